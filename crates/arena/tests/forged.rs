//! Changed records: by a disk error, which breaks the checksum, or by an attacker who corrects the checksum.

#![allow(clippy::unwrap_used)]

mod changes;
mod common;

use std::fs;
use std::path::Path;
use std::time::Duration;

use changes::{Breaks, CHANGES, cut_with_notes, other};
use common::Scratch;
use plyground_arena::{
    Arena, GameResult, MatchSpec, Openings, Participant, Record, ReplayFault, Seats, Termination, TimeControl,
    read_checked_records, read_records,
};
use plyground_game::{Game, HashEvaluation, Outcome, Position, Side};
use plyground_kalah::{House, Kalah};
use plyground_play::{AgentPlayer, Start, State};
use plyground_search::{
    Agent, AgentError, AgentFailure, AlphaBeta, Job, OnDepth, Options, RandomAgent, Report, StopFlag, deepen,
};

/// Alpha-beta with a hash as evaluation.
struct Searching(HashEvaluation);

impl Agent<Kalah> for Searching {
    fn think(&mut self, game: &Game<Kalah>, job: &Job, each: OnDepth<'_, Kalah>) -> Result<Report<House>, AgentError> {
        Ok(deepen(&mut AlphaBeta::new(&self.0, Options::default()), game, job.limits, each))
    }
}

fn searching(name: &str, seed: u64) -> Participant {
    Participant::new(name, TimeControl::nodes(100), move || {
        AgentPlayer::<Kalah>::boxed(Searching(HashEvaluation { seed, range: 100, antisymmetric: true }))
    })
}

fn openings() -> Openings {
    Openings::drawn(&*Start::of_setup(Some("3x3"), None).state::<Kalah>().unwrap(), 2..=4, 1).unwrap()
}

fn kalah() -> Box<dyn State> {
    Start::default().state::<Kalah>().unwrap()
}

/// Returns an arena with three pairs between two searches.
fn arena_of(spec: MatchSpec) -> Arena {
    Arena::new(vec![searching("one", 1), searching("two", 2)], spec, openings()).unwrap()
}

fn arena() -> Arena {
    arena_of(MatchSpec::new(3, 5))
}

fn up_to(plies: usize) -> Arena {
    arena_of(MatchSpec { max_plies: Some(plies), ..MatchSpec::new(3, 5) })
}

fn play(arena: &Arena) -> Vec<Record> {
    let mut records = arena.run(None, &StopFlag::default(), &mut |_| {}).unwrap().records;
    records.sort_by_key(|record| record.number);
    records
}

