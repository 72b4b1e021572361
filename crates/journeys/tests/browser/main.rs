//! Journeys through the page in a real browser. They are compiled only with the feature `browser` and run only on request: `cargo
//! test -p plyground-journeys --features browser -- --ignored --skip accessibility:: --skip site::`, as `cargo xtask ci` does if
//! it finds a browser. The skipped tests need axe-core, or the page without a server.

#![allow(clippy::unwrap_used)]
#![cfg(unix)]

mod accessibility;
mod course;
mod driver;
mod everybody;
mod files;
mod grids;
mod layout;
mod learn;
mod lessons;
mod newcomers;
mod phone;
mod place;
mod portrait;
mod screens;
mod site;
mod study;
mod tabs;
mod thinking;
mod together;
#[path = "../../../web/tests/user_defined/mod.rs"]
mod user_defined;
mod walk;

use std::sync::{Mutex, MutexGuard, PoisonError};

use driver::{DESKTOP, Look, Page, journey};
use plyground_catalog::{Catalog, Start};
use plyground_scene::{SvgOptions, svg};
use plyground_web::Options;
use serde_json::{Value, json};

/// Allows one browser at a time, which is the capacity of a small machine.
fn alone() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn whole_games(page: &Page) {
    page.open("").await;
    page.begin("kalah", "3x1", "standard", "both").await;
    let mut ply = 0;
    while !page.text("#status").await.contains("won") && !page.text("#status").await.contains("Drawn") {
        page.click("#board .node.can").await;
        ply += 1;
        page.ply_is(ply).await;
        assert!(ply < 40);
    }
    page.begin("khet", "dynasty", "official", "both").await;
    page.place("h8").await;
    assert_eq!(page.run("return document.querySelectorAll('.node.target').length").await, 0, "silver begins");
    page.place("j1").await;
    page.click("#actions [data-action=anticlockwise], #actions [data-action=clockwise]").await;
    page.ply_is(1).await;
    page.click("#undo").await;
    page.ply_is(0).await;
    page.place("j3").await;
    page.place("j2").await;
    page.expect_text("#status", "Red won").await;
    page.begin("tigers", "standard", "standard,captures_to_win=1", "both").await;
    page.moves(&["9"]).await;
    page.place("4").await;
    page.moves(&["10", "1"]).await;
    page.place("3").await;
    page.moves(&["15"]).await;
    page.expect_text("#status", "Tigers won").await;
    page.begin("cachex", "3", "standard", "both").await;
    page.moves(&["0,0", "0,2", "1,0", "1,2", "2,0"]).await;
    page.expect_text("#status", "Red won").await;
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_game_of_each_kind_is_played_by_clicks() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), whole_games);
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn moves_are_shown_as_they_go() {
    let _turn = alone();
    journey(Look { calm: false, ..DESKTOP }, Options::default(), async |page: &Page| {
        page.open("").await;
        page.begin("khet", "classic", "official", "both").await;
        page.place("j1").await;
        page.click("#actions button").await;
        page.wait_for("return document.querySelectorAll('.beam.live').length > 0").await;
        page.ply_is(1).await;
        page.begin("kalah", "6x4", "standard", "both").await;
        page.place("S3").await;
        page.wait_for("return document.querySelectorAll('.seed.flying').length > 0").await;
        page.ply_is(1).await;
        page.moves(&["S6", "N1"]).await;
    });
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn settings_apply_at_once_and_are_kept() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        page.open("#game=kalah").await;
        page.player(1, "human").await;
        page.menu("settings").await;
        page.wait_for("return document.getElementById('settings-dialog').open").await;
        // This browser prefers reduced motion.
        assert_eq!(page.run("return document.getElementById('set-speed').value").await, json!("off"));
        page.fits().await;
        page.shot("settings").await;
        page.run("document.querySelector('dialog[open]').close()").await;
        let colours = "const of = (id) => getComputedStyle(document.getElementById(id)); \
                       return [of('board').backgroundColor, getComputedStyle(document.body).backgroundColor]";
        page.set("board", "dark").await;
        assert_eq!(page.run(colours).await, json!(["rgb(22, 24, 28)", "rgb(250, 248, 243)"]));
        page.set("page", "dark").await;
        page.set("board", "light").await;
        page.set("speed", "slow").await;
        page.open("").await;
        assert_eq!(page.run(colours).await, json!(["rgb(250, 248, 243)", "rgb(22, 24, 28)"]));
        // Four seeds take 180 ms each at the usual speed.
        page.place("S1").await;
        page.wait_for(
            "const seed = document.querySelector('.seed.flying'); \
             return seed?.getAnimations()[0]?.effect.getTiming().duration === 360",
        )
        .await;
        page.ply_is(1).await;
        page.set("speed", "off").await;
        page.run(
            "window.animated = 0; const animate = Element.prototype.animate; \
             Element.prototype.animate = function (...all) { window.animated++; return animate.apply(this, all); }",
        )
        .await;
        page.place("N1").await;
        page.ply_is(2).await;
        assert_eq!(page.run("return window.animated").await, json!(0));
    });
}

