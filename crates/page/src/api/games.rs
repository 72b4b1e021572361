//! Games: begin, play, go back and forth, read and write.

use plyground_catalog::{Catalog, CatalogError, Start};
use plyground_game::Side;
use plyground_game::notation::{escaped, without_mark};
use plyground_game::options::one_of;
use plyground_game::record_tags;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::think::is_solvable;
use crate::clock::Times;
use crate::fault::{Fault, Status};
use crate::limits::{LINE, NAME, PLIES};
use crate::page::Page;
use crate::played::{self, Played};
use crate::request::{Call, Reply};

/// Request of a new game.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGame {
    /// The previous name of a game that several pages share: a page that recreates it finds the existing game.
    id: Option<String>,
    /// The game; a record names its own.
    game: Option<String>,
    setup: Option<String>,
    rules: Option<String>,
    position: Option<String>,
    /// Moves separated by spaces.
    moves: Option<String>,
    /// A position or a record, as it was pasted.
    text: Option<String>,
    /// A game of a match: the match and the number of the game.
    recorded: Option<(u64, usize)>,
    /// Players of a recorded game that is opened by its moves.
    names: Option<[String; 2]>,
    /// The side that has resigned at the end, 0 or 1.
    resigned: Option<usize>,
    /// Whether it has lost by the clock instead.
    on_time: Option<bool>,
    /// The ply to show; by default the last.
    ply: Option<usize>,
    /// The clocks of a game on two devices.
    clock: Option<Times>,
    /// Whether two people play it on two devices, or whether it follows such a game.
    shared: Option<bool>,
    /// The name of their next game.
    next: Option<String>,
}

impl NewGame {
    /// Returns the current game without its players.
    pub(crate) fn of(played: &Played) -> NewGame {
        let Start { rules, position, moves, .. } = played.start_at(played.length());
        let game = Some(played.game().info().name.to_owned());
        let (resigned, on_time) = played.resigned();
        let (moves, ply) = (Some(moves), Some(played.ply()));
        let (clock, next, shared) = (played.times(), played.next.clone(), Some(played.is_shared));
        NewGame { game, rules, position, moves, ply, resigned, on_time, clock, next, shared, ..NewGame::default() }
    }

    /// Opens it.
    pub(crate) fn open(mut self, page: &Page) -> Result<Played, Fault> {
        let names = self.names.take();
        let mut played = match (self.recorded, &self.text) {
            (Some((id, number)), _) => recorded(page, id, number)?,
            (None, Some(text)) if without_mark(text).trim_start().starts_with('[') => read(&page.catalog, text)?,
            (None, _) => {
                let names = || one_of(page.catalog.games().iter().map(|game| game.info().name));
                let name = self.game.ok_or_else(|| Fault::bad(format!("no `game`: expected {}", names())))?;
                let game = page.catalog.game(&name)?;
                let moves = self.moves.unwrap_or_default();
                if moves.split_whitespace().nth(PLIES).is_some() {
                    return Err(Fault::bad(format!("too many moves: expected at most {PLIES}")));
                }
                let given =
                    |text: Option<String>| text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
                let position = given(self.text).or(given(self.position));
                let setup = if position.is_some() { None } else { given(self.setup) };
                Played::open(game, &Start { setup, rules: given(self.rules), position, moves })?
            }
        };
        if let Some(side) = self.resigned {
            played.resign(side_of(side)?, self.on_time == Some(true))?;
        }
        if let Some(ply) = self.ply {
            played.go_to(ply)?;
        }
        if let Some(times) = self.clock {
            played.set_clock(times)?;
        }
        played.is_shared = self.shared == Some(true) || self.clock.is_some();
        if self.next.as_deref().is_some_and(|name| !is_name(name)) {
            return Err(Fault::bad("`next` is no name of a game: expected 32 digits, 0 to 9 and a to f"));
        }
        played.next = self.next;
        if let Some(names) = names {
            if let Some(long) = names.iter().find(|name| name.len() > NAME) {
                return Err(Fault::bad(format!("a name of {} bytes: expected at most {NAME}", long.len())));
            }
            // Names come from a file or from another player's page.
            played.names = Some(names.each_ref().map(|name| escaped(name)));
        }
        played.is_solvable = is_solvable(&played, page.tables.as_deref());
        Ok(played)
    }
}

impl Page {
    /// A game as a request that begins it, for another page that is to search in it.
    ///
    /// # Errors
    /// Returns a fault if there is no such game.
    pub fn copy(&self, name: &str) -> Result<String, Fault> {
        let game_session = self.game_sessions.find(name)?;
        let request = NewGame::of(&game_session.played());
        Ok(serde_json::to_string(&request).expect("plain data can be written"))
    }

