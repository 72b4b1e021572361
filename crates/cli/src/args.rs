//! Groups of options that several commands share. Games and agents are text here: the catalog that knows them comes from the
//! program, and says what is wrong with them.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use plyground_catalog::{Catalog, CatalogError, GameRef, Session, Start, bounds};
use plyground_search::Limits;
use plyground_solve::SolveOptions;

use crate::values::{large, number, time};

/// A game with its set-up and rules.
#[derive(Args, Debug)]
pub(crate) struct GameArgs {
    /// The game; `ply games` lists them
    #[arg(value_name = "GAME", required = true)]
    name: Option<String>,
    /// The start, such as `6x4` for Kalah
    #[arg(long, value_name = "TEXT")]
    pub(crate) setup: Option<String>,
    /// The rules: a named set, then changes, such as `standard,majority=on`
    #[arg(long, value_name = "NAME[,KEY=VALUE…]")]
    pub(crate) rules: Option<String>,
}

impl GameArgs {
    /// The game that is named.
    pub(crate) fn find<'a>(&self, catalog: &'a Catalog) -> Result<&'a GameRef, CatalogError> {
        catalog.game(self.name.as_deref().unwrap_or_default())
    }
}

/// Which position a command is about.
#[derive(Args, Debug)]
pub(crate) struct StartArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Any position instead of a start, in the game's notation
    #[arg(long, value_name = "TEXT", conflicts_with = "setup")]
    position: Option<String>,
    /// Moves to play first, separated by spaces
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true, allow_hyphen_values = true)]
    moves: String,
}

impl StartArgs {
    /// The position as the catalog takes it.
    pub(crate) fn start(&self) -> Start {
        Start {
            setup: self.game.setup.clone(),
            rules: self.game.rules.clone(),
            position: self.position.clone(),
            moves: self.moves.clone(),
        }
    }

    /// A session there.
    pub(crate) fn open(&self, catalog: &Catalog) -> Result<Box<dyn Session>, CatalogError> {
        self.game.find(catalog)?.open(&self.start())
    }
}

/// Limits of a search that are the same on every machine.
#[derive(Args, Debug)]
pub(crate) struct WorkArgs {
    /// The last depth to search
    #[arg(long, short, allow_hyphen_values = true, value_parser = number::<1, { bounds::DEPTH }>)]
    depth: Option<u32>,
    /// The most moves to make in the tree
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = large)]
    nodes: Option<u64>,
}

impl WorkArgs {
    /// The limits of a search.
    pub(crate) fn limits(&self) -> Limits {
        Limits { depth: self.depth, nodes: self.nodes, ..Limits::NONE }
    }
}

/// A limit of time.
#[derive(Args, Debug)]
pub(crate) struct TimeArgs {
    /// The most time of a move, such as `5s` or `250ms`
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = time)]
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
    /// The limits of a search.
    pub(crate) fn limits(&self) -> Limits {
        Limits { time: self.time.time, ..self.work.limits() }
    }
}

/// How much is done at a time, by which lots, and where it is kept.
#[derive(Args, Debug)]
pub(crate) struct RunArgs {
    /// Games at a time
    #[arg(long, value_name = "T", default_value_t = 1, allow_hyphen_values = true, value_parser = number::<1, 256>)]
    pub(crate) threads: u32,
    /// Fixes openings and all random choices
    #[arg(long, value_name = "N", default_value_t = 0, allow_hyphen_values = true, value_parser = large)]
    pub(crate) seed: u64,
    /// Keep everything in this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Go on with a run that was broken off
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,
}

/// Lots before a game.
#[derive(Args, Debug)]
pub(crate) struct OpeningArgs {
    /// The most random moves of an opening; 2 to 6 when nothing is said
    #[arg(long, value_name = "PLIES", allow_hyphen_values = true, value_parser = number::<0, { bounds::OPENING_PLIES }>)]
    opening_plies: Option<u32>,
}

impl OpeningArgs {
    /// The fewest and most random moves, if anything is said.
    pub(crate) fn plies(&self) -> Option<(u32, u32)> {
        self.opening_plies.map(|plies| (plies.min(2), plies))
    }
}

/// How long games may be.
#[derive(Args, Debug)]
pub(crate) struct LengthArgs {
    /// End a game after so many moves, with the opening: by exact tables where they know it, else as a draw; without it, the
    /// game's own number of `ply games`
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = number::<1, { bounds::PLIES }>)]
    max_plies: Option<u32>,
    /// Where tables of exact values are that may decide such a game; else the folder of PLYGROUND_TABLES
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

impl LengthArgs {
    /// The most moves, if anything is said.
    pub(crate) fn max_plies(&self) -> Option<usize> {
        self.max_plies.map(|plies| plies as usize)
    }

    /// The folder of tables, if there is one.
    pub(crate) fn tables(&self) -> Option<PathBuf> {
        self.tables.clone().or_else(SolveOptions::named_folder)
    }
}

/// How a server of a cluster is joined.
#[derive(Args, Debug)]
pub(crate) struct LinkArgs {
    /// A file that holds the server's token; without one only a server on this machine is joined
    #[arg(long, value_name = "FILE")]
    pub(crate) token_file: Option<PathBuf>,
    /// The certificate of the authority that vouches for the server, whose connection is then encrypted
    #[arg(long, value_name = "FILE")]
    pub(crate) tls_ca: Option<PathBuf>,
}

/// Who plays the games.
#[derive(Args, Debug)]
pub(crate) struct ClusterArgs {
    /// Let the workers of this NATS server play the games, such as `nats://127.0.0.1:4222`
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) cluster: Option<String>,
    #[command(flatten)]
    pub(crate) link: LinkArgs,
    /// Which runs of a cluster go first: high, normal or low
    #[arg(long, value_name = "NAME", default_value = "normal", requires = "cluster", value_parser = ["high", "normal", "low"])]
    pub(crate) priority: String,
    /// With limits of time: the speed that they are meant for, in nodes a second as `ply cluster status --json` shows them of workers;
    /// that of this machine when nothing is said
    #[arg(long, value_name = "N", requires = "cluster", allow_hyphen_values = true, value_parser = number::<1, { bounds::SPEED }>)]
    pub(crate) reference_nps: Option<u32>,
}

/// Where exact values are.
#[derive(Args, Debug)]
pub(crate) struct TablesArgs {
    /// Where tables of exact values are, or are to be made; else the folder of PLYGROUND_TABLES, else `tables`
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
}

impl TablesArgs {
    /// How positions are solved with these tables.
    pub(crate) fn options(&self) -> SolveOptions {
        let usual = SolveOptions::default();
        SolveOptions { tables: self.tables.clone().unwrap_or(usual.tables), ..usual }
    }
}

/// For whom results are printed.
#[derive(Args, Debug)]
pub(crate) struct JsonArgs {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
