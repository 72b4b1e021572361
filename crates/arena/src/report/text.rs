//! Text report for a terminal.

use std::fmt;

use plyground_statistics::{Interval, Wdl};

use crate::play::Termination;

use super::evidence::{CONFIDENCE, write_evidence};
use super::summary::{FirstFault, PairingSummary, PlayerSummary, Summary};

/// Formats wins, draws and losses.
fn wdl(results: Wdl) -> String {
    format!("+{} ={} -{}", results.wins, results.draws, results.losses)
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".into(), |share| format!("{:.1}%", 100.0 * share))
}

/// Returns how a game ended, after the word `ended`.
const fn ended(termination: Termination) -> &'static str {
    match termination {
        Termination::Rules => "by the rules",
        Termination::Time => "with a late move",
        Termination::IllegalMove => "with an illegal move",
        Termination::NotStarted => "because a player could not be started",
        Termination::Crash => "with a crash",
        Termination::Hang => "without an answer",
        Termination::Nonsense => "with an answer that is not a move",
        Termination::Flood => "with a flood of output",
        Termination::MoveLimit => "at the limit of moves",
        Termination::Tables => "at the limit of moves, with the result of exact tables",
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.games == 0 {
            return f.write_str("no games");
        }
        writeln!(f, "{}, rules {}, run {}, {} games", self.game, self.rules, self.run, self.games)?;
        if let Some(openings) = &self.openings {
            writeln!(f, "openings: {openings}")?;
        }
        let limits = self.limits();
        if !limits.is_empty() {
            writeln!(f, "limits: {limits}")?;
        }
        if self.players.len() > 2 {
            self.table(f)?;
            self.crosstable(f)?;
            self.scores(f)?;
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
        for (index, termination) in self.ends().enumerate() {
            write!(f, "{}ended {}: ", if index == 0 { "" } else { "\n" }, ended(termination))?;
            let ends_by = || self.terminations.iter().filter(|end| end.termination == termination);
            let ends = ends_by().map(|end| match &end.loser {
                Some(loser) => format!("{} lost by {loser}", end.games),
                None => format!("{} drawn", end.games),
            });
            f.write_str(&ends.collect::<Vec<_>>().join(", "))?;
            for FirstFault { number, cause } in ends_by().filter_map(|end| end.first.as_ref()) {
                write!(f, "; game {}: {cause}", number + 1)?;
            }
        }
        if let Some(conclusion) = &self.conclusion {
            write!(f, "\n{conclusion}")?;
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
    /// Returns the limits that the names of the players do not have: once if all have the same.
    fn limits(&self) -> String {
        let is_named = |player: &PlayerSummary| player.limits.split(',').all(|limit| player.name.contains(limit));
        let limited = self.players.iter().filter(|player| player.limits != "no limit" && !is_named(player));
        let limited: Vec<&PlayerSummary> = limited.collect();
        match limited[..] {
            [one, ..] if self.players.iter().all(|player| player.limits == one.limits) => one.limits.clone(),
            _ => {
                let named = limited.iter().map(|player| format!("{} {}", player.name, player.limits));
                named.collect::<Vec<_>>().join("; ")
            }
        }
    }

    /// Returns the causes of the ends of games, each once.
    fn ends(&self) -> impl Iterator<Item = Termination> {
        Termination::ALL.into_iter().filter(|&cause| self.terminations.iter().any(|end| end.termination == cause))
    }

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

    /// Writes the points of each pairing that has complete pairs, with the interval of their share.
    fn scores(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |pairing: &PairingSummary| pairing.players.join(" - ");
        let width = self.pairings.iter().map(|pairing| name(pairing).chars().count()).max().unwrap_or(0);
        for pairing in &self.pairings {
            let Some(score) = pairing.score else { continue };
            let [one, other] = pairing.points.map(|points| points.to_string());
            let Interval { low, high } = pairing.score_interval;
            writeln!(
                f,
                "    {:width$}  {one:>5} : {other:<5}  {:.1}% [{:.1}, {:.1}]",
                name(pairing),
                100.0 * score,
                100.0 * low,
                100.0 * high
            )?;
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
