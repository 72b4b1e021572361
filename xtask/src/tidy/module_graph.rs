//! The use graph of a crate's files: paths that begin with `crate`, `super` or `self`, followed through re-exports.
//!
//! Comments, strings and tests are ignored. Glob imports and methods are not seen, because they have no path.

use std::collections::BTreeMap;

use super::source::Source;

/// The modules of one crate that are files.
pub(crate) struct ModuleGraph<'a> {
    files: Vec<File<'a>>,
    /// Index of a file by its module path.
    numbers: BTreeMap<Vec<&'a str>, usize>,
}

/// A module with its paths.
struct File<'a> {
    /// Path in the repository.
    path: &'a str,
    /// Module path, empty for the root of the crate.
    module: Vec<&'a str>,
    /// All paths with their lines; a group has one per member.
    uses: Vec<(usize, Vec<&'a str>)>,
    /// Imported names, which other modules may use through it.
    imports: BTreeMap<&'a str, Vec<&'a str>>,
}

/// A use of another file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Use {
    pub(crate) to: usize,
    pub(crate) line: usize,
}

/// Maximum length of a chain of re-exports.
const MOST_STEPS: usize = 8;

impl<'a> ModuleGraph<'a> {
    /// Creates the graph of the crate whose sources begin with `folder`, such as `crates/game/src/`.
    pub(crate) fn new(sources: &'a [Source], folder: &str) -> ModuleGraph<'a> {
        let inside = sources.iter().filter_map(|source| Some((source, source.path.strip_prefix(folder)?)));
        let files: Vec<File> = inside.map(|(source, inside)| File::new(source, inside)).collect();
        let numbers = files.iter().enumerate().map(|(number, file)| (file.module.clone(), number)).collect();
        ModuleGraph { files, numbers }
    }

    pub(crate) fn path(&self, file: usize) -> &'a str {
        self.files[file].path
    }

    /// Returns the first use of each other file by each file, without its parents and submodules.
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

    /// Returns the file that a path in `file` leads to; `None` for one of another crate.
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
        let paths = ["crate", "super", "self"].into_iter().flat_map(|root| source.paths(root));
        let uses = paths.map(|path| (path.line, path.segments)).collect();
        let imports = source.imports().into_iter().map(|path| (path.name, path.segments)).collect();
        File { path: &source.path, module, uses, imports }
    }
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
