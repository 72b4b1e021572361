//! The programs of each suite.

use super::programs::figures;
use super::{Row, Suite, algorithms, criterion, rivals};
use crate::Workspace;

/// Runs one suite.
///
/// # Errors
/// When a program cannot be built or run, or prints no figures.
pub(super) fn run(workspace: &Workspace, suite: Suite, name: &str) -> Result<Vec<Row>, String> {
    match suite {
        Suite::Rules | Suite::Eval => criterion::run(workspace, name),
        Suite::Search => algorithms::run(workspace, name),
        Suite::Threads => figures(workspace, name, &["-p", "plyground-benches", "--bin", "threads_race"]),
        Suite::Arena => figures(workspace, name, &["-p", "plyground-arena", "--example", "runner_cost"]),
        Suite::Tune => figures(workspace, name, &["-p", "plyground-benches", "--bin", "tune_cost"]),
        Suite::Rivals => rivals::run(workspace, name),
        Suite::Python => rivals::package(workspace, name),
    }
}
