//! Boards on a phone, upright and on its side.

use plyground_web::Options;
use serde_json::json;

use super::alone;
use super::driver::{DESKTOP, Look, Page, journey};

/// Returns the width of the window, the width of the board, and the least width and height of its places.
async fn sizes(page: &Page) -> [f64; 4] {
    let sizes = page
        .run(
            "const board = document.getElementById('board').getBoundingClientRect(); \
             const places = [...document.querySelectorAll('#board .node .outline')].map(each => each.getBoundingClientRect()); \
             return [innerWidth, board.width, Math.min(...places.map(each => each.width)), Math.min(...places.map(each => each.height))]",
        )
        .await;
    serde_json::from_value(sizes).unwrap()
}

/// Regression: Kalah's houses were 45 pixels wide with half of the window empty, Khet's squares 36, and Cachex's cells 41 high.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn boards_stand_upright_on_a_phone() {
    let _turn = alone();
    for (game, least) in [("kalah", 50.0), ("khet", 44.0), ("cachex", 44.0)] {
        let look = Look { width: 390, height: 844, dark: game == "khet", ..DESKTOP };
        journey(look, Options::default(), async |page: &Page| {
            page.open(&format!("#game={game}&players=human;human")).await;
            let [window, board, across, down] = sizes(page).await;
            // Cachex is as high as the window allows.
            assert!(board > 0.97 * window, "{game}: {board} of {window}");
            assert!(across >= least && down >= least, "{game}: {across} x {down}");
            page.shot(&format!("portrait-{game}")).await;
            // All controls of a game are in the window.
            let out = page
                .run(
                    "return ['#board', '#player-0', '#player-1', '#status', '#tools'].filter(part => \
                     document.querySelector(part).getBoundingClientRect().bottom > innerHeight + 1)",
                )
                .await;
            assert_eq!(out, json!([]), "{game}");
        });
    }
}

