//! Engine with one fault, for the tests of the arena: it crashes, hangs, floods, closes its pipes, or answers nonsense.
//!
//! ```text
//! cargo run --example misbehave -- hang-in-search
//! ```
//!
//! The second argument is the name of a file, or `-`. The fault occurs once: if the file exists, the engine behaves well. Further
//! arguments are passed on to a child.

#![allow(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used, reason = "a program of tests prints")]

use std::fs::File;
use std::io::{self, BufRead, Write};
use std::process::{Command, exit};
use std::thread::sleep;
use std::time::Duration;

use plyground_arena::engine::{EngineAbout, EngineGame, EngineOption, serve_engine};
use plyground_game::{Game, Position};
use plyground_kalah::Kalah;
use plyground_play::{AgentPlayer, Start};
use plyground_search::RandomAgent;

/// Longer than any test waits.
const LONG: Duration = Duration::from_secs(30);

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut fault = arguments.next().unwrap_or_default();
    if let Some(marker) = arguments.next()
        && marker != "-"
        && File::create_new(marker).is_err()
    {
        fault = "none".into();
    }
    match fault.as_str() {
        "none" => return behave(),
        "remembers-games" => return remember(),
        #[cfg(unix)]
        "daemon" => {
            rustix::process::setsid()?;
            sleep(LONG);
        }
        "leaves-a-daemon" => {
            start_child("daemon")?;
            return behave();
        }
        "noisy-errors" => {
            for _ in 0..200_000 {
                eprintln!("a line of complaints without a reader");
            }
            return behave();
        }
        "crash-at-start" => exit(3),
        "hang-at-start" => sleep(LONG),
        "deaf-at-start" => {
            null_input()?;
            sleep(LONG);
        }
        _ => {}
    }
    let mut output = io::stdout();
    for line in io::stdin().lock().lines() {
        let line = line?;
        match line.split_whitespace().next().unwrap_or_default() {
            "ugi" => writeln!(output, "ugiok")?,
            "isready" => writeln!(output, "readyok")?,
            "quit" if fault == "ignores-everything" => sleep(LONG),
            "quit" => return Ok(()),
            "go" => misbehave(&fault, &mut output)?,
            _ => {}
        }
        output.flush()?;
    }
    Ok(())
}

/// Answers `go` with the fault.
fn misbehave(fault: &str, output: &mut impl Write) -> io::Result<()> {
    match fault {
        "crash-in-search" => {
            eprintln!("assertion failed: the king is alive");
            exit(134);
        }
        "flood-of-lines" => loop {
            writeln!(output, "info string still thinking")?;
        },
        "flood-in-one-line" => loop {
            write!(output, "more and more ")?;
        },
        "closed-output" => {
            null_output()?;
            sleep(LONG);
        }
        "nonsense" => writeln!(output, "bestmove e2e4!")?,
        "no-move" => writeln!(output, "bestmove")?,
        "binary" => output.write_all(b"\xff\xfe\x00bestmove \xff\nbestmove \x00\xff\n")?,
        "illegal-move" => writeln!(output, "bestmove 1")?,
        "hang-with-a-child" => {
            start_child("hang-at-start")?;
            sleep(LONG);
        }
        "hang-with-a-daemon" => {
            start_child("daemon")?;
            sleep(LONG);
        }
        // All other faults hang.
        _ => sleep(LONG),
    }
    Ok(())
}

/// Plays, but answers nonsense when a position does not continue the last one, unless a new game was announced.
fn remember() -> io::Result<()> {
    let mut output = io::stdout();
    let (mut last, mut is_lost) = (String::new(), false);
    for line in io::stdin().lock().lines() {
        let line = line?;
        match line.split_whitespace().next().unwrap_or_default() {
            "ugi" => writeln!(output, "ugiok")?,
            "isready" => writeln!(output, "readyok")?,
            "uginewgame" => last.clear(),
            "position" => {
                is_lost = !line.starts_with(&last);
                last = line;
            }
            "go" if is_lost => writeln!(output, "bestmove which-game-is-this")?,
            "go" => {
                let (start, moves) = last.trim_start_matches("position ").split_once(" moves ").unwrap_or((&last, ""));
                let start =
                    start.trim_start_matches("position ").trim_start_matches("fen ").trim_start_matches("startpos");
                let mut game = match start.trim() {
                    "" => Game::<Kalah>::default(),
                    text => Game::from_position(Kalah::parse(text, &Default::default()).unwrap(), &Default::default()),
                };
                for mv in moves.split_whitespace() {
                    game.play_text(mv).unwrap();
                }
                let pos = game.position();
                writeln!(output, "bestmove {}", pos.move_text(pos.legal_moves()[0]))?;
            }
            "quit" => return Ok(()),
            _ => {}
        }
        output.flush()?;
    }
    Ok(())
}

/// Starts a helper with its own fault, which inherits the pipes.
fn start_child(fault: &str) -> io::Result<()> {
    let arguments = std::env::args().skip(2);
    Command::new(std::env::current_exe()?).arg(fault).args(arguments).spawn().map(drop)
}

fn behave() -> io::Result<()> {
    let seed = EngineOption { name: "seed".into(), kind: "type spin min 0 max 9".into(), default: "7".into() };
    let about = EngineAbout { name: "misbehave".into(), author: "tests".into(), options: vec![seed] };
    serve_engine(io::stdin().lock(), io::stdout(), &about, &mut |_| {
        let start = Start::default().state::<Kalah>().map_err(|error| error.to_string())?;
        Ok(EngineGame::new(start, AgentPlayer::<Kalah>::boxed(RandomAgent::new(7))))
    })
}

#[cfg(unix)]
fn null_input() -> io::Result<()> {
    Ok(rustix::stdio::dup2_stdin(File::open("/dev/null")?)?)
}

#[cfg(unix)]
fn null_output() -> io::Result<()> {
    Ok(rustix::stdio::dup2_stdout(File::create("/dev/null")?)?)
}

#[cfg(not(unix))]
fn null_input() -> io::Result<()> {
    exit(0)
}

#[cfg(not(unix))]
fn null_output() -> io::Result<()> {
    exit(0)
}
