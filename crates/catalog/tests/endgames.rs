//! Kalah's `best` plays endgames exactly: what it plays and reports is what the solver has, under all rules and at all doors.
#![allow(clippy::unwrap_used)]

use std::time::Duration;

use plyground_arena::{MoveScore, Record};
use plyground_catalog::{ANALYSIS, Catalog, Contest, GameRef, MOVE, MatchSpec, Oracle, Solution, Start};
use plyground_game::random::Random;
use plyground_game::{Position, Side};
use plyground_kalah::{Kalah, KalahRules};
use plyground_search::{Job, Limits, StopFlag};
use plyground_solve::{ExactValue, SolveOptions};

/// Seeds in the houses for which the limits of these tests suffice.
const MOST_SEEDS: u32 = 24;

/// Rules, set-up, the most seeds in the houses, and positions.
const CASES: [(&str, &str, u32, usize); 10] = [
    ("standard", "6x4", MOST_SEEDS, 60),
    ("empty-capture", "6x6", MOST_SEEDS, 40),
    ("tournament", "6x4", MOST_SEEDS, 30),
    ("kgp", "6x6", MOST_SEEDS, 30),
    ("standard,end=mover", "5x4", MOST_SEEDS, 20),
    // Without captures, and on larger boards, solving takes longer.
    ("kalaha", "6x4", 15, 20),
    ("kalaha,majority=on", "6x4", 14, 10),
    ("kalaha", "3x3", 18, 20),
    ("standard", "7x3", 14, 10),
    ("standard", "9x3", 14, 10),
];

fn seeds(pos: &Kalah) -> u32 {
    Side::ALL.into_iter().map(|side| u32::from(pos.seeds_in_houses(side))).sum()
}

/// Random positions of random games with at most so many seeds in the houses, some with exactly so many.
fn positions(rules: &str, setup: &str, most: u32, count: usize) -> Vec<Kalah> {
    let rules: KalahRules = rules.parse().unwrap();
    let mut found = Vec::new();
    for seed in 0.. {
        let mut random = Random::new(seed);
        let mut pos = Kalah::new(&setup.parse().unwrap(), &rules);
        let wanted = most - if seed % 8 == 0 { 0 } else { random.below(most as usize - 4) as u32 };
        while pos.outcome().is_none() && seeds(&pos) > wanted {
            let moves = pos.legal_moves();
            pos = pos.after(moves[random.below(moves.len())]);
        }
        if pos.outcome().is_none() {
            found.push(pos);
        }
        if found.len() == count {
            break;
        }
    }
    found
}

fn start(pos: &Kalah) -> Start {
    Start { rules: Some(pos.rules().to_string()), position: Some(pos.to_string()), ..Start::default() }
}

fn oracle(kalah: &GameRef) -> Box<dyn Oracle> {
    // No folder has this name: the oracle finds no database, and leaves none.
    let options = SolveOptions { tables: "no-such-folder".into(), table: 4, ..SolveOptions::default() };
    kalah.oracle(&SolveOptions { database: Some(8), ..options }).unwrap()
}

fn margin(value: ExactValue) -> f64 {
    match value {
        ExactValue::Margin(margin) => margin.into(),
        ExactValue::Result(result) => panic!("{result:?}, expected a margin"),
    }
}

fn value_of(solved: &Solution, mv: &str) -> ExactValue {
    solved.moves.iter().find(|found| found.mv == mv).unwrap().value
}

#[test]
fn best_plays_endgames_as_the_solver_does() {
    let catalog = Catalog::standard();
    let kalah = catalog.game("kalah").unwrap();
    let mut oracle = oracle(kalah);
    let limit = 2_000_000;
    let mut asked = 0;
    for (rules, setup, most, count) in CASES {
        for (place, pos) in positions(rules, setup, most, count).iter().enumerate() {
            let solved = oracle.solve(&start(pos), &StopFlag::default()).unwrap();
            let mut session = kalah.open(&start(pos)).unwrap();
            let (spec, door) = match place % 4 {
                0 => ("best", ANALYSIS),
                1 => ("best:noise=on,seed=5", MOVE),
                2 => ("best:depth=2", MOVE),
                _ => ("best:table=1", ANALYSIS),
            };
            let lines = 1 + place % 3;
            let job = Job { lines, ..Job::new(Limits::nodes(limit)) };
            let found = session.analyse(&kalah.agent(spec).unwrap(), &job, door, &mut |_| {}).unwrap();
            let text = format!("{spec}: {rules} {pos}: {found:?}");
            assert!(
                found.proven && found.completed && (1..=limit).contains(&found.nodes) || found.nodes == 0,
                "{text}"
            );
            assert_eq!(found.score.number(), margin(solved.value), "{text}");
            assert_eq!(value_of(&solved, found.best.as_ref().unwrap()), solved.value, "{text}");
            assert_eq!(found.lines.len(), lines.min(solved.moves.len()), "{text}");
            for (line, exact) in found.lines.iter().zip(&solved.moves) {
                assert_eq!(line.score.number(), margin(exact.value), "{text}");
                assert_eq!(value_of(&solved, &line.mv), exact.value, "{text}");
            }
            // The line is one of best play to the end of the game.
            let end = found.pv.iter().fold(pos.clone(), |pos, mv| pos.after(pos.read_move(mv).unwrap()));
            assert_eq!(end.final_margin(pos.side_to_move()).map(f64::from), Some(margin(solved.value)), "{text}");
            let share = if margin(solved.value) > 0.0 { 1.0 } else { 0.0 };
            let share = if margin(solved.value) == 0.0 { 0.5 } else { share };
            assert_eq!(found.win_probability, Some(share), "{text}");
            asked += 1;
        }
    }
    assert!(asked >= 200, "{asked}");
}

