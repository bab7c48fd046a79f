//! Laws that hold whatever happens in whatever order.

use std::sync::Arc;

use catseye::run::event::{
    Answered, Attempt, AttemptResult, BodyKind, End, Frame, NetFault, NetFaultKind, Operation, Requested, SchemaReport,
    Stop, Validation, Verdict as Judgement, What, WireRef,
};
use catseye::run::{self, CallId, Effect, Event, Lines, Run, StepState, Verdict};
use catseye::schema;
use proptest::prelude::*;

use super::play::{
    PARAMS, Play, SCHEMA, VALUE, artifact, artifact_update, bare_task, card, extension, plan, raw, status, task,
};

/// Frames of every kind, good and bad.
fn frames() -> Vec<String> {
    let result = |json: String| format!(r#"{{"jsonrpc":"2.0","id":"1","result":{json}}}"#);
    let whole = |state: &str| bare_task(state, &format!(r#","artifacts":[{}]"#, artifact(&raw(VALUE))));
    let states =
        ["SUBMITTED", "WORKING", "COMPLETED", "FAILED", "CANCELED", "REJECTED", "INPUT_REQUIRED", "AUTH_REQUIRED"];
    let mut all: Vec<String> = states.iter().map(|state| result(status(state, "words"))).collect();
    all.extend(["WORKING", "COMPLETED"].map(|state| result(task(state, ""))));
    all.extend(["WORKING", "COMPLETED", "CANCELED"].map(|state| result(whole(state))));
    all.push(result(status("FAILED", "other").replace("t-1", "t-2")));
    all.extend([VALUE, "{", "{}", ""].map(|text| result(artifact_update(&artifact(&raw(text))))));
    all.push(result(artifact_update(&artifact(r#"{"text":"x"}"#))));
    all.push(result(artifact_update(&artifact(&raw(VALUE)).replace("a-1", "a-2"))));
    all.push(result(r#"{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"hi"}]}}"#.into()));
    all.push(result("null".into()));
    all.push(result(r#"{"what":1}"#.into()));
    all.extend(
        ["-32001", "-32009", "-31401", "\"BUSY\""]
            .map(|code| format!(r#"{{"jsonrpc":"2.0","id":"1","error":{{"code":{code},"message":"no","data":[1]}}}}"#)),
    );
    all.extend(["", "[]", "{\"cut"].map(str::to_owned));
    all
}

fn attempt(status: Option<u16>, result: AttemptResult) -> What {
    What::Attempted(Box::new(Attempt {
        url: super::play::CARD_URL.into(),
        final_url: None,
        status,
        content_type: None,
        challenge: None,
        bytes: 1,
        wire: None,
        took: 1,
        notes: Vec::new(),
        result,
    }))
}

fn checked(text: &str) -> What {
    let checked = schema::check(text, &schema::Policy::default());
    What::SchemaChecked(Arc::new(SchemaReport { findings: checked.findings, bytes: checked.bytes, took: 1 }))
}

fn judged(verdict: Judgement) -> What {
    What::Validated(Box::new(Validation { verdict, took: 1 }))
}

fn anything() -> impl Strategy<Value = What> {
    let frames = frames();
    let call = (1u32..5).prop_map(CallId);
    let net = prop_oneof![
        Just(NetFaultKind::Unreachable),
        Just(NetFaultKind::Tls),
        Just(NetFaultKind::Timeout),
        Just(NetFaultKind::Unusable)
    ]
    .prop_map(|kind| NetFault { kind, sentence: "no".into() });
    let end = prop_oneof![
        4 => Just(End::Complete),
        1 => Just(End::Cut("reset".into())),
        1 => Just(End::Idle(90_000)),
        1 => Just(End::TooLarge(10)),
        1 => Just(End::NotReadable { sentence: "HTML".into(), excerpt: "<".into() }),
        1 => Just(End::ClosedByUs),
    ];
    let frame = (call.clone(), 0..frames.len(), prop::bool::weighted(0.05), 1u32..1000).prop_map(
        move |(call, index, replaced, number)| {
            let data = &frames[index];
            let expected =
                catseye::a2a::rpc::Expected { id: Some("1"), dialect: catseye::a2a::interface::Dialect::V10 };
            What::Frame(Box::new(Frame {
                call,
                number,
                wire: WireRef { stream: 1, offset: 0, length: data.len() as u64 },
                name: (number % 7 == 0).then(|| "error".into()),
                notes: Vec::new(),
                replaced,
                decoded: catseye::a2a::rpc::read(data, &expected),
            }))
        },
    );
    let requested = call.clone().prop_map(|call| {
        What::Requested(Box::new(Requested {
            call,
            operation: Operation::Stream,
            method: "POST".into(),
            url: "http://127.0.0.1:9/rpc".into(),
            headers: Vec::new(),
            body: None,
        }))
    });
    let statuses = prop_oneof![8 => Just(200u16), 1 => Just(401u16), 1 => Just(503u16)];
    let bodies = prop_oneof![4 => Just(BodyKind::Events), 2 => Just(BodyKind::Json), 1 => Just(BodyKind::Other)];
    let answered = (call.clone(), statuses, bodies).prop_map(|(call, status, body)| {
        What::Answered(Box::new(Answered {
            call,
            status,
            headers: Vec::new(),
            version: "HTTP/1.1".into(),
            wire: 1,
            final_url: None,
            body,
        }))
    });
    let beginning = prop_oneof![
        Just(attempt(Some(200), AttemptResult::Card(card(&extension(PARAMS)).into()))),
        Just(attempt(Some(200), AttemptResult::Card("{}".into()))),
        Just(attempt(Some(404), AttemptResult::Status { excerpt: String::new() })),
        Just(What::Discovered),
        Just(checked(SCHEMA)),
        Just(checked("{")),
        Just(judged(Judgement::Valid(Vec::new()))),
        Just(judged(Judgement::Invalid { findings: Vec::new(), more: None })),
        Just(judged(Judgement::Undecided("too long".into()))),
    ];
    prop_oneof![
        16 => frame,
        3 => requested,
        4 => answered,
        4 => (call.clone(), end).prop_map(|(call, end)| What::Closed { call, end }),
        1 => (call, net).prop_map(|(call, fault)| What::Unanswered { call, fault }),
        3 => (1u32..8).prop_map(|timer| What::Waited { timer }),
        2 => beginning,
        1 => prop_oneof![Just(Stop::Interrupt), Just(Stop::Terminate)].prop_map(What::StopAsked),
        1 => prop::bool::weighted(0.3).prop_map(|deadline| if deadline { What::DeadlineStruck } else { What::Discovered }),
    ]
}

/// What must hold of a run at any time.
fn is_legal(run: &Run) {
    let steps: Vec<StepState> = run.ladder.steps().map(|step| step.state).collect();
    let decided = steps.iter().take_while(|state| **state != StepState::NotReached).count();
    assert!(steps[decided..].iter().all(|state| *state == StepState::NotReached), "no step is decided out of turn");
    let failed = steps.iter().filter(|state| **state == StepState::Failed).count();
    assert!(failed <= 1);
    assert_eq!(failed == 1, run.failure.is_some(), "a failed step and a failure are one");
    if let Some(failure) = &run.failure {
        assert_eq!(run.ladder.failed().map(|step| step.id), Some(failure.step));
        assert_eq!(run.verdict(), Some(failure.class.verdict()));
        assert!(!failure.message.is_empty() && !failure.hint.is_empty());
    }
    match run.verdict() {
        Some(Verdict::Typed) => assert!(decided == steps.len() && run.value().is_some()),
        Some(Verdict::Text) => assert!(decided == steps.len()),
        Some(Verdict::Stopped(_)) => assert!(run.failure.is_none()),
        None => assert!(!run.finished && run.failure.is_none()),
        Some(_) => assert!(run.failure.is_some()),
    }
    assert!(run.verdict() == Some(Verdict::Typed) || run.value().is_none(), "a value is there only when it is typed");
    assert_eq!(run.summary().is_some(), run.verdict().is_some());
}

/// Plays events and checks the laws after each.
fn play(mut run: Run, at: u64, whats: Vec<What>) -> (Run, Vec<Event>) {
    let mut finished = usize::from(run.finished);
    let mut events = Vec::new();
    let mut lines = Lines::new();
    for (number, what) in whats.into_iter().enumerate() {
        let before = run.clone();
        let event = Event { at: at + number as u64 * 1_000, what };
        events.push(event.clone());
        let effects = run::step(&mut run, event.clone());
        is_legal(&run);
        if let Some(verdict) = before.verdict() {
            assert_eq!((run.verdict(), &run.ladder), (Some(verdict), &before.ladder), "the verdict stands");
            assert_eq!(run.failure, before.failure);
            assert_eq!(run.value().map(|value| value.text()), before.value().map(|value| value.text()));
        }
        for (was, is) in before.ladder.steps().zip(run.ladder.steps()) {
            assert!(was.state == StepState::NotReached || was == is, "a decided step stays");
        }
        finished += effects.iter().filter(|effect| matches!(effect, Effect::Finished)).count();
        assert!(finished <= 1 && (finished == 1) == run.finished);
        if before.finished {
            assert!(effects.is_empty(), "nothing more is asked for: {effects:?}");
        }
        for line in lines.of(&event, &run).lines() {
            let line: serde_json::Value = serde_json::from_str(line).expect("a line is JSON");
            assert_eq!(line["catseye"], 1);
        }
    }
    let outcome: serde_json::Value = serde_json::from_str(&run::outcome(&run)).expect("an outcome is JSON");
    assert_eq!(outcome["steps"].as_array().map(Vec::len), Some(17));
    (run, events)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_order_of_events_leaves_a_legal_state(whats in prop::collection::vec(anything(), 0..40)) {
        let mut run = Run::new(plan());
        run::start(&mut run);
        play(run, 1_000, whats);
    }

    #[test]
    fn any_order_of_events_after_a_good_beginning_leaves_a_legal_state(
        whats in prop::collection::vec(anything(), 0..40),
        streaming in any::<bool>(),
        structured in prop::bool::weighted(0.8),
    ) {
        let mut plan = plan();
        plan.stream = streaming;
        plan.schema = plan.schema.filter(|_| structured);
        let mut begun = Play::sent(plan);
        begun.head(1, 200, if streaming { "text/event-stream" } else { "application/json" });
        play(begun.run, 100_000, whats);
    }

    #[test]
    fn folding_the_same_events_again_gives_the_same_outcome(whats in prop::collection::vec(anything(), 0..40)) {
        let begun = Play::streaming(plan());
        let (run, events) = play(begun.run, 100_000, whats);
        let mut again = Run::new(plan());
        run::start(&mut again);
        for event in begun.events.into_iter().chain(events) {
            run::step(&mut again, event);
        }
        prop_assert_eq!(run::outcome(&again), run::outcome(&run));
    }
}
