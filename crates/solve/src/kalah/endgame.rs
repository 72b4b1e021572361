//! Agent that solves late positions of Kalah within the limits of a move and delegates all others to another agent.
//!
//! A late position is solved to the end of the game if the limits probably suffice: the move is best, and the value is
//! the final margin, as in [`solve`](crate::solve()). A node is a position whose moves are generated, and the nodes count
//! against the limit. Solving uses at most three quarters of the limits. If this is not enough, the other agent searches
//! with the rest.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use plyground_game::random::Random;
use plyground_game::zobrist::mix;
use plyground_game::{Game, Position, Score, Side};
use plyground_kalah::{Capture, House, Kalah, KalahRules};
use plyground_search::{Agent, AgentError, Budget, Job, Limits, Line, OnDepth, Report, Source, Traced};

use super::shared::shared_database;
use super::with_stores::StoreSolver;
use super::{Solver, lead};

/// Maximum number of seeds in the houses of a position that is solved.
const MOST_SEEDS: u32 = 40;
/// Share of a limit available for solving, in quarters.
const QUARTERS: u32 = 3;
/// Time of a move from which a search comes before the attempt, and its share of the time, as a divisor.
const LONG_TIME: Duration = Duration::from_secs(2);
const GLIMPSE: u32 = 50;
/// Node limit for solving if neither nodes nor time are limited.
const UNLIMITED_NODES: u64 = 300_000;
/// Minimum number of nodes per microsecond on any machine.
const NODES_A_MICROSECOND: u128 = 1;
/// MiB of the solver's table.
const TABLE: usize = 4;
/// MiB of the table for work of more than [`FEW_NODES`] nodes.
const LARGE_TABLE: usize = 32;
const FEW_NODES: u64 = 1 << 17;

/// Agent that solves late positions and plays as another agent before.
///
/// ```
/// use plyground_game::{Game, Position, Score};
/// use plyground_kalah::{Kalah, KalahRules};
/// use plyground_search::{Agent, Job, Limits, RandomAgent};
/// use plyground_solve::kalah::EndgameAgent;
///
/// let rules = KalahRules::default();
/// let pos = Kalah::parse("<6,10,14,0,1,3,2,0,4,2,2,0,5,0,5> S", &rules)?;
/// let mut agent = EndgameAgent::new(Box::new(RandomAgent::new(1)), Limits::nodes(100_000));
/// let report = agent.move_for(&Game::from_position(pos, &rules), &Job::default())?;
/// assert!(report.proven && report.nodes <= 100_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct EndgameAgent {
    inner: Box<dyn Agent<Kalah>>,
    limits: Limits,
    /// Seed for the choice among equal moves; the first is chosen without a seed.
    noise: Option<u64>,
    /// Seed that a match mixes in for the current game.
    game_seed: u64,
    /// Solver for the board and rules of the current game.
    solver: Option<EndgameSolver>,
}

impl std::fmt::Debug for EndgameAgent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EndgameAgent").field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl EndgameAgent {
    /// Returns an agent that plays as `inner` before the endgame. `limits` are the limits of `inner` and apply if a job
    /// has no others.
    #[must_use]
    pub fn new(inner: Box<dyn Agent<Kalah>>, limits: Limits) -> EndgameAgent {
        EndgameAgent { inner, limits, noise: None, game_seed: 0, solver: None }
    }

    /// Chooses among equal moves at random with this seed; without a seed, chooses the first.
    #[must_use]
    pub fn noise(self, seed: Option<u64>) -> EndgameAgent {
        EndgameAgent { noise: seed, ..self }
    }

    /// Solves the current position within a budget; `None` if the budget is spent.
    fn solved(&mut self, pos: &Kalah, lines: usize, budget: &mut Budget) -> Option<Vec<Line<House>>> {
        let mut order: Vec<House> = pos.legal_moves().iter().rev().copied().collect();
        if let Some(seed) = self.noise {
            let mut random = Random::new(seed ^ mix(self.game_seed ^ pos.key()));
            random.shuffle(&mut order);
        }
        let solver = EndgameSolver::fitting(&mut self.solver, pos);
        if lines > 1 {
            let mut values = Vec::with_capacity(order.len());
            for mv in order {
                values.push((solver.value_of_move(pos, mv, budget)?, mv));
            }
            // The sort is stable, so equal moves keep their order.
            values.sort_by_key(|&(value, _)| -value);
            let line = |(value, mv)| {
                let pv = solver.line(pos, mv, value, budget);
                Line { mv, score: Score::new(value), pv }
            };
            return Some(values.into_iter().take(lines).map(line).collect());
        }
        let value = solver.value(pos, budget)?;
        let mv = solver.achieving(pos, &order, value, budget)?;
        let pv = solver.line(pos, mv, value, budget);
        Some(vec![Line { mv, score: Score::new(value), pv }])
    }

    /// Returns the report of a position that is solved within its share of the limits.
    fn report(&mut self, pos: &Kalah, lines: usize, budget: &mut Budget) -> Option<Report<House>> {
        let lines = self.solved(pos, lines.max(1), budget)?;
        let best = lines.first()?;
        let plies = best.pv.len() as u32;
        Some(Report {
            best: Some(best.mv),
            score: best.score,
            depth: plies,
            seldepth: plies,
            pv: best.pv.clone(),
            nodes: budget.nodes(),
            elapsed: budget.elapsed(),
            proven: true,
            completed: true,
            source: Source::Solver,
            lines,
            ..Report::nothing()
        })
    }
}

