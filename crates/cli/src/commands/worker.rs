//! `ply worker`: plays pieces of runs that are coordinated elsewhere.

use std::time::Duration;

use plyground_catalog::Catalog;

use crate::args::{JsonArgs, LinkArgs};
use crate::failure::Done;
use crate::values::{number, time};

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Workers may come and go at any time. One that dies delays its piece, not the run.\n\nExamples:\n  ply worker --join nats://127.0.0.1:4222\n  ply worker --join tls://lab1:4222 --token-file token --tls-ca ca.pem --threads 8"
)]
pub(crate) struct Args {
    /// The NATS server, which runs with JetStream
    #[arg(long, value_name = "ADDRESS")]
    join: String,
    #[command(flatten)]
    link: LinkArgs,
    /// Pieces at a time; one for every processor when nothing is said
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = number::<1, 1024>)]
    threads: Option<u32>,
    /// Let runs start programs (`engine:COMMAND`) as this user: only where everybody who has the token may
    #[arg(long)]
    allow_programs: bool,
    /// After how long without a sign of life a piece goes to another worker; what was said last holds for all
    #[arg(long, value_name = "TIME", default_value = "30s", allow_hyphen_values = true, value_parser = time)]
    patience: Duration,
    #[command(flatten)]
    json: JsonArgs,
}

#[cfg(feature = "cluster")]
pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    use crate::failure::Failure;
    use crate::out::{say, say_json};
    use crate::watch::Watch;

    if args.patience < Duration::from_millis(500) {
        return Err(Failure::Input(
            "a patience of less than half a second: expected `--patience 500ms` or more".into(),
        ));
    }
    let abandon = plyground_search::StopFlag::default();
    let watch = Watch::quiet(&abandon);
    let threads = args.threads.map(|threads| threads as usize);
    let worker = plyground_cluster::Worker {
        link: crate::cluster::link(&args.join, &args.link)?,
        catalog: catalog.clone(),
        threads: threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)),
        allow_programs: args.allow_programs,
        patience: args.patience,
        stop: watch.stop().clone(),
        abandon,
        notice: watch.notice(),
    };
    let end = worker.run()?;
    if args.json.json {
        #[derive(serde::Serialize)]
        struct Told {
            games: u64,
        }
        say_json(&Told { games: end.games });
    } else {
        say!("{} games were played", end.games);
    }
    Ok(())
}

#[cfg(not(feature = "cluster"))]
pub(crate) fn run(args: &Args, _: &Catalog) -> Done {
    let Args {
        join: _,
        link: LinkArgs { token_file: _, tls_ca: _ },
        threads: _,
        allow_programs: _,
        patience: _,
        json: JsonArgs { json: _ },
    } = args;
    Err(crate::cluster::absent())
}
