//! What was typed and not yet kept elsewhere: two small files, replaced at once or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A draft that is larger is no draft but an accident: it is not read back.
const MOST: u64 = 16 << 20;

/// The drafts of one folder.
#[derive(Clone, Debug)]
pub struct Drafts {
    folder: PathBuf,
}

impl Drafts {
    /// Drafts in this folder of the state's home, which is made when something is saved.
    pub fn new(home: &Path) -> Drafts {
        Drafts { folder: home.join("drafts") }
    }

    /// The schema and the task as they were last saved; empty where there is nothing.
    pub fn load(&self) -> (String, String) {
        (self.read("schema.json"), self.read("task.txt"))
    }

    fn read(&self, name: &str) -> String {
        let path = self.folder.join(name);
        let small = fs::metadata(&path).is_ok_and(|found| found.len() <= MOST);
        if small { fs::read_to_string(path).unwrap_or_default() } else { String::new() }
    }

    /// Saves both.
    ///
    /// # Errors
    /// Why they cannot be saved, one sentence that names the folder.
    pub fn save(&self, schema: &str, task: &str) -> Result<(), String> {
        let saved = self.write("schema.json", schema).and_then(|()| self.write("task.txt", task));
        saved.map_err(|error| format!("the draft cannot be saved in {}: {error}", self.folder.display()))
    }

    /// Readable for nobody else: a schema may be a secret.
    fn write(&self, name: &str, text: &str) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let mut file = tempfile::NamedTempFile::new_in(&self.folder)?;
        file.write_all(text.as_bytes())?;
        file.as_file().sync_all()?;
        file.persist(self.folder.join(name)).map_err(|error| error.error)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_saved_comes_back_and_the_last_one_counts() {
        let home = tempfile::tempdir().unwrap();
        let drafts = Drafts::new(home.path());
        assert_eq!(drafts.load(), (String::new(), String::new()));
        drafts.save("{}", "plan").unwrap();
        drafts.save("{\"a\":1}\n", "").unwrap();
        assert_eq!(drafts.load(), ("{\"a\":1}\n".to_owned(), String::new()));
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join("drafts"), "a file").unwrap();
        let said = Drafts::new(home.path()).save("", "").unwrap_err();
        assert!(said.starts_with("the draft cannot be saved in "), "{said}");
    }
}
