//! Searches of a game, as streams of events: `depth`, `row` or `point` on the way, then `done`, or else `fault`.

use std::path::Path;

use plyground_catalog::{ANALYSIS, Analysis, CatalogError, ErrorKind, GameRef, Judge, Line, Session, Solution, Start};
use plyground_game::Side;
use plyground_scene::Hint;
use plyground_search::Job;
use plyground_solve::SolveOptions;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{agent, limits_of};
use crate::fault::Fault;
use crate::game_sessions::GameSession;
use crate::limits::{EXACT_MEMORY, EXACT_TABLE, EXACT_TIME, LINES, SEARCH_TIME};
use crate::page::Page;
use crate::played::Played;
use crate::request::{Call, Reply, Search};

/// Returns the game of a session and its current position.
pub(super) fn present(game_session: &GameSession) -> (GameRef, Start) {
    let played = game_session.played();
    (GameRef::clone(played.game()), played.start_at(played.ply()))
}

/// Returns the game of a session and its current position for a search.
///
/// # Errors
/// Returns a fault while two people play the game.
pub(super) fn searched(game_session: &GameSession) -> Result<(GameRef, Start), Fault> {
    game_session.played().may_search()?;
    Ok(present(game_session))
}

/// An analysis with its verdict.
pub(super) fn report(judge: Judge<'_>, side: Side, found: &Analysis) -> Value {
    // A search proves the value of its best line alone.
    let verdict = |index, score| match found.proven && found.is_known() {
        true => judge.known(side, score),
        false => judge.verdict(side, score, found.proven && index == 0),
    };
    let line = |(index, line): (usize, &Line)| json!({ "move": line.mv, "pv": line.pv, "verdict": verdict(index, line.score) });
    let lines: Vec<Value> = found.lines.iter().enumerate().map(line).collect();
    let verdict = verdict(0, found.score);
    json!({
        "analysis": found, "verdict": verdict, "lines": lines, "side": side.index(),
        "leaf_side": found.leaf_side.map(Side::index),
    })
}

/// Request of a search.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Think {
    agent: Option<String>,
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<String>,
    lines: Option<usize>,
    /// `analysis` (the default) or `player`: a new search stops the former of its purpose alone.
    purpose: Option<String>,
    /// Search after a pass.
    threat: Option<bool>,
}

impl Think {
    fn job(&self) -> Result<Job, Fault> {
        let mut limits = limits_of(self.depth, self.nodes, self.time.as_deref())?;
        limits.time = limits.time.map(|time| time.min(SEARCH_TIME));
        let lines = self.lines.unwrap_or(1);
        if !(1..=LINES).contains(&lines) {
            return Err(Fault::bad(format!("{lines} lines: expected 1 to {LINES}")));
        }
        Ok(Job { lines, ..Job::new(limits) })
    }
}

/// Searches for the best move and reports every depth.
pub(super) fn think(page: &Page, call: Call<'_>) -> Result<Reply, Fault> {
    let asked: Think = call.query()?;
    let game_session = page.game_sessions.find(call.name)?;
    let (game, mut start) = searched(&game_session)?;
    let spec = agent(&page.catalog, &game, asked.agent.as_deref().unwrap_or("best"))?;
    let purpose = match asked.purpose.as_deref() {
        None | Some("analysis") => "analysis",
        Some("player") => "player",
        Some(_) => return Err(Fault::bad("unknown `purpose`: expected `analysis` or `player`")),
    };
    let mut job = asked.job()?;
    // A pass changes the game, so the threat has its own search session.
    let is_threat = asked.threat == Some(true);
    let search_session = if is_threat {
        let none = || Fault::bad("there is no passing here, so there is no threat to show");
        start = game_session.played().threat().ok_or_else(none)?;
        game_session.search_session("threat", &spec)?
    } else {
        game_session.search_session(purpose, &spec)?
    };
    job.stop = game_session.slots.begin(purpose);
    Ok(Reply::Search(Search::new(job.stop.clone(), SEARCH_TIME, move |emit| {
        let judge = Judge { game: game.info(), agent: &spec };
        let search = |session: &mut dyn Session| {
            let side = session.state().side_to_move();
            let reported = |found: &Analysis| with_sides(report(judge, side, found), found, &game, &start);
            let found = session.analyse(&spec, &job, ANALYSIS, &mut |found| emit("depth", &reported(found)))?;
            let report = reported(&found);
            Ok(if is_threat { with_threat(report, &found, &game, &start) } else { report })
        };
        search_session.at(&game, &start, search)
    })))
}

/// Adds the side of each move to each line, for games in which a side may move several times in a row.
fn with_sides(mut report: Value, found: &Analysis, game: &GameRef, start: &Start) -> Value {
    if game.info().moves_again {
        for (index, line) in found.lines.iter().enumerate() {
            report["lines"][index]["sides"] = json!(sides_of(&line.pv, game, start));
        }
    }
    report
}

