//! Input lines: with editing and history on a terminal, plain lines elsewhere.

use std::io::{self, BufRead, IsTerminal, Read};

use rustyline::error::ReadlineError;
use rustyline::{
    Cmd, ConditionalEventHandler, DefaultEditor, Event, EventContext, EventHandler, KeyEvent, Movement, RepeatCount,
};

use crate::failure::Failure;
use crate::out::{print_line, print_part};
use crate::terminal;

/// Maximum length of a line in bytes. The input may be a device that never ends a line.
const LONGEST_LINE: u64 = 1 << 20;

/// The source of lines.
pub(crate) struct Prompt {
    /// The editor of a terminal, with the history of this session.
    editor: Option<DefaultEditor>,
}

/// A typed line, or the end of input.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Typed {
    /// A line, without white space at its ends.
    Line(String),
    /// The end of input.
    End,
    /// Ctrl-C at an empty line.
    Interrupt,
}

impl Prompt {
    /// Creates the prompt of standard input. A terminal without editing reads plain lines.
    pub(crate) fn new() -> Prompt {
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        if is_terminal {
            terminal::restore_at_signals();
        }
        Prompt { editor: if is_terminal { editor().ok() } else { None } }
    }

    /// Returns whether a person types: without a terminal, questions have no answers.
    pub(crate) fn is_terminal(&self) -> bool {
        self.editor.is_some()
    }

    /// Reads a line.
    pub(crate) fn ask(&mut self, who: &str) -> Result<Typed, Failure> {
        let prompt = format!("{who}> ");
        let Some(editor) = &mut self.editor else { return plain(&prompt) };
        match terminal::undisturbed(|| editor.readline(&prompt)) {
            Ok(line) => {
                let line = line.trim().to_owned();
                if !line.is_empty() {
                    // Errors of the history are ignored, because it is only a convenience.
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

/// Returns an editor in which Ctrl-C clears a half-typed line.
fn editor() -> Result<DefaultEditor, ReadlineError> {
    let mut editor = DefaultEditor::new()?;
    editor.bind_sequence(KeyEvent::ctrl('C'), EventHandler::Conditional(Box::new(ClearLine)));
    Ok(editor)
}

/// Clears a line that is not empty. An empty line has the default action.
struct ClearLine;

impl ConditionalEventHandler for ClearLine {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext<'_>) -> Option<Cmd> {
        (!context.line().is_empty()).then_some(Cmd::Kill(Movement::WholeLine))
    }
}

fn plain(prompt: &str) -> Result<Typed, Failure> {
    print_part!("{prompt}");
    // Bytes that are not text must not end a game.
    let mut bytes = Vec::new();
    if io::stdin().lock().take(LONGEST_LINE).read_until(b'\n', &mut bytes)? == 0 {
        print_line!("");
        return Ok(Typed::End);
    }
    if bytes.len() as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n') {
        return Err(Failure::Input(format!(
            "found a line of more than {LONGEST_LINE} bytes: expected a move or a command"
        )));
    }
    let line = String::from_utf8_lossy(&bytes).trim().to_owned();
    // A terminal echoes the line; elsewhere the transcript has it.
    if !io::stdin().is_terminal() {
        print_line!("{line}");
    }
    Ok(Typed::Line(line))
}
