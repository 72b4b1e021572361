//! The evaluations of a game, one row each.

use std::sync::Arc;

use plyground_eval::{
    FeatureInputs, Features, Learned, Linear, NetworkInputs, SparseFeatures, Tables, WeightError, WeightFile, Weighted,
};
use plyground_game::{Evaluate, Parameter, Score, SearchHints, Side, Term};
use plyground_search::{Agent, Evaluator, SearchAgent, SearchKind, StaticEvaluator};

use crate::erased::Erased;
use crate::error::CatalogError;
use crate::learned_row::LearnedRow;
use crate::value::Value;
use crate::weights::{TypedWeights, WeightSet};

/// The description of an evaluation.
#[derive(Clone, Copy, Debug)]
pub struct EvaluationInfo {
    /// Name in specs.
    pub name: &'static str,
    /// Short description.
    pub about: &'static str,
    /// Lead in the evaluation's unit that makes 73 % of the points; twice this lead makes 88 %.
    pub lead: f64,
    /// Unit in the plural, such as `seeds`; `points` by default.
    pub unit: &'static str,
    /// Shipped weight file, if it has weights. The file names the evaluation that reads it, which several names can share.
    pub weights: Option<&'static str>,
    /// Evaluations whose shipped weights are the final opponents of tuned ones. They must have the same parameters.
    pub meets: &'static [&'static str],
    /// Range in which a tuner draws random weights; by default the whole range.
    pub draw: Option<DrawRange>,
}

/// Returns the range in which random values of a parameter are drawn.
pub type DrawRange = fn(&Parameter) -> Option<(f64, f64)>;

/// An evaluation with its type erased, for searches and explanations.
pub struct Evaluation<P: SearchHints>(Arc<dyn AnyEvaluation<P>>);

plyground_game::impl_debug!(Evaluation {} for [P: SearchHints] Evaluation<P>);

impl<P: SearchHints> Evaluation<P> {
    /// Erases the type of an evaluation that does not depend on the path. All such evaluations share one copy of every search.
    pub fn new<E: Evaluate<P, Path = ()> + 'static>(evaluation: E) -> Evaluation<P> {
        Evaluation::of_erased(Erased::new(evaluation))
    }

    /// Wraps an evaluation whose type is already erased.
    pub(crate) fn of_erased(evaluation: Erased<P>) -> Evaluation<P> {
        Evaluation(Arc::new(Compiled(evaluation)))
    }

    /// Compiles every search for an evaluation, which may depend on the path. It needs no virtual call per leaf.
    pub fn compiled<E: Evaluate<P> + Clone + 'static>(evaluation: E) -> Evaluation<P> {
        Evaluation(Arc::new(Compiled(evaluation)))
    }

    /// Compiles principal variation search for an evaluation, and no other search. The game's strongest agent plays by it.
    pub fn compiled_for_pvs<E: Evaluate<P, Path = ()> + Clone + 'static>(evaluation: E) -> Evaluation<P> {
        let erased = Compiled(Erased::new(evaluation.clone()));
        Evaluation(Arc::new(CompiledForPvs { evaluation, erased }))
    }

    /// Returns an agent that searches like `search` with this evaluation.
    #[must_use]
    pub fn agent<F>(&self, search: SearchAgent<F>) -> Box<dyn Agent<P>> {
        self.0.agent(search.with_evaluation(()))
    }

    /// Returns an evaluator for tree searches with the same values. A lead of `lead` makes 73 % of the points.
    #[must_use]
    pub fn evaluator(&self, lead: f64) -> Box<dyn Evaluator<P>> {
        self.0.evaluator(lead)
    }

    /// Returns whether its values can depend on the path to a position.
    #[must_use]
    pub fn is_by_path(&self) -> bool {
        self.0.is_by_path()
    }

    /// Explains the value for a side of the position at the end of a line from `root`.
    #[must_use]
    pub fn explain(&self, root: &P, line: &[P::Move], side: Side) -> Explained {
        self.0.explain(root, line, side)
    }
}

