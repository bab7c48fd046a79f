//! Whole streams, byte for byte, and what each of them comes to.

use std::collections::BTreeSet;

use catseye::a2a::model::{Content, TaskState};
use catseye::run::event::{End, Operation};
use catseye::run::{Plan, RowKind, Verdict};

use super::play::{Play, plan};

/// The words of the plain stream, whichever way it is written.
const OFFER: &str = "Best offer: 42.50 EUR from Nordwind.";

fn text_plan() -> Plan {
    let mut plan = plan();
    plan.schema = None;
    plan
}

fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/tests/fixtures/streams/{name}", env!("CARGO_MANIFEST_DIR"))).expect(name)
}

/// A stream played to the end, without a schema.
fn streamed(name: &str) -> Play {
    let mut play = Play::streaming(text_plan());
    play.bytes(1, &bytes(name));
    play.close(1);
    play
}

/// The same, with a schema.
fn structured(name: &str) -> Play {
    let mut play = Play::streaming(plan());
    play.bytes(1, &bytes(name));
    play.close(1);
    play
}

fn text(play: &Play) -> String {
    play.run.answer_text().map(|(text, _)| text).unwrap_or_default()
}

/// Codes of warnings but for the id, which these streams were not recorded with.
fn codes(play: &Play) -> BTreeSet<&str> {
    play.warnings().into_iter().filter(|code| *code != "id-mismatch").collect()
}

#[test]
fn one_conversation_written_in_many_ways_comes_to_the_same() {
    for name in [
        "01-v10-basic.sse",
        "04-crlf.sse",
        "05-cr-only.sse",
        "07-comments-keepalives.sse",
        "08-multiline-data.sse",
        "14-final-snapshot-duplicates.sse",
        "19-rest-binding.sse",
        "20-no-final-blank-line.sse",
    ] {
        let play = streamed(name);
        assert_eq!((play.verdict(), text(&play)), (Verdict::Text, OFFER.to_owned()), "{name}");
        assert_eq!(play.run.artifacts.standing().count(), 1, "{name}");
        assert_eq!(play.run.artifacts.get("a1").and_then(|a| a.name.as_deref()), Some("answer"), "{name}");
        assert_eq!(play.finished, 1, "{name}");
    }
}

#[test]
fn what_was_odd_about_a_stream_is_a_warning() {
    assert_eq!(codes(&streamed("01-v10-basic.sse")), BTreeSet::new());
    assert_eq!(codes(&streamed("19-rest-binding.sse")), BTreeSet::from(["no-envelope"]));
    assert_eq!(codes(&streamed("20-no-final-blank-line.sse")), BTreeSet::from(["unterminated"]));
    assert_eq!(codes(&streamed("14-final-snapshot-duplicates.sse")), BTreeSet::from(["after-terminal"]));
    assert!(streamed("07-comments-keepalives.sse").run.timing.heartbeats >= 1);
}

