//! The whole program against an agent on the official Python SDK, and that SDK's own client against the embedded agent.
//!
//! These need Python peers in a virtual environment: `tests/peers/run` installs them and runs these tests. Without it
//! they are reported as ignored, and asked for without it they fail and say what to do.

mod generations;
mod peer;
mod refused;
mod sdk_client;
mod typed;
mod workbench;
