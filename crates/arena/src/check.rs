//! Checks of a record: its moves must be legal, and its result and its ending must follow from them.
//!
//! A game ends by the rules, by the limit of plies, or because the player to move fails. The possible failures are known
//! beforehand: only a program or a Python player can crash, and only a participant with a time limit can lose on time. So a
//! record with an impossible ending is refused.

use std::time::Duration;

use plyground_game::notation::quote;
use plyground_game::zobrist::mix;
use plyground_game::{Outcome, Score, Side};
use plyground_play::State;
use plyground_search::AgentFailure;

use crate::limits::{PlayerClock, TimeControl};
use crate::play::{Adjudicate, Termination, too_long};
use crate::record::{GameResult, MoveScore, RECORD_FORMAT, Record, Versions};

/// Known facts about the participant of one side.
pub(crate) struct ParticipantFacts<'a> {
    /// Whether it can fail: a program, or user-defined code.
    pub(crate) can_fail: bool,
    /// Limits, scaled as on the machine that played.
    pub(crate) control: &'a TimeControl,
}

/// Known facts about the maximum length of a game.
pub(crate) enum Length<'a> {
    /// Limit of plies, and the adjudication of games that reach it.
    Known(usize, Option<&'a Adjudicate>),
    /// Unknown, because the record is checked without its run.
    Unknown,
}

/// End of a game as its record states it.
type End<'a> = (Outcome, Termination, &'a str);

/// Replays the moves of a record from its start.
pub(crate) fn replay(record: &Record, mut state: Box<dyn State>) -> Result<Box<dyn State>, String> {
    let words = record.moves.split(' ').filter(|_| !record.moves.is_empty());
    for (index, word) in words.enumerate() {
        state.play_text(word).map_err(|error| format!("move {}: {error}", index + 1))?;
        let text = state.last_move_text().unwrap_or_default();
        if text != word {
            return Err(format!("move {}: found {}, expected `{text}`", index + 1, quote(word)));
        }
    }
    Ok(state)
}

