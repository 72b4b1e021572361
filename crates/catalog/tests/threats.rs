//! Where the other side would stand after a pass.

#![allow(clippy::unwrap_used)]

use plyground_catalog::{Catalog, Start};

fn threat(game: &str, rules: Option<&str>, position: &str) -> Option<String> {
    let start = Start { rules: rules.map(str::to_owned), position: Some(position.into()), ..Start::default() };
    let passed = Catalog::standard().game(game).unwrap().open(&start).unwrap().threat()?;
    // It can be opened, by the same rules.
    let session = Catalog::standard().game(game).unwrap().open(&passed).unwrap();
    assert_eq!(rules.map(str::to_owned), rules.and(Some(session.state().rules())));
    Some(session.show().position)
}

#[test]
fn the_other_side_is_to_move() {
    let khet = Catalog::standard().game("khet").unwrap().open(&Start::default()).unwrap().show().position;
    assert_eq!(threat("khet", None, &khet), Some(format!("{}1", khet.strip_suffix('0').unwrap())));
    assert_eq!(threat("kalah", None, "<3,0,1,3,3,2,3,3,3> S").as_deref(), Some("<3,0,1,3,3,2,3,3,3> N"));
    assert_eq!(threat("kalah", None, "<3,0,1,3,3,2,3,3,3> N").as_deref(), Some("<3,0,1,3,3,2,3,3,3> S"));
    let few = Some("standard,captures_to_win=2");
    assert_eq!(threat("tigers", few, "T..T.T................. 15 g").as_deref(), Some("T..T.T................. 15 t"));
    assert_eq!(threat("tigers", few, "T..T.TG................ 13 t").as_deref(), Some("T..T.TG................ 13 g"));
    assert_eq!(threat("cachex", None, "3 .../.b./r.. r 2").as_deref(), Some("3 .../.b./r.. b 2"));
}

#[test]
fn there_is_none_where_nobody_could_move() {
    assert_eq!(threat("kalah", None, "<3,0,0,3,3,3,0,0,0> S"), None, "north has no seeds");
    assert_eq!(threat("tigers", None, "T..T.T................. 0 t"), None, "the tigers have won");
}
