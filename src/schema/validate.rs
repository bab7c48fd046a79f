//! Validating a value: the verdict first, then, when it is no, everything that is wrong.

use crate::json::Document;
use crate::run::event::Verdict;

use super::finding::{Finding, Step};
use super::{compile, words};

/// How many findings are listed; the verdict says how many more there are.
pub const LISTED: usize = 100;

/// How a value is validated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether an unmet `format` is a mismatch; otherwise it is a warning.
    pub assert_formats: bool,
}

/// A compiled schema.
#[derive(Debug)]
pub struct Validator {
    schema: Document,
    compiled: jsonschema::Validator,
}

impl Validator {
    /// Compiles a schema that was checked.
    ///
    /// # Errors
    /// A finding, when it does not compile.
    pub fn new(schema: &Document, options: Options) -> Result<Validator, Box<Finding>> {
        let compiled = compile::options(options.assert_formats).build(&schema.root().to_serde()).map_err(|error| {
            let message = format!("the schema does not compile: {}", words::cut(&error.to_string(), 200));
            Box::new(Finding::error(Step::Valid, "schema-invalid", "schema.compile", message).at(schema.root()))
        })?;
        Ok(Validator { schema: schema.clone(), compiled })
    }

    /// A bound of the work that listing every error may take: schema nodes with references expanded, times the nodes
    /// of the value.
    pub fn cost(&self, value: &Document) -> u64 {
        (self.schema.len() as u64).saturating_mul(value.len() as u64)
    }

    /// The verdict on a value.
    pub fn verdict(&self, value: &Document) -> Verdict {
        self.verdict_announced(value, &mut || {})
    }

    /// The verdict on a value; `refused` is called as soon as it is known to be no, before the list is made.
    pub fn verdict_announced(&self, value: &Document, refused: &mut dyn FnMut()) -> Verdict {
        let instance = value.root().to_serde();
        if self.compiled.is_valid(&instance) {
            return Verdict::Valid(Vec::new());
        }
        refused();
        let mut findings = Vec::new();
        let mut total = 0;
        for error in self.compiled.iter_errors(&instance) {
            total += 1;
            if findings.len() < LISTED {
                let pointer = error.instance_path().as_str();
                let at = value.at(pointer).unwrap_or(value.root());
                let keyword = error.kind().keyword();
                let message =
                    format!("{} is {}, the schema says no ({keyword})", words::place_name(pointer), words::excerpt(at));
                let mut finding = Finding::error(Step::Value, "schema-mismatch", keyword, message).at(at);
                finding.schema_pointer = Some(error.schema_path().as_str().to_owned());
                finding.schema_place = self.schema.at(error.schema_path().as_str()).map(|v| v.place());
                finding.found = Some(words::excerpt(at));
                findings.push(finding);
            }
        }
        Verdict::Invalid { more: Some(total - findings.len()), findings }
    }
}
