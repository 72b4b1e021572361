//! Traces compared with their searches: equal counts, equal values, and a tree whose values are consistent.
#![allow(clippy::unwrap_used)]

use std::ops::ControlFlow;

use plyground_game::random::Random;
use plyground_game::{Evaluate, Game, HashEvaluation, Outcome, Position, Score, SearchHints, Side};
use plyground_kalah::Kalah;
use plyground_search::{
    Agent, Bound, Job, Limits, Mcts, MctsAgent, MctsOptions, PvsOptions, RandomAgent, Report, SearchAgent, SearchKind,
    Selectivity, Trace, Traced, Visit, VisitKind,
};

use crate::common::{cachex, kalah, khet, random_game, tigers};

/// The searches with a window or a change of sign, and minimax.
const KINDS: [SearchKind; 8] = [
    SearchKind::Minimax,
    SearchKind::Greedy,
    SearchKind::AlphaBeta,
    SearchKind::AlphaBetaTable,
    SearchKind::Scout,
    SearchKind::ScoutTable,
    SearchKind::Mtdf,
    SearchKind::Pvs,
];

const ENOUGH: usize = 1_000_000;

fn pair<P: SearchHints, E: Evaluate<P> + Clone>(
    make: &dyn Fn() -> SearchAgent<E>,
    game: &Game<P>,
    job: &Job,
    limit: usize,
) -> (Report<P::Move>, Traced<P::Move>) {
    let thought = make().think(game, job, &mut |_| ControlFlow::Continue(())).unwrap();
    (thought, make().trace(game, job, limit).expect("a search with a tree"))
}

fn without_time<M: Clone>(report: &Report<M>) -> Report<M> {
    Report { elapsed: Default::default(), ..report.clone() }
}

fn count(trace: &Trace, is: impl Fn(&Visit) -> bool) -> u64 {
    trace.visits.iter().filter(|visit| is(visit)).count() as u64
}

/// The trace counts what the search counts.
fn check_counts<M: Clone>(thought: &Report<M>, trace: &Trace, depths: u64, what: &str) {
    let statistics = thought.statistics.expect("searches count");
    let is_leaf = |visit: &Visit| matches!(visit.kind, VisitKind::Leaf | VisitKind::Finished);
    assert_eq!(trace.total, trace.visits.len() as u64, "{what}");
    assert_eq!(trace.nodes, thought.nodes, "{what}: nodes");
    assert_eq!(
        count(trace, |visit| visit.mv.is_some() && !visit.is_research),
        thought.nodes,
        "{what}: visits by a move"
    );
    assert_eq!(count(trace, is_leaf), statistics.leaves, "{what}: leaves");
    let interior = count(trace, |visit| visit.kind == VisitKind::Interior && visit.ply > 0);
    assert_eq!(interior + depths, statistics.interior, "{what}: interior nodes, the root once a depth");
    assert_eq!(count(trace, |visit| visit.cut.is_some()), statistics.cutoffs, "{what}: cut-offs");
    let first = count(trace, |visit| visit.cut.as_ref().is_some_and(|cut| cut.tried == 0));
    assert_eq!(first, statistics.first_move_cutoffs, "{what}: cut-offs by first moves");
    assert_eq!(count(trace, |visit| visit.table_hit), statistics.table_hits, "{what}: table hits");
    assert_eq!(count(trace, |visit| visit.table_cutoff), statistics.table_cutoffs, "{what}: table cut-offs");
    assert_eq!(count(trace, |visit| visit.is_research), statistics.researches, "{what}: re-searches");
}

/// Each visit lies one ply below its parent, and a cut-off fails high.
fn check_tree(trace: &Trace, what: &str) {
    for (index, visit) in trace.visits.iter().enumerate() {
        match visit.parent {
            None => assert_eq!(visit.ply, 0, "{what} {index}"),
            Some(parent) => {
                assert!(parent < index, "{what} {index}");
                let same_node = visit.mv.is_none() && visit.ply == trace.visits[parent].ply;
                assert!(same_node || visit.ply == trace.visits[parent].ply + 1, "{what} {index}");
            }
        }
        if visit.cut.is_some() {
            assert_eq!(visit.bound, Some(Bound::Lower), "{what} {index}");
        }
    }
}

