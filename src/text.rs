//! Text on its way to a terminal: made harmless, measured, cut, and the few words for numbers.
//!
//! An agent's text may hold escape sequences, bidirectional overrides, invisible characters. None of them reaches a cell:
//! [`harmless`] *shows* them. The forms are
//!
//! * a C0 control or DEL: its control picture (`␛`, `␊`, `␉`, `␀`, `␡`), one column;
//! * a C1 control, a bidirectional control, a zero-width or otherwise invisible character: its name or code point in
//!   angle brackets (`⟨CSI⟩`, `⟨RLO⟩`, `⟨ZWSP⟩`, `⟨ZWJ⟩`, `⟨U+E0041⟩`);
//! * a combining mark without a base: the mark on a dotted circle (`◌́`); more than eight marks on one base: `⟨+12 marks⟩`.
//!
//! Letters, marks on letters, wide characters, flags and skin tones stay as they are. A joined emoji is shown as its parts
//! with `⟨ZWJ⟩` between them: terminals disagree on its width, and a broken column is worse than a split family.
//!
//! Widths are those of ratatui: the sum over grapheme clusters. Cutting never splits a cluster.

mod colour;
mod glyph;
mod harmless;
mod measure;
mod words;

pub use colour::{Depth, Ground};
pub use harmless::{cell, harmless, harmless_lines, harmless_prefix, is_harmless};
pub use measure::{graphemes, pad, take, truncate, truncate_middle, width, wrap};
pub use words::{bytes, count, duration, instant, thousands};
