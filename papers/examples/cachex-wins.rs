//! Counts the proven wins that agents of Cachex see: `cachex-wins PLIES NODES RECORDS AGENT...`.
//!
//! RECORDS comes from `ply match cachex ... --out RECORDS`. The positions are those PLIES plies before the end of its games
//! in which proof-number search, with at most two million nodes, proves a win of the side to move within PLIES plies. Each
//! agent searches each of them with NODES nodes. A win counts as proven if the score is a win, and as seen if the expected
//! share of the points is at least 95%. Two minutes for 300 games on 5 x 5 cells.
#![allow(clippy::print_stdout, reason = "a program prints")]

use std::collections::BTreeSet;
use std::error::Error;
use std::path::Path;

use plyground_arena::read_records;
use plyground_cachex::Cachex;
use plyground_catalog::{Catalog, Start};
use plyground_game::Position;
use plyground_search::{Job, Limits, StopFlag};
use plyground_solve::dfpn::Dfpn;

/// Nodes of a proof; a position that needs more is left out.
const MOST_NODES: u64 = 2_000_000;

fn main() -> Result<(), Box<dyn Error>> {
    let usage = "expected PLIES NODES RECORDS AGENT...";
    let mut words = std::env::args().skip(1);
    let plies: u32 = words.next().ok_or(usage)?.parse()?;
    let nodes = words.next().ok_or(usage)?.parse()?;
    let records = words.next().ok_or(usage)?;
    let mut wins = BTreeSet::new();
    let mut positions = BTreeSet::new();
    for record in read_records(Path::new(&records))? {
        let mut pos = Cachex::parse(&record.opening.position, &record.rules.parse()?)?;
        let moves: Vec<&str> = record.moves.split_whitespace().collect();
        let Some(place) = moves.len().checked_sub(plies as usize) else { continue };
        for text in &moves[..place] {
            pos.play(pos.parse_move(text)?)?;
        }
        let text = pos.to_string();
        if positions.insert(text.clone()) {
            let mut search = Dfpn::new(64);
            search.limit(MOST_NODES);
            if search.can_win(&pos, pos.side_to_move(), plies, &StopFlag::default()) == Ok(true) {
                wins.insert(text);
            }
        }
    }
    println!("{} of {} positions are proven wins of the side to move", wins.len(), positions.len());
    let catalog = Catalog::standard();
    let game = catalog.game(Cachex::NAME)?;
    for agent in words {
        let spec = game.agent(&agent)?;
        let (mut proven, mut seen) = (0, 0);
        for position in &wins {
            let start = Start { position: Some(position.clone()), ..Start::default() };
            let found = game.open(&start)?.analyse(&spec, &Job::default(), Limits::nodes(nodes), &mut |_| {})?;
            let won = found.winner_in.is_some() && found.win_probability.is_none_or(|share| share > 0.5);
            proven += u32::from(won);
            seen += u32::from(won || found.win_probability.is_some_and(|share| share >= 0.95));
        }
        println!("{agent}: {proven} proven, {seen} seen");
    }
    Ok(())
}
