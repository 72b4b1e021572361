//! Snapshots of whole games, each for a rule that other games do not have.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use plyground_cachex::{BoardSize, Cachex, CachexRules};
use plyground_game::random::Random;
use plyground_game::{Game, Outcome, Position, Side, playthrough};

fn game(start: &str, rules: &str, moves: &str) -> Game<Cachex> {
    let rules: CachexRules = rules.parse().unwrap();
    let start = match start.parse::<BoardSize>() {
        Ok(size) => Cachex::new(&size, &rules),
        Err(_) => Cachex::parse(start, &rules).unwrap(),
    };
    let mut game = Game::from_position(start, &rules);
    for mv in moves.split_whitespace() {
        game.play_text(mv).unwrap();
    }
    game
}

fn outcome(game: &Game<Cachex>) -> Option<Outcome> {
    game.ending().map(|ending| ending.outcome)
}

/// One stone completes two diamonds and captures four stones.
#[test]
fn double_capture() {
    let game = game("5", "standard", "4,1 3,1 0,3 3,2 0,0 1,3 4,4 1,2 2,2");
    let before = &game.positions()[8];
    assert_eq!(before.captures(game.moves()[8]).count(), 4);
    insta::assert_snapshot!(playthrough(&game));
}

#[test]
fn six_stone_capture() {
    let game = game("5 ...../.rbbr/.b.b./.bb../.r... r 9", "standard", "2,2 2,3");
    assert_eq!(game.positions()[0].captures(game.moves()[0]).count(), 6);
    insta::assert_snapshot!(playthrough(&game));
}

/// Blue steals the first stone, and a win of the stealing side ends the game.
#[test]
fn steal() {
    let game = game("4", "standard", "0,2 steal 1,1 2,1 3,2 1,2 0,1 1,3");
    assert_eq!(outcome(&game), Some(Outcome::Win(Side::Second)));
    insta::assert_snapshot!(playthrough(&game));
}

/// Six actions with two captures by each side return to the same board; after six rounds, it occurs for the seventh time.
#[test]
fn draw_by_seventh_occurrence() {
    let round = "2,1 1,2 0,2 2,1 1,1 0,1 ";
    let game = game("3", "standard", &format!("0,1 0,2 1,2 1,1 0,1 2,2 2,0 {}", round.repeat(6)));
    assert_eq!(outcome(&game), Some(Outcome::Draw));
    assert_eq!(game.ending().unwrap().reason, "the position has occurred 7 times");
    insta::assert_snapshot!(playthrough(&game));
}

#[test]
fn draw_by_turn_limit() {
    let game = game("4", "standard,turn_limit=5", "0,0 steal 3,3 1,1 2,2");
    assert_eq!(outcome(&game), Some(Outcome::Draw));
    insta::assert_snapshot!(playthrough(&game));
}

/// A random game on a board whose columns have two digits.
#[test]
fn large_board() {
    let rules = CachexRules::default();
    let mut game = Game::<Cachex>::new(&BoardSize::new(12).unwrap(), &rules);
    let mut random = Random::new(12);
    while game.ending().is_none() {
        let moves = game.position().legal_moves();
        game.play(moves[random.below(moves.len())]).unwrap();
    }
    let last = game.positions().len() - 1;
    let pictures: Vec<String> =
        [0, 1, last - 1, last].iter().map(|&ply| game.positions()[ply].diagram().to_string()).collect();
    insta::assert_snapshot!(pictures.join("\n"));
}
