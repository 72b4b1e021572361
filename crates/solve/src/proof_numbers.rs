//! Exact values of any game that always ends, by proof-number search.
//!
//! For each move, the search asks for 1, 2, 3, … plies whether one side and then the other can force a win. The first
//! side that can wins in that many plies. If all lines of both disproofs reach the end of the game, neither side can
//! ever win, and the move draws. A game with cycles may leave this question open; then an error reports it, and
//! [`Retrograde`](crate::Retrograde) is the alternative. The game implements nothing for this solver.
//!
//! A turn limit ends the search. Positions of the history that draw at their next occurrence are treated as draws.

use plyground_game::{Game, Position, Rules, Side};
use plyground_search::{MAX_PLY, StopFlag};

use crate::dfpn::{Dfpn, Estimate, Forced, Stopped};
use crate::horizon::Horizon;
use crate::proof::Prover;
use crate::{ExactMove, OnProgress, Solvable, SolveError, SolveOptions, SolveProgress, Value};

/// Solver of any game by depth-first proof-number search, with a table of [`SolveOptions::table`] MiB.
///
/// ```
/// use plyground_game::Game;
/// use plyground_kalah::Kalah;
/// use plyground_solve::{ExactValue, ProofNumbers, SolveOptions, Wdl, solve};
///
/// let game = Game::<Kalah>::new(&"2x2".parse()?, &Default::default());
/// let options = SolveOptions { table: 1, ..SolveOptions::default() };
/// let solved = solve(&ProofNumbers::default(), &game, &options, true, &mut |_| {})?;
/// assert_eq!((solved.value, solved.plies), (ExactValue::Result(Wdl::Loss), Some(5)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofNumbers {
    /// Maximum search depth in plies; default and maximum: 500.
    pub plies: u32,
    /// Maximum number of nodes for all moves together; default: unlimited.
    pub nodes: Option<u64>,
}

impl Default for ProofNumbers {
    fn default() -> ProofNumbers {
        ProofNumbers { plies: MAX_PLY, nodes: None }
    }
}

impl<P: Position> Solvable<P> for ProofNumbers {
    fn exact_moves(
        &self,
        game: &Game<P>,
        options: &SolveOptions,
        make: bool,
        progress: OnProgress<'_>,
    ) -> Result<Vec<ExactMove<P::Move>>, SolveError> {
        if !make {
            return Err(SolveError::NothingStored { game: P::NAME });
        }
        let pos = game.position();
        let mut search = Dfpn::new(options.table);
        search.limit(self.nodes.unwrap_or(u64::MAX));
        let horizon = Horizon::of(game);
        search.draw_at(horizon.drawn());
        let left = horizon.left().map(|left| left.saturating_sub(1));
        horizon.exact_moves(pos, |mv, after| {
            let value = self.value(&mut search, after, left, options, |plies| {
                progress(&SolveProgress::stage(format!("move {}, {plies} plies", pos.move_text(mv))));
            })?;
            value.ok_or_else(|| SolveError::NotDecided { mv: pos.move_text(mv), plies: self.farthest() })
        })
    }

    fn counts_repetitions(&self) -> bool {
        true
    }

    fn searches(&self) -> bool {
        true
    }
}

impl ProofNumbers {
    /// Returns a prover for any game that always ends, with a table of [`SolveOptions::table`] MiB and an estimate for
    /// positions that were not searched, such as [`Alike`](crate::dfpn::Alike). It applies the turn limit of the game's
    /// rules.
    #[must_use]
    pub fn prover<P: Position>(
        game: &Game<P>,
        options: &SolveOptions,
        estimate: impl Estimate<P> + Send + 'static,
    ) -> Box<dyn Prover<P>> {
        let turn_limit = if P::HAS_HISTORY { game.rules().history().turn_limit } else { None };
        Box::new(ByProofNumbers { search: Dfpn::with(options.table, estimate), turn_limit })
    }

    /// Returns the depth limit. The search is recursive, so it is bounded by the maximum ply.
    fn farthest(&self) -> u32 {
        self.plies.min(MAX_PLY)
    }

