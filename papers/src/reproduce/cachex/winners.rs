//! The report's figure 10: the winner after each first move, without steal.
//!
//! First moves come in pairs that are equal by half turn. Two equal agents win after both or after neither, unless ties are
//! broken by the order of cells. So ties are broken at random, every first move is played many times, and a pair of equal first
//! moves is one value.

use plyground_cachex::Cachex;
use plyground_game::{Game, Side};
use serde_json::{Value, json};

use super::FREE;
use super::first_moves::cell;
use crate::Result;
use crate::reproduce::answer::text;
use crate::reproduce::estimate::{Estimate, contrast, mean_of};
use crate::reproduce::lab::Lab;
use crate::reproduce::sample::{Share, distinct_games, first_points};

/// Red's shares after the pairs of first moves of a board.
struct Board {
    border: Vec<f64>,
    inside: Vec<f64>,
}

impl Board {
    fn new(shares: &[Vec<f64>]) -> Board {
        let n = shares.len();
        let mut board = Board { border: Vec::new(), inside: Vec::new() };
        for (row, column, share) in halves(shares) {
            let edge = row == 0 || column == 0 || row + 1 == n || column + 1 == n;
            if edge { &mut board.border } else { &mut board.inside }.push(share);
        }
        board
    }

    /// Returns Red's share after first moves on the border, inside, and after all.
    fn figures(&self) -> Value {
        json!({
            "border": mean_of(&self.border), "inside": mean_of(&self.inside),
            "first": mean_of(&[&self.border[..], &self.inside[..]].concat()),
            "difference": difference(std::slice::from_ref(self)),
        })
    }
}

/// Sum of a value of the games after each first move of a board, and their number, by row and column.
type Points = Vec<Vec<Share>>;

pub(super) fn winners(lab: &mut Lab<'_>) -> Result<Value> {
    let games = 2 * lab.many(10, 50);
    let (mut boards, mut captures, mut played, mut distinct) = (Vec::new(), Vec::new(), 0, 0);
    let (mut unequal, mut pairs) = (0, 0);
    for n in lab.pick(5..=7, 5..=9) {
        let records = play(lab, n, "cachex-six-features:noise=on", games)?;
        played += records.len();
        distinct += distinct_games(&records).len();
        let shares = shares(&count(&records, n, |game| Ok(first_points(game)))?);
        let board = Board::new(&shares);
        let mut figures = board.figures();
        figures["n"] = json!(n);
        figures["shares"] = json!(shares);
        boards.push(figures);
        let captured = |game: &Value| Ok(f64::from(u8::from(loses_first_stone(&text(game, "/moves")?, n)?)));
        captures.push(Board::new(&self::shares(&count(&records, n, captured)?)));
        // One game each, with ties broken by the order of cells, as in the report.
        let (different, all) =
            unequal_pairs(&count(&play(lab, n, "cachex-six-features", 2)?, n, |game| Ok(first_points(game)))?);
        (unequal, pairs) = (unequal + different, pairs + all);
    }
    Ok(json!({
        "games": games, "boards": boards, "captures": difference(&captures), "played": played, "distinct": distinct,
        "unequal": unequal, "pairs": pairs,
    }))
}

/// Plays games after every first move of a board.
fn play(lab: &mut Lab<'_>, n: usize, agent: &str, games: u32) -> Result<Vec<Value>> {
    let book: String = (0..n * n).map(|index| format!("{},{}\n", index / n, index % n)).collect();
    let book = lab.file(&format!("first-moves-{n}.txt"), &book)?;
    let (games, openings) = (games as usize * n * n, n * n);
    let seed = if agent.contains("noise") { ",seed=1" } else { "" };
    let (_, records) = lab.contest(&format!(
        "match cachex --setup {n} --rules {FREE} --first {agent} --second {agent}{seed} --book '{book}' \
         --openings {openings} --games {games} --seed 1 --concurrency 1"
    ))?;
    Ok(records)
}

/// Adds up a value of the games, by their first move.
fn count(records: &[Value], n: usize, value: impl Fn(&Value) -> Result<f64>) -> Result<Points> {
    let mut points = vec![vec![Share::default(); n]; n];
    for game in records {
        let (row, column) = cell(text(game, "/moves")?.split(' ').next().unwrap_or_default())?;
        points[row][column] = points[row][column] + Share { points: value(game)?, games: 1.0 };
    }
    Ok(points)
}

