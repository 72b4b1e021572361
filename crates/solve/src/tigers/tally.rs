//! Counts of values by the goats on the board.

use std::ops::Add;

use super::bitmap::Words;
use super::form::Form;

/// Wins, draws and losses of the side to move.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Counts {
    /// Arrangements won by the side to move.
    pub wins: u64,
    /// Arrangements that nobody can win.
    pub draws: u64,
    /// Arrangements lost by the side to move.
    pub losses: u64,
}

impl Add for Counts {
    type Output = Counts;

    fn add(self, other: Counts) -> Counts {
        Counts { wins: self.wins + other.wins, draws: self.draws + other.draws, losses: self.losses + other.losses }
    }
}

/// The largest number of goats, and one more for none.
const PLACES: usize = 16;

/// Counts for one side to move and one number of goats outside, by the goats on the board. Draws are what is left.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Tally {
    /// Of all tiger sets.
    all: [Decided; PLACES],
    /// Of one tiger set for each class.
    folded: [Decided; PLACES],
    /// The largest distance of a win or a loss, in plies.
    longest: [Option<u8>; PLACES],
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Decided {
    wins: u64,
    losses: u64,
}

impl Tally {
    /// Counts an arrangement of `sets` tiger sets that is decided in so many plies: odd for a win of the side to move.
    #[inline]
    pub(crate) fn add_decided(&mut self, goats: usize, plies: u8, sets: u64) {
        let (all, folded) = (&mut self.all[goats], &mut self.folded[goats]);
        if plies % 2 == 1 {
            all.wins += sets;
            folded.wins += 1;
        } else {
            all.losses += sets;
            folded.losses += 1;
        }
        self.longest[goats] = self.longest[goats].max(Some(plies));
    }

    /// Counts the arrangements of a class that stands for `sets` tiger sets.
    pub(crate) fn add_bitmaps(&mut self, wins: &Words, losses: &Words, sets: u64) {
        let mut counts = [Decided::default(); 21];
        for (word, (&wins, &losses)) in wins.iter().zip(losses).enumerate() {
            let above = (word as u32).count_ones() as usize;
            for (low, &mask) in LOW_COUNTS.iter().enumerate() {
                counts[above + low].wins += u64::from((wins & mask).count_ones());
                counts[above + low].losses += u64::from((losses & mask).count_ones());
            }
        }
        for (goats, counts) in counts.iter().enumerate().take(PLACES) {
            self.all[goats].wins += sets * counts.wins;
            self.all[goats].losses += sets * counts.losses;
            self.folded[goats].wins += counts.wins;
            self.folded[goats].losses += counts.losses;
        }
    }

    pub(crate) fn merge(&mut self, other: &Tally) {
        for goats in 0..PLACES {
            for (sum, more) in [(&mut self.all, &other.all), (&mut self.folded, &other.folded)] {
                sum[goats].wins += more[goats].wins;
                sum[goats].losses += more[goats].losses;
            }
            self.longest[goats] = self.longest[goats].max(other.longest[goats]);
        }
    }

    /// The counts with so many goats on the board: of all arrangements, of one from each mirrored pair of tiger sets, and
    /// the longest distance.
    pub(crate) fn counts(&self, goats: u8) -> (Counts, Counts, Option<u32>) {
        let place = usize::from(goats);
        let of = |decided: Decided, sets: usize| {
            let Decided { wins, losses } = decided;
            Counts { wins, losses, draws: sets as u64 * subsets(goats) - wins - losses }
        };
        (
            of(self.all[place], super::index::SETS),
            of(self.folded[place], super::index::CLASSES),
            self.longest[place].map(u32::from),
        )
    }

    /// As facts of a table's header.
    pub(crate) fn to_facts(&self, form: Form, outside: u8) -> Vec<(String, String)> {
        let (least, most) = form.goats(outside).unwrap_or((1, 0));
        let fact = |goats: u8| {
            let (all, folded, longest) =
                (self.all[usize::from(goats)], self.folded[usize::from(goats)], self.longest[usize::from(goats)]);
            let numbers = [all.wins, all.losses, folded.wins, folded.losses].map(|number| number.to_string()).join(" ");
            let longest = longest.map_or("-".into(), |plies| plies.to_string());
            (format!("goats {goats}, wins losses folded longest"), format!("{numbers} {longest}"))
        };
        (least..=most).map(fact).collect()
    }

    /// Reads [`Tally::to_facts`] back; `None` when something is missing or is no number.
    pub(crate) fn from_facts<'a>(form: Form, outside: u8, fact: impl Fn(&str) -> Option<&'a str>) -> Option<Tally> {
        let mut tally = Tally::default();
        let (least, most) = form.goats(outside).unwrap_or((1, 0));
        for goats in least..=most {
            let text = fact(&format!("goats {goats}, wins losses folded longest"))?;
            let [wins, losses, folded_wins, folded_losses, longest] = text.split(' ').collect::<Vec<_>>()[..] else {
                return None;
            };
            let place = usize::from(goats);
            let number = |text: &str| text.parse::<u64>().ok();
            tally.all[place] = Decided { wins: number(wins)?, losses: number(losses)? };
            tally.folded[place] = Decided { wins: number(folded_wins)?, losses: number(folded_losses)? };
            tally.longest[place] = if longest == "-" { None } else { Some(longest.parse().ok()?) };
            let decided = tally.all[place].wins.checked_add(tally.all[place].losses)?;
            if decided > super::index::SETS as u64 * subsets(goats) {
                return None;
            }
        }
        Some(tally)
    }
}

/// The places in a word with 0 to 6 goats in the low slots.
const LOW_COUNTS: [u64; 7] = {
    let mut masks = [0; 7];
    let mut bit = 0u32;
    while bit < u64::BITS {
        masks[bit.count_ones() as usize] |= 1 << bit;
        bit += 1;
    }
    masks
};

/// Subsets of the 20 free points with so many goats.
fn subsets(goats: u8) -> u64 {
    (0..u64::from(goats)).fold(1, |product, taken| product * (20 - taken) / (taken + 1))
}

#[cfg(test)]
mod tests {
    use super::super::bitmap::{filled, with_goats};
    use super::*;

    #[test]
    fn arrangements_are_counted_by_goats() {
        let mut tally = Tally::default();
        tally.add_bitmaps(&with_goats(2, 4), &with_goats(7, 7), 2);
        tally.add_bitmaps(&filled(0), &with_goats(0, 20), 1);
        tally.add_decided(15, 7, 2);
        let decided = |goats: usize| (tally.all[goats].wins, tally.all[goats].losses, tally.folded[goats].wins);
        assert_eq!(decided(3), (2 * 1140, 1140, 1140));
        assert_eq!(decided(7), (0, 3 * 77_520, 0));
        assert_eq!(decided(15), (2, 15_504, 1));
        let (all, folded, longest) = tally.counts(15);
        assert_eq!(all.wins + all.draws + all.losses, 1771 * 15_504);
        assert_eq!(folded.wins + folded.draws + folded.losses, 891 * 15_504);
        assert_eq!(longest, Some(7));
        let form = Form { captures_to_win: 15, max_goats: 15 };
        let facts = tally.to_facts(form, 0);
        let fact = |key: &str| facts.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str());
        let mut read = Tally::from_facts(form, 0, fact).unwrap();
        (read.all[0], read.folded[0]) = (tally.all[0], tally.folded[0]);
        assert_eq!(read, tally);
        assert_eq!(Tally::from_facts(form, 0, |_| Some("1 2 3")), None);
    }
}
