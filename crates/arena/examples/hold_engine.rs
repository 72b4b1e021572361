//! Asks an engine for a move, for tests that kill the client of an engine.
//!
//! ```text
//! cargo run --example hold_engine -- PROGRAM ARGUMENTS...
//! ```

use plyground_arena::engine::{EngineCommand, EnginePlayer, Patience};
use plyground_kalah::Kalah;
use plyground_play::{Player, Start};
use plyground_search::{Job, Limits};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let program = arguments.next().unwrap_or_default();
    let command = EngineCommand { program, arguments: arguments.collect(), ..EngineCommand::default() };
    let mut agent = EnginePlayer::new(command, Patience::default());
    let state = Start::default().state::<Kalah>().expect("the usual start of Kalah");
    let answer = agent.move_for(&*state, &Job::new(Limits::depth(1)));
    std::process::exit(i32::from(answer.is_err()));
}
