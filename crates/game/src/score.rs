//! Values of positions, and the search window. No other module of the workspace negates a score or flips a window.
//!
//! A [`Score`] is for one side, usually the side to move. It is either a value of an evaluation, or a win or loss at a
//! known number of plies from the root. Every win exceeds every evaluation, and a nearer win exceeds a farther one, so
//! that plain comparison chooses good moves.
//!
//! In some games a player moves several times in a row (Kalah's extra turns), so the side to move in a child determines
//! whether its value is negated. [`Window::for_child`] and [`Window::from_child`] take this as an argument. No search
//! flips a window itself.

use core::fmt;

use crate::{Outcome, Side};

/// The value of a position for one side.
///
/// Evaluations lie in -[`Score::EVAL_LIMIT`]..=[`Score::EVAL_LIMIT`], wins and losses outside. Each evaluation defines
/// its own unit. A win at an unknown distance is [`Score::WON`]: it exceeds every evaluation and is below every win at
/// a known distance.
///
/// ```
/// use plyground_game::Score;
///
/// let (mate, pawn_up, lost) = (Score::win_in(3), Score::new(100), Score::loss_in(8));
/// assert!(mate > Score::win_in(5) && mate > pawn_up && pawn_up > lost);
/// assert!(lost > Score::loss_in(2), "a late loss is better than an early one");
/// assert_eq!((mate.winner_in(), pawn_up.winner_in()), (Some(3), None));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// Maximum absolute value of an evaluation.
    pub const EVAL_LIMIT: i32 = 1_000_000_000;
    /// Maximum distance of a win, in plies from the root. Searches must not be deeper.
    pub const MAX_PLY: u32 = 100_000;
    /// The value of a draw, and of a position that is equal for both sides.
    pub const ZERO: Score = Score(0);
    /// A proven win at an unknown distance.
    ///
    /// ```
    /// use plyground_game::Score;
    ///
    /// assert!(Score::WON > Score::new(i32::MAX) && Score::WON < Score::win_in(Score::MAX_PLY));
    /// assert!(Score::WON.is_win() && Score::LOST.is_loss());
    /// assert_eq!((Score::WON.winner_in(), Score::LOST.to_string()), (None, "loss".to_owned()));
    /// ```
    pub const WON: Score = Score(WIN / 4 * 3);
    /// A proven loss at an unknown distance.
    pub const LOST: Score = Score::WON.negated();
    /// A score above all others: the open end of a window.
    pub const INFINITY: Score = Score(WIN + 1);

    /// Returns the score of an evaluation. Values beyond [`Score::EVAL_LIMIT`] are clamped to it.
    #[inline]
    #[must_use]
    pub const fn new(value: i32) -> Score {
        if value > Score::EVAL_LIMIT {
            Score(Score::EVAL_LIMIT)
        } else if value < -Score::EVAL_LIMIT {
            Score(-Score::EVAL_LIMIT)
        } else {
            Score(value)
        }
    }

    /// Returns a win at `ply` plies from the root. Larger distances than [`Score::MAX_PLY`] are clamped to it.
    #[inline]
    #[must_use]
    pub const fn win_in(ply: u32) -> Score {
        let ply = if ply > Score::MAX_PLY { Score::MAX_PLY } else { ply };
        Score(WIN - ply as i32)
    }

    /// Returns a loss at `ply` plies from the root.
    #[inline]
    #[must_use]
    pub const fn loss_in(ply: u32) -> Score {
        Score::win_in(ply).negated()
    }

    /// Returns the usual value of a finished game for `side`, `ply` plies from the root: a win, a loss, or zero.
    // Not inlined: few nodes of a search are finished games, so the loop over the moves stays small.
    #[inline(never)]
    #[must_use]
    pub fn of_outcome(outcome: Outcome, side: Side, ply: u32) -> Score {
        match outcome {
            Outcome::Win(winner) if winner == side => Score::win_in(ply),
            Outcome::Win(_) => Score::loss_in(ply),
            Outcome::Draw => Score::ZERO,
        }
    }

    /// Returns the plain number, for output and storage.
    #[inline]
    #[must_use]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// Returns the score with exactly this number, an evaluation or a win; `None` outside of
    /// -[`Score::INFINITY`]..=[`Score::INFINITY`].
    #[must_use]
    pub const fn from_value(value: i32) -> Option<Score> {
        if value >= -Score::INFINITY.0 && value <= Score::INFINITY.0 { Some(Score(value)) } else { None }
    }

    /// Returns the distance of a win or loss from the root in plies. Returns `None` for an evaluation, and for a win or
    /// loss at an unknown distance. The sign of the score determines the winner.
    #[inline]
    #[must_use]
    pub const fn winner_in(self) -> Option<u32> {
        let size = self.0.abs();
        if size >= WIN - Score::MAX_PLY as i32 && size <= WIN { Some((WIN - size) as u32) } else { None }
    }

    /// Returns whether this is a win, at a known distance or not.
    #[inline]
    #[must_use]
    pub const fn is_win(self) -> bool {
        self.0 > Score::EVAL_LIMIT && self.0 <= WIN
    }

    /// Returns whether this is a loss, at a known distance or not.
    #[inline]
    #[must_use]
    pub const fn is_loss(self) -> bool {
        self.negated().is_win()
    }

    /// Returns whether this is a win or a loss, at a known distance or not.
    #[inline]
    #[must_use]
    pub const fn is_decided(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Returns the same result without its distance. Evaluations do not change.
    #[must_use]
    pub const fn without_distance(self) -> Score {
        if self.is_win() {
            Score::WON
        } else if self.is_loss() {
            Score::LOST
        } else {
            self
        }
    }

    /// Returns this score for the same side (`true`) or for the other side (`false`).
    #[inline]
    #[must_use]
    pub const fn seen_by(self, same_side: bool) -> Score {
        if same_side { self } else { self.negated() }
    }

    /// Returns a score whose win is counted from the root as counted from a node `ply` plies below the root.
    /// Transposition tables store this form, because a position can occur at different distances from different roots.
    #[inline]
    #[must_use]
    pub const fn counted_from_node(self, ply: u32) -> Score {
        self.moved(-(ply as i32))
    }

    /// Reverses [`Score::counted_from_node`].
    #[inline]
    #[must_use]
    pub const fn counted_from_root(self, ply: u32) -> Score {
        self.moved(ply as i32)
    }

    /// Returns a win or loss `plies` farther away, at a distance clamped to 0 to [`Score::MAX_PLY`]. Evaluations do not
    /// change.
    #[inline]
    const fn moved(self, plies: i32) -> Score {
        const LEAST: i32 = WIN - Score::MAX_PLY as i32;
        if self.0 >= LEAST && self.0 <= WIN {
            let value = self.0 - plies;
            Score(if value > WIN {
                WIN
            } else if value < LEAST {
                LEAST
            } else {
                value
            })
        } else if self.0 <= -LEAST && self.0 >= -WIN {
            let value = self.0 + plies;
            Score(if value < -WIN {
                -WIN
            } else if value > -LEAST {
                -LEAST
            } else {
                value
            })
        } else {
            self
        }
    }

    /// Returns the next higher score. [`Score::INFINITY`] does not change.
    #[inline]
    #[must_use]
    pub const fn next_up(self) -> Score {
        if self.0 >= Score::INFINITY.0 { self } else { Score(self.0 + 1) }
    }

    /// Returns the next lower score. The negative of [`Score::INFINITY`] does not change.
    #[inline]
    #[must_use]
    pub const fn next_down(self) -> Score {
        if self.0 <= -Score::INFINITY.0 { self } else { Score(self.0 - 1) }
    }

    const fn negated(self) -> Score {
        Score(-self.0)
    }
}

