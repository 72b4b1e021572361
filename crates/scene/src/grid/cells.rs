//! The cells of a board in a diagram.
//!
//! A row of the board is a line with as many cells as the board has columns. Cells are separate words (`. x o`), adjacent letters
//! (`.xo`) or separated by bars (`| x | o |`). Dim letters and digits beside the cells are coordinates.

use plyground_game::Side;
use plyground_game::diagram::{Diagram, Ink, Span};

/// Maximum length of a cell in characters.
const CELL_LETTERS: usize = 2;
/// Separators of the cells of a framed row.
const BARS: [char; 3] = ['|', '│', '┃'];
/// Characters of the board's borders, in any ink.
const BORDERS: &str = "/\\()[]<>=";
/// Characters of an empty cell, in any ink.
const EMPTY: &str = ".·_-+*";

/// What a cell contains.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Content {
    /// Nothing.
    Empty,
    /// A stone of a side, with its text.
    Stone(Side, String),
    /// A text that belongs to no side.
    Sign(String),
}

/// A board as its diagram shows it.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Board {
    /// The cells row by row, from the upper left.
    pub(super) cells: Vec<Content>,
    /// Coordinate of each row, if it has one.
    pub(super) rows: Vec<Option<String>>,
    /// Coordinates of all columns, or empty.
    pub(super) columns: Vec<String>,
    /// Whether column coordinates are above the board.
    pub(super) heads_columns: bool,
    /// Sentences of the form `name: value`.
    pub(super) facts: Vec<(String, String)>,
}

impl Board {
    /// Reads the first `rows` rows of `columns` cells of a diagram. Returns `None` if there are fewer.
    pub(super) fn read(diagram: &Diagram, rows: usize, columns: usize) -> Option<Board> {
        let mut board = Board::default();
        for spans in diagram.lines() {
            let words = words(spans);
            if let Some((label, cells)) = row(spans, &words, columns).filter(|_| board.rows.len() < rows) {
                board.cells.extend(cells.iter().map(Word::content));
                board.rows.push(label);
            } else if words.len() == columns && words.iter().all(Word::is_coordinate) {
                if board.columns.is_empty() {
                    board.heads_columns = board.rows.is_empty();
                    board.columns = words.into_iter().map(|word| word.text).collect();
                }
            } else if let Some((name, value)) = text(spans).split_once(": ") {
                board.facts.push((name.trim().to_owned(), value.trim().to_owned()));
            }
        }
        (rows > 0 && columns > 0 && board.rows.len() == rows).then_some(board)
    }
}

/// Characters of one ink without a space between them.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Word {
    text: String,
    ink: Ink,
    /// Column of the first character.
    from: usize,
}

impl Word {
    fn is_coordinate(&self) -> bool {
        self.ink == Ink::Dim && self.text.chars().all(char::is_alphanumeric)
    }

    fn is_long(&self) -> bool {
        self.text.chars().count() > CELL_LETTERS
    }

    fn is_blank(&self) -> bool {
        self.text.chars().all(|letter| EMPTY.contains(letter))
    }

    /// Returns whether it may be beside a board: a coordinate, a border or the name of an edge.
    fn is_beside(&self) -> bool {
        let is_border = self.text.chars().all(|letter| BORDERS.contains(letter));
        self.is_long() || is_border || (self.ink == Ink::Dim && !self.is_blank())
    }

    fn content(&self) -> Content {
        let is_empty = self.ink == Ink::Dim || self.is_blank();
        match self.ink {
            _ if is_empty => Content::Empty,
            Ink::First => Content::Stone(Side::First, self.text.clone()),
            Ink::Second => Content::Stone(Side::Second, self.text.clone()),
            Ink::Plain | Ink::Dim | Ink::Accent => Content::Sign(self.text.clone()),
        }
    }
}

fn text(spans: &[Span]) -> String {
    spans.iter().map(|span| span.text.as_str()).collect()
}

/// Returns the characters of a line, each with its column and ink.
fn letters(spans: &[Span]) -> impl Iterator<Item = (usize, char, Ink)> + '_ {
    let inked = spans.iter().flat_map(|span| span.text.chars().map(|letter| (letter, span.ink)));
    inked.enumerate().map(|(column, (letter, ink))| (column, letter, ink))
}

/// Returns the words of a line.
fn words(spans: &[Span]) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    for (column, letter, ink) in letters(spans).filter(|(_, letter, _)| !letter.is_whitespace()) {
        match words.last_mut() {
            Some(word) if word.ink == ink && word.from + word.text.chars().count() == column => word.text.push(letter),
            _ => words.push(Word { text: letter.to_string(), ink, from: column }),
        }
    }
    words
}

/// Returns the coordinate and the cells of a row; `None` if the line is not a row.
fn row(spans: &[Span], words: &[Word], columns: usize) -> Option<(Option<String>, Vec<Word>)> {
    if letters(spans).any(|(_, letter, _)| BARS.contains(&letter)) {
        return framed(spans, columns);
    }
    if let Some(row) = cells(words.to_vec(), columns) {
        return Some(row);
    }
    let single = letters(spans).filter(|(_, letter, _)| !letter.is_whitespace());
    let single = single.map(|(from, letter, ink)| Word { text: letter.to_string(), ink, from }).collect();
    let (label, row) = cells(single, columns)?;
    // Letters of a sentence are separated by spaces.
    row.is_sorted_by(|one, next| one.from + 1 == next.from).then_some((label, row))
}

