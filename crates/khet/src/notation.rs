//! The Khet string, the text of a position, which is read strictly and written canonically; and the parser of moves.
//!
//! A Khet string has ranks 8 to 1 joined by `/`, then the side to move. Pieces are letters (capitals silver) with a digit for the
//! facing, and runs of empty squares are digits. A rank may omit its trailing run. An impossible position is rejected: more
//! pieces than the box holds, a sphinx outside its corner or facing off the board, or a piece on a square reserved for the other
//! side. Fewer pieces are accepted. A missing pharaoh is accepted too: the game is over, and drawn if both are missing.
//!
//! ```
//! use plyground_game::Position;
//! use plyground_khet::{Khet, KhetRules};
//!
//! let read = |text| Khet::parse(text, &KhetRules::OFFICIAL);
//! let pos = read("x3/4k///2P3///5K3X1 1").unwrap();
//! assert_eq!(pos.to_string(), "x39/4k5///2P37///5K3X1 1");
//! assert_eq!(
//!     read("x3/4k///P39///5K3X1 1").unwrap_err().to_string(),
//!     "cannot read position `x3/4k///P39///5K3X1 1`: column 9: found `P`, \
//!      expected no silver piece on a4, which is reserved for red"
//! );
//! ```

use alloc::format;
use alloc::string::String;
use core::fmt;

use plyground_game::notation::{Fault, ParseMoveError, Reader};
use plyground_game::{Position, Side};

use crate::moves::KhetMove;
use crate::piece::{Kind, Piece};
use crate::position::Khet;
use crate::rules::{KhetRules, Switches};
use crate::square::{Direction, FILES, RANKS, Square};

impl Khet {
    /// Reads a position.
    pub(crate) fn read(text: &str, rules: &KhetRules) -> Result<Khet, Fault> {
        let mut reader = Reader::new(text);
        let mut pos = Khet::empty(Side::First, Switches::new(rules));
        for rank in (0..RANKS).rev() {
            pos.read_rank(&mut reader, rank)?;
            if rank > 0 && !reader.take("/") {
                let begun =
                    if reader.peek() == Some(' ') { format!("`/` and rank {rank}") } else { after_square("`/`") };
                return Err(reader.fault(begun));
            }
        }
        if !reader.take(" ") {
            return Err(reader.fault(after_square("a space and the side to move")));
        }
        let before = reader.clone();
        let side = match reader.next_char() {
            Some('0') => Side::First,
            Some('1') => Side::Second,
            _ => return Err(before.fault("`0` (silver to move) or `1` (red to move)")),
        };
        reader.end()?;
        // The side is read last, and it is part of the key.
        let mut whole = Khet::empty(side, pos.options);
        whole.copy_pieces(&pos);
        Ok(whole)
    }

    /// Reads one rank, up to its end or the first character that cannot belong to it.
    fn read_rank(&mut self, reader: &mut Reader<'_>, rank: usize) -> Result<(), Fault> {
        let mut file = 0;
        while let Some(next) = reader.peek() {
            let token = reader.clone();
            let full = || token.fault(format!("the end of rank {}, which has {FILES} squares", rank + 1));
            let first = file;
            let piece = match next {
                '1'..='9' => {
                    reader.next_char();
                    file += next as usize - '0' as usize;
                    None
                }
                _ => match Kind::from_letter(next) {
                    None => break,
                    Some(kind) => {
                        let square = Square::new(file, rank).ok_or_else(full)?;
                        file += 1;
                        reader.next_char();
                        Some((square, self.read_piece(&token, reader, kind, next, square)?))
                    }
                },
            };
            if file > FILES {
                return Err(full());
            }
            check_sphinx(&token, piece.map(|(_, piece)| piece), rank, first, file)?;
            if let Some((square, piece)) = piece {
                self.put(square, piece);
            }
        }
        // Omitted squares are empty.
        if file < FILES { check_sphinx(reader, None, rank, file, FILES) } else { Ok(()) }
    }

