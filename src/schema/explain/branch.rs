//! Unions: which branch was meant, so that only its findings are shown.
//!
//! A branch whose type differs at the root was not meant; one whose tag (a `const` or small `enum` member) differs
//! hardly; else the one with the fewest errors, then the one whose errors stand deepest.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;

use crate::json::{Kind as Json, Value};
use crate::schema::words::{cut, either, excerpt, place_name};

use super::{Context, Explainer, Said, UNION_DEPTH, sentence};

/// An `enum` with more values than this is no tag.
const TAG_VALUES: usize = 10;

type Branches<'e> = [Vec<ValidationError<'e>>];

/// How far a branch is from fitting; less is closer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Distance {
    other_type: bool,
    other_tag: bool,
    errors: usize,
    shallow: usize,
}

impl<'a> Explainer<'a> {
    pub(super) fn union(
        &mut self,
        error: &ValidationError<'_>,
        branches: &Branches<'_>,
        keyword: &str,
        context: &Context,
    ) {
        let pointer = error.instance_path().as_str();
        let distances: Vec<Distance> = branches.iter().map(|branch| distance(branch, pointer)).collect();
        let best = (0..branches.len()).min_by_key(|&index| distances[index]);
        let closest = best.filter(|&index| !distances[index].other_type && context.depth < UNION_DEPTH);
        let Some(index) = closest else {
            return self.no_branch(error, branches, keyword, context);
        };
        if distances[index].other_tag && self.no_tag(error, branches, &distances, context) {
            return;
        }
        let ties = distances.iter().filter(|d| **d == distances[index]).count();
        let list = self.schema.at(error.schema_path().as_str());
        let schema = list.and_then(|list| list.item(index));
        let mut label = format!("branch {} of {keyword}", index + 1);
        if let Some(name) = schema.and_then(branch_name) {
            label = format!("{label}, {name}");
        }
        if ties > 1 {
            label = format!("{label}, as close as another");
        }
        let inner = Context { branch: Some(label), depth: context.depth + 1 };
        for error in &branches[index] {
            self.error(error, &inner);
        }
    }

    /// No branch is for a value of this type: one finding that lists what they are for.
    fn no_branch(&mut self, error: &ValidationError<'_>, branches: &Branches<'_>, keyword: &str, context: &Context) {
        let pointer = error.instance_path().as_str();
        let at = self.place(pointer);
        let mut expected: Vec<String> = Vec::new();
        let mut fix = None;
        for branch in branches {
            let at_root = branch.iter().filter(|e| e.instance_path().as_str() == pointer);
            for inner in at_root.take(1) {
                let asked = self.schema.at(inner.schema_path().as_str());
                let said = sentence::say(inner, at, asked);
                fix = fix.or(said.fix);
                if !expected.contains(&said.expected) {
                    expected.push(said.expected);
                }
            }
        }
        if expected.is_empty() || expected.len() > 8 {
            expected = vec![format!("one of the {} branches of {keyword}", branches.len())];
        }
        let expected = either(&expected);
        let found = excerpt(at);
        let message = format!("{} is {found}, the schema asks for {expected}", place_name(pointer));
        let said = Said { rule: keyword.to_owned(), message, expected, found, fix };
        self.push(error, at, said, context);
    }

    /// Every branch of the right type wants another tag at the same member: one finding with all the tags. Says
    /// whether it was so.
    fn no_tag(
        &mut self,
        error: &ValidationError<'_>,
        branches: &Branches<'_>,
        distances: &[Distance],
        context: &Context,
    ) -> bool {
        let pointer = error.instance_path().as_str();
        let mut place: Option<String> = None;
        let mut wanted: Vec<Value<'a>> = Vec::new();
        for (branch, _) in branches.iter().zip(distances).filter(|(_, d)| !d.other_type) {
            let Some(tag) = branch.iter().find(|e| is_tag(e, pointer)) else { return false };
            let here = tag.instance_path().as_str();
            if place.get_or_insert_with(|| here.to_owned()) != here {
                return false;
            }
            match self.schema.at(tag.schema_path().as_str()) {
                Some(list) if list.kind() == Json::Array && list.key_is("enum") => wanted.extend(list.items()),
                Some(value) => wanted.push(value),
                None => {}
            }
        }
        let Some(place) = place else { return false };
        let at = self.place(&place);
        let texts: Vec<String> = wanted.iter().take(8).map(|v| cut(v.raw(), 60)).collect();
        let mut expected = either(&texts);
        if wanted.len() > texts.len() {
            expected = format!("one of {} … ({} values)", texts.join(", "), wanted.len());
        }
        let found = excerpt(at);
        let fix = sentence::nearest_value(at, wanted.iter().copied());
        let message = format!("{} is {found}, the schema asks for {expected}", place_name(&place));
        let rule = error.kind().keyword().to_owned();
        let said = Said { rule, message, expected, found, fix };
        self.push_at(error.schema_path().as_str(), at, at.span(), place, said, context);
        true
    }
}

fn distance(branch: &[ValidationError<'_>], pointer: &str) -> Distance {
    let at_root = |error: &ValidationError<'_>| error.instance_path().as_str() == pointer;
    let other_type = branch.iter().any(|error| {
        at_root(error)
            && match error.kind() {
                Kind::Type { .. } | Kind::Constant { .. } | Kind::Enum { .. } | Kind::FalseSchema => true,
                // A union inside is of another type when all its branches are.
                Kind::AnyOf { context } | Kind::OneOfNotValid { context } => context
                    .iter()
                    .all(|inner| inner.iter().any(|e| at_root(e) && matches!(e.kind(), Kind::Type { .. }))),
                _ => false,
            }
    });
    let errors = branch.iter().map(|error| match error.kind() {
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => unexpected.len(),
        _ => 1,
    });
    let deepest = branch.iter().map(|error| depth(error.instance_path().as_str())).max().unwrap_or(0);
    Distance {
        other_type,
        other_tag: branch.iter().any(|error| is_tag(error, pointer)),
        errors: errors.sum(),
        shallow: usize::MAX - deepest,
    }
}

/// Whether an error is a `const` or small `enum` at a member of the union's value.
fn is_tag(error: &ValidationError<'_>, pointer: &str) -> bool {
    let tag = match error.kind() {
        Kind::Constant { expected_value } => expected_value.is_string() || expected_value.is_number(),
        Kind::Enum { options } => options.as_array().is_some_and(|list| list.len() <= TAG_VALUES),
        _ => false,
    };
    tag && depth(error.instance_path().as_str()) == depth(pointer) + 1
}

fn depth(pointer: &str) -> usize {
    pointer.bytes().filter(|b| *b == b'/').count()
}

/// What a branch is called: its tag, its title, or the last word of its `$ref`.
fn branch_name(schema: Value<'_>) -> Option<String> {
    let target = sentence::resolved(schema);
    let properties = target.get("properties");
    let tag = properties.into_iter().flat_map(|map| map.members()).find_map(|member| {
        let value = member.value.get("const").or_else(|| {
            let list = member.value.get("enum")?;
            (list.items().count() == 1).then(|| list.item(0)).flatten()
        })?;
        (value.kind() == Json::String).then(|| format!("{} {}", cut(&member.key(), 30), cut(value.raw(), 40)))
    });
    let title = || target.get("title").and_then(|v| v.as_str()).map(|t| cut(&t, 40));
    let name = || schema.get("$ref").and_then(|v| v.as_str()).and_then(|r| r.rsplit('/').next().map(|n| cut(n, 40)));
    tag.or_else(title).or_else(name)
}
