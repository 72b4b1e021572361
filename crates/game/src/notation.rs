//! Parsing of external text: one error type for all games, with the text found, its column, and the expected text.
//!
//! A game's parser reads its text with a [`Reader`], and creates every error by [`Reader::fault`], so that column and
//! found text are always set. External texts may be long or contain control characters. Messages quote them escaped,
//! truncated and on one line.
//!
//! ```
//! use plyground_game::notation::{ParsePositionError, Reader};
//!
//! fn ten(text: &str) -> Result<u32, ParsePositionError> {
//!     let mut reader = Reader::new(text);
//!     reader.expect("10:")?;
//!     let number = reader.number("a count", 0..=99)?;
//!     reader.end()?;
//!     Ok(number)
//! }
//!
//! assert_eq!(ten("10:7"), Ok(7));
//! assert_eq!(
//!     ten("10:x").unwrap_err().to_string(),
//!     "cannot read position `10:x`: column 4: found `x`, expected a count (0 to 99)"
//! );
//! ```

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use core::error::Error;
use core::fmt::{Display, Formatter, Write as _};
use core::ops::RangeInclusive;

/// A fault of a text: its column, the text found, and the expected text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The whole text, unchanged.
    pub text: String,
    /// Column of the fault, in characters from 1; `None` if the text as a whole is wrong.
    pub column: Option<usize>,
    /// Text found there, quoted or described.
    pub found: String,
    /// Description of the expected text.
    pub expected: String,
}

impl Fault {
    /// Returns a fault of the text as a whole.
    #[must_use]
    pub fn whole(text: &str, found: impl Into<String>, expected: impl Into<String>) -> Fault {
        Fault { text: text.into(), column: None, found: found.into(), expected: expected.into() }
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}: ", quote(&self.text))?;
        if let Some(column) = self.column {
            write!(f, "column {column}: ")?;
        }
        write!(f, "found {}, expected {}", self.found, self.expected)
    }
}

macro_rules! parse_errors {
    ($($(#[$doc:meta])* $name:ident = $what:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $name(pub Box<Fault>);

        impl Display for $name {
            fn fmt(&self, f: &mut Formatter<'_>) -> core::fmt::Result {
                write!(f, concat!("cannot read ", $what, " {}"), self.0)
            }
        }

        impl Error for $name {}

        impl From<Fault> for $name {
            fn from(fault: Fault) -> $name {
                $name(Box::new(fault))
            }
        }
    )*};
}

parse_errors! {
    /// A text that is not a position of the game.
    ParsePositionError = "position";
    /// A text that is not a move of the game.
    ParseMoveError = "move";
    /// A text that is not a set-up of the game.
    ParseSetupError = "set-up";
    /// A text that is not a rule set of the game.
    ParseRulesError = "rules";
    /// A text that is not a record of a game.
    ParseRecordError = "game record";
}

/// A move that is not legal in the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IllegalMoveError {
    /// Move, quoted.
    pub mv: String,
    /// Reason why the move is illegal, with the legal moves.
    pub reason: String,
}

impl Display for IllegalMoveError {
    fn fmt(&self, f: &mut Formatter<'_>) -> core::fmt::Result {
        write!(f, "illegal move {}: {}", self.mv, self.reason)
    }
}

impl Error for IllegalMoveError {}

/// The error of a move given as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// The text is not a move.
    Parse(ParseMoveError),
    /// The move is not legal.
    Illegal(IllegalMoveError),
}

impl Display for MoveError {
    fn fmt(&self, f: &mut Formatter<'_>) -> core::fmt::Result {
        match self {
            MoveError::Parse(error) => error.fmt(f),
            MoveError::Illegal(error) => error.fmt(f),
        }
    }
}

/// The message is that of the inner error, so the source is the inner error's source.
impl Error for MoveError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            MoveError::Parse(error) => error.source(),
            MoveError::Illegal(error) => error.source(),
        }
    }
}

impl From<ParseMoveError> for MoveError {
    fn from(error: ParseMoveError) -> MoveError {
        MoveError::Parse(error)
    }
}

impl From<IllegalMoveError> for MoveError {
    fn from(error: IllegalMoveError) -> MoveError {
        MoveError::Illegal(error)
    }
}

/// Returns `text` in backticks, escaped, truncated after 80 characters, and on one line.
#[must_use]
pub fn quote(text: &str) -> String {
    let mut quoted = String::from("`");
    for (count, character) in text.chars().enumerate() {
        if count == 80 {
            quoted.push('…');
            break;
        }
        push_escaped(&mut quoted, character);
    }
    quoted.push('`');
    quoted
}

/// Returns `text` with invisible characters and terminal control characters escaped: `\u{feff}`.
///
/// ```
/// use plyground_game::notation::escaped;
///
/// assert_eq!(escaped("a\u{feff}b\tc\u{202e}"), r"a\u{feff}b\tc\u{202e}");
/// assert_eq!(escaped("naïve – ♟"), "naïve – ♟");
/// ```
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    text.chars().for_each(|character| push_escaped(&mut clean, character));
    clean
}

