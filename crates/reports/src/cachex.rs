//! The Cachex report \[Chen2022\]: its utilities, and its agent: decisions of the first two turns, a root filter in seven steps, minimax by board size.

use std::cmp::Reverse;

use plyground_cachex::{Cachex, CachexMove, Cell};
use plyground_eval::cachex::cost_to_win;
use plyground_game::{Evaluate, Game, Position, Score, Side};
use plyground_search::{
    Agent, AgentError, AlphaBeta, Budget, Job, Line, OnDepth, Options, Report, Searcher, Statistics, View,
};

mod six_features;

pub use six_features::{Antisymmetric, PATH_ONLY, SixFeature, SixFeatures, ThreeDifferences, path_only};

/// The report's agent with one of its utilities.
#[must_use]
pub fn agent(utility: SixFeature) -> CachexAgent {
    CachexAgent { utility, greedy: false }
}

/// The report's greedy opponent: plays the best move of the filter and looks no further.
#[must_use]
pub fn greedy(utility: SixFeature) -> CachexAgent {
    CachexAgent { utility, greedy: true }
}

/// The report's agent.
#[derive(Clone, Debug)]
pub struct CachexAgent {
    utility: SixFeature,
    greedy: bool,
}

/// Plies after the root move, by board size: the report's Table II.
fn depth_after_root(size: u8) -> u32 {
    match size {
        0..=5 => 3,
        6..=10 => 2,
        _ => 0,
    }
}

/// What the filter says of a root move.
struct Candidate {
    mv: CachexMove,
    /// Utility after it, less the utility after the opponent's move on the same cell.
    gain: Score,
    captures: bool,
}

/// What the root filter comes to.
enum Filtered {
    /// A move to play at once.
    Decided(CachexMove),
    /// Moves to search, best first.
    Search(Vec<CachexMove>),
}

impl CachexAgent {
    fn utility(&self, pos: &Cachex, side: Side) -> Score {
        match pos.outcome() {
            Some(outcome) => self.utility.finished(pos, &(), outcome, side, 0),
            None => self.utility.evaluate(pos, &(), side),
        }
    }

    /// The board as it would be if the other side had the move.
    fn turned(game: &Game<Cachex>) -> Option<Cachex> {
        let text = game.position().to_string();
        let mut fields: Vec<&str> = text.split(' ').collect();
        fields[2] = if fields[2] == "r" { "b" } else { "r" };
        // Neither the ban of the centre nor the steal belong to the question.
        fields[3] = "2";
        Cachex::parse(&fields.join(" "), game.rules()).ok()
    }

    /// Steps 1 to 7 of the report's Figure 11.
    fn filter(&self, game: &Game<Cachex>) -> Filtered {
        let pos = game.position();
        let me = pos.side_to_move();
        let turned = CachexAgent::turned(game);
        let mut candidates = Vec::new();
        for mv in pos.legal_moves() {
            let CachexMove::Place(cell) = mv else { continue };
            if pos.wins(mv) {
                return Filtered::Decided(mv);
            }
            let mine = self.utility(&pos.after(mv), me);
            let theirs = turned.as_ref().map_or(Score::ZERO, |turned| self.utility(&turned.after(mv), me));
            let gain = Score::new(mine.value().saturating_sub(theirs.value()));
            candidates.push(Candidate { mv, gain, captures: !pos.captures_at(me, cell).is_empty() });
        }
        candidates.sort_by_key(|candidate| Reverse(candidate.gain));
        let best_capture = candidates.iter().find(|candidate| candidate.captures).map(|candidate| candidate.mv);
        let threats = pos.winning_points(!me);
        if !threats.is_empty() {
            // First a capture, then a block.
            let on_threat =
                |candidate: &&Candidate| matches!(candidate.mv, CachexMove::Place(cell) if threats.contains(cell));
            let block = candidates.iter().find(on_threat).map(|candidate| candidate.mv);
            if let Some(mv) = best_capture.or(block) {
                return Filtered::Decided(mv);
            }
        }
        let n = u32::from(pos.size().get());
        let near = cost_to_win(pos, !me) * 10 < 4 * n;
        if let (true, Some(mv)) = (near, best_capture) {
            return Filtered::Decided(mv);
        }
        let keep = candidates.len() / 2 + 1;
        Filtered::Search(candidates.into_iter().take(keep).map(|candidate| candidate.mv).collect())
    }

