//! One test binary for all areas, so that linking is paid once.

mod agent;
mod card;
mod discovery;
mod binary;
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
mod sse;
mod text;
mod theme;
mod widgets;
mod wire;
