//! `pns/bta`: the base-twin algorithm.
//!
//! Breuker, van den Herik, Uiterwijk and Allis, *A solution to the GHI problem for best-first
//! search* (Theoretical Computer Science 252, 2001), as far as later papers tell of it; the text
//! was not at hand, and the division of numbers between base and twin nodes may differ. A position
//! has one *base node*, which is expanded once; each move that leads to it is a *twin* of it.
//! During one walk, what repeats is not decided but marked:
//!
//! ```text
//!   level 1   A             the twin of A below C repeats: possible draw, level 1
//!             |             C has no other move that is not lost: possible draw, level 1
//!   level 2   B             B goes on with its next move; if there is none: possible draw, level 1
//!             |             A likewise: level 1 is its own level, the circle closes here,
//!   level 3   C --> A       and A is a *real draw*, on every path
//! ```
//! A possible draw has the level of the shallowest ancestor it relies on. Where that is not above
//! the position itself it becomes a real draw, which is stored; the marks are dropped as soon as
//! anything is stored or expanded, because they hold on one path only. Within a walk, marks that
//! rely on a position that is left with a possible draw of its own rely on what that one relies on
//! from then on.
//!
//! Right under `attacker-loses` (and so for draws) and, mirrored, under `attacker-wins`: a
//! disproof that relies on nothing above a position is a set of positions that the defender never
//! has to leave.
//!
//! **Wrong under superko**, as Kishimoto and Mueller (2004) show in their Figure 2. The method was
//! made for one value of a repetition. Read here for superko: a repeating move is a possible *loss
//! of the player who makes it*, and where the circle closes that becomes real. But what is no
//! ancestor here is one on another path:
//!
//! ```text
//!    A -> B      D is first's, A and B lead to it. A-C-D: D's only move repeats C, a possible loss
//!    |    |      of first with the level of C. C has no other move: the circle closes at C, and C
//!    v    v      is lost for first on every path. A-B-D-C: there it is second who has no move, and
//!    C <-> D     first has won (graph fixture figure2.game).
//! ```

use threefold_search::Reason;

use super::graph::{Graph, ROOT, Sharing, State, Update};
use crate::{Claim, Informed, Query};

/// A possible result: who would succeed, and the shallowest level that it relies on.
#[derive(Clone, Copy)]
struct Possible {
    level: u32,
    succeeds: bool,
}

/// A position of the walk.
struct Step {
    node: u32,
    /// The move that led here.
    by: u32,
    /// How many marks there were before.
    marks: usize,
}

#[derive(Clone, Copy)]
enum Marked {
    Node(u32),
    Twin(u32),
}

/// A level and a result in one number.
const fn packed(possible: Possible) -> u32 {
    possible.level << 1 | possible.succeeds as u32
}

const fn unpacked(mark: u32) -> Possible {
    Possible { level: mark >> 1, succeeds: mark & 1 == 1 }
}

struct Walk {
    /// Number of the walk: marks of earlier ones do not count.
    number: u32,
    steps: Vec<Step>,
    marks: Vec<Marked>,
}

/// Answers the question; see [`Treatment::answer`](crate::Treatment::answer).
pub fn answer<G: Informed>(query: &Query<'_, G>) -> Claim {
    let graph = Graph::new(query, Update::Once);
    let mut walk = Walk { number: 0, steps: Vec::new(), marks: Vec::new() };
    graph.run(|graph| {
        walk.number += 1;
        walk.marks.clear();
        walk.steps.clear();
        walk.steps.push(Step { node: ROOT, by: super::NONE, marks: 0 });
        let result = walk.go(graph);
        graph.return_to_root();
        result
    })
}

impl Walk {
    /// Walks, with returns, until something is expanded or solved.
    fn go<G: Informed>(&mut self, graph: &mut Graph<'_, G>) -> Result<(), Reason> {
        loop {
            let here = self.steps.last().expect("the root leaves by returning").node;
            if !graph.node(here).is_expanded() {
                graph.expand(here, |_, _| false, |_, _| true, Sharing::Positions);
                return Ok(());
            }
            // The defender, under `attacker-loses`, is content with a draw.
            let content = graph.node(here).or_node;
            let marks = || graph.edges_of(here).filter_map(|edge| self.mark_of(graph, edge));
            let good = marks().filter(|mark| mark.succeeds == content).map(|mark| mark.level);
            let possible = good.max();
            let best = graph.best_edge(here, |edge| self.mark_of(graph, edge).is_none());
            if let (None, Some(edge)) = (possible, best) {
                if let Some(level) = graph.repeats(edge) {
                    let succeeds = match graph.rules.superko() {
                        true => !content,
                        false => graph.rules.repetition_succeeds(),
                    };
                    let twin = &mut graph.edges[edge as usize];
                    (twin.marked_in, twin.mark) =
                        (self.number, packed(Possible { level, succeeds }));
                    self.marks.push(Marked::Twin(edge));
                } else {
                    graph.descend(edge);
                    if graph.walked & 1023 == 0 {
                        graph.clock.read()?;
                    }
                    let node = graph.edge(edge).to;
                    self.steps.push(Step { node, by: edge, marks: self.marks.len() });
                }
                continue;
            }
            let succeeds = if possible.is_some() { content } else { !content };
            let worst = || marks().map(|mark| mark.level).min();
            let level = possible.or_else(worst).expect("an unsolved position has moves");
            if level >= graph.path.level() {
                graph.solve(here, succeeds);
                return Ok(());
            }
            self.leave(graph, here, Possible { level, succeeds });
        }
    }

    /// Marks a position with a possible result and goes back to the one before.
    fn leave<G: Informed>(&mut self, graph: &mut Graph<'_, G>, here: u32, possible: Possible) {
        let step = self.steps.pop().expect("there is a position at hand");
        for &marked in &self.marks[step.marks..] {
            let mark = match marked {
                Marked::Node(id) => &mut graph.nodes[id as usize].mark,
                Marked::Twin(id) => &mut graph.edges[id as usize].mark,
            };
            let before = unpacked(*mark);
            let level = possible.level.min(before.level);
            *mark = packed(Possible { level, ..before });
        }
        let node = &mut graph.nodes[here as usize];
        (node.marked_in, node.mark) = (self.number, packed(possible));
        self.marks.push(Marked::Node(here));
        debug_assert_eq!(graph.edge(step.by).to, here);
        graph.ascend();
    }

    /// The possible result of this move, if it is marked.
    fn mark_of<G: Informed>(&self, graph: &Graph<'_, G>, edge: u32) -> Option<Possible> {
        let twin = graph.edge(edge);
        if twin.state != State::Open || graph.node(twin.to).is_solved() {
            return None;
        }
        let node = graph.node(twin.to);
        let of_twin = (twin.marked_in == self.number).then_some(twin.mark);
        let of_node = (node.marked_in == self.number).then_some(node.mark);
        of_twin.or(of_node).map(unpacked)
    }
}
