//! The page `docs/results/coverage.md`: every claim of the five reports, its implementation and its evidence.
//!
//! The claims are data, in `coverage/*.toml` of this crate. A row names tests, pages and commands. Each of them must exist: a
//! test by its file and function, a command among those of `ply`, its game and agents in the catalog, a page among the
//! experiments.

mod look_up;

use std::fs;

use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use minijinja::value::Serde;
use serde_json::json;

use super::claims::{Report, Row, reports};
use super::figures::Page;
use super::template::environment;
use super::verdict::agree;

/// The page, below the root.
const PAGE: &str = "docs/results/coverage.md";

/// Maximum number of words of a reason, as of any cell of a table.
const LONGEST: usize = 15;

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
    fs::write(&path, text(root, reports)?).map_err(|error| format!("{path}: {error}"))?;
    Ok(path)
}

/// Returns the page. It has no figure of a run, so it names neither day nor machine.
fn text(root: &Utf8Path, mut reports: Vec<Report>) -> Result<String, String> {
    let mut verdicts = Vec::new();
    for row in reports.iter_mut().flat_map(|report| &mut report.rows) {
        (row.verdict, row.because, row.pages) = row.decide(root)?;
        verdicts.push(row.verdict.clone());
    }
    let figures = json!({"reports": reports, "verdicts": verdicts});
    let templates = environment(root);
    let page = templates.get_template("coverage.md.jinja").and_then(|template| template.render(Serde(figures)));
    page.map_err(|error| format!("{PAGE}: {error}"))
}

impl Row {
    /// Returns the verdict, its reason, and the pages whose figures decide it.
    ///
    /// # Errors
    /// When a page with its figures cannot be read, or when the figures that decide a row do not fit into a cell.
    fn decide(&self, root: &Utf8Path) -> Result<(String, String, Vec<String>), String> {
        if self.judged.is_empty() {
            return Ok((self.verdict.clone(), self.because.clone(), Vec::new()));
        }
        let (templates, folder) = (environment(root), root.join("docs/results"));
        let (mut verdicts, mut reasons, mut pages) = (Vec::new(), Vec::new(), Vec::new());
        for judged in &self.judged {
            let figures = Page { name: &judged.page, root, folder: &folder }.figures()?;
            if let Some(found) = judged.decide(&templates, &figures)? {
                verdicts.push(found.verdict);
                reasons.push(found.figure);
                pages.push(judged.page.clone());
            } else {
                verdicts.push("not decided".to_owned());
                reasons.push("not measured yet".to_owned());
            }
        }
        let reason = reasons.join("; ");
        // A figure that is left out could be the one that disagrees.
        let words = reason.split_whitespace().count();
        if words > LONGEST {
            return Err(format!("{}: a reason of {words} words, more than {LONGEST}: {reason}", self.section));
        }
        Ok((agree(&verdicts).to_owned(), reason, pages))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::claims::Judged;

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
        let stored = fs::read_to_string(root().join(PAGE)).unwrap_or_default();
        assert!(
            stored == text(&root(), reports(&root()).unwrap()).unwrap(),
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
            let (verdict, ..) = row.decide(&root()).unwrap();
            // The row on totals is about the paper's own arithmetic.
            let is_by_tests = row.judged.is_empty() && !row.tests.is_empty() && row.section != "V.b and V.c, totals";
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

    /// A part that no page has would never be measured.
    #[test]
    fn every_verdict_is_on_parts_of_its_page() {
        let templates = environment(&root());
        for judged in rows().into_iter().flat_map(|(_, row)| row.judged) {
            let names = templates.compile_expression(&judged.verdict).unwrap().undeclared_variables(false);
            let names = names.into_iter().filter(|name| templates.globals().all(|(global, _)| global != name));
            let report =
                <super::super::Report as clap::ValueEnum>::from_str(judged.page.trim_end_matches("-full"), false)
                    .unwrap();
            let Some(parts) = report.parts() else { continue };
            for name in names {
                assert!(parts.iter().any(|(part, _)| *part == name), "{}: {}: {name}", judged.page, judged.claim);
            }
        }
    }

    #[test]
    fn a_row_without_figures_links_to_no_page_and_no_figure_is_left_out() {
        let judged = |page: &str, verdict: &str, figure: &str| Judged {
            page: page.into(),
            claim: "claim".into(),
            verdict: verdict.into(),
            figure: figure.into(),
        };
        let decide = |judged: Vec<Judged>| Row { judged, ..Row::default() }.decide(&root());
        let found =
            decide(vec![judged("khet", "games.all.plies.value > 0", "some"), judged("khet", "none_yet > 0", "")]);
        let expected = ("not decided".to_owned(), "some; not measured yet".to_owned(), vec!["khet".to_owned()]);
        assert_eq!(found, Ok(expected));
        let long = decide(vec![
            judged("khet", "true", "eight words are too long for a cell"),
            judged("khet", "false", "if there are as many in another one"),
        ]);
        assert!(long.unwrap_err().contains("a reason of 16 words"));
    }

    #[test]
    fn no_row_cites_a_test_that_sees_little_of_its_claim() {
        for (key, row) in rows() {
            let cites = row.tests.iter().any(|test| test.ends_with("::every_agent_decides_as_it_did"));
            assert!(!cites, "{key}, {}: the snapshot of decisions sees few positions and few nodes", row.section);
        }
    }
}
