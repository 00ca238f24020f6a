//! Places for the positions of a small graph: in layers, by their distance from the root
//! (Sugiyama, Tagawa and Toda 1981, with the layers given).
//!
//! No move leads down by more than one layer, because layers are distances. Moves that lead up by
//! more get a place of their own in each layer between (a *bend*), so that they pass beside the
//! positions instead of through them. Within the layers places are ordered by the mean of their
//! neighbours, back and forth, and the order with the fewest crossings is kept.

use std::collections::VecDeque;

/// Rounds of ordering, and of moving places to the middle of their neighbours.
const ROUNDS: usize = 24;

/// Where everything is. Layers count from 0 downwards; `x` is in units of the widths that were
/// given.
pub struct Layout {
    /// By vertex: its layer and the middle of it; `None` if it is not reached from the root.
    pub places: Vec<Option<(usize, f64)>>,
    /// By edge, in the order given: the places between its ends, from its start to its end.
    pub bends: Vec<Vec<(usize, f64)>>,
    /// How many layers there are.
    pub layers: usize,
    /// The right end of what is furthest to the right; the left one is at 0.
    pub width: f64,
}

/// Lays out the vertices that can be reached from `root`. `widths` are those of the vertices, with
/// the room between them.
pub fn layout(widths: &[f64], edges: &[(usize, usize)], root: usize) -> Layout {
    let distance = distances(widths.len(), edges, root);
    let mut layered = Layered::new(widths, edges, &distance);
    layered.order();
    layered.spread();
    let place = |item: usize| (layered.layer[item], layered.x[item]);
    let left = layered.ends().map(|(left, _)| left).fold(f64::INFINITY, f64::min);
    let right = layered.ends().map(|(_, right)| right).fold(0.0, f64::max);
    let moved = |(layer, x): (usize, f64)| (layer, x - left);
    Layout {
        places: layered.item_of.iter().map(|item| item.map(|i| moved(place(i)))).collect(),
        bends: layered
            .bends
            .iter()
            .map(|bends| bends.iter().map(|&item| moved(place(item))).collect())
            .collect(),
        layers: layered.order.len(),
        width: right - left,
    }
}

fn distances(count: usize, edges: &[(usize, usize)], root: usize) -> Vec<Option<usize>> {
    let mut distance = vec![None; count];
    distance[root] = Some(0);
    let mut queue = VecDeque::from([(root, 0)]);
    while let Some((from, steps)) = queue.pop_front() {
        for &(_, to) in edges.iter().filter(|edge| edge.0 == from) {
            if distance[to].is_none() {
                distance[to] = Some(steps + 1);
                queue.push_back((to, steps + 1));
            }
        }
    }
    distance
}

/// The room that a bend takes.
const BEND_WIDTH: f64 = 22.0;

/// Vertices and bends are *items*.
struct Layered {
    layer: Vec<usize>,
    width: Vec<f64>,
    x: Vec<f64>,
    /// The items of each layer, from left to right.
    order: Vec<Vec<usize>>,
    /// Pieces of edges between neighbouring layers: the upper item first.
    pieces: Vec<(usize, usize)>,
    item_of: Vec<Option<usize>>,
    bends: Vec<Vec<usize>>,
}

impl Layered {
    fn new(widths: &[f64], edges: &[(usize, usize)], distance: &[Option<usize>]) -> Self {
        let layers = distance.iter().flatten().max().map_or(0, |most| most + 1);
        let mut this = Layered {
            layer: Vec::new(),
            width: Vec::new(),
            x: Vec::new(),
            order: vec![Vec::new(); layers],
            pieces: Vec::new(),
            item_of: Vec::new(),
            bends: Vec::new(),
        };
        for (&width, &layer) in widths.iter().zip(distance) {
            let item = layer.map(|layer| this.item(layer, width));
            this.item_of.push(item);
        }
        for &(from, to) in edges {
            let mut bends = Vec::new();
            if let (Some(start), Some(end)) = (this.item_of[from], this.item_of[to]) {
                let (high, low) = (this.layer[end], this.layer[start]);
                let mut last = start;
                for layer in (high + 1..low).rev() {
                    let bend = this.item(layer, BEND_WIDTH);
                    this.pieces.push((bend, last));
                    bends.push(bend);
                    last = bend;
                }
                match this.layer[last].cmp(&high) {
                    std::cmp::Ordering::Less => this.pieces.push((last, end)),
                    std::cmp::Ordering::Greater => this.pieces.push((end, last)),
                    // Moves within a layer do not count.
                    std::cmp::Ordering::Equal => {}
                }
            }
            this.bends.push(bends);
        }
        this
    }

    fn item(&mut self, layer: usize, width: f64) -> usize {
        let item = self.layer.len();
        self.layer.push(layer);
        self.width.push(width);
        self.x.push(0.0);
        self.order[layer].push(item);
        item
    }

    /// The items next to an item in the layer above or below.
    fn neighbours(&self, item: usize, above: bool) -> Vec<usize> {
        let other = |&(upper, lower): &(usize, usize)| match above {
            true => (lower == item).then_some(upper),
            false => (upper == item).then_some(lower),
        };
        self.pieces.iter().filter_map(other).collect()
    }

    /// Where each item stands in its layer.
    fn ranks(&self) -> Vec<f64> {
        let mut ranks = vec![0.0; self.layer.len()];
        for layer in &self.order {
            for (rank, &item) in layer.iter().enumerate() {
                ranks[item] = rank as f64;
            }
        }
        ranks
    }

