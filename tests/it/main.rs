//! One test binary for all areas, so that linking is paid once.

mod agent;
mod app;
mod binary;
mod card;
mod discovery;
mod editor;
mod json;
mod judge;
mod kedi;
mod net;
mod outcome;
mod picture;
mod run;
mod sample;
mod schema;
mod schema_check;
mod screens;
mod sse;
mod stage;
mod term;
mod text;
mod theme;
mod widgets;
mod wire;
mod workbench;
