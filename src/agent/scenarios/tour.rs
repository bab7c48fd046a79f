//! The tour: odd, slow, much or hostile, but no failure.

use crate::a2a::model::TaskState;
use crate::agent::scenario::{Act, Chunk, Form, Group, Opening, Scenario};

const COMPLETED: Act = Act::End(TaskState::Completed, "dinner is planned", None);

const TOURED: Scenario = Scenario::in_group(Group::Tour);

pub(super) static TOUR: &[Scenario] = &[
    Scenario {
        id: "slow",
        name: "slow cook",
        summary: "30 s",
        texts: &["Cook it slowly."],
        acts: &[
            Act::Working("lighting the fire"),
            Act::Count { count: 30, every: 1000, text: "simmering, second {n} of {of}" },
            Act::Result(Form::Good),
            COMPLETED,
        ],
        ..TOURED
    },
    Scenario {
        id: "flood",
        name: "busy kitchen",
        summary: "10 000 updates",
        texts: &["Count every grain of bulgur."],
        acts: &[
            Act::Count { count: 10_000, every: 0, text: "counting grain {n} of {of}" },
            Act::Result(Form::Good),
            COMPLETED,
        ],
        ..TOURED
    },
    Scenario {
        id: "big-numbers",
        name: "exact scales",
        summary: "numbers no double keeps",
        texts: &["Weigh everything exactly."],
        acts: &[Act::Wait(300), Act::Working("weighing"), Act::Wait(300), Act::Result(Form::BigNumbers), COMPLETED],
        ..TOURED
    },
    Scenario {
        id: "unicode",
        name: "world kitchen",
        summary: "many scripts",
        texts: &["Cook something from everywhere."],
        acts: &[
            Act::Wait(200),
            Act::Working("進捗 50 % · قيد الطهي · 👩🏽\u{200d}🍳 e\u{301}"),
            Act::Wait(300),
            Act::Notes {
                text: "麦は湯に十分。\nالبقدونس أخيرًا.\nПомидоры — сырые.\n", place: Chunk::First
            },
            Act::Wait(300),
            Act::Result(Form::Unicode),
            Act::End(TaskState::Completed, "afiyet olsun · 召し上がれ · صحتين", None),
        ],
        ..TOURED
    },
    Scenario {
        id: "hostile-text",
        name: "rude cook",
        summary: "escape sequences",
        texts: &["Let the cook swear."],
        acts: &[
            Act::Wait(200),
            Act::Working(
                "\u{1b}[2J\u{1b}[31mred\u{1b}[0m \u{1b}]0;pwned\u{7} \u{202e}desrever\u{202c} \u{9b}5mC1\u{7f}",
            ),
            Act::Wait(200),
            Act::Notes { text: "\u{1b}]52;c;cm0gLXJmIC8=\u{7}zero\u{200b}width\ttab\rover\n", place: Chunk::First },
            Act::Wait(200),
            Act::Result(Form::Hostile),
            Act::End(TaskState::Completed, "done [/bold] %n \u{feff}\u{2066}…\u{2069}", None),
        ],
        ..TOURED
    },
    Scenario {
        id: "late-events",
        name: "afterthought",
        summary: "events after the end",
        texts: &["Think again after serving."],
        acts: &[
            Act::Wait(200),
            Act::Working("cooking"),
            Act::Wait(200),
            Act::Result(Form::Good),
            COMPLETED,
            Act::Wait(100),
            Act::Working("wait, one more thing"),
            Act::Notes { text: "Too late: this belongs to nothing.\n", place: Chunk::First },
            Act::End(TaskState::Failed, "it was burnt after all", None),
        ],
        ..TOURED
    },
    Scenario {
        id: "message-only",
        name: "small talk",
        summary: "a message, no task",
        texts: &["How are you today?"],
        opening: Opening::Message("Very well, thank you. The tomatoes are ripe. Ask me for a dinner."),
        ..TOURED
    },
    Scenario {
        id: "raw-and-data",
        name: "double served",
        summary: "raw part and data part",
        texts: &["Serve it on two plates."],
        acts: &[
            Act::Wait(200),
            Act::Working("plating twice"),
            Act::Wait(200),
            Act::Result(Form::RawAndData),
            COMPLETED,
        ],
        ..TOURED
    },
    Scenario {
        id: "legacy-data",
        name: "old plate",
        summary: "a data part, not bytes",
        texts: &["Serve it on the old plate."],
        acts: &[
            Act::Wait(200),
            Act::Working("looking for the plate"),
            Act::Wait(200),
            Act::Result(Form::Data),
            COMPLETED,
        ],
        ..TOURED
    },
    Scenario {
        id: "lost-stream",
        name: "dropped call",
        summary: "stream breaks, task goes on",
        texts: &["Drop the line and cook on."],
        acts: &[
            Act::Wait(200),
            Act::Working("cooking"),
            Act::Wait(200),
            Act::BreakOff,
            Act::Wait(1500),
            Act::Working("cooked on without you"),
            Act::Wait(400),
            Act::Result(Form::Good),
            COMPLETED,
        ],
        ..TOURED
    },
    Scenario {
        id: "unreadable-event",
        name: "mumbling cook",
        summary: "one event is no JSON",
        texts: &["Mumble once."],
        acts: &[
            Act::Wait(200),
            Act::Working("cooking"),
            Act::Bytes("data: {\"jsonrpc\":\"2.0\",\"result\":{\"statusUpdate\":{mmh\n\n"),
            Act::Wait(200),
            Act::Result(Form::Good),
            COMPLETED,
        ],
        ..TOURED
    },
];
