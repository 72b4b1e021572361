//! Exact values of positions: from tables, made where they are missing, or by a search to the end of the game.
//!
//! ```
//! use plyground_catalog::{GameId, Solver, Start};
//!
//! let start = Start { setup: Some("3x2".into()), rules: Some("empty-capture".into()), ..Start::default() };
//! let solved = Solver::default().solve(GameId::Kalah, &start, &mut |_| {})?;
//! let json = serde_json::to_value(&solved).expect("plain data can be written");
//! assert_eq!(json["moves"].as_array().map(Vec::len), Some(3));
//! # Ok::<(), plyground_catalog::CatalogError>(())
//! ```

mod kalah;

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::path::PathBuf;

use plyground_game::{Game, Side};
use plyground_search::StopFlag;
use plyground_solve::cachex::SmallBoard;
use plyground_solve::dfpn::{Dfpn, Stopped};
use plyground_solve::tigers::{self, SolveOptions, Tables};
use plyground_solve::{Value as Exact, Wdl};
use serde::{Serialize, Serializer};

use crate::error::CatalogError;
use crate::game_id::{ForGame, GameId};
use crate::playable::Playable;
use crate::session::Start;

/// The exact value of a position for its side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolvedValue {
    /// The final store difference, own store first.
    Margin(i32),
    /// Won, drawn or lost.
    Result(Wdl),
}

impl SolvedValue {
    /// The larger, the better.
    pub(crate) const fn rank(self) -> i32 {
        match self {
            SolvedValue::Margin(margin) => margin,
            SolvedValue::Result(Wdl::Win) => 1,
            SolvedValue::Result(Wdl::Draw) => 0,
            SolvedValue::Result(Wdl::Loss) => -1,
        }
    }

    /// By rank, then by plies to the end: a quick win is better than a slow one, and a slow loss than a quick one.
    pub(crate) fn worth(self, plies: Option<u32>) -> (i32, i64) {
        let plies = i64::from(plies.unwrap_or(0));
        (self.rank(), if self.rank() > 0 { -plies } else { plies })
    }
}

impl Serialize for SolvedValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            SolvedValue::Margin(margin) => serializer.serialize_i32(*margin),
            SolvedValue::Result(Wdl::Win) => serializer.serialize_str("win"),
            SolvedValue::Result(Wdl::Draw) => serializer.serialize_str("draw"),
            SolvedValue::Result(Wdl::Loss) => serializer.serialize_str("loss"),
        }
    }
}

/// An exact value: `ply solve` and `ply probe`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Solved {
    /// The game.
    pub game: &'static str,
    /// The position.
    pub position: String,
    /// Its value for the side to move.
    pub value: SolvedValue,
    /// Who wins; `None` for a draw.
    pub winner: Option<&'static str>,
    /// Plies to the end, where they are known.
    pub plies: Option<u32>,
    /// The same for every move, best first; values are for the side that makes it.
    pub moves: Vec<SolvedMove>,
}

/// A move with its exact value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SolvedMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its value for the side that makes it.
    pub value: SolvedValue,
    /// Who wins then.
    pub winner: Option<&'static str>,
    /// Plies to the end, the move included.
    pub plies: Option<u32>,
}

/// A shortest forced win: `ply solve khet --mate-in`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Mate {
    /// The game.
    pub game: &'static str,
    /// The position.
    pub position: String,
    /// Plies to the win; `None` when there is none within the moves asked for.
    pub plies: Option<u32>,
    /// The line, the winner's shortest against the longest defence.
    pub pv: Vec<String>,
    /// Nodes searched.
    pub nodes: u64,
}

/// How far a computation is.
#[derive(Clone, PartialEq, Debug)]
pub struct SolveProgress {
    /// What is being done.
    pub stage: String,
    /// The share of the work that is done, 0 to 1, where it is known.
    pub done: Option<f64>,
}

