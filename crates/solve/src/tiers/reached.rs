//! All positions that can follow a start, numbered tier by tier in the order of their keys.
//!
//! The positions are found by playing all moves. Equal keys of different positions would share one value, so they are
//! refused.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use ahash::RandomState;
use plyground_game::{Class, Position};

use super::{MOST_TIERS, Rank, Tiered};
use crate::horizon::Horizon;
use crate::parallel::for_each;
use crate::retrograde::MOST_NUMBERS;
use crate::{OnProgress, SolveError, SolveOptions, SolveProgress};

/// Numbering of reached positions: the tier of each, and the representative of its images under symmetries.
#[derive(Debug)]
pub(crate) struct Layout<P> {
    pub(crate) tier: fn(&P) -> usize,
    pub(crate) fold: fn(&P) -> P,
}

impl<P> Clone for Layout<P> {
    fn clone(&self) -> Layout<P> {
        *self
    }
}

impl<P> Copy for Layout<P> {}

impl<P: Position> Layout<P> {
    /// Returns the layout with one tier and without symmetries.
    pub(crate) fn flat() -> Layout<P> {
        Layout { tier: |_| 0, fold: P::clone }
    }
}

/// Approximate additional bytes per position: its key, its number, its value, its reverse moves.
const BESIDE: usize = 64;
/// Number of positions whose moves are generated between two progress reports.
const BATCH: usize = 1 << 15;
/// Number of positions that a thread takes at a time.
const CHUNK: usize = 1 << 11;

/// Positions with their numbers.
pub(crate) struct Reached<P> {
    layout: Layout<P>,
    /// Text of the start position.
    start: String,
    tiers: Vec<Tier<P>>,
    horizon: Horizon,
    most: usize,
    len: usize,
}

struct Tier<P> {
    /// Positions, sorted by key when all are found.
    positions: Vec<P>,
    /// Number of each key; the order of the entries is never used.
    numbers: HashMap<u64, u32, RandomState>,
    leads_to: BTreeSet<usize>,
}

impl<P> Tier<P> {
    fn new() -> Tier<P> {
        let numbers = HashMap::with_hasher(RandomState::with_seeds(1, 2, 3, 4));
        Tier { positions: Vec::new(), numbers, leads_to: BTreeSet::new() }
    }
}

/// Returns the number of positions that fit in the options' table size.
pub(crate) fn capacity<P>(options: &SolveOptions) -> usize {
    let capacity = (options.table.max(1) << 20) / (2 * size_of::<P>() + BESIDE);
    capacity.min(MOST_NUMBERS)
}

impl<P: Position> Reached<P> {
    /// Finds the positions that can follow `start`, at most `most`. Positions that draw by repetition are
    /// omitted.
    pub(crate) fn from(
        start: &P,
        layout: Layout<P>,
        horizon: &Horizon,
        most: usize,
        options: &SolveOptions,
        progress: OnProgress<'_>,
    ) -> Result<Reached<P>, SolveError> {
        let (text, horizon) = (start.to_string(), horizon.clone());
        let mut reached = Reached { layout, start: text, tiers: Vec::new(), horizon, most, len: 0 };
        let root = (layout.fold)(start);
        reached.add(root)?;
        let mut done: Vec<usize> = Vec::new();
        loop {
            done.resize(reached.tiers.len(), 0);
            let open = |tier: &usize| done[*tier] < reached.tiers[*tier].positions.len();
            let Some(tier) = (0..done.len()).find(open) else { break };
            progress(&SolveProgress::stage(format!("{} positions found", reached.len)));
            if options.stop.is_stopped() {
                return Err(SolveError::Stopped { before: "all positions were found" });
            }
            let batch: Vec<P> = reached.tiers[tier].positions[done[tier]..].iter().take(BATCH).cloned().collect();
            done[tier] += batch.len();
            for after in reached.successors(&batch, options.threads) {
                let next = reached.add(after)?;
                if next != tier {
                    reached.tiers[tier].leads_to.insert(next);
                }
            }
        }
        for_each(
            options.threads,
            reached.tiers.iter_mut(),
            || (),
            |(), tier| {
                tier.positions.sort_by_cached_key(P::key);
                for (number, pos) in (0..).zip(&tier.positions) {
                    tier.numbers.insert(pos.key(), number);
                }
            },
        );
        Ok(reached)
    }

    /// Returns the positions after all moves of these, without drawn ones.
    fn successors(&self, batch: &[P], threads: usize) -> Vec<P> {
        let threads = if batch.len() <= CHUNK { 1 } else { threads };
        let found = for_each(threads, batch.chunks(CHUNK), Vec::new, |found, chunk| {
            for pos in chunk {
                let _ = pos.visit_moves(Class::All, |mv| {
                    let after = pos.after(mv);
                    if !self.is_drawn(&after) {
                        found.push((self.layout.fold)(&after));
                    }
                    ControlFlow::<()>::Continue(())
                });
            }
        });
        found.into_iter().flatten().collect()
    }

    /// Returns whether a move to this position draws by repetition.
    pub(super) fn is_drawn(&self, pos: &P) -> bool {
        self.horizon.is_drawn(pos)
    }

    /// Adds a position if it is new, and returns its tier.
    fn add(&mut self, pos: P) -> Result<usize, SolveError> {
        let (tier, key) = ((self.layout.tier)(&pos), pos.key());
        if tier >= MOST_TIERS {
            return Err(SolveError::Numbering(format!(
                "tier {tier} of `{pos}` is out of range: expected less than {MOST_TIERS}"
            )));
        }
        if self.tiers.len() <= tier {
            self.tiers.resize_with(tier + 1, Tier::new);
        }
        let Tier { positions, numbers, .. } = &mut self.tiers[tier];
        if let Some(&number) = numbers.get(&key) {
            let other = &positions[number as usize];
            if *other != pos {
                return Err(SolveError::Numbering(format!("`{other}` and `{pos}` have the same key {key:x}")));
            }
            return Ok(tier);
        }
        if self.len >= self.most {
            return Err(SolveError::TooManyPositions { most: self.most });
        }
        numbers.insert(key, positions.len() as u32);
        positions.push(pos);
        self.len += 1;
        Ok(tier)
    }

    /// Returns the keys of a tier, in ascending order.
    pub(crate) fn keys(&self, tier: usize) -> impl Iterator<Item = u64> {
        self.tiers[tier].positions.iter().map(P::key)
    }
}

impl<P: Position> Tiered<P> for Reached<P> {
    fn name(&self) -> String {
        self.start.clone()
    }

    fn tiers(&self) -> usize {
        self.tiers.len()
    }

    fn size(&self, tier: usize) -> usize {
        self.tiers[tier].positions.len()
    }

    fn leads_to(&self, tier: usize) -> Vec<usize> {
        self.tiers[tier].leads_to.iter().copied().collect()
    }

    fn unrank(&self, tier: usize, index: usize) -> Option<P> {
        self.tiers[tier].positions.get(index).cloned()
    }

    fn rank(&self, pos: &P) -> Option<Rank> {
        let pos = (self.layout.fold)(pos);
        let tier = (self.layout.tier)(&pos);
        let Tier { positions, numbers, .. } = self.tiers.get(tier)?;
        let index = *numbers.get(&pos.key())? as usize;
        (positions[index] == pos).then_some(Rank { tier, index })
    }
}
