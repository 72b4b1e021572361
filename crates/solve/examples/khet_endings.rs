//! Solves endings of Khet with at most one piece a side besides pharaohs and sphinxes, and prints a row for each pair of
//! kinds: won, drawn and lost positions of the side to move, a checksum, and a position with the longest win or loss.
//!
//! ```text
//! cargo run --release -p plyground-solve --example khet_endings -- RULES THREADS [TIER...]
//! ```
//!
//! The checksum is the CRC-32 of two bytes for each number, the lower one first: 0 for a hole, 1 for a draw, two more than
//! twice the plies for a loss, and one more for a win.
//!
//! Without tiers, all ten are solved, with up to 11 GB of memory.
#![allow(clippy::print_stdout, reason = "a program prints")]

use std::error::Error;

use crc32fast::Hasher;
use plyground_khet::{KhetRules, Kind};
use plyground_solve::khet::Endings;
use plyground_solve::{Solution, Tiered, Wdl};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let rules: KhetRules = args.next().ok_or("expected the rules, such as `official`")?.parse()?;
    let threads: usize = args.next().ok_or("expected a number of threads")?.parse()?;
    let mut wanted: Vec<usize> = args.map(|tier| tier.parse()).collect::<Result<_, _>>()?;
    let endings = Endings::new(&rules);
    if let Some(tier) = wanted.iter().find(|&&tier| tier >= endings.tiers()) {
        return Err(format!("found tier {tier}, expected 0 to {}", endings.tiers() - 1).into());
    }
    if wanted.is_empty() {
        wanted.extend(0..endings.tiers());
    }
    let mut known: Vec<Option<Solution>> = vec![None; endings.tiers()];
    for tier in 0..endings.tiers() {
        // The endings with a piece on one side only take a second; the others lead to them.
        let is_small = endings.kinds(tier).contains(&None);
        if !is_small && !wanted.contains(&tier) {
            continue;
        }
        let solution = endings.solve(tier, &known, threads);
        if wanted.contains(&tier) {
            print(&endings, tier, &solution);
        }
        if is_small {
            known[tier] = Some(solution);
        }
    }
    Ok(())
}

fn print(endings: &Endings, tier: usize, solution: &Solution) {
    let [first, second] = endings.kinds(tier);
    let parts = if first == second { vec![[first, second]] } else { vec![[first, second], [second, first]] };
    let size = solution.len() / parts.len();
    for (part, [own, other]) in parts.into_iter().enumerate() {
        let (mut counts, mut longest, mut checksum) = ([0_u64; 3], None, Hasher::new());
        for index in part * size..(part + 1) * size {
            let Some(value) = solution.value(index) else {
                checksum.update(&0_u16.to_le_bytes());
                continue;
            };
            let twice = 2 * value.plies().unwrap_or(0) as u16;
            let (place, stored) = match value.result() {
                Wdl::Win => (0, twice + 3),
                Wdl::Draw => (1, 1),
                Wdl::Loss => (2, twice + 2),
            };
            counts[place] += 1;
            checksum.update(&stored.to_le_bytes());
            if value.plies() > longest.map(|(plies, _)| plies) {
                longest = value.plies().map(|plies| (plies, index));
            }
        }
        let [wins, draws, losses] = counts;
        let name = |kind: Option<Kind>| kind.map_or_else(|| "nothing".to_owned(), |kind| kind.to_string());
        print!("{} to move against {}: {wins} won, {draws} drawn, {losses} lost", name(own), name(other));
        print!(", checksum {:08x}", checksum.finalize());
        match longest.and_then(|(plies, index)| Some((plies, endings.unrank(tier, index)?))) {
            Some((plies, pos)) => println!(", {plies} plies: {pos}"),
            None => println!(),
        }
    }
}
