//! The signature of the agents with their own searches: their full reports on a few positions, except time. Other tests compare
//! moves and values with a second implementation. This test also covers the counts. After an intended change of an agent,
//! regenerate the snapshots.
#![allow(clippy::unwrap_used)]

use std::fmt::Write as _;
use std::time::Duration;

use plyground_cachex::Cachex;
use plyground_game::random::Random;
use plyground_game::{Game, Position};
use plyground_reports::{cachex, tigers};
use plyground_search::{Agent, Job, Limits, Report};
use plyground_tigers::Tigers;

type Agents<P> = Vec<(&'static str, Box<dyn Agent<P>>)>;

/// Returns a game after `plies` random moves, or finished before.
fn game<P: Position>(setup: &P::Setup, plies: usize) -> Game<P> {
    let mut game = Game::<P>::new(setup, &Default::default());
    let mut random = Random::new(plies as u64);
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        if game.ending().is_some() || moves.is_empty() {
            break;
        }
        game.play(moves[random.below(moves.len())]).unwrap();
    }
    game
}

/// Returns every agent's report on every game, once with few nodes and once with many, and the number of depths reported before.
fn signature<P: Position>(agents: Agents<P>, games: &[Game<P>], limits: &[Limits]) -> String {
    let mut lines = String::new();
    for (name, mut agent) in agents {
        for (game, limits) in games.iter().flat_map(|game| limits.iter().map(move |limits| (game, limits))) {
            agent.reseed(5);
            agent.new_game();
            let job = Job { lines: 2, ..Job::new(*limits) };
            let mut reported = 0;
            let mut each = |_: &Report<P::Move>| {
                reported += 1;
                std::ops::ControlFlow::Continue(())
            };
            let report = agent.think(game, &job, &mut each).unwrap();
            assert!(agent.is_limited(), "{name} ends by itself");
            let roots = report.root_moves.iter().map(|root_move| root_move.nodes).sum::<u64>();
            let report = Report { elapsed: Duration::ZERO, root_moves: Vec::new(), ..report };
            writeln!(lines, "{name}, {}, reported {reported}, below the root {roots}: {report:?}", game.position())
                .unwrap();
        }
    }
    lines
}

fn nodes(nodes: u64) -> Limits {
    Limits::nodes(nodes)
}

#[test]
fn the_agents_of_cachex_have_their_signature() {
    let six = cachex::SixFeature::default;
    let agents: Agents<Cachex> = vec![
        ("searching", Box::new(cachex::agent(six()))),
        ("greedy", Box::new(cachex::greedy(six()))),
        ("by the path alone", Box::new(cachex::agent(cachex::path_only()))),
    ];
    let games = [("4", 0), ("5", 1), ("5", 7), ("8", 0), ("8", 1), ("8", 20), ("12", 30), ("4", 400)]
        .map(|(size, plies)| game::<Cachex>(&size.parse().unwrap(), plies));
    insta::assert_snapshot!(signature(agents, &games, &[nodes(300), nodes(20_000)]));
}

#[test]
fn the_agents_of_tigers_have_their_signature() {
    let agents = tigers::AGENTS.map(|(name, _, search)| (name, tigers::agent(search, Limits::depth(4)))).into();
    let games = [0, 9, 40, 61, 2_000].map(|plies| game::<Tigers>(&Default::default(), plies));
    insta::assert_snapshot!(signature(agents, &games, &[nodes(200), Limits::depth(3), Limits::NONE]));
}
