//! A cluster as the workforce of matches, of the generations of a tuning, and of the subproblems of a proof.

use std::sync::{Arc, Mutex, PoisonError};

use plyground_arena::{Taken, Versions, Workforce, WorkforceError, Workforces};
use plyground_catalog::{AnswersElsewhere, Catalog, MatchSpec, ProofQuestion as Question, ProofSpec, SolveError};
use plyground_search::StopFlag;

use crate::Notice;
use crate::coordinator::{ClusterRun, Item, PendingWork};
use crate::error::ClusterError;
use crate::link::Link;
use crate::player::Open;
use crate::protocol::{Priority, Program, ProofRound, Work};
use crate::signature::signature;
use crate::speed::{Speeds, speed};
use crate::standing::Ledger;
use crate::streams::Streams;
use crate::waiting::CONNECT_WITHIN;

/// Cluster for a sequence of runs.
#[derive(Clone)]
pub struct Cluster {
    link: Link,
    catalog: Catalog,
    priority: Priority,
    program: Program,
    notice: Notice,
    reference: Option<u64>,
    /// Speeds that were measured on this machine.
    speeds: Arc<Mutex<Speeds>>,
    /// Records of the workers in earlier runs.
    ledger: Ledger,
}

plyground_game::impl_debug!(Cluster { link, priority });

impl Cluster {
    /// Creates a cluster of the workers of a server, for runs of this priority. `notice` receives its messages.
    ///
    /// # Errors
    /// When the games of the catalog cannot be played.
    pub fn new(link: Link, catalog: Catalog, priority: Priority, notice: Notice) -> Result<Cluster, ClusterError> {
        let program = Program { plyground: Versions::present().plyground, signature: signature(&catalog)? };
        Ok(Cluster {
            link,
            catalog,
            priority,
            program,
            notice,
            reference: None,
            speeds: Arc::default(),
            ledger: Ledger::default(),
        })
    }

    /// Sets the speed in nodes per second that time limits are meant for; by default the speed of this machine.
    #[must_use]
    pub fn with_reference(self, nodes_a_second: Option<u64>) -> Cluster {
        Cluster { reference: nodes_a_second, ..self }
    }

    /// Returns the speed in nodes per second that time limits are meant for. The speed of this machine is measured once.
    fn reference(&self, game: &str) -> Result<u64, ClusterError> {
        if let Some(reference) = self.reference {
            return Ok(reference);
        }
        let mut speeds = self.speeds.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&speed) = speeds.get(game) {
            return Ok(speed);
        }
        let speed = speed(self.catalog.game(game)?, 1)?;
        speeds.insert(game.to_owned(), speed);
        Ok(speed)
    }

    /// Creates a run that the workers play.
    ///
    /// # Errors
    /// When several machines cannot play the run.
    pub fn run(&self, mut spec: MatchSpec) -> Result<ClusterRun, ClusterError> {
        let open = self.catalog.game(&spec.game)?.open_run(&spec)?;
        if open.has_time() {
            let reference = self.reference(&spec.game)?;
            (self.notice)(&format!("time limits are for {reference} nodes per second"));
            spec.reference = Some(reference);
        }
        let recover = spec.recover;
        Ok(self.run_of(Work::Games(Box::new(spec)), Open::Games(open, recover)))
    }

    /// Returns the maximum payload of the server in bytes.
    fn message(&self, stop: &StopFlag) -> Result<usize, ClusterError> {
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(ClusterError::Thread)?;
        runtime.block_on(async {
            let client = self.link.connect_within(CONNECT_WITHIN, &self.notice, &|| stop.is_stopped()).await?;
            Ok(Streams::open(client, self.link.address()).await?.message())
        })
    }

    fn run_of(&self, spec: Work, open: Open) -> ClusterRun {
        ClusterRun {
            link: self.link.clone(),
            spec,
            priority: self.priority,
            open,
            program: self.program.clone(),
            notice: Notice::clone(&self.notice),
            ledger: self.ledger.clone(),
        }
    }
}

impl Workforces for Cluster {
    fn find(&self, run: MatchSpec) -> Result<Box<dyn Workforce>, WorkforceError> {
        Ok(Box::new(self.run(run)?))
    }
}

/// Maximum size of the questions of a round in bytes. Further questions are asked in later rounds. The server may have a smaller
/// limit.
const ROUND: usize = 400_000;

impl AnswersElsewhere for Cluster {
    fn answer(
        &self,
        proof: &ProofSpec,
        questions: &[Question],
        stop: &StopFlag,
        deliver: &mut (dyn FnMut(usize, bool) -> Result<(), SolveError> + Send),
    ) -> Result<(), SolveError> {
        let elsewhere = |error: ClusterError| SolveError::Elsewhere(Box::new(error));
        let bytes = questions.first().map_or(1, |question| question.position.len() + 60);
        let round = ROUND.min(self.message(stop).map_err(elsewhere)? / 2);
        let mut done = 0;
        for asked in questions.chunks((round / bytes).max(1)) {
            let round = ProofRound::new(proof.clone(), asked.to_vec());
            let open = Open::Proof(Arc::new(round.clone()), self.catalog.clone());
            let is_stopped = || stop.is_stopped();
            let pending =
                PendingWork { is_pending: &|_| true, ahead: u64::MAX, is_stopped: &is_stopped, doubt: &|_| Ok(()) };
            let (mut fault, mut count) = (None, 0);
            let coordinated = self.run_of(Work::Proof(round), open).coordinate(&pending, &mut |item| {
                let Item::Answer { number, answer } = item else { return Taken::More };
                count += 1;
                match deliver(done + number as usize, answer) {
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
