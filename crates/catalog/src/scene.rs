//! Scenes of games by name: positions and moves as texts in, a [`Scene`] out.
//!
//! ```
//! use plyground_catalog::{GameId, scene};
//!
//! let scene = scene::draw(GameId::Kalah, "standard", "<3,0,0,3,3,3,3,3,3> S", None, true)?;
//! assert_eq!((scene.nodes.len(), scene.moves.len()), (8, 3));
//! # Ok::<(), plyground_catalog::CatalogError>(())
//! ```

use plyground_cachex::Cachex;
use plyground_game::{Position, Side};
use plyground_kalah::Kalah;
use plyground_khet::Khet;
pub use plyground_scene::assets;
use plyground_scene::{Drawn, laser, scene_of};
pub use plyground_scene::{Scene, SvgOptions, Theme, svg};
use plyground_tigers::Tigers;

use crate::{CatalogError, GameId, Record};

/// The scene of a position; `last` is the position before it and the move that led from there. An open game shows its
/// moves.
///
/// # Errors
/// When a text is no position, no rules or no move of the game.
pub fn draw(
    game: GameId,
    rules: &str,
    position: &str,
    last: Option<(&str, &str)>,
    open: bool,
) -> Result<Scene, CatalogError> {
    match game {
        GameId::Khet => draw_as::<Khet>(rules, position, last, open),
        GameId::Kalah => draw_as::<Kalah>(rules, position, last, open),
        GameId::Tigers => draw_as::<Tigers>(rules, position, last, open),
        GameId::Cachex => draw_as::<Cachex>(rules, position, last, open),
    }
}

fn draw_as<P: Drawn>(
    rules: &str,
    position: &str,
    last: Option<(&str, &str)>,
    open: bool,
) -> Result<Scene, CatalogError> {
    let rules: P::Rules = rules.parse()?;
    let pos = P::parse(position, &rules)?;
    let Some((before, mv)) = last else { return Ok(scene_of(&pos, None, open)) };
    let before = P::parse(before, &rules)?;
    let mv = before.read_move(mv)?;
    Ok(scene_of(&pos, Some((&before, mv)), open))
}

/// The position with the other side to move, where such a position can be: what the opponent threatens is what a search
/// finds there.
#[must_use]
pub fn passed(game: GameId, position: &str) -> Option<String> {
    match game {
        GameId::Khet => Khet::passed(position),
        GameId::Kalah => Kalah::passed(position),
        GameId::Tigers => Tigers::passed(position),
        GameId::Cachex => Cachex::passed(position),
    }
}

/// The last position of a recorded game.
///
/// # Errors
/// When the record does not fit its game.
pub fn end_of(record: &Record) -> Result<Scene, CatalogError> {
    match record.game.parse()? {
        GameId::Khet => end_as::<Khet>(record),
        GameId::Kalah => end_as::<Kalah>(record),
        GameId::Tigers => end_as::<Tigers>(record),
        GameId::Cachex => end_as::<Cachex>(record),
    }
}

fn end_as<P: Drawn>(record: &Record) -> Result<Scene, CatalogError> {
    let mut pos = P::parse(&record.opening.position, &record.rules.parse()?)?;
    let mut last = None;
    for text in record.moves.split_whitespace() {
        let mv = pos.read_move(text)?;
        let after = pos.after(mv);
        last = Some((std::mem::replace(&mut pos, after), mv));
    }
    Ok(scene_of(&pos, last.as_ref().map(|(before, mv)| (before, *mv)), false))
}

/// Puts the beam of a side's laser into the scene of a position of Khet.
///
/// # Errors
/// When a text is no position or no rules of Khet.
pub fn add_laser(scene: &mut Scene, rules: &str, position: &str, side: Side) -> Result<(), CatalogError> {
    let pos = Khet::parse(position, &rules.parse()?)?;
    scene.overlays.push(laser(&pos, side));
    Ok(())
}
