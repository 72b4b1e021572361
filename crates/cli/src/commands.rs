//! The commands, one file each: its options and its `run`.

mod analyse;
mod calibrate;
mod chunk;
mod cluster;
mod compare;
mod completions;
mod engine;
mod export;
mod games;
mod grade;
mod kgp;
mod learn;
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

use clap::{Arg, ArgAction, ArgMatches, Args as _, CommandFactory, FromArgMatches, Parser, Subcommand, value_parser};
use plyground_catalog::Catalog;

use crate::args::GLOBAL;
use crate::failure::Done;
use crate::out::print_part;
use crate::paint::{Colouring, HEADING, STRONG};

/// Play and analyse two-player board games, compare agents and tune them.
#[derive(Parser)]
#[command(name = "ply", bin_name = "ply", version = env!("PLY_VERSION"), max_term_width = 100, disable_help_flag = true)]
#[command(
    after_help = "Examples:\n  ply play khet\n  ply analyse kalah --time 10s --explain\n  ply help match",
    subcommand_value_name = "COMMAND"
)]
pub(crate) struct Ply {
    #[command(subcommand)]
    command: Option<Command>,
}

impl Ply {
    /// Runs the command; without one, prints the help.
    pub(crate) fn run(self, catalog: &Catalog) -> Done {
        match self.command {
            Some(Command(ready)) => ready(catalog),
            None => {
                print_part!("{}", Ply::command().render_help().ansi());
                Ok(())
            }
        }
    }
}

/// Adds the options that every command has. They come last, after options that a command builds when it runs: a global option
/// of `ply` would come first. Subcommands get them with `is_global`. `paint` reads the value of `--color`.
fn with_global_options(command: clap::Command, is_global: bool) -> clap::Command {
    let help = Arg::new("help").long("help").short('h').action(ArgAction::Help).help("Print help");
    let color = Arg::new("color")
        .long("color")
        .value_name("WHEN")
        .value_parser(value_parser!(Colouring))
        .default_value("auto")
        .help("When to use colours; `auto` follows the terminal, NO_COLOR and FORCE_COLOR");
    command.args([help, color.display_order(LAST)].map(|arg| arg.help_heading(GLOBAL).global(is_global)))
}

/// The position of an option behind all others, `--version` of clap included.
const LAST: usize = 1_000;

/// A command with its arguments, ready to run.
type Ready = Box<dyn FnOnce(&Catalog) -> Done>;

/// Part of the list of commands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Group {
    Play,
    Analyse,
    Compare,
    Train,
    OneGame,
    Connect,
    Set,
}

impl Group {
    /// All groups, in the order of the help.
    pub(crate) const ALL: [Group; 7] =
        [Group::Play, Group::Analyse, Group::Compare, Group::Train, Group::OneGame, Group::Connect, Group::Set];

    /// Returns the heading of the group.
    pub(crate) fn heading(self) -> &'static str {
        match self {
            Group::Play => "Play",
            Group::Analyse => "Analyse positions",
            Group::Compare => "Compare agents",
            Group::Train => "Tune agents",
            Group::OneGame => "Commands of one game",
            Group::Connect => "Engines and clusters",
            Group::Set => "Installation",
        }
    }

    /// Returns the names of the commands of the group.
    pub(crate) fn commands(self) -> impl Iterator<Item = &'static str> {
        ROWS.iter().filter(move |row| row.group == self).map(|row| row.name)
    }
}

/// A row of the list of commands. The options of a command are built only when it runs: there are hundreds of them.
struct Row {
    group: Group,
    name: &'static str,
    aliases: &'static [&'static str],
    about: &'static str,
    options: fn(clap::Command) -> clap::Command,
    read: fn(&mut ArgMatches) -> Result<Ready, clap::Error>,
}

/// The command of a module, which has its `Args` and its `run`.
macro_rules! row {
    ($group:ident, $module:ident, $name:literal, $about:literal $(, alias $alias:literal)?) => {
        Row {
            group: Group::$group,
            name: $name,
            aliases: &[$($alias)?],
            about: $about,
            // Flattened groups of options would replace the description by their own.
            options: |command| with_global_options($module::Args::augment_args(command), true).about($about),
            read: |matches| {
                let args = $module::Args::from_arg_matches_mut(matches)?;
                Ok(Box::new(move |catalog| $module::run(&args, catalog)))
            },
        }
    };
}

