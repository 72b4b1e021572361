//! Layers and their files: the side to move and the number of animals in hand.

use std::path::{Path, PathBuf};

use plyground_game::Side;

use super::bitmap::Bitmap;
use super::form::Form;
use super::ground::Ground;
use super::packing::Packing;
use super::tally::Tally;
use super::{DRAWN, HuntGame, movement, placement};
use crate::table::{self, BLOCK, Description, Packed, TableError, TableFile};
use crate::{Value, Wdl};

/// All arrangements with this number of animals in hand and this side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layer {
    /// Animals in hand; 0 in the movement phase.
    pub in_hand: u8,
    /// The side to move.
    pub side: Side,
}

impl Layer {
    /// Returns the layer in words, with the names of both sides.
    #[must_use]
    pub fn text(self, sides: [&str; 2]) -> String {
        format!("{} outside, {} to move", self.in_hand, sides[self.side.index()])
    }

    /// Returns the sides to move whose layers have a file. Placements keep the hunters, so with the herd to move the
    /// values follow from the layer before.
    pub(crate) fn stored(in_hand: u8) -> &'static [Side] {
        if in_hand == 0 { &Side::ALL } else { &[Side::Second] }
    }
}

/// Lengths of the records of a layer's file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// Number of records: one per class, or in the placement phase one per class and winner.
    pub(crate) records: usize,
    /// Number of bytes of a record, in whole blocks.
    pub(crate) record: usize,
    pub(crate) block: usize,
}

impl Shape {
    /// Computes the lengths: in the movement phase a byte per arrangement, otherwise a bit.
    fn new(classes: usize, in_hand: u8, packing: &Packing) -> Shape {
        let (planes, bytes) = if in_hand == 0 { (1, packing.len()) } else { (2, 8 * packing.words()) };
        let parts = bytes.div_ceil(BLOCK).max(1);
        let block = bytes.div_ceil(parts).next_multiple_of(8).max(8);
        Shape { records: planes * classes, record: parts * block, block }
    }
}

/// Finished layers with the same number of animals in hand.
#[derive(Debug)]
pub(crate) struct OpenLayer {
    in_hand: u8,
    classes: usize,
    pub(crate) packing: Packing,
    shape: Shape,
    /// Tables by side to move.
    tables: [Option<TableFile>; 2],
    /// Tallies by side to move.
    pub(crate) tallies: [Tally; 2],
}

impl OpenLayer {
    /// Returns the file with this side to move, if there is one.
    pub(crate) fn table(&self, side: Side) -> Option<&TableFile> {
        self.tables[side.index()].as_ref()
    }

    /// Returns the value of an unfinished arrangement; `None` if no file contains it because it follows from others.
    pub(crate) fn value(&self, side: Side, class: usize, number: u32) -> Result<Option<Value>, TableError> {
        let Some(table) = self.table(side) else { return Ok(None) };
        let record = class * self.shape.record;
        let byte =
            |plane: usize, place: usize| table.byte((plane * self.classes * self.shape.record + record + place) as u64);
        let value = read_value(Layer { in_hand: self.in_hand, side }, &self.packing, number, byte)?;
        if let Some(plies) = value.plies() {
            let longest = self.tallies[side.index()].longest(number.count_ones() as usize).unwrap_or(0);
            if !(1..=longest).contains(&plies) {
                let place = (record + self.packing.place(number)) as u64;
                return Err(table.impossible(place, plies, &format!("1 to {longest} plies, or {DRAWN} for a draw")));
            }
        }
        Ok(Some(value))
    }

    /// Reads the records of a side to move: those of all classes, in the placement phase first the herd's wins and then
    /// the hunters' wins.
    pub(crate) fn read(&self, side: Side, visit: impl FnMut(Vec<u8>)) -> Result<(), TableError> {
        self.read_while(side, || true, visit)
    }

    /// Reads as [`OpenLayer::read`] does, as long as `goes_on` returns true.
    pub(crate) fn read_while(
        &self,
        side: Side,
        goes_on: impl FnMut() -> bool,
        visit: impl FnMut(Vec<u8>),
    ) -> Result<(), TableError> {
        match self.table(side) {
            Some(table) => table.read_all(self.shape.record, goes_on, visit),
            None => Ok(()),
        }
    }

    /// Returns the arrangements with the hunters to move that the herd wins and those that the hunters win, by class.
    pub(crate) fn hunters_to_move(&self, words: usize) -> Result<[Vec<Bitmap>; 2], TableError> {
        let (packing, classes) = (&self.packing, self.classes);
        let mut wins = [Vec::with_capacity(classes), Vec::with_capacity(classes)];
        self.read(Side::Second, |record| {
            if self.in_hand == 0 {
                for (wins, bitmap) in wins.iter_mut().zip(movement::read_record(words, packing, &record)) {
                    wins.push(bitmap);
                }
            } else {
                let winner = usize::from(wins[0].len() == classes);
                wins[winner].push(placement::read_plane(words, packing, &record));
            }
        })?;
        Ok(wins)
    }
}

/// Computes the value of an unfinished arrangement, with a function that reads a byte of its class's record for a
/// plane.
#[inline]
pub(super) fn read_value<E>(
    layer: Layer,
    packing: &Packing,
    number: u32,
    byte: impl Fn(usize, usize) -> Result<u8, E>,
) -> Result<Value, E> {
    let place = packing.place(number);
    if layer.in_hand == 0 {
        return Ok(match byte(0, place)? {
            DRAWN => Value::DRAW,
            plies if plies % 2 == 1 => Value::win(plies.into()),
            plies => Value::loss(plies.into()),
        });
    }
    let is_won = |winner: Side| Ok(byte(winner.index(), place / 8)? >> (place % 8) & 1 != 0);
    let result = if is_won(layer.side)? {
        Wdl::Win
    } else if is_won(!layer.side)? {
        Wdl::Loss
    } else {
        Wdl::Draw
    };
    Ok(Value::of(result))
}

