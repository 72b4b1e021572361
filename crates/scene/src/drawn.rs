//! Games with their own scenes.

use plyground_game::{Outcome, Position};

use crate::{Hint, Overlay, Palette, Scene, Step};

/// A game with its own scenes.
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
    /// Colours of its sides.
    const PALETTE: Palette = Palette::SILVER_AND_ORANGE;

    /// Returns the board with its pieces, marks, lines and counts. [`scene_of`] adds moves and steps.
    fn draw(&self) -> Scene;

    /// Returns the clicks that make a legal move.
    fn clicks(&self, mv: Self::Move) -> Clicks;

    /// Returns what a legal move gains at once, as an infinitive such as `capture 7 seeds`; by default nothing. [`scene_of`] adds
    /// wins.
    fn gain(&self, _mv: Self::Move) -> Option<String> {
        None
    }

    /// Returns the animation of a legal move, and the marks of the move on the board afterwards.
    fn steps(&self, mv: Self::Move, after: &Self) -> (Vec<Step>, Vec<Overlay>);
}

/// The clicks that make a move, and the kind of move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clicks {
    /// Place of the piece that moves.
    pub from: Option<String>,
    /// Destination of the piece, or place of a new one.
    pub to: Option<String>,
    /// Kind of move: `place`, `step`, `swap`, `jump`, `sow`, `clockwise`, `anticlockwise`, `steal`, or a name defined by the
    /// game.
    pub action: &'static str,
}

impl Clicks {
    /// Returns a click on a piece, then a click on its destination.
    #[must_use]
    pub fn way(from: &impl ToString, to: &impl ToString, action: &'static str) -> Clicks {
        Clicks { from: Some(from.to_string()), to: Some(to.to_string()), action }
    }

    /// Returns a click on a place.
    #[must_use]
    pub fn place(to: &impl ToString, action: &'static str) -> Clicks {
        Clicks { from: None, to: Some(to.to_string()), action }
    }

    /// Returns a click on a piece, then a click on a button.
    #[must_use]
    pub fn piece(from: &impl ToString, action: &'static str) -> Clicks {
        Clicks { from: Some(from.to_string()), to: None, action }
    }

    /// Returns a click on a button.
    #[must_use]
    pub fn button(action: &'static str) -> Clicks {
        Clicks { from: None, to: None, action }
    }
}

/// Returns the scene of a position. `last` is the previous position and the move played there. If `open`, the scene has the legal
/// moves.
#[must_use]
pub fn scene_of<P: Drawn>(pos: &P, last: Option<(&P, P::Move)>, open: bool) -> Scene {
    let mut scene = Scene { palette: P::PALETTE, ..pos.draw() };
    if open {
        scene.moves = hints(pos, |mv| pos.clicks(mv), |mv| pos.gain(mv));
    }
    if let Some((before, mv)) = last {
        let (steps, marks) = before.steps(mv, pos);
        scene.steps = steps;
        // Marks of the last move lie below those of the position.
        scene.overlays.splice(0..0, marks);
    }
    scene
}

/// Returns the legal moves with their clicks and gains; a win is a gain of any game.
pub(crate) fn hints<P: Position>(
    pos: &P,
    clicks: impl Fn(P::Move) -> Clicks,
    gain: impl Fn(P::Move) -> Option<String>,
) -> Vec<Hint> {
    let won = Some(Outcome::Win(pos.side_to_move()));
    let hint = |mv| {
        let Clicks { from, to, action } = clicks(mv);
        let gain = if pos.after(mv).outcome() == won { Some("win".into()) } else { gain(mv) };
        Hint { text: pos.move_text(mv), from, to, action, description: pos.describe(mv), gain }
    };
    pos.legal_moves().into_iter().map(hint).collect()
}
