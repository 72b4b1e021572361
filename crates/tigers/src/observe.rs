//! Observation planes of a board.

use plyground_game::{Observe, Position, Side};

use crate::point::Point;
use crate::position::Tigers;

/// Each plane is one row of the 23 points, in their order.
impl Observe for Tigers {
    const PLANES: &'static [&'static str] = &[
        "goats",
        "tigers",
        "goats still outside, on every point",
        "goats taken, on every point",
        "1 where the own side is that of the goats",
        "1 where it is the own turn",
    ];

    fn plane_shape(&self) -> [usize; 2] {
        [1, Point::COUNT]
    }

    fn observe(&self, side: Side, block: &mut [f32]) {
        assert_eq!(
            block.len(),
            Self::PLANES.len() * Point::COUNT,
            "a block of {} numbers",
            Self::PLANES.len() * Point::COUNT
        );
        block.fill(0.0);
        let mut planes = block.chunks_exact_mut(Point::COUNT);
        for (set, plane) in [self.goats(), self.tigers()].into_iter().zip(&mut planes) {
            for point in set {
                plane[point.index()] = 1.0;
            }
        }
        let is = |fact: bool| u8::from(fact);
        let numbers =
            [self.outside(), self.captured(), is(side == Side::First), is(self.side_to_move() == side)].map(f32::from);
        for (number, plane) in numbers.into_iter().zip(planes) {
            plane.fill(number);
        }
    }
}
