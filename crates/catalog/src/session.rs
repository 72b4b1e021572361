//! A game in progress without its type: text and plain data in and out.
//!
//! ```
//! use plyground_catalog::{GameId, Start, open};
//!
//! let mut session = open(GameId::Kalah, &Start::default())?;
//! assert_eq!(session.play("3")?, "South sows 4 seeds from house 3, the last into the store: South moves again");
//! assert_eq!(session.undo().as_deref(), Some("3"));
//! assert_eq!(session.undo(), None);
//! # Ok::<(), plyground_catalog::CatalogError>(())
//! ```

use std::ops::ControlFlow;
use std::time::Duration;

use plyground_game::diagram::Diagram;
use plyground_game::notation::quote;
use plyground_game::options::one_of;
use plyground_game::perft::{Perft, divide, perft_parallel};
use plyground_game::{Evaluate, Game, GameRecord, Position, Score, Side, Term};
use plyground_search::{Bound, Job, Limits, MAX_DEPTH, Report, StopFlag};

use crate::agent;
use crate::data::{Analysis, CellPath, Counted, Divided, Ended, Feature, Line, RootMove, Shown, TableUse, Value};
use crate::error::CatalogError;
use crate::game_id::{ForGame, GameId};
use crate::playable::{ForEvaluation, Playable};
use crate::spec::AgentSpec;

/// Where a session begins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Start {
    /// The set-up; the game's usual one when there is none.
    pub setup: Option<String>,
    /// The rules; the game's usual ones when there are none.
    pub rules: Option<String>,
    /// A position instead of a set-up.
    pub position: Option<String>,
    /// Moves to play first, separated by white space.
    pub moves: String,
}

/// One search of a session. Limits that are set here go before those of the agent's spec.
#[derive(Clone, Debug)]
pub struct Request {
    /// The last depth.
    pub depth: Option<u32>,
    /// The most nodes.
    pub nodes: Option<u64>,
    /// The most time.
    pub time: Option<Duration>,
    /// The time when neither request nor spec limits anything.
    pub default_time: Duration,
    /// Search the one depth, without those before it; needs a depth.
    pub fixed: bool,
    /// How many best lines to find.
    pub lines: usize,
    /// Stops the search from outside.
    pub stop: StopFlag,
}

impl Default for Request {
    /// One line, deepening, five seconds when nothing else limits.
    fn default() -> Request {
        Request {
            depth: None,
            nodes: None,
            time: None,
            default_time: Duration::from_secs(5),
            fixed: false,
            lines: 1,
            stop: StopFlag::default(),
        }
    }
}

/// A game in progress.
pub trait Session: Send {
    /// Which game.
    fn game(&self) -> GameId;

    /// The rules in force, as text.
    fn rules(&self) -> String;

    /// What the game calls its sides.
    fn sides(&self) -> [&'static str; 2];

    /// The side to move.
    fn side_to_move(&self) -> Side;

    /// The present position as data.
    fn show(&self) -> Shown;

    /// The present position as a picture.
    fn diagram(&self) -> Diagram;

    /// The present position with the beam of a side's laser, the side by name.
    ///
    /// # Errors
    /// When the game has no lasers, or no such side.
    fn beam_diagram(&self, side: &str) -> Result<Diagram, CatalogError>;

    /// The moves so far.
    fn moves(&self) -> Vec<String>;

    /// Counts move sequences.
    fn perft(&self, depth: u32, threads: usize) -> Perft;

    /// Counts move sequences for each move.
    fn divide(&self, depth: u32, threads: usize) -> Vec<Divided>;

    /// Searches the present position; `each` is called after every finished depth.
    ///
    /// # Errors
    /// When the game has no evaluation of the spec's name, or a fixed depth is wanted without a depth.
    fn analyse(
        &self,
        agent: &AgentSpec,
        request: &Request,
        each: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, CatalogError>;

    /// What the present position's value for the side to move is made of, by the evaluation of the spec, or else the one
    /// that explains this game best; empty where that has no parts.
    ///
    /// # Errors
    /// When the game has no such evaluation.
    fn explain(&self, agent: &AgentSpec) -> Result<Vec<Feature>, CatalogError>;

    /// The cheapest path between two cells of a board of cells, each given as `row,column`: stones are obstacles, those of
    /// the side `free` cost nothing. `None` when there is none.
    ///
    /// # Errors
    /// When the game has no such board, or no such cell or side.
    fn path(&self, from: &str, to: &str, free: Option<&str>) -> Result<Option<CellPath>, CatalogError>;

    /// Makes sure that an agent can play this game.
    ///
    /// # Errors
    /// When the game has no evaluation of the spec's name.
    fn check(&self, agent: &AgentSpec) -> Result<(), CatalogError>;

    /// The moves of a line told in words; as far as they can be played.
    fn tell(&self, line: &[String]) -> Vec<String>;

    /// Plays a move and tells it in words.
    ///
    /// # Errors
    /// When the text is no move, or the move is not legal.
    fn play(&mut self, mv: &str) -> Result<String, CatalogError>;

    /// Takes the last move back and returns it.
    fn undo(&mut self) -> Option<String>;

    /// The game as text, with these tags.
    fn record(&self, tags: &[(String, String)]) -> String;
}

/// Opens a session.
///
/// # Errors
/// When set-up, rules, position or a move is wrong, or set-up and position come together.
pub fn open(game: GameId, start: &Start) -> Result<Box<dyn Session>, CatalogError> {
    game.with(Open(game, start))
}

/// Opens a session from a game record.
///
/// # Errors
/// When the text is no record of this game.
pub fn open_record(game: GameId, text: &str) -> Result<Box<dyn Session>, CatalogError> {
    game.with(OpenRecord(game, text))
}

struct Open<'a>(GameId, &'a Start);

impl ForGame for Open<'_> {
    type Out = Result<Box<dyn Session>, CatalogError>;

