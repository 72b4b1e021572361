//! Depth-first proof-number search \[Nagai2002\]: whether a side can force a win, and in how many plies.
//!
//! The proof number of a position is the minimum number of leaves that must be proven to prove it; the disproof number
//! is the same for the opposite \[Allis1994\]. The search expands the most-proving node. It uses thresholds instead of
//! a tree in memory, and a transposition table of fixed size.
//!
//! The question is always whether the win can be forced *within a number of plies*. A node is a position with its
//! remaining plies, so no line of the search returns to a node. The graph-history interaction problem \[Kishimoto2004\]
//! therefore cannot arise, and every table entry is valid for every path to its position. A proof within some plies is
//! valid for more plies, and a disproof for fewer, so one entry answers for all of them. The shortest win repeats no
//! position. Of the history of a game, only positions that draw at their next occurrence matter; see [`Dfpn::follow`].
//!
//! ```
//! use plyground_game::Position;
//! use plyground_kalah::{Kalah, KalahRules};
//! use plyground_search::StopFlag;
//! use plyground_solve::dfpn::Dfpn;
//!
//! let pos = Kalah::parse("<3,8,4,0,0,1,2,0,0> S", &KalahRules::default())?;
//! let mut search = Dfpn::new(1);
//! let win = search.shortest_win(&pos, 8, &StopFlag::default()).expect("it is not stopped");
//! assert_eq!(win.map(|win| win.plies), Some(1));
//! # Ok::<(), plyground_game::notation::ParsePositionError>(())
//! ```

mod file;
mod tree;

use std::marker::PhantomData;

use plyground_game::{Game, Position, Side};
use plyground_search::StopFlag;
pub use plyground_search::Stopped;

use tree::Recorder;
pub use tree::{ProofNode, ProofTree, Unrecorded};

use crate::horizon::Horizon;

/// Value of a proof or disproof number that stands for impossible.
const INFINITE: u32 = u32::MAX;
/// Largest finite number; sums saturate here.
const LARGEST: u32 = INFINITE - 1;
/// Value in an entry for a win that is impossible within any number of plies.
const EVER: u16 = u16::MAX;
/// Maximum number of plies of a question.
const FARTHEST: u32 = 10_000;
/// Number of entries in which a position may be stored.
const WAYS: usize = 4;
/// Number of nodes between two checks of the stop flag.
const STOP_INTERVAL: u64 = 1 << 10;

/// Answer to whether a win can be forced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forced {
    /// The win can be forced within the plies of the question.
    Yes,
    /// The win cannot be forced within the plies of the question.
    NotWithin,
    /// The win cannot be forced at all: every line of the disproof reaches the end of the game.
    Never,
}

/// Shortest forced win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForcedWin<M> {
    /// Plies to the end, including the last move.
    pub plies: u32,
    /// Moves against the longest defence.
    pub line: Vec<M>,
}

/// Initial proof and disproof numbers of positions that were not searched.
pub trait Estimate<P: Position> {
    /// Returns the proof and disproof numbers of an unfinished position for the question whether `attacker` can force a
    /// win. A larger number means a harder position. Proof number 0 means that the attacker is to move and can win in
    /// one ply. Disproof number 0 means that the attacker cannot win within any number of plies.
    fn numbers(&self, pos: &P, attacker: Side) -> (u32, u32);
}

/// Estimate with the same numbers for all positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Alike;

impl<P: Position> Estimate<P> for Alike {
    fn numbers(&self, _pos: &P, _attacker: Side) -> (u32, u32) {
        (1, 1)
    }
}

impl<P: Position, F: Fn(&P, Side) -> (u32, u32)> Estimate<P> for F {
    fn numbers(&self, pos: &P, attacker: Side) -> (u32, u32) {
        self(pos, attacker)
    }
}

/// Search and its transposition table, for any number of questions about positions of one game under one rule set.
#[derive(Debug)]
pub struct Dfpn<P, E = Alike> {
    estimate: E,
    entries: Vec<Entry>,
    nodes: u64,
    /// The search stops when `nodes` exceeds this.
    budget: u64,
    /// Repetition keys that draw.
    drawn: Vec<u64>,
    /// Recorder of the tree, if requested.
    recorder: Option<Box<Recorder>>,
    positions: PhantomData<fn(P)>,
}

