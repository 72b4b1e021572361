//! The pieces of a scene restore its position.
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

/// Plays random games and checks that each position is restored from its pieces, at least as far as it is drawn.
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
            assert_eq!(pos.problem(&pieces(&pos), pos.side_to_move(), &numbers), None, "{pos}");
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

/// The message names pieces and places instead of columns of a text.
#[test]
fn impossible_positions_are_explained_in_sentences() {
    fn explained<P: Arranged>(pos: &P, change: impl Fn(&mut Vec<Placed>), numbers: &[u32]) -> String {
        let mut pieces = pieces(pos);
        change(&mut pieces);
        let text = pos.arranged(&pieces, pos.side_to_move(), numbers);
        assert!(P::parse(&text, &P::Rules::default()).is_err(), "{text} is a position");
        pos.problem(&pieces, pos.side_to_move(), numbers).unwrap()
    }
    let put = |on: &str, shape: &str, side| {
        let piece = Placed { on: on.into(), shape: shape.into(), side, turn: 0, count: None };
        move |pieces: &mut Vec<Placed>| {
            pieces.retain(|other| other.on != piece.on);
            pieces.push(piece.clone());
        }
    };
    let khet = Khet::default();
    let without = |on: &'static str| move |pieces: &mut Vec<Placed>| pieces.retain(|piece| piece.on != on);
    let facing = |pieces: &mut Vec<Placed>| {
        pieces.iter_mut().filter(|piece| piece.on == "a8").for_each(|piece| piece.turn = 0);
    };
    assert_eq!(explained(&khet, without("j1"), &[]), "The sphinx of silver must stand on j1.");
    assert_eq!(explained(&khet, put("e5", "sphinx", 1), &[]), "The sphinx of red stands on a8 only.");
    assert_eq!(explained(&khet, facing, &[]), "The sphinx of red must face south or east.");
    assert_eq!(explained(&khet, put("e6", "pharaoh", 1), &[]), "The box holds 1 red pharaoh, and there are 2.");
    assert_eq!(explained(&khet, put("e6", "pyramid", 0), &[]), "The box holds 7 silver pyramids, and there are 8.");
    let foreign = |pieces: &mut Vec<Placed>| {
        pieces.iter_mut().filter(|piece| piece.on == "d6").for_each(|piece| piece.on = "a6".into());
    };
    let reason = "The square a6 is for red only, and a silver pyramid stands there.";
    assert_eq!(explained(&khet, foreign, &[]), reason);
    let tigers = Tigers::default();
    let reason = "There are always three tigers on the board, and here are 2.";
    assert_eq!(explained(&tigers, without("0"), &[15]), reason);
    let reason = "There are fifteen goats at most, and here are 16: 1 on the board, 15 outside.";
    assert_eq!(explained(&tigers, put("9", "goat", 0), &[15]), reason);
    let kalah = Kalah::default();
    let full = |pieces: &mut Vec<Placed>| pieces.iter_mut().for_each(|piece| piece.count = Some(100));
    assert_eq!(explained(&kalah, full, &[]), "A board holds at most 1023 seeds, and here are 1400.");
}
