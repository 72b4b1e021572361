//! What can be typed.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, Subcommand};
use plyground_catalog::{AgentSpec, Budget, CatalogError, GameId, Method, Session, Start, open, parse_duration};

/// Play, analyse and count two-player board games.
#[derive(Parser, Debug)]
#[command(name = "ply", version, arg_required_else_help = true, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// List games, set-ups, rule sets, evaluations and agents
    Games(GamesArgs),
    /// Draw a position, with its legal moves
    Show(ShowArgs),
    /// Count move sequences
    Perft(PerftArgs),
    /// Find the best move, and say why
    #[command(alias = "analyze")]
    Analyse(AnalyseArgs),
    /// Search one position with every algorithm, in one table
    Compare(CompareArgs),
    /// Find the cheapest path between two cells (cachex)
    Path(PathArgs),
    /// Play in the terminal
    Play(PlayArgs),
    /// Play two agents against each other, in pairs of games over varied openings
    Match(MatchArgs),
    /// Play many agents against each other
    Tournament(TournamentArgs),
    /// Make the weights of an agent's evaluation better, by games
    Tune(TuneArgs),
    /// Step through a recorded game
    Replay(ReplayArgs),
    /// Print recorded games as text
    Export(ExportArgs),
    /// Ask questions over the records of many runs
    Results(ResultsArgs),
    /// Find the exact value of a position and of its moves
    Solve(SolveArgs),
    /// Read the exact value of a position from tables
    Probe(ProbeArgs),
    /// Speak the engine protocol on standard input and output
    Engine(EngineArgs),
    /// Play on a server of the Kalah Game Protocol
    Kgp(KgpArgs),
    /// Serve the web board on 127.0.0.1
    #[cfg(feature = "web")]
    Serve(ServeArgs),
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// A number in a range, with an error that names the range.
fn number<const MIN: u32, const MAX: u32>(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number| (MIN..=MAX).contains(number));
    number.ok_or_else(|| format!("expected a number from {MIN} to {MAX}"))
}

fn large(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a number from 0 to {}", u64::MAX))
}

/// A time, with an error that says what one looks like.
fn time(text: &str) -> Result<Duration, String> {
    parse_duration(text).map_err(|expected| format!("expected {expected}"))
}

/// Which position a command is about.
#[derive(clap::Args, Debug)]
pub(crate) struct PositionArgs {
    /// The game; `ply games` lists them
    pub(crate) game: GameId,
    /// The start, such as `6x4` for Kalah
    #[arg(long, value_name = "TEXT", conflicts_with = "position")]
    setup: Option<String>,
    /// The rules: a named set, then changes, such as `standard,majority=on`
    #[arg(long, value_name = "NAME[,KEY=VALUE…]")]
    rules: Option<String>,
    /// Any position instead of a start, in the game's notation
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Moves to play first, separated by spaces
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true, allow_hyphen_values = true)]
    moves: String,
}

impl PositionArgs {
    pub(crate) fn start(&self) -> Start {
        Start {
            setup: self.setup.clone(),
            rules: self.rules.clone(),
            position: self.position.clone(),
            moves: self.moves.clone(),
        }
    }

    pub(crate) fn open(&self) -> Result<Box<dyn Session>, CatalogError> {
        open(self.game, &self.start())
    }
}

