//! Compares the Cachex report's agent with a second, plain implementation, written from the report alone: Table I, Table II,
//! Figure 11 and the decisions of the first two turns, over minimax without a window. The rules come from the rules crate, which
//! has its own oracle.
#![allow(clippy::unwrap_used)]
#![expect(clippy::disallowed_methods, reason = "what the agent says of its time is tested")]

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use plyground_cachex::{Cachex, CachexMove, CachexRules, Cell};
use plyground_eval::Features as _;
use plyground_game::random::Random;
use plyground_game::{Game, Position, Side};
use plyground_reports::cachex;
use plyground_search::{Agent, Bound, Job, Limits, Report};

/// "It will return infinity": far above every utility, also after the plies to the end are subtracted.
const INFINITY: i64 = 1_000_000_000;

fn cells(n: u8) -> Vec<Cell> {
    (0..n).flat_map(|row| (0..n).filter_map(move |column| Cell::new(row, column))).collect()
}

fn neighbours(n: u8, cell: Cell) -> Vec<Cell> {
    let (row, column) = (i32::from(cell.row()), i32::from(cell.column()));
    let steps = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)];
    let near = steps.map(|(dr, dq)| (row + dr, column + dq));
    let on_board = near.into_iter().filter(|(r, q)| (0..i32::from(n)).contains(r) && (0..i32::from(n)).contains(q));
    on_board.filter_map(|(r, q)| Cell::new(r as u8, q as u8)).collect()
}

/// Returns the length of the longest group: all stones that can be reached from a stone over stones.
fn longest(pos: &Cachex, side: Side) -> i64 {
    let n = pos.size().get();
    let reach = |start: Cell| {
        let mut group = vec![start];
        let mut next = 0;
        while next < group.len() {
            for near in neighbours(n, group[next]) {
                if pos.stone_at(near) == Some(side) && !group.contains(&near) {
                    group.push(near);
                }
            }
            next += 1;
        }
        group.len() as i64
    };
    cells(n).into_iter().filter(|&cell| pos.stone_at(cell) == Some(side)).map(reach).max().unwrap_or(0)
}

/// Returns the number of stones that are missing between the two edges, or "twice the size of the board" without a path.
fn cost(pos: &Cachex, side: Side) -> i64 {
    let n = pos.size().get();
    let line = |cell: Cell| if side == Side::First { cell.row() } else { cell.column() };
    let price = |cell: Cell| match pos.stone_at(cell) {
        Some(owner) if owner == side => Some(0),
        Some(_) => None,
        None => Some(1),
    };
    let mut least = vec![i64::MAX; 256];
    let mut todo = VecDeque::new();
    for cell in cells(n).into_iter().filter(|&cell| line(cell) == 0) {
        if let Some(price) = price(cell) {
            least[cell.index()] = price;
            todo.push_back(cell);
        }
    }
    while let Some(cell) = todo.pop_front() {
        for near in neighbours(n, cell) {
            let through = price(near).map(|price| least[cell.index()] + price);
            if let Some(through) = through.filter(|&through| through < least[near.index()]) {
                least[near.index()] = through;
                todo.push_back(near);
            }
        }
    }
    let goals = cells(n).into_iter().filter(|&cell| line(cell) == n - 1).map(|cell| least[cell.index()]);
    goals.min().filter(|&cost| cost < i64::MAX).unwrap_or(2 * i64::from(n))
}

/// Returns the utility of Table I with its weights.
fn utility(pos: &Cachex, me: Side, plies: i64) -> i64 {
    if let Some(winner) = pos.winner() {
        return if winner == me { INFINITY - plies } else { plies - INFINITY };
    }
    let stones = |side| i64::from(pos.stone_count(side));
    stones(me) - 2 * stones(!me) + longest(pos, me) - 2 * longest(pos, !me) - 2 * cost(pos, me) + 3 * cost(pos, !me)
}

/// Returns the depth below the root moves by Table II.
fn depth_below_root(n: u8) -> u32 {
    match n {
        3..=5 => 3,
        6..=10 => 2,
        11..=15 => 0,
        _ => unreachable!("no such board"),
    }
}

