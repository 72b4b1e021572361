//! The bits of one class of the book in under a third of their room, by a binary arithmetic coder.
//!
//! Goats mostly win with the arrangements that they win with when any one of their goats is taken away as well, and the arrangements
//! in a row look alike. So the chance that a bit is set is learnt, within the class, from the bits before it: by the number of
//! goats, by how many of the arrangements with one goat less are won, by what the same arrangement is worth while no goat is
//! taken, and by the last two bits. The likelier a bit is, the less room it takes. A class stands for itself, so that a position
//! costs the few classes that its moves lead to, 7,547 bits each.

use super::packing::Packing;

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
        let packing = Packing::new(most);
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

/// The bytes that say these bits.
pub(super) fn encode(parts: &[Part; 2], bits: &Bits) -> Vec<u8> {
    let mut encoder = Encoder { range: Range::WHOLE, bytes: Vec::new() };
    visit(parts, |taken, place, chance| {
        let bit = bits[taken][place];
        encoder.encode(bit, chance);
        bit
    });
    encoder.finish()
}

/// The bits that these bytes say.
pub(super) fn decode(parts: &[Part; 2], bytes: &[u8]) -> Bits {
    let mut decoder = Decoder::new(bytes);
    visit(parts, |_, _, chance| decoder.decode(chance))
}

/// Goes through the bits of a class. `next` gets how many goats were taken, the place of a bit, and the chance that it is set, and
/// says whether it is.
fn visit(parts: &[Part; 2], mut next: impl FnMut(usize, usize, Chance) -> bool) -> Bits {
    let mut chances = Chances::new();
    let mut bits: [Vec<bool>; 2] = Default::default();
    for (taken, part) in parts.iter().enumerate() {
        let mut last = [false; 2];
        for (place, &number) in part.numbers.iter().enumerate() {
            let won = ones(number).filter(|goat| bits[taken][part.place(number ^ goat)]).count();
            let untaken = (taken == 1).then(|| bits[0][parts[0].place(number)]);
            let chance = chances.of(number.count_ones() as usize, won, untaken, last);
            let bit = next(taken, place, *chance);
            chance.learn(bit);
            bits[taken].push(bit);
            last = [last[1], bit];
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

/// How likely a bit is set, in parts of 65,536.
#[derive(Clone, Copy, Debug)]
struct Chance(u16);

impl Chance {
    /// Moves towards what happened by a sixteenth; never to one of the ends, where the other bit could not be said.
    fn learn(&mut self, bit: bool) {
        if bit { self.0 += (u16::MAX - self.0) >> 4 } else { self.0 -= self.0 >> 4 }
    }
}

/// The most goats in an arrangement, and one.
const COUNTS: usize = 5;

/// The chances of a class, by all that is looked at.
struct Chances([[[[[Chance; 2]; 2]; 3]; COUNTS]; COUNTS]);

impl Chances {
    /// Before anything is learnt: that of the arrangements with one goat less.
    fn new() -> Chances {
        let mut chances = [[[[[Chance(0); 2]; 2]; 3]; COUNTS]; COUNTS];
        for (goats, chances) in chances.iter_mut().enumerate() {
            for (won, chances) in chances.iter_mut().enumerate().take(goats + 1) {
                let share = (1 << 15) * (2 * won + 1) / (goats + 1);
                *chances = [[[Chance(share as u16); 2]; 2]; 3];
            }
        }
        Chances(chances)
    }

    fn of(&mut self, goats: usize, won: usize, untaken: Option<bool>, last: [bool; 2]) -> &mut Chance {
        let untaken = untaken.map_or(0, |bit| 1 + usize::from(bit));
        &mut self.0[goats][won][untaken][usize::from(last[0])][usize::from(last[1])]
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
        let parts = [Part::new(4), Part::new(3)];
        let lens = [parts[0].numbers().len(), parts[1].numbers().len()];
        let random = |place: usize| (place as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40 & 1 != 0;
        let kinds: [(&dyn Fn(usize) -> bool, usize); 4] =
            [(&random, 1_100), (&|_| true, 60), (&|_| false, 60), (&|place| place != 5_000, 60)];
        for (bit, most) in kinds {
            let bits: Bits = lens.map(|len| (0..len).map(bit).collect());
            let bytes = encode(&parts, &bits);
            assert!(bytes.len() <= most, "{} bytes", bytes.len());
            assert!(decode(&parts, &bytes) == bits);
        }
    }
}
