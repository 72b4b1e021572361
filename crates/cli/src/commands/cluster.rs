//! `ply cluster`: the runs and workers of a cluster.

use clap::Subcommand;
use plyground_catalog::Catalog;

#[cfg(feature = "cluster")]
use crate::args::LinkArgs;
use crate::args::{CLUSTER, OUTPUT};
use crate::failure::Done;
use crate::values::number;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  ply cluster status\n  ply cluster runs --cluster nats://lab1:4222 --token-file token --json"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
    /// NATS server of the cluster
    #[arg(
        long,
        alias = "server",
        global = true,
        value_name = "ADDRESS",
        default_value = "nats://127.0.0.1:4222",
        help_heading = CLUSTER
    )]
    cluster: String,
    /// File with the token of the server; required if the server is on another machine
    #[arg(long, global = true, value_name = "FILE", help_heading = CLUSTER)]
    token_file: Option<std::path::PathBuf>,
    /// Certificate file of the authority that signed the server's certificate; encrypts the connection
    #[arg(long, global = true, value_name = "FILE", help_heading = CLUSTER)]
    tls_ca: Option<std::path::PathBuf>,
    /// Print JSON
    #[arg(long, global = true, help_heading = OUTPUT)]
    json: bool,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Show runs and workers: games per second, chunks in flight, retries, time left
    Status,
    /// List the runs
    Runs,
    /// Cancel a run; its finished games are stored
    Cancel {
        /// Name of the run
        #[arg(value_name = "RUN")]
        run: String,
    },
    /// Print the log: workers that joined and left, chunks that failed
    Logs {
        /// Number of lines, at most
        #[arg(long, value_name = "N", default_value_t = 100, value_parser = number::<1, 10_000>)]
        lines: u32,
    },
}

#[cfg(feature = "cluster")]
pub(crate) fn run(args: &Args, _: &Catalog) -> Done {
    use crate::out::{print_json, print_line};

    let link = LinkArgs { token_file: args.token_file.clone(), tls_ca: args.tls_ca.clone() };
    let link = crate::cluster::link(&args.cluster, &link)?;
    let json = args.json;
    match &args.what {
        What::Status => {
            let overview = plyground_cluster::overview(&link)?;
            if json {
                print_json(&overview);
            } else {
                print_runs(&overview.runs);
                print_workers(&overview.workers);
            }
        }
        What::Runs => {
            let overview = plyground_cluster::overview(&link)?;
            if json {
                print_json(&overview.runs);
            } else {
                print_runs(&overview.runs);
            }
        }
        What::Cancel { run } => {
            plyground_cluster::cancel(&link, run)?;
            if json {
                print_json(&serde_json::json!({ "cancelled": run }));
            } else {
                print_line!("run {run} is cancelled; its finished games are stored");
            }
        }
        What::Logs { lines } => {
            for line in plyground_cluster::logs(&link, u64::from(*lines))? {
                if json {
                    print_json(&line);
                } else {
                    let run = line.run.map(|run| format!(" run {run}:")).unwrap_or_default();
                    print_line!("{} {}:{run} {}", line.time, line.who, line.text);
                }
            }
        }
    }
    Ok(())
}

#[cfg(feature = "cluster")]
fn print_runs(runs: &[plyground_cluster::RunOverview]) {
    use crate::out::print_line;

    if runs.is_empty() {
        print_line!("no runs");
        return;
    }
    print_line!(
        "{:<16}  {:<7}  {:<6}  {:>15}  {:>7}  {:>6}  {:>7}  {:>8}",
        "run",
        "game",
        "first",
        "games",
        "games/s",
        "chunks",
        "retries",
        "left"
    );
    for run in runs {
        let left = match run.eta {
            Some(seconds) => format!("{}s", seconds.ceil()),
            None if run.coordinated => "?".into(),
            None => "alone".into(),
        };
        let games = if run.coordinated { format!("{} of {}", run.done, run.total) } else { "?".into() };
        print_line!(
            "{:<16}  {:<7}  {:<6}  {games:>15}  {:>7.1}  {:>6}  {:>7}  {left:>8}",
            run.run,
            run.game,
            run.priority,
            run.games_per_second,
            run.in_flight,
            run.retries
        );
    }
}

#[cfg(feature = "cluster")]
fn print_workers(workers: &[plyground_cluster::WorkerOverview]) {
    use crate::out::print_line;

    if workers.is_empty() {
        print_line!("no workers");
        return;
    }
    print_line!("{:<40}  {:>7}  {:>7}  {:>8}  {}", "worker", "threads", "playing", "games", "version");
    for worker in workers {
        print_line!(
            "{:<40}  {:>7}  {:>7}  {:>8}  {} ({})",
            worker.name,
            worker.threads,
            worker.playing,
            worker.games,
            worker.version,
            worker.signature
        );
    }
}

#[cfg(not(feature = "cluster"))]
pub(crate) fn run(args: &Args, _: &Catalog) -> Done {
    let Args { what, cluster: _, token_file: _, tls_ca: _, json: _ } = args;
    match what {
        What::Status | What::Runs | What::Cancel { run: _ } | What::Logs { lines: _ } => Err(crate::cluster::absent()),
    }
}
