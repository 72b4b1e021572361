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
    let kids = with(Method::Annihill, |options| options.kids = Some(1));
    assert!(refused(&kids).starts_with("found 1 kids: expected 2"));
    let message =
        "regression learns from recorded games: expected `--records` and files that `ply match --out` has written";
    assert_eq!(refused(&kalah(Method::Regression)), message);
}
