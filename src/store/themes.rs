//! The person's own themes: `themes/NAME.toml` in the folder of all state.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// More files are not read: nobody goes through so many.
const FILES: usize = 64;
/// A larger file is no theme; one has two thousand bytes.
const BYTES: u64 = 64 << 10;

/// A theme as it lies there.
#[derive(Clone, Debug)]
pub struct ThemeFile {
    /// What it is called: the file's name without its ending.
    pub name: String,
    /// Its text, or why there is none, a fragment.
    pub text: Result<String, String>,
}

/// All theme files by name; none where there is no such folder.
///
/// # Errors
/// Why the folder cannot be listed, one sentence.
pub fn theme_files(home: &Path) -> Result<Vec<ThemeFile>, String> {
    let folder = home.join("themes");
    let entries = match fs::read_dir(&folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(format!("the themes in {} cannot be listed: {error}", folder.display())),
    };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|ending| ending == "toml")).collect();
    paths.sort();
    paths.truncate(FILES);
    Ok(paths.into_iter().filter_map(theme_file).collect())
}

fn theme_file(path: PathBuf) -> Option<ThemeFile> {
    let name = path.file_stem()?.to_str()?.to_owned();
    let text = match fs::metadata(&path) {
        Ok(found) if found.len() > BYTES => Err(format!("a theme has at most {BYTES} bytes")),
        Ok(found) if !found.is_file() => Err("this is no file".to_owned()),
        _ => fs::read_to_string(&path).map_err(|error| error.to_string()),
    };
    Some(ThemeFile { name, text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn theme_files_come_by_name_and_what_cannot_be_read_says_why() {
        let home = tempfile::tempdir().unwrap();
        assert!(theme_files(home.path()).unwrap().is_empty());
        let folder = home.path().join("themes");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("sea.toml"), "inherits = \"light\"\n").unwrap();
        fs::write(folder.join("notes.txt"), "no theme").unwrap();
        fs::write(folder.join("large.toml"), vec![b'#'; BYTES as usize + 1]).unwrap();
        fs::write(folder.join("latin.toml"), b"# cr\xe8me").unwrap();
        let found = theme_files(home.path()).unwrap();
        let names: Vec<&str> = found.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["large", "latin", "sea"]);
        assert_eq!(found[0].text, Err("a theme has at most 65536 bytes".to_owned()));
        assert_eq!(found[1].text, Err("stream did not contain valid UTF-8".to_owned()));
        assert_eq!(found[2].text, Ok("inherits = \"light\"\n".to_owned()));
    }

    #[test]
    fn a_folder_that_is_a_file_is_named() {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join("themes"), "").unwrap();
        let said = theme_files(home.path()).unwrap_err();
        assert!(said.starts_with("the themes in ") && said.contains("themes cannot be listed: "), "{said}");
    }
}
