//! Proofs by subproblems: on the threads of this process or on other machines, stored as they progress, and verified.

use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use plyground_arena::files::check_owned;
use plyground_arena::{Versions, text_digest};
use plyground_game::{Game, SearchHints};
use plyground_play::Start;
use plyground_search::{StopFlag, has_room_for_table};
use plyground_solve::proof::{self, Answers, Certificate, Provable, Prover, Question, Sample, Threads, Verified};
use plyground_solve::{OnProgress, SolveError, SolveOptions, TableError};
use serde::{Deserialize, Serialize};

use crate::bounds;
use crate::entry::Entry;
use crate::error::CatalogError;

/// Maximum size in bytes of a file of answers.
const LARGEST: u64 = 1 << 30;

/// Options of a proof.
///
/// ```
/// use plyground_catalog::{Catalog, Proving, Start};
/// use plyground_solve::SolveOptions;
/// use plyground_solve::proof::Sample;
///
/// let catalog = Catalog::standard();
/// let kalah = catalog.game("kalah")?;
/// let start = Start { setup: Some("3x2".into()), rules: Some("empty-capture".into()), ..Start::default() };
/// let options = SolveOptions { table: 1, ..SolveOptions::default() };
/// let certificate = kalah.prove(&start, &Proving::new(2, options.clone()), &mut |_| {})?;
/// let verified = kalah.verify(&certificate, &options, Sample::All, &mut |_| {})?;
/// assert_eq!(verified.value, certificate.head.value);
/// # Ok::<(), plyground_catalog::CatalogError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Proving {
    /// Depth of the subproblems below the position, in plies.
    pub plies: u32,
    /// Threads and MiB for solving them in this process.
    pub options: SolveOptions,
    /// File of answers: known ones are read, new ones appended.
    pub kept: Option<PathBuf>,
    /// Workers that answer; `None` for the threads of this process.
    pub elsewhere: Option<Arc<dyn AnswersElsewhere>>,
}

impl Proving {
    /// Creates a proof on the threads of this process, without a file.
    #[must_use]
    pub fn new(plies: u32, options: SolveOptions) -> Proving {
        Proving { plies, options, kept: None, elsewhere: None }
    }
}

/// The spec of a proof, from which any machine can answer its subproblems.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofSpec {
    /// The version of the program.
    pub plyground: String,
    /// The game.
    pub game: String,
    /// The rules.
    pub rules: String,
    /// Position to solve.
    pub position: String,
    /// Depth of the subproblems below it, in plies.
    pub plies: u32,
    /// MiB of table per thread.
    pub table: usize,
    /// Seeds of the endgame database of Kalah.
    pub database: Option<usize>,
}

impl ProofSpec {
    /// Returns the identifier of the proof: 16 digits.
    #[must_use]
    pub fn id(&self) -> String {
        text_digest(&serde_json::to_string(self).unwrap_or_default())
    }

    /// Checks that numbers and texts are within the limits of the command line, and that the table fits in memory.
    fn check_bounds(&self) -> Result<(), CatalogError> {
        bounds::within("plies", self.plies.into(), 0..=bounds::SPLIT.into())?;
        bounds::within("table", self.table as u64, 1..=bounds::TABLE.into())?;
        bounds::within("database", self.database.unwrap_or(0) as u64, 0..=bounds::DATABASE.into())?;
        bounds::text("rules", Some(&self.rules), bounds::TEXT)?;
        bounds::text("position", Some(&self.position), bounds::TEXT)?;
        let mebibytes = self.table as u64;
        if has_room_for_table(self.table) { Ok(()) } else { Err(CatalogError::no_memory(mebibytes)) }
    }
}

/// Answers subproblems on other machines.
pub trait AnswersElsewhere: fmt::Debug + Send + Sync {
    /// Answers all questions of a proof in any order. Calls `give` with the index of a question and its answer.
    ///
    /// # Errors
    /// Fails if one cannot be answered, or the work was stopped.
    fn answer(
        &self,
        proof: &ProofSpec,
        questions: &[Question],
        stop: &StopFlag,
        give: &mut (dyn FnMut(usize, bool) -> Result<(), SolveError> + Send),
    ) -> Result<(), SolveError>;
}