    /// Reads the facing of a piece whose letter is at `token`, and checks that the piece may be on the square.
    fn read_piece(
        &self,
        token: &Reader<'_>,
        reader: &mut Reader<'_>,
        kind: Kind,
        letter: char,
        square: Square,
    ) -> Result<Piece, Fault> {
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        let (name, other_name) = (Khet::SIDES[side.index()], Khet::SIDES[side.other().index()]);
        // In a sphinx's corner, the error is about the missing sphinx, which `check_sphinx` reports.
        let corner = square == Square::sphinx(Side::First) || square == Square::sphinx(Side::Second);
        if kind == Kind::Sphinx && square != Square::sphinx(side) {
            return Err(token.fault(format!("{name}'s sphinx on {} only", Square::sphinx(side))));
        }
        if !corner && !self.options.may_stand((side, kind), square) {
            let place = format!("no {name} piece on {square}, which is reserved for {other_name}");
            return Err(token.fault(place));
        }
        if !corner && self.pieces_of(side, kind).len() as usize >= kind.in_box() {
            return Err(token.fault(format!("no other {name} {kind}: the box holds {}", kind.in_box())));
        }
        let facing = if kind == Kind::Pharaoh { Direction::North } else { read_facing(reader, side, kind)? };
        Ok(Piece::new(side, kind, facing))
    }
}

impl KhetMove {
    /// Reads `c1d2`, `h2+` or `h2-`.
    pub(crate) fn read(text: &str) -> Result<KhetMove, ParseMoveError> {
        let mut reader = Reader::new(text);
        let from = Square::read(&mut reader)?;
        let mv = if reader.take("+") {
            KhetMove::turn(from, true)
        } else if reader.take("-") {
            KhetMove::turn(from, false)
        } else {
            let before = reader.clone();
            if !matches!(reader.peek(), Some('a'..='j')) {
                return Err(reader.fault("`+` (clockwise), `-` (anticlockwise) or the square to go to").into());
            }
            let to = Square::read(&mut reader)?;
            KhetMove::step(from, to).ok_or_else(|| {
                let mut fault = before.fault(format!("a square beside {from}"));
                fault.found = format!("`{to}`");
                fault
            })?
        };
        reader.end()?;
        Ok(mv)
    }
}

fn read_facing(reader: &mut Reader<'_>, side: Side, kind: Kind) -> Result<Direction, Fault> {
    let (allowed, expected) = match (kind, side) {
        (Kind::Sphinx, Side::First) => ("14", "`1` (north) or `4` (west), where silver's sphinx can look"),
        (Kind::Sphinx, Side::Second) => ("23", "`2` (east) or `3` (south), where red's sphinx can look"),
        (Kind::Scarab, _) => ("1234", "a scarab's facing: `1` (\\) or `2` (/)"),
        (Kind::Pyramid, _) => {
            ("1234", "a pyramid's facing: `1` (north-east), `2` (south-east), `3` (south-west) or `4` (north-west)")
        }
        _ => ("1234", "a facing: `1` (north), `2` (east), `3` (south) or `4` (west)"),
    };
    match reader.peek() {
        Some(digit) if allowed.contains(digit) => {
            reader.next_char();
            Ok(Direction::from_index(digit as usize - '1' as usize))
        }
        _ => Err(reader.fault(expected)),
    }
}

/// Checks that the corners contain their sphinxes, for a token that fills the files `first..end` of a rank.
fn check_sphinx(token: &Reader<'_>, piece: Option<Piece>, rank: usize, first: usize, end: usize) -> Result<(), Fault> {
    for side in Side::ALL {
        let corner = Square::sphinx(side);
        let sphinx = piece.is_some_and(|piece| piece.kind() == Kind::Sphinx && piece.side() == side);
        if corner.rank() == rank && (first..end).contains(&corner.file()) && !sphinx {
            let letter = if side == Side::First { 'X' } else { 'x' };
            return Err(
                token.fault(format!("{}'s sphinx `{letter}` and its facing on {corner}", Khet::SIDES[side.index()]))
            );
        }
    }
    Ok(())
}

/// Returns the expected text where the current rank could continue or `next` could follow.
fn after_square(next: &str) -> String {
    format!("a piece (one of PSAKX or psakx), a run 1 to 9, or {next}")
}

impl fmt::Display for Khet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..RANKS).rev() {
            let mut run = 0;
            let squares = (0..FILES).map(|file| Square::at(rank * FILES + file));
            for square in squares {
                let Some(piece) = self.piece(square) else {
                    run += 1;
                    continue;
                };
                if run > 0 {
                    write!(f, "{run}")?;
                    run = 0;
                }
                write!(f, "{}", piece.letter())?;
                if piece.kind() != Kind::Pharaoh {
                    write!(f, "{}", piece.facing().index() + 1)?;
                }
            }
            // A rank of ten empty squares is empty text: no digit means ten.
            if (1..FILES).contains(&run) {
                write!(f, "{run}")?;
            }
            if rank > 0 {
                f.write_str("/")?;
            }
        }
        write!(f, " {}", self.side.index())
    }
}
