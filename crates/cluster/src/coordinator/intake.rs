//! Intake of results: verification of the sender, validation against the run, and spot checks.

use async_nats::jetstream::Message;
use plyground_arena::{Chunk, Record, Taken};
use ring::rand::{SecureRandom, SystemRandom};
use std::sync::PoisonError;
use std::time::Duration;
use tokio::time::Instant;

use super::{Coordinator, End, Item, LOOK};
use crate::audit::{Audited, answer_digest, game_digest};
use crate::batches::{Batches, Check, Waiting};
use crate::chunks::{ATTEMPTS, Blame, Game, Verdict};
use crate::envelope::{Envelope, leave_text};
use crate::error::ClusterError;
use crate::player::Open;
use crate::protocol::{self, ChunkRange, LeaveMessage, ProofResult, ProofRound};
use crate::standing::State;

/// Delay before a chunk that failed often is published again.
const AGAIN: Duration = Duration::from_secs(1);

/// Callback that delivers an item to the run.
type Deliver<'a> = &'a mut dyn FnMut(Item) -> Taken;

/// Result that waits for a spot check, with all messages that contain it.
#[derive(Debug)]
pub(super) struct Received {
    /// Id of the message that published the chunk.
    job: String,
    pub(super) messages: Vec<Message>,
    items: Vec<(Item, u32)>,
}

impl Batches<Received> {
    /// Returns the number of unacknowledged messages of the waiting results.
    pub(super) fn messages(&self) -> usize {
        self.results().map(|received| received.messages.len()).sum()
    }
}

/// Reason why a game is replayed here.
pub(super) enum Auditing {
    /// Spot check of a batch.
    Batch(Check),
    /// Dispute between two versions of a game.
    Dispute(Dispute),
}

/// Game of which two different versions arrived.
pub(super) struct Dispute {
    number: u64,
    /// Digest of the second version; its worker is below.
    digest: u32,
    worker: String,
}

impl Item {
    /// Returns the number of the game or of the question.
    fn number(&self) -> u64 {
        match self {
            Item::Game(record) => record.number,
            Item::Answer { number, .. } => *number,
        }
    }
}

