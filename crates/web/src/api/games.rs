//! Games: begin, play, go back and forth, read and write.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use plyground_catalog::{Catalog, CatalogError, Start};
use plyground_game::Side;
use plyground_game::options::one_of;
use serde::Deserialize;
use serde_json::json;

use super::blocking;
use super::think::is_solvable;
use crate::app::App;
use crate::fault::{Asked, Body, Fault};
use crate::limits::{LINE, NAME, PLIES};
use crate::played::{self, Played, View};

/// How a game begins.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGame {
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
    /// Who played, of a recorded game that is opened by its moves.
    names: Option<[String; 2]>,
    /// The side that has resigned at the end, 0 or 1.
    resigned: Option<usize>,
    /// Whether it has lost by the clock instead.
    on_time: Option<bool>,
    /// The ply to show, where that is not the last.
    ply: Option<usize>,
}

impl NewGame {
    fn open(mut self, app: &App) -> Result<Played, Fault> {
        let names = self.names.take();
        let mut played = match (self.recorded, &self.text) {
            (Some((id, number)), _) => recorded(app, id, number)?,
            (None, Some(text)) if text.trim_start_matches('\u{feff}').trim_start().starts_with('[') => {
                read(&app.catalog, text)?
            }
            (None, _) => {
                let names = || one_of(app.catalog.games().iter().map(|game| game.info().name));
                let name = self.game.ok_or_else(|| Fault::bad(format!("no `game`: expected one of {}", names())))?;
                let game = app.catalog.game(&name)?;
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
        if let Some(names) = names {
            if let Some(long) = names.iter().find(|name| name.len() > NAME) {
                return Err(Fault::bad(format!("a name of {} bytes: expected at most {NAME}", long.len())));
            }
            played.names = Some(names);
        }
        played.is_solvable = is_solvable(&played, app.tables.as_deref());
        Ok(played)
    }
}

/// A record; its own tag says of which game.
fn read(catalog: &Catalog, text: &str) -> Result<Played, Fault> {
    let tag = |name: &str| format!("[Game \"{name}\"]");
    let names = catalog.games().iter().map(|game| game.info().name);
    let game = catalog.games().iter().find(|game| text.contains(&tag(game.info().name))).ok_or_else(|| {
        let tags: Vec<String> = names.map(tag).collect();
        Fault::bad(format!(
            "a record without a game of this board: expected {}",
            one_of(tags.iter().map(String::as_str))
        ))
    })?;
    Ok(Played::read(game, text)?)
}

fn recorded(app: &App, id: u64, number: usize) -> Result<Played, Fault> {
    let record = app.archive.find(id)?.game(number)?;
    let start =
        Start { setup: None, rules: Some(record.rules), position: Some(record.opening.position), moves: record.moves };
    let mut played = Played::open(app.catalog.game(&record.game)?, &start)?;
    played.names = Some(record.agents);
    Ok(played)
}

/// Begins a game.
pub(crate) async fn create(State(app): State<Arc<App>>, Body(new): Body<NewGame>) -> Result<Response, Fault> {
    let opened = Arc::clone(&app);
    let played = blocking(move || new.open(&opened)).await??;
    let view = played.view();
    let id = app.rooms.add(played);
    Ok(Json(json!({ "id": id, "view": view })).into_response())
}

/// A game as it stands.
pub(crate) async fn view(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Json<View>, Fault> {
    let room = app.rooms.find(&id)?;
    let view = room.played().view();
    Ok(Json(view))
}

/// Forgets a game.
pub(crate) async fn remove(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Fault> {
    app.rooms.remove(&id)?;
    Ok(Json(json!({})).into_response())
}

/// A move, at a ply that the page believes to be the present.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Play {
    /// One move, or several separated by spaces.
    #[serde(rename = "move")]
    mv: String,
    ply: Option<usize>,
}

/// Plays.
pub(crate) async fn play(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(play): Body<Play>,
) -> Result<Json<View>, Fault> {
    let room = app.rooms.find(&id)?;
    let mut played = room.played();
    if play.ply.is_some_and(|ply| ply != played.ply()) {
        let message = format!("the game is at ply {}: the move came too late", played.ply());
        return Err(Fault::new(StatusCode::CONFLICT, message));
    }
    let mut moves = play.mv.split_whitespace().peekable();
    if moves.peek().is_none() {
        return Err(Fault::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "no move: expected one, such as the first of the legal ones",
        ));
    }
    for mv in moves.take(LINE) {
        played.play(mv)?;
    }
    Ok(Json(played.view()))
}

/// A ply to go to.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GoTo {
    ply: usize,
}

/// Who resigns.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Resign {
    /// 0 or 1.
    side: usize,
    /// Whether its time is up.
    #[serde(default)]
    on_time: bool,
}

/// Ends the game for a side that gives it up.
pub(crate) async fn resign(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(Resign { side, on_time }): Body<Resign>,
) -> Result<Json<View>, Fault> {
    let room = app.rooms.find(&id)?;
    let mut played = room.played();
    played.resign(side_of(side)?, on_time)?;
    Ok(Json(played.view()))
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
pub(crate) async fn follow(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(Follow { moves, ply }): Body<Follow>,
) -> Result<Json<View>, Fault> {
    let room = app.rooms.find(&id)?;
    let done = blocking(move || {
        let mut played = room.played();
        played.follow(&moves.split_whitespace().collect::<Vec<_>>(), ply)?;
        Ok::<_, CatalogError>(played.view())
    });
    Ok(Json(done.await??))
}

/// Takes moves back, or makes them again.
pub(crate) async fn go_to(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(GoTo { ply }): Body<GoTo>,
) -> Result<Json<View>, Fault> {
    let room = app.rooms.find(&id)?;
    let mut played = room.played();
    played.go_to(ply)?;
    Ok(Json(played.view()))
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
pub(crate) async fn preview(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(Preview { moves, threat }): Body<Preview>,
) -> Result<Response, Fault> {
    let room = app.rooms.find(&id)?;
    let frames = blocking(move || room.played().preview(&moves, threat)).await??;
    Ok(Json(json!({ "frames": frames })).into_response())
}

/// How a picture is to look.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Picture {
    /// `light` (the default) or `dark`.
    theme: Option<String>,
    /// The ply that is drawn; the present one when nothing is said.
    ply: Option<usize>,
    /// Moves of a line from there on, after which it is drawn.
    line: Option<String>,
}

/// The board as a picture.
pub(crate) async fn picture(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Asked(Picture { theme, ply, line }): Asked<Picture>,
) -> Result<Response, Fault> {
    let theme = played::theme(theme.as_deref())?;
    let room = app.rooms.find(&id)?;
    let line: Vec<String> = line.unwrap_or_default().split_whitespace().map(str::to_owned).collect();
    let drawn = blocking(move || room.played().picture(ply, &line, theme));
    Ok(([(CONTENT_TYPE, "image/svg+xml; charset=utf-8")], drawn.await??).into_response())
}

/// The game as text.
pub(crate) async fn record(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Fault> {
    let text = app.rooms.find(&id)?.played().record();
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}
