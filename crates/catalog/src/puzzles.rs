//! Searches for puzzles: positions with one right move in games between weak players.
//!
//! The players search two plies and play some moves at random, so games differ and contain mistakes. For forced wins they search
//! one ply and avoid moves that allow an immediate win. A position is a puzzle if a proof or exact values show that only one move
//! reaches the goal, if there is a choice of moves, and if `greedy` does not find the right one. Forced wins are near the end of
//! won games, so only the winner's last moves are searched.
//! An independent search verifies every puzzle before it is reported, and its nodes are the difficulty.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use plyground_game::random::Random;
use plyground_game::{Game, Move, SearchHints};
use plyground_play::{GameState, Player, Start};
use plyground_search::Job;
use plyground_solve::dfpn::{Dfpn, Stopped};
use plyground_solve::{KeptOracle, SolveOptions, check_win};

use crate::entry::Entry;
use crate::error::CatalogError;
use crate::puzzle::{Goal, Proof, Puzzle};
use crate::puzzle_check::{self, Flaw};

/// The agent that plays the games.
const PLAYER: &str = "alphabeta:depth=2";
/// Agent of the games for forced wins. Immediate wins are handled separately.
const HASTY_PLAYER: &str = "alphabeta:depth=1";
/// Agent that must not find the right move.
const GREEDY: &str = "greedy";
/// Share of random moves.
const RANDOM_SHARE: f64 = 0.3;
/// The fewest plies of a forced win: more than one move.
const FEWEST: u32 = 3;
/// Plies of a game that are searched for puzzles.
const LONGEST: usize = 200;
/// Games per requested puzzle before the search gives up.
pub const GAMES_A_PUZZLE: usize = 100;
/// The fewest legal moves of a puzzle.
const CHOICE: usize = 3;
/// Plies before the end of a game in which forced wins are searched.
const WINDOW: usize = 8;
/// Nodes for the proof of one position.
const NODES: u64 = 50_000;
/// Nodes for the independent verification of one position.
const CHECK_NODES: u64 = 400_000;
/// MiB of the table of proofs.
const TABLE: usize = 64;

/// Options of a search for puzzles.
///
/// ```
/// use plyground_catalog::{Catalog, Entry, PuzzleRow, PuzzleSearch};
/// use plyground_kalah::Kalah;
/// use plyground_solve::{SolveOptions, kalah::ExactKalah};
///
/// let kalah = Entry::<Kalah>::new("sow seeds").solver(ExactKalah).puzzles(PuzzleRow::only_moves(|_| true));
/// let catalog = Catalog::empty().with(kalah);
/// let solve = SolveOptions { table: 1, ..SolveOptions::default() };
/// let search = PuzzleSearch { setup: Some("3x2".into()), rules: None, count: 1, seed: 1, forced: None, solve };
/// catalog.game("kalah")?.find_puzzles(&search, &mut |_, found| assert!(found.is_none_or(|puzzle| puzzle.line.len() == 1)))?;
/// # Ok::<(), plyground_catalog::CatalogError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PuzzleSearch {
    /// Set-up of the games; `None` for the default of the game's puzzles.
    pub setup: Option<String>,
    /// Rules; `None` for the default.
    pub rules: Option<String>,
    /// Number of puzzles.
    pub count: usize,
    /// Seed of the games.
    pub seed: u64,
    /// Searches for wins that can be forced within this number of plies, instead of the game's own kind of puzzle.
    pub forced: Option<u32>,
    /// Folder of tables, and the flag that stops the search.
    pub solve: SolveOptions,
}

/// The right move of a position.
struct Found<M> {
    goal: Goal,
    plies: Option<u32>,
    line: Vec<M>,
}

struct Finder<'a, P: SearchHints> {
    proof: &'a Proof<P>,
    search: &'a PuzzleSearch,
    player: Box<dyn Player>,
    greedy: Box<dyn Player>,
    jobs: [Job; 2],
    proofs: Dfpn<P>,
    oracle: Option<KeptOracle<P>>,
}

/// Called after every game of a search with the number of games and the puzzle that it had, if any.
pub type OnPuzzleGame<'a> = &'a mut dyn FnMut(usize, Option<&Puzzle>);

