//! Every dialect, byte for byte: what it writes of the same things, and what it reads.

use super::{Dialect, V03, V03_PROTO, V03_PROTO_TWICE, V10};
use crate::a2a::form::Form;
use crate::a2a::model::{
    Artifact, ArtifactUpdate, Content, Message, Part, Role, Status, StatusUpdate, Task, TaskState, Update,
};
use crate::a2a::read::{self, Notes, Shape};
use crate::agent::fault::Fault;
use crate::agent::operation::{Page, Send};
use crate::json::{self, Limits};

fn part(content: Content) -> Part {
    Part { content, media_type: None, filename: None, metadata: None }
}

fn json_part(content: Content) -> Part {
    Part { media_type: Some("application/json".into()), ..part(content) }
}

fn message(role: Role, parts: Vec<Part>) -> Message {
    Message {
        message_id: "m".into(),
        role,
        parts,
        context_id: Some("c".into()),
        task_id: Some("t".into()),
        metadata: Some("{\"n\":1.0}".into()),
        extensions: vec!["https://e.example/".into()],
    }
}

fn status(state: TaskState) -> Status {
    let message = message(Role::Agent, vec![Part::of_text("done")]);
    let message = Message { metadata: None, extensions: Vec::new(), ..message };
    Status { state, message: Some(message), timestamp: Some("2026-01-01T18:00:00.000Z".into()) }
}

fn task() -> Task {
    let artifact = Artifact {
        artifact_id: "a".into(),
        name: Some("result".into()),
        description: None,
        parts: vec![
            json_part(Content::Raw("e30=".into())),
            Part { filename: Some("menu.pdf".into()), ..part(Content::Url("https://e.example/menu.pdf".into())) },
            json_part(Content::Data("{\"a\":78.0}".into())),
            Part { metadata: Some("{\"k\":1}".into()), ..part(Content::Data("[1,2]".into())) },
            part(Content::Data("null".into())),
            part(Content::Empty),
        ],
        extensions: vec!["https://e.example/".into()],
        metadata: None,
    };
    Task {
        id: "t".into(),
        context_id: Some("c".into()),
        status: status(TaskState::Canceled),
        artifacts: vec![artifact],
        history: vec![message(Role::User, vec![Part::of_text("hi")])],
        metadata: None,
    }
}

fn status_update(state: TaskState) -> Update {
    let status = Status { state, message: None, timestamp: None };
    let update = StatusUpdate {
        task_id: Some("t".into()),
        context_id: Some("c".into()),
        status,
        is_final: None,
        metadata: None,
    };
    Update::Status(update)
}

fn chunk(append: bool, last_chunk: bool) -> Update {
    let artifact = Artifact {
        artifact_id: "n".into(),
        name: None,
        description: None,
        parts: vec![Part::of_text("bulgur")],
        extensions: Vec::new(),
        metadata: None,
    };
    Update::Artifact(ArtifactUpdate {
        task_id: Some("t".into()),
        context_id: Some("c".into()),
        artifact,
        append,
        last_chunk,
    })
}

#[test]
fn a_task_in_1_0() {
    assert_eq!(
        V10.write_task(&task()),
        "{\"id\":\"t\",\"contextId\":\"c\",\"status\":{\"state\":\"TASK_STATE_CANCELED\",\"message\":{\"messageId\":\"m\",\
         \"contextId\":\"c\",\"taskId\":\"t\",\"role\":\"ROLE_AGENT\",\"parts\":[{\"text\":\"done\"}]},\
         \"timestamp\":\"2026-01-01T18:00:00.000Z\"},\"artifacts\":[{\"artifactId\":\"a\",\"name\":\"result\",\"parts\":[\
         {\"raw\":\"e30=\",\"mediaType\":\"application/json\"},\
         {\"url\":\"https://e.example/menu.pdf\",\"filename\":\"menu.pdf\"},\
         {\"data\":{\"a\":78.0},\"mediaType\":\"application/json\"},{\"data\":[1,2],\"metadata\":{\"k\":1}},\
         {\"data\":null},{}],\"extensions\":[\"https://e.example/\"]}],\"history\":[{\"messageId\":\"m\",\
         \"contextId\":\"c\",\"taskId\":\"t\",\"role\":\"ROLE_USER\",\"parts\":[{\"text\":\"hi\"}],\
         \"metadata\":{\"n\":1.0},\"extensions\":[\"https://e.example/\"]}]}"
    );
}

