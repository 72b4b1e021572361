//! The program: every command of `ply` knows the new game.

mod support;

use std::fs;
use std::process::Stdio;

use serde_json::json;
use support::{answers, folder, json, prints};

#[test]
fn the_game_is_listed_with_all_that_its_entry_says() {
    let games = json("games --json");
    let game = games["games"].as_array().unwrap().iter().find(|game| game["name"] == "connect-four").unwrap();
    assert_eq!(game["sides"], json!(["red", "yellow"]));
    assert_eq!(game["setups"][0], "7x6");
    let evaluations: Vec<_> = game["evaluations"].as_array().unwrap().iter().map(|row| &row["name"]).collect();
    assert_eq!(evaluations, ["lines", "learned", "centre", "nothing"]);
    assert!(games["agents"].as_array().unwrap().iter().any(|agent| agent["name"] == "blocker"));
    assert_eq!(games["games"].as_array().unwrap().len(), 5, "the four games of Plyground are there, too");
}

#[test]
fn positions_are_shown_counted_and_explained() {
    let shown = prints("show connect-four --moves '4 4 3'");
    assert!(shown.contains(" . . R R . . .\n   1 2 3 4 5 6 7\n  yellow to move"), "{shown}");
    let svg = folder("show").join("board.svg");
    prints(&format!("show connect-four --moves '4 4 3' --svg {}", svg.display()));
    assert!(fs::read_to_string(svg).unwrap().starts_with("<svg"));
    assert!(prints("perft connect-four --depth 6").contains("117649"));
    assert!(prints("perft connect-four --setup 5x4 --depth 3").contains("125"));
}

#[test]
fn positions_are_analysed_and_agents_compared() {
    // Three in a column: yellow must block them.
    let analysis = json("analyse connect-four --moves '4 1 4 1 4' --agent pvs:depth=6 --json");
    assert_eq!(analysis["best"], "4");
    let compared = prints("compare connect-four --moves '4 1 4 1 4' --depth 4");
    assert!(compared.contains("alphabeta"), "{compared}");
}

#[test]
fn a_game_is_played_at_the_terminal_and_saved() {
    let file = folder("play").join("game.txt");
    let message = answers(
        "play connect-four --setup 4x4 --first human --second blocker",
        &format!("moves\nhint\n9\n1\nundo\n2\nsave {}\nquit\n", file.display()),
    );
    assert!(message.contains("red drops into column 1") && message.contains("1 to 4"), "{message}");
    let saved = fs::read_to_string(&file).unwrap();
    assert!(saved.contains("[Game \"connect-four\"]"), "{saved}");
    let message = answers(&format!("play connect-four --load {} --second random:seed=1", file.display()), "quit\n");
    assert!(message.contains("R"), "{message}");
}

#[test]
fn a_match_is_played_recorded_replayed_and_exported() {
    let file = folder("match").join("games.jsonl");
    let file = file.display();
    let summary = json(&format!(
        "match connect-four --first alphabeta:depth=3 --second alphabeta:depth=3,eval=centre --games 20 --out {file} --json"
    ));
    assert_eq!(summary["games"], 20, "{summary}");
    assert!(prints(&format!("replay {file} --game 3")).contains("drops into column"));
    assert!(prints(&format!("export {file} --game 3")).contains("[Game \"connect-four\"]"));
    assert!(prints(&format!("results --file {file}")).contains("alphabeta"));
}

#[test]
fn a_tournament_has_a_table() {
    let table = prints("tournament connect-four blocker alphabeta:depth=2 random --rounds 3");
    assert!(["blocker", "alphabeta:depth=2", "random"].iter().all(|agent| table.contains(agent)), "{table}");
}

#[test]
fn weights_are_tuned_and_play() {
    let out = folder("tune").join("run");
    let out = out.display();
    prints(&format!(
        "tune connect-four --setup 5x4 --method spsa --agent alphabeta:depth=2,eval=lines --generations 2 \
         --games-per-pairing 2 --final-games 4 --seed 1 --out {out}"
    ));
    let weights = format!("{out}/weights.toml");
    assert!(fs::read_to_string(&weights).unwrap().contains("game = \"connect-four\""));
    let analysis = json(&format!("analyse connect-four --agent alphabeta:depth=3,eval={weights} --json"));
    assert_eq!(analysis["depth"], 3);
}