/// How positions are solved.
#[derive(Clone, Debug)]
pub struct Solver {
    /// Where tables are, or are to be made.
    pub tables: PathBuf,
    /// Threads for making them.
    pub threads: usize,
    /// MiB of table for solving by search.
    pub table: usize,
    /// Kalah: seeds of the endgame database that is made, saved and used; one that suits the position when nothing is said.
    pub database: Option<usize>,
    /// Only the value, not that of each move: Kalah then takes a small part of the work.
    pub value_only: bool,
    /// Kalah, only the value: a file that keeps what is found every five minutes and at the end, and that the work goes on from.
    pub keep: Option<PathBuf>,
    /// Stops the work.
    pub stop: StopFlag,
}

impl Default for Solver {
    /// Tables in the folder of the variable `PLYGROUND_TABLES`, else `tables` here; one thread, 512 MiB.
    fn default() -> Solver {
        let folder = std::env::var_os("PLYGROUND_TABLES").filter(|folder| !folder.is_empty());
        Solver {
            tables: folder.map_or_else(|| PathBuf::from("tables"), PathBuf::from),
            threads: 1,
            table: 512,
            database: None,
            value_only: false,
            keep: None,
            stop: StopFlag::default(),
        }
    }
}

type Tell<'a> = &'a mut dyn FnMut(&SolveProgress);

fn undone(error: &dyn std::fmt::Display) -> CatalogError {
    CatalogError::Undone(error.to_string())
}

impl Solver {
    /// The exact value of a position and of each of its moves.
    ///
    /// # Errors
    /// When the position cannot be read, the game cannot be solved here, or the work was stopped.
    pub fn solve(&self, game: GameId, start: &Start, tell: Tell<'_>) -> Result<Solved, CatalogError> {
        game.with(Solve { solver: self, start, make: true, tell })
    }

    /// The same from tables that are there already.
    ///
    /// # Errors
    /// As for [`Solver::solve`], and when there are no tables for the game.
    pub fn probe(&self, game: GameId, start: &Start) -> Result<Solved, CatalogError> {
        game.with(Solve { solver: self, start, make: false, tell: &mut |_| {} })
    }

    /// The shortest forced win of the side to move within this many of its own moves, by the board alone: draws by
    /// repetition and limits of plies are left out.
    ///
    /// # Errors
    /// When the position cannot be read, or the work was stopped.
    pub fn mate(&self, game: GameId, start: &Start, moves: u32) -> Result<Mate, CatalogError> {
        game.with(FindMate { solver: self, start, moves })
    }

    /// Tigers and Goats from tables.
    pub(crate) fn tigers(
        &self,
        game: &Game<plyground_tigers::Tigers>,
        make: bool,
        tell: Tell<'_>,
    ) -> Result<Vec<(plyground_tigers::TigersMove, Exact)>, CatalogError> {
        if make {
            let captures_to_win = game.rules().captures_to_win();
            let options = SolveOptions { threads: self.threads, captures_to_win, ..SolveOptions::default() };
            let progress = |progress: &tigers::Progress| {
                tell(&SolveProgress { stage: progress.stage.to_string(), done: Some(progress.done) });
                if self.stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            tigers::solve(&self.tables, &options, progress).map_err(|error| undone(&error))?;
        }
        let tables = Tables::open(&self.tables, game.rules()).map_err(|error| undone(&error))?;
        let moves = tables.moves(game.position()).map_err(|error| undone(&error))?;
        moves.ok_or_else(|| undone(&"the tables do not hold this position"))
    }

    /// Small Cachex boards from tables.
    pub(crate) fn cachex(
        &self,
        game: &Game<plyground_cachex::Cachex>,
        make: bool,
        tell: Tell<'_>,
    ) -> Result<Vec<(plyground_cachex::CachexMove, Exact)>, CatalogError> {
        let size = game.position().size();
        let board = match SmallBoard::open(&self.tables, size).map_err(|error| undone(&error))? {
            Some(board) => Some(board),
            None if make => {
                tell(&SolveProgress { stage: format!("all boards of size {}", size.get()), done: None });
                let board = SmallBoard::solve(size);
                if let Some(board) = &board {
                    std::fs::create_dir_all(&self.tables).map_err(|error| undone(&error))?;
                    board.save(&self.tables).map_err(|error| undone(&error))?;
                }
                board
            }
            None => {
                let folder = self.tables.display();
                return Err(undone(&format!("{folder}: no table of this board: make it with `ply solve cachex`")));
            }
        };
        let board = board.ok_or_else(|| undone(&"cachex is solved on boards of size 3 and 4 only"))?;
        let moves = board.moves(game.position()).map_err(|error| undone(&error))?;
        moves.ok_or_else(|| undone(&"the table does not hold this position"))
    }
}

/// Reads the position of a start.
fn game_at<P: Playable>(start: &Start) -> Result<Game<P>, CatalogError> {
    crate::session::game_at::<P>(start)
}

struct Solve<'a, 'b> {
    solver: &'a Solver,
    start: &'a Start,
    make: bool,
    tell: &'a mut (dyn FnMut(&SolveProgress) + 'b),
}

