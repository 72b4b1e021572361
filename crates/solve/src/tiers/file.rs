//! Files of solved tiers: the values of a tier, and the keys of its positions if no formula computes their numbers.
//!
//! A value is a number: 0 for a hole, 1 for a draw, `2 + 2 * plies` for a loss and one more for a win. It takes one
//! byte if all values of the tier fit, otherwise two. In a table of margins, the absolute margin replaces the plies.
//! The values fill whole blocks. The keys follow, eight bytes each, in ascending order.

use std::path::{Path, PathBuf};

use super::TableCounts;
use super::scoring::exchanged;
use crate::table::{self, BLOCK, Description, Packer, TableError, TableFile, file_names};
use crate::{Solution, Value};

/// Number of bytes of a key.
const KEY: usize = size_of::<u64>();
/// Names of the header facts with the largest values: a distance in plies, and a margin.
const LONGEST: &str = "longest";
const LARGEST: &str = "largest";
/// Number of bytes that a thread compresses at a time.
const PART: usize = 64 * BLOCK;

/// Tables of a numbering: their names and their headers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TierSet {
    pub(super) game: &'static str,
    pub(super) rules: String,
    /// Name of the numbering, or the start position from which its positions were found.
    pub(super) name: String,
    /// Whether the values are final margins.
    pub(super) has_margins: bool,
}

impl TierSet {
    /// Returns the common prefix of the names of all files.
    fn prefix(&self) -> String {
        let kind = if self.has_margins { "\nmargins" } else { "" };
        let identity = format!("{}\n{}{kind}", self.rules, self.name);
        format!("{}-{:08x}-tier", self.game, crc32fast::hash(identity.as_bytes()))
    }

    pub(super) fn path(&self, folder: &Path, tier: usize) -> PathBuf {
        folder.join(format!("{}{tier:03}.table", self.prefix()))
    }

    /// Returns the path of the lock file of the set.
    pub(super) fn guard(&self, folder: &Path) -> PathBuf {
        folder.join(format!("{}s", self.prefix()))
    }

    fn layer(&self, tier: usize) -> String {
        format!("{}{}", layer(tier, self.has_margins), self.name)
    }

    /// Writes a tier.
    pub(super) fn write(
        &self,
        folder: &Path,
        tier: usize,
        solution: &Solution,
        keys: Option<impl Iterator<Item = u64>>,
        threads: usize,
    ) -> Result<(), TableError> {
        let path = self.path(folder, tier);
        let counts = counts(solution);
        let stored = || solution.stored().map(|value| if self.has_margins { exchanged(value) } else { value });
        let width = if stored().all(|value| value <= u8::MAX.into()) { 1 } else { 2 };
        let mut data: Vec<u8> = match width {
            1 => stored().map(|value| value as u8).collect(),
            _ => stored().flat_map(u16::to_le_bytes).collect(),
        };
        let has_keys = keys.is_some();
        if let Some(keys) = keys {
            data.resize(data.len().next_multiple_of(BLOCK), 0);
            data.extend(keys.flat_map(u64::to_le_bytes));
        }
        let number = |key: &str, value: u64| (key.to_owned(), value.to_string());
        let mut facts = vec![
            number("numbers", solution.len() as u64),
            number("width", width),
            ("keys".to_owned(), if has_keys { "yes" } else { "no" }.to_owned()),
            number("wins", counts.wins),
            number("draws", counts.draws),
            number("losses", counts.losses),
        ];
        let largest = stored().filter(|&value| value >= 2).map(|value| u64::from(value - 2) / 2).max();
        let name = if self.has_margins { LARGEST } else { LONGEST };
        facts.extend(largest.map(|largest| number(name, largest)));
        let (game, rules) = (self.game.to_owned(), self.rules.clone());
        let description = Description { game, rules, layer: self.layer(tier), facts };
        let parts: Vec<&[u8]> = data.chunks(PART).collect();
        let packed =
            Packer::pack_all(threads, &parts, BLOCK).map_err(|source| TableError::Io { path: path.clone(), source })?;
        table::write_packed(&path, &description, BLOCK, packed.iter().flatten())
    }

