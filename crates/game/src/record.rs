//! Game records as text: tags and moves.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::notation::{Fault, ParseRecordError, Reader, quote, without_mark};
use crate::{Game, Outcome, Position, Side};

/// A game with additional tags.
///
/// ```text
/// [Game "kalah"]
/// [Rules "standard"]
/// [Position "<3,0,0,3,3,3,3,3,3> S"]
/// [South "human"]
/// [Result "*"]
///
/// 1. 1 3  2. 2
/// ```
///
/// Each tag is on its own line: `Game`, `Rules` and the start `Position`, other tags (players, dates), then the
/// `Result`. The result is a side's name, `draw`, or `*` for a game in progress. `Reason` is the reason of a finished
/// game's end. Moves follow in the game's notation. A number with a dot starts each turn, that is, each change of the
/// side to move. Readers skip it. Text in braces is a comment, and moves in
/// parentheses are a variation of the move before; readers skip both, so no move contains a brace or a parenthesis.
///
/// ```
/// use plyground_game::{Game, GameRecord, Position};
///
/// fn copy<P: Position>(game: &Game<P>) -> Game<P> {
///     let record = GameRecord { game: game.clone(), tags: vec![("Event".into(), "a test".into())], adjudicated: None };
///     GameRecord::parse(&record.to_string()).expect("a record reads back").game
/// }
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord<P: Position> {
    /// The game itself.
    pub game: Game<P>,
    /// Additional tags in order, such as players. A name consists of letters and digits. `Display` omits tags with
    /// other names, and the record's own tags (`Game`, `Rules`, `Position`, `Result`, `Reason`), which it derives from
    /// the game.
    pub tags: Vec<(String, String)>,
    /// Result of a game that the rules have not ended: a side resigned or ran out of time.
    pub adjudicated: Option<Outcome>,
}

/// Names and values of tags.
type Tags = Vec<(String, String)>;

const OWN_TAGS: [&str; 6] = ["Game", "Rules", "Setup", "Position", "Result", "Reason"];

impl<P: Position> GameRecord<P> {
    /// Reads a record and replays its moves.
    ///
    /// # Errors
    /// Returns an error if the text is not a record of this game or contains an illegal move.
    pub fn parse(text: &str) -> Result<GameRecord<P>, ParseRecordError> {
        let (all, moves) = record_tags(text)?;
        if let Some(name) = OWN_TAGS.into_iter().find(|own| all.iter().filter(|(name, _)| name == own).count() > 1) {
            return Err(Fault::whole(text, format!("tag `{name}` twice"), "each tag once").into());
        }
        let find = |name: &str| all.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str());
        match find("Game") {
            Some(name) if name == P::NAME => {}
            found => {
                let found = found.map_or("no tag `Game`".into(), |name| format!("game {}", quote(name)));
                return Err(Fault::whole(text, found, format!("game `{}`", P::NAME)).into());
            }
        }
        let bad = |problem: &dyn fmt::Display, expected: &str| Fault::whole(text, problem.to_string(), expected);
        let rules = find("Rules").map_or_else(|| Ok(P::Rules::default()), P::Rules::from_str);
        let rules = rules.map_err(|error| bad(&error, "the rules of the game"))?;
        let start = match find("Position") {
            Some(position) => P::parse(position, &rules).map_err(|error| bad(&error, "a start position"))?,
            None => {
                let setup = find("Setup").map_or_else(|| Ok(P::Setup::default()), P::Setup::from_str);
                P::new(&setup.map_err(|error| bad(&error, "a set-up"))?, &rules)
            }
        };
        let mut game = Game::from_position(start, &rules);
        for (number, mv) in
            move_words(moves).map_err(|fault| Fault { text: text.into(), ..fault })?.into_iter().enumerate()
        {
            game.play_text(mv).map_err(|error| bad(&format!("move {}: {error}", number + 1), "a legal move"))?;
        }
        let outcome = game.ending().map(|ending| ending.outcome);
        let claim = match find("Result") {
            None | Some("*") => None,
            Some("draw") => Some(Outcome::Draw),
            Some(claim) => {
                let winner = Side::ALL.into_iter().find(|&side| P::side_name(side) == claim);
                let expected = format!("`*`, `draw`, `{}` or `{}`", P::SIDES[0], P::SIDES[1]);
                Some(Outcome::Win(winner.ok_or_else(|| bad(&format!("result {}", quote(claim)), &expected))?))
            }
        };
        if claim.is_some() && outcome.is_some() && claim != outcome {
            let expected = format!("`{}`, where the moves lead", result_text::<P>(outcome));
            return Err(bad(&format!("result `{}`", result_text::<P>(claim)), &expected).into());
        }
        let adjudicated = if outcome.is_none() { claim } else { None };
        let tags = all.into_iter().filter(|(tag, _)| !OWN_TAGS.contains(&tag.as_str())).collect();
        Ok(GameRecord { game, tags, adjudicated })
    }
}

fn result_text<P: Position>(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None => "*",
        Some(Outcome::Draw) => "draw",
        Some(Outcome::Win(side)) => P::side_name(side),
    }
}

