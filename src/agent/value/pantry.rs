//! Words and amounts of a kitchen, by the names of the members that hold them.

use crate::json::Number;

/// JSON values for members of this name (in lower case), one after another; `None` when the kitchen has none.
pub(super) fn for_member(name: &str) -> Option<&'static [&'static str]> {
    SHELVES.iter().find(|shelf| shelf.members.contains(&name)).map(|shelf| shelf.values)
}

/// Whether the value is a number that a double would change.
pub(super) fn is_lossy(json: &str) -> bool {
    json.starts_with(|first: char| first.is_ascii_digit()) && !Number::new(json).survives_double()
}

struct Shelf {
    members: &'static [&'static str],
    values: &'static [&'static str],
}

static SHELVES: &[Shelf] = &[
    Shelf {
        members: &["title", "dish", "recipe", "meal"],
        values: &["\"Kısır\"", "\"Fattoush\"", "\"Menemen\"", "\"Piyaz\""],
    },
    Shelf {
        members: &["name", "ingredient", "item", "product"],
        values: &["\"fine bulgur\"", "\"tomatoes\"", "\"lemon juice\"", "\"olive oil\"", "\"parsley\""],
    },
    Shelf { members: &["grams", "amount", "quantity", "weight"], values: &["250", "400", "30", "45", "40"] },
    Shelf { members: &["unit", "units"], values: &["\"g\"", "\"g\"", "\"ml\"", "\"ml\"", "\"g\""] },
    Shelf { members: &["serves", "servings", "people", "guests"], values: &["4"] },
    Shelf { members: &["id", "number", "code"], values: &["9007199254740993", "1042", "\"kisir-4\""] },
    Shelf { members: &["minutes", "time", "duration"], values: &["20", "\"20 minutes\""] },
    Shelf { members: &["vegetarian", "vegan"], values: &["true"] },
    Shelf { members: &["oven", "needsoven", "needs_oven"], values: &["false"] },
    Shelf { members: &["price", "cost", "total"], values: &["11.40", "4.75", "2.10"] },
    Shelf { members: &["answer", "summary", "description"], values: &["\"Kısır for four, without an oven\""] },
    Shelf { members: &["step", "instruction", "text"], values: STEPS },
    Shelf { members: &["note", "notes", "comment"], values: &["\"serve at room temperature\""] },
];

static STEPS: &[&str] = &[
    "\"pour hot water over the bulgur\"",
    "\"chop the tomatoes\"",
    "\"stir everything together\"",
    "\"taste, and add lemon\"",
];
