//! Traces of solvers as plain data and as pictures: `ply trace --solver`.

use plyground_game::{Game, Position};
use plyground_search::StopFlag;
use plyground_solve::dfpn::{Dfpn, Forced, ProofTree, Unrecorded};
use plyground_solve::{Retrograde, SolveError, SolveOptions, ValuedPosition, Wdl, check_win};
use serde::Serialize;

use super::picture::{Link, Picture, Shape};
use super::{counted, graph};
use crate::error::CatalogError;

/// The solver to trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TracedSolver {
    /// Retrograde analysis of all reachable positions.
    Retrograde,
    /// Proof-number search for a win of the side to move within a number of plies.
    ProofNumbers {
        /// Maximum plies.
        plies: u32,
    },
}

/// The trace of a solver.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum SolverTrace {
    /// The passes of retrograde analysis.
    Retrograde(RetrogradeTrace),
    /// The tree of proof-number search.
    ProofNumbers(ProofTrace),
}

/// Positions of a retrograde analysis, by the pass that values them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RetrogradeTrace {
    /// The game.
    pub game: &'static str,
    /// The rules.
    pub rules: String,
    /// The solver: `retrograde`.
    pub solver: &'static str,
    /// Positions by pass. Draws, which no pass values, are last.
    pub positions: Vec<RetrogradePosition>,
}

/// A position of a retrograde analysis.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RetrogradePosition {
    /// The position.
    pub position: String,
    /// The side to move.
    pub side: &'static str,
    /// Pass that values it, which is the distance to the end in plies; `None` for a draw.
    pub pass: Option<u32>,
    /// Value for the side to move: `win`, `draw` or `loss`.
    pub value: &'static str,
    /// Its moves.
    pub moves: Vec<RetrogradeMove>,
}

/// A move of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RetrogradeMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Index of the position after it; `None` if that position is a draw by repetition.
    pub to: Option<usize>,
    /// Whether it preserves the value and the distance.
    pub best: bool,
}

/// The tree of a proof-number search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ProofTrace {
    /// The game.
    pub game: &'static str,
    /// The rules.
    pub rules: String,
    /// The position.
    pub position: String,
    /// The solver: `proof-numbers`.
    pub solver: &'static str,
    /// Side whose win is searched.
    pub attacker: &'static str,
    /// Maximum plies of the win: those of the request, or as many as the limit of turns leaves.
    pub plies: u32,
    /// Whether the win can be forced.
    pub forced: bool,
    /// Expanded nodes. A node counts for each expansion.
    pub searched: u64,
    /// Nodes of the tree. A parent precedes its children.
    pub nodes: Vec<ProofNode>,
}

/// A node of a proof-number search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ProofNode {
    /// Index of the parent.
    pub parent: Option<usize>,
    /// The move that leads to it.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The side to move.
    pub side: &'static str,
    /// The proof number; `None` for infinity.
    pub proof: Option<u32>,
    /// The disproof number; `None` for infinity.
    pub disproof: Option<u32>,
    /// Number of expansions.
    pub searches: u64,
}

pub(crate) fn trace<P: Position>(
    game: &Game<P>,
    solver: TracedSolver,
    limit: usize,
    stop: &StopFlag,
) -> Result<SolverTrace, CatalogError> {
    if game.ending().is_some() {
        return Err(CatalogError::Input("the game is over: expected a position with a move".into()));
    }
    match solver {
        TracedSolver::Retrograde => RetrogradeTrace::of(game, limit, stop).map(SolverTrace::Retrograde),
        TracedSolver::ProofNumbers { plies } => ProofTrace::of(game, plies, limit, stop).map(SolverTrace::ProofNumbers),
    }
}

fn too_large(what: &str, limit: usize, expected: &str) -> CatalogError {
    CatalogError::Input(format!("more than {limit} {what}, the limit: expected {expected} or a higher limit"))
}

