//! From the completed task to the typed value, and every way in which there is none.

use catseye::run::event::Operation;
use catseye::run::{StepId, Verdict};

use super::play::{
    PARAMS, Play, SCHEMA, URI, VALUE, artifact, artifact_update, bare_task, base64, card, extension, plan, played, raw,
    status, task,
};

fn class(artifact: &str) -> (&'static str, &'static str) {
    let play = played(artifact);
    assert_eq!((play.value(), play.finished), (None, 1), "no value and one end");
    play.class()
}

#[test]
fn one_raw_part_is_the_typed_value_token_for_token() {
    let text = "{\"status\":\"\\u00e4\",\n \"total\": 9007199254740993}";
    let play = played(&artifact(&raw(text)));
    assert_eq!((play.verdict(), play.ladder()), (Verdict::Typed, "p".repeat(17)));
    assert_eq!(play.value(), Some(text));
    assert_eq!(play.run.result.as_ref().unwrap().frame, 2);
    assert_eq!(play.finished, 1);
}

#[test]
fn raw_wins_over_data_whatever_becomes_of_it() {
    let data = format!(r#"{{"data":{VALUE},"mediaType":"application/json"}}"#);
    let both = |first: &str| played(&artifact(&format!("{data},{first}")));
    assert_eq!(both(&raw(r#"{"status":"raw","total":1}"#)).value(), Some(r#"{"status":"raw","total":1}"#));
    assert_eq!(both(&raw("{")).class(), ("result-truncated", "json"));
    assert_eq!(both(&raw("{}")).class(), ("result-schema-mismatch", "schema"));
    assert_eq!(both(r#"{"raw":"!","mediaType":"application/json"}"#).class(), ("result-encoding", "bytes"));
    assert_eq!(both(r#"{"raw":7,"mediaType":"application/json"}"#).class(), ("result-encoding", "bytes"));
    assert_eq!(both(r#"{"raw":"e30=","mediaType":"text/plain"}"#).class(), ("result-media-type", "media-type"));
}

#[test]
fn a_data_part_is_read_and_warned_when_bytes_were_asked_for() {
    let play = played(&artifact(&format!(r#"{{"data":{VALUE}}}"#)));
    assert_eq!((play.verdict(), play.value()), (Verdict::Typed, Some(VALUE)));
    assert_eq!(play.ladder(), "pppppppppppppwppp");
    assert_eq!(play.warnings(), ["legacy-encoding"]);
}

#[test]
fn a_data_part_is_what_protobuf_value_asks_for() {
    let only = PARAMS
        .replace(r#""resultEncodings":["json-utf8","protobuf-value"]"#, r#""resultEncodings":["protobuf-value"]"#);
    let mut play = Play::with_card(plan(), &card(&extension(&only)));
    play.open(1);
    play.good(&artifact(&format!(r#"{{"data":{VALUE}}}"#)));
    assert_eq!((play.verdict(), play.warnings()), (Verdict::Typed, vec!["lossy-encoding"]));
}

#[test]
fn the_name_is_compared_exactly() {
    let other = artifact(&raw(VALUE)).replace("kedi-structured-output\"", "Kedi-Structured-Output\"");
    assert_eq!(class(&other), ("result-misnamed", "artifact"));
    let play = played(&other);
    assert!(play.failure().hint.contains("would have been valid"), "{}", play.failure().hint);
}

#[test]
fn two_artifacts_with_the_name_are_ambiguous() {
    let mut play = Play::streaming(plan());
    play.result(1, &task("WORKING", ""));
    play.result(1, &artifact_update(&artifact(&raw(VALUE))));
    play.result(1, &artifact_update(&artifact(&raw(VALUE)).replace("a-1", "a-2")));
    play.result(1, &status("COMPLETED", ""));
    play.close(1);
    assert_eq!(play.class(), ("result-ambiguous", "artifact"));
}

#[test]
fn an_artifact_without_the_mark_is_no_result_but_is_shown() {
    let bare = artifact(&raw(VALUE)).replace(URI, "https://other.example/");
    assert_eq!(class(&bare), ("result-unmarked", "marked"));
    assert_eq!(played(&bare).outcome()["received"], VALUE);
}

#[test]
fn the_media_type_ignores_case_and_parameters() {
    let typed = |said: &str| played(&artifact(&format!(r#"{{"raw":"{}"{said}}}"#, base64(VALUE))));
    assert_eq!(typed(r#","mediaType":"Application/JSON; charset=utf-8""#).verdict(), Verdict::Typed);
    assert_eq!(typed("").class(), ("result-media-type", "media-type"));
    assert_eq!(typed(r#","mediaType":"application/json5""#).class(), ("result-media-type", "media-type"));
    let data = |said: &str| played(&artifact(&format!(r#"{{"data":{VALUE}{said}}}"#)));
    assert_eq!(data("").verdict(), Verdict::Typed, "a data part may say nothing");
    assert_eq!(data(r#","mediaType":"text/plain""#).class(), ("result-media-type", "media-type"));
}

#[test]
fn there_must_be_exactly_one_result_part() {
    let data = format!(r#"{{"data":{VALUE}}}"#);
    assert_eq!(class(&artifact(&format!("{},{}", raw(VALUE), raw(VALUE)))), ("result-ambiguous", "bytes"));
    assert_eq!(class(&artifact(&format!("{data},{data}"))), ("result-ambiguous", "bytes"));
    assert_eq!(class(&artifact(r#"{"text":"{}"}"#)), ("result-missing", "bytes"));
    assert_eq!(class(&artifact(r#"{"url":"https://x.example/r.json"}"#)), ("result-missing", "bytes"));
    assert_eq!(class(&artifact("")), ("result-missing", "bytes"));
    assert_eq!(played(&artifact(r#"{"text":"{}"}"#)).ladder(), "ppppppppppppsf...");
}

#[test]
fn raw_parts_that_join_are_a_hint_and_no_value() {
    let (one, two) = VALUE.split_at(9);
    let play = played(&artifact(&format!("{},{}", raw(one), raw(two))));
    assert_eq!(play.class(), ("result-ambiguous", "bytes"));
    assert!(play.failure().hint.starts_with("the 2 raw parts joined would have been valid"));
}

#[test]
fn base64_of_both_alphabets_with_or_without_padding_is_read_and_warned() {
    let text = r#"{"status":"???>>>","total":1}"#;
    let standard = base64(text);
    assert!(standard.contains('/'), "the alphabets differ on it");
    let read = |raw: &str| played(&artifact(&format!(r#"{{"raw":"{raw}","mediaType":"application/json"}}"#)));
    assert_eq!(read(&standard).ladder(), "p".repeat(17));
    for odd in [standard.replace('/', "_"), standard.trim_end_matches('=').into(), standard.replace('=', "\\n=")] {
        let play = read(&odd);
        assert_eq!((play.value(), play.ladder()), (Some(text), "pppppppppppppwppp".into()), "{odd}");
    }
    assert_eq!(read("").class(), ("result-encoding", "bytes"));
    let broken = read("e30*");
    assert_eq!(broken.class(), ("result-encoding", "bytes"));
    assert_eq!(broken.failure().evidence[0].byte, Some(3));
    assert_eq!(read("/w==").failure().message, "the result is not UTF-8: byte 0xFF at offset 0");
}

#[test]
fn an_event_in_which_bytes_were_replaced_never_yields_a_result() {
    let mut play = Play::streaming(plan());
    play.result(1, &task("WORKING", ""));
    let update = format!(r#"{{"jsonrpc":"2.0","id":"1","result":{}}}"#, artifact_update(&artifact(&raw(VALUE))));
    play.replaced(1, &update);
    play.result(1, &status("COMPLETED", ""));
    play.close(1);
    assert_eq!(play.class(), ("result-encoding", "bytes"));
}

#[test]
fn exactly_our_limit_is_fine_and_one_byte_more_is_not() {
    let limited = |limit: usize| {
        let mut with = plan();
        with.limits.result_bytes = limit as u64;
        let mut play = Play::streaming(with);
        play.good(&artifact(&raw(VALUE)));
        play
    };
    assert_eq!(limited(VALUE.len()).verdict(), Verdict::Typed);
    let over = limited(VALUE.len() - 1);
    assert_eq!(over.class(), ("result-too-large", "result-size"));
    assert_eq!(over.outcome()["received"], VALUE, "it is shown all the same");
}

#[test]
fn truncated_non_finite_and_malformed_are_three_things() {
    let json = |text: &str| class(&artifact(&raw(text))).0;
    assert_eq!(json(r#"{"status":"o"#), "result-truncated");
    assert_eq!(json(r#"{"status":"ok","total":[1,"#), "result-truncated");
    assert_eq!(json(r#"{"status":"ok","total":NaN}"#), "result-non-finite");
    assert_eq!(json(r#"{"status":"ok","total":-Infinity}"#), "result-non-finite");
    assert_eq!(json(r#"{"status":"ok","total":1e400}"#), "result-non-finite");
    assert_eq!(json(r#"{"status":"ok",}"#), "result-malformed");
    assert_eq!(json("```json\n{}\n```"), "result-malformed");
    assert_eq!(json("{} {}"), "result-malformed");
    assert_eq!(json(" \n"), "result-malformed");
    assert_eq!(json(&format!("{}{}", "[".repeat(129), "]".repeat(129))), "result-malformed");
    assert_eq!(json(&format!(r#"{{"status":"ok","total":{}}}"#, "9".repeat(401))), "result-malformed");
    let levels = format!("{}{}", "[".repeat(128), "]".repeat(128));
    assert_eq!(json(&levels), "result-schema-mismatch", "128 levels are read");
    let digits = format!(r#"{{"status":"ok","total":{}}}"#, "9".repeat(400));
    assert_eq!(played(&artifact(&raw(&digits))).value(), Some(&*digits), "400 digits are read");
}

#[test]
fn a_fault_names_its_place_in_the_result() {
    let play = played(&artifact(&raw("{\"status\":\"ok\",\n  \"total\": 1,}")));
    let evidence = &play.failure().evidence[0];
    assert_eq!((evidence.place.unwrap().line, evidence.place.unwrap().column), (2, 13));
    assert_eq!(evidence.frame, Some(2));
    assert_eq!(evidence.excerpt.as_deref(), Some("  \"total\": 1,}"));
}

#[test]
fn a_byte_order_mark_and_a_repeated_key_are_noted() {
    let play = played(&artifact(&raw("\u{feff}{\"status\":\"a\",\"status\":\"b\",\"total\":1}")));
    assert_eq!(play.verdict(), Verdict::Typed);
    assert_eq!(play.warnings(), ["byte-order-mark", "duplicate-key"]);
    assert_eq!(play.outcome()["value"]["status"], "b", "the last one counts");
}

#[test]
fn a_mismatch_names_both_places() {
    let play = played(&artifact(&raw(r#"{"status":7,"total":1,"more":true}"#)));
    assert_eq!((play.class(), play.verdict()), (("result-schema-mismatch", "schema"), Verdict::Failed));
    let status = play.failure().evidence.iter().find(|e| e.pointer.as_deref() == Some("/status")).unwrap();
    assert_eq!(status.schema_pointer.as_deref(), Some("/properties/status/type"));
    assert_eq!((status.keyword.as_deref(), status.found.as_deref()), (Some("type"), Some("7")));
    assert!(status.place.is_some() && status.schema_place.is_some());
    assert_eq!(play.failure().evidence.len(), 2);
    assert!(play.run.result.as_ref().unwrap().document.is_some(), "the value is shown with its findings");
}

#[test]
fn what_would_have_been_valid_is_a_hint() {
    let hint = |text: &str| played(&artifact(&raw(text))).failure().hint.clone();
    let wrapped = format!(r#"{{"result":{VALUE}}}"#);
    assert_eq!(hint(&wrapped), "it would have been valid at /result: the agent wrapped it");
    assert_eq!(hint(&format!("{VALUE:?}")), "the string holds JSON that would have been valid: it was encoded twice");
    assert_eq!(hint(SCHEMA), "the result looks like a schema: the agent sent the schema back instead of a value");
    let fenced = format!("```json\n{VALUE}\n```");
    assert_eq!(
        hint(&fenced),
        "the result would have been valid without the fence around it; the agent must send the JSON alone"
    );
    let prose = format!("Sure, here you are: {VALUE} Have {{fun}}!");
    assert_eq!(
        hint(&prose),
        "the result holds a value that would have been valid, with words around it; the agent must send the JSON alone"
    );
}

#[test]
fn a_missing_result_is_asked_for_once_more() {
    let mut play = Play::streaming(plan());
    play.result(1, &task("WORKING", ""));
    play.result(1, &status("COMPLETED", ""));
    play.close(1);
    assert_eq!(play.operations(), [Operation::Stream, Operation::GetTask]);
    assert_eq!(play.run.verdict(), None);
    let whole = bare_task("COMPLETED", &format!(r#","artifacts":[{}]"#, artifact(&raw(VALUE))));
    play.answer_result(2, &whole);
    assert_eq!((play.verdict(), play.value(), play.finished), (Verdict::Typed, Some(VALUE), 1));
}

#[test]
fn asked_once_more_it_counts_only_if_it_says_completed_too() {
    let missing = |answer: &dyn Fn(&mut Play)| {
        let mut play = Play::streaming(plan());
        play.result(1, &task("WORKING", ""));
        play.result(1, &status("COMPLETED", "Here you are"));
        play.close(1);
        answer(&mut play);
        assert_eq!((play.class(), play.calls.len(), play.finished), (("result-missing", "artifact"), 2, 1));
        play
    };
    let whole = format!(r#","artifacts":[{}]"#, artifact(&raw(VALUE)));
    missing(&|play| play.answer_result(2, &bare_task("WORKING", &whole)));
    missing(&|play| play.answer_result(2, &bare_task("COMPLETED", "")));
    missing(&|play| play.answer(2, 200, r#"{"jsonrpc":"2.0","id":"2","error":{"code":-32001,"message":"no"}}"#));
    missing(&|play| play.answer(2, 200, "[]"));
    let play = missing(&|play| play.unanswered(2, catseye::run::event::NetFaultKind::Unreachable));
    assert_eq!(play.failure().agent.text, "Here you are");
}

#[test]
fn entries_with_one_id_in_a_snapshot_are_one_artifact() {
    let snapshot = |entries: &[String]| {
        let mut play = Play::streaming(plan());
        play.result(1, &task("COMPLETED", &format!(r#","artifacts":[{}]"#, entries.join(","))));
        play.close(1);
        play
    };
    let (old, new) = (artifact(&raw(r#"{"status":"old","total":1}"#)), artifact(&raw(VALUE)));
    let play = snapshot(&[old.clone(), new.clone(), artifact("")]);
    assert_eq!(play.value(), Some(VALUE), "of several raw parts the last entry counts, an empty entry nothing");
    let text = artifact(r#"{"text":"a note"}"#);
    assert_eq!(snapshot(&[text.clone(), new.clone(), text]).value(), Some(VALUE));
    let data = artifact(r#"{"data":{"status":"a","total":1}}"#);
    assert_eq!(snapshot(&[data.clone(), data]).class(), ("result-ambiguous", "bytes"));
}

#[test]
fn a_blocking_answer_climbs_the_same_ladder() {
    let mut blocking = plan();
    blocking.stream = false;
    let mut play = Play::sent(blocking);
    play.answer_result(1, &task("COMPLETED", &format!(r#","artifacts":[{}]"#, artifact(&raw(VALUE)))));
    assert_eq!((play.verdict(), play.ladder(), play.finished), (Verdict::Typed, "p".repeat(17), 1));
}

#[test]
fn a_task_that_is_read_later_climbs_the_same_ladder() {
    let mut later = plan();
    later.ask = catseye::run::Ask::Read;
    later.task_id = Some("t-1".into());
    let mut play = Play::sent(later);
    assert_eq!(play.operations(), [Operation::GetTask]);
    play.answer_result(1, &bare_task("COMPLETED", &format!(r#","artifacts":[{}]"#, artifact(&raw(VALUE)))));
    assert_eq!((play.verdict(), play.value()), (Verdict::Typed, Some(VALUE)));
}

#[test]
fn formats_are_warnings_until_they_are_asserted() {
    let formatted = |assert_formats: bool| {
        let mut with = plan();
        with.assert_formats = assert_formats;
        with.schema = Some(r#"{"type":"object","properties":{"on":{"type":"string","format":"date"}}}"#.into());
        let mut play = Play::streaming(with);
        play.good(&artifact(&raw(r#"{"on":"tomorrow"}"#)));
        play
    };
    assert_eq!(formatted(true).class(), ("result-schema-mismatch", "schema"));
    let annotated = formatted(false);
    assert_eq!(annotated.verdict(), Verdict::Typed);
    assert_eq!(annotated.step(StepId::Schema).state.word(), "warned");
}

#[test]
fn the_partial_result_is_what_its_base64_makes_so_far() {
    let mut play = Play::streaming(plan());
    play.result(1, &task("WORKING", ""));
    assert_eq!(play.run.partial_result(), None);
    let growing = |text: &str| {
        let cut = text.len() - 3;
        let part = format!(r#"{{"raw":"{}","mediaType":"application/json"}}"#, &text[..cut]);
        format!(r#"{{"artifactUpdate":{{"taskId":"t-1","artifact":{}}}}}"#, artifact(&part))
    };
    play.result(1, &growing(&base64(r#"{"status":"ä"#)));
    assert_eq!(play.run.partial_result().as_deref(), Some(r#"{"status":""#), "half a character is not there yet");
    assert!(play.run.value().is_none());
}
