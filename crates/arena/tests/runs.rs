//! Whole runs: threads, resuming, stopping, and the sequential test.

#![allow(clippy::unwrap_used)]

mod common;

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::Scratch;
use plyground_arena::{
    Arena, EndCause, ForgedGames, GameResult, MatchSpec, Openings, Pairing, Participant, PendingGames, Record,
    RunningGames, Seats, Standings, Taken, Termination, TimeControl, Workforce, WorkforceError, read_records,
};
use plyground_game::{Evaluate, Game, HashEvaluation, Position, Score, Side};
use plyground_kalah::{House, Kalah};
use plyground_play::{AgentPlayer, Start};
use plyground_search::{
    Agent, AgentError, AgentFailure, AlphaBeta, Job, OnDepth, Options, RandomAgent, Report, StopFlag, deepen,
};

/// Alpha-beta with a given evaluation.
struct Searching<E>(E);

impl<E: Evaluate<Kalah> + Send> Agent<Kalah> for Searching<E> {
    fn think(&mut self, game: &Game<Kalah>, job: &Job, each: OnDepth<'_, Kalah>) -> Result<Report<House>, AgentError> {
        Ok(deepen(&mut AlphaBeta::new(&self.0, Options::default()), game, job.limits, each))
    }
}

/// Evaluates the difference of the seeds in the two stores.
struct Stores;

impl Evaluate<Kalah> for Stores {
    type Path = ();

    fn extend(&self, (): &(), _: &Kalah, _: House, _: &Kalah) {}

    fn evaluate(&self, pos: &Kalah, (): &(), side: Side) -> Score {
        let stores = Side::ALL.map(|side| i32::from(pos.store(side)));
        Score::new(stores[side.index()] - stores[(!side).index()])
    }
}

fn hashing(name: &str, seed: u64) -> Participant {
    Participant::new(name, TimeControl::nodes(300), move || {
        AgentPlayer::<Kalah>::boxed(Searching(HashEvaluation { seed, range: 100, antisymmetric: true }))
    })
}

/// Returns the same player as `hashing`, which stops the run after `turns` moves of all players.
fn stopping(name: &str, seed: u64, turns: &Arc<AtomicUsize>, stop: &StopFlag) -> Participant {
    struct Stopping(Searching<HashEvaluation>, Arc<AtomicUsize>, StopFlag);
    impl Agent<Kalah> for Stopping {
        fn think(
            &mut self,
            game: &Game<Kalah>,
            job: &Job,
            each: OnDepth<'_, Kalah>,
        ) -> Result<Report<House>, AgentError> {
            if self.1.fetch_sub(1, Ordering::Relaxed) == 1 {
                self.2.stop();
            }
            self.0.think(game, job, each)
        }
    }
    let (turns, stop) = (turns.clone(), stop.clone());
    Participant::new(name, TimeControl::nodes(300), move || {
        let player = Searching(HashEvaluation { seed, range: 100, antisymmetric: true });
        AgentPlayer::<Kalah>::boxed(Stopping(player, turns.clone(), stop.clone()))
    })
}

fn random(seed: u64) -> Participant {
    Participant::new("random", TimeControl::default(), move || AgentPlayer::<Kalah>::boxed(RandomAgent::new(seed)))
}

fn stores() -> Participant {
    Participant::new("stores", TimeControl::depth(2), || AgentPlayer::<Kalah>::boxed(Searching(Stores)))
}

fn openings(seed: u64) -> Openings {
    Openings::drawn(&*Start::default().state::<Kalah>().unwrap(), 2..=5, seed).unwrap()
}

fn arena(participants: Vec<Participant>, spec: MatchSpec, threads: usize) -> Arena {
    let mut arena = Arena::new(participants, spec, openings(1)).unwrap();
    arena.threads = threads;
    arena
}

fn run(arena: &Arena, file: &Path) -> EndCause {
    arena.run(Some(arena.journal(file).unwrap()), &StopFlag::default(), &mut |_| {}).unwrap().cause
}

