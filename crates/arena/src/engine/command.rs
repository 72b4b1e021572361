//! Command line of an engine.

use std::fmt;
use std::iter;
use std::path::PathBuf;
use std::str::FromStr;

use plyground_game::notation::quote;
use plyground_search::{Limits, MAX_DEPTH};
use thiserror::Error;

use crate::duration::{parse_duration, write_duration};

/// Beginning of a word that sets an option of the engine.
const OPTION: &str = "option.";
/// Words before the program, each with its value behind `=`.
const WORDS: [&str; 6] = ["name", "log", "depth", "nodes", "time", "clock"];

/// Program with its arguments, and how it plays: its options, limits, name, and the log of what it is sent and answers.
///
/// ```
/// use plyground_arena::engine::EngineCommand;
///
/// let command: EngineCommand = "option.Hash=64 ./my-engine --net 'weights 3.bin'".parse()?;
/// assert_eq!(command.options, [("Hash".to_owned(), "64".to_owned())]);
/// assert_eq!(command.program, "./my-engine");
/// assert_eq!(command.arguments, ["--net", "weights 3.bin"]);
/// # Ok::<(), plyground_arena::engine::ParseCommandError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct EngineCommand {
    /// Names and values of options, sent when the program has started.
    pub options: Vec<(String, String)>,
    /// Name of the player in records and reports, instead of the command.
    pub name: Option<String>,
    /// File to which all lines of the communication are appended.
    pub log: Option<PathBuf>,
    /// Limits of its moves, where a match sets none.
    pub limits: Limits,
    /// Whether it divides the time of a clock itself. It is then sent the clocks instead of a time for its move.
    pub divides_time: bool,
    /// Path, or name in the search path.
    pub program: String,
    /// Arguments of the program.
    pub arguments: Vec<String>,
}

/// Reason why a text is not a command line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ParseCommandError {
    /// The text is empty.
    #[error("found no program, expected a command such as `./my-engine --fast`")]
    Empty,
    /// A word sets an option without a name or without `=`.
    #[error("cannot read option {0}: expected `option.NAME=VALUE`")]
    Option(String),
    /// A word before the program is not known.
    #[error("cannot read {0} before the program of an engine: expected `option.NAME=VALUE`, or one of {words}", words = words())]
    Word(String),
    /// A word before the program has a value that is not allowed.
    #[error("cannot read {0} before the program of an engine: expected {1}")]
    Value(String, &'static str),
    /// A quotation mark is not closed.
    #[error("cannot read command {0}: expected another {1}")]
    OpenQuote(String, char),
}

impl FromStr for EngineCommand {
    type Err = ParseCommandError;

    /// Splits words at spaces. `'...'` and `"..."` quote spaces. There are no variables and no escapes, so paths of every system
    /// can be written. Before the program, words `option.NAME=VALUE` set its options, and `name=NAME`, `log=FILE`, `depth=N`,
    /// `nodes=N`, `time=TIME` and `clock=own` the other fields.
    fn from_str(text: &str) -> Result<EngineCommand, ParseCommandError> {
        let mut words: Vec<String> = Vec::new();
        let (mut word, mut quoted): (Option<String>, Option<char>) = (None, None);
        for character in text.chars() {
            match quoted {
                Some(mark) if character == mark => quoted = None,
                None if character == '\'' || character == '"' => {
                    quoted = Some(character);
                    word.get_or_insert_default();
                }
                None if character.is_whitespace() => words.extend(word.take()),
                Some(_) | None => word.get_or_insert_default().push(character),
            }
        }
        if let Some(mark) = quoted {
            return Err(ParseCommandError::OpenQuote(quote(text), mark));
        }
        words.extend(word);
        let mut words = words.into_iter().peekable();
        let mut command = EngineCommand::default();
        let is_setting = |word: &String| {
            word.starts_with(OPTION) || word.split_once('=').is_some_and(|(name, _)| WORDS.contains(&name))
        };
        while let Some(word) = words.next_if(is_setting) {
            if let Some(option) = word.strip_prefix(OPTION) {
                let option = option.split_once('=').filter(|(name, _)| !name.is_empty());
                let (name, value) = option.ok_or_else(|| ParseCommandError::Option(quote(&word)))?;
                command.options.push((name.to_owned(), value.to_owned()));
            } else {
                command.set(&word).map_err(|expected| ParseCommandError::Value(quote(&word), expected))?;
            }
        }
        match words.next().filter(|program| !program.is_empty()) {
            // A misspelt word before the program would be taken for it.
            Some(word) if word.contains('=') && !word.contains(['/', '\\']) => {
                Err(ParseCommandError::Word(quote(&word)))
            }
            Some(program) => Ok(EngineCommand { program, arguments: words.collect(), ..command }),
            None => Err(ParseCommandError::Empty),
        }
    }
}

