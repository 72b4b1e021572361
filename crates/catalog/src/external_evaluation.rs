//! External evaluations, called with plain data, and their tunable weights.

use std::fmt::Write as _;
use std::sync::Arc;

use plyground_eval::{VERSION, WeightError, WeightFile};
use plyground_game::{Evaluate, Move, Parameter, Position, Score, Side, Tunable, TuneError};
use plyground_search::{Evaluator, Leaf, StaticEvaluator, Stopped};

use crate::weights::WeightSet;

/// Returns the value of a position in its notation, for the side to move.
type Value = dyn Fn(&str) -> f64 + Send + Sync;

/// Returns prior weights of the actions in a position in its notation, by action number; `None` if there are none.
type Priors = dyn Fn(&str) -> Option<Vec<f64>> + Send + Sync;

/// An external evaluation, called with plain data. It is slow, because every leaf is written as text.
///
/// ```
/// use plyground_catalog::{ExternalEvaluation, ExternalWeights, WeightSet as _};
/// use plyground_game::Parameter;
///
/// // What a seed in the own store is worth, with the stores as the notation has them: `<houses,south,north,...> side`.
/// let store = Parameter { name: "store", about: "a seed", min: -9.0, max: 9.0, default: 1.0, step: 0.5 };
/// let weights = ExternalWeights::new("kalah", "stores", vec![store], |values| {
///     let store = values[0];
///     ExternalEvaluation::new("stores", move |position| {
///         let numbers: Vec<f64> = position[1..].split([',', '>']).map_while(|number| number.parse().ok()).collect();
///         let lead = numbers[1] - numbers[2];
///         store * if position.ends_with('S') { lead } else { -lead }
///     })
/// })?;
///
/// assert_eq!(weights.evaluation(&[2.0]).name(), "stores");
/// assert!(weights.with(&[2.5])?.to_string().contains("[store]"));
/// assert!(weights.with(&[10.0]).is_err());
/// # Ok::<(), plyground_catalog::CatalogError>(())
/// ```
#[derive(Clone)]
pub struct ExternalEvaluation {
    name: Arc<str>,
    content: Arc<str>,
    value: Arc<Value>,
    priors: Option<Arc<Priors>>,
}

/// Units of a score per unit of an external value.
const SCALE: u32 = 1_000;

impl ExternalEvaluation {
    /// Creates an evaluation from its name and value function.
    pub fn new(name: &str, value: impl Fn(&str) -> f64 + Send + Sync + 'static) -> ExternalEvaluation {
        ExternalEvaluation { name: name.into(), content: "".into(), value: Arc::new(value), priors: None }
    }

    /// Sets what the values depend on beyond the name, such as weights. It is part of a run's identity.
    #[must_use]
    pub fn made_of(self, content: &str) -> ExternalEvaluation {
        ExternalEvaluation { content: content.into(), ..self }
    }

    /// Adds prior weights of the actions for tree searches, by action number. A missing action has the weight 0. If the function
    /// returns `None`, the values after the moves are the priors.
    #[must_use]
    pub fn with_priors(self, priors: impl Fn(&str) -> Option<Vec<f64>> + Send + Sync + 'static) -> ExternalEvaluation {
        ExternalEvaluation { priors: Some(Arc::new(priors)), ..self }
    }

    /// Returns its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns what its values depend on beyond the name.
    #[must_use]
    pub fn content(&self) -> &str {
        &self.content
    }
}

plyground_game::impl_debug!(ExternalEvaluation { name });

/// Compares identity.
impl PartialEq for ExternalEvaluation {
    fn eq(&self, other: &ExternalEvaluation) -> bool {
        Arc::ptr_eq(&self.value, &other.value)
    }
}

impl Eq for ExternalEvaluation {}

impl<P: Position> Evaluate<P> for ExternalEvaluation {
    type Path = ();

    fn scale(&self) -> u32 {
        SCALE
    }

    fn evaluate(&self, pos: &P, (): &(), side: Side) -> Score {
        // A NaN becomes 0, and a value that is too large becomes the limit.
        let value = ((self.value)(&pos.to_string()) * f64::from(SCALE)).round() as i32;
        let limit = Score::EVAL_LIMIT;
        let value = value.clamp(-limit, limit);
        Score::new(if side == pos.side_to_move() { value } else { -value })
    }
}

