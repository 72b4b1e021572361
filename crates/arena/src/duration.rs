//! Times in user notation: `5s`, `250ms`, `1.5s`, `2m`, `1h`. A number without a unit is in seconds.

use std::time::Duration;

/// Maximum time: a year.
pub const LONGEST_TIME: Duration = Duration::from_secs(366 * 24 * 3600);

/// Reads a time of at most a year.
///
/// # Errors
/// Returns the expected form if the text is not a time.
///
/// ```
/// use std::time::Duration;
/// use plyground_arena::{parse_duration, write_duration};
///
/// assert_eq!(parse_duration("250ms"), Ok(Duration::from_millis(250)));
/// assert_eq!(write_duration(Duration::from_millis(1500)), "1.5s");
/// assert!(parse_duration("-1s").is_err() && parse_duration("1e99h").is_err());
/// ```
pub fn parse_duration(text: &str) -> Result<Duration, &'static str> {
    const EXPECTED: &str = "a time such as `5s`, `250ms`, `2m` or `1h`";
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "ms" => 0.001,
        "s" | "" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err(EXPECTED),
    };
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds = digits.parse::<f64>().ok().filter(|_| plain).ok_or(EXPECTED)? * unit;
    if seconds > LONGEST_TIME.as_secs_f64() {
        return Err("a time of at most a year");
    }
    Duration::try_from_secs_f64(seconds).map_err(|_| EXPECTED)
}

/// Writes a time for [`parse_duration`]: in milliseconds below one second, else in seconds.
#[must_use]
pub fn write_duration(time: Duration) -> String {
    if time < Duration::from_secs(1) && !time.is_zero() {
        format!("{}ms", time.as_secs_f64() * 1000.0)
    } else {
        format!("{}s", time.as_secs_f64())
    }
}
