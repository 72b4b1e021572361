//! A position and the effect of a move.
//!
//! Two sets of cells, the side to move and the turn number are the whole state. The stone counts, the key of the stones and the
//! winner are cached, because a move updates them in a few instructions and most queries use them. A position that is read from
//! text computes them from scratch.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::ControlFlow;

use plyground_game::diagram::Diagram;
use plyground_game::notation::{IllegalMoveError, MoveError, ParseMoveError, ParsePositionError, quote};
use plyground_game::zobrist::table;
use plyground_game::{Class, Outcome, Position, Side};

use crate::captures::{step, taken_directions};
use crate::{BoardSize, CachexMove, CachexRules, Cell, Cells, flood};

/// The largest turn number; it does not increase further.
pub(crate) const MAX_TURN: u32 = 999_999_999;

/// Zobrist numbers of a stone of each colour on each cell.
static STONE_KEYS: [[u64; 256]; 2] = [table(0x00ca_c4e8_0001), table(0x00ca_c4e8_0002)];
/// Zobrist numbers of each board size and, from 16 on, of the remaining effect of the [opening](crate::opening) rules.
static OTHER_KEYS: [u64; 24] = table(0x00ca_c4e8_0003);
/// Zobrist number of the second side to move.
const SIDE_KEY: u64 = table::<1>(0x00ca_c4e8_0004)[0];

/// A position of Cachex.
///
/// Equality, hash and key depend on the size, the stones, the side to move and the remaining effect of the opening rules. They
/// ignore the turn number and options without a further effect.
///
/// # Notation
/// `5 ...../..rb./.b.r./.rb../..... r 6`: the size, the rows from row 0 upwards (`.` an empty cell, `r` or `b` a stone), the side to
/// move and the number of turns played. A move is `row,column`, such as `0,2`, or `steal`.
#[derive(Clone)]
pub struct Cachex {
    pub(crate) stones: [Cells; 2],
    /// Key of the size and the stones.
    stones_key: u64,
    turn: u32,
    /// Number of stones of each side.
    counts: [u8; 2],
    size: BoardSize,
    side: Side,
    winner: Option<Side>,
    steal: bool,
    centre_ban: bool,
}

const _: () = assert!(size_of::<Cachex>() <= 88);

impl Cachex {
    /// Returns a position from its parts; the two sets of stones are disjoint and on the board.
    pub(crate) fn from_parts(
        size: BoardSize,
        stones: [Cells; 2],
        side: Side,
        turn: u32,
        rules: &CachexRules,
    ) -> Cachex {
        let mut stones_key = OTHER_KEYS[usize::from(size.get())];
        for colour in Side::ALL {
            for cell in stones[colour.index()] {
                stones_key ^= STONE_KEYS[colour.index()][cell.index()];
            }
        }
        // Two chains from edge to edge would have to cross, so at most one side can have joined its edges.
        let winner = Side::ALL.into_iter().find(|&side| {
            let [from, to] = size.edges(side);
            flood(from, stones[side.index()]).meets(to)
        });
        let counts = stones.map(|stones| stones.count() as u8);
        let CachexRules { steal, centre_ban, .. } = *rules;
        Cachex { stones, stones_key, turn: turn.min(MAX_TURN), counts, size, side, winner, steal, centre_ban }
    }

    /// Returns the position with these stones, Red's first, after `turn` actions. Returns `None` if two stones share a cell or
    /// one is outside the board.
    #[must_use]
    pub fn from_stones(
        size: BoardSize,
        stones: [Cells; 2],
        side: Side,
        turn: u32,
        rules: &CachexRules,
    ) -> Option<Cachex> {
        let fits = !stones[0].meets(stones[1]) && (stones[0] | stones[1]) - size.cells() == Cells::EMPTY;
        fits.then(|| Cachex::from_parts(size, stones, side, turn, rules))
    }

    /// Returns the board size.
    #[inline]
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns the number of actions played, including STEAL.
    #[inline]
    #[must_use]
    pub const fn turn(&self) -> u32 {
        self.turn
    }

    /// Returns the stones of a side.
    #[inline]
    #[must_use]
    pub const fn stones(&self, side: Side) -> Cells {
        self.stones[side.index()]
    }

    /// Returns the number of stones of a side.
    #[inline]
    #[must_use]
    pub const fn stone_count(&self, side: Side) -> u32 {
        self.counts[side.index()] as u32
    }