/// Answers subproblems of one proof, one after another on one thread.
pub trait ProofPlayer: Send {
    /// Returns whether a value is at least a bound.
    ///
    /// # Errors
    /// Fails if the value cannot be bounded, or the work was stopped.
    fn answer(&mut self, question: &Question, stop: &StopFlag) -> Result<bool, CatalogError>;
}

fn provable<P: SearchHints>(entry: &Entry<P>) -> Result<&dyn Provable<P>, CatalogError> {
    Ok(entry.solver_row()?.provable().ok_or(SolveError::NotProvable { what: P::NAME })?)
}

/// Proves the value of a position by subproblems.
///
/// # Errors
/// Fails if the position cannot be read, its value cannot be proved, or the work was stopped.
pub(crate) fn prove<P: SearchHints>(
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
            let mut keeping = StoredAnswers { file: AnswerFile::open(path, &spec)?, answers };
            proof::prove(provable, &game, proving.plies, &mut keeping, progress)?
        }
        None => proof::prove(provable, &game, proving.plies, answers, progress)?,
    };
    Ok(certificate)
}

/// Verifies an untrusted certificate of this game.
///
/// # Errors
/// Fails if it is not a proof, or the work was stopped.
pub(crate) fn verify<P: SearchHints>(
    entry: &Entry<P>,
    certificate: &Certificate,
    options: &SolveOptions,
    sample: Sample,
    progress: OnProgress<'_>,
) -> Result<Verified, CatalogError> {
    Ok(proof::verify(provable(entry)?, certificate, options, sample, progress)?)
}

/// Creates a player for the subproblems of another machine's proof. `stop` ends the preparation.
///
/// # Errors
/// Fails if the proof is of another version, has a number out of range, or cannot be read.
pub(crate) fn player<P: SearchHints>(
    entry: &Entry<P>,
    spec: &ProofSpec,
    stop: &StopFlag,
) -> Result<Box<dyn ProofPlayer>, CatalogError> {
    let present = Versions::present().plyground;
    if spec.plyground != present {
        return Err(CatalogError::other_version(&spec.plyground, &present));
    }
    spec.check_bounds()?;
    let rules: P::Rules = spec.rules.parse()?;
    let game = Game::from_position(P::parse(&spec.position, &rules)?, &rules);
    let provable = provable(entry)?;
    let mut options =
        SolveOptions { table: spec.table, database: spec.database, stop: stop.clone(), ..SolveOptions::default() };
    if let Some(tables) = entry.tables.get() {
        options.tables.clone_from(tables);
    }
    let prover = provable.prover(&game, &options)?;
    Ok(Box::new(PlayerOf { prover, game }))
}

struct PlayerOf<P: SearchHints> {
    prover: Box<dyn Prover<P>>,
    /// Position and rules of the proof.
    game: Game<P>,
}

impl<P: SearchHints> ProofPlayer for PlayerOf<P> {
    fn answer(&mut self, question: &Question, stop: &StopFlag) -> Result<bool, CatalogError> {
        Ok(question.ask(&mut *self.prover, self.game.rules(), stop)?)
    }
}

/// Workers on other machines, for one proof.
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

/// A file of answers. The first line is the spec of the proof, and each other line is an answer.
struct AnswerFile {
    file: File,
    /// Length in bytes as far as this run has written it.
    length: u64,
    path: PathBuf,
    known: HashMap<Question, bool>,
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
struct Line {
    #[serde(flatten)]
    question: Question,
    answer: bool,
}

impl AnswerFile {
    fn open(path: &Path, spec: &ProofSpec) -> Result<AnswerFile, SolveError> {
        let fault = |source| SolveError::Table(TableError::Io { path: path.to_owned(), source });
        // The MiB of a table change no answer.
        let head = serde_json::to_string(&ProofSpec { table: 0, database: None, ..spec.clone() });
        let head = head.map_err(|error| fault(error.into()))?;
        // Read as bytes, because offsets in the file matter.
        let text = match plyground_arena::files::read(path, LARGEST) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(fault(error)),
        };
        // The partial line of a killed process is truncated below.
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        // A file without a complete line belongs to this proof if it is a prefix of the first line. Any other file is left
        // unchanged.
        if whole == 0 && !head.as_bytes().starts_with(&text) {
            return Err(SolveError::OtherProof { path: path.to_owned() });
        }
        let text = std::str::from_utf8(&text[..whole]).map_err(|error| fault(std::io::Error::other(error)))?;
        let mut lines = text.lines();
        let mut known = HashMap::new();
        if lines.next().is_some_and(|first| first != head) {
            return Err(SolveError::OtherProof { path: path.to_owned() });
        }
        for (index, line) in lines.enumerate() {
            let Line { question, answer } = serde_json::from_str(line)
                .map_err(|error| fault(std::io::Error::other(format!("line {}: {error}", index + 2))))?;
            known.insert(question, answer);
        }
        let mut file = File::options().create(true).append(true).open(path).map_err(fault)?;
        file.set_len(whole as u64).map_err(fault)?;
        let mut length = whole as u64;
        if whole == 0 {
            writeln!(file, "{head}").map_err(fault)?;
            length = head.len() as u64 + 1;
        }
        Ok(AnswerFile { file, length, path: path.to_owned(), known })
    }

