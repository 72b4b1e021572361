//! Move ordering by earlier refutations: history heuristic \[Schaeffer1989\], killers and counter-moves.
//!
//! A quiet move that fails high is likely to fail high in other nodes. Each side has a score for every move of the
//! game. A cut-off raises the score of its move, and lowers the scores of the quiet moves tried before it by the same
//! amount. A score changes less the nearer it is to its limit (*gravity*), so that scores follow recent results.
//! Killers are the last two refutations at the same distance from the root. A counter-move is the last refutation of
//! the previous move. Both bonuses are about as large as one good cut-off, so that the history can outweigh them. In
//! games with long-term plans, such as Connect Four, the refutation of one sibling is a weaker predictor than the
//! history of the whole tree.

use plyground_game::{Move, Side};

/// Maximum absolute value of a score.
pub(crate) const LIMIT: i32 = 16_384;
/// Bonus of the newest killer. `COUNTER` is the bonus of the older killer and of a counter-move. Node counts hardly
/// change for bonuses from 400 to 2500. With killers ahead of all history, Connect Four needs half as many nodes again.
const KILLER: i32 = 1_500;
const COUNTER: i32 = 750;
const NONE: u16 = u16::MAX;

/// Refutations found by one search thread.
#[derive(Clone, Debug)]
pub(crate) struct HistoryTable {
    /// Scores by side and move.
    scores: Vec<i16>,
    /// Killers by ply, newest first.
    killers: Vec<[u16; 2]>,
    /// Counter-moves by the previous move.
    counters: Vec<u16>,
    moves: usize,
}

impl HistoryTable {
    pub(crate) fn new<M: Move>() -> HistoryTable {
        let moves = M::COUNT;
        HistoryTable { scores: vec![0; 2 * moves], killers: Vec::new(), counters: vec![NONE; moves], moves }
    }

    /// Ages the scores of the previous search and clears the killers.
    pub(crate) fn start(&mut self) {
        self.scores.iter_mut().for_each(|score| *score /= 2);
        self.killers.clear();
    }

    /// Returns the ordering score of each quiet move of a node, as a function.
    #[inline]
    pub(crate) fn scores<M: Move>(&self, side: Side, ply: u32, previous: Option<M>) -> impl Fn(M) -> i32 {
        let scores = &self.scores[side.index() * self.moves..][..self.moves];
        let [newest, older] = self.killers.get(ply as usize).map_or([NONE; 2], |killers| *killers);
        let counter = previous.map_or(NONE, |previous| self.counters[previous.index()]);
        move |mv| {
            let index = mv.index();
            let is = |other: u16| usize::from(other) == index;
            let killer = if is(newest) {
                KILLER
            } else if is(older) {
                COUNTER
            } else {
                0
            };
            i32::from(scores[index]) + killer + if is(counter) { COUNTER } else { 0 }
        }
    }

    /// Rewards a quiet move that failed high with `depth` left, and penalises `quiets_tried`.
    pub(crate) fn reward<M: Move>(
        &mut self,
        side: Side,
        mv: M,
        quiets_tried: &[M],
        depth: u32,
        ply: u32,
        previous: Option<M>,
    ) {
        let bonus = (depth * depth + 8 * depth).min(1_600) as i32;
        self.add(side, mv, bonus);
        for &other in quiets_tried {
            self.add(side, other, -bonus);
        }
        let index = mv.index() as u16;
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [NONE; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != index {
            *killers = [index, killers[0]];
        }
        if let Some(previous) = previous {
            self.counters[previous.index()] = index;
        }
    }

    fn add<M: Move>(&mut self, side: Side, mv: M, bonus: i32) {
        let score = &mut self.scores[side.index() * self.moves + mv.index()];
        let old = i32::from(*score);
        *score = (old + bonus - old * bonus.abs() / LIMIT) as i16;
    }
}

#[cfg(test)]
mod tests {
    use plyground_game::Slot;

    use super::*;

    #[test]
    fn scores_follow_what_happens_and_stay_within_their_limit() {
        let slot = |number| Slot::<9>::new(number).unwrap();
        let mut history_table = HistoryTable::new::<Slot<9>>();
        history_table.start();
        for _ in 0..10_000 {
            history_table.reward(Side::First, slot(3), &[slot(4)], 30, 2, Some(slot(7)));
        }
        let score = |mv, ply, previous| history_table.scores(Side::First, ply, previous)(slot(mv));
        let alone = score(3, 5, None);
        assert!((LIMIT - 1_700..=LIMIT).contains(&alone), "{alone}");
        assert_eq!(score(3, 2, None), alone + KILLER);
        assert_eq!(score(3, 5, Some(slot(7))), alone + COUNTER);
        assert_eq!(score(3, 2, Some(slot(7))), alone + KILLER + COUNTER);
        assert!((-LIMIT..0).contains(&score(4, 5, None)));
        assert_eq!(history_table.scores(Side::Second, 5, None)(slot(3)), 0, "sides learn apart");
    }

    #[test]
    fn a_reward_counts_for_less_the_nearer_the_score_is_to_its_limit() {
        let slot = |number| Slot::<9>::new(number).unwrap();
        let mut history_table = HistoryTable::new::<Slot<9>>();
        history_table.start();
        let mut reward = |depth| {
            history_table.reward(Side::Second, slot(1), &[slot(2)], depth, 0, None);
            [1, 2].map(|mv| history_table.scores(Side::Second, 1, None)(slot(mv)))
        };
        // The bonus of depth 2 is 2 x 2 + 8 x 2.
        assert_eq!(reward(2), [20, -20]);
        // The bonus of depth 60 is the maximum for one move.
        let less = 20 * 1_600 / LIMIT;
        assert_eq!(reward(60), [1_620 - less, -1_620 + less]);
        let (before, less) = (1_620 - less, (1_620 - less) * 1_600 / LIMIT);
        assert_eq!(reward(37), [before + 1_600 - less, -before - 1_600 + less]);
    }
}
