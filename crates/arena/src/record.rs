//! Record of a game: one JSON object on one line, which suffices to replay the game and to rebuild every report.
//!
//! ```
//! use plyground_arena::GameResult;
//!
//! assert_eq!(serde_json::to_string(&GameResult::Second)?, "\"second\"");
//! # Ok::<(), serde_json::Error>(())
//! ```

use plyground_game::notation::{escaped, quote};
use plyground_game::{Outcome, Score, Side};
use plyground_play::Start;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::limits::TIME_SCALES;
use crate::play::{MoveNote, PlayedGame, Termination};

/// Version of the format. Readers reject later versions. Format 2 has a checksum at the end of every line; format 1 has none.
pub const RECORD_FORMAT: u32 = 2;

/// Separator between a record and its checksum.
const CHECKSUM: &str = ",\"checksum\":\"";

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Record {
    /// Run and number, unique among all games of all runs.
    pub id: String,
    /// Digest of what identifies the run: players, limits, rules, openings, seed.
    pub run: String,
    /// Number of the game in its run, from 0.
    pub number: u64,
    /// Number of its pair. The two games of a pair share opening and players, with sides swapped.
    pub pair: u64,
    /// Name of the game.
    pub game: String,
    /// Rules, as the game reads them.
    pub rules: String,
    /// Names of the players; the player with the first side comes first.
    pub agents: [String; 2],
    /// Limits of the players, as text.
    pub limits: [String; 2],
    /// Opening of the game.
    pub opening: OpeningRecord,
    /// All moves from the opening's position, including those of the opening, separated by spaces.
    pub moves: String,
    /// Result.
    pub result: GameResult,
    /// Cause of the end.
    pub termination: Termination,
    /// Description of the cause.
    pub cause: String,
    /// Number of nodes of each move after the opening.
    pub nodes: Vec<u64>,
    /// Value of each move after the opening, for the side that moved.
    pub scores: Vec<MoveScore>,
    /// Time of each move after the opening in microseconds. Present only with a time limit, because equal runs must write equal
    /// records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<Vec<u64>>,
    /// Factor of the time limits on the machine that played, if they were scaled to its speed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_scale: Option<f64>,
    /// Seeds of both sides.
    pub seeds: [u64; 2],
    /// Versions of the format and of the program.
    pub versions: Versions,
}

/// Opening of a recorded game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpeningRecord {
    /// Number of the opening in the run.
    pub number: u64,
    /// Position before the first move.
    pub position: String,
    /// Number of moves that belong to the opening.
    pub plies: usize,
}

/// Versions that a record depends on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Versions {
    /// Version of the format, [`RECORD_FORMAT`].
    pub record: u32,
    /// Version of this program.
    pub plyground: String,
}

impl Versions {
    /// Returns the versions of this program.
    #[must_use]
    pub fn present() -> Versions {
        Versions { record: RECORD_FORMAT, plyground: env!("CARGO_PKG_VERSION").into() }
    }
}

/// Maximum length of the description of a faulty line, in characters.
const LONGEST_REPORT: usize = 300;

/// Truncates the description of a fault and escapes characters that a terminal must not receive.
fn in_one_line(problem: &str) -> String {
    escaped(&problem.chars().take(LONGEST_REPORT).collect::<String>())
}

/// Result of a game, without the names that the game gives to its sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// The first side has won.
    First,
    /// The second side has won.
    Second,
    /// The game is a draw.
    Draw,
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        match outcome {
            Outcome::Win(Side::First) => GameResult::First,
            Outcome::Win(Side::Second) => GameResult::Second,
            Outcome::Draw => GameResult::Draw,
        }
    }
}

impl From<GameResult> for Outcome {
    fn from(result: GameResult) -> Outcome {
        match result {
            GameResult::First => Outcome::Win(Side::First),
            GameResult::Second => Outcome::Win(Side::Second),
            GameResult::Draw => Outcome::Draw,
        }
    }
}

/// Value of a move: a number in the evaluation's unit, `"win in 5"`, `"win"` at an unknown distance, or null without a search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum MoveScore {
    /// Evaluation in the unit that is displayed.
    Value(f64),
    /// Proven score.
    Known(String),
    /// No score, because the agent did not search.
    None,
}

impl MoveScore {
    fn of(note: &MoveNote) -> MoveScore {
        match note.score {
            None => MoveScore::None,
            Some(score) if score.is_decided() => MoveScore::Known(score.to_string()),
            Some(score) => MoveScore::Value(value(score, note.scale)),
        }
    }
}

fn value(score: Score, scale: u32) -> f64 {
    f64::from(score.value()) / f64::from(scale)
}

