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
mod tournament;
mod tune;
mod worker;

use clap::{Parser, Subcommand};
use plyground_catalog::Catalog;

use crate::failure::Done;
use crate::paint::Colouring;

/// Play, analyse and count two-player board games.
#[derive(Parser, Debug)]
#[command(name = "ply", bin_name = "ply", version, arg_required_else_help = true, max_term_width = 100)]
#[command(after_help = "Examples:\n  ply play khet\n  ply analyse kalah --time 10s --explain\n  ply help match")]
pub(crate) struct Ply {
    /// When to colour: always, never, or as the terminal and the variables NO_COLOR and FORCE_COLOR say
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_default_value = true)]
    color: Colouring,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// List games, set-ups, rule sets, evaluations and agents
    Games(games::Args),
    /// Draw a position, with its legal moves
    Show(show::Args),
    /// Count move sequences
    Perft(perft::Args),
    /// Find the best move, and say why
    #[command(alias = "analyze")]
    Analyse(analyse::Args),
    /// Search one position with every algorithm, in one table
    Compare(compare::Args),
    /// Find the cheapest path between two cells (cachex)
    Path(path::Args),
    /// Play in the terminal
    Play(play::Args),
    /// Play two agents against each other, in pairs of games over varied openings
    Match(r#match::Args),
    /// Play many agents against each other
    Tournament(tournament::Args),
    /// Play a piece of a run: a spec comes in, its games go out
    Chunk(chunk::Args),
    /// Play pieces of the runs of a cluster
    Worker(worker::Args),
    /// See and steer the runs of a cluster
    Cluster(cluster::Args),
    /// Make the weights of an agent's evaluation better, by games
    Tune(tune::Args),
    /// Step through a recorded game
    Replay(replay::Args),
    /// Print recorded games as text
    Export(export::Args),
    /// Ask questions over the records of many runs
    Results(results::Args),
    /// Find out what scores are worth, by recorded games
    Calibrate(calibrate::Args),
    /// Find the exact value of a position and of its moves
    Solve(solve::Args),
    /// Read the exact value of a position from tables
    Probe(probe::Args),
    /// Find positions with one right move
    Puzzles(puzzles::Args),
    /// Speak the engine protocol on standard input and output
    Engine(engine::Args),
    /// Play on a server of the Kalah Game Protocol
    Kgp(kgp::Args),
    /// Serve the web board on 127.0.0.1
    #[cfg(feature = "web")]
    Serve(serve::Args),
    /// Print completions for a shell
    Completions(completions::Args),
    /// Write manual pages, one for each command
    Man(man::Args),
}

impl Ply {
    /// Does what was asked for.
    pub(crate) fn run(&self, catalog: &Catalog) -> Done {
        match &self.command {
            Command::Games(args) => games::run(args, catalog),
            Command::Show(args) => show::run(args, catalog),
            Command::Perft(args) => perft::run(args, catalog),
            Command::Analyse(args) => analyse::run(args, catalog),
            Command::Compare(args) => compare::run(args, catalog),
            Command::Path(args) => path::run(args, catalog),
            Command::Play(args) => play::run(args, catalog),
            Command::Match(args) => r#match::run(args, catalog),
            Command::Tournament(args) => tournament::run(args, catalog),
            Command::Chunk(args) => chunk::run(args, catalog),
            Command::Worker(args) => worker::run(args, catalog),
            Command::Cluster(args) => cluster::run(args),
            Command::Tune(args) => tune::run(args, catalog),
            Command::Replay(args) => replay::run(args, catalog),
            Command::Export(args) => export::run(args, catalog),
            Command::Results(args) => results::run(args),
            Command::Calibrate(args) => calibrate::run(args, catalog),
            Command::Solve(args) => solve::run(args, catalog),
            Command::Probe(args) => probe::run(args, catalog),
            Command::Puzzles(args) => puzzles::run(args, catalog),
            Command::Engine(args) => engine::run(args, catalog),
            Command::Kgp(args) => kgp::run(args),
            #[cfg(feature = "web")]
            Command::Serve(args) => serve::run(args, catalog),
            Command::Completions(args) => completions::run(args),
            Command::Man(args) => man::run(args),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    /// A person copies an example and runs it; it had better be understood.
    #[test]
    fn every_command_shows_examples_that_can_be_read() {
        for command in Ply::command().get_subcommands() {
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
