//! Speed of the rules: generating, playing, keys and perft of each game.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plyground_benches::positions::middle_game;
use plyground_cachex::Cachex;
use plyground_game::perft::perft;
use plyground_game::{Class, Position};
use plyground_kalah::Kalah;
use plyground_khet::Khet;
use plyground_tigers::Tigers;

fn game<P: Position>(criterion: &mut Criterion, setup: &str, rules: &str, depth: u32) {
    let positions = middle_game::<P>(setup, rules);
    let moves: u64 = positions.iter().map(Position::count_moves).sum();
    let mut group = criterion.benchmark_group(P::NAME);
    group.warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1)).sample_size(20);

    group.throughput(Throughput::Elements(moves));
    for (name, class) in [("generate all", Class::All), ("generate noisy", Class::Noisy)] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let mut count = 0_u64;
                for pos in &positions {
                    let _ = pos.visit_moves(class, |mv| {
                        black_box(mv);
                        count += 1;
                        ControlFlow::<()>::Continue(())
                    });
                }
                count
            });
        });
    }
    group.bench_function("play", |bencher| {
        bencher.iter(|| {
            for pos in &positions {
                let _ = pos.visit_moves(Class::All, |mv| {
                    black_box(pos.after(mv));
                    ControlFlow::<()>::Continue(())
                });
            }
        });
    });
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("key", |bencher| {
        bencher.iter(|| positions.iter().fold(0, |sum: u64, pos| sum ^ black_box(pos).key()));
    });

    let start = P::new(&P::Setup::default(), &P::Rules::default());
    group.throughput(Throughput::Elements(perft(&start, depth).nodes));
    group.bench_function(format!("perft {depth}"), |bencher| bencher.iter(|| perft(black_box(&start), depth)));
    group.finish();
}

fn all(criterion: &mut Criterion) {
    game::<Khet>(criterion, "classic", "official", 3);
    game::<Kalah>(criterion, "6x4", "standard", 8);
    game::<Tigers>(criterion, "standard", "standard", 5);
    game::<Cachex>(criterion, "9", "standard", 3);
}

criterion_group!(benches, all);
criterion_main!(benches);
