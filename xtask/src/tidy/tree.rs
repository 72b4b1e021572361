//! The files of the repository, read once for all checks.

use std::collections::BTreeSet;

use camino::Utf8Path;

use super::source::Source;
use crate::step::output;

/// A text file.
pub(crate) struct TextFile {
    /// Path from the root of the repository, with `/`.
    pub(crate) path: String,
    pub(crate) text: String,
}

impl TextFile {
    /// Returns whether it is a Markdown document at the root or in `docs`.
    pub(crate) fn is_document(&self) -> bool {
        self.path.ends_with(".md") && (!self.path.contains('/') || self.path.starts_with("docs/"))
    }
}

/// All files under version control.
pub(crate) struct Tree {
    /// Text files, sorted by path.
    pub(crate) files: Vec<TextFile>,
    /// Rust files among them, tokenised.
    pub(crate) sources: Vec<Source>,
    /// All paths, including binary files and folders.
    paths: BTreeSet<String>,
}

impl Tree {
    /// Reads the files that git tracks or would track after `git add .`, so that a new file is checked before its commit.
    pub(crate) fn read(root: &Utf8Path) -> Result<Tree, String> {
        let mut paths = Vec::new();
        let mut files = Vec::new();
        for path in git_files(root)? {
            // Deleted from the disk, but not yet from the index.
            let Ok(bytes) = std::fs::read(root.join(&path)) else { continue };
            if !bytes.contains(&0)
                && let Ok(text) = String::from_utf8(bytes)
            {
                files.push(TextFile { path: path.clone(), text });
            }
            paths.push(path);
        }
        Ok(Tree::new(files, paths))
    }

    fn new(files: Vec<TextFile>, paths: Vec<String>) -> Tree {
        let mut all = BTreeSet::new();
        for path in paths {
            for (slash, _) in path.match_indices('/') {
                all.insert(path[..slash].to_owned());
            }
            all.insert(path);
        }
        let rust = files.iter().filter(|file| file.path.ends_with(".rs"));
        let sources = rust.map(|file| Source::new(&file.path, &file.text)).collect();
        Tree { files, sources, paths: all }
    }

    /// Creates a tree of these files, for the tests of the checks.
    #[cfg(test)]
    pub(crate) fn of(files: &[(&str, &str)]) -> Tree {
        let paths = files.iter().map(|&(path, _)| path.to_owned()).collect();
        let files =
            files.iter().map(|&(path, text)| TextFile { path: path.to_owned(), text: text.to_owned() }).collect();
        Tree::new(files, paths)
    }

    /// Returns the text file at `path`.
    pub(crate) fn file(&self, path: &str) -> Option<&TextFile> {
        self.files.iter().find(|file| file.path == path)
    }

    /// Returns whether there is a file or folder at `path`.
    pub(crate) fn has(&self, path: &str) -> bool {
        path.is_empty() || self.paths.contains(path)
    }

    /// Returns whether there is a folder at `path`.
    pub(crate) fn has_folder(&self, path: &str) -> bool {
        let inside = format!("{path}/");
        self.paths.range(inside.clone()..).next().is_some_and(|first| first.starts_with(&inside))
    }

    /// Returns the Markdown documents: those at the root and all in `docs`.
    pub(crate) fn documents(&self) -> impl Iterator<Item = &TextFile> {
        self.files.iter().filter(|file| file.is_document())
    }
}

fn git_files(root: &Utf8Path) -> Result<BTreeSet<String>, String> {
    // In a container, the clone often belongs to another user, which git refuses by default.
    let safe = format!("safe.directory={root}");
    let list = output("git", &["-c", &safe, "ls-files", "-z", "--cached", "--others", "--exclude-standard"], root)?;
    Ok(list.split_terminator('\0').map(str::to_owned).collect())
}
