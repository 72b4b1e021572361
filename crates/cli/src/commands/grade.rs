//! `ply grade`: how good the moves of recorded games are, by exact values where they are known.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use plyground_arena::{escape_html, html_page};
use plyground_catalog::{Catalog, Review, ReviewOptions, ReviewSummary, ReviewedMove, ReviewedSide};
use plyground_game::thread_context::on_threads;
use plyground_optimize::{Curve, curves_plot};
use plyground_solve::SolveOptions;
use plyground_statistics::{Interval, interval_of_groups};
use serde::Serialize;

use crate::args::{JsonArgs, OUTPUT, TablesArgs, YesArgs};
use crate::cost::{self, Cost};
use crate::failure::{Done, Failure};
use crate::files::{self, forced};
use crate::out::{print_json, print_line, print_words};
use crate::paint::{DIM, STRONG};
use crate::recorded::{RecordedArgs, nth};
use crate::replayed::{self, Replayed};
use crate::values::number;
use crate::watch::Watch;
use crate::words::counted;

/// Nodes that a search visits in a second where that cannot be measured, for the announced cost.
const NODES_A_SECOND: f64 = 200_000.0;
/// Steps of a solver in a second on a slow machine.
const STEPS_A_SECOND: u64 = 1_000;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Where tables or the solver of the game reach, a move has its exact regret: by how much it is worse than the best one. Elsewhere a search by `best` estimates what it lost. One game is printed move by move, several with their sums by player.\n\nExamples:\n  ply grade games.jsonl\n  ply grade games.jsonl --game 3 --html game.html\n  ply grade episode.json --effort 100000 --json"
)]
#[command(mut_arg("file", |file| file.help("File of records, of games as `ply export` writes them, or a JSON episode of `mancala`")))]
#[command(mut_arg("game", |game| game.help("Number of the game, from 1 [default: all]")))]
pub(crate) struct Args {
    #[command(flatten)]
    recorded: RecordedArgs,
    /// Nodes of the search that values each position
    #[arg(long, value_name = "N", default_value_t = 20_000, allow_hyphen_values = true, value_parser = number::<100, 10_000_000>)]
    nodes: u32,
    /// Steps of the solver for the exact values of each game, so that every machine finds the same; 0: tables alone
    #[arg(long, value_name = "N", default_value_t = 4_000, allow_hyphen_values = true, value_parser = number::<0, { u32::MAX }>)]
    effort: u32,
    /// Games graded at the same time
    #[arg(long, value_name = "N", default_value_t = 1, allow_hyphen_values = true, value_parser = number::<1, 256>)]
    concurrency: u32,
    #[command(flatten)]
    tables: TablesArgs,
    /// Write a page with the moves and a graph of one game
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    html: Option<PathBuf>,
    /// Replace an existing page
    #[arg(long, requires = "html", help_heading = OUTPUT)]
    force: bool,
    #[command(flatten)]
    yes: YesArgs,
    #[command(flatten)]
    json: JsonArgs,
}

/// The grades of one game.
#[derive(Debug, Serialize)]
struct Graded {
    game: &'static str,
    rules: String,
    title: String,
    /// The side from which values are seen.
    #[serde(skip)]
    first_side: &'static str,
    /// Both players, the first side first: their names, or the names of the sides.
    players: [String; 2],
    moves: Vec<ReviewedMove>,
    summary: ReviewSummary,
}

