//! Feature values on pictured positions, as tables that a person can check against the board.

use std::fmt::Write as _;

use plyground_cachex::{Cachex, CachexRules};
use plyground_eval::{cachex, kalah, khet, tigers};
use plyground_game::{Evaluate, Position, Side};
use plyground_kalah::{Kalah, KalahRules};
use plyground_khet::{Khet, KhetRules};
use plyground_tigers::{Tigers, TigersRules};

/// The board, and for each side what the value is made of.
fn picture<P: Position, E: Evaluate<P>>(pos: &P, evaluation: &E) -> String {
    let mut text = format!("{pos}\n{}", pos.diagram());
    for side in Side::ALL {
        let value = evaluation.evaluate(pos, &evaluation.start(pos), side).value();
        let scale = f64::from(evaluation.scale());
        let line = format!("\n{}: {}\n", P::side_name(side), f64::from(value) / scale);
        text += &line;
        for term in evaluation.explain(pos, side) {
            let power = if term.power == 1.0 { String::new() } else { format!(" ^ {}", term.power) };
            let name = term.name;
            writeln!(text, "{name:>22} {:>6} x {}{power} = {:.3}", term.value, term.weight, term.term)
                .unwrap_or_else(|error| panic!("{error}"));
        }
    }
    text
}

fn khet(text: &str, rules: &KhetRules) -> Khet {
    Khet::parse(text, rules).unwrap_or_else(|error| panic!("{error}"))
}

const CLASSIC: &str = "x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1 0";
/// Silver's laser stands on red's pharaoh, which has lost two of its guards.
const MIDDLE: &str = "x33a3k4/2p33a3p22/3P4s22p22/p11P31s13P41/p2P43S13P3/4S21p2p12//2P4A1KA1P12X1 0";

#[test]
fn khet_classic_by_the_report() {
    insta::assert_snapshot!(picture(&khet(CLASSIC, &KhetRules::EPAM), &khet::ReportExtended::default()));
}

#[test]
fn khet_middle_by_the_hand_tuned_vector() {
    insta::assert_snapshot!(picture(&khet(MIDDLE, &KhetRules::EPAM), &khet::Report::hand_tuned()));
}

#[test]
fn khet_middle_strong() {
    insta::assert_snapshot!(picture(&khet(MIDDLE, &KhetRules::OFFICIAL), &khet::Strong::default()));
}

#[test]
fn kalah_strong() {
    // The position whose time the capture report measured.
    let pos = Kalah::parse("<6,3,3,9,8,8,1,2,1,9,3,1,3,11,11> S", &KalahRules::default())
        .unwrap_or_else(|error| panic!("{error}"));
    insta::assert_snapshot!(picture(&pos, &kalah::Strong::default()));
}

#[test]
fn tigers_strong_and_report() {
    // A tiger in the corner with its two ways shut, and an empty corner that no tiger can come to.
    let pos =
        Tigers::parse("G.T.GGTG...GG....GGTGG. 0 t", &TigersRules::default()).unwrap_or_else(|error| panic!("{error}"));
    insta::assert_snapshot!(format!(
        "{}\n{}",
        picture(&pos, &tigers::Strong::default()),
        picture(&pos, &tigers::Report::default())
    ));
}

#[test]
fn cachex_six_features() {
    let pos = Cachex::parse("5 ....r/.b.../..br./..b../..r.. r 6", &CachexRules::default())
        .unwrap_or_else(|error| panic!("{error}"));
    insta::assert_snapshot!(picture(&pos, &cachex::SixFeature::default()));
}

#[test]
fn cachex_full() {
    let pos = Cachex::parse("6 ....../..rb../.r.b../...r.b/..br../.b.... b 10", &CachexRules::default())
        .unwrap_or_else(|error| panic!("{error}"));
    insta::assert_snapshot!(picture(&pos, &cachex::Full::default()));
}
