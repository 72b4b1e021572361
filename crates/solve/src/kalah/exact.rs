//! Exact values of Kalah: from a database, by the solver of this module, or by a search with the stores.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use plyground_game::{Game, Outcome, Position, Side};
use plyground_kalah::{House, Kalah, KalahRules};
use plyground_search::StopFlag;

use super::with_stores::StoreSolver;
use super::{Bounds, Database, Keep, Solver, openings};
use crate::proof::{Provable, Prover};
use crate::solvable::Oracle;
use crate::table::Turn;
use crate::{
    ExactMove, ExactValue, OnProgress, Solvable, SolveError, SolveOptions, SolveProgress, TableCounts, TableError,
    Tables,
};

/// Interval between two writes of the results of a search.
const KEEP_EVERY: Duration = Duration::from_secs(300);

/// Number of positions from which the cost of a database is reported before it is built.
const LARGE: u64 = 100_000_000;
/// Seeds in the houses up to which all moves of a position are solved in about a minute: with 36, it took 10 s.
const FEW_SEEDS: u32 = 40;
/// Number of positions of a database that a thread computes per second, a conservative figure.
const SPEED: f64 = 1e7;

/// Solver of Kalah by final margin, with databases and by search to the end of the game.
///
/// ```
/// use plyground_game::Game;
/// use plyground_kalah::Kalah;
/// use plyground_solve::{ExactValue, SolveOptions, kalah::ExactKalah, solve};
///
/// let game = Game::<Kalah>::new(&"4x2".parse()?, &"empty-capture".parse()?);
/// let options = SolveOptions { table: 1, value_only: true, ..SolveOptions::default() };
/// assert_eq!(solve(&ExactKalah, &game, &options, true, &mut |_| {})?.value, ExactValue::Margin(6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ExactKalah;

impl Solvable<Kalah> for ExactKalah {
    fn exact_moves(
        &self,
        game: &Game<Kalah>,
        options: &SolveOptions,
        make: bool,
        progress: OnProgress<'_>,
    ) -> Result<Vec<ExactMove<House>>, SolveError> {
        let pos = game.position();
        if !make {
            return from_table(game, options);
        }
        if let Some(moves) = included_moves(pos, options) {
            return Ok(moves);
        }
        let stage = |mv| SolveProgress::stage(format!("move {}", pos.move_text(mv)));
        if !Solver::takes(pos) {
            return StoreSolver::new(options.table).moves(pos, &options.stop, |mv| progress(&stage(mv)));
        }
        let mut solver = informed_solver(pos, options, false, progress)?;
        let moves = solver.moves(pos, &options.stop, |mv| progress(&stage(mv)));
        let moves = moves.ok_or(SolveError::Stopped { before: "the end of the game was reached" })?;
        check_database(pos, options)?;
        Ok(moves.into_iter().map(|(mv, margin)| ExactMove::by_margin(mv, margin)).collect())
    }

    fn exact_value(
        &self,
        game: &Game<Kalah>,
        options: &SolveOptions,
        progress: OnProgress<'_>,
    ) -> Result<Option<ExactValue>, SolveError> {
        let pos = game.position();
        if !Solver::takes(pos) {
            return Ok(None);
        }
        if let Some(margin) = openings::value(pos).filter(|_| uses_openings(options)) {
            return Ok(Some(ExactValue::Margin(margin)));
        }
        let mut solver = informed_solver(pos, options, false, progress)?;
        let shown = |Bounds { lower, upper }| format!("value from {lower} to {upper}");
        let each = |bounds| progress(&SolveProgress::stage(shown(bounds)));
        let found = match &options.keep {
            Some(path) => {
                let keep = Keep { path: path.clone(), every: KEEP_EVERY };
                solver.bounds_kept(pos, None, &keep, &options.stop, each)?
            }
            None => solver.bounds(pos, None, &options.stop, each),
        };
        check_database(pos, options)?;
        match found {
            Some(bounds) if bounds.lower == bounds.upper => Ok(Some(ExactValue::Margin(bounds.lower))),
            Some(bounds) => Err(SolveError::StoppedWith { known: shown(bounds) }),
            None => Ok(None),
        }
    }