/// Fields of a record that follow from its run and its number.
#[derive(Clone, Debug)]
pub(crate) struct Heading<'a> {
    pub(crate) run: &'a str,
    pub(crate) number: u64,
    pub(crate) pair: u64,
    pub(crate) opening: u64,
    pub(crate) opening_plies: usize,
    pub(crate) agents: [&'a str; 2],
    pub(crate) limits: [String; 2],
    pub(crate) seeds: [u64; 2],
    pub(crate) with_times: bool,
}

impl Heading<'_> {
    /// Checks that a record has this heading.
    pub(crate) fn check(&self, record: &Record) -> Result<(), String> {
        let Heading { run, number, pair, opening, opening_plies, agents, limits, seeds, with_times } = self;
        let facts = [
            ("run", record.run == *run && record.id == format!("{run}-{number}")),
            ("game", record.number == *number && record.pair == *pair),
            ("opening", record.opening.number == *opening && record.opening.plies == *opening_plies),
            ("players", record.agents == *agents),
            ("limits", record.limits == *limits),
            ("seeds", record.seeds == *seeds),
            ("times", record.times.is_some() == *with_times),
            ("scale", record.has_possible_scale(*with_times)),
            ("version", record.versions.plyground == Versions::present().plyground),
        ];
        match facts.into_iter().find(|(_, fits)| !fits) {
            Some((what, _)) => Err(format!("the {what} of another game")),
            None => Ok(()),
        }
    }
}

/// Record without its checksum.
struct Body<'a>(&'a Record);

impl Serialize for Body<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Record::serialize(self.0, serializer)
    }
}

/// Writes the checksum after all other fields.
impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Line<'a> {
            #[serde(flatten)]
            body: Body<'a>,
            #[serde(skip_serializing_if = "Option::is_none")]
            checksum: Option<String>,
        }
        Line { body: Body(self), checksum: self.checksum() }.serialize(serializer)
    }
}

/// Reads a record without checking its checksum; [`Record::parse`] checks it.
impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Record, D::Error> {
        Record::deserialize(deserializer)
    }
}

impl Record {
    pub(crate) fn new(heading: Heading<'_>, played: &PlayedGame) -> Record {
        let Heading { run, number, pair, opening, opening_plies, agents, limits, seeds, with_times } = heading;
        let times = || played.notes.iter().map(|note| note.elapsed.as_micros() as u64).collect();
        Record {
            id: format!("{run}-{number}"),
            run: run.into(),
            number,
            pair,
            game: played.state.name().into(),
            rules: played.state.rules(),
            agents: agents.map(str::to_owned),
            limits,
            opening: OpeningRecord { number: opening, position: played.state.start_text(), plies: opening_plies },
            moves: played.state.move_texts().join(" "),
            result: played.outcome.into(),
            termination: played.termination,
            cause: played.cause.clone(),
            nodes: played.notes.iter().map(|note| note.nodes).collect(),
            scores: played.notes.iter().map(MoveScore::of).collect(),
            times: with_times.then(times),
            time_scale: None,
            seeds,
            versions: Versions::present(),
        }
    }

    /// Returns the start and the moves of the game.
    #[must_use]
    pub fn start(&self) -> Start {
        Start {
            rules: Some(self.rules.clone()),
            position: Some(self.opening.position.clone()),
            moves: self.moves.clone(),
            setup: None,
        }
    }

    /// Reports whether the time scale is possible.
    pub(crate) fn has_possible_scale(&self, has_time: bool) -> bool {
        self.time_scale.is_none_or(|scale| has_time && TIME_SCALES.contains(&scale))
    }

    /// Returns the half points of a player: `seat` 0 is the player with the first side, 1 the other.
    #[must_use]
    pub fn half_points(&self, seat: usize) -> usize {
        match self.result {
            GameResult::Draw => 1,
            GameResult::First => 2 * usize::from(seat == 0),
            GameResult::Second => 2 * usize::from(seat == 1),
        }
    }

