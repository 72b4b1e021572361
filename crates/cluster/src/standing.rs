//! Standing of the workers of a run: their credibility and their presence.
//!
//! This module does not use a server, so that it can be tested without one.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// Number of invalid results after which a worker counts as caught.
const GARBAGE: usize = 3;
/// Number of chunks that failed at a worker and were played by others, after which a worker without accepted games counts as
/// unable.
const REFUTED: u32 = 3;
/// Number of caught workers, without any honest one, after which the coordinator doubts its own machine.
const ALL_CAUGHT: usize = 3;
/// Time in which a worker that was heard counts as present.
const PRESENT: Duration = Duration::from_secs(10);

/// State of a worker in a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    Believed,
    /// Others play the chunks that fail there, so its failures do not count.
    Unable,
    /// It has sent invalid or forged results. All its messages are ignored.
    Caught,
}

#[derive(Debug)]
struct Member {
    state: State,
    /// Number of batches that have passed a check.
    passed: u32,
    /// Number of games accepted in this run.
    accepted: u64,
    /// Ids of the messages whose chunks it answered with invalid results.
    garbage: HashSet<String>,
    refuted: u32,
    /// Index in `names`, once a game of it was accepted.
    number: Option<u16>,
}

/// Workers of earlier runs of the same command.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ledger(Arc<Mutex<HashMap<String, Past>>>);

#[derive(Clone, Copy, Debug, Default)]
struct Past {
    games: u64,
    is_caught: bool,
}