    /// Minimax over these root moves, valued for the side at the root.
    fn search(&self, game: &Game<Cachex>, moves: &[CachexMove], depth: u32, job: &Job) -> Report<CachexMove> {
        let options = Options { view: View::Root, ..Options::default() };
        let mut searcher = AlphaBeta::new(&self.utility, options).observed(Statistics::default());
        searcher.start(game.position(), game.history(), Budget::new(job));
        let iteration = searcher.iterate(game.position(), moves, depth);
        let lines = iteration.best_lines(job.lines);
        let first = moves[0];
        let line = lines.first().cloned().unwrap_or(Line { mv: first, score: Score::ZERO, pv: vec![first] });
        Report {
            best: Some(line.mv),
            score: line.score,
            depth: if iteration.is_finished() { depth } else { 0 },
            partial_depth: (!iteration.is_finished() && !lines.is_empty()).then_some(depth),
            seldepth: iteration.counts().seldepth,
            leaves: iteration.counts().leaves,
            nodes: searcher.budget().nodes(),
            iteration_nodes: searcher.budget().nodes(),
            elapsed: searcher.budget().elapsed(),
            pv: line.pv,
            lines,
            statistics: searcher.statistics(),
            completed: iteration.is_finished(),
            root_moves: iteration.into_root_moves(),
            ..Report::nothing()
        }
    }

    fn decided(&self, game: &Game<Cachex>, mv: CachexMove) -> Report<CachexMove> {
        let pos = game.position();
        let score = self.utility(&pos.after(mv), pos.side_to_move());
        Report {
            best: Some(mv),
            score,
            depth: 1,
            leaves: 1,
            pv: vec![mv],
            lines: vec![Line { mv, score, pv: vec![mv] }],
            completed: true,
            ..Report::nothing()
        }
    }
}

impl Agent<Cachex> for CachexAgent {
    fn is_limited(&self) -> bool {
        true
    }

    fn think(
        &mut self,
        game: &Game<Cachex>,
        job: &Job,
        each: OnDepth<'_, Cachex>,
    ) -> Result<Report<CachexMove>, AgentError> {
        let pos = game.position();
        if game.ending().is_some() {
            return Ok(Report { completed: true, ..Report::nothing() });
        }
        let n = pos.size().get();
        let after_root = depth_after_root(n);
        let depth = job.limits.depth.unwrap_or(after_root + 1);
        let first = Cell::new(0, n / 2).map(CachexMove::Place).filter(|&mv| pos.is_legal(mv));
        let report = if let (true, Some(mv)) = (pos.empty().count() == u32::from(n) * u32::from(n), first) {
            self.decided(game, mv)
        } else if pos.can_steal() && after_root == 0 {
            self.decided(game, CachexMove::Steal)
        } else {
            let steal = pos.can_steal().then(|| self.search(game, &[CachexMove::Steal], depth, job));
            let ordinary = match self.filter(game) {
                Filtered::Decided(mv) => self.decided(game, mv),
                Filtered::Search(moves) if self.greedy => self.decided(game, moves[0]),
                Filtered::Search(moves) => self.search(game, &moves, depth, job),
            };
            // The stolen stone's value as if it had been the first move, against the best of the others.
            match steal {
                Some(steal) if steal.score > ordinary.score => Report { nodes: steal.nodes + ordinary.nodes, ..steal },
                _ => ordinary,
            }
        };
        // There is nothing left to stop.
        let _ = each(&report);
        Ok(report)
    }
}
