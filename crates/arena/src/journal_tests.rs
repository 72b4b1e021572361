use std::sync::atomic::{AtomicU32, Ordering};

use super::*;
use crate::record::GameResult;
use crate::record::tests::record;

/// Temporary folder of a test, which is removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Scratch {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("plyground-journal-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Scratch(folder)
    }

    fn file(&self) -> PathBuf {
        self.0.join("games.jsonl")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn game(number: u64) -> Record {
    record(number, ["a", "b"], &format!("1 {number}"), GameResult::First)
}

fn numbers(records: &[Record]) -> Vec<u64> {
    records.iter().map(|record| record.number).collect()
}

/// Returns the numbers of the written and of the waiting games, after reading each of them.
fn stored(journal: &mut Journal) -> (Vec<u64>, Vec<u64>) {
    let (written, waiting): (Vec<u64>, Vec<u64>) = (journal.written().collect(), journal.waiting().collect());
    for &number in &waiting {
        assert_eq!(journal.read_waiting(number).unwrap(), Some(game(number)));
    }
    for &number in &written {
        assert_eq!(journal.take_written(number).unwrap(), Some(game(number)));
    }
    assert_eq!(journal.written().count(), 0, "a game that was taken is forgotten");
    (written, waiting)
}

#[test]
fn a_file_cut_at_any_byte_retains_all_whole_games() {
    let scratch = Scratch::new();
    let file = scratch.file();
    let whole: Vec<u8> = (0..3).flat_map(|number| (game(number).line() + "\n").into_bytes()).collect();
    for cut in 0..=whole.len() {
        fs::write(&file, &whole[..cut]).unwrap();
        // A record is complete with its last brace, with or without a line end.
        let is_whole = |n: &u64| (0..=*n).map(|i| game(i).line().len() + 1).sum::<usize>() - 1 <= cut;
        let ends = (0..3).filter(is_whole).count() as u64;
        assert_eq!(numbers(&read_records(&file).unwrap()), (0..ends).collect::<Vec<_>>());
        let mut journal = Journal::open(&file, "feed").unwrap();
        assert_eq!(stored(&mut journal).0, (0..ends).collect::<Vec<_>>(), "cut at {cut}");
        for number in ends..3 {
            journal.append(&game(number)).unwrap();
        }
        assert_eq!(fs::read(&file).unwrap(), whole, "cut at {cut}");
    }
}

#[test]
fn waiting_games_are_stored() {
    let scratch = Scratch::new();
    let file = scratch.file();
    let mut journal = Journal::open(&file, "feed").unwrap();
    journal.hold(&game(2)).unwrap();
    journal.hold(&game(1)).unwrap();
    // The run is killed here, with a torn line in the second file.
    drop(journal);
    let mut early = OpenOptions::new().append(true).open(early_path(&file)).unwrap();
    early.write_all(&game(5).line().as_bytes()[..40]).unwrap();
    let mut journal = Journal::open(&file, "feed").unwrap();
    assert_eq!(stored(&mut journal), (vec![], vec![1, 2]));
    journal.hold(&game(4)).unwrap();
    drop(journal);
    let mut journal = Journal::open(&file, "feed").unwrap();
    journal.hold(&game(5)).unwrap();
    assert_eq!(stored(&mut journal).1, [1, 2, 4, 5]);
    journal.append(&game(2)).unwrap();
    assert_eq!(journal.waiting().collect::<Vec<_>>(), [4, 5]);
    journal.none_waits().unwrap();
    assert!(!early_path(&file).exists());
    journal.none_waits().unwrap();
}

/// Regression: a run that was killed while the games of a forger were replayed left them in its file.
#[test]
fn doubted_games_of_a_killed_run_are_removed() {
    let scratch = Scratch::new();
    let mut journal = Journal::open(&scratch.file(), "feed").unwrap();
    (0..5).for_each(|number| journal.append(&game(number)).unwrap());
    journal.hold(&game(7)).unwrap();
    journal.doubt_mark("feed").set(3).unwrap();
    drop(journal);
    let doubted = doubted_path(&scratch.file());
    assert!(
        matches!(Journal::open(&scratch.file(), "dead"), Err(JournalError::Damaged { path, .. }) if path == doubted)
    );
    let mut journal = Journal::open(&scratch.file(), "feed").unwrap();
    assert_eq!(stored(&mut journal), (vec![0, 1, 2], vec![]));
    assert!(!doubted.exists());
    drop(journal);
    assert_eq!(numbers(&read_records(&scratch.file()).unwrap()), [0, 1, 2]);
}

#[test]
fn a_crash_between_the_two_files_repeats_nothing() {
    let scratch = Scratch::new();
    let file = scratch.file();
    // The game was moved to the main file, but the second file still exists.
    fs::write(&file, game(0).line() + "\n" + &game(1).line() + "\n").unwrap();
    fs::write(early_path(&file), game(1).line() + "\n").unwrap();
    let mut journal = Journal::open(&file, "feed").unwrap();
    assert_eq!(stored(&mut journal), (vec![0, 1], vec![]));
}

#[test]
fn other_runs_and_damaged_files_are_refused() {
    let scratch = Scratch::new();
    let file = scratch.file();
    fs::write(&file, game(0).line() + "\n").unwrap();
    let error = Journal::open(&file, "beef").unwrap_err().to_string();
    assert!(error.contains("contains games of run feed, but this is run beef"), "{error}");
    fs::write(&file, game(0).line() + "\nnonsense\n" + &game(1).line() + "\n").unwrap();
    let error = Journal::open(&file, "feed").unwrap_err().to_string();
    assert!(error.contains("games.jsonl:2: no record of a game: expected"), "{error}");
    assert!(read_records(&scratch.0.join("none")).is_err());
}

#[test]
fn only_one_run_writes_at_a_time() {
    let scratch = Scratch::new();
    let _journal = Journal::open(&scratch.file(), "feed").unwrap();
    let error = Journal::open(&scratch.file(), "feed").unwrap_err().to_string();
    assert!(error.ends_with("another run is writing to it"), "{error}");
}

#[test]
fn foreign_files_are_left_unchanged() {
    let scratch = Scratch::new();
    let file = scratch.file();
    let whole = game(0).line() + "\n";
    let torn = game(1).line().replace("feed-", "beef-");
    for text in [
        // A torn record has no final newline either.
        "my only copy of something",
        "{\"name\": \"foreign\"}",
        "7",
        "\0\0\0",
        &format!("{whole}and a note of mine"),
        &format!("{whole}{}", &torn[..torn.len() / 2]),
    ] {
        fs::write(&file, text).unwrap();
        let error = Journal::open(&file, "feed").unwrap_err();
        assert!(matches!(error, JournalError::Damaged { .. }), "{text}: {error}");
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
    // The same applies to the file of the waiting games.
    fs::write(&file, &whole).unwrap();
    fs::write(early_path(&file), "mine, too").unwrap();
    let error = Journal::open(&file, "feed").unwrap_err().to_string();
    assert!(error.contains("games.jsonl.early:1: no record of a game"), "{error}");
    assert_eq!(fs::read_to_string(early_path(&file)).unwrap(), "mine, too");
}

#[test]
fn games_of_another_version_are_refused() {
    let scratch = Scratch::new();
    let file = scratch.file();
    let mut old = game(0);
    old.versions.plyground = "0.0.9".into();
    let text = old.line() + "\n";
    fs::write(&file, &text).unwrap();
    let error = Journal::open(&file, "feed").unwrap_err().to_string();
    assert!(error.contains("contains games of version 0.0.9, but this is version "), "{error}");
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    assert_eq!(read_records(&file).unwrap().len(), 1, "reading is another matter");
}

#[cfg(unix)]
#[test]
fn devices_are_refused_as_files_of_records() {
    for device in ["/dev/zero", "/dev/null"] {
        assert!(matches!(read_records(Path::new(device)), Err(JournalError::Io { .. })), "{device}");
        assert!(matches!(Journal::open(Path::new(device), "feed"), Err(JournalError::Io { .. })), "{device}");
    }
}

/// Regression: games out of order, duplicates and gaps were accepted.
#[test]
fn games_are_unique_in_order_and_without_gaps() {
    let scratch = Scratch::new();
    let file = scratch.file();
    let cases: [(&[u64], usize, bool); 5] =
        [(&[0, 1, 1], 3, false), (&[1, 0], 1, false), (&[0, 2], 2, true), (&[1], 1, true), (&[0, 1, 2, 0], 4, false)];
    for (numbers, line, is_read) in cases {
        let text: String = numbers.iter().map(|&number| game(number).line() + "\n").collect();
        fs::write(&file, &text).unwrap();
        let error = Journal::open(&file, "feed").unwrap_err().to_string();
        assert!(error.contains(&format!("games.jsonl:{line}: game refused: found game ")), "{numbers:?}: {error}");
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
        // A reader accepts gaps, because games may have been removed.
        assert_eq!(read_records(&file).is_ok(), is_read, "{numbers:?}");
    }
    fs::write(&file, game(0).line() + "\n").unwrap();
    fs::write(early_path(&file), [3, 2, 3].map(|number| game(number).line() + "\n").concat()).unwrap();
    let error = Journal::open(&file, "feed").unwrap_err().to_string();
    assert!(error.contains("games.jsonl.early:3: game refused: found game 3 twice"), "{error}");
}

#[test]
fn a_game_of_another_run_in_the_middle_is_refused_with_its_line() {
    let scratch = Scratch::new();
    let other = Record { run: "beef".into(), id: "beef-1".into(), ..game(1) };
    fs::write(scratch.file(), game(0).line() + "\n" + &other.line() + "\n").unwrap();
    let error = Journal::open(&scratch.file(), "feed").unwrap_err().to_string();
    assert!(error.contains("games.jsonl:2: game refused: found a game of run `beef`, expected run feed"), "{error}");
}

/// A killed process leaves a partial line. A whole line with a wrong checksum was changed later.
#[test]
fn a_whole_last_line_that_was_changed_is_not_cut_off() {
    let scratch = Scratch::new();
    let file = scratch.file();
    let changed = game(1).line().replace("\"first\"", "\"second\"");
    for end in ["", "\n"] {
        let text = format!("{}\n{changed}{end}", game(0).line());
        fs::write(&file, &text).unwrap();
        for error in [Journal::open(&file, "feed").unwrap_err(), read_records(&file).unwrap_err()] {
            let error = error.to_string();
            assert!(error.contains("games.jsonl:2: no record of a game: found the checksum `"), "{error}");
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
    fs::write(&file, game(0).line() + "\n").unwrap();
    fs::write(early_path(&file), format!("{}\n", game(2).line().replace("\"first\"", "\"draw\""))).unwrap();
    let error = Journal::open(&file, "feed").unwrap_err().to_string();
    assert!(error.contains("games.jsonl.early:1: no record of a game: found the checksum `"), "{error}");
}

/// Regression: a byte order mark before the first record was an error.
#[test]
fn a_byte_order_mark_before_the_first_record_is_ignored() {
    let scratch = Scratch::new();
    let path = scratch.file();
    let lines: String = (0..3).map(|number| game(number).line() + "\r\n").collect();
    fs::write(&path, format!("\u{feff}{lines}")).unwrap();
    assert_eq!(numbers(&read_records(&path).unwrap()), [0, 1, 2]);
    let mut journal = Journal::open(&path, "feed").unwrap();
    assert_eq!(stored(&mut journal).0, [0, 1, 2]);
    journal.append(&game(3)).unwrap();
    drop(journal);
    assert_eq!(numbers(&read_records(&path).unwrap()), [0, 1, 2, 3]);
    // On a later line the mark is an error, and the message names file and line.
    fs::write(&path, format!("{}\n\u{feff}{}\n", game(0).line(), game(1).line())).unwrap();
    let error = read_records(&path).unwrap_err().to_string();
    assert!(error.starts_with(&format!("{}:2: no record of a game", path.display())), "{error}");
}

#[cfg(unix)]
#[test]
fn records_are_read_only_from_files() {
    for path in ["/dev/zero", "/dev/null", "/"] {
        let error = read_records(Path::new(path)).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{path}: ")), "{error}");
        assert!(Journal::open(Path::new(path), "feed").is_err(), "{path}");
    }
    // Reading a file of zeros needs no more memory than the longest line.
    let scratch = Scratch::new();
    let file = File::create(scratch.file()).unwrap();
    file.set_len(1 << 40).unwrap();
    let error = read_records(&scratch.file()).unwrap_err().to_string();
    assert!(error.contains("games.jsonl:1: no record of a game: a line of more than"), "{error}");
}

/// A process that starts a child shares its lock for a moment. Another run holds the lock as long as it plays.
#[test]
fn a_short_lock_is_retried() {
    let scratch = Scratch::new();
    let holder = File::create(scratch.file()).unwrap();
    holder.lock().unwrap();
    assert!(matches!(Journal::open(&scratch.file(), "run"), Err(JournalError::Locked { .. })));
    thread::scope(|scope| {
        scope.spawn(move || {
            thread::sleep(Duration::from_millis(50));
            drop(holder);
        });
        assert!(Journal::open(&scratch.file(), "run").is_ok());
    });
}

/// Regression: a run whose file was removed or emptied ended with success.
#[test]
fn a_file_that_another_process_changes_ends_the_run() {
    type Change = (&'static str, fn(&Path));
    let changes: [Change; 5] = [
        ("removed", |file| fs::remove_file(file).unwrap()),
        ("replaced", |file| {
            let text = fs::read(file).unwrap();
            fs::write(file.with_extension("new"), text).unwrap();
            fs::rename(file.with_extension("new"), file).unwrap();
        }),
        ("emptied", |file| fs::write(file, "").unwrap()),
        ("shortened", |file| {
            let opened = OpenOptions::new().write(true).open(file).unwrap();
            opened.set_len(opened.metadata().unwrap().len() - 1).unwrap();
        }),
        ("lengthened", |file| {
            OpenOptions::new().append(true).open(file).unwrap().write_all(b"\n").unwrap();
        }),
    ];
    for (name, change) in changes {
        let scratch = Scratch::new();
        let file = scratch.file();
        let mut journal = Journal::open(&file, "feed").unwrap();
        journal.append(&game(0)).unwrap();
        journal.check_owned().unwrap();
        change(&file);
        let left = fs::read(&file).ok();
        for refused in [journal.check_owned(), journal.append(&game(1))] {
            let message = refused.unwrap_err().to_string();
            let cause = if left.is_none() || name == "replaced" { "removed or replaced" } else { "changed by another" };
            assert!(message.contains("games.jsonl: ") && message.contains(cause), "{name}: {message}");
        }
        assert_eq!(fs::read(&file).ok(), left, "{name}: a foreign file is left as it is");
    }
    // The file may be named by a link.
    #[cfg(unix)]
    {
        let scratch = Scratch::new();
        let link = scratch.0.join("link.jsonl");
        std::os::unix::fs::symlink(scratch.file(), &link).unwrap();
        let mut journal = Journal::open(&link, "feed").unwrap();
        journal.append(&game(0)).unwrap();
        journal.check_owned().unwrap();
    }
}