/// Returns the minimax value for `me`.
fn minimax(pos: &Cachex, me: Side, depth: u32, plies: i64) -> i64 {
    if depth == 0 || pos.winner().is_some() {
        return utility(pos, me, plies);
    }
    let values = pos.legal_moves().into_iter().map(|mv| minimax(&pos.after(mv), me, depth - 1, plies + 1));
    let found = if pos.side_to_move() == me { values.max() } else { values.min() };
    found.unwrap_or_else(|| utility(pos, me, plies))
}

/// Returns the best of these moves, the first among equals.
fn best(pos: &Cachex, moves: &[CachexMove]) -> (CachexMove, i64) {
    let me = pos.side_to_move();
    let depth = depth_below_root(pos.size().get());
    let values = moves.iter().map(|&mv| (mv, minimax(&pos.after(mv), me, depth, 1)));
    values.reduce(|best, next| if next.1 > best.1 { next } else { best }).unwrap()
}

/// Returns the moves for minimax by Figure 11, or the one move that is played without it.
fn preprocess(pos: &Cachex) -> Vec<CachexMove> {
    let me = pos.side_to_move();
    let n = pos.size().get();
    let rules = CachexRules::default();
    let other = Cachex::from_stones(pos.size(), Side::ALL.map(|side| pos.stones(side)), !me, 2, &rules).unwrap();
    let legal = cells(n).into_iter().filter(|&cell| pos.is_legal(CachexMove::Place(cell)));
    let moves: Vec<CachexMove> = legal.map(CachexMove::Place).collect();
    let wins = |pos: &Cachex, mv: CachexMove| pos.after(mv).winner().is_some();
    // 1 to 3. A move by which the opponent would win is worth infinity.
    let evaluate = |mv| {
        if wins(&other, mv) { INFINITY } else { utility(&pos.after(mv), me, 0) - utility(&other.after(mv), me, 0) }
    };
    let mut evaluated: Vec<(i64, CachexMove)> = moves.iter().map(|&mv| (evaluate(mv), mv)).collect();
    evaluated.sort_by_key(|&(value, _)| -value);
    let captures = |mv: CachexMove| pos.after(mv).stone_count(!me) < pos.stone_count(!me);
    let best_capture = evaluated.iter().map(|&(_, mv)| mv).find(|&mv| captures(mv));
    // 4.
    if let Some(&mv) = moves.iter().find(|&&mv| wins(pos, mv)) {
        return vec![mv];
    }
    // 5.
    if let Some(block) = evaluated.iter().map(|&(_, mv)| mv).find(|&mv| wins(&other, mv)) {
        return vec![best_capture.unwrap_or(block)];
    }
    // 6: less than 0.4 times the size.
    if let (true, Some(capture)) = ((cost(pos, !me) as f64) < 0.4 * f64::from(n), best_capture) {
        return vec![capture];
    }
    // 7: the first half and one move.
    evaluated[..moves.len() / 2 + 1].iter().map(|&(_, mv)| mv).collect()
}

/// Returns the agent's move and its value.
fn plain(pos: &Cachex, greedy: bool) -> (CachexMove, i64) {
    let me = pos.side_to_move();
    let n = pos.size().get();
    let valued = |mv: CachexMove| (mv, utility(&pos.after(mv), me, 1));
    if pos.stone_count(me) + pos.stone_count(!me) == 0 {
        return valued(CachexMove::Place(Cell::new(0, n / 2).unwrap()));
    }
    let moves = preprocess(pos);
    let ordinary = if moves.len() == 1 || greedy { valued(moves[0]) } else { best(pos, &moves) };
    let stolen = pos.can_steal().then(|| best(pos, &[CachexMove::Steal]));
    stolen.filter(|stolen| stolen.1 > ordinary.1).unwrap_or(ordinary)
}

/// Removes the distance of a loss. The agent claims none, because its filter excludes moves.
fn unclaimed((mv, value): (CachexMove, i64)) -> (CachexMove, i64) {
    (mv, if value < 1_000 - INFINITY { -INFINITY } else { value })
}

/// Returns the agent's decision in the form of the plain one. The line has the distance of a win of its move.
fn decision(report: &Report<CachexMove>) -> (CachexMove, i64) {
    let score = report.lines[0].score;
    let value = match score.winner_in() {
        Some(plies) if score.is_win() => INFINITY - i64::from(plies),
        Some(plies) => i64::from(plies) - INFINITY,
        None => i64::from(score.value()),
    };
    (report.best.unwrap(), value)
}

