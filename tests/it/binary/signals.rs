//! Signals: the first asks the agent to cancel and prints the outcome, the second ends the program at once.

#![cfg(unix)]

use std::sync::mpsc;

use rustix::process::Signal;
use serde_json::json;

use super::program::{Files, Running, command};
use super::scripted::{Reply, Scripted, card, result, stream, task};

/// An agent that works until it is cancelled, and tells when the stream is open and when the cancel came.
fn stoppable(cancel_answer: bool) -> (Scripted, mpsc::Receiver<String>) {
    let (sender, receiver) = mpsc::channel();
    let agent = Scripted::agent(card(), move |request| {
        let operation = request.operation();
        let reply = match operation.as_str() {
            "CancelTask" if cancel_answer => Reply::Bytes(result(request, &task("TASK_STATE_CANCELED")["task"])),
            "CancelTask" => Reply::Hold(Vec::new()),
            _ => Reply::Hold(stream(request, &[task("TASK_STATE_WORKING")])),
        };
        sender.send(operation).expect("the test listens");
        reply
    });
    (agent, receiver)
}

/// Starts a run and waits until the program has read that the task works.
fn working(agent: &Scripted) -> (Running, Files) {
    let files = Files::new();
    let schema = files.write("s.json", "{}");
    let mut command = command(&["run", &agent.base, "--schema", &schema, "--text", "go", "--format", "ndjson"]);
    command.stderr(std::process::Stdio::null());
    (Running::start(command), files)
}

fn stopped_by(signal: Signal, status: i32) {
    let (agent, operations) = stoppable(true);
    let (running, _files) = working(&agent);
    assert_eq!(operations.recv().as_deref(), Ok("SendStreamingMessage"));
    running.until_stdout("\"state\":\"working\"");
    running.signal(signal);
    assert_eq!(operations.recv().as_deref(), Ok("CancelTask"));
    let ran = running.wait();
    let lines = ran.lines();
    let outcome = lines.last().expect("an outcome");
    assert_eq!((ran.status, &outcome["verdict"]), (status, &json!("stopped")), "{outcome}");
    assert_eq!(outcome["task"]["id"], json!("t1"));
}

#[test]
fn an_interrupt_cancels_the_task_and_exits_130() {
    stopped_by(Signal::INT, 130);
}

#[test]
fn a_termination_cancels_the_task_and_exits_143() {
    stopped_by(Signal::TERM, 143);
}

#[test]
fn a_hang_up_cancels_the_task_and_exits_129() {
    stopped_by(Signal::HUP, 129);
}

#[test]
fn an_agent_that_does_not_answer_the_cancel_is_left_after_three_seconds() {
    let (agent, operations) = stoppable(false);
    let (running, _files) = working(&agent);
    assert_eq!(operations.recv().as_deref(), Ok("SendStreamingMessage"));
    running.until_stdout("\"state\":\"working\"");
    running.signal(Signal::INT);
    let began = std::time::Instant::now();
    let ran = running.wait();
    assert_eq!((ran.status, &ran.lines().last().expect("an outcome")["verdict"]), (130, &json!("stopped")));
    assert!(began.elapsed().as_secs() < 10, "{:?}", began.elapsed());
}

#[test]
fn a_second_interrupt_ends_the_program_at_once() {
    let (agent, operations) = stoppable(false);
    let (running, _files) = working(&agent);
    assert_eq!(operations.recv().as_deref(), Ok("SendStreamingMessage"));
    running.until_stdout("\"state\":\"working\"");
    running.signal(Signal::INT);
    assert_eq!(operations.recv().as_deref(), Ok("CancelTask"));
    running.signal(Signal::INT);
    let ran = running.wait();
    assert_eq!(ran.status, 130);
    assert!(ran.lines().iter().all(|line| line.get("verdict").is_none()), "it does not wait for an outcome");
}

#[test]
fn an_interrupt_while_the_card_is_looked_for_stops_too() {
    let (sender, asked) = mpsc::channel();
    let silent = Scripted::new(move |request, _| {
        sender.send(request.path.clone()).expect("the test listens");
        Reply::Hold(Vec::new())
    });
    let running = Running::start(command(&["run", &silent.base, "--text", "go", "--format", "json"]));
    asked.recv().expect("the card is asked for");
    running.signal(Signal::INT);
    let ran = running.wait();
    assert_eq!((ran.status, &ran.json()["verdict"]), (130, &json!("stopped")));
}

#[test]
fn serve_prints_its_address_and_ends_with_a_signal() {
    let running = Running::start(command(&["serve"]));
    running.until_stdout("\n");
    running.signal(Signal::TERM);
    let ran = running.wait();
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let lines = ran.stdout();
    let port = lines.strip_prefix("http://127.0.0.1:").and_then(|rest| rest.strip_suffix('\n'));
    assert!(port.is_some_and(|port| port.parse::<u16>().is_ok()), "{lines:?}");
}
