//! Compares the short search of `capture_steps` with the rules crate, on the reduced board.
#![allow(clippy::unwrap_used)]

use plyground_game::random::Random;
use plyground_game::{Position, Side};
use plyground_khet::{Khet, KhetRules, KhetSetup, Kind, Square};
use plyground_reports::khet::{beam_distance, capture_steps};

/// Returns the board with the pieces of `side`, the other pharaoh and the other sphinx, which stops every beam. `side` is to
/// move.
fn stripped(pos: &Khet, side: Side) -> Khet {
    let mut ranks = Vec::new();
    for rank in (0..8).rev() {
        let mut text = String::new();
        for file in 0..10 {
            let piece = pos
                .piece(Square::new(file, rank).unwrap())
                .filter(|piece| piece.side() == side || matches!(piece.kind(), Kind::Pharaoh | Kind::Sphinx));
            let Some(piece) = piece else {
                text.push('1');
                continue;
            };
            let letter = piece.kind().letter();
            text.push(if piece.side() == Side::First { letter } else { letter.to_ascii_lowercase() });
            if piece.kind() != Kind::Pharaoh {
                text += &(piece.facing().index() + 1).to_string();
            }
        }
        ranks.push(text);
    }
    let text = format!("{} {}", ranks.join("/"), side.index());
    Khet::parse(&text, &KhetRules::OFFICIAL).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn takes_the_pharaoh(pos: &Khet) -> bool {
    let side = pos.side_to_move();
    pos.legal_moves()
        .into_iter()
        .any(|mv| pos.hit(mv).is_some_and(|hit| hit.piece.side() != side && hit.piece.kind() == Kind::Pharaoh))
}

#[test]
fn steps_are_those_of_the_rules_on_the_stripped_board() {
    let mut random = Random::new(11);
    let mut seen = [0; 4];
    for game in 0..45 {
        let setup = [KhetSetup::Classic, KhetSetup::Imhotep, KhetSetup::Dynasty][game % 3];
        let mut pos = Khet::new(&setup, &KhetRules::OFFICIAL);
        for ply in 0..48 {
            let moves = pos.legal_moves();
            if moves.is_empty() {
                break;
            }
            if ply % 16 == 15 {
                for side in Side::ALL {
                    let bare = stripped(&pos, side);
                    let expected = if takes_the_pharaoh(&bare) {
                        1
                    } else if bare.legal_moves().into_iter().any(|mv| {
                        let after = bare.after(mv);
                        after.outcome().is_none() && takes_the_pharaoh(&stripped(&after, side))
                    }) {
                        2
                    } else {
                        3
                    };
                    assert_eq!(capture_steps(&pos, side), expected, "{pos} for {side:?}");
                    seen[expected as usize] += 1;
                }
            }
            pos.play_unchecked(moves[random.below(moves.len())]);
        }
    }
    assert!(seen[1..].iter().all(|&count| count > 5), "{seen:?}");
}

#[test]
fn a_beam_at_the_pharaoh_is_no_distance_away() {
    // Silver's laser goes up file j and is turned west along the eighth rank, where red's pharaoh stands.
    let pos = Khet::parse("x33k4P3///////5K3X1 0", &KhetRules::OFFICIAL).unwrap();
    assert_eq!((beam_distance(&pos, Side::First), capture_steps(&pos, Side::First)), (0, 1));
    // Red's looks down file a, five files and no rank from f1.
    assert_eq!(beam_distance(&pos, Side::Second), 5);
}
