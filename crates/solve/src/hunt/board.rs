//! Moves of every class of hunter sets, prepared once.

use plyground_game::Side;

use super::bitmap::{Bitmap, Words, filled};
use super::ground::Ground;
use super::index::Index;
use super::walk::Span;
use super::{herd_moves, hunter_moves};

/// Classes with their moves.
#[derive(Debug)]
pub(crate) struct Board {
    /// Number of words of a bitmap.
    pub(crate) words: usize,
    pub(crate) classes: Vec<Class>,
}

/// Class of hunter sets.
#[derive(Debug)]
pub(crate) struct Class {
    /// Number of hunter sets in the class.
    pub(crate) sets: u64,
    /// Pairs of slots between which animals step.
    edges: Vec<(usize, usize)>,
    hunter_moves: Vec<hunter_moves::HunterMove>,
}

impl Board {
    pub(crate) fn new(ground: &Ground, index: &Index) -> Board {
        let class = |(class, &hunters): (usize, &u32)| Class {
            sets: index.size(class),
            edges: herd_moves::edges(ground, hunters),
            hunter_moves: hunter_moves::moves(ground, index, hunters),
        };
        Board { words: ground.words(), classes: index.classes().iter().enumerate().map(class).collect() }
    }

    /// Returns a bitmap for each class, with all words equal to `word`.
    pub(crate) fn bitmaps(&self, word: u64) -> Vec<Bitmap> {
        self.classes.iter().map(|_| filled(self.words, word)).collect()
    }
}

impl Class {
    /// Returns the classes that a move of `side` from this class leads to. `class` is the number of this class.
    pub(crate) fn targets(&self, side: Side, class: usize) -> impl Iterator<Item = usize> {
        let (own, others) = match side {
            Side::First => (Some(class), &[][..]),
            Side::Second => (None, &self.hunter_moves[..]),
        };
        own.into_iter().chain(others.iter().map(|mv| mv.target))
    }

    /// Adds to `into` every arrangement of the span, in class `class`, from which a step or jump of `side` leads into
    /// `from`. Classes that are not `live` contain nothing.
    #[expect(clippy::too_many_arguments, reason = "all of them change from call to call")]
    pub(crate) fn add_moves(
        &self,
        span: &Span,
        side: Side,
        class: usize,
        from: &[Bitmap],
        live: impl Fn(usize) -> bool,
        into: &mut Words,
        scratch: &mut Words,
    ) {
        match side {
            Side::First => {
                if live(class) {
                    herd_moves::add_steps(span, into, &from[class], &self.edges);
                }
            }
            Side::Second => {
                for mv in self.hunter_moves.iter().filter(|mv| live(mv.target)) {
                    mv.add(span, into, &from[mv.target], scratch);
                }
            }
        }
    }
}
