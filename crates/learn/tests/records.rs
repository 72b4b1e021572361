//! Positions of a recorded game: which are learned from, and from whose view.
#![allow(clippy::unwrap_used)]

use plyground_arena::Record;
use plyground_game::{Game, Position as _, Side};
use plyground_kalah::Kalah;
use plyground_khet::Khet;
use plyground_learn::{LearnError, Samples, add_game};
use plyground_play::{Start, State};

/// A game of two opening moves and eleven searched ones, won by the first side.
const RECORD: &str = include_str!("kalah.jsonl");

fn lead(pos: &Kalah) -> f32 {
    f32::from(pos.store(Side::First)) - f32::from(pos.store(Side::Second))
}

fn lead_of(state: &dyn State) -> f32 {
    lead(state.typed::<Kalah>().unwrap().position())
}

fn add(record: &Record) -> Result<Samples, LearnError> {
    let mut samples = Samples::new(1);
    let like = Start::default().state::<Kalah>().unwrap();
    add_game(&mut samples, record, &*like, |_| true, lead_of, |_, visit| visit(0, 1)).map(|added| {
        assert_eq!(added, samples.len());
        samples
    })
}

#[test]
fn positions_are_filtered_and_seen_from_the_first_side() {
    let record = Record::parse(RECORD).unwrap();
    let samples = add(&record).unwrap();
    let rules = record.rules.parse().unwrap();
    let mut game = Game::from_position(Kalah::parse(&record.opening.position, &rules).unwrap(), &rules);
    let mut expected = Vec::new();
    for (place, text) in record.moves.split(' ').enumerate() {
        let before = game.position().clone();
        let mv = game.play_text(text).unwrap();
        // The last move has a proven score.
        if (2..12).contains(&place) && !before.is_noisy(mv) {
            let score = [-1.0, -16.0, -1.0, 0.0, 2.0, 0.0, 0.0, -1.0, 0.0, 0.0][place - 2];
            let sign = if before.side_to_move() == Side::First { 1.0 } else { -1.0 };
            expected.push((lead(&before), sign * score, 1.0));
        }
    }
    let found = (0..samples.len()).map(|index| samples.sample(index));
    let found: Vec<_> = found.map(|sample| (sample.base, sample.score, sample.result)).collect();
    assert_eq!(found, expected);
    assert!((3..10).contains(&found.len()), "some moves are noisy, others are not");
}

#[test]
fn a_record_that_does_not_fit_is_refused() {
    let record = Record::parse(RECORD).unwrap();
    let message = |change: &dyn Fn(&mut Record)| {
        let mut record = record.clone();
        change(&mut record);
        add(&record).unwrap_err().to_string()
    };
    let id = &record.id;
    assert_eq!(
        message(&|record| record.game = "khet".into()),
        format!("game {id}: a record of `khet`, expected `kalah`")
    );
    assert!(message(&|record| record.rules = "chess".into()).starts_with(&format!("game {id}: ")));
    assert!(message(&|record| record.opening.position = "<3,0".into()).starts_with(&format!("game {id}: ")));
    assert!(message(&|record| record.moves = "1 3 9".into()).contains("scores"));
    assert!(
        message(&|record| record.moves = record.moves.replacen('1', "9", 1))
            .starts_with(&format!("game {id}, move 1: "))
    );
    assert_eq!(
        message(&|record| drop(record.scores.pop())),
        format!("game {id}: 10 scores, expected 11: one for each move after the opening")
    );
    let mut samples = Samples::new(1);
    let khet = Start::default().state::<Khet>().unwrap();
    assert!(add_game(&mut samples, &record, &*khet, |_| true, |_| 0.0, |_, _| ()).is_err());
}
