//! `ply match`: a match between two agents, in game pairs over varied openings; and what it shares with `ply tournament`.

use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use std::time::Duration;

use clap::Args as ClapArgs;
use plyground_arena::files::Existing;
use plyground_arena::{EndCause, Figure, LimitSpec, MatchSpec, OpeningError, OpeningSpec, Progress, Record, Summary};
use plyground_catalog::{
    AgentSpec, AnyGame, Catalog, CatalogError, Contest, ContestEnd, GameRef, Start, bounds, expected_name,
};
use plyground_scene::{SvgOptions, svg};
use plyground_search::Clock;
use plyground_statistics::SprtStatus;
use serde::Serialize;

use crate::args::{
    ClusterArgs, ErrorArgs, GameArgs, JsonArgs, LIMITS, LengthArgs, LimitArgs, OUTPUT, OpeningArgs, RunArgs, pairs,
};
use crate::cluster;
use crate::cost::{self, Cost};
use crate::failure::{Done, Failure};
use crate::files;
use crate::out::{note, print_json, print_line, print_words};
use crate::values::{bounds as elo_bounds, clock, number, time};
use crate::watch::Watch;
use crate::words::counted;

/// Boards in a report.
const FIGURES: usize = 4;

#[derive(clap::Args, Debug)]
#[command(mut_arg("alpha", |alpha| alpha.requires("sprt")), mut_arg("beta", |beta| beta.requires("sprt")))]
#[command(mut_arg("out", |out| out.value_name("FILE.jsonl").help("Record the games in this file, one JSON object per line")))]
#[command(
    after_help = "Agents: NAME, NAME:key=value,... or a level such as `level-2`; `ply games GAME` lists them.\nDefault limit: 10,000 nodes per move, for an agent that has no limit.\n\nExamples:\n  ply match kalah --first best --second level-3 --games 20\n  ply match khet --first best --second pvs:depth=3 --time 100ms --concurrency 2\n  ply match tigers --first best --second pvs --sprt 0,10 --games 20000 --out games.jsonl"
)]
pub(crate) struct Args {
    /// First agent
    #[arg(long, value_name = "SPEC")]
    first: String,
    /// Second agent
    #[arg(long, value_name = "SPEC")]
    second: String,
    /// Number of games, rounded up to pairs
    #[arg(long, value_name = "N", default_value_t = 100, allow_hyphen_values = true, value_parser = number::<2, { bounds::GAMES }>)]
    games: u32,
    /// Stop when a sequential test decides between two differences in normalised Elo
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = elo_bounds)]
    sprt: Option<(f64, f64)>,
    #[command(flatten)]
    errors: ErrorArgs,
    #[command(flatten)]
    shared: MatchArgs,
}

/// The options of matches and tournaments.
#[derive(ClapArgs, Debug)]
pub(super) struct MatchArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Number of different openings [default: one per game pair]
    #[arg(long, value_name = "K", allow_hyphen_values = true, value_parser = number::<1, { bounds::OPENINGS }>)]
    openings: Option<u32>,
    #[command(flatten)]
    drawn: OpeningArgs,
    /// Book of openings: a name from `ply games GAME`, or a file with an opening per line (position, or moves from the start)
    #[arg(long, value_name = "NAME|FILE", conflicts_with = "opening_plies")]
    book: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Time per game plus increment per move, such as `10s+100ms`
    #[arg(
        long,
        value_name = "TIME+TIME",
        allow_hyphen_values = true,
        value_parser = clock,
        help_heading = LIMITS
    )]
    clock: Option<Clock>,
    #[command(flatten)]
    length: LengthArgs,
    #[command(flatten)]
    pub(super) run: RunArgs,
    /// Write a report with tables and plots to this file
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    html: Option<PathBuf>,
    /// Replace an existing report
    #[arg(long, requires = "html", help_heading = OUTPUT)]
    force: bool,
    /// Time by which a move may exceed its limit without losing the game
    #[arg(
        long,
        value_name = "TIME",
        default_value = "100ms",
        allow_hyphen_values = true,
        value_parser = time,
        help_heading = LIMITS
    )]
    grace: Duration,
    /// Print the spec of the run for `ply chunk` instead of playing
    #[arg(long, conflicts_with_all = ["out", "html", "json"], help_heading = OUTPUT)]
    spec: bool,
    /// If an engine does not start, count its games as lost instead of ending the run
    #[arg(long)]
    recover: bool,
    #[command(flatten)]
    cluster: ClusterArgs,
    #[command(flatten)]
    json: JsonArgs,
}

