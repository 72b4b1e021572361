//! The rules against a second implementation, the law suite, and the counts of the perft file.

#![allow(clippy::unwrap_used)]

mod naive;

use naive::Board;
use plyground_game::laws::{self, Laws};
use plyground_game::perft::{Perft, perft, perft_parallel, perft_turns};
use plyground_game::perft_suite;
use plyground_game::random::Random;
use plyground_game::{Position, Side};
use plyground_kalah::{Kalah, KalahRules, KalahSetup, Last};

/// A random board of any size, with houses from empty to several laps.
fn random_board(random: &mut Random) -> Board {
    let m = 1 + random.below(12);
    let most = [3, 9, 20, 40][random.below(4)];
    let mut board = Board::start(m, 0);
    for place in 0..board.ring.len() {
        board.ring[place] = if random.below(3) == 0 { 0 } else { random.below(most) as u32 };
    }
    board.mover = random.below(2);
    board
}

fn assert_same(board: &Board, rules: naive::Rules, pos: &Kalah, name: &str) {
    assert_eq!(pos.to_string(), board.text());
    let moves: Vec<usize> = pos.legal_moves().iter().map(|mv| mv.number()).collect();
    assert_eq!(moves, board.moves(rules), "{name} {pos}");
    let result = pos.final_seeds().map(|seeds| seeds.map(u32::from));
    assert_eq!(result, board.result(rules), "{name} {pos}");
    let winner = result.map(|[south, north]| match south.cmp(&north) {
        std::cmp::Ordering::Greater => Some(Side::First),
        std::cmp::Ordering::Less => Some(Side::Second),
        std::cmp::Ordering::Equal => None,
    });
    assert_eq!(pos.outcome().map(|outcome| outcome.winner()), winner, "{name} {pos}");
}

#[test]
fn random_games_on_random_boards_agree_with_the_plain_rules() {
    let mut random = Random::new(2000);
    let mut plies = 0;
    for number in 0..5_000 {
        let (name, plain) = naive::NAMED[number % 5];
        let rules: KalahRules = name.parse().unwrap();
        let mut board = if number % 3 == 0 {
            Board::start(1 + random.below(12), 1 + random.below(12) as u32)
        } else {
            random_board(&mut random)
        };
        let mut pos = Kalah::parse(&board.text(), &rules).unwrap();
        loop {
            assert_same(&board, plain, &pos, name);
            let moves = pos.legal_moves();
            if moves.is_empty() {
                break;
            }
            // Every move is tried from here, one of them is played on.
            for &mv in &moves {
                let mut other = board.clone();
                other.play(mv.number(), plain);
                assert_same(&other, plain, &pos.after(mv), name);
                let sowing = pos.sowing(mv);
                let changed = other.mover != board.mover;
                assert_eq!(changed, sowing.last != Last::Store, "{name} {pos} {mv}");
            }
            let mv = moves[random.below(moves.len())];
            board.play(mv.number(), plain);
            pos.play(mv).unwrap();
            plies += 1;
        }
    }
    assert!(plies > 100_000, "{plies} plies are too few to prove anything");
}

#[test]
fn random_positions_have_the_plain_perft() {
    let mut random = Random::new(7);
    for number in 0..400 {
        let (name, plain) = naive::NAMED[number % 5];
        let board = random_board(&mut random);
        let pos = Kalah::parse(&board.text(), &name.parse().unwrap()).unwrap();
        let (nodes, finished) = board.perft(4, plain);
        assert_eq!(perft(&pos, 4), Perft { nodes, finished }, "{name} {pos}");
        assert_eq!(perft_parallel(&pos, 4, 2), Perft { nodes, finished }, "{name} {pos}");
    }
}

fn starts() -> Vec<(Kalah, KalahRules)> {
    let mut starts = Vec::new();
    for (_, rules) in KalahRules::NAMED {
        for setup in ["6x4", "6x6", "3x3", "1x1", "12x12", "7x20"] {
            starts.push((Kalah::new(&setup.parse().expect("a set-up"), &rules), rules));
        }
        let misprint = "<6,3,3,9,8,8,1,2,1,9,3,1,3,11,11> S";
        starts.push((Kalah::parse(misprint, &rules).expect("a position"), rules));
    }
    starts
}

