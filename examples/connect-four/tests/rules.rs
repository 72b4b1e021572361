//! The rules: the laws of all games, a second, naive implementation, and published counts.

mod plain;

use connect_four::{Board, ConnectFour};
use plain::Plain;
use plyground::game::laws::{self, Laws};
use plyground::game::perft::perft;
use plyground::game::{Game, Outcome, Position, Side, StandardRules};

fn start(board: &str) -> ConnectFour {
    ConnectFour::new(&board.parse::<Board>().unwrap(), &StandardRules)
}

#[test]
fn the_laws_hold() {
    let starts = ["7x6", "4x4", "5x4", "8x7", "4x7", "8x4"].map(|board| (start(board), StandardRules));
    let report = laws::check(&starts, &Laws::default()).unwrap();
    assert!(report.finished > 100 && report.keys > 1_000, "{report:?}");
    laws::check_symmetry(&starts, &Laws::default()).unwrap();
}

/// Counts of the 7 x 6 board, published for example on John Tromp's and Pascal Pons's pages.
#[test]
fn as_many_games_as_others_have_counted() {
    let counts: Vec<u64> = (1..=8).map(|depth| perft(&start("7x6"), depth).nodes).collect();
    assert_eq!(counts, [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234]);
}

#[test]
fn as_many_games_as_the_plain_rules_have() {
    for (board, columns, rows, depth) in [("7x6", 7, 6, 7), ("4x4", 4, 4, 10), ("5x4", 5, 4, 8), ("8x7", 8, 7, 6)] {
        for depth in 1..=depth {
            let counted = perft(&start(board), depth);
            assert_eq!(counted.nodes, Plain::new(columns, rows).games(depth), "{board}, depth {depth}");
        }
    }
}

/// Games that end by four in a row in each direction, and by a full board.
#[test]
fn games_end_as_the_rule_book_says() {
    let ends = [
        ("7x6", "1 1 2 2 3 3 4", Outcome::Win(Side::First)),
        ("7x6", "1 2 1 2 1 2 1", Outcome::Win(Side::First)),
        ("7x6", "1 2 2 3 3 4 3 4 4 7 4", Outcome::Win(Side::First)),
        ("7x6", "7 6 6 5 5 4 5 4 4 1 4", Outcome::Win(Side::First)),
        ("7x6", "1 4 1 5 2 6 2 7", Outcome::Win(Side::Second)),
        ("4x4", "1 1 1 1 2 2 2 2 4 3 3 3 3 4 4 4", Outcome::Draw),
    ];
    for (board, moves, outcome) in ends {
        let mut game = Game::<ConnectFour>::new(&board.parse().unwrap(), &StandardRules);
        for mv in moves.split(' ') {
            assert_eq!(game.ending(), None, "{moves}, before {mv}");
            game.play_text(mv).unwrap();
        }
        assert_eq!(game.ending().map(|ending| ending.outcome), Some(outcome), "{moves}\n{}", game.position().diagram());
    }
}

#[test]
fn what_is_no_position_is_refused_with_the_reason() {
    let faults = [
        ("..../..../....", "found 4 columns, 3 rows, expected 4 to 8 columns, 4 to 7 rows"),
        ("..../..../r.../y...", "found 1 red"),
        ("..../r.../..../...y", "found a stone above an empty cell, expected columns filled from the bottom"),
        ("..../..../..../..x.", "column 18: found `x`, expected `r`, `y` or `.`"),
        ("..../..../..../...y", "found 0 red and 1 yellow stones, expected as many, or one more that is red"),
        ("..../..../yyyy/rrrr", "found four in a row of the side to move"),
    ];
    for (text, fault) in faults {
        match ConnectFour::parse(text, &StandardRules) {
            Ok(pos) => assert_eq!(pos.to_string(), text),
            Err(error) => assert!(error.to_string().contains(fault), "{error}"),
        }
    }
}
