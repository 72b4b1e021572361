//! Tests that tables are read as they were written, and that no other file is accepted.

use std::fs;

use super::*;

fn description() -> Description {
    let facts = vec![("goats 3".into(), "1 2 3".into())];
    Description { game: "tigers".into(), rules: "standard".into(), layer: "k 3".into(), facts }
}

fn data(length: usize) -> Vec<u8> {
    (0..length).map(|place| (place * 7 + place / 251) as u8).collect()
}

fn open(path: &std::path::Path) -> Result<TableFile, TableError> {
    TableFile::open(path).map(|table| table.expect("the file is there"))
}

#[test]
fn tables_round_trip() {
    let folder = tempfile::tempdir().unwrap();
    for length in [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 77] {
        let path = folder.path().join(format!("{length}.table"));
        let data = data(length);
        // The parts have odd sizes.
        write(&path, &description(), length as u64, data.chunks(1000)).unwrap();
        let table = open(&path).unwrap();
        assert_eq!((table.description(), table.length()), (&description(), length as u64));
        assert_eq!(table.description().fact("goats 3"), Some("1 2 3"));
        for place in (0..length).step_by(97) {
            assert_eq!(table.byte(place as u64).unwrap(), data[place]);
        }
        let mut whole = Vec::new();
        table.read_all(1, || true, |part| whole.extend(part)).unwrap();
        assert_eq!(whole, data);
        assert_eq!(
            fs::read_dir(folder.path())
                .unwrap()
                .filter(|entry| entry.as_ref().unwrap().path().extension().unwrap() == "part")
                .count(),
            0
        );
    }
    assert!(TableFile::open(&folder.path().join("none.table")).unwrap().is_none());
}

/// Returns packed blocks: constant ones, incompressible ones, and a padded last one.
fn packed(block: usize) -> (Vec<u8>, Vec<Packed>) {
    let mut data: Vec<u8> = [vec![7; 2 * block], data(block / 2)].concat();
    data.extend((0..block as u64).map(|place| plyground_game::zobrist::mix(place) as u8));
    let blocks = Packer::default().pack(&data, block).unwrap();
    data.resize(4 * block, 0);
    (data, blocks)
}

#[test]
fn packed_blocks_are_read() {
    let folder = tempfile::tempdir().unwrap();
    for block in [8, 1000, BLOCK] {
        let path = folder.path().join(format!("{block}.table"));
        let (data, blocks) = packed(block);
        write_packed(&path, &description(), block, blocks.iter()).unwrap();
        let table = open(&path).unwrap();
        assert_eq!((table.description(), table.length()), (&description(), data.len() as u64));
        for place in (0..data.len()).step_by(1 + block / 10) {
            assert_eq!(table.byte(place as u64).unwrap(), data[place], "{block} {place}");
        }
        let mut whole = Vec::new();
        table.read_all(block / 2, || true, |part| whole.extend(part)).unwrap();
        assert_eq!(whole, data);
    }
    let size = |block: usize| fs::metadata(folder.path().join(format!("{block}.table"))).unwrap().len() as usize;
    assert!(size(BLOCK) < 5 * BLOCK / 2, "{}", size(BLOCK));
}

#[test]
fn every_damaged_byte_of_a_packed_table_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.table");
    let (data, blocks) = packed(200);
    write_packed(&path, &description(), 200, blocks.iter()).unwrap();
    let whole = fs::read(&path).unwrap();
    for place in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[place] ^= 0x10;
        fs::write(&path, &bytes).unwrap();
        let read = open(&path).and_then(|table| table.read_all(data.len(), || true, |_| ()));
        assert!(read.is_err(), "byte {place}");
    }
    for length in 0..whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        assert!(open(&path).is_err(), "{length} bytes");
    }
}

#[test]
fn a_foreign_table_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.table");
    write(&path, &description(), 3, [&[1u8, 2, 3][..]].into_iter()).unwrap();
    let table = open(&path).unwrap();
    assert!(table.expect("tigers", "standard", "k 3").is_ok());
    for (game, rules, layer, message) in [
        ("kalah", "standard", "k 3", "game `tigers`, expected `kalah`"),
        ("tigers", "other", "k 3", "rules `standard`, expected `other`"),
        ("tigers", "standard", "k 4", "layer `k 3`, expected `k 4`"),
    ] {
        let error = table.expect(game, rules, layer).unwrap_err().to_string();
        assert!(error.ends_with(message), "{error}");
    }
    let short = write(&path, &description(), 4, [&[1u8, 2, 3][..]].into_iter()).unwrap_err();
    assert!(short.to_string().contains("3 bytes of data were made, expected 4"), "{short}");
}

#[test]
fn any_change_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.table");
    let data = data(2 * BLOCK + 5);
    write(&path, &description(), data.len() as u64, data.chunks(BLOCK)).unwrap();
    let whole = fs::read(&path).unwrap();
    let description = description().to_text().len();
    let lengths = Lengths { version: VERSION, description, data: data.len() as u64, block: BLOCK as u64 };
    let read = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        open(&path).and_then(|table| table.read_all(1, || true, |_| {})).unwrap_err().to_string()
    };
    let places = (0..120).chain((120..whole.len()).step_by(401));
    for place in places {
        let mut bytes = whole.clone();
        bytes[place] ^= 1 << (place % 8);
        let message = read(&bytes);
        let expected = match place {
            0..8 => "not a table",
            8..12 => "format version",
            12..24 => "",
            _ if (place as u64) < lengths.header() => "header is damaged",
            _ => "damaged in the block at byte",
        };
        assert!(message.contains(expected) && !message.contains('\n'), "{place}: {message}");
    }
    for length in [0, 5, 8, 20, 23, 24, 100, whole.len() - 1] {
        let message = read(&whole[..length]);
        assert!(message.contains("cut short") || length < 8 && message.contains("not a table"), "{length}: {message}");
    }
    let longer = [&whole[..], b"x"].concat();
    assert!(read(&longer).contains("cut short or was changed"));
    assert!(read(b"# a foreign file\n").contains("not a table"));
}

#[test]
fn contents_change_with_any_value() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tigers-a.table");
    let fingerprint = |bytes: &[u8]| {
        write(&path, &description(), bytes.len() as u64, std::iter::once(bytes)).unwrap();
        contents(folder.path(), "tigers")
    };
    let (one, other) = (fingerprint(&[1, 2, 3]), fingerprint(&[1, 2, 4]));
    assert!(one.starts_with("tigers-a.table ") && one.ends_with(" 3\n"), "{one}");
    assert_ne!(one, other);
    assert_eq!(one, fingerprint(&[1, 2, 3]));
    assert_eq!(contents(folder.path(), "kalah"), "");
    fs::write(&path, "no table").unwrap();
    assert!(contents(folder.path(), "tigers").contains("not a table"));
}
