//! The generations of the protocol the agent speaks: reading requests into the inner model, writing the inner model.

pub(super) mod v10;
