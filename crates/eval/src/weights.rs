//! Weight files: the parameters of an evaluation as text that a person can edit.
//!
//! A weight file is TOML. It starts with the game, the evaluation and the version of the format, and has one table per feature.
//! The optional table `provenance` records the source of the numbers and is preserved as it is. Each feature must be present
//! exactly once, with numbers within its bounds. An evaluation with [tables](crate::Tables) has `[tables]` with rows of numbers
//! instead. An error names the file, the line, the feature and the expected text.

use std::fmt::{self, Write as _};

use plyground_game::Tunable;
use plyground_game::notation::without_mark;
use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::features::{Bounds, FeatureInfo};

/// The version of the format that is read and written.
pub const VERSION: i64 = 1;

/// Name of the evaluation in network files.
pub(crate) const NETWORK: &str = "network";

/// An evaluation that is read from weight files and written to them.
pub trait Weighted: Tunable + Sized {
    /// Name of the game in commands.
    const GAME: &'static str;
    /// Name of the evaluation.
    const NAME: &'static str;
    /// The features of its weight files.
    const FEATURES: &'static [FeatureInfo];
    /// The text of the weight file with the defaults.
    const DEFAULTS: &'static str;

    /// Returns the evaluation with the weights of a file.
    ///
    /// # Errors
    /// If the file is for another evaluation, a feature is missing or unknown, or a number is out of its bounds.
    fn from_weights(file: &WeightFile) -> Result<Self, WeightError>;

    /// Returns a weight file with the weights, without provenance.
    fn to_weights(&self) -> WeightFile;

    /// Returns the evaluation with the weights of an embedded file.
    ///
    /// # Panics
    /// If the file cannot be read. This is a defect of the program; a test should read the file once.
    #[must_use]
    fn shipped(text: &str) -> Self {
        let read = WeightFile::read(Self::NAME, text).and_then(|file| Self::from_weights(&file));
        read.unwrap_or_else(|error| panic!("a shipped weight file is wrong: {error}"))
    }
}

/// The content of a weight file.
///
/// ```
/// use plyground_eval::{WeightFile, Weighted, kalah};
///
/// let text = kalah::Strong::default().to_weights().to_string();
/// let file = WeightFile::read("mine.toml", &text.replacen("weight = 10", "weight = 12", 1))?;
/// assert_ne!(kalah::Strong::from_weights(&file)?, kalah::Strong::default());
/// # Ok::<(), plyground_eval::WeightError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct WeightFile {
    /// The game.
    pub game: String,
    /// Name of the evaluation.
    pub evaluation: String,
    /// The evaluation that a [network](crate::Network) adds to.
    pub base: Option<String>,
    /// The evaluation whose inputs a [network](crate::Network) uses, or `planes`.
    pub inputs: Option<String>,
    /// The source of the numbers, in free form; may be empty.
    pub provenance: toml::Table,
    /// The features in the order of the file.
    pub features: Vec<FeatureWeight>,
    /// The tables of an evaluation with [tables](crate::Tables), in the order of the file.
    pub tables: Vec<FileTable>,
    /// Name of the file in messages.
    source: String,
}

/// A feature of a weight file.
#[derive(Clone, PartialEq, Debug)]
pub struct FeatureWeight {
    /// Its name.
    pub name: String,
    /// Its weight.
    pub weight: f64,
    /// Its power, if the file has one.
    pub power: Option<f64>,
    /// The comment that is written above the feature.
    note: String,
    /// The lines of the header, the weight and the power, from 1; 0 if the feature was not read from a text.
    lines: [usize; 3],
}

/// The name and the size of a table; its inputs are numbered row by row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableInfo {
    /// Name in the file.
    pub name: String,
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
}

impl TableInfo {
    /// Describes a table.
    pub fn new(name: impl Into<String>, rows: usize, columns: usize) -> TableInfo {
        TableInfo { name: name.into(), rows, columns }
    }

    /// Returns the number of inputs of the table.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.rows * self.columns
    }
}

