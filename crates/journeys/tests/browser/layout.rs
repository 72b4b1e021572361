//! Layout: nothing jumps, nothing is clipped, and pieces can be dragged.

use std::time::Duration;

use fantoccini::actions::{InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction, TouchActions};
use plyground_web::Options;
use serde_json::{Value, json};

use super::alone;
use super::driver::{DESKTOP, Look, Page, journey};

/// Returns the rectangles of the parts of a game on the page.
async fn places(page: &Page) -> Value {
    let parts = "['#board', '#bar', '#player-0', '#player-1', '#status', '#first', '#new', '#menu-button', '#tabs']";
    let place = "part => { const { x, y, width, height } = document.querySelector(part).getBoundingClientRect(); \
                 return [part, x, y, part === '#status' ? 0 : width, part === '#status' ? 0 : height]; }";
    page.run(&format!("return {parts}.map({place})")).await
}

/// Regression: the board moved by 28 pixels when "Thinking…" wrapped, and by 41 when a piece was selected.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn nothing_jumps() {
    let _turn = alone();
    for (width, height) in [(1024, 768), (1280, 860)] {
        journey(Look { width, height, ..DESKTOP }, Options::default(), async |page: &Page| {
            for game in ["khet", "kalah", "tigers", "cachex"] {
                page.open(&format!("#game={game}")).await;
                page.player(1, "human").await;
                let former = places(page).await;
                page.watch_shifts().await;
                if game == "khet" {
                    page.place("j1").await;
                    page.wait_for("return !!document.querySelector('#actions button')").await;
                    assert_eq!(places(page).await, former, "{game} {width}: a piece is chosen");
                    page.place("j1").await;
                }
                page.player(0, "best").await;
                page.expect_text("#player-0 .turn-mark", "Thinking…").await;
                assert_eq!(places(page).await, former, "{game} {width}: an agent thinks");
                page.ply_is(1).await;
                assert_eq!(places(page).await, former, "{game} {width}: an agent has moved");
                page.run("document.getElementById('tab-analysis').click()").await;
                page.run("document.getElementById('analyse').click()").await;
                page.wait_for("return !!document.querySelector('#lines li')").await;
                assert_eq!(places(page).await, former, "{game} {width}: an analysis runs");
                assert_eq!(page.run("return window.shifted").await.as_f64(), Some(0.0), "{game} {width}");
            }
        });
    }
}

/// Regression: the number in the bar was clipped.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn numbers_and_columns_are_seen_whole() {
    let _turn = alone();
    let cut = "const cut = [...document.querySelectorAll('#bar-text, .compare, .compare *')].filter(part => \
               part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== 'inline'); \
               const panel = document.getElementById('panel-compare').getBoundingClientRect(); \
               const out = [...document.querySelectorAll('.compare *')].filter(part => \
               part.getBoundingClientRect().right > panel.right + 1); \
               return [...cut, ...out].map(part => part.outerHTML)";
    journey(DESKTOP, Options::default(), async |page: &Page| {
        page.open("#game=khet").await;
        page.player(1, "human").await;
        // An even position and a win in several moves.
        for text in ["5 ...../...../...../...../..... r 0", "5 ....r/.b.../..br./..b../..r.. r 6"] {
            page.run("document.querySelector('[data-game=cachex]').click()").await;
            page.wait_for("return document.body.dataset.game === 'cachex'").await;
            page.paste(text).await;
            page.click("#tab-analysis").await;
            page.click("#analyse").await;
            page.wait_for("return document.getElementById('bar-text').textContent.length > 1").await;
            page.click("#analyse").await;
            assert_eq!(page.run(cut).await, json!([]), "{}", page.text("#bar-text").await);
        }
        page.run("document.getElementById('bar-text').textContent = '100%'").await;
        assert_eq!(page.run(cut).await, json!([]), "the widest text of the bar");
        page.compare().await;
        page.choose("#compare-depth", "3").await;
        page.click("#compare-run").await;
        page.wait_for("return document.querySelectorAll('#compare-table tbody tr').length === 9 && document.querySelector('#compare-run').textContent === 'Compare'").await;
        for head in ["agent", "nodes", "first", "value", "move"] {
            page.expect_text("#compare-table thead", head).await;
        }
        for head in ["leaves", "branch", "nodes/s", "seconds", "depth"] {
            page.expect_text("#compare-times thead", head).await;
        }
        assert_eq!(page.run(cut).await, json!([]));
        // Regression: a window showed two of nine rows.
        let last = "return document.querySelector('#compare-table tbody tr:last-child').getBoundingClientRect().bottom \
                    < document.getElementById('panel-compare').getBoundingClientRect().bottom";
        assert_eq!(page.run(last).await, json!(true), "all rows are in view");
    });
}

