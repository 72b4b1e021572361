//! The tree of a search as data and as pictures, for every game and every agent that searches one.
#![allow(clippy::unwrap_used)]

use plyground_catalog::{Analysis, Catalog, Session, Start, TRACE_LIMIT, Trace, Visit};
use plyground_search::{Job, Limits, StopFlag};

/// The small boards of each game, and a depth that its trees allow.
const GAMES: [(&str, Option<&str>, u32); 4] =
    [("kalah", Some("3x2"), 4), ("khet", None, 1), ("tigers", None, 2), ("cachex", Some("3"), 3)];

const AGENTS: [&str; 13] = [
    "minimax",
    "expectimax",
    "greedy",
    "alphabeta",
    "alphabeta-tt",
    "scout",
    "scout-tt",
    "mtdf",
    "pvs",
    "pvs:order=game",
    "beam:width=2",
    "mcts",
    "best",
];

fn open(catalog: &Catalog, game: &str, setup: Option<&str>) -> Box<dyn Session> {
    catalog.game(game).unwrap().open(&Start { setup: setup.map(str::to_owned), ..Start::default() }).unwrap()
}

/// A position of each game in which its agents search, and a depth that a small tree allows.
const POSITIONS: [(&str, &str, &str, u32); 4] =
    [("kalah", "4x3", "", 2), ("khet", "classic", "", 1), ("tigers", "", "", 1), ("cachex", "4", "0,0 1,1 2,0", 2)];

/// Agents that record no tree: they search none.
const WITHOUT_TREE: [&str; 2] = ["random", "engine"];

/// Whether an agent grades all moves of a node, and counts them, before it searches the best of them.
fn is_beam(name: &str) -> bool {
    name.contains("beam") || name.contains("khet-heuristicbot")
}

fn trace(game: &str, setup: Option<&str>, agent: &str, job: &Job, limit: usize) -> Result<Trace, String> {
    let catalog = Catalog::standard();
    let agent = catalog.game(game).unwrap().agent(agent).unwrap();
    open(&catalog, game, setup).trace(&agent, job, limit).map_err(|error| error.to_string())
}

fn without_time(analysis: &Analysis) -> Analysis {
    Analysis { seconds: 0.0, nodes_per_second: 0, ..analysis.clone() }
}

fn count(trace: &Trace, is: impl Fn(&Visit) -> bool) -> u64 {
    trace.visits.iter().filter(|visit| is(visit)).count() as u64
}

#[test]
fn a_trace_is_of_the_search_that_analyses() {
    let catalog = Catalog::standard();
    for (game, setup, depth) in GAMES {
        for name in AGENTS {
            for fixed in [true, false] {
                let agent = catalog.game(game).unwrap().agent(name).unwrap();
                let limits = Limits { nodes: Some(100_000), ..Limits::depth(depth) };
                let job = Job { fixed, ..limits.into() };
                let analysis = open(&catalog, game, setup).analyse(&agent, &job, Limits::NONE, &mut |_| {}).unwrap();
                let trace = open(&catalog, game, setup).trace(&agent, &job, 100_000).unwrap();
                let what = format!("{game} {name} fixed {fixed}");
                // A book may answer for an analysis of `best`; a trace is of the search.
                if analysis.nodes > 0 {
                    let nodes =
                        trace.visits.iter().filter(|visit| visit.mv.is_some() && !visit.research).count() as u64;
                    if name != "mcts" {
                        // A beam also counts moves that it grades and that a cut-off then skips.
                        assert!(nodes == analysis.nodes || is_beam(name) && nodes < analysis.nodes, "{what}");
                        let counted = analysis.statistics.expect("counts");
                        let leaves = count(&trace, |visit| matches!(visit.kind, "leaf" | "finished"));
                        assert_eq!(leaves, counted.leaves, "{what}");
                        assert_eq!(count(&trace, |visit| visit.cut.is_some()), counted.cutoffs, "{what}");
                        assert_eq!(count(&trace, |visit| visit.table_cutoff), counted.table_cutoffs, "{what}");
                        assert_eq!(count(&trace, |visit| visit.research), counted.researches, "{what}");
                    }
                    if name != "best" {
                        assert_eq!(without_time(&trace.analysis), without_time(&analysis), "{what}");
                    }
                }
            }
        }
    }
}

