//! The cost of long commands, which they state first; on a terminal they ask before they start.

#![expect(clippy::disallowed_methods, reason = "it measures a move")]

use std::io::{BufRead, IsTerminal, stderr, stdin};
use std::time::{Duration, Instant};

use plyground_catalog::{AgentSpec, GameRef, NODES_A_MOVE, Start};
use plyground_search::{Clock, Job, Limits};

use crate::args::YesArgs;
use crate::failure::{Done, Failure};
use crate::out::{fill_to_terminal as fill, note, note_part};
use crate::words::duration;

/// Time from which a command asks.
const LONG: Duration = Duration::from_secs(60);
/// Plies of a game, for an estimate of its time.
const PLIES: usize = 40;
/// Nodes per second, for an estimate of the time of a search.
const SPEED: f64 = 1e6;
/// Longest measurement of a move.
const TRIAL: Duration = Duration::from_millis(300);

/// The cost of a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Cost {
    /// The work and its cost, in one line.
    pub(crate) text: String,
    /// Whether the command asks first.
    asks: bool,
}

/// The time of an agent's move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MoveTime {
    time: Duration,
    /// Whether the move takes longer: its measurement was cut off.
    is_lower_bound: bool,
}

/// The games of a run, for an estimate of their time.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Games {
    /// Number of games.
    pub(crate) games: u64,
    /// Plies after which a game ends.
    pub(crate) most_plies: usize,
    /// Time per game and increment per move.
    pub(crate) clock: Option<Clock>,
    /// Time per move of each agent; `None` where it is unknown.
    pub(crate) moves: Vec<Option<MoveTime>>,
    /// Games at a time.
    pub(crate) concurrency: usize,
    /// Nodes of other games, whose number is unknown.
    pub(crate) nodes: u64,
}

impl Cost {
    /// Creates the cost of work that is described as large.
    pub(crate) fn large(text: String) -> Cost {
        Cost { text, asks: true }
    }

    /// Creates the cost of work, such as `the search takes up to`, that takes this time.
    pub(crate) fn of_work(work: &str, time: Duration) -> Cost {
        Cost { text: format!("{work} {}", duration(time)), asks: time > LONG }
    }

    /// Estimates the time of games: a game has 40 plies, and each agent makes the same number of moves.
    pub(crate) fn of_games(games: &Games) -> Cost {
        let time = games.time();
        let nodes = if games.nodes == 0 { String::new() } else { format!("{} nodes and ", games.nodes) };
        let is_lower_bound = games.clock.is_none() && games.moves.iter().flatten().any(|each| each.is_lower_bound);
        let word = match games.clock {
            Some(_) => "up to",
            None if is_lower_bound => "more than",
            None => "about",
        };
        let text = format!("{nodes}{} games take {word} {}", games.games, duration(time));
        Cost { text, asks: time > LONG }
    }

    /// Estimates the time of generations of games. Without their number, the budget is the time.
    pub(crate) fn of_generations(games: &[Games], generations: Option<u32>, budget: Option<Duration>) -> Cost {
        let each = games.iter().map(Games::time).fold(Duration::ZERO, Duration::saturating_add);
        let all = generations.map_or(Duration::MAX, |generations| each.saturating_mul(generations));
        let all = budget.map_or(all, |budget| all.min(budget));
        let (each, text) = (duration(each), duration(all));
        Cost { text: format!("a generation takes up to about {each}, all of them up to {text}"), asks: all > LONG }
    }
}

impl Games {
    /// Estimates the time of the games.
    fn time(&self) -> Duration {
        let games = self;
        let plies = games.most_plies.min(PLIES) as f64;
        let a_move = match games.clock {
            // A player plans the clock for more moves than an average game has.
            Some(Clock { left, increment }) => left.as_secs_f64() / f64::from(PLIES as u32) + increment.as_secs_f64(),
            None => {
                let sum: f64 = games.moves.iter().flatten().map(|each| each.time.as_secs_f64()).sum();
                sum / games.moves.len().max(1) as f64
            }
        };
        let one_by_one = games.games as f64 * plies * a_move + games.nodes as f64 / SPEED;
        let seconds = one_by_one / games.concurrency.max(1) as f64;
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
    }
}

