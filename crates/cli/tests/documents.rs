//! Runs every command of `ply` in the documents, so that none becomes outdated.
//!
//! - A ```` ```console ```` block is run: each line `$ ply …` runs in a folder of its page, and its output must be that
//!   of the page. Lines `> …` are its input. `[..]` matches anything within a line (more dots keep columns aligned), a
//!   line `...` matches any lines, and a last line `? 2` means exit status 2. Trailing white space is ignored.
//! - A ```` ```sh ```` block contains commands that take too long or ask for input. The comment above it has the reason:
//!   `<!-- not run: … -->`. Their options are parsed like those of the program, and so are those of `` `ply …` `` in
//!   running text.
//! - `<!-- file: NAME -->` above a block writes the block to the page's folder, for the following commands.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Pages with long measurements, whose commands are not run.
const MEASUREMENTS: &[&str] = &["docs/benchmarks.md", "docs/results.md", "docs/results/"];

/// A fenced block of a page.
struct Block<'a> {
    /// Line of its fence, from 1.
    line: usize,
    /// Text after the fence.
    info: &'a str,
    /// Line before the fence.
    above: &'a str,
    lines: Vec<&'a str>,
}

/// Returns the fenced blocks of a page, and its other lines with their numbers.
fn blocks(text: &str) -> (Vec<Block<'_>>, Vec<(usize, &str)>) {
    let (mut blocks, mut prose) = (Vec::new(), Vec::new());
    let mut open: Option<Block> = None;
    let mut above = "";
    for (index, line) in text.lines().enumerate() {
        open = match (open.take(), line.strip_prefix("```")) {
            (None, Some(info)) => Some(Block { line: index + 1, info, above, lines: Vec::new() }),
            (Some(block), Some("")) => {
                blocks.push(block);
                None
            }
            (Some(mut block), _) => {
                block.lines.push(line);
                Some(block)
            }
            (None, None) => {
                prose.push((index + 1, line));
                None
            }
        };
        above = line;
    }
    assert!(open.is_none(), "a fence is not closed");
    (blocks, prose)
}

/// Splits a command like a shell: spaces separate words, quotes group them, and `#` begins a comment.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for character in line.chars() {
        match (quote, character) {
            (Some(open), _) if character == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None, ' ') => words.extend(word.take()),
            (None, '#') if word.is_none() => break,
            _ => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    words
}

/// Returns the output of a command with this input, errors last, and its exit status.
fn run(words: &[String], input: &str, folder: &Path) -> (String, i32) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ply"))
        .args(words)
        .env("NO_COLOR", "1")
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that reads nothing may have ended already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout) + &text(&output.stderr), output.status.code().unwrap())
}

/// Returns the literal parts of `pattern`: those between `[..]`, which may have more dots.
fn pieces(pattern: &str) -> Vec<&str> {
    let (mut pieces, mut rest, mut from) = (Vec::new(), pattern, 0);
    while let Some(at) = rest[from..].find("[..") {
        let open = from + at;
        match rest[open + 1..].trim_start_matches('.').strip_prefix(']') {
            Some(after) => {
                pieces.push(&rest[..open]);
                (rest, from) = (after, 0);
            }
            None => from = open + 1,
        }
    }
    pieces.push(rest);
    pieces
}

/// Returns whether `line` matches `pattern`, in which `[..]` matches anything.
fn line_matches(pattern: &str, line: &str) -> bool {
    let (pieces, line) = (pieces(pattern.trim_end()), line.trim_end());
    let [first, middle @ .., last] = pieces.as_slice() else { return pieces[0] == line };
    let Some(mut left) = line.strip_prefix(first) else { return false };
    for piece in middle {
        let Some(at) = left.find(piece) else { return false };
        left = &left[at + piece.len()..];
    }
    left.ends_with(last)
}

/// Returns whether `printed` matches `expected`, in which a line `...` matches any lines.
fn matches(expected: &[&str], printed: &[&str]) -> bool {
    match expected {
        [] => printed.is_empty(),
        ["...", rest @ ..] => (0..=printed.len()).any(|skip| matches(rest, &printed[skip..])),
        [first, rest @ ..] => {
            printed.split_first().is_some_and(|(line, others)| line_matches(first, line) && matches(rest, others))
        }
    }
}

/// Removes the empty lines at both ends.
fn trimmed<'a, 'b>(mut lines: &'b [&'a str]) -> &'b [&'a str] {
    while let [first, rest @ ..] = lines
        && first.trim().is_empty()
    {
        lines = rest;
    }
    while let [rest @ .., last] = lines
        && last.trim().is_empty()
    {
        lines = rest;
    }
    lines
}

