//! Law suite of evaluations, for the tests of any crate that has one. A broken law panics with a message that names the position.
//!
//! ```
//! use plyground_eval::{laws, tigers};
//! use plyground_tigers::{Tigers, TigersRules};
//!
//! let positions = laws::positions::<Tigers>(&[Default::default()], &[TigersRules::default()]);
//! laws::check(&tigers::Strong::default(), &positions, true);
//! laws::check_features::<tigers::StrongFeatures>(&positions);
//! laws::check_weights(&tigers::Strong::default());
//! println!("{}", laws::picture(&positions[30], &tigers::Strong::default()));
//! ```

use std::fmt::{self, Debug, Write as _};

use plyground_game::random::Random;
use plyground_game::{Evaluate, Position, Score, Side, Symmetric};

use crate::features::{FeatureInfo, Features};
use crate::weights::{WeightError, WeightFile, Weighted};

/// Returns the unfinished positions of 36 random games. The positions are the same in every run. The games cycle through the
/// pairs of set-up and rules.
#[must_use]
pub fn positions<P: Position>(setups: &[P::Setup], rules: &[P::Rules]) -> Vec<P> {
    let mut random = Random::new(9);
    let mut positions = Vec::new();
    for game in 0..36 {
        let mut pos = P::new(&setups[game % setups.len()], &rules[game / setups.len() % rules.len()]);
        for _ in 0..120 {
            let moves = pos.legal_moves();
            if moves.is_empty() {
                break;
            }
            positions.push(pos.clone());
            pos.play_unchecked(moves[random.below(moves.len())]);
        }
    }
    positions
}

/// Checks that an evaluation is below all wins, equal under every symmetry, explained by its terms, and antisymmetric exactly if
/// `antisymmetric` is true.
pub fn check<P: Symmetric, E: Evaluate<P>>(evaluation: &E, positions: &[P], antisymmetric: bool) {
    let value = |pos: &P, side| evaluation.evaluate(pos, &evaluation.start(pos), side);
    let (mut sums, mut values) = (0, 0);
    for pos in positions {
        for side in Side::ALL {
            let own = value(pos, side);
            assert!(own.winner_in().is_none() && own.value().abs() < Score::EVAL_LIMIT, "{own} of {pos}");
            for &symmetry in pos.symmetries() {
                let image = pos.map(symmetry);
                assert_eq!(value(&image, P::map_side(symmetry, side)), own, "{pos} under {symmetry:?}");
            }
            let terms = evaluation.explain(pos, &evaluation.start(pos), side);
            if !terms.is_empty() {
                let sum: f64 = terms.iter().map(|term| term.term).sum();
                let scaled = sum * f64::from(evaluation.scale());
                assert!((scaled - f64::from(own.value())).abs() < 0.5 + 1e-6, "{own} of {pos}: {terms:?}");
            }
            values += u32::from(own != Score::ZERO);
        }
        let sum = value(pos, Side::First).value() + value(pos, Side::Second).value();
        sums += u32::from(sum != 0);
        assert!(!antisymmetric || sum == 0, "{pos}");
    }
    assert_eq!(sums == 0, antisymmetric, "an evaluation is listed as antisymmetric exactly when it is");
    assert!(values > 0, "always 0");
}

/// Checks that features are within their ranges, that their names are unique, and that no weights can exceed the limit of
/// evaluations.
pub fn check_features<F: Features>(positions: &[F::Game]) {
    assert_eq!(F::Values::default().as_ref().len(), F::INFO.len());
    for pos in positions {
        for side in Side::ALL {
            for (info, &value) in F::INFO.iter().zip(F::measure(pos, side).as_ref()) {
                let (least, most) = info.range;
                assert!((least..=most).contains(&value), "{} is {value} in {pos}", info.name);
            }
        }
    }
    let largest = |info: &FeatureInfo| {
        let weight = info.weight.min.abs().max(info.weight.max.abs());
        let power = info.power.map_or(1.0, |power| power.bounds.max);
        100.0 * weight * f64::from(info.range.0.abs().max(info.range.1.abs())).powf(power)
    };
    let sum: f64 = F::INFO.iter().map(largest).sum();
    assert!(sum < f64::from(Score::EVAL_LIMIT), "{} can reach {sum}", F::NAME);
    for (place, info) in F::INFO.iter().enumerate() {
        assert!(F::INFO[..place].iter().all(|other| other.name != info.name), "{} stands twice", info.name);
        assert!(info.power.is_none_or(|power| power.name == format!("{}.power", info.name)));
    }
}