/// The value of a node is that of its best move, each by its last visit.
fn check_values(trace: &Trace, what: &str) {
    for (index, visit) in trace.visits.iter().enumerate().filter(|(_, visit)| visit.kind == VisitKind::Interior) {
        let mut last: Vec<(&str, Score)> = Vec::new();
        for child in trace.visits.iter().filter(|child| child.parent == Some(index)) {
            let score = child.score.expect("a finished search").seen_by(child.side == visit.side);
            let mv = child.mv.as_deref().expect("a move leads to each child");
            last.retain(|(other, _)| *other != mv);
            last.push((mv, score));
        }
        assert_eq!(visit.score, last.iter().map(|&(_, score)| score).max(), "{what} {index}");
        if let Some(cut) = &visit.cut {
            assert_eq!(last.last().map(|&(mv, _)| mv), Some(&*cut.mv), "{what} {index}");
            assert_eq!(last.len() as u32, cut.tried + 1, "{what} {index}");
        }
    }
}

fn check<P: SearchHints>(starts: &[(P, P::Rules)], depth: u32) {
    for seed in 0..4 {
        let mut random = Random::new(seed);
        let game = random_game(starts, &mut random);
        let evaluation = HashEvaluation { seed, range: 5 + 20 * seed as u32, antisymmetric: seed % 2 == 0 };
        let mut exact = None;
        for kind in KINDS {
            for fixed in [true, false] {
                let what = format!("{} {kind:?} fixed {fixed} seed {seed}", game.position());
                let make = || SearchAgent::new(kind, evaluation.clone()).table(1);
                let job = Job { fixed, ..Limits::depth(depth).into() };
                let (thought, Traced { report, trace }) = pair(&make, &game, &job, ENOUGH);
                assert_eq!(without_time(&report), without_time(&thought), "{what}");
                check_counts(&thought, &trace, if fixed { 1 } else { report.depth.into() }, &what);
                check_tree(&trace, &what);
                check_values(&trace, &what);
                let root = trace.visits.iter().rev().find(|visit| visit.ply == 0).expect("a root");
                assert_eq!(root.score, Some(report.score), "{what}");
                if kind != SearchKind::Greedy && fixed {
                    assert_eq!(*exact.get_or_insert(report.score), report.score, "{what}");
                }
            }
        }
    }
}

#[test]
fn a_trace_counts_and_values_what_its_search_does() {
    check(&kalah(), 4);
    check(&khet(), 2);
    check(&tigers(), 3);
    check(&cachex(), 2);
}

/// The visits of reductions, null moves, pruning and quiescence are well-formed.
#[test]
fn a_trace_of_a_selective_search_counts_what_its_search_does() {
    fn selective<P: SearchHints>(starts: &[(P, P::Rules)], depth: u32) -> u64 {
        let mut passes = 0;
        for seed in 0..6 {
            let game = random_game(starts, &mut Random::new(seed));
            let evaluation = HashEvaluation { seed, range: 30, antisymmetric: true };
            let options = PvsOptions {
                aspiration: Some(3),
                transposition_cutoffs: Some(2),
                selectivity: Selectivity::ALL,
                ..PvsOptions::default()
            };
            let make = || SearchAgent::pvs(evaluation.clone()).options(options.clone()).table(1).deeper_answers();
            let (thought, Traced { report, trace }) = pair(&make, &game, &Limits::depth(depth).into(), ENOUGH);
            let what = format!("{} seed {seed}", game.position());
            assert_eq!(without_time(&report), without_time(&thought), "{what}");
            check_counts(&thought, &trace, report.depth.into(), &what);
            check_tree(&trace, &what);
            passes += count(&trace, |visit| visit.mv.is_none() && visit.ply > 0);
        }
        passes
    }
    let passes = selective(&kalah(), 7) + selective(&khet(), 4) + selective(&tigers(), 5) + selective(&cachex(), 3);
    assert!(passes > 0, "no null move and no razoring in any tree");
}

