//! Games on the server: their lines, their names, what can be had of them.

use crate::asking::{game, get, listen, post, server, until};
use plyground_catalog::{Catalog, Start};
use plyground_solve::SolveOptions;
use plyground_web::{Options, Running, Server};
use serde_json::{Value, json};

/// The moves of a view, and its ply.
fn line(view: &Value) -> (String, u64) {
    let moves: Vec<&str> = view["moves"].as_array().unwrap().iter().map(|mv| mv["text"].as_str().unwrap()).collect();
    (moves.join(" "), view["ply"].as_u64().unwrap())
}

#[test]
fn another_line_is_followed_or_nothing_changes() {
    let server = server();
    let path = format!("/api/games/{}", game(&server, "kalah"));
    let follow =
        |moves: &str, ply: u64| post(&server, &format!("{path}/follow"), &json!({ "moves": moves, "ply": ply }));
    let (status, view) = follow("3 1 2", 3);
    assert_eq!((status, line(&view)), (200, ("3 1 2".to_owned(), 3)));
    assert_eq!(line(&follow("3 4 5", 1).1), ("3 4 5".to_owned(), 1));
    assert_eq!(line(&follow("", 0).1), (String::new(), 0));
    follow("3 4 5", 2);
    for (moves, ply) in [("3 9", 1), ("3 4 1 1 1 1 1", 2), ("3 4", 7)] {
        let (status, fault) = follow(moves, ply);
        assert_eq!(status, 422, "{fault}");
        let (_, kept) = get(&server, &path);
        assert_eq!(line(&serde_json::from_str(&kept).unwrap()), ("3 4 5".to_owned(), 2), "after {moves}");
    }
    let (status, fault) = follow(&"1 ".repeat(3_000), 0);
    assert_eq!(status, 422, "{fault}");
}

#[test]
fn a_recorded_game_is_opened_with_its_names() {
    let server = server();
    let open = |names: [&str; 2]| {
        post(&server, "/api/games", &json!({ "game": "cachex", "moves": "0,1 steal 4,4", "names": names, "ply": 1 }))
    };
    let (_, answer) = open(["best", "a <b>\"stranger\"</b>"]);
    assert_eq!(answer["view"]["names"], json!(["best", "a <b>\"stranger\"</b>"]));
    assert_eq!(line(&answer["view"]), ("0,1 steal 4,4".to_owned(), 1));
    assert_eq!(open(["best", &"x".repeat(1_001)]).0, 400);
    // Another player's page shows them.
    let (_, answer) = open(["be\u{200b}st", "\u{202e}modnar"]);
    assert_eq!(answer["view"]["names"], json!([r"be\u{200b}st", r"\u{202e}modnar"]));
}

/// Offered where it cannot be had, and said not to exist where it can.
#[test]
fn exact_values_are_offered_where_they_can_be_had() {
    let folder = std::env::temp_dir().join(format!("plyground-exact-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let start = Start { setup: Some("3".into()), ..Start::default() };
    let options = SolveOptions { tables: folder.clone(), ..SolveOptions::default() };
    Catalog::standard().game("cachex").unwrap().solve(&start, &options, true, &mut |_| {}).unwrap();
    let server = Server::bind(Options { tables: Some(folder.clone()), ..Options::default() }).unwrap().start();
    let offered = |server: &Running, game: &str, setup: Option<&str>| {
        let (status, answer) = post(server, "/api/games", &json!({ "game": game, "setup": setup }));
        assert_eq!(status, 200, "{answer}");
        let path = format!("/api/games/{}/exact", answer["id"].as_str().unwrap());
        (answer["view"]["is_solvable"].as_bool().unwrap(), path)
    };
    for (game, setup, can_be_had) in [
        ("khet", None, false),
        ("tigers", None, false),
        ("cachex", None, false),
        ("cachex", Some("3"), true),
        ("kalah", Some("3x2"), true),
    ] {
        let (is_offered, path) = offered(&server, game, setup);
        assert_eq!(is_offered, can_be_had, "{game} {setup:?}");
        let event = until(&mut listen(&server, &path), if can_be_had { "done" } else { "fault" });
        assert_eq!(event["moves"].is_array(), can_be_had, "{event}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_board_is_a_picture() {
    let server = server();
    let path = format!("/api/games/{}/picture", game(&server, "kalah"));
    let (status, light) = get(&server, &path);
    let (_, dark) = get(&server, &format!("{path}?theme=dark"));
    let (_, line) = get(&server, &format!("{path}?line=3+1"));
    assert!(status == 200 && light.starts_with("<svg") && light.contains("xmlns"), "{light}");
    assert!(light != dark && light != line);
    assert_eq!(get(&server, &format!("{path}?line=9")).0, 422);
    assert_eq!(get(&server, &format!("{path}?theme=blue")).0, 400);
}
