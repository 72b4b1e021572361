//! `ply grade`: regrets, sums, inputs and refusals.

use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use crate::common::{command, folder, json, ply, printed, text};

/// Plays a match of a small Kalah and returns the file of its records.
fn records(test: &str) -> (String, String) {
    let folder = folder(test);
    let file = folder.join("games.jsonl").display().to_string();
    let players = ["--first", "random", "--second", "greedy", "--games", "4", "--seed", "7", "--out", &file];
    printed(&[&["match", "kalah", "--setup", "3x3"][..], &players].concat());
    (folder.display().to_string(), file)
}

#[test]
fn regrets_are_those_of_the_solver() {
    let (_, file) = records("grade-regrets");
    let graded = json(&["grade", &file, "--nodes", "200", "--json"]);
    let games = graded["games"].as_array().unwrap();
    assert_eq!(games.len(), 4);
    let mut sums = std::collections::BTreeMap::<String, (i64, i64)>::new();
    for game in games {
        let mut played = String::new();
        for mv in game["moves"].as_array().unwrap() {
            // Another door computes the values of all moves.
            let solved = json(&["solve", "kalah", "--setup", "3x3", "--moves", &played, "--table", "1", "--json"]);
            let moves = solved["moves"].as_array().unwrap();
            let value = |mv: &Value| mv["value"].as_i64().unwrap();
            let own = value(moves.iter().find(|found| found["move"] == mv["move"]).unwrap());
            let best = moves.iter().map(value).max().unwrap();
            assert_eq!(mv["regret"], best - own, "{played} then {mv}");
            let better = mv["better"].as_str().and_then(|better| moves.iter().find(|found| found["move"] == better));
            assert_eq!(better.map(value), (best > own).then_some(best), "{played} then {mv}");
            // No player chose the moves of the opening.
            if mv["opening"] == false {
                let side = usize::from(mv["side"] == "north");
                let sum = sums.entry(game["players"][side].as_str().unwrap().to_owned()).or_default();
                *sum = (sum.0 + best - own, sum.1 + 1);
            }
            played += &format!(" {}", mv["move"].as_str().unwrap());
        }
        assert_eq!(game["summary"]["exact_from"], 0);
        let moves = game["moves"].as_array().unwrap();
        let opening = moves.iter().take_while(|mv| mv["opening"] == true).count();
        assert!((2..=6).contains(&opening) && moves[opening..].iter().all(|mv| mv["opening"] == false), "{opening}");
    }
    for (name, (regret, moves)) in sums {
        let player = &graded["players"][&name];
        assert_eq!((&player["moves"], &player["exact"]), (&json!(moves), &json!(moves)), "{player}");
        let mean = player["mean_regret"].as_f64().unwrap();
        assert!((mean - regret as f64 / moves as f64).abs() < 1e-9, "{name}: {mean}");
        let end = |end: &str| player["mean_regret_interval"][end].as_f64().unwrap();
        assert!(0.0 <= end("low") && end("low") < mean && mean < end("high"), "{player}");
    }
}

#[test]
fn an_episode_of_mancala_is_a_game_of_kalah() {
    let file = folder("grade-episode").join("episode.json");
    let episode = |actions: Value| {
        fs::write(&file, json!({ "info": { "actionHistory": actions, "TeamNames": ["a", "b"] } }).to_string()).unwrap();
        file.display().to_string()
    };
    let path = episode(json!([3, "1", "9", 4]));
    let graded = json(&["grade", &path, "--nodes", "100", "--effort", "0", "--json"]);
    let moves: Vec<&Value> = graded["games"][0]["moves"].as_array().unwrap().iter().collect();
    let texts: Vec<&str> = moves.iter().map(|mv| mv["move"].as_str().unwrap()).collect();
    let sides: Vec<&str> = moves.iter().map(|mv| mv["side"].as_str().unwrap()).collect();
    assert_eq!((texts, sides), (vec!["3", "1", "2", "4"], vec!["south", "south", "north", "south"]));
    assert_eq!(graded["games"][0]["players"], json!(["a", "b"]));
    for (action, expected) in [
        (json!(7), "7: expected a number from 1 to 6 or 8 to 13"),
        (json!("x"), "\"x\": expected a number"),
        (json!(9), "9: expected a house of the other player"),
    ] {
        let wrong = ply(&["grade", &episode(json!([3, action]))]);
        assert_eq!(wrong.status.code(), Some(2));
        assert!(text(&wrong.stderr).contains(&format!("action 2 of the episode is {expected}")), "{expected}");
        assert!(text(&wrong.stderr).contains("episode.json`, game 1: "), "the file is named");
    }
    let other = json!({ "configuration": { "openSpielGameName": "connect_four" }, "info": { "actionHistory": [3] } });
    fs::write(&file, other.to_string()).unwrap();
    assert!(text(&ply(&["grade", &path]).stderr).contains("the game \"connect_four\": expected `mancala`"));
}

