//! Agents as text: `NAME` or `NAME:key=value,key=value`.
//!
//! A spec belongs to an agent of an entry, whose row lists the keys. The entry therefore parses it.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use plyground_arena::engine::EngineCommand;
use plyground_game::notation::Fault;
use plyground_game::options::Options;
use plyground_search::{Limits, Order, PvsOptions, Unit, View};

use crate::external::MakePlayer;
use crate::external_evaluation::ExternalEvaluation;
use crate::keys::{Key, Setting};
use crate::levels::LEVELS;
use crate::suggestion::expected_name;

/// The description of an agent.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AgentInfo {
    /// Name in specs.
    pub name: &'static str,
    /// Description.
    pub about: &'static str,
    /// Its keys, in the order in which specs are written.
    pub keys: Vec<Key>,
    /// The only game that it plays; `None` for all.
    pub game: Option<&'static str>,
    /// Evaluation if its spec names none; `None` for the game's default.
    pub evaluation: Option<&'static str>,
    /// Whether it is an external program: a command line follows the colon instead of keys.
    pub is_command: bool,
    /// Whether it always answers with a legal move and observes its node limit. A record that violates this is refused.
    pub is_reliable: bool,
    /// Whether its scores are expected results from -1 to 1 with any evaluation. It needs no evaluation by default.
    pub has_expected_results: bool,
}

impl AgentInfo {
    /// Describes an external program or player.
    pub(crate) fn of_command(name: &'static str, about: &'static str) -> AgentInfo {
        AgentInfo { name, about, is_command: true, ..AgentInfo::default() }
    }

    /// Returns whether specs may set a key.
    #[must_use]
    pub fn takes(&self, key: &str) -> bool {
        self.keys.iter().any(|known| known.name == key)
    }
}

/// An agent with its settings.
///
/// ```
/// use plyground_catalog::Entry;
/// use plyground_kalah::Kalah;
///
/// let kalah = Entry::<Kalah>::new("sow seeds");
/// let spec = kalah.agent_spec("alphabeta:eval=margin,depth=8")?;
/// assert_eq!((spec.name(), spec.limits().depth), ("alphabeta", Some(8)));
/// assert_eq!(spec.to_string(), "alphabeta:depth=8,eval=margin");
///
/// let error = kalah.agent_spec("alphabeta:deph=8").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "cannot read agent `alphabeta:deph=8`: column 11: found `deph`, expected one of `depth`, `nodes`, `time`, \
///      `threads`, `eval`, `unit`, `view`, `noise`, `seed`; did you mean `depth`?"
/// );
/// # Ok::<(), plyground_catalog::CatalogError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AgentSpec {
    info: Arc<AgentInfo>,
    command: Option<String>,
    external: Option<MakePlayer>,
    evaluation: Option<ExternalEvaluation>,
    /// Settings in the order of the agent's keys.
    settings: Vec<(&'static str, Setting)>,
}

impl AgentSpec {
    /// Creates a spec without settings.
    pub(crate) fn new(info: Arc<AgentInfo>) -> AgentSpec {
        AgentSpec { info, command: None, external: None, evaluation: None, settings: Vec::new() }
    }

    /// Returns the spec of an external player with this name. It cannot be parsed from text.
    #[must_use]
    pub fn external(name: impl Into<String>, make: MakePlayer) -> AgentSpec {
        let info = AgentInfo::of_command("external", "a player of the calling program");
        AgentSpec { command: Some(name.into()), external: Some(make), ..AgentSpec::new(Arc::new(info)) }
    }

    /// Sets an external evaluation, if the agent has the key `eval`.
    #[must_use]
    pub fn with_evaluation(self, evaluation: ExternalEvaluation) -> AgentSpec {
        let evaluation = Some(evaluation).filter(|_| self.info.takes("eval"));
        AgentSpec { evaluation, ..self }
    }

    /// Returns the external evaluation.
    #[must_use]
    pub fn external_evaluation(&self) -> Option<&ExternalEvaluation> {
        self.evaluation.as_ref()
    }

    /// Returns the constructor of an external player.
    pub(crate) fn make_player(&self) -> Option<&MakePlayer> {
        self.external.as_ref()
    }

    /// Reads a spec of one of these agents.
    pub(crate) fn read(text: &str, agents: &[Arc<AgentInfo>]) -> Result<AgentSpec, Fault> {
        // A command may contain commas and colons.
        let (name, command) = text.split_once(':').unwrap_or((text, ""));
        if let Some(info) = agents.iter().find(|info| info.is_command && info.name == name) {
            return Ok(AgentSpec { command: Some(command.to_owned()), ..AgentSpec::new(Arc::clone(info)) });
        }
        let options = Options::read(text, ':')?;
        let is_agent = |name: &str| agents.iter().any(|info| info.name == name);
        let Some(info) = agents.iter().find(|info| info.name == options.name) else {
            if let Some((name, keys)) = options.name.split_once(',').filter(|(name, _)| is_agent(name)) {
                return Err(options.name_fault(format!("`{name}:{keys}`")));
            }
            let names = agents.iter().map(|info| info.name).chain(LEVELS.iter().map(|level| level.agent));
            return Err(options.name_fault(expected_name(options.name, names)));
        };
        let (info, mut spec) = (Arc::clone(info), AgentSpec::new(Arc::clone(info)));
        let names: Vec<&str> = info.keys.iter().map(|key| key.name).collect();
        options.check_keys(&names, |key| expected_name(key, names.iter().copied()))?;
        options.each(&names, |name, value| {
            if let Some(key) = info.keys.iter().find(|key| key.name == name) {
                spec.put(key.name, key.read(value)?);
            }
            Ok(())
        })?;
        Ok(spec)
    }

