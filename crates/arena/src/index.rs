//! Queries over many runs: an SQLite database built from files of records.
//!
//! The database is in memory, built from the files for each query. The table `games` has one row per game. The view
//! `results` has one row per player of each game, with the points. A query is a single SQL statement that only reads.
//!
//! ```
//! use plyground_arena::index::Index;
//!
//! let index = Index::in_memory()?;
//! let answer = index.ask("select count(*) as games from games")?;
//! assert_eq!((answer.columns[0].as_str(), answer.rows.len()), ("games", 1));
//! # Ok::<(), plyground_arena::index::IndexError>(())
//! ```

use std::fmt;
use std::path::Path;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Statement, params};
use serde::Serialize;
use thiserror::Error;

use crate::record::{GameResult, Record};

/// Query of the results of every player over all runs.
pub const OVERVIEW: &str = "\
select game, player, count(*) as games, sum(won) as wins, sum(drawn) as draws, sum(lost) as losses, \
round(100.0 * avg(points), 1) as percent, count(distinct run) as runs \
from results group by game, player order by game, percent desc, player";

/// Maximum width of a column. A wider cell shifts only the rest of its own line.
const WIDEST: usize = 60;

const TABLES: &str = "\
create table games(
    id text primary key, run text not null, file text not null, number integer not null, pair integer not null,
    game text not null, rules text not null, first text not null, second text not null,
    first_limits text not null, second_limits text not null,
    position text not null, opening_plies integer not null, moves text not null, plies integer not null,
    result text not null, winner text, termination text not null, cause text not null,
    nodes integer not null, version text not null
) strict;
create index games_by_file on games(file);
create index games_by_players on games(game, first, second);
create view results as
    select id, run, game, rules, first as player, second as opponent, first_limits as limits, 'first' as side, plies,
        termination, result = 'first' as won, result = 'draw' as drawn, result = 'second' as lost,
        (result = 'first') + 0.5 * (result = 'draw') as points from games
    union all
    select id, run, game, rules, second, first, second_limits, 'second', plies,
        termination, result = 'second', result = 'draw', result = 'first',
        (result = 'second') + 0.5 * (result = 'draw') from games;
";

/// Reason why a query has no answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum IndexError {
    /// The database fails.
    #[error("the index: {0}")]
    Database(#[from] rusqlite::Error),
    /// The statement writes, or returns no columns.
    #[error("expected a query that only reads, such as `select * from results`")]
    NotAQuestion,
}

/// The database.
#[derive(Debug)]
pub struct Index {
    connection: Connection,
}

/// Answer to a query.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Answer {
    /// Names of the columns.
    pub columns: Vec<String>,
    /// Rows, each with one value per column.
    pub rows: Vec<Vec<Value>>,
}

/// Value of an answer.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// SQL null.
    Null,
    /// Integer.
    Integer(i64),
    /// Floating-point number.
    Real(f64),
    /// Text.
    Text(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Null => f.write_str("-"),
            Value::Integer(number) => number.fmt(f),
            Value::Real(number) => number.fmt(f),
            Value::Text(text) => text.fmt(f),
        }
    }
}

impl fmt::Display for Answer {
    /// Writes a table with aligned columns.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = self.columns.clone();
        let texts = self.rows.iter().map(|row| row.iter().map(ToString::to_string).collect());
        let lines: Vec<Vec<String>> = std::iter::once(head).chain(texts).collect();
        let mut widths = vec![0; self.columns.len()];
        for line in &lines {
            for (width, cell) in widths.iter_mut().zip(line) {
                *width = WIDEST.min(cell.chars().count().max(*width));
            }
        }
        for (index, line) in lines.iter().enumerate() {
            let mut text = String::new();
            for (column, (cell, width)) in line.iter().zip(&widths).enumerate() {
                let gap = if column == 0 { "" } else { "  " };
                text += &format!("{gap}{cell}{:blank$}", "", blank = width.saturating_sub(cell.chars().count()));
            }
            write!(f, "{}{}", if index == 0 { "" } else { "\n" }, text.trim_end())?;
        }
        Ok(())
    }
}