    /// Returns the size of the endgame database that the options request, if it is large and the folder has none of
    /// at least this size; without a database, the time of a long search.
    fn cost(&self, game: &Game<Kalah>, options: &SolveOptions) -> Option<String> {
        let houses = game.position().houses();
        let Some(seeds) = options.database else { return cost_of_search(game.position(), options) };
        let positions = Database::size(houses, seeds).filter(|&positions| positions > LARGE)?;
        let known = Database::open(&options.tables, houses, game.rules()).ok().flatten();
        if known.is_some_and(|known| known.seeds() >= seeds) {
            return None;
        }
        // Four bits per position and the lists of values that they do not number, and a byte in the last layer.
        let last_layer = positions - Database::size(houses, seeds - 1).unwrap_or(0);
        let memory = 0.7 * positions as f64 + last_layer as f64;
        Some(format!(
            "making the endgame database of {seeds} seeds in `{}`: {:.1} GB of memory, {:.1} GB on disk, about {:.0} min",
            options.tables.display(),
            memory / 1e9,
            positions as f64 / 1e9,
            (positions as f64 / SPEED / options.threads.max(1) as f64 / 60.0).max(1.0),
        ))
    }

    fn searches(&self) -> bool {
        true
    }

    /// Returns an error: a database stores margins, which counts of results do not describe. It is built when a
    /// position is solved.
    fn make_tables(&self, _: &Game<Kalah>, _: &SolveOptions, _: OnProgress<'_>) -> Result<TableCounts, SolveError> {
        Err(SolveError::NoSeeds { game: Kalah::NAME })
    }

    fn open(&self, folder: &Path, game: &Game<Kalah>) -> Result<Option<Box<dyn Tables<Kalah>>>, TableError> {
        let database = Database::open(folder, game.position().houses(), game.rules())?;
        Ok(database.map(|database| -> Box<dyn Tables<Kalah>> { Box::new(database) }))
    }

    /// Returns a search with a database from the folder, or with one built in memory, for the lifetime of the oracle, when it
    /// first needs one.
    fn oracle(&self, game: &Game<Kalah>, options: &SolveOptions) -> Result<Option<Box<dyn Oracle<Kalah>>>, SolveError> {
        let pos = game.position();
        if !Solver::takes(pos) {
            return Ok(Some(Box::new(StoreSolver::new(options.table))));
        }
        Ok(Some(Box::new(Lasting { options: options.clone(), solver: None })))
    }

    fn provable(&self) -> Option<&dyn Provable<Kalah>> {
        Some(self)
    }

    fn shares_tables(&self, opened: &Game<Kalah>, game: &Game<Kalah>) -> bool {
        let (one, other) = (opened.position(), game.position());
        let is_same_solver = Solver::takes(one) == Solver::takes(other);
        opened.rules() == game.rules() && one.houses() == other.houses() && is_same_solver
    }

    fn finished_value(&self, pos: &Kalah, _: Outcome, side: Side) -> ExactValue {
        ExactValue::Margin(pos.final_margin(side).unwrap_or_default())
    }
}

/// Search depth in plies of the estimate that orders subproblems.
const GUESS: u32 = 5;

impl Provable<Kalah> for ExactKalah {
    fn range(&self, pos: &Kalah) -> (i32, i32) {
        let [own, other] = [pos.side_to_move(), !pos.side_to_move()].map(|side| i32::from(pos.store(side)));
        let left = i32::from(pos.total()) - own - other;
        (own - other - left, own - other + left)
    }

    fn finished(&self, pos: &Kalah, _: Outcome, side: Side) -> i32 {
        pos.final_margin(side).unwrap_or_default()
    }

    fn step(&self) -> i32 {
        2
    }

    fn guess(&self, pos: &Kalah) -> i32 {
        Solver::guess(pos, GUESS)
    }

    fn prover(&self, game: &Game<Kalah>, options: &SolveOptions) -> Result<Box<dyn Prover<Kalah>>, SolveError> {
        if !Solver::takes(game.position()) {
            return Err(SolveError::NotProvable { what: "Kalah with the majority rule, or on so large a board," });
        }
        Ok(Box::new(suited_solver(game.position(), options, true, &mut |_| {})?))
    }
}