/// Returns positions of random games on boards of size `n`, after each number of plies.
fn positions(n: u8, plies: &[usize], games: u64) -> Vec<Game<Cachex>> {
    let mut random = Random::new(u64::from(n));
    let mut found = Vec::new();
    for _ in 0..games {
        for &plies in plies {
            let mut game = Game::<Cachex>::new(&n.to_string().parse().unwrap(), &Default::default());
            for _ in 0..plies {
                let legal = game.position().legal_moves();
                let places: Vec<_> = legal.iter().copied().filter(|&mv| mv != CachexMove::Steal).collect();
                game.play(places[random.below(places.len())]).unwrap();
                if game.ending().is_some() {
                    break;
                }
            }
            if game.ending().is_none() {
                found.push(game);
            }
        }
    }
    found
}

/// Compares the two agents. Returns the number of steals, captures and blocks.
fn compare(games: &[Game<Cachex>], greedy: bool) -> [u32; 3] {
    let mut counts = [0; 3];
    for game in games {
        let pos = game.position();
        let utility = cachex::SixFeature::default();
        let mut agent = if greedy { cachex::greedy(utility) } else { cachex::agent(utility) };
        let report = agent.move_for(game, &Job::default()).unwrap();
        let (mv, value) = decision(&report);
        assert_eq!(unclaimed((mv, value)), unclaimed(plain(pos, greedy)), "{pos}, greedy {greedy}");
        assert!(report.completed && report.partial_depth.is_none(), "{pos}");
        let me = pos.side_to_move();
        counts[0] += u32::from(mv == CachexMove::Steal);
        counts[1] += u32::from(!pos.captures(mv).is_empty());
        counts[2] += u32::from(mv.cell().is_some_and(|cell| pos.winning_points(!me).contains(cell)));
    }
    counts
}

/// "We set the cost to twice the size of the board": if a side has no path, features 5 and 6 are 2n by either search.
#[test]
fn without_a_path_a_cost_is_twice_the_size_of_the_board() {
    for n in [3_u8, 5, 8, 15] {
        // Blue has filled a row, so Red cannot join its edges.
        let (empty, full) = (".".repeat(usize::from(n)), "b".repeat(usize::from(n)));
        let rows: Vec<&str> = (0..n).map(|row| if row == 1 { full.as_str() } else { empty.as_str() }).collect();
        let pos = Cachex::parse(&format!("{n} {} r 9", rows.join("/")), &CachexRules::default()).unwrap();
        let blocked = 2 * i32::from(n);
        assert_eq!(i64::from(blocked), cost(&pos, Side::First));
        for values in
            [cachex::SixFeatures::measure(&pos, Side::First), cachex::SixFeaturesByAStar::measure(&pos, Side::First)]
        {
            assert_eq!(values, [0, i32::from(n), 0, i32::from(n), blocked, 0], "{n}");
        }
        for values in
            [cachex::SixFeatures::measure(&pos, Side::Second), cachex::SixFeaturesByAStar::measure(&pos, Side::Second)]
        {
            assert_eq!(values, [i32::from(n), 0, i32::from(n), 0, 0, blocked], "{n}");
        }
    }
}

/// Counts the steals among the answers to all first moves, or to a part of them.
#[test]
fn the_second_turn_steals_what_the_plain_agent_steals() {
    for (n, step, stolen) in [(3, 1, 8), (4, 1, 16), (6, 5, 6), (11, 4, 30)] {
        let start = Game::<Cachex>::new(&n.to_string().parse().unwrap(), &Default::default());
        let replies: Vec<Game<Cachex>> = start
            .position()
            .legal_moves()
            .into_iter()
            .step_by(step)
            .map(|mv| {
                let mut game = start.clone();
                game.play(mv).unwrap();
                game
            })
            .collect();
        let [steals, ..] = compare(&replies, false);
        assert_eq!((n, steals), (n, stolen));
        if step == 1 {
            compare(&replies, true);
        }
    }
}

