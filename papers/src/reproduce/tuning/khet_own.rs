//! The Khet report's agents at their own strength: UserBot against HeuristicBot, and one optimisation of each class with their
//! budgets and 15 s per move.
//!
//! A game takes a minute and an optimisation an hour. Records are stored in compressed form, so a later run can resume them. The
//! page reports the finished part and the cost of the rest.

use std::path::{Path, PathBuf};

use plyground_arena::Record;
use plyground_catalog::{CatalogError, Contest};
use plyground_search::StopFlag;
use plyground_statistics::{PairResult, Pentanomial};
use serde_json::Value;

use super::Arguments;
use super::khet_tuning::{Class, Form, REPORT, SERVER, Search, agent, khet, optimise};
use super::records::{read, restore, store};
use crate::reproduce::page::{Judged, grouped, verdicts};
use crate::reproduce::prose::paragraph;
use crate::reproduce::standing::percent;
use crate::reproduce::verdict::Verdict;

/// Number of games of UserBot against HeuristicBot, with the published vector.
const GAMES: u64 = 100;

/// Folder of the stored runs, below the root.
const STORE: &str = "docs/results/records/khet-tuning-report";

/// Returns the stored games by the agents that played them.
///
/// # Errors
/// When an archive cannot be read.
pub(in crate::reproduce) fn own_games() -> Result<[(&'static str, Vec<Value>); 3], String> {
    let mut kinds = [
        ("UserBot against HeuristicBot", "match"),
        ("UserBot against itself", "-R-"),
        ("HeuristicBot against itself", "-H-"),
    ]
    .map(|(name, part)| (name, part, Vec::new()));
    let fault = |error: &dyn std::fmt::Display| format!("{STORE}: {error}");
    let folder = std::fs::read_dir(STORE).map_err(|error| fault(&error))?;
    let mut paths =
        folder.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>().map_err(|error| fault(&error))?;
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some((_, _, games)) = kinds.iter_mut().find(|(_, part, _)| name.contains(part)) else { continue };
        let files = read(&path)?;
        let texts = files.iter().filter(|(name, _)| name.ends_with(".jsonl")).flat_map(|(_, text)| text.lines());
        for line in texts {
            games.push(serde_json::from_str(line).map_err(|error| fault(&error))?);
        }
    }
    Ok(kinds.map(|(name, _, games)| (name, games)))
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
pub(super) fn run(
    arguments: &Arguments,
    publish: &mut dyn FnMut(&str) -> Result<(), String>,
) -> Result<String, String> {
    let form = &REPORT;
    let folder = arguments.out.join(form.folder).into_std_path_buf();
    let classes = Class::all().into_iter().filter(|class| class.method.is_some());
    let mut done: Vec<Progress> = classes.map(|class| Progress { class, generations: 0, games: 0, nodes: 0 }).collect();
    let pairs = matches(form, &folder, arguments, &mut |pairs| publish(&markdown(form, pairs, &done)))?;
    for place in 0..done.len() {
        let class = done[place].class;
        let name = format!("{}-1", class.name().replace(['(', ')', ','], "-"));
        let (run, archive) = (folder.join(&name), PathBuf::from(STORE).join(format!("{name}.json.gz")));
        restore(&archive, &run)?;
        let tuned = optimise(form, class, 0, &folder, arguments, &mut |generation| {
            done[place] = Progress {
                class,
                generations: generation.generation,
                games: generation.games,
                nodes: generation.nodes,
            };
            store(&run, &archive)?;
            publish(&markdown(form, &pairs, &done))
        });
        tuned.map_err(|error| error.to_string())?;
        store(&run, &archive)?;
    }
    Ok(markdown(form, &pairs, &done))
}

/// Plays the match in whole pairs of games, counted for UserBot.
fn matches(
    form: &Form,
    folder: &Path,
    arguments: &Arguments,
    each: &mut dyn FnMut(&Pentanomial) -> Result<(), String>,
) -> Result<Pentanomial, String> {
    let fault = |error: CatalogError| error.to_string();
    let agents = [Search::Regular, Search::Greedy].map(|search| agent(form, search, "report"));
    let agents = agents.into_iter().collect::<Result<Vec<_>, _>>().map_err(fault)?;
    let (run, archive) = (folder.join("match"), PathBuf::from(STORE).join("match.json.gz"));
    restore(&archive, &run)?;
    // This file marks the folder of a run.
    std::fs::create_dir_all(&run)
        .and_then(|()| std::fs::write(run.join("settings.json"), "{}\n"))
        .map_err(|error| format!("{}: {error}", run.display()))?;
    let mut records: Vec<Record> = Vec::new();
    for pair in 1..=GAMES / 2 {
        let mut contest = Contest::new(agents.clone());
        contest.spec.rules = Some(SERVER.into());
        // Each step plays one pair. Recorded pairs are not played again.
        (contest.spec.pairs, contest.spec.seed, contest.spec.openings.plies) = (1, pair, (2, 6));
        contest.threads = arguments.threads;
        let file = run.join(format!("pair-{pair}.jsonl"));
        let end = khet().and_then(|khet| khet.contest(&contest, Some(&file), &StopFlag::default(), &mut |_| {}));
        records.extend(end.map_err(fault)?.records);
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

fn markdown(form: &Form, pairs: &Pentanomial, done: &[Progress]) -> String {
    let played = 2 * pairs.pairs();
    let verdict = if pairs.pairs() < 5 { Verdict::Open } else { Verdict::better(pairs) };
    let score = pairs.score().map_or_else(|| "-".into(), |share| format!("{:.0}%", 100.0 * share));
    let interval = pairs.score_interval(0.95);
    let agents = format!(
        "R is `{}` and H is `{}`, with their own depth budgets and 15 s per move. The rules are `{}`. The same command resumes the run from the stored records.",
        form.regular, form.greedy, SERVER
    );
    let games = format!(
        "Both agents have the published vector, and each game begins with 2 to 6 random moves. {played} of {GAMES} games are played. UserBot scores {score} (95% interval over pairs {}%). The claim \
         that the regular agent is better {}.",
        percent(interval),
        verdict.text()
    );
    let classes = "A class has a method (`A` climbing, `G` genetic), its numbers of kids and generations, and a search. `R` searches all moves, `H` the ten best.";
    let mut text = format!(
        "# Khet: the report's agents at their own strength\n\n{}\n\n## UserBot against HeuristicBot\n\n{}\n\n## One optimisation of each class\n\n{}\n\n\
         | optimisation | generations | games of {GAMES_OF_ONE} | nodes |\n|---|---|---|---|\n",
        paragraph(&agents),
        paragraph(&games),
        paragraph(classes)
    );
    for Progress { class, generations, games, nodes } in done {
        text += &format!(
            "| {} | {generations} of {} | {games} | {} |\n",
            class.name(),
            class.generations,
            grouped(*nodes as f64)
        );
    }
    text += &format!("\n{}\n\n", paragraph(&on_rest(done)));
    let (cost, figure) = cost(done);
    text + &verdicts(&[
        (
            "V.a, own strength",
            verdict.judged(),
            format!("UserBot {score} ({}%) over {played} games", percent(interval)),
        ),
        ("cost of an optimisation", cost, figure),
        (
            "as it was run",
            Verdict::of(played == GAMES && done.iter().all(|one| one.games == GAMES_OF_ONE)).choose(
                Judged::Same,
                Judged::Open,
                Judged::Open,
            ),
            format!(
                "{played} of {GAMES} games of R against H, {} of the optimisations",
                done.iter().map(|one| one.games).sum::<u64>()
            ),
        ),
    ])
}

/// Lower bound on the nodes per second of one core. `cargo xtask bench` measures the speed of this machine.
const NODES_A_SECOND: f64 = 1e6;

/// Estimates the core hours of an optimisation of the report by the nodes of the finished games. The report took 12 hours or
/// more.
fn cost(done: &[Progress]) -> (Judged, String) {
    let (games, nodes) = done.iter().fold((0, 0), |(games, nodes), one| (games + one.games, nodes + one.nodes));
    if games == 0 {
        return (Judged::Open, "no game is played".into());
    }
    let hours = nodes as f64 / games as f64 * GAMES_OF_ONE as f64 / NODES_A_SECOND / 3600.0;
    let verdict = if hours < 12.0 { Judged::Better } else { Judged::Same };
    (verdict, format!("{hours:.1} hours of one core at a million nodes per second"))
}

/// Estimates the cost of the pending games by the nodes of the finished ones.
fn on_rest(done: &[Progress]) -> String {
    let (games, nodes) = done.iter().fold((0, 0), |(games, nodes), one| (games + one.games, nodes + one.nodes));
    let left = GAMES_OF_ONE * done.len() as u64 - games;
    if left == 0 {
        return "All optimisations are done. Their vectors have played no match.".into();
    }
    let each = if games == 0 { "an unknown number of".into() } else { grouped(nodes as f64 / games as f64) };
    format!("{games} games are played and {left} are pending. A game takes {each} nodes.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(games: u64) -> Vec<Progress> {
        let classes = Class::all().into_iter().filter(|class| class.method.is_some());
        classes.map(|class| Progress { class, generations: 2, games, nodes: 1_000 * games }).collect()
    }

    #[test]
    fn an_optimisation_is_priced_by_its_nodes() {
        let done = |nodes| Progress { class: Class::all()[0], generations: 4, games: 24, nodes };
        let (verdict, figure) = cost(&[done(4_800_000_000)]);
        assert!(verdict == Judged::Better && figure.starts_with("4.0 hours"), "{figure}");
        assert_eq!(cost(&[done(48_000_000_000)]).0, Judged::Same);
        assert_eq!(cost(&progress(0)).0, Judged::Open);
    }

    #[test]
    fn the_page_lists_finished_and_pending_games() {
        let few = markdown(&REPORT, &Pentanomial::new([0, 0, 0, 0, 2]), &progress(12));
        assert!(
            few.contains("4 of 100 games are played") && few.contains("| A(3,12)R | 2 of 12 | 12 | 12,000 |"),
            "{few}"
        );
        assert!(few.contains("96 games are played and 480 are pending.\nA game takes 1,000 nodes"), "{few}");
        assert!(few.contains("| V.a, own strength | not decided |"), "two pairs decide nothing: {few}");
        let many = markdown(&REPORT, &Pentanomial::new([0, 1, 4, 10, 35]), &progress(72));
        assert!(many.contains("agent is better holds") && many.contains("All optimisations are done."), "{many}");
        assert!(
            many.contains("| as it was run | same | 100 of 100 games of R against H, 576 of the")
                && few.contains("| as it was run | not")
        );
    }
}
