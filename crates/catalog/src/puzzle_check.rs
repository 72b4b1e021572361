//! Verifies puzzles by a search that shares no code with the solvers that found them.
//!
//! The search is a plain AND/OR search by the rules alone: no evaluation, no proof numbers, no tables of values.
//! It answers one question: can a side force a win within a number of plies?
//! A puzzle is right if its move reaches the goal and no other move does.
//! The number of positions visited is the difficulty of the puzzle.

use std::collections::HashMap;

use plyground_game::{Game, Position, Side};
use plyground_solve::check_win;

use crate::error::CatalogError;
use crate::puzzle::{Goal, Puzzle};

/// Maximum plies of a line.
const FARTHEST: u32 = 200;
/// Additional nodes for searching lines to the end of the game.
const COMPLETION: u64 = 100_000;

/// Result of a check.
///
/// ```
/// use plyground_catalog::{Catalog, Puzzle};
///
/// let kalah = Catalog::standard().game("kalah")?.clone();
/// let puzzle = kalah.puzzles()?.swap_remove(0);
/// let checked = kalah.check_puzzle(&puzzle, 1_000_000)?;
/// assert_eq!(checked.nodes, puzzle.nodes);
///
/// let wrong = Puzzle { line: vec!["99".into()], ..puzzle };
/// assert!(kalah.check_puzzle(&wrong, 1_000_000).is_err());
/// # Ok::<(), plyground_catalog::CatalogError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckedPuzzle {
    /// Positions visited until the right move reached the goal and all others missed it.
    pub nodes: u64,
    /// Whether every line was searched to the end of the game, so that the claim holds for any number of plies.
    pub is_complete: bool,
}

/// Reason why a puzzle is wrong.
pub(crate) enum Flaw {
    /// The claim is false, with the reason.
    Wrong(String),
    /// The search reached its limit of nodes or of plies.
    Limit,
    /// A draw by the rules may come before the win, with the reason.
    Rules(String),
}

/// Result of a search for a forced win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Forced {
    Yes,
    NotWithin,
    Never,
}

/// Known bounds of a position: the fewest plies of a proven win, and the most plies without one.
#[derive(Clone, Copy)]
struct Known {
    win: u32,
    without: Option<u32>,
}

/// A search for the forced wins of one side.
struct Search<'a, P: Position> {
    /// Game whose rules may draw before a win by the board.
    game: &'a Game<P>,
    attacker: Side,
    known: HashMap<P, Known>,
    nodes: u64,
    limit: u64,
}

