//! All evaluations of a game, by name and by weight file.

use std::path::Path;
use std::sync::Arc;

use plyground_eval::{Network, NetworkInputs, WeightFile, WithNetwork};
use plyground_game::notation::quote;
use plyground_game::options::one_of;
use plyground_game::{Nothing, SearchHints};
use plyground_play::Observation;

use crate::erased::Erased;
use crate::error::CatalogError;
use crate::evaluation::{Evaluation, EvaluationRow};
use crate::learned_row::LearnedRow;
use crate::network::{self, NetworkSpec, OfPlanes, PLANES};

/// Base and inputs of a network.
struct Parts<P> {
    base: Erased<P>,
    inputs: Arc<dyn NetworkInputs<P>>,
}

/// The evaluations of a game, the default first. The last one is always `nothing`.
///
/// ```
/// use plyground_catalog::{EvaluationRow, Evaluations};
/// use plyground_eval::tigers::Material;
/// use plyground_tigers::Tigers;
///
/// let mut evaluations = Evaluations::<Tigers>::default();
/// evaluations.add(EvaluationRow::new("material", "goats taken", Material));
/// let names: Vec<&str> = evaluations.iter().map(|row| row.info().name).collect();
/// assert_eq!(names, ["material", "nothing"]);
/// assert!(evaluations.named(Some("mobility")).is_err());
/// ```
#[derive(Debug)]
pub struct Evaluations<P: SearchHints> {
    /// Name of the game.
    game: &'static str,
    rows: Vec<EvaluationRow<P>>,
    /// Encoding of positions in planes, which can be the inputs of a network.
    observation: Option<Observation<P>>,
}

impl<P: SearchHints> Default for Evaluations<P> {
    fn default() -> Evaluations<P> {
        let nothing = EvaluationRow::new("nothing", "0 everywhere: only finished games count", Nothing);
        Evaluations { game: P::NAME, rows: vec![nothing], observation: None }
    }
}

impl<P: SearchHints> Evaluations<P> {
    /// Adds an evaluation; one of the same name is replaced.
    pub fn add(&mut self, row: EvaluationRow<P>) {
        self.rows.retain(|other| other.info().name != row.info().name);
        let end = self.rows.len().saturating_sub(1);
        self.rows.insert(end, row);
    }

    /// Returns the evaluations of the game of this name.
    pub(crate) fn of_game(self, game: &'static str) -> Evaluations<P> {
        Evaluations { game, ..self }
    }

    /// Allows the planes of an observation as inputs of networks.
    pub(crate) fn observe(&mut self, observation: Observation<P>) {
        self.observation = Some(observation);
    }

    /// Returns the rows.
    pub fn iter(&self) -> impl Iterator<Item = &EvaluationRow<P>> {
        self.rows.iter()
    }

    /// Returns the evaluation of this name, or of the weight file at this path; the default without a name.
    ///
    /// # Errors
    /// Fails if the game has no evaluation of that name or the file cannot be read.
    pub fn named(&self, name: Option<&str>) -> Result<Evaluation<P>, CatalogError> {
        match name {
            Some(path) if is_path(path) => self.of_file(&read_weights(path)?),
            name => Ok(self.row(name)?.make(None)?),
        }
    }

    /// Returns the evaluation that a weight file describes.
    ///
    /// # Errors
    /// Fails if the file is for another game or evaluation, or its weights are wrong.
    pub fn of_file(&self, file: &WeightFile) -> Result<Evaluation<P>, CatalogError> {
        if file.evaluation == Network::NAME {
            return self.network(file);
        }
        Ok(self.reader(file)?.make(Some(file))?)
    }

    /// Returns the evaluation of a network's weight file.
    fn network(&self, file: &WeightFile) -> Result<Evaluation<P>, CatalogError> {
        let (spec, network) = self.network_spec(file)?;
        let Parts { base, inputs } = self.parts(&spec)?;
        Ok(Evaluation::new(WithNetwork::new(base, inputs, network)))
    }

    /// Returns the spec of a weight file's network, and the network.
    ///
    /// # Errors
    /// Fails if the file is for another game or invalid.
    pub(crate) fn network_spec(&self, file: &WeightFile) -> Result<(NetworkSpec, Network), CatalogError> {
        self.reader(file)?;
        let network = Network::from_file(file)?;
        let name = |name: &Option<String>| name.clone().unwrap_or_default();
        let (count, hidden) = (network.inputs(), network.hidden());
        Ok((NetworkSpec { base: name(&file.base), inputs: name(&file.inputs), count, hidden }, network))
    }

