//! `ply` with an additional game.

use std::process::ExitCode;

use plyground::Catalog;

fn main() -> ExitCode {
    plyground::main(Catalog::standard().with(connect_four::entry()))
}
