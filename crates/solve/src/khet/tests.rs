use plyground_game::Game;
use plyground_search::StopFlag;

use super::*;
use crate::dfpn::Dfpn;
use crate::{Indexed, Place, SolveError, SolveOptions, Value, Wdl, retrograde, solve};

#[test]
fn numbers_and_positions_correspond() {
    for rules in [KhetRules::OFFICIAL, KhetRules::LAX] {
        let endings = Endings(rules);
        for tier in 0..endings.tiers() {
            let mut seen = 0;
            for index in (0..endings.size(tier)).step_by(if tier == 0 { 1 } else { 997 }) {
                let Some(pos) = endings.unrank(tier, index) else { continue };
                assert_eq!(endings.rank(&pos), Some(Rank { tier, index }), "{pos}");
                let image = pos.map(KhetSymmetry::HalfTurn);
                assert_eq!(endings.rank(&image), Some(Rank { tier, index }), "{image}");
                seen += 1;
            }
            assert!(seen > 1_000, "{seen} positions in tier {tier}");
        }
    }
}

#[test]
fn positions_with_more_pieces_are_refused() {
    let refused = |text: &str| {
        let pos = Khet::parse(text, &KhetRules::OFFICIAL).unwrap();
        assert_eq!(Endings(KhetRules::OFFICIAL).rank(&pos), None, "{text}");
        let game = Game::from_position(pos, &KhetRules::OFFICIAL);
        let folder = tempfile::tempdir().unwrap();
        let options = SolveOptions { tables: folder.path().into(), ..SolveOptions::default() };
        match solve(&endings(), &game, &options, true, &mut |_| {}) {
            Err(SolveError::Numbering(message)) => assert!(message.contains("--mate-in"), "{message}"),
            other => panic!("{other:?}"),
        }
    };
    refused("x39/4k5//2P13P1////5K3X1 0");
    refused("x39/4k5//2P13p1////5K3X1 0");
    refused("x39/4k5//2P13S1////5K3X1 0");
}

/// The pharaohs alone, as one numbering.
struct Alone(Endings);

impl Indexed for Alone {
    type Position = Khet;

    fn len(&self) -> usize {
        self.0.size(0)
    }

    fn position(&self, index: usize) -> Option<Khet> {
        self.0.unrank(0, index)
    }

    fn place(&self, pos: &Khet) -> Place {
        match pos.outcome() {
            Some(outcome) => Place::Known(Value::finished(outcome, pos.side_to_move())),
            None => Place::Index(self.0.rank(pos).expect("the pharaohs are alone").index),
        }
    }
}

/// Proof numbers find the same shortest wins.
#[test]
fn wins_of_the_pharaohs_alone_are_forced() {
    let alone = Alone(Endings(KhetRules::OFFICIAL));
    let solution = retrograde(&alone);
    let (mut wins, mut search) = (0, Dfpn::new(4));
    for index in (0..alone.len()).step_by(11) {
        let Some(pos) = alone.position(index) else { continue };
        let value = solution.value(index).unwrap();
        let most = 9;
        let win = search.shortest_win(&pos, most, &StopFlag::default()).unwrap().map(|win| win.plies);
        let expected = value.plies().filter(|&plies| value.result() == Wdl::Win && plies <= most);
        assert_eq!(win, expected, "{pos}: {value:?}");
        wins += usize::from(expected.is_some());
    }
    assert!(wins > 20, "{wins} wins");
}