    /// Returns the name and number of a network's inputs: the features of this name, the game's first features if there is no
    /// name, or planes of this size.
    ///
    /// # Errors
    /// Fails if the game has no such inputs.
    pub(crate) fn network_inputs(&self, name: Option<&str>, planes: usize) -> Result<(String, usize), CatalogError> {
        let first = || self.rows.iter().find(|row| row.inputs().is_some()).map(|row| row.info().name);
        let found = name.or_else(first).unwrap_or(PLANES);
        let spec = NetworkSpec { base: "nothing".into(), inputs: found.into(), count: planes, hidden: 0 };
        if found == PLANES && self.observation.is_some() {
            return Ok((spec.inputs, planes));
        }
        let row = self.rows.iter().find(|row| row.info().name == found).and_then(EvaluationRow::inputs);
        row.map(|(count, _)| (spec.inputs, count)).ok_or_else(|| self.no_inputs(found))
    }

    fn no_inputs(&self, found: &str) -> CatalogError {
        let rows = self.rows.iter().filter(|row| row.inputs().is_some()).map(|row| row.info().name);
        let names: Vec<&str> = rows.chain(self.observation.map(|_| PLANES)).collect();
        let expected = if names.is_empty() {
            "a game with observations, or with tables that can be learned".to_owned()
        } else {
            one_of(names)
        };
        CatalogError::Input(format!("no inputs {} of a network in {}: expected {expected}", quote(found), self.game))
    }

    /// Returns the functions that learning needs of a network.
    ///
    /// # Errors
    /// Fails if the game has no such base or inputs.
    pub(crate) fn network_row(&self, spec: &NetworkSpec) -> Result<LearnedRow, CatalogError> {
        let Parts { base, inputs } = self.parts(spec)?;
        Ok(network::row(self.game, spec, base, inputs))
    }

    /// Returns the base and the inputs of a network.
    fn parts(&self, spec: &NetworkSpec) -> Result<Parts<P>, CatalogError> {
        let base = self.row(Some(&spec.base))?.erased()?;
        let base = base.ok_or_else(|| {
            let evaluation = &spec.base;
            CatalogError::Input(format!(
                "evaluation `{evaluation}` depends on the path to a position: expected another base of the network"
            ))
        })?;
        if let (PLANES, Some(observation)) = (spec.inputs.as_str(), self.observation) {
            return Ok(Parts { base, inputs: OfPlanes::boxed(observation, spec.count) });
        }
        let row = self.rows.iter().find(|row| row.info().name == spec.inputs).and_then(EvaluationRow::inputs);
        let (count, inputs) = row.ok_or_else(|| self.no_inputs(&spec.inputs))?;
        if count != spec.count {
            let NetworkSpec { inputs, count: found, .. } = spec;
            return Err(CatalogError::Input(format!(
                "a network of {found} inputs, expected the {count} of `{inputs}`"
            )));
        }
        Ok(Parts { base, inputs: Arc::clone(inputs) })
    }

    /// Returns the row of an evaluation; the default without a name.
    ///
    /// # Errors
    /// Fails if the game has no evaluation of that name.
    pub fn row(&self, name: Option<&str>) -> Result<&EvaluationRow<P>, CatalogError> {
        let Some(name) = name else { return Ok(&self.rows[0]) };
        let known = self.rows.iter().map(|row| row.info().name);
        let found = self.rows.iter().find(|row| row.info().name == name);
        found.ok_or_else(|| CatalogError::unknown_evaluation(name, self.game, known))
    }

    /// Returns the row that reads a weight file; for a network, the row of its base.
    ///
    /// # Errors
    /// Fails if the file is for another game or evaluation.
    pub fn reader(&self, file: &WeightFile) -> Result<&EvaluationRow<P>, CatalogError> {
        if let Some(base) = &file.base
            && file.game == self.game
            && file.evaluation == Network::NAME
        {
            return self.row(Some(base));
        }
        self.rows.iter().find(|row| row.reads(file)).ok_or_else(|| {
            let expected = one_of(self.rows.iter().filter(|row| row.form().is_some()).map(|row| row.info().name));
            let WeightFile { evaluation, game, .. } = file;
            let here = self.game;
            CatalogError::Input(format!(
                "a weight file for `{evaluation}` of {game}: expected one for {expected} of {here}"
            ))
        })
    }
}

/// Returns whether the name of an evaluation is the path of a weight file.
#[must_use]
pub(crate) fn is_path(name: &str) -> bool {
    name.contains(['/', '\\', '.'])
}

/// Maximum size of a weight file in bytes: a network of 128 neurons over the planes of a large board.
pub(crate) const LARGEST: u64 = 1 << 23;

/// Reads a weight file.
///
/// # Errors
/// Fails if the file cannot be read, is too large, or is invalid.
pub(crate) fn read_weights(path: &str) -> Result<WeightFile, CatalogError> {
    let text = plyground_arena::files::read_text(Path::new(path), LARGEST)
        .map_err(|error| CatalogError::Input(format!("cannot read weight file `{path}`: {error}")))?;
    Ok(WeightFile::read(path, &text)?)
}
