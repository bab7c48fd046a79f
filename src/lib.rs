//! Catseye: a terminal workbench for agents that give typed answers.
//!
//! A house of three layers; one direction leads through it.
//!
//! ```text
//! bytes ──▶ frames ──▶ events ──▶ run state ──▶ what people see
//!  net        a2a         a2a        run        ui · cli · store
//!
//! faces      app, command, ui, cli                                may use core
//! effects    net, store, term, agent, judge                       may use core
//! core       text json sse schema a2a kedi run probe editor       use only core: no runtime, terminal, file or clock
//! runtime, main                                                   the only rooms that see both sides
//! ```
//!
//! `tests/architecture.rs` reads the `use crate::` lines and fails when an arrow points the wrong way.

// -- core
pub mod a2a;
pub mod editor;
pub mod json;
pub mod kedi;
pub mod probe;
pub mod run;
pub mod schema;
pub mod sse;
pub mod text;

// -- effects
pub mod agent;
pub mod judge;
pub mod net;
pub mod store;
pub mod term;

// -- faces
pub mod app;
pub mod cli;
pub mod command;
pub mod ui;

// -- both sides
pub mod runtime;
