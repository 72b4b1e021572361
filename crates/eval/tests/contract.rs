//! What every evaluation promises, on positions of random games under all rules.
#![allow(clippy::unwrap_used)]

use plyground_cachex::{Cachex, CachexRules};
use plyground_eval::{Features, Linear, Powered, WeightFile, Weighted, cachex, kalah, khet, tigers};
use plyground_game::random::Random;
use plyground_game::{Evaluate, Position, Score, Side, Symmetric, Tunable};
use plyground_kalah::{Kalah, KalahRules};
use plyground_khet::{Khet, KhetRules};
use plyground_tigers::{Tigers, TigersRules};

trait Named: Symmetric {
    fn rules() -> Vec<Self::Rules>;
    const SETUPS: &'static [&'static str];
}

impl Named for Khet {
    fn rules() -> Vec<KhetRules> {
        KhetRules::NAMED.iter().map(|(_, rules)| *rules).collect()
    }
    const SETUPS: &'static [&'static str] = &["classic", "imhotep", "dynasty"];
}

impl Named for Kalah {
    fn rules() -> Vec<KalahRules> {
        KalahRules::NAMED.iter().map(|(_, rules)| *rules).collect()
    }
    const SETUPS: &'static [&'static str] = &["6x4", "6x6", "3x3", "12x9", "1x5", "4x11"];
}

impl Named for Tigers {
    fn rules() -> Vec<TigersRules> {
        vec![TigersRules::default(), "standard,captures_to_win=5".parse().unwrap()]
    }
    const SETUPS: &'static [&'static str] = &["standard"];
}

impl Named for Cachex {
    fn rules() -> Vec<CachexRules> {
        vec![CachexRules::default()]
    }
    const SETUPS: &'static [&'static str] = &["3", "4", "5", "8", "9", "11", "12", "13", "15"];
}

/// Unfinished positions of random games.
fn visit<P: Named>(mut look: impl FnMut(&P)) {
    let mut random = Random::new(9);
    let rules = P::rules();
    for game in 0..36 {
        let setup = P::SETUPS[game % P::SETUPS.len()].parse().unwrap_or_else(|error| panic!("{error}"));
        let mut pos = P::new(&setup, &rules[game / 2 % rules.len()]);
        for _ in 0..120 {
            let moves = pos.legal_moves();
            if moves.is_empty() {
                break;
            }
            look(&pos);
            pos.play_unchecked(moves[random.below(moves.len())]);
        }
    }
}

/// Equal under every symmetry; antisymmetric or, somewhere, not; explained by its terms.
fn check<P: Named, E: Evaluate<P>>(evaluation: &E, antisymmetric: bool) {
    let (mut sums, mut values) = (0, 0);
    visit::<P>(|pos| {
        let value = |pos: &P, side| evaluation.evaluate(pos, &evaluation.start(pos), side);
        for side in Side::ALL {
            let own = value(pos, side);
            assert!(own.winner_in().is_none() && own.value().abs() < Score::EVAL_LIMIT, "{own} of {pos}");
            for &symmetry in pos.symmetries() {
                let image = pos.map(symmetry);
                assert_eq!(value(&image, P::map_side(symmetry, side)), own, "{pos} under {symmetry:?}");
            }
            let terms = evaluation.explain(pos, side);
            if !terms.is_empty() {
                let sum: f64 = terms.iter().map(|term| term.term).sum();
                let scale = f64::from(evaluation.scale());
                let rounding = 0.5 * terms.len() as f64;
                assert!((sum * scale - f64::from(own.value())).abs() <= rounding, "{own} of {pos}: {terms:?}");
            }
            values += u32::from(own != Score::ZERO);
        }
        let sum = value(pos, Side::First).value() + value(pos, Side::Second).value();
        sums += u32::from(sum != 0);
        assert!(!antisymmetric || sum == 0, "{pos}");
    });
    assert_eq!(sums == 0, antisymmetric, "an evaluation is listed as antisymmetric exactly when it is");
    assert!(values > 0);
}

