//! An agent that translates the scores of its search for its report.
//!
//! The `best` of Kalah searches for the largest margin. It reports a game whose winner is certain as won or lost without a
//! distance, because the line of the largest margin is not the quickest win. It reports the length of a line only if a small
//! search proves that the line is the quickest. The `best` of Tigers and Goats searches as if a draw were bad for the goats, and
//! reports an even position as 0.

use plyground_game::{Game, Position, Score, Side, Window};
use plyground_search::{Agent, AgentError, Job, Limits, OnDepth, Report, StopFlag, Traced};
use plyground_solve::dfpn::{Dfpn, Stopped};

/// The root of a search whose scores are translated.
pub(crate) struct Root<'a, P> {
    pub(crate) pos: &'a P,
    /// Whether the search reached the end of the game in every line.
    pub(crate) is_proven: bool,
}

/// Translates a score for a side.
pub(crate) type Translate<P> = fn(&Root<'_, P>, Side, Score) -> Score;

/// An agent whose values are translated.
pub(crate) struct Translated<P: Position> {
    inner: Box<dyn Agent<P>>,
    translate: Translate<P>,
}

impl<P: Position> Translated<P> {
    pub(crate) fn new(inner: Box<dyn Agent<P>>, translate: Translate<P>) -> Translated<P> {
        Translated { inner, translate }
    }
}

/// Maximum length of a line with a length proof.
const LONGEST_PROOF: usize = 8;
/// Nodes of a length proof: a small part of the nodes of a move.
const PROOF_NODES: u64 = 2_000;

/// Returns the plies of the quickest win of a side within `most`, `made` plies after the present position of a game; `None`
/// if a small search finds none, or a draw by history may come first.
fn quickest_win<P: Position>(game: &Game<P>, made: u32, pos: &P, attacker: Side, most: u32) -> Option<u32> {
    let mut search = Dfpn::new(1);
    if made + most > search.follow(game) {
        return None;
    }
    search.limit(PROOF_NODES);
    for plies in 1..=most {
        match search.can_win(pos, attacker, plies, &StopFlag::default()) {
            Ok(true) => return Some(plies),
            Ok(false) => {}
            Err(Stopped) => return None,
        }
    }
    None
}

/// Adds the length of a line to a won or lost score, if a small search proves that it is the quickest line of the position
/// (`made` is 0) or after its first move (`made` is 1).
fn with_distance<P: Position>(game: &Game<P>, score: Score, pv: &[P::Move], made: usize) -> Score {
    let pos = game.position();
    // Moves of a reported line are legal, and a finished game has none. Another line that does not end has no length to prove.
    let ends = || pv.iter().fold(pos.clone(), |pos, &mv| pos.after(mv)).outcome().is_some();
    let is_won = score == Score::WON;
    if !is_won && score != Score::LOST || pv.len() > LONGEST_PROOF || !ends() {
        return score;
    }
    let attacker = if is_won { pos.side_to_move() } else { !pos.side_to_move() };
    let start = pv[..made].iter().fold(pos.clone(), |pos, &mv| pos.after(mv));
    let (plies, rest) = (pv.len() as u32, (pv.len() - made) as u32);
    if rest > 0 && quickest_win(game, made as u32, &start, attacker, rest) != Some(rest) {
        return score;
    }
    if is_won { Score::win_in(plies) } else { Score::loss_in(plies) }
}

/// Returns whether this is an open end of a window.
fn is_open(score: Score) -> bool {
    score.value().abs() >= Score::INFINITY.value()
}

fn translated<P: Position>(game: &Game<P>, report: &Report<P::Move>, translate: Translate<P>) -> Report<P::Move> {
    let pos = game.position();
    let (mut report, side) = (report.clone(), pos.side_to_move());
    let root = Root { pos, is_proven: report.proven };
    let searched = report.score;
    report.score = with_distance(game, translate(&root, side, searched), &report.pv, 0);
    report.leaf_side = report.leaf_side.filter(|_| report.score == searched);
    for line in &mut report.lines {
        line.score = with_distance(game, translate(&root, side, line.score), &line.pv, 1);
    }
    for root_move in &mut report.root_moves {
        root_move.score = with_distance(game, translate(&root, side, root_move.score), &root_move.pv, 1);
    }
    if let Some(best) = report.lines.first_mut() {
        best.score = report.score;
    }
    report
}

impl<P: Position> Agent<P> for Translated<P> {
    fn is_limited(&self) -> bool {
        self.inner.is_limited()
    }

    fn is_repeatable(&self, limits: Limits) -> bool {
        self.inner.is_repeatable(limits)
    }

    fn new_game(&mut self) {
        self.inner.new_game();
    }

    fn prepare(&mut self, game: &Game<P>) {
        self.inner.prepare(game);
    }

    fn reseed(&mut self, seed: u64) {
        self.inner.reseed(seed);
    }

    fn trace(&mut self, game: &Game<P>, job: &Job, limit: usize) -> Option<Traced<P::Move>> {
        let (pos, Traced { report, mut trace }) = (game.position(), self.inner.trace(game, job, limit)?);
        let root = Root { pos, is_proven: report.proven };
        for visit in &mut trace.visits {
            let translate = |score| if is_open(score) { score } else { (self.translate)(&root, visit.side, score) };
            visit.score = visit.score.map(translate);
            visit.window =
                visit.window.map(|window| Window { alpha: translate(window.alpha), beta: translate(window.beta) });
        }
        Some(Traced { report: translated(game, &report, self.translate), trace })
    }

    fn think(&mut self, game: &Game<P>, job: &Job, each: OnDepth<'_, P>) -> Result<Report<P::Move>, AgentError> {
        let translate = self.translate;
        let mut finished = Score::ZERO;
        let report = self.inner.think(game, job, &mut |report| {
            let report = translated(game, report, translate);
            finished = report.score;
            each(&report)
        })?;
        let mut report = translated(game, &report, translate);
        // A partial iteration proves nothing about its untried moves. If the tried ones lose, the score of the last completed
        // depth is reported.
        if report.partial_depth.is_some() && report.score.is_loss() {
            report.score = finished;
            report.leaf_side = None;
            report.lines.iter_mut().take(1).for_each(|line| line.score = finished);
        }
        Ok(report)
    }
}