/// Searches for puzzles, see [`PuzzleGame::find_puzzles`](crate::PuzzleGame::find_puzzles).
pub(crate) fn find<P: SearchHints>(
    entry: &Arc<Entry<P>>,
    search: &PuzzleSearch,
    each: OnPuzzleGame<'_>,
) -> Result<(), CatalogError> {
    let row = &entry.puzzles;
    let forced = search.forced.map(|plies| Proof::ForcedWin { plies });
    let proof = forced.as_ref().unwrap_or(&row.proof);
    let setup = search.setup.clone().or_else(|| row.setup.map(str::to_owned));
    let start: Game<P> = Start { setup, rules: search.rules.clone(), ..Start::default() }.game()?;
    if let Proof::ForcedWin { .. } = proof {
        check_win(&start, FEWEST)?;
    }
    let agent = |text: &str| -> Result<_, CatalogError> {
        let spec = entry.agent_spec(text)?;
        Ok((entry.player(&spec, None)?, Job::new(spec.limits())))
    };
    let (playing, oracle) = match proof {
        Proof::OnlyMove { .. } => {
            (PLAYER, Some(KeptOracle::new(Arc::clone(entry.solver_row()?), search.solve.clone())))
        }
        Proof::ForcedWin { .. } => (HASTY_PLAYER, None),
    };
    let ((player, player_job), (greedy, greedy_job)) = (agent(playing)?, agent(GREEDY)?);
    let jobs = [player_job, greedy_job];
    let mut finder = Finder { proof, search, player, greedy, jobs, proofs: Dfpn::new(TABLE), oracle };
    let mut random = Random::new(search.seed);
    let (mut known, mut found) = (HashSet::new(), 0);
    for games in 1..=search.count.saturating_mul(GAMES_A_PUZZLE) {
        if found == search.count || search.solve.stop.is_stopped() {
            break;
        }
        let puzzle = finder.game(start.clone(), &mut random)?;
        let puzzle = puzzle.filter(|puzzle| known.insert(puzzle.position.clone()));
        found += usize::from(puzzle.is_some());
        each(games, puzzle.as_ref());
    }
    Ok(())
}