/// Places a goat, waits for an agent's reply, takes both back and makes them again.
pub(crate) async fn an_answer_is_taken_back(page: &Page) {
    page.player(1, "greedy").await;
    page.place("7").await;
    page.ply_is(2).await;
    page.click("#undo").await;
    page.ply_is(0).await;
    page.click("#redo").await;
    page.ply_is(1).await;
    page.click("#last").await;
    page.ply_is(2).await;
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn agents_answer_and_moves_are_taken_back() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        page.open("").await;
        page.begin("tigers", "standard", "standard", "0").await;
        an_answer_is_taken_back(page).await;
        // By keyboard only.
        page.run("document.querySelector('.node[data-id=\"12\"]').focus()").await;
        page.client.active_element().await.unwrap().send_keys("\u{e012}\u{e007}").await.unwrap();
        page.ply_is(4).await;
        assert!(page.text("#status").await.contains("Goats to move"));
        page.menu("swap").await;
        page.ply_is(5).await;
    });
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn positions_and_games_are_pasted() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        page.open("#game=cachex").await;
        page.paste("5 ....r/.b.../..br./..b../..r.. r 6").await;
        page.moves(&["3,1"]).await;
        page.expect_text("#status", "takes 2,2 and 3,2").await;
        page.paste("[Game \"kalah\"]\n[Rules \"standard\"]\n\n1. 3 1").await;
        page.expect_text("#move-list", "3").await;
        assert_eq!(page.ply().await, 2);
        page.menu("text").await;
        page.write("#paste-text", "nonsense").await;
        page.click("#paste-load").await;
        page.expect_text("#text-dialog .fault", "nonsense").await;
        let sentence = "return /^[A-Z]/.test(document.querySelector('#text-dialog .fault').textContent)";
        assert_eq!(page.run(sentence).await, json!(true), "{}", page.text("#text-dialog .fault").await);
    });
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn an_analysis_runs_and_stops() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        page.open("").await;
        page.begin("kalah", "6x6", "standard", "both").await;
        page.click("#tab-analysis").await;
        page.choose("#analysis-time", "10m").await;
        page.click("#analyse").await;
        // A line of one move has no next move: the first report of a deeper search may have only one move.
        page.wait_for(
            "return document.querySelectorAll('#lines li').length === 3 \
             && !!document.querySelector('#lines .pv:has(button ~ button)')",
        )
        .await;
        assert_eq!(page.server.searches(), 1);
        page.click("#analyse").await;
        let mut left = 1;
        for _ in 0..200 {
            left = page.server.searches();
            if left == 0 {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        assert_eq!(left, 0, "the search goes on");
        page.click("#lines .pv:has(button ~ button) button").await;
        page.expect_text("#status", "Line, move 1").await;
        page.click("#redo").await;
        page.expect_text("#status", "Line, move 2").await;
        page.client.active_element().await.unwrap().send_keys("\u{e00c}").await.unwrap();
        page.expect_text("#status", "to move").await;
        page.click("#explain").await;
        page.expect_text("#features", "store").await;
        page.click("#threat").await;
        page.expect_text("#threat-line", "threat").await;
        page.wait_for("return !!document.querySelector('#threat-line .pv')").await;
        page.compare().await;
        page.choose("#compare-depth", "3").await;
        page.click("#compare-run").await;
        page.wait_for("return document.querySelectorAll('#compare-table tbody tr').length === 9 && document.querySelector('#compare-run').textContent === 'Compare'").await;
    });
}

