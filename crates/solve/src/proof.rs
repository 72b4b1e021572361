//! Proofs of a value by subproblems, and certificates that any program can check.
//!
//! All lines from a position are played to the same number of plies. Where they end stand the *subproblems*: is the value of this
//! position at least so much? They depend on nothing but themselves, so any thread of any machine can answer them. Minimax over
//! their answers proves the value of the position at the top: [`prove`] asks until it does. A [`Certificate`] holds the answers
//! that are needed, and [`verify`] believes none of it: it makes the tree above again by the rules, and proves the bounds of the
//! leaves again, or of some of them.
//!
//! Which subproblems are asked follows from the answers alone, not from who answers when: so a certificate is the same, byte for
//! byte, with any number of threads and machines.
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
