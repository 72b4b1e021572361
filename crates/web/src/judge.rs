//! What a score means to a player: a share of the win, and whether a move was a mistake.
//!
//! Evaluations count in units of their own. A logistic curve makes them shares: a lead of one `unit` is worth 73 %. The units
//! are such that a lead which strong play usually turns into a win is about 90 %.

use plyground_catalog::{AgentKind, AgentSpec, Analysis, GameId, Value};
use plyground_game::Side;
use serde::Serialize;

/// A score as the page shows it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Verdict {
    /// The first side's share of the win, 0 to 1.
    pub(crate) share: f64,
    /// The score for the first side, in words.
    pub(crate) text: String,
}

/// The name of the evaluation that an agent uses.
fn evaluation(game: GameId, agent: &AgentSpec) -> &str {
    match (&agent.eval, agent.info().evaluation, agent.kind) {
        (Some(name), ..) => name,
        (None, Some(name), _) => name,
        (None, None, AgentKind::Best) => "strong",
        (None, None, _) => match game {
            GameId::Kalah => "store-difference",
            GameId::Cachex => "six-features",
            GameId::Khet | GameId::Tigers => "material",
        },
    }
}

/// The lead that is worth 73 %, in the evaluation's unit.
fn unit(game: GameId, agent: &AgentSpec) -> f64 {
    match (game, evaluation(game, agent)) {
        (GameId::Khet, "strong") => 150.0,
        (GameId::Khet, "material") => 1.5,
        (GameId::Kalah, "strong") => 50.0,
        (GameId::Kalah, _) => 5.0,
        (GameId::Tigers, "strong") => 400.0,
        (GameId::Tigers, "material") => 2.0,
        (GameId::Tigers, _) => 10.0,
        (GameId::Cachex, "strong" | "full") => 60.0,
        (GameId::Khet | GameId::Cachex, _) => 8.0,
    }
}

/// A score for `side`, as shares and words.
pub(crate) fn verdict(game: GameId, agent: &AgentSpec, side: Side, score: Value, sides: [&str; 2]) -> Verdict {
    let mine = score.number();
    if let Some(plies) = score.score().winner_in() {
        let winner = if mine > 0.0 { side } else { !side };
        let text = if plies == 0 {
            format!("{} has won", sides[winner.index()])
        } else {
            format!("{} wins in {plies}", sides[winner.index()])
        };
        return Verdict { share: if winner == Side::First { 1.0 } else { 0.0 }, text };
    }
    let first = if side == Side::First { mine } else { -mine };
    let share = 1.0 / (1.0 + (-first / unit(game, agent)).exp());
    let text = if first == 0.0 {
        "0".to_owned()
    } else {
        // As the evaluation writes its numbers, with the sign of the first side.
        let written = score.to_string();
        format!("{}{}", if first > 0.0 { "+" } else { "−" }, written.trim_start_matches(['+', '-']))
    };
    Verdict { share, text }
}

/// The verdict of an analysis.
pub(crate) fn of_analysis(game: GameId, agent: &AgentSpec, side: Side, found: &Analysis, sides: [&str; 2]) -> Verdict {
    verdict(game, agent, side, found.score, sides)
}

/// What a move that lost so much of the mover's share is called; nothing when it was fine.
pub(crate) fn grade(lost: f64) -> Option<&'static str> {
    match lost {
        _ if lost >= 0.3 => Some("blunder"),
        _ if lost >= 0.2 => Some("mistake"),
        _ if lost >= 0.1 => Some("inaccuracy"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_game::Score;

    #[test]
    fn shares_are_the_first_sides() {
        let agent = AgentSpec::new(AgentKind::Best);
        let judged = |side, score| verdict(GameId::Kalah, &agent, side, Value::new(score, 1), ["south", "north"]);
        assert_eq!(judged(Side::First, Score::ZERO), Verdict { share: 0.5, text: "0".into() });
        let ahead = judged(Side::Second, Score::new(50));
        assert!((ahead.share - 0.269).abs() < 0.001, "{ahead:?}");
        assert_eq!(ahead.text, "−50");
        assert_eq!(judged(Side::Second, Score::loss_in(4)), Verdict { share: 1.0, text: "south wins in 4".into() });
    }

    #[test]
    fn grades_grow_with_the_loss() {
        assert_eq!(
            [-0.2, 0.09, 0.1, 0.25, 0.3].map(grade),
            [None, None, Some("inaccuracy"), Some("mistake"), Some("blunder")]
        );
    }
}