#[test]
fn best_solves_more_seeds_with_higher_limits() {
    let catalog = Catalog::standard();
    let kalah = catalog.game("kalah").unwrap();
    let mut oracle = oracle(kalah);
    let late: Vec<Kalah> = positions("standard", "6x4", 29, 40).into_iter().filter(|pos| seeds(pos) > 26).collect();
    let mut proven = [0, 0];
    for pos in &late {
        let exact = oracle.value(&start(pos), &StopFlag::default()).unwrap();
        for (proven, nodes) in proven.iter_mut().zip([20_000, 400_000]) {
            let job = Job::new(Limits::nodes(nodes));
            let mut session = kalah.open(&start(pos)).unwrap();
            let found = session.analyse(&kalah.agent("best").unwrap(), &job, MOVE, &mut |_| {}).unwrap();
            assert!(
                found.nodes <= nodes && (!found.proven || found.score.number() == margin(exact)),
                "{pos}: {found:?}"
            );
            *proven += usize::from(found.proven);
        }
    }
    assert!(late.len() >= 5 && proven[0] == 0 && 5 * proven[1] >= 4 * late.len(), "{proven:?} of {}", late.len());
}

#[test]
fn the_first_plies_are_known() {
    let catalog = Catalog::standard();
    let kalah = catalog.game("kalah").unwrap();
    // As the oracle of `State.values` and `ply grade`, without a database of its own and with no time to solve anything.
    let options = SolveOptions { tables: "no-such-folder".into(), table: 1, ..SolveOptions::default() };
    let stop = StopFlag::default();
    stop.stop();
    // The values of the start, published in 2011 and 2000, and of its moves, which the page of exact values has.
    for (rules, value, moves) in
        [("standard", 8, [-14, -10, 8, -2, -8, 4]), ("empty-capture", 10, [-14, -8, 10, -2, -6, 4])]
    {
        let from = Start { rules: Some(rules.into()), ..Start::default() };
        let mut oracle = kalah.oracle(&options).unwrap();
        let solved = oracle.solve(&from, &stop).unwrap();
        assert_eq!(solved.value, ExactValue::Margin(value), "{rules}");
        let of_moves = [1, 2, 3, 4, 5, 6].map(|house: i32| value_of(&solved, &house.to_string()));
        assert_eq!(of_moves, moves.map(ExactValue::Margin), "{rules}");
        assert_eq!(oracle.value(&from, &stop).unwrap(), ExactValue::Margin(value), "{rules}");
        assert_eq!(
            kalah.solve(&from, &options, true, &mut |_| {}).unwrap().value,
            ExactValue::Margin(value),
            "{rules}"
        );
    }
    // A database that is asked for is made, and other rules have no values.
    let from = Start { rules: Some("kalaha".into()), ..Start::default() };
    assert!(kalah.oracle(&options).unwrap().value(&from, &stop).is_err());
    let folder = tempfile::tempdir().unwrap();
    let wanted = SolveOptions { database: Some(3), stop, tables: folder.path().into(), ..options };
    assert!(kalah.solve(&Start::default(), &wanted, true, &mut |_| {}).is_err());
}

/// Checks the moves and scores of `best` in the endgames of a game; returns their number.
fn checked(oracle: &mut dyn Oracle, record: &Record) -> usize {
    let rules: KalahRules = record.rules.parse().unwrap();
    let mut pos = Kalah::parse(&record.opening.position, &rules).unwrap();
    let mut count = 0;
    for (place, text) in record.moves.split_whitespace().enumerate() {
        let mover = record.agents[pos.side_to_move().index()].as_str();
        if place >= record.opening.plies && mover.starts_with("best") && seeds(&pos) <= MOST_SEEDS {
            let solved = oracle.solve(&start(&pos), &StopFlag::default()).unwrap();
            assert_eq!(value_of(&solved, text), solved.value, "{text} in {pos}");
            let score = &record.scores[place - record.opening.plies];
            let expected = match margin(solved.value) {
                0.0 => MoveScore::Value(0.0),
                margin @ 0.0.. => MoveScore::Known(format!("win by {margin}")),
                margin => MoveScore::Known(format!("loss by {}", -margin)),
            };
            assert_eq!(*score, expected, "{text} in {pos}");
            count += 1;
        }
        pos = pos.after(pos.read_move(text).unwrap());
    }
    count
}

