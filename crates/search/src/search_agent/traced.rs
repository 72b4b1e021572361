//! The searches of a [`SearchAgent`] with a recorder of their tree.
//!
//! One copy of each search per game is compiled for this: evaluations are behind a virtual call, and what they carry down the path
//! is stored in a list. The search itself is the one that plays.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use plyground_game::{Evaluate, Game, Outcome, Score, SearchHints, Side};

use super::in_turns::SplitInTurns;
use super::{SearchAgent, SearchKind, run};
use crate::algorithms::alpha_beta::AlphaBeta;
use crate::algorithms::beam::Beam;
use crate::algorithms::expectimax::Expectimax;
use crate::algorithms::minimax::Minimax;
use crate::algorithms::mtdf::Mtdf;
use crate::algorithms::pvs::{Pvs, PvsOptions};
use crate::algorithms::scout::Scout;
use crate::driver::{Algorithm, Driver};
use crate::job::Job;
use crate::limits::Limits;
use crate::options::Options;
use crate::table_access::TableAccess;
use crate::trace::{Traced, Tracer};

/// An evaluation whose paths are numbers.
trait NumberedPaths<P: SearchHints>: Send + Sync {
    fn scale(&self) -> u32;
    fn is_by_path(&self) -> bool;
    fn start(&self, root: &P) -> u32;
    fn extend(&self, path: u32, before: &P, mv: P::Move, after: &P) -> u32;
    fn evaluate(&self, pos: &P, path: u32, side: Side) -> Score;
    fn finished(&self, pos: &P, path: u32, outcome: Outcome, side: Side, ply: u32) -> Score;
    fn bounds(&self, pos: &P, side: Side) -> Option<(Score, Score)>;
}

/// The paths of an evaluation, from the last start on.
struct StoredPaths<'a, E, Path> {
    evaluation: &'a E,
    paths: Mutex<Vec<Path>>,
}

impl<E, Path> StoredPaths<'_, E, Path> {
    fn with<R>(&self, act: impl FnOnce(&mut Vec<Path>) -> R) -> R {
        act(&mut self.paths.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<P: SearchHints, E: Evaluate<P>> NumberedPaths<P> for StoredPaths<'_, E, E::Path> {
    fn scale(&self) -> u32 {
        self.evaluation.scale()
    }

    fn is_by_path(&self) -> bool {
        E::BY_PATH
    }

    fn start(&self, root: &P) -> u32 {
        self.with(|paths| {
            // A search starts from the root when nothing below it is in use.
            paths.clear();
            paths.push(self.evaluation.start(root));
        });
        0
    }

    fn extend(&self, path: u32, before: &P, mv: P::Move, after: &P) -> u32 {
        self.with(|paths| {
            let extended = self.evaluation.extend(&paths[path as usize], before, mv, after);
            paths.push(extended);
            (paths.len() - 1) as u32
        })
    }

    fn evaluate(&self, pos: &P, path: u32, side: Side) -> Score {
        self.with(|paths| self.evaluation.evaluate(pos, &paths[path as usize], side))
    }

    fn finished(&self, pos: &P, path: u32, outcome: Outcome, side: Side, ply: u32) -> Score {
        self.with(|paths| self.evaluation.finished(pos, &paths[path as usize], outcome, side, ply))
    }

    fn bounds(&self, pos: &P, side: Side) -> Option<(Score, Score)> {
        if E::HAS_BOUNDS { self.evaluation.bounds(pos, side) } else { None }
    }
}

/// Any evaluation of a game, for one traced search at a time.
struct Numbered<'a, P>(&'a dyn NumberedPaths<P>);

impl<P: SearchHints> Evaluate<P> for Numbered<'_, P> {
    type Path = u32;

    // The number is no part of a value; whether the path is, the search is set up by.
    const BY_PATH: bool = false;
    const HAS_BOUNDS: bool = true;

    fn scale(&self) -> u32 {
        self.0.scale()
    }

    fn start(&self, root: &P) -> u32 {
        self.0.start(root)
    }

    fn extend(&self, path: &u32, before: &P, mv: P::Move, after: &P) -> u32 {
        self.0.extend(*path, before, mv, after)
    }

    fn evaluate(&self, pos: &P, path: &u32, side: Side) -> Score {
        self.0.evaluate(pos, *path, side)
    }

    fn finished(&self, pos: &P, path: &u32, outcome: Outcome, side: Side, ply: u32) -> Score {
        self.0.finished(pos, *path, outcome, side, ply)
    }

    fn bounds(&self, pos: &P, side: Side) -> Option<(Score, Score)> {
        self.0.bounds(pos, side)
    }
}

