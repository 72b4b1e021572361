//! Numbers of pieces, and the rule options with their text form.

use core::fmt;
use core::str::FromStr;

use plyground_game::notation::ParseRulesError;
use plyground_game::options::Options;
use plyground_game::{HistoryRules, Rules};

/// Number of tigers.
pub const TIGERS: u8 = 3;

/// Number of goats at the start.
pub const GOATS: u8 = 15;

/// Rule options. The text form is `standard`, followed by the changes: `standard,captures_to_win=5,repetition=off`.
///
/// ```
/// use plyground_tigers::TigersRules;
///
/// let rules: TigersRules = "standard,captures_to_win=5".parse()?;
/// assert_eq!((rules.captures_to_win(), rules.repetition()), (5, Some(3)));
/// assert_eq!(rules.to_string(), "standard,captures_to_win=5");
/// assert_eq!(
///     "standard,captures_to_win=16".parse::<TigersRules>().unwrap_err().to_string(),
///     "cannot read rules `standard,captures_to_win=16`: column 26: found `16`, \
///      expected a number of captures (1 to 15)"
/// );
/// # Ok::<(), plyground_game::notation::ParseRulesError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TigersRules {
    captures_to_win: u8,
    repetition: Option<u32>,
}

impl TigersRules {
    /// Maximum value of the repetition option.
    const MAX_REPETITION: u32 = 1000;

    /// Creates rules with these options; `None` if one is out of range.
    ///
    /// Tigers win with `captures_to_win` captures, 1 to 15. A position is a draw at its `repetition`-th occurrence, 2
    /// to 1000, including the starting position; `None` disables the rule.
    #[must_use]
    pub fn new(captures_to_win: u8, repetition: Option<u32>) -> Option<TigersRules> {
        let captures = (1..=GOATS).contains(&captures_to_win);
        let repeats = repetition.is_none_or(|times| (2..=TigersRules::MAX_REPETITION).contains(&times));
        (captures && repeats).then_some(TigersRules { captures_to_win, repetition })
    }

    /// Returns the number of goats that tigers must capture to win, 1 to 15.
    #[must_use]
    pub fn captures_to_win(&self) -> u8 {
        self.captures_to_win
    }

    /// Returns the number of occurrences of a position that make a draw; `None` if repetition never ends a game.
    #[must_use]
    pub fn repetition(&self) -> Option<u32> {
        self.repetition
    }
}

impl Default for TigersRules {
    /// Returns the standard rules: all 15 goats, and a draw at the third occurrence.
    fn default() -> TigersRules {
        TigersRules { captures_to_win: GOATS, repetition: Some(3) }
    }
}

impl Rules for TigersRules {
    fn history(&self) -> HistoryRules {
        HistoryRules { repetition: self.repetition, turn_limit: None }
    }
}

impl fmt::Display for TigersRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let standard = TigersRules::default();
        f.write_str("standard")?;
        if self.captures_to_win != standard.captures_to_win {
            write!(f, ",captures_to_win={}", self.captures_to_win)?;
        }
        match self.repetition {
            repetition if repetition == standard.repetition => Ok(()),
            Some(times) => write!(f, ",repetition={times}"),
            None => write!(f, ",repetition=off"),
        }
    }
}

impl FromStr for TigersRules {
    type Err = ParseRulesError;

    fn from_str(text: &str) -> Result<TigersRules, ParseRulesError> {
        let options = Options::read(text, ',')?;
        let mut rules = options.choose(&[("standard", TigersRules::default())])?;
        options.each(&["captures_to_win", "repetition"], |key, value| {
            if key == "repetition" {
                rules.repetition = value.number_or_off("a number of occurrences", 2..=TigersRules::MAX_REPETITION)?;
            } else {
                rules.captures_to_win = value.number("a number of captures", 1..=u32::from(GOATS))? as u8;
            }
            Ok(())
        })?;
        Ok(rules)
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn rules_round_trip() {
        for captures in 1..=15 {
            for repetition in [None, Some(2), Some(3), Some(1000)] {
                let rules = TigersRules::new(captures, repetition).expect("in range");
                assert_eq!(rules.to_string().parse(), Ok(rules));
            }
        }
        assert_eq!("standard,captures_to_win=15,repetition=3".parse(), Ok(TigersRules::default()));
        assert_eq!(TigersRules::new(0, None).or(TigersRules::new(16, None)).or(TigersRules::new(5, Some(1))), None);
    }

    #[test]
    fn bad_rules_are_refused_with_their_place() {
        let refusal = |text: &str| text.parse::<TigersRules>().unwrap_err().0.to_string();
        assert_eq!(refusal("official"), "`official`: column 1: found `official`, expected `standard`");
        assert_eq!(refusal(""), "``: column 1: found nothing, expected `standard`");
        assert_eq!(
            refusal("standard,steal=off,captures_to_win=5"),
            "`standard,steal=off,captures_to_win=5`: column 10: found `steal`, expected one of `captures_to_win`, \
             `repetition`"
        );
        assert_eq!(
            refusal("standard,repetition=1"),
            "`standard,repetition=1`: column 21: found `1`, expected a number of occurrences (2 to 1000) or `off`"
        );
        assert_eq!(
            refusal("standard,repetition=off,repetition=4"),
            "`standard,repetition=off,repetition=4`: column 25: found `repetition`, expected each key once"
        );
    }
}
