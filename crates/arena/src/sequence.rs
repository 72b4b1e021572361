//! Order of the records in a file: the games of a run are unique and ordered by number, and the two games of a pair match.

use std::collections::{BTreeMap, HashMap};

use crate::play::Termination;
use crate::record::{OpeningRecord, Record, Versions};

/// Last game of every run in a file.
#[derive(Debug, Default)]
pub(crate) struct Sequence(HashMap<String, Game>);

/// Fields that are compared with the next game of the run.
#[derive(Debug)]
struct Game {
    number: u64,
    game: String,
    rules: String,
    versions: Versions,
    opening: OpeningRecord,
    opening_moves: Vec<String>,
    agents: [String; 2],
    limits: [String; 2],
    moves: usize,
    /// Maximum number of moves of a game in the run, if a game has reached it.
    longest: Option<usize>,
}

impl Game {
    fn of(record: &Record) -> Game {
        let moves = record.moves.split_whitespace().count();
        let is_long = matches!(record.termination, Termination::MoveLimit | Termination::Tables);
        Game {
            number: record.number,
            game: record.game.clone(),
            rules: record.rules.clone(),
            versions: record.versions.clone(),
            opening: record.opening.clone(),
            opening_moves: record.moves.split(' ').take(record.opening.plies).map(str::to_owned).collect(),
            agents: record.agents.clone(),
            limits: record.limits.clone(),
            moves,
            longest: (is_long && moves > record.opening.plies).then_some(moves),
        }
    }

    /// Checks that the game can follow the last game of its run in the file.
    fn check_place(&self, last: &Game) -> Result<(), String> {
        let Game { number, versions, .. } = self;
        if *number <= last.number {
            return Err(format!(
                "found game {number} after game {} of the same run, expected each game once and in order",
                last.number
            ));
        }
        if versions.record < last.versions.record {
            let (found, before) = (versions.record, last.versions.record);
            return Err(format!("found format {found} after format {before} in the same run"));
        }
        Ok(())
    }

    /// Checks that the game can belong to the same run and pair as the last one.
    fn check_run(&self, last: &Game) -> Result<(), String> {
        let facts = [
            ("game or rules", self.game == last.game && self.rules == last.rules),
            ("version", self.versions.plyground == last.versions.plyground),
        ];
        if let Some((what, _)) = facts.into_iter().find(|(_, fits)| !fits) {
            return Err(format!("found another {what} than in game {} of the same run", last.number));
        }
        let most = last.longest.map(|longest| longest.max(self.opening.plies));
        let found = self.longest.unwrap_or(self.moves);
        if let Some(most) = most.filter(|&most| found > most || self.longest.is_some() && found != most) {
            return Err(format!("found the end of a game after {found} moves, in a run whose games end after {most}"));
        }
        let is_pair = self.number % 2 == 1 && last.number == self.number - 1;
        match last.differs_in_pair(self).filter(|_| is_pair) {
            Some(what) => Err(format!("found other {what} than in game {}, the first of the pair", last.number)),
            None => Ok(()),
        }
    }

    /// Returns the first field that contradicts the second game of the pair.
    fn differs_in_pair(&self, next: &Game) -> Option<&'static str> {
        let swapped = |texts: &[String; 2], others: &[String; 2]| texts[0] == others[1] && texts[1] == others[0];
        let facts = [
            ("opening", self.opening == next.opening && self.opening_moves == next.opening_moves),
            ("players", swapped(&self.agents, &next.agents)),
            ("limits", swapped(&self.limits, &next.limits)),
        ];
        facts.into_iter().find(|(_, fits)| !fits).map(|(what, _)| what)
    }
}

impl Sequence {
    /// Adds the next record of the file.
    ///
    /// # Errors
    /// When the record is in the wrong place.
    pub(crate) fn admit(&mut self, record: &Record) -> Result<(), String> {
        let next = Game::of(record);
        if let Some(last) = self.0.get(&record.run) {
            next.check_place(last)?;
        }
        self.0.insert(record.run.clone(), next);
        Ok(())
    }

    /// Adds the next record of the file, and compares it with the previous game of its run.
    ///
    /// # Errors
    /// When the record is in the wrong place, or cannot belong to the same run or pair.
    pub(crate) fn admit_alike(&mut self, record: &Record) -> Result<(), String> {
        let mut next = Game::of(record);
        if let Some(last) = self.0.get(&record.run) {
            next.check_place(last)?;
            next.check_run(last)?;
            next.longest = next.longest.or(last.longest);
        }
        self.0.insert(record.run.clone(), next);
        Ok(())
    }
}

