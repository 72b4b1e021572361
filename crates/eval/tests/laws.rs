//! The law suite of evaluations detects every evaluation that breaks a law, one law at a time.
#![allow(clippy::unwrap_used)]

use std::panic::{AssertUnwindSafe, catch_unwind};

use plyground_eval::{Bounds, FeatureInfo, Features, Linear, WeightError, WeightFile, Weighted, laws, tigers};
use plyground_game::{Evaluate, Parameter, Position, Score, Side, Term, Tunable, TuneError};
use plyground_kalah::{Kalah, KalahRules};
use plyground_tigers::{Tigers, TigersRules};

/// Returns the message of a broken law.
fn fault_of(breaks: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(breaks)).expect_err("no law is broken");
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned())).unwrap()
}

fn positions() -> Vec<Tigers> {
    laws::positions(&[Default::default()], &[TigersRules::default()])
}

#[test]
fn each_set_up_is_played_by_all_rules() {
    let setups = ["1x1", "2x1", "3x1", "4x1"].map(|text| text.parse().unwrap());
    let rules = [KalahRules::default(), "standard,capture=none".parse().unwrap()];
    let played = laws::positions::<Kalah>(&setups, &rules);
    for setup in &setups {
        for rules in &rules {
            let start = Kalah::new(setup, rules);
            assert!(played.contains(&start), "{start}");
        }
    }
}

/// The strong evaluation with a defect that breaks a law of positions.
struct Wrong<'a> {
    right: &'a tigers::Strong,
    value: fn(&Tigers, Side, i32) -> i32,
    /// Added to the explanation.
    more: f64,
}

impl Evaluate<Tigers> for Wrong<'_> {
    type Path = ();

    fn evaluate(&self, pos: &Tigers, (): &(), side: Side) -> Score {
        let value = self.right.evaluate(pos, &(), side).value();
        Score::new((self.value)(pos, side, value))
    }

    fn explain(&self, pos: &Tigers, (): &(), side: Side) -> Vec<Term> {
        let value = f64::from(self.evaluate(pos, &(), side).value());
        vec![Term { name: "all", value, weight: 1.0, power: 1.0, term: value + self.more }]
    }
}

#[test]
fn values_that_break_a_law_are_reported() {
    let (right, positions) = (tigers::Strong::default(), positions());
    let check = |value, more, antisymmetric| {
        laws::check(&Wrong { right: &right, value, more }, &positions, antisymmetric);
    };
    check(|_, _, value| value, 0.0, true);
    check(|_, _, value| value + 1, 0.4, false);
    assert!(fault_of(|| check(|_, _, _| Score::EVAL_LIMIT, 0.0, false)).contains(" of "), "as much as a win");
    assert!(fault_of(|| check(|_, _, value| value.abs(), 0.0, true)).starts_with("T.."), "no message but the position");
    assert!(fault_of(|| check(|pos, _, _| i32::from(pos.to_string().starts_with("TG")), 0.0, false)).contains("under"));
    assert!(fault_of(|| check(|_, _, value| value, 0.6, true)).contains("term"));
    assert!(fault_of(|| check(|_, _, value| value, 0.0, false)).contains("antisymmetric"));
    assert!(fault_of(|| check(|_, _, _| 0, 0.0, true)).contains("always 0"));
}

#[test]
fn terms_of_hundredths_add_up() {
    let mut evaluation = tigers::Strong::default();
    let values: Vec<f64> = evaluation.values().iter().map(|value| value + 0.25).collect();
    evaluation.set_values(&values).unwrap();
    assert_eq!(Evaluate::scale(&evaluation), 100);
    laws::check(&evaluation, &positions(), true);
}

/// Captured goats, as one feature or as two of the same name, with selectable range and bounds.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Taken<const MOST: i32, const TWINS: bool, const WEIGHT: i32>;

impl<const MOST: i32, const TWINS: bool, const WEIGHT: i32> Features for Taken<MOST, TWINS, WEIGHT> {
    type Game = Tigers;
    type Values = [i32; 2];

    const NAME: &'static str = "taken";
    const INFO: &'static [FeatureInfo] = &{
        let about = "goats taken, for the tigers";
        let bounds = Bounds::new(0.0, WEIGHT as f64, 5.0);
        let other = if TWINS { "taken" } else { "other" };
        let taken = FeatureInfo::new("taken", about, "goats", (-MOST, MOST), bounds);
        [
            taken.to_power("taken.power", Bounds::new(0.0, 4.0, 0.2)),
            FeatureInfo::new(other, about, "goats", (-15, 15), Bounds::new(-3.0, 3.0, 1.0)),
        ]
    };
    const DEFAULTS: &'static str = "game = \"tigers\"\nevaluation = \"taken\"\nversion = 1\n\
        [taken]\nweight = 10\npower = 0.5\n[other]\nweight = 1\n";

    fn measure(pos: &Tigers, side: Side) -> [i32; 2] {
        let taken = i32::from(pos.captured());
        [if side == Side::Second { taken } else { -taken }; 2]
    }
}

