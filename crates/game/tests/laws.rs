//! The law suite finds what it says it finds: a small game with one fault at a time.

#![allow(clippy::unwrap_used)]

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use plyground_game::laws::{self, Laws};
use plyground_game::notation::{Fault, ParseMoveError, ParsePositionError, ParseRulesError};
use plyground_game::{
    Class, Game, HistoryRules, Outcome, Position, Rules, SearchHints, Side, Slot, StandardSetup, Symmetric,
};

/// What is wrong with a [`Walk`].
mod fault {
    pub(crate) const NONE: usize = 0;
    pub(crate) const TWICE: usize = 1;
    pub(crate) const NOISY_AND_QUIET: usize = 2;
    pub(crate) const TOO_LEGAL: usize = 3;
    pub(crate) const KEY_WITHOUT_SIDE: usize = 4;
    pub(crate) const READS_ANOTHER_SIDE: usize = 5;
    pub(crate) const NEVER_ENDS: usize = 6;
    pub(crate) const DEAF: usize = 7;
    pub(crate) const MISCOUNTS: usize = 8;
    pub(crate) const FORGETFUL: usize = 9;
    pub(crate) const SAME_TEXT: usize = 10;
    pub(crate) const PARSER_PANICS: usize = 11;
    pub(crate) const NO_REASON: usize = 12;
    pub(crate) const MAP_STAYS: usize = 13;
    pub(crate) const PLAY_PANICS: usize = 14;
    pub(crate) const SECRET_HISTORY: usize = 15;
    pub(crate) const ONE_HASH: usize = 16;
}

/// A token on cells 0 to 6 that both sides move by one or two; who brings it to cell 0 or 6 wins.
#[derive(Clone, Debug)]
struct Walk<const FAULT: usize> {
    cell: usize,
    side: Side,
}

impl<const FAULT: usize> PartialEq for Walk<FAULT> {
    fn eq(&self, other: &Self) -> bool {
        (self.cell, self.side) == (other.cell, other.side)
    }
}

impl<const FAULT: usize> Eq for Walk<FAULT> {}

impl<const FAULT: usize> Hash for Walk<FAULT> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if FAULT != fault::ONE_HASH {
            self.key().hash(state);
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct ThreeTimes;

impl fmt::Display for ThreeTimes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("three")
    }
}

impl std::str::FromStr for ThreeTimes {
    type Err = ParseRulesError;

    fn from_str(text: &str) -> Result<ThreeTimes, ParseRulesError> {
        if text == "three" { Ok(ThreeTimes) } else { Err(Fault::whole(text, "other rules", "`three`").into()) }
    }
}

impl Rules for ThreeTimes {
    fn history(&self) -> HistoryRules {
        HistoryRules { repetition: Some(3), turn_limit: Some(40) }
    }
}

impl<const FAULT: usize> fmt::Display for Walk<FAULT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.cell, if self.side == Side::First { 'a' } else { 'b' })
    }
}

impl<const FAULT: usize> Walk<FAULT> {
    /// Cell of a move: steps of -2, -1, 1, 2 are moves 0 to 3.
    fn target(&self, mv: Slot<4>) -> Option<usize> {
        let step = [-2, -1, 1, 2][mv.number()];
        self.cell.checked_add_signed(step).filter(|&cell| cell <= 6)
    }

    fn is_over(&self) -> bool {
        self.cell == 0 || self.cell == 6
    }
}

impl<const FAULT: usize> Position for Walk<FAULT> {
    type Move = Slot<4>;
    type Setup = StandardSetup;
    type Rules = ThreeTimes;
    const NAME: &'static str = "walk";
    const SIDES: [&'static str; 2] = ["a", "b"];
    const HAS_HISTORY: bool = FAULT != fault::SECRET_HISTORY;

    fn new(_: &StandardSetup, _: &ThreeTimes) -> Self {
        Walk { cell: 3, side: Side::First }
    }

    fn parse(text: &str, _: &ThreeTimes) -> Result<Self, ParsePositionError> {
        assert!(FAULT != fault::PARSER_PANICS || text.is_ascii(), "not ASCII");
        let side = if text.ends_with('a') { Side::First } else { Side::Second };
        let cell = text.strip_suffix(['a', 'b']).and_then(|cell| cell.parse().ok()).filter(|&cell| cell <= 6);
        let fault = || Fault::whole(text, "something else", "a cell and a side");
        let cell = cell.filter(|_| text.len() == 2).ok_or_else(fault)?;
        Ok(Walk { cell, side: if FAULT == fault::READS_ANOTHER_SIDE { Side::First } else { side } })
    }

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then_some(Outcome::Win(!self.side))
    }

    fn outcome_reason(&self) -> Option<String> {
        (self.is_over() && FAULT != fault::NO_REASON).then(|| "the end of the track".into())
    }

    fn visit_moves<B>(&self, class: Class, mut visit: impl FnMut(Slot<4>) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.is_over() && FAULT != fault::NEVER_ENDS {
            return ControlFlow::Continue(());
        }
        let mut last = ControlFlow::Continue(());
        for mv in Slot::all() {
            let Some(target) = self.target(mv) else { continue };
            let noisy = target == 0 || target == 6;
            if !class.wants(noisy) && FAULT != fault::NOISY_AND_QUIET {
                continue;
            }
            for _ in 0..if FAULT == fault::TWICE { 2 } else { 1 } {
                last = visit(mv);
                if last.is_break() && FAULT != fault::DEAF {
                    return last;
                }
            }
        }
        last
    }