    /// Returns the value for the side to move with `left` plies before the turn limit draws; `None` if it is not
    /// decided within the depth limit.
    fn value<P: Position>(
        &self,
        search: &mut Dfpn<P>,
        pos: &P,
        left: Option<u32>,
        options: &SolveOptions,
        mut each: impl FnMut(u32),
    ) -> Result<Option<Value>, SolveError> {
        if let Some(outcome) = pos.outcome() {
            return Ok(Some(Value::finished(outcome, pos.side_to_move())));
        }
        let side = pos.side_to_move();
        let mut open = vec![(side, Value::win as fn(u32) -> Value), (!side, Value::loss)];
        for plies in 1..=self.farthest().min(left.unwrap_or(u32::MAX)) {
            each(plies);
            let mut index = 0;
            while let Some(&(attacker, value)) = open.get(index) {
                match search.force(pos, attacker, plies, &options.stop) {
                    Ok(Forced::Yes) => return Ok(Some(value(plies))),
                    Ok(Forced::Never) => {
                        open.remove(index);
                    }
                    Ok(Forced::NotWithin) => index += 1,
                    Err(Stopped) if options.stop.is_stopped() => {
                        return Err(SolveError::Stopped { before: "all moves were decided" });
                    }
                    Err(Stopped) => return Err(SolveError::NodesSpent { nodes: self.nodes.unwrap_or(u64::MAX) }),
                }
            }
            if open.is_empty() {
                return Ok(Some(Value::DRAW));
            }
        }
        Ok(left.filter(|&left| left <= self.farthest()).map(|_| Value::DRAW))
    }
}

/// Prover of wins, draws and losses by depth-first proof-number search.
struct ByProofNumbers<P, E> {
    search: Dfpn<P, E>,
    turn_limit: Option<u32>,
}

/// Plies of the first question of a prover; each further one doubles them.
const FIRST_PLIES: u32 = 16;
/// Nodes of a side's first turn to search; each further turn doubles them.
const FIRST_NODES: u64 = 1 << 12;

impl<P: Position, E: Estimate<P> + Send> Prover<P> for ByProofNumbers<P, E> {
    /// Asks for both sides in turn whether they can force a win, because either answer may be much easier to find.
    fn at_least(&mut self, pos: &P, at: i32, stop: &StopFlag) -> Result<bool, SolveError> {
        let mover = pos.side_to_move();
        match at {
            ..=-1 => Ok(true),
            0 => Ok(!self.forces(pos, !mover, stop)?),
            1 => self.forces(pos, mover, stop),
            2.. => Ok(false),
        }
    }
}

impl<P: Position, E: Estimate<P>> ByProofNumbers<P, E> {
    /// Returns whether the attacker can force a win.
    fn forces(&mut self, pos: &P, attacker: Side, stop: &StopFlag) -> Result<bool, SolveError> {
        if let Some(outcome) = pos.outcome() {
            return Ok(outcome.winner() == Some(attacker));
        }
        let left = self.turn_limit.map_or(u32::MAX, |limit| limit.saturating_sub(pos.turns_played()));
        let farthest = left.min(ProofNumbers::default().farthest());
        let mut plies = FIRST_PLIES.min(farthest);
        loop {
            let (mut open, mut nodes) = (vec![attacker, !attacker], FIRST_NODES);
            while !open.is_empty() {
                for side in open.clone() {
                    self.search.limit(nodes);
                    match self.search.force(pos, side, plies, stop) {
                        Ok(Forced::Yes) => return Ok(side == attacker),
                        Ok(Forced::Never) if side == attacker => return Ok(false),
                        Ok(Forced::NotWithin) if side == attacker && plies == left => return Ok(false),
                        Ok(Forced::Never | Forced::NotWithin) => open.retain(|&other| other != side),
                        Err(Stopped) if stop.is_stopped() => {
                            return Err(SolveError::Stopped { before: "the subproblem was solved" });
                        }
                        Err(Stopped) => {}
                    }
                }
                nodes = nodes.saturating_mul(2);
            }
            if plies == farthest {
                return Err(SolveError::NotDecided { mv: pos.to_string(), plies });
            }
            plies = (2 * plies).min(farthest);
        }
    }
}
