//! The Khet report's experiment: eight classes of optimised agents, each optimised twice, and its hand-tuned vector.
//!
//! `A` climbs and `G` is genetic. (kids, generations) are (3, 12) and (4, 6), which cost 72 games with one pair of games per
//! pairing. `R` searches all moves, and `H` the ten best of each position. `P` is hand-tuned. All play all, and the results
//! decide the report's conclusions. All records are stored in a folder, so an interrupted run can resume.

mod conclusions;
pub(in crate::reproduce) mod report_table;
pub(super) mod table;

use std::fs;
use std::path::Path;

use plyground_arena::{MatchSpec, Record};
use plyground_catalog::keys::Setting;
use plyground_catalog::{AgentSpec, Catalog, CatalogError, GameRef, Tuning};
use plyground_optimize::{Generation, Method, Tuned, TuningOptions, TuningProgress};
use plyground_search::StopFlag;
use serde_json::{Value, json};

use super::{Arguments, SEED};
use crate::Result;
use crate::reproduce::contest::{contest, random_openings, threads};
pub(super) use crate::reproduce::khet::SERVER;
pub(in crate::reproduce) use report_table::white_share;
use table::{Entry, Field};

/// The search of a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::reproduce) enum Search {
    /// All moves.
    Regular,
    /// The ten best moves by grade.
    Greedy,
}

/// A class of agents that were optimised alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Class {
    /// `None` for the hand-tuned vector.
    pub(super) method: Option<Method>,
    pub(super) kids: usize,
    pub(super) generations: u32,
    pub(super) search: Search,
}

impl Class {
    /// Returns all classes in the order of the report's table.
    pub(super) fn all() -> Vec<Class> {
        let mut all = Vec::new();
        for method in [Method::Annihill, Method::Genetic] {
            for search in [Search::Regular, Search::Greedy] {
                for (kids, generations) in [(3, 12), (4, 6)] {
                    all.push(Class { method: Some(method), kids, generations, search });
                }
            }
        }
        let by_hand = |search| Class { method: None, kids: 0, generations: 0, search };
        all.extend([Search::Regular, Search::Greedy].map(by_hand));
        all
    }

    /// Returns the classes of optimised agents.
    pub(super) fn tuned() -> impl Iterator<Item = Class> {
        Class::all().into_iter().filter(|class| class.method.is_some())
    }

    /// Returns the name in the report's notation.
    pub(super) fn name(self) -> String {
        let search = if self.search == Search::Regular { "R" } else { "H" };
        match self.method {
            Some(Method::Annihill) => format!("A({},{}){search}", self.kids, self.generations),
            Some(_) => format!("G({},{}){search}", self.kids, self.generations),
            None => format!("P-{search}"),
        }
    }

    /// Returns the name of the folder of an optimisation, numbered from 1.
    pub(super) fn folder(self, copy: u64) -> String {
        format!("{}-{}", self.name().replace(['(', ')', ','], "-"), copy + 1)
    }
}

/// Form of the experiment: the strength of the agents and the numbers of games.
pub(super) struct Form {
    pub(super) folder: &'static str,
    /// Specs of both searches, without an evaluation.
    pub(super) regular: &'static str,
    pub(super) greedy: &'static str,
    /// Game pairs of every two vectors of a generation. The report has 1.
    pub(super) pairs: u64,
    /// Game pairs of every two agents in the final tournament.
    pub(super) rounds: u64,
}

/// Unit of depth of the regular search.
const VARIABLE: &str = ",unit=variable";

pub(super) const SHORT: Form = Form {
    folder: "short",
    regular: "alphabeta-tt:nodes=3000,unit=variable,noise=on,table=1",
    greedy: "beam:nodes=3000,width=10,noise=on",
    pairs: 1,
    rounds: 2,
};

const MANY: Form = Form {
    folder: "many",
    regular: "alphabeta-tt:nodes=150,unit=variable,noise=on,table=1",
    greedy: "beam:nodes=150,width=10,noise=on",
    pairs: 50,
    rounds: 12,
};

pub(super) const REPORT: Form =
    Form { folder: "report", regular: "khet-userbot", greedy: "khet-heuristicbot", ..SHORT };

