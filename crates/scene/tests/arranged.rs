//! What is drawn can be put up again: the pieces of a scene make the text of its position.
#![allow(clippy::unwrap_used)]

use plyground_cachex::Cachex;
use plyground_game::Position;
use plyground_game::random::Random;
use plyground_kalah::Kalah;
use plyground_khet::Khet;
use plyground_scene::{Arranged, Placed, scene_of};
use plyground_tigers::Tigers;

fn pieces<P: Arranged>(pos: &P) -> Vec<Placed> {
    let placed = |piece: plyground_scene::Piece| Placed {
        on: piece.on,
        shape: piece.shape.into(),
        side: piece.side,
        turn: piece.turn,
        count: piece.count,
    };
    scene_of(pos, None, false).pieces.into_iter().map(placed).collect()
}

/// Random games; every position comes back from its pieces, by what is drawn at least.
fn every_position<P: Arranged>(setup: &str) {
    let rules = P::Rules::default();
    let setup = setup.parse::<P::Setup>().unwrap_or_else(|_| panic!("{setup}"));
    let mut random = Random::new(1);
    for _ in 0..20 {
        let mut pos = P::new(&setup, &rules);
        while pos.outcome().is_none() {
            let numbers: Vec<u32> = pos.numbers().into_iter().map(|number| number.value).collect();
            let text = pos.arranged(&pieces(&pos), pos.side_to_move(), &numbers);
            let back = P::parse(&text, &rules).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!((pieces(&back), back.side_to_move()), (pieces(&pos), pos.side_to_move()), "{pos}");
            assert_eq!(back.numbers(), pos.numbers(), "{pos}");
            let moves = pos.legal_moves();
            pos.play_unchecked(moves[random.below(moves.len())]);
        }
    }
}

#[test]
fn positions_come_back_from_their_pieces() {
    every_position::<Kalah>("6x4");
    every_position::<Tigers>("standard");
    every_position::<Cachex>("5");
    every_position::<Khet>("classic");
}

#[test]
fn what_cannot_be_is_refused_with_its_reason() {
    let rules = Default::default();
    let pos = Tigers::new(&Default::default(), &rules);
    let text = pos.arranged(&pieces(&pos)[..2], pos.side_to_move(), &[15]);
    let error = Tigers::parse(&text, &rules).unwrap_err().to_string();
    assert!(error.contains("tigers") || error.contains('T'), "{error}");
}

#[test]
fn brushes_are_named_apart() {
    fn names<P: Arranged>() -> usize {
        let mut names: Vec<String> = P::brushes().into_iter().map(|brush| brush.name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), P::brushes().len());
        names.len()
    }
    assert_eq!([names::<Khet>(), names::<Kalah>(), names::<Tigers>(), names::<Cachex>()], [11, 4, 3, 3]);
}
