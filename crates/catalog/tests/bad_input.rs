//! Tens of thousands of damaged texts for every parser: each is read, or refused in one line; none panics.

#![allow(clippy::unwrap_used)]

use plyground_catalog::{Catalog, CatalogError, ErrorKind, GameInfo, Start, parse_duration};
use plyground_game::laws::damage;
use plyground_game::random::Random;

/// How many damaged texts each parser gets, for each game.
const TEXTS: usize = 5_000;

fn assert_one_line<T>(text: &str, result: Result<T, CatalogError>) -> bool {
    match result {
        Ok(_) => true,
        Err(error) => {
            let message = error.to_string();
            assert!(!message.is_empty() && !message.contains('\n'), "{text:?} is refused with {message:?}");
            let is_helpful =
                message.contains("expected") || message.contains("can play") || message.contains("is over");
            assert!(is_helpful, "{text:?}: {message:?} does not state what is expected");
            false
        }
    }
}

/// Set-ups and rules worth damaging.
fn texts(game: &GameInfo) -> (Vec<String>, Vec<String>) {
    let setups = game.setups.iter().map(|&setup| setup.to_owned()).collect();
    let mut rules: Vec<String> = game.rule_sets.iter().map(|&name| name.to_owned()).collect();
    for option in &game.rule_options {
        assert!(!option.about.is_empty(), "{option}");
        let value = option.values().next().unwrap().replace('N', "30").replace("1..15", "5");
        rules.push(format!("{},{}={value}", rules[0], option.key()));
    }
    (setups, rules)
}

#[test]
fn every_rule_set_and_option_that_is_listed_works() {
    for game in Catalog::standard().games() {
        let (setups, rules) = texts(game.info());
        for rules in &rules {
            for setup in &setups {
                let start = Start { setup: Some(setup.clone()), rules: Some(rules.clone()), ..Start::default() };
                let session = game.open(&start).unwrap_or_else(|error| panic!("{game:?}: {error}"));
                assert!(!session.show().legal.is_empty());
            }
        }
    }
}

#[test]
fn damaged_texts_are_refused_in_one_line() {
    let mut random = Random::new(99);
    for game in Catalog::standard().games() {
        let (setups, rules) = texts(game.info());
        let start = Start::default();
        let mut session = game.open(&start).unwrap();
        let mut positions = vec![session.show().position];
        for _ in 0..12 {
            let legal = session.show().legal;
            if legal.is_empty() {
                break;
            }
            session.play(&legal[random.below(legal.len())]).unwrap();
            positions.push(session.show().position);
        }
        let moves = session.state().move_texts().join(" ");
        let record = session.state().record(&[("Event".into(), "a \"test\"".into())], None);
        let mut accepted = [0; 5];
        for number in 0..TEXTS {
            let pick = |texts: &[String]| texts[number % texts.len()].clone();
            let damaged = [
                damage(&pick(&setups), &mut random),
                damage(&pick(&rules), &mut random),
                damage(&pick(&positions), &mut random),
                damage(&moves, &mut random),
                damage(&record, &mut random),
            ];
            let [setup, rules, position, moves, record] = damaged;
            let starts = [
                Start { setup: Some(setup), ..Start::default() },
                Start { rules: Some(rules), ..Start::default() },
                Start { position: Some(position), ..Start::default() },
                Start { moves, ..Start::default() },
            ];
            for (count, start) in accepted.iter_mut().zip(&starts) {
                *count += usize::from(assert_one_line(&format!("{start:?}"), game.open(start)));
            }
            accepted[4] += usize::from(assert_one_line(&record, game.open_record(&record)));
        }
        // Damage that never spoils anything would prove nothing.
        assert!(accepted.iter().all(|&count| count < TEXTS * 9 / 10), "{game:?}: {accepted:?}");
    }
}

/// Regression: the unit of a report about Khet was offered for every game, and dropped the table of the agent.
#[test]
fn keys_without_the_effect_that_they_name_are_refused() {
    let catalog = Catalog::standard();
    let refused = |game: &str, text: &str| {
        let error = catalog.game(game).unwrap().agent(text).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Input, "{error}");
        error.to_string()
    };
    for (game, text, reason) in [
        ("kalah", "alphabeta:depth=4,unit=variable", "expected `ply` or `turn` for kalah"),
        ("khet", "alphabeta-tt:unit=variable", "expected an agent without one, such as `alphabeta`"),
        ("khet", "best:unit=variable", "no depth for a transposition table"),
        ("kalah", "best:null=on", "`null=on` needs passes: kalah has none"),
        ("tigers", "best:null=on", "tigers has none"),
        ("kalah", "alphabeta-tt:table=8,eval=along-line", "depends on the path to a position"),
        ("kalah", "best:eval=margin,tables=here", "expected `eval` or `tables`"),
    ] {
        let message = refused(game, text);
        assert!(message.contains(reason) && message.contains(text.split(':').next().unwrap()), "{message}");
    }
    for (game, text) in [
        ("khet", "alphabeta:depth=4,unit=variable"),
        ("khet", "beam:unit=variable"),
        ("khet", "best:null=on"),
        ("cachex", "best:null=on"),
        ("kalah", "best:null=off"),
        ("kalah", "alphabeta-tt:table=0,eval=along-line"),
        ("kalah", "best:tables=here"),
    ] {
        assert!(catalog.game(game).unwrap().agent(text).is_ok(), "{game}: {text}");
    }
}

#[test]
fn damaged_agents_and_times_are_refused_in_one_line() {
    let mut random = Random::new(98);
    let catalog = Catalog::standard();
    let kalah = catalog.game("kalah").unwrap();
    let specs =
        ["best", "alphabeta:depth=8,eval=margin,view=root", "minimax:nodes=100,time=5s,unit=turn", "random:seed=7"];
    for number in 0..20_000 {
        let text = damage(specs[number % specs.len()], &mut random);
        if assert_one_line(&text, kalah.agent(&text)) {
            let spec = kalah.agent(&text).unwrap();
            assert_eq!(kalah.agent(&spec.to_string()).unwrap(), spec, "{text:?}");
        }
        let text = damage(["5s", "250ms", "1.5h", "0.25"][number % 4], &mut random);
        _ = parse_duration(&text);
        assert_one_line(&text, catalog.game(&text));
    }
}
