//! Mutants: constants and rules that the reports' claims name. Each is changed alone, in a copy of the tree.
//!
//! A test that passes with any code proves nothing. The rows of the coverage, `coverage/*.toml`, have a mutant for each claim
//! that a test reproduces. The cited test must fail with it.

use std::fs;
use std::process::Command;

use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};

use crate::reproduce::claims::{Mutant, mutants};
use crate::{Result, Workspace};

/// Arguments of the command.
#[derive(clap::Args, Debug, Default)]
pub struct Arguments {
    /// Only rows whose report, section or package contains this text; may be repeated
    #[arg(long)]
    only: Vec<String>,
}

impl Arguments {
    fn has(&self, row: &str, mutant: &Mutant) -> bool {
        self.only.is_empty() || self.only.iter().any(|text| row.contains(text) || mutant.package.contains(text))
    }
}

/// Applies every mutant in a copy of the tree and runs the cited test there.
///
/// # Errors
/// When a mutant passes, when a mutant cannot be applied because the code has changed, or when the tests fail without a mutant.
pub fn run(workspace: &Workspace, arguments: &Arguments) -> Result<()> {
    let (copy, built) = (workspace.target.join("mutants"), workspace.target.join("mutants-built"));
    if copy.exists() {
        fs::remove_dir_all(&copy).map_err(|error| format!("cannot remove {copy}: {error}"))?;
    }
    copy_tree(&workspace.root, &copy, &workspace.target)?;
    let mut mutants = mutants(&workspace.root)?;
    mutants.retain(|(row, mutant)| arguments.has(row, mutant));
    if mutants.is_empty() {
        return Err(format!("no row has {}", arguments.only.join(" or ")).into());
    }
    // The mutants are grouped by test binary, so only the changed crate and its dependents are compiled again.
    let of = |mutant: &Mutant| (mutant.package.clone(), target_of(&workspace.root, &mutant.test_file));
    mutants.sort_by_key(|(_, mutant)| of(mutant));
    for group in mutants.chunk_by(|(_, a), (_, b)| of(a) == of(b)) {
        let names: Vec<String> = group.iter().map(|(_, mutant)| filter_of(&workspace.root, mutant)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        tests(&group[0].1, &[&["--"], &names[..]].concat(), &copy, &built)
            .map_err(|error| format!("without any mutant: {error}"))?;
    }
    let (mut missed, mut detected) = (Vec::new(), Vec::new());
    for (number, (row, mutant)) in mutants.iter().enumerate() {
        println!("\n==> mutant {}/{}: {}", number + 1, mutants.len(), mutant.about);
        match try_out(mutant, &workspace.root, &copy, &built) {
            Ok(()) => detected.push(format!("{row}: {}: `{}` fails", mutant.about, mutant.test)),
            Err(why) => {
                println!("    {why}");
                missed.push(format!("{row}: {}: {why}", mutant.about));
            }
        }
    }
    println!("\nRows of the coverage whose cited test fails when the claim is broken:\n{}", detected.join("\n"));
    match missed.len() {
        0 => Ok(()),
        count => Err(format!("{count} of {} mutants: {}", mutants.len(), missed.join("; ")).into()),
    }
}

/// Succeeds if the cited test fails with the change.
fn try_out(mutant: &Mutant, root: &Utf8Path, copy: &Utf8Path, built: &Utf8Path) -> Result<(), String> {
    let (text, path) = (read(&root.join(&mutant.file))?, copy.join(&mutant.file));
    write(&path, &apply(mutant, &text)?)?;
    let found = match tests(mutant, &["--no-run"], copy, built) {
        Err(error) => Err(format!("it does not compile: {error}")),
        Ok(()) if tests(mutant, &[&filter_of(root, mutant)], copy, built).is_ok() => {
            Err(format!("`{}` does not fail", mutant.test))
        }
        Ok(()) => Ok(()),
    };
    write(&path, &text)?;
    found
}

/// Returns the text of the file with the change.
fn apply(mutant: &Mutant, text: &str) -> Result<String, String> {
    match text.matches(&mutant.old).count() {
        1 => Ok(text.replacen(&mutant.old, &mutant.new, 1)),
        count => Err(format!("`{}` occurs {count} times in {}, expected once", mutant.old, mutant.file)),
    }
}

/// Runs tests of the cited binary, built in a separate folder that stays for the next run.
fn tests(of: &Mutant, more: &[&str], copy: &Utf8Path, built: &Utf8Path) -> Result<(), String> {
    let mut cargo = Command::new("cargo");
    cargo.args(["test", "--locked", "--package", &of.package, "--target-dir", built.as_str()]);
    let target = target_of(copy, &of.test_file);
    cargo.args(&target).args(more);
    cargo.env("INSTA_UPDATE", "no").env("INSTA_FORCE_PASS", "0").current_dir(copy);
    let status = cargo.status().map_err(|error| format!("cargo test: {error}"))?;
    let line = || format!("cargo test --package {} {} {}", of.package, target.join(" "), more.join(" "));
    if status.success() { Ok(()) } else { Err(format!("{}: {status}", line())) }
}

/// Returns the options of `cargo test` for the binary with a file. Most crates have one binary for all their test files.
fn target_of(root: &Utf8Path, file: &str) -> Vec<String> {
    let Some((package, path)) = file.split_once("/tests/") else { return vec!["--lib".to_owned()] };
    let stem = path.split('/').next().unwrap_or(path).trim_end_matches(".rs");
    let name = if root.join(package).join("tests/all.rs").exists() { "all" } else { stem };
    vec!["--test".to_owned(), name.to_owned()]
}

/// Returns the filter that selects the cited test. In a common binary, the name of the file distinguishes tests of the same name.
fn filter_of(root: &Utf8Path, mutant: &Mutant) -> String {
    let stem = mutant.test_file.rsplit('/').next().unwrap_or_default().trim_end_matches(".rs");
    let is_common = target_of(root, &mutant.test_file).contains(&"all".to_owned());
    if is_common { format!("{stem}::{}", mutant.test) } else { mutant.test.clone() }
}

fn read(path: &Utf8Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))
}