/// Checks that parameters survive a round trip through values and files, and that their bounds are enforced.
pub fn check_weights<E: Weighted + Clone + PartialEq + Debug>(evaluation: &E) {
    let again = |evaluation: &E| {
        let text = evaluation.to_weights().to_string();
        let read = WeightFile::read("tuned", &text).and_then(|file| E::from_weights(&file));
        read.unwrap_or_else(|error| panic!("{error}\n{text}"))
    };
    let set = |evaluation: &mut E, values: &[f64]| {
        evaluation.set_values(values).unwrap_or_else(|error| panic!("{error}"));
    };
    let mut tuned = evaluation.clone();
    let parameters = evaluation.parameters();
    assert_eq!(parameters.len(), evaluation.values().len());
    for (index, parameter) in parameters.iter().enumerate() {
        assert!((parameter.min..=parameter.max).contains(&parameter.default), "{parameter:?}");
        assert!(parameter.step > 0.0);
        let mut values = evaluation.values();
        values[index] = parameter.max / 3.0 + parameter.min / 5.0;
        set(&mut tuned, &values);
        assert_eq!(tuned.values(), values);
        assert_eq!(again(&tuned), tuned);
        for wrong in [parameter.max.next_up(), parameter.min.next_down(), f64::NAN, f64::INFINITY] {
            values[index] = wrong;
            let refused = tuned.set_values(&values).err().map(|error| error.to_string());
            assert!(refused.is_some_and(|text| text.contains(parameter.name)), "{} is {wrong}", parameter.name);
        }
    }
    assert!(tuned.set_values(&[]).is_err());
    set(&mut tuned, &parameters.iter().map(|parameter| parameter.default).collect::<Vec<_>>());
    assert_eq!(again(&tuned), tuned);
}

/// Checks that a shipped weight file has a provenance and that `E` reads it.
///
/// # Errors
/// If `E` cannot read it.
pub fn check_file<E: Weighted>(text: &str) -> Result<(), WeightError> {
    let file = WeightFile::read("shipped", text)?;
    assert!(!file.provenance.is_empty(), "a file of {} does not state where its weights come from", E::NAME);
    E::from_weights(&file).map(drop)
}

/// Renders the board and the terms of each side's value, as a table that a person can check against the board.
#[must_use]
pub fn picture<P: Position, E: Evaluate<P>>(pos: &P, evaluation: &E) -> String {
    let mut text = String::new();
    draw(&mut text, pos, evaluation).expect("a string takes any text");
    text
}

fn draw<P: Position, E: Evaluate<P>>(text: &mut String, pos: &P, evaluation: &E) -> fmt::Result {
    write!(text, "{pos}\n{}", pos.diagram())?;
    for side in Side::ALL {
        let value = evaluation.evaluate(pos, &evaluation.start(pos), side).value();
        let scale = f64::from(evaluation.scale());
        writeln!(text, "\n{}: {}", P::side_name(side), f64::from(value) / scale)?;
        for term in evaluation.explain(pos, &evaluation.start(pos), side) {
            let power = if term.power == 1.0 { String::new() } else { format!(" ^ {}", term.power) };
            writeln!(text, "{:>22} {:>6} x {}{power} = {:.3}", term.name, term.value, term.weight, term.term)?;
        }
    }
    Ok(())
}
