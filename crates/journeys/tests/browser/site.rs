//! The page without a server, in a real browser: the output of `cargo xtask site`, from a server of static files. The variable
//! `PLYGROUND_SITE` names the folder.

use std::path::PathBuf;

use crate::driver::{DESKTOP, Page, journey};
use crate::files;
use plyground_catalog::{ANALYSIS, Catalog, Start};
use plyground_search::Job;
use plyground_web::Options;
use serde_json::{Value, json};

const SEARCHES: &str = include_str!("../../../../benches/signature.txt");

/// The rows of the signature: game, rules, position, agent, nodes.
fn rows() -> Vec<[&'static str; 5]> {
    let rows = SEARCHES.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(|line| line.split('|').map(str::trim).collect::<Vec<_>>().try_into().unwrap()).collect()
}

/// Runs a journey on the site.
fn visit(steps: impl AsyncFnOnce(&Page, &str)) {
    let folder = std::env::var_os("PLYGROUND_SITE").expect("PLYGROUND_SITE names the folder of `cargo xtask site`");
    // The path is relative to the root of the repository, as for the command; tests run in their crate's folder.
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(folder);
    let address = files::serve(&folder);
    // The driver's own server is only for comparison; the site does not use it.
    journey(DESKTOP, Options::default(), async |page: &Page| steps(page, &address).await);
}

async fn open(page: &Page, address: &str) {
    page.client.goto("about:blank").await.unwrap();
    page.client.goto(address).await.unwrap();
    page.wait_for("return document.body.dataset.ready === 'true'").await;
}

#[test]
#[ignore = "needs chromium, chromedriver and the folder of `cargo xtask site`: `cargo xtask long`"]
fn a_game_is_played_and_analysed_without_a_server() {
    visit(async |page: &Page, address: &str| {
        open(page, &format!("{address}#game=tigers")).await;
        crate::an_answer_is_taken_back(page).await;
        // A long search is stopped, and the page responds throughout.
        page.click("#tab-analysis").await;
        page.choose("#analysis-time", "10m").await;
        page.click("#analyse").await;
        page.wait_for("return !!document.querySelector('#lines li')").await;
        page.click("#first").await;
        page.ply_is(0).await;
        page.wait_for("return !!document.querySelector('#lines li')").await;
        page.click("#analyse").await;
        page.expect_text("#analyse", "Analyse").await;
        page.click("#explain").await;
        page.wait_for("return !!document.querySelector('#features')").await;
        page.compare().await;
        page.choose("#compare-depth", "1").await;
        page.click("#compare-run").await;
        page.wait_for("return document.querySelectorAll('#compare-table tbody tr').length === 9").await;
        page.click("#tab-moves").await;
        page.click("#graph-run").await;
        page.wait_for("return !!document.querySelector('.graph .curve')").await;
        page.click("#tab-matches").await;
        page.expect_text("#panel-matches", "need the program").await;
        open(page, &format!("{address}#game=kalah")).await;
        page.menu("rules-button").await;
        page.wait_for(
            "return [...document.querySelectorAll('.rules figure img')].some(board => board.naturalWidth > 0)",
        )
        .await;
    });
}

#[test]
#[ignore = "needs chromium, chromedriver and the folder of `cargo xtask site`: `cargo xtask long`"]
fn positions_of_the_book_are_played_on() {
    visit(async |page: &Page, address: &str| {
        for game in ["khet", "kalah", "tigers", "cachex"] {
            page.client.goto(&format!("{address}book/rules/{game}.html")).await.unwrap();
            page.wait_for("return !!document.querySelector('button.live')").await;
            let count = page.run("return document.querySelectorAll('button.live').length").await.as_u64().unwrap();
            for _ in 0..count {
                page.run("document.querySelector('button.live').click()").await;
                let title = page.run("return document.querySelector('iframe').title").await;
                let inside = "const inside = document.querySelector('iframe')?.contentDocument; return";
                page.wait_for(&format!("{inside} inside?.body?.dataset.ready === 'true'")).await;
                let shown = page.run(&format!("{inside} inside.querySelector('#board').childElementCount")).await;
                assert!(shown.as_u64().unwrap() > 0, "{game}: no board at {title}");
                let toast = page.run(&format!("{inside} inside.querySelector('#toast').textContent")).await;
                assert_eq!(toast, "", "{game}: {title}");
                let header = page.run(&format!("{inside} inside.querySelector('header').offsetHeight")).await;
                assert_eq!(header, 0, "{game}: {title}");
                page.run("document.querySelector('iframe').remove()").await;
            }
        }
        page.run("document.querySelector('a[href$=\"index.html\"]').click()").await;
        page.wait_for("return document.body.dataset.ready === 'true'").await;
    });
}

