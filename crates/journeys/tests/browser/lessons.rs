//! Lessons: the interactive rules, explained games, and the rules as a page.

use plyground_catalog::{Catalog, Course};
use plyground_web::Options;
use serde_json::json;

use super::alone;
use super::driver::{DESKTOP, Look, Page, journey};

const PHONE: Look = Look { width: 390, height: 844, ..DESKTOP };

fn course(game: &str) -> Course {
    Course::read(Catalog::standard().game(game).unwrap().info().course.unwrap()).unwrap()
}

/// Makes a move by the clicks of the scene.
async fn make(page: &Page, game: &str, position: &str, mv: &str) {
    let start = plyground_catalog::Start { position: Some(position.to_owned()), ..Default::default() };
    let scene = Catalog::standard().game(game).unwrap().open(&start).unwrap().scene();
    let hint = scene.moves.into_iter().find(|hint| hint.text == mv).unwrap();
    for place in hint.from.iter().chain(&hint.to) {
        page.place(place).await;
    }
    if hint.to.is_none() {
        page.click(&format!("#actions [data-move='{mv}']")).await;
    }
}

/// Returns whether the lesson box and the board do not overlap.
async fn box_is_beside_the_board(page: &Page) {
    let apart = page
        .run(
            "const [box, board] = ['tour', 'board'].map(id => document.getElementById(id).getBoundingClientRect()); \
             return board.top >= 0 && (box.top >= board.bottom || box.left >= board.right)",
        )
        .await;
    assert_eq!(apart, json!(true));
}

/// Tests all tasks of all games: a wrong move is taken back, and the right one leads to the next task.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn the_rules_are_learned_by_doing() {
    let _turn = alone();
    // The tasks are the same on a phone, so two games show their place there.
    for (look, games) in [(DESKTOP, &["kalah", "khet", "tigers", "cachex"][..]), (PHONE, &["khet", "cachex"])] {
        journey(look, Options::default(), async |page: &Page| {
            for &game in games {
                page.open(&format!("#game={game}&players=human;human")).await;
                page.menu("rules-button").await;
                page.wait_for("return !!document.querySelector('#rules-dialog[open] .buttons .strong')").await;
                page.click("#rules-dialog .buttons .strong").await;
                let tasks = course(game).tasks;
                for (index, task) in tasks.iter().enumerate() {
                    let number = format!("Task {} of {}.", index + 1, tasks.len());
                    page.expect_text("#tour-text", &number).await;
                    page.expect_text("#tour-text", &task.task).await;
                    page.ply_is(0).await;
                    box_is_beside_the_board(page).await;
                    page.fits().await;
                    if index == 0 {
                        page.shot(&format!("task-{}-{game}", look.width)).await;
                    }
                    if game == "kalah" && index == 0 {
                        // A move with another effect is taken back.
                        page.place("S1").await;
                        page.expect_text("#tour-status", "Not yet: South sows 4 seeds from house 1").await;
                        page.ply_is(0).await;
                    }
                    make(page, game, &task.position, &task.accept[0]).await;
                    page.expect_text("#tour-status", &task.answer).await;
                    // The button to the next task has the focus: Enter.
                    page.wait_for("return document.activeElement.id === 'tour-next'").await;
                    page.client.active_element().await.unwrap().send_keys("\u{e007}").await.unwrap();
                }
                // The previous game continues.
                page.wait_for("return document.getElementById('tour').hidden").await;
                page.wait_for(&format!("return location.hash.startsWith('#game={game}')")).await;
                page.ply_is(0).await;
            }
        });
    }
}