/// An evaluation that counts the moves of the path, so that the value depends on the path.
#[derive(Clone)]
struct Steps;

impl<P: Position> Evaluate<P> for Steps {
    type Path = Vec<u64>;

    const BY_PATH: bool = true;

    fn extend(&self, path: &Vec<u64>, before: &P, _: P::Move, after: &P) -> Vec<u64> {
        [&path[..], &[before.key() % 7 + after.key() % 5]].concat()
    }

    fn evaluate(&self, _: &P, path: &Vec<u64>, side: Side) -> Score {
        let sum = path.iter().enumerate().map(|(place, step)| (place as u64 + 1) * step).sum::<u64>();
        Score::new(sum as i32).seen_by(side == Side::First)
    }

    fn finished(&self, pos: &P, path: &Vec<u64>, _: Outcome, side: Side, _: u32) -> Score {
        self.evaluate(pos, path, side)
    }
}

#[test]
fn a_trace_sees_the_path_and_leaves_the_table_alone() {
    for seed in 0..4 {
        let game = random_game(&kalah(), &mut Random::new(seed));
        for kind in KINDS {
            let make = || SearchAgent::new(kind, Steps).table(1);
            let (thought, Traced { report, trace }) = pair(&make, &game, &Limits::depth(4).into(), ENOUGH);
            assert_eq!(without_time(&report), without_time(&thought), "{kind:?} seed {seed}");
            assert_eq!(count(&trace, |visit| visit.table_hit), 0, "{kind:?} seed {seed}");
        }
    }
}

#[test]
fn beyond_its_limit_a_trace_only_counts() {
    let game = Game::<Kalah>::default();
    let make = || SearchAgent::alpha_beta(HashEvaluation { seed: 1, range: 50, antisymmetric: true });
    let job = Job { fixed: true, ..Limits::depth(4).into() };
    let (_, Traced { trace: all, .. }) = pair(&make, &game, &job, ENOUGH);
    let (thought, Traced { trace: few, .. }) = pair(&make, &game, &job, 10);
    assert!(all.total > 10, "a tree of {} visits", all.total);
    assert_eq!((few.visits.len(), few.total, few.nodes), (10, all.total, thought.nodes));
    let unfinished = |visit: &Visit| visit.score.is_none();
    assert!(!few.visits.iter().any(unfinished));
    assert_eq!(few.visits, all.visits[..10]);
}

/// If a limit ends the search, the visits on the path to the last move have no value, and all others have one.
#[test]
fn visits_that_a_limit_ends_have_no_value() {
    let game = Game::<Kalah>::default();
    for kind in KINDS {
        for nodes in [7, 40, 41, 300] {
            let make = || SearchAgent::new(kind, HashEvaluation { seed: 2, range: 9, antisymmetric: true }).table(1);
            let job = Job { fixed: true, ..Limits { nodes: Some(nodes), ..Limits::depth(7) }.into() };
            let (thought, Traced { trace, .. }) = pair(&make, &game, &job, ENOUGH);
            assert_eq!(trace.nodes, thought.nodes, "{kind:?} {nodes}");
            if thought.depth > 0 {
                continue;
            }
            let (mut open, mut at) = (vec![false; trace.visits.len()], trace.visits.len().checked_sub(1));
            while let Some(index) = at {
                open[index] = true;
                at = trace.visits[index].parent;
            }
            for (index, visit) in trace.visits.iter().enumerate() {
                assert!(visit.score.is_some() || open[index], "{kind:?} {nodes}: {index} has ended");
            }
            assert_eq!(trace.visits[0].score, None, "{kind:?} {nodes}");
        }
    }
}

