//! The workbench on a stage: keys in, cells out; checks are made at once, the agent is played, time stands still.

use std::sync::Arc;

use catseye::a2a::card;
use catseye::app::{self, Effect, FoundCard, Growing, Model, Msg, RunId, Start};
use catseye::command::{Code, Key};
use catseye::json;
use catseye::run::event::{Attempt, AttemptResult, NetFault, NetFaultKind};
use catseye::schema;
use catseye::ui::theme::Theme;
use catseye::ui::{View, view};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::picture;
use crate::run::play::{self, Play};

pub const SCHEMA: &str = r#"{
  "type": "object",
  "required": ["title", "items"],
  "additionalProperties": false,
  "properties": {
    "title": { "type": "string" },
    "id": { "type": "integer" },
    "items": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "name": { "type": "string" },
          "grams": { "type": "integer" }
        }
      }
    }
  }
}"#;

pub const VALUE: &str =
    r#"{"title":"Kısır","id":9007199254740993,"items":[{"name":"bulgur","grams":250},{"name":"tomato","grams":400}]}"#;

/// Two places are wrong: grams that are no integer, and a member that the schema does not know.
pub const MISMATCH: &str =
    r#"{"title":"Kısır","id":78,"items":[{"name":"bulgur","grams":250},{"name":"oil","grams":78.5}],"garnish":"mint"}"#;