/// Proof and disproof numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Numbers {
    const PROVEN: Numbers = Numbers { proof: 0, disproof: INFINITE };
    const DISPROVEN: Numbers = Numbers { proof: INFINITE, disproof: 0 };
}

/// Table entry of a position and an attacker.
#[derive(Clone, Copy, Default, Debug)]
struct Entry {
    key: u64,
    /// Number of nodes of the search; 0 for a free entry.
    work: u32,
    /// Plies within which a win is proven; 0 if none is proven.
    proven: u16,
    /// One more than the plies within which no win is possible; 0 if nothing is known, [`EVER`] if no win is possible
    /// at all.
    disproven: u16,
    /// Remaining plies for which the numbers are valid.
    plies: u16,
    proof: u32,
    disproof: u32,
}

struct Child<P: Position> {
    pos: P,
    known: Known,
}

/// Known numbers of a position, and whether a disproof is valid for any number of plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Known {
    numbers: Numbers,
    ever: bool,
}

impl Known {
    const PROVEN: Known = Known { numbers: Numbers::PROVEN, ever: false };
    const NEVER: Known = Known { numbers: Numbers::DISPROVEN, ever: true };
    const NOT_WITHIN: Known = Known { numbers: Numbers::DISPROVEN, ever: false };
}

impl<P: Position> Dfpn<P> {
    /// Creates a search with a table of this many MiB.
    #[must_use]
    pub fn new(mebibytes: usize) -> Dfpn<P> {
        Dfpn::with(mebibytes, Alike)
    }
}

impl<P: Position, E: Estimate<P>> Dfpn<P, E> {
    /// Creates a search with a table of this many MiB and an estimate for positions that were not searched.
    #[must_use]
    pub fn with(mebibytes: usize, estimate: E) -> Dfpn<P, E> {
        let most = (mebibytes.max(1) << 20) / size_of::<Entry>();
        let entries = vec![Entry::default(); (1 << most.ilog2()).max(WAYS)];
        let (budget, drawn) = (u64::MAX, Vec::new());
        Dfpn { estimate, entries, nodes: 0, budget, drawn, recorder: None, positions: PhantomData }
    }

    /// Returns the number of positions searched since creation.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Limits the search to `nodes` further positions; then it stops with [`Stopped`]. All questions up to the next
    /// call share this budget. The table is preserved.
    pub fn limit(&mut self, nodes: u64) {
        self.budget = self.nodes.saturating_add(nodes);
    }

    /// Prepares for questions about the current position of a game and its successors. Positions of the history that
    /// draw at their next occurrence are treated as draws. Returns the number of plies for which the answers are then
    /// correct, which depends on the turn limit. [`check_win`](crate::check_win) names the rule that bounds it.
    pub fn follow(&mut self, game: &Game<P>) -> u32 {
        let horizon = Horizon::of(game);
        self.draw_at(horizon.drawn());
        horizon.sure_plies(game)
    }

    /// Treats positions with these repetition keys as draws, unless the game is over there by the board. The root
    /// position of [`Dfpn::shortest_win`] and [`Dfpn::force`] is still open. Clears the table if the keys change.
    pub(crate) fn draw_at(&mut self, keys: &[u64]) {
        if self.drawn != keys {
            self.drawn = keys.to_vec();
            self.entries.fill(Entry::default());
        }
    }

    /// Returns whether `attacker` can force a win within `plies` plies, at most 10,000, considering the board and the
    /// [draws](Dfpn::follow).
    ///
    /// # Errors
    /// Returns an error if the search is stopped.
    pub fn can_win(&mut self, pos: &P, attacker: Side, plies: u32, stop: &StopFlag) -> Result<bool, Stopped> {
        Ok(!self.is_drawn(pos) && self.force(pos, attacker, plies, stop)? == Forced::Yes)
    }

    /// Answers the same question, and for a win that cannot be forced also whether more plies could help.
    ///
    /// # Errors
    /// Returns an error if the search is stopped.
    pub fn force(&mut self, pos: &P, attacker: Side, plies: u32, stop: &StopFlag) -> Result<Forced, Stopped> {
        let plies = plies.min(FARTHEST) as u16;
        let mut known = self.known(pos, attacker, plies);
        if known.numbers.proof != 0 && known.numbers.disproof != 0 {
            known = self.search(pos, attacker, plies, Numbers { proof: INFINITE, disproof: INFINITE }, stop)?;
        }
        Ok(match known {
            Known { numbers: Numbers { proof: 0, .. }, .. } => Forced::Yes,
            Known { ever: true, .. } => Forced::Never,
            Known { ever: false, .. } => Forced::NotWithin,
        })
    }

