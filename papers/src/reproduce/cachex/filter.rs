//! A wish that the report did not implement: its filter of moves at all layers instead of at the root alone.

use std::cmp::Reverse;

use plyground_arena::{MatchSpec, Record};
use plyground_cachex::{Cachex, CachexMove};
use plyground_catalog::keys::{DEPTH, Key, Kind};
use plyground_catalog::{AgentRow, games};
use plyground_game::{Evaluate, Game, Position, Score, Side, Window};
use plyground_reports::cachex::SixFeature;
use plyground_search::{Agent, AgentError, Budget, Job, OnDepth, Report};
use serde_json::{Value, json};

use crate::Result;
use crate::reproduce::contest::{contest_of_two, random_openings};
use crate::reproduce::lab::Lab;
use crate::reproduce::numbers::mean;

/// Number of plies from the root at which moves are filtered.
const LAYERS: Key = Key::new(
    "layers",
    Kind::Number { of: "plies", least: 0, most: 9 },
    "1",
    "the plies at which moves are filtered, from the root on",
);

/// Minimax over the better half of the moves, ranked by their value for both sides, as in steps 1 to 3 and 7 of the report's
/// figure 11. From layer `layers` on, it searches all moves.
struct Filtering {
    utility: SixFeature,
    depth: u32,
    layers: u32,
}

const LEAST: Score = Window::FULL.alpha;
const MOST: Score = Window::FULL.beta;

/// A search in progress.
struct Search<'a> {
    agent: &'a Filtering,
    root: Side,
    game: &'a Game<Cachex>,
    /// Number of utilities computed by the filter and at leaves. They take most of the time of the report's agent.
    utilities: u64,
}

impl Search<'_> {
    fn utility(&mut self, pos: &Cachex, side: Side) -> Score {
        self.utilities += 1;
        match pos.outcome() {
            Some(outcome) => self.agent.utility.finished(pos, &(), outcome, side, 0),
            None => self.agent.utility.evaluate(pos, &(), side),
        }
    }

    /// Returns the placements, or in filtered layers the better half of them, best first.
    fn moves(&mut self, pos: &Cachex, layer: u32) -> Vec<CachexMove> {
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

    /// Returns the value for the side at the root, within the window.
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
        let mut search = Search { agent: self, root: pos.side_to_move(), game, utilities: 0 };
        let (mut best, mut alpha) = (None, LEAST);
        for mv in search.moves(pos, 0) {
            let value = search.value(&pos.after(mv), 1, alpha, MOST);
            if best.is_none() || value > alpha {
                (best, alpha) = (Some(mv), value);
            }
        }
        // A filter computes two utilities per move, so a count of nodes would omit its cost.
        let nodes = search.utilities;
        let elapsed = Budget::new(job).elapsed();
        Ok(Report { best, score: alpha, depth: self.depth, nodes, elapsed, completed: true, ..Report::nothing() })
    }
}

/// Plays a match on a board of size 7, without steal, which this agent does not support.
fn play(first: &str, second: &str, pairs: u64) -> Result<Value> {
    let row = AgentRow::new("filtering", "the report's filter at some layers", &[DEPTH, LAYERS], |make| {
        let key = |name: &str, usual: u32| make.spec.number(name).map_or(usual, |number| number as u32);
        Ok(Box::new(Filtering { utility: SixFeature::default(), depth: key("depth", 3), layers: key("layers", 1) }))
    });
    let (setup, rules, openings) = (Some("7".into()), Some(super::FREE.into()), random_openings((2, 4)));
    let spec = MatchSpec { setup, rules, pairs, seed: 1, openings, ..MatchSpec::default() };
    let (standing, records) = contest_of_two(games::cachex().agent(row), [first, second], spec)?;
    let utilities = |name: &str| -> f64 {
        let of = |record: &Record| {
            let seat = record.agents.iter().position(|agent| agent == name).expect("it plays every game");
            // Sides alternate, and either side can have made the last move of the opening.
            let skip = usize::from(record.opening.plies % 2 != seat);
            record.nodes.iter().skip(skip).step_by(2).map(|&nodes| nodes as f64).collect::<Vec<_>>()
        };
        mean(&records.iter().flat_map(of).collect::<Vec<_>>())
    };
    let [one, other] = [first, second].map(utilities);
    Ok(json!({"match": standing.figures(), "utilities": [one, other], "price": one / other}))
}

