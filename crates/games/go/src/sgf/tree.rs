//! A game of a file as a tree.

use crate::{Colour, GoMove, Points, Size, Wide};

/// Marks on points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// `MA`: a cross.
    Cross,
    /// `TR`: a triangle.
    Triangle,
    /// `SQ`: a square.
    Square,
    /// `CR`: a circle.
    Circle,
    /// `SL`: selected.
    Selected,
}

impl Mark {
    /// Every mark.
    pub const ALL: [Mark; 5] =
        [Mark::Cross, Mark::Triangle, Mark::Square, Mark::Circle, Mark::Selected];

    /// The property: `MA`, `TR`, `SQ`, `CR`, `SL`.
    pub const fn property(self) -> &'static str {
        match self {
            Mark::Cross => "MA",
            Mark::Triangle => "TR",
            Mark::Square => "SQ",
            Mark::Circle => "CR",
            Mark::Selected => "SL",
        }
    }
}

/// A node of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    pub(super) setup: [Wide; 2],
    pub(super) erased: Wide,
    pub(super) to_play: Option<Colour>,
    pub(super) moves: Vec<(Colour, GoMove)>,
    pub(super) marks: [Wide; 5],
    pub(super) comment: Option<String>,
    pub(super) name: Option<String>,
    pub(super) evaluations: Vec<String>,
    pub(super) children: Vec<usize>,
    pub(super) parent: Option<usize>,
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Node {
    /// The stones that the node puts on the board.
    pub fn stones(&self, colour: Colour) -> Wide {
        self.setup[colour.index()]
    }

    /// The points that the node makes empty (`AE`).
    pub fn erased(&self) -> Wide {
        self.erased
    }

    /// Whether the node changes the board other than by a move.
    pub fn is_setup(&self) -> bool {
        !(self.setup[0] | self.setup[1] | self.erased).is_empty()
    }

    /// Whose turn it is, if the node says so (`PL`).
    pub fn to_play(&self) -> Option<Colour> {
        self.to_play
    }

    /// The move of the node.
    pub fn played(&self) -> Option<(Colour, GoMove)> {
        self.moves.first().copied()
    }

    /// The points with a mark.
    pub fn marked(&self, mark: Mark) -> Wide {
        self.marks[mark as usize]
    }

    /// `C`.
    pub fn comment(&self) -> Option<&str> {
        self.comment.as_deref()
    }

    /// `N`.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Which of the properties that judge a node or its move it has: `GB`, `GW`, `TE`, `BM`, `DO`,
    /// `IT`.
    pub fn judgements(&self) -> &[String] {
        &self.evaluations
    }

    /// The nodes below, by their numbers.
    pub fn children(&self) -> &[usize] {
        &self.children
    }

    /// The node above.
    pub fn parent(&self) -> Option<usize> {
        self.parent
    }

    /// Where the node begins in its file: line and column, from 1.
    pub fn place(&self) -> (usize, usize) {
        (self.line, self.column)
    }
}

/// A game of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct SgfGame {
    pub(super) size: Size,
    pub(super) komi: Option<f64>,
    pub(super) handicap: u8,
    pub(super) title: Option<String>,
    /// The root first, parents before their children.
    pub(super) nodes: Vec<Node>,
}

impl SgfGame {
    /// Rows and columns.
    pub fn size(&self) -> Size {
        self.size
    }

    /// `KM`.
    pub fn komi(&self) -> Option<f64> {
        self.komi
    }

    /// Whose turn it is where nothing else says so: behind handicap stones (`HA`) White's.
    pub fn usual_turn(&self) -> Colour {
        let has_handicap = self.handicap > 1 && !self.root().stones(Colour::Black).is_empty();
        if has_handicap { Colour::White } else { Colour::Black }
    }

    /// The name of the game (`GN`), or what its first node is called (`N`).
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref().or(self.root().name())
    }

    /// The first node, with what nodes right behind it put on the board.
    pub fn root(&self) -> &Node {
        &self.nodes[0]
    }

    /// A node by its number; 0 is the root.
    ///
    /// # Panics
    /// If there is no such node.
    pub fn node(&self, number: usize) -> &Node {
        &self.nodes[number]
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The nodes of the main line, the root first.
    pub fn main_line(&self) -> Vec<usize> {
        let mut line = vec![0];
        while let Some(&next) = self.nodes[line[line.len() - 1]].children.first() {
            line.push(next);
        }
        line
    }

    /// Takes what the nodes behind the first one put on the board, before any move and without a
    /// choice, as part of the first position: some programs write all stones there.
    pub(super) fn gather_setup(&mut self) {
        let mut last = 0;
        while let (true, &[next]) =
            (self.nodes[last].moves.is_empty(), &self.nodes[last].children[..])
            && self.nodes[next].moves.is_empty()
        {
            let node = &mut self.nodes[next];
            if node.is_setup() || node.to_play.is_some() {
                let (setup, erased) = (std::mem::take(&mut node.setup), node.erased);
                let (marks, to_play) = (node.marks, node.to_play);
                node.erased = Wide::EMPTY;
                let comment = node.comment.clone();
                let root = &mut self.nodes[0];
                let changed = setup[0] | setup[1] | erased;
                for (stones, put) in root.setup.iter_mut().zip(setup) {
                    *stones = (*stones & !changed) | put;
                }
                // Marks are about the board that they are on.
                root.marks = marks;
                root.to_play = to_play.or(root.to_play);
                root.comment = root.comment.take().or(comment);
            }
            last = next;
        }
    }

    /// Whose turn it is at the root: as `PL` says, else whose move the first one of the game is,
    /// else nobody knows.
    pub fn to_play(&self) -> Option<Colour> {
        let first = || {
            let mut node = self.root();
            loop {
                if let Some((colour, _)) = node.played() {
                    return Some(colour);
                }
                node = self.node(*node.children().first()?);
            }
        };
        self.root().to_play().or_else(first)
    }
}
