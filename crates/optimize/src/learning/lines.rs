//! Principal variations of positions of the recorded games.
//!
//! The exact entries of a search tree lie on its principal variation, and best play gives all of them the value of the position
//! that was searched. So they become samples with the labels of that position. The lines of a generation are stored, because its
//! players are not.

use std::collections::HashMap;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use plyground_arena::files::{self, Existing};
use plyground_arena::{Participant, read_records};
use plyground_game::notation::MoveError;
use plyground_game::random::Random;
use plyground_game::thread_context::on_threads;
use plyground_game::zobrist::mix;
use plyground_play::State;
use plyground_search::{AgentError, Job, Limits};
use serde::{Deserialize, Serialize};

use super::records::{PositionFilter, visit_game};
use super::{Halt, LearningProgress, LearningStage, OnProgress, Purpose, Work};
use crate::error::OptimizeError;
use crate::folder::{self, FolderError};

/// Number of searches per thread between two reports of progress.
const BATCH: usize = 64;

/// A position to search, with the number of its game.
type Root = (u64, Box<dyn State>);

/// The principal variation of a position of a recorded game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Line {
    /// Number of the game in its file.
    game: u64,
    /// Number of moves before the position.
    ply: usize,
    /// The moves of the line.
    pv: String,
}

/// The lines of a generation, by game and ply.
#[derive(Default)]
pub(super) struct Lines(HashMap<(u64, usize), String>);

impl Lines {
    /// Visits the positions of the line that starts at a position of a game, if there is one. A filter of quiet positions drops
    /// those from which the line continues with a noisy move.
    pub(super) fn follow(
        &self,
        (game, state): (u64, &dyn State),
        filter: PositionFilter,
        mut visit: impl FnMut(&dyn State),
    ) -> Result<(), OptimizeError> {
        let Some(pv) = self.0.get(&(game, state.plies())) else { return Ok(()) };
        let ply = state.plies();
        let fault = |number: u32, error: MoveError| {
            OptimizeError::input(format!("game {game}: move {number} of the line from ply {ply}: {error}"))
        };
        let mut at = state.boxed();
        let mut moves = pv.split(' ').zip(1..).peekable();
        while let Some((text, number)) = moves.next() {
            at.play_text(text).map_err(|error| fault(number, error))?;
            if at.outcome().is_some() {
                break;
            }
            let is_noisy = match moves.peek() {
                Some(&(next, number)) => at.is_noisy(at.read_action(next).map_err(|error| fault(number, error))?),
                None => false,
            };
            if !(is_noisy && filter == PositionFilter::Quiet) {
                visit(&*at);
            }
        }
        Ok(())
    }
}

impl Work<'_> {
    fn lines_of(&self, generation: u64) -> PathBuf {
        self.folder.path().join("lines").join(format!("{generation:05}.jsonl"))
    }

    /// Returns whether the lines of a generation are stored, or not requested.
    pub(super) fn has_lines(&self, generation: u64) -> bool {
        self.options.pv_searches == 0 || self.lines_of(generation).exists()
    }

    /// Returns the stored lines of a generation; none if the options request none.
    pub(super) fn lines(&self, generation: u64) -> Result<Lines, Halt> {
        if self.options.pv_searches == 0 {
            return Ok(Lines::default());
        }
        let path = self.lines_of(generation);
        let text = folder::read(&path)?;
        let lines = text.lines().map(|line| {
            let Line { game, ply, pv } = serde_json::from_str(line)?;
            Ok(((game, ply), pv))
        });
        let lines: Result<_, serde_json::Error> = lines.collect();
        Ok(Lines(lines.map_err(|error| FolderError::at(path)(error.into()))?))
    }

    /// Searches some positions of each game of a generation with the values that played it, and stores the principal variations.
    /// Does nothing if they are stored.
    pub(super) fn search_lines(&self, generation: u64, present: &[i16], each: OnProgress<'_>) -> Result<(), Halt> {
        if self.has_lines(generation) {
            return Ok(());
        }
        let path = self.lines_of(generation);
        let roots = self.roots(generation)?;
        let nodes = self.options.nodes;
        let player = (self.run.player)("present".to_owned(), present, Purpose::Match { nodes });
        let job = Job { stop: self.run.budget.clone(), ..Job::new(Limits::nodes(nodes)) };
        let threads = self.options.threads.max(1);
        let (mut lines, total) = (Vec::new(), roots.len() as u64);
        for batch in roots.chunks(BATCH * threads) {
            lines.extend(searched(batch, &player, &job, threads)?);
            if let Some(halt) = self.halted() {
                return Err(halt);
            }
            each(&LearningProgress::Step { generation, stage: LearningStage::Lines, done: lines.len() as u64, total });
        }
        Ok(store(&path, &lines).map_err(FolderError::at(path))?)
    }

    /// Returns the positions to search.
    fn roots(&self, generation: u64) -> Result<Vec<Root>, Halt> {
        let records = read_records(&self.folder.games_of(generation)).map_err(OptimizeError::Records)?;
        let mut roots = Vec::new();
        for record in &records {
            let mut states = Vec::new();
            let visit = |state: &dyn State, _| states.push(state.boxed());
            visit_game(record, &*self.run.start, self.options.filter, visit)?;
            let mut random = Random::new(mix(self.options.seed ^ mix(generation)) ^ record.number);
            for _ in 0..self.options.pv_searches.min(states.len() as u64) {
                roots.push((record.number, states.swap_remove(random.below(states.len()))));
            }
        }
        Ok(roots)
    }
}