impl Prover<Kalah> for Solver {
    fn fork(&self) -> Option<Box<dyn Prover<Kalah>>> {
        Some(Box::new(self.sharing_database()))
    }

    fn at_least(&mut self, pos: &Kalah, at: i32, stop: &StopFlag) -> Result<bool, SolveError> {
        Solver::at_least(self, pos, at, stop).ok_or(SolveError::Stopped { before: "the end of the game was reached" })
    }
}

/// Oracle that makes its solver for the first position whose values the library does not include.
struct Lasting {
    options: SolveOptions,
    solver: Option<Solver>,
}

impl Lasting {
    fn solver(&mut self, pos: &Kalah, stop: &StopFlag) -> Result<&mut Solver, SolveError> {
        let solver = match self.solver.take() {
            Some(solver) => solver,
            None => {
                let options = SolveOptions { stop: stop.clone(), ..self.options.clone() };
                informed_solver(pos, &options, true, &mut |_| {})?
            }
        };
        Ok(self.solver.insert(solver))
    }
}

impl Oracle<Kalah> for Lasting {
    fn moves(&mut self, game: &Game<Kalah>, stop: &StopFlag) -> Result<Vec<ExactMove<House>>, SolveError> {
        let pos = game.position();
        if let Some(moves) = included_moves(pos, &self.options) {
            return Ok(moves);
        }
        let moves = self.solver(pos, stop)?.moves(pos, stop, |_| {});
        let moves = moves.ok_or(SolveError::Stopped { before: "the end of the game was reached" })?;
        Ok(moves.into_iter().map(|(mv, margin)| ExactMove::by_margin(mv, margin)).collect())
    }

    fn value(&mut self, game: &Game<Kalah>, stop: &StopFlag) -> Result<ExactValue, SolveError> {
        let pos = game.position();
        if let Some(margin) = openings::value(pos).filter(|_| uses_openings(&self.options)) {
            return Ok(ExactValue::Margin(margin));
        }
        let margin = self.solver(pos, stop)?.value(pos, None, stop);
        margin.map(ExactValue::Margin).ok_or(SolveError::Stopped { before: "the end of the game was reached" })
    }
}

/// Returns the time of a search that is long.
fn cost_of_search(pos: &Kalah, options: &SolveOptions) -> Option<String> {
    let seeds: u32 = Side::ALL.into_iter().map(|side| u32::from(pos.seeds_in_houses(side))).sum();
    let is_included = match options.value_only {
        true => openings::value(pos).is_some(),
        false => openings::moves(pos).is_some(),
    };
    let is_long = seeds > FEW_SEEDS && pos.houses() >= 5 && pos.outcome().is_none();
    (is_long && !(is_included && uses_openings(options)))
        .then(|| format!("solving a position with {seeds} seeds in the houses takes many minutes"))
}

/// Returns whether the included values are used. Who asks for a database or keeps the results wants the work itself.
fn uses_openings(options: &SolveOptions) -> bool {
    options.database.is_none() && options.keep.is_none()
}

/// Returns a [suited](suited_solver) solver that also has the included values, if they are used. A proof does without.
fn informed_solver(
    pos: &Kalah,
    options: &SolveOptions,
    lasting: bool,
    progress: OnProgress<'_>,
) -> Result<Solver, SolveError> {
    let solver = suited_solver(pos, options, lasting, progress)?;
    Ok(if uses_openings(options) { solver.with_openings() } else { solver })
}

/// Returns the moves of a position with their included values, if all are known.
fn included_moves(pos: &Kalah, options: &SolveOptions) -> Option<Vec<ExactMove<House>>> {
    openings::moves(pos).filter(|_| uses_openings(options))
}

impl Oracle<Kalah> for StoreSolver {
    fn moves(&mut self, game: &Game<Kalah>, stop: &StopFlag) -> Result<Vec<ExactMove<House>>, SolveError> {
        StoreSolver::moves(self, game.position(), stop, |_| {})
    }
}

impl Tables<Kalah> for Database {
    fn moves(&self, pos: &Kalah) -> Result<Option<Vec<ExactMove<House>>>, TableError> {
        let value = |&mv| {
            let after = pos.after(mv);
            let sign = if after.side_to_move() == pos.side_to_move() { 1 } else { -1 };
            Ok(self.probe(&after)?.map(|value| ExactMove::by_margin(mv, sign * value)))
        };
        pos.legal_moves().iter().map(value).collect()
    }
}

