//! Search for a proof: questions about bounds of leaves, round by round, until they prove the value of the root.
//!
//! A round assumes that the guess is correct: the value is at least, and at most, what the leaves suggest. For each of
//! the two bounds, the proving side plays the most promising move at each of its positions, and the other side plays
//! all moves. The leaves below these are asked together. If an answer is negative, another move becomes the most
//! promising, or the guess changes.

use plyground_game::{Game, Position};
use plyground_search::StopFlag;
use serde::{Deserialize, Serialize};

use super::certificate::{CERTIFICATE_FORMAT, Certificate, CertificateHead, Leaf};
use super::prover::{Provable, Prover};
use super::tree::{Bound, Tree};
use crate::{OnProgress, SolveError, SolveProgress};

/// Question whether the value of a position, for the side to move at the root, is at least a bound.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// Position.
    pub position: String,
    /// Whether the side to move at the root is to move in the position.
    pub is_of_top: bool,
    /// Bound.
    pub at_least: i32,
}

impl Question {
    /// Answers the question with a prover.
    ///
    /// # Errors
    /// Returns an error if the position cannot be parsed or the question cannot be answered.
    pub fn ask<P: Position>(
        &self,
        prover: &mut dyn Prover<P>,
        rules: &P::Rules,
        stop: &StopFlag,
    ) -> Result<bool, SolveError> {
        let pos = P::parse(&self.position, rules)?;
        if self.is_of_top {
            return prover.at_least(&pos, self.at_least, stop);
        }
        // The values are zero-sum: one side has at least the bound unless the other side exceeds its negation.
        Ok(!prover.at_least(&pos, 1i32.saturating_sub(self.at_least), stop)?)
    }
}

/// Source of answers to questions.
pub trait Answers {
    /// Answers all questions, in any order: `give` receives the index of a question and the answer.
    ///
    /// # Errors
    /// Returns an error if a question cannot be answered or the work is stopped.
    fn answer(
        &mut self,
        questions: &[Question],
        give: &mut (dyn FnMut(usize, bool) -> Result<(), SolveError> + Send),
    ) -> Result<(), SolveError>;
}

/// Proves the value of a position by subproblems `plies` plies below it, at most [`MOST_PLIES`](super::MOST_PLIES). The
/// turn limit of the game's rules applies.
///
/// # Errors
/// Returns an error if the questions cannot be answered, there are too many of them, the game's history decides the
/// value, or the work is stopped.
pub fn prove<P: Position>(
    provable: &dyn Provable<P>,
    game: &Game<P>,
    plies: u32,
    answers: &mut dyn Answers,
    progress: OnProgress<'_>,
) -> Result<Certificate, SolveError> {
    let mut tree = Tree::new(provable, game, plies)?;
    loop {
        let top = tree.top();
        if top.lower >= top.upper {
            return Ok(certificate(&tree, game, plies, top.lower));
        }
        let mut questions = Vec::new();
        let mut places = Vec::new();
        for bound in [Bound::AtLeast(top.guess), Bound::AtMost(top.guess)] {
            if bound.is_proved(top) {
                continue;
            }
            let at = match bound {
                Bound::AtLeast(at) => at,
                // A value is at most `at` if it is not at least `at + 1`.
                Bound::AtMost(at) => at + 1,
            };
            for place in tree.depends_on(bound) {
                let node = &tree.leaves()[place];
                let question = Question { position: node.pos.to_string(), is_of_top: node.is_of_top, at_least: at };
                questions.push(question);
                places.push((place, at));
            }
        }
        let (total, mut done) = (questions.len(), 0);
        let shown = format!("value from {} to {}", top.lower, top.upper);
        progress(&SolveProgress::share(format!("{shown}: {total} subproblems"), 0.0));
        let mut given = vec![None; total];
        answers.answer(&questions, &mut |number, answer| {
            if let Some(place @ None) = given.get_mut(number) {
                *place = Some(answer);
                done += 1;
            }
            Ok(())
        })?;
        progress(&SolveProgress::share(format!("{shown}: {done} of {total} subproblems"), 1.0));
        for ((place, at), answer) in places.into_iter().zip(given) {
            let answer = answer.ok_or(SolveError::Stopped { before: "all subproblems were answered" })?;
            tree.note(place, at, answer);
        }
        tree.back_up();
    }
}

/// Returns the certificate with the leaves that prove the value.
fn certificate<P: Position>(tree: &Tree<P>, game: &Game<P>, plies: u32, value: i32) -> Certificate {
    let mut bounds = vec![(false, false); tree.leaves().len()];
    tree.depends_on(Bound::AtLeast(value)).into_iter().for_each(|place| bounds[place].0 = true);
    tree.depends_on(Bound::AtMost(value)).into_iter().for_each(|place| bounds[place].1 = true);
    let leaf = |(node, &(least, most)): (&super::tree::Node<P>, &(bool, bool))| {
        let known = node.known;
        Leaf {
            position: node.pos.to_string(),
            at_least: (least && known.lower >= value).then_some(value),
            at_most: (most && known.upper <= value).then_some(value),
        }
    };
    let leaves = tree.leaves().iter().zip(&bounds).map(leaf);
    let leaves: Vec<Leaf> = leaves.filter(|leaf| leaf.at_least.is_some() || leaf.at_most.is_some()).collect();
    let head = CertificateHead {
        certificate: CERTIFICATE_FORMAT,
        plyground: env!("CARGO_PKG_VERSION").into(),
        game: P::NAME.into(),
        rules: game.rules().to_string(),
        position: game.position().to_string(),
        plies,
        value,
        leaves: leaves.len(),
    };
    Certificate { head, leaves }
}
