//! Strong solution of Cachex on small boards by retrograde analysis, over all arrangements of stones with either side
//! to move.
//!
//! Positions are numbered from the mover's view: with Blue to move, colours are swapped and the board is transposed.
//! The cells are the digits of a number in base 3: empty, own, other. This gives 19,683 numbers for 3 x 3 cells and
//! 43,046,721 for 4 x 4. Some of these arrangements are not reachable in a game but can be set up.
//!
//! The opening rules (no first placement in the centre, STEAL) concern the first two actions. Positions in which they
//! still matter are valued by their moves, from the table. A side that must let the board repeat does not win, so a
//! draw is a position in which neither side can force a win. The values depend on the board alone;
//! [`solve`](crate::solve()) applies the turn limit with the distances.
//!
//! ```
//! use plyground_cachex::{BoardSize, Cachex, CachexRules};
//! use plyground_game::Position;
//! use plyground_solve::{Wdl, cachex::SmallBoard};
//!
//! let size = BoardSize::new(3).expect("3 is a size");
//! let solved = SmallBoard::solve(size).expect("it is small enough");
//! let free: CachexRules = "standard,steal=off,centre_ban=off".parse()?;
//! let value = solved.probe(&Cachex::new(&size, &free))?.expect("it is on this board");
//! assert_eq!((value.result(), value.plies()), (Wdl::Win, Some(7)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod estimate;
mod exact;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use plyground_cachex::{BoardSize, Cachex, CachexMove, CachexRules, Cells};
use plyground_game::{Position, Side};

use crate::retrograde::retrograde_with;
use crate::table::{self, Description, TableError, TableFile};
use crate::{Indexed, Place, Solution, TableCounts, Value, Wdl};

pub use estimate::CellsToFill;
pub use exact::ExactCachex;

/// Values of all positions on a small board.
#[derive(Debug)]
pub struct SmallBoard {
    numbering: Numbering,
    values: Values,
}

/// Counts of values for the side to move.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct SmallBoardCounts {
    /// Arrangements that already have a connection, of the waiting side or, if set up by hand, of the side to move.
    pub finished: u64,
    /// All other arrangements.
    pub unfinished: TableCounts,
}

/// Values from the solver or from a file.
#[derive(Debug)]
enum Values {
    Solved(Solution),
    /// The second field is the longest distance in the file's header, in plies.
    Stored(Box<TableFile>, u8),
}

/// Largest board size that is solved.
const LARGEST: u8 = 4;

impl SmallBoard {
    /// Computes the values of all positions of a board; `None` for boards of more than 4 x 4 cells. The 4 x 4 board
    /// takes about a minute and 1.2 GB of memory.
    #[must_use]
    pub fn solve(size: BoardSize) -> Option<SmallBoard> {
        SmallBoard::solve_with(size, 1, &mut |_| ControlFlow::Continue(()))
    }

    /// Computes the same with several threads. `each` receives the share of the work that is done, 0 to 1, and may stop
    /// it.
    pub(crate) fn solve_with(
        size: BoardSize,
        threads: usize,
        each: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Option<SmallBoard> {
        let numbering = Numbering::new(size)?;
        // Numbers, moves and distances of these boards are far below all limits.
        let values = Values::Solved(retrograde_with(&numbering, threads, each).ok()?);
        Some(SmallBoard { numbering, values })
    }

    /// Returns the size of the board.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.numbering.size
    }

