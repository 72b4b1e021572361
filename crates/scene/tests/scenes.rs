//! Scenes and pictures of whole games.

#![allow(clippy::unwrap_used)]

use std::collections::HashSet;

use plyground_cachex::Cachex;
use plyground_game::{Position, Side};
use plyground_kalah::Kalah;
use plyground_khet::Khet;
use plyground_scene::assets::shape;
use plyground_scene::{
    Drawn, Hint, Layout, Node, Overlay, Palette, Portrait, Scene, Step, SvgOptions, Theme, Tone, diagram_scene, laser,
    scene_of, svg,
};
use plyground_tigers::Tigers;

/// Plays games with pseudorandom moves, and passes each position with its predecessor to `look`.
fn games<P: Position>(games: u64, mut look: impl FnMut(&P, Option<(&P, P::Move)>)) {
    for seed in 0..games {
        let mut luck = seed;
        let mut pos = P::new(&P::Setup::default(), &P::Rules::default());
        let mut last: Option<(P, P::Move)> = None;
        for _ in 0..80 {
            look(&pos, last.as_ref().map(|(before, mv)| (before, *mv)));
            let moves = pos.legal_moves();
            if moves.is_empty() {
                break;
            }
            luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let mv = moves[(luck >> 33) as usize % moves.len()];
            last = Some((pos.clone(), mv));
            pos.play_unchecked(mv);
        }
    }
}

/// Returns the places of a step.
fn places(step: &Step) -> Vec<&String> {
    match step {
        Step::Slide { ways } => ways.iter().flatten().collect(),
        Step::Turn { on, .. } => vec![on],
        Step::Beam { end, .. } => end.iter().map(|(on, _)| on).collect(),
        Step::Flash { nodes } | Step::Vanish { nodes } => nodes.iter().collect(),
        Step::Appear { piece } => vec![&piece.on],
        Step::Sow { from, drops } => drops.iter().map(|(on, _)| on).chain([from]).collect(),
        Step::Gather { from, to, .. } => from.iter().chain([to]).collect(),
    }
}

/// Checks that all names refer to existing items.
fn check_references(scene: &Scene) {
    let ids: HashSet<&String> = scene.nodes.iter().map(|node| &node.id).collect();
    assert_eq!(ids.len(), scene.nodes.len(), "two places of one name");
    for piece in &scene.pieces {
        assert!(ids.contains(&piece.on), "{piece:?}");
        assert!(piece.count.is_some() || shape(piece.shape).is_some(), "{piece:?} has no shape");
    }
    let signs = scene.nodes.iter().filter_map(|node| node.glyph);
    assert!(signs.into_iter().all(|sign| shape(sign).is_some()));
    let of_moves = scene.moves.iter().flat_map(|hint| hint.from.iter().chain(&hint.to));
    assert!(of_moves.chain(scene.steps.iter().flat_map(places)).all(|id| ids.contains(id)));
    for overlay in &scene.overlays {
        match overlay {
            Overlay::Mark { nodes, .. } => assert!(nodes.iter().all(|id| ids.contains(id)), "{overlay:?}"),
            Overlay::Line { points, .. } => assert!(points.len() > 1, "{overlay:?}"),
        }
    }
    // No two moves share their clicks.
    let clicks: HashSet<_> = scene.moves.iter().map(|Hint { from, to, action, .. }| (from, to, action)).collect();
    assert_eq!(clicks.len(), scene.moves.len());
}

/// Checks that tags are balanced and numbers finite.
fn is_well_formed(picture: &str) {
    let mut open = Vec::new();
    for tag in picture.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').unwrap();
        let name = tag.split(' ').next().unwrap();
        match name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None if tag.ends_with('/') => {}
            None => open.push(name),
        }
        assert!(!tag.contains("NaN") && !tag.contains("inf"), "{tag}");
    }
    assert!(open.is_empty(), "{open:?}");
}

fn whole_games<P: Drawn>() {
    games::<P>(3, |pos, last| {
        let scene = scene_of(pos, last, true);
        check_references(&scene);
        assert_eq!(scene.moves.len(), pos.legal_moves().len());
        assert_eq!(scene.steps.is_empty(), last.is_none());
        is_well_formed(&svg(&scene, &SvgOptions::titled("a \"game\" & <more>")));
        let written = diagram_scene(pos, last, true);
        assert!(written.nodes.is_empty() && written.moves.len() == scene.moves.len());
        assert!(written.moves.iter().all(|hint| hint.from.is_none() && hint.to.is_none()));
        for word in &written.words {
            let [x, y] = word.at;
            let half = word.scale * word.width / 2.0;
            assert!(x - half >= 0.0 && x + half <= written.size[0], "{word:?}");
            assert!(y > 0.0 && y < written.size[1], "{word:?}");
        }
        is_well_formed(&svg(&written, &SvgOptions { theme: Theme::Dark, inline: true, ..SvgOptions::titled("") }));
    });
}

#[test]
fn whole_games_can_be_drawn() {
    whole_games::<Khet>();
    whole_games::<Kalah>();
    whole_games::<Tigers>();
    whole_games::<Cachex>();
}

#[test]
fn a_laser_is_shown_before_it_fires() {
    let pos = Khet::new(&"classic".parse().unwrap(), &"official".parse().unwrap());
    let Overlay::Line { points, side, .. } = laser(&pos, Side::First) else { panic!("a line") };
    assert_eq!((side, points.len()), (0, 6));
}

