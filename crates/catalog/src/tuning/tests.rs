use std::path::PathBuf;

use plyground_optimize::{Budget, EndOfRun};

use super::*;

fn kalah(method: Method) -> Tuning {
    let mut tuning = Tuning::new(GameId::Kalah, "alphabeta:depth=1,eval=strong".parse().unwrap(), method);
    tuning.setup = Some("3x3".into());
    tuning.options.final_pairs = 2;
    tuning
}

fn with(method: Method, set: impl FnOnce(&mut TuningOptions)) -> Tuning {
    let mut tuning = kalah(method);
    set(&mut tuning.options);
    tuning
}

fn run(tuning: &Tuning) -> Result<Tuned, CatalogError> {
    tuning.run(None, &StopFlag::default(), &mut |_| {})
}

fn refused(tuning: &Tuning) -> String {
    let message = run(tuning).unwrap_err().to_string();
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}

#[test]
fn threads_change_nothing() {
    for method in [Method::Annihill, Method::Genetic, Method::Spsa, Method::CmaEs] {
        let mut tuning = kalah(method);
        tuning.options.generations = Some(3);
        let alone = run(&tuning).unwrap();
        tuning.options.threads = 3;
        assert_eq!(run(&tuning).unwrap(), alone, "{method}");
        tuning.options.seed = 9;
        assert_ne!(run(&tuning).unwrap().weights, alone.weights, "{method}");
    }
}

#[test]
fn budgets_decide_how_many_generations() {
    let mut tuning = kalah(Method::Annihill);
    tuning.options.budget.games = Some(100);
    assert_eq!(run(&tuning).unwrap().games, 96, "8 leagues of 12 games");
    tuning.options.restarts = 2;
    assert_eq!(run(&tuning).unwrap().games, 98, "two climbs of 4 leagues, and the summits");
    tuning.options.restarts = 1;
    tuning.options.budget = Budget { games: None, nodes: Some(1) };
    let tuned = run(&tuning).unwrap();
    assert_eq!((tuned.cause, tuned.generations), (EndOfRun::Budget, 1));
    tuning.options.budget = Budget { games: Some(11), nodes: None };
    assert!(refused(&tuning).starts_with("the budget does not pay for a generation of 12 games"));
}

#[test]
fn the_file_says_where_it_comes_from_and_reads_back() {
    let mut tuning = kalah(Method::Genetic);
    tuning.options.generations = Some(2);
    tuning.options.whole = true;
    let tuned = run(&tuning).unwrap();
    let file = WeightFile::read("tuned", &tuned.text).unwrap();
    assert_eq!(file.provenance["games"], 12.into());
    assert_eq!(file.provenance["seed"], 0.into());
    assert!(file.features.iter().all(|feature| feature.weight.fract() == 0.0));
    for feature in &file.features {
        assert_eq!(tuned.weights[feature.name.as_str()], feature.weight);
    }
    assert_eq!(tuned.proofs.len(), 1);
    assert_eq!(tuned.proofs[0].opponent, "start");
}

#[test]
fn khet_meets_the_report_and_its_hand_tuned_vector() {
    let mut tuning = Tuning::new(GameId::Khet, "greedy:eval=hand-tuned".parse().unwrap(), Method::Annihill);
    tuning.options.generations = Some(1);
    tuning.options.random_start = true;
    tuning.options.final_pairs = 1;
    tuning.options.max_plies = 30;
    let opponents = |tuned: Tuned| tuned.proofs.into_iter().map(|proof| proof.opponent).collect::<Vec<_>>();
    assert_eq!(opponents(run(&tuning).unwrap()), ["start", "report"]);
    tuning.agent = "greedy:eval=report".parse().unwrap();
    assert_eq!(opponents(run(&tuning).unwrap()), ["start", "hand-tuned"]);
    tuning.agent = "greedy:eval=strong".parse().unwrap();
    assert_eq!(opponents(run(&tuning).unwrap()), ["start"]);
}

#[test]
fn senseless_requests_are_named() {
    let agent = |spec: &str| Tuning { agent: spec.parse().unwrap(), ..kalah(Method::Annihill) };
    assert!(refused(&agent("alphabeta")).contains("names no evaluation to tune: expected `eval`"));
    assert!(refused(&agent("random")).starts_with("agent `random` has no weights to tune"));
    assert!(refused(&agent("alphabeta:eval=margin")).starts_with("evaluation `margin` has no weights to tune"));
    assert!(refused(&agent("alphabeta:eval=nonsense")).starts_with("unknown evaluation"));
    assert!(refused(&agent("khet-userbot")).contains("plays khet, not kalah"));
    assert!(refused(&agent("best:time=1s")).starts_with("a time limit makes games that cannot be repeated"));
    assert!(refused(&agent("best:eval=./missing.toml")).starts_with("cannot read weight file `./missing.toml`"));
    assert!(refused(&with(Method::Annihill, |options| options.kids = Some(1))).starts_with("found 1 kids: expected 2"));
    assert!(
        refused(&with(Method::Annihill, |options| options.elite = 1))
            .starts_with("`--elitism` means nothing to annihill")
    );
    assert!(
        refused(&with(Method::Spsa, |options| options.kids = Some(4))).starts_with("`--kids` means nothing to spsa")
    );
    assert!(refused(&kalah(Method::Regression)).starts_with("regression learns from recorded games"));
    let records = vec![PathBuf::from("missing.jsonl")];
    assert!(refused(&with(Method::Regression, |options| options.records = records)).starts_with("missing.jsonl: "));
    assert!(
        "hill"
            .parse::<Method>()
            .unwrap_err()
            .to_string()
            .starts_with("unknown method `hill`: expected one of `annihill`")
    );
}
