//! Recorded games in every command that reads them: changed ones are refused with their line, and older formats are read.

use std::fs;
use std::path::Path;

use plyground_arena::{GameResult, MoveScore, Record, Termination, read_records};
use serde_json::Value;

use crate::common::{folder, json, ply, printed, text};

const MATCH: [&str; 12] = [
    "match",
    "kalah",
    "--setup",
    "3x3",
    "--first",
    "alphabeta:depth=2",
    "--second",
    "mcts:nodes=60",
    "--games",
    "8",
    "--seed",
    "3",
];
const TOURNAMENT: [&str; 10] =
    ["tournament", "kalah", "--setup", "3x3", "greedy", "random", "alphabeta:depth=1", "--rounds", "1", "--json"];
const TUNE: [&str; 14] = [
    "tune",
    "kalah",
    "--setup",
    "3x3",
    "--method",
    "genetic",
    "--agent",
    "alphabeta:depth=1,eval=strong",
    "--kids",
    "2",
    "--generations",
    "2",
    "--final-games",
    "2",
];

/// Changes one record.
type ChangeRecord = fn(&mut Record);

/// Changes the lines of a file.
type ChangeLines = fn(&mut Vec<String>);

/// Changes of a record, with and without a corrected checksum.
const CHANGES: &[(&str, ChangeRecord)] = &[
    ("result", |r| {
        r.result = if r.result == GameResult::First { GameResult::Second } else { GameResult::First };
    }),
    ("draw", |r| r.result = if r.result == GameResult::Draw { GameResult::Second } else { GameResult::Draw }),
    ("agents", |r| r.agents.swap(0, 1)),
    ("agent", |r| r.agents[1] = "best".into()),
    ("crash", |r| r.termination = Termination::Crash),
    ("time", |r| r.termination = Termination::Time),
    ("limit", |r| r.termination = Termination::MoveLimit),
    ("tables", |r| r.termination = Termination::Tables),
    ("cause", |r| r.cause = "south: crashed: no".into()),
    ("crash without a player", |r| {
        r.moves = r.moves.split(' ').take(r.opening.plies).collect::<Vec<_>>().join(" ");
        r.nodes.clear();
        r.scores.clear();
        r.termination = Termination::Crash;
        r.result = GameResult::Second;
        r.cause = "south: crashed: no".into();
    }),
    ("moves cut", |r| r.moves.truncate(r.moves.len() - 2)),
    ("a move more", |r| r.moves += " 1"),
    ("no moves", |r| r.moves.clear()),
    ("other moves", |r| r.moves = r.moves.replace('1', "2")),
    ("nodes", |r| _ = r.nodes.pop()),
    ("scores", |r| r.scores.push(MoveScore::None)),
    ("a score", |r| r.scores[0] = MoveScore::Known("won".into())),
    ("seeds", |r| r.seeds[0] ^= 1),
    ("run", |r| r.run += "0"),
    ("id", |r| r.id = "0".into()),
    ("number", |r| r.number = u64::MAX),
    ("pair", |r| r.pair += 1),
    ("game", |r| r.game = "cachex".into()),
    ("no game", |r| r.game = "chess".into()),
    ("rules", |r| r.rules = "kalaha".into()),
    ("limits", |r| r.limits[0] = "nodes=many".into()),
    ("opening", |r| r.opening.plies += 1),
    ("position", |r| r.opening.position = "<4,0,0,4,4,4,4,4,4,4,4> S".into()),
];