#[test]
fn records_are_the_same_bytes_with_any_number_of_threads() {
    let scratch = Scratch::new();
    let mut texts = Vec::new();
    for threads in [1, 2, 5] {
        let file = scratch.file(&format!("{threads}.jsonl"));
        let participants = vec![hashing("one", 1), random(4), hashing("two", 2)];
        let arena = arena(participants, MatchSpec::new(4, 5), threads);
        assert_eq!(run(&arena, &file), EndCause::Complete);
        texts.push(std::fs::read(&file).unwrap());
    }
    assert_eq!(texts[0], texts[1]);
    assert_eq!(texts[0], texts[2]);
    let records = read_records(&scratch.file("1.jsonl")).unwrap();
    assert_eq!(records.len(), 24);
    for pair in records.chunks(2) {
        assert_eq!(pair[0].opening, pair[1].opening);
        assert_eq!(pair[0].agents[0], pair[1].agents[1]);
    }
    // Every record can be replayed.
    for record in &records {
        let mut game = Game::<Kalah>::from_position(
            Kalah::parse(&record.opening.position, &record.rules.parse().unwrap()).unwrap(),
            &record.rules.parse().unwrap(),
        );
        for mv in record.moves.split(' ') {
            game.play_text(mv).unwrap();
        }
        assert_eq!(GameResult::from(game.ending().unwrap().outcome), record.result);
        assert_eq!(record.nodes.len(), game.moves().len() - record.opening.plies);
        assert_eq!(record.times, None);
    }
}

/// Workforce that plays from the last game to the first, and delivers each game twice.
#[derive(Debug)]
struct Backwards<'a>(&'a Arena);

impl Workforce for Backwards<'_> {
    fn play(&self, pending: &PendingGames<'_>, deliver: &mut dyn FnMut(Record) -> Taken) -> Result<(), WorkforceError> {
        assert_eq!(pending.run(), self.0.run_id());
        let mut seats = Seats::default();
        for number in (pending.first()..pending.games()).rev().filter(|&number| pending.is_pending(number)) {
            let record = self.0.play(number, &mut seats, &StopFlag::default(), &|_| {}).unwrap();
            self.0.check(pending.run(), &record).unwrap();
            if deliver(record.clone()) != Taken::More || deliver(record) != Taken::More {
                return Ok(());
            }
        }
        Ok(())
    }
}

#[test]
fn every_workforce_writes_the_same_file() {
    let scratch = Scratch::new();
    let arena = arena(vec![hashing("one", 1), random(4), hashing("two", 2)], MatchSpec::new(4, 5), 1);
    let (here, elsewhere) = (scratch.file("here.jsonl"), scratch.file("elsewhere.jsonl"));
    run(&arena, &here);
    let journal = arena.journal(&elsewhere).unwrap();
    let end = arena.run_by(&Backwards(&arena), Some(journal), &StopFlag::default(), &mut |_| {}).unwrap();
    assert_eq!((end.cause, end.records.len()), (EndCause::Complete, 24));
    assert_eq!(std::fs::read(&here).unwrap(), std::fs::read(&elsewhere).unwrap());
    assert!(!scratch.file("elsewhere.jsonl.early").exists());
}

#[test]
fn a_failed_workforce_leaves_its_delivered_games() {
    #[derive(Debug)]
    struct Half<'a>(&'a Arena);
    impl Workforce for Half<'_> {
        fn play(
            &self,
            pending: &PendingGames<'_>,
            deliver: &mut dyn FnMut(Record) -> Taken,
        ) -> Result<(), WorkforceError> {
            for number in [0, 1, 5] {
                let record = self.0.play(number, &mut Seats::default(), &StopFlag::default(), &|_| {}).unwrap();
                assert_eq!(deliver(record), Taken::More);
            }
            Err(format!("no more than 3 of {}", pending.games()).into())
        }
    }
    let scratch = Scratch::new();
    let arena = arena(vec![hashing("one", 1), hashing("two", 2)], MatchSpec::new(5, 5), 1);
    let file = scratch.file("half.jsonl");
    let journal = arena.journal(&file).unwrap();
    let error = arena.run_by(&Half(&arena), Some(journal), &StopFlag::default(), &mut |_| {}).unwrap_err();
    assert_eq!(error.to_string(), "no more than 3 of 10");
    let journal = arena.journal(&file).unwrap();
    assert_eq!((journal.written().count(), journal.waiting().count()), (2, 1));
    drop(journal);
    assert_eq!(run(&arena, &file), EndCause::Complete);
}