impl ForGame for Solve<'_, '_> {
    type Out = Result<Solved, CatalogError>;

    fn call<P: Playable>(self) -> Self::Out {
        let game = game_at::<P>(self.start)?;
        let pos = game.position();
        let side = pos.side_to_move();
        let winner = |value: SolvedValue| -> Option<&'static str> {
            let mine = value.rank().signum();
            (mine != 0).then(|| P::side_name(if mine > 0 { side } else { !side }))
        };
        if let Some(ending) = game.ending() {
            let value = P::finished_value(pos, ending.outcome, side);
            return Ok(Solved {
                game: P::NAME,
                position: pos.to_string(),
                value,
                winner: ending.outcome.winner().map(P::side_name),
                plies: Some(0),
                moves: Vec::new(),
            });
        }
        if self.make
            && self.solver.value_only
            && let Some(value) = P::exact_value(&game, self.solver, self.tell)?
        {
            let (position, winner) = (pos.to_string(), winner(value));
            return Ok(Solved { game: P::NAME, position, value, winner, plies: None, moves: Vec::new() });
        }
        if self.solver.keep.is_some() {
            return Err(undone(
                &"only the value of Kalah without the majority rule, on at most 6 houses a side, is kept in a file",
            ));
        }
        let mut found = P::exact_moves(&game, self.solver, self.make, self.tell)?;
        // Best first: by value, then the quickest win and the longest defence.
        found.sort_by_key(|&(_, value, plies)| Reverse(value.worth(plies)));
        let moves: Vec<SolvedMove> = found
            .iter()
            .map(|&(mv, value, plies)| SolvedMove { mv: pos.move_text(mv), value, winner: winner(value), plies })
            .collect();
        let SolvedMove { value, winner, plies, .. } = moves[0];
        let moves = if self.solver.value_only { Vec::new() } else { moves };
        Ok(Solved { game: P::NAME, position: pos.to_string(), value, winner, plies, moves })
    }
}

struct FindMate<'a> {
    solver: &'a Solver,
    start: &'a Start,
    moves: u32,
}

impl ForGame for FindMate<'_> {
    type Out = Result<Mate, CatalogError>;

    fn call<P: Playable>(self) -> Self::Out {
        let game = game_at::<P>(self.start)?;
        let pos = game.position();
        let most = (2 * self.moves).saturating_sub(1).max(1);
        let mut search = Dfpn::new(self.solver.table);
        let found = search.shortest_win(pos, most, &self.solver.stop);
        let win = found.map_err(|Stopped| undone(&"stopped before all moves were searched"))?;
        let plies = win.as_ref().map(|win| win.plies);
        let mut at = pos.clone();
        let mut pv = Vec::new();
        for mv in win.into_iter().flat_map(|win| win.line) {
            pv.push(at.move_text(mv));
            at.play_unchecked(mv);
        }
        Ok(Mate { game: P::NAME, position: pos.to_string(), plies, pv, nodes: search.nodes() })
    }
}

/// A value from tables as data.
pub(crate) fn of_tables<M: Copy>(values: Vec<(M, Exact)>) -> Vec<(M, SolvedValue, Option<u32>)> {
    values.into_iter().map(|(mv, value)| (mv, SolvedValue::Result(value.result()), value.plies())).collect()
}

/// The value of a finished game for `side`, won or lost.
pub(crate) fn of_outcome(outcome: plyground_game::Outcome, side: Side) -> SolvedValue {
    SolvedValue::Result(match outcome.winner() {
        None => Wdl::Draw,
        Some(winner) if winner == side => Wdl::Win,
        Some(_) => Wdl::Loss,
    })
}
