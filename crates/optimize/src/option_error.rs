//! Errors of a method's options or of a space, reported before any game.

use plyground_statistics::brief;
use thiserror::Error;

/// Invalid options, with the expected values on one line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct OptionError(pub String);

impl OptionError {
    /// Returns an error unless `found` is at least `least`.
    pub(crate) fn at_least(what: &str, found: u64, least: u64) -> Result<(), OptionError> {
        if found >= least {
            Ok(())
        } else {
            Err(OptionError(format!("found {found} {what}: expected {least} or more")))
        }
    }

    /// Returns an error unless `found` is a number from `least` to `most`.
    pub(crate) fn between(what: &str, found: f64, least: f64, most: f64) -> Result<(), OptionError> {
        if (least..=most).contains(&found) {
            Ok(())
        } else {
            Err(OptionError(format!("{what} is {}: expected a number from {least} to {most}", brief(found))))
        }
    }
}
