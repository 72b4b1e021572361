//! Draws by history: the effect of a turn limit and of repetitions on values of the board alone.
//!
//! A draw by history can only remove a win. A drawn value therefore stays. A win at a known distance stays if the turn
//! limit leaves that many plies, because no line wins faster.
//!
//! The shortest win visits no position twice. Repetitions therefore matter only through positions that draw at their
//! next occurrence. A search treats these as draws. Tables cannot do so and refuse positions where they may matter.
//! Games that count repetitions by a key without the side to move (see [`Position::repetition_key`]) may reach the same
//! key twice on the shortest line; where that may matter, all solvers refuse.

use plyground_game::{Game, Position, Rules};

use crate::{ExactMove, ExactValue, SolveError, Value, Wdl};

/// Draws by history that are possible in the rest of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Horizon {
    /// Turns left under the turn limit.
    left: Option<u32>,
    /// Repetition keys that draw at their next occurrence, in ascending order.
    drawn: Vec<u64>,
    /// Repetition keys that draw after two more occurrences, in ascending order, if the shortest line can contain
    /// both.
    near: Vec<u64>,
    /// Whether any key can occur twice on the shortest line and then draws.
    any_near: bool,
}

/// Wins within this many plies contain only two positions: the one after the first move, which [`Horizon::ends_at`]
/// tests, and the last, in which the board ends the game.
const NEAR_PLIES: u32 = 2;

/// Component that counted the draws by repetition in the values of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Counted {
    /// The solver treats positions with drawn keys as draws.
    BySolver,
    /// The values are those of the board alone.
    No,
}

impl Horizon {
    /// Returns the draws that the present history of a game can lead to.
    pub(crate) fn of<P: Position>(game: &Game<P>) -> Horizon {
        if !P::HAS_HISTORY {
            return Horizon::default();
        }
        let (history, pos) = (game.history(), game.position());
        let times = game.rules().history().repetition;
        let is_merged = |pos: &P| pos.repetition_key() != pos.key();
        // With one side to move the two keys may be equal by coincidence.
        let merges =
            times.is_some() && (is_merged(pos) || pos.legal_moves().iter().any(|&mv| is_merged(&pos.after(mv))));
        let keys =
            |missing: u32| times.map_or_else(Vec::new, |times| history.repeated_keys(times.saturating_sub(missing)));
        let any_near = merges && times.is_some_and(|times| times <= 2);
        let near = if merges && !any_near { keys(2) } else { Vec::new() };
        Horizon { left: history.turns_left(), drawn: keys(1), near, any_near }
    }

    /// Returns the number of plies left under the turn limit; `None` without a limit.
    pub(crate) fn left(&self) -> Option<u32> {
        self.left
    }

    /// Returns the repetition keys that draw at their next occurrence.
    pub(crate) fn drawn(&self) -> &[u64] {
        &self.drawn
    }

    /// Returns whether a move to `after` draws by repetition.
    pub(crate) fn is_drawn<P: Position>(&self, after: &P) -> bool {
        !self.drawn.is_empty() && self.drawn.binary_search(&after.repetition_key()).is_ok() && after.outcome().is_none()
    }

    /// Returns whether the history cannot change any value of the board alone.
    pub(crate) fn is_open(&self) -> bool {
        self.left.is_none() && self.drawn.is_empty() && self.near.is_empty() && !self.any_near
    }

    /// Returns whether the move to `after` draws immediately.
    pub(crate) fn ends_at<P: Position>(&self, after: &P) -> bool {
        let is_limit = self.left.is_some_and(|left| left <= 1);
        is_limit && after.outcome().is_none() || self.is_drawn(after)
    }

    /// Returns the values of all moves of a position: a draw where the move draws immediately, and otherwise `value` of
    /// the move and the position after it, for the side to move there.
    pub(crate) fn exact_moves<P: Position>(
        &self,
        pos: &P,
        mut value: impl FnMut(P::Move, &P) -> Result<Value, SolveError>,
    ) -> Result<Vec<ExactMove<P::Move>>, SolveError> {
        let exact_move = |&mv: &P::Move| {
            let after = pos.after(mv);
            let same_side = after.side_to_move() == pos.side_to_move();
            let value = if self.ends_at(&after) { Value::DRAW } else { value(mv, &after)?.before(same_side) };
            Ok(ExactMove::by_result(mv, value))
        };
        pos.legal_moves().iter().map(exact_move).collect()
    }

