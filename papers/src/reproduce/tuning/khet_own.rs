//! The Khet report's agents at their own strength: UserBot against HeuristicBot, and one optimisation of each class with their
//! budgets and 15 s per move.
//!
//! A game takes a minute and an optimisation an hour. Records are stored in compressed form, so a later run can resume them. The
//! page reports the finished part and the cost of the rest.

use std::path::Path;

use plyground_arena::{MatchSpec, Record};
use plyground_optimize::Generation;
use plyground_statistics::{PairResult, Pentanomial};
use serde_json::{Value, json};

use super::Arguments;
use super::khet_tuning::table::score_of;
use super::khet_tuning::{Class, Form, REPORT, SERVER, Search, agent, optimise, play};
use super::records::{archive, read, restore, store};
use crate::Result;

/// Number of games of UserBot against HeuristicBot, with the published vector.
const GAMES: u64 = 100;

/// Folder of the stored runs, below the root.
const STORE: &str = "docs/results/records/khet-tuning-report";

/// Returns the stored games by the agents that played them.
///
/// # Errors
/// When an archive cannot be read.
pub(in crate::reproduce) fn own_games() -> Result<[(&'static str, Vec<Value>); 3]> {
    let fault = |error: std::io::Error| format!("{STORE}: {error}");
    let folder = std::fs::read_dir(STORE).map_err(fault)?;
    let mut paths = folder.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, _>>().map_err(fault)?;
    paths.sort();
    let games_of = |part: &str| -> Result<Vec<Value>> {
        let mut games = Vec::new();
        for path in
            paths.iter().filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().contains(part)))
        {
            for (_, text) in read(path)?.iter().filter(|(name, _)| name.ends_with(".jsonl")) {
                for line in text.lines() {
                    games.push(serde_json::from_str(line).map_err(|error| format!("{}: {error}", path.display()))?);
                }
            }
        }
        Ok(games)
    };
    Ok([
        ("UserBot against HeuristicBot", games_of("match")?),
        ("UserBot against itself", games_of("-R-")?),
        ("HeuristicBot against itself", games_of("-H-")?),
    ])
}

/// Progress of an optimisation.
struct Progress {
    class: Class,
    generations: u64,
    games: u64,
    nodes: u64,
}

/// Number of games of one optimisation of the report.
const GAMES_OF_ONE: u64 = 72;

/// Plays the match, then the optimisations one after the other. The page is published after every game of the match and every
/// generation, and the records are stored.
///
/// # Errors
/// When a part of the experiment fails.
pub(super) fn run(arguments: &Arguments, publish: &mut dyn FnMut(&Value) -> Result<()>) -> Result<Value> {
    let form = &REPORT;
    let folder = arguments.out.join(form.folder).into_std_path_buf();
    let none = |class| Progress { class, generations: 0, games: 0, nodes: 0 };
    let mut done: Vec<Progress> = Class::tuned().map(none).collect();
    let pairs = matches(form, &folder, &mut |pairs| publish(&figures(form, pairs, &done)))?;
    for place in 0..done.len() {
        let class = done[place].class;
        let name = class.folder(0);
        let (run, archive) = (folder.join(&name), archive(STORE, &name));
        restore(&archive, &run)?;
        let tuned = optimise(form, class, 0, &folder, &mut |&Generation { generation, games, nodes, .. }| {
            done[place] = Progress { class, generations: generation, games, nodes };
            store(&run, &archive)?;
            publish(&figures(form, &pairs, &done))
        });
        tuned?;
        store(&run, &archive)?;
    }
    Ok(figures(form, &pairs, &done))
}

/// Plays the match in whole pairs of games, counted for UserBot.
fn matches(form: &Form, folder: &Path, each: &mut dyn FnMut(&Pentanomial) -> Result<()>) -> Result<Pentanomial> {
    let agents = [Search::Regular, Search::Greedy].map(|search| agent(form, search, "report"));
    let agents = agents.into_iter().collect::<Result<Vec<_>, _>>()?;
    let (run, archive) = (folder.join("match"), archive(STORE, "match"));
    restore(&archive, &run)?;
    // This file marks the folder of a run.
    std::fs::create_dir_all(&run)
        .and_then(|()| std::fs::write(run.join("settings.json"), "{}\n"))
        .map_err(|error| format!("{}: {error}", run.display()))?;
    let mut records: Vec<Record> = Vec::new();
    for pair in 1..=GAMES / 2 {
        // Each step plays one pair. Recorded pairs are not played again.
        let file = run.join(format!("pair-{pair}.jsonl"));
        records.extend(play(agents.clone(), Some(&file), MatchSpec { seed: pair, ..MatchSpec::default() })?);
        store(&run, &archive)?;
        each(&count(&records))?;
    }
    Ok(count(&records))
}

