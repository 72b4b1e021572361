//! The messages of coordinators, workers and observers, and their subjects.

use std::fmt;
use std::str::FromStr;

use plyground_catalog::{MatchSpec, ProofQuestion as Question, ProofSpec};
use plyground_game::notation::is_invisible;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// Header for deduplication. The server drops a message whose value it has already stored.
pub(crate) const MESSAGE_ID: &str = "Nats-Msg-Id";
/// Header with the chunk of a result: its first pair and the number of pairs.
pub(crate) const CHUNK: &str = "Ply-Piece";
/// Header with the name of the worker.
pub(crate) const WORKER: &str = "Ply-Worker";
/// Header with the number of concurrent chunks of the worker.
pub(crate) const THREADS: &str = "Ply-Threads";
/// Header with the time of the chunk in microseconds. It is not part of the result, which must be the same on every machine.
pub(crate) const MICROSECONDS: &str = "Ply-Microseconds";
/// Header with the id of the message that published the chunk.
pub(crate) const JOB: &str = "Ply-Job";
/// Header with the public key of the worker, whose first digits end its name.
pub(crate) const KEY: &str = "Ply-Key";
/// Header with the worker's signature of the headers and the payload.
pub(crate) const SIGNATURE: &str = "Ply-Signature";
/// Header of a message that reports a failure instead of games.
pub(crate) const FAILURE: &str = "Ply-Failure";

/// Priority of a run among several runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Priority {
    /// Before all other runs.
    High,
    /// Default.
    #[default]
    Normal,
    /// When no other run has pending chunks.
    Low,
}

impl Priority {
    /// All priorities, the most urgent first.
    pub const ALL: [Priority; 3] = [Priority::High, Priority::Normal, Priority::Low];

    /// Returns the name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Priority::High => "high",
            Priority::Normal => "normal",
            Priority::Low => "low",
        }
    }
}

impl fmt::Display for Priority {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Priority {
    type Err = String;

    fn from_str(text: &str) -> Result<Priority, String> {
        Priority::ALL
            .into_iter()
            .find(|priority| priority.name() == text)
            .ok_or_else(|| "expected one of `high`, `normal`, `low`".into())
    }
}

/// Program of a worker or coordinator.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Program {
    pub(crate) plyground: String,
    pub(crate) signature: String,
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "version {} with signature {}", self.plyground, self.signature)
    }
}

/// Work of a run. Its chunks are ranges of game pairs or of questions; one question counts as a pair.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Work {
    /// Games.
    Games(Box<MatchSpec>),
    /// Subproblems of a proof.
    Proof(ProofRound),
}

impl Work {
    /// Returns the id of the run.
    pub(crate) fn id(&self) -> &str {
        match self {
            Work::Games(run) => &run.run,
            Work::Proof(round) => &round.run,
        }
    }

    /// Returns the name of the game.
    pub(crate) fn game(&self) -> &str {
        match self {
            Work::Games(run) => &run.game,
            Work::Proof(round) => &round.proof.game,
        }
    }

    /// Returns the players.
    pub(crate) fn players(&self) -> Vec<String> {
        match self {
            Work::Games(run) => run.players.iter().map(|player| player.agent.clone()).collect(),
            Work::Proof(_) => vec!["a proof".into()],
        }
    }
}

/// Subproblems of a proof that are asked together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct ProofRound {
    /// Id: a digest of the other fields.
    pub(crate) run: String,
    pub(crate) proof: ProofSpec,
    pub(crate) questions: Vec<Question>,
}

impl ProofRound {
    pub(crate) fn new(proof: ProofSpec, questions: Vec<Question>) -> ProofRound {
        let mut round = ProofRound { run: String::new(), proof, questions };
        round.run = round.digest();
        round
    }

    /// Returns the expected id.
    pub(crate) fn digest(&self) -> String {
        let asked: Vec<String> =
            self.questions.iter().map(|question| format!("{} {}", question.position, question.at_least)).collect();
        plyground_arena::text_digest(&format!("{}\n{}", self.proof.id(), asked.join("\n")))
    }
}

