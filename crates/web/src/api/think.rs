//! Searches of a game, as streams of events: `depth`, `row` or `point` on the way, then `done`, or else `fault`.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use plyground_catalog::{
    AgentKind, AgentSpec, Analysis, COMPARED, GameId, Request, SolveByName, Solver, Start, StopFlag, open,
    parse_duration,
};
use plyground_game::Side;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{agent, blocking};
use crate::fault::{Asked, Fault};
use crate::judge::{self, Verdict};
use crate::limits::LINES;
use crate::searches::{Teller, Told};
use crate::server::App;

type Stream = Result<Told, Fault>;

/// A search.
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
    fn request(&self, stop: &StopFlag) -> Result<Request, Fault> {
        let time = self.time.as_deref().map(parse_duration).transpose();
        let lines = self.lines.unwrap_or(1);
        if !(1..=LINES).contains(&lines) {
            return Err(Fault::bad(format!("{lines} lines: expected 1 to {LINES}")));
        }
        if self.depth.is_some_and(|depth| !(1..=500).contains(&depth)) {
            return Err(Fault::bad("`depth` out of range: expected 1 to 500"));
        }
        Ok(Request {
            depth: self.depth,
            nodes: self.nodes,
            time: time.map_err(|expected| Fault::bad(format!("`time` is no time: expected {expected}")))?,
            lines,
            stop: stop.clone(),
            ..Request::default()
        })
    }
}

/// An analysis with its verdict.
fn told(game: GameId, agent: &AgentSpec, side: Side, found: &Analysis, sides: [&str; 2]) -> Value {
    let verdict = judge::of_analysis(game, agent, side, found, sides);
    let line = |line: &plyground_catalog::Line| json!({ "move": line.mv, "pv": line.pv, "verdict": judge::verdict(game, agent, side, line.score, sides) });
    let lines: Vec<Value> = found.lines.iter().map(line).collect();
    json!({ "analysis": found, "verdict": verdict, "lines": lines, "side": side.index() })
}

/// Finds the best move, and tells every depth.
pub(crate) async fn think(State(app): State<Arc<App>>, Path(id): Path<String>, Asked(asked): Asked<Think>) -> Stream {
    let room = app.rooms.find(&id)?;
    let (game, start) = {
        let played = room.played();
        let start = match asked.threat {
            Some(true) => {
                played.threat().ok_or_else(|| Fault::bad("there is no passing here, so there is no threat to show"))?
            }
            _ => played.start_at(played.ply()),
        };
        (played.id(), start)
    };
    let spec = agent(game, asked.agent.as_deref().unwrap_or("best"))?;
    let purpose = match asked.purpose.as_deref() {
        None | Some("analysis") => "analysis",
        Some("player") => "player",
        Some(_) => return Err(Fault::bad("unknown `purpose`: expected `analysis` or `player`")),
    };
    let request = asked.request(&StopFlag::default())?;
    let stop = room.slots.begin(purpose);
    let request = Request { stop: stop.clone(), ..request };
    app.searches.stream(stop, move |teller| {
        let found = open(game, &start).and_then(|session| {
            let (side, sides) = (session.side_to_move(), session.sides());
            let mut tell = |found: &Analysis| teller.tell("depth", &told(game, &spec, side, found, sides));
            let found = session.analyse(&spec, &request, &mut tell)?;
            Ok(told(game, &spec, side, &found, sides))
        });
        match found {
            Ok(found) => teller.tell("done", &found),
            Err(error) => teller.fail(&error),
        }
    })
}

/// Which evaluation explains.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Explain {
    eval: Option<String>,
}

/// What the present value is made of, feature by feature.
pub(crate) async fn explain(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Asked(Explain { eval }): Asked<Explain>,
) -> Result<Response, Fault> {
    let room = app.rooms.find(&id)?;
    let (game, start, side) = {
        let played = room.played();
        (played.id(), played.start_at(played.ply()), played.turn())
    };
    let spec = match eval {
        Some(name) => agent(game, &format!("alphabeta:eval={name}"))?,
        None => AgentSpec::new(AgentKind::Best),
    };
    let features = blocking(move || open(game, &start).and_then(|session| session.explain(&spec))).await??;
    Ok(Json(json!({ "side": side.index(), "features": features })).into_response())
}

/// The exact value, where a table knows it or a short search finds it.
pub(crate) async fn exact(State(app): State<Arc<App>>, Path(id): Path<String>) -> Stream {
    let room = app.rooms.find(&id)?;
    let (game, start) = {
        let played = room.played();
        (played.id(), played.start_at(played.ply()))
    };
    let stop = room.slots.begin("exact");
    let mut solver = Solver { stop: stop.clone(), table: 16, ..Solver::default() };
    if let Some(tables) = &app.tables {
        solver.tables.clone_from(tables);
    }
    if game == GameId::Kalah {
        // There are no tables: a search to the end of the game answers where that is near.
        let stop = stop.clone();
        tokio::spawn(async move {
            tokio::time::sleep(std::time::Duration::from_secs(3)).await;
            stop.stop();
        });
    }
    app.searches.stream(stop, move |teller| {
        let solved = match game {
            GameId::Kalah => solver.solve(game, &start, &mut |_| {}),
            _ => solver.probe(game, &start),
        };
        match solved {
            Ok(solved) => teller.tell("done", &solved),
            Err(error) => teller.fail(&error),
        }
    })
}

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

