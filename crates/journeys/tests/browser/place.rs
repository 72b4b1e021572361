//! The place to play: the start page, the strips, the menu, the end of a game, and windows of all sizes.

use plyground_web::Options;
use serde_json::{Value, json};

use super::alone;
use super::driver::{DESKTOP, Look, Page, journey};

const GAMES: [&str; 4] = ["khet", "kalah", "tigers", "cachex"];
const PHONE: Look = Look { width: 390, height: 844, ..DESKTOP };

/// Returns the visible controls that are smaller than a finger.
async fn small_targets(page: &Page) -> Value {
    page.run(
        "return [...document.querySelectorAll('button, a:not(.skip), input, select, summary, textarea')].filter(each => { \
         const part = each.matches('[type=radio], [type=checkbox]') ? each.closest('label') ?? each : each; \
         const { width, height } = part.getBoundingClientRect(); \
         return each.checkVisibility() && width && (width < 43.5 || height < 43.5); \
         }).map(each => each.outerHTML.slice(0, 80))",
    )
    .await
}

async fn is_ready(page: &Page, game: &str) {
    page.wait_for(&format!("return document.body.dataset.page === 'game' && document.body.dataset.game === '{game}'"))
        .await;
}

/// Regression: the page began with the hardest game against the strongest agent.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_first_visit_chooses_game_level_and_side() {
    let _turn = alone();
    for look in [DESKTOP, PHONE] {
        journey(look, Options::default(), async |page: &Page| {
            page.open("").await;
            page.wait_for("return document.querySelectorAll('#start .miniature .pieces').length === 4").await;
            page.expect_text("#start", "Sow seeds round a board").await;
            page.expect_text("#start .levels", "stronger than First steps").await;
            page.fits().await;
            page.shot(&format!("start-{}", look.width)).await;
            assert_eq!(page.run("return document.getElementById('start-more').open").await, json!(false));
            page.run("document.getElementById('start-game-tigers').click()").await;
            page.expect_text("#start .sides", "Tigers").await;
            page.run("document.getElementById('start-level-best-2-nodes-100').click()").await;
            page.run("document.getElementById('start-side-1').click()").await;
            page.click("#start-play").await;
            is_ready(page, "tigers").await;
            page.expect_text("#player-0", "Casual").await;
            page.expect_text("#player-1", "You").await;
            // The agent has the first move.
            page.ply_is(1).await;
            page.expect_text("#status", "Tigers to move.").await;

            // Another visit returns to the game, also in another tab.
            page.run("sessionStorage.clear()").await;
            page.open("").await;
            is_ready(page, "tigers").await;
            page.ply_is(1).await;
            page.expect_text("#player-0", "Casual").await;

            // The start page and back.
            page.click("#home").await;
            page.wait_for("return !!document.querySelector('#start #continue')").await;
            page.expect_text("#continue", "Continue Tigers & Goats").await;
            page.run("history.back()").await;
            is_ready(page, "tigers").await;
            page.ply_is(1).await;
            page.click("#home").await;
            page.wait_for("return !!document.querySelector('#start #continue')").await;
            page.click("#continue").await;
            is_ready(page, "tigers").await;
            page.wait_for("return location.hash.startsWith('#game=tigers')").await;
        });
    }
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_game_begins_by_keys_alone() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        page.open("").await;
        let press = async |keys: &str| page.client.active_element().await.unwrap().send_keys(keys).await.unwrap();
        page.run("document.getElementById('start-game-kalah').focus()").await;
        // Moves to the next game, to the levels, and to the next level.
        press("\u{e014}").await;
        assert_eq!(page.run("return document.activeElement.id").await, json!("start-game-tigers"));
        press("\u{e004}").await;
        press("\u{e014}\u{e007}").await;
        is_ready(page, "tigers").await;
        page.expect_text("#player-1", "Casual").await;
        // Opens, navigates and closes the menu by keyboard.
        page.run("document.getElementById('board').focus()").await;
        press("m").await;
        page.wait_for("return document.activeElement.id === 'players'").await;
        press("\u{e015}\u{e015}").await;
        page.wait_for("return document.activeElement.id === 'swap'").await;
        press("\u{e00c}").await;
        page.wait_for("return !document.getElementById('menu').matches(':popover-open')").await;
        press("m").await;
        page.wait_for("return document.activeElement.id === 'players'").await;
        press("\u{e007}").await;
        page.wait_for("return document.getElementById('players-dialog').open").await;
        page.choose("#player-1-agent", "random").await;
        page.expect_text("#player-1", "First steps").await;
    });
}

