//! What scores are worth, by recorded games: for each agent the lead that has made 73 % of the points.
//!
//! The shipped leads ([`EvaluationInfo::lead`](crate::EvaluationInfo::lead)) come from here.

use std::collections::BTreeMap;

use plyground_arena::{GameResult, MoveScore, Record};
use plyground_game::{Score, Side};
use plyground_play::Start;
use plyground_statistics::{LeadFit, fit_lead, loss_of};
use serde::Serialize;

use crate::catalog::Catalog;
use crate::error::CatalogError;

/// What the scores of an agent were worth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Calibration {
    /// The game.
    pub game: String,
    /// The agent, as the records name it.
    pub agent: String,
    /// The evaluation that it plays by, where that is known.
    pub evaluation: Option<String>,
    /// The lead that the evaluation has now.
    pub lead_now: Option<f64>,
    /// Its loss on these games.
    pub loss_now: Option<f64>,
    /// The lead that fits these games best; `None` where there is none.
    pub lead: Option<f64>,
    /// Its loss: the mean of a move in nats.
    pub loss: Option<f64>,
    /// Games.
    pub games: usize,
    /// Moves with a score in them. Decided ones do not count: who knows the end needs no curve.
    pub moves: usize,
}

/// Scores of an agent, each with the result for whom it was.
#[derive(Default)]
struct Samples {
    games: usize,
    moves: Vec<(f64, f64)>,
}

/// Fits the scores of every agent of the records to how its games ended.
///
/// # Errors
/// When a record does not fit its game.
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

/// The undecided scores of a game: who moved, the score for that side, and its points.
fn scores_of(catalog: &Catalog, record: &Record) -> Result<Vec<(Side, f64, f64)>, CatalogError> {
    let start = Start {
        setup: None,
        rules: Some(record.rules.clone()),
        position: Some(record.opening.position.clone()),
        moves: String::new(),
    };
    let mut session = catalog.game(&record.game)?.open(&start)?;
    let moves: Vec<&str> = record.moves.split_whitespace().collect();
    // Those of the opening have no scores.
    let opening = moves.len().saturating_sub(record.scores.len());
    let mut scores = Vec::new();
    for (ply, mv) in moves.into_iter().enumerate() {
        let side = session.state().side_to_move();
        // In records of earlier versions a win at an unknown distance stands at the limit.
        if let Some(MoveScore::Value(score)) = ply.checked_sub(opening).and_then(|at| record.scores.get(at))
            && score.abs() < f64::from(Score::EVAL_LIMIT)
        {
            scores.push((side, *score, points(record.result, side)));
        }
        session.play(mv)?;
    }
    Ok(scores)
}

/// What a result is worth to a side.
fn points(result: GameResult, side: Side) -> f64 {
    match result {
        GameResult::Draw => 0.5,
        GameResult::First => f64::from(side == Side::First),
        GameResult::Second => f64::from(side == Side::Second),
    }
}
