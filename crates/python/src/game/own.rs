//! Games that are written in Python: `plyground.PythonGame`.
//!
//! A position is an object of the user's class together with everything that searches ask of it, which is looked up once when the
//! position is made. So only playing a move goes to Python; slow it is all the same. Two positions are equal when their texts are.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};

use plyground_catalog::{Catalog, Entry, EvaluationRow, GameRef};
use plyground_game::laws::{Laws, Violation, check};
use plyground_game::notation::{Fault, ParseMoveError, ParsePositionError, ParseRulesError, quote};
use plyground_game::zobrist::mix;
use plyground_game::{Class, Evaluate, Move, Outcome, Position, Rules, Score, SearchHints, Side, Slot, StandardSetup};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::game::{Form, Game};
use crate::raised;
use crate::text::plain;
use crate::watch::watched;

/// All actions of games in Python are below this.
const ACTIONS: usize = 4_096;
/// Games of a piece of a check.
const PIECE: u32 = 20;
/// Units of a score that make 1 of an evaluation.
const SCALE: u32 = 1_000;

/// A class of the user.
pub(crate) struct Written {
    /// Its own name, which rules are written as.
    pub(crate) name: String,
    pub(crate) class: Py<PyAny>,
    pub(crate) sides: [String; 2],
    pub(crate) actions: usize,
}

/// The classes that have been used, so that a name leads back to one.
static WRITTEN: Mutex<Vec<Arc<Written>>> = Mutex::new(Vec::new());

/// The rules of a game in Python: which class it is.
#[derive(Clone, Default)]
pub(crate) struct OwnRules(Option<Arc<Written>>);

impl OwnRules {
    fn name(&self) -> &str {
        self.0.as_ref().map_or("none", |written| &written.name)
    }
}

