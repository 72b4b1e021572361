//! Notation: `T..TT.................. 15 g` for positions; `@7`, `3-9` and `3x15` for moves.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use plyground_game::Side;
use plyground_game::notation::{Fault, ParseMoveError, ParsePositionError, Reader};

use crate::{GOATS, Point, PointSet, TIGERS, Tigers, TigersMove, TigersRules};

impl fmt::Display for Tigers {
    /// Writes the points, the number of goats outside and the side to move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;
        for point in Point::ALL {
            f.write_char(match (self.tigers().contains(point), self.goats().contains(point)) {
                (true, _) => 'T',
                (_, true) => 'G',
                _ => '.',
            })?;
        }
        write!(f, " {} {}", self.outside(), if self.tigers_to_move() { 't' } else { 'g' })
    }
}

impl Tigers {
    /// Parses a position. Returns an error if the pieces are not an arrangement of this game.
    pub(crate) fn read(text: &str, rules: &TigersRules) -> Result<Tigers, ParsePositionError> {
        let mut reader = Reader::new(text);
        let (mut tigers, mut goats) = (PointSet::EMPTY, PointSet::EMPTY);
        for point in Point::ALL {
            match reader.peek() {
                Some('T') if tigers.len() == u32::from(TIGERS) => {
                    return Err(Fault {
                        found: "a fourth tiger".into(),
                        ..reader.fault(format!("`G` or `.` for point {point}: there are exactly three tigers"))
                    }
                    .into());
                }
                Some('G') if goats.len() == u32::from(GOATS) => {
                    return Err(Fault {
                        found: "a sixteenth goat".into(),
                        ..reader.fault(format!("`T` or `.` for point {point}: there are at most fifteen goats"))
                    }
                    .into());
                }
                Some('T') => tigers |= point.set(),
                Some('G') => goats |= point.set(),
                Some('.') => {}
                _ => return Err(reader.fault(format!("`T`, `G` or `.` for point {point} of 0 to 22")).into()),
            }
            reader.next_char();
        }
        if tigers.len() < u32::from(TIGERS) {
            let found = match tigers.len() {
                0 => "no tiger".into(),
                1 => "one tiger".into(),
                count => format!("{count} tigers"),
            };
            return Err(Fault { found, ..reader.fault("exactly three tigers on the 23 points") }.into());
        }
        reader.expect(" ")?;
        let most = u32::from(GOATS) - goats.len();
        let what = match goats.len() {
            0 => "a number of goats outside".into(),
            standing => format!("a number of goats outside, with {standing} on the board"),
        };
        let outside = reader.number(&what, 0..=most)? as u8;
        reader.expect(" ")?;
        let side = if reader.take("g") {
            Side::First
        } else if reader.take("t") {
            Side::Second
        } else {
            return Err(reader.fault("the side to move, `g` or `t`").into());
        };
        reader.end()?;
        let whole = |error: crate::ArrangementError| Fault::whole(text, error.to_string(), "a position");
        Ok(Tigers::from_parts(tigers, goats, outside, side, rules).map_err(whole)?)
    }
}

impl TigersMove {
    /// Parses a move that is legal in at least one position.
    pub(crate) fn read(text: &str) -> Result<TigersMove, ParseMoveError> {
        let mut reader = Reader::new(text);
        if reader.take("@") {
            let point = read_point(&mut reader)?;
            reader.end()?;
            return Ok(TigersMove::place(point));
        }
        if !reader.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Err(reader.fault("`@7`, `3-9` or `3x15`").into());
        }
        let from = read_point(&mut reader)?;
        let jumps = reader.take("x");
        if !jumps && !reader.take("-") {
            return Err(reader.fault("`-` for a step or `x` for a jump").into());
        }
        let target = reader.clone();
        let to = read_point(&mut reader)?;
        reader.end()?;
        let (mv, what, ends): (_, _, PointSet) = if jumps {
            let ends = from.jumps().iter().map(|jump| jump.to).collect();
            (TigersMove::jump(from, to), "a point two on in a straight line from", ends)
        } else {
            (TigersMove::step(from, to), "a neighbour of", from.neighbours())
        };
        mv.ok_or_else(|| {
            let ends: Vec<String> = ends.into_iter().map(|end| end.to_string()).collect();
            let fault = target.fault(format!("{what} {from}: {}", ends.join(", ")));
            Fault { found: format!("`{to}`"), ..fault }.into()
        })
    }
}

fn read_point(reader: &mut Reader<'_>) -> Result<Point, Fault> {
    let number = reader.number("a point", 0..=Point::COUNT as u32 - 1)?;
    Ok(Point::ALL[number as usize])
}
