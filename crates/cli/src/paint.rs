//! Colours of the terminal; `anstream` leaves them out where there is no terminal or `NO_COLOR` is set.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use plyground_game::diagram::{Diagram, Ink};

pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
pub(crate) const DIM: Style = Style::new().dimmed();
pub(crate) const STRONG: Style = Style::new().bold();

/// The diagram with escape codes, two spaces in.
pub(crate) fn diagram(diagram: &Diagram) -> String {
    let mut text = String::new();
    for line in diagram.lines() {
        text.push_str("  ");
        for span in line {
            let style = match span.ink {
                Ink::Plain => Style::new(),
                Ink::First => AnsiColor::Cyan.on_default().bold(),
                Ink::Second => AnsiColor::Yellow.on_default().bold(),
                Ink::Dim => DIM,
                Ink::Accent => AnsiColor::Magenta.on_default().bold(),
            };
            write!(text, "{style}{}{style:#}", span.text).expect("writing to a string cannot fail");
        }
        text.push('\n');
    }
    text
}
