//! Names with options, the text form of rule sets and agents: `standard,majority=on`, `alphabeta:depth=8,table=64`.
//!
//! ```
//! use plyground_game::options::Options;
//!
//! let options = Options::read("standard,limit=40,steal=off", ',')?;
//! assert_eq!(options.name, "standard");
//! let mut limit = None;
//! let mut steal = true;
//! options.each(&["limit", "steal"], |key, value| {
//!     match key {
//!         "limit" => limit = value.number_or_off("turns", 1..=1000)?,
//!         _ => steal = value.switch()?,
//!     }
//!     Ok(())
//! })?;
//! assert_eq!((limit, steal), (Some(40), false));
//!
//! let error = Options::read("standard,stael=off", ',')?.each(&["limit", "steal"], |_, _| Ok(())).unwrap_err();
//! assert_eq!(error.to_string(), "`standard,stael=off`: column 10: found `stael`, expected one of `limit`, `steal`");
//! # Ok::<(), plyground_game::notation::Fault>(())
//! ```

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::RangeInclusive;

use crate::notation::{Fault, Reader, quote, without_mark};

/// A name and its options, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options<'a> {
    text: &'a str,
    /// Text before the options; may be empty.
    pub name: &'a str,
    pairs: Vec<(&'a str, &'a str)>,
}

/// The value of an option, as a part of the whole text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value<'a> {
    whole: &'a str,
    /// The text of the value.
    pub text: &'a str,
}

impl<'a> Options<'a> {
    /// Reads `NAME`, `separator`, then `key=value` pairs joined by commas. A value may contain any character except a
    /// comma. White space and a byte order mark around the text are ignored, because the text may come from a file.
    ///
    /// # Errors
    /// Returns a fault if an option has no `=`, or a key occurs twice.
    pub fn read(text: &'a str, separator: char) -> Result<Options<'a>, Fault> {
        let text = without_mark(text.trim()).trim();
        let (name, rest) = text.split_once(separator).map_or((text, None), |(name, rest)| (name, Some(rest)));
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        for part in rest.into_iter().flat_map(|rest| rest.split(',')) {
            let Some((key, value)) = part.split_once('=') else {
                return Err(fault_at(text, part, "`key=value`"));
            };
            if pairs.iter().any(|&(earlier, _)| earlier == key) {
                return Err(fault_at(text, key, "each key once"));
            }
            pairs.push((key, value));
        }
        Ok(Options { text, name, pairs })
    }

    /// Checks that every key is among `known`. `expected` describes the expected text for an unknown key.
    ///
    /// # Errors
    /// Returns a fault if a key is unknown.
    pub fn check_keys(&self, known: &[&str], expected: impl FnOnce(&str) -> String) -> Result<(), Fault> {
        let unknown = self.pairs.iter().find(|(key, _)| !known.contains(key));
        unknown.map_or(Ok(()), |(key, _)| Err(fault_at(self.text, key, expected(key))))
    }

    /// Calls `set` for each option in order.
    ///
    /// # Errors
    /// Returns a fault if a key is not among `known`, and the faults of `set`.
    pub fn each(&self, known: &[&str], mut set: impl FnMut(&str, Value<'a>) -> Result<(), Fault>) -> Result<(), Fault> {
        for &(key, text) in &self.pairs {
            if !known.contains(&key) {
                let expected = if known.is_empty() { "no option".into() } else { one_of(known.iter().copied()) };
                return Err(fault_at(self.text, key, expected));
            }
            set(key, Value { whole: self.text, text })?;
        }
        Ok(())
    }

    /// Returns the entry of `choices` with the name.
    ///
    /// # Errors
    /// Returns a fault if there is none.
    pub fn choose<T: Clone>(&self, choices: &[(&str, T)]) -> Result<T, Fault> {
        Value { whole: self.text, text: self.name }.choose(choices)
    }

    /// Returns a fault of the name.
    #[must_use]
    pub fn name_fault(&self, expected: impl Into<String>) -> Fault {
        fault_at(self.text, self.name, expected)
    }
}

impl Value<'_> {
    /// Reads `on` or `off`.
    ///
    /// # Errors
    /// Returns a fault for any other text.
    pub fn switch(&self) -> Result<bool, Fault> {
        self.choose(&[("on", true), ("off", false)])
    }

    /// Reads one of several words.
    ///
    /// # Errors
    /// Returns a fault for any other text.
    pub fn choose<T: Clone>(&self, choices: &[(&str, T)]) -> Result<T, Fault> {
        let found = choices.iter().find(|(word, _)| *word == self.text);
        found.map(|(_, value)| value.clone()).ok_or_else(|| self.fault(one_of(choices.iter().map(|&(word, _)| word))))
    }

    /// Reads a number in `range`. Errors call it `what`.
    ///
    /// # Errors
    /// Returns a fault if the text is not a number, or the number is out of range.
    pub fn number(&self, what: &str, range: RangeInclusive<u32>) -> Result<u32, Fault> {
        let mut reader = Reader::new(self.text);
        let number = reader.number(what, range.clone()).ok().filter(|_| reader.rest().is_empty());
        number.ok_or_else(|| self.fault(format!("{what} ({} to {})", range.start(), range.end())))
    }

    /// Reads a number in `range`, or `off` for none.
    ///
    /// # Errors
    /// Returns a fault for any other text.
    pub fn number_or_off(&self, what: &str, range: RangeInclusive<u32>) -> Result<Option<u32>, Fault> {
        if self.text == "off" {
            return Ok(None);
        }
        let expected = format!("{what} ({} to {}) or `off`", range.start(), range.end());
        self.number(what, range).map(Some).map_err(|fault| Fault { expected, ..fault })
    }

    /// Returns a fault of this value.
    #[must_use]
    pub fn fault(&self, expected: impl Into<String>) -> Fault {
        fault_at(self.whole, self.text, expected)
    }
}

/// Returns the words as a list for messages: ``one of `a`, `b` ``, or just a single word.
#[must_use]
pub fn one_of<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let words: Vec<String> = words.into_iter().map(quote).collect();
    format!("{}{}", if words.len() == 1 { "" } else { "one of " }, words.join(", "))
}

/// Returns a fault of `part`, which must be a slice of `text`.
fn fault_at(text: &str, part: &str, expected: impl Into<String>) -> Fault {
    let offset = part.as_ptr() as usize - text.as_ptr() as usize;
    let found = if part.is_empty() { "nothing".into() } else { quote(part) };
    Fault { text: text.into(), column: Some(text[..offset].chars().count() + 1), found, expected: expected.into() }
}
