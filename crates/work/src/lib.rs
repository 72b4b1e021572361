//! The long work of an [`Entry`](plyground_entry::Entry): contests, tunings, proofs, the search for puzzles.
//!
//! Each is data that describes it, and a function that does it: [`contest::play`] a [`Contest`], [`tuning::tune`] a [`Tuning`],
//! [`proof::prove`] a value, [`puzzles::find`] a [`PuzzleSearch`]. A contest is also a [`RunSpec`], of which any machine can play any
//! piece. Everything reports its progress, stops on request, and resumes from a file.
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
pub mod proof;
pub mod puzzles;
pub mod tuning;

#[cfg(feature = "index")]
pub use contest::ask;
pub use contest::{
    ChunkSpec, Contest, ContestEnd, ContestWorkforce, LimitSpec, NODES_A_MOVE, OpenRun, OpeningSpec, Pairing,
    PlayerSpec, RunPlayer, RunSource, RunSpec, RunWorkforces, SPEC_FORMAT,
};
pub use plyground_solve::proof::Question as ProofQuestion;
pub use proof::{AnswersElsewhere, ProofPlayer, ProofSpec, Proving};
pub use puzzles::PuzzleSearch;
pub use tuning::Tuning;
