//! What a person gives as a file or on standard input. Everything that cannot be read is a usage error.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use crate::cli::Usage;

/// Bytes of a file that are read at most: no schema, message or value is larger, and a device never ends.
const MOST: u64 = 1 << 30;

/// Whether this names standard input.
pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// What findings call the file: its path, or `standard input`.
pub fn name(path: &Path) -> String {
    if is_stdin(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// Whether standard input is a terminal.
pub fn stdin_is_terminal() -> bool {
    io::stdin().is_terminal()
}

/// Reads a file, or standard input for `-`. `flag` is what named it: `--schema`.
///
/// # Errors
/// When it cannot be read, or is larger than 1 GiB.
pub fn bytes(flag: &str, path: &Path) -> Result<Vec<u8>, Usage> {
    let cannot = |error: io::Error| Usage::new(format!("{flag}: {} cannot be read: {}", name(path), words(&error)));
    if is_stdin(path) {
        return read(io::stdin().lock()).map_err(cannot);
    }
    let file = File::open(path).map_err(cannot)?;
    if file.metadata().is_ok_and(|facts| facts.is_dir()) {
        return Err(Usage::new(format!("{flag}: {} is a directory; name a file in it", name(path))));
    }
    read(file).map_err(cannot)
}

fn read(from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(MOST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it has more than 1 GiB"));
    }
    Ok(bytes)
}

/// Reads a text; see [`bytes()`].
///
/// # Errors
/// When it cannot be read or is not UTF-8.
pub fn text(flag: &str, path: &Path) -> Result<String, Usage> {
    let bytes = bytes(flag, path)?;
    String::from_utf8(bytes).map_err(|error| Usage::new(format!("{flag}: {}", not_utf8(path, error.as_bytes()))))
}

/// The sentence for a text that is not UTF-8, with the place of the first byte that is not.
pub fn not_utf8(path: &Path, bytes: &[u8]) -> String {
    let hint = match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "; it looks like UTF-16, save it as UTF-8",
        _ => "; save it as UTF-8",
    };
    let at = std::str::from_utf8(bytes).err().map_or(0, |error| error.valid_up_to());
    let before = String::from_utf8_lossy(&bytes[..at]);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    format!("{}:{line}:{column} is not UTF-8{hint}", name(path))
}

/// An input error in words, without the number that the system gives it.
pub fn words(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(end) => text[..end].to_lowercase(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_file_is_named_with_its_flag() {
        let usage = bytes("--schema", Path::new("/nowhere/s.json")).expect_err("no such file");
        assert_eq!(usage.sentence, "--schema: /nowhere/s.json cannot be read: no such file or directory");
    }

    #[test]
    fn a_directory_is_no_file() {
        let usage = bytes("--schema", Path::new("/")).expect_err("a directory");
        assert_eq!(usage.sentence, "--schema: / is a directory; name a file in it");
    }

    #[test]
    fn the_first_byte_that_is_not_utf8_has_a_place() {
        assert_eq!(not_utf8(Path::new("a.txt"), b"ab\nc\xff"), "a.txt:2:2 is not UTF-8; save it as UTF-8");
        assert_eq!(
            not_utf8(Path::new("-"), b"\xff\xfe{\0"),
            "standard input:1:1 is not UTF-8; it looks like UTF-16, save it as UTF-8"
        );
    }
}
