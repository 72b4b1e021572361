//! Learns tables or a network of an evaluation from recorded games of self-play.
//!
//! Each position becomes a sample: its active inputs, its static evaluation, the search score, and the game's result.
//! A logistic model adds the weights of the active inputs to the static evaluation.
//! The optimiser Adam \[Kingma2015\] fits the weights from a seed and with any number of threads alike, so the same
//! records give the same weights on every machine.
//!
//! [`visit_game`] replays a record and drops positions of the random opening.
//! [`PositionFilter::Quiet`] also drops those with a proven score, and those after which a noisy move was played.
//! A run can also take positions of principal variations, and label positions with the results of [`ExactTables`].
//! One of [`HELD_OUT`] game pairs is not used for the fit, but to test it.
//!
//! ```
//! use plyground_optimize::learning::{FitOptions, Labels, Sample, Samples, fit};
//!
//! let mut samples = Samples::new(2);
//! for game in 0..400 {
//!     // Positions with input 0 are won, those with input 1 are lost.
//!     let has_first = game % 2 == 0;
//!     samples.add(Sample { game, base: 0.0, score: 0.0, result: if has_first { 1.0 } else { 0.0 } });
//!     samples.add_input(usize::from(!has_first), 1);
//! }
//! let options = FitOptions { epochs: 200, ..FitOptions::default() };
//! let weights = fit(&samples, &Labels::results(1.0), &options, |_| true);
//! assert!(weights[0] > 0.5 && weights[1] < -0.5);
//! ```
//!
//! A [`LearningRun`] is the whole loop, in generations. Each generation starts from the better evaluation of the one before.
//! It plays games of the present evaluation against itself and takes samples from all games so far. It fits a value for
//! every input, or a network, and adds a share of it to the base. A gauntlet against the present evaluation chooses the share.
//! Sequential tests decide whether the best share replaces the present evaluation. The folder stores every game, so a killed run
//! can resume at any point and ends with the same files.
//!
//! | file | content |
//! |---|---|
//! | `settings.json` | what defines the run |
//! | `games/00001.jsonl` | the self-play of a generation |
//! | `matches/00001-shares.jsonl` | the gauntlet of its shares |
//! | `matches/00001-test.jsonl` | the deciding match; a later match has its number of nodes in the name |
//! | `fits/00001.json` | the fit of a generation, which a resumed run does not repeat |
//! | `lines/00001.jsonl` | the principal variations of a generation, if the options request them |
//! | `log.jsonl` | a JSON object for each generation |
//! | `progress.svg` | Elo, loss and explained variance by generation |
//! | `weights.toml` | the best tables or network so far, with their provenance |
//! | `learn.json` | the result |

mod export;
mod fit;
mod fitted;
mod games;
mod lines;
mod log;
mod network;
mod options;
mod plot;
mod records;
mod samples;
mod sampling;

use std::path::{Path, PathBuf};

use plyground_arena::{Adjudicate, EndCause, MatchSpec, Pairing, Participant, StopFlag};
use plyground_game::zobrist::mix;
use plyground_play::State;
use plyground_statistics::Sprt;
use serde::Serialize;
use serde_json::json;

use crate::error::OptimizeError;
use crate::folder::FolderError;
use crate::provenance::Fact;
use crate::{EndOfRun, Folder};

pub use export::ExportedSamples;
pub use fit::{Epoch, FitOptions, Labels, fit, fit_scale};
pub use games::FindWorkforce;
pub use log::{LearnedGeneration, LearningProgress, LearningStage, MatchResult, RecordSource, ShareScore};
pub use network::{NetworkWeights, fit_network};
pub use options::LearningOptions;
pub use records::{PositionFilter, PositionLabel, visit_game};
pub use samples::{Part, Sample, Samples};

pub use crate::recorded::HELD_OUT;

use fitted::FitOfGames;
use games::Match;

/// The evaluation that is learned: a base, and a value for each input or a network.
pub trait Model {
    /// Returns the number of inputs. The last input of a network is the side to move.
    fn inputs(&self) -> usize;

    /// Returns the number of neurons of a side; `None` if each input has a value.
    fn hidden(&self) -> Option<usize> {
        None
    }

    /// Returns the key of a position. Equal positions share it, and so do positions whose samples are equal by a symmetry of the
    /// game.
    fn key(&self, state: &dyn State) -> u64 {
        state.key()
    }

    /// Returns the images of a position under the symmetries of the game that map each side to itself. A network learns from them
    /// too.
    fn images(&self, _: &dyn State) -> Vec<Box<dyn State>> {
        Vec::new()
    }

    /// Visits the active inputs of a position, each with its value for the first side.
    fn visit(&self, state: &dyn State, visit: &mut dyn FnMut(usize, i8));

