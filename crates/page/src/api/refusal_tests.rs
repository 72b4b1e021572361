//! A refused request changes nothing: each request that changes something, with bodies that fail as late as they can.

use serde_json::{Value, json};

use super::*;
use crate::page::Settings;

fn page() -> Page {
    Page::new(Settings::new(Catalog::standard()))
}

fn ask(page: &Page, method: Method, path: &str, body: &Value) -> Result<Value, Fault> {
    let body = body.to_string();
    match page.ask(&Request { method, path, query: "", body: body.as_bytes() })? {
        Reply::Text { text, .. } => Ok(serde_json::from_str(&text).unwrap_or(Value::String(text))),
        Reply::Search(_) => Ok(Value::Null),
    }
}

/// The state of a game as far as any question shows it.
fn state(page: &Page, id: &str) -> (Value, Value, String) {
    let get = |path: String| ask(page, Get, &path, &Value::Null).unwrap();
    (get(format!("games/{id}")), get(format!("games/{id}/record")), page.copy(id).unwrap())
}

/// For each pattern of [`ROUTES`] that is no `GET`: bodies that are refused, the later the better.
fn refused(pattern: &str, id: &str) -> Vec<Value> {
    let long = "1 ".repeat(3_000);
    match pattern {
        "games" => vec![
            json!({ "id": "0".repeat(32), "game": "kalah", "moves": "1 9" }),
            json!({ "id": "1".repeat(32), "game": "kalah", "moves": "1 2", "ply": 7 }),
            json!({ "id": "2".repeat(32), "game": "kalah", "moves": "1 2", "resigned": 2 }),
            json!({ "id": "3".repeat(32), "game": "kalah", "moves": "1 2", "names": ["x".repeat(2_000), ""] }),
            json!({ "game": "kalah", "clock": { "full": 0, "more": 0, "left": [0, 0] } }),
            json!({ "game": "kalah", "position": "<1,1,1,0,1> S", "moves": "1 1 1" }),
            json!({ "text": "[Game \"kalah\"]\n\n1. 1 2 3 9\n" }),
            json!({ "text": "[Game \"kalah\"]\n[Result \"draws\"]\n\n1. 3 1\n" }),
            json!({ "game": "kalah", "moves": long }),
            json!({ "id": "mine", "game": "kalah" }),
            json!({ "recorded": [1, 1] }),
        ],
        "games/*/play" => vec![
            json!({ "move": "1 9" }),
            json!({ "move": "1 2 3 4 5 6 1 2 x" }),
            json!({ "move": "5 1 \u{feff}2" }),
            json!({ "move": "2", "ply": 2 }),
            json!({ "move": long }),
            json!({ "move": "" }),
            json!({ "move": "1", "plies": 1 }),
        ],
        "games/*/goto" => vec![json!({ "ply": 99 }), json!({ "ply": -1 })],
        // Moves that were taken back follow, so no side can resign here.
        "games/*/resign" => vec![json!({ "side": 0 }), json!({ "side": 2 }), json!({ "side": 1, "on_time": true })],
        "games/*/rematch" => vec![json!({})],
        "games/*/follow" => vec![
            json!({ "moves": "3 1 2 9", "ply": 0 }),
            json!({ "moves": "1 2 3", "ply": 4 }),
            json!({ "moves": "3 1 2", "ply": 99 }),
            json!({ "moves": "x", "ply": 0 }),
            json!({ "moves": long, "ply": 0 }),
        ],
        "games/*/preview" => vec![json!({ "moves": ["1", "9"] }), json!({ "moves": [id] })],
        "games/*/arrange" => vec![
            json!({ "pieces": [], "turn": 0, "numbers": [1, 2, -3] }),
            json!({ "pieces": [{ "cell": 99, "piece": "seed" }], "turn": 0, "numbers": [] }),
        ],
        // Only a game that is not there is refused.
        "games/*" => Vec::new(),
        _ => panic!("no refused requests for `{pattern}`: a request that changes something needs them"),
    }
}

