//! The ways to an exact answer. A new one is a row of [`DOORS`].
//!
//! `crates/cli/tests/exact_doors.txt` says for each command, option, route and Python name of the program which row it goes
//! through, and `exact_doors.rs` there compares that list with the program.

use std::cell::RefCell;
use std::ops::ControlFlow;

use plyground_catalog::{
    ANALYSIS, Analysis, Catalog, CatalogError, Entry, GameRef, Goal, Oracle, Proving, Puzzle, RetrogradeTrace,
    Solution, SolverTrace, Start, TracedSolver,
};
use plyground_game::Score;
use plyground_game::random::Random;
use plyground_search::{Job, Limits, StopFlag};
use plyground_solve::proof::{Certificate, Sample};
use plyground_solve::{ExactValue, ProofNumbers, Retrograde, SolveOptions, Value, Wdl, hunt};
use plyground_tigers::Tigers;

use super::cases::{Case, Small};

/// What a door says of a case.
#[derive(Debug)]
pub(super) enum Claim {
    /// The value of the position for its side to move.
    Position(ExactValue, Option<u32>),
    /// The value of a move for the side that makes it.
    Move(String, ExactValue, Option<u32>),
    /// The quickest win of the side to move within so many plies.
    WinWithin(u32, Option<u32>),
    /// Whether the side to move can force a win within so many plies.
    Forced(u32, bool),
}

/// A way to an exact answer.
pub(super) struct Door {
    pub(super) name: &'static str,
    pub(super) ask: fn(&Doors, &Case) -> Result<Vec<Claim>, CatalogError>,
}

pub(super) const DOORS: &[Door] = &[
    Door {
        name: "solve",
        ask: |doors, case| solved(&doors.game.solve(&case.start, &doors.options, doors.makes_tables, &mut |_| {})?),
    },
    Door {
        name: "probe",
        ask: |doors, case| solved(&doors.game.solve(&case.start, &doors.options, false, &mut |_| {})?),
    },
    Door { name: "value only", ask: value_only },
    Door {
        name: "oracle",
        ask: |doors, case| solved(&doors.oracle.borrow_mut().solve(&case.start, &StopFlag::default())?),
    },
    Door {
        name: "oracle value",
        ask: |doors, case| {
            let value = doors.oracle.borrow_mut().value(&case.start, &StopFlag::default())?;
            Ok(vec![Claim::Position(value, None)])
        },
    },
    Door {
        name: "proof numbers",
        ask: |doors, case| solved(&doors.by_proof_numbers.solve(&case.start, &doors.options, true, &mut |_| {})?),
    },
    Door {
        name: "retrograde",
        ask: |doors, case| solved(&doors.by_retrograde.solve(&case.start, &doors.options, true, &mut |_| {})?),
    },
    Door { name: "mate", ask: mate },
    Door { name: "trace of proof numbers", ask: traced_proof },
    Door { name: "trace of retrograde analysis", ask: traced_passes },
    Door { name: "puzzle", ask: puzzle },
    Door { name: "certificate", ask: certificate },
    Door {
        name: "best with tables",
        ask: |doors, case| {
            let folder = plyground_catalog::keys::Setting::Text(doors.folder.to_str().unwrap().to_owned());
            let agent = doors.game.agent("best:depth=2,table=1")?.with("tables", folder);
            analysed(doors, &doors.game.open(&case.start)?.analyse(&agent, &Job::default(), ANALYSIS, &mut |_| {})?)
        },
    },
    Door { name: "adjudication", ask: adjudicated },
    Door { name: "best", ask: |doors, case| by_agent(doors, case, "best:table=1") },
    Door { name: "pvs", ask: |doors, case| by_agent(doors, case, "pvs:table=1") },
    Door { name: "mcts", ask: |doors, case| by_agent(doors, case, "mcts") },
    Door { name: "stopped searches", ask: stopped },
];

/// What answers for one game.
pub(super) struct Doors {
    pub(super) game: GameRef,
    makes_tables: bool,
    /// Asked about one case after another, as Python asks it.
    oracle: RefCell<Box<dyn Oracle>>,
    by_proof_numbers: GameRef,
    by_retrograde: GameRef,
    options: SolveOptions,
    folder: std::path::PathBuf,
}

