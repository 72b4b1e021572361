//! The web board: a page of the game, made from its diagram, with its moves as buttons.

mod support;

use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};
use support::{Running, ply};

fn board() -> Running {
    Running::start(&mut ply("serve --port 0"), "127.0.0.1:")
}

#[test]
fn the_server_plays_the_game() {
    let board = board();
    assert!(board.get("/").contains("<title>"));
    let catalog: Value = serde_json::from_str(&board.get("/api/catalog")).unwrap();
    assert!(catalog["games"].as_array().unwrap().iter().any(|game| game["name"] == "connect-four"));
    let game = board.post("/api/games", &json!({ "game": "connect-four", "setup": "4x4" }));
    let id = game["id"].as_str().unwrap();
    let mut view = Value::Null;
    for mv in ["1", "2", "1", "2", "1", "2", "1"] {
        view = board.post(&format!("/api/games/{id}/play"), &json!({ "move": mv }));
    }
    assert_eq!(view["outcome"]["winner"], 0, "{view}");
    assert_eq!(view["outcome"]["reason"], "four in a row");
}

/// A headless browser, driven by the WebDriver protocol.
struct Browser {
    driver: Running,
    session: String,
}

impl Browser {
    fn start() -> Browser {
        let driver = Running::start(Command::new("chromedriver").arg("--port=0"), "successfully on port ");
        let args =
            ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1280,900"];
        let chrome = json!({ "args": args });
        let wanted = json!({ "capabilities": { "alwaysMatch": { "goog:chromeOptions": chrome } } });
        let session = driver.post("/session", &wanted)["value"]["sessionId"].as_str().unwrap().to_owned();
        Browser { driver, session }
    }

    fn post(&self, command: &str, body: &Value) -> Value {
        self.driver.post(&format!("/session/{}/{command}", self.session), body)["value"].clone()
    }

    fn run(&self, script: &str) -> Value {
        self.post("execute/sync", &json!({ "script": script, "args": [] }))
    }

    fn wait_for(&self, script: &str) {
        for _ in 0..800 {
            if self.run(script) == true {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("waited in vain for {script}: {}", self.run("return document.body.innerText"));
    }

    fn shot(&self, name: &str) {
        let (status, answer) = self.driver.ask("GET", &format!("/session/{}/screenshot", self.session), "");
        assert_eq!(status, 200);
        let answer: Value = serde_json::from_str(&answer).unwrap();
        let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
        std::fs::write(folder.join(name), base64(answer["value"].as_str().unwrap())).unwrap();
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Ends chromium, which is not a child of this process.
        self.driver.ask("DELETE", &format!("/session/{}", self.session), "");
    }
}

/// Decodes base 64.
fn base64(text: &str) -> Vec<u8> {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => u32::from(letter - b'A'),
        b'a'..=b'z' => u32::from(letter - b'a') + 26,
        b'0'..=b'9' => u32::from(letter - b'0') + 52,
        b'+' => 62,
        _ => 63,
    };
    let letters: Vec<u8> = text.bytes().filter(|letter| *letter != b'=').collect();
    let four = |chunk: &[u8]| {
        let bits = (0..4).fold(0, |bits, place| bits << 6 | chunk.get(place).map_or(0, |&letter| value(letter)));
        bits.to_be_bytes()[1..chunk.len()].to_vec()
    };
    letters.chunks(4).flat_map(four).collect()
}

/// A whole game by clicks on the board. `cargo xtask ci` runs it if there is a browser.
#[test]
#[ignore = "needs chromium and chromedriver: `cargo xtask ci`"]
fn a_game_is_played_in_the_browser() {
    let (board, browser) = (board(), Browser::start());
    let page = format!("http://127.0.0.1:{}/#game=connect-four", board.port);
    browser.post("url", &json!({ "url": page }));
    browser.wait_for("return document.body.dataset.ready === 'true'");
    // Both sides are human.
    browser.run(
        "const set = (id, value) => {
             const field = document.getElementById(id);
             field.value = value;
             field.dispatchEvent(new Event('change', { bubbles: true }));
         };
         document.getElementById('new').click();
         set('new-game', 'connect-four');
         set('new-side', 'both');
         document.getElementById('new-start').click();",
    );
    browser.wait_for("return document.querySelectorAll('dialog[open]').length === 0");
    let count = "return document.querySelectorAll('#board .node.can').length";
    assert_eq!(browser.run(count), 7, "a place in each column");
    let play = |column: usize| {
        browser.run(&format!(
            "const left = (place) => place.getBoundingClientRect().left;
             [...document.querySelectorAll('#board .node.can')].sort((a, b) => left(a) - left(b))[{column} - 1]
                 .dispatchEvent(new Event('click', {{ bubbles: true }}));"
        ));
    };
    for (ply, column) in [4, 3, 4, 3, 4, 3].into_iter().enumerate() {
        play(column);
        browser.wait_for(&format!("return document.getElementById('board').dataset.ply === '{}'", ply + 1));
    }
    browser.shot("connect-four.png");
    play(4);
    browser.wait_for("return document.querySelector('#status').textContent.includes('Red won')");
    browser.shot("connect-four-won.png");
    // No moves after the end.
    browser.wait_for("return document.querySelectorAll('#board .node.can').length === 0");
}
