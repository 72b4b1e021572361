//! Depth-first proof-number search \[Nagai2002\]: whether a side can force a win, and how soon.
//!
//! A position's proof number is the least number of leaves that have to be proven to prove it, its disproof number the
//! same for the opposite \[Allis1994\]. The search goes where the fewest leaves decide, with thresholds in place of a tree
//! in memory, and keeps what it has seen in a table of fixed size.
//!
//! The question is always whether the win can be forced *within so many plies*. A node is a position with the plies that
//! are left, so no line of the search comes back to a node: the graph-history interaction problem \[Kishimoto2004\] cannot
//! arise, and every entry of the table holds whatever way led to its position. A proof within some plies holds for more
//! plies too, and a disproof for fewer; so one entry answers for all of them. The quickest win repeats no position, so of
//! the history of a game only those positions matter of which one more occurrence draws: see [`Dfpn::follow`].
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

mod tree;

use plyground_game::{Game, Position, Side};
use plyground_search::StopFlag;

use tree::Recorder;
pub use tree::{ProofNode, ProofTree, Unrecorded};

use crate::horizon::Horizon;

/// A proof or disproof number from here on stands for impossible.
const INFINITE: u32 = u32::MAX;
/// The largest number that is not: sums stop growing here.
const LARGEST: u32 = INFINITE - 1;
/// Stands in an entry for a win that is impossible within any number of plies.
const EVER: u16 = u16::MAX;
/// More plies than this are not looked ahead.
const FARTHEST: u32 = 10_000;
/// Entries that a position may be in.
const WAYS: usize = 4;
/// How often the search looks whether it is to stop, in nodes.
const LOOK: u64 = 1 << 10;

/// The search was stopped before it knew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// Whether a win can be forced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forced {
    /// Within so many plies.
    Yes,
    /// Not within so many plies.
    NotWithin,
    /// Not at all: every line of the disproof goes to the end of the game.
    Never,
}

/// A shortest forced win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForcedWin<M> {
    /// Plies to the end, the last move counted.
    pub plies: u32,
    /// The moves, against the longest defence.
    pub line: Vec<M>,
}

/// How hard a position looks before it is searched; what the search begins with in place of the same for all.
pub trait Estimate<P: Position> {
    /// The proof and the disproof number of an unfinished position for the question whether `attacker` can force a win: the
    /// greater the harder. A proof number of 0 says that the attacker is to move and can win at once, a disproof number of 0
    /// that the attacker cannot win, however many plies there are.
    fn numbers(&self, pos: &P, attacker: Side) -> (u32, u32);
}

/// All positions look alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Alike;

impl<P: Position> Estimate<P> for Alike {
    fn numbers(&self, _pos: &P, _attacker: Side) -> (u32, u32) {
        (1, 1)
    }
}

/// What a function says.
#[derive(Clone, Copy, Debug)]
pub struct By<F>(pub F);

impl<P: Position, F: Fn(&P, Side) -> (u32, u32)> Estimate<P> for By<F> {
    fn numbers(&self, pos: &P, attacker: Side) -> (u32, u32) {
        self.0(pos, attacker)
    }
}

/// The search and its table, which serves any number of questions about positions of one game under one rule set.
#[derive(Debug)]
pub struct Dfpn<E = Alike> {
    estimate: E,
    entries: Vec<Entry>,
    nodes: u64,
    /// No more than these.
    budget: u64,
    /// Repetition keys that draw.
    drawn: Vec<u64>,
    /// Records the tree, if it is wanted.
    recorder: Option<Box<Recorder>>,
}

/// How hard a proof and a disproof look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Numbers {
    const PROVEN: Numbers = Numbers { proof: 0, disproof: INFINITE };
    const DISPROVEN: Numbers = Numbers { proof: INFINITE, disproof: 0 };
}

