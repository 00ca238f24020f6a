//! Pictures: the DOT language of Graphviz.

use std::fmt::Write;

use threefold_game::{Outcome, Player};

use crate::{GraphFile, Status};

/// The game as a graph in the DOT language; `dot -Tsvg` makes a picture of it.
///
/// Positions of `first` are boxes and those of `second` ellipses; results are filled (green a win
/// of `first`, red of `second`, grey a draw). The root has a double border, the positions of the
/// history a dashed one. Passes are dashed, irreversible moves bold. A board that has a label of
/// its own is named below the position, in brackets.
///
/// ```
/// let file = threefold_graph::parse("\
/// threefold game 1
/// rule: draw
/// root: A
/// A first: won!
/// won win-first
/// ").unwrap();
/// let dot = threefold_graph::to_dot(&file);
/// assert!(dot.starts_with("digraph game {"));
/// assert!(dot.contains("\"A\" -> \"won\" [style=bold];"));
/// ```
pub fn to_dot(file: &GraphFile) -> String {
    let game = &file.game;
    let mut out = String::from("digraph game {\n");
    for note in &file.notes {
        // A comment ends at the line's end; notes have no other line ends than these two.
        let _ = writeln!(out, "  // {}", note.replace(['\n', '\r'], " "));
    }
    out.push_str("  node [fontname=\"sans-serif\"];\n");
    for (id, node) in game.ids().zip(game.nodes()) {
        let label = match game.board(id) {
            board if board == node.name() => String::new(),
            board => format!("{}\\n[{board}]", node.name()),
        };
        let mut attributes = match node.status() {
            Status::Turn(Player::First) => "shape=box".to_owned(),
            Status::Turn(Player::Second) => "shape=ellipse".to_owned(),
            Status::Over(outcome) => {
                let colour = match outcome {
                    Outcome::Win(Player::First) => "palegreen",
                    Outcome::Win(Player::Second) => "lightcoral",
                    Outcome::Draw => "lightgrey",
                };
                format!("shape=octagon, style=filled, fillcolor={colour}")
            }
        };
        if id == *file.root() {
            attributes.push_str(", peripheries=2");
        } else if file.history.positions().contains(&id) {
            attributes.push_str(", style=dashed");
        }
        if !label.is_empty() {
            let _ = write!(attributes, ", label=\"{label}\"");
        }
        // Names hold nothing that would have to be escaped between quotation marks.
        let _ = writeln!(out, "  \"{}\" [{attributes}];", node.name());
    }
    for node in game.nodes() {
        for edge in node.edges() {
            let style = match (edge.is_irreversible(), edge.is_pass()) {
                (false, false) => "",
                (true, false) => " [style=bold]",
                (false, true) => " [style=dashed]",
                (true, true) => " [style=\"bold,dashed\"]",
            };
            let to = game.node(edge.to()).name();
            let _ = writeln!(out, "  \"{}\" -> \"{to}\"{style};", node.name());
        }
    }
    out.push_str("}\n");
    out
}
