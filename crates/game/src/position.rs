//! The interface of a game: positions, their legal moves, and playing them.
//!
//! A position contains what the board shows: pieces, the side to move, and rule options that determine the legal moves.
//! Facts that depend on the path (repetition, turn limits) belong to [`History`](crate::History). Hints for searches
//! belong to [`SearchHints`](crate::SearchHints). Positions are small and are copied, not unmade: an undo record would
//! be as large.
//!
//! `docs/guides/add-a-game.md` contains the smallest complete game. `laws::check` tests a rules crate (feature `laws`
//! of this crate).

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{Debug, Display};
use core::hash::Hash;
use core::ops::ControlFlow;
use core::str::FromStr;

use smallvec::SmallVec;

use crate::diagram::{Diagram, Ink};
use crate::notation::{
    IllegalMoveError, MoveError, ParseMoveError, ParsePositionError, ParseRulesError, ParseSetupError, quote,
};
use crate::{HistoryRules, Outcome, Side};

/// A list of moves that is on the stack for all but the widest positions.
pub type MoveList<M> = SmallVec<[M; 128]>;

/// A move of a game: a small plain value that is valid only with a position.
///
/// Searches use the index in transposition entries and in the history heuristic.
pub trait Move: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// Exclusive upper bound of all indices; at most 65,535, so that 16 bits can also represent "no move".
    const COUNT: usize;

    /// Returns the index of this move in `0..COUNT`.
    fn index(self) -> usize;

    /// Returns the move with this index; `None` if there is none. It never panics, because the index may come from a
    /// damaged table.
    fn from_index(index: usize) -> Option<Self>;
}

/// Rule options of a game. The text form is the name of a rule set with changes: `standard,majority=on`.
///
/// `Display` writes the form that `FromStr` reads.
pub trait Rules:
    Clone + Default + Eq + Debug + Display + FromStr<Err = ParseRulesError> + Send + Sync + 'static
{
    /// Returns the repetition rule and the turn limit. The default is none.
    fn history(&self) -> HistoryRules {
        HistoryRules::default()
    }
}

/// A class of moves.
///
/// A *noisy* move changes the balance at once (captures a piece, scores, wins). Each game defines its noisy moves.
/// Every move is either noisy or quiet.
///
/// ```
/// use plyground_game::Class;
///
/// assert!(Class::All.includes(true) && Class::All.includes(false));
/// assert!(Class::Noisy.includes(true) && !Class::Noisy.includes(false));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// Every legal move.
    All,
    /// Only noisy moves.
    Noisy,
    /// Only quiet moves.
    Quiet,
}

impl Class {
    /// Returns whether a noisy (or quiet) move belongs to this class.
    #[inline]
    #[must_use]
    pub const fn includes(self, noisy: bool) -> bool {
        match self {
            Class::All => true,
            Class::Noisy => noisy,
            Class::Quiet => !noisy,
        }
    }
}

/// What identifies a game to users.
///
/// ```
/// use plyground_game::{GameFacts, Side};
///
/// let facts = GameFacts { name: "nim", sides: ["one", "other"], actions: 4 };
/// assert_eq!(facts.sides[Side::Second.index()], "other");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameFacts {
    /// Name in commands and files.
    pub name: &'static str,
    /// Names of the two sides.
    pub sides: [&'static str; 2],
    /// Number of moves: every index of a move is lower.
    pub actions: usize,
}

