//! Rust source taken apart into code and comments, line by line.
//!
//! A word that is forbidden in code may well stand in a comment, a string or a test. A full parser would know, but would
//! also refuse files that do not parse; for words it is enough to know where comments, literals and tests begin and end.

/// A Rust file; all texts have the same number of lines.
pub(crate) struct Source {
    /// From the root of the repository, with `/`.
    pub(crate) path: String,
    /// The code without what is compiled for tests alone; comments are blanked, and what stands inside of literals.
    pub(crate) shipped: String,
    /// The comments without the code.
    pub(crate) comments: String,
}

impl Source {
    pub(crate) fn new(path: &str, text: &str) -> Source {
        let (code, comments) = split(text);
        // A file of its own for tests is declared by its parent: `#[cfg(test)] mod tests;`.
        let shipped = if path.ends_with("tests.rs") { blank(&code) } else { without_tests(&code) };
        Source { path: path.to_owned(), shipped, comments }
    }
}

/// Line numbers, from 1, where `word` begins and ends at the bounds of words.
pub(crate) fn find_word<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    text.lines().enumerate().flat_map(move |(index, line)| {
        line.match_indices(word).filter(move |&(at, _)| is_whole(line, at, word)).map(move |_| index + 1)
    })
}

fn is_whole(line: &str, at: usize, word: &str) -> bool {
    let inside = |neighbour: Option<char>, edge: Option<char>| {
        neighbour.is_some_and(is_word_character) && edge.is_some_and(is_word_character)
    };
    !inside(line[..at].chars().next_back(), word.chars().next())
        && !inside(line[at + word.len()..].chars().next(), word.chars().next_back())
}

pub(crate) fn is_word_character(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

fn blank(text: &str) -> String {
    text.chars().map(|character| if character == '\n' { '\n' } else { ' ' }).collect()
}

/// Code and comments of a Rust file.
fn split(text: &str) -> (String, String) {
    let mut lexer = Lexer { rest: text, code: String::new(), comments: String::new() };
    while let Some(first) = lexer.rest.chars().next() {
        if lexer.rest.starts_with("//") {
            let end = lexer.rest.find('\n').unwrap_or(lexer.rest.len());
            lexer.take(end, Part::Comment);
        } else if lexer.rest.starts_with("/*") {
            lexer.take(block_comment(lexer.rest), Part::Comment);
        } else if first == '"' {
            lexer.literal(string(lexer.rest));
        } else if first == '\'' {
            match character(lexer.rest) {
                Some(end) => lexer.literal(end),
                None => lexer.take(1, Part::Code),
            }
        } else if is_word_character(first) {
            let end = lexer.rest.find(|other| !is_word_character(other)).unwrap_or(lexer.rest.len());
            let raw = matches!(&lexer.rest[..end], "r" | "br" | "cr");
            lexer.take(end, Part::Code);
            if raw && let Some(end) = raw_string(lexer.rest) {
                lexer.literal(end);
            }
        } else {
            lexer.take(first.len_utf8(), Part::Code);
        }
    }
    (lexer.code, lexer.comments)
}

#[derive(Clone, Copy)]
enum Part {
    Code,
    Comment,
}

struct Lexer<'a> {
    rest: &'a str,
    code: String,
    comments: String,
}

impl Lexer<'_> {
    fn take(&mut self, length: usize, part: Part) {
        let (piece, rest) = self.rest.split_at(length);
        match part {
            Part::Code => {
                self.code += piece;
                self.comments += &blank(piece);
            }
            Part::Comment => {
                self.code += &blank(piece);
                self.comments += piece;
            }
        }
        self.rest = rest;
    }

    /// The first character, a quote or a `#`, stays, so that it can be seen that there is a literal.
    fn literal(&mut self, length: usize) {
        let (piece, rest) = self.rest.split_at(length);
        self.code += &piece[..1];
        self.code += &blank(&piece[1..]);
        self.comments += &blank(piece);
        self.rest = rest;
    }
}

/// Length of the comment, which may hold others, at the start of `text`.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    loop {
        if text[at..].starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if text[at..].starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
        } else {
            match text[at..].chars().next() {
                Some(character) => at += character.len_utf8(),
                None => return at,
            }
        }
        if depth == 0 {
            return at;
        }
    }
}

