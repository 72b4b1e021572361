//! Games that are played elsewhere: in a running match, and with a user on another device.

use plyground_web::{Options, Running, Server};
use serde_json::json;

use super::alone;
use super::driver::{DESKTOP, Look, Page, journey, journeys};

/// Starts a match of two agents and watches it.
async fn watch(page: &Page, setup: &str, limit: &str) {
    page.click("#tab-matches").await;
    page.choose_agents("match-agent", &["best", "best"]).await;
    page.write("#match-setup", setup).await;
    page.choose("#match-limit", limit).await;
    page.click("#match-start").await;
    // The script finds and clicks in one step: the panel is redrawn as games end, and has no button after the last one.
    page.wait_for("const button = document.getElementById('match-watch'); button?.click(); return !!button").await;
}

/// Regression: on the start page, the next move of a watched match led back to its board.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_watched_match_is_left_for_the_start_page() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        page.open("#game=kalah").await;
        watch(page, "6x6", "time=500ms").await;
        page.wait_for("return Number(document.getElementById('board').dataset.ply) > 0").await;
        page.click("#home").await;
        page.wait_for("return document.body.dataset.page === 'start'").await;
        tokio::time::sleep(std::time::Duration::from_secs(3)).await;
        assert_eq!(page.run("return document.body.dataset.page").await, json!("start"));
    });
}

const LENGTH: &str = "document.querySelectorAll('#move-list tr > td > button.move').length";

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn the_running_game_of_a_match_is_watched() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        page.open("#game=khet").await;
        // Under load, a limit in time would be exceeded, which loses the game. A game of Khet lasts for many times the steps below;
        // one of Kalah is short, because the agents know its value soon.
        watch(page, "classic", "nodes=20000").await;
        page.expect_text("#player-0 .recorded", "best").await;
        for side in [0, 1] {
            page.wait_for(&format!(
                "return /^\\d+ % · .+ · depth \\d+$/.test(document.querySelector('#player-{side} .thought')?.textContent)"
            ))
            .await;
        }
        page.expect_text("#bar-text", "%").await;
        page.expect_text("#player-0, #player-1", "Thinking").await;
        page.fits().await;
        page.shot("watched").await;
        let ply = page.ply().await;
        page.wait_for(&format!("return Number(document.getElementById('board').dataset.ply) > {ply}")).await;
        // Steps back while the game continues, and returns to its end.
        page.click("#undo").await;
        page.expect_text("#status", "Game 1 goes on").await;
        page.wait_for("return !document.querySelector('.thought')").await;
        let (ply, length) = (page.ply().await, page.run(&format!("return {LENGTH}")).await);
        page.wait_for(&format!("return {LENGTH} > {length}")).await;
        assert_eq!(page.ply().await, ply, "who looks back is left there");
        // Every move is followed again, also one that arrives during the click.
        for _ in 0..3 {
            page.run("document.getElementById('last').click()").await;
            page.wait_for("return !/goes on/.test(document.getElementById('status').textContent)").await;
            page.click("#undo").await;
            page.expect_text("#status", "Game 1 goes on").await;
        }
        page.click("#last").await;
        page.wait_for(&format!("return Number(document.getElementById('board').dataset.ply) > {length} + 1")).await;
        // A user who takes over the game continues it alone.
        page.click("#unlock").await;
        page.wait_for("return !document.querySelector('.thought')").await;
        // Regression: the button still said "Stop watching", until the panel was drawn again for another reason.
        assert_eq!(page.text("#match-watch").await, "Watch the running game");
        page.click("#match-stop").await;
    });
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn the_next_game_of_a_match_follows_the_one_before() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        page.open("#game=kalah").await;
        page.click("#tab-matches").await;
        page.write("#match-games", "4").await;
        // Games of seconds: shorter ones could end before a slow browser offers to watch.
        watch(page, "6x4", "nodes=20000").await;
        // Regression: a game that had ended meanwhile was said to go on.
        page.wait_for(
            "const looksBack = () => document.getElementById('status').textContent.includes('▶|'); \
             if (!looksBack()) document.getElementById('undo').click(); \
             return /has ended: ▶\\|/.test(document.getElementById('status').textContent)",
        )
        .await;
        page.click("#last").await;
        page.wait_for("return /Game [2-4]/.test(document.getElementById('status').textContent)").await;
        page.expect_text("#panel-matches", "4 of 4 games").await;
        page.expect_text("#status", "Game 4.").await;
        page.wait_for("return !!document.querySelector('.player.won') || /Drawn/.test(document.getElementById('status').textContent)").await;
    });
}

