//! Playthroughs: whole games as text under version control, so that a change of the rules shows up as a diff.
//!
//! The idea comes from OpenSpiel \[Lanctot2019\]. Each position has its diagram, notation, key, legal moves (noisy ones
//! marked `!`), and the move played.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;

use crate::{Class, Game, Position};

/// Returns a game as text, position by position.
#[must_use]
pub fn playthrough<P: Position>(game: &Game<P>) -> String {
    let mut text = String::new();
    let mut replay = Game::from_position(game.start().clone(), game.rules());
    write_line(&mut text, format_args!("{}, rules {}", P::NAME, game.rules()));
    for &mv in game.moves() {
        write_position(&mut text, &replay);
        write_line(
            &mut text,
            format_args!("> {}: {}", replay.position().move_text(mv), replay.position().describe(mv)),
        );
        replay.play(mv).expect("the moves of a game can be played again");
    }
    write_position(&mut text, &replay);
    match replay.ending() {
        Some(ending) => write_line(&mut text, format_args!("{:?}: {}", ending.outcome, ending.reason)),
        None => write_line(&mut text, format_args!("not finished")),
    }
    text
}

fn write_position<P: Position>(text: &mut String, game: &Game<P>) {
    let pos = game.position();
    write_line(text, format_args!("\n{}", pos.diagram().to_string().trim_end()));
    write_line(text, format_args!("{pos}  key {:016x}", pos.key()));
    let mut noisy = Vec::new();
    let _ = pos.visit_moves(Class::Noisy, |mv| {
        noisy.push(mv);
        core::ops::ControlFlow::<()>::Continue(())
    });
    let moves = pos.legal_moves();
    let texts: Vec<String> = moves
        .iter()
        .map(|&mv| format!("{}{}", pos.move_text(mv), if noisy.contains(&mv) { "!" } else { "" }))
        .collect();
    if game.history().occurrences() > 1 {
        write_line(text, format_args!("occurrence {}", game.history().occurrences()));
    }
    write_line(text, format_args!("{} moves: {}", texts.len(), texts.join(" ")));
}

fn write_line(text: &mut String, line: core::fmt::Arguments<'_>) {
    writeln!(text, "{line}").expect("writing to a string cannot fail");
}
