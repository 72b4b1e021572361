//! Draws the board as text and describes moves in words.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::iter::successors;

use plyground_game::diagram::{Diagram, Ink};
use plyground_game::{Position, Side};

use crate::beam::{Beam, BeamEnd};
use crate::moves::{Action, KhetMove};
use crate::piece::{Kind, Piece};
use crate::position::Khet;
use crate::square::{Direction, FILES, RANKS, Square};

/// The legend below every board.
const LEGEND: [&str; 3] = [
    "Capitals silver, small letters red.  P pyramid: ◣ ◤ ◥ ◢, the slope is the mirror  S scarab: mirror \\ or /",
    "A anubis, X sphinx: arrow where it looks  K pharaoh  * silver only  o red only",
    "Moves: c4c5 moves the piece on c4 to c5, c4+ turns it clockwise, c4- anticlockwise",
];

impl Khet {
    /// Returns the board with the current beam of a side's laser, whichever side is to move. The beam is drawn on empty squares.
    /// A piece on its path has a mark: `~` reflects, `#` absorbs, `!` is destroyed.
    #[must_use]
    pub fn diagram_with_beam(&self, side: Side) -> Diagram {
        self.draw(Some(&self.beam(side)))
    }

    pub(crate) fn draw(&self, beam: Option<&Beam>) -> Diagram {
        let mut diagram = Diagram::default();
        let files: String = (0..FILES).map(|file| format!("  {}", (b'a' + file as u8) as char)).collect();
        diagram.put(Ink::Dim, format!("  {files}")).end_line();
        for rank in (0..RANKS).rev() {
            diagram.put(Ink::Dim, format!(" {}  ", rank + 1));
            for file in 0..FILES {
                self.draw_square(&mut diagram, Square::at(rank * FILES + file), beam);
            }
            diagram.put(Ink::Dim, format!(" {}", rank + 1)).end_line();
        }
        diagram.put(Ink::Dim, format!("  {files}")).end_line();
        let status = match self.reason() {
            Some(reason) => reason,
            None => format!("{} to move", Khet::SIDES[self.side.index()]),
        };
        diagram.put(Ink::Plain, status).end_line();
        if let Some(beam) = beam {
            let line = format!(
                "{}'s laser {}",
                Khet::SIDES[beam.side.index()],
                self.tell_beam(beam, |square| self.piece(square))
            );
            diagram.put(Ink::Accent, line).end_line();
        }
        for line in LEGEND {
            diagram.put(Ink::Dim, line).end_line();
        }
        diagram
    }

    /// Draws a square in three columns: the piece and its glyph, or the kind of empty square, and a mark.
    fn draw_square(&self, diagram: &mut Diagram, square: Square, beam: Option<&Beam>) {
        let met = beam.filter(|beam| beam.path.contains(square));
        let Some(piece) = self.piece(square) else {
            match met {
                Some(beam) => diagram.put(Ink::Accent, beam_glyph(beam, square)),
                None => diagram
                    .put(Ink::Dim, ["·  ", "*  ", "o  "][square.reserved_for().map_or(0, |side| side.index() + 1)]),
            };
            return;
        };
        diagram.put(piece.side().into(), format!("{}{}", piece.letter(), glyph(piece)));
        match met {
            None => diagram.put(Ink::Plain, " "),
            Some(beam) => diagram.put(
                Ink::Accent,
                match beam.end {
                    BeamEnd::Absorbed(end) if end == square => "#",
                    BeamEnd::Destroys(end) if end == square => "!",
                    _ => "~",
                },
            ),
        };
    }

    /// Returns the reason for the end of the game.
    pub(crate) fn reason(&self) -> Option<String> {
        let missing = |side| self.pharaoh(side).is_none();
        match (missing(Side::First), missing(Side::Second)) {
            (false, false) => None,
            (true, true) => Some("neither side has a pharaoh".into()),
            (true, false) => Some("silver's pharaoh is destroyed, red wins".into()),
            (false, true) => Some("red's pharaoh is destroyed, silver wins".into()),
        }
    }

