//! Study journeys: the review of a game, training with a rating, and the lab of searches.

use plyground_catalog::{COMPARED, Catalog, Puzzle};
use plyground_web::Options;
use serde_json::{Value, json};

use super::alone;
use super::driver::{DESKTOP, Look, Page, journey};

const PHONE: Look = Look { width: 390, height: 844, ..DESKTOP };

/// A complete game of Cachex in which blue lets red through.
const LOST: &str = "#game=cachex&position=5+...../...../...../...../.....+r+0&moves=2,1+0,0+1,1+0,4+3,1+4,4+0,1+4,0+4,1&players=human;human";

/// Games, moves, the threat in words, and its mark.
const THREATS: [[&str; 4]; 5] = [
    ["kalah", "3+6+3+4+1+5+5", "South threatens to capture 9 seeds by 4.", ".ring"],
    ["kalah", "3+5+6+4", "South threatens to capture 7 seeds by 2, then 5, 3.", ".ring"],
    ["tigers", "@7+0-2+@12+2-1", "Tigers threaten to capture the goat on 7 by 1x13.", ".arrow"],
    ["cachex", "3,3+4,4+4,3+5,3+5,2+3,4+2,5", "Red threatens to capture 2 stones by 3,5.", ".ring"],
    ["khet", "d1d2", "Silver has no immediate threat; the best move would be ", ".threat"],
];

/// Regression: a threat was a line of moves, played on the board.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_threat_is_one_sentence_and_marked_unlike_a_hint() {
    let _turn = alone();
    for look in [DESKTOP, PHONE, Look { width: 844, height: 390, dark: true, ..DESKTOP }] {
        journey(look, Options::default(), async |page: &Page| {
            for [game, moves, words, mark] in THREATS {
                page.open(&format!("#game={game}&moves={moves}&players=human;human")).await;
                let ply = page.ply().await;
                page.run("document.getElementById('tab-analysis').click()").await;
                page.run("document.getElementById('threat').click()").await;
                page.expect_text("#threat-line", words).await;
                page.expect_text("#status", words).await;
                let marks = format!("return !!document.querySelector('#board .found {mark}.threat')");
                assert_eq!(page.run(&marks).await, json!(true), "{game}");
                assert_eq!(page.ply().await, ply, "the position is the present one");
                page.fits().await;
                page.has_whole_words(game).await;
                page.shot(&format!("threat-{}-{game}-{ply}", look.width)).await;
                // A hint has another colour and an unbroken line.
                page.click("#hint").await;
                page.expect_text("#status", "Hint: ").await;
                let looks = "return ['threat', 'best'].map(name => document.querySelector(`#board .found .${name}`)) \
                             .map(part => part && [getComputedStyle(part).stroke, getComputedStyle(part).strokeDasharray])";
                let looks = page.run(looks).await;
                assert!(looks[0][0] != looks[1][0] && looks[1][1] == "none" && looks[0][1] != "none", "{looks}");
                // The next position has no threat yet.
                page.run("document.getElementById('undo').click()").await;
                page.ply_is(ply - 1).await;
                assert_eq!(
                    page.run("return !!document.querySelector('#board .threat, #threat-line')").await,
                    json!(false)
                );
            }
        });
    }
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_review_names_the_turning_points_and_replays_from_there() {
    let _turn = alone();
    for look in [DESKTOP, PHONE, Look { dark: true, ..DESKTOP }] {
        journey(look, Options::default(), async |page: &Page| {
            page.open(LOST).await;
            page.ply_is(9).await;
            page.expect_text("#status", "Red won").await;
            page.click("#tab-moves").await;
            page.watch_shifts().await;
            page.click("#graph-run").await;
            page.wait_for("return !!document.querySelector('#accuracy')").await;
            page.expect_text("#accuracy", "Red").await;
            let accuracy = "return [...document.querySelectorAll('#accuracy tbody tr')].map(row => parseFloat(row.children[1].textContent))";
            let accuracy: Vec<f64> = serde_json::from_value(page.run(accuracy).await).unwrap();
            assert!(accuracy.len() == 2 && accuracy.iter().all(|side| (0.0..=100.0).contains(side)), "{accuracy:?}");
            assert!(accuracy[0] > accuracy[1], "the winner played better: {accuracy:?}");
            // The search may prove the last values.
            page.expect_text("#exactness", "estimates").await;
            let turning = "return document.querySelectorAll('#turning > li').length";
            let count = page.run(turning).await.as_u64().unwrap();
            assert!((1..=3).contains(&count), "{count}");
            assert_eq!(page.run("return document.querySelectorAll('.graph .turning').length").await, json!(count));
            assert_eq!(page.run("return window.shifted").await.as_f64(), Some(0.0), "{}", look.width);
            page.fits().await;
            page.shot(&format!("review-{}-{}", look.width, look.dark)).await;
            // The better line starts at the position before the mistake.
            let ply = page.run("return Number(document.querySelector('#turning .move').id.split('-')[1])").await;
            let ply = ply.as_u64().unwrap();
            // Regression: nothing said whose moves they are.
            let begin =
                "return [...document.querySelector('#turning .pv').children].slice(0, 3).map(each => each.textContent)";
            let begin: Vec<String> = serde_json::from_value(page.run(begin).await).unwrap();
            let names = ["Red", "Blue"];
            assert_eq!(begin[0], names[(ply as usize - 1) % 2], "{begin:?}");
            assert!(begin.len() < 3 || begin[2] == names[ply as usize % 2], "{begin:?}");
            page.click(&format!("#turning-{ply}-0")).await;
            page.expect_text("#status", "Line, move 1").await;
            assert_eq!(page.ply().await, ply - 1);
            // One click replays the game from there, on the side that made the mistake.
            page.click(&format!("#replay-{ply}")).await;
            page.ply_is(ply - 1).await;
            page.wait_for(&format!(
                "return document.querySelectorAll('#move-list button.move').length === {}",
                ply - 1
            ))
            .await;
            page.expect_text("#status", "to move").await;
            page.expect_text("#toast", "Replay: ").await;
            let side = (ply - 1) % 2;
            page.expect_text(&format!("#player-{side}"), "You").await;
            assert!(!page.text(&format!("#player-{}", 1 - side)).await.contains("You"));
            assert_eq!(page.run("return !!document.querySelector('#accuracy')").await, json!(false));
            // The new game does not show what the review has found.
            assert_eq!(page.run("return document.getElementById('bar-text').textContent").await, json!(""));
            // *Back* leads to the reviewed game.
            page.client.back().await.unwrap();
            page.wait_for("return document.querySelectorAll('#move-list button.move').length === 9").await;
        });
    }
}

