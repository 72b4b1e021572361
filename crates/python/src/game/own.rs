//! Games written in Python: `plyground.PythonGame`.
//!
//! A position is an object of the user's class with everything that searches query, which is looked up once when the position is
//! created. Only playing a move calls Python, which is still slow. Positions are equal if their texts are.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::Arc;

use plyground_catalog::{Catalog, Entry, EvaluationRow, GameRef};
use plyground_game::laws::{Laws, Violation, check};
use plyground_game::notation::{Fault, ParseMoveError, ParsePositionError, ParseRulesError, quote};
use plyground_game::zobrist::mix;
use plyground_game::{
    Class, Evaluate, GameFacts, Move, Observe, Outcome, Position, Rules, Score, SearchHints, Side, Slot, StandardSetup,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::argument::{self, shown};
use crate::call::{self, Call};
use crate::game::state::State;
use crate::game::{CATALOG, Form, Game};
use crate::text::{interned, plain};
use crate::watch::watched;
use crate::written::Written;

/// Maximum number of actions of a game in Python.
const ACTIONS: usize = 4_096;
/// Games per part of a check.
const PIECE: u32 = 20;
/// Units of a score per unit of an evaluation.
const SCALE: u32 = 1_000;
/// Largest absolute value in an observation, as of other games: learners need a bound.
const LARGEST_OBSERVED: f32 = 65_535.0;
/// Largest absolute value of an evaluation in Python, which a score can hold.
pub(crate) const LARGEST_VALUE: f64 = (Score::EVAL_LIMIT as u32 / SCALE) as f64;

/// Rules of a game in Python, which name its class.
#[derive(Clone, Default)]
pub(crate) struct OwnRules(Option<Arc<Written>>);

impl OwnRules {
    fn name(&self) -> &str {
        self.0.as_ref().map_or("none", |written| written.name)
    }
}

impl PartialEq for OwnRules {
    fn eq(&self, other: &OwnRules) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(other)) => one.is(other),
            (None, None) => true,
            _ => false,
        }
    }
}

impl Eq for OwnRules {}

impl fmt::Debug for OwnRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for OwnRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for OwnRules {
    type Err = ParseRulesError;

    /// Reads the name of the class of the current call's game. The name alone does not identify a class.
    fn from_str(text: &str) -> Result<OwnRules, ParseRulesError> {
        let call = Call::current();
        let own = call.as_ref().and_then(|call| call.own());
        let fault = || {
            let expected = own.map_or_else(|| "the name of a class".to_owned(), |own| quote(own.name));
            Fault::whole(text, quote(text), expected)
        };
        own.filter(|own| own.name == text).map(|own| OwnRules(Some(Arc::clone(own)))).ok_or_else(|| fault().into())
    }
}

impl Rules for OwnRules {}

/// A position of a game in Python.
#[derive(Clone)]
pub(crate) struct Own(Arc<Seen>);

struct Seen {
    rules: OwnRules,
    object: Option<Py<PyAny>>,
    text: String,
    side: Side,
    outcome: Option<Outcome>,
    moves: Vec<Slot<ACTIONS>>,
    value: f64,
}

