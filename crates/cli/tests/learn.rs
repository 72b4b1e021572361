//! `ply learn` as a user runs it: its files, faults, budgets, and runs that are killed.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Output;

use plyground_game::random::Random;
use serde_json::Value;

use crate::common::{folder, json, kill_until_it_ends, ply, printed, text};
#[cfg(unix)]
use crate::contests::interrupted;

/// A run of a few hundred games of a few nodes.
const TINY: [&str; 17] = [
    "learn",
    "kalah",
    "--agent",
    "best:table=1",
    "--games",
    "60",
    "--nodes",
    "60",
    "--share-games",
    "6",
    "--match-nodes",
    "60",
    "--match-games",
    "60",
    "--shares",
    "0.5,1",
    "--from-base",
];

/// Returns the arguments of a tiny run in a folder.
fn tiny<'a>(out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    TINY.into_iter().chain(["--out", out]).chain(more.iter().copied()).collect()
}

/// Returns all files of a run.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for place in [folder.to_owned(), folder.join("games"), folder.join("lines"), folder.join("matches")] {
        for entry in fs::read_dir(place).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
                found.insert(name, fs::read_to_string(&path).unwrap());
            }
        }
    }
    found
}

#[test]
fn learned_weights_are_read_and_explained_like_others() {
    let out = folder("learn-weights").join("run").to_str().unwrap().to_owned();
    // Tables of any strength pass this test.
    let learned = json(&tiny(&out, &["--generations", "2", "--sprt=-190,-60", "--json"]));
    assert_eq!((&learned["game"], &learned["cause"]), (&Value::from("kalah"), &Value::from("done")));
    let generations = learned["generations"].as_array().unwrap();
    assert_eq!(generations.len(), 2);
    assert_eq!(generations[1]["games"], 120, "the second generation learns from the games of both");
    let last = generations.iter().rev().find(|generation| generation["accepted"] == true);
    let last = last.expect("a test of bounds below 0 accepts");
    assert!(last["positions"].as_u64().unwrap() > 100 && last["test"]["games"].as_u64().unwrap() > 0);

    let weights = learned["file"].as_str().unwrap();
    let file = fs::read_to_string(weights).unwrap();
    for line in ["source = \"ply learn kalah\"", "agent = \"best:table=1\"", "seed = 0", "own = ["] {
        assert!(file.contains(&format!("\n{line}\n")), "{file}");
    }
    assert!(file.contains("games/00001.jsonl: 60 games of run "), "{file}");
    let agent = format!("pvs:depth=3,eval={weights}");
    let explained = printed(&["analyse", "kalah", "--moves", "3 1", "--agent", &agent, "--explain"]);
    assert!(explained.contains("\nstore ") && explained.contains("\ntables "), "{explained}");
    let games = ["match", "kalah", "--first", &agent, "--second", "pvs:depth=1,eval=learned", "--games", "2", "--json"];
    assert_eq!(json(&games)["games"], 2);

    // Another run starts from the learned tables.
    let next = format!("best:table=1,eval={weights}");
    let other = folder("learn-next").join("run").to_str().unwrap().to_owned();
    let mut args = tiny(&other, &["--generations", "1", "--json"]);
    args[3] = &next;
    args.retain(|arg| *arg != "--from-base");
    assert_eq!(json(&args)["generations"].as_array().unwrap().len(), 1);
    let settings = |folder: &str| fs::read_to_string(Path::new(folder).join("settings.json")).unwrap();
    let start = |folder: &str| serde_json::from_str::<Value>(&settings(folder)).unwrap()["start"].clone();
    assert_ne!(start(&out), start(&other));
}

#[test]
fn a_budget_ends_the_run_with_the_generations_so_far() {
    let out = folder("learn-budget").join("run").to_str().unwrap().to_owned();
    let learned = json(&tiny(&out, &["--budget", "0s", "--json"]));
    assert_eq!((&learned["cause"], learned["generations"].as_array().unwrap().len()), (&Value::from("budget"), 0));
    assert!(fs::read_to_string(Path::new(&out).join("weights.toml")).unwrap().starts_with("game = \"kalah\"\n"));
    // The same run continues, with another budget.
    let learned = json(&tiny(&out, &["--generations", "1", "--resume", "--json"]));
    assert_eq!((&learned["cause"], learned["generations"].as_array().unwrap().len()), (&Value::from("done"), 1));
}

