//! The embedded agent: a kitchen that plans recipes, and breaks in every way an agent can break.
//!
//! It speaks A2A 1.0 and 0.3 over JSON-RPC and HTTP+JSON on loopback and implements the agent's whole half of the Kedi structured output
//! extension. What it does is data: [`scenarios::SCENARIOS`] for what a message text chooses, [`address::ADDRESSES`] for
//! what begins before a message. Nothing in it is random but the ids.
//!
//! ```text
//! server ─▶ route ─▶ call ─▶ rpc, rest ─▶ dialect (reads) ─▶ operation ─▶ kitchen ─▶ play (a scenario's acts) ─▶ task
//!             │        ▲                                                                                        │
//!      card, address   └── caller (answers, streams) ◀── dialect (writes) ◀─────────────────────────────────────┤
//!                                                                                  notify (push notifications) ◀┘
//! ```

pub mod address;
mod call;
mod caller;
mod card;
mod connection;
mod demo;
mod details;
mod dialect;
mod fault;
mod kitchen;
mod notify;
mod operation;
mod play;
pub mod protocol;
mod reply;
mod rest;
mod result;
mod route;
mod rpc;
pub mod scenario;
pub mod scenarios;
mod server;
mod stream;
mod structured;
mod task;
mod tasks;
mod value;
mod work;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use tokio_util::sync::CancellationToken;

pub use demo::{demo_message, demo_schema};

/// How the agent is started.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where to listen; `None` is 127.0.0.1 and a free port.
    pub listen: Option<SocketAddr>,
    /// Every wait of a scenario is multiplied by this: 1.0 is the pace for people, 0.0 does not wait at all. What is
    /// meant to stall stalls at any pace.
    pub pace: f32,
}

impl Default for Options {
    fn default() -> Self {
        Options { listen: None, pace: 1.0 }
    }
}

/// A running agent. It stops when this is dropped.
#[derive(Debug)]
pub struct Agent {
    base_url: String,
    stop: CancellationToken,
}

impl Agent {
    /// The address to give to catseye, with a final slash: `http://127.0.0.1:4310/`.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// Stops at once: no new connection is taken, open ones break off, tasks end.
    pub fn shutdown(&self) {
        self.stop.cancel();
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        self.shutdown();
    }
}

/// Starts the agent on the runtime that is running.
///
/// # Errors
/// When the address cannot be listened on.
pub async fn start(options: Options) -> io::Result<Agent> {
    let listen = options.listen.unwrap_or_else(|| SocketAddr::from((Ipv4Addr::LOCALHOST, 0)));
    let stop = CancellationToken::new();
    let door = connection::Door::open(listen, stop.clone()).await?;
    let base_url = format!("http://{}/", reachable(door.address()));
    let kitchen = Arc::new(kitchen::Kitchen::new(base_url.clone(), options.pace, stop.clone()));
    server::spawn(door, kitchen, stop.clone());
    Ok(Agent { base_url, stop })
}

/// The address that a client on this machine can use: "every address" is no address to call.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(match address {
            SocketAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            SocketAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
        });
    }
    address
}
