//! Levels: how they play where their agents have no preference.
#![allow(clippy::unwrap_used)]

use plyground_catalog::{AnyGame, Catalog, Start};
use plyground_play::{Action, Player, State};
use plyground_search::{Bound, Job};

fn player(game: &dyn AnyGame, spec: &str) -> Box<dyn Player> {
    game.player(&game.agent(spec).unwrap(), None).unwrap()
}

fn repeats(state: &dyn State, action: Action) -> bool {
    let mut next = state.boxed();
    next.apply(action).unwrap();
    next.occurrences() > 1
}

/// Regression: at Tigers, the second level moved two pieces to and fro and drew most games with itself.
#[test]
fn the_second_level_leaves_old_positions_where_that_costs_nothing() {
    let catalog = Catalog::standard();
    for (name, most) in [("tigers", 120), ("khet", 60)] {
        let game = &**catalog.game(name).unwrap();
        let (mut level, mut greedy) = (player(game, "level-2"), player(game, "greedy"));
        let (mut left, mut stayed) = (0, 0);
        for seed in 0..12 {
            let mut random = player(game, &format!("random:seed={seed}"));
            let mut state = game.state(&Start::default()).unwrap();
            while state.outcome().is_none() && state.plies() < most {
                let mover = if state.plies() < 6 { &mut random } else { &mut level };
                let chosen = mover.move_for(&*state, &Job::default()).unwrap().best.unwrap();
                if state.plies() >= 6 {
                    let plain = greedy.move_for(&*state, &Job::default()).unwrap();
                    let is_new = |mv: Action| !repeats(&*state, mv);
                    let as_good: Vec<Action> = plain
                        .root_moves
                        .iter()
                        .filter(|found| found.bound == Bound::Exact && found.score >= plain.score)
                        .map(|found| found.mv)
                        .collect();
                    assert!(as_good.contains(&chosen), "{name} {seed}: a worse move");
                    if as_good.iter().any(|&mv| is_new(mv)) {
                        assert!(is_new(chosen), "{name} {seed}: {}", state.move_texts().join(" "));
                        left += u32::from(plain.best != Some(chosen));
                    } else {
                        stayed += 1;
                    }
                }
                state.apply(chosen).unwrap();
            }
        }
        assert!(name != "tigers" || left > 0, "{name}: nothing was left ({stayed} repetitions without another move)");
    }
}
