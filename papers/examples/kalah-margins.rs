//! Fits evaluations of Kalah(6,4) to exact margins, and measures them on exact positions and in matches.
//!
//! ```text
//! kalah-margins sample FILE COUNT SEED LOW HIGH FOLDER
//! kalah-margins measure TRAIN TEST ATTEMPT...
//! kalah-margins match TRAIN PAIRS ATTEMPT
//! kalah-margins write TRAIN FILE ATTEMPT
//! ```
//!
//! `sample` writes positions with LOW to HIGH seeds in the houses and the exact margin of every move, one position a line, until
//! FILE has COUNT lines. A position depends on SEED and its number alone, so the same command continues after Ctrl-C. FOLDER
//! stores the endgame database of 24 seeds: 1.3 GB, and about 100 seconds of processor time once.
//!
//! `measure` fits each ATTEMPT to TRAIN, searches the positions of TEST with it as `best` does, with 20,000 nodes per move, and
//! counts exact moves. `match` plays pairs of games of an attempt against `strong` with the same limits.
//!
//! `write` writes the fitted tables.
//!
//! An attempt is `strong` or `shipped`, which are not fitted, or `KIND[,SCALE[,DECAY[,quiet]]]`. The kinds are `linear` (the
//! features of `strong`), `houses` (and seeds by house), `pairs` (and seeds by pair of houses), and `network` (`houses` and a
//! network of 32 neurons a side). SCALE is the margin in seeds that is worth 73% of the points. `quiet` leaves out positions with
//! a noisy move.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

use std::error::Error;
use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, Write as _};
use std::ops::ControlFlow;
use std::path::Path;

use plyground_eval::kalah::{ByMargin, HousePairs, HouseSeeds, HouseTables, PairTables, Paired, Strong};
use plyground_eval::{Network, SparseFeatures as _, TableInfo};
use plyground_game::random::Random;
use plyground_game::zobrist::mix;
use plyground_game::{Evaluate, Game, Position as _, Score, Side};
use plyground_kalah::{House, Kalah, KalahRules, KalahSetup};
use plyground_optimize::learning::{Epoch, FitOptions, Labels, Sample, Samples, fit, fit_network};
use plyground_search::{Agent, Job, Limits, Options, PvsOptions, SearchAgent, Selectivity, StopFlag, Unit};
use plyground_solve::kalah::{Database, EndgameAgent, KnownEndings, Solver};
use plyground_statistics::{PairResult, Pentanomial, exact_interval};

type Failure = Box<dyn Error>;

const DATABASE_SEEDS: usize = 24;
const SOURCE: &str = "cargo run --release -p plyground-papers --example kalah-margins";
const NODES: u64 = 20_000;
/// The value of a seed, fine enough for sums of many table entries.
const SEED: f32 = 100.0;
/// Neurons of a side.
const HIDDEN: usize = 32;

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["sample", file, count, seed, low, high, folder] => {
            let seeds = low.parse()?..=high.parse()?;
            sample(Path::new(file), count.parse()?, seed.parse()?, seeds, Path::new(folder))
        }
        ["measure", train, test, ref attempts @ ..] => measure(&read(train)?, &read(test)?, attempts),
        ["match", train, pairs, attempt] => play_match(&read(train)?, pairs.parse()?, attempt),
        ["write", train, file, attempt] => {
            let tables = attempt.parse::<Attempt>()?.fitted(&read(train)?).tables;
            let mut file_of_tables = tables.to_file();
            file_of_tables.provenance = format!(
                "source = \"{SOURCE}\"\nattempt = \"{attempt}\"\nsamples = \"CRC-32 {:08x}\"\nversion = \"{}\"",
                crc32fast::hash(&std::fs::read(train)?),
                env!("CARGO_PKG_VERSION")
            )
            .parse()?;
            Ok(std::fs::write(file, file_of_tables.to_string())?)
        }
        _ => Err("expected `sample`, `measure`, `match` or `write` and their arguments".into()),
    }
}

/// A position and the exact margin of every move for the side to move.
struct Exact {
    pos: Kalah,
    moves: Vec<(House, i32)>,
}

impl Exact {
    fn best(&self) -> i32 {
        self.moves.iter().map(|&(_, value)| value).max().expect("a position has moves")
    }
}

fn seeds_in_houses(pos: &Kalah) -> u16 {
    Side::ALL.into_iter().map(|side| pos.seeds_in_houses(side)).sum()
}

