//! Which agent the last session was on.

use std::path::Path;
use std::{fs, io};

/// The address of the last agent, as it was typed.
pub fn last_agent(home: &Path) -> Option<String> {
    let text = fs::read_to_string(home.join("last-agent")).ok()?;
    let address = text.lines().next()?.trim();
    (!address.is_empty()).then(|| address.to_owned())
}

/// Remembers the agent of this session.
///
/// # Errors
/// When nothing can be written there.
pub fn remember_agent(home: &Path, address: &str) -> io::Result<()> {
    fs::create_dir_all(home)?;
    fs::write(home.join("last-agent"), format!("{address}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_agent_is_the_one_that_was_remembered_last() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("state");
        assert_eq!(last_agent(&folder), None);
        remember_agent(&folder, "http://one.example").unwrap();
        remember_agent(&folder, "http://two.example").unwrap();
        assert_eq!(last_agent(&folder).as_deref(), Some("http://two.example"));
    }
}