/// What is known of a position and an attacker.
#[derive(Clone, Copy, Default, Debug)]
struct Entry {
    key: u64,
    /// Nodes that it took; 0 for an entry that is free.
    work: u32,
    /// A win is proven within so many plies; 0 when it is not.
    proven: u16,
    /// No win is possible within so many plies, when one more than that is here; 0 when nothing is known, [`EVER`] when there
    /// is none at all.
    disproven: u16,
    /// For this many plies left the numbers are these.
    plies: u16,
    proof: u32,
    disproof: u32,
}

struct Child<P: Position> {
    pos: P,
    known: Known,
}

/// What is known of a position, and of a disproof whether it holds for any number of plies.
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

impl Dfpn {
    /// With a table of so many MiB.
    #[must_use]
    pub fn new(mebibytes: usize) -> Dfpn {
        Dfpn::with(mebibytes, Alike)
    }
}

impl<E> Dfpn<E> {
    /// With a table of so many MiB, and an estimate of what was not searched.
    #[must_use]
    pub fn with(mebibytes: usize, estimate: E) -> Dfpn<E> {
        let most = (mebibytes.max(1) << 20) / size_of::<Entry>();
        let entries = vec![Entry::default(); (1 << most.ilog2()).max(WAYS)];
        Dfpn { estimate, entries, nodes: 0, budget: u64::MAX, drawn: Vec::new(), recorder: None }
    }

    /// Positions looked at since it was made.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Stops with [`Stopped`] when so many more positions have been looked at; questions share them until this is said
    /// again. The table keeps what they have found.
    pub fn limit(&mut self, nodes: u64) {
        self.budget = self.nodes.saturating_add(nodes);
    }

    /// Makes ready for questions about the present position of a game and those that follow: positions of its history of which
    /// one more occurrence draws are drawn from now on. Returns within how many plies the answers are then right: as many as a
    /// limit of turns leaves.
    pub fn follow<P: Position>(&mut self, game: &Game<P>) -> u32 {
        let horizon = Horizon::of(game);
        self.draw_at(horizon.drawn());
        horizon.sure_plies(game)
    }

    /// Treats positions with these repetition keys as drawn, unless the game is over there by the board. The present position of
    /// [`Dfpn::shortest_win`] and of [`Dfpn::force`] is open all the same. Forgets what it has found with other keys.
    pub(crate) fn draw_at(&mut self, keys: &[u64]) {
        if self.drawn != keys {
            self.drawn = keys.to_vec();
            self.entries.fill(Entry::default());
        }
    }

    /// Whether `attacker` can force a win within so many plies, at most 10,000, by the board and by what [draws](Dfpn::follow).
    ///
    /// # Errors
    /// When it was stopped.
    pub fn can_win<P: Position>(
        &mut self,
        pos: &P,
        attacker: Side,
        plies: u32,
        stop: &StopFlag,
    ) -> Result<bool, Stopped>
    where
        E: Estimate<P>,
    {
        Ok(!self.is_drawn(pos) && self.force(pos, attacker, plies, stop)? == Forced::Yes)
    }

