//! Games that are played elsewhere: of a match that runs, and of several pages.

use std::time::Duration;

use plyground_catalog::{Catalog, Start, Trajectory};
use serde_json::{Value, json};

use crate::asking::{game, get, listen, post, send, server, until};

/// The running game of a match, from its first event to its end.
#[test]
fn a_running_game_is_sent_move_by_move() {
    let server = server();
    let new = json!({ "game": "kalah", "agents": ["best", "best"], "games": 20, "time": "20ms" });
    let id = post(&server, "/api/matches", &new).1["id"].clone();
    let mut stream = listen(&server, &format!("/api/matches/{id}/follow"));
    let whole_game = || {
        let mut events = vec![until(&mut stream, "game")];
        while events.last().unwrap()["cause"].is_null() {
            events.push(until(&mut stream, "game"));
        }
        events
    };
    // A game that was nearly over at its first event shows little.
    let events =
        std::iter::repeat_with(whole_game).find(|events| events.len() > 2).expect("moves are sent as they are made");
    let (first, last) = (&events[0], events.last().unwrap());
    assert_eq!(first["game"], "kalah", "{first}");
    let seats = [json!(["best", "best #2"]), json!(["best #2", "best"])];
    assert!(seats.contains(&first["names"]), "{first}");
    for (before, after) in events.iter().zip(&events[1..]) {
        assert_eq!(after["number"], first["number"], "no other game before the end of this one");
        assert!(after["moves"].as_str().unwrap().starts_with(before["moves"].as_str().unwrap()), "{before} {after}");
        for thought in after["thoughts"].as_array().into_iter().flatten().filter(|thought| !thought.is_null()) {
            assert!(thought["depth"].as_u64() > Some(0), "{thought}");
            // Regression: an estimate was in hundredths of a seed, and a known margin in seeds.
            let score = thought["score"].as_str().expect("the agent searches");
            assert!(
                ["seeds", "0", "draw"].iter().any(|end| score.ends_with(end)) || score.contains(" wins"),
                "{score}"
            );
            assert!((0.0..=1.0).contains(&thought["share"].as_f64().unwrap()), "{thought}");
        }
    }
    let opened = post(&server, "/api/games", &json!({ "recorded": [id, first["number"]] })).1;
    let made = opened["view"]["moves"].as_array().unwrap().iter().map(|made| made["text"].as_str().unwrap());
    assert_eq!(last["moves"], json!(made.collect::<Vec<_>>().join(" ")), "all of them");
}

