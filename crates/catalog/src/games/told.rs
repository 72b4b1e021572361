//! An agent that tells its values in other terms than it searches by.
//!
//! Kalah's `best` searches for the largest margin, but what it tells of a decided game is what everybody tells: won or lost, and
//! how far it has looked for that. That of Tigers and Goats searches as if a draw were bad for the goats, and tells what is even as 0.

use plyground_game::{Game, Position, Score};
use plyground_search::{Agent, AgentError, Job, OnDepth, Report};

/// What is told of a value of the side to move in a position. Beside it come the plies to the end of its line, where the line
/// has one, or else those of the deepest line.
pub(crate) type Tell<P> = fn(&P, Score, u32) -> Score;

/// Another agent, each of whose values goes through a function.
pub(crate) struct Told<P: Position> {
    inner: Box<dyn Agent<P>>,
    tell: Tell<P>,
}

impl<P: Position> Told<P> {
    pub(crate) fn new(inner: Box<dyn Agent<P>>, tell: Tell<P>) -> Told<P> {
        Told { inner, tell }
    }
}

fn told<P: Position>(pos: &P, report: &Report<P::Move>, tell: Tell<P>) -> Report<P::Move> {
    let deepest = report.seldepth.max(1);
    let tell = |score: Score, pv: &[P::Move]| {
        let end = pv.iter().fold(pos.clone(), |pos, &mv| pos.after(mv));
        let plies = if end.outcome().is_some() { pv.len() as u32 } else { deepest.max(pv.len() as u32) };
        tell(pos, score, plies)
    };
    let mut report = report.clone();
    report.score = tell(report.score, &report.pv);
    for line in &mut report.lines {
        line.score = tell(line.score, &line.pv);
    }
    for root_move in &mut report.root_moves {
        root_move.score = tell(root_move.score, &root_move.pv);
    }
    report
}

impl<P: Position> Agent<P> for Told<P> {
    fn is_limited(&self) -> bool {
        self.inner.is_limited()
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

    fn think(&mut self, game: &Game<P>, job: &Job, each: OnDepth<'_, P>) -> Result<Report<P::Move>, AgentError> {
        let (pos, tell) = (game.position(), self.tell);
        let report = self.inner.think(game, job, &mut |report| each(&told(pos, report, tell)))?;
        Ok(told(pos, &report, tell))
    }
}