/// A plain `--resume` must not accept games that were found to be forged.
#[test]
fn forged_games_are_removed_from_the_file() {
    #[derive(Debug)]
    struct Forger<'a>(&'a Arena);
    impl Workforce for Forger<'_> {
        fn play(&self, _: &PendingGames<'_>, deliver: &mut dyn FnMut(Record) -> Taken) -> Result<(), WorkforceError> {
            for number in [0, 1, 2, 3, 7] {
                let mut record = self.0.play(number, &mut Seats::default(), &StopFlag::default(), &|_| {}).unwrap();
                if number >= 2 {
                    // The change is possible by the rules, so only a replay detects it.
                    record.nodes[0] -= 1;
                }
                assert_eq!(deliver(record), Taken::More);
            }
            Err(ForgedGames { from: 2, problem: "forged".into() }.into())
        }
    }
    let scratch = Scratch::new();
    let arena = arena(vec![hashing("one", 1), hashing("two", 2)], MatchSpec::new(5, 5), 1);
    let (honest, file) = (scratch.file("honest.jsonl"), scratch.file("forged.jsonl"));
    run(&arena, &honest);
    let journal = arena.journal(&file).unwrap();
    let error = arena.run_by(&Forger(&arena), Some(journal), &StopFlag::default(), &mut |_| {}).unwrap_err();
    assert_eq!(error.to_string(), "forged");
    assert_eq!(read_records(&file).unwrap().len(), 2);
    assert_eq!(run(&arena, &file), EndCause::Complete);
    assert_eq!(std::fs::read(&honest).unwrap(), std::fs::read(&file).unwrap());
}

#[test]
fn a_changed_record_is_refused() {
    let arena = arena(vec![hashing("one", 1), hashing("two", 2)], MatchSpec::new(5, 5), 1);
    let id = arena.run_id();
    let record = arena.play(2, &mut Seats::default(), &StopFlag::default(), &|_| {}).unwrap();
    assert_eq!(arena.check(&id, &record), Ok(()));
    let changes: [fn(&mut Record); 17] = [
        |record| record.time_scale = Some(1.0),
        |record| record.number = 3,
        |record| record.number = 1_000,
        |record| record.pair = 2,
        |record| record.run = "0".into(),
        |record| record.id = "0".into(),
        |record| record.agents.swap(0, 1),
        |record| record.limits[0] = "nodes=301".into(),
        |record| record.seeds[0] ^= 1,
        |record| record.opening.number = 2,
        |record| record.opening.plies += 1,
        |record| record.opening.position = record.opening.position.replace('4', "5"),
        |record| record.rules = "standard,steal=off".into(),
        |record| record.moves += " 1",
        |record| record.moves = record.moves.rsplit_once(' ').unwrap().0.into(),
        |record| record.result = if record.result == GameResult::Draw { GameResult::First } else { GameResult::Draw },
        |record| record.times = Some(Vec::new()),
    ];
    for (index, change) in changes.into_iter().enumerate() {
        let mut changed = record.clone();
        change(&mut changed);
        assert_ne!(changed, record, "change {index} changes nothing");
        assert!(arena.check(&id, &changed).is_err(), "change {index}");
    }
}

#[test]
fn a_run_stopped_and_resumed_anywhere_ends_the_same() {
    let scratch = Scratch::new();
    let participants = || vec![hashing("one", 1), hashing("two", 2)];
    let whole = scratch.file("whole.jsonl");
    run(&arena(participants(), MatchSpec::new(6, 5), 2), &whole);
    let expected = std::fs::read(&whole).unwrap();
    let parts = scratch.file("parts.jsonl");
    let mut runs = 0;
    loop {
        // The runs use one thread and two in turn. With two, a game may end while an earlier one still runs. The players stop the
        // run themselves after some moves, so that the length of a run does not depend on scheduling.
        let threads = 1 + runs % 2;
        let stop = StopFlag::default();
        let turns = Arc::new(AtomicUsize::new(50));
        let participants = vec![stopping("one", 1, &turns, &stop), stopping("two", 2, &turns, &stop)];
        let arena = arena(participants, MatchSpec::new(6, 5), threads);
        let mut played = 0;
        let end = arena.run(Some(arena.journal(&parts).unwrap()), &stop, &mut |_| played += 1).unwrap();
        runs += 1;
        assert!(played > 0);
        assert_eq!(end.records.len(), read_records(&parts).unwrap().len());
        if end.cause == EndCause::Complete {
            break;
        }
        assert_eq!(end.cause, EndCause::Stopped);
    }
    assert!(runs > 1);
    assert_eq!(std::fs::read(&parts).unwrap(), expected);
    // A finished run plays nothing more; a longer one plays the missing games.
    let arena_again = arena(participants(), MatchSpec::new(6, 5), 2);
    let end = arena_again
        .run(Some(arena_again.journal(&parts).unwrap()), &StopFlag::default(), &mut |_| panic!("a game was repeated"))
        .unwrap();
    assert_eq!((end.cause, end.records.len()), (EndCause::Complete, 12));
    let longer = arena(participants(), MatchSpec::new(8, 5), 1);
    let end = longer.run(Some(longer.journal(&parts).unwrap()), &StopFlag::default(), &mut |_| {}).unwrap();
    assert_eq!(end.records.len(), 16);
    assert!(std::fs::read(&parts).unwrap().starts_with(&expected));
}