/// Value of a game that is already won.
const WIN: i32 = 2_000_000_000;
const _: () = assert!(WIN - Score::MAX_PLY as i32 > Score::EVAL_LIMIT + 1);

impl fmt::Display for Score {
    /// Writes `+12`, `-3`, `0`, `win in 5` or `loss in 4` (plies), and `win` or `loss` at an unknown distance.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner_in() {
            Some(plies) if self.0 > 0 => write!(f, "win in {plies}"),
            Some(plies) => write!(f, "loss in {plies}"),
            None if self.is_win() => f.write_str("win"),
            None if self.is_loss() => f.write_str("loss"),
            None if self.0 > 0 => write!(f, "+{}", self.0),
            None => write!(f, "{}", self.0),
        }
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The open interval of values that a search must distinguish, for the side to move.
///
/// A value at or below `alpha` *fails low*, one at or above `beta` *fails high*.
///
/// ```
/// use plyground_game::{Score, Window};
///
/// let window = Window::new(Score::new(-10), Score::new(30));
/// // The other side moves in the child: its window is the mirror image, and its value is negated.
/// assert_eq!(window.for_child(false), Window::new(Score::new(-30), Score::new(10)));
/// // The same side moves again: nothing flips.
/// assert_eq!(window.for_child(true), window);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Window {
    /// Value that the side to move is already certain of.
    pub alpha: Score,
    /// Value that the opponent does not let the side to move exceed.
    pub beta: Score,
}

