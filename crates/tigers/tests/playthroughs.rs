//! Complete games as text snapshots; each special rule occurs in one of them.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use plyground_game::{Game, Position, StandardSetup, playthrough};
use plyground_tigers::{Tigers, TigersRules};

fn written(rules: &str, position: &str, moves: &str) -> String {
    let rules: TigersRules = rules.parse().unwrap();
    let start = if position.is_empty() {
        Tigers::new(&StandardSetup, &rules)
    } else {
        Tigers::parse(position, &rules).unwrap()
    };
    let mut game = Game::from_position(start, &rules);
    for mv in moves.split_whitespace() {
        game.play_text(mv).unwrap();
    }
    playthrough(&game)
}

#[test]
fn tigers_jump() {
    insta::assert_snapshot!(written("standard", "", "@9 3x15 @2 0x8 @13 8-2"));
}

#[test]
fn goats_immobilise_the_tigers_while_goats_are_outside() {
    insta::assert_snapshot!(written("standard", ".TGG...TGG....T........ 10 g", "@15 14-13 @14"));
}

#[test]
fn goats_immobilise_the_tigers_with_a_step() {
    insta::assert_snapshot!(written("standard", ".TGG...TGG....TG...G..G 0 g", "22-21 14-13 19-14"));
}

#[test]
fn the_last_goat_enters_and_goats_begin_to_step() {
    insta::assert_snapshot!(written("standard", "TG..T.TGG..G..G...G..GG 1 g", "@5 6-12 18-17"));
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let there_and_back = "17-22 0-2 22-17 2-0";
    insta::assert_snapshot!(written(
        "standard",
        "T..TT............G..... 0 g",
        &format!("{there_and_back} {there_and_back}")
    ));
}

#[test]
fn goats_that_cannot_move_lose() {
    insta::assert_snapshot!(written("standard", ".G.T...T..........T.... 0 t", "3-2"));
}

#[test]
fn the_last_goat_is_taken() {
    insta::assert_snapshot!(written("standard", "..GT.........T........T 0 t", "3x1"));
}

#[test]
fn the_fifth_capture_wins_by_the_rules_of_five() {
    insta::assert_snapshot!(written("standard,captures_to_win=5", ".GG.T.G.T.....TG...GG.G 4 t", "4-10 @0 14x16"));
}