impl Agent<Kalah> for EndgameAgent {
    fn is_limited(&self) -> bool {
        self.inner.is_limited()
    }

    fn is_repeatable(&self, limits: Limits) -> bool {
        self.inner.is_repeatable(limits.or(self.limits))
    }

    fn new_game(&mut self) {
        self.inner.new_game();
        // Whether a budget suffices must not depend on earlier games.
        self.solver = None;
    }

    fn prepare(&mut self, game: &Game<Kalah>) {
        let _ = shared_database(game.position());
        self.inner.prepare(game);
    }

    fn reseed(&mut self, seed: u64) {
        self.game_seed = seed;
        self.inner.reseed(seed);
    }

    /// Records the search without first trying to solve the position.
    fn trace(&mut self, game: &Game<Kalah>, job: &Job, limit: usize) -> Option<Traced<House>> {
        let limits = Limits::decide(job.limits, self.limits, Limits::NONE, Limits::NONE);
        self.inner.trace(game, &Job { limits, ..job.clone() }, limit)
    }

    fn think(&mut self, game: &Game<Kalah>, job: &Job, each: OnDepth<'_, Kalah>) -> Result<Report<House>, AgentError> {
        let pos = game.position();
        let limits = Limits::decide(job.limits, self.limits, Limits::NONE, Limits::NONE);
        if share(pos, limits).is_none() {
            return self.inner.think(game, job, each);
        }
        // Who waits seconds for the attempt sees a line first.
        let mut glimpse = None;
        if let Some(time) = limits.time.filter(|&time| time >= LONG_TIME) {
            let job = Job { limits: Limits { time: Some(time / GLIMPSE), ..limits }, ..job.clone() };
            // One report is enough: where leaves are known, hundreds of depths take no time.
            let report = self.inner.think(game, &job, &mut |_| ControlFlow::Continue(()))?;
            if each(&report).is_break() {
                return Ok(report);
            }
            glimpse = Some(report);
        }
        let before = glimpse.as_ref().map_or((0, Duration::ZERO), |report| (report.nodes, report.elapsed));
        let limits = rest(limits, before.0, before.1);
        let share = share(pos, limits).unwrap_or(Limits { nodes: Some(0), ..Limits::NONE });
        let mut budget = Budget::new(Job { limits: share, ..job.clone() });
        if let Some(mut report) = self.report(pos, job.lines, &mut budget) {
            report.nodes += before.0;
            report.elapsed += before.1;
            // The search is complete, so the callback's request to stop has no effect.
            let _ = each(&report);
            return Ok(report);
        }
        let (nodes, elapsed) = (budget.nodes(), budget.elapsed());
        let in_all = |report: &Report<House>| Report {
            nodes: report.nodes + nodes + before.0,
            elapsed: report.elapsed + elapsed + before.1,
            ..report.clone()
        };
        let seen = glimpse.as_ref().map_or(0, |report| report.depth);
        let job = Job { limits: rest(limits, nodes, elapsed), ..job.clone() };
        let report = self.inner.think(game, &job, &mut |report| match report.depth > seen {
            true => each(&in_all(report)),
            false => ControlFlow::Continue(()),
        })?;
        let report = in_all(&report);
        // A search that was stopped at once knows less.
        Ok(match glimpse.filter(|glimpse| glimpse.depth > report.depth) {
            Some(glimpse) => Report { nodes: report.nodes, elapsed: report.elapsed, ..glimpse },
            None => report,
        })
    }
}

/// Returns the limits for solving a position; `None` if solving must not be tried.
fn share(pos: &Kalah, limits: Limits) -> Option<Limits> {
    let seeds = seeds(pos);
    if pos.outcome().is_some() || seeds > MOST_SEEDS {
        return None;
    }
    let time = [limits.time, limits.soft_time, limits.exit_time].into_iter().flatten().min();
    let time = time.map(|time| time / 4 * QUARTERS);
    let nodes = [limits.nodes, limits.exit_nodes].into_iter().flatten().min();
    let nodes = nodes.map(|nodes| nodes / 4 * u64::from(QUARTERS) + nodes % 4 * u64::from(QUARTERS) / 4);
    let nodes = nodes.or(if time.is_none() { Some(UNLIMITED_NODES) } else { None });
    let usual = usual_nodes(pos.rules(), seeds);
    let suffices = nodes.is_none_or(|nodes| nodes >= usual)
        && time.is_none_or(|time| time.as_micros() * NODES_A_MICROSECOND >= u128::from(usual));
    suffices.then_some(Limits { nodes, time, ..Limits::NONE })
}

