//! Counts of values by the animals on the board.

use super::form::Form;
use super::ground::{Ground, binomial};
use super::walk::LaneCounter;
use crate::TableCounts;

/// One more than the largest number of animals on a board.
const PLACES: usize = 32;

/// Counts for one side to move and one number of animals in hand, by the animals on the board. All other arrangements
/// are draws.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Tally {
    /// Counts over all hunter sets.
    all: [Decided; PLACES],
    /// Counts over one hunter set per class.
    folded: [Decided; PLACES],
    /// Largest distance of a win or a loss, in plies.
    longest: [Option<u8>; PLACES],
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Decided {
    wins: u64,
    losses: u64,
}

impl Tally {
    /// Counts an arrangement of `sets` hunter sets that is decided in `plies` plies: odd for a win of the side to move.
    #[inline]
    pub(crate) fn add_decided(&mut self, animals: usize, plies: u8, sets: u64) {
        let (all, folded) = (&mut self.all[animals], &mut self.folded[animals]);
        if plies % 2 == 1 {
            all.wins += sets;
            folded.wins += 1;
        } else {
            all.losses += sets;
            folded.losses += 1;
        }
        self.longest[animals] = self.longest[animals].max(Some(plies));
    }

    /// Counts arrangements of classes of `sets` hunter sets, which the side to move wins or loses.
    pub(crate) fn add_counter(&mut self, counter: &LaneCounter, is_win: bool, sets: u64) {
        counter.totals(|animals, bits| {
            for (decided, bits) in [(&mut self.all[animals], sets * bits), (&mut self.folded[animals], bits)] {
                *(if is_win { &mut decided.wins } else { &mut decided.losses }) += bits;
            }
        });
    }

    pub(crate) fn merge(&mut self, other: &Tally) {
        for animals in 0..PLACES {
            for (sum, more) in [(&mut self.all, &other.all), (&mut self.folded, &other.folded)] {
                sum[animals].wins += more[animals].wins;
                sum[animals].losses += more[animals].losses;
            }
            self.longest[animals] = self.longest[animals].max(other.longest[animals]);
        }
    }

    /// Returns the counts with this number of animals on the board: of all arrangements, and of one hunter set per class.
    pub(crate) fn counts(&self, ground: &Ground, classes: u64, animals: u8) -> [TableCounts; 2] {
        let place = usize::from(animals);
        let of = |Decided { wins, losses }: Decided, sets: u64| {
            let draws = sets * subsets(ground, animals) - wins - losses;
            TableCounts { wins, draws, losses, longest: self.longest(place) }
        };
        [of(self.all[place], ground.sets()), of(self.folded[place], classes)]
    }

    /// Returns the longest distance with this number of animals on the board.
    pub(crate) fn longest(&self, animals: usize) -> Option<u32> {
        self.longest[animals].map(u32::from)
    }

    /// Returns the counts as facts of a table's header.
    pub(crate) fn to_facts(&self, form: Form, in_hand: u8, side: &str) -> Vec<(String, String)> {
        let (least, most) = form.animals(in_hand);
        let fact = |animals: u8| {
            let place = usize::from(animals);
            let (all, folded, longest) = (self.all[place], self.folded[place], self.longest[place]);
            let numbers = [all.wins, all.losses, folded.wins, folded.losses].map(|number| number.to_string()).join(" ");
            let longest = longest.map_or("-".into(), |plies| plies.to_string());
            (fact_name(side, animals), format!("{numbers} {longest}"))
        };
        (least..=most).map(fact).collect()
    }

    /// Parses the facts of [`Tally::to_facts`]; `None` if a fact is missing or is not a number.
    pub(crate) fn from_facts<'a>(
        ground: &Ground,
        classes: u64,
        form: Form,
        in_hand: u8,
        side: &str,
        fact: impl Fn(&str) -> Option<&'a str>,
    ) -> Option<Tally> {
        let mut tally = Tally::default();
        let (least, most) = form.animals(in_hand);
        for animals in least..=most {
            let text = fact(&fact_name(side, animals))?;
            let [wins, losses, folded_wins, folded_losses, longest] = text.split(' ').collect::<Vec<_>>()[..] else {
                return None;
            };
            let place = usize::from(animals);
            let number = |text: &str| text.parse::<u64>().ok();
            tally.all[place] = Decided { wins: number(wins)?, losses: number(losses)? };
            tally.folded[place] = Decided { wins: number(folded_wins)?, losses: number(folded_losses)? };
            tally.longest[place] = if longest == "-" { None } else { Some(longest.parse().ok()?) };
            for (decided, sets) in [(tally.all[place], ground.sets()), (tally.folded[place], classes)] {
                if decided.wins.checked_add(decided.losses)? > sets * subsets(ground, animals) {
                    return None;
                }
            }
        }
        Some(tally)
    }
}

/// Returns the fact name of the counts; the animals of both shipped games are goats.
fn fact_name(side: &str, animals: u8) -> String {
    format!("{side} to move, goats {animals}, wins losses folded longest")
}

/// Returns the number of subsets of the free points with this many animals.
fn subsets(ground: &Ground, animals: u8) -> u64 {
    binomial(ground.slots() as u64, animals.into())
}

#[cfg(test)]
mod tests {
    use plyground_tigers::Tigers;

    use super::super::bitmap::tests::WORDS;
    use super::super::bitmap::with_animals;
    use super::*;
    use crate::hunt::HuntGame as _;

    #[test]
    fn arrangements_are_counted_by_animals() {
        let ground = Tigers::ground();
        let mut tally = Tally::default();
        for (least, most, is_win, sets) in [(2, 4, true, 2), (7, 7, false, 2), (0, 15, false, 1)] {
            let mut counter = LaneCounter::new(WORDS);
            counter.add(0, &with_animals(WORDS, least, most));
            tally.add_counter(&counter, is_win, sets);
        }
        tally.add_decided(15, 7, 2);
        let decided = |animals: usize| (tally.all[animals].wins, tally.all[animals].losses, tally.folded[animals].wins);
        assert_eq!(decided(3), (2 * 1140, 1140, 1140));
        assert_eq!(decided(7), (0, 3 * 77_520, 0));
        assert_eq!(decided(15), (2, 15_504, 1));
        let [all, folded] = tally.counts(ground, 891, 15);
        assert_eq!((all.positions(), all.longest), (1771 * 15_504, Some(7)));
        assert_eq!(folded.positions(), 891 * 15_504);
        let form = Form::whole(ground, 15);
        let facts = tally.to_facts(form, 0, "goats");
        let fact = |key: &str| facts.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str());
        let mut read = Tally::from_facts(ground, 891, form, 0, "goats", fact).unwrap();
        (read.all[0], read.folded[0]) = (tally.all[0], tally.folded[0]);
        assert_eq!(read, tally);
        for wrong in ["1 2 3", "1 1 9999999999 0 -", "9999999999 0 1 1 -"] {
            assert_eq!(Tally::from_facts(ground, 891, form, 0, "goats", |_| Some(wrong)), None, "{wrong}");
        }
    }
}
