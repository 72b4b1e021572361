//! Translates scores for players: a winning chance, and whether a move was a mistake.
//!
//! Each evaluation has its own unit. A logistic curve maps it to a winning chance: an evaluation's
//! [`lead`](crate::EvaluationInfo::lead) is worth 73 %.

use plyground_game::{Score, Side};
use plyground_statistics::share_of as win_probability;
use serde::Serialize;

use crate::game_info::GameInfo;
use crate::spec::AgentSpec;
use crate::value::Value;

/// A score as the page shows it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Verdict {
    /// Winning chance of the first side, 0 to 1.
    pub share: f64,
    /// The score for the first side, in words.
    pub text: String,
}

/// The game and the agent whose scores are translated.
#[derive(Clone, Copy, Debug)]
pub struct Judge<'a> {
    /// The game.
    pub game: &'a GameInfo,
    /// Agent whose evaluation defines the unit of scores.
    pub agent: &'a AgentSpec,
}

impl Judge<'_> {
    /// Returns the lead that is worth 73 %, in the unit of the evaluation that the agent plays by.
    pub(crate) fn lead(self) -> f64 {
        let all = &self.game.evaluations;
        let named = self.agent.evaluation().or(self.agent.info().evaluation);
        let played_by = named.and_then(|name| all.iter().find(|info| info.name == name)).or(all.first());
        played_by.map_or(1.0, |info| info.lead)
    }

    /// Returns an exact score for `side`, from a book, tables or a solver, as shares and words. A score that is no result is a
    /// final margin.
    #[must_use]
    pub fn known(self, side: Side, score: Value) -> Verdict {
        let verdict = self.verdict(side, score, true);
        let mine = score.number();
        if mine == 0.0 || score.score().is_decided() || score.score().value().abs() == Score::EVAL_LIMIT {
            return verdict;
        }
        let winner = self.game.sides[if mine > 0.0 { side } else { !side }.index()];
        let unit = self.game.score_unit.map_or("", |unit| unit.name);
        let unit = if mine.abs() == 1.0 { unit.trim_end_matches('s') } else { unit };
        Verdict { text: format!("{winner} wins by {} {unit}", mine.abs()).trim_end().to_owned(), ..verdict }
    }

    /// Returns a score for `side` as shares and words. A proven score of 0 is a draw, any other proven score a win.
    #[must_use]
    pub fn verdict(self, side: Side, score: Value, is_proven: bool) -> Verdict {
        let mine = score.number();
        let own = share_of_points(score, is_proven, self.lead());
        let share = if side == Side::First { own } else { 1.0 - own };
        if is_proven && mine == 0.0 {
            return Verdict { share, text: "draw".into() };
        }
        if score.score().is_decided() {
            let winner = if mine > 0.0 { side } else { !side };
            let name = self.game.sides[winner.index()];
            let text = match score.score().winner_in() {
                Some(0) => format!("{name} has won"),
                Some(plies) => format!("{name} wins in {plies}"),
                None => format!("{name} wins"),
            };
            return Verdict { share, text };
        }
        let first = if side == Side::First { mine } else { -mine };
        if score.score().value().abs() == Score::EVAL_LIMIT {
            // Tables know the result, but the moves before the position may change it.
            let winner = if first > 0.0 { Side::First } else { Side::Second };
            let name = self.game.sides[winner.index()];
            return Verdict { share, text: format!("{name} wins, repetitions aside") };
        }
        let text = if first == 0.0 {
            "0".to_owned()
        } else if let Some(unit) = self.game.score_unit.filter(|_| !is_proven) {
            in_unit(first * unit.lead / self.lead(), unit.name)
        } else {
            // As the evaluation writes its numbers, with the sign of the first side.
            let written = score.to_string();
            format!("{}{}", if first > 0.0 { "+" } else { "−" }, written.trim_start_matches(['+', '-']))
        };
        Verdict { share, text }
    }
}

/// Returns the share of the points that a score is worth to its side, 0 to 1. `lead` is worth 73 %.
pub(crate) fn share_of_points(score: Value, is_proven: bool, lead: f64) -> f64 {
    let (number, value) = (score.number(), score.score());
    // At the limit, tables know the result.
    let is_known = is_proven || value.is_decided() || value.value().abs() == Score::EVAL_LIMIT;
    match is_known {
        true if number == 0.0 => 0.5,
        true => {
            if number > 0.0 {
                1.0
            } else {
                0.0
            }
        }
        false => win_probability(number, lead),
    }
}

/// Formats a number of units with the sign of the first side, such as `+2.5 seeds`.
fn in_unit(first: f64, unit: &str) -> String {
    let rounded = (first * 10.0).round() / 10.0;
    if rounded == 0.0 {
        return "0".to_owned();
    }
    format!("{}{:.1} {unit}", if rounded > 0.0 { "+" } else { "−" }, rounded.abs())
}

