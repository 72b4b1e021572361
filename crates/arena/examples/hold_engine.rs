//! Asks an engine for a move, for tests that kill the one who asks.
//!
//! ```text
//! cargo run --example hold_engine -- PROGRAM ARGUMENTS...
//! ```

use plyground_arena::engine::{EngineAgent, EngineCommand, Patience};
use plyground_game::Game;
use plyground_kalah::Kalah;
use plyground_search::{Agent, Job, Limits};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let program = arguments.next().unwrap_or_default();
    let command = EngineCommand { program, arguments: arguments.collect() };
    let mut agent = EngineAgent::new(command, Vec::new(), Patience::default());
    let game = Game::<Kalah>::new(&Default::default(), &Default::default());
    let answer = agent.move_for(&game, &Job::new(Limits::depth(1)));
    std::process::exit(i32::from(answer.is_err()));
}