fn write(path: &Utf8Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{path}: {error}"))
}

/// Copies the tree without hidden files and build results.
fn copy_tree(from: &Utf8Path, to: &Utf8Path, target: &Utf8Path) -> Result<(), String> {
    let fault = |error: std::io::Error| format!("cannot copy {from} to {to}: {error}");
    fs::create_dir_all(to).map_err(fault)?;
    for entry in fs::read_dir(from).map_err(fault)? {
        let entry = entry.map_err(fault)?;
        let path = Utf8PathBuf::from_path_buf(entry.path()).map_err(|path| format!("{}: no UTF-8", path.display()))?;
        let name = path.file_name().unwrap_or_default();
        if name.starts_with('.') && name != ".cargo" || name == "target" || path == target {
            continue;
        }
        if entry.file_type().map_err(fault)?.is_dir() {
            copy_tree(&path, &to.join(name), target)?;
        } else {
            fs::copy(&path, to.join(name)).map_err(fault)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The run of all mutants takes long, but every test run checks that they can still be applied.
    #[test]
    fn every_mutant_can_be_made() {
        let root = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(1).unwrap();
        let all = mutants(root).unwrap();
        assert!(all.len() > 40, "{}", all.len());
        for (row, mutant) in all {
            let text = read(&root.join(&mutant.file)).unwrap();
            assert_ne!(apply(&mutant, &text).unwrap(), text, "{row}: {}", mutant.about);
        }
        let only = |text: &str| Arguments { only: vec![text.to_owned()] };
        let mutant = Mutant { package: "plyground-kalah".into(), ..Mutant::default() };
        assert!(Arguments::default().has("a", &mutant) && only("kalah").has("a", &mutant));
        assert!(only("Table I").has("Chen2022, Table I", &mutant) && !only("khet").has("a", &mutant));
        let twice = Mutant { old: "x".into(), ..Mutant::default() };
        assert!(apply(&twice, "xx").unwrap_err().contains("occurs 2 times"));
    }

    #[test]
    fn a_mutant_is_tried_on_the_binary_with_its_test() {
        let root = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(1).unwrap();
        let target = |file: &str| target_of(root, file).join(" ");
        assert_eq!(target("crates/khet/tests/perft.rs"), "--test all");
        assert_eq!(target("crates/optimize/tests/convergence.rs"), "--test convergence");
        assert_eq!(target("crates/optimize/src/genetic.rs"), "--lib");
        let filters = [
            ("crates/khet/tests/perft.rs", "perft::a"),
            ("crates/optimize/tests/convergence.rs", "a"),
            ("crates/optimize/src/genetic.rs", "a"),
        ];
        for (file, filter) in filters {
            let mutant = Mutant { test: "a".into(), test_file: file.into(), ..Mutant::default() };
            assert_eq!(filter_of(root, &mutant), filter);
        }
    }

    #[test]
    fn a_copy_leaves_out_what_was_built() {
        let from = Utf8PathBuf::from_path_buf(std::env::temp_dir()).unwrap();
        let from = from.join(format!("plyground-mutants-{}", std::process::id()));
        for (path, text) in [("a/b.rs", "b"), ("target/c", "c"), (".git/d", "d"), (".cargo/config.toml", "e")] {
            fs::create_dir_all(from.join(path).parent().unwrap()).unwrap();
            write(&from.join(path), text).unwrap();
        }
        let to = from.join("target/copy");
        copy_tree(&from, &to, &from.join("target")).unwrap();
        assert_eq!(read(&to.join("a/b.rs")).unwrap(), "b");
        assert!(to.join(".cargo/config.toml").exists() && !to.join("target").exists() && !to.join(".git").exists());
        fs::remove_dir_all(from).unwrap();
    }
}
