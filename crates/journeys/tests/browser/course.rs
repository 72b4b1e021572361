//! Journeys along a game: replays, variations, the address, and games that the server has dropped.

use plyground_web::Options;
use serde_json::json;

use super::alone;
use super::driver::{DESKTOP, Page, journey};

/// Returns the moves of the displayed line, as in the move list.
async fn line(page: &Page) -> Vec<String> {
    let list = "[...document.querySelectorAll('#move-list tr > td > button.move')].map(move => move.textContent)";
    let moves = page.run(&format!("return {list}")).await;
    moves.as_array().unwrap().iter().map(|mv| mv.as_str().unwrap().to_owned()).collect()
}

/// Deletes the game on the server, as a restart does.
async fn forget(page: &Page) {
    let games = "`/api/games/${document.getElementById('board').dataset.game}`";
    page.client
        .execute_async(&format!("fetch({games}, {{ method: 'DELETE' }}).then(arguments[0])"), Vec::new())
        .await
        .unwrap();
    assert_eq!(page.server.games(), 0);
}

/// Regression: a click on a recorded game truncated it from 37 moves to 1, and undo did not restore them.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_recorded_game_is_not_cut() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        page.open("#game=tigers").await;
        page.click("#tab-matches").await;
        page.choose_agents("match-agent", &["greedy", "random"]).await;
        page.write("#match-games", "2").await;
        page.click("#match-start").await;
        page.wait_for("return document.querySelectorAll('#game-list li').length === 2").await;
        page.click("#game-list button").await;
        page.wait_for("return !!document.getElementById('unlock')").await;
        page.click("#tab-moves").await;
        let whole = line(page).await;
        assert!(whole.len() > 10, "{whole:?}");
        page.click("#redo").await;
        page.ply_is(1).await;
        // A stray click on another move changes nothing.
        page.place(if whole[2] == "@1" { "2" } else { "1" }).await;
        page.expect_text("#toast", "Play from here").await;
        assert_eq!((line(page).await, page.ply().await), (whole.clone(), 1));

        page.click("#unlock").await;
        page.click("#board .node.can").await;
        page.click("#board .node.target").await;
        page.ply_is(2).await;
        let branch = line(page).await;
        page.expect_text("#move-list .variations", "main line").await;
        page.click("#undo").await;
        page.ply_is(1).await;
        assert_eq!(line(page).await, whole, "the line is back");
        // Opens the branch, promotes it to the main line, and removes the other line.
        page.click("#move-list .variation button").await;
        page.ply_is(2).await;
        assert_eq!(line(page).await, branch);
        page.write("#comment", "better").await;
        page.click("#promote").await;
        page.expect_text("#move-list .variations", "variation").await;
        page.expect_text("#move-list .comment", "better").await;
        page.click("#undo").await;
        page.ply_is(1).await;
        assert_eq!(line(page).await, branch, "it is the main line now");
        page.click("#move-list .variation button").await;
        page.wait_for("return !!document.getElementById('remove')").await;
        page.click("#remove").await;
        page.wait_for("return !document.querySelector('#move-list .variations')").await;
    });
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn variations_are_written_and_read() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        let text = "[Game \"kalah\"]\n[Rules \"standard\"]\n[Position \"<3,0,0,3,3,3,3,3,3> S\"]\n\n\
                    {three seeds} 1. 1 {again} (1. 2 {one more} 2. 1 (2. 3)) 1. 3 2. 2";
        page.open("#game=kalah").await;
        page.paste(text).await;
        page.ply_is(3).await;
        assert_eq!(line(page).await, ["1", "3", "2"]);
        page.expect_text("#move-list .variation", "South2North1").await;
        page.menu("text").await;
        // The closed dialog still contains its previous text.
        page.wait_for("return !!document.querySelector('#text-dialog[open] #game-text')").await;
        let written = page.run("return document.getElementById('game-text').value").await;
        let written = written.as_str().unwrap();
        assert!(written.ends_with("{three seeds} 1. 1 {again} (1. 2 {one more} 2. 1 (2. 3)) 1. 3 2. 2\n"), "{written}");
        page.write("#paste-text", "[Game \"kalah\"]\n\n1. 3 (1. 4").await;
        page.click("#paste-load").await;
        page.expect_text("#text-dialog .fault", "expected `)`").await;
    });
}

