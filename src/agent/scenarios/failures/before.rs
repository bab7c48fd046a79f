//! The request is not accepted.

use crate::agent::scenario::{Group, Opening, Scenario, ScriptedError};

const REFUSED: Scenario = Scenario::in_group(Group::Failure);

pub(super) static SENT: &[Scenario] = &[
    Scenario {
        id: "unreachable",
        name: "hung up",
        summary: "connection closes",
        texts: &["Hang up on me."],
        opening: Opening::HangUp,
        ..REFUSED
    },
    Scenario {
        id: "http-status",
        name: "rush hour",
        summary: "503",
        texts: &["Come at the busiest hour."],
        opening: Opening::Http {
            status: 503,
            header: Some(("retry-after", "30")),
            content_type: "text/plain",
            body: "All tables are taken. Come back in half a minute.\n",
        },
        ..REFUSED
    },
    Scenario {
        id: "rpc-error",
        name: "broken oven",
        summary: "error, no task",
        texts: &["Bake it in the broken oven."],
        opening: Opening::Error(ScriptedError {
            code: -32603,
            message: "the oven does not light",
            detail: "{\"@type\":\"type.googleapis.com/google.rpc.ErrorInfo\",\"reason\":\"OVEN_COLD\",\
                \"domain\":\"kitchen.example\",\"metadata\":{\"oven\":\"2\",\"since\":\"Tuesday\"}}",
        }),
        ..REFUSED
    },
    Scenario {
        id: "unauthorized",
        name: "staff only",
        summary: "401 with a challenge",
        texts: &["Let me into the kitchen."],
        opening: Opening::Http {
            status: 401,
            header: Some(("www-authenticate", "Bearer realm=\"kitchen\", scope=\"cook\"")),
            content_type: "application/json",
            body: "{\"error\":\"no credentials\",\"hint\":\"ask the head cook\"}",
        },
        ..REFUSED
    },
    Scenario {
        id: "version-not-supported",
        name: "old tongue",
        summary: "wants another version",
        texts: &["Speak the old tongue."],
        opening: Opening::Error(ScriptedError {
            code: -32009,
            message: "A2A version '1.0' is not supported by this handler. Expected version '0.1'.",
            detail: "{\"@type\":\"type.googleapis.com/google.rpc.ErrorInfo\",\"reason\":\"VERSION_NOT_SUPPORTED\",\
                \"domain\":\"a2a-protocol.org\",\"metadata\":{}}",
        }),
        ..REFUSED
    },
];
