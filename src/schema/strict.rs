//! `type` as a stricter peer reads it: an integer is a number written without fraction and exponent.
//!
//! A second validation with it finds the places where 78.0 passes here and may be refused there.

use jsonschema::{Keyword, ValidationError, paths::Location};
use serde_json::{Map, Value as Json};

use crate::json::Number;

/// The keyword, compiled: the type names.
pub(super) struct StrictType {
    names: Vec<String>,
}

impl StrictType {
    /// Makes the keyword from its value in a schema.
    // The signature is the crate's.
    #[allow(clippy::unnecessary_wraps, clippy::result_large_err)]
    pub(super) fn factory<'a>(
        _: &'a Map<String, Json>,
        value: &'a Json,
        _: Location,
    ) -> Result<Box<dyn for<'i> Keyword<'i>>, ValidationError<'a>> {
        let name = |value: &Json| value.as_str().map(str::to_owned);
        let names = match value {
            Json::Array(list) => list.iter().filter_map(name).collect(),
            one => name(one).into_iter().collect(),
        };
        Ok(Box::new(StrictType { names }))
    }

    fn fits(&self, name: &str, value: &Json) -> bool {
        match (name, value) {
            ("null", Json::Null)
            | ("boolean", Json::Bool(_))
            | ("string", Json::String(_))
            | ("array", Json::Array(_))
            | ("object", Json::Object(_))
            | ("number", Json::Number(_)) => true,
            ("integer", Json::Number(number)) => Number::new(&number.to_string()).is_integer_literal(),
            _ => false,
        }
    }
}

impl<'i> Keyword<'i> for StrictType {
    fn validate(&self, instance: &'i Json) -> Result<(), ValidationError<'i>> {
        match Keyword::is_valid(self, instance) {
            true => Ok(()),
            false => Err(ValidationError::custom("another type")),
        }
    }

    fn is_valid(&self, instance: &'i Json) -> bool {
        self.names.iter().any(|name| self.fits(name, instance))
    }
}
