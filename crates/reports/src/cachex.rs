//! The Cachex report \[Chen2022\]: its utilities and its agent. The agent has rules for the first two turns, a root filter in
//! seven steps, and minimax with a depth by board size.

use std::cmp::Reverse;

use plyground_cachex::{Cachex, CachexMove, Cell};
use plyground_eval::cachex::cost_to_win;
use plyground_game::random::Random;
use plyground_game::zobrist::mix;
use plyground_game::{Evaluate, Game, Position, Score, Side};
use plyground_search::{
    Agent, AgentError, AlphaBeta, Bound, Budget, Counts, Iteration, Job, Line, Observer, OnDepth, Options, Report,
    RootMove, Searcher, Traced, Tracer, View,
};

mod six_features;

pub use six_features::{
    Antisymmetric, PATH_ONLY, SixFeature, SixFeatureByAStar, SixFeatures, SixFeaturesByAStar, ThreeDifferences,
    path_only,
};

/// Returns the report's agent with one of its utilities.
#[must_use]
pub fn agent(utility: SixFeature) -> CachexAgent {
    CachexAgent { utility, greedy: false, noise: None, game_seed: 0 }
}

/// Returns the report's greedy opponent, which plays the best move of the filter without a search.
#[must_use]
pub fn greedy(utility: SixFeature) -> CachexAgent {
    CachexAgent { utility, greedy: true, noise: None, game_seed: 0 }
}

/// The report's agent.
#[derive(Clone, Debug)]
pub struct CachexAgent {
    utility: SixFeature,
    greedy: bool,
    /// Seed of tie-breaking at random. Without it, the first of equal moves is played.
    noise: Option<u64>,
    game_seed: u64,
}

/// Returns the plies after the root move by board size, as in the report's Table II.
fn depth_after_root(size: u8) -> u32 {
    match size {
        0..=5 => 3,
        6..=10 => 2,
        _ => 0,
    }
}

/// A root move with its measurements by the filter.
struct Candidate {
    mv: CachexMove,
    /// Utility after the move, minus the utility after the opponent's move on the same cell.
    gain: Score,
    captures: bool,
}

/// Result of the root filter.
enum Filtered {
    /// A move to play at once.
    Decided(CachexMove),
    /// Moves to search, best first.
    Search(Vec<CachexMove>),
}

impl CachexAgent {
    /// Breaks ties between equal moves at random, in the filter and in the search.
    #[must_use]
    pub fn with_noise(self, seed: u64) -> CachexAgent {
        CachexAgent { noise: Some(seed), ..self }
    }

    /// Returns the RNG for a position. Without `noise`, the first of equal moves is played, so there is none.
    fn random(&self, game: &Game<Cachex>) -> Option<Random> {
        let seed = self.noise? ^ self.game_seed;
        Some(Random::new(seed ^ mix(game.position().key() ^ game.moves().len() as u64)))
    }

    fn utility(&self, pos: &Cachex, side: Side, ply: u32) -> Score {
        match pos.outcome() {
            Some(outcome) => self.utility.finished(pos, &(), outcome, side, ply),
            None => self.utility.evaluate(pos, &(), side),
        }
    }

    /// Returns the board with the other side to move.
    fn turned(game: &Game<Cachex>) -> Option<Cachex> {
        let text = game.position().to_string();
        let mut fields: Vec<&str> = text.split(' ').collect();
        fields[2] = if fields[2] == "r" { "b" } else { "r" };
        // Neither the ban of the centre nor the steal applies here.
        fields[3] = "2";
        Cachex::parse(&fields.join(" "), game.rules()).ok()
    }

