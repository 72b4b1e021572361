//! Tree of a proof-number search, recorded while the search runs.
//!
//! A node of the tree is a line of moves from the root. The search returns to a node when the numbers elsewhere become
//! larger, so it may search a node several times. The numbers of a node are the last ones that the search computed.

use plyground_game::Side;

use super::{Forced, INFINITE, Numbers};

/// Answer of a search, with its tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofTree {
    /// Answer to whether the win can be forced.
    pub forced: Forced,
    /// Nodes of the tree; a parent precedes its children.
    pub nodes: Vec<ProofNode>,
    /// Number of nodes that the search counted, which is the sum of [`ProofNode::searches`].
    pub searched: u64,
}

/// Node of the tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofNode {
    /// Index of the parent; `None` for the root.
    pub parent: Option<usize>,
    /// Move that leads to the node; `None` for the root.
    pub mv: Option<String>,
    /// Side to move.
    pub side: Side,
    /// Plies left for the win.
    pub plies: u32,
    /// Proof number; `None` for infinity.
    pub proof: Option<u32>,
    /// Disproof number; `None` for infinity.
    pub disproof: Option<u32>,
    /// Number of times that the search expanded the node; 0 for a leaf of the tree.
    pub searches: u64,
}

/// Reason why there is no tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unrecorded {
    /// The search was stopped.
    Stopped,
    /// The tree has more nodes than the limit.
    TooLarge,
}

/// Recorder of the nodes of a search.
#[derive(Debug)]
pub(super) struct Recorder {
    limit: usize,
    pub(super) nodes: Vec<ProofNode>,
    /// Indices of the children of each node, in the order of the moves.
    children: Vec<Vec<usize>>,
    /// Index of the node being searched.
    current: usize,
    pub(super) is_full: bool,
}

impl Recorder {
    /// Creates a recorder for a search from a root node, with at most `limit` nodes.
    pub(super) fn new(limit: usize, side: Side, plies: u16, numbers: Numbers) -> Recorder {
        let mut recorder = Recorder { limit, nodes: Vec::new(), children: Vec::new(), current: 0, is_full: false };
        recorder.add(None, None, side, plies, numbers);
        recorder
    }

    /// Counts an expansion of the current node.
    pub(super) fn expand(&mut self) {
        self.nodes[self.current].searches += 1;
    }

    /// Records the numbers of the child of the current node at index `place` in the order of the moves.
    pub(super) fn child(
        &mut self,
        place: usize,
        mv: impl FnOnce() -> String,
        side: Side,
        plies: u16,
        numbers: Numbers,
    ) {
        match self.children[self.current].get(place) {
            Some(&known) => self.value(known, numbers),
            None => self.add(Some(self.current), Some(mv()), side, plies, numbers),
        }
    }

    /// Makes the child at index `place` the current node.
    pub(super) fn descend(&mut self, place: usize) {
        self.current = self.children[self.current][place];
    }

    /// Stores the final numbers of the current node and returns to its parent.
    pub(super) fn ascend(&mut self, numbers: Numbers) {
        self.value(self.current, numbers);
        self.current = self.nodes[self.current].parent.unwrap_or(0);
    }

    fn value(&mut self, index: usize, numbers: Numbers) {
        let node = &mut self.nodes[index];
        (node.proof, node.disproof) = (finite(numbers.proof), finite(numbers.disproof));
    }

    fn add(&mut self, parent: Option<usize>, mv: Option<String>, side: Side, plies: u16, numbers: Numbers) {
        let index = self.nodes.len();
        self.is_full |= index >= self.limit;
        if let Some(parent) = parent {
            self.children[parent].push(index);
        }
        let (proof, disproof) = (finite(numbers.proof), finite(numbers.disproof));
        self.nodes.push(ProofNode { parent, mv, side, plies: plies.into(), proof, disproof, searches: 0 });
        self.children.push(Vec::new());
    }
}

fn finite(number: u32) -> Option<u32> {
    (number != INFINITE).then_some(number)
}