/// Searches positions on several threads. The threads do not change the lines, because each search is a new game.
fn searched(roots: &[Root], player: &Participant, job: &Job, threads: usize) -> Result<Vec<Line>, AgentError> {
    let mut found: Vec<_> = roots.iter().map(|root| (root, None)).collect();
    let pending = Mutex::new(found.iter_mut());
    let next = || pending.lock().unwrap_or_else(PoisonError::into_inner).next();
    on_threads(threads, &|| {
        let mut player = player.player();
        while let Some(((game, state), line)) = next() {
            player.new_game();
            let pv = player.move_for(&**state, job).map(|report| state.line_texts(&report.pv).join(" "));
            *line = Some(pv.map(|pv| Line { game: *game, ply: state.plies(), pv }));
        }
    });
    found.into_iter().filter_map(|(_, line)| line).collect()
}

/// Stores the lines that have a move.
fn store(path: &Path, lines: &[Line]) -> std::io::Result<()> {
    files::write(path, Existing::Keep, |file| {
        let mut to = BufWriter::new(file);
        for line in lines.iter().filter(|line| !line.pv.is_empty()) {
            serde_json::to_writer(&mut to, line)?;
            writeln!(to)?;
        }
        to.flush()
    })
}

#[cfg(test)]
mod tests {
    use plyground_kalah::Kalah;
    use plyground_play::Start;

    use super::*;

    /// Returns the positions that a line visits from the start of Kalah, as text.
    fn followed(pv: &str, filter: PositionFilter) -> Result<Vec<String>, OptimizeError> {
        let start = Start::of_setup(Some("6x4"), None).state::<Kalah>().unwrap();
        let lines = Lines([((7, 0), pv.to_owned())].into());
        let mut visited = Vec::new();
        lines.follow((7, &*start), filter, |state| visited.push(state.text()))?;
        lines.follow((8, &*start), filter, |_| panic!("game 8 has no line"))?;
        Ok(visited)
    }

    #[test]
    fn a_line_is_followed_to_its_end() {
        // One of the positions continues with a noisy move.
        let mut game = Start::of_setup(Some("6x4"), None).state::<Kalah>().unwrap();
        let (mut all, mut quiet) = (Vec::new(), Vec::new());
        let moves = ["1", "1", "3", "2"];
        for (place, text) in moves.into_iter().enumerate() {
            game.play_text(text).unwrap();
            all.push(game.text());
            let next = moves.get(place + 1).map(|next| game.read_action(next).unwrap());
            if !next.is_some_and(|next| game.is_noisy(next)) {
                quiet.push(game.text());
            }
        }
        let pv = moves.join(" ");
        assert_eq!(followed(&pv, PositionFilter::None).unwrap(), all);
        assert_eq!(followed(&pv, PositionFilter::Quiet).unwrap(), quiet);
        assert_eq!(quiet.len(), 3);
    }

    #[test]
    fn a_damaged_line_is_an_error_that_names_its_move() {
        let message = |pv| followed(pv, PositionFilter::Quiet).unwrap_err().to_string();
        assert!(message("1 9").starts_with("game 7: move 2 of the line from ply 0: "), "{}", message("1 9"));
        assert!(message("").starts_with("game 7: move 1 of the line from ply 0: "));
    }
}
