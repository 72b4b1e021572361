//! Standard output. When the reader closes it, the program ends quietly; when it cannot be written, the program prints one line
//! and ends with status 1. Text from names, records and servers is untrusted: control sequences that move the cursor, hide text
//! or command the terminal are replaced, whatever their origin.

use std::borrow::Cow;
use std::fmt::Arguments;
use std::io::{ErrorKind, IsTerminal, Write};

use plyground_game::notation::is_invisible;
use serde::Serialize;

/// Prints a line, with colours on a terminal.
macro_rules! print_line {
    ($($text:tt)*) => {
        $crate::out::write(format_args!("{}\n", format_args!($($text)*)))
    };
}

/// Prints text without ending the line.
macro_rules! print_part {
    ($($text:tt)*) => {
        $crate::out::write(format_args!($($text)*))
    };
}

/// Prints a sentence, wrapped between words on a terminal.
macro_rules! print_words {
    ($($text:tt)*) => {
        $crate::out::write(format_args!("{}\n", $crate::out::fill(&format!($($text)*))))
    };
}

/// Prints a line on standard error, with colours on a terminal.
macro_rules! note {
    ($($text:tt)*) => {
        $crate::out::write_note(format_args!("{}\n", format_args!($($text)*)))
    };
}

/// Prints text on standard error without ending the line.
macro_rules! note_part {
    ($($text:tt)*) => {
        $crate::out::write_note(format_args!($($text)*))
    };
}

pub(crate) use {note, note_part, print_line, print_part, print_words};

/// Wraps the text to the terminal; without one, returns it as it is.
pub(crate) fn fill(text: &str) -> String {
    columns().map_or_else(|| text.to_owned(), |columns| fill_to(text, columns))
}

/// Returns the width of standard output, if it is a terminal.
pub(crate) fn columns() -> Option<usize> {
    std::io::stdout().is_terminal().then(textwrap::termwidth)
}

/// Wraps the text to the terminal.
pub(crate) fn fill_to_terminal(text: &str) -> String {
    fill_to(text, textwrap::termwidth())
}

/// Wraps the text to a number of columns.
pub(crate) fn wrapped(text: &str, columns: usize) -> Vec<String> {
    textwrap::wrap(text, options(columns, "")).into_iter().map(Cow::into_owned).collect()
}

/// Words stay whole, even one that is longer than a line: the user may copy it.
fn options(columns: usize, indent: &str) -> textwrap::Options<'_> {
    textwrap::Options::new(columns.max(16))
        .subsequent_indent(indent)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .break_words(false)
}

/// Wraps the text; continuation lines have the indentation of the first one. Escape codes have no width.
fn fill_to(text: &str, columns: usize) -> String {
    let indent = text.len() - text.trim_start().len() + 2;
    let indent = " ".repeat(indent);
    textwrap::fill(text, options(columns, &indent))
}

/// Writes to standard output without buffering: a running search prints its lines at once.
pub(crate) fn write(text: Arguments<'_>) {
    write_to(anstream::stdout().lock(), harmless(&text.to_string()).as_bytes());
}

/// Writes data for another program, byte for byte; a terminal gets it without harmful characters.
pub(crate) fn write_data(text: &str) {
    if std::io::stdout().is_terminal() {
        write(format_args!("{text}"));
    } else {
        write_to(std::io::stdout().lock(), text.as_bytes());
    }
}

/// Writes to standard error. A log on a full disk must not end a run or change its status.
pub(crate) fn write_note(text: Arguments<'_>) {
    _ = anstream::stderr().write_all(text.to_string().as_bytes());
}

fn write_to(mut out: impl Write, bytes: &[u8]) {
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
        Err(error) => {
            note!("error: standard output cannot be written: {error}");
            std::process::exit(1);
        }
    }
}

/// Prints plain data as one line of JSON.
pub(crate) fn print_json(value: &impl Serialize) {
    let text = serde_json::to_string(value).expect("plain data can be written");
    // Such characters occur in strings alone, where JSON allows escapes.
    let escape = |c: char| if is_harmful(c) { json_escape(c) } else { c.to_string() };
    if text.contains(is_harmful) {
        print_line!("{}", text.chars().map(escape).collect::<String>());
    } else {
        print_line!("{text}");
    }
}

