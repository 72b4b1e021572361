//! New users on a phone-sized window: each does five tasks by visible controls, texts and taps, without names from the code.
//!
//! A newcomer looks for words. A control counts only if it is inside the window and not covered. If the words are not visible,
//! the newcomer scrolls. The marks of playable places are recognised by their class, as a person recognises their colour.

#![expect(clippy::disallowed_methods, reason = "a user gives up after some time")]

use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction};
use plyground_web::Options;
use serde_json::{Value, json};

use super::alone;
use super::driver::{DESKTOP, Look, Page, journey, pause};

const PHONE: Look = Look { width: 390, height: 844, ..DESKTOP };
/// Time limit after which a task counts as failed.
const PATIENCE: Duration = Duration::from_secs(60);

/// A button that turns a piece.
const TURN: &str = "^[↻↺] turn";

/// A user with a game and a side.
struct Newcomer<'a> {
    page: &'a Page,
    game: &'static str,
    side: Option<&'static str>,
}

/// The result of a task; the error names the missing element.
type Tried = Result<(), String>;

/// Script for the centres of the marked places of the board inside the window.
const MARKED: &str = "return [...document.querySelectorAll(`#board .node.${arguments[0]} .outline`)].map(place => { \
    const { left, top, width, height } = place.getBoundingClientRect(); return [left + width / 2, top + height / 2]; \
    }).filter(([, y]) => y > 0 && y < innerHeight)";