#[test]
fn khet_keeps_its_promises() {
    check::<Khet, _>(&khet::Material, true);
    check::<Khet, _>(&khet::Strong::default(), true);
    check::<Khet, _>(&khet::Report::default(), false);
    check::<Khet, _>(&khet::Report::hand_tuned(), false);
    check::<Khet, _>(&khet::Report::random(1, 100.0, 2.0), false);
}

#[test]
fn the_costly_features_of_khet_keep_their_promises() {
    check::<Khet, _>(&khet::ReportExtended::default(), false);
}

#[test]
fn kalah_keeps_its_promises() {
    check::<Kalah, _>(&kalah::StoreDifference::default(), true);
    check::<Kalah, _>(&kalah::Strong::default(), true);
    check::<Kalah, _>(&kalah::AlongLine::default(), false);
}

#[test]
fn tigers_keep_their_promises() {
    check::<Tigers, _>(&tigers::Material, true);
    check::<Tigers, _>(&tigers::Report::default(), true);
    check::<Tigers, _>(&tigers::Strong::default(), true);
}

#[test]
fn cachex_keeps_its_promises() {
    check::<Cachex, _>(&cachex::Material, true);
    check::<Cachex, _>(&cachex::Strong::default(), true);
    check::<Cachex, _>(&cachex::Antisymmetric::default(), true);
    check::<Cachex, _>(&cachex::Full::default(), true);
    check::<Cachex, _>(&cachex::SixFeature::default(), false);
    check::<Cachex, _>(&cachex::SixFeature::path_only(), false);
}

#[test]
fn knowing_nothing_is_antisymmetric() {
    visit::<Tigers>(|pos| assert_eq!(Nothing.evaluate(pos, &(), pos.side_to_move()), Score::ZERO));
}

#[test]
fn the_antisymmetric_form_is_the_difference_of_the_two_sides() {
    let (six, three) = (cachex::SixFeature::default(), cachex::Antisymmetric::default());
    visit::<Cachex>(|pos| {
        let difference = six.evaluate(pos, &(), Side::First).value() - six.evaluate(pos, &(), Side::Second).value();
        assert_eq!(three.evaluate(pos, &(), Side::First).value(), difference);
    });
}

