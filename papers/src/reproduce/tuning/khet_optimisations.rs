//! The Khet report's conclusions a to c with intervals over optimisations.
//!
//! Two optimisations of one class can differ more than two classes do. So games of a few fixed vectors decide nothing about a
//! method. Here each class is optimised many times, and each result plays the same four opponents. An optimisation is one value,
//! and intervals are over these values. The optimisations are stored in compressed form, and a later run resumes them.

use std::fs;
use std::path::Path;

use plyground_arena::{MatchSpec, Record};
use plyground_catalog::{AgentSpec, CatalogError};

use super::Arguments;
use super::khet_tuning::report_table::populations;
use super::khet_tuning::{Class, Form, SERVER, SHORT, Search, agent, optimise, play};
use super::records::{archive, restore, store};
use crate::reproduce::chart::by_class;
use crate::reproduce::estimate::{Estimate, contrast, mean_of};
use crate::reproduce::numbers::mean;
use plyground_optimize::Method;
use serde_json::{Value, json};

use crate::Result;

/// Number of optimisations of each class.
const WANTED: usize = 20;

/// Number of game pairs against each of the four opponents.
const PAIRS: u64 = 3;

/// Folder of the stored runs, below the root.
const STORE: &str = "docs/results/records/khet-optimisations";

const FORM: Form = Form { folder: "runs", ..SHORT };

/// Returns the opponents of every result: both hand-tuned and both published agents.
fn opponents() -> Result<Vec<AgentSpec>, CatalogError> {
    let kinds =
        [Search::Regular, Search::Greedy].into_iter().flat_map(|search| [(search, "hand-tuned"), (search, "report")]);
    kinds.map(|(search, eval)| agent(&FORM, search, eval)).collect()
}

/// The scores of the optimisations of a class, each between 0 and 1, and their weight files.
struct Outcome {
    class: Class,
    scores: Vec<f64>,
    files: Vec<String>,
}

/// Runs the missing optimisations, group by group and copy by copy: a conclusion needs all copies of the classes that it
/// compares. The page is published after each optimisation: a run that is stopped leaves a page of what is done.
///
/// # Errors
/// When a part of the experiment fails.
pub(super) fn run(arguments: &Arguments, publish: &mut dyn FnMut(&Value) -> Result<()>) -> Result<Value> {
    let mut outcomes: Vec<Outcome> =
        Class::tuned().map(|class| Outcome { class, scores: Vec::new(), files: Vec::new() }).collect();
    for (group, copy) in (0..GROUPS).flat_map(|group| (0..WANTED).map(move |copy| (group, copy))) {
        for place in 0..outcomes.len() {
            let class = outcomes[place].class;
            if archive(STORE, &class.folder(copy as u64)).exists() || group_of(class) == group {
                // Stored copies of later groups are read with the first group: the page has all that is done.
                if outcomes[place].scores.len() == copy {
                    let (score, file) = one(class, copy as u64, arguments)?;
                    outcomes[place].scores.push(score);
                    outcomes[place].files.push(file);
                    publish(&page(&outcomes, &[], arguments)?)?;
                }
            }
        }
    }
    let halfway = halfway(&outcomes, arguments)?;
    page(&outcomes, &halfway, arguments)
}

/// Returns the score of the mean of every two results of a class with R, less the mean of their scores. The report assumes that
/// these are close. The games are short and are not stored.
fn halfway(outcomes: &[Outcome], arguments: &Arguments) -> Result<Vec<f64>> {
    let mut differences = Vec::new();
    for outcome in outcomes.iter().filter(|outcome| outcome.class.search == Search::Regular) {
        for (place, (files, scores)) in outcome.files.chunks_exact(2).zip(outcome.scores.chunks_exact(2)).enumerate() {
            let read = |file: &String| {
                let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
                text.parse::<toml::Table>().map_err(|error| format!("{file}: {error}"))
            };
            let text = mean_of_tables(read(&files[0])?, &read(&files[1])?).to_string();
            let name = format!("{}-mean.toml", outcome.class.folder(2 * place as u64));
            let file = arguments.out.join(FORM.folder).join(name);
            fs::write(&file, text).map_err(|error| format!("{file}: {error}"))?;
            let agent = agent(&FORM, Search::Regular, file.as_str())?;
            let score = against_opponents(&agent, 2 * place as u64, None)?;
            differences.push(score - (scores[0] + scores[1]) / 2.0);
        }
    }
    Ok(differences)
}