/// Returns the position of a place of the board on the screen.
async fn at(page: &Page, id: &str) -> [f64; 2] {
    let place = page
        .run(&format!(
            "const place = document.querySelector('#board .node[data-id=\"{id}\"] .outline').getBoundingClientRect(); \
             return [place.x + place.width / 2, place.y + place.height / 2]"
        ))
        .await;
    serde_json::from_value(place).unwrap()
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn houses_of_kalah_stand_in_columns_and_stores_above_and_below() {
    let _turn = alone();
    let look = Look { width: 390, height: 844, calm: false, ..DESKTOP };
    journey(look, Options::default(), async |page: &Page| {
        page.open("#game=kalah&players=human;human").await;
        let [south, north] = [at(page, "S1").await, at(page, "N6").await];
        let [end, store] = [at(page, "S6").await, at(page, "south-store").await];
        assert!(south[0] < north[0] && (south[1] - north[1]).abs() < 2.0, "opposite houses are side by side");
        assert!(south[1] < end[1] && end[1] < store[1], "south sows downwards into the store below");
        // Seeds land on the places as drawn in portrait orientation.
        page.place("S3").await;
        page.wait_for("return document.querySelectorAll('.seed.flying').length > 0").await;
        page.ply_is(1).await;
        // Arrow keys follow the screen.
        page.run("document.querySelector('.node[data-id=\"S1\"]').focus()").await;
        page.client.active_element().await.unwrap().send_keys("\u{e015}").await.unwrap();
        assert_eq!(page.run("return document.activeElement.dataset.id").await, json!("S2"));
        page.client.active_element().await.unwrap().send_keys("\u{e014}").await.unwrap();
        assert_eq!(page.run("return document.activeElement.dataset.id").await, json!("N5"));
        page.run("document.getElementById('flip').click()").await;
        assert!(at(page, "S1").await[0] > at(page, "N6").await[0], "north sits below now");
    });
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_turned_board_is_walked_and_played_as_it_is_seen() {
    let _turn = alone();
    let look = Look { width: 390, height: 844, ..DESKTOP };
    journey(look, Options::default(), async |page: &Page| {
        page.open("#game=khet&players=human;human").await;
        for flipped in [false, true] {
            let press = async |keys: &str| page.client.active_element().await.unwrap().send_keys(keys).await.unwrap();
            let [e4, f4] = [at(page, "e4").await, at(page, "f4").await];
            assert_eq!(f4[1] > e4[1], !flipped, "files go down, or up on a flipped board");
            page.run("document.querySelector('.node[data-id=e4]').focus()").await;
            press("\u{e015}").await;
            let below = if flipped { "d4" } else { "f4" };
            assert_eq!(page.run("return document.activeElement.dataset.id").await, json!(below));
            // Coordinates are upright.
            let upright = "return [...document.querySelectorAll('#board .texts text')].every(text => { \
                           const { a, b } = text.getScreenCTM(); return a > 0 && Math.abs(b) < 0.01; })";
            assert_eq!(page.run(upright).await, json!(true));
            page.run("document.getElementById('flip').click()").await;
        }
        page.place("h2").await;
        page.place("h3").await;
        page.ply_is(1).await;
    });
}

/// Touch controls are below the board, and nothing overlaps it.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn turns_and_help_stand_below_the_board() {
    let _turn = alone();
    let look = Look { width: 390, height: 844, dark: true, ..DESKTOP };
    journey(look, Options::default(), async |page: &Page| {
        page.open("#game=khet&players=human;human").await;
        for piece in ["h2", "c5", "j5"] {
            page.place(piece).await;
            page.expect_text("#piece-words", "Silver pyramid").await;
            let below = page
                .run(
                    "const board = document.getElementById('board').getBoundingClientRect(); \
                     const parts = [document.getElementById('piece-words'), ...document.querySelectorAll('#actions button')]; \
                     return parts.length === 3 && parts.every(part => { const place = part.getBoundingClientRect(); \
                     return place.top >= board.bottom && place.bottom <= innerHeight && (part.tagName !== 'BUTTON' || place.height >= 43.5); })",
                )
                .await;
            assert_eq!(below, json!(true), "{piece}");
            page.shot(&format!("sheet-{piece}")).await;
        }
        page.click("#actions [data-action=anticlockwise]").await;
        page.ply_is(1).await;
    });
}

/// Regression: Kalah's board took half of the height of a phone on its side.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn kalah_fills_a_phone_on_its_side() {
    let _turn = alone();
    for (width, height, least, share) in [(844, 390, 60.0, 0.95), (667, 375, 38.0, 0.6)] {
        let look = Look { width, height, calm: false, ..DESKTOP };
        journey(look, Options::default(), async |page: &Page| {
            page.open("#game=kalah&players=human;human").await;
            let [_, board, across, down] = sizes(page).await;
            assert!(across >= least && down >= least, "{width}: {across} x {down}");
            let high = page.run("return document.getElementById('board').getBoundingClientRect().height").await;
            assert!(high.as_f64().unwrap() >= share * f64::from(height), "{width}: {board} x {high}");
            page.fits().await;
            let [south, north] = [at(page, "S1").await, at(page, "N6").await];
            let [last, store] = [at(page, "S6").await, at(page, "south-store").await];
            assert!(
                south[1] > north[1] && (south[0] - north[0]).abs() < 2.0,
                "opposite houses are one above the other"
            );
            assert!(store[1] > last[1] && store[0] > south[0], "south sows to the right into the store below");
            // Seeds land on the places as drawn.
            page.place("S3").await;
            page.wait_for("return document.querySelectorAll('.seed.flying').length > 0").await;
            page.ply_is(1).await;
            page.run("document.querySelector('.node[data-id=\"S5\"]').focus()").await;
            for (key, place) in
                [("\u{e014}", "S6"), ("\u{e013}", "N1"), ("\u{e015}", "S6"), ("\u{e015}", "south-store")]
            {
                page.client.active_element().await.unwrap().send_keys(key).await.unwrap();
                assert_eq!(page.run("return document.activeElement.dataset.id").await, json!(place));
            }
            page.run("document.getElementById('flip').click()").await;
            assert!(at(page, "S1").await[1] < at(page, "N6").await[1], "north sits below now");
            page.shot(&format!("side-{width}")).await;
        });
    }
}
