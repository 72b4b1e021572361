//! Evaluations with their type erased.
//!
//! Compiling every algorithm for every evaluation of every game would make hundreds of copies of every search. All but the
//! strongest agents of a game therefore share one copy of each algorithm over this type. It costs a virtual call per evaluation;
//! positions and moves stay typed. Evaluations that depend on the path keep their type.

use std::sync::Arc;

use plyground_game::{Evaluate, Outcome, Position, Score, Side, Term};

/// Interface of an evaluation that does not depend on the path.
trait Values<P>: Send + Sync {
    fn scale(&self) -> u32;
    fn value(&self, pos: &P, side: Side) -> Score;
    fn finished(&self, pos: &P, outcome: Outcome, side: Side, ply: u32) -> Score;
    fn bounds(&self, pos: &P, side: Side) -> Option<(Score, Score)>;
    fn explain(&self, pos: &P, side: Side) -> Vec<Term>;
}

impl<P: Position, E: Evaluate<P, Path = ()>> Values<P> for E {
    fn scale(&self) -> u32 {
        Evaluate::scale(self)
    }

    fn value(&self, pos: &P, side: Side) -> Score {
        self.evaluate(pos, &(), side)
    }

    fn finished(&self, pos: &P, outcome: Outcome, side: Side, ply: u32) -> Score {
        Evaluate::finished(self, pos, &(), outcome, side, ply)
    }

    fn bounds(&self, pos: &P, side: Side) -> Option<(Score, Score)> {
        if E::HAS_BOUNDS { Evaluate::bounds(self, pos, side) } else { None }
    }

    fn explain(&self, pos: &P, side: Side) -> Vec<Term> {
        Evaluate::explain(self, pos, &(), side)
    }
}

/// Any evaluation of a game that does not depend on the path.
///
/// ```
/// use plyground_catalog::Erased;
/// use plyground_game::{Evaluate, Score, Side};
/// use plyground_tigers::Tigers;
///
/// let material: Erased<Tigers> = Erased::new(plyground_eval::tigers::Material);
/// let start = Tigers::default();
/// assert_eq!(material.evaluate(&start, &(), Side::First), Score::ZERO);
/// ```
pub struct Erased<P>(Arc<dyn Values<P>>);

plyground_game::impl_debug!(Erased {} for [P] Erased<P>);

impl<P> Clone for Erased<P> {
    fn clone(&self) -> Erased<P> {
        Erased(Arc::clone(&self.0))
    }
}

impl<P: Position> Erased<P> {
    /// Erases the type of an evaluation.
    pub fn new<E: Evaluate<P, Path = ()> + 'static>(evaluation: E) -> Erased<P> {
        Erased(Arc::new(evaluation))
    }
}

impl<P: Position> Evaluate<P> for Erased<P> {
    type Path = ();

    const HAS_BOUNDS: bool = true;

    fn scale(&self) -> u32 {
        self.0.scale()
    }

    fn evaluate(&self, pos: &P, (): &(), side: Side) -> Score {
        self.0.value(pos, side)
    }

    fn finished(&self, pos: &P, (): &(), outcome: Outcome, side: Side, ply: u32) -> Score {
        self.0.finished(pos, outcome, side, ply)
    }

    fn bounds(&self, pos: &P, side: Side) -> Option<(Score, Score)> {
        self.0.bounds(pos, side)
    }

    fn explain(&self, pos: &P, (): &(), side: Side) -> Vec<Term> {
        self.0.explain(pos, side)
    }
}
