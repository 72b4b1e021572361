//! Networks on top of evaluations, for any game with sparse features or an observation.
//!
//! A weight file of a network names its base, an evaluation of the game, and its inputs: an evaluation with tables, or `planes`.

use std::cell::RefCell;
use std::sync::Arc;

use plyground_eval::{Network, NetworkInputs};
use plyground_game::{Position, SearchHints, Side};
use plyground_play::Observation;

use crate::erased::Erased;
use crate::learned_row::LearnedRow;

/// Name of the inputs that come from an observation.
pub(crate) const PLANES: &str = "planes";

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
    pub(crate) fn boxed(observation: Observation<P>, count: usize) -> Arc<dyn NetworkInputs<P>> {
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

impl<P: Position> NetworkInputs<P> for OfPlanes<P> {
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
pub(crate) fn row<P: SearchHints>(
    game: &'static str,
    spec: &NetworkSpec,
    base: Erased<P>,
    inputs: Arc<dyn NetworkInputs<P>>,
) -> LearnedRow {
    let NetworkSpec { base: base_name, inputs: inputs_name, count, hidden } = spec.clone();
    LearnedRow::network(
        count,
        hidden,
        move |pos: &P, visit| {
            inputs.visit(pos, visit);
            visit(count, if pos.side_to_move() == Side::First { 1 } else { -1 });
        },
        base,
        move |network: &Network| network.to_file(game, &base_name, &inputs_name),
    )
}
