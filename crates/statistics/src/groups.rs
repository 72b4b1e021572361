//! Means over groups whose members depend on each other, such as the moves of a game.

use crate::distribution::student_quantile;
use crate::interval::Interval;

/// Returns the interval of a mean over all members of groups, each given by the sum and the number of its members. Groups are
/// independent; members of a group are not.
///
/// The mean is a ratio of two sums, whose variance follows from the deviations of the groups \[Cochran1977\], with the quantile of
/// Student's t. `None` for fewer than two groups with members, and if all have the same mean, which shows nothing about the
/// variance.
///
/// ```
/// use plyground_statistics::interval_of_groups;
///
/// // Three games with 1, 4 and 4 seeds lost in 10 moves each.
/// let interval = interval_of_groups(&[(1.0, 10), (4.0, 10), (4.0, 10)], 0.95).unwrap();
/// assert_eq!(format!("{:.3} {:.3}", interval.low, interval.high), "-0.130 0.730");
/// assert_eq!(interval_of_groups(&[(1.0, 10)], 0.95), None);
/// ```
#[must_use]
pub fn interval_of_groups(groups: &[(f64, usize)], confidence: f64) -> Option<Interval> {
    let groups: Vec<(f64, f64)> =
        groups.iter().filter(|(_, members)| *members > 0).map(|&(sum, members)| (sum, members as f64)).collect();
    let count = groups.len() as f64;
    if groups.len() < 2 {
        return None;
    }
    let (sum, members) = groups.iter().fold((0.0, 0.0), |(sum, members), group| (sum + group.0, members + group.1));
    let mean = sum / members;
    let squares: f64 = groups.iter().map(|(sum, members)| (sum - mean * members).powi(2)).sum();
    let deviation = (squares * count / (count - 1.0)).sqrt() / members;
    let half = student_quantile(count - 1.0, 0.5 + 0.5 * confidence) * deviation;
    (half > 1e-12).then_some(Interval { low: mean - half, high: mean + half })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::uniform;

    #[test]
    fn groups_of_one_have_student_s_interval() {
        // Mean 3, deviation sqrt(2.5), and 2.776 of sqrt(2.5 / 5).
        let groups = [1.0, 2.0, 3.0, 4.0, 5.0].map(|value| (value, 1));
        let found = interval_of_groups(&groups, 0.95).unwrap();
        assert!((found.low - (3.0 - 2.776_445 * 0.5_f64.sqrt())).abs() < 1e-5, "{found:?}");
        assert!((found.low + found.high - 6.0).abs() < 1e-12, "{found:?}");
    }

    #[test]
    fn groups_without_members_or_differences_say_nothing() {
        for groups in [&[][..], &[(1.0, 2), (0.0, 0)], &[(1.0, 2), (2.0, 4)]] {
            assert_eq!(interval_of_groups(groups, 0.95), None, "{groups:?}");
        }
    }

    /// Games of 10 to 30 moves, each with its own chance of an error: moves of one game are alike.
    #[test]
    fn intervals_cover_the_true_mean_although_members_are_alike() {
        let mut random = uniform(7);
        let (mut covered, matches) = (0, 2_000);
        // The length does not depend on the chance, so the true mean is that of the chances: 1/3 of 0.6.
        for _ in 0..matches {
            let groups: Vec<(f64, usize)> = (0..40)
                .map(|_| {
                    let (moves, chance) = (10 + (20.0 * random()) as usize, 0.6 * random().powi(2));
                    ((0..moves).filter(|_| random() < chance).count() as f64, moves)
                })
                .collect();
            covered += usize::from(interval_of_groups(&groups, 0.95).unwrap().contains(0.2));
        }
        let share = covered as f64 / f64::from(matches);
        assert!((0.925..0.965).contains(&share), "{share}");
    }
}
