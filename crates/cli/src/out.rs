//! Standard output. When nobody reads any more, the program ends quietly, and a search with it; when it cannot be written,
//! that is one line and status 1.

use std::fmt::Arguments;
use std::io::{ErrorKind, Write};

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

pub(crate) use {say, say_part};

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