/// Returns the cells without the coordinates, names and borders beside them.
fn cells(mut words: Vec<Word>, columns: usize) -> Option<(Option<String>, Vec<Word>)> {
    let extra = words.len().checked_sub(columns)?;
    // A board has as many words on its left as on its right, or one more on its left.
    let splits = (0..=extra).filter(|&front| {
        let (left, right) = (&words[..front], &words[front + columns..]);
        left.iter().chain(right).all(Word::is_beside)
    });
    let front = splits.min_by_key(|&front| (2 * front).abs_diff(extra + 1))?;
    words.truncate(front + columns);
    let label = words.drain(..front).rfind(Word::is_coordinate).map(|word| word.text);
    // Column coordinates differ from each other, while empty cells are equal.
    let is_head = columns > 1
        && words.iter().all(Word::is_coordinate)
        && words.windows(2).any(|pair| pair[0].text != pair[1].text);
    let is_row = !is_head && !words.iter().any(Word::is_long);
    is_row.then_some((label, words))
}

/// Returns the cells of a row between bars.
fn framed(spans: &[Span], columns: usize) -> Option<(Option<String>, Vec<Word>)> {
    let mut parts: Vec<Vec<(usize, char, Ink)>> = vec![Vec::new()];
    for letter in letters(spans) {
        if BARS.contains(&letter.1) {
            parts.push(Vec::new());
        } else {
            parts.last_mut()?.push(letter);
        }
    }
    let label = |part: &[(usize, char, Ink)]| -> Option<String> {
        let text: String = part.iter().map(|(_, letter, _)| letter).collect();
        Some(text.trim().to_owned()).filter(|text| !text.is_empty())
    };
    let mut before = None;
    if parts.len() == columns + 2 {
        before = label(&parts[0]);
        parts.pop();
        parts.remove(0);
    }
    if parts.len() != columns {
        return None;
    }
    let cell = |part: Vec<(usize, char, Ink)>| {
        let mut inside = part.into_iter().filter(|(_, letter, _)| !letter.is_whitespace()).peekable();
        let (from, ink) = inside.peek().map_or((0, Ink::Dim), |&(from, _, ink)| (from, ink));
        Word { text: inside.map(|(_, letter, _)| letter).collect(), ink, from }
    };
    let cells: Vec<Word> = parts.into_iter().map(cell).collect();
    (!cells.iter().any(Word::is_long)).then_some((before, cells))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagram(lines: &[&str]) -> Diagram {
        let mut diagram = Diagram::default();
        for line in lines {
            for word in line.split_inclusive(|letter: char| !letter.is_alphabetic()) {
                // Words of several letters are sentences, except for rows without spaces.
                let is_name = word.trim().chars().count() > 3;
                for letter in word.chars() {
                    let ink = match letter {
                        _ if is_name => Ink::Plain,
                        'x' => Ink::First,
                        'o' => Ink::Second,
                        '.' | '/' | '0'..='9' | 'a'..='h' => Ink::Dim,
                        _ => Ink::Plain,
                    };
                    diagram.put(ink, letter);
                }
            }
            diagram.end_line();
        }
        diagram
    }

    fn contents(board: &Board) -> String {
        let letter = |content: &Content| match content {
            Content::Empty => '.',
            Content::Stone(Side::First, _) => 'x',
            Content::Stone(Side::Second, _) => 'o',
            Content::Sign(_) => '#',
        };
        board.cells.iter().map(letter).collect()
    }

    #[test]
    fn rows_are_found_in_every_way_of_writing_them() {
        for lines in [
            &[". x o", "x . #", ". . o", "X to move"][..],
            &[".xo", "x.#", "..o", "o to move"],
            &["  a b c", "3 . x o 3", "2 x . # 2", "1 . . o 1", "  a b c"],
            &["3 .xo", "2 x.#", "1 ..o", "  abc", "crosses to move"],
            &["  north", "west  3 / . x o / east", "2 / x . # /", "1 / . . o /", "X to move"],
            &["+---+---+---+", "|   | x | o |", "+---+---+---+", "| x |   | # |", "+---+---+---+", "|   |   | o |"],
            &["   | x | o ", "---+---+---", " x |   | # ", "---+---+---", "   |   | o "],
        ] {
            let board = Board::read(&diagram(lines), 3, 3).unwrap_or_else(|| panic!("{lines:?}"));
            assert_eq!(contents(&board), ".xox.#..o", "{lines:?}");
        }
        let board = Board::read(&diagram(&["  a b c", "3 . x o 3", "2 x . # 2", "1 . . o 1"]), 3, 3).unwrap();
        assert_eq!((board.columns.join(""), board.heads_columns), ("abc".to_owned(), true));
        assert_eq!(board.rows, ["3", "2", "1"].map(|row| Some(row.to_owned())));
    }

    #[test]
    fn what_is_no_board_of_that_size_is_none() {
        for (rows, columns) in [(3, 4), (4, 3), (2, 2), (0, 3), (3, 0)] {
            assert_eq!(Board::read(&diagram(&[". x o", "x . o", ". . o"]), rows, columns), None, "{rows} x {columns}");
        }
        assert_eq!(Board::read(&Diagram::default(), 1, 1), None);
        assert_eq!(Board::read(&diagram(&["to be or", "not to be", "that is it"]), 3, 3), None, "sentences");
    }

    #[test]
    fn counts_beside_the_board_are_facts() {
        let board = Board::read(&diagram(&[". x", "o .", "in hand: 7"]), 2, 2).unwrap();
        assert_eq!(board.facts, [("in hand".to_owned(), "7".to_owned())]);
    }
}
