//! Rust sources as tokens, and their paths, by `proc-macro2`'s lexer.
//!
//! Comments, literals and test code contain no paths.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A token with its line.
pub(crate) struct Token {
    pub(crate) text: String,
    pub(crate) line: usize,
}

/// A Rust file.
pub(crate) struct Source {
    /// Path from the root of the repository, with `/`.
    pub(crate) path: String,
    /// Tokens of the code without tests.
    pub(crate) tokens: Vec<Token>,
    /// Comment lines; other lines are empty.
    pub(crate) comments: String,
}

/// A path of a `use`, or of an expression.
pub(crate) struct FoundPath<'a> {
    /// Line of its last segment.
    pub(crate) line: usize,
    pub(crate) segments: Vec<&'a str>,
    /// Local name: the last segment or the alias.
    pub(crate) name: &'a str,
}

impl Source {
    pub(crate) fn new(path: &str, text: &str) -> Source {
        let mut tokens = Vec::new();
        // The parent declares a test file: `#[cfg(test)] mod tests;`. The compiler reports what the lexer cannot read.
        if !path.ends_with("tests.rs")
            && let Ok(stream) = text.parse()
        {
            flatten(stream, &mut tokens);
        }
        let comments: Vec<&str> =
            text.lines().map(|line| if line.trim_start().starts_with("//") { line } else { "" }).collect();
        Source { path: path.to_owned(), tokens, comments: comments.join("\n") }
    }

    /// Returns all paths that begin with `root`, such as `crate`; one per member of a group.
    pub(crate) fn paths<'a>(&'a self, root: &str) -> Vec<FoundPath<'a>> {
        let mut found = Vec::new();
        for at in 0..self.tokens.len() {
            if self.is(at, root) && self.is(at + 1, "::") && (at == 0 || !self.is(at - 1, "::")) {
                self.read(at, &mut Vec::new(), &mut found);
            }
        }
        found
    }

    /// Returns the paths of all `use` items.
    pub(crate) fn imports(&self) -> Vec<FoundPath<'_>> {
        let mut found = Vec::new();
        for at in (0..self.tokens.len()).filter(|&at| self.is(at, "use")) {
            self.read(at + 1, &mut Vec::new(), &mut found);
        }
        found
    }

    fn is(&self, at: usize, text: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.text == text)
    }

    /// Reads one path or group at `at`, below `prefix`; returns its end.
    fn read<'a>(&'a self, mut at: usize, prefix: &mut Vec<&'a str>, found: &mut Vec<FoundPath<'a>>) -> usize {
        let (begin, mut line) = (prefix.len(), 0);
        loop {
            if self.is(at, "{") {
                at += 1;
                while at < self.tokens.len() && !self.is(at, "}") {
                    at = self.read(at, prefix, found).max(at + 1);
                }
                prefix.truncate(begin);
                return at + 1;
            }
            let Some(word) = self.tokens.get(at).filter(|token| token.text.starts_with(is_word_character)) else {
                break;
            };
            (line, at) = (word.line, at + 1);
            prefix.push(&word.text);
            if !self.is(at, "::") || self.is(at + 1, "<") {
                break;
            }
            at += 1;
        }
        if prefix.len() > begin {
            // `notation::{self}` is the module itself.
            let of_itself = prefix.len() > 1 && prefix.last() == Some(&"self");
            let segments = prefix[..prefix.len() - usize::from(of_itself)].to_vec();
            let mut name = segments.last().copied().unwrap_or_default();
            if self.is(at, "as")
                && let Some(alias) = self.tokens.get(at + 1)
            {
                (name, at) = (&alias.text, at + 2);
            }
            found.push(FoundPath { line, segments, name });
        }
        prefix.truncate(begin);
        at
    }
}

