//! What people see: themes, widgets that know nothing of agents, and the panes made of them.

pub mod theme;
pub mod widget;
