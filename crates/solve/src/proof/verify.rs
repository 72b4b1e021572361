//! Checks a certificate without believing it.

use std::collections::{HashMap, HashSet};

use plyground_game::zobrist::mix;
use plyground_game::{Game, Position};

use super::certificate::{Certificate, CertificateError};
use super::find::{Answers, Question};
use super::prover::Provable;
use super::threads::Threads;
use super::tree::Tree;
use crate::{OnProgress, SolveError, SolveOptions, SolveProgress};

/// Which leaves are proved again; the tree above them is always checked as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sample {
    /// Every one.
    All,
    /// So many, drawn by this seed.
    Some(usize, u64),
}

/// What a certificate was found to prove.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verified {
    /// The value of the position at the top for its side to move.
    pub value: i32,
    /// Leaves.
    pub leaves: usize,
    /// Those of them whose bounds were proved again.
    pub proved: usize,
}

/// Checks a certificate: that its leaves follow from the position at the top by the rules, that their bounds prove the value, and,
/// for all leaves or some, that these bounds are so.
///
/// # Errors
/// When it proves nothing, or the work was stopped.
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
    let game = Game::from_position(top, &rules);
    let mut tree = Tree::new(provable, &game, head.plies)?;
    let places: HashMap<String, usize> = tree
        .leaves()
        .iter()
        .enumerate()
        .filter(|(_, node)| node.is_open())
        .map(|(place, node)| (node.pos.to_string(), place))
        .collect();
    let mut seen = HashSet::new();
    let mut questions = Vec::new();
    for (index, leaf) in certificate.leaves.iter().enumerate() {
        let (line, position) = (index + 2, leaf.position.clone());
        let place = places.get(&position).copied();
        let place =
            place.ok_or_else(|| CertificateError::NoLeaf { line, position: position.clone(), plies: head.plies })?;
        if !seen.insert(place) {
            return Err(CertificateError::Twice { line, position }.into());
        }
        let Some(node) = tree.leaf(place) else { continue };
        let is_of_top = node.is_of_top();
        // What the rules alone say of the position is no less true.
        leaf.at_least.into_iter().for_each(|bound| node.known.at_least(bound));
        leaf.at_most.into_iter().for_each(|bound| node.known.at_most(bound));
        let question = |at_least| Question { position: position.clone(), is_of_top, at_least };
        questions.push([leaf.at_least.map(question), leaf.at_most.map(|bound| question(bound.saturating_add(1)))]);
    }
    tree.back_up();
    let known = tree.top();
    if (known.lower, known.upper) != (head.value, head.value) {
        let (lower, upper, claimed) = (known.lower, known.upper, head.value);
        return Err(CertificateError::NotProved { lower, upper, claimed }.into());
    }
    let chosen = drawn(questions.len(), sample);
    let proved = chosen.len();
    let asked: Vec<(Question, bool)> = chosen
        .into_iter()
        .flat_map(|leaf| {
            let [least, most] = questions[leaf].clone();
            least.map(|question| (question, true)).into_iter().chain(most.map(|question| (question, false)))
        })
        .collect();
    let (questions, claims): (Vec<Question>, Vec<bool>) = asked.into_iter().unzip();
    progress(&SolveProgress::milestone(format!(
        "the tree is right; now {proved} of {} leaves are proved again",
        certificate.leaves.len()
    )));
    if questions.is_empty() {
        // The tree alone proves the value, also for rules by which no leaf can be proved.
        return Ok(Verified { value: head.value, leaves: certificate.leaves.len(), proved });
    }
    Threads::new(provable, &game, options).answer(&questions, &mut |number, answer| {
        if answer == claims[number] {
            return Ok(());
        }
        let Question { position, at_least, .. } = questions[number].clone();
        let bound = if claims[number] { format!("least {at_least}") } else { format!("most {}", at_least - 1) };
        Err(CertificateError::Wrong { position, bound }.into())
    })?;
    Ok(Verified { value: head.value, leaves: certificate.leaves.len(), proved })
}

/// The numbers of the leaves that are proved again, in order.
fn drawn(leaves: usize, sample: Sample) -> Vec<usize> {
    let mut all: Vec<usize> = (0..leaves).collect();
    if let Sample::Some(count, seed) = sample {
        all.sort_by_key(|&leaf| mix(mix(seed) ^ leaf as u64));
        all.truncate(count);
        all.sort_unstable();
    }
    all
}
