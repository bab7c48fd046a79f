//! Collecting what was odd while reading, each thing once, bounded.

use crate::a2a::form::Form;
use crate::a2a::lenient::{is_blank, member};
use crate::a2a::model::{Note, RawJson};
use crate::json::{Kind, Value};

/// How many notes one frame keeps.
const KEPT: usize = 24;

/// The notes about one frame.
#[derive(Debug)]
pub struct Notes {
    form: Form,
    mixed: bool,
    notes: Vec<Note>,
}

impl Notes {
    /// No notes yet; what belongs to another form than this one will be noted.
    pub fn new(form: Form) -> Self {
        Notes { form, mixed: false, notes: Vec::new() }
    }

    /// The form that was spoken.
    pub(crate) fn form(&self) -> Form {
        self.form
    }

    /// Adds a note, unless the same stands there or there are too many.
    pub(crate) fn add(&mut self, code: &'static str, message: impl Into<String>) {
        let message = message.into();
        if !self.is_full() && !self.notes.iter().any(|n| n.code == code && n.message == message) {
            self.notes.push(Note { code, message });
        }
    }

    /// Notes, once a frame, that something is spelled as in these forms and another was spoken.
    pub(crate) fn of_forms(&mut self, forms: &[Form], what: &str) {
        let Some(home) = forms.first().filter(|_| !forms.contains(&self.form) && !self.mixed) else { return };
        self.mixed = true;
        let (home, here) = (home.words(), self.form.words());
        self.add("mixed-generations", format!("the agent mixes generations: {what}, as in {home}, on {here}"));
    }

    /// A string member. `""` is absent; a number is taken by its text and noted, anything else is noted and absent.
    pub(crate) fn string(&mut self, object: Value<'_>, name: &str) -> Option<String> {
        let value = member(object, name)?;
        match value.kind() {
            Kind::String => value.as_str().map(|s| s.into_owned()).filter(|s| !s.is_empty()),
            Kind::Number | Kind::Bool => {
                self.wrong(value, "a string");
                Some(value.raw().to_owned())
            }
            _ => {
                self.wrong(value, "a string");
                None
            }
        }
    }

    /// A boolean member; the strings `"true"` and `"false"` are read and noted.
    pub(crate) fn flag(&mut self, object: Value<'_>, name: &str) -> Option<bool> {
        let value = member(object, name)?;
        if value.kind() != Kind::Bool {
            self.wrong(value, "true or false");
        }
        match value.raw() {
            "true" | "\"true\"" => Some(true),
            "false" | "\"false\"" => Some(false),
            _ => None,
        }
    }

    /// The strings of an array member; a single string counts as an array of one. What is no string is noted and left out.
    pub(crate) fn strings(&mut self, object: Value<'_>, name: &str) -> Vec<String> {
        let Some(value) = member(object, name) else { return Vec::new() };
        if let Some(one) = value.as_str() {
            if one.is_empty() {
                return Vec::new();
            }
            self.wrong(value, "an array");
            return vec![one.into_owned()];
        }
        let mut strings = Vec::new();
        for item in self.items(object, name) {
            match item.as_str() {
                Some(text) => strings.push(text.into_owned()),
                None => self.wrong(item, "a string"),
            }
        }
        strings
    }

    /// The items of an array member; anything else is noted and empty.
    pub(crate) fn items<'a>(&mut self, object: Value<'a>, name: &str) -> Vec<Value<'a>> {
        match member(object, name) {
            Some(value) if value.kind() == Kind::Array => value.items().collect(),
            Some(value) => {
                if !is_blank(value) {
                    self.wrong(value, "an array");
                }
                Vec::new()
            }
            None => Vec::new(),
        }
    }

    /// An object member; anything else is noted and absent.
    pub(crate) fn object<'a>(&mut self, object: Value<'a>, name: &str) -> Option<Value<'a>> {
        let value = member(object, name)?;
        if value.kind() != Kind::Object {
            self.wrong(value, "an object");
            return None;
        }
        Some(value)
    }

    /// An object member as its JSON text, for what belongs to people.
    pub(crate) fn raw_object(&mut self, object: Value<'_>, name: &str) -> Option<RawJson> {
        self.object(object, name).map(|v| v.raw().into())
    }

    /// Notes that a member has another type than the protocol says.
    pub(crate) fn wrong(&mut self, value: Value<'_>, expected: &str) {
        if self.is_full() {
            return;
        }
        let found = value.kind().word();
        self.add("wrong-type", format!("{} should be {expected}, found {found}", value.pointer()));
    }

    /// Whether no more notes are kept: a pointer need not be worked out any more.
    pub(crate) fn is_full(&self) -> bool {
        self.notes.len() >= KEPT
    }

    pub(super) fn finish(self) -> Vec<Note> {
        self.notes
    }
}
