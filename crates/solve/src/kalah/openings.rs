//! Exact values of the first plies of Kalah(6,4), which the library includes.
//!
//! The positions are not stored, because they follow from the values. The tree is complete for [`COMPLETE`] plies. Then
//! it follows best moves for [`PLIES`] plies in all, and has every move of each position on the way. A file has one byte
//! for each position: its further store difference for the side to move, in the order in which [`openings`] meets the
//! positions. The beginning of a file is also a file, so that work of hours can be interrupted.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use plyground_game::{Position, Side};
use plyground_kalah::{Capture, End, House, Kalah, KalahRules};

use super::houses::{After, Board, Houses};
use super::{lead, split};
use crate::{ExactMove, TableError, Tables};

/// Tables of the first plies, whose values the library includes: the book of an agent.
///
/// ```
/// use plyground_game::Game;
/// use plyground_kalah::Kalah;
/// use plyground_search::{Agent, Job, RandomAgent};
/// use plyground_solve::{TableAgent, kalah::OpeningBook};
///
/// let mut agent = TableAgent::with_book(Box::new(RandomAgent::new(1)), || Box::new(OpeningBook));
/// let game = Game::<Kalah>::new(&"6x4".parse()?, &"standard".parse()?);
/// // The value published in 2011.
/// assert_eq!(agent.move_for(&game, &Job::default())?.score.value(), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OpeningBook;

impl Tables<Kalah> for OpeningBook {
    fn moves(&self, pos: &Kalah) -> Result<Option<Vec<ExactMove<House>>>, TableError> {
        Ok(moves(pos))
    }
}

/// Number of plies of which all positions have values.
const COMPLETE: usize = 2;
/// Number of plies after which no position has a value.
const PLIES: usize = 10;

const HOUSES: usize = 6;
/// Houses of the start.
const START: Houses = Houses { own: 0x0404_0404_0404, other: 0x0404_0404_0404 };

/// Positions with their further store differences for the side to move.
type Known = HashMap<Houses, i8>;

/// Returns the values that the library includes; `None` for most boards and rules.
pub(super) fn included(houses: usize, rules: &KalahRules) -> Option<&'static Known> {
    static STANDARD: LazyLock<Known> =
        LazyLock::new(|| read(Capture::Standard, include_bytes!("../../books/openings-6x4-standard.bin")));
    static EMPTY: LazyLock<Known> =
        LazyLock::new(|| read(Capture::Empty, include_bytes!("../../books/openings-6x4-empty-capture.bin")));
    match (houses, rules.capture, rules.end) {
        (HOUSES, Capture::Standard, End::Either) => Some(&STANDARD),
        (HOUSES, Capture::Empty, End::Either) => Some(&EMPTY),
        _ => None,
    }
}

/// Returns the final store difference for the side to move, if the library includes it.
pub(super) fn value(pos: &Kalah) -> Option<i32> {
    let rules = pos.rules();
    let known = included(pos.houses(), &rules).filter(|_| !rules.majority)?;
    Some(lead(pos) + i32::from(*known.get(&split(pos)?)?))
}

/// Returns the value of each legal move for the side that makes it, if the library includes all of them.
pub(super) fn moves(pos: &Kalah) -> Option<Vec<ExactMove<House>>> {
    let of_move = |&mv| {
        let after = pos.after(mv);
        let side = pos.side_to_move();
        let value = after.final_margin(after.side_to_move()).or_else(|| value(&after))?;
        Some(ExactMove::by_margin(mv, if after.side_to_move() == side { value } else { -value }))
    };
    pos.legal_moves().iter().rev().map(of_move).collect()
}

fn read(capture: Capture, bytes: &[u8]) -> Known {
    let mut values = bytes.iter().map(|byte| byte.cast_signed());
    walk(capture, |_| values.next())
}

