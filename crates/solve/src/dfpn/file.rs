//! The table of a proof-number search in a file, so that a long search can resume.

use std::path::Path;

use plyground_game::Position;

use super::{Dfpn, Entry, Estimate, WAYS};
use crate::table::{self, Description, TableError, TableFile};

/// Number of bytes of an entry in a file.
const ENTRY: usize = size_of::<[u64; 4]>();

impl<P: Position, E: Estimate<P>> Dfpn<P, E> {
    /// Writes the table to a file, for later questions about `pos` and the positions that can follow it. The file is
    /// complete or absent, also if the program is killed.
    ///
    /// ```
    /// use plyground_game::{Position, Side};
    /// use plyground_kalah::{Kalah, KalahRules};
    /// use plyground_search::StopFlag;
    /// use plyground_solve::dfpn::Dfpn;
    ///
    /// let rules = KalahRules::default();
    /// let pos = Kalah::parse("<3,8,4,0,0,1,2,0,0> S", &rules)?;
    /// let mut search = Dfpn::new(1);
    /// search.can_win(&pos, Side::Second, 8, &StopFlag::default()).expect("it is not stopped");
    /// let file = std::env::temp_dir().join(format!("proof-example-{}.table", std::process::id()));
    /// search.save(&file, &pos, &rules)?;
    ///
    /// let mut later = Dfpn::new(1);
    /// assert!(later.load(&file, &pos, &rules)?);
    /// later.can_win(&pos, Side::Second, 8, &StopFlag::default()).expect("it is not stopped");
    /// assert_eq!(later.nodes(), 0, "the answer is in the table");
    /// std::fs::remove_file(&file)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn save(&self, path: &Path, pos: &P, rules: &P::Rules) -> Result<(), TableError> {
        let entries = self.entries.iter().copied().filter(|entry| entry.work > 0);
        let length = entries.clone().count() * ENTRY;
        table::write_with(path, &self.description(pos, rules), length as u64, |write| {
            entries.flat_map(Entry::to_words).try_for_each(|word| write(&word.to_le_bytes()))
        })
    }

    /// Adds the entries of a file to the table, which may have another size; of entries for one place it keeps those of
    /// the most work. Returns whether there is a file. The [history](Dfpn::follow) must be the same as when it was
    /// written.
    ///
    /// # Errors
    /// Returns an error if the file is damaged, or if it is of another game, position, history or rules.
    pub fn load(&mut self, path: &Path, pos: &P, rules: &P::Rules) -> Result<bool, TableError> {
        let Some(file) = TableFile::open(path)? else { return Ok(false) };
        let Description { game, rules, layer, .. } = self.description(pos, rules);
        file.expect(&game, &rules, &layer)?;
        let (mut place, mut wrong) = (0, None);
        file.read_blocks(|block| {
            for bytes in block.as_chunks::<ENTRY>().0 {
                let (words, _) = bytes.as_chunks();
                match Entry::from_words(std::array::from_fn(|word| u64::from_le_bytes(words[word]))) {
                    Some(entry) => self.adopt(entry),
                    None => wrong = wrong.or(Some(place)),
                }
                place += ENTRY as u64;
            }
        })?;
        match wrong {
            Some(place) => Err(file.impossible(place, 0, "an entry that does not prove a win and its opposite")),
            None => Ok(true),
        }
    }

    fn description(&self, pos: &P, rules: &P::Rules) -> Description {
        // Entries have keys alone, so the file states the key of one position, and of those that draw.
        let mut layer = format!("proof numbers from `{pos}`, key {:016x}", pos.key());
        for drawn in &self.drawn {
            layer += &format!(", drawn {drawn:016x}");
        }
        Description { game: P::NAME.into(), rules: rules.to_string(), layer, facts: Vec::new() }
    }

    /// Puts an entry into the table if its place is free or has an entry of less work.
    fn adopt(&mut self, entry: Entry) {
        let bucket = self.bucket(entry.key);
        let entries = &mut self.entries[bucket..bucket + WAYS];
        if let Some(least) = entries.iter_mut().min_by_key(|known| known.work)
            && least.work < entry.work
        {
            *least = entry;
        }
    }
}

