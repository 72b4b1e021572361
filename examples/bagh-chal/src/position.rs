//! The rules: goats are placed and then move, tigers move and jump.

use std::ops::ControlFlow;

use plyground::game::diagram::Diagram;
use plyground::game::notation::{ParseMoveError, ParsePositionError};
use plyground::game::zobrist::mix;
use plyground::game::{Class, Outcome, Position, SearchHints, Side, StandardSetup};

use crate::board::{GOATS, Jump, Point, Points, Step, TIGERS};
use crate::moves::{BaghChalMove, MoveKind, jumps, steps};
use crate::rules::{BaghChalRules, StuckGoats};

/// A position, with the options that decide how it ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BaghChal {
    pub(crate) tigers: Points,
    pub(crate) goats: Points,
    pub(crate) in_hand: u8,
    pub(crate) side: Side,
    /// Captures that win.
    pub(crate) captures: u8,
    pub(crate) stuck_goats: StuckGoats,
}

impl BaghChal {
    /// Returns the points of the tigers.
    #[must_use]
    pub fn tigers(&self) -> Points {
        self.tigers
    }

    /// Returns the points of the goats.
    #[must_use]
    pub fn goats(&self) -> Points {
        self.goats
    }

    /// Returns the empty points: at least one.
    #[must_use]
    pub fn empty(&self) -> Points {
        Points(Points::ALL.0 & !(self.tigers.0 | self.goats.0))
    }

    /// Returns the goats in hand, 0 to 20.
    #[must_use]
    pub fn in_hand(&self) -> u8 {
        self.in_hand
    }

    /// Returns the captured goats, 0 to 20.
    #[must_use]
    pub fn captured(&self) -> u8 {
        GOATS - self.in_hand - self.goats.len() as u8
    }

    /// Returns the captures that the tigers still need to win.
    #[must_use]
    pub fn captures_left(&self) -> u8 {
        self.captures - self.captured()
    }

    /// Returns the position with these pieces, or `None` unless there are exactly 4 tigers, at most 20 goats on the board and in
    /// hand, at most as many captured as win, and no shared point.
    #[must_use]
    pub fn from_parts(
        tigers: Points,
        goats: Points,
        in_hand: u8,
        side: Side,
        rules: &BaghChalRules,
    ) -> Option<BaghChal> {
        let used = u32::from(in_hand) + goats.len();
        let is_sound = tigers.len() == u32::from(TIGERS)
            && tigers.0 & goats.0 == 0
            && (tigers.0 | goats.0) & !Points::ALL.0 == 0
            && used <= u32::from(GOATS)
            && u32::from(GOATS) - used <= u32::from(rules.captures());
        let (captures, stuck_goats) = (rules.captures(), rules.stuck_goats);
        is_sound.then_some(BaghChal { tigers, goats, in_hand, side, captures, stuck_goats })
    }

    /// Returns the legal steps of the pieces in `movers`.
    fn legal_steps(&self, movers: Points) -> impl Iterator<Item = BaghChalMove> {
        let empty = self.empty();
        steps().filter(move |(_, step)| movers.contains(step.from) && empty.contains(step.to)).map(|(mv, _)| mv)
    }

    /// Returns the legal jumps of the tigers.
    pub(crate) fn legal_jumps(&self) -> impl Iterator<Item = BaghChalMove> {
        let (tigers, goats, empty) = (self.tigers, self.goats, self.empty());
        jumps()
            .filter(move |(_, jump)| tigers.contains(jump.from) && goats.contains(jump.over) && empty.contains(jump.to))
            .map(|(mv, _)| mv)
    }

    fn can_step(&self, movers: Points) -> bool {
        let empty = self.empty();
        movers.iter().any(|point| point.neighbours().0 & empty.0 != 0)
    }

    /// Returns whether no tiger can step or jump.
    pub(crate) fn tigers_are_trapped(&self) -> bool {
        !self.can_step(self.tigers) && self.legal_jumps().next().is_none()
    }

    /// Returns whether the goats have none in hand and none that can move.
    fn goats_are_stuck(&self) -> bool {
        self.in_hand == 0 && !self.can_step(self.goats)
    }
}

impl Position for BaghChal {
    type Move = BaghChalMove;
    type Setup = StandardSetup;
    type Rules = BaghChalRules;
    const NAME: &'static str = "bagh-chal";
    const SIDES: [&'static str; 2] = ["goats", "tigers"];
    const HAS_HISTORY: bool = true;

    fn new(_: &StandardSetup, rules: &BaghChalRules) -> BaghChal {
        let corners = Points(1 | 1 << 4 | 1 << 20 | 1 << 24);
        BaghChal::from_parts(corners, Points(0), GOATS, Side::First, rules)
            .expect("the start has 4 tigers and 20 goats")
    }

    fn parse(text: &str, rules: &BaghChalRules) -> Result<BaghChal, ParsePositionError> {
        Ok(BaghChal::read(text, rules)?)
    }

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.captures_left() == 0 {
            return Some(Outcome::Win(Side::Second));
        }
        match (self.side, self.stuck_goats) {
            (Side::Second, _) => self.tigers_are_trapped().then_some(Outcome::Win(Side::First)),
            (Side::First, StuckGoats::Lose) => self.goats_are_stuck().then_some(Outcome::Win(Side::Second)),
            (Side::First, StuckGoats::Draw) => self.goats_are_stuck().then_some(Outcome::Draw),
        }
    }

