//! The page `docs/results/coverage.md`: every sentence of the five reports that states something, and where it is here.
//!
//! A row names the tests and commands that show it. They are looked up: a test by its file and function, a command among those of
//! `ply`, its game and agents in the catalog, a page among the experiments. A row that names what is not there is a fault.

mod cachex;
mod kalah;
mod kalaha;
mod khet;
mod look_up;
mod tigers;

use std::fmt::Write as _;
use std::fs;

use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};

use super::page::VERDICTS;
#[cfg(test)]
use super::page::verdicts;

/// Where the page is, below the root.
const PAGE: &str = "docs/results/coverage.md";

/// A report with its rows.
struct Report {
    title: &'static str,
    /// Its key in the bibliography.
    key: &'static str,
    rows: &'static [Row],
}

/// What a report says, and where it is here.
struct Row {
    /// The section, or the figure or table.
    place: &'static str,
    /// What it says, in our words.
    says: &'static str,
    /// Where it is here; a path in it has to exist.
    here: &'static str,
    /// What shows it.
    shown: &'static [Shown],
    verdict: Verdict,
}

/// What shows a row.
enum Shown {
    /// A test, by its file from the root and its name.
    Test(&'static str, &'static str),
    /// A command line.
    Run(&'static str),
    /// A page that an experiment prints, by the experiment's name.
    Page(&'static str),
}

/// How ours compares.
enum Verdict {
    Same,
    /// Why.
    Better(&'static str),
    /// Why.
    Differs(&'static str),
    /// What the figures of a page say, by the page and the claim in its table of verdicts.
    Found(&'static str, &'static str),
    /// The report contradicts itself, its rules or arithmetic; how.
    WrongInPaper(&'static str),
    /// Why it cannot be decided here.
    Open(&'static str),
    /// What the figures of a day say stands on the page, where it is made from them.
    OnPage,
}

/// A row in one line of source.
const fn row(
    place: &'static str,
    says: &'static str,
    here: &'static str,
    shown: &'static [Shown],
    verdict: Verdict,
) -> Row {
    Row { place, says, here, shown, verdict }
}

const REPORTS: [Report; 5] = [
    Report { title: "Khet 2.0", key: "Zagury2016", rows: khet::ROWS },
    Report { title: "Kalah with capture", key: "Garrison-Kalah", rows: kalah::ROWS },
    Report { title: "Kalaha without capture", key: "Wall2022", rows: kalaha::ROWS },
    Report { title: "Tigers and Goats", key: "Tigers2013", rows: tigers::ROWS },
    Report { title: "Cachex", key: "Chen2022", rows: cachex::ROWS },
];

/// Writes the page.
///
/// # Errors
/// When a row names what is not there, or the page cannot be written.
pub(super) fn write(root: &Utf8Path) -> Result<Utf8PathBuf, String> {
    let faults = look_up::faults(root, &REPORTS);
    if !faults.is_empty() {
        return Err(format!("rows of the coverage name what is not there:\n{}", faults.join("\n")));
    }
    let path = root.join(PAGE);
    fs::write(&path, markdown(root)?).map_err(|error| format!("{path}: {error}"))?;
    Ok(path)
}

/// The page. It holds no figures of a run, and so neither day nor machine.
fn markdown(root: &Utf8Path) -> Result<String, String> {
    let verdicts = REPORTS.iter().flat_map(|report| report.rows).map(|row| row.verdict.markdown(root));
    let verdicts = verdicts.collect::<Result<Vec<String>, String>>()?;
    let count = |word: &str| verdicts.iter().filter(|verdict| verdict.starts_with(word)).count();
    let mut text = format!(
        "# Coverage of the five reports\n\nEvery figure, table, agent, finding and wish of the reports, where it is here, and what shows it. A test is named by its file and \
         name; a page is one that `cargo xtask reproduce` prints, with verdicts that are made from its figures. Of {} rows {} are the same, {} better, {} differ for a stated reason, {} are wrong in the paper, {} are not decided, \
         and {} are discussed on their page. For each row that is the same by a test, `cargo xtask long` breaks what the row claims and expects this test to fail.\n\n",
        REPORTS.iter().map(|report| report.rows.len()).sum::<usize>(),
        count("same"),
        count("better"),
        count("differs"),
        count("wrong in the paper"),
        count("not decided"),
        count("on the page"),
    );
    for Report { title, key, rows } in &REPORTS {
        let _ = write!(
            text,
            "## {title} \\[{key}\\]\n\n| section | what it says | here | shown by | verdict |\n|---|---|---|---|---|\n"
        );
        for row in *rows {
            let shown: Vec<String> = row.shown.iter().map(Shown::markdown).collect();
            let cells = [row.place, row.says, row.here, &shown.join("; "), &row.verdict.markdown(root)?];
            let _ = writeln!(text, "| {} |", cells.map(|cell| cell.replace('|', "\\|")).join(" | "));
        }
        text.push('\n');
    }
    Ok(
        text + "Printed by `cargo xtask reproduce coverage`; a test compares it with the rows, which stand in `crates/experiments/src/reproduce/coverage`.\n"
    )
}

/// The verdict and the figure of a claim, as a page has them.
fn found(root: &Utf8Path, page: &str, claim: &str) -> Result<(String, String), String> {
    let path = root.join(format!("docs/results/{page}.md"));
    let text = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
    let table = text.split_once(VERDICTS).map_or("", |(_, table)| table);
    let mut rows = table.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |")?.split_once(" | "));
    let row = rows.find(|(name, _)| *name == claim).and_then(|(_, rest)| rest.split_once(" | "));
    let (verdict, figure) =
        row.ok_or_else(|| format!("{path}: no verdict on `{claim}`; `cargo xtask reproduce {page}` prints the page"))?;
    Ok((verdict.to_owned(), figure.to_owned()))
}

impl Shown {
    fn markdown(&self) -> String {
        match self {
            Shown::Test(file, name) => format!("test `{name}` in `{file}`"),
            Shown::Run(command) => format!("`{command}`"),
            Shown::Page(name) => format!("[{name}]({name}.md)"),
        }
    }
}

impl Verdict {
    /// The verdict in words, with the figure where a page has one.
    fn markdown(&self, root: &Utf8Path) -> Result<String, String> {
        Ok(match self {
            Verdict::Found(page, claim) => {
                let (verdict, figure) = found(root, page, claim)?;
                format!("{verdict}: {figure}")
            }
            Verdict::WrongInPaper(how) => format!("wrong in the paper: {how}"),
            Verdict::Open(why) => format!("not decided: {why}"),
            Verdict::Same => "same".into(),
            Verdict::Better(why) => format!("better: {why}"),
            Verdict::Differs(why) => format!("differs: {why}"),
            Verdict::OnPage => "on the page".into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root() -> Utf8PathBuf {
        Utf8Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned()
    }

    #[test]
    fn every_row_names_what_is_there() {
        let faults = look_up::faults(&root(), &REPORTS);
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }

    #[test]
    fn the_page_is_up_to_date() {
        let text = fs::read_to_string(root().join(PAGE)).unwrap_or_default();
        assert!(
            text == markdown(&root()).unwrap(),
            "{PAGE} is not what the rows say: `cargo xtask reproduce coverage` prints it"
        );
    }

    #[test]
    fn every_figure_and_table_has_a_row() {
        let wanted: [(&str, &[&str]); 5] = [
            (
                "Zagury2016",
                &[
                    "Table 1",
                    "complexity graph",
                    "width graph",
                    "score graph",
                    "best vector",
                    "UserBot",
                    "HeuristicBot",
                ],
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
        for (key, places) in wanted {
            let report = REPORTS.iter().find(|report| report.key == key).unwrap();
            for place in places {
                // `Figure 1` is not `Figure 10`.
                let is_there = |row: &Row| {
                    row.place
                        .split_once(place)
                        .is_some_and(|(_, rest)| !rest.starts_with(|letter: char| letter.is_ascii_digit()))
                };
                assert!(report.rows.iter().any(is_there), "{key}: no row for {place}");
            }
        }
    }

    #[test]
    fn every_reason_is_told() {
        for row in REPORTS.iter().flat_map(|report| report.rows) {
            use Verdict::{Better, Differs, Open, WrongInPaper};
            let (Better(why) | Differs(why) | WrongInPaper(why) | Open(why)) = row.verdict else { continue };
            assert!(why.len() > 10, "{}: {why}", row.place);
        }
    }

    /// `cargo xtask long` breaks what the row claims, and expects the cited test to fail.
    #[test]
    fn every_row_that_is_the_same_by_a_test_has_a_mutant() {
        let mutants = fs::read_to_string(root().join("xtask/src/mutants/rows.rs")).unwrap();
        for (report, row) in REPORTS.iter().flat_map(|report| report.rows.iter().map(move |row| (report, row))) {
            let tests =
                row.shown.iter().filter_map(|shown| if let Shown::Test(_, name) = shown { Some(name) } else { None });
            let tests: Vec<&&str> = tests.collect();
            if !matches!(row.verdict, Verdict::Same) || tests.is_empty() {
                continue;
            }
            let name = format!("\"{}, {}\",", report.key, row.place);
            let (_, mutant) = mutants.split_once(&name).unwrap_or_else(|| panic!("no mutant of {name}"));
            let cited = mutant.split('"').nth(1).unwrap();
            assert!(tests.iter().any(|test| **test == cited), "{name} does not cite `{cited}`");
        }
    }

    #[test]
    fn no_row_cites_a_test_that_sees_little_of_its_claim() {
        for row in REPORTS.iter().flat_map(|report| report.rows) {
            let cites = row.shown.iter().any(|shown| matches!(shown, Shown::Test(_, "every_agent_decides_as_it_did")));
            assert!(!cites, "{}: the snapshot of decisions sees few positions and few nodes", row.place);
        }
    }

    #[test]
    fn a_verdict_is_read_from_its_page() {
        let folder = std::env::temp_dir().join(format!("plyground-verdicts-{}", std::process::id()));
        let root = Utf8PathBuf::from_path_buf(folder).unwrap();
        fs::create_dir_all(root.join("docs/results")).unwrap();
        let judged = [("sorting", crate::reproduce::page::Judged::Differs, "0.17 of the nodes".to_owned())];
        fs::write(root.join("docs/results/a.md"), format!("# A\n\n| sorting | x | y |\n\n{}", verdicts(&judged)))
            .unwrap();
        assert_eq!(Verdict::Found("a", "sorting").markdown(&root), Ok("differs: 0.17 of the nodes".into()));
        assert!(found(&root, "a", "width").unwrap_err().contains("no verdict on `width`"));
        fs::remove_dir_all(&root).unwrap();
    }
}
