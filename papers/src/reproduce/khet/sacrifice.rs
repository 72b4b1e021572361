//! The report's open question: whether an agent that may sacrifice is better than one of "no friendly fire".

use plyground_arena::MatchSpec;
use plyground_catalog::keys::{DEPTH, SEED};
use plyground_catalog::{AgentRow, Evaluation as AnyEvaluation, games};
use plyground_game::{Evaluate, Outcome, Position, Score, Side};
use plyground_khet::{Khet, KhetMove};
use plyground_reports::khet::{self as report, Evaluation};
use serde_json::{Value, json};

use super::SERVER;
use crate::Result;
use crate::reproduce::contest::contest_of_two;
use crate::reproduce::lab::Lab;
use crate::reproduce::positions::replay;

/// The report's evaluation with a dominant cost for each own piece that the side at the root shoots along the line. What the
/// opponent shoots costs nothing: to make it hit itself is no friendly fire.
#[derive(Clone, Debug, Default)]
struct Cautious(Evaluation);

/// Cost of such a shot in display units: more than the value of all pieces.
const SHOT: i32 = 100_000;

impl Evaluate<Khet> for Cautious {
    /// The side at the root, and the number of own pieces that it has shot since.
    type Path = Option<(Side, u8)>;

    fn scale(&self) -> u32 {
        Evaluate::<Khet>::scale(&self.0)
    }

    fn extend(&self, path: &Self::Path, before: &Khet, _mv: KhetMove, after: &Khet) -> Self::Path {
        let mover = before.side_to_move();
        let (root, shots) = path.unwrap_or((mover, 0));
        Some((root, shots + u8::from(mover == root && pieces(after, mover) < pieces(before, mover))))
    }

    fn evaluate(&self, pos: &Khet, path: &Self::Path, side: Side) -> Score {
        // A leaf after an odd number of plies is valued for the opponent, who gains the cost.
        let cost = path.map_or(0, |(root, shots)| i32::from(shots) * if side == root { SHOT } else { -SHOT });
        Score::new(self.0.evaluate(pos, &(), side).value() - cost * Evaluate::<Khet>::scale(&self.0) as i32)
    }

    fn finished(&self, pos: &Khet, _path: &Self::Path, outcome: Outcome, side: Side, ply: u32) -> Score {
        self.0.finished(pos, &(), outcome, side, ply)
    }
}

/// Returns the number of pieces of a side that a laser can take.
fn pieces(pos: &Khet, side: Side) -> u32 {
    use plyground_khet::Kind;
    [Kind::Pharaoh, Kind::Pyramid, Kind::Anubis].map(|kind| pos.pieces_of(side, kind).len()).iter().sum()
}

/// Plays UserBot against an agent that avoids shooting its own pieces, and counts the own pieces that each shot.
fn play(depth: u32, pairs: u64) -> Result<Value> {
    let row = AgentRow::new("no-friendly-fire", "UserBot that spares its own pieces", &[DEPTH, SEED], |make| {
        let search = report::user_bot_search(make.spec.seed().unwrap_or(0));
        Ok(Box::new(report::user_bot(AnyEvaluation::compiled(Cautious::default()).agent(search))))
    });
    let agents = [format!("khet-userbot:depth={depth}"), format!("no-friendly-fire:depth={depth},seed=1")];
    let spec = MatchSpec { rules: Some(SERVER.into()), pairs, seed: 2, ..MatchSpec::default() };
    let (standing, records) = contest_of_two(games::khet().agent(row), [&agents[0], &agents[1]], spec)?;
    let (mut shot, games) = ([0, 0], records.len() as f64);
    for record in &records {
        let seat = record.agents.iter().position(|agent| *agent == agents[0]).expect("it plays every game");
        let own = own_shots(&record.opening.position, &record.moves, record.opening.plies)?;
        shot[0] += own[seat];
        shot[1] += own[1 - seat];
    }
    let [free, cautious] = shot.map(|shot| f64::from(shot) / games);
    Ok(json!({
        "depth": depth, "games": games, "match": standing.figures(),
        "shots": {"free": free, "cautious": cautious},
    }))
}

