//! The contract of a game: positions, their legal moves, and playing them.
//!
//! What belongs into a position is what the board shows: pieces, the side to move, and those rule options that decide
//! which moves are legal. What depends on the way to the position (repetition, turn limits) belongs into
//! [`History`](crate::History); what only searches ask, into [`SearchHints`](crate::SearchHints). Positions are small and
//! are copied, not unmade: an undo record would be as large.
//!
//! The smallest complete game is in `docs/guides/add-a-game.md`. A rules crate proves itself with `laws::check`
//! (the `laws` feature of this crate).
//!
//! ```
//! use plyground_game::Class;
//!
//! assert!(Class::All.includes(true) && Class::All.includes(false));
//! assert!(Class::Noisy.includes(true) && !Class::Noisy.includes(false));
//! ```

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

/// A list of moves that stays on the stack for all but the widest positions.
pub type MoveList<M> = SmallVec<[M; 128]>;

/// A move of some game: a small plain value that means something only together with a position.
///
/// The index serves tables of the search: packed into transposition entries, and as a slot of history heuristics.
pub trait Move: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// All indices are below this; at most 65,535, so that 16 bits have room for "no move".
    const COUNT: usize;

    /// This move's own number in `0..COUNT`.
    fn index(self) -> usize;

    /// The move with this index; `None` where there is none. Never panics: the number may come from a damaged table.
    fn from_index(index: usize) -> Option<Self>;
}

/// Rule options of a game, as text: a name of a rule set, then changes: `standard,majority=on`.
///
/// `Display` writes what `FromStr` reads.
pub trait Rules:
    Clone + Default + Eq + Debug + Display + FromStr<Err = ParseRulesError> + Send + Sync + 'static
{
    /// What can end a game by its history: repetition and limits. Nothing, unless the game says so.
    fn history(&self) -> HistoryRules {
        HistoryRules::default()
    }
}

/// Which moves a visitor wants to see.
///
/// A *noisy* move changes the balance at once (takes a piece, scores, wins); each game says which those are. Noisy and
/// quiet moves together are all moves, each exactly once.
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
    /// Whether a move that is noisy (or not) belongs to this class.
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

