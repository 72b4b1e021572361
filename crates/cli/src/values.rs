//! Values of options. The error of each parser names what it expects.

#[cfg(feature = "web")]
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use plyground_catalog::parse_duration;
use plyground_optimize::Budget;
use plyground_search::Clock;

/// Parses a number in a range.
pub(crate) fn number<const MIN: u32, const MAX: u32>(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number| (MIN..=MAX).contains(number));
    number.ok_or_else(|| format!("expected a number from {MIN} to {MAX}"))
}

/// Parses any number of 64 bits.
pub(crate) fn large(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a number from 0 to {}", u64::MAX))
}

/// Parses a time, such as `250ms`.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    parse_duration(text).map_err(|expected| format!("expected {expected}"))
}

/// Parses a time per game and an increment per move, such as `10s+100ms`.
pub(crate) fn clock(text: &str) -> Result<Clock, String> {
    let (left, increment) = text.split_once('+').unwrap_or((text, "0s"));
    Ok(Clock { left: time(left)?, increment: time(increment)? })
}

/// Parses two bounds in Elo, `elo0,elo1`.
pub(crate) fn bounds(text: &str) -> Result<(f64, f64), String> {
    let numbers =
        text.split_once(',').and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    numbers
        .filter(|(low, high): &(f64, f64)| low < high)
        .ok_or_else(|| "expected two Elo bounds, the lower one first, such as `0,5`".into())
}

/// Parses a share, a number from 0 to 1.
pub(crate) fn share(text: &str) -> Result<f64, String> {
    let share = text.trim().parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1".into())
}

/// Parses a number of games or of nodes.
pub(crate) fn budget(text: &str) -> Result<Budget, String> {
    let (number, is_nodes) = match (text.strip_suffix("nodes"), text.strip_suffix("games")) {
        (Some(number), _) => (number, true),
        (None, number) => (number.unwrap_or(text), false),
    };
    let number = number.trim().parse().ok().filter(|&number: &u64| number > 0);
    let number = number.ok_or("expected a number of games such as `5000`, or of nodes such as `20000000nodes`")?;
    let (games, nodes) = if is_nodes { (None, Some(number)) } else { (Some(number), None) };
    Ok(Budget { games, nodes })
}

/// Parses an address to listen on. The name `localhost` is 127.0.0.1, so that the printed address is one that is listened on.
#[cfg(feature = "web")]
pub(crate) fn host(text: &str) -> Result<IpAddr, String> {
    if text.eq_ignore_ascii_case("localhost") {
        return Ok(Ipv4Addr::LOCALHOST.into());
    }
    text.parse().map_err(|_| "expected an IP address such as `0.0.0.0`, or `localhost`".into())
}

/// Parses a port.
#[cfg(feature = "web")]
pub(crate) fn port(text: &str) -> Result<u16, String> {
    text.parse().map_err(|_| format!("expected a port from 0 to {}", u16::MAX))
}
