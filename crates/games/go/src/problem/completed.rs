//! The wall of a diagram, completed where it has gaps.
//!
//! ```text
//!   . . + . . . . .     + the fewest stones that close what X has begun, as far out as so few can
//!   . . X O . O O .     be. What is inside belongs to the problem: nothing of O's room is taken.
//!   . . X X X X X +
//! ```
//!
//! That is a smallest cut between what belongs to the problem for certain and what is outside of
//! the diagram, where the attacker's stones cost nothing. It is found by a largest flow (Ford and
//! Fulkerson 1956), and of all such cuts it is the one next to the outside.

use std::collections::VecDeque;

use crate::{Geometry, Point, Points, Wide};

/// So many stones close a wall at most; where more are missing there is none.
const MOST_ADDED: usize = 4;

/// What is inside of the completed wall: `inner` and all that is reached from there. `None` if too
/// many stones are missing.
pub(super) fn inside(
    geometry: &Geometry<Wide>,
    inner: Wide,
    wall: Wide,
    outside: Wide,
) -> Option<Wide> {
    let free = geometry.board() & !(wall | inner | outside);
    if geometry.neighbours(inner).meets(outside & !wall) {
        return None;
    }
    let mut flow = Flow::new(geometry, inner, free, outside & !wall);
    for _ in 0..=MOST_ADDED {
        if !flow.augment() {
            let cut = flow.last_cut(free);
            return Some(geometry.connected(inner, inner | free & !cut));
        }
    }
    None
}

/// Each point is two nodes with an edge of capacity 1 from the first, which is entered, to the
/// second, which is left.
struct Flow {
    edges: Vec<Edge>,
    /// The edges of each node, by their numbers; an edge's number with the last bit changed is that
    /// of its reverse.
    of: Vec<Vec<usize>>,
}

struct Edge {
    to: usize,
    is_open: bool,
    /// Whether it is open for any flow: the edges between points are no part of a cut.
    is_endless: bool,
}

const SOURCE: usize = 0;
const SINK: usize = 1;

const fn entered(point: Point) -> usize {
    2 + 2 * point.index()
}

const fn left(point: Point) -> usize {
    entered(point) + 1
}

impl Flow {
    fn new(geometry: &Geometry<Wide>, inner: Wide, free: Wide, outside: Wide) -> Self {
        let nodes = 2 + 2 * geometry.size().points();
        let mut flow = Flow { edges: Vec::new(), of: vec![Vec::new(); nodes] };
        for point in free.iter() {
            let around = geometry.around(point);
            flow.edge(entered(point), left(point), false);
            if around.meets(inner) {
                flow.edge(SOURCE, entered(point), true);
            }
            if around.meets(outside) {
                flow.edge(left(point), SINK, true);
            }
            for next in (around & free).iter() {
                flow.edge(left(point), entered(next), true);
            }
        }
        flow
    }

    fn edge(&mut self, from: usize, to: usize, is_endless: bool) {
        for (from, to, is_open) in [(from, to, true), (to, from, false)] {
            self.of[from].push(self.edges.len());
            self.edges.push(Edge { to, is_open, is_endless: is_open && is_endless });
        }
    }

    /// Sends one unit more, if that is possible.
    fn augment(&mut self) -> bool {
        let mut by = vec![None; self.of.len()];
        let mut queue = VecDeque::from([SOURCE]);
        while let Some(node) = queue.pop_front() {
            for &number in &self.of[node] {
                let Edge { to, is_open, .. } = self.edges[number];
                if is_open && to != SOURCE && by[to].is_none() {
                    by[to] = Some(number);
                    queue.push_back(to);
                }
            }
        }
        let mut node = SINK;
        while let Some(number) = by[node] {
            self.edges[number].is_open = self.edges[number].is_endless;
            self.edges[number ^ 1].is_open = true;
            node = self.edges[number ^ 1].to;
        }
        node != SINK
    }

    /// The points of the smallest cut that is next to the sink, when no more can be sent.
    fn last_cut(&self, free: Wide) -> Wide {
        let mut reaches = vec![false; self.of.len()];
        let mut queue = VecDeque::from([SINK]);
        reaches[SINK] = true;
        while let Some(node) = queue.pop_front() {
            for &number in &self.of[node] {
                let before = self.edges[number].to;
                if self.edges[number ^ 1].is_open && !reaches[before] {
                    reaches[before] = true;
                    queue.push_back(before);
                }
            }
        }
        let cut = free.iter().filter(|&point| reaches[left(point)] && !reaches[entered(point)]);
        cut.fold(Wide::EMPTY, |all, point| all | Wide::single(point))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;

    fn points(size: Size, names: &str) -> Wide {
        let single = |name| Wide::single(size.point(name).unwrap());
        names.split(' ').fold(Wide::EMPTY, |set, name| set | single(name))
    }

    #[test]
    fn gaps_are_closed_as_far_out_as_few_stones_can_be() {
        let size = Size::new(7, 7).unwrap();
        let geometry = Geometry::<Wide>::new(size).unwrap();
        // A stone is missing above C6, and one beside G5: G4 would do as well, but not as far out.
        let wall = points(size, "C6 C5 D5 E5 F5 F4");
        let outside = points(size, "A7 A6 A5 A4 A3 A2 A1 B1 C1 D1 E1 F1 G1 G2");
        let inner = points(size, "E6 F6 E7 F7");
        let inside = inside(&geometry, inner, wall, outside).unwrap();
        assert_eq!(inside, inner | points(size, "C7 D7 D6 G7 G6 G5 G4"));
    }

    #[test]
    fn an_open_side_is_no_gap() {
        let size = Size::new(7, 7).unwrap();
        let geometry = Geometry::<Wide>::new(size).unwrap();
        let outside = points(size, "A7 A6 A5 A4 A3 A2 A1");
        let inner = points(size, "G7 G6 G5 G4 G3 G2 G1");
        assert_eq!(super::inside(&geometry, inner, Wide::EMPTY, outside), None);
        assert!(super::inside(&geometry, inner, points(size, "D7 D5 D3"), outside).is_some());
    }
}
