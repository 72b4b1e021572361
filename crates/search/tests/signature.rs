//! The signature of every search: its result and its number of nodes in a few positions. An exact search with a worse
//! move ordering still finds the right value, so comparisons with minimax pass, but its nodes differ here. After a
//! deliberate change of a search, the snapshots are regenerated and show the change of its trees.

#![allow(clippy::unwrap_used)]

use std::fmt::Write as _;

use crate::common::{TestEvaluation, khet, random_game, starts};
use plyground_game::random::Random;
use plyground_game::{Game, Position, SearchHints};
use plyground_kalah::Kalah;
use plyground_khet::Khet;
use plyground_search::{
    Agent, Bound, CheapPlies, Job, Limits, Margin, Mcts, MctsAgent, MctsOptions, MoveCount, Options, Order, Prior,
    Pruning, PvsOptions, Report, SearchAgent, SearchKind, Selectivity, StaticEvaluator, Unit, View,
};

const PRUNING: Pruning = Pruning {
    reverse_futility: Some(Margin { max_depth: 3, per_ply: 2 }),
    razoring: Some(Margin { max_depth: 2, per_ply: 4 }),
    futility: Some(Margin { max_depth: 3, per_ply: 3 }),
    late_moves: Some(MoveCount { max_depth: 3, factor: 1 }),
};

fn choice(noise: u64) -> TestEvaluation {
    TestEvaluation { choice_noise: Some(noise), ..TestEvaluation::new(0, 1, false) }
}

/// Returns the searches by name.
fn agents() -> Vec<(&'static str, SearchAgent<TestEvaluation>)> {
    let of = |kind| SearchAgent::new(kind, choice(7)).table(1);
    let pvs = |options| of(SearchKind::Pvs).options(options);
    let base = |base| PvsOptions { base, ..PvsOptions::default() };
    let usual = Options::default;
    let all = PvsOptions { selectivity: Selectivity::ALL, aspiration: Some(10), ..PvsOptions::default() };
    let one = |selectivity| PvsOptions { selectivity, ..PvsOptions::default() };
    vec![
        ("minimax", of(SearchKind::Minimax)),
        ("greedy", of(SearchKind::Greedy)),
        ("expectimax", of(SearchKind::Expectimax)),
        ("alpha-beta", of(SearchKind::AlphaBeta)),
        ("alpha-beta, three lines", of(SearchKind::AlphaBeta).options(base(Options { lines: 3, ..usual() }))),
        ("alpha-beta with memory", of(SearchKind::AlphaBetaTable)),
        ("alpha-beta with memory, deeper answers", of(SearchKind::AlphaBetaTable).deeper_answers()),
        ("scout", of(SearchKind::Scout)),
        (
            "scout with memory, root's view",
            of(SearchKind::ScoutTable).options(base(Options { view: View::Root, ..usual() })),
        ),
        ("mtd(f)", of(SearchKind::Mtdf)),
        ("mtd(f), turns", of(SearchKind::Mtdf).options(base(Options { unit: Unit::Turn, ..usual() }))),
        ("beam of three", of(SearchKind::Beam).width(3)),
        ("pvs", pvs(PvsOptions::default())),
        ("pvs, game order", pvs(PvsOptions { order: Order::Game, ..PvsOptions::default() })),
        ("pvs, order by evaluation", pvs(PvsOptions { order: Order::Evaluation, ..PvsOptions::default() })),
        ("pvs, aspiration", pvs(PvsOptions { aspiration: Some(2), ..PvsOptions::default() })),
        ("pvs, enhanced cut-offs", pvs(PvsOptions { transposition_cutoffs: Some(2), ..PvsOptions::default() })),
        ("pvs, noise", pvs(base(Options { noise: Some(4), ..usual() }))),
        ("pvs, root unsorted", pvs(base(Options { sort_root: false, ..usual() }))),
        (
            "pvs, cheap plies",
            pvs(base(Options { unit: Unit::Variable(CheapPlies { choice_below: 900, cost: 60 }), ..usual() })),
        ),
        ("pvs, quiescence", pvs(one(Selectivity { quiescence: 4, ..Selectivity::NONE }))),
        ("pvs, reductions", pvs(one(Selectivity { reductions: true, ..Selectivity::NONE }))),
        ("pvs, null move", pvs(one(Selectivity { null_move: true, ..Selectivity::NONE }))),
        ("pvs, internal reductions", pvs(one(Selectivity { internal_reductions: true, ..Selectivity::NONE }))),
        ("pvs, pruning", pvs(one(Selectivity { pruning: PRUNING, ..Selectivity::NONE }))),
        ("pvs, everything selective", pvs(all.clone())),
        // The noise is so large that captures often pay.
        ("pvs, everything selective, much noise", pvs(all).with_evaluation(choice(300))),
    ]
}