/// Returns the tags of a record in order, and the moves after them. What looks like a tag there, such as in a comment, is none.
///
/// # Errors
/// Returns an error if a tag has no end.
///
/// ```
/// use plyground_game::record_tags;
///
/// let (tags, moves) = record_tags("[Game \"kalah\"]\n\n1. 3 { as in [Game \"khet\"] } 1\n").expect("a record");
/// assert_eq!(tags, [("Game".to_owned(), "kalah".to_owned())]);
/// assert_eq!(moves, "1. 3 { as in [Game \"khet\"] } 1\n");
/// ```
pub fn record_tags(text: &str) -> Result<(Tags, &str), ParseRecordError> {
    Ok(read_tags(without_mark(text)).map_err(|fault| Fault { text: text.into(), ..fault })?)
}

/// Splits a text into its records: a tag after moves starts the next one. The rest of a text after a tag without an end is one
/// record, whose error names the tag.
///
/// ```
/// use plyground_game::split_records;
///
/// let text = "[Game \"kalah\"]\n1. 3 {\n[Game \"khet\"]\n}\n[Game \"kalah\"]\n";
/// assert_eq!(split_records(text), ["[Game \"kalah\"]\n1. 3 {\n[Game \"khet\"]\n}\n", "[Game \"kalah\"]\n"]);
/// ```
#[must_use]
pub fn split_records(text: &str) -> Vec<&str> {
    let mut records = Vec::new();
    let mut rest = without_mark(text);
    while !rest.trim().is_empty() {
        let moves = read_tags(rest).map_or("", |(_, moves)| moves);
        let mut is_comment = false;
        let next = moves.find(|c| {
            is_comment = c == '{' || (is_comment && c != '}');
            c == '[' && !is_comment
        });
        let end = next.map_or(rest.len(), |next| rest.len() - moves.len() + next);
        // Text before the first tag is a record too, which is refused for its missing tag.
        records.push(&rest[..end]);
        rest = &rest[end..];
    }
    records
}

/// Returns the tags in order, and the text after them.
fn read_tags(text: &str) -> Result<(Tags, &str), Fault> {
    let mut reader = Reader::new(text);
    let mut tags = Vec::new();
    loop {
        reader.skip_spaces();
        if !reader.take("[") {
            return Ok((tags, reader.rest()));
        }
        let mut name = String::new();
        while reader.peek().is_some_and(|c| c.is_alphanumeric()) {
            name.extend(reader.next_char());
        }
        if name.is_empty() {
            return Err(reader.fault("the name of a tag"));
        }
        reader.skip_spaces();
        reader.expect("\"")?;
        let mut value = String::new();
        loop {
            match reader.next_char() {
                Some('"') => break,
                Some('\\') => match reader.next_char() {
                    Some('n') => value.push('\n'),
                    other => value.extend(other),
                },
                Some(character) => value.push(character),
                None => return Err(reader.fault("`\"` at the end of a tag")),
            }
        }
        reader.expect("]")?;
        tags.push((name, value));
    }
}

/// Returns the moves of the main line, without comments, variations and turn numbers (`12.`).
fn move_words(text: &str) -> Result<Vec<&str>, Fault> {
    let mut words = Vec::new();
    let mut depth = 0_usize;
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        rest = match first {
            '{' => rest.split_once('}').ok_or_else(|| Fault::whole(text, "a comment without end", "`}`"))?.1,
            '(' => {
                depth += 1;
                &rest[1..]
            }
            ')' => {
                depth = depth.checked_sub(1).ok_or_else(|| Fault::whole(text, "a `)` without its `(`", "a move"))?;
                &rest[1..]
            }
            _ => {
                let is_end = |c: char| c.is_whitespace() || matches!(c, '{' | '(' | ')');
                let (word, rest) = rest.split_at(rest.find(is_end).unwrap_or(rest.len()));
                let digits = word.strip_suffix('.');
                let is_number = digits.is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_digit()));
                if depth == 0 && !is_number {
                    words.push(word);
                }
                rest
            }
        }
        .trim_start();
    }
    if depth > 0 { Err(Fault::whole(text, "a variation without end", "`)`")) } else { Ok(words) }
}

impl<P: Position> fmt::Display for GameRecord<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tag = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
            writeln!(f, "[{name} \"{value}\"]")
        };
        let ending = self.game.ending();
        tag("Game", P::NAME)?;
        tag("Rules", &self.game.rules().to_string())?;
        tag("Position", &self.game.start().to_string())?;
        for (name, value) in &self.tags {
            let plain = !name.is_empty() && name.chars().all(char::is_alphanumeric);
            if plain && !OWN_TAGS.contains(&name.as_str()) {
                tag(name, value)?;
            }
        }
        tag("Result", result_text::<P>(ending.as_ref().map(|ending| ending.outcome).or(self.adjudicated)))?;
        if let Some(ending) = ending {
            tag("Reason", &ending.reason)?;
        }
        let mut line = String::new();
        let mut turn = 0;
        let mut mover = None;
        for (text, pos) in self.game.move_texts().iter().zip(self.game.positions()) {
            if mover.replace(pos.side_to_move()) != Some(pos.side_to_move()) {
                turn += 1;
                if line.len() > 64 {
                    write!(f, "\n{line}")?;
                    line.clear();
                }
                line += &format!("{}{turn}.", if line.is_empty() { "" } else { "  " });
            }
            line += &format!(" {text}");
        }
        if line.is_empty() { Ok(()) } else { writeln!(f, "\n{line}") }
    }
}