impl<P: Position> Search<'_, P> {
    fn new(game: &Game<P>, attacker: Side, limit: u64) -> Search<'_, P> {
        Search { game, attacker, known: HashMap::new(), nodes: 0, limit }
    }

    /// Searches for a win that the attacker can force within `plies`.
    fn forces(&mut self, pos: &P, plies: u32) -> Result<Forced, Flaw> {
        self.nodes += 1;
        if self.nodes > self.limit {
            return Err(Flaw::Limit);
        }
        if let Some(outcome) = pos.outcome() {
            return Ok(if outcome.winner() == Some(self.attacker) { Forced::Yes } else { Forced::Never });
        }
        if plies == 0 {
            return Ok(Forced::NotWithin);
        }
        if let Some(known) = self.known.get(pos) {
            match known.without {
                _ if known.win <= plies => return Ok(Forced::Yes),
                Some(u32::MAX) => return Ok(Forced::Never),
                Some(without) if without >= plies => return Ok(Forced::NotWithin),
                _ => {}
            }
        }
        let found = self.expand(pos, plies)?;
        let known = self.known.entry(pos.clone()).or_insert(Known { win: u32::MAX, without: None });
        match found {
            Forced::Yes => known.win = known.win.min(plies),
            Forced::NotWithin => known.without = known.without.max(Some(plies)),
            Forced::Never => known.without = Some(u32::MAX),
        }
        Ok(found)
    }

    /// Searches the moves of a position: one win is enough for the attacker, one escape for the defender.
    fn expand(&mut self, pos: &P, plies: u32) -> Result<Forced, Flaw> {
        let attacks = pos.side_to_move() == self.attacker;
        let mut found = if attacks { Forced::Never } else { Forced::Yes };
        for &mv in &pos.legal_moves() {
            match (self.forces(&pos.after(mv), plies - 1)?, attacks) {
                (Forced::Yes, true) => return Ok(Forced::Yes),
                (Forced::NotWithin, true) => found = Forced::NotWithin,
                (Forced::Never, true) | (Forced::Yes, false) => {}
                (escape, false) => return Ok(escape),
            }
        }
        Ok(found)
    }

    /// Returns the plies of the attacker's forced win, by iterative deepening.
    fn distance(&mut self, pos: &P) -> Result<Option<u32>, Flaw> {
        for plies in 0..=FARTHEST {
            match self.forces(pos, plies)? {
                Forced::Yes => return Ok(Some(plies)),
                Forced::Never => return Ok(None),
                Forced::NotWithin => {}
            }
        }
        Err(Flaw::Limit)
    }

    /// Checks that the rules allow a win of so many plies, the first move included.
    fn allows(&self, plies: u32) -> Result<(), Flaw> {
        check_win(self.game, plies).map_err(|error| Flaw::Rules(error.to_string()))
    }

    /// Searches for a win within [`FARTHEST`] plies with at most [`COMPLETION`] additional nodes. Returns [`Forced::NotWithin`]
    /// if they are not enough.
    fn complete(&mut self, pos: &P) -> Result<Forced, Flaw> {
        self.limit = self.nodes + COMPLETION;
        match self.forces(pos, FARTHEST) {
            Err(Flaw::Limit) => Ok(Forced::NotWithin),
            found => found,
        }
    }
}

/// Moves of a check: the right one and all others, each with the position after it.
struct Choice<P: Position> {
    right: P,
    others: Vec<(String, P)>,
}

impl<P: Position> Choice<P> {
    fn at(pos: &P, right: &str) -> Result<Choice<P>, Flaw> {
        let mv = pos.read_move(right).map_err(|error| Flaw::Wrong(error.to_string()))?;
        let others = pos.legal_moves().iter().filter(|&&other| other != mv).copied().collect::<Vec<_>>();
        let others = others.into_iter().map(|other| (pos.move_text(other), pos.after(other))).collect();
        Ok(Choice { right: pos.after(mv), others })
    }
}

fn wins_too(text: &str) -> Flaw {
    Flaw::Wrong(format!("{text} wins as well"))
}

/// Checks a puzzle with at most `limit` nodes.
pub(crate) fn check<P: Position>(game: &Game<P>, puzzle: &Puzzle, limit: u64) -> Result<CheckedPuzzle, Flaw> {
    let pos = game.position();
    let side = pos.side_to_move();
    let Some(right) = puzzle.line.first() else { return Err(Flaw::Wrong("no move".into())) };
    if pos.outcome().is_some() {
        return Err(Flaw::Wrong("the game is over".into()));
    }
    match (puzzle.goal, puzzle.plies) {
        (Goal::Win, Some(plies)) => forced_win(pos, &puzzle.line, plies, Search::new(game, side, limit)),
        (Goal::Win, None) => only_win(&Choice::at(pos, right)?, Search::new(game, side, limit)),
        (Goal::Draw, _) => only_draw(&Choice::at(pos, right)?, Search::new(game, !side, limit)),
    }
}