/// 100 x WEIGHT x 15^4 is below the limit of evaluations up to a weight of 197.
type Good = Linear<Taken<15, false, 197>>;

#[test]
fn features_that_break_a_law_are_reported() {
    let positions = positions();
    laws::check_features::<Taken<15, false, 197>>(&positions);
    assert!(fault_of(|| laws::check_features::<Taken<0, false, 100>>(&positions)).starts_with("taken is "));
    assert!(fault_of(|| laws::check_features::<Taken<15, true, 100>>(&positions)).contains("stands twice"));
    assert!(fault_of(|| laws::check_features::<Taken<15, false, 198>>(&positions)).contains("taken can reach"));
}

#[test]
fn powers_keep_the_laws() {
    let mut powered = Good::default();
    laws::check(&powered, &positions(), true);
    laws::check_weights(&powered);
    assert_eq!(Evaluate::scale(&powered), 100);
    powered.set_values(&[7.0, 2.0, 0.0]).unwrap();
    assert_eq!(Evaluate::scale(&powered), 1);
    laws::check(&powered, &positions(), true);
    let pos = Tigers::parse("T..TT.......G.......... 10 t", &TigersRules::default()).unwrap();
    assert_eq!(powered.evaluate(&pos, &(), Side::First).value(), -7 * 16);
}

/// A defect of parameters and files.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Fault {
    None,
    /// The parameters do not match the values.
    Parameters,
    /// A default is out of its bounds.
    Default,
    /// A step is 0.
    Step,
    /// New values are ignored.
    Deaf,
    /// Any values are accepted.
    Open,
    /// Files are written with the defaults.
    Forgets,
}

#[derive(Clone, Debug)]
struct Faulty(Good, Fault);

impl PartialEq for Faulty {
    fn eq(&self, other: &Faulty) -> bool {
        self.0 == other.0
    }
}

impl Tunable for Faulty {
    fn parameters(&self) -> Vec<Parameter> {
        let mut parameters = self.0.parameters();
        match self.1 {
            Fault::Parameters => _ = parameters.pop(),
            Fault::Default => parameters[0].default = 1000.0,
            Fault::Step => parameters[0].step = 0.0,
            _ => {}
        }
        parameters
    }

    fn values(&self) -> Vec<f64> {
        self.0.values()
    }

    fn set_values(&mut self, values: &[f64]) -> Result<(), TuneError> {
        match self.1 {
            Fault::Deaf => self.0.check(values),
            Fault::Open => {
                _ = self.0.set_values(values);
                Ok(())
            }
            _ => self.0.set_values(values),
        }
    }
}

impl Weighted for Faulty {
    const GAME: &'static str = Good::GAME;
    const NAME: &'static str = Good::NAME;
    const FEATURES: &'static [FeatureInfo] = Good::FEATURES;
    const DEFAULTS: &'static str = Good::DEFAULTS;

    fn from_weights(file: &WeightFile) -> Result<Faulty, WeightError> {
        Good::from_weights(file).map(|good| Faulty(good, Fault::None))
    }

    fn to_weights(&self) -> WeightFile {
        if self.1 == Fault::Forgets { Good::default() } else { self.0.clone() }.to_weights()
    }
}

#[test]
fn numbers_that_break_a_law_are_reported() {
    let check = |fault| laws::check_weights(&Faulty(Good::default(), fault));
    check(Fault::None);
    for (fault, words) in [
        (Fault::Parameters, "left == right"),
        (Fault::Default, "Parameter"),
        (Fault::Step, "step"),
        (Fault::Deaf, "left == right"),
        (Fault::Open, "taken is"),
        (Fault::Forgets, "left == right"),
    ] {
        let fault_of = fault_of(|| check(fault));
        assert!(fault_of.contains(words), "{fault:?}: {fault_of}");
    }
}

#[test]
fn files_say_where_their_weights_come_from() {
    assert!(laws::check_file::<tigers::Strong>("game").is_err());
    assert!(
        fault_of(|| _ = laws::check_file::<Good>(Good::DEFAULTS))
            .contains("does not state where its weights come from")
    );
    let other = format!("{}[provenance]\nfrom = \"hand\"\n", Good::DEFAULTS);
    laws::check_file::<Good>(&other).unwrap();
    assert!(laws::check_file::<tigers::Strong>(&other).is_err(), "weights of another evaluation");
}

#[test]
fn a_power_of_one_is_a_product() {
    let mut powered = Good::default();
    for weight in [7.0, 7.25] {
        powered.set_values(&[weight, 1.0, 0.0]).unwrap();
        for (pos, side) in positions().iter().flat_map(|pos| Side::ALL.map(|side| (pos, side))) {
            let term = &powered.explain(pos, &(), side)[0];
            assert_eq!(term.term, weight * term.value, "{pos}");
        }
    }
}
