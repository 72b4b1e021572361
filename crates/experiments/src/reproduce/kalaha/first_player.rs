//! The first player's advantage at 4 and 8 seeds, the report's two footnotes.
//!
//! Two agents without random choices always play the same game from the start. The report's games differ by their clock. Here the
//! agent begins no depth after a number of nodes. That number is drawn at random for each move, around the nodes that an idle
//! core searches in 50 ms, so other work on the machine does not change it. Each such game is an independent trial, even if two
//! games are equal. Games at a fixed depth after random openings repeat only if their openings do, and count once.

use std::ops::ControlFlow;

use plyground_catalog::keys::SEED;
use plyground_catalog::{AgentRow, Catalog, Contest, games};
use plyground_eval::kalah::{Finish, StoreDifference};
use plyground_game::Game;
use plyground_game::random::Random;
use plyground_kalah::{House, Kalah};
use plyground_reports::kalaha as report;
use plyground_search::{Agent, AgentError, Job, Limits, OnDepth, Report, StopFlag};
use plyground_statistics::{Interval, exact_interval};
use serde_json::{Value, json};

use super::AGENT;
use crate::reproduce::estimate::{Estimate, difference_of_shares};
use crate::reproduce::lab::{Form, Lab, list};
use crate::reproduce::page::{Judged, Page, grouped};
use crate::reproduce::sample::distinct_games;
use crate::reproduce::standing::percent;
use crate::reproduce::verdict::Verdict;

/// The report's search at a fixed depth, which does not depend on the clock.
const FIXED: &str = "alphabeta:unit=turn,eval=margin,depth=5";

/// Minimum and maximum number of nodes of a move after which no depth begins. Seven layers from the start take 225,154 nodes in
/// 2.9 ms on an idle core, so 50 ms are about four million nodes. The report's agent begins its ninth layer there and completes
/// it.
const NODES: (u64, u64) = (1_000_000, 4_000_000);

/// Upper bound on the depths that such numbers of nodes reach.
const DEPTH: u32 = 100;

/// Counts of the report: points of the first player, and games.
const REPORT: [(f64, f64); 2] = [(20.0, 20.0), (8.5, 20.0)];

/// A share that is smaller by more than this is "much smaller".
const MUCH: f64 = 0.1;

/// Wins, draws and losses of the first player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Counts([u32; 3]);

impl Counts {
    fn of<'a>(games: impl IntoIterator<Item = &'a Value>) -> Counts {
        let mut counts = [0; 3];
        for game in games {
            let place = match game["result"].as_str() {
                Some("first") => 0,
                Some("second") => 2,
                _ => 1,
            };
            counts[place] += 1;
        }
        Counts(counts)
    }

    fn games(self) -> f64 {
        f64::from(self.0.iter().sum::<u32>())
    }

    /// Returns the points and the games.
    fn share(self) -> (f64, f64) {
        (self.points(), self.games())
    }

    fn points(self) -> f64 {
        f64::from(self.0[0]) + f64::from(self.0[1]) / 2.0
    }

    /// Returns the exact 95% interval of the share of points. Each game is one trial.
    fn interval(self) -> Interval {
        exact_interval(self.points(), self.games(), 0.95)
    }
}