impl Newcomer<'_> {
    async fn ask(&self, script: &str, word: &str) -> Value {
        self.page.client.execute(script, vec![json!(word)]).await.unwrap()
    }

    async fn tap_at(&self, place: &Value) {
        let (x, y) = (place[0].as_f64().unwrap().round(), place[1].as_f64().unwrap().round());
        let way = [
            PointerAction::MoveTo { duration: None, x, y },
            PointerAction::Down { button: MOUSE_BUTTON_LEFT },
            PointerAction::Up { button: MOUSE_BUTTON_LEFT },
        ];
        let actions = way.into_iter().fold(MouseActions::new("hand".into()), InputSource::then);
        self.page.client.perform_actions(actions).await.unwrap();
    }

    /// Taps a control with matching words, and scrolls up to `swipes` times if it is not in the window.
    async fn tap(&self, words: &str, swipes: usize) -> Tried {
        for swipe in 0..=swipes {
            let (begin, mut looks) = (Instant::now(), 0);
            // Elements may be drawn late; elements outside the window stay there.
            let patience = if swipe < swipes { Duration::from_secs(1) } else { PATIENCE };
            while begin.elapsed() < patience {
                let seen = self.ask(include_str!("seen.js"), words).await;
                if let Some([_, x, y]) = seen.get(0).and_then(Value::as_array).map(Vec::as_slice) {
                    self.tap_at(&json!([x, y])).await;
                    return Ok(());
                }
                tokio::time::sleep(pause(looks)).await;
                looks += 1;
            }
            self.page
                .run("(document.querySelector('dialog[open]') ?? document.scrollingElement).scrollBy(0, 500)")
                .await;
        }
        let seen = self.ask(include_str!("seen.js"), ".").await;
        Err(format!("no /{words}/ among {seen}"))
    }

    /// Waits until matching words are readable.
    async fn read(&self, words: &str) -> Tried {
        self.wait(words, async || self.ask(include_str!("read.js"), words).await == json!(true)).await
    }

    async fn wait(&self, what: &str, is_so: impl AsyncFn() -> bool) -> Tried {
        let (begin, mut looks) = (Instant::now(), 0);
        while !is_so().await {
            if begin.elapsed() > PATIENCE {
                return Err(format!("waited in vain for /{what}/"));
            }
            tokio::time::sleep(pause(looks)).await;
            looks += 1;
        }
        Ok(())
    }

    async fn is_over(&self) -> bool {
        self.page.run("return !document.getElementById('result').hidden").await == json!(true)
    }

    /// Waits for the own turn, or the end of the game.
    async fn turn(&self) -> Tried {
        let is_turn = async || self.is_over().await || self.ask(MARKED, "can").await != json!([]);
        self.wait("own turn", is_turn).await
    }

    /// Makes a move: taps a marked place, then another place or a button if the move needs it.
    async fn make_move(&self, number: usize) -> Tried {
        self.turn().await?;
        let before = self.page.ply().await;
        let is_made = async || self.page.ply().await != before;
        for attempt in 0..20 {
            if self.is_over().await {
                return Ok(());
            }
            let can = self.ask(MARKED, "can").await;
            let Some(places) = can.as_array().filter(|places| !places.is_empty()) else { continue };
            self.tap_at(&places[(7 * number + 3 * attempt) % places.len()]).await;
            let has_next = async || {
                is_made().await
                    || self.ask(MARKED, "target").await != json!([])
                    || self.ask(include_str!("seen.js"), TURN).await != json!([])
            };
            // A piece without a move marks nothing, so the loop tries another one.
            let (begin, mut looks) = (Instant::now(), 0);
            while !has_next().await && begin.elapsed() < Duration::from_secs(2) {
                tokio::time::sleep(pause(looks)).await;
                looks += 1;
            }
            if is_made().await {
                return Ok(());
            }
            let turns = self.ask(include_str!("seen.js"), TURN).await;
            let targets = self.ask(MARKED, "target").await;
            if let Some(target) = targets.get(number % targets.as_array().map_or(1, |all| all.len().max(1))) {
                self.tap_at(target).await;
            } else if let Some([_, x, y]) = turns.get(0).and_then(Value::as_array).map(Vec::as_slice) {
                self.tap_at(&json!([x, y])).await;
            } else {
                continue;
            }
            return self.wait("a move", is_made).await;
        }
        Err("no move is made".into())
    }

    async fn starts_at_level_two(&self) -> Tried {
        self.page.open("").await;
        self.page.wait_for("return document.querySelectorAll('#start .miniature .pieces').length === 4").await;
        self.tap(&format!("^{}", self.game), 1).await?;
        self.tap("level 2", 2).await?;
        if let Some(side) = self.side {
            self.tap(side, 3).await?;
        }
        self.tap("^play$", 0).await?;
        self.page.wait_for("return document.body.dataset.page === 'game'").await;
        self.read("^Beginner").await?;
        self.turn().await
    }

    async fn takes_a_move_back(&self) -> Tried {
        self.make_move(1).await?;
        self.turn().await?;
        let before = self.page.ply().await;
        self.tap("take back|undo", 0).await?;
        self.wait("fewer moves", async || self.page.ply().await < before).await
    }

    async fn asks_for_a_hint(&self) -> Tried {
        self.turn().await?;
        self.tap("hint", 0).await?;
        self.read("hint: ").await
    }

    async fn finds_the_mistake(&self) -> Tried {
        for number in 2..8 {
            self.make_move(number).await?;
        }
        self.turn().await?;
        if !self.is_over().await {
            self.tap("resign", 0).await?;
            self.read("really").await?;
            self.tap("resign", 0).await?;
            self.wait("a result", async || self.is_over().await).await?;
        }
        self.tap("mistake|^analyse", 0).await?;
        self.read("^(Mistakes:|Turning points|No turning points)").await
    }

    async fn shares_it(&self) -> Tried {
        self.page.run("scrollTo(0, 0)").await;
        self.tap("^share", 1).await?;
        self.read("link to this game").await?;
        self.tap("^copy$|^copy: link", 0).await?;
        self.wait("a copied link", async || {
            let words = "return document.querySelector('dialog[open] textarea').value";
            self.page.run(words).await.as_str().is_some_and(|link| link.contains("#game="))
        })
        .await
    }
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn five_new_users_do_five_tasks_each_without_help() {
    let _turn = alone();
    let users = [
        ("Kalah", None),
        ("Khet", Some("^red$")),
        ("Tigers", Some("^tigers$")),
        ("Cachex", None),
        ("Kalah", Some("^north$")),
    ];
    let mut failed = Vec::new();
    for (number, (game, side)) in users.into_iter().enumerate() {
        let look = Look { dark: number % 2 == 1, ..PHONE };
        journey(look, Options::default(), async |page: &Page| {
            let user = Newcomer { page, game, side };
            // Each task needs the previous one: a journey ends at the first failure.
            let tasks = ["level 2", "take back", "hint", "mistake", "share"];
            for (done, task) in tasks.iter().enumerate() {
                let tried = match done {
                    0 => user.starts_at_level_two().await,
                    1 => user.takes_a_move_back().await,
                    2 => user.asks_for_a_hint().await,
                    3 => user.finds_the_mistake().await,
                    _ => user.shares_it().await,
                };
                if let Err(found) = tried {
                    page.shot(&format!("newcomer-{number}")).await;
                    failed.extend(tasks[done..].iter().map(|left| format!("{game}: {left}; {task}: {found}")));
                    break;
                }
            }
        });
    }
    assert!(failed.is_empty(), "{} of 25 tasks fail:\n{}", failed.len(), failed.join("\n"));
}