/// Regression: players were chosen by lists and fields next to the board.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn strips_have_names_and_counts_and_no_fields() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        // Red has lost a pyramid.
        let shot = "x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1 0";
        page.open(&format!("#game=khet&position={}", shot.replace("6p23", "91").replace(' ', "+"))).await;
        page.expect_text("#player-0", "Silver").await;
        let label = "return document.querySelector('#player-0 .taken')?.getAttribute('aria-label') ?? null";
        assert_eq!(page.run(label).await, json!("1 pyramid more"));
        assert_eq!(page.run("return document.querySelector('#player-1 .taken')").await, Value::Null);
        for game in GAMES {
            page.open(&format!("#game={game}&players=human;best:depth=2")).await;
            page.expect_text("#player-1", "best, depth 2").await;
            let fields = "return document.querySelectorAll('.player :is(select, input, button)').length";
            assert_eq!(page.run(fields).await, json!(0), "{game}");
            let status = page.text("#status").await;
            assert!(status.starts_with(|first: char| first.is_uppercase()), "{status}");
        }
        page.expect_text("#player-0", "Needs").await;
    });
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn the_end_of_a_game_offers_what_comes_next() {
    let _turn = alone();
    for look in [DESKTOP, PHONE, Look { width: 320, height: 568, ..DESKTOP }] {
        journey(look, Options::default(), async |page: &Page| {
            page.open("#game=cachex&moves=0,1+4,4+5,5&players=human;human").await;
            page.ply_is(3).await;
            assert_eq!(page.run("return document.getElementById('result').hidden").await, json!(true));
            page.watch_shifts().await;
            // It is possible at any time, such as from an earlier position.
            page.click("#first").await;
            page.ply_is(0).await;
            page.click("#resign").await;
            page.expect_text("#resign .sure", "Really?").await;
            page.click("#resign").await;
            page.wait_for("return !document.getElementById('result').hidden").await;
            page.expect_text("#status", "Red won. Blue has resigned.").await;
            page.shot(&format!("result-{}", look.width)).await;
            page.fits().await;
            let inside = "const [card, ...buttons] = [document.querySelector('.under'), ...document.querySelectorAll('#result button')] \
                          .map(part => part.getBoundingClientRect()); \
                          return buttons.length === 4 && buttons.every(each => each.right <= card.right && each.bottom <= card.bottom + 1)";
            assert_eq!(page.run(inside).await, json!(true), "{}", look.width);
            page.click("#share-game").await;
            page.wait_for("return document.getElementById('text-dialog').open").await;
            page.click(".copied button").await;
            page.expect_text(".copied button", "Copied").await;
            page.run("document.getElementById('text-dialog').close()").await;
            page.click("#another-level").await;
            page.wait_for("return document.activeElement.id === 'new-opponent'").await;
            page.run("document.getElementById('new-dialog').close()").await;
            page.click("#analyse-game").await;
            page.wait_for("return !!document.querySelector('.graph .curve')").await;
            page.expect_text("#graph-run", "Find the mistakes").await;
            // Back in the game, the card is hidden.
            page.click("#undo").await;
            page.wait_for("return document.getElementById('result').hidden").await;
            page.click("#last").await;
            page.wait_for("return !document.getElementById('result').hidden").await;
            page.click("#rematch").await;
            page.ply_is(0).await;
            page.expect_text("#status", "Red to move.").await;
            page.expect_text("#player-1", "Person").await;
            assert_eq!(page.run("return document.getElementById('result').hidden").await, json!(true));
            assert_eq!(page.run("return window.shifted").await.as_f64(), Some(0.0), "{}", look.width);
        });
    }
}

