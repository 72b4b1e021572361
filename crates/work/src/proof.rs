//! Proofs by subproblems, by name: on the threads of this process or elsewhere, kept in a file as they come, and checked.
//!
//! ```
//! use plyground_entry::{Entry, Start};
//! use plyground_kalah::Kalah;
//! use plyground_solve::proof::Sample;
//! use plyground_solve::{SolveOptions, kalah::ExactKalah};
//! use plyground_work::{Proving, proof};
//!
//! let kalah = Entry::<Kalah>::new("sow seeds").solver(ExactKalah);
//! let start = Start { setup: Some("3x2".into()), rules: Some("empty-capture".into()), ..Start::default() };
//! let options = SolveOptions { table: 1, ..SolveOptions::default() };
//! let certificate = proof::prove(&kalah, &start, &Proving::new(2, options.clone()), &mut |_| {})?;
//! let verified = proof::verify(&kalah, &certificate, &options, Sample::All, &mut |_| {})?;
//! assert_eq!(verified.value, certificate.head.value);
//! # Ok::<(), plyground_entry::CatalogError>(())
//! ```

use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use plyground_arena::{Versions, text_digest};
use plyground_entry::{CatalogError, Entry, Start};
use plyground_files::read_text;
use plyground_game::{Game, SearchHints};
use plyground_search::StopFlag;
use plyground_solve::proof::{self, Answers, Certificate, Provable, Prover, Question, Sample, Threads, Verified};
use plyground_solve::{OnProgress, SolveError, SolveOptions, TableError};
use serde::{Deserialize, Serialize};

/// Bytes of the largest file of answers that is read.
const LARGEST: u64 = 1 << 30;

/// The most MiB of a table, as for `ply solve --table`.
const MOST_TABLE: u64 = 65_536;
/// The most seeds of an endgame database, as for `ply solve --database`.
const MOST_SEEDS: u64 = 127;

/// How a value is proved.
#[derive(Clone, Debug)]
pub struct Proving {
    /// How many plies below the position its subproblems stand.
    pub plies: u32,
    /// Threads and MiB for answering them here.
    pub options: SolveOptions,
    /// Keeps answers as they come, and begins with those that are there.
    pub kept: Option<PathBuf>,
    /// Who answers; the threads of this process when nobody else does.
    pub elsewhere: Option<Arc<dyn AnswersElsewhere>>,
}

impl Proving {
    /// By the threads of this process, without a file.
    #[must_use]
    pub fn new(plies: u32, options: SolveOptions) -> Proving {
        Proving { plies, options, kept: None, elsewhere: None }
    }
}

/// What somebody elsewhere has to know to answer subproblems of a proof.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofSpec {
    /// The version of the program.
    pub plyground: String,
    /// The game.
    pub game: String,
    /// The rules.
    pub rules: String,
    /// The position whose value is proved.
    pub position: String,
    /// How many plies below it the subproblems stand.
    pub plies: u32,
    /// MiB of table of each thread.
    pub table: usize,
    /// Kalah: seeds of the endgame database.
    pub database: Option<usize>,
}

impl ProofSpec {
    /// Makes sure that its numbers are those that the command line takes.
    ///
    /// # Errors
    /// When one is out of range.
    pub fn check(&self) -> Result<(), SolveError> {
        let number = |what, found: usize, least: u64, most: u64| {
            let found = found as u64;
            if (least..=most).contains(&found) {
                Ok(())
            } else {
                Err(SolveError::ProofNumber { what, found, least, most })
            }
        };
        number("plies above the subproblems", self.plies as usize, 0, proof::MOST_PLIES.into())?;
        number("MiB of table", self.table, 1, MOST_TABLE)?;
        number("seeds of the database", self.database.unwrap_or(0), 0, MOST_SEEDS)
    }

    /// What names the proof: 16 digits.
    #[must_use]
    pub fn id(&self) -> String {
        text_digest(&serde_json::to_string(self).unwrap_or_default())
    }
}