/// Runs the commands of a console block.
fn check_console(block: &Block, folder: &Path, faults: &mut Vec<(usize, String)>) {
    let mut starts: Vec<usize> = (0..block.lines.len()).filter(|&at| block.lines[at].starts_with("$ ")).collect();
    if starts.first() != Some(&0) {
        faults.push((block.line, "a console block begins with a command, `$ ply …`".into()));
    }
    starts.push(block.lines.len());
    for pair in starts.windows(2) {
        let line = block.line + 1 + pair[0];
        let command = words(&block.lines[pair[0]][2..]);
        let Some(("ply", arguments)) = command.split_first().map(|(program, rest)| (program.as_str(), rest)) else {
            faults.push((line, "only `ply` runs here; show other programs in a `sh` block".into()));
            continue;
        };
        let mut expected = trimmed(&block.lines[pair[0] + 1..pair[1]]);
        let mut status = 0;
        if let [rest @ .., last] = expected
            && let Some(number) = last.strip_prefix("? ")
        {
            (expected, status) = (rest, number.parse().unwrap());
        }
        let input: String =
            expected.iter().filter_map(|line| line.strip_prefix("> ")).map(|line| format!("{line}\n")).collect();
        let expected: Vec<&str> = expected.iter().copied().filter(|line| !line.starts_with("> ")).collect();
        let (printed, code) = run(arguments, &input, folder);
        let lines: Vec<&str> = printed.lines().collect();
        if code != status {
            faults.push((line, format!("exit status {code}, the page says {status}; the run printed\n{printed}")));
        } else if !matches(trimmed(&expected), trimmed(&lines)) {
            faults.push((line, format!("what the run printed is not what the page says:\n{printed}")));
        }
    }
}

/// Returns the commands of a block with their line numbers. A line that ends in a backslash continues on the next one.
fn commands(lines: &[&str]) -> Vec<(usize, String)> {
    let (mut found, mut continues) = (Vec::<(usize, String)>::new(), false);
    for (index, line) in lines.iter().enumerate() {
        let text = line.strip_suffix('\\').unwrap_or(line);
        match found.last_mut().filter(|_| continues) {
            Some((_, command)) => command.push_str(text),
            None => found.push((index, text.to_owned())),
        }
        continues = text != *line;
    }
    found
}

/// Lets the program parse the options of a command that is not run: `--help` at its end makes it parse them and print help.
fn check_words(line: usize, command: &str, folder: &Path, faults: &mut Vec<(usize, String)>) {
    let mut arguments = words(command);
    arguments.remove(0);
    arguments.push("--help".into());
    let (printed, code) = run(&arguments, "", folder);
    if code != 0 {
        faults.push((line, format!("`{command}`: {printed}")));
    }
}

/// Returns the inline code of a line that begins with `ply ` and is a complete command.
fn inline_commands(line: &str) -> impl Iterator<Item = &str> {
    let pieces = line.split('`').skip(1).step_by(2);
    // Capitals are placeholders, and dots abbreviate the rest of a command.
    let is_whole =
        |code: &&str| !code.contains(['…', '<', '|']) && !words(code).iter().any(|word| is_placeholder(word));
    pieces.filter(|code| code.starts_with("ply ")).filter(is_whole)
}

fn is_placeholder(word: &str) -> bool {
    word.len() > 1 && word.chars().all(|letter| letter.is_ascii_uppercase() || "_-.:".contains(letter))
}

fn check_page(name: &str, text: &str, folder: &Path) -> Vec<(usize, String)> {
    let mut faults = Vec::new();
    let (blocks, prose) = blocks(text);
    for block in &blocks {
        let note = |key: &str| block.above.strip_prefix(key).and_then(|rest| rest.strip_suffix(" -->"));
        if let Some(file) = note("<!-- file: ") {
            assert!(Path::new(file).components().count() == 1, "{file}");
            fs::write(folder.join(file), block.lines.join("\n") + "\n").unwrap();
        }
        match block.info {
            "console" => check_console(block, folder, &mut faults),
            "sh" => {
                if note("<!-- not run: ").is_none() && !MEASUREMENTS.iter().any(|page| name.starts_with(page)) {
                    let wanted = "why does a test not run this? Say so above it: `<!-- not run: … -->`";
                    faults.push((block.line, wanted.into()));
                }
                for (index, line) in commands(&block.lines).iter().filter(|(_, line)| line.starts_with("ply ")) {
                    check_words(block.line + 1 + index, line, folder, &mut faults);
                }
            }
            _ => {
                let shown = block.lines.iter().position(|line| line.starts_with("$ "));
                faults.extend(shown.map(|at| (block.line + 1 + at, "commands stand in `console` blocks".into())));
            }
        }
    }
    for (number, line) in prose {
        for command in inline_commands(line) {
            check_words(number, command, folder, &mut faults);
        }
    }
    faults
}

