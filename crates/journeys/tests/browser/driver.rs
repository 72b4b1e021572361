//! A headless browser and the actions of the journeys.

#![expect(clippy::disallowed_methods, reason = "waits for a browser end")]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "prints the messages of the driver")]

use std::io::{BufRead, BufReader, Lines};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};

use fantoccini::{Client, ClientBuilder, Locator};
use plyground_web::{Options, Running, Server};
use rustix::process::{Pid, Signal, kill_process_group};
use serde_json::{Value, json};

/// The process group of the driver and its children. Dropping the value ends the group, even if a test panics.
struct Group(Child);

impl Drop for Group {
    fn drop(&mut self) {
        if let Some(group) = Pid::from_raw(self.0.id() as i32) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.0.wait();
    }
}

/// A page with its own server.
pub(crate) struct Page {
    pub(crate) client: Client,
    pub(crate) server: Rc<Running>,
}

/// The window and the settings of the browser.
#[derive(Clone, Copy)]
pub(crate) struct Look {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) dark: bool,
    pub(crate) calm: bool,
    /// Whether it is the whole browser: without windows, a tab behind another one is not hidden.
    pub(crate) whole: bool,
}

/// The browser without windows, as Debian packages it: a page costs a third of what it costs in the whole browser. Without it, the
/// driver takes the browser that it finds.
const SHELL: &str = "/usr/bin/chromium-headless-shell";

pub(crate) const DESKTOP: Look = Look { width: 1280, height: 860, dark: false, calm: true, whole: false };

/// Returns the time before the next look at the page: a look costs what a browser and a server compute for it, so that a long wait
/// looks more rarely.
pub(crate) fn pause(looks: u32) -> Duration {
    Duration::from_millis(10 << looks.min(4))
}

/// Runs a journey.
pub(crate) fn journey(look: Look, options: Options, steps: impl AsyncFnOnce(&Page)) {
    journeys([look], options, async |[page]: [&Page; 1]| steps(page).await);
}

/// Runs the journeys of several devices at the same time, each with its own browser.
pub(crate) fn journeys<const N: usize>(looks: [Look; N], options: Options, steps: impl AsyncFnOnce([&Page; N])) {
    let (_group, _lines, port) = driver();
    let server = Rc::new(Server::bind(options).unwrap().start());
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    runtime.block_on(async {
        let mut pages = Vec::new();
        for look in looks {
            pages.push(Page { client: session(&port, look).await, server: Rc::clone(&server) });
        }
        let all: [&Page; N] = std::array::from_fn(|index| &pages[index]);
        steps(all).await;
        for page in pages {
            page.client.close().await.unwrap();
        }
    });
}

/// Starts the driver: its process group, its printed lines, and its port.
///
/// The driver can end at once, for example when its port is taken for IPv6, so it is started again. The lines stay open: otherwise the driver would die when it prints again.
fn driver() -> (Group, Lines<BufReader<ChildStdout>>, String) {
    let mut printed = String::new();
    for _ in 0..5 {
        let mut command = Command::new("chromedriver");
        command.arg("--port=0").process_group(0).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut group = Group(command.spawn().expect("chromedriver starts: apt-get install chromium-driver"));
        let mut lines = BufReader::new(group.0.stdout.take().unwrap()).lines();
        for line in lines.by_ref().map_while(Result::ok) {
            if let Some((_, port)) = line.split_once("successfully on port ") {
                let port = port.trim_end_matches('.').to_owned();
                return (group, lines, port);
            }
            printed = printed + &line + "\n";
        }
    }
    panic!("chromedriver ended five times before it named its port:\n{printed}");
}

/// Starts a browser session of the driver at a port.
async fn session(port: &str, look: Look) -> Client {
    let mut args =
        vec!["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"];
    if look.calm {
        args.push("--force-prefers-reduced-motion");
    }
    if look.dark {
        args.push("--blink-settings=preferredColorScheme=0");
    }
    let metrics = json!({ "deviceMetrics": { "width": look.width, "height": look.height, "pixelRatio": 1.0, "touch": false, "mobile": false } });
    let mut chrome = json!({ "args": args, "mobileEmulation": metrics });
    if !look.whole && Path::new(SHELL).exists() {
        chrome["binary"] = json!(SHELL);
    }
    let Value::Object(capabilities) = json!({ "goog:chromeOptions": chrome }) else { unreachable!("an object") };
    ClientBuilder::new(hyper_util_connector())
        .capabilities(capabilities)
        .connect(&format!("http://127.0.0.1:{port}"))
        .await
        .expect("a session of chromium begins")
}

