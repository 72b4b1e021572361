//! The Khet report's conclusions a to c with intervals over optimisations.
//!
//! Two optimisations of one class can differ more than two classes do. So games of a few fixed vectors decide nothing about a
//! method. Here each class is optimised many times, and each result plays the same four opponents. An optimisation is one value,
//! and intervals are over these values. The optimisations are stored in compressed form, and a later run resumes them.

use std::fs;
use std::path::PathBuf;

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
use crate::reproduce::verdict::Verdict;
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

/// The scores of the optimisations of a class, each between 0 and 1.
struct Outcome {
    class: Class,
    scores: Vec<f64>,
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
    let mut outcomes: Vec<Outcome> = classes.map(|class| Outcome { class, scores: Vec::new() }).collect();
    for (group, copy) in (0..GROUPS).flat_map(|group| (0..WANTED).map(move |copy| (group, copy))) {
        for place in 0..outcomes.len() {
            let class = outcomes[place].class;
            if is_stored(class, copy as u64) || group_of(class) == group {
                // Stored copies of later groups are read with the first group: the page has all that is done.
                if outcomes[place].scores.len() == copy {
                    outcomes[place].scores.push(one(class, copy as u64, arguments)?);
                    publish(&page(&outcomes, arguments)?)?;
                }
            }
        }
    }
    page(&outcomes, arguments)
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

/// Runs an optimisation and returns the share of points of its result against the opponents.
fn one(class: Class, copy: u64, arguments: &Arguments) -> Result<f64, String> {
    let fault = |error: CatalogError| error.to_string();
    let folder = arguments.out.join(FORM.folder).into_std_path_buf();
    let name = name_of(class, copy);
    let (run, archive) = (folder.join(&name), archive_of(&name));
    restore(&archive, &run)?;
    let tuned = optimise(&FORM, class, copy, &folder, arguments, &mut |_| Ok(())).map_err(fault)?;
    let file = tuned.file.expect("a folder was given");
    let result = agent(&FORM, class.search, &file.to_string_lossy()).map_err(fault)?;
    let (mut half_points, mut games, mut played) = (0, 0, false);
    for (number, opponent) in opponents().map_err(fault)?.into_iter().enumerate() {
        let mut contest = Contest::new(vec![result.clone(), opponent]);
        contest.spec.rules = Some(SERVER.into());
        (contest.spec.pairs, contest.spec.seed, contest.spec.openings.plies) = (PAIRS, 1_000 + copy, (2, 6));
        contest.threads = arguments.threads;
        let records = run.join(format!("opponent-{number}.jsonl"));
        played |= !records.exists();
        let end = khet().and_then(|khet| khet.contest(&contest, Some(&records), &StopFlag::default(), &mut |_| {}));
        let end = end.map_err(fault)?;
        half_points += end.records.iter().map(|record| points_of(record, &contest.agents[0])).sum::<usize>();
        games += end.records.len();
    }
    if played || !archive.exists() {
        store(&run, &archive)?;
    }
    Ok(half_points as f64 / (2 * games) as f64)
}

/// Returns the half points of an agent in a game.
fn points_of(record: &Record, agent: &AgentSpec) -> usize {
    let seat = usize::from(record.agents[0] != agent.to_string());
    record.half_points(seat)
}

fn page(outcomes: &[Outcome], arguments: &Arguments) -> Result<String, String> {
    let file = arguments.page.with_extension("svg");
    let points: Vec<(String, Vec<f64>)> = outcomes
        .iter()
        .map(|outcome| (outcome.class.name(), outcome.scores.iter().map(|score| 100.0 * score).collect()))
        .collect();
    let drawn = by_class("Each optimisation against the same four opponents", "per cent of the points", &points);
    let drawn = drawn.map_err(|error| error.to_string())?;
    fs::write(&file, drawn).map_err(|error| format!("{file}: {error}"))?;
    Ok(markdown(outcomes, file.file_name().unwrap_or_default()))
}

fn markdown(outcomes: &[Outcome], graph: &str) -> String {
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
        "R is `{}` and H is `{}`. The rules are `{}`. The agents of the report search deeper; [another page](khet-tuning-report.md) has their results.",
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
    for Outcome { class, scores } in outcomes {
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
    let mut both: Vec<(Verdict, String)> = Vec::new();
    for Conclusion { id, claim, compared, found, verdict } in conclusions(outcomes) {
        let figure = found.map_or_else(|| "too few optimisations".into(), |found| found.percent());
        text += &format!("| {claim} | {compared} | {figure} | {} |\n", verdict.text());
        if CONCLUSION_B.contains(&id) {
            both.push((verdict, format!("{} {figure}", id.trim_start_matches("V.b, "))));
        }
        judged.push((id, verdict.judged(), format!("{compared}: {figure}")));
    }
    let words = "\"Much better\" is read as more than 10 points of 100. \"Hard to distinguish\" and \"about the same\" are read as an interval between -10 and +10 points.";
    let paper = "The report contradicts itself in V.c. It prefers \"a larger population\", and then names A(3,12)H, the class with more generations, as the better one. In its Table 1 both classes have 15.5 points: \
                 A(3,12)H has 12 wins and 7 ties, A(4,6)H has 10 wins and 11 ties.";
    text += &format!("\n{}\n\n{}\n\n", paragraph(words), paragraph(paper));
    let (of_both, figures): (Vec<_>, Vec<_>) = both.into_iter().unzip();
    judged.push(("V.b", Verdict::all(&of_both).judged(), figures.join(", ")));
    let (verdict, figure) = on_population();
    judged.push(("V.c, consistent", verdict, figure));
    text + &verdicts(&judged)
}

/// The parts of conclusion b: methods are alike, and sizes are alike.
const CONCLUSION_B: [&str; 2] = ["V.b, methods", "V.b, sizes"];

/// A conclusion of the report with its verdict by the optimisations.
struct Conclusion {
    id: &'static str,
    claim: &'static str,
    compared: &'static str,
    found: Option<Estimate>,
    verdict: Verdict,
}

fn conclusions(outcomes: &[Outcome]) -> Vec<Conclusion> {
    use Search::{Greedy, Regular};
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
            |found| Verdict::above(found.interval, 0.1),
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
            alike,
        ),
        row("V.b, greedy", "b. The same for climbing and genetic with H", "A minus G, H", of(Greedy, &climbs), alike),
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
        classes.map(|class| Outcome { class, scores: (0..WANTED).map(|copy| score(&class, copy)).collect() }).collect()
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
        let text = markdown(&few, "a.svg");
        assert!(
            text.contains("**40 of 160 optimisations are done.**\nThe same") && text.contains("| 0 to 40 |"),
            "{text}"
        );
        assert!(text.contains("| V.c, consistent | wrong in the paper |"), "{text}");
    }

    #[test]
    fn conclusion_b_has_two_parts() {
        use Verdict::{Fails, Holds, Open};
        let cases = [[Holds, Holds], [Holds, Open], [Holds, Fails], [Open, Fails]];
        assert_eq!(cases.map(|parts| Verdict::all(&parts)), [Holds, Open, Fails, Fails]);
        let all = outcomes(|class, copy| if class.kids == 4 { 0.7 } else { 0.4 } + 0.001 * copy as f64);
        let text = markdown(&all, "a.svg");
        assert!(text.contains("| V.b | differs | methods ") && text.contains("| V.b, methods | same |"), "{text}");
    }

    #[test]
    fn the_opponents_are_four_agents() {
        assert_eq!(opponents().unwrap().len(), 4);
    }
}
