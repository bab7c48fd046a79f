//! What parent and child say to each other: an order line before schema and value, a verdict line back.

use crate::json::{self, Document, Place, Value, Writer};
use crate::run::event::Verdict;
use crate::schema::{Finding, Severity, Step};

/// The line that says: not valid, the list follows if it can be made.
pub(super) const REFUSED: &str = "refused";

/// The first line of the child's input. The schema follows in so many bytes, then the value to the end.
pub(super) struct Order {
    pub(super) assert_formats: bool,
    pub(super) memory: u64,
    pub(super) schema_bytes: usize,
}

pub(super) fn write_order(order: &Order) -> String {
    let mut out = Writer::new();
    out.object();
    out.key("assert_formats").bool(order.assert_formats);
    out.key("memory").number(order.memory);
    out.key("schema_bytes").number(order.schema_bytes as u64);
    out.end_object();
    out.finish() + "\n"
}

pub(super) fn read_order(line: &str) -> Option<Order> {
    let document = parse(line)?;
    let root = document.root();
    Some(Order {
        assert_formats: root.get("assert_formats")?.as_bool()?,
        memory: whole(root, "memory")? as u64,
        schema_bytes: whole(root, "schema_bytes")?,
    })
}

pub(super) fn write_verdict(verdict: &Verdict) -> String {
    let mut out = Writer::new();
    out.object();
    match verdict {
        Verdict::Valid(findings) => {
            out.key("verdict").string("valid");
            write_findings(&mut out, findings);
        }
        Verdict::Invalid { findings, more } => {
            out.key("verdict").string("invalid");
            out.key("more");
            match more {
                Some(more) => out.number(*more as u64),
                None => out.null(),
            };
            write_findings(&mut out, findings);
        }
        Verdict::Undecided(sentence) => {
            out.key("verdict").string("undecided").key("sentence").string(sentence);
        }
    }
    out.end_object();
    out.finish()
}

fn write_findings(out: &mut Writer, findings: &[Finding]) {
    out.key("findings").array();
    for finding in findings {
        out.object();
        out.key("id").string(&finding.id).key("rule").string(&finding.rule);
        out.key("severity").string(finding.severity.word());
        out.key("message").string(&finding.message).key("pointer").string(&finding.pointer);
        write_place(out, ["line", "column"], finding.place);
        if let Some(span) = &finding.span {
            out.key("start").number(span.start as u64).key("end").number(span.end as u64);
        }
        out.key("schema_pointer").optional(finding.schema_pointer.as_deref());
        write_place(out, ["schema_line", "schema_column"], finding.schema_place);
        out.key("expected").optional(finding.expected.as_deref());
        out.key("found").optional(finding.found.as_deref());
        out.key("branch").optional(finding.branch.as_deref());
        out.key("fix").optional(finding.fix.as_deref());
        out.end_object();
    }
    out.end_array();
}

fn write_place(out: &mut Writer, [line, column]: [&str; 2], place: Option<Place>) {
    if let Some(place) = place {
        out.key(line).number(place.line as u64).key(column).number(place.column as u64);
    }
}

/// The verdict of a line; a line that is none is undecided.
pub(super) fn read_verdict(line: &str) -> Verdict {
    let read = || -> Option<Verdict> {
        let document = parse(line)?;
        let root = document.root();
        let findings = || root.get("findings")?.items().map(read_finding).collect::<Option<Vec<_>>>();
        Some(match root.get("verdict")?.as_str()?.as_ref() {
            "valid" => Verdict::Valid(findings()?),
            "invalid" => Verdict::Invalid { findings: findings()?, more: whole(root, "more") },
            "undecided" => Verdict::Undecided(text(root, "sentence")?),
            _ => return None,
        })
    };
    read().unwrap_or_else(|| Verdict::Undecided("the child process that judged gave no verdict".to_owned()))
}

fn read_finding(value: Value<'_>) -> Option<Finding> {
    let mut finding = Finding::error(Step::Value, &text(value, "id")?, &text(value, "rule")?, text(value, "message")?);
    finding.severity = match text(value, "severity")?.as_str() {
        "error" => Severity::Error,
        "warning" => Severity::Warning,
        _ => Severity::Info,
    };
    finding.pointer = text(value, "pointer")?;
    finding.place = read_place(value, ["line", "column"]);
    finding.span = whole(value, "start").zip(whole(value, "end")).map(|(start, end)| start..end);
    finding.schema_pointer = text(value, "schema_pointer");
    finding.schema_place = read_place(value, ["schema_line", "schema_column"]);
    finding.expected = text(value, "expected");
    finding.found = text(value, "found");
    finding.branch = text(value, "branch");
    finding.fix = text(value, "fix");
    Some(finding)
}

fn read_place(value: Value<'_>, [line, column]: [&str; 2]) -> Option<Place> {
    Some(Place { line: whole(value, line)?, column: whole(value, column)? })
}

fn parse(line: &str) -> Option<Document> {
    json::parse_text(line, &json::Limits::default()).ok()
}

fn text(value: Value<'_>, key: &str) -> Option<String> {
    Some(value.get(key)?.as_str()?.into_owned())
}

fn whole(value: Value<'_>, key: &str) -> Option<usize> {
    value.get(key)?.as_number()?.text().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_comes_back_as_it_was_written() {
        let document = parse(r#"{"a\u0007": 78.5}"#).expect("JSON");
        let value = document.root().children().next().expect("a member");
        let mut finding = Finding::error(Step::Value, "schema-mismatch", "type", "/a is 78.5\n\u{202e}").at_key(value);
        finding.schema_pointer = Some("/type".to_owned());
        finding.schema_place = Some(Place { line: 2, column: 9 });
        finding.expected = Some("an integer".to_owned());
        finding.found = Some("78.5".to_owned());
        finding.branch = Some("branch 2 of anyOf".to_owned());
        finding.fix = Some("write 78".to_owned());
        let warning = Finding::error(Step::Value, "format", "format", "no date").with_severity(Severity::Warning);
        for verdict in [
            Verdict::Valid(vec![warning]),
            Verdict::Invalid { findings: vec![finding.clone()], more: Some(3) },
            Verdict::Invalid { findings: Vec::new(), more: None },
            Verdict::Undecided("no verdict".to_owned()),
        ] {
            assert_eq!(read_verdict(&write_verdict(&verdict)), verdict);
        }
    }

    #[test]
    fn what_is_no_verdict_is_undecided() {
        for line in ["", "running 0 tests", "{}", r#"{"verdict":"valid"}"#, r#"{"verdict":"perhaps","findings":[]}"#] {
            assert!(matches!(read_verdict(line), Verdict::Undecided(_)), "{line}");
        }
    }
}
