//! Feature values on pictured positions, as tables that a person can check against the board.

use plyground_cachex::{Cachex, CachexRules};
use plyground_eval::laws::picture;
use plyground_eval::{cachex, kalah, khet, tigers};
use plyground_game::Position;
use plyground_kalah::{Kalah, KalahRules};
use plyground_khet::{Khet, KhetRules};
use plyground_tigers::{Tigers, TigersRules};

/// Silver's laser aims at red's pharaoh, which has lost two of its guards.
const MIDDLE: &str = "x33a3k4/2p33a3p22/3P4s22p22/p11P31s13P41/p2P43S13P3/4S21p2p12//2P4A1KA1P12X1 0";

#[test]
fn khet_middle_strong() {
    let pos = Khet::parse(MIDDLE, &KhetRules::OFFICIAL).unwrap_or_else(|error| panic!("{error}"));
    insta::assert_snapshot!(picture(&pos, &khet::Strong::default()));
}

#[test]
fn kalah_strong() {
    // The position that the capture report timed.
    let pos = Kalah::parse("<6,3,3,9,8,8,1,2,1,9,3,1,3,11,11> S", &KalahRules::default())
        .unwrap_or_else(|error| panic!("{error}"));
    insta::assert_snapshot!(picture(&pos, &kalah::Strong::default()));
}

#[test]
fn tigers_strong() {
    // A tiger in the corner with both exits blocked, and an empty corner that no tiger can reach.
    let pos =
        Tigers::parse("G.T.GGTG...GG....GGTGG. 0 t", &TigersRules::default()).unwrap_or_else(|error| panic!("{error}"));
    insta::assert_snapshot!(picture(&pos, &tigers::Strong::default()));
}

#[test]
fn tigers_taught() {
    // The goats win after a hundred plies.
    let pos = Tigers::parse("GGGTTT...........G...G. 10 g", &TigersRules::default())
        .unwrap_or_else(|error| panic!("{error}"));
    insta::assert_snapshot!(picture(&pos, &tigers::ShutInNetwork::default()));
}

#[test]
fn cachex_full() {
    let pos = Cachex::parse("6 ....../..rb../.r.b../...r.b/..br../.b.... b 10", &CachexRules::default())
        .unwrap_or_else(|error| panic!("{error}"));
    insta::assert_snapshot!(picture(&pos, &cachex::Full::default()));
}