/// Estimates the time of a search with these limits.
pub(crate) fn search_time(limits: Limits) -> Option<Duration> {
    let nodes = limits.nodes.map(|nodes| Duration::try_from_secs_f64(nodes as f64 / SPEED).unwrap_or(Duration::MAX));
    limits.time.into_iter().chain(nodes).min()
}

/// Estimates the time of a move under these limits; `None` if they do not determine it.
pub(crate) fn known_time(limits: Limits) -> Option<MoveTime> {
    search_time(limits).map(|time| MoveTime { time, is_lower_bound: false })
}

/// Estimates the time of an agent's move under the limits of the run, else its own. If only a depth limits it and the command may
/// ask, a move from the start is measured.
pub(crate) fn move_time(
    game: &GameRef,
    start: &Start,
    run: Limits,
    agent: &AgentSpec,
    yes: &YesArgs,
) -> Option<MoveTime> {
    let limits = run.or(agent.limits());
    let searches = agent.info().takes("nodes");
    let limits = if !limits.is_limited() && searches { Limits::nodes(NODES_A_MOVE) } else { limits };
    match known_time(limits) {
        Some(time) => Some(time),
        None if searches && limits.depth.is_some() && may_ask(yes) => measured(game, start, limits, agent),
        None => None,
    }
}

/// Measures a move from the start, for at most 0.3 s. The run itself reports a wrong start or agent.
fn measured(game: &GameRef, start: &Start, limits: Limits, agent: &AgentSpec) -> Option<MoveTime> {
    let mut session = game.open(start).ok()?;
    let since = Instant::now();
    let job = Job { always_search: true, ..Job::new(Limits { time: Some(TRIAL), ..limits }) };
    let found = session.analyse(agent, &job, Limits::NONE, &mut |_| {}).ok()?;
    Some(MoveTime { time: since.elapsed(), is_lower_bound: !found.completed })
}

/// Measures the nodes that `best` searches in a second from a start, for at most 0.3 s; `None` where it cannot start.
pub(crate) fn nodes_a_second(game: &GameRef, start: &Start) -> Option<f64> {
    let (mut session, best) = (game.open(start).ok()?, game.agent("best").ok()?);
    let mut search = |nodes| {
        let since = Instant::now();
        let limits = Limits { nodes: Some(nodes), ..Limits::time(TRIAL) };
        let job = Job { always_search: true, ..Job::new(limits) };
        let found = session.analyse(&best, &job, Limits::NONE, &mut |_| {}).ok()?;
        (found.nodes > 0).then(|| found.nodes as f64 / since.elapsed().as_secs_f64())
    };
    // The first search loads what the agent needs.
    search(100).and_then(|_| search(NODES_A_MOVE))
}

/// Returns whether a large cost leads to a question.
fn may_ask(yes: &YesArgs) -> bool {
    !yes.yes && stdin().is_terminal() && stderr().is_terminal()
}

/// States a large cost and asks, on a terminal, whether to start. `--yes` skips the question.
pub(crate) fn confirm(cost: Option<&Cost>, yes: &YesArgs) -> Done {
    let Some(cost) = cost.filter(|cost| cost.asks) else { return Ok(()) };
    note!("{}", fill(&cost.text));
    if !may_ask(yes) {
        return Ok(());
    }
    note_part!("start? [y/N] ");
    let mut answer = String::new();
    stdin().lock().read_line(&mut answer)?;
    if is_yes(&answer) {
        Ok(())
    } else {
        Err(Failure::Undone("not started: expected `y`, or the option `--yes`".into()))
    }
}

fn is_yes(answer: &str) -> bool {
    matches!(answer.trim().to_lowercase().as_str(), "y" | "yes")
}

#[cfg(test)]
mod tests {
    use plyground_catalog::Catalog;

    use super::*;

