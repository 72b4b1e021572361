//! Proofs by subproblems prove the known values, and modified certificates prove nothing.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use plyground_cachex::Cachex;
use plyground_game::{Game, Position};
use plyground_kalah::Kalah;
use plyground_solve::cachex::ExactCachex;
use plyground_solve::kalah::ExactKalah;
use plyground_solve::proof::{Certificate, CertificateError, Leaf, Provable, Sample, Threads, Verified, prove, verify};
use plyground_solve::{SolveError, SolveOptions, solve};
use serde_json::Value;

fn options(threads: usize) -> SolveOptions {
    SolveOptions { threads, table: 2, tables: "no/such/folder".into(), ..SolveOptions::default() }
}

fn game<P: Position>(setup: &str, rules: &str) -> Game<P> {
    let Ok(setup) = setup.parse::<P::Setup>() else { panic!("{setup}") };
    Game::new(&setup, &rules.parse().unwrap())
}

fn proved<P: Position>(provable: &dyn Provable<P>, game: &Game<P>, plies: u32, threads: usize) -> Certificate {
    let mut answers = Threads::new(provable, game, &options(threads));
    prove(provable, game, plies, &mut answers, &mut |_| {}).unwrap()
}

fn checked<P: Position>(provable: &dyn Provable<P>, certificate: &Certificate) -> Result<Verified, SolveError> {
    verify(provable, certificate, &options(1), Sample::All, &mut |_| {})
}

/// Verifies by the rules alone, without the solver that found the proof.
fn by_rules<P: Position>(
    provable: &dyn Provable<P>,
    certificate: &Certificate,
    threads: usize,
) -> Result<Verified, SolveError> {
    let options = SolveOptions { by_rules: true, ..options(threads) };
    verify(provable, certificate, &options, Sample::All, &mut |_| {})
}

fn kalah() -> Certificate {
    proved(&ExactKalah, &game::<Kalah>("4x2", "empty-capture"), 3, 1)
}

#[test]
fn values_are_those_of_the_solver_at_every_depth_and_with_any_number_of_threads() {
    for (setup, rules) in [("2x3", "standard"), ("3x3", "kalaha"), ("3x3", "empty-capture"), ("4x2", "standard")] {
        let game = game::<Kalah>(setup, rules);
        let value = solve(&ExactKalah, &game, &options(1), true, &mut |_| {}).unwrap().value.rank();
        for plies in 0..5 {
            let certificate = proved(&ExactKalah, &game, plies, 1);
            assert_eq!(certificate.head.value, value, "{setup} {rules} {plies}");
            assert_eq!(certificate, proved(&ExactKalah, &game, plies, 3));
            assert_eq!(Certificate::parse(&certificate.to_string()).unwrap(), certificate);
            let found = checked(&ExactKalah, &certificate).unwrap();
            assert_eq!((found.value, found.leaves, found.proved), (value, certificate.leaves.len(), found.leaves));
            assert_eq!(by_rules(&ExactKalah, &certificate, 1 + plies as usize % 2).unwrap(), found);
        }
    }
}

/// The published certificate of the corner on 5 x 5 cells: its tree, and some of its subproblems. `ply solve --verify` proves all.
#[test]
fn the_published_certificate_of_cachex_is_right() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/results/cachex-5x5.proof");
    let certificate = Certificate::parse(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(certificate.head.position, "5 r..../...../...../...../..... b 1");
    let sample = Sample::Some(3, 1);
    let found = verify(&ExactCachex, &certificate, &options(2), sample, &mut |_| {}).unwrap();
    assert_eq!((found.value, found.leaves, found.proved), (1, 252, 3));
}

#[test]
fn any_game_is_proved_by_proof_numbers() {
    let game = game::<Cachex>("3", "standard");
    let certificate = proved(&ExactCachex, &game, 1, 2);
    // All values of the small board are known by retrograde analysis.
    let folder = tempfile::tempdir().unwrap();
    let tables = SolveOptions { tables: folder.path().into(), ..options(1) };
    let value = solve(&ExactCachex, &game, &tables, true, &mut |_| {}).unwrap().value.rank();
    assert_eq!(certificate.head.value, value);
    assert!(!certificate.leaves.is_empty());
    assert_eq!(checked(&ExactCachex, &certificate).unwrap().value, value);
}

