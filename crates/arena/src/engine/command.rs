//! Command line of an engine.

use std::fmt;
use std::str::FromStr;

use plyground_game::notation::quote;
use thiserror::Error;

/// Program with its arguments.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EngineCommand {
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
    /// A quotation mark is not closed.
    #[error("cannot read command {0}: expected another {1}")]
    OpenQuote(String, char),
}

impl FromStr for EngineCommand {
    type Err = ParseCommandError;

    /// Splits words at spaces. `'...'` and `"..."` quote spaces. There are no variables and no escapes, so paths of every system
    /// can be written.
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
        let mut words = words.into_iter();
        match words.next().filter(|program| !program.is_empty()) {
            Some(program) => Ok(EngineCommand { program, arguments: words.collect() }),
            None => Err(ParseCommandError::Empty),
        }
    }
}

impl fmt::Display for EngineCommand {
    /// Writes a command line that can be read back, unless a word contains both kinds of quotation marks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, word) in std::iter::once(&self.program).chain(&self.arguments).enumerate() {
            let space = if index == 0 { "" } else { " " };
            let mark = match word {
                word if word.contains('\'') => "\"",
                word if word.is_empty() || word.contains(|c: char| c.is_whitespace() || c == '"') => "'",
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
        for text in ["engine", "./a/b --depth=3 -x", "'my engine' '' \"it's\" 'say \"a\"'"] {
            let command: EngineCommand = text.parse().unwrap();
            assert_eq!(command.to_string(), text);
        }
        let command: EngineCommand = "  a  b'c d'e ".parse().unwrap();
        assert_eq!((command.program.as_str(), command.arguments.as_slice()), ("a", &["bc de".to_owned()][..]));
    }

    #[test]
    fn faults_are_named() {
        assert_eq!("  ".parse::<EngineCommand>(), Err(ParseCommandError::Empty));
        assert_eq!("''".parse::<EngineCommand>(), Err(ParseCommandError::Empty));
        let error = "a 'b".parse::<EngineCommand>().unwrap_err();
        assert_eq!(error.to_string(), "cannot read command `a 'b`: expected another '");
    }
}
