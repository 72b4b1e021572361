//! Matches: those that the page starts, and files of recorded games.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use plyground_arena::{GameResult, Record, Summary};
use plyground_catalog::{AnyGame, Contest, GameRef};
use plyground_game::notation::escaped;
use plyground_page::{Recorded, Share, in_one_line, lock};
use plyground_search::StopFlag;
use serde::Serialize;
use tokio::sync::watch;

use crate::fault::Fault;
use crate::limits::{KEPT, MATCH_TIME, MATCHES, RECORDS_IN_ALL, UNFOLLOWED};
use crate::running::{Newest, Watched};
use crate::searches::{Counted, Emitter, Searches};

/// A match.
pub(crate) struct Match {
    title: String,
    games: Mutex<Games>,
    /// Changes with every game, and at the end.
    changed: watch::Sender<u64>,
    stop: StopFlag,
    followers: Arc<AtomicUsize>,
    /// Whether a page has given up its stream, or still watches without one.
    is_kept: AtomicBool,
    /// Running game of a match that the page has started.
    watched: Option<Watched>,
    /// Bytes of the file that it was read from.
    size: usize,
}

#[derive(Default)]
struct Games {
    records: Vec<Record>,
    total: u64,
    running: bool,
    error: Option<String>,
}

/// A match in the list.
#[derive(Debug, Serialize)]
pub(crate) struct Listed {
    id: u64,
    title: String,
    done: usize,
    total: u64,
    running: bool,
    error: Option<String>,
}

/// A game in the list of a match.
#[derive(Debug, Serialize)]
pub(crate) struct GameListed {
    number: usize,
    game: String,
    agents: [String; 2],
    result: GameResult,
    cause: String,
    plies: usize,
}

/// A match with its crosstable and some of its games.
#[derive(Debug, Serialize)]
pub(crate) struct Shown {
    #[serde(flatten)]
    listed: Listed,
    summary: Option<Summary>,
    games: Vec<GameListed>,
}

/// All matches of a server.
#[derive(Default)]
pub(crate) struct Archive {
    matches: Mutex<BTreeMap<u64, Arc<Match>>>,
    next: AtomicU64,
}

impl Archive {
    /// Adds games of a file with this size in bytes.
    pub(crate) fn add(&self, title: &str, size: usize, mut records: Vec<Record>) -> Result<u64, Fault> {
        let total = records.len() as u64;
        // A file may hold names of another program: the page shows no invisible characters.
        for record in &mut records {
            record.agents = record.agents.each_ref().map(|name| escaped(name));
            record.cause = escaped(&record.cause);
        }
        let games = Games { records, total, running: false, error: None };
        self.insert(escaped(title), size, games, None).map(|(id, _)| id)
    }

    fn insert(
        &self,
        title: String,
        size: usize,
        games: Games,
        watched: Option<Watched>,
    ) -> Result<(u64, Arc<Match>), Fault> {
        let mut matches = lock(&self.matches);
        // The oldest files are evicted, but only when the new one is taken.
        let (mut evicted, mut in_all) = (Vec::new(), size + matches.values().map(|one| one.size).sum::<usize>());
        for (&id, one) in matches.iter().filter(|(_, one)| one.size > 0) {
            if in_all <= RECORDS_IN_ALL {
                break;
            }
            in_all -= one.size;
            evicted.push(id);
        }
        if matches.len() - evicted.len() >= MATCHES {
            // Beside them the oldest that has ended.
            let ended = matches.iter().find(|(id, one)| !evicted.contains(id) && !lock(&one.games).running);
            evicted.push(*ended.ok_or_else(|| Fault::busy("matches"))?.0);
        }
        matches.retain(|id, _| !evicted.contains(id));
        let id = self.next.fetch_add(1, Ordering::SeqCst) + 1;
        let one = Arc::new(Match {
            title,
            games: Mutex::new(games),
            changed: watch::Sender::new(0),
            stop: StopFlag::default(),
            followers: Arc::default(),
            is_kept: AtomicBool::default(),
            watched,
            size,
        });
        matches.insert(id, Arc::clone(&one));
        Ok((id, one))
    }

