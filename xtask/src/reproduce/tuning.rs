//! Pages about tuning: games by the ten thousand, played within an optimised build of this program.

use std::env;
use std::fs;
use std::num::NonZero;
use std::process::Command;
use std::thread;

use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};

use super::lab::{commit, printed_by};
use super::{Report, khet_tuning, tuning_methods};

/// What every experiment is told.
pub(super) struct Arguments {
    /// The long form.
    pub(super) full: bool,
    /// Games at a time; results do not depend on it.
    pub(super) threads: usize,
    /// Fixes all random choices.
    pub(super) seed: u64,
    /// Where weights and games are kept, so that a run goes on where it was broken off; relative, because it is part of the
    /// names of agents, and so of the games that belong to them.
    pub(super) out: Utf8PathBuf,
    /// Where the page and its plots go, without the end of a file name.
    pub(super) page: Utf8PathBuf,
}

/// Makes a page, and says where it is.
///
/// # Errors
/// When a part of it could not be done.
pub(super) fn write(root: &Utf8Path, name: &str, full: bool, report: Report) -> Result<Utf8PathBuf, String> {
    // The long form of the Khet report's experiment has a page of its own: it does not repeat the short one.
    let own_page = full && report == Report::KhetTuning;
    let page = root.join("docs/results").join(if own_page { format!("{name}-full") } else { name.to_owned() });
    let path = page.with_extension("md");
    if cfg!(debug_assertions) {
        let mut command = Command::new(env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
        command.current_dir(root).args(["run", "--release", "--package", "xtask", "--", "reproduce", name]);
        let done = command.args(full.then_some("--full")).status().map_err(|error| format!("cargo run: {error}"))?;
        return if done.success() {
            Ok(path)
        } else {
            Err(format!("the optimised build of `reproduce {name}` failed"))
        };
    }
    env::set_current_dir(root).map_err(|error| format!("{root}: {error}"))?;
    let folder = root.join("docs/results");
    fs::create_dir_all(&folder).map_err(|error| format!("{folder}: {error}"))?;
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let arguments = Arguments { full, threads, seed: 1, out: Utf8Path::new("target").join(name), page };
    let source = printed_by(name, full, &commit(root)?);
    let mut publish = |text: &str| {
        let text = format!("{text}{source}");
        fs::write(&path, text).map_err(|error| format!("{path}: {error}"))
    };
    let text = match report {
        Report::TuningMethods => tuning_methods::run(&arguments)?,
        _ => khet_tuning::run(&arguments, &mut publish)?,
    };
    publish(&text)?;
    Ok(path)
}
