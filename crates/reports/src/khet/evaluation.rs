//! The Khet report's features \[Zagury2016\]: pieces, moves, and the guard of each pharaoh, separately for each side.
//!
//! The report grades a position for the side to move: weight x value^power, plus for the own features, minus for the
//! opponent's. Here the minus is the weight's own sign, so `opponentPossibleMoves [5.337, 0.321]` of the report is weight
//! -5.337 and power 0.321 in the file. [`Evaluation::default`] is its best vector, and [`hand_tuned`] its hand-tuned vector *P*.
//! [`random`] draws vectors from the report's distribution.
//!
//! Own and opponent's features have separate weights, so the values of the two sides do not add up to 0.

use plyground_eval::khet::pharaoh_defence;
use plyground_eval::{Bounds, FeatureInfo, Features, Linear, Weighted};
use plyground_game::random::Random;
use plyground_game::{Parameter, Side, Tunable};
use plyground_khet::{Khet, Kind};

use super::shots::{beam_distance, capture_steps};

/// The report's evaluation. The default is the best published vector. It is not antisymmetric.
pub type Evaluation = Linear<ReportFeatures>;

/// The report's evaluation with the two features that it dropped for their cost. It is not antisymmetric.
pub type ExtendedEvaluation = Linear<ExtendedFeatures>;

/// The weight file of the report's hand-tuned vector *P*.
pub const HAND_TUNED: &str = include_str!("../../weights/khet-hand-tuned.toml");

/// Returns the report's hand-tuned vector *P*.
#[must_use]
pub fn hand_tuned() -> Evaluation {
    Evaluation::shipped(HAND_TUNED)
}

/// Returns the range in which the report draws random vectors: weights up to 100, powers up to 2.
#[must_use]
pub fn draw_range(parameter: &Parameter) -> Option<(f64, f64)> {
    let most = if parameter.name.ends_with(".power") { 2.0 } else { 100.0 };
    Some((-most, most))
}

/// Draws one of the report's random vectors. Weights and powers are uniform in their ranges, with the sign that the bounds allow.
#[must_use]
pub fn random(seed: u64) -> Evaluation {
    let mut random = Random::new(seed);
    let mut evaluation = Evaluation::default();
    let draw = |parameter: &Parameter| {
        let (least, most) = draw_range(parameter).unwrap_or((parameter.min, parameter.max));
        let end = if parameter.max <= 0.0 { least } else { most };
        (end * random.fraction()).clamp(parameter.min, parameter.max)
    };
    let values: Vec<f64> = evaluation.parameters().iter().map(draw).collect();
    evaluation.set_values(&values).expect("as many as there are parameters, each within its bounds");
    evaluation
}

/// The features that the report's agents use.
///
/// ```
/// use plyground_eval::Features;
/// use plyground_game::{Position, Side};
/// use plyground_khet::{Khet, KhetRules, KhetSetup};
/// use plyground_reports::khet::ReportFeatures;
///
/// let start = Khet::new(&KhetSetup::Classic, &KhetRules::EPAM);
/// // Moves, guards, pyramids and anubises; silver's pharaoh stands at the edge between two anubises.
/// assert_eq!(ReportFeatures::measure(&start, Side::First), [81, 81, 3, 3, 7, 2, 7, 2]);
/// # Ok::<(), plyground_game::notation::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ReportFeatures;

/// The features of [`ReportFeatures`], and the two that the report dropped because they cost too much.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ExtendedFeatures;

/// Upper bound on the moves of a position, so that a table of powers covers all of them.
const MOST_MOVES: i32 = 127;

const OWN: Bounds = Bounds::new(0.0, 150.0, 5.0);
const OPPONENT: Bounds = Bounds::new(-150.0, 0.0, 5.0);
/// Bounds of the power of moves. With them, the value of any vector within the bounds is below the limit of evaluations.
const LOW_POWER: Bounds = Bounds::new(0.0, 2.0, 0.2);
const POWER: Bounds = Bounds::new(0.0, 4.0, 0.2);

