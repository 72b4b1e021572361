//! Openings: where the games of a pair begin.
//!
//! Two deterministic agents play the same game from the same start for ever; only varied openings make many games many
//! facts. Both games of a pair share one. Openings are drawn by a seed as random legal moves from the start, or listed in
//! a file. A drawn one is not decided (the game is not over, neither side can win at once, and the side to move can avoid to lose
//! at once), holds no position twice, and differs from all before it as long as there are others.
//!
//! As text an opening is a position, then `moves` and the moves: `startpos moves 3 1`.
//!
//! ```
//! use plyground_arena::{Opening, Openings};
//! use plyground_kalah::Kalah;
//!
//! let openings = Openings::<Kalah>::drawn(&Default::default(), &Default::default(), 2..=6, 7)?;
//! assert_eq!(openings.get(41), openings.get(41));
//! assert_ne!(openings.get(0).game().position(), openings.get(1).game().position());
//!
//! let opening = Opening::<Kalah>::parse("startpos moves 3 1", &Default::default(), &Default::default())?;
//! assert_eq!(opening.moves_text(), "3 1");
//! # Ok::<(), plyground_arena::OpeningError>(())
//! ```

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::{Mutex, PoisonError};

use plyground_game::notation::{MoveError, ParsePositionError, without_mark};
use plyground_game::random::Random;
use plyground_game::zobrist::mix;
use plyground_game::{Game, Position};
use thiserror::Error;

/// The word between a position and the moves from there.
const MOVES: &str = "moves";
/// What stands for the start position.
const START: &str = "startpos";
/// How often an opening is drawn again before the game is taken to have no more.
const ATTEMPTS: u32 = 500;

/// Why a text is no opening, or none can be drawn.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum OpeningError {
    /// The position cannot be read.
    #[error(transparent)]
    Position(#[from] ParsePositionError),
    /// A move cannot be read or played.
    #[error("move {number} of the opening: {error}")]
    Move {
        /// Which one, from 1.
        number: usize,
        /// What is wrong with it.
        error: MoveError,
    },
    /// Nothing can be played from there.
    #[error("the game is over after the opening: {0}")]
    Over(String),
    /// A line of a list is wrong.
    #[error("line {line}: {error}")]
    Line {
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        error: Box<OpeningError>,
    },
    /// A list without openings.
    #[error("found no opening, expected one a line: a position, `startpos`, or moves")]
    Empty,
    /// Nothing but decided games was drawn.
    #[error("no undecided opening of {0} to {1} moves was found: ask for fewer moves")]
    NoneFound(u32, u32),
}

/// A start with moves that are played before the agents begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening<P: Position> {
    game: Game<P>,
}

impl<P: Position> Opening<P> {
    /// A game that has been begun; it must not be over.
    ///
    /// # Errors
    /// When it is.
    pub fn new(game: Game<P>) -> Result<Opening<P>, OpeningError> {
        match game.ending() {
            Some(ending) => Err(OpeningError::Over(ending.reason)),
            None => Ok(Opening { game }),
        }
    }

    /// Reads `startpos`, `startpos moves MOVE...`, `POSITION` or `POSITION moves MOVE...`.
    ///
    /// # Errors
    /// When the position cannot be read, a move cannot be played, or the game is over then.
    pub fn parse(text: &str, setup: &P::Setup, rules: &P::Rules) -> Result<Opening<P>, OpeningError> {
        Opening::new(parse_game(text, setup, rules)?)
    }

    /// Reads a line of a list: as [`Opening::parse`], or bare moves from the start.
    fn parse_line(text: &str, setup: &P::Setup, rules: &P::Rules) -> Result<Opening<P>, OpeningError> {
        let error = match Opening::parse(text, setup, rules) {
            Err(OpeningError::Position(error)) => OpeningError::Position(error),
            parsed => return parsed,
        };
        let first = text.split_whitespace().next().unwrap_or_default();
        if P::new(setup, rules).parse_move(first).is_err() {
            return Err(error);
        }
        Opening::parse(&format!("{START} {MOVES} {text}"), setup, rules)
    }

    /// The game as the opening leaves it.
    #[must_use]
    pub fn game(&self) -> &Game<P> {
        &self.game
    }

    /// The moves of the opening, separated by spaces.
    #[must_use]
    pub fn moves_text(&self) -> String {
        self.game.move_texts().join(" ")
    }

    /// The opening as [`Opening::parse`] reads it.
    #[must_use]
    pub fn text(&self) -> String {
        game_text(&self.game)
    }
}

/// Reads a position with moves, as openings and the engine protocol write it; the game may be over.
pub(crate) fn parse_game<P: Position>(text: &str, setup: &P::Setup, rules: &P::Rules) -> Result<Game<P>, OpeningError> {
    let text = text.trim();
    let (position, moves) = match text.split_once(&format!(" {MOVES} ")) {
        Some((position, moves)) => (position.trim(), moves),
        None => (text.strip_suffix(MOVES).map_or(text, str::trim_end), ""),
    };
    let start = if position == START { P::new(setup, rules) } else { P::parse(position, rules)? };
    let mut game = Game::from_position(start, rules);
    for (index, mv) in moves.split_whitespace().enumerate() {
        game.play_text(mv).map_err(|error| OpeningError::Move { number: index + 1, error })?;
    }
    Ok(game)
}

