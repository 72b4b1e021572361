//! Second implementation of the rules, as slow and plain as the rule book: seeds are dropped one by one on a ring.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

/// Rule switches: capture (0 none, 1 standard, 2 empty), end (false: either side is out of seeds, true: the mover is).
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Rules {
    pub(crate) capture: u8,
    pub(crate) mover_end: bool,
    pub(crate) majority: bool,
    pub(crate) sweep: bool,
}

pub(crate) const NAMED: [(&str, Rules); 5] = [
    ("standard", Rules { capture: 1, mover_end: false, majority: false, sweep: false }),
    ("tournament", Rules { capture: 1, mover_end: false, majority: true, sweep: false }),
    ("empty-capture", Rules { capture: 2, mover_end: false, majority: false, sweep: false }),
    ("kalaha", Rules { capture: 0, mover_end: true, majority: false, sweep: false }),
    ("kgp", Rules { capture: 1, mover_end: false, majority: true, sweep: true }),
];

/// Board: `ring` is South's houses, South's store, North's houses, North's store.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Board {
    pub(crate) m: usize,
    pub(crate) ring: Vec<u32>,
    /// 0 South, 1 North.
    pub(crate) mover: usize,
}

impl Board {
    pub(crate) fn start(m: usize, n: u32) -> Board {
        let mut ring = vec![n; 2 * m + 2];
        ring[m] = 0;
        ring[2 * m + 1] = 0;
        Board { m, ring, mover: 0 }
    }

    /// Parses a well-formed text.
    pub(crate) fn read(text: &str) -> Board {
        let (numbers, side) = text.trim_start_matches('<').split_once("> ").unwrap();
        let numbers: Vec<u32> = numbers.split(',').map(|number| number.parse().unwrap()).collect();
        let m = numbers[0] as usize;
        let (south, north) = numbers[3..].split_at(m);
        let ring = [south, &numbers[1..2], north, &numbers[2..3]].concat();
        Board { m, ring, mover: usize::from(side == "N") }
    }

    fn base(&self, side: usize) -> usize {
        side * (self.m + 1)
    }

    pub(crate) fn store(&self, side: usize) -> u32 {
        self.ring[self.base(side) + self.m]
    }

    fn in_houses(&self, side: usize) -> u32 {
        self.ring[self.base(side)..self.base(side) + self.m].iter().sum()
    }

    fn out_of_seeds(&self, rules: Rules) -> bool {
        if rules.mover_end { self.in_houses(self.mover) == 0 } else { self.in_houses(0) == 0 || self.in_houses(1) == 0 }
    }

    fn decided(&self, rules: Rules) -> bool {
        let all: u32 = self.ring.iter().sum();
        rules.majority && (2 * self.store(0) > all || 2 * self.store(1) > all)
    }

    /// Returns the final seeds if the game is over.
    pub(crate) fn result(&self, rules: Rules) -> Option<[u32; 2]> {
        let all = [0, 1].map(|side| self.store(side) + self.in_houses(side));
        if self.out_of_seeds(rules) || (rules.sweep && self.decided(rules)) {
            Some(all)
        } else if self.decided(rules) {
            Some([self.store(0), self.store(1)])
        } else {
            None
        }
    }

    pub(crate) fn moves(&self, rules: Rules) -> Vec<usize> {
        if self.result(rules).is_some() {
            return Vec::new();
        }
        (1..=self.m).filter(|house| self.ring[self.base(self.mover) + house - 1] > 0).collect()
    }

    /// Plays a house. Returns whether its last seed falls into the store or captures.
    pub(crate) fn play(&mut self, house: usize, rules: Rules) -> bool {
        let (me, you) = (self.mover, 1 - self.mover);
        let places = 2 * self.m + 2;
        let skipped = self.base(you) + self.m;
        let mut place = self.base(me) + house - 1;
        let mut hand = std::mem::take(&mut self.ring[place]);
        while hand > 0 {
            place = (place + 1) % places;
            if place != skipped {
                self.ring[place] += 1;
                hand -= 1;
            }
        }
        let store = self.base(me) + self.m;
        let mut scores = place == store;
        if place != store {
            self.mover = you;
            let own = (self.base(me)..store).contains(&place);
            if own && self.ring[place] == 1 && rules.capture > 0 {
                let number = place - self.base(me) + 1;
                let opposite = self.base(you) + (self.m + 1 - number) - 1;
                if self.ring[opposite] > 0 || rules.capture == 2 {
                    self.ring[store] += self.ring[opposite] + 1;
                    self.ring[opposite] = 0;
                    self.ring[place] = 0;
                    scores = true;
                }
            }
        }
        if self.out_of_seeds(rules) || (rules.sweep && self.decided(rules)) {
            for side in 0..2 {
                let base = self.base(side);
                let left: u32 = self.ring[base..base + self.m].iter_mut().map(std::mem::take).sum();
                self.ring[base + self.m] += left;
            }
        }
        scores
    }

    pub(crate) fn text(&self) -> String {
        let houses = |side: usize| self.ring[self.base(side)..self.base(side) + self.m].iter();
        let numbers: Vec<String> = [self.m as u32, self.store(0), self.store(1)]
            .iter()
            .chain(houses(0))
            .chain(houses(1))
            .map(u32::to_string)
            .collect();
        format!("<{}> {}", numbers.join(","), if self.mover == 0 { 'S' } else { 'N' })
    }

    pub(crate) fn perft(&self, depth: u32, rules: Rules) -> (u64, u64) {
        if depth == 0 {
            return (1, 0);
        }
        let moves = self.moves(rules);
        if moves.is_empty() {
            return (0, 1);
        }
        moves.into_iter().fold((0, 0), |(nodes, finished), house| {
            let mut next = self.clone();
            next.play(house, rules);
            let (more, ended) = next.perft(depth - 1, rules);
            (nodes + more, finished + ended)
        })
    }
}
