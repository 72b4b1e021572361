//! Implementation of a hunting game, which can be solved.

use std::sync::LazyLock;

use plyground::game::Side;
use plyground::solve::hunt::{Ground, HuntGame, Pieces};

use crate::board::{GOATS, JUMPS, Point, Points, STEPS, TIGERS};
use crate::position::BaghChal;
use crate::rules::{BaghChalRules, StuckGoats};
use crate::symmetry::SYMMETRIES;

/// Points by slot: the corners and the centre, which symmetries map among themselves, then the others by the number of their
/// neighbours.
const ORDER: [usize; Point::COUNT] =
    [0, 4, 20, 24, 12, 1, 3, 5, 9, 15, 19, 21, 23, 7, 11, 13, 17, 2, 10, 14, 22, 6, 8, 16, 18];

static GROUND: LazyLock<Ground> = LazyLock::new(|| Ground {
    points: Point::COUNT,
    hunters: TIGERS.into(),
    herd: GOATS,
    steps: STEPS.iter().map(|step| (step.from.number(), step.to.number())).collect(),
    jumps: JUMPS.iter().map(|jump| (jump.from.number(), jump.over.number(), jump.to.number())).collect(),
    symmetries: SYMMETRIES
        .iter()
        .map(|symmetry| Point::all().map(|point| symmetry.map_point(point).number()).collect())
        .collect(),
    order: ORDER.to_vec(),
});

impl HuntGame for BaghChal {
    fn ground() -> &'static Ground {
        &GROUND
    }

    fn pieces(&self) -> Pieces {
        Pieces { hunters: self.tigers.0, herd: self.goats.0, in_hand: self.in_hand }
    }

    fn from_pieces(pieces: Pieces, side: Side, rules: &BaghChalRules) -> Option<BaghChal> {
        BaghChal::from_parts(Points(pieces.hunters), Points(pieces.herd), pieces.in_hand, side, rules)
    }

    fn captures_to_win(rules: &BaghChalRules) -> u8 {
        rules.captures()
    }

    fn captures_left(&self) -> u8 {
        BaghChal::captures_left(self)
    }

    fn rules_of(captures_to_win: u8) -> BaghChalRules {
        BaghChalRules::new(captures_to_win, StuckGoats::Lose, Some(3)).expect("1 to 20 captures win")
    }

    fn unsupported_option(rules: &BaghChalRules) -> Option<String> {
        (rules.stuck_goats == StuckGoats::Draw).then(|| "stuck-goats=draw".to_owned())
    }
}