macro_rules! feature {
    ($name:literal, $about:literal, $unit:literal, $most:expr, $weight:expr, $power:expr) => {
        FeatureInfo::new($name, $about, $unit, (0, $most), $weight).to_power(concat!($name, ".power"), $power)
    };
}

const INFO: [FeatureInfo; 12] = [
    feature!(
        "own_moves",
        "legal moves of the own side, whichever side is to move",
        "moves",
        MOST_MOVES,
        OWN,
        LOW_POWER
    ),
    feature!(
        "opponent_moves",
        "legal moves of the opponent, whichever side is to move",
        "moves",
        MOST_MOVES,
        OPPONENT,
        LOW_POWER
    ),
    feature!("own_defence", "sides of the own pharaoh that are guarded", "sides", 4, OWN, POWER),
    feature!("opponent_defence", "sides of the opponent's pharaoh that are guarded", "sides", 4, OPPONENT, POWER),
    feature!("own_pyramids", "own pyramids", "pieces", 7, OWN, POWER),
    feature!("own_anubises", "own anubises", "pieces", 2, OWN, POWER),
    feature!("opponent_pyramids", "the opponent's pyramids", "pieces", 7, OPPONENT, POWER),
    feature!("opponent_anubises", "the opponent's anubises", "pieces", 2, OPPONENT, POWER),
    feature!(
        "own_beam_distance",
        "squares from the opponent's beam, where it is nearest, to the own pharaoh, along ranks and files",
        "squares",
        16,
        OWN,
        LOW_POWER
    ),
    feature!(
        "opponent_beam_distance",
        "squares from the own beam, where it is nearest, to the opponent's pharaoh, along ranks and files",
        "squares",
        16,
        OPPONENT,
        LOW_POWER
    ),
    feature!(
        "own_steps_to_fall",
        "moves that the opponent needs to take the own pharaoh, all other own pieces ignored; 3 is more than 2",
        "moves",
        3,
        OWN,
        LOW_POWER
    ),
    feature!(
        "opponent_steps_to_fall",
        "moves needed to take the opponent's pharaoh, all its other pieces ignored; 3 is more than 2",
        "moves",
        3,
        OPPONENT,
        LOW_POWER
    ),
];

impl Features for ReportFeatures {
    type Game = Khet;
    type Values = [i32; 8];

    const NAME: &'static str = "report";
    const INFO: &'static [FeatureInfo] = INFO.split_at(8).0;
    const DEFAULTS: &'static str = include_str!("../../weights/khet-report.toml");

    #[inline]
    fn measure(pos: &Khet, side: Side) -> [i32; 8] {
        let moves = |side| (pos.mobility(side) as i32).min(MOST_MOVES);
        let count = |side, kind| pos.pieces_of(side, kind).len() as i32;
        [
            moves(side),
            moves(!side),
            pharaoh_defence(pos, side) as i32,
            pharaoh_defence(pos, !side) as i32,
            count(side, Kind::Pyramid),
            count(side, Kind::Anubis),
            count(!side, Kind::Pyramid),
            count(!side, Kind::Anubis),
        ]
    }
}

impl Features for ExtendedFeatures {
    type Game = Khet;
    type Values = [i32; 12];

    const NAME: &'static str = "report-extended";
    const INFO: &'static [FeatureInfo] = &INFO;
    const DEFAULTS: &'static str = include_str!("../../weights/khet-report-extended.toml");

    fn measure(pos: &Khet, side: Side) -> [i32; 12] {
        let [a, b, c, d, e, f, g, h] = ReportFeatures::measure(pos, side);
        let distance = |shooter| beam_distance(pos, shooter) as i32;
        let steps = |shooter| capture_steps(pos, shooter) as i32;
        [a, b, c, d, e, f, g, h, distance(!side), distance(side), steps(!side), steps(side)]
    }
}
