//! The cost of long commands, which they state first; on a terminal they ask before they start.

use std::io::{BufRead, IsTerminal, stderr, stdin};
use std::time::Duration;

use plyground_catalog::{AgentSpec, NODES_A_MOVE};
use plyground_search::{Clock, Limits};

use crate::failure::{Done, Failure};
use crate::out::fill_to_terminal as fill;
use crate::words::duration;

/// Time from which a command asks.
const LONG: Duration = Duration::from_secs(60);
/// Plies of a game, for an estimate of its time.
const PLIES: usize = 40;
/// Nodes per second, for an estimate of the time of a move.
const SPEED: f64 = 1e6;

/// What a command takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Cost {
    /// The work and its cost, in one line.
    pub(crate) text: String,
    /// Whether the command asks first.
    asks: bool,
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
    /// Time per move of each agent; `None` where the limits do not determine it.
    pub(crate) moves: Vec<Option<Duration>>,
    /// Games at a time.
    pub(crate) concurrency: usize,
}

impl Cost {
    /// The cost of work that its owner describes as large.
    pub(crate) fn large(text: String) -> Cost {
        Cost { text, asks: true }
    }

    /// Estimates the time of games: a game has 40 plies, and each agent makes the same number of moves.
    pub(crate) fn of_games(games: &Games) -> Cost {
        let time = games.time();
        Cost { text: format!("{} games take about {}", games.games, duration(time)), asks: time > LONG }
    }

    /// Estimates the time of generations of games; without their number, the budget is the time.
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
        let a_move = |time: &Option<Duration>| match (time, games.clock) {
            // A player plans the clock for more moves than an average game has.
            (_, Some(Clock { left, increment })) => {
                left.as_secs_f64() / f64::from(PLIES as u32) + increment.as_secs_f64()
            }
            (Some(time), None) => time.as_secs_f64(),
            (None, None) => 0.0,
        };
        let mean = games.moves.iter().map(a_move).sum::<f64>() / games.moves.len().max(1) as f64;
        let seconds = games.games as f64 * plies * mean / games.concurrency.max(1) as f64;
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
    }
}

/// Estimates the time of an agent's move under the limits of the run, else under its own.
pub(crate) fn move_time(run: Limits, agent: &AgentSpec) -> Option<Duration> {
    let limits = run.or(agent.limits());
    let searches = agent.info().takes("nodes");
    let nodes = if limits.is_limited() { limits.nodes } else { Some(NODES_A_MOVE).filter(|_| searches) };
    time_of(Limits { nodes, ..limits })
}

/// Estimates the time of a move under these limits; `None` where they do not determine it.
pub(crate) fn time_of(limits: Limits) -> Option<Duration> {
    let of_nodes = |nodes| Duration::try_from_secs_f64(nodes as f64 / SPEED).unwrap_or(Duration::MAX);
    limits.time.into_iter().chain(limits.nodes.map(of_nodes)).min()
}

/// States a large cost and asks, on a terminal, whether to start. `yes` skips the question.
pub(crate) fn confirm(cost: Option<&Cost>, yes: bool) -> Done {
    let Some(cost) = cost.filter(|cost| cost.asks) else { return Ok(()) };
    anstream::eprintln!("{}", fill(&cost.text));
    if yes || !stdin().is_terminal() || !stderr().is_terminal() {
        return Ok(());
    }
    anstream::eprint!("start? [y/N] ");
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
        Games { games, most_plies: 400, clock: None, moves: vec![time, time], concurrency: 2 }
    }

    #[test]
    fn runs_of_more_than_a_minute_ask() {
        let second = Some(Duration::from_secs(1));
        let long = Cost::of_games(&games(100, second));
        assert_eq!(long, Cost { text: "100 games take about 33 min".into(), asks: true });
        assert!(!Cost::of_games(&games(2, second)).asks);
        assert!(!Cost::of_games(&games(1_000_000, None)).asks, "the limits do not determine the time");
        let clock = Some(Clock { left: Duration::from_secs(60), increment: Duration::ZERO });
        assert!(Cost::of_games(&Games { clock, ..games(4, None) }).asks);
        let short = Games { most_plies: 1, ..games(100, second) };
        assert!(!Cost::of_games(&short).asks, "short games");
        assert!(Cost::of_games(&Games { concurrency: 0, ..games(u64::MAX, second) }).asks);
    }

    #[test]
    fn the_limit_of_the_run_and_the_lower_one_count() {
        let catalog = Catalog::standard();
        let agent = |text| catalog.game("kalah").unwrap().agent(text).unwrap();
        let run = Limits::nodes(500_000);
        assert_eq!(move_time(run, &agent("pvs:time=3s")), Some(Duration::from_millis(500)));
        assert_eq!(move_time(Limits::NONE, &agent("pvs:time=3s")), Some(Duration::from_secs(3)));
        assert_eq!(move_time(Limits::depth(9), &agent("pvs")), None);
        assert_eq!(move_time(Limits::NONE, &agent("pvs")), Some(Duration::from_millis(10)));
        assert_eq!(move_time(Limits::NONE, &agent("random")), None);
    }

    #[test]
    fn only_yes_is_yes() {
        assert!(["y", "Y\n", " yes "].into_iter().all(is_yes));
        assert!(["", "\n", "n", "maybe"].iter().all(|answer| !is_yes(answer)));
    }
}
