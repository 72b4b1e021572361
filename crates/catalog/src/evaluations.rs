//! All evaluations of a game, by name and by weight file.
//!
//! ```
//! use plyground_catalog::{EvaluationRow, Evaluations};
//! use plyground_eval::tigers::Material;
//! use plyground_tigers::Tigers;
//!
//! let mut evaluations = Evaluations::<Tigers>::default();
//! evaluations.add(EvaluationRow::new("material", "goats taken", Material));
//! let names: Vec<&str> = evaluations.iter().map(|row| row.info().name).collect();
//! assert_eq!(names, ["material", "nothing"]);
//! assert!(evaluations.named(Some("mobility")).is_err());
//! ```

use std::path::Path;

use plyground_eval::WeightFile;
use plyground_game::options::one_of;
use plyground_game::{Nothing, SearchHints};

use crate::error::CatalogError;
use crate::evaluation::{Evaluation, EvaluationRow};

/// The evaluations of a game, the default first; `nothing` is always there, as the last.
#[derive(Debug)]
pub struct Evaluations<P: SearchHints>(Vec<EvaluationRow<P>>);

impl<P: SearchHints> Default for Evaluations<P> {
    fn default() -> Evaluations<P> {
        Evaluations(vec![EvaluationRow::new("nothing", "0 everywhere: only finished games count", Nothing)])
    }
}

impl<P: SearchHints> Evaluations<P> {
    /// Adds an evaluation; one of the same name is replaced.
    pub fn add(&mut self, row: EvaluationRow<P>) {
        self.0.retain(|other| other.info().name != row.info().name);
        let end = self.0.len().saturating_sub(1);
        self.0.insert(end, row);
    }

    /// Their rows.
    pub fn iter(&self) -> impl Iterator<Item = &EvaluationRow<P>> {
        self.0.iter()
    }

    /// The evaluation of this name, or that of the weight file of this path; the default without a name.
    ///
    /// # Errors
    /// When the game has no evaluation of that name, or the file cannot be read.
    pub fn named(&self, name: Option<&str>) -> Result<Evaluation<P>, CatalogError> {
        match name {
            Some(path) if is_path(path) => self.of_file(&read_weights(path)?),
            name => Ok(self.row(name)?.make(None)?),
        }
    }

    /// The evaluation that a weight file describes.
    ///
    /// # Errors
    /// When the file is for another game or evaluation, or its weights are not right.
    pub fn of_file(&self, file: &WeightFile) -> Result<Evaluation<P>, CatalogError> {
        Ok(self.reader(file)?.make(Some(file))?)
    }

    /// The row of an evaluation; the default without a name.
    ///
    /// # Errors
    /// When the game has no evaluation of that name.
    pub fn row(&self, name: Option<&str>) -> Result<&EvaluationRow<P>, CatalogError> {
        let Some(name) = name else { return Ok(&self.0[0]) };
        let known = self.0.iter().map(|row| row.info().name);
        let found = self.0.iter().find(|row| row.info().name == name);
        found.ok_or_else(|| CatalogError::unknown_evaluation(name, P::NAME, known))
    }

    /// The row that reads a weight file.
    ///
    /// # Errors
    /// When the file is for another game or evaluation.
    pub fn reader(&self, file: &WeightFile) -> Result<&EvaluationRow<P>, CatalogError> {
        self.0.iter().find(|row| row.reads(file)).ok_or_else(|| {
            let expected = one_of(self.0.iter().filter(|row| row.form().is_some()).map(|row| row.info().name));
            let WeightFile { evaluation, game, .. } = file;
            let here = P::NAME;
            CatalogError::Input(format!(
                "a weight file for `{evaluation}` of {game}: expected one for {expected} of {here}"
            ))
        })
    }

    /// The names of those with tables that are learned.
    #[must_use]
    pub fn learned(&self) -> Vec<&'static str> {
        let rows = self.0.iter().filter(|row| row.learned_row().is_some());
        rows.map(|row| row.info().name).collect()
    }

    /// The names of those with weights.
    #[must_use]
    pub fn weighted(&self) -> Vec<&'static str> {
        let infos = self.0.iter().map(EvaluationRow::info);
        infos.filter(|info| info.weights.is_some()).map(|info| info.name).collect()
    }
}

/// Whether the name of an evaluation is the path of a weight file.
#[must_use]
pub(crate) fn is_path(name: &str) -> bool {
    name.contains(['/', '\\', '.'])
}

/// Bytes of the largest weight file: a hundred times the largest that is shipped.
const LARGEST: u64 = 1 << 20;

/// Reads a weight file.
///
/// # Errors
/// When the file cannot be read, is too large, or makes no sense.
pub(crate) fn read_weights(path: &str) -> Result<WeightFile, CatalogError> {
    let text = plyground_arena::files::read_text(Path::new(path), LARGEST)
        .map_err(|error| CatalogError::Input(format!("cannot read weight file `{path}`: {error}")))?;
    Ok(WeightFile::read(path, &text)?)
}