    /// Answers the question of [`Dfpn::force`] with an empty table, and records the tree of the search with at most
    /// `limit` nodes.
    ///
    /// ```
    /// use plyground_game::Position;
    /// use plyground_kalah::{Kalah, KalahRules};
    /// use plyground_search::StopFlag;
    /// use plyground_solve::dfpn::{Dfpn, Forced};
    ///
    /// let pos = Kalah::parse("<2,1,1,1,0,1,0> S", &KalahRules::default()).expect("a position");
    /// let tree = Dfpn::new(1).record(&pos, pos.side_to_move(), 3, 100, &StopFlag::default()).expect("a small tree");
    /// assert_eq!(tree.nodes.iter().map(|node| node.searches).sum::<u64>(), tree.searched);
    /// assert_eq!(tree.forced == Forced::Yes, tree.nodes[0].proof == Some(0));
    /// ```
    ///
    /// # Errors
    /// Returns an error if the search is stopped or the tree has more nodes than the limit.
    pub fn record(
        &mut self,
        pos: &P,
        attacker: Side,
        plies: u32,
        limit: usize,
        stop: &StopFlag,
    ) -> Result<ProofTree, Unrecorded> {
        self.entries.fill(Entry::default());
        let before = self.nodes;
        let numbers = self.known(pos, attacker, plies.min(FARTHEST) as u16).numbers;
        let recorder = Recorder::new(limit, pos.side_to_move(), plies.min(FARTHEST) as u16, numbers);
        self.recorder = Some(Box::new(recorder));
        let forced = self.force(pos, attacker, plies, stop);
        let Some(recorder) = self.recorder.take() else { return Err(Unrecorded::Stopped) };
        match forced {
            _ if recorder.is_full => Err(Unrecorded::TooLarge),
            Err(Stopped) => Err(Unrecorded::Stopped),
            Ok(forced) => Ok(ProofTree { forced, nodes: recorder.nodes, searched: self.nodes - before }),
        }
    }

    /// Returns the shortest win that the side to move can force within `most` plies, with its line; `None` if there is
    /// no such win.
    ///
    /// # Errors
    /// Returns an error if the search is stopped.
    pub fn shortest_win(&mut self, pos: &P, most: u32, stop: &StopFlag) -> Result<Option<ForcedWin<P::Move>>, Stopped> {
        self.shortest_win_watched(pos, most, stop, &mut |_, _| {})
    }

    /// Returns the same, and calls `each` with the plies within which no win was found and the number of positions
    /// searched.
    ///
    /// # Errors
    /// Returns an error if the search is stopped.
    pub fn shortest_win_watched(
        &mut self,
        pos: &P,
        most: u32,
        stop: &StopFlag,
        each: &mut dyn FnMut(u32, u64),
    ) -> Result<Option<ForcedWin<P::Move>>, Stopped> {
        let attacker = pos.side_to_move();
        if pos.outcome().is_some() {
            return Ok(None);
        }
        let Some(plies) = self.distance(pos, attacker, 1, most, stop, each)? else { return Ok(None) };
        let mut line = Vec::new();
        let mut at = pos.clone();
        for left in (0..plies).rev() {
            if at.outcome().is_some() {
                break;
            }
            let mut next = None;
            for &mv in &at.legal_moves() {
                let after = at.after(mv);
                if at.side_to_move() == attacker {
                    if self.can_win(&after, attacker, left, stop)? {
                        next = Some((left, mv));
                        break;
                    }
                } else if !self.is_drawn(&after)
                    && let Some(distance) = self.distance(&after, attacker, 0, left, stop, &mut |_, _| {})?
                    && next.is_none_or(|(longest, _)| distance > longest)
                {
                    next = Some((distance, mv));
                }
            }
            // Each position of the line is won within the remaining plies, so one of its moves preserves the win.
            let Some((_, mv)) = next else { break };
            line.push(mv);
            at.play_unchecked(mv);
        }
        Ok(Some(ForcedWin { plies, line }))
    }