/// Plays the filter at all plies, at the same depth and one ply deeper, against the filter at the root, and that one against no
/// filter: "it is a huge waste of time to perform minimax on all the cells".
pub(super) fn at_all_layers(lab: &mut Lab<'_>) -> Result<Value> {
    let pairs = u64::from(lab.many(200, 2_000));
    let mut figures = json!({});
    for (name, first, second) in [
        ("same", "filtering:depth=3,layers=3", "filtering:depth=3,layers=1"),
        ("deeper", "filtering:depth=4,layers=4", "filtering:depth=3,layers=1"),
        ("root", "filtering:depth=3,layers=1", "filtering:depth=3,layers=0"),
    ] {
        figures[name] = lab.own(&format!("filter-{name}"), || play(first, second, pairs))?;
    }
    Ok(figures)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::answer::number;
    use crate::reproduce::claims::tests::judge;

    #[test]
    fn a_small_match_can_be_played() {
        let found = play("filtering:depth=2,layers=2", "filtering:depth=2,layers=1", 1).unwrap();
        let [filters, other] = ["/utilities/0", "/utilities/1"].map(|path| number(&found, path).unwrap());
        assert!(filters > other && other > 0.0, "two utilities of each move that is filtered: {filters} {other}");
    }

    #[test]
    fn without_filter_the_value_is_minimax() {
        let game = Game::<Cachex>::new(&"3".parse().unwrap(), &super::super::FREE.parse().unwrap());
        let agent = |layers| Filtering { utility: SixFeature::default(), depth: 3, layers };
        let value = |mut agent: Filtering| {
            let report = agent.think(&game, &Job::default(), &mut |_| std::ops::ControlFlow::Continue(())).unwrap();
            report.score
        };
        fn plain(search: &mut Search<'_>, pos: &Cachex, layer: u32) -> Score {
            if layer >= 3 || pos.outcome().is_some() {
                return search.utility(pos, search.root);
            }
            let root = search.root;
            let values = pos.legal_moves().into_iter().map(|mv| plain(search, &pos.after(mv), layer + 1));
            if pos.side_to_move() == root { values.max().unwrap() } else { values.min().unwrap() }
        }
        let all = agent(0);
        let mut search = Search { agent: &all, root: Side::First, game: &game, utilities: 0 };
        assert_eq!(value(agent(0)), plain(&mut search, game.position(), 0));
    }

    /// The empty board of size 3, counted by hand: 9 moves, of which 5 pass the filter, and 8 answers to each.
    #[test]
    fn the_utilities_of_the_filter_are_counted() {
        let game = Game::<Cachex>::new(&"3".parse().unwrap(), &super::super::FREE.parse().unwrap());
        let utilities = |depth, layers| {
            let mut agent = Filtering { utility: SixFeature::default(), depth, layers };
            agent.think(&game, &Job::default(), &mut |_| std::ops::ControlFlow::Continue(())).unwrap().nodes
        };
        assert_eq!([utilities(1, 0), utilities(1, 1)], [9, 2 * 9 + 5]);
        let both = utilities(2, 2);
        // The answers to each of the 5 moves are filtered, and at least one of the 5 remaining answers is valued.
        let filters = 2 * 9 + 5 * (2 * 8);
        assert!((filters + 5..=filters + 5 * 5).contains(&both), "{both}");
    }

    /// A match that is won, lost or about equal, and the price in utilities.
    fn judged(claim: &str, matches: &[(&str, &str, f64)]) -> String {
        let mut figures = json!({});
        for (name, result, price) in matches {
            let (low, high) = match *result {
                "won" => (0.65, 0.8),
                "lost" => (0.2, 0.35),
                "even" => (0.45, 0.55),
                _ => (0.3, 0.7),
            };
            figures[name] = json!({"match": {"value": 0.5, "low": low, "high": high}, "price": price});
        }
        judge(&format!("cachex: {claim}"), &json!({"filter": figures}))
    }

    #[test]
    fn the_verdict_follows_both_matches() {
        let judged = |same: (&str, f64), deeper: (&str, f64)| {
            let matches = [("same", same.0, same.1), ("deeper", deeper.0, deeper.1)];
            judged("the filter's improvement is limited", &matches)
        };
        assert_eq!(judged(("won", 0.5), ("won", 1.5)), "differs", "stronger at the same depth");
        assert_eq!(judged(("open", 0.5), ("won", 0.9)), "differs", "one ply more costs nothing");
        assert_eq!(judged(("open", 2.0), ("won", 4.0)), "same", "dearer and no stronger");
        assert_eq!(judged(("lost", 0.5), ("won", 1.9)), "same", "weaker");
        assert_eq!(judged(("open", 0.5), ("won", 1.9)), "not decided");
    }

    #[test]
    fn a_filter_of_half_the_price_that_is_as_strong_shows_waste() {
        let cases = [("even", 0.5), ("won", 0.5), ("even", 0.8), ("open", 0.5), ("lost", 0.5), ("even", 1.5)];
        let found = cases.map(|(result, price)| judged("minimax on all cells", &[("root", result, price)]));
        assert_eq!(found, ["same", "same", "not decided", "not decided", "differs", "differs"]);
    }
}
