//! The A2A protocol as bytes and values: cards, messages, tasks, requests and answers. No network here.
//!
//! Reading is lenient and by shape, whatever generation the peer claims; writing is exact for one form of one generation.
//!
//! ```text
//! what was typed ── discovery ──▶ addresses … body ── discovery::judge ──▶ text ── card ──▶ Card
//! Card ── interface::choose ──▶ where to send, in which dialect
//! operation ── request: v10 · v03, rpc · rest ──▶ HTTP request      answer ── rpc · read · errors ──▶ model::Decoded
//! ```

pub mod card;
pub mod discovery;
pub mod errors;
pub mod form;
pub mod given;
pub mod interface;
pub mod model;
pub mod read;
pub mod request;
pub mod rest;
pub mod rpc;
pub mod v03;
pub mod v10;

mod lenient;
