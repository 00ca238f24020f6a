//! A graph game with a line in it, as inline SVG.

use std::collections::HashMap;
use std::fmt::Write;

use threefold::game::{Game, Outcome, Player};
use threefold::graph::{GraphFile, NodeId, Status};
use threefold_terminal::html::escape;

use super::layout::{Layout, layout};

/// Games that are larger are not drawn: nobody could read it.
const LARGEST: usize = 40;
/// Room between layers, from middle to middle.
const LAYER: f64 = 78.0;
const HEIGHT: f64 = 28.0;
/// Room between positions.
const GAP: f64 = 26.0;
const MARGIN: f64 = 34.0;

/// A drawing and its width in pixels.
pub struct Drawn {
    pub svg: String,
    pub width: f64,
}

/// The game, with the moves of `line` (names of positions, the root left out) numbered. `None` if
/// it is too large.
pub fn draw(file: &GraphFile, line: &[&str]) -> Option<Drawn> {
    let game = &file.game;
    let start = file.history.start().index();
    if game.nodes().len() > LARGEST {
        return None;
    }
    let widths: Vec<f64> = game.ids().map(|id| width(file, id) + GAP).collect();
    let mut edges = Vec::new();
    for (from, node) in game.nodes().iter().enumerate() {
        edges.extend(node.edges().iter().map(|edge| (from, edge.to().index())));
    }
    let layout = layout(&widths, &edges, start);
    let width = layout.width + 2.0 * MARGIN;
    let drawing = Drawing { file, layout, edges, played: played(file, line) };
    Some(Drawn { svg: drawing.svg(), width })
}

/// The plies at which each move is played.
fn played(file: &GraphFile, line: &[&str]) -> HashMap<(usize, usize), Vec<usize>> {
    let mut played: HashMap<(usize, usize), Vec<usize>> = HashMap::new();
    let mut here = *file.root();
    for (i, name) in line.iter().enumerate() {
        let Some(next) = file.game.find(name) else { break };
        played.entry((here.index(), next.index())).or_default().push(i + 1);
        here = next;
    }
    played
}

/// The width of a position's box: names are set in 13 pixels.
fn width(file: &GraphFile, id: NodeId) -> f64 {
    (file.game.node(id).name().chars().count() as f64 * 8.0 + 18.0).max(34.0)
}

struct Drawing<'a> {
    file: &'a GraphFile,
    layout: Layout,
    edges: Vec<(usize, usize)>,
    played: HashMap<(usize, usize), Vec<usize>>,
}

type XY = (f64, f64);

