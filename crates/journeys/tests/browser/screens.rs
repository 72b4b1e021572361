//! Screenshots of the page in all its states, for review by people: `cargo xtask screenshots`.
//!
//! The variable `PLYGROUND_SCREENSHOTS` names the folder. Without it, one look checks that every state is reachable.

use plyground_web::Options;

use super::alone;
use super::driver::{DESKTOP, Look, Page, journey, pictures};

/// The windows: a phone, the phone on its side, a tablet, a laptop, a large screen.
const WINDOWS: [(u32, u32); 5] = [(390, 844), (844, 390), (768, 1024), (1280, 800), (1920, 1080)];

/// A complete game of Cachex in which blue lets red through.
const LOST: &str = "#game=cachex&position=5+...../...../...../...../.....+r+0&moves=2,1+0,0+1,1+0,4+3,1+4,4+0,1+4,0+4,1&players=human;human";

/// Games in progress against a beginner: the address, and the moves in it.
const GAMES: [(&str, &str, u64); 4] = [
    ("khet", "d1d2+g3f2", 2),
    ("kalah", "3+6+2+5+1+4", 6),
    ("tigers", "@7+0-2+@12+2-1", 4),
    ("cachex", "0,1+4,4+5,5+3,5", 4),
];

/// The states.
pub(crate) const STATES: [&str; 21] = [
    "start",
    "new-game",
    "khet",
    "kalah",
    "tigers",
    "cachex",
    "piece",
    "hint",
    "analysis",
    "review",
    "puzzle",
    "lesson",
    "tree",
    "lab",
    "match",
    "end",
    "settings",
    "text",
    "players",
    "rules-button",
    "shared",
];

pub(crate) async fn enter(page: &Page, state: &str) {
    let click = async |id: &str| page.run(&format!("document.getElementById('{id}').click()")).await;
    match state {
        "start" => {
            page.open("").await;
            page.wait_for("return document.querySelectorAll('#start .miniature .pieces').length === 4").await;
        }
        "new-game" => {
            page.open("#game=kalah&players=human;human").await;
            click("new").await;
            page.wait_for("return document.getElementById('new-dialog').open").await;
        }
        "analysis" => {
            page.open("#game=kalah&moves=1+2+3&players=human;human").await;
            click("tab-analysis").await;
            click("analyse").await;
            page.wait_for(
                "return Number(document.querySelector('#numbers [data-fact=depth]')?.textContent.split('/')[0]) >= 6",
            )
            .await;
            click("analyse").await;
        }
        "piece" => {
            page.open("#game=khet&players=human;human").await;
            page.place("h2").await;
            page.expect_text("#piece-words", "Silver pyramid").await;
        }
        "hint" => {
            page.open("#game=khet&players=human;human").await;
            click("hint").await;
            page.expect_text("#status", "Hint: ").await;
        }
        "lesson" => {
            page.open("#game=khet&players=human;human").await;
            click("tab-learn").await;
            click("tasks-button").await;
            page.wait_for("return !!document.getElementById('tour-text')").await;
        }
        "match" => {
            page.open("#game=kalah&players=human;human").await;
            click("tab-matches").await;
            page.wait_for("return !!document.getElementById('match-start')").await;
        }
        "settings" | "text" | "players" | "rules-button" => {
            page.open("#game=kalah&players=human;human").await;
            click(state).await;
            page.wait_for("return !!document.querySelector('dialog[open] .buttons')").await;
        }
        "shared" => {
            enter_text(page).await;
            click("invite").await;
            page.wait_for("return !!document.getElementById('invite-link')").await;
            page.run("document.querySelector('dialog[open]').close()").await;
            page.expect_text("#together", "not here yet").await;
        }
        "review" => {
            page.open(LOST).await;
            page.ply_is(9).await;
            click("analyse-game").await;
            page.wait_for("return !!document.querySelector('#accuracy')").await;
        }
        "puzzle" => {
            page.open("#game=khet&players=human;human").await;
            click("tab-learn").await;
            page.wait_for("return !!document.getElementById('puzzle-0')").await;
            click("puzzle-0").await;
            page.expect_text("#puzzle-status", "Your move").await;
        }
        "tree" => {
            page.open("#game=kalah&players=human;human").await;
            page.compare().await;
            click("tree-open").await;
            page.wait_for("return document.querySelectorAll('.search-tree .visit').length > 1").await;
            click("tree-last").await;
        }
        "lab" => {
            page.open("#game=kalah&players=human;human").await;
            page.compare().await;
            // The default depth is 4.
            click("compare-run").await;
            let is_done = "document.querySelector('#compare-run').textContent === 'Compare'";
            page.wait_for(&format!("return {is_done} && !!document.querySelector('#compare-effect')")).await;
            // Only a second run, without the table, has something to compare with.
            click("compare-table-switch").await;
            page.wait_for(&format!("return {is_done} && !!document.querySelector('#compare-effect tbody tr')")).await;
            page.run(
                "if (innerWidth < 900) document.getElementById('compare-plot').scrollIntoView({ block: 'center' })",
            )
            .await;
        }
        "end" => {
            page.open("#game=cachex&moves=0,1+4,4+5,5&players=human;human").await;
            page.ply_is(3).await;
            click("resign").await;
            page.expect_text("#resign .sure", "Really?").await;
            click("resign").await;
            page.wait_for("return !document.getElementById('result').hidden").await;
        }
        game => {
            let (_, moves, ply) = GAMES.iter().find(|(name, ..)| *name == game).expect("a state or a game");
            page.open(&format!("#game={game}&moves={moves}&players=human;greedy")).await;
            page.ply_is(*ply).await;
        }
    }
}

/// Opens the dialog that shares a game.
async fn enter_text(page: &Page) {
    page.open("#game=kalah&players=human;human").await;
    page.run("document.getElementById('text').click()").await;
    page.wait_for("return !!document.querySelector('dialog[open] #invite')").await;
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask long`, and `cargo xtask screenshots` for the pictures"]
fn every_state_of_the_page_is_pictured() {
    let _turn = alone();
    let has_folder = pictures().is_some();
    let looks =
        WINDOWS.iter().flat_map(|&(width, height)| [false, true].map(|dark| Look { width, height, dark, ..DESKTOP }));
    for look in looks.take(if has_folder { usize::MAX } else { 1 }) {
        journey(look, Options::default(), async |page: &Page| {
            for state in STATES {
                enter(page, state).await;
                page.fits().await;
                let tone = if look.dark { "dark" } else { "light" };
                page.shot(&format!("{}x{}-{tone}-{state}", look.width, look.height)).await;
            }
        });
    }
}
