//! Describes a game beyond its rules: an entry with one row for each thing that has a name.
//!
//! An [`Entry`] has one [`EvaluationRow`] per evaluation, one [`AgentRow`] per agent, and a scene, a solver and puzzles if
//! the game has them.
//! It parses agent specs ([`AgentSpec`]) and creates agents.
//! Everything inside is generic and compiled for the game; a catalog hides the type.
//!
//! ```
//! use plyground_entry::{Entry, EvaluationRow, Start};
//! use plyground_eval::kalah::Strong;
//! use plyground_kalah::Kalah;
//!
//! let entry = Entry::<Kalah>::new("sow seeds").evaluation(EvaluationRow::weighted::<Strong>("seeds, turns and captures"));
//! let mut agent = entry.make(&entry.agent_spec("pvs:depth=4")?, None)?;
//! let report = agent.move_for(&Start::default().game()?, &Default::default())?;
//! assert_eq!(report.depth, 4);
//! # Ok::<(), plyground_entry::CatalogError>(())
//! ```

mod agents;
mod duration;
mod entry;
mod erased;
mod error;
mod evaluation;
mod evaluations;
mod guest;
mod guest_evaluation;
pub mod keys;
mod learned_row;
mod levels;
mod puzzle;
mod rule_option;
mod spec;
mod start;
mod suggestion;
mod value;
mod weights;

pub use agents::{AgentRow, COMPARED, Making, best_options, strongest, strongest_with};
pub use duration::{LONGEST_TIME, parse_duration, write_duration};
pub use entry::{Arrangement, Beam, CellPath, Draw, Entry, FindPath, LevelSteps, Observation, Pass};
pub use erased::Erased;
pub use error::{CatalogError, ErrorKind};
pub use evaluation::{DrawRange, Evaluation, EvaluationInfo, EvaluationRow, Explained};
pub use evaluations::{Evaluations, is_path, read_weights};
pub use guest::{Asked, Guest, MakeGuest};
pub use guest_evaluation::{GuestEvaluation, GuestWeights};
pub use learned_row::LearnedRow;
pub use levels::{LEVELS, Level};
pub use puzzle::{Goal, Proof, Puzzle, PuzzleRow};
pub use rule_option::RuleOption;
pub use spec::{AgentInfo, AgentSpec};
pub use start::Start;
pub use suggestion::expected_name;
pub use value::Value;
pub use weights::WeightSet;
