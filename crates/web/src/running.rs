//! The running game of a match, for pages that watch it.

use plyground_arena::{MoveNote, Record, RunningGame, RunningGames};
use plyground_catalog::{AgentSpec, Contest, GameRef, Judge, Value};
use plyground_game::Side;
use serde::Serialize;
use serde_json::json;

/// The running game of a match and its players.
pub(crate) struct Watched {
    game: GameRef,
    agents: Vec<AgentSpec>,
    running: RunningGames,
}

/// The search report of an agent's last move.
#[derive(Debug, Serialize)]
struct Thought {
    /// Its winning chance, 0 to 1; `None` for an agent without search.
    share: Option<f64>,
    /// Its own score in words, for the first side.
    score: Option<String>,
    depth: u32,
    nodes: u64,
}

impl Watched {
    pub(crate) fn new(game: &GameRef, contest: &Contest) -> Watched {
        Watched { game: GameRef::clone(game), agents: contest.agents.clone(), running: contest.running.clone() }
    }

    /// Returns the agent of a name: its spec, numbered if several are equal.
    fn agent(&self, name: &str) -> Option<&AgentSpec> {
        let spec = name.split_once(" #").map_or(name, |(spec, _)| spec);
        self.agents.iter().find(|agent| agent.to_string() == spec)
    }

    fn thought(&self, side: Side, name: &str, note: MoveNote) -> Thought {
        let score = note.score.map(|score| Value::new(score, note.scale));
        let verdict = score.zip(self.agent(name)).map(|(score, agent)| {
            let judge = Judge { game: self.game.info(), agent };
            if note.is_margin { judge.known(side, score) } else { judge.verdict(side, score, false) }
        });
        let own = |first: f64| if side == Side::First { first } else { 1.0 - first };
        Thought {
            share: verdict.as_ref().map(|verdict| own(verdict.share)),
            score: verdict.map(|verdict| verdict.text),
            depth: note.depth,
            nodes: note.nodes,
        }
    }

    /// Records the moves of the running game.
    fn event(&self, game: &RunningGame) -> serde_json::Value {
        let thought = |side: Side| {
            let note = game.notes[side.index()]?;
            Some(self.thought(side, &game.agents[side.index()], note))
        };
        json!({
            "number": game.number + 1,
            "game": self.game.info().name,
            "rules": game.rules,
            "position": game.position,
            "names": game.agents,
            "moves": game.moves.join(" "),
            "thoughts": Side::ALL.map(thought),
            "cause": null,
        })
    }

    /// Records the end of a game; its last search report was recorded before.
    fn ended(record: &Record) -> serde_json::Value {
        json!({
            "number": record.number + 1,
            "game": record.game,
            "rules": record.rules,
            "position": record.opening.position,
            "names": record.agents,
            "moves": record.moves,
            "thoughts": null,
            "cause": record.cause,
        })
    }
}

/// The part of the running game that a page has received.
#[derive(Debug, Default)]
pub(crate) struct Newest {
    number: Option<u64>,
    plies: usize,
    /// Number of the last game whose end was sent.
    ended: Option<u64>,
}

impl Newest {
    /// Returns the changes since the last call: the end of the game that was sent, once it is recorded, and the running one.
    /// Games that ended between two calls are omitted, except the last of the match. `recorded` finds a game by its number, or
    /// the last.
    pub(crate) fn news(
        &mut self,
        watched: &Watched,
        recorded: impl Fn(Option<u64>) -> Option<Record>,
    ) -> Vec<serde_json::Value> {
        let mut news = Vec::new();
        let running = watched.running.first();
        let is_other = |number: u64| running.as_ref().is_none_or(|game| game.number != number);
        if let Some(number) = self.number.filter(|&number| is_other(number)) {
            // The record follows a moment after the end.
            let Some(record) = recorded(Some(number)) else { return news };
            news.push(Watched::ended(&record));
            (self.number, self.ended) = (None, Some(number));
        }
        if running.is_none()
            && let Some(record) = recorded(None).filter(|record| self.ended.is_none_or(|ended| ended < record.number))
        {
            news.push(Watched::ended(&record));
            self.ended = Some(record.number);
        }
        if let Some(game) = running
            && (self.number, self.plies) != (Some(game.number), game.moves.len())
        {
            (self.number, self.plies) = (Some(game.number), game.moves.len());
            news.push(watched.event(&game));
        }
        news
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_catalog::Catalog;

    /// The last game of a match ended between two polls.
    #[test]
    fn a_short_last_game_is_reported() {
        let catalog = Catalog::standard();
        let game = catalog.game("kalah").unwrap();
        let mut contest = Contest::new(vec![game.agent("greedy").unwrap(), game.agent("random").unwrap()]);
        contest.spec.pairs = 2;
        let records = game.contest(&contest, None, &Default::default(), &mut |_| {}).unwrap().records;
        let (watched, mut newest) = (Watched::new(game, &contest), Newest::default());
        let recorded = |played: usize| {
            let records = &records[..played];
            move |number: Option<u64>| {
                records.iter().rfind(|record| number.is_none_or(|number| record.number == number)).cloned()
            }
        };
        assert!(newest.news(&watched, recorded(0)).is_empty());
        let numbers = |news: Vec<serde_json::Value>| news.iter().map(|game| game["number"].clone()).collect::<Vec<_>>();
        assert_eq!(numbers(newest.news(&watched, recorded(1))), [1]);
        assert_eq!(numbers(newest.news(&watched, recorded(4))), [4]);
        assert!(newest.news(&watched, recorded(4)).is_empty());
    }
}