impl Doors {
    pub(super) fn new<P: Small>() -> Doors {
        let folder = std::env::temp_dir().join(format!("plyground-exact-{}-{}", P::NAME, std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        if P::NAME == "tigers" {
            // The whole game takes minutes; two goats take a moment.
            let small = hunt::SolveOptions { max_animals: 2, ..hunt::SolveOptions::whole::<Tigers>(15) };
            hunt::solve::<Tigers>(&folder, &small, |_| ControlFlow::Continue(())).unwrap();
        }
        let by_proof_numbers = ProofNumbers { nodes: Some(5_000), ..ProofNumbers::default() };
        let proof_numbers = || Catalog::empty().with(Entry::<P>::new("").solver(by_proof_numbers));
        let game = |catalog: Catalog| catalog.game(P::NAME).unwrap().clone();
        let options = SolveOptions { tables: folder.clone(), table: 1, database: Some(6), ..SolveOptions::default() };
        let standard = game(Catalog::standard());
        let oracle = standard.oracle(&options).unwrap();
        Doors {
            game: standard,
            makes_tables: P::HAS_SMALL_TABLES,
            oracle: RefCell::new(oracle),
            by_proof_numbers: game(proof_numbers()),
            by_retrograde: game(Catalog::empty().with(Entry::<P>::new("").solver(Retrograde))),
            options,
            folder,
        }
    }
}

impl Drop for Doors {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn solved(solution: &Solution) -> Result<Vec<Claim>, CatalogError> {
    let moves = solution.moves.iter().map(|found| Claim::Move(found.mv.clone(), found.value, found.plies));
    Ok(moves.chain([Claim::Position(solution.value, solution.plies)]).collect())
}

fn value_only(doors: &Doors, case: &Case) -> Result<Vec<Claim>, CatalogError> {
    let options = SolveOptions { value_only: true, ..doors.options.clone() };
    solved(&doors.game.solve(&case.start, &options, doors.makes_tables, &mut |_| {})?)
}

fn mate(doors: &Doors, case: &Case) -> Result<Vec<Claim>, CatalogError> {
    let mut claims = Vec::new();
    for moves in 1..=2 {
        let found = doors.game.mate(&case.start, moves, &doors.options, &mut |_| {})?;
        claims.push(Claim::WinWithin(2 * moves - 1, found.plies));
    }
    Ok(claims)
}

fn traced_proof(doors: &Doors, case: &Case) -> Result<Vec<Claim>, CatalogError> {
    let mut claims = Vec::new();
    for plies in [1, 3, 5] {
        let solver = TracedSolver::ProofNumbers { plies };
        match doors.game.trace_solver(&case.start, solver, 20_000, &StopFlag::default())? {
            SolverTrace::ProofNumbers(trace) => claims.push(Claim::Forced(plies, trace.forced)),
            SolverTrace::Retrograde(_) => unreachable!("another solver was traced"),
        }
    }
    Ok(claims)
}

/// The value of the root and of its moves in a trace of passes.
fn traced_passes(doors: &Doors, case: &Case) -> Result<Vec<Claim>, CatalogError> {
    let solver = TracedSolver::Retrograde;
    let trace = match doors.game.trace_solver(&case.start, solver, 2_000, &StopFlag::default())? {
        SolverTrace::Retrograde(RetrogradeTrace { positions, .. }) => positions,
        SolverTrace::ProofNumbers(_) => unreachable!("another solver was traced"),
    };
    let value = |place: usize| match (trace[place].value, trace[place].pass) {
        ("win", Some(plies)) => Value::win(plies),
        ("loss", Some(plies)) => Value::loss(plies),
        _ => Value::DRAW,
    };
    let text = doors.game.open(&case.start)?.show().position;
    let root = trace.iter().position(|listed| listed.position == text).unwrap();
    let claim = |mv: Option<&String>, value: Value| match mv {
        None => Claim::Position(ExactValue::Result(value.result()), value.plies()),
        Some(mv) => Claim::Move(mv.clone(), ExactValue::Result(value.result()), value.plies()),
    };
    let after = |to: usize| value(to).before(trace[to].side == trace[root].side);
    let moves = trace[root].moves.iter();
    let moves = moves.map(|found| claim(Some(&found.mv), found.to.map_or(Value::DRAW, after)));
    Ok(moves.chain([claim(None, value(root))]).collect())
}

/// What is claimed of a position without its limit, by the rules with the limit. A puzzle has no moves before it.
fn puzzle(doors: &Doors, case: &Case) -> Result<Vec<Claim>, CatalogError> {
    let (game, rules) = (doors.game.info().name, case.start.rules.clone().unwrap());
    if !(case.start.moves.is_empty() || game == "cachex" && rules.contains("repetition=off")) {
        return Ok(Vec::new());
    }
    let free = rules.split(',').filter(|option| !option.contains("_limit=")).collect::<Vec<_>>().join(",");
    let free = if game == "cachex" { free + ",turn_limit=off" } else { free };
    let position = doors.game.open(&case.start)?.show().position;
    let start = Start { position: Some(position.clone()), ..Start::of_setup(None, Some(&free)) };
    let found = doors.game.mate(&start, 2, &doors.options, &mut |_| {})?;
    let Some(plies) = found.plies else { return Ok(Vec::new()) };
    let (game, side, line) = (game.to_owned(), found.side.to_owned(), found.pv);
    let puzzle = Puzzle { game, rules, position, side, goal: Goal::Win, plies: Some(plies), line, nodes: 0 };
    doors.game.check_puzzle(&puzzle, 100_000)?;
    Ok(vec![Claim::WinWithin(plies, Some(plies))])
}

/// Proved, written, read and verified.
fn certificate(doors: &Doors, case: &Case) -> Result<Vec<Claim>, CatalogError> {
    let proving = Proving::new(2, doors.options.clone());
    let certificate = doors.game.prove(&case.start, &proving, &mut |_| {})?;
    let read = Certificate::parse(&certificate.to_string()).unwrap();
    let value = doors.game.verify(&read, &doors.options, Sample::All, &mut |_| {})?.value;
    assert_eq!(value, certificate.head.value);
    let value = if doors.game.info().name == "kalah" { ExactValue::Margin(value) } else { result(value) };
    Ok(vec![Claim::Position(value, None)])
}

fn result(rank: i32) -> ExactValue {
    ExactValue::Result(match rank.signum() {
        1 => Wdl::Win,
        0 => Wdl::Draw,
        _ => Wdl::Loss,
    })
}

/// What tables say of a game that is called too long.
fn adjudicated(doors: &Doors, case: &Case) -> Result<Vec<Claim>, CatalogError> {
    let state = doors.game.state(&case.start)?;
    let (outcome, cause) = doors.game.too_long(&*state, Some(&doors.folder))?;
    if !cause.contains("by exact tables") || doors.game.info().name == "kalah" {
        return Ok(Vec::new());
    }
    Ok(vec![Claim::Position(ExactValue::of_outcome(outcome, state.side_to_move()), None)])
}

/// What an agent claims after a longer search of the same session has filled its table.
fn by_agent(doors: &Doors, case: &Case, spec: &str) -> Result<Vec<Claim>, CatalogError> {
    let agent = doors.game.agent(spec)?;
    let mut session = doors.game.open(&case.start)?;
    let mut claims = Vec::new();
    for limits in [Limits::nodes(1_000), Limits::depth(2)] {
        claims.extend(analysed(doors, &session.analyse(&agent, &Job::new(limits), ANALYSIS, &mut |_| {})?)?);
    }
    Ok(claims)
}

/// What agents claim that a limit of nodes stops: some of the game's own and some searches by other units of depth.
fn stopped(doors: &Doors, case: &Case) -> Result<Vec<Claim>, CatalogError> {
    let mut random = Random::new(case.start.moves.bytes().map(u64::from).sum::<u64>() + u64::from(case.plies));
    let own: Vec<&str> =
        doors.game.info().agents.iter().filter(|agent| !agent.is_command).map(|agent| agent.name).collect();
    let mut claims = Vec::new();
    for number in 0..6 {
        let spec = match number % 3 {
            0 => own[random.below(own.len())].to_owned(),
            1 => format!("{}:unit=turn", ["alphabeta", "minimax", "mtdf", "pvs", "scout"][random.below(5)]),
            _ => ["best", "pvs", "best-1", "best-2"][random.below(4)].to_owned(),
        };
        let Ok(agent) = doors.game.agent(&spec) else { continue };
        let nodes = [2, 7, 16, 65, 125, 400, 2_000][random.below(7)];
        let limits = Limits::nodes(nodes).or(Limits::depth(1 + random.below(7) as u32));
        let job = Job { fixed: random.below(3) == 0, lines: 1 + random.below(2), ..Job::new(limits) };
        let found = match doors.game.open(&case.start)?.analyse(&agent, &job, ANALYSIS, &mut |_| {}) {
            Ok(found) => found,
            // An agent of another form of the game.
            Err(_) => continue,
        };
        claims.extend(analysed(doors, &found)?);
        let of_move = |mv: &str, score: Score| {
            score.is_decided().then(|| Claim::Move(mv.to_owned(), result(score.value()), score.winner_in()))
        };
        claims.extend(found.lines.iter().filter_map(|line| of_move(&line.mv, line.score.score())));
        let exact = found.root_moves.iter().filter(|found| found.bound == "exact");
        claims.extend(exact.filter_map(|found| of_move(&found.mv, found.score.score())));
    }
    Ok(claims)
}

/// A win or loss of an analysis with its distance, and of a value from tables the result.
fn analysed(doors: &Doors, found: &Analysis) -> Result<Vec<Claim>, CatalogError> {
    let number = found.score.number();
    let from_tables = found.proven && found.nodes == 0;
    let is_margin = found.proven && !found.score.score().is_decided() && doors.game.info().name == "kalah";
    Ok(match found.winner_in {
        Some(plies) => vec![Claim::Position(result(found.score.score().value()), Some(plies))],
        None if is_margin => vec![Claim::Position(ExactValue::Margin(number as i32), None)],
        None if from_tables || found.score.score().is_decided() => {
            vec![Claim::Position(result(found.score.score().value()), None)]
        }
        None => Vec::new(),
    })
}
