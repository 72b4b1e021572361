//! Solution of all tiers, each after those that its moves lead to.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use plyground_game::{Game, Outcome, Position};

use super::file::TierSet;
use super::method::Method;
use super::reached::Reached;
use super::scoring::MOST_MARGIN;
use super::{MOST_TIERS, Scoring, Tiered};
use crate::retrograde::{MOST_NUMBERS, Unsolved, retrograde_with};
use crate::table::TableError;
use crate::{Indexed, OnProgress, Place, Solution, SolveError, SolveOptions, SolveProgress, Value};

/// Tiers to solve, and the folder of their tables.
pub(super) struct Task<'a, P: Position> {
    pub(super) game: &'a Game<P>,
    /// Tiers to solve, each after those that it leads to.
    pub(super) order: Vec<usize>,
    pub(super) numbering: &'a dyn Tiered<P>,
    /// Positions, if their keys are stored.
    pub(super) reached: Option<&'a Reached<P>>,
    /// Folder and names of the tables; without them all values stay in memory.
    pub(super) store: Option<(&'a Path, &'a TierSet)>,
    pub(super) options: &'a SolveOptions,
    pub(super) scoring: Scoring<P>,
    pub(super) method: Option<Method<P>>,
}

impl<P: Position> Task<'_, P> {
    /// Solves the tiers without a table in the folder. Returns the values by tier, unless they are stored.
    pub(super) fn solve(&self, progress: OnProgress<'_>) -> Result<Vec<Option<Solution>>, SolveError> {
        let (order, tiers) = (&self.order, self.numbering.tiers());
        let leads_to: Vec<Vec<usize>> = (0..tiers).map(|tier| leads_to(self.numbering, tier)).collect();
        let sizes: Vec<usize> = (0..tiers).map(|tier| self.numbering.size(tier)).collect();
        let mut is_stored = vec![false; tiers];
        if let Some((folder, set)) = self.store {
            for &tier in order.iter().filter(|&&tier| sizes[tier] > 0) {
                is_stored[tier] = set.open(folder, tier)?.is_some();
            }
        }
        // Number of tiers that need each tier in memory.
        let mut waiting = vec![0; tiers];
        for &tier in order.iter().filter(|&&tier| !is_stored[tier]) {
            leads_to[tier].iter().for_each(|&next| waiting[next] += 1);
        }
        let total: usize = order.iter().filter(|&&tier| !is_stored[tier]).map(|&tier| sizes[tier]).sum();
        let mut done = 0;
        let mut known: Vec<Option<Solution>> = (0..tiers).map(|_| None).collect();
        for &tier in order.iter().filter(|&&tier| !is_stored[tier]) {
            for &next in &leads_to[tier] {
                if known[next].is_none() {
                    known[next] = Some(self.load(next, sizes[next])?);
                }
            }
            let space = OneTier {
                numbering: self.numbering,
                reached: self.reached,
                tier,
                size: sizes[tier],
                known: &known,
                scoring: self.scoring,
                fault: Mutex::default(),
            };
            let place = if tiers > 1 { format!("tier {tier} of {tiers}, ") } else { String::new() };
            let stage = format!("{place}{} positions", sizes[tier]);
            let each = &mut |share| {
                let done = (done as f64 + share * sizes[tier] as f64) / total.max(1) as f64;
                progress(&SolveProgress::share(stage.clone(), done));
                if self.options.stop.is_stopped() || space.has_fault() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let threads = self.options.threads;
            let solution = match &self.method {
                Some(method) => (method.solve)(self.game, tier, &known, threads, each),
                None => retrograde_with(&space, threads, each),
            };
            if let Some(fault) = space.fault.into_inner().unwrap_or_else(PoisonError::into_inner) {
                return Err(SolveError::Numbering(fault));
            }
            let solution = solution.map_err(|unsolved| match unsolved {
                Unsolved::Stopped => SolveError::Stopped { before: "all positions were solved" },
                Unsolved::TooLarge => {
                    SolveError::Numbering(format!("tier {tier} has too many moves: expected less than 2^32"))
                }
                Unsolved::TooLong => SolveError::Numbering(format!("tier {tier} has a win of more than 32,766 plies")),
            })?;
            if let Some((folder, set)) = self.store.filter(|_| sizes[tier] > 0) {
                let keys = self.reached.map(|reached| reached.keys(tier));
                set.write(folder, tier, &solution, keys, self.options.threads)?;
            }
            done += sizes[tier];
            known[tier] = Some(solution);
            if self.store.is_some() {
                leads_to[tier].iter().for_each(|&next| waiting[next] -= 1);
                known
                    .iter_mut()
                    .zip(&waiting)
                    .filter(|(_, waiting)| **waiting == 0)
                    .for_each(|(known, _)| *known = None);
            }
        }
        if let Some((folder, set)) = self.store {
            for &tier in order.iter().filter(|&&tier| sizes[tier] > 0) {
                set.open(folder, tier)?.ok_or_else(|| TableError::removed(set.path(folder, tier)))?;
            }
        }
        Ok(known)
    }

    /// Reads a solved tier from its table.
    fn load(&self, tier: usize, size: usize) -> Result<Solution, SolveError> {
        let stored = match self.store {
            Some((folder, set)) if size > 0 => {
                Some(set.open(folder, tier)?.ok_or_else(|| TableError::removed(set.path(folder, tier)))?)
            }
            _ => None,
        };
        let Some(file) = stored else { return Ok(Solution::from_stored(std::iter::empty())) };
        let (solution, keys) = file.read()?;
        let is_same = self.reached.is_none_or(|reached| reached.keys(tier).eq(keys));
        if solution.len() != size || !is_same {
            return Err(file.of_other_positions().into());
        }
        Ok(solution)
    }
}