    /// Returns the record on one line, without a line end. The line is a JSON object. Its last field is the CRC-32 of the line
    /// without that field, as 8 hexadecimal digits. Records of format 1 have no checksum.
    #[must_use]
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("strings and numbers can always be written")
    }

    /// Returns the checksum of the line; `None` for format 1.
    fn checksum(&self) -> Option<String> {
        let body = serde_json::to_string(&Body(self)).expect("strings and numbers can always be written");
        (self.versions.record > 1).then(|| format!("{:08x}", crc32fast::hash(body.as_bytes())))
    }

    /// Reads a line and verifies its checksum. [`Record::check`] and [`Arena::check`](crate::Arena::check) check whether the game
    /// is possible.
    ///
    /// # Errors
    /// When the line is not a record, or its checksum does not match.
    pub fn parse(line: &str) -> Result<Record, String> {
        let record: Record = serde_json::from_str(line).map_err(|error| in_one_line(&error.to_string()))?;
        let format = record.versions.record;
        if format > RECORD_FORMAT {
            return Err(format!(
                "found format {format}, expected at most {RECORD_FORMAT}: a newer version has written it"
            ));
        }
        let checksum = line.trim().strip_suffix("\"}").and_then(|line| line.rsplit_once(CHECKSUM));
        match (format, checksum) {
            (0, _) => Err("found format 0, expected 1 or more".into()),
            (1, None) => Ok(record),
            (1, Some(_)) => Err("found a checksum in format 1, which has none".into()),
            (_, None) => Err("found no checksum at the end of the line".into()),
            (_, Some((rest, found))) => {
                let mut expected = crc32fast::Hasher::new();
                expected.update(rest.as_bytes());
                expected.update(b"}");
                let expected = format!("{:08x}", expected.finalize());
                if expected == found {
                    Ok(record)
                } else {
                    Err(format!(
                        "found the checksum {}, expected `{expected}`: the line was changed after it was written",
                        quote(found)
                    ))
                }
            }
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Returns the record of an artificial game.
    pub(crate) fn record(number: u64, agents: [&str; 2], moves: &str, result: GameResult) -> Record {
        Record {
            id: format!("feed-{number}"),
            run: "feed".into(),
            number,
            pair: number / 2,
            game: "kalah".into(),
            rules: "standard".into(),
            agents: agents.map(str::to_owned),
            limits: ["nodes=5".into(), "nodes=5".into()],
            opening: OpeningRecord { number: number / 2, position: "start".into(), plies: 1 },
            moves: moves.into(),
            result,
            termination: Termination::Rules,
            cause: "a side has no seeds left".into(),
            nodes: vec![5, 4],
            scores: vec![MoveScore::Value(-1.5), MoveScore::Known("win in 3".into()), MoveScore::None],
            times: None,
            time_scale: None,
            seeds: [u64::MAX, 1],
            versions: Versions::present(),
        }
    }

    #[test]
    fn lines_read_back() {
        let mut record = record(7, ["a", "b\"\n"], "1 2", GameResult::Draw);
        assert!(!record.line().contains('\n') && !record.line().contains("times"));
        assert_eq!(Record::parse(&record.line()), Ok(record.clone()));
        record.times = Some(vec![12, 0]);
        assert_eq!(Record::parse(&record.line()), Ok(record.clone()));
        // The JSON output of a record is a valid line.
        assert_eq!(serde_json::to_string(&record).unwrap(), record.line());
        record.versions.record = 1;
        assert!(!record.line().contains("checksum"), "format 1 stays as it was");
        assert_eq!(Record::parse(&record.line()), Ok(record));
    }

    #[test]
    fn any_changed_byte_of_a_line_is_detected() {
        let line = record(7, ["a", "b"], "1 2", GameResult::Draw).line();
        for at in 0..line.len() {
            for bit in 0..8 {
                let mut bytes = line.clone().into_bytes();
                bytes[at] ^= 1 << bit;
                let parsed = std::str::from_utf8(&bytes).map(Record::parse);
                // A line may begin or end with white space.
                assert!(!matches!(parsed, Ok(Ok(_))), "bit {bit} of byte {at}");
            }
        }
        let body = line.split(",\"checksum\"").next().unwrap();
        let without = format!("{body}}}");
        let checksum = format!("{body},\"checksum\":\"{:08x}\"}}", crc32fast::hash(without.as_bytes()));
        assert_eq!(checksum, line);
        assert_eq!(Record::parse(&without).unwrap_err(), "found no checksum at the end of the line");
        let older = line.replace("\"record\":2", "\"record\":1");
        assert!(Record::parse(&older).unwrap_err().contains("found a checksum in format 1"));
    }

    /// Regression: the last digits of a score changed when a record was read and written again.
    #[test]
    fn scores_read_back_to_the_last_digit() {
        for units in 1..20_000_i32 {
            let mut record = record(7, ["a", "b"], "1", GameResult::Draw);
            record.scores =
                [3.0, 1_000.0, 600.0, 65_536.0].map(|scale| MoveScore::Value(f64::from(units) / scale)).into();
            let line = record.line();
            assert_eq!(Record::parse(&line).unwrap().line(), line);
        }
    }

    #[test]
    fn other_formats_are_refused() {
        let mut newer = record(7, ["a", "b"], "1", GameResult::First);
        newer.versions.record = 9;
        assert!(Record::parse(&newer.line()).unwrap_err().starts_with("found format 9, expected at most 2"));
        assert!(Record::parse("{\"id\":3}").unwrap_err().contains("id") || Record::parse("{}").is_err());
    }

    #[test]
    fn half_points_depend_on_the_seat() {
        let won = record(0, ["a", "b"], "", GameResult::Second);
        assert_eq!([won.half_points(0), won.half_points(1)], [0, 2]);
        assert_eq!(record(0, ["a", "b"], "", GameResult::Draw).half_points(1), 1);
    }
}
