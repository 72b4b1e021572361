//! Keys of agent specs that would mean something else than they say for an agent or a game.
//!
//! A spec with such a key is refused with the reason, because a match of it would measure another agent than the one it names.
//! Records of earlier versions may name such specs, and stay readable.

use plyground_game::SearchHints;
use plyground_play::Start;

use crate::entry::Entry;
use crate::error::CatalogError;
use crate::evaluations::is_path;
use crate::spec::AgentSpec;

/// Number of plies of the line in which a pass is looked for.
const LINE: usize = 40;

/// Checks the keys of a spec.
///
/// # Errors
/// Fails with the reason if a key has no effect, or another effect than its description.
pub(crate) fn check<P: SearchHints>(entry: &Entry<P>, spec: &AgentSpec) -> Result<(), CatalogError> {
    let game = P::NAME;
    let problem = if spec.text("unit") == Some("variable") && !entry.has_variable_depth {
        format!("`unit=variable` is the unit of a report about another game: expected `ply` or `turn` for {game}")
    } else if spec.text("unit") == Some("variable") && spec.info().takes("table") {
        "`unit=variable` has no depth for a transposition table: expected an agent without one, such as `alphabeta`"
            .into()
    } else if spec.switch("null") == Some(true) && !has_pass::<P>() {
        format!("`null=on` needs passes: {game} has none")
    } else if spec.number("table").is_some_and(|size| size > 0) && has_path_evaluation(entry, spec) {
        "the value of its evaluation depends on the path to a position, so it has no table: expected no `table`".into()
    } else if spec.tables().is_some() && spec.evaluation().is_some() {
        "an agent with `eval` plays by that evaluation alone: expected `eval` or `tables`".into()
    } else if spec.tables().is_some() && entry.solver_row().is_err() {
        format!("{game} has no tables: expected no `tables`")
    } else {
        return Ok(());
    };
    Err(CatalogError::Input(format!("agent `{spec}`: {problem}")))
}

/// Returns whether the game has passes, by a line of play.
fn has_pass<P: SearchHints>() -> bool {
    let Ok(start) = Start::default().game::<P>() else { return true };
    let next = |pos: &P| pos.legal_moves().first().map(|&mv| pos.after(mv));
    let line = std::iter::successors(Some(start.position().clone()), next);
    line.take(LINE).any(|pos| pos.pass().is_some())
}

fn has_path_evaluation<P: SearchHints>(entry: &Entry<P>, spec: &AgentSpec) -> bool {
    let name = spec.evaluation().or(spec.info().evaluation);
    // A weight file is read later.
    name.is_none_or(|name| !is_path(name))
        && entry.evaluations().named(name).is_ok_and(|evaluation| evaluation.is_by_path())
}
