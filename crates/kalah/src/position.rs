//! The position and its moves.

use alloc::format;
use alloc::string::{String, ToString};
use core::ops::ControlFlow;

use plyground_game::diagram::Diagram;
use plyground_game::notation::{ParseMoveError, ParsePositionError};
use plyground_game::{Class, Outcome, Position, Side};

use crate::board::WideBoard;
use crate::moves::House;
use crate::packed::PackedSide;
use crate::rules::KalahRules;
use crate::setup::KalahSetup;
use crate::variant::Variant;
use crate::wide::WideHouses;
use crate::{MAX_HOUSES, MAX_SEEDS, SMALL_HOUSES};

/// Position of Kalah. South is the first side, North the second.
///
/// When a move ends the game because a side has no seeds, the remaining seeds move to the stores of their owners.
///
/// # Notation
/// `<m,S,N,s1,..,sm,n1,..,nm> S`: the number m of houses per side, the stores of South and North, the houses of South and of North
/// in sowing order, and the side to move (`S` or `N`). A move is the number of a house.
///
/// ```
/// use plyground_game::{Outcome, Position, Side};
/// use plyground_kalah::{House, Kalah, KalahRules};
///
/// let pos = Kalah::parse("<3,5,4,0,0,1,2,0,6> S", &KalahRules::default())?;
/// assert_eq!(pos.store(Side::First), 5);
/// assert_eq!(pos.seeds(Side::Second, House::new(3).expect("a house of a board with 3")), 6);
///
/// // South sows its last seed. Its houses are then empty, so North's seeds go to North's store.
/// let end = pos.after(pos.legal_moves()[0]);
/// assert_eq!(end.to_string(), "<3,6,12,0,0,0,0,0,0> S");
/// assert_eq!(end.outcome(), Some(Outcome::Win(Side::Second)));
/// # Ok::<(), plyground_game::notation::ParsePositionError>(())
/// ```
//
// Both sides are stored from the view of the side to move, so a move reads the same fields for either side. A small
// board stays in registers as long as its address is not taken.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Kalah {
    pub(crate) own: PackedSide,
    pub(crate) other: PackedSide,
    pub(crate) layout: Layout,
    pub(crate) variant: Variant,
    pub(crate) side: Side,
}

/// Storage of the seeds in houses. The seeds alone determine the layout, so a position has exactly one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Layout {
    /// In the packed sides, with the stores: a small board while the game is not over and the side not to move has
    /// seeds.
    Packed,
    /// As [words](WideHouses::words); the packed sides hold only the stores.
    Wide { own: [u64; 2], other: [u64; 2] },
}

// A position of any size fits into one cache line.
const _: () = assert!(size_of::<Kalah>() <= 64);

impl Kalah {
    /// Returns the number of houses per side, `m`.
    #[inline]
    #[must_use]
    pub const fn houses(&self) -> usize {
        self.variant.houses()
    }

    /// Returns the number of seeds in a side's store.
    #[inline]
    #[must_use]
    pub const fn store(&self, side: Side) -> u16 {
        if self.is_to_move(side) { self.own.store() } else { self.other.store() }
    }

    /// Returns the number of seeds in a house of a side; 0 if the board has no such house.
    #[inline]
    #[must_use]
    pub const fn seeds(&self, side: Side, house: House) -> u16 {
        let own = self.is_to_move(side);
        match &self.layout {
            Layout::Packed if house.index() >= SMALL_HOUSES => 0,
            Layout::Packed => (if own { self.own } else { self.other }).get(house) as u16,
            Layout::Wide { own: row, .. } if own => WideHouses::from_words(*row).get(house),
            Layout::Wide { other: row, .. } => WideHouses::from_words(*row).get(house),
        }
    }

    /// Returns the number of seeds in all houses of a side.
    #[must_use]
    pub const fn seeds_in_houses(&self, side: Side) -> u16 {
        let board = self.board();
        if self.is_to_move(side) { board.own.sum() } else { board.other.sum() }
    }

    /// Returns the number of seeds in houses and stores, which is constant during a game.
    #[inline]
    #[must_use]
    pub const fn total(&self) -> u16 {
        self.variant.total()
    }

    /// Returns the rules of the position.
    #[inline]
    #[must_use]
    pub const fn rules(&self) -> KalahRules {
        self.variant.rules()
    }

