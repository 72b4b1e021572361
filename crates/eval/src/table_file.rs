//! Files of learned tables: what those of all games have in common.

use std::fmt::Write as _;

use crate::weights::{VERSION, WeightError};

/// The form of the files of an evaluation: each table is a number of rows of numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableFile {
    pub(crate) game: &'static str,
    pub(crate) evaluation: &'static str,
    pub(crate) rows: usize,
    pub(crate) columns: usize,
}

impl TableFile {
    /// Returns the numbers of each of these tables, row by row; `source` is the name of the file in messages.
    ///
    /// # Errors
    /// When the text is no TOML, is for another game or evaluation, or a table is missing, unknown or of another size.
    pub(crate) fn read(&self, source: &str, text: &str, names: &[String]) -> Result<Vec<Vec<i16>>, WeightError> {
        let fault = |key: &str, message: String| {
            let line = text.lines().position(|line| line.starts_with(key)).map_or(1, |place| place + 1);
            WeightError { source_name: source.to_owned(), line, message }
        };
        let file: toml::Table =
            text.parse().map_err(|error: toml::de::Error| fault("\0", format!("no TOML: {}", error.message())))?;
        for (key, expected) in [
            ("game", toml::Value::from(self.game)),
            ("evaluation", toml::Value::from(self.evaluation)),
            ("version", toml::Value::from(VERSION)),
        ] {
            if file.get(key) != Some(&expected) {
                return Err(fault(key, format!("expected `{key} = {expected}`")));
            }
        }
        let tables = file.get("tables").and_then(toml::Value::as_table);
        let tables = tables.ok_or_else(|| fault("\0", "no table `[tables]`, expected one".to_owned()))?;
        if let Some(name) = tables.keys().find(|key| !names.contains(key)) {
            return Err(fault(name, format!("no table `{name}`, expected one of `{}`", names.join("`, `"))));
        }
        let numbers = |name: &String| {
            let TableFile { rows, columns, .. } = self;
            let message = || format!("`{name}` must be {rows} rows of {columns} numbers of 16 bits");
            tables.get(name).and_then(|value| self.numbers(value)).ok_or_else(|| fault(name, message()))
        };
        names.iter().map(numbers).collect()
    }

    fn numbers(&self, value: &toml::Value) -> Option<Vec<i16>> {
        let rows = value.as_array().filter(|rows| rows.len() == self.rows)?;
        let numbers = rows.iter().map(|row| row.as_array().filter(|row| row.len() == self.columns));
        let numbers = numbers.collect::<Option<Vec<_>>>()?.into_iter().flatten();
        numbers.map(|number| i16::try_from(number.as_integer()?).ok()).collect()
    }

    /// Returns the text of a file with these tables, and with these lines of TOML as its provenance.
    pub(crate) fn to_text(&self, provenance: &str, tables: impl Iterator<Item = (String, Vec<i16>)>) -> String {
        let TableFile { game, evaluation, .. } = self;
        let mut text = format!("game = \"{game}\"\nevaluation = \"{evaluation}\"\nversion = {VERSION}\n");
        if !provenance.is_empty() {
            let _ = write!(text, "\n[provenance]\n{}\n", provenance.trim_end());
        }
        text.push_str("\n[tables]\n");
        for (name, numbers) in tables {
            let _ = writeln!(text, "{name} = [");
            for row in numbers.chunks(self.columns) {
                let row: Vec<String> = row.iter().map(i16::to_string).collect();
                let _ = writeln!(text, "  [{}],", row.join(", "));
            }
            text.push_str("]\n");
        }
        text
    }
}
