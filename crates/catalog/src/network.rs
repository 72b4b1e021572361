//! Networks on top of evaluations, for any game with sparse features or an observation.
//!
//! A weight file of a network names its base, an evaluation of the game, and its inputs: an evaluation with tables, or `planes`.

use std::cell::RefCell;
use std::marker::PhantomData;
use std::sync::Arc;

use plyground_eval::{Network, SparseFeatures, Tables};
use plyground_game::{Evaluate, Outcome, Position, Score, SearchHints, Side, Term};
use plyground_play::Observation;

use crate::erased::Erased;
use crate::learned_row::LearnedRow;

/// Name of the inputs that come from an observation.
pub(crate) const PLANES: &str = "planes";

/// Lists the active inputs of a position without the type of their features.
pub(crate) trait Inputs<P>: Send + Sync {
    /// Visits the active inputs, each with its factor for the first side.
    fn visit(&self, pos: &P, visit: &mut dyn FnMut(usize, i8));

    /// Returns the value of a network for the first side.
    fn value(&self, network: &Network, pos: &P) -> i32;
}

/// Inputs of an evaluation with tables.
pub(crate) struct OfFeatures<F>(PhantomData<F>);

impl<F: SparseFeatures> OfFeatures<F> {
    pub(crate) fn boxed() -> Arc<dyn Inputs<F::Game>> {
        Arc::new(OfFeatures::<F>(PhantomData))
    }

    /// Returns the number of inputs.
    pub(crate) fn count() -> usize {
        Tables::<F>::inputs()
    }
}

impl<F: SparseFeatures> Inputs<F::Game> for OfFeatures<F> {
    fn visit(&self, pos: &F::Game, visit: &mut dyn FnMut(usize, i8)) {
        F::visit(pos, visit);
    }

    fn value(&self, network: &Network, pos: &F::Game) -> i32 {
        network.value(pos.side_to_move(), |sums| F::visit(pos, |input, count| sums.add(input, count)))
    }
}

/// Numbers of the first side's observation, rounded to integers from -127 to 127. Boards of a game can differ in size, and an
/// observation of another size has no active inputs.
pub(crate) struct OfPlanes<P> {
    observation: Observation<P>,
    count: usize,
}

thread_local! {
    /// Buffer of an observation, reused because a search evaluates millions of positions.
    static BLOCK: RefCell<Vec<f32>> = const { RefCell::new(Vec::new()) };
}

impl<P: Position> OfPlanes<P> {
    pub(crate) fn boxed(observation: Observation<P>, count: usize) -> Arc<dyn Inputs<P>> {
        Arc::new(OfPlanes { observation, count })
    }

    fn fits(&self, pos: &P) -> bool {
        (self.observation.shape)(pos).iter().product::<usize>() == self.count
    }

    fn visit_block(&self, pos: &P, mut visit: impl FnMut(usize, i8)) {
        BLOCK.with_borrow_mut(|block| {
            block.resize(self.count, 0.0);
            (self.observation.observe)(pos, Side::First, block);
            for (input, &number) in block.iter().enumerate().filter(|(_, number)| **number != 0.0) {
                // Casts of numbers out of range saturate.
                visit(input, (number.round() as i8).max(-i8::MAX));
            }
        });
    }
}

impl<P: Position> Inputs<P> for OfPlanes<P> {
    fn visit(&self, pos: &P, visit: &mut dyn FnMut(usize, i8)) {
        if self.fits(pos) {
            self.visit_block(pos, visit);
        }
    }

    fn value(&self, network: &Network, pos: &P) -> i32 {
        if !self.fits(pos) {
            return 0;
        }
        network.value(pos.side_to_move(), |sums| self.visit_block(pos, |input, count| sums.add(input, count)))
    }
}

/// The sum of a base and a network.
#[derive(Clone)]
pub(crate) struct WithNetwork<P> {
    pub(crate) base: Erased<P>,
    pub(crate) inputs: Arc<dyn Inputs<P>>,
    pub(crate) network: Arc<Network>,
}

impl<P: Position> WithNetwork<P> {
    fn network(&self, pos: &P, side: Side) -> i32 {
        let value = self.inputs.value(&self.network, pos);
        if side == Side::First { value } else { -value }
    }
}

impl<P: Position> Evaluate<P> for WithNetwork<P> {
    type Path = ();

    fn scale(&self) -> u32 {
        self.base.scale()
    }

    fn evaluate(&self, pos: &P, (): &(), side: Side) -> Score {
        let base = i64::from(self.base.evaluate(pos, &(), side).value());
        let sum = base + i64::from(self.scale()) * i64::from(self.network(pos, side));
        let limit = i64::from(Score::EVAL_LIMIT);
        Score::new(sum.clamp(-limit, limit) as i32)
    }

    fn finished(&self, pos: &P, path: &(), outcome: Outcome, side: Side, ply: u32) -> Score {
        self.base.finished(pos, path, outcome, side, ply)
    }

    fn explain(&self, pos: &P, (): &(), side: Side) -> Vec<Term> {
        let mut terms = self.base.explain(pos, &(), side);
        let base = f64::from(self.base.evaluate(pos, &(), side).value()) / f64::from(self.scale());
        if terms.is_empty() && base != 0.0 {
            terms.push(Term { name: "base", value: base, weight: 1.0, power: 1.0, term: base });
        }
        let network = f64::from(self.network(pos, side));
        terms.push(Term { name: "network", value: network, weight: 1.0, power: 1.0, term: network });
        terms
    }
}

/// Description of a game's network, which is part of its weight file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkSpec {
    /// Evaluation that the network adds to.
    pub base: String,
    /// Evaluation with tables that provides the inputs, or `planes`.
    pub inputs: String,
    /// The number of inputs.
    pub count: usize,
    /// Neurons per side.
    pub hidden: usize,
}

/// Returns the functions that learning needs of a network. The last input is the side to move.
pub(crate) fn row<P: SearchHints>(spec: &NetworkSpec, base: Erased<P>, inputs: Arc<dyn Inputs<P>>) -> LearnedRow {
    let NetworkSpec { base: base_name, inputs: inputs_name, count, hidden } = spec.clone();
    LearnedRow::network(
        count,
        hidden,
        move |pos: &P, visit| {
            inputs.visit(pos, visit);
            visit(count, if pos.side_to_move() == Side::First { 1 } else { -1 });
        },
        base,
        move |network: &Network| network.to_file(P::NAME, &base_name, &inputs_name),
    )
}
