//! Layers and their files: who is to move with how many goats outside.

use std::fmt;
use std::path::{Path, PathBuf};

use plyground_game::{Position, Side};
use plyground_tigers::Tigers;

use super::form::Form;
use super::index::CLASSES;
use super::packing::Packing;
use super::placement::record_length;
use super::tally::Tally;
use crate::table::{self, Description, TableError, TableFile};

/// All arrangements with so many goats outside and one side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layer {
    /// Goats outside; 0 in the movement phase.
    pub outside: u8,
    /// The side to move.
    pub side: Side,
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} outside, {} to move", self.outside, Tigers::SIDES[self.side.index()])
    }
}

impl Layer {
    /// Where the layer of a form stands.
    pub(crate) fn path(self, folder: &Path, form: Form) -> PathBuf {
        let (captures, outside, side) = (form.captures_to_win, self.outside, Tigers::SIDES[self.side.index()]);
        folder.join(format!("tigers-captures{captures:02}-outside{outside:02}-{side}.table"))
    }

    /// Bytes of a class in the file: in the movement phase one for each arrangement, else two bits.
    pub(crate) fn record_length(self, packing: &Packing) -> usize {
        if self.outside == 0 { packing.len() } else { record_length(packing) }
    }

    /// Writes the records of all classes.
    pub(crate) fn write(
        self,
        folder: &Path,
        form: Form,
        packing: &Packing,
        records: &[Vec<u8>],
        tally: &Tally,
    ) -> Result<(), TableError> {
        let mut facts = vec![(MAX_GOATS.to_owned(), form.max_goats.to_string())];
        facts.extend(tally.to_facts(form, self.outside));
        let description =
            Description { game: Tigers::NAME.into(), rules: form.rules(), layer: self.to_string(), facts };
        let length = (CLASSES * self.record_length(packing)) as u64;
        table::write(&self.path(folder, form), &description, length, records.iter().map(Vec::as_slice))
    }

    /// Opens the layer's file and makes sure that it is of this form; `None` when there is none.
    pub(crate) fn open(
        self,
        folder: &Path,
        form: Form,
        packing: &Packing,
    ) -> Result<Option<(TableFile, Tally)>, TableError> {
        let Some(table) = TableFile::open(&self.path(folder, form))? else { return Ok(None) };
        table.expect(Tigers::NAME, &form.rules(), &self.to_string())?;
        let (found, expected) = (table.description().fact(MAX_GOATS).unwrap_or("missing"), form.max_goats.to_string());
        if found != expected {
            return Err(table.other(MAX_GOATS, found, &expected));
        }
        let expected = (CLASSES * self.record_length(packing)) as u64;
        if table.length() != expected {
            return Err(table.other("bytes of data", &table.length().to_string(), &expected.to_string()));
        }
        let tally = Tally::from_facts(form, self.outside, |key| table.description().fact(key));
        let tally = tally.ok_or_else(|| TableError::Header(table.path().to_owned()))?;
        Ok(Some((table, tally)))
    }

    /// Finds out how many goats the tables in a folder are for; `None` when there are none for these captures.
    pub(crate) fn find_form(folder: &Path, captures_to_win: u8) -> Result<Option<Form>, TableError> {
        let any = Form { captures_to_win, max_goats: 15 };
        let Some(table) = TableFile::open(&Layer { outside: 0, side: Side::First }.path(folder, any))? else {
            return Ok(None);
        };
        let text = table.description().fact(MAX_GOATS).unwrap_or("missing");
        match text.parse() {
            Ok(max_goats) if (1..=15).contains(&max_goats) => Ok(Some(Form { captures_to_win, max_goats })),
            _ => Err(table.other(MAX_GOATS, text, "a number from 1 to 15")),
        }
    }
}

const MAX_GOATS: &str = "max_goats";
