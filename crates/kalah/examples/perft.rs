use plyground_game::{Position, perft::perft};
use plyground_kalah::*;
fn main() {
    let p = Kalah::new(&KalahSetup::default(), &KalahRules::default());
    let t = std::time::Instant::now();
    let d = std::env::args().nth(1).map_or(10, |d| d.parse().unwrap());
    let r = perft(&p, d);
    let s = t.elapsed().as_secs_f64();
    println!("{r:?} {s:.3}s {:.1}M/s", r.nodes as f64 / s / 1e6);
}
