//! While the agent works, and how a turn ends.

use catseye::a2a::interface::Dialect;
use catseye::run::event::{End, NetFaultKind, Operation, Stop, What};
use catseye::run::{Ask, Effect, Phase, Plan, RowKind, StepId, Verdict, exit_status};

use super::play::{
    PARAMS, Play, VALUE, artifact, artifact_update, bare_task, card, extension, plan, raw, status, task,
};

fn error(code: &str, message: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":"1","error":{{"code":{code},"message":"{message}"}}}}"#)
}

/// A plan without a schema.
fn text_plan() -> Plan {
    let mut plan = plan();
    plan.schema = None;
    plan
}

fn blocking() -> Play {
    let mut plan = plan();
    plan.stream = false;
    Play::sent(plan)
}

fn whole(state: &str) -> String {
    bare_task(state, &format!(r#","artifacts":[{}]"#, artifact(&raw(VALUE))))
}

#[test]
fn a_request_that_is_not_accepted_fails_at_sent() {
    for (kind, class, verdict) in [
        (NetFaultKind::Unreachable, "unreachable", Verdict::Unreachable),
        (NetFaultKind::Tls, "tls", Verdict::Unreachable),
        (NetFaultKind::Timeout, "timeout", Verdict::Timeout),
    ] {
        let mut play = Play::sent(plan());
        play.unanswered(1, kind);
        assert_eq!((play.class(), play.verdict(), play.finished), ((class, "sent"), verdict, 1));
    }
    let answered = |status: u16, body: &str| {
        // The person has chosen the generation, so that no other is tried.
        let mut chosen = plan();
        chosen.preferences.dialect = Some(Dialect::V10);
        let mut play = Play::sent(chosen);
        play.answer(1, status, body);
        assert_eq!(play.finished, 1);
        play.class()
    };
    let unknown = error("-32601", "Method not found");
    assert_eq!(answered(200, &unknown), ("rpc-error", "sent"));
    assert_eq!(answered(500, &unknown), ("rpc-error", "sent"), "an agent's error whatever the status");
    assert_eq!(answered(200, &error("-32009", "version")), ("version-not-supported", "sent"));
    assert_eq!(answered(200, &error("-31401", "who")), ("unauthorized", "sent"));
    assert_eq!(answered(200, &error("-31403", "no")), ("unauthorized", "sent"));
    assert_eq!(answered(401, &error("-32603", "no")), ("unauthorized", "sent"));
    assert_eq!(answered(503, "{}"), ("http-status", "sent"));
}

#[test]
fn a_status_outside_2xx_is_told_with_what_came() {
    let page = |status: u16| {
        let mut play = Play::sent(plan());
        play.head(1, status, "text/html");
        play.end(1, End::NotReadable { sentence: "an HTML page".into(), excerpt: "<html>bad".into() });
        play
    };
    let play = page(502);
    assert_eq!((play.class(), play.verdict()), (("http-status", "sent"), Verdict::Unreachable));
    assert_eq!(play.failure().message, "the request was answered with 502: an HTML page");
    let evidence = &play.failure().evidence[0];
    assert_eq!((evidence.status, evidence.content_type.as_deref()), (Some(502), Some("text/html")));
    assert_eq!(evidence.excerpt.as_deref(), Some("<html>bad"));
    assert_eq!(page(401).class(), ("unauthorized", "sent"));
    assert_eq!(page(403).class(), ("unauthorized", "sent"));
    assert_eq!(page(200).class(), ("protocol", "stream"), "a 2xx that is neither events nor JSON");
}

#[test]
fn an_error_object_in_the_stream_is_an_rpc_error() {
    let mut play = Play::streaming(plan());
    play.result(1, &task("WORKING", ""));
    play.data(
        1,
        r#"{"jsonrpc":"2.0","id":"1","error":{"code":"RATE_LIMITED","message":"slow down","data":"retry in 30s"}}"#,
    );
    assert_eq!((play.class(), play.verdict(), play.finished), (("rpc-error", "stream"), Verdict::Failed, 1));
    assert_eq!(play.failure().message, "the agent answered with an error: RATE_LIMITED: slow down");
    let agent = &play.failure().agent;
    assert_eq!((agent.text.as_str(), agent.code.as_deref()), ("slow down", Some("RATE_LIMITED")));
    assert_eq!(agent.data, ["\"retry in 30s\"".into()]);
}

#[test]
fn each_terminal_state_but_completed_is_a_class_of_its_own() {
    for (state, class) in [("FAILED", "task-failed"), ("REJECTED", "task-rejected"), ("CANCELED", "task-canceled")] {
        let mut play = Play::streaming(plan());
        play.result(1, &task("WORKING", ""));
        play.result(1, &status(state, "out of paper"));
        play.close(1);
        assert_eq!((play.class(), play.verdict()), ((class, "completed"), Verdict::Failed));
        assert_eq!(play.failure().agent.text, "out of paper");
        assert!(play.failure().message.ends_with(": out of paper"), "{}", play.failure().message);
    }
}

#[test]
fn an_agents_words_are_kept_whole_text_and_data() {
    let mut play = Play::streaming(plan());
    let long = "x".repeat(5_000);
    let message =
        format!(r#"{{"messageId":"m","role":"ROLE_AGENT","parts":[{{"text":"{long}"}},{{"data":{{"n":1.0}}}}]}}"#);
    let update = format!(
        r#"{{"statusUpdate":{{"taskId":"t-1","status":{{"state":"TASK_STATE_FAILED","message":{message}}}}}}}"#
    );
    play.result(1, &update);
    assert_eq!(play.failure().agent.text.len(), 5_000);
    assert_eq!(play.failure().agent.data, [r#"{"n":1.0}"#.into()]);
    assert!(play.failure().message.len() < 400, "a sentence is not the whole text");
}

#[test]
fn a_reason_given_as_data_alone_stands_in_the_sentence() {
    let mut play = Play::streaming(plan());
    let message = r#"{"messageId":"m","role":"ROLE_AGENT","parts":[{"data":{"kind":"no-stock","left":0}}]}"#;
    let update = format!(
        r#"{{"statusUpdate":{{"taskId":"t-1","status":{{"state":"TASK_STATE_FAILED","message":{message}}}}}}}"#
    );
    play.result(1, &update);
    let sentence = r#"the task failed; the agent gave its reason as data: {"kind":"no-stock","left":0}"#;
    assert_eq!(play.failure().message, sentence);
}

#[test]
fn an_agent_that_asks_is_waited_for() {
    for (state, class) in [("INPUT_REQUIRED", "input-required"), ("AUTH_REQUIRED", "auth-required")] {
        let mut closes = Play::streaming(plan());
        closes.result(1, &task("WORKING", ""));
        closes.result(1, &status(state, "which year?"));
        assert_eq!(closes.run.phase, Phase::Waiting, "told at once");
        closes.close(1);
        assert_eq!((closes.class(), closes.verdict()), ((class, "completed"), Verdict::Waiting));
        assert_eq!(closes.failure().hint, "answer it in the same task: --task t-1 --context c-1");
        let mut stays = Play::streaming(plan());
        stays.result(1, &task("WORKING", ""));
        stays.result(1, &status(state, "which year?"));
        assert_eq!(stays.pass_time(), 2_000);
        assert_eq!((stays.class(), stays.finished), ((class, "completed"), 1));
        assert!(matches!(stays.todo[..], [Effect::CloseCall(_)]));
    }
}

#[test]
fn a_task_that_goes_on_after_asking_is_followed() {
    let mut play = Play::streaming(plan());
    play.result(1, &task("AUTH_REQUIRED", ""));
    play.result(1, &status("WORKING", ""));
    play.good(&artifact(&raw(VALUE)));
    assert_eq!(play.verdict(), Verdict::Typed);
}

#[test]
fn the_first_terminal_state_decides_and_absorbs() {
    let mut play = Play::streaming(plan());
    play.result(1, &task("WORKING", ""));
    play.result(1, &artifact_update(&artifact(&raw(VALUE))));
    play.result(1, &status("COMPLETED", ""));
    assert_eq!((play.verdict(), play.finished), (Verdict::Typed, 0), "the stream is read on for a moment");
    play.result(1, &status("FAILED", "too late"));
    play.result(1, &artifact_update(&artifact(&raw("{}"))));
    play.data(1, &error("-32603", "too late"));
    assert_eq!((play.verdict(), play.value()), (Verdict::Typed, Some(VALUE)));
    assert_eq!(play.outcome()["task"]["state"], "completed");
    assert_eq!(play.run.rows.iter().filter(|row| row.late).count(), 3);
    assert_eq!(play.warnings()[0], "after-terminal");
    assert_eq!(play.pass_time(), 2_000);
    assert_eq!(play.finished, 1);
    assert!(matches!(play.todo[..], [Effect::CloseCall(_)]));
}

#[test]
fn a_stream_that_ends_while_active_is_recovered_by_asking_once() {
    let mut play = Play::streaming(plan());
    play.result(1, &task("WORKING", ""));
    play.end(1, End::Cut("connection reset".into()));
    assert_eq!(play.operations(), [Operation::Stream, Operation::GetTask]);
    play.answer_result(2, &whole("COMPLETED"));
    assert_eq!((play.verdict(), play.value(), play.finished), (Verdict::Typed, Some(VALUE), 1));
}

#[test]
fn a_task_still_active_is_subscribed_to_and_its_result_counts() {
    let mut play = Play::streaming(plan());
    play.result(1, &task("WORKING", ""));
    play.close(1);
    play.answer_result(2, &bare_task("WORKING", ""));
    assert_eq!(play.call().operation, Operation::Subscribe);
    play.open(3);
    play.result(3, &task("WORKING", ""));
    play.result(3, &artifact_update(&artifact(&raw(VALUE))));
    play.result(3, &status("COMPLETED", ""));
    play.close(3);
    assert_eq!((play.verdict(), play.value()), (Verdict::Typed, Some(VALUE)));
}

#[test]
fn when_subscribing_is_refused_the_task_is_polled() {
    let mut play = Play::streaming(plan());
    play.result(1, &task("WORKING", ""));
    play.close(1);
    play.answer_result(2, &bare_task("WORKING", ""));
    play.answer(3, 200, &error("-32004", "no streaming"));
    assert_eq!(play.call().operation, Operation::GetTask);
    play.answer_result(4, &bare_task("WORKING", ""));
    let mut pauses = Vec::new();
    for call in 5..15 {
        pauses.push(play.pass_time());
        if play.run.verdict().is_some() || play.calls.len() < call {
            break;
        }
        play.answer_result(call as u32, &bare_task("WORKING", ""));
        if play.run.verdict().is_some() {
            break;
        }
    }
    assert_eq!(pauses, [2_000, 4_000, 8_000, 10_000, 10_000, 10_000, 10_000, 10_000, 10_000]);
    assert_eq!((play.class(), play.verdict()), (("stream-interrupted", "stream"), Verdict::Unreachable));
    assert!(play.failure().message.ends_with("asked 10 times, and nothing changed"), "{}", play.failure().message);
}

#[test]
fn a_subscription_answered_with_a_status_is_a_refusal_too() {
    let mut play = Play::streaming(plan());
    play.result(1, &task("WORKING", ""));
    play.close(1);
    play.answer_result(2, &bare_task("WORKING", ""));
    play.head(3, 405, "text/plain");
    play.end(3, End::NotReadable { sentence: "HTTP 405".into(), excerpt: "no".into() });
    assert_eq!(play.call().operation, Operation::GetTask);
    play.answer_result(4, &whole("COMPLETED"));
    assert_eq!(play.value(), Some(VALUE));
}

#[test]
fn a_change_begins_the_count_anew() {
    let mut play = blocking();
    play.answer_result(1, &task("SUBMITTED", ""));
    assert_eq!(play.call().operation, Operation::Send);
    for call in 2..40 {
        play.pass_time();
        let note = format!(
            r#","artifacts":[{{"artifactId":"log","parts":[{{"text":"{}"}}]}}]"#,
            "x".repeat(call as usize / 5)
        );
        play.answer_result(call, &bare_task("WORKING", &note));
        assert_eq!(play.run.verdict(), None);
    }
}

#[test]
fn a_lookup_that_fails_leaves_the_stream_interrupted() {
    let lost = |answer: &dyn Fn(&mut Play)| {
        let mut play = Play::streaming(plan());
        play.result(1, &task("WORKING", ""));
        play.close(1);
        answer(&mut play);
        assert_eq!(play.finished, 1);
        play.class()
    };
    assert_eq!(lost(&|play| play.answer(2, 200, &error("-32001", "Task not found"))), ("stream-interrupted", "stream"));
    assert_eq!(lost(&|play| play.unanswered(2, NetFaultKind::Unreachable)), ("stream-interrupted", "stream"));
    assert_eq!(lost(&|play| play.answer(2, 200, "null")), ("stream-interrupted", "stream"));
    assert_eq!(lost(&|play| play.answer(2, 500, "{}")), ("stream-interrupted", "stream"));
    assert_eq!(lost(&|play| play.answer(2, 401, "{}")), ("unauthorized", "stream"));
}

#[test]
fn how_the_stream_broke_names_the_class_when_nothing_helps() {
    let broken = |give: &dyn Fn(&mut Play), end: End| {
        let mut play = Play::streaming(plan());
        give(&mut play);
        play.end(1, end);
        if play.calls.len() == 2 {
            play.answer(2, 200, &error("-32001", "Task not found"));
        }
        play.class()
    };
    let working = |play: &mut Play| play.result(1, &task("WORKING", ""));
    let nothing = |_: &mut Play| {};
    assert_eq!(broken(&working, End::Idle(90_000)), ("timeout", "stream"));
    assert_eq!(broken(&nothing, End::Idle(90_000)), ("timeout", "stream"));
    assert_eq!(broken(&nothing, End::Complete), ("stream-interrupted", "stream"));
    assert_eq!(broken(&nothing, End::Cut("reset".into())), ("stream-interrupted", "stream"));
    assert_eq!(broken(&|play| play.data(1, "{\"jsonrpc\":"), End::Complete), ("protocol", "stream"));
    assert_eq!(broken(&working, End::TooLarge(100)), ("protocol", "stream"));
    let unreadable = |play: &mut Play| {
        play.result(1, &task("WORKING", ""));
        play.data(1, "[1]");
    };
    assert_eq!(broken(&unreadable, End::Complete), ("protocol", "stream"));
}

#[test]
fn what_cannot_be_read_is_a_warning_and_the_stream_goes_on() {
    let mut play = Play::streaming(plan());
    for odd in ["[]", "7", "null", r#"{"jsonrpc":"2.0","id":"1","result":null}"#, "{\"cut\":"] {
        play.data(1, odd);
    }
    play.data(1, r#"{"jsonrpc":"2.0","id":"1","result":{"budget":{"usd":1}}}"#);
    play.data(1, "");
    play.good(&artifact(&raw(VALUE)));
    assert_eq!((play.verdict(), play.run.timing.heartbeats), (Verdict::Typed, 1));
    assert_eq!(play.warnings().iter().filter(|code| **code == "unreadable-event").count(), 5);
    assert_eq!(play.warnings().iter().filter(|code| **code == "unknown-event").count(), 1);
}

#[test]
fn events_of_another_task_are_shown_and_never_counted() {
    let mut play = Play::streaming(plan());
    play.result(1, &task("WORKING", ""));
    play.result(1, &artifact_update(&artifact(&raw("{}"))).replace("t-1", "t-2"));
    play.result(1, &status("FAILED", "").replace("t-1", "t-2"));
    play.result(1, &task("CANCELED", "").replace("t-1", "t-2"));
    play.good(&artifact(&raw(VALUE)));
    assert_eq!((play.verdict(), play.value()), (Verdict::Typed, Some(VALUE)));
    assert_eq!(play.warnings(), ["other-task"]);
    assert_eq!(play.run.warnings[0].count, 3);
    assert_eq!(play.outcome()["task"]["id"], "t-1");
}

#[test]
fn a_message_before_any_task_is_the_whole_answer() {
    let message = r#"{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"42"}]}}"#;
    let mut text = Play::streaming(text_plan());
    text.result(1, message);
    text.result(1, &task("FAILED", ""));
    text.close(1);
    assert_eq!((text.verdict(), text.ladder()), (Verdict::Text, "ppsssssppssssssss".into()));
    assert_eq!((&text.outcome()["task"], &text.outcome()["text"]), (&serde_json::Value::Null, &"42".into()));
    let mut typed = Play::streaming(plan());
    typed.result(1, message);
    assert_eq!((typed.class(), typed.ladder()), (("result-missing", "artifact"), "pppppppppsf......".into()));
    assert_eq!(typed.calls.len(), 1, "there is no task to ask for");
}

#[test]
fn a_message_after_a_task_is_shown_and_ends_nothing() {
    let mut play = Play::streaming(plan());
    play.result(1, &task("WORKING", ""));
    play.result(1, r#"{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"by the way"}]}}"#);
    play.good(&artifact(&raw(VALUE)));
    assert_eq!((play.verdict(), play.warnings()), (Verdict::Typed, vec!["message-after-task"]));
    assert!(play.run.rows.iter().any(|row| row.kind == RowKind::Message && &*row.text == "by the way"));
}

#[test]
fn without_a_schema_a_completed_task_is_text() {
    let mut play = Play::streaming(text_plan());
    play.result(1, &task("WORKING", ""));
    play.result(1, &status("COMPLETED", "The total is 7."));
    play.close(1);
    assert_eq!((play.verdict(), play.ladder()), (Verdict::Text, "ppssssspppsssssss".into()));
    let (text, source) = play.run.answer_text().unwrap();
    assert_eq!((text.as_str(), source.label()), ("The total is 7.", "from the status message"));
}

#[test]
fn the_time_limit_of_the_whole_command_strikes_at_the_step_it_finds() {
    let mut play = Play::new(plan());
    play.give(What::DeadlineStruck);
    assert_eq!((play.class(), play.verdict(), play.finished), (("timeout", "card"), Verdict::Timeout, 1));
    let mut play = Play::streaming(plan());
    play.result(1, &task("WORKING", ""));
    play.give(What::DeadlineStruck);
    assert_eq!(play.class(), ("timeout", "stream"));
    assert!(play.failure().hint.contains("--task t-1"));
    assert!(play.todo.iter().any(|effect| matches!(effect, Effect::CloseCall(_))));
}

#[test]
fn a_stop_cancels_the_task_and_waits_for_it_three_seconds_at_most() {
    let stopped = || {
        let mut play = Play::streaming(plan());
        play.result(1, &task("WORKING", ""));
        play.give(What::StopAsked(Stop::Interrupt));
        assert_eq!(play.call().operation, Operation::CancelTask);
        assert_eq!(play.run.verdict(), None);
        play
    };
    let mut says_so = stopped();
    says_so.answer_result(2, &bare_task("CANCELED", ""));
    assert_eq!(says_so.finished, 1, "at once: the stream is not read on");
    says_so.close(1);
    assert_eq!((says_so.verdict(), says_so.finished), (Verdict::Stopped(Stop::Interrupt), 1));
    assert_eq!(exit_status(says_so.verdict()), 130);
    assert_eq!(says_so.run.failure, None);
    assert_eq!(says_so.run.summary().as_deref(), Some("stopped by you; the agent canceled the task"));
    let mut silent = stopped();
    assert_eq!(silent.pass_time(), 3_000);
    assert_eq!((silent.verdict(), silent.finished), (Verdict::Stopped(Stop::Interrupt), 1));
    let mut twice = stopped();
    twice.give(What::StopAsked(Stop::Interrupt));
    assert_eq!((twice.verdict(), twice.finished), (Verdict::Stopped(Stop::Interrupt), 1));
}

#[test]
fn an_agent_that_completed_meanwhile_decides_the_verdict() {
    let mut play = Play::streaming(plan());
    play.result(1, &task("WORKING", ""));
    play.give(What::StopAsked(Stop::Interrupt));
    play.result(1, &artifact_update(&artifact(&raw(VALUE))));
    play.result(1, &status("COMPLETED", ""));
    assert_eq!((play.verdict(), play.value()), (Verdict::Typed, Some(VALUE)));
    let mut polled = blocking();
    polled.answer_result(1, &task("WORKING", ""));
    polled.give(What::StopAsked(Stop::Terminate));
    polled.answer(2, 200, &error("-32002", "cannot be canceled"));
    assert_eq!(polled.call().operation, Operation::GetTask);
    polled.answer_result(3, &whole("COMPLETED"));
    assert_eq!((polled.verdict(), polled.value()), (Verdict::Typed, Some(VALUE)));
}

#[test]
fn a_stop_before_the_task_is_named_cancels_it_once_it_is() {
    let mut play = Play::streaming(plan());
    play.give(What::StopAsked(Stop::Interrupt));
    assert_eq!(play.calls.len(), 1);
    play.result(1, &task("WORKING", ""));
    assert_eq!(play.call().operation, Operation::CancelTask);
    let mut early = Play::new(plan());
    early.give(What::StopAsked(Stop::HangUp));
    assert_eq!((exit_status(early.verdict()), early.finished), (129, 1));
    assert_eq!(early.run.summary().as_deref(), Some("stopped by you before anything was sent"));
}

#[test]
fn artifacts_grow_by_chunks_and_what_is_replaced_stays_in_reach() {
    let mut play = Play::streaming(text_plan());
    let chunk = |text: &str, append: bool, last: bool| {
        format!(
            r#"{{"artifactUpdate":{{"taskId":"t-1","artifact":{{"artifactId":"a","name":"doc","parts":[{{"text":"{text}"}}]}},"append":{append},"lastChunk":{last}}}}}"#
        )
    };
    play.result(1, &task("WORKING", ""));
    play.result(1, &chunk("one ", true, false));
    play.result(1, &chunk("two", true, false));
    assert_eq!(play.warnings(), ["append-unknown"]);
    assert_eq!(play.run.artifacts.get("a").unwrap().text(), "one two");
    play.result(1, &chunk("end", false, true));
    let artifact = play.run.artifacts.get("a").unwrap();
    assert_eq!((artifact.text(), artifact.replaced_count, artifact.complete), ("end".into(), 1, true));
    let before: String = artifact.replaced.last().unwrap().parts.iter().filter_map(|held| held.part.text()).collect();
    assert_eq!(before, "one two");
    play.result(1, &chunk("!", true, true));
    play.result(1, r#"{"artifactUpdate":{"taskId":"t-1","artifact":{"artifactId":"a","parts":[]},"lastChunk":true}}"#);
    assert_eq!(play.run.artifacts.get("a").unwrap().text(), "end!", "an empty last chunk seals and never clears");
    assert_eq!(play.warnings(), ["append-unknown", "last-chunk-replaced", "sealed-changed", "empty-parts"]);
}

#[test]
fn a_snapshot_replaces_what_was_folded() {
    let mut play = Play::streaming(plan());
    play.result(1, &task("WORKING", ""));
    play.result(1, &artifact_update(&artifact(&raw("{}"))));
    play.result(1, &format!(r#"{{"task":{}}}"#, whole("COMPLETED")));
    play.close(1);
    assert_eq!((play.value(), play.run.artifacts.get("a-1").unwrap().replaced_count), (Some(VALUE), 1));
    let mut gone = Play::streaming(plan());
    gone.result(1, &task("WORKING", ""));
    gone.result(1, &artifact_update(&artifact(&raw(VALUE))));
    gone.result(1, &task("COMPLETED", ""));
    gone.answer_result(2, &bare_task("COMPLETED", ""));
    assert_eq!(gone.class(), ("result-missing", "artifact"));
    assert!(gone.failure().message.contains("does not have it any more"));
    assert!(gone.run.artifacts.get("a-1").unwrap().gone, "it stays in reach");
}

#[test]
fn repeats_are_folded_into_one_row() {
    let mut play = Play::streaming(text_plan());
    play.result(1, &task("WORKING", ""));
    for step in 1..=50 {
        play.result(1, &status("WORKING", &format!("step {step} of 50")));
    }
    for word in ["the ", "quick ", "brown ", "fox"] {
        play.result(1, &status("WORKING", word));
    }
    let rows: Vec<_> = play.run.rows.iter().map(|row| (&*row.text, row.count)).collect();
    assert_eq!(rows, [("", 1), ("step 50 of 50", 50), ("the quick brown fox", 4)]);
}

#[test]
fn a_hundred_thousand_updates_stay_bounded_and_are_counted() {
    let mut play = Play::streaming(text_plan());
    play.result(1, &task("WORKING", ""));
    // Two frames, read once and folded again and again. Alternating states, so that no row folds.
    play.result(1, &status("WORKING", "a"));
    play.result(1, &status("SUBMITTED", "b"));
    let pair = play.events.split_off(play.events.len() - 2);
    for number in 0..50_000 {
        for event in &pair {
            catseye::run::step(&mut play.run, catseye::run::Event { at: 1_000_000 + number, ..event.clone() });
        }
    }
    assert!(play.run.rows.len() < catseye::run::PROGRESS_KEPT + 512);
    assert_eq!(play.run.rows.len() + play.run.rows.dropped(), 100_003);
}

#[test]
fn a_follow_up_names_its_task_and_conversation() {
    let mut follow = text_plan();
    follow.task_id = Some("t-1".into());
    follow.context_id = Some("c-1".into());
    follow.ask = Ask::Text("1999".into());
    let mut play = Play::with_card(follow, &card(&extension(PARAMS)));
    assert!(play.call().body.contains(r#""contextId":"c-1","taskId":"t-1""#));
    play.open(1);
    play.result(1, &status("COMPLETED", "done"));
    play.close(1);
    assert_eq!((play.verdict(), play.step(StepId::Sent).state.word()), (Verdict::Text, "passed"));
}