/// Regression: phone landscape showed a board of 530 pixels in 390.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_telephone_shows_board_players_and_score_at_once() {
    let _turn = alone();
    for (width, height) in [(844, 390), (667, 375), (390, 844), (360, 740)] {
        let look = Look { width, height, dark: width < 400, ..DESKTOP };
        journey(look, Options::default(), async |page: &Page| {
            for game in ["khet", "kalah", "tigers", "cachex"] {
                page.open(&format!("#game={game}")).await;
                // Regression: on a flipped board, both players stood above it, or below the screen.
                for far in [1, 0] {
                    let out = page
                        .run(
                            "return ['#board', '#bar', '#player-0', '#player-1', '#status'].filter(part => { \
                             const place = document.querySelector(part).getBoundingClientRect(); \
                             return place.bottom > innerHeight + 1 || place.right > innerWidth + 1 || !place.height; })",
                        )
                        .await;
                    page.shot(&format!("telephone-{width}-{game}-{far}")).await;
                    assert_eq!(out, json!([]), "{game} at {width} x {height}, {far} is far");
                    let order = format!(
                        "const [far, board, near] = ['#player-{far}', '#board', '#player-{}'].map(part => \
                         document.querySelector(part).getBoundingClientRect()); \
                         return far.bottom <= near.top && (innerWidth > innerHeight || far.bottom <= board.top + 1 && board.bottom <= near.top + 1)",
                        1 - far
                    );
                    assert_eq!(page.run(&order).await, json!(true), "{game} at {width} x {height}, {far} is far");
                    page.run("document.getElementById('flip').click()").await;
                }
                page.fits().await;
                let small = page
                    .run(
                        "return [...document.querySelectorAll('.toolbar button, nav button, [role=tab]')].filter(button => \
                         button.checkVisibility() && button.getBoundingClientRect().height < 43.5).map(button => button.textContent)",
                    )
                    .await;
                assert_eq!(small, json!([]), "{game}: fingers are wide");
            }
        });
    }
}

/// Regression: half of Kalah's page was empty.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_wide_board_says_below_what_its_moves_do() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        page.open("#game=kalah").await;
        page.player(1, "human").await;
        assert_eq!(page.run("return document.querySelectorAll('#choices .choice').length").await, 6);
        page.expect_text("#choices", "house 3").await;
        let inside = "const place = document.getElementById('choices').getBoundingClientRect(); \
                      return place.height > 60 && place.bottom <= innerHeight";
        assert_eq!(page.run(inside).await, true);
        page.click("#hint").await;
        page.wait_for("return !!document.querySelector('.choice.best')").await;
        page.click("#choices li:first-child .choice").await;
        page.ply_is(1).await;
        page.expect_text("#status", "house 1").await;
        page.open("#game=khet").await;
        assert_eq!(page.run("return document.getElementById('choices').hidden").await, true);
    });
}

/// Returns the centre of a place of the board.
async fn middle(page: &Page, id: &str) -> (f64, f64) {
    let place = page
        .run(&format!(
            "const place = document.querySelector('#board .node[data-id=\"{id}\"] .outline').getBoundingClientRect(); \
             return [place.x + place.width / 2, place.y + place.height / 2]"
        ))
        .await;
    (place[0].as_f64().unwrap(), place[1].as_f64().unwrap())
}

/// Drags from place to place, with a mouse or a finger.
async fn drag(page: &Page, finger: bool, from: &str, to: &str) {
    let step = Some(Duration::from_millis(30));
    let ((x, y), (u, v)) = (middle(page, from).await, middle(page, to).await);
    let moved = |(x, y): (f64, f64)| PointerAction::MoveTo { duration: step, x, y };
    let way = [
        moved((x, y)),
        PointerAction::Down { button: MOUSE_BUTTON_LEFT },
        moved(((x + u) / 2.0, (y + v) / 2.0)),
        moved((u, v)),
        PointerAction::Up { button: MOUSE_BUTTON_LEFT },
    ];
    if finger {
        let actions = way.into_iter().fold(TouchActions::new("finger".into()), InputSource::then);
        page.client.perform_actions(actions).await.unwrap();
    } else {
        let actions = way.into_iter().fold(MouseActions::new("mouse".into()), InputSource::then);
        page.client.perform_actions(actions).await.unwrap();
    }
}