fn hyper_util_connector() -> hyper_util::client::legacy::connect::HttpConnector {
    hyper_util::client::legacy::connect::HttpConnector::new()
}

/// Returns the folder of the screenshots, if the variable `PLYGROUND_SCREENSHOTS` names one.
pub(crate) fn pictures() -> Option<std::ffi::OsString> {
    std::env::var_os("PLYGROUND_SCREENSHOTS").filter(|folder| !folder.is_empty())
}

impl Page {
    /// Opens a place of the page and waits until it is ready.
    pub(crate) async fn open(&self, place: &str) {
        self.visit(&format!("{}{place}", self.server.url())).await;
    }

    /// Opens an address and waits until the page is ready.
    pub(crate) async fn visit(&self, address: &str) {
        self.client.goto("about:blank").await.unwrap();
        self.client.goto(address).await.unwrap();
        self.wait_for("return document.body.dataset.ready === 'true'").await;
    }

    pub(crate) async fn run(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Waits until a script returns true.
    pub(crate) async fn wait_for(&self, script: &str) {
        let (begin, mut looks) = (Instant::now(), 0);
        while self.run(script).await != Value::Bool(true) {
            if begin.elapsed() > Duration::from_secs(120) {
                self.shot("failed").await;
                panic!("waited in vain for {script}; the page says {}", self.text("body").await);
            }
            tokio::time::sleep(pause(looks)).await;
            looks += 1;
        }
    }

    /// Clicks an element; an element that was redrawn before the click is looked up again.
    ///
    /// It is scrolled into view as a whole: the driver clicks the middle of an element of which a panel shows one pixel.
    pub(crate) async fn click(&self, css: &str) {
        for attempt in 0.. {
            self.run(&format!("document.querySelector({})?.scrollIntoView({{ block: 'nearest' }})", json!(css))).await;
            let found = self.client.find(Locator::Css(css)).await;
            match found.unwrap_or_else(|error| panic!("{css}: {error}")).click().await {
                Ok(()) => return,
                Err(error) => {
                    if attempt == 20 || !error.to_string().contains("stale") {
                        self.shot("failed").await;
                        panic!("{css}: {error}");
                    }
                }
            }
        }
    }

    /// Opens the comparison, which is loaded with its tab.
    pub(crate) async fn compare(&self) {
        self.run("document.getElementById('tab-compare').click()").await;
        self.wait_for("return !!document.getElementById('compare-run')").await;
    }

    /// Clicks a place of the board.
    pub(crate) async fn place(&self, id: &str) {
        self.click(&format!("#board .node[data-id='{id}']")).await;
    }

    /// Clicks places in turn; each click makes a move.
    pub(crate) async fn moves(&self, ids: &[&str]) {
        for id in ids {
            let ply = self.ply().await;
            self.place(id).await;
            self.ply_is(ply + 1).await;
        }
    }

    /// Returns the displayed ply.
    pub(crate) async fn ply(&self) -> u64 {
        let ply = self.run("return Number(document.getElementById('board').dataset.ply)").await;
        ply.as_u64().unwrap()
    }

    pub(crate) async fn ply_is(&self, ply: u64) {
        self.wait_for(&format!("return Number(document.getElementById('board').dataset.ply) === {ply}")).await;
    }

    pub(crate) async fn text(&self, css: &str) -> String {
        // A script avoids stale elements, which are redrawn between lookup and reading.
        let text = self.run(&format!("return document.querySelector({})?.innerText ?? null", json!(css))).await;
        text.as_str().unwrap_or_else(|| panic!("there is no {css}")).to_owned()
    }

    /// Waits until an element contains a text.
    pub(crate) async fn expect_text(&self, css: &str, text: &str) {
        let text = json!(text);
        self.wait_for(&format!("return !!document.querySelector('{css}')?.textContent.includes({text})")).await;
    }

    pub(crate) async fn write(&self, css: &str, text: &str) {
        for attempt in 0.. {
            let field = self.client.find(Locator::Css(css)).await.unwrap_or_else(|error| panic!("{css}: {error}"));
            let written = match field.clear().await {
                Ok(()) => field.send_keys(text).await,
                failed => failed,
            };
            match written {
                Ok(()) => return,
                // The element was redrawn after the lookup.
                Err(error) => assert!(attempt < 20 && error.to_string().contains("stale"), "{css}: {error}"),
            }
        }
    }

    pub(crate) async fn choose(&self, css: &str, value: &str) {
        let script = format!(
            "const field = document.querySelector('{css}'); field.value = '{value}'; field.dispatchEvent(new Event('change'))"
        );
        self.run(&script).await;
    }

    /// Chooses the agents of a match or a comparison, each from its list.
    pub(crate) async fn choose_agents(&self, of: &str, names: &[&str]) {
        let there = self.run(&format!("return document.querySelectorAll('#{of} > .agent').length")).await;
        let there = there.as_u64().unwrap() as usize;
        for _ in there..names.len() {
            self.run(&format!("document.getElementById('{of}-add').click()")).await;
        }
        for last in (names.len()..there).rev() {
            self.run(&format!("document.getElementById('{of}-{last}-remove').click()")).await;
        }
        for (index, name) in names.iter().enumerate() {
            self.choose(&format!("#{of}-{index}"), name).await;
        }
    }

    /// Chooses an entry of the menu by its id.
    pub(crate) async fn menu(&self, id: &str) {
        self.click("#menu-button").await;
        self.wait_for("return document.getElementById('menu').matches(':popover-open')").await;
        self.click(&format!("#menu #{id}")).await;
    }

    /// Changes a setting in its dialog.
    pub(crate) async fn set(&self, name: &str, value: &str) {
        self.run("document.getElementById('settings').click()").await;
        self.choose(&format!("#set-{name}"), value).await;
        self.run("document.getElementById('settings-dialog').close()").await;
    }

    /// Changes the player of a side.
    pub(crate) async fn player(&self, side: u8, spec: &str) {
        self.run("document.getElementById('players').click()").await;
        self.choose(&format!("#player-{side}-agent"), spec).await;
        self.run("document.getElementById('players-dialog').close()").await;
    }

    /// Starts a game from the dialog.
    pub(crate) async fn begin(&self, game: &str, setup: &str, rules: &str, side: &str) {
        let former = self.run("return document.getElementById('board').dataset.game ?? null").await;
        self.click("#new").await;
        self.choose("#new-game", game).await;
        self.write("#new-setup", setup).await;
        let mut rules = rules.split(',');
        self.choose("#new-rules", rules.next().unwrap_or_default()).await;
        for option in rules {
            let (key, value) = option.split_once('=').unwrap();
            self.run("document.getElementById('rule-options').open = true").await;
            self.choose(&format!("#rule-{key}"), value).await;
        }
        self.choose("#new-side", side).await;
        self.click("#new-start").await;
        self.wait_for(&format!("return (document.getElementById('board').dataset.game ?? null) !== {former}")).await;
    }

    /// Pastes a position or a game.
    pub(crate) async fn paste(&self, text: &str) {
        let former = self.run("return document.getElementById('board').dataset.game ?? null").await;
        self.menu("text").await;
        self.wait_for("return !!document.querySelector('#text-dialog[open] #paste-text')").await;
        self.write("#paste-text", text).await;
        self.click("#paste-load").await;
        self.wait_for(&format!("return (document.getElementById('board').dataset.game ?? null) !== {former}")).await;
        self.wait_for("return !document.querySelector('#text-dialog[open]')").await;
    }

    /// Saves a screenshot if the variable `PLYGROUND_SCREENSHOTS` names a folder.
    pub(crate) async fn shot(&self, name: &str) {
        if let Some(folder) = pictures() {
            let picture = self.client.screenshot().await.unwrap();
            std::fs::write(Path::new(&folder).join(format!("{name}.png")), picture).unwrap();
        }
    }

    /// Saves a picture of the board, as in the README.
    pub(crate) async fn portrait(&self, name: &str) {
        if let Some(folder) = pictures() {
            let play = self.client.find(Locator::Css("#board")).await.unwrap();
            let picture = play.screenshot().await.unwrap();
            std::fs::write(Path::new(&folder).join(format!("{name}.png")), picture).unwrap();
        }
    }

    /// Checks that all visible words can be read: nothing cuts them.
    pub(crate) async fn has_whole_words(&self, place: &str) {
        assert_eq!(self.run(include_str!("cut.js")).await, json!([]), "words that are cut: {place}");
    }

    /// Starts counting the layout shifts that follow no action of the user, in `window.shifted`.
    pub(crate) async fn watch_shifts(&self) {
        self.run(
            "window.shifted = 0; new PerformanceObserver(list => list.getEntries().filter(entry => !entry.hadRecentInput) \
             .forEach(entry => window.shifted += entry.value)).observe({ type: 'layout-shift' })",
        )
        .await;
    }

    /// Checks that nothing overflows to the right.
    pub(crate) async fn fits(&self) {
        let wide = self.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth").await;
        assert!(wide.as_i64().unwrap() <= 1, "{wide} pixels too wide");
    }
}
