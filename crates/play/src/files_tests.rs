use std::sync::Barrier;
use std::thread;

use super::*;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn an_existing_file_is_replaced_only_as_requested() {
    let folder = folder();
    let path = folder.path().join("a.txt");
    write_text(&path, Existing::Keep, "ours 1").unwrap();
    for existing in [Existing::Keep, Existing::Ours(b"other")] {
        assert_eq!(write_text(&path, existing, "2").unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert_eq!(can_write(&path, existing).unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert_eq!(read_text(&path, 100).unwrap(), "ours 1");
    }
    write_text(&path, Existing::Ours(b"ours"), "ours 2").unwrap();
    write_text(&path, Existing::Replace, "3").unwrap();
    assert_eq!(read_text(&path, 100).unwrap(), "3");
    // An empty file has no mark, so it counts as foreign.
    fs::write(&path, "").unwrap();
    assert!(write_text(&path, Existing::Ours(b"ours"), "4").is_err());
    assert_eq!(names(folder.path()), ["a.txt"]);
}

#[test]
fn a_writer_that_fails_changes_nothing() {
    let folder = folder();
    let path = folder.path().join("a.txt");
    let fail = |file: &mut File| file.write_all(b"half").and_then(|()| Err(io::Error::other("the disk is full")));
    assert!(write(&path, Existing::Keep, fail).is_err());
    assert_eq!(names(folder.path()), [""; 0]);
    fs::write(&path, "whole").unwrap();
    assert!(write(&path, Existing::Replace, fail).is_err());
    assert_eq!((names(folder.path()), read_text(&path, 100).unwrap()), (vec!["a.txt".to_owned()], "whole".into()));
}

#[test]
fn files_with_one_stem_do_not_meet() {
    // Regression test: `a.x` and `a.y` were both written as `a.part`, which overwrote a user's own `a.part`.
    let folder = folder();
    let own = folder.path().join("a.part");
    fs::write(&own, "mine").unwrap();
    let start = Barrier::new(2);
    thread::scope(|scope| {
        for name in ["a.x", "a.y"] {
            let (path, start) = (folder.path().join(name), &start);
            scope.spawn(move || {
                write(&path, Existing::Keep, |file| {
                    file.write_all(name.as_bytes())?;
                    // Both writers run at the same time.
                    start.wait();
                    file.write_all(name.as_bytes())
                })
            });
        }
    });
    assert_eq!(names(folder.path()), ["a.part", "a.x", "a.y"]);
    assert_eq!(read_text(&own, 100).unwrap(), "mine");
    assert_eq!(read_text(&folder.path().join("a.x"), 100).unwrap(), "a.xa.x");
    assert_eq!(read_text(&folder.path().join("a.y"), 100).unwrap(), "a.ya.y");
}

#[test]
fn many_writers_of_one_file_leave_a_whole_one() {
    let folder = folder();
    let path = folder.path().join("table");
    let start = Barrier::new(4);
    thread::scope(|scope| {
        for writer in 0..4_u8 {
            let (path, start) = (&path, &start);
            scope.spawn(move || {
                for _ in 0..20 {
                    start.wait();
                    write(path, Existing::Replace, |file| (0..64).try_for_each(|_| file.write_all(&[writer; 100])))
                        .unwrap();
                }
            });
        }
    });
    let bytes = read(&path, 1 << 20).unwrap();
    assert_eq!(bytes.len(), 6400);
    assert!(bytes.iter().all(|&byte| byte == bytes[0]));
    assert_eq!(names(folder.path()), ["table"]);
}

#[test]
fn only_abandoned_temporary_files_are_removed() {
    let folder = folder();
    let path = folder.path().join("a");
    for name in [".a.x7Kq2z.part", ".ab.part", "a.part", ".b.x7Kq2z.part", ".a.my-own.part", ".a.notes.part"] {
        fs::write(folder.path().join(name), "left").unwrap();
    }
    // A process writes to this file.
    let locked = File::create(folder.path().join(".a.lock00.part")).unwrap();
    locked.lock().unwrap();
    write_text(&path, Existing::Keep, "new").unwrap();
    let expected = [".a.lock00.part", ".a.my-own.part", ".a.notes.part", ".ab.part", ".b.x7Kq2z.part", "a", "a.part"];
    assert_eq!(names(folder.path()), expected);
}

#[test]
fn a_text_has_no_mark_and_a_fault_has_its_line() {
    let folder = folder();
    let path = folder.path().join("a");
    for (bytes, text) in [
        (&b"\xef\xbb\xbfa\r\nb"[..], "a\r\nb"),
        (b"\xef\xbb\xbf", ""),
        (b"a\xef\xbb\xbf", "a\u{feff}"),
        (b"\xef\xbb\xbf\xef\xbb\xbfa", "\u{feff}a"),
    ] {
        fs::write(&path, bytes).unwrap();
        assert_eq!(read_text(&path, 100).unwrap(), text);
    }
    fs::write(&path, b"a\nb\n\xff\n").unwrap();
    let error = read_text(&path, 100).unwrap_err();
    assert!(error.to_string().starts_with("no text: line 3 is not UTF-8: "), "{error}");
}

#[test]
fn a_head_that_breaks_off_may_be_ours() {
    let folder = folder();
    let path = folder.path().join("a");
    for (text, is_ours) in [("", true), ("{\"he", true), ("{\"head\":1}", true), ("{\"hi", false), ("thesis", false)] {
        fs::write(&path, text).unwrap();
        assert_eq!(may_begin_with(&path, b"{\"head\":").unwrap(), is_ours, "{text}");
    }
    assert!(may_begin_with(folder.path(), b"x").is_err());
}

#[test]
fn trying_changes_nothing() {
    let folder = folder();
    can_write(&folder.path().join("new"), Existing::Keep).unwrap();
    assert_eq!(names(folder.path()), [""; 0]);
    assert!(can_write(&folder.path().join("no/new"), Existing::Keep).is_err());
    assert!(can_write(folder.path(), Existing::Replace).is_err());
}

#[cfg(unix)]
#[test]
fn links_stay_and_rights_too() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder();
    let (path, link) = (folder.path().join("a"), folder.path().join("link"));
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&path, &link).unwrap();
    write_text(&link, Existing::Replace, "new").unwrap();
    assert_eq!(read_text(&path, 100).unwrap(), "new");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
}

