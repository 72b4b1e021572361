//! Boards as text, with roles instead of colours.
//!
//! A game draws itself once, as lines of spans; a terminal paints the spans, a test prints them plain, and nothing in a
//! rules crate knows about escape codes.
//!
//! ```
//! use plyground_game::diagram::{Diagram, Ink};
//!
//! let mut diagram = Diagram::default();
//! diagram.put(Ink::First, "R").put(Ink::Dim, " .").end_line();
//! diagram.put(Ink::Plain, "a b").end_line();
//! assert_eq!(diagram.to_string(), "R .\na b\n");
//! ```

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// What a span of a [`Diagram`] shows; the printer chooses the colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ink {
    /// Ordinary text.
    Plain,
    /// Something that belongs to the first side.
    First,
    /// Something that belongs to the second side.
    Second,
    /// Coordinates, empty places, frames.
    Dim,
    /// What the reader should look at: the last move, a path, a beam.
    Accent,
}

impl From<crate::Side> for Ink {
    fn from(side: crate::Side) -> Ink {
        match side {
            crate::Side::First => Ink::First,
            crate::Side::Second => Ink::Second,
        }
    }
}

/// A stretch of text with one role.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    /// The role.
    pub ink: Ink,
    /// The text, without line breaks.
    pub text: String,
}

/// A picture of a position in lines of text. `Display` prints it plain, each line without trailing spaces.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagram {
    lines: Vec<Vec<Span>>,
    open: Vec<Span>,
}

impl Diagram {
    /// Appends text to the line that is being written.
    pub fn put(&mut self, ink: Ink, text: impl Into<String>) -> &mut Diagram {
        self.open.push(Span { ink, text: text.into() });
        self
    }

    /// Ends the line.
    pub fn end_line(&mut self) -> &mut Diagram {
        self.lines.push(core::mem::take(&mut self.open));
        self
    }

    /// The finished lines.
    #[must_use]
    pub fn lines(&self) -> &[Vec<Span>] {
        &self.lines
    }
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            let text: String = line.iter().map(|span| span.text.as_str()).collect();
            writeln!(f, "{}", text.trim_end())?;
        }
        Ok(())
    }
}