    /// Returns the value of the base for the first side.
    fn base(&self, state: &dyn State) -> f32;

    /// Returns the values of the present evaluation: those of the inputs, or the whole numbers of a network.
    fn start(&self) -> Vec<i16>;

    /// Returns the text of a weight file with these values and this provenance.
    fn text(&self, values: &[i16], provenance: &[(&'static str, Fact)]) -> String;
}

/// Purpose of the games of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Positions to learn from: many different games.
    SelfPlay,
    /// The strength of an evaluation.
    Match {
        /// Nodes per move.
        nodes: u64,
    },
}

/// Creates a player with these values under the given name.
pub type MakePlayer<'a> = &'a dyn Fn(String, &[i16], Purpose) -> Participant;

/// Tables of exact values, which label the positions that they contain.
pub struct ExactTables {
    /// Returns the result of a position with best play; `None` if the tables do not contain it.
    pub judge: Box<Adjudicate>,
    /// Digest of the tables. It is part of the settings that define the run, and of the provenance.
    pub digest: String,
}

plyground_game::impl_debug!(ExactTables { digest });

/// A learning run: the game, the model and the players.
pub struct LearningRun<'a> {
    /// The start of all games, with their rules.
    pub start: Box<dyn State>,
    /// Set-up and rules as the caller named them. They are part of the settings that define the run, and of the provenance.
    pub named: [Option<String>; 2],
    /// The agent as text. It is part of the settings that define the run, and of the provenance.
    pub agent: String,
    /// The model.
    pub model: &'a dyn Model,
    /// Creates the players.
    pub player: MakePlayer<'a>,
    /// Tables of exact values; `None` to label all positions by games and searches.
    pub tables: Option<ExactTables>,
    /// Finds a workforce that plays the games. Default: the threads of this process.
    pub workforce: Option<FindWorkforce<'a>>,
    /// Flag that ends the run after the running games, with the result so far. It is a [child](StopFlag::child) of the flag that
    /// stops the run.
    pub budget: StopFlag,
}

plyground_game::impl_debug!(LearningRun { agent } for [] LearningRun<'_>);

/// The result of a run.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LearningResult {
    /// The game.
    pub game: &'static str,
    /// The rules of all games.
    pub rules: String,
    /// The set-up that the caller named; `None` for the default.
    pub setup: Option<String>,
    /// The agent.
    pub agent: String,
    /// The seed of all random choices.
    pub seed: u64,
    /// Cause of the end of the run.
    pub cause: EndOfRun,
    /// The generations.
    pub generations: Vec<LearnedGeneration>,
    /// The weight file. `learn.json` is in the same folder and does not name it.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "plyground_arena::serialize_path")]
    pub file: Option<PathBuf>,
}

/// Receives the progress of a run.
type OnProgress<'a> = &'a mut dyn FnMut(&LearningProgress<'_>);

/// The state of a run.
struct Work<'a> {
    run: &'a LearningRun<'a>,
    options: &'a LearningOptions,
    folder: Folder,
    stop: &'a StopFlag,
}

/// Reason why a generation was not completed.
enum Halt {
    /// The budget is spent.
    Budget,
    Error(OptimizeError),
}

impl<E: Into<OptimizeError>> From<E> for Halt {
    fn from(error: E) -> Halt {
        Halt::Error(error.into())
    }
}

/// Salt that makes the openings of the matches differ from those of self-play.
const SALT: u64 = 0x006d_6174_6368_6573;
/// The values of an evaluation whose base is 0 everywhere are hundredths of a log-odd.
const PLAIN_SCALE: f32 = 100.0;

impl LearningRun<'_> {
    /// Learns in a folder, or resumes the run there. `each` receives the progress. When `stop` is raised, the running games
    /// finish and the run ends with an error. The same run with `resume` continues.
    ///
    /// # Errors
    /// When an option is invalid, the folder cannot be used, there are no positions to learn from, or the run was stopped.
    pub fn run(
        &self,
        options: &LearningOptions,
        folder: &Path,
        stop: &StopFlag,
        each: &mut dyn FnMut(&LearningProgress<'_>),
    ) -> Result<LearningResult, OptimizeError> {
        let sprt = options.check(self.model.inputs())?;
        let folders = ["matches", "lines", "fits"];
        let folder = Folder::open_beside(folder, &self.settings(options), options.resume, &folders)?;
        // A resumed run repeats its generations from the recorded games. Until it has passed them, it changes no result.
        let logged = folder.logged()?;
        let known = logged.len() as u64;
        let work = Work { run: self, options, folder, stop };
        let mut present = self.model.start();
        let mut result = LearningResult {
            game: self.start.name(),
            rules: self.start.rules(),
            setup: self.named[0].clone(),
            agent: self.agent.clone(),
            seed: options.seed,
            cause: EndOfRun::Done,
            generations: Vec::new(),
            file: None,
        };
        let mut text = self.model.text(&present, &[]);
        for number in 1..=options.generations.map_or(u64::MAX, u64::from) {
            let (generation, values) = match work.generation(number, &present, &sprt, each) {
                Ok(ended) => ended,
                Err(Halt::Budget) => {
                    result.cause = EndOfRun::Budget;
                    break;
                }
                Err(Halt::Error(error)) => return Err(error),
            };
            if logged.get(number as usize - 1).is_some_and(|line| *line != Folder::line(&generation)) {
                let path = work.folder.path().join("log.jsonl");
                return Err(FolderError::OtherLine { path, line: number }.into());
            }
            if generation.accepted {
                text = self.model.text(&values, &work.provenance(&generation));
                present = values;
            }
            if number > known {
                work.folder.write("weights.toml", &text)?;
                work.folder.log(&generation)?;
            }
            each(&LearningProgress::Generation(&generation));
            result.generations.push(generation);
            if number >= known {
                work.folder.write("progress.svg", &plot::progress(&result.generations))?;
            }
        }
        if (result.generations.len() as u64) < known {
            result.file = Some(work.folder.path().join("weights.toml"));
            return Ok(result);
        }
        let file = work.folder.write("weights.toml", &text)?;
        work.folder.write_json("learn.json", &result)?;
        let games = result.generations.iter().map(|generation| work.folder.games_of(generation.generation));
        work.folder.check_owned(&games.collect::<Vec<_>>())?;
        result.file = Some(file);
        Ok(result)
    }

    /// Returns the settings that define the run, as a line of JSON. They exclude the number of generations and of threads.
    fn settings(&self, options: &LearningOptions) -> String {
        let [setup, rules] = &self.named;
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "task": "learn",
            "game": self.start.name(),
            "setup": setup,
            "rules": rules,
            "agent": self.agent,
            "games": options.games,
            "nodes": options.nodes,
            "opening_plies": options.opening_plies,
            "max_plies": options.max_plies,
            "filter": options.filter.name(),
            "pv_searches": options.pv_searches,
            "tables": self.tables.as_ref().map(|tables| &tables.digest),
            "half_life": options.half_life,
            "result_weight": options.result_weight,
            "shares": options.shares,
            "share_games": options.share_games,
            "match_nodes": options.match_nodes,
            "match_games": options.match_games,
            "sprt": options.sprt,
            "epochs": options.epochs,
            "decays": options.decays,
            "most_positions": options.most_positions,
            "seed": options.seed,
            "start": plyground_arena::text_digest(&format!("{:?}", self.model.start())),
            "inputs": self.model.inputs(),
            "hidden": self.model.hidden(),
        })
        .to_string()
    }
}

