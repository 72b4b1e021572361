//! Checks the reports' weight files, and the errors for invalid ones.
#![allow(clippy::unwrap_used)]

use plyground_eval::{WeightFile, Weighted, laws};
use plyground_game::{Evaluate, Tunable};
use plyground_reports::{cachex, kalah, khet};

#[test]
fn every_shipped_file_loads() {
    let read = [
        laws::check_file::<khet::Evaluation>(khet::Evaluation::DEFAULTS),
        laws::check_file::<khet::Evaluation>(khet::HAND_TUNED),
        laws::check_file::<khet::ExtendedEvaluation>(khet::ExtendedEvaluation::DEFAULTS),
        laws::check_file::<kalah::AlongLine>(kalah::AlongLine::DEFAULTS),
        laws::check_file::<cachex::SixFeature>(cachex::SixFeature::DEFAULTS),
        laws::check_file::<cachex::SixFeature>(cachex::PATH_ONLY),
        laws::check_file::<cachex::SixFeatureByAStar>(cachex::SixFeatureByAStar::DEFAULTS),
        laws::check_file::<cachex::Antisymmetric>(cachex::Antisymmetric::DEFAULTS),
    ];
    assert_eq!(
        read.map(Result::unwrap).len(),
        std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/weights")).unwrap().count()
    );
    // Their constructors must not fail either.
    let _ = (khet::hand_tuned(), cachex::path_only(), kalah::AlongLine::default());
}

#[test]
fn provenance_is_kept() {
    let mut file = WeightFile::read("a", khet::HAND_TUNED).unwrap();
    file.provenance.insert("generation".into(), 12.into());
    file.provenance.insert("games".into(), toml::Value::from(vec!["a \"b\"", "c"]));
    let again = WeightFile::read("a", &file.to_string()).unwrap();
    assert_eq!(again.provenance, file.provenance);
    assert_eq!(khet::Evaluation::from_weights(&again).unwrap(), khet::hand_tuned());
}

fn message(from: &str, to: &str) -> String {
    let text = khet::HAND_TUNED.replacen(from, to, 1);
    assert_ne!(text, khet::HAND_TUNED, "{from}");
    let error = WeightFile::read("my.toml", &text).and_then(|file| khet::Evaluation::from_weights(&file)).unwrap_err();
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
}

#[test]
fn any_damage_is_a_message_and_no_panic() {
    let text = khet::HAND_TUNED;
    for at in 0..text.len() {
        for damage in ["", "[", "\"", "\u{e9}", "=", "\n", "9e999", "[[a]]\n"] {
            let damaged = format!("{}{damage}{}", &text[..at], &text[at + 1..]);
            if let Err(error) = WeightFile::read("x", &damaged).and_then(|file| khet::Evaluation::from_weights(&file)) {
                assert!(error.line >= 1 && !error.to_string().contains('\n'), "{error}");
            }
        }
    }
}

#[test]
fn the_report_s_best_vector_is_the_published_one() {
    let expected = [
        11.243, 0.045, -5.337, 0.321, 19.867, 0.437, -3.742, 0.57, 50.599, 1.27, 1.087, 2.456, -41.552, 0.17, -121.553,
        0.242,
    ];
    assert_eq!(khet::Evaluation::default().values(), expected);
    assert_eq!(cachex::SixFeature::default().values(), [1.0, -2.0, 1.0, -2.0, -2.0, 3.0]);
    assert_eq!(Evaluate::scale(&cachex::SixFeature::default()), 1);
}

/// (again + stolen)^2 + score - loss.
#[test]
fn the_capture_report_s_final_form_is_the_published_one() {
    let parameters = kalah::AlongLine::default().parameters();
    let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name).collect();
    assert_eq!(names, ["score", "again", "stolen", "bonus", "bonus.power", "loss"]);
    assert_eq!(kalah::AlongLine::default().values(), [1.0, 1.0, 1.0, 1.0, 2.0, -1.0]);
}