#[test]
fn a_task_in_0_3_over_json_rpc() {
    assert_eq!(
        V03.write_task(&task()),
        "{\"kind\":\"task\",\"id\":\"t\",\"contextId\":\"c\",\"status\":{\"state\":\"canceled\",\"message\":{\
         \"kind\":\"message\",\"messageId\":\"m\",\"contextId\":\"c\",\"taskId\":\"t\",\"role\":\"agent\",\"parts\":[{\
         \"kind\":\"text\",\"text\":\"done\"}]},\"timestamp\":\"2026-01-01T18:00:00.000Z\"},\"artifacts\":[{\
         \"artifactId\":\"a\",\"name\":\"result\",\"parts\":[\
         {\"kind\":\"file\",\"file\":{\"bytes\":\"e30=\",\"mimeType\":\"application/json\"}},\
         {\"kind\":\"file\",\"file\":{\"uri\":\"https://e.example/menu.pdf\",\"name\":\"menu.pdf\"}},\
         {\"kind\":\"data\",\"data\":{\"a\":78.0}},\
         {\"kind\":\"data\",\"data\":{\"value\":[1,2]},\"metadata\":{\"k\":1,\"data_part_compat\":true}},\
         {\"kind\":\"data\",\"data\":{\"value\":null},\"metadata\":{\"data_part_compat\":true}},\
         {\"kind\":\"text\",\"text\":\"\"}],\"extensions\":[\"https://e.example/\"]}],\"history\":[{\"kind\":\"message\",\
         \"messageId\":\"m\",\"contextId\":\"c\",\"taskId\":\"t\",\"role\":\"user\",\"parts\":[{\"kind\":\"text\",\
         \"text\":\"hi\"}],\"metadata\":{\"n\":1.0},\"extensions\":[\"https://e.example/\"]}]}"
    );
}

#[test]
fn a_task_in_0_3_over_http_json() {
    let written = |dialect: &Dialect| dialect.write_task(&task());
    let once = "{\"id\":\"t\",\"contextId\":\"c\",\"status\":{\"state\":\"TASK_STATE_CANCELLED\",\"message\":{\
         \"messageId\":\"m\",\"contextId\":\"c\",\"taskId\":\"t\",\"role\":\"ROLE_AGENT\",\"content\":[{\
         \"text\":\"done\"}]},\"timestamp\":\"2026-01-01T18:00:00.000Z\"},\"artifacts\":[{\
         \"artifactId\":\"a\",\"name\":\"result\",\"parts\":[\
         {\"file\":{\"fileWithBytes\":\"e30=\",\"mimeType\":\"application/json\"}},\
         {\"file\":{\"fileWithUri\":\"https://e.example/menu.pdf\",\"name\":\"menu.pdf\"}},\
         {\"data\":{\"data\":{\"a\":78.0}}},\
         {\"data\":{\"data\":{\"value\":[1,2]}},\"metadata\":{\"k\":1,\"data_part_compat\":true}},\
         {\"data\":{\"data\":{\"value\":null}},\"metadata\":{\"data_part_compat\":true}},\
         {\"text\":\"\"}],\"extensions\":[\"https://e.example/\"]}],\"history\":[{\"messageId\":\"m\",\
         \"contextId\":\"c\",\"taskId\":\"t\",\"role\":\"ROLE_USER\",\"content\":[{\"text\":\"hi\"}],\
         \"metadata\":{\"n\":1.0},\"extensions\":[\"https://e.example/\"]}]}";
    assert_eq!(written(&V03_PROTO), once);
    assert_eq!(written(&V03_PROTO_TWICE), once.replace("\"e30=\"", "\"ZTMwPQ==\""));
}

