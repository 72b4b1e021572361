//! `cargo xtask reproduce REPORT`: the experiments of the reports that the project grew from, done again.
//!
//! Each report has a short form of minutes and a full one. A run prints its results as Markdown; what stands in
//! `docs/results.md` was printed so.

mod khet_tuning;
mod tuning_methods;

use clap::Subcommand;

/// The reports.
#[derive(Subcommand)]
pub(crate) enum Report {
    /// Annihill climbing against the genetic algorithm on Khet: ten classes of agents, all play all; build with --release
    KhetTuning(khet_tuning::Arguments),
    /// The same budget to every method of tuning, on three games; build with --release
    TuningMethods(tuning_methods::Arguments),
}

/// Runs one of them.
///
/// # Errors
/// When it could not be done.
pub(crate) fn run(report: &Report) -> Result<(), String> {
    match report {
        Report::KhetTuning(arguments) => khet_tuning::run(arguments),
        Report::TuningMethods(arguments) => tuning_methods::run(arguments),
    }
}