    fn call<P: Playable>(self) -> Self::Out {
        let Open(id, start) = self;
        let game = game_at::<P>(start)?;
        Ok(Box::new(SessionOf { id, game }))
    }
}

/// The game that a start describes.
pub(crate) fn game_at<P: Playable>(start: &Start) -> Result<Game<P>, CatalogError> {
    let rules: P::Rules = start.rules.as_deref().map_or_else(|| Ok(P::Rules::default()), str::parse)?;
    let position = match (&start.position, &start.setup) {
        (Some(_), Some(_)) => {
            return Err(CatalogError::Other("a set-up and a position were given: expected one of them".into()));
        }
        (Some(position), None) => P::parse(position.trim(), &rules)?,
        (None, Some(setup)) => P::new(&setup.parse::<P::Setup>()?, &rules),
        (None, None) => P::new(&P::Setup::default(), &rules),
    };
    let mut game = Game::from_position(position, &rules);
    for (index, mv) in start.moves.split_whitespace().enumerate() {
        game.play_text(mv).map_err(|error| CatalogError::Moves {
            number: index + 1,
            all: quote(&start.moves),
            error,
        })?;
    }
    Ok(game)
}

struct OpenRecord<'a>(GameId, &'a str);

impl ForGame for OpenRecord<'_> {
    type Out = Result<Box<dyn Session>, CatalogError>;

    fn call<P: Playable>(self) -> Self::Out {
        let OpenRecord(id, text) = self;
        Ok(Box::new(SessionOf { id, game: GameRecord::<P>::parse(text)?.game }))
    }
}

struct SessionOf<P: Position> {
    id: GameId,
    game: Game<P>,
}

impl<P: Playable> Session for SessionOf<P> {
    fn game(&self) -> GameId {
        self.id
    }

    fn rules(&self) -> String {
        self.game.rules().to_string()
    }

    fn sides(&self) -> [&'static str; 2] {
        P::SIDES
    }

    fn side_to_move(&self) -> Side {
        self.game.position().side_to_move()
    }

    fn show(&self) -> Shown {
        let pos = self.game.position();
        let ending = self.game.ending();
        let legal = if ending.is_some() { Vec::new() } else { pos.legal_moves().to_vec() };
        Shown {
            game: P::NAME,
            position: pos.to_string(),
            side: P::side_name(pos.side_to_move()),
            legal: legal.into_iter().map(|mv| pos.move_text(mv)).collect(),
            outcome: ending
                .map(|ending| Ended { winner: ending.outcome.winner().map(P::side_name), reason: ending.reason }),
            key: format!("{:016x}", pos.key()),
        }
    }

    fn diagram(&self) -> Diagram {
        self.game.position().diagram()
    }

    fn beam_diagram(&self, side: &str) -> Result<Diagram, CatalogError> {
        let named = side_of::<P>(side)?;
        let none = || CatalogError::Other(format!("{} has no lasers: expected `khet`", P::NAME));
        self.game.position().beam_diagram(named).ok_or_else(none)
    }

    fn moves(&self) -> Vec<String> {
        self.game.move_texts()
    }

    fn perft(&self, depth: u32, threads: usize) -> Perft {
        perft_parallel(self.game.position(), depth, threads)
    }

    fn divide(&self, depth: u32, threads: usize) -> Vec<Divided> {
        let pos = self.game.position();
        let parts = divide(pos, depth, threads).into_iter();
        parts
            .map(|(mv, count)| Divided { mv: pos.move_text(mv), nodes: count.nodes, finished: count.finished })
            .collect()
    }

