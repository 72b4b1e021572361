//! Rule switches and the five named rule sets.

use core::fmt;
use core::str::FromStr;

use plyground_game::Rules;
use plyground_game::notation::ParseRulesError;
use plyground_game::options::Options;

/// Rule for a last seed that falls into an empty own house.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Capture {
    /// No capture.
    None,
    /// If the opposite house has seeds, these and the last seed go to the own store.
    Standard,
    /// Like `Standard`, but the last seed also goes to the store if the opposite house is empty.
    Empty,
}

/// Condition that ends the game for lack of seeds. The remaining seeds belong to the owner of their house.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum End {
    /// All houses of one side are empty, whichever side is to move.
    Either,
    /// All houses of the side to move are empty.
    Mover,
}

/// Rules of a game.
///
/// ```
/// use plyground_kalah::{Capture, KalahRules};
///
/// let rules: KalahRules = "kalaha".parse()?;
/// assert_eq!(rules.capture, Capture::None);
/// assert_eq!("standard,majority=on".parse::<KalahRules>()?.to_string(), "tournament");
/// # Ok::<(), plyground_game::notation::ParseRulesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KalahRules {
    /// Capture rule.
    pub capture: Capture,
    /// End rule.
    pub end: End,
    /// Whether the game also ends when a store has more than half of all seeds.
    pub majority: bool,
    /// Whether each side's remaining seeds go to its store when the majority rule ends the game.
    pub sweep: bool,
}

const STANDARD: KalahRules = KalahRules { capture: Capture::Standard, end: End::Either, majority: false, sweep: false };

impl KalahRules {
    /// Named rule sets.
    pub const NAMED: [(&'static str, KalahRules); 5] = [
        ("standard", STANDARD),
        ("tournament", KalahRules { majority: true, ..STANDARD }),
        ("empty-capture", KalahRules { capture: Capture::Empty, ..STANDARD }),
        ("kalaha", KalahRules { capture: Capture::None, end: End::Mover, ..STANDARD }),
        ("kgp", KalahRules { majority: true, sweep: true, ..STANDARD }),
    ];

    /// Names of the options that modify a rule set.
    pub const OPTIONS: [&'static str; 4] = ["capture", "end", "majority", "sweep"];
}

const CAPTURES: [(&str, Capture); 3] =
    [("none", Capture::None), ("standard", Capture::Standard), ("empty", Capture::Empty)];
const ENDS: [(&str, End); 2] = [("either", End::Either), ("mover", End::Mover)];

impl Default for KalahRules {
    fn default() -> KalahRules {
        STANDARD
    }
}

impl Rules for KalahRules {}

impl FromStr for KalahRules {
    type Err = ParseRulesError;

    fn from_str(text: &str) -> Result<KalahRules, ParseRulesError> {
        let options = Options::read(text, ',')?;
        let mut rules = options.choose(&KalahRules::NAMED)?;
        options.each(&KalahRules::OPTIONS, |key, value| {
            match key {
                "capture" => rules.capture = value.choose(&CAPTURES)?,
                "end" => rules.end = value.choose(&ENDS)?,
                "majority" => rules.majority = value.switch()?,
                _ => rules.sweep = value.switch()?,
            }
            Ok(())
        })?;
        Ok(rules)
    }
}

impl fmt::Display for KalahRules {
    /// Writes the name of a rule set, or `standard` and the options that differ from it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, _)) = KalahRules::NAMED.iter().find(|(_, rules)| rules == self) {
            return f.write_str(name);
        }
        f.write_str("standard")?;
        if self.capture != STANDARD.capture {
            write!(f, ",capture={}", word(&CAPTURES, &self.capture))?;
        }
        if self.end != STANDARD.end {
            write!(f, ",end={}", word(&ENDS, &self.end))?;
        }
        for (name, value) in [("majority", self.majority), ("sweep", self.sweep)] {
            if value {
                write!(f, ",{name}=on")?;
            }
        }
        Ok(())
    }
}

fn word<T: PartialEq>(words: &[(&'static str, T)], value: &T) -> &'static str {
    words.iter().find(|(_, entry)| entry == value).expect("every value has its word").0
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn every_combination_is_written_and_read() {
        for capture in CAPTURES.map(|(_, value)| value) {
            for end in ENDS.map(|(_, value)| value) {
                for switches in 0..4 {
                    let rules = KalahRules { capture, end, majority: switches & 1 != 0, sweep: switches & 2 != 0 };
                    assert_eq!(rules.to_string().parse(), Ok(rules), "{rules}");
                }
            }
        }
    }

    #[test]
    fn errors_name_the_column_and_the_choices() {
        let message = |text: &str| text.parse::<KalahRules>().unwrap_err().to_string();
        assert_eq!(
            message("standart"),
            "cannot read rules `standart`: column 1: found `standart`, expected one of `standard`, `tournament`, \
             `empty-capture`, `kalaha`, `kgp`"
        );
        assert_eq!(
            message("kgp,majority=yes"),
            "cannot read rules `kgp,majority=yes`: column 14: found `yes`, expected one of `on`, `off`"
        );
        assert_eq!(message("kgp,"), "cannot read rules `kgp,`: column 5: found nothing, expected `key=value`");
    }
}
