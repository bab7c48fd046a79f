//! The agent that is open: how it was looked for, its card, which interface is used, whether it takes schemas.

use std::sync::Arc;

use super::message::FoundCard;
use crate::a2a::card::Card;
use crate::a2a::interface::{self, Choice, Preferences};
use crate::json;
use crate::kedi::{self, Params, Refusal};
use crate::run::event::{Attempt, AttemptResult};

/// What is known about the agent.
#[derive(Clone, Debug, Default)]
pub struct Agent {
    /// The address as typed; empty when no agent is open.
    pub address: String,
    /// Which search is the current one.
    pub generation: u64,
    /// Whether it is being looked for.
    pub is_looking: bool,
    /// Every try of the current search, in order.
    pub attempts: Vec<Attempt>,
    /// The card.
    pub card: Option<Arc<Card>>,
    /// Where the card was found.
    pub card_url: String,
    /// The card as it came.
    pub card_text: Arc<str>,
    /// The same, indented, line by line: made once, for the screen.
    pub card_lines: Arc<Vec<String>>,
    /// Which interface is used, and why not the others.
    pub choice: Option<Arc<Choice>>,
    /// Whether structured output is offered, and how; `None` without a card.
    pub extension: Option<Result<Arc<Params>, Refusal>>,
    /// Whether the card is shown as it came.
    pub is_raw: bool,
    /// The selected row: skills, then runs.
    pub cursor: usize,
    /// How an interface is chosen.
    pub preferences: Preferences,
    /// Whether the extension is used although it is not advertised.
    pub assume_extension: bool,
}

impl Agent {
    /// Opens another agent: nothing of the former one stays.
    pub fn open(&mut self, address: &str) {
        *self = Agent {
            address: address.to_owned(),
            generation: self.generation,
            assume_extension: self.assume_extension,
            // An address that was given for one agent is not sent to another.
            preferences: Preferences { url_override: None, ..self.preferences.clone() },
            ..Agent::default()
        };
    }

    /// A search begins. The card stays on screen until there is another one.
    pub fn begin_search(&mut self) {
        self.generation += 1;
        self.is_looking = true;
        self.attempts.clear();
    }

    /// The search is over.
    pub fn end_search(&mut self, found: Option<FoundCard>) {
        self.is_looking = false;
        let Some(found) = found else {
            *self = Agent { attempts: std::mem::take(&mut self.attempts), ..self.without_card() };
            return;
        };
        self.choice = Some(Arc::new(interface::choose(&found.card, &found.url, &self.preferences)));
        self.extension = Some(read_extension(&found.card, self.assume_extension));
        self.card_url = found.url;
        self.card_lines = Arc::new(lines(&found.text));
        self.card_text = found.text;
        self.card = Some(found.card);
        self.cursor = 0;
    }

    fn without_card(&self) -> Agent {
        Agent {
            address: self.address.clone(),
            generation: self.generation,
            preferences: self.preferences.clone(),
            assume_extension: self.assume_extension,
            ..Agent::default()
        }
    }

    /// Why there is no card, in one sentence: what came of the last try.
    pub fn why_no_card(&self) -> String {
        match self.attempts.last().map(|attempt| &attempt.result) {
            Some(AttemptResult::Fault(fault)) => fault.sentence.clone(),
            Some(AttemptResult::NotACard { sentence, .. }) => sentence.clone(),
            Some(AttemptResult::Status { .. } | AttemptResult::Card(_)) | None => {
                format!("no agent card at {}", self.address)
            }
        }
    }

    /// Where requests go, when an interface was chosen.
    pub fn chosen_url(&self) -> Option<&str> {
        let choice = self.choice.as_ref()?;
        choice.chosen.as_ref().ok().map(|chosen| chosen.url.as_str())
    }

    /// How structured output is offered.
    pub fn params(&self) -> Option<&Params> {
        self.extension.as_ref()?.as_ref().ok().map(Arc::as_ref)
    }

    /// The limit of schema bytes that the agent advertises.
    pub fn max_schema_bytes(&self) -> Option<u64> {
        self.params()?.max_schema_bytes
    }

    /// Its name, or the address without a card.
    pub fn name(&self) -> &str {
        self.card.as_ref().and_then(|card| card.name.as_deref()).unwrap_or(&self.address)
    }

    /// Host and port of the typed address, as it was typed.
    pub fn host(&self) -> &str {
        let rest = self.address.split_once("://").map_or(self.address.as_str(), |(_, rest)| rest);
        rest.split(['/', '?']).next().unwrap_or(rest)
    }
}

/// A card as lines: indented where it is JSON, which it is.
fn lines(text: &str) -> Vec<String> {
    let pretty = json::parse_text(text, &json::Limits::default())
        .map_or_else(|_| text.to_owned(), |document| json::pretty(document.root(), 2));
    pretty.lines().map(str::to_owned).collect()
}

fn read_extension(card: &Card, assume: bool) -> Result<Arc<Params>, Refusal> {
    let declarations: Vec<kedi::Declaration<'_>> = card
        .extensions
        .iter()
        .map(|extension| kedi::Declaration { uri: &extension.uri, params: extension.params.as_deref() })
        .collect();
    kedi::read_params(&declarations, assume).map(Arc::new)
}
