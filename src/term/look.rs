//! What the terminal can show, told from the environment.

use crate::text::{Depth, Ground};

/// How many colours there are, and whether the ground is dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// How many colours may be sent.
    pub depth: Depth,
    /// The ground, when the terminal tells (`COLORFGBG`). Asking it (OSC 11) would cost a wait before the first frame
    /// wherever nobody answers, and our themes bring their own ground.
    pub ground: Option<Ground>,
}

impl Look {
    /// Reads the environment.
    pub fn detect() -> Look {
        Look::from(|name| std::env::var(name).ok())
    }

    /// Reads variables.
    pub fn from(variable: impl Fn(&str) -> Option<String>) -> Look {
        let ground = variable("COLORFGBG").and_then(|value| Ground::from_colorfgbg(&value));
        Look { depth: Depth::detect(variable), ground }
    }
}