#[test]
fn an_event_says_what_it_is_and_in_0_3_whether_it_is_the_last() {
    let all = |update: &Update| [&V10, &V03, &V03_PROTO].map(|dialect| dialect.write_event(update));
    assert_eq!(
        all(&status_update(TaskState::Working)),
        [
            "{\"statusUpdate\":{\"taskId\":\"t\",\"contextId\":\"c\",\"status\":{\"state\":\"TASK_STATE_WORKING\"}}}",
            "{\"kind\":\"status-update\",\"taskId\":\"t\",\"contextId\":\"c\",\"status\":{\"state\":\"working\"},\
             \"final\":false}",
            "{\"statusUpdate\":{\"taskId\":\"t\",\"contextId\":\"c\",\"status\":{\"state\":\"TASK_STATE_WORKING\"}}}",
        ]
    );
    assert_eq!(
        all(&status_update(TaskState::InputRequired)),
        [
            "{\"statusUpdate\":{\"taskId\":\"t\",\"contextId\":\"c\",\"status\":{\
             \"state\":\"TASK_STATE_INPUT_REQUIRED\"}}}",
            "{\"kind\":\"status-update\",\"taskId\":\"t\",\"contextId\":\"c\",\"status\":{\"state\":\"input-required\"},\
             \"final\":true}",
            "{\"statusUpdate\":{\"taskId\":\"t\",\"contextId\":\"c\",\"status\":{\
             \"state\":\"TASK_STATE_INPUT_REQUIRED\"},\"final\":true}}",
        ]
    );
    assert_eq!(
        all(&chunk(true, true)),
        [
            "{\"artifactUpdate\":{\"taskId\":\"t\",\"contextId\":\"c\",\"artifact\":{\"artifactId\":\"n\",\"parts\":[{\
             \"text\":\"bulgur\"}]},\"append\":true,\"lastChunk\":true}}",
            "{\"kind\":\"artifact-update\",\"taskId\":\"t\",\"contextId\":\"c\",\"artifact\":{\"artifactId\":\"n\",\
             \"parts\":[{\"kind\":\"text\",\"text\":\"bulgur\"}]},\"append\":true,\"lastChunk\":true}",
            "{\"artifactUpdate\":{\"taskId\":\"t\",\"contextId\":\"c\",\"artifact\":{\"artifactId\":\"n\",\"parts\":[{\
             \"text\":\"bulgur\"}]},\"append\":true,\"lastChunk\":true}}",
        ]
    );
    let said = Message {
        context_id: None,
        task_id: None,
        metadata: None,
        extensions: Vec::new(),
        ..message(Role::Agent, vec![Part::of_text("hi")])
    };
    assert_eq!(
        all(&Update::Message(said)),
        [
            "{\"message\":{\"messageId\":\"m\",\"role\":\"ROLE_AGENT\",\"parts\":[{\"text\":\"hi\"}]}}",
            "{\"kind\":\"message\",\"messageId\":\"m\",\"role\":\"agent\",\"parts\":[{\"kind\":\"text\",\"text\":\"hi\"}]}",
            "{\"message\":{\"messageId\":\"m\",\"role\":\"ROLE_AGENT\",\"content\":[{\"text\":\"hi\"}]}}",
        ]
    );
}

#[test]
fn only_0_3_closes_a_stream_with_an_event() {
    let closes = |dialect: &Dialect, update: &Update| dialect.closes_with(update);
    let (working, failed) = (status_update(TaskState::Working), status_update(TaskState::Failed));
    for dialect in [&V03, &V03_PROTO] {
        let closing = [&working, &failed, &chunk(false, true)].map(|update| closes(dialect, update));
        assert_eq!(closing, [false, true, false]);
    }
    assert!(!closes(&V10, &failed));
}

#[test]
fn each_state_has_its_word() {
    let word = |dialect: &Dialect, state: TaskState| (dialect.state)(&state).to_owned();
    let states = [
        (TaskState::Unspecified, "TASK_STATE_UNSPECIFIED", "unknown"),
        (TaskState::Submitted, "TASK_STATE_SUBMITTED", "submitted"),
        (TaskState::Working, "TASK_STATE_WORKING", "working"),
        (TaskState::Completed, "TASK_STATE_COMPLETED", "completed"),
        (TaskState::Failed, "TASK_STATE_FAILED", "failed"),
        (TaskState::Canceled, "TASK_STATE_CANCELED", "canceled"),
        (TaskState::Rejected, "TASK_STATE_REJECTED", "rejected"),
        (TaskState::InputRequired, "TASK_STATE_INPUT_REQUIRED", "input-required"),
        (TaskState::AuthRequired, "TASK_STATE_AUTH_REQUIRED", "auth-required"),
    ];
    for (state, new, old) in states {
        let proto = if state == TaskState::Canceled { "TASK_STATE_CANCELLED" } else { new };
        assert_eq!(word(&V10, state.clone()), new);
        assert_eq!(word(&V03, state.clone()), old);
        assert_eq!(word(&V03_PROTO, state), proto);
    }
}

