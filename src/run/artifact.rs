//! Artifacts as they grow: chunks and snapshots folded by id, what was replaced kept in reach.

use std::sync::Arc;

use crate::a2a::model::{Artifact, ArtifactUpdate, Content, Part, RawJson};

use super::log::Log;

/// Parts of one artifact kept; nobody reads more, and a hostile agent must not fill the memory.
const PARTS_KEPT: usize = 1 << 20;
/// Artifacts kept of one task.
const ARTIFACTS_KEPT: usize = 10_000;
/// Replaced versions of one artifact kept; all are counted.
const REPLACED_KEPT: usize = 64;

/// A part and the frame that brought it.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldPart {
    /// The part.
    pub part: Part,
    /// Number of its frame.
    pub frame: u32,
    /// Whether bytes of that frame had to be replaced: it never yields a result.
    pub replaced: bool,
}

/// What an artifact was before it was replaced.
#[derive(Clone, Debug)]
pub struct Replaced {
    /// Number of the frame that replaced it.
    pub by_frame: u32,
    /// How many chunks it had.
    pub chunks: u32,
    /// Its parts.
    pub parts: Log<Arc<HeldPart>>,
}

/// One artifact as it stands.
#[derive(Clone, Debug)]
pub struct ArtifactView {
    /// Its id; empty when the agent gave none.
    pub artifact_id: String,
    /// Its name.
    pub name: Option<String>,
    /// Its description.
    pub description: Option<String>,
    /// URIs of extensions.
    pub extensions: Vec<String>,
    /// Metadata of the last chunk that had some.
    pub metadata: Option<RawJson>,
    /// Its parts, in order.
    pub parts: Log<Arc<HeldPart>>,
    /// How many chunks made it, since it was last replaced.
    pub chunks: u32,
    /// Whether the agent said that it is complete: the last chunk, or a snapshot of a finished task.
    pub complete: bool,
    /// Earlier versions, the oldest first; [`ArtifactView::replaced_count`] counts them all.
    pub replaced: Log<Arc<Replaced>>,
    /// How often it was replaced.
    pub replaced_count: u32,
    /// Whether the latest task snapshot left it out: it is shown, and is no part of the task any more.
    pub gone: bool,
}

/// What was odd about a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Oddity {
    /// `append` for an id that was never seen: created.
    AppendUnknown,
    /// It changed after its last chunk.
    Sealed,
    /// The last chunk replaced earlier ones: this many.
    LastChunkReplaced(u32),
    /// No part in it.
    Empty,
    /// Over a bound of ours.
    Bound,
}

impl ArtifactView {
    fn new(artifact_id: String) -> Self {
        ArtifactView {
            artifact_id,
            name: None,
            description: None,
            extensions: Vec::new(),
            metadata: None,
            parts: Log::new(PARTS_KEPT),
            chunks: 0,
            complete: false,
            replaced: Log::new(REPLACED_KEPT),
            replaced_count: 0,
            gone: false,
        }
    }

    /// All text parts joined.
    pub fn text(&self) -> String {
        self.parts.iter().filter_map(|held| held.part.text()).collect()
    }

    /// How many bytes its parts have, as they stood on the wire.
    pub fn wire_bytes(&self) -> usize {
        self.parts.iter().map(|held| content_len(&held.part.content)).sum()
    }

    fn describe(&mut self, from: &Artifact, merge: bool) {
        let given = |text: &Option<String>| text.as_ref().is_some_and(|t| !t.is_empty());
        if !merge || given(&from.name) {
            self.name = from.name.clone();
        }
        if !merge || given(&from.description) {
            self.description = from.description.clone();
        }
        if !merge {
            self.extensions = from.extensions.clone();
        } else {
            for uri in &from.extensions {
                if !self.extensions.contains(uri) && self.extensions.len() < 100 {
                    self.extensions.push(uri.clone());
                }
            }
        }
        if !merge || from.metadata.is_some() {
            self.metadata = from.metadata.clone();
        }
    }

    fn keep_replaced(&mut self, by_frame: u32) {
        let parts = std::mem::replace(&mut self.parts, Log::new(PARTS_KEPT));
        let chunks = std::mem::take(&mut self.chunks);
        if !parts.is_empty() {
            self.replaced.push(Arc::new(Replaced { by_frame, chunks, parts }));
            self.replaced_count += 1;
        }
    }

    fn push(&mut self, parts: &[Part], frame: u32, replaced: bool) -> bool {
        for part in parts {
            if self.parts.len() >= PARTS_KEPT {
                return false;
            }
            self.parts.push(Arc::new(HeldPart { part: part.clone(), frame, replaced }));
        }
        true
    }
}

fn content_len(content: &Content) -> usize {
    match content {
        Content::Text(text)
        | Content::Raw(text)
        | Content::RawInvalid(text)
        | Content::Url(text)
        | Content::Data(text) => text.len(),
        Content::Empty => 0,
    }
}