impl<P: SearchHints> Finder<'_, P> {
    /// Plays a game and returns its first puzzle.
    fn game(&mut self, mut game: Game<P>, random: &mut Random) -> Result<Option<Puzzle>, CatalogError> {
        self.player.new_game();
        let searches_ends = matches!(self.proof, Proof::ForcedWin { .. });
        let mut last: VecDeque<Game<P>> = VecDeque::with_capacity(WINDOW + 1);
        for _ in 0..LONGEST {
            if game.ending().is_some() || self.search.solve.stop.is_stopped() {
                break;
            }
            if searches_ends {
                last.push_back(game.clone());
                if last.len() > WINDOW {
                    last.pop_front();
                }
            } else if let Some(found) = self.look(&game)? {
                return Ok(Some(found));
            }
            let chosen = if searches_ends { self.careful(&game, random)? } else { self.careless(&game, random)? };
            if game.play(chosen).is_err() {
                break;
            }
        }
        let winner = game.ending().and_then(|ending| ending.outcome.winner());
        // Backwards from the end: late wins are short, and the earliest of a series is the hardest.
        let mut hardest = None;
        for game in last.iter().rev().filter(|game| Some(game.position().side_to_move()) == winner) {
            match self.look(game)? {
                None if hardest.is_some() => break,
                None => {}
                found => hardest = found,
            }
        }
        Ok(hardest)
    }

    /// Returns the player's move, or a random one.
    fn careless(&mut self, game: &Game<P>, random: &mut Random) -> Result<P::Move, CatalogError> {
        let moves = game.position().legal_moves();
        let drawn = moves[random.below(moves.len())];
        let is_random = random.fraction() < RANDOM_SHARE;
        let chosen = if is_random { None } else { best_move(&mut *self.player, game, &self.jobs[0])? };
        Ok(chosen.unwrap_or(drawn))
    }

    /// Returns a winning move, else a move of the player or a random one that allows no immediate win, if possible. Games are
    /// therefore won by unstoppable threats.
    fn careful(&mut self, game: &Game<P>, random: &mut Random) -> Result<P::Move, CatalogError> {
        let pos = game.position();
        let mut moves = pos.legal_moves();
        random.shuffle(&mut moves);
        let is_random = random.fraction() < RANDOM_SHARE;
        let preferred = if is_random { None } else { best_move(&mut *self.player, game, &self.jobs[0])? };
        if let Some(place) = moves.iter().position(|&mv| Some(mv) == preferred) {
            moves.swap(0, place);
        }
        let mover = pos.side_to_move();
        let wins = |pos: &P, side| pos.outcome().is_some_and(|outcome| outcome.winner() == Some(side));
        let loses = |after: &P| after.legal_moves().iter().any(|&reply| wins(&after.after(reply), !mover));
        let winning = moves.iter().find(|&&mv| wins(&pos.after(mv), mover));
        let safe = || moves.iter().find(|&&mv| !loses(&pos.after(mv)));
        Ok(*winning.or_else(safe).unwrap_or(&moves[0]))
    }

    /// Returns the puzzle of a position if exactly one move is right, the puzzle is not easy, and it is verified.
    fn look(&mut self, game: &Game<P>) -> Result<Option<Puzzle>, CatalogError> {
        if game.position().legal_moves().len() < CHOICE {
            return Ok(None);
        }
        // A puzzle consists of its position only, so the history of the game is discarded.
        let position = P::parse(&game.position().to_string(), game.rules())?;
        let game = &Game::from_position(position, game.rules());
        if game.ending().is_some() {
            return Ok(None);
        }
        let found = match self.proof {
            Proof::ForcedWin { plies } => self.forced_win(game, *plies).unwrap_or_default(),
            Proof::OnlyMove { is_ready } if is_ready(game.position()) => self.only_move(game)?,
            Proof::OnlyMove { .. } => None,
        };
        let Some(found) = found else { return Ok(None) };
        let taken = best_move(&mut *self.greedy, game, &self.jobs[1])?;
        if taken == found.line.first().copied() {
            return Ok(None);
        }
        let puzzle = puzzle(game, found);
        match puzzle_check::check(game, &puzzle, CHECK_NODES) {
            Ok(checked) => Ok(Some(Puzzle { nodes: checked.nodes, ..puzzle })),
            Err(Flaw::Limit | Flaw::Rules(_)) => Ok(None),
            Err(Flaw::Wrong(flaw)) => Err(CatalogError::Failed(format!(
                "two proofs contradict each other at `{}` of rules `{}`, move {}: {flaw}; please report it",
                puzzle.position,
                puzzle.rules,
                puzzle.line.first().map_or("", String::as_str),
            ))),
        }
    }

    /// Returns a win that takes more than one move, and in which each move except the last is the only one that wins in time. A
    /// position that is too hard has none.
    fn forced_win(&mut self, game: &Game<P>, most: u32) -> Result<Option<Found<P::Move>>, Stopped> {
        let (stop, pos) = (&self.search.solve.stop, game.position());
        let most = self.proofs.follow(game).min(most);
        self.proofs.limit(NODES);
        let Some(win) = self.proofs.shortest_win(pos, most, stop)?.filter(|win| win.plies >= FEWEST) else {
            return Ok(None);
        };
        let attacker = pos.side_to_move();
        let mut at = pos.clone();
        for (&right, left) in win.line.iter().zip((1..win.plies).rev()) {
            for &other in &at.legal_moves() {
                if at.side_to_move() == attacker
                    && other != right
                    && self.proofs.can_win(&at.after(other), attacker, left, stop)?
                {
                    return Ok(None);
                }
            }
            at.play_unchecked(right);
        }
        Ok(Some(Found { goal: Goal::Win, plies: Some(win.plies), line: win.line }))
    }

    /// Returns the only move that wins, or the only one that does not lose.
    fn only_move(&mut self, game: &Game<P>) -> Result<Option<Found<P::Move>>, CatalogError> {
        let Some(oracle) = &mut self.oracle else { return Ok(None) };
        let moves = oracle.solved(game, &self.search.solve.stop)?.moves;
        let [best, next, ..] = &moves[..] else { return Ok(None) };
        let goal = match best.value.rank() {
            1.. => Goal::Win,
            0 => Goal::Draw,
            _ => return Ok(None),
        };
        let is_only = next.value.rank().signum() < best.value.rank().signum();
        Ok(is_only.then(|| Found { goal, plies: None, line: vec![best.mv] }))
    }
}

/// Returns the move that a player chooses.
fn best_move<P: SearchHints>(
    player: &mut dyn Player,
    game: &Game<P>,
    job: &Job,
) -> Result<Option<P::Move>, CatalogError> {
    let report = player.move_for(&*GameState::boxed(game.clone()), job)?;
    Ok(report.best.and_then(P::Move::from_index))
}

/// Returns a position and its solution as text.
fn puzzle<P: SearchHints>(game: &Game<P>, found: Found<P::Move>) -> Puzzle {
    let pos = game.position();
    let mut at = pos.clone();
    let mut line = Vec::with_capacity(found.line.len());
    for mv in found.line {
        line.push(at.move_text(mv));
        at.play_unchecked(mv);
    }
    Puzzle {
        game: P::NAME.to_owned(),
        rules: game.rules().to_string(),
        position: pos.to_string(),
        side: P::side_name(pos.side_to_move()).to_owned(),
        goal: found.goal,
        plies: found.plies,
        line,
        nodes: 0,
    }
}
