//! Calibrates scores by recorded games: fits, for each agent, the lead that makes 73 % of the points.
//!
//! The shipped leads ([`EvaluationInfo::lead`](crate::EvaluationInfo::lead)) are results of this calibration.

use std::collections::BTreeMap;

use plyground_arena::{MoveScore, Record};
use plyground_game::{Outcome, Score, Side};
use plyground_play::Start;
use plyground_statistics::{LeadFit, fit_lead, loss_of};
use serde::Serialize;

use crate::catalog::Catalog;
use crate::error::CatalogError;

/// The calibration of an agent's scores.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Calibration {
    /// The game.
    pub game: String,
    /// The agent's name in the records.
    pub agent: String,
    /// Its evaluation, if known.
    pub evaluation: Option<String>,
    /// Current lead of the evaluation.
    pub lead_now: Option<f64>,
    /// Loss of the current lead on these games.
    pub loss_now: Option<f64>,
    /// Lead that fits these games best; `None` if there is none.
    pub lead: Option<f64>,
    /// Its loss: the mean of a move in nats.
    pub loss: Option<f64>,
    /// Number of games.
    pub games: usize,
    /// Number of moves with an undecided score. Decided scores are not fitted, because their result is known.
    pub moves: usize,
}

/// Scores of an agent, each with the points of the side that it is for.
#[derive(Default)]
struct Samples {
    games: usize,
    moves: Vec<(f64, f64)>,
}

/// Fits the scores of every agent in the records to the results of its games.
///
/// # Errors
/// Fails if a record does not fit its game.
pub fn calibrate(catalog: &Catalog, records: &[Record]) -> Result<Vec<Calibration>, CatalogError> {
    let mut agents: BTreeMap<(&str, &str), Samples> = BTreeMap::new();
    for record in records {
        let scores = scores_of(catalog, record)?;
        for side in Side::ALL {
            let samples = agents.entry((&record.game, &record.agents[side.index()])).or_default();
            samples.games += 1;
            let own = scores.iter().filter(|&&(mover, ..)| mover == side);
            samples.moves.extend(own.map(|&(_, score, result)| (score, result)));
        }
    }
    let curve = |((game, agent), samples): ((&str, &str), Samples)| {
        let game_ref = catalog.game(game)?;
        let spec = game_ref.agent(agent).ok();
        let scored = spec.as_ref().filter(|spec| !spec.info().has_expected_results);
        let info = scored.and_then(|spec| {
            let all = &game_ref.info().evaluations;
            match spec.evaluation().or(spec.info().evaluation) {
                Some(name) => all.iter().find(|info| info.name == name),
                None => all.first().filter(|_| spec.info().takes("eval")),
            }
        });
        let fit: Option<LeadFit> = fit_lead(&samples.moves);
        let now = info.filter(|_| !samples.moves.is_empty());
        Ok(Calibration {
            game: game.to_owned(),
            agent: agent.to_owned(),
            evaluation: info.map(|info| info.name.to_owned()),
            lead_now: info.map(|info| info.lead),
            loss_now: now.map(|info| loss_of(&samples.moves, info.lead)),
            lead: fit.map(|fit| fit.lead),
            loss: fit.map(|fit| fit.loss),
            games: samples.games,
            moves: samples.moves.len(),
        })
    };
    agents.into_iter().map(curve).collect()
}

/// Returns the undecided scores of a game: the side that moved, the score for this side, and its points.
fn scores_of(catalog: &Catalog, record: &Record) -> Result<Vec<(Side, f64, f64)>, CatalogError> {
    let start = Start { moves: String::new(), ..record.start() };
    let mut session = catalog.game(&record.game)?.open(&start)?;
    let moves: Vec<&str> = record.moves.split_whitespace().collect();
    // Moves of the opening have no scores.
    let opening = moves.len().saturating_sub(record.scores.len());
    let mut scores = Vec::new();
    for (ply, mv) in moves.into_iter().enumerate() {
        let side = session.state().side_to_move();
        // In records of earlier versions, a win at an unknown distance has the limit as its score.
        if let Some(MoveScore::Value(score)) = ply.checked_sub(opening).and_then(|at| record.scores.get(at))
            && score.abs() < f64::from(Score::EVAL_LIMIT)
        {
            scores.push((side, *score, Outcome::from(record.result).points(side)));
        }
        session.play(mv)?;
    }
    Ok(scores)
}
