//! Endings of Khet: pharaohs and sphinxes, with at most one other piece a side.
//!
//! A half turn of the board swaps the sides, so a position is numbered as the side to move sees it. A tier contains the
//! positions with the same kinds of pieces, whichever side has which; a piece can be destroyed but not replaced.
//!
//! The tiers have up to 3.2 billion numbers. They are therefore solved by rectangles of bits, all armies of the opponent
//! at once, and the general retrograde analysis only confirms the small ones.
//!
//! ```no_run
//! use plyground_game::{Game, Position};
//! use plyground_khet::{Khet, KhetRules};
//! use plyground_solve::{ExactValue, SolveOptions, Wdl, khet::endings, solve};
//!
//! // Silver's pharaoh steps out of the beam, which the pyramid on e1 then turns to red's pharaoh on e5.
//! let pos = Khet::parse("x39///4k5////4P1K3X4 0", &KhetRules::OFFICIAL)?;
//! let options = SolveOptions { tables: "tables".into(), threads: 2, ..SolveOptions::default() };
//! let game = Game::from_position(pos, &KhetRules::OFFICIAL);
//! let solved = solve(&endings(), &game, &options, true, &mut |_| {})?;
//! assert_eq!(solved.value, ExactValue::Result(Wdl::Win));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod army;
mod beam;
mod bits;
mod pairs;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use plyground_game::{Game, Position, Side};
use plyground_khet::{Khet, KhetRules, Kind};

use self::analysis::{Analysis, Decided, Each};
use self::army::{Armies, Army};
use self::pairs::{Pairs, Smaller};
use crate::retrograde::{HOLE, Unsolved};
use crate::tiers::Method;
use crate::{Rank, Solution, Tiered, Tiers};

/// Returns the solver of the endings.
#[must_use]
pub fn endings() -> Tiers<Khet> {
    let solve = |game: &Game<Khet>, tier, known: &[Option<Solution>], threads, each: Each<'_>| {
        Endings::new(game.rules()).solve_tier(tier, known, threads, each)
    };
    // Per number: two bytes for its code and five rectangles of bits, then a byte for the table.
    let endings = Tiers::ranked(|game: &Game<Khet>| Some(Endings::new(game.rules())));
    let without_limit = |rules: &KhetRules| KhetRules { ply_limit: None, ..*rules };
    endings.stored_under(without_limit).solved_by(Method { solve, memory: 3.5, speed: 2e7 })
}

/// Numbering of the endings under some rules.
#[derive(Debug)]
pub struct Endings {
    rules: KhetRules,
    /// Armies by [`KINDS`].
    armies: [Armies; 4],
}

/// Kinds of the pieces of an army, in the order of the tiers.
const KINDS: [Option<Kind>; 4] = [None, Some(Kind::Scarab), Some(Kind::Pyramid), Some(Kind::Anubis)];

/// Places of both sides' kinds in [`KINDS`], by tier.
const TIERS: [[usize; 2]; 10] = [[0, 0], [0, 1], [0, 2], [0, 3], [1, 1], [1, 2], [1, 3], [2, 2], [2, 3], [3, 3]];

impl Endings {
    /// Creates the numbering.
    #[must_use]
    pub fn new(rules: &KhetRules) -> Endings {
        Endings { rules: *rules, armies: KINDS.map(|kind| Armies::new(kind, *rules)) }
    }

    /// Returns the kinds of pieces in a tier, for the side that moves and the other side in the first part of its
    /// numbers; in the second part, if the kinds differ, the other way round.
    ///
    /// ```
    /// use plyground_khet::{KhetRules, Kind};
    /// use plyground_solve::khet::Endings;
    ///
    /// let endings = Endings::new(&KhetRules::OFFICIAL);
    /// assert_eq!(endings.kinds(5), [Some(Kind::Scarab), Some(Kind::Pyramid)]);
    /// ```
    ///
    /// # Panics
    /// Panics if `tier` is above 9.
    #[must_use]
    pub fn kinds(&self, tier: usize) -> [Option<Kind>; 2] {
        TIERS[tier].map(|kind| KINDS[kind])
    }

    /// Returns the places of the kinds in each part of a tier: of the side to move and of the other.
    fn parts(tier: usize) -> Vec<[usize; 2]> {
        let [first, second] = TIERS[tier];
        if first == second { vec![[first, second]] } else { vec![[first, second], [second, first]] }
    }