impl Own {
    /// Queries an object for everything that a position stores. An exception is stored in the call, and the game is over.
    fn of(rules: &OwnRules, made: impl FnOnce(Python<'_>, &Written) -> PyResult<Py<PyAny>>) -> Own {
        let Some(written) = &rules.0 else { return Own::broken(rules) };
        let seen = call::run(|py| {
            let object = made(py, written)?;
            Seen::of(rules, written, object.bind(py))
        });
        seen.map_or_else(|| Own::broken(rules), |seen| Own(Arc::new(seen)))
    }

    /// Returns a finished position, which ends the current work after an exception.
    fn broken(rules: &OwnRules) -> Own {
        Own(Arc::new(Seen {
            rules: rules.clone(),
            object: None,
            text: "broken".into(),
            side: Side::First,
            outcome: Some(Outcome::Draw),
            moves: Vec::new(),
            value: 0.0,
        }))
    }

    /// Returns the class; `None` for a position of no class.
    fn written(&self) -> Option<&Written> {
        self.0.rules.0.as_deref()
    }

    /// Returns the object of the class.
    fn object(&self) -> PyResult<&Py<PyAny>> {
        self.0.object.as_ref().ok_or_else(|| PyValueError::new_err("the game is broken"))
    }
}

impl Seen {
    fn of(rules: &OwnRules, written: &Written, object: &Bound<'_, PyAny>) -> PyResult<Seen> {
        let wrong = |text: String| PyValueError::new_err(format!("{}: {text}", written.name));
        let text: String = object.str()?.extract()?;
        let answer = |method: &str| object.call_method0(method);
        let unreadable = |method: &str, found: &Bound<'_, PyAny>, expected: &str| {
            wrong(format!("{method}() gave {} at `{text}`, expected {expected}", shown(found)))
        };
        let returns = answer("returns")?;
        let returns: Option<(f64, f64)> =
            returns.extract().map_err(|_| unreadable("returns", &returns, "None or a tuple of two numbers"))?;
        let outcome = match returns {
            None => None,
            Some((1.0, -1.0)) => Some(Outcome::Win(Side::First)),
            Some((-1.0, 1.0)) => Some(Outcome::Win(Side::Second)),
            Some((0.0, 0.0)) => Some(Outcome::Draw),
            Some((first, second)) => {
                let expected = "expected (1, -1), (-1, 1) or (0, 0)";
                return Err(wrong(format!("returns() gave ({first}, {second}) at `{text}`, {expected}")));
            }
        };
        let player = answer("current_player")?;
        let side = match player.extract::<i64>() {
            Ok(0) => Side::First,
            Ok(1) => Side::Second,
            // A finished game has no player to move, as in OpenSpiel.
            _ if outcome.is_some() => Side::First,
            _ => return Err(unreadable("current_player", &player, "0 or 1")),
        };
        let mut moves = Vec::new();
        if outcome.is_none() {
            // An iterator without end repeats an action sooner or later.
            let mut is_known = vec![false; written.actions];
            for action in answer("legal_actions")?.try_iter()? {
                let action = action?;
                let slot = action.extract().ok().filter(|&action| action < written.actions).and_then(Slot::new);
                let most = format!("0 to {}", written.actions - 1);
                let slot = slot.ok_or_else(|| unreadable("legal_actions", &action, &most))?;
                if std::mem::replace(&mut is_known[slot.index()], true) {
                    return Err(unreadable("legal_actions", &action, "each action once"));
                }
                moves.push(slot);
            }
            if moves.is_empty() {
                return Err(wrong(format!(
                    "no legal action at `{text}`, and returns() gave None: expected one of them"
                )));
            }
        }
        let found = answer("evaluate")?;
        let value = found.extract().ok().filter(|value: &f64| value.abs() <= LARGEST_VALUE);
        let value = value.ok_or_else(|| unreadable("evaluate", &found, "a number from -1,000,000 to 1,000,000"))?;
        Ok(Seen { rules: rules.clone(), object: Some(object.clone().unbind()), text, side, outcome, moves, value })
    }
}

impl PartialEq for Own {
    fn eq(&self, other: &Own) -> bool {
        self.0.text == other.0.text && self.0.rules == other.0.rules
    }
}

impl Eq for Own {}

impl Hash for Own {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.text.hash(state);
    }
}

impl fmt::Debug for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text)
    }
}

impl fmt::Display for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text)
    }
}

impl Position for Own {
    type Move = Slot<ACTIONS>;
    type Setup = StandardSetup;
    type Rules = OwnRules;

