//! Runs a target on the input in a file, without libFuzzer: to see a failure again, with any toolchain or debugger.
//!
//! `cargo run -p plyground-bodies --example replay -- khet_move fuzz/artifacts/khet_move/crash-0123`

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

use std::{env, fs};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = env::args().skip(1);
    let (Some(name), Some(file)) = (arguments.next(), arguments.next()) else {
        return Err("expected the name of a target, and a file".into());
    };
    let target = plyground_bodies::find(&name).ok_or_else(|| {
        let names: Vec<_> = plyground_bodies::TARGETS.iter().map(|target| target.name).collect();
        format!("unknown target `{name}`: expected one of {}", names.join(", "))
    })?;
    let input = fs::read(file)?;
    println!("{name}: {}", input.escape_ascii());
    (target.body)(&input);
    println!("nothing is wrong with it");
    Ok(())
}