fn write(path: &Path, lines: &[String]) {
    fs::write(path, lines.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
}

fn lines(records: &[Record]) -> Vec<String> {
    records.iter().map(Record::line).collect()
}

/// Returns the lines of a file with one changed record and correct checksums, as an attacker would write them.
fn forged(records: &[Record], format: u32, at: usize, change: &dyn Fn(&mut Record)) -> Vec<String> {
    let mut records = records.to_vec();
    records.iter_mut().for_each(|record| record.versions.record = format);
    let before = records[at].clone();
    change(&mut records[at]);
    assert_ne!(records[at], before, "the change changes nothing");
    lines(&records)
}

/// Opens a file in every way. Returns for each its name, whether it knows the run, and its result.
fn readers(arena: &Arena, file: &Path) -> [(&'static str, bool, Result<(), String>); 2] {
    let text = |error: plyground_arena::JournalError| error.to_string();
    let reader = read_checked_records(file, &mut |record| record.check(&*kalah(), &|_| false).map(|_| ()));
    [("resume", true, arena.journal(file).map(|_| ()).map_err(text)), ("read", false, reader.map(|_| ()).map_err(text))]
}

#[test]
fn forged_records_are_refused_by_every_reader_in_every_format() {
    let scratch = Scratch::new();
    let (file, arena) = (scratch.file("games.jsonl"), arena());
    let records = play(&arena);
    assert!(records.iter().all(|record| record.termination == Termination::Rules));
    let mut tried = 0;
    for format in [1, 2, 3] {
        let genuine: Vec<Record> = records.clone();
        write(&file, &lines(&genuine));
        assert!(readers(&arena, &file).iter().all(|(_, _, answer)| answer.is_ok()), "{:?}", readers(&arena, &file));
        for (name, breaks, change) in CHANGES {
            for at in 0..records.len() {
                let is_newer = *name == "a newer format" || *name == "no format";
                write(&file, &forged(&records, format, at, &|record| change(record)));
                for (door, knows_run, answer) in readers(&arena, &file) {
                    if !knows_run && *breaks == Breaks::Run {
                        continue;
                    }
                    let what = format!("{name} in line {} of format {format} at {door}", at + 1);
                    let error = answer.err().unwrap_or_else(|| panic!("{what} is believed"));
                    tried += 1;
                    assert!(error.len() > 20 && error.len() < 1_000 && !error.contains('\n'), "{what}: {error}");
                    // The error may be reported for the second game of the pair, which no longer matches the first.
                    let lines = [at + 1, at + 2].map(|line| format!("games.jsonl:{line}: "));
                    let is_of_run = at == 0 && error.contains("but this is ");
                    assert!(is_newer || is_of_run || lines.iter().any(|line| error.contains(line)), "{what}: {error}");
                }
            }
        }
    }
    assert!(tried > 1_500, "{tried}");
}

/// With an uncorrected checksum, every change is detected.
#[test]
fn damaged_lines_are_refused_by_their_checksum() {
    let scratch = Scratch::new();
    let (file, arena) = (scratch.file("games.jsonl"), arena());
    let records = play(&arena);
    let mut tried = 0;
    for (name, _, change) in CHANGES {
        for at in 0..records.len() {
            let mut changed = records[at].clone();
            change(&mut changed);
            let mut all = lines(&records);
            let checksum = all[at][all[at].rfind(",\"checksum\"").unwrap()..].to_owned();
            let body = changed.line();
            let body =
                body.rsplit_once(",\"checksum\"").map_or_else(|| body.strip_suffix('}').unwrap(), |(body, _)| body);
            all[at] = format!("{body}{checksum}");
            write(&file, &all);
            let answers = readers(&arena, &file).map(|(door, _, answer)| (door, answer)).into_iter();
            let plain = ("plain", read_records(&file).map(|_| ()).map_err(|error| error.to_string()));
            for (door, answer) in answers.chain([plain]) {
                let error = answer.err().unwrap_or_else(|| panic!("{name} in line {} at {door} is believed", at + 1));
                assert!(error.contains(&format!("games.jsonl:{}: no record of a game: found ", at + 1)), "{error}");
                tried += 1;
            }
        }
    }
    assert!(tried > 1_000, "{tried}");
}

#[test]
fn lines_that_were_moved_duplicated_or_cut_are_refused() {
    let scratch = Scratch::new();
    let (file, arena) = (scratch.file("games.jsonl"), arena());
    let all = lines(&play(&arena));
    type Change = (&'static str, bool, fn(&mut Vec<String>));
    let changes: [Change; 11] = [
        ("a line twice", true, |lines| lines.insert(1, lines[0].clone())),
        ("the first line at the end", true, |lines| lines.push(lines[0].clone())),
        ("two lines swapped", true, |lines| lines.swap(2, 3)),
        ("backwards", true, |lines| lines.reverse()),
        ("a line missing", false, |lines| _ = lines.remove(2)),
        ("the first line missing", false, |lines| _ = lines.remove(0)),
        ("half a line in the middle", true, |lines| lines[2].truncate(100)),
        ("two lines in one", true, |lines| lines[2] = lines[2].clone() + &lines[3]),
        ("an empty object", true, |lines| lines.insert(3, "{}".into())),
        ("nothing", true, |lines| lines.insert(3, "null".into())),
        ("a line without its checksum", true, |lines| {
            lines[4] = lines[4].split(",\"checksum\"").next().unwrap().to_owned() + "}";
        }),
    ];
    for (name, shows_alone, change) in changes {
        let mut lines = all.clone();
        change(&mut lines);
        write(&file, &lines);
        for (door, knows_run, answer) in readers(&arena, &file) {
            if knows_run || shows_alone {
                let error = answer.err().unwrap_or_else(|| panic!("{name} at {door} is believed"));
                assert!(error.contains("games.jsonl:"), "{name} at {door}: {error}");
            }
        }
    }
    // A later line must not have an older format than an earlier line.
    let mut records = play(&arena);
    records[3].versions.record = 1;
    write(&file, &lines(&records));
    assert!(
        readers(&arena, &file)
            .iter()
            .all(|(_, _, answer)| answer.as_ref().is_err_and(|error| error.contains("format 1")))
    );
    // A newer version may continue the file of an older one.
    let mut records = play(&arena);
    records[..3].iter_mut().for_each(|record| record.versions.record = 1);
    write(&file, &lines(&records));
    assert!(readers(&arena, &file).iter().all(|(_, _, answer)| answer.is_ok()));
}

/// The wording of a cause may differ between versions, but not its meaning.
#[test]
fn causes_of_another_version_may_have_other_words() {
    let mut record = play(&arena()).remove(0);
    record.cause = "in other words".into();
    assert!(record.check(&*kalah(), &|_| false).unwrap_err().starts_with("found the cause `in other words`"));
    record.versions.plyground = "0.0.1".into();
    assert!(record.check(&*kalah(), &|_| false).is_ok());
    for change in
        [|record: &mut Record| record.cause.clear(), |record: &mut Record| record.result = other(record.result)]
    {
        let mut changed = record.clone();
        change(&mut changed);
        assert!(changed.check(&*kalah(), &|_| false).is_err());
    }
}

#[test]
fn games_that_wait_are_checked_too() {
    let scratch = Scratch::new();
    let (file, arena) = (scratch.file("games.jsonl"), arena());
    let mut records = play(&arena);
    {
        let mut journal = arena.journal(&file).unwrap();
        journal.append(&records[0]).unwrap();
        journal.hold(&records[2]).unwrap();
        records[4].result = other(records[4].result);
        journal.hold(&records[4]).unwrap();
    }
    let error = arena.journal(&file).unwrap_err().to_string();
    // In this file, every record follows an empty line.
    assert!(error.contains("games.jsonl.early:4: game refused: found the result"), "{error}");
}

/// Drawing the opening of such a game would take very long.
#[test]
fn games_far_beyond_the_schedule_are_checked_at_once() {
    let scratch = Scratch::new();
    let file = scratch.file("games.jsonl");
    let far = |flips: bool| {
        let mut record = play(&arena()).remove(2);
        record.number = 1 << 60;
        record.pair = 1 << 59;
        record.id = format!("{}-{}", record.run, record.number);
        if flips {
            record.result = other(record.result);
        }
        record
    };
    let early = scratch.file("games.jsonl.early");
    write(&early, &lines(&[far(false)]));
    assert_eq!(arena().journal(&file).unwrap().waiting().collect::<Vec<_>>(), [1 << 60]);
    write(&early, &lines(&[far(true)]));
    assert!(arena().journal(&file).unwrap_err().to_string().contains("game refused: found the result"));
    // The file of a shorter run contains games of a longer one.
    fs::remove_file(&early).unwrap();
    let mut records = play(&arena());
    let short = Arena::new(vec![searching("one", 1), searching("two", 2)], MatchSpec::new(1, 5), openings());
    let short = short.unwrap();
    write(&file, &lines(&records));
    let journal = short.journal(&file).unwrap();
    assert_eq!(short.run(Some(journal), &StopFlag::default(), &mut |_| {}).unwrap().records.len(), 2);
    records[4].result = other(records[4].result);
    write(&file, &lines(&records));
    assert!(short.journal(&file).unwrap_err().to_string().contains("games.jsonl:5: game refused"));
}

/// Agent that fails at its third move.
struct Failing(u32, AgentFailure);

impl Agent<Kalah> for Failing {
    fn new_game(&mut self) {
        self.0 = 0;
    }

    fn think(&mut self, game: &Game<Kalah>, _: &Job, _: OnDepth<'_, Kalah>) -> Result<Report<House>, AgentError> {
        self.0 += 1;
        let fails = self.0 == 3 || self.1 == AgentFailure::NotStarted;
        if fails {
            Err(AgentError { cause: self.1, detail: "on purpose".into() })
        } else {
            Ok(Report::of_move(game.position().legal_moves().first().copied()))
        }
    }
}

fn failing(failure: AgentFailure) -> Participant {
    Participant::new("failing", TimeControl::default(), move || AgentPlayer::<Kalah>::boxed(Failing(0, failure)))
}

fn random() -> Participant {
    Participant::new("random", TimeControl::default(), || AgentPlayer::<Kalah>::boxed(RandomAgent::new(1)))
}

fn two(one: Participant, other: Participant) -> Arena {
    Arena::new(vec![one, other], MatchSpec::new(2, 5), openings()).unwrap()
}

#[test]
fn only_an_external_participant_that_is_to_move_can_fail() {
    let failures = [
        AgentFailure::NotStarted,
        AgentFailure::Crashed,
        AgentFailure::TimedOut,
        AgentFailure::Nonsense,
        AgentFailure::Flooded,
    ];
    for failure in failures {
        let spec = MatchSpec { recover: true, ..MatchSpec::new(2, 5) };
        let arena = Arena::new(vec![failing(failure).external(), random()], spec, openings()).unwrap();
        let run = arena.run_id();
        let failed = play(&arena).into_iter().filter(|record| record.termination == failure.into());
        let failed: Vec<Record> = failed.collect();
        assert!(!failed.is_empty(), "{failure}");
        for record in failed {
            assert_eq!(arena.check(&run, &record), Ok(()), "{failure}");
            assert!(record.check(&*kalah(), &|name| name == "failing").is_ok());
            // A player that cannot fail must not have this ending.
            let error = two(failing(failure), random()).check(&run, &record).unwrap_err();
            assert!(error.contains("which only a program or an agent of the user can cause"), "{error}");
            assert!(record.check(&*kalah(), &|_| false).is_err());
            // The side that failed must be the loser.
            for result in [GameResult::First, GameResult::Second, GameResult::Draw] {
                let changed = Record { result, ..record.clone() };
                let error = arena.check(&run, &changed).err();
                assert_eq!(error.is_none(), result == record.result, "{failure}: {error:?}");
            }
            // The failing move must be that of the side to move.
            if !record.nodes.is_empty() {
                let mut changed = record.clone();
                cut_with_notes(&mut changed);
                assert!(arena.check(&run, &changed).is_err(), "{failure}");
            }
            for cause in ["", "on purpose", "north: crashed: no", "south: crashed: no"] {
                let changed = Record { cause: cause.into(), ..record.clone() };
                let is_same_kind = failure == AgentFailure::Crashed && cause.starts_with(&record.cause[..5]);
                assert_eq!(arena.check(&run, &changed).is_ok(), is_same_kind, "{failure}: {cause}");
            }
            if failure != AgentFailure::NotStarted {
                let late = format!("{}: could not be started: no", &record.cause[..5]);
                let changed = Record { termination: Termination::NotStarted, cause: late, ..record.clone() };
                assert!(arena.check(&run, &changed).unwrap_err().contains("after moves of"), "{failure}");
            }
        }
    }
}

/// Agent that sleeps at its third move.
struct Sleepy(u32);

impl Agent<Kalah> for Sleepy {
    fn new_game(&mut self) {
        self.0 = 0;
    }

    fn think(&mut self, game: &Game<Kalah>, _: &Job, _: OnDepth<'_, Kalah>) -> Result<Report<House>, AgentError> {
        self.0 += 1;
        if self.0 == 3 {
            std::thread::sleep(Duration::from_millis(400));
        }
        Ok(Report::of_move(game.position().legal_moves().first().copied()))
    }
}

#[test]
fn only_a_participant_with_a_limit_of_time_can_be_late_and_only_if_it_was() {
    let controls = [
        TimeControl { grace: Duration::from_millis(150), ..TimeControl::move_time(Duration::from_millis(100)) },
        TimeControl {
            grace: Duration::from_millis(150),
            ..TimeControl::clock(Duration::from_millis(100), Duration::from_millis(10))
        },
    ];
    for control in controls {
        let arena = two(Participant::new("sleepy", control, || AgentPlayer::<Kalah>::boxed(Sleepy(0))), random());
        let run = arena.run_id();
        let late = play(&arena).into_iter().find(|record| record.termination == Termination::Time).unwrap();
        assert_eq!(arena.check(&run, &late), Ok(()), "{}", late.line());
        assert!(late.check(&*kalah(), &|_| false).is_ok());
        let refused = |change: &dyn Fn(&mut Record)| {
            let mut changed = late.clone();
            change(&mut changed);
            (arena.check(&run, &changed).unwrap_err(), changed.check(&*kalah(), &|_| false).err())
        };
        let side = &late.cause[..5];
        // The move is in time, or within the rounding.
        let early = format!("{side}: the move took 0.090 s");
        assert!(refused(&|record| record.cause.clone_from(&early)).0.contains("within the limit"));
        assert!(refused(&|record| record.cause.clone_from(&early)).1.is_some());
        let graced = format!("{side}: the move took 0.200 s");
        assert!(refused(&|record| record.cause.clone_from(&graced)).0.contains("within the limit"));
        assert!(refused(&|record| record.cause = format!("{side}: the move took NaN s")).1.is_some());
        assert!(refused(&|record| record.cause = format!("{side}: the move took 1e300 s")).1.is_some());
        // An earlier move of the same side is too late.
        let own = usize::from(late.agents[0] != "sleepy");
        let own_moves = late.times.as_ref().unwrap().len();
        for at in 0..own_moves {
            let (error, _) = refused(&|record| record.times.as_mut().unwrap()[at] = 3_600_000_000);
            let is_expected = error.contains("more than its limit of time") || error.contains("within the limit");
            assert!(is_expected || own > 1, "{error}");
            if is_expected {
                break;
            }
        }
        // The other side has no time limit.
        let other = two(random(), random());
        assert!(other.check(&run, &late).is_err());
    }
}

#[test]
fn a_game_ends_at_the_limit_of_moves_and_by_the_tables_that_the_run_has() {
    let new = |judge: Option<Outcome>| {
        let mut arena = up_to(6);
        if judge.is_some() {
            arena.adjudicate = Some(Box::new(move |_| Ok(judge)));
        }
        arena
    };
    let (drawn, judged) = (new(None), new(Some(Outcome::Win(Side::Second))));
    let run = drawn.run_id();
    let record = play(&drawn).into_iter().find(|record| record.termination == Termination::MoveLimit).unwrap();
    assert_eq!(drawn.check(&run, &record), Ok(()));
    assert!(record.check(&*kalah(), &|_| false).is_ok());
    let by_tables = play(&judged).into_iter().find(|record| record.termination == Termination::Tables).unwrap();
    assert_eq!(judged.check(&judged.run_id(), &by_tables), Ok(()));
    assert!(by_tables.check(&*kalah(), &|_| false).is_ok());
    // The run has no tables, or tables with another result.
    let claimed = Record {
        result: by_tables.result,
        termination: by_tables.termination,
        cause: by_tables.cause.clone(),
        ..record.clone()
    };
    assert!(drawn.check(&run, &claimed).is_err());
    let otherwise = new(Some(Outcome::Win(Side::First)));
    assert!(otherwise.check(&judged.run_id(), &by_tables).is_err());
    assert!(
        judged
            .check(
                &judged.run_id(),
                &Record {
                    run: judged.run_id(),
                    id: format!("{}-{}", judged.run_id(), record.number),
                    ..record.clone()
                }
            )
            .is_err()
    );
    // The game ends before or after the limit.
    let mut sooner = record.clone();
    cut_with_notes(&mut sooner);
    sooner.cause = "5 moves have been played".into();
    assert!(drawn.check(&run, &sooner).unwrap_err().contains("after 5 moves, in a run whose games end after 6"));
    let long = up_to(7);
    let later = play(&long).into_iter().find(|record| record.termination == Termination::MoveLimit).unwrap();
    let later = Record { run: run.clone(), id: format!("{run}-{}", later.number), ..later };
    assert!(drawn.check(&run, &later).is_err());
    // The rules end the game after the limit.
    let ended = play(&arena()).into_iter().find(|record| record.moves.split(' ').count() > 6).unwrap();
    let ended = Record { run: run.clone(), id: format!("{run}-{}", ended.number), ..ended };
    assert!(drawn.check(&run, &ended).unwrap_err().contains("found the end `by the rules` after "));
    // No player can fail in a finished game.
    let failed = Record {
        result: GameResult::First,
        termination: Termination::Crash,
        cause: "north: crashed: no".into(),
        ..record
    };
    assert!(drawn.check(&run, &failed).is_err());
}

#[test]
fn replays_confirm_games_and_detect_forged_ones() {
    let arena = arena();
    let records = play(&arena);
    let mut seats = Seats::default();
    let stop = StopFlag::default();
    for record in &records {
        assert!(arena.can_replay(record.number));
        assert_eq!(arena.replay_check(record, &mut seats, &stop), Ok(()));
    }
    // A legal game of other players from the same opening passes the check.
    let others = Arena::new(vec![searching("one", 7), searching("two", 8)], MatchSpec::new(3, 5), openings());
    let made_up = play(&others.unwrap());
    let run = arena.run_id();
    let mut found = 0;
    for record in made_up {
        assert_eq!(arena.check(&run, &record), Ok(()));
        if let Err(fault) = arena.replay_check(&record, &mut seats, &stop) {
            assert!(matches!(&fault, ReplayFault::Differs(what) if what.contains(" has other ")), "{fault}");
            found += 1;
        }
    }
    assert_eq!(found, 6);
    let far = Record { number: 99, ..records[0].clone() };
    assert!(matches!(arena.replay_check(&far, &mut seats, &stop), Err(ReplayFault::Differs(_))));
    let stopped = StopFlag::default();
    stopped.stop();
    assert_eq!(arena.replay_check(&records[0], &mut seats, &stopped), Err(ReplayFault::Stopped));
}

#[test]
fn games_that_clocks_programs_or_threads_decide_are_not_replayed() {
    let timed = Participant::new("timed", TimeControl::move_time(Duration::from_secs(1)), || {
        AgentPlayer::<Kalah>::boxed(RandomAgent::new(1))
    });
    for player in [timed, random().external(), random().varying()] {
        let arena = Arena::new(vec![random(), player, random()], MatchSpec::new(1, 5), openings()).unwrap();
        // Games 2 and 3 are between the first and the last participant.
        let can: Vec<bool> = (0..6).map(|number| arena.can_replay(number)).collect();
        assert_eq!(can, [false, false, true, true, false, false]);
        let record = arena.play(0, &mut Seats::default(), &StopFlag::default(), &|_| {}).unwrap();
        let fault = arena.replay_check(&record, &mut Seats::default(), &StopFlag::default());
        assert_eq!(fault, Err(ReplayFault::NotRepeatable(0)));
    }
}

/// Regression: the test of the first two players ended a tournament of three.
#[test]
fn a_sequential_test_needs_two_players() {
    let spec = MatchSpec { sprt: Some((0.0, 100.0)), ..MatchSpec::new(60, 5) };
    let arena = Arena::new(vec![random(), random(), random()], spec, openings()).unwrap();
    let error = arena.run(None, &StopFlag::default(), &mut |_| panic!("a game was played")).unwrap_err();
    assert_eq!(error.to_string(), "a sequential test compares two players, found 3");
}
