//! Complete games as pictures. Review a change of a snapshot as a change of the rules.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use plyground_game::random::Random;
use plyground_game::{Game, Position, playthrough};
use plyground_kalah::Kalah;

fn random_game(setup: &str, rules: &str, seed: u64) -> String {
    let mut game = Game::<Kalah>::new(&setup.parse().unwrap(), &rules.parse().unwrap());
    let mut random = Random::new(seed);
    while game.ending().is_none() {
        let moves = game.position().legal_moves();
        game.play(moves[random.below(moves.len())]).unwrap();
    }
    playthrough(&game)
}

#[test]
fn standard_6x4() {
    insta::assert_snapshot!(random_game("6x4", "standard", 1));
}

#[test]
fn kalaha_6x4() {
    insta::assert_snapshot!(random_game("6x4", "kalaha", 2));
}

#[test]
fn standard_3x3() {
    insta::assert_snapshot!(random_game("3x3", "standard", 3));
}

#[test]
fn tournament_6x6_ends_by_majority() {
    insta::assert_snapshot!(random_game("6x6", "tournament", 4));
}

/// A lap of 13 seeds ends in the house that it emptied, and captures. A seed opposite an empty house also captures if
/// the rules allow it.
#[test]
fn captures() {
    let described = |rules: &str, position: &str, mv: &str| {
        let pos = Kalah::parse(position, &rules.parse().unwrap()).unwrap();
        let mv = pos.read_move(mv).unwrap();
        format!("{rules}: {}\n{}", pos.describe(mv), pos.after(mv))
    };
    insta::assert_snapshot!(
        [
            described("standard", "<6,0,0,0,13,0,0,0,1,0,0,0,0,2,0> S", "2"),
            described("standard", "<6,0,0,1,0,3,0,0,0,1,0,0,0,5,0> S", "1"),
            described("standard", "<6,0,0,1,0,3,0,0,0,1,0,0,0,0,7> S", "1"),
            described("empty-capture", "<6,0,0,1,0,3,0,0,0,1,0,0,0,0,7> S", "1"),
            described("kalaha", "<6,0,0,1,0,3,0,0,0,1,0,0,0,5,0> S", "1"),
            described("standard", "<6,0,0,0,0,0,0,0,1,1,0,0,0,5,0> S", "6"),
            described("kalaha", "<6,0,0,0,0,0,0,1,0,1,0,0,0,5,0> S", "5"),
        ]
        .join("\n")
    );
}