/// Returns the values of the moves from a database of the folder.
fn from_table(game: &Game<Kalah>, options: &SolveOptions) -> Result<Vec<ExactMove<House>>, SolveError> {
    let pos = game.position();
    let Some(database) = Database::open(&options.tables, pos.houses(), game.rules())? else {
        // A database is for all set-ups of a number of houses.
        let (houses, seeds) = (pos.houses(), usize::from(pos.total()));
        let setup =
            if houses == 6 { String::new() } else { format!(" --setup {houses}x{}", (seeds / (2 * houses)).max(1)) };
        let rules = game.rules();
        let rules = if *rules == KalahRules::default() { String::new() } else { format!(" --rules {rules}") };
        return Err(SolveError::NoTables {
            folder: options.tables.clone(),
            what: "database of this board".into(),
            command: format!("ply solve kalah{setup}{rules} --database 14"),
        });
    };
    let seeds = database.seeds();
    Tables::moves(&database, pos)?.ok_or_else(|| SolveError::NotInTables {
        held: format!(
            "the database holds positions with at most {seeds} seeds in the houses, without the majority rule"
        ),
    })
}

/// Checks that a requested database, on which a solver worked, is still there at the end.
fn check_database(pos: &Kalah, options: &SolveOptions) -> Result<(), TableError> {
    options.database.map_or(Ok(()), |seeds| Database::check_owned(&options.tables, pos, seeds))
}

/// Returns a solver with a database from the folder, or with one built for the position. A requested database is saved,
/// unless the solver is a `lasting` one, which leaves no files behind. Because it also solves other positions, a lasting
/// solver loads any database that is not large.
fn suited_solver(
    pos: &Kalah,
    options: &SolveOptions,
    lasting: bool,
    progress: OnProgress<'_>,
) -> Result<Solver, SolveError> {
    let (houses, rules, stop) = (pos.houses(), pos.rules(), &options.stop);
    let seeds = match options.database {
        // A database without a file is of use for this game alone, which has no position with more seeds.
        Some(seeds) if lasting => seeds.min(usize::from(pos.total())),
        Some(seeds) => seeds,
        None => Solver::suited_database(pos),
    };
    let size = Database::size(houses, seeds).ok_or(SolveError::DatabaseTooLarge { seeds })?;
    let saves = options.database.is_some() && !lasting;
    let _turn = match saves {
        true => Some(Turn::wait(&Database::prepare(&options.tables, houses, &rules)?, stop, progress)?),
        false => None,
    };
    let is_suited = |known: &Database| {
        let is_small = || Database::size(houses, known.seeds()).is_some_and(|size| size <= LARGE);
        known.seeds() >= seeds
            && (options.database.is_some() || Solver::is_worth_loading(pos, known.seeds()) || lasting && is_small())
    };
    let database = if let Some(known) = Database::open(&options.tables, houses, &rules)?.filter(is_suited) {
        known.load()?
    } else {
        let each = |layer: usize| {
            let done = Database::size(houses, layer).unwrap_or(0) as f64 / size as f64;
            progress(&SolveProgress::share(format!("database of {layer} of {seeds} seeds"), done));
            if stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        // Half a byte for each position, and the last layer twice.
        let layer =
            seeds.checked_sub(1).and_then(|fewer| Database::size(houses, fewer)).map_or(size, |done| size - done);
        let bytes = (size / 2 + 2 * layer) as usize;
        if Vec::<u8>::new().try_reserve_exact(bytes).is_err() {
            return Err(SolveError::NoRoom { mebibytes: bytes >> 20 });
        }
        let built = Database::build(houses, &rules, seeds, options.threads, each)
            .ok_or(SolveError::Stopped { before: "the database was built" })?;
        if saves {
            built.save(&options.tables)?;
            progress(&SolveProgress::milestone(format!(
                "the database of up to {seeds} seeds is stored in `{}`; now the position is solved, which the database does not need",
                options.tables.display()
            )));
        }
        built
    };
    Ok(Solver::new(database, options.table).threads(options.threads))
}
