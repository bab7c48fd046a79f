//! The result while it grows: made where the snapshot of a run is made, never on the thread that draws.

use std::sync::Arc;

use super::tree::Tree;
use crate::json::{self, FaultKind};
use crate::run::Run;

/// A result that has more bytes than this on the wire is not read again with every snapshot, only once it is whole.
pub const GROWING_MOST: usize = 250_000;

/// What has arrived of the result. It is looked at; nothing of it is a value.
#[derive(Clone, Debug)]
pub struct Growing {
    /// Bytes so far: of the text, or on the wire when there is no text to count.
    pub bytes: u64,
    /// How it is shown.
    pub shown: Shown,
    /// Which state of the artifact this is: its id, how often it was replaced, its chunks since.
    version: (String, u32, u32),
}

/// How a growing result is shown.
#[derive(Clone, Debug)]
pub enum Shown {
    /// As the tree it will be.
    Tree(Tree),
    /// As text: it does not begin as JSON does.
    Text(Arc<str>),
    /// Not at all: it has more than [`GROWING_MOST`] bytes.
    TooLarge,
}

impl Growing {
    /// What this run has of its result, unless the result itself is there. `before` is given back when nothing came since.
    pub fn of(run: &Run, before: Option<&Arc<Growing>>) -> Option<Arc<Growing>> {
        if run.plan.schema.is_none() || run.result.is_some() {
            return None;
        }
        let artifact = run.result_artifact()?;
        let version = (artifact.artifact_id.clone(), artifact.replaced_count, artifact.chunks);
        if let Some(before) = before.filter(|before| before.version == version) {
            return Some(before.clone());
        }
        let on_wire = artifact.wire_bytes();
        if on_wire > GROWING_MOST {
            return Some(Arc::new(Growing { bytes: on_wire as u64, shown: Shown::TooLarge, version }));
        }
        let text = run.partial_result()?;
        let bytes = text.len() as u64;
        let shown = match json::parse_partial(&text, &json::Limits::default()) {
            (Some(document), fault) if fault.as_ref().is_none_or(|fault| fault.kind == FaultKind::Truncated) => {
                Shown::Tree(Tree::growing(document))
            }
            _ => Shown::Text(text.into()),
        };
        Some(Arc::new(Growing { bytes, shown, version }))
    }

    /// Whether the text ends inside its JSON.
    pub fn is_cut(&self) -> bool {
        matches!(&self.shown, Shown::Tree(tree) if tree.document().is_partial())
    }
}