/// Counts the own pieces that each side shot after the opening.
fn own_shots(position: &str, moves: &str, opening: usize) -> Result<[u32; 2]> {
    let mut shot = [0, 0];
    for (pos, mv) in replay::<Khet>(position, moves, &SERVER.parse()?)?.into_iter().skip(opening) {
        let mover = pos.side_to_move();
        shot[mover.index()] += u32::from(pieces(&pos.after(mv), mover) < pieces(&pos, mover));
    }
    Ok(shot)
}

pub(super) fn against_caution(lab: &mut Lab<'_>) -> Result<Value> {
    let (depth, pairs) = (lab.pick(3, 4), u64::from(lab.many(300, 1_000)));
    lab.own("sacrifice", || play(depth, pairs))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shot_at_an_own_piece_is_what_costs() {
        use plyground_khet::{KhetRules, KhetSetup};

        let start = Khet::new(&KhetSetup::Classic, &KhetRules::EPAM);
        let evaluation = Cautious::default();
        let mut pos = start.clone();
        let mut random = plyground_game::random::Random::new(3);
        let mut seen = 0;
        for _ in 0..2_000 {
            let moves = pos.legal_moves();
            if moves.is_empty() {
                pos = start.clone();
                continue;
            }
            let after = pos.after(moves[random.below(moves.len())]);
            let mover = pos.side_to_move();
            let path = evaluation.extend(&None, &pos, moves[0], &after);
            let lost = pieces(&after, mover) < pieces(&pos, mover);
            assert_eq!(path, Some((mover, u8::from(lost))));
            // Regression: what the opponent shot was a gain.
            assert_eq!(evaluation.extend(&Some((!mover, 0)), &pos, moves[0], &after), Some((!mover, 0)));
            if lost && after.outcome().is_none() {
                seen += 1;
                let change = |side| {
                    let [plain, found] = [None, path].map(|path| evaluation.evaluate(&after, &path, side).value());
                    found - plain
                };
                let cost = SHOT * Evaluate::<Khet>::scale(&evaluation) as i32;
                // Regression: the opponent gained nothing, so own shots cost nothing with an odd budget.
                assert_eq!([change(mover), change(!mover)], [-cost, cost]);
            }
            pos = after;
        }
        assert!(seen > 0, "a side shot an own piece");
    }

    /// The leaves of an odd budget are valued for the opponent. An own shot must have its cost there too.
    #[test]
    fn no_budget_lets_it_shoot_what_it_can_spare() {
        use plyground_game::Game;
        use plyground_khet::{KhetRules, KhetSetup};
        use plyground_search::{Agent as _, Job, Limits, SearchAgent};

        let rules = KhetRules::EPAM;
        let mut random = plyground_game::random::Random::new(5);
        let mut tempted = 0;
        let mut pos = Khet::new(&KhetSetup::Classic, &rules);
        for _ in 0..600 {
            let moves = pos.legal_moves();
            if moves.is_empty() {
                pos = Khet::new(&KhetSetup::Classic, &rules);
                continue;
            }
            let (mover, before) = (pos.side_to_move(), pieces(&pos, pos.side_to_move()));
            let costs = |mv: KhetMove| pieces(&pos.after(mv), mover) < before;
            if moves.iter().any(|&mv| costs(mv)) && !moves.iter().all(|&mv| costs(mv)) {
                tempted += 1;
                let game = Game::from_position(pos.clone(), &rules);
                let job = Job { fixed: true, ..Limits::depth(1).into() };
                let best = SearchAgent::alpha_beta(Cautious::default()).move_for(&game, &job).unwrap().best.unwrap();
                assert!(!costs(best), "{pos}: {best:?}");
            }
            pos = pos.after(moves[random.below(moves.len())]);
        }
        assert!(tempted > 20, "{tempted} positions with a shot at an own piece");
    }

    /// At the start, silver's sphinx fires at its own anubis when it turns.
    #[test]
    fn an_own_piece_that_is_shot_counts_for_its_owner() {
        let start = Khet::default().to_string();
        assert_eq!(own_shots(&start, "j1-", 0).unwrap(), [1, 0]);
        assert_eq!(own_shots(&start, "j1-", 1).unwrap(), [0, 0], "the opening does not count");
        assert_eq!(own_shots(&start, "h2h3 c7c6", 0).unwrap(), [0, 0]);
    }

    #[test]
    fn a_small_match_can_be_played() {
        assert_eq!(play(1, 1).unwrap()["games"], 2.0);
    }
}
