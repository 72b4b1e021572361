//! Every method approaches the known minimum of test functions, with and without noise, and is repeatable for each
//! seed.

#![allow(clippy::unwrap_used)]

use plyground_optimize::{
    Annihill, AnnihillOptions, Axis, Budget, CmaEs, CmaEsOptions, EndOfRun, Generation, Genetic, GeneticOptions,
    Objective, Results, Space, Spsa, SpsaOptions, Tune, drive, rosenbrock, sphere,
};

/// Returns a space from -5 to 5, with a start far from the minimum.
fn space(dimensions: usize, start: f64, step: f64) -> Space {
    let axis = |number: usize| Axis::new(&format!("x{number}"), -5.0, 5.0, start * (-1_f64).powi(number as i32), step);
    Space::new((0..dimensions).map(axis).collect()).unwrap()
}

fn annihill(space: Space, kids: usize, generations: u32, pairs: u64, seed: u64) -> Box<dyn Tune> {
    // A slower decay for more steps: the final range is near a hundredth.
    let decay = 0.01_f64.powf(1.0 / f64::from(generations));
    let options =
        AnnihillOptions { kids, generations, pairs, decay, keep_incumbent: true, ..AnnihillOptions::default() };
    Box::new(Annihill::new(space, options, seed).unwrap())
}

fn genetic(space: Space, kids: usize, generations: u32, pairs: u64, seed: u64) -> Box<dyn Tune> {
    let decay = 0.01_f64.powf(1.0 / f64::from(generations));
    let options = GeneticOptions { kids, generations, pairs, decay, elite: 1, ..GeneticOptions::default() };
    Box::new(Genetic::new(space, options, seed).unwrap())
}

fn spsa(space: Space, iterations: u32, pairs: u64, seed: u64) -> Box<dyn Tune> {
    Box::new(Spsa::new(space, SpsaOptions { iterations, pairs, ..SpsaOptions::default() }, seed).unwrap())
}

fn cma_es(space: Space, generations: u32, pairs: u64, seed: u64) -> Box<dyn Tune> {
    let options = CmaEsOptions { generations, pairs, ..CmaEsOptions::default() };
    Box::new(CmaEs::new(space, options, seed).unwrap())
}

fn minimise(mut tuner: Box<dyn Tune>, function: fn(&[f64]) -> f64, noise: Option<f64>) -> f64 {
    let objective = Objective::new(function);
    let mut objective = if let Some(scale) = noise { objective.with_luck(scale, 11) } else { objective };
    let Ok(run) = drive(&mut *tuner, &mut objective, &Budget::default(), &mut |_| {});
    assert_eq!(run.cause, EndOfRun::Done);
    function(&tuner.best())
}

#[test]
fn the_sphere_is_easy() {
    // The value is 100 at the start in 4 dimensions.
    for seed in 1..=3 {
        for (name, tuner, most) in [
            ("annihill", annihill(space(4, 5.0, 1.0), 8, 60, 1, seed), 0.1),
            ("genetic", genetic(space(4, 5.0, 1.0), 12, 60, 1, seed), 0.3),
            ("spsa", spsa(space(4, 5.0, 0.3), 600, 1, seed), 0.3),
            ("cmaes", cma_es(space(4, 5.0, 1.0), 120, 1, seed), 1e-8),
        ] {
            let value = minimise(tuner, sphere, None);
            assert!(value < most, "{name}, seed {seed}: {value}");
        }
    }
}

#[test]
fn rosenbrock_is_walked_down() {
    // The value is about 4,000 at the start in 3 dimensions.
    for seed in 1..=3 {
        for (name, tuner, most) in [
            ("annihill", annihill(space(3, 2.0, 0.5), 10, 120, 1, seed), 3.0),
            ("genetic", genetic(space(3, 2.0, 0.5), 14, 120, 1, seed), 5.0),
            ("spsa", spsa(space(3, 2.0, 0.1), 3_000, 1, seed), 5.0),
            ("cmaes", cma_es(space(3, 2.0, 0.5), 300, 1, seed), 1e-8),
        ] {
            let value = minimise(tuner, rosenbrock, None);
            assert!(value < most, "{name}, seed {seed}: {value}");
        }
    }
}

#[test]
fn noise_slows_convergence() {
    // At distance 1, the better of two vectors wins 73 of 100 games.
    for seed in 1..=3 {
        for (name, tuner) in [
            ("annihill", annihill(space(3, 4.0, 1.0), 8, 60, 8, seed)),
            ("genetic", genetic(space(3, 4.0, 1.0), 12, 60, 4, seed)),
            ("spsa", spsa(space(3, 4.0, 0.5), 800, 4, seed)),
            ("cmaes", cma_es(space(3, 4.0, 0.7), 60, 4, seed)),
        ] {
            let value = minimise(tuner, sphere, Some(1.0));
            assert!(value < 1.5, "{name}, seed {seed}: {value} of 48");
        }
    }
}

#[test]
fn whole_numbers_stay_whole() {
    let whole = || {
        let axes = space(3, 4.0, 1.0).axes().iter().cloned().map(Axis::whole).collect();
        Space::new(axes).unwrap()
    };
    let target = |point: &[f64]| {
        assert!(point.iter().all(|value| value.fract() == 0.0 && value.abs() <= 5.0), "{point:?}");
        point.iter().map(|value| (value - 2.3).powi(2)).sum()
    };
    for (name, tuner) in [
        ("annihill", annihill(whole(), 8, 40, 1, 1)),
        ("genetic", genetic(whole(), 12, 40, 1, 1)),
        ("spsa", spsa(whole(), 400, 1, 1)),
        ("cmaes", cma_es(whole(), 40, 1, 1)),
    ] {
        let value = minimise(tuner, target, None);
        assert!(value < 2.0, "{name}: {value}");
    }
}

