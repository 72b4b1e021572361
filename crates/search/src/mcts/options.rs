//! Options of a Monte-Carlo tree search.

use std::str::FromStr;

use crate::options::Options;

/// Default exploration constant, for results from 0 to 1. It is the best of a series of matches: see
/// `docs/results/mcts.md`.
pub const EXPLORATION: f64 = 0.5;

/// Source of the prior probabilities of moves. It also determines the selection rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Prior {
    /// No priors. UCT selects: each move of a node is tried once before any is tried twice \[Kocsis2006\].
    #[default]
    None,
    /// Equal priors for all moves of a node. PUCT selects \[Rosin2011\].
    Uniform,
    /// Priors of the evaluator. PUCT selects.
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

/// Options of a Monte-Carlo tree search.
///
/// ```
/// use plyground_search::{MctsOptions, Prior};
///
/// assert_eq!("uniform".parse(), Ok(Prior::Uniform));
/// assert!(MctsOptions { exploration: 1.0, ..MctsOptions::default() } != MctsOptions::default());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct MctsOptions {
    /// Options of all searches. Only the number of lines matters here.
    pub base: Options,
    /// Exploration constant, for results from 0 to 1. PUCT multiplies the prior by it.
    pub exploration: f64,
    /// Source of the priors.
    pub prior: Prior,
}

impl Default for MctsOptions {
    /// Returns UCT with the exploration constant [`EXPLORATION`].
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
