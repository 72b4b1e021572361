//! Shipped weight files, and the errors of malformed ones. `plyground-reports` tests files with powers.
#![allow(clippy::unwrap_used)]

use plyground_eval::{WeightFile, Weighted, cachex, kalah, khet, laws, tigers};

#[test]
fn every_shipped_file_loads() {
    let read = [
        laws::check_file::<khet::Strong>(khet::Strong::DEFAULTS),
        laws::check_file::<kalah::Strong>(kalah::Strong::DEFAULTS),
        laws::check_file::<tigers::Strong>(tigers::Strong::DEFAULTS),
        laws::check_file::<cachex::Strong>(cachex::Strong::DEFAULTS),
        laws::check_file::<cachex::Full>(cachex::Full::DEFAULTS),
    ];
    assert_eq!(
        read.map(Result::unwrap).len(),
        std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/weights")).unwrap().count()
    );
}

#[test]
fn provenance_is_kept() {
    let mut file = WeightFile::read("a", tigers::Strong::DEFAULTS).unwrap();
    file.provenance.insert("generation".into(), 12.into());
    file.provenance.insert("games".into(), toml::Value::from(vec!["a \"b\"", "c"]));
    let again = WeightFile::read("a", &file.to_string()).unwrap();
    assert_eq!(again.provenance, file.provenance);
    assert_eq!(tigers::Strong::from_weights(&again).unwrap(), tigers::Strong::default());
}

#[test]
fn a_written_file_tells_what_can_be_changed() {
    let text = tigers::Strong::default().to_weights().to_string();
    let beginning: String = text.lines().take(8).map(|line| format!("{line}\n")).collect();
    insta::assert_snapshot!(beginning, @r#"
    game = "tigers"
    evaluation = "strong"
    version = 1

    [captured]
    # goats taken, for the tigers; goats, -15 to 15
    # weight from -1000 to 1000, default 100
    weight = 100.0
    "#);
}

#[test]
fn another_version_of_the_form_is_refused() {
    for (version, message) in
        [("2", "`version` is 2, expected 1"), ("\"1\"", "`version` is a value of type string, expected 1")]
    {
        let text = tigers::Strong::DEFAULTS.replace("version = 1", &format!("version = {version}"));
        let error = WeightFile::read("t.toml", &text).unwrap_err();
        assert_eq!((error.line, error.message.as_str()), (3, message));
    }
}

#[test]
fn a_power_is_refused_where_there_is_none() {
    let linear = tigers::Strong::default().to_weights().to_string().replacen("weight", "power = 2\nweight", 9);
    let linear = linear.replace("# power = 2\nweight", "# weight");
    let error = WeightFile::read("t.toml", &linear).and_then(|file| tigers::Strong::from_weights(&file)).unwrap_err();
    assert!(error.to_string().contains("has no `power` in this evaluation"), "{error}");
}

#[test]
fn any_damage_is_a_message_and_no_panic() {
    let text = tigers::Strong::DEFAULTS;
    for at in 0..text.len() {
        for damage in ["", "[", "\"", "\u{e9}", "=", "\n", "9e999", "[[a]]\n"] {
            let damaged = format!("{}{damage}{}", &text[..at], &text[at + 1..]);
            if let Err(error) = WeightFile::read("x", &damaged).and_then(|file| tigers::Strong::from_weights(&file)) {
                assert!(error.line >= 1 && !error.to_string().contains('\n'), "{error}");
            }
        }
    }
}
