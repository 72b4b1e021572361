//! What can be typed.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, Subcommand};
use plyground_catalog::{AgentSpec, CatalogError, GameId, Session, Start, open, parse_duration};

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
    pub(crate) fn open(&self) -> Result<Box<dyn Session>, CatalogError> {
        let start = Start {
            setup: self.setup.clone(),
            rules: self.rules.clone(),
            position: self.position.clone(),
            moves: self.moves.clone(),
        };
        open(self.game, &start)
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