#[test]
fn faults_are_one_line_that_names_what_is_expected() {
    let out = folder("learn-faults").join("run").to_str().unwrap().to_owned();
    let with = |game: &str, agent: &str| {
        ["learn", game, "--agent", agent, "--out", &out, "--games", "2"].map(str::to_owned).to_vec()
    };
    let tiny = |more: &[&str]| tiny(&out, more).into_iter().map(str::to_owned).collect::<Vec<_>>();
    let without_tables = "tigers has no tables to learn: expected a game with tables that can be learned";
    for (args, expected) in [
        (with("tigers", "best"), without_tables),
        (with("kalah", "random"), "agent `random` has no weights to tune: expected one with the key `eval`"),
        (
            with("kalah", "pvs:eval=margin"),
            "evaluation `margin` has no tables to learn: expected one of `learned`, `house-pairs`",
        ),
        (with("kalah", "pvs:time=1s"), "a time limit makes games that cannot be repeated"),
        (with("kalah", "kalaha-turns:soft=50ms"), "a time limit makes games that cannot be repeated"),
        (with("kalah", "pvs:eval=no.toml"), "cannot read weight file `no.toml`"),
        (tiny(&["--shares", "0.5,2"]), "expected a number from 0 to 1"),
        (tiny(&["--result-weight", "nan"]), "expected a number from 0 to 1"),
        (tiny(&["--filter", "noisy"]), "[possible values: quiet, none]"),
        (tiny(&["--pv-searches=-1"]), "expected a number from 0 to 1000"),
        (tiny(&["--tables", "no-tables"]), "`--tables` is `no-tables`, expected a folder with readable tables"),
        (tiny(&["--model", "tables", "--hidden", "16"]), "expected `--model network`"),
        (tiny(&["--model", "tables", "--inputs", "planes"]), "expected `--model network`"),
        (tiny(&["--generations", "0"]), "expected a number from 1 to 1000"),
        (tiny(&["--budget", "long"]), "expected a time such as"),
        (tiny(&["--sprt", "5,0"]), "expected two Elo bounds"),
        (vec!["learn".to_owned(), "kalah".to_owned()], "--out"),
    ] {
        let output = ply(&args.iter().map(String::as_str).collect::<Vec<_>>());
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {message}");
        let lines: Vec<&str> = message.lines().filter(|line| !line.starts_with("a generation takes")).collect();
        assert_eq!(lines.len(), 1, "{message}");
        assert!(message.contains(expected), "{message}");
        assert!(!Path::new(&out).exists(), "{args:?} writes nothing");
    }
    let two = &["learn", "kalah", "--out", &out, "--shares", "0.5,0.5"];
    assert!(text(&ply(two).stderr).contains("`--shares` is [0.5, 0.5], expected numbers in ascending order"));
}

#[test]
fn a_folder_is_not_taken_twice_nor_for_another_run() {
    let out = folder("learn-folder").join("run").to_str().unwrap().to_owned();
    let run = |more: &[&str]| ply(&tiny(&out, &[&["--generations", "1"], more].concat()));
    assert!(run(&[]).status.success());
    assert!(text(&run(&[]).stderr).contains("contains a run already: expected `--resume`"));
    let other = text(&run(&["--resume", "--seed", "3"]).stderr);
    assert!(other.contains("found `seed` 0, expected `seed` 3"), "{other}");
    let before = files(Path::new(&out));
    assert!(run(&["--resume"]).status.success());
    assert_eq!(files(Path::new(&out)), before);
    let file = Path::new(&out).join("weights.toml");
    let refused = text(&ply(&tiny(file.to_str().unwrap(), &[])).stderr);
    assert!(refused.contains("weights.toml` is not a folder: expected a new folder"), "{refused}");
    assert_eq!(files(Path::new(&out)), before);
}

