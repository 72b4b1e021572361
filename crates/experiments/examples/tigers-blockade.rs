//! Fits the network of `plyground_eval::tigers::Blockade` to the tables of the whole game: `tigers-blockade TABLES [FILE]`.
//!
//! The tables come from `ply solve tigers --tables TABLES`. Without a file, the one of the program is replaced. Random
//! arrangements come first, then positions near those of games from won positions: in each round, the goats search with the
//! network so far, the tigers defend by the tables, and random lines leave the game. The tables label all of them. About ten
//! minutes on two cores.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

mod shut_in;

use std::collections::HashSet;
use std::error::Error;
use std::path::Path;

use plyground_eval::tigers::{Blockade, ShutInNetwork, Strong};
use plyground_game::random::Random;
use plyground_game::{Evaluate, Game, Position as _, Score, Side};
use plyground_search::{Agent as _, Job, Limits, PvsOptions, SearchAgent, Selectivity};
use plyground_solve::Wdl;
use plyground_solve::tigers::Tables;
use plyground_tigers::{PointSet, Tigers, TigersMove, TigersRules};
use shut_in::{Network, Node, Sample, logistic, points, shuffle};

/// Random arrangements of the movement phase.
const RANDOM: usize = 400_000;
/// Rounds, and positions near games that each of them adds.
const ROUNDS: usize = 3;
const OF_A_ROUND: usize = 500_000;
const EPOCHS: usize = 3;
const RATE: f32 = 0.002;
/// The target of a win of the goats falls by this factor with each ply.
const DISCOUNT: f32 = 0.995;
/// Nodes of the goats per move.
const NODES: u64 = 300;
/// Plies of a game.
const MOST_PLIES: usize = 150;
/// Random lines from each position of a game, and their most plies.
const LINES: usize = 6;
const MOST_LINE: usize = 8;
/// Of this many samples, one is held out.
const HELD_OUT: usize = 50;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("expected the folder of the tables")?;
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../eval/src/tigers/blockade.bin");
    let file = arguments.next().unwrap_or_else(|| shipped.into());
    let tables = Tables::open(Path::new(&folder), &TigersRules::default())?;
    let mut random = Random::new(1);
    let mut new_samples = Vec::new();
    while new_samples.len() < RANDOM {
        let tigers = points(3, PointSet::EMPTY, &mut random);
        let goats = points(10 + random.below(6) as u32, tigers, &mut random);
        let pos = Tigers::from_parts(tigers, goats, 0, Side::ALL[random.below(2)], &TigersRules::default())?;
        if pos.outcome().is_none() {
            new_samples.extend(target(&tables, &pos)?.map(|target| Sample { pos, target }));
        }
    }
    let (mut samples, mut held_out) = (Vec::new(), Vec::new());
    let mut network = Network::random(Blockade::INPUTS, inputs, &mut random);
    for round in 1..=ROUNDS {
        let player = Player { network: (round > 1).then(|| network.rounded()), ..Player::default() };
        new_samples.extend(near_games(&tables, &player, &mut random)?);
        shuffle(&mut new_samples, &mut random);
        // No round fits what an earlier one has held out.
        held_out.extend(new_samples.split_off(new_samples.len() - new_samples.len() / HELD_OUT));
        samples.append(&mut new_samples);
        network.fit(&mut samples, EPOCHS, RATE, &mut random);
        let (rounded, mut node) = (network.rounded(), Node::new());
        let error = |sample: &Sample| logistic(rounded.log_odds(&sample.pos, &mut node)) - sample.target;
        let squares: f32 = held_out.iter().map(error).map(|error| error * error).sum();
        println!(
            "round {round}: root mean square error {:.4} of held-out samples",
            (squares / held_out.len() as f32).sqrt()
        );
    }
    std::fs::write(&file, network.bytes())?;
    Ok(())
}

fn inputs(pos: &Tigers, active: &mut Vec<usize>) {
    Blockade::inputs(pos, |input| active.push(input)).expect("positions of the movement phase");
}

/// Returns the discounted win of the goats, 0 for any other result, or `None` for positions that are not in the tables.
fn target(tables: &Tables, pos: &Tigers) -> Result<Option<f32>, Box<dyn Error>> {
    let Some(value) = tables.probe(pos)? else { return Ok(None) };
    let wins = value.result() == if pos.side_to_move() == Side::First { Wdl::Win } else { Wdl::Loss };
    Ok(Some(if wins { DISCOUNT.powi(value.plies().unwrap_or(0) as i32) } else { 0.0 }))
}