/// Opens one of [`POSITIONS`].
fn open_position(catalog: &Catalog, game: &str, setup: &str, moves: &str) -> Box<dyn Session> {
    let setup = (!setup.is_empty()).then(|| setup.to_owned());
    catalog.game(game).unwrap().open(&Start { setup, moves: moves.into(), ..Start::default() }).unwrap()
}

/// Checks what holds for every tree, however it ended: its counts, its order, its pictures.
fn check_tree(trace: &Trace, what: &str) {
    for (index, visit) in trace.visits.iter().enumerate() {
        assert!(visit.parent.is_none_or(|parent| parent < index), "{what} {index}");
        assert!(visit.value.is_some() || visit.bound.is_none(), "{what} {index}");
        assert!(visit.cut.is_none() || visit.value.is_none() || visit.bound == Some("lower"), "{what} {index}");
    }
    let visits = trace.visits.len();
    assert_eq!(trace.to_text().lines().count(), visits + 1, "{what}");
    assert_eq!(trace.to_dot().matches(" [label=\"").count(), visits, "{what}");
    assert_eq!(trace.to_svg().matches("<rect ").count(), visits, "{what}");
    if trace.visits.first().is_none_or(|root| root.playouts.is_some()) {
        return;
    }
    let first_visits = count(trace, |visit| visit.mv.is_some() && !visit.research);
    let visits_by_moves = count(trace, |visit| visit.mv.is_some());
    if is_beam(what) {
        assert!(first_visits <= trace.analysis.nodes, "{what}");
    } else if what.contains("tigers-scout") {
        // The report's Scout counts some moves a second time when it searches them again.
        assert!((first_visits..=visits_by_moves).contains(&trace.analysis.nodes), "{what}");
    } else if trace.visits.iter().any(|visit| visit.value.is_none()) {
        // The move that the limit refuses is not counted; the move before it may have started no visit.
        assert!((first_visits..=first_visits + 1).contains(&trace.analysis.nodes), "{what}");
    } else {
        assert_eq!(first_visits, trace.analysis.nodes, "{what}");
    }
    let counted = trace.analysis.statistics.expect("counts");
    assert_eq!(count(trace, |visit| visit.cut.is_some()), counted.cutoffs, "{what}");
    assert_eq!(count(trace, |visit| visit.table_cutoff), counted.table_cutoffs, "{what}");
    assert_eq!(count(trace, |visit| visit.research), counted.researches, "{what}");
    assert_eq!(count(trace, |visit| matches!(visit.kind, "leaf" | "finished")), counted.leaves, "{what}");
}

#[test]
fn every_agent_that_searches_records_the_tree_of_its_search() {
    let catalog = Catalog::standard();
    for (game, setup, moves, depth) in POSITIONS {
        let mut traced = 0;
        for info in &catalog.game(game).unwrap().info().agents {
            let spec = if info.name == "engine" { "engine:none" } else { info.name };
            let agent = catalog.game(game).unwrap().agent(spec).unwrap();
            let what = format!("{game} {}", info.name);
            let job: Job = Limits::depth(depth).into();
            let trace = open_position(&catalog, game, setup, moves).trace(&agent, &job, 100_000);
            if WITHOUT_TREE.contains(&info.name) {
                assert!(trace.is_err(), "{what}");
                continue;
            }
            let trace = trace.unwrap_or_else(|error| panic!("{what}: {error}"));
            check_tree(&trace, &what);
            let is_filter = info.name == "cachex-greedy";
            assert_eq!(trace.visits.is_empty(), is_filter, "{what}: a filter alone searches nothing");
            traced += 1;
            if ["best", "best-1", "best-2"].contains(&info.name) {
                continue;
            }
            let mut analysis =
                open_position(&catalog, game, setup, moves).analyse(&agent, &job, Limits::NONE, &mut |_| {}).unwrap();
            if !AGENTS.contains(&info.name) {
                // Searches of reports count otherwise, or not at all; threads count the root once each.
                analysis.statistics = trace.analysis.statistics;
            }
            if info.name == "kalah-exit-counter" {
                // Two threads: which nodes they visit depends on their speed, and the value does not.
                let found = |analysis: &Analysis| (analysis.score, analysis.best.clone());
                assert_eq!(found(&trace.analysis), found(&analysis), "{what}");
                continue;
            }
            assert_eq!(without_time(&trace.analysis), without_time(&analysis), "{what}");
        }
        assert!(traced > 10, "{game}: {traced} agents");
    }
}

