//! Endings of Khet: the pharaohs, with at most one other piece besides the sphinxes.
//!
//! A half turn of the board swaps the sides, so the piece is always silver's. Without a piece, silver moves first. The
//! tiers are the pharaohs alone, then those with a scarab, a pyramid and an anubis, which can be destroyed but not
//! replaced.
//!
//! ```no_run
//! use plyground_game::{Game, Position};
//! use plyground_khet::{Khet, KhetRules};
//! use plyground_solve::{ExactValue, SolveOptions, Wdl, khet::endings, solve};
//!
//! // Silver's pharaoh steps out of the beam, which the pyramid on e1 then turns to red's pharaoh on e5.
//! let pos = Khet::parse("x39///4k5////4P1K3X4 0", &KhetRules::OFFICIAL)?;
//! let options = SolveOptions { tables: "tables".into(), threads: 2, ..SolveOptions::default() };
//! let game = Game::from_position(pos, &KhetRules::OFFICIAL);
//! let solved = solve(&endings(), &game, &options, true, &mut |_| {})?;
//! assert_eq!(solved.value, ExactValue::Result(Wdl::Win));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use plyground_game::{Position, Side, Symmetric};
use plyground_khet::{Direction, Khet, KhetRules, KhetSymmetry, Kind, Piece, Square};

use crate::{Rank, Tiered, Tiers};

const SQUARES: usize = 80;
/// The two facings of each side's sphinx.
const SPHINXES: [[Direction; 2]; 2] = [[Direction::North, Direction::West], [Direction::South, Direction::East]];

/// Returns the solver of the endings.
#[must_use]
pub fn endings() -> Tiers<Khet> {
    Tiers::ranked(|game| Some(Endings(*game.rules())))
}

/// Numbering of the endings under these rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Endings(pub KhetRules);

impl Endings {
    /// The kind of the piece by tier; `None` for the pharaohs alone.
    pub const KINDS: [Option<Kind>; 4] = [None, Some(Kind::Scarab), Some(Kind::Pyramid), Some(Kind::Anubis)];
}

/// Returns the number of facings of a piece.
const fn facings(kind: Kind) -> usize {
    match kind {
        Kind::Scarab => 2,
        _ => 4,
    }
}

impl Tiered<Khet> for Endings {
    fn name(&self) -> String {
        "endings with one piece".into()
    }

    fn tiers(&self) -> usize {
        Endings::KINDS.len()
    }

    fn size(&self, tier: usize) -> usize {
        let alone = SPHINXES.len() * 2 * SQUARES * SQUARES;
        Endings::KINDS[tier].map_or(alone, |kind| Side::ALL.len() * alone * facings(kind) * SQUARES)
    }

    fn leads_to(&self, tier: usize) -> Vec<usize> {
        if tier == 0 { Vec::new() } else { vec![0] }
    }

    fn unrank(&self, tier: usize, index: usize) -> Option<Khet> {
        let mut rest = index;
        let mut digit = |base: usize| {
            let digit = rest % base;
            rest /= base;
            digit
        };
        let mut pieces = Vec::with_capacity(5);
        for side in Side::ALL {
            pieces.push((Square::sphinx(side), Piece::new(side, Kind::Sphinx, SPHINXES[side.index()][digit(2)])));
            let pharaoh = Square::from_index(digit(SQUARES))?;
            pieces.push((pharaoh, Piece::new(side, Kind::Pharaoh, Direction::North)));
        }
        let mut side = Side::First;
        if let Some(kind) = Endings::KINDS[tier] {
            let facing = Direction::from_index(digit(facings(kind)));
            pieces.push((Square::from_index(digit(SQUARES))?, Piece::new(Side::First, kind, facing)));
            side = Side::ALL[digit(2)];
        }
        Khet::from_pieces(pieces, side, &self.0)
    }

    fn rank(&self, pos: &Khet) -> Option<Rank> {
        let kinds = [Kind::Scarab, Kind::Pyramid, Kind::Anubis];
        let count = |side| kinds.iter().map(|&kind| pos.pieces_of(side, kind).len()).sum::<u32>();
        let counts = Side::ALL.map(count);
        let is_turned = match counts {
            [0, 0] => pos.side_to_move() == Side::Second,
            [1, 0] => false,
            [0, 1] => true,
            _ => return None,
        };
        let image;
        let pos = if is_turned {
            image = pos.map(KhetSymmetry::HalfTurn);
            &image
        } else {
            pos
        };
        let (mut index, mut base) = (0, 1);
        let mut add = |digit: usize, size: usize| {
            index += base * digit;
            base *= size;
        };
        for side in Side::ALL {
            let facing = pos.piece(Square::sphinx(side))?.facing();
            add(SPHINXES[side.index()].iter().position(|&known| known == facing)?, 2);
            add(pos.pharaoh(side)?.index(), SQUARES);
        }
        let mut tier = 0;
        for (number, kind) in Endings::KINDS.iter().enumerate().filter_map(|(number, kind)| Some((number, (*kind)?))) {
            if let Some(square) = pos.pieces_of(Side::First, kind).iter().next() {
                add(pos.piece(square)?.facing().index(), facings(kind));
                add(square.index(), SQUARES);
                add(pos.side_to_move().index(), 2);
                tier = number;
            }
        }
        Some(Rank { tier, index })
    }
}

#[cfg(test)]
mod tests {
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
}
