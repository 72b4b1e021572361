//! The eight symmetries of the square.

use plyground::game::Symmetric;

use crate::board::{Point, Points};
use crate::moves::{BaghChalMove, MoveKind};
use crate::position::BaghChal;

/// A symmetry of the square other than the identity.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SquareSymmetry {
    /// Exchange files and ranks, as the first step.
    transpose: bool,
    /// Reverse the files.
    flip_files: bool,
    /// Reverse the ranks.
    flip_ranks: bool,
}

const fn symmetry(number: usize) -> SquareSymmetry {
    SquareSymmetry { transpose: number & 1 != 0, flip_files: number & 2 != 0, flip_ranks: number & 4 != 0 }
}

pub(crate) static SYMMETRIES: [SquareSymmetry; 7] =
    [symmetry(1), symmetry(2), symmetry(3), symmetry(4), symmetry(5), symmetry(6), symmetry(7)];

impl SquareSymmetry {
    /// Returns the image of a point.
    #[must_use]
    pub fn map_point(self, point: Point) -> Point {
        let (file, rank) = (point.file(), point.rank());
        let (file, rank) = if self.transpose { (rank, file) } else { (file, rank) };
        let file = if self.flip_files { 4 - file } else { file };
        let rank = if self.flip_ranks { 4 - rank } else { rank };
        Point::at(file, rank).expect("the square maps to itself")
    }

    fn map_points(self, points: Points) -> Points {
        Points(points.iter().fold(0, |bits, point| bits | self.map_point(point).set().0))
    }
}

impl Symmetric for BaghChal {
    type Symmetry = SquareSymmetry;

    fn symmetries(&self) -> &'static [SquareSymmetry] {
        &SYMMETRIES
    }

    fn swaps_sides(_: SquareSymmetry) -> bool {
        false
    }

    fn map(&self, symmetry: SquareSymmetry) -> BaghChal {
        let [tigers, goats] = [self.tigers, self.goats].map(|points| symmetry.map_points(points));
        BaghChal { tigers, goats, ..*self }
    }

    fn map_move(&self, symmetry: SquareSymmetry, mv: BaghChalMove) -> BaghChalMove {
        let map = |point| symmetry.map_point(point);
        let image = match mv.kind() {
            MoveKind::Place(point) => Some(BaghChalMove::place(map(point))),
            MoveKind::Step(step) => BaghChalMove::step(map(step.from), map(step.to)),
            MoveKind::Jump(jump) => BaghChalMove::jump(map(jump.from), map(jump.to)),
        };
        image.expect("symmetries map lines to lines")
    }
}
