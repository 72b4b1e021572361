//! Checks an external program by the protocol, before it plays.

use std::error::Error;
use std::time::Duration;

use plyground_game::random::Random;
use plyground_play::{Action, ActionError, Player as _, State};
use plyground_search::{Job, Limits, Report, StopFlag};

use super::command::EngineCommand;
use super::player::{EnginePlayer, Patience};
use crate::limits::{GRACE, Stopwatch};
use crate::opening::{Openings, game_text};

/// Time of a search by time.
const TIME: Duration = Duration::from_millis(200);
/// Time after which an endless search is stopped.
const STOP: Duration = Duration::from_millis(300);
/// Plies after which a game is not played on.
const MOST_PLIES: usize = 200;
/// Number of positions that are sent as text.
const POSITIONS: u64 = 10;

/// What a check of one part of the protocol has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The part of the protocol.
    pub part: &'static str,
    /// The fault, by which the program loses games; `None` if there is none.
    pub fault: Option<String>,
    /// What loses no game, such as a missing number of nodes.
    pub remark: Option<String>,
}

/// Checks a program: its start, each kind of limit, a game, positions as text, the end of a game, unknown commands, and its exit.
/// `each` receives each finding at once. A program that does not start is checked no further, nor one at all after `stop`. Games
/// start from the first position of `start`.
pub fn check_engine(command: EngineCommand, start: &dyn State, stop: &StopFlag, each: &mut dyn FnMut(&Finding)) {
    let patience = Patience { untimed_move: Duration::from_secs(10), ..Patience::default() };
    let mut check = Check { engine: EnginePlayer::new(command, patience), stop };
    let start = start.restarted();
    let parts: [(&'static str, &Part<'_>); 9] = [
        ("starts and is ready", &|check| check.engine.make_ready(&*start, stop).map(|()| None).map_err(Into::into)),
        ("searches to depth 2", &|check| check.search(&*start, Limits::depth(2))),
        ("searches 1000 nodes", &|check| check.search(&*start, Limits::nodes(1_000))),
        ("searches 200 ms", &|check| check.timed(&*start)),
        ("searches until it is stopped", &|check| check.stopped(&*start)),
        ("plays a game", &|check| check.game(&*start)),
        ("reads positions as text", &|check| check.positions(&*start)),
        ("ignores unknown commands", &|check| check.unknown(&*start)),
        ("exits after `quit`", &|check| check.exit(&*start)),
    ];
    for (index, (part, run)) in parts.into_iter().enumerate() {
        let (fault, remark) = match run(&mut check) {
            Ok(remark) => (None, remark),
            Err(fault) => (Some(fault.to_string()), None),
        };
        if stop.is_stopped() {
            return;
        }
        let is_started = index > 0 || fault.is_none();
        each(&Finding { part, fault, remark });
        if !is_started {
            return;
        }
    }
}

/// A remark, or a fault.
type Found = Result<Option<String>, Box<dyn Error>>;

/// The check of a part of the protocol.
type Part<'a> = dyn Fn(&mut Check<'_>) -> Found + 'a;

struct Check<'a> {
    engine: EnginePlayer,
    stop: &'a StopFlag,
}

