//! Boards as text, with roles instead of colours.
//!
//! A game draws itself as lines of spans. A terminal colours the spans and a test prints them plain, so that no rules
//! crate contains escape codes.
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

/// The role of a span in a [`Diagram`]. The printer chooses the colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ink {
    /// Ordinary text.
    Plain,
    /// Text that belongs to the first side.
    First,
    /// Text that belongs to the second side.
    Second,
    /// Coordinates, empty places, frames.
    Dim,
    /// Highlighted text: the last move, a path, a beam.
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

/// A piece of text with one role.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    /// Role of the text.
    pub ink: Ink,
    /// Text without line breaks.
    pub text: String,
}

/// A drawing of a position as lines of text. `Display` prints it plain, without trailing spaces.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagram {
    lines: Vec<Vec<Span>>,
    open: Vec<Span>,
}

impl Diagram {
    /// Appends text to the current line.
    pub fn put(&mut self, ink: Ink, text: impl Into<String>) -> &mut Diagram {
        self.open.push(Span { ink, text: text.into() });
        self
    }

    /// Ends the current line.
    pub fn end_line(&mut self) -> &mut Diagram {
        self.lines.push(core::mem::take(&mut self.open));
        self
    }

    /// Returns the finished lines.
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
