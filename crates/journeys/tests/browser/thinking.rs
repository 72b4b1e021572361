//! Journeys through search trees: by buttons, by keyboard, and side by side.

use plyground_catalog::{Catalog, Start, TRACE_LIMIT, Trace};
use plyground_search::{Job, Limits};
use plyground_web::Options;

use super::alone;
use super::driver::{DESKTOP, Look, Page, journey};

/// Returns the tree that the page must show.
fn trace(agent: &str, depth: u32) -> Trace {
    let catalog = Catalog::standard();
    let game = catalog.game("kalah").unwrap();
    let job = Job { fixed: true, ..Limits::depth(depth).into() };
    game.open(&Start::default()).unwrap().trace(&game.agent(agent).unwrap(), &job, TRACE_LIMIT).unwrap()
}

async fn count(page: &Page, css: &str) -> u64 {
    page.run(&format!("return document.querySelectorAll('{css}').length")).await.as_u64().unwrap()
}

async fn open_tree(page: &Page) {
    page.open("#game=kalah").await;
    page.compare().await;
    page.click("#tree-open").await;
    page.wait_for("return document.querySelectorAll('.search-tree .visit').length > 1").await;
}

const SHOWN: &str = ".search-tree .visit:not(.hidden)";

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_search_is_replayed_step_by_step() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        open_tree(page).await;
        let tree = trace("alphabeta", 2);
        assert_eq!(count(page, ".search-tree .visit").await, tree.visits.len() as u64);
        assert_eq!(count(page, SHOWN).await, 1, "the root alone");
        assert_eq!(page.run("return document.activeElement.id").await, "tree-step", "the arrow keys step");
        page.expect_text("#tree-node", "Root: south to move").await;
        page.click("#tree-step").await;
        assert_eq!(count(page, SHOWN).await, 2);
        page.expect_text("#tree-node", "1: north to move").await;
        page.wait_for("return document.querySelector('#tree-board').src.startsWith('data:image/svg')").await;
        let board = page.run("return document.querySelector('#tree-board').src").await;
        page.click("#tree-back").await;
        assert_eq!(count(page, SHOWN).await, 1);
        // Steps over the first move and its subtree.
        page.click("#tree-over").await;
        let below = 1 + tree.visits[2..].iter().position(|visit| visit.parent == Some(0)).unwrap() as u64;
        assert_eq!(count(page, SHOWN).await, 1 + below);
        page.expect_text("#tree-node", "value").await;
        page.click("#tree-last").await;
        let analysis = &tree.analysis;
        let counted = analysis.statistics.unwrap();
        let counts = format!("{} nodes, {} leaves, {} cut-offs", analysis.nodes, counted.leaves, counted.cutoffs);
        page.expect_text(".tree-counts", &counts).await;
        page.click("#tree-first-step").await;
        assert_eq!(count(page, SHOWN).await, 0);
        // By keyboard, which steps as soon as the tree is open: two steps forward, one back.
        for key in ["ArrowRight", "ArrowRight", "ArrowLeft"] {
            page.run(&format!("document.querySelector('.tree-scroll').dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true }}))")).await;
        }
        assert_eq!(count(page, SHOWN).await, 1);
        assert_eq!(page.ply().await, 0, "the board behind has not moved");
        // The reason of a cutoff, and another board.
        let cut = tree.visits.iter().position(|visit| visit.cut.is_some()).unwrap();
        page.run(&format!("document.querySelector('[data-visit=\"{cut}\"]').dispatchEvent(new Event('click'))")).await;
        page.expect_text("#tree-node", &tree.visits[cut].cut.as_ref().unwrap().reason).await;
        page.wait_for(&format!("return document.querySelector('#tree-board').src !== {board}")).await;
        // The playback ends automatically.
        page.click("#tree-last").await;
        page.click("#tree-back").await;
        page.click("#tree-play").await;
        page.expect_text("#tree-play", "Pause").await;
        page.expect_text("#tree-play", "Play").await;
        page.click("#tree-close").await;
        page.wait_for("return !document.querySelector('#tree-dialog').open").await;
    });
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn two_searches_stand_side_by_side() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        open_tree(page).await;
        page.choose("#tree-second", "minimax").await;
        page.click("#tree-run").await;
        page.wait_for("return document.querySelectorAll('.search-tree').length === 2").await;
        page.expect_text("#tree-status", "Dotted").await;
        let (pruned, whole) = (trace("alphabeta", 2), trace("minimax", 2));
        let alone = (whole.visits.len() - pruned.visits.len()) as u64;
        assert_eq!(count(page, "section[aria-label=alphabeta] .alone").await, 0);
        assert_eq!(count(page, "section[aria-label=minimax] .alone").await, alone);
        // An agent without a tree, or with too large a tree, reports it.
        page.write("#tree-depth", "6").await;
        page.click("#tree-run").await;
        page.expect_text("#tree-status", "visits, the limit is 5000").await;
        assert_eq!(count(page, ".search-tree").await, 0);
    });
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn the_tree_fits_a_phone() {
    let _turn = alone();
    journey(Look { width: 390, height: 844, ..DESKTOP }, Options::default(), async |page: &Page| {
        open_tree(page).await;
        let small = "return [...document.querySelectorAll('#tree-dialog :is(button, select, input)')].filter(each => { \
                     const { width, height } = each.getBoundingClientRect(); return width < 44 || height < 44; }).map(each => each.id)";
        assert_eq!(page.run(small).await, serde_json::json!([]));
        let wide = "return document.querySelector('#tree-dialog').scrollWidth > document.querySelector('#tree-dialog').clientWidth";
        assert_eq!(page.run(wide).await, serde_json::Value::Bool(false), "nothing is cut off at the side");
    });
}

/// Regression: the second root was off-screen, and on a phone its tree had 40 pixels.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_link_shows_both_trees_at_a_step() {
    let _turn = alone();
    for (width, height) in [(390, 844), (1280, 800)] {
        journey(Look { width, height, ..DESKTOP }, Options::default(), async |page: &Page| {
            page.open("#game=kalah&think=alphabeta;minimax;2;1").await;
            page.wait_for("return document.querySelectorAll('.search-tree').length === 2").await;
            page.expect_text("#tree-why", "The search starts at the root").await;
            let fits = "return [...document.querySelectorAll('.tree-scroll')].every(scroll => { \
                        const [view, root] = [scroll, scroll.querySelector('.visit')].map(each => each.getBoundingClientRect()); \
                        return view.height > 100 && root.left >= view.left && root.right <= view.right && root.top >= view.top \
                        && view.bottom <= window.innerHeight; })";
            assert_eq!(page.run(fits).await, serde_json::Value::Bool(true));
            page.open("#game=kalah&think=alphabeta;minimax;2;17").await;
            page.expect_text("#tree-node", "2 1: south to move").await;
            page.click("#tree-legend summary").await;
            page.expect_text("#tree-legend", "3 moves are not searched").await;
        });
    }
}
