//! `ply match`: a match between two agents, in game pairs over varied openings.

use plyground_catalog::{Catalog, bounds};

use crate::contest::ContestArgs;
use crate::failure::Done;
use crate::values::{bounds, number};

#[derive(clap::Args, Debug)]
#[command(mut_arg("out", |out| out.value_name("FILE.jsonl").help("Record the games in this file, one JSON object per line")))]
#[command(
    after_help = "Agents: NAME, NAME:key=value,... or a level such as `level-2`; `ply games` lists them.\nDefault limit: 10,000 nodes per move, for an agent that has no limit.\n\nExamples:\n  ply match kalah --first best --second level-3 --games 20\n  ply match khet --first best --second pvs:depth=3 --time 100ms --concurrency 2\n  ply match tigers --first best --second pvs --sprt 0,10 --out games.jsonl"
)]
pub(crate) struct Args {
    /// First agent
    #[arg(long, value_name = "SPEC")]
    first: String,
    /// Second agent
    #[arg(long, value_name = "SPEC")]
    second: String,
    /// Number of games, rounded up to pairs
    #[arg(long, value_name = "N", default_value_t = 100, allow_hyphen_values = true, value_parser = number::<2, { bounds::GAMES }>)]
    games: u32,
    /// Stop when a sequential test decides between two differences in normalised Elo
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = bounds)]
    sprt: Option<(f64, f64)>,
    #[command(flatten)]
    contest: ContestArgs,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    let (game, mut contest) = args.contest.contest(catalog, &[&args.first, &args.second])?;
    contest.pairs = u64::from(args.games).div_ceil(2);
    contest.sprt = args.sprt;
    args.contest.play(catalog, &game, &contest, args.contest.run.out.as_deref())
}