#[derive(clap::Args, Debug)]
pub(crate) struct GamesArgs {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Draw the beam of a side's laser too: `silver` or `red` (khet)
    #[arg(long, value_name = "SIDE")]
    pub(crate) beam: Option<String>,
    /// Also write the board as a picture; an existing file is kept unless `--force`
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long)]
    pub(crate) force: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Plies to count
    #[arg(long, short, allow_hyphen_values = true, value_parser = number::<0, 100>)]
    pub(crate) depth: u32,
    /// Count for each first move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Threads to count with
    #[arg(long, default_value_t = 1, allow_hyphen_values = true, value_parser = number::<1, 256>)]
    pub(crate) threads: u32,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Who thinks: NAME or NAME:key=value,…; `ply games` lists agents and keys
    #[arg(long, value_name = "SPEC", default_value = "best")]
    pub(crate) agent: AgentSpec,
    /// The last depth to search
    #[arg(long, short, allow_hyphen_values = true, value_parser = number::<1, 500>)]
    pub(crate) depth: Option<u32>,
    /// The most moves to make in the tree
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = large)]
    pub(crate) nodes: Option<u64>,
    /// The most time, such as `5s` or `250ms`; 5s when nothing else limits
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = time)]
    pub(crate) time: Option<Duration>,
    /// How many best lines to find
    #[arg(long, value_name = "K", default_value_t = 1, allow_hyphen_values = true, value_parser = number::<1, 1000>)]
    pub(crate) lines: u32,
    /// Threads to search with, where the agent can
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = number::<1, 256>)]
    pub(crate) threads: Option<u32>,
    /// Search the one depth, without those before it
    #[arg(long)]
    pub(crate) fixed: bool,
    /// Fixes random choices, when the agent's spec names no seed
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = large)]
    pub(crate) seed: Option<u64>,
    /// Where tables of exact values are, for `best`; else the folder of PLYGROUND_TABLES
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Say what the position's value is made of, feature by feature
    #[arg(long)]
    pub(crate) explain: bool,
    /// With --json, print a line for each finished depth too
    #[arg(long, requires = "json")]
    pub(crate) stream: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct PathArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// The cell to begin with
    #[arg(long, value_name = "R,Q")]
    pub(crate) from: String,
    /// The cell to reach
    #[arg(long, value_name = "R,Q")]
    pub(crate) to: String,
    /// The colour whose stones cost nothing; without it, all stones are obstacles
    #[arg(long, value_name = "red|blue")]
    pub(crate) free: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// The depth to search
    #[arg(long, short, allow_hyphen_values = true, value_parser = number::<1, 500>)]
    pub(crate) depth: u32,
    /// The evaluation of all of them; the game's first when none is named
    #[arg(long, value_name = "NAME")]
    pub(crate) eval: Option<String>,
    /// The most time for each, such as `10s`; without it, every search comes to its end
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = time)]
    pub(crate) time: Option<Duration>,
    /// Search the one depth, without those before it
    #[arg(long)]
    pub(crate) fixed: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Who moves for the first side: `human` or an agent
    #[arg(long, value_name = "human|SPEC", default_value = "human")]
    pub(crate) first: Player,
    /// Who moves for the second side: `human` or an agent
    #[arg(long, value_name = "human|SPEC", default_value = "best")]
    pub(crate) second: Player,
    /// Go on with a game that `save` has written
    #[arg(long, value_name = "FILE", conflicts_with_all = ["setup", "rules", "position", "moves"])]
    pub(crate) load: Option<PathBuf>,
    /// Random agents' seed, when their specs name none
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = large)]
    pub(crate) seed: Option<u64>,
}

/// Who makes the moves of a side.
#[derive(Clone, Debug)]
pub(crate) enum Player {
    Human,
    Agent(AgentSpec),
}

impl std::str::FromStr for Player {
    type Err = CatalogError;

    fn from_str(text: &str) -> Result<Player, CatalogError> {
        if text == "human" { Ok(Player::Human) } else { text.parse().map(Player::Agent) }
    }
}

