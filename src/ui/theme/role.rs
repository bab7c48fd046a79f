//! The roles: what a thing on screen is, never what colour it has.

/// What a piece of the screen is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Role {
    /// The ground everything stands on.
    Ground,
    /// The surface of header and footer.
    Raised,
    /// The surface of an overlay.
    Overlay,
    /// The row under the cursor of the pane in use.
    CursorRow,
    /// The row under the cursor of another pane.
    CursorRowIdle,
    /// Selected text.
    Selection,
    /// A place that was searched for.
    Found,
    /// The cursor in a text.
    Caret,
    /// A value: the first weight of text.
    Text,
    /// A label, a detail: the second weight.
    Muted,
    /// Lines, line numbers, what is there but not in use: the third weight.
    Faint,
    /// The one sentence that matters.
    Strong,
    /// The title of a pane.
    Title,
    /// The title of the pane in use.
    TitleHere,
    /// "Here": cursor bar, active tab, a key that can be pressed.
    Here,
    /// An outcome that is good.
    Ok,
    /// An outcome to look at.
    Warn,
    /// An outcome that is bad.
    Error,
    /// Something that moves.
    Live,
    /// A key in JSON.
    Key,
    /// A string in JSON.
    String,
    /// A number in JSON.
    Number,
    /// `true`, `false`, `null`.
    Literal,
    /// Brackets, commas, colons.
    Punctuation,
}

/// How many roles there are.
pub(super) const ROLES: usize = Role::Punctuation as usize + 1;

impl Role {
    /// All roles, in order.
    pub const ALL: [Role; ROLES] = [
        Role::Ground,
        Role::Raised,
        Role::Overlay,
        Role::CursorRow,
        Role::CursorRowIdle,
        Role::Selection,
        Role::Found,
        Role::Caret,
        Role::Text,
        Role::Muted,
        Role::Faint,
        Role::Strong,
        Role::Title,
        Role::TitleHere,
        Role::Here,
        Role::Ok,
        Role::Warn,
        Role::Error,
        Role::Live,
        Role::Key,
        Role::String,
        Role::Number,
        Role::Literal,
        Role::Punctuation,
    ];

    /// The name in theme files.
    pub fn name(self) -> &'static str {
        match self {
            Role::Ground => "ground",
            Role::Raised => "raised",
            Role::Overlay => "overlay",
            Role::CursorRow => "cursor_row",
            Role::CursorRowIdle => "cursor_row_idle",
            Role::Selection => "selection",
            Role::Found => "found",
            Role::Caret => "caret",
            Role::Text => "text",
            Role::Muted => "muted",
            Role::Faint => "faint",
            Role::Strong => "strong",
            Role::Title => "title",
            Role::TitleHere => "title_here",
            Role::Here => "here",
            Role::Ok => "ok",
            Role::Warn => "warn",
            Role::Error => "error",
            Role::Live => "live",
            Role::Key => "key",
            Role::String => "string",
            Role::Number => "number",
            Role::Literal => "literal",
            Role::Punctuation => "punctuation",
        }
    }

    /// Whether a bare colour for this role is its background.
    pub(super) fn is_surface(self) -> bool {
        matches!(
            self,
            Role::Ground | Role::Raised | Role::Overlay | Role::CursorRow | Role::CursorRowIdle | Role::Selection
        )
    }
}
