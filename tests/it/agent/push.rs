//! Push notifications: configurations in each protocol, and what is posted to whom.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use catseye::agent::Agent;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::http::{Answer, call, exchange};
use super::{final_task, message, quick, text_of};

/// A receiver on loopback: keeps every request whole, and answers with a status.
struct Hook {
    url: String,
    posts: Arc<Mutex<Vec<String>>>,
}

impl Hook {
    async fn answering(status: u16) -> Hook {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}/hook?from=kitchen", listener.local_addr().expect("an address"));
        let posts = Arc::new(Mutex::new(Vec::new()));
        let kept = posts.clone();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let mut request = Vec::new();
                while !whole(&request) {
                    let mut more = [0; 4096];
                    let count = stream.read(&mut more).await.expect("bytes");
                    assert!(count > 0, "closed inside a request");
                    request.extend_from_slice(&more[..count]);
                }
                kept.lock().expect("no panic").push(String::from_utf8(request).expect("UTF-8"));
                let answer = format!("HTTP/1.1 {status} Whatever\r\ncontent-length: 0\r\n\r\n");
                stream.write_all(answer.as_bytes()).await.expect("an answer sent");
            }
        });
        Hook { url, posts }
    }

    /// What was posted, once there are so many.
    async fn posts(&self, count: usize) -> Vec<(String, Value)> {
        let enough = async {
            while self.posts.lock().expect("no panic").len() < count {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(30), enough).await.expect("posts in time");
        let posts = self.posts.lock().expect("no panic").clone();
        let split = |post: String| {
            let (head, body) = post.split_once("\r\n\r\n").expect("a head");
            (head.to_owned(), serde_json::from_str(body).expect("JSON"))
        };
        posts.into_iter().map(split).collect()
    }
}

fn whole(request: &[u8]) -> bool {
    let text = String::from_utf8_lossy(request);
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return false };
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).expect("a length");
    body.len() >= length.parse::<usize>().expect("a number")
}

/// What a notification of 1.0 tells, in one word or two.
fn word(body: &Value) -> String {
    if let Some(update) = body.get("statusUpdate") {
        return update["status"]["state"].as_str().expect("a state").to_owned();
    }
    match body.get("artifactUpdate") {
        Some(update) => format!("artifact {}", update["artifact"]["name"].as_str().expect("a name")),
        None => format!("task {}", body["task"]["status"]["state"].as_str().expect("a state")),
    }
}

#[tokio::test]
async fn a_configuration_that_comes_with_a_message_is_told_every_event() {
    let agent = quick().await;
    let hook = Hook::answering(200).await;
    let mut params = message(text_of("task-failed"));
    params["configuration"] = json!({
        "taskPushNotificationConfig": {
            "url": hook.url,
            "token": "tok",
            "authentication": { "scheme": "Bearer", "credentials": "sec" },
        },
    });
    let streamed = call(agent.base_url(), "SendStreamingMessage", params).await.results();
    let posts = hook.posts(streamed.len()).await;
    let told: Vec<&Value> = posts.iter().map(|(_, body)| body).collect();
    assert_eq!(told, streamed.iter().collect::<Vec<_>>(), "the same events, in the same order");
    let last = &posts.last().expect("a post").1;
    assert_eq!((word(&posts[0].1), word(last)), ("task TASK_STATE_SUBMITTED".into(), "TASK_STATE_FAILED".into()));
    let host = hook.url.trim_start_matches("http://").split('/').next().expect("a host");
    let length = serde_json::to_string(&streamed[0]).expect("JSON").len();
    assert_eq!(
        posts[0].0,
        format!(
            "POST /hook?from=kitchen HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\
             content-type: application/a2a+json\r\na2a-version: 1.0\r\nauthorization: Bearer sec\r\n\
             x-a2a-notification-token: tok\r\ncontent-length: {length}"
        )
    );
}

