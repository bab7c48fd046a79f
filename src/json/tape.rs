//! The tape: every value of a text in document order, 16 bytes each and 8 more for a container.
//!
//! A value's children follow it directly. What both kinds of values need stands in the node; where a container ends and
//! which value comes after it stands beside, because most values are scalars: they end where they end, and the next
//! value comes next.

use super::document::Kind;

/// So many values a tape can hold, whatever limit is asked for.
pub(super) const MOST: usize = ABOVE as usize;

/// All values of a text.
#[derive(Debug, Default)]
pub(super) struct Tape {
    nodes: Vec<Node>,
    containers: Vec<Extent>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    start: u32,
    /// Of a member: byte offset of the opening quote of its key. Of an item: its number, from 0.
    key: u32,
    /// Index of the container (the root's is its own), kind, `CUT`, `MEMBER`.
    packed: u32,
    /// Of a scalar: where it ends. Of a container: its number in `containers`.
    end: u32,
}

#[derive(Clone, Copy, Debug)]
struct Extent {
    end: u32,
    /// Index of the value after the whole subtree.
    next: u32,
}

const ABOVE: u32 = (1 << 27) - 1;
const KIND_SHIFT: u32 = 27;
const CUT: u32 = 1 << 30;
const MEMBER: u32 = 1 << 31;
const KINDS: [Kind; 8] =
    [Kind::Null, Kind::Bool, Kind::Number, Kind::String, Kind::Array, Kind::Object, Kind::Null, Kind::Null];

/// Under what a value stands.
#[derive(Clone, Copy, Debug)]
pub(super) enum Under {
    /// Nothing: the root.
    Nothing,
    /// A key, whose opening quote is at this byte.
    Key(u32),
    /// An array, as the item with this number.
    Item(u32),
}

impl Tape {
    /// An empty tape with room for so many values.
    pub(super) fn with_capacity(values: usize) -> Self {
        Tape { nodes: Vec::with_capacity(values), containers: Vec::with_capacity(values / 4) }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Adds a value of the container `above`. A container is empty until [`Tape::close`] says otherwise.
    pub(super) fn push(&mut self, start: usize, end: usize, kind: Kind, above: u32, under: Under) -> u32 {
        let index = self.nodes.len() as u32;
        let (key, member) = match under {
            Under::Nothing => (0, 0),
            Under::Key(start) => (start, MEMBER),
            Under::Item(number) => (number, 0),
        };
        let mut tail = end as u32;
        if kind.is_container() {
            tail = self.containers.len() as u32;
            self.containers.push(Extent { end: end as u32, next: index + 1 });
        }
        let packed = above & ABOVE | (kind as u32) << KIND_SHIFT | member;
        self.nodes.push(Node { start: start as u32, key, packed, end: tail });
        index
    }

    /// Ends a container at this byte: what was pushed since it is below it.
    pub(super) fn close(&mut self, container: u32, end: usize) {
        let next = self.nodes.len() as u32;
        self.containers[self.nodes[container as usize].end as usize] = Extent { end: end as u32, next };
    }

    /// Marks a value as one inside which the text was cut or faulty.
    pub(super) fn cut(&mut self, index: u32) {
        self.nodes[index as usize].packed |= CUT;
    }

    /// Makes room for as many values as the text will have if it goes on as it began, doubling at most: a tape that
    /// doubled blindly could take twice the memory it needs. `read` of `whole` bytes are read.
    pub(super) fn make_room(&mut self, read: usize, whole: usize) {
        grow(&mut self.nodes, read, whole);
        grow(&mut self.containers, read, whole);
    }

    /// Gives back room that is more than a little.
    pub(super) fn shrink(&mut self) {
        shrink(&mut self.nodes);
        shrink(&mut self.containers);
    }

    fn node(&self, index: u32) -> &Node {
        &self.nodes[index as usize]
    }

    fn extent(&self, node: &Node) -> Option<&Extent> {
        if kind(node).is_container() { Some(&self.containers[node.end as usize]) } else { None }
    }

    pub(super) fn kind(&self, index: u32) -> Kind {
        kind(self.node(index))
    }

    /// Byte offset where the value begins.
    pub(super) fn start(&self, index: u32) -> usize {
        self.node(index).start as usize
    }

    /// Byte offset after the value.
    pub(super) fn end(&self, index: u32) -> usize {
        let node = self.node(index);
        self.extent(node).map_or(node.end, |extent| extent.end) as usize
    }

    /// Index of the value after this one's whole subtree.
    pub(super) fn next(&self, index: u32) -> u32 {
        self.extent(self.node(index)).map_or(index + 1, |extent| extent.next)
    }

    /// Index of the container; the root's is its own.
    pub(super) fn above(&self, index: u32) -> u32 {
        self.node(index).packed & ABOVE
    }

    /// Byte offset of the opening quote of the value's key, when it is a member.
    pub(super) fn key(&self, index: u32) -> Option<usize> {
        let node = self.node(index);
        (node.packed & MEMBER != 0).then_some(node.key as usize)
    }

    /// Which item of its array a value is; meaningless for any other.
    pub(super) fn number(&self, index: u32) -> usize {
        self.node(index).key as usize
    }

    /// Whether the text was cut or faulty inside the value.
    pub(super) fn is_cut(&self, index: u32) -> bool {
        self.node(index).packed & CUT != 0
    }

    /// The last value that begins at or before a byte, its key counted.
    pub(super) fn last_begun(&self, offset: usize) -> Option<u32> {
        let begin = |node: &Node| if node.packed & MEMBER != 0 { node.key } else { node.start };
        let after = self.nodes.partition_point(|node| begin(node) as usize <= offset);
        after.checked_sub(1).map(|index| index as u32)
    }
}

fn kind(node: &Node) -> Kind {
    KINDS[(node.packed >> KIND_SHIFT & 7) as usize]
}

fn grow<T>(list: &mut Vec<T>, read: usize, whole: usize) {
    if list.len() < list.capacity() {
        return;
    }
    let expected = (list.len() as u128 * whole as u128 / read.max(1) as u128) as usize;
    let more = (expected + expected / 32).saturating_sub(list.len());
    list.reserve_exact(more.clamp(list.len() / 16 + 64, list.len() + 64));
}

fn shrink<T>(list: &mut Vec<T>) {
    if list.capacity() > list.len() + list.len() / 8 {
        list.shrink_to_fit();
    }
}
