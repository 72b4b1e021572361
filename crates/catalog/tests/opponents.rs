//! Batches against an opponent, against single games and single players.

use std::sync::Arc;

use plyground_catalog::{Batch, BatchView, Catalog, GameRef, Opponent, Start, State, Stepped};
use plyground_game::Side;
use plyground_search::StopFlag;

const COUNT: usize = 6;

/// Creates a batch of [`COUNT`] games, in which the opponent has moved.
fn batch(game: &GameRef, opponent: &str, learner: Option<Side>, illegal_loses: bool) -> Box<dyn Batch> {
    let opponent = Opponent::new(game, &game.agent(opponent).expect("a spec"), learner).expect("an agent");
    let opponent = if illegal_loses { opponent.illegal_loses() } else { opponent };
    let mut batch = Arc::new(opponent).batch(&**game, &Start::default(), COUNT, 5).expect("a start");
    batch.begin(&StopFlag::default()).expect("the opponent plays");
    batch
}

/// Returns the moves of the games, and the learner's side in each.
fn games_of(batch: &dyn Batch) -> Vec<(usize, Vec<usize>)> {
    let saved: serde_json::Value = serde_json::from_str(&batch.save()).expect("JSON");
    let games: Vec<(usize, u64, Vec<usize>)> = serde_json::from_value(saved["games"].clone()).expect("games");
    games.into_iter().map(|(side, _, actions)| (side, actions)).collect()
}

/// Checks that the moves of a game are legal, and those of the opponent what it replies.
fn check(game: &GameRef, side: usize, actions: &[usize], reply: &mut dyn FnMut(&dyn State) -> usize) {
    let mut state = game.state(&Start::default()).expect("the usual start");
    for &action in actions {
        if state.side_to_move().index() != side {
            assert_eq!(reply(&*state), action);
        }
        state.apply(action).expect("a legal action");
    }
}

/// Every move of the opponent is that of its agent, the learner moves next, and the rewards are the learner's.
#[test]
fn the_opponent_plays_what_its_agent_plays() {
    for game in Catalog::standard().games() {
        for (spec, learner) in
            [("alphabeta:depth=1", None), ("greedy", Some(Side::First)), ("beam:width=3,depth=2", Some(Side::Second))]
        {
            let (mut batch, spec) = (batch(game, spec, learner, false), game.agent(spec).unwrap());
            let mut player = game.player(&spec, None).unwrap();
            let mut reply = |state: &dyn State| {
                player.move_for(state, &Default::default()).unwrap().best.expect("the game goes on")
            };
            let shape: usize = game.state(&Start::default()).unwrap().observation_shape().unwrap().iter().product();
            let (mut rewards, mut done, mut truncated) = ([0.0; COUNT], [false; COUNT], [false; COUNT]);
            let (mut actions, mut last, mut players) = ([0; COUNT], vec![0.0; shape * COUNT], [9; COUNT]);
            let mut ends = 0;
            let mut sides = [false; 2];
            for _ in 0..if game.info().name == "kalah" { 60 } else { 15 } {
                let before = games_of(&*batch);
                batch.sample(&mut actions);
                batch.check(&actions).unwrap();
                let stepped = &mut Stepped {
                    rewards: &mut rewards,
                    done: &mut done,
                    truncated: Some(&mut truncated),
                    last_observations: Some(&mut last),
                };
                batch.step(&actions, stepped, &StopFlag::default()).unwrap();
                batch.view(&mut BatchView { players: Some(&mut players), ..BatchView::default() });
                for (number, ((old_side, old), (side, new))) in before.iter().zip(games_of(&*batch)).enumerate() {
                    assert_eq!(players[number] as usize, side);
                    assert!(learner.is_none_or(|learner| learner.index() == side));
                    sides[side] = true;
                    if done[number] {
                        ends += 1;
                        // The learner's action ended the game, or answers that can be found again did.
                        let mut state = game.state(&Start::default()).unwrap();
                        for &action in old.iter().chain(&[actions[number] as usize]) {
                            state.apply(action).unwrap();
                        }
                        while state.outcome().is_none() && state.plies() < game.info().max_plies {
                            state.apply(reply(&*state)).unwrap();
                        }
                        let won = state.outcome().and_then(|outcome| outcome.winner()).map(Side::index);
                        let expected = won.map_or(0.0, |won| if won == *old_side { 1.0 } else { -1.0 });
                        assert_eq!((rewards[number], truncated[number]), (expected, state.outcome().is_none()));
                        let mut block = vec![0.0; shape];
                        state.observe(Side::ALL[*old_side], &mut block);
                        assert_eq!(last[number * shape..][..shape], block);
                        check(game, side, &new, &mut reply);
                    } else {
                        assert_eq!((rewards[number], truncated[number], side), (0.0, false, *old_side));
                        assert_eq!(new[..=old.len()], [&old[..], &[actions[number] as usize]].concat());
                        check(game, side, &new, &mut reply);
                    }
                }
            }
            assert!(ends > 0 || game.info().name != "kalah");
            assert!(learner.is_some() || game.info().name != "kalah" || sides == [true; 2], "each side is drawn");
        }
    }
}

