//! Weights, tables and networks of a game's evaluations.

use plyground_eval::WeightFile;
use plyground_game::SearchHints;
use plyground_play::State;

use super::ErasedGame;
use crate::error::CatalogError;
use crate::evaluation::EvaluationInfo;
use crate::learned_row::LearnedRow;
use crate::network::NetworkSpec;
use crate::weighting::{Explain, Weighting};

/// A game whose evaluations have weights, tables or networks that can be tuned and learned.
pub trait LearnableGame {
    /// Reads the weights of a file.
    ///
    /// # Errors
    /// Fails if the file is for another game or evaluation, or its weights are wrong.
    fn weighting(&self, file: &WeightFile) -> Result<Weighting, CatalogError>;

    /// Returns the evaluation that reads a weight file.
    ///
    /// # Errors
    /// Fails if the file is for another game or evaluation.
    fn reader(&self, file: &WeightFile) -> Result<&EvaluationInfo, CatalogError>;

    /// Returns the learnable tables with the names of their evaluations.
    fn learned_rows(&self) -> Vec<(&'static str, &LearnedRow)>;

    /// Returns the name and number of a network's inputs: those of the evaluation with tables of this name, of the first such
    /// evaluation if there is no name, or the planes of games like this one.
    ///
    /// # Errors
    /// Fails if the game has no such inputs.
    fn network_inputs(&self, name: Option<&str>, like: &dyn State) -> Result<(String, usize), CatalogError>;

    /// Returns the functions that learning needs of a network.
    ///
    /// # Errors
    /// Fails if the game has no such base or inputs.
    fn network_row(&self, spec: &NetworkSpec) -> Result<LearnedRow, CatalogError>;

    /// Returns the description of a weight file's network.
    ///
    /// # Errors
    /// Fails if the file is for another game, or not of a network.
    fn network_spec(&self, file: &WeightFile) -> Result<NetworkSpec, CatalogError>;
}

impl<P: SearchHints> LearnableGame for ErasedGame<P> {
    fn weighting(&self, file: &WeightFile) -> Result<Weighting, CatalogError> {
        let row = self.entry.evaluations().reader(file)?;
        let (weights, evaluation) = (row.hold(file)?, row.make(Some(file))?);
        let is_by_path = evaluation.is_by_path();
        let explain = move |state: &dyn State| {
            let game = state.typed::<P>().expect("a state of this game");
            let pos = game.position();
            evaluation.explain(pos, &[], pos.side_to_move()).terms
        };
        Ok(Weighting { info: *row.info(), weights, explain: (!is_by_path).then(|| Box::new(explain) as Box<Explain>) })
    }

    fn reader(&self, file: &WeightFile) -> Result<&EvaluationInfo, CatalogError> {
        Ok(self.entry.evaluations().reader(file)?.info())
    }

    fn learned_rows(&self) -> Vec<(&'static str, &LearnedRow)> {
        let rows = self.entry.evaluations().iter();
        rows.filter_map(|row| Some((row.info().name, row.learned_row()?))).collect()
    }

    fn network_inputs(&self, name: Option<&str>, like: &dyn State) -> Result<(String, usize), CatalogError> {
        let planes = like.observation_shape().map_or(0, |shape| shape.iter().product());
        self.entry.evaluations().network_inputs(name, planes)
    }

    fn network_row(&self, spec: &NetworkSpec) -> Result<LearnedRow, CatalogError> {
        self.entry.evaluations().network_row(spec)
    }

    fn network_spec(&self, file: &WeightFile) -> Result<NetworkSpec, CatalogError> {
        Ok(self.entry.evaluations().network_spec(file)?.0)
    }
}
