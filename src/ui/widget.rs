//! Widgets: they draw data in roles and know nothing of agents, runs or commands.
//!
//! Each is a value with a `draw` that takes the theme, an area and the cells. Any area will do, an empty one or one that
//! hangs over the edge too; text is made harmless on its way into a cell ([`Pen`]); only what is visible is looked at.

mod editor;
mod empty;
mod facts;
mod field;
mod footer;
mod gauge;
mod ladder;
mod list;
mod overlay;
mod pen;
mod progress;
mod prose;
mod rule;
mod scroll;
mod status;
mod tabs;
mod toast;
mod tree;
mod wire;

pub use editor::EditorView;
pub use empty::Empty;
pub use facts::{Fact, Facts};
pub use field::{Field, MessageField};
pub use footer::{Footer, Hint};
pub use gauge::{Gauge, bar};
pub use ladder::{Ladder, Mark};
pub use list::{List, cursor_row};
pub use overlay::Overlay;
pub use pen::{Pen, Piece, fill, piece};
pub use progress::{ProgressRow, draw_progress};
pub use prose::Prose;
pub use rule::{Rule, column_rule};
pub use scroll::{Scroll, Window, scrollbar};
pub use status::{Status, spinner};
pub use tabs::{Tab, Tabs};
pub use toast::Toast;
pub use tree::{Label, Shape, TreeRow, TreeView, preview};
pub use wire::{HexView, WireText};
