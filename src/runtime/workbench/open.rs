//! Opening the workbench on the real terminal, network and disk.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use super::terminal::{RealInputs, RealScreen};
use super::themes::Themes;
use super::{Outside, run};
use crate::app::Start;
use crate::net::{Client, Credentials};
use crate::run::Call;
use crate::run::event::WireRef;
use crate::store::Drafts;
use crate::text::Depth;
use crate::ui::theme::Theme;

/// What the workbench is opened with.
pub struct Opening {
    /// How it begins. The size is measured here.
    pub start: Start,
    /// What performs requests.
    pub client: Client,
    /// Credentials as given: allowed elsewhere only when the person says so.
    pub credentials: Credentials,
    /// Where drafts are kept; `None` keeps none (the demo).
    pub drafts: Option<Drafts>,
    /// All themes.
    pub themes: Themes,
    /// How many colours the terminal shows.
    pub depth: Depth,
    /// How long each task may take; `None` is for ever.
    pub timeout: Option<Duration>,
}

/// Opens the workbench and runs it until it is left.
///
/// # Errors
/// When the terminal cannot be taken or drawn to.
pub async fn open(mut opening: Opening) -> io::Result<()> {
    // Keys before the screen: whoever types ahead loses nothing.
    let mut inputs = RealInputs::new()?;
    let mut screen = RealScreen::enter()?;
    opening.start.size = crossterm::terminal::size().unwrap_or((80, 24));
    let outside = RealOutside {
        client: opening.client,
        credentials: opening.credentials,
        drafts: opening.drafts.map(Arc::new),
        themes: Arc::new(opening.themes),
        depth: opening.depth,
        timeout: opening.timeout,
    };
    run(opening.start, &mut screen, &mut inputs, outside).await.map(|_| ())
}

/// Network and disk.
#[derive(Clone)]
struct RealOutside {
    client: Client,
    credentials: Credentials,
    drafts: Option<Arc<Drafts>>,
    themes: Arc<Themes>,
    depth: Depth,
    timeout: Option<Duration>,
}

impl Outside for RealOutside {
    type Network = Client;

    fn network(&self, allowed: &[String]) -> Client {
        let credentials = allowed.iter().fold(self.credentials.clone(), |known, origin| known.allow(origin));
        self.client.for_run().with_credentials(credentials)
    }

    fn timeout(&self) -> Option<Duration> {
        self.timeout
    }

    fn headers(&self, call: &Call) -> Result<Vec<(String, String)>, String> {
        self.client.preview(call).map_err(|fault| fault.sentence)
    }

    fn read_wire(&self, wire: WireRef) -> Result<Arc<[u8]>, String> {
        self.client.store().read(wire).map(Arc::from).map_err(|error| format!("these bytes cannot be read: {error}"))
    }

    fn save_draft(&self, schema: &str, task: &str) -> Result<(), String> {
        self.drafts.as_ref().map_or(Ok(()), |drafts| drafts.save(schema, task))
    }

    fn theme(&self, name: &str) -> Result<Theme, String> {
        self.themes.get(name).map(|theme| theme.at_depth(self.depth))
    }
}
