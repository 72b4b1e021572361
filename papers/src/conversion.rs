//! `cargo xtask conversion`: counts how often an agent keeps the exact value of a position of Tigers and Goats against perfect
//! play.
//!
//! Positions are drawn at random, and their values come from the tables of the whole game. The opponent plays from the tables: it
//! delays a loss as long as possible and never loses value. A game ends when the agent has lost the value, when the game is over,
//! or after 400 plies.
//!
//! - [`Kind::Won`]: movement phase, the agent is to move and wins in at least 10 plies. Goats and tigers take turns, and each won
//!   position of a side has the same chance.
//! - [`Kind::HardDraw`]: placement phase, the agent plays the tigers and is to move, and at most half of its moves keep the draw.
//!   The number of goats outside and up to two captured goats are drawn with equal chances.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::ValueEnum;
use plyground_catalog::{AgentSpec, Catalog, Session, Start};
use plyground_game::random::Random;
use plyground_game::{Position as _, Side};
use plyground_search::{Job, Limits};
use plyground_solve::tigers::Tables;
use plyground_solve::{Value, Wdl};
use plyground_statistics::exact_interval;
use plyground_tigers::{GOATS, Point, PointSet, TIGERS, Tigers, TigersRules};

use crate::Result;

/// Plies after which a game counts as unfinished.
const MOST_PLIES: usize = 400;
/// Minimum number of plies to the win of a position.
const LEAST_DISTANCE: u32 = 10;
/// Maximum number of captured goats of a hard draw.
const MOST_CAPTURED: usize = 2;
/// Number of random draws after which the tables count as too small for the kind.
const MOST_DRAWN: usize = 200_000;

/// Arguments of the command.
#[derive(clap::Args, Clone, Debug)]
pub struct Arguments {
    /// Folder of the tables that `ply solve tigers --tables DIR` builds
    #[arg(long, value_name = "DIR")]
    tables: PathBuf,
    /// Agent that is measured
    #[arg(long, default_value = "best")]
    agent: String,
    /// Kind of positions
    #[arg(long, default_value = "won")]
    kind: Kind,
    /// Number of positions
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    positions: u32,
    /// Nodes per move of the agent
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Fixes all random draws
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print each position whose value is not kept
    #[arg(long)]
    each: bool,
}

/// Kind of the positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Kind {
    /// Won positions of the movement phase, for either side
    Won,
    /// Drawn positions of the placement phase in which at most half of the tigers' moves keep the draw
    HardDraw,
}

impl Kind {
    /// Returns the result that perfect play of the agent reaches.
    fn value(self) -> Wdl {
        match self {
            Kind::Won => Wdl::Win,
            Kind::HardDraw => Wdl::Draw,
        }
    }
}

/// End of a game for the agent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum End {
    /// The agent won, or reached the draw.
    Kept,
    /// The agent still had the value after [`MOST_PLIES`].
    Unfinished,
    /// A won position became a draw by repetition.
    Repetition,
    /// A move turned a win into a draw.
    Drawn,
    /// A move turned the value into a loss.
    Lost,
}

impl End {
    fn name(self) -> &'static str {
        match self {
            End::Kept => "kept",
            End::Unfinished => "unfinished",
            End::Repetition => "repeated",
            End::Drawn => "drawn",
            End::Lost => "lost",
        }
    }
}

/// Draws the positions, plays them and prints the counts.
///
/// # Errors
/// When the tables are missing or damaged, or hold no such positions, or when the agent cannot be made.
pub fn run(arguments: &Arguments) -> Result<()> {
    let mut measured = Measured::new(arguments)?;
    for number in 1..=arguments.positions {
        let (start, value) = measured.draw(number)?;
        let (end, plies) = measured.play(&start)?;
        *measured.ends.entry((start.side_to_move().index(), end)).or_default() += 1;
        if arguments.each && end != End::Kept {
            let distance = value.plies().map_or_else(String::new, |plies| format!(", won in {plies} plies"));
            println!("position {number}, `{start}`{distance}: {} after {plies} plies", end.name());
        }
    }
    print!("{}", measured.summary());
    Ok(())
}

/// The measurement so far.
struct Measured<'a> {
    arguments: &'a Arguments,
    tables: Tables,
    session: Box<dyn Session>,
    agent: AgentSpec,
    opponent: AgentSpec,
    random: Random,
    /// Counts of the ends, by the side of the agent.
    ends: BTreeMap<(usize, End), u32>,
}