/// All commands, in the order of the help.
const ROWS: &[Row] = &[
    row!(Play, play, "play", "Play a game in the terminal"),
    row!(Play, puzzles, "puzzles", "Solve puzzles, or find new ones"),
    #[cfg(feature = "web")]
    row!(Play, serve, "serve", "Serve the web board on this machine"),
    row!(Play, replay, "replay", "Step through a recorded game"),
    row!(Analyse, games, "games", "List games, set-ups, rules, evaluations, agents and levels"),
    row!(Analyse, show, "show", "Draw a position and list its legal moves"),
    row!(Analyse, analyse, "analyse", "Find the best move of a position and explain it", alias "analyze"),
    row!(Analyse, grade, "grade", "Grade the moves of recorded games, by exact values where they are known"),
    row!(Analyse, compare, "compare", "Search one position with every algorithm"),
    row!(Analyse, trace, "trace", "Record the tree of a search as text, JSON, graph or picture"),
    row!(Analyse, solve, "solve", "Compute the exact value of a position and of its moves"),
    row!(Analyse, probe, "probe", "Look up the exact value of a position in tables"),
    row!(Analyse, perft, "perft", "Count move sequences"),
    row!(Compare, r#match, "match", "Play a match between two agents, in game pairs with sides swapped"),
    row!(Compare, tournament, "tournament", "Play a tournament of several agents"),
    row!(Compare, sprt, "sprt", "Run a sequential probability ratio test on counts of game pairs"),
    row!(Compare, results, "results", "Sum up the records of many runs"),
    row!(Compare, export, "export", "Print recorded games as text"),
    row!(Train, tune, "tune", "Tune the weights of an evaluation"),
    row!(Train, learn, "learn", "Learn an evaluation from self-play"),
    row!(Train, calibrate, "calibrate", "Fit win probabilities to the scores of recorded games"),
    row!(OneGame, path, "path", "Find the cheapest path between two cells (cachex)"),
    row!(OneGame, kgp, "kgp", "Play on a server of the Kalah Game Protocol (kalah)"),
    row!(Connect, engine, "engine", "Speak the engine protocol on standard input and output"),
    row!(Connect, cluster, "cluster", "Show and cancel the runs of a cluster"),
    row!(Connect, worker, "worker", "Work for the runs of a cluster"),
    row!(Connect, chunk, "chunk", "Play one chunk of a run: spec in, games out"),
    row!(Set, completions, "completions", "Print the completion script of a shell"),
    row!(Set, man, "man", "Write manual pages"),
];

/// Returns the list of commands by group, as the help shows it.
fn list() -> String {
    let width = ROWS.iter().map(|row| row.name.len()).max().unwrap_or(0).max("help".len());
    let line = |name: &str, about: &str| format!("  {STRONG}{name:width$}{STRONG:#}  {about}\n");
    let group = |group: Group| {
        let rows = ROWS.iter().filter(|row| row.group == group).map(|row| line(row.name, row.about));
        format!("{HEADING}{}:{HEADING:#}\n{}", group.heading(), rows.collect::<String>())
    };
    Group::ALL.map(group).join("\n") + &line("help", "Print the help of a command")
}

/// The command to run.
struct Command(Ready);

impl Subcommand for Command {
    fn augment_subcommands(ply: clap::Command) -> clap::Command {
        // clap lists all subcommands under one heading.
        let template = format!(
            "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{}\n{HEADING}Options:{HEADING:#}\n{{options}}{{after-help}}",
            list()
        );
        ROWS.iter().fold(with_global_options(ply, false).help_template(template), |ply, row| {
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
    use super::*;

    #[test]
    fn every_command_keeps_its_own_description() {
        let mut ply = Ply::command();
        ply.build();
        for row in ROWS {
            let command = ply.find_subcommand(row.name).expect("a command");
            assert_eq!(command.get_about().map(ToString::to_string).as_deref(), Some(row.about));
        }
    }

    /// People copy examples.
    #[test]
    fn every_command_shows_examples_that_parse() {
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

    fn help(name: &str) -> String {
        let mut ply = Ply::command().term_width(100);
        ply.build();
        ply.find_subcommand_mut(name).expect("a command").render_help().to_string()
    }

    #[test]
    fn help_groups_options_and_ends_with_the_global_ones() {
        for row in ROWS {
            let help = help(row.name);
            let (own, global) = help.split_once("\nGlobal options:\n").unwrap_or_else(|| panic!("{help}"));
            let (global, _) = global.split_once("\n\n").unwrap_or((global, ""));
            let (first, last) = global.split_once("--color").unwrap_or_else(|| panic!("{help}"));
            assert!(first.contains("--help") && !last.contains("--"), "`--color` is not the last option: {help}");
            assert!(!own.contains("--color") && !own.contains("--help"), "{help}");
        }
        let headings = ["Position:", "Limits:", "Output:", "Cluster:"];
        let found = help("match");
        let places: Vec<usize> =
            headings.map(|heading| found.find(heading).unwrap_or_else(|| panic!("{found}"))).into();
        assert!(places.is_sorted(), "{found}");
        assert!(!help("solve").replace("ply games", "").contains("games"), "solving plays no games");
    }

    /// Every option has one short description, without a period.
    #[test]
    fn options_have_short_descriptions() {
        let mut ply = Ply::command();
        ply.build();
        for command in ply.get_subcommands().filter(|command| command.get_name() != "help") {
            for option in command.get_arguments() {
                let (name, about) = (option.get_id(), option.get_help().map(ToString::to_string).unwrap_or_default());
                let place = format!("{} {name}: {about}", command.get_name());
                assert!(about.starts_with(char::is_uppercase) && !about.ends_with('.'), "{place}");
                assert!(about.len() <= 130, "{place}");
            }
        }
    }

    #[test]
    fn the_list_holds_every_command_once() {
        let help = Ply::command().render_help().to_string();
        for row in ROWS {
            assert_eq!(help.matches(&format!("\n  {} ", row.name)).count(), 1, "{help}");
        }
    }
}