/// Regression: on a phone, the review hid the board that shows its lines, and the answer to *Explain the value* was below the fold.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn the_board_stays_in_sight_beside_what_is_read_about_it() {
    let _turn = alone();
    let seen = |part: &str| {
        format!(
            "const {{ top, bottom, left, right }} = document.querySelector('{part}').getBoundingClientRect(); \
             const at = document.elementFromPoint((left + right) / 2, top + 3); \
             return top >= 0 && top < innerHeight && !!at && document.querySelector('{part}').contains(at)"
        )
    };
    for look in [DESKTOP, PHONE] {
        journey(look, Options::default(), async |page: &Page| {
            page.open(LOST).await;
            page.ply_is(9).await;
            page.click("#analyse-game").await;
            page.wait_for("return !!document.querySelector('#turning > li')").await;
            page.shot(&format!("review-board-{}", look.width)).await;
            for part in ["#board", "#turning > li:first-child", "#undo"] {
                assert_eq!(page.run(&seen(part)).await, json!(true), "{part} at {}", look.width);
            }
            page.click("#tab-analysis").await;
            page.click("#undo").await;
            page.ply_is(8).await;
            page.click("#explain").await;
            page.wait_for("return !!document.getElementById('features')").await;
            page.shot(&format!("explained-board-{}", look.width)).await;
            for part in ["#board", "#features table", "#undo"] {
                assert_eq!(page.run(&seen(part)).await, json!(true), "{part} at {}", look.width);
            }
        });
    }
}

