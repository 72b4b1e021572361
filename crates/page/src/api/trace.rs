//! The tree of a search, for a page that replays it step by step.

use plyground_catalog::TRACE_LIMIT;
use plyground_search::Job;
use serde::Deserialize;
use serde_json::to_value;

use super::think::searched;
use super::{agent, limits_of};
use crate::fault::Fault;
use crate::limits::{SEARCH_TIME, memory_of};
use crate::page::Page;
use crate::request::{Call, Reply, Search};

/// A search whose tree is wanted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Trace {
    agent: Option<String>,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// Record all depths up to the last instead of the last alone.
    deepen: Option<bool>,
}

/// Searches the present position with a new agent and reports the tree of the search, as `ply trace --json` does.
pub(super) fn trace(page: &Page, call: Call<'_>) -> Result<Reply, Fault> {
    let asked: Trace = call.query()?;
    let game_session = page.game_sessions.find(call.name)?;
    let (game, start) = searched(&game_session)?;
    let spec = agent(&page.catalog, &game, asked.agent.as_deref().unwrap_or("alphabeta"))?;
    let limits = limits_of(asked.depth, asked.nodes, None)?;
    let memory = page.memory.take(memory_of(&spec)).ok_or_else(|| Fault::busy("tables"))?;
    let stop = game_session.slots.begin("trace");
    let job = Job { fixed: asked.deepen != Some(true), stop: stop.clone(), ..Job::new(limits) };
    Ok(Reply::Search(Search::new(stop, SEARCH_TIME, move |_| {
        let _memory = memory;
        let trace = game.open(&start)?.trace(&spec, &job, TRACE_LIMIT)?;
        Ok(to_value(trace).expect("plain data can be written"))
    })))
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use plyground_catalog::Catalog;
    use serde_json::{Value, json};

    use super::*;
    use crate::page::Settings;
    use crate::request::{Method, Request};

    fn ask(page: &Page, method: Method, path: &str, query: &str, body: &[u8]) -> Result<Reply, Fault> {
        page.ask(&Request { method, path, query, body })
    }

    /// The last event of a trace.
    fn traced(page: &Page, path: &str, query: &str) -> Result<(String, Value), Fault> {
        let Reply::Search(search) = ask(page, Method::Get, path, query, &[])? else { panic!("a trace is a search") };
        let last = RefCell::new((String::new(), Value::Null));
        search.run(&|name, data| *last.borrow_mut() = (name.to_owned(), data.clone()));
        Ok(last.into_inner())
    }

    #[test]
    fn the_tree_of_a_search_is_its_last_event() {
        let page = Page::new(Settings::new(Catalog::standard()));
        for game in ["kalah", "khet", "tigers", "cachex"] {
            let body = json!({ "game": game }).to_string();
            let Ok(Reply::Text { text, .. }) = ask(&page, Method::Post, "games", "", body.as_bytes()) else {
                panic!("{game} begins")
            };
            let created: Value = serde_json::from_str(&text).unwrap();
            let path = format!("games/{}/trace", created["id"].as_str().unwrap());
            let (event, found) = traced(&page, &path, "agent=alphabeta&depth=1").unwrap();
            assert_eq!(event, "done", "{game}: {found}");
            let visits = found["visits"].as_array().unwrap();
            assert_eq!(visits.len() as u64, found["nodes"].as_u64().unwrap() + 1, "{game}: the moves and the root");
            // What cannot be recorded is one line.
            for (query, words) in [
                ("agent=random&depth=1", "records no search tree"),
                ("agent=minimax&depth=40&nodes=20000", "visits, the limit is"),
            ] {
                let (event, found) = traced(&page, &path, query).unwrap();
                assert_eq!(event, "fault", "{game} {query}");
                assert!(found["error"].as_str().unwrap().contains(words), "{game} {query}: {found}");
            }
            for query in ["agent=nothing", "depth=0", "depth=x", "limit=9", "agent=engine:ls"] {
                assert!(traced(&page, &path, query).is_err(), "{game} {query}");
            }
        }
    }
}