#[test]
fn a_limit_of_turns_draws_for_the_checker_as_well() {
    let game = game::<Cachex>("3", "standard,turn_limit=6");
    let certificate = proved(&ExactCachex, &game, 2, 1);
    let found = checked(&ExactCachex, &certificate).unwrap();
    assert_eq!(by_rules(&ExactCachex, &certificate, 2).unwrap(), found);
    assert_eq!(found.proved, certificate.leaves.len());
    let mut other = certificate;
    other.head.value = -1;
    other.leaves.iter_mut().for_each(|leaf| (leaf.at_least, leaf.at_most) = (Some(-1), Some(-1)));
    let error = by_rules(&ExactCachex, &other, 2).unwrap_err();
    assert!(matches!(error, SolveError::Certificate(CertificateError::Wrong { .. })), "{error}");
}

#[test]
fn a_bound_that_was_changed_is_refused_by_the_rules_alone() {
    let all = kalah();
    let mut refusals = 0;
    for number in 0..all.leaves.len() {
        let mut certificate = kalah();
        let leaf = &mut certificate.leaves[number];
        leaf.at_least = leaf.at_least.map(|bound| bound + 2);
        leaf.at_most = leaf.at_most.map(|bound| bound - 2);
        // A stronger bound can be true too.
        let [solver, rules] = [checked(&ExactKalah, &certificate), by_rules(&ExactKalah, &certificate, 1)];
        assert_eq!(solver.is_ok(), rules.is_ok(), "leaf {number}");
        refusals += u32::from(rules.is_err());
    }
    assert!(refusals > 0);
}

#[test]
fn the_checker_stops_on_request() {
    let certificate = proved(&ExactKalah, &game::<Kalah>("4x4", "standard"), 1, 1);
    let options = SolveOptions { by_rules: true, ..options(1) };
    options.stop.stop();
    let error = verify(&ExactKalah, &certificate, &options, Sample::All, &mut |_| {}).unwrap_err();
    assert!(matches!(error, SolveError::Stopped { .. }), "{error}");
}

/// Returns the elements of a list of names, or the keys of an object.
fn names(value: &Value) -> BTreeSet<&str> {
    match value {
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        value => value.as_object().unwrap().keys().map(String::as_str).collect(),
    }
}

#[test]
fn certificates_have_the_keys_of_their_schema() {
    let schema = include_str!("../../../docs/reference/schemas/certificate.schema.json");
    let schema: Value = serde_json::from_str(schema).unwrap();
    let text = kalah().to_string();
    for (number, line) in text.lines().enumerate() {
        let kind = &schema["$defs"][if number == 0 { "claim" } else { "leaf" }];
        let line: Value = serde_json::from_str(line).unwrap();
        let (found, known) = (names(&line), names(&kind["properties"]));
        assert!(found.is_subset(&known) && names(&kind["required"]).is_subset(&found), "{line}");
        assert!(number > 0 || found == known, "{line}");
    }
    assert_eq!(schema["$defs"]["claim"]["properties"]["certificate"]["const"], kalah().head.certificate);
}

fn refused(change: impl FnOnce(&mut Certificate)) -> SolveError {
    let mut certificate = kalah();
    change(&mut certificate);
    checked(&ExactKalah, &certificate).unwrap_err()
}

fn least(certificate: &mut Certificate) -> &mut Leaf {
    certificate.leaves.iter_mut().find(|leaf| leaf.at_least.is_some()).unwrap()
}

#[test]
fn a_bound_that_was_changed_is_refused() {
    let all = kalah();
    for (number, leaf) in all.leaves.iter().enumerate() {
        assert!(leaf.at_least.is_some() || leaf.at_most.is_some());
        let error = refused(|certificate| certificate.leaves[number].at_least = Some(16));
        assert!(matches!(error, SolveError::Certificate(_)), "stronger: {error}");
    }
    // The claim and all bounds are shifted consistently.
    let error = refused(|certificate| {
        certificate.head.value += 2;
        for leaf in &mut certificate.leaves {
            leaf.at_least = leaf.at_least.map(|bound| bound + 2);
            leaf.at_most = leaf.at_most.map(|bound| bound + 2);
        }
    });
    let SolveError::Certificate(CertificateError::Wrong { bound, .. }) = error else { panic!("{error}") };
    assert_eq!(bound, "least 8");
    assert!(matches!(
        refused(|certificate| certificate.head.value += 2),
        SolveError::Certificate(CertificateError::NotProved { lower: 6, upper: 6, claimed: 8 })
    ));
    // Values are even here, so an odd value is impossible.
    let error = refused(|certificate| {
        certificate.head.value = 5;
        for leaf in &mut certificate.leaves {
            leaf.at_least = leaf.at_least.map(|_| 5);
            leaf.at_most = leaf.at_most.map(|_| 5);
        }
    });
    assert!(matches!(error, SolveError::Certificate(_)), "{error}");
}