pub(super) fn advantage(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("The first player's advantage");
    let nodes = if lab.form == Form::Quick { (20, 2_000) } else { NODES };
    let (mut rows, mut from_start, mut layers) = (Vec::new(), Vec::new(), Vec::new());
    for (seeds, report) in [(4, "20 of 20"), (8, "8.5 of 20")] {
        let setup = format!("6x{seeds}");
        let pairs = u64::from(lab.many(50, 400));
        let records = lab.own(&format!("first-player-{setup}"), || play_varied(&setup, pairs, nodes))?;
        let counts = Counts::of(list(&records, ""));
        let distinct = distinct_games(list(&records, "")).len();
        from_start.push(counts);
        let [least, most] = [at_start(&setup, nodes.0)?, at_start(&setup, nodes.1)?];
        let span = if least == most { least.to_string() } else { format!("{least} to {most}") };
        layers.push(format!("{span} layers with {seeds} seeds"));
        let games = lab.many(400, 4_000).to_string();
        let records = play(lab, &setup, FIXED, FIXED, &games, "4")?;
        let varied = Counts::of(distinct_games(&records));
        let kinds = [
            (format!("`{AGENT}` from the start, random budgets of nodes"), counts, distinct, report),
            (format!("`{FIXED}` after 2 to 4 random moves"), varied, varied.games() as usize, ""),
        ];
        for (what, counts, distinct, report) in kinds {
            let [wins, draws, losses] = counts.0;
            rows.push(vec![
                seeds.to_string(),
                what,
                report.into(),
                counts.games().to_string(),
                distinct.to_string(),
                format!("{wins} / {draws} / {losses}"),
                format!("{:.0}%", 100.0 * counts.points() / counts.games().max(1.0)),
                format!("{}%", percent(counts.interval())),
            ]);
        }
    }
    page.table(
        &[
            "seeds",
            "games",
            "the report: points of the first player",
            "games counted",
            "distinct",
            "wins / draws / losses of the first player",
            "share of points",
            "95% interval",
        ],
        &rows,
    );
    let [four, eight] = [from_start[0], from_start[1]];
    page.paragraph(&format!(
        "In games from the start, the agent begins no depth after {} to {} nodes. The number is drawn at random for each move. At the first move these are {}; the report has up to 9 layers with 4 seeds.",
        grouped(nodes.0 as f64),
        grouped(nodes.1 as f64),
        layers.join(" and ")
    ));
    page.paragraph(&on_advantage(four, eight));
    page.judge(
        "4 seeds, almost all games",
        almost_all(four).judged(),
        format!("{}% of the points over {} games", percent(four.interval()), four.games()),
    );
    page.judge(
        "8 seeds, a much smaller advantage",
        Verdict::above(smaller(four, eight).interval, MUCH).judged(),
        format!("share with 4 seeds minus 8: {} points of 100", smaller(four, eight).percent()),
    );
    page.judge(
        "8 seeds, 8.5 of 20",
        as_in_the_report(eight).judged(),
        format!("{}% of the points over {} games; 8.5 of 20 is 42.5%", percent(eight.interval()), eight.games()),
    );
    let [wins, draws, losses] = four.0;
    page.judge(
        "a more or less perfect strategy",
        wins_every_game(four.0),
        format!("{wins} / {draws} / {losses} wins / draws / losses as first player"),
    );
    Ok(())
}

/// Judges whether the first player won every game. One lost game refutes it. A drawn game leaves it open.
fn wins_every_game([_, draws, losses]: [u32; 3]) -> Judged {
    match (draws, losses) {
        (0, 0) => Judged::Same,
        (_, 0) => Judged::Open,
        _ => Judged::Differs,
    }
}