/// The evaluation of the goats: [`ShutInNetwork`], or the network so far.
#[derive(Clone, Default)]
struct Player {
    strong: Strong,
    shut_in: ShutInNetwork,
    network: Option<Network>,
}

impl Evaluate<Tigers> for Player {
    type Path = ();

    fn evaluate(&self, pos: &Tigers, (): &(), side: Side) -> Score {
        match &self.network {
            Some(network) if Blockade::inputs(pos, |_| ()).is_some() => {
                let chance = logistic(network.log_odds(pos, &mut Node::new()));
                let strong = self.strong.evaluate(pos, &(), Side::First).value();
                Score::new((4_000.0 * chance) as i32 + strong).seen_by(side == Side::First)
            }
            _ => self.shut_in.evaluate(pos, &(), side),
        }
    }
}

/// Returns positions on random lines from games of the goats against the tables.
fn near_games(tables: &Tables, player: &Player, random: &mut Random) -> Result<Vec<Sample>, Box<dyn Error>> {
    let options =
        PvsOptions { selectivity: Selectivity { null_move: false, ..Selectivity::ALL }, ..PvsOptions::default() };
    let mut agent =
        SearchAgent::pvs(player.clone()).options(options).limits(Limits::nodes(NODES)).table(1).deeper_answers();
    let (mut samples, mut seen) = (Vec::new(), HashSet::new());
    while samples.len() < OF_A_ROUND {
        let mut game = Game::from_position(won(tables, random)?, &TigersRules::default());
        SearchAgent::new_game(&mut agent);
        // A move may lose the win. A few more plies sample the positions after that.
        let mut left = 6;
        for _ in 0..MOST_PLIES {
            let pos = *game.position();
            for _ in 0..LINES {
                let is_greedy = random.below(2) == 0;
                let mut pos = pos;
                for _ in 0..=random.below(MOST_LINE) {
                    let moves = pos.legal_moves();
                    let side = pos.side_to_move();
                    let best = moves.iter().max_by_key(|&&mv| player.evaluate(&pos.after(mv), &(), side).value());
                    let greedy = best.filter(|_| is_greedy && random.below(4) > 0);
                    pos = pos.after(greedy.copied().unwrap_or_else(|| moves[random.below(moves.len())]));
                    if pos.outcome().is_some() || Blockade::inputs(&pos, |_| ()).is_none() {
                        break;
                    }
                    if seen.insert(pos) {
                        samples.extend(target(tables, &pos)?.map(|target| Sample { pos, target }));
                    }
                }
            }
            let mv = if pos.side_to_move() == Side::First {
                agent.move_for(&game, &Job::default())?.best.ok_or("a search without a move")?
            } else {
                defence(tables, &pos, random)?
            };
            game.play(mv)?;
            left -= i32::from(target(tables, game.position())? == Some(0.0));
            if game.outcome().is_some() || left < 0 {
                break;
            }
        }
    }
    Ok(samples)
}

/// Returns a random position of the movement phase that the goats, who are to move, win in two plies or more.
fn won(tables: &Tables, random: &mut Random) -> Result<Tigers, Box<dyn Error>> {
    loop {
        let tigers = points(3, PointSet::EMPTY, random);
        let goats = points(10 + random.below(6) as u32, tigers, random);
        let pos = Tigers::from_parts(tigers, goats, 0, Side::First, &TigersRules::default())?;
        if pos.outcome().is_none() && target(tables, &pos)?.is_some_and(|target| target > 0.0) {
            return Ok(pos);
        }
    }
}

/// Returns the move of the tigers that loses last, or one in four times a random one.
fn defence(tables: &Tables, pos: &Tigers, random: &mut Random) -> Result<TigersMove, Box<dyn Error>> {
    let moves = tables.moves(pos)?.ok_or("the tables do not hold a position")?;
    if random.below(4) == 0 {
        return Ok(moves[random.below(moves.len())].0);
    }
    Ok(moves.iter().max_by_key(|(_, value)| *value).ok_or("a position without a move")?.0)
}