/// Returns the other tiers that a tier leads to.
fn leads_to<P: Position>(numbering: &dyn Tiered<P>, tier: usize) -> Vec<usize> {
    numbering.leads_to(tier).into_iter().filter(|&next| next != tier).collect()
}

/// Returns the tiers that can follow from a position, or all if it has no number, each after those that it leads to.
pub(super) fn order<P: Position>(
    numbering: &dyn Tiered<P>,
    pos: &P,
    has_method: bool,
) -> Result<Vec<usize>, SolveError> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let tiers = numbering.tiers();
    if tiers > MOST_TIERS {
        return Err(SolveError::Numbering(format!("{tiers} tiers: expected at most {MOST_TIERS}")));
    }
    if let Some(tier) = (0..tiers).find(|&tier| !has_method && numbering.size(tier) > MOST_NUMBERS) {
        return Err(SolveError::Numbering(format!("tier {tier} has more than 2^31 numbers")));
    }
    let (mut marks, mut order) = (vec![Mark::New; tiers], Vec::with_capacity(tiers));
    let firsts = numbering.rank(pos).map_or(0..tiers, |rank| rank.tier..(rank.tier + 1).min(tiers));
    for first in firsts {
        // Path of tiers from the first one, each with the unvisited tiers that it leads to.
        let mut way = vec![(first, leads_to(numbering, first))];
        if marks[first] == Mark::Done {
            continue;
        }
        marks[first] = Mark::Open;
        while let Some((tier, rest)) = way.last_mut() {
            let tier = *tier;
            let Some(next) = rest.pop() else {
                marks[tier] = Mark::Done;
                order.push(tier);
                way.pop();
                continue;
            };
            match marks.get(next) {
                Some(Mark::New) => {
                    marks[next] = Mark::Open;
                    way.push((next, leads_to(numbering, next)));
                }
                Some(Mark::Done) => {}
                Some(Mark::Open) => {
                    let message =
                        format!("moves lead from tier {tier} to tier {next} and back: expected one tier for both");
                    return Err(SolveError::Numbering(message));
                }
                None => {
                    let message = format!("tier {tier} leads to tier {next}: expected less than {tiers}");
                    return Err(SolveError::Numbering(message));
                }
            }
        }
    }
    Ok(order)
}

/// Numbering of one tier, with the known values of other tiers.
struct OneTier<'a, P> {
    numbering: &'a dyn Tiered<P>,
    /// Positions, if those that draw by repetition have no number.
    reached: Option<&'a Reached<P>>,
    tier: usize,
    size: usize,
    known: &'a [Option<Solution>],
    scoring: Scoring<P>,
    /// First fault of the numbering that was found.
    fault: Mutex<Option<String>>,
}

impl<P: Position> OneTier<'_, P> {
    fn has_fault(&self) -> bool {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    #[cold]
    fn wrong(&self, pos: &P) -> Place {
        self.fail(format!("`{pos}` has no number in tier {} or a tier that it leads to", self.tier));
        Place::Known(Value::DRAW)
    }

    #[cold]
    fn fail(&self, message: String) {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(message);
    }
}

impl<P: Position> Indexed for OneTier<'_, P> {
    type Position = P;

    fn len(&self) -> usize {
        self.size
    }

    fn position(&self, index: usize) -> Option<P> {
        self.numbering.unrank(self.tier, index)
    }

    fn place(&self, pos: &P) -> Place {
        if self.reached.is_some_and(|reached| reached.is_drawn(pos)) {
            return Place::Known(Value::DRAW);
        }
        match self.numbering.rank(pos) {
            Some(rank) if rank.tier == self.tier && rank.index < self.size => Place::Index(rank.index),
            Some(rank) => {
                let known = self.known.get(rank.tier).and_then(Option::as_ref);
                let value = known.and_then(|known| known.value(rank.index)).filter(|_| rank.tier != self.tier);
                value.map_or_else(|| self.wrong(pos), Place::Known)
            }
            None => match pos.outcome() {
                Some(outcome) => Place::Known(self.finished(pos, outcome)),
                None => self.wrong(pos),
            },
        }
    }

    fn finished(&self, pos: &P, outcome: Outcome) -> Value {
        self.scoring.finished(pos, outcome).unwrap_or_else(|| {
            self.fail(format!("the margin of `{pos}` is out of range: expected -{MOST_MARGIN} to {MOST_MARGIN}"));
            Value::DRAW
        })
    }

    fn step(&self) -> u32 {
        self.scoring.step()
    }
}