impl PartialEq for OwnRules {
    fn eq(&self, other: &OwnRules) -> bool {
        self.name() == other.name()
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

    fn from_str(text: &str) -> Result<OwnRules, ParseRulesError> {
        let written = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
        let found = written.iter().rev().find(|written| written.name == text);
        let fault = || Fault::whole(text, quote(text), "the name of a class that `plyground.own` has been given");
        found.map(|found| OwnRules(Some(Arc::clone(found)))).ok_or_else(|| fault().into())
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
    /// What an object of a class says of itself. What it raises is kept, and the game is over.
    fn of(rules: &OwnRules, made: impl FnOnce(Python<'_>, &Written) -> PyResult<Py<PyAny>>) -> Own {
        Own::try_of(rules, made).unwrap_or_else(|error| {
            raised::keep(error);
            Own::broken(rules)
        })
    }

    /// The same, with what it raises handed back.
    fn try_of(rules: &OwnRules, made: impl FnOnce(Python<'_>, &Written) -> PyResult<Py<PyAny>>) -> PyResult<Own> {
        let Some(written) = &rules.0 else { return Ok(Own::broken(rules)) };
        Python::attach(|py| {
            let object = made(py, written)?;
            Ok(Own(Arc::new(Seen::of(rules, written, object.bind(py))?)))
        })
    }

    /// A position that ends whatever goes on, because something has been raised.
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

    /// Calls a method of the object; what it raises is handed back.
    fn call<T: for<'py> FromPyObject<'py, 'py, Error = PyErr> + 'static>(
        &self,
        name: &str,
        argument: impl for<'py> IntoPyObject<'py>,
    ) -> PyResult<T> {
        Python::attach(|py| {
            let object = self.0.object.as_ref().ok_or_else(|| PyValueError::new_err("the game is broken"))?;
            object.bind(py).call_method1(name, (argument,))?.extract()
        })
    }
}

impl Seen {
    fn of(rules: &OwnRules, written: &Written, object: &Bound<'_, PyAny>) -> PyResult<Seen> {
        let wrong = |text: String| PyValueError::new_err(format!("{}: {text}", written.name));
        let text: String = object.str()?.extract()?;
        let returns: Option<(f64, f64)> = object.call_method0("returns")?.extract()?;
        let outcome = match returns {
            None => None,
            Some((first, second)) if first + second != 0.0 => {
                return Err(wrong(format!("returns() gave ({first}, {second}) at `{text}`, expected a sum of 0")));
            }
            Some((first, _)) if first > 0.0 => Some(Outcome::Win(Side::First)),
            Some((first, _)) if first < 0.0 => Some(Outcome::Win(Side::Second)),
            Some(_) => Some(Outcome::Draw),
        };
        let side = match object.call_method0("current_player")?.extract::<i64>()? {
            0 => Side::First,
            1 => Side::Second,
            // Nobody's turn in a finished game, as OpenSpiel has it.
            _ if outcome.is_some() => Side::First,
            player => return Err(wrong(format!("current_player() gave {player} at `{text}`, expected 0 or 1"))),
        };
        let mut moves = Vec::new();
        if outcome.is_none() {
            for action in object.call_method0("legal_actions")?.try_iter()? {
                let action: i64 = action?.extract()?;
                let slot = usize::try_from(action).ok().filter(|&action| action < written.actions).and_then(Slot::new);
                let most = written.actions - 1;
                let unknown = || wrong(format!("legal_actions() gave {action} at `{text}`, expected 0 to {most}"));
                moves.push(slot.ok_or_else(unknown)?);
            }
            if moves.is_empty() {
                return Err(wrong(format!(
                    "no legal action at `{text}`, and returns() gave None: expected one of them"
                )));
            }
        }
        let value = object.call_method0("evaluate")?.extract()?;
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

    fn new(_: &StandardSetup, rules: &OwnRules) -> Own {
        Own::of(rules, |py, written| written.class.call0(py))
    }

    fn parse(text: &str, rules: &OwnRules) -> Result<Own, ParsePositionError> {
        let mut fault = None;
        let own = Own::try_of(rules, |py, written| {
            let parsed = written.class.call_method1(py, "parse", (text,));
            // What cannot be read is a ValueError, and no fault of the class.
            if let Err(error) = &parsed
                && error.is_instance_of::<PyValueError>(py)
            {
                fault = Some(Fault::whole(text, quote(text), format!("a position: {}", error.value(py))));
            }
            parsed
        });
        match (fault, own) {
            (Some(fault), _) => Err(fault.into()),
            (None, Ok(own)) => Ok(own),
            (None, Err(error)) => {
                raised::keep(error);
                Ok(Own::broken(rules))
            }
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
        if class.wants(false) { self.0.moves.iter().copied().try_for_each(visit) } else { ControlFlow::Continue(()) }
    }

    fn play_unchecked(&mut self, mv: Self::Move) {
        let next = Own::of(&self.0.rules, |py, _| {
            let object = self.0.object.as_ref().ok_or_else(|| PyValueError::new_err("the game is broken"))?;
            let copy = py.import("copy")?.call_method1("deepcopy", (object,))?;
            copy.call_method1("apply_action", (mv.index(),))?;
            Ok(copy.unbind())
        });
        *self = next;
    }

    fn key(&self) -> u64 {
        // FNV-1a of the text, mixed: the same in every run.
        let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        mix(self.0.text.bytes().fold(0xcbf2_9ce4_8422_2325, hash))
    }

    fn parse_move(&self, text: &str) -> Result<Self::Move, ParseMoveError> {
        let action: PyResult<usize> = self.call("string_to_action", text);
        let fault = |why: String| ParseMoveError::from(Fault::whole(text, quote(text), format!("a move: {why}")));
        let action = action.map_err(|error| fault(error.to_string()))?;
        Slot::new(action).ok_or_else(|| fault(format!("an action below {ACTIONS}")))
    }

    fn move_text(&self, mv: Self::Move) -> String {
        self.call("action_to_string", mv.index()).unwrap_or_else(|error| {
            raised::keep(error);
            mv.index().to_string()
        })
    }
}

impl SearchHints for Own {}

/// What the class says of a position, for the first player.
#[derive(Clone)]
struct OwnEvaluation;

impl Evaluate<Own> for OwnEvaluation {
    type Path = ();

    fn scale(&self) -> u32 {
        SCALE
    }

    fn evaluate(&self, pos: &Own, (): &(), side: Side) -> Score {
        let value = ((pos.0.value * f64::from(SCALE)).round() as i32).clamp(-Score::EVAL_LIMIT, Score::EVAL_LIMIT);
        Score::new(if side == Side::First { value } else { -value })
    }
}

/// The class of a game as it is used: its name, its sides, its number of actions.
fn written(class: &Bound<'_, PyAny>) -> PyResult<Arc<Written>> {
    let name: String = class.getattr("name")?.extract()?;
    let (first, second): (String, String) = class.getattr("sides")?.extract()?;
    let actions: usize = class.getattr("num_distinct_actions")?.extract()?;
    if !(1..=ACTIONS).contains(&actions) {
        let text = format!("{name}: num_distinct_actions is {actions}, expected 1 to {ACTIONS}");
        return Err(PyValueError::new_err(text));
    }
    if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_') {
        return Err(PyValueError::new_err(format!("name={name:?}: expected letters and digits")));
    }
    let written = Arc::new(Written { name, class: class.clone().unbind(), sides: [first, second], actions });
    let mut all = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
    // A class that is written anew, as in a notebook, takes the place of the old one.
    all.retain(|other| other.name != written.name);
    all.push(Arc::clone(&written));
    Ok(written)
}

/// The game of a class that is derived from `plyground.PythonGame`.
#[pyfunction]
pub(crate) fn own(game_class: &Bound<'_, PyAny>) -> PyResult<Game> {
    let written = written(game_class)?;
    let row = EvaluationRow::new("own", "what the class says", OwnEvaluation).lead(1.0);
    let entry = Entry::<Own>::new("a game that is written in Python").setups(["standard"]).evaluation(row);
    let game: GameRef = Arc::clone(&Catalog::empty().with(entry).games()[0]);
    let name = written.name.clone();
    let form = Form { own: Some(written), ..Form::new(game, None, Some(name)) };
    form.game.state(&form.start(None, "")).map_err(|error| PyValueError::new_err(error.to_string()))?;
    raised::check()?;
    Ok(Game { form: Arc::new(form) })
}

/// Checks the laws of a game by random play: how much was looked at. A law that is broken is a `ValueError` with the shortest game
/// that breaks it.
#[pyfunction]
#[pyo3(signature = (game_class, games=20, max_plies=100, seed=1))]
pub(crate) fn check_laws<'py>(
    py: Python<'py>,
    game_class: &Bound<'py, PyAny>,
    games: u32,
    max_plies: usize,
    seed: u64,
) -> PyResult<Bound<'py, PyDict>> {
    let rules = OwnRules(Some(written(game_class)?));
    let start = Own::new(&StandardSetup, &rules);
    raised::check()?;
    let start = [(start, rules)];
    let stop = plyground_search::StopFlag::default();
    // In pieces, so that Ctrl-C is heard between them.
    let work = |_: &_| {
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
    let (counted, trouble) = watched(py, &stop, |()| Ok(()), work)?;
    if let Some(error) = trouble {
        return Err(error);
    }
    let counted = counted.map_err(|violation| PyValueError::new_err(violation.to_string()))?;
    let dict = PyDict::new(py);
    for (name, count) in ["positions", "moves", "finished", "keys"].into_iter().zip(counted) {
        dict.set_item(name, plain(py, &count)?)?;
    }
    Ok(dict)
}