#[test]
fn a_stopped_run_finishes_the_running_game_and_starts_no_other() {
    struct Stopper(StopFlag);
    impl Agent<Kalah> for Stopper {
        fn think(&mut self, game: &Game<Kalah>, _: &Job, _: OnDepth<'_, Kalah>) -> Result<Report<House>, AgentError> {
            self.0.stop();
            Ok(Report { best: game.position().legal_moves().first().copied(), ..Report::nothing() })
        }
    }
    let stop = StopFlag::default();
    let flag = stop.clone();
    let stopper =
        Participant::new("stopper", TimeControl::default(), move || AgentPlayer::<Kalah>::boxed(Stopper(flag.clone())));
    let end = arena(vec![stopper, random(1)], MatchSpec::new(3, 5), 1).run(None, &stop, &mut |_| {}).unwrap();
    assert_eq!((end.cause, end.records.len()), (EndCause::Stopped, 1));
    assert_eq!(end.records[0].termination, Termination::Rules);
}

/// Its games never end, so only an abandoned run ends.
#[test]
fn an_abandoned_run_ends_at_once_and_the_game_is_played_when_it_is_resumed() {
    struct Waiter {
        abandon: StopFlag,
        running: RunningGames,
        seen: Arc<Mutex<Vec<(u64, usize)>>>,
    }
    impl Agent<Kalah> for Waiter {
        fn think(&mut self, game: &Game<Kalah>, job: &Job, _: OnDepth<'_, Kalah>) -> Result<Report<House>, AgentError> {
            self.seen.lock().unwrap().extend(self.running.plies());
            let shown = self.running.first().unwrap();
            assert_eq!((shown.moves, shown.position), (game.move_texts(), game.start().to_string()));
            assert_eq!(shown.agents, ["random", "random #2"]);
            if game.moves().len() > 9 {
                assert!(
                    shown.notes.iter().all(|note| note.is_some_and(|note| note.score.is_none())),
                    "{:?}",
                    shown.notes
                );
            }
            if game.moves().len() > 9 {
                self.abandon.stop();
                while !job.stop.is_stopped() {
                    std::thread::yield_now();
                }
            }
            Ok(Report { best: game.position().legal_moves().first().copied(), ..Report::nothing() })
        }
    }
    let scratch = Scratch::new();
    let file = scratch.file("games.jsonl");
    let (abandon, running, seen) = (StopFlag::default(), RunningGames::default(), Arc::default());
    let flags = (abandon.clone(), running.clone(), Arc::clone(&seen));
    let waiter = Participant::new("random", TimeControl::default(), move || {
        let (abandon, running, seen) = flags.clone();
        AgentPlayer::<Kalah>::boxed(Waiter { abandon, running, seen })
    });
    let mut stopped = arena(vec![waiter, random(1)], MatchSpec::new(3, 5), 1);
    stopped.abandon = abandon;
    stopped.running = running.clone();
    let journal = stopped.journal(&file).unwrap();
    let end = stopped.run(Some(journal), &StopFlag::default(), &mut |_| panic!("no game has ended")).unwrap();
    assert_eq!((end.cause, end.records.len()), (EndCause::Stopped, 0));
    assert_eq!(running.plies(), []);
    let seen = seen.lock().unwrap();
    assert!(seen.is_sorted() && seen.iter().all(|&(game, _)| game == 0) && seen.last().unwrap().1 > 9, "{seen:?}");
    let again = arena(vec![random(3), random(1)], MatchSpec::new(3, 5), 1);
    let end = again.run(Some(again.journal(&file).unwrap()), &StopFlag::default(), &mut |_| {}).unwrap();
    assert_eq!((end.cause, end.records.len()), (EndCause::Complete, 6));
}

