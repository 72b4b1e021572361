//! Independent checker of proofs, short enough to be read completely.
//!
//! A proof claims bounds of positions a number of plies below a position, its *leaves*. [`check_tree`] derives the
//! leaves from the rules and returns the bounds of the root that follow from the claims. [`Plain`] proves the bound of
//! a leaf again, by alpha-beta to the end of the game.
//!
//! This module depends only on `plyground-game` and the standard library. It shares no code with the proof search, and
//! none with any solver or endgame database. An accepted proof therefore relies on three things: the rules of the game,
//! this file, and the [`Scale`] that defines the value of a finished game.
//!
//! ```
//! use plyground_game::{Outcome, Position, Side};
//! use plyground_kalah::Kalah;
//! use plyground_solve::checker::{Claim, Plain, Scale, check_tree};
//!
//! /// Kalah's margins: no side can win by more than all seeds.
//! struct Margins;
//!
//! impl Scale<Kalah> for Margins {
//!     fn range(&self, pos: &Kalah) -> (i32, i32) {
//!         (-i32::from(pos.total()), pos.total().into())
//!     }
//!     fn finished(&self, pos: &Kalah, _: Outcome, side: Side) -> i32 {
//!         pos.final_margin(side).unwrap_or(0)
//!     }
//! }
//!
//! let start = Kalah::new(&"2x2".parse()?, &Default::default());
//! // The leaves after one ply, from the view of the side to move at the top.
//! let after: Vec<Kalah> = start.legal_moves().iter().map(|&mv| start.after(mv)).collect();
//! let texts: Vec<String> = after.iter().map(Kalah::to_string).collect();
//! let claims = texts.iter().map(|position| Claim { position, at_least: None, at_most: Some(-2) });
//! let (_, upper) = check_tree(&start, 1, None, &Margins, &claims.collect::<Vec<_>>(), &|| false)?;
//! assert_eq!(upper, -2);
//! // A side to move at a leaf is at least 2 ahead if the other side is at most -2.
//! let mut plain = Plain::new(&Margins, 1);
//! for leaf in &after {
//!     let is_same = leaf.side_to_move() == start.side_to_move();
//!     assert!(if is_same { !plain.at_least(leaf, -1, None)? } else { plain.at_least(leaf, 2, None)? });
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::HashMap;
use std::fmt;

use plyground_game::{Outcome, Position, Side};

/// Maximum number of plies between the root and the leaves.
pub const MOST_PLIES: u32 = 40;
/// Maximum number of positions of a tree.
pub const MOST_POSITIONS: usize = 4_000_000;
/// Maximum number of plies of a line below a leaf.
const LONGEST_LINE: u32 = 500;
/// Number of nodes between two checks of the stop callback.
const STOP_INTERVAL: u64 = 1 << 12;

/// Values of a game: the value of a finished position, and the range that the rules alone imply for any other.
pub trait Scale<P>: Sync {
    /// Returns the minimum and maximum value that a position can have for its side to move.
    fn range(&self, pos: &P) -> (i32, i32);

    /// Returns the value of a finished game for a side.
    fn finished(&self, pos: &P, outcome: Outcome, side: Side) -> i32;
}

/// Claim about the value of a leaf, for the side to move at the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim<'a> {
    /// The leaf.
    pub position: &'a str,
    /// The value is at least this.
    pub at_least: Option<i32>,
    /// The value is at most this.
    pub at_most: Option<i32>,
}

/// Reason why a proof is rejected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The position of the claim with this index is not a leaf.
    NoLeaf(usize),
    /// The position of the claim with this index has an earlier claim.
    Twice(usize),
    /// The leaves are more than [`MOST_PLIES`] below the root.
    TooDeep,
    /// The tree has more than [`MOST_POSITIONS`] positions.
    TooLarge,
    /// A line of play does not end within 500 plies.
    Endless,
    /// The caller stopped the work.
    Stopped,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NoLeaf(claim) => write!(f, "claim {claim} is about a position that is no leaf"),
            Fault::Twice(claim) => write!(f, "claim {claim} is about a position that has an earlier claim"),
            Fault::TooDeep => write!(f, "the leaves are more than {MOST_PLIES} plies below the top"),
            Fault::TooLarge => write!(f, "the tree has more than {MOST_POSITIONS} positions"),
            Fault::Endless => write!(f, "a line of play does not end within {LONGEST_LINE} plies"),
            Fault::Stopped => f.write_str("stopped before the proof was checked"),
        }
    }
}

