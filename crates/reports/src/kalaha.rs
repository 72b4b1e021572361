//! The report on Kalaha without capture \[Wall2022\]: iterative deepening by turns within a soft time limit.

use std::time::Duration;

use plyground_game::Nothing;
use plyground_kalah::Kalah;
use plyground_search::{Agent, Limits, Options, PvsOptions, SearchAgent, Unit};

use crate::plan::Planned;

/// Time after which the report begins no new depth.
pub const SOFT_TIME: Duration = Duration::from_millis(50);

/// Returns the report's search: alpha-beta whose depth counts turns.
#[must_use]
pub fn search() -> SearchAgent<Nothing> {
    let base = Options { unit: Unit::Turn, ..Options::default() };
    SearchAgent::alpha_beta(Nothing).options(PvsOptions { base, ..PvsOptions::default() })
}

/// Returns the report's agent, which begins no new depth after 50 ms. `limits` override the plan.
#[must_use]
pub fn turns(search: Box<dyn Agent<Kalah>>, limits: Limits) -> Planned<Kalah> {
    Planned::new(search, Limits { soft_time: Some(SOFT_TIME), ..Limits::NONE }).limits(limits)
}
