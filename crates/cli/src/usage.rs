//! Errors in arguments: one line each, as all other errors, and a tip on a second line.

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use plyground_catalog::keys::Kind;
use plyground_catalog::{Catalog, Start};
use plyground_game::notation::escaped;

use crate::commands::Ply;
use crate::failure::Failure;
use crate::out::note;
use crate::paint::STRONG;

/// Prints help and version as they are, any other error in one line, and below it a tip if there is one.
pub(crate) fn report(error: &clap::Error, catalog: &Catalog, arguments: &[OsString]) -> ExitCode {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        return match error.print() {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Failure::Undone(format!("standard output cannot be written: {error}")).report()
            }
            _ => ExitCode::SUCCESS,
        };
    }
    let own_tip = option_tip(arguments)
        .or_else(|| key_tip(error, catalog, arguments))
        .or_else(|| value_tip(error, catalog, arguments));
    let (message, tip) = message(error, own_tip);
    let status = Failure::Input(message).report();
    if let Some(tip) = tip {
        note!("  {STRONG}tip:{STRONG:#} {}", escaped(&tip));
    }
    status
}

/// Returns the error, and this tip or that of clap.
fn message(error: &clap::Error, tip: Option<String>) -> (String, Option<String>) {
    // Only `ply cluster` has subcommands; `ply` alone prints its help.
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let expected = "expected one, such as `ply cluster status`; `ply help cluster` lists them";
        return (format!("missing subcommand: {expected}"), None);
    }
    let text = error.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    // The first paragraph is the error, tips are suggestions; usage and pointers to help follow.
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let kept = lines.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"));
    let (tips, lines): (Vec<&str>, Vec<&str>) = kept.partition(|line| line.starts_with("tip: "));
    let mut message = lines.join(" ");
    let of_clap = tips.iter().filter_map(|tip| tip.strip_prefix("tip: ")).find(|tip| !tip.starts_with("to pass"));
    let tip = tip.or_else(|| of_clap.map(str::to_owned));
    if tip.is_none() {
        match error.kind() {
            ErrorKind::InvalidSubcommand => {
                let ply = Ply::command();
                let names: Vec<&str> = ply.get_subcommands().map(clap::Command::get_name).collect();
                message += &format!(": expected one of {}", names.join(", "));
            }
            ErrorKind::UnknownArgument => message += ": expected an option that the command's `--help` lists",
            _ => {}
        }
    }
    (message, tip)
}

/// Returns the argument that the command does not know.
fn unknown(error: &clap::Error) -> Option<&str> {
    match (error.kind(), error.get(ContextKind::InvalidArg)) {
        (ErrorKind::UnknownArgument, Some(ContextValue::String(argument))) => Some(argument),
        _ => None,
    }
}

/// Returns the option that was meant by one with a single dash, such as `-depth`, or by `--level`.
fn option_tip(arguments: &[OsString]) -> Option<String> {
    let words: Vec<&str> = arguments.iter().filter_map(|argument| argument.to_str()).skip(1).collect();
    let mut ply = Ply::command();
    ply.build();
    let command = words.iter().find_map(|word| ply.find_subcommand(word))?;
    let has = |name: &str| command.get_arguments().any(|argument| argument.get_long() == Some(name));
    let single = |word: &&str| {
        let name = word.strip_prefix(['-', '\u{2013}', '\u{2014}'])?.split('=').next()?;
        (name.len() > 1 && has(name)).then(|| format!("expected `--{name}`"))
    };
    let level = |place: usize| {
        let level = words.get(place + 1).filter(|level| level.parse::<u8>().is_ok()).unwrap_or(&"2");
        let option = ["agent", "second"].into_iter().find(|name| has(name))?;
        Some(format!("a level is an agent: expected `--{option} level-{level}`"))
    };
    let asked = words.iter().position(|word| *word == "--level").filter(|_| !has("level"));
    words.iter().find_map(single).or_else(|| asked.and_then(level))
}

