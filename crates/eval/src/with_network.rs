//! The sum of an evaluation and a [`Network`].

use std::marker::PhantomData;
use std::sync::Arc;

use plyground_game::{Evaluate, Outcome, Position, Score, Side, Term};

use crate::learned::SparseFeatures;
use crate::network::Network;

/// Lists the active inputs of a network.
pub trait NetworkInputs<P>: Send + Sync {
    /// Visits the active inputs of a position, each with its count for the first side. The side to move is not one of them.
    fn visit(&self, pos: &P, visit: &mut dyn FnMut(usize, i8));

    /// Returns the value of a network for the first side.
    fn value(&self, network: &Network, pos: &P) -> i32;
}

impl<P, I: NetworkInputs<P> + ?Sized> NetworkInputs<P> for Arc<I> {
    fn visit(&self, pos: &P, visit: &mut dyn FnMut(usize, i8)) {
        (**self).visit(pos, visit);
    }

    fn value(&self, network: &Network, pos: &P) -> i32 {
        (**self).value(network, pos)
    }
}

/// The inputs that are [`SparseFeatures`].
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct FeatureInputs<F>(PhantomData<F>);

impl<F: SparseFeatures> NetworkInputs<F::Game> for FeatureInputs<F> {
    fn visit(&self, pos: &F::Game, visit: &mut dyn FnMut(usize, i8)) {
        F::visit(pos, visit);
    }

    #[inline]
    fn value(&self, network: &Network, pos: &F::Game) -> i32 {
        network.value(pos.side_to_move(), |sums| F::visit(pos, |input, count| sums.add(input, count)))
    }
}

/// The sum of a base and a network. The network's unit is that of the terms of the base.
///
/// ```
/// use plyground_eval::khet::{PieceSquares, PieceTables};
/// use plyground_eval::{FeatureInputs, Network, WithNetwork};
/// use plyground_game::{Evaluate, Nothing, Score, Side};
/// use plyground_khet::Khet;
///
/// let inputs = PieceTables::inputs();
/// let mut values = Network::zeros(inputs, 8);
/// values[inputs * 8] = Network::ONE; // own, side to move, neuron 0
/// values[2 * (inputs + 1) * 8 + 8] = 5; // output, neuron 0
/// values[Network::values_of(inputs, 8) - 1] = Network::ONE; // divisor
/// let network = Network::new(inputs, &values)?;
/// let evaluation = WithNetwork::new(Nothing, FeatureInputs::<PieceSquares>::default(), network);
/// // Silver, the first side, is to move.
/// assert_eq!(evaluation.evaluate(&Khet::default(), &(), Side::First), Score::new(5));
/// assert_eq!(evaluation.evaluate(&Khet::default(), &(), Side::Second), Score::new(-5));
/// # Ok::<(), plyground_eval::NetworkError>(())
/// ```
#[derive(Clone, Debug)]
pub struct WithNetwork<B, I> {
    base: B,
    inputs: I,
    network: Arc<Network>,
}

impl<B, I> WithNetwork<B, I> {
    /// Returns the evaluation that adds a network of these inputs to a base.
    #[must_use]
    pub fn new(base: B, inputs: I, network: Network) -> WithNetwork<B, I> {
        WithNetwork { base, inputs, network: Arc::new(network) }
    }

    fn network<P>(&self, pos: &P, side: Side) -> i32
    where
        I: NetworkInputs<P>,
    {
        let value = self.inputs.value(&self.network, pos);
        if side == Side::First { value } else { -value }
    }
}

impl<P, B, I> Evaluate<P> for WithNetwork<B, I>
where
    P: Position,
    B: Evaluate<P, Path = ()>,
    I: NetworkInputs<P>,
{
    type Path = ();

    #[inline]
    fn scale(&self) -> u32 {
        self.base.scale()
    }

    #[inline]
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
