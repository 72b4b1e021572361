//! The report's wish, which it did not follow: its filter of moves at all layers instead of at the root alone.

use std::cell::Cell;
use std::cmp::Reverse;

use plyground_cachex::{Cachex, CachexMove};
use plyground_catalog::keys::{DEPTH, Key, Kind};
use plyground_catalog::{AgentRow, Catalog, Contest, GameRef, games};
use plyground_game::{Evaluate, Game, Position, Score, Side, Window};
use plyground_reports::cachex::SixFeature;
use plyground_search::{Agent, AgentError, Budget, Job, OnDepth, Report, StopFlag};
use serde_json::{Value, json};

use crate::reproduce::lab::{Lab, number};
use crate::reproduce::page::{Page, grouped, mean};
use crate::reproduce::standing::{Standing, percent, shown};
use crate::reproduce::verdict::Verdict;

/// Plies below the root down to which moves are filtered.
const LAYERS: Key = Key::new(
    "layers",
    Kind::Number { of: "plies", least: 1, most: 9 },
    "1",
    "the plies at which moves are filtered, from the root on",
);

/// Minimax that looks at the better half of the moves, by what they are worth to one side and to the other, as steps 1 to 3
/// and 7 of the report's figure 11 say; below `layers` it looks at all.
struct Filtering {
    utility: SixFeature,
    depth: u32,
    layers: u32,
}

const LEAST: Score = Window::FULL.alpha;
const MOST: Score = Window::FULL.beta;

/// A search under way.
struct Search<'a> {
    agent: &'a Filtering,
    root: Side,
    game: &'a Game<Cachex>,
    /// Positions valued: the filter values each placement twice, and a value is what costs time.
    valued: Cell<u64>,
}

