//! The stones that a placement captures.
//!
//! A *diamond* is two adjacent cells with the two cells adjacent to both. Twelve diamonds contain a cell x. In six, x is an acute
//! corner: the opposite corner is two steps away, between two neighbouring directions. In the other six, x is an obtuse corner:
//! the opposite corner is a neighbour. In all twelve, the other two cells are neighbours of x. So a placement captures a subset
//! of its six neighbours, and 18 bits decide which:
//!
//! ```text
//!           a0                a_i  acute opposite between directions i and i+1
//!       a5 0  1 a1
//!         5 x  2              acute  i: own a_i, theirs i and i+1      -> takes i and i+1
//!       a4 4  3 a2            obtuse i: own i,   theirs i-1 and i+1    -> takes i-1 and i+1
//!           a3
//! ```
//!
//! All these bits are in the 64 bits around x. A diamond that crosses the side of the board would need an opponent's stone in
//! column 15 or in a row that does not exist. No stone is ever there, so this code needs no test for edges.

use crate::words::{and, down, or, up};
use crate::{Cell, Cells};

/// The bit of the cell itself in a window.
const CENTRE: i32 = 32;

/// Returns the offset in a window of a step in a direction and one in the next direction.
const fn two_steps(direction: usize) -> i32 {
    Cell::STEPS[direction] as i32 + Cell::STEPS[(direction + 1) % 6] as i32
}

/// Bits of the neighbours in a window, by direction.
const NEIGHBOURS: [u32; 6] = {
    let mut places = [0; 6];
    let mut direction = 0;
    while direction < 6 {
        places[direction] = (CENTRE + Cell::STEPS[direction] as i32) as u32;
        direction += 1;
    }
    places
};

/// Bits of the acute opposites in a window; number i is a step in direction i and one in direction i + 1.
const ACUTE: [u32; 6] = {
    let mut places = [0; 6];
    let mut direction = 0;
    while direction < 6 {
        places[direction] = (CENTRE + two_steps(direction)) as u32;
        direction += 1;
    }
    places
};

/// Returns the stones of `theirs` that a stone of `own` placed on `cell` captures, by direction: bit i is neighbour i.
#[inline]
pub(crate) fn taken_directions(cell: Cell, own: Cells, theirs: Cells) -> u32 {
    let theirs = neighbours(theirs.window(cell));
    if theirs & theirs.wrapping_sub(1) == 0 {
        // Every capture takes at least two stones.
        return 0;
    }
    let window = own.window(cell);
    let acute = theirs & before(theirs) & acute_opposites(window);
    let obtuse = neighbours(window) & before(theirs) & behind(theirs);
    acute | behind(acute) | behind(obtuse) | before(obtuse)
}

/// Returns the cell one step in a direction; the caller guarantees that it is on the board.
#[inline]
pub(crate) fn step(cell: Cell, direction: u32) -> Cell {
    Cell::from_bit(cell.index() as u32 + NEIGHBOURS[direction as usize] - CENTRE as u32)
}

/// Returns the cells on which a stone of `own` would capture stones of `theirs`. The cells may be occupied or outside the board.
///
/// The tests are those for one cell, applied to all cells at once by shifting the board.
#[inline]
pub(crate) fn points<const W: usize>(own: [u64; W], theirs: [u64; W]) -> [u64; W] {
    let enemy = shifted(theirs);
    let friend = shifted(own);
    // For each direction, the cells whose acute opposite is an own stone.
    let acute = [
        down::<W, { two_steps(0) as u32 }>(own),
        down::<W, { two_steps(1) as u32 }>(own),
        up::<W, { -two_steps(2) as u32 }>(own),
        up::<W, { -two_steps(3) as u32 }>(own),
        up::<W, { -two_steps(4) as u32 }>(own),
        down::<W, { two_steps(5) as u32 }>(own),
    ];
    let mut found = [0; W];
    for i in 0..6 {
        let (next, last) = ((i + 1) % 6, (i + 5) % 6);
        found = or(found, and(enemy[next], or(and(enemy[i], acute[i]), and(enemy[last], friend[i]))));
    }
    found
}

/// Returns, for each direction, the cells whose neighbour in that direction is in `cells`.
#[inline(always)]
fn shifted<const W: usize>(cells: [u64; W]) -> [[u64; W]; 6] {
    const BY: [i8; 6] = Cell::STEPS;
    [
        down::<W, { BY[0] as u32 }>(cells),
        down::<W, { BY[1] as u32 }>(cells),
        down::<W, { BY[2] as u32 }>(cells),
        up::<W, { -BY[3] as u32 }>(cells),
        up::<W, { -BY[4] as u32 }>(cells),
        up::<W, { -BY[5] as u32 }>(cells),
    ]
}

/// Returns the neighbours in a window, by direction.
#[inline]
fn neighbours(window: u64) -> u32 {
    pick(window, NEIGHBOURS)
}

/// Returns the acute opposites in a window, by direction.
#[inline]
fn acute_opposites(window: u64) -> u32 {
    pick(window, ACUTE)
}

/// Returns six bits of a window, in the order of `places`.
#[inline(always)]
fn pick(window: u64, places: [u32; 6]) -> u32 {
    let mut picked = 0;
    for (bit, place) in places.into_iter().enumerate() {
        picked |= ((window >> place) as u32 & 1) << bit;
    }
    picked
}

/// Moves bit i + 1 (cyclically) to bit i.
#[inline(always)]
const fn before(directions: u32) -> u32 {
    (directions >> 1 | directions << 5) & 63
}

/// Moves bit i - 1 (cyclically) to bit i.
#[inline(always)]
const fn behind(directions: u32) -> u32 {
    (directions << 1 | directions >> 5) & 63
}
