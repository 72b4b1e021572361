//! `cargo xtask site`: the board and the book as static files for any web server.
//!
//! The engines are `crates/page` with its feature `worker`, built for WebAssembly; wasm-bindgen writes the loading script. All
//! addresses are relative, so the folder may have any path. wasm-opt is not used: its output is larger when compressed
//! (`docs/benchmarks.md`).

use std::fs;
use std::io::Write;

use camino::Utf8Path;
use clap::ArgMatches;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::step::{Step, needs_target};
use crate::workspace::Workspace;
use crate::{book, disk, limits, options, tool};

/// Target of the engines.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";
/// Stack of the engines, as in `.cargo/config.toml`: searches are recursive.
pub(crate) const STACK: &str = "-Clink-arg=-zstack-size=4194304";
/// Path of the engines in the page's scripts.
const ENGINES: &str = "plyground_bg.wasm";
/// First element of the page, and the marker of a page without a server.
const ROOT: [&str; 2] = ["<html lang=\"en\">", "<html lang=\"en\" data-engines=\"local\">"];
/// Text above each page of the book: a link to the board, and the script of playable positions.
const ABOVE: &str = "<p><a href=\"{{ path_to_root }}../index.html\">Play on the board</a></p>
<script type=\"module\" src=\"{{ path_to_root }}../assets/book.js\"></script>
";
/// Script of the page, and files that it loads later and can be preloaded.
const SCRIPT: &str = "<script type=\"module\" fetchpriority=\"low\" src=\"assets/main.js\"></script>";
const EARLY: &str = "<link rel=\"modulepreload\" href=\"assets/local.js\">
<link rel=\"preload\" as=\"fetch\" crossorigin href=\"assets/plyground_bg.wasm\">
";
/// Text of the page before the link to the book.
const GROWS: &str = "<span class=\"grow\"></span>";

/// Adds the output folder and the option for the book.
pub(crate) fn arguments(command: clap::Command) -> clap::Command {
    command
        .arg(options::out("Where the files go [default: target/board]"))
        .arg(options::flag("no-book", "Leave the book out"))
        .arg(options::flag("speed", "Then measure in Chromium how fast the engines are, beside native ones"))
}

/// Builds the folder.
///
/// # Errors
/// Fails if the target is missing, something does not build, or the board is too large.
pub(crate) fn run(workspace: &Workspace, matches: &ArgMatches) -> Result<(), String> {
    let root = &workspace.root;
    needs_target(TARGET, root)?;
    let out = options::out_folder(workspace, matches, "board")?;
    build(workspace, &workspace.target, &out, !matches.get_flag("no-book"), &|step| step.run(root))?;
    if matches.get_flag("speed") {
        let measure = "cargo test --release --package plyground-journeys --features browser --test browser -- --ignored --nocapture site::speed";
        Step::new("speed", measure).with("PLYGROUND_SITE", out.as_str()).run(root)?;
    }
    Ok(())
}

/// Builds the folder `out`. `run` compiles the engines into the target folder `target`.
///
/// # Errors
/// Fails like [`run`].
pub(crate) fn build(
    workspace: &Workspace,
    target: &Utf8Path,
    out: &Utf8Path,
    has_book: bool,
    run: &dyn Fn(Step) -> Result<(), String>,
) -> Result<(), String> {
    let root = &workspace.root;
    clear(out)?;
    engines(root, target, &out.join("assets"), run)?;
    page(root, out, has_book)?;
    let size = compressed(out)?;
    if has_book {
        book::build(root, &root.join("target/board-book-source"), &out.join("book"), Some(ABOVE))?;
    }
    println!("site: in {out}; the board with its engines {} kB compressed, of {} kB", size / 1000, limits::SITE / 1000);
    disk::check_bytes("board and engines, compressed,", size, limits::SITE)
}

/// Creates an empty folder. An earlier result of this command is replaced; any other folder is refused.
fn clear(out: &Utf8Path) -> Result<(), String> {
    // A run that was stopped before its engines were built leaves folders without files.
    if out.is_dir() && !disk::files_below(out)?.is_empty() && !out.join("assets").join(ENGINES).exists() {
        return Err(format!("{out} contains other files: expected a new or empty folder, or one that this has made"));
    }
    disk::remove_folder(out)?;
    disk::make_folder(&out.join("assets"))
}

/// Builds the engines and their loader.
fn engines(
    root: &Utf8Path,
    target: &Utf8Path,
    assets: &Utf8Path,
    run: &dyn Fn(Step) -> Result<(), String>,
) -> Result<(), String> {
    let build = format!(
        "cargo rustc --locked --package plyground-page --lib --features worker --crate-type cdylib --profile site --target {TARGET}"
    );
    run(Step::new("engines", &build))?;
    let built = target.join(TARGET).join("site/plyground_page.wasm");
    let program = tool::install(root, "wasm-bindgen-cli", "wasm-bindgen", &bindgen_version(root)?)?;
    // Function names are a tenth of the file and only help debugging.
    let options =
        "--target web --no-typescript --remove-name-section --remove-producers-section --out-name plyground --out-dir";
    Step::new("loader", &format!("{program} {options}")).arg(assets).arg(&built).run(root)
}