/// Regression: a second move in a task, before the first one was taken back, was played for the other side and never taken back.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_task_waits_until_an_attempt_is_taken_back() {
    let _turn = alone();
    journey(Look { calm: false, ..DESKTOP }, Options::default(), async |page: &Page| {
        page.open("#game=kalah&players=human;human").await;
        page.menu("rules-button").await;
        page.wait_for("return !!document.querySelector('#rules-dialog[open] .buttons .strong')").await;
        page.click("#rules-dialog .buttons .strong").await;
        page.expect_text("#tour-text", "Task 1 of").await;
        page.place("S1").await;
        page.expect_text("#tour-status", "Not yet").await;
        page.run(
            "document.querySelector(`#board .node[data-id='N1']`).dispatchEvent(new Event('click', { bubbles: true }))",
        )
        .await;
        page.ply_is(0).await;
        let moves = "return import('/assets/state.js').then(({ state }) => state.view.moves.map(({ text }) => text))";
        assert_eq!(page.run(moves).await, json!(["1"]), "no reply was played");
        // The user may take the attempt back first, and try again at once.
        page.place("S1").await;
        page.expect_text("#tour-status", "Not yet").await;
        page.click("#undo").await;
        page.ply_is(0).await;
        page.place("S2").await;
        page.ply_is(1).await;
    });
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_beginner_learns_a_game_from_the_start_page() {
    let _turn = alone();
    journey(PHONE, Options::default(), async |page: &Page| {
        page.open("").await;
        page.expect_text("#start-learn", "Learn Kalah").await;
        page.click("#start-learn").await;
        page.expect_text("#tour-text", "Task 1 of 7.").await;
        page.click("#tour-next").await;
        page.expect_text("#tour-text", "Task 2 of 7.").await;
        page.click("#tour-back").await;
        page.expect_text("#tour-text", "Task 1 of 7.").await;
        page.click("#tour-end").await;
        page.wait_for("return document.body.dataset.page === 'start'").await;
        assert_eq!(page.run("return document.getElementById('continue')").await, json!(null), "no game was begun");
        assert_eq!(page.run("return document.getElementById('tour').hidden").await, json!(true));
    });
}

/// Regression: the tour explained the buttons of the page.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_game_is_explained_move_by_move() {
    let _turn = alone();
    for look in [DESKTOP, PHONE] {
        journey(look, Options::default(), async |page: &Page| {
            for game in ["kalah", "khet", "tigers", "cachex"] {
                page.open(&format!("#game={game}&players=human;human")).await;
                page.click("#tab-learn").await;
                page.click("#tour-button").await;
                let steps = course(game).tour.steps;
                let mut made = 0;
                for (index, step) in steps.iter().enumerate() {
                    page.expect_text("#tour-text", &format!("{} of {}.", index + 1, steps.len())).await;
                    page.expect_text("#tour-text", &step.text).await;
                    made += step.moves.split_whitespace().count();
                    if made > 0 {
                        page.expect_text("#status", &format!("Line, move {made} of")).await;
                    }
                    box_is_beside_the_board(page).await;
                    page.shot(&format!("tour-{}-{game}-{index}", look.width)).await;
                    page.wait_for("return document.activeElement.id === 'tour-next'").await;
                    page.client.active_element().await.unwrap().send_keys("\u{e007}").await.unwrap();
                }
                page.wait_for("return document.getElementById('tour').hidden").await;
                page.expect_text("#status", "to move").await;
            }
        });
    }
}

/// Regression: the legend of the page came before the rules.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn the_rules_begin_with_the_game_and_end_with_the_signs() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        for game in ["kalah", "khet", "tigers", "cachex"] {
            page.open(&format!("#game={game}")).await;
            page.menu("rules-button").await;
            page.wait_for("return !!document.querySelector('#rules-dialog[open] .rules h1')").await;
            let order = "const rules = document.querySelector('#rules-dialog .rules'); \
                         return [rules.lastElementChild.className, rules.querySelector('h1, h2').tagName, \
                         /\\bcrates?\\b/i.test(rules.textContent)]";
            assert_eq!(page.run(order).await, json!(["legend", "H1", false]), "{game}");
        }
    });
}
