//! The network: fetching cards and making calls, with every header ours, every limit named and every byte kept.
//!
//! ```text
//! run::Effect ──▶ Client ──▶ reqwest ──▶ agent
//!                   │  ▲ bytes as they came ──▶ wire::Store
//!                   │  └ decode ──▶ sse / json ──▶ a2a ──▶ Frame
//!                   └──▶ run::event::What, into a bounded channel: who does not take events slows the peer down
//! ```

pub mod wire;

mod answer;
mod body;
mod call;
mod client;
mod decode;
mod discover;
mod fault;
mod headers;
mod secret;
mod settings;
mod tls;

pub use client::Client;
pub use secret::{Credentials, Secret};
pub use settings::{Limits, Settings, Tls};
