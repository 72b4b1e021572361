//! Games solved tier by tier, compared with plain minimax, flat retrograde analysis and the solvers of specific games.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::tic_tac_toe::TicTacToe;
use plyground_cachex::Cachex;
use plyground_game::random::Random;
use plyground_game::{Game, Outcome, Position, Side, StandardRules, StandardSetup, Symmetric};
use plyground_kalah::Kalah;
use plyground_search::{Agent, Job, RandomAgent, Source, StopFlag};
use plyground_solve::cachex::ExactCachex;
use plyground_solve::kalah::ExactKalah;
use plyground_solve::proof::Sample;
use plyground_solve::{
    ExactMove, ExactValue, KeptOracle, Rank, Retrograde, Solvable, SolveError, SolveOptions, TableAgent, Tiered, Tiers,
    Value, Wdl, judge, solve,
};
use plyground_tigers::{Tigers, TigersRules};

fn options(folder: &Path, threads: usize) -> SolveOptions {
    SolveOptions { tables: folder.to_owned(), threads, ..SolveOptions::default() }
}

fn noughts(moves: &str) -> Game<TicTacToe> {
    let mut game = Game::new(&StandardSetup, &StandardRules);
    for mv in moves.split_whitespace() {
        game.play_text(mv).unwrap();
    }
    game
}

/// Returns the number of stones of both sides.
fn stones(pos: &TicTacToe) -> usize {
    pos.to_string().chars().filter(|&cell| cell != '.').count()
}

/// Plain minimax.
fn minimax<P: Position>(pos: &P, known: &mut HashMap<P, Value>) -> Value {
    if let Some(&value) = known.get(pos) {
        return value;
    }
    let value = match pos.outcome() {
        Some(outcome) => Value::finished(outcome, pos.side_to_move()),
        None => {
            let after = |&mv: &P::Move| {
                let after = pos.after(mv);
                minimax(&after, known).before(after.side_to_move() == pos.side_to_move())
            };
            pos.legal_moves().iter().map(after).max().unwrap()
        }
    };
    known.insert(pos.clone(), value);
    value
}

/// Returns the files of a folder with their bytes.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())).collect()
}

/// 5,478 positions can follow, and the game is a draw.
#[test]
fn noughts_and_crosses_is_a_draw_in_ten_tiers() {
    let folder = tempfile::tempdir().unwrap();
    let (solver, options) = (Tiers::new(stones), options(folder.path(), 2));
    let made = solver.make_tables(&noughts(""), &options, &mut |_| {}).unwrap();
    let mut known = HashMap::new();
    assert_eq!(minimax(noughts("").position(), &mut known), Value::DRAW);
    assert_eq!((made.positions(), known.len()), (5478, 5478));
    let count = |result| known.values().filter(|value| value.result() == result).count() as u64;
    assert_eq!([made.wins, made.draws, made.losses], [count(Wdl::Win), count(Wdl::Draw), count(Wdl::Loss)]);
    assert_eq!(made.longest, known.values().filter_map(|value| value.plies()).max());
    assert_eq!(files(folder.path()).len(), 10);
    // Every position has its value in the tables alone.
    for pos in known.keys().filter(|pos| pos.outcome().is_none()) {
        let game = Game::from_position(pos.clone(), &StandardRules);
        let found = solve(&solver, &game, &options, false, &mut |_| {}).unwrap();
        let value = known[pos];
        assert_eq!((found.value, found.plies), (ExactValue::Result(value.result()), value.plies()), "{pos}");
        for ExactMove { mv, value, plies } in found.moves {
            let expected = known[&pos.after(mv)].before(false);
            assert_eq!((value, plies), (ExactValue::Result(expected.result()), expected.plies()), "{pos}");
        }
    }
    let check = solver.verify_tables(&noughts(""), &options, Sample::All, &mut |_| {}).unwrap();
    assert_eq!((check.positions, check.wrong), (5478, 0));
    // A position in which both sides have won is not reachable.
    let never = TicTacToe::parse("xo.......", &StandardRules).unwrap();
    assert!(known.contains_key(&never));
    let never = TicTacToe::parse("xxx.o.xoo", &StandardRules);
    assert!(never.is_ok_and(|pos| pos.outcome() == Some(Outcome::Win(Side::First))));
}