/// Returns a vector with the means of the weights and powers of two vectors.
fn mean_of_tables(mut one: toml::Table, other: &toml::Table) -> toml::Table {
    let number = |value: &toml::Value| value.as_float().or_else(|| value.as_integer().map(|number| number as f64));
    for (key, value) in &mut one {
        match (value, other.get(key)) {
            (toml::Value::Table(value), Some(toml::Value::Table(other))) => {
                *value = mean_of_tables(std::mem::take(value), other);
            }
            (value, Some(other)) if ["weight", "power"].contains(&key.as_str()) => {
                if let (Some(one), Some(other)) = (number(value), number(other)) {
                    *value = toml::Value::Float((one + other) / 2.0);
                }
            }
            _ => {}
        }
    }
    one
}

/// Groups of classes, in the order of their optimisations.
const GROUPS: usize = 3;

/// Returns the group of a class. Climbing with H decides conclusion c with the least work. The classes with R decide b, and all
/// classes decide a.
fn group_of(class: Class) -> usize {
    match (class.search, class.method) {
        (Search::Greedy, Some(Method::Annihill)) => 0,
        (Search::Regular, _) => 1,
        _ => 2,
    }
}

/// Runs an optimisation. Returns the share of points of its result against the opponents, and its weight file.
fn one(class: Class, copy: u64, arguments: &Arguments) -> Result<(f64, String)> {
    let folder = arguments.out.join(FORM.folder).into_std_path_buf();
    let name = class.folder(copy);
    let (run, archive) = (folder.join(&name), archive(STORE, &name));
    restore(&archive, &run)?;
    let tuned = optimise(&FORM, class, copy, &folder, &mut |_| Ok(()))?;
    let file = tuned.file.expect("a folder was given").to_string_lossy().into_owned();
    let score = against_opponents(&agent(&FORM, class.search, &file)?, copy, Some(&run))?;
    if !archive.exists() {
        store(&run, &archive)?;
    }
    Ok((score, file))
}

/// Returns the share of points of an agent against the opponents. The records are stored in a folder if there is one.
fn against_opponents(agent: &AgentSpec, copy: u64, folder: Option<&Path>) -> Result<f64> {
    let (mut half_points, mut games) = (0, 0);
    for (number, opponent) in opponents()?.into_iter().enumerate() {
        let file = folder.map(|folder| folder.join(format!("opponent-{number}.jsonl")));
        let spec = MatchSpec { pairs: PAIRS, seed: 1_000 + copy, ..MatchSpec::default() };
        let records = play(vec![agent.clone(), opponent], file.as_deref(), spec)?;
        let seat = |record: &Record| usize::from(record.agents[0] != agent.to_string());
        half_points += records.iter().map(|record| record.half_points(seat(record))).sum::<usize>();
        games += records.len();
    }
    Ok(half_points as f64 / (2 * games) as f64)
}

/// Draws the scores of all optimisations beside the page, and returns its figures.
fn page(outcomes: &[Outcome], halfway: &[f64], arguments: &Arguments) -> Result<Value> {
    let file = arguments.page.with_extension("svg");
    let points: Vec<(String, Vec<f64>)> = outcomes
        .iter()
        .map(|outcome| (outcome.class.name(), outcome.scores.iter().map(|score| 100.0 * score).collect()))
        .collect();
    let drawn = by_class("Each optimisation against the same four opponents", "per cent of the points", &points);
    let drawn = drawn?;
    fs::write(&file, drawn).map_err(|error| format!("{file}: {error}"))?;
    Ok(figures(outcomes, halfway))
}

fn figures(outcomes: &[Outcome], halfway: &[f64]) -> Value {
    let classes = outcomes.iter().map(|Outcome { class, scores, .. }| {
        let [least, most] = [f64::min, f64::max].map(|end| scores.iter().copied().reduce(end));
        json!({
            "class": class.name(), "optimisations": scores.len(), "mean": mean_of(scores), "least": least, "most": most,
        })
    });
    json!({
        "agents": {"regular": FORM.regular, "greedy": FORM.greedy, "rules": SERVER},
        "pairs": PAIRS, "games": 8 * PAIRS,
        "done": outcomes.iter().map(|outcome| outcome.scores.len()).sum::<usize>(), "wanted": WANTED * outcomes.len(),
        "classes": classes.collect::<Vec<_>>(),
        "differences": differences(outcomes),
        "best_greedy": best_greedy(outcomes),
        "halfway": mean_of(halfway),
        "populations": populations(),
    })
}

