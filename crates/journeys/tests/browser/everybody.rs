//! Journeys of a user who knows neither the games nor the agents.

use plyground_web::Options;
use serde_json::json;

use super::alone;
use super::driver::{DESKTOP, Page, journey};

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_game_begins_against_a_level_with_other_rules() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        page.open("#game=tigers").await;
        page.click("#new").await;
        page.expect_text("#new-opponent optgroup", "First steps").await;
        page.expect_text("#rule-options", "goats that the tigers have to take").await;
        page.choose("#new-opponent", "random").await;
        page.run("document.getElementById('rule-options').open = true").await;
        page.write("#rule-captures_to_win", "16").await;
        page.click("#new-start").await;
        page.expect_text("#new-dialog .fault", "captures_to_win").await;
        page.write("#rule-captures_to_win", "5").await;
        page.click("#new-start").await;
        page.expect_text("#panel-moves", "captures_to_win=5").await;
        assert_eq!(page.text("#player-1 .recorded").await, "First steps");
        page.place("7").await;
        page.ply_is(2).await;
    });
}

/// Regression: agents had to be typed next to a list of their names.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn agents_are_picked_from_lists() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        page.open("#game=kalah").await;
        page.compare().await;
        page.click("#compare-agent-add").await;
        page.menu("players").await;
        // The list has levels, agents and, last, a custom text, whose field is hidden for all other entries.
        for list in ["player-1-agent", "match-agent-0", "match-agent-1", "compare-agent-0", "analysis-agent"] {
            let parts = "[...list.children].map(part => part.label ?? part.textContent)";
            let script = format!("const list = document.getElementById('{list}'); return {parts}");
            let parts = page.run(&script).await;
            let expected = match list {
                "player-1-agent" => json!(["You", "Levels", "Strongest", "Searches", "Reports' agents", "own text…"]),
                "analysis-agent" => json!(["Strongest", "Searches", "Reports' agents", "own text…"]),
                _ => json!(["Levels", "Strongest", "Searches", "Reports' agents", "own text…"]),
            };
            assert_eq!(parts, expected, "{list}");
            assert_eq!(page.run(&format!("return document.getElementById('{list}-text').hidden")).await, json!(true));
        }

        page.run("document.getElementById('players-dialog').close()").await;

        // By keyboard only: letters select in the list, and the field follows. An invalid agent is rejected.
        let press = async |keys: &str| page.client.active_element().await.unwrap().send_keys(keys).await.unwrap();
        let here = async || page.run("return document.activeElement.id").await;
        page.run("document.getElementById('compare-agent-0').focus()").await;
        press("own").await;
        press("\u{e004}").await;
        assert_eq!(here().await, json!("compare-agent-0-text"));
        press("\u{e009}a\u{e000}unknown:depth=2\u{e007}").await;
        let fault = page.run("return document.activeElement.validationMessage").await;
        assert!(fault.as_str().unwrap().contains("best, pvs"), "{fault}");
        press("\u{e009}a\u{e000}mtdf:depth=2\u{e007}").await;
        page.click("#compare-run").await;
        page.expect_text("#compare-table tbody", "mtdf:depth=2").await;
        // The fields fold away below the table.
        page.click("#panel-compare details > summary").await;
        page.click("#compare-agent-0-remove").await;
        page.expect_text("#panel-compare details .about", "Every algorithm").await;

        // The match has the chosen agents, without the removed ones.
        page.click("#tab-matches").await;
        page.choose_agents("match-agent", &["random", "greedy", "mcts"]).await;
        page.click("#match-agent-1-remove").await;
        page.write("#match-games", "2").await;
        page.choose("#match-limit", "depth=2").await;
        page.click("#match-start").await;
        page.wait_for("return document.querySelectorAll('#game-list li').length === 2").await;
        let names =
            page.run("return [...document.querySelectorAll('#crosstable tbody th')].map(name => name.textContent)");
        let mut names: Vec<String> = serde_json::from_value(names.await).unwrap();
        names.sort();
        assert_eq!(names, ["mcts", "random"]);

        // Against a custom text.
        page.click("#new").await;
        page.choose("#new-opponent", "own text").await;
        page.write("#new-opponent-text", "unknown").await;
        page.click("#new-start").await;
        assert_eq!(page.run("return document.getElementById('new-dialog').open").await, json!(true));
        page.write("#new-opponent-text", "best-1:nodes=60,noise=on").await;
        page.click("#new-start").await;
        page.wait_for("return !document.getElementById('new-dialog').open").await;
        page.menu("players").await;
        let shown = page
            .run("return ['', '-limit'].map(part => document.getElementById('player-1' + (part || '-agent')).value)")
            .await;
        assert_eq!(shown, json!(["best-1", "nodes=60,noise=on"]));
        page.choose("#player-1-agent", "own text").await;
        let text = page.run("return document.getElementById('player-1-agent-text').value").await;
        assert_eq!(text, json!("best-1:nodes=60,noise=on"));
        page.fits().await;
        page.run("document.getElementById('players-dialog').close()").await;
        page.place("S1").await;
        page.wait_for("return Number(document.getElementById('board').dataset.ply) > 1").await;
        assert_eq!(page.run("return document.getElementById('player-1-agent-text').value").await, text);
    });
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn the_rules_are_read_and_their_positions_tried() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        for (game, word) in [("khet", "sphinx"), ("kalah", "seeds"), ("tigers", "goats"), ("cachex", "diamond")] {
            page.open(&format!("#game={game}")).await;
            page.menu("rules-button").await;
            page.expect_text("#rules-dialog .rules", word).await;
            page.expect_text("#rules-dialog .legend", "The bar").await;
            page.run("document.querySelectorAll('#rules-dialog img').forEach(img => img.loading = 'eager')").await;
            page.wait_for(
                "return [...document.querySelectorAll('#rules-dialog img')].every(img => img.complete && img.naturalWidth > 50)",
            )
            .await;
            page.run("document.querySelector('dialog[open]').close()").await;
        }
        let former = page.run("return location.hash").await;
        page.menu("rules-button").await;
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
    journey(DESKTOP, Options::default(), async |page: &Page| {
        page.open("#game=cachex").await;
        page.player(1, "human").await;
        page.moves(&["0,1"]).await;
        page.click("#hint").await;
        page.expect_text("#status", "Hint: Blue").await;
        page.wait_for("return !!document.querySelector('.ring.best, .arrow.best, #actions .best')").await;
        page.click("#resign").await;
        page.expect_text("#resign", "Really?").await;
        page.click("#resign").await;
        page.expect_text("#status", "Red won. Blue has resigned").await;
        page.client.refresh().await.unwrap();
        page.wait_for("return document.body.dataset.ready === 'true'").await;
        page.expect_text("#status", "Blue has resigned").await;
        page.menu("text").await;
        page.wait_for("return !!document.querySelector('#text-dialog[open] #game-text')").await;
        let shared = page.run("return ['link-text', 'game-text'].map(id => document.getElementById(id).value)").await;
        assert!(shared[0].as_str().unwrap().contains("resigned=1"), "{shared}");
        assert!(shared[1].as_str().unwrap().contains("[Result \"red\"]"), "{shared}");
        // The page saves files by links, so the test records the links.
        page.run("window.saved = []; HTMLAnchorElement.prototype.click = function () { saved.push(this.download); }")
            .await;
        page.click("#save-svg").await;
        page.click("#save-png").await;
        page.wait_for("return window.saved.sort().join() === 'cachex-1.png,cachex-1.svg'").await;
    });
}
