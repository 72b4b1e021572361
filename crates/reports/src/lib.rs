//! The published reports that Plyground reproduces, one file each: what is a report's own stands nowhere else.
//!
//! | report | module |
//! |---|---|
//! | Tigers and Goats \[Tigers2013\] | [`tigers`] |

pub mod tigers;
