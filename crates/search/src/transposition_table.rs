//! The transposition table: results of searched positions in a fixed amount of memory \[Breuker1998\].
//!
//! **Layout.** A bucket is one cache line of four entries. Three entries prefer deep and recent results. The fourth
//! entry is replaced whenever no other is. An entry is two 64-bit words. The data word has 16 bits of move, 32 of
//! score, 10 of depth, 2 of bound and 4 of age. The check word is the exclusive or of the key and the data word. All 64
//! bits of a key are verified.
//!
//! **Threads.** The words are relaxed atomics, so there is no data race by construction. Two threads that write the
//! same entry at once can leave the check word of one with the data word of the other. Then the exclusive or does not
//! yield the key, and the entry counts as absent \[Hyatt2002\]. `tests/loom.rs` runs all interleavings of writers and a
//! reader.
//!
//! **Wins.** The distance of a win is counted from the root in the tree and from the node in the table, because a
//! position can occur at different distances from different roots ([`Score::counted_from_node`]).
//!
//! **Depth.** In *exact mode* ([`SharedTable::exact`](crate::SharedTable::exact)), an entry is valid only for its exact
//! depth. Every value then equals that of a search without a table. Otherwise an entry is valid for its depth and less.
//!
//! **History.** A draw by repetition depends on the path to a position, so a value found on one path may be wrong on
//! another. The key of an entry therefore combines the position's key with
//! [`History::signature`](plyground_game::History::signature). The signature contains the positions one occurrence away
//! from a draw, and a turn limit within reach. In exact mode it also contains every earlier position that could
//! complete a draw within the depth. Most nodes near the leaves have none, and their entries are shared. Evaluations
//! that depend on the path ([`Evaluate::BY_PATH`](plyground_game::Evaluate::BY_PATH)) use no table.
//!
//! **Memory.** The system provides memory when it is first touched. A search that is long enough to touch most of a
//! table requests huge pages; a short one would only clear memory that it does not use. A search prefetches the bucket
//! of a child as soon as it has the child's key ([`plyground_memory`]). Both change only the time of a probe.

#[cfg(loom)]
use loom::sync::atomic::{AtomicU8, AtomicU64, Ordering};
#[cfg(not(loom))]
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use plyground_game::Score;

use crate::report::Bound;

/// Number of entries in a bucket.
const WAYS: usize = 4;
/// Maximum depth of an entry.
const MAX_DEPTH: u32 = (1 << 10) - 1;
/// Number of searches after which ages wrap around.
const AGES: u8 = 16;
/// Number of plies of depth that weigh as much as one search of age.
const AGE_WEIGHT: i32 = 4;
/// Index that means no move. No game uses it.
const NO_MOVE: u16 = u16::MAX;

/// The result of a search of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Index of the best move, or of the move that failed high.
    pub mv: Option<u16>,
    /// Value or bound for the side to move. Wins are counted from this position.
    pub score: Score,
    /// Depth of the search.
    pub depth: u32,
    /// Bound type of the score.
    pub bound: Bound,
}

impl Entry {
    #[inline]
    fn pack(self, age: u8) -> u64 {
        // No bound has code 0, so that no entry looks like an empty slot.
        let bound = self.bound as u64 + 1;
        let score = u64::from(self.score.value().cast_unsigned());
        let depth = u64::from(self.depth.min(MAX_DEPTH));
        score | u64::from(self.mv.unwrap_or(NO_MOVE)) << 32 | depth << 48 | bound << 58 | u64::from(age) << 60
    }

    #[inline]
    fn unpack(data: u64) -> Option<Entry> {
        let bound = match data >> 58 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        let mv = (data >> 32) as u16;
        Some(Entry {
            mv: (mv != NO_MOVE).then_some(mv),
            score: Score::from_value((data as u32).cast_signed())?,
            depth: (data >> 48) as u32 & MAX_DEPTH,
            bound,
        })
    }
}

/// An entry in memory: the check word and the data word.
type Slot = [AtomicU64; 2];
const CHECK: usize = 0;
const DATA: usize = 1;

/// Size of a bucket in bytes: a cache line.
const BUCKET: usize = WAYS * size_of::<[u64; 2]>();
/// Usual size of a page of memory in bytes.
const PAGE: usize = 4 << 10;
const _: () = assert!(BUCKET == 64);

/// Returns empty slots, or `None` if there is not enough memory. The system provides pages on first access, so that a
/// large table costs no time before it is used.
fn empty(count: usize) -> Option<Box<[Slot]>> {
    #[cfg(loom)]
    return Some((0..count).map(|_| [AtomicU64::new(0), AtomicU64::new(0)]).collect());
    #[cfg(not(loom))]
    bytemuck::try_zeroed_slice_box(count).ok()
}