/// The sums of a player over all games.
#[derive(Debug, Default, Serialize)]
struct Player {
    games: usize,
    moves: usize,
    /// Mean accuracy of its moves in percent.
    accuracy: Option<f64>,
    accuracy_interval: Option<Interval>,
    /// Moves with an exact regret.
    exact: usize,
    mean_regret: Option<f64>,
    mean_regret_interval: Option<Interval>,
    /// Share of these without regret.
    perfect: Option<f64>,
    perfect_interval: Option<Interval>,
    /// Share of these that keep the result.
    kept: Option<f64>,
    kept_interval: Option<Interval>,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    let games = args.games(catalog)?;
    if let Some(path) = &args.html {
        if games.len() != 1 {
            return Err(Failure::Input("`--html` shows one game: expected `--game N`".into()));
        }
        files::apart(("--html", path), &[("of the games", &args.recorded.file)])?;
        files::try_write(path, forced(args.force))?;
    }
    let positions: usize = games.iter().map(|game| game.steps.len()).sum();
    let speed = games.first().and_then(|game| cost::nodes_a_second(&game.game, &game.middle()));
    let searched = positions as f64 * f64::from(args.nodes) / speed.unwrap_or(NODES_A_SECOND);
    let exact = (games.len() as u64 * u64::from(args.effort) / STEPS_A_SECOND) as f64;
    let time = Duration::try_from_secs_f64((searched + exact) / f64::from(args.concurrency)).unwrap_or(Duration::MAX);
    let work = format!("grading {} takes up to about", counted(games.len() as u64, "game", "games"));
    cost::confirm(Some(&Cost::of_work(&work, time)), &args.yes)?;
    let watch = Watch::bar("{bar:20} {pos}/{len} positions  {elapsed}", args.json.json);
    let graded = args.grade_all(&games, positions as u64, &watch)?;
    drop(watch);
    if graded.is_empty() {
        return Err(Failure::Stopped("interrupted before the first game was graded".into()));
    }
    let players = players(&graded);
    if let (Some(path), [game]) = (&args.html, &graded[..]) {
        files::write(path, &page(game), forced(args.force))?;
    }
    match &graded[..] {
        _ if args.json.json => print_json(&serde_json::json!({ "games": graded, "players": players })),
        [game] if games.len() == 1 => print_moves(game),
        games => print_games(games, &players),
    }
    match graded.len() {
        done if done < games.len() => {
            Err(Failure::Stopped(format!("interrupted after {done} of {} games", games.len())))
        }
        _ => Ok(()),
    }
}

impl Args {
    /// Reads the games of the file, or the chosen one.
    fn games(&self, catalog: &Catalog) -> Result<Vec<Replayed>, Failure> {
        let file = &self.recorded.file;
        let chosen = |count: usize| -> Result<Vec<usize>, Failure> {
            let all: Vec<usize> = (0..count).collect();
            match self.recorded.game {
                Some(game) => nth(&all, game, file).map(|&index| vec![index]),
                None => nth(&all, 1, file).map(|_| all.clone()),
            }
        };
        let named = |error, number: usize| match error {
            Failure::Input(message) => Failure::Input(format!("`{}`, game {number}: {message}", file.display())),
            other => other,
        };
        if let Some(episode) = replayed::episode(file)? {
            chosen(1)?;
            return Ok(vec![Replayed::of_episode(catalog, &episode).map_err(|error| named(error, 1))?]);
        }
        if let Some(texts) = replayed::texts(file)? {
            let read =
                |index: usize| Replayed::of_text(catalog, &texts[index]).map_err(|error| named(error, index + 1));
            return chosen(texts.len())?.into_iter().map(read).collect();
        }
        let records = self.recorded.all(catalog)?;
        chosen(records.len())?.into_iter().map(|index| Replayed::of_record(catalog, &records[index])).collect()
    }

    /// Grades the games, or those that were done when the work was stopped, in their order.
    fn grade_all(&self, games: &[Replayed], positions: u64, watch: &Watch) -> Result<Vec<Graded>, Failure> {
        let (next, done) = (AtomicUsize::new(0), AtomicU64::new(0));
        let graded = Mutex::new(BTreeMap::new());
        on_threads(self.concurrency as usize, &|| {
            loop {
                let index = next.fetch_add(1, Relaxed);
                let Some(game) = games.get(index) else { break };
                let mut before = 0;
                let grades = self.grade(game, watch, &mut |valued| {
                    let more = valued - before;
                    before = valued;
                    watch.show(done.fetch_add(more, Relaxed) + more, positions);
                });
                if grades.is_err() {
                    watch.stop().stop();
                }
                graded.lock().unwrap_or_else(PoisonError::into_inner).insert(index, grades);
            }
        });
        let graded = graded.into_inner().unwrap_or_else(PoisonError::into_inner);
        graded.into_values().filter_map(Result::transpose).collect()
    }