/// A game as [`parse_game`] reads it.
pub(crate) fn game_text<P: Position>(game: &Game<P>) -> String {
    let moves = game.move_texts();
    let start = game.start();
    if moves.is_empty() { start.to_string() } else { format!("{start} {MOVES} {}", moves.join(" ")) }
}

/// As many openings as a match asks for; the n-th is always the same.
#[derive(Debug)]
pub struct Openings<P: Position> {
    source: Source<P>,
    about: String,
    /// Openings repeat after so many.
    most: Option<u64>,
}

#[derive(Debug)]
enum Source<P: Position> {
    Listed(Vec<Opening<P>>),
    Drawn(Box<Draw<P>>),
}

#[derive(Debug)]
struct Draw<P: Position> {
    start: P,
    rules: P::Rules,
    plies: RangeInclusive<u32>,
    seed: u64,
    found: Mutex<Found<P>>,
}

/// What was drawn so far, in order.
#[derive(Debug)]
struct Found<P: Position> {
    openings: Vec<Opening<P>>,
    positions: HashSet<P>,
    /// Set when no new one came up any more.
    exhausted: bool,
}

impl<P: Position> Openings<P> {
    /// Random legal moves from the start, a random number of them in `plies`.
    ///
    /// # Errors
    /// When no undecided position is found.
    pub fn drawn(
        setup: &P::Setup,
        rules: &P::Rules,
        plies: RangeInclusive<u32>,
        seed: u64,
    ) -> Result<Openings<P>, OpeningError> {
        Openings::drawn_from(P::new(setup, rules), rules, plies, seed)
    }

    /// The same from any position, which must have been made under the same rules.
    ///
    /// # Errors
    /// As for [`Openings::drawn`].
    pub fn drawn_from(
        start: P,
        rules: &P::Rules,
        plies: RangeInclusive<u32>,
        seed: u64,
    ) -> Result<Openings<P>, OpeningError> {
        let (least, most) = (*plies.start(), *plies.end());
        let about = format!("{least} to {most} random moves from {start}, seed {seed}");
        let found = Mutex::new(Found { openings: Vec::new(), positions: HashSet::new(), exhausted: false });
        let draw = Draw { start, rules: rules.clone(), plies, seed, found };
        if draw.get(0).is_none() {
            return Err(OpeningError::NoneFound(least, most));
        }
        Ok(Openings { source: Source::Drawn(Box::new(draw)), about, most: None })
    }

    /// The openings of a text, one a line: a position, `startpos`, either with `moves`, or bare moves from the start. Empty
    /// lines and those that begin with `#` are skipped.
    ///
    /// # Errors
    /// When a line is no opening, or there is none.
    pub fn listed(text: &str, setup: &P::Setup, rules: &P::Rules) -> Result<Openings<P>, OpeningError> {
        let lines = without_mark(text).lines().map(str::trim).enumerate();
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let read = |(index, line): (usize, &str)| {
            Opening::parse_line(line, setup, rules)
                .map_err(|error| OpeningError::Line { line: index + 1, error: Box::new(error) })
        };
        Openings::these(lines.map(read).collect::<Result<_, _>>()?)
    }

    /// These openings, in their order.
    ///
    /// # Errors
    /// When there is none.
    pub fn these(openings: Vec<Opening<P>>) -> Result<Openings<P>, OpeningError> {
        if openings.is_empty() {
            return Err(OpeningError::Empty);
        }
        let digest = openings.iter().fold(0, |digest, opening| mix(digest ^ crate::run::digest(&opening.text())));
        let about = format!("{} listed, {digest:016x}", openings.len());
        Ok(Openings { source: Source::Listed(openings), about, most: None })
    }

    /// Only the first `most` openings, again and again; at least 1.
    #[must_use]
    pub fn repeated_after(self, most: u64) -> Openings<P> {
        Openings { most: Some(most.max(1)), ..self }
    }

    /// The opening with this number. Where all are used up, they begin again.
    #[must_use]
    pub fn get(&self, number: u64) -> Opening<P> {
        let number = self.most.map_or(number, |most| number % most);
        match &self.source {
            Source::Listed(openings) => openings[(number % openings.len() as u64) as usize].clone(),
            Source::Drawn(draw) => draw.get(number).expect("there is one, or the draw could not have been made"),
        }
    }

    /// Where they come from, in words that differ whenever the openings do.
    #[must_use]
    pub fn about(&self) -> String {
        let most = self.most.map(|most| format!(", the first {most}")).unwrap_or_default();
        format!("{}{most}", self.about)
    }
}

