//! Scout \[Pearl1980\]: only the first move of a node is searched for its value; the others are first asked whether they
//! are better at all, in a null window, and searched again only when they are.
//!
//! What is asked again has its children counted again; the move to it was made once.
//!
//! ```
//! use plyground_game::{Game, HashEvaluation};
//! use plyground_kalah::Kalah;
//! use plyground_search::{AlphaBeta, Options, Scout, search_once};
//!
//! let game = Game::<Kalah>::new(&Default::default(), &Default::default());
//! let evaluation = HashEvaluation { seed: 1, range: 50, antisymmetric: true };
//! let scout = search_once(&mut Scout::new(&evaluation, Options::default()), &game, 6);
//! let alpha_beta = search_once(&mut AlphaBeta::new(&evaluation, Options::default()), &game, 6);
//! assert_eq!((scout.score, scout.best), (alpha_beta.score, alpha_beta.best));
//! ```

use crate::alpha_beta::{Negamax, Windows};
use crate::memory::Remember;

/// Scout without memory.
pub type Scout<'a, P, E, O = ()> = Negamax<'a, P, E, NullWindows, (), O>;

/// Scout over a transposition table.
pub type ScoutMemory<'a, P, E, O = ()> = Negamax<'a, P, E, NullWindows, Remember, O>;

/// The first move in the node's own window, the others in a null window first: Scout.
#[derive(Clone, Copy, Debug)]
pub struct NullWindows;

impl Windows for NullWindows {
    const NULL_FIRST: bool = true;
}