/// Adds the tokens of a stream, without items after `#[cfg(test)]`.
fn flatten(stream: TokenStream, tokens: &mut Vec<Token>) {
    let mut trees = stream.into_iter().peekable();
    let mut is_joint = false;
    while let Some(tree) = trees.next() {
        let line = tree.span().start().line;
        let mut add = |text: String| tokens.push(Token { text, line });
        let joins = is_joint;
        is_joint = false;
        match tree {
            TokenTree::Punct(sign) if sign.as_char() == '#' && trees.peek().is_some_and(is_for_tests) => {
                for tree in trees.by_ref() {
                    let ends = match &tree {
                        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                        TokenTree::Punct(sign) => sign.as_char() == ';',
                        _ => false,
                    };
                    if ends {
                        break;
                    }
                }
            }
            TokenTree::Punct(sign) if joins && sign.as_char() == ':' => {
                if let Some(last) = tokens.last_mut() {
                    last.text = "::".into();
                }
            }
            TokenTree::Punct(sign) => {
                is_joint = sign.as_char() == ':' && sign.spacing() == proc_macro2::Spacing::Joint;
                add(sign.to_string());
            }
            TokenTree::Ident(word) => add(word.to_string()),
            TokenTree::Literal(_) => add("\"".into()),
            TokenTree::Group(group) => {
                let (open, close) = if group.delimiter() == Delimiter::Brace { ("{", "}") } else { ("(", ")") };
                add(open.into());
                flatten(group.stream(), tokens);
                tokens.push(Token { text: close.into(), line: group.span_close().start().line });
            }
        }
    }
}

/// Returns whether a tree is the `[cfg(test)]` of an attribute.
fn is_for_tests(tree: &TokenTree) -> bool {
    matches!(tree, TokenTree::Group(group) if group.stream().to_string().replace(' ', "") == "cfg(test)")
}

pub(crate) fn is_word_character(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Returns the line numbers, from 1, with `word` as a whole word.
pub(crate) fn find_word<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let is_whole = move |line: &str, at: usize| {
        !line[..at].ends_with(is_word_character) && !line[at + word.len()..].starts_with(is_word_character)
    };
    let lines = text.lines().enumerate();
    lines.flat_map(move |(index, line)| {
        line.match_indices(word).filter(move |&(at, _)| is_whole(line, at)).map(move |_| index + 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(path: &str, text: &str) -> String {
        Source::new(path, text).tokens.iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn comments_and_literals_are_no_code() {
        let text = "a // b\n/* c */ \"d::e\" 'f' r#\"g\"# 'h: h::<i>";
        assert_eq!(words("a.rs", text), "a \" \" \" ' h : h :: < i >");
        assert_eq!(Source::new("a.rs", "a // b\n  //! c\nd").comments, "\n  //! c\n");
        assert_eq!(words("a.rs", "\"unfinished"), "", "the compiler reports it");
    }

    #[test]
    fn tests_do_not_count() {
        let text = "one();\n#[cfg(test)]\nmod tests {\n fn a() { two() }\n}\nthree;\n#[cfg(test)] use a::two;\nfour";
        assert_eq!(words("a.rs", text), "one ( ) ; three ; four");
        assert_eq!(words("crates/game/src/laws/tests.rs", "two();"), "");
    }

    #[test]
    fn groups_and_aliases_are_read() {
        let source = Source::new(
            "a.rs",
            "use crate::{\n    b::{self, One},\n    c as other,\n    d::*,\n};\nf(crate::e::g::<h>())",
        );
        let found: Vec<(usize, String, &str)> =
            source.paths("crate").iter().map(|path| (path.line, path.segments.join("::"), path.name)).collect();
        let expected = [
            (2, "crate::b", "b"),
            (2, "crate::b::One", "One"),
            (3, "crate::c", "other"),
            (4, "crate::d", "d"),
            (6, "crate::e::g", "g"),
        ];
        assert_eq!(found, expected.map(|(line, path, name)| (line, path.to_owned(), name)));
        assert_eq!(source.imports().len(), 4);
    }

    #[test]
    fn words_are_whole() {
        assert_eq!(find_word("abc xabc abcx abc! a_abc\nabc", "abc").collect::<Vec<_>>(), [1, 1, 2]);
    }
}