    /// Grades a game; `None` if the work was stopped.
    fn grade(&self, game: &Replayed, watch: &Watch, show: &mut dyn FnMut(u64)) -> Result<Option<Graded>, Failure> {
        if watch.is_stopped() {
            return Ok(None);
        }
        let mut review = Review::new(game.game.clone(), &game.start)?.after_opening(game.opening);
        let usual = ReviewOptions::default();
        let solve = SolveOptions {
            stop: watch.stop().clone(),
            tables: self.tables.named()?.unwrap_or(usual.solve.tables.clone()),
            ..usual.solve
        };
        let options = ReviewOptions { nodes: self.nodes.into(), effort: self.effort.into(), solve };
        review.run(&options, &mut |valued| show(valued as u64))?;
        if watch.is_stopped() {
            return Ok(None);
        }
        let info = game.game.info();
        let name = |side: usize| game.players[side].clone().unwrap_or_else(|| info.sides[side].to_owned());
        Ok(Some(Graded {
            game: info.name,
            rules: review.start(0).rules.clone().unwrap_or_default(),
            title: game.title.clone(),
            first_side: info.sides[0],
            players: [name(0), name(1)],
            moves: (1..review.positions()).map(|ply| review.reviewed(ply)).collect(),
            summary: review.summary(),
        }))
    }
}

/// Returns the sums of each player.
fn players(games: &[Graded]) -> BTreeMap<String, Player> {
    let mut sides: BTreeMap<String, Vec<Vec<&ReviewedSide>>> = BTreeMap::new();
    // Regrets of two games have different units.
    let is_mixed = games.windows(2).any(|pair| pair[0].game != pair[1].game);
    for game in games {
        let is_alone = game.players[0] == game.players[1];
        for (index, (name, side)) in game.players.iter().zip(&game.summary.sides).enumerate() {
            let name = if is_mixed { format!("{name} at {}", game.game) } else { name.clone() };
            let of_player = sides.entry(name).or_default();
            if index == 0 || !is_alone {
                of_player.push(Vec::new());
            }
            of_player.last_mut().expect("a game of this player").push(side);
        }
    }
    sides.into_iter().map(|(name, games)| (name, Player::of(&games))).collect()
}

impl Player {
    /// Sums games of a player, each with the sides that it played.
    fn of(games: &[Vec<&ReviewedSide>]) -> Player {
        // Sums over the sides of each game, with the numbers of its moves.
        let groups = |of: &dyn Fn(&ReviewedSide) -> (f64, usize)| -> Vec<(f64, usize)> {
            let add = |(sum, count), (more, members)| (sum + more, count + members);
            games.iter().map(|sides| sides.iter().map(|side| of(side)).fold((0.0, 0), add)).collect()
        };
        let (accuracy, accuracy_interval) =
            mean_of(&groups(&|side| (side.moves as f64 * side.accuracy.unwrap_or(0.0), side.moves)), 100.0);
        let (mean_regret, mean_regret_interval) =
            mean_of(&groups(&|side| (side.exact as f64 * side.mean_regret.unwrap_or(0.0), side.exact)), f64::INFINITY);
        let (perfect, perfect_interval) = mean_of(&groups(&|side| (side.perfect as f64, side.exact)), 1.0);
        let (kept, kept_interval) = mean_of(&groups(&|side| (side.kept as f64, side.exact)), 1.0);
        let sum = |of: fn(&ReviewedSide) -> usize| games.iter().flatten().map(|side| of(side)).sum();
        Player {
            games: games.len(),
            moves: sum(|side| side.moves),
            accuracy,
            accuracy_interval,
            exact: sum(|side| side.exact),
            mean_regret,
            mean_regret_interval,
            perfect,
            perfect_interval,
            kept,
            kept_interval,
        }
    }
}

