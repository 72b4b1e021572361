//! Snapshots of games; each special rule appears in one of them.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use plyground_game::{Game, Position, playthrough};
use plyground_khet::{Khet, KhetRules, KhetSetup};

fn game_from(start: Khet, rules: &str, moves: &str) -> String {
    let rules: KhetRules = rules.parse().unwrap();
    let mut game = Game::from_position(start, &rules);
    for mv in moves.split_whitespace() {
        game.play_text(mv).unwrap();
    }
    playthrough(&game)
}

fn set_up(setup: KhetSetup, rules: &str) -> Khet {
    Khet::new(&setup, &rules.parse().unwrap())
}

/// Two of silver's own pyramids reflect the beam, which destroys silver's own anubis.
#[test]
fn two_reflections_and_an_own_piece() {
    let start = Khet::parse("x39/4k5///4P24P3//4A35/5K3X1 0", &KhetRules::OFFICIAL).unwrap();
    insta::assert_snapshot!(game_from(start, "official", "f1g1 e7f7 j4+"));
}

/// Swaps with an own and with the opponent's pyramid.
#[test]
fn swaps() {
    insta::assert_snapshot!(game_from(
        set_up(KhetSetup::Classic, "official"),
        "official",
        "e4d4 c7c6 d4c4 c6c7 f4g4 c7c6 g4h4"
    ));
}

#[test]
fn deadheat() {
    insta::assert_snapshot!(game_from(
        set_up(KhetSetup::Classic, "official"),
        "official",
        "h2h3 c7c6 h3h2 c6c7 h2h3 c7c6 h3h2 c6c7"
    ));
}

#[test]
fn a_pharaoh_is_hit() {
    insta::assert_snapshot!(game_from(set_up(KhetSetup::Dynasty, "official"), "official", "j3j2"));
}

#[test]
fn the_ply_limit() {
    insta::assert_snapshot!(game_from(
        set_up(KhetSetup::Imhotep, "epam,ply_limit=3"),
        "epam,ply_limit=3",
        "e1+ f8- e5e6"
    ));
}