/// Adds the threat: a sentence, and the moves that it names.
fn with_threat(mut report: Value, found: &Analysis, game: &GameRef, start: &Start) -> Value {
    let Ok(mut session) = game.open(start) else { return report };
    let side = session.state().side_to_move();
    let name = sentence(session.state().sides()[side.index()]);
    // The moves of one turn up to the first that gains something, or else the first alone.
    let mut moves: Vec<Hint> = Vec::new();
    for text in &found.pv {
        let hint = session.scene().moves.into_iter().find(|hint| hint.text == *text);
        let Some(hint) = hint.filter(|_| session.state().side_to_move() == side) else { break };
        moves.push(hint);
        if moves.last().is_some_and(|hint| hint.gain.is_some()) || session.play(text).is_err() {
            break;
        }
    }
    let gain = moves.last().and_then(|hint| hint.gain.clone());
    if gain.is_none() {
        moves.truncate(1);
    }
    let texts: Vec<&str> = moves.iter().map(|hint| hint.text.as_str()).collect();
    let Some((first, next)) = texts.split_first() else { return report };
    let by = if next.is_empty() { (*first).to_owned() } else { format!("{first}, then {}", next.join(", ")) };
    // Some games name their sides in the plural, such as goats.
    let is_plural = name.ends_with('s');
    let threatens = if is_plural { "threaten" } else { "threatens" };
    let has = if is_plural { "have" } else { "has" };
    let text = match (gain, found.winner_in) {
        (Some(gain), _) => format!("{name} {threatens} to {gain} by {by}."),
        (None, Some(plies)) if found.score.number() > 0.0 => {
            format!("{name} {threatens} to win in {plies} moves from {by} on.")
        }
        _ => format!("{name} {has} no immediate threat; the best move would be {by}."),
    };
    report["threat"] = json!({ "text": text, "moves": moves });
    report
}

/// Returns a text with a capital letter at its beginning.
fn sentence(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

/// Returns the side of each move of a line up to the first illegal move.
pub(super) fn sides_of(line: &[String], game: &GameRef, start: &Start) -> Vec<usize> {
    let Ok(mut session) = game.open(start) else { return Vec::new() };
    let mut sides = Vec::new();
    for text in line {
        sides.push(session.state().side_to_move().index());
        if session.play(text).is_err() {
            break;
        }
    }
    sides
}

/// Request of an explanation.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Explain {
    /// Agent that provides the evaluation; by default `best`.
    agent: Option<String>,
    /// Another evaluation instead of the agent's own.
    eval: Option<String>,
    /// The best line of a search of the agent, its score, and the side for which its end was valued, 0 or 1. Without that side,
    /// the score is not explained.
    line: Option<String>,
    score: Option<f64>,
    leaf_side: Option<usize>,
}

/// Explains the current value feature by feature, and returns the score of a search.
pub(super) fn explain(page: &Page, call: Call<'_>) -> Result<Reply, Fault> {
    let Explain { agent: asked, eval, line, score, leaf_side } = call.query()?;
    let game_session = page.game_sessions.find(call.name)?;
    let (game, start) = searched(&game_session)?;
    let line: Vec<String> = line.unwrap_or_default().split_whitespace().map(str::to_owned).collect();
    let side = |index| Side::ALL.get(index).ok_or_else(|| Fault::bad("unknown `leaf_side`: expected 0 or 1"));
    let leaf = leaf_side.map(side).transpose()?.map(|&side| (&*line, side));
    let session = game.open(&start)?;
    let explained = |spec: &str, leaf| session.explain(&agent(&page.catalog, &game, spec)?, leaf).map_err(Fault::from);
    let mut explanation = explained(asked.as_deref().unwrap_or("best"), leaf)?;
    if let Some(name) = eval {
        let other = explained(&format!("best:eval={name}"), None)?;
        // Another evaluation has not valued the leaf.
        if other.explained_by != explanation.explained_by {
            explanation = other;
        }
    }
    let side = session.state().side_to_move().index();
    Ok(Reply::json(&json!({ "side": side, "score": score, "explanation": explanation })))
}

/// Reports whether exact values are available: the solver searches, or tables of this board and these rules exist.
pub(super) fn is_solvable(played: &Played, tables: Option<&Path>) -> bool {
    let info = played.game().info();
    if !info.has_solver || info.solves_by_search {
        return info.has_solver;
    }
    let mut options = SolveOptions::default();
    if let Some(tables) = tables {
        options.tables = tables.to_owned();
    }
    played.game().solve(&played.start_at(0), &options, false, &mut |_| {}).is_ok()
}

/// Returns the exact value if a table has it or a short search finds it.
pub(super) fn exact(page: &Page, call: Call<'_>) -> Result<Reply, Fault> {
    let game_session = page.game_sessions.find(call.name)?;
    let (game, start) = searched(&game_session)?;
    let stop = game_session.slots.begin("exact");
    let mut options = SolveOptions { stop: stop.clone(), table: EXACT_TABLE, ..SolveOptions::default() };
    if let Some(tables) = &page.tables {
        options.tables.clone_from(tables);
    }
    let memory = page.memory.take(EXACT_MEMORY).ok_or_else(|| Fault::busy("tables"))?;
    let (name, seconds) = (game.info().name, EXACT_TIME.as_secs());
    let late = format!("{seconds} seconds were not enough; `ply solve {name}` takes as long as it needs");
    let search = Search::new(stop, EXACT_TIME, move |_| {
        let _memory = memory;
        Ok(json!(value(&game, &start, &options)?))
    });
    Ok(Reply::Search(search.or_late(late)))
}

/// Probes the tables; without an entry, a solver that needs no tables has a few seconds.
fn value(game: &GameRef, start: &Start, options: &SolveOptions) -> Result<Solution, CatalogError> {
    let known = game.solve(start, options, false, &mut |_| {});
    match known {
        Err(error) if error.kind() == ErrorKind::Failed && game.info().solves_by_search => {}
        known => return known,
    }
    game.solve(start, options, true, &mut |_| {})
}