impl<E> SearchAgent<E> {
    /// Searches on one processor and records at most `limit` visits; `None` for a search whose tree is not recorded. Threads that share
    /// the root moves take turns, as threads of equal speed.
    pub(super) fn traced<P: SearchHints>(
        &self,
        options: Options,
        game: &Game<P>,
        job: &Job,
        limit: usize,
    ) -> Option<Traced<P::Move>>
    where
        E: Evaluate<P>,
    {
        let stored = StoredPaths { evaluation: &self.evaluation, paths: Mutex::new(Vec::new()) };
        self.same_search(Numbered(&stored as &dyn NumberedPaths<P>)).record(options, game, job, limit)
    }
}

impl<P: SearchHints> SearchAgent<Numbered<'_, P>> {
    fn record(&self, options: Options, game: &Game<P>, job: &Job, limit: usize) -> Option<Traced<P::Move>> {
        let e = &self.evaluation;
        let tracer = || Tracer::new(limit);
        Some(match self.algorithm {
            SearchKind::Minimax => record(Minimax::new(e, options).observed(tracer()), game, job),
            SearchKind::Greedy => {
                let job = Job { limits: Limits { depth: Some(1), ..job.limits }, ..job.clone() };
                record(Minimax::new(e, options).observed(tracer()), game, &job)
            }
            SearchKind::AlphaBeta => self.record_split(AlphaBeta::new(e, options).observed(tracer()), game, job),
            SearchKind::AlphaBetaTable => self.record_split(
                AlphaBeta::new(e, options).with_table(self.shared_table()).observed(tracer()),
                game,
                job,
            ),
            SearchKind::Scout => self.record_split(Scout::new(e, options).observed(tracer()), game, job),
            SearchKind::ScoutTable => {
                self.record_split(Scout::new(e, options).with_table(self.shared_table()).observed(tracer()), game, job)
            }
            SearchKind::Pvs => {
                let options = PvsOptions { base: options, ..self.options.clone() };
                record(Pvs::new(e, options).with_table(self.shared_table()).observed(tracer()), game, job)
            }
            SearchKind::Mtdf => {
                record(Mtdf::new(e, options).with_table(self.shared_table()).observed(tracer()), game, job)
            }
            SearchKind::Expectimax => record(Expectimax::new(e, options).observed(tracer()), game, job),
            SearchKind::Beam => {
                let beam = Beam::new(e, options).with_width(self.width).keeping_worst_for(self.keeps_worst);
                record(beam.observed(tracer()), game, job)
            }
        })
    }

    /// Records a search whose root moves are shared by the threads of the agent.
    fn record_split<'b, A, T>(&self, search: Recorded<'b, P, A, T>, game: &Game<P>, job: &Job) -> Traced<P::Move>
    where
        T: TableAccess,
        Recorded<'b, P, A, T>: Algorithm<P>,
    {
        if self.threads == 1 {
            return record(search, game, job);
        }
        let mut split = SplitInTurns::new(without_paths(search), self.threads);
        let report = run(&mut split, game, job, &mut |_| ControlFlow::Continue(()));
        Traced { report, trace: split.into_worker().into_observer().into_trace() }
    }
}

/// A search that is recorded.
type Recorded<'a, P, A, T> = Driver<'a, P, Numbered<'a, P>, A, T, Tracer>;

/// The same search without its table where values depend on the path.
fn without_paths<'a, P: SearchHints, A, T>(mut search: Recorded<'a, P, A, T>) -> Recorded<'a, P, A, T> {
    search.uses_table &= !search.evaluation.0.is_by_path();
    search
}

fn record<'a, P, A, T>(search: Recorded<'a, P, A, T>, game: &Game<P>, job: &Job) -> Traced<P::Move>
where
    P: SearchHints,
    T: TableAccess,
    Recorded<'a, P, A, T>: Algorithm<P>,
{
    let mut search = without_paths(search);
    let report = run(&mut search, game, job, &mut |_| ControlFlow::Continue(()));
    Traced { report, trace: search.into_observer().into_trace() }
}
