//! The algorithms, one file each: what a node is to them. All that they share is the [`Driver`](crate::Driver)'s.
//!
//! [`alpha_beta`], [`scout`] and [`pvs`] are meant to be read side by side: Scout is alpha-beta with null windows, principal
//! variation search is Scout with everything that makes it fast.

pub(crate) mod alpha_beta;
pub(crate) mod beam;
pub(crate) mod expectimax;
pub(crate) mod minimax;
pub(crate) mod mtdf;
pub(crate) mod pvs;
pub(crate) mod scout;
