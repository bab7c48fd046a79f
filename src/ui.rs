//! What people see: themes, widgets that know nothing of agents, the panes made of them, and [`view`], pure.

mod bar;
mod editor;
pub mod layout;
mod overlay;
mod paint;
mod pane;
mod row;
pub mod theme;
mod view;
pub mod widget;

pub use row::Row;
pub use view::{View, view};