/// Result of subproblems.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProofResult {
    pub(crate) run: String,
    /// Number of the first question.
    pub(crate) first: u64,
    pub(crate) answers: Vec<bool>,
}

/// Run as workers fetch it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct RunMessage {
    pub(crate) spec: Work,
    pub(crate) program: Program,
    pub(crate) priority: Priority,
    /// Set when the run is cancelled.
    #[serde(default)]
    pub(crate) is_cancelled: bool,
    /// Session of the coordinator. A server can restore the message of an earlier one, which was perhaps cancelled.
    #[serde(default)]
    pub(crate) session: String,
}

/// Chunk to be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Job {
    pub(crate) run: String,
    pub(crate) first: u64,
    pub(crate) pairs: u64,
    pub(crate) program: Program,
    /// Id that is unique to this publication of the chunk.
    pub(crate) id: String,
    /// Public key of the coordinator, which may sign leave messages for the chunks that it has published.
    #[serde(default)]
    pub(crate) key: String,
}

impl Job {
    /// Returns the chunk to be played.
    pub(crate) fn chunk(&self) -> ChunkRange {
        ChunkRange::new(self.first, self.pairs)
    }
}

/// Line of the log, for `ply cluster logs`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct LogMessage {
    pub(crate) who: String,
    pub(crate) run: Option<String>,
    pub(crate) text: String,
}

/// A message by which a coordinator sends a worker away from a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct LeaveMessage {
    pub(crate) run: String,
    /// Public key of the coordinator.
    pub(crate) key: String,
    pub(crate) signature: String,
}

/// Returns an untrusted text for a terminal: on one line, with at most `most` characters, and without invisible ones.
pub(crate) fn shown(text: &str, most: usize) -> String {
    text.chars().take(most).map(|c| if is_invisible(c) { '\u{fffd}' } else { c }).collect()
}

pub(crate) fn to_bytes(message: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(message).expect("plain data can be written")
}

/// Reads a message; returns `None` for any other text.
pub(crate) fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    serde_json::from_slice(bytes).ok()
}

/// Returns the subject of the chunks of a run, or of all runs of a priority (`*`).
pub(crate) fn work(priority: Priority, run: &str) -> String {
    format!("ply.work.{priority}.{run}")
}

/// Returns the subject of the results of a run.
pub(crate) fn result(run: &str) -> String {
    format!("ply.result.{run}")
}

/// Returns the subject of the run itself.
pub(crate) fn run(run: &str) -> String {
    format!("ply.run.{run}")
}

/// Returns the subject of the end of a run.
pub(crate) fn stop(run: &str) -> String {
    format!("ply.stop.{run}")
}

/// Returns the subject of the leave messages to a worker.
pub(crate) fn leave(worker: &str) -> String {
    format!("ply.leave.{worker}")
}

/// Returns the subject of status requests to the coordinator of a run.
pub(crate) fn coordinator(run: &str) -> String {
    format!("ply.coordinator.{run}")
}

/// Subject of requests to all workers.
pub(crate) const WORKERS: &str = "ply.workers";
/// Subject that wakes idle workers.
pub(crate) const WAKE: &str = "ply.wake";
/// Subject that reports to all coordinators that the store has no room for a result. The chunks of any run may fill it.
pub(crate) const STORE_FULL: &str = "ply.room";
/// Subject of the log.
pub(crate) const LOG: &str = "ply.log";

/// Reports whether a text is a valid id of a run, which is part of subjects.
pub(crate) fn is_run(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Range of game pairs of a chunk, written `FIRST+PAIRS` in headers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ChunkRange {
    /// Number of the first pair.
    pub(crate) first: u64,
    /// Number of pairs.
    pub(crate) pairs: u64,
}

impl ChunkRange {
    pub(crate) fn new(first: u64, pairs: u64) -> ChunkRange {
        ChunkRange { first, pairs }
    }

    /// Parses the text of a header.
    pub(crate) fn parse(text: &str) -> Option<ChunkRange> {
        let (first, pairs) = text.split_once('+')?;
        Some(ChunkRange { first: first.parse().ok()?, pairs: pairs.parse().ok()? })
    }
}

impl fmt::Display for ChunkRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.first, self.pairs)
    }
}