impl MatchArgs {
    /// Returns the contest of these agents, as far as the two commands agree.
    pub(super) fn contest(&self, catalog: &Catalog, agents: &[&str]) -> Result<(GameRef, Contest), Failure> {
        let game = self.game.find(catalog)?;
        let texts = agents;
        let agents = texts.iter().map(|text| catalog.agent(&**game, text)).collect::<Result<Vec<AgentSpec>, _>>()?;
        let common = self.limits.limits();
        for agent in &agents {
            let own = agent.limits();
            let replaced = [
                (own.depth.is_some() && common.depth.is_some(), "--depth"),
                (own.nodes.is_some() && common.nodes.is_some(), "--nodes"),
                (own.time.is_some() && common.time.is_some(), "--time"),
            ];
            for (_, option) in replaced.into_iter().filter(|(is_replaced, _)| *is_replaced) {
                note!("`{option}` replaces the limit of {agent}, which is another player then");
            }
        }
        // Records and reports name the agent of a level, which may change between versions.
        for (text, agent) in texts.iter().zip(&agents).filter(|(text, _)| text.trim().starts_with("level-")) {
            note!("{} is {agent}", text.trim());
        }
        let default = MatchSpec::default();
        let spec = MatchSpec {
            setup: self.game.setup.clone(),
            rules: self.game.rules.clone(),
            openings: OpeningSpec {
                book: self.book.as_deref().map(|book| self.openings(&**game, book)).transpose()?,
                plies: self.drawn.plies().unwrap_or(default.openings.plies),
                different: self.openings.map(u64::from),
            },
            seed: self.run.seed,
            limits: LimitSpec {
                clock: self.clock.map(|clock| (clock.left, clock.increment)),
                grace: Some(self.grace),
                ..self.limits.limits().into()
            },
            recover: self.recover,
            max_plies: self.length.max_plies(),
            ..default
        };
        let contest = Contest {
            spec,
            tables: self.length.tables()?,
            threads: self.run.concurrency as usize,
            keep: if self.html.is_some() { FIGURES } else { 0 },
            ..Contest::new(agents)
        };
        Ok((GameRef::clone(game), contest))
    }

    /// Plays a contest and prints its report.
    pub(super) fn play(&self, catalog: &Catalog, game: &GameRef, contest: &Contest, records: Option<&Path>) -> Done {
        if self.spec {
            print_json(&game.match_spec(contest).map_err(|error| self.named(error))?.whole());
            return Ok(());
        }
        if let Some(path) = records.filter(|path| path.exists() && !self.run.resume) {
            return Err(Failure::Input(format!(
                "`{}` exists already: expected `--resume` to continue it, or another file",
                path.display()
            )));
        }
        if let Some(path) = &self.html {
            let others = [("of the records", records), ("of the openings", self.book.as_deref())];
            let others: Vec<_> = others.into_iter().filter_map(|(what, path)| Some((what, path?))).collect();
            files::apart(("--html", path), &others)?;
            files::try_write(path, self.replaced())?;
        }
        if self.cluster.cluster.is_none() {
            cost::confirm(Some(&self.cost(game, contest)), &self.run.yes)?;
        }
        let watch = Watch::games(&contest.running, &contest.abandon, self.json.json);
        let workforce = match &self.cluster.cluster {
            Some(address) => {
                let run = game.match_spec(contest).map_err(|error| self.named(error))?;
                Some(cluster::workforce(address, &self.cluster, catalog, run, watch.notice())?)
            }
            None => {
                self.warn(&contest.agents);
                None
            }
        };
        let contest = &Contest { workforce, ..contest.clone() };
        watch.show(0, contest.games());
        let ended = game.contest(contest, records, watch.stop(), &mut |progress: &Progress<'_>| {
            watch.show(progress.done, progress.total);
            if let Some(tally) = progress.standings.match_tally() {
                watch.message(|| {
                    let elo = tally.pairs.elo(0.95).to_string();
                    so_far(tally.pairs.score(), &elo, progress.sprt.as_ref())
                });
            }
        });
        let is_stopped = watch.is_stopped();
        drop(watch);
        match contest.running.replays() {
            0 => {}
            replays => note!(
                "warning: this process was suspended while moves were awaited; {} played again",
                counted(replays, "game was", "games were")
            ),
        }
        self.conclude(game, &ended.map_err(|error| self.named(error))?, records, is_stopped)
    }

    /// Estimates the time of all games.
    fn cost(&self, game: &GameRef, contest: &Contest) -> Cost {
        let start = Start::of_setup(self.game.setup.as_deref(), self.game.rules.as_deref());
        let time = |agent| cost::move_time(game, &start, self.limits.limits(), agent, &self.run.yes);
        // A clock determines the time of a game.
        let moves = if self.clock.is_some() { Vec::new() } else { contest.agents.iter().map(time).collect() };
        let most = contest.spec.max_plies.unwrap_or(game.info().max_plies);
        let games = contest.games();
        Cost::of_games(&cost::Games {
            games,
            most_plies: most,
            clock: self.clock,
            moves,
            concurrency: contest.threads,
            nodes: 0,
        })
    }

    /// Returns the openings of a book of the game, or of a file.
    fn openings(&self, game: &dyn AnyGame, book: &Path) -> Result<String, Failure> {
        if let Some(name) = book.to_str()
            && let Some(text) = game.book(name, self.game.rules.as_deref())?
        {
            if self.game.setup.is_some() {
                let message =
                    format!("`--setup` with the book `{name}`: expected one of them, as a book has its own set-up");
                return Err(Failure::Input(message));
            }
            return Ok(text.to_owned());
        }
        let names: Vec<&str> = game.info().books.iter().map(|book| book.name).collect();
        files::read(book).map_err(|error| match error {
            Failure::Input(message) if !names.is_empty() && !book.exists() => {
                let expected = expected_name(&book.to_string_lossy(), names);
                Failure::Input(format!("{message}; expected a file, or {expected}"))
            }
            other => other,
        })
    }

    /// Adds the file of openings to an error in it.
    fn named(&self, error: CatalogError) -> Failure {
        match (&self.book, &error) {
            (Some(path), CatalogError::Opening(OpeningError::Line { line, error })) => {
                Failure::Input(format!("{}:{line}: {error}", path.display()))
            }
            (Some(path), CatalogError::Opening(OpeningError::Empty)) => {
                Failure::Input(format!("{}: {error}", path.display()))
            }
            _ => error.into(),
        }
    }

    /// Returns what the report may replace: with `--resume`, a report of `ply`.
    fn replaced(&self) -> Existing {
        match (self.force, self.run.resume) {
            (true, _) => Existing::Replace,
            (false, true) => Existing::Ours(Summary::HTML_MARK),
            (false, false) => Existing::Keep,
        }
    }

    /// Warns if games share processors, because moves with a time limit are then late.
    fn warn(&self, agents: &[AgentSpec]) {
        let most = agents.iter().filter_map(|agent| agent.number("threads")).max().unwrap_or(1);
        let threads = u64::from(self.run.concurrency) * most;
        let processors = available_parallelism().map_or(1, usize::from);
        if threads > processors as u64 {
            note!("warning: {threads} threads on {processors} processors: moves with a limit of time are late");
        }
    }

    fn conclude(&self, game: &GameRef, ended: &ContestEnd, records: Option<&Path>, is_stopped: bool) -> Done {
        if let Some(path) = &self.html {
            files::write(path, &ended.summary.html_with(&figures(game, &ended.records)?), self.replaced())?;
        }
        if self.json.json {
            print_json(&Report { summary: &ended.summary, completed: ended.cause != EndCause::Stopped });
        } else {
            // Rows of tables are not wrapped.
            for line in ended.summary.to_string().lines() {
                if line.starts_with(' ') { print_line!("{line}") } else { print_words!("{line}") }
            }
        }
        match (ended.cause, records) {
            (EndCause::Complete | EndCause::Decided, _) if is_stopped => {
                Err(Failure::Stopped("interrupted after the last game; the run is complete".into()))
            }
            (EndCause::Complete | EndCause::Decided, _) => Ok(()),
            (EndCause::Stopped, None) => {
                Err(Failure::Stopped("interrupted; the games are lost without `--out`".into()))
            }
            (EndCause::Stopped, Some(path)) => Err(Failure::Stopped(format!(
                "interrupted; the same command with `--resume` continues `{}`",
                path.display()
            ))),
        }
    }
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    let (game, mut contest) = args.shared.contest(catalog, &[&args.first, &args.second])?;
    contest.spec.pairs = pairs("--games", args.games);
    contest.spec.sprt = args.sprt;
    contest.spec.sprt_errors = args.errors.named();
    if contest.spec.sequential_test().is_ok_and(|test| test.is_some_and(|test| !test.can_decide(contest.spec.pairs))) {
        let games = contest.games();
        note!("warning: {games} games cannot decide this test, whatever their results: expected a higher `--games`");
    }
    args.shared.play(catalog, &game, &contest, args.shared.run.out.as_deref())
}