#[test]
fn a_missing_or_foreign_leaf_is_refused() {
    let mut needed = 0;
    for number in 0..kalah().leaves.len() {
        for drop in [true, false] {
            let mut certificate = kalah();
            if drop {
                certificate.leaves.remove(number);
            } else {
                let leaf = &mut certificate.leaves[number];
                leaf.at_least = leaf.at_least.map(|bound| bound - 2);
                leaf.at_most = leaf.at_most.map(|bound| bound + 2);
            }
            // If another line proves the same value, the certificate is still valid.
            match checked(&ExactKalah, &certificate) {
                Ok(found) => assert_eq!(found.value, 6),
                Err(SolveError::Certificate(CertificateError::NotProved { .. })) => needed += 1,
                Err(error) => panic!("{number}: {error}"),
            }
        }
    }
    assert!(needed > kalah().leaves.len(), "{needed} of {}", kalah().leaves.len());
    let error = refused(|certificate| {
        let twice = certificate.leaves[0].clone();
        certificate.leaves.push(twice);
    });
    assert!(matches!(error, SolveError::Certificate(CertificateError::Twice { .. })), "{error}");
    let error = refused(|certificate| least(certificate).position = certificate_top());
    let SolveError::Certificate(CertificateError::NoLeaf { plies: 3, .. }) = error else { panic!("{error}") };
}

fn certificate_top() -> String {
    game::<Kalah>("4x2", "empty-capture").position().to_string()
}

#[test]
fn other_rules_or_another_game_are_refused() {
    let mut refusals = 0;
    for rules in ["standard", "kalaha", "standard,end=mover", "kalaha,capture=empty"] {
        let mut certificate = kalah();
        certificate.head.rules = rules.into();
        let value =
            solve(&ExactKalah, &game::<Kalah>("4x2", rules), &options(1), true, &mut |_| {}).unwrap().value.rank();
        match checked(&ExactKalah, &certificate) {
            // The same leaves may prove the same value under other rules.
            Ok(found) => assert_eq!((found.value, value), (6, 6), "{rules}"),
            Err(SolveError::Certificate(_)) => refusals += 1,
            Err(error) => panic!("{rules}: {error}"),
        }
    }
    assert!(refusals > 0);
    let error = refused(|certificate| certificate.head.rules = "tournament".into());
    assert!(error.to_string().contains("majority rule") || matches!(error, SolveError::Certificate(_)), "{error}");
    let error = refused(|certificate| certificate.head.rules = "no rules".into());
    assert!(error.to_string().starts_with("the rules of the certificate: "), "{error}");
    let error = refused(|certificate| certificate.head.position = "<3".into());
    assert!(error.to_string().starts_with("the position of the certificate: "), "{error}");
    let error = refused(|certificate| certificate.head.game = "khet".into());
    assert_eq!(error.to_string(), "the certificate is about `khet`, not about kalah");
    for plies in [0, 2, 4] {
        let error = refused(|certificate| certificate.head.plies = plies);
        assert!(matches!(error, SolveError::Certificate(_)), "{error}");
    }
}

#[test]
fn text_that_was_cut_or_is_none_is_refused() {
    let text = kalah().to_string();
    for cut in 0..text.lines().count() {
        let cut: Vec<&str> = text.lines().take(cut).collect();
        assert!(Certificate::parse(&cut.join("\n")).is_err());
    }
    let other = text.replacen(r#""certificate":1"#, r#""certificate":2"#, 1);
    assert!(matches!(Certificate::parse(&other), Err(CertificateError::Format(2))));
}

#[test]
fn a_sample_proves_the_requested_leaves() {
    let certificate = kalah();
    for count in [0, 1, 3] {
        let sample = Sample::Some(count, 5);
        let found = verify(&ExactKalah, &certificate, &options(1), sample, &mut |_| {}).unwrap();
        assert_eq!((found.proved, found.leaves), (count.min(found.leaves), certificate.leaves.len()));
    }
}

/// Under the majority rule no subproblem can be proved, but here all lines end within the tree.
#[test]
fn a_certificate_without_leaves_is_verified() {
    let mut game = game::<Kalah>("3x1", "kgp");
    game.play_text("2").unwrap();
    let certificate = proved(&ExactKalah, &game, 4, 1);
    assert_eq!((certificate.leaves.len(), certificate.head.value), (0, 4));
    assert_eq!(checked(&ExactKalah, &certificate).unwrap(), Verified { value: 4, leaves: 0, proved: 0 });
}

#[test]
fn unprovable_values_are_errors() {
    let game = game::<Kalah>("3x2", "tournament");
    let mut answers = Threads::new(&ExactKalah, &game, &options(1));
    let error = prove(&ExactKalah, &game, 1, &mut answers, &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("majority rule"), "{error}");
}
