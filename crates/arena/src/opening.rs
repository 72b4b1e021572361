//! Openings: the moves before the games of a pair.
//!
//! Two deterministic agents always play the same game from the same start, so only different openings make independent games.
//! Both games of a pair share one opening. Openings are random legal moves from the start, drawn by a seed, or the lines of a
//! file. A random opening is undecided: the game is not over, neither side can win at once, and the side to move can avoid an
//! immediate loss. It contains no position twice, and differs from all earlier ones while new ones are found.
//!
//! The text of an opening is a position, then `moves` and the moves: `startpos moves 3 1`.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::{Mutex, PoisonError};

use plyground_game::notation::{MoveError, ParsePositionError, without_mark};
use plyground_game::random::Random;
use plyground_game::zobrist::mix;
use plyground_play::State;
use thiserror::Error;

/// Word between a position and its moves.
const MOVES: &str = "moves";
/// Word for the start position.
const START: &str = "startpos";
/// Number of failed draws after which the game is assumed to have no more openings.
const ATTEMPTS: u32 = 500;

/// Reason why a text is not an opening, or no opening can be drawn.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum OpeningError {
    /// The position cannot be read.
    #[error(transparent)]
    Position(#[from] ParsePositionError),
    /// A move cannot be read or played.
    #[error("move {number} of the opening: {error}")]
    Move {
        /// Number of the move, from 1.
        number: usize,
        /// Fault of the move.
        error: MoveError,
    },
    /// The game is over after the opening.
    #[error("the game is over after the opening: {0}")]
    Over(String),
    /// A line of a list is not an opening.
    #[error("line {line}: {error}")]
    Line {
        /// Number of the line, from 1.
        line: usize,
        /// Fault of the line.
        error: Box<OpeningError>,
    },
    /// The list has no openings.
    #[error("found no opening, expected one a line: a position, `startpos`, or moves")]
    Empty,
    /// Only decided games were drawn.
    #[error("no undecided opening of {0} to {1} moves was found: expected fewer moves")]
    NoneFound(u32, u32),
}

/// Game with the moves that precede the players.
///
/// ```
/// use plyground_arena::{Opening, Openings};
/// use plyground_kalah::Kalah;
/// use plyground_play::{Start, State};
///
/// let kalah = Start::default().state::<Kalah>()?;
/// let openings = Openings::drawn(&*kalah, 2..=6, 7)?;
/// assert_eq!(openings.get(41), openings.get(41));
/// assert_ne!(openings.get(0).state().text(), openings.get(1).state().text());
///
/// let opening = Opening::parse("startpos moves 3 1", &*kalah)?;
/// assert_eq!(opening.state().move_texts(), ["3", "1"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Opening {
    state: Box<dyn State>,
}

impl PartialEq for Opening {
    fn eq(&self, other: &Opening) -> bool {
        *self.state == *other.state
    }
}

impl Eq for Opening {}

impl Opening {
    /// Creates an opening from a game that is not over.
    ///
    /// # Errors
    /// When the game is over.
    pub fn new(state: Box<dyn State>) -> Result<Opening, OpeningError> {
        match state.ending() {
            Some(ending) => Err(OpeningError::Over(ending.reason)),
            None => Ok(Opening { state }),
        }
    }

    /// Reads `startpos`, `startpos moves MOVE...`, `POSITION` or `POSITION moves MOVE...`, under the rules of `start`.
    ///
    /// # Errors
    /// When the position cannot be read, a move cannot be played, or the game is over.
    pub fn parse(text: &str, start: &dyn State) -> Result<Opening, OpeningError> {
        Opening::new(parse_game(text, start)?)
    }

    /// Reads a line of a list, as [`Opening::parse`] does. Moves without a position begin at the start.
    fn parse_line(text: &str, start: &dyn State) -> Result<Opening, OpeningError> {
        let error = match Opening::parse(text, start) {
            Err(OpeningError::Position(error)) => OpeningError::Position(error),
            parsed => return parsed,
        };
        let first = text.split_whitespace().next().unwrap_or_default();
        if start.restarted().parse_action(first).is_err() {
            return Err(error);
        }
        Opening::parse(&format!("{START} {MOVES} {text}"), start)
    }

    /// Returns the game after the opening.
    #[must_use]
    pub fn state(&self) -> &dyn State {
        &*self.state
    }

    /// Returns the opening as [`Opening::parse`] reads it.
    #[must_use]
    pub fn text(&self) -> String {
        game_text(&*self.state)
    }
}