impl Check<'_> {
    /// Announces a new game, and starts the program again after a fault, so that this costs the move no time.
    fn announce(&mut self, state: &dyn State) {
        self.engine.new_game();
        self.engine.prepare(state, self.stop);
    }

    /// Asks for a move, which must be legal.
    fn ask(&mut self, state: &dyn State, limits: Limits) -> Result<Report<Action>, Box<dyn Error>> {
        let job = Job { stop: self.stop.clone(), ..Job::new(limits) };
        let report = self.engine.move_for(state, &job)?;
        let mv = report.best.ok_or_else(|| format!("bestmove `none` in `{}`", game_text(state)))?;
        match state.boxed().apply(mv) {
            Ok(()) => Ok(report),
            Err(ActionError::Illegal { error, .. }) => {
                Err(format!("illegal move in `{}`: {}", game_text(state), error.reason).into())
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Searches a first position, and remarks what the report of the search lacks.
    fn search(&mut self, start: &dyn State, limits: Limits) -> Found {
        self.announce(start);
        let report = self.ask(start, limits)?;
        // A book knows its margins without a search.
        let lacks = [
            ("nodes", report.nodes == 0 && !report.is_margin()),
            ("depth", report.depth == 0),
            ("pv", report.lines.is_empty()),
        ];
        let lacks: Vec<&str> = lacks.into_iter().filter(|(_, lacks)| *lacks).map(|(word, _)| word).collect();
        // A program may look at its limit from time to time.
        let most = limits.nodes.map_or(u64::MAX, |nodes| 2 * nodes);
        Ok(match lacks.join("`, `") {
            lacks if !lacks.is_empty() => Some(format!("no `info` line has `{lacks}`, so that records lack them too")),
            _ if report.nodes > most => Some(format!("it reports {} nodes", report.nodes)),
            _ => None,
        })
    }

    /// Searches within a time, as a match counts it.
    fn timed(&mut self, start: &dyn State) -> Found {
        self.announce(start);
        let watch = Stopwatch::start();
        self.ask(start, Limits::time(TIME))?;
        let over = watch.elapsed().saturating_sub(TIME);
        if over > GRACE {
            let (late, allowed) = (over.as_millis(), GRACE.as_millis());
            return Err(format!("its move is {late} ms late; a match allows {allowed}").into());
        }
        Ok(None)
    }

    /// Searches without a limit until `stop`.
    fn stopped(&mut self, start: &dyn State) -> Found {
        self.announce(start);
        let usual = self.engine.patience.untimed_move;
        self.engine.patience.untimed_move = STOP;
        let found = self.ask(start, Limits::NONE);
        self.engine.patience.untimed_move = usual;
        found.map(|_| None)
    }

    /// Plays both sides of a game, and asks for a move at its end.
    fn game(&mut self, start: &dyn State) -> Found {
        self.announce(start);
        let mut state = start.restarted();
        while state.outcome().is_none() && state.plies() < MOST_PLIES {
            let mv = self.ask(&*state, Limits::nodes(100))?.best;
            mv.map(|mv| state.apply(mv)).transpose()?;
        }
        // Random moves end what good ones may not.
        let mut random = Random::new(1);
        while state.outcome().is_none() && state.plies() < 10 * MOST_PLIES {
            let moves = state.legal_actions();
            state.apply(moves[random.below(moves.len())])?;
        }
        // No match asks there, so that a wrong answer loses no game.
        Ok(match state.outcome().map(|_| self.engine.answer_at_end(&*state, self.stop)) {
            Some(Ok(answer)) if answer != "none" => {
                Some(format!("bestmove `{answer}` after the end of a game, expected `none`"))
            }
            Some(Err(error)) => Some(format!("no `bestmove none` after the end of a game: {error}")),
            _ => None,
        })
    }

    /// Searches positions that are sent without the moves before them.
    fn positions(&mut self, start: &dyn State) -> Found {
        let openings = Openings::drawn(start, 2..=20, 1)?;
        for number in 0..POSITIONS {
            let state = start.at(&openings.get(number).state().text())?;
            self.announce(&*state);
            self.ask(&*state, Limits::nodes(100))?;
        }
        Ok(None)
    }

    /// Lets the program exit. One that does not is killed, and loses no game.
    fn exit(&mut self, start: &dyn State) -> Found {
        self.announce(start);
        Ok(self.engine.quit().err())
    }

    /// Sends a command that no engine knows.
    fn unknown(&mut self, start: &dyn State) -> Found {
        self.announce(start);
        self.engine.send("plyground-unknown 1 2 3");
        self.ask(start, Limits::nodes(100)).map(|_| None)
    }
}
