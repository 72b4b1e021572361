//! `cargo xtask playthrough`: a random game as text, position by position, as the snapshots of the rules crates hold it.

use plyground_catalog::{CatalogError, ForGame, GameId, Playable};
use plyground_game::random::Random;
use plyground_game::{Game, playthrough};

/// Which game to play.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The game
    game: GameId,
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
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let text = arguments.game.with(Play(arguments)).map_err(|error| error.to_string())?;
    print!("{text}");
    Ok(())
}

struct Play<'a>(&'a Arguments);

impl ForGame for Play<'_> {
    type Out = Result<String, CatalogError>;

    fn call<P: Playable>(self) -> Self::Out {
        let Play(arguments) = self;
        let setup: P::Setup = arguments.setup.as_deref().map_or_else(|| Ok(P::Setup::default()), str::parse)?;
        let rules: P::Rules = arguments.rules.as_deref().map_or_else(|| Ok(P::Rules::default()), str::parse)?;
        let mut game = Game::<P>::new(&setup, &rules);
        let mut random = Random::new(arguments.seed);
        while game.ending().is_none() && game.moves().len() < arguments.plies {
            let moves = game.position().legal_moves();
            game.play(moves[random.below(moves.len())]).expect("a generated move is legal");
        }
        Ok(playthrough(&game))
    }
}
