//! Rules and set-ups as text: refused in one line, or written so that they read back, with a sound start position.

use plyground_cachex::Cachex;
use plyground_game::laws::check_game;
use plyground_game::notation::{Fault, ParseRulesError, ParseSetupError};
use plyground_game::{Game, SearchHints};
use plyground_kalah::Kalah;
use plyground_khet::Khet;
use plyground_tigers::Tigers;

use crate::subject::Subject;
use crate::{check_fault, seed};

/// The input is rules, and a set-up, of every game.
///
/// # Panics
/// When something that was read is not what is written, or a start breaks a law.
pub(crate) fn options(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    check::<Kalah>(&text, seed(data));
    check::<Khet>(&text, seed(data));
    check::<Tigers>(&text, seed(data));
    check::<Cachex>(&text, seed(data));
}

fn check<P: Subject>(text: &str, seed: u64) {
    let rules = text.parse::<P::Rules>().map_err(|ParseRulesError(fault)| fault);
    if let Some(rules) = read(rules, text) {
        assert_eq!(rules.to_string().parse(), Ok(rules.clone()), "rules {text:?}");
        check_start::<P>(&P::Setup::default(), &rules, seed);
    }
    let setup = text.parse::<P::Setup>().map_err(|ParseSetupError(fault)| fault);
    if let Some(setup) = read(setup, text) {
        assert_eq!(setup.to_string().parse(), Ok(setup.clone()), "set-up {text:?}");
        check_start::<P>(&setup, &P::Rules::default(), seed);
    }
}

fn read<T>(result: Result<T, Box<Fault>>, text: &str) -> Option<T> {
    result.map_err(|fault| check_fault(&fault, text)).ok()
}

fn check_start<P: SearchHints>(setup: &P::Setup, rules: &P::Rules, seed: u64) {
    check_game(&Game::<P>::new(setup, rules), seed)
        .unwrap_or_else(|violation| panic!("{}, set-up {setup}, rules {rules}: {violation}", P::NAME));
}