#[test]
fn tables_are_learned_and_played_with() {
    let out = folder("learn").join("run");
    let out = out.display();
    let learned = json(&format!(
        "learn connect-four --setup 5x4 --agent pvs:table=1 --games 60 --nodes 60 --share-games 4 --match-nodes 60 \
         --match-games 60 --generations 1 --sprt=-190,-60 --out {out} --json"
    ));
    assert_eq!((&learned["game"], &learned["generations"][0]["games"]), (&json!("connect-four"), &json!(60)));
    let weights = learned["file"].as_str().unwrap();
    let explained = prints(&format!("analyse connect-four --moves '4 4' --agent pvs:depth=3,eval={weights} --explain"));
    assert!(explained.contains("\ntwos ") && explained.contains("\ntables "), "{explained}");
}

#[test]
fn four_by_four_is_solved() {
    let tables = folder("four-by-four");
    let with = |words: &str| format!("{words} connect-four --setup 4x4 --tables {}", tables.display());
    let solved = json(&with("solve --json"));
    assert_eq!((&solved["value"], solved["moves"].as_array().unwrap().len()), (&json!("draw"), 4), "{solved}");
    // The tables answer from now on, without code of the game.
    assert_eq!(json(&with("probe --json")), solved);
    let later = json(&with("probe --moves '1 1 1 2' --json"));
    assert_eq!((&later["source"], &later["position"]), (&json!("tables"), &json!("..../r.../y.../ry..")), "{later}");
    let made = json(&(with("solve --json") + " --database"));
    // 161,029 positions, with mirror images counted once.
    assert_eq!(made["positions"], 80_541, "{made}");
    let checked = json(&(with("solve --json") + " --verify --sample 2000 --seed 5"));
    assert_eq!((&checked["positions"], &checked["wrong"]), (&json!(2000), &json!(0)), "{checked}");
    let best = format!("analyse connect-four --setup 4x4 --agent best:depth=1,tables={} --json", tables.display());
    assert_eq!(json(&best)["source"], "tables");
    let error = support::ply(&format!("solve connect-four --table 64 --tables {}", tables.display())).output().unwrap();
    let message = String::from_utf8_lossy(&error.stderr).into_owned();
    let errors = message.lines().filter(|line| line.starts_with("error: more than ")).count();
    // Lines break depending on the path of the folder.
    let words = message.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(!error.status.success() && errors == 1 && words.contains("up to "), "{message}");
}

/// Killed, and continued by the same command.
#[test]
fn a_killed_run_continues_after_its_last_tier() {
    let tables = folder("killed");
    let words = format!("solve connect-four --setup 5x4 --database --yes --tables {} --json", tables.display());
    let count = || {
        let names = fs::read_dir(&tables).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.ends_with(".table")).count()
    };
    let mut killed = support::ply(&words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while count() < 6 && killed.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    // SIGKILL on Unix.
    killed.kill().unwrap();
    killed.wait().unwrap();
    let before = count();
    assert!((6..21).contains(&before), "{before} tables of 21");
    let made = json(&words);
    assert_eq!((count(), &made["positions"]), (21, &json!(FIVE_BY_FOUR)), "{made}");
    let probed = json(&format!("probe connect-four --setup 5x4 --tables {} --json", tables.display()));
    assert_eq!(probed["value"], "draw");
}

/// John Tromp counts 3,945,711 positions on 5 columns and 4 rows. This is the number with mirror images counted once.
const FIVE_BY_FOUR: u64 = 1_974_174;

#[test]
fn it_is_an_engine() {
    let message = answers("engine connect-four", "ugi\nisready\nposition startpos moves 4 1 4 1 4\ngo depth 5\n");
    assert!(message.contains("ugiok") && message.contains("readyok"), "{message}");
    assert!(message.contains("bestmove 4"), "{message}");
}