    /// Filters the root moves by steps 1 to 7 of the report's Figure 11.
    fn filter(&self, game: &Game<Cachex>, random: Option<&mut Random>) -> Filtered {
        let pos = game.position();
        let me = pos.side_to_move();
        let turned = CachexAgent::turned(game);
        let mut candidates = Vec::new();
        for mv in pos.legal_moves() {
            let CachexMove::Place(cell) = mv else { continue };
            if pos.wins(mv) {
                return Filtered::Decided(mv);
            }
            let mine = self.utility(&pos.after(mv), me, 0);
            let theirs = turned.as_ref().map_or(Score::ZERO, |turned| self.utility(&turned.after(mv), me, 0));
            let gain = Score::new(mine.value().saturating_sub(theirs.value()));
            candidates.push(Candidate { mv, gain, captures: !pos.captures_at(me, cell).is_empty() });
        }
        if let Some(random) = random {
            random.shuffle(&mut candidates);
        }
        candidates.sort_by_key(|candidate| Reverse(candidate.gain));
        let best_capture = candidates.iter().find(|candidate| candidate.captures).map(|candidate| candidate.mv);
        let threats = pos.winning_points(!me);
        if !threats.is_empty() {
            // A capture has priority over a block.
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

    /// Finds the move by the rules of the first two turns, or by the filter and `search`.
    fn find(
        &self,
        game: &Game<Cachex>,
        random: Option<&mut Random>,
        mut search: impl FnMut(&[CachexMove]) -> Found,
    ) -> Found {
        let pos = game.position();
        let n = pos.size().get();
        let middle = Cell::new(0, n / 2).map(CachexMove::Place).filter(|&mv| pos.is_legal(mv));
        if let (true, Some(mv)) = (pos.empty() == pos.size().cells(), middle) {
            return self.decided(pos, mv);
        }
        if pos.can_steal() && depth_after_root(n) == 0 {
            return self.decided(pos, CachexMove::Steal);
        }
        let (best, ordinary) = match self.filter(game, random) {
            Filtered::Decided(mv) => (mv, self.decided(pos, mv)),
            Filtered::Search(moves) if self.greedy => (moves[0], self.decided(pos, moves[0])),
            Filtered::Search(moves) => (moves[0], search(&moves)),
        };
        let steal = if pos.can_steal() { search(&[CachexMove::Steal]) } else { Found::default() };
        let is_cut = ordinary.is_cut || steal.is_cut;
        // The stolen stone is valued as if it had been the first move, and compared with the best ordinary move.
        match (steal.score(), ordinary.score()) {
            (Some(stolen), Some(other)) if stolen > other => Found { is_cut, ..steal },
            (_, Some(_)) => Found { is_cut, ..ordinary },
            // Only the filter had time to finish.
            (_, None) => Found { is_cut, depth: 0, ..self.decided(pos, best) },
        }
    }

    /// Chooses a move. The observer, if there is one, receives the events of the search.
    fn report(
        &self,
        game: &Game<Cachex>,
        job: &Job,
        observer: Option<&mut dyn Observer<Cachex>>,
    ) -> Report<CachexMove> {
        let pos = game.position();
        if let Some(ending) = game.ending() {
            let score = self.utility.finished(pos, &(), ending.outcome, pos.side_to_move(), 0);
            return Report { score, scale: self.utility.scale(), completed: true, ..Report::nothing() };
        }
        // The filter, the ordinary moves and the steal share one budget.
        let options = Options { view: View::Root, noise: self.noise, ..Options::default() };
        let mut search = AlphaBeta::new(&self.utility, options);
        if let Some(observer) = observer {
            search = search.observed(observer);
        }
        search.start(pos, game.history(), Budget::new(job));
        let depth = job.limits.depth.unwrap_or(depth_after_root(pos.size().get()) + 1);
        let mut random = self.random(game);
        let mut choice = random.clone();
        let found = self.find(game, random.as_mut(), |moves| {
            Found::of(search.iterate(pos, moves, depth), depth, job.lines).with_random_best(choice.as_mut())
        });
        let is_whole = found.root_moves.len() == pos.legal_moves().len();
        let found = if is_whole { found } else { found.without_losses() };
        let found = if found.is_cut { found.without_distances() } else { found };
        let nodes = search.budget().nodes();
        let line = found.lines.first();
        Report {
            leaf_side: line.and_then(|line| search.leaf_side(game, &line.pv, line.score)),
            best: line.map(|line| line.mv),
            // The filter may have excluded a quicker win.
            score: line.map_or(Score::ZERO, |line| if is_whole { line.score } else { some_win(line.score) }),
            pv: line.map_or_else(Vec::new, |line| line.pv.clone()),
            depth: if found.is_cut { 0 } else { found.depth },
            partial_depth: (found.is_cut && found.depth > 0).then_some(found.depth),
            seldepth: found.counts.seldepth,
            leaves: found.counts.leaves,
            nodes,
            iteration_nodes: nodes,
            elapsed: search.budget().elapsed(),
            scale: self.utility.scale(),
            statistics: search.statistics(),
            completed: !found.is_cut,
            root_moves: found.root_moves,
            lines: found.lines,
            ..Report::nothing()
        }
    }

    /// Returns a move that is played without search, with its utility.
    fn decided(&self, pos: &Cachex, mv: CachexMove) -> Found {
        let score = self.utility(&pos.after(mv), pos.side_to_move(), 1);
        let lines = vec![Line { mv, score, pv: vec![mv] }];
        Found { lines, counts: Counts { leaves: 1, seldepth: 1, ..Counts::default() }, depth: 1, ..Found::default() }
    }
}

/// Result of the search of one kind of moves: the ordinary ones or the steal.
#[derive(Default)]
struct Found {
    /// Lines of the best moves, best first. It is empty if time ran out before the first move was searched.
    lines: Vec<Line<CachexMove>>,
    root_moves: Vec<RootMove<CachexMove>>,
    counts: Counts,
    depth: u32,
    /// Whether a limit stopped the search.
    is_cut: bool,
}

impl Found {
    fn of(iteration: Iteration<CachexMove>, depth: u32, lines: usize) -> Found {
        Found {
            lines: iteration.best_lines(lines),
            counts: iteration.counts(),
            depth,
            is_cut: !iteration.is_complete(),
            root_moves: iteration.into_root_moves(),
        }
    }

    fn score(&self) -> Option<Score> {
        Some(self.lines.first()?.score)
    }

    /// Turns losses into evaluations, because the moves that the filter excluded may not lose.
    fn without_losses(mut self) -> Found {
        let withdrawn = |score: Score| if score.is_loss() { Score::new(score.value()) } else { score };
        self.lines.iter_mut().for_each(|line| line.score = withdrawn(line.score));
        self.root_moves.iter_mut().for_each(|root_move| root_move.score = withdrawn(root_move.score));
        self
    }

    /// Drops the distances of wins and losses, except for a win in one ply. A stopped search may have missed quicker ones.
    fn without_distances(mut self) -> Found {
        self.lines.iter_mut().for_each(|line| line.score = some_win(line.score));
        self.root_moves.iter_mut().for_each(|root_move| root_move.score = some_win(root_move.score));
        self
    }

    /// Moves one of the moves with the best value, chosen at random, to the front.
    fn with_random_best(mut self, random: Option<&mut Random>) -> Found {
        let (Some(random), Some(score)) = (random, self.score()) else { return self };
        let is_best = |root_move: &&RootMove<CachexMove>| root_move.bound == Bound::Exact && root_move.score == score;
        let best: Vec<&RootMove<CachexMove>> = self.root_moves.iter().filter(is_best).collect();
        let chosen = best[random.below(best.len())];
        let line = Line { mv: chosen.mv, score, pv: chosen.pv.clone() };
        let wanted = self.lines.len();
        self.lines.retain(|other| other.mv != line.mv);
        self.lines.insert(0, line);
        self.lines.truncate(wanted);
        self
    }
}

/// Drops a distance that may not be the shortest one.
fn some_win(score: Score) -> Score {
    if score == Score::win_in(1) { score } else { score.without_distance() }
}

impl Agent<Cachex> for CachexAgent {
    fn is_limited(&self) -> bool {
        true
    }

    fn reseed(&mut self, seed: u64) {
        self.game_seed = seed;
    }

    fn think(
        &mut self,
        game: &Game<Cachex>,
        job: &Job,
        each: OnDepth<'_, Cachex>,
    ) -> Result<Report<CachexMove>, AgentError> {
        let report = self.report(game, job, None);
        // A finished game has no search to report.
        if report.completed && game.ending().is_none() {
            // The search has ended, so the answer of the callback is irrelevant.
            let _ = each(&report);
        }
        Ok(report)
    }

    fn trace(&mut self, game: &Game<Cachex>, job: &Job, limit: usize) -> Option<Traced<CachexMove>> {
        let mut tracer = Tracer::new(limit);
        let report = self.report(game, job, Some(&mut tracer));
        Some(Traced { report, trace: tracer.into_trace() })
    }
}
