//! Tens of thousands of damaged texts for every parser: each is read, or refused in one line; none panics.

#![allow(clippy::unwrap_used)]

use plyground_catalog::{AgentSpec, CatalogError, ForGame, GameId, Playable, Start, open, open_record, parse_duration};
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
            let tells = message.contains("expected") || message.contains("can play") || message.contains("is over");
            assert!(tells, "{text:?}: {message:?} does not say what would be right");
            false
        }
    }
}

struct Texts;

impl ForGame for Texts {
    type Out = (Vec<String>, Vec<String>);

    /// Set-ups and rules worth damaging.
    fn call<P: Playable>(self) -> Self::Out {
        let setups = P::setups().iter().map(|&setup| setup.to_owned()).collect();
        let mut rules: Vec<String> = P::rule_sets().into_iter().map(str::to_owned).collect();
        for option in P::rule_options() {
            let (key, values) = option.split_once('=').unwrap();
            let value = values.split('|').next().unwrap().replace('N', "30").replace("1..15", "5");
            rules.push(format!("{},{key}={value}", rules[0]));
        }
        (setups, rules)
    }
}

#[test]
fn every_rule_set_and_option_that_is_listed_works() {
    for game in GameId::ALL {
        let (setups, rules) = game.with(Texts);
        for rules in &rules {
            for setup in &setups {
                let start = Start { setup: Some(setup.clone()), rules: Some(rules.clone()), ..Start::default() };
                let session = open(game, &start).unwrap_or_else(|error| panic!("{game}: {error}"));
                assert!(!session.show().legal.is_empty());
            }
        }
    }
}

#[test]
fn damaged_texts_are_refused_in_one_line() {
    let mut random = Random::new(99);
    for game in GameId::ALL {
        let (setups, rules) = game.with(Texts);
        let start = Start::default();
        let mut session = open(game, &start).unwrap();
        let mut positions = vec![session.show().position];
        for _ in 0..12 {
            let legal = session.show().legal;
            if legal.is_empty() {
                break;
            }
            session.play(&legal[random.below(legal.len())]).unwrap();
            positions.push(session.show().position);
        }
        let moves = session.moves().join(" ");
        let record = session.record(&[("Event".into(), "a \"test\"".into())]);
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
                *count += usize::from(assert_one_line(&format!("{start:?}"), open(game, start)));
            }
            accepted[4] += usize::from(assert_one_line(&record, open_record(game, &record)));
        }
        // Damage that never spoils anything would prove nothing.
        assert!(accepted.iter().all(|&count| count < TEXTS * 9 / 10), "{game}: {accepted:?}");
    }
}

#[test]
fn damaged_agents_and_times_are_refused_in_one_line() {
    let mut random = Random::new(98);
    let specs =
        ["best", "alphabeta:depth=8,eval=margin,view=root", "minimax:nodes=100,time=5s,unit=turn", "random:seed=7"];
    for number in 0..20_000 {
        let text = damage(specs[number % specs.len()], &mut random);
        if assert_one_line(&text, text.parse::<AgentSpec>()) {
            let spec: AgentSpec = text.parse().unwrap();
            assert_eq!(spec.to_string().parse(), Ok(spec), "{text:?}");
        }
        let text = damage(["5s", "250ms", "1.5h", "0.25"][number % 4], &mut random);
        _ = parse_duration(&text);
        _ = text.parse::<GameId>();
    }
}
