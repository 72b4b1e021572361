//! Scenes of games without a board of their own: the diagram as text, and the moves as buttons.

use plyground_game::Position;
use plyground_game::diagram::{Diagram, Ink};

use crate::drawn::hints;
use crate::{Clicks, Scene, Tone, Word};

/// Width and height of a character.
const CELL: [f32; 2] = [14.0, 28.0];
const MARGIN: f32 = 26.0;
/// Minimum width of a line in characters.
const LINE_LETTERS: usize = 24;
/// Maximum length in characters of a word that is a piece.
const PIECE: usize = 2;
/// Maximum length in characters of a word whose change is marked. Longer words make a sentence, and sentences below a board
/// change with every move.
const CELL_LETTERS: usize = 3;

/// Returns a scene of any position, drawn from its [`diagram`](Position::diagram). The arguments are those of
/// [`scene_of`](crate::scene_of). Moves are buttons, and changes on the board since the last move are marked.
#[must_use]
pub fn diagram_scene<P: Position>(pos: &P, last: Option<(&P, P::Move)>, open: bool) -> Scene {
    let letters = letters(&pos.diagram());
    let before = last.map(|(before, _)| self::letters(&before.diagram()));
    // The board decides the width of the picture. Sentences are scaled down to fit.
    let rows = letters.iter().filter(|line| !is_sentence(line)).map(Vec::len);
    let columns = rows.chain([LINE_LETTERS]).max().unwrap_or(0);
    let mut words: Vec<Word> = Vec::new();
    for (row, line) in letters.iter().enumerate() {
        let was = before.as_ref().map(|before| before.get(row).map_or(&[][..], Vec::as_slice));
        words.extend(words_of(line, was, row, columns));
    }
    let middle = (indent(&letters) + letters.iter().map(Vec::len).max().unwrap_or(0).min(columns)) as f32 / 2.0;
    let shift = (columns as f32 / 2.0 - middle) * CELL[0];
    words.iter_mut().for_each(|word| word.at[0] += shift);
    // If most words have changed, marks carry no information.
    let fresh = words.iter().filter(|word| word.fresh.is_some()).count();
    if 2 * fresh > words.len() {
        words.iter_mut().for_each(|word| word.fresh = None);
    }
    Scene {
        size: [2.0 * MARGIN + columns as f32 * CELL[0], 2.0 * MARGIN + letters.len() as f32 * CELL[1]],
        words,
        moves: if open { hints(pos, |_| Clicks::button("move"), |_| None) } else { Vec::new() },
        ..Scene::default()
    }
}

/// Returns the number of spaces with which all lines begin.
fn indent(lines: &[Vec<Letter>]) -> usize {
    let spaces = |line: &Vec<Letter>| line.iter().take_while(|(letter, _)| letter.is_whitespace()).count();
    lines.iter().filter(|line| !line.is_empty()).map(spaces).min().unwrap_or(0)
}

/// A character and its role.
type Letter = (char, Ink);

/// Returns the characters of each line, without trailing spaces and trailing empty lines.
fn letters(diagram: &Diagram) -> Vec<Vec<Letter>> {
    let mut lines = Vec::new();
    for spans in diagram.lines() {
        let mut line: Vec<Letter> =
            spans.iter().flat_map(|span| span.text.chars().map(|letter| (letter, span.ink))).collect();
        while line.last().is_some_and(|(letter, _)| letter.is_whitespace()) {
            line.pop();
        }
        lines.push(line);
    }
    while lines.last().is_some_and(Vec::is_empty) {
        lines.pop();
    }
    lines
}

/// Splits a line into words: characters of one role without a space between them.
fn words_of(line: &[Letter], was: Option<&[Letter]>, row: usize, columns: usize) -> Vec<Word> {
    let is_row = !is_sentence(line);
    let was = was.filter(|_| is_row);
    let scale = if line.len() > columns { columns as f32 / line.len() as f32 } else { 1.0 };
    let mut words = Vec::new();
    let mut from = 0;
    while from < line.len() {
        let ink = line[from].1;
        let length = line[from..].iter().take_while(|(letter, other)| !letter.is_whitespace() && *other == ink).count();
        if length == 0 {
            from += 1;
            continue;
        }
        let to = from + length;
        let width = length as f32 * CELL[0];
        let tone = match ink {
            Ink::Plain => Tone::Plain,
            Ink::Dim => Tone::Dim,
            Ink::Accent => Tone::Accent,
            Ink::First => Tone::First,
            Ink::Second => Tone::Second,
        };
        let is_piece = is_row
            && matches!(ink, Ink::First | Ink::Second)
            && length <= PIECE
            && line[from..to].iter().any(|(letter, _)| !is_frame(*letter));
        let is_fresh = length <= CELL_LETTERS && was.is_some_and(|was| was.get(from..to) != Some(&line[from..to]));
        // A chip is wider than its word if both neighbours are spaces.
        let is_space = |at: Option<&Letter>| at.is_none_or(|(letter, _)| letter.is_whitespace());
        let stands_alone = is_space(from.checked_sub(1).and_then(|at| line.get(at))) && is_space(line.get(to));
        let half = width / 2.0 + if stands_alone { 5.0 } else { 0.0 };
        words.push(Word {
            at: [MARGIN + (from as f32 * CELL[0] + width / 2.0) * scale, MARGIN + (row as f32 + 0.5) * CELL[1]],
            text: line[from..to].iter().map(|(letter, _)| letter).collect(),
            width,
            scale,
            tone,
            chip: is_piece.then(|| rounded(half, 12.0, 12.0)),
            fresh: is_fresh.then(|| rounded(half, CELL[1] / 2.0, 4.0)),
        });
        from = to;
    }
    words
}

/// Returns whether a line is a sentence, such as the side to move, and not a row of the board.
fn is_sentence(line: &[Letter]) -> bool {
    let is_letter = |(letter, ink): &Letter| letter.is_alphabetic() && matches!(ink, Ink::Plain | Ink::Dim);
    line.windows(CELL_LETTERS + 1).any(|letters| letters.iter().all(is_letter))
}

/// Returns whether lines and corners are drawn with this character.
fn is_frame(letter: char) -> bool {
    "/\\|-=+_~'`,.:".contains(letter) || ('\u{2500}'..='\u{257f}').contains(&letter)
}

/// Returns a rounded box around the origin as SVG path data.
fn rounded(across: f32, down: f32, corner: f32) -> String {
    let corner = corner.min(across).min(down);
    let (x, y) = (across - corner, down - corner);
    let arc = format!("a{corner} {corner} 0 0 1");
    format!(
        "M{} {}h{}{arc} {corner} {corner}v{}{arc} {} {corner}h{}{arc} {} {}v{}{arc} {corner} {}z",
        -x,
        -down,
        2.0 * x,
        2.0 * y,
        -corner,
        -2.0 * x,
        -corner,
        -corner,
        -2.0 * y,
        -corner
    )
}
