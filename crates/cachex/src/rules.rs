//! The rule options.

use core::fmt;
use core::str::FromStr;

use plyground_game::notation::ParseRulesError;
use plyground_game::options::Options;
use plyground_game::{HistoryRules, Rules};

/// The largest number that an option accepts.
const LARGEST: u32 = 1_000_000;

/// The rules `standard`, which are those of the course's referee, and changes to them.
///
/// `Display` writes only the changed options, always in the same order.
///
/// ```
/// use plyground_cachex::CachexRules;
/// use plyground_game::Rules;
///
/// let rules: CachexRules = "standard,turn_limit=off,steal=off".parse()?;
/// assert_eq!(rules.to_string(), "standard,steal=off,turn_limit=off");
/// assert_eq!(rules.history().repetition, Some(7));
/// assert_eq!("standard,ko=on".parse::<CachexRules>().unwrap_err().to_string(),
///     "cannot read rules `standard,ko=on`: column 10: found `ko`, \
///      expected one of `steal`, `centre_ban`, `turn_limit`, `repetition`");
/// # Ok::<(), plyground_game::notation::ParseRulesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CachexRules {
    /// Whether the second action may be STEAL; default: on.
    pub steal: bool,
    /// Whether the first placement may not be on the centre of a board of odd size; default: on.
    pub centre_ban: bool,
    /// Number of turns after which the game is drawn, 1 to a million, `None` for no limit; default: 343.
    pub turn_limit: Option<u32>,
    /// Number of occurrences of the same stones after which the game is drawn, 2 to a million, `None` for never; default: 7.
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
        let options = Options::read(text, ',')?;
        let mut rules = options.choose(&[("standard", CachexRules::STANDARD)])?;
        options.each(&["steal", "centre_ban", "turn_limit", "repetition"], |key, value| {
            match key {
                "steal" => rules.steal = value.switch()?,
                "centre_ban" => rules.centre_ban = value.switch()?,
                "turn_limit" => rules.turn_limit = value.number_or_off("a number of turns", 1..=LARGEST)?,
                _ => rules.repetition = value.number_or_off("a number of occurrences", 2..=LARGEST)?,
            }
            Ok(())
        })?;
        Ok(rules)
    }
}
