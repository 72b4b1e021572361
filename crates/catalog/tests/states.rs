//! Games by numbers: they agree with games by text, and observations say what their planes promise.

use plyground_catalog::{Batch, BatchView, Catalog, GameRef, Start, Stepped};
use plyground_game::random::Random;
use plyground_game::{Outcome, Side};
use plyground_search::StopFlag;

fn games() -> Vec<GameRef> {
    Catalog::standard().games().to_vec()
}

/// A random game to its end, or to so many plies; `each` sees every position.
fn random_game(game: &GameRef, seed: u64, mut each: impl FnMut(&dyn plyground_catalog::State)) {
    let mut state = game.state(&Start::default()).expect("the usual start");
    let mut random = Random::new(seed);
    for _ in 0..300 {
        each(&*state);
        let mut actions = Vec::new();
        state.visit_actions(&mut |action| actions.push(action));
        if actions.is_empty() {
            assert!(state.outcome().is_some());
            return;
        }
        assert!(state.outcome().is_none());
        state.apply(actions[random.below(actions.len())]).expect("a legal action");
    }
}

#[test]
fn numbers_and_texts_name_the_same_moves() {
    for game in games() {
        random_game(&game, 1, |state| {
            let shown = game.session(state).unwrap().show();
            let mut texts = Vec::new();
            state.visit_actions(&mut |action| {
                let text = state.action_text(action).unwrap();
                assert_eq!(state.read_action(&text).unwrap(), action);
                texts.push(text);
            });
            assert_eq!(texts, shown.legal);
            assert_eq!((state.text(), format!("{:016x}", state.key())), (shown.position, shown.key));
            assert_eq!(state.ending().map(|ending| ending.outcome), state.outcome());
        });
    }
}

#[test]
fn images_keep_the_side_to_move_and_the_canonical_key() {
    let mut images_of = std::collections::BTreeMap::new();
    for game in games() {
        let mut most = 0;
        random_game(&game, 2, |state| {
            let images = game.images(state);
            most = most.max(images.len());
            for image in &images {
                assert_eq!(game.canonical_key(&**image), game.canonical_key(state));
                assert_ne!(image.key(), state.key(), "a symmetric position has no other image");
                assert_eq!((image.side_to_move(), image.rules()), (state.side_to_move(), state.rules()));
                let back = game.images(&**image);
                assert!(back.iter().any(|back| back.key() == state.key()));
            }
        });
        images_of.insert(game.info().name, most);
    }
    // The half turns of Kalah and Khet exchange the sides.
    assert_eq!((images_of["cachex"], images_of["kalah"], images_of["khet"]), (1, 0, 0));
}

#[test]
fn moves_are_taken_back() {
    for game in games() {
        let mut state = game.state(&Start::default()).unwrap();
        let start = state.text();
        let mut first = None;
        state.visit_actions(&mut |action| first = first.or(Some(action)));
        let copy = state.boxed();
        state.apply(first.unwrap()).unwrap();
        assert_eq!((copy.text(), copy.plies()), (start.clone(), 0), "a copy stays where it was");
        assert_eq!((state.undo(), state.undo()), (first, None));
        assert_eq!(state.text(), start);
    }
}

#[test]
fn observations_show_each_side_its_own() {
    for game in games() {
        let shape = game.state(&Start::default()).unwrap().observation_shape().unwrap();
        assert_eq!(shape[0], game.info().planes.len());
        let plane = shape[1] * shape[2];
        random_game(&game, 2, |state| {
            let [first, second] = Side::ALL.map(|side| {
                // Every number is written.
                let mut block = vec![f32::NAN; plane * shape[0]];
                state.observe(side, &mut block);
                assert!(block.iter().all(|number| number.is_finite()));
                block
            });
            let turn = game.info().planes.iter().position(|plane| plane.ends_with("own turn")).unwrap() * plane;
            let side = state.side_to_move();
            assert_eq!((first[turn] == 1.0, second[turn] == 1.0), (side == Side::First, side == Side::Second));
            // What the one calls its own is the other's to the other.
            for (index, name) in game.info().planes.iter().enumerate() {
                let others = name.replace("own ", "the other's ");
                if let Some(other) = game.info().planes.iter().position(|name| *name == others)
                    && other != index
                {
                    assert_eq!(first[index * plane..][..plane], second[other * plane..][..plane], "{name}");
                }
            }
        });
    }
}

/// Plays an action in each game.
fn step(batch: &mut dyn Batch, actions: &[i64], rewards: &mut [f32], done: &mut [bool]) {
    batch
        .step(actions, &mut Stepped { rewards, done, ..Stepped::default() }, &StopFlag::default())
        .expect("no opponent fails");
}