/// Returns whether the first stone of a game is captured.
fn loses_first_stone(moves: &str, n: usize) -> Result<bool> {
    let size = n.to_string().parse()?;
    let rules = FREE.parse()?;
    let mut game = Game::<Cachex>::new(&size, &rules);
    let mut first = None;
    for mv in moves.split(' ') {
        game.play_text(mv).map_err(|error| format!("{moves}: {error}"))?;
        let stones = game.position().stones(Side::First);
        first = first.or_else(|| stones.first());
        if first.is_some_and(|stone| !stones.contains(stone)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns Red's share after each first move, over the games after both moves of a pair.
fn shares(points: &Points) -> Vec<Vec<f64>> {
    let n = points.len();
    let share = |row: usize, column: usize| (points[row][column] + points[n - 1 - row][n - 1 - column]).value();
    (0..n).map(|row| (0..n).map(|column| share(row, column)).collect()).collect()
}

/// Returns one move of each pair of first moves, and the centre of a board of odd size.
fn halves(shares: &[Vec<f64>]) -> Vec<(usize, usize, f64)> {
    let n = shares.len();
    let cells = (0..n * n).take((n * n).div_ceil(2));
    cells.map(|index| (index / n, index % n, shares[index / n][index % n])).collect()
}

/// Returns the number of pairs of first moves with different results, and the number of all pairs without the centre.
fn unequal_pairs(points: &Points) -> (usize, usize) {
    let n = points.len();
    let share = |index: usize| points[index / n][index % n].value();
    let pairs = n * n / 2;
    ((0..pairs).filter(|&index| share(index) != share(n * n - 1 - index)).count(), pairs)
}

/// Returns border minus inside. Each size counts equally, because larger boards have a smaller share of border cells.
fn difference(boards: &[Board]) -> Option<Estimate> {
    let weight = 1.0 / boards.len() as f64;
    let groups = boards.iter().flat_map(|board| [(weight, &board.border[..]), (-weight, &board.inside[..])]);
    contrast(&groups.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::claims::tests::judge;

    fn game(mv: &str, result: &str) -> Value {
        json!({"moves": format!("{mv} 1,1 0,1"), "result": result})
    }

    fn scores(games: &[Value]) -> Points {
        count(games, 3, |game| Ok(first_points(game))).unwrap()
    }

    #[test]
    fn a_winner_stands_on_the_first_move_of_its_game() {
        // Regression: a move on row 0 was shown on the highest row.
        let points = scores(&[game("0,0", "first"), game("2,1", "second"), game("0,0", "draw")]);
        let share = |points, games| Share { points, games };
        assert_eq!([points[0][0], points[2][1], points[2][0]], [share(1.5, 2.0), share(0.0, 1.0), share(0.0, 0.0)]);
    }

    #[test]
    fn first_moves_that_are_equal_by_half_turn_are_one_value() {
        let points = scores(&[game("0,0", "first"), game("2,2", "second"), game("0,1", "first"), game("2,1", "first")]);
        let shares = shares(&points);
        assert_eq!((shares[0][0], shares[2][2], shares[0][1]), (0.5, 0.5, 1.0));
        assert_eq!(halves(&shares).len(), 5, "four pairs and the centre");
        assert_eq!(unequal_pairs(&points), (1, 4));
    }

    /// Blue takes 3,2 and 1,3 by the diamond of 2,2 and 2,3.
    #[test]
    fn the_capture_of_a_first_stone_is_seen() {
        let game = |moves: &str| loses_first_stone(moves, 4).unwrap();
        assert!(game("3,2 2,2 1,3 2,3"));
        assert_eq!([game("3,2 2,2 1,3"), game("3,2 2,2 1,3 0,0")], [false; 2]);
        assert!(loses_first_stone("9,9", 4).is_err());
    }

    #[test]
    fn the_verdict_on_the_border_follows_the_pairs_of_every_size() {
        let (high, low, wide) = ([0.9, 0.8, 0.95, 0.85], [0.2, 0.1, 0.15, 0.25], [0.0, 1.0, 0.9, 0.1]);
        let board = |border: &[f64], inside: &[f64]| Board { border: border.into(), inside: inside.into() };
        let judged = |claim: &str, boards: &[Board]| {
            let figures = boards.iter().map(Board::figures).collect::<Vec<_>>();
            let figures = json!({"boards": figures, "captures": difference(boards)});
            judge(&format!("cachex: {claim}"), &json!({"winners": figures}))
        };
        let boards = [board(&high, &low), board(&low, &high), board(&wide, &wide)];
        let of = |claim: &str| [0, 1, 2].map(|place| judged(claim, &boards[place..=place]));
        assert_eq!(of("Figure 10"), ["same", "differs", "not decided"]);
        assert_eq!(of("captures on the border"), ["differs", "same", "not decided"]);
        assert_eq!(judged("first-mover advantage", &[board(&high, &high)]), "same");
        // Regression: the mean of the sizes decided, even if they contradicted each other.
        let against = [board(&high, &low), board(&low.repeat(10), &high.repeat(10))];
        assert_eq!(judged("Figure 10", &against), "not decided");
        assert_eq!(judged("first-mover advantage", &[board(&high, &high), board(&low, &low)]), "not decided");
    }
}