    fn order(&mut self) {
        let mut best = (self.crossings(), self.order.clone());
        for round in 0..ROUNDS {
            let above = round % 2 == 0;
            let mut layers: Vec<usize> = (0..self.order.len()).collect();
            if !above {
                layers.reverse();
            }
            for layer in layers {
                let ranks = self.ranks();
                let mean = |&item: &usize| {
                    let near = self.neighbours(item, above);
                    match near.len() {
                        0 => ranks[item],
                        count => near.iter().map(|&i| ranks[i]).sum::<f64>() / count as f64,
                    }
                };
                let mut keyed: Vec<(f64, usize)> =
                    self.order[layer].iter().map(|item| (mean(item), *item)).collect();
                keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
                self.order[layer] = keyed.into_iter().map(|(_, item)| item).collect();
            }
            let crossings = self.crossings();
            if crossings < best.0 {
                best = (crossings, self.order.clone());
            }
        }
        self.order = best.1;
    }

    fn crossings(&self) -> usize {
        let ranks = self.ranks();
        let mut count = 0;
        for (i, &(a, b)) in self.pieces.iter().enumerate() {
            for &(c, d) in &self.pieces[i + 1..] {
                let same = self.layer[a] == self.layer[c];
                count += usize::from(same && (ranks[a] - ranks[c]) * (ranks[b] - ranks[d]) < 0.0);
            }
        }
        count
    }

    /// Moves items to the middle of their neighbours as far as the others of the layer let them.
    fn spread(&mut self) {
        for layer in 0..self.order.len() {
            let mut right = 0.0;
            for &item in &self.order[layer] {
                self.x[item] = right + self.width[item] / 2.0;
                right += self.width[item];
            }
            let middle = right / 2.0;
            self.order[layer].iter().for_each(|&item| self.x[item] -= middle);
        }
        for _ in 0..ROUNDS {
            for layer in 0..self.order.len() {
                let wanted: Vec<f64> =
                    self.order[layer].iter().map(|&item| self.wanted(item)).collect();
                let placed = self.apart(&self.order[layer], &wanted);
                for (&item, x) in self.order[layer].iter().zip(placed) {
                    self.x[item] = x;
                }
            }
        }
    }

    fn wanted(&self, item: usize) -> f64 {
        let mut near = self.neighbours(item, true);
        near.extend(self.neighbours(item, false));
        match near.len() {
            0 => self.x[item],
            count => near.iter().map(|&i| self.x[i]).sum::<f64>() / count as f64,
        }
    }

    /// Places near the wanted ones that do not overlap: the mean of pushing to the right and of
    /// pushing to the left, each of which keeps the distances, and so does the mean.
    fn apart(&self, items: &[usize], wanted: &[f64]) -> Vec<f64> {
        let room = |i: usize| (self.width[items[i]] + self.width[items[i + 1]]) / 2.0;
        let mut to_right = wanted.to_vec();
        for i in 1..items.len() {
            to_right[i] = to_right[i].max(to_right[i - 1] + room(i - 1));
        }
        let mut to_left = wanted.to_vec();
        for i in (0..items.len().saturating_sub(1)).rev() {
            to_left[i] = to_left[i].min(to_left[i + 1] - room(i));
        }
        to_right.iter().zip(&to_left).map(|(a, b)| (a + b) / 2.0).collect()
    }

    /// The left and right ends of all items.
    fn ends(&self) -> impl Iterator<Item = (f64, f64)> {
        self.x.iter().zip(&self.width).map(|(x, width)| (x - width / 2.0, x + width / 2.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn no_overlap(layout: &Layout, widths: &[f64]) {
        for (i, a) in layout.places.iter().enumerate() {
            for (j, b) in layout.places.iter().enumerate().skip(i + 1) {
                if let (Some(a), Some(b)) = (a, b)
                    && a.0 == b.0
                {
                    assert!((a.1 - b.1).abs() > (widths[i] + widths[j]) / 2.0 - 1e-6);
                }
            }
        }
    }

    #[test]
    fn layers_are_distances_and_nothing_overlaps() {
        // A diamond with a way back from the bottom, and a vertex that is not reached.
        let edges = [(0, 1), (0, 2), (1, 3), (2, 3), (3, 4), (4, 0), (5, 0)];
        let widths = [40.0; 6];
        let layout = layout(&widths, &edges, 0);
        let layers: Vec<_> = layout.places.iter().map(|p| p.map(|p| p.0)).collect();
        assert_eq!(layers, [Some(0), Some(1), Some(1), Some(2), Some(3), None]);
        assert_eq!(layout.layers, 4);
        // The way back passes the two layers between, from below.
        let bends: Vec<usize> = layout.bends[5].iter().map(|bend| bend.0).collect();
        assert_eq!(bends, [2, 1]);
        assert!(layout.bends[..5].iter().all(Vec::is_empty));
        no_overlap(&layout, &widths);
    }

    #[test]
    fn crossings_that_need_not_be_are_gone() {
        let edges = [(0, 1), (0, 2), (1, 4), (2, 3)];
        let layout = layout(&[30.0; 5], &edges, 0);
        let x = |i: usize| layout.places[i].unwrap().1;
        assert_eq!(x(1) < x(2), x(4) < x(3));
    }

    #[test]
    fn random_graphs_do_no_harm() {
        for seed in 0..200 {
            let game = threefold::graph::RandomGraph::new(1 + seed as u32 % 20).generate(seed);
            let mut edges = Vec::new();
            for (from, node) in game.nodes().iter().enumerate() {
                edges.extend(node.edges().iter().map(|edge| (from, edge.to().index())));
            }
            let widths: Vec<f64> = game.ids().map(|id| 30.0 + id.index() as f64).collect();
            let layout = layout(&widths, &edges, 0);
            no_overlap(&layout, &widths);
            assert!(layout.places.iter().flatten().all(|p| p.1.is_finite()), "{seed}");
        }
    }
}
