//! The files of the repository, read once for all checks.

use std::collections::BTreeSet;
use std::process::Command;

use camino::Utf8Path;

use super::source::Source;

/// A text file.
pub(crate) struct TextFile {
    /// Path from the root of the repository, with `/`.
    pub(crate) path: String,
    pub(crate) text: String,
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
        self.files
            .iter()
            .filter(|file| file.path.ends_with(".md") && (!file.path.contains('/') || file.path.starts_with("docs/")))
    }
}

fn git_files(root: &Utf8Path) -> Result<Vec<String>, String> {
    let output = Command::new("git")
        // In a container, the clone often belongs to another user, which git refuses by default.
        .arg("-c")
        .arg(format!("safe.directory={root}"))
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()
        .map_err(|error| format!("git ls-files: {error}; is git installed?"))?;
    if !output.status.success() {
        return Err(format!("git ls-files: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    let list = String::from_utf8(output.stdout).map_err(|_| "a file name is not UTF-8")?;
    let paths: BTreeSet<String> = list.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect();
    Ok(paths.into_iter().collect())
}