/// Regression: *Let play* and *Analyse* repeated "no such game" endlessly.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_forgotten_game_comes_back() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        page.open("#game=kalah").await;
        page.player(1, "human").await;
        page.moves(&["S1", "N2"]).await;
        page.click("#tab-analysis").await;
        forget(page).await;
        page.click("#analyse").await;
        page.expect_text("#verdict", "south").await;
        page.click("#analyse").await;
        forget(page).await;
        page.click("#explain").await;
        page.expect_text("#features", "store").await;
        forget(page).await;
        page.click("#hint").await;
        page.expect_text("#status", "Hint").await;
        // On a phone, the end of the text may be cut off.
        assert!(page.text("#status").await.starts_with("Hint: "));
        forget(page).await;
        page.click("#undo").await;
        page.ply_is(1).await;
        page.click("#redo").await;
        page.ply_is(2).await;
        // It is an agent's turn.
        page.run("document.getElementById('pause').click()").await;
        page.player(0, "greedy").await;
        page.ply_is(3).await;
        forget(page).await;
        page.player(1, "greedy").await;
        page.wait_for("return Number(document.getElementById('board').dataset.ply) > 3").await;
    });
}

/// Regression: a reload lost the game, and the choice of a game did not change the address.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn the_address_holds_the_game() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        page.open("#game=cachex").await;
        page.player(1, "human").await;
        page.moves(&["0,1", "4,4", "5,5"]).await;
        page.click("#undo").await;
        page.ply_is(2).await;
        page.client.refresh().await.unwrap();
        page.wait_for("return document.body.dataset.ready === 'true'").await;
        assert_eq!((page.ply().await, line(page).await.len()), (2, 3));
        assert_eq!(page.text("#player-1 .recorded").await, "Person");

        // Another user opens the link.
        let address = page.run("return location.href").await.as_str().unwrap().to_owned();
        page.run("sessionStorage.clear(); localStorage.clear()").await;
        let place = address.split_once('#').unwrap().1;
        page.open(&format!("#{place}")).await;
        assert_eq!((page.ply().await, line(page).await.len()), (2, 3));
        assert_eq!(page.text("#player-1 .recorded").await, "Person");

        page.click("#games [data-game=khet]").await;
        page.wait_for("return location.hash.startsWith('#game=khet')").await;
        page.run("history.back()").await;
        page.wait_for("return document.body.dataset.game === 'cachex'").await;
        page.ply_is(2).await;
        assert_eq!(line(page).await.len(), 3);
    });
}

/// Regression: lines were replaced while the user stepped through them.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn lines_stand_still_while_they_are_walked() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        page.open("#game=khet").await;
        page.click("#tab-analysis").await;
        page.choose("#analysis-time", "10m").await;
        page.click("#analyse").await;
        page.wait_for("return !!document.querySelector('#lines .pv:has(button ~ button)')").await;
        page.click("#lines .pv button ~ button").await;
        page.expect_text("#status", "Line, move 2").await;
        let stands = "[...document.querySelectorAll('#lines, #numbers, #verdict')].map(part => part.innerText).join()";
        page.run(&format!("window.stood = {stands}")).await;
        // The search continues: its reports appear when the user stops stepping.
        page.run("window.reports = 0").await;
        page.wait_for(&format!(
            "window.reports++; if ({stands} !== window.stood) throw 'moved'; return window.reports > 60"
        ))
        .await;
        assert_eq!(page.server.searches(), 1);
        assert!(!page.text("#lines .move.now").await.is_empty());
        page.client.active_element().await.unwrap().send_keys("\u{e00c}").await.unwrap();
        page.wait_for(&format!("return {stands} !== window.stood")).await;
    });
}

/// Regression: "Mistakes" counted plies in one place and turns in another.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn mistakes_are_named_as_the_list_names_them() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        page.open("#game=kalah").await;
        // The first turn has two moves of one side.
        page.paste("[Game \"kalah\"]\n[Position \"<3,0,0,3,3,3,3,3,3> S\"]\n\n1. 1 3 2. 2").await;
        page.ply_is(3).await;
        page.click("#graph-run").await;
        page.expect_text("#graph-run", "Find the mistakes").await;
        let titles = "[...document.querySelectorAll('.graph title')].map(each => each.textContent.split(':')[0])\
                      .filter(title => title !== 'Exact values')";
        let named = page.run(&format!("return {titles}")).await;
        assert_eq!(named, json!(["start", "1. South 1", "1. South 3", "1. North 2"]));
    });
}