#[test]
fn a_refused_request_changes_nothing() {
    let page = page();
    let created = ask(&page, Post, "games", &json!({ "game": "kalah", "moves": "3 1 2" })).unwrap();
    let id = created["id"].as_str().unwrap();
    // Two moves are taken back, and stay to be made again.
    ask(&page, Post, &format!("games/{id}/goto"), &json!({ "ply": 1 })).unwrap();
    let before = state(&page, id);
    assert_eq!(before.0["moves"].as_array().unwrap().len(), 3);
    let mut count = 0;
    for (method, pattern, _) in ROUTES.iter().filter(|(method, ..)| *method != Get) {
        for body in refused(pattern, id) {
            let answer = ask(&page, *method, &pattern.replace('*', id), &body);
            assert!(answer.is_err(), "{pattern} {body}");
            assert_eq!((state(&page, id), page.games()), (before.clone(), 1), "{pattern} {body}");
            count += 1;
        }
    }
    assert!(count > 25, "{count}");
    assert!(ask(&page, Delete, "games/none", &Value::Null).is_err());
    // The game goes on as if nothing had been asked.
    ask(&page, Post, &format!("games/{id}/play"), &json!({ "move": "1 2" })).unwrap();
    assert_eq!(state(&page, id).0["ply"], 3);
    assert_eq!(state(&page, id).0["moves"], before.0["moves"]);
}

#[test]
fn a_refused_request_changes_no_game_that_was_given_up() {
    let page = page();
    let created = ask(&page, Post, "games", &json!({ "game": "kalah", "moves": "3 1 2" })).unwrap();
    let id = created["id"].as_str().unwrap();
    ask(&page, Post, &format!("games/{id}/resign"), &json!({ "side": 1, "on_time": true })).unwrap();
    let before = state(&page, id);
    for (path, body) in [
        ("play", json!({ "move": "1 9" })),
        // Regression: it undid the resignation.
        ("play", json!({ "move": "4", "ply": 3 })),
        ("follow", json!({ "moves": "3 1 2 1 9", "ply": 5 })),
        ("follow", json!({ "moves": "1 2 9", "ply": 0 })),
        ("follow", json!({ "moves": "3 1 2", "ply": 4 })),
        ("resign", json!({ "side": 0 })),
    ] {
        assert!(ask(&page, Post, &format!("games/{id}/{path}"), &body).is_err(), "{path} {body}");
        assert_eq!(state(&page, id), before, "{path} {body}");
    }
}

/// Of a hundred moves the first 64 were played, and the rest was forgotten.
#[test]
fn no_part_of_a_request_is_left_out() {
    let page = page();
    let created = ask(&page, Post, "games", &json!({ "game": "cachex", "setup": "15" })).unwrap();
    let id = created["id"].as_str().unwrap();
    let moves: Vec<String> = (0..65).map(|cell| format!("{},{}", cell / 15, cell % 15)).collect();
    let fault = ask(&page, Post, &format!("games/{id}/play"), &json!({ "move": moves.join(" ") })).unwrap_err();
    assert_eq!(fault.message(), "65 moves at once: expected at most 64");
}

#[test]
fn messages_show_what_cannot_be_seen() {
    let page = page();
    for body in [
        json!({ "game": "kalah", "moves": "1 \u{202e}2" }),
        json!({ "game": "ka\u{feff}lah" }),
        json!({ "game": "kalah", "position": "<3,\u{200b}0>" }),
        json!({ "game": "kalah", "ru\u{feff}les": "x" }),
    ] {
        let message = ask(&page, Post, "games", &body).unwrap_err().message();
        assert!(message.contains("\\u{"), "{message}");
        assert!(!message.contains(plyground_game::notation::is_invisible), "{message}");
    }
    // A mark before a pasted text is none of it.
    let pasted = json!({ "game": "kalah", "text": "\u{feff}<3,0,0,3,3,3,3,3,3> S\r\n", "rules": "\u{feff}kgp\r\n" });
    assert!(ask(&page, Post, "games", &pasted).is_ok());
    let pasted = json!({ "text": "\u{feff}[Game \"kalah\"]\r\n\r\n1. 3 1\r\n" });
    assert!(ask(&page, Post, "games", &pasted).is_ok());
}

/// Regression: the tag of a comment chose the game, and a record with the variations of the board was refused.
#[test]
fn comments_and_variations_of_a_pasted_record_are_skipped() {
    let page = page();
    let text = "[Game \"kalah\"]\n\n1. 3 { as in [Game \"khet\"] } 1 (1. 2 (1. 4) {(}) 2\n";
    let answer = ask(&page, Post, "games", &json!({ "text": text })).unwrap();
    let moves: Vec<&str> =
        answer["view"]["moves"].as_array().unwrap().iter().map(|made| made["text"].as_str().unwrap()).collect();
    assert_eq!((answer["view"]["game"].as_str(), moves), (Some("kalah"), vec!["3", "1", "2"]));
    for (text, word) in [("1. 3 (1", "variation without end"), ("1. 3) 1", "`)`"), ("1. 3 {(", "comment")] {
        let text = format!("[Game \"kalah\"]\n\n{text}\n");
        let message = ask(&page, Post, "games", &json!({ "text": text })).unwrap_err().message();
        assert!(message.contains(word), "{message}");
    }
}