/// Regression: an analysis went on into the next game, and showed the best move there after every move.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn an_analysis_ends_with_its_game() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        page.open("#game=kalah&moves=1+2&players=human;human").await;
        page.click("#tab-analysis").await;
        page.choose("#analysis-depth", "4").await;
        page.click("#analyse").await;
        page.wait_for("return !!document.querySelector('#analyse-off')").await;
        page.moves(&["S2"]).await;
        page.wait_for("return !!document.querySelector('#lines li')").await;
        page.begin("kalah", "6x6", "standard", "both").await;
        page.moves(&["S1"]).await;
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
        let left = "return [document.querySelectorAll('#lines li, #analyse-off').length, \
                    document.querySelectorAll('#board .best').length]";
        assert_eq!(page.run(left).await, json!([0, 0]));
    });
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_match_is_followed_and_its_games_are_replayed() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        page.open("#game=kalah").await;
        page.click("#tab-matches").await;
        page.choose_agents("match-agent", &["greedy", "random"]).await;
        page.write("#match-games", "4").await;
        page.click("#match-start").await;
        // What has begun is in view.
        page.wait_for(
            "const box = document.getElementById('match-watch') ?? document.getElementById('match-state');
             return !!box && box.getBoundingClientRect().bottom <= document.getElementById('tabs').getBoundingClientRect().top",
        )
        .await;
        page.wait_for(
            "return document.querySelectorAll('#game-list li').length === 4 && !document.querySelector('#match-stop')",
        )
        .await;
        page.expect_text("#crosstable", "greedy").await;
        page.open("#match=1&game=2").await;
        assert_eq!(page.ply().await, 0);
        page.click("#redo").await;
        page.ply_is(1).await;
        page.click("#last").await;
        page.expect_text("#status", "won").await;
        page.click("#tab-moves").await;
        page.click("#graph-run").await;
        page.wait_for("return !!document.querySelector('.graph .curve')").await;
        page.expect_text("#graph-run", "Find the mistakes").await;
        page.shot("replay").await;
        // Another game after one that was only viewed has an opponent again: the level that was chosen last.
        page.click("#games [data-game=khet]").await;
        page.expect_text("#player-1 .recorded", "Beginner").await;
        page.click("#new").await;
        page.run(
            "const list = document.getElementById('new-opponent'); list.selectedIndex = 2; \
                  list.dispatchEvent(new Event('change', { bubbles: true }))",
        )
        .await;
        page.click("#new-start").await;
        page.expect_text("#player-1 .recorded", "Casual").await;
        page.open("#match=1&game=2").await;
        page.click("#games [data-game=cachex]").await;
        page.expect_text("#player-1 .recorded", "Casual").await;
    });
}