/// Regression: after a resignation nothing could be analysed.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_position_where_a_side_resigned_is_analysed() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        page.open("#game=cachex&position=5+...../...../...../...../.....+r+0&players=human;human").await;
        page.place("0,0").await;
        page.ply_is(1).await;
        page.click("#resign").await;
        page.click("#resign").await;
        page.expect_text("#status", "resigned").await;
        page.click("#tab-analysis").await;
        page.click("#analyse").await;
        page.wait_for("return !!document.querySelector('#lines li')").await;
    });
}

/// Regression: a click on the name of another game dropped the running one without a word.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_game_waits_while_another_one_is_looked_at() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        page.open("#game=kalah&players=human;human").await;
        page.moves(&["S1"]).await;
        page.click("[data-game=tigers]").await;
        page.expect_text("#toast", "Your game of Kalah waits").await;
        page.client.back().await.unwrap();
        page.wait_for("return document.body.dataset.game === 'kalah'").await;
        page.ply_is(1).await;
    });
}

/// Regression: a longer game that was opened after a review had the marks of the reviewed one.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn marks_stay_with_their_game() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        page.open(LOST).await;
        page.ply_is(9).await;
        page.click("#graph-run").await;
        page.wait_for("return !!document.querySelector('#accuracy')").await;
        let marked = "return document.querySelectorAll('#move-list :is(.inaccuracy, .mistake, .blunder)').length";
        assert!(page.run(marked).await.as_u64() > Some(0));
        page.run("location.hash = 'game=kalah&moves=1+2+3+6+4+1+4+6+1+1+6+4&players=human;human'").await;
        page.ply_is(12).await;
        page.expect_text("#status", "to move").await;
        assert_eq!(page.run(marked).await, json!(0));
    });
}

/// Near the end of a game of Kalah, within reach of the solver, the review reports exact values.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_review_is_exact_where_the_solver_reaches() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        page.open("#game=kalah&position=<6,20,8,0,0,0,2,6,2,3,0,4,2,1,0>+S&moves=6&players=human;human").await;
        page.ply_is(1).await;
        page.click("#graph-run").await;
        page.expect_text("#exactness", "All values are exact, by the solver").await;
        page.expect_text("#turning", "No turning points").await;
        page.expect_text("#accuracy", "100.0 %").await;
        let titles = "return [...document.querySelectorAll('.graph title')].map(title => title.textContent).join()";
        assert!(page.run(titles).await.as_str().unwrap().contains("south wins by"));
    });
}

fn puzzles(game: &str) -> Vec<Puzzle> {
    Catalog::standard().game(game).unwrap().puzzles().unwrap()
}

