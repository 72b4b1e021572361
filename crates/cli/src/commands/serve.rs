//! `ply serve`, and the board of `ply replay --web`.

use std::net::{IpAddr, Ipv4Addr};
use std::process::{Command, Stdio};

use plyground_arena::Record;
use plyground_catalog::Catalog;
use plyground_web::{ClusterSource, Options, ServeError, Server};

use crate::args::{CLUSTER, LinkArgs, TablesArgs};
use crate::failure::{Done, Failure};
use crate::out::{columns, note, print_line};
use crate::qr::{self, CODE};
use crate::values::{host, port};

// Not in a group, because `ply replay` has further options beside these.
#[derive(clap::Args, Debug)]
#[group(skip)]
pub(crate) struct BoardArgs {
    /// Address to listen on; from other machines, only the printed link opens the board
    #[arg(long, value_name = "ADDR", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_parser = host)]
    host: IpAddr,
    /// Port to listen on; 0 for any free port
    #[arg(long, value_name = "N", default_value_t = 8080, allow_hyphen_values = true, value_parser = port)]
    port: u16,
    /// Open the board in a browser
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    tables: TablesArgs,
}

#[derive(clap::Args, Debug)]
#[command(
    mut_arg("token_file", |arg| arg.requires("cluster")),
    mut_arg("tls_ca", |arg| arg.requires("cluster")),
    after_help = "Examples:\n  ply serve --open\n  ply serve --port 0\n  ply serve --host 0.0.0.0\n  ply serve --cluster nats://127.0.0.1:4222"
)]
pub(crate) struct Args {
    #[command(flatten)]
    board: BoardArgs,
    /// Show the runs and workers of this NATS server, as `ply cluster status` does
    #[arg(long, value_name = "ADDRESS", help_heading = CLUSTER)]
    cluster: Option<String>,
    #[command(flatten)]
    link: LinkArgs,
}

/// Recorded games on the board.
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

/// Serves until Ctrl-C, the regular end.
pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    let cluster = args.cluster.as_ref().map(|address| crate::cluster::source(address, &args.link)).transpose()?;
    serve(&args.board, catalog, None, cluster)
}

/// Serves the board, recorded games or a cluster.
pub(super) fn serve(
    args: &BoardArgs,
    catalog: &Catalog,
    recorded: Option<Recorded>,
    cluster: Option<ClusterSource>,
) -> Done {
    let place = recorded.as_ref().map_or_else(String::new, |recorded| format!("#match=1&game={}", recorded.game));
    let records = recorded.map(|recorded| (recorded.title, recorded.records));
    let tables = args.tables.named()?;
    let options = Options {
        catalog: catalog.clone(),
        host: args.host,
        port: args.port,
        records,
        tables,
        cluster,
        notice: |line| note!("{line}"),
    };
    let server = Server::bind(options)?;
    let url = server.url() + &place;
    print_line!("the board is at {url}");
    if let Some(outside) = server.url_outside() {
        invite(&(outside + &place), args.host);
    }
    note!("Ctrl-C stops the server");
    if args.open && !open(&url) {
        note!("cannot open a browser: open {url} yourself");
    }
    server.run();
    Ok(())
}

/// Prints the link for other devices, and on a terminal its QR code.
fn invite(link: &str, host: IpAddr) {
    if host.is_unspecified() {
        note!("other devices open {link}");
        note!("(another name of this machine works in place of that address)");
    }
    let drawn = columns().and_then(|columns| Some((columns, qr::lines(link)?)));
    if let Some((_, lines)) = drawn.filter(|(columns, lines)| lines[0].chars().count() <= *columns) {
        for line in lines {
            note!("{CODE}{line}{CODE:#}");
        }
    }
}

/// Opens a page in a browser. Returns whether the system has a program for it.
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
