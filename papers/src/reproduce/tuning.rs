//! Pages about tuning, with tens of thousands of games. They are played within this program, which is built with full
//! optimisation.

mod khet_optimisations;
mod khet_own;
mod khet_tuning;
mod records;
mod tuning_methods;

use std::env;

use cargo_metadata::camino::Utf8PathBuf;

use serde_json::Value;

use super::Report;
use super::figures::Page;
use super::lab::{Form, Print, source};
use crate::{Result, Workspace};

pub(super) use khet_own::own_games;
pub(super) use khet_tuning::{Search, white_share};

/// Fixes all random choices.
const SEED: u64 = 1;

/// The arguments of every experiment.
struct Arguments {
    /// The long form.
    full: bool,
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
) -> Result<Utf8PathBuf> {
    let (form, profile, root) = (arguments.form(), &arguments.profile, &workspace.root);
    let full = form == Form::Full;
    // The long form of the Khet report's experiment has a separate page, because it does not repeat the short form.
    let is_separate = full && report == Report::KhetTuning;
    let page_name = if is_separate { format!("{name}-full") } else { name.to_owned() };
    env::set_current_dir(root).map_err(|error| format!("{root}: {error}"))?;
    let folder = root.join("docs/results");
    let out = workspace.target.strip_prefix(root).unwrap_or(&workspace.target).join(name);
    let arguments = Arguments { full, out, page: folder.join(&page_name) };
    let source = source(root, profile)?;
    let page = Page { name: &page_name, root, folder: &folder };
    let mut store = |figures: &Value| -> Result<()> {
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
