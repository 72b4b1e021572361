//! What `--explain` says: the evaluation is the agent's own, and its terms add up to the values that are shown.
#![allow(clippy::unwrap_used)]

use plyground_catalog::{
    ANALYSIS, AgentSpec, Catalog, Entry, EvaluationRow, Explanation, Feature, Session, Start, Value,
};
use plyground_game::{Evaluate, Score, Side, Term};
use plyground_search::{Job, Limits};
use plyground_tigers::Tigers;

fn sum(features: &[Feature]) -> f64 {
    features.iter().map(|feature| feature.term).sum()
}

/// A search's score, and its explanation.
fn explained(session: &mut dyn Session, agent: &AgentSpec, limits: Limits) -> (Value, Explanation) {
    let found = session.analyse(agent, &Job::new(limits), ANALYSIS, &mut |_| {}).unwrap();
    let explanation = session.explain(agent, found.leaf()).unwrap();
    (found.score, explanation)
}

/// Game, moves so far, agent, depth, and the evaluation that it plays by. All of them see the end of their best line.
const SEARCHES: [(&str, &str, &str, u32, &str); 15] = [
    ("khet", "", "khet-userbot", 2, "report"),
    ("khet", "c1b1", "khet-userbot", 2, "report"),
    ("khet", "", "khet-heuristicbot", 3, "report"),
    ("khet", "", "alphabeta", 2, "material"),
    ("kalah", "3 1 5", "kalah-exit-counter", 5, "along-line"),
    ("kalah", "", "kalah-exit-counter", 6, "along-line"),
    ("kalah", "", "kalah-exit-counter:eval=margin", 6, "margin"),
    ("kalah", "3 1", "kalaha-turns", 3, "margin"),
    ("kalah", "", "minimax", 3, "store-difference"),
    ("tigers", "", "alphabeta", 3, "material"),
    ("tigers", "", "pvs:eval=strong", 3, "strong"),
    ("cachex", "0,4 3,3", "cachex-six-features", 3, "six-features"),
    ("cachex", "0,4", "cachex-path-only", 2, "path-only"),
    ("cachex", "0,4 3,3", "best", 1, "strong"),
    ("cachex", "0,4 3,3", "alphabeta:eval=full,view=root", 2, "full"),
];

#[test]
fn the_agents_own_evaluation_explains_and_adds_up_to_the_score() {
    let catalog = Catalog::standard();
    for (name, moves, agent, depth, evaluation) in SEARCHES {
        let game = catalog.game(name).unwrap();
        let start = Start { moves: moves.into(), ..Start::default() };
        let mut session = game.open(&start).unwrap();
        let agent = game.agent(agent).unwrap();
        let (score, explanation) = explained(&mut *session, &agent, Limits::depth(depth));
        let context = format!("{name} {moves}: {agent}");
        assert_eq!(explanation.explained_by, evaluation, "{context}");
        let Explanation { static_value, features, end_features, .. } = explanation;
        assert!((sum(&features) - static_value.number()).abs() < 1e-6, "{context}: {static_value}, {features:?}");
        let end_features = end_features.unwrap_or_else(|| panic!("{context}: the end of the line is not explained"));
        assert!((sum(&end_features) - score.number()).abs() < 1e-6, "{context}: {score}, {end_features:?}");
    }
}

/// Every agent of every game that plays by an evaluation is explained by that one, and the sums are right wherever they are given.
#[test]
fn every_agent_is_explained_by_what_it_plays_by() {
    let catalog = Catalog::standard();
    for game in catalog.games() {
        let mut session = game.open(&Start::default()).unwrap();
        let info = game.info();
        for agent in info.agents.iter().filter(|agent| !agent.is_command) {
            let spec = game.agent(agent.name).unwrap();
            let limits = Limits { nodes: Some(2_000), ..Limits::depth(2) };
            let (score, explanation) = explained(&mut *session, &spec, limits);
            let context = format!("{} {spec}", info.name);
            match agent.evaluation {
                Some(own) => assert_eq!(explanation.explained_by, own, "{context}"),
                None if agent.takes("eval") => {
                    assert_eq!(explanation.explained_by, info.evaluations[0].name, "{context}");
                }
                None => assert_eq!(Some(&*explanation.explained_by), info.agents[0].evaluation, "{context}"),
            }
            if !explanation.features.is_empty() {
                let sum = sum(&explanation.features);
                assert!((sum - explanation.static_value.number()).abs() < 1e-6, "{context}: {sum}");
            }
            if let Some(features) = explanation.end_features.filter(|features| !features.is_empty()) {
                assert!((sum(&features) - score.number()).abs() < 1e-6, "{context}: {score}, {features:?}");
            }
        }
    }
}

/// A won game is not worth what a feature says; nor is a score explained by a line that does not lead to it.
#[test]
fn what_the_end_of_a_line_does_not_explain_is_left_out() {
    let catalog = Catalog::standard();
    let game = catalog.game("kalah").unwrap();
    let start = Start { position: Some("<2,0,3,1,0,0,1> S".into()), ..Start::default() };
    let mut session = game.open(&start).unwrap();
    let (score, explanation) = explained(&mut *session, &game.agent("alphabeta").unwrap(), Limits::depth(4));
    assert!(score.score().winner_in().is_some(), "{score}");
    assert_eq!(explanation.end_features, None);
    let end_features = |agent, leaf| session.explain(&game.agent(agent).unwrap(), leaf).unwrap().end_features;
    assert_eq!(end_features("alphabeta", None), None);
    let (moves, no_moves) = (["1".to_owned()], ["e2e4".to_owned()]);
    assert!(end_features("alphabeta", Some((&moves, Side::First))).is_some());
    assert_eq!(end_features("alphabeta", Some((&no_moves, Side::First))), None);
    assert_eq!(
        end_features("random", Some((&moves, Side::First))),
        None,
        "an agent without an evaluation values no leaf"
    );
}

/// Both sides have the same value for goats, for different reasons.
#[derive(Clone)]
struct TwoReasons;

impl Evaluate<Tigers> for TwoReasons {
    type Path = ();

    fn evaluate(&self, _: &Tigers, (): &(), side: Side) -> Score {
        Score::new(3).seen_by(side == Side::First)
    }

    fn explain(&self, _: &Tigers, (): &(), side: Side) -> Vec<Term> {
        let term = |name, term| Term { name, value: 1.0, weight: term, power: 1.0, term };
        match side {
            Side::First => vec![term("goats", 3.0)],
            Side::Second => vec![term("pens", -1.0), term("fences", -2.0)],
        }
    }
}

/// Values cannot show who valued a leaf: the search reports it.
#[test]
fn the_side_that_valued_the_leaf_explains_it() {
    let entry = Entry::<Tigers>::new("goats").evaluation(EvaluationRow::new("two-reasons", "a constant", TwoReasons));
    let catalog = Catalog::empty().with(entry);
    let game = catalog.game("tigers").unwrap();
    let names = |agent: &str, depth| {
        let mut session = game.open(&Start::default()).unwrap();
        let (score, explanation) = explained(&mut *session, &game.agent(agent).unwrap(), Limits::depth(depth));
        let features = explanation.end_features.unwrap();
        assert_eq!((score.number(), sum(&features)), (3.0, 3.0));
        features.iter().map(|feature| feature.name).collect::<Vec<_>>()
    };
    assert_eq!(names("alphabeta", 1), ["pens", "fences"], "tigers move there");
    assert_eq!(names("alphabeta", 2), ["goats"]);
    assert_eq!(names("alphabeta:view=root", 1), ["goats"]);
}
