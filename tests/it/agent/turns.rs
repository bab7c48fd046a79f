//! The scenarios that end a turn, or do not: the bytes are what the skill's id says.

use serde_json::{Value, json};

use super::http::{call, exchange};
use super::{by_schema, final_task, message, play, quick, result_text, status, text_of, typed};

#[tokio::test]
async fn a_turn_can_end_in_every_state() {
    let agent = quick().await;
    let ends = [
        ("task-failed", "TASK_STATE_FAILED", "the onions are burnt, and there are no more onions"),
        ("task-rejected", "TASK_STATE_REJECTED", "this kitchen cooks without meat"),
        ("task-canceled", "TASK_STATE_CANCELED", "the kitchen closes at ten"),
        ("input-required", "TASK_STATE_INPUT_REQUIRED", "With or without onions?"),
        (
            "auth-required",
            "TASK_STATE_AUTH_REQUIRED",
            "The cellar is locked: ask the owner for the key, then say so here.",
        ),
    ];
    for (id, state, words) in ends {
        let answer = play(&agent, id).await;
        assert!(answer.whole, "{id}");
        let last = answer.results().pop().expect("an event");
        assert_eq!(status(&last["statusUpdate"]), (state, words), "{id}");
    }
    let failed = final_task(&agent, message("burn the dinner.")).await;
    assert_eq!(
        failed["status"]["message"]["parts"][1]["data"],
        json!({ "kind": "burnt", "dish": "onions", "minutes": 14, "attempts": 3 })
    );
}

#[tokio::test]
async fn a_request_can_be_refused_before_there_is_a_task() {
    let agent = quick().await;
    let error = play(&agent, "rpc-error").await;
    assert_eq!(error.header("content-type"), Some("application/json"));
    assert_eq!(error.json()["error"]["code"], -32603);
    assert_eq!(error.json()["error"]["data"][0]["reason"], "OVEN_COLD");
    let version = play(&agent, "version-not-supported").await.json();
    assert_eq!((&version["error"]["code"], &version["id"]), (&json!(-32009), &json!("r-1")));
    let busy = play(&agent, "http-status").await;
    assert_eq!((busy.status, busy.header("retry-after")), (503, Some("30")));
    let staff = play(&agent, "unauthorized").await;
    assert_eq!(staff.status, 401);
    assert_eq!(staff.header("www-authenticate"), Some("Bearer realm=\"kitchen\", scope=\"cook\""));
    let page = play(&agent, "protocol").await;
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
}

#[tokio::test]
async fn a_connection_can_close_without_an_answer() {
    let agent = quick().await;
    let params = by_schema(text_of("unreachable"), catseye::agent::demo_schema());
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "SendStreamingMessage", "params": params }).to_string();
    let answer = exchange(agent.base_url(), "POST", "/", &[("a2a-version", "1.0")], &body).await;
    assert!(answer.is_none(), "{answer:?}");
    assert_eq!(play(&agent, "task-failed").await.status, 200, "the agent still answers others");
}

#[tokio::test]
async fn a_stream_can_break_off_and_its_task_be_gone() {
    let agent = quick().await;
    let answer = play(&agent, "stream-interrupted").await;
    assert!(!answer.whole, "the body has no end");
    let id = answer.results()[0]["task"]["id"].clone();
    let gone = call(agent.base_url(), "GetTask", json!({ "id": id })).await.json();
    assert_eq!(gone["error"]["code"], -32001);
}

#[tokio::test]
async fn a_stream_can_break_off_and_its_task_go_on() {
    let agent = quick().await;
    let answer = play(&agent, "lost-stream").await;
    assert!(!answer.whole, "the body has no end");
    let id = answer.results()[0]["task"]["id"].clone();
    let mut task = Value::Null;
    while status(&task).0 != "TASK_STATE_COMPLETED" {
        task = call(agent.base_url(), "GetTask", json!({ "id": id })).await.json()["result"].take();
    }
    assert!(result_text(&task).contains("Kısır"));
}

#[tokio::test]
async fn a_stream_can_carry_an_error_or_nothing_readable() {
    let agent = quick().await;
    let late = play(&agent, "rpc-error-late").await;
    assert!(late.whole);
    assert_eq!(late.events().pop().expect("an event")["error"]["message"], "the cook left the building");
    let garbled = play(&agent, "protocol-garbled").await;
    assert!(garbled.whole);
    let last: Vec<&str> = garbled.text().trim_end().rsplit("\n\n").take(2).collect();
    assert_eq!(last, ["data: [1, 2, 3]", "data: mmh, tomatoes"]);
    let once = play(&agent, "unreadable-event").await;
    assert!(once.text().contains("mmh\n\n") && once.text().contains("TASK_STATE_COMPLETED"));
}

#[tokio::test]
async fn what_comes_after_the_end_changes_nothing() {
    let agent = quick().await;
    let answer = play(&agent, "late-events").await;
    let results = answer.results();
    let end = results.iter().position(|r| r["statusUpdate"]["status"]["state"] == "TASK_STATE_COMPLETED");
    assert_eq!(results.len() - 1 - end.expect("an end"), 3);
    assert_eq!(results.last().expect("an event")["statusUpdate"]["status"]["state"], "TASK_STATE_FAILED");
    let id = results[0]["task"]["id"].clone();
    let task = call(agent.base_url(), "GetTask", json!({ "id": id })).await.json()["result"].take();
    assert_eq!(status(&task), ("TASK_STATE_COMPLETED", "dinner is planned"));
    assert_eq!(task["artifacts"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn a_message_can_be_the_whole_answer() {
    let agent = quick().await;
    let streamed = play(&agent, "message-only").await.results();
    assert_eq!(streamed.len(), 1);
    assert_eq!(streamed[0]["message"]["role"], "ROLE_AGENT");
    assert_eq!(streamed[0]["message"].get("taskId"), None);
    let sent = call(agent.base_url(), "SendMessage", message("How are you today?")).await.json();
    assert!(sent["result"]["message"]["parts"][0]["text"].as_str().expect("a text").starts_with("Very well"));
}

#[tokio::test]
async fn ten_thousand_updates_all_arrive_in_order() {
    let agent = quick().await;
    let results = play(&agent, "flood").await.results();
    let words = results.iter().filter_map(|r| r["statusUpdate"]["status"]["message"]["parts"][0]["text"].as_str());
    let counted: Vec<&str> = words.filter(|words| words.starts_with("counting")).collect();
    assert_eq!(counted.len(), 10_000);
    assert_eq!(counted[9_999], "counting grain 10000 of 10000");
    let id = results[0]["task"]["id"].clone();
    let task = call(agent.base_url(), "GetTask", json!({ "id": id })).await.json()["result"].take();
    assert_eq!(task["history"].as_array().map(Vec::len), Some(100));
    assert_eq!(task["history"][0]["role"], "ROLE_USER");
}

#[tokio::test]
async fn hostile_text_comes_as_it_is() {
    let agent = quick().await;
    let answer = play(&agent, "hostile-text").await;
    let words = &answer.results()[1]["statusUpdate"]["status"]["message"]["parts"][0]["text"];
    assert!(words.as_str().expect("a text").contains("\u{1b}]0;pwned\u{7} \u{202e}"));
    let request = json!({ "version": 1, "resultEncoding": "json-utf8", "schemaJson": "{\"type\":\"string\"}" });
    let task = final_task(&agent, typed(text_of("hostile-text"), request)).await;
    assert_eq!(result_text(&task), "\"\\u001b[31mred\\u001b[0m \\u001b]0;you have mail\\u0007\"");
}
