//! The good path: a few seconds of believable work, notes in chunks, then the result.

use crate::a2a::model::TaskState;
use crate::agent::scenario::{Act, Chunk, Form, Group, Opening, Scenario};

/// What any text chooses that chooses nothing else.
pub(in crate::agent) static GOOD: Scenario = Scenario {
    id: "plan-a-recipe",
    name: "plan a recipe",
    summary: "good path",
    group: Group::Good,
    texts: &[
        "Plan a dinner for four with bulgur and tomatoes.\nNothing that needs an oven.",
        "Plan a dinner for four.",
    ],
    opening: Opening::Task,
    acts: &[
        Act::Wait(80),
        Act::Working("reading the order"),
        Act::Wait(260),
        Act::Working("choosing a recipe"),
        Act::Wait(320),
        Act::Notes {
            text: "Bulgur wants ten minutes in hot water, off the heat. Tomatoes go in raw, so the oven stays cold.\n",
            place: Chunk::First,
        },
        Act::Count { count: 5, every: 110, text: "weighing ingredient {n} of {of}" },
        Act::Wait(140),
        Act::Notes {
            text: "Lemon and pomegranate molasses share the sour part: a little of each, taste, then more.\n",
            place: Chunk::Next,
        },
        Act::Wait(300),
        Act::Working("checking who is vegetarian"),
        Act::Wait(260),
        Act::Notes { text: "Parsley last, or it goes grey. Serve at room temperature.\n", place: Chunk::Last },
        Act::Wait(240),
        Act::Working("writing it down"),
        Act::Wait(320),
        Act::Result(Form::Good),
        Act::Wait(40),
        Act::End(TaskState::Completed, "dinner is planned", None),
    ],
    answered: &[],
};