    /// Adds a game of another page under its name there, or replaces the game of that name, whose search sessions remain.
    ///
    /// # Errors
    /// Returns a fault if the game cannot be started.
    pub fn keep(&self, name: &str, copy: &str) -> Result<(), Fault> {
        let new: NewGame = serde_json::from_str(copy).map_err(|error| Fault::bad(error.to_string()))?;
        self.game_sessions.put(name, new.open(self)?);
        Ok(())
    }
}

/// Parses a record; its tag names the game.
fn read(catalog: &Catalog, text: &str) -> Result<Played, Fault> {
    let (tags, _) = record_tags(text).map_err(CatalogError::from)?;
    let named = tags.iter().find(|(tag, _)| tag == "Game").map(|(_, name)| name);
    let game = catalog.games().iter().find(|game| named.is_some_and(|name| game.info().name == name));
    let game = game.ok_or_else(|| {
        let tags: Vec<String> = catalog.games().iter().map(|game| format!("[Game \"{}\"]", game.info().name)).collect();
        Fault::bad(format!(
            "a record without a game of this board: expected {}",
            one_of(tags.iter().map(String::as_str))
        ))
    })?;
    Ok(Played::read(game, text)?)
}

fn recorded(page: &Page, id: u64, number: usize) -> Result<Played, Fault> {
    let recorded = page.recorded.as_ref().ok_or_else(|| Fault::missing("match"))?;
    let record = recorded.game(id, number)?;
    let refused = |problem| Fault::new(Status::Unprocessable, format!("game {number} is refused: {problem}"));
    page.catalog.check_record(&record).map_err(refused)?;
    let start =
        Start { setup: None, rules: Some(record.rules), position: Some(record.opening.position), moves: record.moves };
    let mut played = Played::open(page.catalog.game(&record.game)?, &start)?;
    played.names = Some(record.agents.each_ref().map(|name| escaped(name)));
    Ok(played)
}

/// Begins a game.
pub(super) fn create(page: &Page, call: Call<'_>) -> Result<Reply, Fault> {
    let mut new: NewGame = call.body()?;
    let name = new.id.take();
    if name.as_deref().is_some_and(|name| !is_name(name)) {
        return Err(Fault::bad("`id` is no name of a game: expected 32 digits, 0 to 9 and a to f"));
    }
    if let Some(game_session) = name.as_deref().and_then(|name| page.game_sessions.find(name).ok()) {
        let view = game_session.played().view();
        return Ok(Reply::json(&json!({ "id": name, "view": view })));
    }
    let played = new.open(page)?;
    let view = played.view();
    let id = match name {
        Some(name) => {
            page.game_sessions.put(&name, played);
            name
        }
        None => page.game_sessions.add(played),
    };
    Ok(Reply::json(&json!({ "id": id, "view": view })))
}

/// Reports whether a text has the form of a game name.
fn is_name(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Returns the current view of a game.
pub(super) fn view(page: &Page, call: Call<'_>) -> Result<Reply, Fault> {
    let game_session = page.game_sessions.find(call.name)?;
    let view = game_session.played().view();
    Ok(Reply::json(&view))
}

/// Forgets a game.
pub(super) fn remove(page: &Page, call: Call<'_>) -> Result<Reply, Fault> {
    page.game_sessions.remove(call.name)?;
    Ok(Reply::json(&json!({})))
}

/// Move, with the ply that the page takes for the current one.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Play {
    /// One move, or several separated by spaces.
    #[serde(rename = "move")]
    mv: String,
    ply: Option<usize>,
}

/// Plays a move.
pub(super) fn play(page: &Page, call: Call<'_>) -> Result<Reply, Fault> {
    let play: Play = call.body()?;
    let game_session = page.game_sessions.find(call.name)?;
    let mut played = game_session.played();
    if play.ply.is_some_and(|ply| ply != played.ply()) {
        let message = format!("the game is at ply {}: the move came too late", played.ply());
        return Err(Fault::new(Status::Conflict, message));
    }
    // The move came after the end of the time, which is news for both pages.
    if played.tick() {
        return Ok(Reply::json(&played.view()));
    }
    // A move that crosses a resignation must not undo it.
    if played.resigned_here().is_some() {
        return Err(Fault::new(Status::Conflict, "the game is over by resignation: the move came too late"));
    }
    let moves: Vec<&str> = without_mark(&play.mv).split_whitespace().collect();
    if moves.is_empty() {
        return Err(Fault::new(Status::Unprocessable, "no move: expected one, such as the first of the legal ones"));
    }
    if moves.len() > LINE {
        return Err(Fault::bad(format!("{} moves at once: expected at most {LINE}", moves.len())));
    }
    played.play_all(&moves)?;
    Ok(Reply::json(&played.view()))
}

