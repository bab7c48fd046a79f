//! Validating a value: the verdict first, then, when it is no, everything that is wrong.

use crate::json::{Document, Value};
use crate::run::event::Verdict;

use super::finding::{Finding, Step};
use super::strict::StrictType;
use super::{compile, cost, explain, numbers, words};

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
    options: Options,
    compiled: jsonschema::Validator,
}

impl Validator {
    /// Compiles a schema that was checked. Compiling recurses as deep as schema and references nest, which the check
    /// bounds.
    ///
    /// # Errors
    /// A finding, when it does not compile.
    pub fn new(schema: &Document, options: Options) -> Result<Validator, Box<Finding>> {
        let compiled = compile::options(options.assert_formats).build(&schema.root().to_serde()).map_err(|error| {
            let message = format!("the schema does not compile: {}", words::cut(&error.to_string(), 200));
            Box::new(Finding::error(Step::Valid, "schema-invalid", "schema.compile", message).at(schema.root()))
        })?;
        Ok(Validator { schema: schema.clone(), options, compiled })
    }

    /// A bound of the work that listing every error of this value may take; see `cost`.
    pub fn cost(&self, value: &Document) -> u64 {
        cost::bound(&self.schema, value)
    }

    /// Whether a value is valid, without reasons; what cannot be decided is not. Recurses as [`Validator::verdict`].
    pub fn is_valid(&self, value: &Document) -> bool {
        incomparable(&numbers::fractional(value)).is_none() && self.compiled.is_valid(&value.root().to_serde())
    }

    /// The verdict on a value. Neither time nor memory is bounded here; `judge` does that. It recurses as deep as
    /// schema, references and value nest: give it a thread with 16 MiB of stack.
    pub fn verdict(&self, value: &Document) -> Verdict {
        self.verdict_announced(value, &mut || {})
    }

    /// The verdict on a value; `refused` is called as soon as it is known to be no, before the list is made.
    pub fn verdict_announced(&self, value: &Document, refused: &mut dyn FnMut()) -> Verdict {
        let fractional = numbers::fractional(value);
        if let Some(sentence) = incomparable(&fractional) {
            return Verdict::Undecided(sentence);
        }
        let instance = value.root().to_serde();
        if self.compiled.is_valid(&instance) {
            return Verdict::Valid(self.warnings(value, &fractional, &instance));
        }
        refused();
        // Never `validate`: it builds the same tree of errors to give one of them.
        let errors: Vec<_> = self.compiled.iter_errors(&instance).collect();
        if errors.is_empty() {
            return Verdict::Undecided("the value is not valid, and the validator says no reason".to_owned());
        }
        let explained = explain::explain(&self.schema, value, errors);
        if explained.undecided {
            return Verdict::Undecided(PATTERN_LIMIT.to_owned());
        }
        let mut findings = explained.findings;
        let more = findings.len().saturating_sub(LISTED) + explained.uncounted;
        findings.truncate(LISTED);
        Verdict::Invalid { findings, more: Some(more) }
    }

    /// What is worth saying of a valid value: formats that are not met, 78.0 where an integer is asked for, numbers a
    /// double makes 0 of.
    fn warnings(&self, value: &Document, fractional: &[Value<'_>], instance: &serde_json::Value) -> Vec<Finding> {
        let mut findings = numbers::too_small(fractional);
        let formats = !self.options.assert_formats && mentions(&self.schema, "format");
        let spellings = fractional.iter().any(|v| numbers::is_spelled_integer(*v));
        if formats || spellings {
            let mut options = compile::options(formats || self.options.assert_formats);
            if spellings {
                options = options.with_keyword("type", StrictType::factory);
            }
            if let Ok(strict) = options.build(&self.schema.root().to_serde())
                && !strict.is_valid(instance)
            {
                let errors = strict.iter_errors(instance).collect();
                findings.extend(explain::as_warnings(explain::explain(&self.schema, value, errors).findings));
            }
        }
        findings.sort_by_key(|f| f.span.as_ref().map(|s| s.start));
        findings.truncate(LISTED);
        findings
    }
}

const PATTERN_LIMIT: &str = "a pattern reached its step limit on this value, so it could not be decided";

/// A number whose exponent does not fit 64 bits cannot be compared with others exactly.
fn incomparable(fractional: &[Value<'_>]) -> Option<String> {
    let number = fractional.iter().find(|v| {
        let exponent = v.raw().split_once(['e', 'E']).map_or(0, |(_, exponent)| exponent.len());
        exponent > 17
    })?;
    let place = number.pointer();
    Some(format!("{} has an exponent too large to compare: {}", words::place_name(&place), words::excerpt(*number)))
}

fn mentions(schema: &Document, keyword: &str) -> bool {
    (0..schema.len()).filter_map(|index| schema.value(index)).any(|v| v.key_is(keyword))
}
