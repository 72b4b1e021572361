//! The messages of coordinators, workers and observers, and their subjects.

use std::fmt;
use std::str::FromStr;

use plyground_catalog::{MatchSpec, ProofQuestion as Question, ProofSpec};
use plyground_game::notation::is_invisible;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// The header of a message that was sent twice is dropped by the server when both carry this with the same value.
pub(crate) const MESSAGE_ID: &str = "Nats-Msg-Id";
/// Which chunk a result is of: its first pair and their number.
pub(crate) const CHUNK: &str = "Ply-Piece";
/// Who has played.
pub(crate) const WORKER: &str = "Ply-Worker";
/// How many chunks that worker plays at a time.
pub(crate) const THREADS: &str = "Ply-Threads";
/// How long the chunk took, in microseconds: beside the result, which must be the same everywhere.
pub(crate) const MICROSECONDS: &str = "Ply-Microseconds";
/// The identifier of the message by which the chunk was published.
pub(crate) const JOB: &str = "Ply-Job";
/// The public key of the worker, which its name ends with.
pub(crate) const KEY: &str = "Ply-Key";
/// The worker's signature of all of this and of the payload.
pub(crate) const SIGNATURE: &str = "Ply-Signature";
/// Set on a message that reports a failure instead of games.
pub(crate) const FAILURE: &str = "Ply-Failure";

/// Which of several runs is served first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Priority {
    /// Before all others.
    High,
    /// As usual.
    #[default]
    Normal,
    /// When no other run has pending chunks.
    Low,
}

impl Priority {
    /// All, the first served first.
    pub const ALL: [Priority; 3] = [Priority::High, Priority::Normal, Priority::Low];

    /// Its name.
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

/// The program of a worker or coordinator.
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

/// What a run is. Its chunks are ranges of pairs of games, or of questions: one of these counts as a pair.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Work {
    /// Games.
    Games(Box<MatchSpec>),
    /// Subproblems of a proof.
    Proof(ProofRound),
}

impl Work {
    /// What names it.
    pub(crate) fn id(&self) -> &str {
        match self {
            Work::Games(run) => &run.run,
            Work::Proof(round) => &round.run,
        }
    }

    /// Its game.
    pub(crate) fn game(&self) -> &str {
        match self {
            Work::Games(run) => &run.game,
            Work::Proof(round) => &round.proof.game,
        }
    }

    /// Who plays.
    pub(crate) fn players(&self) -> Vec<String> {
        match self {
            Work::Games(run) => run.players.iter().map(|player| player.agent.clone()).collect(),
            Work::Proof(_) => vec!["a proof".into()],
        }
    }
}

/// Subproblems of a proof that are asked at a time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct ProofRound {
    /// A digest of the rest.
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

    /// What its name has to be.
    pub(crate) fn digest(&self) -> String {
        let asked: Vec<String> =
            self.questions.iter().map(|question| format!("{} {}", question.position, question.at_least)).collect();
        plyground_arena::text_digest(&format!("{}\n{}", self.proof.id(), asked.join("\n")))
    }
}

/// A result of subproblems.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProofResult {
    pub(crate) run: String,
    /// The number of the first question.
    pub(crate) first: u64,
    pub(crate) answers: Vec<bool>,
}

/// A run as workers fetch it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct RunMessage {
    pub(crate) spec: Work,
    pub(crate) program: Program,
    pub(crate) priority: Priority,
    /// Set when the run is cancelled.
    #[serde(default)]
    pub(crate) is_cancelled: bool,
}

/// A chunk to be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Job {
    pub(crate) run: String,
    pub(crate) first: u64,
    pub(crate) pairs: u64,
    pub(crate) program: Program,
    /// Unique to this time that the chunk was put into the queue.
    pub(crate) id: String,
    /// The public key of the coordinator: who signs with it may send workers away from the run, as far as it has published the chunks.
    #[serde(default)]
    pub(crate) key: String,
}

impl Job {
    /// Returns the chunk to be played.
    pub(crate) fn chunk(&self) -> ChunkRange {
        ChunkRange::new(self.first, self.pairs)
    }
}

/// Something to remember, for `ply cluster logs`.
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
    /// The public key of the coordinator.
    pub(crate) key: String,
    pub(crate) signature: String,
}

/// Returns a text from elsewhere as a terminal may show it: on one line, of at most `most` characters, without invisible ones.
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

/// The subject of the chunks of a run, or of all runs of a priority (`*`).
pub(crate) fn work(priority: Priority, run: &str) -> String {
    format!("ply.work.{priority}.{run}")
}

/// The subject of the results of a run.
pub(crate) fn result(run: &str) -> String {
    format!("ply.result.{run}")
}

/// The subject of the run itself.
pub(crate) fn run(run: &str) -> String {
    format!("ply.run.{run}")
}

/// The subject on which workers hear of the end of a run.
pub(crate) fn stop(run: &str) -> String {
    format!("ply.stop.{run}")
}

/// The subject on which a worker is sent away.
pub(crate) fn leave(worker: &str) -> String {
    format!("ply.leave.{worker}")
}

/// The subject on which the coordinator of a run answers.
pub(crate) fn coordinator(run: &str) -> String {
    format!("ply.coordinator.{run}")
}

/// The subject on which all workers answer.
pub(crate) const WORKERS: &str = "ply.workers";
/// The subject on which workers hear that there is something to do.
pub(crate) const WAKE: &str = "ply.wake";
/// The subject on which all coordinators hear that the server has no room for a result: the chunks of any run may be what fills it.
pub(crate) const NO_ROOM: &str = "ply.room";
/// The subject of what is to be remembered.
pub(crate) const LOG: &str = "ply.log";

/// Whether a text can be the name of a run, which is part of subjects.
pub(crate) fn is_run(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The pairs of games that make up a chunk, written `FIRST+PAIRS` in headers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ChunkRange {
    /// The number of the first pair.
    pub(crate) first: u64,
    /// The number of pairs.
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