    /// Opens the file of a tier; `None` if there is none.
    pub(super) fn open(&self, folder: &Path, tier: usize) -> Result<Option<TierFile>, TableError> {
        let Some(table) = TableFile::open(&self.path(folder, tier))? else { return Ok(None) };
        table.expect(self.game, &self.rules, &self.layer(tier))?;
        TierFile::new(table, self.has_margins).map(Some)
    }

    /// Opens all files of the set.
    pub(super) fn open_all(&self, folder: &Path) -> Result<Vec<(usize, TierFile)>, TableError> {
        let prefix = self.prefix();
        let mut tiers: Vec<usize> =
            file_names(folder)?.iter().filter_map(|name| tier_of(name.strip_prefix(&prefix)?)).collect();
        tiers.sort_unstable();
        let open = |tier| Ok(self.open(folder, tier)?.map(|file| (tier, file)));
        tiers.into_iter().filter_map(|tier| open(tier).transpose()).collect()
    }

    /// Returns the sets of a folder for a game and its rules, in the order of their names.
    pub(super) fn find(
        folder: &Path,
        game: &'static str,
        rules: &str,
        has_margins: bool,
    ) -> Result<Vec<TierSet>, TableError> {
        let mut sets: Vec<TierSet> = Vec::new();
        for name in file_names(folder)? {
            let is_tier = name
                .strip_prefix(game)
                .and_then(|rest| rest.strip_prefix('-'))
                .and_then(|rest| rest.split_once("-tier"));
            let Some(tier) = is_tier.and_then(|(_, rest)| tier_of(rest)) else { continue };
            let Some(table) = TableFile::open(&folder.join(&name))? else { continue };
            let Description { game: found, rules: of, layer, .. } = table.description();
            let name = layer.strip_prefix(&self::layer(tier, has_margins));
            if let Some(name) = name.filter(|_| found == game && of == rules) {
                let set = TierSet { game, rules: rules.to_owned(), name: name.to_owned(), has_margins };
                if !sets.contains(&set) {
                    sets.push(set);
                }
            }
        }
        Ok(sets)
    }
}

/// Returns the part of a tier's header before the name of the set.
fn layer(tier: usize, has_margins: bool) -> String {
    format!("{}tier {tier} of ", if has_margins { "margins of " } else { "" })
}

/// Parses the tier in the rest of a name: `007.table`.
fn tier_of(rest: &str) -> Option<usize> {
    rest.strip_suffix(".table")?.parse().ok()
}

fn counts(solution: &Solution) -> TableCounts {
    let mut counts = TableCounts::default();
    (0..solution.len()).filter_map(|index| solution.value(index)).for_each(|value| counts.count(value));
    counts
}

/// Open file of a tier.
#[derive(Debug)]
pub(super) struct TierFile {
    table: TableFile,
    len: usize,
    width: usize,
    has_keys: bool,
    has_margins: bool,
    /// Longest distance or largest margin of a won or lost position.
    largest: Option<u32>,
    counts: TableCounts,
}

impl TierFile {
    fn new(table: TableFile, has_margins: bool) -> Result<TierFile, TableError> {
        let damaged = || TableError::Header(table.path().to_owned());
        let number = |key: &str| table.description().fact(key).and_then(|text| text.parse::<u64>().ok());
        let required = |key: &str| number(key).ok_or_else(damaged);
        let (len, width) = (required("numbers")? as usize, required("width")? as usize);
        let has_keys = table.description().fact("keys") == Some("yes");
        let largest = number(if has_margins { LARGEST } else { LONGEST }).and_then(|number| u32::try_from(number).ok());
        let longest = largest.filter(|_| !has_margins);
        let counts =
            TableCounts { wins: required("wins")?, draws: required("draws")?, losses: required("losses")?, longest };
        if !(1..=2).contains(&width) || len as u64 > u32::MAX.into() {
            return Err(damaged());
        }
        let values = (len * width).next_multiple_of(BLOCK);
        let expected = values + if has_keys { (len * KEY).next_multiple_of(BLOCK) } else { 0 };
        if table.length() != expected as u64 {
            return Err(table.other("bytes of data", &table.length().to_string(), &expected.to_string()));
        }
        Ok(TierFile { table, len, width, has_keys, has_margins, largest, counts })
    }

