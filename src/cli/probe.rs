//! What `catseye probe` prints: every check with what was seen, for people, for programs and for CI.

use crate::json::Writer;
use crate::probe::{Check, Exchange, Judged, Level, Seen, Target, judge};
use crate::run::{Class, Run};
use crate::schema::Severity;
use crate::text::{count, harmless, pad};

use super::findings::{self, Row};
use super::ink::{Ink, Role};

/// Bytes of a body that are shown.
const EXCERPT: usize = 2_000;

/// What probing an agent showed.
#[derive(Debug)]
pub struct Report<'a> {
    run: &'a Run,
    target: Option<&'a Target>,
    seen: &'a Seen,
    checks: Vec<(&'static Check, Judged)>,
    /// Whether every request was made before the time was up.
    in_time: bool,
}

/// How bad a check's outcome is; `None` when it holds or does not apply.
fn severity(check: &Check, judged: &Judged) -> Option<Severity> {
    match (judged, check.level) {
        (Judged::Fails(_), Level::Must) => Some(Severity::Error),
        (Judged::Fails(_), Level::Should) => Some(Severity::Warning),
        (Judged::Fails(_), Level::May) => Some(Severity::Info),
        _ => None,
    }
}

fn words(judged: &Judged) -> &str {
    match judged {
        Judged::Holds(words) | Judged::Fails(words) | Judged::Skipped(words) => words,
    }
}

fn verdict(judged: &Judged) -> &'static str {
    match judged {
        Judged::Holds(_) => "passed",
        Judged::Fails(_) => "failed",
        Judged::Skipped(_) => "skipped",
    }
}

impl<'a> Report<'a> {
    /// Judges what was seen; without a target there is nothing but the run that looked for one.
    pub fn new(run: &'a Run, target: Option<&'a Target>, seen: &'a Seen, in_time: bool) -> Self {
        let checks = target.map(|target| judge(target, seen)).unwrap_or_default();
        Report { run, target, seen, checks, in_time }
    }

    /// Whether nothing that must hold fails.
    pub fn is_ok(&self) -> bool {
        self.target.is_some() && self.in_time && !findings::has_error(&self.rows())
    }

    fn rows(&self) -> Vec<Row> {
        let failed = self.checks.iter().filter_map(|(check, judged)| {
            let message = format!("it does not hold that {}: {}", check.title, words(judged));
            Some(Row::plain(check.id, severity(check, judged)?, &message, None))
        });
        let mut rows: Vec<Row> = failed.collect();
        if self.target.is_none()
            && let Some(failure) = &self.run.failure
        {
            rows.push(Row::plain(failure.class.word(), Severity::Error, &failure.message, Some(&failure.hint)));
        }
        if !self.in_time {
            rows.push(Row::plain(Class::Timeout.word(), Severity::Error, OUT_OF_TIME, None));
        }
        rows
    }

    /// One JSON object, without a line feed.
    pub fn json(&self) -> String {
        let mut out = Writer::new();
        out.object().key("catseye").number(1).key("ok").bool(self.is_ok());
        out.key("findings");
        findings::write_json(&self.rows(), &mut out);
        out.key("agent");
        match self.target {
            Some(target) => {
                out.object().key("name").optional(target.card.name.as_deref());
                out.key("url").string(&target.chosen.url).key("card_url").string(&target.card_url);
                out.key("dialect").string(target.chosen.dialect.word());
                out.key("binding").string(target.chosen.binding.word()).end_object();
            }
            None => drop(out.null()),
        }
        out.key("checks").array();
        for (check, judged) in &self.checks {
            out.object().key("id").string(check.id).key("level").string(check.level.word());
            out.key("title").string(check.title).key("verdict").string(verdict(judged));
            out.key("message").string(words(judged));
            out.key("exchanges").array();
            for name in check.looks_at.iter().filter(|name| self.seen.exchange(name).is_some()) {
                out.string(name);
            }
            out.end_array().end_object();
        }
        out.end_array().key("exchanges").array();
        for exchange in self.seen.exchanges() {
            write_exchange(exchange, &mut out);
        }
        out.end_array().end_object();
        out.finish()
    }

    /// JUnit XML: one test case a check, a failure for what must hold and does not.
    pub fn junit(&self) -> String {
        let of = |wanted: Option<Severity>, skipped: bool| {
            let is = |judged: &Judged| matches!(judged, Judged::Skipped(_)) == skipped;
            self.checks.iter().filter(|(check, judged)| severity(check, judged) == wanted && is(judged)).count()
        };
        let no_target = usize::from(self.target.is_none()) + usize::from(!self.in_time);
        let agent = self.target.map_or(self.run.plan.address.as_str(), |target| target.chosen.url.as_str());
        let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        out.push_str(&format!(
            "<testsuite name=\"catseye probe {}\" tests=\"{}\" failures=\"{}\" errors=\"{no_target}\" skipped=\"{}\">\n",
            xml(agent),
            self.checks.len() + no_target,
            of(Some(Severity::Error), false),
            of(None, true),
        ));
        for (check, judged) in &self.checks {
            let head =
                format!("  <testcase classname=\"{}\" name=\"{}: {}\"", check.level.word(), check.id, xml(check.title));
            let words = xml(words(judged));
            out.push_str(&match (judged, check.level) {
                (Judged::Holds(_), _) => format!("{head}/>\n"),
                (Judged::Skipped(_), _) => format!("{head}><skipped message=\"{words}\"/></testcase>\n"),
                (Judged::Fails(_), Level::Must) => format!("{head}><failure message=\"{words}\"/></testcase>\n"),
                (Judged::Fails(_), _) => format!("{head}><system-out>not so: {words}</system-out></testcase>\n"),
            });
        }
        for row in self.rows().iter().filter(|row| !self.checks.iter().any(|(check, _)| check.id == row.id)) {
            let (id, words) = (xml(&row.id), xml(&row.message));
            out.push_str(&format!(
                "  <testcase classname=\"must\" name=\"{id}\"><error message=\"{words}\"/></testcase>\n"
            ));
        }
        out.push_str("</testsuite>\n");
        out
    }

