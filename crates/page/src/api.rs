//! The requests of the page.

mod arrange;
mod compare;
mod course;
mod explore;
mod games;
mod puzzles;
mod review;
mod rules;
mod think;
mod trace;

use std::collections::BTreeMap;

use plyground_catalog::{AgentSpec, Catalog, GameInfo, GameRef, LEVELS, RuleOption, parse_duration};
use plyground_game::options::one_of;
use plyground_search::{Limits, MAX_DEPTH};
use serde_json::{Value, json};

use crate::fault::{Fault, Status};
use crate::limits;
use crate::page::Page;
use crate::request::Method::{self, Delete, Get, Post};
use crate::request::{Call, Reply, Request};

/// Handler of a call.
type Answer = fn(&Page, Call<'_>) -> Result<Reply, Fault>;

/// The routes of the page below `/api/`: method, path with `*` for a name, answer.
const ROUTES: &[(Method, &str, Answer)] = &[
    (Get, "catalog", catalog),
    (Get, "rules/*", rules::rules),
    (Get, "boards/*", rules::board),
    (Get, "courses/*", course::course),
    (Get, "puzzles/*", puzzles::puzzles),
    (Post, "games", games::create),
    (Get, "games/*", games::view),
    (Delete, "games/*", games::remove),
    (Post, "games/*/play", games::play),
    (Post, "games/*/goto", games::go_to),
    (Post, "games/*/resign", games::resign),
    (Post, "games/*/rematch", games::rematch),
    (Post, "games/*/follow", games::follow),
    (Post, "games/*/preview", games::preview),
    (Get, "games/*/record", games::record),
    (Get, "games/*/trajectory", games::trajectory),
    (Get, "games/*/picture", games::picture),
    (Get, "games/*/explain", think::explain),
    (Get, "games/*/think", think::think),
    (Get, "games/*/exact", think::exact),
    (Get, "games/*/arrange", arrange::toolbox),
    (Post, "games/*/arrange", arrange::arrange),
    (Get, "games/*/explore", explore::explore),
    (Get, "games/*/compare", compare::compare),
    (Get, "games/*/graph", review::graph),
    (Get, "games/*/trace", trace::trace),
];

/// Returns the name in a path of this pattern, empty if the pattern has none; `None` if the path does not match.
fn name_in<'a>(pattern: &str, path: &'a str) -> Option<&'a str> {
    let mut name = "";
    let (mut patterns, mut parts) = (pattern.split('/'), path.split('/'));
    loop {
        match (patterns.next(), parts.next()) {
            (None, None) => return Some(name),
            (Some("*"), Some(part)) if !part.is_empty() => name = part,
            (Some(pattern), Some(part)) if pattern == part => {}
            _ => return None,
        }
    }
}

impl Page {
    /// Answers.
    ///
    /// # Errors
    /// Returns a fault with the reason if the request has no answer.
    pub fn ask(&self, request: &Request<'_>) -> Result<Reply, Fault> {
        let mut is_known = false;
        for (method, pattern, answer) in ROUTES {
            let Some(name) = name_in(pattern, request.path) else { continue };
            if *method == request.method {
                return answer(self, Call::new(name, request));
            }
            is_known = true;
        }
        if is_known {
            return Err(Fault::new(Status::NoMethod, "this address does not know that method"));
        }
        Err(Fault::missing("page"))
    }
}

/// A game as the page lists it.
fn describe(game: &GameInfo) -> Value {
    let evaluations: Vec<Value> =
        game.evaluations.iter().map(|listed| json!({ "name": listed.name, "about": listed.about })).collect();
    let option = |option: &RuleOption| {
        let values: Vec<&str> = option.values().collect();
        json!({ "key": option.key(), "values": values, "about": option.about })
    };
    let options: Vec<Value> = game.rule_options.iter().map(option).collect();
    let pieces: BTreeMap<&str, &str> = game.piece_words.iter().copied().collect();
    json!({
        "name": game.name,
        "title": game.title,
        "about": game.about,
        "sides": game.sides,
        "setups": game.setups,
        "rules": game.rule_sets,
        "options": options,
        "evaluations": evaluations,
        "has_solver": game.has_solver,
        "has_rules_page": game.rules_page.is_some(),
        "moves_again": game.moves_again,
        "has_course": game.course.is_some(),
        "has_puzzles": game.has_puzzles,
        "level_steps": game.level_steps,
        "pieces": pieces,
    })
}

