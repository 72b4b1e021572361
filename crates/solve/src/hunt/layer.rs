//! Layers and their files: the side to move and the number of animals in hand.

use std::path::{Path, PathBuf};

use plyground_game::Side;

use super::HuntGame;
use super::form::Form;
use super::ground::Ground;
use super::packing::Packing;
use super::placement::record_length;
use super::tally::Tally;
use crate::table::{self, Description, TableError, TableFile};

/// All arrangements with so many animals in hand and one side to move.
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

    /// The bytes of a class in the file: in the movement phase one for each arrangement, else two bits.
    pub(crate) fn record_length(self, packing: &Packing) -> usize {
        if self.in_hand == 0 { packing.len() } else { record_length(packing) }
    }
}

/// The tables of a form of a game: their names and the facts of their headers.
#[derive(Clone, Debug)]
pub(crate) struct TableSet {
    pub(crate) ground: &'static Ground,
    /// The number of classes of hunter sets.
    pub(crate) classes: usize,
    pub(crate) form: Form,
    game: &'static str,
    sides: [&'static str; 2],
    /// The rules that the values hold for.
    rules: String,
}

/// The name of the animals in play in a table's header.
const MAX_ANIMALS: &str = "max_goats";

impl TableSet {
    pub(crate) fn new<G: HuntGame>(form: Form, classes: usize) -> TableSet {
        let rules = G::rules_of(form.captures_to_win).to_string();
        TableSet { ground: G::ground(), classes, form, game: G::NAME, sides: G::SIDES, rules }
    }

    /// The order of the arrangements of a layer.
    pub(crate) fn packing(&self, in_hand: u8) -> Packing {
        let (least, most) = self.form.animals(in_hand).unwrap_or((1, 0));
        Packing::new(self.ground.words(), least, most)
    }

    /// The file of a layer.
    pub(crate) fn path(&self, folder: &Path, layer: Layer) -> PathBuf {
        let (captures, in_hand, side) = (self.form.captures_to_win, layer.in_hand, self.sides[layer.side.index()]);
        folder.join(format!("{}-captures{captures:02}-outside{in_hand:02}-{side}.table", self.game))
    }

    fn length(&self, layer: Layer, packing: &Packing) -> u64 {
        (self.classes * layer.record_length(packing)) as u64
    }

    /// Writes the records of all classes.
    pub(crate) fn write(
        &self,
        folder: &Path,
        layer: Layer,
        packing: &Packing,
        records: &[Vec<u8>],
        tally: &Tally,
    ) -> Result<(), TableError> {
        let mut facts = vec![(MAX_ANIMALS.to_owned(), self.form.max_animals.to_string())];
        facts.extend(tally.to_facts(self.form, layer.in_hand));
        let (game, rules, layer_text) = (self.game.into(), self.rules.clone(), layer.text(self.sides));
        let description = Description { game, rules, layer: layer_text, facts };
        let length = self.length(layer, packing);
        table::write(&self.path(folder, layer), &description, length, records.iter().map(Vec::as_slice))
    }

    /// Opens the layer's file and checks that it is of this form; `None` if there is none.
    pub(crate) fn open(
        &self,
        folder: &Path,
        layer: Layer,
        packing: &Packing,
    ) -> Result<Option<(TableFile, Tally)>, TableError> {
        let Some(table) = TableFile::open(&self.path(folder, layer))? else { return Ok(None) };
        table.expect(self.game, &self.rules, &layer.text(self.sides))?;
        let found = table.description().fact(MAX_ANIMALS).unwrap_or("missing");
        let expected = self.form.max_animals.to_string();
        if found != expected {
            return Err(table.other(MAX_ANIMALS, found, &expected));
        }
        let expected = self.length(layer, packing);
        if table.length() != expected {
            return Err(table.other("bytes of data", &table.length().to_string(), &expected.to_string()));
        }
        let tally = Tally::from_facts(self.ground, self.form, layer.in_hand, |key| table.description().fact(key));
        let tally = tally.ok_or_else(|| TableError::Header(table.path().to_owned()))?;
        Ok(Some((table, tally)))
    }

    /// Reads from the first table in a folder how many animals are in play; `None` if there is no table for these captures.
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