    const NAME: &'static str = "python";
    const SIDES: [&'static str; 2] = ["first", "second"];
    const HAS_HISTORY: bool = false;

    fn game_facts(&self) -> GameFacts {
        let of_type = GameFacts { name: Own::NAME, sides: Own::SIDES, actions: ACTIONS };
        self.written().map_or(of_type, Written::facts)
    }

    fn new(_: &StandardSetup, rules: &OwnRules) -> Own {
        Own::of(rules, |py, written| match &written.start {
            Some(text) => written.class.call_method1(py, "parse", (text,)),
            None => written.class.call0(py),
        })
    }

    fn parse(text: &str, rules: &OwnRules) -> Result<Own, ParsePositionError> {
        let Some(written) = &rules.0 else { return Ok(Own::broken(rules)) };
        let parsed = call::run(|py| match written.class.call_method1(py, "parse", (text,)) {
            Ok(object) => Seen::of(rules, written, object.bind(py)).map(Ok),
            // A text that cannot be read is a `ValueError`, which is not a fault of the class.
            Err(error) if error.is_instance_of::<PyValueError>(py) => {
                Ok(Err(Fault::whole(text, quote(text), expected("a position", &error.value(py).to_string()))))
            }
            Err(error) => Err(error),
        });
        match parsed {
            Some(Ok(seen)) => Ok(Own(Arc::new(seen))),
            Some(Err(fault)) => Err(fault.into()),
            None => Ok(Own::broken(rules)),
        }
    }

    fn side_to_move(&self) -> Side {
        self.0.side
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome
    }

    fn outcome_reason(&self) -> Option<String> {
        self.0.outcome.map(|_| "by the rules of the game".into())
    }

    fn visit_moves<B>(&self, class: Class, visit: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B> {
        if class.includes(false) { self.0.moves.iter().copied().try_for_each(visit) } else { ControlFlow::Continue(()) }
    }

    fn play_unchecked(&mut self, mv: Self::Move) {
        let next = Own::of(&self.0.rules, |py, _| {
            let copy = py.import("copy")?.call_method1("deepcopy", (self.object()?,))?;
            copy.call_method1("apply_action", (mv.index(),))?;
            Ok(copy.unbind())
        });
        *self = next;
    }

    fn key(&self) -> u64 {
        // FNV-1a of the text, mixed: equal in every run.
        let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        mix(self.0.text.bytes().fold(0xcbf2_9ce4_8422_2325, hash))
    }

    fn parse_move(&self, text: &str) -> Result<Self::Move, ParseMoveError> {
        let fault = |why: String| ParseMoveError::from(Fault::whole(text, quote(text), expected("a move", &why)));
        let action = call::run(|py| match self.object()?.bind(py).call_method1("string_to_action", (text,)) {
            Ok(action) => {
                let found = action.extract().ok().filter(|&found| found < ACTIONS);
                Ok(found.ok_or_else(|| format!("string_to_action() gave {}, expected an action", shown(&action))))
            }
            Err(error) if error.is_instance_of::<PyValueError>(py) => Ok(Err(error.value(py).to_string())),
            Err(error) => Err(error),
        });
        let action: usize = action.unwrap_or_else(|| Err("the class raised an exception".into())).map_err(fault)?;
        Slot::new(action).ok_or_else(|| fault(format!("an action below {ACTIONS}")))
    }

    fn move_text(&self, mv: Self::Move) -> String {
        let text = call::run(|py| self.object()?.bind(py).call_method1("action_to_string", (mv.index(),))?.extract());
        text.unwrap_or_else(|| mv.index().to_string())
    }
}

impl SearchHints for Own {}

impl Observe for Own {
    const PLANES: &'static [&'static str] = &[];

    fn plane_shape(&self) -> [usize; 2] {
        let [_, rows, columns] = self.observation_shape();
        [rows, columns]
    }

    /// Writes zeros after an exception, which is stored in the call.
    fn observe(&self, side: Side, block: &mut [f32]) {
        block.fill(0.0);
        call::run(|py| {
            let object = self.object()?.bind(py);
            let found = object.call_method1("observation_tensor", (side.index(),))?;
            // A list is read faster than an array of NumPy or a tensor.
            let list = if found.hasattr("tolist")? { found.call_method0("tolist")? } else { found.clone() };
            let shape = self.observation_shape();
            if fill(&list, &shape, block).or_else(|| fill(&list, &[block.len()], block)).is_some() {
                return Ok(());
            }
            let (name, text, found) = (self.game_facts().name, &self.0.text, shown(&list));
            Err(PyValueError::new_err(format!(
                "{name}: observation_tensor() gave {found} at `{text}`, expected numbers from -65,535 to 65,535 in the shape {shape:?} or in one sequence"
            )))
        });
    }

    fn observation_shape(&self) -> [usize; 3] {
        self.written().and_then(|written| written.shape).unwrap_or_default()
    }
}

/// Returns what is expected instead of a text, by the message of an exception that may say so.
fn expected(what: &str, message: &str) -> String {
    message.strip_prefix("expected ").map_or_else(|| format!("{what}: {message}"), str::to_owned)
}

/// Copies nested sequences of a shape into a block. Returns `None` for another shape, and for what is no number in the range.
fn fill(found: &Bound<'_, PyAny>, shape: &[usize], block: &mut [f32]) -> Option<()> {
    let Some((&count, inner)) = shape.split_first() else {
        block[0] = found.extract().ok().filter(|number: &f32| number.abs() <= LARGEST_OBSERVED)?;
        return Some(());
    };
    let mut parts = block.chunks_exact_mut(block.len() / count);
    for item in found.try_iter().ok()? {
        fill(&item.ok()?, inner, parts.next()?)?;
    }
    parts.next().is_none().then_some(())
}

/// Evaluation by the class, for the first player.
#[derive(Clone)]
struct OwnEvaluation;

impl Evaluate<Own> for OwnEvaluation {
    type Path = ();

