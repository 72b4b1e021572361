//! Many searches in a row: agents on one position, and one agent on all positions of a game.

use plyground_catalog::keys::Setting;
use plyground_catalog::{ANALYSIS, AgentSpec, COMPARED, CatalogError, GameRef, Session, Start};
use plyground_game::Side;
use plyground_search::{Job, Limits};
use serde::Deserialize;
use serde_json::{Value, json};

use super::think::present;
use super::{agent, limits_of};
use crate::fault::Fault;
use crate::judge::{self, Judge, Verdict};
use crate::limits::{SEARCH_TIME, memory_of};
use crate::page::Page;
use crate::request::{Call, Emit, Reply, Search};
use crate::thinkers::Thinker;

/// A comparison.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Compare {
    /// Agents separated by semicolons; every algorithm when there are none.
    agents: Option<String>,
    depth: Option<u32>,
    eval: Option<String>,
    /// For each of them.
    time: Option<String>,
}

impl Compare {
    fn agents(&self, page: &Page, game: &GameRef) -> Result<Vec<AgentSpec>, Fault> {
        let read = |text: &str| agent(&page.catalog, game, text.trim());
        if let Some(named) = self.agents.as_deref().filter(|text| !text.trim().is_empty()) {
            return named.split(';').map(read).collect();
        }
        let eval = self.eval.clone().filter(|name| !name.is_empty()).map(Setting::Text);
        let with_eval = |name: &&str| read(&read(name)?.or("eval", eval.clone()).to_string());
        COMPARED.iter().map(with_eval).collect()
    }
}

/// Searches the present position with one agent after the other, each of them new.
pub(super) fn compare(page: &Page, call: Call<'_>) -> Result<Reply, Fault> {
    let asked: Compare = call.query()?;
    let room = page.rooms.find(call.name)?;
    let (game, start) = present(&room);
    let agents = asked.agents(page, &game)?;
    if agents.len() > 16 {
        return Err(Fault::bad(format!("{} agents: expected at most 16", agents.len())));
    }
    let mut job = Job::new(limits_of(asked.depth, None, asked.time.as_deref())?);
    job.stop = room.slots.begin("compare");
    // One after the other: the largest counts.
    let most = agents.iter().map(memory_of).max().unwrap_or(0);
    let memory = page.memory.take(most).ok_or_else(|| Fault::busy("tables"))?;
    Ok(Reply::Search(Search::new(job.stop.clone(), SEARCH_TIME, move |emit| {
        let _memory = memory;
        rows(&game, &start, &agents, &job, emit)
    })))
}

fn rows(
    game: &GameRef,
    start: &Start,
    agents: &[AgentSpec],
    job: &Job,
    emit: &Emit<'_>,
) -> Result<Value, CatalogError> {
    for spec in agents {
        if job.stop.is_stopped() {
            break;
        }
        emit("begin", &json!({ "agent": spec.to_string() }));
        let mut session = game.open(start)?;
        let found = session.analyse(spec, job, ANALYSIS, &mut |_| {})?;
        let report = Judge { game: game.info(), agent: spec }.report(session.side_to_move(), &found);
        emit("row", &json!({ "agent": spec.to_string(), "found": report }));
    }
    Ok(json!({}))
}

/// The score graph.
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
    let room = page.rooms.find(call.name)?;
    let (game, starts): (GameRef, Vec<Start>) = {
        let played = room.played();
        (GameRef::clone(played.game()), (0..=played.length()).map(|ply| played.start_at(ply)).collect())
    };
    let thinker = room.thinker("graph", &agent(&page.catalog, &game, "best")?)?;
    let stop = room.slots.begin("graph");
    let job = Job { stop: stop.clone(), ..Job::new(Limits::nodes(nodes)) };
    let search = Search::new(stop, SEARCH_TIME, move |emit| points(&game, &starts, &thinker, &job, emit));
    Ok(Reply::Search(search))
}

/// A position of the graph.
struct Point {
    verdict: Verdict,
    side: Side,
    best: Option<String>,
}

fn points(
    game: &GameRef,
    starts: &[Start],
    thinker: &Thinker,
    job: &Job,
    emit: &Emit<'_>,
) -> Result<Value, CatalogError> {
    let mut before: Option<Point> = None;
    for (ply, start) in starts.iter().enumerate() {
        if job.stop.is_stopped() {
            break;
        }
        let point = thinker.at(game, start, |session| point(game, session, &thinker.spec, job))?;
        let lost = before.as_ref().map(|before| {
            let lost = before.verdict.share - point.verdict.share;
            if before.side == Side::First { lost } else { -lost }
        });
        let grade = lost.and_then(judge::grade);
        let better = before.and_then(|before| before.best);
        let Verdict { share, text } = &point.verdict;
        emit(
            "point",
            &json!({ "ply": ply, "share": share, "text": text, "grade": grade, "better": grade.and(better) }),
        );
        before = Some(point);
    }
    Ok(json!({}))
}

fn point(game: &GameRef, session: &mut dyn Session, spec: &AgentSpec, job: &Job) -> Result<Point, CatalogError> {
    let side = session.side_to_move();
    if let Some(ended) = session.show().outcome {
        let share = ended.winner.map_or(0.5, |winner| if winner == game.info().sides[0] { 1.0 } else { 0.0 });
        return Ok(Point { verdict: Verdict { share, text: ended.reason }, side, best: None });
    }
    let found = session.analyse(spec, job, ANALYSIS, &mut |_| {})?;
    let verdict = Judge { game: game.info(), agent: spec }.verdict(side, found.score, found.proven);
    Ok(Point { verdict, side, best: found.best })
}
