//! One test binary for all areas, so that linking is paid once.

mod editor;
mod json;
mod schema;
mod sse;
mod text;

mod agent;
