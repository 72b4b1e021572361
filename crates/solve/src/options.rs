//! How positions are solved, and how far that is.
//!
//! ```
//! use plyground_solve::SolveOptions;
//!
//! let options = SolveOptions { threads: 2, value_only: true, ..SolveOptions::default() };
//! assert_eq!((options.table, options.database), (512, None));
//! ```

use std::path::PathBuf;

use plyground_search::StopFlag;

/// The variable that names the folder of tables.
const FOLDER: &str = "PLYGROUND_TABLES";

/// How positions are solved.
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// Where tables are, or are to be made.
    pub tables: PathBuf,
    /// Threads for making them.
    pub threads: usize,
    /// MiB of table for solving by search.
    pub table: usize,
    /// Kalah: seeds of the endgame database that is made, saved and used; one that suits the position when nothing is said.
    pub database: Option<usize>,
    /// Only the value, not that of each move: Kalah then takes a small part of the work.
    pub value_only: bool,
    /// Kalah, only the value: a file that keeps what is found every five minutes and at the end, and that the work goes on from.
    pub keep: Option<PathBuf>,
    /// Certificates: whether leaves are proved again by the rules alone, without the solver of the game.
    pub by_rules: bool,
    /// Stops the work.
    pub stop: StopFlag,
}

impl SolveOptions {
    /// Returns the folder of tables that the variable `PLYGROUND_TABLES` names, if it names one.
    #[must_use]
    pub fn named_folder() -> Option<PathBuf> {
        std::env::var_os(FOLDER).filter(|folder| !folder.is_empty()).map(PathBuf::from)
    }
}

impl Default for SolveOptions {
    /// Tables in the folder of the variable `PLYGROUND_TABLES`, else `tables` here; one thread, 512 MiB.
    fn default() -> SolveOptions {
        SolveOptions {
            tables: SolveOptions::named_folder().unwrap_or_else(|| PathBuf::from("tables")),
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

/// How far a computation is.
#[derive(Clone, PartialEq, Debug)]
pub struct SolveProgress {
    /// What is being done.
    pub stage: String,
    /// The share of the work that is done, 0 to 1, where it is known.
    pub done: Option<f64>,
    /// Whether something has ended with it that is worth a line of its own.
    pub is_milestone: bool,
}

impl SolveProgress {
    /// Returns a stage of which this share of the work is done.
    #[must_use]
    pub fn share(stage: impl Into<String>, done: f64) -> SolveProgress {
        SolveProgress { done: Some(done), ..SolveProgress::stage(stage) }
    }

    /// Something that has ended, after which other work begins.
    #[must_use]
    pub fn milestone(stage: impl Into<String>) -> SolveProgress {
        SolveProgress { is_milestone: true, ..SolveProgress::stage(stage) }
    }

    /// Returns a stage of work whose share is not known.
    #[must_use]
    pub fn stage(stage: impl Into<String>) -> SolveProgress {
        SolveProgress { stage: stage.into(), done: None, is_milestone: false }
    }
}

/// Receives the progress of a computation.
pub type OnProgress<'a> = &'a mut dyn FnMut(&SolveProgress);