#[test]
fn a_run_that_is_killed_again_and_again_ends_like_an_unbroken_one() {
    let place = folder("learn-killed");
    let path = |name: &str| place.join(name).to_str().unwrap().to_owned();
    let more = |threads| {
        let played = ["--generations", "2", "--resume", "--json", "--sprt=-190,-60", "--pv-searches", "3"];
        [&played[..], &["--concurrency", threads]].concat()
    };
    let whole = path("whole");
    let unbroken = ply(&tiny(&whole, &more("1")));
    assert!(unbroken.status.success(), "{}", text(&unbroken.stderr));
    let expected = files(Path::new(&whole));
    assert_eq!(expected.len(), 13, "{:?}", expected.keys());

    let without_place = |output: &Output| {
        let mut value: Value = serde_json::from_slice(&output.stdout).unwrap();
        value["file"].take();
        value
    };
    // The number of kills of one run depends on the speed of the machine, so runs are repeated until there are ten kills.
    let (mut kills, mut random) = (0, Random::new(12_345));
    for run in 0.. {
        let broken = path(&format!("broken-{run}"));
        let args = tiny(&broken, &more("2"));
        kills += kill_until_it_ends(&args, &mut random, 200, |kills| if kills > 8 { 100 } else { 20 });
        let after = ply(&args);
        assert!(after.status.success(), "{}", text(&after.stderr));
        assert_eq!(files(Path::new(&broken)), expected);
        assert_eq!(without_place(&after), without_place(&unbroken));
        if kills >= 10 {
            break;
        }
        assert!(run < 100, "killed only {kills} times");
    }
}

#[test]
fn tables_label_the_positions_that_they_contain() {
    let place = folder("learn-tables");
    let path = |name: &str| place.join(name).to_str().unwrap().to_owned();
    let tables = path("tables");
    printed(&["solve", "kalah", "--setup", "6x1", "--database", "13", "--tables", &tables]);
    let samples = |name: &str, more: &[&str]| {
        let (out, file) = (path(name), path(&format!("{name}.txt")));
        printed(&tiny(&out, &[&["--filter", "none", "--export", &file], more].concat()));
        let text = fs::read_to_string(file).unwrap();
        text.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let (plain, exact) = (samples("plain", &[]), samples("exact", &["--tables", &tables]));
    assert_eq!(plain.len(), exact.len(), "the games are the same");
    // Everything but the label is the same, and some labels are others than the results of the games.
    let [mut known, mut changed] = [0; 2];
    for (plain, exact) in plain.iter().zip(&exact) {
        let label = |line: &str| line.split_once(' ').unwrap().0.to_owned();
        let inputs = |line: &str| line.split_once(' ').unwrap().1.split_once(" # ").unwrap().0.to_owned();
        assert_eq!(inputs(plain), inputs(exact));
        known += usize::from(plain != exact);
        changed += usize::from(label(plain) != label(exact));
    }
    assert!(known > 50 && changed > 0 && known < plain.len(), "{known} known, {changed} changed of {}", plain.len());

    let learned = json(&tiny(&path("run"), &["--generations", "1", "--tables", &tables, "--filter", "none", "--json"]));
    let generation = &learned["generations"][0];
    let count = |name: &str| generation[name].as_u64().unwrap();
    assert!(count("exact") > 50 && count("exact") < count("positions"), "{generation}");
    assert_eq!(count("of_lines"), 0);
    let other = text(&ply(&tiny(&path("run"), &["--generations", "1", "--filter", "none", "--resume"])).stderr);
    assert!(other.contains("`tables`"), "{other}");
}

/// Regression: samples of a run that was killed before the lines of its last generation could not be exported.
#[test]
fn samples_are_exported_up_to_the_last_generation_with_lines() {
    let out = folder("learn-lines").join("run").to_str().unwrap().to_owned();
    let more = ["--pv-searches", "2"];
    json(&tiny(&out, &[&more[..], &["--generations", "2", "--sprt=-190,-60", "--json"]].concat()));
    let games = |file: &str| {
        let more = [&more[..], &["--resume", "--json", "--force", "--export", file]].concat();
        json(&tiny(&out, &[&more[..], &["--sprt=-190,-60"]].concat()))["games"].clone()
    };
    let file = folder("learn-lines-file").join("samples.txt").to_str().unwrap().to_owned();
    assert_eq!(games(&file), 120);
    fs::remove_file(Path::new(&out).join("lines").join("00002.jsonl")).unwrap();
    assert_eq!(games(&file), 60);
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_games_that_resume_continues() {
    let out = folder("learn-interrupted").join("run").to_str().unwrap().to_owned();
    let mut args = tiny(&out, &["--generations", "1", "--concurrency", "2"]);
    args[5] = "100000";
    let games = Path::new(&out).join("games").join("00001.jsonl");
    let output = interrupted(&args, &games);
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{message}");
    let hint = format!("the same command with `--resume` continues the run in `{out}`");
    assert!(message.contains(&hint), "{message}");
    let games = fs::read_to_string(games).unwrap();
    assert!(games.ends_with('\n') && games.lines().count() < 100_000);
    assert!(games.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()));
}

/// Returns the arguments of a tiny run of a network of a game.
fn network<'a>(game: &'a str, agent: &'a str, out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let mut args = tiny(out, more);
    (args[1], args[3]) = (game, agent);
    let at = args.iter().position(|arg| *arg == "--shares").unwrap();
    // A network of so few games should have little weight.
    args[at + 1] = "0.125,0.25";
    args.retain(|arg| *arg != "--from-base");
    args.extend(["--model", "network", "--hidden", "8", "--generations", "1", "--json"]);
    args
}