    /// Returns the cells without a stone.
    #[inline]
    #[must_use]
    pub fn empty(&self) -> Cells {
        self.size.cells() - self.stones[0] - self.stones[1]
    }

    /// Returns the side whose stone is on a cell.
    #[must_use]
    pub fn stone_at(&self, cell: Cell) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.stones(side).contains(cell))
    }

    /// Returns the side that has joined its edges.
    #[inline]
    #[must_use]
    pub const fn winner(&self) -> Option<Side> {
        self.winner
    }

    /// Returns the cells on which the side to move may place a stone; none in a finished game.
    #[inline]
    #[must_use]
    pub fn placements(&self) -> Cells {
        if self.winner.is_some() {
            return Cells::EMPTY;
        }
        let mut cells = self.empty();
        if let Some(centre) = self.barred_centre() {
            cells.remove(centre);
        }
        cells
    }

    /// Returns the rule options that determine moves; those of the history are not part of a position.
    #[inline]
    #[must_use]
    pub fn rules(&self) -> CachexRules {
        CachexRules { steal: self.steal, centre_ban: self.centre_ban, ..CachexRules::STANDARD }
    }

    #[inline]
    fn flip_stone(&mut self, side: Side, cell: Cell) {
        self.stones_key ^= STONE_KEYS[side.index()][cell.index()];
    }

    #[inline]
    fn place(&mut self, cell: Cell) {
        let (side, other) = (self.side, !self.side);
        self.stones[side.index()].insert(cell);
        self.counts[side.index()] += 1;
        self.flip_stone(side, cell);
        let own = self.stones[side.index()];
        let mut taken = taken_directions(cell, own, self.stones[other.index()]);
        self.counts[other.index()] -= taken.count_ones() as u8;
        while taken != 0 {
            let prey = step(cell, taken.trailing_zeros());
            self.stones[other.index()].remove(prey);
            self.flip_stone(other, prey);
            taken &= taken - 1;
        }
        // A chain from edge to edge has a stone in each line, which this cheap test rules out for most placements.
        if self.counts[side.index()] >= self.size.get() && self.size.open_lines(side, own) == 0 {
            let group = flood(Cells::from(cell), own);
            let [from, to] = self.size.edges(side);
            if group.meets(from) && group.meets(to) {
                self.winner = Some(side);
            }
        }
    }

    fn steal(&mut self) {
        let Some(cell) = self.stones[(!self.side).index()].first() else { return };
        let target = cell.transposed();
        self.flip_stone(!self.side, cell);
        self.flip_stone(self.side, target);
        self.stones[(!self.side).index()].remove(cell);
        self.stones[self.side.index()].insert(target);
        self.counts.swap(0, 1);
    }

    /// Returns the reason why a move is illegal.
    fn why_not(&self, mv: CachexMove) -> String {
        let known = match mv {
            _ if self.winner.is_some() => None,
            CachexMove::Place(cell) if !self.size.contains(cell) => {
                Some(format!("there is no cell {cell} on a board of size {}", self.size))
            }
            CachexMove::Place(cell) => match self.stone_at(cell) {
                Some(side) => Some(format!("{} has a stone on {cell}", Self::side_name(side))),
                None => Some(format!("the first placement may not be the centre {cell}")),
            },
            CachexMove::Steal if !self.steal => Some("the rules are without STEAL".into()),
            CachexMove::Steal => Some("STEAL can only be the second action, with the first stone on the board".into()),
        };
        let rest = self.why_illegal(&mv.to_string());
        known.map_or(rest.clone(), |known| format!("{known}; {rest}"))
    }
}

/// The usual start by the usual rules.
impl Default for Cachex {
    fn default() -> Cachex {
        Cachex::new(&BoardSize::default(), &CachexRules::default())
    }
}

impl Position for Cachex {
    type Move = CachexMove;
    type Setup = BoardSize;
    type Rules = CachexRules;

