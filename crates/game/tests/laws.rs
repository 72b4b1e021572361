//! The law suite finds each fault of a small game with one fault at a time.

#![allow(clippy::unwrap_used)]

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use plyground_game::laws::{self, Laws};
use plyground_game::notation::{self, ParseMoveError, ParsePositionError, ParseRulesError};
use plyground_game::{
    Class, Game, HistoryRules, Outcome, Position, Rules, SearchHints, Side, Slot, StandardSetup, Symmetric,
};

/// The fault of a [`Walk`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Fault {
    #[default]
    None,
    Twice,
    NoisyAndQuiet,
    TooLegal,
    KeyWithoutSide,
    ReadsAnotherSide,
    NeverEnds,
    Deaf,
    Miscounts,
    Forgetful,
    SameText,
    ParserPanics,
    NoReason,
    MapStays,
    PlayPanics,
    OneHash,
    FalseThreat,
    LargeScore,
}

/// All faults, the sound game first.
const FAULTS: [Fault; 18] = [
    Fault::None,
    Fault::Twice,
    Fault::NoisyAndQuiet,
    Fault::TooLegal,
    Fault::KeyWithoutSide,
    Fault::ReadsAnotherSide,
    Fault::NeverEnds,
    Fault::Deaf,
    Fault::Miscounts,
    Fault::Forgetful,
    Fault::SameText,
    Fault::ParserPanics,
    Fault::NoReason,
    Fault::MapStays,
    Fault::PlayPanics,
    Fault::OneHash,
    Fault::FalseThreat,
    Fault::LargeScore,
];

/// A token on cells 0 to 6 that both sides move by one or two. The side that moves it to cell 0 or 6 wins. With
/// `HAS_HISTORY` off, the game hides that positions may repeat.
#[derive(Clone, Debug)]
struct Walk<const HAS_HISTORY: bool = true> {
    cell: usize,
    side: Side,
    fault: Fault,
}

impl<const HAS_HISTORY: bool> PartialEq for Walk<HAS_HISTORY> {
    fn eq(&self, other: &Self) -> bool {
        (self.cell, self.side) == (other.cell, other.side)
    }
}

impl<const HAS_HISTORY: bool> Eq for Walk<HAS_HISTORY> {}

impl<const HAS_HISTORY: bool> Hash for Walk<HAS_HISTORY> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if self.fault != Fault::OneHash {
            self.key().hash(state);
        }
    }
}

/// Draws a game at the third occurrence of a position. Positions by these rules have the fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct ThreeTimes(Fault);

impl fmt::Display for ThreeTimes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "three {:?}", self.0)
    }
}

impl std::str::FromStr for ThreeTimes {
    type Err = ParseRulesError;

    fn from_str(text: &str) -> Result<ThreeTimes, ParseRulesError> {
        let known = FAULTS.iter().map(|&fault| ThreeTimes(fault)).find(|rules| rules.to_string() == text);
        known.ok_or_else(|| notation::Fault::whole(text, "other rules", "`three` and a fault").into())
    }
}

impl Rules for ThreeTimes {
    fn history(&self) -> HistoryRules {
        HistoryRules { repetition: Some(3), turn_limit: Some(40) }
    }
}

impl<const HAS_HISTORY: bool> fmt::Display for Walk<HAS_HISTORY> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.cell, if self.side == Side::First { 'a' } else { 'b' })
    }
}

impl<const HAS_HISTORY: bool> Walk<HAS_HISTORY> {
    /// Cell of a move: steps of -2, -1, 1, 2 are moves 0 to 3.
    fn target(&self, mv: Slot<4>) -> Option<usize> {
        let step = [-2, -1, 1, 2][mv.number()];
        self.cell.checked_add_signed(step).filter(|&cell| cell <= 6)
    }

    fn is_over(&self) -> bool {
        self.cell == 0 || self.cell == 6
    }
}

impl<const HAS_HISTORY: bool> Position for Walk<HAS_HISTORY> {
    type Move = Slot<4>;
    type Setup = StandardSetup;
    type Rules = ThreeTimes;
    const NAME: &'static str = "walk";
    const SIDES: [&'static str; 2] = ["a", "b"];
    const HAS_HISTORY: bool = HAS_HISTORY;

    fn new(_: &StandardSetup, rules: &ThreeTimes) -> Self {
        Walk { cell: 3, side: Side::First, fault: rules.0 }
    }

    fn parse(text: &str, &ThreeTimes(fault): &ThreeTimes) -> Result<Self, ParsePositionError> {
        assert!(fault != Fault::ParserPanics || text.is_ascii(), "not ASCII");
        let side = if text.ends_with('a') { Side::First } else { Side::Second };
        let cell = text.strip_suffix(['a', 'b']).and_then(|cell| cell.parse().ok()).filter(|&cell| cell <= 6);
        let wrong = || notation::Fault::whole(text, "something else", "a cell and a side");
        let cell = cell.filter(|_| text.len() == 2).ok_or_else(wrong)?;
        Ok(Walk { cell, side: if fault == Fault::ReadsAnotherSide { Side::First } else { side }, fault })
    }

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then_some(Outcome::Win(!self.side))
    }

    fn outcome_reason(&self) -> Option<String> {
        (self.is_over() && self.fault != Fault::NoReason).then(|| "the end of the track".into())
    }

