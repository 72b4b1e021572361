//! Runs the long tasks of an [`Entry`](plyground_entry::Entry): contests, tunings, learning, proofs and puzzle searches.
//!
//! Each task is a description as data and a function that runs it.
//! [`contest::play`] plays a [`Contest`], [`tuning::tune`] runs a [`Tuning`], [`learning::learn`] runs a [`Learning`],
//! [`proof::prove`] proves a value, and [`puzzles::find`] runs a [`PuzzleSearch`].
//! A contest is also a [`RunSpec`], and any machine can play any chunk of it.
//! Every task reports its progress, stops on request and resumes from a file.
//!
//! ```
//! use std::sync::Arc;
//!
//! use plyground_entry::Entry;
//! use plyground_kalah::Kalah;
//! use plyground_work::{Contest, contest};
//!
//! let kalah = Arc::new(Entry::<Kalah>::new("sow seeds"));
//! let agents = vec![kalah.agent_spec("greedy")?, kalah.agent_spec("random")?];
//! let contest = Contest { setup: Some("3x3".into()), pairs: 4, ..Contest::new(agents) };
//! let end = contest::play(&kalah, &contest, None, &Default::default(), &mut |_| {})?;
//! assert_eq!(end.summary.games, 8);
//! # Ok::<(), plyground_entry::CatalogError>(())
//! ```

pub mod bounds;
pub mod contest;
pub mod learning;
pub mod proof;
pub mod puzzles;
pub mod tuning;

#[cfg(feature = "index")]
pub use contest::ask;
pub use contest::{
    ChunkSpec, Contest, ContestEnd, ContestWorkforce, LimitSpec, NODES_A_MOVE, OpenRun, OpeningSpec, Pairing,
    PlayerSpec, RunPlayer, RunSource, RunSpec, RunWorkforces, SPEC_FORMAT,
};
pub use learning::Learning;
pub use plyground_solve::proof::Question as ProofQuestion;
pub use proof::{AnswersElsewhere, ProofPlayer, ProofSpec, Proving};
pub use puzzles::PuzzleSearch;
pub use tuning::Tuning;