async fn a_user_defined_game(page: &Page, name: &str) {
    page.open("#game=tic-tac-toe").await;
    page.begin("tic-tac-toe", "standard", "standard", "both").await;
    assert_eq!(page.text("#games [aria-current=true]").await, "Tic Tac Toe");
    for (ply, mv) in ["5", "2"].into_iter().enumerate() {
        page.click(&format!("#actions [data-move='{mv}']")).await;
        page.ply_is(ply as u64 + 1).await;
    }
    page.fits().await;
    page.shot(&format!("{name}-stranger")).await;
    // By keyboard only: along the buttons, Enter.
    page.run("document.querySelector('#actions button').focus()").await;
    page.client.active_element().await.unwrap().send_keys("\u{e014}").await.unwrap();
    page.client.active_element().await.unwrap().send_keys("\u{e007}").await.unwrap();
    page.ply_is(3).await;
    page.click("#undo").await;
    page.ply_is(2).await;
    page.run("document.getElementById('tab-analysis').click()").await;
    page.run("document.getElementById('analyse').click()").await;
    page.expect_text("#verdict", "Crosses wins in 5").await;
    page.run("document.getElementById('ask-exact').click()").await;
    page.expect_text("#exact", "Exact value: crosses wins in 5").await;
    page.run("document.getElementById('explain').click()").await;
    page.expect_text("#features", "own lines").await;
    page.fits().await;
    page.shot(&format!("{name}-stranger-analysis")).await;
    page.compare().await;
    page.choose("#compare-depth", "3").await;
    page.run("document.getElementById('compare-run').click()").await;
    page.wait_for("return document.querySelectorAll('#compare-table tbody tr').length === 9 && document.querySelector('#compare-run').textContent === 'Compare'").await;
    page.run("document.getElementById('tab-matches').click()").await;
    page.choose("#match-games", "4").await;
    page.run("document.getElementById('match-start').click()").await;
    page.wait_for("return document.querySelectorAll('#game-list li').length === 4").await;
    page.run("document.querySelector('#game-list button').click()").await;
    page.ply_is(0).await;
    page.click("#redo").await;
    page.ply_is(1).await;
    page.run("document.getElementById('tab-moves').click()").await;
    page.click("#graph-run").await;
    page.wait_for("return !!document.querySelector('.graph .curve')").await;
    page.expect_text("#graph-run", "Find the mistakes").await;
    page.shot(&format!("{name}-stranger-replay")).await;
    // An agent replies.
    page.begin("tic-tac-toe", "standard", "standard", "0").await;
    page.click("#actions [data-move='1']").await;
    page.ply_is(2).await;
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_user_defined_game_is_played_and_analysed() {
    let _turn = alone();
    let options = || Options { catalog: user_defined::catalog(), ..Options::default() };
    journey(DESKTOP, options(), async |page: &Page| a_user_defined_game(page, "desk").await);
    let narrow = Look { width: 360, height: 740, dark: true, ..DESKTOP };
    journey(narrow, options(), async |page: &Page| a_user_defined_game(page, "narrow-dark").await);
}

/// A position of each game that shows all elements of its board.
const SIGHTS: [(&str, &str, &str); 4] = [
    ("khet", "[Game \"khet\"]\n\n1. h2h3 c7c6 2. h3h2 c6c7 3. j1-", "h2"),
    ("kalah", "[Game \"kalah\"]\n\n1. 3 6 2. 1", ""),
    ("tigers", "[Game \"tigers\"]\n\n1. @9 4-10 2. @1 10-11 3. @7 11-17 4. @13 17-11 5. @2", ""),
    ("cachex", "[Game \"cachex\"]\n\n1. 3,3 4,4 2. 4,3 5,3 3. 5,2 3,4 4. 2,5 6,2", ""),
];

/// Returns the picture of the displayed board.
async fn picture(page: &Page) -> String {
    let view = page
        .run(
            "const request = new XMLHttpRequest();
             request.open('GET', `/api/games/${document.getElementById('board').dataset.game}`, false);
             request.send();
             return JSON.parse(request.responseText)",
        )
        .await;
    let text = |name: &str| view[name].as_str().unwrap().to_owned();
    let made = view["moves"].as_array().unwrap()[..view["ply"].as_u64().unwrap() as usize].iter();
    let moves: Vec<&str> = made.map(|made| made["text"].as_str().unwrap()).collect();
    let start =
        Start { setup: None, rules: Some(text("rules")), position: Some(text("start")), moves: moves.join(" ") };
    let catalog = Catalog::standard();
    let scene = catalog.game(&text("game")).unwrap().open(&start).unwrap().scene();
    svg(&scene, &SvgOptions::titled("the same"))
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn pictures_are_what_the_page_shows() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        page.open("#game=khet").await;
        // Otherwise an agent would be about to move, and movable pieces look different.
        page.player(0, "best").await;
        page.player(1, "best").await;
        page.run("document.getElementById('pause').click()").await;
        for (game, text, _) in SIGHTS {
            page.paste(text).await;
            let ply = page.ply().await;
            page.click("#undo").await;
            page.ply_is(ply - 1).await;
            page.run("document.activeElement.blur()").await;
            let picture = json!(picture(page).await);
            let same = page.client.execute(include_str!("same.js"), vec![picture]).await.unwrap();
            assert_eq!(same["found"], Value::Array(Vec::new()), "{game}");
            assert!(same["shapes"].as_u64().unwrap() > 40, "{game}: {same}");
        }
    });
}