#[test]
fn a_network_is_learned_for_games_with_tables_or_planes() {
    for (game, setup, agent, base, inputs) in [
        ("kalah", "6x4", "best:table=1", "house-pairs", "learned"),
        ("cachex", "4", "pvs:table=1,eval=nothing", "nothing", "planes"),
        // Regression: the network saw the seeds in the houses, and no stores.
        ("kalah", "4x3", "pvs:table=1,eval=nothing", "nothing", "planes"),
    ] {
        let setup = ["--setup", setup];
        let out = folder("learn-network").join("run").to_str().unwrap().to_owned();
        let learned = json(&[&network(game, agent, &out, &["--sprt=-190,-60"])[..], &setup].concat());
        let generation = &learned["generations"][0];
        assert_eq!(generation["accepted"], true, "{generation}");
        assert!(generation["loss"][1].as_f64() < generation["loss"][0].as_f64(), "{generation}");
        let weights = learned["file"].as_str().unwrap();
        let file = fs::read_to_string(weights).unwrap();
        let head = format!(
            "game = \"{game}\"\nevaluation = \"network\"\nversion = 1\nbase = \"{base}\"\ninputs = \"{inputs}\"\n"
        );
        assert!(file.starts_with(&head), "{file}");
        let agent = format!("pvs:depth=2,eval={weights}");
        let analysis = json(&[&["analyse", game, "--agent", &agent, "--explain", "--json"][..], &setup].concat());
        let terms = analysis["features"].as_array().unwrap();
        assert_eq!(terms.iter().filter(|term| term["name"] == "network").count(), 1, "{analysis}");
        let games = ["--games", "2", "--nodes", "100", "--json"];
        let sides = ["--first", &format!("pvs:eval={weights}"), "--second", &format!("mcts:eval={weights}")];
        assert_eq!(json(&[&["match", game], &sides[..], &games[..], &setup].concat())["games"], 2);

        // Another run starts from the network, which decides the form of the model.
        let next = format!("best:table=1,eval={weights}");
        let other = folder("learn-network-next").join("run").to_str().unwrap().to_owned();
        let more = ["--sprt=-190,-60", "--inputs", "no-such-inputs"];
        json(&[&network(game, &next, &other, &more)[..], &setup].concat());
        let text = fs::read_to_string(Path::new(&other).join("weights.toml")).unwrap();
        assert!(text.starts_with(&head), "{text}");
        // Tables cannot start from it, and it cannot be tuned.
        let args: Vec<&str> = network(game, &next, &other, &[]).into_iter().filter(|arg| *arg != "--json").collect();
        let tables: Vec<&str> = args.iter().map(|arg| if *arg == "network" { "tables" } else { arg }).collect();
        let message = text_of(&tables);
        assert!(message.contains("`--model network`"), "{message}");
        let message = text_of(&["tune", game, "--agent", &format!("pvs:depth=2,eval={weights}")]);
        assert!(message.contains("weights of the evaluation `network`") || message.contains("no weights"), "{message}");
    }
}

