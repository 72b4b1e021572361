//! Khet as a game of the contract.

use std::fmt;
use std::ops::ControlFlow;

use plyground_game::diagram::Diagram;
use plyground_game::notation::{ParseMoveError, ParsePositionError};
use plyground_game::{Class, Outcome, Position, Side};

use crate::moves::{Action, KhetMove};
use crate::piece::Kind;
use crate::position::Khet;
use crate::rules::KhetRules;
use crate::setup::KhetSetup;
use crate::text::SIDES;

impl Position for Khet {
    type Move = KhetMove;
    type Setup = KhetSetup;
    type Rules = KhetRules;

    const NAME: &'static str = "khet";
    const SIDES: [&'static str; 2] = SIDES;
    const HAS_HISTORY: bool = true;

    fn new(setup: &KhetSetup, rules: &KhetRules) -> Khet {
        Khet::read(setup.text(), rules).expect("the set-ups are well-formed, as a test shows")
    }

    fn parse(text: &str, rules: &KhetRules) -> Result<Khet, ParsePositionError> {
        Ok(Khet::read(text, rules)?)
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.board_outcome()
    }

    fn outcome_reason(&self) -> Option<String> {
        self.reason()
    }

    #[inline]
    fn visit_moves<B>(&self, class: Class, visit: impl FnMut(KhetMove) -> ControlFlow<B>) -> ControlFlow<B> {
        match class {
            Class::All => self.visit_all(visit),
            Class::Noisy => self.visit_stage(true, visit),
            Class::Quiet => self.visit_stage(false, visit),
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: KhetMove) {
        self.make(mv);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    /// Both turns of a scarab are read; where they count as one move, they are the same one.
    fn parse_move(&self, text: &str) -> Result<KhetMove, ParseMoveError> {
        let mv = KhetMove::read(text)?;
        let scarab = self.piece(mv.from()).is_some_and(|piece| piece.kind() == Kind::Scarab);
        match mv.action() {
            Action::Turn { clockwise: false } if scarab && !self.options.scarab_both_turns() => {
                Ok(KhetMove::turn(mv.from(), true))
            }
            _ => Ok(mv),
        }
    }

    fn move_text(&self, mv: KhetMove) -> String {
        mv.to_string()
    }

    fn diagram(&self) -> Diagram {
        self.draw(None)
    }

    fn describe(&self, mv: KhetMove) -> String {
        self.tell_move(mv)
    }

    /// What the laser has taken never comes back.
    #[inline]
    fn is_irreversible(&self, mv: KhetMove) -> bool {
        self.hit(mv).is_some()
    }

    #[inline]
    fn is_noisy(&self, mv: KhetMove) -> bool {
        self.hit(mv).is_some()
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        u64::from(self.mobility(self.side))
    }

    #[inline]
    fn is_legal(&self, mv: KhetMove) -> bool {
        self.allows(mv)
    }
}

impl Default for Khet {
    fn default() -> Khet {
        Khet::new(&KhetSetup::default(), &KhetRules::default())
    }
}

impl fmt::Debug for Khet {
    /// The Khet string, and the rules that decide which moves are legal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Khet({self}, {})", self.options.rules())
    }
}
