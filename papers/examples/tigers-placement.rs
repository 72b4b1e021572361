//! Fits the network of `plyground_eval::tigers::ShutInSamples::NearGames` to the tables of the whole game: `tigers-placement
//! TABLES [FILE]`. The tables come from `ply solve tigers --tables TABLES`. Default of FILE: the file of the program.
//!
//! The fit starts from the network of random arrangements. In each round, both sides play games with the network so far, and the
//! samples are the positions after each move of these games and on random lines from them. The tables label all of them. It takes
//! about half an hour on two cores and 2 GB.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

mod shut_in;

use std::collections::HashSet;
use std::error::Error;
use std::path::Path;

use plyground_eval::tigers::{ShutInNetwork, Strong};
use plyground_game::random::Random;
use plyground_game::{Evaluate, Game, Position as _, Score, Side};
use plyground_search::{Agent, Job, Limits, PvsOptions, SearchAgent, Selectivity};
use plyground_solve::Wdl;
use plyground_solve::tigers::Tables;
use plyground_tigers::{GOATS, PointSet, Tigers, TigersRules};
use shut_in::{Network, Node, Sample, logistic, points};

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
/// Random lines from each position of a game, and their most plies.
const LINES: usize = 4;
const MOST_LINE: usize = 8;
/// Plies of a game after a move gave the draw away.
const AFTER_A_LOSS: i32 = 6;
/// Of this many samples, one is held out.
const HELD_OUT: usize = 50;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("expected the folder of the tables")?;
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/eval/src/tigers/placement.bin");
    let file = arguments.next().unwrap_or_else(|| shipped.into());
    let tables = Tables::open(Path::new(&folder), &TigersRules::default())?;
    let mut random = Random::new(5);
    let mut samples = draw(&tables, &mut random)?;
    let (mut held_out, mut seen) = (Vec::new(), HashSet::new());
    let mut network = Network::read(START, ShutInNetwork::INPUTS, inputs);
    for round in 1..=ROUNDS {
        let player = Player { network: network.rounded(), strong: Strong::default() };
        let mut found = near_games(&tables, &player, &mut random)?;
        // No round fits what an earlier one has held out.
        found.retain(|sample| seen.insert(sample.pos));
        random.shuffle(&mut found);
        held_out.extend(found.split_off(found.len() - found.len() / HELD_OUT));
        samples.append(&mut found);
        network.fit(&mut samples, EPOCHS, RATE, &mut random);
        let (rounded, mut node) = (network.rounded(), Node::new());
        let wrong = |sample: &&Sample| (rounded.log_odds(&sample.pos, &mut node) > 0.0) != (sample.target > 0.5);
        let share = 100.0 * held_out.iter().filter(wrong).count() as f64 / held_out.len() as f64;
        println!("round {round}: {share:.2}% of {} held-out positions are judged wrong", held_out.len());
    }
    std::fs::write(&file, network.bytes())?;
    Ok(())
}

fn inputs(pos: &Tigers, active: &mut Vec<usize>) {
    ShutInNetwork::inputs(pos, |input| active.push(input)).expect("only such positions are samples");
}

/// Returns a position of the placement phase with its value, if the network and the tables have it.
fn sample(tables: &Tables, pos: Tigers) -> Result<Option<Sample>, Box<dyn Error>> {
    if pos.outside() == 0 || pos.outcome().is_some() || ShutInNetwork::inputs(&pos, |_| ()).is_none() {
        return Ok(None);
    }
    let value = tables.probe(&pos)?;
    let win = if pos.side_to_move() == Side::First { Wdl::Win } else { Wdl::Loss };
    Ok(value.map(|value| Sample { pos, target: f32::from(u8::from(value.result() == win)) }))
}

/// Returns random arrangements, so that the network remembers unusual ones.
fn draw(tables: &Tables, random: &mut Random) -> Result<Vec<Sample>, Box<dyn Error>> {
    let mut samples = Vec::new();
    for outside in 1..=GOATS {
        for (taken, drawn) in (0..=GOATS - outside).zip(DRAWN) {
            for side in Side::ALL {
                for _ in 0..drawn {
                    let tigers = points(3, PointSet::EMPTY, random);
                    let goats = points((GOATS - outside - taken).into(), tigers, random);
                    let pos = Tigers::from_parts(tigers, goats, outside, side, &TigersRules::default())?;
                    samples.extend(sample(tables, pos)?);
                }
            }
        }
    }
    Ok(samples)
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
fn near_games(tables: &Tables, player: &Player, random: &mut Random) -> Result<Vec<Sample>, Box<dyn Error>> {
    let options =
        PvsOptions { selectivity: Selectivity { null_move: false, ..Selectivity::ALL }, ..PvsOptions::default() };
    let search = SearchAgent::pvs(player.clone()).options(options).limits(Limits::nodes(NODES));
    let mut agent: Box<dyn Agent<Tigers>> = Box::new(search.table(1).deeper_answers());
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
                    line(tables, player, pos, &mut samples, random)?;
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

/// Adds the positions of a line whose moves are random, or in half of the lines mostly the best by the next evaluation.
fn line(
    tables: &Tables,
    player: &Player,
    mut pos: Tigers,
    samples: &mut Vec<Sample>,
    random: &mut Random,
) -> Result<(), Box<dyn Error>> {
    let is_greedy = random.below(2) == 0;
    for _ in 0..=random.below(MOST_LINE) {
        let (moves, side) = (pos.legal_moves(), pos.side_to_move());
        let best = moves.iter().max_by_key(|&&mv| player.evaluate(&pos.after(mv), &(), side).value());
        let greedy = best.filter(|_| is_greedy && random.below(4) > 0);
        pos = pos.after(greedy.copied().unwrap_or_else(|| moves[random.below(moves.len())]));
        let Some(found) = sample(tables, pos)? else { break };
        samples.push(found);
    }
    Ok(())
}