    /// Sets a key of the agent, in its order.
    fn put(&mut self, name: &'static str, setting: Setting) {
        self.settings.retain(|(other, _)| *other != name);
        self.settings.push((name, setting));
        let keys = &self.info.keys;
        self.settings.sort_by_key(|(name, _)| keys.iter().position(|key| key.name == *name));
    }

    /// Returns the spec with another setting. An agent without the key ignores it.
    #[must_use]
    pub fn with(mut self, name: &str, setting: Setting) -> AgentSpec {
        let key = self.info.keys.iter().find(|key| key.name == name).copied();
        if let Some(key) = key {
            self.put(key.name, setting);
        }
        self
    }

    /// Sets a key if the spec does not set it.
    #[must_use]
    pub fn or(self, name: &str, setting: Option<Setting>) -> AgentSpec {
        match setting {
            Some(setting) if self.get(name).is_none() => self.with(name, setting),
            _ => self,
        }
    }

    /// Returns the description of the agent.
    #[must_use]
    pub fn info(&self) -> &AgentInfo {
        &self.info
    }

    /// Returns the agent's name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.info.name
    }

    /// Returns the command of an external program.
    #[must_use]
    pub fn command(&self) -> Option<&str> {
        self.command.as_deref()
    }

    /// Returns its name in records and reports: the spec, but for an engine with a name of its own.
    #[must_use]
    pub fn player_name(&self) -> String {
        self.engine_name().unwrap_or_else(|| self.to_string())
    }

    /// Returns the name that an engine was given.
    pub(crate) fn engine_name(&self) -> Option<String> {
        self.engine()?.name
    }

    /// Returns the command of an engine, if it can be read.
    fn engine(&self) -> Option<EngineCommand> {
        self.command.as_deref()?.parse().ok()
    }

    /// Returns whether it may fail: it is external or not declared reliable.
    #[must_use]
    pub fn can_fail(&self) -> bool {
        self.command.is_some() || !self.info.is_reliable
    }

    /// Returns the setting of a key.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Setting> {
        self.settings.iter().find(|(other, _)| *other == name).map(|(_, setting)| setting)
    }

    /// Returns a number; `None` if the spec does not set it.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<u64> {
        match self.get(name) {
            Some(Setting::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// Returns a decimal number.
    #[must_use]
    pub fn decimal(&self, name: &str) -> Option<f64> {
        self.text(name)?.parse().ok()
    }

    /// Returns a time.
    #[must_use]
    pub fn time(&self, name: &str) -> Option<Duration> {
        match self.get(name) {
            Some(Setting::Time(time)) => Some(*time),
            _ => None,
        }
    }

    /// Returns a switch.
    #[must_use]
    pub fn switch(&self, name: &str) -> Option<bool> {
        match self.get(name) {
            Some(Setting::Switch(on)) => Some(*on),
            _ => None,
        }
    }

    /// Returns a text.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.get(name) {
            Some(Setting::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// Returns the evaluation, by name or by the path of its weight file.
    #[must_use]
    pub fn evaluation(&self) -> Option<&str> {
        self.text("eval")
    }

    /// Returns the seed of its random draws.
    #[must_use]
    pub fn seed(&self) -> Option<u64> {
        self.number("seed")
    }

    /// Returns the folder of its tables.
    #[must_use]
    pub fn tables(&self) -> Option<PathBuf> {
        self.text("tables").map(PathBuf::from)
    }

    /// Returns the unit of depth.
    #[must_use]
    pub fn unit(&self) -> Option<Unit> {
        match self.text("unit")? {
            "variable" => Some(Unit::Variable(plyground_reports::khet::CHEAP_PLIES)),
            text => text.parse().ok(),
        }
    }

    /// Returns the limits that it sets.
    #[must_use]
    pub fn limits(&self) -> Limits {
        if let Some(engine) = self.engine() {
            return engine.limits;
        }
        Limits {
            depth: self.number("depth").map(|depth| depth as u32),
            nodes: self.number("nodes"),
            time: self.time("time"),
            soft_time: self.time("soft"),
            exit_time: self.time("exit"),
            exit_nodes: None,
        }
    }

    /// Returns the options of a search, changed by the spec.
    #[must_use]
    pub fn options(&self, base: &PvsOptions) -> PvsOptions {
        let mut options = base.clone();
        if let Some(view) = self.text("view").and_then(|text| text.parse::<View>().ok()) {
            options.base.view = view;
        }
        if let Some(unit) = self.unit() {
            options.base.unit = unit;
        }
        if let Some(null_move) = self.switch("null") {
            options.selectivity.null_move = null_move;
        }
        if let Some(order) = self.text("order").and_then(|text| text.parse::<Order>().ok()) {
            options.order = order;
        }
        if let Some(noise) = self.switch("noise") {
            options.base.noise = noise.then(|| self.seed().unwrap_or(0));
        }
        options
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        if let Some(command) = &self.command {
            // With another log, an engine is the same player.
            let logged = self.engine().filter(|engine| engine.log.is_some());
            return write!(f, ":{}", logged.map_or_else(|| command.clone(), |command| command.to_string()));
        }
        let mut separator = ':';
        for (key, setting) in self.settings.iter().filter(|(key, _)| self.evaluation.is_none() || *key != "eval") {
            write!(f, "{separator}{key}={setting}")?;
            separator = ',';
        }
        match &self.evaluation {
            Some(external) => write!(f, "{separator}eval={}", external.name()),
            None => Ok(()),
        }
    }
}