impl RetrogradeTrace {
    fn of<P: Position>(game: &Game<P>, limit: usize, stop: &StopFlag) -> Result<RetrogradeTrace, CatalogError> {
        let options = SolveOptions { stop: stop.clone(), ..SolveOptions::default() };
        let valued = match Retrograde::positions(game, limit, &options) {
            Err(SolveError::TooManyPositions { .. }) => {
                return Err(too_large("positions can follow", limit, "a smaller board, a later position"));
            }
            valued => valued?,
        };
        let mut order: Vec<usize> = (0..valued.len()).collect();
        // Sort by pass. The order within a pass is stable, but has no meaning.
        order.sort_by_cached_key(|&place| valued[place].value.plies().unwrap_or(u32::MAX));
        let mut places = vec![0; valued.len()];
        order.iter().enumerate().for_each(|(new, &old)| places[old] = new);
        let positions = order.iter().map(|&place| RetrogradePosition::of(&valued, place, &places)).collect();
        Ok(RetrogradeTrace { game: P::NAME, rules: game.rules().to_string(), solver: "retrograde", positions })
    }

    /// Returns the number of passes that value a position.
    fn passes(&self) -> usize {
        self.positions.iter().filter_map(|position| position.pass).max().map_or(0, |last| last as usize + 1)
    }

    /// Returns the indices of the positions of each pass, draws last.
    fn rows(&self) -> Vec<Vec<usize>> {
        let mut rows = vec![Vec::new(); self.passes() + 1];
        let last = rows.len() - 1;
        for (place, position) in self.positions.iter().enumerate() {
            rows[position.pass.map_or(last, |pass| pass as usize)].push(place);
        }
        rows
    }

    fn title(&self) -> String {
        let count = |value: &str| self.positions.iter().filter(|position| position.value == value).count();
        format!(
            "{}, retrograde analysis: {} in {}, {}, {}, {}",
            self.game,
            counted(self.positions.len(), "position"),
            if self.passes() == 1 { "1 pass".to_owned() } else { format!("{} passes", self.passes()) },
            counted(count("win"), "win"),
            counted(count("draw"), "draw"),
            if count("loss") == 1 { "1 loss".to_owned() } else { format!("{} losses", count("loss")) },
        )
    }

    fn to_text(&self) -> String {
        let mut text = self.title() + "\n";
        for (pass, row) in self.rows().iter().enumerate().filter(|(_, row)| !row.is_empty()) {
            let head = if pass == self.passes() { "draws".to_owned() } else { format!("pass {pass}") };
            text += &format!("{head}: {}\n", counted(row.len(), "position"));
            for &place in row {
                let RetrogradePosition { position, moves, .. } = &self.positions[place];
                let best: Vec<&str> = moves.iter().filter(|mv| mv.best).map(|mv| &*mv.mv).collect();
                let best = if best.is_empty() { String::new() } else { format!(", by {}", best.join(", ")) };
                text += &format!("  {position}: {}{best}\n", self.positions[place].valued());
            }
        }
        text
    }

    fn to_svg(&self) -> String {
        let mut rows = self.rows();
        let mut across = vec![0.0; self.positions.len()];
        for row in &mut rows {
            // Below the mean of its best successors, so that few lines cross.
            let middle = |place: usize| {
                let to: Vec<f64> = self.positions[place].best().map(|to| across[to]).collect();
                if to.is_empty() { 0.0 } else { to.iter().sum::<f64>() / to.len() as f64 }
            };
            row.sort_by(|&one, &other| middle(one).total_cmp(&middle(other)));
            let width = row.len() as f64;
            row.iter().enumerate().for_each(|(at, &place)| across[place] = (at as f64 + 0.5) / width);
        }
        rows.retain(|row| !row.is_empty());
        let mut picture = Picture {
            title: self.title(),
            legend: [
                "Each row is a pass, finished positions first.",
                "Values are for the side to move.",
                "Green: won.",
                "Red: lost.",
                "White: drawn, by no pass.",
                "A line leads from a position to those after its best moves.",
            ]
            .map(str::to_owned)
            .to_vec(),
            style: ".win{fill:#d1fae5}.loss{fill:#fee2e2}",
            boxes: self.positions.iter().map(RetrogradePosition::shape).collect(),
            ..Picture::default()
        };
        for (from, position) in self.positions.iter().enumerate() {
            // Draws share a row, so lines between them would hide it.
            let later = position.best().filter(|&to| self.positions[to].pass != position.pass);
            picture.links.extend(later.map(|to| Link { from, to, class: "" }));
        }
        picture.arrange_as_rows(&rows);
        picture.to_svg()
    }

