//! What the page learns from: puzzles, recorded games, positions that are put up by hand.

use crate::asking::{game, get, post, server, wait_for};
use serde_json::{Value, json};

fn read(answer: &(u16, String)) -> Value {
    let (status, text) = answer;
    assert_eq!(*status, 200, "{text}");
    serde_json::from_str(text).unwrap()
}

#[test]
fn puzzles_come_with_their_task_and_solution() {
    let server = server();
    let puzzles = read(&get(&server, "/api/puzzles/khet"));
    assert!(puzzles.as_array().unwrap().len() >= 8);
    assert!(puzzles[0]["task"].as_str().unwrap().contains("wins in 2 moves"), "{puzzles}");
    assert_eq!(puzzles[0]["line"].as_array().unwrap().len(), 3);
    assert!(puzzles[0]["side"] == 0 || puzzles[0]["side"] == 1);
    let (status, message) = get(&server, "/api/puzzles/chess");
    assert!(status == 422 && message.contains("khet"), "{status} {message}");
}

#[test]
fn recorded_games_are_explored_by_position() {
    let server = server();
    let id = game(&server, "kalah");
    let path = format!("/api/games/{id}/explore");
    let before = read(&get(&server, &path));
    assert_eq!((&before["games"], before["moves"].as_array().unwrap().len()), (&json!(0), 6));
    assert_eq!(before["moves"][0]["score"], Value::Null);
    let asked = json!({ "game": "kalah", "agents": ["greedy", "random"], "games": 4, "depth": 1 });
    let (status, answer) = post(&server, "/api/matches", &asked);
    assert_eq!(status, 200, "{answer}");
    let all = format!("/api/matches/{}", answer["id"]);
    wait_for("the match", || read(&get(&server, &all))["done"] == 4);
    let after = read(&get(&server, &path));
    let moves = after["moves"].as_array().unwrap();
    let sum: u64 = moves.iter().map(|mv| mv["games"].as_u64().unwrap()).sum();
    // Each game began here, and no game comes back.
    assert_eq!((after["games"].as_u64(), sum), (Some(4), 4), "{after}");
    let score = moves[0]["score"].as_f64().unwrap();
    assert!((0.0..=1.0).contains(&score), "{after}");
    // Other rules are another game.
    let (_, other) = post(&server, "/api/games", &json!({ "game": "kalah", "rules": "kalaha" }));
    let none = read(&get(&server, &format!("/api/games/{}/explore", other["id"].as_str().unwrap())));
    assert_eq!(none["games"], 0, "{none}");
}

#[test]
fn a_position_is_put_up_piece_by_piece() {
    let server = server();
    let path = format!("/api/games/{}/arrange", game(&server, "tigers"));
    let tools = read(&get(&server, &path));
    assert_eq!((tools["brushes"].as_array().unwrap().len(), &tools["numbers"][0]["value"]), (3, &json!(15)));
    let tiger = |on: &str| json!({ "on": on, "shape": "tiger", "side": 1, "turn": 0, "count": null });
    let pieces = ["0", "3", "7"].map(tiger);
    let (status, answer) = post(&server, &path, &json!({ "pieces": pieces, "turn": 0, "numbers": [15] }));
    assert_eq!((status, &answer["position"]), (200, &json!("T..T...T............... 15 g")), "{answer}");
    let (status, answer) = post(&server, &path, &json!({ "pieces": pieces[..2], "turn": 0, "numbers": [15] }));
    assert!(status == 200 && answer["fault"].as_str().unwrap().contains("three tigers"), "{answer}");
    let (status, answer) = post(&server, &path, &json!({ "pieces": pieces, "turn": 0, "numbers": [99] }));
    assert!(status == 200 && answer["fault"].as_str().unwrap().contains("99"), "{answer}");
}

/// Regression: the editor allowed a board without pharaohs, and a game from it was over at once.
#[test]
fn no_game_begins_where_it_is_over() {
    let server = server();
    let path = format!("/api/games/{}/arrange", game(&server, "khet"));
    let piece = |on: &str, shape: &str, side: usize, turn: u32| json!({ "on": on, "shape": shape, "side": side, "turn": turn, "count": null });
    let sphinxes = [piece("j1", "sphinx", 0, 0), piece("a8", "sphinx", 1, 180)];
    let (status, answer) = post(&server, &path, &json!({ "pieces": sphinxes, "turn": 0, "numbers": [] }));
    assert_eq!(
        (status, &answer["fault"]),
        (200, &json!("The game is over here: neither side has a pharaoh.")),
        "{answer}"
    );
    assert_eq!(answer["position"], Value::Null);
}

#[test]
fn who_runs_out_of_time_has_not_resigned() {
    let server = server();
    let id = game(&server, "kalah");
    let (status, _) = post(&server, &format!("/api/games/{id}/play"), &json!({ "move": "1" }));
    assert_eq!(status, 200);
    let (_, view) = post(&server, &format!("/api/games/{id}/resign"), &json!({ "side": 1, "on_time": true }));
    assert_eq!(view["outcome"], json!({ "winner": 0, "reason": "north has run out of time" }));
    // It comes back as it was.
    let again = json!({ "game": "kalah", "moves": "1", "resigned": 1, "on_time": true });
    let (_, opened) = post(&server, "/api/games", &again);
    assert_eq!((&opened["view"]["on_time"], &opened["view"]["outcome"]), (&json!(true), &view["outcome"]));
}

#[test]
fn courses_come_with_their_tasks_and_their_tour() {
    let server = server();
    let course = read(&get(&server, "/api/courses/kalah"));
    assert!(course["task"].as_array().unwrap().len() >= 5, "{course}");
    assert_eq!(course["task"][0]["accept"], json!(["3"]));
    assert!(course["tour"]["steps"][1]["moves"] == "3", "{course}");
    let (status, message) = get(&server, "/api/courses/chess");
    assert!(status == 422 && message.contains("khet"), "{status} {message}");
}
