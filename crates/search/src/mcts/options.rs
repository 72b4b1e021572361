//! How a Monte-Carlo tree search selects moves.
//!
//! ```
//! use plyground_search::{MctsOptions, Prior};
//!
//! assert_eq!("uniform".parse(), Ok(Prior::Uniform));
//! assert!(MctsOptions { exploration: 1.0, ..MctsOptions::default() } != MctsOptions::default());
//! ```

use std::str::FromStr;

use crate::options::Options;

/// The default exploration constant, for results from 0 to 1: the best of a series of matches, see `docs/results/mcts.md`.
pub const EXPLORATION: f64 = 0.5;

/// Where the prior probabilities of moves come from, and with them the rule that selects a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Prior {
    /// There are none. UCT selects: each move of a node is tried once before any is tried twice \[Kocsis2006\].
    #[default]
    None,
    /// All moves of a node have the same one. PUCT selects \[Rosin2011\].
    Uniform,
    /// The evaluator knows them. PUCT selects.
    Evaluator,
}

impl FromStr for Prior {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Prior, &'static str> {
        match text {
            "none" => Ok(Prior::None),
            "uniform" => Ok(Prior::Uniform),
            "eval" => Ok(Prior::Evaluator),
            _ => Err("`none`, `uniform` or `eval`"),
        }
    }
}

/// How to select moves.
#[derive(Clone, Debug, PartialEq)]
pub struct MctsOptions {
    /// What all searches understand; only the number of lines matters here.
    pub base: Options,
    /// How much a rarely tried move is favoured, for results from 0 to 1. In PUCT it multiplies the prior.
    pub exploration: f64,
    /// Where priors come from.
    pub prior: Prior,
}

impl Default for MctsOptions {
    /// UCT with the exploration constant [`EXPLORATION`].
    fn default() -> MctsOptions {
        Options::default().into()
    }
}

impl From<Options> for MctsOptions {
    fn from(base: Options) -> MctsOptions {
        MctsOptions { base, exploration: EXPLORATION, prior: Prior::None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn priors_are_read_by_their_names() {
        assert_eq!(
            ["none", "uniform", "eval"].map(str::parse),
            [Prior::None, Prior::Uniform, Prior::Evaluator].map(Ok)
        );
        assert_eq!("".parse::<Prior>(), Err("`none`, `uniform` or `eval`"));
    }
}