impl std::error::Error for Fault {}

/// Bounds of a value.
type Bounds = (i32, i32);

/// Returns the bounds of the value of `top` for its side to move that follow from claims about the positions `plies`
/// below it. After `turns_left` turns, a game that the board has not ended is a draw. `is_stopped` is called at intervals
/// to check whether to stop.
///
/// Every claim must be about a position that the rules reach in exactly `plies` plies. A leaf without a claim has the bounds of its
/// [`Scale`].
///
/// # Errors
/// Returns an error if a claim is about another position or repeats an earlier one, if the tree is too large, or if the
/// caller stops the work.
pub fn check_tree<P: Position>(
    top: &P,
    plies: u32,
    turns_left: Option<u32>,
    scale: &dyn Scale<P>,
    claims: &[Claim<'_>],
    is_stopped: &dyn Fn() -> bool,
) -> Result<Bounds, Fault> {
    if plies > MOST_PLIES {
        return Err(Fault::TooDeep);
    }
    let mut numbers = HashMap::new();
    for (number, claim) in claims.iter().enumerate() {
        if numbers.insert(claim.position, number).is_some() {
            return Err(Fault::Twice(number));
        }
    }
    let mut tree = Tree {
        side: top.side_to_move(),
        plies,
        turns_left,
        scale,
        claims,
        numbers,
        is_leaf: vec![false; claims.len()],
        known: HashMap::new(),
        is_stopped,
    };
    let bounds = tree.bounds(top, 0)?;
    match tree.is_leaf.iter().position(|is_leaf| !is_leaf) {
        Some(number) => Err(Fault::NoLeaf(number)),
        None => Ok(bounds),
    }
}

/// Tree above the leaves. All values are for the side to move at the root.
struct Tree<'a, P> {
    side: Side,
    plies: u32,
    turns_left: Option<u32>,
    scale: &'a dyn Scale<P>,
    claims: &'a [Claim<'a>],
    /// Index of the claim about each position.
    numbers: HashMap<&'a str, usize>,
    /// Whether the position of each claim was reached.
    is_leaf: Vec<bool>,
    /// Bounds of the positions that were reached, by depth.
    known: HashMap<(u32, P), Bounds>,
    is_stopped: &'a dyn Fn() -> bool,
}

impl<P: Position> Tree<'_, P> {
    fn bounds(&mut self, pos: &P, ply: u32) -> Result<Bounds, Fault> {
        if let Some(outcome) = outcome(pos, self.turns_left.map(|left| left.saturating_sub(ply))) {
            let value = self.scale.finished(pos, outcome, self.side);
            return Ok((value, value));
        }
        let key = (ply, pos.clone());
        if let Some(&bounds) = self.known.get(&key) {
            return Ok(bounds);
        }
        if self.known.len() >= MOST_POSITIONS {
            return Err(Fault::TooLarge);
        }
        if (self.known.len() as u64).is_multiple_of(STOP_INTERVAL) && (self.is_stopped)() {
            return Err(Fault::Stopped);
        }
        let is_of_top = pos.side_to_move() == self.side;
        let (least, most) = self.scale.range(pos);
        let (mut lower, mut upper) = if is_of_top { (least, most) } else { (-most, -least) };
        if ply == self.plies {
            if let Some(&number) = self.numbers.get(pos.to_string().as_str()) {
                self.is_leaf[number] = true;
                let Claim { at_least, at_most, .. } = self.claims[number];
                lower = at_least.map_or(lower, |bound| bound.max(lower));
                upper = at_most.map_or(upper, |bound| bound.min(upper));
            }
        } else {
            let mut best: Option<Bounds> = None;
            for mv in pos.legal_moves() {
                let (low, high) = self.bounds(&pos.after(mv), ply + 1)?;
                best = Some(match best {
                    None => (low, high),
                    Some((lower, upper)) if is_of_top => (lower.max(low), upper.max(high)),
                    Some((lower, upper)) => (lower.min(low), upper.min(high)),
                });
            }
            if let Some((low, high)) = best {
                (lower, upper) = (lower.max(low), upper.min(high));
            }
        }
        self.known.insert(key, (lower, upper));
        Ok((lower, upper))
    }
}