fn push_escaped(text: &mut String, character: char) {
    if is_invisible(character) {
        write!(text, "{}", character.escape_default()).expect("writing to a string cannot fail");
    } else {
        text.push(character);
    }
}

/// Returns whether a character is invisible: controls, zero-width characters, direction marks, line separators, and
/// spaces other than U+0020.
///
/// ```
/// use plyground_game::notation::is_invisible;
///
/// assert!(['\u{feff}', '\u{200b}', '\u{202e}', '\u{1b}', '\u{a0}'].into_iter().all(is_invisible));
/// assert!(!is_invisible(' ') && !is_invisible('é'));
/// ```
#[must_use]
pub fn is_invisible(character: char) -> bool {
    // Unicode's format characters (Cf), fillers and variation selectors, and spaces (Z) other than U+0020.
    character.is_control()
        || (character.is_whitespace() && character != ' ')
        || matches!(character,
            '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{890}' | '\u{891}'
            | '\u{8e2}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{110bd}' | '\u{110cd}'
            | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Returns `text` without the byte order mark that some editors write at its start.
///
/// ```
/// use plyground_game::notation::without_mark;
///
/// assert_eq!(without_mark("\u{feff}[game]"), "[game]");
/// assert_eq!(without_mark("[ga\u{feff}me]"), "[ga\u{feff}me]");
/// ```
#[must_use]
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// A parser of a text, one character at a time, that tracks its column.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Reader<'a> {
    /// Returns a reader at the first character of `text`.
    #[must_use]
    pub fn new(text: &'a str) -> Reader<'a> {
        Reader { text, rest: text }
    }

    /// Returns the unread text.
    #[must_use]
    pub fn rest(&self) -> &'a str {
        self.rest
    }

    /// Returns the next character without reading it.
    #[must_use]
    pub fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Reads the next character.
    pub fn next_char(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.rest = &self.rest[character.len_utf8()..];
        Some(character)
    }

    /// Reads `token` if it comes next. Returns whether it did.
    pub fn take(&mut self, token: &str) -> bool {
        let found = self.rest.strip_prefix(token);
        self.rest = found.unwrap_or(self.rest);
        found.is_some()
    }

    /// Skips white space.
    pub fn skip_spaces(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// Reads `token`.
    ///
    /// # Errors
    /// Returns a fault if the next text is different.
    pub fn expect(&mut self, token: &str) -> Result<(), Fault> {
        if self.take(token) { Ok(()) } else { Err(self.fault(quote(token))) }
    }

    /// Reads an unsigned number in `range`. Errors call it `what`.
    ///
    /// # Errors
    /// Returns a fault if the next character is not a digit, or the number is out of range.
    pub fn number(&mut self, what: &str, range: RangeInclusive<u32>) -> Result<u32, Fault> {
        let before = self.clone();
        let digits = self.rest.len() - self.rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, rest) = self.rest.split_at(digits);
        self.rest = rest;
        match number.parse::<u32>() {
            Ok(value) if range.contains(&value) => Ok(value),
            _ => {
                let expected = format!("{what} ({} to {})", range.start(), range.end());
                let fault = before.fault(expected);
                Err(if digits == 0 { fault } else { Fault { found: quote(number), ..fault } })
            }
        }
    }

    /// Checks that the text ends here.
    ///
    /// # Errors
    /// Returns a fault if unread text is left.
    pub fn end(&self) -> Result<(), Fault> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.fault("the end of the text")) }
    }

    /// Returns a fault at the next character.
    #[must_use]
    pub fn fault(&self, expected: impl Into<String>) -> Fault {
        let found = self.peek().map_or_else(|| "the end of the text".into(), |c| quote(c.encode_utf8(&mut [0; 4])));
        let column = self.text[..self.text.len() - self.rest.len()].chars().count() + 1;
        Fault { text: self.text.into(), column: Some(column), found, expected: expected.into() }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn quotes_stay_on_one_line_and_short() {
        assert_eq!(quote("a\nb\u{1b}[0m"), "`a\\nb\\u{1b}[0m`");
        assert_eq!(quote(&"é".repeat(500)).chars().count(), 83);
    }

    #[test]
    fn numbers_name_their_range_and_place() {
        let mut reader = Reader::new("é 99999999999999");
        assert!(reader.take("é "));
        let fault = reader.number("a seed count", 0..=9).unwrap_err();
        assert_eq!(
            fault.to_string(),
            "`é 99999999999999`: column 3: found `99999999999999`, expected a seed count (0 to 9)"
        );
        let fault = Reader::new("").number("a seed count", 0..=9).unwrap_err();
        assert_eq!(fault.to_string(), "``: column 1: found the end of the text, expected a seed count (0 to 9)");
    }
}