impl<'a> Measured<'a> {
    fn new(arguments: &'a Arguments) -> Result<Measured<'a>> {
        let tables = Tables::open(&arguments.tables, &TigersRules::default())?;
        let catalog = Catalog::standard();
        let game = catalog.game(Tigers::NAME)?;
        let folder = arguments.tables.to_str().ok_or("the name of the tables' folder is not UTF-8")?;
        Ok(Measured {
            arguments,
            tables,
            session: game.open(&Start::default())?,
            agent: game.agent(&arguments.agent)?,
            opponent: game.agent(&format!("best:nodes=1,tables={folder}"))?,
            random: Random::new(arguments.seed),
            ends: BTreeMap::new(),
        })
    }

    /// Returns a position of the kind with its value. Won positions with even numbers are wins of the goats, all others of the
    /// tigers.
    fn draw(&mut self, number: u32) -> Result<(Tigers, Value)> {
        for _ in 0..MOST_DRAWN {
            let tigers = points(TIGERS, PointSet::EMPTY, &mut self.random);
            let (outside, goats, side) = match self.arguments.kind {
                // Every set of goats has the same probability.
                Kind::Won => {
                    let goats = PointSet::from_bits(self.random.below(1 << Point::COUNT) as u32) & !tigers;
                    (0, goats, Side::ALL[number as usize % 2])
                }
                Kind::HardDraw => {
                    let outside = 1 + self.random.below(usize::from(GOATS) - 1) as u8;
                    let captured = self.random.below(1 + MOST_CAPTURED) as u8;
                    let goats = points((GOATS - outside).saturating_sub(captured), tigers, &mut self.random);
                    (outside, goats, Side::Second)
                }
            };
            if goats.is_empty() || goats.len() + u32::from(outside) > u32::from(GOATS) {
                continue;
            }
            let pos = Tigers::from_parts(tigers, goats, outside, side, &TigersRules::default())?;
            if pos.outcome().is_some() {
                continue;
            }
            let Some(value) = self.tables.probe(&pos)? else { continue };
            if value.result() == self.arguments.kind.value() && self.is_hard(&pos, value)? {
                return Ok((pos, value));
            }
        }
        Err(format!("{}: the tables hold no such position", self.arguments.tables.display()).into())
    }

    /// Returns whether a position with the value of its kind is hard enough.
    fn is_hard(&self, pos: &Tigers, value: Value) -> Result<bool> {
        if self.arguments.kind == Kind::Won {
            return Ok(value.plies().is_some_and(|plies| plies >= LEAST_DISTANCE));
        }
        let Some(moves) = self.tables.moves(pos)? else { return Ok(false) };
        let keeping = moves.iter().filter(|(_, value)| value.result() == Wdl::Draw).count();
        Ok(2 * keeping <= moves.len())
    }

    /// Plays a game from a position in which the agent is to move. Returns its end and its plies.
    fn play(&mut self, start: &Tigers) -> Result<(End, usize)> {
        let (own, value) = (start.side_to_move(), self.arguments.kind.value());
        self.session.go_to(&Start { position: Some(start.to_string()), ..Start::default() })?;
        let mut pos = *start;
        for plies in 0..MOST_PLIES {
            let is_own = pos.side_to_move() == own;
            let (spec, nodes) = if is_own { (&self.agent, self.arguments.nodes) } else { (&self.opponent, 1) };
            let found = self.session.analyse(spec, &Job::default(), Limits::nodes(nodes), &mut |_| {})?;
            let best = found.best.ok_or("an agent has no move in an unfinished game")?;
            pos = pos.after(pos.parse_move(&best)?);
            self.session.play(&best)?;
            let of_own = |winner: Side| if winner == own { Wdl::Win } else { Wdl::Loss };
            let kept = match pos.outcome() {
                Some(outcome) => {
                    let reached = outcome.winner().map_or(Wdl::Draw, of_own);
                    return Ok((if reached >= value { End::Kept } else { End::Lost }, plies + 1));
                }
                None => self.tables.probe(&pos)?.ok_or("the tables do not hold a position")?.result(),
            };
            let kept = if pos.side_to_move() == own { kept } else { kept.flipped() };
            if kept < value {
                return Ok((if kept == Wdl::Draw { End::Drawn } else { End::Lost }, plies + 1));
            }
            if self.session.show().outcome.is_some() {
                let is_kept = self.arguments.kind == Kind::HardDraw;
                return Ok((if is_kept { End::Kept } else { End::Repetition }, plies + 1));
            }
        }
        Ok((if self.arguments.kind == Kind::HardDraw { End::Kept } else { End::Unfinished }, MOST_PLIES))
    }

    /// Returns the counts by side and in total, with the interval of the share of games in which the agent preserved the value.
    fn summary(&self) -> String {
        let mut lines = String::new();
        let count = |sides: &[usize], end: Option<End>| -> u32 {
            let counts = self
                .ends
                .iter()
                .filter(|((side, other), _)| sides.contains(side) && end.is_none_or(|end| end == *other));
            counts.map(|(_, count)| count).sum()
        };
        for (name, sides) in [(Tigers::SIDES[0], &[0][..]), (Tigers::SIDES[1], &[1]), ("all", &[0, 1])] {
            let (all, kept) = (count(sides, None), count(sides, Some(End::Kept)));
            if all == 0 {
                continue;
            }
            let interval = exact_interval(kept.into(), all.into(), 0.95);
            lines += &format!(
                "{name}: {kept} of {all} kept, {:.1}% ({:.1} to {:.1})",
                100.0 * f64::from(kept) / f64::from(all),
                100.0 * interval.low,
                100.0 * interval.high,
            );
            for end in [End::Unfinished, End::Repetition, End::Drawn, End::Lost] {
                lines += &format!(", {} {}", count(sides, Some(end)), end.name());
            }
            lines += "\n";
        }
        lines
    }
}

/// Returns `count` points at random that are not taken yet.
pub fn points(count: u8, taken: PointSet, random: &mut Random) -> PointSet {
    let mut points = PointSet::EMPTY;
    while points.len() < count.into() {
        let point = Point::ALL[random.below(Point::COUNT)].set();
        if !point.meets(taken) {
            points |= point;
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::{env, fs, process};

    use plyground_solve::hunt::{SolveOptions, solve};

    use super::*;

    fn arguments(name: &str, agent: &str, kind: Kind) -> Arguments {
        let tables = env::temp_dir().join(format!("plyground-conversion-{name}-{}", process::id()));
        let agent = agent.into();
        Arguments { tables, agent, kind, positions: 6, nodes: 2_000, seed: 5, each: false }
    }

    /// Plays all positions and counts each end.
    fn ends(arguments: &Arguments) -> BTreeMap<End, u32> {
        let mut measured = Measured::new(arguments).unwrap();
        let mut ends = BTreeMap::new();
        for number in 0..arguments.positions {
            let (start, value) = measured.draw(2 * number + 1).unwrap();
            assert!(value.plies() >= Some(LEAST_DISTANCE) && start.outside() == 0, "{start}");
            *ends.entry(measured.play(&start).unwrap().0).or_default() += 1;
        }
        ends
    }

    /// The tables of two goats: tigers win everything, and an agent that plays at random does not.
    #[test]
    fn an_agent_with_tables_wins_and_a_random_one_does_not() {
        let kept = arguments("won", "random", Kind::Won);
        let options = SolveOptions { max_animals: 2, ..SolveOptions::whole::<Tigers>(15) };
        solve::<Tigers>(&kept.tables, &options, |_| ControlFlow::Continue(())).unwrap();
        let perfect = Arguments { agent: format!("best:tables={}", kept.tables.display()), ..kept.clone() };
        let (perfect, random) = (ends(&perfect), ends(&kept));
        let hard = Measured::new(&Arguments { kind: Kind::HardDraw, ..kept.clone() }).and_then(|mut all| all.draw(1));
        fs::remove_dir_all(&kept.tables).unwrap();
        assert_eq!(perfect, BTreeMap::from([(End::Kept, 6)]));
        assert!(random.get(&End::Kept).is_none_or(|&kept| kept < 6), "{random:?}");
        assert!(
            hard.unwrap_err().to_string().ends_with("the tables hold no such position"),
            "no goat is left to place"
        );
    }

    #[test]
    fn missing_tables_are_named() {
        let missing = arguments("missing", "best", Kind::Won);
        let error = run(&missing).unwrap_err().to_string();
        assert!(error.contains("plyground-conversion-missing") && error.contains("ply solve tigers"), "{error}");
    }
}
