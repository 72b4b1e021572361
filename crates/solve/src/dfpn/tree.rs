//! The tree of a proof-number search, recorded while the search runs.
//!
//! A node of the tree is a line of moves from the root. The search returns to a node whenever the numbers elsewhere become larger,
//! so that a node may be searched several times. The numbers of a node are the last ones that the search has computed.

use plyground_game::Side;

use super::{Forced, INFINITE, Numbers};

/// The answer of a search with its tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofTree {
    /// Whether the win can be forced.
    pub forced: Forced,
    /// The nodes; a parent stands before its children.
    pub nodes: Vec<ProofNode>,
    /// Nodes that the search has counted: the sum of [`ProofNode::searches`].
    pub searched: u64,
}

/// A node of the tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofNode {
    /// The place of the parent; `None` at the root.
    pub parent: Option<usize>,
    /// The move that leads here; `None` at the root.
    pub mv: Option<String>,
    /// The side to move.
    pub side: Side,
    /// Plies that are left for the win.
    pub plies: u32,
    /// The proof number; `None` for infinity.
    pub proof: Option<u32>,
    /// The disproof number; `None` for infinity.
    pub disproof: Option<u32>,
    /// How often the search expanded the node; 0 for a leaf of the tree.
    pub searches: u64,
}

/// Why there is no tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unrecorded {
    /// The search was stopped.
    Stopped,
    /// The tree has more nodes than the limit.
    TooLarge,
}

/// Records the nodes of a search.
#[derive(Debug)]
pub(super) struct Recorder {
    limit: usize,
    pub(super) nodes: Vec<ProofNode>,
    /// The places of the children of each node, in the order of the moves.
    children: Vec<Vec<usize>>,
    /// The node that is searched.
    current: usize,
    pub(super) is_full: bool,
}

impl Recorder {
    /// A recorder of a search from a node, with at most `limit` nodes.
    pub(super) fn new(limit: usize, side: Side, plies: u16, numbers: Numbers) -> Recorder {
        let mut recorder = Recorder { limit, nodes: Vec::new(), children: Vec::new(), current: 0, is_full: false };
        recorder.add(None, None, side, plies, numbers);
        recorder
    }

    /// The search expands the current node.
    pub(super) fn expand(&mut self) {
        self.nodes[self.current].searches += 1;
    }

    /// The search looks at a child of the current node: the one at `place` in the order of the moves.
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

    /// The search goes on with the child at `place`.
    pub(super) fn descend(&mut self, place: usize) {
        self.current = self.children[self.current][place];
    }

    /// The search of the current node ends with these numbers.
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
