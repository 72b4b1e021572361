//! Solves endings of Tigers and Goats with `Tiers`, the solver of any game, and prints a line of JSON with the cost.
//!
//! ```text
//! cargo run --release -p plyground-solve --example tigers_by_tiers -- GOATS reached|ranked FOLDER [THREADS]
//! ```
//!
//! The positions have all goats placed and at most GOATS of them left on the board; mirror images share their number.
//! `reached` finds the positions and numbers them by their keys. `ranked` numbers them by a formula. The special
//! solver, `solve_tigers`, solves the same positions with bitmaps.

#![allow(clippy::print_stdout, reason = "a program prints")]

#[path = "kalah/mod.rs"]
#[expect(dead_code, reason = "another example uses the rest")]
mod shared;

use std::error::Error;
use std::path::Path;

use plyground_game::{Game, Position, Side, Symmetric};
use plyground_solve::{Rank, Solvable, SolveOptions, Tiered, Tiers};
use plyground_tigers::{PointSet, Tigers, TigersRules};
use shared::cpu;

const POINTS: u32 = 23;
const TIGERS: u32 = 3;
const GOATS: u32 = 15;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [goats, mode, folder, rest @ ..] = &words[..] else {
        return Err("expected GOATS reached|ranked FOLDER".into());
    };
    let goats: u32 = goats.parse()?;
    let threads = rest.first().map_or(Ok(1), |word| word.parse())?;
    let rules = TigersRules::default();
    let first = |points: u32, skipped: u32| PointSet::from_bits(((1 << points) - 1) << skipped);
    let start = Tigers::from_parts(first(TIGERS, 0), first(goats, TIGERS), 0, Side::First, &rules)?;
    let game = Game::from_position(start, &rules);
    let solver = match &mode[..] {
        "reached" => Tiers::new(left).folded(),
        "ranked" => Tiers::ranked(move |_: &Game<Tigers>| Some(ByPoints::new(goats))),
        other => return Err(format!("found `{other}`, expected `reached` or `ranked`").into()),
    };
    let options = SolveOptions { threads, table: 1 << 14, tables: Path::new(folder).into(), ..SolveOptions::default() };
    let began = cpu();
    let made = solver.make_tables(&game, &options, &mut |_| {})?;
    let seconds = cpu() - began;
    println!(
        "{{\"goats\":{goats},\"numbering\":\"{mode}\",\"positions\":{},\"wins\":{},\"draws\":{},\"losses\":{},\"longest\":{},\
         \"cpu_seconds\":{seconds:.1},\"nanoseconds_a_position\":{:.0},\"peak_mb\":{}}}",
        made.positions(),
        made.wins,
        made.draws,
        made.losses,
        made.longest.unwrap_or(0),
        seconds * 1e9 / made.positions().max(1) as f64,
        peak()
    );
    Ok(())
}

fn left(pos: &Tigers) -> usize {
    pos.goats().len() as usize
}

/// Returns the peak memory of this process in MB; 0 if the system does not report it as Linux does.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) / 1000
}

/// Numbering with a tier for each number of goats: the set of the tigers, then that of the goats among the other
/// points, then the side to move. Only canonical images have a position.
struct ByPoints {
    goats: u32,
    /// `choose[n][k]` is the number of ways to choose `k` of `n`.
    choose: [[u32; 25]; 25],
    rules: TigersRules,
}

impl ByPoints {
    fn new(goats: u32) -> ByPoints {
        let mut choose = [[0; 25]; 25];
        for n in 0..25 {
            choose[n][0] = 1;
            for k in 1..=n {
                choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            }
        }
        ByPoints { goats, choose, rules: TigersRules::default() }
    }

    /// Returns the number of a set in the combinatorial number system.
    fn number(&self, mut set: u32) -> u32 {
        let (mut number, mut count) = (0, 0);
        while set != 0 {
            count += 1;
            number += self.choose[set.trailing_zeros() as usize][count];
            set &= set - 1;
        }
        number
    }

    fn set(&self, mut number: u32, count: u32) -> u32 {
        let (mut set, mut point) = (0, POINTS as usize);
        for count in (1..=count as usize).rev() {
            while self.choose[point][count] > number {
                point -= 1;
            }
            number -= self.choose[point][count];
            set |= 1 << point;
        }
        set
    }
}

/// Removes the bit positions of `holes`, which are not in the set, starting with the highest.
fn squeezed(set: u32, holes: u32) -> u32 {
    let (mut squeezed, mut holes) = (set, holes);
    while holes != 0 {
        let hole = holes.ilog2();
        let low = (1 << hole) - 1;
        squeezed = squeezed & low | squeezed >> 1 & !low;
        holes &= low;
    }
    squeezed
}

/// Inserts the bit positions of `holes` again, starting with the lowest.
fn spread(set: u32, mut holes: u32) -> u32 {
    let mut spread = set;
    while holes != 0 {
        let low = (holes & holes.wrapping_neg()) - 1;
        spread = spread & low | (spread & !low) << 1;
        holes &= holes - 1;
    }
    spread
}

impl Tiered<Tigers> for ByPoints {
    fn name(&self) -> String {
        format!("{} goats by points", self.goats)
    }

    fn tiers(&self) -> usize {
        self.goats as usize + 1
    }

    fn size(&self, tier: usize) -> usize {
        2 * (self.choose[POINTS as usize][TIGERS as usize] * self.choose[(POINTS - TIGERS) as usize][tier]) as usize
    }

    fn leads_to(&self, tier: usize) -> Vec<usize> {
        tier.checked_sub(1).into_iter().collect()
    }

    fn unrank(&self, tier: usize, index: usize) -> Option<Tigers> {
        let side = if index.is_multiple_of(2) { Side::First } else { Side::Second };
        let herds = self.choose[(POINTS - TIGERS) as usize][tier];
        let number = (index / 2) as u32;
        let tigers = self.set(number / herds, TIGERS);
        let goats = spread(self.set(number % herds, tier as u32), tigers);
        let bits = |set| PointSet::from_bits(set);
        let pos = Tigers::from_parts(bits(tigers), bits(goats), 0, side, &self.rules).ok()?;
        (pos.canonical() == pos).then_some(pos)
    }

    fn rank(&self, pos: &Tigers) -> Option<Rank> {
        let pos = pos.canonical();
        let tier = left(&pos);
        let (tigers, goats) = (pos.tigers().bits(), pos.goats().bits());
        let herds = self.choose[(POINTS - TIGERS) as usize].get(tier)?;
        let number = self.number(tigers) * herds + self.number(squeezed(goats, tigers));
        let side = usize::from(pos.side_to_move() == Side::Second);
        (tier as u32 <= self.goats.min(GOATS)).then_some(Rank { tier, index: 2 * number as usize + side })
    }
}
