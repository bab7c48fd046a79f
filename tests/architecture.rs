//! The guard of the house: reads every source file and fails when an arrow between rooms points the wrong way.
//!
//! The picture it holds the code against is the one in `src/lib.rs`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const CORE: [&str; 10] = ["text", "json", "sse", "schema", "a2a", "kedi", "meerkat", "run", "probe", "editor"];
const EFFECTS: [&str; 5] = ["net", "store", "term", "agent", "judge"];
const FACES: [&str; 4] = ["app", "command", "ui", "cli"];
const BOTH_SIDES: [&str; 2] = ["runtime", "main"];

/// What core may not name: it has no runtime, no terminal, no network, no file, no thread and no clock.
const NOT_IN_CORE: [&str; 12] = [
    "tokio",
    "ratatui",
    "crossterm",
    "reqwest",
    "axum",
    "std::fs",
    "std::net",
    "std::thread",
    "std::process",
    "std::env",
    "Instant::now",
    "SystemTime::now",
];

struct Source {
    path: PathBuf,
    room: String,
    text: String,
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("src can be listed") {
            let path = entry.expect("src can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let inside = path.strip_prefix(&root).expect("the file is inside src");
                let first = inside.iter().next().and_then(|name| name.to_str()).expect("a readable name");
                let room = first.trim_end_matches(".rs").to_owned();
                let text = std::fs::read_to_string(&path).expect("source is UTF-8");
                found.push(Source { path: inside.to_owned(), room, text });
            }
        }
    }
    assert!(found.len() > 10, "the walk found only {} files", found.len());
    found
}

/// The code of a file without its comments and without the test module at its end (tests may read files and spawn).
fn code(text: &str) -> String {
    let end = text.find("\n#[cfg(test)]\nmod ").unwrap_or(text.len());
    let lines = text[..end].lines().map(|line| match line.find("//") {
        // An address in a string is no comment.
        Some(at) if !line[..at].ends_with(':') => &line[..at],
        _ => line,
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Every room that a file names through `crate::`, in imports and in paths, grouped imports too.
fn named_rooms(code: &str) -> BTreeSet<String> {
    let word = |text: &str| -> String { text.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect() };
    let mut rooms = BTreeSet::new();
    for (at, found) in code.match_indices("crate::") {
        // `pub(in crate::a::b)` is a visibility, `$crate` a macro's; neither is an arrow.
        if code[..at].ends_with("(in ") || code[..at].ends_with('$') {
            continue;
        }
        let rest = &code[at + found.len()..];
        match rest.strip_prefix('{') {
            None => {
                rooms.insert(word(rest));
            }
            Some(group) => {
                let mut depth = 1;
                let mut item = String::new();
                for c in group.chars() {
                    match c {
                        '{' => depth += 1,
                        '}' => depth -= 1,
                        _ => {}
                    }
                    if depth == 0 || (depth == 1 && c == ',') {
                        rooms.insert(word(item.trim_start()));
                        item.clear();
                        if depth == 0 {
                            break;
                        }
                    } else {
                        item.push(c);
                    }
                }
            }
        }
    }
    rooms.remove("");
    rooms
}

fn may_use(room: &str, other: &str) -> bool {
    let is = |rooms: &[&str], name: &str| rooms.contains(&name);
    if is(&BOTH_SIDES, room) || room == other {
        true
    } else if is(&CORE, room) {
        is(&CORE, other)
    } else if is(&EFFECTS, room) {
        // Effects stand beside each other: the network writes into the store, the agent asks the judge.
        is(&CORE, other) || is(&EFFECTS, other)
    } else {
        is(&CORE, other) || is(&FACES, other)
    }
}

#[test]
fn every_file_belongs_to_a_room_of_the_picture() {
    for source in sources().iter().filter(|source| source.room != "lib") {
        let room = source.room.as_str();
        let known =
            CORE.contains(&room) || EFFECTS.contains(&room) || FACES.contains(&room) || BOTH_SIDES.contains(&room);
        assert!(known, "src/{}: no room is called {room}", source.path.display());
    }
}

#[test]
fn arrows_between_rooms_point_one_way() {
    let mut wrong = Vec::new();
    for source in sources().iter().filter(|source| source.room != "lib") {
        for other in named_rooms(&code(&source.text)) {
            if !may_use(&source.room, &other) {
                wrong.push(format!("src/{}: {} may not use {other}", source.path.display(), source.room));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn core_has_no_runtime_terminal_network_file_thread_or_clock() {
    let mut wrong = Vec::new();
    for source in sources().iter().filter(|source| CORE.contains(&source.room.as_str())) {
        let code = code(&source.text);
        for name in NOT_IN_CORE.iter().filter(|name| code.contains(*name)) {
            wrong.push(format!("src/{}: {name} in core", source.path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_file_says_its_purpose_in_its_first_line() {
    for source in sources() {
        let first = source.text.lines().next().unwrap_or_default();
        assert!(first.starts_with("//! ") && first.len() > 10, "src/{}: {first:?}", source.path.display());
    }
}

#[test]
fn every_folder_has_a_face_of_its_name() {
    let paths: BTreeSet<PathBuf> = sources().into_iter().map(|source| source.path).collect();
    for path in &paths {
        assert!(!path.ends_with("mod.rs"), "src/{}: the face of a folder is folder.rs", path.display());
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            let face = folder.with_extension("rs");
            assert!(paths.contains(&face), "src/{} has no face src/{}", path.display(), face.display());
        }
    }
}

#[test]
fn the_guard_sees_every_form_of_an_arrow() {
    let code = code(
        "use crate::net;\n// use crate::ui\nuse crate::{json::{self, Value}, run};\nlet a = crate::store::x();\npub(in crate::agent) fn f() {}\n\n#[cfg(test)]\nmod tests { use crate::cli; }",
    );
    let rooms: Vec<String> = named_rooms(&code).into_iter().collect();
    assert_eq!(rooms, ["json", "net", "run", "store"]);
    assert!(!may_use("json", "net"));
    assert!(!may_use("net", "ui"));
    assert!(!may_use("ui", "net"));
    assert!(may_use("ui", "app"));
    assert!(may_use("runtime", "ui"));
}