/// Returns all games and agents.
fn catalog(page: &Page, _: Call<'_>) -> Result<Reply, Fault> {
    let agents = page.catalog.agents().into_iter().filter(|agent| !agent.is_command).map(|agent| {
        let keys: Vec<&str> = agent.keys.iter().map(|key| key.name).collect();
        json!({ "name": agent.name, "about": agent.about, "game": agent.game, "keys": keys })
    });
    let keys = page.catalog.keys().into_iter();
    let keys = keys.map(|key| json!({ "key": key.name, "default": key.default, "about": key.about }));
    Ok(Reply::json(&json!({
        "games": page.catalog.games().iter().map(|game| describe(game.info())).collect::<Vec<_>>(),
        "agents": agents.collect::<Vec<_>>(),
        "keys": keys.collect::<Vec<_>>(),
        "levels": LEVELS.map(|level| json!({ "name": level.name, "about": level.about, "agent": level.spec })),
        "lines": limits::LINES,
    })))
}

/// Returns an agent that a page may use: no program, no file, and memory and threads within the limits.
///
/// # Errors
/// Returns a fault for an unknown agent, or for one that a page may not use.
pub fn agent(catalog: &Catalog, game: &GameRef, text: &str) -> Result<AgentSpec, Fault> {
    let spec = catalog.agent(&**game, text)?;
    if spec.info().is_command {
        return Err(Fault::bad(format!(
            "`{}` runs programs, which a page may not: expected another agent",
            spec.name()
        )));
    }
    if spec.tables().is_some() {
        return Err(Fault::bad("`tables` names files, which a page may not: expected an agent without it"));
    }
    if let Some(name) = spec.evaluation() {
        let mut known = game.info().evaluations.iter().map(|info| info.name);
        if !known.clone().any(|other| other == name) {
            let (game, names) = (game.info().name, one_of(&mut known));
            return Err(Fault::bad(format!("unknown evaluation for {game}: expected {names}")));
        }
    }
    if let Some(table) = spec.number("table").filter(|&table| table > limits::TABLE) {
        return Err(Fault::bad(format!("{table} MiB of table: expected at most {}", limits::TABLE)));
    }
    let most = limits::threads();
    if let Some(threads) = spec.number("threads").filter(|&threads| threads > most as u64) {
        return Err(Fault::bad(format!("{threads} threads: expected at most {most} on this machine")));
    }
    Ok(spec)
}

/// Parses the limits of a search.
///
/// # Errors
/// Returns a fault if one of them is not a limit.
pub fn limits_of(depth: Option<u32>, nodes: Option<u64>, time: Option<&str>) -> Result<Limits, Fault> {
    if depth.is_some_and(|depth| !(1..=MAX_DEPTH).contains(&depth)) {
        return Err(Fault::bad(format!("`depth` out of range: expected 1 to {MAX_DEPTH}")));
    }
    let time = time.map(parse_duration).transpose();
    let time = time.map_err(|expected| Fault::bad(format!("`time` is no time: expected {expected}")))?;
    Ok(Limits { depth, nodes, time, ..Limits::NONE })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_have_names_in_their_places() {
        assert_eq!(name_in("games/*/play", "games/a1/play"), Some("a1"));
        assert_eq!(name_in("catalog", "catalog"), Some(""));
        for path in ["games/a1", "games//play", "games/a1/play/", "games/a1/stop", "/games/a1/play", ""] {
            assert_eq!(name_in("games/*/play", path), None, "{path}");
        }
    }
}

#[cfg(test)]
#[path = "api/refusal_tests.rs"]
mod refusal_tests;

#[cfg(test)]
#[path = "api/study_tests.rs"]
mod study_tests;
