//! Programs for comparison, and positions for measurements.

pub mod connect_four;
pub mod kalah_by_hand;
pub mod kalah_monolith;
pub mod kalah_pvs_monolith;
pub mod positions;
pub mod row;