#[tokio::test]
async fn a_configuration_of_0_3_is_told_the_task_when_its_state_changes() {
    let agent = quick().await;
    let hook = Hook::answering(204).await;
    let params = json!({
        "message": {
            "messageId": "m", "role": "user", "parts": [{ "kind": "text", "text": text_of("task-failed") }],
        },
        "configuration": { "pushNotificationConfig": { "url": hook.url, "token": "tok" } },
    });
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "message/send", "params": params }).to_string();
    let sent = exchange(agent.base_url(), "POST", "/", &[], &body).await.expect("an answer").json();
    let mut posts = hook.posts(1).await;
    while posts.last().expect("a post").1["status"]["state"] != "failed" {
        posts = hook.posts(posts.len() + 1).await;
    }
    let (head, task) = posts.last().expect("a post");
    assert_eq!(*task, sent["result"]);
    assert!(head.contains("content-type: application/json\r\nx-a2a-notification-token: tok\r\n"), "{head}");
    let states: Vec<&Value> = posts.iter().map(|(_, task)| &task["status"]["state"]).collect();
    assert!(states.windows(2).all(|pair| pair[0] != pair[1]), "{states:?}");
}

#[tokio::test]
async fn a_configuration_that_comes_later_is_told_what_comes_later() {
    let agent = quick().await;
    let hook = Hook::answering(200).await;
    let task = final_task(&agent, message(text_of("input-required"))).await;
    let config = json!({ "taskId": task["id"], "url": hook.url });
    let created = call(agent.base_url(), "CreateTaskPushNotificationConfig", config).await.json()["result"].take();
    let id = uuid::Uuid::parse_str(created["id"].as_str().expect("an id")).expect("a UUID");
    assert_eq!(id.get_version_num(), 4);
    let mut more = message("Without.");
    more["message"]["taskId"] = task["id"].clone();
    let streamed = call(agent.base_url(), "SendStreamingMessage", more).await.results();
    let posts = hook.posts(streamed.len()).await;
    assert_eq!(
        posts.iter().map(|(_, body)| word(body)).collect::<Vec<_>>(),
        streamed.iter().map(word).collect::<Vec<_>>()
    );
    assert_eq!(posts.last().map(|(_, body)| word(body)).as_deref(), Some("TASK_STATE_COMPLETED"));
}

#[tokio::test]
async fn a_receiver_that_refuses_is_left_alone_after_three_times_and_holds_up_nothing() {
    let agent = quick().await;
    let (bad, good) = (Hook::answering(500).await, Hook::answering(200).await);
    let task = final_task(&agent, message(text_of("input-required"))).await;
    for hook in [&bad, &good] {
        let config = json!({ "taskId": task["id"], "url": hook.url });
        call(agent.base_url(), "CreateTaskPushNotificationConfig", config).await;
    }
    // Nobody listens there any more.
    let closed = json!({ "taskId": task["id"], "url": "http://127.0.0.1:1/" });
    call(agent.base_url(), "CreateTaskPushNotificationConfig", closed).await;
    let mut params = message(text_of("plan-a-recipe"));
    params["configuration"] = json!({ "taskPushNotificationConfig": { "url": bad.url } });
    let streamed = call(agent.base_url(), "SendStreamingMessage", params).await.results();
    assert!(streamed.len() > 5);
    let mut more = message("Without.");
    more["message"]["taskId"] = task["id"].clone();
    let told = call(agent.base_url(), "SendStreamingMessage", more).await.results();
    assert_eq!(good.posts(told.len()).await.len(), told.len());
    let refused = bad.posts(3 + told.len().min(3)).await;
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(bad.posts(0).await.len(), refused.len(), "no more than three a turn");
}

/// The four calls about configurations, in one protocol.
enum Way {
    Rpc { version: &'static str, names: [&'static str; 4] },
    Rest { version: &'static str, prefix: &'static str },
}