fn sample(
    path: &Path,
    count: u64,
    seed: u64,
    seeds: std::ops::RangeInclusive<u16>,
    folder: &Path,
) -> Result<(), Failure> {
    let rules = KalahRules::default();
    let database = match Database::open(folder, 6, &rules)?.filter(|found| found.seeds() == DATABASE_SEEDS) {
        Some(found) => found.load()?,
        None => {
            eprintln!("building the database of {DATABASE_SEEDS} seeds: about 100 seconds");
            let built = Database::build(6, &rules, DATABASE_SEEDS, 1, |_| ControlFlow::Continue(()));
            let built = built.ok_or("no such database")?;
            built.save(folder)?;
            built
        }
    };
    let mut solver = Solver::new(database, 256);
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    let written = BufReader::new(File::open(path)?).lines().count() as u64;
    let stop = StopFlag::default();
    for number in written..count {
        let pos = draw(mix(seed ^ mix(number)), &seeds);
        let moves = solver.moves(&pos, &stop, |_| {}).ok_or("a position cannot be solved")?;
        let moves: Vec<String> = moves.iter().map(|(mv, value)| format!("{mv}:{value}")).collect();
        file.write_all(format!("{pos}\t{}\n", moves.join(" ")).as_bytes())?;
        if (number + 1 - written).is_multiple_of(100) {
            eprintln!("{} of {count} positions, {} nodes", number + 1, solver.nodes());
        }
    }
    Ok(())
}

/// Returns a position of self-play in which a quarter of the moves are random.
fn draw(seed: u64, seeds: &std::ops::RangeInclusive<u16>) -> Kalah {
    let mut random = Random::new(seed);
    let mut agent = SearchAgent::pvs(Strong::default()).table(1).limits(Limits::nodes(300));
    loop {
        let target = seeds.start() + random.below(usize::from(seeds.end() - seeds.start() + 1)) as u16;
        let mut game = Game::<Kalah>::new(&KalahSetup::default(), &KalahRules::default());
        while game.outcome().is_none() && seeds_in_houses(game.position()) > target {
            let moves = game.position().legal_moves();
            let is_random = game.moves().len() < 4 || random.below(4) == 0;
            let mv = if is_random { moves[random.below(moves.len())] } else { choose(&mut agent, &game) };
            game.play(mv).expect("the move is legal");
        }
        let pos = game.position();
        let left = i32::from(seeds_in_houses(pos));
        let lead = i32::from(pos.store(Side::First)) - i32::from(pos.store(Side::Second));
        let is_open = game.outcome().is_none() && lead.abs() <= left && pos.legal_moves().len() > 1;
        if is_open && seeds.contains(&seeds_in_houses(pos)) {
            return pos.clone();
        }
    }
}

fn choose(agent: &mut dyn Agent<Kalah>, game: &Game<Kalah>) -> House {
    let report = agent.move_for(game, &Job::default()).expect("it is no program of its own");
    report.best.expect("the game is not over")
}

fn read(path: &str) -> Result<Vec<Exact>, Failure> {
    let rules = KalahRules::default();
    let line = |line: std::io::Result<String>| {
        let line = line?;
        let (pos, moves) = line.split_once('\t').ok_or("expected a position, a tab and moves")?;
        let pos = Kalah::parse(pos, &rules)?;
        let value = |word: &str| {
            let (mv, value) = word.split_once(':').ok_or("expected MOVE:VALUE")?;
            Ok::<_, Failure>((pos.parse_move(mv)?, value.parse()?))
        };
        let moves = moves.split(' ').map(value).collect::<Result<_, Failure>>()?;
        Ok(Exact { pos, moves })
    };
    BufReader::new(File::open(path)?).lines().map(line).collect()
}

/// Kind of evaluation. Each kind includes the inputs of the kinds before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Linear,
    Houses,
    Pairs,
}

/// An attempt, parsed from the command line.
#[derive(Clone, Copy)]
struct Attempt {
    kind: Kind,
    has_network: bool,
    scale: f32,
    decay: f32,
    is_quiet: bool,
}

impl std::str::FromStr for Attempt {
    type Err = Failure;