/// Returns a mean over the moves of games, which is 0 to `most`, and its 95% interval from the differences between games.
fn mean_of(games: &[(f64, usize)], most: f64) -> (Option<f64>, Option<Interval>) {
    let (sum, moves) = games.iter().fold((0.0, 0), |(sum, moves), game| (sum + game.0, moves + game.1));
    let interval = interval_of_groups(games, 0.95)
        .map(|Interval { low, high }| Interval { low: low.max(0.0), high: high.min(most) });
    ((moves > 0).then(|| sum / moves as f64), interval)
}

/// Returns a share in percent, or a dash.
fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".into(), |share| format!("{:.0}%", 100.0 * share))
}

/// Returns a mean regret, or a dash.
fn mean(regret: Option<f64>) -> String {
    regret.map_or_else(|| "-".into(), |regret| format!("{regret:.2}"))
}

/// The judgement of a move, with a better one if there is one.
fn judgement(mv: &ReviewedMove) -> String {
    let known = if mv.regret == Some(0) { "best" } else { "" };
    let word = if mv.opening { "opening" } else { mv.grade.unwrap_or(known) };
    match &mv.better {
        Some(better) if word.is_empty() => format!("better {better}"),
        Some(better) => format!("{word}; better {better}"),
        None => word.to_owned(),
    }
}

/// Prints a game move by move.
fn print_moves(game: &Graded) {
    print_line!("{STRONG}{}{STRONG:#}\n", game.title);
    print_line!(
        "{DIM}{:>4}  {:<8}{:<10}{:>6}{:>8}  {:<26}value for {} after it{DIM:#}",
        "move",
        "side",
        "played",
        "lost",
        "regret",
        "",
        game.first_side
    );
    for mv in &game.moves {
        let regret = mv.regret.map_or_else(|| "-".into(), |regret| regret.to_string());
        let exact = mv.exact.map_or("", |_| ", exact");
        let (side, played) = (mv.side.unwrap_or_default(), mv.mv.as_deref().unwrap_or_default());
        let (lost, judged) = (percent(Some(mv.lost)), judgement(mv));
        print_line!("{:>4}  {side:<8}{played:<10}{lost:>6}{regret:>8}  {judged:<26}{}{exact}", mv.ply, mv.text);
    }
    print_line!("");
    for (player, side) in game.players.iter().zip(&game.summary.sides) {
        let accuracy = side.accuracy.map_or_else(String::new, |accuracy| format!(", accuracy {accuracy:.1}%"));
        let moves = counted(side.moves as u64, "move", "moves");
        let exact = match side.mean_regret {
            Some(regret) => format!(
                "; {} with exact values: mean regret {regret:.2}, {} perfect, {} keep the result",
                side.exact, side.perfect, side.kept
            ),
            None => "; none with an exact value".to_owned(),
        };
        print_words!("{player}: {moves}{accuracy}{exact}");
    }
    if game.summary.sides.iter().any(|side| side.exact > 0) {
        print_words!("Unit of regrets: {}.", game.summary.regret_unit);
    }
    match game.summary.exact_from {
        Some(0) => print_words!("All values are exact."),
        Some(ply) if ply < game.moves.len() => {
            print_words!("Values are exact from move {} on; earlier ones are estimates of a search.", ply + 1);
        }
        _ => match game.moves.iter().filter(|mv| mv.exact.is_some()).count() {
            0 => print_words!("All values are estimates of a search."),
            known => {
                print_words!("{known} of {} values are exact; the others are estimates of a search.", game.moves.len());
            }
        },
    }
    if let Some(lost) = game.summary.first_loss.and_then(|ply| game.moves.get(ply - 1)) {
        let (side, mv) = (lost.side.unwrap_or_default(), lost.mv.as_deref().unwrap_or_default());
        print_words!("Move {} of {side}, {mv}, loses a game that was not lost before.", lost.ply);
    }
}

