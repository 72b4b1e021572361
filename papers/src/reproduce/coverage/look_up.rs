//! Checks that everything that a row names exists.

use std::fs;

use cargo_metadata::camino::Utf8Path;
use clap::ValueEnum;
use plyground_catalog::{Catalog, Start};

use crate::bench::Suite;
use crate::reproduce::Report as Experiment;
use crate::reproduce::claims::{Report, Row};
use crate::reproduce::verdict::WORDS;

/// Returns all faults of all rows.
pub(super) fn faults(root: &Utf8Path, reports: &[Report]) -> Vec<String> {
    let rows = reports.iter().flat_map(|report| report.rows.iter().map(move |row| (&report.key, row)));
    let of = |(key, row)| of_row(root, row).into_iter().map(move |fault| format!("{key}, {}: {fault}", row.section));
    rows.flat_map(of).collect()
}

fn of_row(root: &Utf8Path, row: &Row) -> Vec<String> {
    let mut faults = Vec::new();
    faults.extend(row.tests.iter().filter_map(|test| of_test(root, test).err()));
    faults.extend(row.runs.iter().filter_map(|command| of_command(root, command).err()));
    // A claim that no program can check has no evidence.
    let has_evidence = !(row.tests.is_empty() && row.judged.is_empty() && row.runs.is_empty());
    if !has_evidence && row.verdict != "not decided" {
        faults.push("no evidence".into());
    }
    for path in row.here.iter().filter(|path| !root.join(path).exists()) {
        faults.push(format!("there is no `{path}`"));
    }
    faults.extend(if row.judged.is_empty() { of_verdict(row) } else { of_judged(root, row) });
    faults
}

/// Checks that a stated verdict is one of the five and has a reason.
fn of_verdict(row: &Row) -> Vec<String> {
    let mut faults = Vec::new();
    if !WORDS.contains(&row.verdict.as_str()) {
        faults.push(format!("`{}` is no verdict: one of {}", row.verdict, WORDS.join(", ")));
    }
    if row.because.is_empty() && row.verdict != "same" {
        faults.push(format!("`{}` needs a reason", row.verdict));
    }
    faults
}

/// Checks that the pages that decide a row exist.
fn of_judged(root: &Utf8Path, row: &Row) -> Vec<String> {
    let mut faults: Vec<String> = row.judged.iter().filter_map(|judged| of_page(root, &judged.page).err()).collect();
    if !row.verdict.is_empty() || !row.because.is_empty() {
        faults.push("a row that figures decide states neither verdict nor reason".into());
    }
    faults
}

fn of_experiment(name: &str) -> Result<(), String> {
    Experiment::from_str(name, false).map(drop).map_err(|_| format!("no experiment is called `{name}`"))
}

fn of_page(root: &Utf8Path, name: &str) -> Result<(), String> {
    // The long form of an experiment has its own page.
    of_experiment(name.trim_end_matches("-full"))?;
    let page = format!("docs/results/{name}.md");
    if root.join(&page).exists() { Ok(()) } else { Err(format!("there is no {page}")) }
}

fn of_test(root: &Utf8Path, test: &str) -> Result<(), String> {
    let (file, name) = test.split_once("::").ok_or_else(|| format!("`{test}` is not `FILE::NAME`"))?;
    let text = fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"))?;
    if has_test(&text, name) { Ok(()) } else { Err(format!("{file} has no test `{name}`")) }
}

/// Returns whether a source has a test of this name: a function below an attribute that ends in `test]`.
fn has_test(text: &str, name: &str) -> bool {
    let mut is_test = false;
    for line in text.lines().map(str::trim) {
        if line.starts_with("#[") {
            is_test |= line == "#[test]";
        } else if let Some(rest) = line.strip_prefix("fn ") {
            if is_test && rest.strip_prefix(name).is_some_and(|rest| rest.starts_with('(')) {
                return true;
            }
            is_test = false;
        } else if !line.is_empty() && !line.starts_with("//") {
            is_test = false;
        }
    }
    false
}

fn of_command(root: &Utf8Path, command: &str) -> Result<(), String> {
    let words: Vec<&str> = command.split(' ').collect();
    match words[..] {
        ["cargo", "xtask", "reproduce", name, ..] => of_experiment(name),
        ["cargo", "xtask", "bench", suite] => {
            Suite::from_str(suite, false).map(|_| ()).map_err(|_| format!("no suite of benches is called `{suite}`"))
        }
        ["cargo", "xtask", name] => {
            let list = fs::read_to_string(root.join("xtask/src/main.rs")).map_err(|error| error.to_string())?;
            let is_listed = list.contains(&format!("(\"{name}\", "));
            if is_listed { Ok(()) } else { Err(format!("`cargo xtask` has no command `{name}`")) }
        }
        ["ply", command, ref rest @ ..] => of_ply(root, command, rest),
        _ => Err(format!("`{command}` is neither a command of `ply` nor of `cargo xtask`")),
    }
}