    /// Returns the minimum number of plies, within this range, in which the attacker can force a win. `each` receives
    /// the plies that do not suffice.
    fn distance(
        &mut self,
        pos: &P,
        attacker: Side,
        least: u32,
        most: u32,
        stop: &StopFlag,
        each: &mut dyn FnMut(u32, u64),
    ) -> Result<Option<u32>, Stopped> {
        for plies in least..=most {
            match self.force(pos, attacker, plies, stop)? {
                Forced::Yes => return Ok(Some(plies)),
                Forced::NotWithin => each(plies, self.nodes),
                Forced::Never => break,
            }
        }
        Ok(None)
    }

    /// Searches until a number reaches its threshold or the position is solved. `pos` must not be solved yet.
    fn search(
        &mut self,
        pos: &P,
        attacker: Side,
        plies: u16,
        thresholds: Numbers,
        stop: &StopFlag,
    ) -> Result<Known, Stopped> {
        self.nodes += 1;
        if self.nodes > self.budget || self.nodes.is_multiple_of(STOP_INTERVAL) && stop.is_stopped() {
            return Err(Stopped);
        }
        if let Some(recorder) = &mut self.recorder {
            if recorder.is_full {
                return Err(Stopped);
            }
            recorder.expand();
        }
        let before = self.nodes;
        let attacks = pos.side_to_move() == attacker;
        let mut children = Vec::new();
        for &mv in &pos.legal_moves() {
            let after = pos.after(mv);
            let known = self.look_up(&after, attacker, plies - 1);
            if let Some(recorder) = &mut self.recorder {
                let side = after.side_to_move();
                recorder.child(children.len(), || pos.move_text(mv), side, plies - 1, known.numbers);
            }
            children.push(Child { pos: after, known });
            if known.numbers == (if attacks { Numbers::PROVEN } else { Numbers::DISPROVEN }) {
                break;
            }
        }
        loop {
            let numbers = sum(&children, attacks);
            if numbers.proof == 0
                || numbers.disproof == 0
                || numbers.proof >= thresholds.proof
                || numbers.disproof >= thresholds.disproof
            {
                let lasts = |child: &Child<P>| child.known.numbers.disproof == 0 && child.known.ever;
                let ever = numbers.disproof == 0
                    && if attacks { children.iter().all(lasts) } else { children.iter().any(lasts) };
                let known = Known { numbers, ever };
                self.store(pos, attacker, plies, known, self.nodes - before + 1);
                if let Some(recorder) = &mut self.recorder {
                    recorder.ascend(numbers);
                }
                return Ok(known);
            }
            let (best, thresholds) = choose(&children, attacks, numbers, thresholds);
            if let Some(recorder) = &mut self.recorder {
                recorder.descend(best);
            }
            let child = &mut children[best];
            // The result is stored here, because the table may have replaced it.
            child.known = self.search(&child.pos, attacker, plies - 1, thresholds, stop)?;
        }
    }

    /// Returns whether a position below the root draws by repetition.
    fn is_drawn(&self, pos: &P) -> bool {
        !self.drawn.is_empty() && pos.outcome().is_none() && self.drawn.contains(&pos.repetition_key())
    }

    /// Returns what is known without a search about a position after a move.
    fn look_up(&self, pos: &P, attacker: Side, plies: u16) -> Known {
        if self.is_drawn(pos) { Known::NEVER } else { self.known(pos, attacker, plies) }
    }

    /// Returns what is known without a search about a position that does not draw by repetition.
    fn known(&self, pos: &P, attacker: Side, plies: u16) -> Known {
        if let Some(outcome) = pos.outcome() {
            return if outcome.winner() == Some(attacker) { Known::PROVEN } else { Known::NEVER };
        }
        if plies == 0 {
            return Known::NOT_WITHIN;
        }
        let key = key(pos, attacker);
        let bucket = self.bucket(key);
        let open = |proof, disproof| Known { numbers: Numbers { proof, disproof }, ever: false };
        match self.entries[bucket..bucket + WAYS].iter().find(|entry| entry.work > 0 && entry.key == key) {
            Some(entry) if entry.proven > 0 && entry.proven <= plies => Known::PROVEN,
            Some(entry) if entry.disproven > plies => Known { ever: entry.disproven == EVER, ..Known::NOT_WITHIN },
            Some(entry) if entry.plies == plies => open(entry.proof, entry.disproof),
            _ => match self.estimate.numbers(pos, attacker) {
                (0, _) => Known::PROVEN,
                (_, 0) => Known::NEVER,
                (proof, disproof) => open(proof.min(LARGEST), disproof.min(LARGEST)),
            },
        }
    }