#[test]
fn other_players_do_not_resume() {
    let scratch = Scratch::new();
    let file = scratch.file("games.jsonl");
    run(&arena(vec![hashing("one", 1), hashing("two", 2)], MatchSpec::new(1, 5), 1), &file);
    let other = arena(vec![hashing("one", 1), hashing("three", 2)], MatchSpec::new(1, 5), 1);
    assert!(other.journal(&file).unwrap_err().to_string().contains("contains games of run"));
    // The name is the same, but the weights differ.
    let made_of = |weights: &str| {
        let players = vec![hashing("one", 1).made_of(weights), hashing("two", 2)];
        let openings = Openings::drawn(&*Start::default().state::<Kalah>().unwrap(), 2..=4, 1).unwrap();
        Arena::new(players, MatchSpec::new(1, 1), openings).unwrap().run_id()
    };
    assert_eq!(made_of("store 1"), made_of("store 1"));
    assert_ne!(made_of("store 1"), made_of("store 2"));
}

#[test]
fn the_sequential_test_ends_a_match_at_the_same_pair_with_any_number_of_threads() {
    let scratch = Scratch::new();
    let mut texts = Vec::new();
    for threads in [1, 4] {
        let file = scratch.file(&format!("{threads}.jsonl"));
        let spec = MatchSpec { sprt: Some((0.0, 100.0)), ..MatchSpec::new(500, 5) };
        let arena = arena(vec![stores(), random(4)], spec, threads);
        let end = arena.run(Some(arena.journal(&file).unwrap()), &StopFlag::default(), &mut |_| {}).unwrap();
        assert_eq!(end.cause, EndCause::Decided);
        let tally = end.standings.match_tally().unwrap();
        assert!(tally.pairs.pairs() < 100 && tally.pairs.score().unwrap() > 0.8, "{tally:?}");
        assert!(!scratch.file(&format!("{threads}.jsonl.early")).exists());
        texts.push(std::fs::read(&file).unwrap());
        // The resumed run is still decided, and plays nothing.
        let end = arena
            .run(Some(arena.journal(&file).unwrap()), &StopFlag::default(), &mut |_| panic!("a game was played"))
            .unwrap();
        assert_eq!(end.cause, EndCause::Decided);
    }
    assert_eq!(texts[0], texts[1]);
}

/// Games in the file after the deciding pair are neither delivered nor counted.
#[test]
fn games_after_the_decision_are_dropped() {
    let scratch = Scratch::new();
    let file = scratch.file("games.jsonl");
    let players = || vec![stores(), random(4)];
    assert_eq!(run(&arena(players(), MatchSpec::new(60, 5), 1), &file), EndCause::Complete);
    let spec = MatchSpec { sprt: Some((0.0, 100.0)), ..MatchSpec::new(60, 5) };
    let decided = arena(players(), spec, 1);
    let journal = decided.journal(&file).unwrap();
    let end = decided.run(Some(journal), &StopFlag::default(), &mut |_| panic!("all games are there")).unwrap();
    assert_eq!(end.cause, EndCause::Decided);
    assert!(end.records.len() < 120 && end.records.len().is_multiple_of(2), "{}", end.records.len());
    assert_eq!(end.standings.games(), end.records.len() as u64);
    let without_last = end.records.len() - 2;
    let tally = Standings::of(&end.records[..without_last]);
    let sprt = decided.spec().sequential_test().unwrap().unwrap();
    assert_eq!(sprt.status(&tally.match_tally().unwrap().pairs).decision, None, "the last pair has decided");
}