    /// Starts a match; it ends early without a follower.
    pub(crate) fn start(
        &self,
        searches: &Searches,
        memory: Share,
        game: &GameRef,
        contest: Contest,
    ) -> Result<u64, Fault> {
        let names: Vec<String> = contest.agents.iter().map(ToString::to_string).collect();
        let total = contest.spec.pairs * (names.len() * (names.len() - 1)) as u64;
        let title = format!("{}: {}", game.info().title, names.join(" – "));
        let watched = Watched::new(game, &contest);
        let (id, one) = self.insert(title, 0, Games { total, running: true, ..Games::default() }, Some(watched))?;
        // A stopped match also ends its running game.
        let contest = Contest { abandon: one.stop.clone(), ..contest };
        let (playing, game) = (Arc::clone(&one), Arc::clone(game));
        let work = searches.run(one.stop.clone(), MATCH_TIME, move || {
            let _memory = memory;
            playing.play(&*game, &contest);
        });
        let waits = Arc::clone(&one);
        tokio::spawn(async move {
            work.await;
            lock(&waits.games).running = false;
            waits.changed.send_modify(|count| *count += 1);
        });
        tokio::spawn(async move { one.stop_when_left().await });
        Ok(id)
    }

    pub(crate) fn find(&self, id: u64) -> Result<Arc<Match>, Fault> {
        self.get(id).ok_or_else(|| Fault::missing("match"))
    }

    fn get(&self, id: u64) -> Option<Arc<Match>> {
        lock(&self.matches).get(&id).cloned()
    }

    /// All of them, the newest first.
    pub(crate) fn list(&self) -> Vec<Listed> {
        lock(&self.matches).iter().rev().map(|(&id, one)| one.listed(id)).collect()
    }

    pub(crate) fn stop_all(&self) {
        for one in lock(&self.matches).values() {
            one.stop.stop();
        }
    }
}

/// The page opens them by number.
impl Recorded for Archive {
    fn game(&self, of: u64, number: usize) -> Result<Record, plyground_page::Fault> {
        let one = self.get(of).ok_or_else(|| plyground_page::Fault::missing("match"))?;
        let games = lock(&one.games);
        let found = number.checked_sub(1).and_then(|index| games.records.get(index)).cloned();
        found.ok_or_else(|| plyground_page::Fault::missing("game of this match"))
    }

    fn games_of(&self, game: &str, rules: &str, most: usize) -> Vec<Record> {
        let matches: Vec<Arc<Match>> = lock(&self.matches).values().rev().cloned().collect();
        let mut found = Vec::new();
        for one in matches {
            let games = lock(&one.games);
            let fit = games.records.iter().rev().filter(|record| record.game == game && record.rules == rules);
            found.extend(fit.take(most - found.len()).cloned());
        }
        found
    }
}

impl Match {
    fn play(&self, game: &dyn AnyGame, contest: &Contest) {
        let ended = game.contest(contest, None, &self.stop, &mut |progress| {
            lock(&self.games).records.push(progress.record.clone());
            self.changed.send_modify(|count| *count += 1);
        });
        if let Err(error) = ended {
            lock(&self.games).error = Some(in_one_line(&error));
        }
    }

    async fn stop_when_left(&self) {
        let beat = Duration::from_millis(500);
        let mut left = UNFOLLOWED;
        while left > Duration::ZERO && lock(&self.games).running {
            tokio::time::sleep(beat).await;
            left = if self.is_kept.swap(false, Ordering::SeqCst) { KEPT } else { left.saturating_sub(beat) };
            if self.followers.load(Ordering::SeqCst) > 0 {
                left = left.max(UNFOLLOWED);
            }
        }
        self.stop.stop();
    }

    /// Lets the match go on for a while without a follower.
    pub(crate) fn keep(&self) {
        self.is_kept.store(true, Ordering::SeqCst);
    }

    pub(crate) fn stop(&self) {
        self.stop.stop();
    }

    fn listed(&self, id: u64) -> Listed {
        let games = lock(&self.games);
        Listed {
            id,
            title: self.title.clone(),
            done: games.records.len(),
            total: games.total,
            running: games.running,
            error: games.error.clone(),
        }
    }

    /// The crosstable, and `count` games from number `from` on.
    pub(crate) fn shown(&self, id: u64, from: usize, count: usize) -> Shown {
        let listed = self.listed(id);
        let games = lock(&self.games);
        let game = |(index, record): (usize, &Record)| GameListed {
            number: index + 1,
            game: record.game.clone(),
            agents: record.agents.clone(),
            result: record.result,
            cause: record.cause.clone(),
            plies: record.moves.split_whitespace().count(),
        };
        Shown {
            listed,
            summary: (!games.records.is_empty()).then(|| Summary::of(&games.records, None)),
            games: games.records.iter().enumerate().skip(from).take(count).map(game).collect(),
        }
    }

