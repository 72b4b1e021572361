//! The first player's advantage at 4 and 8 seeds, the report's two footnotes, as a curve over the work of a move.
//!
//! Two agents without random choices always play the same game from the start. The report's games differ by their clock. Here the
//! agent begins no depth after a number of nodes, drawn at random for each move, so other work on the machine does not change it.
//! Games that are equal nevertheless count once.

use std::ops::ControlFlow;

use plyground_arena::MatchSpec;
use plyground_catalog::keys::SEED;
use plyground_catalog::{AgentRow, games};
use plyground_eval::kalah::{Finish, StoreDifference};
use plyground_game::Game;
use plyground_game::random::Random;
use plyground_kalah::{House, Kalah};
use plyground_reports::kalaha as report;
use plyground_search::{Agent, AgentError, Job, Limits, OnDepth, Report};
use plyground_statistics::exact_interval;
use serde_json::{Value, json};

use crate::Result;
use crate::reproduce::answer::list;
use crate::reproduce::contest::{contest_of_two, random_openings};
use crate::reproduce::estimate::difference_of_shares;
use crate::reproduce::lab::{Form, Lab};
use crate::reproduce::sample::Share;

/// Minimum numbers of nodes of a move after which no depth begins, and games. The maximum is four times as much. An idle core
/// searches about four million nodes in 50 ms.
const BUDGETS: [(u64, u32); 6] =
    [(1_000, 200), (4_000, 200), (16_000, 200), (64_000, 100), (256_000, 40), (1_000_000, 20)];

/// Upper bound on the depths that such numbers of nodes reach.
const DEPTH: u32 = 100;

/// Layers that the report reaches with 4 seeds. It states none for 8.
const LAYERS: u32 = 9;

/// Counts of the report: points of the first player, and games.
const REPORT: [Share; 2] = [Share { points: 20.0, games: 20.0 }, Share { points: 8.5, games: 20.0 }];

/// Games with one budget.
struct Budget {
    nodes: (u64, u64),
    /// Layers of the first move with the fewest and the most nodes.
    layers: [u32; 2],
    games: usize,
    share: Share,
}

pub(super) fn advantage(lab: &mut Lab<'_>) -> Result<Value> {
    let mut curves = Vec::new();
    for seeds in [4, 8] {
        let setup = format!("6x{seeds}");
        let mut curve = Vec::new();
        for (fewest, games) in BUDGETS {
            let nodes = if lab.form == Form::Quick { (20, 2_000) } else { (fewest, 4 * fewest) };
            let pairs = u64::from(lab.many(games / 2, 2 * games));
            let name = format!("first-player-{setup}-{fewest}");
            let records = lab.own(&name, || play_varied(&setup, pairs, nodes))?;
            let records = list(&records, "");
            let layers = [at_start(&setup, nodes.0)?, at_start(&setup, nodes.1)?];
            curve.push(Budget { nodes, layers, games: records.len(), share: Share::of(records, |_| true) });
        }
        curves.push(curve);
    }
    Ok(compared(&curves[0], &curves[1]))
}

/// Returns the figures of both curves, with the differences of their shares and those from the report's 8.5 of 20.
fn compared(four: &[Budget], eight: &[Budget]) -> Value {
    let shown = |Budget { nodes, layers, games, share }: &Budget| {
        json!({
            "nodes": nodes, "layers": layers, "games": games, "distinct": share.games, "points": share.points,
            "won": share.points == share.games, "share": share.figures(),
        })
    };
    json!({
        "layers": LAYERS, "almost_all": exact_interval(REPORT[0].points, REPORT[0].games, 0.95).low,
        "four": four.iter().map(shown).collect::<Vec<_>>(), "eight": eight.iter().map(shown).collect::<Vec<_>>(),
        "deep": four.iter().filter(|budget| budget.layers[1] >= LAYERS).map(shown).collect::<Vec<_>>(),
        "less": four.iter().zip(eight).map(|(four, eight)| difference_of_shares([four.share, eight.share])).collect::<Vec<_>>(),
        "to_report": eight.iter().map(|eight| difference_of_shares([eight.share, REPORT[1]])).collect::<Vec<_>>(),
    })
}

/// Returns the layers of the first move with a budget of nodes.
fn at_start(setup: &str, nodes: u64) -> Result<u32> {
    let (setup, rules) = (setup.parse()?, "kalaha".parse()?);
    let mut agent = report::search().with_evaluation(StoreDifference { finish: Finish::Margin });
    let game = Game::<Kalah>::new(&setup, &rules);
    let found = within(&mut agent, &game, &Job::default(), nodes, &mut |_| ControlFlow::Continue(()));
    Ok(found?.depth)
}

