//! Where state is kept: `CATSEYE_HOME` moves all of it.

use std::path::PathBuf;

use etcetera::{BaseStrategy, choose_base_strategy};

/// The folder of all state; `None` where the system names no home.
pub fn home() -> Option<PathBuf> {
    match std::env::var_os("CATSEYE_HOME").filter(|path| !path.is_empty()) {
        Some(path) => Some(PathBuf::from(path)),
        None => {
            let strategy = choose_base_strategy().ok()?;
            Some(strategy.state_dir().unwrap_or_else(|| strategy.data_dir()).join("catseye"))
        }
    }
}