/// Finds the pages below `folder`.
fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            pages(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
}

#[test]
fn what_the_documents_show_is_what_runs_print() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let mut paths = vec![root.join("README.md"), root.join("CONTRIBUTING.md")];
    pages(&root.join("docs"), &mut paths);
    paths.sort();
    let scratch = std::env::temp_dir().join(format!("ply-documents-{}", std::process::id()));
    let (next, all) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((index, path)) = Some(next.fetch_add(1, Ordering::Relaxed))
                    .and_then(|index| paths.get(index).map(|path| (index, path)))
                {
                    let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
                    let folder = scratch.join(index.to_string());
                    fs::create_dir_all(&folder).unwrap();
                    let faults = check_page(&name, &fs::read_to_string(path).unwrap(), &folder);
                    let lines = faults.into_iter().map(|(line, fault)| format!("{name}:{line}: {fault}"));
                    all.lock().unwrap_or_else(PoisonError::into_inner).extend(lines);
                }
            });
        }
    });
    let _ = fs::remove_dir_all(&scratch);
    let mut faults = all.into_inner().unwrap();
    faults.sort();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Returns the number of faults of a page with one block.
#[test]
fn the_guide_shows_the_duel_of_the_example() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let duel = fs::read_to_string(root.join("examples/own-evaluation/src/duel.rs")).unwrap();
    assert!(fs::read_to_string(root.join("docs/guides/write-an-evaluation.md")).unwrap().contains(&duel));
}

fn faults_of(text: &str) -> usize {
    static PAGES: AtomicUsize = AtomicUsize::new(0);
    let number = PAGES.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("ply-page-{}-{number}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let faults = check_page("docs/page.md", text, &folder);
    fs::remove_dir_all(&folder).unwrap();
    faults.len()
}

#[test]
fn stale_pages_are_found() {
    let good = [
        "```console\n$ ply perft kalah --setup 3x3 --depth 2 --json\n{\"depth\":2,[..]\"nodes\":[..]}\n```",
        "```console\n$ ply show chess\n...\n? 2\n```",
        "```console\n$ ply show kalah --setup 3x3\n...\nrules     standard\n...\n```",
        "<!-- not run: it asks -->\n```sh\nply play kalah   # against the machine\n```",
        "<!-- not run: it asks -->\n```sh\nply play kalah \\\n  --seed 3\n```",
        "Try `ply play kalah --seed 3`, `ply solve GAME` or `ply games | less`.",
        "```text\nno command\n```",
        "```console\n$ ply engine\n> isready\nreadyok\n```",
    ];
    for text in good {
        assert_eq!(faults_of(text), 0, "{text}");
    }
    let stale = [
        "```console\n$ ply show kalah --setup 3x3\nnothing of the kind\n```",
        "```console\n$ ply show chess\n...\n```",
        "```console\n$ ply show kalah --setup 3x3\n```",
        "```console\n$ ply engine\n> isready\nbusy\n```",
        "```console\n$ ls\n```",
        "```console\nno command\n```",
        "```sh\nply play kalah\n```",
        "<!-- not run: it asks -->\n```sh\nply play kalah --sed 3\n```",
        "<!-- not run: it asks -->\n```sh\nply play kalah \\\n  --sed 3\n```",
        "Try `ply play kalah --sed 3`.",
        "Try `ply shwo kalah`.",
        "```text\n$ ply show kalah\n```",
    ];
    for text in stale {
        assert_eq!(faults_of(text), 1, "{text}");
    }
}

#[test]
fn commands_are_split_as_a_shell_does() {
    assert_eq!(words("ply show kalah --moves \"3 6\"  # two moves"), ["ply", "show", "kalah", "--moves", "3 6"]);
    assert_eq!(words("a '' b'c d'e"), ["a", "", "bc de"]);
    assert!(line_matches("a [..] b[..]", "a lot of b") && !line_matches("a [..] b", "a lot of c"));
    assert!(matches(&["a", "...", "c"], &["a", "c"]) && !matches(&["a", "...", "c"], &["a", "c", "d"]));
}
