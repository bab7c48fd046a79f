//! A2A 1.0: the ProtoJSON form, read strictly and written exactly (A2A 1.0 §4, §5.5).

mod read;
mod write;

pub(in crate::agent) use read::{get, send};
pub(in crate::agent) use write::{event, task};
