//! Records of genuine games are believed, whichever agents played them and under whatever limits; no strict check may refuse one.

#![allow(clippy::unwrap_used)]

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use plyground_arena::{MoveScore, Record, Termination};
use plyground_catalog::{AgentSpec, Catalog, Contest, LimitSpec, MakePlayer, MatchSpec};
use plyground_play::{Action, OnReport, Player, State};
use plyground_search::{AgentError, AgentFailure, Job, Limits, Report, StopFlag};

/// Small set-ups, and the most moves of a game.
const GAMES: [(&str, Option<&str>, usize); 4] =
    [("kalah", Some("3x3"), 20), ("khet", None, 6), ("tigers", None, 6), ("cachex", Some("3"), 20)];

/// A program that is just being started holds the files of all tests for a moment, and with them their locks.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Plays a contest, and checks every game as a coordinator, as `--resume` and as a reader do.
fn believed(catalog: &Catalog, name: &str, contest: &Contest) -> Vec<Record> {
    let game = catalog.game(name).unwrap();
    let who = contest.agents.iter().map(ToString::to_string).collect::<Vec<_>>().join(" - ");
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let mut records = Vec::new();
    // The second time, every game comes from the file.
    for _ in 0..2 {
        let end = game.contest(contest, Some(&file), &Default::default(), &mut |_| {});
        records = end.unwrap_or_else(|error| panic!("{name}: {who}: {error}")).records;
    }
    assert_eq!(catalog.records(&file).unwrap_or_else(|error| panic!("{name}: {who}: {error}")), records);
    if contest.agents.iter().all(|agent| agent.command().is_none()) {
        let run = game.open_run(&game.match_spec(contest).unwrap()).unwrap();
        for record in &records {
            assert_eq!(run.check(record), Ok(()), "{name}: {who}: {}", record.line());
        }
    }
    records
}

#[test]
fn games_of_all_agents_under_all_limits_are_believed() {
    let catalog = Catalog::standard();
    let mut games = 0;
    for (name, setup, max_plies) in GAMES {
        let game = catalog.game(name).unwrap();
        for info in game.info().agents.iter().filter(|info| !info.is_command) {
            // Small tables, because each game clears them.
            let has_table = info.keys.iter().any(|key| key.name == "table");
            let agent = if has_table { format!("{}:table=1", info.name) } else { info.name.to_owned() };
            let agents = [&*agent, "random"].map(|text| game.agent(text).unwrap()).to_vec();
            let contest = |limits: Limits, clock| {
                let spec = MatchSpec {
                    setup: setup.map(str::to_owned),
                    max_plies: Some(max_plies),
                    limits: LimitSpec { clock, grace: Some(Duration::from_secs(60)), ..limits.into() },
                    ..MatchSpec::default()
                };
                Contest { spec, ..Contest::new(agents.clone()) }
            };
            let clock = (Duration::from_millis(100), Duration::from_millis(1));
            for (limits, clock) in [
                (Limits { nodes: Some(37), ..Limits::depth(9) }, None),
                (Limits::depth(1), None),
                (Limits { nodes: Some(50), ..Limits::time(Duration::from_millis(2)) }, Some(clock)),
            ] {
                games += believed(&catalog, name, &contest(limits, clock)).len();
            }
        }
    }
    assert!(games > 300, "{games}");
}

/// Several threads draw from one limit of nodes.
#[test]
fn games_with_wins_at_unknown_distances_are_believed() {
    let catalog = Catalog::standard();
    for (name, setup, players) in [
        ("kalah", "3x3", ["best-2:nodes=2000", "best-2:nodes=500"]),
        ("kalah", "3x3", ["mcts:nodes=300", "expectimax:depth=3"]),
        ("cachex", "3", ["mcts:nodes=300", "beam:depth=3,width=2"]),
    ] {
        let agents = players.map(|text| catalog.game(name).unwrap().agent(text).unwrap());
        let spec = MatchSpec { setup: Some(setup.into()), ..MatchSpec::new(10, 0) };
        let contest = Contest { spec, ..Contest::new(agents.to_vec()) };
        let records = believed(&catalog, name, &contest);
        let is_unknown = |score: &MoveScore| matches!(score, MoveScore::Known(text) if text == "win" || text == "loss");
        assert!(records.iter().flat_map(|record| &record.scores).any(is_unknown), "{name}: {players:?}");
    }
}

