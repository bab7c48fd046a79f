//! The A2A protocol as bytes and values: cards, messages, tasks, requests and answers. No network here.

pub mod model;