/// What matches and tournaments share.
#[derive(clap::Args, Debug)]
pub(crate) struct ContestArgs {
    /// The game; `ply games` lists them
    pub(crate) game: GameId,
    /// The start, such as `6x4` for Kalah
    #[arg(long, value_name = "TEXT")]
    pub(crate) setup: Option<String>,
    /// The rules: a named set, then changes
    #[arg(long, value_name = "NAME[,KEY=VALUE…]")]
    pub(crate) rules: Option<String>,
    /// How many different openings; one for every pair of games when nothing is said
    #[arg(long, value_name = "K", allow_hyphen_values = true, value_parser = number::<1, 1_000_000>)]
    pub(crate) openings: Option<u32>,
    /// The most random moves of an opening; 2 to 6 when nothing is said
    #[arg(long, value_name = "PLIES", allow_hyphen_values = true, value_parser = number::<0, 100>)]
    pub(crate) opening_plies: Option<u32>,
    /// Openings from a file, one a line: a position, or moves from the start
    #[arg(long, value_name = "FILE", conflicts_with = "opening_plies")]
    pub(crate) book: Option<PathBuf>,
    /// The last depth of a move
    #[arg(long, short, allow_hyphen_values = true, value_parser = number::<1, 500>)]
    pub(crate) depth: Option<u32>,
    /// The most nodes of a move; 10000 when nothing limits an agent
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = large)]
    pub(crate) nodes: Option<u64>,
    /// The most time of a move, such as `100ms`
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = time)]
    pub(crate) time: Option<Duration>,
    /// Time for the whole game and for each move, such as `10s+100ms`
    #[arg(long, value_name = "TIME+TIME", allow_hyphen_values = true, value_parser = clock)]
    pub(crate) clock: Option<(Duration, Duration)>,
    /// Games at a time
    #[arg(long, value_name = "T", default_value_t = 1, allow_hyphen_values = true, value_parser = number::<1, 256>)]
    pub(crate) threads: u32,
    /// Fixes openings and all random choices
    #[arg(long, value_name = "N", default_value_t = 0, allow_hyphen_values = true, value_parser = large)]
    pub(crate) seed: u64,
    /// Go on with the games of a run that was broken off
    #[arg(long)]
    pub(crate) resume: bool,
    /// Also write a page with tables and plots
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    pub(crate) contest: ContestArgs,
    /// One agent
    #[arg(long, value_name = "SPEC")]
    pub(crate) first: AgentSpec,
    /// The other
    #[arg(long, value_name = "SPEC")]
    pub(crate) second: AgentSpec,
    /// How many games, rounded up to pairs
    #[arg(long, value_name = "N", default_value_t = 100, allow_hyphen_values = true, value_parser = number::<2, 10_000_000>)]
    pub(crate) games: u32,
    /// Stop as soon as a sequential test decides between two differences, in normalised Elo
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = crate::contest::bounds)]
    pub(crate) sprt: Option<(f64, f64)>,
    /// Keep the games in this file, one JSON object a line
    #[arg(long, value_name = "FILE.jsonl")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct TournamentArgs {
    #[command(flatten)]
    pub(crate) contest: ContestArgs,
    /// The agents
    #[arg(value_name = "SPEC", required = true)]
    pub(crate) agents: Vec<AgentSpec>,
    /// Pairs of games of every two agents
    #[arg(long, value_name = "N", default_value_t = 10, allow_hyphen_values = true, value_parser = number::<1, 1_000_000>)]
    pub(crate) rounds: u32,
    /// Only the first agent plays everybody
    #[arg(long)]
    pub(crate) gauntlet: bool,
    /// Keep the games in this directory
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct TuneArgs {
    /// The game; `ply games` lists them
    pub(crate) game: GameId,
    /// How: `annihill`, `genetic`, `spsa`, `cmaes` or `regression`
    #[arg(long, value_name = "METHOD")]
    pub(crate) method: Method,
    /// Who plays; its evaluation, a name or a weight file, is what is tuned
    #[arg(long, value_name = "SPEC")]
    pub(crate) agent: AgentSpec,
    /// The start, such as `6x4` for Kalah
    #[arg(long, value_name = "TEXT")]
    pub(crate) setup: Option<String>,
    /// The rules: a named set, then changes
    #[arg(long, value_name = "NAME[,KEY=VALUE…]")]
    pub(crate) rules: Option<String>,
    /// Vectors of a generation: 4 for annihill, 3 for genetic; by dimensions for cmaes
    #[arg(long, value_name = "K", allow_hyphen_values = true, value_parser = number::<2, 1_000>)]
    pub(crate) kids: Option<u32>,
    /// Generations: what the budget in games pays, else 6 for annihill, 12 genetic, 100 spsa, 20 cmaes, 200 regression
    #[arg(long, value_name = "G", allow_hyphen_values = true, value_parser = number::<1, 1_000_000>)]
    pub(crate) generations: Option<u32>,
    /// Games of every two vectors of a generation, rounded up to pairs: 2, for spsa 8
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = number::<1, 1_000_000>)]
    pub(crate) games_per_pairing: Option<u32>,
    /// What may be spent: a number of games such as `5000`, or of nodes such as `20000000nodes`
    #[arg(long, value_name = "N[games|nodes]", allow_hyphen_values = true, value_parser = budget)]
    pub(crate) budget: Option<Budget>,
    /// Annihill: the present vector plays among its neighbours
    #[arg(long)]
    pub(crate) keep_incumbent: bool,
    /// Annihill: how often the climb is made
    #[arg(long, value_name = "N", default_value_t = 1, allow_hyphen_values = true, value_parser = number::<1, 1_000>)]
    pub(crate) restarts: u32,
    /// Genetic: how many of the best live on unchanged
    #[arg(long, value_name = "N", default_value_t = 0, allow_hyphen_values = true, value_parser = number::<0, 1_000>)]
    pub(crate) elitism: u32,
    /// Annihill and genetic: random vectors alone at first, as in the Khet report
    #[arg(long)]
    pub(crate) random_start: bool,
    /// Whole weights only
    #[arg(long)]
    pub(crate) whole: bool,
    /// Regression: files of recorded games
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) records: Vec<PathBuf>,
    /// The last depth of a move
    #[arg(long, short, allow_hyphen_values = true, value_parser = number::<1, 500>)]
    pub(crate) depth: Option<u32>,
    /// The most nodes of a move; 10000 when nothing limits the agent
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = large)]
    pub(crate) nodes: Option<u64>,
    /// The most random moves of an opening; 2 to 6 when nothing is said
    #[arg(long, value_name = "PLIES", allow_hyphen_values = true, value_parser = number::<0, 100>)]
    pub(crate) opening_plies: Option<u32>,
    /// Games of the match at the end, against the start and what else there is; 0 for none
    #[arg(long, value_name = "N", default_value_t = 200, allow_hyphen_values = true, value_parser = number::<0, 1_000_000>)]
    pub(crate) final_games: u32,
    /// Let a sequential test end that match, between two differences in normalised Elo
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = crate::contest::bounds)]
    pub(crate) sprt: Option<(f64, f64)>,
    /// Games at a time
    #[arg(long, value_name = "T", default_value_t = 1, allow_hyphen_values = true, value_parser = number::<1, 256>)]
    pub(crate) threads: u32,
    /// Fixes openings and all random choices
    #[arg(long, value_name = "N", default_value_t = 0, allow_hyphen_values = true, value_parser = large)]
    pub(crate) seed: u64,
    /// Keep weights, log, plot and all games in this directory
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Go on with a run that was broken off
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// A number of games, or of nodes.
fn budget(text: &str) -> Result<Budget, String> {
    let (number, is_nodes) = match (text.strip_suffix("nodes"), text.strip_suffix("games")) {
        (Some(number), _) => (number, true),
        (None, number) => (number.unwrap_or(text), false),
    };
    let number = number.trim().parse().ok().filter(|&number: &u64| number > 0);
    let number = number.ok_or("expected a number of games such as `5000`, or of nodes such as `20000000nodes`")?;
    let (games, nodes) = if is_nodes { (None, Some(number)) } else { (Some(number), None) };
    Ok(Budget { games, nodes })
}

