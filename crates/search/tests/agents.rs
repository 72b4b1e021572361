//! Agents: settings apply, state of one game does not reach the next, and the number of threads is as requested.

#![allow(clippy::unwrap_used)]

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crate::common::{TestEvaluation, Threads};
use plyground_game::{Evaluate, Game, Position};
use plyground_kalah::Kalah;
use plyground_khet::Khet;
use plyground_search::{
    Agent, AgentError, Job, Limits, Mcts, MctsAgent, OnDepth, Options, Pvs, PvsOptions, RandomAgent, Report, RootSplit,
    SearchAgent, SearchKind, View, deepen_together,
};

/// Returns the hash evaluation with values up to `range`.
fn within(range: u32) -> TestEvaluation {
    TestEvaluation::new(6, range, true)
}

const KINDS: [SearchKind; 10] = [
    SearchKind::Minimax,
    SearchKind::Greedy,
    SearchKind::Expectimax,
    SearchKind::AlphaBeta,
    SearchKind::AlphaBetaTable,
    SearchKind::Scout,
    SearchKind::ScoutTable,
    SearchKind::Pvs,
    SearchKind::Mtdf,
    SearchKind::Beam,
];

fn start() -> Game<Kalah> {
    Game::default()
}

fn ask(agent: &mut impl Agent<Kalah>, limits: Limits) -> Report<<Kalah as Position>::Move> {
    agent.move_for(&start(), &Job::new(limits)).unwrap()
}

#[test]
fn an_agent_is_limited_by_its_own_limits_and_a_greedy_one_by_itself() {
    for kind in KINDS {
        let endless = SearchAgent::new(kind, within(40));
        assert_eq!(endless.algorithm(), kind);
        assert_eq!(Agent::<Kalah>::is_limited(&endless), kind == SearchKind::Greedy, "{kind:?}");
        let mut agent = endless.limits(Limits::depth(2)).table(1);
        assert!(Agent::<Kalah>::is_limited(&agent), "{kind:?}");
        // The job's limits take precedence over the agent's own, except that a greedy agent always searches one ply.
        let greedy = kind == SearchKind::Greedy;
        let depths = [ask(&mut agent, Limits::NONE).depth, ask(&mut agent, Limits::depth(3)).depth];
        assert_eq!(depths, if greedy { [1, 1] } else { [2, 3] }, "{kind:?}");
        assert_eq!(ask(&mut agent, Limits::nodes(3)).nodes, 3, "{kind:?}");
    }
    let pvs = SearchAgent::pvs(within(40)).table(1);
    assert!(!Agent::<Kalah>::is_limited(&pvs.only_pvs()));
    assert!(Agent::<Kalah>::is_limited(&SearchAgent::pvs(within(40)).limits(Limits::depth(1)).only_pvs()));
    assert!(Agent::<Kalah>::is_limited(&RandomAgent::new(1)));
}

#[test]
fn a_clock_or_a_second_thread_makes_searches_differ() {
    let repeatable = |agent: &dyn Agent<Kalah>, limits: Limits| agent.is_repeatable(limits);
    let agent = || SearchAgent::pvs(within(40));
    let second = Limits::time(std::time::Duration::from_secs(1));
    assert!(repeatable(&agent(), Limits::nodes(10)) && !repeatable(&agent(), second));
    assert!(!repeatable(&agent().limits(Limits { soft_time: second.time, ..Limits::NONE }), Limits::NONE));
    assert!(!repeatable(&agent().threads(2), Limits::nodes(10)));
    assert!(!repeatable(&agent().threads(2).only_pvs(), Limits::nodes(10)));
    assert!(!repeatable(&MctsAgent::new(Mcts::new(Options::default(), 1)).limits(second), Limits::NONE));
    assert!(repeatable(&RandomAgent::new(1), Limits::NONE) && !repeatable(&First, second));
}

/// Regression: the other threads searched on without end.
#[test]
fn a_panic_in_the_first_thread_ends_the_search() {
    let (evaluation, game) = (within(40), start());
    let mut team: Vec<_> = (0..2).map(|_| Pvs::new(&evaluation, PvsOptions::default())).collect();
    let mut search =
        || deepen_together(&mut team, &game, Limits::NONE, |found| assert_eq!(found.depth, 0, "on purpose"));
    assert!(catch_unwind(AssertUnwindSafe(&mut search)).is_err());
}

/// An agent that does not implement `is_limited`.
struct First;

impl Agent<Kalah> for First {
    fn think(
        &mut self,
        game: &Game<Kalah>,
        _: &Job,
        _: OnDepth<'_, Kalah>,
    ) -> Result<Report<<Kalah as Position>::Move>, AgentError> {
        Ok(Report::of_move(game.position().legal_moves().first().copied()))
    }
}