    fn outcome_reason(&self) -> Option<String> {
        self.outcome()?;
        Some(match (self.captures_left(), self.side) {
            (0, _) if self.captures == 1 => "the tigers have captured a goat".into(),
            (0, _) => format!("the tigers have captured {} goats", self.captures),
            (_, Side::First) => "no goat can move".into(),
            (_, Side::Second) => "no tiger can move".into(),
        })
    }

    /// Noisy moves are the jumps. The natural order is jumps, then placements or steps, each by point.
    fn visit_moves<B>(&self, class: Class, mut visit: impl FnMut(BaghChalMove) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.captures_left() == 0 {
            return ControlFlow::Continue(());
        }
        if self.side == Side::Second && class.includes(true) {
            self.legal_jumps().try_for_each(&mut visit)?;
        }
        if !class.includes(false) {
            return ControlFlow::Continue(());
        }
        match self.side {
            Side::First if self.in_hand > 0 => self.empty().iter().map(BaghChalMove::place).try_for_each(visit),
            Side::First => self.legal_steps(self.goats).try_for_each(visit),
            Side::Second => self.legal_steps(self.tigers).try_for_each(visit),
        }
    }

    fn play_unchecked(&mut self, mv: BaghChalMove) {
        match (mv.kind(), self.side) {
            (MoveKind::Place(point), _) => {
                self.goats.0 |= point.set().0;
                self.in_hand = self.in_hand.saturating_sub(1);
            }
            (MoveKind::Step(Step { from, to }), side) => {
                let movers = if side == Side::First { &mut self.goats } else { &mut self.tigers };
                movers.0 = movers.0 & !from.set().0 | to.set().0;
            }
            (MoveKind::Jump(Jump { from, over, to }), _) => {
                self.tigers.0 = self.tigers.0 & !from.set().0 | to.set().0;
                self.goats.0 &= !over.set().0;
            }
        }
        self.side = !self.side;
    }

    /// Packs all facts into 62 bits and mixes them by a bijection, so no two positions share a key.
    fn key(&self) -> u64 {
        let is_draw = self.stuck_goats == StuckGoats::Draw;
        mix(u64::from(self.tigers.0)
            | u64::from(self.goats.0) << 25
            | u64::from(self.in_hand) << 50
            | u64::from(self.captures) << 55
            | (self.side.index() as u64) << 60
            | u64::from(is_draw) << 61)
    }

    fn parse_move(&self, text: &str) -> Result<BaghChalMove, ParseMoveError> {
        Ok(BaghChalMove::read(text)?)
    }

    fn move_text(&self, mv: BaghChalMove) -> String {
        mv.to_string()
    }

    fn diagram(&self) -> Diagram {
        self.draw_diagram()
    }

    fn describe(&self, mv: BaghChalMove) -> String {
        match mv.kind() {
            MoveKind::Place(point) => format!("a goat is placed on {point}"),
            MoveKind::Step(Step { from, to }) => {
                let piece = if self.side == Side::First { "goat" } else { "tiger" };
                format!("a {piece} moves from {from} to {to}")
            }
            MoveKind::Jump(Jump { from, over, to }) => {
                format!("a tiger jumps from {from} to {to} and captures the goat on {over}")
            }
        }
    }

    fn is_irreversible(&self, mv: BaghChalMove) -> bool {
        !matches!(mv.kind(), MoveKind::Step(_))
    }

    fn is_noisy(&self, mv: BaghChalMove) -> bool {
        matches!(mv.kind(), MoveKind::Jump(_))
    }
}

impl SearchHints for BaghChal {
    // Only steps can be undone, and both sides must step away and back.
    const NO_RETURN_WITHIN: u32 = 3;
}

/// Returns the tigers without a legal step or jump.
pub(crate) fn trapped_tigers(pos: &BaghChal) -> Points {
    let is_trapped = |&point: &Point| {
        let alone = BaghChal { tigers: point.set(), ..*pos };
        let empty = pos.empty();
        // Other tigers block like goats that cannot be captured.
        point.neighbours().0 & empty.0 == 0
            && !jumps().any(|(_, jump)| {
                alone.tigers.contains(jump.from) && pos.goats.contains(jump.over) && empty.contains(jump.to)
            })
    };
    Points(pos.tigers.iter().filter(is_trapped).fold(0, |bits, point| bits | point.set().0))
}

/// Returns the goats that a jump can capture.
pub(crate) fn threatened_goats(pos: &BaghChal) -> Points {
    let over = |mv: BaghChalMove| match mv.kind() {
        MoveKind::Jump(jump) => jump.over.set().0,
        _ => 0,
    };
    Points(pos.legal_jumps().fold(0, |bits, mv| bits | over(mv)))
}