/// Returns whether there is enough memory for a table of this many MiB.
#[must_use]
pub fn has_room_for_table(mebibytes: usize) -> bool {
    // Without the black box, an optimiser may remove an unused allocation and report success.
    mebibytes.checked_mul((1 << 20) / size_of::<Slot>()).and_then(empty).map(std::hint::black_box).is_some()
}

/// A table of fixed size that threads may share.
///
/// ```
/// use plyground_game::Score;
/// use plyground_search::{Bound, Entry, TranspositionTable};
///
/// let table = TranspositionTable::new(1);
/// table.store(77, Entry { mv: Some(5), score: Score::new(-3), depth: 9, bound: Bound::Lower });
/// assert_eq!(table.probe(77).map(|entry| (entry.mv, entry.depth)), Some((Some(5), 9)));
/// assert_eq!(table.probe(78), None);
/// ```
#[derive(Debug)]
pub struct TranspositionTable {
    slots: Box<[Slot]>,
    /// Index of the first slot at the start of a cache line. The buckets start there.
    start: usize,
    buckets: usize,
    age: AtomicU8,
}

impl TranspositionTable {
    /// Returns a table of this many MiB. 0 means a single bucket of four entries.
    ///
    /// # Panics
    /// Panics if there is not enough memory: see [`has_room_for_table`].
    #[must_use]
    pub fn new(mebibytes: usize) -> TranspositionTable {
        TranspositionTable::with_buckets(mebibytes.saturating_mul((1 << 20) / BUCKET))
    }

    /// Returns a table of this many buckets of four entries, at least 1. Tests use it to force collisions.
    ///
    /// # Panics
    /// Panics like [`TranspositionTable::new`].
    #[must_use]
    pub fn with_buckets(buckets: usize) -> TranspositionTable {
        let buckets = buckets.max(1);
        let slots = empty(buckets * WAYS + WAYS - 1).expect("there is memory for the table");
        let surplus = slots.as_ptr().addr() % BUCKET / size_of::<Slot>();
        TranspositionTable { slots, start: (WAYS - surplus) % WAYS, buckets, age: AtomicU8::new(0) }
    }

    /// Requests huge pages for a search of at most this many nodes, if it can touch every page; `None` means any number.
    pub fn advise(&self, nodes: Option<u64>) {
        if nodes.is_none_or(|nodes| nodes >= (self.bytes() / PAGE) as u64) {
            plyground_memory::advise_huge_pages(&self.slots);
        }
    }

    /// Removes all entries.
    pub fn clear(&self) {
        for slot in &self.slots {
            slot[DATA].store(0, Ordering::Relaxed);
            slot[CHECK].store(0, Ordering::Relaxed);
        }
        self.age.store(0, Ordering::Relaxed);
    }