    /// Returns the final number of seeds of each side, `[south, north]`; `None` while the game is not over. After an
    /// end by majority without sweeping these are the seeds in the stores: the winner is known, and the margin is not
    /// played out.
    #[inline]
    #[must_use]
    pub fn final_seeds(&self) -> Option<[u16; 2]> {
        match self.layout {
            Layout::Packed => None,
            // The value is passed by copy, because a position whose address is taken cannot stay in registers.
            _ => self.clone().counted(),
        }
    }

    /// Computes [`Kalah::final_seeds`] for the wide layout.
    #[cold]
    #[inline(never)]
    fn counted(self) -> Option<[u16; 2]> {
        if !self.is_over() {
            return None;
        }
        let [own, other] = self.board().settled(self.variant).stores;
        Some(if self.is_to_move(Side::First) { [own, other] } else { [other, own] })
    }

    /// Returns the difference of final seeds from the view of `side`; `None` while the game is not over.
    #[inline]
    #[must_use]
    pub fn final_margin(&self, side: Side) -> Option<i32> {
        let seeds = self.final_seeds()?.map(i32::from);
        Some(seeds[side.index()] - seeds[(!side).index()])
    }

    /// Returns the side that wins by any continuation: the seeds in the houses cannot change the winner any more.
    #[must_use]
    pub fn certain_winner(&self) -> Option<Side> {
        let left: u16 = Side::ALL.into_iter().map(|side| self.seeds_in_houses(side)).sum();
        Side::ALL.into_iter().find(|&side| self.store(side) > self.store(!side) + left)
    }

    /// Creates a position from its parts; `None` if there are too many houses or seeds. The houses of each side are in
    /// its sowing order.
    #[must_use]
    pub fn from_parts(houses: [&[u16]; 2], stores: [u16; 2], side: Side, rules: &KalahRules) -> Option<Kalah> {
        let m = houses[0].len();
        let all = houses[0].iter().chain(houses[1]).chain(&stores);
        let total: u32 = all.map(|&seeds| u32::from(seeds)).sum();
        if m == 0 || m > MAX_HOUSES || houses[1].len() != m || total > MAX_SEEDS {
            return None;
        }
        let rows = houses.map(|row| {
            let houses =
                row.iter().enumerate().map(|(index, &seeds)| WideHouses::with(House::from_index(index), seeds));
            houses.fold(WideHouses::EMPTY, WideHouses::plus)
        });
        let (own, other) = (side.index(), (!side).index());
        let board = WideBoard { own: rows[own], other: rows[other], stores: [stores[own], stores[other]] };
        Some(Kalah::from_board(&board, side, Variant::new(total as u16, m, rules)))
    }

    /// Creates the position with this side to move.
    pub(crate) fn from_board(board: &WideBoard, side: Side, variant: Variant) -> Kalah {
        let [own_store, other_store] = board.stores;
        let (own, other, layout) = if variant.is_small() && !board.other.is_empty() && !board.is_over(variant) {
            (
                PackedSide::from_wide(own_store, board.own),
                PackedSide::from_wide(other_store, board.other),
                Layout::Packed,
            )
        } else {
            let layout = Layout::Wide { own: board.own.words(), other: board.other.words() };
            (PackedSide::with_store(own_store), PackedSide::with_store(other_store), layout)
        };
        Kalah { own, other, layout, variant, side }
    }

    /// Returns the board in the wide layout, from the view of the side to move.
    pub(crate) const fn board(&self) -> WideBoard {
        let (own, other) = match &self.layout {
            Layout::Packed => (self.own.to_wide(), self.other.to_wide()),
            Layout::Wide { own, other } => (WideHouses::from_words(*own), WideHouses::from_words(*other)),
        };
        WideBoard { own, other, stores: [self.own.store(), self.other.store()] }
    }

    #[inline]
    const fn is_to_move(&self, side: Side) -> bool {
        side as u8 == self.side as u8
    }

    pub(crate) const fn is_over(&self) -> bool {
        match self.layout {
            Layout::Packed => false,
            Layout::Wide { .. } => self.board().is_over(self.variant),
        }
    }

    /// Returns the houses that can be sown, each as its [bit](House::bit).
    //
    // This function is separate because the usual layout is the packed one.
    #[cold]
    #[inline(never)]
    const fn playable_wide(&self) -> u64 {
        if self.is_over() { 0 } else { self.board().own.occupied() }
    }
}

/// The usual start by the usual rules.
impl Default for Kalah {
    fn default() -> Kalah {
        Kalah::new(&KalahSetup::default(), &KalahRules::default())
    }
}

impl Position for Kalah {
    type Move = House;
    type Setup = KalahSetup;
    type Rules = KalahRules;