    fn from_str(text: &str) -> Result<Attempt, Failure> {
        let mut words = text.split(',');
        let (kind, has_network) = match words.next() {
            Some("linear") => (Kind::Linear, false),
            Some("houses") => (Kind::Houses, false),
            Some("pairs") => (Kind::Pairs, false),
            Some("network") => (Kind::Houses, true),
            _ => return Err(format!("no kind of attempt in `{text}`").into()),
        };
        let scale = words.next().map_or(Ok(10.0), str::parse)?;
        let decay = words.next().map_or(Ok(1e-5), str::parse)?;
        Ok(Attempt { kind, has_network, scale, decay, is_quiet: words.next() == Some("quiet") })
    }
}

impl Kind {
    /// Returns the number of inputs, the first ones of [`HousePairs`].
    fn inputs(self) -> usize {
        let tables = HousePairs::tables();
        let last = match self {
            Kind::Linear => 1,
            Kind::Houses => 3,
            Kind::Pairs => 4,
        };
        tables[..last].iter().map(TableInfo::inputs).sum()
    }
}

/// Tables, and a network on top.
#[derive(Clone)]
struct Fitted {
    tables: PairTables,
    network: Option<Network>,
}

impl Attempt {
    fn fitted(self, train: &[Exact]) -> Fitted {
        let Attempt { kind, scale, decay, .. } = self;
        let labels = Labels::results(scale);
        let inputs = kind.inputs();
        let samples = self.samples(
            train,
            inputs,
            |_| 0.0,
            |pos, add| {
                HousePairs::visit(pos, |input, count| {
                    if input < inputs {
                        add(input, count);
                    }
                });
            },
        );
        let options = FitOptions { epochs: 20, batch: 512, rate: 0.02, decay, seed: 1 };
        let mut last = None;
        let weights = fit(&samples, &labels, &options, |epoch| {
            last = Some(*epoch);
            true
        });
        report(samples.len(), last);
        let mut values: Vec<i16> = weights.iter().map(|weight| (weight * scale * SEED).round() as i16).collect();
        values.resize(PairTables::inputs(), 0);
        let fitted = Fitted { tables: PairTables::new(&values), network: None };
        if !self.has_network {
            return fitted;
        }
        let mover = HouseTables::inputs();
        let base = |pos: &Kalah| fitted.tables.sum(pos, Side::First) as f32 / SEED;
        let samples = self.samples(train, mover + 1, base, |pos, add| {
            HouseSeeds::visit(pos, &mut *add);
            add(mover, if pos.side_to_move() == Side::First { 1 } else { -1 });
        });
        let options = FitOptions { rate: 0.005, ..options };
        let network = fit_network(&samples, HIDDEN, &labels, &options, 1, |epoch| {
            last = Some(*epoch);
            true
        });
        report(samples.len(), last);
        let network = Network::new(mover, &network.rounded(scale * SEED)).expect("the size is that of a network");
        Fitted { network: Some(network), ..fitted }
    }

    /// Returns the positions and those after each of their moves, with their exact margins.
    fn samples(
        self,
        train: &[Exact],
        inputs: usize,
        base: impl Fn(&Kalah) -> f32,
        visit: impl Fn(&Kalah, &mut dyn FnMut(usize, i8)),
    ) -> Samples {
        let mut samples = Samples::new(inputs);
        let is_noisy = |pos: &Kalah| pos.legal_moves().iter().any(|&mv| pos.is_noisy(mv));
        for (number, exact) in train.iter().enumerate() {
            let sign = if exact.pos.side_to_move() == Side::First { 1 } else { -1 };
            let mut add = |pos: &Kalah, margin: i32| {
                if pos.outcome().is_some() || self.is_quiet && is_noisy(pos) {
                    return;
                }
                let result = 1.0 / (1.0 + (-(sign * margin) as f32 / self.scale).exp());
                samples.add(Sample { game: number as u64, base: base(pos), score: 0.0, result });
                visit(pos, &mut |input, value| samples.add_input(input, value));
            };
            add(&exact.pos, exact.best());
            for &(mv, margin) in &exact.moves {
                add(&exact.pos.after(mv), margin);
            }
        }
        samples
    }
}

fn report(samples: usize, epoch: Option<Epoch>) {
    if let Some(epoch) = epoch {
        let (explained, held_out) = (100.0 * epoch.explained, 100.0 * epoch.held_out);
        println!("  {samples} positions, {explained:.1}% of the variance explained, {held_out:.1}% of that held out");
    }
}

impl Evaluate<Kalah> for Fitted {
    type Path = ();

