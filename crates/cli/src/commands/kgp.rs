//! `ply kgp`: plays on a server of the Kalah Game Protocol.

use plyground_catalog::{Catalog, games::kalah};
use plyground_kgp::{KGP_RULES, KgpAgent};
use plyground_search::Limits;
use serde_json::json;

use crate::args::{JsonArgs, TimeArgs};
use crate::failure::{Done, Failure};
use crate::out::{print_json, print_line};
use crate::values::number;

/// The variable of the token: other users can read a command line.
const TOKEN: &str = "PLYGROUND_KGP_TOKEN";

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Default limit: the clock of the server, else 5 s per move.\n\nExamples:\n  ply kgp localhost\n  ply kgp kalah.kwarc.info:2671 --name me"
)]
pub(crate) struct Args {
    /// Server to join [default port: 2671]
    #[arg(value_name = "HOST[:PORT]")]
    server: String,
    /// Agent that plays
    #[arg(long, value_name = "SPEC", default_value = "best")]
    agent: String,
    #[command(flatten)]
    time: TimeArgs,
    /// Name that the server shows
    #[arg(long, value_name = "TEXT", default_value = "plyground")]
    name: String,
    /// Authors that the server shows
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    authors: String,
    /// Secret that identifies the player to the server [env: PLYGROUND_KGP_TOKEN]
    #[arg(long, value_name = "TEXT")]
    token: Option<String>,
    /// Attempts to reconnect after a lost connection, with growing pauses
    #[arg(long, value_name = "N", default_value_t = 0, allow_hyphen_values = true, value_parser = number::<0, 1_000>)]
    reconnect: u32,
    #[command(flatten)]
    json: JsonArgs,
}

pub(crate) fn run(args: &Args, _: &Catalog) -> Done {
    let kalah = kalah();
    let spec = kalah.agent_spec(&args.agent)?;
    let limits = Limits { time: args.time.time, ..Limits::NONE }.or(spec.limits());
    let mut agent = KgpAgent::new(kalah.player(&spec, None)?, limits);
    agent.reconnect = args.reconnect;
    agent.identity.name.clone_from(&args.name);
    agent.identity.authors.clone_from(&args.authors);
    agent.identity.description = format!("{spec}, Plyground {}", env!("CARGO_PKG_VERSION"));
    agent.identity.token = args.token.clone().or_else(|| std::env::var(TOKEN).ok()).unwrap_or_default();
    let end = agent.visit(&args.server).map_err(|error| Failure::Undone(error.to_string()))?;
    if args.json.json {
        print_json(&json!({
            "game": "kalah",
            "rules": KGP_RULES,
            "agent": spec.to_string(),
            "evaluation": spec.evaluation().or(spec.info().evaluation),
            "server": args.server,
            "name": args.name,
            "answered": end.answered,
            "goodbye": end.goodbye,
            "complaint": end.complaint,
        }));
        return Ok(());
    }
    let goodbye = if end.goodbye { "the server sent goodbye" } else { "the server closed the connection" };
    print_line!("{goodbye} after {} answered boards", end.answered);
    if let Some(complaint) = &end.complaint {
        print_line!("error from the server: {complaint}");
    }
    Ok(())
}
