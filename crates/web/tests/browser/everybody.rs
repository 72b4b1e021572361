//! Journeys of somebody who knows neither the games nor the agents.

use plyground_web::Options;
use serde_json::json;

use super::alone;
use super::driver::{DESK, Page, journey};

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_game_begins_against_a_level_with_other_rules() {
    let _turn = alone();
    journey(DESK, Options::default(), async |page: &Page| {
        page.open("#game=tigers").await;
        page.click("#new").await;
        page.says("#new-opponent optgroup", "First steps").await;
        page.says("#rule-options", "goats that the tigers have to take").await;
        page.choose("#new-opponent", "random").await;
        page.run("document.getElementById('rule-options').open = true").await;
        page.write("#rule-captures_to_win", "16").await;
        page.click("#new-start").await;
        page.says("#new-dialog .fault", "captures_to_win").await;
        page.write("#rule-captures_to_win", "5").await;
        page.click("#new-start").await;
        page.says("#panel-moves", "captures_to_win=5").await;
        let level = "return document.querySelector('#player-1 select').selectedOptions[0].textContent";
        assert_eq!(page.run(level).await, json!("First steps"));
        page.place("7").await;
        page.ply_is(2).await;
        // The agents of a match and of a comparison are picked from lists as well.
        page.click("#tab-matches").await;
        page.write("#match-agents", "greedy").await;
        page.choose("#match-agents-add", "random").await;
        assert_eq!(page.run("return document.getElementById('match-agents').value").await, json!("greedy; random"));
    });
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn the_rules_are_read_and_their_positions_tried() {
    let _turn = alone();
    journey(DESK, Options::default(), async |page: &Page| {
        for (game, word) in [("khet", "sphinx"), ("kalah", "seeds"), ("tigers", "goats"), ("cachex", "diamond")] {
            page.open(&format!("#game={game}")).await;
            page.click("#rules-button").await;
            page.says("#rules-dialog .rules", word).await;
            page.says("#rules-dialog .legend", "The bar").await;
            page.run("document.querySelectorAll('#rules-dialog img').forEach(img => img.loading = 'eager')").await;
            page.wait_for(
                "return [...document.querySelectorAll('#rules-dialog img')].every(img => img.complete && img.naturalWidth > 50)",
            )
            .await;
            page.run("document.querySelector('dialog[open]').close()").await;
        }
        let former = page.run("return location.hash").await;
        page.click("#rules-button").await;
        page.wait_for("return document.querySelectorAll('#rules-dialog[open] figure button').length > 5").await;
        page.run("document.querySelectorAll('#rules-dialog figure button')[5].click()").await;
        page.wait_for(&format!("return location.hash.includes('&rules=') && location.hash !== {former}")).await;
        assert_eq!(page.run("return document.querySelector('dialog[open]')").await, json!(null));
    });
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_game_is_given_up_and_shared() {
    let _turn = alone();
    journey(DESK, Options::default(), async |page: &Page| {
        page.open("#game=cachex").await;
        page.choose("#player-1 select", "human").await;
        page.moves(&["0,1"]).await;
        page.click("#hint").await;
        page.says("#status", "Hint: blue").await;
        page.wait_for("return !!document.querySelector('.best-ring, .arrow, #actions .best')").await;
        page.click("#resign").await;
        page.says("#resign", "Really?").await;
        page.click("#resign").await;
        page.says("#status", "red won: blue has resigned").await;
        page.client.refresh().await.unwrap();
        page.wait_for("return document.body.dataset.ready === 'true'").await;
        page.says("#status", "blue has resigned").await;
        page.click("#text").await;
        page.wait_for("return !!document.getElementById('game-text')").await;
        let shared = page.run("return ['link-text', 'game-text'].map(id => document.getElementById(id).value)").await;
        assert!(shared[0].as_str().unwrap().contains("resigned=1"), "{shared}");
        assert!(shared[1].as_str().unwrap().contains("[Result \"red\"]"), "{shared}");
        // Files are given to the browser by links, which are looked at instead.
        page.run("window.saved = []; HTMLAnchorElement.prototype.click = function () { saved.push(this.download); }")
            .await;
        page.click("#save-svg").await;
        page.click("#save-png").await;
        page.wait_for("return window.saved.sort().join() === 'cachex-1.png,cachex-1.svg'").await;
    });
}
