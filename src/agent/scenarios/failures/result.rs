//! The task completes, and its result is not what the extension promises.

use crate::a2a::model::TaskState;
use crate::agent::scenario::{Act, Chunk, Form, Group, Scenario};

/// Cooks for a second and serves in this form.
macro_rules! serving {
    ($($form:expr)?) => {
        &[
            Act::Wait(150),
            Act::Working("choosing a recipe"),
            Act::Wait(250),
            Act::Notes { text: "Bulgur first, ten minutes. ", place: Chunk::First },
            Act::Working("weighing the ingredients"),
            Act::Wait(250),
            Act::Notes { text: "Tomatoes last.\n", place: Chunk::Last },
            Act::Wait(250),
            $(Act::Result($form),)?
            Act::End(TaskState::Completed, "dinner is served", None),
        ]
    };
}

const SERVED: Scenario = Scenario::in_group(Group::Failure);

pub(super) static RESULT: &[Scenario] = &[
    Scenario {
        id: "result-missing",
        name: "empty plate",
        summary: "no result artifact",
        texts: &["Serve an empty plate."],
        acts: serving!(),
        ..SERVED
    },
    Scenario {
        id: "result-missing-url",
        name: "take away",
        summary: "an address, no bytes",
        texts: &["Let me fetch it myself."],
        acts: serving!(Form::UrlOnly),
        ..SERVED
    },
    Scenario {
        id: "result-misnamed",
        name: "wrong dish",
        summary: "misnamed",
        texts: &["Serve the wrong dish."],
        acts: serving!(Form::Misnamed),
        ..SERVED
    },
    Scenario {
        id: "result-ambiguous",
        name: "two dinners",
        summary: "two results",
        texts: &["Serve two dinners."],
        acts: serving!(Form::Twice),
        ..SERVED
    },
    Scenario {
        id: "result-ambiguous-parts",
        name: "cut in two",
        summary: "two raw parts",
        texts: &["Cut it in two."],
        acts: serving!(Form::TwoParts),
        ..SERVED
    },
    Scenario {
        id: "result-unmarked",
        name: "no label",
        summary: "unmarked",
        texts: &["Leave off the label."],
        acts: serving!(Form::Unmarked),
        ..SERVED
    },
    Scenario {
        id: "result-media-type",
        name: "written down",
        summary: "media type text/plain",
        texts: &["Write it on a napkin."],
        acts: serving!(Form::PlainText),
        ..SERVED
    },
    Scenario {
        id: "result-encoding",
        name: "scrambled",
        summary: "bad base64",
        texts: &["Scramble it."],
        acts: serving!(Form::BadBase64),
        ..SERVED
    },
    Scenario {
        id: "result-encoding-utf8",
        name: "old type",
        summary: "bytes not UTF-8",
        texts: &["Type it on the old machine."],
        acts: serving!(Form::Latin1),
        ..SERVED
    },
    Scenario {
        id: "result-too-large",
        name: "feast",
        summary: "more than 4 MiB",
        texts: &["Cook for the whole town."],
        acts: serving!(Form::TooLarge),
        ..SERVED
    },
    Scenario {
        id: "result-truncated",
        name: "half eaten",
        summary: "truncated",
        texts: &["Eat half of it yourself."],
        acts: serving!(Form::Truncated),
        ..SERVED
    },
    Scenario {
        id: "result-non-finite",
        name: "a pinch of",
        summary: "NaN for a number",
        texts: &["Season it without measuring."],
        acts: serving!(Form::NonFinite),
        ..SERVED
    },
    Scenario {
        id: "result-malformed",
        name: "with regards",
        summary: "a sentence after the JSON",
        texts: &["Send your regards."],
        acts: serving!(Form::Malformed),
        ..SERVED
    },
    Scenario {
        id: "result-schema-mismatch",
        name: "wrong amounts",
        summary: "not what was asked",
        texts: &["Use half a gram more."],
        acts: serving!(Form::Mismatched),
        ..SERVED
    },
    Scenario {
        id: "result-undecided",
        name: "endless tasting",
        summary: "needs undecidable.json",
        texts: &["Taste it forever."],
        acts: serving!(Form::Undecidable),
        ..SERVED
    },
];