/// Prints a line for each game, and the sums of the players.
fn print_games(games: &[Graded], players: &BTreeMap<String, Player>) {
    for (number, game) in (1..).zip(games) {
        let [first, second] = &game.summary.sides;
        let regrets = [first, second].map(|side| mean(side.mean_regret));
        let accuracies = [first, second].map(|side| percent(side.accuracy.map(|accuracy| accuracy / 100.0)));
        print_words!(
            "{number}. {}: accuracy {} and {}, mean regret {} and {}",
            game.title,
            accuracies[0],
            accuracies[1],
            regrets[0],
            regrets[1]
        );
    }
    let width = players.keys().map(|name| name.chars().count() + 2).fold(28, usize::max);
    print_line!(
        "\n{DIM}{:<width$}{:>6}{:>7}{:>10}{:>7}{:>20}{:>14}{:>7}{DIM:#}",
        "player",
        "games",
        "moves",
        "accuracy",
        "exact",
        "mean regret",
        "perfect",
        "kept"
    );
    for (name, sums) in players {
        let accuracy = percent(sums.accuracy.map(|accuracy| accuracy / 100.0));
        let Player { games, moves, exact, .. } = sums;
        let ends = |interval: Option<Interval>, end: &dyn Fn(f64) -> String| {
            interval.map_or_else(String::new, |Interval { low, high }| format!(" [{}, {}]", end(low), end(high)))
        };
        let regret = mean(sums.mean_regret) + &ends(sums.mean_regret_interval, &|end| format!("{end:.2}"));
        let perfect = percent(sums.perfect) + &ends(sums.perfect_interval, &|end| format!("{:.0}", 100.0 * end));
        let kept = percent(sums.kept);
        print_line!("{name:<width$}{games:>6}{moves:>7}{accuracy:>10}{exact:>7}{regret:>20}{perfect:>14}{kept:>7}");
    }
    print_words!(
        "{DIM}accuracy: 100% where no move lowers the winning chance, also if it loses seeds; exact: moves whose regret is known; perfect: those without regret; kept: those that keep the result; [ ]: 95% intervals, from the differences between games.{DIM:#}"
    );
}

/// Returns a page with the graph of the winning chances and a table of the moves.
fn page(game: &Graded) -> String {
    let points = game.moves.iter().map(|mv| (mv.ply as u64, 100.0 * mv.share));
    let title = format!("winning chance of {} in percent", game.players[0]);
    let graph = curves_plot(&title, &[(&title, vec![Curve::new(&title, points)])], "move", 1);
    let mut rows = String::new();
    for mv in &game.moves {
        let cells = [
            mv.ply.to_string(),
            mv.side.unwrap_or_default().to_owned(),
            mv.mv.clone().unwrap_or_default(),
            percent(Some(mv.lost)),
            mv.regret.map_or_else(|| "–".into(), |regret| regret.to_string()),
            judgement(mv),
            mv.text.clone(),
            mv.exact.unwrap_or("search").to_owned(),
        ];
        let cells: String = cells.iter().map(|cell| format!("<td>{}</td>", escape_html(cell))).collect();
        _ = writeln!(rows, "<tr>{cells}</tr>");
    }
    let value = format!("value for {} after it", game.first_side);
    let heads = ["", "side", "move", "lost", "regret", "judgement", &value, "known by"];
    let heads: String = heads.iter().map(|head| format!("<th>{head}</th>")).collect();
    html_page(&game.title, &format!("{graph}\n<table><tr>{heads}</tr>\n{rows}</table>\n"))
}
