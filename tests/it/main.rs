//! One test binary for all areas, so that linking is paid once.

mod agent;
mod editor;
mod json;
mod sample;
mod schema;
mod sse;
mod text;
