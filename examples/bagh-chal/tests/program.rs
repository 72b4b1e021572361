//! The program: `ply` knows the new game, and its board can be clicked.

use std::process::Command;

use bagh_chal::{BaghChal, BaghChalRules, Hunt};
use plyground::game::{Evaluate, Position, Side, Symmetric};
use plyground::scene::{Arranged, Placed, scene_of};

fn prints(words: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_bagh-chal")).args(words).output().unwrap();
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(words: &[&str]) -> serde_json::Value {
    serde_json::from_str(&prints(words)).unwrap()
}

#[test]
fn the_game_is_listed_shown_counted_and_analysed() {
    let games = json(&["games", "--json"]);
    let game = games["games"].as_array().unwrap().iter().find(|game| game["name"] == "bagh-chal").unwrap();
    assert_eq!(game["sides"], serde_json::json!(["goats", "tigers"]));
    let shown = prints(&["show", "bagh-chal", "--moves", "c1 a1-b1"]);
    assert!(shown.contains("1 . - T - G - . - T"), "{shown}");
    assert_eq!(json(&["perft", "bagh-chal", "--depth", "4", "--json"])["nodes"], 68_204);
    let position = "T3T/5/5/1G3/T3T t 15 4";
    let analysis = json(&["analyse", "bagh-chal", "--position", position, "--agent", "pvs:depth=2", "--json"]);
    assert_eq!((&analysis["best"], &analysis["winner_in"]), (&"a1xc3".into(), &1.into()), "{analysis}");
}

#[test]
fn a_match_between_two_searches_is_played() {
    let summary = json(&[
        "match",
        "bagh-chal",
        "--first",
        "pvs:depth=2",
        "--second",
        "random",
        "--games",
        "4",
        "--max-plies",
        "100",
        "--json",
    ]);
    assert_eq!(summary["games"], 4, "{summary}");
}

#[test]
fn every_move_can_be_clicked_and_every_position_arranged() {
    let rules = BaghChalRules::default();
    for text in ["T3T/5/5/5/T3T g 20 0", "TG2T/1GG2/2G1G/1G1G1/TG2T t 9 3", "TG2T/1GG2/2G1G/GG1G1/TGG1T g 0 10"] {
        let Ok(pos) = BaghChal::parse(text, &"standard,captures=20".parse().unwrap()) else { panic!("{text}") };
        let scene = scene_of(&pos, None, true);
        assert_eq!((scene.nodes.len(), scene.moves.len()), (25, pos.legal_moves().len()));
        let ids: Vec<&str> = scene.nodes.iter().map(|node| node.id.as_str()).collect();
        assert!(scene.moves.iter().flat_map(|hint| [&hint.from, &hint.to]).flatten().all(|id| ids.contains(&&**id)));
        let placed: Vec<Placed> = scene
            .pieces
            .iter()
            .map(|piece| Placed {
                on: piece.on.clone(),
                shape: piece.shape.into(),
                side: piece.side,
                turn: piece.turn,
                count: piece.count,
            })
            .collect();
        let numbers: Vec<u32> = pos.numbers().iter().map(|number| number.value).collect();
        assert_eq!(pos.arranged(&placed, pos.side_to_move(), &numbers), text);
    }
    assert!(BaghChal::parse("TG2T/1GG2/2G1G/1G1G1/TG2T t 9 3", &rules).is_ok());
}

#[test]
fn the_evaluation_is_the_same_for_both_sides_and_all_symmetries() {
    let rules = "standard,captures=20".parse().unwrap();
    for text in ["T3T/5/5/5/T3T g 20 0", "TG2T/1GG2/2G1G/1G1G1/TG2T t 9 3", "TGG1T/GG3/2G2/5/T3T t 11 4"] {
        let pos = BaghChal::parse(text, &rules).unwrap();
        let value = |pos: &BaghChal, side| Hunt::default().evaluate(pos, &(), side);
        assert_eq!(value(&pos, Side::First), value(&pos, Side::Second).seen_by(false), "{text}");
        for &symmetry in pos.symmetries() {
            assert_eq!(value(&pos, Side::First), value(&pos.map(symmetry), Side::First), "{text}");
        }
    }
    let even = BaghChal::parse("T3T/5/5/5/T3T g 20 0", &rules).unwrap();
    let ahead = BaghChal::parse("T3T/5/5/5/T3T g 17 3", &rules).unwrap();
    let of_tigers = |pos: &BaghChal| Hunt::default().evaluate(pos, &(), Side::Second).value();
    assert_eq!(of_tigers(&ahead) - of_tigers(&even), 1_200, "three captures");
}