#[test]
fn an_agent_is_not_limited_by_default() {
    assert!(!First.is_limited());
    assert_eq!(ask(&mut First, Limits::NONE).pv.len(), 1);
}

/// A callback that stops the search after its first depth prevents the next depth.
#[test]
fn a_callback_can_stop_the_search() {
    for kind in KINDS {
        for fixed in [false, true] {
            let mut depths = Vec::new();
            let job = Job { fixed, ..Job::new(Limits::depth(2)) };
            let mut each = |report: &Report<_>| {
                depths.push(report.depth);
                ControlFlow::Break(())
            };
            let report = SearchAgent::new(kind, within(40)).table(1).think(&start(), &job, &mut each).unwrap();
            let expected = if fixed && kind != SearchKind::Greedy { 2 } else { 1 };
            assert_eq!((report.depth, depths), (expected, vec![expected]), "{kind:?}");
        }
    }
}

/// Returns the parts of a report that two identical searches share.
fn thought(agent: &mut impl Agent<Kalah>) -> String {
    let report = ask(agent, Limits::nodes(3_000));
    format!("{:?}", Report { elapsed: Default::default(), ..report })
}

#[test]
fn the_next_game_is_independent_of_the_last() {
    for kind in KINDS.into_iter().filter(|kind| kind.has_table()) {
        // Small tables are cleared, and large ones reallocated.
        for size in [1, 40] {
            let mut agent = SearchAgent::new(kind, within(40)).table(size);
            let first = thought(&mut agent);
            assert_ne!(thought(&mut agent), first, "{kind:?} keeps its table from move to move");
            Agent::<Kalah>::new_game(&mut agent);
            assert_eq!(thought(&mut agent), first, "{kind:?} with {size} MiB");
        }
    }
    let mut agent = SearchAgent::pvs(within(40)).table(1).only_pvs();
    let first = thought(&mut agent);
    assert_ne!(thought(&mut agent), first);
    Agent::<Kalah>::new_game(&mut agent);
    assert_eq!(thought(&mut agent), first);
    assert_eq!(first, thought(&mut SearchAgent::pvs(within(40)).table(1)), "the same search as among all others");
}

/// Both the seed of the match and the agent's own seed have an effect.
#[test]
fn random_choices_depend_on_the_seeds_of_agent_and_game() {
    fn check<A: Agent<Kalah>, T: Eq + std::hash::Hash + std::fmt::Debug>(
        make: impl Fn(u64) -> A,
        look: impl Fn(&mut A) -> T,
    ) {
        let play = |own, game: Option<u64>| {
            let mut agent = make(own);
            if let Some(seed) = game {
                agent.reseed(seed);
            }
            agent.new_game();
            look(&mut agent)
        };
        let mut seeds = vec![(1, None), (2, None), (1, Some(300)), (0, Some(8))];
        // Each single bit of an agent's own seed has an effect, whatever bits the game's seed has.
        seeds.extend((0..8).map(|bit| (1 << bit, Some(8))));
        let draws: HashSet<T> = seeds.iter().map(|&(own, game)| play(own, game)).collect();
        assert_eq!(draws.len(), seeds.len(), "{draws:?}");
        assert!(seeds.iter().all(|&(own, game)| play(own, game) == play(own, game)));
    }
    let equal = || within(0);
    check(|seed| MctsAgent::new(Mcts::new(Options::default(), seed)), thought);
    // Five positions with six equal moves each.
    let choices = |agent: &mut dyn Agent<Kalah>| {
        let mut game = start();
        let mut choose = |_| {
            let mv = agent.move_for(&game, &Job::new(Limits::depth(1))).unwrap().best.unwrap();
            game.play(mv).unwrap();
            mv
        };
        (0..9).map(&mut choose).collect::<Vec<_>>()
    };
    let noise = |seed| {
        let base = Options { noise: Some(seed), ..Options::default() };
        PvsOptions { base, ..PvsOptions::default() }
    };
    check(RandomAgent::new, |agent| choices(agent));
    check(|seed| SearchAgent::alpha_beta(equal()).options(noise(seed)), |agent| choices(agent));
    check(|seed| SearchAgent::pvs(equal()).table(1).options(noise(seed)).only_pvs(), |agent| choices(agent));
}