/// A value with its contributions.
#[derive(Clone, PartialEq, Debug)]
pub struct Explained {
    /// The value.
    pub score: Score,
    /// Units of the score per unit of the terms.
    pub scale: u32,
    /// Contributions that add up to the value; empty if an evaluation has no parts.
    pub terms: Vec<Term>,
}

impl Explained {
    /// Returns the value in the unit of the terms.
    #[must_use]
    pub fn value(&self) -> Value {
        Value::new(self.score, self.scale)
    }
}

trait AnyEvaluation<P: SearchHints>: Send + Sync {
    fn is_by_path(&self) -> bool;
    fn agent(&self, search: SearchAgent<()>) -> Box<dyn Agent<P>>;
    fn evaluator(&self, lead: f64) -> Box<dyn Evaluator<P>>;
    fn explain(&self, root: &P, line: &[P::Move], side: Side) -> Explained;
}

struct Compiled<E>(E);

impl<P: SearchHints, E: Evaluate<P> + Clone + 'static> AnyEvaluation<P> for Compiled<E> {
    fn is_by_path(&self) -> bool {
        E::BY_PATH
    }

    fn agent(&self, search: SearchAgent<()>) -> Box<dyn Agent<P>> {
        Box::new(search.with_evaluation(self.0.clone()))
    }

    fn evaluator(&self, lead: f64) -> Box<dyn Evaluator<P>> {
        Box::new(StaticEvaluator::new(self.0.clone(), lead))
    }

    fn explain(&self, root: &P, line: &[P::Move], side: Side) -> Explained {
        let evaluation = &self.0;
        let (mut pos, mut path) = (root.clone(), evaluation.start(root));
        for &mv in line {
            let after = pos.after(mv);
            path = evaluation.extend(&path, &pos, mv, &after);
            pos = after;
        }
        Explained {
            score: evaluation.evaluate(&pos, &path, side),
            scale: evaluation.scale(),
            terms: evaluation.explain(&pos, &path, side),
        }
    }
}

struct CompiledForPvs<P: SearchHints, E> {
    evaluation: E,
    erased: Compiled<Erased<P>>,
}

impl<P: SearchHints, E: Evaluate<P, Path = ()> + Clone + 'static> AnyEvaluation<P> for CompiledForPvs<P, E> {
    fn is_by_path(&self) -> bool {
        self.erased.is_by_path()
    }

    fn agent(&self, search: SearchAgent<()>) -> Box<dyn Agent<P>> {
        match search.algorithm() {
            SearchKind::Pvs => Box::new(search.with_evaluation(self.evaluation.clone()).only_pvs()),
            _ => self.erased.agent(search),
        }
    }

    fn evaluator(&self, lead: f64) -> Box<dyn Evaluator<P>> {
        self.erased.evaluator(lead)
    }

    fn explain(&self, root: &P, line: &[P::Move], side: Side) -> Explained {
        self.erased.explain(root, line, side)
    }
}

/// The evaluation that a row creates.
enum Made<P: SearchHints> {
    /// Does not depend on the path.
    Erased(Erased<P>),
    /// May depend on the path.
    ByPath(Evaluation<P>),
}

/// Creates an evaluation with the weights of a file or its own.
type Make<P> = Box<dyn Fn(Option<&WeightFile>) -> Result<Made<P>, WeightError> + Send + Sync>;

/// Returns the weights of a file for tuning.
type ReadWeights = fn(&WeightFile) -> Result<Box<dyn WeightSet>, WeightError>;

/// An evaluation of a game: its name, description and constructor.
///
/// ```
/// use plyground_catalog::EvaluationRow;
/// use plyground_eval::tigers::Material;
/// use plyground_tigers::Tigers;
///
/// let row = EvaluationRow::<Tigers>::new("material", "goats taken", Material).lead(2.0);
/// assert_eq!((row.info().name, row.info().lead), ("material", 2.0));
/// ```
pub struct EvaluationRow<P: SearchHints> {
    info: EvaluationInfo,
    make: Make<P>,
    weights: Option<Weights>,
    learned: Option<LearnedRow>,
    inputs: Option<(usize, Arc<dyn NetworkInputs<P>>)>,
}

