//! What the solver asks about moves, prepared once for every class of tiger sets.

use plyground_game::Side;

use super::bitmap::{Bitmap, Words, filled};
use super::index::{CLASSES, Index, Route};
use super::{goat_moves, tiger_moves};

/// The bitmap of a class, and of the mirrored tiger sets where these are others.
///
/// The second holds nothing new, but moves of tigers read it as it stands; mirroring inside of each move would cost more
/// than a copy when the class has changed.
#[derive(Debug)]
pub(crate) struct Pair {
    pub(crate) own: Bitmap,
    pub(crate) image: Option<Bitmap>,
}

/// The classes with their moves.
#[derive(Debug)]
pub(crate) struct Board {
    pub(crate) classes: Vec<Class>,
}

/// A class of tiger sets.
#[derive(Debug)]
pub(crate) struct Class {
    /// The pairs of slots that goats step between.
    edges: Vec<(usize, usize)>,
    tiger_moves: Vec<tiger_moves::TigerMove>,
    /// How the image is read; `None` for a class that is its own.
    mirror: Option<Route>,
}

impl Board {
    pub(crate) fn new() -> Board {
        let index = Index::new();
        let class = |&tigers: &_| Class {
            edges: goat_moves::edges(tigers),
            tiger_moves: tiger_moves::moves(&index, tigers),
            mirror: (tigers.mirrored() != tigers).then(|| tiger_moves::mirror_route(tigers)),
        };
        let classes = index.classes().iter().map(class).collect();
        Board { classes }
    }

    /// A bitmap for each class.
    pub(crate) fn bitmaps(&self) -> Vec<Bitmap> {
        (0..CLASSES).map(|_| filled(0)).collect()
    }

    /// Bitmaps for all tiger sets, with all words equal; without images where only moves of goats read them.
    pub(crate) fn pairs(&self, word: u64, reader: Side) -> Vec<Pair> {
        let pair = |class: &Class| {
            let has_image = reader == Side::Second && class.mirror.is_some();
            Pair { own: filled(word), image: has_image.then(|| filled(word)) }
        };
        self.classes.iter().map(pair).collect()
    }
}

impl Class {
    /// How many tiger sets the class stands for.
    pub(crate) fn sets(&self) -> u64 {
        if self.mirror.is_some() { 2 } else { 1 }
    }

    /// The classes that a move of `side` leads to, of this one `class` in number.
    pub(crate) fn targets(&self, side: Side, class: usize) -> impl Iterator<Item = usize> {
        let (own, others) = match side {
            Side::First => (Some(class), &[][..]),
            Side::Second => (None, &self.tiger_moves[..]),
        };
        own.into_iter().chain(others.iter().map(|mv| usize::from(mv.target.class)))
    }

    /// Adds to `into` every arrangement of class number `class` from which a step or jump of `side` leads into `from`.
    /// Classes that are not `live` hold nothing.
    pub(crate) fn add_moves(
        &self,
        side: Side,
        class: usize,
        from: &[Pair],
        live: impl Fn(usize) -> bool,
        into: &mut Words,
        scratch: &mut Words,
    ) {
        match side {
            Side::First => {
                if live(class) {
                    goat_moves::add_steps(into, &from[class].own, &self.edges);
                }
            }
            Side::Second => {
                for mv in &self.tiger_moves {
                    let target = usize::from(mv.target.class);
                    if live(target) {
                        let pair = &from[target];
                        let bitmap = pair.image.as_ref().filter(|_| mv.target.mirrored).unwrap_or(&pair.own);
                        mv.add(into, bitmap, scratch);
                    }
                }
            }
        }
    }

    /// Makes the image agree with the class's own bitmap.
    pub(crate) fn mirror(&self, pair: &mut Pair, scratch: &mut Words) {
        if let (Some(route), Some(image)) = (&self.mirror, &mut pair.image) {
            tiger_moves::reorder(route, &pair.own, image, scratch);
        }
    }
}