/// Returns the annotation of a move by the winning chance that it lost; `None` for a good move.
pub(crate) fn grade(lost: f64) -> Option<&'static str> {
    match lost {
        _ if lost >= 0.3 => Some("blunder"),
        _ if lost >= 0.2 => Some("mistake"),
        _ if lost >= 0.1 => Some("inaccuracy"),
        _ => None,
    }
}

/// Returns the accuracy of a side in percent from the shares that its moves lost; `None` without a move.
///
/// A move that loses `L` percentage points of the win has the accuracy `100 * exp(-L / 25)`; a side has the mean of its moves.
pub(crate) fn accuracy(lost: &[f64]) -> Option<f64> {
    let of_move = |&lost: &f64| 100.0 * (-4.0 * lost.max(0.0)).exp();
    (!lost.is_empty()).then(|| lost.iter().map(of_move).sum::<f64>() / lost.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;

    #[test]
    fn shares_are_the_first_sides() {
        let catalog = Catalog::standard();
        let kalah = catalog.game("kalah").unwrap();
        let judged = |agent, side, score| {
            let agent = kalah.agent(agent).unwrap();
            Judge { game: kalah.info(), agent: &agent }.verdict(side, Value::new(score, 1), false)
        };
        assert_eq!(judged("best", Side::First, Score::ZERO), Verdict { share: 0.5, text: "0".into() });
        let ahead = judged("best", Side::Second, Score::new(380));
        assert!((ahead.share - 0.269).abs() < 0.001, "{ahead:?}");
        assert_eq!(ahead.text, "−3.8 seeds", "a lead is as large in every unit");
        assert_eq!(judged("best:eval=margin", Side::First, Score::new(3)).text, "+3.8 seeds");
        assert_eq!(judged("best", Side::Second, Score::new(-380)).text, "+3.8 seeds");
        let lost = Verdict { share: 1.0, text: "south wins in 4".into() };
        assert_eq!(judged("best", Side::Second, Score::loss_in(4)), lost);
        let known = Verdict { share: 1.0, text: "south wins, repetitions aside".into() };
        assert_eq!(judged("best", Side::Second, Score::new(-Score::EVAL_LIMIT)), known);
        let won = Verdict { share: 0.0, text: "north wins".into() };
        assert_eq!(judged("best", Side::Second, Score::WON), won, "at an unknown distance");
        // The evaluation of the spec, else of the agent, else the first of the game.
        let shares =
            [("best:eval=margin", 3, 0.731), ("best", 380, 0.731), ("kalaha-turns", 3, 0.731), ("greedy", 4, 0.741)];
        for (agent, score, share) in shares {
            let ahead = judged(agent, Side::First, Score::new(score));
            assert!((ahead.share - share).abs() < 0.001, "{agent}: {ahead:?}");
        }
    }

    #[test]
    fn an_even_value_is_a_draw_where_it_is_proven() {
        let catalog = Catalog::standard();
        let tigers = catalog.game("tigers").unwrap();
        let agent = tigers.agent("best").unwrap();
        let judged = |score, is_proven| {
            Judge { game: tigers.info(), agent: &agent }.verdict(Side::Second, Value::new(score, 1), is_proven).text
        };
        assert_eq!([true, false].map(|is_proven| judged(Score::ZERO, is_proven)), ["draw", "0"]);
        assert_eq!(judged(Score::new(3), true), "−3", "by tables of another unit");
    }

    /// Regression: the page showed a known margin of 8 seeds as `+8`, in a list of scores by the evaluation.
    #[test]
    fn a_known_score_is_a_result_or_a_margin() {
        let catalog = Catalog::standard();
        let kalah = catalog.game("kalah").unwrap();
        let agent = kalah.agent("best").unwrap();
        let known = |score| Judge { game: kalah.info(), agent: &agent }.known(Side::Second, Value::new(score, 1));
        assert_eq!(known(Score::new(8)), Verdict { share: 0.0, text: "north wins by 8 seeds".into() });
        assert_eq!(known(Score::new(-2)), Verdict { share: 1.0, text: "south wins by 2 seeds".into() });
        assert_eq!((known(Score::ZERO).text, known(Score::LOST).text), ("draw".into(), "south wins".into()));
    }

    #[test]
    fn accuracy_is_the_mean_over_the_moves() {
        assert_eq!(accuracy(&[]), None);
        assert_eq!(accuracy(&[0.0, 0.0]), Some(100.0));
        let mixed = accuracy(&[0.0, 0.25, -0.1]).unwrap();
        assert!((mixed - (200.0 + 100.0 / std::f64::consts::E) / 3.0).abs() < 1e-9, "{mixed}");
        assert!(accuracy(&[1.0]).unwrap() < 2.0);
    }

    #[test]
    fn grades_grow_with_the_loss() {
        assert_eq!(
            [-0.2, 0.09, 0.1, 0.25, 0.3].map(grade),
            [None, None, Some("inaccuracy"), Some("mistake"), Some("blunder")]
        );
    }
}
