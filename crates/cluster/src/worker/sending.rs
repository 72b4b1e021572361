//! Results of a worker: games in parts that fit into a message, answers, or a failure.

use std::time::Duration;

use async_nats::HeaderMap;
use plyground_arena::{ChunkHead, ChunkText, Record};
use tokio::time::Instant;

use super::Shared;
use crate::envelope::Envelope;
use crate::error::ClusterError;
use crate::player::Opened;
use crate::protocol::{self, Job, ProofResult};
use crate::streams::Streams;
use crate::waiting::persist;

/// Number of bytes of games after which a part of a chunk is sent. A smaller limit of the server takes precedence.
const PART: usize = 400_000;

/// Results of a chunk that is being played.
pub(super) struct Sending<'a> {
    pub(super) shared: &'a Shared,
    pub(super) streams: &'a Streams,
    pub(super) job: &'a Job,
    /// Games that were not sent.
    pub(super) records: Vec<Record>,
    /// Answers to questions.
    pub(super) answers: Vec<bool>,
    pub(super) bytes: usize,
    /// Time of the last message about the chunk.
    pub(super) sent: Instant,
}

impl Sending<'_> {
    fn envelope(&self, micros: u128, is_failure: bool) -> Envelope {
        let (shared, job) = (self.shared, self.job);
        Envelope {
            worker: shared.name.clone(),
            job: job.id.clone(),
            first: job.first,
            pairs: job.pairs,
            threads: shared.threads as u64,
            micros: u64::try_from(micros).unwrap_or(u64::MAX),
            is_failure,
        }
    }

    /// Returns the number of bytes of games after which a part is sent. Two parts of the usual size fit into a message.
    pub(super) fn part(&self) -> usize {
        PART.min(self.streams.message() / 2)
    }

    /// Sends the games so far as parts of the chunk. Returns whether the server has stored them.
    pub(super) async fn games(&mut self, run: &Opened, took: Duration) -> bool {
        self.bytes = 0;
        self.sent = Instant::now();
        let records = std::mem::take(&mut self.records);
        let most = self.streams.message();
        let (mut rest, mut took) = (vec![&records[..]], took);
        while let Some(records) = rest.pop() {
            let first = records.first().map_or(0, |record| record.number / 2);
            let pairs = records.len() as u64 / 2;
            let mut text = ChunkText::begin(&ChunkHead::new(run.open.id(), first, pairs));
            for record in records {
                text.add(record);
            }
            let payload = text.end().into_bytes();
            if payload.len() > most && pairs > 1 {
                let (one, other) = records.split_at(2 * (pairs as usize / 2));
                rest.extend([other, one]);
                continue;
            }
            if payload.len() > most {
                let problem = format!(
                    "games {} and {} have {} bytes, and the server takes messages of {most}: expected a larger `max_payload`",
                    2 * first + 1,
                    2 * first + 2,
                    payload.len()
                );
                return self.failure(&problem).await;
            }
            let headers =
                self.envelope(took.as_micros(), false).headers(&self.shared.identity, &self.job.run, &payload);
            took = Duration::ZERO;
            if !self.deliver(run, headers, payload).await {
                return false;
            }
        }
        true
    }

    /// Sends the answers. Returns whether the server has stored them.
    pub(super) async fn answers(&mut self, run: &Opened, took: Duration) -> bool {
        let result = ProofResult {
            run: run.open.id().to_owned(),
            first: self.job.first,
            answers: std::mem::take(&mut self.answers),
        };
        let payload = protocol::to_bytes(&result);
        let headers = self.envelope(took.as_micros(), false).headers(&self.shared.identity, &self.job.run, &payload);
        self.deliver(run, headers, payload).await
    }

    /// Reports that the chunk cannot be played here. Returns whether the server has stored the report.
    pub(super) async fn failure(&self, problem: &str) -> bool {
        let problem = protocol::shown(problem, 500);
        self.streams.write_log(&self.shared.name, Some(&self.job.run), &problem).await;
        let headers = self.envelope(0, true).headers(&self.shared.identity, &self.job.run, problem.as_bytes());
        let is_over = || self.shared.is_leaving();
        let send = || self.send(&headers, problem.as_bytes());
        persist(&self.shared.notice, &is_over, send).await.is_some()
    }

    async fn deliver(&self, run: &Opened, headers: HeaderMap, payload: Vec<u8>) -> bool {
        let is_over = || run.abandon.is_stopped();
        let send = || self.send(&headers, &payload);
        persist(&self.shared.notice, &is_over, send).await.is_some()
    }

    /// Sends a result. If the store is full, asks the coordinators to make room.
    async fn send(&self, headers: &HeaderMap, payload: &[u8]) -> Result<(), ClusterError> {
        let subject = protocol::result(&self.job.run);
        // A message that is sent again has the same signature, which identifies it.
        let id = headers.get(protocol::SIGNATURE).map_or("", |signature| signature.as_str());
        let id = id.get(..32).unwrap_or(id);
        let stored = self.streams.store(subject, headers.clone(), id, payload.to_vec()).await;
        if let Err(ClusterError::Full { .. }) = stored {
            _ = self.streams.client.publish(protocol::STORE_FULL, Vec::new().into()).await;
        }
        stored.map(|_| ())
    }
}