/// Answers subproblems elsewhere.
pub trait AnswersElsewhere: fmt::Debug + Send + Sync {
    /// Answers all questions of a proof, in any order; `give` takes the number of one and the answer.
    ///
    /// # Errors
    /// When one cannot be answered, or the work was stopped.
    fn answer(
        &self,
        proof: &ProofSpec,
        questions: &[Question],
        stop: &StopFlag,
        give: &mut (dyn FnMut(usize, bool) -> Result<(), SolveError> + Send),
    ) -> Result<(), SolveError>;
}

/// Answers subproblems of one proof, one after another, on one thread.
pub trait ProofPlayer: Send {
    /// Whether a value is at least so much.
    ///
    /// # Errors
    /// When that cannot be found out, or the work was stopped.
    fn answer(&mut self, question: &Question, stop: &StopFlag) -> Result<bool, CatalogError>;
}

fn provable<P: SearchHints>(entry: &Entry<P>) -> Result<&dyn Provable<P>, CatalogError> {
    Ok(entry.solver_row()?.provable().ok_or(SolveError::NotProvable { what: P::NAME })?)
}

/// Proves the value of a position by subproblems.
///
/// # Errors
/// When the position cannot be read, its value is not proved so, or the work was stopped.
pub fn prove<P: SearchHints>(
    entry: &Entry<P>,
    start: &Start,
    proving: &Proving,
    progress: OnProgress<'_>,
) -> Result<Certificate, CatalogError> {
    let game = start.game::<P>()?;
    let provable = provable(entry)?;
    let spec = ProofSpec {
        plyground: Versions::present().plyground,
        game: P::NAME.into(),
        rules: game.rules().to_string(),
        position: game.position().to_string(),
        plies: proving.plies,
        table: proving.options.table,
        database: proving.options.database,
    };
    let mut here = Threads::new(provable, &game, &proving.options);
    let stop = &proving.options.stop;
    let mut there = proving.elsewhere.as_deref().map(|of| Elsewhere { of, spec: &spec, stop });
    let answers: &mut dyn Answers = match &mut there {
        Some(there) => there,
        None => &mut here,
    };
    let certificate = match &proving.kept {
        Some(path) => {
            let mut keeping = Keeping { kept: Kept::open(path, &spec)?, answers };
            proof::prove(provable, &game, proving.plies, &mut keeping, progress)?
        }
        None => proof::prove(provable, &game, proving.plies, answers, progress)?,
    };
    Ok(certificate)
}

/// Checks a certificate of this game without believing it.
///
/// # Errors
/// When it proves nothing, or the work was stopped.
pub fn verify<P: SearchHints>(
    entry: &Entry<P>,
    certificate: &Certificate,
    options: &SolveOptions,
    sample: Sample,
    progress: OnProgress<'_>,
) -> Result<Verified, CatalogError> {
    Ok(proof::verify(provable(entry)?, certificate, options, sample, progress)?)
}

/// Somebody who answers subproblems of a proof from elsewhere; `stop` ends what has to be made first.
///
/// # Errors
/// When the proof is of another version, has a number out of range, or cannot be read.
pub fn player<P: SearchHints>(
    entry: &Entry<P>,
    spec: &ProofSpec,
    stop: &StopFlag,
) -> Result<Box<dyn ProofPlayer>, CatalogError> {
    let present = Versions::present().plyground;
    if spec.plyground != present {
        return Err(CatalogError::RunOfOtherVersion { found: spec.plyground.clone(), expected: present });
    }
    spec.check()?;
    let rules: P::Rules = spec.rules.parse()?;
    let game = Game::from_position(P::parse(&spec.position, &rules)?, &rules);
    let provable = provable(entry)?;
    let options =
        SolveOptions { table: spec.table, database: spec.database, stop: stop.clone(), ..SolveOptions::default() };
    let prover = provable.prover(&game, &options)?;
    Ok(Box::new(PlayerOf { prover, game }))
}

