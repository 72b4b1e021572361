//! [`Strong`] and what self-play taught about where pieces stand: piece-square-orientation tables on top of its features.
//!
//! The tables are fitted to results of games of `best` with itself by `plyground-learn`; their file holds the commands.
//!
//! ```
//! use plyground_eval::khet::Learned;
//! use plyground_game::{Evaluate, Side};
//! use plyground_khet::Khet;
//!
//! let (learned, start) = (Learned::default(), Khet::default());
//! let terms = learned.explain(&start, &(), Side::First);
//! assert_eq!(terms.last().map(|term| (term.name, term.term)), Some(("tables", 0.0)));
//! ```

use std::sync::{Arc, LazyLock};

use plyground_game::{Evaluate, Score, Side, Term};
use plyground_khet::Khet;

use super::{PieceTables, Strong};

/// The sum of [`Strong`] and of [`PieceTables`].
#[derive(Clone, PartialEq, Debug)]
pub struct Learned {
    strong: Strong,
    tables: Arc<PieceTables>,
}

static SHIPPED: LazyLock<Arc<PieceTables>> = LazyLock::new(|| {
    let tables = PieceTables::read("tables/khet.toml", include_str!("../../tables/khet.toml"));
    Arc::new(tables.unwrap_or_else(|error| panic!("the shipped tables are wrong: {error}")))
});

impl Learned {
    /// Returns the evaluation that adds tables to these weights.
    #[must_use]
    pub fn new(strong: Strong, tables: PieceTables) -> Learned {
        Learned { strong, tables: Arc::new(tables) }
    }
}

impl Default for Learned {
    /// With the shipped weights and tables.
    fn default() -> Learned {
        Learned { strong: Strong::default(), tables: Arc::clone(&SHIPPED) }
    }
}

impl Evaluate<Khet> for Learned {
    type Path = ();

    #[inline]
    fn scale(&self) -> u32 {
        Evaluate::<Khet>::scale(&self.strong)
    }

    #[inline]
    fn evaluate(&self, pos: &Khet, (): &(), side: Side) -> Score {
        let scale = self.scale() as i32;
        Score::new(self.strong.evaluate(pos, &(), side).value() + scale * self.tables.sum(pos, side))
    }

    fn explain(&self, pos: &Khet, (): &(), side: Side) -> Vec<Term> {
        let mut terms = self.strong.explain(pos, &(), side);
        let sum = f64::from(self.tables.sum(pos, side));
        terms.push(Term { name: "tables", value: sum, weight: 1.0, power: 1.0, term: sum });
        terms
    }
}
