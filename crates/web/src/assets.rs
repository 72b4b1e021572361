//! The files of the page: those in `assets`, and the look of boards from the crate of scenes.

use std::sync::{Arc, LazyLock};

use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use plyground_scene::assets as scene;

use crate::app::App;
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
    ("shapes.svg", PICTURE, scene::SHAPES),
    ("icon.svg", PICTURE, include_str!("../assets/icon.svg")),
    script!("actions.js"),
    script!("address.js"),
    script!("agents.js"),
    script!("analysis.js"),
    script!("api.js"),
    script!("apng.js"),
    script!("bar.js"),
    script!("board.js"),
    script!("choices.js"),
    script!("clock.js"),
    script!("cluster.js"),
    script!("compare.js"),
    script!("dialog.js"),
    script!("dom.js"),
    script!("drag.js"),
    script!("editor.js"),
    script!("effect.js"),
    script!("evidence.js"),
    script!("explained.js"),
    script!("explorer.js"),
    script!("game.js"),
    script!("graph.js"),
    script!("handle.js"),
    script!("keys.js"),
    script!("layers.js"),
    script!("lesson.js"),
    script!("levels.js"),
    script!("main.js"),
    script!("matches.js"),
    script!("menu.js"),
    script!("motion.js"),
    script!("movelist.js"),
    script!("moves.js"),
    script!("notation.js"),
    script!("palette.js"),
    script!("picture.js"),
    script!("play.js"),
    script!("portrait.js"),
    script!("players.js"),
    script!("plot.js"),
    script!("puzzles.js"),
    script!("refuted.js"),
    script!("remote.js"),
    script!("resign.js"),
    script!("result.js"),
    script!("review.js"),
    script!("session.js"),
    script!("rules.js"),
    script!("searchtree.js"),
    script!("setup.js"),
    script!("shapes.js"),
    script!("settings.js"),
    script!("share.js"),
    script!("sound.js"),
    script!("start.js"),
    script!("state.js"),
    script!("status.js"),
    script!("steps.js"),
    script!("storage.js"),
    script!("strips.js"),
    script!("table.js"),
    script!("tasks.js"),
    script!("thinking.js"),
    script!("together.js"),
    script!("tour.js"),
    script!("training.js"),
    script!("tree.js"),
    script!("turns.js"),
    script!("watch.js"),
    script!("words.js"),
];

/// The style sheets that `page.css` names.
const STYLES: [(&str, &str); 9] = [
    ("colours.css", scene::COLOURS),
    ("board.css", scene::BOARD),
    ("style.css", include_str!("../assets/style.css")),
    ("narrow.css", include_str!("../assets/narrow.css")),
    ("panels.css", include_str!("../assets/panels.css")),
    ("dialogs.css", include_str!("../assets/dialogs.css")),
    ("play.css", include_str!("../assets/play.css")),
    ("start.css", include_str!("../assets/start.css")),
    ("study.css", include_str!("../assets/study.css")),
];

/// `page.css` with the style sheets that it names: nothing is painted before the last of them is there, so they come as one.
static LOOK: LazyLock<String> = LazyLock::new(|| {
    let named = include_str!("../assets/page.css");
    STYLES.iter().fold(named.to_owned(), |page, (name, text)| page.replacen(&format!("@import \"{name}\";"), text, 1))
});

const PAGE: &str = include_str!("../assets/index.html");

/// Insertions into the page of a server with a cluster: the line before, and the text.
const CLUSTER: [(&str, &str); 3] = [
    (
        r#"<script type="module" fetchpriority="low" src="assets/main.js"></script>"#,
        r#"<script type="module" src="assets/cluster.js"></script>"#,
    ),
    (
        r#"aria-controls="panel-matches">Matches</button>"#,
        r#"<button role="tab" type="button" id="tab-cluster" aria-controls="panel-cluster">Cluster</button>"#,
    ),
    (
        r#"<div role="tabpanel" id="panel-matches" aria-labelledby="tab-matches" hidden></div>"#,
        r#"<div role="tabpanel" id="panel-cluster" aria-labelledby="tab-cluster" hidden></div>"#,
    ),
];

/// The page.
pub(crate) async fn page(State(app): State<Arc<App>>) -> Response {
    let html = "text/html; charset=utf-8";
    if app.cluster.is_none() {
        return ([(CONTENT_TYPE, html)], PAGE).into_response();
    }
    let add = |page: String, (line, more): (&str, &str)| page.replacen(line, &format!("{line}\n{more}"), 1);
    ([(CONTENT_TYPE, html)], CLUSTER.into_iter().fold(PAGE.to_owned(), add)).into_response()
}

/// One of its files.
pub(crate) async fn file(Path(name): Path<String>) -> Result<Response, Fault> {
    if name == "page.css" {
        return Ok(([(CONTENT_TYPE, STYLE)], LOOK.as_str()).into_response());
    }
    let found = FILES.iter().find(|(known, ..)| *known == name).ok_or_else(|| Fault::missing("file"))?;
    Ok(([(CONTENT_TYPE, found.1)], found.2).into_response())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_look_is_one_file() {
        assert!(!LOOK.contains("@import"), "a style sheet that is not in the list");
        for (name, text) in STYLES {
            assert!(LOOK.contains(text), "{name}");
        }
    }

    /// The scripts that a script imports, and those that they import.
    fn reach(name: &'static str, found: &mut BTreeSet<&'static str>) {
        let (.., text) =
            FILES.iter().find(|(known, ..)| *known == name).unwrap_or_else(|| panic!("there is no {name}"));
        for import in text.split("from \"./").skip(1) {
            let (next, _) = import.split_once('"').unwrap();
            // Types are no script.
            if next != "types.js" && found.insert(next) {
                reach(next, found);
            }
        }
    }

    /// Else the browser learns of each script from the one that imports it, one round after the other.
    #[test]
    fn the_page_names_all_its_scripts() {
        let mut reached = BTreeSet::new();
        reach("main.js", &mut reached);
        let preloads = PAGE
            .lines()
            .filter_map(|line| line.strip_prefix(r#"<link rel="modulepreload" fetchpriority="low" href="assets/"#));
        let named: BTreeSet<&str> = preloads.map(|rest| rest.trim_end_matches("\">")).collect();
        assert_eq!(named, reached);
    }
}