#[test]
fn the_laws_hold() {
    let report = laws::check(&starts(), &Laws { games: 400, ..Laws::default() }).unwrap();
    assert!(report.positions > 10_000 && report.finished > 50, "{report:?}");
}

#[test]
fn the_board_can_be_turned() {
    laws::check_symmetry(&starts(), &Laws { games: 200, ..Laws::default() }).unwrap();
}

#[test]
fn the_perft_file_holds() {
    let summary = perft_suite::run::<Kalah>(include_str!("perft.txt"), 20_000_000, 2).unwrap();
    assert!(summary.compared > 100, "{summary:?}");
}

#[test]
fn turns_are_counted_by_changes_of_the_side_to_move() {
    // From the start of (3,3): house 1 ends in the store and lets South move again.
    let start = Kalah::new(&"3x3".parse().unwrap(), &KalahRules::default());
    fn plain(board: &Board, turns: u32, rules: naive::Rules) -> Perft {
        if turns == 0 {
            return Perft { nodes: 1, finished: 0 };
        }
        let moves = board.moves(rules);
        let mut sum = Perft { nodes: 0, finished: u64::from(moves.is_empty()) };
        for house in moves {
            let mut next = board.clone();
            next.play(house, rules);
            sum += plain(&next, turns - u32::from(next.mover != board.mover), rules);
        }
        sum
    }
    for turns in 0..5 {
        assert_eq!(perft_turns(&start, turns), plain(&Board::start(3, 3), turns, naive::NAMED[0].1));
    }
}

#[test]
fn seventy_three_seeds_load_and_need_37_for_a_majority() {
    let rules = "tournament".parse().unwrap();
    let text = "<6,3,3,9,8,8,1,2,1,9,3,1,3,11,11> S";
    let pos = Kalah::parse(text, &rules).unwrap();
    assert_eq!((pos.total(), pos.to_string().as_str()), (73, text));
    let over = |text: &str| Kalah::parse(text, &rules).unwrap().outcome().is_some();
    assert!(over("<6,37,0,1,0,0,0,0,0,35,0,0,0,0,0> S") && !over("<6,36,0,2,0,0,0,0,0,35,0,0,0,0,0> S"));
    // Half of 72 is not more than half.
    assert!(over("<6,37,0,1,0,0,0,0,0,34,0,0,0,0,0> S") && !over("<6,36,0,2,0,0,0,0,0,34,0,0,0,0,0> S"));
}

#[test]
fn the_margin_of_a_majority_is_what_the_rules_say() {
    let margin = |rules: &str| {
        let pos = Kalah::parse("<2,9,0,1,1,2,3> S", &rules.parse().unwrap()).unwrap();
        pos.final_margin(Side::First)
    };
    assert_eq!([margin("standard"), margin("tournament"), margin("kgp")], [None, Some(9), Some(6)]);
}

#[test]
fn setups_reach_from_one_house_to_twelve() {
    for (text, valid) in [
        ("1x1", true),
        ("12x12", true),
        ("12x42", true),
        ("12x43", false),
        ("0x4", false),
        ("6x0", false),
        ("6x", false),
        ("x4", false),
        ("6x4 ", false),
    ] {
        assert_eq!(text.parse::<KalahSetup>().is_ok(), valid, "{text}");
    }
}

#[test]
fn faults_of_positions_and_moves_are_named() {
    let rules = KalahRules::default();
    let fault = |text: &str| Kalah::parse(text, &rules).unwrap_err().to_string();
    let bad_positions = [
        "",
        "<6,0,0,4,4,4> S",
        "<13,0,0> S",
        "<1,0,0,4,4>",
        "<1,0,0,4,4> W",
        "<1,0,0,1000,1000> S",
        "<1,0,-1,4,4> S",
        "<1,0,0,4,4> S!",
        "<1,0,0,4,99999999999999999999> S",
    ];
    let start = Kalah::new(&KalahSetup::default(), &rules);
    let bad_moves = ["7", "0", "3 ", "", "@7"].map(|text| start.read_move(text).unwrap_err().to_string());
    let after = start.after(start.read_move("1").unwrap());
    let after = after.after(after.read_move("1").unwrap());
    let illegal = after.read_move("1").unwrap_err().to_string();
    let all: Vec<String> = bad_positions.map(fault).into_iter().chain(bad_moves).chain([illegal]).collect();
    insta::assert_snapshot!(all.join("\n"));
}
