//! Games without a scene: their boards of rows and columns are derived from their diagrams.

use plyground_cachex::Cachex;
use plyground_catalog::Entry;
use plyground_khet::Khet;
use plyground_scene::Grid;
use plyground_web::Options;
use serde_json::json;

use super::driver::{DESKTOP, Look, Page, journey};
use super::{alone, user_defined};

fn options() -> Options {
    let catalog = user_defined::catalog()
        .with(user_defined::entry().grid(|_| Grid::squares(3, 3)))
        .with(Entry::<Khet>::new("mirrors").setups(["classic"]).grid(|_| Grid::squares(8, 10).letters().flips()))
        .with(Entry::<Cachex>::new("stones").setups(["9"]).grid(|pos| {
            let size = usize::from(pos.size().get());
            Grid::points(size, size)
        }));
    Options { catalog, ..Options::default() }
}

async fn stones_are_put(page: &Page, name: &str) {
    page.open("#game=tic-tac-toe&players=human;human").await;
    assert_eq!(page.run("return document.querySelectorAll('#board .node.can').length").await, json!(9));
    assert_eq!(page.run("return document.querySelectorAll('#actions button').length").await, json!(0));
    page.moves(&["2,2", "1,2"]).await;
    page.fits().await;
    page.shot(&format!("{name}-grid")).await;
    let label = "return document.querySelector('#board .node[data-id=\"1,2\"]').getAttribute('aria-label')";
    assert_eq!(page.run(label).await, json!("row 1, column 2: noughts stone"));
    // By keyboard only: left arrow, Enter.
    page.run("document.querySelector('#board .node[data-id=\"1,2\"]').focus()").await;
    page.client.active_element().await.unwrap().send_keys("\u{e012}\u{e007}").await.unwrap();
    page.ply_is(3).await;
    page.expect_text("#status", "Noughts to move").await;
    // An occupied cell makes no move.
    page.place("2,2").await;
    page.place("1,3").await;
    page.ply_is(4).await;
    page.moves(&["3,3"]).await;
    page.expect_text("#status", "Crosses won. Three in a row").await;
    page.click("#undo").await;
    page.ply_is(4).await;
    page.click("#hint").await;
    page.wait_for("return document.querySelectorAll('#board .ring.best').length === 1").await;
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_game_without_a_scene_is_played_on_its_grid() {
    let _turn = alone();
    journey(DESKTOP, options(), async |page: &Page| stones_are_put(page, "desk").await);
    let phone = Look { width: 390, height: 844, dark: true, ..DESKTOP };
    journey(phone, options(), async |page: &Page| stones_are_put(page, "phone-dark").await);
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn pieces_of_a_grid_are_moved_by_two_clicks_or_dragged_and_turned_by_buttons() {
    let _turn = alone();
    journey(DESKTOP, options(), async |page: &Page| {
        page.open("#game=khet&players=human;human").await;
        assert_eq!(page.run("return document.querySelectorAll('#board .piece .letter').length").await, json!(26));
        page.place("7,8").await;
        assert_eq!(page.run("return document.querySelectorAll('#board .node.target').length").await, json!(6));
        // Its turns are buttons. So are swaps of two own pieces, which do not show which piece moves.
        let own = "return document.querySelectorAll('#actions button[data-move^=h2]').length";
        assert_eq!(page.run(own).await, json!(2));
        assert_eq!(page.run("return document.querySelectorAll('#actions button').length").await, json!(5));
        page.place("6,8").await;
        page.ply_is(1).await;
        page.expect_text("#status", "Silver moves the pyramid from h2 to h3").await;
        page.shot("grid-khet").await;
        page.place("2,3").await;
        page.click("#actions [data-move='c7+']").await;
        page.ply_is(2).await;
    });
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn stones_are_put_on_points_of_lines() {
    let _turn = alone();
    journey(DESKTOP, options(), async |page: &Page| {
        page.open("#game=cachex&players=human;human").await;
        assert_eq!(page.run("return document.querySelectorAll('#board .node.point').length").await, json!(81));
        assert_eq!(page.run("return document.querySelectorAll('#board .edge').length").await, json!(18));
        page.moves(&["1,1", "2,2", "9,9"]).await;
        page.expect_text("#status", "Red places 0,8").await;
        page.shot("grid-points").await;
    });
}
