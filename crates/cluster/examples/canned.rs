//! How many games a second go through one server and one coordinator: workers without engines, which send games that were
//! played before the clock starts. Needs `nats-server -js` on port 4222 of this machine, or the address as the first argument.
//!
//! ```text
//! cargo run --release -p plyground-cluster --example canned -- nats://127.0.0.1:4222 100 100000
//! ```

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a measurement, for whoever runs it")]

#[path = "../tests/common/queue.rs"]
mod queue;

use std::sync::Arc;
use std::time::Duration;

use async_nats::HeaderMap;
use async_nats::jetstream;
use futures_util::StreamExt;
use plyground_arena::{ChunkHead, ChunkText, Record, StopFlag};
use plyground_catalog::{Catalog, Contest};
use plyground_cluster::{Cluster, Link, Priority};
use serde_json::Value;
use tokio::time::Instant;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let address = arguments.get(1).map_or("nats://127.0.0.1:4222", String::as_str);
    let number = |at: usize, usual: u64| arguments.get(at).map_or(usual, |text| text.parse().unwrap());
    let (workers, games) = (number(2, 100), number(3, 50_000) / 2 * 2);
    let catalog = Catalog::standard();
    let kalah = catalog.game("kalah").unwrap();
    let agent = |text| kalah.agent(text).unwrap();
    let contest = Contest { pairs: games / 2, ..Contest::new(vec![agent("random"), agent("random:seed=1")]) };
    let spec = kalah.run_spec(&contest).unwrap();
    let mut player = kalah.open_run(&spec).unwrap().player();
    let records = (0..games).map(|game| player.play(game, &StopFlag::default(), &|_| {}).unwrap());
    let records: Arc<Vec<Record>> = Arc::new(records.collect());
    println!("{games} games were played beforehand");

    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let link = Link::new(address, None, None).unwrap();
    let run = Cluster::new(link, catalog.clone(), Priority::High, Arc::new(|line| println!("{line}")))
        .unwrap()
        .run(spec)
        .unwrap();
    let before = memory();
    for worker in 0..workers {
        runtime.spawn(canned(address.to_owned(), worker, Arc::clone(&records)));
    }
    let contest = Contest { workforce: Some(Arc::new(run)), ..contest };
    let start = Instant::now();
    let end = kalah.contest(&contest, None, &StopFlag::default(), &mut |_| {}).unwrap();
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(end.records, *records);
    println!(
        "{workers} workers, {games} games in {seconds:.2} s: {:.0} games a second; memory {} MB before, {} MB after",
        games as f64 / seconds,
        before / 1024,
        memory() / 1024
    );
}

/// What this process holds, in KiB, where the system says so.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|text| text.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// A worker that has all games already.
async fn canned(address: String, number: u64, records: Arc<Vec<Record>>) {
    let context = jetstream::new(async_nats::connect(address).await.unwrap());
    let queue = queue::queue(&context, "ply.work.high.*", Duration::from_secs(30)).await;
    loop {
        let Ok(mut messages) = queue.batch().max_messages(1).expires(Duration::from_secs(1)).messages().await else {
            continue;
        };
        let Some(Ok(message)) = messages.next().await else { continue };
        let job: Value = serde_json::from_slice(&message.payload).unwrap();
        let number_of = |key: &str| job[key].as_u64().unwrap();
        let (first, pairs) = (number_of("first"), number_of("pairs"));
        let head = ChunkHead::new(job["run"].as_str().unwrap(), first, pairs);
        let mut text = ChunkText::begin(&head);
        for record in &records[head.games().start as usize..head.games().end as usize] {
            text.add(record);
        }
        let mut headers = HeaderMap::new();
        headers.insert("Ply-Piece", format!("{first}+{pairs}"));
        headers.insert("Ply-Worker", format!("canned-{number}"));
        headers.insert("Ply-Threads", "1");
        // As fast as an engine at some hundred nodes a move.
        headers.insert("Ply-Microseconds", (pairs * 4_000).to_string());
        let sent = context.publish_with_headers(format!("ply.result.{}", head.run), headers, text.end().into()).await;
        if let Ok(kept) = sent
            && kept.await.is_ok()
        {
            _ = message.ack().await;
        }
    }
}