/// Runs the short form or the long one and returns the figures of its page.
///
/// # Errors
/// When a part of the experiment fails.
pub(super) fn run(arguments: &Arguments) -> Result<Value> {
    let form = if arguments.full { &MANY } else { &SHORT };
    let folder = arguments.out.join(form.folder).into_std_path_buf();
    let mut entries = Vec::new();
    let (mut optimisations, mut games, mut nodes) = (0, 0, 0);
    for class in Class::all() {
        if class.method.is_none() {
            entries.push(Entry { class, agent: agent(form, class.search, "hand-tuned")?, weights: None });
            continue;
        }
        for copy in 0..2 {
            let tuned = optimise(form, class, copy, &folder, &mut |_| Ok(()))?;
            optimisations += 1;
            games += tuned.games;
            nodes += tuned.nodes;
            let file = tuned.file.expect("a folder was given");
            let agent = agent(form, class.search, &file.to_string_lossy())?;
            entries.push(Entry { class, agent, weights: Some(tuned.weights) });
        }
    }
    // The limit is part of the identity of the stored games.
    let spec = || MatchSpec { max_plies: Some(1_000), seed: SEED, ..MatchSpec::default() };
    let agents = || entries.iter().map(|entry| entry.agent.clone()).collect();
    let file = folder.join("all-play-all.jsonl");
    let records = play(agents(), Some(&file), MatchSpec { pairs: form.rounds, ..spec() })?;
    // Random moves of an opening favour one side, so the value of the first move is measured from the start.
    let file = folder.join("from-the-start.jsonl");
    let from_start = play(agents(), Some(&file), MatchSpec { openings: random_openings((0, 0)), ..spec() })?;
    let alone = against_themselves(&entries, &folder)?;
    let table = report_table::count(&entries, from_start.iter().chain(&alone));
    let graph = arguments.page.with_extension(format!("{}.svg", form.folder));
    fs::write(&graph, report_table::graph(&table)?).map_err(|error| format!("{graph}: {error}"))?;
    let tuned = json!({"optimisations": optimisations, "games": games, "nodes": nodes, "seed": SEED});
    let played = json!({"random": records.len(), "start": from_start.len() + alone.len()});
    let field = Field::new(entries, &records, &from_start);
    Ok(figures(form, (tuned, played), &table, &field))
}

fn figures(form: &Form, (tuned, played): (Value, Value), table: &report_table::Table, field: &Field) -> Value {
    json!({
        "full": form.folder == MANY.folder,
        "agents": {"regular": form.regular, "greedy": form.greedy, "rules": SERVER},
        "tuned": tuned,
        "played": played,
        "table": report_table::figures(table),
        "crosstable": field.crosstable(),
        "conclusions": conclusions::figures(field),
    })
}

/// Plays all agents against all by the report's rules. With a file of records, it plays only the games that are missing there.
pub(super) fn play(
    agents: Vec<AgentSpec>,
    records: Option<&Path>,
    spec: MatchSpec,
) -> Result<Vec<Record>, CatalogError> {
    Ok(contest(&khet()?, agents, records, MatchSpec { rules: Some(SERVER.into()), ..spec })?.records)
}

/// Plays a game from the start of each agent against itself, as in the report's table.
fn against_themselves(entries: &[Entry], folder: &Path) -> Result<Vec<Record>, CatalogError> {
    let mut games = Vec::new();
    for (number, entry) in entries.iter().enumerate() {
        let file = folder.join(format!("against-itself-{number}.jsonl"));
        let spec = MatchSpec { openings: random_openings((0, 0)), seed: SEED, ..MatchSpec::default() };
        let records = play(vec![entry.agent.clone(), entry.agent.clone()], Some(&file), spec)?;
        for record in records.into_iter().take(1) {
            // The arena calls the second copy of an agent `NAME #2`.
            games.push(Record { agents: [0, 1].map(|_| entry.agent.to_string()), ..record });
        }
    }
    Ok(games)
}

