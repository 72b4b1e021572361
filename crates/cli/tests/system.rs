//! What the system refuses or sends: threads, signals, endless input, and names that are not UTF-8.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Write;
use std::ops::ControlFlow;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use plyground_solve::hunt::{self, ExactHunt, HuntGame};
use plyground_solve::tigers::exact_tigers;
use rustix::process::{Pid, Signal, getuid, kill_process};
use rustix::termios::LocalModes;

use crate::common::{command, folder, ply, printed, text};

/// Runs a copy of `ply` that may have this many threads, with this input.
#[cfg(target_os = "linux")]
fn with_threads(ply: &str, most: u32, args: &[&str], input: &str) -> Output {
    // The limit counts all threads of a user, and does not bind the superuser.
    let user: &[&str] =
        if getuid().is_root() { &["setpriv", "--reuid=61234", "--regid=61234", "--clear-groups"] } else { &[] };
    let limit = format!("--nproc={most}");
    let words = [user, &["prlimit", &limit, ply], args].concat();
    let mut limited = Command::new(words[0]);
    limited.args(&words[1..]).env("NO_COLOR", "1").current_dir("/tmp");
    let child = limited.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.expect("`setpriv` and `prlimit` are there");
    // A command that fails early does not read all input.
    _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// Regression: a thread that the system refused was a panic, and an engine gave no move.
#[cfg(target_os = "linux")]
#[test]
fn fewer_threads_than_asked_for_do_the_work() {
    // The other user may not enter the folder of this clone.
    let public = std::env::temp_dir().join(format!("plyground-threads-{}", std::process::id()));
    let ply = public.join("ply");
    let open = |folder: &Path| {
        fs::create_dir(folder).unwrap();
        fs::set_permissions(folder, fs::Permissions::from_mode(0o777)).unwrap();
    };
    open(&public);
    fs::copy(env!("CARGO_BIN_EXE_ply"), &ply).unwrap();
    let ply = ply.to_str().unwrap();
    for most in [1, 3] {
        let tables = public.join(format!("tables-{most}"));
        open(&tables);
        let solve = ["solve", "cachex", "--setup", "3", "--threads", "8", "--tables", tables.to_str().unwrap()];
        for args in [
            &["analyse", "kalah", "--agent", "best:threads=4", "--nodes", "5000"][..],
            &["analyse", "kalah", "--agent", "alphabeta:threads=4", "--depth", "4"],
            &["perft", "kalah", "--depth", "5", "--threads", "4"],
            &solve,
        ] {
            let output = with_threads(ply, most, args, "");
            let message = text(&output.stderr);
            assert!(output.status.success(), "{args:?}: {message}");
            assert!(message.contains("the system refused some of the threads"), "{args:?}: {message}");
        }
        let orders = "setoption name agent value best:threads=16\nposition startpos\ngo nodes 5000\ngo\nstop\nquit\n";
        let output = with_threads(ply, most, &["engine"], orders);
        let answers = text(&output.stdout).lines().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!((output.status.code(), answers), (Some(0), 2), "{}", text(&output.stderr));
        let output = with_threads(ply, 1, &["serve", "--port", "0"], "");
        let message = text(&output.stderr);
        assert_eq!((output.status.code(), message.lines().count()), (Some(1), 1), "{message}");
        assert!(message.contains("the system refuses a thread"), "{message}");
        let games = ["match", "kalah", "--first", "greedy", "--second", "random", "--games", "2", "--concurrency", "9"];
        let message = text(&with_threads(ply, most, &games, "").stderr);
        assert!(message.contains("a thread could not be started") && message.lines().count() <= 2, "{message}");
    }
    fs::remove_dir_all(&public).unwrap();
}

/// Regression: a database that does not fit into memory ended the process with an abort.
#[cfg(target_os = "linux")]
#[test]
fn a_database_without_memory_is_an_error() {
    let mut limited = Command::new("prlimit");
    limited.args(["--as=4000000000", env!("CARGO_BIN_EXE_ply"), "solve", "kalah", "--database", "32", "--yes"]);
    let output = limited.arg("--tables").arg(folder("system-memory")).output().expect("`prlimit` is there");
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("no memory for a table of"), "{}", text(&output.stderr));
}

