//! Draws by history: exact values count them or are refused. Counts in a certificate are not trusted.
#![allow(clippy::unwrap_used)]

use plyground_cachex::Cachex;
use plyground_game::{Game, Position, Side};
use plyground_kalah::Kalah;
use plyground_khet::Khet;
use plyground_search::{Agent, Job, Limits, RandomAgent};
use plyground_solve::cachex::ExactCachex;
use plyground_solve::kalah::ExactKalah;
use plyground_solve::proof::{Certificate, CertificateError, Sample, Threads, prove, verify};
use plyground_solve::{
    ExactValue, Indexed, Place, ProofNumbers, Solvable, SolveError, SolveOptions, Solved, TableAgent, Value, Wdl,
    judge, mate, retrograde, solve,
};

fn options(folder: &tempfile::TempDir) -> SolveOptions {
    SolveOptions { tables: folder.path().to_owned(), table: 1, ..SolveOptions::default() }
}

fn game<P: Position>(position: &str, rules: &str) -> Game<P> {
    let rules = rules.parse().unwrap();
    Game::from_position(P::parse(position, &rules).unwrap(), &rules)
}

fn solved<P: Position>(
    solvable: &dyn Solvable<P>,
    game: &Game<P>,
    options: &SolveOptions,
) -> Result<Solved<P::Move>, SolveError> {
    solve(solvable, game, options, true, &mut |_| {})
}

const EMPTY: &str = "3 .../.../... r 0";
const DRAW: ExactValue = ExactValue::Result(Wdl::Draw);

/// Regression test: `ply solve cachex --setup 3 --rules standard,turn_limit=5` reported a loss, and `--verify` accepted
/// it; `r 340` reported a win in 7.
#[test]
fn a_limit_of_turns_that_ends_the_game_first_draws() {
    let folder = tempfile::tempdir().unwrap();
    let options = options(&folder);
    let short = game::<Cachex>(EMPTY, "standard,turn_limit=5");
    let late = game::<Cachex>("3 .../.../... r 340", "standard");
    for game in [&short, &late] {
        for value_only in [false, true] {
            let options = SolveOptions { value_only, ..options.clone() };
            let found = solved(&ExactCachex, game, &options).unwrap();
            assert_eq!((found.value, found.plies), (DRAW, None), "{}", game.position());
            assert!(found.moves.iter().all(|mv| (mv.value, mv.plies) == (DRAW, None)));
        }
        for plies in 0..=3 {
            let mut answers = Threads::new(&ExactCachex, game, &options);
            let certificate = prove(&ExactCachex, game, plies, &mut answers, &mut |_| {}).unwrap();
            assert_eq!(certificate.head.value, 0);
            let mut forged = certificate.clone();
            forged.head.value = -1;
            assert!(verify(&ExactCachex, &certificate, &options, Sample::All, &mut |_| {}).is_ok());
            assert!(verify(&ExactCachex, &forged, &options, Sample::All, &mut |_| {}).is_err());
        }
        // A game that the tables store as a draw is judged a draw.
        assert_eq!(
            judge(&ExactCachex, folder.path(), game).unwrap().unwrap()(game).unwrap(),
            Some(plyground_game::Outcome::Draw)
        );
    }
    // One more turn than the shortest win is enough.
    let win = solved(&ExactCachex, &game::<Cachex>(EMPTY, "standard,turn_limit=off"), &options).unwrap();
    let plies = win.plies.unwrap();
    for (limit, value) in [(plies - 1, DRAW), (plies, win.value), (plies + 1, win.value)] {
        let game = game::<Cachex>(EMPTY, &format!("standard,turn_limit={limit}"));
        assert_eq!(solved(&ExactCachex, &game, &options).unwrap().value, value, "{limit}");
    }
}

/// A certificate of an earlier version, which ignored the limit, proves nothing.
#[test]
fn a_certificate_that_leaves_the_limit_out_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let free = game::<Cachex>(EMPTY, "standard,turn_limit=off");
    let mut answers = Threads::new(&ExactCachex, &free, &options(&folder));
    let mut certificate = prove(&ExactCachex, &free, 2, &mut answers, &mut |_| {}).unwrap();
    assert_eq!(certificate.head.value, -1);
    certificate.head.rules = "standard,turn_limit=5".into();
    let error = verify(&ExactCachex, &certificate, &options(&folder), Sample::All, &mut |_| {}).unwrap_err();
    assert!(matches!(error, SolveError::Certificate(_)), "{error}");
}

const MATE_IN_3: &str = "x33a4k4/p12p36/5a3p2S12/3P41s24/2s11S25/8P31/3P1A12P12/2p2K1A13X1 0";