/// Returns the layers of the first move with a budget of nodes.
fn at_start(setup: &str, nodes: u64) -> Result<u32, String> {
    let setup = setup.parse().map_err(|error| format!("{setup}: {error}"))?;
    let rules = "kalaha".parse().map_err(|error| format!("rules: {error}"))?;
    let mut agent = report::search().with_evaluation(StoreDifference { finish: Finish::Margin });
    let game = Game::<Kalah>::new(&setup, &rules);
    let found = within(&mut agent, &game, &Job::default(), nodes, &mut |_| ControlFlow::Continue(()));
    Ok(found.map_err(|error| error.to_string())?.depth)
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
fn play_varied(setup: &str, pairs: u64, nodes: (u64, u64)) -> Result<Value, String> {
    let fault = |error: plyground_catalog::CatalogError| error.to_string();
    let row = AgentRow::new("varied", "the report's agent with varied nodes", &[SEED], move |make| {
        let agent = make.evaluation()?.agent(report::search());
        let seed = make.spec.seed().unwrap_or(0);
        Ok(Box::new(Varied { agent, nodes, seed, random: Random::new(seed) }))
    });
    let catalog = Catalog::empty().with(games::kalah().agent(row.plays_by("margin")));
    let game = catalog.game("kalah").map_err(fault)?;
    let agents = ["varied", "varied:seed=1"].map(|name| game.agent(name));
    let mut contest = Contest::new(agents.into_iter().collect::<Result<Vec<_>, _>>().map_err(fault)?);
    (contest.spec.setup, contest.spec.rules) = (Some(setup.into()), Some("kalaha".into()));
    (contest.spec.pairs, contest.spec.seed, contest.spec.openings.plies) = (pairs, 1, (0, 0));
    contest.threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let end = game.contest(&contest, None, &StopFlag::default(), &mut |_| {}).map_err(fault)?;
    let records = end.records.iter().map(serde_json::to_value).collect::<Result<Vec<Value>, _>>();
    // Only the fields that distinguish games, and their results.
    let short =
        |record: &Value| json!({"opening": record["opening"], "moves": record["moves"], "result": record["result"]});
    Ok(records.map_err(|error| error.to_string())?.iter().map(short).collect())
}

fn play(
    lab: &mut Lab<'_>,
    setup: &str,
    first: &str,
    second: &str,
    games: &str,
    plies: &str,
) -> Result<Vec<Value>, String> {
    let base = ["match", "kalah", "--rules", "kalaha", "--setup", setup, "--first", first, "--second", second];
    let more = ["--games", games, "--opening-plies", plies, "--seed", "1", "--threads", "1"];
    Ok(lab.contest(&[&base[..], &more].concat())?.1)
}

/// Judges whether the first player wins "almost all of the games": significantly more than the lower end of the interval of the
/// report's 20 of 20.
fn almost_all(four: Counts) -> Verdict {
    Verdict::above(four.interval(), reported().low)
}

/// Returns the exact interval of the report's 20 points of 20.
fn reported() -> Interval {
    exact_interval(REPORT[0].0, REPORT[0].1, 0.95)
}

fn smaller(four: Counts, eight: Counts) -> Estimate {
    difference_of_shares([four, eight].map(Counts::share))
}

/// Judges whether the share with 8 seeds is the report's 8.5 of 20.
fn as_in_the_report(eight: Counts) -> Verdict {
    Verdict::alike(difference_of_shares([eight.share(), REPORT[1]]).interval)
}

/// Returns the verdicts on the two footnotes by the games from the start.
fn on_advantage(four: Counts, eight: Counts) -> String {
    let words = |counts: Counts| {
        Verdict::above(counts.interval(), 0.5).choose("an advantage", "a disadvantage", "no significant advantage")
    };
    let smaller = smaller(four, eight);
    format!(
        "The games therefore differ, and each is an independent trial. In the report, the clock had this effect. In games at a fixed depth, a repeated game does not count. Intervals are exact, over the \
         games counted. With 4 seeds the first player has {}; with 8 seeds it has {}. The claim that it wins almost all games with 4 seeds, read as more than the lower end of \
         the interval of 20 of 20, {:.1}% of the points, {}. The claim that its advantage is much smaller with 8 seeds, read as more than {:.0} points of 100, {}: the difference is {}. The claim that it \
         scores 8.5 of 20 with 8 seeds, read as a difference below 10 points, {}. These are games from the start only.",
        words(four),
        words(eight),
        100.0 * reported().low,
        almost_all(four).text(),
        100.0 * MUCH,
        Verdict::above(smaller.interval, MUCH).text(),
        smaller.percent(),
        as_in_the_report(eight).text()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn games_that_repeat_each_other_count_once() {
        let game = |result: &str, moves: &str| json!({"result": result, "moves": moves, "opening": {"position": "a"}});
        let same: Vec<Value> = (0..20).map(|_| game("first", "1 2 3")).collect();
        let mut other: Vec<Value> = (0..40).map(|number| game("first", &format!("1 {number}"))).collect();
        let distinct = |games: &[Value]| Counts::of(distinct_games(games));
        assert_eq!((distinct(&same), distinct(&other)), (Counts([1, 0, 0]), Counts([40, 0, 0])));
        assert_eq!(Counts::of(&same), Counts([20, 0, 0]), "independent trials that are alike");
        other.extend([game("draw", "7"), game("second", "8")]);
        assert_eq!(distinct(&other), Counts([40, 1, 1]));
        assert_eq!([almost_all(distinct(&same)), almost_all(distinct(&other))], [Verdict::Open, Verdict::Holds]);
    }

    #[test]
    fn a_lost_game_is_no_perfect_strategy() {
        let judged = [[9, 0, 0], [8, 1, 0], [8, 0, 1]].map(wins_every_game);
        assert_eq!(judged, [Judged::Same, Judged::Open, Judged::Differs]);
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
        assert_eq!([479, 480].map(|nodes| at_start("6x4", nodes)), [Ok(3), Ok(4)], "three layers take 479 nodes");
    }

    #[test]
    fn the_verdict_on_the_first_player_follows_the_intervals() {
        let text = on_advantage(Counts([200, 0, 0]), Counts([90, 20, 90]));
        assert!(text.contains("first player has an advantage; with 8 seeds it has no significant advantage"), "{text}");
        assert!(text.contains("of the points, holds") && text.contains("of 100, holds"), "{text}");
        let text = on_advantage(Counts([8, 1, 0]), Counts([11, 1, 4]));
        assert!(text.contains("of 100, is not decided"), "{text}");
        assert!(on_advantage(Counts([0, 0, 20]), Counts([0, 0, 20])).contains("first player has a disadvantage"));
        // Eight points less is not much less.
        let text = on_advantage(Counts([1_800, 0, 200]), Counts([1_640, 0, 360]));
        assert!(text.contains("points of 100,") && !text.contains("points of 100, holds"), "{text}");
        // Three quarters of the points are not almost all games.
        assert_eq!(almost_all(Counts([160, 0, 40])), Verdict::Open);
        assert_eq!(almost_all(Counts([150, 0, 50])), Verdict::Fails);
    }

    #[test]
    fn a_share_is_compared_with_the_report_s_own() {
        let share = |wins: u32| as_in_the_report(Counts([wins, 0, 1000 - wins]));
        assert_eq!([share(425), share(600), share(950)], [Verdict::Open, Verdict::Open, Verdict::Fails]);
    }
}
