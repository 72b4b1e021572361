use std::io::Write as _;
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

fn write_text(path: &Path, text: &str) -> io::Result<()> {
    write(path, |file| file.write_all(text.as_bytes()))
}

#[test]
fn a_table_is_replaced_and_nothing_else() {
    let folder = folder();
    let path = folder.path().join("a");
    write_text(&path, "plytable 1").unwrap();
    write_text(&path, "plytable 2").unwrap();
    can_write(&path).unwrap();
    let failed = write(&path, |file| file.write_all(b"half").and_then(|()| Err(io::Error::other("the disk is full"))));
    assert!(failed.is_err());
    assert_eq!(fs::read_to_string(&path).unwrap(), "plytable 2");
    for foreign in ["", "plytab", "mine"] {
        fs::write(&path, foreign).unwrap();
        assert_eq!(write_text(&path, "plytable").unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert_eq!(can_write(&path).unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).unwrap(), foreign);
    }
    assert!(can_write(folder.path()).is_err() && can_write(&folder.path().join("no/new")).is_err());
    assert_eq!(names(folder.path()), ["a"]);
}

#[test]
fn files_of_a_killed_writer_are_removed_and_no_others() {
    let folder = folder();
    let path = folder.path().join("a");
    for name in [".a.x7Kq2z.part", ".ab.part", "a.part", ".b.x7Kq2z.part", ".a.my-own.part", ".a.notes.part"] {
        fs::write(folder.path().join(name), "left").unwrap();
    }
    write_text(&path, "plytable").unwrap();
    let kept = [".a.my-own.part", ".a.notes.part", ".ab.part", ".b.x7Kq2z.part", "a", "a.part"];
    assert_eq!(names(folder.path()), kept);
}

#[test]
fn concurrent_writers_leave_a_complete_table() {
    let folder = folder();
    let path = folder.path().join("a");
    let lock = Lock::take(&path).unwrap();
    write_text(&path, "plytable").unwrap();
    drop(lock);
    let start = Barrier::new(4);
    thread::scope(|scope| {
        for writer in 0..4_u8 {
            let (path, start) = (&path, &start);
            scope.spawn(move || {
                start.wait();
                // The temporary file of a writer without the lock may be removed; the table is always complete.
                _ = write(path, |file| {
                    file.write_all(MAGIC)?;
                    (0..64).try_for_each(|_| file.write_all(&[writer; 100]))
                });
            });
        }
    });
    let found = fs::read(&path).unwrap();
    assert_eq!(found.len(), MAGIC.len() + 6_400);
    assert!(found[MAGIC.len()..].iter().all(|&byte| byte == found[MAGIC.len()]));
    // A writer without the lock may leave its temporary file to the next writer.
    write_text(&path, "plytable").unwrap();
    assert_eq!(names(folder.path()), ["a"]);
}

/// Regression test: a user's file was removed with the lock, and a dangling link caused an endless loop.
#[test]
fn a_file_that_is_no_lock_stays() {
    let folder = folder();
    let (path, name) = (folder.path().join("a"), folder.path().join(".a.lock"));
    fs::write(&name, "mine").unwrap();
    let error = Lock::take(&path).unwrap_err();
    assert!(error.to_string().contains(".a.lock` is there already"), "{error}");
    assert_eq!(fs::read_to_string(&name).unwrap(), "mine");
    fs::remove_file(&name).unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.path().join("elsewhere"), &name).unwrap();
        assert_eq!(Lock::take(&path).unwrap_err().kind(), ErrorKind::AlreadyExists);
        fs::remove_file(&name).unwrap();
    }
    // The lock file of a killed process is empty.
    fs::write(&name, "").unwrap();
    assert!(Lock::take(&path).unwrap().is_some());
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn one_lock_at_a_time() {
    let folder = folder();
    let path = folder.path().join("a");
    let lock = Lock::take(&path).unwrap().unwrap();
    assert!(Lock::take(&path).unwrap().is_none());
    assert!(Lock::take(&folder.path().join("b")).unwrap().is_some());
    drop(lock);
    assert!(Lock::take(&path).unwrap().is_some());
    assert_eq!(names(folder.path()), [""; 0]);
}
