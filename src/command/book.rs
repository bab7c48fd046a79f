//! The key table as a page: what `docs/keys.md` holds, made from the table so that it cannot drift.

use std::fmt::Write;

use super::{COMMANDS, Key, Row, Scope};

/// All keys of a row, as people read them.
pub fn keys(row: &Row) -> String {
    row.keys.iter().map(Key::to_string).collect::<Vec<_>>().join("  ")
}

/// Where a row can be used, as people read it.
pub fn place(row: &Row) -> String {
    match row.scope {
        Scope::Everywhere => "everywhere".to_owned(),
        Scope::Panes(panes) => panes.iter().map(|pane| pane.title()).collect::<Vec<_>>().join(", "),
    }
}

/// The page, in Markdown.
pub fn markdown() -> String {
    let mut page = String::from(
        "# Keys of the workbench\n\nMade from the command table (`src/command/table.rs`); a test compares the two. In a text field plain keys are \
         text; the other\nkeys work there too.\n\n| keys | command | what it does | where |\n| --- | --- | --- | --- |\n",
    );
    for row in COMMANDS {
        let keys = row.keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(" ");
        // A bar would end the cell.
        let _ = writeln!(page, "| {} | {} | {} | {} |", keys.replace('|', "\\|"), row.name, row.title, place(row));
    }
    page
}