    pub(super) fn counts(&self) -> TableCounts {
        self.counts
    }

    /// Returns the error for a table whose positions differ from those of the current game.
    pub(super) fn of_other_positions(&self) -> TableError {
        self.table.other("positions", "of an earlier version of the game", "those of the present rules")
    }

    /// Returns the number of a key.
    pub(super) fn find(&self, key: u64) -> Result<Option<usize>, TableError> {
        if !self.has_keys {
            return Ok(None);
        }
        let keys = (self.len * self.width).next_multiple_of(BLOCK);
        let (mut least, mut end) = (0, self.len);
        while least < end {
            let middle = least.midpoint(end);
            match u64::from_le_bytes(self.table.bytes((keys + middle * KEY) as u64)?).cmp(&key) {
                std::cmp::Ordering::Less => least = middle + 1,
                std::cmp::Ordering::Equal => return Ok(Some(middle)),
                std::cmp::Ordering::Greater => end = middle,
            }
        }
        Ok(None)
    }

    /// Returns the value of a number; `None` for a hole or a number out of range.
    pub(super) fn value(&self, index: usize) -> Result<Option<Value>, TableError> {
        if index >= self.len {
            return Ok(None);
        }
        let place = (index * self.width) as u64;
        let stored = match self.width {
            1 => self.table.byte(place)?.into(),
            _ => u16::from_le_bytes(self.table.bytes(place)?),
        };
        self.check(index, stored)?;
        Ok(Solution::from_stored(std::iter::once(self.distance(stored))).value(0))
    }

    /// Returns the stored number of a distance, which encodes a margin in a table of margins.
    fn distance(&self, stored: u16) -> u16 {
        if self.has_margins { exchanged(stored) } else { stored }
    }

    /// Returns an error for a distance or a margin that exceeds the maximum in the header.
    fn check(&self, index: usize, stored: u16) -> Result<(), TableError> {
        let largest = self.largest.unwrap_or(0);
        if stored >= 2 && (self.largest.is_none() || u32::from(stored - 2) / 2 > largest) {
            let expected = match self.has_margins {
                true => format!("-{largest} to {largest}"),
                false => format!("0 to {largest} plies, or a draw"),
            };
            return Err(self.table.impossible((index * self.width) as u64, stored, &expected));
        }
        Ok(())
    }

    /// Reads all values and keys.
    pub(super) fn read(&self) -> Result<(Solution, Vec<u64>), TableError> {
        let mut bytes = Vec::with_capacity(self.table.length() as usize);
        self.table.read_blocks(|block| bytes.extend_from_slice(block))?;
        let (values, keys) = bytes.split_at((self.len * self.width).next_multiple_of(BLOCK));
        let stored: Vec<u16> = match self.width {
            1 => values.iter().map(|&value| value.into()).take(self.len).collect(),
            _ => values.as_chunks().0.iter().map(|&value| u16::from_le_bytes(value)).take(self.len).collect(),
        };
        (0..).zip(&stored).try_for_each(|(index, &stored)| self.check(index, stored))?;
        let keys = if self.has_keys {
            keys.as_chunks().0.iter().map(|&key| u64::from_le_bytes(key)).take(self.len).collect()
        } else {
            Vec::new()
        };
        Ok((Solution::from_stored(stored.into_iter().map(|stored| self.distance(stored))), keys))
    }
}
