//! Speed of evaluations per position, and of the two searches for Cachex's cost to win.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plyground_benches::positions::middle_game;
use plyground_cachex::Cachex;
use plyground_eval::{cachex, kalah, khet, tigers};
use plyground_game::{Evaluate, Position, Side};
use plyground_kalah::Kalah;
use plyground_khet::Khet;
use plyground_reports::{cachex as cachex_report, khet as khet_report, tigers as tigers_report};
use plyground_tigers::Tigers;

/// Times `work` on 64 positions of a random game. Results are per position.
fn each<P: Position, T>(criterion: &mut Criterion, setup: &str, rules: &str, name: &str, work: impl Fn(&P) -> T) {
    let positions = middle_game::<P>(setup, rules);
    let mut group = criterion.benchmark_group(format!("eval {} {setup}", P::NAME));
    group.warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1)).sample_size(20);
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            for pos in &positions {
                black_box(work(black_box(pos)));
            }
        });
    });
    group.finish();
}

/// Times an evaluation.
fn value<E: Evaluate<P>, P: Position>(criterion: &mut Criterion, setup: &str, rules: &str, name: &str, evaluation: &E) {
    each::<P, _>(criterion, setup, rules, name, |pos| {
        evaluation.evaluate(pos, &evaluation.start(pos), pos.side_to_move())
    });
}

fn costs_to_win(criterion: &mut Criterion) {
    for size in ["5", "9", "15"] {
        each::<Cachex, _>(criterion, size, "standard", "both costs, A*", |pos| {
            Side::ALL.map(|side| cachex::astar_cost(pos, side))
        });
        each::<Cachex, _>(criterion, size, "standard", "both costs, flood", cachex::flood_costs);
    }
}

fn values(criterion: &mut Criterion) {
    value::<_, Khet>(criterion, "classic", "official", "material", &khet::Material);
    value::<_, Khet>(criterion, "classic", "official", "report", &khet_report::Evaluation::default());
    value::<_, Khet>(criterion, "classic", "official", "strong", &khet::Strong::default());
    value::<_, Kalah>(criterion, "6x4", "standard", "store difference", &kalah::StoreDifference::default());
    value::<_, Kalah>(criterion, "6x4", "standard", "strong", &kalah::Strong::default());
    value::<_, Tigers>(criterion, "standard", "standard", "report", &tigers_report::Evaluation::default());
    value::<_, Tigers>(criterion, "standard", "standard", "strong", &tigers::Strong::default());
    value::<_, Cachex>(criterion, "9", "standard", "six features", &cachex_report::SixFeature::default());
    value::<_, Cachex>(criterion, "9", "standard", "strong", &cachex::Strong::default());
    value::<_, Cachex>(criterion, "9", "standard", "full", &cachex::Full::default());
}

/// Times the two features that the Khet report dropped because of their cost, for one side.
fn dropped_features(criterion: &mut Criterion) {
    let (setup, rules) = ("classic", "official");
    each::<Khet, _>(criterion, setup, rules, "beam distance", |pos| khet_report::beam_distance(pos, Side::First));
    each::<Khet, _>(criterion, setup, rules, "capture steps", |pos| khet_report::capture_steps(pos, Side::First));
}

criterion_group!(benches, costs_to_win, values, dropped_features);
criterion_main!(benches);