/// One table of a weight file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileTable {
    /// Its name.
    pub name: String,
    /// Its numbers, row by row.
    pub rows: Vec<Vec<i16>>,
    /// The line of its name, from 1; 0 if the table was not read from a text.
    pub(crate) line: usize,
}

/// An error in a weight file and its position.
///
/// ```
/// use plyground_eval::{WeightFile, Weighted, tigers};
///
/// let mut text = tigers::Strong::default().to_weights().to_string();
/// let file = WeightFile::read("mine.toml", &text)?;
/// assert_eq!(tigers::Strong::from_weights(&file)?, tigers::Strong::default());
///
/// text = text.replace("[captured]", "[capturd]");
/// let error = tigers::Strong::from_weights(&WeightFile::read("mine.toml", &text)?).unwrap_err();
/// assert!(error.to_string().starts_with("mine.toml:5: no feature `capturd`, expected one of `captured`, "), "{error}");
/// # Ok::<(), plyground_eval::WeightError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{source_name}:{line}: {message}")]
pub struct WeightError {
    /// Name of the file, as passed by the caller.
    pub source_name: String,
    /// The line, from 1.
    pub line: usize,
    /// The error and the expected text, in one line.
    pub message: String,
}

impl WeightFile {
    /// Reads the text of a file; `source` is its name in messages.
    ///
    /// # Errors
    /// If the text is not a weight file.
    pub fn read(source: &str, text: &str) -> Result<WeightFile, WeightError> {
        let text = without_mark(text);
        let reader = Reader { source, text };
        let document = DeTable::parse(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            // Parser messages span several lines.
            reader.fault(at, format!("no TOML: {}", error.message().replace('\n', "; ")))
        })?;
        let mut file = WeightFile { source: source.to_owned(), ..WeightFile::default() };
        let mut has_version = false;
        for (key, value) in document.get_ref() {
            match (key.get_ref().as_ref(), value.get_ref()) {
                ("game", DeValue::String(game)) => file.game = game.to_string(),
                ("evaluation", DeValue::String(name)) => file.evaluation = name.to_string(),
                ("base", DeValue::String(name)) => file.base = Some(name.to_string()),
                ("inputs", DeValue::String(name)) => file.inputs = Some(name.to_string()),
                ("version", found) => {
                    reader.check_version(value, found)?;
                    has_version = true;
                }
                ("provenance", DeValue::Table(_)) => file.provenance = reader.provenance(text)?,
                (name @ ("game" | "evaluation"), found) => {
                    return Err(reader.wrong(value, &format!("`{name}`"), found, "a string"));
                }
                // A feature named `tables` has numbers, not arrays.
                ("tables", DeValue::Table(table)) if table.values().all(|value| value.get_ref().is_array()) => {
                    file.tables =
                        table.iter().map(|(key, value)| reader.table(key, value)).collect::<Result<_, _>>()?;
                }
                (name, DeValue::Table(table)) => file.features.push(reader.feature(name, key, table)?),
                (name, found) => {
                    let expected = if matches!(name, "base" | "inputs") { "a string" } else { "a table" };
                    return Err(reader.wrong(value, &format!("`{name}`"), found, expected));
                }
            }
        }
        file.features.sort_by_key(|feature| feature.lines[0]);
        file.tables.sort_by_key(|table| table.line);
        for (key, missing) in
            [("game", file.game.is_empty()), ("evaluation", file.evaluation.is_empty()), ("version", !has_version)]
        {
            if missing {
                return Err(reader.fault(0, format!("`{key}` is missing at the top")));
            }
        }
        Ok(file)
    }

    /// Creates a file with valid weights and powers, and their defaults.
    pub(crate) fn of(
        game: &str,
        evaluation: &str,
        infos: &[FeatureInfo],
        pairs: &[(f64, f64)],
        defaults: &[(f64, f64)],
    ) -> WeightFile {
        let pairs = pairs.iter().zip(defaults);
        let features = infos.iter().zip(pairs).map(|(info, (&(weight, power), default))| FeatureWeight {
            name: info.name.to_owned(),
            weight,
            power: info.power.map(|_| power),
            note: note(info, *default),
            lines: [0; 3],
        });
        WeightFile {
            game: game.to_owned(),
            evaluation: evaluation.to_owned(),
            features: features.collect(),
            source: evaluation.to_owned(),
            ..WeightFile::default()
        }
    }

    /// Creates a file with tables of these values.
    pub(crate) fn of_tables(
        game: &str,
        evaluation: &str,
        infos: impl IntoIterator<Item = TableInfo>,
        mut values: &[i16],
    ) -> WeightFile {
        let tables = infos.into_iter().map(|TableInfo { name, rows, columns }| {
            let (table, rest) = values.split_at(rows * columns);
            values = rest;
            FileTable { name, rows: table.chunks(columns.max(1)).map(<[i16]>::to_vec).collect(), line: 0 }
        });
        let tables = tables.collect();
        WeightFile { tables, ..WeightFile::of(game, evaluation, &[], &[], &[]) }
    }

    pub(crate) fn fault(&self, line: usize, message: String) -> WeightError {
        WeightError { source_name: self.source.clone(), line: line.max(1), message }
    }

    /// Returns the weights and powers of these features.
    pub(crate) fn pairs(
        &self,
        game: &str,
        evaluation: &str,
        infos: &[FeatureInfo],
    ) -> Result<Vec<(f64, f64)>, WeightError> {
        self.check_name(game, evaluation)?;
        if let Some(table) = self.tables.first() {
            return Err(
                self.fault(table.line, format!("no table `{}` in this evaluation, expected features", table.name))
            );
        }
        let mut pairs = vec![None; infos.len()];
        for feature in &self.features {
            let Some(place) = infos.iter().position(|info| info.name == feature.name) else {
                let known: Vec<String> = infos.iter().map(|info| format!("`{}`", info.name)).collect();
                let message = format!("no feature `{}`, expected one of {}", feature.name, known.join(", "));
                return Err(self.fault(feature.lines[0], message));
            };
            pairs[place] = Some(self.pair(&infos[place], feature)?);
        }
        let missing = pairs.iter().position(Option::is_none);
        match missing {
            Some(place) => {
                let last = self.features.iter().map(|feature| feature.lines[0]).max().unwrap_or(1);
                Err(self.fault(last, format!("no table `[{}]` in the file, expected one", infos[place].name)))
            }
            None => Ok(pairs.into_iter().flatten().collect()),
        }
    }

    fn check_name(&self, game: &str, evaluation: &str) -> Result<(), WeightError> {
        for (what, found, expected) in [("game", &self.game, game), ("evaluation", &self.evaluation, evaluation)] {
            if found != expected {
                return Err(self.fault(1, format!("weights of the {what} `{found}`, expected `{expected}`")));
            }
        }
        for (key, value) in [("base", &self.base), ("inputs", &self.inputs)] {
            if evaluation == NETWORK && value.is_none() {
                return Err(self.fault(1, format!("`{key}` is missing at the top")));
            }
            if evaluation != NETWORK && value.is_some() {
                let message =
                    format!("`{key}` means nothing in the evaluation `{evaluation}`, expected one of a network");
                return Err(self.fault(1, message));
            }
        }
        Ok(())
    }

    /// Returns the numbers of these tables, table by table.
    pub(crate) fn tables_of(&self, game: &str, evaluation: &str, infos: &[TableInfo]) -> Result<Vec<i16>, WeightError> {
        self.check_name(game, evaluation)?;
        if let Some(feature) = self.features.first() {
            let message = format!("no feature `{}`, expected `[tables]` alone", feature.name);
            return Err(self.fault(feature.lines[0], message));
        }
        let stray = self.tables.iter().find(|table| infos.iter().all(|info| info.name != table.name));
        if let Some(FileTable { name, line, .. }) = stray {
            let known: Vec<String> = infos.iter().map(|info| format!("`{}`", info.name)).collect();
            return Err(self.fault(*line, format!("no table `{name}`, expected one of {}", known.join(", "))));
        }
        let mut values = Vec::new();
        for TableInfo { name, rows, columns } in infos {
            let Some(table) = self.tables.iter().find(|table| table.name == *name) else {
                let last = self.tables.iter().map(|table| table.line).max().unwrap_or(1);
                return Err(self.fault(last, format!("no table `{name}` in the file, expected one")));
            };
            if table.rows.len() != *rows || table.rows.iter().any(|row| row.len() != *columns) {
                let message = format!("table `{name}` must be {rows} rows of {columns} numbers");
                return Err(self.fault(table.line, message));
            }
            values.extend(table.rows.iter().flatten());
        }
        Ok(values)
    }

    fn pair(&self, info: &FeatureInfo, feature: &FeatureWeight) -> Result<(f64, f64), WeightError> {
        let [_, weight_line, power_line] = feature.lines;
        let check = |what, line, value: f64, Bounds { min, max, .. }: Bounds| {
            if (min..=max).contains(&value) {
                Ok(value)
            } else {
                let name = info.name;
                let message = format!("`{what}` of `{name}` is {value}, expected a number from {min} to {max}");
                Err(self.fault(line, message))
            }
        };
        let weight = check("weight", weight_line, feature.weight, info.weight)?;
        match (feature.power, info.power) {
            (Some(power), Some(known)) => Ok((weight, check("power", power_line, power, known.bounds)?)),
            (None, _) => Ok((weight, 1.0)),
            (Some(_), None) => {
                let message = format!("`{}` has no `power` in this evaluation, expected `weight` alone", info.name);
                Err(self.fault(power_line, message))
            }
        }
    }
}