/// Starts a server that can be restarted. Its start blocks, which a journey must not do, so it runs on a thread.
fn serve(port: u16) -> Running {
    let start = move || Server::bind(Options { port, ..Options::default() }).unwrap().start();
    std::thread::spawn(start).join().unwrap()
}

/// Regression: who watches two agents could choose one, which then played itself.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn two_agents_are_chosen_to_be_watched() {
    let _turn = alone();
    journey(DESKTOP, Options::default(), async |page: &Page| {
        page.open("#game=kalah").await;
        page.click("#new").await;
        let hidden =
            "return getComputedStyle(document.getElementById('new-second').closest('.field')).display === 'none'";
        assert_eq!(page.run(hidden).await, json!(true));
        page.choose("#new-side", "none").await;
        assert_eq!(page.run(hidden).await, json!(false));
        page.choose("#new-opponent", "level-1").await;
        page.choose("#new-second", "level-3").await;
        page.click("#new-start").await;
        page.wait_for("return !document.getElementById('new-dialog').open").await;
        let names = "return [0, 1].map(side => document.getElementById(`player-${side}`).innerText)";
        let names = page.run(names).await;
        assert_ne!(names[0], names[1], "{names}");
    });
}

/// Regression: a game against a friend began in *Share* alone, where users did not look for it.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_new_game_may_be_against_a_friend() {
    let _turn = alone();
    journeys([DESKTOP, DESKTOP], Options::default(), async |[one, two]: [&Page; 2]| {
        one.open("#game=khet").await;
        one.click("#new").await;
        one.choose("#new-game", "kalah").await;
        one.choose("#new-side", "friend").await;
        one.click("#new-start").await;
        one.wait_for("return !!document.getElementById('invite-link')").await;
        let link = one.run("return document.getElementById('invite-link').value").await;
        one.run("document.querySelector('dialog[open]').close()").await;
        two.visit(link.as_str().unwrap()).await;
        one.moves(&["S1"]).await;
        two.ply_is(1).await;
        two.moves(&["N1"]).await;
        one.ply_is(2).await;
    });
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_game_is_given_to_a_friend_by_one_link_with_a_clock() {
    let _turn = alone();
    let telephone = Look { width: 390, height: 844, ..DESKTOP };
    journeys([DESKTOP, telephone], Options::default(), async |[one, two]: [&Page; 2]| {
        one.open("#game=kalah").await;
        one.menu("text").await;
        one.wait_for("return !!document.getElementById('invite')").await;
        one.fits().await;
        one.write("#invite-minutes", "0.25").await;
        one.write("#invite-seconds", "2").await;
        one.shot("invitation-clock").await;
        one.click("#invite").await;
        one.wait_for("return !!document.getElementById('invite-link')").await;
        let link = one.run("return document.getElementById('invite-link').value").await;
        one.run("document.querySelector('dialog[open]').close()").await;
        two.visit(link.as_str().unwrap()).await;
        for page in [one, two] {
            page.expect_text("#clock-0", "0:15").await;
            page.expect_text("#clock-1", "0:15").await;
        }
        // The program helps neither of them.
        let helps = "return ['hint', 'analyse', 'explain', 'compare-run', 'tree-open'].filter(id => \
                     !document.getElementById(id)?.disabled)";
        for page in [one, two] {
            page.compare().await;
            assert_eq!(page.run(helps).await, json!([]));
        }
        one.moves(&["S1"]).await;
        for page in [one, two] {
            page.wait_for("return document.getElementById('clock-1').classList.contains('running')").await;
        }
        two.wait_for("return document.getElementById('clock-1').textContent !== '0:15'").await;
        two.moves(&["N1"]).await;
        two.wait_for("return document.getElementById('clock-0').classList.contains('running')").await;
        // The server counts on while the page of the side to move is away.
        one.client.refresh().await.unwrap();
        one.wait_for("return document.body.dataset.ready === 'true'").await;
        one.wait_for("return document.getElementById('clock-0').classList.contains('running')").await;
        one.expect_text("#status", "You lost. South has run out of time").await;
        two.expect_text("#status", "You won. South has run out of time").await;
        assert!(one.run(helps).await.as_array().unwrap().contains(&json!("explain")), "the game is over");
        // A rematch of one is offered to the other; it has the sides swapped and full clocks.
        two.wait_for("return !!document.getElementById('rematch')").await;
        one.click("#rematch").await;
        one.expect_text("#player-0 #together", "not here yet").await;
        two.expect_text("#toast", "The other player has begun a rematch.").await;
        two.expect_text("#rematch", "Accept the rematch").await;
        two.expect_text("#status", "South has run out of time. The other player has begun a rematch.").await;
        two.fits().await;
        two.shot("rematch-offered").await;
        two.click("#rematch").await;
        for (page, side) in [(one, 1), (two, 0)] {
            page.expect_text(&format!("#player-{side} .recorded"), "You").await;
            page.expect_text(&format!("#player-{} #together", 1 - side), "connected").await;
            page.expect_text("#clock-0", "0:15").await;
            page.ply_is(0).await;
            assert_eq!(page.run("return document.getElementById('hint').disabled").await, json!(true));
        }
        two.moves(&["S1"]).await;
        one.ply_is(1).await;
        one.moves(&["N1"]).await;
        two.ply_is(2).await;
    });
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn two_devices_play_one_game() {
    let _turn = alone();
    let telephone = Look { width: 390, height: 844, ..DESKTOP };
    journeys([DESKTOP, telephone], Options::default(), async |[one, two]: [&Page; 2]| {
        let server = serve(0);
        one.visit(&format!("{}#game=kalah", server.url())).await;
        one.menu("text").await;
        one.wait_for("return !!document.getElementById('invite')").await;
        one.click("#invite").await;
        one.wait_for("return !!document.getElementById('invite-link')").await;
        one.shot("invitation").await;
        let link = one.run("return document.getElementById('invite-link').value").await;
        one.run("document.querySelector('dialog[open]').close()").await;
        one.expect_text("#player-1 #together", "not here yet").await;
        two.visit(link.as_str().unwrap()).await;
        two.expect_text("#player-1", "You").await;
        two.expect_text("#player-0 #together", "connected").await;
        one.expect_text("#together", "connected").await;
        one.moves(&["S1"]).await;
        two.ply_is(1).await;
        two.moves(&["N2"]).await;
        one.ply_is(2).await;
        two.fits().await;
        two.shot("two-devices").await;
        // It is the other user's turn, and an earlier position has no moves.
        two.place("N3").await;
        one.click("#first").await;
        one.ply_is(0).await;
        one.expect_text("#status", "An earlier position: ▶| goes to the last.").await;
        one.shot("earlier-on-two-devices").await;
        one.place("S2").await;
        one.expect_text("#toast", "go to its end").await;
        assert_eq!((one.ply().await, two.ply().await), (0, 2));
        one.click("#last").await;
        one.ply_is(2).await;

        // The server stops for a while and restarts without its state.
        let port = server.port();
        drop(server);
        for page in [one, two] {
            page.expect_text("#together", "connection lost").await;
            page.has_whole_words("a lost connection").await;
        }
        let server = serve(port);
        for page in [one, two] {
            page.wait_for("return document.getElementById('together').textContent === 'connected'").await;
        }
        one.moves(&["S3"]).await;
        two.ply_is(3).await;
        // A reload returns to the game.
        two.client.refresh().await.unwrap();
        two.wait_for("return document.body.dataset.ready === 'true'").await;
        two.expect_text("#together", "connected").await;
        two.ply_is(3).await;
        // So does a visit without its address.
        two.visit(&server.url()).await;
        two.expect_text("#together", "connected").await;
        two.ply_is(3).await;
        two.click("#resign").await;
        two.click("#resign").await;
        one.expect_text("#status", "You won. North has resigned").await;
        two.expect_text("#status", "You lost. North has resigned").await;
        // Another game leaves this one.
        one.click("[data-game=cachex]").await;
        one.wait_for("return document.body.dataset.game === 'cachex' && !document.getElementById('together')").await;
        assert_eq!(one.run("return location.hash.includes('shared')").await, json!(false));
        two.expect_text("#together", "not here yet").await;
        // A game that cannot be joined again goes on here.
        two.run(
            "const kept = JSON.parse(sessionStorage.getItem('game')); kept.joined.id = 'no game'; \
             sessionStorage.setItem('game', JSON.stringify(kept))",
        )
        .await;
        two.visit(&server.url()).await;
        two.ply_is(3).await;
        assert_eq!(two.run("return !!document.getElementById('together')").await, json!(false));
        drop(server);
    });
}