async fn training(page: &Page, name: &str) -> i64 {
    let text = page.text(&format!("#training [data-training={name}]")).await;
    text.parse().unwrap_or_else(|_| panic!("{name}: {text}"))
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn training_saves_a_rating_and_a_streak() {
    let _turn = alone();
    let puzzles = puzzles("kalah");
    journey(DESKTOP, Options::default(), async |page: &Page| {
        page.open("#game=kalah").await;
        page.expect_text("#tab-learn", "Train").await;
        page.click("#tab-learn").await;
        page.wait_for("return !!document.getElementById('puzzle-0')").await;
        let count = page.run("return document.querySelectorAll('[data-puzzle]').length").await;
        assert_eq!(count, json!(puzzles.len()));
        assert_eq!(page.run("return document.querySelectorAll('.puzzle-list').length").await, json!(5), "grades");
        assert_eq!((training(page, "rating").await, training(page, "streak").await), (1000, 0));
        // A puzzle of the rating, solved at once.
        page.click("#puzzle-fit").await;
        page.expect_text("#puzzle-task", "Rating ").await;
        let number =
            page.run("return Number(document.querySelector('[data-puzzle][aria-current]').dataset.puzzle)").await;
        let puzzle = &puzzles[number.as_u64().unwrap() as usize];
        let rating = page.text("#puzzle-task").await;
        let rating: i64 = rating.rsplit(' ').next().unwrap().parse().unwrap();
        assert!((rating - 1000).abs() <= 10, "{rating}");
        let house = |side: &str, mv: &str| format!("{}{mv}", if side == "south" { "S" } else { "N" });
        page.place(&house(&puzzle.side, &puzzle.line[0])).await;
        page.expect_text("#puzzle-status", "Rating 10").await;
        let rating = training(page, "rating").await;
        assert!((1020..=1030).contains(&rating), "half of 48 points: {rating}");
        assert_eq!((training(page, "streak").await, training(page, "tried").await), (1, 1));
        // A repeated solution does not count.
        page.click("#puzzle-again").await;
        page.expect_text("#puzzle-status", "Your move").await;
        page.place(&house(&puzzle.side, &puzzle.line[0])).await;
        page.expect_text("#puzzle-status", "solved").await;
        assert_eq!((training(page, "rating").await, training(page, "tried").await), (rating, 1));
        // A revealed solution ends the streak.
        page.click("#puzzle-fit").await;
        page.expect_text("#puzzle-status", "Your move").await;
        page.click("#puzzle-solution").await;
        page.expect_text("#puzzle-status", "Rating ").await;
        assert!(training(page, "rating").await < rating);
        assert_eq!((training(page, "streak").await, training(page, "longest").await), (0, 1));
        // The browser stores the rating, and each game has its own rating.
        page.client.refresh().await.unwrap();
        page.wait_for("return document.body.dataset.ready === 'true'").await;
        page.click("#tab-learn").await;
        page.wait_for("return !!document.querySelector('#training')").await;
        assert_eq!((training(page, "tried").await, training(page, "longest").await), (2, 1));
        page.click("[data-game=tigers]").await;
        page.wait_for("return document.querySelector('#training [data-training=tried]')?.textContent === '0'").await;
        assert_eq!(training(page, "rating").await, 1000);
        // Arrow keys navigate the list.
        page.run("document.getElementById('puzzle-0').focus()").await;
        page.client.active_element().await.unwrap().send_keys("\u{e014}\u{e014}").await.unwrap();
        assert_eq!(page.run("return document.activeElement.id").await, json!("puzzle-2"));
        page.shot("train").await;
    });
}

async fn compared(page: &Page) {
    let done = format!(
        "return document.querySelectorAll('#compare-table tbody tr').length === {} && \
         document.querySelector('#compare-run').textContent === 'Compare' && !!document.querySelector('#compare-effect')",
        COMPARED.len()
    );
    page.wait_for(&done).await;
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn the_lab_plots_nodes_by_depth_and_what_ordering_and_table_save() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        page.open("#game=kalah").await;
        page.player(1, "human").await;
        page.compare().await;
        page.write("#compare-depth", "4").await;
        page.click("#compare-run").await;
        compared(page).await;
        assert_eq!(
            page.run("return document.querySelectorAll('#compare-plot .curve').length").await,
            json!(COMPARED.len())
        );
        // A mark for every depth of minimax, the deepest highest.
        let marks = "return [...document.querySelectorAll('#compare-plot .curve')][0].querySelectorAll('.dot').length";
        assert_eq!(page.run(marks).await, json!(4));
        let titles = "return [...document.querySelectorAll('#compare-plot .curve:first-of-type title')].map(each => each.textContent)";
        let titles: Vec<String> = serde_json::from_value(page.run(titles).await).unwrap();
        assert_eq!(titles[0], "minimax, depth 1: 6 nodes", "{titles:?}");
        page.expect_text("#compare-legend", "alphabeta-tt: ").await;
        page.expect_text("#compare-effect", "Clear a check box").await;
        page.shot("lab").await;
        // Without the table, agents that use it visit more nodes; other agents are not named.
        page.click("#compare-table-switch").await;
        page.expect_text("#compare-effect", "nodes with").await;
        compared(page).await;
        let rows = "return Object.fromEntries([...document.querySelectorAll('#compare-effect tbody tr')].map(row => [row.children[0].textContent, parseFloat(row.children[3].textContent.slice(2))]))";
        let rows: Value = page.run(rows).await;
        assert!(rows["mtdf"].as_f64().unwrap() > 1.0 && rows.get("alphabeta").is_none(), "{rows}");
        page.shot("lab-without-table").await;
        // Without move ordering, only pvs changes.
        page.click("#compare-table-switch").await;
        compared(page).await;
        page.click("#compare-ordering-switch").await;
        page.expect_text("#compare-effect", "pvs").await;
        assert_eq!(page.run("return document.querySelectorAll('#compare-effect tbody tr').length").await, json!(1));
        page.fits().await;
    });
}
