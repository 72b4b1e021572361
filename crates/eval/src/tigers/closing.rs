//! A network for positions of the movement phase that the goats win: it estimates how soon.
//!
//! The network estimates `0.98^plies` for a win in that many plies. It has the inputs of [`Blockade`], but it was fitted to won
//! positions alone. So it ranks them better where it is known that they are won. Other positions have values too, which mean
//! nothing. `cargo run --release -p plyground-papers --example tigers-blockade -- TABLES closing` fits such a network.

use std::sync::LazyLock;

use plyground_game::{Evaluate, Score, Side};
use plyground_tigers::Tigers;

use super::Blockade;
use super::network::{Logistic, Network};

/// Values positions that the goats win by how soon they win, from 0 to 32,000 for the goats.
///
/// ```
/// use plyground_eval::tigers::Closing;
/// use plyground_game::{Evaluate, Position, Side};
/// use plyground_tigers::{Tigers, TigersRules};
///
/// let value = |text: &str| {
///     let pos = Tigers::parse(text, &TigersRules::default()).expect("a position");
///     Closing.evaluate(&pos, &(), Side::First)
/// };
/// // The goats win in 10 plies, and in 210.
/// assert!(value("GG.GGGTTGG.GGG.T..GGGGG 0 t") > value("GGGTGG..GGG.TGG.GGG.TGG 0 t"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Closing;

/// The shipped parameters, one byte each, in 64ths.
const SHIPPED: &[u8] = include_bytes!("closing.bin");

const _: () = assert!(
    SHIPPED.len() == Blockade::PARAMETERS,
    "other parameters: fill the file with zeros, and fit the network again"
);

static NETWORK: LazyLock<Network> = LazyLock::new(|| Network::read(SHIPPED));
static POINTS: LazyLock<Logistic> = LazyLock::new(|| Logistic::new(32_000));

impl Evaluate<Tigers> for Closing {
    type Path = ();

    #[inline]
    fn evaluate(&self, pos: &Tigers, (): &(), side: Side) -> Score {
        let points = Blockade::log_odds(&NETWORK, pos).map_or(0, |odds| POINTS.of(odds));
        Score::new(points).seen_by(side == Side::First)
    }
}
