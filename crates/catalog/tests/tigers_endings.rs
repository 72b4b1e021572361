//! `best` wins won endings of Tigers and Goats: as fast as the tables say, whatever the goats do.
#![allow(clippy::unwrap_used)]

use plyground_catalog::{Catalog, MOVE, Start};
use plyground_search::{Job, Limits};

/// Won positions with tigers to move that `best-2` draws with 20,000 nodes per move, and the plies to the end.
const WON: [(&str, usize); 4] = [
    ("..G.......T.T..G...GTG. 0 t", 65),
    ("......GG.T...G...TT.... 0 t", 71),
    ("TG..GT.........TG..G.G. 0 t", 111),
    (".......GT..T.G.TGG..... 0 t", 47),
];

#[test]
fn best_wins_endings_in_time() {
    let catalog = Catalog::standard();
    let tigers = catalog.game("tigers").unwrap();
    let [best, goats] = ["best:table=1", "best-2:table=1"].map(|spec| tigers.agent(spec).unwrap());
    for (position, plies) in WON {
        let start = Start { position: Some(position.into()), ..Start::default() };
        let mut session = tigers.open(&start).unwrap();
        while session.show().outcome.is_none() {
            let agent = if session.show().side == "tigers" { &best } else { &goats };
            let job = Job::new(Limits::nodes(500));
            let found = session.analyse(agent, &job, MOVE, &mut |_| {}).unwrap();
            session.play(&found.best.unwrap()).unwrap();
            assert!(session.state().move_texts().len() <= plies, "{position}: {:?}", session.state().move_texts());
        }
        assert_eq!(session.show().outcome.unwrap().winner, Some("tigers"), "{position}");
    }
}
