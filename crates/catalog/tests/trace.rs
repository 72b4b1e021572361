//! The tree of a search as data and as pictures, for every game and every agent that searches one.

use plyground_catalog::{Analysis, Catalog, Session, Start, TRACE_LIMIT, Trace, Visit};
use plyground_search::{Job, Limits};

/// The small boards of each game, and a depth that its trees allow.
const GAMES: [(&str, Option<&str>, u32); 4] =
    [("kalah", Some("3x2"), 4), ("khet", None, 1), ("tigers", None, 2), ("cachex", Some("3"), 3)];

const AGENTS: [&str; 11] = [
    "minimax",
    "greedy",
    "alphabeta",
    "alphabeta-tt",
    "scout",
    "scout-tt",
    "mtdf",
    "pvs",
    "pvs:order=game",
    "mcts",
    "best",
];

fn open(catalog: &Catalog, game: &str, setup: Option<&str>) -> Box<dyn Session> {
    catalog.game(game).unwrap().open(&Start { setup: setup.map(str::to_owned), ..Start::default() }).unwrap()
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
                        assert_eq!(nodes, analysis.nodes, "{what}");
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
    for agent in ["beam", "expectimax", "random"] {
        let message = error(agent, &depth(2), TRACE_LIMIT);
        assert!(message.starts_with(&format!("agent `{agent}` records no search tree: expected minimax")), "{message}");
    }
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
    let game = catalog.game("kalah").unwrap();
    let start = Start { position: Some("<1,3,1,0,0> S".into()), ..Start::default() };
    let mut session = game.open(&start).unwrap();
    let trace = session.trace(&game.agent("alphabeta").unwrap(), &Limits::depth(3).into(), 100).unwrap();
    assert_eq!((trace.visits.len(), trace.analysis.best.as_ref()), (0, None));
    assert!(trace.to_svg().ends_with("</svg>\n") && trace.to_dot().ends_with("}\n"));
}
