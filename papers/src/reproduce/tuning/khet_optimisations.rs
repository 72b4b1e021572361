//! The Khet report's conclusions a to c with intervals over optimisations.
//!
//! Two optimisations of one class can differ more than two classes do. So games of a few fixed vectors decide nothing about a
//! method. Here each class is optimised many times, and each result plays the same four opponents. An optimisation is one value,
//! and intervals are over these values. The optimisations are stored in compressed form, and a later run resumes them.

use std::fs;
use std::path::{Path, PathBuf};

use plyground_arena::Record;
use plyground_catalog::{AgentSpec, CatalogError, Contest};
use plyground_search::StopFlag;

use super::Arguments;
use super::khet_tuning::report_table::on_population;
use super::khet_tuning::{Class, Form, SERVER, SHORT, Search, agent, khet, optimise};
use super::records::{restore, store};
use crate::reproduce::chart::by_class;
use crate::reproduce::estimate::{Estimate, contrast, mean_of};
use crate::reproduce::page::verdicts;
use crate::reproduce::prose::paragraph;
use crate::reproduce::verdict::{MUCH, Verdict};
use plyground_optimize::Method;

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
pub(super) fn run(
    arguments: &Arguments,
    publish: &mut dyn FnMut(&str) -> Result<(), String>,
) -> Result<String, String> {
    let classes = Class::all().into_iter().filter(|class| class.method.is_some());
    let mut outcomes: Vec<Outcome> =
        classes.map(|class| Outcome { class, scores: Vec::new(), files: Vec::new() }).collect();
    for (group, copy) in (0..GROUPS).flat_map(|group| (0..WANTED).map(move |copy| (group, copy))) {
        for place in 0..outcomes.len() {
            let class = outcomes[place].class;
            if is_stored(class, copy as u64) || group_of(class) == group {
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
fn halfway(outcomes: &[Outcome], arguments: &Arguments) -> Result<Vec<f64>, String> {
    let mut differences = Vec::new();
    for outcome in outcomes.iter().filter(|outcome| outcome.class.search == Search::Regular) {
        for (place, (files, scores)) in outcome.files.chunks_exact(2).zip(outcome.scores.chunks_exact(2)).enumerate() {
            let read = |file: &String| {
                let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
                text.parse::<toml::Table>().map_err(|error| format!("{file}: {error}"))
            };
            let text = mean_of_tables(read(&files[0])?, &read(&files[1])?).to_string();
            let name = format!("{}-mean.toml", name_of(outcome.class, 2 * place as u64));
            let file = arguments.out.join(FORM.folder).join(name);
            fs::write(&file, text).map_err(|error| format!("{file}: {error}"))?;
            let agent = agent(&FORM, Search::Regular, file.as_str()).map_err(|error| error.to_string())?;
            let score = against_opponents(&agent, 2 * place as u64, None, arguments)?;
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

/// Returns the name of an optimisation, numbered from 1.
fn name_of(class: Class, copy: u64) -> String {
    format!("{}-{}", class.name().replace(['(', ')', ','], "-"), copy + 1)
}

fn archive_of(name: &str) -> PathBuf {
    PathBuf::from(STORE).join(format!("{name}.json.gz"))
}

fn is_stored(class: Class, copy: u64) -> bool {
    archive_of(&name_of(class, copy)).exists()
}

/// Runs an optimisation. Returns the share of points of its result against the opponents, and its weight file.
fn one(class: Class, copy: u64, arguments: &Arguments) -> Result<(f64, String), String> {
    let fault = |error: CatalogError| error.to_string();
    let folder = arguments.out.join(FORM.folder).into_std_path_buf();
    let name = name_of(class, copy);
    let (run, archive) = (folder.join(&name), archive_of(&name));
    restore(&archive, &run)?;
    let tuned = optimise(&FORM, class, copy, &folder, arguments, &mut |_| Ok(())).map_err(fault)?;
    let file = tuned.file.expect("a folder was given").to_string_lossy().into_owned();
    let result = agent(&FORM, class.search, &file).map_err(fault)?;
    let score = against_opponents(&result, copy, Some(&run), arguments)?;
    if !archive.exists() {
        store(&run, &archive)?;
    }
    Ok((score, file))
}

/// Returns the share of points of an agent against the opponents. The records are stored in a folder if there is one.
fn against_opponents(
    agent: &AgentSpec,
    copy: u64,
    folder: Option<&Path>,
    arguments: &Arguments,
) -> Result<f64, String> {
    let fault = |error: CatalogError| error.to_string();
    let (mut half_points, mut games) = (0, 0);
    for (number, opponent) in opponents().map_err(fault)?.into_iter().enumerate() {
        let mut contest = Contest::new(vec![agent.clone(), opponent]);
        contest.spec.rules = Some(SERVER.into());
        (contest.spec.pairs, contest.spec.seed, contest.spec.openings.plies) = (PAIRS, 1_000 + copy, (2, 6));
        contest.threads = arguments.threads;
        let records = folder.map(|folder| folder.join(format!("opponent-{number}.jsonl")));
        let end = khet().and_then(|khet| khet.contest(&contest, records.as_deref(), &StopFlag::default(), &mut |_| {}));
        let end = end.map_err(fault)?;
        half_points += end.records.iter().map(|record| points_of(record, &contest.agents[0])).sum::<usize>();
        games += end.records.len();
    }
    Ok(half_points as f64 / (2 * games) as f64)
}

/// Returns the half points of an agent in a game.
fn points_of(record: &Record, agent: &AgentSpec) -> usize {
    let seat = usize::from(record.agents[0] != agent.to_string());
    record.half_points(seat)
}

fn page(outcomes: &[Outcome], halfway: &[f64], arguments: &Arguments) -> Result<String, String> {
    let file = arguments.page.with_extension("svg");
    let points: Vec<(String, Vec<f64>)> = outcomes
        .iter()
        .map(|outcome| (outcome.class.name(), outcome.scores.iter().map(|score| 100.0 * score).collect()))
        .collect();
    let drawn = by_class("Each optimisation against the same four opponents", "per cent of the points", &points);
    let drawn = drawn.map_err(|error| error.to_string())?;
    fs::write(&file, drawn).map_err(|error| format!("{file}: {error}"))?;
    Ok(markdown(outcomes, halfway, file.file_name().unwrap_or_default()))
}

fn markdown(outcomes: &[Outcome], halfway: &[f64], graph: &str) -> String {
    let done: usize = outcomes.iter().map(|outcome| outcome.scores.len()).sum();
    let wanted = WANTED * outcomes.len();
    let how = format!(
        "A class of agents has a method of optimisation (`A` climbing, `G` genetic), its numbers of offspring per generation and of generations, and a search. `R` searches all moves, `H` the ten best moves of each \
         position. As in the report, an optimisation starts from random vectors and plays 72 games; here each game begins with 2 to 6 random moves. Its result then plays {} games: {PAIRS} pairs, each after 2 to 6 random moves, against each of four \
         opponents. The opponents are the hand-tuned and the published vector, each with R and with H. Each optimisation gives one value: its share of the points in these 24 games. All intervals are 95% intervals \
         over optimisations, by the methods of Student and Welch.",
        8 * PAIRS
    );
    let agents = format!(
        "R is `{}` and H is `{}`. The rules are `{}`. The agents of the report search deeper. [One optimisation of each class](khet-tuning-report.md) at their strength is stored, but its vectors have played no match: there is no result.",
        FORM.regular, FORM.greedy, SERVER
    );
    let rest = if done < wanted {
        "The same command resumes the run from the stored records. No conclusion is drawn before each of the compared classes has twenty optimisations, because an interval that is checked \
         repeatedly errs more often than it states."
    } else {
        ""
    };
    let progress = format!("**{done} of {wanted} optimisations are done.** {rest}");
    let mut text = "# Khet: the report's conclusions a to c over many optimisations\n\n".to_owned();
    for part in [how, agents, progress] {
        text += &(paragraph(&part) + "\n\n");
    }
    text += "| class | optimisations | mean share of the points, % | 95% interval | least to most |\n|---|---|---|---|---|\n";
    for Outcome { class, scores, .. } in outcomes {
        let mean = mean_of(scores);
        let ends = [f64::min, f64::max].map(|end| scores.iter().copied().reduce(end));
        let ends = match ends {
            [Some(least), Some(most)] => format!("{:.0} to {:.0}", 100.0 * least, 100.0 * most),
            _ => "-".into(),
        };
        text += &format!(
            "| {} | {} | {} | {} | {} |\n",
            class.name(),
            scores.len(),
            mean.map_or_else(|| "-".into(), |mean| format!("{:.1}", 100.0 * mean.value)),
            mean.map_or_else(|| "-".into(), |mean| crate::reproduce::standing::percent(mean.interval)),
            ends
        );
    }
    text += &format!("\n![Each optimisation against the same four opponents]({graph})\n\n## Conclusions\n\n");
    text += "| the report's conclusion | difference | points of 100 | verdict |\n|---|---|---|---|\n";
    let mut judged = Vec::new();
    for Conclusion { id, claim, compared, found, verdict } in conclusions(outcomes) {
        let figure = found.map_or_else(|| "too few optimisations".into(), |found| found.percent());
        text += &format!("| {claim} | {compared} | {figure} | {} |\n", verdict.text());
        judged.push((id, verdict.judged(), format!("{compared}: {figure}")));
    }
    let (matching, best) = matching(outcomes);
    let is_larger_better = conclusions(outcomes).iter().any(|one| {
        one.id == "V.c, genetic" && one.verdict == Verdict::Fails && one.found.is_some_and(|found| found.value > 0.0)
    });
    let larger =
        if is_larger_better { " So the larger population is better for the genetic method with H." } else { "" };
    let words = format!(
        "\"Much better\" is read as more than 10 points of 100. \"Hard to distinguish\" and \"about the same\" are read as an interval between -10 and +10 points, and \"not clear\" as an interval without a sign.{larger} \
         {best}; the report states that even the best heuristic agent does not match the worst regular one."
    );
    let paper = "The report contradicts itself in V.c. It prefers \"a larger population\", and then names A(3,12)H, the class with more generations, as the better one. In its Table 1 both classes have 15.5 points: \
                 A(3,12)H has 12 wins and 7 ties, A(4,6)H has 10 wins and 11 ties.";
    text += &format!("\n{}\n\n{}\n\n", paragraph(&words), paragraph(paper));
    judged.push(("V.c, best H", Verdict::of(matching == 0).judged(), best));
    let between = mean_of(halfway);
    judged.push((
        "II.C",
        between.map_or(Verdict::Open, |found| Verdict::alike(found.interval)).judged(),
        format!(
            "mean of two vectors less their mean score: {}",
            between.map_or_else(|| "no game".into(), |found| found.percent())
        ),
    ));
    let (verdict, figure) = on_population();
    judged.push(("V.c, consistent", verdict, figure));
    text + &verdicts(&judged)
}

/// Returns the number of results with H that score no less than the worst with R, also in words.
fn matching(outcomes: &[Outcome]) -> (usize, String) {
    let of = |search| {
        outcomes.iter().filter(move |outcome| outcome.class.search == search).flat_map(|outcome| outcome.scores.iter())
    };
    let worst = of(Search::Regular).copied().fold(f64::MAX, f64::min);
    let count = of(Search::Greedy).filter(|score| **score >= worst).count();
    (count, format!("{count} of {} results with H match the worst with R", of(Search::Greedy).count()))
}

/// A conclusion of the report with its verdict by the optimisations.
struct Conclusion {
    id: &'static str,
    claim: &'static str,
    compared: &'static str,
    found: Option<Estimate>,
    verdict: Verdict,
}

fn conclusions(outcomes: &[Outcome]) -> Vec<Conclusion> {
    use Search::Regular;
    let regular = |class: &Class| class.search == Regular;
    let climbs = |class: &Class| class.method == Some(Method::Annihill);
    let row = |id, claim, compared, found: Option<Difference>, judge: fn(Estimate) -> Verdict| Conclusion {
        id,
        claim,
        compared,
        found: found.map(|found| found.estimate),
        verdict: found.filter(|found| found.is_done).map_or(Verdict::Open, |found| judge(found.estimate)),
    };
    let alike = |found: Estimate| Verdict::alike(found.interval);
    let better = |found: Estimate| Verdict::above(found.interval, 0.0);
    let of = |search: Search, one: &dyn Fn(&Class) -> bool| {
        difference(
            outcomes,
            |class| class.search == search && one(class),
            |class| class.search == search && !one(class),
        )
    };
    let larger = |class: &Class| class.kids == 4;
    vec![
        row(
            "V.a",
            "a. Regular alpha-beta is much better than heuristic-greedy",
            "R minus H",
            difference(outcomes, regular, |class| !regular(class)),
            |found| Verdict::above(found.interval, MUCH),
        ),
        row(
            "Abstract, R and H",
            "Abstract: regular alpha-beta is better than heuristic-greedy",
            "R minus H",
            difference(outcomes, regular, |class| !regular(class)),
            better,
        ),
        row(
            "Abstract, A and G",
            "Abstract: climbing is a bit better than genetic",
            "A minus G",
            difference(outcomes, climbs, |class| !climbs(class)),
            better,
        ),
        row(
            "V.b, methods",
            "b. Climbing and genetic are hard to distinguish",
            "A minus G, R",
            of(Regular, &climbs),
            alike,
        ),
        row(
            "V.b, sizes",
            "b. With the same games, (4,6) and (3,12) do about the same",
            "(4,6) minus (3,12), R",
            of(Regular, &larger),
            alike,
        ),
        row(
            "V.c",
            "c. Climbing for H needs a larger population rather than more generations",
            "A(4,6)H minus A(3,12)H",
            difference(outcomes, |class| class.name() == "A(4,6)H", |class| class.name() == "A(3,12)H"),
            better,
        ),
        row(
            "V.c, genetic",
            "c. For the genetic method it is not clear which is better, with H",
            "G(4,6)H minus G(3,12)H",
            difference(outcomes, |class| class.name() == "G(4,6)H", |class| class.name() == "G(3,12)H"),
            |found| Verdict::unclear(found.interval),
        ),
    ]
}

/// A difference of class means, and whether each compared class has all its optimisations.
#[derive(Clone, Copy)]
struct Difference {
    estimate: Estimate,
    is_done: bool,
}

/// Subtracts the mean of the class means that `other` selects from the mean of those that `one` selects.
fn difference(
    outcomes: &[Outcome],
    one: impl Fn(&Class) -> bool,
    other: impl Fn(&Class) -> bool,
) -> Option<Difference> {
    let chosen = |choose: &dyn Fn(&Class) -> bool, sign: f64| {
        let those: Vec<&Outcome> = outcomes.iter().filter(|outcome| choose(&outcome.class)).collect();
        let weight = sign / those.len().max(1) as f64;
        those.into_iter().map(|outcome| (weight, outcome.scores.as_slice())).collect::<Vec<_>>()
    };
    let estimate = contrast(&[chosen(&one, 1.0), chosen(&other, -1.0)].concat())?;
    let mut compared = outcomes.iter().filter(|outcome| one(&outcome.class) || other(&outcome.class));
    Some(Difference { estimate, is_done: compared.all(|outcome| outcome.scores.len() >= WANTED) })
}

#[cfg(test)]
mod tests {
    use super::*;

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

    fn verdict(outcomes: &[Outcome], id: &str) -> Verdict {
        conclusions(outcomes).into_iter().find(|conclusion| conclusion.id == id).unwrap().verdict
    }

    #[test]
    fn conclusions_follow_the_class_means() {
        let spread = |copy: usize| 0.006 * (copy as f64 - 9.5);
        let all = outcomes(|class, copy| if class.search == Search::Regular { 0.7 } else { 0.4 } + spread(copy));
        assert_eq!(
            [verdict(&all, "V.a"), verdict(&all, "V.b, methods"), verdict(&all, "V.c")],
            [Verdict::Holds, Verdict::Holds, Verdict::Open]
        );
        // Better by 5 points is not much better.
        let all = outcomes(|class, copy| if class.search == Search::Regular { 0.55 } else { 0.5 } + spread(copy) / 4.0);
        assert_eq!(verdict(&all, "V.a"), Verdict::Fails);
        let all = outcomes(|class, copy| if class.kids == 4 { 0.7 } else { 0.4 } + spread(copy));
        assert_eq!([verdict(&all, "V.b, sizes"), verdict(&all, "V.c")], [Verdict::Fails, Verdict::Holds]);
    }

    /// A mean of few optimisations that differ much decides nothing, for any number of games per optimisation.
    #[test]
    fn optimisations_that_differ_much_decide_nothing() {
        let all = outcomes(|class, copy| if class.search == Search::Regular { 0.6 } else { 0.4 } + if copy % 2 == 0 { 0.35 } else { -0.35 });
        assert_eq!(verdict(&all, "V.a"), Verdict::Open);
        let apart =
            |class: &Class, copy: usize| if class.search == Search::Regular { 0.8 } else { 0.3 } + 0.001 * copy as f64;
        let mut few = outcomes(apart);
        assert_eq!(verdict(&few, "V.a"), Verdict::Holds);
        few[0].scores.truncate(WANTED - 1);
        assert_eq!(verdict(&few, "V.a"), Verdict::Open, "no conclusion before all compared classes are done");
    }

    /// A conclusion on two classes does not wait for the other six.
    #[test]
    fn a_conclusion_needs_all_optimisations_of_its_own_classes() {
        let mut some = outcomes(|class, copy| if class.kids == 4 { 0.7 } else { 0.4 } + 0.001 * copy as f64);
        for outcome in some.iter_mut().filter(|outcome| group_of(outcome.class) != 0) {
            outcome.scores.truncate(3);
        }
        assert_eq!([verdict(&some, "V.c"), verdict(&some, "V.b, sizes")], [Verdict::Holds, Verdict::Open]);
        some.iter_mut().find(|outcome| outcome.class.name() == "A(4,6)H").unwrap().scores.pop();
        assert_eq!(verdict(&some, "V.c"), Verdict::Open);
    }

    #[test]
    fn the_page_says_how_much_is_done() {
        let mut few = outcomes(|_, copy| 0.1 * copy as f64);
        few.iter_mut().for_each(|outcome| outcome.scores.truncate(5));
        let text = markdown(&few, &[], "a.svg");
        assert!(
            text.contains("**40 of 160 optimisations are done.**\nThe same") && text.contains("| 0 to 40 |"),
            "{text}"
        );
        assert!(text.contains("| V.c, consistent | wrong in the paper |"), "{text}");
    }

    #[test]
    fn the_page_judges_the_best_heuristic_result_and_the_mean_of_vectors() {
        let apart =
            |class: &Class, copy: usize| if class.search == Search::Regular { 0.8 } else { 0.3 } + 0.001 * copy as f64;
        let text = markdown(&outcomes(apart), &[0.01, 0.02, 0.0], "a.svg");
        assert!(text.contains("| V.c, best H | same | 0 of 80 results with H match the worst with R |"), "{text}");
        assert!(text.contains("| II.C | same | mean of two vectors less their mean score: +1.0 "), "{text}");
        assert_eq!(matching(&outcomes(|_, copy| copy as f64)).0, 80);
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
