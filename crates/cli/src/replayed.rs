//! A recorded game, position by position, from a file of records or from text that `ply export` wrote.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use plyground_arena::{MoveScore, Record};
use plyground_catalog::{Catalog, CatalogError, GameRef, Start, Step};
use plyground_game::Side;
use plyground_game::notation::{escaped, without_mark};
use plyground_game::options::one_of;
use plyground_game::{record_tags, split_records};
use serde_json::Value;

use crate::failure::Failure;
use crate::files;

/// Bytes of a file that are checked for text.
const HEAD: u64 = 256;
/// Maximum bytes of an episode.
const EPISODE: u64 = 16 << 20;

/// A game, position by position.
pub(crate) struct Replayed {
    /// The title.
    pub(crate) title: String,
    /// Both players, the first side first, if the record names them.
    pub(crate) players: [Option<String>; 2],
    /// The game.
    pub(crate) game: GameRef,
    /// The start with all moves.
    pub(crate) start: Start,
    /// Number of moves of the opening, which no player chose.
    pub(crate) opening: usize,
    /// The positions, the start first.
    pub(crate) steps: Vec<Step>,
    /// Score of the move that led to each position, for the side that made it; empty if there is none.
    pub(crate) scores: Vec<String>,
    /// The result.
    pub(crate) end: String,
}

impl Replayed {
    /// Returns the start with the first half of the moves.
    pub(crate) fn middle(&self) -> Start {
        let moves: Vec<&str> = self.start.moves.split_whitespace().collect();
        Start { moves: moves[..moves.len() / 2].join(" "), ..self.start.clone() }
    }

    /// Reads a game of a file of records.
    pub(crate) fn of_record(catalog: &Catalog, record: &Record) -> Result<Replayed, Failure> {
        let game = catalog.game(&record.game)?.clone();
        let steps = game.steps(&record.start())?;
        let opening = std::iter::repeat_n(String::new(), record.opening.plies + 1);
        let scores = opening.chain(record.scores.iter().map(written)).collect();
        let title = format!("{}: {} against {}", record.id, record.agents[0], record.agents[1]);
        let (players, opening) = (record.agents.clone().map(Some), record.opening.plies);
        Ok(Replayed { title, players, game, start: record.start(), opening, steps, scores, end: record.cause.clone() })
    }

    /// Reads an episode of the environment `mancala`: Kalah (6,4) by the rules `standard`. Actions 1 to 6 are the houses of the
    /// first player, and 8 to 13 those of the second; the environment writes them as text.
    pub(crate) fn of_episode(catalog: &Catalog, episode: &Value) -> Result<Replayed, Failure> {
        let played = &episode["configuration"]["openSpielGameName"];
        if played.as_str().is_some_and(|name| name != "mancala") {
            return Err(Failure::Input(format!("an episode of the game {played}: expected `mancala`")));
        }
        let game = catalog.game("kalah")?.clone();
        let mut session = game.open(&Start::default())?;
        for (index, action) in episode["info"]["actionHistory"].as_array().into_iter().flatten().enumerate() {
            let wrong = |expected: &str| {
                Failure::Input(format!("action {} of the episode is {action}: expected {expected}", index + 1))
            };
            let number = action.as_u64().or_else(|| action.as_str()?.parse().ok());
            let (side, house) = match number {
                Some(house @ 1..=6) => (Side::First, house),
                Some(house @ 8..=13) => (Side::Second, house - 7),
                _ => return Err(wrong("a number from 1 to 6 or 8 to 13")),
            };
            if session.state().side_to_move() != side {
                return Err(wrong("a house of the other player"));
            }
            session.play(&house.to_string()).map_err(|error| wrong(&format!("a legal move: {error}")))?;
        }
        let start = session.state().start();
        let steps = game.steps(&start)?;
        let end = session.show().outcome.map_or_else(|| "the record ends here".to_owned(), |ended| ended.reason);
        let players = [0, 1].map(|side| episode["info"]["TeamNames"][side].as_str().map(escaped));
        let scores = vec![String::new(); steps.len()];
        Ok(Replayed { title: titled(&game, &players), players, game, start, opening: 0, scores, steps, end })
    }