/// A position of a two-player game with perfect information and no chance.
///
/// `Display` writes the game's notation and [`Position::parse`] reads it back. Equality, hash and key look at the same
/// facts. The law suite (`laws`) checks what is said here.
///
/// ```
/// use plyground_game::{Outcome, Position};
///
/// /// Plays the first legal move until the game is over; no game without a result.
/// fn first_moves<P: Position>(mut pos: P, most: u32) -> Option<Outcome> {
///     for _ in 0..most {
///         let Some(&mv) = pos.legal_moves().first() else { break };
///         pos = pos.after(mv);
///     }
///     pos.outcome()
/// }
/// ```
///
/// A whole game is in `docs/guides/add-a-game.md`.
pub trait Position: Clone + Eq + Hash + Debug + Display + Send + Sync + 'static {
    /// A move.
    type Move: Move;
    /// How a game begins: a layout, a board size. `Display` writes what `FromStr` reads; the default is the usual start.
    type Setup: Clone + Default + Eq + Debug + Display + FromStr<Err = ParseSetupError> + Send + Sync + 'static;
    /// The rule options.
    type Rules: Rules;

    /// The game's name in commands and files.
    const NAME: &'static str;
    /// What the game calls its two sides.
    const SIDES: [&'static str; 2];
    /// Whether a game can end by its history (repetition, a limit of turns) under any rules. Where it cannot, searches
    /// keep no history at all.
    const HAS_HISTORY: bool;

    /// The start position.
    fn new(setup: &Self::Setup, rules: &Self::Rules) -> Self;

    /// Reads a position in the game's notation.
    ///
    /// # Errors
    /// When the text is no position; the error names the place and what would be right.
    fn parse(text: &str, rules: &Self::Rules) -> Result<Self, ParsePositionError>;

    /// Whose turn it is. Ask after every move: the same side may move again. In a finished game, the side that would be next.
    fn side_to_move(&self) -> Side;

    /// The result, as far as the board alone shows it. A position has a result exactly when it has no legal move.
    fn outcome(&self) -> Option<Outcome>;

    /// Why the game is over, in a few words; `Some` exactly when [`Position::outcome`] is.
    fn outcome_reason(&self) -> Option<String>;

    /// Shows each legal move of a class once, until the visitor breaks off. The order is fixed: equal positions show
    /// equal orders, and `All` shows the game's natural order.
    fn visit_moves<B>(&self, class: Class, visit: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B>;

    /// Plays a move that the caller knows to be legal here. With any other move the result is some nonsense position
    /// or a panic, but never undefined behaviour.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// A number that identifies a position: all that equality looks at, the side to move with it; the
    /// same on every machine and in every run of a version.
    fn key(&self) -> u64;

    /// Reads a move in the game's notation; whether it is legal is not asked.
    ///
    /// # Errors
    /// When the text is no move.
    fn parse_move(&self, text: &str) -> Result<Self::Move, ParseMoveError>;

    /// A legal move in the game's notation, as short as programs want it.
    fn move_text(&self, mv: Self::Move) -> String;

    /// The board as a person wants to see it, with coordinates and the side to move; the notation, where a game has
    /// nothing better.
    fn diagram(&self) -> Diagram {
        let mut diagram = Diagram::default();
        diagram.put(Ink::Plain, self.to_string()).end_line();
        diagram
    }

    /// Describes a legal move in words on one line.
    fn describe(&self, mv: Self::Move) -> String {
        format!("{} plays {}", Self::side_name(self.side_to_move()), self.move_text(mv))
    }

    /// The key under which repetitions are counted, where that is not the position's own key. It may leave out who is to
    /// move, and whatever else cannot differ between two positions of one game that are equal in all but that.
    #[inline]
    fn repetition_key(&self) -> u64 {
        self.key()
    }

    /// Turns that had been played before a game from this position begins; more than 0 only where the notation says so.
    fn turns_played(&self) -> u32 {
        0
    }

    /// Whether nothing that stood before this legal move can ever stand again; a hint that shortens the search for
    /// repetitions. "No" is always right.
    #[inline]
    fn is_irreversible(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Whether this legal move is noisy.
    fn is_noisy(&self, mv: Self::Move) -> bool {
        let found = |noisy| if noisy == mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        self.visit_moves(Class::Noisy, found).is_break()
    }

    /// The number of legal moves; games that can count without generating do.
    #[inline]
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        let _ = self.visit_moves(Class::All, |_| {
            count += 1;
            ControlFlow::<()>::Continue(())
        });
        count
    }

    /// All legal moves, in the game's natural order.
    fn legal_moves(&self) -> MoveList<Self::Move> {
        let mut moves = MoveList::new();
        let _ = self.visit_moves(Class::All, |mv| {
            moves.push(mv);
            ControlFlow::<()>::Continue(())
        });
        moves
    }

    /// Whether this move can be played here.
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.visit_moves(
            Class::All,
            |legal| if legal == mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) },
        )
        .is_break()
    }

    /// The position after a move that the caller knows to be legal.
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
    /// When the move is not legal; the position is then as it was.
    fn play(&mut self, mv: Self::Move) -> Result<(), IllegalMoveError> {
        if self.is_legal(mv) {
            self.play_unchecked(mv);
            Ok(())
        } else {
            Err(IllegalMoveError { mv: format!("{mv:?}"), reason: self.why_illegal() })
        }
    }

    /// Reads a move and makes sure that it is legal here.
    ///
    /// # Errors
    /// When the text is no move, or a move that cannot be played here.
    fn read_move(&self, text: &str) -> Result<Self::Move, MoveError> {
        let mv = self.parse_move(text)?;
        if self.is_legal(mv) {
            Ok(mv)
        } else {
            Err(IllegalMoveError { mv: quote(text), reason: self.why_illegal() }.into())
        }
    }

    /// The message about an illegal move: that the game is over, or what could be played.
    fn why_illegal(&self) -> String {
        if let Some(reason) = self.outcome_reason() {
            return format!("the game is over: {reason}");
        }
        let moves = self.legal_moves();
        let shown: Vec<String> = moves.iter().take(20).map(|&mv| self.move_text(mv)).collect();
        let more =
            if moves.len() > shown.len() { format!(" and {} more", moves.len() - shown.len()) } else { "".into() };
        format!("{} can play {}{more}", Self::side_name(self.side_to_move()), shown.join(" "))
    }

    /// The game's word for a side.
    #[must_use]
    fn side_name(side: Side) -> &'static str {
        Self::SIDES[side.index()]
    }
}