#[test]
fn games_of_several_threads_keep_within_their_nodes() {
    let catalog = Catalog::standard();
    let kalah = catalog.game("kalah").unwrap();
    let agents = ["pvs:threads=3,nodes=2000", "best:threads=2,nodes=700"].map(|text| kalah.agent(text).unwrap());
    let spec = MatchSpec { setup: Some("3x3".into()), ..MatchSpec::new(2, 0) };
    let contest = Contest { spec, ..Contest::new(agents.to_vec()) };
    believed(&catalog, "kalah", &contest);
}

/// A player of the host program that fails in one way or another after some moves.
struct Failing(u32, &'static str);

impl Player for Failing {
    fn reseed(&mut self, seed: u64) {
        self.0 = seed as u32 % 4;
    }

    fn choose(&mut self, state: &dyn State, _: &Job, _: OnReport<'_>) -> Result<Report<Action>, AgentError> {
        self.0 = self.0.wrapping_sub(1);
        match self.1 {
            _ if self.0 < 4 => Ok(Report::of_move(state.legal_actions().first().copied())),
            "crash" => Err(AgentError { cause: AgentFailure::Crashed, detail: "on purpose".into() }),
            _ => Ok(Report::of_move(Some(usize::MAX))),
        }
    }
}

#[test]
fn failures_of_players_of_the_host_program_are_believed_and_no_others() {
    let catalog = Catalog::standard();
    let kalah = catalog.game("kalah").unwrap();
    for (failure, termination) in [("crash", Termination::Crash), ("nonsense", Termination::Nonsense)] {
        let external = AgentSpec::external("mine", MakePlayer::new(move || Box::new(Failing(0, failure))));
        let agents = vec![external, kalah.agent("random").unwrap()];
        let contest = Contest { spec: MatchSpec::new(3, 0), ..Contest::new(agents) };
        let records = believed(&catalog, "kalah", &contest);
        let record = records.iter().find(|record| record.termination == termination).expect("a failure");
        let mut other = record.clone();
        other.agents = other.agents.map(|name| if name == "random" { name } else { "greedy".into() });
        let error = catalog.check_record(&other).unwrap_err();
        assert!(error.contains("which only a program or an agent of the user can cause"), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn failures_of_programs_are_believed() {
    let catalog = Catalog::standard();
    let kalah = catalog.game("kalah").unwrap();
    for command in ["engine:true", "engine:/nonexistent/program", "engine:false", "engine:yes"] {
        let agents = vec![kalah.agent(command).unwrap(), kalah.agent("random").unwrap()];
        let contest = Contest { spec: MatchSpec { recover: true, ..MatchSpec::default() }, ..Contest::new(agents) };
        let records = believed(&catalog, "kalah", &contest);
        assert!(records.iter().all(|record| record.termination == Termination::NotStarted), "{command}");
    }
}

/// Regression: a match was not resumed after `log=` was added to an engine of it.
#[test]
fn a_log_is_no_part_of_an_engine() {
    let spec = Catalog::standard().game("kalah").unwrap().agent("engine:log=a.log ./engine -x").unwrap();
    assert_eq!((spec.to_string().as_str(), spec.command()), ("engine:./engine -x", Some("log=a.log ./engine -x")));
}

/// Regression: records and reports named an engine by its whole command.
#[test]
fn an_engine_has_a_name() {
    let catalog = Catalog::standard();
    let kalah = catalog.game("kalah").unwrap();
    let spec = |text: &str| kalah.agent(text);
    for taken in ["engine:name=best false", "engine:'name=pvs:depth=3' false", "engine:name=level-2 false"] {
        let error = spec(taken).unwrap_err().to_string();
        assert!(error.contains("expected a name for the engine that no agent has"), "{error}");
    }
    let contest = |command: &str| {
        let mut contest = Contest::new(vec![spec("random").unwrap(), spec(command).unwrap()]);
        contest.spec.pairs = 1;
        contest.spec.recover = true;
        contest
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let play = |contest: &Contest| kalah.contest(contest, Some(&file), &StopFlag::default(), &mut |_| {});
    play(&contest("engine:'name=The first' false")).unwrap();
    let records = catalog.records(&file).unwrap();
    assert_eq!(records[0].agents, ["random", "The first"]);
    let first = Some("engine:'name=The first' false".to_owned());
    assert_eq!(
        records.iter().map(|record| record.specs.clone()).collect::<Vec<_>>(),
        [Some([None, first.clone()]), Some([first, None])]
    );
    let other = play(&contest("engine:'name=The first' true")).unwrap_err().to_string();
    assert!(other.contains("this is run"), "another program by the same name: {other}");
}
