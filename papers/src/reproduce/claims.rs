//! The claims of the five reports, data in `coverage/*.toml` of this crate, and the verdicts that follow from the figures of
//! pages.

use std::fs;

use cargo_metadata::camino::Utf8Path;
use minijinja::value::Serde;
use minijinja::{Environment, Error, ErrorKind};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::template::word;

/// The folder of the data files, below the root.
const DATA: &str = "papers/coverage";

/// The data files, in the order of the page.
const FILES: [&str; 5] = ["khet", "kalah", "kalaha", "tigers", "cachex"];

/// A report with its claims.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Report {
    pub(crate) title: String,
    /// Its key in the bibliography.
    pub(crate) key: String,
    #[serde(rename(deserialize = "row"))]
    pub(crate) rows: Vec<Row>,
}

/// A claim of a report.
#[derive(Deserialize, Serialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Row {
    /// The section, figure or table of the report.
    pub(crate) section: String,
    /// The claim of the report, paraphrased.
    pub(crate) claim: String,
    /// Files and folders that implement the claim, relative to the root.
    pub(crate) here: Vec<String>,
    /// The option, agent or item in these files.
    pub(crate) note: String,
    /// Tests, as `FILE::NAME` from the root.
    pub(crate) tests: Vec<String>,
    /// Command lines.
    pub(crate) runs: Vec<String>,
    /// The claims that figures of pages decide.
    pub(crate) judged: Vec<Judged>,
    /// The verdict if no figures decide it. A row that figures decide states none.
    pub(crate) verdict: String,
    /// The reason for a stated verdict.
    pub(crate) because: String,
    /// The pages whose figures decide the row. A page without these figures is none of them.
    #[serde(skip_deserializing)]
    pub(crate) pages: Vec<String>,
    /// A change of the claimed constant or rule, which the cited test must detect.
    pub(crate) mutant: Option<Mutant>,
}

/// A claim that figures of a page decide.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Judged {
    pub(crate) page: String,
    /// Its name.
    pub(crate) claim: String,
    /// The verdict as an expression over the figures of the page.
    pub(crate) verdict: String,
    /// A template of the figure that decides it.
    pub(crate) figure: String,
}

/// A change of the code that a test must detect. `cargo xtask mutants` applies it.
#[derive(Deserialize, Serialize, Default)]
#[serde(deny_unknown_fields)]
pub(crate) struct Mutant {
    /// The cited test, and its package.
    pub(crate) test: String,
    pub(crate) package: String,
    /// Description of the fault.
    pub(crate) about: String,
    pub(crate) file: String,
    /// The text that occurs in the file exactly once, and its replacement.
    pub(crate) old: String,
    pub(crate) new: String,
    /// The file of the cited test, from the root.
    #[serde(skip)]
    pub(crate) test_file: String,
}

/// Returns the mutants of all rows, each with the report and section of its row.
///
/// # Errors
/// When a data file is no report.
pub(crate) fn mutants(root: &Utf8Path) -> Result<Vec<(String, Mutant)>, String> {
    let rows = reports(root)?.into_iter().flat_map(|Report { key, rows, .. }| {
        rows.into_iter().filter_map(move |row| {
            let mut mutant = row.mutant?;
            let file = row.tests.iter().filter_map(|test| test.split_once("::")).find(|(_, name)| *name == mutant.test);
            file.map_or("", |(file, _)| file).clone_into(&mut mutant.test_file);
            Some((format!("{key}, {}", row.section), mutant))
        })
    });
    Ok(rows.collect())
}

/// Reads the data files.
///
/// # Errors
/// When one of them is no report.
pub(crate) fn reports(root: &Utf8Path) -> Result<Vec<Report>, String> {
    FILES
        .iter()
        .map(|name| {
            let path = root.join(DATA).join(format!("{name}.toml"));
            let text = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
            toml::from_str(&text).map_err(|error| format!("{path}: {error}"))
        })
        .collect()
}

/// The verdict on a claim, and the figure that decides it.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Verdict {
    pub(crate) claim: String,
    pub(crate) verdict: String,
    pub(crate) figure: String,
}

impl Judged {
    /// Returns the verdict that follows from the figures of the page, and the figure that decides it, or `None` if these
    /// figures have not been measured yet.
    ///
    /// # Errors
    /// When the expression or the template is wrong.
    pub(crate) fn decide(
        &self,
        templates: &Environment<'_>,
        figures: &Map<String, Value>,
    ) -> Result<Option<Verdict>, String> {
        match self.verdict(templates, figures) {
            Ok(verdict) => Ok(Some(verdict)),
            Err(error) if error.kind() == ErrorKind::UndefinedError => Ok(None),
            Err(error) => Err(format!("{}: {}: {error}", self.page, self.claim)),
        }
    }

    fn verdict(&self, templates: &Environment<'_>, figures: &Map<String, Value>) -> Result<Verdict, Error> {
        let verdict =
            templates.compile_expression(&self.verdict)?.eval(Serde(figures)).and_then(|value| word(&value))?;
        let figure = templates.render_str(&self.figure, Serde(figures))?;
        Ok(Verdict { claim: self.claim.clone(), verdict, figure })
    }
}

/// Returns the claims that a page decides, in the order of the data files.
///
/// # Errors
/// When a data file is no report.
pub(crate) fn judged(root: &Utf8Path, page: &str) -> Result<Vec<Judged>, String> {
    let rows = reports(root)?.into_iter().flat_map(|report| report.rows);
    Ok(rows.flat_map(|row| row.judged).filter(|judged| judged.page == page).collect())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Returns the verdict on `PAGE: CLAIM` by other figures than those of the page.
    pub(crate) fn judge(claim: &str, figures: &Value) -> String {
        let root = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let (page, claim) = claim.split_once(": ").unwrap();
        let judged = judged(root, page).unwrap().into_iter().find(|judged| judged.claim == claim);
        let judged = judged.unwrap_or_else(|| panic!("{page}: no claim {claim}"));
        let templates = crate::reproduce::template::environment(root);
        let verdict = templates.compile_expression(&judged.verdict).unwrap().eval(Serde(figures)).unwrap();
        word(&verdict).unwrap()
    }
}