/// Regression: a search that was stopped by a node limit claimed a win in 5 plies instead of 3.
#[test]
fn a_stopped_search_claims_no_distance() {
    let rules = "standard,turn_limit=16,repetition=3".parse().unwrap();
    let mut game = Game::<Cachex>::new(&"3".parse().unwrap(), &rules);
    for mv in ["0,0", "steal", "0,1", "2,0", "2,2"] {
        game.play_text(mv).unwrap();
    }
    let job = Job::new(Limits { nodes: Some(125), depth: Some(5), ..Limits::NONE });
    let report = cachex::agent(cachex::SixFeature::default()).move_for(&game, &job).unwrap();
    assert!(!report.completed && report.score.is_win(), "{report:?}");
    assert!(report.score.winner_in().is_none_or(|plies| plies == 3), "{report:?}");
}

/// Regression: the agent claimed a win in 5 plies by the moves that its filter keeps, where an excluded move wins in 3.
#[test]
fn the_filter_may_exclude_the_quickest_win() {
    let rules = "standard,turn_limit=12,steal=off".parse().unwrap();
    let mut game = Game::<Cachex>::new(&"3".parse().unwrap(), &rules);
    for mv in ["2,1", "1,0", "2,0", "2,2", "0,0"] {
        game.play_text(mv).unwrap();
    }
    let agent = || cachex::agent(cachex::SixFeature::default());
    let report = agent().move_for(&game, &Job::new(Limits::depth(5))).unwrap();
    assert!(report.completed && report.score.is_win() && report.lines[0].score.winner_in() == Some(5), "{report:?}");
    assert_eq!(report.score.winner_in(), None, "{report:?}");
}

#[test]
fn every_decision_is_the_plain_agent_s() {
    let small =
        [positions(3, &[0, 2, 3, 4, 5], 40), positions(4, &[0, 3, 5, 7, 9, 11], 12), positions(5, &[0, 15, 17, 19], 8)];
    let middle = [positions(6, &[0, 18, 23, 27], 3), positions(10, &[0, 82, 86], 2)];
    let large = [positions(11, &[0, 2, 40, 70], 4), positions(12, &[60, 80], 3), positions(15, &[0, 120], 1)];
    let mut counts = [0; 3];
    for games in small.iter().chain(&middle).chain(&large) {
        for greedy in [false, true] {
            let found = compare(games, greedy);
            counts = [0, 1, 2].map(|kind| counts[kind] + found[kind]);
        }
    }
    let [_, captures, blocks] = counts;
    assert!(captures > 30 && blocks > 10, "{counts:?}: too few cases");
}

/// Figure 11, step 5, by hand. Blue lacks 2,3 alone; Red can block there, or take 2,1 and 2,2 by the diamond from 1,2 to 3,1.
#[test]
fn a_capture_goes_before_a_block() {
    let pos = Cachex::parse("5 rr.../..r../bbb.b/...../....r r 8", &Default::default()).unwrap();
    let [block, capture] = ["2,3", "3,1"].map(|text| pos.parse_move(text).unwrap());
    assert!(pos.captures(block).is_empty() && pos.captures(capture).count() == 2);
    let game = Game::from_position(pos, &Default::default());
    for mut agent in [cachex::agent(cachex::SixFeature::default()), cachex::greedy(cachex::SixFeature::default())] {
        let report = agent.move_for(&game, &Job::default()).unwrap();
        assert_eq!((report.best, report.nodes), (Some(capture), 0));
    }
    // Without the stone on 1,2 there is no capture.
    let pos = Cachex::parse("5 rr.../...../bbb.b/...../....r r 8", &Default::default()).unwrap();
    let game = Game::from_position(pos, &Default::default());
    let report = cachex::agent(cachex::SixFeature::default()).move_for(&game, &Job::default()).unwrap();
    assert_eq!((report.best, report.nodes), (Some(block), 0));
}

