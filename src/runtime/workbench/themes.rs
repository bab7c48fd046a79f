//! All themes: those that are built in, and the person's own beside them.

use std::path::Path;

use crate::cli::Usage;
use crate::store;
use crate::ui::theme::{self, Theme};

/// Themes by name, read once.
#[derive(Clone, Debug, Default)]
pub struct Themes {
    /// The person's own; one with the name of a built-in theme takes its place.
    own: Vec<(String, Result<Theme, String>)>,
}

impl Themes {
    /// Reads the person's own themes; without a home there are none.
    ///
    /// # Errors
    /// Why they cannot be listed, one sentence.
    pub fn read(home: Option<&Path>) -> Result<Themes, String> {
        let Some(home) = home else { return Ok(Themes::default()) };
        let read = |file: store::ThemeFile| {
            let parsed = file.text.and_then(|text| theme::parse(&text).map_err(|fault| fault.to_string()));
            // One line of the screen: the place of the fault says more than the folder.
            let unusable = |why| format!("themes/{}.toml: {why}", file.name);
            (file.name.clone(), parsed.map_err(unusable))
        };
        Ok(Themes { own: store::theme_files(home)?.into_iter().map(read).collect() })
    }

    /// All names, the built-in ones first.
    pub fn names(&self) -> Vec<String> {
        let own = self.own.iter().map(|(name, _)| name.as_str());
        let others = own.filter(|name| !theme::NAMES.contains(name));
        theme::NAMES.into_iter().chain(others).map(str::to_owned).collect()
    }

    /// A theme by name.
    ///
    /// # Errors
    /// Why it cannot be used, one sentence that names the file, line and column.
    pub fn get(&self, name: &str) -> Result<Theme, String> {
        match self.own.iter().find(|(own, _)| own == name) {
            Some((_, theme)) => theme.clone(),
            None => theme::builtin(name).ok_or_else(|| format!("no theme is called {name:?}")),
        }
    }

    /// The theme to begin with: the one that was asked for, else the one that suits. One that is there and cannot be
    /// used is no reason not to begin: the one that suits takes its place, and the sentence says why.
    ///
    /// # Errors
    /// When there is none of that name.
    pub fn first(&self, asked: Option<&str>, suits: &str) -> Result<(String, Option<String>), Usage> {
        let names = self.names();
        let asked = asked.unwrap_or(suits);
        if !names.iter().any(|name| name == asked) {
            let sentence = format!("--theme: no theme is called {asked:?}; there are {}", names.join(", "));
            return Err(Usage::new(sentence));
        }
        let mut usable = [asked, suits].into_iter().chain(theme::NAMES).filter(|name| self.get(name).is_ok());
        let first = usable.next().unwrap_or(suits).to_owned();
        Ok((first, self.get(asked).err()))
    }
}