    fn store(&mut self, pos: &P, attacker: Side, plies: u16, known: Known, work: u64) {
        let numbers = known.numbers;
        let key = key(pos, attacker);
        let bucket = self.bucket(key);
        let entries = &mut self.entries[bucket..bucket + WAYS];
        let same = entries.iter().position(|entry| entry.work > 0 && entry.key == key);
        let place = same.unwrap_or_else(|| {
            let least = entries.iter().enumerate().min_by_key(|(_, entry)| entry.work);
            least.map_or(0, |(place, _)| place)
        });
        let entry = &mut entries[place];
        if same.is_none() {
            *entry = Entry { key, ..Entry::default() };
        }
        entry.work = entry.work.saturating_add(u32::try_from(work).unwrap_or(u32::MAX));
        if numbers.proof == 0 {
            entry.proven = if entry.proven == 0 { plies } else { entry.proven.min(plies) };
        } else if numbers.disproof == 0 {
            entry.disproven = if known.ever { EVER } else { entry.disproven.max(plies + 1) };
        } else {
            (entry.plies, entry.proof, entry.disproof) = (plies, numbers.proof, numbers.disproof);
        }
    }

    fn bucket(&self, key: u64) -> usize {
        // The number of entries is a power of two.
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20) as usize & (self.entries.len() - WAYS)
    }
}

/// Returns the key of a position with an attacker.
fn key<P: Position>(pos: &P, attacker: Side) -> u64 {
    if attacker == Side::First { pos.key() } else { !pos.key() }
}

/// Combines the numbers of the children: the side to move needs one child, the other side all of them.
fn sum<P: Position>(children: &[Child<P>], attacks: bool) -> Numbers {
    let add = |numbers: &mut dyn Iterator<Item = u32>| {
        numbers.fold(0u32, |sum, number| match number {
            INFINITE => INFINITE,
            _ if sum == INFINITE => INFINITE,
            _ => sum.saturating_add(number).min(LARGEST),
        })
    };
    let mut proofs = children.iter().map(|child| child.known.numbers.proof);
    let mut disproofs = children.iter().map(|child| child.known.numbers.disproof);
    if attacks {
        Numbers { proof: proofs.min().unwrap_or(INFINITE), disproof: add(&mut disproofs) }
    } else {
        Numbers { proof: add(&mut proofs), disproof: disproofs.min().unwrap_or(INFINITE) }
    }
}

/// Returns the child to search next, and its thresholds.
fn choose<P: Position>(
    children: &[Child<P>],
    attacks: bool,
    numbers: Numbers,
    thresholds: Numbers,
) -> (usize, Numbers) {
    // For the side to move, the first number is the minimum over the children and the second is the sum.
    let chosen = |numbers: Numbers| if attacks { numbers.proof } else { numbers.disproof };
    let added = |numbers: Numbers| if attacks { numbers.disproof } else { numbers.proof };
    let (mut best, mut second) = (0, INFINITE);
    for (index, child) in children.iter().enumerate().skip(1) {
        if chosen(child.known.numbers) < chosen(children[best].known.numbers) {
            second = chosen(children[best].known.numbers);
            best = index;
        } else {
            second = second.min(chosen(child.known.numbers));
        }
    }
    let child = children[best].known.numbers;
    // The threshold is a quarter above the second best number, because switching between children costs more than that.
    let beyond = second.saturating_add(second / 4).saturating_add(1);
    let of_chosen = chosen(thresholds).min(beyond);
    let rest = added(numbers).saturating_sub(added(child));
    let of_added = match added(thresholds) {
        INFINITE => INFINITE,
        threshold => threshold.saturating_sub(rest).max(added(child).saturating_add(1)),
    };
    let thresholds = if attacks {
        Numbers { proof: of_chosen, disproof: of_added }
    } else {
        Numbers { proof: of_added, disproof: of_chosen }
    };
    (best, thresholds)
}
