//! `ply puzzles`: positions with one right move, to solve or to list.

use std::fmt::Write;
use std::io::{IsTerminal, stdin, stdout};
use std::path::PathBuf;

use plyground_arena::files::Existing;
use plyground_catalog::{Catalog, CatalogError, GAMES_A_PUZZLE, GameRef, Puzzle, PuzzleSearch};
use plyground_scene::Palette;
use plyground_solve::SolveOptions;

use super::play::{print_forms, print_help, prompt as prompt_of};
use crate::args::{GameArgs, JsonArgs, OUTPUT, TablesArgs};
use crate::failure::{Done, Failure};
use crate::files;
use crate::out::{note, print_json, print_line, print_part, print_words};
use crate::paint::{self, DIM, STRONG};
use crate::prompt::{Prompt, Typed};
use crate::puzzle_session::{Answer, PuzzleSession};
use crate::values::{large, number};
use crate::watch::Watch;
use crate::words::counted;

const HELP: &str = "type a move, or: moves, hint, solution, show, skip, quit; `help` explains them";

/// The commands at the prompt, with their effects.
const COMMANDS: &[(&str, &str)] = &[
    ("moves", "list the legal moves"),
    ("hint", "rule out half of the moves; again, half of the others"),
    ("solution", "show the solution and go to the next puzzle"),
    ("show", "draw the board again"),
    ("skip", "go to the next puzzle"),
    ("quit", "end the program"),
];

#[derive(clap::Args, Debug)]
#[command(
    after_help = "On a terminal, you solve the built-in puzzles of the game. With `--list`, `--json`, `--out` or a pipe, `ply puzzles` makes new puzzles from games between weak players. A new puzzle is a forced win at Khet and Cachex, and a position with only one right move at Kalah and Tigers and Goats. Tigers and Goats needs the tables of `ply solve tigers`, or `--forced`. An independent search verifies each puzzle; the number of its nodes is the grade. The search ends after 100 games for each requested puzzle.\n\n\
                  Examples:\n  ply puzzles khet\n  ply puzzles khet --list --count 5\n  ply puzzles kalah --seed 7 --out kalah.jsonl\n  ply puzzles tigers --forced 7 --out tigers.jsonl\n  ply puzzles tigers --tables tables --json"
)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Number of puzzles
    #[arg(long, value_name = "N", default_value_t = 10, allow_hyphen_values = true, value_parser = number::<1, 10_000>)]
    count: u32,
    /// Seed of the games from which new puzzles come; on a terminal, number of the first puzzle
    #[arg(long, value_name = "N", default_value_t = 0, allow_hyphen_values = true, value_parser = large)]
    seed: u64,
    /// Search wins that can be forced within N plies, instead of the puzzles that suit the game
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = number::<3, 99>)]
    forced: Option<u32>,
    /// Solve puzzles interactively, even if the input is not a terminal
    #[arg(long, conflicts_with_all = ["list", "json", "out"])]
    interactive: bool,
    /// Print new puzzles, and their solutions below all of them
    #[arg(long, help_heading = OUTPUT)]
    list: bool,
    /// Write new puzzles to this file, one JSON object per line
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    out: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long, requires = "out", help_heading = OUTPUT)]
    force: bool,
    #[command(flatten)]
    tables: TablesArgs,
    #[command(flatten)]
    json: JsonArgs,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    let game = args.game.find(catalog)?;
    args.tables.named()?;
    let prints = args.list || args.json.json || args.out.is_some();
    let is_terminal = stdin().is_terminal() && stdout().is_terminal();
    if args.interactive || is_terminal && !prints {
        solve_all(args, catalog, game)
    } else {
        print_new(args, catalog, game)
    }
}

/// Lets the user solve puzzles.
fn solve_all(args: &Args, catalog: &Catalog, game: &GameRef) -> Done {
    let (palette, mut prompt) = (game.info().palette, Prompt::new());
    let puzzles = chosen(args, game)?;
    let (mut solved, mut at_once, mut seen) = (0_u64, 0_u64, 0);
    print_line!("{DIM}{HELP}{DIM:#}");
    let all = puzzles.len();
    let mut end = Ok(());
    for (index, puzzle) in puzzles.into_iter().enumerate() {
        let mut trial = PuzzleSession::open(catalog, puzzle)?;
        print_words!("\n{STRONG}puzzle {} of {all}{STRONG:#}: {}", index + 1, trial.puzzle.task());
        draw(&trial, palette);
        if index == 0 {
            print_forms(&*trial.session);
        }
        match solve(&mut trial, palette, &mut prompt)? {
            Ended::Solved => {
                solved += 1;
                at_once += u64::from(trial.misses == 0);
            }
            Ended::Skipped => {}
            Ended::Quit => break,
            Ended::Interrupted => {
                end = Err(Failure::Stopped("interrupted".into()));
                break;
            }
        }
        seen += 1;
    }
    print_line!("solved {solved} of {}, {at_once} without a miss", counted(seen as u64, "puzzle", "puzzles"));
    end
}

/// How the user left a puzzle.
enum Ended {
    Solved,
    Skipped,
    Quit,
    Interrupted,
}

fn draw(trial: &PuzzleSession, palette: Palette) {
    print_part!("{}", paint::diagram(&trial.session.state().diagram(), palette));
}