#[test]
fn a_forced_win_has_to_come_before_the_limit() {
    let folder = tempfile::tempdir().unwrap();
    for (rules, plies) in [("official,ply_limit=1", None), ("official,ply_limit=2", None)]
        .into_iter()
        .chain([("official,ply_limit=3", Some(3)), ("official", Some(3))])
    {
        let found = mate(&game::<Khet>(MATE_IN_3, rules), 3, &options(&folder), &mut |_| {}).unwrap();
        assert_eq!((found.plies, found.line.len() as u32), (plies, plies.unwrap_or(0)), "{rules}");
    }
    // Three plies were played before.
    let mut late = game::<Khet>(MATE_IN_3, "epam,ply_limit=5");
    for _ in 0..2 {
        let turn = late.position().legal_moves().into_iter().find(|&mv| {
            let after = late.position().after(mv);
            after.to_string().split(' ').next() == late.position().to_string().split(' ').next()
        });
        late.play(turn.unwrap()).unwrap();
    }
    assert_eq!(late.position().to_string(), MATE_IN_3);
    assert_eq!(mate(&late, 3, &options(&folder), &mut |_| {}).unwrap().plies, Some(3));
    let mut later = game::<Khet>(MATE_IN_3, "epam,ply_limit=4");
    late.moves().iter().for_each(|&mv| later.play(mv).unwrap());
    assert_eq!(mate(&later, 3, &options(&folder), &mut |_| {}).unwrap().plies, None);
}

/// A winning move leads to a position that draws at its next occurrence.
#[test]
fn a_position_that_draws_when_it_stands_again_is_no_win() {
    let folder = tempfile::tempdir().unwrap();
    // Pharaohs rotate, so that only the side to move changes.
    let games =
        (1..=4).map(|facing| game::<Khet>(&format!("x39/55/55/4k4P{facing}/55/55/55/4K4X1 0"), "epam,ply_limit=6"));
    let is_won = |game: &Game<Khet>| mate(game, 2, &options(&folder), &mut |_| {}).unwrap().plies.is_some();
    let mut game = games.into_iter().find(is_won).unwrap();
    let pass = |game: &Game<Khet>| {
        let pos = game.position();
        let board = |pos: &Khet| pos.to_string().split(' ').next().map(str::to_owned);
        let moves = pos.legal_moves();
        moves.into_iter().find(|&mv| board(&pos.after(mv)) == board(pos)).unwrap()
    };
    for _ in 0..3 {
        let mv = pass(&game);
        game.play(mv).unwrap();
    }
    // The position after another pass has occurred twice: solvers that count repetitions agree with plain search.
    let found = ProofNumbers::default().exact_moves(&game, &options(&folder), true, &mut |_| {}).unwrap();
    let back = found.iter().find(|found| found.mv == pass(&game)).unwrap();
    // Red to move has no better move: all others lose to the pyramid's turn, or draw by the limit.
    assert_eq!((back.value, back.plies), (DRAW, None));
    let free = Game::from_position(game.position().clone(), &"epam,ply_limit=3".parse().unwrap());
    let lost = ProofNumbers::default().exact_moves(&free, &options(&folder), true, &mut |_| {}).unwrap();
    let back = lost.iter().find(|found| found.mv == pass(&game)).unwrap();
    assert_eq!(back.value, ExactValue::Result(Wdl::Loss), "without the moves before, the pass loses");
}

/// The key contains only the stones, so the same key may occur with either side to move on the shortest line.
#[test]
fn repetitions_that_cannot_be_counted_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let twice = game::<Cachex>(EMPTY, "standard,repetition=2");
    let error = solved(&ExactCachex, &twice, &options(&folder)).unwrap_err();
    assert!(matches!(error, SolveError::HistoryDecides { .. }) && error.hint().is_some(), "{error}");
    assert!(error.to_string().contains("standard,repetition=2"), "{error}");
    let mut answers = Threads::new(&ExactCachex, &twice, &options(&folder));
    assert!(prove(&ExactCachex, &twice, 1, &mut answers, &mut |_| {}).is_err());
    // Two more occurrences cannot be on the shortest line.
    let thrice = game::<Cachex>(EMPTY, "standard,repetition=3");
    assert_eq!(solved(&ExactCachex, &thrice, &options(&folder)).unwrap().value, ExactValue::Result(Wdl::Loss));
    // A player uses the tables, but its values are not proven.
    let mut agent =
        TableAgent::new(Box::new(RandomAgent::new(1)), std::sync::Arc::new(ExactCachex), folder.path().into());
    let proven = |agent: &mut dyn Agent<Cachex>, game: &Game<Cachex>| {
        agent.move_for(game, &Job::new(Limits::NONE)).map(|report| (report.proven, report.score.winner_in().is_some()))
    };
    assert_eq!(proven(&mut agent, &twice).unwrap(), (false, false));
    assert_eq!(proven(&mut agent, &thrice).unwrap(), (true, true));
}