async fn sights(page: &Page, name: &str) {
    page.open("#game=khet").await;
    page.player(1, "human").await;
    for (game, text, chosen) in SIGHTS {
        page.paste(text).await;
        page.run("document.getElementById('tab-moves').click()").await;
        page.fits().await;
        if !chosen.is_empty() {
            page.click("#undo").await;
            page.ply_is(4).await;
            page.place(chosen).await;
        }
        page.shot(&format!("{name}-{game}")).await;
        page.run("document.getElementById('tab-analysis').click()").await;
        page.run("document.getElementById('analyse').click()").await;
        page.wait_for(
            "return Number(document.querySelector('#numbers [data-fact=depth]')?.textContent.split('/')[0]) >= 3",
        )
        .await;
        page.run("document.getElementById('explain').click()").await;
        page.wait_for("return !!document.querySelector('#features')").await;
        page.fits().await;
        page.shot(&format!("{name}-{game}-analysis")).await;
        page.run("document.getElementById('analyse').click()").await;
    }
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn the_page_fits_a_tablet() {
    let _turn = alone();
    journey(Look { width: 560, height: 1000, ..DESKTOP }, Options::default(), async |page: &Page| {
        page.open("#game=khet").await;
        page.player(1, "human").await;
        for (game, text, chosen) in SIGHTS {
            page.paste(text).await;
            page.fits().await;
            if !chosen.is_empty() {
                page.click("#undo").await;
                page.ply_is(4).await;
                page.place(chosen).await;
            }
            page.portrait(game).await;
        }
    });
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn the_page_fits_a_desktop() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| sights(page, "desk").await);
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn the_page_fits_a_telephone_in_the_dark() {
    let _turn = alone();
    let look = Look { width: 360, height: 740, dark: true, ..DESKTOP };
    journey(look, Options::default(), async |page: &Page| {
        sights(page, "narrow-dark").await;
        let paper = "getComputedStyle(document.body).backgroundColor";
        assert_eq!(page.run(&format!("return {paper}")).await, "rgb(22, 24, 28)", "the system's choice");
        page.set("page", "light").await;
        assert_eq!(page.run(&format!("return {paper}")).await, "rgb(250, 248, 243)", "the user's choice");
    });
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn the_page_fits_a_wall_and_is_quick() {
    let _turn = alone();
    journey(Look { width: 1920, height: 1080, ..DESKTOP }, Options::default(), async |page: &Page| {
        page.open("").await;
        page.fits().await;
        page.set("page", "dark").await;
        page.shot("wall").await;
        // Bytes of all resources of the first page, as transferred.
        let sent = page
            .run(
                "const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]; \
                 return all.reduce((sum, entry) => sum + entry.encodedBodySize, 0)",
            )
            .await;
        let sent = sent.as_u64().unwrap();
        assert!((20_000..=130_000).contains(&sent), "{sent} bytes");
        println!("{sent} bytes");
        // Resources that block the first paint on any machine: the page and its style sheet. They must fit into the first ten
        // packets, which a server sends without waiting.
        let blocking = page
            .run(
                "const [page] = performance.getEntriesByType('navigation'); \
                 const all = performance.getEntriesByType('resource').filter(entry => entry.renderBlockingStatus === 'blocking'); \
                 return [all.map(entry => entry.name.split('/').pop()), \
                 all.reduce((sum, entry) => sum + entry.encodedBodySize, page.encodedBodySize)]",
            )
            .await;
        assert_eq!(blocking[0], json!(["page.css"]));
        let before = blocking[1].as_u64().unwrap();
        assert!((5_000..14_000).contains(&before), "{before} bytes before the first paint");
        // The first page of a new browser includes the start of the browser, and later pages include the load of the machine. So
        // the minimum of many loads is the cost of the page. The target is 200 ms on an idle machine; this test fails at three
        // times that.
        let mut paint = f64::INFINITY;
        for _ in 0..30 {
            page.open("").await;
            let painted = "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null";
            paint = page.run(painted).await.as_f64().unwrap_or(f64::INFINITY).min(paint);
            if paint < 200.0 {
                break;
            }
        }
        println!("{before} bytes before the first paint, after {paint} ms");
        assert!(paint < 600.0, "first paint after {paint} ms");
    });
}