    fn games(games: u64, time: Option<Duration>) -> Games {
        let time = time.map(|time| MoveTime { time, is_lower_bound: false });
        Games { games, most_plies: 400, clock: None, moves: vec![time, time], concurrency: 2, nodes: 0 }
    }

    #[test]
    fn runs_of_more_than_a_minute_ask() {
        let second = Some(Duration::from_secs(1));
        let long = Cost::of_games(&games(100, second));
        assert_eq!(long, Cost { text: "100 games take about 33 min".into(), asks: true });
        assert!(!Cost::of_games(&games(2, second)).asks);
        assert!(!Cost::of_games(&games(1_000_000, None)).asks, "the limits do not determine the time");
        let clock = Some(Clock { left: Duration::from_secs(60), increment: Duration::ZERO });
        assert!(Cost::of_games(&Games { clock, moves: Vec::new(), ..games(4, None) }).asks);
        let short = Games { most_plies: 1, ..games(100, second) };
        assert!(!Cost::of_games(&short).asks, "short games");
        assert!(Cost::of_games(&Games { concurrency: 0, ..games(u64::MAX, second) }).asks);
        let nodes = Games { nodes: 600_000_000, ..games(0, None) };
        assert_eq!(Cost::of_games(&nodes).text, "600000000 nodes and 0 games take about 5 min");
        let cut = Some(MoveTime { time: TRIAL, is_lower_bound: true });
        let cut = Games { moves: vec![None, cut], ..games(100, None) };
        assert_eq!(Cost::of_games(&cut), Cost { text: "100 games take more than 5 min".into(), asks: true });
    }

    #[test]
    fn the_limit_of_the_run_and_the_lower_one_count() {
        let catalog = Catalog::standard();
        let game = catalog.game("kalah").unwrap();
        let time = |run, text| {
            // Nothing is measured if the command does not ask.
            let found = move_time(game, &Start::default(), run, &game.agent(text).unwrap(), &YesArgs { yes: true });
            found.map(|found| found.time)
        };
        assert_eq!(time(Limits::nodes(500_000), "pvs:time=3s"), Some(Duration::from_millis(500)));
        assert_eq!(time(Limits::NONE, "pvs:time=3s"), Some(Duration::from_secs(3)));
        assert_eq!(time(Limits::depth(9), "pvs"), None);
        assert_eq!(time(Limits::NONE, "pvs"), Some(Duration::from_millis(10)));
        assert_eq!(time(Limits::NONE, "random"), None);
    }

    #[test]
    fn a_move_with_a_depth_is_measured() {
        let catalog = Catalog::standard();
        let game = catalog.game("kalah").unwrap();
        let time = |depth| measured(game, &Start::default(), Limits::depth(depth), &game.agent("pvs").unwrap());
        assert!(!time(1).unwrap().is_lower_bound);
        assert!(time(60).unwrap().is_lower_bound, "cut off after 0.3 s");
        let nowhere = Start { setup: Some("none".into()), ..Start::default() };
        assert_eq!(measured(game, &nowhere, Limits::depth(1), &game.agent("pvs").unwrap()), None);
    }

    #[test]
    fn the_speed_of_a_search_is_measured_where_there_is_one() {
        let catalog = Catalog::standard();
        for game in catalog.games() {
            // The start of Kalah is in a book, which needs no search.
            let speed = nodes_a_second(game, &Start::default());
            assert!(speed.is_some_and(|speed| speed > 100.0), "{}: {speed:?}", game.info().name);
        }
        let kalah = catalog.game("kalah").unwrap();
        let nowhere = Start { setup: Some("none".into()), ..Start::default() };
        let over = Start { position: Some("<2,3,1,0,0,0,0> N".into()), ..Start::default() };
        assert_eq!([nowhere, over].map(|start| nodes_a_second(kalah, &start)), [None, None]);
    }

    #[test]
    fn only_yes_is_yes() {
        assert!(["y", "Y\n", " yes "].into_iter().all(is_yes));
        assert!(["", "\n", "n", "maybe"].iter().all(|answer| !is_yes(answer)));
    }
}
