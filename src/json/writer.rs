//! Writing JSON text piece by piece: our own requests, outcomes and recordings, with foreign JSON embedded as it is.

use super::string::escape_into;

/// Appends JSON tokens to a string, compact, placing the commas itself.
///
/// The caller opens and closes in pairs and gives a key before each value of an object; debug builds check the pairs.
#[derive(Debug, Default)]
pub struct Writer {
    out: String,
    comma: bool,
    open: usize,
}

impl Writer {
    /// An empty writer.
    pub fn new() -> Self {
        Self::default()
    }

    fn before(&mut self) {
        if self.comma {
            self.out.push(',');
        }
        self.comma = true;
    }

    /// Opens an object.
    pub fn object(&mut self) -> &mut Self {
        self.before();
        self.out.push('{');
        self.comma = false;
        self.open += 1;
        self
    }

    /// Closes an object.
    pub fn end_object(&mut self) -> &mut Self {
        self.close('}')
    }

    /// Opens an array.
    pub fn array(&mut self) -> &mut Self {
        self.before();
        self.out.push('[');
        self.comma = false;
        self.open += 1;
        self
    }

    /// Closes an array.
    pub fn end_array(&mut self) -> &mut Self {
        self.close(']')
    }

    fn close(&mut self, bracket: char) -> &mut Self {
        debug_assert!(self.open > 0, "closed more than was opened");
        self.open = self.open.saturating_sub(1);
        self.out.push(bracket);
        self.comma = true;
        self
    }

    /// Writes a key; a value must follow.
    pub fn key(&mut self, key: &str) -> &mut Self {
        self.string(key);
        self.out.push(':');
        self.comma = false;
        self
    }

    /// Writes a string.
    pub fn string(&mut self, text: &str) -> &mut Self {
        self.before();
        self.out.push('"');
        escape_into(&mut self.out, text);
        self.out.push('"');
        self
    }

    /// Writes a string, or `null` for none.
    pub fn optional(&mut self, text: Option<&str>) -> &mut Self {
        match text {
            Some(text) => self.string(text),
            None => self.null(),
        }
    }

    /// Writes a whole number.
    pub fn number(&mut self, number: impl Into<i128>) -> &mut Self {
        let number: i128 = number.into();
        self.raw(&number.to_string())
    }

    /// Writes `true` or `false`.
    pub fn bool(&mut self, value: bool) -> &mut Self {
        self.raw(if value { "true" } else { "false" })
    }

    /// Writes `null`.
    pub fn null(&mut self) -> &mut Self {
        self.raw("null")
    }

    /// Writes a JSON text as it is. The caller vouches that it is one JSON value.
    pub fn raw(&mut self, json: &str) -> &mut Self {
        self.before();
        self.out.push_str(json);
        self
    }

    /// The text.
    pub fn finish(self) -> String {
        debug_assert_eq!(self.open, 0, "something is still open");
        self.out
    }
}