/// Returns the escape of a character in JSON, which counts in units of UTF-16.
fn json_escape(c: char) -> String {
    c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect()
}

/// Returns whether a character controls a terminal, changes the direction of text, or is invisible.
fn is_harmful(c: char) -> bool {
    is_invisible(c) && !matches!(c, '\n' | '\t')
}

/// Replaces harmful characters. Colours of the program are unchanged.
fn harmless(text: &str) -> Cow<'_, str> {
    if !text.contains(is_harmful) {
        return text.into();
    }
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = colour(rest).unwrap_or(0);
        if length > 0 {
            clean.push_str(&rest[..length]);
        } else {
            clean.push(if is_harmful(c) { char::REPLACEMENT_CHARACTER } else { c });
        }
        rest = &rest[length.max(c.len_utf8())..];
    }
    clean.into()
}

/// Returns the length of a leading sequence that only sets a colour or a weight.
fn colour(text: &str) -> Option<usize> {
    let inner = text.strip_prefix("\x1b[")?;
    let (numbers, _) = inner.split_once('m')?;
    let mut left = numbers.split(';').map(|number| if number.is_empty() { Some(0_u8) } else { number.parse().ok() });
    while let Some(number) = left.next() {
        // Weights and foreground colours, but no background colours: named ones, one of 256, or three parts.
        let parts = match number? {
            0..=4 | 30..=37 | 39 | 90..=97 => 0,
            38 => match left.next()?? {
                5 => 1,
                2 => 3,
                _ => return None,
            },
            _ => return None,
        };
        for _ in 0..parts {
            left.next()??;
        }
    }
    Some(numbers.len() + 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_sequences_do_not_reach_the_terminal() {
        for (text, clean) in [
            ("plain, with\ttabs\n", "plain, with\ttabs\n"),
            ("\x1b[1mstrong\x1b[0m \x1b[31mred\x1b[0m", "\x1b[1mstrong\x1b[0m \x1b[31mred\x1b[0m"),
            ("\x1b[1;38;5;208mT\x1b[m \x1b[38;2;1;2;3mG", "\x1b[1;38;5;208mT\x1b[m \x1b[38;2;1;2;3mG"),
            ("\x1b[38;5mT \x1b[48;5;1mT", "\u{fffd}[38;5mT \u{fffd}[48;5;1mT"),
            ("a\x1b[2Jb", "a\u{fffd}[2Jb"),
            ("\x1b]0;title\x07", "\u{fffd}]0;title\u{fffd}"),
            ("\x1b[8mhidden", "\u{fffd}[8mhidden"),
            ("\u{9b}2J over\rwritten\u{8}", "\u{fffd}2J over\u{fffd}written\u{fffd}"),
            ("\u{202e}esrever", "\u{fffd}esrever"),
            ("gre\u{200b}edy\u{feff}\u{2028}\u{a0}\u{e0061}", "gre\u{fffd}edy\u{fffd}\u{fffd}\u{fffd}\u{fffd}"),
            ("\u{200b}\x1b[31mred", "\u{fffd}\x1b[31mred"),
            ("\x1b", "\u{fffd}"),
            ("\x1b[999999999m", "\u{fffd}[999999999m"),
        ] {
            assert_eq!(harmless(text), clean, "{text:?}");
        }
    }

    #[test]
    fn invisible_characters_are_escaped_in_json() {
        for (text, expected) in [('\u{200b}', r"\u200b"), ('\u{202e}', r"\u202e"), ('\u{e0061}', r"\udb40\udc61")] {
            assert_eq!(json_escape(text), expected);
            let read: String = serde_json::from_str(&format!("\"{expected}\"")).unwrap();
            assert_eq!(read, text.to_string());
        }
    }

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(fill_to("a word-of-its-own and more", 20), "a word-of-its-own\n  and more");
        assert_eq!(fill_to("  3  a-word-that-is-longer-than-a-line", 20), "  3\n    a-word-that-is-longer-than-a-line");
        assert_eq!(fill_to("\u{1b}[1mbold\u{1b}[0m words of a line", 22), "\u{1b}[1mbold\u{1b}[0m words of a line");
    }
}