/// Searches by iterative deepening and begins no depth after this number of nodes. The report's agent begins none after 50 ms.
fn within(
    agent: &mut dyn Agent<Kalah>,
    game: &Game<Kalah>,
    job: &Job,
    nodes: u64,
    each: OnDepth<'_, Kalah>,
) -> Result<Report<House>, AgentError> {
    let job = Job { limits: Limits::depth(DEPTH), fixed: false, ..job.clone() };
    agent.think(game, &job, &mut |report| {
        each(report)?;
        if report.nodes < nodes { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })
}

/// The report's search with a random budget of nodes for each move.
struct Varied {
    agent: Box<dyn Agent<Kalah>>,
    /// Minimum and maximum number of nodes of a move after which no depth begins.
    nodes: (u64, u64),
    seed: u64,
    random: Random,
}

impl Agent<Kalah> for Varied {
    fn is_limited(&self) -> bool {
        true
    }

    fn new_game(&mut self) {
        self.agent.new_game();
    }

    fn prepare(&mut self, game: &Game<Kalah>) {
        self.agent.prepare(game);
    }

    fn reseed(&mut self, seed: u64) {
        // Two agents in a game draw different numbers.
        self.random = Random::new(seed ^ self.seed.rotate_left(32));
        self.agent.reseed(seed);
    }

    fn think(&mut self, game: &Game<Kalah>, job: &Job, each: OnDepth<'_, Kalah>) -> Result<Report<House>, AgentError> {
        let (fewest, most) = self.nodes;
        let nodes = fewest + self.random.below((most - fewest + 1) as usize) as u64;
        within(&mut *self.agent, game, job, nodes, each)
    }
}

/// Plays games of two such agents from the start.
fn play_varied(setup: &str, pairs: u64, nodes: (u64, u64)) -> Result<Value> {
    let row = AgentRow::new("varied", "the report's agent with varied nodes", &[SEED], move |make| {
        let agent = make.evaluation()?.agent(report::search());
        let seed = make.spec.seed().unwrap_or(0);
        Ok(Box::new(Varied { agent, nodes, seed, random: Random::new(seed) }))
    });
    let (setup, rules, openings) = (Some(setup.into()), Some("kalaha".into()), random_openings((0, 0)));
    let spec = MatchSpec { setup, rules, pairs, seed: 1, openings, ..MatchSpec::default() };
    let game = games::kalah().agent(row.plays_by("margin"));
    let (_, records) = contest_of_two(game, ["varied", "varied:seed=1"], spec)?;
    let records = serde_json::to_value(records)?;
    // Only the fields that distinguish games, and their results.
    let short =
        |record: &Value| json!({"opening": record["opening"], "moves": record["moves"], "result": record["result"]});
    Ok(list(&records, "").iter().map(short).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::claims::tests::judge;
    use crate::reproduce::sample::distinct_games;

    fn budget(points: f64, games: f64, layers: u32) -> Budget {
        Budget { nodes: (1, 4), layers: [layers; 2], games: games as usize, share: Share { points, games } }
    }

    /// Regression: each agent had one number of nodes for all moves, so 90 games were only nine distinct ones.
    #[test]
    fn varied_nodes_give_different_games() {
        let play = || play_varied("6x4", 4, (20, 2_000)).unwrap();
        let records = play();
        let distinct = distinct_games(list(&records, "")).len();
        assert!(list(&records, "").len() == 8 && distinct > 5, "{distinct} distinct: {records}");
        assert_eq!(records, play(), "seeds fix the games");
    }

    /// Regression: the search stopped exactly at the number of nodes, a sixth of the nodes of 50 ms.
    #[test]
    fn varied_nodes_finish_the_running_depth() {
        let game = Game::<Kalah>::new(&Default::default(), &"kalaha".parse().unwrap());
        let search = report::search().with_evaluation(StoreDifference { finish: Finish::Margin });
        let mut agent = Varied { agent: Box::new(search), nodes: (500, 2_000), seed: 0, random: Random::new(1) };
        for _ in 0..10 {
            let report = agent.move_for(&game, &Job::default()).unwrap();
            assert_eq!(report.partial_depth, None, "{report:?}");
            let before = report.nodes - report.iteration_nodes;
            assert!(report.nodes >= 500 && before < 2_000, "{} nodes, {before} before the last depth", report.nodes);
        }
        assert_eq!([479, 480].map(|nodes| at_start("6x4", nodes).unwrap()), [3, 4], "three layers take 479 nodes");
    }

    fn judged(claim: &str, shares: &[(f64, f64)]) -> String {
        let budgets: Vec<Budget> = shares.iter().map(|(points, games)| budget(*points, *games, 9)).collect();
        judge(&format!("kalaha: {claim}"), &json!({"first": compared(&budgets, &budgets)}))
    }

    /// Regression: one budget of the page's choice decided a claim.
    #[test]
    fn all_budgets_have_to_agree() {
        let all = |shares: &[(f64, f64)]| {
            ["almost all games", "a perfect strategy"]
                .map(|claim| judged(&format!("4 seeds at 9 layers, {claim}"), shares))
        };
        assert_eq!(all(&[(40.0, 40.0), (60.0, 60.0)]), ["same", "same"]);
        assert_eq!(all(&[(40.0, 40.0), (8.0, 8.0)]), ["not decided", "same"], "eight distinct games are few");
        assert_eq!(all(&[(50.0, 100.0), (10.0, 100.0)]), ["differs", "differs"]);
        assert_eq!(all(&[(13.5, 14.0), (3.0, 3.0)]), ["not decided", "not decided"]);
        assert_eq!(all(&[]), ["not decided", "not decided"]);
    }

    #[test]
    fn a_share_is_compared_with_the_report_s_own() {
        let share = |points: f64| judged("8 seeds at all budgets, 8.5 of 20", &[(points, 1000.0)]);
        assert_eq!([425.0, 600.0, 950.0].map(share), ["not decided", "not decided", "differs"]);
    }
}