#[derive(clap::Args, Debug)]
pub(crate) struct ReplayArgs {
    /// The records
    pub(crate) file: PathBuf,
    /// Which game, from 1
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = number::<1, { u32::MAX }>)]
    pub(crate) game: Option<u32>,
    /// Print the record as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Show the games on the web board instead
    #[cfg(feature = "web")]
    #[arg(long, conflicts_with = "json")]
    pub(crate) web: bool,
    #[cfg(feature = "web")]
    #[command(flatten)]
    pub(crate) serve: ServeArgs,
}

/// Where the web board is served.
#[cfg(feature = "web")]
#[derive(clap::Args, Debug)]
pub(crate) struct ServeArgs {
    /// The port on 127.0.0.1; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = 8080, allow_hyphen_values = true, value_parser = port)]
    pub(crate) port: u16,
    /// Open the page in a browser
    #[arg(long)]
    pub(crate) open: bool,
    #[command(flatten)]
    pub(crate) tables: TablesArgs,
}

/// A port, with an error that names the range.
#[cfg(feature = "web")]
fn port(text: &str) -> Result<u16, String> {
    text.parse().map_err(|_| format!("expected a port from 0 to {}", u16::MAX))
}

#[derive(clap::Args, Debug)]
pub(crate) struct ExportArgs {
    /// The records
    pub(crate) file: PathBuf,
    /// Which game, from 1; all when nothing is said
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = number::<1, { u32::MAX }>)]
    pub(crate) game: Option<u32>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct ResultsArgs {
    /// A question as SQL over the table `games` and the view `results`; an overview when nothing is said
    pub(crate) query: Option<String>,
    /// Files of records
    #[arg(long = "file", value_name = "FILE", required = true, num_args = 1..)]
    pub(crate) files: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct TablesArgs {
    /// Where tables are, or are to be made; else the folder of PLYGROUND_TABLES, else `tables`
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    #[command(flatten)]
    pub(crate) tables: TablesArgs,
    /// Look for the shortest forced win of the side to move within so many of its moves instead
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = number::<1, 100>)]
    pub(crate) mate_in: Option<u32>,
    /// Kalah: make an endgame database of all positions with up to so many seeds in the houses, and keep it
    #[arg(long, value_name = "SEEDS", allow_hyphen_values = true, value_parser = number::<0, 127>)]
    pub(crate) database: Option<u32>,
    /// Only the value, not that of each move: a small part of the work for Kalah
    #[arg(long, conflicts_with = "mate_in")]
    pub(crate) value_only: bool,
    /// Kalah: keep what is found in this file every five minutes and at the end, and go on from it
    #[arg(long, value_name = "FILE", requires = "value_only")]
    pub(crate) keep: Option<PathBuf>,
    /// Threads for making tables, and for solving Kalah
    #[arg(long, value_name = "T", default_value_t = 2, allow_hyphen_values = true, value_parser = number::<1, 256>)]
    pub(crate) threads: u32,
    /// MiB of transposition table for solving by search
    #[arg(long, value_name = "MIB", default_value_t = 512, allow_hyphen_values = true, value_parser = number::<1, 65536>)]
    pub(crate) table: u32,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct ProbeArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    #[command(flatten)]
    pub(crate) tables: TablesArgs,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct EngineArgs {
    /// The game; can also be set by the protocol
    pub(crate) game: Option<GameId>,
    /// Who thinks
    #[arg(long, value_name = "SPEC", default_value = "best")]
    pub(crate) agent: AgentSpec,
}

#[derive(clap::Args, Debug)]
pub(crate) struct KgpArgs {
    /// The server; without a port, 2671
    #[arg(value_name = "HOST[:PORT]")]
    pub(crate) server: String,
    /// Who plays
    #[arg(long, value_name = "SPEC", default_value = "best")]
    pub(crate) agent: AgentSpec,
    /// The most time of a move, such as `2s`; else what the server's clock allows, or 5s
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = time)]
    pub(crate) time: Option<Duration>,
    /// The name to show
    #[arg(long, default_value = "plyground")]
    pub(crate) name: String,
    /// The authors to show
    #[arg(long, default_value = "")]
    pub(crate) authors: String,
    /// A secret by which the server knows the player again; also from the variable PLYGROUND_KGP_TOKEN
    #[arg(long)]
    pub(crate) token: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Two times with a plus between them.
fn clock(text: &str) -> Result<(Duration, Duration), String> {
    let (left, increment) = text.split_once('+').unwrap_or((text, "0s"));
    Ok((time(left)?, time(increment)?))
}
