//! Symmetry of the board: left and right swapped.
//!
//! In a row of six the points to swap are five, three and one apart; in the bottom row, three and one. Three swaps of
//! bits therefore mirror all rows at once, for tigers and goats in the same word.

use plyground_game::Symmetric;

use crate::{MoveKind, Point, PointSet, Tigers, TigersMove};

/// Swap of left and right: 1 with 6, 2 with 5, and so on. The apex is fixed.
///
/// ```
/// use plyground_game::{Position, Symmetric};
/// use plyground_tigers::{Mirror, Tigers, TigersRules};
///
/// let pos = Tigers::parse("T.TG.....T............G 9 t", &TigersRules::default())?;
/// assert_eq!(pos.map(Mirror).to_string(), "T...GT....T........G... 9 t");
/// # Ok::<(), plyground_game::notation::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mirror;

/// Left point of each swapped pair, by distance.
const PAIRS: [(u32, u64); 3] = [
    (5, 1 << 1 | 1 << 7 | 1 << 13),
    (3, 1 << 2 | 1 << 8 | 1 << 14 | 1 << 19),
    (1, 1 << 3 | 1 << 9 | 1 << 15 | 1 << 20),
];

/// Mirrors two boards in one word, from bit 0 and from bit 23.
#[inline]
const fn mirror_boards(mut boards: u64) -> u64 {
    let mut pair = 0;
    while pair < PAIRS.len() {
        let (distance, left) = PAIRS[pair];
        let both = left | left << Point::COUNT;
        let differ = (boards ^ boards >> distance) & both;
        boards ^= differ | differ << distance;
        pair += 1;
    }
    boards
}

impl PointSet {
    /// Returns the set with left and right swapped.
    #[inline]
    #[must_use]
    pub const fn mirrored(self) -> PointSet {
        PointSet::from_bits(mirror_boards(self.bits() as u64) as u32)
    }
}

impl Point {
    /// Returns the mirror image of the point.
    #[inline]
    #[must_use]
    pub const fn mirrored(self) -> Point {
        Point::ALL[self.set().mirrored().bits().trailing_zeros() as usize]
    }
}

impl Symmetric for Tigers {
    type Symmetry = Mirror;

    fn symmetries(&self) -> &'static [Mirror] {
        &[Mirror]
    }

    fn swaps_sides(_: Mirror) -> bool {
        false
    }

    #[inline]
    fn map(&self, _: Mirror) -> Tigers {
        self.map_boards(mirror_boards)
    }

    fn map_move(&self, _: Mirror, mv: TigersMove) -> TigersMove {
        let image = match mv.kind() {
            MoveKind::Place(point) => Some(TigersMove::place(point.mirrored())),
            MoveKind::Step(step) => TigersMove::step(step.from.mirrored(), step.to.mirrored()),
            MoveKind::Jump(jump) => TigersMove::jump(jump.from.mirrored(), jump.to.mirrored()),
        };
        image.expect("the mirror maps lines to lines")
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use plyground_game::{Move, Side};

    use super::*;
    use crate::TigersRules;

    #[test]
    fn points_are_exchanged_as_the_rules_say() {
        let pairs =
            [(1, 6), (2, 5), (3, 4), (7, 12), (8, 11), (9, 10), (13, 18), (14, 17), (15, 16), (19, 22), (20, 21)];
        let mut expected = Point::ALL;
        for (left, right) in pairs {
            expected.swap(left, right);
        }
        assert_eq!(Point::ALL.map(Point::mirrored), expected);
    }

    #[test]
    fn eleven_sets_of_tigers_are_their_own_image() {
        let triples = (0..1u32 << Point::COUNT).filter(|bits| bits.count_ones() == 3).map(PointSet::from_bits);
        let (all, own): (Vec<_>, Vec<_>) = triples.map(|set| (set, set.mirrored() == set)).unzip();
        assert_eq!((all.len(), own.iter().filter(|&&own| own).count()), (1771, 11));
    }

    #[test]
    fn every_move_has_an_image_and_is_its_image_s_image() {
        let pos = Tigers::from_parts(PointSet::from_bits(7), PointSet::EMPTY, 15, Side::First, &TigersRules::default())
            .expect("an arrangement");
        for mv in (0..TigersMove::COUNT).filter_map(TigersMove::from_index) {
            assert_eq!(pos.map_move(Mirror, pos.map_move(Mirror, mv)), mv);
        }
    }
}