    /// Checks that the shortest win from a position, at this distance, cannot contain a repetition that was not
    /// counted.
    ///
    /// # Errors
    /// Returns an error if it can.
    pub(crate) fn check_win<P: Position>(
        &self,
        game: &Game<P>,
        plies: u32,
        counted: Counted,
    ) -> Result<(), SolveError> {
        // The root does not occur again on the shortest line, and the last position ends the game on the board.
        let (others, _) = self.doubts(game.position(), counted);
        if others && plies > NEAR_PLIES { Err(self.undecided(game, Cause::Repetition)) } else { Ok(()) }
    }

    /// Checks that values of positions, each with the plies from the current one, hold under the draws by history that
    /// a search by the board with the drawn keys does not count.
    ///
    /// # Errors
    /// Returns an error if they may not hold.
    pub(crate) fn check_values<P: Position>(
        &self,
        game: &Game<P>,
        values: impl Iterator<Item = (u32, Value)>,
    ) -> Result<(), SolveError> {
        let (others, root) = self.doubts(game.position(), Counted::BySolver);
        for (before, plies) in values.filter_map(|(before, value)| Some((before, value.plies()?))) {
            if self.left.is_some_and(|left| before.saturating_add(plies) > left) {
                return Err(self.undecided(game, Cause::TurnLimit));
            }
            if (others || root) && plies > NEAR_PLIES {
                return Err(self.undecided(game, Cause::Repetition));
            }
        }
        Ok(())
    }

    /// Returns the number of plies within which a search that treats the drawn keys as draws finds all shortest wins
    /// correctly.
    pub(crate) fn sure_plies<P: Position>(&self, game: &Game<P>) -> u32 {
        let sure = if self.doubts(game.position(), Counted::BySolver).0 { NEAR_PLIES } else { u32::MAX };
        self.left.map_or(sure, |left| left.min(sure))
    }

    /// Checks that the value of the current position follows from the board and the turn limit alone.
    ///
    /// # Errors
    /// Returns an error if repetitions may matter or have ended the game.
    pub(crate) fn check_root<P: Position>(&self, game: &Game<P>) -> Result<(), SolveError> {
        let is_repeated = game.outcome().is_some() && game.position().outcome().is_none() && self.left != Some(0);
        let has_doubts = is_repeated || self.doubts(game.position(), Counted::No).0;
        if has_doubts { Err(self.undecided(game, Cause::Repetition)) } else { Ok(()) }
    }

    /// Returns the values of all moves of the current position with the draws by history counted.
    ///
    /// # Errors
    /// Returns an error if the values do not determine this.
    pub(crate) fn settle<P: Position>(
        &self,
        game: &Game<P>,
        mut moves: Vec<ExactMove<P::Move>>,
        counted: Counted,
    ) -> Result<Vec<ExactMove<P::Move>>, SolveError> {
        if self.is_open() {
            return Ok(moves);
        }
        let pos = game.position();
        for found in &mut moves {
            let after = pos.after(found.mv);
            if after.outcome().is_some() {
                continue;
            }
            if matches!(found.value, ExactValue::Margin(_)) {
                let cause = if self.left.is_some() { Cause::TurnLimit } else { Cause::Repetition };
                return Err(self.undecided(game, cause));
            }
            let is_late = match (self.left, found.plies) {
                (Some(left), Some(plies)) => plies > left,
                (Some(left), None) if found.value.rank() != 0 && left > 1 => {
                    return Err(self.undecided(game, Cause::TurnLimit));
                }
                _ => false,
            };
            if is_late || self.ends_at(&after) {
                *found = ExactMove { mv: found.mv, value: ExactValue::Result(Wdl::Draw), plies: None };
            }
        }
        let (others, root) = self.doubts(pos, counted);
        // Whether repetitions within the line itself can draw; no move avoids these.
        let on_way = self.any_near;
        let quickest = moves.iter().filter(|found| found.value.rank() > 0).filter_map(|found| found.plies).min();
        for found in &moves {
            let is_near = found.value.rank() == 0 || found.plies.is_some_and(|plies| plies <= NEAR_PLIES);
            // A line that returns to this position is at least two plies longer, and only the winner could choose it.
            let avoids_root = found.value.rank() < 0
                || found.plies.zip(quickest).is_some_and(|(plies, quickest)| plies <= quickest.saturating_add(1));
            let meets_history = (others || root && !avoids_root) && !leaves_history(pos, found.mv);
            if !is_near && (on_way || meets_history) {
                return Err(self.undecided(game, Cause::Repetition));
            }
        }
        Ok(moves)
    }