    fn analyse(
        &self,
        spec: &AgentSpec,
        request: &Request,
        each: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, CatalogError> {
        let limited = request.depth.is_some() || request.nodes.is_some() || request.time.is_some();
        let depth = request.depth.or(spec.depth);
        if request.fixed && depth.is_none() {
            return Err(CatalogError::Other("a fixed search has no depth: expected one, such as `--depth 6`".into()));
        }
        let default_time = (!limited && !spec.is_limited() && !spec.has_plan()).then_some(request.default_time);
        let limits = Limits {
            depth: depth.unwrap_or(MAX_DEPTH),
            nodes: request.nodes.or(spec.nodes),
            time: request.time.or(spec.time).or(default_time),
            stop: request.stop.clone(),
            ..Limits::default()
        };
        let job = Job { limits, fixed: request.fixed, lines: request.lines };
        let mut agent = agent::make::<P>(spec)?;
        let report = agent.think(&self.game, &job, &mut |report| {
            each(&analysis(self.game.position(), report));
            ControlFlow::Continue(())
        })?;
        Ok(analysis(self.game.position(), &report))
    }

    fn explain(&self, spec: &AgentSpec) -> Result<Vec<Feature>, CatalogError> {
        let pos = self.game.position();
        P::with_evaluation(Some(spec.eval.as_deref().unwrap_or(P::EXPLAINS)), Explain(pos))
    }

    fn path(&self, from: &str, to: &str, free: Option<&str>) -> Result<Option<CellPath>, CatalogError> {
        let free = free.map(side_of::<P>).transpose()?;
        let none = || CatalogError::Other(format!("{} has no paths of cells: expected `cachex`", P::NAME));
        self.game.position().path(from, to, free).unwrap_or_else(|| Err(none()))
    }

    fn check(&self, spec: &AgentSpec) -> Result<(), CatalogError> {
        agent::make::<P>(spec).map(|_| ())
    }

    fn tell(&self, line: &[String]) -> Vec<String> {
        let mut game = self.game.clone();
        let mut told = Vec::new();
        for text in line {
            let before = game.position().clone();
            match game.play_text(text) {
                Ok(mv) => told.push(before.describe(mv)),
                Err(_) => break,
            }
        }
        told
    }

    fn play(&mut self, text: &str) -> Result<String, CatalogError> {
        let before = self.game.position().clone();
        let mv = self.game.play_text(text)?;
        Ok(before.describe(mv))
    }

    fn undo(&mut self) -> Option<String> {
        let mv = self.game.undo()?;
        Some(self.game.position().move_text(mv))
    }

    fn record(&self, tags: &[(String, String)]) -> String {
        GameRecord { game: self.game.clone(), tags: tags.to_vec(), adjudicated: None }.to_string()
    }
}

/// A side by its name.
fn side_of<P: Position>(name: &str) -> Result<Side, CatalogError> {
    let named = Side::ALL.into_iter().find(|&side| P::side_name(side) == name);
    named.ok_or_else(|| CatalogError::Other(format!("unknown side {}: expected {}", quote(name), one_of(P::SIDES))))
}

struct Explain<'a, P>(&'a P);

impl<P: Playable> ForEvaluation<P> for Explain<'_, P> {
    type Out = Vec<Feature>;

    fn call<E: Evaluate<P> + 'static>(self, evaluation: E) -> Vec<Feature> {
        let terms = evaluation.explain(self.0, self.0.side_to_move()).into_iter();
        terms.map(|Term { name, value, weight, power, term }| Feature { name, value, weight, power, term }).collect()
    }
}

/// A report in the game's notation.
fn analysis<P: Position>(root: &P, report: &Report<P::Move>) -> Analysis {
    let texts = |moves: &[P::Move]| -> Vec<String> {
        let mut pos = root.clone();
        let mut texts = Vec::with_capacity(moves.len());
        for &mv in moves {
            texts.push(pos.move_text(mv));
            pos.play_unchecked(mv);
        }
        texts
    };
    let bound = |bound| match bound {
        Bound::Exact => "exact",
        Bound::Upper => "upper",
        Bound::Lower => "lower",
    };
    let value = |score: Score| Value::new(score, report.scale);
    Analysis {
        best: report.best.map(|mv| root.move_text(mv)),
        score: value(report.score),
        winner_in: report.score.winner_in(),
        pv: texts(&report.pv),
        depth: report.depth,
        partial_depth: report.partial_depth,
        seldepth: report.seldepth,
        nodes: report.nodes,
        leaves: report.leaves,
        seconds: report.elapsed.as_secs_f64(),
        nodes_per_second: report.nodes_per_second(),
        table: TableUse { hits: report.table.hits, stores: report.table.stores, fill: report.table.fill },
        statistics: report.statistics.map(|counted| Counted {
            interior: counted.interior,
            leaves: counted.leaves,
            cutoffs: counted.cutoffs,
            first_move_cutoff_rate: counted.first_move_cutoff_rate(),
            table_cutoffs: counted.table_cutoffs,
            researches: counted.researches,
            effective_branching_factor: report.effective_branching_factor(),
        }),
        lines: report
            .lines
            .iter()
            .map(|line| Line { mv: root.move_text(line.mv), score: value(line.score), pv: texts(&line.pv) })
            .collect(),
        root_moves: report
            .root_moves
            .iter()
            .map(|found| RootMove {
                mv: root.move_text(found.mv),
                score: value(found.score),
                bound: bound(found.bound),
                nodes: found.nodes,
            })
            .collect(),
        completed: report.completed,
        features: None,
    }
}