/// Random opponents draw the same in copies, in restored batches, and whatever the games before them drew.
#[test]
fn a_batch_with_an_opponent_is_copied_and_restored() {
    for game in Catalog::standard().games() {
        let step = |batch: &mut dyn Batch| {
            let mut actions = [0; COUNT];
            batch.sample(&mut actions);
            let stepped = &mut Stepped { rewards: &mut [0.0; COUNT], done: &mut [false; COUNT], ..Stepped::default() };
            batch.step(&actions, stepped, &StopFlag::default()).unwrap();
        };
        let mut original = batch(game, "random", None, false);
        (0..9).for_each(|_| step(&mut *original));
        let mut restored = batch(game, "random", None, false);
        restored.restore(&original.save()).unwrap();
        let mut others = [original.boxed(), restored];
        for _ in 0..60 {
            step(&mut *original);
            for other in &mut others {
                step(&mut **other);
                assert_eq!(other.save(), original.save());
            }
        }
        let before = original.save();
        assert!(original.restore("{}").is_err());
        assert!(original.restore(&before.replacen("[[", "[[7,1,[]],[", 1)).unwrap_err().contains("found 7 games"));
        assert_eq!(original.save(), before);
    }
}

#[test]
fn an_illegal_action_is_an_error_or_loses() {
    let catalog = Catalog::standard();
    let kalah = catalog.game("kalah").unwrap();
    let strict = batch(kalah, "random", Some(Side::First), false);
    let error = strict.check(&[0, 7, 0, 0, 0, 0]).unwrap_err().to_string();
    assert_eq!(error, "game 1 of the batch: illegal action 7: south can play 1 2 3 4 5 6");
    let mut lenient = batch(kalah, "random", Some(Side::First), true);
    assert!(lenient.check(&[12, 0, 0, 0, 0, 0]).is_err() && lenient.check(&[-1, 0, 0, 0, 0, 0]).is_err());
    lenient.check(&[0, 7, 0, 0, 0, 0]).unwrap();
    let (mut rewards, mut done) = ([0.0; COUNT], [false; COUNT]);
    let stepped = &mut Stepped { rewards: &mut rewards, done: &mut done, ..Stepped::default() };
    lenient.step(&[0, 7, 0, 0, 0, 0], stepped, &StopFlag::default()).unwrap();
    assert_eq!((rewards[..2].to_vec(), done[..2].to_vec()), (vec![0.0, -1.0], vec![false, true]));
    assert!(games_of(&*lenient)[1].1.is_empty(), "the game begins again");
}

#[test]
fn a_start_without_a_move_for_the_learner_is_refused() {
    let catalog = Catalog::standard();
    let kalah = catalog.game("kalah").unwrap();
    let opponent = |side| Arc::new(Opponent::new(kalah, &kalah.agent("random").unwrap(), Some(side)).unwrap());
    let start = |text: &str| Start { position: Some(text.into()), ..Start::default() };
    let over = opponent(Side::First).batch(&**kalah, &start("<2,5,4,0,0,0,0> S"), 1, 1).err().unwrap();
    assert!(over.to_string().contains("the game is over where it begins"), "{over}");
    // South's only move ends the game.
    let mut batch = opponent(Side::Second).batch(&**kalah, &start("<2,5,4,0,1,0,1> S"), 1, 1).unwrap();
    let error = batch.begin(&StopFlag::default()).unwrap_err().to_string();
    assert!(error.contains("the opponent ends every game before the learner moves"), "{error}");
}

#[test]
fn a_step_is_undone() {
    for game in Catalog::standard().games() {
        let mut batch = batch(game, "random", None, true);
        let (mut actions, mut ends) = ([0; COUNT], 0);
        for number in 0..60 {
            batch.sample(&mut actions);
            // An action that is hardly ever legal: it loses, and another game begins.
            actions[0] = if number % 5 == 0 { game.info().actions as i64 - 1 } else { actions[0] };
            let before = batch.save();
            let mut step = || {
                let mut done = [false; COUNT];
                let stepped = &mut Stepped { rewards: &mut [0.0; COUNT], done: &mut done, ..Stepped::default() };
                batch.keep_step();
                batch.step(&actions, stepped, &StopFlag::default()).unwrap();
                let after = batch.save();
                batch.undo_step();
                assert_eq!(batch.save(), before);
                (after, done)
            };
            let (first, again) = (step(), step());
            assert_eq!(first, again);
            ends += usize::from(first.1[0]);
            batch.keep_step();
            let stepped = &mut Stepped { rewards: &mut [0.0; COUNT], done: &mut [false; COUNT], ..Stepped::default() };
            batch.step(&actions, stepped, &StopFlag::default()).unwrap();
            batch.keep_step();
            batch.undo_step();
            assert_eq!(batch.save(), first.0, "a step that is kept is not undone");
        }
        assert!(ends > 5);
    }
}
