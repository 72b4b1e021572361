//! The commands, a file each: its options, and what it does.

mod analyse;
mod calibrate;
mod chunk;
mod cluster;
mod compare;
mod completions;
mod engine;
mod export;
mod games;
mod kgp;
mod man;
mod r#match;
mod path;
mod perft;
mod play;
mod probe;
mod puzzles;
mod replay;
mod results;
#[cfg(feature = "web")]
mod serve;
mod show;
mod solve;
mod sprt;
mod tournament;
mod trace;
mod tune;
mod worker;

use clap::{ArgMatches, Args as _, FromArgMatches, Parser, Subcommand};
use plyground_catalog::Catalog;

use crate::failure::Done;
use crate::paint::Colouring;

/// Play, analyse and count two-player board games.
#[derive(Parser)]
#[command(name = "ply", bin_name = "ply", version, arg_required_else_help = true, max_term_width = 100)]
#[command(after_help = "Examples:\n  ply play khet\n  ply analyse kalah --time 10s --explain\n  ply help match")]
pub(crate) struct Ply {
    /// When to colour: always, never, or as the terminal and the variables NO_COLOR and FORCE_COLOR say
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_default_value = true)]
    color: Colouring,
    #[command(subcommand)]
    command: Command,
}

impl Ply {
    /// Does what was asked for.
    pub(crate) fn run(self, catalog: &Catalog) -> Done {
        (self.command.0)(catalog)
    }
}

/// A command with its arguments, ready to be run.
type Ready = Box<dyn FnOnce(&Catalog) -> Done>;

/// What is known of a command before it is asked for. Its options are built only then: there are hundreds of them.
struct Row {
    name: &'static str,
    aliases: &'static [&'static str],
    about: &'static str,
    options: fn(clap::Command) -> clap::Command,
    read: fn(&mut ArgMatches) -> Result<Ready, clap::Error>,
}

/// The command of a module, which has its `Args` and its `run`.
macro_rules! row {
    ($module:ident, $name:literal, $about:literal $(, alias $alias:literal)?) => {
        Row {
            name: $name,
            aliases: &[$($alias)?],
            about: $about,
            // Groups of options that several commands share would leave their own words here.
            options: |command| $module::Args::augment_args(command).about($about),
            read: |matches| {
                let args = $module::Args::from_arg_matches_mut(matches)?;
                Ok(Box::new(move |catalog| $module::run(&args, catalog)))
            },
        }
    };
}

/// All commands, in the order of the help.
const ROWS: &[Row] = &[
    row!(games, "games", "List games, set-ups, rule sets, evaluations and agents"),
    row!(show, "show", "Draw a position, with its legal moves"),
    row!(perft, "perft", "Count move sequences"),
    row!(analyse, "analyse", "Find the best move, and say why", alias "analyze"),
    row!(compare, "compare", "Search one position with every algorithm, in one table"),
    row!(trace, "trace", "Record the tree of a search: as text, JSON, graph or picture"),
    row!(path, "path", "Find the cheapest path between two cells (cachex)"),
    row!(play, "play", "Play in the terminal"),
    row!(r#match, "match", "Play two agents against each other, in pairs of games over varied openings"),
    row!(tournament, "tournament", "Play many agents against each other"),
    row!(chunk, "chunk", "Play a piece of a run: a spec comes in, its games go out"),
    row!(worker, "worker", "Play pieces of the runs of a cluster"),
    row!(cluster, "cluster", "See and steer the runs of a cluster"),
    row!(tune, "tune", "Make the weights of an agent's evaluation better, by games"),
    row!(replay, "replay", "Step through a recorded game"),
    row!(export, "export", "Print recorded games as text"),
    row!(results, "results", "Ask questions over the records of many runs"),
    row!(sprt, "sprt", "Run the sequential test on counts of pairs"),
    row!(calibrate, "calibrate", "Find out what scores are worth, by recorded games"),
    row!(solve, "solve", "Find the exact value of a position and of its moves"),
    row!(probe, "probe", "Read the exact value of a position from tables"),
    row!(puzzles, "puzzles", "Find positions with one right move"),
    row!(engine, "engine", "Speak the engine protocol on standard input and output"),
    row!(kgp, "kgp", "Play on a server of the Kalah Game Protocol"),
    #[cfg(feature = "web")]
    row!(serve, "serve", "Serve the web board on 127.0.0.1"),
    row!(completions, "completions", "Print completions for a shell"),
    row!(man, "man", "Write manual pages, one for each command"),
];

/// The command that was asked for.
struct Command(Ready);

impl Subcommand for Command {
    fn augment_subcommands(ply: clap::Command) -> clap::Command {
        ROWS.iter().fold(ply.subcommand_required(true).arg_required_else_help(true), |ply, row| {
            let command = clap::Command::new(row.name).aliases(row.aliases).about(row.about).defer(row.options);
            ply.subcommand(command)
        })
    }

    fn augment_subcommands_for_update(ply: clap::Command) -> clap::Command {
        Command::augment_subcommands(ply)
    }

    fn has_subcommand(name: &str) -> bool {
        ROWS.iter().any(|row| row.name == name)
    }
}

impl FromArgMatches for Command {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Command, clap::Error> {
        Command::from_arg_matches_mut(&mut matches.clone())
    }

    fn from_arg_matches_mut(matches: &mut ArgMatches) -> Result<Command, clap::Error> {
        let missing = || clap::Error::new(clap::error::ErrorKind::MissingSubcommand);
        let (name, mut arguments) = matches.remove_subcommand().ok_or_else(missing)?;
        let row = ROWS.iter().find(|row| row.name == name).ok_or_else(missing)?;
        (row.read)(&mut arguments).map(Command)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Command::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn every_command_keeps_its_own_words() {
        let mut ply = Ply::command();
        ply.build();
        for row in ROWS {
            let command = ply.find_subcommand(row.name).expect("a command");
            assert_eq!(command.get_about().map(ToString::to_string).as_deref(), Some(row.about));
        }
    }

    /// A person copies an example and runs it; it had better be understood.
    #[test]
    fn every_command_shows_examples_that_can_be_read() {
        let mut ply = Ply::command();
        ply.build();
        for command in ply.get_subcommands().filter(|command| command.get_name() != "help") {
            let name = command.get_name();
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let (_, examples) = help.split_once("Examples:\n").unwrap_or_else(|| panic!("{name} has no examples"));
            for example in examples.lines() {
                let typed = example.split(" > ").next().unwrap_or_default();
                let words = shell_words::split(typed).unwrap();
                assert!(words.len() > 1 && words[..2] == ["ply", name], "{example}");
                assert!(example.len() <= 100, "{example}");
                if let Err(error) = Ply::try_parse_from(&words) {
                    panic!("{example}: {error}");
                }
            }
        }
    }
}
