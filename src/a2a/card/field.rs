//! Reading the card's members one by one; what is wrong becomes a finding with its pointer.

use crate::a2a::lenient::{is_blank, is_snake_form, same_name};
use crate::json::{Kind, Value};
use crate::schema::Severity;

use super::{FINDINGS, Finding};

/// Reads members and collects findings.
#[derive(Default)]
pub(super) struct Fields {
    pub(super) findings: Vec<Finding>,
    pub(super) more: usize,
    pub(super) ignored: Vec<String>,
    /// Which finding notes the first snake_case name of the document.
    snake: Option<usize>,
}

impl Fields {
    /// Adds a finding about a value.
    pub(super) fn add(
        &mut self,
        rule: &'static str,
        severity: Severity,
        at: Value<'_>,
        message: String,
        fix: Option<&str>,
    ) {
        if self.findings.len() >= FINDINGS {
            self.more += 1;
            return;
        }
        let fix = fix.map(str::to_owned);
        self.findings.push(Finding { rule, severity, message, pointer: at.pointer(), place: Some(at.place()), fix });
    }

    /// The last member with this name that is not `null`; a snake_case spelling is taken, and the
    /// first one in the document is noted.
    pub(super) fn member<'a>(&mut self, object: Value<'a>, camel: &str) -> Option<Value<'a>> {
        let found = object.members().filter(|m| same_name(&m.key(), camel)).last()?;
        if is_snake_form(&found.key(), camel) {
            self.snake_case(found.value, &found.key(), camel);
        }
        (!found.value.is_null()).then_some(found.value)
    }

    /// Notes the spelling once a card, whatever the order in which members are read.
    fn snake_case(&mut self, value: Value<'_>, key: &str, camel: &str) {
        let place = Some(value.place());
        match self.snake.and_then(|index| self.findings.get(index)) {
            Some(noted) if noted.place <= place => return,
            Some(_) => {
                self.snake.take().map(|index| self.findings.remove(index));
            }
            None => {}
        }
        let message = format!("the name {key:?} is snake_case; the specification says {camel:?}");
        let fix = "write member names in camelCase: strict clients refuse this card";
        self.snake = Some(self.findings.len());
        self.add("card-snake-case", Severity::Warning, value, message, Some(fix));
    }

    /// A string member; `""` is absent, a number is taken by its text.
    pub(super) fn string(&mut self, object: Value<'_>, camel: &str) -> Option<String> {
        let value = self.member(object, camel)?;
        match value.kind() {
            Kind::String => value.as_str().map(|s| s.into_owned()).filter(|s| !s.is_empty()),
            Kind::Number => {
                self.wrong(value, "a string");
                Some(value.raw().to_owned())
            }
            _ => {
                self.wrong(value, "a string");
                None
            }
        }
    }

    /// A boolean member.
    pub(super) fn flag(&mut self, object: Value<'_>, camel: &str) -> Option<bool> {
        let value = self.member(object, camel)?;
        if value.kind() != Kind::Bool {
            self.wrong(value, "true or false");
        }
        value.as_bool()
    }

    /// An object member.
    pub(super) fn object<'a>(&mut self, object: Value<'a>, camel: &str) -> Option<Value<'a>> {
        let value = self.member(object, camel)?;
        if value.kind() != Kind::Object {
            if !is_blank(value) {
                self.wrong(value, "an object");
            }
            return None;
        }
        Some(value)
    }

    /// The items of an array member.
    pub(super) fn items<'a>(&mut self, object: Value<'a>, camel: &str) -> Vec<Value<'a>> {
        match self.member(object, camel) {
            Some(value) if value.kind() == Kind::Array => value.items().collect(),
            Some(value) if !is_blank(value) => {
                self.wrong(value, "an array");
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    /// The objects of an array member.
    pub(super) fn objects<'a>(&mut self, object: Value<'a>, camel: &str) -> Vec<Value<'a>> {
        let items = self.items(object, camel);
        items.into_iter().filter(|item| self.is_object(*item)).collect()
    }

    fn is_object(&mut self, value: Value<'_>) -> bool {
        if value.kind() != Kind::Object && !value.is_null() {
            self.wrong(value, "an object");
        }
        value.kind() == Kind::Object
    }

    /// The strings of an array member, empty ones left out.
    pub(super) fn strings(&mut self, object: Value<'_>, camel: &str) -> Vec<String> {
        let items = self.items(object, camel);
        let mut strings = Vec::new();
        for item in items {
            match item.as_str() {
                Some(text) if !text.is_empty() => strings.push(text.into_owned()),
                Some(_) => {}
                None => self.wrong(item, "a string"),
            }
        }
        strings
    }

    /// Lists the members of an object that are none of these.
    pub(super) fn unknown(&mut self, object: Value<'_>, known: &[&str]) {
        for member in object.members() {
            let key = member.key();
            if !known.iter().any(|camel| same_name(&key, camel)) && self.ignored.len() < FINDINGS {
                self.ignored.push(member.value.pointer());
            }
        }
    }

    /// Adds the finding that a value has the wrong type.
    pub(super) fn wrong(&mut self, value: Value<'_>, expected: &str) {
        let message = format!("{} should be {expected}, found {}", place_name(value), value.kind().word());
        self.add("card-wrong-type", Severity::Error, value, message, None);
    }
}

/// The last word of a value's pointer: `name`, `tags[2]`.
fn place_name(value: Value<'_>) -> String {
    match (value.key(), value.parent()) {
        (Some(key), _) => format!("{:?}", &*key),
        (None, Some(parent)) => match parent.key() {
            Some(key) => format!("an item of {:?}", &*key),
            None => "an item".to_owned(),
        },
        (None, None) => "the card".to_owned(),
    }
}