/// An external evaluation in a tree search. Its values are log odds of winning, and it may have its own priors.
pub(crate) struct ExternalEvaluator {
    external: ExternalEvaluation,
    values: StaticEvaluator<ExternalEvaluation>,
}

impl ExternalEvaluator {
    pub(crate) fn new(external: &ExternalEvaluation) -> ExternalEvaluator {
        ExternalEvaluator { external: external.clone(), values: StaticEvaluator::new(external.clone(), 1.0) }
    }
}

impl<P: Position> Evaluator<P> for ExternalEvaluator {
    fn value(&mut self, leaf: &mut Leaf<'_, P>) -> Result<f64, Stopped> {
        self.values.value(leaf)
    }

    fn priors(&mut self, leaf: &mut Leaf<'_, P>, moves: &[P::Move]) -> Result<Option<Vec<f64>>, Stopped> {
        let weights = self.external.priors.as_ref().and_then(|priors| priors(&leaf.position().to_string()));
        let Some(weights) = weights else { return self.values.priors(leaf, moves) };
        Ok(Some(moves.iter().map(|mv| weights.get(mv.index()).copied().unwrap_or(0.0)).collect()))
    }
}

/// Creates the evaluation of some weights.
type Make = dyn Fn(&[f64]) -> ExternalEvaluation + Send + Sync;

/// Tunable weights of an external evaluation.
#[derive(Clone)]
pub struct ExternalWeights {
    game: String,
    name: String,
    parameters: Vec<Parameter>,
    make: Arc<Make>,
}

impl ExternalWeights {
    /// Creates the weights of the evaluation `name` of `game`, each with its start value. `make` creates the evaluation of other
    /// weights.
    ///
    /// # Errors
    /// Fails if a weight file cannot hold weights of these names.
    pub fn new(
        game: &str,
        name: &str,
        parameters: Vec<Parameter>,
        make: impl Fn(&[f64]) -> ExternalEvaluation + Send + Sync + 'static,
    ) -> Result<ExternalWeights, WeightError> {
        let weights = ExternalWeights { game: game.into(), name: name.into(), parameters, make: Arc::new(make) };
        let file = weights.file(&Tunable::values(&weights))?;
        let written = file.features.iter().map(|feature| feature.name.as_str());
        if !written.eq(weights.parameters.iter().map(|parameter| parameter.name)) {
            let names: Vec<&str> = weights.parameters.iter().map(|parameter| parameter.name).collect();
            let message = format!("found weights `{}`, expected names that a weight file can hold", names.join("`, `"));
            return Err(WeightError { source_name: name.into(), line: 1, message });
        }
        Ok(weights)
    }

    /// Returns the name of the evaluation.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the evaluation with these weights.
    #[must_use]
    pub fn evaluation(&self, values: &[f64]) -> ExternalEvaluation {
        (self.make)(values)
    }

    /// Returns a weight file with these values, in the order of the parameters.
    fn file(&self, values: &[f64]) -> Result<WeightFile, WeightError> {
        let quoted = |text: &str| toml::Value::from(text).to_string();
        let (game, name) = (quoted(&self.game), quoted(&self.name));
        let mut text = format!("game = {game}\nevaluation = {name}\nversion = {VERSION}\n");
        for (parameter, value) in self.parameters.iter().zip(values) {
            write!(text, "[{}]\nweight = {value:?}\n", parameter.name).expect("a string takes any text");
        }
        WeightFile::read(&self.name, &text)
    }
}

plyground_game::impl_debug!(ExternalWeights { name, parameters });

impl Tunable for ExternalWeights {
    fn parameters(&self) -> Vec<Parameter> {
        self.parameters.clone()
    }

    fn values(&self) -> Vec<f64> {
        self.parameters.iter().map(|parameter| parameter.default).collect()
    }

    fn set_values(&mut self, values: &[f64]) -> Result<(), TuneError> {
        self.check(values)?;
        for (parameter, &value) in self.parameters.iter_mut().zip(values) {
            parameter.default = value;
        }
        Ok(())
    }
}

impl WeightSet for ExternalWeights {
    fn parameters(&self) -> Vec<Parameter> {
        Tunable::parameters(self)
    }

    fn values(&self) -> Vec<f64> {
        Tunable::values(self)
    }

    fn with(&self, values: &[f64]) -> Result<WeightFile, TuneError> {
        self.check(values)?;
        Ok(self.file(values).expect("the names have been written and read before"))
    }
}
