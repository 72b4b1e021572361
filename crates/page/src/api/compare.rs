//! A comparison: agents on one position, one after the other, with the nodes of every depth.

use plyground_catalog::keys::Setting;
use plyground_catalog::{ANALYSIS, AgentSpec, CatalogError, GameRef, Judge, Start};
use plyground_search::Job;
use serde::Deserialize;
use serde_json::{Value, json};

use super::think::{report, searched};
use super::{agent, limits_of};
use crate::fault::Fault;
use crate::limits::{SEARCH_TIME, memory_of};
use crate::page::Page;
use crate::request::{Call, Emit, Reply, Search};

/// A comparison.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Compare {
    /// Agents separated by semicolons; by default every algorithm.
    agents: Option<String>,
    depth: Option<u32>,
    eval: Option<String>,
    /// For each of them.
    time: Option<String>,
    /// `false` to search moves in the game's order, for agents that order them.
    ordering: Option<bool>,
    /// `false` to search without a transposition table, for agents that have one.
    table: Option<bool>,
}

impl Compare {
    /// Returns the agents with their names in the table. Where all have the same evaluation, their names do not repeat it.
    fn agents(&self, page: &Page, game: &GameRef) -> Result<Vec<(String, AgentSpec)>, Fault> {
        let read = |spec: AgentSpec| agent(&page.catalog, game, &self.switched(spec).to_string());
        if let Some(named) = self.agents.as_deref().filter(|text| !text.trim().is_empty()) {
            let all = named.split(';').map(|text| read(agent(&page.catalog, game, text.trim())?));
            return all.map(|spec| spec.map(|spec| (spec.to_string(), spec))).collect();
        }
        let all = game.compared(self.eval.as_deref().filter(|name| !name.is_empty()))?.into_iter();
        all.map(|spec| Ok((self.switched(game.agent(spec.name())?).to_string(), read(spec)?))).collect()
    }

    /// Switches move ordering and table off, if the agent has these keys and its spec does not set them.
    fn switched(&self, spec: AgentSpec) -> AgentSpec {
        let has = |key: &str| spec.info().keys.iter().any(|known| known.name == key);
        let order = (self.ordering == Some(false) && has("order")).then(|| Setting::Text("game".into()));
        let table = (self.table == Some(false) && has("table")).then_some(Setting::Number(0));
        spec.or("order", order).or("table", table)
    }
}

/// Searches the present position with one agent after the other, each of them new.
pub(super) fn compare(page: &Page, call: Call<'_>) -> Result<Reply, Fault> {
    let asked: Compare = call.query()?;
    let game_session = page.game_sessions.find(call.name)?;
    let (game, start) = searched(&game_session)?;
    let agents = asked.agents(page, &game)?;
    if agents.len() > 16 {
        return Err(Fault::bad(format!("{} agents: expected at most 16", agents.len())));
    }
    let mut job = Job::new(limits_of(asked.depth, None, asked.time.as_deref())?);
    job.stop = game_session.slots.begin("compare");
    // One after the other: the largest counts.
    let most = agents.iter().map(|(_, spec)| memory_of(spec)).max().unwrap_or(0);
    let memory = page.memory.take(most).ok_or_else(|| Fault::busy("tables"))?;
    Ok(Reply::Search(Search::new(job.stop.clone(), SEARCH_TIME, move |emit| {
        let _memory = memory;
        rows(&game, &start, &agents, &job, emit)
    })))
}

fn rows(
    game: &GameRef,
    start: &Start,
    agents: &[(String, AgentSpec)],
    job: &Job,
    emit: &Emit<'_>,
) -> Result<Value, CatalogError> {
    for (name, spec) in agents {
        if job.stop.is_stopped() {
            break;
        }
        emit("begin", &json!({ "agent": name }));
        let mut session = game.open(start)?;
        // Iterative deepening reports every depth with the nodes of all depths so far.
        let mut depths: Vec<(u32, u64)> = Vec::new();
        let found = session.analyse(spec, job, ANALYSIS, &mut |found| {
            if depths.last().is_none_or(|&(depth, _)| depth < found.depth) {
                depths.push((found.depth, found.nodes));
            }
        })?;
        let found = report(Judge { game: game.info(), agent: spec }, session.state().side_to_move(), &found);
        emit("row", &json!({ "agent": name, "found": found, "depths": depths }));
    }
    Ok(json!({}))
}
