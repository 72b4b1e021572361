//! Record of a game: one JSON object on one line, which suffices to replay the game and to rebuild every report.

use std::ops::{Deref, DerefMut};

use plyground_game::notation::{escaped, quote};
use plyground_game::{Outcome, Score, Side};
use plyground_play::Start;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::limits::TIME_SCALES;
use crate::play::{MoveNote, PlayedGame, Termination};

/// Version of the format. Readers reject later versions.
///
/// Format 1 has no checksum. In format 2 the checksum is that of the bytes of the line. From format 3 on, it is that of the values,
/// and seeds are text. So a program that reads numbers as `f64`, or writes fields and numbers in another form, changes nothing.
pub const RECORD_FORMAT: u32 = 3;

/// Separator between a record and its checksum.
const CHECKSUM: &str = ",\"checksum\":\"";

/// A finished game.
///
/// ```
/// use plyground_arena::GameResult;
///
/// assert_eq!(serde_json::to_string(&GameResult::Second)?, "\"second\"");
/// # Ok::<(), serde_json::Error>(())
/// ```
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
    /// Specs of the players whose names are not their specs, such as an engine with a name. Present only with such a player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub specs: Option<[Option<String>; 2]>,
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
    pub seeds: Seeds,
    /// Versions of the format and of the program.
    pub versions: Versions,
}

/// Seeds of both sides of a recorded game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seeds {
    sides: [u64; 2],
    /// Whether they are written as text, as from format 3 on. Earlier formats have numbers.
    is_text: bool,
}

impl From<[u64; 2]> for Seeds {
    fn from(sides: [u64; 2]) -> Seeds {
        Seeds { sides, is_text: true }
    }
}

impl Deref for Seeds {
    type Target = [u64; 2];

    fn deref(&self) -> &[u64; 2] {
        &self.sides
    }
}

impl DerefMut for Seeds {
    fn deref_mut(&mut self) -> &mut [u64; 2] {
        &mut self.sides
    }
}

impl Serialize for Seeds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_text {
            self.sides.map(|seed| seed.to_string()).serialize(serializer)
        } else {
            self.sides.serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Seeds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seeds, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "expected two seeds, as text of 64-bit numbers")]
        enum Written {
            Text([String; 2]),
            Numbers([u64; 2]),
        }
        match Written::deserialize(deserializer)? {
            Written::Numbers(sides) => Ok(Seeds { sides, is_text: false }),
            Written::Text([first, second]) => {
                let read = |text: &str| {
                    let seed: Option<u64> = text.parse().ok();
                    // A seed has one text.
                    seed.filter(|seed| seed.to_string() == text)
                        .ok_or_else(|| D::Error::custom(format!("found the seed {}, expected a number", quote(text))))
                };
                Ok(Seeds::from([read(&first)?, read(&second)?]))
            }
        }
    }
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

/// Value of a move: a number in the evaluation's unit, `"win in 5"`, `"win"` at an unknown distance, `"win by 8"` for a final
/// margin, or null without a search.
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
            // A draw is 0 in every unit.
            Some(score) if note.is_margin && score != Score::ZERO => {
                let result = if score > Score::ZERO { "win" } else { "loss" };
                MoveScore::Known(format!("{result} by {}", value(score, note.scale).abs()))
            }
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
    pub(crate) specs: [Option<&'a str>; 2],
    pub(crate) limits: [String; 2],
    pub(crate) seeds: [u64; 2],
    pub(crate) with_times: bool,
}