/// A card with skills, the extension as the seed has it.
pub fn card() -> String {
    let skill = |name: &str, what: &str, example: &str| {
        format!(r#"{{"id":"{name}","name":"{name}","description":"{what}","tags":["t"],"examples":["{example}"]}}"#)
    };
    let skills = [
        skill("plan a recipe", "good path", "Plan a dinner for four."),
        skill("burnt", "task fails", "burn it"),
        skill("who ordered", "asks you", "order something"),
    ];
    play::card(&play::extension(play::PARAMS))
        .replace("Teller", "Recipe Agent")
        .replace(r#"{"id":"s","name":"s","description":"d","tags":["t"]}"#, &skills.join(","))
}

/// The workbench and the agent that is played to it.
pub struct Stage {
    pub model: Model,
    /// Effects that were not performed.
    pub effects: Vec<Effect>,
    pub play: Option<Play>,
    id: RunId,
}

impl Stage {
    /// A workbench that is looking for its agent, in so many cells.
    pub fn looking(width: u16, height: u16) -> Stage {
        let start = Start {
            address: "http://127.0.0.1:9".into(),
            schema: SCHEMA.into(),
            task: "Plan a dinner for four with bulgur and tomatoes.\nNothing that needs an oven.".into(),
            themes: vec!["dark".into(), "mono".into()],
            is_demo: true,
            size: (width, height),
            ..Start::default()
        };
        let (model, effects) = Model::new(start);
        let mut stage = Stage { model, effects: Vec::new(), play: None, id: RunId(0) };
        stage.perform(effects);
        stage
    }

    /// A workbench whose agent was found.
    pub fn ready(width: u16, height: u16) -> Stage {
        let mut stage = Stage::looking(width, height);
        stage.found(&card());
        stage
    }

    /// The agent's card arrives.
    pub fn found(&mut self, text: &str) {
        let document = json::parse_text(text, &json::Limits::default()).expect("the card is JSON");
        let card = Arc::new(card::parse(&document).expect("a card"));
        let found = FoundCard { url: play::CARD_URL.into(), card, text: text.into() };
        self.attempted(Some(200), AttemptResult::Card(text.into()));
        let generation = self.model.agent.generation;
        self.tell(Msg::Discovered { generation, found: Some(found) });
    }

    /// Nobody answers.
    pub fn unreachable(&mut self) {
        let fault = NetFault { kind: NetFaultKind::Unreachable, sentence: "127.0.0.1:9 refuses the connection".into() };
        self.attempted(None, AttemptResult::Fault(fault));
        let generation = self.model.agent.generation;
        self.tell(Msg::Discovered { generation, found: None });
    }

    fn attempted(&mut self, status: Option<u16>, result: AttemptResult) {
        let generation = self.model.agent.generation;
        let attempt = Attempt {
            status,
            content_type: status.map(|_| "application/json".into()),
            bytes: 10,
            took: 1_000,
            ..Attempt::new(play::CARD_URL, result)
        };
        self.tell(Msg::Attempted { generation, attempt: Box::new(attempt) });
    }

    /// Tells the model something and performs what can be performed here.
    pub fn tell(&mut self, message: Msg) {
        let effects = app::update(&mut self.model, message);
        self.perform(effects);
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::CheckSchema { generation, text, max_bytes, max_depth } => {
                    let policy = schema::Policy { max_bytes, max_depth, ..schema::Policy::default() };
                    let checked = Arc::new(schema::check(&text, &policy));
                    self.tell(Msg::Checked { generation, checked, took: 500 });
                }
                Effect::StartRun { id, plan } => {
                    self.id = id;
                    self.play = Some(Play::new(*plan));
                }
                Effect::FetchCard { .. } => {}
                other => self.effects.push(other),
            }
        }
    }

    /// What was not performed, in words, and forgets it.
    pub fn wanted(&mut self) -> Vec<String> {
        let name = |effect: &Effect| {
            let words = format!("{effect:?}");
            words.split([' ', '(', '{']).next().unwrap_or_default().to_owned()
        };
        self.effects.drain(..).map(|effect| name(&effect)).collect()
    }

    /// Presses keys, one after another.
    pub fn press(&mut self, keys: &[Key]) {
        for key in keys {
            self.tell(Msg::Key(*key));
        }
    }

    /// Types text.
    pub fn types(&mut self, text: &str) {
        for c in text.chars() {
            self.press(&[Key::char(c)]);
        }
    }

    /// Sends, and the agent opens a stream.
    pub fn send(&mut self) {
        self.press(&[Key::ctrl('s')]);
        let play = self.play.as_mut().expect("a run began");
        play.found(&card());
        if !play.calls.is_empty() {
            play.open(1);
        }
        self.show();
    }

    /// The run as it stands is shown.
    pub fn show(&mut self) {
        let run = Arc::new(self.play.as_ref().expect("a run").run.clone());
        self.model.now = run.now / 1_000;
        let id = self.id;
        let growing = Growing::of(&run, None);
        self.tell(Msg::Run { id, run, growing });
    }

    /// The agent says something more.
    pub fn plays(&mut self, act: impl FnOnce(&mut Play)) {
        act(self.play.as_mut().expect("a run"));
        self.show();
    }

    /// A run of which the agent has told some progress.
    pub fn under_way(width: u16, height: u16) -> Stage {
        let mut stage = Stage::ready(width, height);
        stage.send();
        stage.plays(|play| {
            play.result(1, &play::task("SUBMITTED", ""));
            play.result(1, &play::status("WORKING", "choosing a recipe"));
            for n in 1..=7 {
                play.result(1, &play::status("WORKING", &format!("weighing ingredient {n} of 12")));
            }
            play.result(
                1,
                &play::artifact_update(r#"{"artifactId":"n","name":"notes","parts":[{"text":"Soak the bulgur."}]}"#),
            );
        });
        stage
    }

    /// A run that ended with this value as its result.
    pub fn ended(width: u16, height: u16, value: &str) -> Stage {
        let mut stage = Stage::under_way(width, height);
        stage.plays(|play| play.good(&play::artifact(&play::raw(value))));
        stage
    }

    /// Draws a frame and remembers what it showed where.
    pub fn draw(&mut self, theme: &Theme) -> Buffer {
        let (width, height) = self.model.size;
        let mut cells = Buffer::empty(Rect::new(0, 0, width, height));
        let View { drawn, .. } = view(&self.model, theme, &mut cells);
        self.tell(Msg::Drawn(Box::new(drawn)));
        cells
    }

    /// A frame as rows of text, each followed by its roles and surfaces.
    pub fn picture(&mut self) -> String {
        let theme = picture::theme();
        let cells = self.draw(&theme);
        picture::rows(&cells, &theme)
    }

    /// A frame as rows of text.
    pub fn text(&mut self) -> String {
        let cells = self.draw(&Theme::dark());
        let width = usize::from(cells.area.width);
        let rows = cells.content().chunks(width);
        rows.map(|row| row.iter().map(|cell| cell.symbol()).collect::<String>().trim_end().to_owned() + "\n").collect()
    }
}

pub const ENTER: Key = Key::plain(Code::Enter);
pub const ESC: Key = Key::plain(Code::Esc);
pub const TAB: Key = Key::plain(Code::Tab);
pub const DOWN: Key = Key::plain(Code::Down);
pub const UP: Key = Key::plain(Code::Up);
