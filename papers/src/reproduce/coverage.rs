//! The page `docs/results/coverage.md`: every claim of the five reports, its implementation and its evidence.
//!
//! The claims are data, in `coverage/*.toml` of this crate. A row names tests, pages and commands. Each of them must exist: a
//! test by its file and function, a command among those of `ply`, its game and agents in the catalog, a page among the
//! experiments.

mod look_up;

use std::fmt::Write as _;
use std::fs;

use super::claims::{Report, Row, reports};
use super::figures::Page;
use super::page::VERDICTS;
#[cfg(test)]
use super::page::verdicts;
use super::prose::unpadded;
use super::template::environment;
use super::verdict::combined;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};

/// The page, below the root.
const PAGE: &str = "docs/results/coverage.md";

/// The reason of a claim whose page was printed before the experiment judged it.
const NOT_PRINTED: &str = "its page has not been printed since";

/// Writes the page.
///
/// # Errors
/// When a row names something absent, or the page cannot be written.
pub(super) fn write(root: &Utf8Path) -> Result<Utf8PathBuf, String> {
    let reports = reports(root)?;
    let faults = look_up::faults(root, &reports);
    if !faults.is_empty() {
        return Err(format!("rows of the coverage name something absent:\n{}", faults.join("\n")));
    }
    let path = root.join(PAGE);
    fs::write(&path, markdown(root, &reports)?).map_err(|error| format!("{path}: {error}"))?;
    Ok(path)
}

/// Returns the page. It has no figure of a run, so it names neither day nor machine.
fn markdown(root: &Utf8Path, reports: &[Report]) -> Result<String, String> {
    let rows = || reports.iter().flat_map(|report| &report.rows);
    let verdicts = rows().map(|row| row.decide(root)).collect::<Result<Vec<_>, String>>()?;
    let count = |word: &str| verdicts.iter().filter(|(verdict, _)| verdict == word).count();
    let mut text = format!(
        "# Coverage of the five reports\n\n\
         Every figure, table, agent, finding and wish of the reports, with its code, its evidence and a verdict.\n\
         Evidence is a test, a page with figures, or a command.\n\
         Of {} claims, {} are reproduced, {} are exceeded, {} differ, {} are wrong in the paper, and {} are not decided.\n\
         For each claim that tests alone reproduce, `cargo xtask long` breaks the claimed rule and expects a test to fail.\n\n",
        verdicts.len(),
        count("same"),
        count("better"),
        count("differs"),
        count("wrong in the paper"),
        count("not decided"),
    );
    let mut verdicts = verdicts.into_iter();
    for Report { title, key, rows } in reports {
        let _ = write!(
            text,
            "## {title} \\[{key}\\]\n\n| section | claim | code | evidence | verdict | reason |\n|---|---|---|---|---|---|\n"
        );
        for (row, (verdict, reason)) in rows.iter().zip(&mut verdicts) {
            let cells = [row.section.clone(), row.claim.clone(), row.code(), row.evidence(), verdict, reason];
            let _ = writeln!(text, "| {} |", cells.map(|cell| cell.replace('|', "\\|")).join(" | "));
        }
        text.push('\n');
    }
    Ok(unpadded(&text) + "Printed by `cargo xtask reproduce coverage` from `papers/coverage`.\n")
}

/// Returns the verdict and the figure of a claim on a page, or `None` if the page has no such claim.
fn found(root: &Utf8Path, page: &str, claim: &str) -> Result<Option<(String, String)>, String> {
    let path = root.join(format!("docs/results/{page}.md"));
    let text = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
    let table = text.split_once(VERDICTS).map_or("", |(_, table)| table);
    Ok(table.lines().find_map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        match cells[..] {
            ["", name, verdict, figure, ""] if name == claim => Some((verdict.to_owned(), figure.to_owned())),
            _ => None,
        }
    }))
}

impl Row {
    /// Returns the files and items of the implementation.
    fn code(&self) -> String {
        let files = self.here.iter().map(|path| format!("`{path}`"));
        files.chain((!self.note.is_empty()).then(|| self.note.clone())).collect::<Vec<_>>().join(", ")
    }

    /// Returns links to tests and pages, or commands if there are none. All commands are in the data files.
    fn evidence(&self) -> String {
        let tests = self.tests.iter().map(|test| {
            let (file, name) = test.split_once("::").unwrap_or((test, test));
            format!("[`{name}`](../../{file})")
        });
        let judged = self.judged.iter().map(|judged| judged.page.as_str());
        let mut pages: Vec<&str> = self.figures().map(|(page, _)| page).chain(judged).collect();
        pages.dedup();
        let pages = pages.into_iter().map(|page| format!("[{page}]({page}.md)"));
        let runs = self.runs.iter().map(|command| format!("`{command}`"));
        let links: Vec<String> = tests.chain(pages).collect();
        if links.is_empty() { runs.collect::<Vec<_>>().join(", ") } else { links.join(", ") }
    }