/// Returns the version of wasm-bindgen in `Cargo.lock`. The program must have the same version as the library.
fn bindgen_version(root: &Utf8Path) -> Result<String, String> {
    let lock: toml::Table =
        disk::read(&root.join("Cargo.lock"))?.parse().map_err(|error| format!("Cargo.lock: {error}"))?;
    let mut packages = lock["package"].as_array().into_iter().flatten();
    let package = packages.find(|package| package["name"].as_str() == Some("wasm-bindgen"));
    let version = package.and_then(|package| package["version"].as_str());
    version.map(str::to_owned).ok_or_else(|| "Cargo.lock: expected the package wasm-bindgen".into())
}

/// Copies the page, its scripts and style sheets.
pub(crate) fn page(root: &Utf8Path, out: &Utf8Path, has_book: bool) -> Result<(), String> {
    let source = root.join("crates/web/assets");
    for folder in [source.clone(), source.join("js"), root.join("crates/scene/assets")] {
        for path in disk::list(&folder)? {
            if path.is_file() && matches!(path.extension(), Some("js" | "css" | "svg")) {
                disk::copy(&path, &out.join("assets").join(path.file_name().unwrap_or_default()))?;
            }
        }
    }
    one_look(&out.join("assets"))?;
    let index = source.join("index.html");
    let text = without_server(&disk::read(&index)?, has_book).map_err(|error| format!("{index}: {error}"))?;
    disk::write(&out.join("index.html"), text)
}

/// Replaces the imports in `page.css` by the style sheets, so that nothing is painted before all of them have loaded.
fn one_look(assets: &Utf8Path) -> Result<(), String> {
    let page = assets.join("page.css");
    let mut look = String::new();
    for line in disk::read(&page)?.lines() {
        let Some(name) = line.strip_prefix("@import \"").and_then(|rest| rest.strip_suffix("\";")) else { continue };
        let sheet = assets.join(name);
        look += &disk::read(&sheet)?;
        fs::remove_file(&sheet).map_err(|error| format!("{sheet}: {error}"))?;
    }
    disk::write(&page, look)
}

/// Returns the page without a server.
fn without_server(text: &str, has_book: bool) -> Result<String, String> {
    for part in [ROOT[0], SCRIPT, GROWS] {
        if text.matches(part).count() != 1 {
            return Err(format!("expected `{part}` once"));
        }
    }
    let mut text = text.replace(ROOT[0], ROOT[1]).replace(SCRIPT, &format!("{EARLY}{SCRIPT}"));
    if has_book {
        let link = format!("{GROWS}\n  <a id=\"book\" href=\"book/index.html\">Book</a>");
        text = text.replace(GROWS, &link);
    }
    Ok(text)
}

/// Returns the bytes of all files of a folder, each compressed like on a web server.
fn compressed(folder: &Utf8Path) -> Result<u64, String> {
    let mut size = 0;
    for path in disk::files_below(folder)? {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        let packed = fs::read(&path).and_then(|text| encoder.write_all(&text)).and_then(|()| encoder.finish());
        size += packed.map_err(|error| format!("{path}: {error}"))?.len() as u64;
    }
    Ok(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = include_str!("../../crates/web/assets/index.html");

    #[test]
    fn only_an_earlier_result_is_replaced() {
        let name = format!("plyground-site-{}", std::process::id());
        let folder = camino::Utf8PathBuf::from_path_buf(std::env::temp_dir()).unwrap().join(name);
        // The second time there are folders without files, as after a run that was stopped.
        clear(&folder).unwrap();
        clear(&folder).unwrap();
        let file = folder.join("mine.txt");
        disk::write(&file, "mine").unwrap();
        assert!(clear(&folder).unwrap_err().ends_with("or one that this has made"));
        disk::write(&folder.join("assets").join(ENGINES), "engines").unwrap();
        clear(&folder).unwrap();
        assert!(!file.exists());
        disk::remove_folder(&folder).unwrap();
    }

    #[test]
    fn the_version_of_the_loader_is_the_locked_one() {
        let root = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        assert!(bindgen_version(root).unwrap().starts_with("0.2."));
    }

    #[test]
    fn the_page_says_that_it_has_no_server() {
        let page = without_server(PAGE, true).unwrap();
        assert!(page.contains("data-engines=\"local\"") && page.contains("href=\"book/index.html\""));
        assert!(!without_server(PAGE, false).unwrap().contains("book/"));
        assert!(page.contains(ENGINES) && !PAGE.contains(ENGINES));
        assert!(without_server("<html>", false).unwrap_err().contains("<html lang"));
    }

    #[test]
    fn addresses_are_relative() {
        for absolute in ["\"/", "'/", "http:", "https:"] {
            assert!(!PAGE.contains(absolute), "{absolute}");
        }
    }
}
