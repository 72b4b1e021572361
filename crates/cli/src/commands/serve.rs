//! `ply serve`, and the board of `ply replay --web`.

use std::net::{IpAddr, Ipv4Addr};
use std::process::{Command, Stdio};

use plyground_arena::Record;
use plyground_catalog::Catalog;
use plyground_web::{ClusterSource, Options, ServeError, Server};

use crate::args::{LinkArgs, TablesArgs};
use crate::failure::{Done, Failure};
use crate::out::{columns, say};
use crate::qr::{self, CODE};
use crate::values::port;

// Where the board is. Without a group of its own, since `ply replay` has these options beside others.
#[derive(clap::Args, Debug)]
#[group(skip)]
pub(crate) struct BoardArgs {
    /// Where to listen. Elsewhere than on this machine only the link that is printed opens the board
    #[arg(long, value_name = "ADDR", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// The port; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = 8080, allow_hyphen_values = true, value_parser = port)]
    port: u16,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    tables: TablesArgs,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  ply serve --open\n  ply serve --port 0\n  ply serve --host 0.0.0.0\n  ply serve --cluster nats://127.0.0.1:4222"
)]
pub(crate) struct Args {
    #[command(flatten)]
    board: BoardArgs,
    /// Also show runs and workers of this NATS server, as `ply cluster status` does
    #[arg(long, value_name = "ADDRESS")]
    cluster: Option<String>,
    #[command(flatten)]
    link: LinkArgs,
}

/// Recorded games to show.
pub(super) struct Recorded {
    pub(super) title: String,
    /// The game to open first, from 1.
    pub(super) game: u32,
    pub(super) records: Vec<Record>,
}

impl From<ServeError> for Failure {
    fn from(error: ServeError) -> Failure {
        Failure::Undone(error.to_string())
    }
}

/// Serves until Ctrl-C, which is how it is meant to end.
pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    let cluster = args.cluster.as_ref().map(|address| crate::cluster::source(address, &args.link)).transpose()?;
    serve(&args.board, catalog, None, cluster)
}

/// Serves these games.
pub(super) fn replay(args: &BoardArgs, catalog: &Catalog, recorded: Recorded) -> Done {
    serve(args, catalog, Some(recorded), None)
}

fn serve(args: &BoardArgs, catalog: &Catalog, recorded: Option<Recorded>, cluster: Option<ClusterSource>) -> Done {
    if let Some(folder) = args.tables.tables.as_ref().filter(|folder| !folder.is_dir()) {
        return Err(Failure::Input(format!(
            "no folder `{}`: expected one that `ply solve` has made",
            folder.display()
        )));
    }
    let place = recorded.as_ref().map_or_else(String::new, |recorded| format!("#match=1&game={}", recorded.game));
    let records = recorded.map(|recorded| (recorded.title, recorded.records));
    let tables = args.tables.tables.clone();
    let options = Options { catalog: catalog.clone(), host: args.host, port: args.port, records, tables, cluster };
    let server = Server::bind(options)?;
    let url = server.url() + &place;
    say!("the board is at {url}");
    if let Some(outside) = server.url_outside() {
        invite(&(outside + &place), args.host);
    }
    anstream::eprintln!("Ctrl-C ends it");
    if args.open && !open(&url) {
        anstream::eprintln!("no browser could be opened: open {url} yourself");
    }
    Ok(server.run()?)
}

/// How other devices come to the board: a link, and on a terminal the same as a picture that they read.
fn invite(link: &str, host: IpAddr) {
    if host.is_unspecified() {
        anstream::eprintln!("others open {link}");
        anstream::eprintln!("(or put another name of this machine in place of that address)");
    }
    let drawn = columns().and_then(|columns| Some((columns, qr::lines(link)?)));
    if let Some((_, lines)) = drawn.filter(|(columns, lines)| lines[0].chars().count() <= *columns) {
        for line in lines {
            anstream::eprintln!("{CODE}{line}{CODE:#}");
        }
    }
}

/// Asks the system to open a page; whether it knows how.
fn open(url: &str) -> bool {
    let (program, first): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(first).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}
