//! Groups of options that several commands share.
//!
//! Games and agents are text here; the catalog parses them and reports errors.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use plyground_catalog::{Catalog, CatalogError, GameRef, Session, Start, bounds};
use plyground_search::Limits;
use plyground_solve::SolveOptions;
use plyground_statistics::Sprt;

use crate::failure::Failure;
use crate::out::note;
use crate::values::{large, number, time};

/// The heading of options that choose a position.
pub(crate) const POSITION: &str = "Position";
/// The heading of options that limit a search or a game.
pub(crate) const LIMITS: &str = "Limits";
/// The heading of options that decide what is printed and written.
pub(crate) const OUTPUT: &str = "Output";
/// The heading of options of runs on many machines.
pub(crate) const CLUSTER: &str = "Cluster";
/// The heading of the options that every command has. It comes last.
pub(crate) const GLOBAL: &str = "Global options";

/// A game with its set-up and rules.
#[derive(Args, Debug)]
pub(crate) struct GameArgs {
    /// Game to use; `ply games` lists them
    #[arg(value_name = "GAME", required = true)]
    name: Option<String>,
    /// Set-up, a start position such as `6x4` for Kalah; `ply games GAME` lists set-ups
    #[arg(long, value_name = "TEXT", help_heading = POSITION)]
    pub(crate) setup: Option<String>,
    /// Rule set with options, such as `standard,majority=on`
    #[arg(long, value_name = "NAME[,KEY=VALUE…]", help_heading = POSITION)]
    pub(crate) rules: Option<String>,
}

impl GameArgs {
    /// Whether a game is named.
    pub(crate) fn is_named(&self) -> bool {
        self.name.is_some()
    }

    /// Returns the game that is named.
    pub(crate) fn find<'a>(&self, catalog: &'a Catalog) -> Result<&'a GameRef, CatalogError> {
        catalog.game(self.name.as_deref().unwrap_or_default())
    }
}

/// The position that a command works on.
#[derive(Args, Debug)]
pub(crate) struct StartArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Position to start from, in the notation of the game; `ply show` prints it
    #[arg(long, value_name = "TEXT", conflicts_with = "setup", help_heading = POSITION)]
    position: Option<String>,
    /// Moves to play first, separated by spaces
    #[arg(
        long,
        value_name = "MOVES",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true,
        help_heading = POSITION
    )]
    moves: String,
}

impl StartArgs {
    /// Returns the position as the catalog takes it.
    pub(crate) fn start(&self) -> Start {
        Start {
            setup: self.game.setup.clone(),
            rules: self.game.rules.clone(),
            position: self.position.clone(),
            moves: self.moves.clone(),
        }
    }

    /// Opens a session at the position.
    pub(crate) fn open(&self, catalog: &Catalog) -> Result<Box<dyn Session>, CatalogError> {
        self.game.find(catalog)?.open(&self.start())
    }
}

/// Limits of a search that are the same on every machine.
#[derive(Args, Debug)]
pub(crate) struct WorkArgs {
    /// Deepest search, in plies or turns
    #[arg(
        long,
        short,
        allow_hyphen_values = true,
        value_parser = number::<1, { bounds::DEPTH }>,
        help_heading = LIMITS
    )]
    depth: Option<u32>,
    /// Nodes per search
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = large, help_heading = LIMITS)]
    nodes: Option<u64>,
}

impl WorkArgs {
    /// Returns the limits of a search.
    pub(crate) fn limits(&self) -> Limits {
        Limits { depth: self.depth, nodes: self.nodes, ..Limits::NONE }
    }
}

/// A limit of time.
#[derive(Args, Debug)]
pub(crate) struct TimeArgs {
    /// Time per search, such as `5s` or `250ms`
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = time, help_heading = LIMITS)]
    pub(crate) time: Option<Duration>,
}

/// All limits of a search.
#[derive(Args, Debug)]
pub(crate) struct LimitArgs {
    #[command(flatten)]
    work: WorkArgs,
    #[command(flatten)]
    time: TimeArgs,
}

impl LimitArgs {
    /// Returns the limits of a search.
    pub(crate) fn limits(&self) -> Limits {
        Limits { time: self.time.time, ..self.work.limits() }
    }
}

/// Number of games at a time, random seed, and output of a run.
#[derive(Args, Debug)]
pub(crate) struct RunArgs {
    /// Games played at the same time
    #[arg(
        long,
        alias = "threads",
        value_name = "N",
        default_value_t = 1,
        allow_hyphen_values = true,
        value_parser = number::<1, 256>
    )]
    pub(crate) concurrency: u32,
    /// Seed of openings and of all random choices
    #[arg(long, value_name = "N", default_value_t = 0, allow_hyphen_values = true, value_parser = large)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) yes: YesArgs,
    /// Write the games and all results to this folder
    #[arg(long, value_name = "DIR", help_heading = OUTPUT)]
    pub(crate) out: Option<PathBuf>,
    /// Continue an interrupted run from its output
    #[arg(long, requires = "out", help_heading = OUTPUT)]
    pub(crate) resume: bool,
}

/// Returns the number of pairs of these games, and reports a number that is not even.
pub(crate) fn pairs(option: &str, games: impl Into<u64>) -> u64 {
    let games = games.into();
    if games % 2 == 1 {
        note!("note: games are played in pairs: `{option} {games}` plays {} games", games + 1);
    }
    games.div_ceil(2)
}

/// The question before long work.
#[derive(Args, Debug)]
pub(crate) struct YesArgs {
    /// Start long or large work without asking; without a terminal, nothing is asked
    #[arg(long, short)]
    pub(crate) yes: bool,
}

