//! Values read from the tables of a folder.

use std::path::{Path, PathBuf};

use std::marker::PhantomData;

use plyground_game::{Position, Side};
use thiserror::Error;

use super::form::Form;
use super::index::{Index, Slots};
use super::layer::TableSet;
use super::packing::Packing;
use super::summary::Summary;
use super::tally::Tally;
use super::{DRAWN, HuntGame, Layer, Pieces};
use crate::table::{TableError, TableFile};
use crate::{Value, Wdl};

/// The legal moves of a position with their values for the side to move.
pub type MoveValues<G> = Vec<(<G as Position>::Move, Value)>;

/// The tables of a folder, open for questions.
///
/// Finished layers answer while others are still being computed.
#[derive(Debug)]
pub struct Tables<G> {
    index: Index,
    set: TableSet,
    /// By animals in hand.
    layers: Vec<OpenLayer>,
    game: PhantomData<fn() -> G>,
}

#[derive(Debug)]
struct OpenLayer {
    packing: Packing,
    tables: [Option<(TableFile, Tally)>; 2],
}

/// Why tables cannot be opened.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// There are none.
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
    /// The number of occurrences that makes a draw does not matter: a side that can win need not repeat.
    ///
    /// # Errors
    /// If there are no tables, or one is damaged or differs from its name.
    pub fn open(folder: &Path, rules: &G::Rules) -> Result<Tables<G>, OpenError> {
        let (index, captures_to_win) = (Index::new(G::ground()), G::captures_to_win(rules));
        let classes = index.classes().len();
        let Some(form) = TableSet::find_form::<G>(folder, captures_to_win, classes)? else {
            return Err(OpenError::Missing { game: G::NAME, folder: folder.to_owned(), captures_to_win });
        };
        let set = TableSet::new::<G>(form, classes);
        let mut layers = Vec::new();
        for in_hand in 0..=form.max_animals {
            let packing = set.packing(in_hand);
            let open = |side| set.open(folder, Layer { in_hand, side }, &packing);
            let tables = [open(Side::First)?, open(Side::Second)?];
            layers.push(OpenLayer { packing, tables });
        }
        Ok(Tables { index, set, layers, game: PhantomData })
    }

    /// Returns the value of a position; plies are known in the movement phase and in finished games. `None` for
    /// positions that the tables do not hold: more animals than the form has, another number of captures to win, a
    /// layer that is not solved yet.
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
        let layer = Layer { in_hand, side: pos.side_to_move() };
        let OpenLayer { packing, tables } = &self.layers[usize::from(in_hand)];
        let Some((table, tally)) = &tables[layer.side.index()] else { return Ok(None) };
        let (class, number) = self.index.locate(hunters, herd);
        let record = (class * layer.record_length(packing)) as u64;
        let value = read_value(layer, packing, number, |place| table.byte(record + place as u64))?;
        let (_, _, longest) = tally.counts(self.set.ground, self.set.classes as u64, animals);
        let longest = longest.unwrap_or(0);
        match value.plies() {
            Some(plies) if !(1..=longest).contains(&plies) => {
                let place = record + packing.place(number) as u64;
                Err(table.impossible(place, plies, &format!("1 to {longest} plies, or {DRAWN} for a draw")))
            }
            _ => Ok(Some(value)),
        }
    }

    /// Returns the value of each legal move for the side to move, in the natural order; `None` if the tables do not hold one of
    /// the positions.
    ///
    /// # Errors
    /// As [`Tables::probe`].
    pub fn moves(&self, pos: &G) -> Result<Option<MoveValues<G>>, TableError> {
        let value = |&mv| {
            let after = pos.after(mv);
            let same_side = after.side_to_move() == pos.side_to_move();
            Ok(self.probe(&after)?.map(|value| (mv, value.before(same_side))))
        };
        pos.legal_moves().iter().map(value).collect()
    }

    /// Returns the first position of the movement phase, in the order of the table, with this side to move, this many animals, and
    /// a win or loss in exactly so many plies; `None` if there is none. With [`Summary`]'s longest distances it finds the
    /// hardest positions. Reads up to the whole layer, 930 MB in the whole game of Tigers and Goats.
    ///
    /// # Errors
    /// If the file cannot be read, or its data are damaged.
    pub fn find(&self, side: Side, animals: u8, plies: u32) -> Result<Option<G>, TableError> {
        let layer = Layer { in_hand: 0, side };
        let Some((packing, table)) = self.layer(layer) else { return Ok(None) };
        let Some(byte) = u8::try_from(plies).ok().filter(|&byte| byte != DRAWN) else { return Ok(None) };
        let rules = G::rules_of(self.set.form.captures_to_win);
        let mut found = None;
        let mut class = 0;
        table.read_all(layer.record_length(packing), |record| {
            let hunters = self.index.classes()[class];
            class += 1;
            if found.is_some() || !record.contains(&byte) {
                return;
            }
            let mut hits = packing.numbers().zip(&record).filter(|&(_, &plies)| plies == byte);
            if let Some((number, _)) = hits.find(|(number, _)| number.count_ones() == u32::from(animals)) {
                let herd = Slots::of(self.set.ground, hunters).herd(number);
                found = G::from_pieces(Pieces { hunters, herd, in_hand: 0 }, side, &rules);
            }
        })?;
        Ok(found)
    }

    /// Returns the counts of the finished layers; missing layers are left out.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let both = |layer: &OpenLayer| match &layer.tables {
            [Some((_, herd)), Some((_, hunters))] => Some([herd.clone(), hunters.clone()]),
            _ => None,
        };
        let tallies: Vec<[Tally; 2]> = self.layers.iter().map_while(both).collect();
        Summary::new(&self.set, &tallies)
    }

    pub(super) fn form(&self) -> Form {
        self.set.form
    }

    pub(crate) fn index(&self) -> &Index {
        &self.index
    }

    /// The packing of a layer and its file, if it is there.
    pub(super) fn layer(&self, layer: Layer) -> Option<(&Packing, &TableFile)> {
        let OpenLayer { packing, tables } = self.layers.get(usize::from(layer.in_hand))?;
        tables[layer.side.index()].as_ref().map(|(table, _)| (packing, table))
    }
}

/// The value of an unfinished arrangement, with a function that reads bytes of its class's record.
#[inline]
pub(super) fn read_value<E>(
    layer: Layer,
    packing: &Packing,
    number: u32,
    byte: impl Fn(usize) -> Result<u8, E>,
) -> Result<Value, E> {
    let place = packing.place(number);
    if layer.in_hand == 0 {
        return Ok(match byte(place)? {
            DRAWN => Value::DRAW,
            plies if plies % 2 == 1 => Value::win(plies.into()),
            plies => Value::loss(plies.into()),
        });
    }
    let bit = |plane: usize| Ok(byte(8 * plane * packing.words() + place / 8)? >> (place % 8) & 1 != 0);
    let result = match (bit(0)?, bit(1)?) {
        (false, false) => Wdl::Draw,
        (true, _) if layer.side == Side::First => Wdl::Win,
        (false, true) if layer.side == Side::Second => Wdl::Win,
        _ => Wdl::Loss,
    };
    Ok(Value::of(result))
}