/// The values for the two sides are independent, so that the score matches only one of them. Expectimax is excluded
/// because its scores are averages.
#[test]
fn the_side_that_valued_the_end_of_the_line_is_reported() {
    let evaluation = || TestEvaluation::new(6, 1_000_000, false);
    for (kind, view, depth) in KINDS.into_iter().filter(|kind| *kind != SearchKind::Expectimax).flat_map(|kind| {
        [View::Mover, View::Root].into_iter().flat_map(move |view| (1..=3).map(move |depth| (kind, view, depth)))
    }) {
        let base = Options { view, ..Options::default() };
        let options = PvsOptions { base, ..PvsOptions::exact() };
        let mut agent = SearchAgent::new(kind, evaluation()).table(1).options(options);
        let (game, report) = (start(), ask(&mut agent, Limits::depth(depth)));
        let end = report.pv.iter().fold(game.position().clone(), |pos, &mv| pos.after(mv));
        let mover = game.position().side_to_move();
        let expected = if view == View::Root { mover } else { end.side_to_move() };
        let value = evaluation().evaluate(&end, &(), expected).seen_by(expected == mover);
        // The null windows of MTD(f) can leave a line that stops before the leaf.
        let is_leaf = report.score == value;
        assert!(is_leaf || kind == SearchKind::Mtdf, "{kind:?} {view:?} {depth}");
        assert_eq!(report.leaf_side, is_leaf.then_some(expected), "{kind:?} {view:?} {depth}");
    }
    // An interrupted search has made moves that must not count against the limit of plies.
    let rules = "official,ply_limit=4".parse().unwrap();
    let limited = Game::<Khet>::new(&Default::default(), &rules);
    for kind in [SearchKind::Minimax, SearchKind::AlphaBeta, SearchKind::Pvs] {
        let limits = Limits { nodes: Some(20_000), ..Limits::depth(3) };
        let report = SearchAgent::new(kind, evaluation()).move_for(&limited, &Job::new(limits)).unwrap();
        assert!((2..4).contains(&report.pv.len()) && !report.completed, "{report:?}");
        assert!(report.leaf_side.is_some(), "{kind:?}");
    }
    let over = Game::<Kalah>::from_position(
        Kalah::parse("<2,0,3,1,0,0,1> S", &Default::default()).unwrap(),
        &Default::default(),
    );
    let solved = SearchAgent::alpha_beta(evaluation()).move_for(&over, &Job::new(Limits::depth(9))).unwrap();
    assert!(solved.proven && solved.leaf_side.is_none(), "a finished game is no leaf of the evaluation");
}

#[test]
fn one_thread_is_the_caller_s_and_several_are_others() {
    for kind in KINDS {
        if kind == SearchKind::Greedy {
            continue;
        }
        for (threads, fixed) in [(1, false), (1, true), (2, false), (2, true)] {
            let splits_root = match kind {
                SearchKind::Pvs if threads > 1 && !fixed => continue, // the caller's and another one, perhaps too late
                SearchKind::AlphaBeta
                | SearchKind::AlphaBetaTable
                | SearchKind::Scout
                | SearchKind::ScoutTable
                | SearchKind::Pvs => threads > 1,
                _ => false,
            };
            // The caller searches root moves too, so that it waits for the other thread.
            let seen = Arc::new(Threads::expecting(if splits_root { 2 } else { 1 }));
            let values = TestEvaluation { threads: Some(Arc::clone(&seen)), ..within(40) };
            let mut agent = SearchAgent::new(kind, values).table(1).threads(threads);
            let job = Job { fixed, ..Job::new(Limits::depth(if splits_root { 5 } else { 3 })) };
            agent.move_for(&start(), &job).unwrap();
            assert_eq!(seen.has_others(), splits_root, "{kind:?}, {threads} threads, fixed: {fixed}");
        }
    }
}

#[test]
fn agents_name_themselves_in_their_debug_text() {
    let agent = SearchAgent::new(SearchKind::Scout, within(40)).threads(0);
    let text = format!("{agent:?}");
    assert!(text.starts_with("SearchAgent") && text.contains("Scout") && text.contains("threads: 1"), "{text}");
    let text = format!("{:?}", SearchAgent::pvs(within(40)).only_pvs());
    assert!(text.starts_with("SearchAgent") && text.contains("Pvs"), "{text}");
    let searcher = || Mcts::<Kalah>::new(Options::default(), 7);
    let text = format!("{:?}", searcher());
    assert!(text.starts_with("Mcts"), "{text}");
    let values = within(40);
    let worker = || plyground_search::Minimax::<Kalah, _>::new(&values, Options::default());
    let text = format!("{:?}", worker());
    assert!(text.starts_with("FixedDepth"), "{text}");
    let text = format!("{:?}", RootSplit::new(vec![worker(), worker()]));
    assert!(text.starts_with("RootSplit") && text.contains("workers: 2"), "{text}");
}
