//! `cargo xtask playthrough`: prints a random game position by position, in the format of the rules crates' snapshots.

use plyground_catalog::{Catalog, Start};
use plyground_game::random::Random;

use crate::Result;

/// Arguments of the command.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// The game
    game: String,
    /// The start; the game's usual one when there is none
    #[arg(long)]
    setup: Option<String>,
    /// The rules; the game's usual ones when there are none
    #[arg(long)]
    rules: Option<String>,
    /// Chooses the moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Moves after which the game is left
    #[arg(long, default_value_t = 500)]
    plies: usize,
}

/// Prints the game.
///
/// # Errors
/// When set-up or rules cannot be read.
pub fn run(arguments: &Arguments) -> Result<()> {
    let start = Start { setup: arguments.setup.clone(), rules: arguments.rules.clone(), ..Start::default() };
    let mut session = Catalog::standard().game(&arguments.game)?.open(&start)?;
    let mut random = Random::new(arguments.seed);
    for _ in 0..arguments.plies {
        let legal = session.show().legal;
        if legal.is_empty() {
            break;
        }
        session.play(&legal[random.below(legal.len())])?;
    }
    print!("{}", session.state().playthrough());
    Ok(())
}
