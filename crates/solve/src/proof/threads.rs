//! Answers by the threads of this process.

use std::sync::{Mutex, OnceLock, PoisonError};

use plyground_game::{Game, Position};

use super::find::{Answers, Question};
use super::prover::{Provable, Prover};
use crate::{SolveError, SolveOptions, parallel};

/// Threads of this process, each with a prover that reuses its results.
pub struct Threads<'a, P: Position> {
    provable: &'a dyn Provable<P>,
    like: Game<P>,
    options: SolveOptions,
    provers: Vec<Box<dyn Prover<P>>>,
}

impl<P: Position> std::fmt::Debug for Threads<'_, P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Threads").field("options", &self.options).finish_non_exhaustive()
    }
}

impl<'a, P: Position> Threads<'a, P> {
    /// Creates the number of threads in the options, for questions about positions of this game's board and rules. They
    /// share the table size.
    pub fn new(provable: &'a dyn Provable<P>, like: &Game<P>, options: &SolveOptions) -> Threads<'a, P> {
        let table = (options.table / options.threads.max(1)).max(1);
        let options = SolveOptions { table, ..options.clone() };
        Threads { provable, like: like.clone(), options, provers: Vec::new() }
    }

    fn fill(&mut self, threads: usize) -> Result<(), SolveError> {
        while self.provers.len() < threads {
            let options = SolveOptions { threads: 1, ..self.options.clone() };
            let fork = self.provers.first().and_then(|first| first.fork());
            self.provers.push(match fork {
                Some(prover) => prover,
                None => self.provable.prover(&self.like, &options)?,
            });
        }
        Ok(())
    }
}

impl<P: Position> Answers for Threads<'_, P> {
    fn answer(
        &mut self,
        questions: &[Question],
        give: &mut (dyn FnMut(usize, bool) -> Result<(), SolveError> + Send),
    ) -> Result<(), SolveError> {
        let threads = self.options.threads.clamp(1, questions.len().max(1));
        self.fill(threads)?;
        let (rules, stop) = (self.like.rules(), &self.options.stop);
        let idle = Mutex::new(std::mem::take(&mut self.provers));
        let (give, fault) = (Mutex::new(give), OnceLock::new());
        let work = |prover: &mut Option<Box<dyn Prover<P>>>, (number, question): (usize, &Question)| {
            let Some(prover) = prover.as_deref_mut().filter(|_| fault.get().is_none()) else { return };
            let done = question
                .ask(prover, rules, stop)
                .and_then(|answer| (give.lock().unwrap_or_else(PoisonError::into_inner))(number, answer));
            if let Err(error) = done {
                // Only the first error is reported.
                let _ = fault.set(error);
            }
        };
        let take = || idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let provers = parallel::for_each(threads, questions.iter().enumerate(), take, work);
        self.provers = provers.into_iter().flatten().collect();
        self.provers.append(&mut idle.into_inner().unwrap_or_else(PoisonError::into_inner));
        fault.into_inner().map_or(Ok(()), Err)
    }
}
