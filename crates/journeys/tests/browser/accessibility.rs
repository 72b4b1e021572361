//! Accessibility violations that axe-core finds on the page. axe-core is not part of this repository: the variable
//! `PLYGROUND_AXE` names its `axe.min.js`. `npm install axe-core` installs it, as `cargo xtask ci` does if it finds npm and a
//! browser.

use std::path::Path;

use crate::driver::{DESKTOP, Look, Page, journey};
use plyground_web::Options;
use serde_json::{Value, json};

/// The text of axe-core, and the only rule that it checks; without one, all rules with best practices.
struct Axe {
    text: String,
    rule: Option<&'static str>,
}

async fn check(page: &Page, axe: &Axe, place: &str) {
    page.run(&axe.text).await;
    let script = "const [rule, done] = arguments; \
                  const options = { resultTypes: ['violations'], ...(rule && { runOnly: [rule] }) }; \
                  axe.run(document, options).then(({ violations }) => done(violations.map(found => \
                  [found.id, found.nodes.slice(0, 3).map(node => node.html.slice(0, 200))])), error => done(String(error)))";
    let found = page.client.execute_async(script, vec![json!(axe.rule)]).await.unwrap();
    assert_eq!(found, Value::Array(Vec::new()), "{place}");
}

async fn every_place(page: &Page, axe: &Axe, games: &[&str]) {
    page.open("").await;
    page.wait_for("return document.querySelectorAll('#start .miniature').length === 4").await;
    check(page, axe, "start page").await;
    for game in games {
        page.open(&format!("#game={game}")).await;
        page.player(1, "human").await;
        let click = |css: &str| format!("document.querySelector('{css}').click()");
        let press = "document.querySelector('#board .node.can').dispatchEvent(new Event('click', { bubbles: true }))";
        page.run(press).await;
        page.run("document.querySelector('#board .node.target')?.dispatchEvent(new Event('click', { bubbles: true }))")
            .await;
        page.ply_is(1).await;
        page.write("#comment", "a comment").await;
        page.run(&click("#graph-run")).await;
        page.wait_for("return !!document.querySelector('.graph .curve')").await;
        page.expect_text("#graph-run", "Find the mistakes").await;
        check(page, axe, &format!("{game}: moves")).await;
        page.run(&click("#tab-analysis")).await;
        page.run(&click("#analyse")).await;
        page.wait_for("return !!document.querySelector('#lines .pv button')").await;
        page.run(&click("#analyse")).await;
        page.run(&click("#explain")).await;
        page.wait_for("return !!document.querySelector('#features')").await;
        page.run(&click("#threat")).await;
        page.wait_for("return !!document.querySelector('#threat-line b')").await;
        check(page, axe, &format!("{game}: analysis")).await;
        page.compare().await;
        page.choose("#compare-depth", "1").await;
        page.run(&click("#compare-run")).await;
        page.wait_for("return document.querySelectorAll('#compare-table tbody tr').length === 9 && document.querySelector('#compare-run').textContent === 'Compare'").await;
        check(page, axe, &format!("{game}: compare")).await;
        page.run(&click("#tab-matches")).await;
        page.choose("#match-games", "2").await;
        page.choose_agents("match-agent", &["greedy", "random"]).await;
        page.run(&click("#match-start")).await;
        page.wait_for("return document.querySelectorAll('#game-list li').length === 2").await;
        check(page, axe, &format!("{game}: matches")).await;
        page.run(&click("#tab-learn")).await;
        page.run(&click("#explorer-box summary")).await;
        page.wait_for("return !!document.querySelector('#explorer p')").await;
        page.wait_for("return !!document.getElementById('puzzle-0')").await;
        check(page, axe, &format!("{game}: learn")).await;
        page.run(&click("#tasks-button")).await;
        page.expect_text("#tour-text", "Task 1 of").await;
        check(page, axe, &format!("{game}: a task")).await;
        page.run(&click("#tour-end")).await;
        page.wait_for("return document.getElementById('tour').hidden").await;
        page.ply_is(1).await;
        page.run(&click("#tour-button")).await;
        page.expect_text("#tour-text", "1 of").await;
        check(page, axe, &format!("{game}: a game explained")).await;
        page.run(&click("#tour-end")).await;
        page.wait_for("return document.getElementById('tour').hidden").await;
        page.ply_is(1).await;
        page.run(&click("#tab-matches")).await;
        for button in ["rules-button", "help-button", "new", "players", "settings", "text", "edit"] {
            page.run(&click(&format!("#{button}"))).await;
            page.wait_for("return !!document.querySelector('dialog[open] form')").await;
            check(page, axe, &format!("{game}: {button}")).await;
            page.run("document.querySelector('dialog[open]').close()").await;
        }
        page.click("#menu-button").await;
        page.wait_for("return document.getElementById('menu').matches(':popover-open')").await;
        check(page, axe, &format!("{game}: menu")).await;
        page.run("document.getElementById('menu').hidePopover()").await;
        page.run(&click("#resign")).await;
        page.run(&click("#resign")).await;
        page.wait_for("return !document.getElementById('result').hidden").await;
        check(page, axe, &format!("{game}: the end of a game")).await;
        page.run(&click("#game-list button")).await;
        page.wait_for("return !!document.getElementById('unlock')").await;
        check(page, axe, &format!("{game}: a recorded game")).await;
    }
}

/// Checks every state of the page with some games in one look.
fn nothing_is_found(look: Look, games: &[&str], rule: Option<&'static str>) {
    let path = std::env::var_os("PLYGROUND_AXE").expect("the variable PLYGROUND_AXE names axe-core's axe.min.js");
    // The path is relative to the workspace root, but cargo starts a test in the folder of its package.
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let axe = Axe { text, rule };
    journey(look, Options::default(), async |page: &Page| every_place(page, &axe, games).await);
}

#[test]
#[ignore = "needs axe-core, chromium and chromedriver: `cargo xtask ci`"]
fn axe_finds_nothing_on_a_desktop() {
    nothing_is_found(DESKTOP, &["khet", "kalah", "tigers", "cachex"], None);
}

// The games share the page, so two of them show its colours in the dark, and the other two its narrow form. Only colours are
// others in the dark.
#[test]
#[ignore = "needs axe-core, chromium and chromedriver: `cargo xtask ci`"]
fn axe_finds_nothing_in_the_dark() {
    nothing_is_found(Look { dark: true, ..DESKTOP }, &["khet", "tigers"], Some("color-contrast"));
}

#[test]
#[ignore = "needs axe-core, chromium and chromedriver: `cargo xtask ci`"]
fn axe_finds_nothing_on_a_telephone() {
    nothing_is_found(Look { width: 390, height: 844, ..DESKTOP }, &["kalah", "cachex"], None);
}
