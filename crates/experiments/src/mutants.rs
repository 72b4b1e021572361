//! Mutants: constants and rules that the reports' claims name, each changed alone, in a copy of the tree.
//!
//! A test that passes whatever the code says proves nothing. The rows of the coverage, `coverage/*.toml`, have a mutant for each claim that
//! a test reproduces: the cited test must fail.

use std::fs;
use std::process::Command;

use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};

use crate::Workspace;
use crate::reproduce::coverage::{Mutant, mutants};

/// Makes every mutant in a copy of the tree and runs the cited test there.
///
/// # Errors
/// When a mutant passes, when one cannot be made because the code has changed, or when the tests fail without any.
pub fn run(workspace: &Workspace) -> Result<(), String> {
    let (copy, built) = (workspace.target.join("mutants"), workspace.target.join("mutants-built"));
    if copy.exists() {
        fs::remove_dir_all(&copy).map_err(|error| format!("cannot remove {copy}: {error}"))?;
    }
    copy_tree(&workspace.root, &copy, &workspace.target)?;
    let mut mutants = mutants()?;
    mutants.sort_by(|a, b| a.1.package.cmp(&b.1.package));
    let mut packages: Vec<&str> = mutants.iter().map(|(_, mutant)| mutant.package.as_str()).collect();
    packages.dedup();
    for package in packages {
        tests(package, &[], &copy, &built).map_err(|error| format!("without any mutant: {error}"))?;
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
        count => Err(format!("{count} of {} mutants: {}", mutants.len(), missed.join("; "))),
    }
}

/// Succeeds if the cited test fails with the change.
fn try_out(mutant: &Mutant, root: &Utf8Path, copy: &Utf8Path, built: &Utf8Path) -> Result<(), String> {
    let (text, path) = (read(&root.join(&mutant.file))?, copy.join(&mutant.file));
    write(&path, &apply(mutant, &text)?)?;
    let found = match tests(&mutant.package, &["--no-run"], copy, built) {
        Err(error) => Err(format!("it does not compile: {error}")),
        Ok(()) if tests(&mutant.package, &[&mutant.test], copy, built).is_ok() => {
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

/// Runs tests of a package, built in a folder of their own that stays for the next time.
fn tests(package: &str, more: &[&str], copy: &Utf8Path, built: &Utf8Path) -> Result<(), String> {
    let mut cargo = Command::new("cargo");
    cargo.args(["test", "--locked", "--package", package, "--target-dir", built.as_str()]).args(more);
    cargo.env("INSTA_UPDATE", "no").env("INSTA_FORCE_PASS", "0").current_dir(copy);
    let status = cargo.status().map_err(|error| format!("cargo test: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("cargo test --package {package} {}: {status}", more.join(" "))) }
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

    /// Whether a test detects them takes long; whether they can still be made is seen in every run.
    #[test]
    fn every_mutant_can_be_made() {
        let root = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
        let all = mutants().unwrap();
        assert!(all.len() > 40, "{}", all.len());
        for (row, mutant) in all {
            let text = read(&root.join(&mutant.file)).unwrap();
            assert_ne!(apply(&mutant, &text).unwrap(), text, "{row}: {}", mutant.about);
        }
        let twice = Mutant { old: "x".into(), ..Mutant::default() };
        assert!(apply(&twice, "xx").unwrap_err().contains("occurs 2 times"));
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
