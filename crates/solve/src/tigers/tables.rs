//! Values read from the tables of a folder.

use std::path::{Path, PathBuf};

use plyground_game::{Position, Side};
use plyground_tigers::{Tigers, TigersMove, TigersRules};
use thiserror::Error;

use super::form::Form;
use super::index::{Index, Slots};
use super::packing::Packing;
use super::summary::Summary;
use super::tally::Tally;
use super::{DRAWN, Layer};
use crate::table::{TableError, TableFile};
use crate::{Value, Wdl};

/// The tables of a folder, open for questions.
///
/// Finished layers answer while others are still being computed.
#[derive(Debug)]
pub struct Tables {
    index: Index,
    form: Form,
    /// By goats outside.
    layers: Vec<OpenLayer>,
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
    #[error("{}: no tables of tigers for captures_to_win={captures_to_win}: make them with `ply solve tigers`", folder.display())]
    Missing {
        /// The folder.
        folder: PathBuf,
        /// The captures that were asked for.
        captures_to_win: u8,
    },
    /// A file is not as it should be.
    #[error(transparent)]
    Table(#[from] TableError),
}

impl Tables {
    /// Opens the tables for these rules. Headers are checked here, data when they are read.
    ///
    /// How often a position may recur does not matter: whoever can win need not repeat.
    ///
    /// # Errors
    /// When there are no tables, or one is damaged or not what its name says.
    pub fn open(folder: &Path, rules: &TigersRules) -> Result<Tables, OpenError> {
        let captures_to_win = rules.captures_to_win();
        let Some(form) = Layer::find_form(folder, captures_to_win)? else {
            return Err(OpenError::Missing { folder: folder.to_owned(), captures_to_win });
        };
        let mut layers = Vec::new();
        for outside in 0..=form.max_goats {
            let packing = Packing::new(form.max_goats - outside);
            let open = |side| Layer { outside, side }.open(folder, form, &packing);
            let tables = [open(Side::First)?, open(Side::Second)?];
            layers.push(OpenLayer { packing, tables });
        }
        Ok(Tables { index: Index::new(), form, layers })
    }

    /// The value of a position; plies are known in the movement phase and where the game is over. `None` for
    /// positions that the tables do not hold: more goats than the form has, another number of captures to win, a
    /// layer not yet solved.
    ///
    /// # Errors
    /// When a file cannot be read, or its data are damaged.
    pub fn probe(&self, pos: &Tigers) -> Result<Option<Value>, TableError> {
        if let Some(outcome) = pos.outcome() {
            return Ok(Some(Value::finished(outcome, pos.side_to_move())));
        }
        let left = pos.outside() + pos.goats().len() as u8;
        if left > self.form.max_goats || left != pos.captures_left() + self.form.lost_with() {
            return Ok(None);
        }
        let layer = Layer { outside: pos.outside(), side: pos.side_to_move() };
        let OpenLayer { packing, tables } = &self.layers[usize::from(layer.outside)];
        let Some((table, tally)) = &tables[layer.side.index()] else { return Ok(None) };
        let (class, number) = self.index.locate(pos.tigers(), pos.goats());
        let record = (class * layer.record_length(packing)) as u64;
        let value = read_value(layer, packing, number, |place| table.byte(record + place as u64))?;
        let longest = tally.counts(pos.goats().len() as u8).2.unwrap_or(0);
        match value.plies() {
            Some(plies) if !(1..=longest).contains(&plies) => {
                let place = record + packing.place(number) as u64;
                Err(table.impossible(place, plies, &format!("1 to {longest} plies, or {DRAWN} for a draw")))
            }
            _ => Ok(Some(value)),
        }
    }

    /// The value of each legal move for the side to move, in the natural order; `None` where the tables do not hold one of
    /// the positions.
    ///
    /// # Errors
    /// As [`Tables::probe`].
    pub fn moves(&self, pos: &Tigers) -> Result<Option<Vec<(TigersMove, Value)>>, TableError> {
        let value = |&mv| {
            let after = pos.after(mv);
            let same_side = after.side_to_move() == pos.side_to_move();
            Ok(self.probe(&after)?.map(|value| (mv, value.before(same_side))))
        };
        pos.legal_moves().iter().map(value).collect()
    }

    /// The first position of the movement phase, in the order of the table, with this side to move, this many goats, and a
    /// win or loss in exactly so many plies; `None` where there is none. With [`Summary`]'s longest distances it finds the
    /// hardest positions. Reads up to the whole layer, 930 MB in the whole game.
    ///
    /// # Errors
    /// When the file cannot be read, or its data are damaged.
    pub fn find(&self, side: Side, goats: u8, plies: u32) -> Result<Option<Tigers>, TableError> {
        let layer = Layer { outside: 0, side };
        let Some((packing, table)) = self.layer(layer) else { return Ok(None) };
        let Some(byte) = u8::try_from(plies).ok().filter(|&byte| byte != DRAWN) else { return Ok(None) };
        let mut found = None;
        let mut class = 0;
        table.read_all(layer.record_length(packing), |record| {
            let tigers = self.index.classes()[class];
            class += 1;
            if found.is_some() || !record.contains(&byte) {
                return;
            }
            let mut hits = packing.numbers().zip(&record).filter(|&(_, &plies)| plies == byte);
            if let Some((number, _)) = hits.find(|(number, _)| number.count_ones() == u32::from(goats)) {
                let rules = TigersRules::new(self.form.captures_to_win, Some(3)).expect("the captures are in range");
                let goats = Slots::of(tigers).goats(number);
                found = Tigers::from_parts(tigers, goats, 0, side, &rules).ok();
            }
        })?;
        Ok(found)
    }

    /// The counts of the finished layers; what is missing is left out.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let both = |layer: &OpenLayer| match &layer.tables {
            [Some((_, goats)), Some((_, tigers))] => Some([goats.clone(), tigers.clone()]),
            _ => None,
        };
        let tallies: Vec<[Tally; 2]> = self.layers.iter().map_while(both).collect();
        Summary::new(self.form, &tallies)
    }

    pub(super) fn form(&self) -> Form {
        self.form
    }

    pub(super) fn index(&self) -> &Index {
        &self.index
    }

    /// The packing of a layer and its file, when it is there.
    pub(super) fn layer(&self, layer: Layer) -> Option<(&Packing, &TableFile)> {
        let OpenLayer { packing, tables } = self.layers.get(usize::from(layer.outside))?;
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
    if layer.outside == 0 {
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