    /// Returns the number of a pair of armies, given the places of their kinds.
    fn number(&self, [own, other]: [usize; 2], indices: [usize; 2]) -> Rank {
        let kinds = [own.min(other), own.max(other)];
        let tier = TIERS.iter().position(|&tier| tier == kinds).expect("all pairs of kinds are tiers");
        let lengths = [own, other].map(|kind| self.armies[kind].len());
        let part = if own <= other { 0 } else { lengths[0] * lengths[1] };
        Rank { tier, index: part + indices[0] * lengths[1] + indices[1] }
    }

    /// Solves a tier with several threads. `known` has the solutions of the tiers that it leads to, by tier.
    ///
    /// # Panics
    /// Panics if `tier` is above 9, or one of these solutions is missing.
    #[must_use]
    pub fn solve(&self, tier: usize, known: &[Option<Solution>], threads: usize) -> Solution {
        let solution = self.solve_tier(tier, known, threads, &mut |_| ControlFlow::Continue(()));
        solution.expect("it is not stopped, and no win takes 32,767 plies")
    }

    /// Computes the same. `each` receives the share of the work that is done, 0 to 1, and may stop it.
    fn solve_tier(
        &self,
        tier: usize,
        known: &[Option<Solution>],
        threads: usize,
        each: Each<'_>,
    ) -> Result<Solution, Unsolved> {
        let parts = Endings::parts(tier);
        let mut codes = vec![HOLE; self.size(tier)];
        let size = codes.len() / parts.len();
        let pairs: Vec<Pairs> =
            parts.iter().map(|&[own, other]| Pairs::new(self.rules, KINDS[own], KINDS[other])).collect();
        let value = |Rank { tier, index }| {
            let value = known[tier].as_ref().and_then(|solution| solution.value(index));
            value.expect("smaller endings are solved before")
        };
        let mut analyses = Vec::new();
        for (place, (pairs, codes)) in pairs.iter().zip(codes.chunks_mut(size)).enumerate() {
            let values = Smaller { endings: self, kinds: parts[place], value: &value };
            let share = &mut |share| each((place as f64 + share) / (2 * parts.len()) as f64);
            analyses.push(Analysis::new(pairs, &values, codes, threads, share)?);
        }
        let mut decided: Vec<Decided> = pairs.iter().map(Decided::new).collect();
        let (mut plies, mut is_open) = (0, true);
        while is_open {
            let share = (0.5 + f64::from(plies) / USUAL_PLIES).min(1.0);
            let each: Each<'_> = &mut |_| each(share);
            for (analysis, opponent) in analyses.iter_mut().zip(decided.iter().rev()) {
                analysis.update(plies, opponent, each)?;
            }
            plies += 1;
            is_open = false;
            for ((analysis, found), codes) in analyses.iter_mut().zip(&mut decided).zip(codes.chunks_mut(size)) {
                is_open |= analysis.decide(plies, found, codes, each)?;
            }
        }
        Ok(Solution::from_codes(codes))
    }
}

/// Number of plies in which most positions are decided, for the progress.
const USUAL_PLIES: f64 = 100.0;

impl Tiered<Khet> for Endings {
    fn name(&self) -> String {
        "endings with at most one piece a side".into()
    }

    fn tiers(&self) -> usize {
        TIERS.len()
    }

    fn size(&self, tier: usize) -> usize {
        let [own, other] = TIERS[tier].map(|kind| self.armies[kind].len());
        Endings::parts(tier).len() * own * other
    }

    fn leads_to(&self, tier: usize) -> Vec<usize> {
        let [first, second] = TIERS[tier];
        let smaller = [[0, second], [0, first]];
        TIERS
            .iter()
            .enumerate()
            .filter(|&(next, kinds)| next != tier && smaller.contains(kinds))
            .map(|(next, _)| next)
            .collect()
    }

    fn unrank(&self, tier: usize, index: usize) -> Option<Khet> {
        let size = self.size(tier) / Endings::parts(tier).len();
        let [own, other] = Endings::parts(tier)[index / size].map(|kind| &self.armies[kind]);
        let (own, other) = (own.army(index % size / other.len())?, other.army(index % other.len())?);
        Khet::from_pieces(own.pieces().chain(other.red_pieces()), Side::First, &self.rules)
    }

    fn rank(&self, pos: &Khet) -> Option<Rank> {
        let side = pos.side_to_move();
        let armies = [Army::of(pos, side)?, Army::of(pos, side.other())?];
        let place = |army: Army| KINDS.iter().position(|&kind| kind == army.piece.map(|(_, piece)| piece.kind()));
        let [own, other] = armies.map(place);
        let kinds = [own?, other?];
        let [own, other] = [0, 1].map(|of| self.armies[kinds[of]].index(armies[of]));
        Some(self.number(kinds, [own?, other?]))
    }
}