/// Searches the present position with one agent after the other.
pub(crate) async fn compare(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Asked(asked): Asked<Compare>,
) -> Stream {
    let room = app.rooms.find(&id)?;
    let (game, start) = {
        let played = room.played();
        (played.id(), played.start_at(played.ply()))
    };
    let named = asked.agents.as_deref().filter(|text| !text.trim().is_empty());
    let agents: Vec<AgentSpec> = match named {
        Some(text) => text.split(';').map(|text| agent(game, text.trim())).collect::<Result<_, _>>()?,
        None => {
            let eval = asked.eval.as_deref().filter(|name| !name.is_empty());
            let eval =
                eval.map(|name| agent(game, &format!("alphabeta:eval={name}"))).transpose()?.and_then(|spec| spec.eval);
            COMPARED.map(|kind| AgentSpec { eval: eval.clone(), ..AgentSpec::new(kind) }).to_vec()
        }
    };
    if agents.len() > 16 {
        return Err(Fault::bad(format!("{} agents: expected at most 16", agents.len())));
    }
    let think = Think {
        agent: None,
        nodes: None,
        lines: None,
        purpose: None,
        threat: None,
        depth: asked.depth,
        time: asked.time,
    };
    let request = think.request(&StopFlag::default())?;
    let stop = room.slots.begin("compare");
    let request = Request { stop: stop.clone(), ..request };
    app.searches.stream(stop, move |teller| {
        let rows = open(game, &start).and_then(|session| {
            let (side, sides) = (session.side_to_move(), session.sides());
            for spec in &agents {
                if teller.stop().is_stopped() {
                    break;
                }
                teller.tell("begin", &json!({ "agent": spec.to_string() }));
                let found = session.analyse(spec, &request, &mut |_| {})?;
                teller
                    .tell("row", &json!({ "agent": spec.to_string(), "found": told(game, spec, side, &found, sides) }));
            }
            Ok(())
        });
        match rows {
            Ok(()) => teller.tell("done", &json!({})),
            Err(error) => teller.fail(&error),
        }
    })
}

/// The score graph.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Graph {
    nodes: Option<u64>,
}

/// Values every position of the game, and marks the mistakes.
pub(crate) async fn graph(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Asked(Graph { nodes }): Asked<Graph>,
) -> Stream {
    let nodes = nodes.unwrap_or(20_000);
    if !(100..=10_000_000).contains(&nodes) {
        return Err(Fault::bad("`nodes` out of range: expected 100 to 10000000"));
    }
    let room = app.rooms.find(&id)?;
    let (game, starts): (GameId, Vec<Start>) = {
        let played = room.played();
        (played.id(), (0..=played.length()).map(|ply| played.start_at(ply)).collect())
    };
    let stop = room.slots.begin("graph");
    app.searches.stream(stop, move |teller| value_game(game, &starts, nodes, teller))
}

fn value_game(game: GameId, starts: &[Start], nodes: u64, teller: &Teller) {
    let spec = AgentSpec::new(AgentKind::Best);
    let mut before: Option<(Verdict, Side, Option<String>)> = None;
    for (ply, start) in starts.iter().enumerate() {
        if teller.stop().is_stopped() {
            break;
        }
        let request = Request { nodes: Some(nodes), stop: teller.stop().clone(), ..Request::default() };
        let valued = open(game, start).and_then(|session| {
            let (side, sides) = (session.side_to_move(), session.sides());
            let found = match session.show().outcome {
                Some(ended) => {
                    let share = ended.winner.map_or(0.5, |winner| if winner == sides[0] { 1.0 } else { 0.0 });
                    (Verdict { share, text: ended.reason }, None)
                }
                None => {
                    let found = session.analyse(&spec, &request, &mut |_| {})?;
                    (judge::of_analysis(game, &spec, side, &found, sides), found.best)
                }
            };
            Ok((found.0, side, found.1))
        });
        let (verdict, side, best) = match valued {
            Ok(valued) => valued,
            Err(error) => return teller.fail(&error),
        };
        let lost = before.as_ref().map(|(earlier, mover, _)| {
            let lost = earlier.share - verdict.share;
            if *mover == Side::First { lost } else { -lost }
        });
        let better = before.as_ref().and_then(|(_, _, best)| best.clone());
        let grade = lost.and_then(judge::grade);
        teller.tell(
            "point",
            &json!({ "ply": ply, "share": verdict.share, "text": verdict.text, "grade": grade, "better": grade.and(better) }),
        );
        before = Some((verdict, side, best));
    }
    teller.tell("done", &json!({}));
}