/// Regression: the page was a column in the left half of a wide window, and taller than a low window.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn the_window_is_filled_without_a_scroll_bar() {
    let _turn = alone();
    for (width, height) in [(1280, 800), (1440, 900), (1920, 1080)] {
        journey(Look { width, height, ..DESKTOP }, Options::default(), async |page: &Page| {
            for game in GAMES {
                page.open(&format!("#game={game}&players=human;human")).await;
                for tab in ["tab-moves", "tab-analysis", "tab-learn", "tab-compare", "tab-matches"] {
                    page.click(&format!("#{tab}")).await;
                    let over = page
                        .run("const page = document.documentElement; return [page.scrollWidth - innerWidth, page.scrollHeight - innerHeight]")
                        .await;
                    assert_eq!(over, json!([0, 0]), "{game} {width}: {tab}");
                }
                let share = page
                    .run(
                        "const [board, side, list] = ['#board', '#side', '#move-list'].map(part => \
                         document.querySelector(part).getBoundingClientRect()); \
                         return [(board.width + side.width) / innerWidth, board.height / innerHeight, side.height / innerHeight]",
                    )
                    .await;
                let share: [f64; 3] = serde_json::from_value(share).unwrap();
                assert!(share[0] > 0.75 && share[2] > 0.8, "{game} {width}: {share:?}");
                // A board that is not wide is as high as the strips and texts allow.
                assert!(game == "kalah" || share[1] > 0.6, "{game} {width}: {share:?}");
            }
        });
    }
}

/// Places are as large as the board allows; all other targets are as large as a finger.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_phone_shows_the_board_first_and_has_wide_targets() {
    let _turn = alone();
    for (width, height) in [(390, 844), (844, 390)] {
        journey(Look { width, height, ..DESKTOP }, Options::default(), async |page: &Page| {
            page.open("").await;
            assert_eq!(small_targets(page).await, json!([]), "start page");
            for game in GAMES {
                page.open(&format!("#game={game}&players=human;human")).await;
                page.run(
                    "document.querySelector('#board .node.can').dispatchEvent(new Event('click', { bubbles: true }))",
                )
                .await;
                page.run("document.querySelector('#board .node.target')?.dispatchEvent(new Event('click', { bubbles: true }))")
                    .await;
                page.ply_is(1).await;
                page.fits().await;
                assert_eq!(small_targets(page).await, json!([]), "{game} at {width}");
                let board = page
                    .run("const { left, width, height } = document.getElementById('board').getBoundingClientRect(); return [left, width / document.body.clientWidth, height / innerHeight]")
                    .await;
                let board: [f64; 3] = serde_json::from_value(board).unwrap();
                if width < height {
                    // A board that is limited by its height leaves room for the status below.
                    assert!(board[0].abs() < 6.0 && board[1] > 0.97, "{game}: {board:?}");
                } else {
                    assert!(board[2] > 0.95 || board[1] > 0.55, "{game}: {board:?}");
                }
                let strip = page.run("return document.getElementById('move-list').offsetHeight").await;
                assert!(strip.as_f64().unwrap() < 70.0, "{game}: the moves are a strip");
                let rows = "return new Set([...document.querySelectorAll('#tools button')].filter(each => each.checkVisibility()).map(each => each.offsetTop)).size";
                assert_eq!(page.run(rows).await, json!(1), "{game}: one row of icons");
                page.menu("players").await;
                assert_eq!(small_targets(page).await, json!([]), "{game}: players");
                page.run("document.getElementById('players-dialog').close()").await;
            }
            page.click("#menu-button").await;
            assert_eq!(small_targets(page).await, json!([]), "menu");
        });
    }
    // A selected piece shows its help and its turns below the board, and nothing on the board.
    journey(PHONE, Options::default(), async |page: &Page| {
        page.open("#game=khet&players=human;human").await;
        page.place("h2").await;
        page.expect_text("#piece-words", "Silver pyramid").await;
        let below = "const board = document.getElementById('board').getBoundingClientRect(); \
                     return ['#piece-words', '#actions'].every(part => document.querySelector(part).getBoundingClientRect().top >= board.bottom)";
        assert_eq!(page.run(below).await, json!(true));
        let handles = "return [...document.querySelectorAll('.handle')].filter(each => getComputedStyle(each).display !== 'none').length";
        assert_eq!(page.run(handles).await, json!(0));
        page.click("#actions [data-action=clockwise]").await;
        page.ply_is(1).await;
    });
}

