//! Rule options: `standard`, then `captures`, `stuck-goats` and `repetition`.

use std::fmt;
use std::str::FromStr;

use plyground::game::notation::ParseRulesError;
use plyground::game::options::Options;
use plyground::game::{HistoryRules, Rules};

use crate::board::GOATS;

/// The result if the goats must move, have none in hand, and cannot move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum StuckGoats {
    /// The tigers win.
    #[default]
    Lose,
    /// The game is a draw.
    Draw,
}

/// The rule options of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BaghChalRules {
    captures: u8,
    /// The result if the goats cannot move.
    pub stuck_goats: StuckGoats,
    repetition: Option<u32>,
}

/// Notation of the number of occurrences that makes a draw.
const REPETITIONS: [(&str, Option<u32>); 3] = [("third", Some(3)), ("second", Some(2)), ("none", None)];
const STUCK_GOATS: [(&str, StuckGoats); 2] = [("lose", StuckGoats::Lose), ("draw", StuckGoats::Draw)];

impl BaghChalRules {
    /// Returns the rules with these options: the captures that win (1 to 20), and the occurrences of a position that make
    /// a draw (2, 3 or `None`).
    #[must_use]
    pub fn new(captures: u8, stuck_goats: StuckGoats, repetition: Option<u32>) -> Option<BaghChalRules> {
        let is_known = REPETITIONS.iter().any(|&(_, times)| times == repetition);
        ((1..=GOATS).contains(&captures) && is_known).then_some(BaghChalRules { captures, stuck_goats, repetition })
    }

    /// Returns the captures that win the game for the tigers, 1 to 20.
    #[must_use]
    pub fn captures(&self) -> u8 {
        self.captures
    }
}

impl Default for BaghChalRules {
    /// Five captures win, stuck goats lose, and the third occurrence of a position is a draw.
    fn default() -> BaghChalRules {
        BaghChalRules { captures: 5, stuck_goats: StuckGoats::Lose, repetition: Some(3) }
    }
}

impl Rules for BaghChalRules {
    fn history(&self) -> HistoryRules {
        HistoryRules { repetition: self.repetition, turn_limit: None }
    }
}

impl fmt::Display for BaghChalRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let standard = BaghChalRules::default();
        f.write_str("standard")?;
        if self.captures != standard.captures {
            write!(f, ",captures={}", self.captures)?;
        }
        let changed = |f: &mut fmt::Formatter<'_>, key, word: Option<&str>| match word {
            Some(word) => write!(f, ",{key}={word}"),
            None => Ok(()),
        };
        if self.stuck_goats != standard.stuck_goats {
            let word = STUCK_GOATS.iter().find(|(_, value)| *value == self.stuck_goats);
            changed(f, "stuck-goats", word.map(|(word, _)| *word))?;
        }
        if self.repetition != standard.repetition {
            let word = REPETITIONS.iter().find(|(_, value)| *value == self.repetition);
            changed(f, "repetition", word.map(|(word, _)| *word))?;
        }
        Ok(())
    }
}

impl FromStr for BaghChalRules {
    type Err = ParseRulesError;

    fn from_str(text: &str) -> Result<BaghChalRules, ParseRulesError> {
        let options = Options::read(text, ',')?;
        let mut rules = options.choose(&[("standard", BaghChalRules::default())])?;
        options.each(&["captures", "stuck-goats", "repetition"], |key, value| {
            match key {
                "captures" => rules.captures = value.number("a number of captures", 1..=u32::from(GOATS))? as u8,
                "stuck-goats" => rules.stuck_goats = value.choose(&STUCK_GOATS)?,
                _ => rules.repetition = value.choose(&REPETITIONS)?,
            }
            Ok(())
        })?;
        Ok(rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_round_trip() {
        for captures in 1..=20 {
            for (_, stuck_goats) in STUCK_GOATS {
                for (_, repetition) in REPETITIONS {
                    let rules = BaghChalRules::new(captures, stuck_goats, repetition).unwrap();
                    assert_eq!(rules.to_string().parse(), Ok(rules));
                }
            }
        }
        assert_eq!(BaghChalRules::new(21, StuckGoats::Lose, None), None);
        assert_eq!(BaghChalRules::new(5, StuckGoats::Lose, Some(4)), None);
    }

    #[test]
    fn unknown_options_are_refused_with_their_place() {
        let refusal = |text: &str| text.parse::<BaghChalRules>().unwrap_err().0.to_string();
        assert_eq!(
            refusal("standard,captures=21"),
            "`standard,captures=21`: column 19: found `21`, expected a number of captures (1 to 20)"
        );
        assert_eq!(
            refusal("standard,repetition=3"),
            "`standard,repetition=3`: column 21: found `3`, expected one of `third`, `second`, `none`"
        );
    }
}
