//! Plays matches and tournaments between players and records their games.
//!
//! To decide whether one agent is better than another, a match needs many openings, each played with sides swapped.
//! [`MatchSpec`] describes a match as data, [`Arena`] plays its games, [`Journal`] records them so that a crash loses none,
//! and [`plyground_statistics`] computes the result with an interval.
//! Games and players are a `dyn State` and a `dyn Player`, so this crate is compiled once for all games.
//!
//! ```
//! use plyground_arena::{Arena, Participant, MatchSpec, TimeControl};
//! use plyground_kalah::Kalah;
//! use plyground_play::{AgentPlayer, Start, State};
//! use plyground_search::{RandomAgent, StopFlag};
//!
//! let random = |name: &str, seed| {
//!     Participant::new(name, TimeControl::default(), move || AgentPlayer::<Kalah>::boxed(RandomAgent::new(seed)))
//! };
//! let spec = MatchSpec::new(25, 7);
//! let openings = spec.openings(&*Start::default().state::<Kalah>()?)?;
//! let arena = Arena::new(vec![random("one", 1), random("two", 2)], spec, openings)?;
//! let end = arena.run(None, &StopFlag::default(), &mut |_| {})?;
//! let tally = end.standings.match_tally().expect("they have met");
//! println!("{} pairs, Elo {}", tally.pairs.pairs(), tally.pairs.elo(0.95));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arena;
mod check;
mod chunk;
mod duration;
mod journal;
mod limits;
mod opening;
mod participant;
mod pauses;
mod play;
mod record;
mod record_index;
mod report;
mod run;
mod running;
mod schedule;
mod sequence;
mod spec;
mod standings;
mod tally;
mod totals;

pub mod engine;

pub use arena::{
    Arena, ArenaError, EndCause, ForgedGames, GAME_STACK, PendingGames, Progress, ReplayFault, RunEnd, Seats, Taken,
    Workforce, WorkforceError, Workforces,
};
pub use chunk::{CHUNK_FORMAT, Chunk, ChunkError, ChunkHead, ChunkText, line_checksum};
pub use duration::{LONGEST_TIME, parse_duration, write_duration};
pub use journal::{CheckRecord, Journal, JournalError, read_checked_lines, read_checked_records, read_records};
pub use limits::{TIME_SCALES, TimeControl};
pub use opening::{Opening, OpeningError, Openings};
pub use participant::Participant;
pub use play::{Adjudicate, GameTask, MoveNote, PlayedGame, PlayedMove, Termination, play_game, too_long};
pub use plyground_play::files;
pub use record::{GameResult, MoveScore, OpeningRecord, RECORD_FORMAT, Record, Seeds, Versions};
pub use report::{
    Figure, FirstFault, PairingSummary, PlayerSummary, ScorePoint, SideSummary, SprtReport, SprtSummary, Summary,
    TerminationCount, escape_html, html_page,
};
pub use run::text_digest;
pub use running::{RunningGame, RunningGames};
pub use schedule::{Assignment, Pairing, Schedule};
pub use sequence::missing_games;
pub use spec::{ChunkSpec, LimitSpec, MatchSpec, OpeningSpec, PlayerSpec, SPEC_FORMAT};
pub use standings::Standings;
pub use tally::Tally;
pub use totals::{PlayerTotal, pairing_totals, totals};

/// Serialises the path of a file or folder as text. Bytes that are not UTF-8 become replacement characters: a report must not
/// fail for the name of its file.
///
/// # Errors
/// When the serialiser fails.
pub fn serialize_path<P: Clone + Into<Option<std::path::PathBuf>>, S: serde::Serializer>(
    path: &P,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serde::Serialize::serialize(&path.clone().into().map(|path| path.to_string_lossy().into_owned()), serializer)
}

/// Flag that stops a run and its participants.
pub use plyground_search::StopFlag;