impl Drawing<'_> {
    fn svg(&self) -> String {
        let width = self.layout.width + 2.0 * MARGIN;
        let height = (self.layout.layers.max(1) - 1) as f64 * LAYER + HEIGHT + 2.0 * MARGIN;
        let root = escape(self.file.game.node(*self.file.root()).name());
        let mut out = format!(
            "<svg viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" role=\"img\" \
             aria-label=\"the game as a graph, from {root}\">"
        );
        // Moves of the line over the others, positions over the moves.
        for is_played in [false, true] {
            for i in 0..self.edges.len() {
                if self.played.contains_key(&self.edges[i]) == is_played {
                    self.edge(&mut out, i);
                }
            }
        }
        for id in self.file.game.ids() {
            self.node(&mut out, id);
        }
        for i in 0..self.edges.len() {
            self.plies(&mut out, i);
        }
        out.push_str("</svg>");
        out
    }

    fn place(&self, vertex: usize) -> Option<XY> {
        self.layout.places[vertex].map(|place| self.point(place))
    }

    fn point(&self, (layer, x): (usize, f64)) -> XY {
        (x + MARGIN, layer as f64 * LAYER + HEIGHT / 2.0 + MARGIN)
    }

    fn node(&self, out: &mut String, id: NodeId) {
        let Some((x, y)) = self.place(id.index()) else { return };
        let game = &self.file.game;
        let node = game.node(id);
        let class = match node.status() {
            Status::Turn(Player::First) => "node turn-first",
            Status::Turn(Player::Second) => "node turn-second",
            Status::Over(Outcome::Win(Player::First)) => "node won-first",
            Status::Over(Outcome::Win(Player::Second)) => "node won-second",
            Status::Over(Outcome::Draw) => "node drawn",
        };
        let width = width(self.file, id);
        let (left, top) = (x - width / 2.0, y - HEIGHT / 2.0);
        // Positions of first have corners, those of second are round.
        let radius = match node.status() {
            Status::Turn(Player::Second) => HEIGHT / 2.0,
            _ => 3.0,
        };
        if id == *self.file.root() {
            let _ = write!(
                out,
                "<rect class=\"root\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" \
                 rx=\"{:.1}\"/>",
                left - 4.0,
                top - 4.0,
                width + 8.0,
                HEIGHT + 8.0,
                radius + 4.0
            );
        }
        let name = escape(node.name());
        let _ = write!(
            out,
            "<g><title>{name}: {}</title><rect class=\"{class}\" x=\"{left:.1}\" y=\"{top:.1}\" \
             width=\"{width:.1}\" height=\"{HEIGHT}\" rx=\"{radius}\"/><text x=\"{x:.1}\" \
             y=\"{:.1}\">{name}</text>",
            status_words(self.file, id),
            y + 4.5
        );
        if game.board(id) != node.name() {
            let _ = write!(
                out,
                "<text class=\"board\" x=\"{x:.1}\" y=\"{:.1}\">board {}</text>",
                y + HEIGHT / 2.0 + 10.0,
                escape(game.board(id))
            );
        }
        out.push_str("</g>");
    }

    /// Where the move leaves its position, bends, and arrives.
    fn points(&self, i: usize) -> Option<Vec<XY>> {
        let (from, to) = self.edges[i];
        let (start, end) = (self.place(from)?, self.place(to)?);
        // A move and its way back go side by side.
        let aside = if self.edges.contains(&(to, from)) { 7.0 } else { 0.0 };
        let half = HEIGHT / 2.0;
        let mut points = Vec::new();
        if start.1 < end.1 {
            points.push((start.0 - aside, start.1 + half));
            points.push((end.0 - aside, end.1 - half));
        } else if start.1 > end.1 {
            points.push((start.0 + aside, start.1 - half));
            points.extend(self.layout.bends[i].iter().map(|&bend| self.point(bend)));
            points.push((end.0 + aside, end.1 + half));
        } else {
            let side = if start.0 < end.0 { 1.0 } else { -1.0 };
            let ends = [from, to].map(|vertex| self.half_width(vertex));
            let level = side * aside;
            points.push((start.0 + side * ends[0], start.1 + level));
            points.push((end.0 - side * ends[1], end.1 + level));
        }
        Some(points)
    }

    fn half_width(&self, vertex: usize) -> f64 {
        let id = self.file.game.ids().nth(vertex);
        id.map_or(0.0, |id| width(self.file, id) / 2.0)
    }

    /// Whether a position stands between the ends of a move within a layer.
    fn is_blocked(&self, i: usize) -> bool {
        let (from, to) = self.edges[i];
        let (Some(start), Some(end)) = (self.place(from), self.place(to)) else { return false };
        let (left, right) = (start.0.min(end.0), start.0.max(end.0));
        let between = |place: XY| place.1 == start.1 && place.0 > left && place.0 < right;
        let bends = self.layout.bends.iter().flatten().map(|&bend| self.point(bend));
        let places = (0..self.layout.places.len()).filter_map(|vertex| self.place(vertex));
        start.1 == end.1 && bends.chain(places).any(between)
    }

    /// The path of a move, and its middle.
    fn path(&self, i: usize) -> Option<(String, XY)> {
        let points = self.points(i)?;
        let (first, last) = (points[0], points[points.len() - 1]);
        let mut path = format!("M{:.1} {:.1}", first.0, first.1);
        if self.is_blocked(i) {
            // Below the positions between.
            let dip = HEIGHT / 2.0 + 16.0;
            let (from, to) = self.edges[i];
            let start = self.place(from)?;
            let end = self.place(to)?;
            let y = start.1 + HEIGHT / 2.0;
            let path = format!(
                "M{:.1} {y:.1}C{:.1} {:.1} {:.1} {:.1} {:.1} {y:.1}",
                start.0,
                start.0,
                y + dip,
                end.0,
                y + dip,
                end.0
            );
            return Some((path, ((start.0 + end.0) / 2.0, y + 0.75 * dip)));
        }
        if first.1 == last.1 && points.len() == 2 {
            let _ = write!(path, "L{:.1} {:.1}", last.0, last.1);
        } else {
            // Straight up or down at each point, and bent between.
            for pair in points.windows(2) {
                let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
                let middle = (y0 + y1) / 2.0;
                let _ = write!(path, "C{x0:.1} {middle:.1} {x1:.1} {middle:.1} {x1:.1} {y1:.1}");
            }
        }
        let piece = (points.len() - 1) / 2;
        let (a, b) = (points[piece], points[piece + 1]);
        Some((path, ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0)))
    }

    fn edge(&self, out: &mut String, i: usize) {
        let Some((path, _)) = self.path(i) else { return };
        let (from, to) = self.edges[i];
        let node = &self.file.game.nodes()[from];
        let is_pass = node.edges().iter().any(|edge| edge.to().index() == to && edge.is_pass());
        let pass = if is_pass { " pass" } else { "" };
        let (class, marker) = match self.played.contains_key(&(from, to)) {
            true => ("played", "arrow-played"),
            false => ("edge", "arrow"),
        };
        let _ = write!(
            out,
            "<path class=\"{class}{pass}\" d=\"{path}\" marker-end=\"url(#{marker})\"/>"
        );
    }

    /// The numbers of the plies at which a move is played.
    fn plies(&self, out: &mut String, i: usize) {
        let (Some(plies), Some((_, (x, y)))) = (self.played.get(&self.edges[i]), self.path(i))
        else {
            return;
        };
        let text = plies.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
        let half = 4.0 + 3.0 * text.len() as f64;
        let _ = write!(
            out,
            "<rect class=\"ply\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"14\" rx=\"7\"/>\
             <text class=\"ply-number\" x=\"{x:.1}\" y=\"{:.1}\">{text}</text>",
            x - half,
            y - 7.0,
            2.0 * half,
            y + 3.4
        );
    }
}