/// Reads a position with moves, in the syntax of openings and of the engine protocol. The game may be over. `startpos` is the
/// first position of `start`.
pub(crate) fn parse_game(text: &str, start: &dyn State) -> Result<Box<dyn State>, OpeningError> {
    let text = text.trim();
    let (position, moves) = match text.split_once(&format!(" {MOVES} ")) {
        Some((position, moves)) => (position.trim(), moves),
        None => (text.strip_suffix(MOVES).map_or(text, str::trim_end), ""),
    };
    let mut state = if position == START { start.restarted() } else { start.at(position)? };
    for (index, mv) in moves.split_whitespace().enumerate() {
        state.play_text(mv).map_err(|error| OpeningError::Move { number: index + 1, error })?;
    }
    Ok(state)
}

/// Returns a game as [`parse_game`] reads it.
pub(crate) fn game_text(state: &dyn State) -> String {
    let (start, moves) = (state.start_text(), state.move_texts());
    if moves.is_empty() { start } else { format!("{start} {MOVES} {}", moves.join(" ")) }
}

/// Openings of a match. Each number always refers to the same opening.
#[derive(Debug)]
pub struct Openings {
    source: Source,
    about: String,
    /// Number of openings after which they repeat.
    most: Option<u64>,
}

#[derive(Debug)]
enum Source {
    Listed(Vec<Opening>),
    Drawn(Draw),
}

#[derive(Debug)]
struct Draw {
    start: Box<dyn State>,
    plies: RangeInclusive<u32>,
    seed: u64,
    found: Mutex<Found>,
}

/// Openings drawn so far, in order.
#[derive(Debug, Default)]
struct Found {
    openings: Vec<Opening>,
    positions: HashSet<String>,
    /// Whether draws no longer find a new position.
    exhausted: bool,
}

impl Openings {
    /// Draws random legal moves from the first position of `start`. Their number is drawn from `plies`.
    ///
    /// # Errors
    /// When no undecided position is found.
    pub fn drawn(start: &dyn State, plies: RangeInclusive<u32>, seed: u64) -> Result<Openings, OpeningError> {
        let (least, most) = (*plies.start(), *plies.end());
        let about = format!("{least} to {most} random moves from {}, seed {seed}", start.start_text());
        let draw = Draw { start: start.restarted(), plies, seed, found: Mutex::default() };
        if draw.get(0).is_none() {
            return Err(OpeningError::NoneFound(least, most));
        }
        Ok(Openings { source: Source::Drawn(draw), about, most: None })
    }

    /// Reads the openings of a text, one per line: a position or `startpos`, either with `moves`, or moves from the start. Empty
    /// lines and lines that begin with `#` are skipped.
    ///
    /// # Errors
    /// When a line is not an opening, or there is none.
    pub fn listed(text: &str, start: &dyn State) -> Result<Openings, OpeningError> {
        let lines = without_mark(text).lines().map(str::trim).enumerate();
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let read = |(index, line): (usize, &str)| {
            Opening::parse_line(line, start)
                .map_err(|error| OpeningError::Line { line: index + 1, error: Box::new(error) })
        };
        Openings::these(lines.map(read).collect::<Result<_, _>>()?)
    }

    /// Creates a list of openings.
    ///
    /// # Errors
    /// When the list is empty.
    pub fn these(openings: Vec<Opening>) -> Result<Openings, OpeningError> {
        if openings.is_empty() {
            return Err(OpeningError::Empty);
        }
        let digest = openings.iter().fold(0, |digest, opening| mix(digest ^ crate::run::digest(&opening.text())));
        let about = format!("{} listed, {digest:016x}", openings.len());
        Ok(Openings { source: Source::Listed(openings), about, most: None })
    }

    /// Repeats the first `most` openings; at least one.
    #[must_use]
    pub fn repeated_after(self, most: u64) -> Openings {
        Openings { most: Some(most.max(1)), ..self }
    }

    /// Returns the opening with this number. The openings repeat after the last one.
    #[must_use]
    pub fn get(&self, number: u64) -> Opening {
        let number = self.most.map_or(number, |most| number % most);
        match &self.source {
            Source::Listed(openings) => openings[(number % openings.len() as u64) as usize].clone(),
            Source::Drawn(draw) => draw.get(number).expect("there is one, or the draw could not have been made"),
        }
    }

    /// Returns a description of the source that differs whenever the openings differ.
    #[must_use]
    pub fn about(&self) -> String {
        let most = self.most.map(|most| format!(", the first {most}")).unwrap_or_default();
        format!("{}{most}", self.about)
    }
}

impl Draw {
    /// Returns the opening with this number; `None` when no opening is found.
    fn get(&self, number: u64) -> Option<Opening> {
        // A panic in another thread leaves no partial draw.
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        while (found.openings.len() as u64) <= number && !found.exhausted {
            let mut random = Random::new(mix(self.seed) ^ found.openings.len() as u64);
            let new = (0..ATTEMPTS).find_map(|_| {
                let state = self.draw(&mut random)?;
                found.positions.insert(state.text()).then_some(Opening { state })
            });
            match new {
                Some(opening) => found.openings.push(opening),
                None => found.exhausted = true,
            }
        }
        let count = found.openings.len() as u64;
        (count > 0).then(|| found.openings[(number % count) as usize].clone())
    }