    /// The same, and of a win that cannot be forced whether more plies could help.
    ///
    /// # Errors
    /// When it was stopped.
    pub fn force<P: Position>(
        &mut self,
        pos: &P,
        attacker: Side,
        plies: u32,
        stop: &StopFlag,
    ) -> Result<Forced, Stopped>
    where
        E: Estimate<P>,
    {
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

    /// Asks the same as [`Dfpn::force`] with an empty table, and records the tree of the search: at most `limit` nodes.
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
    /// When it was stopped, or the tree has more nodes than the limit.
    pub fn record<P: Position>(
        &mut self,
        pos: &P,
        attacker: Side,
        plies: u32,
        limit: usize,
        stop: &StopFlag,
    ) -> Result<ProofTree, Unrecorded>
    where
        E: Estimate<P>,
    {
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

    /// The shortest win that the side to move can force within `most` plies, with a line; `None` when there is none.
    ///
    /// # Errors
    /// When it was stopped.
    pub fn shortest_win<P: Position>(
        &mut self,
        pos: &P,
        most: u32,
        stop: &StopFlag,
    ) -> Result<Option<ForcedWin<P::Move>>, Stopped>
    where
        E: Estimate<P>,
    {
        self.shortest_win_watched(pos, most, stop, &mut |_, _| {})
    }

    /// The same, and `each` receives the plies within which no win was found, and the number of positions searched.
    ///
    /// # Errors
    /// When it was stopped.
    pub fn shortest_win_watched<P: Position>(
        &mut self,
        pos: &P,
        most: u32,
        stop: &StopFlag,
        each: &mut dyn FnMut(u32, u64),
    ) -> Result<Option<ForcedWin<P::Move>>, Stopped>
    where
        E: Estimate<P>,
    {
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
            // Each position of the line is won within what is left, so one of its moves keeps that.
            let Some((_, mv)) = next else { break };
            line.push(mv);
            at.play_unchecked(mv);
        }
        Ok(Some(ForcedWin { plies, line }))
    }

    /// The least number of plies, within this range, in which the attacker can force a win; `each` receives those that do not suffice.
    fn distance<P: Position>(
        &mut self,
        pos: &P,
        attacker: Side,
        least: u32,
        most: u32,
        stop: &StopFlag,
        each: &mut dyn FnMut(u32, u64),
    ) -> Result<Option<u32>, Stopped>
    where
        E: Estimate<P>,
    {
        for plies in least..=most {
            match self.force(pos, attacker, plies, stop)? {
                Forced::Yes => return Ok(Some(plies)),
                Forced::NotWithin => each(plies, self.nodes),
                Forced::Never => break,
            }
        }
        Ok(None)
    }

    /// Searches until a number reaches its threshold, or all is known. `pos` is not known.
    fn search<P: Position>(
        &mut self,
        pos: &P,
        attacker: Side,
        plies: u16,
        thresholds: Numbers,
        stop: &StopFlag,
    ) -> Result<Known, Stopped>
    where
        E: Estimate<P>,
    {
        self.nodes += 1;
        if self.nodes > self.budget || self.nodes.is_multiple_of(LOOK) && stop.is_stopped() {
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
                self.keep(pos, attacker, plies, known, self.nodes - before + 1);
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
            // What it found is kept here: the table may have lost it.
            child.known = self.search(&child.pos, attacker, plies - 1, thresholds, stop)?;
        }
    }

    /// Whether a position on the way draws.
    fn is_drawn<P: Position>(&self, pos: &P) -> bool {
        !self.drawn.is_empty() && pos.outcome().is_none() && self.drawn.contains(&pos.repetition_key())
    }

    /// What is known without a search of a position that a move leads to.
    fn look_up<P: Position>(&self, pos: &P, attacker: Side, plies: u16) -> Known
    where
        E: Estimate<P>,
    {
        if self.is_drawn(pos) { Known::NEVER } else { self.known(pos, attacker, plies) }
    }

    /// What is known without a search of a position that does not draw.
    fn known<P: Position>(&self, pos: &P, attacker: Side, plies: u16) -> Known
    where
        E: Estimate<P>,
    {
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

    fn keep<P: Position>(&mut self, pos: &P, attacker: Side, plies: u16, known: Known, work: u64) {
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
        // The entries are a power of two.
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20) as usize & (self.entries.len() - WAYS)
    }
}

/// The key of a position with an attacker.
fn key<P: Position>(pos: &P, attacker: Side) -> u64 {
    if attacker == Side::First { pos.key() } else { !pos.key() }
}

/// A side that can choose needs one child, the other all of them.
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

/// The child to search next, and how far.
fn choose<P: Position>(
    children: &[Child<P>],
    attacks: bool,
    numbers: Numbers,
    thresholds: Numbers,
) -> (usize, Numbers) {
    // For the side that chooses, the number that one child decides and the one that is added up.
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
    // A quarter beyond the second best: going back and forth between children costs more than that.
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