/// Regression: a phone on its side showed the games alone.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_phone_on_its_side_shows_the_whole_start_page() {
    let _turn = alone();
    journey(Look { width: 844, height: 390, ..DESKTOP }, Options::default(), async |page: &Page| {
        page.open("").await;
        page.wait_for("return document.querySelectorAll('#start .miniature .pieces').length === 4").await;
        for game in GAMES {
            page.run(&format!("document.getElementById('start-game-{game}').click()")).await;
            let over = "const page = document.documentElement; return page.scrollHeight - page.clientHeight";
            assert_eq!(page.run(over).await, json!(0), "{game}");
            assert_eq!(small_targets(page).await, json!([]), "{game}");
            page.has_whole_words(game).await;
        }
        page.fits().await;
        page.shot("start-844").await;
    });
}

/// Regression: a message covered the names of the games.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_message_on_the_start_page_covers_nothing() {
    let _turn = alone();
    let covered = "const box = document.getElementById('toast').getBoundingClientRect(); \
                   return [...document.querySelectorAll('header :is(a, button), #start :is(label, legend, button, summary)')].filter(part => { \
                   const { left, right, top, bottom } = part.getBoundingClientRect(); \
                   return part.checkVisibility({ visibilityProperty: true }) && \
                   right > box.left && left < box.right && bottom > box.top && top < box.bottom; }).map(each => each.textContent)";
    for (width, height) in [(390, 844), (844, 390), (768, 1024), (1280, 800)] {
        journey(Look { width, height, ..DESKTOP }, Options::default(), async |page: &Page| {
            page.open("#game=chess").await;
            page.expect_text("#toast", "chess").await;
            page.wait_for("return document.querySelectorAll('#start .miniature .pieces').length === 4").await;
            page.run("return new Promise(done => setTimeout(() => done(true), 300))").await;
            let seen = "const { top, height } = document.getElementById('toast').getBoundingClientRect(); return top >= 0 && height > 20";
            assert_eq!(page.run(seen).await, json!(true), "{width}");
            assert_eq!(page.run(covered).await, json!([]), "{width}");
            page.fits().await;
            page.shot(&format!("message-{width}")).await;
            // It does not follow the user.
            page.run("document.getElementById('start-play').click()").await;
            is_ready(page, "kalah").await;
            page.click("#home").await;
            page.wait_for("return document.body.dataset.page === 'start'").await;
            let shown = "return document.getElementById('toast').checkVisibility()";
            assert_eq!(page.run(shown).await, json!(false), "{width}");
        });
    }
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn the_start_page_leads_to_puzzles() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        page.open("").await;
        page.run("document.getElementById('start-game-cachex').click()").await;
        page.expect_text("#start-train", "Puzzles of Cachex").await;
        page.click("#start-train").await;
        page.wait_for("return !!document.getElementById('puzzle-0')").await;
        page.click("#puzzle-0").await;
        page.expect_text("#status", "to move").await;
    });
}

