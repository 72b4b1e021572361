//! Writes the seed corpora where libFuzzer looks for them: a folder a target, a file a seed.
//!
//! `cargo run -p plyground-bodies --example seeds -- fuzz/corpus`

use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let corpus = env::args().nth(1).ok_or("expected the folder of the corpora, such as fuzz/corpus")?;
    for target in plyground_bodies::TARGETS {
        let folder = Path::new(&corpus).join(target.name);
        fs::create_dir_all(&folder)?;
        for (number, seed) in target.seeds().iter().enumerate() {
            fs::write(folder.join(format!("seed-{number:03}")), seed)?;
        }
    }
    Ok(())
}
