//! Numbers of the arrangements of the movement phase with given numbers of goats, for the files that are part of the
//! program.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use plyground_game::Side;
use plyground_tigers::{PointSet, Tigers, TigersRules};

use crate::hunt::{Herds, HuntGame, Index, Packing, SetRef};

static INDEX: LazyLock<Index> = LazyLock::new(|| Index::new(Tigers::ground()));

/// Arrangements ordered by the number of goats, then by the arrangement of the tigers. Mirror images have one number.
#[derive(Debug)]
pub(super) struct Layout {
    goats: RangeInclusive<u8>,
    /// Parts by the number of goats.
    parts: Vec<Part>,
    len: usize,
}

/// Arrangements with a given number of goats.
#[derive(Debug)]
struct Part {
    begin: usize,
    packing: Packing,
}

impl Layout {
    pub(super) fn new(goats: RangeInclusive<u8>) -> Layout {
        let mut len = 0;
        let part = |goats| {
            let packing = Packing::new(Tigers::ground().words(), goats, goats);
            let begin = len;
            len += INDEX.classes().len() * packing.len();
            Part { begin, packing }
        };
        let parts = goats.clone().map(part).collect();
        Layout { goats, parts, len }
    }

    /// Returns the number of arrangements.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Visits all arrangements in order, with this side to move.
    pub(super) fn visit<E>(&self, side: Side, mut visit: impl FnMut(Tigers) -> Result<(), E>) -> Result<(), E> {
        for part in &self.parts {
            for &tigers in INDEX.classes() {
                let herds = Herds::of(Tigers::ground(), tigers);
                for number in part.packing.numbers() {
                    let [tigers, goats] = [tigers, herds.at(number)].map(PointSet::from_bits);
                    let pos = Tigers::from_parts(tigers, goats, 0, side, &TigersRules::default());
                    visit(pos.expect("tigers and goats stand apart"))?;
                }
            }
        }
        Ok(())
    }

    /// Returns the number of an arrangement; `None` if it has too few or too many goats.
    #[inline]
    pub(super) fn place(&self, pos: &Tigers) -> Option<usize> {
        Some(self.beside(pos)?.place(pos.goats()))
    }

    /// Returns the arrangements with the tigers and the number of goats of a position; `None` if it has too few or too
    /// many goats.
    #[inline]
    pub(super) fn beside(&self, pos: &Tigers) -> Option<Beside<'_>> {
        let goats = pos.goats().len() as u8;
        let part = self.parts.get(usize::from(goats.checked_sub(*self.goats.start())?))?;
        Some(Beside { part, tigers: INDEX.set(pos.tigers().bits()) })
    }
}

/// Arrangements of the goats beside given tigers.
pub(super) struct Beside<'a> {
    part: &'a Part,
    tigers: SetRef,
}

impl Beside<'_> {
    /// Returns the number of an arrangement.
    #[inline]
    pub(super) fn place(&self, goats: PointSet) -> usize {
        let packing = &self.part.packing;
        let number = INDEX.number(self.tigers, goats.bits());
        self.part.begin + usize::from(self.tigers.class) * packing.len() + packing.place(number)
    }
}
