//! Result of a proof: a claim, and bounds of positions from which it follows.
//!
//! The first line is the claim; then comes a line for each leaf, in the order of the tree. All numbers are values for
//! the side to move at the root: Kalah's final store difference, otherwise 1 for a win, 0 for a draw, -1 for a loss.

use std::fmt;

use plyground_game::notation::{escaped, quote, without_mark};
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use crate::checker::MOST_PLIES;
use crate::checker::{Claim, Fault};

/// Version of the format; readers refuse others.
pub const CERTIFICATE_FORMAT: u32 = 1;

/// Largest absolute value of a bound.
const LARGEST_VALUE: i32 = 1_000_000_000;

/// Maximum number of characters of a message about a line.
const LONGEST_MESSAGE: usize = 200;

/// Proof by subproblems.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// Claim.
    pub head: CertificateHead,
    /// Bounds from which the claim follows.
    pub leaves: Vec<Leaf>,
}

/// Claim of a certificate.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CertificateHead {
    /// Format version, [`CERTIFICATE_FORMAT`].
    pub certificate: u32,
    /// Version of the program that found the proof.
    pub plyground: String,
    /// Game name.
    pub game: String,
    /// Rules.
    pub rules: String,
    /// Root position.
    pub position: String,
    /// Number of plies between the root and the leaves.
    pub plies: u32,
    /// Value of the root for its side to move.
    pub value: i32,
    /// Number of leaves.
    pub leaves: usize,
}

/// Position with proved bounds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leaf {
    /// Position.
    pub position: String,
    /// Lower bound of the value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<i32>,
    /// Upper bound of the value.
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

/// Reason why a certificate is rejected.
#[derive(Debug, Error)]
pub enum CertificateError {
    /// A line cannot be parsed.
    #[error("line {line} of the certificate: {problem}")]
    Line {
        /// Line number, from 1.
        line: usize,
        /// Description of the problem.
        problem: String,
    },
    /// The format version differs.
    #[error("found format {0} of a certificate, expected {CERTIFICATE_FORMAT}: another version has written it")]
    Format(u32),
    /// A number is out of range.
    #[error("line {line} of the certificate: found {what} {found}, expected {least} to {most}")]
    Number {
        /// Line number, from 1.
        line: usize,
        /// Quantity that the number counts.
        what: &'static str,
        /// Number found.
        found: i64,
        /// Minimum allowed.
        least: i64,
        /// Maximum allowed.
        most: i64,
    },
    /// The number of leaves differs from the number in the first line.
    #[error("found {found} leaves in the certificate, expected {expected}")]
    Count {
        /// Number of leaves.
        found: usize,
        /// Number in the first line.
        expected: usize,
    },
    /// The certificate belongs to another game.
    #[error("the certificate is about {}, not about {expected}", quote(found))]
    OtherGame {
        /// Game of the certificate.
        found: String,
        /// Expected game.
        expected: &'static str,
    },
    /// The rules or the position are invalid.
    #[error("the {what} of the certificate: {problem}")]
    Start {
        /// `rules` or `position`.
        what: &'static str,
        /// Description of the problem.
        problem: String,
    },
    /// A leaf does not follow from the root.
    #[error("line {line} of the certificate: {} is not reached in {plies} plies by these rules", quote(position))]
    NoLeaf {
        /// Line number, from 1.
        line: usize,
        /// Position.
        position: String,
        /// Number of plies between the root and the leaves.
        plies: u32,
    },
    /// A position occurs twice.
    #[error("line {line} of the certificate: {} occurs twice", quote(position))]
    Twice {
        /// Line number, from 1.
        line: usize,
        /// Position.
        position: String,
    },
    /// The leaves do not prove the claim.
    #[error(
        "the leaves prove a value from {lower} to {upper}, not {claimed}: a leaf is missing, or a bound is too weak"
    )]
    NotProved {
        /// Lower bound of the value.
        lower: i32,
        /// Upper bound of the value.
        upper: i32,
        /// Value in the first line.
        claimed: i32,
    },
    /// The checker cannot check the certificate.
    #[error("the certificate is not checked: {0}")]
    NotChecked(Fault),
    /// A bound is wrong.
    #[error("the value of `{position}` is not at {bound}")]
    Wrong {
        /// Position.
        position: String,
        /// `least 4` or `most 2`.
        bound: String,
    },
}

impl Certificate {
    /// Parses a certificate; this proves nothing about it.
    ///
    /// # Errors
    /// Returns an error if it cannot be parsed.
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

/// Returns a message, which may contain parts of a damaged file, on one line.
fn printable(message: &str) -> String {
    escaped(&message.chars().take(LONGEST_MESSAGE).collect::<String>())
}

/// Writes the lines that [`Certificate::parse`] reads.
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