/// Tables of a form of a game: their names and the facts of their headers.
#[derive(Clone, Debug)]
pub(crate) struct TableSet {
    pub(crate) ground: &'static Ground,
    /// The number of classes of hunter sets.
    pub(crate) classes: usize,
    pub(crate) form: Form,
    game: &'static str,
    sides: [&'static str; 2],
    /// Rules for which the values are valid.
    rules: String,
}

/// Name of the header fact with the animals in play.
const MAX_ANIMALS: &str = "max_goats";

impl TableSet {
    pub(crate) fn new<G: HuntGame>(form: Form, classes: usize) -> TableSet {
        let rules = G::rules_of(form.captures_to_win).to_string();
        TableSet { ground: G::ground(), classes, form, game: G::NAME, sides: G::SIDES, rules }
    }

    /// Returns the order of the arrangements of a layer.
    pub(crate) fn packing(&self, in_hand: u8) -> Packing {
        let (least, most) = self.form.animals(in_hand);
        Packing::new(self.ground.words(), least, most)
    }

    /// Returns the path of a layer's file.
    pub(crate) fn path(&self, folder: &Path, layer: Layer) -> PathBuf {
        let (captures, in_hand, side) = (self.form.captures_to_win, layer.in_hand, self.sides[layer.side.index()]);
        folder.join(format!("{}-captures{captures:02}-outside{in_hand:02}-{side}.table", self.game))
    }

    pub(crate) fn shape(&self, in_hand: u8, packing: &Packing) -> Shape {
        Shape::new(self.classes, in_hand, packing)
    }

    /// Writes the records of a layer, packed in blocks, and the counts of all sides to move that follow from it.
    pub(crate) fn write(
        &self,
        folder: &Path,
        layer: Layer,
        block: usize,
        records: &[Vec<Packed>],
        tallies: &[Tally; 2],
    ) -> Result<(), TableError> {
        let mut facts = vec![(MAX_ANIMALS.to_owned(), self.form.max_animals.to_string())];
        for side in Side::ALL.into_iter().filter(|&side| side == layer.side || layer.in_hand > 0) {
            facts.extend(tallies[side.index()].to_facts(self.form, layer.in_hand, self.sides[side.index()]));
        }
        let (game, rules, layer_text) = (self.game.into(), self.rules.clone(), layer.text(self.sides));
        let description = Description { game, rules, layer: layer_text, facts };
        table::write_packed(&self.path(folder, layer), &description, block, records.iter().flatten())
    }

    /// Opens the files with this number of animals in hand and checks that they are of this form; `None` if one is
    /// missing.
    pub(crate) fn open(&self, folder: &Path, in_hand: u8) -> Result<Option<OpenLayer>, TableError> {
        let packing = self.packing(in_hand);
        let shape = self.shape(in_hand, &packing);
        let (mut tables, mut tallies) = ([None, None], [Tally::default(), Tally::default()]);
        for &side in Layer::stored(in_hand) {
            let layer = Layer { in_hand, side };
            let Some(table) = TableFile::open(&self.path(folder, layer))? else { return Ok(None) };
            self.check(&table, layer, shape)?;
            for counted in Side::ALL.into_iter().filter(|&counted| counted == side || in_hand > 0) {
                let fact = |key: &str| table.description().fact(key);
                let (classes, name) = (self.classes as u64, self.sides[counted.index()]);
                let tally = Tally::from_facts(self.ground, classes, self.form, in_hand, name, fact);
                tallies[counted.index()] = tally.ok_or_else(|| TableError::Header(table.path().to_owned()))?;
            }
            tables[side.index()] = Some(table);
        }
        Ok(Some(OpenLayer { in_hand, classes: self.classes, packing, shape, tables, tallies }))
    }

    /// Checks that a file is of this layer and form.
    fn check(&self, table: &TableFile, layer: Layer, shape: Shape) -> Result<(), TableError> {
        table.expect(self.game, &self.rules, &layer.text(self.sides))?;
        let found = table.description().fact(MAX_ANIMALS).unwrap_or("missing");
        let expected = self.form.max_animals.to_string();
        if found != expected {
            return Err(table.other(MAX_ANIMALS, found, &expected));
        }
        let expected = (shape.records * shape.record) as u64;
        if table.length() != expected {
            return Err(table.other("bytes of data", &table.length().to_string(), &expected.to_string()));
        }
        Ok(())
    }

    /// Reads the number of animals in play from the first table in a folder; `None` if there is no table for these
    /// captures.
    pub(crate) fn find_form<G: HuntGame>(
        folder: &Path,
        captures_to_win: u8,
        classes: usize,
    ) -> Result<Option<Form>, TableError> {
        let whole = Form::whole(G::ground(), captures_to_win);
        let first = Layer { in_hand: 0, side: Side::First };
        let path = TableSet::new::<G>(whole, classes).path(folder, first);
        let Some(table) = TableFile::open(&path)? else { return Ok(None) };
        let text = table.description().fact(MAX_ANIMALS).unwrap_or("missing");
        match text.parse() {
            Ok(max_animals) if (1..=whole.herd).contains(&max_animals) => Ok(Some(Form { max_animals, ..whole })),
            _ => Err(table.other(MAX_ANIMALS, text, &format!("a number from 1 to {}", whole.herd))),
        }
    }
}
