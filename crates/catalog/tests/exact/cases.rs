//! Small positions of the four games with limits of 1 to 12 plies.

use plyground_cachex::Cachex;
use plyground_catalog::Start;
use plyground_game::random::Random;
use plyground_game::{Game, Position, SearchHints, Side};
use plyground_kalah::Kalah;
use plyground_khet::Khet;
use plyground_tigers::Tigers;

/// A position and its rules.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) start: Start,
    /// The plies in which the game ends, or as many as the oracle looks at.
    pub(super) plies: u32,
}

/// What the law needs of a game.
pub(super) trait Small: SearchHints {
    /// The doors that must answer, and with how many claims at least.
    const LEAST_CLAIMS: &[(&str, usize)];
    /// Whether the tables of a case take a moment.
    const HAS_SMALL_TABLES: bool = true;

    /// The final margin of a finished game, where the game counts one.
    fn margin(&self, _side: Side) -> Option<i32> {
        None
    }
}

impl Small for Cachex {
    const LEAST_CLAIMS: &[(&str, usize)] = &[
        ("solve", 500),
        ("probe", 500),
        ("oracle", 500),
        ("oracle value", 125),
        ("mate", 225),
        ("certificate", 125),
        ("best with tables", 125),
        ("adjudication", 125),
        ("proof numbers", 500),
        ("retrograde", 125),
        ("trace of proof numbers", 375),
        ("trace of retrograde analysis", 75),
        ("puzzle", 5),
        ("pvs", 12),
        ("stopped searches", 125),
    ];
}

impl Small for Kalah {
    const LEAST_CLAIMS: &[(&str, usize)] = &[
        ("solve", 200),
        ("probe", 50),
        ("oracle", 200),
        ("oracle value", 100),
        ("mate", 100),
        ("certificate", 50),
        ("best with tables", 25),
        ("proof numbers", 200),
        ("retrograde", 200),
        ("trace of proof numbers", 250),
        ("trace of retrograde analysis", 200),
        ("best", 125),
        ("stopped searches", 125),
    ];

    fn margin(&self, side: Side) -> Option<i32> {
        self.final_margin(side)
    }
}

impl Small for Khet {
    const LEAST_CLAIMS: &[(&str, usize)] =
        &[("mate", 75), ("trace of proof numbers", 25), ("proof numbers", 125), ("pvs", 1)];
    /// The endings of a rule set have 41 million numbers.
    const HAS_SMALL_TABLES: bool = false;
}

impl Small for Tigers {
    const LEAST_CLAIMS: &[(&str, usize)] =
        &[("mate", 37), ("trace of proof numbers", 25), ("probe", 62), ("oracle", 62), ("best with tables", 12)];
}

/// A game of random moves from a start, as long as it goes on.
fn played<P: Position>(mut start: Start, plies: usize, random: &mut Random) -> Option<Start> {
    let mut game: Game<P> = start.game().unwrap();
    for _ in 0..plies {
        if game.ending().is_some() {
            return None;
        }
        let moves = game.position().legal_moves();
        game.play(moves[random.below(moves.len())]).unwrap();
    }
    start.moves = game.move_texts().join(" ");
    game.ending().is_none().then_some(start)
}

fn by_rules(rules: String) -> Start {
    Start { rules: Some(rules), ..Start::default() }
}

