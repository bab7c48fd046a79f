//! Making a value from a schema: an instance that is valid, dressed so that it looks like a recipe, and then, for the
//! scenarios that go wrong, spoiled in one way.
//!
//! Every change is tried and kept only when the value stays valid (or, for a spoiled one, is not any more), so it works
//! for whatever schema was sent.

mod dress;
mod pantry;
mod spoil;

use std::time::{Duration, Instant};

use super::scenario::Form;
use super::structured::Order;
use crate::json::{self, Document, Limits};
use crate::kedi::Encoding;
use crate::schema::{self, Options, Validator};

pub(super) use spoil::with_nan;

/// The same schema gives the same value.
const SEED: u64 = 4;
/// How long an instance is looked for.
const BUDGET: Duration = Duration::from_millis(200);
/// Work of one validation up to which a value is judged here: a few hundredths of a second.
const WORK: u64 = 1_000_000;
/// The sentence when there is none.
pub(super) const NOT_FOUND: &str = "no value was found in 200 ms that is valid against the schema";

/// A value for this order in this form, as JSON text. Blocks for the 200 ms at most, and a little.
///
/// # Errors
/// The sentence the task fails with.
pub(super) fn make(order: &Order, form: Form) -> Result<String, String> {
    let schema = parse(order.answered_by())?;
    let validator = Validator::new(&schema, Options::default()).map_err(|finding| finding.message)?;
    let taster = Taster { validator, until: Instant::now() + BUDGET };
    if form == Form::Undecidable {
        return spoil::undecidable(&taster);
    }
    let sample = schema::sample(&schema, SEED, &mut || taster.in_time());
    let plain = sample.ok().and_then(|text| parse(&text).ok()).filter(|plain| taster.affordable(plain));
    let plain = match (plain, form) {
        (Some(plain), _) => plain,
        // A value that is wrong needs none that is right.
        (None, Form::Mismatched) => return spoil::mismatched(&taster, &parse("null")?),
        (None, _) => return Err(NOT_FOUND.into()),
    };
    let lossless = order.encoding == Encoding::JsonUtf8 && form != Form::Data;
    let dressed = dress::from_pantry(&taster, plain, lossless);
    let dressed = if lossless { dressed } else { dress::with_doubles(&taster, dressed) };
    Ok(match form {
        Form::BigNumbers => dress::with_numbers(&taster, dressed).text().to_owned(),
        Form::Unicode => dress::with_strings(&taster, dressed, dress::SCRIPTS).text().to_owned(),
        Form::Hostile => dress::with_strings(&taster, dressed, dress::HOSTILE).text().to_owned(),
        Form::Mismatched => spoil::mismatched(&taster, &dressed)?,
        _ => dressed.text().to_owned(),
    })
}

/// Judges values, as long as there is time.
struct Taster {
    validator: Validator,
    until: Instant,
}

impl Taster {
    /// Whether the value is valid; `false` too when that takes too much work, or the time is over.
    fn valid(&self, value: &Document) -> bool {
        self.in_time() && self.affordable(value) && self.validator.is_valid(value)
    }

    /// Whether the value is known not to be valid.
    fn invalid(&self, value: &Document) -> bool {
        self.affordable(value) && !self.validator.is_valid(value)
    }

    fn affordable(&self, value: &Document) -> bool {
        self.validator.cost(value) <= WORK
    }

    fn in_time(&self) -> bool {
        Instant::now() < self.until
    }
}

fn parse(text: &str) -> Result<Document, String> {
    json::parse_text(text, &Limits::default()).map_err(|fault| fault.to_string())
}