    /// Reads a game from text as `ply export` and the page write it.
    pub(crate) fn of_text(catalog: &Catalog, text: &str) -> Result<Replayed, Failure> {
        let (tags, _) = record_tags(text).map_err(CatalogError::from)?;
        let tag = |name: &str| tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.clone());
        let names = || one_of(catalog.games().iter().map(|game| game.info().name));
        let name = tag("Game").ok_or_else(|| {
            Failure::Input(format!("a game without the tag `Game`: expected `[Game \"NAME\"]`, {}", names()))
        })?;
        let game = catalog.game(&name)?.clone();
        let session = game.open_record(text)?;
        let end = session.show().outcome.map_or_else(|| "the record ends here".to_owned(), |ended| ended.reason);
        let start = session.state().start();
        let steps = game.steps(&start)?;
        // `ply export` and the page use different names.
        let player = |one: &str, other: &str| tag(one).or_else(|| tag(other));
        let players = [player("First", "first"), player("Second", "second")].map(|name| name.as_deref().map(escaped));
        let scores = vec![String::new(); steps.len()];
        // Moves of an opening that a record was exported with.
        let opening = tag("opening").and_then(|plies| plies.parse().ok()).unwrap_or(0).min(steps.len() - 1);
        Ok(Replayed { title: titled(&game, &players), players, game, start, opening, scores, steps, end })
    }
}

/// Returns the title of a game with its players, if both have names.
fn titled(game: &GameRef, players: &[Option<String>; 2]) -> String {
    match players {
        [Some(first), Some(second)] => format!("{}: {first} against {second}", game.info().title),
        _ => game.info().title.clone(),
    }
}

/// Returns the score of a move as text.
fn written(score: &MoveScore) -> String {
    match score {
        MoveScore::Value(value) => format!("{value:+.2}"),
        MoveScore::Known(known) => known.clone(),
        MoveScore::None => String::new(),
    }
}

/// Reads a file with one episode of the environment `mancala`; `None` for another file.
pub(crate) fn episode(path: &Path) -> Result<Option<Value>, Failure> {
    let is_small = path.metadata().is_ok_and(|file| file.is_file() && file.len() <= EPISODE);
    if !is_small {
        return Ok(None);
    }
    let read: Option<Value> = serde_json::from_str(&files::read(path)?).ok();
    Ok(read.filter(|episode| episode["info"]["actionHistory"].is_array()))
}

/// Reads the games of a text file; `None` for a file of records, which is JSON.
pub(crate) fn texts(path: &Path) -> Result<Option<Vec<String>>, Failure> {
    let mut head = Vec::new();
    // The reader of records reports a missing file.
    if !path.is_file() {
        return Ok(None);
    }
    let Ok(file) = File::open(path) else { return Ok(None) };
    if file.take(HEAD).read_to_end(&mut head).is_err() {
        return Ok(None);
    }
    let head = String::from_utf8_lossy(&head);
    let head = without_mark(&head).trim_start();
    if head.is_empty() || head.starts_with('{') {
        return Ok(None);
    }
    Ok(Some(split_records(&files::read(path)?).into_iter().map(str::to_owned).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_in_a_comment_is_none_of_the_record() {
        let text = "[Game \"kalah\"]\n[Rules \"standard\"]\n\n1. 3 {\n[Game \"khet\"]\n[First \"x\"]\n} 1 (1. 9 (1. 2)) 2\n\n\
                    [Game \"kalah\"]\n\n[First \"a\"]\n[Second \"b\"]\n1. 2 { a [comment] }\n";
        let games = split_records(text);
        assert_eq!(games.len(), 2, "{games:?}");
        let catalog = Catalog::standard();
        let read = |text: &str| Replayed::of_text(&catalog, text).unwrap_or_else(|_| panic!("{text} is read"));
        let (first, second) = (read(games[0]), read(games[1]));
        assert_eq!((first.game.info().name, first.steps.len(), &*first.title), ("kalah", 4, "Kalah"));
        assert_eq!((second.steps.len(), &*second.title), (2, "Kalah: a against b"));
    }
}
