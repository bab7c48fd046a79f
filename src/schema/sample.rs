//! A believable instance of a schema: the same one for the same seed, valid or none.
//!
//! A value is made from the schemas that apply together at each place (`$ref` followed, `allOf` merged, a branch of each
//! union chosen), with words that suit the property's name. What cannot be built directly (`not`, `oneOf` that must fit
//! once, `if`) is reached by trying again with other choices. Every instance is validated before it is given out.

mod array;
mod chance;
mod decimal;
mod facets;
mod names;
mod number;
mod object;
mod pattern;
mod string;
mod vocabulary;

use std::collections::HashMap;

use crate::json::{self, Document, Value, Writer};

use super::validate::{Options, Validator};
use chance::Chance;
use facets::Facets;
use names::Spot;

/// How often another instance is tried.
const TRIES: u32 = 64;
/// Values of one instance at most; a schema that needs more has no sample.
const VALUES: usize = 20_000;
/// Values after which only what must be is made.
const ENOUGH: usize = 400;
/// Nesting after which only what must be is made.
const COMFORTABLE: usize = 7;
/// How often a schema may be inside itself: what goes on beyond has no end.
const INSIDE_ITSELF: usize = 24;
/// Nesting an instance may have at most.
const DEEPEST: usize = 128;

/// Makes an instance of a schema that was checked, as compact JSON text. `keep_going` is asked before each try and
/// inside long ones; when it says no, the search is over.
///
/// Recursion goes as deep as the instance nests, 128 levels at most.
///
/// # Errors
/// A sentence, when no instance was found.
pub fn sample(schema: &Document, seed: u64, keep_going: &mut dyn FnMut() -> bool) -> Result<String, String> {
    let compile = |assert_formats| Validator::new(schema, Options { assert_formats });
    // The best instance meets its formats too, though they are not asserted.
    let (exact, plain) = match (compile(true), compile(false)) {
        (Ok(exact), Ok(plain)) => (exact, plain),
        (Err(finding), _) | (_, Err(finding)) => return Err(finding.message.clone()),
    };
    let mut reason = None;
    let mut tried = 0;
    let mut patterns = HashMap::new();
    while tried < TRIES && keep_going() {
        let mut maker = Maker {
            chance: Chance::new(seed, tried),
            open: HashMap::new(),
            recursion: 0,
            style: Style::of(tried),
            theme: vocabulary::Theme::of(schema),
            values: 0,
            patterns: std::mem::take(&mut patterns),
            keep_going,
        };
        let made = maker.make(&[schema.root()], &Spot::root());
        patterns = std::mem::take(&mut maker.patterns);
        tried += 1;
        let text = match made {
            Ok(made) => made.text(),
            Err(why) => {
                reason = Some(why);
                continue;
            }
        };
        let Ok(document) = json::parse_text(&text, &json::Limits { depth: DEEPEST, ..json::Limits::default() }) else {
            continue;
        };
        if exact.is_valid(&document) || (tried > TRIES / 4 && plain.is_valid(&document)) {
            return Ok(text);
        }
    }
    let mut sentence = match tried {
        1 => "no value that fits the schema was found in 1 try".to_owned(),
        _ => format!("no value that fits the schema was found in {tried} tries"),
    };
    if let Some(why) = reason {
        sentence = format!("{sentence}: {why}");
    }
    Err(sentence)
}

/// What a try goes for.
#[derive(Clone, Copy, Debug)]
struct Style {
    /// Take `examples` and `default` where they stand.
    examples: bool,
    /// Leave out what need not be.
    minimal: bool,
    /// Choose the branches of unions by the length of the way, not by chance.
    plain_branches: bool,
}

impl Style {
    /// The first tries are the pleasant ones.
    fn of(tried: u32) -> Style {
        Style { examples: tried.is_multiple_of(4), minimal: tried % 3 == 2, plain_branches: tried == 1 }
    }
}

/// A value that was made.
#[derive(Clone, Debug, PartialEq)]
enum Made {
    /// A value of the schema, or a literal, as JSON text.
    Raw(String),
    Text(String),
    Array(Vec<Made>),
    Object(Vec<(String, Made)>),
}