    const NAME: &'static str = "kalah";
    const SIDES: [&'static str; 2] = ["south", "north"];
    // Seeds only move forward, so no position repeats; no rule limits the number of turns.
    const HAS_HISTORY: bool = false;

    fn new(setup: &KalahSetup, rules: &KalahRules) -> Kalah {
        let row = [setup.seeds(); MAX_HOUSES];
        let row = &row[..setup.houses()];
        Kalah::from_parts([row, row], [0, 0], Side::First, rules).expect("a set-up is a board that fits")
    }

    fn parse(text: &str, rules: &KalahRules) -> Result<Kalah, ParsePositionError> {
        Kalah::read(text, rules)
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let [south, north] = self.final_seeds()?;
        Some(match south.cmp(&north) {
            core::cmp::Ordering::Greater => Outcome::Win(Side::First),
            core::cmp::Ordering::Less => Outcome::Win(Side::Second),
            core::cmp::Ordering::Equal => Outcome::Draw,
        })
    }

    fn outcome_reason(&self) -> Option<String> {
        let [south, north] = self.final_seeds()?;
        let empty = Side::ALL.map(|side| self.seeds_in_houses(side) == 0);
        let cause = match (self.board().is_out_of_seeds(self.variant), empty) {
            (false, _) => "a store holds more than half of all seeds",
            (true, [true, true]) => "the houses are empty",
            (true, [true, false]) => "south's houses are empty",
            (true, [false, _]) => "north's houses are empty",
        };
        Some(format!("{cause}, {south} seeds to {north}"))
    }

    #[inline]
    fn visit_moves<B>(&self, class: Class, mut visit: impl FnMut(House) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut houses = match self.layout {
            Layout::Packed => self.own.occupied(),
            Layout::Wide { .. } => self.playable_wide(),
        };
        while houses != 0 {
            let mv = House::at_bit(houses.trailing_zeros());
            houses &= houses - 1;
            if class == Class::All || class.includes(self.is_noisy(mv)) {
                visit(mv)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn play_unchecked(&mut self, mv: House) {
        *self = self.after(mv);
    }

    #[inline(always)]
    fn after(&self, mv: House) -> Kalah {
        self.played(mv)
    }

    #[inline]
    fn key(&self) -> u64 {
        // The key uses folded multiplications, as in wyhash. Both sides from the mover's view and the mover identify a
        // position.
        let sides = fold(self.own.word() ^ 0xa076_1d64_78bd_642f, self.other.word() ^ 0xe703_7ed1_a0b4_28db);
        let rest = u64::from(self.variant.word()) | (self.side as u64) << 32;
        let rest = sides ^ rest.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        match &self.layout {
            Layout::Packed => fold(rest, 0x8ebc_6af0_9c88_c6e3),
            Layout::Wide { own, other } => key_wide(rest, WideHouses::from_words(*own), WideHouses::from_words(*other)),
        }
    }

    fn parse_move(&self, text: &str) -> Result<House, ParseMoveError> {
        self.read_house(text)
    }

    fn move_text(&self, mv: House) -> String {
        mv.to_string()
    }

    fn diagram(&self) -> Diagram {
        self.draw()
    }

    fn describe(&self, mv: House) -> String {
        self.describe(mv)
    }

    #[inline]
    fn is_irreversible(&self, _mv: House) -> bool {
        true
    }

    #[inline]
    fn is_noisy(&self, mv: House) -> bool {
        Kalah::is_noisy(self, mv)
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        u64::from(match self.layout {
            Layout::Packed => self.own.count_occupied(),
            Layout::Wide { .. } => self.playable_wide().count_ones(),
        })
    }

    #[inline]
    fn is_legal(&self, mv: House) -> bool {
        !self.is_over() && self.seeds(self.side, mv) > 0
    }
}

/// Returns the key of a position in the wide layout, whose packed sides are part of `rest`.
//
// Arrays would be passed by their address in the position, and so keep the position out of registers.
#[cold]
#[inline(never)]
fn key_wide(rest: u64, own: WideHouses, other: WideHouses) -> u64 {
    let (own, other) = (own.words(), other.words());
    let low = fold(own[0] ^ rest, other[0] ^ 0x5895_7aad_4c4e_7bd1);
    fold(own[1] ^ low, other[1] ^ 0x1d8e_4e27_c47d_124f)
}

/// Multiplies two words and combines the halves of the 128-bit product by XOR.
#[inline]
const fn fold(one: u64, other: u64) -> u64 {
    let product = one as u128 * other as u128;
    product as u64 ^ (product >> 64) as u64
}
