//! The same work by rivals: hand-written programs, third-party crates, and Python libraries if they are installed.

use std::process::{Command, Stdio};

use cargo_metadata::camino::Utf8Path;

use super::Row;
use super::programs::{figures, output, rows};
use crate::workspace::built;
use crate::{Result, Workspace};

/// Workspace of the rival `board-game`, which has more dependencies than this whole workspace. CI does not build it.
const BOARD_GAME: &str = "benches/rivals/board_game/Cargo.toml";

/// Runs all rivals that are available.
///
/// # Errors
/// When one does not build, fails, or prints no figures.
pub(super) fn run(workspace: &Workspace, suite: &str) -> Result<Vec<Row>> {
    let benches = |bin: &'static str| ["-p", "plyground-benches", "--bin", bin];
    // Programs outside of the workspace have a separate target folder.
    let apart = workspace.target.join("rivals");
    let mut rows = figures(workspace, suite, &benches("search_ratio"))?;
    rows.extend(figures(workspace, suite, &benches("connect_four_race"))?);
    rows.extend(figures(workspace, suite, &["--manifest-path", BOARD_GAME, "--target-dir", apart.as_str()])?);
    for (program, names) in [
        (workspace.released("search_ratio"), &["generic", "by-hand", "monolith", "generic-pvs", "monolith-pvs"][..]),
        (workspace.released("connect_four_race"), &["pvs", "minimax"]),
        (built(&apart, "release", "board_game_race"), &["ours", "theirs"]),
    ] {
        for name in names {
            rows.extend(instructions(suite, &program, name)?);
        }
    }
    rows.extend(python(workspace, suite)?);
    Ok(rows)
}

/// Counts instructions by callgrind. Returns `None` if valgrind is not installed.
fn instructions(suite: &str, program: &Utf8Path, name: &str) -> Result<Option<Row>> {
    let args = ["--tool=callgrind", "--callgrind-out-file=/dev/null", program.as_str(), name];
    let Ok(output) = Command::new("valgrind").args(args).stdin(Stdio::null()).output() else {
        eprintln!("no instruction counts: valgrind is not installed");
        return Ok(None);
    };
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    let count = printed.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse::<f64>().ok());
    let value = count.ok_or_else(|| format!("callgrind counted nothing for {program} {name}: {}", printed.trim()))?;
    let name = format!("{} {name}", program.file_stem().unwrap_or_default());
    Ok(Some(Row::exact(suite, &name, "instructions", value)))
}

/// Runs the Python libraries. A library that is not installed is skipped with a message.
fn python(workspace: &Workspace, suite: &str) -> Result<Vec<Row>> {
    let mut found = Vec::new();
    for (module, script) in [("pyspiel", "openspiel_mancala.py"), ("easyAI", "easyai_connect_four.py")] {
        let there = Command::new("python3").args(["-c", &format!("import {module}")]).stderr(Stdio::null()).status();
        if !there.is_ok_and(|status| status.success()) {
            eprintln!("{script} is skipped: the Python module {module} is not installed");
            continue;
        }
        let mut python = Command::new("python3");
        python.arg(workspace.root.join("benches/rivals").join(script)).current_dir(&workspace.root);
        found.extend(rows(suite, &output(python)?).map_err(|problem| format!("{script}: {problem}"))?);
    }
    Ok(found)
}

/// Compares the Python package with OpenSpiel's, in the environment with both. Without that environment, only prints a message.
///
/// # Errors
/// When the program fails, or prints no figures.
pub(super) fn package(workspace: &Workspace, suite: &str) -> Result<Vec<Row>> {
    let python = workspace.target.join("python").join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    if !python.exists() {
        eprintln!("the Python package is skipped: `cargo xtask python` installs it in {}", workspace.target);
        return Ok(Vec::new());
    }
    let mut program = Command::new(python.as_std_path());
    program.arg(workspace.root.join("benches/python_package.py")).current_dir(&workspace.root);
    rows(suite, &output(program)?)
}