#[test]
fn a_limit_leaves_a_tree_that_counts_what_was_searched() {
    let catalog = Catalog::standard();
    for (game, setup, moves, depth) in POSITIONS {
        let agents = &catalog.game(game).unwrap().info().agents;
        for name in agents.iter().map(|info| info.name).filter(|name| !WITHOUT_TREE.contains(name)) {
            let agent = catalog.game(game).unwrap().agent(name).unwrap();
            for nodes in [1, 2, 9, 60] {
                for fixed in [true, false] {
                    let what = format!("{game} {name} nodes {nodes} fixed {fixed}");
                    let limits = Limits { nodes: Some(nodes), ..Limits::depth(depth + 1) };
                    let job = Job { fixed, ..limits.into() };
                    let trace = open_position(&catalog, game, setup, moves).trace(&agent, &job, 100_000).unwrap();
                    assert!(name == "greedy" || trace.analysis.nodes <= nodes, "{what}: {}", trace.analysis.nodes);
                    check_tree(&trace, &what);
                }
            }
            let stop = StopFlag::default();
            stop.stop();
            let job = Job { stop, ..Limits::depth(depth + 1).into() };
            let trace = open_position(&catalog, game, setup, moves).trace(&agent, &job, 100_000).unwrap();
            check_tree(&trace, &format!("{game} {name} stopped"));
        }
    }
}

/// `best` searches Kalah for the margin and the goats' draws below an even board; its tree is in the terms of its reports.
#[test]
fn the_tree_of_best_is_in_the_terms_of_its_report() {
    let job = Job { fixed: true, ..Limits::depth(3).into() };
    let catalog = Catalog::standard();
    let best = catalog.game("kalah").unwrap().agent("best").unwrap();
    let decided = open_position(&catalog, "kalah", "3x1", "2 1").trace(&best, &job, TRACE_LIMIT).unwrap();
    assert_eq!(decided.visits[0].value.unwrap().to_string(), "win");
    assert!(decided.analysis.score.to_string().starts_with("win"), "{}", decided.analysis.score);
    let is_plain = |visit: &Visit| {
        visit.value.unwrap().score().value().abs() < 100_000 || visit.value.unwrap().score().is_decided()
    };
    assert!(decided.visits.iter().all(is_plain));
    assert!(decided.visits.iter().all(|visit| visit.cut.is_none() || visit.bound == Some("lower")));
    let even = trace("tigers", None, "best", &Job { fixed: true, ..Limits::depth(1).into() }, TRACE_LIMIT).unwrap();
    assert_eq!(even.visits[0].value, Some(even.analysis.score));
    assert!(even.analysis.score.score().value().abs() < 1_000, "{}", even.analysis.score);
}