/// Regression: a search without memory for its table was a panic, since only tables of a given size were tried.
#[cfg(target_os = "linux")]
#[test]
fn a_search_without_memory_for_its_table_is_an_error() {
    let mut refused = 0;
    for megabytes in (60..110).step_by(5) {
        let mut limited = Command::new("prlimit");
        limited.args([&format!("--as={megabytes}000000"), env!("CARGO_BIN_EXE_ply")]);
        let output = limited.args(["compare", "kalah", "--depth", "3"]).output().expect("`prlimit` is there");
        let message = text(&output.stderr);
        assert!(!message.contains("panicked"), "{megabytes} MB: {message}");
        refused += usize::from(output.status.code() == Some(2) && message.contains("no memory for a table"));
    }
    assert!(refused > 0, "the limits refuse no table");
}

/// Regression: an output that is a named pipe without a reader waited for one, even after Ctrl-C.
#[cfg(unix)]
#[test]
fn an_output_that_is_a_named_pipe_is_refused() {
    let pipe = folder("system-pipe").join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("`mkfifo` is there").success());
    let pipe = pipe.to_str().unwrap();
    for args in [
        &["show", "kalah", "--svg", pipe, "--force"][..],
        &["trace", "kalah", "--depth", "2", "--out", pipe, "--force"],
        &["puzzles", "kalah", "--count", "1", "--out", pipe, "--force"],
    ] {
        let output = ply(args);
        let message = text(&output.stderr);
        assert!(!output.status.success() && message.contains("pipe"), "{args:?}: {message}");
    }
}

/// Terminal of a command, and the side of the terminal's owner.
struct Terminal {
    child: Child,
    line: File,
    owner: File,
}

impl Terminal {
    fn start(args: &[&str]) -> Terminal {
        use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
        let owner = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&owner).unwrap();
        unlockpt(&owner).unwrap();
        let name = ptsname(&owner, Vec::new()).unwrap();
        let line = File::options().read(true).write(true).open(OsStr::from_bytes(name.as_bytes())).unwrap();
        let stdio = || Stdio::from(line.try_clone().unwrap());
        let mut command = command(args);
        // A group whose parent is in the same session is not orphaned, so it can be suspended.
        command.env("TERM", "xterm").process_group(0).stdin(stdio()).stdout(stdio()).stderr(stdio());
        let child = command.spawn().unwrap();
        Terminal { child, line, owner: owner.into() }
    }

    /// Returns whether the terminal waits for whole lines, as a shell needs it.
    fn is_usual(&self) -> bool {
        rustix::termios::tcgetattr(&self.line).unwrap().local_modes.contains(LocalModes::ICANON | LocalModes::ECHO)
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }
}

/// Waits until a condition holds.
fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    for _ in 0..12_000 {
        if holds() {
            return;
        }
        sleep(Duration::from_millis(5));
    }
    panic!("{what}");
}

/// Regression: a signal left the terminal in the mode in which a key is awaited.
#[test]
fn a_signal_leaves_the_terminal_as_it_was() {
    let file = folder("system-replay").join("games.jsonl");
    let path = file.to_str().unwrap();
    let games = ["match", "kalah", "--setup", "3x3", "--first", "greedy", "--second", "random", "--games", "2"];
    printed(&[&games[..], &["--out", path]].concat());
    for args in [&["replay", path][..], &["play", "kalah", "--setup", "3x3"]] {
        for (signal, number) in [(Signal::TERM, 15), (Signal::HUP, 1)] {
            let mut terminal = Terminal::start(args);
            wait_until("a key is awaited", || !terminal.is_usual());
            terminal.signal(signal);
            let status = terminal.child.wait().unwrap();
            assert_eq!(status.signal(), Some(number), "{args:?}: {status}");
            assert!(terminal.is_usual(), "{args:?}, signal {number}");
        }
    }
}