/// Time limits are scaled to the machine, and the record contains the factor. Node limits are not scaled.
#[test]
fn a_record_contains_its_time_scale() {
    let time = Duration::from_secs(3600);
    let timed = |seed| {
        Participant::new("timed", TimeControl::move_time(time), move || AgentPlayer::<Kalah>::boxed(Asking(seed)))
    };
    let timed = arena(vec![timed(1), timed(2)], MatchSpec::new(1, 5), 1);
    let play = |scale| timed.play(0, &mut Seats::scaled(scale), &StopFlag::default(), &|_| {}).unwrap();
    let (record, usual) = (play(Some(1.5)), play(None));
    assert_eq!((record.time_scale, usual.time_scale), (Some(1.5), None));
    assert_eq!((&record.limits[0], &usual.limits[0]), (&"time=3600s".to_owned(), &"time=3600s".to_owned()));
    // The agents search as many nodes as they have seconds.
    assert!(record.nodes.iter().all(|&nodes| nodes == 5400) && usual.nodes.iter().all(|&nodes| nodes == 3600));
    assert!(record.line().contains(r#""time_scale":1.5"#) && !usual.line().contains("time_scale"));
    let id = timed.run_id();
    assert_eq!((timed.check(&id, &record), timed.check(&id, &usual)), (Ok(()), Ok(())));
    for scale in [0.49, 2.01, -1.0, f64::INFINITY] {
        let other = Record { time_scale: Some(scale), ..record.clone() };
        assert!(timed.check(&id, &other).unwrap_err().contains("scale"), "{scale}");
    }
    let plain = arena(vec![hashing("one", 1), hashing("two", 2)], MatchSpec::new(1, 5), 1);
    let play = |scale| plain.play(0, &mut Seats::scaled(scale), &StopFlag::default(), &|_| {}).unwrap();
    assert_eq!(play(Some(1.5)), play(None));
}

/// Agent that plays the first move, and reports its time limit in seconds as nodes.
struct Asking(u64);

impl Agent<Kalah> for Asking {
    fn think(&mut self, game: &Game<Kalah>, job: &Job, _: OnDepth<'_, Kalah>) -> Result<Report<House>, AgentError> {
        let nodes = job.limits.time.map_or(self.0, |time| time.as_secs());
        Ok(Report { best: game.position().legal_moves().first().copied(), nodes, ..Report::nothing() })
    }
}

/// A game that waited for an earlier one when the run was killed is delivered without being played again.
#[test]
fn a_game_that_waited_is_not_played_again() {
    let scratch = Scratch::new();
    let (whole, file) = (scratch.file("whole.jsonl"), scratch.file("parts.jsonl"));
    run(&arena(vec![hashing("one", 1), hashing("two", 2)], MatchSpec::new(2, 5), 1), &whole);
    let records = read_records(&whole).unwrap();
    let players = |begun: &Arc<AtomicUsize>| {
        ["one", "two"].into_iter().zip([1, 2]).map(|(name, seed)| counting(name, seed, begun)).collect::<Vec<_>>()
    };
    let begun = Arc::new(AtomicUsize::new(0));
    let resumed = arena(players(&begun), MatchSpec::new(2, 5), 1);
    {
        let mut journal = resumed.journal(&file).unwrap();
        journal.append(&records[0]).unwrap();
        journal.hold(&records[2]).unwrap();
    }
    assert_eq!(run(&resumed, &file), EndCause::Complete);
    assert_eq!(std::fs::read(&file).unwrap(), std::fs::read(&whole).unwrap());
    // Two players start each of the games 1 and 3.
    assert_eq!(begun.load(Ordering::Relaxed), 4);
    assert!(!scratch.file("parts.jsonl.early").exists());
}

/// Returns the same player as `hashing`, which counts the games that it starts.
fn counting(name: &str, seed: u64, begun: &Arc<AtomicUsize>) -> Participant {
    struct Counting(Searching<HashEvaluation>, Arc<AtomicUsize>);
    impl Agent<Kalah> for Counting {
        fn new_game(&mut self) {
            self.1.fetch_add(1, Ordering::Relaxed);
        }

        fn think(
            &mut self,
            game: &Game<Kalah>,
            job: &Job,
            each: OnDepth<'_, Kalah>,
        ) -> Result<Report<House>, AgentError> {
            self.0.think(game, job, each)
        }
    }
    let begun = Arc::clone(begun);
    Participant::new(name, TimeControl::nodes(300), move || {
        AgentPlayer::<Kalah>::boxed(Counting(
            Searching(HashEvaluation { seed, range: 100, antisymmetric: true }),
            Arc::clone(&begun),
        ))
    })
}

#[test]
fn the_run_id_depends_on_everything_that_changes_the_games() {
    let id = |change: &dyn Fn(&mut Arena)| {
        let mut arena = arena(vec![hashing("one", 1), hashing("two", 2)], MatchSpec::new(3, 5), 1);
        change(&mut arena);
        arena.run_id()
    };
    let with = |players, spec, openings| Arena::new(players, spec, openings).unwrap().run_id();
    let players = || vec![hashing("one", 1), hashing("two", 2)];
    let spec = || MatchSpec::new(3, 5);
    let rules = Openings::drawn(&*Start::of_setup(None, Some("kalaha")).state::<Kalah>().unwrap(), 2..=5, 1).unwrap();
    let limited = Participant::new("two", TimeControl::nodes(301), || AgentPlayer::<Kalah>::boxed(RandomAgent::new(1)));
    let ids = [
        id(&|_| {}),
        with(players(), MatchSpec::new(3, 6), openings(1)),
        with(players(), spec(), openings(2)),
        with(players(), spec(), rules),
        with(players(), MatchSpec { pairing: Pairing::Gauntlet, ..spec() }, openings(1)),
        with(vec![hashing("one", 1), hashing("three", 2)], spec(), openings(1)),
        with(vec![hashing("one", 1), limited], spec(), openings(1)),
        with(players(), MatchSpec { max_plies: Some(70), ..spec() }, openings(1)),
        id(&|arena| arena.adjudicate = Some(Box::new(|_| Ok(None)))),
    ];
    let different: std::collections::HashSet<&String> = ids.iter().collect();
    assert_eq!(different.len(), ids.len(), "{ids:?}");
    // The id of the run does not depend on the number of games or of threads.
    assert_eq!(with(players(), MatchSpec::new(9, 5), openings(1)), ids[0]);
    assert_eq!(id(&|arena| arena.threads = 7), ids[0]);
}

#[test]
fn deterministic_replays_are_no_evidence() {
    let participants = vec![hashing("one", 1), hashing("two", 2)];
    let openings = openings(1).repeated_after(3);
    let arena = Arena::new(participants, MatchSpec::new(10, 5), openings).unwrap();
    let end = arena.run(None, &StopFlag::default(), &mut |_| {}).unwrap();
    let tally = end.standings.match_tally().unwrap();
    assert_eq!((tally.pairs.pairs(), tally.replays), (3, 7));
}

#[test]
fn failing_agents_lose_their_games_and_the_match_continues() {
    struct Broken;
    impl Agent<Kalah> for Broken {
        fn think(&mut self, _: &Game<Kalah>, _: &Job, _: OnDepth<'_, Kalah>) -> Result<Report<House>, AgentError> {
            Err(AgentError { cause: AgentFailure::Crashed, detail: "always".into() })
        }
    }
    let broken = Participant::new("broken", TimeControl::default(), || AgentPlayer::<Kalah>::boxed(Broken));
    let end =
        arena(vec![broken, random(1)], MatchSpec::new(3, 5), 2).run(None, &StopFlag::default(), &mut |_| {}).unwrap();
    let tally = end.standings.match_tally().unwrap();
    assert_eq!(tally.games().losses, 6);
    assert_eq!(end.standings.terminations()[&(Termination::Crash, Some(0))], 6);
    assert!(end.records.iter().all(|record| record.cause.contains("crashed: always")));
}

#[test]
fn times_are_recorded_only_with_a_time_limit() {
    let control = TimeControl::clock(Duration::from_millis(200), Duration::from_millis(2));
    let timed = Participant::new("timed", control, || AgentPlayer::<Kalah>::boxed(Searching(Stores)));
    let end =
        arena(vec![timed, random(1)], MatchSpec::new(1, 5), 1).run(None, &StopFlag::default(), &mut |_| {}).unwrap();
    for record in &end.records {
        assert_eq!(record.times.as_ref().unwrap().len(), record.nodes.len());
        assert_eq!(record.termination, Termination::Rules, "{}", record.cause);
    }
    assert!(end.records[0].limits[0].starts_with("clock=0.2s"));
}

#[test]
fn equal_names_are_distinguished_and_standings_can_be_rebuilt() {
    let arena = arena(
        vec![random(1), random(2), random(3)],
        MatchSpec { pairing: Pairing::Gauntlet, ..MatchSpec::new(4, 5) },
        2,
    );
    assert_eq!(arena.names(), ["random", "random #2", "random #3"]);
    let end = arena.run(None, &StopFlag::default(), &mut |_| {}).unwrap();
    let again = Standings::of(&end.records);
    assert_eq!(again.names(), end.standings.names());
    for (players, tally) in end.standings.tallies() {
        let other = again.tallies().find(|(others, _)| *others == players).unwrap().1;
        assert_eq!((tally.pairs, tally.by_side), (other.pairs, other.by_side));
        assert_eq!(tally.pairs.pairs(), 4);
    }
    assert!(Arena::new(vec![random(1)], MatchSpec::new(1, 1), openings(1)).is_err());
}