/// A position of a two-player game with perfect information and without chance.
///
/// `Display` writes the game's notation and [`Position::parse`] reads it. Equality, hash and key depend on the same
/// facts. The law suite (`laws`) checks this contract.
///
/// ```
/// use plyground_game::{Outcome, Position};
///
/// /// Plays the first legal move until the game is over or `most` moves have been played.
/// fn first_moves<P: Position>(mut pos: P, most: u32) -> Option<Outcome> {
///     for _ in 0..most {
///         let Some(&mv) = pos.legal_moves().first() else { break };
///         pos = pos.after(mv);
///     }
///     pos.outcome()
/// }
/// ```
///
/// `docs/guides/add-a-game.md` contains a complete game.
pub trait Position: Clone + Eq + Hash + Debug + Display + Send + Sync + 'static {
    /// A move.
    type Move: Move;
    /// The start of a game: a layout or a board size. `Display` writes the form that `FromStr` reads. The default is
    /// the usual start.
    type Setup: Clone + Default + Eq + Debug + Display + FromStr<Err = ParseSetupError> + Send + Sync + 'static;
    /// The rule options.
    type Rules: Rules;

    /// Name of the game in commands and files.
    const NAME: &'static str;
    /// Names of the two sides.
    const SIDES: [&'static str; 2];
    /// Whether a game can end by its history (repetition or a turn limit) under any rules. If not, searches maintain no
    /// history.
    const HAS_HISTORY: bool;

    /// Returns the facts of the game of this position: those of the type, unless one type represents several games.
    fn game_facts(&self) -> GameFacts {
        GameFacts { name: Self::NAME, sides: Self::SIDES, actions: Self::Move::COUNT }
    }

    /// Returns the start position.
    fn new(setup: &Self::Setup, rules: &Self::Rules) -> Self;

    /// Reads a position in the game's notation.
    ///
    /// # Errors
    /// Returns an error with the column and the expected text if the text is not a position.
    fn parse(text: &str, rules: &Self::Rules) -> Result<Self, ParsePositionError>;

    /// Returns the side to move. The same side may move again after a move. In a finished game, it is the side that
    /// would be next.
    fn side_to_move(&self) -> Side;

    /// Returns the result on the board. A position has a result if and only if it has no legal move.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns the reason of the result in a few words. It is `Some` if and only if [`Position::outcome`] is.
    fn outcome_reason(&self) -> Option<String>;

    /// Visits each legal move of a class once, until the visitor breaks. The order is fixed: equal positions have equal
    /// orders, and `All` has the game's natural order.
    fn visit_moves<B>(&self, class: Class, visit: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B>;

    /// Plays a move that the caller knows to be legal. Any other move yields an arbitrary position or a panic, but
    /// never undefined behaviour.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// Returns a hash of all facts that equality compares, including the side to move. It is the same on every machine
    /// and in every run of a version.
    fn key(&self) -> u64;

    /// Reads a move in the game's notation, legal or not.
    ///
    /// # Errors
    /// Returns an error if the text is not a move.
    fn parse_move(&self, text: &str) -> Result<Self::Move, ParseMoveError>;

    /// Returns a move in the game's notation, in its short form. Error messages write moves that are not legal, too.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Returns a drawing of the board with coordinates and the side to move. The default is the notation.
    fn diagram(&self) -> Diagram {
        let mut diagram = Diagram::default();
        diagram.put(Ink::Plain, self.to_string()).end_line();
        diagram
    }

    /// Describes a legal move in words on one line.
    fn describe(&self, mv: Self::Move) -> String {
        format!("{} plays {}", self.game_facts().sides[self.side_to_move().index()], self.move_text(mv))
    }

    /// Returns the key by which repetitions are counted. The default is the position's own key. It may omit the side to
    /// move and other facts that cannot differ between two otherwise equal positions of one game.
    #[inline]
    fn repetition_key(&self) -> u64 {
        self.key()
    }

    /// Returns the number of turns played before a game from this position. It exceeds 0 only if the notation contains
    /// it.
    fn turns_played(&self) -> u32 {
        0
    }

    /// Returns whether no position before this legal move can ever occur again. The hint shortens the search for
    /// repetitions. `false` is always correct.
    #[inline]
    fn is_irreversible(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Returns whether this legal move is noisy.
    fn is_noisy(&self, mv: Self::Move) -> bool {
        let found = |noisy| if noisy == mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        self.visit_moves(Class::Noisy, found).is_break()
    }

    /// Returns the number of legal moves. A game that can count without generating moves overrides it.
    #[inline]
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        let _ = self.visit_moves(Class::All, |_| {
            count += 1;
            ControlFlow::<()>::Continue(())
        });
        count
    }

    /// Returns all legal moves, in the game's natural order.
    fn legal_moves(&self) -> MoveList<Self::Move> {
        let mut moves = MoveList::new();
        let _ = self.visit_moves(Class::All, |mv| {
            moves.push(mv);
            ControlFlow::<()>::Continue(())
        });
        moves
    }

    /// Returns whether this move is legal.
    fn is_legal(&self, mv: Self::Move) -> bool {
        let found = |legal| if legal == mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        self.visit_moves(Class::All, found).is_break()
    }

    /// Returns the position after a move that the caller knows to be legal. After another move it has no meaning;
    /// [`play`](Position::play) checks.
    #[inline]
    #[must_use]
    fn after(&self, mv: Self::Move) -> Self {
        let mut next = self.clone();
        next.play_unchecked(mv);
        next
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Returns an error if the move is not legal. Then the position does not change.
    fn play(&mut self, mv: Self::Move) -> Result<(), IllegalMoveError> {
        if self.is_legal(mv) {
            self.play_unchecked(mv);
            Ok(())
        } else {
            let text = self.move_text(mv);
            Err(IllegalMoveError { mv: quote(&text), reason: self.why_illegal(&text) })
        }
    }

    /// Reads a legal move.
    ///
    /// # Errors
    /// Returns an error if the text is not a move, or the move is not legal.
    fn read_move(&self, text: &str) -> Result<Self::Move, MoveError> {
        let mv = self.parse_move(text)?;
        if self.is_legal(mv) {
            Ok(mv)
        } else {
            Err(IllegalMoveError { mv: quote(text), reason: self.why_illegal(text) }.into())
        }
    }

    /// Returns the reason why a move is illegal: the game is over, or a list of the legal moves that begin most like it.
    fn why_illegal(&self, text: &str) -> String {
        if let Some(reason) = self.outcome_reason() {
            return format!("the game is over: {reason}");
        }
        let texts: Vec<String> = self.legal_moves().iter().map(|&mv| self.move_text(mv)).collect();
        let shared = |legal: &&String| legal.chars().zip(text.chars()).take_while(|(one, other)| one == other).count();
        let most = texts.iter().map(|legal| shared(&legal)).max().unwrap_or(0);
        let shown: Vec<&str> =
            texts.iter().filter(|legal| shared(legal) == most).map(String::as_str).take(20).collect();
        let more =
            if texts.len() > shown.len() { format!(" and {} more", texts.len() - shown.len()) } else { "".into() };
        let side = self.game_facts().sides[self.side_to_move().index()];
        format!("{side} can play {}{more}", shown.join(" "))
    }

    /// Returns the game's name of a side.
    #[must_use]
    fn side_name(side: Side) -> &'static str {
        Self::SIDES[side.index()]
    }
}