/// Returns a sentence about every run whose records are incomplete up to the pair of its last game, as after a file was
/// shortened. A run that can be extended states no number of games, so later games are not missed.
#[must_use]
pub fn missing_games(records: &[Record]) -> Vec<String> {
    let mut runs: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    for record in records {
        runs.entry(&record.run).or_default().push(record.number);
    }
    let sentence = |(run, mut numbers): (&str, Vec<u64>)| {
        numbers.sort_unstable();
        let expected = numbers.last()?.checked_add(1)?.checked_next_multiple_of(2)?;
        let first = (0..expected).zip(&numbers).find(|(number, found)| number != *found);
        let first = first.map_or(numbers.len() as u64, |(number, _)| number);
        let found = numbers.len();
        (found as u64 != expected)
            .then(|| format!("run {run} has only {found} of its first {expected} games: game {} is missing", first + 1))
    };
    runs.into_iter().filter_map(sentence).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::GameResult;
    use crate::record::tests::record;

    fn game(number: u64) -> Record {
        let agents = if number.is_multiple_of(2) { ["a", "b"] } else { ["b", "a"] };
        record(number, agents, "1 2", GameResult::Draw)
    }

    fn admit(records: &[Record]) -> Result<(), String> {
        let mut sequence = Sequence::default();
        records.iter().try_for_each(|record| sequence.admit_alike(record))
    }

    #[test]
    fn games_are_unique_and_in_order() {
        assert_eq!(admit(&[game(0), game(1), game(4), game(7)]), Ok(()));
        for numbers in [[0, 0], [1, 0]] {
            let error = admit(&numbers.map(game)).unwrap_err();
            assert!(error.ends_with("expected each game once and in order"), "{error}");
        }
        let other = Record { run: "beef".into(), ..game(0) };
        assert_eq!(admit(&[game(0), other.clone(), game(1)]), Ok(()), "runs may be mixed");
        assert!(admit(&[other.clone(), game(0), other]).is_err());
    }

    #[test]
    fn missing_games_are_reported() {
        let other = Record { run: "beef".into(), ..game(0) };
        assert_eq!(missing_games(&[game(0), game(1)]), <[&str; 0]>::default());
        assert_eq!(
            missing_games(&[game(0), other, game(1), game(4), game(5)]),
            [
                "run beef has only 1 of its first 2 games: game 2 is missing",
                "run feed has only 4 of its first 6 games: game 3 is missing"
            ]
        );
        assert_eq!(missing_games(&[game(2)]), ["run feed has only 1 of its first 4 games: game 1 is missing"]);
    }

    #[test]
    fn the_games_of_a_run_have_one_limit_of_moves() {
        let long = |number: u64, moves: &str| Record {
            termination: Termination::MoveLimit,
            opening: OpeningRecord { number: 0, ..game(number).opening },
            moves: moves.into(),
            ..game(number)
        };
        assert_eq!(admit(&[long(0, "1 2 3"), long(1, "1 3 2"), game(2), long(4, "1 1 1")]), Ok(()));
        for wrong in [long(5, "1 2"), long(5, "1 2 3 4"), Record { moves: "1 2 3 4".into(), ..game(5) }] {
            let error = admit(&[long(0, "1 2 3"), game(2), wrong]).unwrap_err();
            assert!(error.ends_with(" moves, in a run whose games end after 3"), "{error}");
        }
    }

    #[test]
    fn the_games_of_a_run_and_of_a_pair_match() {
        type Change = fn(&mut Record);
        let changes: [(Change, &str); 7] = [
            (|record| record.agents.swap(0, 1), "other players"),
            (|record| record.limits[0] = "nodes=6".into(), "other limits"),
            (|record| record.opening.number += 1, "other opening"),
            (|record| record.moves = "2 2".into(), "other opening"),
            (|record| record.rules = "kalaha".into(), "another game or rules"),
            (|record| record.versions.plyground = "0.0.9".into(), "another version"),
            (|record| record.versions.record = 1, "format 1 after format 3"),
        ];
        for (change, expected) in changes {
            let mut second = game(1);
            change(&mut second);
            let error = admit(&[game(0), second]).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
    }
}
