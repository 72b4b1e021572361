//! `ply match` and `ply tournament`: games in pairs, records that survive a crash, and what they say.

use std::fs;
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use plyground_catalog::scene::{self, SvgOptions, svg};
use plyground_catalog::{
    AgentSpec, CatalogError, Contest, ContestEnd, EndCause, Figure, Pairing, Progress, Record, SprtStatus, StopFlag,
};

use crate::Failure;
use crate::args::{ContestArgs, MatchArgs, TournamentArgs};
use crate::out::{say, say_part};

/// Boards on a page.
const FIGURES: usize = 4;

/// A match of two.
pub(crate) fn run_match(args: &MatchArgs) -> Result<(), Failure> {
    let mut contest = contest(&args.contest, vec![args.first.clone(), args.second.clone()])?;
    contest.pairs = u64::from(args.games).div_ceil(2);
    if let Some(bounds) = &args.sprt {
        contest.sprt = Some(*bounds);
    }
    play(&contest, &args.contest, args.out.as_deref())
}

/// Everybody against everybody else, or the first against all others.
pub(crate) fn run_tournament(args: &TournamentArgs) -> Result<(), Failure> {
    if args.agents.len() < 2 {
        return Err(Failure::Input(format!("found {} agents: expected 2 or more", args.agents.len())));
    }
    let mut contest = contest(&args.contest, args.agents.clone())?;
    contest.pairs = u64::from(args.rounds);
    contest.pairing = if args.gauntlet { Pairing::Gauntlet } else { Pairing::RoundRobin };
    let file = args.out.as_ref().map(|directory| directory.join("games.jsonl"));
    if let Some(directory) = &args.out {
        fs::create_dir_all(directory)?;
    }
    play(&contest, &args.contest, file.as_deref())
}

fn contest(args: &ContestArgs, agents: Vec<AgentSpec>) -> Result<Contest, Failure> {
    let mut contest = Contest::new(args.game, agents);
    contest.setup.clone_from(&args.setup);
    contest.rules.clone_from(&args.rules);
    contest.openings = args.openings.map(u64::from);
    contest.seed = args.seed;
    contest.threads = args.threads as usize;
    (contest.depth, contest.nodes, contest.time) = (args.depth, args.nodes, args.time);
    contest.clock = args.clock;
    if let Some(plies) = args.opening_plies {
        contest.opening_plies = (plies.min(2), plies);
    }
    if let Some(path) = &args.book {
        let text = fs::read_to_string(path)
            .map_err(|error| Failure::Input(format!("cannot read `{}`: {error}", path.display())))?;
        contest.book = Some(text);
    }
    Ok(contest)
}

fn play(contest: &Contest, args: &ContestArgs, records: Option<&Path>) -> Result<(), Failure> {
    if let Some(path) = records.filter(|path| path.exists() && !args.resume) {
        let message =
            format!("`{}` is there already: expected `--resume` to go on with it, or another file", path.display());
        return Err(Failure::Input(message));
    }
    let stop = StopFlag::default();
    let on_interrupt = stop.clone();
    _ = ctrlc::set_handler(move || on_interrupt.stop());
    let target = if args.json { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let bar = ProgressBar::with_draw_target(None, target);
    // The template is fixed; without it the bar would only be plainer.
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} games  {msg}  {eta} left") {
        bar.set_style(style);
    }
    let ended = contest.run(records, &stop, &mut |progress: &Progress<'_>| {
        bar.set_length(progress.total);
        bar.set_position(progress.done);
        if let Some(tally) = progress.standings.match_tally() {
            bar.set_message(so_far(tally.pairs.score(), &tally.pairs.elo(0.95).to_string(), progress.sprt.as_ref()));
        }
    });
    bar.finish_and_clear();
    conclude(&ended?, args, records)
}

/// What the bar says beside its games: `55.0%, Elo +35 [-10, +80], LLR 1.23 of -2.94 to 2.94`.
fn so_far(score: Option<f64>, elo: &str, sprt: Option<&SprtStatus>) -> String {
    let score = score.map(|score| format!("{:.1}%, ", 100.0 * score)).unwrap_or_default();
    let test = sprt.map(|sprt| format!(", LLR {:.2} of {:.2} to {:.2}", sprt.llr, sprt.lower, sprt.upper));
    format!("{score}Elo {elo}{}", test.unwrap_or_default())
}

fn conclude(ended: &ContestEnd, args: &ContestArgs, records: Option<&Path>) -> Result<(), Failure> {
    if let Some(path) = &args.html {
        write_page(path, &ended.summary.html_with(&figures(&ended.records)?), args.resume)?;
    }
    if args.json {
        say!("{}", serde_json::to_string(&ended.summary).expect("plain data can be written"));
    } else {
        say_part!("{}", ended.summary);
    }
    match (ended.cause, records) {
        (EndCause::Stopped, Some(path)) => {
            anstream::eprintln!("stopped; the same command with `--resume` goes on with {}", path.display());
        }
        (EndCause::Stopped, None) => anstream::eprintln!("stopped; without `--out` the games are lost"),
        (EndCause::Complete | EndCause::Decided, _) => {}
    }
    Ok(())
}

/// How the first games have ended.
fn figures(records: &[Record]) -> Result<Vec<Figure>, CatalogError> {
    let figure = |record: &Record| {
        let [first, second] = &record.agents;
        let caption = format!("Game {}, {first} – {second}: {}", record.number + 1, record.cause);
        let options = SvgOptions { inline: true, ..SvgOptions::titled(&caption) };
        Ok(Figure { svg: svg(&scene::end_of(record)?, &options), caption })
    };
    records.iter().take(FIGURES).map(figure).collect()
}

/// A page of an earlier part of the same run may be replaced.
fn write_page(path: &PathBuf, text: &str, resumes: bool) -> Result<(), Failure> {
    if resumes {
        return Ok(fs::write(path, text)?);
    }
    let mut options = fs::OpenOptions::new();
    let mut file = options
        .write(true)
        .create_new(true)
        .open(path)
        .map_err(|error| Failure::Undone(format!("cannot write `{}`: {error}", path.display())))?;
    Ok(std::io::Write::write_all(&mut file, text.as_bytes())?)
}

/// `elo0,elo1`.
pub(crate) fn bounds(text: &str) -> Result<(f64, f64), String> {
    let numbers =
        text.split_once(',').and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    numbers.filter(|(low, high): &(f64, f64)| low < high).ok_or_else(|| "expected two Elo bounds such as `0,5`".into())
}

/// Errors of records are bad input.
pub(crate) fn read(path: &Path) -> Result<Vec<plyground_catalog::Record>, CatalogError> {
    plyground_catalog::records(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_says_how_the_test_stands() {
        let status = SprtStatus { llr: 1.234, lower: -2.94, upper: 2.94, decision: None };
        let said = so_far(Some(0.55), "+35.0 [-10.0, +80.0]", Some(&status));
        assert_eq!(said, "55.0%, Elo +35.0 [-10.0, +80.0], LLR 1.23 of -2.94 to 2.94");
        assert_eq!(so_far(None, "unknown", None), "Elo unknown");
    }
}