    fn scale(&self) -> u32 {
        SCALE
    }

    fn evaluate(&self, pos: &Own, (): &(), side: Side) -> Score {
        let value = (pos.0.value * f64::from(SCALE)).round() as i32;
        Score::new(if side == Side::First { value } else { -value })
    }
}

/// Reads the class of a game: its name, its sides, its number of actions and the shape of its observations.
fn written(class: &Bound<'_, PyAny>, start: Option<String>) -> PyResult<Arc<Written>> {
    let attribute = |name: &str| {
        class.getattr(name).map_err(|_| {
            let text =
                format!("{}: no `{name}`, expected a class derived from plyground.PythonGame with one", shown(class));
            PyTypeError::new_err(text)
        })
    };
    let name: String = attribute("name")?.extract()?;
    let (first, second): (String, String) = attribute("sides")?.extract()?;
    let wrong = |what: &str, found: &Bound<'_, PyAny>, expected: &str| {
        PyValueError::new_err(format!("{name}: {what} is {}, expected {expected}", shown(found)))
    };
    let (what, found) = ("num_distinct_actions", attribute("num_distinct_actions")?);
    let expected = format!("1 to {ACTIONS}");
    let actions: usize = argument::actions_of_class(&found).map_err(|_| wrong(what, &found, &expected))?;
    if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_') {
        return Err(PyValueError::new_err(format!("name={name:?}: expected letters and digits")));
    }
    // Its records would be read as those of the other game.
    if CATALOG.game(&name).is_ok() {
        let text = format!("name={name:?}: expected another name than those of the package's games");
        return Err(PyValueError::new_err(text));
    }
    let found = attribute("observation_shape")?;
    let shape: Option<[usize; 3]> = found
        .extract()
        .ok()
        .filter(|shape: &Option<[usize; 3]>| {
            shape.is_none_or(|shape| shape.iter().all(|length| (1..=4_096).contains(length)))
        })
        .ok_or_else(|| wrong("observation_shape", &found, "None or planes, rows and columns, each 1 to 4096"))?;
    let found = attribute("observation_planes")?;
    let planes: Option<Vec<String>> = found.extract().ok();
    let planes = planes.filter(|planes| planes.is_empty() || shape.is_some_and(|[count, ..]| count == planes.len()));
    let planes = planes.ok_or_else(|| wrong("observation_planes", &found, "a text for each plane, or none"))?;
    let sides = [first, second].map(|side| interned(&argument::name(&side)));
    let class = class.clone().unbind();
    Ok(Arc::new(Written { name: interned(&name), class, sides, actions, start, shape, planes }))
}