    fn play_unchecked(&mut self, mv: Slot<4>) {
        assert!(FAULT != fault::PLAY_PANICS || self.target(mv) != Some(1), "a cell too low");
        self.cell = self.target(mv).unwrap_or(0);
        self.side = !self.side;
    }

    fn key(&self) -> u64 {
        let side = if FAULT == fault::KEY_WITHOUT_SIDE { 0 } else { self.side.index() as u64 };
        plyground_game::zobrist::mix(self.cell as u64 * 2 + side)
    }

    fn parse_move(&self, text: &str) -> Result<Slot<4>, ParseMoveError> {
        let number = text.parse().ok().and_then(Slot::new);
        number.ok_or_else(|| Fault::whole(text, "something else", "0 to 3").into())
    }

    fn move_text(&self, mv: Slot<4>) -> String {
        if FAULT == fault::SAME_TEXT { "0".into() } else { mv.number().to_string() }
    }

    fn is_irreversible(&self, _: Slot<4>) -> bool {
        FAULT == fault::FORGETFUL
    }

    fn count_moves(&self) -> u64 {
        let count = self.legal_moves().len() as u64;
        if FAULT == fault::MISCOUNTS { count + 1 } else { count }
    }

    fn is_legal(&self, mv: Slot<4>) -> bool {
        FAULT == fault::TOO_LEGAL || self.legal_moves().contains(&mv)
    }
}

impl<const FAULT: usize> SearchHints for Walk<FAULT> {}

impl<const FAULT: usize> Symmetric for Walk<FAULT> {
    type Symmetry = ();

    fn symmetries(&self) -> &'static [()] {
        &[()]
    }

    fn swaps_sides((): ()) -> bool {
        false
    }

    fn map(&self, (): ()) -> Self {
        Walk { cell: 6 - self.cell, side: self.side }
    }

    fn map_move(&self, (): (), mv: Slot<4>) -> Slot<4> {
        if FAULT == fault::MAP_STAYS { mv } else { Slot::new(3 - mv.number()).unwrap_or(mv) }
    }
}

fn check<const FAULT: usize>() -> String {
    let start = (Walk::<FAULT>::new(&StandardSetup, &ThreeTimes), ThreeTimes);
    let laws = Laws { games: 300, max_plies: 30, ..Laws::default() };
    let report = laws::check(std::slice::from_ref(&start), &laws).and_then(|_| laws::check_symmetry(&[start], &laws));
    match report {
        Ok(_) => "the laws hold".into(),
        Err(violation) => violation.to_string(),
    }
}

#[test]
fn a_sound_game_passes() {
    assert_eq!(check::<{ fault::NONE }>(), "the laws hold");
}

/// The game in which the token steps right, left, right twice.
fn given<const FAULT: usize>() -> Game<Walk<FAULT>> {
    let mut game = Game::new(&StandardSetup, &ThreeTimes);
    for mv in ["2", "1", "3"] {
        game.play_text(mv).unwrap();
    }
    game
}

#[test]
fn a_given_game_is_checked_position_by_position() {
    let report = laws::check_game(&given::<{ fault::NONE }>(), 7).unwrap();
    assert_eq!((report.positions, report.finished), (4, 0));
    laws::check_game_symmetry(&given::<{ fault::NONE }>()).unwrap();

    let moves_to = |violation: laws::Violation| violation.moves.join(" ");
    let problem = |game| laws::check_game(&game, 7).unwrap_err().to_string();
    assert_eq!(
        problem(given::<{ fault::MISCOUNTS }>()),
        "count_moves says 5, generated [Slot(0), Slot(1), Slot(2), Slot(3)], in the game from `3a` by the moves ``"
    );
    let violation = laws::check_game_symmetry(&given::<{ fault::MAP_STAYS }>()).unwrap_err();
    assert_eq!(moves_to(violation), "");
    // The token is back where it began.
    let violation = laws::check_game(&given::<{ fault::FORGETFUL }>(), 7).unwrap_err();
    assert_eq!(moves_to(violation), "2 1");
}

#[test]
fn each_fault_is_found_and_shrunk() {
    // Panics inside are expected here; their messages would only disturb.
    std::panic::set_hook(Box::new(|_| {}));
    let found = [
        check::<{ fault::TWICE }>(),
        check::<{ fault::NOISY_AND_QUIET }>(),
        check::<{ fault::TOO_LEGAL }>(),
        check::<{ fault::KEY_WITHOUT_SIDE }>(),
        check::<{ fault::READS_ANOTHER_SIDE }>(),
        check::<{ fault::NEVER_ENDS }>(),
        check::<{ fault::DEAF }>(),
        check::<{ fault::MISCOUNTS }>(),
        check::<{ fault::FORGETFUL }>(),
        check::<{ fault::SAME_TEXT }>(),
        check::<{ fault::PARSER_PANICS }>(),
        check::<{ fault::NO_REASON }>(),
        check::<{ fault::MAP_STAYS }>(),
        check::<{ fault::PLAY_PANICS }>(),
        check::<{ fault::SECRET_HISTORY }>(),
        check::<{ fault::ONE_HASH }>(),
    ];
    _ = std::panic::take_hook();
    insta::assert_snapshot!(found.join("\n"));
}
