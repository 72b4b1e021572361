//! Which stones a placement takes.
//!
//! A *diamond* is two adjacent cells with the two cells adjacent to both. Twelve diamonds go through a cell x: six in
//! which x is an acute corner (the opposite corner lies two steps away, between two neighbouring directions) and six in
//! which it is an obtuse one (the opposite corner is a neighbour). In all twelve the other two cells are neighbours of x,
//! so what a placement takes is a subset of its six neighbours, and the whole question is one of 18 bits:
//!
//! ```text
//!           a0                a_i  acute opposite between directions i and i+1
//!       a5 0  1 a1
//!         5 x  2              acute  i: own a_i, theirs i and i+1      -> takes i and i+1
//!       a4 4  3 a2            obtuse i: own i,   theirs i-1 and i+1    -> takes i-1 and i+1
//!           a3
//! ```
//!
//! All of them lie in the 64 bits around x. A diamond that would stick out over the side of the board needs an
//! opponent's stone in column 15 or in no row at all, where none ever stands; that is why no edge is looked at here.

use crate::cell::DIRECTIONS;
use crate::cells::{and, down, or, up};
use crate::{Cell, Cells};

/// Where the neighbours lie in a window, by direction.
const NEIGHBOURS: [u32; 6] = [47, 48, 33, 17, 16, 31];
/// Where the acute opposites lie in a window; number i is a step in direction i and one in direction i + 1.
const ACUTE: [u32; 6] = [63, 49, 18, 1, 15, 46];

const _: () = {
    let mut direction = 0;
    while direction < 6 {
        let (here, next) = (DIRECTIONS[direction], DIRECTIONS[(direction + 1) % 6]);
        let step = here.0 as i32 * 16 + here.1 as i32;
        assert!(NEIGHBOURS[direction] as i32 == 32 + step);
        assert!(ACUTE[direction] as i32 == 32 + step + next.0 as i32 * 16 + next.1 as i32);
        direction += 1;
    }
};

/// The stones of `theirs` that a stone of `own` placed on `cell` takes, by direction: bit i is neighbour i.
#[inline]
pub(crate) fn taken_directions(cell: Cell, own: Cells, theirs: Cells) -> u32 {
    let theirs = pick(theirs.window(cell), NEIGHBOURS);
    if theirs & theirs.wrapping_sub(1) == 0 {
        // Every capture takes two stones.
        return 0;
    }
    let window = own.window(cell);
    let acute = theirs & before(theirs) & pick(window, ACUTE);
    let obtuse = pick(window, NEIGHBOURS) & before(theirs) & behind(theirs);
    acute | behind(acute) | behind(obtuse) | before(obtuse)
}

/// The cell one step in a direction, which the caller knows to be on the board.
#[inline]
pub(crate) fn step(cell: Cell, direction: u32) -> Cell {
    Cell::from_bit(cell.index() as u32 + NEIGHBOURS[direction as usize] - 32)
}

/// The cells (of any state, also outside of the board) on which a stone of `own` would take stones of `theirs`.
///
/// The same tests as for one cell, made for all cells at once by shifting the board instead of looking around.
#[inline]
pub(crate) fn points<const W: usize>(own: [u64; W], theirs: [u64; W]) -> [u64; W] {
    let enemy = shifted(theirs);
    let friend = shifted(own);
    let acute = [
        down::<W, 31>(own),
        down::<W, 17>(own),
        up::<W, 14>(own),
        up::<W, 31>(own),
        up::<W, 17>(own),
        down::<W, 14>(own),
    ];
    let mut found = [0; W];
    for i in 0..6 {
        let (next, last) = ((i + 1) % 6, (i + 5) % 6);
        found = or(found, and(enemy[next], or(and(enemy[i], acute[i]), and(enemy[last], friend[i]))));
    }
    found
}

/// For each direction the cells whose neighbour there is in `cells`.
#[inline(always)]
fn shifted<const W: usize>(cells: [u64; W]) -> [[u64; W]; 6] {
    [
        down::<W, 15>(cells),
        down::<W, 16>(cells),
        down::<W, 1>(cells),
        up::<W, 15>(cells),
        up::<W, 16>(cells),
        up::<W, 1>(cells),
    ]
}

/// Six bits of a window, in the order of `places`.
#[inline(always)]
fn pick(window: u64, places: [u32; 6]) -> u32 {
    let mut picked = 0;
    for (bit, place) in places.into_iter().enumerate() {
        picked |= ((window >> place) as u32 & 1) << bit;
    }
    picked
}

/// Bit i + 1 (cyclically) moved to bit i.
#[inline(always)]
const fn before(directions: u32) -> u32 {
    (directions >> 1 | directions << 5) & 63
}

/// Bit i - 1 (cyclically) moved to bit i.
#[inline(always)]
const fn behind(directions: u32) -> u32 {
    (directions << 1 | directions >> 5) & 63
}
