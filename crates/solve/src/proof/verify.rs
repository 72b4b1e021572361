//! Verification of a certificate without trusting it.

use plyground_game::zobrist::mix;
use plyground_game::{Game, Outcome, Position, Side};

use super::certificate::{Certificate, CertificateError, Leaf};
use super::find::{Answers, Question};
use super::prover::Provable;
use super::threads::Threads;
use super::tree::turns_left;
use crate::checker::{self, Claim, Fault, Plain, Scale, check_tree};
use crate::{OnProgress, SolveError, SolveOptions, SolveProgress, parallel};

/// Leaves that are proved again; the tree above them is always checked completely.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sample {
    /// All leaves.
    All,
    /// This many leaves, drawn with this seed.
    Some(usize, u64),
}

/// Result of the verification of a certificate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verified {
    /// Value of the root for its side to move.
    pub value: i32,
    /// Number of leaves.
    pub leaves: usize,
    /// Number of leaves whose bounds were proved again.
    pub proved: usize,
}

/// Verifies a certificate: its leaves follow from the root by the rules, their bounds prove the value, and the bounds
/// of all or some leaves are correct.
///
/// The tree is checked by [`checker`], which shares no code with the proof search. The leaves are proved again by the
/// solver of the game, or with [`SolveOptions::by_rules`] by the checker's own search.
///
/// # Errors
/// Returns an error if the certificate proves nothing or the work is stopped.
pub fn verify<P: Position>(
    provable: &dyn Provable<P>,
    certificate: &Certificate,
    options: &SolveOptions,
    sample: Sample,
    progress: OnProgress<'_>,
) -> Result<Verified, SolveError> {
    let head = &certificate.head;
    if head.game != P::NAME {
        return Err(CertificateError::OtherGame { found: head.game.clone(), expected: P::NAME }.into());
    }
    let start = |what, problem: String| CertificateError::Start { what, problem };
    let rules: P::Rules = head.rules.parse().map_err(|error| start("rules", format!("{error}")))?;
    let top = P::parse(&head.position, &rules).map_err(|error| start("position", error.to_string()))?;
    let game = Game::from_position(top.clone(), &rules);
    let turns_left = turns_left(&game)?;
    let scale = OfProvable(provable);
    let claims: Vec<Claim<'_>> = certificate.leaves.iter().map(Leaf::claim).collect();
    let is_stopped = || options.stop.is_stopped();
    let checked = check_tree(&top, head.plies, turns_left, &scale, &claims, &is_stopped);
    let (lower, upper) = checked.map_err(|fault| {
        let of = |index: usize| (index + 2, certificate.leaves[index].position.clone());
        match fault {
            Fault::NoLeaf(index) => {
                let (line, position) = of(index);
                CertificateError::NoLeaf { line, position, plies: head.plies }.into()
            }
            Fault::Twice(index) => {
                let (line, position) = of(index);
                CertificateError::Twice { line, position }.into()
            }
            Fault::TooDeep => SolveError::TooDeep { plies: head.plies },
            Fault::TooLarge => SolveError::TooManySubproblems { plies: head.plies, most: checker::MOST_POSITIONS },
            fault => not_checked(fault),
        }
    })?;
    if (lower, upper) != (head.value, head.value) {
        return Err(CertificateError::NotProved { lower, upper, claimed: head.value }.into());
    }
    let chosen = drawn(certificate.leaves.len(), sample);
    let proved = chosen.len();
    let (mut questions, mut claims) = (Vec::new(), Vec::new());
    for leaf in chosen.into_iter().map(|leaf| &certificate.leaves[leaf]) {
        let is_of_top = P::parse(&leaf.position, &rules)?.side_to_move() == top.side_to_move();
        // A value is at most a bound if it is not at least one more.
        let most = leaf.at_most.map(|bound| (bound.saturating_add(1), false));
        for (at_least, claim) in leaf.at_least.map(|bound| (bound, true)).into_iter().chain(most) {
            questions.push(Question { position: leaf.position.clone(), is_of_top, at_least });
            claims.push(claim);
        }
    }
    progress(&SolveProgress::milestone(format!(
        "the tree is right; now {proved} of {} leaves are proved again",
        certificate.leaves.len()
    )));
    if questions.is_empty() {
        // The tree alone proves the value, also for rules under which no leaf can be proved.
        return Ok(Verified { value: head.value, leaves: certificate.leaves.len(), proved });
    }
    let mut compare = |number: usize, answer| {
        if answer == claims[number] {
            return Ok(());
        }
        let Question { position, at_least, .. } = questions[number].clone();
        let bound = if claims[number] { format!("least {at_least}") } else { format!("most {}", at_least - 1) };
        Err(CertificateError::Wrong { position, bound }.into())
    };
    if options.by_rules {
        answer_by_rules(&scale, &rules, &questions, options, &mut compare)?;
    } else {
        Threads::new(provable, &game, options).answer(&questions, &mut compare)?;
    }
    Ok(Verified { value: head.value, leaves: certificate.leaves.len(), proved })
}

