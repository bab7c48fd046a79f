//! A run: one structured task from the card to the typed value, as a fold over events.

pub mod event;