/// Compares the best class with H and the worst with R.
fn best_greedy(outcomes: &[Outcome]) -> Value {
    let ranked = |search: Search| {
        let mut classes: Vec<&Outcome> = outcomes.iter().filter(|outcome| outcome.class.search == search).collect();
        classes.sort_by(|one, other| mean(&one.scores).total_cmp(&mean(&other.scores)));
        classes
    };
    let (greedy, regular) = (ranked(Search::Greedy), ranked(Search::Regular));
    let (best, worst) = (greedy[greedy.len() - 1], regular[0]);
    let of = |outcome: &Outcome| json!({"class": outcome.class.name(), "mean": mean_of(&outcome.scores)});
    let apart = difference(outcomes, |class| *class == best.class, |class| *class == worst.class);
    json!({"greedy": of(best), "regular": of(worst), "difference": apart})
}

/// Returns the differences of class means that decide the conclusions.
fn differences(outcomes: &[Outcome]) -> Value {
    use Search::{Greedy, Regular};
    let regular = |class: &Class| class.search == Regular;
    let climbs = |class: &Class| class.method == Some(Method::Annihill);
    let larger = |class: &Class| class.kids == 4;
    let named = |name: &'static str| move |class: &Class| class.name() == name;
    // The differences between the classes that `one` selects and the others, among those that `all` selects.
    let among = |all: &dyn Fn(&Class) -> bool, one: &dyn Fn(&Class) -> bool| {
        difference(outcomes, |class| all(class) && one(class), |class| all(class) && !one(class))
    };
    json!({
        "searches": among(&|_| true, &regular),
        "methods": among(&|_| true, &climbs),
        "methods_regular": among(&regular, &climbs),
        "two_best": difference(outcomes, named("A(4,6)R"), named("G(3,12)R")),
        "climbing_greedy": among(&|class| class.search == Greedy && climbs(class), &larger),
        "genetic_greedy": among(&|class| class.search == Greedy && !climbs(class), &larger),
    })
}

