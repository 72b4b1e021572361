//! Tests of changed values under correct checksums, tables of other positions, and faults of numberings.
#![allow(clippy::unwrap_used)]

use std::fs;

use plyground_game::{Game, Position, Side};
use plyground_kalah::Kalah;

use super::file::TierSet;
use super::{Rank, Tiered, Tiers};
use crate::proof::Sample;
use crate::{Solution, Solvable, SolveError, SolveOptions, solve};

fn stored_seeds(pos: &Kalah) -> usize {
    Side::ALL.iter().map(|&side| usize::from(pos.store(side))).sum()
}

fn game() -> Game<Kalah> {
    Game::new(&"2x3".parse().unwrap(), &Default::default())
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    fn options(&self) -> SolveOptions {
        SolveOptions { tables: self.0.path().to_owned(), threads: 2, ..SolveOptions::default() }
    }

    fn set(&self) -> TierSet {
        self.set_of(false)
    }

    fn set_of(&self, has_margins: bool) -> TierSet {
        let game = game();
        let (rules, name) = (game.rules().to_string(), game.position().to_string());
        TierSet { game: Kalah::NAME, rules, name, has_margins }
    }
}

#[test]
fn each_changed_value_is_found() {
    each_change_is_found(&Tiers::new(stored_seeds), false);
}

#[test]
fn each_changed_margin_is_found() {
    let margin = |pos: &Kalah| pos.final_margin(pos.side_to_move()).unwrap();
    each_change_is_found(&Tiers::new(stored_seeds).margins(margin), true);
}

fn each_change_is_found(solver: &Tiers<Kalah>, has_margins: bool) {
    let folder = Folder::new();
    let (game, options, set) = (game(), folder.options(), folder.set_of(has_margins));
    let made = solver.make_tables(&game, &options, &mut |_| {}).unwrap();
    let verify = || solver.verify_tables(&game, &options, Sample::All, &mut |_| {}).unwrap();
    let whole = verify();
    assert_eq!((whole.positions, whole.wrong), (made.positions(), 0), "{whole:?}");
    let mut changed = 0;
    for (tier, file) in set.open_all(&options.tables).unwrap() {
        let (solution, keys) = file.read().unwrap();
        let path = set.path(&options.tables, tier);
        let before = fs::read(&path).unwrap();
        // A draw becomes a loss, a win a draw, and a loss a win; or a distance is off by two.
        for (index, shift) in [(0, 1), (solution.len() / 2, 4), (solution.len() - 1, 1)] {
            let mut stored: Vec<u16> = solution.stored().collect();
            stored[index] += shift;
            let wrong = Solution::from_stored(stored.into_iter());
            set.write(&options.tables, tier, &wrong, Some(keys.iter().copied()), 1).unwrap();
            let check = verify();
            assert!(check.wrong > 0 && !check.examples.is_empty(), "tier {tier}, number {index}");
            changed += 1;
        }
        fs::write(&path, before).unwrap();
    }
    assert!(changed > 10, "{changed}");
    assert_eq!(verify(), whole);
}

#[test]
fn a_sample_finds_many_changed_values() {
    let folder = Folder::new();
    let (solver, game, options, set) = (Tiers::new(stored_seeds), game(), folder.options(), folder.set());
    solver.make_tables(&game, &options, &mut |_| {}).unwrap();
    let verify = |seed| solver.verify_tables(&game, &options, Sample::Some(300, seed), &mut |_| {}).unwrap();
    assert_eq!((verify(1).positions, verify(1).wrong), (300, 0));
    for (tier, file) in set.open_all(&options.tables).unwrap() {
        let (solution, keys) = file.read().unwrap();
        let wrong = Solution::from_stored(solution.stored().map(|stored| stored + 4));
        set.write(&options.tables, tier, &wrong, Some(keys.into_iter()), 1).unwrap();
    }
    assert!(verify(2).wrong > 100);
}

