//! Text report for a terminal.

use std::fmt;

use plyground_statistics::Wdl;

use super::evidence::{CONFIDENCE, write_evidence};
use super::summary::{PairingSummary, Summary};

/// Formats wins, draws and losses.
fn wdl(results: Wdl) -> String {
    format!("+{} ={} -{}", results.wins, results.draws, results.losses)
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".into(), |share| format!("{:.1}%", 100.0 * share))
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.games == 0 {
            return f.write_str("no games");
        }
        writeln!(f, "{}, rules {}, run {}, {} games", self.game, self.rules, self.run, self.games)?;
        if self.players.len() > 2 {
            self.table(f)?;
            self.crosstable(f)?;
        }
        for pairing in &self.pairings {
            if self.players.len() == 2 {
                write_match(f, pairing)?;
            }
            let [one, other] = &pairing.players;
            match pairing.replays {
                0 => {}
                1 => writeln!(f, "{one} - {other}: 1 pair repeats an earlier one and is not counted")?,
                pairs => writeln!(f, "{one} - {other}: {pairs} pairs repeat earlier ones and are not counted")?,
            }
            match pairing.unpaired {
                0 => {}
                1 => writeln!(f, "{one} - {other}: 1 game has no second half yet and is not counted")?,
                games => writeln!(f, "{one} - {other}: {games} games have no second half yet and are not counted")?,
            }
        }
        if let Some(sprt) = &self.sprt {
            writeln!(f, "{sprt}")?;
        }
        let side = &self.first_side;
        writeln!(f, "first side: {} ({}), Elo {}", wdl(side.results), percent(side.score), side.elo)?;
        write!(f, "ended:")?;
        for (index, end) in self.terminations.iter().enumerate() {
            let loser =
                end.loser.as_ref().map(|loser| format!(" (lost by {loser})")).unwrap_or_else(|| " (drawn)".into());
            write!(f, "{} {} {}{loser}", if index == 0 { "" } else { "," }, end.games, end.termination.text())?;
        }
        if let Some(note) = &self.rating_note {
            write!(f, "\nnote: {note}")?;
        }
        Ok(())
    }
}

fn write_match(f: &mut fmt::Formatter<'_>, pairing: &PairingSummary) -> fmt::Result {
    let [one, other] = &pairing.players;
    let [first, second] = pairing.by_side;
    let pairs = if pairing.pairs == 1 { "1 pair".to_owned() } else { format!("{} pairs", pairing.pairs) };
    writeln!(f, "{one} - {other}: {} : {} points in {pairs}", pairing.points[0], pairing.points[1])?;
    writeln!(
        f,
        "games: {}; with the first side {}, with the second {}",
        wdl(pairing.results),
        wdl(first),
        wdl(second)
    )?;
    write_evidence(f, &pairing.pentanomial, CONFIDENCE)
}

impl Summary {
    fn name_width(&self) -> usize {
        self.players.iter().map(|player| player.name.chars().count()).max().unwrap_or(0).max("player".len())
    }

    fn table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.name_width();
        writeln!(
            f,
            "\n    {:width$}  {:>7}  {:>5}  {:>6}  {:<16} rating",
            "player", "points", "games", "score", "+ = -"
        )?;
        for (rank, player) in self.players.iter().enumerate() {
            let rating = player.rating.map_or_else(|| "-".into(), |rating| rating.to_string());
            writeln!(
                f,
                "{:>3} {:width$}  {:>7}  {:>5}  {:>6}  {:<16} {rating}",
                rank + 1,
                player.name,
                player.points,
                player.games,
                percent(player.score),
                wdl(player.results)
            )?;
        }
        writeln!(f)
    }

    /// Writes the crosstable in the order of the table: results of the row with the first side / with the second side.
    fn crosstable(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = "+ = - first / second";
        let width = self.name_width().max(head.len());
        let cells: Vec<Vec<String>> = (0..self.players.len())
            .map(|row| (0..self.players.len()).map(|column| self.cell(row, column)).collect())
            .collect();
        let cell_width = cells.iter().flatten().map(String::len).max().unwrap_or(0);
        write!(f, "    {head:width$}")?;
        for column in 1..=self.players.len() {
            write!(f, "  {column:>cell_width$}")?;
        }
        writeln!(f)?;
        for (row, cells) in cells.iter().enumerate() {
            write!(f, "{:>3} {:width$}", row + 1, self.players[row].name)?;
            for cell in cells {
                write!(f, "  {cell:>cell_width$}")?;
            }
            writeln!(f)?;
        }
        writeln!(f)
    }

    fn cell(&self, row: usize, column: usize) -> String {
        let short = |results: Wdl| format!("{}={}-{}", results.wins, results.draws, results.losses);
        self.meeting(row, column)
            .map_or_else(|| "-".into(), |[first, second]| format!("{} / {}", short(first), short(second)))
    }

    /// Returns the results of one player of the table against another, by the side of the former.
    pub(crate) fn meeting(&self, row: usize, column: usize) -> Option<[Wdl; 2]> {
        let (row, column) = (&self.players[row].name, &self.players[column].name);
        self.pairings.iter().find_map(|pairing| {
            let [one, other] = &pairing.players;
            let [first, second] = pairing.by_side;
            if (one, other) == (row, column) {
                Some([first, second])
            } else if (one, other) == (column, row) {
                Some([second.reversed(), first.reversed()])
            } else {
                None
            }
        })
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