/// Returns the Monte-Carlo tree searches by name.
fn tree_searches<P: Position>() -> Vec<(&'static str, MctsAgent<P>)> {
    let of = |prior| Mcts::new(MctsOptions { prior, ..MctsOptions::default() }, 3);
    let evaluator = || StaticEvaluator::new(choice(7), 3.0);
    vec![
        ("mcts", MctsAgent::new(of(Prior::None))),
        ("mcts, equal priors, no reuse", MctsAgent::new(of(Prior::Uniform)).reusing_tree(false)),
        ("mcts, evaluation and its priors", MctsAgent::new(of(Prior::Evaluator).with_evaluator(evaluator()))),
    ]
}

/// Returns all searches as agents of a game.
fn all_agents<P: SearchHints>() -> Vec<(&'static str, Box<dyn Agent<P>>)> {
    let tree_searches = tree_searches().into_iter().map(|(name, agent)| (name, Box::new(agent) as Box<dyn Agent<P>>));
    let others = agents().into_iter().map(|(name, agent)| (name, Box::new(agent) as Box<dyn Agent<P>>));
    tree_searches.chain(others).collect()
}

/// Formats a report on one line.
fn line_of<P: SearchHints>(game: &Game<P>, report: &Report<P::Move>) -> String {
    let pos = game.position();
    let text = |mv: &P::Move| pos.move_text(*mv);
    let table = &report.table;
    let mut line = format!(
        "{} {}/{} depth {}{} seldepth {} nodes {} of {} leaves {}",
        report.best.as_ref().map_or("-".into(), text),
        report.score,
        report.scale,
        report.depth,
        report.partial_depth.map_or(String::new(), |depth| format!(" part of {depth}")),
        report.seldepth,
        report.iteration_nodes,
        report.nodes,
        report.leaves,
    );
    if let Some(counts) = report.statistics {
        write!(
            line,
            " interior {} leaves {} cutoffs {}/{} table {}/{} researches {}",
            counts.interior,
            counts.leaves,
            counts.first_move_cutoffs,
            counts.cutoffs,
            counts.table_cutoffs,
            counts.table_hits,
            counts.researches
        )
        .unwrap();
    }
    if table.probes > 0 {
        let per_mille = (table.fill * 1_000.0).round();
        write!(
            line,
            " probes {}/{}/{} stores {} fill {per_mille}",
            table.cutoffs, table.hits, table.probes, table.stores
        )
        .unwrap();
    }
    let below: u64 = report.root_moves.iter().map(|root_move| root_move.nodes).sum();
    let exact = report.root_moves.iter().filter(|root_move| root_move.bound == Bound::Exact).count();
    write!(line, " roots {} exact {exact} below {below}", report.root_moves.len()).unwrap();
    let scores = report.lines.iter().map(|line| format!("{} {}", text(&line.mv), line.score));
    write!(line, " lines {} pv of {}", scores.collect::<Vec<_>>().join(", "), report.pv.len()).unwrap();
    for (holds, word) in [(report.proven, " proven"), (report.completed, " completed")] {
        line.push_str(if holds { word } else { "" });
    }
    line
}

/// Each search plays three moves of its side in each position, with a table that persists between them. The third search
/// has an exit counter. Then the search starts a new game with other random draws.
fn signature<P: SearchHints>(games: &[Game<P>], depth: u32, nodes: u64) -> String {
    let mut lines = String::new();
    for (name, mut agent) in all_agents::<P>() {
        for (number, game) in games.iter().enumerate() {
            agent.reseed(number as u64);
            agent.new_game();
            let mut game = game.clone();
            let whole = Limits { nodes: Some(nodes), ..Limits::depth(depth) };
            let exit = Limits { exit_nodes: Some(nodes / 20), ..whole };
            for limits in [whole, Limits::nodes(nodes / 4), exit] {
                if game.ending().is_some() {
                    break;
                }
                let report = agent.move_for(&game, &Job::new(limits)).unwrap();
                writeln!(lines, "{name}, {}: {}", game.position(), line_of(&game, &report)).unwrap();
                for mv in report.pv.iter().take(2) {
                    game.play(*mv).unwrap();
                }
            }
        }
    }
    lines
}

#[test]
fn the_searches_of_kalah_have_their_signature() {
    let positions =
        ["<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S", "<5,9,7,0,3,1,6,2,2,4,1,0,5> N", "<4,14,12,0,1,2,1,1,0,3,0> S"];
    let games: Vec<Game<Kalah>> =
        starts(&positions, &["standard"]).into_iter().map(|(pos, rules)| Game::from_position(pos, &rules)).collect();
    insta::assert_snapshot!(signature(&games, 8, 20_000));
}

#[test]
fn the_searches_of_khet_have_their_signature() {
    let mut random = Random::new(31);
    let mut games: Vec<Game<Khet>> = vec![Game::default()];
    games.extend((0..2).map(|_| random_game(&khet(), &mut random)));
    insta::assert_snapshot!(signature(&games, 4, 30_000));
}
