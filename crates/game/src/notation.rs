//! Reading text from outside: one kind of error for all games, that says what is wrong, where, and what would be right.
//!
//! A parser of a game walks over its text with a [`Reader`], and every complaint goes through [`Reader::fault`], so
//! that column and found text are never forgotten. Texts from outside may be long or hold control characters; messages
//! quote them escaped and cut, always on one line.
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

/// What is wrong with a text: where, what stands there, and what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The whole text, as it came.
    pub text: String,
    /// The column of the fault, in characters from 1; `None` when the text as a whole is wrong.
    pub column: Option<usize>,
    /// What was found there, in words or quoted.
    pub found: String,
    /// What would have been right.
    pub expected: String,
}

impl Fault {
    /// A fault of the text as a whole.
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
    /// A text that is no position of the game.
    ParsePositionError = "position";
    /// A text that is no move of the game.
    ParseMoveError = "move";
    /// A text that names no set-up of the game.
    ParseSetupError = "set-up";
    /// A text that names no rules of the game.
    ParseRulesError = "rules";
    /// A text that is no record of a game.
    ParseRecordError = "game record";
}

/// A move that the position does not allow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IllegalMoveError {
    /// The move, quoted.
    pub mv: String,
    /// Why it cannot be played, and what could.
    pub reason: String,
}

impl Display for IllegalMoveError {
    fn fmt(&self, f: &mut Formatter<'_>) -> core::fmt::Result {
        write!(f, "illegal move {}: {}", self.mv, self.reason)
    }
}

impl Error for IllegalMoveError {}

/// A move given as text that cannot be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// The text is no move.
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

/// What it says is what the error inside says, so that its source is that error's own.
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

/// `text` in backticks, escaped, cut after 80 characters, and always on one line.
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

/// `text` with every character escaped that a reader cannot see or that commands a terminal: `\u{feff}`.
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

/// Whether a character does not show where it stands: controls, marks without width, what turns the direction of text, separators of
/// lines, and spaces that are not the usual one.
///
/// ```
/// use plyground_game::notation::is_invisible;
///
/// assert!(['\u{feff}', '\u{200b}', '\u{202e}', '\u{1b}', '\u{a0}'].into_iter().all(is_invisible));
/// assert!(!is_invisible(' ') && !is_invisible('é'));
/// ```
#[must_use]
pub fn is_invisible(character: char) -> bool {
    // Unicode's format characters (Cf), its fillers and selectors, and its spaces (Z), but for the usual space.
    character.is_control()
        || (character.is_whitespace() && character != ' ')
        || matches!(character,
            '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{890}' | '\u{891}'
            | '\u{8e2}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{110bd}' | '\u{110cd}'
            | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// `text` without the byte order mark that some editors put before it.
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

/// A walk over a text, one character at a time, that knows where it is.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Reader<'a> {
    /// Starts at the first character of `text`.
    #[must_use]
    pub fn new(text: &'a str) -> Reader<'a> {
        Reader { text, rest: text }
    }

    /// What has not been read.
    #[must_use]
    pub fn rest(&self) -> &'a str {
        self.rest
    }

    /// The next character, without reading it.
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

    /// Reads `token` when it stands next, and says whether it did.
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
    /// When something else stands next.
    pub fn expect(&mut self, token: &str) -> Result<(), Fault> {
        if self.take(token) { Ok(()) } else { Err(self.fault(quote(token))) }
    }

    /// Reads a number without sign in `range`; `what` names it in the error.
    ///
    /// # Errors
    /// When no digit stands next, or the number is out of range.
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

    /// Makes sure that the text ends here.
    ///
    /// # Errors
    /// When it does not.
    pub fn end(&self) -> Result<(), Fault> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.fault("the end of the text")) }
    }

    /// A fault at the next character.
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