/// Makes the game of a class derived from `plyground.PythonGame`, whose games start at a position of the class.
#[pyfunction]
#[pyo3(signature = (game_class, start=None))]
pub(crate) fn own(game_class: &Bound<'_, PyAny>, start: Option<String>) -> PyResult<Game> {
    let written = written(game_class, start)?;
    let row = EvaluationRow::new("own", "what the class says", OwnEvaluation).lead(1.0);
    let entry = Entry::<Own>::new("a game that is written in Python").setups(["standard"]).evaluation(row);
    let entry = if written.shape.is_some() { entry.observation() } else { entry };
    let game: GameRef = Arc::clone(&Catalog::empty().with(entry.facts(written.facts())).games()[0]);
    let rules = Some(written.name.to_owned());
    let form = Arc::new(Form { own: Some(written), ..Form::new(game, None, rules) });
    // An object that cannot be a start fails here instead of later.
    let state = State::at(&form, None, "")?;
    if form.own.as_ref().is_some_and(|own| own.shape.is_some()) {
        state.observation_tensor(None)?;
    }
    Ok(Game { form })
}

/// Checks the laws of a game by random play and returns what was counted.
///
/// A broken law is a `ValueError` with the shortest game that breaks it.
#[pyfunction]
#[pyo3(signature = (game_class, games=20, max_plies=100, seed=1))]
pub(crate) fn check_laws<'py>(
    py: Python<'py>,
    game_class: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = argument::checked_games)] games: u32,
    #[pyo3(from_py_with = argument::checked_plies)] max_plies: usize,
    #[pyo3(from_py_with = argument::seed)] seed: u64,
) -> PyResult<Bound<'py, PyDict>> {
    let written = written(game_class, None)?;
    let rules = OwnRules(Some(Arc::clone(&written)));
    let start = Call::quick(&written, || Ok(Own::new(&StandardSetup, &rules)))?;
    let start = [(start, rules)];
    let call = Call::long(Some(&written));
    // In parts, so that Ctrl-C is handled between them.
    let stop = call.stop.clone();
    let work = move |_: &_| {
        let mut counted = [0; 4];
        for first in (0..games).step_by(PIECE as usize).take_while(|_| !stop.is_stopped()) {
            let seed = seed.wrapping_add(u64::from(first));
            let laws = Laws { seed, games: PIECE.min(games - first), max_plies, ..Laws::default() };
            let found = check(&start, &laws)?;
            for (sum, count) in counted.iter_mut().zip([found.positions, found.moves, found.finished, found.keys]) {
                *sum += count;
            }
        }
        Ok::<_, Violation>(counted)
    };
    let counted = watched(py, &call, |()| Ok(()), work)?;
    let counted = counted.map_err(|violation| PyValueError::new_err(violation.to_string()))?;
    if counted[2] == 0 {
        let text =
            format!("{}: no game ended within {max_plies} plies, expected an end, or a larger max_plies", written.name);
        return Err(PyValueError::new_err(text));
    }
    let dict = PyDict::new(py);
    for (name, count) in ["positions", "moves", "finished", "keys"].into_iter().zip(counted) {
        dict.set_item(name, plain(py, &count)?)?;
    }
    Ok(dict)
}