#[test]
fn tables_do_not_depend_on_threads_or_interruptions() {
    let [one, two, resumed] = [(); 3].map(|()| tempfile::tempdir().unwrap());
    let solver = Tiers::new(stones);
    for (folder, threads) in [(&one, 1), (&two, 3)] {
        solver.make_tables(&noughts(""), &options(folder.path(), threads), &mut |_| {}).unwrap();
    }
    assert_eq!(files(one.path()), files(two.path()));
    // The run is stopped after each tier in turn.
    let mut stops = 0;
    for most in 1.. {
        let options = SolveOptions { stop: StopFlag::default(), ..options(resumed.path(), 2) };
        let result = solver.make_tables(&noughts(""), &options, &mut |_| {
            let tables = files(resumed.path()).keys().filter(|name| name.ends_with(".table")).count();
            if tables >= most {
                options.stop.stop();
            }
        });
        match result {
            Ok(_) => break,
            Err(error) => assert!(matches!(error, SolveError::Stopped { .. }), "{error}"),
        }
        stops += 1;
        assert_eq!(files(resumed.path()).len(), most);
    }
    assert!(stops >= 9, "{stops}");
    assert_eq!(files(one.path()), files(resumed.path()));
    // A missing tier is solved again, with the tables of the other tiers.
    let name = files(one.path()).keys().nth(4).unwrap().clone();
    fs::remove_file(one.path().join(name)).unwrap();
    fs::remove_file(one.path().join(files(one.path()).keys().next().unwrap())).unwrap();
    solver.make_tables(&noughts(""), &options(one.path(), 2), &mut |_| {}).unwrap();
    assert_eq!(files(one.path()), files(two.path()));
}

/// Numbering with the cells as digits in base 3, with holes.
struct ByDigits;

impl ByDigits {
    const NUMBERS: usize = 19_683;
}

impl Tiered<TicTacToe> for ByDigits {
    fn name(&self) -> String {
        "all arrangements".into()
    }

    fn tiers(&self) -> usize {
        10
    }

    fn size(&self, _: usize) -> usize {
        ByDigits::NUMBERS
    }

    fn leads_to(&self, tier: usize) -> Vec<usize> {
        (tier + 1..10).take(1).collect()
    }

    fn unrank(&self, tier: usize, index: usize) -> Option<TicTacToe> {
        let digit = |cell: u32| ['.', 'x', 'o'][index / 3usize.pow(cell) % 3];
        let text: String = (0..9).map(digit).collect();
        TicTacToe::parse(&text, &StandardRules).ok().filter(|pos| stones(pos) == tier)
    }

    fn rank(&self, pos: &TicTacToe) -> Option<Rank> {
        let digit = |cell: char| ".xo".find(cell).unwrap();
        let index = pos.to_string().chars().rev().fold(0, |number, cell| 3 * number + digit(cell));
        Some(Rank { tier: stones(pos), index })
    }
}

#[test]
fn a_numbering_by_formula_has_the_values_of_the_reached_positions() {
    let folder = tempfile::tempdir().unwrap();
    let options = options(folder.path(), 2);
    let (ranked, reached) = (Tiers::ranked(|_: &Game<TicTacToe>| Some(ByDigits)), Tiers::new(stones));
    assert_eq!(ranked.cost(&noughts(""), &options), None, "a moment");
    // 6,046 arrangements with at most one more stone of the first side, without those in which both sides have won.
    let made = ranked.make_tables(&noughts(""), &options, &mut |_| {}).unwrap();
    assert!(made.positions() > 5478, "{made:?}");
    let check = ranked.verify_tables(&noughts(""), &options, Sample::All, &mut |_| {}).unwrap();
    assert_eq!((check.positions, check.wrong), (made.positions(), 0));
    let sampled = ranked.verify_tables(&noughts(""), &options, Sample::Some(5000, 3), &mut |_| {}).unwrap();
    assert!((50..5000).contains(&sampled.positions) && sampled.wrong == 0, "{sampled:?}");
    for moves in ["", "1 2", "5 1 9", "1 5 9 3", "2 5 4 8"] {
        let game = noughts(moves);
        let values = [&ranked, &reached].map(|solver| solver.exact_moves(&game, &options, true, &mut |_| {}).unwrap());
        assert_eq!(values[0], values[1], "{moves}");
    }
}

