//! One run: a fold from events to state, and the effects it asks for. Pure, so that a replay equals what happened.
//!
//! ```text
//! Plan ── Run::new ──▶ Run ── start ──▶ effects ──▶ driver ──▶ events
//!                       ▲                                        │
//!                       └──────────── step(&mut Run, Event) ◀────┘──▶ more effects … Finished
//! ```

mod artifact;
mod checked;
mod class;
mod decode;
mod effect;
mod end;
mod ending;
pub mod event;
mod failure;
mod fallback;
mod hint;
mod judged;
mod ladder;
mod lines;
mod log;
mod machine;
mod outcome;
mod plan;
mod prepare;
mod probe;
mod progress;
mod recover;
mod request;
mod result;
mod row;
mod state;
mod stop;
mod turn;
mod verdict;
mod wire;

pub use artifact::{ArtifactView, Artifacts, HeldPart, Replaced};
pub use class::Class;
pub use effect::Effect;
pub use event::{Call, CallId, Event};
pub use failure::{AgentWords, Evidence, Failure};
pub use ladder::{Ladder, Step, StepId, StepState};
pub use lines::Lines;
pub use log::Log;
pub use machine::{start, step};
pub use outcome::outcome;
pub use plan::{Ask, Limits, Plan};
pub use row::{FrameRow, PROGRESS_KEPT, Row, RowKind, Timing, WIRE_KEPT, Warning, WireKind};
pub use state::{AnswerSource, Link, Phase, ResultView, Run, SentSchema, TaskView};
pub use verdict::{Verdict, exit_status};