impl Way {
    /// Calls the method with this number: create, get, list, delete.
    async fn ask(&self, agent: &Agent, number: usize, task: &str, config: &str, body: Value) -> Answer {
        match self {
            Way::Rpc { version, names } => {
                let body = json!({ "jsonrpc": "2.0", "id": 1, "method": names[number], "params": body }).to_string();
                exchange(agent.base_url(), "POST", "/", &[("a2a-version", version)], &body).await.expect("an answer")
            }
            Way::Rest { version, prefix } => {
                let (verb, end) = [("POST", ""), ("GET", config), ("GET", ""), ("DELETE", config)][number];
                let end = if end.is_empty() { String::new() } else { format!("/{end}") };
                let path = format!("{prefix}/tasks/{task}/pushNotificationConfigs{end}");
                let body = if number == 0 { body.to_string() } else { String::new() };
                exchange(agent.base_url(), verb, &path, &[("a2a-version", version)], &body).await.expect("an answer")
            }
        }
    }
}

#[tokio::test]
async fn configurations_are_kept_told_and_let_go_in_every_protocol() {
    let agent = quick().await;
    let task = final_task(&agent, message(text_of("input-required"))).await["id"].as_str().expect("an id").to_owned();
    let url = "http://127.0.0.1:9/hook";
    let flat = json!({ "id": "c1", "taskId": task, "url": url, "token": "tok" });
    let nested = json!({ "taskId": task, "pushNotificationConfig": { "id": "c1", "url": url, "token": "tok" } });
    let name = format!("tasks/{task}/pushNotificationConfigs/c1");
    let named = json!({ "name": name, "pushNotificationConfig": { "id": "c1", "url": url, "token": "tok" } });
    let ways = [
        (
            Way::Rpc {
                version: "1.0",
                names: [
                    "CreateTaskPushNotificationConfig",
                    "GetTaskPushNotificationConfig",
                    "ListTaskPushNotificationConfigs",
                    "DeleteTaskPushNotificationConfig",
                ],
            },
            flat.clone(),
            json!({ "taskId": task, "id": "c1" }),
            flat.clone(),
            json!({ "configs": [flat] }),
            Value::Null,
        ),
        (
            Way::Rest { version: "1.0", prefix: "" },
            json!({ "id": "c1", "url": url, "token": "tok" }),
            Value::Null,
            flat.clone(),
            json!({ "configs": [flat] }),
            json!({}),
        ),
        (
            Way::Rpc {
                version: "0.3",
                names: [
                    "tasks/pushNotificationConfig/set",
                    "tasks/pushNotificationConfig/get",
                    "tasks/pushNotificationConfig/list",
                    "tasks/pushNotificationConfig/delete",
                ],
            },
            nested.clone(),
            json!({ "id": task, "pushNotificationConfigId": "c1" }),
            nested.clone(),
            json!([nested]),
            Value::Null,
        ),
        (
            Way::Rest { version: "0.3", prefix: "/v1" },
            json!({ "parent": format!("tasks/{task}"), "configId": "c1", "config": named }),
            Value::Null,
            named.clone(),
            json!({ "configs": [named] }),
            json!({}),
        ),
    ];
    for (way, create, which, config, configs, gone) in ways {
        let result = |answer: Answer| {
            assert_eq!(answer.status, 200, "{}", answer.text());
            let mut body = answer.json();
            if body.get("jsonrpc").is_some() { body["result"].take() } else { body }
        };
        assert_eq!(result(way.ask(&agent, 0, &task, "c1", create).await), config);
        assert_eq!(result(way.ask(&agent, 1, &task, "c1", which.clone()).await), config);
        assert_eq!(result(way.ask(&agent, 2, &task, "c1", which.clone()).await), configs);
        assert_eq!(result(way.ask(&agent, 3, &task, "c1", which.clone()).await), gone);
        assert_eq!(result(way.ask(&agent, 3, &task, "c1", which.clone()).await), gone, "it may be gone already");
        let missing = way.ask(&agent, 1, &task, "c1", which).await;
        let body = missing.json();
        match way {
            Way::Rpc { .. } => assert_eq!(body["error"]["code"], -32001),
            Way::Rest { .. } => assert_eq!(missing.status, 404),
        }
    }
}