plyground_game::impl_debug!(EvaluationRow { info } for [P: SearchHints] EvaluationRow<P>);

/// Weights of a row.
struct Weights {
    /// The evaluation that weight files name.
    form: &'static str,
    /// Reads them for tuning; `None` for tables, which are learned.
    hold: Option<ReadWeights>,
}

impl<P: SearchHints> EvaluationRow<P> {
    /// Creates the row of an evaluation without weights that does not depend on the path.
    pub fn new<E>(name: &'static str, about: &'static str, evaluation: E) -> EvaluationRow<P>
    where
        E: Evaluate<P, Path = ()> + Clone + 'static,
    {
        EvaluationRow::made(name, about, None, None, move |_| Ok(Made::Erased(Erased::new(evaluation.clone()))))
    }

    /// Creates the row of an evaluation that is expensive to create and does not depend on the path. It is created on first use.
    pub fn made_when_asked<E>(name: &'static str, about: &'static str) -> EvaluationRow<P>
    where
        E: Evaluate<P, Path = ()> + Default + 'static,
    {
        EvaluationRow::made(name, about, None, None, |_| Ok(Made::Erased(Erased::new(E::default()))))
    }

    /// Creates the row of a linear evaluation with the name and the weight file of its feature set.
    #[must_use]
    pub fn linear<F: Features<Game = P>>(about: &'static str) -> EvaluationRow<P> {
        EvaluationRow::weighted::<Linear<F>>(about)
    }

