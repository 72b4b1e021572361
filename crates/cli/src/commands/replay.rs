//! `ply replay`: steps through a recorded game.

use std::io::{IsTerminal, stdin, stdout};

use console::{Key, Term};
use plyground_catalog::Catalog;

use crate::args::OUTPUT;
use crate::failure::{Done, Failure};
use crate::out::{print_json, print_line, print_part, print_words};
use crate::paint::{self, DIM, STRONG};
use crate::recorded::{RecordedArgs, nth};
use crate::replayed::{self, Replayed};
use crate::terminal;

/// The key that suspends a program. While a key is awaited, the terminal does not act on it.
const CTRL_Z: Key = Key::Char('\u{1a}');

#[derive(clap::Args, Debug)]
#[command(after_help = "On a terminal, the arrow keys step, Home and End jump, and q quits.\n\n\
                  Examples:\n  ply replay games.jsonl\n  ply replay games.txt --game 2\n  ply replay games.jsonl --game 3 --json")]
#[command(mut_arg("file", |file| file.help("File of records, or of games as `ply export` writes them")))]
#[cfg_attr(
    feature = "web",
    command(
        mut_arg("host", |arg| arg.requires("web")),
        mut_arg("port", |arg| arg.requires("web")),
        mut_arg("open", |arg| arg.requires("web")),
        mut_arg("tables", |arg| arg.requires("web"))
    )
)]
pub(crate) struct Args {
    #[command(flatten)]
    recorded: RecordedArgs,
    /// Print the record as JSON
    #[arg(long, help_heading = OUTPUT)]
    json: bool,
    /// Show the games on the web board
    #[cfg(feature = "web")]
    #[arg(long, conflicts_with = "json")]
    web: bool,
    #[cfg(feature = "web")]
    #[command(flatten)]
    serve: super::serve::BoardArgs,
}

/// Steps by keys on a terminal; prints the whole game elsewhere.
pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    let file = &args.recorded.file;
    if let Some(texts) = replayed::texts(file)? {
        if !args.shows_text() {
            let option = if args.json { "--json" } else { "--web" };
            return Err(Failure::Input(format!(
                "`{}` contains games as text: expected a file of records for `{option}`",
                file.display()
            )));
        }
        let text = nth(&texts, args.recorded.game.unwrap_or(1), file)?;
        return show(&Replayed::of_text(catalog, text)?);
    }
    let records = args.recorded.all(catalog)?;
    let record = args.recorded.chosen(&records)?;
    #[cfg(feature = "web")]
    if args.web {
        let title = args.recorded.file.display().to_string();
        let shown = super::serve::Recorded { title, game: args.recorded.game.unwrap_or(1), records };
        return super::serve::serve(&args.serve, catalog, Some(shown), None);
    }
    if args.json {
        print_json(record);
        return Ok(());
    }
    show(&Replayed::of_record(catalog, record)?)
}

impl Args {
    /// Reports whether the game is drawn in the terminal.
    fn shows_text(&self) -> bool {
        #[cfg(feature = "web")]
        let web = self.web;
        #[cfg(not(feature = "web"))]
        let web = false;
        !self.json && !web
    }
}

/// Draws the game.
fn show(game: &Replayed) -> Done {
    if stdout().is_terminal() && stdin().is_terminal() {
        return walk(game, &Term::stdout());
    }
    print_line!("{STRONG}{}{STRONG:#}", game.title);
    for ply in 0..game.steps.len() {
        print_line!("");
        draw(game, ply);
    }
    print_line!("\n{}", game.end);
    Ok(())
}

/// A position, and the move that led there.
fn draw(game: &Replayed, ply: usize) {
    let step = &game.steps[ply];
    let score = game.scores.get(ply).filter(|score| !score.is_empty());
    let score = score.map_or_else(String::new, |score| format!("  {DIM}{score}{DIM:#}"));
    print_words!("{DIM}{ply:>3}.{DIM:#} {}{score}", step.description);
    print_part!("{}", paint::diagram(&step.diagram, game.game.info().palette));
}

/// Steps through the game by keys.
fn walk(game: &Replayed, screen: &Term) -> Done {
    let last = game.steps.len() - 1;
    let mut ply = 0;
    terminal::restore_at_signals();
    loop {
        screen.clear_screen()?;
        print_line!("{STRONG}{}{STRONG:#}", game.title);
        print_line!("");
        draw(game, ply);
        if ply == last {
            print_line!("\n{}", game.end);
        }
        print_line!("\n{DIM}{ply} of {last}: arrows, Home, End; q quits{DIM:#}");
        let key = terminal::undisturbed(|| screen.read_key())?;
        if key == CTRL_Z {
            terminal::suspend();
        }
        match target(&key, ply, last) {
            Some(next) => ply = next,
            None => return Ok(()),
        }
    }
}

/// Returns the ply that a key selects; `None` for the end.
fn target(key: &Key, ply: usize, last: usize) -> Option<usize> {
    match key {
        Key::ArrowRight | Key::ArrowDown | Key::Enter | Key::Char(' ' | 'n') => Some((ply + 1).min(last)),
        Key::ArrowLeft | Key::ArrowUp | Key::Backspace | Key::Char('b' | 'p') => Some(ply.saturating_sub(1)),
        Key::Home => Some(0),
        Key::End => Some(last),
        Key::Char('q') | Key::Escape | Key::CtrlC => None,
        _ => Some(ply),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_lead_back_and_forth_and_not_beyond() {
        let steps = [
            (Key::ArrowRight, 3, Some(4)),
            (Key::ArrowRight, 9, Some(9)),
            (Key::Enter, 0, Some(1)),
            (Key::ArrowLeft, 3, Some(2)),
            (Key::ArrowLeft, 0, Some(0)),
            (Key::Home, 5, Some(0)),
            (Key::End, 5, Some(9)),
            (Key::Char('x'), 5, Some(5)),
            (Key::Char('q'), 5, None),
            (Key::Escape, 5, None),
        ];
        for (key, ply, expected) in steps {
            assert_eq!(target(&key, ply, 9), expected, "{key:?} at {ply}");
        }
    }
}