/// Prover of bounds by alpha-beta to the end of the game, with a table of proved bounds. The moves are searched in the
/// order of the rules.
pub struct Plain<'a, P> {
    scale: &'a dyn Scale<P>,
    /// Bounds by position and turns left, for the side to move.
    known: HashMap<(P, Option<u32>), Bounds>,
    /// Maximum number of positions in the table.
    capacity: usize,
    nodes: u64,
    is_stopped: &'a (dyn Fn() -> bool + Sync),
}

impl<P> fmt::Debug for Plain<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Plain").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

impl<'a, P: Position> Plain<'a, P> {
    /// Creates a prover with a table of at most this many MiB.
    pub fn new(scale: &'a dyn Scale<P>, mebibytes: usize) -> Plain<'a, P> {
        // An entry takes a control byte, and a map is up to half empty.
        let entry = 2 * (size_of::<((P, Option<u32>), Bounds)>() + 1);
        Plain { scale, known: HashMap::new(), capacity: (mebibytes << 20) / entry, nodes: 0, is_stopped: &|| false }
    }

    /// Calls `is_stopped` at intervals to check whether to stop.
    #[must_use]
    pub fn stopped_by(self, is_stopped: &'a (dyn Fn() -> bool + Sync)) -> Plain<'a, P> {
        Plain { is_stopped, ..self }
    }

    /// Returns whether the value of a position for its side to move is at least `at`. After `turns_left` turns, a game
    /// that the board has not ended is a draw.
    ///
    /// # Errors
    /// Returns an error if a line does not end or the caller stops the work.
    pub fn at_least(&mut self, pos: &P, at: i32, turns_left: Option<u32>) -> Result<bool, Fault> {
        self.test(pos, at, turns_left, 0)
    }

    fn test(&mut self, pos: &P, at: i32, left: Option<u32>, ply: u32) -> Result<bool, Fault> {
        let side = pos.side_to_move();
        if let Some(outcome) = outcome(pos, left) {
            return Ok(self.scale.finished(pos, outcome, side) >= at);
        }
        let key = (pos.clone(), left);
        let (mut lower, mut upper) = self.known.get(&key).copied().unwrap_or_else(|| self.scale.range(pos));
        if lower >= at || upper < at {
            return Ok(lower >= at);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(STOP_INTERVAL) && (self.is_stopped)() {
            return Err(Fault::Stopped);
        }
        if ply >= LONGEST_LINE {
            return Err(Fault::Endless);
        }
        let next = left.map(|left| left - 1);
        let mut is_reached = false;
        for mv in pos.legal_moves() {
            let after = pos.after(mv);
            is_reached = if after.side_to_move() == side {
                self.test(&after, at, next, ply + 1)?
            } else {
                // The values are zero-sum: this one is at least `at` unless the other side's is at least `1 - at`.
                !self.test(&after, 1i32.saturating_sub(at), next, ply + 1)?
            };
            if is_reached {
                break;
            }
        }
        if is_reached {
            lower = at;
        } else {
            upper = at - 1;
        }
        if self.known.len() < self.capacity || self.known.contains_key(&key) {
            self.known.insert(key, (lower, upper));
        }
        Ok(is_reached)
    }
}

/// Returns the outcome of a game that the board or the turn limit has ended.
fn outcome<P: Position>(pos: &P, turns_left: Option<u32>) -> Option<Outcome> {
    pos.outcome().or_else(|| (turns_left == Some(0)).then_some(Outcome::Draw))
}

#[cfg(test)]
mod tests {
    /// The dependencies are part of the claim that the checker is independent.
    #[test]
    fn the_checker_depends_on_the_rules_alone() {
        let source = include_str!("checker.rs");
        assert!(source.lines().count() <= 500);
        let (code, _) = source.split_once("#[cfg(test)]").expect("the tests come last");
        let code = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        for line in code {
            let mut rest = line;
            while let Some((before, after)) = rest.split_once("::") {
                let path = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
                assert!(path != "crate" && path != "super", "{line}");
                assert!(path == "plyground_game" || !path.starts_with("plyground_"), "{line}");
                rest = after;
            }
            if let Some(path) = line.strip_prefix("use ") {
                assert!(path.starts_with("std::") || path.starts_with("plyground_game::"), "{line}");
            }
        }
    }
}