/// Returns the words before the program as a list.
fn words() -> String {
    WORDS.map(|word| format!("`{word}=`")).join(", ")
}

impl EngineCommand {
    /// Reads one of [`WORDS`] with its value. Returns what was expected instead of a value that is not allowed.
    fn set(&mut self, word: &str) -> Result<(), &'static str> {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let number = |most: u64| value.parse().ok().filter(|number| (1..=most).contains(number));
        match name {
            "log" => self.log = Some(PathBuf::from(value)),
            // A second player of the same name has `#2` behind it.
            "name" if value.trim().is_empty() || value.contains('#') => return Err("a name without `#`"),
            "name" => self.name = Some(value.to_owned()),
            "depth" => {
                let depth = number(MAX_DEPTH.into()).ok_or("a depth from 1 to 500")?;
                self.limits.depth = Some(depth as u32);
            }
            "nodes" => self.limits.nodes = Some(number(u64::MAX).ok_or("a number of nodes, at least 1")?),
            "time" => self.limits.time = Some(parse_duration(value)?),
            _ if value == "own" => self.divides_time = true,
            _ => return Err("`clock=own`"),
        }
        Ok(())
    }
}

impl fmt::Display for EngineCommand {
    /// Writes a command line that can be read back, unless a word contains both kinds of quotation marks. It is what plays, so
    /// that the log is no part of it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = self.options.iter().map(|(name, value)| format!("{OPTION}{name}={value}"));
        let Limits { depth, nodes, time, .. } = self.limits;
        let settings = [
            self.name.as_ref().map(|name| format!("name={name}")),
            depth.map(|depth| format!("depth={depth}")),
            nodes.map(|nodes| format!("nodes={nodes}")),
            time.map(|time| format!("time={}", write_duration(time))),
            self.divides_time.then(|| "clock=own".to_owned()),
        ];
        let words = settings
            .into_iter()
            .flatten()
            .chain(options)
            .chain(iter::once(self.program.clone()))
            .chain(self.arguments.iter().cloned());
        for (index, word) in words.enumerate() {
            let space = if index == 0 { "" } else { " " };
            let mark = match word {
                _ if word.contains('\'') => "\"",
                _ if word.is_empty() || word.contains(|c: char| c.is_whitespace() || c == '"') => "'",
                _ => "",
            };
            write!(f, "{space}{mark}{word}{mark}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_read_back() {
        for text in [
            "engine",
            "./a/b --depth=3 -x",
            "'my engine' '' \"it's\" 'say \"a\"'",
            "option.Hash=64 'option.Net=my net' ./a option.b=1",
            "'name=The older one' option.Hash=64 ./a",
            "depth=3 nodes=5000 time=250ms clock=own option.Hash=64 ./a",
        ] {
            let command: EngineCommand = text.parse().unwrap();
            assert_eq!(command.to_string(), text);
        }
        // Regression: a log made another player of an engine, and `--resume` refused its match.
        let logged: EngineCommand = "option.Hash=64 log=a.log ./a".parse().unwrap();
        assert_eq!((logged.to_string().as_str(), logged.log.is_some()), ("option.Hash=64 ./a", true));
        let command: EngineCommand = "  a  b'c d'e ".parse().unwrap();
        assert_eq!((command.program.as_str(), command.arguments.as_slice()), ("a", &["bc de".to_owned()][..]));
    }

    #[test]
    fn faults_are_named() {
        assert_eq!("  ".parse::<EngineCommand>(), Err(ParseCommandError::Empty));
        assert_eq!("''".parse::<EngineCommand>(), Err(ParseCommandError::Empty));
        for text in ["option.Hash 64 ./a", "option.=3 ./a"] {
            let error = text.parse::<EngineCommand>().unwrap_err().to_string();
            assert!(error.ends_with("expected `option.NAME=VALUE`"), "{error}");
        }
        let error = "lgo=a.log ./a".parse::<EngineCommand>().unwrap_err().to_string();
        assert!(error.starts_with("cannot read `lgo=a.log` before the program"), "{error}");
        for (text, expected) in [
            ("name= ./a", "a name without `#`"),
            ("'name=best #2' ./a", "a name without `#`"),
            ("depth=0 ./a", "a depth from 1 to 500"),
            ("nodes=many ./a", "a number of nodes, at least 1"),
            ("time=5x ./a", "a time such as `5s`, `250ms`, `2m` or `1h`"),
            ("clock=mine ./a", "`clock=own`"),
        ] {
            let error = text.parse::<EngineCommand>().unwrap_err().to_string();
            assert!(error.ends_with(&format!(" before the program of an engine: expected {expected}")), "{error}");
        }
        let error = "a 'b".parse::<EngineCommand>().unwrap_err();
        assert_eq!(error.to_string(), "cannot read command `a 'b`: expected another '");
    }
}
