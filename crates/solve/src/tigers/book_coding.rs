//! The bits of one class of the book in a fraction of their room, by a binary arithmetic coder.
//!
//! The likelier a bit is, the less room it takes, and four facts tell how likely: the number of goats; how many of the arrangements with
//! one goat less are won, because goats that win without one of them mostly win with it; whether the same arrangement is won while no
//! goat is taken; and the odds that [`Taught`] gives, which was fitted to the same tables. Together they are the context of a bit. Its
//! chance begins with how often bits of this context are set in the whole book, a table at its head, and moves with those of the
//! class before it. A class stands for itself, so that a position costs the few classes that its moves lead to, 7,547 bits each.

use plyground_eval::tigers::Taught;
use plyground_game::Side;
use plyground_tigers::{GOATS, PointSet, Tigers, TigersRules};

use crate::hunt::{Herds, HuntGame, Packing};

/// The arrangements of one class that the book holds, in the order of their bits.
#[derive(Debug)]
pub(super) struct Part {
    packing: Packing,
    numbers: Vec<u32>,
}

/// The bits of a class by how many goats were taken.
pub(super) type Bits = [Box<[bool]>; 2];

impl Part {
    /// Arrangements with at most so many goats.
    pub(super) fn new(most: u8) -> Part {
        let packing = Packing::new(Tigers::ground().words(), 0, most);
        Part { numbers: packing.numbers().collect(), packing }
    }

    /// The numbers of the arrangements.
    pub(super) fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// The place of an arrangement among the bits.
    pub(super) fn place(&self, number: u32) -> usize {
        self.packing.place(number)
    }
}

/// An arrangement of the book: goats to move.
pub(super) fn position(tigers: u32, goats: u32, taken: usize) -> Tigers {
    let [tigers, goats] = [tigers, goats].map(PointSet::from_bits);
    let outside = GOATS - taken as u8 - goats.len() as u8;
    Tigers::from_parts(tigers, goats, outside, Side::First, &TigersRules::default())
        .expect("tigers and goats stand apart")
}

/// The bytes that say these bits.
pub(super) fn encode(parts: &[Part; 2], start: &Chances, tigers: u32, bits: &Bits) -> Vec<u8> {
    let mut encoder = Encoder { range: Range::WHOLE, bytes: Vec::new() };
    let mut chances = start.clone();
    visit(parts, tigers, |taken, place, context| {
        let (bit, chance) = (bits[taken][place], &mut chances.0[context]);
        encoder.encode(bit, *chance);
        chance.learn(bit);
        bit
    });
    encoder.finish()
}

/// The bits that these bytes say.
pub(super) fn decode(parts: &[Part; 2], start: &Chances, tigers: u32, bytes: &[u8]) -> Bits {
    let mut decoder = Decoder::new(bytes);
    let mut chances = start.clone();
    visit(parts, tigers, |_, _, context| {
        let chance = &mut chances.0[context];
        let bit = decoder.decode(*chance);
        chance.learn(bit);
        bit
    })
}

/// Goes through the bits of a class. `next` gets how many goats were taken, the place of a bit, and in which of [`CONTEXTS`] it
/// stands, and says whether it is set.
fn visit(parts: &[Part; 2], tigers: u32, mut next: impl FnMut(usize, usize, usize) -> bool) -> Bits {
    let goats = Herds::of(Tigers::ground(), tigers);
    let mut bits: [Vec<bool>; 2] = Default::default();
    for (taken, part) in parts.iter().enumerate() {
        for (place, &number) in part.numbers.iter().enumerate() {
            let won = ones(number).filter(|goat| bits[taken][part.place(number ^ goat)]).count();
            let untaken = if taken == 0 { 0 } else { 1 + usize::from(bits[0][parts[0].place(number)]) };
            let odds = Taught::log_odds(&position(tigers, goats.at(number), taken)).expect("few goats were taken");
            let odds = (odds.div_euclid(STEP) + ODDS as i32 / 2).clamp(0, ODDS as i32 - 1) as usize;
            let context = ((number.count_ones() as usize * COUNTS + won) * UNTAKEN + untaken) * ODDS + odds;
            bits[taken].push(next(taken, place, context));
        }
    }
    bits.map(Vec::into_boxed_slice)
}

/// The bits of a number that are set, each alone.
fn ones(mut number: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let one = number & number.wrapping_neg();
        number ^= one;
        (one != 0).then_some(one)
    })
}

/// The most goats in an arrangement, and one.
const COUNTS: usize = 5;
/// What is known of an arrangement while no goat is taken: nothing, that it is not won, that it is.
const UNTAKEN: usize = 3;
/// Ranges of the logarithm of the odds, and how wide each is: a half.
const ODDS: usize = 16;
const STEP: i32 = Taught::UNIT * Taught::UNIT / 2;
/// All that is looked at.
pub(super) const CONTEXTS: usize = COUNTS * COUNTS * UNTAKEN * ODDS;

