//! Which players can be compared: components of the graph of points scored.
//!
//! Strengths have a most likely value only when, however the players are split in two groups, each group has scored against
//! the other (Ford's condition \[Ford1957\]): when the graph "has scored against" is strongly connected.

/// The strongly connected components: for each node the number of its component, numbered from 0 by first member.
pub(crate) fn strong_components(size: usize, edge: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let reach = reachable(size, &edge);
    group(size, |a, b| reach[a][b] && reach[b][a])
}

/// The components when edges count in both directions.
pub(crate) fn weak_components(size: usize, edge: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let reach = reachable(size, |a, b| edge(a, b) || edge(b, a));
    group(size, |a, b| reach[a][b])
}

/// The transitive closure (Warshall); tournaments are small.
fn reachable(size: usize, edge: impl Fn(usize, usize) -> bool) -> Vec<Vec<bool>> {
    let mut reach: Vec<Vec<bool>> = (0..size).map(|a| (0..size).map(|b| a == b || edge(a, b)).collect()).collect();
    for middle in 0..size {
        let through = reach[middle].clone();
        for row in reach.iter_mut().filter(|row| row[middle]) {
            for (known, more) in row.iter_mut().zip(&through) {
                *known |= more;
            }
        }
    }
    reach
}

fn group(size: usize, together: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut groups = vec![usize::MAX; size];
    let mut count = 0;
    for node in 0..size {
        let known = (0..node).find(|&earlier| together(earlier, node));
        groups[node] = known.map_or(count, |earlier| groups[earlier]);
        count += usize::from(known.is_none());
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_are_found() {
        // 0 <-> 1 -> 2 -> 3 -> 2, and 4 alone.
        let edges = [(0, 1), (1, 0), (1, 2), (2, 3), (3, 2)];
        let edge = |a, b| edges.contains(&(a, b));
        assert_eq!(strong_components(5, edge), [0, 0, 1, 1, 2]);
        assert_eq!(weak_components(5, edge), [0, 0, 0, 0, 1]);
        assert!(strong_components(0, |_, _| false).is_empty());
    }
}
