//! What a person types: with editing and history on a terminal, plain lines elsewhere.

use std::io::{self, BufRead, IsTerminal};

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use crate::failure::Failure;
use crate::out::{say, say_part};

/// Where lines come from.
pub(crate) struct Prompt {
    /// The editor of a terminal, which keeps the lines of this session.
    editor: Option<DefaultEditor>,
}

/// What was typed.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Typed {
    /// A line, without white space at its ends.
    Line(String),
    /// There are no more.
    End,
    /// Ctrl-C.
    Interrupt,
}

impl Prompt {
    /// For standard input. A terminal that cannot be edited on gives plain lines.
    pub(crate) fn new() -> Prompt {
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        Prompt { editor: if is_terminal { DefaultEditor::new().ok() } else { None } }
    }

    /// Asks for a line.
    pub(crate) fn ask(&mut self, who: &str) -> Result<Typed, Failure> {
        let prompt = format!("{who}> ");
        let Some(editor) = &mut self.editor else { return plain(&prompt) };
        match editor.readline(&prompt) {
            Ok(line) => {
                let line = line.trim().to_owned();
                if !line.is_empty() {
                    // A line that is not kept cannot be had again, and that is all.
                    _ = editor.add_history_entry(&line);
                }
                Ok(Typed::Line(line))
            }
            Err(ReadlineError::Eof) => Ok(Typed::End),
            Err(ReadlineError::Interrupted) => Ok(Typed::Interrupt),
            Err(error) => Err(Failure::Undone(format!("standard input cannot be read: {error}"))),
        }
    }
}

fn plain(prompt: &str) -> Result<Typed, Failure> {
    say_part!("{prompt}");
    // Bytes that are no text are shown as such in the answer; they must not end a game.
    let mut bytes = Vec::new();
    if io::stdin().lock().read_until(b'\n', &mut bytes)? == 0 {
        say!("");
        return Ok(Typed::End);
    }
    Ok(Typed::Line(String::from_utf8_lossy(&bytes).trim().to_owned()))
}