/// Regression test: 130 bytes with `"plies":4294967295` used all memory.
#[test]
fn counts_of_a_certificate_are_limited() {
    let head = |plies: &str, value: &str| {
        format!(
            r#"{{"certificate":1,"plyground":"0.3.0","game":"kalah","rules":"standard","position":"<1,0,0,1,1> S","plies":{plies},"value":{value},"leaves":0}}"#
        )
    };
    for plies in ["41", "4294967295"] {
        let error = Certificate::parse(&head(plies, "0")).unwrap_err();
        let message = format!("line 1 of the certificate: found plies {plies}, expected 0 to 40");
        assert_eq!(error.to_string(), message);
    }
    assert!(matches!(Certificate::parse(&head("1", "2147483647")), Err(CertificateError::Number { .. })));
    let leaf = r#"{"position":"<1,0,0,1,1> S","at_least":-2147483648}"#;
    let text = format!("{}\n{leaf}\n", head("0", "0").replace(r#""leaves":0"#, r#""leaves":1"#));
    let error = Certificate::parse(&text).unwrap_err();
    assert!(error.to_string().starts_with("line 2 of the certificate: found a value of -2147483648"), "{error}");
    // This certificate was not parsed from text.
    let mut certificate = Certificate::parse(&head("40", "0")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let verified = || verify(&ExactKalah, &certificate, &options(&folder), Sample::All, &mut |_| {});
    // The game, and therefore the tree, ends after a few plies.
    assert!(verified().is_ok_and(|verified| verified.leaves == 0));
    certificate.head.plies = u32::MAX;
    let error = verify(&ExactKalah, &certificate, &options(&folder), Sample::All, &mut |_| {}).unwrap_err();
    assert_eq!(error.to_string(), "found plies above the subproblems 4294967295, expected 0 to 40");
}

/// A message never prints control characters of a damaged file to the terminal.
#[test]
fn messages_about_damaged_lines_are_printable() {
    let error = Certificate::parse("{\"certificate\":1,\"gam\u{7f}\u{9b}\":0}").unwrap_err().to_string();
    assert!(!error.contains(char::is_control) && error.contains("\\u{7f}\\u{9b}"), "{error}");
}

/// One number, from which every move leads to a loss of the other side.
struct OneNumber(Value);

impl Indexed for OneNumber {
    type Position = Kalah;

    fn len(&self) -> usize {
        1
    }

    fn position(&self, _: usize) -> Option<Kalah> {
        Some(Kalah::new(&"2x2".parse().unwrap(), &Default::default()))
    }

    fn place(&self, _: &Kalah) -> Place {
        Place::Known(self.0)
    }
}

/// One number, with a known slow win and a known quick loss: the mover wins unless it moves again.
struct SlowWin;

impl Indexed for SlowWin {
    type Position = Kalah;

    fn len(&self) -> usize {
        1
    }

    fn position(&self, _: usize) -> Option<Kalah> {
        Some(Kalah::new(&"2x2".parse().unwrap(), &Default::default()))
    }

    fn place(&self, pos: &Kalah) -> Place {
        Place::Known(if pos.side_to_move() == Side::First { Value::loss(2) } else { Value::loss(8) })
    }
}

/// Regression test: such a position was valued as a loss in 3 plies.
#[test]
fn a_quick_known_loss_does_not_hide_a_slow_known_win() {
    assert_eq!(retrograde(&SlowWin).value(0), Some(Value::win(9)));
}

/// Regression test: a known win without a distance was valued as a win in one ply.
#[test]
fn no_distance_comes_of_known_values_that_have_none() {
    for (known, expected) in
        [(Value::of(Wdl::Loss), Value::of(Wdl::Win)), (Value::loss(4), Value::win(5)), (Value::DRAW, Value::DRAW)]
    {
        assert_eq!(retrograde(&OneNumber(known)).value(0), Some(expected));
    }
}

/// Regression: the endings of rules with a limit of plies were looked for under a name of their own, and not found.
#[test]
fn endings_serve_rules_with_any_limit_of_plies() {
    let folder = tempfile::tempdir().unwrap();
    let ending = |rules: &str| game::<Khet>("x39/55/55/4k4P1/55/55/55/4K4X1 0", rules);
    let endings = plyground_solve::khet::endings();
    assert!(endings.shares_tables(&ending("official"), &ending("official,ply_limit=3")));
    assert!(!endings.shares_tables(&ending("official"), &ending("two")));
    for (rules, under, command) in [
        ("official,ply_limit=3", "under rules `official`", "ply solve khet --database"),
        ("two,ply_limit=3", "under rules `two`", "ply solve khet --rules two --database"),
    ] {
        let error = solve(&endings, &ending(rules), &options(&folder), false, &mut |_| {}).unwrap_err();
        assert!(error.to_string().contains(under) && error.hint().unwrap().contains(command), "{error}");
    }
}