/// Numbering of the arrangements with at least six stones.
struct Endings;

impl Tiered<TicTacToe> for Endings {
    fn name(&self) -> String {
        "endings".into()
    }

    fn tiers(&self) -> usize {
        4
    }

    fn size(&self, tier: usize) -> usize {
        ByDigits.size(tier + 6)
    }

    fn leads_to(&self, tier: usize) -> Vec<usize> {
        (tier + 1..4).take(1).collect()
    }

    fn unrank(&self, tier: usize, index: usize) -> Option<TicTacToe> {
        ByDigits.unrank(tier + 6, index)
    }

    fn rank(&self, pos: &TicTacToe) -> Option<Rank> {
        let Rank { tier, index } = ByDigits.rank(pos)?;
        Some(Rank { tier: tier.checked_sub(6)?, index })
    }
}

/// Regression: tables were made for a position that they cannot contain, and could not be verified from it.
#[test]
fn endings_are_made_and_verified_from_any_position() {
    let folder = tempfile::tempdir().unwrap();
    let options = options(folder.path(), 1);
    let solver = Tiers::ranked(|_: &Game<TicTacToe>| Some(Endings));
    for make in [false, true] {
        let refused = solver.exact_moves(&noughts("5"), &options, make, &mut |_| {}).unwrap_err().to_string();
        assert!(refused.starts_with("no tables of") && refused.contains("--mate-in"), "{refused}");
    }
    assert_eq!((solver.cost(&noughts("5"), &options), files(folder.path()).len()), (None, 0));
    let made = solver.make_tables(&noughts("5"), &options, &mut |_| {}).unwrap();
    let check = solver.verify_tables(&noughts("5"), &options, Sample::All, &mut |_| {}).unwrap();
    assert!(made.positions() > 500 && (check.positions, check.wrong) == (made.positions(), 0), "{check:?}");
    let late = noughts("1 5 9 3 7 4");
    let expected = Tiers::new(stones).exact_moves(&late, &options, true, &mut |_| {}).unwrap();
    assert_eq!(solver.exact_moves(&late, &options, false, &mut |_| {}).unwrap(), expected);
}

/// A game with cycles inside its tiers: goats are captured and never return. Mirror images share their number.
#[test]
fn circles_inside_a_tier_are_solved_as_by_flat_retrograde_analysis() {
    let folder = tempfile::tempdir().unwrap();
    let rules = TigersRules::default();
    let game = |pos: &Tigers| Game::from_position(*pos, &rules);
    let start = Tigers::parse("T..TT..G......G........ 0 g", &rules).unwrap();
    let options = options(folder.path(), 2);
    let solver = Tiers::new(|pos: &Tigers| 15 - pos.goats().bits().count_ones() as usize).folded();
    let made = solver.make_tables(&game(&start), &options, &mut |_| {}).unwrap();
    assert!(made.wins > 10_000 && made.losses > 10_000, "{made:?}");
    let check = solver.verify_tables(&game(&start), &options, Sample::All, &mut |_| {}).unwrap();
    assert_eq!((check.positions, check.wrong), (made.positions(), 0), "{check:?}");
    let flat = solve(&Retrograde, &game(&start), &options, true, &mut |_| {}).unwrap();
    assert_eq!(solve(&solver, &game(&start), &options, false, &mut |_| {}).unwrap(), flat);
    for &symmetry in start.symmetries() {
        let image = solve(&solver, &game(&start.map(symmetry)), &options, false, &mut |_| {}).unwrap();
        assert_eq!((image.value, image.plies), (flat.value, flat.plies));
        let mapped = flat.moves.iter().map(|found| ExactMove { mv: start.map_move(symmetry, found.mv), ..*found });
        assert!(mapped.into_iter().all(|found| image.moves.contains(&found)));
    }
}

