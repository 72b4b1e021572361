//! Repair after a fault of the server: lost chunks and results, consumers that skip messages, and a run that was overwritten.
//!
//! A server acknowledges a message before it is on the disk, so a crash can take back the last messages, the positions of the
//! consumers, or both. The sequence numbers then restart below numbers that were used already.

use std::time::Duration;

use tokio::time::Instant;

use super::{Coordinator, LOOK};
use crate::chunks::Blame;
use crate::error::ClusterError;
use crate::protocol;
use crate::streams::Streams;
use crate::waiting::persist;

/// Time without a result after which the run reports that it waits, and then each time after twice as long.
pub(super) const QUIET: Duration = Duration::from_secs(60);

impl Coordinator<'_> {
    /// Reopens the streams after a fault of the server or a new connection, and publishes what the server has lost.
    pub(super) async fn mend(&mut self) -> Result<(), ClusterError> {
        tokio::time::sleep(Duration::from_millis(200)).await;
        self.is_forgetful = true;
        self.collect_again().await;
        if let Ok(last) = self.streams.last_sequence(&self.streams.work).await
            && self.queue.is_ahead_of(last)
        {
            self.publish_again().await;
        } else {
            self.mend_queue().await;
        }
        self.check_run().await
    }

    /// Reopens the streams, and lets the server deliver all stored results again: it may have skipped some of them. Results that
    /// count already are recognised. A number may now belong to another result, so no received result is acknowledged before it
    /// is delivered again.
    async fn collect_again(&mut self) {
        let run = self.run;
        let open = || async {
            let connects = self.streams.connects();
            let streams = Streams::open(self.streams.client.clone(), run.link.address()).await?;
            let collector = streams.collector(run.open.id(), true).await?;
            Ok((streams, collector, connects))
        };
        if let Some((streams, collector, connects)) = persist(&run.notice, &|| self.pending.is_stopped(), open).await {
            (self.streams, self.collector, self.connects) = (streams, collector, connects);
            self.batches.results_mut().for_each(|received| received.messages.clear());
        }
    }

    /// Publishes all chunks again, because the server has lost some of them. The others are withdrawn. A worker that plays one of
    /// them continues, and its result is accepted.
    pub(super) async fn publish_again(&mut self) {
        self.is_forgetful = true;
        // A chunk that stays is played twice, which is harmless.
        _ = self.streams.work.purge().filter(protocol::work(self.run.priority, self.run.open.id())).await;
        self.queue.publish_again();
        self.mend_queue().await;
    }

    async fn mend_queue(&self) {
        // An error is harmless, because the check is repeated.
        _ = self.streams.mend_queue(self.run.priority, self.run.open.id(), self.queue.oldest()).await;
    }

    /// Checks periodically for published chunks that no worker has, and for the cancellation of the run.
    pub(super) async fn look(&mut self) -> Result<(), ClusterError> {
        if self.last_look.elapsed() < LOOK {
            return Ok(());
        }
        self.last_look = Instant::now();
        self.check_run().await?;
        // A chunk that is not in the queue is not lost.
        if self.last_result.elapsed() < LOOK || self.queue.queued().len() == 0 {
            (self.misses, self.report_after) = (false, QUIET);
            return Ok(());
        }
        let (streams, id) = (&self.streams, self.run.open.id());
        let (Ok(queued), Ok(info), Ok(last)) = (
            streams.queued(self.run.priority, id).await,
            self.collector.get_info().await,
            streams.last_sequence(&streams.results).await,
        ) else {
            return self.mend().await;
        };
        if queued > 0 {
            self.mend_queue().await;
        }
        // A worker sends its result before it acknowledges the chunk, so a chunk that is neither in the queue nor among the
        // results is lost. Two consecutive checks must agree, because the two requests are not simultaneous. Results that wait
        // for a spot check are not lost.
        let is_missing = queued == 0 && info.num_pending == 0 && info.num_ack_pending <= self.batches.messages();
        if is_missing && self.misses {
            let blame = if std::mem::take(&mut self.is_forgetful) { Blame::None } else { Blame::Unknown };
            for chunk in self.queue.queued().collect::<Vec<_>>() {
                if !self.batches.chunks().any(|waiting| waiting == chunk) {
                    self.fail("the queue", chunk, "given up without a result", blame);
                }
            }
            self.misses = false;
            return Ok(());
        }
        self.misses = is_missing;
        // The server has results that it does not deliver, or its position in the stream is wrong.
        let is_stuck = queued == 0 || info.num_pending > 0 || info.delivered.stream_sequence > last;
        if is_stuck && !self.batches.is_full() {
            self.collect_again().await;
        }
        if self.last_result.elapsed() > self.report_after {
            self.report_after *= 2;
            let waits = self.last_result.elapsed().as_secs();
            let text = format!("no result of run {id} for {waits} s: {queued} of its chunks are in the queue");
            (self.run.notice)(&format!("{text}; `ply cluster status` lists the workers"));
        }
        Ok(())
    }

    /// Stores the run again if the server has lost it, and ends if it was cancelled.
    async fn check_run(&mut self) -> Result<(), ClusterError> {
        let id = self.run.open.id();
        match self.streams.run(id).await {
            // A message of an earlier coordinator returns if the server has lost later ones.
            Ok(Some(message)) if message.is_cancelled && [&self.session, ""].contains(&message.session.as_str()) => {
                Err(ClusterError::Failed(format!("run {id} was cancelled; what was played is kept")))
            }
            // The server has lost its store, or has stored another run under this id.
            Ok(found) if self.is_open && found != Some(self.message()) => {
                _ = self.streams.store_run(&self.message()).await;
                Ok(())
            }
            _ => Ok(()),
        }
    }
}