    /// Writes the values to the folder's table for this size, one byte each.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn save(&self, folder: &Path) -> Result<(), TableError> {
        let path = path(folder, self.size());
        std::fs::create_dir_all(folder).map_err(|source| TableError::Io { path: folder.to_owned(), source })?;
        let mut bytes = Vec::with_capacity(self.numbering.len());
        for index in 0..self.numbering.len() {
            let value = self.value_at(index, 0)?;
            bytes.push(match (value.result(), value.plies()) {
                (Wdl::Draw, _) => DRAWN,
                // The largest distance on the 4 x 4 board is far below this limit.
                (_, plies) => plies
                    .and_then(|plies| u8::try_from(plies).ok())
                    .filter(|&plies| plies < DRAWN)
                    .ok_or_else(|| {
                        let source = std::io::Error::other("a distance that does not fit a byte");
                        TableError::Io { path: path.clone(), source }
                    })?,
            });
        }
        let longest = bytes.iter().filter(|&&byte| byte != DRAWN).max().unwrap_or(&0);
        let mut description = description(self.size());
        description.facts.push((LONGEST.to_owned(), longest.to_string()));
        table::write(&path, &description, bytes.len() as u64, std::iter::once(&bytes[..]))
    }

    /// Opens the folder's table for a board; `None` if there is no table or the board is too large.
    ///
    /// # Errors
    /// Returns an error if the table is damaged or belongs to another game or board.
    pub fn open(folder: &Path, size: BoardSize) -> Result<Option<SmallBoard>, TableError> {
        let Some(numbering) = Numbering::new(size) else { return Ok(None) };
        let Some(table) = TableFile::open(&path(folder, size))? else { return Ok(None) };
        let Description { game, rules, layer, .. } = description(size);
        table.expect(&game, &rules, &layer)?;
        if table.length() != numbering.len() as u64 {
            return Err(table.other("bytes of data", &table.length().to_string(), &numbering.len().to_string()));
        }
        // Tables of earlier versions do not contain this fact.
        let longest = table.description().fact(LONGEST).and_then(|text| text.parse().ok()).unwrap_or(DRAWN - 1);
        Ok(Some(SmallBoard { numbering, values: Values::Stored(Box::new(table), longest) }))
    }

    /// Returns the value of a position for its side to move; `None` for a board of another size.
    ///
    /// # Errors
    /// Returns an error if the table is damaged or cannot be read.
    pub fn probe(&self, pos: &Cachex) -> Result<Option<Value>, TableError> {
        if pos.size() != self.size() {
            return Ok(None);
        }
        if let Some(outcome) = pos.outcome() {
            return Ok(Some(Value::finished(outcome, pos.side_to_move())));
        }
        let stones = Side::ALL.map(|side| pos.stones(side));
        let (size, side) = (pos.size(), pos.side_to_move());
        let later = Cachex::from_stones(size, stones, side, PAST_OPENING, &CachexRules::default());
        if later.as_ref() == Some(pos) {
            return self.value_at(self.numbering.number(stones, side), 1).map(Some);
        }
        // The opening rules still matter. They concern at most two actions, so this recursion ends.
        let moves = self.moves(pos)?.unwrap_or_default();
        Ok(moves.into_iter().map(|(_, value)| value).max())
    }

    /// Returns the value of each legal move for the side to move; `None` for a board of another size.
    ///
    /// # Errors
    /// Returns the same errors as [`SmallBoard::probe`].
    pub fn moves(&self, pos: &Cachex) -> Result<Option<Vec<(CachexMove, Value)>>, TableError> {
        let value = |&mv| Ok(self.probe(&pos.after(mv))?.map(|value| (mv, value.before(false))));
        pos.legal_moves().iter().map(value).collect()
    }

    /// Counts the values of all numbered positions. Both sides to move are equal by symmetry, so one is counted.
    ///
    /// # Errors
    /// Returns an error if the table is damaged or cannot be read.
    pub fn counts(&self) -> Result<SmallBoardCounts, TableError> {
        let mut counts = SmallBoardCounts::default();
        for index in 0..self.numbering.len() {
            match self.value_at(index, 0)? {
                value if value.plies() == Some(0) => counts.finished += 1,
                value => counts.unfinished.count(value),
            }
        }
        Ok(counts)
    }

    /// Returns the value of a number. A stored distance below `least` is an error.
    fn value_at(&self, index: usize, least: u8) -> Result<Value, TableError> {
        let (table, longest) = match &self.values {
            Values::Solved(solution) => return Ok(solution.value(index).unwrap_or(Value::DRAW)),
            Values::Stored(table, longest) => (table, *longest),
        };
        match table.byte(index as u64)? {
            DRAWN => Ok(Value::DRAW),
            plies if !(least..=longest).contains(&plies) => Err(table.impossible(
                index as u64,
                plies,
                &format!("{least} to {longest} plies, or {DRAWN} for a draw"),
            )),
            plies if plies % 2 == 1 => Ok(Value::win(plies.into())),
            plies => Ok(Value::loss(plies.into())),
        }
    }
}

/// Name of the header fact with the longest distance to the end, in plies, which bounds all values.
const LONGEST: &str = "longest";

/// Byte of a draw. All other bytes are plies to the end, odd for a win of the side to move.
const DRAWN: u8 = u8::MAX;
/// First turn at which the opening rules no longer matter.
const PAST_OPENING: u32 = 2;

fn path(folder: &Path, size: BoardSize) -> PathBuf {
    folder.join(format!("cachex-{size}.table"))
}

fn description(size: BoardSize) -> Description {
    Description {
        game: Cachex::NAME.into(),
        rules: "all, without a limit of turns".into(),
        layer: format!("{size} x {size} cells"),
        facts: Vec::new(),
    }
}

