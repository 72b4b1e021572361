//! Search sessions persist from one search of a purpose to the next, so that their agents keep their tables.
//!
//! The server has a limited number of them and removes the one that was idle the longest. Each has one agent, so the memory of a
//! page is bounded.

use std::sync::{Arc, Mutex};

use plyground_catalog::{AgentSpec, CatalogError, GameRef, Session, Start};

use crate::fault::Fault;
use crate::limits::{Budget, SEARCH_SESSION_TABLES, SEARCH_SESSIONS, Share, lock, memory_of};

/// Session that searches with one agent, for one purpose of one game.
pub(crate) struct SearchSession {
    game_session: u64,
    purpose: &'static str,
    pub(crate) spec: AgentSpec,
    session: Mutex<Option<Box<dyn Session>>>,
    _memory: Share,
}

impl SearchSession {
    /// Runs work at a position of the game. It waits until an earlier search of the same session has ended, so only search
    /// threads may call it.
    pub(crate) fn at<T>(
        &self,
        game: &GameRef,
        start: &Start,
        work: impl FnOnce(&mut dyn Session) -> Result<T, CatalogError>,
    ) -> Result<T, CatalogError> {
        let mut kept = lock(&self.session);
        // The session is taken out, so that the next search opens a new one if the work fails or panics.
        let mut session = match kept.take() {
            Some(mut session) => {
                session.go_to(start)?;
                session
            }
            None => game.open(start)?,
        };
        let done = work(&mut *session)?;
        *kept = Some(session);
        Ok(done)
    }
}

/// Search sessions of a server, ordered by idle time, the longest first.
pub(crate) struct SearchSessions {
    all: Mutex<Vec<Arc<SearchSession>>>,
    memory: Budget,
}

impl SearchSessions {
    /// Creates an empty set whose tables count against this budget.
    pub(crate) fn new(memory: Budget) -> SearchSessions {
        SearchSessions { all: Mutex::default(), memory }
    }

    /// Returns the number of sessions.
    pub(crate) fn len(&self) -> usize {
        lock(&self.all).len()
    }

    /// Returns the search session of this agent and purpose in a game session, or creates it.
    ///
    /// # Errors
    /// Returns a fault if the memory budget is exhausted.
    pub(crate) fn find(
        &self,
        game_session: u64,
        purpose: &'static str,
        spec: &AgentSpec,
    ) -> Result<Arc<SearchSession>, Fault> {
        let mut all = lock(&self.all);
        let same = |other: &Arc<SearchSession>| {
            other.game_session == game_session && other.purpose == purpose && other.spec == *spec
        };
        let found = match all.iter().position(same) {
            Some(index) => all.remove(index),
            None => {
                let memory = loop {
                    if let Some(memory) = self.memory.take(memory_of(spec)) {
                        break memory;
                    }
                    // A running search holds its memory until it ends.
                    let idle = all.iter().position(|one| Arc::strong_count(one) == 1);
                    drop(all.remove(idle.ok_or_else(|| Fault::busy("tables"))?));
                };
                let (spec, session) = (spec.clone(), Mutex::default());
                Arc::new(SearchSession { game_session, purpose, spec, session, _memory: memory })
            }
        };
        all.push(Arc::clone(&found));
        while all.len() > 1
            && (all.len() > SEARCH_SESSIONS
                || all.iter().map(|one| memory_of(&one.spec)).sum::<u64>() > SEARCH_SESSION_TABLES)
        {
            all.remove(0);
        }
        Ok(found)
    }

    /// Removes the search sessions of a game session.
    pub(crate) fn leave(&self, game_session: u64) {
        lock(&self.all).retain(|search_session| search_session.game_session != game_session);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::TABLES_IN_ALL;
    use plyground_catalog::{ANALYSIS, Catalog};
    use plyground_search::{Job, Limits};

    #[test]
    fn few_are_kept_and_the_newest() {
        let game = Catalog::standard().game("kalah").unwrap().clone();
        let search_sessions = SearchSessions::new(Budget::new(TABLES_IN_ALL));
        let best = game.agent("best").unwrap();
        let first = search_sessions.find(1, "analysis", &best).unwrap();
        assert!(Arc::ptr_eq(&first, &search_sessions.find(1, "analysis", &best).unwrap()));
        assert!(!Arc::ptr_eq(&first, &search_sessions.find(1, "player", &best).unwrap()));
        assert!(!Arc::ptr_eq(&first, &search_sessions.find(2, "analysis", &best).unwrap()));
        assert_eq!(search_sessions.len(), 3);
        search_sessions.leave(1);
        assert_eq!(search_sessions.len(), 1);
        for game_session in 0..100 {
            search_sessions.find(game_session, "analysis", &best).unwrap();
        }
        assert_eq!(search_sessions.len(), SEARCH_SESSIONS);
        let large = game.agent("best:table=256").unwrap();
        for game_session in 0..100 {
            search_sessions.find(game_session, "analysis", &large).unwrap();
        }
        assert_eq!(search_sessions.len() as u64, SEARCH_SESSION_TABLES / 256);
    }

    #[test]
    fn memory_is_for_all_together() {
        let game = Catalog::standard().game("kalah").unwrap().clone();
        let (memory, large) = (Budget::new(600), game.agent("best:table=256").unwrap());
        let search_sessions = SearchSessions::new(memory.clone());
        let used = [1, 2].map(|game_session| search_sessions.find(game_session, "analysis", &large).unwrap());
        // Both are at work.
        assert!(search_sessions.find(3, "analysis", &large).is_err());
        drop(used);
        assert!(memory.take(300).is_none());
        assert!(search_sessions.find(3, "analysis", &large).is_ok(), "an idle one makes room");
        assert_eq!(search_sessions.len(), 2);
    }

    #[test]
    fn an_agent_continues_with_its_table() {
        let game = Catalog::standard().game("kalah").unwrap().clone();
        let search_sessions = SearchSessions::new(Budget::new(TABLES_IN_ALL));
        let spec = game.agent("best").unwrap();
        let nodes = |moves: &str| {
            let start = Start { moves: moves.into(), ..Start::default() };
            let job = Job::new(Limits::depth(8));
            let think = |session: &mut dyn Session| session.analyse(&spec, &job, ANALYSIS, &mut |_| {});
            search_sessions.find(1, "analysis", &spec).unwrap().at(&game, &start, think).unwrap().nodes
        };
        let (first, again) = (nodes("1 2"), nodes("1 2"));
        assert!(again < first / 2, "{first}, then {again}");
        let fault = search_sessions.find(1, "analysis", &spec).unwrap().at(
            &game,
            &Start { moves: "9".into(), ..Start::default() },
            |_| Ok(()),
        );
        assert!(fault.is_err());
        assert_eq!(nodes("1 2"), first, "after a fault it begins again");
    }
}
