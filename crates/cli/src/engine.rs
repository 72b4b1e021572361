//! `ply engine`: the text protocol on standard input and output.

use std::io::{stdin, stdout};

use crate::Failure;
use crate::args::EngineArgs;

pub(crate) fn run(args: &EngineArgs) -> Result<(), Failure> {
    Ok(plyground_catalog::serve_engine(args.game, &args.agent, stdin().lock(), stdout())?)
}