impl Window {
    /// The full window. A search in it returns the exact value.
    pub const FULL: Window = Window { alpha: Score::INFINITY.negated(), beta: Score::INFINITY };

    /// Returns the window between `alpha` and `beta`.
    #[inline]
    #[must_use]
    pub const fn new(alpha: Score, beta: Score) -> Window {
        Window { alpha, beta }
    }

    /// Returns the null window just above `alpha`. It only shows whether the value exceeds `alpha`.
    #[inline]
    #[must_use]
    pub const fn null_above(alpha: Score) -> Window {
        Window { alpha, beta: alpha.next_up() }
    }

    /// Returns the null window just below `beta`. It only shows whether the value reaches `beta`.
    #[inline]
    #[must_use]
    pub const fn null_below(beta: Score) -> Window {
        Window { alpha: beta.next_down(), beta }
    }

    /// Returns whether no value lies strictly inside.
    #[inline]
    #[must_use]
    pub fn is_null(self) -> bool {
        self.beta.0 <= self.alpha.0.saturating_add(1)
    }

    /// Returns the window for the side to move in a child. `same_side` is whether the mover moves again there.
    #[inline]
    #[must_use]
    pub const fn for_child(self, same_side: bool) -> Window {
        if same_side { self } else { Window { alpha: self.beta.negated(), beta: self.alpha.negated() } }
    }

    /// Returns a child's value, given for the side to move there, for the mover.
    #[inline]
    #[must_use]
    pub const fn from_child(value: Score, same_side: bool) -> Score {
        value.seen_by(same_side)
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn the_order_of_scores_prefers_near_wins_and_far_losses() {
        let rising = [
            Window::FULL.alpha,
            Score::loss_in(0),
            Score::loss_in(7),
            Score::loss_in(Score::MAX_PLY),
            Score::new(i32::MIN),
            Score::new(-1),
            Score::ZERO,
            Score::new(i32::MAX),
            Score::win_in(u32::MAX),
            Score::win_in(2),
            Score::win_in(0),
            Score::INFINITY,
        ];
        assert!(rising.windows(2).all(|pair| pair[0] < pair[1]), "{rising:?}");
    }

    #[test]
    fn only_wins_and_losses_have_a_distance() {
        for plies in [0, 1, 99, Score::MAX_PLY] {
            assert_eq!(Score::win_in(plies).winner_in(), Some(plies));
            assert_eq!(Score::loss_in(plies).winner_in(), Some(plies));
            assert!(Score::win_in(plies).is_win() && Score::loss_in(plies).is_loss());
        }
        for score in [Score::ZERO, Score::new(i32::MAX), Score::new(i32::MIN), Score::INFINITY, Window::FULL.alpha] {
            assert_eq!(score.winner_in(), None, "{score:?}");
        }
    }

    #[test]
    fn only_wins_and_losses_are_counted_from_the_node() {
        assert_eq!(Score::win_in(9).counted_from_node(4), Score::win_in(5));
        assert_eq!(Score::loss_in(9).counted_from_node(4), Score::loss_in(5));
        for score in [Score::win_in(9), Score::loss_in(8), Score::new(-7), Score::INFINITY, Window::FULL.alpha] {
            assert_eq!(score.counted_from_node(4).counted_from_root(4), score);
        }
        assert_eq!(Score::new(3).counted_from_node(4), Score::new(3));
        assert_eq!(Score::win_in(Score::MAX_PLY).counted_from_root(9), Score::win_in(Score::MAX_PLY));
    }

    #[test]
    fn a_window_flips_twice_into_itself_and_keeps_what_is_inside() {
        let window = Window::new(Score::new(-7), Score::win_in(4));
        assert_eq!(window.for_child(false).for_child(false), window);
        for value in [-8, -7, 0, 100].map(Score::new) {
            let child = window.for_child(false);
            let seen = Window::from_child(value, false);
            assert_eq!(value > window.alpha, seen < child.beta);
            assert_eq!(value >= window.beta, seen <= child.alpha);
        }
        assert!(Window::null_above(Score::new(3)).is_null() && Window::null_below(Score::INFINITY).is_null());
        assert!(!Window::FULL.is_null());
    }

    #[test]
    fn text_is_for_people() {
        let texts = [Score::new(12), Score::new(-3), Score::ZERO, Score::win_in(5), Score::loss_in(4)];
        assert_eq!(texts.map(|score| score.to_string()), ["+12", "-3", "0", "win in 5", "loss in 4"]);
    }
}
