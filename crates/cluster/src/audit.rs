//! Auditor: a thread of the coordinator that replays games to check the results of workers.

use std::hash::{BuildHasher, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{LazyLock, mpsc};
use std::thread;

use plyground_arena::GAME_STACK;
use plyground_catalog::{CatalogError, ProofPlayer, RunPlayer};
use plyground_search::StopFlag;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::Instant;

use crate::error::ClusterError;
use crate::player::Open;

/// Outcome of a replay.
#[derive(Debug)]
pub(crate) struct Audited {
    /// Digest of the record or of the answer; `None` if this program cannot finish the game.
    pub(crate) digest: Result<Option<u32>, CatalogError>,
    pub(crate) seconds: f64,
}

/// Handle of the auditor thread.
pub(crate) struct Auditor {
    numbers: mpsc::Sender<u64>,
    pub(crate) audited: UnboundedReceiver<Audited>,
    stop: StopFlag,
}

/// Returns the digest of the record of a game: a hash with a secret key of this process. With an unkeyed checksum, a worker could
/// construct a forged record with the digest of the true one.
pub(crate) fn game_digest(line: &str) -> u32 {
    static KEY: LazyLock<RandomState> = LazyLock::new(RandomState::new);
    KEY.hash_one(line) as u32
}

/// Returns the digest of an answer; 0 and 1 are reserved for missing and known games.
pub(crate) fn answer_digest(answer: bool) -> u32 {
    2 + u32::from(answer)
}

impl Auditor {
    /// Starts the thread for the games or questions of a run.
    pub(crate) fn start(open: Open) -> Result<Auditor, ClusterError> {
        let (numbers, receiver) = mpsc::channel();
        let (sender, audited) = unbounded_channel();
        let stop = StopFlag::default();
        let flag = stop.clone();
        let builder = thread::Builder::new().name("audit".into()).stack_size(GAME_STACK);
        builder.spawn(move || work(&open, &receiver, &sender, &flag)).map_err(ClusterError::Thread)?;
        Ok(Auditor { numbers, audited, stop })
    }

    /// Starts to replay a game or question.
    pub(crate) fn begin(&self, number: u64) {
        // If the thread has ended, the other channel is closed, which is reported.
        _ = self.numbers.send(number);
    }
}

impl Drop for Auditor {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// Players of the thread, whose tables are reused for later games.
#[derive(Default)]
struct Players {
    games: Option<RunPlayer>,
    proof: Option<Box<dyn ProofPlayer>>,
}

fn work(open: &Open, numbers: &mpsc::Receiver<u64>, audited: &UnboundedSender<Audited>, stop: &StopFlag) {
    let mut players = Players::default();
    for number in numbers {
        let start = Instant::now();
        let played = catch_unwind(AssertUnwindSafe(|| play(open, number, &mut players, stop)));
        if stop.is_stopped() {
            return;
        }
        let digest = played.unwrap_or_else(|_| {
            players = Players::default();
            Ok(None)
        });
        if audited.send(Audited { digest, seconds: start.elapsed().as_secs_f64() }).is_err() {
            return;
        }
    }
}

fn play(open: &Open, number: u64, players: &mut Players, stop: &StopFlag) -> Result<Option<u32>, CatalogError> {
    match open {
        Open::Games(run, _) => {
            let record = players.games.get_or_insert_with(|| run.player()).play(number, stop, &|_| {});
            Ok(record.map(|record| game_digest(&record.line())))
        }
        Open::Proof(round, catalog) => {
            if players.proof.is_none() {
                players.proof = Some(catalog.game(&round.proof.game)?.proof_player(&round.proof, stop)?);
            }
            let (Some(player), Some(question)) = (&mut players.proof, round.questions.get(number as usize)) else {
                return Ok(None);
            };
            Ok(Some(answer_digest(player.answer(question, stop)?)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A worker that plays a game honestly knows its record, and can construct a different one with the same CRC-32.
    #[test]
    fn records_with_one_checksum_have_other_digests() {
        let (honest, forged) = ("plumless", "buckeroo");
        assert_eq!(plyground_arena::line_checksum(honest), plyground_arena::line_checksum(forged));
        assert_ne!(game_digest(honest), game_digest(forged));
        assert_eq!(game_digest(honest), game_digest(honest));
    }
}
