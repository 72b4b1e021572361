//! Command line of an engine.

use std::fmt;
use std::iter;
use std::path::PathBuf;
use std::str::FromStr;

use plyground_game::notation::quote;
use thiserror::Error;

/// Beginning of a word that sets an option of the engine.
const OPTION: &str = "option.";
/// Beginning of a word that names the log.
const LOG: &str = "log=";
/// Beginning of a word that names the player.
const NAME: &str = "name=";

/// Program with its arguments, the options that it is sent, its name, and the log of what it is sent and answers.
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
    #[error("cannot read {0} before the program of an engine: expected `option.NAME=VALUE`, `name=NAME` or `log=FILE`")]
    Word(String),
    /// The name is empty, or may be confused with the second of two equal names.
    #[error("cannot read {0} as the name of an engine: expected a name without `#`")]
    Name(String),
    /// A quotation mark is not closed.
    #[error("cannot read command {0}: expected another {1}")]
    OpenQuote(String, char),
}

impl FromStr for EngineCommand {
    type Err = ParseCommandError;

    /// Splits words at spaces. `'...'` and `"..."` quote spaces. There are no variables and no escapes, so paths of every system
    /// can be written. Before the program, words `option.NAME=VALUE` set its options, `name=NAME` names the player and `log=FILE` the log.
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
        let is_setting = |word: &String| [OPTION, LOG, NAME].iter().any(|start| word.starts_with(start));
        while let Some(word) = words.next_if(is_setting) {
            if let Some(file) = word.strip_prefix(LOG) {
                command.log = Some(PathBuf::from(file));
            } else if let Some(name) = word.strip_prefix(NAME) {
                if name.trim().is_empty() || name.contains('#') {
                    return Err(ParseCommandError::Name(quote(name)));
                }
                command.name = Some(name.to_owned());
            } else {
                let option = word[OPTION.len()..].split_once('=').filter(|(name, _)| !name.is_empty());
                let (name, value) = option.ok_or_else(|| ParseCommandError::Option(quote(&word)))?;
                command.options.push((name.to_owned(), value.to_owned()));
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

impl fmt::Display for EngineCommand {
    /// Writes a command line that can be read back, unless a word contains both kinds of quotation marks. It is what plays, so
    /// that the log is no part of it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = self.options.iter().map(|(name, value)| format!("{OPTION}{name}={value}"));
        let name = self.name.iter().map(|name| format!("{NAME}{name}"));
        let words = name.chain(options).chain(iter::once(self.program.clone())).chain(self.arguments.iter().cloned());
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
        for text in ["name= ./a", "'name=best #2' ./a"] {
            let error = text.parse::<EngineCommand>().unwrap_err().to_string();
            assert!(error.ends_with("as the name of an engine: expected a name without `#`"), "{error}");
        }
        let error = "a 'b".parse::<EngineCommand>().unwrap_err();
        assert_eq!(error.to_string(), "cannot read command `a 'b`: expected another '");
    }
}
