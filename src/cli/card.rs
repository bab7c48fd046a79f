//! What `catseye card` prints: who the agent is, where it is reached, what it offers, and what is wrong with its card.

use crate::a2a::card::Card;
use crate::json::{self, Document, Writer, escape_controls};
use crate::run::event::{Attempt, AttemptResult};
use crate::run::{Class, Run, StepId, StepState};
use crate::schema::Severity;
use crate::text::{bytes, count, harmless};

use super::findings::{self, About, Row};
use super::ink::{Ink, Role};
use super::progress::mark;

/// Skills that are listed for people; the JSON has the whole card.
const SKILLS: usize = 40;

/// What was found out about an agent: a run that went as far as its card.
#[derive(Debug)]
pub struct Report<'a> {
    run: &'a Run,
    /// The card as it came, and its text.
    card: Option<(&'a Card, Document)>,
    rows: Vec<Row>,
}

impl<'a> Report<'a> {
    /// Takes the findings from the card, and from what a run makes of it.
    pub fn new(run: &'a Run) -> Self {
        let text = run.attempts.iter().rev().find_map(|attempt| match &attempt.result {
            AttemptResult::Card(text) => json::parse_text(text, &json::Limits::default()).ok(),
            _ => None,
        });
        let card = run.card.as_deref().zip(text);
        let mut rows: Vec<Row> = card.iter().flat_map(|(card, _)| &card.findings).map(Row::from).collect();
        for row in &mut rows {
            let at = card.as_ref().and_then(|(_, document)| document.at(&row.pointer));
            row.span = at.filter(|_| row.place.is_some()).map(|value| value.span());
        }
        rows.extend(
            run.warnings.iter().map(|warning| Row::plain(&warning.code, Severity::Warning, &warning.message, None)),
        );
        if let Some(failure) = run.failure.as_ref().filter(|_| card.is_some()) {
            let severity = match failure.class {
                Class::ExtensionNotAdvertised => Severity::Info,
                _ => Severity::Error,
            };
            rows.push(Row::plain(failure.class.word(), severity, &failure.message, Some(&failure.hint)));
        }
        Report { run, card, rows }
    }

    /// Whether there is a card and nothing in it is an error.
    pub fn is_ok(&self) -> bool {
        self.card.is_some() && !findings::has_error(&self.rows)
    }

    /// Whether there is a card.
    pub fn has_card(&self) -> bool {
        self.card.is_some()
    }

    /// One JSON object, without a line feed.
    pub fn json(&self) -> String {
        let mut out = Writer::new();
        out.object().key("catseye").number(1).key("ok").bool(self.is_ok());
        out.key("findings");
        findings::write_json(&self.rows, &mut out);
        out.key("failure");
        match self.run.failure.as_ref().filter(|_| self.card.is_none()) {
            Some(failure) => {
                out.object().key("class").string(failure.class.word());
                out.key("message").string(&failure.message).key("hint").string(&failure.hint);
                out.end_object();
            }
            None => drop(out.null()),
        }
        out.key("attempts").array();
        for attempt in self.run.attempts.iter() {
            write_attempt(&mut out, attempt);
        }
        out.end_array();
        out.key("card_url").optional(self.run.card_url.as_deref());
        out.key("generation").optional(self.card.as_ref().map(|(card, _)| card.generation.word()));
        self.write_interfaces(&mut out);
        self.write_extension(&mut out);
        out.key("card");
        match &self.card {
            Some((_, document)) => out.raw(&escape_controls(&json::compact(document.root()))),
            None => out.null(),
        };
        out.end_object();
        out.finish()
    }

    fn write_interfaces(&self, out: &mut Writer) {
        out.key("interface");
        match self.run.chosen() {
            Some(chosen) => {
                out.object().key("url").string(&chosen.url).key("binding").string(chosen.binding.word());
                out.key("dialect").string(chosen.dialect.word()).key("tenant").optional(chosen.tenant.as_deref());
                out.end_object();
            }
            None => drop(out.null()),
        }
        out.key("interfaces").array();
        for one in self.run.choice.iter().flat_map(|choice| &choice.considered) {
            out.object().key("url").string(&one.interface.url);
            out.key("binding").optional(one.interface.binding.as_deref());
            out.key("version").optional(one.interface.version.as_deref());
            out.key("usable").bool(one.usable).key("reason").string(&one.reason).end_object();
        }
        out.end_array();
    }

