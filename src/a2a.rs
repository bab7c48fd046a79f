//! The A2A protocol as bytes and values: cards, messages, tasks, requests and answers. No network here.
//!
//! Reading is lenient and by shape, whatever generation the peer claims; writing is exact for one generation.
//!
//! ```text
//! what was typed ── discovery ──▶ addresses … body ── discovery::judge ──▶ text ── card ──▶ Card
//! Card ── interface::choose ──▶ where to send, in which dialect
//! pieces ── v10 · rpc ──▶ request body          answer ── rpc · read · errors ──▶ model::Decoded
//! ```

pub mod card;
pub mod discovery;
pub mod errors;
pub mod interface;
pub mod model;
pub mod read;
pub mod rpc;
pub mod v10;

mod lenient;
