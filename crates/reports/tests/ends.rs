//! Checks that the reports' agents end: without limits, or within the given limits.
#![allow(clippy::unwrap_used)]

use plyground_game::Game;
use plyground_reports::{cachex, kalah, khet, tigers};
use plyground_search::{Agent, Job, Limits};
use plyground_tigers::Tigers;

#[test]
fn who_needs_no_limit_says_so() {
    let search = || Box::new(plyground_search::RandomAgent::new(1));
    assert!(cachex::agent(cachex::SixFeature::default()).is_limited());
    assert!(cachex::greedy(cachex::SixFeature::default()).is_limited());
    assert!(khet::user_bot(search()).is_limited());
    assert!(kalah::exit_counter(search(), Limits::NONE, false).is_limited());
    for (name, _, search) in tigers::AGENTS {
        assert!(!tigers::agent(search, Limits::NONE).is_limited(), "{name}");
        assert!(tigers::agent(search, Limits::depth(3)).is_limited(), "{name}");
    }
}

#[test]
fn the_article_s_searches_keep_to_their_nodes() {
    let game = Game::<Tigers>::default();
    for (name, _, search) in tigers::AGENTS {
        let job = Job::new(Limits { nodes: Some(500), ..Limits::depth(4) });
        let report = tigers::agent(search, Limits::NONE).move_for(&game, &job).unwrap();
        assert!(!report.completed && (1..=500).contains(&report.nodes), "{name}: {} nodes", report.nodes);
    }
}

#[test]
fn the_cachex_agent_reports_no_partial_depth_without_a_search() {
    let game = Game::new(&"7".parse().unwrap(), &Default::default());
    let mut agent = cachex::agent(cachex::SixFeature::default());
    // The first move is decided without a search; its answer has two ways, the filter and the steal.
    let first = agent.move_for(&game, &Job::new(Limits::NONE)).unwrap();
    let mut after = game;
    after.play(first.best.unwrap()).unwrap();
    let report = agent.move_for(&after, &Job::new(Limits::nodes(0))).unwrap();
    assert!(report.best.is_some() && !report.completed);
    assert_eq!((report.depth, report.partial_depth), (0, None));
}