#[test]
fn a_page_always_says_its_token_and_hides_artifacts_unless_asked() {
    let page = |tasks, with_artifacts| Page {
        tasks,
        with_artifacts,
        next_page_token: String::new(),
        page_size: 50,
        total_size: 7,
    };
    assert_eq!(
        V10.write_page(&page(Vec::new(), false)),
        "{\"tasks\":[],\"nextPageToken\":\"\",\"pageSize\":50,\"totalSize\":7}"
    );
    assert!(!V10.write_page(&page(vec![task()], false)).contains("artifacts"));
    assert!(V10.write_page(&page(vec![task()], true)).contains("artifacts"));
}

fn read_from(dialect: &'static Dialect, params: &str) -> Result<Send, Fault> {
    let document = json::parse_text(params, &Limits::default()).expect("JSON");
    dialect.read_send(Some(document.root()))
}

/// What is wrong with parameters, as `field: description`.
fn wrong(dialect: &'static Dialect, params: &str) -> Vec<String> {
    let fault = read_from(dialect, params).err().expect("a fault");
    fault.violations.iter().map(|wrong| format!("{}: {}", wrong.field, wrong.description)).collect()
}

#[test]
fn the_same_message_is_read_from_every_dialect() {
    let expected = Message {
        message_id: "m".into(),
        role: Role::User,
        parts: vec![
            Part::of_text("hi"),
            Part { filename: Some("f".into()), ..json_part(Content::Raw("e30=".into())) },
            Part { metadata: Some("{\"k\":1.0}".into()), ..part(Content::Data("{\"n\":9007199254740993}".into())) },
        ],
        context_id: Some("c".into()),
        task_id: None,
        metadata: None,
        extensions: vec!["https://e.example/".into()],
    };
    let v10 = "{\"message\":{\"messageId\":\"m\",\"role\":\"ROLE_USER\",\"contextId\":\"c\",\"taskId\":\"\",\
        \"extensions\":[\"https://e.example/\"],\"parts\":[{\"text\":\"hi\"},\
        {\"raw\":\"e30=\",\"filename\":\"f\",\"mediaType\":\"application/json\"},\
        {\"data\":{\"n\":9007199254740993},\"metadata\":{\"k\":1.0}}]}}";
    let v03 = "{\"message\":{\"kind\":\"message\",\"messageId\":\"m\",\"role\":\"user\",\"contextId\":\"c\",\
        \"extensions\":[\"https://e.example/\"],\"parts\":[{\"kind\":\"text\",\"text\":\"hi\"},\
        {\"kind\":\"file\",\"file\":{\"bytes\":\"e30=\",\"name\":\"f\",\"mimeType\":\"application/json\"}},\
        {\"kind\":\"data\",\"data\":{\"n\":9007199254740993},\"metadata\":{\"k\":1.0}}]}}";
    let proto = "{\"message\":{\"messageId\":\"m\",\"role\":\"ROLE_USER\",\"contextId\":\"c\",\
        \"extensions\":[\"https://e.example/\"],\"content\":[{\"text\":\"hi\"},\
        {\"file\":{\"fileWithBytes\":\"e30=\",\"name\":\"f\",\"mimeType\":\"application/json\"}},\
        {\"data\":{\"data\":{\"n\":9007199254740993}},\"metadata\":{\"k\":1.0}}]}}";
    // What the compatibility layer of the Python SDK 1.3.0 sends: the proto's own names, base64 of base64.
    let snake = "{\"request\":{\"message_id\":\"m\",\"role\":\"ROLE_USER\",\"context_id\":\"c\",\
        \"extensions\":[\"https://e.example/\"],\"content\":[{\"text\":\"hi\"},\
        {\"file\":{\"file_with_bytes\":\"ZTMwPQ==\",\"name\":\"f\",\"mime_type\":\"application/json\"}},\
        {\"data\":{\"data\":{\"n\":9007199254740993}},\"metadata\":{\"k\":1.0}}]}}";
    for (dialect, params) in [(&V10, v10), (&V03, v03), (&V03_PROTO, proto), (&V03_PROTO_TWICE, snake)] {
        let send = read_from(dialect, params).unwrap_or_else(|fault| panic!("{params}: {fault:?}"));
        assert_eq!(send.message, expected, "{params}");
    }
    let unkind =
        v03.replace("\"kind\":\"text\",", "").replace("\"kind\":\"file\",", "").replace("\"kind\":\"data\",", "");
    assert_eq!(
        read_from(&V03, &unkind.replace("\"kind\":\"message\",", "")).ok().map(|send| send.message),
        Some(expected)
    );
}