/// Length of the string, with its quotes, at the start of `text`.
fn string(text: &str) -> usize {
    let mut escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Length of a raw string behind its `r`, from the first `#` or quote to the last; `None` for a raw identifier.
fn raw_string(text: &str) -> Option<usize> {
    let hashes = text.len() - text.trim_start_matches('#').len();
    let inside = text[hashes..].strip_prefix('"')?;
    let close = format!("\"{}", "#".repeat(hashes));
    Some(inside.find(&close).map_or(text.len(), |end| hashes + 1 + end + close.len()))
}

/// Length of a character literal; `None` for a lifetime or a label.
fn character(text: &str) -> Option<usize> {
    let mut inside = text.char_indices().skip(1);
    match inside.next()? {
        // The character behind the backslash may be a quote.
        (_, '\\') => inside.skip(1).find(|&(_, other)| other == '\'').map(|(at, _)| at + 1),
        _ => inside.next().filter(|&(_, other)| other == '\'').map(|(at, _)| at + 1),
    }
}

/// `code` without the items under `#[cfg(test)]`.
fn without_tests(code: &str) -> String {
    let mut shipped = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(at) = rest.find("#[cfg(test)]") {
        let (before, item) = rest.split_at(at);
        let (item, after) = item.split_at(item_length(item));
        shipped += before;
        shipped += &blank(item);
        rest = after;
    }
    shipped + rest
}

/// Up to the semicolon or the closing brace that ends the item.
fn item_length(code: &str) -> usize {
    let mut depth = 0_usize;
    for (at, character) in code.char_indices() {
        match character {
            '{' => depth += 1,
            '}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            ';' if depth == 0 => return at + 1,
            _ => {}
        }
    }
    code.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_literals_are_no_code() {
        let text = "//! word\nlet a = \"word \\\" word\"; /* word /* word */ word */ let b = 'w'; // word\n";
        let source = Source::new("a.rs", text);
        assert_eq!(find_word(&source.shipped, "word").count(), 0, "{}", source.shipped);
        assert_eq!(find_word(&source.comments, "word").collect::<Vec<_>>(), [1, 2, 2, 2, 2]);
        assert!(source.shipped.contains("let b = '  ;"), "{}", source.shipped);
    }

    #[test]
    fn code_behind_strange_literals_is_code() {
        for literal in
            ["r#\"a \" b\"#", "br\"\\\"", "'\"'", "'\\''", "b'\\\\'", "'a: loop {}", "\"\\\\\"", "'é'", "\"\""]
        {
            let text = format!("let a = {literal}; word");
            assert_eq!(find_word(&Source::new("a.rs", &text).shipped, "word").count(), 1, "{literal}");
        }
        assert_eq!(find_word(&Source::new("a.rs", "let r#type = 1; word").shipped, "word").count(), 1);
    }

    #[test]
    fn lines_are_kept() {
        let text = "a\n/* b\n c */ d\n\"e\nf\" word\n";
        let source = Source::new("a.rs", text);
        assert_eq!(find_word(&source.shipped, "word").collect::<Vec<_>>(), [5]);
        for part in [&source.shipped, &source.comments] {
            assert_eq!(part.lines().count(), 5);
        }
    }

    #[test]
    fn unfinished_text_ends() {
        for text in ["\"abc", "\"", "/* abc", "r#\"abc", "'", "'\\", "\"\\", "#[cfg(test)]", "r", "é\"é"] {
            let source = Source::new("a.rs", text);
            assert_eq!(source.shipped.chars().count(), text.chars().count(), "{text}");
        }
    }

    #[test]
    fn tests_are_not_shipped() {
        let text =
            "one();\n#[cfg(test)]\nmod tests {\n fn a() { two() }\n}\nthree();\n#[cfg(test)] use a::two;\nfour();";
        let shipped = Source::new("a.rs", text).shipped;
        assert_eq!(shipped.split_whitespace().collect::<Vec<_>>(), ["one();", "three();", "four();"]);
        assert_eq!(Source::new("crates/game/src/laws/tests.rs", "two();").shipped.trim(), "");
    }

    #[test]
    fn words_are_whole() {
        assert_eq!(find_word("abc xabc abcx abc! a_abc\nabc", "abc").collect::<Vec<_>>(), [1, 1, 2]);
        assert_eq!(find_word("xabc! abc!()", "abc!").collect::<Vec<_>>(), [1]);
    }
}
