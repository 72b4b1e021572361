//! Text notation of positions and moves. A position is the board of the Kalah Game Protocol, followed by the side to
//! move: `<m,S,N,s1,..,sm,n1,..,nm> S`.

use alloc::format;
use alloc::vec::Vec;
use core::fmt;

use plyground_game::notation::{Fault, ParseMoveError, ParsePositionError, Reader};
use plyground_game::{Position, Side};

use crate::moves::House;
use crate::position::Kalah;
use crate::rules::KalahRules;
use crate::{MAX_HOUSES, MAX_SEEDS};

impl Kalah {
    /// Parses a position.
    pub(crate) fn read(text: &str, rules: &KalahRules) -> Result<Kalah, ParsePositionError> {
        let mut reader = Reader::new(text);
        reader.expect("<")?;
        let m = reader.number("houses a side", 1..=MAX_HOUSES as u32)? as usize;
        // The numbers are both stores and then both rows; `what` names each of them in an error message.
        let mut numbers = Vec::with_capacity(2 + 2 * m);
        for index in 0..2 + 2 * m {
            reader.expect(",")?;
            let what = match index {
                0 => "the seeds in South's store".into(),
                1 => "the seeds in North's store".into(),
                _ if index < 2 + m => format!("the seeds in South's house {}", index - 1),
                _ => format!("the seeds in North's house {}", index - 1 - m),
            };
            numbers.push(reader.number(&what, 0..=MAX_SEEDS)? as u16);
        }
        reader.expect(">")?;
        reader.expect(" ")?;
        let side = match reader.peek() {
            Some('S') => Side::First,
            Some('N') => Side::Second,
            _ => return Err(reader.fault("the side to move, `S` or `N`").into()),
        };
        reader.next_char();
        reader.end()?;
        let (stores, rows) = numbers.split_at(2);
        let (south, north) = rows.split_at(m);
        let total: u32 = numbers.iter().map(|&seeds| u32::from(seeds)).sum();
        Kalah::from_parts([south, north], [stores[0], stores[1]], side, rules)
            .ok_or_else(|| Fault::whole(text, format!("{total} seeds"), format!("at most {MAX_SEEDS} seeds")).into())
    }

    /// Parses the number of a house of this board.
    pub(crate) fn read_house(&self, text: &str) -> Result<House, ParseMoveError> {
        let mut reader = Reader::new(text);
        let number = reader.number("the number of a house", 1..=self.houses() as u32)?;
        reader.end()?;
        House::new(number as usize).ok_or_else(|| reader.fault("the number of a house").into())
    }
}

impl fmt::Display for Kalah {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{},{},{}", self.houses(), self.store(Side::First), self.store(Side::Second))?;
        for side in Side::ALL {
            for lane in 0..self.houses() {
                write!(f, ",{}", self.seeds(side, House::from_index(lane)))?;
            }
        }
        write!(f, "> {}", if self.side_to_move() == Side::First { 'S' } else { 'N' })
    }
}
