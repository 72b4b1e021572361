//! `ply tournament`: a round robin, or a gauntlet of the first agent against all others.

use std::fs;

use plyground_catalog::{Catalog, Pairing, bounds};

use super::r#match::MatchArgs;
use crate::failure::{Done, Failure};
use crate::values::number;

#[derive(clap::Args, Debug)]
#[command(mut_arg("out", |out| out.help("Record the games in this folder, in `games.jsonl`")))]
#[command(
    after_help = "Agents: NAME, NAME:key=value,... or a level such as `level-2`; `ply games GAME` lists them.\nDefault limit: 10,000 nodes per move, for an agent that has no limit.\n\nExamples:\n  ply tournament kalah best pvs mcts level-1 --rounds 5\n  ply tournament khet best khet-userbot --nodes 5000 --out run --html run.html"
)]
pub(crate) struct Args {
    #[command(flatten)]
    shared: MatchArgs,
    /// Agents of the tournament
    #[arg(value_name = "SPEC", required = true)]
    agents: Vec<String>,
    /// Number of game pairs for each two agents
    #[arg(long, value_name = "N", default_value_t = 10, allow_hyphen_values = true, value_parser = number::<1, { bounds::ROUNDS }>)]
    rounds: u32,
    /// Let only the first agent play against all others
    #[arg(long)]
    gauntlet: bool,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    let agents: Vec<&str> = args.agents.iter().map(String::as_str).collect();
    if agents.len() < 2 {
        return Err(Failure::Input(format!("found {} agents: expected 2 or more", agents.len())));
    }
    let (game, mut contest) = args.shared.contest(catalog, &agents)?;
    contest.spec.pairs = u64::from(args.rounds);
    contest.spec.pairing = if args.gauntlet { Pairing::Gauntlet } else { Pairing::RoundRobin };
    let folder = args.shared.run.out.as_ref();
    if let Some(folder) = folder {
        fs::create_dir_all(folder)
            .map_err(|error| Failure::Undone(format!("cannot create {}: {error}", folder.display())))?;
    }
    args.shared.play(catalog, &game, &contest, folder.map(|folder| folder.join("games.jsonl")).as_deref())
}