/// Plays Kalah to the end; `press` makes each move on the first legal place.
async fn play_out(page: &Page, press: impl AsyncFn(&str)) {
    page.begin("kalah", "3x1", "standard", "both").await;
    for ply in 1.. {
        let can = page.run("return document.querySelector('#board .node.can')?.dataset.id ?? null").await;
        let Some(id) = can.as_str() else { break };
        press(id).await;
        page.ply_is(ply).await;
        assert!(ply < 40);
    }
    let status = page.text("#status").await;
    assert!(status.contains("won") || status.contains("Drawn"), "{status}");
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_whole_game_is_played_by_keys_and_by_a_finger() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        page.open("").await;
        play_out(page, async |id: &str| {
            // From the current focus, by arrow keys only.
            page.run("(document.querySelector('#board .node:focus') ?? document.querySelector('#board .node[tabindex=\"0\"]')).focus()").await;
            for _ in 0..20 {
                let way = page
                    .run(&format!(
                        "const [here, there] = [document.activeElement, document.querySelector('#board .node[data-id=\"{id}\"]')]; \
                         if (here === there) return ''; \
                         const [from, to] = [here, there].map(each => each.getBoundingClientRect()); \
                         if (Math.abs(from.y - to.y) > 20 && !here.dataset.id.endsWith('store')) return from.y < to.y ? '\\ue015' : '\\ue013'; \
                         return from.x < to.x ? '\\ue014' : '\\ue012'"
                    ))
                    .await;
                let way = way.as_str().unwrap();
                if way.is_empty() {
                    break;
                }
                page.client.active_element().await.unwrap().send_keys(way).await.unwrap();
            }
            let here = page.run("return document.activeElement.dataset.id").await;
            assert_eq!(here, json!(id), "the arrows lead there");
            page.client.active_element().await.unwrap().send_keys("\u{e007}").await.unwrap();
        })
        .await;
    });
    journey(Look { width: 390, height: 844, ..DESKTOP }, Options::default(), async |page: &Page| {
        page.open("").await;
        play_out(page, async |id: &str| {
            let (x, y) = middle(page, id).await;
            let tap = [
                PointerAction::MoveTo { duration: Some(Duration::from_millis(10)), x, y },
                PointerAction::Down { button: MOUSE_BUTTON_LEFT },
                PointerAction::Up { button: MOUSE_BUTTON_LEFT },
            ];
            let tap = tap.into_iter().fold(TouchActions::new("finger".into()), InputSource::then);
            page.client.perform_actions(tap).await.unwrap();
        })
        .await;
    });
}

/// Regression: dragging had no effect.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn pieces_are_dragged() {
    let _turn = alone();
    for (look, finger) in
        [(Look { calm: false, ..DESKTOP }, false), (Look { width: 390, height: 844, ..DESKTOP }, true)]
    {
        journey(look, Options::default(), async |page: &Page| {
            page.open("").await;
            page.begin("khet", "dynasty", "official", "both").await;
            drag(page, finger, "j3", "h8").await;
            drag(page, finger, "j3", "j3").await;
            assert_eq!(page.ply().await, 0, "where it cannot go it goes back");
            page.wait_for("return !document.querySelector('.dragged')").await;
            // A whole game: the first shot hits a pharaoh.
            drag(page, finger, "j3", "j2").await;
            page.ply_is(1).await;
            page.expect_text("#status", "Red won").await;
            // Also on a flipped board.
            page.begin("khet", "classic", "official", "both").await;
            page.run("document.getElementById('flip').click()").await;
            drag(page, finger, "c1", "b1").await;
            page.ply_is(1).await;
            drag(page, finger, "c7", "b7").await;
            page.ply_is(2).await;
            // The moved piece is focused again, and its words would cover the status.
            page.wait_for("return document.getElementById('board').dataset.ply === '2'").await;
            assert_eq!(page.run("return document.getElementById('piece-words').hidden").await, json!(true));
            page.begin("tigers", "standard", "standard,captures_to_win=1", "both").await;
            page.moves(&["9"]).await;
            drag(page, finger, "4", "10").await;
            page.ply_is(2).await;
            page.moves(&["1"]).await;
            drag(page, finger, "3", "15").await;
            page.expect_text("#status", "Tigers won").await;
        });
    }
}

/// Regression: the board had no size in a low window or at a large zoom, and the page was wider than the narrowest phone.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_board_keeps_a_smallest_size_and_the_page_scrolls() {
    let _turn = alone();
    for (width, height) in [(320, 256), (400, 300), (320, 568), (640, 200), (1000, 200), (1280, 400), (901, 530)] {
        journey(Look { width, height, ..DESKTOP }, Options::default(), async |page: &Page| {
            page.open("").await;
            page.fits().await;
            for game in ["khet", "kalah", "tigers", "cachex"] {
                page.open(&format!("#game={game}&players=human;human")).await;
                page.fits().await;
                let size = "const { width, height } = document.getElementById('board').getBoundingClientRect(); \
                            return Math.max(width, height) >= 210 && Math.min(width, height) >= 80";
                let seen = page.run(size).await;
                page.shot(&format!("small-{width}x{height}-{game}")).await;
                assert_eq!(seen, json!(true), "{game} at {width} x {height}");
                // Everything can be scrolled to: the last tool is inside the page.
                page.run("document.getElementById('tab-matches').scrollIntoView()").await;
                page.click("#tab-matches").await;
                page.fits().await;
            }
        });
    }
}