    fn visit_moves<B>(&self, class: Class, mut visit: impl FnMut(Slot<4>) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.is_over() && self.fault != Fault::NeverEnds {
            return ControlFlow::Continue(());
        }
        let mut last = ControlFlow::Continue(());
        for mv in Slot::all() {
            let Some(target) = self.target(mv) else { continue };
            let noisy = target == 0 || target == 6;
            if !class.includes(noisy) && self.fault != Fault::NoisyAndQuiet {
                continue;
            }
            for _ in 0..if self.fault == Fault::Twice { 2 } else { 1 } {
                last = visit(mv);
                if last.is_break() && self.fault != Fault::Deaf {
                    return last;
                }
            }
        }
        last
    }

    fn play_unchecked(&mut self, mv: Slot<4>) {
        assert!(self.fault != Fault::PlayPanics || self.target(mv) != Some(1), "a cell too low");
        self.cell = self.target(mv).unwrap_or(0);
        self.side = !self.side;
    }

    fn key(&self) -> u64 {
        let side = if self.fault == Fault::KeyWithoutSide { 0 } else { self.side.index() as u64 };
        plyground_game::zobrist::mix(self.cell as u64 * 2 + side)
    }

    fn parse_move(&self, text: &str) -> Result<Slot<4>, ParseMoveError> {
        let number = text.parse().ok().and_then(Slot::new);
        number.ok_or_else(|| notation::Fault::whole(text, "something else", "0 to 3").into())
    }

    fn move_text(&self, mv: Slot<4>) -> String {
        if self.fault == Fault::SameText { "0".into() } else { mv.number().to_string() }
    }

    fn is_irreversible(&self, _: Slot<4>) -> bool {
        self.fault == Fault::Forgetful
    }

    fn count_moves(&self) -> u64 {
        let count = self.legal_moves().len() as u64;
        if self.fault == Fault::Miscounts { count + 1 } else { count }
    }

    fn is_legal(&self, mv: Slot<4>) -> bool {
        self.fault == Fault::TooLegal || self.legal_moves().contains(&mv)
    }
}

impl<const HAS_HISTORY: bool> SearchHints for Walk<HAS_HISTORY> {
    fn quiet_value(&self, _: Slot<4>, _: Option<Slot<4>>) -> i32 {
        if self.fault == Fault::LargeScore { 513 } else { 512 }
    }

    fn parries(&self) -> Option<Vec<Slot<4>>> {
        (self.fault == Fault::FalseThreat).then(Vec::new)
    }
}

impl<const HAS_HISTORY: bool> Symmetric for Walk<HAS_HISTORY> {
    type Symmetry = ();

    fn symmetries(&self) -> &'static [()] {
        &[()]
    }

    fn swaps_sides((): ()) -> bool {
        false
    }

    fn map(&self, (): ()) -> Self {
        Walk { cell: 6 - self.cell, ..self.clone() }
    }

    fn map_move(&self, (): (), mv: Slot<4>) -> Slot<4> {
        if self.fault == Fault::MapStays { mv } else { Slot::new(3 - mv.number()).unwrap_or(mv) }
    }
}

fn check<const HAS_HISTORY: bool>(fault: Fault) -> String {
    let rules = ThreeTimes(fault);
    let start = (Walk::<HAS_HISTORY>::new(&StandardSetup, &rules), rules);
    let laws = Laws { games: 300, max_plies: 30, ..Laws::default() };
    let report = laws::check(std::slice::from_ref(&start), &laws).and_then(|_| laws::check_symmetry(&[start], &laws));
    match report {
        Ok(_) => "the laws hold".into(),
        Err(violation) => violation.to_string(),
    }
}

#[test]
fn a_sound_game_passes() {
    assert_eq!(check::<true>(Fault::None), "the laws hold");
}

/// Returns the game of the steps right, left and two to the right.
fn given(fault: Fault) -> Game<Walk> {
    let mut game = Game::new(&StandardSetup, &ThreeTimes(fault));
    for mv in ["2", "1", "3"] {
        game.play_text(mv).unwrap();
    }
    game
}

#[test]
fn a_given_game_is_checked_position_by_position() {
    let report = laws::check_game(&given(Fault::None), 7).unwrap();
    assert_eq!((report.positions, report.finished), (4, 0));
    laws::check_game_symmetry(&given(Fault::None)).unwrap();

    let moves_to = |violation: laws::Violation| violation.moves.join(" ");
    let problem = |game| laws::check_game(&game, 7).unwrap_err().to_string();
    assert_eq!(
        problem(given(Fault::Miscounts)),
        "count_moves says 5, generated [Slot(0), Slot(1), Slot(2), Slot(3)], at the start `3a`"
    );
    let violation = laws::check_game_symmetry(&given(Fault::MapStays)).unwrap_err();
    assert_eq!(moves_to(violation), "");
    // The token is back at its start.
    let violation = laws::check_game(&given(Fault::Forgetful), 7).unwrap_err();
    assert_eq!(moves_to(violation), "2 1");
}

#[test]
fn each_fault_is_found_and_shrunk() {
    // Panics are expected here, and their messages would clutter the output.
    std::panic::set_hook(Box::new(|_| {}));
    let mut found: Vec<String> = FAULTS[1..].iter().map(|&fault| check::<true>(fault)).collect();
    found.push(check::<false>(Fault::None));
    _ = std::panic::take_hook();
    insta::assert_snapshot!(found.join("\n"));
}
