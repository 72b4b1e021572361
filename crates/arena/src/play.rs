//! Plays one game between two players within limits; every game has a result.
//!
//! A player that fails, plays an illegal move, or exceeds its time loses, and the record names the cause. A faulty player never
//! affects other games. If a move is late only because this process did not run, [`PlayedGame::pause`] reports it, and the game
//! must be played again.

use std::time::Duration;

use plyground_game::{Outcome, Score, Side};
use plyground_play::{ActionError, Player, State};
use plyground_search::{AgentFailure, Job, StopFlag};
use serde::{Deserialize, Serialize};

use crate::limits::{PlayerClock, Stopwatch, TimeControl};
use crate::opening::Opening;
use crate::pauses::PauseMeter;

/// Cause of the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Termination {
    /// The game ended by its rules.
    Rules,
    /// A move exceeded its time.
    Time,
    /// A move was not legal.
    IllegalMove,
    /// An agent could not be started.
    NotStarted,
    /// An agent crashed or exited.
    Crash,
    /// An agent did not answer.
    Hang,
    /// The answer of an agent was not a move.
    Nonsense,
    /// An agent exceeded the limit of output.
    Flood,
    /// The game reached its limit of plies and was drawn.
    MoveLimit,
    /// The game reached its limit of plies and was adjudicated by exact tables.
    Tables,
}

impl Termination {
    /// All causes.
    pub const ALL: [Termination; 10] = [
        Termination::Rules,
        Termination::Time,
        Termination::IllegalMove,
        Termination::NotStarted,
        Termination::Crash,
        Termination::Hang,
        Termination::Nonsense,
        Termination::Flood,
        Termination::MoveLimit,
        Termination::Tables,
    ];

    /// Returns whether the loser failed, instead of being beaten.
    #[must_use]
    pub const fn is_fault(self) -> bool {
        !matches!(self, Termination::Rules | Termination::MoveLimit | Termination::Tables)
    }

    /// Returns a description of the cause.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Termination::Rules => "by the rules",
            Termination::Time => "loss on time",
            Termination::IllegalMove => "illegal move",
            Termination::NotStarted => "could not be started",
            Termination::Crash => "crash",
            Termination::Hang => "no answer",
            Termination::Nonsense => "nonsense",
            Termination::Flood => "flood of output",
            Termination::MoveLimit => "too many moves",
            Termination::Tables => "too many moves, by exact tables",
        }
    }
}

impl From<AgentFailure> for Termination {
    fn from(failure: AgentFailure) -> Termination {
        match failure {
            AgentFailure::NotStarted => Termination::NotStarted,
            AgentFailure::Crashed => Termination::Crash,
            AgentFailure::TimedOut => Termination::Hang,
            AgentFailure::Nonsense => Termination::Nonsense,
            AgentFailure::Flooded => Termination::Flood,
        }
    }
}

/// Callback that returns the result of a game at its limit of plies; `None` when it is unknown, and an error on one line when it
/// cannot be read.
pub type Adjudicate = dyn Fn(&dyn State) -> Result<Option<Outcome>, String> + Send + Sync;

/// Game to be played.
#[derive(Clone, Copy)]
pub struct GameTask<'a> {
    /// Opening of the game.
    pub opening: &'a Opening,
    /// Limits of both sides.
    pub controls: [&'a TimeControl; 2],
    /// Seeds of both sides, which make their random draws differ from those of other games.
    pub seeds: [u64; 2],
    /// Maximum number of plies, including the opening. It bounds games whose rules do not end them.
    pub max_plies: usize,
    /// Adjudicates a game at the limit. The game is a draw if this is `None` or the result is unknown.
    pub adjudicate: Option<&'a Adjudicate>,
    /// Callback that receives every move.
    pub on_ply: &'a dyn Fn(&PlayedMove<'_>),
}

/// Move of a running game.
#[derive(Clone, Copy, Debug)]
pub struct PlayedMove<'a> {
    /// Move in the notation of the game.
    pub text: &'a str,
    /// The side that made it.
    pub mover: Side,
    /// Number of plies of the game after this move, including the opening.
    pub plies: usize,
    /// Note of the move.
    pub note: MoveNote,
}

impl<'a> GameTask<'a> {
    /// Creates a game that is a draw after `max_plies` plies, without a callback.
    #[must_use]
    pub fn new(
        opening: &'a Opening,
        controls: [&'a TimeControl; 2],
        seeds: [u64; 2],
        max_plies: usize,
    ) -> GameTask<'a> {
        GameTask { opening, controls, seeds, max_plies, adjudicate: None, on_ply: &|_| {} }
    }
}

