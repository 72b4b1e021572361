//! Values read from the tables of a folder.

use std::path::{Path, PathBuf};

use std::marker::PhantomData;

use plyground_game::{Position, Side};
use thiserror::Error;

use super::form::Form;
use super::index::{Index, Slots};
use super::layer::{OpenLayer, TableSet};
use super::summary::Summary;
use super::{DRAWN, HuntGame, Layer, Pieces};
use crate::Value;
use crate::table::TableError;

/// Legal moves of a position with their values for the side to move.
pub type MoveValues<G> = Vec<(<G as Position>::Move, Value)>;

/// Open tables of a folder.
///
/// Finished layers are readable while others are still being computed.
#[derive(Debug)]
pub struct Tables<G> {
    index: Index,
    set: TableSet,
    /// Layers by animals in hand.
    layers: Vec<Option<OpenLayer>>,
    game: PhantomData<fn() -> G>,
}

/// Reason why tables cannot be opened.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// There are no tables.
    #[error("{}: no tables of {game} for captures_to_win={captures_to_win}: make them with `ply solve {game}`", folder.display())]
    Missing {
        /// The game.
        game: &'static str,
        /// The folder.
        folder: PathBuf,
        /// The captures that win by the rules.
        captures_to_win: u8,
    },
    /// A file is damaged or of another form.
    #[error(transparent)]
    Table(#[from] TableError),
}

impl<G: HuntGame> Tables<G> {
    /// Opens the tables for these rules. Headers are checked here, data when they are read.
    ///
    /// The repetition limit does not matter, because a side that can win need not repeat.
    ///
    /// # Errors
    /// Returns an error if there are no tables, or if one is damaged or differs from its name.
    pub fn open(folder: &Path, rules: &G::Rules) -> Result<Tables<G>, OpenError> {
        let (index, captures_to_win) = (Index::new(G::ground()), G::captures_to_win(rules));
        let classes = index.classes().len();
        let Some(form) = TableSet::find_form::<G>(folder, captures_to_win, classes)? else {
            return Err(OpenError::Missing { game: G::NAME, folder: folder.to_owned(), captures_to_win });
        };
        let set = TableSet::new::<G>(form, classes);
        let layers = (0..=form.max_animals).map(|in_hand| set.open(folder, in_hand)).collect::<Result<_, _>>()?;
        Ok(Tables { index, set, layers, game: PhantomData })
    }

    /// Returns the value of a position; plies are known in the movement phase and in finished games. `None` for
    /// positions that the tables do not contain: more animals than the form has, another number of captures to win, or
    /// a layer that is not solved yet.
    ///
    /// # Errors
    /// If a file cannot be read, or its data are damaged.
    pub fn probe(&self, pos: &G) -> Result<Option<Value>, TableError> {
        if let Some(outcome) = pos.outcome() {
            return Ok(Some(Value::finished(outcome, pos.side_to_move())));
        }
        let Pieces { hunters, herd, in_hand } = pos.pieces();
        let (animals, form) = (herd.count_ones() as u8, self.set.form);
        let left = in_hand + animals;
        if left > form.max_animals || left != pos.captures_left() + form.lost_with() {
            return Ok(None);
        }
        let side = pos.side_to_move();
        let Some(layer) = &self.layers[usize::from(in_hand)] else { return Ok(None) };
        if !Layer::stored(in_hand).contains(&side) {
            let moves = self.moves(pos)?;
            return Ok(moves.and_then(|moves| moves.into_iter().map(|(_, value)| Value::of(value.result())).max()));
        }
        let (class, number) = self.index.locate(hunters, herd);
        layer.value(side, class, number)
    }

    /// Returns the value of each legal move for the side to move, in the natural order; `None` if the tables do not
    /// contain one of the positions.
    ///
    /// # Errors
    /// Returns the same errors as [`Tables::probe`].
    pub fn moves(&self, pos: &G) -> Result<Option<MoveValues<G>>, TableError> {
        let value = |&mv| {
            let after = pos.after(mv);
            let same_side = after.side_to_move() == pos.side_to_move();
            Ok(self.probe(&after)?.map(|value| (mv, value.before(same_side))))
        };
        pos.legal_moves().iter().map(value).collect()
    }

    /// Returns the first position of the movement phase, in table order, with this side to move, this many animals, and
    /// a win or loss in exactly `plies` plies; `None` if there is none. With the longest distances of [`Summary`] it
    /// finds the hardest positions. It reads the whole layer, 930 MB in the whole game of Tigers and Goats.
    ///
    /// # Errors
    /// If the file cannot be read, or its data are damaged.
    pub fn find(&self, side: Side, animals: u8, plies: u32) -> Result<Option<G>, TableError> {
        let Some(layer) = self.layer(0) else { return Ok(None) };
        let Some(byte) = u8::try_from(plies).ok().filter(|&byte| byte != DRAWN) else { return Ok(None) };
        let rules = G::rules_of(self.set.form.captures_to_win);
        let mut found = None;
        let mut class = 0;
        layer.read(side, |record| {
            let hunters = self.index.classes()[class];
            class += 1;
            if found.is_some() || !record.contains(&byte) {
                return;
            }
            let mut hits = layer.packing.numbers().zip(&record).filter(|&(_, &plies)| plies == byte);
            if let Some((number, _)) = hits.find(|(number, _)| number.count_ones() == u32::from(animals)) {
                let herd = Slots::of(self.set.ground, hunters).herd(number);
                found = G::from_pieces(Pieces { hunters, herd, in_hand: 0 }, side, &rules);
            }
        })?;
        Ok(found)
    }

    /// Returns the counts of the layers before the first missing one.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let tallies: Vec<_> = self.layers.iter().map_while(|layer| Some(layer.as_ref()?.tallies.clone())).collect();
        Summary::new(&self.set, &tallies)
    }

    pub(super) fn form(&self) -> Form {
        self.set.form
    }

    pub(crate) fn index(&self) -> &Index {
        &self.index
    }

    /// Returns the layer with this number of animals in hand, if it is solved.
    pub(super) fn layer(&self, in_hand: u8) -> Option<&OpenLayer> {
        self.layers.get(usize::from(in_hand))?.as_ref()
    }
}
