//! Compares Kalah's evaluations with the moves of the rules crate.
#![allow(clippy::unwrap_used)]

use plyground_eval::Features;
use plyground_eval::kalah::{ByMargin, Finish, StoreDifference, StrongFeatures};
use plyground_game::random::Random;
use plyground_game::{Evaluate, Position, Score, Side, Term};
use plyground_kalah::{House, Kalah, KalahRules, Last};

fn games(mut look: impl FnMut(&[Kalah], &[House])) {
    let mut random = Random::new(3);
    for game in 0..600 {
        let (_, rules) = KalahRules::NAMED[game % 5];
        let setup = ["6x4", "6x6", "3x3", "12x9", "1x5", "4x11"][game % 6].parse().unwrap();
        let mut positions = vec![Kalah::new(&setup, &rules)];
        let mut moves = Vec::new();
        while let Some(pos) = positions.last() {
            let legal = pos.legal_moves();
            if legal.is_empty() || moves.len() == 200 {
                break;
            }
            let mv = legal[random.below(legal.len())];
            moves.push(mv);
            positions.push(pos.after(mv));
        }
        look(&positions, &moves);
    }
}

#[test]
fn no_later_difference_is_outside_of_the_bounds() {
    let by_margin = StoreDifference { finish: Finish::Margin };
    games(|positions, _| {
        for (place, pos) in positions.iter().enumerate() {
            for side in Side::ALL {
                if pos.outcome().is_some() {
                    continue;
                }
                let (least, most) = by_margin.bounds(pos, side).unwrap();
                assert_eq!(StoreDifference::default().bounds(pos, side), None);
                for later in &positions[place..] {
                    let value = match later.outcome() {
                        Some(outcome) => by_margin.finished(later, &(), outcome, side, 0),
                        None => by_margin.evaluate(later, &(), side),
                    };
                    assert!(least <= value && value <= most, "{value:?} after {pos} for {side:?}");
                }
            }
        }
    });
}

/// An evaluation with a fixed lead in seeds for every position.
struct Ahead(i32);

impl Evaluate<Kalah> for Ahead {
    type Path = ();

    fn scale(&self) -> u32 {
        100
    }

    fn evaluate(&self, pos: &Kalah, (): &(), side: Side) -> Score {
        Score::new(if side == pos.side_to_move() { self.0 } else { -self.0 })
    }

    fn explain(&self, _: &Kalah, (): &(), _: Side) -> Vec<Term> {
        let value = self.0.into();
        vec![Term { name: "ahead", value, weight: 1.0, power: 1.0, term: value }]
    }
}

#[test]
fn games_that_are_decided_are_worth_their_margins() {
    let margin = ByMargin::<Ahead>::margin;
    let (mut open, mut decided, mut finished) = (0, 0, 0);
    games(|positions, _| {
        for pos in positions {
            let side = pos.side_to_move();
            let lead = i32::from(pos.store(side)) - i32::from(pos.store(!side));
            let left = i32::from(pos.total()) - i32::from(pos.store(side)) - i32::from(pos.store(!side));
            if let Some(outcome) = pos.outcome() {
                let value = ByMargin(Ahead(3)).finished(pos, &(), outcome, side, 0);
                assert_eq!(margin(value).or((value == Score::ZERO).then_some(0)), pos.final_margin(side), "{pos}");
                finished += 1;
                continue;
            }
            for ahead in [0, 1, -1, 4, -6, 1_000_000_000, -1_000_000_000] {
                let by_margin = ByMargin(Ahead(ahead));
                let value = by_margin.evaluate(pos, &(), side);
                if lead - left > 0 || lead + left < 0 {
                    // At most half of the remaining seeds.
                    let more = if ahead.abs() <= left { ahead / 2 } else { ahead.signum() * (left / 2) };
                    assert_eq!(margin(value), Some(lead + more), "{ahead} in {pos}");
                    // Above every position that is not won, or below every position that is not lost.
                    assert!(value.value() * lead.signum() > 50_000_000, "{value} of {pos}");
                    let bounds = by_margin.bounds(pos, side).map(|(least, most)| (margin(least), margin(most)));
                    assert_eq!(bounds, Some((Some(lead - left), Some(lead + left))), "{pos}");
                    assert_eq!(by_margin.explain(pos, &(), side), [], "it is no sum any more");
                    decided += 1;
                } else {
                    assert_eq!(margin(value), None, "{ahead} in {pos}");
                    assert_eq!(value.value(), ahead.clamp(-50_000_000, 50_000_000));
                    assert_eq!(by_margin.bounds(pos, side), None, "{pos}");
                    assert_eq!(by_margin.explain(pos, &(), side).len(), 1);
                    open += 1;
                }
            }
        }
    });
    assert!(open > 10_000 && decided > 5_000 && finished > 100, "{open} {decided} {finished}");
    assert_eq!(Evaluate::scale(&ByMargin(Ahead(0))), 100);
}