plyground_game::impl_debug!(GameTask { seeds, max_plies } for [] GameTask<'_>);

/// Note of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveNote {
    /// Number of nodes of the search.
    pub nodes: u64,
    /// Last completed depth.
    pub depth: u32,
    /// Value for the side that moved; `None` when the agent did not search.
    pub score: Option<Score>,
    /// Number of units of the score that make 1.
    pub scale: u32,
    /// Whether the score is a final margin; see [`is_margin`](plyground_search::Report::is_margin).
    pub is_margin: bool,
    /// Time that the move took.
    pub elapsed: Duration,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// State after all moves.
    pub state: Box<dyn State>,
    /// Result.
    pub outcome: Outcome,
    /// Cause of the end.
    pub termination: Termination,
    /// Description of the cause.
    pub cause: String,
    /// Notes, one for each move after the opening.
    pub notes: Vec<MoveNote>,
    /// Time in which this process did not run, if the last move would have been in time without it. The result then says nothing
    /// about the players.
    pub pause: Option<Duration>,
}

/// Plays a game. The players are in the order of [`Side::index`]. Returns `None` when `abandon` was raised before the end.
///
/// ```
/// use plyground_arena::{GameTask, Openings, Termination, TimeControl, play_game};
/// use plyground_kalah::Kalah;
/// use plyground_play::{AgentPlayer, Start, State};
/// use plyground_search::{RandomAgent, StopFlag};
///
/// let opening = Openings::drawn(&*Start::default().state::<Kalah>()?, 4..=4, 1)?.get(0);
/// let control = TimeControl::nodes(100);
/// let task = GameTask::new(&opening, [&control, &control], [1, 2], 1_000);
/// let [mut first, mut second] = [1, 2].map(|seed| AgentPlayer::<Kalah>::boxed(RandomAgent::new(seed)));
/// let played = play_game(&task, [&mut *first, &mut *second], &StopFlag::default()).expect("it is not stopped");
/// assert_eq!(played.termination, Termination::Rules);
/// assert_eq!(played.notes.len(), played.state.plies() - 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play_game(task: &GameTask<'_>, mut players: [&mut dyn Player; 2], abandon: &StopFlag) -> Option<PlayedGame> {
    let mut state = task.opening.state().boxed();
    let mut notes = Vec::new();
    let mut clocks = task.controls.map(PlayerClock::new);
    // The same clocks without the time in which this process did not run.
    let mut fair_clocks = clocks.clone();
    let (meter, mut pause) = (PauseMeter::shared(), None);
    let paused = || meter.as_ref().map_or(Duration::ZERO, |meter| meter.paused());
    let (begun, started) = (paused(), Stopwatch::start());
    for (player, seed) in players.iter_mut().zip(task.seeds) {
        player.reseed(seed);
        player.new_game();
        player.prepare(&*state, abandon);
    }
    let (outcome, termination, cause) = loop {
        if let Some(ending) = state.ending() {
            break (ending.outcome, Termination::Rules, ending.reason);
        }
        if state.plies() >= task.max_plies {
            match task.adjudicate.map_or(Ok(None), |adjudicate| adjudicate(&*state)) {
                Ok(known) => break too_long(&*state, known),
                // Like an agent that is not ready, this ends the run.
                Err(detail) => break (Outcome::Draw, Termination::NotStarted, detail),
            }
        }
        let side = state.side_to_move();
        let has_time = task.controls[side.index()].has_time();
        let before = paused();
        let played = one_move(&mut *state, players[side.index()], &mut clocks, abandon);
        let mut is_fair = |elapsed: Duration| {
            has_time && fair_clocks[side.index()].spend(elapsed.saturating_sub(paused().saturating_sub(before)))
        };
        match played {
            _ if abandon.is_stopped() => return None,
            Ok(note) => {
                is_fair(note.elapsed);
                notes.push(note);
                let text = state.last_move_text().unwrap_or_default();
                (task.on_ply)(&PlayedMove { text: &text, mover: side, plies: state.plies(), note });
            }
            Err((termination, detail, elapsed)) => {
                let is_excused = match termination {
                    Termination::Time => is_fair(elapsed),
                    // The wait for a program has a limit of its own, also for its start before its first move.
                    Termination::Hang => explains(paused().saturating_sub(before), elapsed),
                    Termination::NotStarted => explains(paused().saturating_sub(begun), started.elapsed()),
                    _ => false,
                };
                pause = is_excused.then(|| paused().saturating_sub(begun));
                let cause = format!("{}: {detail}", state.sides()[side.index()]);
                break (Outcome::Win(!side), termination, cause);
            }
        }
    };
    Some(PlayedGame { state, outcome, termination, cause, notes, pause })
}

/// Returns whether a pause of this process explains why a program did not answer in a time: without it, the program had less than
/// half of the time. A busy machine pauses every process for moments.
fn explains(pause: Duration, waited: Duration) -> bool {
    pause >= waited / 2 && !pause.is_zero()
}

