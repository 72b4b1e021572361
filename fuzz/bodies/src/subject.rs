//! What the bodies have to know of a game: where its games can begin.
//!
//! All texts, so that the parsers of set-ups and rules are on the way of every input.

use std::fmt::Display;
use std::str::FromStr;

use plyground_cachex::Cachex;
use plyground_game::{Game, SearchHints, Symmetric};
use plyground_kalah::Kalah;
use plyground_khet::Khet;
use plyground_tigers::Tigers;

/// A game under test. Rules and set-ups together are at most 256, so that a byte chooses among them.
pub(crate) trait Subject: Symmetric + SearchHints {
    /// Rules that differ in what is legal or in how games end.
    const RULES: &'static [&'static str];

    /// Set-ups, the smallest and the largest with them.
    const SETUPS: &'static [&'static str];
}

impl Subject for Kalah {
    const RULES: &'static [&'static str] = &["standard", "tournament", "empty-capture", "kalaha", "kgp"];
    const SETUPS: &'static [&'static str] = &["6x4", "1x1", "1x511", "2x5", "3x3", "4x3", "6x6", "9x2", "12x42"];
}

impl Subject for Khet {
    const RULES: &'static [&'static str] = &["official", "lax", "two", "epam", "official,ply_limit=7"];
    const SETUPS: &'static [&'static str] = &["classic", "imhotep", "dynasty"];
}

impl Subject for Tigers {
    const RULES: &'static [&'static str] = &[
        "standard",
        "standard,captures_to_win=1",
        "standard,captures_to_win=5,repetition=2",
        "standard,repetition=off",
    ];
    const SETUPS: &'static [&'static str] = &["standard"];
}

impl Subject for Cachex {
    const RULES: &'static [&'static str] = &[
        "standard",
        "standard,steal=off",
        "standard,centre_ban=off,turn_limit=25",
        "standard,steal=off,centre_ban=off,turn_limit=off,repetition=2",
    ];
    const SETUPS: &'static [&'static str] = &["9", "3", "4", "5", "6", "8", "12", "15"];
}

/// Plies after which a game is left: the input is long enough then.
const MAX_PLIES: usize = 150;

/// The game that `bytes` choose: the first one rules and set-up, each further one a move, until the game is over.
///
/// # Panics
/// When a generated move is refused.
pub(crate) fn game<P: Subject>(bytes: &[u8]) -> Game<P> {
    let (&start, choices) = bytes.split_first().unwrap_or((&0, &[]));
    let start = usize::from(start);
    let rules = known(P::RULES[start % P::RULES.len()]);
    let setup = known(P::SETUPS[start / P::RULES.len() % P::SETUPS.len()]);
    let mut game = Game::<P>::new(&setup, &rules);
    for &choice in choices.iter().take(MAX_PLIES) {
        if game.ending().is_some() {
            break;
        }
        let moves = game.position().legal_moves();
        game.play(moves[usize::from(choice) % moves.len()]).expect("a generated move can be played");
    }
    game
}

/// Reads a text of the tables above.
pub(crate) fn known<T: FromStr<Err: Display>>(text: &str) -> T {
    text.parse().unwrap_or_else(|error| panic!("the tables name only what there is: {error}"))
}
