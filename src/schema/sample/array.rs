//! Making lists: three to five items where nothing else is asked, different ones where that is asked.

use crate::json::Value;

use super::facets::{Facets, whole};
use super::names::Spot;
use super::{Made, Maker, Result_, VALUES};

/// How often another item is tried when one repeats.
const AGAIN: usize = 12;

impl Maker<'_> {
    pub(super) fn array(&mut self, facets: &Facets<'_>, spot: &Spot) -> Result_ {
        let least = facets.count("minItems").unwrap_or(0);
        let most = facets.count("maxItems").unwrap_or(usize::MAX);
        if least > most {
            return Err(format!("the list at {} needs {least} items and may have {most}", spot.place()));
        }
        if least > VALUES {
            return Err(format!("the list at {} needs {least} items, more than are made", spot.place()));
        }
        let first = facets.all("prefixItems").map(|list| list.items().count()).max().unwrap_or(0);
        let held: usize = contained(facets).map(|(_, count)| count).sum();
        let unique = facets.all("uniqueItems").any(|v| v.as_bool() == Some(true));
        let rest_allowed = !facets.all("items").any(|v| v.as_bool() == Some(false));
        let mut length = least.max(held);
        if !self.spare(spot) {
            let usual = if spot.depth > 3 { 2 } else { 3 } + self.chance.below(if spot.depth > 1 { 2 } else { 3 });
            length = length.max(first.max(if first > 0 { 0 } else { usual }));
        } else if first > 0 && !self.style.minimal {
            length = length.max(first);
        }
        if !rest_allowed {
            length = length.min(first.max(least));
        }
        length = length.min(most);
        let mut items: Vec<Made> = Vec::new();
        let mut number = 0;
        let mut again = 0;
        while items.len() < length {
            let schemas = schemas_of_item(facets, items.len());
            let made = self.make(&schemas, &spot.item(number));
            number += 1;
            match made {
                Ok(made) if unique && items.contains(&made) => {
                    again += 1;
                    if again > AGAIN {
                        break;
                    }
                }
                Ok(made) => {
                    items.push(made);
                    again = 0;
                }
                // What cannot be made need not stand here.
                Err(_) if items.len() >= least.max(held) => break,
                Err(why) => return Err(why),
            }
        }
        if items.len() < least {
            return Err(format!("the list at {} needs {least} different items", spot.place()));
        }
        Ok(Made::Array(items))
    }
}

/// What `contains` asks for, and how many such items.
fn contained<'a>(facets: &Facets<'a>) -> impl Iterator<Item = (Value<'a>, usize)> {
    let pairs: Vec<(Value<'a>, usize)> = facets
        .schemas
        .iter()
        .filter_map(|schema| {
            let count = schema.get("minContains").and_then(whole).unwrap_or(1);
            schema.get("contains").map(|contains| (contains, count.min(VALUES)))
        })
        .collect();
    pairs.into_iter()
}

/// The schemas of an item: its place in `prefixItems`, else `items`, and what `contains` still asks for.
fn schemas_of_item<'a>(facets: &Facets<'a>, number: usize) -> Vec<Value<'a>> {
    let mut schemas: Vec<Value<'a>> = Vec::new();
    for schema in &facets.schemas {
        let first = schema.get("prefixItems").and_then(|list| list.item(number));
        schemas.extend(first.or_else(|| schema.get("items").or_else(|| schema.get("unevaluatedItems"))));
    }
    let mut from = 0;
    for (contains, count) in contained(facets) {
        if (from..from + count).contains(&number) {
            schemas.push(contains);
        }
        from += count;
    }
    schemas
}
