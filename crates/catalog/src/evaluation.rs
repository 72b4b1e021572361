//! The evaluations of a game, one row each.
//!
//! ```
//! use plyground_catalog::EvaluationRow;
//! use plyground_eval::tigers::Material;
//! use plyground_tigers::Tigers;
//!
//! let row = EvaluationRow::<Tigers>::new("material", "goats taken", Material).lead(2.0);
//! assert_eq!((row.info().name, row.info().lead), ("material", 2.0));
//! ```

use std::sync::Arc;

use plyground_eval::{Features, Learned, Linear, SparseFeatures, Tables, WeightError, WeightFile, Weighted};
use plyground_game::{Evaluate, Parameter, Score, SearchHints, Side, Term};
use plyground_search::{Agent, Evaluator, SearchAgent, SearchKind, StaticEvaluator};

use crate::erased::Erased;
use crate::error::CatalogError;
use crate::learned_row::LearnedRow;
use crate::network::{Inputs, OfFeatures};
use crate::value::Value;
use crate::weights::{Held, WeightSet};

/// An evaluation as lists show it.
#[derive(Clone, Copy, Debug)]
pub struct EvaluationInfo {
    /// The name that chooses it.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// The lead that is worth 73 % of the points, in the evaluation's unit; twice as much is worth 88 %.
    pub lead: f64,
    /// What its values count, in the plural: `seeds`; points of its own when nothing is said.
    pub unit: &'static str,
    /// Its shipped weight file, where it has weights. The file says which evaluation reads it: several names can share one.
    pub weights: Option<&'static str>,
    /// Tuned weights meet these evaluations at the end, which must have weights of the same form.
    pub meets: &'static [&'static str],
    /// Where a tuner draws random weights from; from all of their range when nothing is said.
    pub draw: Option<DrawRange>,
}

/// The range in which random values of a parameter are drawn.
pub type DrawRange = fn(&Parameter) -> Option<(f64, f64)>;

/// An evaluation without its type, as searches and people use it.
pub struct Evaluation<P: SearchHints>(Arc<dyn AnyEvaluation<P>>);

plyground_game::impl_debug!(Evaluation {} for [P: SearchHints] Evaluation<P>);

impl<P: SearchHints> Evaluation<P> {
    /// Hides the type of an evaluation that does not see the path. All of them share one copy of every search.
    pub fn new<E: Evaluate<P, Path = ()> + 'static>(evaluation: E) -> Evaluation<P> {
        Evaluation::of_erased(Erased::new(evaluation))
    }

    /// Returns an evaluation whose type is hidden already.
    pub(crate) fn of_erased(evaluation: Erased<P>) -> Evaluation<P> {
        Evaluation(Arc::new(Compiled(evaluation)))
    }

    /// An evaluation that every search is compiled for: it needs no virtual call at a leaf, and may see the path.
    pub fn compiled<E: Evaluate<P> + Clone + 'static>(evaluation: E) -> Evaluation<P> {
        Evaluation(Arc::new(Compiled(evaluation)))
    }

    /// An evaluation that principal variation search is compiled for, and no other search: what a game's strongest agent plays by.
    pub fn compiled_for_pvs<E: Evaluate<P, Path = ()> + Clone + 'static>(evaluation: E) -> Evaluation<P> {
        let erased = Compiled(Erased::new(evaluation.clone()));
        Evaluation(Arc::new(CompiledForPvs { evaluation, erased }))
    }

    /// An agent that searches as `search` does, with this evaluation.
    #[must_use]
    pub fn agent<F>(&self, search: SearchAgent<F>) -> Box<dyn Agent<P>> {
        self.0.agent(search.with_evaluation(()))
    }

    /// An evaluator of tree searches with the same values; a lead of `lead` is worth 73 % of the points.
    #[must_use]
    pub fn evaluator(&self, lead: f64) -> Box<dyn Evaluator<P>> {
        self.0.evaluator(lead)
    }

    /// Whether its values can depend on the way to a position.
    #[must_use]
    pub fn is_by_path(&self) -> bool {
        self.0.is_by_path()
    }

    /// What the value for a side is made of, of the position where a line from `root` ends.
    #[must_use]
    pub fn explain(&self, root: &P, line: &[P::Move], side: Side) -> Explained {
        self.0.explain(root, line, side)
    }
}

/// A value, and what it is made of.
#[derive(Clone, PartialEq, Debug)]
pub struct Explained {
    /// The value.
    pub score: Score,
    /// How many units of the score make 1 in the unit of the terms.
    pub scale: u32,
    /// They add up to the value; empty where an evaluation has no parts.
    pub terms: Vec<Term>,
}