#[cfg(unix)]
#[test]
fn what_has_no_end_is_not_read() {
    for path in ["/dev/zero", "/dev/null", "/"] {
        assert!(read(Path::new(path), u64::MAX).is_err(), "{path}");
    }
    let folder = folder();
    let path = folder.path().join("a");
    fs::write(&path, "12345").unwrap();
    assert_eq!(read(&path, 5).unwrap(), b"12345");
    assert_eq!(read(&path, 4).unwrap_err().to_string(), "more than 4 bytes");
    fs::write(&path, [0xff]).unwrap();
    assert!(read_text(&path, 5).unwrap_err().to_string().starts_with("no text: "));
    // Writing to a device does not replace it.
    write_text(Path::new("/dev/null"), Existing::Replace, "x").unwrap();
}

/// Regression: the temporary name added 13 bytes, so names of 243 bytes and more failed.
#[test]
fn every_name_that_the_system_takes_can_be_written() {
    for length in [100, 242, 243, 249, 250, 254, 255] {
        for letter in ["x", "é"] {
            let folder = folder();
            let path = folder.path().join(letter.repeat(length / letter.len()));
            can_write(&path, Existing::Keep).unwrap();
            write_text(&path, Existing::Keep, "old").unwrap();
            write_text(&path, Existing::Replace, "new").unwrap();
            assert_eq!(read_text(&path, 10).unwrap(), "new", "{length}");
            let beside = companion(&path, ".", ".doubted");
            fs::write(&beside, "").unwrap();
            assert_eq!(beside.parent(), path.parent());
            // Another long name has another companion.
            let other =
                companion(&path.with_file_name(letter.repeat(length / letter.len() - 1) + "z"), ".", ".doubted");
            assert_ne!(beside, other, "{length}");
            // What a killed writer left is found again.
            let mut part = prefix_of(&path);
            part.push("abc123.part");
            fs::write(folder.path().join(&part), "").unwrap();
            remove_abandoned(&path);
            assert!(!folder.path().join(&part).exists(), "{length}");
        }
    }
}
