//! The score of a position in words: for which side, in which unit, and where it comes from.

use plyground_catalog::{AgentSpec, Analysis, Session};
use plyground_search::Unit;

use crate::words::{counted, margin, plies, wins};

/// Returns the score of the table in words, with sides by name and the source of the score.
pub(crate) fn verdict(session: &dyn Session, analysis: &Analysis, agent: &AgentSpec) -> String {
    let depth = analysis.partial_depth.unwrap_or(analysis.depth);
    if depth == 0 && !analysis.is_known() {
        let why = if analysis.completed { "chosen without search" } else { "the first legal move, without search" };
        return why.into();
    }
    let (mover, sides) = (session.state().side_to_move(), session.state().sides());
    let name = |mine: bool| sides[if mine { mover } else { !mover }.index()];
    let is_turns = agent.unit() == Some(Unit::Turn);
    let depth = if is_turns { counted(depth, "turn", "turns") } else { format!("depth {depth}") };
    let depth = if analysis.partial_depth.is_some() { format!("partial {depth}") } else { depth };
    let source = match analysis.source {
        "book" => ", from the opening book",
        "tables" => ", from tables",
        "solver" => ", from the solver",
        _ => "",
    };
    // An agent without an evaluation has a scale of its own.
    let unit = analysis.question.unit.map_or_else(String::new, |unit| format!(" {unit}"));
    let number = analysis.score.number();
    let winner = name(number > 0.0);
    match analysis.winner_in {
        Some(distance) => format!("{} in {}{source}", wins(winner), plies(distance)),
        None if analysis.proven && number == 0.0 => format!("a draw, proven{source}"),
        None if analysis.score.score().is_decided() => format!("{}{source}", wins(winner)),
        None if analysis.is_known() && analysis.proven => {
            format!("{} by {}{source}", wins(winner), margin(number.abs() as u64, analysis.question.margin_unit))
        }
        None if analysis.is_known() => {
            let result = if number == 0.0 { "a draw".to_owned() } else { wins(winner) };
            format!("{result} by tables that ignore repetitions")
        }
        None => {
            let unit = if number.abs() == 1.0 { unit.trim_end_matches('s') } else { &unit };
            let share = analysis.win_probability.map(|share| format!(" ({:.0} %)", 100.0 * share)).unwrap_or_default();
            format!("{}{unit} for {}{share}, {depth}", analysis.score, name(true))
        }
    }
}