#[test]
fn best_plays_endgames_exactly_in_matches() {
    let catalog = Catalog::standard();
    let kalah = catalog.game("kalah").unwrap();
    let mut oracle = oracle(kalah);
    let mut count = 0;
    for (rules, setup) in [("standard", "6x3"), ("kgp", "4x4"), ("tournament", "4x3"), ("kalaha", "3x2")] {
        let agents = ["best", "greedy"].map(|text| kalah.agent(text).unwrap()).to_vec();
        let spec = MatchSpec {
            rules: Some(rules.into()),
            setup: Some(setup.into()),
            limits: Limits::nodes(30_000).into(),
            ..MatchSpec::new(2, 0)
        };
        let contest = Contest { spec, ..Contest::new(agents) };
        let played = kalah.contest(&contest, None, &Default::default(), &mut |_| {}).unwrap();
        count += played.records.iter().map(|record| checked(&mut *oracle, record)).sum::<usize>();
    }
    assert!(count > 60, "{count}");
}

#[test]
fn endgames_keep_to_their_limits() {
    let catalog = Catalog::standard();
    let kalah = catalog.game("kalah").unwrap();
    let mut unsolved = 0;
    for rules in ["standard", "kgp", "kalaha"] {
        for pos in positions(rules, "6x4", MOST_SEEDS, 6) {
            for nodes in [1, 30, 500, 5_000] {
                let mut session = kalah.open(&start(&pos)).unwrap();
                let agent = kalah.agent(&format!("best:nodes={nodes}")).unwrap();
                let found = session.analyse(&agent, &Job::default(), MOVE, &mut |_| {}).unwrap();
                assert!(found.best.is_some() && found.nodes <= nodes, "{rules} {pos}: {found:?}");
                unsolved += u32::from(!found.proven);
            }
            let mut session = kalah.open(&start(&pos)).unwrap();
            let job = Job::new(Limits::time(Duration::from_millis(30)));
            let found = session.analyse(&kalah.agent("best").unwrap(), &job, MOVE, &mut |_| {}).unwrap();
            assert!(found.best.is_some() && found.seconds < 10.0, "{rules} {pos}: {found:?}");
            // A search that was stopped before it began has a move all the same.
            let stop = StopFlag::default();
            stop.stop();
            let found =
                session.analyse(&kalah.agent("best").unwrap(), &Job { stop, ..job }, MOVE, &mut |_| {}).unwrap();
            assert!(found.best.is_some(), "{rules} {pos}");
        }
    }
    assert!(unsolved > 20, "{unsolved}");
}

/// An evaluation that is named plays by itself, and the reference agents stay what they were.
#[test]
fn named_evaluations_and_former_agents_solve_no_endgames() {
    let catalog = Catalog::standard();
    let kalah = catalog.game("kalah").unwrap();
    let pos = &positions("standard", "6x4", MOST_SEEDS, 1)[0];
    let analysed = |spec: &str| {
        let job = Job::new(Limits::nodes(5_000));
        kalah.open(&start(pos)).unwrap().analyse(&kalah.agent(spec).unwrap(), &job, MOVE, &mut |_| {}).unwrap()
    };
    for spec in ["best:eval=strong", "best-2", "best-1", "pvs"] {
        assert_eq!(analysed(spec).nodes, 5_000, "{spec}");
    }
}

/// Regression: an attempt that fails took three quarters of the time before the first report.
#[test]
fn an_attempt_of_seconds_comes_after_a_report() {
    let catalog = Catalog::standard();
    let kalah = catalog.game("kalah").unwrap();
    let from = Start { moves: "3 1 1 2 3 3 1 2 4".into(), ..Start::default() };
    let (mut session, best) = (kalah.open(&from).unwrap(), kalah.agent("best").unwrap());
    session.prepare(&best).unwrap();
    let mut first = None;
    let job = Job::new(Limits::time(Duration::from_secs(2)));
    let found = session
        .analyse(&best, &job, ANALYSIS, &mut |report| {
            first.get_or_insert(report.seconds);
        })
        .unwrap();
    assert!(first.unwrap() < 0.8, "{first:?} of {found:?}");
    assert!(found.best.is_some() && found.seconds < 3.0, "{found:?}");
}