fn status_words(file: &GraphFile, id: NodeId) -> String {
    let name = |player| file.game.player_name(player);
    match file.game.node(id).status() {
        Status::Turn(player) => format!("{} to move", name(player)),
        Status::Over(Outcome::Win(player)) => format!("{} has won", name(player)),
        Status::Over(Outcome::Draw) => "a draw".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_and_move_that_is_reached_is_drawn() {
        let file: GraphFile = "threefold game 1\nrule: draw\nroot: A\nA first: B C\nB second: A\n\
                               C second: W~ B\nW win-first\nX draw\n"
            .parse()
            .unwrap();
        let svg = draw(&file, &["C", "W"]).unwrap().svg;
        assert_eq!(svg.matches("marker-end").count(), 5);
        assert_eq!(svg.matches("class=\"played").count(), 2);
        assert_eq!(svg.matches("class=\"node ").count(), 4);
        assert!(!svg.contains(">X<") && svg.contains("played pass"));
    }

    #[test]
    fn large_games_are_not_drawn() {
        let game = threefold::graph::RandomGraph::new(41).generate(1);
        let file = GraphFile {
            game,
            rule: threefold::game::RepetitionRule::Draw,
            attacker: Player::First,
            history: threefold::game::History::new(threefold::graph::RandomGraph::ROOT),
            notes: Vec::new(),
        };
        assert!(draw(&file, &[]).is_none());
    }
}