#[test]
fn equal_seeds_give_equal_runs() {
    let history = |make: &dyn Fn(u64) -> Box<dyn Tune>, seed: u64| -> Vec<Generation> {
        let (mut tuner, mut log) = (make(seed), Vec::new());
        let mut objective = Objective::new(sphere).with_luck(3.0, 1);
        let Ok(_) = drive(&mut *tuner, &mut objective, &Budget::default(), &mut |one| log.push(one.clone()));
        log
    };
    let makers: [&dyn Fn(u64) -> Box<dyn Tune>; 4] = [
        &|seed| annihill(space(3, 4.0, 1.0), 4, 9, 1, seed),
        &|seed| genetic(space(3, 4.0, 1.0), 4, 9, 1, seed),
        &|seed| spsa(space(3, 4.0, 1.0), 9, 1, seed),
        &|seed| cma_es(space(3, 4.0, 1.0), 9, 1, seed),
    ];
    for make in makers {
        let log = history(make, 5);
        assert_eq!(log.len(), 9);
        assert_eq!(log, history(make, 5));
        assert_ne!(log, history(make, 6));
    }
}

#[test]
fn the_budgets_of_the_report_are_respected() {
    for (kids, generations) in [(3, 12), (4, 6)] {
        for mut tuner in [
            annihill(space(2, 1.0, 1.0), kids, generations, 1, 1),
            genetic(space(2, 1.0, 1.0), kids, generations, 1, 1),
        ] {
            let Ok(run) = drive(&mut *tuner, &mut Objective::new(sphere), &Budget::default(), &mut |_| {});
            assert_eq!((run.games, run.generations), (72, u64::from(generations)));
        }
    }
}

/// The report: at first neighbours and mutations may be far away, "as time goes on" ever closer. Its program uses 0.99,
/// times 0.8 each time.
#[test]
fn the_range_shrinks_by_a_fifth_each_step() {
    let makers: [Box<dyn Tune>; 2] = [
        Box::new(Annihill::new(space(2, 1.0, 1.0), AnnihillOptions::default(), 1).unwrap()),
        Box::new(Genetic::new(space(2, 1.0, 1.0), GeneticOptions::default(), 1).unwrap()),
    ];
    for mut tuner in makers {
        let mut ranges = Vec::new();
        let Ok(_) =
            drive(&mut *tuner, &mut Objective::new(sphere), &Budget::default(), &mut |one| ranges.push(one.range));
        assert_eq!(ranges[0], 1.0, "random vectors at first");
        let expected = (0..ranges.len() - 1).map(|step| 0.99 * 0.8_f64.powi(step as i32));
        assert!(
            ranges[1..].iter().zip(expected).all(|(range, expected)| (range - expected).abs() < 1e-12),
            "{ranges:?}"
        );
    }
}

/// The report: "From them it chooses the best", and of the neighbours it "picks the best". Here the third vector wins
/// each league.
#[test]
fn neighbours_lie_around_the_best_of_the_league_before() {
    let mut tuner = Annihill::new(space(3, 4.0, 1.0), AnnihillOptions::default(), 7).unwrap();
    let (mut centre, mut leagues) = (Vec::new(), 0);
    while let Some(league) = tuner.ask() {
        let range = 0.99 * 0.8_f64.powi(leagues - 1);
        for point in league.points.iter().filter(|_| leagues > 0) {
            // A number near 0 counts as large as its step.
            let near = |(value, centre): (&f64, &f64)| (value - centre).abs() <= range * centre.abs().max(1.0) + 1e-9;
            assert!(point.iter().zip(&centre).all(near), "{point:?} is not within {range} of {centre:?}");
        }
        let third = league.points[2].clone();
        let results = Results::decided_by(league, |one, other| (one == third).cmp(&(other == third)));
        tuner.update(&results);
        assert_eq!(tuner.best(), third);
        (centre, leagues) = (third, leagues + 1);
    }
    assert_eq!(leagues, 6);
}

#[test]
fn restarts_end_with_a_league_of_summits() {
    let options = AnnihillOptions { restarts: 3, from_start: true, ..AnnihillOptions::default() };
    let mut tuner = Annihill::new(space(2, 5.0, 1.0), options, 1).unwrap();
    assert_eq!(tuner.ask().unwrap().points[0], [5.0, -5.0], "the given start is one of the first");
    let mut sizes = Vec::new();
    let Ok(run) =
        drive(&mut tuner, &mut Objective::new(sphere), &Budget::default(), &mut |one| sizes.push(one.candidates.len()));
    assert_eq!(run.generations, 19);
    assert_eq!(sizes.last(), Some(&3));
}

#[test]
fn senseless_options_are_named() {
    let refused = |options| Annihill::new(space(2, 1.0, 1.0), options, 1).unwrap_err().to_string();
    assert_eq!(refused(AnnihillOptions { kids: 1, ..AnnihillOptions::default() }), "found 1 kids: expected 2 or more");
    assert_eq!(
        refused(AnnihillOptions { range: 1.5, ..AnnihillOptions::default() }),
        "the range is 1.5: expected a number from 0 to 1"
    );
    let elite = GeneticOptions { kids: 3, elite: 3, ..GeneticOptions::default() };
    assert_eq!(
        Genetic::new(space(2, 1.0, 1.0), elite, 1).unwrap_err().to_string(),
        "3 of 3 kids live on unchanged: expected fewer than all"
    );
    assert!(CmaEs::new(space(2, 1.0, 1.0), CmaEsOptions { kids: Some(3), ..CmaEsOptions::default() }, 1).is_err());
    assert!(Spsa::new(space(2, 1.0, 1.0), SpsaOptions { pairs: 0, ..SpsaOptions::default() }, 1).is_err());
}
