//! The capture report's evaluation: (again + stolen)^2 + score - loss, counted along the line \[Garrison-Kalah\].

use plyground_eval::{Bounds, FeatureInfo, WeightError, WeightFile, Weighted, Weights, signed_power};
use plyground_game::{Evaluate, Parameter, Position, Score, Side, Term, Tunable, TuneError};
use plyground_kalah::{Distribution, House, Kalah};

/// The report's evaluation in its general form. The default has the report's own weights.
///
/// From the root position to the leaf it counts, for a side: *again*, its extra turns; *stolen*, the opponent's seeds that its
/// captures took; *loss*, its seeds that went to the opponent, sown into the opponent's houses or captured by the opponent.
/// *Score* is the side's store at the leaf. The general form has a weight for each and weighs the square, or another power,
/// of the two in brackets:
///
/// ```text
/// a x score + e x (b x again + c x stolen)^p - d x loss
/// ```
///
/// With p = 1 and e = 1 it is the report's a x score + b x again + c x stolen - d x loss.
///
/// The value of a position depends on the path to it, so a transposition table must not store it. The evaluation is not
/// antisymmetric, because the report counts for the player at the root alone.
///
/// ```
/// use plyground_game::{Evaluate, Position, Side};
/// use plyground_kalah::{Kalah, KalahRules, KalahSetup};
/// use plyground_reports::kalah::AlongLine;
///
/// let report = AlongLine::default();
/// let root = Kalah::new(&KalahSetup::default(), &KalahRules::default());
/// let (third, fifth) = (root.parse_move("3")?, root.parse_move("5")?);
/// let between = root.after(third);
/// let leaf = between.after(fifth);
/// let line = report.extend(&report.start(&root), &root, third, &between);
/// let line = report.extend(&line, &between, fifth, &leaf);
/// // One extra turn, two seeds in the store, three of the second sowing in North's houses: 1 + 2 - 3.
/// assert_eq!(report.evaluate(&leaf, &line, Side::First).value(), 0);
/// # Ok::<(), plyground_game::notation::ParseMoveError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct AlongLine {
    weights: Weights,
    scale: u32,
}

/// Counts along the line from the root, for each side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Tally {
    /// Extra turns.
    pub again: [u32; 2],
    /// Seeds of the other side that were captured.
    pub stolen: [u32; 2],
    /// Own seeds that were sown into the other side's houses or captured by the other side.
    pub lost: [u32; 2],
}

const SEEDS: i32 = 1023;
/// Maximum number of plies from the root.
const PLIES: i32 = 100_000;
const PLUS: Bounds = Bounds::new(0.0, 100.0, 0.5);
const MINUS: Bounds = Bounds::new(-100.0, 0.0, 0.5);

const INFO: [FeatureInfo; 5] = [
    FeatureInfo::new("score", "seeds in the own store", "seeds", (0, SEEDS), PLUS),
    FeatureInfo::new("again", "own extra turns since the root, in the bonus", "turns", (0, PLIES), PLUS),
    FeatureInfo::new("stolen", "seeds taken by own captures since the root, in the bonus", "seeds", (0, SEEDS), PLUS),
    FeatureInfo::new("bonus", "weighted extra turns and stolen seeds together", "points", (0, 100 * PLIES), PLUS)
        .to_power("bonus.power", Bounds::new(0.0, 3.0, 0.25)),
    FeatureInfo::new("loss", "own seeds that went to the opponent since the root", "seeds", (0, PLIES), MINUS),
];

impl AlongLine {
    fn new(weights: Weights) -> AlongLine {
        let scale = if weights.are_whole() { 1 } else { 100 };
        AlongLine { weights, scale }
    }

    /// Returns the value of each feature.
    fn measure(&self, pos: &Kalah, line: &Tally, side: Side) -> [f64; 5] {
        let side = side.index();
        let [again, stolen, lost] = [line.again, line.stolen, line.lost].map(|counts| f64::from(counts[side]));
        let score = f64::from(pos.store(Side::ALL[side]));
        let weight = |place: usize| self.weights.pairs()[place].0;
        [score, again, stolen, weight(1) * again + weight(2) * stolen, lost]
    }

    /// Returns the contribution of each feature. Extra turns and stolen seeds contribute through the bonus.
    fn terms(&self, values: [f64; 5]) -> [f64; 5] {
        let term = |place: usize| {
            let (weight, power) = self.weights.pairs()[place];
            // A product is the same on every machine, but a power in general need not be.
            // Adding 0.0 avoids -0.
            weight * if power == 2.0 { values[place] * values[place] } else { signed_power(values[place], power) } + 0.0
        };
        [term(0), 0.0, 0.0, term(3), term(4)]
    }
}

impl Default for AlongLine {
    fn default() -> AlongLine {
        AlongLine::shipped(AlongLine::DEFAULTS)
    }
}

impl Evaluate<Kalah> for AlongLine {
    type Path = Tally;

    fn scale(&self) -> u32 {
        self.scale
    }

    fn extend(&self, line: &Tally, before: &Kalah, mv: House, after: &Kalah) -> Tally {
        let mut line = *line;
        let mover = before.side_to_move();
        let (own, other) = (mover.index(), (!mover).index());
        let over = after.outcome().is_some();
        line.again[own] += u32::from(!over && after.side_to_move() == mover);
        let distribution = Distribution::new(before.houses(), mv, before.seeds(mover, mv));
        line.lost[own] += u32::from(distribution.in_other_houses());
        // The store gains the seeds sown into it, the captured seeds, and at the end of the game the remaining seeds.
        let captured = if over {
            before.sowing(mv).captured
        } else {
            after.store(mover) - before.store(mover) - distribution.in_store()
        };
        // One of the captured seeds is the mover's own.
        let stolen = u32::from(captured.saturating_sub(1));
        line.stolen[own] += stolen;
        line.lost[other] += stolen;
        line
    }

    fn evaluate(&self, pos: &Kalah, line: &Tally, side: Side) -> Score {
        let value: f64 = self.terms(self.measure(pos, line, side)).iter().sum();
        // The cast saturates at the limits of the type, and the score at its own limit.
        Score::new((value * f64::from(self.scale)).round() as i32)
    }

    /// Explains the value by its contributions. At the root only the store contributes.
    fn explain(&self, pos: &Kalah, line: &Tally, side: Side) -> Vec<Term> {
        let values = self.measure(pos, line, side);
        let terms = self.terms(values);
        let parts = INFO.iter().zip(self.weights.pairs()).zip(values.into_iter().zip(terms));
        parts
            .map(|((info, &(weight, power)), (value, term))| Term { name: info.name, value, weight, power, term })
            .collect()
    }
}

impl Tunable for AlongLine {
    fn parameters(&self) -> Vec<Parameter> {
        self.weights.parameters()
    }

    fn values(&self) -> Vec<f64> {
        self.weights.values()
    }

    fn set_values(&mut self, values: &[f64]) -> Result<(), TuneError> {
        self.check(values)?;
        *self = AlongLine::new(self.weights.with(values));
        Ok(())
    }
}

impl Weighted for AlongLine {
    const GAME: &'static str = Kalah::NAME;
    const NAME: &'static str = "along-line";
    const FEATURES: &'static [FeatureInfo] = &INFO;
    const DEFAULTS: &'static str = include_str!("../../weights/kalah-along-line.toml");

    fn from_weights(file: &WeightFile) -> Result<AlongLine, WeightError> {
        Weights::read::<AlongLine>(file).map(AlongLine::new)
    }

    fn to_weights(&self) -> WeightFile {
        self.weights.to_file()
    }
}
