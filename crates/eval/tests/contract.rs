//! The law suite of evaluations on positions of random games under all rules.
#![allow(clippy::unwrap_used)]

use std::fmt::Display;
use std::str::FromStr;

use plyground_cachex::Cachex;
use plyground_eval::{Linear, cachex, kalah, khet, laws, tigers};
use plyground_game::{Evaluate, Nothing, Position, Score, Side, Tunable};
use plyground_kalah::{Kalah, KalahRules};
use plyground_khet::{Khet, KhetRules};
use plyground_tigers::{Tigers, TigersRules};

fn positions<P: Position>(setups: &[&str], rules: &[P::Rules]) -> Vec<P>
where
    P::Setup: FromStr<Err: Display>,
{
    let read = |text: &&str| text.parse().unwrap_or_else(|error| panic!("{error}"));
    laws::positions(&setups.iter().map(read).collect::<Vec<_>>(), rules)
}

fn of_khet() -> Vec<Khet> {
    positions(&["classic", "imhotep", "dynasty"], &KhetRules::NAMED.map(|(_, rules)| rules))
}

fn of_kalah() -> Vec<Kalah> {
    positions(&["6x4", "6x6", "3x3", "12x9", "1x5", "4x11"], &KalahRules::NAMED.map(|(_, rules)| rules))
}

fn of_tigers() -> Vec<Tigers> {
    positions(&["standard"], &[TigersRules::default(), "standard,captures_to_win=5".parse().unwrap()])
}

fn of_cachex() -> Vec<Cachex> {
    positions(&["3", "4", "5", "8", "9", "11", "12", "13", "15"], &[Default::default()])
}

#[test]
fn evaluations_keep_their_promises() {
    let khet = of_khet();
    laws::check(&khet::Material, &khet, true);
    laws::check(&khet::Strong::default(), &khet, true);
    laws::check(&khet::Learned::default(), &khet, true);
    let kalah = of_kalah();
    laws::check(&kalah::StoreDifference::default(), &kalah, true);
    laws::check(&kalah::Strong::default(), &kalah, true);
    laws::check(&kalah::ByMargin(kalah::Strong::default()), &kalah, true);
    laws::check(&kalah::Learned::default(), &kalah, true);
    laws::check(&kalah::Paired::default(), &kalah, true);
    let tigers = of_tigers();
    laws::check(&tigers::Material, &tigers, true);
    laws::check(&tigers::Strong::default(), &tigers, true);
    laws::check(&tigers::ShutInNetwork::default(), &tigers, true);
    laws::check(&tigers::Blockade::default(), &tigers, true);
    let cachex = of_cachex();
    laws::check(&cachex::Material, &cachex, true);
    laws::check(&cachex::Strong::default(), &cachex, true);
    laws::check(&cachex::Full::default(), &cachex, true);
}

#[test]
fn knowing_nothing_is_antisymmetric() {
    for pos in of_tigers() {
        assert_eq!(Nothing.evaluate(&pos, &(), pos.side_to_move()), Score::ZERO);
    }
}

#[test]
fn features_keep_to_their_ranges() {
    laws::check_features::<khet::StrongFeatures>(&of_khet());
    laws::check_features::<kalah::StrongFeatures>(&of_kalah());
    laws::check_features::<tigers::StrongFeatures>(&of_tigers());
    laws::check_features::<cachex::StrongFeatures>(&of_cachex());
    laws::check_features::<cachex::FullFeatures>(&of_cachex());
}

#[test]
fn every_weighted_evaluation_can_be_tuned_written_and_read() {
    laws::check_weights(&khet::Strong::default());
    laws::check_weights(&kalah::Strong::default());
    laws::check_weights(&tigers::Strong::default());
    laws::check_weights(&cachex::Strong::default());
    laws::check_weights(&cachex::Full::default());
}

#[test]
fn features_of_cachex_are_differences_of_what_they_are_called() {
    use plyground_eval::Features as _;
    let mut differing = [0; 6];
    for pos in of_cachex() {
        for side in Side::ALL {
            let difference = |measure: &dyn Fn(Side) -> u32| measure(side) as i32 - measure(!side) as i32;
            let expected = [
                difference(&|side| cachex::cost_to_win(&pos, side)),
                difference(&|side| pos.stones(side).iter().count() as u32),
                difference(&|side| pos.capture_points(side).count()),
                difference(&|side| u32::from(pos.side_to_move() == side)),
                difference(&|side| pos.largest_group(side)),
                difference(&|side| cachex::two_distance(&pos, side)),
            ];
            assert_eq!(cachex::FullFeatures::measure(&pos, side), expected, "{pos}");
            assert_eq!(cachex::StrongFeatures::measure(&pos, side), expected[..4], "{pos}");
            for (count, value) in differing.iter_mut().zip(expected) {
                *count += u32::from(value != 0);
            }
        }
    }
    assert!(differing.iter().all(|&count| count > 100), "{differing:?}");
}

#[test]
fn pieces_of_khet_are_worth_what_the_report_says() {
    // Silver has three pyramids and an anubis, red a pyramid and two anubises.
    let text = "x39/4k5/1p12a21a13/1P12P1P1A13///4K5/9X1 0";
    let pos = Khet::parse(text, &KhetRules::OFFICIAL).unwrap();
    assert_eq!(khet::Material.evaluate(&pos, &(), Side::First).value(), (3 * 3 + 2) - (3 + 2 * 2));
    assert_eq!(khet::Material.evaluate(&pos, &(), Side::Second).value(), -4);
}

/// A pyramid guards a pharaoh from the sides that its mirror does not face.
#[test]
fn a_pharaoh_is_guarded_by_backs_and_not_by_mirrors() {
    let guards = |rows: &str| {
        let pos = Khet::parse(&format!("x39/{rows}/4K5/9X1 0"), &KhetRules::OFFICIAL).unwrap();
        khet::pharaoh_defence(&pos, Side::Second)
    };
    // 1 faces north and east; the next digits follow clockwise.
    for (facing, [north, east, south, west]) in
        [(1, [1, 1, 0, 0]), (2, [0, 1, 1, 0]), (3, [0, 0, 1, 1]), (4, [1, 0, 0, 1])]
    {
        assert_eq!(guards(&format!("/4p{facing}5/4k5//")), 1 - south, "north of it, {facing}");
        assert_eq!(guards(&format!("//4kp{facing}4//")), 1 - west, "east of it, {facing}");
        assert_eq!(guards(&format!("//4k5/4p{facing}5/")), 1 - north, "south of it, {facing}");
        assert_eq!(guards(&format!("//3p{facing}k5//")), 1 - east, "west of it, {facing}");
    }
    assert_eq!(guards("//3a1ks14//"), 1, "an anubis, and no scarab");
    assert_eq!(guards("//k9//"), 1, "the edge");
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
}

#[test]
fn the_linear_form_is_the_sum_that_it_says() {
    use plyground_eval::Features as _;
    let evaluation: Linear<tigers::StrongFeatures> = tigers::Strong::default();
    let weights = evaluation.values();
    for pos in of_tigers() {
        let values = tigers::StrongFeatures::measure(&pos, Side::Second);
        let sum: f64 = weights.iter().zip(values).map(|(weight, value)| weight * f64::from(value)).sum();
        assert_eq!(f64::from(evaluation.evaluate(&pos, &(), Side::Second).value()), sum);
    }
}