#[test]
fn what_is_wrong_with_a_message_is_named_in_the_dialects_own_words() {
    let empty = "{\"message\":{}}";
    assert_eq!(
        wrong(&V10, empty),
        [
            "message.message_id: Field is required.",
            "message.role: Field is required.",
            "message.parts: Must have at least one element."
        ]
    );
    assert_eq!(
        wrong(&V03, empty),
        [
            "message.messageId: Field is required.",
            "message.role: Field is required.",
            "message.parts: Must have at least one element."
        ]
    );
    // The body of another dialect.
    assert_eq!(
        wrong(&V03_PROTO, "{\"message\":{\"messageId\":\"m\",\"role\":\"user\",\"parts\":[{\"text\":\"x\"}]}}"),
        ["message.role: Must be ROLE_USER.", "message.content: Must have at least one element."]
    );
    let parts = "{\"message\":{\"kind\":\"task\",\"messageId\":\"m\",\"role\":\"ROLE_USER\",\"parts\":[\
        {\"kind\":\"text\"},{\"kind\":\"data\",\"data\":[1]},{\"kind\":\"file\",\"file\":{\"name\":\"f\"}},\
        {\"kind\":\"file\",\"file\":{\"bytes\":\"\",\"uri\":\"\"}},{\"kind\":\"image\"},{}]}}";
    assert_eq!(
        wrong(&V03, parts),
        [
            "message.kind: Must be message.",
            "message.role: Must be user.",
            "message.parts[0]: A text part must have a text.",
            "message.parts[1]: A data part must have an object.",
            "message.parts[2]: A file part must have a file with bytes or with a uri.",
            "message.parts[3]: A file part must have a file with bytes or with a uri.",
            "message.parts[4]: The kind must be text, file or data.",
            "message.parts[5]: The kind must be text, file or data.",
        ]
    );
    let content = "{\"message\":{\"messageId\":\"m\",\"role\":\"ROLE_USER\",\"content\":[{\"text\":\"a\",\
        \"file\":{\"fileWithUri\":\"u\"}},{\"data\":{\"flat\":1}},{\"file\":{\"fileWithBytes\":\"%\"}}]}}";
    let one = "Must have one of text, data.data, file.fileWithBytes, file.fileWithUri.";
    assert_eq!(
        wrong(&V03_PROTO_TWICE, content),
        [
            format!("message.content[0]: {one}"),
            format!("message.content[1]: {one}"),
            "message.content[2]: fileWithBytes must be base64 of base64 here.".into()
        ]
    );
}

