//! `ply chunk`: one chunk of a run, for any program that distributes chunks.

use std::io::{Read, stdin};
use std::thread;

use plyground_arena::{ChunkHead, ChunkText, GAME_STACK};
use plyground_catalog::{Catalog, ChunkSpec};
use plyground_game::notation::without_mark;

use crate::failure::{Done, Failure};
use crate::out::write_data;
use crate::values::large;
use crate::watch::Watch;

/// Size limit of a spec in bytes; a spec has its book of openings.
const LARGEST: u64 = 64 << 20;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "`ply chunk` reads the spec of a run from standard input; `ply match --spec` and `ply tournament --spec` print it. With limits of nodes or depth, the games are the same on every machine, byte for byte.\n\nExamples:\n  ply chunk --first 20 --pairs 10"
)]
pub(crate) struct Args {
    /// First game pair, from 0 [default: as in the spec]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = large)]
    first: Option<u64>,
    /// Number of game pairs [default: as in the spec]
    #[arg(long, value_name = "K", allow_hyphen_values = true, value_parser = large)]
    pairs: Option<u64>,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    let mut text = String::new();
    let read = stdin().lock().take(LARGEST + 1).read_to_string(&mut text);
    read.map_err(|error| Failure::Input(format!("standard input: {error}: expected the spec of a run")))?;
    if text.len() as u64 > LARGEST {
        return Err(Failure::Input(format!(
            "standard input has more than {LARGEST} bytes: expected the spec of a run"
        )));
    }
    let chunk: ChunkSpec = serde_json::from_str(without_mark(&text))
        .map_err(|error| Failure::Input(format!("standard input is not the spec of a run: {error}")))?;
    let open = catalog.game(&chunk.run.game)?.open_run(&chunk.run)?;
    let (first, pairs) = (args.first.unwrap_or(chunk.first), args.pairs.unwrap_or(chunk.pairs));
    let all = open.games() / 2;
    if first.checked_add(pairs).is_none_or(|end| end > all) {
        return Err(Failure::Input(format!(
            "pairs {first} to {first}+{pairs} of a run of {all}: expected pairs below {all}"
        )));
    }
    let watch = Watch::bar("{bar:20} {pos}/{len} games  {left}", true);
    let head = ChunkHead::new(open.id(), first, pairs);
    thread::scope(|scope| {
        let play = || {
            let mut player = open.player();
            let mut out = ChunkText::begin(&head);
            for number in head.games() {
                write_data(&out.take());
                let record = player.play(number, watch.stop(), &|_| {});
                let Some(record) = record else {
                    return Err(Failure::Stopped("interrupted; a chunk without its last line does not count".into()));
                };
                if record.termination == plyground_arena::Termination::NotStarted && !chunk.run.recover {
                    return Err(Failure::Undone(format!("game {}: {}", number + 1, record.cause)));
                }
                out.add(&record);
                watch.show(number + 1 - head.games().start, 2 * pairs);
            }
            write_data(&out.end());
            Ok(())
        };
        let builder = thread::Builder::new().name("games".into()).stack_size(GAME_STACK);
        let thread = builder.spawn_scoped(scope, play)?;
        thread.join().unwrap_or_else(|_| Err(Failure::Undone("an agent panicked".into())))
    })
}
