use plyground_game::zobrist::SplitMix64;
use plyground_khet::{Action, BeamEnd, KhetMove, KhetRules, KhetSetup};

use super::*;

/// Positions of random games.
fn visit_random(mut look: impl FnMut(&Khet)) {
    let mut random = SplitMix64::new(7);
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

#[test]
fn threats_are_the_turns_on_the_beam_that_take_a_piece() {
    let mut threats = 0;
    visit_random(|pos| {
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
        threats += aim.threats;
    });
    assert!(threats > 100, "{threats}");
}