#[test]
fn whether_a_request_waits_is_said_otherwise_in_each_dialect() {
    let immediately = |dialect: &'static Dialect, configuration: &str| {
        let (role, parts, text) = match dialect.kinds {
            true => ("user", "parts", "{\"kind\":\"text\",\"text\":\"x\"}"),
            false => ("ROLE_USER", dialect.message_parts, "{\"text\":\"x\"}"),
        };
        let params = format!(
            "{{\"message\":{{\"messageId\":\"m\",\"role\":\"{role}\",\"{parts}\":[{text}]}},\
             \"configuration\":{{{configuration}}}}}"
        );
        read_from(dialect, &params).ok().map(|send| (send.return_immediately, send.history_length))
    };
    assert_eq!(immediately(&V10, "\"historyLength\":0"), Some((false, Some(0))));
    assert_eq!(immediately(&V10, "\"returnImmediately\":true"), Some((true, None)));
    assert_eq!(immediately(&V10, "\"blocking\":false"), Some((false, None)));
    // In 0.3 a length of 0 is all of the history.
    assert_eq!(immediately(&V03, "\"historyLength\":0"), Some((false, None)));
    assert_eq!(immediately(&V03, "\"blocking\":false,\"historyLength\":2"), Some((true, Some(2))));
    assert_eq!(immediately(&V03_PROTO, ""), Some((true, None)));
    assert_eq!(immediately(&V03_PROTO, "\"blocking\":true"), Some((false, None)));
    assert_eq!(immediately(&V03, "\"historyLength\":-1"), None);
}

#[test]
fn a_push_configuration_has_a_shape_in_each_dialect() {
    let flat = "{\"id\":\"c1\",\"taskId\":\"t\",\"url\":\"http://127.0.0.1:9/\",\"token\":\"tok\",\
        \"authentication\":{\"scheme\":\"Bearer\",\"credentials\":\"sec\"}}";
    let nested = "{\"taskId\":\"t\",\"pushNotificationConfig\":{\"id\":\"c1\",\"url\":\"http://127.0.0.1:9/\",\
        \"token\":\"tok\",\"authentication\":{\"schemes\":[\"Bearer\"],\"credentials\":\"sec\"}}}";
    let named = "{\"name\":\"tasks/t/pushNotificationConfigs/c1\",\"pushNotificationConfig\":{\"id\":\"c1\",\
        \"url\":\"http://127.0.0.1:9/\",\"token\":\"tok\",\
        \"authentication\":{\"schemes\":[\"Bearer\"],\"credentials\":\"sec\"}}}";
    // Over HTTP+JSON the path gives the task.
    let in_path = named.replacen('{', "{\"taskId\":\"t\",", 1);
    let whole = format!("{{\"taskId\":\"t\",\"parent\":\"tasks/t\",\"configId\":\"c1\",\"config\":{named}}}");
    for (dialect, params, written, listed) in [
        (&V10, flat, flat, format!("{{\"configs\":[{flat}]}}")),
        (&V03, nested, nested, format!("[{nested}]")),
        (&V03_PROTO, &in_path, named, format!("{{\"configs\":[{named}]}}")),
        (&V03_PROTO, &whole, named, format!("{{\"configs\":[{named}]}}")),
    ] {
        let document = json::parse_text(params, &Limits::default()).expect("JSON");
        let config = dialect.read_config(Some(document.root())).unwrap_or_else(|fault| panic!("{params}: {fault:?}"));
        assert_eq!(dialect.write_config(&config), written);
        assert_eq!(dialect.write_configs(&[config]), listed);
    }
    let document = json::parse_text(nested, &Limits::default()).expect("JSON");
    let fault = V10.read_config(Some(document.root())).err().expect("a fault");
    assert_eq!(fault, Fault::param("url", "Field is required."));
}

/// Parts that mean the same in every dialect.
fn common_parts() -> Vec<Part> {
    vec![
        Part::of_text("kısır \"für\" vier\n\u{202e}"),
        Part { filename: Some("menu.json".into()), ..json_part(Content::Raw("e30=".into())) },
        json_part(Content::Url("https://e.example/menu.json".into())),
        Part { metadata: Some("{\"k\":[]}".into()), ..part(Content::Data("{\"n\":9007199254740993}".into())) },
    ]
}

