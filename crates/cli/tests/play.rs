//! `ply play`: a game in the terminal, as a user plays it.

use std::io::Write;
#[cfg(unix)]
use std::io::{BufReader, Read};
use std::process::{Command, Stdio};

use crate::common::{answer, folder, json, ply, text};

#[test]
fn a_game_is_played_saved_and_taken_up_again() {
    let folder = std::env::temp_dir().join(format!("ply-test-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("game.txt");
    let file = file.to_str().unwrap();
    let input = format!("3\nmoves\nundo\n9\n3\n1\nsave {file}\nsave {file}\nquit\n");
    let output = answer(&["play", "kalah", "--setup", "3x3", "--second", "alphabeta:depth=3"], &input);
    assert!(output.status.success(), "{}", text(&output.stderr));
    insta::assert_snapshot!(text(&output.stdout).replace(folder.to_str().unwrap(), "FOLDER"));
    let saved = std::fs::read_to_string(file).unwrap();
    insta::assert_snapshot!(saved);
    let output = answer(&["play", "kalah", "--load", file, "--second", "alphabeta:depth=3"], "quit\n");
    assert!(output.status.success() && text(&output.stdout).contains("to move"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_human_may_resign_and_take_it_back() {
    let folder = std::env::temp_dir().join(format!("ply-resign-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("game.txt");
    let input = format!("resign\nundo\n3\nresign\nsave {}\nquit\n", file.to_str().unwrap());
    let output = answer(&["play", "kalah", "--setup", "3x3", "--second", "human"], &input);
    let printed_text = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(
        printed_text.contains("north wins: south resigns\n") && printed_text.contains("the game continues\n"),
        "{printed_text}"
    );
    assert!(printed_text.contains("south wins: north resigns\nthe game: 3\n"), "{printed_text}");
    let saved = std::fs::read_to_string(&file).unwrap();
    assert!(saved.contains("[Cause \"north resigns\"]\n[Result \"south\"]"), "{saved}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn games_that_go_nowhere_end() {
    let args = ["play", "khet", "--first", "random:seed=1", "--second", "random:seed=2", "--max-plies", "5"];
    let printed_text = text(&ply(&args).stdout);
    assert!(printed_text.contains("a draw: 5 moves have been played\n"), "{printed_text}");
    for (game, plies) in [("khet", 400), ("tigers", 400)] {
        assert_eq!(json(&["games", game, "--json"])["games"][0]["max_plies"], plies);
    }
}

/// The printed command continues the game.
#[cfg(unix)]
#[test]
fn ctrl_c_saves_a_game() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ply"))
        .args(["play", "kalah", "--setup", "3x3", "--second", "human"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Standard input stays open, so only Ctrl-C ends the game.
    let mut typed = child.stdin.take().unwrap();
    typed.write_all(b"3\n").unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    // The prompt has no newline and follows the board.
    let mut printed_text = Vec::new();
    while !printed_text.ends_with(b"north (such as 1)> ") {
        let mut byte = [0];
        out.read_exact(&mut byte).unwrap();
        printed_text.push(byte[0]);
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{message}");
    let expected = "interrupted; this command continues the game: ply play kalah --rules standard --position \
                    '<3,0,0,3,3,3,3,3,3> S' --moves 3 --first human --second human\n";
    assert_eq!(message, expected);
}

#[test]
fn agents_play_each_other_to_the_end() {
    for game in ["kalah", "cachex"] {
        let args = [
            "play",
            game,
            "--setup",
            if game == "kalah" { "3x3" } else { "3" },
            "--first",
            "random",
            "--second",
            "greedy",
            "--seed",
            "5",
        ];
        let output = ply(&args);
        let printed_text = text(&output.stdout);
        assert!(
            output.status.success() && (printed_text.contains(" wins: ") || printed_text.contains("a draw")),
            "{printed_text}"
        );
        assert_eq!(printed_text, text(&ply(&args).stdout), "the same seed plays the same game");
    }
}

/// The prompt shows the notation, moves are listed in columns, and input is read leniently.
#[test]
fn a_person_is_helped_with_the_notation() {
    let cachex = |input: &str| text(&answer(&["play", "cachex", "--setup", "4", "--second", "human"], input).stdout);
    let listed = cachex("moves\nquit\n");
    assert!(listed.contains("red (such as 0,0)> "), "{listed}");
    assert!(listed.lines().any(|line| line.split_whitespace().count() > 8 && line.contains("3,2")), "{listed}");
    let filtered = cachex("moves 2,\nmoves 2,3\nmoves 9\nquit\n");
    assert!(filtered.contains("  2,0  2,1  2,2  2,3\n") && !filtered.contains("1,2"), "{filtered}");
    assert!(
        filtered.contains("  2,3     ") && filtered.contains("no legal move contains `9`: `moves` lists all"),
        "{filtered}"
    );
    let typed = cachex("0 0\n(1, 2)\nquit\n");
    assert!(typed.matches(" to move").count() >= 3 && typed.contains("red (such as "), "{typed}");
    let tigers = ["play", "tigers", "--first", "human", "--second", "human"];
    let placed = text(&answer(&tigers, "7\nquit\n").stdout);
    assert!(placed.contains("tigers (such as "), "the goat was placed on point 7: {placed}");
    let khet = text(&answer(&["play", "khet", "--second", "human"], "H2\nC1 D2\nquit\n").stdout);
    assert!(khet.contains("expected one of them") || khet.contains("cannot read move"), "{khet}");
}

/// Regression: a crash of the engine ended the human's game.
#[cfg(unix)]
#[test]
fn an_engine_that_crashes_does_not_end_the_game_of_a_human() {
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("game.txt");
    let args = ["play", "kalah", "--setup", "3x3", "--second", "engine:/bin/false"];
    let input = format!("3\nretry\n2\nretry\nsave {}\nquit\n", saved.to_str().unwrap());
    let output = answer(&args, &input);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{err}");
    assert!(out.contains("north: the agent failed; move for north yourself"), "{out}");
    assert!(err.contains("/bin/false"), "{err}");
    assert!(out.contains("North sows 4 seeds from house 2"), "{out}");
    assert!(out.contains("no agent has failed for south"), "{out}");
    assert!(std::fs::read_to_string(&saved).unwrap().contains("1. 3  2. 2"));
    // Without a human, the failure ends the game.
    let alone = ply(&["play", "kalah", "--first", "random", "--second", "engine:/bin/false"]);
    assert_eq!(alone.status.code(), Some(1), "{}", text(&alone.stderr));
}

#[test]
fn strange_bytes_do_not_end_a_game() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ply"))
        .args(["play", "kalah"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"\xff\xfe\n3\nquit\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && text(&output.stdout).contains("South sows 4 seeds"));
}

/// `ply` on a pseudo-terminal of util-linux's `script`; `None` without that program.
#[cfg(target_os = "linux")]
struct Terminal {
    child: std::process::Child,
    out: std::process::ChildStdout,
    seen: String,
}

#[cfg(target_os = "linux")]
impl Terminal {
    fn open(command: &str) -> Option<Terminal> {
        let line = format!("{} {command}", env!("CARGO_BIN_EXE_ply"));
        let mut script = Command::new("script");
        script.args(["-qec", &line, "/dev/null"]).env("NO_COLOR", "1").env("TERM", "xterm");
        let mut child = script.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
        let out = child.stdout.take().unwrap();
        Some(Terminal { child, out, seen: String::new() })
    }

    /// Reads until the terminal shows these words after the previous ones.
    fn wait_for(&mut self, words: &str) {
        let from = self.seen.len();
        while !self.seen[from..].contains(words) {
            let mut byte = [0];
            self.out.read_exact(&mut byte).unwrap_or_else(|error| panic!("no `{words}`, {error}: {}", self.seen));
            self.seen.push(char::from(byte[0]));
        }
    }

    fn press(&mut self, keys: &str) {
        self.child.stdin.as_mut().unwrap().write_all(keys.as_bytes()).unwrap();
    }

    fn status(mut self) -> i32 {
        self.child.wait().unwrap().code().unwrap()
    }
}

/// Regression: it ended the game.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_clears_a_half_typed_line() {
    let Some(mut terminal) = Terminal::open("play kalah --setup 3x3 --second human") else { return };
    terminal.wait_for("south (such as 1)> ");
    terminal.press("99");
    terminal.wait_for("99");
    terminal.press("\x03");
    terminal.press("3\r");
    terminal.wait_for("South sows 3 seeds from house 3");
    terminal.wait_for("north (such as 1)> ");
    terminal.press("\x03");
    terminal.wait_for("this command continues the game");
    assert_eq!(terminal.status(), 130);
}

/// Regression: it printed the puzzles, and wrote gigabytes without a question.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_gets_puzzles_to_solve_and_questions_before_long_work() {
    let Some(mut terminal) = Terminal::open("puzzles kalah --count 1") else { return };
    terminal.wait_for("puzzle 1 of 1");
    terminal.wait_for("> ");
    terminal.press("quit\r");
    terminal.wait_for("solved 0 of 0 puzzles");
    assert_eq!(terminal.status(), 0);
    for command in [
        "match kalah --first pvs --second pvs --time 1s --games 1000",
        "match kalah --first minimax --second random --depth 20 --games 1000",
        "tune kalah --nodes 1000000",
        "tune kalah --agent pvs:depth=30,eval=strong",
        "perft khet --depth 9",
        "analyse kalah --time 5m",
        "analyse kalah --agent pvs:nodes=900000000",
        "compare kalah --depth 20 --time 1m",
        "solve tigers --tables no-such-folder",
    ] {
        let mut terminal = Terminal::open(command).unwrap();
        terminal.wait_for("start? [y/N] ");
        terminal.press("n\r");
        terminal.wait_for("not started");
        assert_eq!(terminal.status(), 1, "{command}");
    }
    assert!(!std::path::Path::new("no-such-folder").exists());
    let mut terminal = Terminal::open("match kalah --first random --second random --games 4").unwrap();
    terminal.wait_for("4 games");
    assert_eq!(terminal.status(), 0, "short work starts at once");
    let mut terminal = Terminal::open("analyse kalah --time 5m --depth 1 --yes").unwrap();
    terminal.wait_for("the search takes up to 5 min");
    terminal.wait_for("depth 1");
    assert_eq!(terminal.status(), 0, "no question");
}

#[test]
fn the_cost_is_stated_without_a_question_where_there_is_no_terminal() {
    let output = ply(&["analyse", "kalah", "--time", "5m", "--depth", "1"]);
    assert!(output.status.success());
    assert_eq!(text(&output.stderr), "the search takes up to 5 min\n");
}

/// Regression: a first-time user met `best`, and moves such as `c4+` and scores such as `+870` were unexplained.
#[test]
fn a_new_user_meets_a_beginner_and_is_told_how_to_play() {
    let khet = text(&answer(&["play", "khet"], "help\nquit\n").stdout);
    for words in [
        "your opponent is level-2 (Beginner); `--second` names another\n",
        "  undo            take back moves to your last one\n",
        "c4+ turns it clockwise",
        " clockwise to face ",
        " anticlockwise to face ",
    ] {
        assert!(khet.contains(words), "{words}: {khet}");
    }
    let saved = folder("play-names").join("game.txt");
    let save = format!("save {}\nquit\n", saved.to_str().unwrap());
    let named = text(&answer(&["play", "kalah", "--second", "level-3"], &save).stdout);
    assert!(named.contains(" --first human --second level-3` continues the game"), "{named}");
    let scored = ["play", "kalah", "--setup", "3x3", "--second", "alphabeta:depth=3"];
    let scored = text(&answer(&scored, "3\nhint\nquit\n").stdout);
    assert!(scored.contains(" seeds for north (") && scored.contains(" from the solver]"), "units: {scored}");
    let watched = ["play", "kalah", "--setup", "2x1", "--first", "random", "--second", "random"];
    let watched = text(&ply(&watched).stdout);
    assert!(!watched.contains("your opponent") && watched.contains("the game: "), "{watched}");
    // A user who names the first player has the second side.
    let second = text(&answer(&["play", "kalah", "--first", "random:seed=1"], "quit\n").stdout);
    assert!(second.contains("south plays ") && second.contains("north (such as"), "{second}");
}

#[test]
fn moves_of_one_turn_are_typed_in_one_line() {
    let typed = |line: &str| text(&answer(&["play", "kalah", "--second", "random"], &format!("{line}\nquit\n")).stdout);
    let both = typed("3 6");
    assert!(both.contains("4 seeds from house 3") && both.contains("5 seeds from house 6"), "{both}");
    let over = typed("3 6 1");
    assert!(over.contains("5 seeds from house 6") && over.contains("`1` is not played: the turn is over"), "{over}");
    let wrong = typed("3 9");
    assert!(wrong.contains("4 seeds from house 3") && wrong.contains("cannot read move `9`"), "{wrong}");
}
