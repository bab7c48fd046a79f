//! A bound of the work a validation may take, without doing it.
//!
//! Listing errors visits, at each node of the value, the schemas that apply to it, with references expanded. How many
//! those are at most is counted level by level of the value: a recursive schema is unrolled once a level. Of the
//! schemas for children only those that may see the same child add up. The bound is that number times the nodes of the
//! value; it is reached only by schemas that try everything everywhere.

use std::collections::HashMap;

use crate::json::{Document, Value};

use super::keyword::Applies;
use super::reference::{Target, anchors, references};
use super::walk::{Walk, children};

/// Values of an `enum`, names of `required` and so on are compared quickly: this many are one visit.
const QUICK: u64 = 16;
/// A long text costs as much as a node for so many bytes: errors carry copies of what they speak about.
const BYTES: u64 = 64;

/// Schemas that may apply to one value in a row, each by the one before: validating recurses that deep.
const IN_A_ROW: usize = 4_000;

/// Schemas as numbers, and what each leads to.
struct Graph {
    /// What a visit of each schema costs by itself.
    own: Vec<u64>,
    /// Schemas that apply to the same value.
    same: Vec<Vec<usize>>,
    /// Schemas that apply each to another child.
    one: Vec<Vec<usize>>,
    /// Schemas that may all apply to one child.
    each: Vec<Vec<usize>>,
}

/// The bound: visits of schemas, saturating.
pub(super) fn bound(schema: &Document, value: &Document) -> u64 {
    let graph = Graph::new(schema);
    let nodes = value.len() as u64 + value.text().len() as u64 / BYTES;
    match graph.order() {
        None => u64::MAX,
        Some(order) => graph.visits(&order, value.root().depth()).saturating_mul(nodes),
    }
}