/// Subtracts the mean of the class means that `other` selects from the mean of those that `one` selects. Returns `None` before
/// each of these classes has all its optimisations, because an interval that is checked repeatedly errs more often than it states.
fn difference(outcomes: &[Outcome], one: impl Fn(&Class) -> bool, other: impl Fn(&Class) -> bool) -> Option<Estimate> {
    let chosen = |choose: &dyn Fn(&Class) -> bool, sign: f64| {
        let those: Vec<&Outcome> = outcomes.iter().filter(|outcome| choose(&outcome.class)).collect();
        let weight = sign / those.len().max(1) as f64;
        those.into_iter().map(|outcome| (weight, outcome.scores.as_slice())).collect::<Vec<_>>()
    };
    let compared = [chosen(&one, 1.0), chosen(&other, -1.0)].concat();
    if compared.iter().all(|(_, scores)| scores.len() >= WANTED) { contrast(&compared) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::claims::tests::judge;
    use crate::reproduce::figures::tests::rendered;

    fn outcomes(score: impl Fn(&Class, usize) -> f64) -> Vec<Outcome> {
        let classes = Class::all().into_iter().filter(|class| class.method.is_some());
        classes
            .map(|class| Outcome {
                class,
                scores: (0..WANTED).map(|copy| score(&class, copy)).collect(),
                files: Vec::new(),
            })
            .collect()
    }

    fn verdict(outcomes: &[Outcome], claim: &str) -> String {
        judge(&format!("khet-optimisations: {claim}"), &figures(outcomes, &[]))
    }

    #[test]
    fn conclusions_follow_the_class_means() {
        let spread = |copy: usize| 0.006 * (copy as f64 - 9.5);
        let all = outcomes(|class, copy| if class.search == Search::Regular { 0.7 } else { 0.4 } + spread(copy));
        assert_eq!(
            [verdict(&all, "Abstract, R and H"), verdict(&all, "V.b, methods"), verdict(&all, "V.c")],
            ["same", "same", "not decided"]
        );
        assert_eq!(verdict(&all, "V.b, the two best"), "same");
        let all = outcomes(|class, copy| if class.kids == 4 { 0.7 } else { 0.4 } + spread(copy));
        assert_eq!([verdict(&all, "V.b, the two best"), verdict(&all, "V.c")], ["differs", "same"]);
        // Regression: an H without the fault of the report's program contradicted the report.
        assert_eq!(verdict(&all, "V.c, genetic"), "not decided");
    }

    /// A mean of few optimisations that differ much decides nothing, for any number of games per optimisation.
    #[test]
    fn optimisations_that_differ_much_decide_nothing() {
        let all = outcomes(|class, copy| if class.search == Search::Regular { 0.52 } else { 0.48 } + if copy % 2 == 0 { 0.35 } else { -0.35 });
        assert_eq!(verdict(&all, "Abstract, R and H"), "not decided");
        let apart =
            |class: &Class, copy: usize| if class.search == Search::Regular { 0.8 } else { 0.3 } + 0.001 * copy as f64;
        let mut few = outcomes(apart);
        assert_eq!(verdict(&few, "Abstract, R and H"), "same");
        few[0].scores.truncate(WANTED - 1);
        assert_eq!(
            verdict(&few, "Abstract, R and H"),
            "not decided",
            "no conclusion before all compared classes are done"
        );
    }

    /// A conclusion on two classes does not wait for the other six.
    #[test]
    fn a_conclusion_needs_all_optimisations_of_its_own_classes() {
        let mut some = outcomes(|class, copy| if class.kids == 4 { 0.7 } else { 0.4 } + 0.001 * copy as f64);
        for outcome in some.iter_mut().filter(|outcome| group_of(outcome.class) != 0) {
            outcome.scores.truncate(3);
        }
        assert_eq!([verdict(&some, "V.c"), verdict(&some, "V.b, the two best")], ["same", "not decided"]);
        some.iter_mut().find(|outcome| outcome.class.name() == "A(4,6)H").unwrap().scores.pop();
        assert_eq!(verdict(&some, "V.c"), "not decided");
    }

    #[test]
    fn the_figures_say_how_much_is_done() {
        let mut few = outcomes(|_, copy| 0.1 * copy as f64);
        few.iter_mut().for_each(|outcome| outcome.scores.truncate(5));
        let figures = figures(&few, &[]);
        assert_eq!((&figures["done"], &figures["wanted"]), (&json!(40), &json!(160)));
        assert_eq!((&figures["classes"][0]["least"], &figures["classes"][0]["most"]), (&json!(0.0), &json!(0.4)));
        assert_eq!(judge("khet-optimisations: V.c, consistent", &figures), "wrong in the paper");
        assert_eq!(judge("khet-optimisations: II.C", &figures), "not decided");
        let text = rendered("khet-optimisations", &figures);
        assert!(
            text.contains("**40 of 160 optimisations are done.**\nThe same") && text.contains("|0 to 40|"),
            "{text}"
        );
    }

    #[test]
    fn the_best_heuristic_result_and_the_mean_of_vectors_are_judged() {
        let apart =
            |class: &Class, copy: usize| if class.search == Search::Regular { 0.8 } else { 0.3 } + 0.001 * copy as f64;
        let figures = figures(&outcomes(apart), &[0.01, 0.02, 0.0]);
        let judged = ["V.c, best H", "II.C"].map(|claim| judge(&format!("khet-optimisations: {claim}"), &figures));
        // Errors of both signs cancel in a mean difference, so that it can only contradict.
        assert_eq!(judged, ["same", "not decided"]);
        let far = self::figures(&outcomes(apart), &[0.31, 0.32, 0.3]);
        assert_eq!(judge("khet-optimisations: II.C", &far), "differs");
        // Regression: single results were compared, of which the least of 80 is lower the more there are.
        let spread = outcomes(|class, copy| if class.name() == "G(4,6)H" { 0.01 } else { 0.0 } + 0.05 * copy as f64);
        assert_eq!(best_greedy(&spread)["greedy"]["class"], "G(4,6)H");
        assert_eq!(verdict(&spread, "V.c, best H"), "not decided");
    }

    #[test]
    fn two_vectors_meet_halfway() {
        let table = |text: &str| text.parse::<toml::Table>().unwrap();
        let [one, other] = ["version = 1\n[b]\nweight = 1\nseed = 1", "version = 1\n[b]\nweight = 2.0"].map(table);
        assert_eq!(mean_of_tables(one, &other), table("version = 1\n[b]\nweight = 1.5\nseed = 1"));
    }

    #[test]
    fn the_opponents_are_four_agents() {
        assert_eq!(opponents().unwrap().len(), 4);
    }
}