/// Limits of turns, limits near the turn of a position, repetitions; on the board of 3 x 3 cells.
pub(super) fn cachex(first_seed: u64) -> impl Iterator<Item = Case> {
    (first_seed..).filter_map(|seed| {
        let mut random = Random::new(seed);
        let left = 1 + random.below(12) as u32;
        // A tree of so many plies is only small where few cells are free.
        let played_plies = if left > 4 { 3 + random.below(5) } else { random.below(9) };
        let options = ["", ",steal=off", ",centre_ban=off", ",repetition=2", ",repetition=3", ",repetition=off"];
        let options = options[random.below(options.len())];
        let limit = played_plies as u32 + left;
        let start = Start { setup: Some("3".into()), ..by_rules(format!("standard,turn_limit={limit}{options}")) };
        let start = played::<Cachex>(start, played_plies, &mut random)?;
        if seed % 3 > 0 {
            return Some(Case { start, plies: left });
        }
        // The same stones late in a game of the usual length, as a position that states its turn.
        let game: Game<Cachex> = start.game().unwrap();
        let text = game.position().to_string();
        let (stones, _) = text.rsplit_once(' ').unwrap();
        let position = Some(format!("{stones} {}", 343 - left));
        Some(Case { start: Start { position, ..by_rules(format!("standard{options}")) }, plies: left })
    })
}

/// All ways to end and to capture, without and with the majority rule.
pub(super) fn kalah(first_seed: u64) -> impl Iterator<Item = Case> {
    (first_seed..).filter_map(|seed| {
        let mut random = Random::new(seed);
        let setup = ["1x3", "2x1", "2x2", "2x3", "3x1", "3x2"][random.below(6)];
        let rules = ["standard", "tournament", "empty-capture", "kalaha", "kgp", "kalaha,majority=on"][random.below(6)];
        let start = Start { setup: Some(setup.into()), ..by_rules(rules.into()) };
        let start = played::<Kalah>(start, random.below(9), &mut random)?;
        Some(Case { start, plies: 60 })
    })
}

/// Few pieces, so that few moves follow; a limit of plies, and pieces that go to and fro before.
pub(super) fn khet(first_seed: u64) -> impl Iterator<Item = Case> {
    // The lasers go along the outer files; a pyramid there turns them into the rank of a pharaoh.
    const POSITIONS: [&str; 8] = [
        "x34k4/55/55/5P14/55/55/55/4K4X1 0",
        "x34k4/4p25/55/55/55/55/5P34/4K4X1 1",
        "x39/55/55/4k4P1/55/55/55/4K4X1 0",
        "x39/55/55/4k4P2/55/55/55/4K4X1 0",
        "x39/55/55/4k4P3/55/55/55/4K4X1 1",
        "x39/55/55/4k4P4/55/55/55/4K4X1 0",
        "x34k4/55/p14K4/55/55/55/55/9X1 1",
        "x34k4/55/p34K4/55/55/55/55/9X1 0",
    ];
    (first_seed..).filter_map(|seed| {
        let mut random = Random::new(seed);
        let before = random.below(7);
        let left = 1 + random.below(3) as u32;
        let rules = ["official", "epam", "two", "official,pharaoh_turns=on"][random.below(4)];
        let start = Start {
            position: Some(POSITIONS[random.below(POSITIONS.len())].into()),
            ..by_rules(format!("{rules},ply_limit={}", before as u32 + left))
        };
        if start.game::<Khet>().is_err() {
            return None;
        }
        Some(Case { start: played::<Khet>(start, before, &mut random)?, plies: left })
    })
}

/// Few goats, most of them taken.
pub(super) fn tigers(first_seed: u64) -> impl Iterator<Item = Case> {
    const POINTS: usize = 23;
    (first_seed..).filter_map(|seed| {
        let mut random = Random::new(seed);
        let mut board = vec!['.'; POINTS];
        for piece in ['T', 'T', 'T', 'G', 'G'].into_iter().take(4 + random.below(2)) {
            board[random.below(POINTS)] = piece;
        }
        let board: String = board.into_iter().collect();
        let side = ["g", "t"][random.below(2)];
        let repetition = ["", ",repetition=2", ",repetition=off"][random.below(3)];
        let start = Start { position: Some(format!("{board} 0 {side}")), ..by_rules(format!("standard{repetition}")) };
        start.game::<Tigers>().ok()?;
        let plies = 2 + random.below(2) as u32;
        Some(Case { start: played::<Tigers>(start, random.below(5), &mut random)?, plies })
    })
}