/// "If the time limit is approached, the agent will force ending the search and return the optimal solution computed so far": the
/// best of the searched root moves, or the filter's first move if none was searched.
#[test]
fn a_stopped_agent_plays_the_best_that_it_has_computed() {
    let (mut before, mut partial, mut other) = (0, 0, 0);
    for game in positions(7, &[4, 6, 8], 4) {
        let pos = game.position();
        let moves = preprocess(pos);
        for nodes in (0..40).map(|step| 40 * step) {
            let job = Job::new(Limits { nodes: Some(nodes), ..Limits::NONE });
            let report = cachex::agent(cachex::SixFeature::default()).move_for(&game, &job).unwrap();
            if report.completed {
                break;
            }
            let exact = report.root_moves.iter().filter(|root_move| root_move.bound == Bound::Exact);
            let best = exact.map(|root_move| root_move.score).max();
            match best {
                None => {
                    before += 1;
                    assert_eq!(report.best, Some(moves[0]), "{pos} with {nodes} nodes");
                }
                Some(score) => {
                    partial += 1;
                    let chosen = report.root_moves.iter().find(|root_move| Some(root_move.mv) == report.best).unwrap();
                    assert_eq!((chosen.score, chosen.bound), (score, Bound::Exact), "{pos} with {nodes} nodes");
                    other += u32::from(report.best != Some(moves[0]));
                }
            }
        }
    }
    assert!(before > 5 && partial > 50 && other > 5, "{before} {partial} {other}: too few of one kind");
}

/// The ordinary moves and the steal share one limit.
#[test]
fn the_steal_and_the_other_moves_share_the_nodes() {
    let mut game = Game::<Cachex>::new(&"10".parse().unwrap(), &Default::default());
    game.play_text("0,5").unwrap();
    for nodes in [0, 1, 100, 5_000, 20_000] {
        let mut reports = 0;
        let job = Job::new(Limits { nodes: Some(nodes), ..Limits::depth(7) });
        let mut agent = cachex::agent(cachex::SixFeature::default());
        let report = agent
            .think(&game, &job, &mut |_| {
                reports += 1;
                std::ops::ControlFlow::Continue(())
            })
            .unwrap();
        assert!(report.nodes <= nodes, "{} nodes of {nodes}", report.nodes);
        assert!(!report.completed && report.depth == 0 && reports == 0, "{report:?}");
        assert!(game.position().is_legal(report.best.unwrap()));
    }
}

/// The reported time covers all the time taken. The best of several tries counts, because other work disturbs the clock.
#[test]
fn the_reported_time_is_the_time_taken() {
    let mut game = Game::<Cachex>::new(&"10".parse().unwrap(), &Default::default());
    game.play_text("0,5").unwrap();
    let unreported = (0..5).map(|_| {
        let start = Instant::now();
        let job = Job::new(Limits { time: Some(Duration::from_millis(40)), ..Limits::depth(7) });
        let report = cachex::agent(cachex::SixFeature::default()).move_for(&game, &job).unwrap();
        assert!(!report.completed && report.elapsed >= Duration::from_millis(40), "the clock stops the search");
        start.elapsed().saturating_sub(report.elapsed)
    });
    let unreported = unreported.min().unwrap();
    assert!(unreported < Duration::from_millis(20), "{unreported:?} more than was reported");
}

/// Random choices are between equal moves. The move that is played has the best value of all searched moves, and other seeds
/// choose other moves of this value.
#[test]
fn a_random_choice_covers_the_moves_of_equal_value() {
    let rules = "standard,steal=off,centre_ban=off".parse().unwrap();
    let mut game = Game::<Cachex>::new(&"5".parse().unwrap(), &rules);
    game.play(game.position().parse_move("2,2").unwrap()).unwrap();
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..60 {
        let mut agent = cachex::agent(cachex::SixFeature::default()).with_noise(seed);
        let mut play = || agent.move_for(&game, &Job::default()).unwrap();
        let report = play();
        let best = report.root_moves.iter().map(|root_move| root_move.score).max().unwrap();
        assert_eq!((report.score, report.lines[0].mv), (best, report.best.unwrap()), "seed {seed}");
        assert_eq!(play().best, report.best, "the same seed and position");
        seen.insert(report.best.unwrap().to_string());
    }
    assert!(seen.len() > 2, "{seen:?}");
}

#[test]
fn a_winning_move_wins_in_one_ply() {
    let mut game = Game::<Cachex>::new(&"3".parse().unwrap(), &Default::default());
    for word in "2,1 1,1 1,0 0,2 0,1".split(' ') {
        game.play_text(word).unwrap();
    }
    for mut agent in [cachex::agent(cachex::SixFeature::default()), cachex::greedy(cachex::SixFeature::default())] {
        let report = agent.move_for(&game, &Job::default()).unwrap();
        assert_eq!((report.score.winner_in(), report.lines[0].score.winner_in()), (Some(1), Some(1)));
        assert!(report.score.is_win());
    }
}