    fn evaluate(&self, pos: &Kalah, (): &(), side: Side) -> Score {
        let mut sum = self.tables.sum(pos, side);
        if let Some(network) = &self.network {
            let value =
                network.value(pos.side_to_move(), |sums| HouseSeeds::visit(pos, |input, count| sums.add(input, count)));
            sum += if side == Side::First { value } else { -value };
        }
        Score::new(sum)
    }
}

/// Fits an attempt, and returns the agent that searches with it as `best` does; `strong` and `shipped` are not fitted.
fn agent(text: &str, train: &[Exact]) -> Result<Box<dyn Agent<Kalah>>, Failure> {
    Ok(match text {
        // As in `best-2`: its unit is not a hundredth of a seed.
        "strong" => as_best(ByMargin(Strong::default())),
        "shipped" => as_best(KnownEndings::new(Paired::default())),
        text => as_best(KnownEndings::new(text.parse::<Attempt>()?.fitted(train))),
    })
}

fn as_best<E: Evaluate<Kalah, Path = ()> + Clone + 'static>(evaluation: E) -> Box<dyn Agent<Kalah>> {
    let limits = Limits::nodes(NODES);
    let selectivity = Selectivity { null_move: false, ..Selectivity::ALL };
    let base = Options { unit: Unit::Turn, ..Options::default() };
    let options = PvsOptions { base, selectivity, ..PvsOptions::default() };
    let search = SearchAgent::pvs(evaluation).options(options).deeper_answers().table(4).limits(limits);
    Box::new(EndgameAgent::new(Box::new(search.only_pvs()), limits))
}

fn measure(train: &[Exact], test: &[Exact], attempts: &[&str]) -> Result<(), Failure> {
    let mut first: Option<Vec<f64>> = None;
    for text in attempts {
        println!("{text}");
        let mut agent = agent(text, train)?;
        let regret = |exact: &Exact| {
            agent.new_game();
            let mv = choose(&mut *agent, &Game::from_position(exact.pos.clone(), &KalahRules::default()));
            let &(_, value) = exact.moves.iter().find(|&&(found, _)| found == mv).expect("the move is legal");
            f64::from(exact.best() - value)
        };
        let regrets: Vec<f64> = test.iter().map(regret).collect();
        let exact = regrets.iter().filter(|&&regret| regret == 0.0).count() as f64;
        let share = exact_interval(exact, regrets.len() as f64, 0.95);
        let base = first.get_or_insert_with(|| regrets.clone());
        let changes: Vec<f64> = regrets.iter().zip(base).map(|(regret, base)| regret - *base).collect();
        let ((regret, _), (change, error)) = (mean(&regrets), mean(&changes));
        println!(
            "  exact {:.1}% ({:.1} to {:.1}), regret {regret:.3}, change of regret {change:+.3} ({:+.3} to {:+.3})",
            100.0 * exact / regrets.len() as f64,
            100.0 * share.low,
            100.0 * share.high,
            change - 1.96 * error,
            change + 1.96 * error
        );
    }
    Ok(())
}

/// Returns the mean and its standard error.
fn mean(numbers: &[f64]) -> (f64, f64) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let variance = numbers.iter().map(|number| (number - mean) * (number - mean)).sum::<f64>() / (count - 1.0);
    (mean, (variance / count).sqrt())
}

fn play_match(train: &[Exact], pairs: u64, attempt: &str) -> Result<(), Failure> {
    let mut players = [agent(attempt, train)?, agent("strong", train)?];
    let mut result = Pentanomial::default();
    for pair in 0..pairs {
        let mut random = Random::new(pair);
        let mut start = Game::<Kalah>::new(&KalahSetup::default(), &KalahRules::default());
        for _ in 0..6 {
            let moves = start.position().legal_moves();
            start.play(moves[random.below(moves.len())])?;
        }
        let mut half_points = 0;
        for side in Side::ALL {
            let mut game = start.clone();
            players.iter_mut().for_each(|player| player.new_game());
            while game.outcome().is_none() {
                let player = usize::from(game.position().side_to_move() != side);
                game.play(choose(&mut *players[player], &game))?;
            }
            let margin = game.position().final_margin(side).ok_or("the game is not over")?;
            half_points += (1 + margin.signum()) as usize;
        }
        result.add(PairResult::from_half_points(half_points));
        if (pair + 1).is_multiple_of(10) {
            println!("{} games, pairs {:?}, Elo {}", 2 * (pair + 1), result.counts, result.elo(0.95));
        }
    }
    Ok(())
}
