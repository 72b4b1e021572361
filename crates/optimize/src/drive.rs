//! The loop between an optimiser and the referee of its leagues, with a budget, generation by generation.
//!
//! ```
//! use plyground_optimize::{Annihill, AnnihillOptions, Axis, Budget, EndOfRun, Objective, Space, drive, sphere};
//!
//! let space = Space::new(vec![Axis::new("x", -5.0, 5.0, 3.0, 1.0)])?;
//! let mut tuner = Annihill::new(space, AnnihillOptions::default(), 1)?;
//! let budget = Budget { games: Some(50), nodes: None };
//! let mut generations = 0;
//! let run = drive(&mut tuner, &mut Objective::new(sphere), &budget, &mut |_| generations += 1)?;
//! assert_eq!((run.cause, run.games, generations), (EndOfRun::Budget, 48, 4));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use serde::{Deserialize, Serialize};

use crate::tune::{League, Results, Tune};

/// Plays the games of a league.
pub trait Referee {
    /// Why it could not be played.
    type Error;

    /// Plays a league. Equal leagues of the same generation must have equal results: that is what makes a run repeatable.
    ///
    /// # Errors
    /// When it cannot be played to its end.
    fn play(&mut self, generation: u64, league: &League) -> Result<Played, Self::Error>;
}

/// A league that has been played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Played {
    /// The results.
    pub results: Results,
    /// How many games that took.
    pub games: u64,
    /// How many nodes the players have searched.
    pub nodes: u64,
}

/// How much may be spent; the generation that would go beyond is not begun.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Budget {
    /// Games at most.
    pub games: Option<u64>,
    /// No generation is begun after so many nodes.
    pub nodes: Option<u64>,
}

/// One generation, as logs keep it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Generation {
    /// Its number, from 1.
    pub generation: u64,
    /// Games so far, with this generation's.
    pub games: u64,
    /// Nodes so far, with this generation's.
    pub nodes: u64,
    /// How well the chosen vector did: the share of its points, or what the method measures instead.
    pub fitness: f64,
    /// How far from the centre the method has looked, in the unit of the method.
    pub range: f64,
    /// The vector around which the method looks next.
    pub centre: Vec<f64>,
    /// Everybody who has played.
    pub candidates: Vec<Candidate>,
}

/// A vector that has played in a league.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Candidate {
    /// The vector.
    pub values: Vec<f64>,
    /// Its points: 1 for a win, 1/2 for a draw.
    pub points: f64,
    /// Its games.
    pub games: u64,
}

/// Why a run has ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EndOfRun {
    /// The optimiser is done.
    Done,
    /// The next generation would go beyond the budget.
    Budget,
}

/// A run that has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// Why.
    pub cause: EndOfRun,
    /// Generations.
    pub generations: u64,
    /// Games.
    pub games: u64,
    /// Nodes.
    pub nodes: u64,
}

/// Lets an optimiser and a referee work together to the end of the optimisation or of the budget. `each` receives every
/// generation.
///
/// # Errors
/// Those of the referee.
pub fn drive<R: Referee>(
    tuner: &mut dyn Tune,
    referee: &mut R,
    budget: &Budget,
    each: &mut dyn FnMut(&Generation),
) -> Result<Run, R::Error> {
    let mut run = Run { cause: EndOfRun::Done, generations: 0, games: 0, nodes: 0 };
    while let Some(league) = tuner.ask() {
        let too_many_games = budget.games.is_some_and(|most| run.games + league.games() > most);
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