/// Answers questions by the checker's own search, without the solver of the game.
fn answer_by_rules<P: Position>(
    scale: &OfProvable<'_, P>,
    rules: &P::Rules,
    questions: &[Question],
    options: &SolveOptions,
    compare: &mut dyn FnMut(usize, bool) -> Result<(), SolveError>,
) -> Result<(), SolveError> {
    let threads = options.threads.clamp(1, questions.len().max(1));
    let is_stopped = || options.stop.is_stopped();
    let make = || (Plain::new(scale, (options.table / threads).max(1)).stopped_by(&is_stopped), Vec::new());
    let work = |(plain, answers): &mut (Plain<'_, P>, Vec<_>), (number, question): (usize, &Question)| {
        answers.push((number, answer(plain, rules, question)));
    };
    let found = parallel::for_each(threads, questions.iter().enumerate(), make, work);
    let mut answers: Vec<(usize, Result<bool, SolveError>)> =
        found.into_iter().flat_map(|(_, answers)| answers).collect();
    answers.sort_by_cached_key(|&(number, _)| number);
    answers.into_iter().try_for_each(|(number, answer)| compare(number, answer?))
}

fn answer<P: Position>(plain: &mut Plain<'_, P>, rules: &P::Rules, question: &Question) -> Result<bool, SolveError> {
    let pos = P::parse(&question.position, rules)?;
    let turns_left = Game::from_position(pos.clone(), rules).history().turns_left();
    let (at, is_of_top) = (question.at_least, question.is_of_top);
    let at = if is_of_top { at } else { 1i32.saturating_sub(at) };
    Ok(plain.at_least(&pos, at, turns_left).map_err(not_checked)? == is_of_top)
}

fn not_checked(fault: Fault) -> SolveError {
    match fault {
        Fault::Stopped => SolveError::Stopped { before: "the certificate was verified" },
        fault => CertificateError::NotChecked(fault).into(),
    }
}

/// Values of a game, in the form of the checker.
struct OfProvable<'a, P>(&'a dyn Provable<P>);

impl<P: Position> Scale<P> for OfProvable<'_, P> {
    fn range(&self, pos: &P) -> (i32, i32) {
        self.0.range(pos)
    }

    fn finished(&self, pos: &P, outcome: Outcome, side: Side) -> i32 {
        self.0.finished(pos, outcome, side)
    }
}

/// Returns the indices of the leaves that are proved again, in order.
fn drawn(leaves: usize, sample: Sample) -> Vec<usize> {
    let mut all: Vec<usize> = (0..leaves).collect();
    if let Sample::Some(count, seed) = sample {
        all.sort_by_cached_key(|&leaf| mix(mix(seed) ^ leaf as u64));
        all.truncate(count);
        all.sort_unstable();
    }
    all
}
