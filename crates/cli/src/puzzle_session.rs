//! A puzzle in progress: it judges answers, plays replies and gives hints.

use plyground_catalog::{Catalog, CatalogError, Puzzle, Session, Start};

use crate::typed;
use crate::words::counted;

/// Most moves in a hint.
const CHOICES: usize = 3;

/// Result of an answer. Moves are in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// The right move, and the reply of the other side.
    Right { words: String, reply: String },
    /// The right move; the puzzle is solved.
    Solved { words: String },
    /// A legal move that misses the goal.
    Wrong { words: String },
    /// Not a legal move, with the reason.
    Illegal(String),
}

/// A puzzle in progress.
pub(crate) struct PuzzleSession {
    pub(crate) puzzle: Puzzle,
    pub(crate) session: Box<dyn Session>,
    /// Number of moves of the line that were played.
    played: usize,
    /// Wrong answers and hints so far.
    pub(crate) misses: usize,
    /// Moves that hints and wrong answers leave for the present move; empty before the first.
    left: Vec<String>,
}

impl PuzzleSession {
    /// Opens the position of a puzzle.
    pub(crate) fn open(catalog: &Catalog, puzzle: Puzzle) -> Result<PuzzleSession, CatalogError> {
        let start =
            Start { rules: Some(puzzle.rules.clone()), position: Some(puzzle.position.clone()), ..Start::default() };
        let session = catalog.game(&puzzle.game)?.open(&start)?;
        Ok(PuzzleSession { puzzle, session, played: 0, misses: 0, left: Vec::new() })
    }

    /// Judges a typed move, and takes a wrong one back.
    pub(crate) fn answer(&mut self, text: &str) -> Result<Answer, CatalogError> {
        let mv = match typed::read(text, &self.session.show().legal) {
            Ok(mv) => mv,
            Err(problem) => return Ok(Answer::Illegal(problem)),
        };
        let words = match self.session.play(&mv) {
            Ok(words) => words,
            Err(error) => return Ok(Answer::Illegal(error.to_string())),
        };
        let is_last = self.played + 1 == self.puzzle.line.len();
        if self.puzzle.line.get(self.played) != Some(&mv) && !(is_last && self.has_won()) {
            self.session.undo();
            self.misses += 1;
            self.left = self.possible();
            self.left.retain(|other| *other != mv);
            return Ok(Answer::Wrong { words });
        }
        self.played += 1;
        self.left.clear();
        if is_last {
            return Ok(Answer::Solved { words });
        }
        let reply = self.session.play(&self.puzzle.line[self.played])?;
        self.played += 1;
        // A line ends with a move of the puzzle's side, or with a reply.
        Ok(match self.played < self.puzzle.line.len() {
            true => Answer::Right { words, reply },
            false => Answer::Solved { words: format!("{words}; {reply}") },
        })
    }

    /// Returns whether the side of the puzzle has won: the last move of a forced win can differ from that of the line.
    fn has_won(&self) -> bool {
        self.session.show().outcome.is_some_and(|ended| ended.winner == Some(self.puzzle.side.as_str()))
    }

    /// Returns the moves that are not ruled out.
    fn possible(&self) -> Vec<String> {
        if self.left.is_empty() { self.session.show().legal } else { self.left.clone() }
    }

    /// Returns a hint in words: at most half of the moves that are not ruled out, and the right move once one is left.
    pub(crate) fn hint(&mut self) -> String {
        self.misses += 1;
        let legal = self.session.show().legal.len();
        let left = self.possible();
        let Some(right) = self.puzzle.line.get(self.played) else { return "the puzzle is solved".into() };
        let others: Vec<&String> = left.iter().filter(|mv| *mv != right).collect();
        // Of two moves one remains, of three two.
        let count = left.len().div_ceil(2).min(CHOICES) - 1;
        let step = (others.len() / count.max(1)).max(1);
        let kept: Vec<&String> = others.into_iter().step_by(step).take(count).collect();
        self.left = left.iter().filter(|mv| *mv == right || kept.contains(mv)).cloned().collect();
        match self.left.as_slice() {
            [only] => {
                let words = self.session.state().describe_line(std::slice::from_ref(only)).concat();
                format!("the move is {only}: {words}")
            }
            moves => {
                let wrong = counted((legal - moves.len()) as u64, "other move misses", "other moves miss");
                format!("one of {}; the {wrong} the goal", moves.join(", "))
            }
        }
    }

