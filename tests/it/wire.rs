//! A2A on the wire: real answers of real servers, read as they are meant; and nothing that can be sent breaks the reader.

use std::fmt::Write;

use catseye::a2a::form::Form;
use catseye::a2a::given::{self, Additions};
use catseye::a2a::interface::Dialect;
use catseye::a2a::model::{Content, Decoded, Message, Part, RawJson, Role, Task, TaskState, Update};
use catseye::a2a::rpc::{Expected, read, request};
use catseye::a2a::{errors, v10};
use catseye::json::{Limits, parse_text};
use catseye::sse;
use proptest::prelude::*;

fn expected(id: &str) -> Expected<'_> {
    Expected { id: Some(id), dialect: Dialect::V10 }
}

fn fixture(name: &str) -> String {
    let path = format!("{}/tests/fixtures/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect(name)
}

/// One frame in a line of words: what it is, its state, its parts, its notes.
fn words(decoded: &Decoded) -> String {
    match decoded {
        Decoded::Update(update, notes) => {
            let mut line = match &**update {
                Update::Task(task) => task_words(task),
                Update::Message(message) => format!("message{}", parts(&message.parts)),
                Update::Status(update) => {
                    let said = update.status.message.as_ref().map(|m| parts(&m.parts)).unwrap_or_default();
                    format!("status {}{said}", update.status.state.word())
                }
                Update::Artifact(update) => {
                    let flags = [(update.append, " append"), (update.last_chunk, " last")];
                    let flags: String = flags.into_iter().filter(|(set, _)| *set).map(|(_, word)| word).collect();
                    format!("artifact {}{flags}{}", update.artifact.artifact_id, parts(&update.artifact.parts))
                }
            };
            for note in notes {
                let _ = write!(line, " !{}", note.code);
            }
            line
        }
        Decoded::Error(error) => {
            let data = if error.data.is_some() { " +data" } else { "" };
            format!("error {} [{}]{data}", error.sentence(), error.reason.as_deref().unwrap_or_default())
        }
        Decoded::Nothing => "nothing".to_owned(),
        Decoded::Unknown(what) => format!("unknown: {what}"),
        Decoded::Unreadable(why) => format!("unreadable: {why}"),
        Decoded::Heartbeat => "heartbeat".to_owned(),
    }
}

fn task_words(task: &Task) -> String {
    let mut line = format!("task {}", task.status.state.word());
    for artifact in &task.artifacts {
        let _ = write!(line, " ({}{})", artifact.artifact_id, parts(&artifact.parts));
    }
    let _ = write!(line, " history {}", task.history.len());
    line
}

fn parts(parts: &[Part]) -> String {
    let word = |part: &Part| match &part.content {
        Content::Text(text) => format!("{text:?}"),
        Content::Raw(base64) => format!("raw:{}", base64.len()),
        Content::RawInvalid(json) => format!("raw?{json}"),
        Content::Url(url) => format!("<{url}>"),
        Content::Data(json) => format!("data:{json}"),
        Content::Empty => "{}".to_owned(),
    };
    parts.iter().map(|p| format!(" {}", word(p))).collect()
}

/// Every frame of a body, events or not.
fn frames(body: &str, expected: &Expected<'_>) -> Vec<String> {
    if body.trim_start().starts_with('{') {
        return vec![words(&read(body, expected))];
    }
    let mut items = Vec::new();
    let mut reader = sse::Reader::new(sse::Limits::default());
    reader.push(body.as_bytes(), &mut items).expect("within the limit");
    reader.finish(&mut items);
    let data = |item: &sse::Item| match item {
        sse::Item::Event(event) => Some(event.data.clone()),
        _ => None,
    };
    items.iter().filter_map(data).map(|data| words(&read(&data, expected))).collect()
}

/// What every answer of a file of captures is read as, when it comes in this form.
fn told(file: &str, expected: &Expected<'_>) -> String {
    let mut told = String::new();
    for line in fixture(&format!("captures/{file}.jsonl")).lines() {
        let capture: serde_json::Value = serde_json::from_str(line).expect("a capture");
        let text = |key: &str| capture[key].as_str().unwrap_or_default();
        let (body, status) = (text("body"), capture["status"].as_u64().unwrap_or_default());
        let _ = writeln!(told, "{} ({status} {})", text("name"), text("content_type"));
        if text("content_type").starts_with("text/plain") || body.is_empty() {
            continue;
        }
        if !(200..300).contains(&status) {
            let error = parse_text(body, &Limits::default()).ok().and_then(|body| errors::a2a_error(body.root()));
            let words = error.map_or("no error of the agent".to_owned(), |error| words(&Decoded::Error(error)));
            let _ = writeln!(told, "    {words}");
            continue;
        }
        for frame in frames(body, expected) {
            let _ = writeln!(told, "    {frame}");
        }
    }
    told
}

#[test]
fn the_answers_of_1_0_over_json_rpc_are_read_as_meant() {
    insta::assert_snapshot!("captures_v1_rpc", told("v1-rpc", &expected("r1")));
}

#[test]
fn the_answers_of_1_0_over_http_json_are_read_as_meant() {
    insta::assert_snapshot!("captures_v1_rest", told("v1-rest", &Expected { id: None, dialect: Dialect::V10 }));
}

#[test]
fn the_answers_of_0_3_over_json_rpc_are_read_as_meant() {
    insta::assert_snapshot!("captures_v03_rpc", told("v03-rpc", &Expected { id: Some("r1"), dialect: Dialect::V03 }));
}

#[test]
fn the_answers_of_0_3_over_http_json_are_read_as_meant() {
    insta::assert_snapshot!("captures_v03_rest", told("v03-rest", &Expected { id: None, dialect: Dialect::V03 }));
}

/// The ids of these requests are numbers of every kind, which is looked at elsewhere.
#[test]
fn the_answers_of_a2aex_are_read_as_meant() {
    let told = told("a2aex", &Expected { id: Some("1"), dialect: Dialect::V03 }).replace(" !id-mismatch", "");
    insta::assert_snapshot!("captures_a2aex", told);
}

#[test]
fn the_streams_of_the_case_bank_are_read_as_meant() {
    let folder = format!("{}/tests/fixtures/streams", env!("CARGO_MANIFEST_DIR"));
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("fixtures")
        .map(|entry| entry.expect("entry").file_name().into_string().expect("a name"))
        .filter(|name| name.ends_with(".sse") && !name.starts_with("35-") && !name.starts_with("41-"))
        .collect();
    names.sort();
    let mut told = String::new();
    for name in names {
        let _ = writeln!(told, "{name}");
        for frame in frames(&fixture(&format!("streams/{name}")), &expected("1")) {
            let frame = frame.replace(" !id-mismatch", "");
            let _ = writeln!(told, "    {frame}");
        }
    }
    insta::assert_snapshot!("streams", told);
}

fn update(text: &str) -> (Update, Vec<&'static str>) {
    match read(text, &expected("1")) {
        Decoded::Update(update, notes) => (*update, notes.into_iter().map(|n| n.code).collect()),
        other => panic!("{text}: {other:?}"),
    }
}

fn contents(parts: &str) -> (Vec<Content>, Vec<&'static str>) {
    let text = format!(
        r#"{{"jsonrpc":"2.0","id":"1","result":{{"message":{{"messageId":"m","role":"ROLE_AGENT","parts":{parts}}}}}}}"#
    );
    let (Update::Message(message), notes) = update(&text) else { panic!("{text}") };
    (message.parts.into_iter().map(|p| p.content).collect(), notes)
}

#[test]
fn the_member_that_is_there_decides_what_a_part_is() {
    let raw = |text: &str| Content::Raw(text.into());
    let data = |text: &str| Content::Data(RawJson::from(text));
    let cases: [(&str, Content); 14] = [
        (r#"{"text":"a"}"#, Content::Text("a".into())),
        (r#"{"text":""}"#, Content::Text("".into())),
        (r#"{"type":"text","text":"a"}"#, Content::Text("a".into())),
        (r#"{"raw":"AA=="}"#, raw("AA==")),
        (r#"{"raw":""}"#, raw("")),
        (r#"{"raw":[1, 2]}"#, Content::RawInvalid("[1, 2]".into())),
        (r#"{"raw":"AA==","data":{"a":1}}"#, raw("AA==")),
        (r#"{"raw":"","data":{"a":1},"text":"","url":""}"#, data(r#"{"a":1}"#)),
        (r#"{"data":null}"#, data("null")),
        (r#"{"data":9007199254740993.0}"#, data("9007199254740993.0")),
        (r#"{"url":"https://a.example/"}"#, Content::Url("https://a.example/".into())),
        (r#"{"file":{"bytes":"AA=="}}"#, raw("AA==")),
        (r#"{"kind":"file","file":{"fileWithUri":"u","name":"n"}}"#, Content::Url("u".into())),
        ("{}", Content::Empty),
    ];
    for (part, content) in cases {
        assert_eq!(contents(&format!("[{part}]")).0, [content], "{part}");
    }
    assert_eq!(contents(r#"[{"raw":"AA==","data":1}]"#).1, ["several-contents"]);
    assert_eq!(
        contents(r#"["bare", 7]"#),
        (vec![Content::Text("bare".into()), Content::Empty], vec!["wrong-type", "wrong-type"])
    );
}

#[test]
fn a_media_type_and_a_name_stand_in_the_part_or_in_its_file() {
    let text = r#"{"role":"agent","parts":[{"kind":"file","file":{"name":"n","mimeType":"a/b","bytes":""}},{"raw":"","mediaType":"c/d","filename":"f"}]}"#;
    let (Update::Message(message), _) = update(text) else { panic!() };
    let named: Vec<_> = message.parts.iter().map(|p| (p.media_type.as_deref(), p.filename.as_deref())).collect();
    assert_eq!(named, [(Some("a/b"), Some("n")), (Some("c/d"), Some("f"))]);
}

#[test]
fn without_a_tag_the_members_decide() {
    let cases = [
        (r#"{"id":"t","status":{"state":"TASK_STATE_WORKING"}}"#, "task working"),
        (r#"{"taskId":"t","status":{"state":"TASK_STATE_WORKING"}}"#, "status working"),
        (r#"{"taskId":"t","artifact":{"artifactId":"a","parts":[]}}"#, "artifact a"),
        (r#"{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"hi"}]}"#, "message \"hi\""),
        (r#"{"status_update":{"task_id":"t","status":{"state":2}}}"#, "status working"),
        (r#"{"task":{"id":"t"}}"#, "task unknown history 0"),
        (r#"{"id":"t","status":"completed"}"#, "task completed"),
    ];
    for (result, expected) in cases {
        let told = words(&read(&format!(r#"{{"jsonrpc":"2.0","id":"1","result":{result}}}"#), &self::expected("1")));
        assert!(told.starts_with(expected), "{result}: {told}");
    }
}

#[test]
fn what_is_odd_is_noted_and_read_all_the_same() {
    let working = r#"{"statusUpdate":{"taskId":"t","status":{"state":"TASK_STATE_WORKING"}}}"#;
    let cases = [
        (format!(r#"{{"jsonrpc":"2.0","id":"1","result":{working}}}"#), vec![]),
        (format!(r#"{{"jsonrpc":"2.0","id":1,"result":{working}}}"#), vec!["id-mismatch"]),
        (format!(r#"{{"jsonrpc":"2.0","result":{working}}}"#), vec!["id-mismatch"]),
        (format!(r#"{{"id":"1","result":{working}}}"#), vec!["not-jsonrpc"]),
        (working.to_owned(), vec!["no-envelope"]),
        (working.replace("TASK_STATE_WORKING", "working"), vec!["mixed-generations", "no-envelope"]),
        (working.replace("TASK_STATE_WORKING", "TASK_STATE_PAUSED"), vec!["unknown-state", "no-envelope"]),
        (working.replace(r#""taskId":"t""#, r#""taskId":"t","taskId":"u""#), vec!["duplicate-key", "no-envelope"]),
        (
            r#"{"jsonrpc":"2.0","id":"1","result":{"artifactUpdate":{"append":"true","artifact":{"parts":null}}}}"#
                .to_owned(),
            vec!["artifact-without-id", "wrong-type"],
        ),
        (
            r#"{"jsonrpc":"2.0","id":"1","result":{"kind":"task","id":7,"status":{"state":"completed"}}}"#.to_owned(),
            vec!["mixed-generations", "wrong-type"],
        ),
    ];
    for (text, notes) in cases {
        assert_eq!(update(&text).1, notes, "{text}");
    }
}

/// What each form of the protocol looks like, and the sentence when it comes where another is spoken.
#[test]
fn what_belongs_to_another_form_is_read_and_said_so() {
    let v10 = r#"{"task":{"id":"t","status":{"state":"TASK_STATE_WORKING","message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"raw":"AP8="}]}}}}"#;
    let v03 = r#"{"kind":"task","id":"t","status":{"state":"working","message":{"kind":"message","messageId":"m","role":"agent","parts":[{"kind":"file","file":{"bytes":"AP8="}}]}}}"#;
    let proto = r#"{"task":{"id":"t","status":{"state":"TASK_STATE_WORKING","message":{"messageId":"m","role":"ROLE_AGENT","content":[{"file":{"fileWithBytes":"AP8="}}]}}}}"#;
    let forms = [(v10, Some("1"), Dialect::V10), (v03, Some("1"), Dialect::V03), (proto, None, Dialect::V03)];
    let notes = |text: &str, id, dialect| match read(text, &Expected { id, dialect }) {
        Decoded::Update(update, notes) => {
            let Update::Task(task) = *update else { panic!("{text}") };
            let part = &task.status.message.expect("a message").parts[0];
            assert_eq!((&part.content, task.status.state), (&Content::Raw("AP8=".into()), TaskState::Working));
            let mixed = |note: catseye::a2a::model::Note| (note.code == "mixed-generations").then_some(note.message);
            notes.into_iter().filter_map(mixed).collect::<Vec<_>>()
        }
        other => panic!("{text}: {other:?}"),
    };
    let spoken: Vec<Vec<Vec<String>>> = forms
        .iter()
        .map(|(text, ..)| forms.iter().map(|(_, id, dialect)| notes(text, *id, *dialect)).collect())
        .collect();
    let mixed = |sentence: &str| vec![format!("the agent mixes generations: {sentence}")];
    let [on_v10, on_v03, on_proto] = ["on A2A 1.0", "on A2A 0.3", "on A2A 0.3 over HTTP+JSON"];
    let wrapped = mixed(&format!("an event wrapped in its name, as in A2A 1.0, {on_v03}"));
    let tagged = |here| mixed(&format!("an event tagged with \"kind\", as in A2A 0.3, {here}"));
    let parts = mixed(&format!("a part with \"raw\" or \"url\", as in A2A 1.0, {on_proto}"));
    let content =
        mixed(&format!("a message whose parts stand under \"content\", as in A2A 0.3 over HTTP+JSON, {on_v10}"));
    assert_eq!(
        spoken,
        [[vec![], wrapped.clone(), parts], [tagged(on_v10), vec![], tagged(on_proto)], [content, wrapped, vec![]],]
    );
}

#[test]
fn data_stands_inside_data_only_in_the_older_proto() {
    let read_part = |id, dialect| {
        let text =
            r#"{"artifactUpdate":{"taskId":"t","artifact":{"artifactId":"a","parts":[{"data":{"data":{"n": 1.0}}}]}}}"#;
        match read(text, &Expected { id, dialect }) {
            Decoded::Update(update, _) => match *update {
                Update::Artifact(update) => update.artifact.parts[0].content.clone(),
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        }
    };
    let whole = Content::Data(r#"{"data":{"n": 1.0}}"#.into());
    assert_eq!(read_part(None, Dialect::V03), Content::Data(r#"{"n": 1.0}"#.into()));
    assert_eq!(read_part(None, Dialect::V10), whole);
    assert_eq!(read_part(Some("1"), Dialect::V03), whole);
}

#[test]
fn what_is_no_answer_says_what_it_is() {
    let cases = [
        ("", "heartbeat"),
        (" \r\n", "heartbeat"),
        (r#"{"jsonrpc":"2.0","id":"1","result":null}"#, "nothing"),
        (r#"{"jsonrpc":"2.0","id":"1"}"#, "nothing"),
        ("[]", "unreadable: an array, not an object"),
        ("null", "unreadable: null, not an object"),
        (r#"{"result":"x"}"#, "unreadable: the result is a string, not an object"),
        ("{}", "unknown: an empty object"),
        (r#"{"result":{"kind":"telemetry"}}"#, "unknown: an object of the unknown kind \"telemetry\""),
        (
            r#"{"result":{"error":"task timed out"}}"#,
            "unknown: an object with \"error\", which is none of task, message, status or artifact",
        ),
        (r#"{"error":"boom"}"#, "error boom []"),
        (r#"{"error":null,"result":null}"#, "nothing"),
        (r#"{"code":-32603,"message":"m"}"#, "error -32603 InternalError: m []"),
    ];
    for (text, told) in cases {
        assert_eq!(words(&read(text, &expected("1"))), told, "{text}");
    }
    assert!(words(&read("{\"jsonrpc\":", &expected("1"))).starts_with("unreadable: not JSON: "));
}

#[test]
fn an_unknown_state_ends_nothing() {
    let (Update::Status(update), _) = update(r#"{"statusUpdate":{"taskId":"t","status":{"state":"UNRECOGNIZED"}}}"#)
    else {
        panic!()
    };
    assert_eq!(update.status.state, TaskState::Other("UNRECOGNIZED".to_owned()));
}

#[test]
fn a_request_is_written_exactly() {
    assert_eq!(
        request("r\"1", v10::method::GET, &v10::params_task("t", None, None)),
        r#"{"jsonrpc":"2.0","id":"r\"1","method":"GetTask","params":{"id":"t"}}"#
    );
}

#[test]
fn ten_thousand_wrong_items_are_read_in_a_moment_and_noted_a_few_times() {
    let (parts, notes) = contents(&format!("[{}]", vec!["[]"; 100_000].join(",")));
    assert_eq!((parts.len(), notes.len()), (100_000, 24));
}

/// JSON that looks like the protocol often enough to reach every branch.
fn protocol_json() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec![
        "null",
        "true",
        "7",
        "-1.5e3",
        "\"\"",
        "\"x\"",
        "\"TASK_STATE_COMPLETED\"",
        "\"task\"",
        "\"status-update\"",
        "[]",
        "{}",
    ])
    .prop_map(str::to_owned);
    let key = prop::sample::select(vec![
        "task",
        "message",
        "statusUpdate",
        "artifactUpdate",
        "result",
        "error",
        "jsonrpc",
        "id",
        "kind",
        "status",
        "state",
        "parts",
        "content",
        "artifacts",
        "artifact",
        "artifactId",
        "history",
        "taskId",
        "role",
        "messageId",
        "text",
        "raw",
        "url",
        "data",
        "file",
        "bytes",
        "metadata",
        "extensions",
        "code",
        "final",
        "append",
        "reason",
        "details",
        "task_id",
    ]);
    leaf.prop_recursive(6, 60, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(|items| format!("[{}]", items.join(","))),
            prop::collection::vec((key.clone(), inner), 0..6).prop_map(|members| {
                let members: Vec<String> = members.into_iter().map(|(k, v)| format!("\"{k}\":{v}")).collect();
                format!("{{{}}}", members.join(","))
            }),
        ]
    })
}

proptest! {
    /// Any JSON is read as something, and reading it as the other generation only changes the notes.
    #[test]
    fn any_json_is_read(text in protocol_json()) {
        let v10 = read(&text, &expected("1"));
        let v03 = read(&text, &Expected { id: Some("1"), dialect: Dialect::V03 });
        match (v10, v03) {
            (Decoded::Update(one, _), Decoded::Update(other, _)) => prop_assert_eq!(one, other),
            (one, other) => prop_assert_eq!(one, other),
        }
    }

    /// Any text is read as something, never as an update unless it is a JSON object.
    #[test]
    fn any_text_is_read(text in "\\PC*") {
        if let Decoded::Update(..) = read(&text, &expected("1")) {
            let is_object = text.trim_start_matches('\u{feff}').trim_start().starts_with('{');
            prop_assert!(is_object);
        }
    }

    /// What we write as a message, in any form, is read back as it was and without a note.
    #[test]
    fn a_message_survives_writing_and_reading(parts in prop::collection::vec(any_part(), 0..4), task in prop::option::of("[a-z]{1,8}")) {
        let message = Message {
            message_id: "m".to_owned(),
            role: Role::User,
            parts,
            context_id: None,
            task_id: task,
            metadata: Some(RawJson::from(r#"{"n":1.0}"#)),
            extensions: vec!["u".to_owned()],
        };
        for (form, id, dialect) in FORMS {
            let text = match form {
                Form::V03 => form.message(&message),
                _ => format!(r#"{{"message":{}}}"#, form.message(&message)),
            };
            let text = match id {
                Some(id) => format!(r#"{{"jsonrpc":"2.0","id":"{id}","result":{text}}}"#),
                None => text,
            };
            match read(&text, &Expected { id, dialect }) {
                Decoded::Update(update, notes) => {
                    prop_assert_eq!(*update, Update::Message(message.clone()), "{}", text);
                    prop_assert_eq!(notes, vec![], "{}", text);
                }
                other => prop_assert!(false, "{text}: {other:?}"),
            }
        }
    }

    /// A person's message becomes a message of the form whatever is in it, and a second translation changes nothing.
    #[test]
    fn a_given_message_is_translated_once(text in protocol_json(), from in 0..3_usize) {
        let parsed = parse_text(&text, &Limits::default()).expect("JSON");
        prop_assume!(parsed.root().kind() == catseye::json::Kind::Object);
        let added = Additions { message_id: "m-1", ..Additions::default() };
        for (form, ..) in FORMS {
            let first = given::message(&parsed, FORMS[from].0, &added).json;
            let write = |text: &str| {
                let document = parse_text(text, &Limits::default()).expect("what is written is JSON");
                given::message(&document, form, &added).json
            };
            let once = write(&first);
            prop_assert_eq!(write(&once), once);
        }
    }
}

const FORMS: [(Form, Option<&str>, Dialect); 3] =
    [(Form::V10, Some("1"), Dialect::V10), (Form::V03, Some("1"), Dialect::V03), (Form::V03Proto, None, Dialect::V03)];

/// A part that every form can say: text, an object, or a file with its name and type.
fn any_part() -> impl Strategy<Value = Part> {
    let file = ("[A-Za-z0-9]{4}", prop::option::of("[a-z]{1,5}"), prop::option::of("[a-z]{1,5}/[a-z]{1,5}"));
    prop_oneof![
        "\\PC{0,12}".prop_map(Part::of_text),
        "[a-z]{1,5}".prop_map(|key| Part {
            content: Content::Data(format!(r#"{{"{key}":{{"data": 1.0}}}}"#).into()),
            ..Part::of_text("")
        }),
        (any::<bool>(), file).prop_map(|(bytes, (text, filename, media_type))| Part {
            content: if bytes { Content::Raw(text.into()) } else { Content::Url(text.into()) },
            filename,
            media_type,
            metadata: Some(RawJson::from(r#"{"n":9007199254740993}"#)),
        }),
    ]
}
