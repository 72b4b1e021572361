//! Checks the laws of evaluations for those of the reports, and the reports' own statements about them.
#![allow(clippy::unwrap_used)]

use plyground_cachex::Cachex;
use plyground_eval::{Features as _, Linear, laws};
use plyground_game::{Evaluate, Side, Tunable};
use plyground_kalah::{Kalah, KalahRules};
use plyground_khet::{Khet, KhetRules, KhetSetup};
use plyground_reports::{cachex, kalah, khet, tigers};
use plyground_tigers::{Tigers, TigersRules};

fn of_khet() -> Vec<Khet> {
    let setups = [KhetSetup::Classic, KhetSetup::Imhotep, KhetSetup::Dynasty];
    laws::positions(&setups, &KhetRules::NAMED.map(|(_, rules)| rules))
}

fn of_cachex() -> Vec<Cachex> {
    let sizes = ["3", "4", "5", "8", "9", "11", "12", "13", "15"].map(|size| size.parse().unwrap());
    laws::positions(&sizes, &[Default::default()])
}

#[test]
fn khet_keeps_its_promises() {
    let positions = of_khet();
    laws::check(&khet::Evaluation::default(), &positions, false);
    laws::check(&khet::hand_tuned(), &positions, false);
    laws::check(&khet::random(1), &positions, false);
}

#[test]
fn the_costly_features_of_khet_keep_their_promises() {
    laws::check(&khet::ExtendedEvaluation::default(), &of_khet(), false);
}

#[test]
fn kalah_keeps_its_promises() {
    let setups = ["6x4", "6x6", "3x3", "12x9", "1x5", "4x11"].map(|setup| setup.parse().unwrap());
    let positions = laws::positions::<Kalah>(&setups, &KalahRules::NAMED.map(|(_, rules)| rules));
    laws::check(&kalah::AlongLine::default(), &positions, false);
}

#[test]
fn tigers_keep_their_promises() {
    let rules = [TigersRules::default(), "standard,captures_to_win=5".parse().unwrap()];
    let positions = laws::positions::<Tigers>(&[Default::default()], &rules);
    laws::check(&tigers::Evaluation::default(), &positions, true);
}

#[test]
fn cachex_keeps_its_promises() {
    let positions = of_cachex();
    laws::check(&cachex::Antisymmetric::default(), &positions, true);
    laws::check(&cachex::SixFeature::default(), &positions, false);
    laws::check(&cachex::path_only(), &positions, false);
}

#[test]
fn the_antisymmetric_form_is_the_difference_of_the_two_sides() {
    let (six, three) = (cachex::SixFeature::default(), cachex::Antisymmetric::default());
    for pos in of_cachex() {
        let difference = six.evaluate(&pos, &(), Side::First).value() - six.evaluate(&pos, &(), Side::Second).value();
        assert_eq!(three.evaluate(&pos, &(), Side::First).value(), difference);
    }
}

#[test]
fn features_keep_to_their_ranges() {
    laws::check_features::<khet::ReportFeatures>(&of_khet());
    laws::check_features::<cachex::SixFeatures>(&of_cachex());
    laws::check_features::<cachex::SixFeaturesByAStar>(&of_cachex());
    laws::check_features::<cachex::ThreeDifferences>(&of_cachex());
}

/// The evaluations by A* and by flooding have the same values.
#[test]
fn costs_by_a_star_give_the_same_six_features() {
    use plyground_eval::Features as _;
    use plyground_game::{Position as _, Side};

    let positions = of_cachex();
    let open = positions.iter().filter(|pos| pos.outcome().is_none()).count();
    assert!(open > 50, "{open} positions");
    for pos in &positions {
        for side in Side::ALL {
            assert_eq!(
                cachex::SixFeatures::measure(pos, side),
                cachex::SixFeaturesByAStar::measure(pos, side),
                "{pos}"
            );
        }
    }
}

#[test]
fn costly_features_keep_to_their_ranges() {
    laws::check_features::<khet::ExtendedFeatures>(&of_khet());
}

#[test]
fn every_weighted_evaluation_can_be_tuned_written_and_read() {
    laws::check_weights(&khet::Evaluation::default());
    laws::check_weights(&khet::ExtendedEvaluation::default());
    laws::check_weights(&kalah::AlongLine::default());
    laws::check_weights(&cachex::SixFeature::default());
    laws::check_weights(&cachex::Antisymmetric::default());
}

#[test]
fn random_vectors_follow_the_seed_and_fill_the_report_s_ranges() {
    let parameters = khet::Evaluation::default().parameters();
    assert_eq!(khet::random(5), khet::random(5));
    let mut largest = vec![0.0_f64; parameters.len()];
    for seed in 0..200 {
        let vector = khet::random(seed);
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
    assert_eq!(Evaluate::scale(&khet::Evaluation::default()), 100);
    assert_eq!(Evaluate::scale(&khet::hand_tuned()), 1);
}

#[test]
fn the_form_with_powers_is_the_sum_that_it_says() {
    let evaluation: Linear<khet::ReportFeatures> = khet::Evaluation::default();
    for pos in of_khet() {
        let values = khet::ReportFeatures::measure(&pos, Side::First).map(f64::from);
        let term = |pair: &[f64], value: f64| if value == 0.0 { 0.0 } else { pair[0] * value.powf(pair[1]) };
        let sum: f64 = evaluation.values().chunks(2).zip(values).map(|(pair, value)| term(pair, value)).sum();
        assert!((f64::from(evaluation.evaluate(&pos, &(), Side::First).value()) / 100.0 - sum).abs() < 0.05, "{pos}");
    }
}
