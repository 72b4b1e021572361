//! Proofs of a value by subproblems, and certificates that any program can verify.
//!
//! All lines from a position are expanded to the same number of plies. The positions at their ends are the
//! *subproblems*: is the value of this position at least a bound? They are independent, so any thread of any machine
//! can solve them. Minimax over the answers proves the value of the root: [`prove`] asks until it does. A
//! [`Certificate`] contains the answers that are needed. [`verify`] trusts none of them: it generates the tree again by
//! the rules, and proves the bounds of all or some leaves again.
//!
//! The answers alone determine which subproblems follow, not the time or place of an answer. A certificate is therefore
//! the same, byte for byte, with any number of threads and machines.
//!
//! ```
//! use plyground_game::Game;
//! use plyground_kalah::Kalah;
//! use plyground_solve::kalah::ExactKalah;
//! use plyground_solve::proof::{Certificate, Sample, Threads, prove, verify};
//! use plyground_solve::SolveOptions;
//!
//! let game = Game::<Kalah>::new(&"3x2".parse()?, &"empty-capture".parse()?);
//! let options = SolveOptions { table: 1, ..SolveOptions::default() };
//! let mut threads = Threads::new(&ExactKalah, &game, &options);
//! let certificate = prove(&ExactKalah, &game, 3, &mut threads, &mut |_| {})?;
//! let read = Certificate::parse(&certificate.to_string())?;
//! assert_eq!(verify(&ExactKalah, &read, &options, Sample::All, &mut |_| {})?.value, certificate.head.value);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod certificate;
mod find;
mod prover;
mod threads;
mod tree;
mod verify;

pub use certificate::{CERTIFICATE_FORMAT, Certificate, CertificateError, CertificateHead, Leaf, MOST_PLIES};
pub use find::{Answers, Question, prove};
pub use prover::{Provable, Prover};
pub use threads::Threads;
pub use verify::{Sample, Verified, verify};
