//! The text record of a game: tags and moves, for people, files and the clipboard.
//!
//! ```text
//! [Game "kalah"]
//! [Rules "standard"]
//! [Position "<3,0,0,3,3,3,3,3,3> S"]
//! [South "human"]
//! [Result "*"]
//!
//! 1. 1 3  2. 2
//! ```
//!
//! Tags come one a line: `Game`, `Rules` and the start `Position`, then any others (players, dates), then the `Result`: a
//! side's name, `draw`, or `*` for a game in progress. `Reason` says how a finished game ended. Moves follow in the game's
//! notation; a number with a dot opens each turn, that is, each change of the side to move, and readers skip it. Text in
//! braces is a comment.
//!
//! ```
//! use plyground_game::{Game, GameRecord, Position};
//!
//! fn copy<P: Position>(game: &Game<P>) -> Game<P> {
//!     let record = GameRecord { game: game.clone(), tags: vec![("Event".into(), "a test".into())] };
//!     GameRecord::parse(&record.to_string()).expect("a record reads back").game
//! }
//! ```

use std::fmt;
use std::str::FromStr;

use crate::notation::{Fault, ParseRecordError, Reader, quote};
use crate::{Game, Outcome, Position};

/// A game with free tags.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord<P: Position> {
    /// The game itself.
    pub game: Game<P>,
    /// Further tags in their order, such as players; the record's own tags (`Game`, `Rules`, `Position`, `Result`,
    /// `Reason`) are made from the game.
    pub tags: Vec<(String, String)>,
}

/// Names and values.
type Tags = Vec<(String, String)>;

const OWN_TAGS: [&str; 5] = ["Game", "Rules", "Position", "Result", "Reason"];

impl<P: Position> GameRecord<P> {
    /// Reads a record and replays its moves.
    ///
    /// # Errors
    /// When the text is no record of this game, or a move in it cannot be played.
    pub fn parse(text: &str) -> Result<GameRecord<P>, ParseRecordError> {
        let (all, moves) = read_tags(text)?;
        let find = |name: &str| all.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str());
        match find("Game") {
            Some(name) if name == P::NAME => {}
            found => {
                let found = found.map_or("no tag `Game`".into(), |name| format!("game {}", quote(name)));
                return Err(Fault::whole(text, found, format!("game `{}`", P::NAME)).into());
            }
        }
        let bad = |problem: &dyn fmt::Display, expected: &str| Fault::whole(text, problem.to_string(), expected);
        let rules = find("Rules").map_or_else(|| Ok(P::Rules::default()), P::Rules::from_str);
        let rules = rules.map_err(|error| bad(&error, "the rules of the game"))?;
        let start = match find("Position") {
            Some(position) => P::parse(position, &rules).map_err(|error| bad(&error, "a start position"))?,
            None => P::new(&P::Setup::default(), &rules),
        };
        let mut game = Game::from_position(start, &rules);
        for (number, mv) in move_words(moves).enumerate() {
            game.play_text(mv).map_err(|error| bad(&format!("move {}: {error}", number + 1), "a legal move"))?;
        }
        if let Some(claim) = find("Result") {
            let outcome = result_text::<P>(game.ending().map(|ending| ending.outcome));
            if claim != outcome && claim != "*" && outcome != "*" {
                return Err(
                    bad(&format!("result {}", quote(claim)), &format!("`{outcome}`, where the moves lead")).into()
                );
            }
        }
        let tags = all.into_iter().filter(|(tag, _)| !OWN_TAGS.contains(&tag.as_str())).collect();
        Ok(GameRecord { game, tags })
    }
}

fn result_text<P: Position>(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None => "*",
        Some(Outcome::Draw) => "draw",
        Some(Outcome::Win(side)) => P::side_name(side),
    }
}

/// The tags in order, and the text behind them.
fn read_tags(text: &str) -> Result<(Tags, &str), Fault> {
    let mut reader = Reader::new(text);
    let mut tags = Vec::new();
    loop {
        reader.skip_spaces();
        if !reader.take("[") {
            return Ok((tags, reader.rest()));
        }
        let mut name = String::new();
        while reader.peek().is_some_and(|c| c.is_alphanumeric()) {
            name.extend(reader.next_char());
        }
        if name.is_empty() {
            return Err(reader.fault("the name of a tag"));
        }
        reader.skip_spaces();
        reader.expect("\"")?;
        let mut value = String::new();
        loop {
            match reader.next_char() {
                Some('"') => break,
                Some('\\') => match reader.next_char() {
                    Some('n') => value.push('\n'),
                    other => value.extend(other),
                },
                Some(character) => value.push(character),
                None => return Err(reader.fault("`\"` at the end of a tag")),
            }
        }
        reader.expect("]")?;
        tags.push((name, value));
    }
}

/// The words that are moves: comments in braces and turn numbers (`12.`) are not.
fn move_words(text: &str) -> impl Iterator<Item = &str> {
    text.split('{')
        .enumerate()
        .map(|(index, part)| if index == 0 { part } else { part.split_once('}').map_or("", |(_, rest)| rest) })
        .flat_map(str::split_whitespace)
        .filter(|word| !word.strip_suffix('.').is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_digit())))
}

impl<P: Position> fmt::Display for GameRecord<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tag = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
            writeln!(f, "[{name} \"{value}\"]")
        };
        let ending = self.game.ending();
        tag("Game", P::NAME)?;
        tag("Rules", &self.game.rules().to_string())?;
        tag("Position", &self.game.start().to_string())?;
        for (name, value) in &self.tags {
            tag(name, value)?;
        }
        tag("Result", result_text::<P>(ending.as_ref().map(|ending| ending.outcome)))?;
        if let Some(ending) = ending {
            tag("Reason", &ending.reason)?;
        }
        let mut line = String::new();
        let mut turn = 0;
        let mut mover = None;
        for (text, pos) in self.game.move_texts().iter().zip(self.game.positions()) {
            if mover.replace(pos.side_to_move()) != Some(pos.side_to_move()) {
                turn += 1;
                if line.len() > 64 {
                    write!(f, "\n{line}")?;
                    line.clear();
                }
                line += &format!("{}{turn}.", if line.is_empty() { "" } else { "  " });
            }
            line += &format!(" {text}");
        }
        if line.is_empty() { Ok(()) } else { writeln!(f, "\n{line}") }
    }
}