#[tokio::test]
async fn an_address_beyond_this_machine_is_refused_and_so_is_what_would_break_a_header() {
    let agent = quick().await;
    let task = final_task(&agent, message(text_of("input-required"))).await;
    let violation = async |config: Value| {
        let mut config = config;
        config["taskId"] = task["id"].clone();
        let answer = call(agent.base_url(), "CreateTaskPushNotificationConfig", config).await.json();
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
        answer["error"]["data"][1]["fieldViolations"][0].clone()
    };
    let elsewhere = "Must be an http address of this machine, like http://127.0.0.1:8000/hook: this agent connects to no \
        other.";
    for url in ["http://example.com/", "https://127.0.0.1/", "http://10.0.0.1/", "http://localhost.example/"] {
        assert_eq!(violation(json!({ "url": url })).await, json!({ "field": "url", "description": elsewhere }));
    }
    let printable = "Must be at most 2048 characters of printable ASCII.";
    let url = "http://127.0.0.1:9/";
    assert_eq!(
        violation(json!({ "url": url, "token": "a\r\nx: y" })).await,
        json!({ "field": "token", "description": printable })
    );
    assert_eq!(
        violation(json!({ "url": url, "authentication": { "scheme": "Bearer", "credentials": "é" } })).await,
        json!({ "field": "authentication.credentials", "description": printable })
    );
    assert_eq!(violation(json!({})).await["field"], "url");
    // With a message it is refused before there is a task.
    let mut params = message("Plan a dinner for four.");
    params["configuration"] = json!({ "taskPushNotificationConfig": { "url": "http://example.com/" } });
    assert_eq!(call(agent.base_url(), "SendMessage", params).await.json()["error"]["code"], -32602);
    let listed = call(agent.base_url(), "ListTasks", json!({})).await.json();
    assert_eq!(listed["result"]["totalSize"], 1);
}

#[tokio::test]
async fn a_task_has_at_most_sixteen_configurations() {
    let agent = quick().await;
    let task = final_task(&agent, message(text_of("input-required"))).await;
    let create = async |id: String| {
        let config = json!({ "taskId": task["id"], "id": id, "url": "http://127.0.0.1:9/" });
        call(agent.base_url(), "CreateTaskPushNotificationConfig", config).await.json()
    };
    for number in 0..16 {
        assert_eq!(create(format!("c{number}")).await.get("error"), None);
    }
    assert_eq!(create("c0".into()).await.get("error"), None, "one that is there is replaced");
    assert_eq!(create("c16".into()).await["error"]["code"], -32602);
}

#[tokio::test]
async fn an_agent_that_posts_nothing_says_so() {
    let agent = quick().await;
    let config = json!({ "taskId": "x", "url": "http://127.0.0.1:9/" });
    let new =
        super::http::call_at(agent.base_url(), "/no-streaming/", "CreateTaskPushNotificationConfig", config).await;
    assert_eq!(
        (&new.json()["error"]["code"], &new.json()["error"]["data"][0]["reason"]),
        (&json!(-32003), &json!("PUSH_NOTIFICATION_NOT_SUPPORTED"))
    );
    let old = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tasks/pushNotificationConfig/list", "params": { "id": "x" },
    });
    let old = exchange(agent.base_url(), "POST", "/no-streaming/", &[], &old.to_string()).await.expect("an answer");
    assert_eq!(
        old.json()["error"],
        json!({ "code": -32003, "message": "Push notifications are not supported by the agent" })
    );
    let path = "/no-streaming/v1/tasks/x/pushNotificationConfigs";
    assert_eq!(exchange(agent.base_url(), "GET", path, &[], "").await.expect("an answer").status, 501);
    let unknown = call(agent.base_url(), "ListTaskPushNotificationConfigs", json!({ "taskId": "x" })).await.json();
    assert_eq!(unknown["error"]["code"], -32001);
}