/// The same side may move again, and a symmetry may swap the sides.
#[test]
fn games_agree_with_the_solvers_that_they_bring() {
    let folder = tempfile::tempdir().unwrap();
    let options = options(folder.path(), 2);
    let start = Game::<Kalah>::new(&"3x2".parse().unwrap(), &"kalaha".parse().unwrap());
    let by_tiers = Tiers::new(|pos: &Kalah| Side::ALL.iter().map(|&side| usize::from(pos.store(side))).sum());
    let found = by_tiers.exact_moves(&start, &options, true, &mut |_| {}).unwrap();
    assert_eq!(found, Retrograde.exact_moves(&start, &options, true, &mut |_| {}).unwrap());
    let start = Game::<Cachex>::new(&"3".parse().unwrap(), &"standard,repetition=off,turn_limit=off".parse().unwrap());
    let found = Tiers::default().folded().exact_moves(&start, &options, true, &mut |_| {}).unwrap();
    assert_eq!(found, ExactCachex.exact_moves(&start, &options, true, &mut |_| {}).unwrap());
}

fn final_margin(pos: &Kalah) -> i32 {
    pos.final_margin(pos.side_to_move()).unwrap()
}

/// Final margins equal those of Kalah's own solver, which searches with a database of houses alone.
#[test]
fn margins_of_kalah_are_those_of_its_solver() {
    let stored_seeds = |pos: &Kalah| Side::ALL.iter().map(|&side| usize::from(pos.store(side))).sum();
    let by_margins = Tiers::new(stored_seeds).margins(final_margin);
    for (setup, rules) in [("3x2", "standard"), ("3x2", "kalaha"), ("2x4", "empty-capture"), ("3x3", "empty-capture")] {
        let folder = tempfile::tempdir().unwrap();
        let options = options(folder.path(), 2);
        let start = Game::<Kalah>::new(&setup.parse().unwrap(), &rules.parse().unwrap());
        // A table of results in the same folder is a different table.
        Tiers::new(stored_seeds).make_tables(&start, &options, &mut |_| {}).unwrap();
        let made = by_margins.make_tables(&start, &options, &mut |_| {}).unwrap();
        assert_eq!(made.longest, None);
        let check = by_margins.verify_tables(&start, &options, Sample::All, &mut |_| {}).unwrap();
        assert_eq!((check.positions, check.wrong), (made.positions(), 0), "{check:?}");
        let mut random = Random::new(7);
        for _ in 0..20 {
            let mut game = start.clone();
            while game.outcome().is_none() {
                let [mut found, mut expected] = [&by_margins as &dyn Solvable<Kalah>, &ExactKalah]
                    .map(|solver| solve(solver, &game, &options, true, &mut |_| {}).unwrap().moves);
                found.sort_by_key(|found| found.mv);
                expected.sort_by_key(|found| found.mv);
                assert_eq!(found, expected, "{}", game.position());
                let moves = game.position().legal_moves();
                game.play(moves[random.below(moves.len())]).unwrap();
            }
            let [found, expected] = [&by_margins as &dyn Solvable<Kalah>, &ExactKalah]
                .map(|solver| solve(solver, &game, &options, true, &mut |_| {}).unwrap().value);
            assert_eq!(found, expected, "{}", game.position());
        }
    }
}

