//! The browser around the page: its tabs, its history, and its connections.

use std::time::Duration;

use fantoccini::wd::TimeoutConfiguration;
use plyground_web::Options;
use serde_json::json;

use super::alone;
use super::driver::{DESKTOP, Look, Page, journey};

const WHOLE: Look = Look { whole: true, ..DESKTOP };

/// Opens another tab at a place of the page and switches to it.
async fn open_tab(page: &Page, place: &str) {
    let tab = page.client.new_window(true).await.unwrap();
    page.client.switch_to_window(tab.handle).await.unwrap();
    page.open(place).await;
}

/// Switches to the tab that was opened as this one, from 0.
async fn show_tab(page: &Page, number: usize) {
    let tab = page.client.windows().await.unwrap().swap_remove(number);
    page.client.switch_to_window(tab).await.unwrap();
}

/// Regression: two tabs overwrote each other's training record.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn two_tabs_add_to_one_training_record() {
    let _turn = alone();
    let puzzles = plyground_catalog::Catalog::standard().game("kalah").unwrap().puzzles().unwrap();
    let solve = async |page: &Page, number: usize| {
        page.click(&format!("#puzzle-{number}")).await;
        page.expect_text("#puzzle-status", "Your move").await;
        let puzzle = &puzzles[number];
        let side = if puzzle.side == "south" { "S" } else { "N" };
        page.place(&format!("{side}{}", puzzle.line[0])).await;
        page.expect_text("#puzzle-status", "Right").await;
    };
    let tried = async |page: &Page| page.text("[data-training=tried]").await;
    journey(DESKTOP, Options::default(), async |page: &Page| {
        page.open("#game=kalah").await;
        page.click("#tab-learn").await;
        page.wait_for("return !!document.getElementById('puzzle-0')").await;
        open_tab(page, "#game=kalah").await;
        page.click("#tab-learn").await;
        page.wait_for("return !!document.getElementById('puzzle-0')").await;
        show_tab(page, 0).await;
        for number in 0..3 {
            solve(page, number).await;
        }
        show_tab(page, 1).await;
        // This tab shows what the other one has recorded, and adds to it.
        page.expect_text("[data-training=tried]", "3").await;
        page.expect_text("#puzzle-2", "✓").await;
        solve(page, 3).await;
        assert_eq!((tried(page).await, page.text("[data-training=streak]").await), ("4".to_owned(), "4".to_owned()));
        page.client.refresh().await.unwrap();
        page.wait_for("return document.body.dataset.ready === 'true'").await;
        page.click("#tab-learn").await;
        page.expect_text("[data-training=tried]", "4").await;
        for number in 0..4 {
            page.expect_text(&format!("#puzzle-{number}"), "✓").await;
        }
    });
}

/// Regression: a browser has six connections to a host, and with six tabs on shared games the seventh did not load.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn eight_tabs_on_shared_games_load_and_move() {
    let _turn = alone();
    journey(WHOLE, Options::default(), async |page: &Page| {
        let timeouts = TimeoutConfiguration::new(None, Some(Duration::from_secs(20)), None);
        page.client.update_timeouts(timeouts).await.unwrap();
        for tab in 0..8 {
            if tab == 0 {
                page.open("#game=kalah").await;
            } else {
                open_tab(page, "#game=kalah").await;
            }
            page.menu("text").await;
            page.wait_for("return !!document.getElementById('invite')").await;
            page.click("#invite").await;
            page.expect_text("#together", "not here yet").await;
            page.run("document.querySelector('dialog[open]').close()").await;
        }
        // The first tab is seen again, and goes on.
        show_tab(page, 0).await;
        page.run("return new Promise(done => requestAnimationFrame(() => done(true)))").await;
        page.expect_text("#together", "not here yet").await;
        page.moves(&["S1"]).await;
        assert!(page.server.streams() <= 4, "{} streams", page.server.streams());
    });
}