/// Returns how to set the key of an agent that was given as an option, such as `--eval strong`.
fn key_tip(error: &clap::Error, catalog: &Catalog, arguments: &[OsString]) -> Option<String> {
    let option = unknown(error)?;
    let key = catalog.keys().into_iter().find(|key| option.strip_prefix("--") == Some(key.name))?;
    let words: Vec<&str> = arguments.iter().filter_map(|argument| argument.to_str()).collect();
    let value_of = |option: &str| {
        let place = words
            .iter()
            .position(|word| word.strip_prefix(option).is_some_and(|rest| rest.is_empty() || rest.starts_with('=')))?;
        let next = words.get(place + 1).copied().filter(|next| !next.starts_with('-'));
        words[place].split_once('=').map(|(_, value)| value).or(next)
    };
    let mut ply = Ply::command();
    ply.build();
    let command = words.iter().skip(1).find_map(|word| ply.find_subcommand(word))?;
    let named = |name: &&str| command.get_arguments().any(|argument| argument.get_long() == Some(name));
    let takes = ["agent", "second", "first"].into_iter().find(named).map(|name| format!("--{name}"));
    let agent = takes.as_deref().and_then(value_of).unwrap_or("best");
    let sign = if agent.contains(':') { ',' } else { ':' };
    let value = value_of(option).unwrap_or(if key.kind == Kind::Switch { "on" } else { "..." });
    let has_agents = command.get_arguments().any(|argument| argument.get_id() == "agents");
    if takes.is_none() && !has_agents {
        return None;
    }
    let option = takes.map_or_else(String::new, |name| name + " ");
    Some(format!("`{0}` is a key of an agent: expected `{option}{agent}{sign}{0}={value}`", key.name))
}

/// Returns the option that takes a value that was given without one, such as `4x3` after `ply analyse kalah`.
fn value_tip(error: &clap::Error, catalog: &Catalog, arguments: &[OsString]) -> Option<String> {
    let value = unknown(error).filter(|value| !value.starts_with('-'))?;
    let words: Vec<&str> = arguments.iter().filter_map(|argument| argument.to_str()).skip(1).collect();
    let mut ply = Ply::command();
    ply.build();
    let command = words.iter().find_map(|word| ply.find_subcommand(word))?;
    let game = words.iter().find_map(|word| catalog.game(word).ok())?;
    let named = |name: &str| command.get_arguments().find(|argument| argument.get_long() == Some(name));
    if named("depth").is_some_and(clap::Arg::is_required_set) && value.parse::<u32>().is_ok() {
        return Some(format!("expected `--depth {value}`"));
    }
    // Moves that are not quoted are several words, perhaps after the option.
    let place = words.iter().position(|word| *word == value)?;
    let begin = words[..place].iter().rposition(|word| *word == "--moves").map_or(place, |option| option + 1);
    let moves = words[begin..].iter().take_while(|word| !word.starts_with("--")).copied().collect::<Vec<_>>().join(" ");
    let starts = [
        ("setup", "a set-up", Start { setup: Some(value.into()), ..Start::default() }),
        ("position", "a position", Start { position: Some(value.into()), ..Start::default() }),
        ("moves", "a line", Start { moves: moves.clone(), ..Start::default() }),
    ];
    let is_start = |(option, _, start): &&(&str, &str, Start)| named(option).is_some() && game.state(start).is_ok();
    let quoted = |text: &str| match text.chars().all(|char| char.is_ascii_alphanumeric()) {
        true => text.to_owned(),
        false => format!("'{text}'"),
    };
    if let Some((option, what, _)) = starts.iter().find(is_start) {
        let value = if *option == "moves" { &moves } else { value };
        return Some(format!("`{value}` is {what} of {}: expected `--{option} {}`", game.info().name, quoted(value)));
    }
    // In `ply play`, where no player has to be named, the other one is meant.
    let first = if named("first").is_some_and(clap::Arg::is_required_set) { "first" } else { "second" };
    let option = ["agent", first].into_iter().find(|name| named(name).is_some())?;
    game.agent(value).ok()?;
    Some(format!("`{value}` is an agent: expected `--{option} {}`", quoted(value)))
}
