//! Exact values of Cachex on small boards, from tables that are built if they are missing.

use std::ops::ControlFlow;
use std::path::Path;

use plyground_cachex::{BoardSize, Cachex, CachexMove};
use plyground_game::{Game, Position, Side};

use super::estimate::{CellsToFill, cells_to_fill};
use super::{LARGEST, SmallBoard, path};
use crate::proof::{Provable, Prover, Sample};
use crate::solvable::{Oracle, TableOracle};
use crate::table::{Turn, try_folder};
use crate::tiers::{Values, Verifier};
use crate::{
    ExactMove, Indexed, OnProgress, ProofNumbers, Solvable, SolveError, SolveOptions, SolveProgress, TableCheck,
    TableCounts, TableError, Tables, Value,
};

/// Solver of Cachex on boards of 3 x 3 and 4 x 4 cells, with the tables of a folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ExactCachex;

impl Solvable<Cachex> for ExactCachex {
    fn exact_moves(
        &self,
        game: &Game<Cachex>,
        options: &SolveOptions,
        make: bool,
        progress: OnProgress<'_>,
    ) -> Result<Vec<ExactMove<CachexMove>>, SolveError> {
        let size = game.position().size();
        let board = match SmallBoard::open(&options.tables, size)? {
            Some(board) => board,
            None if make => make_table(options, size, progress)?,
            None => return Err(missing(options)),
        };
        let moves = Tables::moves(&board, game.position())?;
        moves.ok_or_else(|| SolveError::NotInTables { held: "the table does not hold this position".into() })
    }

    fn make_tables(
        &self,
        game: &Game<Cachex>,
        options: &SolveOptions,
        progress: OnProgress<'_>,
    ) -> Result<TableCounts, SolveError> {
        let board = make_table(options, game.position().size(), progress)?;
        let mut counts = TableCounts::default();
        for index in 0..board.numbering.len() {
            let pos = board.numbering.position(index);
            let value = pos.map(|pos| board.probe(&pos)).transpose()?.flatten();
            value.into_iter().for_each(|value| counts.count(value));
        }
        Ok(counts)
    }

    /// Compares all arrangements with either side to move, from the mover's view.
    fn verify_tables(
        &self,
        game: &Game<Cachex>,
        options: &SolveOptions,
        sample: Sample,
        progress: OnProgress<'_>,
    ) -> Result<TableCheck, SolveError> {
        let board = SmallBoard::open(&options.tables, game.position().size())?.ok_or_else(|| missing(options))?;
        let (numbering, verifier) = (&board.numbering, Verifier { game, options });
        verifier.numbered(numbering.len(), |index| numbering.position(index), &board, sample, progress)
    }

    fn open(&self, folder: &Path, game: &Game<Cachex>) -> Result<Option<Box<dyn Tables<Cachex>>>, TableError> {
        let board = SmallBoard::open(folder, game.position().size())?;
        Ok(board.map(|board| -> Box<dyn Tables<Cachex>> { Box::new(board) }))
    }

    /// Returns the values of all boards of this size: from the folder, or built in memory if that takes only seconds.
    fn oracle(
        &self,
        game: &Game<Cachex>,
        options: &SolveOptions,
    ) -> Result<Option<Box<dyn Oracle<Cachex>>>, SolveError> {
        if let Some(tables) = self.open(&options.tables, game)? {
            return Ok(Some(Box::new(TableOracle(tables))));
        }
        let whole = &mut |_| if options.stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let size = game.position().size();
        if size.get() > QUICK {
            return Ok(None);
        }
        let board = SmallBoard::solve_with(size, options.threads, whole);
        let board = board.ok_or(SolveError::Stopped { before: "all boards were valued" })?;
        Ok(Some(Box::new(TableOracle(Box::new(board)))))
    }

    fn provable(&self) -> Option<&dyn Provable<Cachex>> {
        Some(self)
    }

    fn shares_tables(&self, opened: &Game<Cachex>, game: &Game<Cachex>) -> bool {
        opened.rules() == game.rules() && opened.position().size() == game.position().size()
    }
}

/// Returns the error for a missing table.
fn missing(options: &SolveOptions) -> SolveError {
    let command = "ply solve cachex".into();
    SolveError::NoTables { folder: options.tables.clone(), what: "table of this board".into(), command }
}

impl Values<Cachex> for SmallBoard {
    fn probe(&self, pos: &Cachex) -> Result<Option<Value>, TableError> {
        SmallBoard::probe(self, pos)
    }

    /// Returns the stored value; empty for a finished arrangement, whose value follows from the rules.
    fn stored(&self, pos: &Cachex) -> Result<Vec<Value>, TableError> {
        if pos.outcome().is_some() {
            return Ok(Vec::new());
        }
        let number = self.numbering.number(Side::ALL.map(|side| pos.stones(side)), pos.side_to_move());
        Ok(vec![self.value_at(number, 0)?])
    }
}

/// Largest board whose table is built without asking. The next one takes a minute and 1.2 GB of memory.
const QUICK: u8 = 3;

/// Builds the table of a board, unless it exists or another process builds it.
fn make_table(options: &SolveOptions, size: BoardSize, progress: OnProgress<'_>) -> Result<SmallBoard, SolveError> {
    if size.get() > LARGEST {
        return Err(SolveError::TooLarge { game: Cachex::NAME, boards: "boards of size 3 and 4" });
    }
    let path = path(&options.tables, size);
    try_folder(&options.tables, &path)?;
    let _turn = Turn::wait(&path, &options.stop, progress)?;
    if let Some(board) = SmallBoard::open(&options.tables, size)? {
        return Ok(board);
    }
    let mut each = |done| {
        progress(&SolveProgress::share(format!("all boards of size {}", size.get()), done));
        if options.stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let board = SmallBoard::solve_with(size, options.threads, &mut each);
    let board = board.ok_or(SolveError::Stopped { before: "all boards were valued" })?;
    board.save(&options.tables)?;
    Ok(board)
}

/// Proof-number search, on a board of any size.
impl Provable<Cachex> for ExactCachex {
    /// The side that must fill fewer cells wins, or the side to move if both must fill equally many.
    fn guess(&self, pos: &Cachex) -> i32 {
        let [own, other] = [pos.side_to_move(), !pos.side_to_move()].map(|side| cells_to_fill(pos, side));
        if own <= other { 1 } else { -1 }
    }

    fn prover(&self, game: &Game<Cachex>, options: &SolveOptions) -> Result<Box<dyn Prover<Cachex>>, SolveError> {
        Ok(ProofNumbers::prover(game, options, CellsToFill))
    }
}

impl Tables<Cachex> for SmallBoard {
    fn moves(&self, pos: &Cachex) -> Result<Option<Vec<ExactMove<CachexMove>>>, TableError> {
        let moves = SmallBoard::moves(self, pos)?;
        Ok(moves.map(|moves| moves.into_iter().map(|(mv, value)| ExactMove::by_result(mv, value)).collect()))
    }
}
