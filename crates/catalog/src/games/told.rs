//! An agent that tells its values in other terms than it searches by.
//!
//! Kalah's `best` searches for the largest margin. A decided game it reports as won or lost, without a distance: the line of the
//! largest margin is not the quickest win. Only where a small search proves that the line is the quickest is its length reported.
//! That of Tigers and Goats searches as if a draw were bad for the goats, and tells what is even as 0.

use plyground_game::{Game, Position, Score};
use plyground_search::{Agent, AgentError, Job, OnDepth, Report, StopFlag, Traced};
use plyground_solve::dfpn::{Dfpn, Stopped};

/// What is told of a value of the side to move in a position.
pub(crate) type Tell<P> = fn(&P, Score) -> Score;

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

/// The longest line whose length is proven.
const LONGEST_PROOF: usize = 8;
/// Nodes for such a proof: a small part of what a move takes.
const PROOF_NODES: u64 = 2_000;

/// The plies of the quickest win within `most` of the side to move, or of the other side; `None` where a small search does not
/// know.
fn quickest_win<P: Position>(pos: &P, is_mover: bool, most: u32) -> Option<u32> {
    let attacker = if is_mover { pos.side_to_move() } else { !pos.side_to_move() };
    let mut search = Dfpn::new(1);
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

fn told<P: Position>(pos: &P, report: &Report<P::Move>, tell: Tell<P>) -> Report<P::Move> {
    let tell = |score: Score, pv: &[P::Move]| {
        let told = tell(pos, score);
        let is_won = told == Score::WON;
        // A line of the report is of legal moves; one that does not end the game has no length to prove.
        let ends = || pv.iter().fold(pos.clone(), |pos, &mv| pos.after(mv)).outcome().is_some();
        if !is_won && told != Score::LOST || pv.len() > LONGEST_PROOF || !ends() {
            return told;
        }
        let plies = pv.len() as u32;
        match quickest_win(pos, is_won, plies) == Some(plies) {
            false => told,
            true if is_won => Score::win_in(plies),
            true => Score::loss_in(plies),
        }
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

    fn trace(&mut self, game: &Game<P>, job: &Job, limit: usize) -> Option<Traced<P::Move>> {
        self.inner.trace(game, job, limit)
    }

    fn think(&mut self, game: &Game<P>, job: &Job, each: OnDepth<'_, P>) -> Result<Report<P::Move>, AgentError> {
        let (pos, tell) = (game.position(), self.tell);
        let mut finished = Score::ZERO;
        let report = self.inner.think(game, job, &mut |report| {
            let told = told(pos, report, tell);
            finished = told.score;
            each(&told)
        })?;
        let mut told = told(pos, &report, tell);
        // A partial depth proves nothing about the moves that it has not tried: where the tried ones lose, the score of the last
        // finished depth stands.
        if report.partial_depth.is_some() && told.score.is_loss() {
            told.score = finished;
            told.lines.iter_mut().take(1).for_each(|line| line.score = finished);
        }
        Ok(told)
    }
}
