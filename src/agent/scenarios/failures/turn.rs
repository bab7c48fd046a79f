//! The turn does not end, or ends in another state than completed.

use crate::a2a::model::TaskState;
use crate::agent::scenario::{Act, Chunk, Form, Group, Opening, Scenario, ScriptedError};

const FAILED: Scenario = Scenario::in_group(Group::Failure);

pub(super) static STREAM: &[Scenario] = &[
    Scenario {
        id: "timeout",
        name: "asleep",
        summary: "not a byte comes",
        texts: &["Let the cook fall asleep."],
        opening: Opening::Silence,
        ..FAILED
    },
    Scenario {
        id: "protocol",
        name: "web page",
        summary: "HTML for events",
        texts: &["Send me the web page."],
        opening: Opening::Http {
            status: 200,
            header: None,
            content_type: "text/html; charset=utf-8",
            body: "<!doctype html>\n<title>Kitchen Cloud</title>\n<p>Your session has ended. <a href=\"/login\">Sign in</a>\n",
        },
        ..FAILED
    },
    Scenario {
        id: "protocol-garbled",
        name: "mumbling",
        summary: "no event is JSON",
        texts: &["Mumble all the time."],
        acts: &[
            Act::Working("cooking"),
            Act::Forget,
            Act::Wait(200),
            Act::Bytes("data: {\"jsonrpc\":\"2.0\",\"result\":{\"statusUpdate\":{\n\n"),
            Act::Bytes("data: mmh, tomatoes\n\n"),
            Act::Bytes("data: [1, 2, 3]\n\n"),
        ],
        ..FAILED
    },
    Scenario {
        id: "stream-interrupted",
        name: "power cut",
        summary: "stream breaks off",
        texts: &["Cook during a power cut."],
        acts: &[
            Act::Wait(200),
            Act::Working("cooking by candlelight"),
            Act::Wait(300),
            Act::Notes { text: "The bulgur is soaking. The light flick", place: Chunk::First },
            Act::Wait(200),
            Act::Forget,
            Act::BreakOff,
        ],
        ..FAILED
    },
    Scenario {
        id: "rpc-error-late",
        name: "gas leak",
        summary: "error in the stream",
        texts: &["Smell the gas."],
        acts: &[
            Act::Wait(200),
            Act::Working("lighting the stove"),
            Act::Wait(300),
            Act::Forget,
            Act::Error(ScriptedError {
                code: -32603,
                message: "the cook left the building",
                detail: "{\"@type\":\"type.googleapis.com/google.rpc.ErrorInfo\",\"reason\":\"GAS_LEAK\",\
                    \"domain\":\"kitchen.example\",\"metadata\":{}}",
            }),
        ],
        ..FAILED
    },
];

pub(super) static COMPLETED: &[Scenario] = &[
    Scenario {
        id: "task-failed",
        name: "burnt",
        summary: "task fails",
        texts: &["Burn the dinner."],
        acts: &[
            Act::Wait(200),
            Act::Working("frying the onions"),
            Act::Wait(400),
            Act::Notes { text: "Onions: golden. Onions: brown. Onions: bl", place: Chunk::First },
            Act::Wait(300),
            Act::End(
                TaskState::Failed,
                "the onions are burnt, and there are no more onions",
                Some("{\"kind\":\"burnt\",\"dish\":\"onions\",\"minutes\":14,\"attempts\":3}"),
            ),
        ],
        ..FAILED
    },
    Scenario {
        id: "task-rejected",
        name: "not on the menu",
        summary: "agent refuses",
        texts: &["Cook something that is not on the menu."],
        acts: &[Act::Wait(200), Act::End(TaskState::Rejected, "this kitchen cooks without meat", None)],
        ..FAILED
    },
    Scenario {
        id: "task-canceled",
        name: "kitchen closed",
        summary: "agent cancels",
        texts: &["Order after closing time."],
        acts: &[
            Act::Wait(200),
            Act::Working("looking at the clock"),
            Act::Wait(300),
            Act::End(TaskState::Canceled, "the kitchen closes at ten", None),
        ],
        ..FAILED
    },
    Scenario {
        id: "input-required",
        name: "who ordered",
        summary: "asks you",
        texts: &["Cook it the way I like it."],
        acts: &[
            Act::Wait(200),
            Act::Working("thinking about you"),
            Act::Wait(300),
            Act::End(TaskState::InputRequired, "With or without onions?", None),
        ],
        answered: &[
            Act::Wait(200),
            Act::Working("cooking it your way"),
            Act::Wait(300),
            Act::Result(Form::Good),
            Act::End(TaskState::Completed, "as you like it", None),
        ],
        ..FAILED
    },
    Scenario {
        id: "auth-required",
        name: "wine cellar",
        summary: "asks for the key",
        texts: &["Open the wine cellar."],
        acts: &[
            Act::Wait(200),
            Act::Working("walking down the stairs"),
            Act::Wait(300),
            Act::End(
                TaskState::AuthRequired,
                "The cellar is locked: ask the owner for the key, then say so here.",
                Some("{\"url\":\"https://kitchen.example/cellar\",\"scheme\":\"key\"}"),
            ),
        ],
        answered: &[
            Act::Wait(200),
            Act::Working("opening the cellar"),
            Act::Wait(300),
            Act::Result(Form::Good),
            Act::End(TaskState::Completed, "here is the wine", None),
        ],
        ..FAILED
    },
];