/// The batch against games one by one: the same results, the same observations.
#[test]
fn a_batch_plays_what_single_games_play() {
    for game in games() {
        let (count, width) = (5, game.info().actions);
        let mut batch = game.batch(&Start::default(), count, 3).unwrap();
        let mut states: Vec<_> = (0..count).map(|_| game.state(&Start::default()).unwrap()).collect();
        let shape: usize = states[0].observation_shape().unwrap().iter().product();
        let (mut rewards, mut done) = (vec![0.0; 2 * count], vec![false; count]);
        let (mut observations, mut masks) = (vec![0.0; shape * count], vec![false; width * count]);
        let mut players = vec![0; count];
        let mut ends = 0;
        for _ in 0..600 {
            let mut actions = vec![0; count];
            batch.sample(&mut actions);
            batch.check(&actions).unwrap();
            step(&mut *batch, &actions, &mut rewards, &mut done);
            batch.view(&mut BatchView {
                observations: Some(&mut observations),
                masks: Some(&mut masks),
                players: Some(&mut players),
            });
            for (number, state) in states.iter_mut().enumerate() {
                state.apply(actions[number] as usize).unwrap();
                let outcome = state.outcome();
                assert_eq!(done[number], outcome.is_some() || state.plies() == game.info().max_plies);
                let expected = match outcome {
                    Some(Outcome::Win(Side::First)) => [1.0, -1.0],
                    Some(Outcome::Win(Side::Second)) => [-1.0, 1.0],
                    _ => [0.0, 0.0],
                };
                assert_eq!(rewards[2 * number..][..2], expected);
                if done[number] {
                    ends += 1;
                    *state = game.state(&Start::default()).unwrap();
                }
                let mut block = vec![0.0; shape];
                state.observe(state.side_to_move(), &mut block);
                assert_eq!(observations[number * shape..][..shape], block);
                let mut mask = vec![false; width];
                state.visit_actions(&mut |action| mask[action] = true);
                assert_eq!(masks[number * width..][..width], mask);
                assert_eq!(usize::from(players[number] as u8), state.side_to_move().index());
                let shown = batch.state(number);
                assert_eq!((shown.text(), shown.key()), (state.text(), state.key()));
            }
        }
        assert!(ends > 0, "{} never came to an end", game.info().name);
    }
}

/// Copies and restored batches draw and play what the batch itself does, also games that end by their history.
#[test]
fn a_batch_is_copied_and_restored() {
    for game in games() {
        let (count, width) = (4, game.info().actions);
        let mut batch = game.batch(&Start::default(), count, 9).unwrap();
        let (mut rewards, mut done, mut actions) = (vec![0.0; 2 * count], vec![false; count], vec![0; count]);
        for _ in 0..70 {
            batch.sample(&mut actions);
            step(&mut *batch, &actions, &mut rewards, &mut done);
        }
        let mut restored = game.batch(&Start::default(), count, 0).unwrap();
        restored.restore(&batch.save()).unwrap();
        let mut others = [batch.boxed(), restored];
        for _ in 0..300 {
            batch.sample(&mut actions);
            step(&mut *batch, &actions, &mut rewards, &mut done);
            let mut masks = vec![false; width * count];
            batch.view(&mut BatchView { masks: Some(&mut masks), ..BatchView::default() });
            for other in &mut others {
                let (mut own_actions, mut own_rewards, mut own_done) =
                    (vec![0; count], vec![0.0; 2 * count], vec![false; count]);
                other.sample(&mut own_actions);
                assert_eq!(own_actions, actions);
                step(&mut **other, &actions, &mut own_rewards, &mut own_done);
                let mut own_masks = vec![false; width * count];
                other.view(&mut BatchView { masks: Some(&mut own_masks), ..BatchView::default() });
                assert_eq!((own_rewards, own_done, own_masks), (rewards.clone(), done.clone(), masks.clone()));
            }
        }
        let before = batch.save();
        let three = game.batch(&Start::default(), 3, 0).unwrap().save();
        for (damaged, problem) in [("", "EOF"), (three.as_str(), "found 3 games, expected 4")] {
            assert!(batch.restore(damaged).unwrap_err().contains(problem));
        }
        let illegal =
            before.replacen("Moves\":[", "Moves\":[60000,", 1).replacen("Position\":[\"", "Position\":[\"x", 1);
        assert!(batch.restore(&illegal).is_err());
        assert_eq!(batch.save(), before);
        // A batch begins a new game at once, so no saved position is over.
        if let Some(begin) = before.find("Position\":[\"") {
            let position = &before[begin + 12..][..before[begin + 12..].find('"').unwrap()];
            let over = before.replacen(position, "<6,24,24,0,0,0,0,0,0,0,0,0,0,0,0> S", 1);
            let refused = batch.restore(&over).unwrap_err();
            assert!(position.starts_with('<') == refused.contains("is over"), "{refused}");
        }
    }
}

#[test]
fn wrong_actions_are_named() {
    let game = Catalog::standard().game("kalah").unwrap().clone();
    let mut state = game.state(&Start::default()).unwrap();
    let error = |result: Result<(), plyground_play::ActionError>| result.unwrap_err().to_string();
    assert_eq!(error(state.apply(99)), "no action 99 in kalah: expected 0 to 11");
    assert_eq!(error(state.apply(7)), "illegal action 7: south can play 1 2 3 4 5 6");
    let over = Start { position: Some("<2,5,4,0,0,0,0> S".into()), ..Start::default() };
    let mut over = game.state(&over).unwrap();
    assert_eq!(error(over.apply(0)), "illegal action 0: the game is over: the houses are empty, 5 seeds to 4");
    let batch = game.batch(&Start::default(), 2, 0).unwrap();
    let error = |result: Result<(), plyground_catalog::CatalogError>| result.unwrap_err().to_string();
    assert_eq!(error(batch.check(&[0, -3]).map_err(Into::into)), "game 1 of the batch: action -3 is below 0");
    assert_eq!(
        error(batch.check(&[7, 0]).map_err(Into::into)),
        "game 0 of the batch: illegal action 7: south can play 1 2 3 4 5 6"
    );
}
