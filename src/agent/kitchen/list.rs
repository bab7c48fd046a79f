//! Listing tasks: filtered, the last changed first, page by page (A2A 1.0 §3.1.4).

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::Kitchen;
use crate::agent::fault::Fault;
use crate::agent::operation::{List, Page};
use crate::agent::task::LiveTask;

impl Kitchen {
    /// `ListTasks`.
    ///
    /// # Errors
    /// A page token that is none of ours.
    pub(in crate::agent) fn list(&self, list: &List) -> Result<Page, Fault> {
        let before = match &list.page_token {
            None => u64::MAX,
            Some(token) => place_of(token).ok_or_else(|| Fault::param("page_token", "Is none of this agent's."))?,
        };
        let mut found: Vec<(u64, Arc<LiveTask>)> = Vec::new();
        for live in self.tasks.all() {
            let (changed, status) = live.standing();
            let at = || status.timestamp.as_deref().and_then(|at| at.parse::<jiff::Timestamp>().ok());
            let meant = list.context_id.as_ref().is_none_or(|context| *context == live.context_id)
                && list.state.as_ref().is_none_or(|state| *state == status.state)
                && list.after.is_none_or(|after| at().is_some_and(|at| at >= after));
            if meant {
                found.push((changed, live));
            }
        }
        found.sort_by_key(|(changed, _)| std::cmp::Reverse(*changed));
        let total_size = found.len();
        found.retain(|(changed, _)| *changed < before);
        let more = found.len() > list.page_size;
        found.truncate(list.page_size);
        let next_page_token = found.last().filter(|_| more).map(|(changed, _)| token_of(*changed)).unwrap_or_default();
        let tasks = found.into_iter().map(|(_, live)| live.snapshot(list.history_length)).collect();
        let page_size = list.page_size;
        Ok(Page { tasks, with_artifacts: list.include_artifacts, next_page_token, page_size, total_size })
    }
}

/// A page token: opaque to others, the place in the order of changes that the page before ended with.
fn token_of(place: u64) -> String {
    URL_SAFE_NO_PAD.encode(format!("before {place}"))
}

fn place_of(token: &str) -> Option<u64> {
    let text = String::from_utf8(URL_SAFE_NO_PAD.decode(token).ok()?).ok()?;
    text.strip_prefix("before ")?.parse().ok()
}
