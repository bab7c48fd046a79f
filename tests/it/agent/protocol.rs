//! A2A 1.0 over JSON-RPC.

use super::http::call;
use super::{by_schema, quick};

#[tokio::test]
async fn the_good_path_streams_a_task_progress_notes_and_the_result() {
    let agent = quick().await;
    let schema = agent_schema();
    let answer = call(agent.base_url(), "SendStreamingMessage", by_schema("Plan a dinner for four.", schema)).await;
    assert_eq!((answer.status, answer.whole), (200, true));
}

fn agent_schema() -> &'static str {
    catseye::agent::demo_schema()
}