/// Checks everything that follows from the moves of a game: its notes and its end.
pub(crate) fn check_game(
    record: &Record,
    state: &dyn State,
    participants: &[ParticipantFacts<'_>; 2],
    length: &Length<'_>,
) -> Result<(), String> {
    let movers = movers(record, state)?;
    check_notes(record, &movers, participants)?;
    check_ending(record, state, &movers, participants, length)?;
    check_times(record, state, &movers, participants, matches!(length, Length::Known(..)))
}

/// Returns the sides that made the moves after the opening.
fn movers(record: &Record, state: &dyn State) -> Result<Vec<Side>, String> {
    let moves = state.plies();
    let Some(played) = moves.checked_sub(record.opening.plies) else {
        return Err(format!("an opening of {} moves in a game of {moves}", record.opening.plies));
    };
    let lengths = [
        ("nodes", Some(record.nodes.len())),
        ("scores", Some(record.scores.len())),
        ("times", record.times.as_ref().map(Vec::len)),
    ];
    for (what, found) in lengths {
        if let Some(found) = found.filter(|&found| found != played) {
            return Err(format!("found {what} of {found} moves, expected {played}"));
        }
    }
    Ok(state.movers().split_off(record.opening.plies))
}

/// Checks nodes and scores against the limits.
fn check_notes(record: &Record, movers: &[Side], participants: &[ParticipantFacts<'_>; 2]) -> Result<(), String> {
    let notes = movers.iter().zip(&record.nodes).zip(&record.scores);
    for (index, ((side, &nodes), score)) in notes.enumerate() {
        let number = record.opening.plies + index + 1;
        let ParticipantFacts { can_fail, control } = &participants[side.index()];
        // External programs define their own nodes, which may exceed the limit.
        if let Some(most) = control.limits.nodes.filter(|&most| nodes > most && !can_fail) {
            return Err(format!("move {number}: found {nodes} nodes, expected at most {most}"));
        }
        check_score(score, nodes).map_err(|problem| format!("move {number}: {problem}"))?;
    }
    Ok(())
}

fn check_score(score: &MoveScore, nodes: u64) -> Result<(), String> {
    match score {
        MoveScore::Value(value) if value.abs() <= f64::from(Score::EVAL_LIMIT) => Ok(()),
        MoveScore::Value(value) => Err(format!("found the score {value}, expected one of an evaluation")),
        MoveScore::Known(text) if known(text).is_some_and(|score| score.to_string() == *text) => Ok(()),
        MoveScore::Known(text) if is_margin(text) => Ok(()),
        MoveScore::Known(text) => {
            Err(format!("found the score {}, expected such as `win in 5`, `loss by 4` or `win`", quote(text)))
        }
        MoveScore::None if nodes == 0 => Ok(()),
        MoveScore::None => Err(format!("found {nodes} nodes without a score")),
    }
}

/// Returns whether a text is a final margin, such as `win by 8`.
fn is_margin(text: &str) -> bool {
    let margin = text.strip_prefix("win by ").or_else(|| text.strip_prefix("loss by "));
    margin.is_some_and(|margin| margin.parse::<u16>().is_ok_and(|number| number > 0 && number.to_string() == margin))
}

/// Parses a proven score as [`Score`] writes it.
fn known(text: &str) -> Option<Score> {
    let distance = |plies: &str| plies.parse().ok().filter(|&plies| plies <= Score::MAX_PLY);
    match text.split_once(" in ") {
        Some(("win", plies)) => distance(plies).map(Score::win_in),
        Some(("loss", plies)) => distance(plies).map(Score::loss_in),
        Some(_) => None,
        // The distance is unknown.
        None => [Score::WON, Score::LOST].into_iter().find(|score| score.to_string() == text),
    }
}

/// Checks result, termination and cause.
fn check_ending(
    record: &Record,
    state: &dyn State,
    movers: &[Side],
    participants: &[ParticipantFacts<'_>; 2],
    length: &Length<'_>,
) -> Result<(), String> {
    let found: End<'_> = (record.result.into(), record.termination, &record.cause);
    // Another version may describe causes in other words.
    let knows_words = record.versions.plyground == Versions::present().plyground;
    if record.cause.is_empty() {
        return Err("found no cause of the end".into());
    }
    let (moves, words) = (state.plies(), record.termination.text());
    let misplaced =
        |most| Err(format!("found the end `{words}` after {moves} moves, in a run whose games end after {most}"));
    if let Length::Known(most, _) = length
        && moves > record.opening.plies.max(*most)
    {
        return misplaced(most);
    }
    if let Some(ending) = state.ending() {
        return compare(found, (ending.outcome, Termination::Rules, &ending.reason), knows_words);
    }
    if record.termination == Termination::Rules {
        return Err("the game is not over after its moves".into());
    }
    let is_long = matches!(record.termination, Termination::MoveLimit | Termination::Tables);
    if let Length::Known(most, _) = length
        && is_long != (moves >= *most)
    {
        return misplaced(most);
    }
    if !is_long {
        return check_failure(found, state, movers, participants, knows_words);
    }
    let known = match length {
        Length::Known(_, judge) => judge.map_or(Ok(None), |judge| judge(state))?,
        Length::Unknown => (record.termination == Termination::Tables).then(|| record.result.into()),
    };
    let (outcome, termination, cause) = too_long(state, known);
    compare(found, (outcome, termination, &cause), knows_words)
}

/// Returns the first difference of two ends.
fn compare(found: End<'_>, expected: End<'_>, knows_words: bool) -> Result<(), String> {
    if found.0 != expected.0 {
        return Err(format!("found the result `{}`, expected `{}`: {}", text(found.0), text(expected.0), expected.2));
    }
    if found.1 != expected.1 {
        return Err(format!("found the end `{}`, expected `{}`", found.1.text(), expected.1.text()));
    }
    if knows_words && found.2 != expected.2 {
        return Err(format!("found the cause {}, expected `{}`", quote(found.2), expected.2));
    }
    Ok(())
}

/// Returns a result as records write it.
fn text(outcome: Outcome) -> &'static str {
    match GameResult::from(outcome) {
        GameResult::First => "first",
        GameResult::Second => "second",
        GameResult::Draw => "draw",
    }
}

/// Checks the end of a game whose player to move failed.
fn check_failure(
    (outcome, termination, cause): End<'_>,
    state: &dyn State,
    movers: &[Side],
    participants: &[ParticipantFacts<'_>; 2],
    knows_words: bool,
) -> Result<(), String> {
    let loser = state.side_to_move();
    let name = state.sides()[loser.index()];
    let ParticipantFacts { can_fail, control } = &participants[loser.index()];
    let words = termination.text();
    let is_possible = if termination == Termination::Time { control.has_time() } else { *can_fail };
    if !is_possible {
        let needed =
            if termination == Termination::Time { "a limit of time" } else { "a program or an agent of the user" };
        return Err(format!("found the end `{words}` at the turn of {name}, which only {needed} can cause"));
    }
    if termination == Termination::NotStarted && movers.contains(&loser) {
        return Err(format!("found the end `{words}` after moves of {name}"));
    }
    if outcome != Outcome::Win(!loser) {
        let (found, expected) = (text(outcome), text(Outcome::Win(!loser)));
        return Err(format!("found the result `{found}`, expected `{expected}`: {name} is to move (`{words}`)"));
    }
    let detail = cause.strip_prefix(name).and_then(|rest| rest.strip_prefix(": "));
    if !detail.is_some_and(|detail| !knows_words || is_cause_of(termination, detail)) {
        return Err(format!("found the cause {}, expected `{name}: ` and the reason (`{words}`)", quote(cause)));
    }
    Ok(())
}

/// Reports whether a cause describes this failure.
fn is_cause_of(termination: Termination, detail: &str) -> bool {
    let of = |failure: AgentFailure| detail.starts_with(&format!("{failure}: "));
    match termination {
        Termination::Time => overrun(detail).is_some(),
        Termination::IllegalMove => detail.starts_with("illegal move"),
        Termination::NotStarted => of(AgentFailure::NotStarted),
        Termination::Crash => of(AgentFailure::Crashed),
        Termination::Hang => of(AgentFailure::TimedOut),
        Termination::Nonsense => of(AgentFailure::Nonsense) || detail.starts_with("no move, "),
        Termination::Flood => of(AgentFailure::Flooded),
        Termination::Rules | Termination::MoveLimit | Termination::Tables => false,
    }
}

/// Returns the time of a late move.
fn overrun(detail: &str) -> Option<Duration> {
    let seconds = detail.strip_prefix("the move took ")?.strip_suffix(" s")?;
    Duration::try_from_secs_f64(seconds.parse().ok()?).ok()
}

/// Maximum error by rounding to microseconds and milliseconds.
const ROUNDING: Duration = Duration::from_millis(1);

/// Checks that all moves were in time, except one that lost on time. If the grace is unknown, every move is accepted.
fn check_times(
    record: &Record,
    state: &dyn State,
    movers: &[Side],
    participants: &[ParticipantFacts<'_>; 2],
    knows_grace: bool,
) -> Result<(), String> {
    let Some(times) = &record.times else { return Ok(()) };
    let mut clocks = [0, 1].map(|side| PlayerClock::new(participants[side].control));
    for (index, (side, &micros)) in movers.iter().zip(times).enumerate() {
        let is_in_time = clocks[side.index()].spend(Duration::from_micros(micros));
        if knows_grace && !is_in_time {
            let number = record.opening.plies + index + 1;
            return Err(format!("move {number}: found {micros} µs, which is more than its limit of time"));
        }
    }
    let took = record.cause.split_once(": ").and_then(|(_, detail)| overrun(detail));
    let Some(took) = took.filter(|_| record.termination == Termination::Time) else { return Ok(()) };
    let loser = state.side_to_move().index();
    // Rounding may hide up to a microsecond of clock time per move.
    let rounding = ROUNDING + Duration::from_micros(movers.len() as u64);
    let grace = if knows_grace { participants[loser].control.grace } else { Duration::ZERO };
    if clocks[loser].lateness(took.saturating_add(rounding)) <= grace {
        return Err(format!("found a loss on time after {:.3} s, which is within the limit", took.as_secs_f64()));
    }
    Ok(())
}

/// Checks the heading of a record without its run.
fn check_heading(record: &Record, controls: &[TimeControl; 2]) -> Result<(), String> {
    let has_time = controls.iter().any(TimeControl::has_time);
    let facts = [
        ("run", record.run.len() == 16 && record.run.bytes().all(|byte| byte.is_ascii_hexdigit())),
        ("id", record.id == format!("{}-{}", record.run, record.number)),
        ("pair", record.pair == record.number / 2),
        ("number of its opening", record.opening.number <= record.pair),
        ("seeds", record.seeds[1] == mix(!record.seeds[0])),
        ("times", record.times.is_some() == has_time),
        ("scale of times", record.has_possible_scale(has_time)),
        ("format", (1..=RECORD_FORMAT).contains(&record.versions.record)),
        ("version", !record.versions.plyground.is_empty()),
    ];
    match facts.into_iter().find(|(_, fits)| !fits) {
        Some((what, _)) => Err(format!("its {what} does not fit the rest")),
        None => Ok(()),
    }
}

impl Record {
    /// Replays the game under the rules of the record, and checks everything that can be checked without its run. The ending must
    /// be possible for these agents and follow from the moves. `like` is any state of the game. `can_fail` reports whether the
    /// agent of this name can fail: a program, or a user-defined agent.
    ///
    /// # Errors
    /// When the record contradicts itself. The error describes the first contradiction.
    ///
    /// ```
    /// use plyground_arena::{Arena, Participant, GameResult, MatchSpec, Openings, Record, Seats, TimeControl};
    /// use plyground_kalah::Kalah;
    /// use plyground_play::{AgentPlayer, Start, State};
    /// use plyground_search::RandomAgent;
    ///
    /// let random = |name: &str| {
    ///     Participant::new(name, TimeControl::default(), || AgentPlayer::<Kalah>::boxed(RandomAgent::new(1)))
    /// };
    /// let kalah = Start::default().state::<Kalah>()?;
    /// let openings = Openings::drawn(&*kalah, 4..=6, 1)?;
    /// let arena = Arena::new(vec![random("one"), random("two")], MatchSpec::new(1, 7), openings)?;
    /// let mut record = arena.play(0, &mut Seats::default(), &Default::default(), &|_| {}).expect("it is not stopped");
    /// assert!(record.check(&*kalah, &|_| false).is_ok());
    ///
    /// record.result = if record.result == GameResult::First { GameResult::Second } else { GameResult::First };
    /// assert!(record.check(&*kalah, &|_| false).unwrap_err().starts_with("found the result"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(&self, like: &dyn State, can_fail: &dyn Fn(&str) -> bool) -> Result<Box<dyn State>, String> {
        if self.game != like.name() {
            return Err(format!("found the game {}, expected `{}`", quote(&self.game), like.name()));
        }
        let [first, second] = &self.limits;
        let read = |text: &String| text.parse::<TimeControl>().map_err(|problem| format!("limits: {problem}"));
        let mut controls = [read(first)?, read(second)?];
        check_heading(self, &controls)?;
        if let Some(scale) = self.time_scale {
            controls = controls.map(|control| control.scaled(scale));
        }
        let usual = like.under(&self.rules).map_err(|error| error.to_string())?;
        let state = replay(self, usual.at(&self.opening.position).map_err(|error| error.to_string())?)?;
        let participants =
            [0, 1].map(|side| ParticipantFacts { can_fail: can_fail(&self.agents[side]), control: &controls[side] });
        check_game(self, &*state, &participants, &Length::Unknown)?;
        Ok(state)
    }
}
