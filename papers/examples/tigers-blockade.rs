//! Fits a network of the movement phase to the tables of the whole game: `tigers-blockade TABLES blockade|closing [FILE]`.
//!
//! `blockade` is the network of `plyground_eval::tigers::Blockade`, for all positions, and `closing` that of
//! `plyground_eval::tigers::Closing`, for positions that the goats win. The tables come from `ply solve tigers --tables TABLES`.
//! Without a file, the one of the program is replaced. Random arrangements come first, then positions near those of games from won
//! positions: in each round, the goats search with the network so far, the tigers defend by the tables, and random lines leave the
//! game. The tables label all of them. `blockade` takes about ten minutes on two cores, and `closing` half an hour.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

mod shut_in;

use std::collections::HashSet;

use plyground_eval::tigers::{Blockade, ShutInNetwork, Strong};
use plyground_game::random::Random;
use plyground_game::{Evaluate, Game, Position as _, Score, Side};
use plyground_papers::conversion::points;
use plyground_search::Job;
use plyground_solve::tigers::{KnownWins, Tables};
use plyground_tigers::{PointSet, TIGERS, Tigers, TigersMove, TigersRules};
use shut_in::{Network, Node, Result, Sample, agent, file, goats_win, hold_out, line, logistic, open};

/// What the two networks do differently.
struct Plan {
    file: &'static str,
    /// Whether the network is for positions that the goats win.
    of_wins: bool,
    /// Random arrangements of the movement phase.
    random: usize,
    /// Rounds, and positions near games that each of them adds.
    rounds: usize,
    of_a_round: usize,
    /// The target of a win of the goats falls by this factor with each ply.
    discount: f32,
    /// Nodes of the goats per move.
    nodes: u64,
}

const BLOCKADE: Plan = Plan {
    file: "blockade.bin",
    of_wins: false,
    random: 400_000,
    rounds: 3,
    of_a_round: 500_000,
    discount: 0.995,
    nodes: 300,
};

const CLOSING: Plan = Plan {
    file: "closing.bin",
    of_wins: true,
    random: 800_000,
    rounds: 6,
    of_a_round: 800_000,
    discount: 0.98,
    nodes: 800,
};

const EPOCHS: usize = 3;
/// Points of an immediate win in the search of the goats.
const POINTS: f32 = 4_000.0;
/// Points of an even board in the search of the goats.
const EVEN: i32 = 1_500;
const RATE: f32 = 0.002;
/// Plies of a game.
const MOST_PLIES: usize = 150;
/// Random lines from each position of a game.
const LINES: usize = 6;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let tables = open(arguments.next())?;
    let plan = match arguments.next().as_deref() {
        Some("blockade") => BLOCKADE,
        Some("closing") => CLOSING,
        _ => return Err("expected `blockade` or `closing`".into()),
    };
    let file = file(arguments.next(), plan.file);
    let labels = Labels { tables, plan };
    let plan = &labels.plan;
    let mut random = Random::new(1);
    let mut new_samples = Vec::new();
    while new_samples.len() < plan.random {
        let tigers = points(TIGERS, PointSet::EMPTY, &mut random);
        let goats = points(plan.goats(&mut random), tigers, &mut random);
        let pos = Tigers::from_parts(tigers, goats, 0, Side::ALL[random.below(2)], &TigersRules::default())?;
        if pos.outcome().is_none() {
            new_samples.extend(labels.sample(pos)?);
        }
    }
    let (mut samples, mut held_out) = (Vec::new(), Vec::new());
    let mut network = Network::random(Blockade::INPUTS, inputs, &mut random);
    for round in 1..=plan.rounds {
        let network_so_far = (round > 1).then(|| network.rounded());
        let player = Player { network: network_so_far, of_wins: plan.of_wins, ..Player::default() };
        new_samples.extend(near_games(&labels, &player, &mut random)?);
        // No round fits what an earlier one has held out.
        held_out.extend(hold_out(&mut new_samples, &mut random));
        samples.append(&mut new_samples);
        network.fit(&mut samples, EPOCHS, RATE, &mut random);
        let (rounded, mut node) = (network.rounded(), Node::new());
        let error = |sample: &Sample| logistic(rounded.log_odds(&sample.pos, &mut node)) - sample.target;
        let squares: f32 = held_out.iter().map(error).map(|error| error * error).sum();
        let error = (squares / held_out.len() as f32).sqrt();
        println!("round {round}: root mean square error {error:.4} of held-out samples");
    }
    std::fs::write(&file, network.bytes())?;
    Ok(())
}

fn inputs(pos: &Tigers, active: &mut Vec<usize>) {
    Blockade::inputs(pos, |input| active.push(input)).expect("positions of the movement phase");
}