    fn to_dot(&self) -> String {
        let nodes = self.positions.iter().map(|position| {
            let fill = match position.value {
                "win" => "#d1fae5",
                "loss" => "#fee2e2",
                _ => "#ffffff",
            };
            (format!("{}\n{}", position.position, position.valued()), fill)
        });
        let edges = self.positions.iter().enumerate().flat_map(|(from, position)| {
            position.moves.iter().filter_map(move |mv| Some((from, mv.to?, Some(&*mv.mv))))
        });
        graph("retrograde", &self.title(), nodes, edges)
    }
}

impl RetrogradePosition {
    fn of<P: Position>(valued: &[ValuedPosition<P>], place: usize, places: &[usize]) -> RetrogradePosition {
        let ValuedPosition { pos, value, successors } = &valued[place];
        let side = pos.side_to_move();
        let moves = successors.iter().map(|&(mv, to)| {
            let after = to.map(|to| valued[to].value.before(valued[to].pos.side_to_move() == side));
            let best = match after {
                Some(after) => after == *value,
                None => value.result() == Wdl::Draw,
            };
            RetrogradeMove { mv: pos.move_text(mv), to: to.map(|to| places[to]), best }
        });
        RetrogradePosition {
            position: pos.to_string(),
            side: P::side_name(side),
            pass: value.plies(),
            value: value.result().name(),
            moves: moves.collect(),
        }
    }

    /// Returns the indices of the positions after the best moves.
    fn best(&self) -> impl Iterator<Item = usize> {
        self.moves.iter().filter(|mv| mv.best).filter_map(|mv| mv.to)
    }

    fn valued(&self) -> String {
        match self.pass {
            None => self.value.to_owned(),
            Some(0) => format!("{}, the game is over", self.value),
            Some(pass) => format!("{} in {pass}", self.value),
        }
    }

    fn shape(&self) -> Shape {
        let value = match self.pass {
            Some(pass) => format!("{} in {pass}", self.value),
            None => self.value.to_owned(),
        };
        let moves: Vec<String> = self.moves.iter().map(|mv| mv.mv.clone()).collect();
        let hover = format!("{} to move; moves: {}", self.side, moves.join(", "));
        Shape::new(vec![("", self.position.clone()), ("move", value)], self.value.to_owned(), hover)
    }
}

impl ProofTrace {
    fn of<P: Position>(game: &Game<P>, plies: u32, limit: usize, stop: &StopFlag) -> Result<ProofTrace, CatalogError> {
        let pos = game.position();
        let mut search = Dfpn::new(1);
        search.follow(game);
        // A win after the limit of turns is a draw.
        let plies = game.history().turns_left().map_or(plies, |left| left.min(plies));
        let tree = match search.record(pos, pos.side_to_move(), plies, limit, stop) {
            Ok(tree) => tree,
            Err(Unrecorded::TooLarge) => return Err(too_large("nodes", limit, "a lower depth, a later position")),
            Err(Unrecorded::Stopped) => return Err(SolveError::Stopped { before: "the win was decided" }.into()),
        };
        let ProofTree { forced, nodes, searched } = tree;
        if forced == Forced::Yes {
            check_win(game, plies)?;
        }
        let nodes = nodes.into_iter().map(|node| ProofNode {
            parent: node.parent,
            mv: node.mv,
            side: P::side_name(node.side),
            proof: node.proof,
            disproof: node.disproof,
            searches: node.searches,
        });
        Ok(ProofTrace {
            game: P::NAME,
            rules: game.rules().to_string(),
            position: pos.to_string(),
            solver: "proof-numbers",
            attacker: P::side_name(pos.side_to_move()),
            plies,
            forced: forced == Forced::Yes,
            searched,
            nodes: nodes.collect(),
        })
    }

    fn title(&self) -> String {
        let expanded = self.nodes.iter().filter(|node| node.searches > 0).count();
        let answer = if self.forced { "a win is forced" } else { "no win is forced" };
        format!(
            "{}, proof-number search, {}: {answer}; {}, {expanded} expanded in {}",
            self.game,
            if self.plies == 1 { "1 ply".to_owned() } else { format!("{} plies", self.plies) },
            counted(self.nodes.len(), "node"),
            if self.searched == 1 { "1 search".to_owned() } else { format!("{} searches", self.searched) }
        )
    }

