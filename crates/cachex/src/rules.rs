//! The rule options.
//!
//! ```
//! use plyground_cachex::CachexRules;
//! use plyground_game::Rules;
//!
//! let rules: CachexRules = "standard,turn_limit=off,steal=off".parse()?;
//! assert_eq!(rules.to_string(), "standard,steal=off,turn_limit=off");
//! assert_eq!(rules.history().repetition, Some(7));
//! assert_eq!("standard,ko=on".parse::<CachexRules>().unwrap_err().to_string(),
//!     "cannot read rules `standard,ko=on`: column 10: found `ko`, \
//!      expected one of the options `steal`, `centre_ban`, `turn_limit`, `repetition`");
//! # Ok::<(), plyground_game::notation::ParseRulesError>(())
//! ```

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use plyground_game::notation::{Fault, ParseRulesError, Reader, quote};
use plyground_game::{HistoryRules, Rules};

/// The largest number that the options take.
const LARGEST: u32 = 1_000_000;

/// The rules `standard`, those of the course's referee, and changes to them.
///
/// `Display` names the changed options only, always in the same order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CachexRules {
    /// Whether the second action may be STEAL; on.
    pub steal: bool,
    /// Whether the first placement may not be the centre (of a board of odd size); on.
    pub centre_ban: bool,
    /// The game is drawn when this many turns have been played, 1 to a million, `None` for no limit; 343.
    pub turn_limit: Option<u32>,
    /// The game is drawn when the same stones have stood this many times, 2 to a million, `None` for never; 7.
    pub repetition: Option<u32>,
}

impl CachexRules {
    /// The referee's rules.
    pub const STANDARD: CachexRules =
        CachexRules { steal: true, centre_ban: true, turn_limit: Some(343), repetition: Some(7) };
}

impl Default for CachexRules {
    fn default() -> CachexRules {
        CachexRules::STANDARD
    }
}

impl Rules for CachexRules {
    fn history(&self) -> HistoryRules {
        HistoryRules { repetition: self.repetition, turn_limit: self.turn_limit }
    }
}

impl fmt::Display for CachexRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let standard = CachexRules::STANDARD;
        write!(f, "standard")?;
        for (name, value, usual) in
            [("steal", self.steal, standard.steal), ("centre_ban", self.centre_ban, standard.centre_ban)]
        {
            if value != usual {
                write!(f, ",{name}={}", if value { "on" } else { "off" })?;
            }
        }
        for (name, value, usual) in
            [("turn_limit", self.turn_limit, standard.turn_limit), ("repetition", self.repetition, standard.repetition)]
        {
            match value {
                _ if value == usual => {}
                Some(number) => write!(f, ",{name}={number}")?,
                None => write!(f, ",{name}=off")?,
            }
        }
        Ok(())
    }
}

impl FromStr for CachexRules {
    type Err = ParseRulesError;

    fn from_str(text: &str) -> Result<CachexRules, ParseRulesError> {
        const NAMES: [&str; 4] = ["steal", "centre_ban", "turn_limit", "repetition"];
        let mut rules = CachexRules::STANDARD;
        let mut given = [false; NAMES.len()];
        let mut reader = Reader::new(text);
        let place = reader.clone();
        if word(&mut reader) != "standard" {
            return Err(found_word(&place, "the rule set `standard`").into());
        }
        while reader.take(",") {
            let place = reader.clone();
            let name = word(&mut reader);
            let Some(option) = NAMES.iter().position(|&known| known == name) else {
                let known = NAMES.map(|known| format!("`{known}`")).join(", ");
                return Err(found_word(&place, &format!("one of the options {known}")).into());
            };
            if std::mem::replace(&mut given[option], true) {
                return Err(found_word(&place, "each option once").into());
            }
            reader.expect("=")?;
            match option {
                0 => rules.steal = on_or_off(&mut reader)?,
                1 => rules.centre_ban = on_or_off(&mut reader)?,
                2 => rules.turn_limit = number_or_off(&mut reader, "a number of turns", 1..=LARGEST)?,
                _ => rules.repetition = number_or_off(&mut reader, "a number of occurrences", 2..=LARGEST)?,
            }
        }
        if reader.rest().is_empty() { Ok(rules) } else { Err(reader.fault("`,` or the end of the text").into()) }
    }
}

/// Reads letters and underscores.
fn word<'a>(reader: &mut Reader<'a>) -> &'a str {
    let rest = reader.rest();
    while reader.peek().is_some_and(|c| c.is_ascii_alphabetic() || c == '_') {
        reader.next_char();
    }
    &rest[..rest.len() - reader.rest().len()]
}

/// A fault that shows the whole word where `reader` stands.
fn found_word(reader: &Reader<'_>, expected: &str) -> Fault {
    let fault = reader.fault(expected);
    match word(&mut reader.clone()) {
        "" => fault,
        found => Fault { found: quote(found), ..fault },
    }
}

fn on_or_off(reader: &mut Reader<'_>) -> Result<bool, Fault> {
    let place = reader.clone();
    match word(reader) {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(found_word(&place, "`on` or `off`")),
    }
}

fn number_or_off(reader: &mut Reader<'_>, what: &str, range: RangeInclusive<u32>) -> Result<Option<u32>, Fault> {
    let place = reader.clone();
    match word(reader) {
        "off" => Ok(None),
        "" => reader.number(&format!("`off` or {what}"), range).map(Some),
        _ => Err(found_word(&place, &format!("`off` or {what} ({} to {})", range.start(), range.end()))),
    }
}