impl Plan {
    /// Returns the number of goats of a random arrangement. The goats win more often with more goats.
    fn goats(&self, random: &mut Random) -> u8 {
        if self.of_wins { [12, 13, 13, 14, 14, 14, 15, 15][random.below(8)] } else { 10 + random.below(6) as u8 }
    }
}

/// The tables as labels of a network.
struct Labels {
    tables: Tables,
    plan: Plan,
}

impl Labels {
    /// Returns the discounted win of the goats, and 0 for any other result. Returns `None` if the network is for wins and the
    /// goats do not win, and for positions that are not in the tables.
    fn sample(&self, pos: Tigers) -> Result<Option<Sample>> {
        let Some(value) = self.tables.probe(&pos)? else { return Ok(None) };
        if !goats_win(&pos, value) {
            return Ok((!self.plan.of_wins).then_some(Sample { pos, target: 0.0 }));
        }
        Ok(Some(Sample { pos, target: self.plan.discount.powi(value.plies().unwrap_or(0) as i32) }))
    }

    /// Returns whether the goats win.
    fn is_won(&self, pos: Tigers) -> Result<bool> {
        Ok(self.sample(pos)?.is_some_and(|sample| sample.target > 0.0))
    }
}

/// The evaluation of the goats: [`ShutInNetwork`], or the network so far.
#[derive(Clone, Default)]
struct Player {
    strong: Strong,
    shut_in: ShutInNetwork,
    network: Option<Network>,
    /// Whether the network is for positions that the goats win: then nothing is added to it.
    of_wins: bool,
}

impl Evaluate<Tigers> for Player {
    type Path = ();

    fn evaluate(&self, pos: &Tigers, (): &(), side: Side) -> Score {
        match &self.network {
            Some(network) if Blockade::inputs(pos, |_| ()).is_some() => {
                let chance = logistic(network.log_odds(pos, &mut Node::new()));
                let strong = if self.of_wins { 0 } else { self.strong.evaluate(pos, &(), Side::First).value() };
                Score::new((POINTS * chance) as i32 + strong).seen_by(side == Side::First)
            }
            _ => self.shut_in.evaluate(pos, &(), side),
        }
    }
}

/// Returns positions on random lines from games of the goats against the tables.
fn near_games(labels: &Labels, player: &Player, random: &mut Random) -> Result<Vec<Sample>> {
    let mut agent = if labels.plan.of_wins {
        agent(KnownWins::new(player.clone(), EVEN, player.clone()), labels.plan.nodes)
    } else {
        agent(player.clone(), labels.plan.nodes)
    };
    let (mut samples, mut seen) = (Vec::new(), HashSet::new());
    while samples.len() < labels.plan.of_a_round {
        let mut game = Game::from_position(won(labels, random)?, &TigersRules::default());
        agent.new_game();
        // A move may lose the win. A few more plies sample the positions after that.
        let mut left = 6;
        for _ in 0..MOST_PLIES {
            let pos = *game.position();
            for _ in 0..LINES {
                line(player, pos, random, |pos| {
                    let is_left = pos.outcome().is_some() || Blockade::inputs(&pos, |_| ()).is_none();
                    if !is_left && seen.insert(pos) {
                        samples.extend(labels.sample(pos)?);
                    }
                    Ok(!is_left)
                })?;
            }
            let mv = if pos.side_to_move() == Side::First {
                agent.move_for(&game, &Job::default())?.best.ok_or("a search without a move")?
            } else {
                defence(&labels.tables, &pos, random)?
            };
            game.play(mv)?;
            left -= i32::from(game.outcome().is_none() && !labels.is_won(*game.position())?);
            if game.outcome().is_some() || left < 0 {
                break;
            }
        }
    }
    Ok(samples)
}

/// Returns a random position of the movement phase that the goats, who are to move, win in two plies or more.
fn won(labels: &Labels, random: &mut Random) -> Result<Tigers> {
    loop {
        let tigers = points(TIGERS, PointSet::EMPTY, random);
        let goats = points(labels.plan.goats(random), tigers, random);
        let pos = Tigers::from_parts(tigers, goats, 0, Side::First, &TigersRules::default())?;
        if pos.outcome().is_none() && labels.is_won(pos)? {
            return Ok(pos);
        }
    }
}

/// Returns the move of the tigers that loses last, or one in four times a random one.
fn defence(tables: &Tables, pos: &Tigers, random: &mut Random) -> Result<TigersMove> {
    let moves = tables.moves(pos)?.ok_or("the tables do not hold a position")?;
    if random.below(4) == 0 {
        return Ok(moves[random.below(moves.len())].0);
    }
    Ok(moves.iter().max_by_key(|(_, value)| *value).ok_or("a position without a move")?.0)
}
