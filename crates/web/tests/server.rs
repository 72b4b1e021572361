//! The server against unauthorised clients, floods and pages that disconnect.

mod played;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use crate::asking::{JSON, game, get, listen, post, raw, send, server, until, wait_for};
use plyground_web::{ClusterSource, Options, ServeError, Server};
use serde_json::{Value, json};

#[test]
fn unauthorised_requests_are_refused() {
    let server = server();
    let port = server.port();
    let own = format!("Origin: http://127.0.0.1:{port}\r\n");
    let asked = |headers: &str| send(&server, "GET", "/api/catalog", headers, "").0;
    assert_eq!((asked(""), asked(&own), asked("Sec-Fetch-Site: same-origin\r\n")), (200, 200, 200));
    for origin in [
        "https://example.org",
        "null",
        &format!("https://127.0.0.1:{port}"),
        "http://127.0.0.1:1",
        &format!("http://localhost:{port}"),
        &format!("http://127.0.0.1:{port}.example.org"),
    ] {
        assert_eq!(asked(&format!("Origin: {origin}\r\n")), 403, "{origin}");
    }
    assert_eq!(asked("Sec-Fetch-Site: cross-site\r\n"), 403);
    assert_eq!(asked("Sec-Fetch-Site: same-site\r\n"), 403);
    assert_eq!(asked(&format!("{own}{own}")), 400, "two origins");
    // A name of another site that has been rebound to this machine.
    for host in ["example.org", &format!("example.org:{port}"), &format!("127.0.0.1:{port}.example.org"), ""] {
        let request = format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        assert_eq!(raw(&server, request.as_bytes()).0, 403, "{host}");
    }
    assert_eq!(raw(&server, b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n").0, 400, "no host");
    // A tunnel such as `ssh -L 9000:localhost:8080` has another port at its local end, which the page's `Origin` names too.
    for (host, origin, status) in [
        (&*format!("localhost:{port}"), "", 200),
        ("localhost:9000", "Origin: http://localhost:9000\r\n", 200),
        ("localhost", "", 200),
        ("localhost:9000", "Origin: http://localhost:8000\r\n", 403),
    ] {
        let request = format!("GET /api/catalog HTTP/1.1\r\nHost: {host}\r\n{origin}Connection: close\r\n\r\n");
        assert_eq!(raw(&server, request.as_bytes()).0, status, "{host} {origin}");
    }
}

#[test]
fn malformed_requests_say_what_is_wrong() {
    let server = server();
    let id = game(&server, "kalah");
    let (games, play) = ("/api/games".to_owned(), format!("/api/games/{id}/play"));
    let cases: &[(&str, &str, &str, u16, &str)] = &[
        (&games, JSON, "{", 400, "JSON"),
        (&games, JSON, "[]", 422, ""),
        (&games, JSON, "{\"gaem\": 1}", 422, "gaem"),
        (&games, JSON, "{\"game\": \"chess\"}", 422, "khet"),
        (&games, JSON, "{}", 400, "game"),
        (&games, JSON, "{\"game\": \"kalah\", \"position\": \"<\"}", 422, "position"),
        (&games, JSON, "{\"game\": \"kalah\", \"rules\": \"x\"}", 422, "standard"),
        (&games, JSON, "{\"text\": \"[Event \\\"x\\\"]\"}", 400, "[Game"),
        (&games, JSON, "{\"recorded\": [9, 1]}", 404, "match"),
        (&games, "Content-Type: text/plain\r\n", "{}", 415, "application/json"),
        (&play, JSON, "{\"move\": \"7\"}", 422, "7"),
        (&play, JSON, "{\"move\": \"\"}", 422, "move"),
        (&play, JSON, "{\"move\": \"1\", \"ply\": 5}", 409, "ply 0"),
        ("/api/games/none/play", JSON, "{\"move\": \"1\"}", 404, "game"),
        ("/api/nothing", JSON, "{}", 404, ""),
        ("/api/catalog", JSON, "{}", 405, "method"),
        ("/api/matches", JSON, "{\"game\":\"kalah\",\"agents\":[\"random\"],\"games\":2}", 400, "2 to 8"),
        (
            "/api/matches",
            JSON,
            "{\"game\":\"kalah\",\"agents\":[\"random\",\"random\"],\"games\":2000000000000}",
            400,
            "games",
        ),
        ("/api/matches/import", "Content-Type: text/plain\r\n", "x", 400, "line 1"),
        ("/api/matches/import", "Content-Type: text/plain\r\n", "", 400, "no games"),
    ];
    for (path, headers, body, status, word) in cases {
        let (found, text) = send(&server, "POST", path, headers, body);
        assert_eq!(found, *status, "{path} {body}: {text}");
        let error = serde_json::from_str::<Value>(&text).unwrap()["error"].as_str().unwrap().to_owned();
        assert!(error.contains(word) && !error.contains('\n'), "{path} {body}: {error}");
    }
    let think = format!("/api/games/{id}/think");
    for query in [
        "agent=chess",
        "agent=engine:true",
        "agent=best:tables=tables",
        "agent=best:threads=200",
        "agent=best:table=60000",
        "agent=alphabeta:eval=weights.toml",
        "agent=khet-userbot",
        "lines=9",
        "depth=0",
        "time=soon",
        "purpose=x",
        "nodes=-1",
        "colour=red",
    ] {
        let (status, text) = get(&server, &format!("{think}?{query}"));
        assert!((400..500).contains(&status) && text.contains("error"), "{query}: {status} {text}");
    }
    assert_eq!(server.searches(), 0);
}

#[test]
fn bodies_have_a_size() {
    let server = server();
    let body = format!("{{\"game\": \"{}\"}}", "x".repeat(300 * 1024));
    assert_eq!(send(&server, "POST", "/api/games", JSON, &body).0, 413);
    let (port, id) = (server.port(), game(&server, "kalah"));
    // One that is said to be huge is refused before it comes.
    let head = format!(
        "POST /api/games/{id}/play HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n{JSON}Content-Length: 99999999999\r\n\r\n"
    );
    assert_eq!(raw(&server, head.as_bytes()).0, 413);
    let moves = "1 ".repeat(5_000);
    assert_eq!(post(&server, "/api/games", &json!({ "game": "kalah", "moves": moves })).0, 400);
}

#[test]
fn a_flood_is_slowed_down() {
    let server = server();
    let id = game(&server, "kalah");
    let begin = Instant::now();
    let statuses: Vec<u16> = (0..400).map(|_| get(&server, &format!("/api/games/{id}")).0).collect();
    assert!(statuses.iter().all(|status| [200, 429].contains(status)), "{statuses:?}");
    assert_eq!(statuses[..100], [200; 100]);
    // 200 at once and 50 a second after that.
    let most = 201.0 + 50.0 * begin.elapsed().as_secs_f64();
    assert!(statuses.iter().filter(|&&status| status == 200).count() as f64 <= most);
}

#[test]
fn answers_forbid_other_sources() {
    let server = server();
    let mut stream = TcpStream::connect(("127.0.0.1", server.port())).unwrap();
    write!(stream, "GET / HTTP/1.1\r\nHost: localhost:{}\r\nConnection: close\r\n\r\n", server.port()).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    let head = text.split("\r\n\r\n").next().unwrap().to_lowercase();
    for header in
        ["content-security-policy: default-src 'none'", "x-content-type-options: nosniff", "frame-ancestors 'none'"]
    {
        assert!(head.contains(header), "{head}");
    }
    assert!(!head.contains("access-control-allow"), "{head}");
    // Every file that the page names is there, and nothing comes from elsewhere.
    let page = include_str!("../assets/index.html");
    let names: Vec<&str> = page.split("\"assets/").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(names.len() >= 4);
    for name in names {
        assert_eq!(get(&server, &format!("/assets/{name}")).0, 200, "{name}");
    }
    // And every module that another one names.
    let mut scripts = vec!["main.js".to_owned()];
    let mut index = 0;
    while let Some(script) = scripts.get(index).cloned() {
        let (status, text) = get(&server, &format!("/assets/{script}"));
        assert_eq!(status, 200, "{script}");
        // Comments name modules too, for readers of types.
        let imports = text.lines().filter(|line| line.starts_with("import ") || line.starts_with("} from "));
        for name in imports.filter_map(|line| line.split("\"./").nth(1)?.split('"').next()) {
            if !scripts.iter().any(|known| known == name) {
                scripts.push(name.to_owned());
            }
        }
        index += 1;
    }
    assert!(scripts.len() > 10, "{scripts:?}");
    assert!(!page.contains("http://") && !page.contains("https://"));
    assert_eq!(get(&server, "/assets/../Cargo.toml").0, 404);
}

#[test]
fn moves_are_made_taken_back_and_made_again() {
    let server = server();
    for (name, moves) in
        [("khet", "h2h3 c7c6"), ("kalah", "3 1 2"), ("tigers", "@9 4-10 @1 3x15"), ("cachex", "0,1 steal 4,4")]
    {
        let id = game(&server, name);
        let path = format!("/api/games/{id}");
        for (ply, mv) in moves.split(' ').enumerate() {
            let (status, view) = post(&server, &format!("{path}/play"), &json!({ "move": mv, "ply": ply }));
            assert_eq!((status, &view["ply"]), (200, &json!(ply + 1)), "{name}: {view}");
            assert!(!view["scene"]["steps"].as_array().unwrap().is_empty(), "{name} {mv} has no steps");
        }
        let (_, view) = post(&server, &format!("{path}/goto"), &json!({ "ply": 1 }));
        assert_eq!((&view["ply"], view["moves"].as_array().unwrap().len()), (&json!(1), moves.split(' ').count()));
        let second = moves.split(' ').nth(1).unwrap();
        let (_, view) = post(&server, &format!("{path}/play"), &json!({ "move": second }));
        assert_eq!(
            view["moves"].as_array().unwrap().len(),
            moves.split(' ').count(),
            "the same move keeps what follows"
        );
        let (_, record) = get(&server, &format!("{path}/record"));
        let (status, copy) = post(&server, "/api/games", &json!({ "text": record }));
        assert_eq!((status, &copy["view"]["position"]), (200, &view["position"]), "{record}");
        let (_, preview) =
            post(&server, &format!("{path}/preview"), &json!({ "moves": [view["scene"]["moves"][0]["text"]] }));
        assert_eq!(preview["frames"].as_array().unwrap().len(), 1);
    }
}

#[test]
fn searches_tell_and_end() {
    let server = server();
    for name in ["khet", "kalah", "tigers", "cachex"] {
        let id = game(&server, name);
        let mut stream = listen(&server, &format!("/api/games/{id}/think?depth=2&lines=2"));
        let depth = until(&mut stream, "depth");
        assert_eq!(depth["analysis"]["depth"], 1);
        let done = until(&mut stream, "done");
        assert_eq!(
            (done["lines"].as_array().unwrap().len(), &done["analysis"]["completed"]),
            (2, &json!(true)),
            "{name}"
        );
        assert!((0.0..=1.0).contains(&done["verdict"]["share"].as_f64().unwrap()));
        let mut stream = listen(&server, &format!("/api/games/{id}/think?depth=1&threat=true"));
        until(&mut stream, "done");
        let (status, features) = get(&server, &format!("/api/games/{id}/explain"));
        assert!(
            status == 200
                && !serde_json::from_str::<Value>(&features).unwrap()["explanation"]["features"]
                    .as_array()
                    .unwrap()
                    .is_empty()
        );
        let mut stream = listen(&server, &format!("/api/games/{id}/compare?depth=1"));
        assert_eq!(until(&mut stream, "row")["agent"], "minimax");
        until(&mut stream, "done");
        post(&server, &format!("/api/games/{id}/play"), &json!({ "move": done["analysis"]["best"] }));
        let mut stream = listen(&server, &format!("/api/games/{id}/graph?nodes=100"));
        assert_eq!(until(&mut stream, "point")["ply"], 0);
        assert_eq!(until(&mut stream, "point")["ply"], 1);
        until(&mut stream, "done");
    }
    wait_for("the searches to end", || server.searches() == 0);
    let end = post(&server, "/api/games", &json!({ "game": "kalah", "position": "<2,0,3,1,0,0,1> S" })).1;
    let mut stream = listen(&server, &format!("/api/games/{}/exact", end["id"].as_str().unwrap()));
    assert!(until(&mut stream, "done")["moves"].is_array());
}

/// As the worker of the article on Tigers and Goats posts it: the best move, its value, the depth and the nodes, depth by depth.
#[test]
fn a_search_of_tigers_streams_move_value_depth_and_nodes() {
    let server = server();
    let id = game(&server, "tigers");
    let mut stream = listen(&server, &format!("/api/games/{id}/think?agent=tigers-minimax&depth=3"));
    let mut nodes = 0;
    for depth in 1..=3 {
        let found = until(&mut stream, "depth")["analysis"].take();
        assert_eq!(found["depth"], depth, "{found}");
        assert!(found["best"].as_str().unwrap().starts_with('@') && found["score"].is_number(), "{found}");
        let counted = found["nodes"].as_u64().unwrap();
        assert!(counted > nodes, "{counted} nodes after {nodes}: {found}");
        nodes = counted;
    }
    let done = until(&mut stream, "done")["analysis"].take();
    assert_eq!((&done["depth"], &done["nodes"]), (&json!(3), &json!(nodes)));
}

#[test]
fn searches_stop_when_their_page_goes_away() {
    let server = server();
    let id = game(&server, "khet");
    let mut stream = listen(&server, &format!("/api/games/{id}/think?time=10m"));
    until(&mut stream, "depth");
    assert_eq!((server.searches(), server.streams()), (1, 1));
    drop(stream);
    wait_for("the search to stop", || server.searches() == 0 && server.streams() == 0);
    // A new search of the same purpose takes the place of the former.
    let mut one = listen(&server, &format!("/api/games/{id}/think?time=10m"));
    until(&mut one, "depth");
    let mut other = listen(&server, &format!("/api/games/{id}/think?time=10m"));
    until(&mut other, "depth");
    wait_for("the former to stop", || server.searches() == 1);
    // A game that is forgotten stops its searches.
    assert_eq!(send(&server, "DELETE", &format!("/api/games/{id}"), "", "").0, 200);
    wait_for("the search to stop", || server.searches() == 0);
}

#[test]
fn every_agent_stops_when_its_page_goes_away() {
    let server = server();
    let (_, catalog) = get(&server, "/api/catalog");
    let catalog: Value = serde_json::from_str(&catalog).unwrap();
    for agent in catalog["agents"].as_array().unwrap() {
        let id = game(&server, agent["game"].as_str().unwrap_or("cachex"));
        let name = agent["name"].as_str().unwrap();
        let stream = listen(&server, &format!("/api/games/{id}/think?agent={name}&depth=40&time=10m"));
        // The quick ones are done before.
        std::thread::sleep(Duration::from_millis(100));
        drop(stream);
        wait_for(&format!("{name} to stop"), || server.searches() == 0 && server.streams() == 0);
    }
}

#[test]
fn two_hundred_games_search_at_once() {
    let server = server();
    let games: Vec<String> =
        (0..200).map(|index| game(&server, ["kalah", "tigers", "khet", "cachex"][index % 4])).collect();
    assert_eq!(server.games(), 200);
    let mut streams: Vec<_> =
        games.iter().map(|id| listen(&server, &format!("/api/games/{id}/think?agent=alphabeta&depth=1"))).collect();
    for stream in &mut streams {
        until(stream, "done");
    }
    drop(streams);
    // Searches that would last go in turns; when their pages leave, waiting or running, nothing is left.
    let streams: Vec<_> =
        games.iter().map(|id| listen(&server, &format!("/api/games/{id}/think?agent=alphabeta&time=10m"))).collect();
    wait_for("the streams to open", || server.streams() == 200);
    wait_for("searches to run", || server.searches() > 1);
    assert!(server.searches() <= 32, "{} at once", server.searches());
    drop(streams);
    wait_for("all of them to stop", || server.searches() == 0 && server.streams() == 0);
}

#[test]
fn idle_games_make_room() {
    let server = server();
    let first = game(&server, "kalah");
    let second = game(&server, "kalah");
    for _ in 0..510 {
        game(&server, "kalah");
    }
    assert_eq!((server.games(), get(&server, &format!("/api/games/{first}")).0), (512, 200));
    game(&server, "kalah");
    assert_eq!(server.games(), 512);
    assert_eq!(get(&server, &format!("/api/games/{second}")).0, 404, "the one that was idle longest has gone");
    assert_eq!(get(&server, &format!("/api/games/{first}")).0, 200);
}

#[test]
fn matches_are_played_followed_and_opened() {
    let server = server();
    let new = json!({ "game": "kalah", "setup": "3x3", "agents": ["greedy", "random", "random"], "games": 2 });
    let (status, answer) = post(&server, "/api/matches", &new);
    assert_eq!(status, 200, "{answer}");
    let id = &answer["id"];
    let mut stream = listen(&server, &format!("/api/matches/{id}/follow"));
    let done = until(&mut stream, "done");
    assert_eq!((&done["done"], &done["total"], &done["running"]), (&json!(6), &json!(6), &json!(false)), "{done}");
    let shown: Value = serde_json::from_str(&get(&server, &format!("/api/matches/{id}")).1).unwrap();
    assert_eq!(
        (shown["games"].as_array().unwrap().len(), shown["summary"]["players"].as_array().unwrap().len()),
        (6, 3)
    );
    let (status, opened) = post(&server, "/api/games", &json!({ "recorded": [id, 2], "ply": 0 }));
    assert_eq!(
        (status, &opened["view"]["ply"], &opened["view"]["names"]),
        (200, &json!(0), &shown["games"][1]["agents"])
    );
    assert_eq!(post(&server, "/api/games", &json!({ "recorded": [id, 7] })).0, 404);
}

/// What the page asks of every game, asked of a game of another crate that has rules, a diagram, an evaluation and a solver.
#[test]
fn a_user_defined_game_has_all_features_of_the_others() {
    let server =
        Server::bind(Options { catalog: crate::user_defined::catalog(), ..Options::default() }).unwrap().start();
    let catalog: Value = serde_json::from_str(&get(&server, "/api/catalog").1).unwrap();
    let listed = &catalog["games"][4];
    assert_eq!((&listed["name"], &listed["title"]), (&json!("tic-tac-toe"), &json!("Tic Tac Toe")));
    assert_eq!((&listed["evaluations"][0]["name"], &listed["has_solver"]), (&json!("open-lines"), &json!(true)));

    let id = game(&server, "tic-tac-toe");
    let path = format!("/api/games/{id}");
    let (_, view) = post(&server, &format!("{path}/play"), &json!({ "move": "5", "ply": 0 }));
    assert_eq!((&view["can_pass"], view["scene"]["moves"].as_array().unwrap().len()), (&json!(false), 8));
    let words = view["scene"]["words"].as_array().unwrap();
    let cross = words.iter().find(|word| word["text"] == "X").unwrap();
    assert!(cross["chip"].is_string() && cross["fresh"].is_string(), "{cross}");

    let mut stream = listen(&server, &format!("{path}/think?time=5s&lines=3"));
    let done = until(&mut stream, "done");
    assert_eq!((&done["verdict"]["share"], done["lines"].as_array().unwrap().len()), (&json!(0.5), 3), "{done}");
    let mut stream = listen(&server, &format!("{path}/think?agent=alphabeta&depth=9"));
    let done = until(&mut stream, "done");
    assert_eq!((&done["analysis"]["proven"], &done["verdict"]["text"]), (&json!(true), &json!("draw")), "{done}");
    assert_eq!(get(&server, &format!("{path}/think?threat=true")).0, 400);
    let explained: Value = serde_json::from_str(&get(&server, &format!("{path}/explain")).1).unwrap();
    assert_eq!(explained["explanation"]["features"][0]["name"], "own_lines");
    let mut stream = listen(&server, &format!("{path}/compare?depth=3&eval=open-lines"));
    assert_eq!(until(&mut stream, "row")["found"]["analysis"]["evaluation"], "open-lines");
    until(&mut stream, "done");
    // 2 instead of a corner loses against best play.
    post(&server, &format!("{path}/play"), &json!({ "move": "2 1" }));
    let mut stream = listen(&server, &format!("{path}/graph?nodes=100000"));
    let points: Vec<Value> = (0..=3).map(|_| until(&mut stream, "point")).collect();
    assert_eq!((&points[2]["grade"], &points[3]["share"]), (&json!("blunder"), &json!(1.0)), "{points:?}");
    let mut stream = listen(&server, &format!("{path}/exact"));
    assert_eq!(until(&mut stream, "done")["winner"], "crosses");

    let new = json!({ "game": "tic-tac-toe", "agents": ["best", "random"], "games": 4, "nodes": 1000 });
    let (status, answer) = post(&server, "/api/matches", &new);
    assert_eq!(status, 200, "{answer}");
    let mut stream = listen(&server, &format!("/api/matches/{}/follow", answer["id"]));
    assert_eq!(until(&mut stream, "done")["done"], 4);
    let (status, opened) = post(&server, "/api/games", &json!({ "recorded": [answer["id"], 1] }));
    assert_eq!((status, &opened["view"]["game"]), (200, &json!("tic-tac-toe")));
    let (_, record) = get(&server, &format!("{path}/record"));
    let (status, copy) = post(&server, "/api/games", &json!({ "text": record }));
    assert_eq!((status, &copy["view"]["position"]), (200, &json!("xo..x....")), "{record}");
}

#[test]
fn a_search_goes_on_where_the_last_one_was() {
    let server = server();
    let id = game(&server, "kalah");
    post(&server, &format!("/api/games/{id}/follow"), &json!({ "moves": "1 2", "ply": 2 }));
    let think = |rest: &str| {
        let mut stream = listen(&server, &format!("/api/games/{id}/think?depth=9{rest}"));
        until(&mut stream, "done")["analysis"]["nodes"].as_u64().unwrap()
    };
    let first = think("");
    assert!(think("") < first / 10, "the same question is answered from the table");
    assert_eq!(think("&purpose=player"), first, "another purpose has a table of its own");
    // Neither a threat nor a look at other places costs what is known.
    think("&threat=true");
    post(&server, &format!("/api/games/{id}/play"), &json!({ "move": "3" }));
    think("");
    post(&server, &format!("/api/games/{id}/goto"), &json!({ "ply": 2 }));
    assert!(think("") < first / 2);
    assert_eq!(server.search_sessions(), 3, "analysis, player, threat");
    for _ in 0..30 {
        let id = game(&server, "kalah");
        until(&mut listen(&server, &format!("/api/games/{id}/think?depth=1")), "done");
    }
    assert_eq!(server.search_sessions(), 16);
    assert_eq!(think(""), first, "it has made room");
    assert_eq!(send(&server, "DELETE", &format!("/api/games/{id}"), "", "").0, 200);
    wait_for("the search sessions of the game to end", || server.search_sessions() == 15);
}

#[test]
fn matches_share_the_memory_that_there_is() {
    let server = server();
    // Eight agents with 2 GiB of tables; four such matches took 7 GB.
    let agents: Vec<String> = (0..8).map(|seed| format!("best:nodes=10,table=256,seed={seed}")).collect();
    let new = json!({ "game": "kalah", "agents": agents, "games": 30 });
    let (status, answer) = post(&server, "/api/matches", &new);
    assert_eq!(status, 200, "{answer}");
    let id = answer["id"].as_u64().unwrap();
    let (status, refused) = post(&server, "/api/matches", &new);
    assert_eq!(status, 503, "{refused}");
    assert!(refused["error"].as_str().unwrap().contains("too many tables at once"), "{refused}");
    // What has ended gives its memory back.
    assert_eq!(send(&server, "DELETE", &format!("/api/matches/{id}"), "", "").0, 200);
    wait_for("the end of the match", || server.searches() == 0);
    let small = json!({ "game": "kalah", "agents": ["best:nodes=10,table=256", "random"], "games": 2 });
    wait_for("memory", || post(&server, "/api/matches", &small).0 == 200);
}

#[test]
fn files_that_do_not_end_take_no_memory() {
    let server = server();
    let begin = |request: &str| {
        let mut stream = TcpStream::connect(("127.0.0.1", server.port())).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let head = format!("POST /api/matches/import HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n", server.port());
        write!(stream, "{head}Content-Type: text/plain\r\nContent-Length: 10000000\r\n\r\n{request}").unwrap();
        stream
    };
    // Two wait for their bodies; the others are refused at once, or are one of the two.
    let streams: Vec<TcpStream> = (0..6).map(|_| begin("x")).collect();
    let answered = || {
        let heard = |stream: &&TcpStream| {
            stream.set_nonblocking(true).unwrap();
            let mut first = [0; 16];
            stream.peek(&mut first).is_ok_and(|count| first[..count].starts_with(b"HTTP/1.1 503"))
        };
        streams.iter().filter(heard).count()
    };
    wait_for("four refusals", || answered() == 4);
}

#[test]
fn agents_of_a_page_read_no_files() {
    let server = server();
    let id = game(&server, "kalah");
    for agent in ["best:tables=/etc", "best:eval=/etc/passwd", "engine:/bin/true"] {
        let (status, answer) = get(&server, &format!("/api/games/{id}/think?depth=1&agent={agent}"));
        assert_eq!(status, 400, "{agent}: {answer}");
        let (status, answer) = get(&server, &format!("/api/games/{id}/compare?depth=1&agents={agent}"));
        assert_eq!(status, 400, "{agent}: {answer}");
        let new = json!({ "game": "kalah", "agents": [agent, "random"], "games": 2 });
        assert_eq!(post(&server, "/api/matches", &new).0, 400, "{agent}");
    }
    for (key, text) in [("eval", "/etc/passwd"), ("eval", "strong,tables=/etc")] {
        assert!([400, 422].contains(&get(&server, &format!("/api/games/{id}/explain?{key}={text}")).0), "{text}");
    }
}

/// Regression: the running game went on to its end, however long.
#[test]
fn a_stopped_match_leaves_its_game_at_once() {
    let server = server();
    let new = json!({ "game": "khet", "agents": ["best", "best"], "games": 2, "time": "1h" });
    let (_, answer) = post(&server, "/api/matches", &new);
    wait_for("the match to begin", || server.searches() == 1);
    assert_eq!(send(&server, "DELETE", &format!("/api/matches/{}", answer["id"]), "", "").0, 200);
    wait_for("the end of the match", || server.searches() == 0);
}

/// That it ends ten seconds later is tested in `archive.rs`, with a paused clock.
#[test]
fn a_page_that_leaves_does_not_end_its_match_at_once() {
    let server = server();
    let new = json!({ "game": "khet", "agents": ["best", "best"], "games": 1000, "nodes": 1_000 });
    let (_, answer) = post(&server, "/api/matches", &new);
    let stream = listen(&server, &format!("/api/matches/{}/follow", answer["id"]));
    wait_for("the match to begin", || server.searches() == 1 && server.streams() == 1);
    drop(stream);
    wait_for("the page to be missed", || server.streams() == 0);
    assert_eq!(server.searches(), 1, "the page may come back");
}

/// Without a token nothing but this machine.
#[test]
fn others_need_the_token_of_the_link() {
    let host = std::net::Ipv4Addr::UNSPECIFIED.into();
    let server = Server::bind(Options { host, ..Options::default() }).unwrap().start();
    let url = server.url();
    let query = url.split_once("/?").unwrap().1;
    assert!(query.strip_prefix("token=").is_some_and(|token| token.len() == 32), "{url}");
    let ask = |path: &str, headers: &str| {
        let head = format!("GET {path} HTTP/1.1\r\nHost: board.example:80\r\nConnection: close\r\n{headers}\r\n");
        raw(&server, head.as_bytes()).0
    };
    for path in ["/", "/assets/main.js", "/api/catalog", "/?token=", "/?token=00000000000000000000000000000000"] {
        assert_eq!(ask(path, ""), 401, "{path}");
    }
    assert_eq!(ask(&format!("/api/catalog?{query}"), ""), 401, "only the page is opened by the link");
    assert_eq!(ask(&format!("/?{query}"), ""), 303);
    let cookie = format!("Cookie: plyground-{}={}\r\n", server.port(), query.strip_prefix("token=").unwrap());
    assert_eq!((ask("/", &cookie), ask("/api/catalog", &cookie)), (200, 200));
    // An address that others can open, wherever this machine has one.
    let outside = server.url_outside().unwrap();
    assert!(outside.ends_with(&format!(":{}/?{query}", server.port())), "{outside}");
    assert_eq!(ask("/api/invitation", ""), 401);
    let invitation = send(&server, "GET", "/api/invitation", &cookie, "").1;
    assert_eq!(serde_json::from_str::<Value>(&invitation).unwrap()["link"], json!(outside));
    assert_eq!(ask("/", &cookie.replacen('=', "=0", 1)), 401);
    // A page of another site has no use for the cookie.
    assert_eq!(ask("/api/catalog", &format!("{cookie}Origin: http://example.org\r\n")), 403);
    assert_eq!(ask("/api/catalog", &format!("{cookie}Sec-Fetch-Site: cross-site\r\n")), 403);
}

#[test]
fn a_server_that_ends_takes_its_searches_along() {
    let begin = Instant::now();
    let server = server();
    let id = game(&server, "khet");
    let mut stream = listen(&server, &format!("/api/games/{id}/think?time=10m"));
    until(&mut stream, "depth");
    drop(server);
    assert!(begin.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_port_in_use_is_named() {
    let server = server();
    let error = Server::bind(Options { port: server.port(), ..Options::default() }).err().unwrap();
    assert!(matches!(error, ServeError::InUse(port) if port == server.port()));
    assert!(error.to_string().contains("--port 0"), "{error}");
}

#[test]
fn only_the_page_of_a_cluster_has_its_panel() {
    let parts = ["id=\"tab-cluster\"", "id=\"panel-cluster\"", "src=\"assets/cluster.js\""];
    let without = server();
    let (_, page) = get(&without, "/");
    assert!(!parts.iter().any(|part| page.contains(part)));
    assert_eq!(get(&without, "/api/cluster").0, 404);
    let asked = AtomicU32::new(0);
    let cluster = ClusterSource::new(move || match asked.fetch_add(1, Ordering::Relaxed) {
        0 => Ok(json!({"runs": [{"run": "feed"}]})),
        _ => Err("cannot reach the server".into()),
    });
    let with = Server::bind(Options { cluster: Some(cluster), ..Options::default() }).unwrap().start();
    let (_, page) = get(&with, "/");
    assert!(parts.iter().all(|part| page.contains(part)), "{page}");
    assert_eq!(get(&with, "/assets/cluster.js").0, 200);
    assert_eq!(get(&with, "/api/cluster"), (200, r#"{"runs":[{"run":"feed"}]}"#.to_owned()));
    // An answer holds for a moment.
    wait_for("the next answer", || get(&with, "/api/cluster").0 == 502);
    assert!(get(&with, "/api/cluster").1.contains("cannot reach the server"));
}
