//! Options and progress of a solver.

use std::path::PathBuf;

use plyground_search::StopFlag;

/// Environment variable with the folder of tables.
const FOLDER: &str = "PLYGROUND_TABLES";

/// Options of a solver.
///
/// ```
/// use plyground_solve::SolveOptions;
///
/// let options = SolveOptions { threads: 2, value_only: true, ..SolveOptions::default() };
/// assert_eq!((options.table, options.database), (512, None));
/// ```
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// Folder of existing and new tables.
    pub tables: PathBuf,
    /// Number of threads for building tables.
    pub threads: usize,
    /// MiB of the table for solving by search.
    pub table: usize,
    /// Kalah: seeds of the endgame database to build, save and use; default: a number that suits the position.
    pub database: Option<usize>,
    /// Only the value, not that of each move: Kalah then takes a small part of the work.
    pub value_only: bool,
    /// Kalah with `value_only`: file that stores the results every five minutes and at the end, and from which the work
    /// resumes.
    pub keep: Option<PathBuf>,
    /// Certificates: whether leaves are proved again by the rules alone, without the solver of the game.
    pub by_rules: bool,
    /// Flag that stops the work.
    pub stop: StopFlag,
}

impl SolveOptions {
    /// Returns the folder in the environment variable `PLYGROUND_TABLES`, if it is set. Programs read it at their start and pass
    /// it on; no library reads it.
    #[must_use]
    pub fn named_folder() -> Option<PathBuf> {
        std::env::var_os(FOLDER).filter(|folder| !folder.is_empty()).map(PathBuf::from)
    }
}

impl Default for SolveOptions {
    /// Returns the default options: the folder `./tables`, one thread, 512 MiB.
    fn default() -> SolveOptions {
        SolveOptions {
            tables: PathBuf::from("tables"),
            threads: 1,
            table: 512,
            database: None,
            value_only: false,
            keep: None,
            by_rules: false,
            stop: StopFlag::default(),
        }
    }
}

/// Progress of a computation.
#[derive(Clone, PartialEq, Debug)]
pub struct SolveProgress {
    /// Current stage.
    pub stage: String,
    /// Completed share of the work, 0 to 1, if known.
    pub done: Option<f64>,
    /// Whether the stage ended with a result that deserves its own line.
    pub is_milestone: bool,
}

impl SolveProgress {
    /// Creates the progress of a stage with this completed share of the work.
    #[must_use]
    pub fn share(stage: impl Into<String>, done: f64) -> SolveProgress {
        SolveProgress { done: Some(done), ..SolveProgress::stage(stage) }
    }

    /// Creates a milestone: a stage that has ended.
    #[must_use]
    pub fn milestone(stage: impl Into<String>) -> SolveProgress {
        SolveProgress { is_milestone: true, ..SolveProgress::stage(stage) }
    }

    /// Creates the progress of a stage whose share is unknown.
    #[must_use]
    pub fn stage(stage: impl Into<String>) -> SolveProgress {
        SolveProgress { stage: stage.into(), done: None, is_milestone: false }
    }
}

/// Callback for the progress of a computation.
pub type OnProgress<'a> = &'a mut dyn FnMut(&SolveProgress);
