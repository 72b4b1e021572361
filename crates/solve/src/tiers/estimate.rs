//! Estimate of the cost of a solution: positions, memory, disk and time.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use plyground_game::{Class, Position};

use super::method::Method;
use super::reached::capacity;
use super::{Rank, Tiered};
use crate::SolveOptions;

/// Number of positions whose moves are counted.
const SAMPLE: usize = 500;
/// Bytes per number during the analysis of its tier: its code, its counts, its entry in the queue.
const NUMBER: f64 = 20.0;
/// Bytes per move that stays in its tier.
const MOVE: f64 = 4.0;
/// Moves per second that a thread generates and looks up, a conservative figure.
const SPEED: f64 = 3e6;
/// Limits below which the user is not asked.
const QUICK_SECONDS: f64 = 10.0;
const SMALL_BYTES: f64 = 1e8;

/// Estimate of positions, bytes and seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Estimate {
    positions: usize,
    tiers: usize,
    memory: f64,
    disk: f64,
    seconds: f64,
}

impl Estimate {
    /// Estimates the work of a game's own method.
    pub(super) fn by<P: Position>(
        method: &Method<P>,
        numbering: &dyn Tiered<P>,
        tiers: &[usize],
        threads: usize,
    ) -> Estimate {
        let sizes = tiers.iter().map(|&tier| numbering.size(tier));
        let positions: usize = sizes.clone().sum();
        let disk = positions as f64;
        let memory = method.memory * sizes.max().unwrap_or(0) as f64;
        Estimate { positions, tiers: tiers.len(), memory, disk, seconds: disk / method.speed / threads.max(1) as f64 }
    }

    /// Estimates the work of retrograde analysis from the sizes of the tiers and the moves of some positions.
    pub(super) fn of<P: Position>(
        numbering: &dyn Tiered<P>,
        tiers: &[usize],
        has_keys: bool,
        threads: usize,
    ) -> Estimate {
        let positions: usize = tiers.iter().map(|&tier| numbering.size(tier)).sum();
        let (mut most, mut seconds) = (0.0f64, 0.0);
        for &tier in tiers {
            let size = numbering.size(tier);
            let step = (size * tiers.len() / SAMPLE).max(1);
            let (mut seen, mut moves, mut inner) = (0.0f64, 0.0, 0.0);
            for pos in (0..size).step_by(step).filter_map(|index| numbering.unrank(tier, index)) {
                seen += 1.0;
                let _ = pos.visit_moves(Class::All, |mv| {
                    moves += 1.0;
                    if matches!(numbering.rank(&pos.after(mv)), Some(Rank { tier: next, .. }) if next == tier) {
                        inner += 1.0;
                    }
                    ControlFlow::<()>::Continue(())
                });
            }
            let (size, seen) = (size as f64, seen.max(1.0));
            let known: usize = numbering.leads_to(tier).into_iter().map(|next| numbering.size(next)).sum();
            most = most.max(size * (NUMBER + MOVE * inner / seen) + 2.0 * known as f64);
            seconds += size * (1.0 + moves / seen) / SPEED;
        }
        let (memory, disk) = match has_keys {
            true => (most + (size_of::<P>() + 24) as f64 * positions as f64, 9.0 * positions as f64),
            false => (most, positions as f64),
        };
        let passes = if has_keys { 2.0 } else { 1.0 };
        Estimate { positions, tiers: tiers.len(), memory, disk, seconds: passes * seconds / threads.max(1) as f64 }
    }

    /// Bounds the work by the number of positions that fit in the options' table size.
    pub(super) fn of_capacity<P: Position>(options: &SolveOptions) -> Estimate {
        let positions = capacity::<P>(options);
        let seconds = 20.0 * positions as f64 / SPEED / options.threads.max(1) as f64;
        let memory = (options.table.max(1) << 20) as f64;
        Estimate { positions, tiers: 0, memory, disk: 9.0 * positions as f64, seconds }
    }

    /// Returns the work in one line.
    pub(super) fn text(&self) -> String {
        let mut text = format!("{} positions", self.positions);
        if self.tiers > 0 {
            let _ = write!(text, " in {} tiers", self.tiers);
        }
        let (memory, disk) = (bytes(self.memory), bytes(self.disk));
        let _ = write!(text, ": {memory} of memory, at most {disk} on disk, about {}", time(self.seconds));
        text
    }

    /// Returns whether the user need not be asked.
    pub(super) fn is_small(&self) -> bool {
        self.seconds < QUICK_SECONDS && self.memory + self.disk < SMALL_BYTES
    }
}

fn bytes(bytes: f64) -> String {
    if bytes >= 1e9 { format!("{:.1} GB", bytes / 1e9) } else { format!("{:.0} MB", (bytes / 1e6).max(1.0)) }
}

fn time(seconds: f64) -> String {
    if seconds >= 120.0 { format!("{:.0} min", seconds / 60.0) } else { format!("{:.0} s", seconds.max(1.0)) }
}
