//! Mutants: constants and rules that the reports' claims name, each changed alone, in a copy of the tree. The tests have to notice.
//!
//! A test that passes whatever stands in the code proves nothing. [`rows`] has a change for each row of the coverage that says "same"
//! and cites a test: the cited test must fail. A few more changes have no row, and any test of their crate may notice them.

mod rows;

use std::fs;

use camino::{Utf8Path, Utf8PathBuf};

use crate::step::Step;
use crate::workspace::Workspace;

/// A change that must not pass.
struct Mutant {
    /// What is wrong with it.
    about: &'static str,
    file: &'static str,
    /// What stands in the file exactly once, and what is put in its place.
    old: &'static str,
    new: &'static str,
    /// Whose tests have to fail.
    package: &'static str,
    /// The row of the coverage that claims what is changed, and the test that it cites; none where any test may fail.
    row: Option<(&'static str, &'static str)>,
}

/// A change of a file of `reports`, which any test of it may notice.
const fn report(about: &'static str, file: &'static str, old: &'static str, new: &'static str) -> Mutant {
    Mutant { about, file, old, new, package: "plyground-reports", row: None }
}

/// A change of what a row of the coverage claims, which the test that it cites has to notice.
const fn shows(
    row: &'static str,
    test: &'static str,
    package: &'static str,
    about: &'static str,
    file: &'static str,
    old: &'static str,
    new: &'static str,
) -> Mutant {
    Mutant { about, file, old, new, package, row: Some((row, test)) }
}

/// Changes without a row.
const MUTANTS: &[Mutant] = &[report(
    "the dynamic depth is 1 to 2 instead of 5 to 8",
    "crates/reports/src/kalah.rs",
    "0 => 5,\n        1 => 6,\n        2 => 7,\n        _ => 8,",
    "0 => 1,\n        1 => 1,\n        2 => 2,\n        _ => 2,",
)];

/// All changes, those of one crate one after the other.
fn all() -> Vec<&'static Mutant> {
    let mut all: Vec<&Mutant> = MUTANTS.iter().chain(rows::ROWS).collect();
    all.sort_by_key(|mutant| mutant.package);
    all
}

/// Makes every mutant in a copy of the tree and runs the tests of its package there.
///
/// # Errors
/// When a mutant passes, when one cannot be made because the code has changed, or when the tests fail without any.
pub(crate) fn run(workspace: &Workspace) -> Result<(), String> {
    let (copy, built) = (workspace.target.join("mutants"), workspace.target.join("mutants-built"));
    remove(&copy)?;
    copy_tree(&workspace.root, &copy, &workspace.target)?;
    let mutants = all();
    let mut packages: Vec<&str> = mutants.iter().map(|mutant| mutant.package).collect();
    packages.dedup();
    for package in packages {
        tests(package, "", &built).run(&copy).map_err(|error| format!("without any mutant: {error}"))?;
    }
    let (mut missed, mut noticed) = (Vec::new(), Vec::new());
    for (index, mutant) in mutants.iter().enumerate() {
        println!("\n==> mutant {}/{}: {}", index + 1, mutants.len(), mutant.about);
        if let Err(why) = mutant.is_noticed(&workspace.root, &copy, &built) {
            println!("    {why}");
            missed.push(format!("{}: {why}", mutant.about));
        } else if let Some((row, test)) = mutant.row {
            noticed.push(format!("{row}: {}: `{test}` fails", mutant.about));
        }
    }
    remove(&copy)?;
    println!("\nRows of the coverage whose cited test fails when the claim is broken:\n{}", noticed.join("\n"));
    match missed.len() {
        0 => Ok(()),
        count => Err(format!("{count} of {} mutants: {}", mutants.len(), missed.join("; "))),
    }
}

/// The tests of a package, built in a folder of their own that stays for the next time.
fn tests(package: &str, how: &str, built: &Utf8Path) -> Step {
    Step::new("tests", &format!("cargo test --locked --package {package} --target-dir {built} {how}"))
        .with("INSTA_UPDATE", "no")
        .with("INSTA_FORCE_PASS", "0")
}

impl Mutant {
    /// The text of the file with the change.
    fn apply(&self, text: &str) -> Result<String, String> {
        match text.matches(self.old).count() {
            1 => Ok(text.replacen(self.old, self.new, 1)),
            count => Err(format!("`{}` stands {count} times in {}, expected once", self.old, self.file)),
        }
    }

    fn is_noticed(&self, root: &Utf8Path, copy: &Utf8Path, built: &Utf8Path) -> Result<(), String> {
        let text = read(&root.join(self.file))?;
        let place = copy.join(self.file);
        write(&place, &self.apply(&text)?)?;
        let found = match tests(self.package, "--no-run", built).run(copy) {
            Err(error) => Err(format!("it does not compile: {error}")),
            Ok(()) => match tests(self.package, self.row.map_or("", |(_, test)| test), built).run(copy) {
                Ok(()) => Err(match self.row {
                    Some((row, test)) => format!("`{test}`, which `{row}` cites, does not fail"),
                    None => format!("no test of {} fails", self.package),
                }),
                Err(_) => Ok(()),
            },
        };
        write(&place, &text)?;
        found
    }
}

fn read(path: &Utf8Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))
}

fn write(path: &Utf8Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{path}: {error}"))
}

/// Removes a folder, if it is there.
fn remove(folder: &Utf8Path) -> Result<(), String> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| format!("cannot remove {folder}: {error}"))
    } else {
        Ok(())
    }
}

/// Copies what belongs to the tree: nothing that is hidden, and nothing that was built.
fn copy_tree(from: &Utf8Path, to: &Utf8Path, target: &Utf8Path) -> Result<(), String> {
    let said = |error: std::io::Error| format!("cannot copy {from} to {to}: {error}");
    fs::create_dir_all(to).map_err(said)?;
    for entry in fs::read_dir(from).map_err(said)? {
        let entry = entry.map_err(said)?;
        let path = Utf8PathBuf::from_path_buf(entry.path()).map_err(|path| format!("{}: no UTF-8", path.display()))?;
        let name = path.file_name().unwrap_or_default();
        if name.starts_with('.') && name != ".cargo" || name == "target" || path == target {
            continue;
        }
        if entry.file_type().map_err(said)?.is_dir() {
            copy_tree(&path, &to.join(name), target)?;
        } else {
            fs::copy(&path, to.join(name)).map_err(said)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether they are noticed takes long; whether they can still be made is seen in every run.
    #[test]
    fn every_mutant_can_be_made() {
        let root = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        for mutant in all() {
            let text = read(&root.join(mutant.file)).unwrap();
            assert_ne!(mutant.apply(&text).unwrap(), text, "{}", mutant.about);
        }
        let gone = Mutant { old: "no such text", ..report("gone", "crates/reports/src/khet.rs", "", "") };
        assert!(gone.apply("another").unwrap_err().contains("stands 0 times"));
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