impl Explained {
    /// The value in the unit of the terms.
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

/// An evaluation as its row makes it.
enum Made<P: SearchHints> {
    /// It does not see the path.
    Erased(Erased<P>),
    /// It may see the path.
    ByPath(Evaluation<P>),
}

/// Makes an evaluation, with the weights of a file or with its own.
type Make<P> = Box<dyn Fn(Option<&WeightFile>) -> Result<Made<P>, WeightError> + Send + Sync>;

/// What is done with weights.
type Hold = fn(&WeightFile) -> Result<Box<dyn WeightSet>, WeightError>;

/// An evaluation of a game: its name, what it is, how it is made.
pub struct EvaluationRow<P: SearchHints> {
    info: EvaluationInfo,
    make: Make<P>,
    weights: Option<Weights>,
    learned: Option<LearnedRow>,
    inputs: Option<(usize, Arc<dyn Inputs<P>>)>,
}

plyground_game::impl_debug!(EvaluationRow { info } for [P: SearchHints] EvaluationRow<P>);

/// How a row reads weight files.
struct Weights {
    /// The evaluation that files name.
    form: &'static str,
    /// How they are tuned; `None` for tables, which are learned.
    hold: Option<Hold>,
}

impl<P: SearchHints> EvaluationRow<P> {
    /// An evaluation without weights that does not see the path.
    pub fn new<E>(name: &'static str, about: &'static str, evaluation: E) -> EvaluationRow<P>
    where
        E: Evaluate<P, Path = ()> + Clone + 'static,
    {
        EvaluationRow::made(name, about, None, None, move |_| Ok(Made::Erased(Erased::new(evaluation.clone()))))
    }

    /// An evaluation that does not see the path, made when it is first asked for: one that takes long to make.
    pub fn made_when_asked<E>(name: &'static str, about: &'static str) -> EvaluationRow<P>
    where
        E: Evaluate<P, Path = ()> + Default + 'static,
    {
        EvaluationRow::made(name, about, None, None, |_| Ok(Made::Erased(Erased::new(E::default()))))
    }

    /// The sum of weight x feature over a set of features, with the name and the weight file of the set.
    #[must_use]
    pub fn linear<F: Features<Game = P>>(about: &'static str) -> EvaluationRow<P> {
        EvaluationRow::weighted::<Linear<F>>(about)
    }

    /// An evaluation with weights that does not see the path, with its own name and default weights. A file that cannot be read
    /// is a fault of the program that brings it, and is reported whenever the evaluation is asked for.
    #[must_use]
    pub fn weighted<E>(about: &'static str) -> EvaluationRow<P>
    where
        E: Evaluate<P, Path = ()> + Weighted + Clone + Send + Sync + 'static,
    {
        EvaluationRow::with_weights::<E>(E::NAME, about, E::DEFAULTS)
    }

    /// The same with the weights of another file, given as text, and the name that chooses these.
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

    /// An evaluation with weights that sees the path, with its own name and default weights.
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

    /// Tables over sparse features on top of a base, by default the shipped ones: what `ply learn` fits. Files of tables are read as
    /// weight files are.
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
        let inputs = Some((OfFeatures::<F>::count(), OfFeatures::<F>::boxed()));
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

    /// Says what a lead is worth, see [`EvaluationInfo::lead`]; 1 where nothing is said.
    #[must_use]
    pub fn lead(mut self, lead: f64) -> EvaluationRow<P> {
        self.info.lead = lead;
        self
    }

    /// Says what its values count, in the plural, such as `seeds`.
    #[must_use]
    pub fn unit(mut self, unit: &'static str) -> EvaluationRow<P> {
        self.info.unit = unit;
        self
    }

    /// Names evaluations whose shipped weights tuned ones meet at the end.
    #[must_use]
    pub fn meets(mut self, names: &'static [&'static str]) -> EvaluationRow<P> {
        self.info.meets = names;
        self
    }

    /// Says where a tuner draws random weights from.
    #[must_use]
    pub fn draws_from(mut self, range: DrawRange) -> EvaluationRow<P> {
        self.info.draw = Some(range);
        self
    }

    /// How lists show it.
    #[must_use]
    pub fn info(&self) -> &EvaluationInfo {
        &self.info
    }

    /// The evaluation with its own weights, or with those of a file.
    ///
    /// # Errors
    /// When the weights are not right.
    pub fn make(&self, weights: Option<&WeightFile>) -> Result<Evaluation<P>, WeightError> {
        Ok(match (self.make)(weights)? {
            Made::Erased(evaluation) => Evaluation::of_erased(evaluation),
            Made::ByPath(evaluation) => evaluation,
        })
    }

    /// Returns the evaluation with its own weights; `None` if it may see the path.
    pub(crate) fn erased(&self) -> Result<Option<Erased<P>>, WeightError> {
        Ok(match (self.make)(None)? {
            Made::Erased(evaluation) => Some(evaluation),
            Made::ByPath(_) => None,
        })
    }

    /// Returns the inputs of its tables with their number.
    pub(crate) fn inputs(&self) -> Option<(usize, &Arc<dyn Inputs<P>>)> {
        self.inputs.as_ref().map(|(count, inputs)| (*count, inputs))
    }

    /// Whether it reads a weight file.
    pub(crate) fn reads(&self, file: &WeightFile) -> bool {
        file.game == P::NAME && self.form() == Some(&file.evaluation)
    }

    /// The evaluation that the files name which it reads; `None` if it reads none.
    pub(crate) fn form(&self) -> Option<&'static str> {
        self.weights.as_ref().map(|weights| weights.form)
    }

    /// The weights of a file that it reads, as something to tune.
    ///
    /// # Errors
    /// When it has no weights, or those of the file are not right.
    pub fn hold(&self, file: &WeightFile) -> Result<Box<dyn WeightSet>, CatalogError> {
        let none = || CatalogError::weightless(self.info.name, "another one");
        let hold = self.weights.as_ref().and_then(|weights| weights.hold).ok_or_else(none)?;
        Ok(hold(file)?)
    }

    /// Returns what learning needs; `None` if the evaluation has no tables.
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
    Ok(Box::new(Held(E::from_weights(file)?)))
}
