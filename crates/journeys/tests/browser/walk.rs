//! A walk over the board: a program clicks what it finds, and the laws of the page are checked at every step.
//!
//! The laws: the game on the page is the game on the server; a legal move is possible or the game is over; an agent to move
//! thinks, or the page offers to let it; the page never scrolls sideways; no script fails and no request is refused.
//! The variables `PLYGROUND_WALK_SECONDS` and `PLYGROUND_WALK_SEED` set the time and the first seed, as `cargo xtask walk` does,
//! which begins with another seed each time. Without them, every run has the same seeds: a fault that a new walk finds need not come
//! from the change under test.

#![expect(clippy::disallowed_methods, reason = "a walk has a time")]
#![allow(clippy::print_stdout, reason = "prints the seeds")]

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use fantoccini::Locator;
use plyground_game::random::Random;
use plyground_web::Options;
use serde_json::{Value, json};

use super::alone;
use super::driver::{DESKTOP, Look, Page, journey};

/// Steps of a walk before the next one begins with a fresh page.
const STEPS: u64 = 400;
/// Time that a broken law has to mend: a change is on its way, or a move is being drawn.
const PATIENCE: Duration = Duration::from_secs(20);
/// Steps that are printed with a broken law.
const SHOWN: usize = 40;
/// Keys that are pressed now and then.
const KEYS: &str = "uyehpnrsfat12345]x[\u{e00c}\u{e007}\u{e012}\u{e013}\u{e014}\u{e015}\u{e010}\u{e011}";
/// Places where a walk begins.
const PLACES: [&str; 6] = [
    "",
    "#game=kalah&players=human;greedy",
    "#game=khet&players=human;human",
    "#game=tigers&players=random;human",
    "#game=cachex&players=human;best:depth=2",
    "#game=kalah&players=random;greedy",
];

/// Walks with a seed until the time is up or the last step is made; returns the number of steps.
async fn walk(page: &Page, seed: u64, end: Instant) -> u64 {
    let mut random = Random::new(seed);
    page.client.goto(&page.server.url()).await.unwrap();
    page.run("sessionStorage.clear(); localStorage.clear()").await;
    page.open(PLACES[random.below(PLACES.len())]).await;
    let mut made = VecDeque::new();
    for step in 0..STEPS {
        if Instant::now() > end {
            return step;
        }
        let way = random.below(60);
        let (key, number) = (random.below(KEYS.chars().count()), random.next_u64() >> 12);
        let begin = Instant::now();
        let chosen = loop {
            let chosen = page.client.execute(include_str!("walk.js"), vec![json!(number)]).await;
            let law = match &chosen {
                Ok(chosen) if chosen["law"].is_null() => break chosen.clone(),
                Ok(chosen) => chosen["law"].to_string(),
                // The page was left during the script.
                Err(error) => error.to_string(),
            };
            if begin.elapsed() > PATIENCE {
                page.shot(&format!("walk-{seed}")).await;
                let made: Vec<String> = made.into();
                panic!("seed {seed}, step {step}: {law}\nafter:\n{}", made.join("\n"));
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        };
        let done = match way {
            0 => {
                page.client.refresh().await.unwrap();
                "reload".into()
            }
            1 | 2 => {
                page.client.back().await.unwrap();
                "back".into()
            }
            3 => {
                page.client.forward().await.unwrap();
                "forward".into()
            }
            4..10 => {
                let key = KEYS.chars().nth(key).expect("a key of the list").to_string();
                if let Ok(element) = page.client.active_element().await {
                    let _ = element.send_keys(&key).await;
                }
                format!("key {}", key.escape_unicode())
            }
            _ => {
                if chosen["isMarked"] == Value::Bool(true)
                    && let Ok(element) = page.client.find(Locator::Css("[data-walk]")).await
                {
                    // Another element may cover it, or it is gone.
                    let _ = element.click().await;
                }
                chosen["done"].as_str().unwrap_or_default().to_owned()
            }
        };
        made.push_back(format!("{step}: {done}"));
        if made.len() > SHOWN {
            made.pop_front();
        }
        // *Back* may leave the page.
        let url = page.client.current_url().await.unwrap();
        if !url.as_str().starts_with(&page.server.url()) {
            page.open("").await;
        }
        if way < 4 {
            page.wait_for("return document.body?.dataset.ready === 'true'").await;
        }
    }
    STEPS
}

#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_walk_over_the_board_breaks_no_law() {
    let _turn = alone();
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let time = Duration::from_secs(number("PLYGROUND_WALK_SECONDS").unwrap_or(60));
    let clock = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let new = number("PLYGROUND_WALK_SECONDS").and_then(|_| Some(clock.ok()?.as_secs()));
    let first = number("PLYGROUND_WALK_SEED").or(new).unwrap_or(1);
    let end = Instant::now() + time;
    let looks = [Look { width: 390, height: 844, ..DESKTOP }, DESKTOP, Look { width: 320, height: 568, ..DESKTOP }];
    let mut steps = 0;
    for seed in first.. {
        if Instant::now() > end {
            break;
        }
        println!("walk: seed {seed}");
        let look = looks[(seed % 3) as usize];
        journey(look, Options::default(), async |page: &Page| steps += walk(page, seed, end).await);
    }
    println!("walk: {steps} steps from seed {first}");
    assert!(steps > time.as_secs() / 10, "{steps} steps in {time:?}");
}