/// The chances of a class, by all that is looked at.
#[derive(Clone, Debug)]
pub(super) struct Chances(Box<[Chance]>);

impl Chances {
    /// Of one byte each, [`CONTEXTS`] of them: how many of 256 bits were set.
    pub(super) fn of(bytes: &[u8]) -> Chances {
        Chances(bytes.iter().map(|&byte| Chance(u16::from(byte) << 8 | 0x80)).collect())
    }

    /// The bytes that say how often the bits of these classes are set.
    pub(super) fn bytes<'a>(parts: &[Part; 2], classes: impl Iterator<Item = (u32, &'a Bits)>) -> Vec<u8> {
        // As if each had been set once and not set once.
        let mut counts = vec![(1, 2); CONTEXTS];
        for (tigers, bits) in classes {
            visit(parts, tigers, |taken, place, context| {
                let (bit, (set, all)) = (bits[taken][place], &mut counts[context]);
                (*set, *all) = (*set + u64::from(bit), *all + 1);
                bit
            });
        }
        counts.into_iter().map(|(set, all)| (256 * set / all) as u8).collect()
    }
}

/// How likely a bit is set, in parts of 65,536.
#[derive(Clone, Copy, Debug)]
struct Chance(u16);

impl Chance {
    /// Moves towards what happened by a thirty-second part; never to one of the ends, where the other bit could not be said.
    fn learn(&mut self, bit: bool) {
        if bit { self.0 += (u16::MAX - self.0) >> 5 } else { self.0 -= self.0 >> 5 }
    }
}

/// The numbers of 32 bits that stand for the bits so far.
#[derive(Clone, Copy, Debug)]
struct Range {
    low: u32,
    high: u32,
}

impl Range {
    const WHOLE: Range = Range { low: 0, high: u32::MAX };

    /// The last number of the lower part, which is for a set bit.
    fn middle(self, chance: Chance) -> u32 {
        let width = u64::from(self.high - self.low);
        self.low + ((width * u64::from(chance.0)) >> 16) as u32
    }

    /// What is left after a bit.
    fn narrowed(self, middle: u32, bit: bool) -> Range {
        if bit { Range { high: middle, ..self } } else { Range { low: middle + 1, ..self } }
    }

    /// The highest byte, once it is the same in all numbers.
    fn settled(self) -> Option<u8> {
        ((self.low ^ self.high) >> 24 == 0).then_some((self.high >> 24) as u8)
    }

    /// Without the highest byte.
    fn shifted(self) -> Range {
        Range { low: self.low << 8, high: self.high << 8 | 0xff }
    }
}

struct Encoder {
    range: Range,
    bytes: Vec<u8>,
}

impl Encoder {
    fn encode(&mut self, bit: bool, chance: Chance) {
        self.range = self.range.narrowed(self.range.middle(chance), bit);
        while let Some(byte) = self.range.settled() {
            self.bytes.push(byte);
            self.range = self.range.shifted();
        }
    }

    /// The highest byte of the highest number is enough: whoever reads goes on with zeros.
    fn finish(mut self) -> Vec<u8> {
        self.bytes.push((self.range.high >> 24) as u8);
        self.bytes
    }
}

struct Decoder<'a> {
    range: Range,
    number: u32,
    bytes: std::slice::Iter<'a, u8>,
}

impl Decoder<'_> {
    fn new(bytes: &[u8]) -> Decoder<'_> {
        let mut decoder = Decoder { range: Range::WHOLE, number: 0, bytes: bytes.iter() };
        for _ in 0..4 {
            decoder.shift();
        }
        decoder
    }

    fn decode(&mut self, chance: Chance) -> bool {
        let middle = self.range.middle(chance);
        let bit = self.number <= middle;
        self.range = self.range.narrowed(middle, bit);
        while self.range.settled().is_some() {
            self.range = self.range.shifted();
            self.shift();
        }
        bit
    }

    fn shift(&mut self) {
        self.number = self.number << 8 | u32::from(self.bytes.next().copied().unwrap_or(0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bits that nothing predicts, bits that are all alike, and one against all that was learnt.
    #[test]
    fn any_bits_come_back() {
        let (parts, chances) = ([Part::new(4), Part::new(3)], Chances::of(&[128; CONTEXTS]));
        let tigers = 0b11_0001;
        let lens = [parts[0].numbers().len(), parts[1].numbers().len()];
        let random = |place: usize| (place as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40 & 1 != 0;
        let kinds: [(&dyn Fn(usize) -> bool, usize); 4] =
            [(&random, 1_100), (&|_| true, 150), (&|_| false, 150), (&|place| place != 5_000, 150)];
        for (bit, most) in kinds {
            let bits: Bits = lens.map(|len| (0..len).map(bit).collect());
            let bytes = encode(&parts, &chances, tigers, &bits);
            assert!(bytes.len() <= most, "{} bytes", bytes.len());
            assert!(decode(&parts, &chances, tigers, &bytes) == bits);
        }
    }
}