    const NAME: &'static str = "cachex";
    const SIDES: [&'static str; 2] = ["red", "blue"];
    const HAS_HISTORY: bool = true;

    fn new(&size: &BoardSize, rules: &CachexRules) -> Cachex {
        Cachex::from_parts(size, [Cells::EMPTY; 2], Side::First, 0, rules)
    }

    fn parse(text: &str, rules: &CachexRules) -> Result<Cachex, ParsePositionError> {
        Ok(Cachex::read(text, rules)?)
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.winner.map(Outcome::Win)
    }

    fn outcome_reason(&self) -> Option<String> {
        let line = |side| match side {
            Side::First => "row",
            Side::Second => "column",
        };
        self.winner.map(|side| {
            format!(
                "{} has joined {line} 0 with {line} {}",
                Self::side_name(side),
                self.size.get() - 1,
                line = line(side)
            )
        })
    }

    #[inline]
    fn visit_moves<B>(&self, class: Class, mut visit: impl FnMut(CachexMove) -> ControlFlow<B>) -> ControlFlow<B> {
        let placements = match class {
            Class::All => self.placements(),
            Class::Noisy => self.placements() & self.noisy_points(),
            Class::Quiet => self.placements() - self.noisy_points(),
        };
        for cell in placements {
            visit(CachexMove::Place(cell))?;
        }
        if class.includes(true) && self.can_steal() {
            visit(CachexMove::Steal)?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn play_unchecked(&mut self, mv: CachexMove) {
        match mv {
            CachexMove::Place(cell) => self.place(cell),
            CachexMove::Steal => self.steal(),
        }
        self.side = !self.side;
        self.turn = (self.turn + 1).min(MAX_TURN);
    }

    #[inline]
    fn key(&self) -> u64 {
        let side = if self.side == Side::First { 0 } else { SIDE_KEY };
        let opening = match self.opening() as usize {
            0 => 0,
            open => OTHER_KEYS[16 + open],
        };
        self.stones_key ^ side ^ opening
    }

    fn parse_move(&self, text: &str) -> Result<CachexMove, ParseMoveError> {
        Ok(CachexMove::read(text, self.size)?)
    }

    fn move_text(&self, mv: CachexMove) -> String {
        mv.to_string()
    }

    fn diagram(&self) -> Diagram {
        self.draw()
    }

    fn describe(&self, mv: CachexMove) -> String {
        self.describe_move(mv)
    }

    /// Returns the key of the stones: the side to move does not matter for a repetition.
    #[inline]
    fn repetition_key(&self) -> u64 {
        self.stones_key
    }

    fn turns_played(&self) -> u32 {
        self.turn
    }

    /// Returns whether the board has fewer than two stones. Such a board never recurs: a capture leaves its two captors.
    #[inline]
    fn is_irreversible(&self, _mv: CachexMove) -> bool {
        self.counts[0] + self.counts[1] < 2
    }

    /// Returns whether this legal move captures, wins or steals.
    fn is_noisy(&self, mv: CachexMove) -> bool {
        mv == CachexMove::Steal || !self.captures(mv).is_empty() || self.wins(mv)
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        if self.winner.is_some() {
            return 0;
        }
        let cells = u64::from(self.size.get()) * u64::from(self.size.get());
        let empty = cells - u64::from(self.counts[0]) - u64::from(self.counts[1]);
        empty - u64::from(self.barred_centre().is_some()) + u64::from(self.can_steal())
    }

    #[inline]
    fn is_legal(&self, mv: CachexMove) -> bool {
        match mv {
            CachexMove::Place(cell) => self.placements().contains(cell),
            CachexMove::Steal => self.can_steal(),
        }
    }

    fn play(&mut self, mv: CachexMove) -> Result<(), IllegalMoveError> {
        if self.is_legal(mv) {
            self.play_unchecked(mv);
            Ok(())
        } else {
            Err(IllegalMoveError { mv: quote(&mv.to_string()), reason: self.why_not(mv) })
        }
    }

    fn read_move(&self, text: &str) -> Result<CachexMove, MoveError> {
        let mv = self.parse_move(text)?;
        if self.is_legal(mv) {
            Ok(mv)
        } else {
            Err(IllegalMoveError { mv: quote(text), reason: self.why_not(mv) }.into())
        }
    }
}

impl PartialEq for Cachex {
    fn eq(&self, other: &Cachex) -> bool {
        self.stones == other.stones
            && self.size == other.size
            && self.side == other.side
            && self.opening() == other.opening()
    }
}

impl Eq for Cachex {}

impl Hash for Cachex {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key());
    }
}

impl fmt::Debug for Cachex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cachex({self})")
    }
}
