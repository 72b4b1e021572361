//! `ply tournament`: everybody against everybody else, or the first against all others.

use std::fs;

use plyground_catalog::{Catalog, Pairing, bounds};

use crate::contest::ContestArgs;
use crate::failure::{Done, Failure};
use crate::values::number;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Where nothing limits an agent, it has 10000 nodes a move.\n\nExamples:\n  ply tournament kalah best pvs mcts random --rounds 5\n  ply tournament khet best khet-userbot --nodes 5000 --out run --html run.html"
)]
pub(crate) struct Args {
    #[command(flatten)]
    contest: ContestArgs,
    /// The agents
    #[arg(value_name = "SPEC", required = true)]
    agents: Vec<String>,
    /// Pairs of games of every two agents
    #[arg(long, value_name = "N", default_value_t = 10, allow_hyphen_values = true, value_parser = number::<1, { bounds::ROUNDS }>)]
    rounds: u32,
    /// Only the first agent plays everybody
    #[arg(long)]
    gauntlet: bool,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    let agents: Vec<&str> = args.agents.iter().map(String::as_str).collect();
    if agents.len() < 2 {
        return Err(Failure::Input(format!("found {} agents: expected 2 or more", agents.len())));
    }
    let (game, mut contest) = args.contest.contest(catalog, &agents)?;
    contest.pairs = u64::from(args.rounds);
    contest.pairing = if args.gauntlet { Pairing::Gauntlet } else { Pairing::RoundRobin };
    let folder = args.contest.run.out.as_ref();
    if let Some(folder) = folder {
        fs::create_dir_all(folder)
            .map_err(|error| Failure::Undone(format!("{} cannot be made: {error}", folder.display())))?;
    }
    args.contest.play(catalog, &game, &contest, folder.map(|folder| folder.join("games.jsonl")).as_deref())
}
