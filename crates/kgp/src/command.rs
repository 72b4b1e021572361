//! Lines of the Kalah Game Protocol: `[id][@ref] name arguments`.

/// Maximum length of a line in bytes, including its end.
pub(crate) const LONGEST: u64 = 16_384;

/// Parsed line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Command {
    /// Number of the command.
    pub(crate) id: Option<u64>,
    /// Number of the command that it answers.
    pub(crate) reference: Option<u64>,
    pub(crate) name: String,
    /// Arguments without quotation marks.
    pub(crate) arguments: Vec<String>,
}

impl Command {
    /// Parses a line; `None` if it is not a command.
    pub(crate) fn parse(line: &str) -> Option<Command> {
        let line = line.trim();
        let (head, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let numbered = head.starts_with(|first: char| first.is_ascii_digit() || first == '@');
        let (id, reference, text) = if numbered {
            let (id, reference) = head.split_once('@').map_or((head, None), |(id, reference)| (id, Some(reference)));
            let id = if id.is_empty() { None } else { Some(id.parse().ok()?) };
            (id, reference.map(str::parse).transpose().ok()?, rest.trim_start())
        } else {
            (None, None, line)
        };
        let mut words = words(text)?.into_iter();
        let name = words.next().filter(|name| name.chars().all(|c| c.is_ascii_alphanumeric()))?;
        Some(Command { id, reference, name, arguments: words.collect() })
    }
}

/// Splits a text into words. Quotation marks quote spaces, and a backslash escapes the next character.
fn words(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        if let Some(quoted) = rest.strip_prefix('"') {
            let mut word = String::new();
            let mut characters = quoted.char_indices();
            let end = loop {
                match characters.next()? {
                    (at, '"') => break at + 1,
                    (_, '\\') => word.push(characters.next()?.1),
                    (_, character) => word.push(character),
                }
            };
            words.push(word);
            rest = quoted[end..].trim_start();
        } else {
            let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            words.push(word.to_owned());
            rest = after.trim_start();
        }
    }
    Some(words)
}

/// Quotes a text as an argument.
pub(crate) fn quoted(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(500).collect();
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let command = Command::parse("6@4 stop\r\n").unwrap();
        assert_eq!((command.id, command.reference, command.name.as_str()), (Some(6), Some(4), "stop"));
        let command = Command::parse("set info:name  \"a \\\"b\\\" c\" x").unwrap();
        assert_eq!((command.id, command.arguments), (None, vec!["info:name".into(), "a \"b\" c".into(), "x".into()]));
        let command = Command::parse("@4 move 1").unwrap();
        assert_eq!((command.id, command.reference), (None, Some(4)));
        assert_eq!(Command::parse("12 state <3,0,0,1,1,1,1,1,1>").unwrap().arguments, ["<3,0,0,1,1,1,1,1,1>"]);
    }

    #[test]
    fn nonsense_is_refused() {
        for line in
            ["", "  ", "12", "@", "@x move", "1x state", "set \"open", "99999999999999999999999 x", "<3>", "\"\\"]
        {
            assert_eq!(Command::parse(line), None, "{line}");
        }
    }

    #[test]
    fn texts_are_quoted() {
        assert_eq!(quoted("a \"b\"\\\n"), "\"a \\\"b\\\"\\\\ \"");
        assert_eq!(Command::parse(&format!("x {}", quoted("a \"b\"\\"))).unwrap().arguments, ["a \"b\"\\"]);
    }
}