    /// Returns the pages and claims that decide the row.
    fn figures(&self) -> impl Iterator<Item = (&str, &str)> {
        self.figures.iter().map(|figure| figure.split_once(": ").unwrap_or((figure, "")))
    }

    /// Returns the verdict and its reason.
    ///
    /// # Errors
    /// When a page with its figures cannot be read.
    fn decide(&self, root: &Utf8Path) -> Result<(String, String), String> {
        if self.figures.is_empty() && self.judged.is_empty() {
            return Ok((self.verdict.clone(), self.because.clone()));
        }
        let found = self.figures().map(|(page, claim)| {
            Ok(found(root, page, claim)?.unwrap_or_else(|| ("not decided".to_owned(), NOT_PRINTED.to_owned())))
        });
        let folder = root.join("docs/results");
        let judged = self.judged.iter().map(|judged| {
            let page = Page { name: &judged.page, root, folder: &folder };
            let found = judged.decide(&environment(root), &page.figures()?)?;
            Ok(found.map_or_else(
                || ("not decided".to_owned(), NOT_PRINTED.to_owned()),
                |found| (found.verdict, found.figure),
            ))
        });
        let (verdicts, figures): (Vec<_>, Vec<_>) =
            found.chain(judged).collect::<Result<Vec<_>, String>>()?.into_iter().unzip();
        let mut reason = String::new();
        // A cell has room for few words. The linked pages have all figures.
        for figure in figures {
            let longer = if reason.is_empty() { figure } else { format!("{reason}; {figure}") };
            if longer.split_whitespace().count() <= look_up::LONGEST {
                reason = longer;
            }
        }
        Ok((combined(&verdicts), reason))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root() -> Utf8PathBuf {
        Utf8Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(1).unwrap().to_owned()
    }

    fn rows() -> Vec<(String, Row)> {
        let reports = reports(&root()).unwrap().into_iter();
        reports.flat_map(|Report { key, rows, .. }| rows.into_iter().map(move |row| (key.clone(), row))).collect()
    }

    #[test]
    fn every_row_names_what_exists() {
        let faults = look_up::faults(&root(), &reports(&root()).unwrap());
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }

    #[test]
    fn the_page_is_up_to_date() {
        let text = fs::read_to_string(root().join(PAGE)).unwrap_or_default();
        assert!(
            text == markdown(&root(), &reports(&root()).unwrap()).unwrap(),
            "{PAGE} differs from its data: `cargo xtask reproduce coverage` prints it"
        );
    }

    #[test]
    fn every_figure_and_table_has_a_row() {
        let expected: [(&str, &[&str]); 5] = [
            (
                "Zagury2016",
                &["Table 1", "complexity", "width graph", "score graph", "best vector", "UserBot", "HeuristicBot"],
            ),
            (
                "Garrison-Kalah",
                &[
                    "CPU time table",
                    "runtime plot",
                    "heuristic plots",
                    "move time plot",
                    "Exit counter",
                    "Dynamic depth",
                ],
            ),
            ("Wall2022", &["Figure 1", "Figure 2", "footnote 1", "footnote 2", "footnote 3"]),
            (
                "Tigers2013",
                &["Some Results", "The Hash Table", "Expectimax", "Minimax", "Alpha-beta", "Scout", "MTD(f)"],
            ),
            (
                "Chen2022",
                &[
                    "Figure 1",
                    "Figure 2",
                    "Figure 3",
                    "Figure 4",
                    "Figure 5",
                    "Figure 6",
                    "Figure 7",
                    "Figure 8",
                    "Figure 9",
                    "Figure 10",
                    "Figure 11",
                    "Figure 12",
                    "Table I,",
                    "Table II,",
                    "Table III,",
                ],
            ),
        ];
        let rows = rows();
        for (key, sections) in expected {
            for section in sections {
                // `Figure 1` is not `Figure 10`.
                let is_there = |row: &Row| {
                    row.section
                        .split_once(section)
                        .is_some_and(|(_, rest)| !rest.starts_with(|letter: char| letter.is_ascii_digit()))
                };
                assert!(rows.iter().any(|(of, row)| of == key && is_there(row)), "{key}: no row for {section}");
            }
        }
    }

    /// `cargo xtask long` applies the mutant and expects the cited test to fail.
    #[test]
    fn every_row_that_a_test_reproduces_has_a_mutant() {
        for (key, row) in rows() {
            let (verdict, _) = row.decide(&root()).unwrap();
            // The row on totals is about the paper's own arithmetic.
            let is_by_tests = row.figures.is_empty()
                && row.judged.is_empty()
                && !row.tests.is_empty()
                && row.section != "V.b and V.c, totals";
            let Some(mutant) = row.mutant else {
                assert!(verdict != "same" || !is_by_tests, "{key}, {}: no mutant", row.section);
                continue;
            };
            // Regression: 41 mutants broke the arithmetic of a verdict, and not the claimed rule.
            let code = fs::read_to_string(root().join(&mutant.file)).unwrap();
            assert!(!code.contains("verdict::"), "{key}, {}: the mutant is in code that judges", row.section);
            let cites = row.tests.iter().any(|test| test.ends_with(&format!("::{}", mutant.test)));
            assert!(cites, "{key}, {}: `{}` is not cited", row.section, mutant.test);
        }
    }

    /// Regression: rows contradicted their pages, and verdicts had no row.
    #[test]
    fn every_verdict_of_a_page_has_a_row() {
        let experiments = root().join("papers/src/reproduce");
        let used: Vec<String> = rows().into_iter().flat_map(|(_, row)| row.figures).collect();
        for entry in fs::read_dir(root().join("docs/results")).unwrap() {
            let path = Utf8PathBuf::from_path_buf(entry.unwrap().path()).unwrap();
            // The rows themselves judge the claims of pages with templates.
            let name = path.file_stem().unwrap().trim_end_matches("-full");
            if root().join(format!("papers/pages/{name}.md.jinja")).exists() {
                continue;
            }
            let text = if path.extension() == Some("md") { fs::read_to_string(&path).unwrap() } else { continue };
            let table = text.split_once(VERDICTS).map_or("", |(_, table)| table);
            for line in table.lines().filter(|line| line.starts_with('|')).skip(2) {
                let claim = line.split('|').nth(1).unwrap();
                let figure = format!("{}: {claim}", path.file_stem().unwrap());
                // The next print of a page drops a verdict that no experiment judges any more.
                let is_dropped = !look_up::is_judged(&experiments, claim);
                assert!(is_dropped || used.contains(&figure), "no row uses the verdict on `{figure}`");
            }
        }
    }

    #[test]
    fn no_row_cites_a_test_that_sees_little_of_its_claim() {
        for (key, row) in rows() {
            let cites = row.tests.iter().any(|test| test.ends_with("::every_agent_decides_as_it_did"));
            assert!(!cites, "{key}, {}: the snapshot of decisions sees few positions and few nodes", row.section);
        }
    }

    /// A folder with one page, removed on drop.
    struct Folder(Utf8PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let root = std::env::temp_dir().join(format!("plyground-{name}-{}", std::process::id()));
            let root = Utf8PathBuf::from_path_buf(root).unwrap();
            fs::create_dir_all(root.join("docs/results")).unwrap();
            let judged = [("sorting", crate::reproduce::page::Judged::Differs, "0.17 of the nodes".to_owned())];
            fs::write(root.join("docs/results/a.md"), format!("# A\n\n| sorting | x | y |\n\n{}", verdicts(&judged)))
                .unwrap();
            Folder(root)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_verdict_is_read_from_its_page() {
        let folder = Folder::new("verdicts");
        let decide = |figures: &[&str]| {
            let figures = figures.iter().map(|figure| (*figure).to_owned()).collect();
            Row { figures, ..Row::default() }.decide(&folder.0)
        };
        assert_eq!(decide(&["a: sorting"]), Ok(("differs".into(), "0.17 of the nodes".into())));
        assert_eq!(decide(&["a: width"]), Ok(("not decided".into(), NOT_PRINTED.into())));
        assert_eq!(decide(&["a: sorting", "a: width"]).unwrap().0, "not decided");
        assert!(decide(&["b: width"]).is_err());
        let both = |verdicts: [&str; 2]| combined(&verdicts.map(str::to_owned));
        assert_eq!(
            [both(["differs"; 2]), both(["same", "better"]), both(["same", "differs"])],
            ["differs", "same", "not decided"]
        );
        let stated = Row { verdict: "better".into(), because: "9 s".into(), ..Row::default() };
        assert_eq!(stated.decide(&folder.0), Ok(("better".into(), "9 s".into())));
    }

    #[test]
    fn a_cell_holds_links_and_commands() {
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<String>>();
        let row = Row {
            here: texts(&["crates/khet/src"]),
            note: "key `noise`".into(),
            tests: texts(&["crates/khet/tests/facts.rs::deadheat"]),
            figures: texts(&["khet: sorting", "khet: width graph"]),
            runs: texts(&["ply games"]),
            ..Row::default()
        };
        assert_eq!(row.code(), "`crates/khet/src`, key `noise`");
        assert_eq!(row.evidence(), "[`deadheat`](../../crates/khet/tests/facts.rs), [khet](khet.md)");
        assert_eq!(Row { tests: Vec::new(), figures: Vec::new(), ..row }.evidence(), "`ply games`");
    }
}
