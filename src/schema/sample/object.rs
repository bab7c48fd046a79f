//! Making objects: what is required, what is declared, and names where the schema leaves them open.

use std::collections::HashSet;

use crate::json::Value;

use super::facets::Facets;
use super::names::Spot;
use super::vocabulary;
use super::{Made, Maker, Result_, VALUES};

/// Entries of an object whose names are open.
const OPEN_ENTRIES: usize = 3;
/// How often another name is tried.
const AGAIN: usize = 40;

impl Maker<'_> {
    pub(super) fn object(&mut self, mut facets: Facets<'_>, spot: &Spot) -> Result_ {
        let (names, required) = self.names(&mut facets, spot)?;
        let most = facets.count("maxProperties").unwrap_or(usize::MAX);
        let least = facets.count("minProperties").unwrap_or(0);
        if least > VALUES {
            return Err(format!("the object at {} needs {least} members, more than are made", spot.place()));
        }
        let mut members: Vec<(String, Made)> = Vec::new();
        let mut musts_left = names.iter().filter(|name| required.contains(*name)).count();
        for name in &names {
            let must = required.contains(name);
            musts_left -= usize::from(must);
            if !must && members.len() + musts_left >= most {
                continue;
            }
            let schemas = self.schemas_of_member(&facets, name);
            match self.make(&schemas, &spot.member(name)) {
                Ok(made) => members.push((name.clone(), made)),
                Err(_) if !must => {}
                Err(why) => return Err(why),
            }
        }
        let open = if members.is_empty() && is_open(&facets) && !self.spare(spot) { OPEN_ENTRIES } else { 0 };
        let wanted = least.max(open).min(most);
        let mut again = 0;
        while members.len() < wanted && again < AGAIN {
            let name = self.open_name(&facets, spot, members.len() + again);
            again += 1;
            if members.iter().any(|(taken, _)| *taken == name) {
                continue;
            }
            let schemas = self.schemas_of_member(&facets, &name);
            let inner = spot.entry(&name, members.len());
            if let Ok(made) = self.make(&schemas, &inner) {
                members.push((name, made));
            }
        }
        if members.len() < least {
            return Err(format!("the object at {} needs {least} members", spot.place()));
        }
        Ok(Made::Object(members))
    }

    /// The names to make, in the order they are declared, and which of them must be.
    fn names(&mut self, facets: &mut Facets<'_>, spot: &Spot) -> Result<(Vec<String>, HashSet<String>), String> {
        let spare = self.spare(spot);
        let mut added: HashSet<String> = HashSet::new();
        // What a member brings along may bring along more.
        for _ in 0..8 {
            let required = required(facets);
            let mut names: Vec<String> = Vec::new();
            let mut seen = HashSet::new();
            for map in facets.all("properties") {
                for member in map.members() {
                    let name = member.key().into_owned();
                    let wanted = !spare && member.value.as_bool() != Some(false);
                    if (wanted || required.contains(&name)) && seen.insert(name.clone()) {
                        names.push(name);
                    }
                }
            }
            let mut undeclared: Vec<String> = required.iter().filter(|name| !seen.contains(*name)).cloned().collect();
            undeclared.sort_unstable();
            names.extend(undeclared);
            let brought: Vec<Value<'_>> = facets
                .all("dependentSchemas")
                .flat_map(|map| map.members())
                .filter(|m| names.contains(&m.key().into_owned()) && added.insert(m.value.pointer()))
                .map(|m| m.value)
                .collect();
            if brought.is_empty() {
                return self.with_dependents(facets, names, required);
            }
            facets.add(&brought, self, spot)?;
        }
        Err(format!("members of {} bring along ever more", spot.place()))
    }

    /// Adds what `dependentRequired` asks for because of members that are made.
    fn with_dependents(
        &self,
        facets: &Facets<'_>,
        mut names: Vec<String>,
        mut required: HashSet<String>,
    ) -> Result<(Vec<String>, HashSet<String>), String> {
        let mut at = 0;
        while let Some(name) = names.get(at).cloned() {
            at += 1;
            for list in facets.all("dependentRequired").filter_map(|map| map.get(&name)) {
                for also in list.items().filter_map(|v| v.as_str()) {
                    if required.insert(also.clone().into_owned()) && !names.contains(&also.clone().into_owned()) {
                        names.push(also.into_owned());
                    }
                }
            }
        }
        Ok((names, required))
    }

    /// The schemas of a member: where it is declared, where its name matches, else what is said of all others.
    fn schemas_of_member<'a>(&mut self, facets: &Facets<'a>, name: &str) -> Vec<Value<'a>> {
        let mut schemas = Vec::new();
        for schema in &facets.schemas {
            let mut found: Vec<Value<'a>> =
                schema.get("properties").and_then(|map| map.get(name)).into_iter().collect();
            for member in schema.get("patternProperties").into_iter().flat_map(|map| map.members()) {
                if self.matches(&member.key(), name) {
                    found.push(member.value);
                }
            }
            if found.is_empty() {
                found.extend(schema.get("additionalProperties"));
            }
            schemas.extend(found);
        }
        schemas
    }

    /// A name where the schema leaves it open: as `propertyNames` and `patternProperties` say, else a plain word.
    fn open_name(&mut self, facets: &Facets<'_>, spot: &Spot, number: usize) -> String {
        for names in facets.all("propertyNames") {
            let listed: Vec<String> = names
                .get("enum")
                .into_iter()
                .flat_map(|list| list.items())
                .filter_map(|v| v.as_str().map(|t| t.into_owned()))
                .collect();
            if !listed.is_empty() {
                return listed[number % listed.len()].clone();
            }
            if let Some(pattern) = names.get("pattern").and_then(|v| v.as_str())
                && let Some(text) = self.text_for_pattern(&pattern, 0, number)
            {
                return text;
            }
        }
        let patterns: Vec<String> = facets
            .all("patternProperties")
            .flat_map(|map| map.members())
            .filter(|m| m.value.as_bool() != Some(false))
            .map(|m| m.key().into_owned())
            .collect();
        if !patterns.is_empty()
            && let Some(text) = self.text_for_pattern(&patterns[number % patterns.len()], 0, number)
        {
            return text;
        }
        vocabulary::key(spot, number)
    }
}

fn required(facets: &Facets<'_>) -> HashSet<String> {
    facets.all("required").flat_map(|list| list.items()).filter_map(|v| v.as_str().map(|t| t.into_owned())).collect()
}

/// Whether names that are not declared are meant to stand here: the object has a schema for them.
fn is_open(facets: &Facets<'_>) -> bool {
    let described = facets.all("additionalProperties").any(|v| v.as_bool().is_none());
    let closed = facets.all("additionalProperties").any(|v| v.as_bool() == Some(false));
    !closed && described || facets.has("patternProperties")
}