/// Values within the ranges that the features name, and no sum over the limit of evaluations whatever the weights.
fn check_features<F: Features<Game: Named>>() {
    assert_eq!(F::Values::default().as_ref().len(), F::INFO.len());
    visit::<F::Game>(|pos| {
        for side in Side::ALL {
            for (info, &value) in F::INFO.iter().zip(F::measure(pos, side).as_ref()) {
                let (least, most) = info.range;
                assert!((least..=most).contains(&value), "{} is {value} in {pos}", info.name);
            }
        }
    });
    let largest = |info: &plyground_eval::FeatureInfo| {
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

#[test]
fn features_keep_to_their_ranges() {
    check_features::<khet::ReportFeatures>();
    check_features::<khet::StrongFeatures>();
    check_features::<kalah::StrongFeatures>();
    check_features::<tigers::StrongFeatures>();
    check_features::<cachex::SixFeatures>();
    check_features::<cachex::ThreeDifferences>();
    check_features::<cachex::StrongFeatures>();
    check_features::<cachex::FullFeatures>();
}

#[test]
fn costly_features_keep_to_their_ranges() {
    check_features::<khet::ExtendedFeatures>();
}

/// Numbers go in and out, and the bounds hold.
fn check_tuning<E: Weighted + Clone + PartialEq + std::fmt::Debug>(evaluation: &E) {
    let mut tuned = evaluation.clone();
    let parameters = evaluation.parameters();
    assert_eq!(parameters.len(), evaluation.values().len());
    for (index, parameter) in parameters.iter().enumerate() {
        assert!((parameter.min..=parameter.max).contains(&parameter.default), "{parameter:?}");
        assert!(parameter.step > 0.0);
        let mut values = evaluation.values();
        values[index] = parameter.max / 3.0 + parameter.min / 5.0;
        tuned.set_values(&values).unwrap();
        assert_eq!(tuned.values(), values);
        let text = tuned.to_weights().to_string();
        let file = WeightFile::read("tuned", &text).unwrap();
        assert_eq!(E::from_weights(&file).unwrap(), tuned, "{text}");
        for wrong in [parameter.max * 1.5 + 1.0, f64::NAN, f64::INFINITY] {
            values[index] = wrong;
            assert!(tuned.set_values(&values).unwrap_err().to_string().contains(parameter.name));
        }
    }
    assert!(tuned.set_values(&[]).is_err());
    tuned.set_values(&parameters.iter().map(|parameter| parameter.default).collect::<Vec<_>>()).unwrap();
    let read_again = WeightFile::read("tuned", &tuned.to_weights().to_string()).unwrap();
    assert_eq!(E::from_weights(&read_again).unwrap(), tuned);
}

#[test]
fn every_weighted_evaluation_can_be_tuned_written_and_read() {
    check_tuning(&khet::Report::default());
    check_tuning(&khet::ReportExtended::default());
    check_tuning(&khet::Strong::default());
    check_tuning(&kalah::AlongLine::default());
    check_tuning(&kalah::Strong::default());
    check_tuning(&tigers::Strong::default());
    check_tuning(&cachex::SixFeature::default());
    check_tuning(&cachex::Antisymmetric::default());
    check_tuning(&cachex::Strong::default());
    check_tuning(&cachex::Full::default());
}

#[test]
fn random_vectors_follow_the_seed_and_fill_the_report_s_ranges() {
    let parameters = khet::Report::default().parameters();
    assert_eq!(khet::Report::random(5, 100.0, 2.0), khet::Report::random(5, 100.0, 2.0));
    let mut largest = vec![0.0_f64; parameters.len()];
    for seed in 0..200 {
        let vector = khet::Report::random(seed, 100.0, 2.0);
        for ((parameter, value), largest) in parameters.iter().zip(vector.values()).zip(&mut largest) {
            let limit = if parameter.name.ends_with(".power") { 2.0 } else { 100.0 };
            assert!(value.abs() < limit && (value >= 0.0 || parameter.max == 0.0), "{} {value}", parameter.name);
            *largest = largest.max(value.abs() / limit);
        }
    }
    assert!(largest.iter().all(|&share| share > 0.9), "{largest:?}");
}

#[test]
fn scales_are_whole_for_whole_weights_and_hundredths_otherwise() {
    let mut whole = tigers::Strong::default();
    assert_eq!(Evaluate::scale(&whole), 1);
    let mut values = whole.values();
    values[0] += 0.25;
    let pos = Tigers::parse("T..TT.......G.......... 10 t", &TigersRules::default()).unwrap();
    let before = whole.evaluate(&pos, &(), Side::Second).value();
    whole.set_values(&values).unwrap();
    assert_eq!(Evaluate::scale(&whole), 100);
    assert_eq!(whole.evaluate(&pos, &(), Side::Second).value(), 100 * before + 25 * 4);
    assert_eq!(Evaluate::scale(&khet::Report::default()), 100);
    assert_eq!(Evaluate::scale(&khet::Report::hand_tuned()), 1);
}

#[test]
fn forms_are_the_sums_that_they_say() {
    let linear: fn(&Linear<tigers::StrongFeatures>) -> Vec<f64> = Tunable::values;
    let evaluation = tigers::Strong::default();
    visit::<Tigers>(|pos| {
        let values = tigers::StrongFeatures::measure(pos, Side::Second);
        let sum: f64 = linear(&evaluation).iter().zip(values).map(|(weight, value)| weight * f64::from(value)).sum();
        assert_eq!(f64::from(evaluation.evaluate(pos, &(), Side::Second).value()), sum);
    });
    let evaluation: Powered<khet::ReportFeatures> = khet::Report::default();
    visit::<Khet>(|pos| {
        let values = khet::ReportFeatures::measure(pos, Side::First).map(f64::from);
        let term = |pair: &[f64], value: f64| if value == 0.0 { 0.0 } else { pair[0] * value.powf(pair[1]) };
        let sum: f64 = evaluation.values().chunks(2).zip(values).map(|(pair, value)| term(pair, value)).sum();
        assert!((f64::from(evaluation.evaluate(pos, &(), Side::First).value()) / 100.0 - sum).abs() < 0.05, "{pos}");
    });
}
