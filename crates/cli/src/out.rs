//! Standard output. When nobody reads any more, the program ends quietly, and a search with it; when it cannot be written,
//! that is one line and status 1.

use std::borrow::Cow;
use std::fmt::Arguments;
use std::io::{ErrorKind, IsTerminal, Write};

use serde::Serialize;

/// Prints a line, with colours where the terminal wants them.
macro_rules! say {
    ($($text:tt)*) => {
        $crate::out::write(format_args!("{}\n", format_args!($($text)*)))
    };
}

/// Prints text without ending the line.
macro_rules! say_part {
    ($($text:tt)*) => {
        $crate::out::write(format_args!($($text)*))
    };
}

/// Prints a sentence, which a terminal that is too narrow for it gets on several lines, broken between words.
macro_rules! say_words {
    ($($text:tt)*) => {
        $crate::out::write(format_args!("{}\n", $crate::out::fill(&format!($($text)*))))
    };
}

pub(crate) use {say, say_part, say_words};

/// The text in lines that fit the terminal; as it is, where there is none.
pub(crate) fn fill(text: &str) -> String {
    columns().map_or_else(|| text.to_owned(), |columns| fill_to(text, columns))
}

/// The width of standard output, where that is a terminal.
pub(crate) fn columns() -> Option<usize> {
    std::io::stdout().is_terminal().then(textwrap::termwidth)
}

/// The text in lines that fit the terminal.
pub(crate) fn fill_to_terminal(text: &str) -> String {
    fill_to(text, textwrap::termwidth())
}

/// The lines of a text of at most so many columns.
pub(crate) fn wrapped(text: &str, columns: usize) -> Vec<String> {
    textwrap::wrap(text, options(columns, "")).into_iter().map(Cow::into_owned).collect()
}

/// Words stay whole, also one that is longer than a line: somebody may copy it.
fn options(columns: usize, indent: &str) -> textwrap::Options<'_> {
    textwrap::Options::new(columns.max(16))
        .subsequent_indent(indent)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .break_words(false)
}

/// Lines of at most so many columns; those that follow begin where the words of the first do. Escape codes take no room.
fn fill_to(text: &str, columns: usize) -> String {
    let indent = text.len() - text.trim_start().len() + 2;
    let indent = " ".repeat(indent);
    textwrap::fill(text, options(columns, &indent))
}

/// Writes to standard output at once: a line of a running search must not wait in a buffer.
pub(crate) fn write(text: Arguments<'_>) {
    let mut out = anstream::stdout().lock();
    match out.write_fmt(text).and_then(|()| out.flush()) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
        Err(error) => {
            // Standard error may be gone too; there is nothing left to tell it to.
            _ = writeln!(anstream::stderr(), "error: standard output cannot be written: {error}");
            std::process::exit(1);
        }
    }
}

/// Prints plain data as one line of JSON.
pub(crate) fn say_json(value: &impl Serialize) {
    say!("{}", serde_json::to_string(value).expect("plain data can be written"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(fill_to("a word-of-its-own and more", 20), "a word-of-its-own\n  and more");
        assert_eq!(fill_to("  3  a-word-that-is-longer-than-a-line", 20), "  3\n    a-word-that-is-longer-than-a-line");
        assert_eq!(fill_to("\u{1b}[1mbold\u{1b}[0m words of a line", 22), "\u{1b}[1mbold\u{1b}[0m words of a line");
    }
}