#[test]
fn catseye_reads_every_dialect_as_what_it_was_and_finds_nothing_odd() {
    let said = message(Role::Agent, common_parts());
    let artifact = Artifact {
        artifact_id: "a".into(),
        name: Some("result".into()),
        description: Some("typed".into()),
        parts: common_parts(),
        extensions: vec!["https://e.example/".into()],
        metadata: Some("{\"m\":1e3}".into()),
    };
    let task = Task { artifacts: vec![artifact], history: vec![said.clone()], ..task() };
    let updates = [Update::Task(task), Update::Message(said), status_update(TaskState::Canceled), chunk(true, false)];
    for (dialect, form) in [(&V10, Form::V10), (&V03, Form::V03), (&V03_PROTO, Form::V03Proto)] {
        for update in &updates {
            let written = dialect.write_event(update);
            let document = json::parse_text(&written, &Limits::default()).expect("JSON");
            let mut notes = Notes::new(form);
            let Shape::Update(read) = read::update(document.root(), &mut notes) else { panic!("{written}") };
            let mut expected = update.clone();
            if let Update::Status(update) = &mut expected {
                update.is_final = (form != Form::V10).then_some(true);
            }
            assert_eq!(*read, expected, "{written}");
            assert_eq!(read::finish(notes), [], "{written}");
        }
    }
}

#[test]
fn what_catseye_sends_is_read_as_what_it_meant() {
    let meant = Message { role: Role::User, task_id: None, ..message(Role::User, common_parts()) };
    for (dialect, form) in [(&V10, Form::V10), (&V03, Form::V03), (&V03_PROTO, Form::V03Proto)] {
        let params = format!("{{\"message\":{}}}", form.message(&meant));
        let send = read_from(dialect, &params).unwrap_or_else(|fault| panic!("{params}: {fault:?}"));
        assert_eq!(send.message, meant, "{params}");
    }
}

/// JSON made of the members the dialects know, in any place and of any type.
fn params() -> impl proptest::strategy::Strategy<Value = String> {
    use proptest::prelude::*;
    const NAMES: [&str; 26] = [
        "message",
        "request",
        "kind",
        "messageId",
        "message_id",
        "role",
        "parts",
        "content",
        "text",
        "raw",
        "url",
        "data",
        "file",
        "bytes",
        "uri",
        "fileWithBytes",
        "metadata",
        "extensions",
        "configuration",
        "historyLength",
        "blocking",
        "pushNotificationConfig",
        "taskPushNotificationConfig",
        "pushNotification",
        "authentication",
        "schemes",
    ];
    const WORDS: [&str; 8] = ["user", "ROLE_USER", "text", "data", "file", "", "ZTMwPQ==", "\u{202e}\"\n"];
    let leaf = prop_oneof![
        proptest::sample::select(&WORDS[..]).prop_map(json::quote),
        proptest::sample::select(&["null", "true", "0", "-1", "1e999", "2.0", "[]", "{}"][..]).prop_map(str::to_owned),
    ];
    leaf.prop_recursive(6, 64, 6, |inner| {
        let member = (proptest::sample::select(&NAMES[..]), inner.clone());
        prop_oneof![
            3 => proptest::collection::vec(member, 0..6).prop_map(|members| {
                let members: Vec<String> = members.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
                format!("{{{}}}", members.join(","))
            }),
            1 => proptest::collection::vec(inner, 0..3).prop_map(|items| format!("[{}]", items.join(","))),
        ]
    })
}

proptest::proptest! {
    #[test]
    fn whatever_is_asked_is_refused_or_can_be_said_again_in_every_dialect(inner in params(), whole in params()) {
        let inside = format!(
            "{{\"message\":{{\"kind\":\"message\",\"messageId\":\"m\",\"role\":\"user\",\"parts\":[{inner}]}}}}"
        );
        let dialects: [&'static Dialect; 4] = [&V10, &V03, &V03_PROTO, &V03_PROTO_TWICE];
        for dialect in dialects {
            let inside = inside.replace("\"user\"", &json::quote(dialect.user));
            let inside = inside.replacen("\"parts\"", &json::quote(dialect.message_parts), 1);
            for params in [&whole, &inside] {
                let document = json::parse_text(params, &Limits::default()).expect("JSON");
                let root = Some(document.root());
                let _ = (dialect.read_get(root), dialect.read_list(root), dialect.read_config_id(root));
                if let Ok(config) = dialect.read_config(root) {
                    json::parse_text(&dialect.write_config(&config), &Limits::default()).expect("JSON");
                }
                if let Ok(send) = dialect.read_send(root) {
                    for answering in dialects {
                        let written = answering.write_event(&Update::Message(send.message.clone()));
                        json::parse_text(&written, &Limits::default()).unwrap_or_else(|fault| panic!("{fault}: {written}"));
                    }
                }
            }
        }
    }
}