/// Features are own minus the opponent's: stores, seeds, filled houses, the fullest house, and the results of the rules' sowings.
#[test]
fn features_are_differences_of_what_they_are_called() {
    games(|positions, _| {
        for pos in positions.iter().filter(|pos| pos.outcome().is_none()).step_by(3) {
            let houses =
                |side| (1..=pos.houses()).filter_map(House::new).map(move |house| i32::from(pos.seeds(side, house)));
            let [first, second] = Side::ALL.map(|side| {
                let text = pos.to_string();
                let letter = if side == Side::First { "S" } else { "N" };
                let to_move = format!("{} {letter}", text.rsplit_once(' ').unwrap().0);
                // Rules that end the game if this side cannot move have no sowings to report.
                let to_move = Kalah::parse(&to_move, &pos.rules()).unwrap();
                let sowings: Vec<_> = to_move.legal_moves().into_iter().map(|mv| to_move.sowing(mv)).collect();
                [
                    i32::from(pos.store(side)),
                    houses(side).sum(),
                    houses(side).filter(|&seeds| seeds > 0).count() as i32,
                    houses(side).max().unwrap(),
                    sowings.iter().filter(|sowing| sowing.last == Last::Store).count() as i32,
                    sowings.iter().map(|sowing| i32::from(sowing.captured.saturating_sub(1))).sum(),
                ]
            });
            let expected: Vec<i32> = first.iter().zip(second).map(|(own, other)| own - other).collect();
            assert_eq!(StrongFeatures::measure(pos, Side::First)[..6], expected, "{pos}");
            let terms = StoreDifference::default().explain(pos, &(), Side::Second);
            let terms: Vec<(&str, f64)> = terms.iter().map(|term| (term.name, term.term)).collect();
            assert_eq!(terms, [("own_store", second[0].into()), ("opponent_store", (-first[0]).into())]);
        }
    });
}

#[test]
fn chances_are_what_the_sowings_of_the_side_to_move_tell() {
    let place = |name| StrongFeatures::INFO.iter().position(|info| info.name == name).unwrap();
    let (turn_now, capture_now) = (place("extra_turn_now"), place("capture_now"));
    let mut captures = 0;
    games(|positions, _| {
        for pos in positions.iter().filter(|pos| pos.outcome().is_none()) {
            let sowings: Vec<_> = pos.legal_moves().into_iter().map(|mv| pos.sowing(mv)).collect();
            let values = StrongFeatures::measure(pos, pos.side_to_move());
            let best = sowings.iter().map(|sowing| i32::from(sowing.captured.saturating_sub(1))).max().unwrap();
            let again = sowings.iter().any(|sowing| sowing.last == Last::Store);
            assert_eq!((values[turn_now], values[capture_now]), (i32::from(again), best), "{pos}");
            captures += best;
        }
    });
    assert!(captures > 1000, "{captures}");
}