/// The artifacts of a run's task, in the order in which they first came.
#[derive(Clone, Debug, Default)]
pub struct Artifacts {
    list: Arc<Vec<Arc<ArtifactView>>>,
}

impl Artifacts {
    /// Every artifact that was seen, those a later snapshot left out included.
    pub fn all(&self) -> &[Arc<ArtifactView>] {
        &self.list
    }

    /// The artifacts of the task as it stands.
    pub fn standing(&self) -> impl DoubleEndedIterator<Item = &Arc<ArtifactView>> {
        self.list.iter().filter(|artifact| !artifact.gone)
    }

    /// The artifact with this id.
    pub fn get(&self, id: &str) -> Option<&ArtifactView> {
        self.list.iter().find(|artifact| artifact.artifact_id == id).map(Arc::as_ref)
    }

    fn entry(&mut self, id: &str) -> Option<(&mut ArtifactView, bool)> {
        let list = Arc::make_mut(&mut self.list);
        let found = list.iter().rposition(|artifact| artifact.artifact_id == id);
        let fresh = found.is_none();
        if fresh {
            if list.len() >= ARTIFACTS_KEPT {
                return None;
            }
            list.push(Arc::new(ArtifactView::new(id.to_owned())));
        }
        let index = found.unwrap_or(list.len() - 1);
        list.get_mut(index).map(|artifact| (Arc::make_mut(artifact), fresh))
    }

    /// Folds a chunk: `append` adds parts, anything else replaces the artifact; both create what is unknown.
    pub(super) fn chunk(&mut self, update: &ArtifactUpdate, frame: u32, replaced: bool) -> Vec<Oddity> {
        let mut odd = Vec::new();
        let Some((artifact, fresh)) = self.entry(&update.artifact.artifact_id) else { return vec![Oddity::Bound] };
        let fresh = fresh || artifact.gone;
        let empty = update.artifact.parts.is_empty();
        if fresh && update.append {
            odd.push(Oddity::AppendUnknown);
        }
        if artifact.complete && !fresh {
            odd.push(Oddity::Sealed);
        }
        if empty {
            odd.push(Oddity::Empty);
        }
        // An empty chunk that only says "last" seals; it never clears.
        if !update.append && !empty {
            if update.last_chunk && artifact.chunks > 1 {
                odd.push(Oddity::LastChunkReplaced(artifact.chunks));
            }
            artifact.keep_replaced(frame);
            artifact.complete = false;
        }
        artifact.gone = false;
        artifact.describe(&update.artifact, update.append || empty);
        artifact.chunks += 1;
        if !artifact.push(&update.artifact.parts, frame, replaced) {
            odd.push(Oddity::Bound);
        }
        artifact.complete |= update.last_chunk;
        odd
    }

    /// Folds a snapshot: the task's artifacts are now these. Entries with one id are one artifact: text and data parts
    /// go together, of raw and file parts the last entry's count, an empty entry means nothing.
    pub(super) fn snapshot(&mut self, entries: &[Artifact], frame: u32, replaced: bool, finished: bool) -> Vec<Oddity> {
        let mut odd = Vec::new();
        for artifact in Arc::make_mut(&mut self.list) {
            Arc::make_mut(artifact).gone = true;
        }
        let mut seen: std::collections::HashSet<&str> = std::collections::HashSet::new();
        for entry in entries {
            let again = !seen.insert(&entry.artifact_id);
            let Some((artifact, _)) = self.entry(&entry.artifact_id) else {
                odd.push(Oddity::Bound);
                break;
            };
            artifact.gone = false;
            if !again && !same_parts(artifact, &entry.parts) {
                artifact.keep_replaced(frame);
            } else if !again {
                artifact.parts = Log::new(PARTS_KEPT);
            }
            artifact.describe(entry, again);
            let brings_bytes = entry.parts.iter().any(is_bytes);
            if again && brings_bytes {
                let kept: Vec<_> = artifact.parts.iter().filter(|held| !is_bytes(&held.part)).cloned().collect();
                artifact.parts = Log::new(PARTS_KEPT);
                kept.into_iter().for_each(|held| artifact.parts.push(held));
            }
            if entry.parts.is_empty() {
                odd.push(Oddity::Empty);
            }
            if !artifact.push(&entry.parts, frame, replaced) {
                odd.push(Oddity::Bound);
            }
            artifact.chunks = if again { artifact.chunks + 1 } else { 1 };
            artifact.complete = finished;
        }
        odd
    }
}

/// Raw and file parts: of several snapshots' entries the last one's count.
fn is_bytes(part: &Part) -> bool {
    matches!(part.content, Content::Raw(_) | Content::RawInvalid(_) | Content::Url(_))
}

fn same_parts(artifact: &ArtifactView, parts: &[Part]) -> bool {
    artifact.parts.len() == parts.len() && artifact.parts.iter().zip(parts).all(|(held, part)| held.part == *part)
}