/// Visits the positions whose values the library includes, or a longer file would have, in its order. They have empty
/// stores, and South is to move. `value` returns the final store difference for South, or `None` to end the visit.
/// Returns the number of positions.
///
/// ```
/// use plyground_kalah::Capture;
/// use plyground_solve::kalah::openings;
///
/// let mut seen = Vec::new();
/// openings(Capture::Standard, |pos| {
///     seen.push(pos.to_string());
///     (seen.len() < 3).then_some(0)
/// });
/// assert_eq!(seen[0], "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S");
/// assert_eq!(seen.len(), 3);
/// ```
pub fn openings(capture: Capture, mut value: impl FnMut(&Kalah) -> Option<i8>) -> usize {
    let rules = KalahRules { capture, ..KalahRules::default() };
    let side = |houses: u64| houses.to_le_bytes()[..HOUSES].iter().map(|&seeds| u16::from(seeds)).collect::<Vec<_>>();
    walk(capture, |Houses { own, other }| {
        let parts = [side(own), side(other)];
        value(&Kalah::from_parts([&parts[0], &parts[1]], [0; 2], Side::First, &rules)?)
    })
    .len()
}

/// Returns the positions and their values until `value` has none for a position.
fn walk(capture: Capture, mut value: impl FnMut(Houses) -> Option<i8>) -> Known {
    let board = Board::new(HOUSES, &KalahRules { capture, ..KalahRules::default() });
    let (mut known, mut followed) = (Known::default(), HashSet::from([START]));
    let mut level = vec![START];
    known.extend(value(START).map(|start| (START, start)));
    for ply in 1..=PLIES {
        let mut next = Vec::new();
        for &houses in &level {
            let Some(&best) = known.get(&houses) else { return known };
            for house in (0..HOUSES).filter(|&house| houses.own_house(house) > 0) {
                let After::On { houses: after, gained, again } = board.after(houses, house) else { continue };
                let further = match known.get(&after).copied().or_else(|| value(after)) {
                    Some(further) => further,
                    None => return known,
                };
                known.insert(after, further);
                let further = i32::from(further);
                let of_move = if again { gained + further } else { gained - further };
                if (ply < COMPLETE || of_move == i32::from(best)) && followed.insert(after) {
                    next.push(after);
                }
            }
        }
        level = next;
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of a position is the best of its moves, and values have the parity of the seeds.
    #[test]
    fn included_values_agree_with_each_other() {
        for capture in [Capture::Standard, Capture::Empty] {
            let rules = KalahRules { capture, ..KalahRules::default() };
            let (board, known) = (Board::new(HOUSES, &rules), included(HOUSES, &rules).unwrap());
            let mut compared = 0;
            for (&houses, &value) in known {
                assert_eq!((i32::from(value) + houses.seeds() as i32) % 2, 0, "{houses:?}");
                let moves = (0..HOUSES).filter(|&house| houses.own_house(house) > 0);
                let values: Option<Vec<i32>> = moves
                    .map(|house| match board.after(houses, house) {
                        After::Over(value) => Some(value),
                        After::On { houses, gained, again } => {
                            let further = i32::from(*known.get(&houses)?);
                            Some(if again { gained + further } else { gained - further })
                        }
                    })
                    .collect();
                if let Some(values) = values {
                    assert_eq!(values.into_iter().max(), Some(i32::from(value)), "{houses:?}");
                    compared += 1;
                }
            }
            assert!(compared > 0, "{compared} of {}", known.len());
        }
        // The values published in 2011 and 2000.
        let start = |name: &str| included(HOUSES, &name.parse().unwrap()).unwrap()[&START];
        assert_eq!((start("standard"), start("empty-capture")), (8, 10));
        assert!(included(5, &KalahRules::default()).is_none() && included(6, &"kalaha".parse().unwrap()).is_none());
    }

    #[test]
    fn the_beginning_of_a_file_is_a_file() {
        let known = included(HOUSES, &KalahRules::default()).unwrap();
        let mut bytes = Vec::new();
        walk(Capture::Standard, |houses| {
            known.get(&houses).inspect(|value| bytes.push(value.cast_unsigned())).copied()
        });
        assert_eq!(&read(Capture::Standard, &bytes), known);
        let few = read(Capture::Standard, &bytes[..4]);
        assert!(known.len() > 4 && few.len() == 4 && few.iter().all(|(houses, value)| known[houses] == *value));
        assert!(read(Capture::Standard, &[]).is_empty());
    }
}