/// Regression: Ctrl-Z did nothing while a replayed game was shown.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_z_suspends_a_replay() {
    let file = folder("system-suspend").join("games.jsonl");
    let path = file.to_str().unwrap();
    let games = ["match", "kalah", "--setup", "3x3", "--first", "greedy", "--second", "random", "--games", "2"];
    printed(&[&games[..], &["--out", path]].concat());
    let mut terminal = Terminal::start(&["replay", path]);
    let state = |child: &Child| {
        let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap();
        stat.rsplit_once(") ").unwrap().1.chars().next().unwrap()
    };
    wait_until("a key is awaited", || !terminal.is_usual());
    terminal.owner.write_all(b"\x1a").unwrap();
    wait_until("it is suspended", || state(&terminal.child) == 'T');
    assert!(terminal.is_usual());
    terminal.signal(Signal::CONT);
    wait_until("it goes on", || !terminal.is_usual());
    terminal.owner.write_all(b"q").unwrap();
    assert!(terminal.child.wait().unwrap().success());
}

/// Regression: a device without lines was read until there was no memory left.
#[test]
fn a_line_without_end_is_refused() {
    for args in [&["play", "kalah"][..], &["puzzles", "kalah", "--interactive"]] {
        let zero = File::open("/dev/zero").unwrap();
        let output = command(args).stdin(zero).output().unwrap();
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {message}");
        assert!(message.contains("found a line of more than 1048576 bytes"), "{args:?}: {message}");
    }
}

/// Regression: a tuning run panicked after its last game when its folder had such a name.
#[test]
fn names_that_are_not_utf_8_are_files_like_others() {
    let place = folder("system-names");
    let name = |name: &[u8]| place.join(OsStr::from_bytes(name));
    let run = |args: &[&str], option: &str, path: &Path, more: &[&str]| {
        let output = command(args).arg(option).arg(path).args(more).output().unwrap();
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    };
    let games = ["match", "kalah", "--setup", "3x3", "--first", "greedy", "--second", "random", "--games", "20"];
    let records = name(b"games\xff.jsonl");
    run(&games, "--out", &records, &[]);
    let tune = ["tune", "kalah", "--setup", "3x3", "--agent", "alphabeta:depth=1,eval=strong", "--final-games", "0"];
    let genetic = [&tune[..], &["--method", "genetic", "--kids", "2", "--generations", "1"]].concat();
    run(&genetic, "--out", &name(b"tuned\xfe"), &[]);
    run(&genetic, "--out", &name(b"tuned\xfd"), &["--json"]);
    run(&[&tune[..], &["--method", "regression", "--generations", "5"]].concat(), "--records", &records, &["--json"]);
    let solve = ["solve", "cachex", "--setup", "3", "--database", "--json"];
    run(&solve, "--tables", &name(b"tables\xff"), &[]);
    assert!(ply(&["games"]).status.success());
}

/// Builds the tables of a game with few animals; those of the whole game take minutes.
fn small_tables<G: HuntGame>(_: &ExactHunt<G>, folder: &Path, max_animals: u8) {
    let form = hunt::SolveOptions { max_animals, ..hunt::SolveOptions::whole::<G>(15) };
    hunt::solve::<G>(folder, &form, |_| ControlFlow::Continue(())).unwrap();
}

/// Regression: the first Ctrl-C had no effect until a certificate, or a layer of tables, was verified.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_a_verification_at_once() {
    let folder = folder("system-verify");
    small_tables(&exact_tigers(), &folder, 5);
    let (tables, proof) = (folder.to_str().unwrap(), folder.join("value.proof"));
    let proof = proof.to_str().unwrap();
    printed(&["solve", "kalah", "--setup", "5x3", "--certificate", proof]);
    for args in [&["solve", "tigers", "--verify", "--tables", tables][..], &["solve", "--verify", proof, "--by-rules"]]
    {
        let mut child = command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let status = format!("/proc/{}/status", child.id());
        let caught = || {
            let text = fs::read_to_string(&status).unwrap();
            let mask = text.lines().find_map(|line| line.strip_prefix("SigCgt:\t")).unwrap();
            u64::from_str_radix(mask, 16).unwrap()
        };
        wait_until("the signal has a handler", || caught() >> (Signal::INT.as_raw() - 1) & 1 == 1);
        sleep(Duration::from_millis(200));
        assert!(child.try_wait().unwrap().is_none(), "{args:?} takes longer");
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        let steps =
            (0..400).take_while(|_| child.try_wait().unwrap().is_none()).inspect(|_| sleep(Duration::from_millis(5)));
        assert!(steps.count() < 400, "{args:?}: it goes on");
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{args:?}: {}", text(&output.stderr));
    }
}