#[test]
fn the_page_gets_the_names_that_it_knows() {
    let pos = Cachex::parse("3 .../b../r.. r 3", &"standard".parse().unwrap()).unwrap();
    let mv = pos.read_move("1,1").unwrap();
    let json = serde_json::to_value(scene_of(&pos.after(mv), Some((&pos, mv)), true)).unwrap();
    assert_eq!(
        (&json["palette"]["--first-line"], &json["edges_on_top"]),
        (&"light-dark(#791414, #f1a8a8)".into(), &true.into())
    );
    assert_eq!((&json["nodes"][0]["shape"], &json["nodes"][0]["tone"]), (&"hex".into(), &"plain".into()));
    assert_eq!((&json["moves"][0]["action"], &json["moves"][0]["from"]), (&"place".into(), &().into()));
    assert_eq!((&json["overlays"][0]["kind"], &json["overlays"][0]["tone"]), (&"mark".into(), &"last".into()));
    assert_eq!((&json["overlays"][1]["kind"], &json["overlays"][1]["tone"]), (&"line".into(), &"path".into()));
    assert_eq!((&json["steps"][0]["kind"], &json["steps"][0]["piece"]["on"]), (&"appear".into(), &"1,1".into()));
    assert_eq!(json["edges"][0]["tone"], "first");
}

#[test]
fn a_written_board_shows_pieces_and_the_last_move() {
    let pos = Cachex::parse("5 ..../..... r 1", &"standard".parse().unwrap());
    assert!(pos.is_err(), "a damaged text is no position");
    let pos = Cachex::parse("5 ...../...../...b./..r../..... r 3", &"standard".parse().unwrap()).unwrap();
    let mv = pos.read_move("0,4").unwrap();
    let scene = diagram_scene(&pos.after(mv), Some((&pos, mv)), false);
    let chips: Vec<(&str, Tone)> =
        scene.words.iter().filter(|word| word.chip.is_some()).map(|word| (word.text.as_str(), word.tone)).collect();
    assert_eq!(chips, [("R", Tone::First), ("B", Tone::Second), ("R", Tone::First)]);
    let fresh: Vec<&str> =
        scene.words.iter().filter(|word| word.fresh.is_some()).map(|word| word.text.as_str()).collect();
    assert_eq!(fresh, ["R"]);
    assert!(scene.moves.is_empty() && scene.palette == Palette::SILVER_AND_ORANGE);
}

/// Returns what the moves of a position gain, by move.
fn gains<P: Drawn>(text: &str, rules: &str) -> Vec<(String, String)>
where
    P::Rules: std::str::FromStr<Err: std::fmt::Debug>,
{
    let pos = P::parse(text, &rules.parse().unwrap()).unwrap();
    let scene = scene_of(&pos, None, true);
    scene.moves.into_iter().filter_map(|hint| hint.gain.map(|gain| (hint.text, gain))).collect()
}

#[test]
fn moves_are_drawn_with_what_they_gain() {
    let gain = |mv: &str, gain: &str| (mv.to_owned(), gain.to_owned());
    assert_eq!(gains::<Kalah>("<3,0,0,1,0,3,3,4,3> S", "standard"), [gain("1", "capture 5 seeds")]);
    let jump = gains::<Tigers>("T..T.T...G............. 14 t", "standard");
    assert!(jump.iter().any(|(_, gain)| gain == "capture the goat on 9"), "{jump:?}");
    assert_eq!(gains::<Cachex>("3 .../b../r.. r 3", "standard"), []);
    let won = gains::<Cachex>("3 .../r../r.. r 3", "standard");
    assert!(won.contains(&gain("0,0", "win")), "{won:?}");
    // A laser may also strike a piece of its own side, which gains nothing.
    games::<Khet>(3, |pos, _| {
        for hint in scene_of(pos, None, true).moves {
            let after = pos.after(pos.read_move(&hint.text).unwrap());
            let enemy = !pos.side_to_move();
            assert_eq!(
                hint.gain.is_some(),
                after.pieces(enemy).len() < pos.pieces(enemy).len(),
                "{pos}: {}",
                hint.text
            );
        }
    });
}

#[test]
fn each_layout_of_kalah_has_all_places_within_its_picture() {
    for setup in ["1x1", "6x4", "10x3"] {
        let scene = scene_of(&Kalah::new(&setup.parse().unwrap(), &"standard".parse().unwrap()), None, true);
        let Some(Portrait::Layout(portrait)) = &scene.portrait else { panic!("a layout") };
        for Layout { size, nodes, texts } in [portrait, scene.low.as_ref().unwrap()] {
            assert!(nodes.iter().map(|node| &node.id).eq(scene.nodes.iter().map(|node| &node.id)), "{setup}");
            assert_eq!(texts.len(), scene.texts.len());
            let inside = |at: f32, half: f32, end: f32| at - half >= 0.0 && at + half <= end;
            assert!(
                nodes.iter().all(|node| (0..2).all(|axis| inside(node.at[axis], node.half[axis], size[axis]))),
                "{setup}"
            );
            for (index, node) in nodes.iter().enumerate() {
                let apart = |other: &Node| {
                    (0..2).any(|axis| (node.at[axis] - other.at[axis]).abs() >= node.half[axis] + other.half[axis])
                };
                assert!(nodes[..index].iter().all(apart), "{setup}: {}", node.id);
            }
        }
    }
}