#[test]
fn nodes_alone_end_a_trace() {
    for name in ["alphabeta", "pvs", "mtdf", "best", "mcts"] {
        let job = Job { fixed: true, ..Limits::nodes(300).into() };
        let trace = trace("kalah", None, name, &job, TRACE_LIMIT).unwrap();
        assert!((1..=300).contains(&trace.analysis.nodes), "{name}: {}", trace.analysis.nodes);
        let roots: Vec<u32> =
            trace.visits.iter().filter(|visit| visit.parent.is_none()).map(|root| root.depth).collect();
        assert!(name == "mcts" || roots[0] == 1 && *roots.last().unwrap() > 1, "{name}: all depths in turn: {roots:?}");
    }
}

/// Threads that share a table in a search would find another tree in each run; a trace is of one. Threads that split the root take
/// turns in a trace, so that it is the same in each run.
#[test]
fn a_trace_of_an_agent_with_threads_is_the_same_in_each_run() {
    let job: Job = Limits::depth(3).into();
    let of = |name: &str, threads: u32| {
        trace("kalah", Some("4x3"), &format!("{name}:threads={threads}"), &job, TRACE_LIMIT).unwrap()
    };
    for name in ["pvs", "best"] {
        assert_eq!(of(name, 1).visits, of(name, 2).visits, "{name}");
    }
    for name in ["alphabeta", "alphabeta-tt", "scout", "scout-tt"] {
        let (one, two) = (of(name, 1), of(name, 2));
        assert_eq!((two.analysis.score, &two.analysis.best), (one.analysis.score, &one.analysis.best), "{name}");
        assert_eq!(two.visits, of(name, 2).visits, "{name}");
        let is_of = |thread| two.visits.iter().any(|visit| visit.thread == Some(thread));
        assert_eq!([is_of(0), is_of(1), is_of(2)], [true, true, false], "{name}");
        assert!(one.visits.iter().all(|visit| visit.thread.is_none()), "{name}");
    }
}

/// A session keeps its agents, and an agent what it knows: a trace is of one search, whatever was searched before.
#[test]
fn a_trace_after_another_search_counts_its_own_search() {
    let catalog = Catalog::standard();
    for (game, setup, moves, depth) in POSITIONS {
        for name in AGENTS {
            let agent = catalog.game(game).unwrap().agent(name).unwrap();
            let mut session = open_position(&catalog, game, setup, moves);
            let job: Job = Limits::depth(depth).into();
            session.analyse(&agent, &job, Limits::NONE, &mut |_| {}).unwrap();
            let mv = session.show().legal.remove(0);
            session.play(&mv).unwrap();
            let trace = session.trace(&agent, &job, 100_000).unwrap();
            check_tree(&trace, &format!("{game} {name}"));
            if let Some(playouts) = trace.visits[0].playouts {
                assert_eq!(playouts, 32 << depth, "{game} {name}");
            }
        }
    }
}

#[test]
fn a_cut_names_the_refutation_and_beta() {
    let trace =
        trace("kalah", None, "alphabeta", &Job { fixed: true, ..Limits::depth(3).into() }, TRACE_LIMIT).unwrap();
    let cuts: Vec<&Visit> = trace.visits.iter().filter(|visit| visit.cut.is_some()).collect();
    assert!(!cuts.is_empty());
    for visit in cuts {
        let cut = visit.cut.as_ref().unwrap();
        let (beta, value) = (visit.beta.unwrap().to_string(), visit.value.unwrap().to_string());
        let start = format!(
            "beta {}: the refutation {} is worth {} here, so the other side is already better elsewhere; {}",
            beta.trim_start_matches('+'),
            cut.mv,
            value.trim_start_matches('+'),
            if cut.left == 0 { "it is the last move".to_owned() } else { format!("{} move", cut.left) }
        );
        assert!(cut.reason.starts_with(&start), "{}", cut.reason);
        assert!(visit.value.unwrap().score() >= visit.beta.unwrap().score());
    }
}

