//! Finding a command by a few letters of its name or title.

use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use super::{COMMANDS, Row, When};
use crate::app::Model;

/// The commands of the focused pane that fit what was typed: usable ones first, then by how well they fit.
pub fn matches(model: &Model, typed: &str) -> Vec<(&'static Row, When)> {
    let mut matcher = Matcher::new(Config::DEFAULT);
    let pattern = Pattern::parse(typed, CaseMatching::Ignore, Normalization::Smart);
    let mut buffer = Vec::new();
    let mut found: Vec<(&'static Row, When, u32)> = COMMANDS
        .iter()
        .filter(|row| row.applies(model.focus))
        .filter_map(|row| {
            let text = format!("{} {}", row.name, row.title);
            let score = pattern.score(Utf32Str::new(&text, &mut buffer), &mut matcher)?;
            Some((row, (row.when)(model), score))
        })
        .collect();
    found.sort_by_key(|(_, when, score)| (*when != When::Now, std::cmp::Reverse(*score)));
    found.into_iter().map(|(row, when, _)| (row, when)).collect()
}