impl Graph {
    fn new(schema: &Document) -> Graph {
        let walk = Walk::new(schema);
        let number: HashMap<usize, usize> = walk.schemas().iter().enumerate().map(|(n, v)| (v.index(), n)).collect();
        let anchors = anchors(&walk);
        let count = walk.schemas().len();
        let mut graph = Graph {
            own: vec![1; count],
            same: vec![Vec::new(); count],
            one: vec![Vec::new(); count],
            each: vec![Vec::new(); count],
        };
        for (at, &schema) in walk.schemas().iter().enumerate() {
            for child in children(schema) {
                let Some(&to) = number.get(&child.schema.index()) else { continue };
                match child.applies() {
                    Applies::InPlace => graph.same[at].push(to),
                    Applies::OneChild => graph.one[at].push(to),
                    Applies::EachChild => graph.each[at].push(to),
                    Applies::Nowhere => {}
                }
            }
            for (reference, target) in references(schema) {
                let found = match &target {
                    Target::Pointer(_) => walk.led_to(reference),
                    Target::Anchor(name) => anchors.get(name).copied(),
                    Target::Outside => None,
                };
                graph.same[at].extend(found.and_then(|v: Value<'_>| number.get(&v.index())));
            }
            let lists = ["enum", "required", "properties"].into_iter().filter_map(|name| schema.get(name));
            graph.own[at] += lists.map(|v| v.children().count() as u64 / QUICK).sum::<u64>();
        }
        graph
    }

    /// The schemas so that each stands after those it applies in place. A schema that leads back to itself in place is
    /// not followed again; more than one such way back, or too many schemas in a row, has no bound worth the name.
    fn order(&self) -> Option<Vec<usize>> {
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            New,
            Open,
            Done,
        }
        let mut state = vec![State::New; self.own.len()];
        let mut order = Vec::with_capacity(self.own.len());
        let mut ways_back = 0;
        for root in 0..self.own.len() {
            if state[root] != State::New {
                continue;
            }
            state[root] = State::Open;
            let mut open = vec![(root, 0)];
            while let Some((at, next)) = open.last_mut() {
                match self.same[*at].get(*next) {
                    None => {
                        state[*at] = State::Done;
                        order.push(*at);
                        open.pop();
                    }
                    Some(&to) => {
                        *next += 1;
                        match state[to] {
                            State::New if open.len() >= IN_A_ROW => return None,
                            State::New => {
                                state[to] = State::Open;
                                open.push((to, 0));
                            }
                            State::Open => ways_back += 1,
                            State::Done => {}
                        }
                    }
                }
            }
        }
        (ways_back <= 1).then_some(order)
    }

    /// Visits at one node of the value and below it, along one way down, for the schema with number 0, the root.
    fn visits(&self, order: &[usize], depth: usize) -> u64 {
        let count = self.own.len();
        let mut below: Vec<u64> = vec![0; count];
        for _ in 0..=depth {
            // What is later in the order is only reached by ways back, which count nothing: it stays at 0.
            let mut here: Vec<u64> = vec![0; count];
            for &at in order {
                let same = self.same[at].iter().fold(0u64, |sum, &to| sum.saturating_add(here[to]));
                let one = self.one[at].iter().map(|&to| below[to]).max().unwrap_or(0);
                let each = self.each[at].iter().fold(0u64, |sum, &to| sum.saturating_add(below[to]));
                here[at] = self.own[at].saturating_add(same).saturating_add(one).saturating_add(each);
            }
            if here == below {
                break;
            }
            below = here;
        }
        below.first().copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(schema: &str, value: &str) -> u64 {
        let parse = |text: &str| crate::json::parse_text(text, &crate::json::Limits::default()).expect("JSON");
        bound(&parse(schema), &parse(value))
    }

    #[test]
    fn a_flat_schema_costs_a_few_visits_a_node() {
        let schema = r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"array","items":{}}}}"#;
        assert_eq!(cost(schema, r#"{"a":"x","b":[1,2]}"#), 3 * 5);
    }

    #[test]
    fn references_multiply() {
        let mut defs: Vec<String> = (0..22)
            .map(|n| format!(r##""l{n}":{{"anyOf":[{{"$ref":"#/$defs/l{0}"}},{{"$ref":"#/$defs/l{0}"}}]}}"##, n + 1))
            .collect();
        defs.push(r#""l22":{"type":"string"}"#.to_owned());
        let schema = format!(r##"{{"$ref":"#/$defs/l0","$defs":{{{}}}}}"##, defs.join(","));
        assert!(cost(&schema, "1") > 1 << 22);
    }

    #[test]
    fn too_many_references_in_a_row_have_no_bound() {
        let chain = |length: usize| {
            let defs: Vec<String> = (0..length).map(|n| format!(r##""{n}":{{"$ref":"#/$defs/{}"}}"##, n + 1)).collect();
            format!(r##"{{"$ref":"#/$defs/0","$defs":{{{},"{length}":true}}}}"##, defs.join(","))
        };
        assert_eq!(cost(&chain(1_000), "1"), 1_002);
        assert_eq!(cost(&chain(5_000), "1"), u64::MAX);
    }

    #[test]
    fn a_recursive_schema_counts_once_a_level_of_the_value() {
        let list = r##"{"properties":{"next":{"$ref":"#"},"value":{}}}"##;
        assert_eq!(cost(list, "1"), 1);
        assert!(cost(list, r#"{"next":{"next":{"next":1}}}"#) < 40);
        let twice = r##"{"anyOf":[{"items":{"$ref":"#"}},{"items":{"$ref":"#"}}]}"##;
        let nested = format!("{}1{}", "[".repeat(20), "]".repeat(20));
        assert!(cost(twice, &nested) > 1 << 20);
        let tree = r##"{"properties":{"left":{"$ref":"#"},"right":{"$ref":"#"}}}"##;
        let deep = format!("{}1{}", "{\"left\":".repeat(40), "}".repeat(40));
        assert!(cost(tree, &deep) < 10_000);
    }

    #[test]
    fn a_schema_that_leads_back_to_itself_in_place_many_ways_has_no_bound() {
        assert_eq!(cost(r##"{"anyOf":[{"$ref":"#"},{"$ref":"#"},{"type":"string"}]}"##, "1"), u64::MAX);
        assert_eq!(cost(r##"{"anyOf":[{"$ref":"#"},{"type":"string"}]}"##, "1"), 3);
    }
}
