//! Game review: every position with its value, then the sums of both sides.

use plyground_catalog::{GameRef, Review, Start};
use plyground_search::{Job, Limits};
use plyground_solve::SolveOptions;
use serde::Deserialize;
use serde_json::json;

use super::agent;
use super::explore::known_or_damaged;
use super::think::sides_of;
use crate::fault::Fault;
use crate::limits::{EXACT_MEMORY, EXACT_READS, EXACT_TABLE, SEARCH_TIME};
use crate::page::Page;
use crate::request::{Call, Reply, Search};

/// The request of a review.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Graph {
    nodes: Option<u64>,
}

/// Values every position of the game, and marks the mistakes.
pub(super) fn graph(page: &Page, call: Call<'_>) -> Result<Reply, Fault> {
    let Graph { nodes } = call.query()?;
    let nodes = nodes.unwrap_or(20_000);
    if !(100..=10_000_000).contains(&nodes) {
        return Err(Fault::bad("`nodes` out of range: expected 100 to 10000000"));
    }
    let game_session = page.game_sessions.find(call.name)?;
    let (game, starts): (GameRef, Vec<Start>) = {
        let played = game_session.played();
        played.may_search()?;
        (GameRef::clone(played.game()), (0..=played.length()).map(|ply| played.start_at(ply)).collect())
    };
    let search_session = game_session.search_session("graph", &agent(&page.catalog, &game, "best")?)?;
    let stop = game_session.slots.begin("graph");
    let job = Job { stop: stop.clone(), ..Job::new(Limits::nodes(nodes)) };
    // Without room for a solver the review has the estimates alone.
    let memory = game.info().has_solver.then(|| page.memory.take(EXACT_MEMORY)).flatten();
    let mut options = SolveOptions { stop: stop.clone(), table: EXACT_TABLE, ..SolveOptions::default() };
    if let Some(tables) = &page.tables {
        options.tables.clone_from(tables);
    }
    Ok(Reply::Search(Search::new(stop, SEARCH_TIME, move |emit| {
        let mut review = Review::of(game.clone(), starts);
        let show = |review: &Review, ply: usize| {
            let reviewed = review.reviewed(ply);
            let mut point = json!(reviewed);
            if !reviewed.line.is_empty() {
                point["sides"] = json!(sides_of(&reviewed.line, review.game(), review.start(ply - 1)));
            }
            emit("point", &point);
        };
        let mut ply = 0;
        while let Some(start) = review.pending().cloned().filter(|_| !job.stop.is_stopped()) {
            search_session.at(&game, &start, |session| review.estimate(session, &search_session.spec, &job))?;
            show(&review, ply);
            ply += 1;
        }
        if memory.is_some()
            && let Some(mut oracle) = known_or_damaged(game.oracle(&options))?
        {
            review.solve(&mut *oracle, &options.stop.after(EXACT_READS), &mut |review, ply| show(review, ply))?;
        }
        Ok(json!(review.summary()))
    })))
}