impl Coordinator<'_> {
    /// Processes a result.
    pub(super) async fn take(&mut self, message: Message, deliver: Deliver<'_>) -> Result<Option<End>, ClusterError> {
        let run = self.run.open.id();
        let envelope = match Envelope::read(message.headers.as_ref(), run, &message.payload) {
            Ok(envelope) => envelope,
            // The sender is unknown, so neither a worker nor a chunk is charged.
            Err(problem) => {
                self.refuse(problem);
                self.acknowledge(&message).await;
                return Ok(None);
            }
        };
        self.standing.note_present(&envelope.worker, Instant::now());
        let (worker, chunk) = (envelope.worker.as_str(), envelope.chunk());
        if self.standing.state(worker) == State::Caught {
            if self.is_present(&envelope.job, chunk) {
                self.fail(worker, chunk, "its worker is not believed", Blame::None);
            }
            self.send_away(worker);
            self.acknowledge(&message).await;
            return Ok(None);
        }
        if envelope.is_failure {
            self.take_failure(&envelope, &message.payload);
            self.acknowledge(&message).await;
            return Ok(None);
        }
        let key = message.headers.as_ref().and_then(|headers| headers.get(protocol::SIGNATURE));
        let key = key.map(|signature| signature.as_str().to_owned()).unwrap_or_default();
        if let Some(received) = self.batches.find(worker, &key) {
            // A redelivered message is acknowledged with the first.
            let place = |message: &Message| message.info().map(|info| info.stream_sequence).ok();
            received.messages.retain(|other| place(other) != place(&message));
            received.messages.push(message);
            return Ok(None);
        }
        let items = match self.read(&message.payload) {
            Ok(items) => items,
            Err(problem) => {
                self.doubt(&envelope, &problem).await?;
                self.acknowledge(&message).await;
                return Ok(None);
            }
        };
        // Duplicates of waiting results and rejected messages must not delay the detection of lost chunks.
        self.last_result = Instant::now();
        self.queue.note_result();
        let seconds = envelope.micros as f64 / 1e6;
        let games: u64 = items.iter().map(|(item, _)| item.games().count() as u64).sum();
        let bytes = message.payload.len();
        self.sizes.note(worker, envelope.threads, games / 2, seconds, bytes);
        let digests = items.iter().map(|(item, digest)| (item.number(), *digest));
        let digests: Vec<(u64, u32)> = digests.filter(|&(number, _)| self.run.open.can_replay(number)).collect();
        let received = Received { job: envelope.job.clone(), messages: vec![message], items };
        if digests.is_empty() {
            return self.accept(&envelope.worker, received, deliver).await;
        }
        let waiting = Waiting { key, chunk, bytes, digests, result: received };
        self.batches.add(&envelope.worker, waiting, seconds);
        Ok(None)
    }

    /// Reports and drops a message without a valid signature.
    fn refuse(&mut self, problem: &str) {
        self.unsigned += 1;
        if self.unsigned == 1 {
            (self.run.notice)(&format!("refused {problem}, and will refuse others"));
        }
        if self.unsigned.is_power_of_two() {
            self.log(format!("refused {} results: the last was {problem}", self.unsigned));
        }
    }

    /// Reports whether a job is the last publication of a chunk by this coordinator. Only that one counts.
    fn is_present(&self, job: &str, chunk: ChunkRange) -> bool {
        job.rsplit_once('.').is_some_and(|(job, _)| job == self.job_id(chunk))
    }

    /// Processes the report of a worker that it could not play a chunk.
    fn take_failure(&mut self, envelope: &Envelope, payload: &[u8]) {
        let problem = protocol::shown(&String::from_utf8_lossy(payload), 500);
        let chunk = envelope.chunk();
        if self.is_present(&envelope.job, chunk) {
            let is_believed = self.standing.state(&envelope.worker) == State::Believed;
            let blame = if is_believed { Blame::Worker(&envelope.worker) } else { Blame::None };
            self.fail(&envelope.worker, chunk, &problem, blame);
            if !is_believed {
                self.send_away(&envelope.worker);
            }
        }
    }

    /// Reads the games or answers of a result with their digests, and checks that they can be of this run.
    fn read(&self, payload: &[u8]) -> Result<Vec<(Item, u32)>, String> {
        let run = match &self.run.open {
            Open::Games(run, _) => run,
            Open::Proof(round, _) => return read_answers(round, payload),
        };
        let chunk = Chunk::parse(payload).map_err(|error| error.to_string())?;
        if chunk.head.run != run.id() {
            return Err(format!("a chunk of run {}", chunk.head.run));
        }
        let check = |record: Record| {
            run.check(&record)?;
            let digest = game_digest(&record.line());
            Ok((Item::Game(Box::new(record)), digest))
        };
        chunk.records.into_iter().map(check).collect()
    }

    /// Delivers the games of a result, and acknowledges its messages.
    async fn accept(
        &mut self,
        worker: &str,
        received: Received,
        deliver: Deliver<'_>,
    ) -> Result<Option<End>, ClusterError> {
        let origin = self.standing.number(worker);
        for (item, digest) in received.items {
            let (games, number) = (item.games(), item.number());
            let count = games.end - games.start;
            let found = games.map(|game| self.chunks.receive(game, digest, origin)).last().unwrap_or(Game::Other);
            match found {
                Game::New if self.has_enough => {}
                Game::New => {
                    self.standing.note_accepted(worker, count);
                    match deliver(item) {
                        Taken::More => {}
                        Taken::Enough => {
                            self.chunks.finish();
                            self.has_enough = true;
                        }
                        Taken::Fault => return Ok(Some(End::Fault)),
                    }
                }
                Game::Again => self.status.lock().unwrap_or_else(PoisonError::into_inner).again += 1,
                Game::Other if self.run.open.can_replay(number) => {
                    self.disputes.push(Dispute { number, digest, worker: worker.to_owned() });
                }
                Game::Other => {}
            }
        }
        for message in &received.messages {
            self.acknowledge(message).await;
        }
        for worker in self.chunks.take_refuted() {
            if self.standing.note_refuted(&worker) {
                (self.run.notice)(&format!("worker {worker} cannot play this run, which others can"));
                self.send_away(&worker);
            }
        }
        let is_settled = self.auditing.is_none() && self.disputes.is_empty();
        Ok((self.has_enough && is_settled && self.chunks.is_over()).then_some(End::Over))
    }

    /// Starts the next replay, if one is due.
    pub(super) fn check_next(&mut self) {
        if self.auditing.is_some() {
            return;
        }
        if let Some(dispute) = self.disputes.pop() {
            self.auditor.begin(dispute.number);
            self.auditing = Some(Auditing::Dispute(dispute));
            return;
        }
        if self.batches.is_empty() {
            self.is_forced = false;
            return;
        }
        // No more results arrive while all published chunks wait here.
        let is_idle =
            self.chunks.out() <= self.batches.chunks().filter(|&chunk| self.chunks.is_published(chunk)).count();
        let is_forced = self.is_forced || self.is_tight || is_idle;
        let (standing, batches) = (&mut self.standing, &self.batches);
        if let Some(check) = batches.next_check(is_forced, |worker| standing.passed(worker), draw) {
            self.auditor.begin(check.number);
            self.auditing = Some(Auditing::Batch(check));
        }
    }

    /// Waits for the outcome of the running replay, at most for `patience`.
    pub(super) async fn wait_for_check(
        &mut self,
        patience: Duration,
        deliver: Deliver<'_>,
    ) -> Result<Option<End>, ClusterError> {
        match tokio::time::timeout(patience, self.auditor.audited.recv()).await {
            Ok(Some(audited)) => self.settle(audited, deliver).await,
            Ok(None) => Err(ClusterError::Thread(std::io::Error::other("the thread that checks games has ended"))),
            Err(_) => Ok(None),
        }
    }

    /// Compares the outcome of a replay with the received digest.
    pub(super) async fn settle(&mut self, audited: Audited, deliver: Deliver<'_>) -> Result<Option<End>, ClusterError> {
        self.batches.spend(audited.seconds);
        let found = audited.digest?;
        let end = match self.auditing.take() {
            Some(Auditing::Batch(check)) if found == Some(check.digest) => {
                self.standing.note_passed(&check.worker);
                for waiting in self.batches.take(&check.worker, check.results) {
                    if let Some(end) = self.accept(&check.worker, waiting.result, deliver).await? {
                        return Ok(Some(end));
                    }
                }
                None
            }
            Some(Auditing::Batch(check)) => {
                self.catch(&check.worker, &format!("{} is forged", self.name_of(check.number))).await?;
                None
            }
            Some(Auditing::Dispute(dispute)) => {
                self.decide(&dispute, found).await?;
                let is_settled = self.disputes.is_empty();
                (self.has_enough && is_settled && self.chunks.is_over()).then_some(End::Over)
            }
            None => None,
        };
        self.check_next();
        Ok(end)
    }

    /// Decides which of two workers has sent a wrong version of a game.
    async fn decide(&mut self, dispute: &Dispute, found: Option<u32>) -> Result<(), ClusterError> {
        let game = match self.run.open {
            Open::Games(..) => dispute.number,
            Open::Proof(..) => 2 * dispute.number,
        };
        let Some((accepted, origin)) = self.chunks.origin(game) else { return Ok(()) };
        if found == Some(accepted) {
            let problem = format!("{} is forged", self.name_of(dispute.number));
            return self.catch(&dispute.worker, &problem).await;
        }
        let first = self.standing.name(origin).to_owned();
        let name = self.name_of(dispute.number);
        let run = self.run.open.id().to_owned();
        if found != Some(dispute.digest) || first.is_empty() {
            let (game, worker) = (dispute.number + 1, &dispute.worker);
            let cause = "the program does not play the same everywhere";
            return Err(ClusterError::Failed(format!(
                "game {game} of run {run} was played otherwise by {worker}: {cause}"
            )));
        }
        self.standing.catch(&first);
        self.send_away(&first);
        let from = self.chunks.reopen(origin).map_or(dispute.number, |(game, _)| match self.run.open {
            Open::Games(..) => game,
            Open::Proof(..) => game / 2,
        });
        // Games of other caught workers may be doubted as well.
        let from = self.first_doubted().map_or(from, |doubted| from.min(doubted));
        let kept = format!(
            "{name} of them was accepted already: {} and all after it are not believed, and `--resume` plays them again",
            self.name_of(from)
        );
        Err(ClusterError::Forged { run, worker: first, from: Some(from), kept })
    }

    /// Turns the end of a run into an error if accepted games of a caught worker were not replaced. They must not remain in the
    /// file.
    pub(super) fn withdraw_doubted(&self, done: Result<End, ClusterError>) -> Result<End, ClusterError> {
        let Some(doubted) = self.first_doubted() else { return done };
        let ended = match done {
            Err(ClusterError::Forged { run, worker, from, kept }) => {
                let from = Some(from.map_or(doubted, |from| from.min(doubted)));
                return Err(ClusterError::Forged { run, worker, from, kept });
            }
            Err(error) => format!("the run ended early ({error})"),
            Ok(_) => "the run ended early".into(),
        };
        let origin = self.chunks.origin(doubted).map_or(0, |(_, origin)| origin);
        let (run, worker) = (self.run.open.id().to_owned(), self.standing.name(origin).to_owned());
        let kept = format!(
            "{ended}: {} and all after it are not believed, and `--resume` plays them again",
            self.name_of(doubted)
        );
        Err(ClusterError::Forged { run, worker, from: Some(doubted), kept })
    }

    /// Returns the first accepted game of a caught worker that no other worker has confirmed.
    fn first_doubted(&self) -> Option<u64> {
        if matches!(self.run.open, Open::Proof(..)) {
            return None;
        }
        let auditing = match &self.auditing {
            Some(Auditing::Dispute(dispute)) => Some(dispute),
            _ => None,
        };
        let is_doubted = |game| self.chunks.origin(game).is_some_and(|(_, origin)| self.standing.is_caught(origin));
        let disputed = self.disputes.iter().chain(auditing).map(|dispute| dispute.number);
        disputed.filter(|&game| is_doubted(game)).chain(self.chunks.first_doubted()).min()
    }

    /// Returns the number of a game or answer as it is displayed, from 1.
    fn name_of(&self, number: u64) -> String {
        match self.run.open {
            Open::Games(..) => format!("game {}", number + 1),
            Open::Proof(..) => format!("answer {}", number + 1),
        }
    }

    /// Marks a worker as caught. Its waiting results are dropped, and its accepted games are replayed by other workers.
    async fn catch(&mut self, worker: &str, problem: &str) -> Result<(), ClusterError> {
        if self.standing.state(worker) == State::Caught {
            return Ok(());
        }
        let earlier = self.standing.catch(worker);
        let text = format!("worker {worker} is not believed any more: {problem}");
        (self.run.notice)(&text);
        self.log(text);
        for waiting in self.batches.take(worker, usize::MAX) {
            if self.is_present(&waiting.result.job, waiting.chunk) {
                self.fail(worker, waiting.chunk, "its worker is not believed", Blame::None);
            }
            for message in &waiting.result.messages {
                self.acknowledge(message).await;
            }
        }
        if let Some(number) = self.standing.known_number(worker)
            && let Some((_, games)) = self.chunks.reopen(number)
        {
            if let Some(doubted) = self.first_doubted()
                && let Err(error) = (self.pending.doubt)(doubted)
            {
                (self.run.notice)(&format!("the doubted games cannot be marked: {error}"));
            }
            (self.run.notice)(&format!("others play again what came from it: {games} games"));
        }
        self.send_away(worker);
        let run = self.run.open.id().to_owned();
        if earlier > 0 {
            let kept =
                format!("{earlier} of its games in earlier runs of this command were accepted after spot checks alone");
            return Err(ClusterError::Forged { run, worker: worker.to_owned(), from: None, kept });
        }
        if self.standing.is_alone() {
            let expected = "expected the same program and the same tables on all machines";
            (self.run.notice)(&format!("no worker plays run {run} as this machine does: {expected}"));
        }
        Ok(())
    }

    /// Processes a result that cannot be of this run.
    async fn doubt(&mut self, envelope: &Envelope, problem: &str) -> Result<(), ClusterError> {
        let (worker, chunk) = (envelope.worker.as_str(), envelope.chunk());
        let problem = protocol::shown(problem, 500);
        let is_caught = self.standing.note_garbage(worker, &envelope.job);
        let blame = if is_caught { Blame::None } else { Blame::Worker(worker) };
        if self.is_present(&envelope.job, chunk) {
            self.fail(worker, chunk, &format!("no chunk of the run: {problem}"), blame);
        }
        if is_caught { self.catch(worker, &problem).await } else { Ok(()) }
    }

    /// Sends a worker away from the run.
    fn send_away(&self, worker: &str) {
        let run = self.run.open.id().to_owned();
        let signature = self.identity.sign(&leave_text(&run, worker));
        let message = protocol::to_bytes(&LeaveMessage { run, key: self.identity.key().to_owned(), signature });
        let (client, subject) = (self.streams.client.clone(), protocol::leave(worker));
        tokio::spawn(async move { _ = client.publish(subject, message.into()).await });
    }

    /// Records the failure of a chunk, and publishes it again or sets it aside.
    pub(super) fn fail(&mut self, worker: &str, chunk: ChunkRange, problem: &str, blame: Blame<'_>) {
        let now = Instant::now();
        self.roll.note(&mut self.standing);
        let standing = &self.standing;
        let verdict = self.chunks.fail(chunk, problem, blame, |failed| standing.is_enough(failed, ATTEMPTS, now));
        self.needs_roll_call |= now - self.roll.called > LOOK;
        let count = |pairs: u64| 2 * pairs.min(u64::MAX / 4);
        let games = format!("games {} to {}", count(chunk.first) + 1, count(chunk.first.saturating_add(chunk.pairs)));
        let text = format!("{games}: {worker}: {problem}");
        let mut status = self.status.lock().unwrap_or_else(PoisonError::into_inner);
        match verdict {
            Verdict::Retry => {
                status.retries += 1;
                if self.chunks.failures(chunk.first) < ATTEMPTS {
                    self.queue.wait(chunk);
                } else {
                    // Other workers may be able to play it, but are busy.
                    self.delayed.push((now + AGAIN, chunk));
                }
            }
            Verdict::SetAside => {
                status.set_aside += 1;
                (self.run.notice)(&format!("{text}; set aside after {ATTEMPTS} attempts"));
            }
            Verdict::Unknown => {}
        }
        drop(status);
        self.log(text);
    }

    /// Writes a line to the log of the cluster.
    fn log(&self, text: String) {
        let (streams, run) = (self.streams.clone(), self.run.open.id().to_owned());
        tokio::spawn(async move { streams.write_log("coordinator", Some(&run), &text).await });
    }
}

/// Reads the answers of a result.
fn read_answers(round: &ProofRound, payload: &[u8]) -> Result<Vec<(Item, u32)>, String> {
    let result: ProofResult = serde_json::from_slice(payload).map_err(|error| error.to_string())?;
    if result.run != round.run {
        return Err(format!("a chunk of run {}", result.run));
    }
    let end = result.first.checked_add(result.answers.len() as u64);
    if end.is_none_or(|end| end > round.questions.len() as u64) {
        return Err("answers to questions that were not asked".into());
    }
    let item = |(number, answer): (u64, bool)| (Item::Answer { number, answer }, answer_digest(answer));
    Ok((result.first..).zip(result.answers).map(item).collect())
}

/// Draws a number below `end` that no worker can predict.
fn draw(end: usize) -> usize {
    let mut bytes = [0; 8];
    // The system has a source of randomness, because the coordinator has a key pair.
    _ = SystemRandom::new().fill(&mut bytes);
    (u64::from_le_bytes(bytes) % end.max(1) as u64) as usize
}