/// Margins with cycles: the best margin that can be forced, or 0.
#[test]
fn margins_with_circles_are_those_of_repeated_minimax() {
    /// Returns a margin from 1 to 10 for the winner, by the position: large margins are rare.
    fn margin(pos: &Tigers) -> i32 {
        let size = 1 + pos.key().trailing_zeros().min(9) as i32;
        match pos.outcome().and_then(Outcome::winner) {
            Some(winner) if winner == pos.side_to_move() => size,
            Some(_) => -size,
            None => 0,
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let rules = TigersRules::default();
    let start = Tigers::parse("T..TT..G............... 0 g", &rules).unwrap();
    let game = Game::from_position(start, &rules);
    // All positions that can follow, with the numbers of their successors.
    let (mut positions, mut numbers, mut after) = (vec![start], HashMap::from([(start, 0)]), Vec::new());
    while let Some(pos) = positions.get(after.len()).copied() {
        let moves: Vec<Tigers> = if pos.outcome().is_none() {
            pos.legal_moves().iter().map(|&mv| pos.after(mv)).collect()
        } else {
            Vec::new()
        };
        let number = |pos: Tigers| {
            *numbers.entry(pos).or_insert_with(|| {
                positions.push(pos);
                positions.len() - 1
            })
        };
        after.push(moves.into_iter().map(number).collect::<Vec<usize>>());
    }
    let mut values: Vec<i32> = positions.iter().map(|pos| pos.outcome().map_or(0, |_| margin(pos))).collect();
    loop {
        let best = |(number, after): (usize, &Vec<usize>)| {
            after.iter().map(|&next| -values[next]).max().unwrap_or(values[number])
        };
        let next: Vec<i32> = after.iter().enumerate().map(best).collect();
        if next == values {
            break;
        }
        values = next;
    }
    let solver = Tiers::default().margins(margin);
    solver.make_tables(&game, &options(folder.path(), 2), &mut |_| {}).unwrap();
    let tables = solver.open(folder.path(), &game).unwrap().unwrap();
    let mut seen = BTreeMap::new();
    for (number, pos) in positions.iter().enumerate().filter(|(_, pos)| pos.outcome().is_none()).step_by(17) {
        let moves = tables.moves(pos).unwrap().unwrap();
        let best = moves.iter().map(|found| found.value.rank()).max().unwrap();
        assert_eq!(best, values[number], "{pos}");
        *seen.entry(best).or_insert(0) += 1;
    }
    assert!(seen.len() >= 2, "{seen:?}");
}

#[test]
fn players_oracles_and_judges_use_the_tables() {
    let folder = tempfile::tempdir().unwrap();
    let (solver, options) = (Tiers::new(stones), options(folder.path(), 1));
    let solver: Arc<dyn Solvable<TicTacToe>> = Arc::new(solver);
    // A small game is solved in memory, and no file is created.
    let mut oracle = KeptOracle::new(Arc::clone(&solver), options.clone());
    for moves in ["", "1", "1 2", "1 5 2"] {
        let found = oracle.solved(&noughts(moves), &StopFlag::default()).unwrap();
        assert_eq!(found, solve(&Retrograde, &noughts(moves), &options, true, &mut |_| {}).unwrap(), "{moves}");
    }
    assert_eq!(files(folder.path()).len(), 0);
    let error = solve(&*solver, &noughts(""), &options, false, &mut |_| {}).unwrap_err();
    assert_eq!(error.hint().as_deref(), Some("make it with `ply solve tic-tac-toe --database`"));
    assert!(judge(&*solver, folder.path(), &noughts("")).unwrap().is_none());

    // Tables from a later position serve the games that reach it.
    solve(&*solver, &noughts("1 2"), &options, true, &mut |_| {}).unwrap();
    let mut agent = TableAgent::new(Box::new(RandomAgent::new(1)), Arc::clone(&solver), folder.path().to_owned());
    let source = |agent: &mut TableAgent<TicTacToe>, moves: &str| {
        agent.move_for(&noughts(moves), &Job::default()).unwrap().source
    };
    assert_ne!(source(&mut agent, ""), Source::Tables);
    assert_eq!(source(&mut agent, "1 2 5"), Source::Tables);
    assert_eq!(source(&mut agent, "1 2"), Source::Tables);
    let error = solve(&*solver, &noughts("5"), &options, false, &mut |_| {}).unwrap_err();
    assert_eq!(error.to_string(), "the tables do not hold `....x....`");
    let judge = judge(&*solver, folder.path(), &noughts("")).unwrap().unwrap();
    assert_eq!(judge(&noughts("1 2")).unwrap(), Some(Outcome::Win(Side::First)));
    assert_eq!(judge(&noughts("")).unwrap(), None);
}

#[test]
fn solutions_without_memory_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let options = SolveOptions { table: 1, ..options(folder.path(), 2) };
    let large = Game::<Kalah>::default();
    let solver: Tiers<Kalah> = Tiers::default();
    let error = solve(&solver, &large, &options, true, &mut |_| {}).unwrap_err();
    assert!(matches!(error, SolveError::TooManyPositions { .. }), "{error}");
    assert_eq!(files(folder.path()).len(), 0, "nothing is left behind");
    let cost = solver.cost(&large, &options).unwrap();
    assert!(
        cost.contains("up to ") && cost.contains("1 MB of memory") && cost.contains("on disk, about 1 s"),
        "{cost}"
    );
    let mut oracle = KeptOracle::new(Arc::new(solver), options);
    let error = oracle.solved(&large, &StopFlag::default()).unwrap_err();
    assert!(matches!(error, SolveError::NoTables { .. }), "{error}");
}
