//! The pictures of the documents, which are made by the commands that stand above them:
//!
//! ```text
//! <!-- picture: ply show kalah --moves 3 -->
//! ![what it shows](images/kalah.svg)
//! ```
//!
//! `PLYGROUND_PICTURES=new cargo test -p plyground-cli --test pictures` regenerates them.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The pictures of a page: the command's words and the file.
fn pictures(page: &Path) -> Vec<(Vec<String>, PathBuf)> {
    let text = fs::read_to_string(page).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let made = lines.windows(2).filter_map(|pair| {
        let command = pair[0].strip_prefix("<!-- picture: ply ")?.strip_suffix(" -->")?;
        let (_, file) = pair[1].split_once("](").unwrap_or_else(|| panic!("{}: no picture below", pair[0]));
        // Words in quotes hold together; nothing else is needed here.
        let quoted = command.split('"').enumerate();
        let words = quoted.flat_map(|(index, part)| match index % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        });
        Some((words.collect(), page.parent().unwrap().join(file.trim_end_matches(')'))))
    });
    made.collect()
}

#[test]
fn pictures_of_the_documents_are_what_their_commands_make() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let folders = [docs.clone(), docs.join("rules"), docs.join("algorithms")];
    let pages = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap()).map(|entry| entry.unwrap().path());
    let pages = pages.filter(|page| page.extension().is_some_and(|end| end == "md"));
    let mut pictures: Vec<_> = pages.flat_map(|page| pictures(&page)).collect();
    pictures.sort();
    assert!(pictures.len() >= 12, "{} pictures", pictures.len());
    let fresh = std::env::temp_dir().join(format!("ply-picture-{}.svg", std::process::id()));
    for (words, kept) in pictures {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ply"));
        let option: &[&str] = if words[0] == "trace" { &["--svg", "--out"] } else { &["--svg"] };
        let status = command.args(&words).args(option).arg(&fresh).arg("--force").output().unwrap().status;
        assert!(status.success(), "{words:?}");
        if std::env::var_os("PLYGROUND_PICTURES").is_some() {
            fs::copy(&fresh, &kept).unwrap();
        }
        let same = fs::read_to_string(&kept).is_ok_and(|kept| kept == fs::read_to_string(&fresh).unwrap());
        assert!(same, "{} is not what `ply {}` draws: see this file", kept.display(), words.join(" "));
    }
    fs::remove_file(fresh).unwrap();
}
