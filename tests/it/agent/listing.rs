//! Listing tasks: the last changed first, filtered, page by page.

use serde_json::{Value, json};

use super::http::{call, exchange};
use super::{final_task, message, quick, status, text_of};

fn ids(page: &Value) -> Vec<Value> {
    page["tasks"].as_array().expect("tasks").iter().map(|task| task["id"].clone()).collect()
}

#[tokio::test]
async fn pages_go_from_the_last_change_to_the_first() {
    let agent = quick().await;
    let list = async |params: Value| call(agent.base_url(), "ListTasks", params).await.json()["result"].take();
    assert_eq!(list(json!({})).await, json!({ "tasks": [], "nextPageToken": "", "pageSize": 50, "totalSize": 0 }));
    let mut made = Vec::new();
    for _ in 0..5 {
        made.push(final_task(&agent, message("Cook something that is not on the menu.")).await["id"].clone());
    }
    let newest: Vec<Value> = made.iter().rev().cloned().collect();
    let first = list(json!({ "pageSize": 2 })).await;
    assert_eq!((ids(&first), &first["pageSize"], &first["totalSize"]), (newest[..2].to_vec(), &json!(2), &json!(5)));
    let second = list(json!({ "pageSize": 2, "pageToken": first["nextPageToken"] })).await;
    assert_eq!(ids(&second), newest[2..4]);
    let third = list(json!({ "pageSize": 2, "pageToken": second["nextPageToken"] })).await;
    assert_eq!((ids(&third), &third["nextPageToken"]), (newest[4..].to_vec(), &json!("")));
    let whole = list(json!({ "pageSize": 5 })).await;
    assert_eq!((ids(&whole), &whole["nextPageToken"]), (newest, &json!("")), "a full last page is the last");
}

#[tokio::test]
async fn a_list_can_be_of_a_context_of_a_state_or_of_what_changed_since() {
    let agent = quick().await;
    let refused = final_task(&agent, message("Cook something that is not on the menu.")).await;
    let asked = final_task(&agent, message(text_of("input-required"))).await;
    let found = async |params: Value| ids(&call(agent.base_url(), "ListTasks", params).await.json()["result"]);
    assert_eq!(found(json!({ "status": "TASK_STATE_REJECTED" })).await, [refused["id"].clone()]);
    assert_eq!(found(json!({ "contextId": asked["contextId"] })).await, [asked["id"].clone()]);
    assert_eq!(found(json!({ "contextId": "another" })).await, Vec::<Value>::new());
    let both = found(json!({ "status": "TASK_STATE_UNSPECIFIED" })).await;
    assert_eq!(both, [asked["id"].clone(), refused["id"].clone()]);
    let after = asked["status"]["timestamp"].clone();
    assert!(found(json!({ "statusTimestampAfter": after })).await.contains(&asked["id"]), "not older is enough");
    assert_eq!(found(json!({ "statusTimestampAfter": "2099-01-01T00:00:00Z" })).await, Vec::<Value>::new());
}

#[tokio::test]
async fn artifacts_and_history_are_told_as_asked() {
    let agent = quick().await;
    let task = final_task(&agent, message("Plan a dinner for four.")).await;
    let only =
        async |params: Value| call(agent.base_url(), "ListTasks", params).await.json()["result"]["tasks"][0].take();
    let usual = only(json!({})).await;
    assert_eq!((usual.get("artifacts"), &usual["history"]), (None, &task["history"]));
    let whole = only(json!({ "includeArtifacts": true })).await;
    assert_eq!(whole, task);
    assert_eq!(only(json!({ "historyLength": 0 })).await.get("history"), None);
    assert_eq!(status(&usual), status(&task));
    let query = "/tasks?includeArtifacts=true&historyLength=1&pageSize=1&status=TASK_STATE_COMPLETED";
    let answer = exchange(agent.base_url(), "GET", query, &[("a2a-version", "1.0")], "").await.expect("an answer");
    let page = answer.json();
    assert_eq!(page["tasks"][0]["artifacts"], task["artifacts"]);
    assert_eq!(page["tasks"][0]["history"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn what_cannot_be_listed_by_is_named() {
    let agent = quick().await;
    for (params, field) in [
        (json!({ "pageSize": 0 }), "page_size"),
        (json!({ "pageSize": 101 }), "page_size"),
        (json!({ "pageSize": "many" }), "page_size"),
        (json!({ "pageToken": "zzz" }), "page_token"),
        (json!({ "status": "TASK_STATE_RUNNING" }), "status"),
        (json!({ "status": 7 }), "status"),
        (json!({ "statusTimestampAfter": "yesterday" }), "status_timestamp_after"),
        (json!({ "historyLength": -1 }), "history_length"),
    ] {
        let error = call(agent.base_url(), "ListTasks", params.clone()).await.json()["error"].take();
        assert_eq!(error["code"], -32602, "{params}");
        assert_eq!(error["data"][1]["fieldViolations"][0]["field"], field, "{params}");
    }
    let path = "/tasks?pageSize=150";
    let answer = exchange(agent.base_url(), "GET", path, &[("a2a-version", "1.0")], "").await.expect("an answer");
    assert_eq!((answer.status, &answer.json()["error"]["status"]), (400, &json!("INVALID_ARGUMENT")));
}
