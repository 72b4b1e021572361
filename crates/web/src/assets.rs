//! The files of the page: those in `assets`, and the look of boards from the crate of scenes.

use axum::extract::Path;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use plyground_scene::assets as scene;

use crate::fault::Fault;

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const PICTURE: &str = "image/svg+xml";

macro_rules! script {
    ($name:literal) => {
        ($name, SCRIPT, include_str!(concat!("../assets/js/", $name)))
    };
}

const FILES: &[(&str, &str, &str)] = &[
    ("colours.css", STYLE, scene::COLOURS),
    ("board.css", STYLE, scene::BOARD),
    ("shapes.svg", PICTURE, scene::SHAPES),
    ("style.css", STYLE, include_str!("../assets/style.css")),
    ("panels.css", STYLE, include_str!("../assets/panels.css")),
    ("play.css", STYLE, include_str!("../assets/play.css")),
    ("icon.svg", PICTURE, include_str!("../assets/icon.svg")),
    script!("actions.js"),
    script!("address.js"),
    script!("analysis.js"),
    script!("api.js"),
    script!("apng.js"),
    script!("board.js"),
    script!("choices.js"),
    script!("clock.js"),
    script!("compare.js"),
    script!("dialog.js"),
    script!("dom.js"),
    script!("drag.js"),
    script!("editor.js"),
    script!("explorer.js"),
    script!("game.js"),
    script!("graph.js"),
    script!("keys.js"),
    script!("main.js"),
    script!("matches.js"),
    script!("motion.js"),
    script!("movelist.js"),
    script!("moves.js"),
    script!("near.js"),
    script!("notation.js"),
    script!("picker.js"),
    script!("picture.js"),
    script!("play.js"),
    script!("puzzles.js"),
    script!("remote.js"),
    script!("room.js"),
    script!("rules.js"),
    script!("setup.js"),
    script!("shapes.js"),
    script!("share.js"),
    script!("sound.js"),
    script!("state.js"),
    script!("table.js"),
    script!("together.js"),
    script!("tour.js"),
    script!("tree.js"),
    script!("watch.js"),
    script!("words.js"),
];

/// The page.
pub(crate) async fn page() -> Response {
    ([(CONTENT_TYPE, "text/html; charset=utf-8")], include_str!("../assets/index.html")).into_response()
}

/// One of its files.
pub(crate) async fn file(Path(name): Path<String>) -> Result<Response, Fault> {
    let found = FILES.iter().find(|(known, ..)| *known == name).ok_or_else(|| Fault::missing("file"))?;
    Ok(([(CONTENT_TYPE, found.1)], found.2).into_response())
}