/// Returns the seeds in the houses.
fn seeds(pos: &Kalah) -> u32 {
    Side::ALL.into_iter().map(|side| u32::from(pos.seeds_in_houses(side))).sum()
}

/// Returns a number of nodes that suffices for half of the positions with this many seeds, and from 25 seeds for most,
/// because a failure takes most of the limit. Measured with 6 houses per side.
fn usual_nodes(rules: KalahRules, seeds: u32) -> u64 {
    let exponent = match rules {
        // Without captures lines are long.
        KalahRules { capture: Capture::None, .. } => (2 * seeds).saturating_sub(22),
        KalahRules { majority: true, .. } => seeds.saturating_sub(9),
        _ if seeds > 24 => 13 + 2 * (seeds - 24) / 3,
        _ => seeds.saturating_sub(12),
    };
    1 << exponent
}

/// Returns the remaining limits.
fn rest(limits: Limits, nodes: u64, elapsed: Duration) -> Limits {
    let less_nodes = |limit: Option<u64>| limit.map(|limit| limit.saturating_sub(nodes));
    let less_time = |limit: Option<Duration>| limit.map(|limit| limit.saturating_sub(elapsed));
    Limits {
        depth: limits.depth,
        nodes: less_nodes(limits.nodes),
        exit_nodes: less_nodes(limits.exit_nodes),
        time: less_time(limits.time),
        soft_time: less_time(limits.soft_time),
        exit_time: less_time(limits.exit_time),
    }
}

/// Solver of positions of a board under its rules.
enum EndgameSolver {
    /// Solver by houses alone.
    Houses(Solver),
    /// Solver with the stores.
    Stores(StoreSolver),
}

impl EndgameSolver {
    /// Returns the solver for a position. A solver by houses for another board or rules is dropped with its results. A
    /// solver with the stores serves all boards and rules.
    fn fitting<'a>(solver: &'a mut Option<EndgameSolver>, pos: &Kalah) -> &'a mut EndgameSolver {
        let database = shared_database(pos);
        let fits = match (&solver, &database) {
            (Some(EndgameSolver::Houses(solver)), Some(database)) => Arc::ptr_eq(solver.database(), database),
            (Some(EndgameSolver::Stores(_)), None) => true,
            _ => false,
        };
        if !fits {
            *solver = None;
        }
        let table = if usual_nodes(pos.rules(), seeds(pos)) > FEW_NODES { LARGE_TABLE } else { TABLE };
        solver.get_or_insert_with(|| match database {
            Some(database) => EndgameSolver::Houses(Solver::new(Arc::clone(database), table)),
            None => EndgameSolver::Stores(StoreSolver::new(table)),
        })
    }

    /// Returns the final margin for the side to move.
    fn value(&mut self, pos: &Kalah, budget: &mut Budget) -> Option<i32> {
        let side = pos.side_to_move();
        let balance = i32::from(pos.seeds_in_houses(side)) - i32::from(pos.seeds_in_houses(!side));
        let guess = lead(pos) + balance / 2;
        match self {
            EndgameSolver::Houses(solver) => solver.value_within(pos, Some(guess), budget),
            EndgameSolver::Stores(solver) => solver.value(pos, guess, budget).ok(),
        }
    }

    fn at_least(&mut self, pos: &Kalah, at: i32, budget: &mut Budget) -> Option<bool> {
        match self {
            EndgameSolver::Houses(solver) => solver.at_least_within(pos, at, budget),
            EndgameSolver::Stores(solver) => solver.at_least(pos, at, budget).ok(),
        }
    }

    fn value_of_move(&mut self, pos: &Kalah, mv: House, budget: &mut Budget) -> Option<i32> {
        let after = pos.after(mv);
        let value = self.value(&after, budget)?;
        Some(if after.side_to_move() == pos.side_to_move() { value } else { -value })
    }

    /// Returns the first move in this order that has the value of the position.
    fn achieving(&mut self, pos: &Kalah, order: &[House], value: i32, budget: &mut Budget) -> Option<House> {
        // One of the moves has the value, so the last needs no search.
        let (&last, others) = order.split_last()?;
        for &mv in others {
            let after = pos.after(mv);
            let achieves = if after.side_to_move() == pos.side_to_move() {
                self.at_least(&after, value, budget)?
            } else {
                !self.at_least(&after, 1 - value, budget)?
            };
            if achieves {
                return Some(mv);
            }
        }
        Some(last)
    }

    /// Returns the line of best play that starts with a move, as far as the budget allows.
    fn line(&mut self, pos: &Kalah, mv: House, mut value: i32, budget: &mut Budget) -> Vec<House> {
        let (mut pos, mut line, mut next) = (pos.clone(), Vec::new(), Some(mv));
        while let Some(mv) = next {
            line.push(mv);
            let after = pos.after(mv);
            if after.side_to_move() != pos.side_to_move() {
                value = -value;
            }
            pos = after;
            let order: Vec<House> = pos.legal_moves().iter().rev().copied().collect();
            next = self.achieving(&pos, &order, value, budget);
        }
        line
    }
}
