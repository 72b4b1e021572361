//! The first player's advantage at 4 and 8 seeds, the report's two footnotes.
//!
//! Two agents without random choices play one game from the start. The report's games differ by their clock. Here the nodes of each
//! move are drawn at random around what 50 ms give, which no other work on the machine changes. Each such game is an independent trial,
//! also where two are alike. Games at a fixed depth from drawn openings repeat themselves by their openings alone, and count once.

use plyground_catalog::keys::SEED;
use plyground_catalog::{AgentRow, Catalog, Contest, games};
use plyground_game::Game;
use plyground_game::random::Random;
use plyground_kalah::{House, Kalah};
use plyground_reports::kalaha as report;
use plyground_search::{Agent, AgentError, Job, Limits, OnDepth, Report, StopFlag};
use plyground_statistics::{Interval, exact_interval};
use serde_json::{Value, json};

use super::AGENT;
use crate::reproduce::estimate::{Estimate, difference_of_shares};
use crate::reproduce::lab::{Lab, list};
use crate::reproduce::page::{Page, grouped};
use crate::reproduce::sample::distinct_games;
use crate::reproduce::standing::percent;
use crate::reproduce::verdict::Verdict;

/// Its search at a fixed depth, which does not depend on the clock.
const FIXED: &str = "alphabeta:unit=turn,eval=margin,depth=5";

/// Nodes of a move: the fewest and the most.
const NODES: (u64, u64) = (60_000, 240_000);

/// More than this share of the points is "a huge advantage, winning almost all of the games".
const HUGE: f64 = 0.75;

/// A share that is smaller by more than this is "much smaller".
const MUCH: f64 = 0.1;

/// Games of one kind, counted for the first player: wins, draws and losses.
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

    fn points(self) -> f64 {
        f64::from(self.0[0]) + f64::from(self.0[1]) / 2.0
    }

    /// The exact 95% interval of the share of points, each game one trial.
    fn interval(self) -> Interval {
        exact_interval(self.points(), self.games(), 0.95)
    }
}

pub(super) fn advantage(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("The first player's advantage");
    let mut rows = Vec::new();
    let mut from_start = Vec::new();
    for (seeds, report) in [(4, "20 of 20"), (8, "8.5 of 20")] {
        let setup = format!("6x{seeds}");
        let pairs = u64::from(lab.many(100, 400));
        let records = lab.own(&format!("first-player-{setup}"), || play_varied(&setup, pairs, NODES))?;
        let counts = Counts::of(list(&records, ""));
        let distinct = distinct_games(list(&records, "")).len();
        from_start.push(counts);
        let games = lab.many(400, 4_000).to_string();
        let records = play(lab, &setup, FIXED, FIXED, &games, "4")?;
        let varied = Counts::of(distinct_games(&records));
        let kinds = [
            (
                format!(
                    "`{AGENT}` from the start, {} to {} nodes per move",
                    grouped(NODES.0 as f64),
                    grouped(NODES.1 as f64)
                ),
                counts,
                distinct,
                report,
            ),
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
    page.say(&on_advantage(four, eight));
    page.judge(
        "footnote 1",
        huge(four).judged(),
        format!("{}% of the points over {} games", percent(four.interval()), four.games()),
    );
    let smaller = smaller(four, eight);
    page.judge(
        "footnote 2",
        Verdict::above(smaller.interval, MUCH).judged(),
        format!("share with 4 seeds minus 8: {} points of 100", smaller.percent()),
    );
    Ok(())
}

/// The report's agent with a number of nodes for each move that is drawn at random.
struct Varied {
    agent: Box<dyn Agent<Kalah>>,
    /// The fewest and the most nodes of a move.
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
        self.agent.think(game, &Job { limits: Limits { nodes: Some(nodes), ..Limits::NONE }, ..job.clone() }, each)
    }
}

/// Games of two such agents from the start.
fn play_varied(setup: &str, pairs: u64, nodes: (u64, u64)) -> Result<Value, String> {
    let fault = |error: plyground_catalog::CatalogError| error.to_string();
    let row = AgentRow::new("varied", "the report's agent with varied nodes", &[SEED], move |make| {
        let agent = report::turns(make.evaluation()?.agent(report::search()), Limits::NONE);
        let seed = make.spec.seed().unwrap_or(0);
        Ok(Box::new(Varied { agent: Box::new(agent), nodes, seed, random: Random::new(seed) }))
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
    // Only what distinguishes games and who has won them.
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

fn huge(four: Counts) -> Verdict {
    Verdict::above(four.interval(), HUGE)
}

fn smaller(four: Counts, eight: Counts) -> Estimate {
    difference_of_shares([four, eight].map(|counts| (counts.points(), counts.games())))
}

/// What the distinct games from the start say of the two footnotes.
fn on_advantage(four: Counts, eight: Counts) -> String {
    let words = |counts: Counts| {
        Verdict::above(counts.interval(), 0.5).choose("an advantage", "a disadvantage", "no significant advantage")
    };
    let smaller = smaller(four, eight);
    format!(
        "In games from the start, the number of nodes of each move is drawn at random. So the games differ, and each is an independent trial; in the report the clock had this effect. In games at a fixed depth, a repeated game \
         does not count. Intervals are exact, over the games counted. With 4 seeds the first player has {}; with 8 seeds it has {}. The claim of a huge advantage with 4 seeds, read as more than {:.0}% of \
         the points, {}. The claim that the share is much smaller with 8 seeds, read as more than {:.0} points of 100, {}: the difference is {}.",
        words(four),
        words(eight),
        100.0 * HUGE,
        huge(four).text(),
        100.0 * MUCH,
        Verdict::above(smaller.interval, MUCH).text(),
        smaller.percent()
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
        assert_eq!([huge(distinct(&same)), huge(distinct(&other))], [Verdict::Open, Verdict::Holds]);
    }

    /// Once each agent had one number of nodes for all moves, and 90 games were nine.
    #[test]
    fn varied_nodes_give_different_games() {
        let play = || play_varied("6x4", 4, (20, 2_000)).unwrap();
        let records = play();
        let distinct = distinct_games(list(&records, "")).len();
        assert!(list(&records, "").len() == 8 && distinct > 5, "{distinct} distinct: {records}");
        assert_eq!(records, play(), "seeds fix the games");
    }

    #[test]
    fn the_verdict_on_the_first_player_follows_the_intervals() {
        let text = on_advantage(Counts([20, 0, 0]), Counts([8, 1, 11]));
        assert!(text.contains("first player has an advantage; with 8 seeds it has no significant advantage"), "{text}");
        assert!(text.contains("of the points, holds") && text.contains("of 100, holds"), "{text}");
        let text = on_advantage(Counts([8, 1, 0]), Counts([11, 1, 4]));
        assert!(text.contains("of 100, is not decided"), "{text}");
        assert!(on_advantage(Counts([0, 0, 20]), Counts([0, 0, 20])).contains("first player has a disadvantage"));
    }
}