    fn write_extension(&self, out: &mut Writer) {
        out.key("extension");
        match &self.run.params {
            Some(params) => {
                let encodings = |out: &mut Writer, key: &str, encodings: &[crate::kedi::Encoding]| {
                    out.key(key).array();
                    for encoding in encodings {
                        out.string(encoding.word());
                    }
                    out.end_array();
                };
                out.object().key("artifact").string(&params.artifact_name);
                match params.max_schema_bytes {
                    Some(limit) => out.key("max_schema_bytes").number(limit),
                    None => out.key("max_schema_bytes").null(),
                };
                encodings(out, "schema_encodings", &params.schema_encodings);
                encodings(out, "result_encodings", &params.result_encodings);
                out.end_object();
            }
            None => drop(out.null()),
        }
    }

    /// The same for people. Without a card: what was tried, and why there is none.
    pub fn human(&self, ink: Ink) -> String {
        let mut out = String::new();
        match &self.card {
            Some((card, document)) => {
                self.head(card, document, ink, &mut out);
                self.reach(ink, &mut out);
                skills(card, ink, &mut out);
                out.push('\n');
                let name = self.run.card_url.as_deref().unwrap_or("card");
                let about = About { name, text: document.text(), schema: None };
                out.push_str(&findings::write_human(&self.rows, about, ink));
                let (role, glyph) = match (findings::has_error(&self.rows), self.rows.is_empty()) {
                    (true, _) => (Role::Bad, "✗"),
                    (false, true) => (Role::Good, "✓"),
                    (false, false) => (Role::Warn, "!"),
                };
                out.push_str(&format!("{} card: {}\n", ink.paint(role, glyph), findings::tally(&self.rows)));
            }
            None => self.attempts(ink, &mut out),
        }
        out
    }

    fn head(&self, card: &Card, document: &Document, ink: Ink, out: &mut String) {
        let name = card.name.as_deref().unwrap_or("(no name)");
        let version = card.version.as_deref().unwrap_or_default();
        out.push_str(&format!("{}  {}\n", ink.paint(Role::Strong, &harmless(name)), harmless(version)));
        if let Some(description) = &card.description {
            out.push_str(&format!("{}\n", harmless(description.trim())));
        }
        out.push('\n');
        let url = self.run.card_url.as_deref().unwrap_or_default();
        let size = bytes(document.text().len() as u64);
        line("card", &format!("{url}  (A2A {}, {size})", card.generation.word()), ink, out);
        if let Some(provider) = &card.provider {
            let words: Vec<&str> =
                [&provider.organization, &provider.url].into_iter().flatten().map(String::as_str).collect();
            line("provider", &words.join("  "), ink, out);
        }
        let flag = |flag: Option<bool>| match flag {
            Some(true) => "yes",
            Some(false) => "no",
            None => "not said",
        };
        let can = &card.capabilities;
        let words = format!(
            "streaming {}, push notifications {}, extended card {}",
            flag(can.streaming),
            flag(can.push_notifications),
            flag(can.extended_card)
        );
        line("can", &words, ink, out);
        line("takes", &card.input_modes.join(", "), ink, out);
        line("gives", &card.output_modes.join(", "), ink, out);
        line("security", &card.security_words(), ink, out);
    }

    fn reach(&self, ink: Ink, out: &mut String) {
        let chosen = self.run.chosen();
        for (index, one) in self.run.choice.iter().flat_map(|choice| choice.considered.iter().enumerate()) {
            let state = match (chosen.is_some_and(|chosen| chosen.index == Some(index)), one.usable) {
                (true, _) => StepState::Passed,
                (false, true) => StepState::Skipped,
                (false, false) => StepState::Failed,
            };
            let binding = one.interface.binding.as_deref().unwrap_or("no binding");
            let version = one.interface.version.as_deref().unwrap_or("no version");
            let words = format!("{}  {binding} {version}: {}", one.interface.url, one.reason);
            marked("interface", state, &words, ink, out);
        }
        if let Some(chosen) = chosen.filter(|chosen| chosen.index.is_none()) {
            marked("interface", StepState::Passed, &format!("{}  (--url-override)", chosen.url), ink, out);
        }
        let extension = self.run.ladder.step(StepId::Extension);
        if extension.state != StepState::NotReached {
            let words = match extension.state {
                StepState::Failed => self.run.failure.as_ref().map_or("", |failure| &failure.message),
                _ => &extension.detail,
            };
            marked("typed", extension.state, words, ink, out);
        }
    }