/// Regression: a page began a script that the name of a player contained, and replaced the games that it shows.
#[test]
fn a_page_escapes_names_and_keeps_the_games() {
    let folder = folder("grade-names");
    let (games, page) = (folder.join("games.txt"), folder.join("page.html"));
    let named = "[Game \"kalah\"]\n[Setup \"3x2\"]\n[First \"</title><script>x\"]\n[Second \"b\"]\n\n1. 3 1\n";
    fs::write(&games, named).unwrap();
    let grade = |page: &std::path::Path| {
        ply(&["grade", games.to_str().unwrap(), "--nodes", "100", "--html", page.to_str().unwrap(), "--force"])
    };
    assert!(grade(&page).status.success());
    let written = fs::read_to_string(&page).unwrap();
    assert!(!written.contains("<script>") && written.contains("&lt;script&gt;"), "{written}");
    assert!(text(&grade(&games).stderr).contains("is the file of the games: expected another `--html`"));
    assert_eq!(fs::read_to_string(&games).unwrap(), named);
    let missing = ply(&["grade", games.to_str().unwrap(), "--tables", "/no/folder"]);
    assert!(text(&missing.stderr).contains("no folder `/no/folder`"), "{}", text(&missing.stderr));
    // The set-up of the text has two seeds in each of three houses.
    let graded = json(&["grade", games.to_str().unwrap(), "--nodes", "100", "--json"]);
    assert_eq!(graded["games"][0]["summary"]["exact_from"], 0);
}

#[test]
fn the_page_shows_one_game_and_replaces_nothing_unasked() {
    let (folder, file) = records("grade-page");
    let page = format!("{folder}/game.html");
    let grade = |more: &[&str]| ply(&[&["grade", &file, "--nodes", "100", "--html", &page], more].concat());
    let many = grade(&[]);
    assert!(text(&many.stderr).contains("`--html` shows one game: expected `--game N`"));
    assert!(grade(&["--game", "2"]).status.success());
    let written = fs::read_to_string(&page).unwrap();
    let moves = json(&["grade", &file, "--nodes", "100", "--game", "2", "--json"]);
    let moves = moves["games"][0]["moves"].as_array().unwrap().len();
    assert_eq!(written.matches("<tr>").count(), 1 + moves);
    assert!(written.starts_with("<!DOCTYPE html>") && written.contains("<svg") && !written.contains("<script"));
    assert!(written.contains("\nmove\n") && !written.contains("generation"), "the axis has moves");
    assert!(written.contains("max-width:100%"), "the graph fits a phone");
    assert!(!grade(&["--game", "2"]).status.success(), "the page exists");
    assert!(grade(&["--game", "2", "--force"]).status.success());
    let none = ply(&["grade", &file, "--game", "9"]);
    assert!(text(&none.stderr).contains("expected 1 to 4"), "{}", text(&none.stderr));
}

#[test]
fn text_shows_moves_of_one_game_and_sums_of_several() {
    let (_, file) = records("grade-text");
    let one = printed(&["grade", &file, "--nodes", "100", "--game", "1"]);
    assert!(one.contains("All values are exact.") && one.contains("mean regret"), "{one}");
    let all = printed(&["grade", &file, "--nodes", "100"]);
    assert_eq!(printed(&["grade", &file, "--nodes", "100", "--concurrency", "3"]), all, "in the order of the games");
    assert_eq!(
        all.lines().filter(|line| line.starts_with("random ") || line.starts_with("greedy ")).count(),
        2,
        "{all}"
    );
}

/// Regression: the random moves of an opening counted as the players' after an export.
#[test]
fn exported_games_have_the_grades_of_their_records() {
    let (folder, file) = records("grade-exported");
    let text = format!("{folder}/games.txt");
    fs::write(&text, printed(&["export", &file])).unwrap();
    let graded = |file: &str| json(&["grade", file, "--nodes", "100", "--json"])["players"].clone();
    assert_eq!(graded(&text), graded(&file));
}

/// Regression: first moves that the book knows had exact values and no regret, since a later position was out of reach.
#[test]
fn moves_of_the_book_are_graded() {
    let file = folder("grade-book").join("games.txt");
    fs::write(&file, "[Game \"kalah\"]\n\n3 6 2 3 1\n").unwrap();
    let graded = printed(&["grade", file.to_str().unwrap(), "--nodes", "100"]);
    let regrets: Vec<&str> =
        graded.lines().skip(3).take(4).map(|line| line.split_whitespace().nth(4).unwrap()).collect();
    assert_eq!(regrets, ["0", "0", "0", "14"], "{graded}");
    assert!(graded.contains("values are exact; the others are estimates of a search."), "{graded}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_work_and_says_so() {
    let file = folder("grade-interrupted").join("games.txt");
    fs::write(&file, "[Game \"kalah\"]\n\n1. 3 1\n").unwrap();
    let mut child = command(&["grade", file.to_str().unwrap(), "--nodes", "10000000", "--yes"]);
    let child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    sleep(Duration::from_secs(1));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("interrupted before the first game was graded"), "{}", text(&output.stderr));
}
