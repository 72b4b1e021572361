//! Checks the jobs of the reports' agents for their searches: each constant of a plan, as in the report.
#![allow(clippy::unwrap_used)]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use plyground_game::{Game, Position, Side};
use plyground_kalah::{Kalah, KalahRules};
use plyground_khet::Khet;
use plyground_reports::{Planned, kalah, kalaha, khet};
use plyground_search::{Agent, AgentError, Job, Limits, OnDepth, Report};

/// A search that records its job and plays the first legal move.
#[derive(Clone, Default)]
struct Asked(Arc<Mutex<Option<Job>>>);

impl<P: Position> Agent<P> for Asked {
    fn think(&mut self, game: &Game<P>, job: &Job, _: OnDepth<'_, P>) -> Result<Report<P::Move>, AgentError> {
        *self.0.lock().unwrap() = Some(job.clone());
        Ok(Report::of_move(game.position().legal_moves().first().copied()))
    }
}

/// Returns the job of the search of an agent in `game` when the agent has `limits`: the limits of the search, and whether its
/// depth is searched without the depths before it.
fn asks<P: Position>(
    agent: impl FnOnce(Box<dyn Agent<P>>) -> Planned<P>,
    game: &Game<P>,
    limits: Limits,
) -> (Limits, bool) {
    let asked = Asked::default();
    agent(Box::new(asked.clone())).move_for(game, &Job::new(limits)).unwrap();
    let job = asked.0.lock().unwrap().take().unwrap();
    (job.limits, job.fixed)
}

const fn ms(milliseconds: u64) -> Option<Duration> {
    Some(Duration::from_millis(milliseconds))
}

/// Regression: an agent that plans by its own clock counted as repeatable, so that an honest worker could seem to forge its games.
#[test]
fn agents_that_plan_by_a_clock_are_not_repeatable() {
    let [none, nodes] = [Limits::NONE, Limits::nodes(1_000)];
    let search = || Box::new(Asked::default());
    for agent in [kalah::exit_counter(search(), none, false), kalaha::turns(search(), none)] {
        assert!(!agent.is_repeatable(none) && agent.is_repeatable(nodes));
    }
    assert!(!kalaha::turns(search(), nodes).is_repeatable(Limits::time(Duration::from_secs(1))));
}

fn start_of_kalah() -> Game<Kalah> {
    Game::new(&"6x6".parse().unwrap(), &"tournament".parse().unwrap())
}

/// "0.86 seconds was empirically found to be ideal", of "the 1 second move time"; "allows me to use a depth of 6".
#[test]
fn the_capture_report_searches_6_plies_and_leaves_after_860_ms_of_a_second() {
    let agent = |spec: Limits| move |search| kalah::exit_counter(search, spec, false);
    let asks = |spec, limits| asks(agent(spec), &start_of_kalah(), limits);
    let none = Limits::NONE;
    let six = Limits::depth(6);
    // The agent's spec, the limits of the job, and the resulting limits.
    let rows = [
        (none, none, Limits { time: ms(1_000), exit_time: ms(860), ..six }),
        // "around 15% less than the desired search completion time", for any such time.
        (none, Limits { time: ms(300), ..none }, Limits { time: ms(300), exit_time: ms(258), ..six }),
        (Limits { time: ms(50), ..none }, none, Limits { time: ms(50), exit_time: ms(43), ..six }),
        (none, Limits::nodes(10_000), Limits { nodes: Some(10_000), exit_nodes: Some(8_600), ..six }),
        // An explicit exit counter is combined with every other limit.
        (
            Limits { exit_time: ms(100), time: ms(300), ..none },
            none,
            Limits { exit_time: ms(100), time: ms(300), ..six },
        ),
        (
            Limits { exit_time: ms(100), ..none },
            Limits { time: ms(300), ..none },
            Limits { exit_time: ms(100), time: ms(300), ..six },
        ),
        (
            Limits { exit_time: ms(100), ..none },
            Limits::nodes(500),
            Limits { exit_time: ms(100), nodes: Some(500), ..six },
        ),
        (none, Limits::depth(9), Limits { time: ms(1_000), exit_time: ms(860), ..Limits::depth(9) }),
    ];
    for (spec, limits, expected) in rows {
        assert_eq!(asks(spec, limits), (expected, true), "{spec:?}, {limits:?}");
    }
}

