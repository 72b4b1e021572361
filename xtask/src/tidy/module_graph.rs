//! Which files of a crate use which: the paths that begin with `crate`, `super` or `self`, followed through re-exports.
//!
//! Comments, strings and tests do not count. Names that come by `*`, and methods, are not seen: they need no path.

use std::collections::BTreeMap;

use super::source::{Source, is_word_character};

/// The modules of one crate that are files.
pub(crate) struct ModuleGraph<'a> {
    files: Vec<File<'a>>,
    /// The number of a file by its module path.
    numbers: BTreeMap<Vec<&'a str>, usize>,
}

/// A module, and what it says of others.
struct File<'a> {
    /// Where it is in the repository.
    path: &'a str,
    /// Its module path, empty for the root of the crate.
    module: Vec<&'a str>,
    /// Every path with its line; of a group, each member.
    uses: Vec<(usize, Vec<&'a str>)>,
    /// The names that it imports, which others may reach through it.
    imports: BTreeMap<&'a str, Vec<&'a str>>,
}

/// A file names another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Use {
    pub(crate) to: usize,
    pub(crate) line: usize,
}

/// Re-exports of re-exports are followed so far.
const MOST_STEPS: usize = 8;

impl<'a> ModuleGraph<'a> {
    /// The graph of the crate whose sources begin with `folder`, such as `crates/game/src/`.
    pub(crate) fn new(sources: &'a [Source], folder: &str) -> ModuleGraph<'a> {
        let inside = sources.iter().filter_map(|source| Some((source, source.path.strip_prefix(folder)?)));
        let files: Vec<File> = inside.map(|(source, inside)| File::new(source, inside)).collect();
        let numbers = files.iter().enumerate().map(|(number, file)| (file.module.clone(), number)).collect();
        ModuleGraph { files, numbers }
    }

    pub(crate) fn path(&self, file: usize) -> &'a str {
        self.files[file].path
    }

    /// For each file the others that it uses, its first use of each; not those that it is a part of, nor its own parts.
    pub(crate) fn edges(&self) -> Vec<Vec<Use>> {
        let related = |one: &[&str], other: &[&str]| one.starts_with(other) || other.starts_with(one);
        self.files
            .iter()
            .map(|file| {
                let mut found: Vec<Use> = Vec::new();
                for (line, path) in &file.uses {
                    let Some(to) = self.resolve(file, path, MOST_STEPS) else { continue };
                    let known = found.iter().any(|other| other.to == to);
                    if !known && !related(&file.module, &self.files[to].module) {
                        found.push(Use { to, line: *line });
                    }
                }
                found
            })
            .collect()
    }

    /// The file that a path in `file` leads to; `None` for one of another crate.
    fn resolve(&self, file: &File<'a>, path: &[&'a str], steps: usize) -> Option<usize> {
        let (mut module, mut rest) = match path.split_first()? {
            (&"crate", rest) => (Vec::new(), rest),
            (&"self", rest) => (file.module.clone(), rest),
            (&"super", rest) => (file.module.split_last()?.1.to_vec(), rest),
            (first, _) => {
                let part = [&file.module[..], &[*first]].concat();
                (self.numbers.contains_key(&part).then(|| file.module.clone())?, path)
            }
        };
        while let Some((first, behind)) = rest.split_first() {
            if *first == "super" {
                module.pop()?;
            } else {
                module.push(first);
                if !self.numbers.contains_key(&module) {
                    module.pop();
                    break;
                }
            }
            rest = behind;
        }
        let number = *self.numbers.get(&module)?;
        let through = rest.first().and_then(|name| self.files[number].imports.get(name));
        match through {
            Some(path) if steps > 0 => self.resolve(&self.files[number], path, steps - 1).or(Some(number)),
            _ => Some(number),
        }
    }
}

impl<'a> File<'a> {
    fn new(source: &'a Source, inside: &'a str) -> File<'a> {
        let stem = inside.trim_end_matches(".rs").trim_end_matches("/mod");
        let module = if ["lib", "main"].contains(&stem) { Vec::new() } else { stem.split('/').collect() };
        let code = source.shipped.as_str();
        let line = |at: usize| code[..at].matches('\n').count() + 1;
        let mut uses = Vec::new();
        for root in ["crate", "super", "self"] {
            for at in words(code, root).filter(|at| !code[..*at].ends_with("::") && code[*at..].contains("::")) {
                uses.extend(paths(code, at).into_iter().map(|path| (line(path.at), path.segments)));
            }
        }
        let mut imports = BTreeMap::new();
        for at in words(code, "use") {
            for path in paths(code, at + "use".len()) {
                imports.insert(path.name, path.segments);
            }
        }
        File { path: &source.path, module, uses, imports }
    }
}

/// Where `word` stands as a whole word.
fn words<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    code.match_indices(word).map(|(at, _)| at).filter(move |&at| {
        !code[..at].ends_with(is_word_character) && !code[at + word.len()..].starts_with(is_word_character)
    })
}

