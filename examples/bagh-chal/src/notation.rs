//! The notation: `T3T/5/5/5/T3T g 20 0` for positions, `c3`, `a1-b2` and `a1xc3` for moves.

use std::fmt;

use plyground::game::Side;
use plyground::game::notation::{Fault, Reader};

use crate::board::{GOATS, Point, Points, TIGERS};
use crate::moves::BaghChalMove;
use crate::position::BaghChal;
use crate::rules::BaghChalRules;

impl fmt::Display for BaghChal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..5).rev() {
            let mut run = 0;
            for file in 0..5 {
                let bit = 1 << (5 * rank + file);
                let piece = if self.tigers.0 & bit != 0 {
                    "T"
                } else if self.goats.0 & bit != 0 {
                    "G"
                } else {
                    run += 1;
                    continue;
                };
                if run > 0 {
                    write!(f, "{run}")?;
                }
                run = 0;
                f.write_str(piece)?;
            }
            if run > 0 {
                write!(f, "{run}")?;
            }
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        let side = if self.side == Side::First { "g" } else { "t" };
        write!(f, "{side} {} {}", self.in_hand, self.captured())
    }
}

impl BaghChal {
    /// Reads a position and rejects one with another number of pieces.
    pub(crate) fn read(text: &str, rules: &BaghChalRules) -> Result<BaghChal, Fault> {
        let mut reader = Reader::new(text);
        let (mut tigers, mut goats) = (Points(0), Points(0));
        for rank in (0..5).rev() {
            read_rank(&mut reader, rank, &mut tigers, &mut goats)?;
            reader.expect(if rank > 0 { "/" } else { " " })?;
        }
        let side = if reader.take("g") {
            Side::First
        } else if reader.take("t") {
            Side::Second
        } else {
            return Err(reader.fault("the side to move, `g` or `t`"));
        };
        reader.expect(" ")?;
        let in_hand = reader.number("the goats in hand", 0..=u32::from(GOATS))?;
        reader.expect(" ")?;
        let captured = reader.number("the captured goats", 0..=u32::from(rules.captures()))?;
        reader.end()?;
        if tigers.len() != u32::from(TIGERS) {
            return Err(Fault::whole(text, format!("{} tigers", tigers.len()), "exactly 4"));
        }
        let all = goats.len() + in_hand + captured;
        if all != u32::from(GOATS) {
            let found = format!("{} goats on the board, {in_hand} in hand, {captured} captured", goats.len());
            return Err(Fault::whole(text, found, "20 in all"));
        }
        let position = BaghChal::from_parts(tigers, goats, in_hand as u8, side, rules);
        Ok(position.expect("the numbers of pieces were checked"))
    }
}

/// Reads the five points of a rank.
fn read_rank(reader: &mut Reader<'_>, rank: usize, tigers: &mut Points, goats: &mut Points) -> Result<(), Fault> {
    let mut file = 0;
    let mut after_run = false;
    while file < 5 {
        let bit = 1 << (5 * rank + file);
        let run = reader.peek().and_then(|letter| letter.to_digit(10)).map(|digit| digit as usize);
        match (reader.peek(), run) {
            (Some('T'), _) => tigers.0 |= bit,
            (Some('G'), _) => goats.0 |= bit,
            (_, Some(run)) if !after_run && (1..=5 - file).contains(&run) => file += run - 1,
            _ => {
                let runs = if after_run { String::new() } else { format!(", or 1 to {} empty points", 5 - file) };
                return Err(reader.fault(format!("`T` or `G`{runs} in rank {}", rank + 1)));
            }
        }
        after_run = run.is_some();
        reader.next_char();
        file += 1;
    }
    Ok(())
}

impl BaghChalMove {
    /// Reads a move that some position could have: `c3`, `a1-b2`, `a1xc3`, and also `a1b2` and `a1c3`.
    pub(crate) fn read(text: &str) -> Result<BaghChalMove, Fault> {
        let mut reader = Reader::new(text);
        let from = read_point(&mut reader)?;
        if reader.rest().is_empty() {
            return Ok(BaghChalMove::place(from));
        }
        let (step, jump) = (reader.take("-"), reader.take("x"));
        let target = reader.clone();
        let to = read_point(&mut reader)?;
        reader.end()?;
        let found = match (step, jump) {
            (true, _) => BaghChalMove::step(from, to),
            (_, true) => BaghChalMove::jump(from, to),
            _ => BaghChalMove::step(from, to).or(BaghChalMove::jump(from, to)),
        };
        let expected = match (step, jump) {
            (true, _) => "a neighbour of",
            (_, true) => "a point two lines away in a straight line from",
            _ => "a neighbour, or a point two lines away, of",
        };
        found.ok_or_else(|| Fault { found: format!("`{to}`"), ..target.fault(format!("{expected} {from}")) })
    }
}

fn read_point(reader: &mut Reader<'_>) -> Result<Point, Fault> {
    let fault = reader.fault("a point, `a1` to `e5`");
    let mut coordinate = |first: char| {
        let place = (reader.next_char()? as usize).checked_sub(first as usize)?;
        (place < 5).then_some(place)
    };
    let point = coordinate('a').zip(coordinate('1')).and_then(|(file, rank)| Point::at(file, rank));
    point.ok_or(fault)
}