/// Returns the error of a command that fails.
fn text_of(args: &[&str]) -> String {
    let output = ply(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    text(&output.stderr)
}

#[test]
fn faults_of_networks_name_what_is_expected() {
    let place = folder("learn-network-faults");
    let out = place.join("run").to_str().unwrap().to_owned();
    for (args, expected) in [
        (
            network("kalah", "best", &out, &["--inputs", "houses"]),
            "no inputs `houses` of a network in kalah: expected one of `learned`, `house-pairs`, `planes`",
        ),
        (
            network("tigers", "best", &out, &["--inputs", "learned"]),
            "no inputs `learned` of a network in tigers: expected `planes`",
        ),
        (
            network("kalah", "pvs:eval=along-line", &out, &[]),
            "evaluation `along-line` depends on the path to a position",
        ),
        (network("kalah", "pvs:eval=stores", &out, &[]), "unknown evaluation `stores`"),
        (network("kalah", "random", &out, &[]), "agent `random` has no weights to tune"),
    ] {
        let message = text_of(&args);
        assert!(message.lines().last().unwrap().contains(expected), "{message}");
        assert!(!Path::new(&out).exists(), "{args:?} writes nothing");
    }
    let mut uneven = network("kalah", "best", &out, &[]);
    uneven.iter_mut().filter(|arg| **arg == "8").for_each(|arg| *arg = "12");
    assert!(text_of(&uneven).contains("`--hidden` is 12, expected a multiple of 8 from 8 to 128"));

    // A file with too few inputs, of another game, and of an unknown base.
    let tables = |inputs: usize| {
        // The side to move is also an input.
        let rows = |name: &str, count: usize| format!("{name} = [{}]\n", "[0, 0, 0, 0, 0, 0, 0, 0],".repeat(count));
        let own = rows("own", inputs + 1);
        format!("{own}{}{}{}divisor = [[1]]\n", own.replace("own", "other"), rows("bias", 1), rows("output", 1))
    };
    let head = |game: &str, base: &str| {
        format!(
            "game = \"{game}\"\nevaluation = \"network\"\nversion = 1\nbase = \"{base}\"\ninputs = \"learned\"\n[tables]\n"
        )
    };
    let file = place.join("network.toml");
    for (text, expected) in [
        (head("kalah", "strong") + &tables(3), "a network of 3 inputs, expected the 168 of `learned`"),
        (head("khet", "strong") + &tables(168), "khet"),
        (head("kalah", "wrong") + &tables(168), "unknown evaluation `wrong`"),
        (head("kalah", "along-line") + &tables(168), "depends on the path to a position"),
        (
            head("kalah", "strong").replace("inputs = \"learned\"\n", "") + &tables(168),
            "`inputs` is missing at the top",
        ),
    ] {
        fs::write(&file, text).unwrap();
        let message = text_of(&["analyse", "kalah", "--agent", &format!("pvs:depth=2,eval={}", file.display())]);
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn samples_are_exported_as_text() {
    let place = folder("learn-export");
    let path = |name: &str| place.join(name).to_str().unwrap().to_owned();
    let (out, file) = (path("run"), path("samples.txt"));
    let written = json(&network("kalah", "best:table=1", &out, &["--export", &file]));
    assert_eq!((written["games"].as_u64(), written["inputs"].as_u64()), (Some(60), Some(169)));
    // An export into the folder of the run could replace its games.
    let inside = format!("{out}/log.jsonl");
    let refused = ply(&network("kalah", "best:table=1", &out, &["--resume", "--export", &inside, "--force"]));
    assert!(text(&refused.stderr).contains("is in the folder of the run"), "{}", text(&refused.stderr));
    let samples = fs::read_to_string(&file).unwrap();
    assert_eq!(samples.lines().count() as u64, written["samples"].as_u64().unwrap());
    let mut distinct = std::collections::BTreeSet::new();
    for line in samples.lines() {
        let (numbers, rest) = line.split_once(" # ").unwrap();
        let mut words = numbers.split(' ');
        assert!(["0", "0.5", "1"].contains(&words.next().unwrap()), "{line}");
        // LIBLINEAR refuses the input 0.
        let read = |word: &str| -> (usize, i32) {
            let (input, count) = word.split_once(':').unwrap();
            (input.parse::<usize>().unwrap().checked_sub(1).unwrap(), count.parse().unwrap())
        };
        let inputs: Vec<(usize, i32)> = words.map(read).collect();
        assert!(inputs.is_sorted_by_key(|(input, _)| *input), "{line}");
        // All inputs of Kalah are relative to the side to move.
        assert!(inputs.iter().all(|&(input, count)| count == 1 && input / 169 == inputs[0].0 / 169), "{line}");
        let inputs: Vec<usize> = inputs.into_iter().map(|(input, _)| input % 169).collect();
        assert_eq!(inputs.last(), Some(&168), "{line}");
        assert!(rest.starts_with("score ") && rest.contains(" base ") && rest.contains(" pair "), "{line}");
        // The half turn of Kalah exchanges the sides, so a position and its image are one sample. Stores are not inputs.
        let base = rest.split(' ').nth(3).unwrap().trim_start_matches('-').to_owned();
        distinct.insert((inputs, base));
    }
    assert_eq!(distinct.len(), samples.lines().count(), "a symmetric position is there twice");
    assert!(!Path::new(&out).join("learn.json").exists(), "nothing is learned");

    // A file is kept without `--force`. The recorded games are not played again, and give the same samples.
    let again = |more: &[&str]| {
        ply(&network("kalah", "best:table=1", &out, &[&["--resume", "--export", &file], more].concat()))
    };
    assert!(text(&again(&[]).stderr).contains("exists already: expected a new file, or `--force`"));
    assert!(again(&["--force"]).status.success());
    assert_eq!(fs::read_to_string(&file).unwrap(), samples);

    // The run learns from the same games, and its log survives another export.
    let learned = json(&network("kalah", "best:table=1", &out, &["--resume"]));
    assert_eq!(learned["generations"][0]["positions"], written["samples"]);
    let log = fs::read_to_string(Path::new(&out).join("log.jsonl")).unwrap();
    assert!(again(&["--force"]).status.success());
    assert_eq!(fs::read_to_string(Path::new(&out).join("log.jsonl")).unwrap(), log);
}

#[test]
fn a_filter_decides_which_positions_become_samples() {
    let place = folder("learn-filter");
    let samples = |name: &str, more: &[&str]| {
        let [out, file] = [name.to_owned(), format!("{name}.txt")].map(|name| place.join(name).display().to_string());
        let written = json(&network("kalah", "pvs:table=1", &out, &[&["--export", &file], more].concat()));
        assert_eq!(written["games"], 60);
        fs::read_to_string(&file).unwrap()
    };
    let (all, quiet) = (samples("all", &[]), samples("quiet", &["--filter", "quiet"]));
    assert!(quiet.lines().count() > 100 && quiet.lines().count() < all.lines().count());
    assert_eq!(samples("none", &["--filter", "none"]), all, "a network leaves out nothing by default");
    let proven: Vec<&str> =
        all.lines().filter(|line| line.contains("score inf") || line.contains("score -inf")).collect();
    assert!(proven.len() > 20 && !quiet.contains("inf"), "{} proven", proven.len());
    for line in proven {
        assert_eq!(line.starts_with("1 "), line.contains("score inf"), "{line}");
    }
}

#[test]
fn every_match_must_accept_a_generation() {
    let place = folder("learn-matches");
    let run = |name: &str, nodes: &str, more: &[&str]| {
        let out = place.join(name).to_str().unwrap().to_owned();
        let mut args = tiny(&out, &[&["--generations", "1", "--json"], more].concat());
        let at = args.iter().position(|arg| *arg == "--match-nodes").unwrap();
        args[at + 1] = nodes;
        (json(&args)["generations"][0].clone(), out.clone())
    };
    // Any strength passes both matches.
    let (generation, out) = run("both", "40,80", &["--sprt=-190,-60"]);
    let nodes = |generation: &Value| -> Vec<u64> {
        generation["tests"].as_array().unwrap().iter().map(|test| test["nodes"].as_u64().unwrap()).collect()
    };
    assert_eq!((nodes(&generation), &generation["accepted"]), (vec![40, 80], &Value::from(true)), "{generation}");
    assert_eq!(generation["test"], generation["tests"][0]);
    for file in ["00001-test.jsonl", "00001-test-80.jsonl"] {
        assert!(Path::new(&out).join("matches").join(file).exists(), "{file}");
    }
    let weights = fs::read_to_string(Path::new(&out).join("weights.toml")).unwrap();
    assert!(weights.contains(" at 40 nodes; ") && weights.contains(" at 80 nodes\""), "{weights}");
    let plot = fs::read_to_string(Path::new(&out).join("progress.svg")).unwrap();
    for words in ["Elo over the start", "loss of the learned games", "explained variance", "<title>"] {
        assert!(plot.contains(words), "{words}: {plot}");
    }
    // No strength passes the first match, so the second is not played.
    let (generation, out) = run("none", "40,80", &["--sprt", "100,200"]);
    assert_eq!((nodes(&generation), &generation["accepted"]), (vec![40], &Value::from(false)), "{generation}");
    assert!(!Path::new(&out).join("matches/00001-test-80.jsonl").exists());
    let wrong = place.join("wrong").to_str().unwrap().to_owned();
    let message = text_of(&["learn", "kalah", "--out", &wrong, "--match-nodes", "80,40", "--yes"]);
    assert!(message.contains("`--match-nodes` is [80, 40], expected numbers in ascending order"), "{message}");
}
