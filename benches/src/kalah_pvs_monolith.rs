//! Principal variation search with a table for Kalah(6, n) under the rules `standard`, written for this game alone.
//!
//! It has its own board, table and search; only the sowing comes from [`kalah_monolith`](crate::kalah_monolith). Moves are in the
//! order of the houses with the table's move first, and an entry is only used at exactly its depth. The replacement rules are
//! those of the generic table, but the buckets differ. The trees are equal as long as no bucket is full, so a comparison needs a
//! table that is large for its tree.

use crate::kalah_monolith::{Board, Found, INFINITY, WIN, difference, filled, result, sow};

/// Values beyond this are wins.
const WON: i32 = 1_000_000_000;
const UPPER: u8 = 1;
const LOWER: u8 = 2;
const EXACT: u8 = 3;
/// Move of an entry without one.
const NONE: u8 = u8::MAX;

#[derive(Clone, Copy, Default, Debug)]
struct Entry {
    key: u64,
    value: i32,
    depth: u8,
    bound: u8,
    mv: u8,
}

/// A bucket is a cache line.
#[derive(Clone, Copy, Default, Debug)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

/// Transposition table.
#[derive(Debug)]
pub struct Table {
    buckets: Vec<Bucket>,
}

impl Table {
    /// Creates a table of this many MiB.
    #[must_use]
    pub fn new(mebibytes: usize) -> Table {
        Table { buckets: vec![Bucket::default(); (mebibytes << 20) / size_of::<Bucket>()] }
    }

    /// Clears the table.
    pub fn clear(&mut self) {
        self.buckets.fill(Bucket::default());
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    #[inline]
    fn get(&self, key: u64) -> Option<Entry> {
        self.buckets[self.place(key)].0.into_iter().find(|entry| entry.bound != 0 && entry.key == key)
    }

    #[inline]
    fn put(&mut self, mut entry: Entry) {
        let place = self.place(entry.key);
        let bucket = &mut self.buckets[place].0;
        let (mut slot, mut least) = (3, i32::from(entry.depth));
        for (index, old) in bucket.iter().enumerate() {
            if old.bound == 0 {
                if least > i32::MIN {
                    (slot, least) = (index, i32::MIN);
                }
                continue;
            }
            if old.key == entry.key {
                if old.depth > entry.depth + 3 && entry.bound != EXACT {
                    return;
                }
                if entry.mv == NONE {
                    entry.mv = old.mv;
                }
                slot = index;
                break;
            }
            if index < 3 && i32::from(old.depth) < least {
                (slot, least) = (index, i32::from(old.depth));
            }
        }
        bucket[slot] = entry;
    }
}

/// Applies the murmur finisher to both halves. Sides are distinguished like in the generic key, although the value is the same:
/// otherwise this program would have more table hits and search another tree.
#[inline]
fn key(Board { own, other }: Board, second: bool) -> u64 {
    let mut key = own.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ other.rotate_left(29) ^ u64::from(second) << 63;
    key = (key ^ (key >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    key = (key ^ (key >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    key ^ (key >> 33)
}

/// Converts a win between distances from the node and from the root.
#[inline]
fn moved(value: i32, plies: i32) -> i32 {
    if value > WON {
        value - plies
    } else if value < -WON {
        value + plies
    } else {
        value
    }
}

struct Search<'a> {
    table: &'a mut Table,
    nodes: u64,
    leaves: u64,
    /// Maximum number of moves. A search that cannot be stopped would do less work than the generic one.
    last_node: u64,
}

/// Searches to `depth` plies, at least 1, with an open window, and makes at most `last_node` moves.
#[must_use]
pub fn search(board: Board, depth: u32, table: &mut Table, last_node: u64) -> Found {
    let mut search = Search { table, nodes: 0, leaves: 0, last_node };
    let mut best = -INFINITY;
    let mut marks = filled(board.own);
    while marks != 0 {
        let lane = marks.trailing_zeros() >> 3;
        marks &= marks - 1;
        let open = best == -INFINITY;
        let Some(value) = search.child((board, false), lane, depth, 0, (best, INFINITY), open) else { break };
        best = best.max(value);
    }
    Found { value: best, nodes: search.nodes, leaves: search.leaves }
}

impl Search<'_> {
    /// Returns the value of a move for the side that makes it.
    #[inline]
    fn child(
        &mut self,
        (board, second): (Board, bool),
        lane: u32,
        depth: u32,
        ply: i32,
        (alpha, beta): (i32, i32),
        first: bool,
    ) -> Option<i32> {
        if self.nodes >= self.last_node {
            return None;
        }
        self.nodes += 1;
        let (own, other, again) = sow(board.own, board.other, lane);
        if let Some(value) = result(own, other) {
            self.leaves += 1;
            return Some(value - value.signum() * (ply + 1));
        }
        if depth == 1 {
            self.leaves += 1;
            return Some(difference(own, other));
        }
        let after = if again { (Board { own, other }, second) } else { (Board { own: other, other: own }, !second) };
        let mut reply = |alpha: i32, beta: i32| {
            if again {
                self.node(after, depth - 1, ply + 1, alpha, beta)
            } else {
                -self.node(after, depth - 1, ply + 1, -beta, -alpha)
            }
        };
        if first || beta == alpha + 1 {
            return Some(reply(alpha, beta));
        }
        let bound = reply(alpha, alpha + 1);
        Some(if bound <= alpha || bound >= beta { bound } else { reply(bound - 1, beta) })
    }

    fn node(&mut self, (board, second): (Board, bool), depth: u32, ply: i32, mut alpha: i32, beta: i32) -> i32 {
        let key = key(board, second);
        let mut known = NONE;
        if let Some(entry) = self.table.get(key) {
            let value = moved(entry.value, ply);
            let settles = match entry.bound {
                EXACT => true,
                LOWER => value >= beta,
                _ => value <= alpha,
            };
            if u32::from(entry.depth) == depth && settles {
                return value;
            }
            known = entry.mv;
        }
        let opened = alpha;
        let (mut best, mut best_move) = (-INFINITY, NONE);
        let mut marks = filled(board.own);
        let mut next = if known == NONE { None } else { Some(u32::from(known)) };
        if let Some(lane) = next {
            marks &= !(0x80 << (8 * lane));
        }
        let mut first = true;
        loop {
            let lane = match next.take() {
                Some(lane) => lane,
                None if marks == 0 => break,
                None => {
                    let lane = marks.trailing_zeros() >> 3;
                    marks &= marks - 1;
                    lane
                }
            };
            let Some(value) = self.child((board, second), lane, depth, ply, (alpha, beta), first) else { return best };
            first = false;
            if value > best {
                best = value;
                best_move = lane as u8;
                if value > alpha {
                    alpha = value;
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        let bound = if best <= opened {
            UPPER
        } else if best >= beta {
            LOWER
        } else {
            EXACT
        };
        let value = moved(best, -ply);
        debug_assert!(value.abs() <= WIN);
        self.table.put(Entry { key, value, depth: depth as u8, bound, mv: best_move });
        best
    }
}