impl Ledger {
    fn with<T>(&self, what: impl FnOnce(&mut HashMap<String, Past>) -> T) -> T {
        what(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Workers of a run.
#[derive(Debug)]
pub(crate) struct Standing {
    ledger: Ledger,
    members: HashMap<String, Member>,
    /// Names by number. Number 0 is an unknown worker.
    names: Vec<String>,
    /// Time at which each worker was last heard.
    present: HashMap<String, Instant>,
}

impl Standing {
    pub(crate) fn new(ledger: Ledger) -> Standing {
        Standing { ledger, members: HashMap::new(), names: vec![String::new()], present: HashMap::new() }
    }

    fn member(&mut self, worker: &str) -> &mut Member {
        if !self.members.contains_key(worker) {
            let is_caught = self.ledger.with(|past| past.get(worker).is_some_and(|past| past.is_caught));
            let state = if is_caught { State::Caught } else { State::Believed };
            let member = Member { state, passed: 0, accepted: 0, garbage: HashSet::new(), refuted: 0, number: None };
            self.members.insert(worker.to_owned(), member);
        }
        self.members.get_mut(worker).expect("it has just been put there")
    }

    /// Records that a worker was heard.
    pub(crate) fn note_present(&mut self, worker: &str, now: Instant) {
        self.present.insert(worker.to_owned(), now);
    }

    pub(crate) fn state(&mut self, worker: &str) -> State {
        self.member(worker).state
    }

    /// Returns the number of a worker, by which games refer to it. Only workers that have passed a check get one, so that invalid
    /// messages use up no numbers.
    pub(crate) fn number(&mut self, worker: &str) -> u16 {
        if let Some(number) = self.member(worker).number {
            return number;
        }
        // If there are more workers, the others share the number of the unknown worker.
        let number = u16::try_from(self.names.len()).unwrap_or(0);
        if number > 0 {
            self.names.push(worker.to_owned());
        }
        self.member(worker).number = Some(number);
        number
    }

    /// Returns the number of a worker, if a game of it was accepted.
    pub(crate) fn known_number(&self, worker: &str) -> Option<u16> {
        self.members.get(worker)?.number.filter(|&number| number > 0)
    }

    /// Returns the name of a number.
    pub(crate) fn name(&self, number: u16) -> &str {
        self.names.get(usize::from(number)).map_or("", String::as_str)
    }

    /// Reports whether the worker of a number was caught.
    pub(crate) fn is_caught(&self, number: u16) -> bool {
        self.members.get(self.name(number)).is_some_and(|member| member.state == State::Caught)
    }

    /// Returns the number of batches of a worker that have passed a check.
    pub(crate) fn passed(&mut self, worker: &str) -> u32 {
        self.member(worker).passed
    }

    /// Records that a batch of a worker has passed a check.
    pub(crate) fn note_passed(&mut self, worker: &str) {
        self.member(worker).passed += 1;
    }

    /// Records accepted games.
    pub(crate) fn note_accepted(&mut self, worker: &str, games: u64) {
        self.member(worker).accepted += games;
    }

    /// Records an invalid result. Returns whether the worker must be caught for it.
    pub(crate) fn note_garbage(&mut self, worker: &str, job: &str) -> bool {
        let member = self.member(worker);
        // A repeated message counts once.
        member.garbage.insert(job.to_owned());
        member.state != State::Caught && member.garbage.len() >= GARBAGE
    }

    /// Records that another worker has played a chunk that failed here. Returns whether the worker becomes unable.
    pub(crate) fn note_refuted(&mut self, worker: &str) -> bool {
        let member = self.member(worker);
        member.refuted += 1;
        // A worker with accepted games can play, so the failure has another cause.
        let is_unable = member.state == State::Believed && member.accepted == 0 && member.refuted >= REFUTED;
        if is_unable {
            member.state = State::Unable;
        }
        is_unable
    }

    /// Marks a worker as caught, and returns the number of its games that earlier runs of the command have accepted.
    pub(crate) fn catch(&mut self, worker: &str) -> u64 {
        self.member(worker).state = State::Caught;
        self.ledger.with(|past| {
            let past = past.entry(worker.to_owned()).or_default();
            past.is_caught = true;
            past.games
        })
    }

    /// Reports whether several workers were caught and none has passed a check, so that this machine is probably at fault.
    pub(crate) fn is_alone(&self) -> bool {
        let caught = self.members.values().filter(|member| member.state == State::Caught && member.garbage.is_empty());
        caught.count() >= ALL_CAUGHT && self.members.values().all(|member| member.passed == 0)
    }

    /// Reports whether enough workers have failed at a chunk: all that are present and believed, or as many as a chunk has
    /// attempts.
    pub(crate) fn is_enough(&self, failed: &BTreeSet<String>, attempts: u32, now: Instant) -> bool {
        let is_believed = |name: &String| self.members.get(name).is_none_or(|member| member.state == State::Believed);
        let mut present = self.present.iter().filter(|&(name, &heard)| now - heard < PRESENT && is_believed(name));
        failed.len() >= attempts as usize || present.all(|(name, _)| failed.contains(name))
    }
}

impl Drop for Standing {
    /// Records the number of accepted games of each worker for later runs.
    fn drop(&mut self) {
        self.ledger.with(|past| {
            for (name, member) in self.members.iter().filter(|(_, member)| member.accepted > 0) {
                past.entry(name.clone()).or_default().games += member.accepted;
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn one_worker_alone_does_not_set_a_chunk_aside_while_others_are_present() {
        let (mut standing, now) = (Standing::new(Ledger::default()), Instant::now());
        assert!(standing.is_enough(&failed(&["one"]), 5, now), "no other worker is there");
        standing.note_present("one", now);
        standing.note_present("other", now);
        assert!(!standing.is_enough(&failed(&["one"]), 5, now));
        assert!(standing.is_enough(&failed(&["one", "other"]), 5, now));
        assert!(standing.is_enough(&failed(&["one"]), 5, now + PRESENT), "the other one is gone");
        standing.catch("other");
        assert!(standing.is_enough(&failed(&["one"]), 5, now), "the other one does not count");
        standing.note_present("third", now);
        assert!(standing.is_enough(&failed(&["1", "2", "3", "4", "5"]), 5, now));
    }

    #[test]
    fn garbage_is_counted_by_chunk_and_failures_by_what_others_play() {
        let mut standing = Standing::new(Ledger::default());
        for _ in 0..10 {
            assert!(!standing.note_garbage("a", "job 1"), "one message repeated");
        }
        assert!(!standing.note_garbage("a", "job 2") && standing.note_garbage("a", "job 3"));
        assert!(!standing.note_refuted("b") && !standing.note_refuted("b"));
        assert!(standing.note_refuted("b") && standing.state("b") == State::Unable);
        standing.note_accepted("c", 2);
        assert!((0..9).all(|_| !standing.note_refuted("c")), "it can play");
    }

    /// Regression: 65,535 names of clients that had sent only invalid results used up all numbers, so that forged games of
    /// workers remained.
    #[test]
    fn names_without_accepted_games_use_up_no_numbers() {
        let mut standing = Standing::new(Ledger::default());
        for name in 0..70_000 {
            standing.state(&name.to_string());
        }
        assert_eq!(standing.known_number("a"), None);
        assert_eq!(standing.number("a"), 1);
        assert_eq!((standing.known_number("a"), standing.number("a"), standing.name(1)), (Some(1), 1, "a"));
    }

    #[test]
    fn later_runs_know_the_caught_workers_and_the_accepted_games() {
        let ledger = Ledger::default();
        let mut standing = Standing::new(ledger.clone());
        standing.note_accepted("a", 7);
        standing.note_accepted("b", 1);
        assert_eq!(standing.catch("b"), 0, "this run itself plays again what it has accepted");
        drop(standing);
        let mut standing = Standing::new(ledger);
        assert_eq!((standing.state("a"), standing.state("b")), (State::Believed, State::Caught));
        assert_eq!(standing.catch("a"), 7);
    }

    #[test]
    fn a_machine_that_no_worker_agrees_with_is_at_fault() {
        let mut standing = Standing::new(Ledger::default());
        for name in ["a", "b", "c"] {
            assert!(!standing.is_alone());
            standing.catch(name);
        }
        assert!(standing.is_alone());
        standing.note_passed("d");
        assert!(!standing.is_alone());
    }
}
