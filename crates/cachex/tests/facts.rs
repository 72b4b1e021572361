//! Properties of the rules beyond the contract, and the queries for evaluations.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use plyground_cachex::{BoardSize, Cachex, CachexMove, CachexRules, Cell, Cells, flood};
use plyground_game::random::Random;
use plyground_game::{Game, Position, Side};

/// Visits the positions of random games, the same number of games on every size.
fn random_positions(games: u32, mut see: impl FnMut(&Cachex)) {
    let mut random = Random::new(7);
    for size in (BoardSize::MIN..=BoardSize::MAX).filter_map(BoardSize::new) {
        for _ in 0..games {
            let mut pos = Cachex::new(&size, &CachexRules::default());
            while pos.outcome().is_none() && pos.turn() < 343 {
                see(&pos);
                let moves = pos.legal_moves();
                pos.play_unchecked(moves[random.below(moves.len())]);
            }
            see(&pos);
        }
    }
}

/// Returns a board with a stone on `density` percent of the cells.
fn random_board(size: BoardSize, density: usize, random: &mut Random) -> Cachex {
    let rows: Vec<String> = (0..size.get())
        .map(|_| {
            let mut cell = || if random.below(100) < density { ['r', 'b'][random.below(2)] } else { '.' };
            (0..size.get()).map(|_| cell()).collect()
        })
        .collect();
    Cachex::parse(&format!("{size} {} r 9", rows.join("/")), &CachexRules::default()).unwrap()
}

fn step(cell: Cell, row: i8, column: i8) -> Option<Cell> {
    Cell::new(cell.row().checked_add_signed(row)?, cell.column().checked_add_signed(column)?)
}

#[test]
fn no_action_leaves_a_full_diamond() {
    // Each diamond by its acute corner and its two steps: b one step, c the other, d both.
    let shapes = [((1, -1), (1, 0)), ((1, 0), (0, 1)), ((0, 1), (-1, 1))];
    random_positions(6, |pos| {
        for cell in pos.stones(Side::First) | pos.stones(Side::Second) {
            for (b, c) in shapes {
                let others = [step(cell, b.0, b.1), step(cell, c.0, c.1), step(cell, b.0 + c.0, b.1 + c.1)];
                let [b, c, d] = others.map(|cell| cell.and_then(|cell| pos.stone_at(cell)));
                let a = pos.stone_at(cell);
                assert!(!(a == d && b == c && b == a.map(|side| !side)), "{pos} at {cell}");
            }
        }
    });
}

#[test]
fn a_full_board_has_one_winner() {
    let mut random = Random::new(8);
    let mut wins = [0; 2];
    for size in (BoardSize::MIN..=BoardSize::MAX).filter_map(BoardSize::new) {
        for _ in 0..300 {
            let pos = random_board(size, 100, &mut random);
            let winner = pos.winner().expect("a full board has a winner");
            assert!(pos.legal_moves().is_empty());
            let [from, to] = size.edges(!winner);
            assert!(!flood(from, pos.stones(!winner)).meets(to), "{pos}: both have joined their edges");
            wins[winner.index()] += 1;
        }
    }
    assert!(wins.iter().all(|&wins| wins > 1_500), "{wins:?}");
}

#[test]
fn only_the_mover_wins_and_only_the_opponent_loses_stones() {
    let mut before: Option<Cachex> = None;
    random_positions(4, |pos| {
        if let Some(before) = before.replace(pos.clone()).filter(|before| before.turn() + 1 == pos.turn()) {
            let mover = before.side_to_move();
            assert!(pos.winner().is_none_or(|winner| winner == mover));
            assert!((before.stones(mover) - pos.stones(mover)).is_empty());
            let lost = before.stones(!mover).count() - pos.stones(!mover).count();
            assert!(lost <= 6 && (lost != 1 || pos.turn() == 2), "{pos}");
        }
    });
}

#[test]
fn points_agree_with_single_moves() {
    let mut random = Random::new(9);
    let check = |pos: &Cachex| {
        for side in Side::ALL {
            let (captures, wins) = (pos.capture_points(side), pos.winning_points(side));
            let own = pos.stones(side);
            for cell in pos.empty() {
                assert_eq!(captures.contains(cell), !pos.captures_at(side, cell).is_empty(), "{pos} at {cell}");
                let group = flood(Cells::from(cell), own.with(cell));
                let joins = pos.size().edges(side).iter().all(|&edge| group.meets(edge));
                assert_eq!(wins.contains(cell), joins, "{pos} at {cell}");
            }
            assert!((captures | wins).iter().all(|cell| pos.stone_at(cell).is_none()));
        }
    };
    random_positions(2, check);
    for size in (BoardSize::MIN..=BoardSize::MAX).filter_map(BoardSize::new) {
        for round in 0..40 {
            let pos = random_board(size, 20 + 2 * round, &mut random);
            if pos.winner().is_none() {
                check(&pos);
            }
        }
    }
}

