//! The fixtures of the rules, and the position queries for evaluations.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use plyground_game::{Game, Outcome, Position, SearchHints, Side, Symmetric};
use plyground_khet::{
    BeamEnd, Direction, Khet, KhetRules, KhetSetup, KhetSymmetry, Kind, Neighbour, Piece, Square, SquareSet,
};

fn read(text: &str) -> Khet {
    Khet::parse(text, &KhetRules::OFFICIAL).unwrap()
}

fn names(squares: impl IntoIterator<Item = Square>) -> String {
    squares.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_sphinx_fires_at_its_own_anubis() {
    let pos = Khet::default();
    let hit = pos.hit(pos.read_move("j1-").unwrap()).unwrap();
    assert_eq!(
        (hit.square.to_string().as_str(), hit.piece.side(), hit.piece.kind()),
        ("f1", Side::First, Kind::Anubis)
    );
    assert!(pos.is_irreversible(pos.read_move("j1-").unwrap()));
    assert!(!pos.is_irreversible(pos.read_move("h2h3").unwrap()));
    assert!(pos.read_move("j1+").is_err(), "silver's sphinx cannot look east");
}

#[test]
fn a_sketch_has_the_pieces_asked_for_and_the_sphinxes() {
    let pos = Khet::default();
    let pyramids = pos.pieces_of(Side::First, Kind::Pyramid);
    let sketch = pos.sketch(pyramids, Side::Second, &KhetRules::OFFICIAL);
    assert_eq!(sketch.pieces_of(Side::First, Kind::Pyramid), pyramids);
    assert_eq!(sketch.pieces(Side::First).len(), pyramids.len() + 1);
    assert_eq!(names(sketch.pieces(Side::Second).iter()), Square::sphinx(Side::Second).to_string());
    assert_eq!(sketch.side_to_move(), Side::Second);
}

#[test]
fn the_other_side_to_move_is_what_the_text_says_of_it() {
    for setup in KhetSetup::ALL {
        let pos = Khet::new(&setup, &KhetRules::OFFICIAL);
        let other = read(&format!("{} 1", pos.to_string().trim_end_matches(" 0")));
        assert_eq!(
            (pos.with_side_to_move(Side::Second), other.with_side_to_move(Side::First)),
            (other.clone(), pos.clone())
        );
        assert_eq!(
            (pos.with_side_to_move(Side::Second).key(), pos.with_side_to_move(Side::First).key()),
            (other.key(), pos.key())
        );
    }
}

#[test]
fn who_hits_the_own_pharaoh_loses() {
    let mut pos = Khet::new(&KhetSetup::Dynasty, &KhetRules::OFFICIAL);
    pos.play(pos.read_move("j3j2").unwrap()).unwrap();
    assert_eq!(pos.outcome(), Some(Outcome::Win(Side::Second)));
    assert_eq!(pos.pharaoh(Side::First), None);
    assert_eq!(pos.pharaoh_neighbours(Side::First), None);
    assert_eq!(Side::ALL.map(|side| pos.mobility(side)), [0, 0]);
}

#[test]
fn four_plies_lead_back_and_eight_are_a_deadheat() {
    let mut game = Game::<Khet>::new(&KhetSetup::Classic, &KhetRules::OFFICIAL);
    for round in [2, 3] {
        for mv in ["h2h3", "c7c6", "h3h2", "c6c7"] {
            assert_eq!(game.ending(), None);
            game.play_text(mv).unwrap();
        }
        assert_eq!(game.position(), game.start());
        assert_eq!(game.history().occurrences(), round);
    }
    assert_eq!(game.ending().unwrap().outcome, Outcome::Draw);
    assert!(game.play_text("h2h3").is_err());
}

/// A win on the board takes precedence over the ply limit.
#[test]
fn the_last_ply_may_still_win() {
    let rules = KhetRules { ply_limit: Some(1), ..KhetRules::OFFICIAL };
    let text = "x39///2k6P3////5K3X1 0";
    let mut game = Game::from_position(read(text), &rules);
    game.play_text("f1f2").unwrap();
    assert_eq!(game.ending().unwrap().outcome, Outcome::Win(Side::First));
    let mut game = Game::from_position(read(text), &rules);
    game.play_text("j1-").unwrap();
    assert_eq!(game.ending().unwrap().outcome, Outcome::Win(Side::Second), "silver's laser hits f1");
    let mut game = Game::from_position(read(text), &rules);
    game.play_text("j5j6").unwrap();
    assert_eq!(game.ending().unwrap().outcome, Outcome::Draw);
}

#[test]
fn positions_without_pharaohs_are_finished() {
    for (text, outcome) in [
        ("x39///////5K3X1 1", Outcome::Win(Side::First)),
        ("x37k1///////9X1 0", Outcome::Win(Side::Second)),
        ("x39///////9X1 0", Outcome::Draw),
    ] {
        let pos = read(text);
        assert_eq!(pos.outcome(), Some(outcome), "{text}");
        assert!(pos.legal_moves().is_empty() && pos.outcome_reason().is_some());
    }
}

#[test]
fn swaps_respect_reserved_squares() {
    // A scarab on the Ankh beside a red pyramid, which may not land there.
    let text = "x39/5k4///8p3S1///5K3X1 0";
    assert!(read(text).read_move("j4i4").is_err());
    let lax = Khet::parse(text, &KhetRules::LAX).unwrap();
    let after = lax.after(lax.read_move("j4i4").unwrap());
    assert_eq!(after.to_string(), "x39/5k4///8S1p3///5K3X1 1");
}

#[test]
fn beams_know_their_way() {
    let pos = Khet::default();
    let beam = pos.beam(Side::First);
    assert_eq!(names(beam.path.iter()), "j2 j3 h4 i4 j4 h5 i5 j5 j6 j7 j8");
    assert_eq!(names(beam.reflections.iter().map(|mirror| mirror.square)), "j4 h4 h5 j5");
    assert_eq!((beam.reflections[0].from, beam.reflections[0].to), (Direction::North, Direction::West));
    assert_eq!(beam.end, BeamEnd::Leaves(Square::new(9, 4).unwrap(), Direction::North));
    assert_eq!(beam.end.destroyed(), None);
    // An anubis that faces the laser.
    let beam = read("x39/5k4///9A3///5K3X1 0").beam(Side::First);
    assert_eq!(beam.end, BeamEnd::Absorbed(Square::new(9, 3).unwrap()));
    // The other sphinx.
    let beam = read("x28P3/5k4//////5K3X1 0").beam(Side::Second);
    assert_eq!(beam.end, BeamEnd::Absorbed(Square::SILVER_SPHINX));
    // A scarab that is struck on both sides.
    let beam = read("x39/5k4///2P21S24P3//2P11P45/5K3X1 0").beam(Side::First);
    assert_eq!(names(beam.reflections.iter().map(|mirror| mirror.square)), "j4 e4 e2 c2 c4 e4");
    assert_eq!(beam.end, BeamEnd::Leaves(Square::new(4, 3).unwrap(), Direction::North));
    assert_eq!(names(beam.path.iter()), "c2 d2 e2 j2 c3 e3 j3 c4 d4 e4 f4 g4 h4 i4 j4 e5 e6 e7 e8");
}

#[test]
fn the_beam_of_a_move_is_the_one_that_fires() {
    let pos = Khet::default();
    for mv in pos.legal_moves() {
        let beam = pos.beam_after(mv);
        assert_eq!(beam.end.destroyed(), pos.hit(mv).map(|hit| hit.square));
        if pos.hit(mv).is_none() {
            assert_eq!(pos.after(mv).beam(Side::First), beam, "{mv}");
        }
    }
}

#[test]
fn pharaohs_have_neighbours() {
    let pos = Khet::default();
    let anubis = Neighbour::Piece(Piece::new(Side::First, Kind::Anubis, Direction::North));
    assert_eq!(pos.pharaoh_neighbours(Side::First), Some([Neighbour::Empty, anubis, Neighbour::Edge, anubis]));
    assert_eq!(pos.pieces_of(Side::Second, Kind::Pyramid).len(), 7);
    assert_eq!(pos.pieces_of(Side::Second, Kind::Sphinx).iter().next(), Some(Square::RED_SPHINX));
    assert_eq!(pos.pieces(Side::First).len(), 13);
}

#[test]
fn squares_are_reserved_as_printed_on_the_board() {
    let reserved = |side| names(Square::all().filter(|square| square.reserved_for() == Some(side)));
    assert_eq!(reserved(Side::First), "b1 j1 j2 j3 j4 j5 j6 j7 b8 j8");
    assert_eq!(reserved(Side::Second), "a1 i1 a2 a3 a4 a5 a6 a7 a8 i8");
    assert_eq!(SquareSet::allowed(Side::First).len(), 70);
}

#[test]
fn the_set_ups_are_their_own_images() {
    for setup in KhetSetup::ALL {
        let pos = Khet::new(&setup, &KhetRules::EPAM);
        let image = pos.map(KhetSymmetry::HalfTurn);
        assert_eq!(image.side_to_move(), Side::Second);
        assert_eq!(image.to_string().split(' ').next(), pos.to_string().split(' ').next());
        assert_eq!(image.map(KhetSymmetry::HalfTurn), pos);
    }
}

#[test]
fn the_beam_is_drawn() {
    insta::assert_snapshot!(Khet::default().diagram_with_beam(Side::First));
    insta::assert_snapshot!(Khet::new(&KhetSetup::Dynasty, &KhetRules::OFFICIAL).diagram_with_beam(Side::Second));
}

#[test]
fn choice_is_the_mobility_of_one_side_times_that_of_the_other() {
    assert_eq!(Khet::default().choice(), 77 * 77);
    let few = read("x39/4k5///4P24P3//4A35/5K3X1 0");
    assert_eq!(Side::ALL.map(|side| few.mobility(side)), [31, 9]);
    assert_eq!(few.choice(), 31 * 9);
}

#[test]
fn hits_promise_what_the_piece_is_worth() {
    let pos = Khet::default();
    assert_eq!(pos.noisy_value(pos.read_move("j1-").unwrap()), -3, "its own anubis");
    assert_eq!(pos.noisy_value(pos.read_move("h2h3").unwrap()), 0, "nothing falls");
}

#[test]
fn only_moves_on_the_shot_parry_it() {
    assert_eq!(Khet::default().parries(), None, "silver can shoot no pharaoh");
    // Silver's pharaoh steps out of the beam, which e1 then turns to e5.
    let pos = read("x39///4k5////4P1K3X4 1");
    let parries = pos.parries().expect("a threat").into_iter().map(|mv| mv.to_string()).collect::<Vec<_>>();
    assert_eq!(parries.join(" "), "e5d4 e5e4 e5f4 e5d5 e5f5 e5d6 e5e6 e5f6", "all moves but the turn of the sphinx");
}
