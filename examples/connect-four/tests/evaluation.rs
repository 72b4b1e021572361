//! The evaluation: its features, and its symmetry between sides and halves of the board.

use connect_four::{Centre, ConnectFour, LineFeatures, Lines};
use plyground::eval::Features;
use plyground::game::{Evaluate, Game, Position, Score, Side, StandardRules};
use plyground::search::{Agent, Job, RandomAgent};

fn measure(text: &str) -> [i32; 4] {
    LineFeatures::measure(&ConnectFour::parse(text, &StandardRules).unwrap(), Side::First)
}

#[test]
fn features_are_what_they_say() {
    // Red has stones on 3, 4 and 5 of the bottom row: two threats, both in row 1, and one stone in the middle. Yellow's two
    // stones above have one line in the second row.
    let [centre, twos, threats, parity] = measure("......./......./......./......./..yy.../..rrr..");
    assert_eq!((centre, threats, parity), (0, 2, 2));
    assert!(twos < 0, "{twos}: all that is left of pairs is yellow's");
    // Three in a column: the threat is in row 4, which is yellow's.
    assert_eq!(measure("......./......./......./r....../ry...../ry....."), [0, 0, 1, 0]);
}

#[test]
fn it_is_symmetric() {
    let mut random = RandomAgent::new(3);
    for _ in 0..50 {
        let mut game = Game::<ConnectFour>::new(&Default::default(), &StandardRules);
        while let Some(mv) = random.move_for(&game, &Job::default()).unwrap().best {
            game.play(mv).unwrap();
            let pos = game.position();
            let mirrored: Vec<String> = pos.to_string().split('/').map(|row| row.chars().rev().collect()).collect();
            let mirrored = ConnectFour::parse(&mirrored.join("/"), &StandardRules).unwrap();
            let value = |pos: &ConnectFour, side| Lines::default().evaluate(pos, &(), side);
            assert_eq!(value(pos, Side::First), value(&mirrored, Side::First), "{pos}");
            assert_eq!(value(pos, Side::First), value(pos, Side::Second).seen_by(false), "{pos}");
            let centre = Score::new(LineFeatures::measure(pos, Side::Second)[0]);
            assert_eq!(Centre.evaluate(pos, &(), Side::Second), centre);
        }
    }
}
