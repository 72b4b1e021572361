//! The loop between an optimiser and the referee of its leagues, generation by generation, within a budget.

use serde::{Deserialize, Serialize};

use crate::tune::{League, Results, Tune};

/// A referee of leagues.
pub trait Referee {
    /// The reason why a league could not be played.
    type Error;

    /// Plays a league. Equal leagues of the same generation must have equal results, so that a run is repeatable.
    ///
    /// # Errors
    /// Returns an error if the league cannot be finished.
    fn play(&mut self, generation: u64, league: &League) -> Result<Played, Self::Error>;
}

/// The result of a league.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Played {
    /// Results of the vectors.
    pub results: Results,
    /// Number of games.
    pub games: u64,
    /// Number of nodes that the players searched.
    pub nodes: u64,
}

/// The budget of a run. A generation that would exceed it does not start.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Budget {
    /// Maximum number of games.
    pub games: Option<u64>,
    /// Number of nodes after which no generation starts.
    pub nodes: Option<u64>,
}

/// One generation of the log.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Generation {
    /// Number of the generation, from 1.
    pub generation: u64,
    /// Games so far, including this generation.
    pub games: u64,
    /// Nodes so far, including this generation.
    pub nodes: u64,
    /// Fitness of the chosen vector: its share of the points, or another measure of the method.
    pub fitness: f64,
    /// Search range around the centre, in the unit of the method.
    pub range: f64,
    /// Vector around which the method searches next.
    pub centre: Vec<f64>,
    /// All vectors that have played.
    pub candidates: Vec<Candidate>,
}

/// A vector that has played in a league.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Candidate {
    /// The vector.
    pub values: Vec<f64>,
    /// Points: 1 for a win, 1/2 for a draw.
    pub points: f64,
    /// Number of games.
    pub games: u64,
}

/// The reason why a run has ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EndOfRun {
    /// The optimiser has finished.
    Done,
    /// The next generation would exceed the budget.
    Budget,
}

/// A finished run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// Reason of the end.
    pub cause: EndOfRun,
    /// Number of generations.
    pub generations: u64,
    /// Number of games.
    pub games: u64,
    /// Number of nodes.
    pub nodes: u64,
}

/// Runs an optimiser with a referee until the optimiser has finished or the budget is used up. `each` is called for
/// every generation.
///
/// # Errors
/// Returns the errors of the referee.
///
/// ```
/// use plyground_optimize::{Annihill, AnnihillOptions, Axis, Budget, EndOfRun, Objective, Space, drive, sphere};
///
/// let space = Space::new(vec![Axis::new("x", -5.0, 5.0, 3.0, 1.0)])?;
/// let mut tuner = Annihill::new(space, AnnihillOptions::default(), 1)?;
/// let budget = Budget { games: Some(50), nodes: None };
/// let mut generations = 0;
/// let run = drive(&mut tuner, &mut Objective::new(sphere), &budget, &mut |_| generations += 1)?;
/// assert_eq!((run.cause, run.games, generations), (EndOfRun::Budget, 48, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn drive<R: Referee>(
    tuner: &mut dyn Tune,
    referee: &mut R,
    budget: &Budget,
    each: &mut dyn FnMut(&Generation),
) -> Result<Run, R::Error> {
    let mut run = Run { cause: EndOfRun::Done, generations: 0, games: 0, nodes: 0 };
    while let Some(league) = tuner.ask() {
        let too_many_games = budget.games.is_some_and(|most| run.games.saturating_add(league.games()) > most);
        if too_many_games || budget.nodes.is_some_and(|most| run.nodes >= most) {
            run.cause = EndOfRun::Budget;
            break;
        }
        let league = league.clone();
        let played = if league.games() == 0 {
            Played { results: Results::new(league.points.len()), ..Played::default() }
        } else {
            referee.play(run.generations + 1, &league)?
        };
        let update = tuner.update(&played.results);
        run.generations += 1;
        run.games += played.games;
        run.nodes += played.nodes;
        let candidates = league.points.into_iter().enumerate().map(|(player, values)| Candidate {
            values,
            points: played.results.points(player),
            games: played.results.games(player),
        });
        each(&Generation {
            generation: run.generations,
            games: run.games,
            nodes: run.nodes,
            fitness: update.fitness,
            range: update.range,
            centre: update.centre,
            candidates: candidates.collect(),
        });
    }
    Ok(run)
}