/// Regression: six tabs that followed matches used all connections, because a match ended without its stream.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn seven_tabs_that_follow_matches_load_and_act() {
    let _turn = alone();
    journey(WHOLE, Options::default(), async |page: &Page| {
        let timeouts = TimeoutConfiguration::new(None, Some(Duration::from_secs(20)), None);
        page.client.update_timeouts(timeouts).await.unwrap();
        for tab in 0..7 {
            if tab == 0 {
                page.open("#game=kalah&players=human;human").await;
            } else {
                open_tab(page, "#game=kalah&players=human;human").await;
            }
            page.click("#tab-matches").await;
            page.choose_agents("match-agent", &["alphabeta", "alphabeta"]).await;
            page.choose("#match-limit", "time=500ms").await;
            page.click("#match-start").await;
            page.expect_text("#match-state", "running").await;
        }
        page.moves(&["S1"]).await;
        assert!(page.server.streams() <= 4, "{} streams", page.server.streams());
        // Longer than a match goes on that no tab follows.
        tokio::time::sleep(Duration::from_secs(12)).await;
        show_tab(page, 0).await;
        page.run("return new Promise(done => requestAnimationFrame(() => done(true)))").await;
        page.moves(&["S1"]).await;
        // The match goes on, its news arrive again, and it obeys.
        page.expect_text("#match-state", "running").await;
        page.click("#match-stop").await;
        page.wait_for("return !document.getElementById('match-state').textContent.includes('running')").await;
    });
}

/// Regression: *Back* after *Play* left the site, also with an open dialog.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn back_leads_to_the_start_page_and_closes_a_dialog() {
    let _turn = alone();
    let phone = Look { width: 390, height: 844, ..DESKTOP };
    journey(phone, Options::default(), async |page: &Page| {
        let is_start = "return document.body.dataset.page === 'start'";
        let is_game = "return document.body.dataset.page === 'game'";
        page.open("").await;
        page.wait_for(is_start).await;
        page.click("#start-play").await;
        page.wait_for(is_game).await;
        page.moves(&["S1"]).await;
        // The dialog is closed by *Back*, and the game goes on below it.
        for id in ["text", "rules-button", "players"] {
            page.menu(id).await;
            page.wait_for("return !!document.querySelector('dialog[open]')").await;
            page.client.back().await.unwrap();
            page.wait_for("return !document.querySelector('dialog[open]')").await;
            assert_eq!(page.run(is_game).await, json!(true), "{id}");
        }
        // A dialog that was closed by its button leaves no entry.
        for _ in 0..3 {
            page.menu("text").await;
            page.wait_for("return !!document.querySelector('dialog[open]')").await;
            page.run("document.querySelector('dialog[open]').close()").await;
            page.wait_for("return !history.state?.dialog").await;
        }
        page.client.back().await.unwrap();
        page.wait_for(is_start).await;
        page.client.forward().await.unwrap();
        page.wait_for(is_game).await;
        assert!(page.ply().await >= 1, "the game goes on");
        // A game that a dialog began takes the entry of the dialog.
        page.begin("cachex", "5", "standard", "both").await;
        page.wait_for("return document.body.dataset.game === 'cachex'").await;
        page.client.back().await.unwrap();
        page.wait_for("return document.body.dataset.game === 'kalah'").await;
        page.client.back().await.unwrap();
        page.wait_for(is_start).await;
    });
}

/// Regression: a connection that was lost for two seconds left a game without a move and without a button to go on.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn an_agent_goes_on_after_a_lost_connection() {
    let _turn = alone();
    let lose = "window.real = [fetch, EventSource]; \
                window.fetch = () => Promise.reject(new TypeError('offline')); \
                window.EventSource = class extends EventTarget { \
                  constructor() { super(); setTimeout(() => this.onerror?.(), 10); } close() {} }; ";
    let restore = "[window.fetch, window.EventSource] = window.real";
    let has_moved = "return Number(document.getElementById('board').dataset.ply) > 1";
    let waits = "return !document.getElementById('go-on').hidden";
    journey(DESKTOP, Options::default(), async |page: &Page| {
        let begin = async || {
            page.open("#game=kalah&players=human;best:time=1s").await;
            page.place("S2").await;
            page.ply_is(1).await;
        };
        // The agent finds its move, which cannot be sent.
        begin().await;
        page.run(&format!("{lose} setTimeout(() => {{ {restore}; }}, 2500)")).await;
        page.wait_for(waits).await;
        page.wait_for(has_moved).await;
        assert_eq!(page.run(waits).await, json!(false));
        // After a longer loss, the user decides.
        begin().await;
        page.run(lose).await;
        page.wait_for("return document.getElementById('pause').textContent.startsWith('Let agents play')").await;
        assert_eq!((page.ply().await, page.run(waits).await), (1, json!(true)));
        page.run(restore).await;
        page.click("#go-on").await;
        page.wait_for(has_moved).await;
    });
}