/// Lets the user solve one puzzle.
fn solve(trial: &mut PuzzleSession, palette: Palette, prompt: &mut Prompt) -> Result<Ended, Failure> {
    loop {
        let shown = trial.session.show();
        let line = match prompt.ask(&prompt_of(&shown))? {
            Typed::Line(line) => line,
            Typed::End => return Ok(Ended::Quit),
            Typed::Interrupt => return Ok(Ended::Interrupted),
        };
        match line.as_str() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(Ended::Quit),
            "skip" => return Ok(Ended::Skipped),
            "show" | "s" => draw(trial, palette),
            "help" | "?" => print_help(&*trial.session, COMMANDS),
            "moves" | "m" => print_words!("  {}", shown.legal.join(" ")),
            "hint" | "h" => print_words!("{}", trial.hint()),
            "solution" => {
                for move_text in trial.solution() {
                    print_words!("  {move_text}");
                }
                return Ok(Ended::Skipped);
            }
            text => match trial.answer(text)? {
                Answer::Illegal(why) => print_words!("{why}"),
                Answer::Wrong { words } => print_words!("wrong: {words}. Another move reaches the goal"),
                Answer::Right { words, reply } => {
                    print_words!("right: {words}");
                    print_words!("reply: {reply}");
                    draw(trial, palette);
                }
                Answer::Solved { words } => {
                    print_words!("{STRONG}solved{STRONG:#}: {words}");
                    return Ok(Ended::Solved);
                }
            },
        }
    }
}

/// Returns the puzzles to solve: the shipped ones, starting with the one that the seed selects, else new ones.
fn chosen(args: &Args, game: &GameRef) -> Result<Vec<Puzzle>, Failure> {
    let has_own_start = args.game.setup.is_some() || args.game.rules.is_some() || args.forced.is_some();
    let mut shipped = if has_own_start { Vec::new() } else { game.puzzles()? };
    if !shipped.is_empty() {
        let first = (args.seed % shipped.len() as u64) as usize;
        shipped.rotate_left(first);
        shipped.truncate(args.count as usize);
        return Ok(shipped);
    }
    let watch = Watch::bar(PROGRESS, false);
    let mut found = Vec::new();
    let games = find(args, game, &watch, &mut |puzzle| found.push(puzzle.clone()))?;
    if found.is_empty() {
        Err(Failure::Undone(format!("{}: expected another set-up or seed", too_few(0, args, games))))
    } else {
        Ok(found)
    }
}

/// Progress of a search for puzzles.
const PROGRESS: &str = "{bar:20} {pos}/{len} puzzles  {elapsed}  {wide_msg}";

/// Reports a search that found fewer puzzles than requested.
fn too_few(found: u64, args: &Args, games: u64) -> String {
    let games = counted(games, "game", "games");
    format!("{found} of {} puzzles in {games}, in the others no position has exactly one right move", args.count)
}

/// Searches new puzzles, and returns the number of games.
fn find(args: &Args, game: &GameRef, watch: &Watch, each: &mut dyn FnMut(&Puzzle)) -> Result<u64, CatalogError> {
    let search = PuzzleSearch {
        setup: args.game.setup.clone(),
        rules: args.game.rules.clone(),
        count: args.count as usize,
        seed: args.seed,
        forced: args.forced,
        solve: SolveOptions { stop: watch.stop().clone(), ..args.tables.options() },
    };
    let (mut count, mut played, most) = (0, 0, search.count * GAMES_A_PUZZLE);
    watch.show(0, u64::from(args.count));
    game.find_puzzles(&search, &mut |games, puzzle| {
        played = games as u64;
        watch.message(|| format!("{games} of at most {most} games"));
        let Some(puzzle) = puzzle else { return };
        count += 1;
        watch.show(count, u64::from(args.count));
        each(puzzle);
    })?;
    Ok(played)
}

/// Prints new puzzles.
fn print_new(args: &Args, catalog: &Catalog, game: &GameRef) -> Done {
    let existing = files::forced(args.force);
    if let Some(path) = &args.out {
        files::try_write(path, existing)?;
    }
    let watch = Watch::bar(PROGRESS, args.json.json);
    let (mut found, mut text, mut written) = (0, String::new(), Ok(()));
    // Below the puzzles, so that the list can be handed out.
    let mut solutions = String::new();
    let done = find(args, game, &watch, &mut |puzzle| {
        found += 1;
        let line = serde_json::to_string(puzzle).expect("plain data can be written");
        writeln!(text, "{line}").expect("a string takes all");
        // Before it is printed: nothing is lost when the reader of the output leaves, or at an interrupt.
        if let Some(path) = args.out.as_ref().filter(|_| written.is_ok()) {
            let existing = if found == 1 { existing } else { Existing::Replace };
            written = files::write(path, &text, existing);
            if written.is_err() {
                watch.stop().stop();
            }
        }
        watch.aside(|| {
            if args.json.json {
                print_json(puzzle);
            } else {
                print(found, puzzle, catalog, game);
                writeln!(solutions, "{found:>3}. {}", puzzle.line.join(" ")).expect("a string takes all");
            }
        });
    });
    let is_stopped = watch.is_stopped();
    drop(watch);
    if !solutions.is_empty() {
        print_line!("{STRONG}Solutions{STRONG:#}");
        print_part!("{solutions}");
    }
    written?;
    // The file may have been removed since the last puzzle.
    if let Some(path) = args.out.as_ref().filter(|_| found > 0) {
        files::write(path, &text, Existing::Replace)?;
    }
    let games = done?;
    if is_stopped {
        return Err(Failure::Stopped(format!("interrupted after {found} of {} puzzles", args.count)));
    }
    if found < u64::from(args.count) {
        note!("{}; another set-up or seed may have more", too_few(found, args, games));
    }
    Ok(())
}

/// Prints the task of a puzzle with its board.
fn print(number: u64, puzzle: &Puzzle, catalog: &Catalog, game: &GameRef) {
    print_words!("{STRONG}{number}. {}{STRONG:#}", puzzle.task());
    if let Ok(trial) = PuzzleSession::open(catalog, puzzle.clone()) {
        draw(&trial, game.info().palette);
    }
    print_line!("   {}\n", puzzle.position);
}