    /// Describes a legal move and the shot of its laser in words.
    pub(crate) fn describe_move(&self, mv: KhetMove) -> String {
        let (side, from) = (Khet::SIDES[self.side.index()], mv.from());
        let Some(piece) = self.piece(from) else { return format!("{side} moves nothing on {from}") };
        let kind = piece.kind();
        let deed = match mv.action() {
            Action::Turn { clockwise } => {
                let way = if clockwise { "clockwise" } else { "anticlockwise" };
                let turned = piece.turned(clockwise);
                match kind {
                    Kind::Pharaoh => format!("turns the pharaoh on {from} {way}, which changes nothing"),
                    Kind::Scarab => format!("turns the scarab on {from} to {}", glyph(turned)),
                    _ => format!("turns the {kind} on {from} {way} to face {}", facing_text(turned)),
                }
            }
            Action::Step(to) => match self.piece(to) {
                None => format!("moves the {kind} from {from} to {to}"),
                Some(other) => format!("swaps the {kind} on {from} with {}", on_square(other, to)),
            },
        };
        let view = self.laser_view_after(mv);
        format!("{side} {deed}; the laser {}", self.tell_beam(&view.beam(self.side), |square| view.piece(square)))
    }

    /// Describes the path of a beam in words; `piece` returns the piece on a struck square.
    fn tell_beam(&self, beam: &Beam, piece: impl Fn(Square) -> Option<Piece>) -> String {
        let mirrors: Vec<String> = beam.reflections.iter().map(|mirror| mirror.square.to_string()).collect();
        let turned = match mirrors.split_last() {
            None => String::new(),
            Some((last, [])) => format!("is reflected at {last}, then "),
            Some((last, others)) => format!("is reflected at {} and {last}, then ", others.join(", ")),
        };
        let named = |square| piece(square).map_or(format!("{square}"), |piece| on_square(piece, square));
        let end = match beam.end {
            // A square is the same on a board that is drawn turned; a direction is not.
            BeamEnd::Leaves(from, direction) => {
                let edge = successors(Some(from), |square| square.beside(direction)).last().unwrap_or(from);
                format!("leaves the board at {edge}")
            }
            BeamEnd::Absorbed(square) => format!("is absorbed by {}", named(square)),
            BeamEnd::Destroys(square) => format!("destroys {}", named(square)),
        };
        format!("{turned}{end}")
    }
}

/// Returns a text such as `red's pyramid on d4`.
fn on_square(piece: Piece, square: Square) -> String {
    format!("{}'s {} on {square}", Khet::SIDES[piece.side().index()], piece.kind())
}

/// Returns a piece's orientation as one character.
fn glyph(piece: Piece) -> char {
    let glyphs = match piece.kind() {
        Kind::Pharaoh => [' '; 4],
        // Seen from above, the body fills the corner opposite the mirror.
        Kind::Pyramid => ['◣', '◤', '◥', '◢'],
        Kind::Scarab => ['\\', '/', '\\', '/'],
        Kind::Anubis | Kind::Sphinx => ['↑', '→', '↓', '←'],
    };
    glyphs[piece.facing().index()]
}

fn facing_text(piece: Piece) -> &'static str {
    let names = match piece.kind() {
        Kind::Pyramid => ["north-east", "south-east", "south-west", "north-west"],
        _ => ["north", "east", "south", "west"],
    };
    names[piece.facing().index()]
}

/// Returns the beam on an empty square in three columns: along the file, along the rank, or both.
fn beam_glyph(beam: &Beam, square: Square) -> &'static str {
    let (mut along_file, mut along_rank) = (false, false);
    for stretch in beam.stretches().filter(|stretch| stretch.squares().contains(square)) {
        match stretch.direction {
            Direction::North | Direction::South => along_file = true,
            Direction::East | Direction::West => along_rank = true,
        }
    }
    match (along_file, along_rank) {
        (true, true) => "┼──",
        (true, false) => "│  ",
        _ => "───",
    }
}
