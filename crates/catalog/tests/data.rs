//! Games as data of serde: what is written is read as the same, and nothing is read that the rules do not know.

use std::fmt::Debug;

use plyground_cachex::Cachex;
use plyground_game::random::Random;
use plyground_game::{Game, GameRecord, Move, Position, Side};
use plyground_kalah::Kalah;
use plyground_khet::Khet;
use plyground_tigers::Tigers;
use serde::Serialize;
use serde::de::DeserializeOwned;

fn same<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let text = serde_json::to_string(value).expect("data has no pairs that are no texts");
    assert_eq!(serde_json::from_str::<T>(&text).expect(&text), *value, "{text}");
}

/// Whole random games by these rules.
fn games<P>(setup: &str, rules: &str)
where
    P: Position<
            Move: Serialize + DeserializeOwned,
            Rules: Serialize + DeserializeOwned + PartialEq,
            Setup: Serialize + DeserializeOwned,
        > + Serialize
        + DeserializeOwned,
{
    let (setup, rules): (P::Setup, P::Rules) = (setup.parse().expect("a set-up"), rules.parse().expect("rules"));
    same(&setup);
    same(&rules);
    for seed in 0..5 {
        let (mut random, mut game) = (Random::new(seed), Game::<P>::new(&setup, &rules));
        while game.outcome().is_none() && game.moves().len() < 60 {
            same(game.position());
            let moves = game.position().legal_moves();
            moves.iter().for_each(same);
            game.play(moves[random.below(moves.len())]).expect("a legal move");
        }
        same(game.position());
        same(&game.outcome());
        same(&GameRecord { game, tags: vec![("First".into(), "a".into())], adjudicated: None });
    }
    let beyond = serde_json::from_value::<P::Move>(P::Move::COUNT.into()).expect_err("no move has this number");
    assert!(beyond.to_string().contains("expected a number below"), "{beyond}");
    for nonsense in [r#"["standard"]"#, r#"["no rules", "no position"]"#, "7"] {
        assert!(serde_json::from_str::<P>(nonsense).is_err(), "{nonsense}");
    }
}

#[test]
fn games_are_what_they_were_written_as() {
    games::<Kalah>("6x4", "standard");
    games::<Kalah>("9x9", "kalaha");
    games::<Khet>("imhotep", "official,pharaoh_turns=on");
    games::<Tigers>("standard", "standard,captures_to_win=3");
    games::<Cachex>("4", "standard,steal=off");
}

#[test]
fn a_position_keeps_its_rules() {
    let pos = Kalah::new(&"3x2".parse().unwrap(), &"kalaha".parse().unwrap());
    assert_eq!(serde_json::to_string(&pos).unwrap(), r#"["kalaha","<3,0,0,2,2,2,2,2,2> S"]"#);
    assert_eq!(serde_json::to_string(&Side::Second).unwrap(), r#""second""#);
    assert!(serde_json::from_str::<Side>(r#""third""#).unwrap_err().to_string().contains("`third`"));
}