    /// The same for people.
    pub fn human(&self, ink: Ink) -> String {
        let mut out = String::new();
        let Some(target) = self.target else {
            if let Some(failure) = &self.run.failure {
                out.push_str(&format!(
                    "{} {}  {}\n  {}\n  {} {}\n",
                    ink.paint(Role::Bad, "✗"),
                    ink.paint(Role::Strong, failure.class.title()),
                    ink.paint(Role::Faint, failure.class.word()),
                    harmless(&failure.message),
                    ink.paint(Role::Faint, "try"),
                    harmless(&failure.hint),
                ));
            }
            return out;
        };
        let name = target.card.name.as_deref().unwrap_or("(no name)");
        out.push_str(&format!("{}\n", ink.paint(Role::Strong, &harmless(name))));
        let how = format!("A2A {} over {}", target.chosen.dialect.word(), target.chosen.binding.word());
        out.push_str(&format!("  {}  {}\n\n", harmless(&target.chosen.url), ink.paint(Role::Faint, &how)));
        let widest = self.checks.iter().map(|(check, _)| check.id.len()).max().unwrap_or_default();
        for (check, judged) in &self.checks {
            let (role, glyph) = match (judged, severity(check, judged)) {
                (Judged::Skipped(_), _) => (Role::Faint, "–"),
                (_, Some(Severity::Error)) => (Role::Bad, "✗"),
                (_, Some(Severity::Warning)) => (Role::Warn, "!"),
                (_, Some(Severity::Info)) => (Role::Warn, "·"),
                (_, None) => (Role::Good, "✓"),
            };
            let id = ink.paint(Role::Faint, &pad(check.id, widest));
            let level = ink.paint(Role::Faint, &pad(check.level.word(), 6));
            let title = match judged {
                Judged::Skipped(why) => ink.paint(Role::Faint, &format!("{} ({})", check.title, harmless(why))),
                _ => check.title.to_owned(),
            };
            out.push_str(&format!("{} {id}  {level}  {title}\n", ink.paint(role, glyph)));
            if let Judged::Fails(words) = judged {
                let below = " ".repeat(widest + 12);
                out.push_str(&format!("{below}{}\n", ink.paint(role, &harmless(words))));
                for exchange in check.looks_at.iter().filter_map(|name| self.seen.exchange(name)) {
                    let request = &exchange.asked.request;
                    let asked = format!("{} {}  ({})", request.method, request.url, exchange.asked.name);
                    out.push_str(&format!("{below}{}\n", ink.paint(Role::Faint, &harmless(&asked))));
                }
            }
        }
        out.push_str(&format!("\n{}\n", self.summary(ink)));
        out
    }

    fn summary(&self, ink: Ink) -> String {
        let rows = self.rows();
        let number = |is: fn(&Judged) -> bool| self.checks.iter().filter(|(_, judged)| is(judged)).count() as u64;
        let holds = number(|judged| matches!(judged, Judged::Holds(_)));
        let skipped = number(|judged| matches!(judged, Judged::Skipped(_)));
        let (role, glyph) = match (findings::has_error(&rows), rows.is_empty()) {
            (true, _) => (Role::Bad, "✗"),
            (false, true) => (Role::Good, "✓"),
            (false, false) => (Role::Warn, "!"),
        };
        let late = if self.in_time { String::new() } else { format!("; {OUT_OF_TIME}") };
        format!(
            "{} probe: {} hold, {}, {skipped} skipped, {}{late}",
            ink.paint(role, glyph),
            count(holds, "check"),
            findings::tally(&rows),
            count(self.seen.exchanges().len() as u64, "request"),
        )
    }
}

const OUT_OF_TIME: &str = "--timeout struck before every request was made";

fn write_exchange(exchange: &Exchange, out: &mut Writer) {
    let request = &exchange.asked.request;
    out.object().key("name").string(exchange.asked.name);
    out.key("method").string(request.method).key("url").string(&request.url);
    out.key("body").string(&request.body).key("ms").number(exchange.took / 1_000);
    match &exchange.answer {
        Ok(answer) => {
            out.key("status").number(answer.status).key("content_type").optional(answer.header("content-type"));
            let cut = answer.text.floor_char_boundary(EXCERPT);
            out.key("excerpt").string(&answer.text[..cut]).key("fault").null();
        }
        Err(fault) => {
            out.key("status").null().key("content_type").null().key("excerpt").null().key("fault").string(fault);
        }
    }
    out.end_object();
}

/// Text inside an XML attribute or element: harmless, and with nothing that XML reads as its own.
fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in harmless(text).chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            other => out.push(other),
        }
    }
    out
}