/// Checks a win in exactly `plies`. Each move of the winner except the last is the only one that wins in time.
fn forced_win<P: Position>(
    pos: &P,
    line: &[String],
    plies: u32,
    mut search: Search<'_, P>,
) -> Result<CheckedPuzzle, Flaw> {
    if plies as usize != line.len() {
        return Err(Flaw::Wrong(format!("{} moves in the line: expected {plies}", line.len())));
    }
    search.allows(plies)?;
    if search.forces(pos, plies.saturating_sub(1))? == Forced::Yes {
        return Err(Flaw::Wrong(format!("a win in fewer than {plies} plies")));
    }
    let mut at = pos.clone();
    for (text, left) in line.iter().zip((0..plies).rev()) {
        if at.outcome().is_some() {
            return Err(Flaw::Wrong("the game ends before its line".into()));
        }
        let choice = Choice::at(&at, text)?;
        if search.forces(&choice.right, left)? != Forced::Yes {
            return Err(Flaw::Wrong(format!("{text} does not win in time")));
        }
        if at.side_to_move() == search.attacker && left > 0 {
            for (text, after) in &choice.others {
                if search.forces(after, left)? == Forced::Yes {
                    return Err(wins_too(text));
                }
            }
        }
        at = choice.right;
    }
    Ok(CheckedPuzzle { nodes: search.nodes, is_complete: false })
}

/// Checks that exactly one move wins: its win is proven at some depth, and no other move wins.
fn only_win<P: Position>(choice: &Choice<P>, mut search: Search<'_, P>) -> Result<CheckedPuzzle, Flaw> {
    let Some(plies) = search.distance(&choice.right)? else {
        return Err(Flaw::Wrong("the move does not win".into()));
    };
    search.allows(plies + 1)?;
    for (text, after) in &choice.others {
        if search.forces(after, plies)? == Forced::Yes {
            return Err(wins_too(text));
        }
    }
    let nodes = search.nodes;
    for (text, after) in &choice.others {
        match search.complete(after)? {
            Forced::Yes => return Err(wins_too(text)),
            Forced::NotWithin => return Ok(CheckedPuzzle { nodes, is_complete: false }),
            Forced::Never => {}
        }
    }
    Ok(CheckedPuzzle { nodes, is_complete: true })
}

/// Checks that exactly one move does not lose: the losses of all others are proven at some depth.
fn only_draw<P: Position>(choice: &Choice<P>, mut search: Search<'_, P>) -> Result<CheckedPuzzle, Flaw> {
    let mut plies = 0;
    for (text, after) in &choice.others {
        let Some(distance) = search.distance(after)? else {
            return Err(Flaw::Wrong(format!("{text} does not lose")));
        };
        plies = plies.max(distance);
    }
    search.allows(plies + 1)?;
    let loses = || Flaw::Wrong("the move loses".into());
    if search.forces(&choice.right, plies)? == Forced::Yes {
        return Err(loses());
    }
    let nodes = search.nodes;
    let mut winning = Search::new(search.game, !search.attacker, u64::MAX);
    let (lost, won) = (search.complete(&choice.right)?, winning.complete(&choice.right)?);
    if lost == Forced::Yes {
        return Err(loses());
    }
    if won == Forced::Yes {
        return Err(Flaw::Wrong("the move wins".into()));
    }
    Ok(CheckedPuzzle { nodes, is_complete: lost == Forced::Never && won == Forced::Never })
}

/// Checks a puzzle given as text.
pub(crate) fn check_text<P: Position>(puzzle: &Puzzle, limit: u64) -> Result<CheckedPuzzle, CatalogError> {
    let rules: P::Rules = puzzle.rules.parse()?;
    let pos = P::parse(&puzzle.position, &rules)?;
    check(&Game::from_position(pos, &rules), puzzle, limit).map_err(|flaw| {
        let flaw = match flaw {
            Flaw::Wrong(flaw) | Flaw::Rules(flaw) => flaw,
            Flaw::Limit => format!("not decided within {limit} nodes"),
        };
        CatalogError::Failed(format!("the puzzle at `{}` is not right: {flaw}", puzzle.position))
    })
}
