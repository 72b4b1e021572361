//! Values of small Cachex boards: each is the best over its moves, and tables are restored.
#![allow(clippy::unwrap_used)]

use std::fs;

use plyground_cachex::{BoardSize, Cachex, CachexRules, CachexSymmetry, Cells};
use plyground_game::random::Random;
use plyground_game::{Outcome, Position, Side, Symmetric};
use plyground_solve::cachex::SmallBoard;
use plyground_solve::{Value, Wdl};

fn rules(text: &str) -> CachexRules {
    text.parse().unwrap()
}

/// Returns every arrangement of stones on the board of 3 x 3 cells, with either side to move.
fn arrangements() -> impl Iterator<Item = Cachex> {
    let size = BoardSize::new(3).unwrap();
    (0..2 * 3usize.pow(9)).map(move |number| arrangement(size, number))
}

/// Returns an arrangement after the opening. The last bit of the number is the side to move, and half of the number has
/// the stones as digits in base 3.
fn arrangement(size: BoardSize, number: usize) -> Cachex {
    let mut stones = [Cells::EMPTY; 2];
    let mut rest = number / 2;
    for cell in size.cells() {
        if let Some(side) = (rest % 3).checked_sub(1) {
            stones[side].insert(cell);
        }
        rest /= 3;
    }
    Cachex::from_stones(size, stones, Side::ALL[number % 2], 2, &CachexRules::default()).unwrap()
}

/// Returns the value that follows from the values of the positions after each move.
fn by_its_moves(solved: &SmallBoard, pos: &Cachex) -> Value {
    match pos.outcome() {
        Some(outcome) => Value::finished(outcome, pos.side_to_move()),
        None => pos
            .legal_moves()
            .iter()
            .map(|&mv| solved.probe(&pos.after(mv)).unwrap().unwrap().before(false))
            .max()
            .unwrap(),
    }
}

#[test]
fn every_value_is_that_of_the_best_move() {
    let solved = SmallBoard::solve(BoardSize::new(3).unwrap()).unwrap();
    let mut decided = 0;
    for pos in arrangements() {
        let value = solved.probe(&pos).unwrap().unwrap();
        // With distances this is a proof: a win in n plies depends on a loss in n - 1, down to finished games.
        let best = by_its_moves(&solved, &pos);
        assert_eq!(value, best, "{pos}");
        decided += u32::from(value.result() != Wdl::Draw);
        for symmetry in CachexSymmetry::ALL {
            assert_eq!(solved.probe(&pos.map(symmetry)).unwrap(), Some(value), "{pos} {symmetry:?}");
        }
    }
    assert!(decided > 0);
    let counts = solved.counts().unwrap();
    assert_eq!(counts.finished + counts.unfinished.positions(), 19_683);
    let finished = arrangements().filter(|pos| pos.outcome().is_some()).count() as u64;
    assert_eq!(2 * counts.finished, finished);
}

#[test]
#[ignore = "the board of 4 x 4 cells takes a minute and 1.2 GB: `cargo xtask long`"]
fn sampled_values_of_the_larger_board_are_those_of_their_best_moves() {
    let size = BoardSize::new(4).unwrap();
    let solved = SmallBoard::solve(size).unwrap();
    let mut random = Random::new(4);
    let mut decided = 0;
    for _ in 0..200_000 {
        let pos = arrangement(size, random.below(2 * 3usize.pow(16)));
        let value = solved.probe(&pos).unwrap().unwrap();
        assert_eq!(value, by_its_moves(&solved, &pos), "{pos}");
        decided += u32::from(value.result() != Wdl::Draw);
    }
    assert!(decided > 150_000, "{decided}");
}

/// Returns the value by a search of this depth without a table; an undecided game is a draw.
fn searched(pos: &Cachex, plies: u32) -> Wdl {
    match pos.outcome() {
        Some(Outcome::Win(side)) => return if side == pos.side_to_move() { Wdl::Win } else { Wdl::Loss },
        Some(Outcome::Draw) => return Wdl::Draw,
        None if plies == 0 => return Wdl::Draw,
        None => {}
    }
    let mut best = Wdl::Loss;
    for &mv in &pos.legal_moves() {
        best = best.max(searched(&pos.after(mv), plies - 1).flipped());
        if best == Wdl::Win {
            break;
        }
    }
    best
}

#[test]
fn the_openings_are_valued_by_their_own_rules() {
    let size = BoardSize::new(3).unwrap();
    let solved = SmallBoard::solve(size).unwrap();
    for text in ["standard", "standard,steal=off", "standard,centre_ban=off", "standard,steal=off,centre_ban=off"] {
        let start = Cachex::new(&size, &rules(text));
        let value = solved.probe(&start).unwrap().unwrap();
        let plies = value.plies().unwrap();
        // The plies of the table suffice, and one less does not.
        assert_eq!(searched(&start, plies), value.result(), "{text}");
        assert_eq!(searched(&start, plies - 1), Wdl::Draw, "{text}");
        let moves = solved.moves(&start).unwrap().unwrap();
        assert_eq!(moves.len(), start.legal_moves().len());
        assert_eq!(moves.iter().map(|&(_, value)| value).max(), Some(value), "{text}");
    }
    assert_eq!(solved.probe(&Cachex::new(&BoardSize::new(4).unwrap(), &rules("standard"))).unwrap(), None);
    assert!(SmallBoard::solve(BoardSize::new(5).unwrap()).is_none());
}

#[test]
fn a_board_is_saved_and_opened() {
    let folder = std::env::temp_dir().join(format!("plyground-cachex-{}", std::process::id()));
    let size = BoardSize::new(3).unwrap();
    assert!(SmallBoard::open(&folder, size).unwrap().is_none());
    let solved = SmallBoard::solve(size).unwrap();
    solved.save(&folder).unwrap();
    let stored = SmallBoard::open(&folder, size).unwrap().unwrap();
    for pos in arrangements().step_by(7) {
        assert_eq!(stored.probe(&pos).unwrap(), solved.probe(&pos).unwrap(), "{pos}");
    }
    assert_eq!(stored.counts().unwrap(), solved.counts().unwrap());

    let file = folder.join("cachex-3.table");
    let mut bytes = fs::read(&file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&file, &bytes).unwrap();
    let damaged = SmallBoard::open(&folder, size).unwrap().unwrap();
    assert!(damaged.counts().unwrap_err().to_string().contains("damaged in the block at byte"));
    fs::copy(&file, folder.join("cachex-4.table")).unwrap();
    let other = SmallBoard::open(&folder, BoardSize::new(4).unwrap()).unwrap_err();
    assert!(other.to_string().ends_with("layer `3 x 3 cells`, expected `4 x 4 cells`"), "{other}");
    fs::remove_dir_all(&folder).unwrap();
}