#[test]
fn the_older_generation_is_read_by_shape_and_said() {
    for name in ["02-v03-kind-events.sse", "43-v03-shape-on-v10-method.sse"] {
        let play = streamed(name);
        assert_eq!((play.verdict(), text(&play)), (Verdict::Text, "Three pages, no totals.".to_owned()), "{name}");
        assert!(codes(&play).contains("mixed-generations"), "{name}: {:?}", codes(&play));
        let parts: Vec<_> = play.run.artifacts.get("a1").unwrap().parts.iter().cloned().collect();
        assert_eq!(parts[1].part.content, Content::Data(r#"{"pages":3}"#.into()));
    }
}

#[test]
fn a_message_alone_is_the_answer() {
    let play = streamed("11-message-only.sse");
    assert_eq!((play.verdict(), text(&play)), (Verdict::Text, "Paris is UTC+1 in winter.".to_owned()));
    assert_eq!(play.run.task.id, None);
}

#[test]
fn snapshots_that_grow_are_not_added_up() {
    let play = streamed("13-snapshot-mode.sse");
    assert_eq!((play.verdict(), text(&play)), (Verdict::Text, "We ship it now.".to_owned()));
    assert_eq!(play.run.artifacts.get("a1").unwrap().replaced_count, 2);
}

#[test]
fn a_snapshot_after_a_drop_is_what_later_chunks_are_added_to() {
    let play = streamed("16-resubscribe-snapshot.sse");
    assert_eq!((play.verdict(), text(&play)), (Verdict::Text, "row 1\nrow 2\nrow 3\n".to_owned()));
}

#[test]
fn an_agent_that_wants_authorisation_is_waited_for_with_its_words() {
    let play = streamed("17-auth-required.sse");
    assert_eq!((play.class(), play.verdict()), (("auth-required", "completed"), Verdict::Waiting));
    assert_eq!(play.failure().agent.text, "Open https://login.example/device and enter ABCD-1234");
}

#[test]
fn a_stream_cut_inside_an_event_is_recovered_and_the_event_shown() {
    let play = streamed("22-truncated-mid-json.sse");
    assert_eq!(play.operations(), [Operation::Stream, Operation::GetTask]);
    assert_eq!(play.run.task.state, Some(TaskState::Working));
    assert!(codes(&play).is_superset(&BTreeSet::from(["unreadable-event", "unterminated"])));
    assert_eq!(play.run.rows.last().unwrap().kind, RowKind::Ours);
    assert_eq!(play.run.verdict(), None, "the task may still end well");
}

#[test]
fn an_error_after_some_progress_fails_and_keeps_the_progress() {
    let play = streamed("23-error-after-events.sse");
    assert_eq!(play.class(), ("rpc-error", "stream"));
    assert_eq!(play.failure().agent.code.as_deref(), Some("-32603"));
    assert!(play.run.rows.iter().any(|row| &*row.text == "Looking up 3 suppliers"));
    let worded = streamed("32-ids-and-string-code.sse");
    assert_eq!(worded.failure().message, "the agent answered with an error: RATE_LIMITED: slow down");
    assert_eq!(worded.failure().agent.data, ["\"retry in 30s\"".into()]);
}

#[test]
fn an_error_where_a_result_should_be_is_shown_and_ends_nothing() {
    let play = streamed("25-error-inside-result.sse");
    assert_eq!(play.run.verdict(), None);
    assert!(codes(&play).contains("unknown-event"));
    assert_eq!(play.call().operation, Operation::GetTask);
}

#[test]
fn an_error_event_without_details_is_told_and_proves_nothing() {
    let play = streamed("31-event-error-no-data.sse");
    assert!(codes(&play).contains("error-event"), "{:?}", codes(&play));
    assert_eq!((play.run.verdict(), play.call().operation), (None, Operation::GetTask));
}

#[test]
fn an_empty_stream_is_interrupted() {
    let mut play = Play::streaming(plan());
    play.end(1, End::Complete);
    assert_eq!((play.class(), play.verdict()), (("stream-interrupted", "stream"), Verdict::Unreachable));
    assert_eq!(play.failure().message, "the stream ended after 0 events, before the agent named a task");
    assert_eq!(play.failure().hint, "try without streaming: --no-stream");
}

#[test]
fn a_large_event_is_one_event() {
    let play = streamed("35-big-event-1MB.sse");
    assert_eq!((play.verdict(), play.run.timing.events), (Verdict::Text, 3));
    assert!(text(&play).len() > 1_000_000);
}

#[test]
fn a_last_chunk_that_replaces_is_followed_and_flagged() {
    let play = streamed("37-last-chunk-replaces.sse");
    assert_eq!((play.verdict(), text(&play)), (Verdict::Text, "The end.".to_owned()));
    let warning = play.run.warnings.iter().find(|warning| warning.code == "last-chunk-replaced").unwrap();
    assert!(warning.message.contains("2 earlier chunks"), "{}", warning.message);
    let before = play.run.artifacts.get("a1").unwrap().replaced.last().unwrap().clone();
    assert_eq!(before.parts.iter().filter_map(|held| held.part.text()).collect::<String>(), "Chapter 1. Chapter 2. ");
}

#[test]
fn a_sealed_artifact_that_changes_is_flagged() {
    let play = streamed("38-update-after-lastchunk.sse");
    let artifact = play.run.artifacts.get("a1").unwrap();
    assert_eq!((artifact.text(), artifact.name.as_deref()), ("v1 addendum".to_owned(), Some("doc (final)")));
    assert_eq!(artifact.metadata.as_deref(), Some(r#"{"rev":2}"#));
    assert!(codes(&play).contains("sealed-changed"));
}

#[test]
fn an_answer_in_the_status_message_is_found_and_labelled() {
    let play = streamed("40-answer-in-status-message.sse");
    let (text, source) = play.run.answer_text().unwrap();
    assert_eq!((text.as_str(), source.label()), ("The total is 7.", "from the status message"));
}

#[test]
fn words_that_come_one_by_one_are_one_row() {
    let play = streamed("41-token-status-updates.sse");
    assert_eq!((play.verdict(), play.run.timing.events), (Verdict::Text, 252));
    let spoken: Vec<_> = play.run.rows.iter().filter(|row| row.count > 1).collect();
    assert_eq!((spoken.len(), spoken[0].count), (1, 250));
    assert!(spoken[0].text.starts_with("the quick brown "));
    assert_eq!(play.run.frames.iter().filter(|row| row.number.is_some()).count(), 252, "the wire has every one");
}

#[test]
fn states_are_read_in_any_spelling_and_an_unknown_one_ends_nothing() {
    let play = streamed("44-enum-mixture.sse");
    assert_eq!(play.class(), ("task-canceled", "completed"));
    assert_eq!(text(&play), "no kind here and type=");
    let states: Vec<_> = play
        .run
        .rows
        .iter()
        .filter_map(|row| match &row.kind {
            RowKind::Status(state) => Some(state.word().to_owned()),
            _ => None,
        })
        .collect();
    assert!(states.contains(&"TASK_STATE_PAUSED_FOR_BUDGET".to_owned()), "{states:?}");
}

#[test]
fn every_kind_of_data_is_kept_as_it_came() {
    let play = streamed("47-data-any-json.sse");
    let parts: Vec<_> =
        play.run.artifacts.get("d").unwrap().parts.iter().map(|held| held.part.content.clone()).collect();
    let data = |json: &str| Content::Data(json.into());
    let all = [r#"[1,"two",null]"#, "3", "true", r#""text""#, "null", "{}"];
    assert_eq!(parts, all.map(data));
}

#[test]
fn bytes_in_any_spelling_of_base64_decode_to_the_same() {
    let play = streamed("46-base64-variants.sse");
    let parts: Vec<_> =
        play.run.artifacts.get("f").unwrap().parts.iter().map(|held| held.part.content.clone()).collect();
    let decoded: Vec<_> = parts[..6]
        .iter()
        .map(|content| match content {
            Content::Raw(raw) => catseye::kedi::base64::decode(raw).unwrap().0,
            other => panic!("{other:?}"),
        })
        .collect();
    assert!(decoded.iter().all(|bytes| *bytes == decoded[0]) && decoded[0].len() == 13);
    let Content::Raw(bad) = &parts[6] else { panic!("{:?}", parts[6]) };
    assert_eq!(catseye::kedi::base64::decode(bad).unwrap_err().at, 0);
    assert_eq!(parts[7], Content::Url("https://files.example/r.pdf".into()));
}

#[test]
fn hostile_text_stays_inside_strings_of_the_outcome() {
    let play = streamed("49-hostile-ansi.sse");
    assert_eq!(play.verdict(), Verdict::Text);
    let outcome = catseye::run::outcome(&play.run);
    assert!(catseye::text::is_harmless(&outcome.replace('\u{200b}', "")), "no control reaches a terminal");
}

#[test]
fn a_completed_task_without_the_result_is_asked_for_once_more_and_is_no_success() {
    for name in ["50-typed-but-invalid.sse", "52-completed-without-answer.sse", "53-fenced-json-artifact.sse"] {
        let mut play = structured(name);
        assert_eq!((play.run.verdict(), play.call().operation), (None, Operation::GetTask), "{name}");
        let body = r#"{"jsonrpc":"2.0","id":"2","error":{"code":-32001,"message":"Task not found"}}"#;
        play.answer(2, 200, body);
        assert_eq!((play.class(), play.verdict()), (("result-missing", "artifact"), Verdict::Failed), "{name}");
        assert_eq!(play.value(), None, "{name}");
        if name.starts_with("53") {
            assert_eq!(
                play.failure().hint,
                "the text of the artifact \"out\" holds a value that would have been valid, with words around it; \
                 text is never the typed value"
            );
        }
    }
    let answered = streamed("52-completed-without-answer.sse");
    assert_eq!((answered.verdict(), text(&answered)), (Verdict::Text, String::new()), "progress is no answer");
    assert!(codes(&answered).contains("empty-answer"));
}
