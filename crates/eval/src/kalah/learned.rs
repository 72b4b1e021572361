//! [`Strong`] and what self-play taught about the seeds in each house: seeds-by-house tables on top of its features.
//!
//! The tables are fitted to results of games of `best` with itself by `plyground-learn`; their file holds the commands.
//!
//! ```
//! use plyground_eval::kalah::Learned;
//! use plyground_game::{Evaluate, Position, Side};
//! use plyground_kalah::Kalah;
//!
//! let (learned, start) = (Learned::default(), Kalah::new(&Default::default(), &Default::default()));
//! let terms = learned.explain(&start, &(), Side::First);
//! assert_eq!(terms.last().map(|term| term.name), Some("tables"));
//! let value = learned.evaluate(&start, &(), Side::First);
//! assert_eq!(learned.evaluate(&start, &(), Side::Second).value(), -value.value());
//! ```

use std::sync::{Arc, LazyLock};

use plyground_game::{Evaluate, Score, Side, Term};
use plyground_kalah::Kalah;

use super::{HouseTables, Strong};

/// The sum of [`Strong`] and of [`HouseTables`].
#[derive(Clone, PartialEq, Debug)]
pub struct Learned {
    strong: Strong,
    tables: Arc<HouseTables>,
}

static SHIPPED: LazyLock<Arc<HouseTables>> = LazyLock::new(|| {
    let tables = HouseTables::read("tables/kalah.toml", include_str!("../../tables/kalah.toml"));
    Arc::new(tables.unwrap_or_else(|error| panic!("the shipped tables are wrong: {error}")))
});

impl Learned {
    /// Returns the evaluation that adds tables to these weights.
    #[must_use]
    pub fn new(strong: Strong, tables: HouseTables) -> Learned {
        Learned { strong, tables: Arc::new(tables) }
    }
}

impl Default for Learned {
    /// With the shipped weights and tables.
    fn default() -> Learned {
        Learned { strong: Strong::default(), tables: Arc::clone(&SHIPPED) }
    }
}

impl Evaluate<Kalah> for Learned {
    type Path = ();

    #[inline]
    fn scale(&self) -> u32 {
        Evaluate::<Kalah>::scale(&self.strong)
    }

    #[inline]
    fn evaluate(&self, pos: &Kalah, (): &(), side: Side) -> Score {
        let scale = self.scale() as i32;
        Score::new(self.strong.evaluate(pos, &(), side).value() + scale * self.tables.sum(pos, side))
    }

    fn explain(&self, pos: &Kalah, (): &(), side: Side) -> Vec<Term> {
        let mut terms = self.strong.explain(pos, &(), side);
        let sum = f64::from(self.tables.sum(pos, side));
        terms.push(Term { name: "tables", value: sum, weight: 1.0, power: 1.0, term: sum });
        terms
    }
}
