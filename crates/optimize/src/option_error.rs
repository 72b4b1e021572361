//! What is wrong with the options of a method, or with a space, reported before anything is played.

use thiserror::Error;

/// Options that make no sense, in one line that says what would.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct OptionError(pub String);

impl OptionError {
    /// Fails unless `found` is `least` or more.
    pub(crate) fn at_least(what: &str, found: u64, least: u64) -> Result<(), OptionError> {
        if found >= least {
            Ok(())
        } else {
            Err(OptionError(format!("found {found} {what}: expected {least} or more")))
        }
    }

    /// Fails unless `found` is a number from `least` to `most`.
    pub(crate) fn between(what: &str, found: f64, least: f64, most: f64) -> Result<(), OptionError> {
        if (least..=most).contains(&found) {
            Ok(())
        } else {
            Err(OptionError(format!("{what} is {found}: expected a number from {least} to {most}")))
        }
    }
}