/// Returns the comment above a feature: its description, unit, range, bounds and defaults.
fn note(info: &FeatureInfo, (weight, power): (f64, f64)) -> String {
    let FeatureInfo { about, unit, range: (least, most), .. } = info;
    let mut note = format!("{about}; {unit}, {least} to {most}\n");
    let bounds = |Bounds { min, max, .. }| format!("from {min} to {max}");
    write!(note, "weight {}, default {weight}", bounds(info.weight)).expect("a string takes any text");
    if let Some(known) = info.power {
        write!(note, "; power {}, default {power}", bounds(known.bounds)).expect("a string takes any text");
    }
    note
}

impl fmt::Display for WeightFile {
    /// Writes the text that [`WeightFile::read`] reads, with the description of each feature as a comment above it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let string = |text: &str| toml::Value::from(text).to_string();
        writeln!(f, "game = {}", string(&self.game))?;
        writeln!(f, "evaluation = {}", string(&self.evaluation))?;
        writeln!(f, "version = {VERSION}")?;
        for (key, value) in [("base", &self.base), ("inputs", &self.inputs)] {
            if let Some(value) = value {
                writeln!(f, "{key} = {}", string(value))?;
            }
        }
        if !self.provenance.is_empty() {
            writeln!(f, "\n[provenance]\n{}", self.provenance.to_string().trim_end())?;
        }
        for FeatureWeight { name, weight, power, note, .. } in &self.features {
            writeln!(f, "\n[{name}]")?;
            for line in note.lines() {
                writeln!(f, "# {line}")?;
            }
            // `Debug` writes whole numbers with a decimal point, and every number parses back to the same value.
            writeln!(f, "weight = {weight:?}")?;
            if let Some(power) = power {
                writeln!(f, "power = {power:?}")?;
            }
        }
        if !self.tables.is_empty() {
            writeln!(f, "\n[tables]")?;
        }
        for FileTable { name, rows, .. } in &self.tables {
            writeln!(f, "{name} = [")?;
            for row in rows {
                let row: Vec<String> = row.iter().map(i16::to_string).collect();
                writeln!(f, "  [{}],", row.join(", "))?;
            }
            writeln!(f, "]")?;
        }
        Ok(())
    }
}