/// The side at the root takes its best move, and the values of the other side's moves are averaged to a hundredth.
#[test]
fn a_trace_of_expectimax_averages_where_the_other_side_moves() {
    fn averages<P: SearchHints>(starts: &[(P, P::Rules)], depth: u32) {
        let game = random_game(starts, &mut Random::new(3));
        let evaluation = HashEvaluation { seed: 3, range: 40, antisymmetric: true };
        let make = || SearchAgent::new(SearchKind::Expectimax, evaluation.clone());
        let job = Job { fixed: true, ..Limits::depth(depth).into() };
        let (thought, Traced { report, trace }) = pair(&make, &game, &job, ENOUGH);
        assert_eq!(without_time(&report), without_time(&thought), "{}", game.position());
        check_counts(&thought, &trace, 1, "expectimax");
        check_tree(&trace, "expectimax");
        let root_side = game.position().side_to_move();
        for (index, visit) in trace.visits.iter().enumerate().filter(|(_, visit)| visit.kind == VisitKind::Interior) {
            let children = trace.visits.iter().filter(|child| child.parent == Some(index));
            let scores: Vec<i32> =
                children.map(|child| child.score.unwrap().seen_by(child.side == root_side).value()).collect();
            if scores.iter().any(|score| Score::from_value(*score).unwrap().is_decided()) {
                continue;
            }
            let value = f64::from(visit.score.unwrap().seen_by(visit.side == root_side).value());
            let mean = f64::from(scores.iter().sum::<i32>()) / scores.len() as f64;
            let expected = if visit.side == root_side { f64::from(*scores.iter().max().unwrap()) } else { mean };
            assert!((value - expected).abs() <= 0.5, "{index}: {value} and {expected}");
        }
    }
    averages(&kalah(), 4);
    averages(&khet(), 2);
    averages(&tigers(), 3);
    averages(&cachex(), 2);
}

#[test]
fn a_trace_of_playouts_counts_them_at_each_node() {
    fn playouts<P: SearchHints>(starts: &[(P, P::Rules)]) {
        let game = random_game(starts, &mut Random::new(1));
        let make = || MctsAgent::new(Mcts::new(MctsOptions::default(), 5));
        let job: Job = Limits::depth(3).into();
        let thought = make().move_for(&game, &job).unwrap();
        let mut agent = make();
        // An earlier search does not change the tree.
        agent.move_for(&Game::from_position(game.start().clone(), game.rules()), &job).ok();
        let Traced { report, trace } = agent.trace(&game, &job, ENOUGH).expect("a search with a tree");
        assert_eq!(without_time(&report), without_time(&thought), "{}", game.position());
        assert_eq!((trace.nodes, trace.total), (report.nodes, trace.visits.len() as u64));
        check_tree(&trace, "mcts");
        let of = |index: usize| trace.visits[index].playouts.expect("playouts");
        assert!((1..=32 << 3).contains(&of(0)), "{} simulations", of(0));
        for index in 0..trace.visits.len() {
            let children = trace.visits.iter().filter(|child| child.parent == Some(index));
            let sum: u64 = children.map(|child| child.playouts.expect("playouts")).sum();
            assert!(sum <= of(index), "{index}: {} and {sum}", of(index));
        }
        for root_move in &report.root_moves {
            let text = game.position().move_text(root_move.mv);
            let child = trace.visits.iter().find(|visit| visit.ply == 1 && visit.mv.as_ref() == Some(&text));
            assert_eq!(child.and_then(|child| child.playouts).unwrap_or(0), root_move.nodes, "{text}");
        }
    }
    playouts(&kalah());
    playouts(&cachex());
    playouts(&tigers());
}

