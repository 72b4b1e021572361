//! Loops over the words of a bitmap that contain arrangements of a layer.
//!
//! The high slots form the number of the word. A layer contains only arrangements with certain numbers of animals, so
//! words with too few or too many animals are skipped.

use super::bitmap::{LOW_BITS, LOW_UNSET, Words};

/// Number of consecutive words in every loop over a part of a bitmap.
pub(crate) const CHUNK: usize = 8;

/// Words that contain arrangements of a layer, and loops over them.
#[derive(Clone, Debug)]
pub(crate) struct Span {
    /// Number of words of a bitmap.
    words: usize,
    /// Minimum and maximum number of animals in the high slots.
    least: u32,
    most: u32,
    all: Walk,
    /// For each high slot, the words without an animal in it.
    unset: Vec<Walk>,
}

impl Span {
    /// Creates the span of words with `least` to `most` animals in all slots.
    pub(crate) fn new(words: usize, least: u32, most: u32) -> Span {
        let none = Walk { inner: Vec::new(), starts: Vec::new(), outer: Vec::new(), run: 0 };
        let least = least.saturating_sub(LOW_BITS as u32);
        let mut span = Span { words, least, most, all: none, unset: Vec::new() };
        span.all = span.without([].into_iter());
        span.unset = (0..words.ilog2() as usize).map(|bit| span.without([bit].into_iter())).collect();
        span
    }

    fn is_full(&self) -> bool {
        self.least == 0 && self.most >= self.words.ilog2()
    }

    /// Visits every word, as the start and the length of each run.
    #[inline(always)]
    pub(crate) fn each(&self, visit: impl FnMut(usize, usize)) {
        self.each_without(&[], visit);
    }

    /// Visits every word without an animal in the high slots `empty`.
    #[inline(always)]
    pub(crate) fn each_without(&self, empty: &[usize], mut visit: impl FnMut(usize, usize)) {
        let some;
        let walk = if empty.is_empty() {
            &self.all
        } else {
            some = self.without(empty.iter().copied());
            &some
        };
        walk.visit(self.least, self.most, |at, _, run| visit(at, run));
    }

    /// Visits every pair of words that differ in one high slot and have no animal in the high slots `empty`: the start
    /// of the words without an animal in that slot, and the length of the run.
    #[inline(always)]
    pub(crate) fn pairs(&self, bit: usize, empty: &[usize], mut visit: impl FnMut(usize, usize)) {
        let some;
        let walk = if empty.is_empty() {
            &self.unset[bit]
        } else {
            some = self.without(empty.iter().copied().chain([bit]));
            &some
        };
        walk.visit(self.least.saturating_sub(1), self.most, |at, _, run| visit(at, run));
    }

    /// Returns the loop over the words without an animal in the high slots `empty`.
    pub(crate) fn without(&self, empty: impl Iterator<Item = usize>) -> Walk {
        let empty = empty.fold(0, |bits, bit| bits | 1usize << bit);
        let high = 0..self.words.ilog2() as usize;
        self.walk(high.filter(|bit| empty >> bit & 1 == 0).map(|bit| (bit, bit)))
    }

    /// Returns the loop over two bitmaps at a time, given the pairs of word number bits that vary together.
    pub(crate) fn walk(&self, bits: impl Iterator<Item = (usize, usize)>) -> Walk {
        let limit = if self.is_full() { self.words } else { CHUNK };
        let mut run = 1usize;
        let mut steps = Vec::with_capacity(LOW_BITS * 4);
        for (into, from) in bits {
            if steps.is_empty() && 1 << into == run && 1 << from == run && run < limit {
                run *= 2;
            } else {
                steps.push(Sum { into: 1 << into, from: 1 << from, animals: 1 });
            }
        }
        let (inner, outer) = steps.split_at(steps.len() / 2);
        let (mut inner_sums, outer) = (sums(inner), sums(outer));
        inner_sums.sort_unstable_by_key(|sum| sum.animals);
        let start = |animals| inner_sums.partition_point(|sum| sum.animals < animals);
        let starts = (0..=inner.len() as u32 + 1).map(start).collect();
        Walk { inner: inner_sums, starts, outer, run }
    }

    /// Visits the words of a loop whose number of animals plus `more` is in the range: the start in either bitmap and
    /// the length of the run.
    #[inline(always)]
    pub(crate) fn visit(&self, walk: &Walk, more: u32, visit: impl FnMut(usize, usize, usize)) {
        let Some(most) = self.most.checked_sub(more) else { return };
        walk.visit(self.least.saturating_sub(more), most, visit);
    }

