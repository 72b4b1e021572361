use plyground_game::random::Random;
use plyground_khet::{Action, KhetMove, KhetRules, KhetSetup, Piece};

use super::*;

/// Visits the positions of random games.
fn visit_random(mut look: impl FnMut(&Khet)) {
    let mut random = Random::new(7);
    for game in 0..60 {
        let setup = [KhetSetup::Classic, KhetSetup::Imhotep, KhetSetup::Dynasty][game % 3];
        let mut pos = Khet::new(&setup, &KhetRules::OFFICIAL);
        for _ in 0..80 {
            let moves = pos.legal_moves();
            if moves.is_empty() {
                break;
            }
            look(&pos);
            pos.play_unchecked(moves[random.below(moves.len())]);
        }
    }
}

/// Visits boards with both boxes of pieces on random squares: their beams turn often and return to the same squares.
fn visit_scattered(mut look: impl FnMut(&Khet)) {
    let mut random = Random::new(17);
    for _ in 0..30_000 {
        let mut board = [const { None }; 80];
        for side in Side::ALL {
            board[Square::sphinx(side).index()] =
                Some(if side == Side::First { "X1".to_owned() } else { "x3".to_owned() });
            for kind in [Kind::Pharaoh, Kind::Scarab, Kind::Pyramid, Kind::Anubis] {
                for _ in 0..kind.in_box() {
                    let square = loop {
                        let square = random.below(80);
                        let allowed = Square::from_index(square).and_then(Square::reserved_for);
                        if board[square].is_none() && allowed.is_none_or(|owner| owner == side) {
                            break square;
                        }
                    };
                    let digit = match kind {
                        Kind::Pharaoh => String::new(),
                        Kind::Scarab => (1 + random.below(2)).to_string(),
                        Kind::Pyramid | Kind::Anubis | Kind::Sphinx => (1 + random.below(4)).to_string(),
                    };
                    let letter = kind.letter();
                    let letter = if side == Side::First { letter } else { letter.to_ascii_lowercase() };
                    board[square] = Some(format!("{letter}{digit}"));
                }
            }
        }
        let rank = |rank: &[Option<String>]| -> String {
            rank.iter().map(|piece| piece.clone().unwrap_or_else(|| "1".into())).collect()
        };
        let ranks: Vec<String> = board.chunks(10).rev().map(rank).collect();
        let text = format!("{} {}", ranks.join("/"), random.below(2));
        look(&Khet::parse(&text, &KhetRules::OFFICIAL).unwrap_or_else(|error| panic!("{text}: {error}")));
    }
}

#[test]
fn a_piece_struck_twice_is_turned_once() {
    let mut twice = 0;
    visit_scattered(|pos| {
        check_threats(pos);
        let beam = pos.beam(pos.side_to_move());
        let end = match beam.end {
            BeamEnd::Destroys(square) | BeamEnd::Absorbed(square) => Some(square),
            BeamEnd::Leaves(..) => None,
        };
        let squares: Vec<_> = beam.reflections.iter().map(|mirror| mirror.square).chain(end).collect();
        twice += u32::from((1..squares.len()).any(|place| squares[..place].contains(&squares[place])));
    });
    assert!(twice >= 5, "{twice}");
}

#[test]
fn beams_are_those_of_the_rules() {
    visit_random(|pos| {
        for side in Side::ALL {
            let (aim, beam) = (Aim::new(pos, side), pos.beam(side));
            assert_eq!(aim.path, beam.path.bits());
            let taken = match beam.end {
                BeamEnd::Destroys(square) => pos.piece(square).map(Piece::side),
                BeamEnd::Leaves(..) | BeamEnd::Absorbed(_) => None,
            };
            assert_eq!((aim.takes, aim.takes_own), (taken == Some(!side), taken == Some(side)), "{pos}");
        }
    });
}

/// Compares the threats of the side to move with its legal turns, and returns their number.
fn check_threats(pos: &Khet) -> i32 {
    let side = pos.side_to_move();
    let aim = Aim::new(pos, side);
    let way = pos.beam(side).path.bits() | 1 << Square::sphinx(side).index();
    let touches = |mv: &KhetMove| way >> mv.from().index() & 1 != 0;
    let taken = |kind: Option<Kind>| {
        let turns = pos.legal_moves().into_iter().filter(|mv| matches!(mv.action(), Action::Turn { .. }));
        let hits = turns.filter(touches).filter_map(|mv| pos.hit(mv)).filter(|hit| hit.piece.side() != side);
        hits.filter(|hit| kind.is_none_or(|kind| hit.piece.kind() == kind)).count() as i32
    };
    assert_eq!((aim.threats, aim.pharaoh_threats), (taken(None), taken(Some(Kind::Pharaoh))), "{pos}");
    aim.threats
}

#[test]
fn threats_are_the_turns_on_the_beam_that_take_a_piece() {
    let mut threats = 0;
    visit_random(|pos| threats += check_threats(pos));
    assert!(threats > 100, "{threats}");
}

/// Returns the squares in a direction up to the edge, nearest first.
fn ray(square: Square, direction: Direction) -> impl Iterator<Item = Square> {
    std::iter::successors(square.neighbour(direction), move |square| square.neighbour(direction))
}

#[test]
fn exposed_sides_and_open_lines_are_those_of_the_board() {
    visit_scattered(|pos| {
        let is_empty = |square: &Square| pos.piece(*square).is_none();
        for side in Side::ALL {
            let own = Square::all().filter_map(|square| Some((square, pos.piece(square)?)));
            let own = own.filter(|(_, piece)| piece.side() == side);
            let exposed =
                own.filter(|(_, piece)| matches!(piece.kind(), Kind::Pyramid | Kind::Anubis)).map(|(square, piece)| {
                    let bare =
                        Direction::ALL.into_iter().filter(|side| piece.strike(side.opposite()) == Effect::Destroyed);
                    bare.filter_map(|side| square.neighbour(side)).filter(is_empty).count() as i32
                });
            assert_eq!(exposed_sides(pos, side), exposed.sum::<i32>(), "{pos}");
            let pharaoh = pos.pharaoh(side).expect("the game goes on");
            let lines = Direction::ALL.map(|direction| ray(pharaoh, direction).take_while(is_empty).count() as i32);
            assert_eq!(open_lines(pos, side), lines.iter().sum::<i32>(), "{pos}");
        }
    });
}