/// The report as JSON.
#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    summary: &'a Summary,
    /// Whether all games were played, or as many as the sequential test required.
    completed: bool,
}

/// Returns the final positions of the first games.
fn figures(game: &GameRef, records: &[Record]) -> Result<Vec<Figure>, CatalogError> {
    let figure = |record: &Record| {
        let [first, second] = &record.agents;
        let caption = format!("Game {}, {first} – {second}: {}", record.number + 1, record.cause);
        let options = SvgOptions { inline: true, ..SvgOptions::titled(&caption) };
        Ok(Figure { svg: svg(&game.open(&record.start())?.scene(), &options), caption })
    };
    records.iter().map(figure).collect()
}

/// Returns the message of the progress bar: `55.0%, Elo +35 [-10, +80], LLR 1.23 of -2.94 to 2.94`.
fn so_far(score: Option<f64>, elo: &str, sprt: Option<&SprtStatus>) -> String {
    let score = score.map(|score| format!("{:.1}%, ", 100.0 * score)).unwrap_or_default();
    let test = sprt.map(|sprt| format!(", LLR {:.2} of {:.2} to {:.2}", sprt.llr, sprt.lower, sprt.upper));
    format!("{score}Elo {elo}{}", test.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_shows_the_state_of_the_test() {
        let status = SprtStatus { llr: 1.234, lower: -2.94, upper: 2.94, decision: None };
        let message = so_far(Some(0.55), "+35.0 [-10.0, +80.0]", Some(&status));
        assert_eq!(message, "55.0%, Elo +35.0 [-10.0, +80.0], LLR 1.23 of -2.94 to 2.94");
        assert_eq!(so_far(None, "unknown", None), "Elo unknown");
    }
}