#[test]
fn damaged_bytes_and_tables_of_other_positions_are_refused() {
    let folder = Folder::new();
    let (solver, game, options, set) = (Tiers::new(stored_seeds), game(), folder.options(), folder.set());
    solver.make_tables(&game, &options, &mut |_| {}).unwrap();
    let tiers = set.open_all(&options.tables).unwrap();
    let (last, start) = (tiers.last().unwrap().0, tiers[0].0);
    let path = set.path(&options.tables, last);
    let before = fs::read(&path).unwrap();
    let mut damaged = before.clone();
    *damaged.last_mut().unwrap() ^= 1;
    fs::write(&path, damaged).unwrap();
    let error = solver.verify_tables(&game, &options, Sample::All, &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("damaged in the block"), "{error}");
    // A resumed run reads the tables that it depends on, and finds other keys there.
    let (solution, mut keys) = tiers.last().unwrap().1.read().unwrap_or_else(|_| {
        fs::write(&path, &before).unwrap();
        set.open(&options.tables, last).unwrap().unwrap().read().unwrap()
    });
    keys[0] ^= 1;
    set.write(&options.tables, last, &solution, Some(keys.into_iter()), 1).unwrap();
    (start..last).for_each(|tier| _ = fs::remove_file(set.path(&options.tables, tier)));
    let error = solver.make_tables(&game, &options, &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("expected `those of the present rules`"), "{error}");
}

#[test]
fn a_margin_that_does_not_fit_is_an_error() {
    let folder = Folder::new();
    for margin in [|_: &Kalah| 16_384, |_: &Kalah| i32::MIN] {
        let solver = Tiers::new(stored_seeds).margins(margin);
        let error = solve(&solver, &game(), &folder.options(), true, &mut |_| {}).unwrap_err();
        let message = error.to_string();
        assert!(message.contains("the margin of `<2,") && message.ends_with("expected -16383 to 16383"), "{message}");
    }
}

#[test]
fn tiers_that_lead_to_each_other_are_named() {
    let folder = Folder::new();
    let solver = Tiers::new(|pos: &Kalah| pos.side_to_move().index());
    let error = solve(&solver, &game(), &folder.options(), true, &mut |_| {}).unwrap_err();
    let message = error.to_string();
    assert!(
        message.starts_with("moves lead from tier ") && message.ends_with(" and back: expected one tier for both"),
        "{message}"
    );
    let solver = Tiers::new(|_: &Kalah| usize::MAX);
    let error = solve(&solver, &game(), &folder.options(), true, &mut |_| {}).unwrap_err();
    assert!(error.to_string().ends_with("is out of range: expected less than 65536"), "{error}");
}

/// Numbering of the start alone, so that its moves lead to positions without a number.
struct Start(Kalah, Vec<usize>);

impl Tiered<Kalah> for Start {
    fn name(&self) -> String {
        "start".into()
    }

    fn tiers(&self) -> usize {
        1
    }

    fn size(&self, _: usize) -> usize {
        1
    }

    fn leads_to(&self, _: usize) -> Vec<usize> {
        self.1.clone()
    }

    fn unrank(&self, _: usize, _: usize) -> Option<Kalah> {
        Some(self.0.clone())
    }

    fn rank(&self, pos: &Kalah) -> Option<Rank> {
        (*pos == self.0).then_some(Rank { tier: 0, index: 0 })
    }
}

#[test]
fn a_numbering_without_the_next_position_is_an_error() {
    let folder = Folder::new();
    let error = |leads_to: &'static [usize]| {
        let solver = Tiers::ranked(|game: &Game<Kalah>| Some(Start(game.position().clone(), leads_to.to_vec())));
        let error = solve(&solver, &game(), &folder.options(), true, &mut |_| {}).unwrap_err();
        assert!(matches!(error, SolveError::Numbering(_)), "{error}");
        error.to_string()
    };
    assert!(error(&[]).ends_with("has no number in tier 0 or a tier that it leads to"));
    assert_eq!(error(&[7]), "tier 0 leads to tier 7: expected less than 1");
    let none = Tiers::ranked(|_: &Game<Kalah>| None::<Start>);
    let refused = solve(&none, &game(), &folder.options(), true, &mut |_| {}).unwrap_err();
    assert!(refused.to_string().starts_with("no tables of kalah hold `<"), "{refused}");
}