impl Heading<'_> {
    /// Checks that a record has this heading.
    pub(crate) fn check(&self, record: &Record) -> Result<(), String> {
        let Heading { run, number, pair, opening, opening_plies, agents, specs, limits, seeds, with_times } = self;
        let facts = [
            ("run", record.run == *run && record.id == format!("{run}-{number}")),
            ("game", record.number == *number && record.pair == *pair),
            ("opening", record.opening.number == *opening && record.opening.plies == *opening_plies),
            ("players", record.agents == *agents && record.specs == given(specs)),
            ("limits", record.limits == *limits),
            ("seeds", *record.seeds == *seeds),
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

/// Returns the specs of players with names of their own, if there is one.
fn given(specs: &[Option<&str>; 2]) -> Option<[Option<String>; 2]> {
    specs.iter().any(Option::is_some).then(|| specs.map(|spec| spec.map(str::to_owned)))
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
        let Heading { run, number, pair, opening, opening_plies, agents, specs, limits, seeds, with_times } = heading;
        let times = || played.notes.iter().map(|note| note.elapsed.as_micros() as u64).collect();
        Record {
            id: format!("{run}-{number}"),
            run: run.into(),
            number,
            pair,
            game: played.state.name().into(),
            rules: played.state.rules(),
            agents: agents.map(str::to_owned),
            specs: given(&specs),
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
            seeds: seeds.into(),
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
    /// without that field, as 8 hexadecimal digits; see [`RECORD_FORMAT`].
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
        let expected = match format {
            0 => return Err("found format 0, expected 1 or more".into()),
            // Format 2: the checksum of the bytes before the last field.
            2 => line.trim().strip_suffix("\"}").and_then(|line| line.rsplit_once(CHECKSUM)).map(|(rest, _)| {
                let mut sum = crc32fast::Hasher::new();
                sum.update(rest.as_bytes());
                sum.update(b"}");
                format!("{:08x}", sum.finalize())
            }),
            _ => record.checksum(),
        };
        if format > 2 && !record.seeds.is_text {
            return Err(format!("found seeds as numbers in format {format}, expected text"));
        }
        let Checksum { checksum: found } =
            serde_json::from_str(line).map_err(|error| in_one_line(&error.to_string()))?;
        match (found, expected) {
            (None, None) if format == 1 => Ok(record),
            (Some(_), None) if format == 1 => Err("found a checksum in format 1, which has none".into()),
            (Some(found), Some(expected)) if found == expected => Ok(record),
            (Some(found), Some(expected)) => Err(format!(
                "found the checksum {}, expected `{expected}`: the line was changed after it was written",
                quote(&found)
            )),
            _ => Err("found no checksum at the end of the line".into()),
        }
    }
}

/// Checksum of a line, apart from the record.
#[derive(Deserialize)]
struct Checksum {
    checksum: Option<String>,
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
            specs: None,
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
            seeds: [u64::MAX, 1].into(),
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
        let older = line.replace("\"record\":3", "\"record\":1");
        assert!(Record::parse(&older).unwrap_err().contains("found a checksum in format 1"));
    }

    /// Regression: a program that reads all numbers as `f64` changed the seeds, and a line in another form was refused.
    #[test]
    fn a_line_in_another_form_is_the_same_record() {
        let mut record = record(7, ["a", "b"], "1 2", GameResult::Draw);
        record.scores.push(MoveScore::Value(5.0));
        let line = record.line();
        assert!(line.contains("\"seeds\":[\"18446744073709551615\",\"1\"]"), "{line}");
        // Sorted keys, spaces, and numbers as JavaScript writes them.
        let value: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&line).unwrap();
        let mut keys: Vec<_> = value.keys().collect();
        keys.sort();
        let fields: Vec<String> = keys.iter().map(|&key| format!("{key:?}: {}", value[key])).collect();
        let other = format!("{{ {} }}", fields.join(", ")).replace("5.0", "5");
        assert_ne!(other, line);
        assert_eq!(Record::parse(&other), Ok(record.clone()));
        let wrong = other.replace("18446744073709551615", "18446744073709551616");
        assert!(Record::parse(&wrong).unwrap_err().contains("found the seed `18446744073709551616`"));
        let wrong =
            other.replace("\"18446744073709551615\", \"1\"", "3, 1").replace("\"18446744073709551615\",\"1\"", "3,1");
        assert!(Record::parse(&wrong).unwrap_err().contains("found seeds as numbers in format 3"));
        let wrong = other.replace("\"pair\": 3", "\"pair\": 4");
        assert!(Record::parse(&wrong).unwrap_err().contains("the line was changed"), "{wrong}");
    }

    #[test]
    fn records_of_format_2_stay_readable() {
        let line = concat!(
            r#"{"id":"64e348e4dc26e4dd-0","run":"64e348e4dc26e4dd","number":0,"pair":0,"game":"kalah","rules":"standard","#,
            r#""agents":["alphabeta:depth=2","random"],"limits":["depth=2","no limit"],"opening":{"number":0,"#,
            r#""position":"<3,0,0,3,3,3,3,3,3> S","plies":3},"moves":"3 1 2 1 3 1 3 2 1 1 3","result":"first","#,
            r#""termination":"rules","cause":"the houses are empty, 13 seeds to 5","nodes":[0,8,5,0,10,6,0,1],"#,
            r#""scores":[null,3.0,2.0,null,10.0,10.0,null,"win in 1"],"#,
            r#""seeds":[8841707400507832957,3727327032286256877],"versions":{"record":2,"plyground":"0.3.0"},"#,
            r#""checksum":"65669fa0"}"#
        );
        let record = Record::parse(line).unwrap();
        assert_eq!(*record.seeds, [8_841_707_400_507_832_957, 3_727_327_032_286_256_877]);
        assert_eq!(record.line(), line, "it is written as it was");
        assert!(Record::parse(&line.replace(":0,\"pair\"", ": 0,\"pair\"")).unwrap_err().contains("was changed"));
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
        assert!(Record::parse(&newer.line()).unwrap_err().starts_with("found format 9, expected at most 3"));
        assert!(Record::parse("{\"id\":3}").unwrap_err().contains("id") || Record::parse("{}").is_err());
    }

    #[test]
    fn half_points_depend_on_the_seat() {
        let won = record(0, ["a", "b"], "", GameResult::Second);
        assert_eq!([won.half_points(0), won.half_points(1)], [0, 2]);
        assert_eq!(record(0, ["a", "b"], "", GameResult::Draw).half_points(1), 1);
    }
}