/// A ply to go to.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GoTo {
    ply: usize,
}

/// Request to resign.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Resign {
    /// 0 or 1.
    side: usize,
    /// Whether its time is up.
    #[serde(default)]
    on_time: bool,
}

/// Ends the game for the side that resigns.
pub(super) fn resign(page: &Page, call: Call<'_>) -> Result<Reply, Fault> {
    let Resign { side, on_time } = call.body()?;
    let game_session = page.game_sessions.find(call.name)?;
    let side = side_of(side)?;
    let mut played = game_session.played();
    played.tick();
    // Each page reports the end of the time. Only the clock of the server decides.
    if on_time && played.has_clock() {
        if played.resigned() != (Some(side.index()), Some(true)) {
            return Err(Fault::new(Status::Conflict, "this side has time on its clock"));
        }
    } else {
        played.resign(side, on_time)?;
    }
    Ok(Reply::json(&played.view()))
}

/// Begins the next game of the two people of a finished game, with their sides swapped; both pages find it by its name.
pub(super) fn rematch(page: &Page, call: Call<'_>) -> Result<Reply, Fault> {
    let game_session = page.game_sessions.find(call.name)?;
    let known = game_session.played().next.clone();
    let next = match known {
        Some(next) => next,
        None => {
            let rematch = game_session.played().rematch()?;
            let name = page.game_sessions.add(rematch);
            // Both people may ask at the same time.
            game_session.played().next.get_or_insert(name).clone()
        }
    };
    Ok(Reply::json(&json!({ "id": next })))
}

fn side_of(index: usize) -> Result<Side, Fault> {
    let side = Side::ALL.get(index).copied();
    side.ok_or_else(|| Fault::bad(format!("no side {index}: expected 0 for the first, 1 for the second")))
}

/// Another line of the same game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Follow {
    /// All moves from the start, separated by spaces.
    moves: String,
    ply: usize,
}

/// Takes another line, such as a variation.
pub(super) fn follow(page: &Page, call: Call<'_>) -> Result<Reply, Fault> {
    let Follow { moves, ply } = call.body()?;
    let game_session = page.game_sessions.find(call.name)?;
    let mut played = game_session.played();
    played.follow(&moves.split_whitespace().collect::<Vec<_>>(), ply)?;
    Ok(Reply::json(&played.view()))
}

/// Takes moves back, or makes them again.
pub(super) fn go_to(page: &Page, call: Call<'_>) -> Result<Reply, Fault> {
    let GoTo { ply } = call.body()?;
    let game_session = page.game_sessions.find(call.name)?;
    let mut played = game_session.played();
    played.go_to(ply)?;
    Ok(Reply::json(&played.view()))
}

/// A line to walk through.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Preview {
    moves: Vec<String>,
    #[serde(default)]
    threat: bool,
}

/// The positions of a line, without playing it.
pub(super) fn preview(page: &Page, call: Call<'_>) -> Result<Reply, Fault> {
    let Preview { moves, threat } = call.body()?;
    let game_session = page.game_sessions.find(call.name)?;
    let frames = game_session.played().preview(&moves, threat)?;
    Ok(Reply::json(&json!({ "frames": frames })))
}

/// Options of a picture.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Picture {
    /// `light` (the default) or `dark`.
    theme: Option<String>,
    /// Ply to draw; by default the current one.
    ply: Option<usize>,
    /// Moves of a line from there on, after which it is drawn.
    line: Option<String>,
}

/// The board as a picture.
pub(super) fn picture(page: &Page, call: Call<'_>) -> Result<Reply, Fault> {
    let Picture { theme, ply, line } = call.query()?;
    let theme = played::theme(theme.as_deref())?;
    let game_session = page.game_sessions.find(call.name)?;
    let line: Vec<String> = line.unwrap_or_default().split_whitespace().map(str::to_owned).collect();
    let text = game_session.played().picture(ply, &line, theme)?;
    Ok(Reply::Text { kind: "image/svg+xml; charset=utf-8", text })
}

/// Returns the game up to the current ply as JSON.
pub(super) fn trajectory(page: &Page, call: Call<'_>) -> Result<Reply, Fault> {
    Ok(Reply::json(&page.game_sessions.find(call.name)?.played().trajectory()))
}

/// The game as text.
pub(super) fn record(page: &Page, call: Call<'_>) -> Result<Reply, Fault> {
    let text = page.game_sessions.find(call.name)?.played().record();
    Ok(Reply::Text { kind: "text/plain; charset=utf-8", text })
}