impl Entry {
    fn to_words(self) -> [u64; 4] {
        [
            self.key,
            u64::from(self.work) | u64::from(self.plies) << 32,
            u64::from(self.proven) | u64::from(self.disproven) << 32,
            u64::from(self.proof) | u64::from(self.disproof) << 32,
        ]
    }

    /// Returns the entry; `None` if it proves a win and its opposite, or has no work.
    fn from_words([key, work, solved, numbers]: [u64; 4]) -> Option<Entry> {
        let halves = |word: u64| (word as u32, (word >> 32) as u32);
        let ((work, plies), (proven, disproven), (proof, disproof)) = (halves(work), halves(solved), halves(numbers));
        let [plies, proven, disproven] = [plies, proven, disproven].map(|part| u16::try_from(part).ok());
        let entry = Entry { key, work, proven: proven?, disproven: disproven?, plies: plies?, proof, disproof };
        let is_consistent = entry.proven == 0 || entry.disproven <= entry.proven;
        (work > 0 && is_consistent).then_some(entry)
    }
}

#[cfg(test)]
mod tests {
    use plyground_game::{Game, Side};
    use plyground_kalah::{Kalah, KalahRules};
    use plyground_search::StopFlag;

    use super::*;

    #[test]
    fn a_search_resumes_from_its_file() {
        let rules = KalahRules::default();
        let pos = Game::<Kalah>::new(&"3x3".parse().unwrap(), &rules).position().clone();
        let folder = tempfile::tempdir().unwrap();
        let (path, stop) = (folder.path().join("proof.table"), StopFlag::default());
        let mut whole = Dfpn::new(1);
        let expected = whole.can_win(&pos, Side::Second, 40, &stop).unwrap();
        let mut answer = None;
        let (mut runs, mut nodes) = (0, 0);
        while answer.is_none() {
            // Each run has a new table of another size.
            let mut search = Dfpn::new(1 + runs % 2);
            assert_eq!(search.load(&path, &pos, &rules).unwrap(), runs > 0);
            search.limit(whole.nodes() / 3);
            answer = search.can_win(&pos, Side::Second, 40, &stop).ok();
            search.save(&path, &pos, &rules).unwrap();
            (runs, nodes) = (runs + 1, nodes + search.nodes());
        }
        assert_eq!(answer, Some(expected));
        assert!(runs > 1 && nodes < 3 * whole.nodes(), "{runs} runs, {nodes} of {} nodes", whole.nodes());
    }

    #[test]
    fn files_of_other_positions_and_damaged_files_are_refused() {
        let rules = KalahRules::default();
        let [pos, other] =
            ["<3,8,4,0,0,1,2,0,0> S", "<3,8,4,0,0,1,2,0,0> N"].map(|text| Kalah::parse(text, &rules).unwrap());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("proof.table");
        let mut search = Dfpn::new(1);
        search.can_win(&pos, Side::Second, 8, &StopFlag::default()).unwrap();
        search.save(&path, &pos, &rules).unwrap();
        let message = search.load(&path, &other, &rules).unwrap_err().to_string();
        assert!(message.contains("proof numbers from"), "{message}");
        let message = search.load(&path, &pos, &"empty-capture".parse().unwrap()).unwrap_err().to_string();
        assert!(message.contains("empty-capture"), "{message}");
        let mut bytes = std::fs::read(&path).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        std::fs::write(&path, bytes).unwrap();
        assert!(search.load(&path, &pos, &rules).is_err());
        assert!(!search.load(&folder.path().join("none"), &pos, &rules).unwrap());
    }

    #[test]
    fn entries_that_contradict_themselves_are_refused() {
        let entry =
            Entry { key: 7, work: 3, proven: 9, disproven: 9, plies: 5, proof: super::super::INFINITE, disproof: 2 };
        let read = Entry::from_words(entry.to_words()).unwrap();
        assert_eq!(read.to_words(), entry.to_words());
        assert!(Entry::from_words(Entry { disproven: 10, ..entry }.to_words()).is_none());
        assert!(Entry::from_words(Entry { work: 0, ..entry }.to_words()).is_none());
    }
}
