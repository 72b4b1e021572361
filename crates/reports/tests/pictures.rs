//! Snapshots of feature values on positions, as tables that a reader can check against the board.

use plyground_cachex::{Cachex, CachexRules};
use plyground_eval::laws::picture;
use plyground_game::Position;
use plyground_khet::{Khet, KhetRules};
use plyground_reports::{cachex, khet, tigers};
use plyground_tigers::{Tigers, TigersRules};

fn khet(text: &str, rules: &KhetRules) -> Khet {
    Khet::parse(text, rules).unwrap_or_else(|error| panic!("{error}"))
}

const CLASSIC: &str = "x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1 0";
/// Silver's laser stands on red's pharaoh, which has lost two of its guards.
const MIDDLE: &str = "x33a3k4/2p33a3p22/3P4s22p22/p11P31s13P41/p2P43S13P3/4S21p2p12//2P4A1KA1P12X1 0";

#[test]
fn khet_classic_by_the_report() {
    insta::assert_snapshot!(picture(&khet(CLASSIC, &KhetRules::EPAM), &khet::ExtendedEvaluation::default()));
}

#[test]
fn khet_middle_by_the_hand_tuned_vector() {
    insta::assert_snapshot!(picture(&khet(MIDDLE, &KhetRules::EPAM), &khet::hand_tuned()));
}

#[test]
fn tigers_by_the_report() {
    // A tiger in the corner with its two ways shut, and an empty corner that no tiger can come to.
    let pos =
        Tigers::parse("G.T.GGTG...GG....GGTGG. 0 t", &TigersRules::default()).unwrap_or_else(|error| panic!("{error}"));
    insta::assert_snapshot!(picture(&pos, &tigers::Evaluation::default()));
}

#[test]
fn cachex_six_features() {
    let pos = Cachex::parse("5 ....r/.b.../..br./..b../..r.. r 6", &CachexRules::default())
        .unwrap_or_else(|error| panic!("{error}"));
    insta::assert_snapshot!(picture(&pos, &cachex::SixFeature::default()));
}