    /// Streams every change of the match and every move of its running game, at most four times per second, until the match has
    /// ended or the listener is gone.
    pub(crate) async fn follow(self: Arc<Match>, id: u64, emitter: Emitter) {
        let _follower = Counted::new(&self.followers, StopFlag::default());
        let mut changed = self.changed.subscribe();
        let mut newest = Newest::default();
        changed.mark_changed();
        loop {
            // Before the state is read, so that the next pass sees a change during this one.
            let is_changed = changed.borrow_and_update().has_changed();
            let running = lock(&self.games).running;
            for game in self.news(&mut newest) {
                if !emitter.tell_slowly("game", &game).await {
                    return;
                }
            }
            if is_changed {
                let shown = self.shown(id, usize::MAX, 0);
                if !emitter.tell_slowly(if running { "match" } else { "done" }, &shown).await || !running {
                    return;
                }
            }
            tokio::select! {
                () = emitter.closed() => return,
                () = tokio::time::sleep(Duration::from_millis(250)) => {}
            }
        }
    }

    /// The moves since the last event.
    fn news(&self, newest: &mut Newest) -> Vec<serde_json::Value> {
        let Some(watched) = &self.watched else { return Vec::new() };
        newest.news(watched, |number| {
            let games = lock(&self.games);
            games.records.iter().rfind(|game| number.is_none_or(|number| game.number == number)).cloned()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_catalog::Catalog;
    use plyground_page::Budget;

    /// The clock is paused, and moved on by hand.
    async fn pass(time: Duration) {
        let beat = Duration::from_millis(250);
        for _ in 0..time.as_millis() / beat.as_millis() {
            tokio::time::advance(beat).await;
            tokio::task::yield_now().await;
        }
    }

    /// Names of a file reach the page without characters that do not show.
    #[test]
    fn names_of_a_file_are_escaped() {
        let catalog = Catalog::standard();
        let game = catalog.game("kalah").unwrap();
        let mut contest = Contest::new(vec![game.agent("random").unwrap(), game.agent("greedy").unwrap()]);
        contest.spec.pairs = 1;
        let mut records = game.contest(&contest, None, &StopFlag::default(), &mut |_| {}).unwrap().records;
        for record in &mut records {
            record.agents = ["gre\u{200b}edy".into(), "\u{202e}modnar\u{1b}".into()];
            record.cause += "\u{2028}";
        }
        let archive = Archive::default();
        let id = archive.add("games\u{feff}.jsonl", 1, records).unwrap();
        let shown = serde_json::to_value(archive.find(id).unwrap().shown(id, 0, 100)).unwrap();
        assert_eq!(shown["title"], r"games\u{feff}.jsonl");
        assert_eq!(shown["games"][0]["agents"][0], r"gre\u{200b}edy");
        for text in [shown.to_string(), serde_json::to_string(&archive.game(id, 1).unwrap()).unwrap()] {
            assert!(!text.contains(plyground_game::notation::is_invisible) && !text.contains("\\u001b"), "{text}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_match_ends_ten_seconds_after_the_last_page_has_left() {
        let (catalog, archive, searches) = (Catalog::standard(), Archive::default(), Searches::new());
        let game = catalog.game("khet").unwrap();
        // A stopped match plays its running game to its end, so the moves are short.
        let agent = game.agent("best:time=10ms").unwrap();
        let mut contest = Contest::new(vec![agent.clone(), agent]);
        contest.spec.pairs = 1_000;
        let memory = Budget::new(0).take(0).unwrap();
        let id = archive.start(&searches, memory, game, contest).unwrap();
        let one = archive.find(id).unwrap();
        // A page that is reloaded leaves for a moment.
        for _ in 0..2 {
            let (events, emitter) = searches.open(StopFlag::default()).unwrap();
            tokio::spawn(Arc::clone(&one).follow(id, emitter));
            pass(Duration::from_secs(60)).await;
            drop(events);
            pass(UNFOLLOWED - Duration::from_secs(1)).await;
            assert!(!one.stop.is_stopped());
        }
        // A hidden tab gives up its stream and asks for the match now and then.
        for _ in 0..3 {
            one.keep();
            pass(KEPT - Duration::from_secs(2)).await;
            assert!(!one.stop.is_stopped());
        }
        pass(Duration::from_secs(3)).await;
        assert!(one.stop.is_stopped());
        let mut changed = one.changed.subscribe();
        while lock(&one.games).running {
            changed.changed().await.unwrap();
        }
    }
}
