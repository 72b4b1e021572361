//! The tuning methods by name.

use std::fmt;
use std::str::FromStr;

use plyground_game::notation::quote;
use plyground_game::options::one_of;
use thiserror::Error;

/// A tuning method.
///
/// ```
/// use plyground_optimize::Method;
///
/// assert_eq!("cmaes".parse(), Ok(Method::CmaEs));
/// let error = "hill".parse::<Method>().unwrap_err();
/// assert!(error.to_string().starts_with("unknown method `hill`: expected one of `annihill`"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Method {
    /// The Khet report's stochastic-steepest-ascent annihill-climbing.
    Annihill,
    /// The Khet report's genetic algorithm.
    Genetic,
    /// Simultaneous perturbation stochastic approximation.
    Spsa,
    /// Covariance matrix adaptation.
    CmaEs,
    /// Logistic regression on recorded games.
    Regression,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 5] = [Method::Annihill, Method::Genetic, Method::Spsa, Method::CmaEs, Method::Regression];

    /// Returns the name in commands and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Method::Annihill => "annihill",
            Method::Genetic => "genetic",
            Method::Spsa => "spsa",
            Method::CmaEs => "cmaes",
            Method::Regression => "regression",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An unknown method.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown method {found}: expected {}", one_of(Method::ALL.map(Method::name)))]
pub struct ParseMethodError {
    /// Text found, quoted.
    pub found: String,
}

impl FromStr for Method {
    type Err = ParseMethodError;

    fn from_str(text: &str) -> Result<Method, ParseMethodError> {
        let found = Method::ALL.into_iter().find(|method| method.name() == text);
        found.ok_or_else(|| ParseMethodError { found: quote(text) })
    }
}