/// Reads the parts of a parsed text.
struct Reader<'a> {
    source: &'a str,
    text: &'a str,
}

impl Reader<'_> {
    fn line(&self, at: usize) -> usize {
        self.text.bytes().take(at).filter(|&byte| byte == b'\n').count() + 1
    }

    fn fault(&self, at: usize, message: String) -> WeightError {
        WeightError { source_name: self.source.to_owned(), line: self.line(at), message }
    }

    fn wrong(&self, at: &Spanned<DeValue<'_>>, what: &str, found: &DeValue<'_>, expected: &str) -> WeightError {
        self.fault(at.span().start, format!("{what} is a value of type {}, expected {expected}", found.type_str()))
    }

    fn check_version(&self, at: &Spanned<DeValue<'_>>, found: &DeValue<'_>) -> Result<(), WeightError> {
        match found.as_integer().map(|number| number.as_str()) {
            Some("1") => Ok(()),
            Some(other) => Err(self.fault(at.span().start, format!("`version` is {other}, expected {VERSION}"))),
            None => Err(self.wrong(at, "`version`", found, &VERSION.to_string())),
        }
    }

    /// Parses the text again, with the parser for plain values.
    fn provenance(&self, text: &str) -> Result<toml::Table, WeightError> {
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
            self.fault(error.span().map_or(0, |span| span.start), format!("no TOML: {}", error.message()))
        })?;
        Ok(table.get("provenance").and_then(toml::Value::as_table).cloned().unwrap_or_default())
    }

    fn table(
        &self,
        key: &Spanned<std::borrow::Cow<'_, str>>,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<FileTable, WeightError> {
        let name = key.get_ref().as_ref();
        let row = |row: &Spanned<DeValue<'_>>| {
            let numbers = row.get_ref().as_array()?.iter().map(|number| {
                let number = number.get_ref().as_integer().filter(|number| number.radix() == 10)?;
                number.as_str().parse::<i16>().ok().filter(|value| *value != i16::MIN)
            });
            numbers.collect::<Option<Vec<i16>>>()
        };
        let rows = value.get_ref().as_array().and_then(|rows| rows.iter().map(row).collect::<Option<Vec<_>>>());
        let at = key.span().start;
        let message = || format!("`{name}` must be rows of whole numbers from {} to {}", -i16::MAX, i16::MAX);
        let rows = rows.ok_or_else(|| self.fault(at, message()))?;
        Ok(FileTable { name: name.to_owned(), rows, line: self.line(at) })
    }

    fn feature(
        &self,
        name: &str,
        key: &Spanned<std::borrow::Cow<'_, str>>,
        table: &DeTable<'_>,
    ) -> Result<FeatureWeight, WeightError> {
        let at = key.span().start;
        let (mut weight, mut power) = (None, None);
        let mut lines = [self.line(at), 0, 0];
        for (key, value) in table {
            let what = key.get_ref().as_ref();
            let (slot, place) = match what {
                "weight" => (&mut weight, 1),
                "power" => (&mut power, 2),
                _ => {
                    let message = format!("`{what}` in `{name}` means nothing, expected `weight` or `power`");
                    return Err(self.fault(key.span().start, message));
                }
            };
            let number = match value.get_ref() {
                DeValue::Integer(whole) => whole.as_str().parse().ok().filter(|_| whole.radix() == 10),
                DeValue::Float(number) => number.as_str().parse().ok(),
                _ => None,
            };
            lines[place] = self.line(value.span().start);
            match number {
                Some(number) => *slot = Some(number),
                None => return Err(self.wrong(value, &format!("`{what}` of `{name}`"), value.get_ref(), "a number")),
            }
        }
        let Some(weight) = weight else {
            return Err(self.fault(at, format!("`{name}` has no `weight`, expected `weight = ` and a number")));
        };
        Ok(FeatureWeight { name: name.to_owned(), weight, power, note: String::new(), lines })
    }
}