    /// Draws once; `None` when the drawn game is not a valid opening.
    fn draw(&self, random: &mut Random) -> Option<Box<dyn State>> {
        let (least, most) = (*self.plies.start(), (*self.plies.end()).max(*self.plies.start()));
        let plies = least as usize + random.below((most - least) as usize + 1);
        let mut state = self.start.boxed();
        for _ in 0..plies {
            let actions = state.legal_actions();
            if actions.is_empty() {
                return None;
            }
            state.apply(actions[random.below(actions.len())]).expect("a legal action is accepted");
            if state.occurrences() > 1 {
                return None;
            }
        }
        (state.outcome().is_none() && !state.is_decided()).then_some(state)
    }
}

#[cfg(test)]
mod tests {
    use plyground_kalah::Kalah;
    use plyground_play::Start;

    use super::*;

    fn kalah() -> Box<dyn State> {
        Start::default().state::<Kalah>().unwrap()
    }

    fn drawn(plies: RangeInclusive<u32>, seed: u64) -> Openings {
        Openings::drawn(&*kalah(), plies, seed).unwrap()
    }

    #[test]
    fn openings_are_many_and_fixed_by_the_seed() {
        let (one, again, other) = (drawn(4..=6, 1), drawn(4..=6, 1), drawn(4..=6, 2));
        // The order of the requests must not matter.
        assert_eq!(again.get(90), one.get(90));
        let mut seen = HashSet::new();
        for number in 0..100 {
            let opening = one.get(number);
            assert_eq!(opening, again.get(number));
            assert!((4..=6).contains(&opening.state().plies()));
            assert!(opening.state().ending().is_none());
            assert!(seen.insert(opening.state().text()));
        }
        assert!((0..20).any(|number| one.get(number) != other.get(number)));
    }

    #[test]
    fn few_openings_are_repeated() {
        // The game has six first moves.
        let openings = drawn(1..=1, 3);
        let texts: HashSet<String> = (0..30).map(|number| openings.get(number).text()).collect();
        assert_eq!(texts.len(), 6);
        assert_eq!(openings.get(0), openings.get(6));
        let openings = drawn(4..=6, 3).repeated_after(5);
        assert_eq!(openings.get(1), openings.get(11));
        assert!(openings.about().ends_with("seed 3, the first 5"));
    }

    #[test]
    fn decided_positions_are_not_drawn() {
        // The side to move plays its last seed and ends the game.
        let won = kalah().at("<3,5,1,0,0,1,1,0,0> S").unwrap();
        assert!(won.is_decided());
        let error = Openings::drawn(&*won, 0..=0, 1).unwrap_err();
        assert_eq!(error.to_string(), "no undecided opening of 0 to 0 moves was found: expected fewer moves");
    }

    #[test]
    fn lists_are_read_line_by_line() {
        let text = "# three ways\nstartpos moves 3 1\n\n  <3,0,0,3,3,3,3,3,3> N moves 2\n3 1\n";
        let openings = Openings::listed(text, &*kalah()).unwrap();
        assert_eq!(openings.get(0), openings.get(2));
        assert_eq!(openings.get(1).text(), "<3,0,0,3,3,3,3,3,3> N moves 2");
        assert_eq!(openings.get(3), openings.get(0));
        for other in
            [format!("\u{feff}{text}"), text.replace('\n', "\r\n"), format!("\u{feff}{}", text.replace('\n', "\r\n"))]
        {
            let read = Openings::listed(&other, &*kalah()).unwrap();
            assert_eq!(read.about(), openings.about(), "{other:?}");
        }
        let error = |text: &str| Openings::listed(text, &*kalah()).unwrap_err().to_string();
        assert!(error("startpos\nstartpos moves 9").starts_with("line 2: move 1 of the opening: "));
        let seen = r"line 2: cannot read position `\u{feff}startpos`: column 1: found `\u{feff}`";
        assert!(error("startpos\n\u{feff}startpos").starts_with(seen));
        assert!(
            error("\u{feff}3 \u{200b}1").starts_with(r"line 1: move 2 of the opening: cannot read move `\u{200b}1`")
        );
        assert!(error("<3,0").starts_with("line 1: cannot read position `<3,0`: column 5"));
        assert!(error("3 1 1 1").starts_with("line 1: move 4 of the opening: illegal move"));
        assert!(error("<3,9,9,0,0,0,1,1,1> S").contains("the game is over after the opening"));
        assert!(error("# nothing\n").starts_with("found no opening"));
    }

    #[test]
    fn texts_read_back() {
        let openings = drawn(0..=9, 5);
        for number in 0..20 {
            let opening = openings.get(number);
            let back = Opening::parse(&opening.text(), &*kalah()).unwrap();
            assert_eq!(opening, back);
        }
    }
}