/// Numbering of arrangements from the mover's view.
///
/// A table needs numbers without gaps, so only this type packs rows to their true length. The rules crate computes the
/// effect of a placement.
#[derive(Debug)]
struct Numbering {
    size: BoardSize,
    /// Sums of powers of 3 over the cells of a mask, row by row; for Red to move, and transposed for Blue.
    sums: [Vec<u32>; 2],
}

impl Numbering {
    fn new(size: BoardSize) -> Option<Numbering> {
        let n = usize::from(size.get());
        if size.get() > LARGEST {
            return None;
        }
        let sum = |mask: usize, transposed: bool| {
            let digit = |bit: usize| if transposed { bit % n * n + bit / n } else { bit };
            (0..n * n).filter(|bit| mask >> bit & 1 != 0).map(|bit| 3u32.pow(digit(bit) as u32)).sum()
        };
        let sums = [false, true].map(|transposed| (0..1 << (n * n)).map(|mask| sum(mask, transposed)).collect());
        Some(Numbering { size, sums })
    }

    fn number(&self, stones: [Cells; 2], side: Side) -> usize {
        let n = self.size.get();
        let mask = |side: Side| {
            let stones = stones[side.index()];
            (0..n).fold(0, |mask, row| mask | usize::from(stones.row(row)) << (n * row))
        };
        let sums = &self.sums[side.index()];
        (sums[mask(side)] + 2 * sums[mask(!side)]) as usize
    }
}

impl Indexed for Numbering {
    type Position = Cachex;

    fn len(&self) -> usize {
        3usize.pow(u32::from(self.size.get()).pow(2))
    }

    /// Returns the position with Red to move after the opening. Every number has a position.
    fn position(&self, index: usize) -> Option<Cachex> {
        let mut stones = [Cells::EMPTY; 2];
        let mut rest = index as u32;
        for cell in self.size.cells() {
            if let Some(side) = (rest % 3).checked_sub(1) {
                stones[side as usize].insert(cell);
            }
            rest /= 3;
        }
        Cachex::from_stones(self.size, stones, Side::First, PAST_OPENING, &CachexRules::default())
    }

    fn place(&self, pos: &Cachex) -> Place {
        Place::Index(self.number(Side::ALL.map(|side| pos.stones(side)), pos.side_to_move()))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn distances_beyond_the_header_are_refused() {
        let folder = std::env::temp_dir().join(format!("plyground-cachex-values-{}", std::process::id()));
        let size = BoardSize::new(3).unwrap();
        let solved = SmallBoard::solve(size).unwrap();
        solved.save(&folder).unwrap();
        // The checksum is correct, because this header was written with the file.
        let file = path(&folder, size);
        let table = TableFile::open(&file).unwrap().unwrap();
        let longest = solved.counts().unwrap().unfinished.longest.unwrap();
        assert_eq!(table.description().fact(LONGEST), Some(&*longest.to_string()));
        let later =
            Cachex::from_stones(size, [Cells::EMPTY; 2], Side::First, PAST_OPENING, &CachexRules::default()).unwrap();
        let place = solved.numbering.number([Cells::EMPTY; 2], Side::First);
        for wrong in [0, longest as u8 + 1] {
            let mut bytes = Vec::new();
            table.read_all(table.length() as usize, || true, |all| bytes = all).unwrap();
            bytes[place] = wrong;
            table::write(&file, table.description(), bytes.len() as u64, std::iter::once(&bytes[..])).unwrap();
            let refused = SmallBoard::open(&folder, size).unwrap().unwrap().probe(&later).unwrap_err().to_string();
            let message = format!("the value {wrong} at byte {place} of the data, expected 1 to {longest} plies");
            assert!(refused.contains(&message), "{refused}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }

    /// Two cells that each join the edges are a sure connection at Hex, where the opponent can take only one. Here a
    /// capture may break both, so the search assumes no connections.
    #[test]
    fn captures_break_connections_by_either_of_two_cells() {
        let size = BoardSize::new(3).unwrap();
        let solved = SmallBoard::solve(size).unwrap();
        let (mut sure, mut broken) = (0, 0);
        for index in 0..solved.numbering.len() {
            let Some(pos) = solved.numbering.position(index) else { continue };
            let (own, other) = (pos.side_to_move(), !pos.side_to_move());
            if pos.outcome().is_some() || pos.winning_points(other).count() < 2 || !pos.winning_points(own).is_empty() {
                continue;
            }
            match solved.probe(&pos).unwrap().unwrap().result() {
                Wdl::Loss => sure += 1,
                _ => broken += 1,
            }
        }
        assert_eq!((sure, broken), (1_931, 525));
    }
}