/// Beam search makes all moves of a node to grade them, and searches the best of them.
#[test]
fn a_trace_of_a_beam_has_the_moves_that_it_discards() {
    fn beams<P: SearchHints>(starts: &[(P, P::Rules)], depth: u32) {
        for width in 1..4 {
            let game = random_game(starts, &mut Random::new(width as u64));
            let evaluation = HashEvaluation { seed: 4, range: 30, antisymmetric: width % 2 == 0 };
            let make = || SearchAgent::new(SearchKind::Beam, evaluation.clone()).width(width);
            let job = Job { fixed: true, ..Limits::depth(depth).into() };
            let (thought, Traced { report, trace }) = pair(&make, &game, &job, ENOUGH);
            let what = format!("{} width {width}", game.position());
            assert_eq!(without_time(&report), without_time(&thought), "{what}");
            assert_eq!(trace.nodes, thought.nodes, "{what}");
            check_tree(&trace, &what);
            let is_discarded = |visit: &Visit| visit.kind == VisitKind::Discarded;
            let mut graded = 0;
            for (index, visit) in trace.visits.iter().enumerate().filter(|(_, visit)| visit.kind == VisitKind::Interior)
            {
                let children = || trace.visits.iter().filter(|child| child.parent == Some(index));
                let (discarded, searched): (Vec<&Visit>, Vec<&Visit>) =
                    children().partition(|child| is_discarded(child));
                let best = searched.iter().map(|child| child.score.unwrap().seen_by(child.side == visit.side)).max();
                assert_eq!(visit.score, best, "{what} {index}");
                assert!(searched.len() <= width, "{what} {index}");
                let skipped = visit.cut.as_ref().map_or(0, |cut| cut.left as usize - discarded.len());
                assert!(discarded.is_empty() || searched.len() + skipped == width, "{what} {index}");
                graded += (discarded.len() + searched.len() + skipped) as u64;
            }
            assert_eq!(graded, thought.nodes, "{what}: a node is a move that is made and graded");
            assert_eq!(count(&trace, |visit| is_discarded(visit) && visit.bound.is_some()), 0, "{what}");
        }
    }
    beams(&kalah(), 5);
    beams(&khet(), 2);
    beams(&tigers(), 3);
    beams(&cachex(), 3);
}

/// Threads that take turns find the result of one thread. Each root move belongs to the thread with the lowest clock.
#[test]
fn a_trace_of_a_split_root_names_the_thread_of_each_node() {
    fn splits<P: SearchHints>(starts: &[(P, P::Rules)], depth: u32) {
        let kinds = [SearchKind::AlphaBeta, SearchKind::AlphaBetaTable, SearchKind::Scout, SearchKind::ScoutTable];
        for (kind, threads) in kinds.into_iter().zip([2, 3, 2, 4]) {
            let game = random_game(starts, &mut Random::new(threads as u64));
            let evaluation = HashEvaluation { seed: 7, range: 25, antisymmetric: true };
            let make = |threads| SearchAgent::new(kind, evaluation.clone()).table(1).threads(threads);
            let job = Job { fixed: true, ..Limits::depth(depth).into() };
            let what = format!("{} {kind:?} {threads} threads", game.position());
            let one = make(1).move_for(&game, &job).unwrap();
            let Traced { report, trace } = make(threads).trace(&game, &job, ENOUGH).unwrap();
            assert_eq!((report.score, report.best), (one.score, one.best), "{what}");
            check_counts(&report, &trace, 1, &what);
            check_tree(&trace, &what);
            check_values(&trace, &what);
            let mut clocks = vec![0; threads];
            for (index, visit) in trace.visits.iter().enumerate() {
                let above = visit.parent.and_then(|parent| trace.visits[parent].thread);
                match visit.ply {
                    0 => assert_eq!(visit.thread, None, "{what} {index}"),
                    1 if !visit.is_research => {
                        let behind = (0..threads).min_by_key(|&thread| clocks[thread]);
                        assert_eq!(visit.thread, behind, "{what} {index}");
                    }
                    1 => {}
                    _ => assert_eq!(visit.thread, above, "{what} {index}"),
                }
                if visit.mv.is_some() && !visit.is_research {
                    clocks[visit.thread.unwrap()] += 1;
                }
            }
            assert_eq!(clocks.iter().sum::<u64>(), report.nodes, "{what}");
        }
    }
    splits(&kalah(), 5);
    splits(&khet(), 2);
    splits(&tigers(), 3);
    splits(&cachex(), 2);
}

#[test]
fn agents_without_a_tree_record_none() {
    let game = Game::<Kalah>::default();
    assert!(RandomAgent::new(1).trace(&game, &Limits::depth(2).into(), 100).is_none());
}