    /// Returns the values of all moves with the draws by history that a move causes immediately.
    pub(crate) fn settle_ends<P: Position>(
        &self,
        game: &Game<P>,
        mut moves: Vec<ExactMove<P::Move>>,
    ) -> Vec<ExactMove<P::Move>> {
        for found in &mut moves {
            if self.ends_at(&game.position().after(found.mv)) {
                *found = ExactMove { mv: found.mv, value: ExactValue::Result(Wdl::Draw), plies: None };
            }
        }
        moves
    }

    fn undecided<P: Position>(&self, game: &Game<P>, cause: Cause) -> SolveError {
        let rules = game.rules().history();
        let cause = match cause {
            Cause::Repetition => format!("the draw at the {} of a position", nth(rules.repetition.unwrap_or_default())),
            Cause::TurnLimit => format!("the limit of {} turns", rules.turn_limit.unwrap_or_default()),
        };
        let (rules, position) = (game.rules().to_string(), game.position().to_string());
        SolveError::HistoryDecides { game: P::NAME, cause, rules, position }
    }

    /// Returns whether repetitions that were not counted can draw: those of other positions, and those of the current
    /// one.
    fn doubts<P: Position>(&self, pos: &P, counted: Counted) -> (bool, bool) {
        let root = pos.repetition_key();
        let drawn = if counted == Counted::No { &self.drawn[..] } else { &[] };
        let is_counted = |key: &u64| counted == Counted::BySolver && self.drawn.binary_search(key).is_ok();
        let doubtful = || drawn.iter().chain(self.near.iter().filter(|key| !is_counted(key)));
        (self.any_near || doubtful().any(|&key| key != root), doubtful().any(|&key| key == root))
    }
}

/// Returns whether no earlier position can occur again after a move, whatever the reply.
fn leaves_history<P: Position>(pos: &P, mv: P::Move) -> bool {
    let after = pos.after(mv);
    pos.is_irreversible(mv) || after.legal_moves().iter().all(|&reply| after.is_irreversible(reply))
}

fn nth(times: u32) -> String {
    match times {
        2 => "second occurrence".into(),
        3 => "third occurrence".into(),
        times => format!("{times}th occurrence"),
    }
}

/// Rule whose draws cannot be counted.
#[derive(Clone, Copy)]
enum Cause {
    Repetition,
    TurnLimit,
}

/// Checks that a win of the side to move within so many plies, by a search that [follows](crate::dfpn::Dfpn::follow)
/// the game, is a win under the rules with their draws by history.
///
/// ```
/// use plyground_cachex::Cachex;
/// use plyground_game::Game;
/// use plyground_solve::check_win;
///
/// let game = Game::<Cachex>::new(&"3".parse()?, &"standard,turn_limit=4".parse()?);
/// assert!(check_win(&game, 4).is_ok());
/// assert!(check_win(&game, 5).unwrap_err().to_string().contains("the limit of 4 turns"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error that names the rule if the win may be a draw.
pub fn check_win<P: Position>(game: &Game<P>, plies: u32) -> Result<(), SolveError> {
    let horizon = Horizon::of(game);
    if horizon.left.is_some_and(|left| plies > left) {
        return Err(horizon.undecided(game, Cause::TurnLimit));
    }
    horizon.check_win(game, plies, Counted::BySolver)
}