/// Returns an agent with an evaluation.
pub(super) fn agent(form: &Form, search: Search, eval: &str) -> Result<AgentSpec, CatalogError> {
    let spec = if search == Search::Regular { form.regular } else { form.greedy };
    // Stored runs name a table, which this unit cannot use. The catalog refuses the two keys together.
    let named = spec.replace(VARIABLE, "");
    let mut agent = khet()?.agent(&named)?;
    if named != spec {
        agent = agent.with("unit", Setting::Text("variable".to_owned()));
    }
    Ok(agent.with("eval", Setting::Text(eval.to_owned())))
}

pub(super) fn khet() -> Result<GameRef, CatalogError> {
    Catalog::standard().game("khet").cloned()
}

/// Runs one optimisation as in the report: random starts, no incumbent, no elite.
pub(super) fn optimise(
    form: &Form,
    class: Class,
    copy: u64,
    folder: &Path,
    each: &mut dyn FnMut(&Generation) -> Result<()>,
) -> Result<Tuned, CatalogError> {
    let method = class.method.expect("the hand-tuned vector is not optimised");
    let options = TuningOptions {
        kids: Some(class.kids),
        generations: Some(class.generations),
        pairs: Some(form.pairs),
        random_start: true,
        // Classes of equal size and copy share their random starts, for any search and method.
        seed: 100 * SEED + copy,
        threads: threads(),
        final_pairs: 0,
        resume: true,
        ..TuningOptions::new(method)
    };
    let mut tuning = Tuning::new(agent(form, class.search, "hand-tuned")?, options);
    tuning.rules = Some(SERVER.into());
    let folder = folder.join(class.folder(copy));
    let tuned = khet()?.tune(&tuning, Some(&folder), &StopFlag::default(), &mut |progress| {
        if let TuningProgress::Generation(generation) = progress {
            eprintln!("{}: {} {}, generation {}", form.folder, class.name(), copy + 1, generation.generation);
            // If the page cannot be written now, it is written or its error is reported at the end.
            let _ = each(generation);
        }
    })?;
    eprintln!("{}: {} optimised, {} games", form.folder, class.name(), tuned.games);
    Ok(tuned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::figures::tests::rendered;
    use plyground_statistics::PairResult;

    #[test]
    fn the_classes_are_the_reports() {
        let names: Vec<String> = Class::all().into_iter().map(Class::name).collect();
        assert_eq!(
            names,
            ["A(3,12)R", "A(4,6)R", "A(3,12)H", "A(4,6)H", "G(3,12)R", "G(4,6)R", "G(3,12)H", "G(4,6)H", "P-R", "P-H"]
        );
    }

    #[test]
    fn the_figures_fit_both_pages() {
        let entry = |class: Class| Entry {
            class,
            agent: agent(&SHORT, class.search, "report").unwrap(),
            weights: class.method.map(|_| [("own_moves", 1.0)].into()),
        };
        let pairs = (0..10).flat_map(|one| (0..one).map(move |other| ([one, other], (one + other) % 5)));
        let mut field = Field::of(Class::all().into_iter().map(entry).collect(), pairs.collect());
        field.first_side.add(PairResult::from_half_points(3));
        field.first_side_later.add(PairResult::from_half_points(2));
        let counts =
            || (json!({"optimisations": 16, "games": 72, "nodes": 9000, "seed": 1}), json!({"random": 1, "start": 2}));
        let [short, many] = [(&SHORT, "khet-tuning"), (&MANY, "khet-tuning-full")]
            .map(|(form, name)| rendered(name, &figures(form, counts(), &report_table::REPORT, &field)));
        assert!(short.contains("\n|A(3,12)R||") && short.contains("|d. The best agents play offensively"), "{short}");
        // The long form repeats neither the report's table nor the explanations.
        assert_eq!([&short, &many].map(|text| text.matches("\n|A(3,12)R|2/0/2").count()), [2, 1]);
        assert!(short.contains("add up to 21/11/4") && !many.contains("add up"));
        assert_eq!([&short, &many].map(|text| text.matches("over pairs of games").count()), [1, 0]);
    }

    #[test]
    fn all_agents_can_be_made() {
        for form in [&SHORT, &MANY, &REPORT] {
            for search in [Search::Regular, Search::Greedy] {
                assert!(agent(form, search, "report").is_ok(), "{}", form.folder);
            }
        }
    }
}
