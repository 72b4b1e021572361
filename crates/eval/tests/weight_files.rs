//! Weight files: those that are shipped, and what is said of wrong ones.
#![allow(clippy::unwrap_used)]

use plyground_eval::{Listed, WeightError, WeightFile, Weighted, all, cachex, kalah, khet, tigers};
use plyground_game::Evaluate;

/// Reads a shipped file as the evaluation that it names.
fn load(listed: &Listed, text: &str) -> Result<(), WeightError> {
    let file = WeightFile::read(listed.name, text)?;
    assert_eq!(file.game, listed.game);
    assert!(!file.provenance.is_empty(), "{} does not say where its weights come from", listed.name);
    match (listed.game, file.evaluation.as_str()) {
        ("khet", "report") => khet::Report::from_weights(&file).map(drop),
        ("khet", "report-extended") => khet::ReportExtended::from_weights(&file).map(drop),
        ("khet", "strong") => khet::Strong::from_weights(&file).map(drop),
        ("kalah", "along-line") => kalah::AlongLine::from_weights(&file).map(drop),
        ("kalah", "strong") => kalah::Strong::from_weights(&file).map(drop),
        ("tigers", "strong") => tigers::Strong::from_weights(&file).map(drop),
        ("cachex", "six-features") => cachex::SixFeature::from_weights(&file).map(drop),
        ("cachex", "antisymmetric") => cachex::Antisymmetric::from_weights(&file).map(drop),
        ("cachex", "strong") => cachex::Strong::from_weights(&file).map(drop),
        ("cachex", "full") => cachex::Full::from_weights(&file).map(drop),
        other => panic!("nothing reads {other:?}"),
    }
}

#[test]
fn every_shipped_file_loads() {
    let mut read = 0;
    for listed in all() {
        if let Some(text) = listed.weights {
            load(&listed, text).unwrap_or_else(|error| panic!("{error}"));
            read += 1;
        }
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/weights");
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), read, "a file in {folder} is not listed");
    // Their constructors must not fail either.
    let _ = (khet::Report::hand_tuned(), cachex::SixFeature::path_only(), kalah::AlongLine::default());
}

#[test]
fn provenance_is_kept() {
    let listed = all().find(|listed| listed.name == "hand-tuned").unwrap();
    let mut file = WeightFile::read("a", listed.weights.unwrap()).unwrap();
    file.provenance.insert("generation".into(), 12.into());
    file.provenance.insert("games".into(), toml::Value::from(vec!["a \"b\"", "c"]));
    let again = WeightFile::read("a", &file.to_string()).unwrap();
    assert_eq!(again.provenance, file.provenance);
    assert_eq!(khet::Report::from_weights(&again).unwrap(), khet::Report::hand_tuned());
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

fn message(from: &str, to: &str) -> String {
    let text = khet::HAND_TUNED.replacen(from, to, 1);
    assert_ne!(text, khet::HAND_TUNED, "{from}");
    let error = WeightFile::read("my.toml", &text).and_then(|file| khet::Report::from_weights(&file)).unwrap_err();
    let message = error.to_string();
    assert!(!message.contains('\n'), "{message}");
    message
}

#[test]
fn faults_name_file_line_feature_and_what_would_be_right() {
    let faults = [
        ("[own_moves]", "[own_move]"),
        ("[own_moves]", "[own_moves"),
        ("weight = 1\n", "weight = 1000\n"),
        ("weight = 1\n", "weight = nan\n"),
        ("weight = 1\n", "weight = \"much\"\n"),
        ("weight = 1\n", "\n"),
        ("weight = 1\n", "wait = 1\n"),
        ("power = 1\n", "power = 2.5\n"),
        ("version = 1", "version = 2"),
        ("version = 1", "version = \"1\""),
        ("version = 1", ""),
        ("evaluation = \"report\"", "evaluation = \"strong\""),
        ("evaluation = \"report\"", "evaluation = 3"),
        ("game = \"khet\"", "game = \"kalah\""),
        ("game = \"khet\"", ""),
        ("game = \"khet\"", "game = \"khet\"\ngame = \"khet\""),
        ("game = \"khet\"", "game = \"khet\"\nfast = true"),
        ("[opponent_anubises]\nweight = -3\npower = 3\n", ""),
    ];
    let messages: Vec<String> = faults.iter().map(|(from, to)| message(from, to)).collect();
    insta::assert_snapshot!(messages.join("\n"));
    let linear = tigers::Strong::default().to_weights().to_string().replacen("weight", "power = 2\nweight", 9);
    let linear = linear.replace("# power = 2\nweight", "# weight");
    let error = WeightFile::read("t.toml", &linear).and_then(|file| tigers::Strong::from_weights(&file)).unwrap_err();
    assert!(error.to_string().contains("has no `power` in this evaluation"), "{error}");
}

#[test]
fn any_damage_is_a_message_and_no_panic() {
    let text = khet::HAND_TUNED;
    for at in 0..text.len() {
        for damage in ["", "[", "\"", "\u{e9}", "=", "\n", "9e999", "[[a]]\n"] {
            let damaged = format!("{}{damage}{}", &text[..at], &text[at + 1..]);
            if let Err(error) = WeightFile::read("x", &damaged).and_then(|file| khet::Report::from_weights(&file)) {
                assert!(error.line >= 1 && !error.to_string().contains('\n'), "{error}");
            }
        }
    }
}

#[test]
fn the_report_s_best_vector_is_the_published_one() {
    use plyground_game::Tunable;
    let expected = [
        11.243, 0.045, -5.337, 0.321, 19.867, 0.437, -3.742, 0.57, 50.599, 1.27, 1.087, 2.456, -41.552, 0.17, -121.553,
        0.242,
    ];
    assert_eq!(khet::Report::default().values(), expected);
    assert_eq!(cachex::SixFeature::default().values(), [1.0, -2.0, 1.0, -2.0, -2.0, 3.0]);
    assert_eq!(Evaluate::scale(&cachex::SixFeature::default()), 1);
}