/// Regression: after a move was taken back and made again, the agent did not move and nothing could be done.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_move_made_again_is_answered_again() {
    let _turn = alone();
    journey(PHONE, Options::default(), async |page: &Page| {
        page.open("#game=kalah&players=human;greedy").await;
        let replied = "return document.getElementById('status').textContent.endsWith('South to move.') \
                       && !document.getElementById('hint').disabled";
        page.place("S1").await;
        page.ply_is(1).await;
        page.wait_for(&format!(
            "return Number(document.getElementById('board').dataset.ply) > 1 && (() => {{ {replied} }})()"
        ))
        .await;
        let ply = page.ply().await;
        page.click("#undo").await;
        page.ply_is(0).await;
        page.place("S1").await;
        page.ply_is(ply).await;
        page.wait_for(replied).await;
        page.place("S2").await;
        page.wait_for(&format!("return Number(document.getElementById('board').dataset.ply) > {}", ply + 1)).await;
        page.wait_for(replied).await;
        // In the middle of a game no agent moves, and the page says how to go on.
        page.click("#first").await;
        page.click("#redo").await;
        page.ply_is(1).await;
        page.expect_text("#status", "▶ shows the next move").await;
    });
}

/// Regression: the second of two quick clicks was refused by the server, with a message.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn the_second_of_two_quick_clicks_is_not_sent() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        page.open("#game=kalah&players=human;human").await;
        page.run("for (const id of ['S1', 'S2']) document.querySelector(`#board .node[data-id='${id}']`).dispatchEvent(new Event('click', { bubbles: true }))")
            .await;
        page.ply_is(1).await;
        // A take-back waits for both.
        page.click("#undo").await;
        page.ply_is(0).await;
        let refused =
            "return performance.getEntriesByType('resource').filter(each => each.responseStatus >= 400).length";
        assert_eq!(page.run(refused).await, json!(0));
    });
}

/// Regression: while a move was drawn, a click meant a move of the position before, and the server refused it.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_click_during_an_animation_is_a_move_of_the_new_position() {
    let _turn = alone();
    journey(Look { calm: false, ..DESKTOP }, Options::default(), async |page: &Page| {
        page.open("#game=kalah&players=human;human").await;
        // The page may be slow: the new position is known, and the board still shows the one before.
        let twice = |again: &str| {
            format!(
                "return import('/assets/state.js').then(async ({{ state }}) => {{
                    const board = document.getElementById('board');
                    const press = id => board.querySelector(`.node[data-id='${{id}}']`)
                        .dispatchEvent(new Event('click', {{ bubbles: true }}));
                    const {{ ply }} = state.view;
                    press('S1');
                    while (state.view.ply === ply) await new Promise(done => setTimeout(done, 1));
                    const isBefore = board.dataset.ply === String(ply);
                    press('{again}');
                    return isBefore;
                }})"
            )
        };
        // North cannot sow a house of South.
        assert_eq!(page.run(&twice("S2")).await, json!(true), "the animation was over");
        page.run("return new Promise(done => setTimeout(() => done(true), 1000))").await;
        page.ply_is(1).await;
        let refused =
            "return performance.getEntriesByType('resource').filter(each => each.responseStatus >= 400).length";
        assert_eq!(page.run(refused).await, json!(0));
        // A legal move is made.
        page.click("#undo").await;
        page.ply_is(0).await;
        page.run(&twice("N2")).await;
        page.ply_is(2).await;
    });
}