/// Counts pairs of games for the first agent, which has the first side in the first game of each pair.
fn count(records: &[Record]) -> Pentanomial {
    let mut pairs = Pentanomial::default();
    for pair in records.chunks_exact(2) {
        let first = pair[0].agents[0].starts_with("khet-userbot");
        let [one, other] = if first { [0, 1] } else { [1, 0] };
        pairs.add(PairResult::from_half_points(pair[0].half_points(one) + pair[1].half_points(other)));
    }
    pairs
}

fn figures(form: &Form, pairs: &Pentanomial, done: &[Progress]) -> Value {
    let mut played = score_of(pairs);
    (played["games"], played["wanted"]) = (json!(2 * pairs.pairs()), json!(GAMES));
    let rows = done.iter().map(|one| {
        let Progress { class, generations, games, nodes } = one;
        json!({
            "class": class.name(), "generations": generations, "wanted": class.generations, "games": games, "nodes": nodes,
        })
    });
    let (games, nodes) = done.iter().fold((0, 0), |(games, nodes), one| (games + one.games, nodes + one.nodes));
    let each = (games > 0).then(|| nodes as f64 / games as f64);
    json!({
        "agents": {"regular": form.regular, "greedy": form.greedy, "rules": SERVER},
        "played": played,
        "optimisations": {
            "rows": rows.collect::<Vec<_>>(), "games": games, "wanted": GAMES_OF_ONE * done.len() as u64,
            "games_of_one": GAMES_OF_ONE, "nodes_of_game": each, "hours": each.map(hours),
        },
    })
}

/// Lower bound on the nodes per second of one core. `cargo xtask bench` measures the speed of this machine.
const NODES_A_SECOND: f64 = 1e6;

/// Estimates the core hours of an optimisation of the report by the nodes of a game.
fn hours(nodes_of_game: f64) -> f64 {
    nodes_of_game * GAMES_OF_ONE as f64 / NODES_A_SECOND / 3600.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::claims::tests::judge;
    use crate::reproduce::figures::tests::rendered;

    fn progress(games: u64) -> Vec<Progress> {
        let classes = Class::all().into_iter().filter(|class| class.method.is_some());
        classes.map(|class| Progress { class, generations: 2, games, nodes: 1_000 * games }).collect()
    }

    #[test]
    fn an_optimisation_is_priced_by_its_nodes() {
        assert_eq!(hours(200_000_000.0), 4.0);
        let judged = |done: &[Progress]| {
            let figures = figures(&REPORT, &Pentanomial::new([0, 0, 0, 0, 2]), done);
            judge("khet-tuning-report: cost of an optimisation", &figures)
        };
        let done = |nodes| Progress { class: Class::all()[0], generations: 4, games: 24, nodes };
        assert_eq!([judged(&[done(4_800_000_000)]), judged(&[done(48_000_000_000)])], ["better", "same"]);
        assert_eq!(judged(&progress(0)), "not decided");
    }

    #[test]
    fn finished_and_pending_games_are_counted() {
        let few = figures(&REPORT, &Pentanomial::new([0, 0, 0, 0, 2]), &progress(12));
        assert_eq!((&few["played"]["games"], &few["optimisations"]["games"]), (&json!(4), &json!(96)));
        assert_eq!(
            (&few["optimisations"]["wanted"], &few["optimisations"]["nodes_of_game"]),
            (&json!(576), &json!(1e3))
        );
        let many = figures(&REPORT, &Pentanomial::new([0, 1, 4, 10, 35]), &progress(72));
        let judged = |claim: &str| [&few, &many].map(|figures| judge(&format!("khet-tuning-report: {claim}"), figures));
        for claim in ["V.a, own strength", "V.a"] {
            assert_eq!(judged(claim), ["not decided", "same"], "two pairs decide nothing");
        }
        assert_eq!(judged("as it was run"), ["not decided"; 2], "half of the optimisations, and no tournament");
        let [few, many] = [few, many].map(|figures| rendered("khet-tuning-report", &figures));
        assert!(
            few.contains("480 are pending.\nA game takes 1,000 nodes.")
                && many.contains("All these optimisations are done.")
        );
    }
}
