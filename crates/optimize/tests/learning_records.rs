//! Positions of a recorded game: which are learned from, and from whose view.
#![allow(clippy::unwrap_used)]

use plyground_arena::{GameResult, MoveScore, Record};
use plyground_game::{Game, Position as _, Side};
use plyground_kalah::{House, Kalah};
use plyground_khet::Khet;
use plyground_optimize::OptimizeError;
use plyground_optimize::learning::{PositionFilter, PositionLabel, visit_game};
use plyground_play::Start;

/// A game of two opening moves and eleven searched ones, won by the first side.
const RECORD: &str = include_str!("kalah.jsonl");

/// The positions that a filter takes, each with its score and its result.
fn visited(record: &Record, filter: PositionFilter) -> Result<Vec<(Kalah, f32, f32)>, OptimizeError> {
    let mut visited = Vec::new();
    let like = Start::default().state::<Kalah>().unwrap();
    visit_game(record, &*like, filter, |state, PositionLabel { game, score, result, .. }| {
        assert_eq!(game, record.pair);
        visited.push((state.typed::<Kalah>().unwrap().position().clone(), score, result));
    })
    .map(|()| visited)
}

/// The position before each move, with the move and its place.
fn positions(record: &Record) -> Vec<(Kalah, House, usize)> {
    let rules = record.rules.parse().unwrap();
    let mut game = Game::from_position(Kalah::parse(&record.opening.position, &rules).unwrap(), &rules);
    let moves = record.moves.split(' ').enumerate();
    moves.map(|(place, text)| (game.position().clone(), game.play_text(text).unwrap(), place)).collect()
}

#[test]
fn positions_are_filtered_and_seen_from_the_first_side() {
    let record = Record::parse(RECORD).unwrap();
    let found = visited(&record, PositionFilter::Quiet).unwrap();
    let mut expected = Vec::new();
    for (before, mv, place) in positions(&record) {
        // The last move has a proven score.
        if (2..12).contains(&place) && !before.is_noisy(mv) {
            let score = [-1.0, -16.0, -1.0, 0.0, 2.0, 0.0, 0.0, -1.0, 0.0, 0.0][place - 2];
            let sign = if before.side_to_move() == Side::First { 1.0 } else { -1.0 };
            expected.push((before, sign * score, 1.0));
        }
    }
    assert_eq!(found, expected);
    assert!((3..10).contains(&found.len()), "some moves are noisy, others are not");
}

#[test]
fn without_a_filter_proven_scores_label_their_positions() {
    let mut record = Record::parse(RECORD).unwrap();
    let before = positions(&record);
    let found = visited(&record, PositionFilter::None).unwrap();
    assert_eq!(
        found.iter().map(|(pos, ..)| pos).collect::<Vec<_>>(),
        before[2..].iter().map(|(pos, ..)| pos).collect::<Vec<_>>()
    );
    let last = |record: &Record| visited(record, PositionFilter::None).unwrap().pop().unwrap();
    let is_first = before[12].0.side_to_move() == Side::First;
    for (end, is_won) in [("win in 1", true), ("win", true), ("loss", false), ("loss in 4", false)] {
        *record.scores.last_mut().unwrap() = MoveScore::Known(end.into());
        // The proof counts, whatever the result of the game.
        for result in [GameResult::First, GameResult::Second, GameResult::Draw] {
            record.result = result;
            let (_, score, result) = last(&record);
            let expected = if is_won == is_first { (f32::INFINITY, 1.0) } else { (f32::NEG_INFINITY, 0.0) };
            assert_eq!((score, result), expected, "{end}");
        }
    }
    *record.scores.last_mut().unwrap() = MoveScore::None;
    assert_eq!(last(&record).0, before[11].0, "a move without a search is no sample");
}

#[test]
fn a_record_that_does_not_fit_is_refused() {
    let record = Record::parse(RECORD).unwrap();
    let message = |change: &dyn Fn(&mut Record)| {
        let mut record = record.clone();
        change(&mut record);
        visited(&record, PositionFilter::Quiet).unwrap_err().to_string()
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
    let khet = Start::default().state::<Khet>().unwrap();
    assert!(visit_game(&record, &*khet, PositionFilter::None, |_, _| ()).is_err());
}

#[test]
fn a_result_decays_with_the_plies_to_the_end() {
    let record = Record::parse(RECORD).unwrap();
    let like = Start::default().state::<Kalah>().unwrap();
    let mut labels = Vec::new();
    visit_game(&record, &*like, PositionFilter::None, |_, label| labels.push(label)).unwrap();
    // Eleven searched moves, of which the last wins by proof.
    let plies: Vec<usize> = labels.iter().map(|label| label.plies).collect();
    assert_eq!(plies, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 0]);
    for label in labels {
        let share = f64::from(label.decayed(5.0).result - 0.5);
        assert!((share - 0.5 * 0.5_f64.powf(label.plies as f64 / 5.0)).abs() < 1e-6, "{label:?}");
        let lost = PositionLabel { result: 0.0, ..label };
        assert!((f64::from(lost.decayed(5.0).result - 0.5) + share).abs() < 1e-6, "{label:?}");
        let drawn = PositionLabel { result: 0.5, ..label };
        assert_eq!(drawn.decayed(5.0), drawn);
    }
}