/// A path of a `use`, or of an expression.
struct FoundPath<'a> {
    /// Where its last segment stands.
    at: usize,
    segments: Vec<&'a str>,
    /// What it is called here: the last segment, or the alias.
    name: &'a str,
}

/// The path that begins behind `at`; all paths where it ends in a group.
fn paths(code: &str, at: usize) -> Vec<FoundPath<'_>> {
    let mut found = Vec::new();
    read_paths(code, at, &mut Vec::new(), &mut found);
    found
}

/// Reads one path or group behind `at`, below `prefix`; where it ends.
fn read_paths<'a>(code: &'a str, at: usize, prefix: &mut Vec<&'a str>, found: &mut Vec<FoundPath<'a>>) -> usize {
    let mut at = skip_space(code, at);
    let begin = prefix.len();
    let mut last = at;
    loop {
        if code[at..].starts_with('{') {
            at = skip_space(code, at + 1);
            while at < code.len() && !code[at..].starts_with('}') {
                let end = skip_space(code, read_paths(code, at, prefix, found));
                let end = if code[end..].starts_with(',') { skip_space(code, end + 1) } else { end };
                if end == at {
                    break;
                }
                at = end;
            }
            prefix.truncate(begin);
            return (at + 1).min(code.len());
        }
        let length = code[at..].find(|character| !is_word_character(character)).unwrap_or(code.len() - at);
        if length == 0 {
            // A `*`, or the end of what is no path.
            at += usize::from(code[at..].starts_with('*'));
            break;
        }
        last = at;
        prefix.push(&code[at..at + length]);
        at += length;
        match code[at..].strip_prefix("::") {
            Some(rest) if !rest.starts_with('<') => at += 2,
            _ => break,
        }
    }
    if prefix.len() > begin {
        // `notation::{self}` is the module itself.
        let of_itself = prefix.len() > 1 && prefix.last() == Some(&"self");
        let segments = prefix[..prefix.len() - usize::from(of_itself)].to_vec();
        let mut name = segments.last().copied().unwrap_or_default();
        let behind = skip_space(code, at);
        if let Some(alias) = code[behind..].strip_prefix("as ") {
            let length = alias.find(|character| !is_word_character(character)).unwrap_or(alias.len());
            name = &alias[..length];
            at = behind + "as ".len() + length;
        }
        found.push(FoundPath { at: last, segments, name });
    }
    prefix.truncate(begin);
    at
}

fn skip_space(code: &str, at: usize) -> usize {
    code.len() - code[at..].trim_start().len()
}

#[cfg(test)]
mod tests {
    use super::super::tree::Tree;
    use super::*;

    fn edges(files: &[(&str, &str)]) -> Vec<String> {
        let tree = Tree::of(files);
        let graph = ModuleGraph::new(&tree.sources, "src/");
        let uses = graph.edges().into_iter().enumerate();
        uses.flat_map(|(from, uses)| uses.into_iter().map(move |found| (from, found)))
            .map(|(from, found)| format!("{}:{} {}", graph.path(from), found.line, graph.path(found.to)))
            .collect()
    }

    #[test]
    fn paths_of_all_kinds_are_found() {
        let code = "//! crate::c\nuse crate::{\n    b::{self, One},\n    c as other,\n};\nfn f() { super::d::g(); crate::b::f() }\n#[cfg(test)]\nuse crate::e;\n";
        let files = [
            ("src/a.rs", code),
            ("src/b.rs", ""),
            ("src/c.rs", ""),
            ("src/d/mod.rs", ""),
            ("src/e.rs", ""),
            ("src/lib.rs", "use a::x; use crate::a::y;"),
        ];
        assert_eq!(edges(&files), ["src/a.rs:3 src/b.rs", "src/a.rs:4 src/c.rs", "src/a.rs:6 src/d/mod.rs"]);
    }

    #[test]
    fn re_exports_are_followed() {
        let files = [
            ("src/a.rs", "use crate::{Two, Three};"),
            ("src/b/mod.rs", "mod part;\npub use part::Two;"),
            ("src/b/part.rs", "pub struct Two;\npub struct Four;"),
            ("src/c.rs", "use crate::b::part::Four as Five;"),
            ("src/lib.rs", "mod a; mod b; mod c;\npub use b::Two;\npub use c::Five as Three;"),
        ];
        assert_eq!(edges(&files), ["src/a.rs:1 src/b/part.rs", "src/c.rs:1 src/b/part.rs"]);
    }

    #[test]
    fn a_module_and_its_parts_are_one() {
        let files = [
            ("src/a.rs", "mod part; use part::x;"),
            ("src/a/part.rs", "use super::y; use super::super::b;"),
            ("src/b.rs", "use self::z;"),
        ];
        assert_eq!(edges(&files), ["src/a/part.rs:1 src/b.rs"]);
    }

    #[test]
    fn broken_code_ends() {
        for code in ["use crate::{", "use crate::{a", "use {", "crate::", "use crate::{a,,b}", "use crate::{;}", "use"]
        {
            let _ = edges(&[("src/a.rs", code)]);
        }
    }
}