#[test]
fn neighbours_of_sets_are_those_of_their_cells() {
    let mut random = Random::new(10);
    for size in (BoardSize::MIN..=BoardSize::MAX).filter_map(BoardSize::new) {
        for density in [5, 30, 100] {
            let cells = random_board(size, density, &mut random).stones(Side::First);
            let expected: Cells = cells.iter().flat_map(|cell| cell.neighbours(size)).collect();
            assert_eq!(cells.neighbours(size), expected);
        }
        let total: usize = size.cells().iter().map(|cell| cell.neighbours(size).count()).sum();
        let n = usize::from(size.get());
        // Each of the 3n^2 - 4n + 1 borders between two cells counts for both cells.
        assert_eq!(total, 2 * (3 * n * n - 4 * n + 1));
        assert_eq!(size.cells().count() as usize, n * n);
    }
}

#[test]
fn equality_ignores_the_turn_number_but_not_the_opening() {
    let standard = CachexRules::default();
    let same = |a: &str, b: &str, rules: &str| {
        let rules: CachexRules = rules.parse().unwrap();
        let [a, b] = [a, b].map(|text| Cachex::parse(text, &rules).unwrap());
        assert_eq!(a == b, a.key() == b.key());
        assert_ne!(a.to_string(), b.to_string());
        a == b
    };
    let (empty, one) = (["3 .../.../... r 0", "3 .../.../... r 2"], ["3 r../.../... b 1", "3 r../.../... b 2"]);
    assert!(same("3 r../b../... r 2", "3 r../b../... r 40", "standard"));
    assert!(!same("3 r../b../... r 2", "3 r../b../... b 2", "standard"));
    assert!(!same(one[0], one[1], "standard"), "STEAL is possible in one of them");
    assert!(same(one[0], one[1], "standard,steal=off"));
    assert!(!same(empty[0], empty[1], "standard"));
    assert!(!same(empty[0], empty[1], "standard,steal=off"), "the centre is barred in one of them");
    assert!(!same(empty[0], empty[1], "standard,centre_ban=off"), "STEAL will be possible after one of them");
    assert!(same(empty[0], empty[1], "standard,steal=off,centre_ban=off"));
    assert!(same("3 r../.b./... r 0", "3 r../.b./... r 2", "standard"), "the centre is taken, nothing can be stolen");
    let [small, large] = [3, 4].map(|n| Cachex::new(&BoardSize::new(n).unwrap(), &standard));
    assert_ne!((small.key(), &small), (large.key(), &large));
}

#[test]
fn the_only_empty_cell_is_never_barred() {
    let pos = Cachex::parse("3 rrr/r.b/brr r 0", &CachexRules::default()).unwrap();
    assert_eq!((pos.outcome(), pos.count_moves(), pos.legal_moves().len()), (None, 1, 1));
}

#[test]
fn options_that_are_spent_do_not_tell_positions_apart() {
    let all: CachexRules = "standard".parse().unwrap();
    let none: CachexRules = "standard,steal=off,centre_ban=off,turn_limit=off".parse().unwrap();
    let text = "4 r.../.b../..../.... r 2";
    let [a, b] = [all, none].map(|rules| Cachex::parse(text, &rules).unwrap());
    assert_eq!((a.key(), &a), (b.key(), &b));
    let size = BoardSize::default();
    assert_ne!(Cachex::new(&size, &all), Cachex::new(&size, &none));
}

#[test]
fn repetition_looks_at_stones_only() {
    let rules = CachexRules::default();
    let [a, b] = ["3 r../b../... r 2", "3 r../b../... b 9"].map(|text| Cachex::parse(text, &rules).unwrap());
    assert_eq!(a.repetition_key(), b.repetition_key());
    assert_ne!(a.key(), b.key());
}

#[test]
fn a_win_goes_before_a_draw() {
    let rules: CachexRules = "standard,turn_limit=6".parse().unwrap();
    let start = Cachex::parse("3 r../r.b/..b r 5", &rules).unwrap();
    let mut game = Game::from_position(start, &rules);
    game.play_text("2,0").unwrap();
    let ending = game.ending().unwrap();
    assert_eq!(ending.outcome.winner(), Some(Side::First));
    assert_eq!(ending.reason, "red has joined row 0 with row 2");
}

#[test]
fn moves_outside_of_the_board_are_refused() {
    let pos = Cachex::new(&BoardSize::new(3).unwrap(), &CachexRules::default());
    let outside = CachexMove::Place(Cell::new(3, 0).unwrap());
    assert!(!pos.is_legal(outside));
    let message = pos.clone().play(outside).unwrap_err().to_string();
    assert!(message.starts_with("illegal move `3,0`: there is no cell 3,0 on a board of size 3;"), "{message}");
}