/// "Ideally, early in the game, the depth could be 5, then switch to 6, then 7 and maybe 8 as the game progresses": by the
/// seeds in both stores, a quarter of them all for each step.
#[test]
fn the_capture_report_s_dynamic_depth_goes_from_5_to_8_as_the_stores_fill() {
    let rules = KalahRules::default();
    for (mine, theirs, depth) in
        [(0, 0, 5), (5, 4, 5), (5, 5, 6), (19, 0, 6), (0, 20, 7), (14, 15, 7), (20, 10, 8), (19, 20, 8)]
    {
        // Forty seeds on two houses a side.
        let houses = (40 - mine - theirs) / 4;
        let rest = 40 - mine - theirs - 3 * houses;
        let text = format!("<2,{mine},{theirs},{houses},{houses},{houses},{rest}> S");
        let pos = Kalah::parse(&text, &rules).unwrap();
        assert_eq!(pos.total(), 40, "{text}");
        let game = Game::from_position(pos, &rules);
        let (limits, _) = asks(|search| kalah::exit_counter(search, Limits::NONE, true), &game, Limits::NONE);
        assert_eq!(limits.depth, Some(depth), "{text}");
        let (given, _) = asks(|search| kalah::exit_counter(search, Limits::depth(3), true), &game, Limits::NONE);
        assert_eq!(given.depth, Some(3), "a given depth overrides the plan");
    }
}

/// "The agent cannot start searching on a new depth after 50 ms." The report also wishes for "a strict time limit", an "interrupt
/// system", in addition to the soft limit.
#[test]
fn the_turns_report_begins_no_depth_after_50_ms_beside_a_strict_limit() {
    let game = Game::<Kalah>::new(&Default::default(), &"kalaha".parse().unwrap());
    let asks = |spec, limits| asks(move |search| kalaha::turns(search, spec), &game, limits);
    let none = Limits::NONE;
    let soft = Limits { soft_time: ms(50), ..none };
    assert_eq!(asks(none, none), (soft, false));
    assert_eq!(asks(none, Limits { time: ms(5_000), ..none }), (Limits { time: ms(5_000), ..soft }, false));
    assert_eq!(asks(Limits { time: ms(80), ..none }, none), (Limits { time: ms(80), ..soft }, false));
    let slower = Limits { soft_time: ms(200), time: ms(300), ..none };
    assert_eq!(asks(slower, none), (slower, false));
    assert_eq!(asks(none, Limits::nodes(900)), (Limits::nodes(900), false), "nodes repeat themselves, clocks do not");
}

/// The report's server allows 15 s. Its agents have a budget of 4 plies and a beam search of 6 plies.
#[test]
fn the_khet_report_s_agents_stop_at_14_900_ms() {
    let game = Game::<Khet>::default();
    let time = |depth| Limits { time: ms(14_900), ..Limits::depth(depth) };
    assert_eq!(asks(khet::user_bot, &game, Limits::NONE), (time(4), true));
    assert_eq!(asks(khet::heuristic_bot, &game, Limits::NONE), (time(6), true));
    assert_eq!(game.position().side_to_move(), Side::First);
}

/// A search that records its notifications.
#[derive(Clone, Default)]
struct Notified(Arc<Mutex<Vec<String>>>);

impl<P: Position> Agent<P> for Notified {
    fn new_game(&mut self) {
        self.0.lock().unwrap().push("new game".into());
    }

    fn prepare(&mut self, game: &Game<P>) {
        self.0.lock().unwrap().push(format!("prepare {}", game.position()));
    }

    fn reseed(&mut self, seed: u64) {
        self.0.lock().unwrap().push(format!("seed {seed}"));
    }

    fn think(&mut self, _: &Game<P>, _: &Job, _: OnDepth<'_, P>) -> Result<Report<P::Move>, AgentError> {
        Ok(Report::of_move(None))
    }
}

#[test]
fn a_planned_search_is_notified_of_games_seeds_and_boards() {
    let notified = Notified::default();
    let mut agent = Planned::new(Box::new(notified.clone()), Limits::NONE);
    let game = start_of_kalah();
    agent.reseed(7);
    agent.new_game();
    agent.prepare(&game);
    assert_eq!(*notified.0.lock().unwrap(), ["seed 7", "new game", &format!("prepare {}", game.position())]);
}