/// Returns the lines of records with a change of the one at `at`, with a corrected checksum or the original one.
fn changed(records: &[Record], at: usize, change: ChangeRecord, is_corrected: bool) -> String {
    let mut records = records.to_vec();
    let genuine = records[at].line();
    change(&mut records[at]);
    let mut lines: Vec<String> = records.iter().map(Record::line).collect();
    if !is_corrected {
        let checksum = |line: &str| line.rfind(",\"checksum\"").unwrap();
        let body = checksum(&lines[at]);
        lines[at].truncate(body);
        lines[at] += &genuine[checksum(&genuine)..];
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Checks that a command refuses the games of a file with its line number, and does not change the file.
fn refused(args: &[&str], file: &Path, lines: &[usize], what: &str) {
    let before = fs::read(file).unwrap();
    let output = ply(args);
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{what}: {args:?}: {message}");
    assert_eq!(message.lines().count(), 1, "{what}: {message}");
    let name = file.file_name().unwrap().to_str().unwrap();
    let has_place = lines.iter().any(|line| message.contains(&format!("{name}:{line}: ")));
    // A first line of another run makes it the file of another run.
    let is_of_other = lines.contains(&1) && message.contains("contains games of run");
    assert!(has_place || is_of_other, "{what}: {args:?}: {message}");
    assert_eq!(fs::read(file).unwrap(), before, "{what}: {args:?}");
}

#[test]
fn changed_games_are_refused_by_every_command_that_reads_them() {
    let folder = folder("records");
    let file = folder.join("games.jsonl");
    let path = file.to_str().unwrap();
    let resume = [&MATCH[..], &["--out", path, "--resume"]].concat();
    printed(&resume);
    let records = read_records(&file).unwrap();
    let regression = [
        "tune",
        "kalah",
        "--setup",
        "3x3",
        "--agent",
        "alphabeta:depth=1,eval=strong",
        "--method",
        "regression",
        "--generations",
        "1",
        "--final-games",
        "0",
        "--records",
        path,
    ];
    let doors: [&[&str]; 6] = [
        &resume,
        &["results", "--file", path],
        &["replay", path],
        &["calibrate", path],
        &["export", path],
        &regression,
    ];
    for door in doors {
        assert!(ply(door).status.success(), "{door:?}: {}", text(&ply(door).stderr));
    }
    let mut tried = 0;
    for (index, (what, change)) in CHANGES.iter().enumerate() {
        for (round, at) in [0, 3, 5, 7].into_iter().enumerate() {
            for is_corrected in [true, false] {
                fs::write(&file, changed(&records, at, *change, is_corrected)).unwrap();
                // Some changes are tested on all commands, the others on one command in turn.
                let all = index < 2 && round == 1;
                let turn = (index + round + usize::from(is_corrected)) % doors.len();
                for (_, door) in doors.iter().enumerate().filter(|(number, _)| all || *number == turn) {
                    let what = format!("{what} in line {} (checksum corrected: {is_corrected})", at + 1);
                    // The first game of a pair may only be refuted by the second.
                    refused(door, &file, &[at + 1, at + 2], &what);
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 220, "{tried}");
    // The restored file is accepted.
    fs::write(&file, records.iter().map(|record| record.line() + "\n").collect::<String>()).unwrap();
    for door in doors {
        assert!(ply(door).status.success(), "{door:?}");
    }
}

#[test]
fn lines_that_were_moved_or_doubled_are_refused_by_every_command() {
    let folder = folder("lines");
    let (file, copy) = (folder.join("games.jsonl"), folder.join("copy.jsonl"));
    let path = file.to_str().unwrap();
    let resume = [&MATCH[..], &["--out", path, "--resume"]].concat();
    printed(&resume);
    let lines: Vec<String> = fs::read_to_string(&file).unwrap().lines().map(str::to_owned).collect();
    let changes: [(&str, usize, ChangeLines); 5] = [
        ("a line twice", 3, |lines| lines.insert(2, lines[1].clone())),
        ("two lines swapped", 4, |lines| lines.swap(3, 4)),
        ("half a line in the middle", 4, |lines| lines[3].truncate(90)),
        ("another text", 2, |lines| lines.insert(1, "a note of mine".into())),
        ("no checksum", 8, |lines| lines[7] = lines[7].split(",\"checksum\"").next().unwrap().to_owned() + "}"),
    ];
    for (what, line, change) in changes {
        let mut lines = lines.clone();
        change(&mut lines);
        fs::write(&file, lines.join("\n") + "\n").unwrap();
        for door in
            [&resume[..], &["results", "--file", path], &["replay", path], &["calibrate", path], &["export", path]]
        {
            refused(door, &file, &[line, line + 1], what);
        }
    }
    // A game in two files would count twice, so it is refused.
    fs::write(&file, lines.join("\n") + "\n").unwrap();
    fs::copy(&file, &copy).unwrap();
    for door in [&["results", "--file", path, copy.to_str().unwrap()][..], &["calibrate", path, copy.to_str().unwrap()]]
    {
        refused(door, &copy, &[1], "two files with the same games");
    }
    // The partial last line of a killed process is truncated, and the game is played again.
    let whole = fs::read(&file).unwrap();
    for cut in [1, 2, 40, lines[7].len()] {
        fs::write(&file, &whole[..whole.len() - cut]).unwrap();
        printed(&resume);
        assert_eq!(fs::read(&file).unwrap(), whole, "cut by {cut}");
    }
}

#[test]
fn changed_games_of_tournaments_and_tunings_are_refused() {
    let folder = folder("kept");
    let out = folder.join("run");
    let path = out.to_str().unwrap();
    for (run, files) in [
        (&TOURNAMENT[..], &["games.jsonl"][..]),
        (&TUNE[..], &["games/00001.jsonl", "games/00002.jsonl", "final-start.jsonl"][..]),
    ] {
        _ = fs::remove_dir_all(&out);
        printed(&[run, &["--out", path]].concat());
        let resume = [run, &["--out", path, "--resume"]].concat();
        for name in files {
            let file = out.join(name);
            let genuine = fs::read(&file).unwrap();
            let records = read_records(&file).unwrap();
            for (what, change) in CHANGES.iter().step_by(if run[0] == "tune" { 3 } else { 1 }) {
                for is_corrected in [true, false] {
                    fs::write(&file, changed(&records, 1, *change, is_corrected)).unwrap();
                    refused(&resume, &file, &[2], what);
                }
            }
            fs::write(&file, &genuine).unwrap();
            printed(&resume);
            assert_eq!(fs::read(&file).unwrap(), genuine, "{name}");
        }
    }
}

/// Files of format 1, which has no checksums, written by version 0.3.0.
#[test]
fn files_of_the_older_format_are_read_and_checked() {
    let folder = folder("older");
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records-1");
    for (name, games) in [("kalah", 4), ("khet", 2), ("tigers", 6), ("cachex", 2), ("engine", 2)] {
        let file = folder.join(format!("{name}.jsonl"));
        fs::copy(data.join(format!("{name}.jsonl")), &file).unwrap();
        let path = file.to_str().unwrap();
        for door in [&["results", "--file", path][..], &["replay", path], &["calibrate", path], &["export", path]] {
            printed(door);
        }
        let records = read_records(&file).unwrap();
        assert_eq!(records.len(), games);
        let lines = records.iter().map(|record| record.line() + "\n").collect::<String>();
        assert_eq!(lines, fs::read_to_string(&file).unwrap(), "they stay what they are");
        fs::write(&file, changed(&records, 1, CHANGES[0].1, true)).unwrap();
        refused(&["results", "--file", path], &file, &[2], name);
    }
}

/// Recorded games as JSON. The tests of the Python package check this output against the schemas of the book, and read it.
#[test]
fn games_are_exported_as_trajectories() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut lines = String::new();
    for game in ["cachex", "kalah", "khet", "tigers"] {
        let file = folder.join("records-1").join(format!("{game}.jsonl"));
        let (path, records) = (file.to_str().unwrap(), read_records(&file).unwrap());
        assert_eq!(printed(&["export", path, "--json"]).lines().count(), records.len());
        let line = printed(&["export", path, "--json", "--game", "2"]);
        let trajectory: Value = serde_json::from_str(&line).unwrap();
        let Record { rules, opening, moves, result, .. } = &records[1];
        let position = &opening.position;
        let state = ["show", game, "--rules", rules, "--position", position, "--moves", moves, "--json"];
        assert_eq!(trajectory["state"], json(&state));
        let returns = match result {
            GameResult::First => [1.0, -1.0],
            GameResult::Second => [-1.0, 1.0],
            GameResult::Draw => [0.0, 0.0],
        };
        assert_eq!(trajectory["returns"], serde_json::json!(returns));
        lines += &line;
    }
    assert_eq!(lines, fs::read_to_string(folder.join("trajectories.jsonl")).unwrap());
}

/// A run of an earlier version is resumed. Only new lines have checksums.
#[test]
fn a_run_that_was_begun_in_the_older_format_goes_on() {
    let folder = folder("goes-on");
    let file = folder.join("games.jsonl");
    let path = file.to_str().unwrap();
    let resume = [&MATCH[..], &["--out", path, "--resume"]].concat();
    printed(&resume);
    let mut records = read_records(&file).unwrap();
    records[..3].iter_mut().for_each(|record| record.versions.record = 1);
    let mixed = records.iter().map(|record| record.line() + "\n").collect::<String>();
    let begun = records[..3].iter().map(|record| record.line() + "\n").collect::<String>();
    assert!(!begun.contains("checksum"));
    fs::write(&file, begun).unwrap();
    printed(&resume);
    assert_eq!(fs::read_to_string(&file).unwrap(), mixed);
    printed(&["results", "--file", path]);
}

/// The output of `ply replay --json` can be read again.
#[test]
fn a_printed_record_can_be_read_again() {
    let folder = folder("printed");
    let (file, one) = (folder.join("games.jsonl"), folder.join("one.jsonl"));
    printed(&[&MATCH[..], &["--out", file.to_str().unwrap()]].concat());
    fs::write(&one, "").unwrap();
    let empty = text(&ply(&["replay", one.to_str().unwrap()]).stderr);
    assert!(empty.contains("expected a file with games"), "{empty}");
    let replayed = printed(&["replay", file.to_str().unwrap(), "--game", "3", "--json"]);
    assert_eq!(Some(replayed.trim_end()), fs::read_to_string(&file).unwrap().lines().nth(2));
    fs::write(&one, replayed).unwrap();
    printed(&["results", "--file", one.to_str().unwrap()]);
}
