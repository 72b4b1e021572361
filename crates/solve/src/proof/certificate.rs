//! What a proof leaves behind: a claim, and bounds of positions from which it follows.
//!
//! The first line is the claim; then comes a line for each leaf, in the order of the tree. All numbers are values for the side to
//! move at the top: Kalah's final store difference, else 1 for a win, 0 for a draw, -1 for a loss.

use std::fmt;

use plyground_game::notation::{escaped, quote, without_mark};
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use crate::checker::MOST_PLIES;
use crate::checker::{Claim, Fault};

/// The number of the format; readers refuse others.
pub const CERTIFICATE_FORMAT: u32 = 1;

/// The largest value in size that a bound can claim.
const LARGEST_VALUE: i32 = 1_000_000_000;

/// Characters of the longest message about a line.
const LONGEST_MESSAGE: usize = 200;

/// A proof by subproblems.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// What is claimed.
    pub head: CertificateHead,
    /// What it follows from.
    pub leaves: Vec<Leaf>,
}

/// The claim.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CertificateHead {
    /// The format, [`CERTIFICATE_FORMAT`].
    pub certificate: u32,
    /// The version of the program that has proved it.
    pub plyground: String,
    /// The game.
    pub game: String,
    /// The rules.
    pub rules: String,
    /// The position at the top.
    pub position: String,
    /// How many plies below it the leaves stand.
    pub plies: u32,
    /// Its value for its side to move.
    pub value: i32,
    /// How many leaves there are.
    pub leaves: usize,
}

/// A position of which bounds were proved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leaf {
    /// The position.
    pub position: String,
    /// Its value is at least this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<i32>,
    /// Its value is at most this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<i32>,
}

impl Leaf {
    /// Returns what the leaf claims.
    pub(super) fn claim(&self) -> Claim<'_> {
        let Leaf { position, at_least, at_most } = self;
        Claim { position, at_least: *at_least, at_most: *at_most }
    }
}

/// Why a certificate proves nothing.
#[derive(Debug, Error)]
pub enum CertificateError {
    /// A line that cannot be read.
    #[error("line {line} of the certificate: {problem}")]
    Line {
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// Another format.
    #[error("found format {0} of a certificate, expected {CERTIFICATE_FORMAT}: another version has written it")]
    Format(u32),
    /// A number that no certificate has.
    #[error("line {line} of the certificate: found {what} {found}, expected {least} to {most}")]
    Number {
        /// Which line, from 1.
        line: usize,
        /// What the number counts.
        what: &'static str,
        /// The number.
        found: i64,
        /// The least that is taken.
        least: i64,
        /// The most that is taken.
        most: i64,
    },
    /// Lines are missing, or there are more than there should be.
    #[error("found {found} leaves in the certificate, expected {expected}")]
    Count {
        /// How many there are.
        found: usize,
        /// What the first line says.
        expected: usize,
    },
    /// Another game than the one at hand.
    #[error("the certificate is about {}, not about {expected}", quote(found))]
    OtherGame {
        /// What it is about.
        found: String,
        /// The game at hand.
        expected: &'static str,
    },
    /// Its rules or its position make no sense.
    #[error("the {what} of the certificate: {problem}")]
    Start {
        /// `rules` or `position`.
        what: &'static str,
        /// What is wrong.
        problem: String,
    },
    /// A leaf that does not follow from the position at the top.
    #[error("line {line} of the certificate: {} is not reached in {plies} plies by these rules", quote(position))]
    NoLeaf {
        /// Which line, from 1.
        line: usize,
        /// The position.
        position: String,
        /// How many plies below the top leaves stand.
        plies: u32,
    },
    /// A position that stands there twice.
    #[error("line {line} of the certificate: {} stands there twice", quote(position))]
    Twice {
        /// Which line, from 1.
        line: usize,
        /// The position.
        position: String,
    },
    /// The leaves do not prove the claim.
    #[error(
        "the leaves prove a value from {lower} to {upper}, not {claimed}: a leaf is missing, or a bound is too weak"
    )]
    NotProved {
        /// The value is at least this.
        lower: i32,
        /// The value is at most this.
        upper: i32,
        /// What the first line says.
        claimed: i32,
    },
    /// A certificate that the checker cannot check.
    #[error("the certificate is not checked: {0}")]
    NotChecked(Fault),
    /// A bound that is not so.
    #[error("the value of `{position}` is not at {bound}")]
    Wrong {
        /// The position.
        position: String,
        /// `least 4` or `most 2`.
        bound: String,
    },
}

impl Certificate {
    /// Reads a certificate; nothing of it is proved by that.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn parse(text: &str) -> Result<Certificate, CertificateError> {
        let line = |(index, problem): (usize, serde_json::Error)| CertificateError::Line {
            line: index + 1,
            problem: printable(&problem.to_string()),
        };
        let mut lines = without_mark(text).lines().enumerate();
        let (_, first) = lines.next().unwrap_or_default();
        let head: CertificateHead = serde_json::from_str(first).map_err(|problem| line((0, problem)))?;
        if head.certificate != CERTIFICATE_FORMAT {
            return Err(CertificateError::Format(head.certificate));
        }
        let check = |index: usize, what: &'static str, found: i64, least: i64, most: i64| {
            let number = CertificateError::Number { line: index + 1, what, found, least, most };
            if (least..=most).contains(&found) { Ok(()) } else { Err(number) }
        };
        check(0, "plies", head.plies.into(), 0, MOST_PLIES.into())?;
        let value =
            |index, value: i32| check(index, "a value of", value.into(), (-LARGEST_VALUE).into(), LARGEST_VALUE.into());
        value(0, head.value)?;
        let leaf = |(index, text)| -> Result<Leaf, CertificateError> {
            let leaf: Leaf = serde_json::from_str(text).map_err(|problem| line((index, problem)))?;
            leaf.at_least.into_iter().chain(leaf.at_most).try_for_each(|bound| value(index, bound))?;
            Ok(leaf)
        };
        let leaves: Vec<Leaf> = lines.map(leaf).collect::<Result<_, _>>()?;
        if leaves.len() != head.leaves {
            return Err(CertificateError::Count { found: leaves.len(), expected: head.leaves });
        }
        Ok(Certificate { head, leaves })
    }
}

/// Returns a message that may hold parts of a damaged file, on one line.
fn printable(message: &str) -> String {
    escaped(&message.chars().take(LONGEST_MESSAGE).collect::<String>())
}

/// The lines that [`Certificate::parse`] reads.
impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |text: serde_json::Result<String>| text.map_err(|_| fmt::Error);
        writeln!(f, "{}", line(serde_json::to_string(&self.head))?)?;
        for leaf in &self.leaves {
            writeln!(f, "{}", line(serde_json::to_string(leaf))?)?;
        }
        Ok(())
    }
}
