//! The three set-ups of the rule book.

use core::fmt;
use core::str::FromStr;

use plyground_game::notation::{Fault, ParseSetupError, quote};

/// The placement of the pieces at the start.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum KhetSetup {
    /// The usual set-up, and the one for beginners.
    #[default]
    Classic,
    /// Imhotep: the scarabs are between the lines.
    Imhotep,
    /// Dynasty: the pharaohs are away from the edge, so the lasers are active early.
    Dynasty,
}

impl KhetSetup {
    /// All set-ups.
    pub const ALL: [KhetSetup; 3] = [KhetSetup::Classic, KhetSetup::Imhotep, KhetSetup::Dynasty];

    /// Returns the name in commands and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            KhetSetup::Classic => "classic",
            KhetSetup::Imhotep => "imhotep",
            KhetSetup::Dynasty => "dynasty",
        }
    }

    /// Returns the start position in the game's notation.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            KhetSetup::Classic => "x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1 0",
            KhetSetup::Imhotep => "x33a3ka3s22//3P42p13/p1P32P2s22p2P4/p2P42S2p42p1P3/3P32p23//2S2A1KA13X1 0",
            KhetSetup::Dynasty => "x33p3a3p23/5k4/p13p3a3s23/p21s11P41P23/3p41p21S11P4/3S2A1P13P3/4K5/3P4A1P13X1 0",
        }
    }
}

impl fmt::Display for KhetSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for KhetSetup {
    type Err = ParseSetupError;

    fn from_str(text: &str) -> Result<KhetSetup, ParseSetupError> {
        let found = KhetSetup::ALL.into_iter().find(|setup| setup.name() == text);
        found.ok_or_else(|| Fault::whole(text, quote(text), "`classic`, `imhotep` or `dynasty`").into())
    }
}
