//! Sessions that think, kept from one search of a purpose to the next: their agents go on with the tables that they have.
//!
//! A few of them are kept in the whole server; the one that was idle longest makes room. Each has one agent, so that what a page may
//! make the server remember has a bound.

use std::sync::{Arc, Mutex};

use plyground_catalog::{AgentSpec, CatalogError, GameRef, Session, Start};

use crate::limits::{THINKER_TABLES, THINKERS, lock};

/// A session that thinks with one agent, for one purpose of one game.
pub(crate) struct Thinker {
    room: u64,
    purpose: &'static str,
    pub(crate) spec: AgentSpec,
    session: Mutex<Option<Box<dyn Session>>>,
}

impl Thinker {
    /// Does some work at a place of the game. Another search of the same session has been stopped; until it has ended this waits, so
    /// it is for threads of searches alone.
    pub(crate) fn at<T>(
        &self,
        game: &GameRef,
        start: &Start,
        work: impl FnOnce(&mut dyn Session) -> Result<T, CatalogError>,
    ) -> Result<T, CatalogError> {
        let mut kept = lock(&self.session);
        // Taken out: where the work fails or panics, the next begins with a new one.
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

    /// MiB of its table.
    fn table(&self) -> u64 {
        // What agents take where nothing is said; some have none.
        const USUAL: u64 = 16;
        self.spec.number("table").unwrap_or(USUAL)
    }
}

/// The thinking sessions of a server, the one idle longest first.
#[derive(Default)]
pub(crate) struct Thinkers(Mutex<Vec<Arc<Thinker>>>);

impl Thinkers {
    /// How many are kept.
    pub(crate) fn len(&self) -> usize {
        lock(&self.0).len()
    }

    /// The session of a room that has this agent for this purpose, or a new one.
    pub(crate) fn find(&self, room: u64, purpose: &'static str, spec: &AgentSpec) -> Arc<Thinker> {
        let mut all = lock(&self.0);
        let same = |other: &Arc<Thinker>| other.room == room && other.purpose == purpose && other.spec == *spec;
        let found = match all.iter().position(same) {
            Some(index) => all.remove(index),
            None => Arc::new(Thinker { room, purpose, spec: spec.clone(), session: Mutex::default() }),
        };
        all.push(Arc::clone(&found));
        while all.len() > 1 && (all.len() > THINKERS || all.iter().map(|one| one.table()).sum::<u64>() > THINKER_TABLES)
        {
            // One that searches at this moment lives until it has ended.
            all.remove(0);
        }
        found
    }

    /// Forgets those of a room.
    pub(crate) fn leave(&self, room: u64) {
        lock(&self.0).retain(|thinker| thinker.room != room);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_catalog::{ANALYSIS, Catalog};
    use plyground_search::{Job, Limits};

    #[test]
    fn few_are_kept_and_the_newest() {
        let game = Catalog::standard().game("kalah").unwrap().clone();
        let thinkers = Thinkers::default();
        let best = game.agent("best").unwrap();
        let first = thinkers.find(1, "analysis", &best);
        assert!(Arc::ptr_eq(&first, &thinkers.find(1, "analysis", &best)));
        assert!(!Arc::ptr_eq(&first, &thinkers.find(1, "player", &best)));
        assert!(!Arc::ptr_eq(&first, &thinkers.find(2, "analysis", &best)));
        assert_eq!(thinkers.len(), 3);
        thinkers.leave(1);
        assert_eq!(thinkers.len(), 1);
        for room in 0..100 {
            thinkers.find(room, "analysis", &best);
        }
        assert_eq!(thinkers.len(), THINKERS);
        let large = game.agent("best:table=256").unwrap();
        for room in 0..100 {
            thinkers.find(room, "analysis", &large);
        }
        assert_eq!(thinkers.len() as u64, THINKER_TABLES / 256);
    }

    #[test]
    fn an_agent_goes_on_with_its_table() {
        let game = Catalog::standard().game("kalah").unwrap().clone();
        let thinkers = Thinkers::default();
        let spec = game.agent("best").unwrap();
        let nodes = |moves: &str| {
            let start = Start { moves: moves.into(), ..Start::default() };
            let job = Job::new(Limits::depth(8));
            let think = |session: &mut dyn Session| session.analyse(&spec, &job, ANALYSIS, &mut |_| {});
            thinkers.find(1, "analysis", &spec).at(&game, &start, think).unwrap().nodes
        };
        let (first, again) = (nodes("3"), nodes("3"));
        assert!(again < first / 2, "{first}, then {again}");
        let fault =
            thinkers.find(1, "analysis", &spec).at(&game, &Start { moves: "9".into(), ..Start::default() }, |_| Ok(()));
        assert!(fault.is_err());
        assert_eq!(nodes("3"), first, "after a fault it begins anew");
    }
}
