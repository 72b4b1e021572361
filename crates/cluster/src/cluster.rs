//! A cluster as those who play whatever is asked for: matches, the generations of a tuning, the subproblems of a proof.

use std::fmt;
use std::sync::Arc;

use plyground_arena::{Taken, Versions, Workforce, WorkforceError};
use plyground_catalog::{
    AnswersElsewhere, Catalog, ProofQuestion as Question, ProofSpec, RunSpec, RunWorkforces, SolveError,
};
use plyground_search::StopFlag;

use crate::Notice;
use crate::coordinator::{ClusterRun, Item, Wants};
use crate::error::ClusterError;
use crate::link::Link;
use crate::player::Open;
use crate::protocol::{Priority, Program, ProofRound, Work};
use crate::signature::signature;

/// A cluster, for runs one after another.
#[derive(Clone)]
pub struct Cluster {
    link: Link,
    catalog: Catalog,
    priority: Priority,
    program: Program,
    notice: Notice,
}

impl fmt::Debug for Cluster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cluster").field("link", &self.link).field("priority", &self.priority).finish_non_exhaustive()
    }
}

impl Cluster {
    /// The workers of a server, for runs of this priority; `notice` is told what happens.
    ///
    /// # Errors
    /// When the games of the catalog cannot be played.
    pub fn new(link: Link, catalog: Catalog, priority: Priority, notice: Notice) -> Result<Cluster, ClusterError> {
        let program = Program { plyground: Versions::present().plyground, signature: signature(&catalog)? };
        Ok(Cluster { link, catalog, priority, program, notice })
    }

    /// A run that is to be played by them.
    ///
    /// # Errors
    /// When the run cannot be played by several machines.
    pub fn run(&self, spec: RunSpec) -> Result<ClusterRun, ClusterError> {
        if spec.limits.time.is_some() || spec.limits.clock.is_some() {
            return Err(ClusterError::Timed);
        }
        let open = self.catalog.game(&spec.game)?.open_run(&spec)?;
        if open.has_time() {
            return Err(ClusterError::Timed);
        }
        let recover = spec.recover;
        Ok(self.run_of(Work::Games(Box::new(spec)), Open::Games(open, recover)))
    }

    fn run_of(&self, spec: Work, open: Open) -> ClusterRun {
        ClusterRun {
            link: self.link.clone(),
            spec,
            priority: self.priority,
            open,
            program: self.program.clone(),
            notice: Notice::clone(&self.notice),
        }
    }
}

impl RunWorkforces for Cluster {
    fn find(&self, run: RunSpec) -> Result<Box<dyn Workforce>, WorkforceError> {
        Ok(Box::new(self.run(run)?))
    }
}

/// Bytes of the questions of a round: more of them are asked one round after another.
const ROUND: usize = 400_000;

impl AnswersElsewhere for Cluster {
    fn answer(
        &self,
        proof: &ProofSpec,
        questions: &[Question],
        stop: &StopFlag,
        give: &mut (dyn FnMut(usize, bool) -> Result<(), SolveError> + Send),
    ) -> Result<(), SolveError> {
        let elsewhere = |error: ClusterError| SolveError::Elsewhere(Box::new(error));
        let bytes = questions.first().map_or(1, |question| question.position.len() + 60);
        let mut done = 0;
        for asked in questions.chunks((ROUND / bytes).max(1)) {
            let round = ProofRound::new(proof.clone(), asked.to_vec());
            let open = Open::Proof(Arc::new(round.clone()), self.catalog.clone());
            let wants = Wants { wants: &|_| true, ahead: u64::MAX, is_stopped: &|| stop.is_stopped() };
            let (mut fault, mut count) = (None, 0);
            let coordinated = self.run_of(Work::Proof(round), open).coordinate(&wants, &mut |item| {
                let Item::Answer { number, answer } = item else { return Taken::More };
                count += 1;
                match give(done + number as usize, answer) {
                    Ok(()) if count == asked.len() => Taken::Enough,
                    Ok(()) => Taken::More,
                    Err(error) => {
                        fault = Some(error);
                        Taken::Fault
                    }
                }
            });
            if let Some(fault) = fault {
                return Err(fault);
            }
            coordinated.map_err(elsewhere)?;
            if count < asked.len() {
                return Err(SolveError::Stopped { before: "all subproblems were answered" });
            }
            done += asked.len();
        }
        Ok(())
    }
}