    /// Starts a new search: the existing entries age.
    pub fn new_search(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// Returns the entry under `key`.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        for slot in self.bucket(key) {
            let data = slot[DATA].load(Ordering::Relaxed);
            // Slots are filled from the first on. A thread that sees another order only misses an entry.
            if data == 0 {
                break;
            }
            if slot[CHECK].load(Ordering::Relaxed) ^ data == key {
                return Entry::unpack(data);
            }
        }
        None
    }

    /// Prefetches the bucket of `key`, so that a probe soon after finds it in the cache.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        plyground_memory::prefetch(self.bucket(key));
    }

    /// Stores `entry` under `key`, unless the table has a more valuable entry for the same key.
    #[inline(always)]
    pub fn store(&self, key: u64, entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let slots = self.bucket(key);
        let mut entry = entry;
        let mut place = WAYS - 1;
        let mut least = entry.depth as i32;
        for (index, slot) in slots.iter().enumerate() {
            let data = slot[DATA].load(Ordering::Relaxed);
            if data == 0 {
                place = index;
                break;
            }
            let old_age = (data >> 60) as u8;
            let old_depth = (data >> 48) as i32 & MAX_DEPTH as i32;
            if slot[CHECK].load(Ordering::Relaxed) ^ data == key {
                // A deep result of this search is not replaced by a shallow one, nor a move by none.
                if old_age == age && old_depth > entry.depth as i32 + 3 && entry.bound != Bound::Exact {
                    return;
                }
                if entry.mv.is_none() {
                    entry.mv = Entry::unpack(data).and_then(|old| old.mv);
                }
                place = index;
                break;
            }
            let worth = old_depth - AGE_WEIGHT * i32::from((age + AGES - old_age) % AGES);
            if index < WAYS - 1 && worth < least {
                (place, least) = (index, worth);
            }
        }
        let data = entry.pack(age);
        slots[place][DATA].store(data, Ordering::Relaxed);
        slots[place][CHECK].store(key ^ data, Ordering::Relaxed);
    }

    /// Returns the share of slots used by the current search, 0 to 1, from a sample.
    #[must_use]
    pub fn fill(&self) -> f64 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = self.buckets.min(250);
        let used = self.slots[self.start..][..sample * WAYS].iter().filter(|slot| {
            let data = slot[DATA].load(Ordering::Relaxed);
            data != 0 && (data >> 60) as u8 == age
        });
        used.count() as f64 / (sample * WAYS) as f64
    }

    /// Returns the size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.buckets * BUCKET
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot; WAYS] {
        // The keys of a game may be unevenly distributed. Fibonacci hashing \[Knuth1998, 6.4\] spreads them, so that
        // the high bits select the bucket.
        let spread = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let place = (u128::from(spread) * self.buckets as u128) >> 64;
        let first = self.start + place as usize * WAYS;
        self.slots[first..].first_chunk().expect("all buckets are in the table")
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use plyground_game::random::Random;

    use super::*;

    fn entry(random: &mut Random) -> Entry {
        Entry {
            mv: (random.below(3) > 0).then(|| random.below(65_535) as u16),
            score: [Score::win_in(7), Score::loss_in(400), Score::ZERO, Score::new(random.next_u64() as i32)]
                [random.below(4)],
            depth: random.below(501) as u32,
            bound: [Bound::Upper, Bound::Lower, Bound::Exact][random.below(3)],
        }
    }

    #[test]
    fn an_entry_comes_back_as_it_was_stored() {
        let mut random = Random::new(1);
        let table = TranspositionTable::with_buckets(1 << 16);
        for _ in 0..10_000 {
            let (key, entry) = (random.next_u64(), entry(&mut random));
            table.store(key, entry);
            assert_eq!(table.probe(key), Some(entry));
        }
    }

    #[test]
    fn one_bucket_never_answers_for_another_key() {
        let mut random = Random::new(2);
        let table = TranspositionTable::with_buckets(1);
        let mut stored = std::collections::HashMap::new();
        for _ in 0..20_000 {
            let (key, entry) = (random.below(50) as u64, entry(&mut random));
            table.store(key, entry);
            stored.entry(key).or_insert_with(Vec::new).push((entry.score, entry.depth, entry.bound));
            let other = random.below(60) as u64;
            if let Some(found) = table.probe(other) {
                assert!(stored[&other].contains(&(found.score, found.depth, found.bound)));
            }
        }
    }

    #[test]
    fn deep_entries_stay_while_shallow_ones_come_and_go() {
        let table = TranspositionTable::with_buckets(1);
        let entry = |depth| Entry { mv: None, score: Score::ZERO, depth, bound: Bound::Lower };
        table.store(1, entry(20));
        for key in 2..100 {
            table.store(key, entry(1));
        }
        assert_eq!(table.probe(1), Some(entry(20)));
        assert_eq!(table.probe(99), Some(entry(1)), "the newest has always a place");
        // The entry is replaced once it is old.
        for age in 0..7 {
            table.new_search();
            (0..4).for_each(|key| table.store(1_000 + 10 * age + key, entry(1)));
        }
        assert_eq!(table.probe(1), None);
    }

    #[test]
    fn the_least_valuable_of_the_first_three_entries_is_replaced() {
        let entry = |depth| Entry { mv: None, score: Score::ZERO, depth, bound: Bound::Lower };
        // Depths of the four keys of a bucket, the depth of the new entry, and the index of the replaced key.
        let rows = [
            ([9, 9, 2, 1], 5, 2),
            ([2, 9, 9, 1], 3, 0),
            ([4, 3, 4, 20], 5, 1),
            ([2, 2, 2, 20], 2, 3),
            ([5, 6, 7, 8], 4, 3),
        ];
        for (depths, new, gone) in rows {
            let table = TranspositionTable::with_buckets(1);
            depths.iter().zip(1..).for_each(|(&depth, key)| table.store(key, entry(depth)));
            table.store(5, entry(new));
            let left: Vec<bool> = (1..=4).map(|key| table.probe(key).is_some()).collect();
            let expected: Vec<bool> = (0..4).map(|place| place != gone).collect();
            assert_eq!((left, table.probe(5)), (expected, Some(entry(new))), "{new} into {depths:?}");
        }
    }

    /// One search of age weighs as much as four plies, even when ages wrap around.
    #[test]
    fn an_old_entry_is_worth_four_plies_less_for_each_search() {
        let entry = |depth| Entry { mv: None, score: Score::ZERO, depth, bound: Bound::Lower };
        for searches_before in [0, 3, 15, 16, 40] {
            for age in 0..4 {
                // The first entry is the old one. The others are deep.
                let survives = |depth| {
                    let table = TranspositionTable::with_buckets(1);
                    (0..searches_before).for_each(|_| table.new_search());
                    (1..=4).for_each(|key| table.store(key, entry(if key == 1 { 20 } else { 200 })));
                    (0..age).for_each(|_| table.new_search());
                    table.store(5, entry(depth));
                    table.probe(1).is_some()
                };
                let worth = 20 - 4 * age;
                assert!(survives(worth) && !survives(worth + 1), "{age} searches old, after {searches_before}");
            }
        }
    }

    #[test]
    fn a_table_is_as_full_as_the_present_search_has_made_it() {
        let table = TranspositionTable::with_buckets(1);
        let entry = |depth| Entry { mv: None, score: Score::ZERO, depth, bound: Bound::Lower };
        table.store(1, entry(1));
        assert_eq!(table.fill(), 0.25);
        table.store(2, entry(1));
        assert_eq!(table.fill(), 0.5);
        table.new_search();
        assert_eq!(table.fill(), 0.0);
        table.store(3, entry(1));
        assert_eq!(table.fill(), 0.25);
        // The fill of a large table is estimated from a sample.
        let table = TranspositionTable::with_buckets(1_000);
        let mut random = Random::new(4);
        (0..1_000).for_each(|_| table.store(random.next_u64(), entry(1)));
        assert!((table.fill() - 0.25).abs() < 0.05, "{}", table.fill());
    }

    #[test]
    fn a_deep_entry_is_not_given_up_for_a_shallow_one_of_its_own() {
        let table = TranspositionTable::with_buckets(1);
        let entry = |depth, bound| Entry { mv: Some(depth as u16), score: Score::new(depth as i32), depth, bound };
        let deep = entry(12, Bound::Lower);
        table.store(3, deep);
        table.store(3, entry(8, Bound::Lower));
        assert_eq!(table.probe(3), Some(deep), "four plies deeper");
        table.store(3, entry(9, Bound::Lower));
        assert_eq!(table.probe(3), Some(entry(9, Bound::Lower)), "nearly as deep, and newer");
        table.store(3, deep);
        table.store(3, entry(2, Bound::Exact));
        assert_eq!(table.probe(3), Some(entry(2, Bound::Exact)), "a value is worth more than a bound");
        table.store(3, deep);
        table.new_search();
        table.store(3, entry(2, Bound::Upper));
        assert_eq!(table.probe(3), Some(entry(2, Bound::Upper)), "the deep one is old");
    }

    #[test]
    fn a_move_is_not_given_up_for_none() {
        let table = TranspositionTable::new(0);
        table.store(3, Entry { mv: Some(9), score: Score::ZERO, depth: 4, bound: Bound::Lower });
        table.store(3, Entry { mv: None, score: Score::new(-1), depth: 5, bound: Bound::Upper });
        assert_eq!(table.probe(3).and_then(|entry| entry.mv), Some(9));
        table.clear();
        assert_eq!(table.probe(3), None);
        assert!(table.fill() < 0.01 && table.bytes() == 64);
    }

    /// With huge pages, a thousand entries would touch all of the table.
    #[test]
    #[cfg(target_os = "linux")]
    fn a_short_search_leaves_a_large_table_untouched() {
        let (table, mut random) = (TranspositionTable::new(256), Random::new(3));
        table.advise(Some(1_000));
        for _ in 0..1_000 {
            table.store(random.next_u64(), entry(&mut random));
        }
        let place = table.slots.as_ptr().addr() + table.bytes() / 2;
        let maps = std::fs::read_to_string("/proc/self/smaps").unwrap();
        let address = |text: &str| usize::from_str_radix(text, 16).ok();
        let range = |line: &str| {
            let (begin, end) = line.split_once(' ')?.0.split_once('-')?;
            Some(address(begin)?..address(end)?)
        };
        let mut lines = maps.lines().skip_while(|line| range(line).is_none_or(|range| !range.contains(&place)));
        let resident = lines.find_map(|line| line.strip_prefix("Rss:")?.strip_suffix("kB")?.trim().parse().ok());
        let resident: usize = resident.unwrap();
        assert!((1_000..64_000).contains(&resident), "{resident} kB");
    }

    #[test]
    fn buckets_are_cache_lines() {
        for buckets in [1, 3, 1000, 1 << 18] {
            let table = TranspositionTable::with_buckets(buckets);
            let last = table.bucket(u64::MAX / 0x9e37_79b9).as_ptr().addr();
            // A system that does not align memory at a multiple of 16 bytes only makes the table slower.
            assert!(last.is_multiple_of(BUCKET) || !last.is_multiple_of(size_of::<Slot>()), "{buckets}");
        }
    }

    #[test]
    fn a_table_that_finds_no_room_is_known_before() {
        assert!(has_room_for_table(512));
        assert!(!has_room_for_table(1 << 40) && !has_room_for_table(usize::MAX));
    }
}