    fn to_text(&self) -> String {
        let mut text = self.title() + "\n";
        let children = self.children();
        let mut open = vec![(0, 0)];
        while let Some((index, level)) = open.pop() {
            let node = &self.nodes[index];
            text += &format!("{}{}: {}", "  ".repeat(level), node.name(), node.numbers());
            if node.searches > 1 {
                text += &format!(", searched {} times", node.searches);
            }
            text.push('\n');
            open.extend(children[index].iter().rev().map(|&child| (child, level + 1)));
        }
        text
    }

    fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            if let Some(parent) = node.parent {
                children[parent].push(index);
            }
        }
        children
    }

    fn to_svg(&self) -> String {
        let parents: Vec<Option<usize>> = self.nodes.iter().map(|node| node.parent).collect();
        let mut picture = Picture {
            title: self.title(),
            legend: [
                format!("White: {} to move, the attacker.", self.attacker),
                "Grey: the other side.".to_owned(),
                "Upper number: proof number.".to_owned(),
                "Lower number: disproof number.".to_owned(),
                "Green: proven.".to_owned(),
                "Red: disproven.".to_owned(),
                "Thick frame: expanded.".to_owned(),
            ]
            .to_vec(),
            style: ".proven{fill:#d1fae5}.disproven{fill:#fee2e2}.expanded{stroke:#0f172a;stroke-width:2}",
            boxes: self.nodes.iter().map(|node| node.shape(self.attacker)).collect(),
            ..Picture::default()
        };
        for (to, node) in self.nodes.iter().enumerate() {
            picture.links.extend(node.parent.map(|from| Link { from, to, class: "" }));
        }
        picture.arrange_as_trees(&parents, &self.children());
        picture.to_svg()
    }

    fn to_dot(&self) -> String {
        let nodes = self.nodes.iter().map(|node| {
            let fill = match (node.proof, node.disproof) {
                (Some(0), _) => "#d1fae5",
                (_, Some(0)) => "#fee2e2",
                _ => "#ffffff",
            };
            (format!("{}\n{}", node.name(), node.numbers()), fill)
        });
        let edges = self.nodes.iter().enumerate().filter_map(|(to, node)| Some((node.parent?, to, None)));
        graph("proof", &self.title(), nodes, edges)
    }
}

impl ProofNode {
    fn name(&self) -> &str {
        self.mv.as_deref().unwrap_or("root")
    }

    fn numbers(&self) -> String {
        format!("proof {}, disproof {}", number(self.proof), number(self.disproof))
    }

    fn shape(&self, attacker: &str) -> Shape {
        let mut classes = vec![match (self.proof, self.disproof) {
            (Some(0), _) => "proven",
            (_, Some(0)) => "disproven",
            _ if self.side != attacker => "other",
            _ => "",
        }];
        if self.searches > 0 {
            classes.push("expanded");
        }
        classes.retain(|class| !class.is_empty());
        let hover = format!("{} to move; {}; searched {} times", self.side, self.numbers(), self.searches);
        let lines = vec![("move", self.name().to_owned()), ("", number(self.proof)), ("", number(self.disproof))];
        Shape::new(lines, classes.join(" "), hover)
    }
}

fn number(number: Option<u32>) -> String {
    number.map_or_else(|| "∞".to_owned(), |number| number.to_string())
}

impl SolverTrace {
    /// Returns the trace as text.
    #[must_use]
    pub fn to_text(&self) -> String {
        match self {
            SolverTrace::Retrograde(trace) => trace.to_text(),
            SolverTrace::ProofNumbers(trace) => trace.to_text(),
        }
    }

    /// Returns the trace as a graph for Graphviz.
    #[must_use]
    pub fn to_dot(&self) -> String {
        match self {
            SolverTrace::Retrograde(trace) => trace.to_dot(),
            SolverTrace::ProofNumbers(trace) => trace.to_dot(),
        }
    }

    /// Returns the trace as a picture.
    #[must_use]
    pub fn to_svg(&self) -> String {
        match self {
            SolverTrace::Retrograde(trace) => trace.to_svg(),
            SolverTrace::ProofNumbers(trace) => trace.to_svg(),
        }
    }
}
