//! Fits the network of `plyground_eval::tigers::ShutInSamples::NearGames` to the tables of the whole game: `tigers-placement
//! TABLES [FILE]`. The tables come from `ply solve tigers --tables TABLES`. Default of FILE: the file of the program.
//!
//! The fit starts from the network of random arrangements. In each round, both sides play games with the network so far, and the
//! samples are the positions after each move of these games and on random lines from them. The tables label all of them. It takes
//! about half an hour on two cores and 2 GB.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

mod shut_in;

use std::collections::HashSet;

use plyground_eval::tigers::{ShutInNetwork, Strong};
use plyground_game::random::Random;
use plyground_game::{Evaluate, Game, Position as _, Score, Side};
use plyground_search::Job;
use plyground_solve::tigers::Tables;
use plyground_tigers::{GOATS, Tigers, TigersRules};
use shut_in::{Network, Node, Result, Sample, agent, draw, file, goats_win, hold_out, line, logistic, open};

/// The network that the fit starts from.
const START: &[u8] = include_bytes!("../../crates/eval/src/tigers/shut_in_network.bin");
/// Random arrangements for each number of goats outside and each side to move, by captured goats.
const DRAWN: [usize; 3] = [50_000, 33_000, 17_000];
/// Rounds, and positions near games that each of them adds.
const ROUNDS: usize = 7;
const OF_A_ROUND: usize = 1_500_000;
/// Nodes per move of the games.
const NODES: u64 = 300;
const EPOCHS: usize = 5;
const RATE: f32 = 0.001;
/// Points of a win of the goats.
const POINTS: f32 = 4_000.0;
/// Random moves at the start of a game, at least 2 and fewer than this number. Later, one move in ten is random.
const MOST_OPENING: usize = 10;
/// Random lines from each position of a game.
const LINES: usize = 4;
/// Plies of a game after a move gave the draw away.
const AFTER_A_LOSS: i32 = 6;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let tables = open(arguments.next())?;
    let file = file(arguments.next(), "placement.bin");
    let mut random = Random::new(5);
    // Random arrangements let the network remember unusual ones.
    let mut samples = draw(1..=GOATS, |_| DRAWN, &mut random, |pos| sample(&tables, pos))?;
    let (mut held_out, mut seen) = (Vec::new(), HashSet::new());
    let mut network = Network::read(START, ShutInNetwork::INPUTS, inputs);
    for round in 1..=ROUNDS {
        let player = Player { network: network.rounded(), strong: Strong::default() };
        let mut found = near_games(&tables, &player, &mut random)?;
        // No round fits what an earlier one has held out.
        found.retain(|sample| seen.insert(sample.pos));
        held_out.extend(hold_out(&mut found, &mut random));
        samples.append(&mut found);
        network.fit(&mut samples, EPOCHS, RATE, &mut random);
        let wrong = network.percent_wrong(&held_out);
        println!("round {round}: {wrong:.2}% of {} held-out positions are judged wrong", held_out.len());
    }
    std::fs::write(&file, network.bytes())?;
    Ok(())
}

fn inputs(pos: &Tigers, active: &mut Vec<usize>) {
    ShutInNetwork::inputs(pos, |input| active.push(input)).expect("only such positions are samples");
}

/// Returns a position of the placement phase with its value, if the network and the tables have it.
fn sample(tables: &Tables, pos: Tigers) -> Result<Option<Sample>> {
    if pos.outside() == 0 || pos.outcome().is_some() || ShutInNetwork::inputs(&pos, |_| ()).is_none() {
        return Ok(None);
    }
    let value = tables.probe(&pos)?;
    Ok(value.map(|value| Sample { pos, target: f32::from(u8::from(goats_win(&pos, value))) }))
}

/// The evaluation of both sides: the network so far, and [`Strong`].
#[derive(Clone)]
struct Player {
    network: Network,
    strong: Strong,
}

impl Evaluate<Tigers> for Player {
    type Path = ();

    fn evaluate(&self, pos: &Tigers, (): &(), side: Side) -> Score {
        let has_inputs = ShutInNetwork::inputs(pos, |_| ()).is_some();
        let chance = if has_inputs { logistic(self.network.log_odds(pos, &mut Node::new())) } else { 0.0 };
        let strong = self.strong.evaluate(pos, &(), Side::First).value();
        Score::new((POINTS * chance) as i32 + strong).seen_by(side == Side::First)
    }
}

/// Returns positions of the placement phase near those of games.
fn near_games(tables: &Tables, player: &Player, random: &mut Random) -> Result<Vec<Sample>> {
    let mut agent = agent(player.clone(), NODES);
    let mut samples = Vec::new();
    while samples.len() < OF_A_ROUND {
        let mut game = Game::new(&Default::default(), &TigersRules::default());
        agent.new_game();
        let opening = 2 + random.below(MOST_OPENING - 2);
        let mut left = AFTER_A_LOSS;
        for ply in 0.. {
            let pos: Tigers = *game.position();
            if pos.outside() == 0 || game.outcome().is_some() || left < 0 {
                break;
            }
            let moves = pos.legal_moves();
            let is_random = ply < opening || random.below(10) == 0;
            if ply >= opening {
                for &mv in &moves {
                    samples.extend(sample(tables, pos.after(mv))?);
                }
                for _ in 0..LINES {
                    line(player, pos, random, |pos| {
                        let found = sample(tables, pos)?;
                        samples.extend(found);
                        Ok(found.is_some())
                    })?;
                }
            }
            let mv = if is_random {
                moves[random.below(moves.len())]
            } else {
                agent.move_for(&game, &Job::default())?.best.ok_or("a search without a move")?
            };
            game.play(mv)?;
            let is_lost = sample(tables, *game.position())?.is_some_and(|sample| sample.target > 0.5);
            left -= i32::from(ply >= opening && is_lost);
        }
    }
    Ok(samples)
}