impl Index {
    /// Creates a database without games.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn in_memory() -> Result<Index, IndexError> {
        let connection = Connection::open_in_memory()?;
        connection.execute_batch(TABLES)?;
        Ok(Index { connection })
    }

    /// Adds the records of a file. They replace the earlier records of the same file.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn add_records(&mut self, path: &Path, records: &[Record]) -> Result<(), IndexError> {
        let file = path.display().to_string();
        let change = self.connection.transaction()?;
        change.execute("delete from games where file = ?1", [&file])?;
        let mut insertion = change.prepare(INSERTION)?;
        for record in records {
            insert(&mut insertion, &file, record)?;
        }
        drop(insertion);
        change.commit()?;
        Ok(())
    }

    /// Answers a query: one SQL statement that only reads.
    ///
    /// # Errors
    /// When the statement is invalid, or does not only read.
    pub fn ask(&self, question: &str) -> Result<Answer, IndexError> {
        let mut statement = self.connection.prepare(question)?;
        if !statement.readonly() || statement.column_count() == 0 {
            return Err(IndexError::NotAQuestion);
        }
        let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
        let mut rows = statement.query([])?;
        let mut answer = Answer { columns, rows: Vec::new() };
        while let Some(row) = rows.next()? {
            let values = (0..answer.columns.len()).map(|column| {
                Ok(match row.get_ref(column)? {
                    ValueRef::Null => Value::Null,
                    ValueRef::Integer(number) => Value::Integer(number),
                    ValueRef::Real(number) => Value::Real(number),
                    ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
                        Value::Text(String::from_utf8_lossy(bytes).into_owned())
                    }
                })
            });
            answer.rows.push(values.collect::<Result<_, rusqlite::Error>>()?);
        }
        Ok(answer)
    }
}

const INSERTION: &str = "insert or replace into games values
    (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21)";

fn insert(insertion: &mut Statement<'_>, file: &str, record: &Record) -> Result<(), rusqlite::Error> {
    let (result, winner) = match record.result {
        GameResult::First => ("first", Some(&record.agents[0])),
        GameResult::Second => ("second", Some(&record.agents[1])),
        GameResult::Draw => ("draw", None),
    };
    // The numbers of games fit. A sum of nodes beyond the limit is not of interest.
    let number = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
    let nodes = record.nodes.iter().fold(0_u64, |sum, nodes| sum.saturating_add(*nodes));
    insertion.execute(params![
        record.id,
        record.run,
        file,
        number(record.number),
        number(record.pair),
        record.game,
        record.rules,
        record.agents[0],
        record.agents[1],
        record.limits[0],
        record.limits[1],
        record.opening.position,
        number(record.opening.plies as u64),
        record.moves,
        number(record.moves.split_whitespace().count() as u64),
        result,
        winner,
        record.termination.text(),
        record.cause,
        number(nodes),
        record.versions.plyground,
    ])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::GameResult::{Draw, First, Second};
    use crate::record::tests::record;

    fn games() -> Vec<Record> {
        vec![
            record(0, ["a", "b"], "1 2", First),
            record(1, ["b", "a"], "1", Draw),
            record(2, ["a", "c"], "3 4 5", Second),
        ]
    }

    #[test]
    fn queries_span_all_files() {
        let mut other = record(9, ["a", "c"], "1", First);
        other.run = "beef".into();
        other.id = "beef-9".into();
        let mut index = Index::in_memory().unwrap();
        let add = |index: &mut Index, name: &str, records: &[Record]| {
            index.add_records(Path::new(name), records).unwrap();
        };
        add(&mut index, "one.jsonl", &games());
        add(&mut index, "two.jsonl", &[other]);
        let expected = "\
game   player  games  wins  draws  losses  percent  runs
kalah  a       4      2     1      1       62.5     2
kalah  c       2      1     0      1       50       2
kalah  b       2      0     1      1       25       1";
        assert_eq!(index.ask(OVERVIEW).unwrap().to_string(), expected);
        // A file that is read again counts once. If it has become shorter, the missing games are removed.
        add(&mut index, "one.jsonl", &games());
        assert_eq!(index.ask(OVERVIEW).unwrap().to_string(), expected);
        add(&mut index, "one.jsonl", &games()[..1]);
        let answer = index.ask("select count(*), max(plies), min(winner) from games").unwrap();
        assert_eq!(answer.rows, [[Value::Integer(2), Value::Integer(2), Value::Text("a".into())]]);
    }

    #[test]
    fn wide_cells_and_many_rows_are_formatted_quickly() {
        let index = Index::in_memory().unwrap();
        // Regression: a width of more than 65,535 caused a panic.
        let shown = index.ask("select printf('%.*c', 70000, 'x') as long, 2 as number").unwrap().to_string();
        assert_eq!(shown, format!("long{:56}  number\n{}  2", "", "x".repeat(70_000)));
        // Regression: the width was measured for each cell, which took quadratic time.
        let many = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 200000) select i from n";
        assert_eq!(index.ask(many).unwrap().to_string().lines().count(), 200_001);
    }

    #[test]
    fn only_queries_are_allowed() {
        let index = Index::in_memory().unwrap();
        for statement in ["delete from games", "drop table games", "attach 'x' as y", "vacuum", "begin"] {
            assert!(matches!(index.ask(statement), Err(IndexError::NotAQuestion)), "{statement}");
        }
        assert!(index.ask("select 1; delete from games").is_err());
        assert!(index.ask("select nothing from nowhere").unwrap_err().to_string().contains("nowhere"));
        assert_eq!(
            serde_json::to_string(&index.ask("select 1, null, 0.5, 'x'").unwrap().rows).unwrap(),
            "[[1,null,0.5,\"x\"]]"
        );
    }
}