/// Random openings.
#[derive(Args, Debug)]
pub(crate) struct OpeningArgs {
    /// Maximum number of random moves of an opening [default: 2 to 6]
    #[arg(long, value_name = "PLIES", allow_hyphen_values = true, value_parser = number::<0, { bounds::OPENING_PLIES }>)]
    opening_plies: Option<u32>,
}

impl OpeningArgs {
    /// Returns the fewest and most random moves, if a number is given.
    pub(crate) fn plies(&self) -> Option<(u32, u32)> {
        self.opening_plies.map(|plies| (plies.min(2), plies))
    }
}

/// The length of games.
#[derive(Args, Debug)]
pub(crate) struct LengthArgs {
    /// Plies after which a game ends: with the result of exact tables if they know it, else as a draw [default: see `ply games GAME`]
    #[arg(
        long,
        value_name = "N",
        allow_hyphen_values = true,
        value_parser = number::<1, { bounds::PLIES }>,
        help_heading = LIMITS
    )]
    max_plies: Option<u32>,
    /// Folder of tables of exact values, for games that `--max-plies` ends [env: PLYGROUND_TABLES]
    #[arg(long, value_name = "DIR", help_heading = LIMITS)]
    tables: Option<PathBuf>,
}

impl LengthArgs {
    /// Returns the most plies, if a number is given.
    pub(crate) fn max_plies(&self) -> Option<usize> {
        self.max_plies.map(|plies| plies as usize)
    }

    /// Returns the folder of tables, if there is one.
    ///
    /// # Errors
    /// When the named folder does not exist.
    pub(crate) fn tables(&self) -> Result<Option<PathBuf>, Failure> {
        existing(self.tables.as_ref())
    }
}

/// Credentials of a cluster.
#[derive(Args, Debug)]
pub(crate) struct LinkArgs {
    /// File with the token of the server; required if the server is on another machine
    #[arg(long, value_name = "FILE", help_heading = CLUSTER)]
    pub(crate) token_file: Option<PathBuf>,
    /// Certificate file of the authority that signed the server's certificate; encrypts the connection
    #[arg(long, value_name = "FILE", help_heading = CLUSTER)]
    pub(crate) tls_ca: Option<PathBuf>,
}

/// A run on the workers of a cluster.
#[derive(Args, Debug)]
#[command(
    mut_arg("token_file", |arg| arg.requires("cluster")),
    mut_arg("tls_ca", |arg| arg.requires("cluster"))
)]
pub(crate) struct ClusterArgs {
    /// Run on the workers of this NATS server, such as `nats://127.0.0.1:4222`
    #[arg(long, value_name = "ADDRESS", help_heading = CLUSTER)]
    pub(crate) cluster: Option<String>,
    #[command(flatten)]
    pub(crate) link: LinkArgs,
    /// Priority of this run among the runs of the cluster
    #[arg(
        long,
        value_name = "NAME",
        default_value = "normal",
        requires = "cluster",
        value_parser = ["high", "normal", "low"],
        help_heading = CLUSTER
    )]
    pub(crate) priority: String,
    /// Speed in nodes per second to which workers scale limits of time [default: the speed of this machine]
    #[arg(
        long,
        value_name = "N",
        requires = "cluster",
        allow_hyphen_values = true,
        value_parser = number::<1, { bounds::SPEED }>,
        help_heading = CLUSTER
    )]
    pub(crate) reference_nps: Option<u32>,
}

/// Tables of exact values.
#[derive(Args, Debug)]
pub(crate) struct TablesArgs {
    /// Folder of tables of exact values [env: PLYGROUND_TABLES] [default: tables]
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
}

impl TablesArgs {
    /// Returns how positions are solved with these tables.
    pub(crate) fn options(&self) -> SolveOptions {
        let usual = SolveOptions::default();
        SolveOptions { tables: named(self.tables.as_ref()).unwrap_or(usual.tables), ..usual }
    }

    /// Returns the folder that the option or the environment names.
    ///
    /// # Errors
    /// When it does not exist.
    pub(crate) fn named(&self) -> Result<Option<PathBuf>, Failure> {
        existing(self.tables.as_ref())
    }
}

/// Returns the folder that an option or the environment names.
fn named(option: Option<&PathBuf>) -> Option<PathBuf> {
    option.cloned().or_else(SolveOptions::named_folder)
}

/// Returns the folder that an option or the environment names, from which tables are read.
fn existing(option: Option<&PathBuf>) -> Result<Option<PathBuf>, Failure> {
    match named(option) {
        Some(folder) if !folder.is_dir() => {
            Err(Failure::Input(format!("no folder `{}`: expected one that `ply solve` wrote", folder.display())))
        }
        folder => Ok(folder),
    }
}

/// Error probabilities of a sequential test.
#[derive(Args, Debug)]
pub(crate) struct ErrorArgs {
    /// Probability to accept ELO1 if ELO0 is true
    #[arg(long, value_name = "P", default_value_t = Sprt::ERROR, allow_hyphen_values = true)]
    pub(crate) alpha: f64,
    /// Probability to accept ELO0 if ELO1 is true
    #[arg(long, value_name = "P", default_value_t = Sprt::ERROR, allow_hyphen_values = true)]
    pub(crate) beta: f64,
}

impl ErrorArgs {
    /// Returns both probabilities, if they are not the default.
    pub(crate) fn named(&self) -> Option<(f64, f64)> {
        let errors = (self.alpha, self.beta);
        (errors != (Sprt::ERROR, Sprt::ERROR)).then_some(errors)
    }
}

/// The format of the output.
#[derive(Args, Debug)]
pub(crate) struct JsonArgs {
    /// Print JSON
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) json: bool,
}