    pub(crate) fn fill(&self, words: &mut Words, word: u64) {
        self.each(|at, run| words[at..at + run].fill(word));
    }

    /// Copies the words without an animal in the high slots `empty`.
    pub(crate) fn copy(&self, into: &mut Words, from: &Words, empty: &[usize]) {
        self.each_without(empty, |at, run| {
            // A copy of constant length compiles to a few instructions instead of a call.
            let (into, from) = (&mut into[at..at + run], &from[at..at + run]);
            let ((into, rest), (from, rest_from)) = (into.as_chunks_mut::<CHUNK>(), from.as_chunks::<CHUNK>());
            into.iter_mut().zip(from).for_each(|(into, from)| *into = *from);
            rest.iter_mut().zip(rest_from).for_each(|(into, from)| *into = *from);
        });
    }
}

/// Loop over word numbers that are sums of steps.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    /// Sums of one half of the steps, by number of animals, and the start index of each number of animals.
    inner: Vec<Sum>,
    starts: Vec<usize>,
    /// Sums of the other half.
    outer: Vec<Sum>,
    /// Number of consecutive words on both sides.
    run: usize,
}

/// Amount that bits of a word number add to it on either side.
#[derive(Clone, Copy, Debug)]
struct Sum {
    into: u32,
    from: u32,
    animals: u32,
}

impl Walk {
    #[inline(always)]
    fn visit(&self, least: u32, most: u32, mut visit: impl FnMut(usize, usize, usize)) {
        let least = least.saturating_sub(self.run.ilog2());
        for outer in &self.outer {
            let Some(most) = most.checked_sub(outer.animals) else { continue };
            let last = self.starts.len() - 1;
            let start = self.starts[(least.saturating_sub(outer.animals) as usize).min(last)];
            let end = self.starts[(most as usize + 1).min(last)];
            for inner in &self.inner[start..end] {
                visit((outer.into + inner.into) as usize, (outer.from + inner.from) as usize, self.run);
            }
        }
    }
}

/// Returns the sums of all subsets of the steps.
fn sums(steps: &[Sum]) -> Vec<Sum> {
    let mut sums = Vec::with_capacity(1 << steps.len());
    sums.push(Sum { into: 0, from: 0, animals: 0 });
    for step in steps {
        for place in 0..sums.len() {
            let Sum { into, from, animals } = sums[place];
            sums.push(Sum { into: into + step.into, from: from + step.from, animals: animals + 1 });
        }
    }
    sums
}

/// Counts of set bits, for each bit position of a word and each number of animals in the high slots.
///
/// Each bit position has a binary counter whose digits are in different words, so a carry-save adder counts 64
/// positions with five instructions. Words are added in chunks.
#[derive(Clone, Debug)]
pub(crate) struct LaneCounter {
    /// Counters by the animals in the high slots above those of a chunk.
    chunks: Vec<Digits>,
}

type Chunk = [u64; CHUNK];

#[derive(Clone, Debug, Default)]
struct Digits {
    sums: Vec<Chunk>,
    /// Chunk of each weight that waits for a second one.
    waiting: Vec<Option<Chunk>>,
}

impl Digits {
    #[inline]
    fn add(&mut self, chunk: &Chunk) {
        let mut carry = *chunk;
        for (sum, waiting) in self.sums.iter_mut().zip(&mut self.waiting) {
            let Some(first) = waiting.take() else {
                *waiting = Some(carry);
                return;
            };
            for place in 0..CHUNK {
                let (a, b, c) = (sum[place], first[place], carry[place]);
                sum[place] = a ^ b ^ c;
                carry[place] = a & b | (a ^ b) & c;
            }
        }
        self.sums.push([0; CHUNK]);
        self.waiting.push(Some(carry));
    }
}

impl LaneCounter {
    pub(crate) fn new(words: usize) -> LaneCounter {
        LaneCounter { chunks: vec![Digits::default(); (words / CHUNK).ilog2() as usize + 1] }
    }

    /// Adds the words of a run, which starts with a chunk.
    #[inline]
    pub(crate) fn add(&mut self, at: usize, words: &Words) {
        for (number, chunk) in (at / CHUNK..).zip(words.as_chunks::<CHUNK>().0) {
            self.chunks[number.count_ones() as usize].add(chunk);
        }
    }