impl Work<'_> {
    /// Runs a generation and returns it with its values. The values are used only if the generation was accepted.
    fn generation(
        &self,
        number: u64,
        present: &[i16],
        sprt: &Sprt,
        each: OnProgress<'_>,
    ) -> Result<(LearnedGeneration, Vec<i16>), Halt> {
        let options = self.options;
        let of_present = |name: &str| (name.to_owned(), present.to_vec());
        self.self_play(number, present, each)?;
        self.search_lines(number, present, each)?;
        let FitOfGames { fitted, scale, records, exact, of_lines } = self.fit(number, each)?;
        let mut generation = LearnedGeneration {
            generation: number,
            games: records.iter().map(|source| source.games).sum(),
            positions: fitted.positions,
            exact,
            of_lines,
            records,
            scale: f64::from(scale),
            decay: fitted.decay,
            loss: fitted.loss,
            explained: fitted.explained,
            shares: Vec::new(),
            share: None,
            test: None,
            tests: Vec::new(),
            accepted: false,
        };
        let candidates = options.shares.iter().map(|&share| (share, fitted.weights.rounded(scale, share as f32)));
        let mut candidates: Vec<_> = candidates.filter(|(_, values)| values != present).collect();
        candidates.dedup_by(|one, other| one.1 == other.1);
        if candidates.len() > 1 {
            generation.shares = self.scores(number, present, &candidates, each)?;
            // Of two shares with equal scores, the smaller is chosen.
            let best = generation.shares.iter().map(|share| share.score).fold(0.0, f64::max);
            let place = generation.shares.iter().position(|share| share.score >= best).unwrap_or(0);
            candidates.swap(0, place);
        }
        let Some((share, values)) = candidates.into_iter().next() else { return Ok((generation, present.to_vec())) };
        generation.share = Some(share);
        for (place, &nodes) in options.match_nodes.iter().enumerate() {
            // The first match has the same file name as a single match.
            let file = if place == 0 { "test".to_owned() } else { format!("test-{nodes}") };
            let seed = mix(options.seed ^ SALT ^ mix(number)).wrapping_add(place as u64);
            let end = self.play(
                Match {
                    stage: LearningStage::Test,
                    purpose: Purpose::Match { nodes },
                    generation: number,
                    players: vec![("learned".to_owned(), values.clone()), of_present("present")],
                    spec: MatchSpec {
                        sprt: Some(options.sprt),
                        ..MatchSpec::new(options.match_games.div_ceil(2), seed)
                    },
                    file: self.match_file(number, &file),
                },
                each,
            )?;
            let test = end.standings.match_tally().map(|tally| MatchResult::of(tally, sprt, nodes));
            generation.tests.extend(test);
            generation.accepted = end.cause == EndCause::Decided && test.is_some_and(|test| test.llr > 0.0);
            if !generation.accepted {
                break;
            }
        }
        generation.test = generation.tests.first().copied();
        Ok((generation, values))
    }

    /// Returns the scores of all shares against the present evaluation, all from the same openings.
    fn scores(
        &self,
        number: u64,
        present: &[i16],
        candidates: &[(f64, Vec<i16>)],
        each: OnProgress<'_>,
    ) -> Result<Vec<ShareScore>, Halt> {
        let players = candidates.iter().map(|(share, values)| (format!("share {share}"), values.clone()));
        let players: Vec<_> = std::iter::once(("present".to_owned(), present.to_vec())).chain(players).collect();
        let end = self.play(
            Match {
                stage: LearningStage::Shares,
                purpose: Purpose::Match { nodes: self.options.match_nodes[0] },
                generation: number,
                players,
                spec: MatchSpec {
                    pairing: Pairing::Gauntlet,
                    ..MatchSpec::new(self.options.share_games.div_ceil(2), mix(self.options.seed ^ mix(SALT ^ number)))
                },
                file: self.match_file(number, "shares"),
            },
            each,
        )?;
        let score = |(place, &(share, _)): (usize, &(f64, Vec<i16>))| {
            let results = end.standings.by_side(place + 1, 0);
            let all = results[0] + results[1];
            ShareScore { share, games: all.games(), score: all.score().unwrap_or(0.0) }
        };
        Ok(candidates.iter().enumerate().map(score).collect())
    }

    fn match_file(&self, number: u64, name: &str) -> PathBuf {
        self.folder.path().join("matches").join(format!("{number:05}-{name}.jsonl"))
    }

    /// Returns the reason to end the work now, if there is one.
    fn halted(&self) -> Option<Halt> {
        if self.stop.is_stopped() {
            Some(Halt::Error(self.stopped()))
        } else {
            self.run.budget.is_stopped().then_some(Halt::Budget)
        }
    }

    fn stopped(&self) -> OptimizeError {
        let folder = self.folder.path().display();
        OptimizeError::Stopped { hint: format!("the same command with `--resume` continues the run in `{folder}`") }
    }

    /// Returns the provenance of the values of a generation, for the head of their file.
    fn provenance(&self, generation: &LearnedGeneration) -> Vec<(&'static str, Fact)> {
        let options = self.options;
        let half_life = options.half_life.map_or_else(|| "none".to_owned(), |plies| plies.to_string());
        let records: Vec<_> = generation.records.iter().map(ToString::to_string).collect();
        let tests: Vec<_> = generation.tests.iter().map(|test| format!("{test} at {} nodes", test.nodes)).collect();
        let mut facts = vec![
            ("source", Fact::text(&format_args!("ply learn {}", self.run.start.name()))),
            ("version", Fact::text(env!("CARGO_PKG_VERSION"))),
            ("agent", Fact::text(&self.run.agent)),
            ("seed", Fact::count(options.seed)),
            ("generation", Fact::count(generation.generation)),
            ("games", Fact::count(generation.games)),
            ("nodes_a_move", Fact::count(options.nodes)),
            ("positions", Fact::count(generation.positions as u64)),
            ("filter", Fact::text(options.filter.name())),
            ("positions_of_lines", Fact::count(generation.of_lines as u64)),
            ("exact_labels", Fact::count(generation.exact as u64)),
            ("result_weight", Fact::text(&options.result_weight)),
            ("half_life", Fact::text(&half_life)),
            ("decay", Fact::text(&generation.decay)),
            ("share", Fact::text(&generation.share.unwrap_or_default())),
            ("records", Fact::text(&records.join("; "))),
        ];
        if !tests.is_empty() {
            facts.push(("test", Fact::text(&tests.join("; "))));
        }
        facts.extend(self.run.tables.as_ref().map(|tables| ("tables", Fact::text(&tables.digest))));
        facts.extend(Fact::of_start(&self.run.named));
        facts
    }
}
