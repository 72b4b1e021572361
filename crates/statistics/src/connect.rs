//! Comparability of players: components of the graph of points scored.
//!
//! Maximum-likelihood strengths exist only if, for every split of the players into two groups, each group has scored against the
//! other (Ford's condition \[Ford1957\]). This means that the graph "has scored against" is strongly connected.

/// Returns the number of the strongly connected component of each node. Components are numbered from 0 by their first member.
pub(crate) fn strong_components(size: usize, edge: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let reach = reachable(size, &edge);
    group(size, |a, b| reach[a][b] && reach[b][a])
}

/// Returns the components of the undirected graph.
pub(crate) fn weak_components(size: usize, edge: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let reach = reachable(size, |a, b| edge(a, b) || edge(b, a));
    group(size, |a, b| reach[a][b])
}

/// Returns the transitive closure by Warshall's algorithm. Tournaments are small.
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
        // The edges are 0 <-> 1 -> 2 -> 3 -> 2, and node 4 is isolated.
        let edges = [(0, 1), (1, 0), (1, 2), (2, 3), (3, 2)];
        let edge = |a, b| edges.contains(&(a, b));
        assert_eq!(strong_components(5, edge), [0, 0, 1, 1, 2]);
        assert_eq!(weak_components(5, edge), [0, 0, 0, 0, 1]);
        assert!(strong_components(0, |_, _| false).is_empty());
    }
}