    fn attempts(&self, ink: Ink, out: &mut String) {
        if let Some(failure) = &self.run.failure {
            let class = ink.paint(Role::Faint, failure.class.word());
            out.push_str(&format!(
                "{} {}  {class}\n  {}\n",
                ink.paint(Role::Bad, "✗"),
                ink.paint(Role::Strong, failure.class.title()),
                harmless(&failure.message)
            ));
            line("try", &failure.hint, ink, out);
        }
        if !self.run.attempts.is_empty() {
            out.push('\n');
        }
        for attempt in self.run.attempts.iter() {
            let state = match attempt.result {
                AttemptResult::Card(_) => StepState::Passed,
                _ => StepState::Failed,
            };
            marked("tried", state, &format!("{}  {}", attempt.url, came(attempt)), ink, out);
        }
    }
}

/// What came of an attempt, a few words: `404 text/html, 212 B: this is an HTML page …`.
fn came(attempt: &Attempt) -> String {
    let mut words = Vec::new();
    if let Some(status) = attempt.status {
        let kind = attempt.content_type.as_deref().unwrap_or("no content type");
        words.push(format!("{status} {kind}, {}", bytes(attempt.bytes)));
    }
    match &attempt.result {
        AttemptResult::NotACard { sentence, .. } => words.push(sentence.clone()),
        AttemptResult::Fault(fault) => words.push(fault.sentence.clone()),
        AttemptResult::Card(_) | AttemptResult::Status { .. } => {}
    }
    words.join(": ")
}

fn write_attempt(out: &mut Writer, attempt: &Attempt) {
    out.object().key("url").string(&attempt.url);
    match attempt.status {
        Some(status) => out.key("status").number(status),
        None => out.key("status").null(),
    };
    out.key("content_type").optional(attempt.content_type.as_deref());
    out.key("bytes").number(attempt.bytes).key("ms").number(attempt.took / 1_000);
    let (word, message) = match &attempt.result {
        AttemptResult::Card(_) => ("card", None),
        AttemptResult::NotACard { sentence, .. } => ("not-a-card", Some(sentence)),
        AttemptResult::Status { .. } => ("status", None),
        AttemptResult::Fault(fault) => ("fault", Some(&fault.sentence)),
    };
    out.key("result").string(word).key("message").optional(message.map(String::as_str));
    out.end_object();
}

fn skills(card: &Card, ink: Ink, out: &mut String) {
    if card.skills.is_empty() {
        return;
    }
    out.push_str(&format!("\n  {}\n", ink.paint(Role::Strong, &count(card.skills.len() as u64, "skill"))));
    let id = |skill: &crate::a2a::card::Skill| skill.id.clone().or(skill.name.clone()).unwrap_or_default();
    let widest = card.skills.iter().take(SKILLS).map(|skill| crate::text::width(&harmless(&id(skill)))).max();
    let columns = widest.unwrap_or_default().min(28);
    for skill in card.skills.iter().take(SKILLS) {
        let name = crate::text::pad(&crate::text::truncate(&harmless(&id(skill)), columns), columns);
        let words = skill.description.as_deref().or(skill.name.as_deref()).unwrap_or_default();
        out.push_str(&format!("  {}  {}\n", ink.paint(Role::Accent, &name), harmless(words.trim())));
    }
    if card.skills.len() > SKILLS {
        let more = count((card.skills.len() - SKILLS) as u64, "more skill");
        out.push_str(&format!(
            "  {}\n",
            ink.paint(Role::Faint, &format!("and {more} (--format json has the whole card)"))
        ));
    }
}

fn line(name: &str, words: &str, ink: Ink, out: &mut String) {
    if !words.trim().is_empty() {
        out.push_str(&format!("  {} {}\n", ink.paint(Role::Faint, &format!("{name:<10}")), harmless(words.trim())));
    }
}

fn marked(name: &str, state: StepState, words: &str, ink: Ink, out: &mut String) {
    let (role, glyph) = mark(state);
    let name = ink.paint(Role::Faint, &format!("{name:<10}"));
    out.push_str(&format!("  {name} {} {}\n", ink.paint(role, glyph), harmless(words)));
}
