//! Rule options: the differences between public implementations of Khet, and the ply limit.

use core::fmt;
use core::str::FromStr;

use plyground_game::notation::ParseRulesError;
use plyground_game::options::Options;
use plyground_game::{HistoryRules, Rules, Side};

use crate::piece::Kind;
use crate::square::Square;

/// The rules of a game. The default is the named set `official`.
///
/// ```
/// use plyground_khet::KhetRules;
///
/// let rules: KhetRules = "official,ply_limit=100".parse().unwrap();
/// assert_eq!(rules.ply_limit, Some(100));
/// assert_eq!(rules.to_string(), "official,ply_limit=100");
/// assert_eq!("lax,strict_swap=on".parse(), Ok(KhetRules::default()));
/// assert_eq!(
///     "epam,scarabs=on".parse::<KhetRules>().unwrap_err().to_string(),
///     "cannot read rules `epam,scarabs=on`: column 6: found `scarabs`, \
///      expected one of `pharaoh_turns`, `scarab_both_turns`, `strict_swap`, `ply_limit`"
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KhetRules {
    /// Whether the pharaoh may turn. The board does not change, and the two senses count as two moves.
    pub pharaoh_turns: bool,
    /// Whether the two senses of a scarab's turn count as two moves; both lead to the same position.
    pub scarab_both_turns: bool,
    /// Whether, in a swap, the piece that the scarab displaces must be allowed on the square where it lands.
    pub strict_swap: bool,
    /// The game is drawn after this many plies; at least 1.
    pub ply_limit: Option<u32>,
}

impl KhetRules {
    /// The rule book: no empty turns, both swapped pieces on allowed squares.
    pub const OFFICIAL: KhetRules =
        KhetRules { pharaoh_turns: false, scarab_both_turns: false, strict_swap: true, ply_limit: None };
    /// As official, but the displaced piece may land anywhere.
    pub const LAX: KhetRules = KhetRules { strict_swap: false, ..KhetRules::OFFICIAL };
    /// As lax, and two turns for a scarab.
    pub const TWO: KhetRules = KhetRules { scarab_both_turns: true, ..KhetRules::LAX };
    /// The kit of the EPAM contest, the basis of the report's agents.
    pub const EPAM: KhetRules = KhetRules { pharaoh_turns: true, scarab_both_turns: true, ..KhetRules::OFFICIAL };

    /// The named sets.
    pub const NAMED: [(&'static str, KhetRules); 4] = [
        ("official", KhetRules::OFFICIAL),
        ("lax", KhetRules::LAX),
        ("two", KhetRules::TWO),
        ("epam", KhetRules::EPAM),
    ];

    /// Returns the on/off options by name.
    fn switches(&mut self) -> [(&'static str, &mut bool); 3] {
        [
            ("pharaoh_turns", &mut self.pharaoh_turns),
            ("scarab_both_turns", &mut self.scarab_both_turns),
            ("strict_swap", &mut self.strict_swap),
        ]
    }
}

impl Default for KhetRules {
    fn default() -> KhetRules {
        KhetRules::OFFICIAL
    }
}

impl Rules for KhetRules {
    /// Returns *deadheat* at the third occurrence, and the ply limit.
    fn history(&self) -> HistoryRules {
        HistoryRules { repetition: Some(3), turn_limit: self.ply_limit }
    }
}

impl fmt::Display for KhetRules {
    /// Writes the named set if there is one, otherwise `official` and the changes, then the limit.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unlimited = KhetRules { ply_limit: None, ..*self };
        match KhetRules::NAMED.iter().find(|(_, rules)| *rules == unlimited) {
            Some((name, _)) => f.write_str(name)?,
            None => {
                f.write_str("official")?;
                let (mut own, mut official) = (*self, KhetRules::OFFICIAL);
                for ((name, value), (_, usual)) in own.switches().into_iter().zip(official.switches()) {
                    if value != usual {
                        write!(f, ",{name}={}", if *value { "on" } else { "off" })?;
                    }
                }
            }
        }
        self.ply_limit.map_or(Ok(()), |limit| write!(f, ",ply_limit={limit}"))
    }
}

impl FromStr for KhetRules {
    type Err = ParseRulesError;

    /// Reads a named set, then changes: `official,ply_limit=100`.
    fn from_str(text: &str) -> Result<KhetRules, ParseRulesError> {
        let options = Options::read(text, ',')?;
        let mut rules = options.choose(&KhetRules::NAMED)?;
        let known = ["pharaoh_turns", "scarab_both_turns", "strict_swap", "ply_limit"];
        options.each(&known, |key, value| {
            if key == "ply_limit" {
                rules.ply_limit = value.number_or_off("a number of plies", 1..=1_000_000)?;
            }
            for (switch, on) in rules.switches() {
                if switch == key {
                    *on = value.switch()?;
                }
            }
            Ok(())
        })?;
        Ok(rules)
    }
}

/// The options that determine legal moves, as bits of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Switches(u8);

impl Switches {
    const PHARAOH_TURNS: u8 = 1;
    const SCARAB_BOTH_TURNS: u8 = 2;
    /// The opposite of `strict_swap`, so that the official rules are 0.
    const LAX_SWAP: u8 = 4;

    pub(crate) const fn new(rules: &KhetRules) -> Switches {
        let mut bits = 0;
        if rules.pharaoh_turns {
            bits |= Switches::PHARAOH_TURNS;
        }
        if rules.scarab_both_turns {
            bits |= Switches::SCARAB_BOTH_TURNS;
        }
        if !rules.strict_swap {
            bits |= Switches::LAX_SWAP;
        }
        Switches(bits)
    }

    /// Returns rules with these options; the ply limit is not included.
    pub(crate) const fn rules(self) -> KhetRules {
        KhetRules {
            pharaoh_turns: self.pharaoh_turns(),
            scarab_both_turns: self.scarab_both_turns(),
            strict_swap: self.strict_swap(),
            ply_limit: None,
        }
    }

    #[inline]
    pub(crate) const fn pharaoh_turns(self) -> bool {
        self.0 & Switches::PHARAOH_TURNS != 0
    }

    #[inline]
    pub(crate) const fn scarab_both_turns(self) -> bool {
        self.0 & Switches::SCARAB_BOTH_TURNS != 0
    }

    #[inline]
    pub(crate) const fn strict_swap(self) -> bool {
        self.0 & Switches::LAX_SWAP == 0
    }

    /// Returns whether a piece may be on a square other than the sphinxes' corners. With lax swaps, a scarab may have left the
    /// other side's piece on a reserved square; a piece reaches it in no other way.
    pub(crate) fn may_stand(self, piece: (Side, Kind), square: Square) -> bool {
        let (side, kind) = piece;
        let is_left_behind = !self.strict_swap() && matches!(kind, Kind::Pyramid | Kind::Anubis);
        square.reserved_for() != Some(side.other()) || is_left_behind
    }

    /// Returns the bits, 0 for the official rules.
    #[inline]
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }
}
