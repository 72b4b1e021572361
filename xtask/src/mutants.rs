//! Mutants: constants and rules that the reports' claims name, each changed alone, in a copy of the tree.
//!
//! A test that passes whatever the code says proves nothing. The rows of the coverage, `crates/experiments/coverage/*.toml`, have a mutant
//! for each claim that a test reproduces: the cited test must fail.

use std::fs;

use camino::{Utf8Path, Utf8PathBuf};
use toml::{Table, Value};

use crate::step::Step;
use crate::workspace::Workspace;

/// The data of the coverage, below the root.
const FOLDER: &str = "crates/experiments/coverage";

/// A change that must not pass.
struct Mutant {
    /// The row of the coverage that claims what is changed.
    row: String,
    /// The test that the row cites.
    test: String,
    package: String,
    /// What is wrong with the change.
    about: String,
    file: String,
    /// The text that occurs in the file exactly once, and its replacement.
    old: String,
    new: String,
}

/// Reads the mutants of all rows, those of one crate one after the other.
fn all(root: &Utf8Path) -> Result<Vec<Mutant>, String> {
    let folder = root.join(FOLDER);
    let mut all = Vec::new();
    for entry in folder.read_dir_utf8().map_err(|error| format!("{folder}: {error}"))? {
        let path = entry.map_err(|error| format!("{folder}: {error}"))?.into_path();
        all.extend(of_file(&read(&path)?).map_err(|error| format!("{path}: {error}"))?);
    }
    all.sort_by(|a, b| (&a.package, &a.row).cmp(&(&b.package, &b.row)));
    Ok(all)
}

/// Reads the mutants of a data file.
fn of_file(text: &str) -> Result<Vec<Mutant>, String> {
    let report: Table = text.parse().map_err(|error: toml::de::Error| error.to_string())?;
    let text = |table: &Table, key: &str| -> Result<String, String> {
        table.get(key).and_then(Value::as_str).map(str::to_owned).ok_or_else(|| format!("no text `{key}`"))
    };
    let key = text(&report, "key")?;
    let rows = report.get("row").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let mut found = Vec::new();
    for row in rows.iter().filter_map(Value::as_table) {
        let Some(mutant) = row.get("mutant").and_then(Value::as_table) else { continue };
        let of = |key: &str| text(mutant, key);
        found.push(Mutant {
            row: format!("{key}, {}", text(row, "section")?),
            test: of("test")?,
            package: of("package")?,
            about: of("about")?,
            file: of("file")?,
            old: of("old")?,
            new: of("new")?,
        });
    }
    Ok(found)
}

/// Makes every mutant in a copy of the tree and runs the cited test there.
///
/// # Errors
/// When a mutant passes, when one cannot be made because the code has changed, or when the tests fail without any.
pub(crate) fn run(workspace: &Workspace) -> Result<(), String> {
    let (copy, built) = (workspace.target.join("mutants"), workspace.target.join("mutants-built"));
    remove(&copy)?;
    copy_tree(&workspace.root, &copy, &workspace.target)?;
    let mutants = all(&workspace.root)?;
    let mut packages: Vec<&str> = mutants.iter().map(|mutant| mutant.package.as_str()).collect();
    packages.dedup();
    for package in packages {
        tests(package, "", &built).run(&copy).map_err(|error| format!("without any mutant: {error}"))?;
    }
    let (mut missed, mut detected) = (Vec::new(), Vec::new());
    for (index, mutant) in mutants.iter().enumerate() {
        println!("\n==> mutant {}/{}: {}", index + 1, mutants.len(), mutant.about);
        match mutant.try_out(&workspace.root, &copy, &built) {
            Ok(()) => detected.push(format!("{}: {}: `{}` fails", mutant.row, mutant.about, mutant.test)),
            Err(why) => {
                println!("    {why}");
                missed.push(format!("{}: {why}", mutant.about));
            }
        }
    }
    remove(&copy)?;
    println!("\nRows of the coverage whose cited test fails when the claim is broken:\n{}", detected.join("\n"));
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
        match text.matches(&self.old).count() {
            1 => Ok(text.replacen(&self.old, &self.new, 1)),
            count => Err(format!("`{}` occurs {count} times in {}, expected once", self.old, self.file)),
        }
    }

    /// Succeeds if the cited test fails with the change.
    fn try_out(&self, root: &Utf8Path, copy: &Utf8Path, built: &Utf8Path) -> Result<(), String> {
        let (text, path) = (read(&root.join(&self.file))?, copy.join(&self.file));
        write(&path, &self.apply(&text)?)?;
        let found = match tests(&self.package, "--no-run", built).run(copy) {
            Err(error) => Err(format!("it does not compile: {error}")),
            Ok(()) => match tests(&self.package, &self.test, built).run(copy) {
                Ok(()) => Err(format!("`{}`, which `{}` cites, does not fail", self.test, self.row)),
                Err(_) => Ok(()),
            },
        };
        write(&path, &text)?;
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
        let root = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let all = all(root).unwrap();
        assert!(all.len() > 40, "{}", all.len());
        for mutant in all {
            let text = read(&root.join(&mutant.file)).unwrap();
            assert_ne!(mutant.apply(&text).unwrap(), text, "{}", mutant.about);
        }
    }

    #[test]
    fn a_mutant_is_read_from_its_row() {
        let text = "key = 'A'\n[[row]]\nsection = '1'\n[row.mutant]\ntest = 't'\npackage = 'p'\nabout = 'a'\nfile = 'f'\nold = 'x'\nnew = 'y'\n[[row]]\nsection = '2'\n";
        let found = of_file(text).unwrap();
        assert_eq!((found.len(), found[0].row.as_str(), found[0].apply("axb").unwrap().as_str()), (1, "A, 1", "ayb"));
        assert!(found[0].apply("xx").unwrap_err().contains("occurs 2 times"));
        assert_eq!(of_file(&text.replace("old", "odd")).err(), Some("no text `old`".into()));
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
