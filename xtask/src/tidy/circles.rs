//! Within a crate, no files depend on each other in a cycle, except a module and its submodules.
//!
//! Files in a cycle can only be understood, moved and tested together: they are one unit in several files, or one of them
//! contains something that belongs below both.

use std::collections::{BTreeSet, VecDeque};

use super::Violation;
use super::module_graph::{ModuleGraph, Use};
use super::tree::Tree;

/// Checks every crate.
pub(crate) fn check(tree: &Tree) -> Vec<Violation> {
    let folders: BTreeSet<&str> = tree
        .sources
        .iter()
        .filter_map(|source| Some(&source.path[..source.path.find("src/")? + "src/".len()]))
        .collect();
    folders.into_iter().flat_map(|folder| circles(&ModuleGraph::new(&tree.sources, folder))).collect()
}

/// Returns the shortest cycle of every file, each cycle once.
fn circles(graph: &ModuleGraph) -> Vec<Violation> {
    let edges = graph.edges();
    let mut seen = BTreeSet::new();
    let mut violations = Vec::new();
    for start in 0..edges.len() {
        let Some(circle) = shortest(&edges, start) else { continue };
        let members: BTreeSet<usize> = circle.iter().map(|(from, _)| *from).collect();
        if seen.insert(members) {
            let steps = circle
                .iter()
                .map(|(from, found)| format!("{}:{} uses {}", graph.path(*from), found.line, graph.path(found.to)));
            let message = format!("a circle of files: {}", steps.collect::<Vec<_>>().join(", "));
            violations.push(Violation::new(graph.path(start), circle[0].1.line, message));
        }
    }
    violations
}

/// Returns the shortest path from `start` back to itself.
fn shortest(edges: &[Vec<Use>], start: usize) -> Option<Vec<(usize, Use)>> {
    let mut came: Vec<Option<(usize, Use)>> = vec![None; edges.len()];
    let mut queue = VecDeque::from([start]);
    while let Some(from) = queue.pop_front() {
        for &found in &edges[from] {
            if came[found.to].is_none() {
                came[found.to] = Some((from, found));
                queue.push_back(found.to);
            }
        }
    }
    let mut circle = vec![came[start]?];
    while circle[circle.len() - 1].0 != start {
        circle.push(came[circle[circle.len() - 1].0]?);
    }
    circle.reverse();
    Some(circle)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(files: &[(&str, &str)]) -> Vec<String> {
        check(&Tree::of(files)).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn circles_are_shown_with_their_uses() {
        let files = [
            ("crates/x/src/a.rs", "use crate::b;"),
            ("crates/x/src/b.rs", "\nuse crate::c;"),
            ("crates/x/src/c.rs", "use crate::a;\nuse crate::d;"),
            ("crates/x/src/d.rs", ""),
        ];
        let expected = "crates/x/src/a.rs:1: a circle of files: crates/x/src/a.rs:1 uses crates/x/src/b.rs, \
                        crates/x/src/b.rs:2 uses crates/x/src/c.rs, crates/x/src/c.rs:1 uses crates/x/src/a.rs";
        assert_eq!(faults(&files), [expected]);
    }

    #[test]
    fn a_module_and_its_parts_may_use_each_other() {
        let files = [
            ("crates/x/src/lib.rs", "mod a; use a::y;"),
            ("crates/x/src/a.rs", "mod part; use part::x; use crate::z;"),
            ("crates/x/src/a/part.rs", "use super::y; use crate::z;"),
        ];
        assert_eq!(faults(&files), [""; 0]);
    }
}