/// Regression: the words about a new piece covered the last move and the result.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn the_words_about_a_new_piece_cover_no_status() {
    let _turn = alone();
    journey(Look { calm: false, ..PHONE }, Options::default(), async |page: &Page| {
        for (game, place) in [("tigers", "15"), ("cachex", "0,1")] {
            page.open(&format!("#game={game}&players=human;human")).await;
            page.place(place).await;
            page.ply_is(1).await;
            // After the animation the board is drawn again, and the focus returns to the place.
            page.run("return new Promise(done => setTimeout(() => done(true), 1500))").await;
            page.wait_for("return !!document.activeElement.closest('.node')").await;
            assert_eq!(page.run("return document.getElementById('piece-words').hidden").await, json!(true), "{game}");
            // A tap on the piece asks for the words.
            page.place(place).await;
            page.wait_for("return !document.getElementById('piece-words').hidden").await;
        }
    });
}

/// Regression: the bar showed an even game without a value.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn the_score_bar_is_seen_while_a_value_backs_it() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        let seen = "return getComputedStyle(document.getElementById('bar')).visibility === 'visible'";
        page.open("#game=kalah&moves=3+5+1&players=human;human").await;
        assert_eq!(page.run(seen).await, json!(false));
        page.click("#graph-run").await;
        page.expect_text("#graph-run", "Find the mistakes").await;
        page.wait_for("return !!document.querySelector('.graph .curve')").await;
        assert_eq!(page.run(seen).await, json!(true));
        page.click("#undo").await;
        page.ply_is(2).await;
        assert_eq!(page.run(seen).await, json!(true));
        page.click("#tab-analysis").await;
        page.choose("#analysis-depth", "6").await;
        page.click("#analyse").await;
        page.wait_for("return !!document.querySelector('#verdict')").await;
        page.expect_text("#analyse", "Analyse").await;
        // Headline, bar and graph show the same value.
        let headline = page.text("#verdict").await;
        let bar = page.text("#bar-text").await;
        assert!(bar.starts_with('#') || headline.contains(&bar.replace('%', " %")), "{bar}: {headline}");
        page.click("#tab-moves").await;
        let text = headline.split(',').next().unwrap().to_lowercase();
        page.wait_for(&format!(
            "return [...document.querySelectorAll('.graph title')].some(title => title.textContent.toLowerCase().includes({}))",
            json!(text)
        ))
        .await;
        // A game without a value.
        page.open("#game=tigers").await;
        is_ready(page, "tigers").await;
        assert_eq!(page.run(seen).await, json!(false));
    });
}

/// Regression: a link lost the opponent, and an unreadable link lost the game.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn links_keep_their_game_and_their_players() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        page.open("#game=cachex").await;
        page.player(1, "best-2:nodes=100").await;
        page.menu("text").await;
        page.wait_for("return !!document.querySelector('#text-dialog[open] #link-text')").await;
        let link = page.run("return document.getElementById('link-text').value").await;
        page.run("sessionStorage.clear(); localStorage.clear()").await;
        page.visit(link.as_str().unwrap()).await;
        page.expect_text("#player-1", "Casual").await;
        page.expect_text("#player-0", "You").await;

        // An agent to move waits until the reader has seen the game.
        page.open("#game=kalah&moves=1&players=human;random").await;
        page.ply_is(1).await;
        page.wait_for("return !document.getElementById('go-on').hidden").await;
        page.click("#go-on").await;
        page.wait_for("return Number(document.getElementById('board').dataset.ply) > 1").await;
        page.wait_for("return document.getElementById('go-on').hidden").await;

        for (place, game, message) in [
            ("#game=tigers&position=nonsense", "tigers", "nonsense"),
            ("#game=khet&moves=a1z9", "khet", "a1z9"),
            ("#game=cachex&players=human;unknown", "cachex", "unknown"),
        ] {
            page.open(place).await;
            is_ready(page, game).await;
            page.expect_text("#status", "This address cannot be read").await;
            page.expect_text("#status", message).await;
            page.ply_is(0).await;
        }
        // Without a known game, there is nothing to preserve.
        page.run("sessionStorage.clear(); localStorage.clear()").await;
        page.open("#game=chess").await;
        page.wait_for("return document.body.dataset.page === 'start'").await;
        page.expect_text("#toast", "chess").await;
    });
}