/// Returns the end of a game that has reached its limit of plies. `known` is its result by exact tables.
#[must_use]
pub fn too_long(state: &dyn State, known: Option<Outcome>) -> (Outcome, Termination, String) {
    let played = match state.plies() {
        1 => "1 move has been played".to_owned(),
        moves => format!("{moves} moves have been played"),
    };
    let Some(outcome) = known else { return (Outcome::Draw, Termination::MoveLimit, played) };
    let result =
        outcome.winner().map_or_else(|| "a draw".into(), |side| format!("won for {}", state.sides()[side.index()]));
    (outcome, Termination::Tables, format!("{played}; by exact tables it is {result}"))
}

/// Asks the player for a move and plays it. Returns the cause and the time of the move if the player loses.
fn one_move(
    state: &mut dyn State,
    player: &mut dyn Player,
    clocks: &mut [PlayerClock<'_>; 2],
    abandon: &StopFlag,
) -> Result<MoveNote, (Termination, String, Duration)> {
    let side = state.side_to_move().index();
    let job = Job { clocks: PlayerClock::both(clocks), ..clocks[side].job(abandon) };
    let watch = Stopwatch::start();
    let answer = player.move_for(state, &job);
    let elapsed = watch.elapsed();
    let report = answer.map_err(|error| (Termination::from(error.cause), error.to_string(), elapsed))?;
    let Some(action) = report.best else {
        return Err((Termination::Nonsense, "no move, though the game is not over".into(), elapsed));
    };
    // A late move loses, even if it is illegal too.
    if !clocks[side].spend(elapsed) {
        return Err((Termination::Time, format!("the move took {:.3} s", elapsed.as_secs_f64()), elapsed));
    }
    state.apply(action).map_err(|error| match error {
        ActionError::Illegal { error, .. } => (Termination::IllegalMove, error.to_string(), elapsed),
        ActionError::Unknown { .. } => (Termination::Nonsense, format!("{}: {error}", AgentFailure::Nonsense), elapsed),
    })?;
    let looked_ahead = report.depth > 0 || report.nodes > 0;
    Ok(MoveNote {
        nodes: report.nodes,
        depth: report.depth,
        score: looked_ahead.then_some(report.score),
        scale: report.scale.max(1),
        is_margin: report.is_margin(),
        elapsed,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Arc, Mutex};
    use std::thread::sleep;

    use plyground_kalah::Kalah;
    use plyground_play::{Action, AgentPlayer, OnReport, Start};
    use plyground_search::{AgentError, RandomAgent, Report};

    use super::*;

    /// Regression: any moment without a processor excused a program that never answered, and its games were played again.
    #[test]
    fn a_moment_does_not_excuse_a_program_that_never_answers() {
        let seconds = Duration::from_secs_f64;
        assert!(!explains(seconds(0.06), seconds(10.0)) && !explains(seconds(3.0), seconds(120.0)));
        assert!(explains(seconds(3600.0), seconds(3610.0)) && !explains(Duration::ZERO, Duration::ZERO));
    }
    use crate::opening::Openings;

    /// Player that plays the first legal move, with one fault.
    struct Faulty {
        moves_before: u32,
        fault: Fault,
    }

    #[derive(Clone, Copy)]
    enum Fault {
        None,
        Illegal,
        NoMove,
        Late,
        Fails(AgentFailure),
    }

    impl Player for Faulty {
        fn choose(&mut self, state: &dyn State, _: &Job, _: OnReport<'_>) -> Result<Report<Action>, AgentError> {
            let legal = state.legal_actions();
            let mut report = Report { best: legal.first().copied(), ..Report::nothing() };
            self.moves_before = self.moves_before.wrapping_sub(1);
            if self.moves_before == 0 {
                match self.fault {
                    Fault::None => {}
                    Fault::Illegal => {
                        report.best = "1234".chars().find_map(|house| {
                            state.parse_action(&house.to_string()).ok().filter(|action| !legal.contains(action))
                        });
                    }
                    Fault::NoMove => report.best = None,
                    Fault::Late => sleep(Duration::from_millis(30)),
                    Fault::Fails(cause) => return Err(AgentError { cause, detail: "on purpose".into() }),
                }
            }
            Ok(report)
        }
    }

    fn no_opening() -> Opening {
        Openings::drawn(&*Start::default().state::<Kalah>().unwrap(), 0..=0, 1).unwrap().get(0)
    }

    fn randoms() -> [Box<dyn Player>; 2] {
        [1, 2].map(|seed| AgentPlayer::<Kalah>::boxed(RandomAgent::new(seed)))
    }

    fn play(fault: Fault, control: &TimeControl, max_plies: usize) -> PlayedGame {
        let opening = no_opening();
        let task = GameTask::new(&opening, [control, control], [0, 0], max_plies);
        // South's first move leaves house 1 empty, so an illegal move exists later.
        let (mut first, mut second) =
            (Faulty { moves_before: 3, fault }, Faulty { moves_before: 0, fault: Fault::None });
        play_game(&task, [&mut first, &mut second], &StopFlag::default()).unwrap()
    }

    #[test]
    fn faults_lose_and_are_named() {
        let quick = TimeControl { grace: Duration::ZERO, ..TimeControl::move_time(Duration::from_millis(20)) };
        for (fault, termination, cause) in [
            (Fault::Illegal, Termination::IllegalMove, "south: illegal move"),
            (Fault::NoMove, Termination::Nonsense, "south: no move, though the game is not over"),
            (Fault::Late, Termination::Time, "south: the move took 0.0"),
            (Fault::Fails(AgentFailure::Crashed), Termination::Crash, "south: crashed: on purpose"),
            (Fault::Fails(AgentFailure::TimedOut), Termination::Hang, "south: timed out: on purpose"),
            (Fault::Fails(AgentFailure::Nonsense), Termination::Nonsense, "south: answered nonsense: on purpose"),
            (Fault::Fails(AgentFailure::Flooded), Termination::Flood, "south: flooded its output: on purpose"),
        ] {
            let played = play(fault, &quick, 1_000);
            assert_eq!((played.outcome, played.termination), (Outcome::Win(Side::Second), termination));
            assert!(played.cause.starts_with(cause), "{}", played.cause);
            assert_eq!(played.notes.len(), played.state.plies());
        }
    }

    #[test]
    fn games_end_by_the_rules_or_by_length() {
        let played = play(Fault::None, &TimeControl::default(), 1_000);
        assert_eq!(played.termination, Termination::Rules);
        assert_eq!(Some(played.outcome), played.state.ending().map(|ending| ending.outcome));
        let played = play(Fault::None, &TimeControl::default(), 7);
        assert_eq!((played.outcome, played.termination), (Outcome::Draw, Termination::MoveLimit));
        assert_eq!((played.state.plies(), played.cause.as_str()), (7, "7 moves have been played"));
    }

    #[test]
    fn tables_adjudicate_only_games_at_the_limit() {
        let opening = no_opening();
        let control = TimeControl::default();
        let play = |max_plies, known: Option<Outcome>| {
            let (asked, lengths) = (Arc::new(AtomicUsize::new(0)), Mutex::new(Vec::new()));
            let counter = Arc::clone(&asked);
            let adjudicate = move |_: &dyn State| {
                counter.fetch_add(1, Ordering::Relaxed);
                Ok(known)
            };
            let task = GameTask {
                adjudicate: Some(&adjudicate),
                on_ply: &|mv| lengths.lock().unwrap().push(mv.plies),
                ..GameTask::new(&opening, [&control, &control], [1, 2], max_plies)
            };
            let [mut first, mut second] = randoms();
            let played = play_game(&task, [&mut *first, &mut *second], &StopFlag::default()).unwrap();
            let reported = lengths.into_inner().unwrap();
            assert_eq!(reported, (1..=played.state.plies()).collect::<Vec<_>>());
            (played.outcome, played.termination, played.cause, asked.load(Ordering::Relaxed))
        };
        let known = Some(Outcome::Win(Side::Second));
        assert_eq!(
            play(7, known),
            (
                Outcome::Win(Side::Second),
                Termination::Tables,
                "7 moves have been played; by exact tables it is won for north".to_owned(),
                1
            )
        );
        assert_eq!(play(7, Some(Outcome::Draw)).2, "7 moves have been played; by exact tables it is a draw");
        assert_eq!(play(7, None).1, Termination::MoveLimit);
        let (_, termination, _, asked) = play(1_000, known);
        assert_eq!((termination, asked), (Termination::Rules, 0));
    }

    #[test]
    fn random_agents_play_different_games_with_different_seeds() {
        let opening = no_opening();
        let control = TimeControl::default();
        let [mut first, mut second] = randoms();
        let mut play = |seeds| {
            let task = GameTask::new(&opening, [&control, &control], seeds, 1_000);
            play_game(&task, [&mut *first, &mut *second], &StopFlag::default()).unwrap().state.actions()
        };
        let games = [play([1, 2]), play([3, 4]), play([1, 2])];
        assert_eq!(games[0], games[2]);
        assert_ne!(games[0], games[1]);
    }

    #[test]
    fn an_abandoned_game_has_no_result() {
        let opening = no_opening();
        let control = TimeControl::default();
        let task = GameTask::new(&opening, [&control, &control], [1, 2], 1_000);
        let abandon = StopFlag::default();
        abandon.stop();
        let [mut first, mut second] = randoms();
        assert!(play_game(&task, [&mut *first, &mut *second], &abandon).is_none());
    }
}