/// Checks a command with its game, rules, set-up and agents. A test of `ply` parses the options of every command of the page.
fn of_ply(root: &Utf8Path, command: &str, rest: &[&str]) -> Result<(), String> {
    if !root.join(format!("crates/cli/src/commands/{command}.rs")).exists() {
        return Err(format!("`ply` has no command `{command}`"));
    }
    let fault = |error: plyground_catalog::CatalogError| error.to_string();
    let Some(name) = rest.first().filter(|name| !name.starts_with('-')) else { return Ok(()) };
    let catalog = Catalog::standard();
    let game = catalog.game(name).map_err(fault)?;
    let option = |name: &str| rest.windows(2).find(|pair| pair[0] == name).map(|pair| pair[1].to_owned());
    let start = Start { setup: option("--setup"), rules: option("--rules"), ..Start::default() };
    game.open(&start).map_err(fault)?;
    for agent in ["--agent", "--first", "--second"].into_iter().filter_map(option) {
        catalog.agent(&**game, &agent).map_err(fault)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use cargo_metadata::camino::Utf8PathBuf;

    fn root() -> Utf8PathBuf {
        Utf8Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(1).unwrap().to_owned()
    }

    #[test]
    fn tests_are_distinguished_from_other_functions() {
        let text = "#[test]\nfn one() {}\n\nfn two() {}\n#[test]\n#[ignore = \"long\"]\nfn three() {}\n#[cfg(test)]\nfn four() {}\n";
        assert!(has_test(text, "one") && has_test(text, "three"));
        assert!(!has_test(text, "two") && !has_test(text, "four") && !has_test(text, "thre"));
    }

    #[test]
    fn absent_evidence_is_named() {
        let file = "papers/src/reproduce/coverage/look_up.rs";
        assert_eq!(of_test(&root(), &format!("{file}::absent_evidence_is_named")), Ok(()));
        assert!(of_test(&root(), &format!("{file}::no_such_test")).unwrap_err().contains("has no test"));
        assert!(of_test(&root(), "crates/none.rs::a").unwrap_err().starts_with("crates/none.rs"));
        assert!(of_test(&root(), file).unwrap_err().contains("FILE::NAME"));
        assert!(of_page(&root(), "nothing").unwrap_err().contains("no experiment"));
        for (command, word) in [
            ("ply shwo khet", "no command `shwo`"),
            ("ply show chess", "chess"),
            ("ply analyse khet --agent khet-superbot", "khet-superbot"),
            ("ply show kalah --rules none", "none"),
            ("cargo xtask reproduce nothing", "no experiment"),
            ("cargo xtask bench nothing", "no suite"),
            ("cargo xtask nothing", "no command"),
            ("rm everything", "neither"),
        ] {
            assert!(of_command(&root(), command).unwrap_err().contains(word), "{command}");
        }
        for command in ["ply games", "ply analyse khet --rules epam --agent khet-userbot --depth 2", "cargo xtask tidy"]
        {
            assert_eq!(of_command(&root(), command), Ok(()), "{command}");
        }
    }

    fn row(text: &str) -> Row {
        toml::from_str(text).unwrap()
    }

    #[test]
    fn a_row_needs_evidence_and_a_reason() {
        let faults = |text: &str| of_row(&root(), &row(text));
        let none = faults("section = '1'\nclaim = 'a'\nhere = ['crates/none']\nverdict = 'same'");
        assert_eq!(none, ["no evidence", "there is no `crates/none`"]);
        assert_eq!(faults("verdict = 'not decided'\nbecause = 'of people'"), [""; 0]);
        assert!(faults("runs = ['ply games']\nverdict = 'better'")[0].contains("needs a reason"));
        assert!(faults("runs = ['ply games']\nverdict = 'on the page'")[0].contains("no verdict"));
    }

    #[test]
    fn figures_decide_a_row_alone() {
        let faults = |page: &str, more: &str| {
            let judged = format!("judged = [{{page = '{page}', claim = 'a', verdict = 'true', figure = ''}}]");
            of_row(&root(), &row(&format!("{judged}\n{more}")))
        };
        assert_eq!(faults("khet", ""), [""; 0]);
        // Regression: such a reason was shown until its page was printed, and then stayed with outdated figures.
        assert!(faults("khet", "because = 'so'")[0].contains("states neither"));
        assert!(faults("no-page", "")[0].contains("no experiment is called"));
    }
}