    /// Calls `visit` with the number of animals and the number of set bits, several times for each number of animals.
    pub(crate) fn totals(&self, mut visit: impl FnMut(usize, u64)) {
        for (above, digits) in self.chunks.iter().enumerate() {
            for (digit, (sum, waiting)) in digits.sums.iter().zip(&digits.waiting).enumerate() {
                for chunk in [Some(sum), waiting.as_ref()].into_iter().flatten() {
                    for (place, word) in chunk.iter().enumerate() {
                        for (low, mask) in LOW_COUNTS.iter().enumerate() {
                            let animals = above + place.count_ones() as usize + low;
                            visit(animals, u64::from((word & mask).count_ones()) << digit);
                        }
                    }
                }
            }
        }
    }
}

/// Masks of the bit positions in a word with 0 to 6 animals in the low slots.
const LOW_COUNTS: [u64; LOW_BITS + 1] = {
    let mut masks = [0; LOW_BITS + 1];
    let mut bit = 0u32;
    while bit < u64::BITS {
        masks[bit.count_ones() as usize] |= 1 << bit;
        bit += 1;
    }
    masks
};

/// Exchanges two bits of every number of a span that has no animal in the high slots `empty`: `low` (below 6) and
/// `other`, which is larger and not in `empty`.
pub(crate) fn swap_number_bits(span: &Span, words: &mut Words, low: usize, other: usize, empty: &[usize]) {
    if other < LOW_BITS {
        let distance = (1 << other) - (1 << low);
        let moved = !LOW_UNSET[low] & LOW_UNSET[other];
        span.each_without(empty, |at, run| {
            for word in &mut words[at..at + run] {
                let differ = (*word ^ *word >> distance) & moved;
                *word ^= differ | differ << distance;
            }
        });
    } else {
        let (distance, bit) = (1 << low, other - LOW_BITS);
        span.pairs(bit, empty, |at, run| {
            let (unset, set) = words[at..].split_at_mut(1 << bit);
            for (unset, set) in unset[..run].iter_mut().zip(&mut set[..run]) {
                let differ = (*unset >> distance ^ *set) & LOW_UNSET[low];
                *set ^= differ;
                *unset ^= differ << distance;
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::bitmap::tests::{WORDS, contains, random};
    use super::super::bitmap::{filled, with_animals};
    use super::*;

    #[test]
    fn words_of_a_span_are_visited_once() {
        for (least, most) in [(0, 20), (0, 3), (9, 12), (16, 20), (20, 20), (7, 7)] {
            let span = Span::new(WORDS, least, most);
            let mut visits = filled(WORDS, 0);
            span.each(|at, run| visits[at..at + run].iter_mut().for_each(|visits| *visits += 1));
            let members = with_animals(WORDS, least, most);
            assert!(visits.iter().zip(&members).all(|(&visits, &word)| visits == 1 || visits == 0 && word == 0));
            // Runs of eight words are visited completely, so some words are visited unnecessarily.
            let needed = members.iter().filter(|&&word| word != 0).count();
            assert!(visits.iter().sum::<u64>() as usize <= (4 * needed).max(CHUNK * 2), "{least} to {most}");
            for bit in 0..14 {
                let mut visits = filled(WORDS, 0);
                span.pairs(bit, &[], |at, run| {
                    for word in at..at + run {
                        assert_eq!(word >> bit & 1, 0);
                        visits[word] += 1;
                        visits[word | 1 << bit] += 1;
                    }
                });
                assert!(visits.iter().zip(&members).all(|(&visits, &word)| visits == 1 || visits == 0 && word == 0));
            }
        }
    }

    #[test]
    fn set_bits_are_counted_by_animals() {
        let mut counter = LaneCounter::new(WORDS);
        let mut expected = [0; 21];
        for seed in 0..5 {
            let bitmap = random(seed);
            counter.add(0, &bitmap);
            for (word, bits) in bitmap.iter().enumerate() {
                for low in 0..64usize {
                    expected[(word.count_ones() + low.count_ones()) as usize] += bits >> low & 1;
                }
            }
        }
        let mut found = [0; 21];
        counter.totals(|animals, bits| found[animals] += bits);
        assert_eq!(found, expected);
    }

    #[test]
    fn two_bits_of_numbers_change_places() {
        let span = Span::new(WORDS, 0, 20);
        for low in 0..LOW_BITS {
            for other in low + 1..20 {
                let before = random(7);
                let mut after = before.clone();
                swap_number_bits(&span, &mut after, low, other, &[]);
                for number in (0..1usize << 20).step_by(997) {
                    let differ = (number >> low ^ number >> other) & 1;
                    let swapped = number ^ (differ << low | differ << other);
                    assert_eq!(contains(&after, number), contains(&before, swapped), "{low} {other} {number}");
                }
            }
        }
    }
}
