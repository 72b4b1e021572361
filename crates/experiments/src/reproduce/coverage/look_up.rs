//! Whether what a row names is there.

use std::fs;

use cargo_metadata::camino::Utf8Path;
use clap::ValueEnum;
use plyground_catalog::{Catalog, Start};

use super::{Report, Row, Shown, Verdict};
use crate::bench::Suite;
use crate::reproduce::Report as Experiment;

/// All faults of all rows.
pub(super) fn faults(root: &Utf8Path, reports: &[Report]) -> Vec<String> {
    let mut faults = Vec::new();
    for report in reports {
        for row in report.rows {
            faults.extend(of_row(root, row).into_iter().map(|fault| format!("{}, {}: {fault}", report.key, row.place)));
        }
    }
    faults
}

fn of_row(root: &Utf8Path, row: &Row) -> Vec<String> {
    let mut faults: Vec<String> = row.shown.iter().filter_map(|shown| of_shown(root, shown).err()).collect();
    if row.shown.is_empty() {
        faults.push("nothing shows it".into());
    }
    if let Verdict::Found(page, claim) = row.verdict {
        faults.extend(super::found(root, page, claim).err());
        if !row.shown.iter().any(|shown| matches!(shown, Shown::Page(name) if *name == page)) {
            faults.push(format!("the verdict is on the page `{page}`, which is not named"));
        }
    }
    if matches!(row.verdict, Verdict::OnPage) && !row.shown.iter().any(|shown| matches!(shown, Shown::Page(_))) {
        faults.push("the verdict is said to stand on a page, and no page is named".into());
    }
    for path in row.here.split('`').skip(1).step_by(2).filter(|code| code.contains('/') && !code.contains(' ')) {
        if !root.join(path).exists() {
            faults.push(format!("there is no `{path}`"));
        }
    }
    faults
}

fn of_shown(root: &Utf8Path, shown: &Shown) -> Result<(), String> {
    match shown {
        Shown::Test(file, name) => {
            let text = fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"))?;
            if has_test(&text, name) { Ok(()) } else { Err(format!("{file} has no test `{name}`")) }
        }
        Shown::Page(name) => {
            Experiment::from_str(name, false).map_err(|_| format!("no experiment is called `{name}`"))?;
            let page = format!("docs/results/{name}.md");
            if root.join(&page).exists() { Ok(()) } else { Err(format!("there is no {page}")) }
        }
        Shown::Run(command) => of_command(root, command),
    }
}

/// Whether a source has a test of this name: a function below an attribute that ends in `test]`.
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
        ["cargo", "xtask", "reproduce", name, ..] => {
            Experiment::from_str(name, false).map(|_| ()).map_err(|_| format!("no experiment is called `{name}`"))
        }
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

/// The command, its game, rules, set-up and agents; a test of `ply` itself reads the options of every command of the page.
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

    fn root() -> cargo_metadata::camino::Utf8PathBuf {
        Utf8Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned()
    }

    #[test]
    fn tests_are_told_from_other_functions() {
        let text = "#[test]\nfn one() {}\n\nfn two() {}\n#[test]\n#[ignore = \"long\"]\nfn three() {}\n#[cfg(test)]\nfn four() {}\n";
        assert!(has_test(text, "one") && has_test(text, "three"));
        assert!(!has_test(text, "two") && !has_test(text, "four") && !has_test(text, "thre"));
    }

    #[test]
    fn what_is_not_there_is_named() {
        let fault = |shown: Shown| of_shown(&root(), &shown).unwrap_err();
        let file = "crates/experiments/src/reproduce/coverage/look_up.rs";
        assert!(of_shown(&root(), &Shown::Test(file, "what_is_not_there_is_named")).is_ok());
        assert!(fault(Shown::Test(file, "no_such_test")).contains("has no test"));
        assert!(fault(Shown::Test("crates/none.rs", "a")).starts_with("crates/none.rs"));
        assert!(fault(Shown::Page("nothing")).contains("no experiment"));
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
            assert!(fault(Shown::Run(command)).contains(word), "{command}");
        }
        for command in ["ply games", "ply analyse khet --rules epam --agent khet-userbot --depth 2", "cargo xtask tidy"]
        {
            assert_eq!(of_shown(&root(), &Shown::Run(command)), Ok(()), "{command}");
        }
    }

    #[test]
    fn a_row_needs_what_shows_it() {
        let row = |shown, verdict| Row { place: "1", says: "a", here: "`crates/none`", shown, verdict };
        let faults = of_row(&root(), &row(&[], Verdict::Same));
        assert_eq!(faults, ["nothing shows it", "there is no `crates/none`"]);
        let faults = of_row(&root(), &row(&[Shown::Run("ply games")], Verdict::OnPage));
        assert!(faults[0].contains("no page is named"));
    }
}