    /// Returns the rest of the solution in words.
    pub(crate) fn solution(&mut self) -> Vec<String> {
        self.misses += 1;
        let rest = &self.puzzle.line[self.played.min(self.puzzle.line.len())..];
        let words = self.session.state().describe_line(rest);
        rest.iter().zip(words).map(|(mv, words)| format!("{mv}: {words}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the shipped puzzles of a game.
    fn puzzles(game: &str) -> (Catalog, Vec<Puzzle>) {
        let catalog = Catalog::standard();
        let puzzles = catalog.game(game).unwrap().puzzles().unwrap();
        (catalog, puzzles)
    }

    #[test]
    fn the_line_of_every_shipped_puzzle_solves_it() {
        for game in ["khet", "kalah", "tigers", "cachex"] {
            let (catalog, puzzles) = puzzles(game);
            assert!(!puzzles.is_empty(), "{game}");
            for puzzle in puzzles {
                let line = puzzle.line.clone();
                let mut trial = PuzzleSession::open(&catalog, puzzle).unwrap();
                for (index, mv) in line.iter().enumerate().step_by(2) {
                    let is_last = index + 2 >= line.len();
                    match trial.answer(mv).unwrap() {
                        Answer::Right { .. } => assert!(!is_last, "{game} {line:?}"),
                        Answer::Solved { .. } => assert!(is_last, "{game} {line:?}"),
                        other => panic!("{game} {line:?} {mv}: {other:?}"),
                    }
                }
                assert_eq!(trial.misses, 0);
            }
        }
    }

    #[test]
    fn a_wrong_move_is_taken_back_and_counts() {
        let (catalog, puzzles) = puzzles("kalah");
        let mut trial = PuzzleSession::open(&catalog, puzzles[0].clone()).unwrap();
        let before = trial.session.show();
        let wrong = before.legal.iter().find(|mv| **mv != trial.puzzle.line[0]).unwrap().clone();
        assert!(matches!(trial.answer(&wrong).unwrap(), Answer::Wrong { .. }));
        assert!(matches!(trial.answer("99").unwrap(), Answer::Illegal(_)));
        assert_eq!((trial.session.show(), trial.misses), (before, 1));
    }

    /// Regression: a hint named a move that was refused just before.
    #[test]
    fn a_hint_names_no_wrong_answer() {
        let (catalog, puzzles) = puzzles("cachex");
        let mut trial = PuzzleSession::open(&catalog, puzzles[0].clone()).unwrap();
        for _ in 0..2 {
            trial.hint();
            let right = trial.puzzle.line[0].clone();
            let Some(wrong) = trial.left.iter().find(|mv| **mv != right).cloned() else { break };
            assert!(matches!(trial.answer(&wrong).unwrap(), Answer::Wrong { .. }));
            assert!(!trial.left.contains(&wrong) && trial.left.contains(&right), "{:?}", trial.left);
            let hint = trial.hint();
            assert!(!hint.split([' ', ',', ';']).any(|word| word == wrong), "{hint} names {wrong}");
        }
    }

    /// Regression: a hint in a position with three moves named all three.
    #[test]
    fn every_hint_rules_out_moves_until_one_is_left() {
        for game in ["khet", "kalah", "tigers", "cachex"] {
            let (catalog, puzzles) = puzzles(game);
            for puzzle in puzzles {
                let mut trial = PuzzleSession::open(&catalog, puzzle).unwrap();
                let (right, mut before) = (trial.puzzle.line[0].clone(), trial.session.show().legal.len());
                loop {
                    let hint = trial.hint();
                    let left = trial.left.len();
                    assert!(trial.left.contains(&right) && left < before && left <= CHOICES, "{game} {hint}");
                    before = left;
                    if left == 1 {
                        assert!(hint.starts_with(&format!("the move is {right}: ")), "{game} {hint}");
                        break;
                    }
                    assert!(hint.starts_with("one of ") && hint.ends_with(" the goal"), "{game} {hint}");
                }
                assert!(trial.hint().starts_with("the move is "), "{game}");
            }
        }
    }

    #[test]
    fn any_winning_last_move_solves_a_forced_win() {
        let (catalog, puzzles) = puzzles("cachex");
        let mut seen = 0;
        for puzzle in puzzles {
            let line = puzzle.line.clone();
            let mut trial = PuzzleSession::open(&catalog, puzzle).unwrap();
            for mv in line[..line.len() - 1].iter().step_by(2) {
                trial.answer(mv).unwrap();
            }
            let legal = trial.session.show().legal;
            let wins = legal.into_iter().filter(|mv| {
                trial.session.play(mv).unwrap();
                let won = trial.has_won();
                trial.session.undo();
                won
            });
            let others: Vec<String> = wins.filter(|mv| mv != line.last().unwrap()).collect();
            if let Some(other) = others.first() {
                assert!(matches!(trial.answer(other).unwrap(), Answer::Solved { .. }), "{line:?} {other}");
                seen += 1;
            }
        }
        println!("{seen} puzzles with several winning last moves");
    }
}
