//! Games that can be drawn.

use plyground_game::Position;

use crate::{Hint, Overlay, Palette, Scene, Step};

/// A game with pictures of its own.
///
/// ```
/// use plyground_game::Position;
/// use plyground_scene::{Drawn, scene_of};
/// use plyground_tigers::{Tigers, TigersRules};
///
/// let pos = Tigers::parse("T..T.T................. 15 g", &TigersRules::default())?;
/// let mv = pos.read_move("@9")?;
/// assert_eq!(pos.clicks(mv).to.as_deref(), Some("9"));
/// let scene = scene_of(&pos.after(mv), Some((&pos, mv)), true);
/// assert_eq!((scene.nodes.len(), scene.steps.len()), (23, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Drawn: Position {
    /// The colours of its sides.
    const PALETTE: Palette = Palette::SILVER_AND_ORANGE;

    /// The board with its pieces, and what a player looks for. Moves and steps are left to [`scene_of`].
    fn draw(&self) -> Scene;

    /// The clicks that make a legal move.
    fn clicks(&self, mv: Self::Move) -> Clicks;

    /// How a legal move went, and the marks that it leaves on the board after it.
    fn steps(&self, mv: Self::Move, after: &Self) -> (Vec<Step>, Vec<Overlay>);
}

/// Which clicks make a move, and what it does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clicks {
    /// The place of the piece that moves.
    pub from: Option<String>,
    /// Where it goes, or where something is put.
    pub to: Option<String>,
    /// What is done: `place`, `step`, `swap`, `jump`, `sow`, `clockwise`, `anticlockwise`, `steal`, or a word of the game's own.
    pub action: &'static str,
}

impl Clicks {
    /// A click on a piece, then one on the place where it goes.
    #[must_use]
    pub fn way(from: &impl ToString, to: &impl ToString, action: &'static str) -> Clicks {
        Clicks { from: Some(from.to_string()), to: Some(to.to_string()), action }
    }

    /// A click on a place.
    #[must_use]
    pub fn place(to: &impl ToString, action: &'static str) -> Clicks {
        Clicks { from: None, to: Some(to.to_string()), action }
    }

    /// A click on a piece, then on a button.
    #[must_use]
    pub fn piece(from: &impl ToString, action: &'static str) -> Clicks {
        Clicks { from: Some(from.to_string()), to: None, action }
    }

    /// A click on a button.
    #[must_use]
    pub fn button(action: &'static str) -> Clicks {
        Clicks { from: None, to: None, action }
    }
}

/// The scene of a position; `last` is the position before it and the move that led from there. Where the game goes on and may
/// be played, `open`, the scene has its moves.
#[must_use]
pub fn scene_of<P: Drawn>(pos: &P, last: Option<(&P, P::Move)>, open: bool) -> Scene {
    let mut scene = Scene { palette: P::PALETTE, ..pos.draw() };
    if open {
        scene.moves = hints(pos, |mv| pos.clicks(mv));
    }
    if let Some((before, mv)) = last {
        let (steps, marks) = before.steps(mv, pos);
        scene.steps = steps;
        // Marks of the last move lie below what the position shows.
        scene.overlays.splice(0..0, marks);
    }
    scene
}

/// The legal moves with their clicks.
pub(crate) fn hints<P: Position>(pos: &P, clicks: impl Fn(P::Move) -> Clicks) -> Vec<Hint> {
    let hint = |mv| {
        let Clicks { from, to, action } = clicks(mv);
        Hint { text: pos.move_text(mv), from, to, action, description: pos.describe(mv) }
    };
    pos.legal_moves().into_iter().map(hint).collect()
}