    /// Creates the row of an evaluation with weights that does not depend on the path, with its own name and default weights. A
    /// default file that cannot be read is reported on every use.
    #[must_use]
    pub fn weighted<E>(about: &'static str) -> EvaluationRow<P>
    where
        E: Evaluate<P, Path = ()> + Weighted + Clone + Send + Sync + 'static,
    {
        EvaluationRow::with_weights::<E>(E::NAME, about, E::DEFAULTS)
    }

    /// Creates such a row with another name and other shipped weights, given as text.
    #[must_use]
    pub fn with_weights<E>(name: &'static str, about: &'static str, weights: &'static str) -> EvaluationRow<P>
    where
        E: Evaluate<P, Path = ()> + Weighted + Clone + Send + Sync + 'static,
    {
        EvaluationRow::made(
            name,
            about,
            Some(weights),
            Some(Weights { form: E::NAME, hold: Some(hold::<E>) }),
            move |file| Ok(Made::Erased(Erased::new(read::<E>(name, weights, file)?))),
        )
    }

    /// Creates the row of an evaluation with weights that depends on the path, with its own name and default weights.
    #[must_use]
    pub fn weighted_by_path<E>(about: &'static str) -> EvaluationRow<P>
    where
        E: Evaluate<P> + Weighted + Clone + Send + Sync + 'static,
    {
        let weights = Weights { form: E::NAME, hold: Some(hold::<E>) };
        EvaluationRow::made(E::NAME, about, Some(E::DEFAULTS), Some(weights), |file| {
            Ok(Made::ByPath(Evaluation::compiled(read::<E>(E::NAME, E::DEFAULTS, file)?)))
        })
    }

    /// Creates the row of tables over sparse features on top of a base, by default the shipped ones. `ply learn` fits the tables,
    /// and their files are read like weight files.
    #[must_use]
    pub fn learned<B, F>(about: &'static str) -> EvaluationRow<P>
    where
        B: Evaluate<P, Path = ()> + Default + Clone + 'static,
        F: SparseFeatures<Game = P>,
    {
        let weights = Weights { form: F::NAME, hold: None };
        let row = EvaluationRow::made(F::NAME, about, None, Some(weights), |file| {
            let tables = file.map_or_else(|| Ok(F::shipped()), Tables::<F>::from_file)?;
            Ok(Made::Erased(Erased::new(Learned::new(B::default(), tables))))
        });
        let inputs: Arc<dyn NetworkInputs<P>> = Arc::new(FeatureInputs::<F>::default());
        let inputs = Some((Tables::<F>::inputs(), inputs));
        EvaluationRow { learned: Some(LearnedRow::of::<P, B, F>()), inputs, ..row }
    }

    fn made(
        name: &'static str,
        about: &'static str,
        text: Option<&'static str>,
        weights: Option<Weights>,
        make: impl Fn(Option<&WeightFile>) -> Result<Made<P>, WeightError> + Send + Sync + 'static,
    ) -> EvaluationRow<P> {
        let info = EvaluationInfo { name, about, lead: 1.0, unit: "points", weights: text, meets: &[], draw: None };
        EvaluationRow { info, make: Box::new(make), weights, learned: None, inputs: None }
    }

    /// Sets the lead, see [`EvaluationInfo::lead`]; the default is 1.
    #[must_use]
    pub fn lead(mut self, lead: f64) -> EvaluationRow<P> {
        self.info.lead = lead;
        self
    }

    /// Sets the unit in the plural, such as `seeds`.
    #[must_use]
    pub fn unit(mut self, unit: &'static str) -> EvaluationRow<P> {
        self.info.unit = unit;
        self
    }

    /// Names evaluations whose shipped weights are the final opponents of tuned ones.
    #[must_use]
    pub fn meets(mut self, names: &'static [&'static str]) -> EvaluationRow<P> {
        self.info.meets = names;
        self
    }

    /// Sets the range in which a tuner draws random weights.
    #[must_use]
    pub fn draws_from(mut self, range: DrawRange) -> EvaluationRow<P> {
        self.info.draw = Some(range);
        self
    }

    /// Returns the description of the evaluation.
    #[must_use]
    pub fn info(&self) -> &EvaluationInfo {
        &self.info
    }

    /// Creates the evaluation with its own weights or those of a file.
    ///
    /// # Errors
    /// Fails if the weights are wrong.
    pub fn make(&self, weights: Option<&WeightFile>) -> Result<Evaluation<P>, WeightError> {
        Ok(match (self.make)(weights)? {
            Made::Erased(evaluation) => Evaluation::of_erased(evaluation),
            Made::ByPath(evaluation) => evaluation,
        })
    }

    /// Returns the evaluation with its own weights; `None` if it may depend on the path.
    pub(crate) fn erased(&self) -> Result<Option<Erased<P>>, WeightError> {
        Ok(match (self.make)(None)? {
            Made::Erased(evaluation) => Some(evaluation),
            Made::ByPath(_) => None,
        })
    }

    /// Returns the inputs of its tables with their number.
    pub(crate) fn inputs(&self) -> Option<(usize, &Arc<dyn NetworkInputs<P>>)> {
        self.inputs.as_ref().map(|(count, inputs)| (*count, inputs))
    }

    /// Returns whether it reads a weight file.
    pub(crate) fn reads(&self, file: &WeightFile) -> bool {
        file.game == P::NAME && self.form() == Some(&file.evaluation)
    }

    /// Returns the evaluation that its weight files name; `None` if it reads none.
    pub(crate) fn form(&self) -> Option<&'static str> {
        self.weights.as_ref().map(|weights| weights.form)
    }

    /// Returns the weights of a file for tuning.
    ///
    /// # Errors
    /// Fails if it has no weights or those of the file are wrong.
    pub fn hold(&self, file: &WeightFile) -> Result<Box<dyn WeightSet>, CatalogError> {
        let none = || CatalogError::weightless(self.info.name, "another one");
        let hold = self.weights.as_ref().and_then(|weights| weights.hold).ok_or_else(none)?;
        Ok(hold(file)?)
    }

    /// Returns the functions that learning needs; `None` if the evaluation has no tables.
    #[must_use]
    pub fn learned_row(&self) -> Option<&LearnedRow> {
        self.learned.as_ref()
    }
}

fn read<E: Weighted>(name: &str, shipped: &str, file: Option<&WeightFile>) -> Result<E, WeightError> {
    match file {
        Some(file) => E::from_weights(file),
        None => E::from_weights(&WeightFile::read(name, shipped)?),
    }
}

fn hold<E: Weighted + Clone + Send + Sync + 'static>(file: &WeightFile) -> Result<Box<dyn WeightSet>, WeightError> {
    Ok(Box::new(TypedWeights(E::from_weights(file)?)))
}