struct PlayerOf<P: SearchHints> {
    prover: Box<dyn Prover<P>>,
    /// Of this board and these rules.
    game: Game<P>,
}

impl<P: SearchHints> ProofPlayer for PlayerOf<P> {
    fn answer(&mut self, question: &Question, stop: &StopFlag) -> Result<bool, CatalogError> {
        Ok(question.ask(&mut *self.prover, self.game.rules(), stop)?)
    }
}

/// Those who answer elsewhere, for one proof.
struct Elsewhere<'a> {
    of: &'a dyn AnswersElsewhere,
    spec: &'a ProofSpec,
    stop: &'a StopFlag,
}

impl Answers for Elsewhere<'_> {
    fn answer(
        &mut self,
        questions: &[Question],
        give: &mut (dyn FnMut(usize, bool) -> Result<(), SolveError> + Send),
    ) -> Result<(), SolveError> {
        self.of.answer(self.spec, questions, self.stop, give)
    }
}

/// A file of answers: its first line says of which proof, each other one is an answer.
struct Kept {
    file: File,
    path: PathBuf,
    known: HashMap<Question, bool>,
}

/// A line of it.
#[derive(Serialize, Deserialize)]
struct Line {
    #[serde(flatten)]
    question: Question,
    answer: bool,
}

impl Kept {
    fn open(path: &Path, spec: &ProofSpec) -> Result<Kept, SolveError> {
        let fault = |source| SolveError::Table(TableError::Io { path: path.to_owned(), source });
        // The MiB of a table change no answer.
        let head = serde_json::to_string(&ProofSpec { table: 0, database: None, ..spec.clone() });
        let head = head.map_err(|error| fault(error.into()))?;
        let text = match read_text(path, LARGEST) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => return Err(fault(error)),
        };
        // What a killed process was writing has no end.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines();
        let mut known = HashMap::new();
        match lines.next() {
            Some(first) if first != head => return Err(SolveError::OtherProof { path: path.to_owned() }),
            _ => {}
        }
        for (index, line) in lines.enumerate() {
            let Line { question, answer } = serde_json::from_str(line)
                .map_err(|error| fault(std::io::Error::other(format!("line {}: {error}", index + 2))))?;
            known.insert(question, answer);
        }
        let mut file = File::options().create(true).append(true).open(path).map_err(fault)?;
        file.set_len(whole as u64).map_err(fault)?;
        if whole == 0 {
            writeln!(file, "{head}").map_err(fault)?;
        }
        Ok(Kept { file, path: path.to_owned(), known })
    }

    fn add(&mut self, question: &Question, answer: bool) -> Result<(), SolveError> {
        let line = serde_json::to_string(&Line { question: question.clone(), answer });
        let fault = |source| SolveError::Table(TableError::Io { path: self.path.clone(), source });
        let line = line.map_err(|error| fault(error.into()))? + "\n";
        self.file.write_all(line.as_bytes()).map_err(fault)?;
        self.known.insert(question.clone(), answer);
        Ok(())
    }
}

/// Answers that are kept as they come.
struct Keeping<'a> {
    kept: Kept,
    answers: &'a mut dyn Answers,
}

impl Answers for Keeping<'_> {
    fn answer(
        &mut self,
        questions: &[Question],
        give: &mut (dyn FnMut(usize, bool) -> Result<(), SolveError> + Send),
    ) -> Result<(), SolveError> {
        let mut open = Vec::new();
        for (number, question) in questions.iter().enumerate() {
            match self.kept.known.get(question) {
                Some(&answer) => give(number, answer)?,
                None => open.push(number),
            }
        }
        if open.is_empty() {
            return Ok(());
        }
        let asked: Vec<Question> = open.iter().map(|&number| questions[number].clone()).collect();
        let kept = &mut self.kept;
        self.answers.answer(&asked, &mut |place, answer| {
            let (Some(question), Some(&number)) = (asked.get(place), open.get(place)) else { return Ok(()) };
            kept.add(question, answer)?;
            give(number, answer)
        })
    }
}