/// Runs the searches of the signature on the site, and returns the nodes and seconds of each.
async fn searches(page: &Page, rows: &[[&str; 5]]) -> Vec<(u64, f64)> {
    let asked: Vec<Value> = rows
        .iter()
        .map(|[game, rules, position, agent, _]| json!([{ "game": game, "rules": rules, "position": position }, agent]))
        .collect();
    let script = "const done = arguments[1]; (async () => { \
        const { listen, post } = await import(new URL('assets/api.js', document.baseURI)); \
        const found = []; \
        for (const [request, agent] of arguments[0]) { \
          const { id } = await post('games', request); \
          const found_by = await new Promise((done, fault) => listen(`games/${id}/think`, { agent }, { done, fault })); \
          found.push([found_by.analysis.nodes, found_by.analysis.seconds]); \
        } \
        return found; })().then(done, error => done(error.error ?? error.message ?? String(error)))";
    let found = page.client.execute_async(script, vec![asked.into()]).await.unwrap();
    serde_json::from_value(found.clone()).unwrap_or_else(|_| panic!("no counts: {found}"))
}

#[test]
#[ignore = "needs chromium, chromedriver and the folder of `cargo xtask site`: `cargo xtask long`"]
fn the_browser_visits_the_nodes_of_the_signature() {
    visit(async |page: &Page, address: &str| {
        open(page, address).await;
        let rows = rows();
        for (row, (nodes, _)) in rows.iter().zip(searches(page, &rows).await) {
            assert_eq!(nodes.to_string(), row[4], "{row:?}");
        }
    });
}

#[test]
#[ignore = "measures: `cargo xtask site --speed`"]
#[allow(clippy::print_stdout, reason = "says what it has measured")]
fn speed() {
    visit(async |page: &Page, address: &str| {
        open(page, address).await;
        // Short searches would be lost in the fixed cost of a search.
        let rows: Vec<[&str; 5]> = rows().into_iter().filter(|row| row[4].parse::<u64>().unwrap() > 20_000).collect();
        let (mut here, mut there) = (f64::INFINITY, f64::INFINITY);
        for round in 0..7 {
            let found = searches(page, &rows).await;
            // The first rounds include compilation.
            if round > 1 {
                there = there.min(found.iter().map(|(_, seconds)| seconds).sum());
            }
            here = here.min(rows.iter().map(native).sum());
        }
        let nodes: u64 = rows.iter().map(|row| row[4].parse::<u64>().unwrap()).sum();
        let rate = |seconds: f64| nodes as f64 / seconds / 1e6;
        println!(
            "{} searches of the signature, {nodes} nodes, best of their rounds: native {:.2}, browser {:.2} million nodes a second; ratio {:.2}",
            rows.len(),
            rate(here),
            rate(there),
            here / there
        );
    });
}

/// Returns the seconds of a search in this process.
fn native([game, rules, position, agent, nodes]: &[&str; 5]) -> f64 {
    let catalog = Catalog::standard();
    let game = catalog.game(game).unwrap();
    let start = Start { rules: Some((*rules).to_owned()), position: Some((*position).to_owned()), ..Start::default() };
    let agent = game.agent(agent).unwrap();
    let found = game.open(&start).unwrap().analyse(&agent, &Job::default(), ANALYSIS, &mut |_| {}).unwrap();
    assert_eq!(found.nodes.to_string(), *nodes);
    found.seconds
}
