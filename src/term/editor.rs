//! A text in the person's own editor.

use std::io::Write;
use std::process::Command;

/// Why there is no edited text. The text that was there stays.
#[derive(Debug, thiserror::Error)]
pub enum EditFault {
    /// `$VISUAL` or `$EDITOR` is no command.
    #[error("$EDITOR cannot be read: {0}")]
    Command(String),
    /// The program does not start.
    #[error("{program} cannot be started: {error}; set $EDITOR")]
    Start {
        /// The program.
        program: String,
        /// Why.
        error: std::io::Error,
    },
    /// It ended badly.
    #[error("{program} ended with {status}; the text stays as it was")]
    Ended {
        /// The program.
        program: String,
        /// How.
        status: std::process::ExitStatus,
    },
    /// The file between us.
    #[error("no file for the editor: {0}")]
    File(#[from] std::io::Error),
}

/// The editor's command: `$VISUAL`, else `$EDITOR`, else `vi`. It may carry arguments, in the shell's quoting.
///
/// # Errors
/// When the variable is no command.
pub fn editor_command(variable: impl Fn(&str) -> Option<String>) -> Result<Vec<String>, EditFault> {
    let set = |name: &str| variable(name).filter(|words| !words.trim().is_empty());
    let line = set("VISUAL").or_else(|| set("EDITOR")).unwrap_or_else(|| "vi".to_owned());
    match shell_words::split(&line) {
        Ok(words) if !words.is_empty() => Ok(words),
        _ => Err(EditFault::Command(line)),
    }
}

/// Writes `text` to a private file, waits until the editor is done with it, and reads it again. `extension` begins with
/// a dot. The terminal must be the editor's: [`super::Session::meanwhile`].
///
/// # Errors
/// Why there is no edited text.
pub fn edit(command: &[String], text: &str, extension: &str) -> Result<String, EditFault> {
    let Some((program, arguments)) = command.split_first() else {
        return Err(EditFault::Command(String::new()));
    };
    let mut file = tempfile::Builder::new().prefix("catseye-").suffix(extension).tempfile()?;
    file.write_all(text.as_bytes())?;
    file.flush()?;
    // Closed before the editor opens it; the path removes the file when it is dropped.
    let path = file.into_temp_path();
    let status = Command::new(program).args(arguments).arg(&path).status();
    match status {
        Err(error) => Err(EditFault::Start { program: program.clone(), error }),
        Ok(status) if !status.success() => Err(EditFault::Ended { program: program.clone(), status }),
        // Editors may replace the file; the path is what counts.
        Ok(_) => Ok(std::fs::read_to_string(&path)?),
    }
}