impl Made {
    fn text(&self) -> String {
        let mut out = Writer::new();
        self.write(&mut out);
        out.finish()
    }

    fn write(&self, out: &mut Writer) {
        match self {
            Made::Raw(json) => {
                out.raw(json);
            }
            Made::Text(text) => {
                out.string(text);
            }
            Made::Array(items) => {
                out.array();
                items.iter().for_each(|item| item.write(out));
                out.end_array();
            }
            Made::Object(members) => {
                out.object();
                for (key, value) in members {
                    out.key(key);
                    value.write(out);
                }
                out.end_object();
            }
        }
    }
}

/// One try.
struct Maker<'k> {
    chance: Chance,
    /// How often each schema is open on the way down to here, by its tape index.
    open: HashMap<usize, usize>,
    /// How often the schema being made is inside itself.
    recursion: usize,
    style: Style,
    theme: vocabulary::Theme,
    values: usize,
    /// Patterns that were compiled, by their text; `None` for those that are not usable.
    patterns: HashMap<String, Option<jsonschema::Validator>>,
    keep_going: &'k mut dyn FnMut() -> bool,
}

type Result_ = Result<Made, String>;

impl Maker<'_> {
    /// Whether only what must be is made here.
    fn spare(&self, spot: &Spot) -> bool {
        self.style.minimal || self.deep(spot)
    }

    /// Whether it is time to come to an end.
    fn deep(&self, spot: &Spot) -> bool {
        self.values > ENOUGH || spot.depth > COMFORTABLE || self.recursion > 1
    }

    /// Makes a value that fits all these schemas.
    fn make(&mut self, schemas: &[Value<'_>], spot: &Spot) -> Result_ {
        self.values += 1;
        if self.values > VALUES || spot.depth > DEEPEST || self.recursion > INSIDE_ITSELF {
            let place = super::words::cut(spot.place(), 60);
            return Err(format!("a value would be endless at {place}"));
        }
        if self.values.is_multiple_of(64) && !(self.keep_going)() {
            return Err("the time is over".to_owned());
        }
        let facets = Facets::of(schemas, self, spot)?;
        let here: Vec<usize> = facets.schemas.iter().map(|schema| schema.index()).collect();
        let before = self.recursion;
        self.recursion = here.iter().filter_map(|index| self.open.get(index)).copied().max().unwrap_or(0);
        here.iter().for_each(|index| *self.open.entry(*index).or_insert(0) += 1);
        let made = self.make_of(facets, spot);
        for index in here {
            if let Some(count) = self.open.get_mut(&index) {
                *count -= 1;
            }
        }
        self.recursion = before;
        made
    }

    fn make_of(&mut self, facets: Facets<'_>, spot: &Spot) -> Result_ {
        if let Some(value) = facets.fixed(self) {
            return Ok(Made::Raw(json::compact(value)));
        }
        match facets.kind(self, spot)? {
            "null" => Ok(Made::Raw("null".to_owned())),
            "boolean" => Ok(Made::Raw(if self.chance.one_in(4) { "false" } else { "true" }.to_owned())),
            "integer" => self.number(&facets, spot, true),
            "number" => self.number(&facets, spot, false),
            "string" => self.string(&facets, spot),
            "array" => self.array(&facets, spot),
            _ => self.object(facets, spot),
        }
    }

    /// Whether a text matches a pattern; one that cannot be decided does not.
    fn matches(&mut self, pattern: &str, text: &str) -> bool {
        let compiled = self.patterns.entry(pattern.to_owned()).or_insert_with(|| {
            let mut schema = serde_json::Map::new();
            schema.insert("pattern".to_owned(), serde_json::Value::String(pattern.to_owned()));
            super::compile::options(false).build(&serde_json::Value::Object(schema)).ok()
        });
        compiled.as_ref().is_some_and(|validator| validator.is_valid(&serde_json::Value::String(text.to_owned())))
    }
}