/// A file with a game that was changed is not taken in, nor is one in which a game stands twice.
#[test]
fn a_file_with_a_changed_game_is_not_imported() {
    let server = server();
    let import = |body: &str| send(&server, "POST", "/api/matches/import", "Content-Type: text/plain\r\n", body);
    // Of format 1, which has no checksum: a random player against a program that could not be started.
    let line = |number: u64, agents: &str, moves: &str, result: &str, cause: &str, notes: &str, seeds: &str| {
        format!(
            r#"{{"id":"0104084cce313f91-{number}","run":"0104084cce313f91","number":{number},"pair":0,"game":"kalah","rules":"standard","agents":[{agents}],"limits":["no limit","no limit"],"opening":{{"number":0,"position":"<3,0,0,3,3,3,3,3,3> S","plies":2}},"moves":"{moves}","result":"{result}","termination":"not-started","cause":"{cause}: could not be started: no","nodes":[{}],"scores":[{}],"seeds":[{seeds}],"versions":{{"record":1,"plyground":"0.3.0"}}}}"#,
            notes.replace("null", "0"),
            notes,
        )
    };
    let first = |result| line(0, r#""engine:true","random""#, "2 3", result, "south", "", "0,13029008266876403067");
    let second = |moves| {
        let seeds = "6238072747940578789,17543098298488740100";
        line(1, r#""random","engine:true""#, moves, "first", "north", "null", seeds)
    };
    let (status, body) = import(&format!("{}\n{}\n", first("second"), second("2 3 2")));
    assert_eq!(status, 200, "{body}");
    let id = serde_json::from_str::<Value>(&body).unwrap()["id"].clone();
    assert_eq!(post(&server, "/api/games", &json!({ "recorded": [id, 2] })).0, 200);
    for (lines, expected) in [
        ([first("first"), second("2 3 2")], "line 1: found the result `first`, expected `second`"),
        ([first("draw"), second("2 3 2")], "line 1: found the result `draw`, expected `second`"),
        ([first("second"), second("2 3 9")], "line 2: move 3: "),
        ([first("second"), first("second")], "line 2: found game 0 after game 0"),
        ([first("second"), first("second").replace("engine:true", "greedy")], "line 2: found game 0 after game 0"),
        (
            [first("second").replace("engine:true", "greedy"), second("2 3 2")],
            "line 1: found the end `could not be started`",
        ),
        ([first("second"), second("2 3 2")[..200].to_owned()], "line 2: EOF while parsing"),
    ] {
        let (status, body) = import(&lines.join("\n"));
        assert_eq!(status, 400, "{body}");
        let error = serde_json::from_str::<Value>(&body).unwrap()["error"].as_str().unwrap().to_owned();
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn a_shared_game_is_sent_to_all_its_followers() {
    let server = server();
    let id = game(&server, "kalah");
    let watch = format!("/api/games/{id}/watch");
    let mut one = listen(&server, &watch);
    assert_eq!(until(&mut one, "game")["here"], 1);
    let mut two = listen(&server, &watch);
    assert_eq!(
        (until(&mut two, "game")["here"].clone(), until(&mut one, "game")["here"].clone()),
        (json!(2), json!(2))
    );
    assert_eq!(post(&server, &format!("/api/games/{id}/play"), &json!({ "move": "1", "ply": 0 })).0, 200);
    assert_eq!(until(&mut one, "game")["game"]["moves"], "1");
    assert_eq!(until(&mut two, "game")["game"]["moves"], "1");
    assert_eq!(post(&server, &format!("/api/games/{id}/resign"), &json!({ "side": 1 })).0, 200);
    assert_eq!(until(&mut two, "game")["game"]["resigned"], 1);
    assert_eq!(until(&mut two, "beat")["here"], 2);
    drop(one);
    assert_eq!(until(&mut two, "game")["here"], 1, "who has gone is missed");
    assert_eq!(get(&server, "/api/games/none/watch").0, 404);
    // Forgotten, it is begun again under its name, by the first client.
    send(&server, "DELETE", &format!("/api/games/{id}"), "", "");
    until(&mut two, "fault");
    let again = |moves: &str| post(&server, "/api/games", &json!({ "id": id, "game": "kalah", "moves": moves })).1;
    assert_eq!((again("1 2")["view"]["ply"].clone(), again("1")["view"]["ply"].clone()), (json!(2), json!(2)));
    assert_eq!(post(&server, "/api/games", &json!({ "id": "mine", "game": "kalah" })).0, 400);
}

/// The server counts: a page cannot end the game by a clock that runs, and a move after the end of the time is not played.
#[test]
fn the_clock_of_a_shared_game_is_that_of_the_server() {
    let server = server();
    let begin = |clock| post(&server, "/api/games", &json!({ "game": "kalah", "clock": clock }));
    let play = |id: &str, ply: u64| {
        let (status, view) = post(&server, &format!("/api/games/{id}/play"), &json!({ "move": "1", "ply": ply }));
        assert_eq!(status, 200, "{view}");
        view
    };
    let resign = |id: &str, side: u64| {
        post(&server, &format!("/api/games/{id}/resign"), &json!({ "side": side, "on_time": true }))
    };
    let game = begin(json!({ "full": 60_000, "more": 2_000, "left": [60_000, 60_000] })).1;
    let id = game["id"].as_str().unwrap();
    assert!(game["view"]["clock"]["running"].is_null(), "the first move takes no time: {game}");
    let clock = play(id, 0)["clock"].clone();
    assert_eq!((&clock["running"], &clock["left"][0]), (&json!(1), &json!(60_000)), "{clock}");
    std::thread::sleep(Duration::from_millis(30));
    let clock = play(id, 1)["clock"].clone();
    assert!((52_000..=61_970).contains(&clock["left"][1].as_u64().unwrap()), "30 ms and the increment: {clock}");
    assert_eq!((resign(id, 0).0, resign(id, 1).0), (409, 409));
    assert!(get(&server, &format!("/api/games/{id}")).1.contains("\"outcome\":null"));

    let game = begin(json!({ "full": 60_000, "more": 0, "left": [60_000, 50] })).1;
    let id = game["id"].as_str().unwrap();
    let mut other = listen(&server, &format!("/api/games/{id}/watch"));
    assert_eq!(until(&mut other, "game")["game"]["clock"]["left"], json!([60_000, 50]));
    play(id, 0);
    until(&mut other, "game");
    std::thread::sleep(Duration::from_millis(80));
    let late = play(id, 1);
    assert_eq!((late["ply"].clone(), late["outcome"]["winner"].clone()), (json!(1), json!(0)), "{late}");
    assert!(late["outcome"]["reason"].as_str().unwrap().ends_with("has run out of time"), "{late}");
    let news = until(&mut other, "game");
    assert_eq!((&news["game"]["resigned"], &news["game"]["on_time"]), (&json!(1), &json!(true)), "{news}");
    assert_eq!((resign(id, 1).0, resign(id, 0).0), (200, 409), "the other page reports it too");
    for wrong in
        [json!({ "full": 0, "more": 0, "left": [0, 0] }), json!({ "full": 1, "more": 99_000_000, "left": [1, 1] })]
    {
        assert_eq!(begin(wrong).0, 400);
    }
}

/// The first of two moves was played although the request was refused, and the other page did not learn of it.
#[test]
fn a_refused_request_changes_nothing_and_is_no_news() {
    let server = server();
    let id = game(&server, "kalah");
    let mut one = listen(&server, &format!("/api/games/{id}/watch"));
    until(&mut one, "game");
    let state = || (get(&server, &format!("/api/games/{id}")), get(&server, &format!("/api/games/{id}/record")));
    let before = state();
    for (path, body) in [
        ("play", json!({ "move": "1 9" })),
        ("play", json!({ "move": "1 2 3 x" })),
        ("play", json!({ "move": "1", "ply": 3 })),
        ("goto", json!({ "ply": 9 })),
        ("resign", json!({ "side": 7 })),
        ("follow", json!({ "moves": "3 1 9", "ply": 1 })),
        ("follow", json!({ "moves": "3 1", "ply": 9 })),
        ("arrange", json!({ "pieces": [], "turn": 0, "numbers": [1, -2] })),
        ("preview", json!({ "moves": ["1", "9"] })),
    ] {
        let (status, answer) = post(&server, &format!("/api/games/{id}/{path}"), &body);
        assert!((400..500).contains(&status), "{path} {body}: {status} {answer}");
        assert_eq!(state(), before, "{path} {body}");
    }
    // The next news is of the move that is played.
    assert_eq!(post(&server, &format!("/api/games/{id}/play"), &json!({ "move": "3 1" })).0, 200);
    assert_eq!(until(&mut one, "game")["game"]["moves"], "3 1");
    let matches = get(&server, "/api/matches");
    for body in [
        json!({ "game": "kalah", "agents": ["random", "random"], "games": 2, "time": "soon" }),
        json!({ "game": "kalah", "agents": ["random", "best:tables=/etc"], "games": 2 }),
        json!({ "game": "kalah", "agents": ["random"], "games": 2 }),
    ] {
        assert_eq!(post(&server, "/api/matches", &body).0, 400, "{body}");
    }
    assert_eq!(send(&server, "POST", "/api/matches/import", "Content-Type: text/plain\r\n", "{}\n").0, 400);
    assert_eq!(send(&server, "DELETE", "/api/matches/7", "", "").0, 404);
    assert_eq!(get(&server, "/api/matches"), matches);
}

/// A game up to its current ply as JSON: the object that `ply export --json` and the Python package write.
#[test]
fn a_game_is_read_as_a_trajectory() {
    let server = server();
    for (name, moves) in
        [("khet", ["h2h3", "c7c6"]), ("kalah", ["3", "1"]), ("tigers", ["@9", "4-10"]), ("cachex", ["0,1", "steal"])]
    {
        let path = format!("/api/games/{}", game(&server, name));
        for (ply, mv) in moves.iter().enumerate() {
            post(&server, &format!("{path}/play"), &json!({ "move": mv, "ply": ply }));
            let start = Start { moves: moves[..=ply].join(" "), ..Start::default() };
            let state = Catalog::standard().game(name).unwrap().state(&start).unwrap();
            let expected = serde_json::to_value(Trajectory::of(&*state, None)).unwrap();
            let (status, text) = get(&server, &format!("{path}/trajectory"));
            assert_eq!((status, serde_json::from_str(&text).ok()), (200, Some(expected)));
        }
    }
}

/// Two people on two devices have no help before the end of their game, and then a rematch that both find.
#[test]
fn two_people_play_without_help_and_play_again() {
    let server = server();
    let times = json!({ "full": 60_000, "more": 0, "left": [50_000, 40_000] });
    let (status, game) = post(&server, "/api/games", &json!({ "game": "kalah", "shared": true, "clock": times }));
    assert_eq!(status, 200, "{game}");
    let shared = game["id"].as_str().unwrap();
    // The page of each of them has a session of its own.
    let (_, own) = post(&server, "/api/games", &json!({ "game": "kalah", "shared": true }));
    let searches =
        ["think?depth=1", "explain", "exact", "explore", "compare?depth=1", "graph?nodes=100", "trace?depth=1"];
    let ask = |id: &str, search: &str| get(&server, &format!("/api/games/{id}/{search}"));
    for id in [shared, own["id"].as_str().unwrap()] {
        for search in searches {
            let (status, text) = ask(id, search);
            assert_eq!(status, 409, "{search}: {text}");
            assert!(text.contains("two people play this game"), "{search}: {text}");
        }
    }
    assert_eq!(game["view"]["may_search"], json!(false));
    let rematch = || post(&server, &format!("/api/games/{shared}/rematch"), &json!({}));
    assert_eq!(rematch().0, 409, "the game goes on");
    let mut other = listen(&server, &format!("/api/games/{shared}/watch"));
    until(&mut other, "game");
    let (_, view) = post(&server, &format!("/api/games/{shared}/resign"), &json!({ "side": 0 }));
    assert_eq!(view["may_search"], json!(true));
    assert!(until(&mut other, "game")["game"]["next"].is_null());
    for search in searches {
        assert_eq!(ask(shared, search).0, 200, "{search}");
    }
    let (status, next) = rematch();
    assert_eq!((status, rematch().1), (200, next.clone()), "both ask for it");
    assert_eq!(until(&mut other, "game")["game"]["next"], next["id"]);
    let (_, text) = get(&server, &format!("/api/games/{}", next["id"].as_str().unwrap()));
    let view: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&view["ply"], &view["may_search"]), (&json!(0), &json!(false)), "{view}");
    assert_eq!(view["clock"]["left"], json!([60_000, 60_000]), "{view}");
}