    fn add(&mut self, question: &Question, answer: bool) -> Result<(), SolveError> {
        let line = serde_json::to_string(&Line { question: question.clone(), answer });
        let fault = |source| SolveError::Table(TableError::Io { path: self.path.clone(), source });
        let line = line.map_err(|error| fault(error.into()))? + "\n";
        check_owned(&self.file, &self.path, self.length).map_err(fault)?;
        self.length += line.len() as u64;
        self.file.write_all(line.as_bytes()).map_err(fault)?;
        self.known.insert(question.clone(), answer);
        Ok(())
    }
}

/// Answers that are recorded in a file as they arrive.
struct StoredAnswers<'a> {
    file: AnswerFile,
    answers: &'a mut dyn Answers,
}

impl Answers for StoredAnswers<'_> {
    fn answer(
        &mut self,
        questions: &[Question],
        give: &mut (dyn FnMut(usize, bool) -> Result<(), SolveError> + Send),
    ) -> Result<(), SolveError> {
        let mut open = Vec::new();
        for (number, question) in questions.iter().enumerate() {
            match self.file.known.get(question) {
                Some(&answer) => give(number, answer)?,
                None => open.push(number),
            }
        }
        if open.is_empty() {
            return Ok(());
        }
        let asked: Vec<Question> = open.iter().map(|&number| questions[number].clone()).collect();
        let file = &mut self.file;
        self.answers.answer(&asked, &mut |place, answer| {
            let (Some(question), Some(&number)) = (asked.get(place), open.get(place)) else { return Ok(()) };
            file.add(question, answer)?;
            give(number, answer)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn spec() -> ProofSpec {
        ProofSpec {
            plyground: "1".into(),
            game: "kalah".into(),
            rules: "standard".into(),
            position: "<1,0,0,1,1> S".into(),
            plies: 2,
            table: 1,
            database: None,
        }
    }

    /// A foreign file without a line feed was emptied.
    #[test]
    fn only_the_beginning_of_our_own_head_is_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("value.part");
        drop(AnswerFile::open(&path, &spec()).unwrap());
        let head = fs::read_to_string(&path).unwrap();
        assert!(head.ends_with('\n'));
        for end in 0..=head.len() {
            fs::write(&path, &head[..end]).unwrap();
            drop(AnswerFile::open(&path, &spec()).unwrap());
            assert_eq!(fs::read_to_string(&path).unwrap(), head, "after {end} bytes");
        }
        let answer = serde_json::json!({"torn": 1}).to_string();
        fs::write(&path, format!("{head}{}", &answer[..5])).unwrap();
        drop(AnswerFile::open(&path, &spec()).unwrap());
        assert_eq!(fs::read_to_string(&path).unwrap(), head, "a torn answer");
        let other = ProofSpec { rules: "kgp".into(), ..spec() };
        for text in [
            "my thesis",
            "my thesis\n",
            " ",
            "{}",
            "{\"pl\u{e9}",
            "\u{feff}",
            &format!("{}x", &head[..9]),
            &format!("\u{feff}{head}"),
        ] {
            fs::write(&path, text).unwrap();
            assert!(AnswerFile::open(&path, &spec()).is_err(), "{text}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        fs::write(&path, &head).unwrap();
        assert!(matches!(AnswerFile::open(&path, &other), Err(SolveError::OtherProof { .. })));
        assert_eq!(fs::read_to_string(&path).unwrap(), head);
        fs::write(&path, b"\xff\xfe").unwrap();
        assert!(AnswerFile::open(&path, &spec()).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"\xff\xfe");
    }
}