impl Search<'_> {
    fn utility(&self, pos: &Cachex, side: Side) -> Score {
        self.valued.set(self.valued.get() + 1);
        match pos.outcome() {
            Some(outcome) => self.agent.utility.finished(pos, &(), outcome, side, 0),
            None => self.agent.utility.evaluate(pos, &(), side),
        }
    }

    /// Placements, and of these the better half where moves are filtered, best first.
    fn moves(&self, pos: &Cachex, layer: u32) -> Vec<CachexMove> {
        let placements = pos.legal_moves().into_iter().filter(|mv| matches!(mv, CachexMove::Place(_)));
        let mut moves: Vec<CachexMove> = placements.collect();
        if layer >= self.agent.layers {
            return moves;
        }
        let me = pos.side_to_move();
        let stones = Side::ALL.map(|side| pos.stones(side));
        let turned = Cachex::from_stones(pos.size(), stones, !me, 2, self.game.rules());
        moves.sort_by_cached_key(|&mv| {
            let theirs = turned.as_ref().map_or(0, |turned| self.utility(&turned.after(mv), me).value());
            Reverse(self.utility(&pos.after(mv), me).value().saturating_sub(theirs))
        });
        moves.truncate(moves.len() / 2 + 1);
        moves
    }

    /// The value for the side at the root, between two bounds.
    fn value(&mut self, pos: &Cachex, layer: u32, mut alpha: Score, mut beta: Score) -> Score {
        if layer >= self.agent.depth || pos.outcome().is_some() {
            return self.utility(pos, self.root);
        }
        let highest = pos.side_to_move() == self.root;
        let mut best = if highest { LEAST } else { MOST };
        for mv in self.moves(pos, layer) {
            let value = self.value(&pos.after(mv), layer + 1, alpha, beta);
            if highest {
                best = best.max(value);
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

impl Agent<Cachex> for Filtering {
    fn is_limited(&self) -> bool {
        true
    }

    fn think(
        &mut self,
        game: &Game<Cachex>,
        job: &Job,
        _each: OnDepth<'_, Cachex>,
    ) -> Result<Report<CachexMove>, AgentError> {
        let pos = game.position();
        let mut search = Search { agent: self, root: pos.side_to_move(), game, valued: Cell::new(0) };
        let (mut best, mut alpha) = (None, LEAST);
        for mv in search.moves(pos, 0) {
            let value = search.value(&pos.after(mv), 1, alpha, MOST);
            if best.is_none() || value > alpha {
                (best, alpha) = (Some(mv), value);
            }
        }
        // A record has nodes; here they are the positions valued.
        let nodes = search.valued.get();
        let elapsed = Budget::new(job).elapsed();
        Ok(Report { best, score: alpha, depth: self.depth, nodes, elapsed, completed: true, ..Report::nothing() })
    }
}

/// Cachex with this agent, too.
fn game() -> Result<GameRef, String> {
    let row = AgentRow::new("filtering", "the report's filter at some layers", &[DEPTH, LAYERS], |make| {
        let key = |name: &str, usual: u32| make.spec.number(name).map_or(usual, |number| number as u32);
        Ok(Box::new(Filtering { utility: SixFeature::default(), depth: key("depth", 3), layers: key("layers", 1) }))
    });
    let catalog = Catalog::empty().with(games::cachex().agent(row));
    catalog.game("cachex").cloned().map_err(|error| error.to_string())
}

/// A match on a board of 7, without steal, which this agent does not know.
fn play(first: &str, second: &str, pairs: u64) -> Result<Value, String> {
    let game = game()?;
    let fault = |error: plyground_catalog::CatalogError| error.to_string();
    let agents = vec![game.agent(first).map_err(fault)?, game.agent(second).map_err(fault)?];
    let mut contest = Contest::new(agents);
    (contest.spec.setup, contest.spec.rules) = (Some("7".into()), Some(super::FREE.into()));
    (contest.spec.pairs, contest.spec.seed, contest.spec.openings.plies) = (pairs, 1, (2, 4));
    contest.threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let end = game.contest(&contest, None, &StopFlag::default(), &mut |_| {}).map_err(fault)?;
    let nodes = |name: &str| -> Vec<f64> {
        let of = |record: &plyground_arena::Record| {
            let seat = record.agents.iter().position(|agent| agent == name).unwrap_or(0);
            // Sides alternate, and the opening can have ended with either.
            let first = record.opening.plies % 2;
            let skip = usize::from(first != seat);
            record.nodes.iter().skip(skip).step_by(2).map(|&nodes| nodes as f64).collect::<Vec<_>>()
        };
        end.records.iter().flat_map(of).collect()
    };
    let [one, other] = [&contest.agents[0], &contest.agents[1]].map(|agent| mean(&nodes(&agent.to_string())));
    let summary = serde_json::to_value(&end.summary).map_err(|error| error.to_string())?;
    Ok(json!({"summary": summary, "nodes": [one, other]}))
}

pub(super) fn at_all_layers(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("The filter at all plies");
    let pairs = u64::from(lab.many(200, 2_000));
    let mut rows = Vec::new();
    let mut seen = Vec::new();
    for (what, first) in
        [("3, the same depth", "filtering:depth=3,layers=3"), ("4, one ply more", "filtering:depth=4,layers=4")]
    {
        let second = "filtering:depth=3,layers=1";
        let found = lab.own(&format!("filter-{}", what.replace([' ', ','], "-")), || play(first, second, pairs))?;
        let standing = Standing::of(&found["summary"])?;
        let [one, other] = [number(&found, "/nodes/0")?, number(&found, "/nodes/1")?];
        rows.push(vec![
            what.into(),
            shown(standing.results),
            format!("{}%", percent(standing.interval())),
            grouped(one),
            grouped(other),
        ]);
        seen.push((Verdict::better(&standing.pairs), one / other));
    }
    page.table(
        &[
            "depth of the agent that filters at all plies",
            "wins / draws / losses against the filter at the root, depth 3",
            "95% interval of the score",
            "positions valued per move",
            "positions valued per move by the opponent",
        ],
        &rows,
    );
    page.say(&on_filter(seen[0], seen[1]));
    let deeper = seen[1];
    page.judge(
        "filter at all layers",
        is_limited(seen[0].0, deeper).judged(),
        format!("same depth {}; one ply more {} with {:.2} times the evaluations", rows[0][2], rows[1][2], deeper.1),
    );
    Ok(())
}

/// Whether the improvement is limited: no gain at the same depth, nor by one ply more for no more evaluations.
fn is_limited(same: Verdict, (deeper, price): (Verdict, f64)) -> Verdict {
    match (same, deeper) {
        (Verdict::Holds, _) => Verdict::Fails,
        (_, Verdict::Holds) if price <= 1.0 => Verdict::Fails,
        (_, Verdict::Open) | (Verdict::Open, _) => Verdict::Open,
        _ => Verdict::Holds,
    }
}

/// What matches at the same depth and at one more say of "the improvement is limited".
fn on_filter((same, share): (Verdict, f64), (deeper, price): (Verdict, f64)) -> String {
    format!(
        "The report filters the moves of the root. It rejected a filter at all plies, because the improvement seemed limited and good moves could be missed. At the same depth, the filter at all \
         plies values {share:.2} times the positions and {}. With one ply more it values {price:.2} times the positions and {}. The claim that the improvement is limited {}. Games are at n = 7 without steal. \
         Leaves have the report's utility. The filter has steps 1 to 3 and 7 of Figure 11; the search itself replaces steps 4 to 6.",
        same.choose("plays better", "plays worse", "does not differ significantly in strength"),
        deeper.choose("plays better", "plays worse", "does not differ significantly in strength"),
        match (is_limited(same, (deeper, price)), same) {
            (Verdict::Fails, Verdict::Holds) => "does not hold: it is stronger at the same depth",
            (Verdict::Fails, _) => "does not hold: the additional ply makes it stronger and costs no more evaluations",
            (verdict, _) => verdict.text(),
        }
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_match_can_be_played() {
        let found = play("filtering:depth=2,layers=2", "filtering:depth=2,layers=1", 1).unwrap();
        assert!(number(&found, "/nodes/0").unwrap() > 0.0 && number(&found, "/nodes/1").unwrap() > 0.0);
    }

    #[test]
    fn without_filter_the_value_is_minimax() {
        let game = Game::<Cachex>::new(&"3".parse().unwrap(), &super::super::FREE.parse().unwrap());
        let agent = |layers| Filtering { utility: SixFeature::default(), depth: 3, layers };
        let value = |mut agent: Filtering| {
            let report = agent.think(&game, &Job::default(), &mut |_| std::ops::ControlFlow::Continue(())).unwrap();
            report.score
        };
        fn plain(search: &Search<'_>, pos: &Cachex, layer: u32) -> Score {
            if layer >= 3 || pos.outcome().is_some() {
                return search.utility(pos, search.root);
            }
            let values = pos.legal_moves().into_iter().map(|mv| plain(search, &pos.after(mv), layer + 1));
            if pos.side_to_move() == search.root { values.max().unwrap() } else { values.min().unwrap() }
        }
        let all = agent(0);
        let search = Search { agent: &all, root: Side::First, game: &game, valued: Cell::new(0) };
        assert_eq!(value(agent(0)), plain(&search, game.position(), 0));
    }

    /// Nine placements, each valued for both sides, are what the filter costs at a node. Once moves alone were counted.
    #[test]
    fn the_price_of_the_filter_is_counted() {
        let game = Game::<Cachex>::new(&"3".parse().unwrap(), &super::super::FREE.parse().unwrap());
        let valued = |depth, layers| {
            let mut agent = Filtering { utility: SixFeature::default(), depth, layers };
            agent.think(&game, &Job::default(), &mut |_| std::ops::ControlFlow::Continue(())).unwrap().nodes
        };
        // Five of nine moves are left; without a filter all nine are leaves.
        assert_eq!([valued(1, 0), valued(1, 1)], [9, 18 + 5]);
        assert!(valued(2, 2) > valued(2, 1));
    }

    #[test]
    fn the_verdict_follows_both_matches() {
        use Verdict::{Fails, Holds, Open};
        assert!(on_filter((Holds, 0.5), (Holds, 1.5)).contains("stronger at the same depth"));
        assert!(on_filter((Fails, 0.5), (Holds, 0.9)).contains("costs no more evaluations"));
        assert!(on_filter((Fails, 0.5), (Holds, 1.9)).contains("limited holds"));
        assert!(on_filter((Fails, 0.5), (Open, 1.9)).contains("limited is not decided"));
    }
}
