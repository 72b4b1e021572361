//! Pages about tuning, with tens of thousands of games. They are played within this program, which is built with full
//! optimisation.

mod khet_optimisations;
mod khet_own;
mod khet_tuning;
mod records;
mod tuning_methods;

use std::env;
use std::num::NonZero;
use std::thread;

use cargo_metadata::camino::Utf8PathBuf;

use serde_json::Value;

use super::Report;
use super::figures::Page;
use super::lab::{Form, Print, Source};
use crate::Workspace;

pub(super) use khet_own::own_games;
pub(super) use khet_tuning::{Search, white_share};

/// The arguments of every experiment.
struct Arguments {
    /// The long form.
    full: bool,
    /// Number of games played at the same time. Results do not depend on it.
    threads: usize,
    /// Fixes all random choices.
    seed: u64,
    /// Folder of weights and games, from which an interrupted run resumes. It is relative, because it is part of the names of
    /// agents and so identifies their games.
    out: Utf8PathBuf,
    /// Path of the page and its plots, without an extension.
    page: Utf8PathBuf,
}

/// Builds a page and returns its path.
///
/// # Errors
/// When a part of the experiment fails.
pub(super) fn write(
    workspace: &Workspace,
    name: &str,
    arguments: &super::Arguments,
    report: Report,
) -> Result<Utf8PathBuf, String> {
    let (form, profile, root) = (arguments.form(), &arguments.profile, &workspace.root);
    let full = form == Form::Full;
    // The long form of the Khet report's experiment has a separate page, because it does not repeat the short form.
    let is_separate = full && report == Report::KhetTuning;
    let page_name = if is_separate { format!("{name}-full") } else { name.to_owned() };
    env::set_current_dir(root).map_err(|error| format!("{root}: {error}"))?;
    let folder = root.join("docs/results");
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let out = workspace.target.strip_prefix(root).unwrap_or(&workspace.target).join(name);
    let arguments = Arguments { full, threads, seed: 1, out, page: folder.join(&page_name) };
    let source = Source::of(root, profile)?;
    let page = Page { name: &page_name, root, folder: &folder };
    let mut store = |figures: &Value| -> Result<(), String> {
        let figures = figures.as_object().cloned().ok_or("the figures of a page are a map")?;
        page.store(figures, &Print::new(name, form, &source)).map(|_| ())
    };
    let figures = match report {
        Report::TuningMethods => tuning_methods::run(&arguments)?,
        Report::KhetOptimisations => khet_optimisations::run(&arguments, &mut store)?,
        Report::KhetTuningReport => khet_own::run(&arguments, &mut store)?,
        _ => khet_tuning::run(&arguments)?,
    };
    store(&figures)?;
    Ok(arguments.page.with_extension("md"))
}