/// Positions of the boxes of a picture: left, top, right.
fn boxes(svg: &str) -> Vec<(f64, f64, f64)> {
    let number = |text: &str, name: &str| -> f64 {
        let (_, rest) = text.split_once(&format!(" {name}=\"")).unwrap();
        rest.split('"').next().unwrap().parse().unwrap()
    };
    svg.split("<rect ")
        .skip(1)
        .map(|rest| {
            let rest = format!(" {rest}");
            let x = number(&rest, "x");
            (x, number(&rest, "y"), x + number(&rest, "width"))
        })
        .collect()
}

#[test]
fn pictures_and_graphs_show_every_visit_once() {
    for (game, setup, depth) in GAMES {
        for name in ["minimax", "alphabeta", "scout", "mtdf", "pvs", "mcts"] {
            let depth = if name == "mcts" { 1 } else { depth };
            let job = Job { fixed: true, ..Limits::depth(depth).into() };
            let trace = trace(game, setup, name, &job, TRACE_LIMIT).unwrap();
            let what = format!("{game} {name}");
            let visits = trace.visits.len();
            assert_eq!(trace.to_text().lines().count(), visits + 1, "{what}");

            let dot = trace.to_dot();
            assert_eq!(dot.matches(" [label=\"").count(), visits, "{what}");
            let passes = trace.visits.iter().filter(|visit| visit.parent.is_none()).count();
            assert_eq!(dot.matches(" -> ").count(), visits - passes, "{what}");

            let svg = trace.to_svg();
            let mut boxes = boxes(&svg);
            assert_eq!(boxes.len(), visits, "{what}");
            assert_eq!((svg.matches("<g>").count(), svg.matches("</g>").count()), (visits, visits), "{what}");
            boxes.sort_by(|a, b| (a.1, a.0).partial_cmp(&(b.1, b.0)).unwrap());
            for pair in boxes.windows(2) {
                assert!(pair[0].1 < pair[1].1 || pair[0].2 <= pair[1].0, "{what}: boxes overlap: {pair:?}");
            }
        }
    }
}

#[test]
fn what_cannot_be_traced_is_reported_in_one_line() {
    let depth = |depth| Job { fixed: true, ..Limits::depth(depth).into() };
    let error = |agent: &str, job: &Job, limit| trace("kalah", None, agent, job, limit).unwrap_err();
    let message = error("random", &depth(2), TRACE_LIMIT);
    assert!(
        message.starts_with("agent `random` records no search tree: expected one of `best`, ")
            && message.contains("`mcts`"),
        "{message}"
    );
    let message = error("minimax", &depth(5), 100);
    let visits = trace("kalah", None, "minimax", &depth(5), 100_000).unwrap().visits.len();
    assert_eq!(
        message,
        format!(
            "the tree has {visits} visits, the limit is 100: expected a lower depth, fewer nodes or a higher limit"
        )
    );
    let message = error("minimax", &depth(30), 100);
    assert!(message.starts_with("the tree has more than 2000"), "{message}");
    assert!(error("alphabeta", &Job::new(Limits::NONE), 100).contains("--depth 4"));
}

#[test]
fn a_finished_game_has_an_empty_tree() {
    let catalog = Catalog::standard();
    let finished = [("kalah", None, Some("<1,3,1,0,0> S"), ""), ("cachex", Some("3"), None, "0,0 0,1 1,0 1,1 2,0")];
    for (game, setup, position, moves) in finished {
        let entry = catalog.game(game).unwrap();
        let start = Start {
            setup: setup.map(str::to_owned),
            position: position.map(str::to_owned),
            moves: moves.into(),
            ..Start::default()
        };
        for name in AGENTS {
            let mut session = entry.open(&start).unwrap();
            assert!(session.show().legal.is_empty(), "{game} is over");
            let trace = session.trace(&entry.agent(name).unwrap(), &Limits::depth(3).into(), 100).unwrap();
            assert_eq!((trace.visits.len(), trace.analysis.best.as_ref()), (0, None), "{game} {name}");
            assert!(trace.to_svg().ends_with("</svg>\n") && trace.to_dot().ends_with("}\n"), "{game} {name}");
        }
    }
}