impl<P: Position> Draw<P> {
    /// The opening with this number, drawn now or before; `None` when there is not even one.
    fn get(&self, number: u64) -> Option<Opening<P>> {
        // Nothing is left half done in the lock, so a panic elsewhere does no harm.
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        while (found.openings.len() as u64) <= number && !found.exhausted {
            let mut random = Random::new(mix(self.seed) ^ found.openings.len() as u64);
            let new = (0..ATTEMPTS).find_map(|_| {
                self.draw(&mut random).filter(|opening| !found.positions.contains(opening.game.position()))
            });
            match new {
                Some(opening) => {
                    found.positions.insert(opening.game.position().clone());
                    found.openings.push(opening);
                }
                None => found.exhausted = true,
            }
        }
        let count = found.openings.len() as u64;
        (count > 0).then(|| found.openings[(number % count) as usize].clone())
    }

    /// One try.
    fn draw(&self, random: &mut Random) -> Option<Opening<P>> {
        let (least, most) = (*self.plies.start(), (*self.plies.end()).max(*self.plies.start()));
        let plies = least as usize + random.below((most - least) as usize + 1);
        let mut game = Game::from_position(self.start.clone(), &self.rules);
        for _ in 0..plies {
            let moves = game.position().legal_moves();
            if moves.is_empty() || game.ending().is_some() {
                return None;
            }
            game.play(moves[random.below(moves.len())]).ok()?;
            if game.history().occurrences() > 1 {
                return None;
            }
        }
        (game.ending().is_none() && !is_decided(game.position())).then_some(Opening { game })
    }
}

/// Whether the side to move can win at once, or cannot help losing at once.
fn is_decided<P: Position>(pos: &P) -> bool {
    let wins_at_once = |pos: &P| {
        let mover = pos.side_to_move();
        let wins = |mv: &P::Move| pos.after(*mv).outcome().and_then(|outcome| outcome.winner()) == Some(mover);
        pos.legal_moves().iter().any(wins)
    };
    let mover = pos.side_to_move();
    let loses = |mv: &P::Move| {
        let after = pos.after(*mv);
        match after.outcome() {
            Some(outcome) => outcome.winner() == Some(!mover),
            None => after.side_to_move() != mover && wins_at_once(&after),
        }
    };
    wins_at_once(pos) || pos.legal_moves().iter().all(loses)
}

#[cfg(test)]
mod tests {
    use plyground_kalah::Kalah;

    use super::*;

    fn drawn(plies: RangeInclusive<u32>, seed: u64) -> Openings<Kalah> {
        Openings::drawn(&Default::default(), &Default::default(), plies, seed).unwrap()
    }

    #[test]
    fn openings_are_many_and_fixed_by_the_seed() {
        let (one, again, other) = (drawn(4..=6, 1), drawn(4..=6, 1), drawn(4..=6, 2));
        // Asked for in another order, they are the same.
        assert_eq!(again.get(90), one.get(90));
        let mut seen = HashSet::new();
        for number in 0..100 {
            let opening = one.get(number);
            assert_eq!(opening, again.get(number));
            assert!((4..=6).contains(&opening.game().moves().len()));
            assert!(opening.game().ending().is_none());
            assert!(seen.insert(opening.game().position().clone()));
        }
        assert!((0..20).any(|number| one.get(number) != other.get(number)));
    }

    #[test]
    fn few_openings_are_repeated() {
        // Six first moves, and no more.
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
        let rules = Default::default();
        let won = Kalah::parse("<3,5,1,0,0,1,1,0,0> S", &rules).unwrap();
        assert!(is_decided(&won));
        let error = Openings::drawn_from(won, &rules, 0..=0, 1).unwrap_err();
        assert_eq!(error.to_string(), "no undecided opening of 0 to 0 moves was found: ask for fewer moves");
    }

    #[test]
    fn lists_are_read_line_by_line() {
        let text = "# three ways\nstartpos moves 3 1\n\n  <3,0,0,3,3,3,3,3,3> N moves 2\n3 1\n";
        let openings = Openings::<Kalah>::listed(text, &Default::default(), &Default::default()).unwrap();
        assert_eq!(openings.get(0), openings.get(2));
        assert_eq!(openings.get(1).text(), "<3,0,0,3,3,3,3,3,3> N moves 2");
        assert_eq!(openings.get(3), openings.get(0));
        for other in
            [format!("\u{feff}{text}"), text.replace('\n', "\r\n"), format!("\u{feff}{}", text.replace('\n', "\r\n"))]
        {
            let read = Openings::<Kalah>::listed(&other, &Default::default(), &Default::default()).unwrap();
            assert_eq!(read.about(), openings.about(), "{other:?}");
        }
        let error = |text: &str| {
            Openings::<Kalah>::listed(text, &Default::default(), &Default::default()).unwrap_err().to_string()
        };
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
            let back = Opening::parse(&opening.text(), &Default::default(), &Default::default()).unwrap();
            assert_eq!(opening, back);
        }
    }
}
