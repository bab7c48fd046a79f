//! Widgets: they draw data in roles and know nothing of agents, runs or commands.
//!
//! Each is a value with a `draw` that takes the theme, an area and the cells. Any area will do, an empty one or one that
//! hangs over the edge too; text is made harmless on its way into a cell ([`Pen`]); only what is visible is looked at.

mod editor;
mod field;
mod footer;
mod gauge;
mod overlay;
mod pen;
mod scroll;
mod status;
mod tabs;
mod toast;

pub use editor::{EditorView, token_role};
pub use field::{Field, MessageField};
pub use footer::{Footer, Hint};
pub use gauge::bar;
pub use overlay::Overlay;
pub use pen::{Pen, Piece, fill, piece};
pub use scroll::{Scroll, scrollbar};
pub use status::{Status, spinner};
pub use tabs::{Tab, Tabs};
pub use toast::Toast;
