//! From the parser's tree to ours.

use std::collections::HashSet;

use sgf_parse::go::{self, Move as SgfMove, Point as SgfPoint, Prop};
use sgf_parse::{Color, SgfNode, SgfProp, parse};

use super::charset::decode;
use super::error::{SgfError, SgfErrorKind};
use super::scan::{Property, error, place, scan};
use super::tree::{Mark, Node, SgfGame};
use crate::{Colour, GoMove, Point, Points, Size, Wide};

/// Reads all games of a file.
///
/// # Errors
/// The first thing that is wrong.
pub fn read(bytes: &[u8]) -> Result<Vec<SgfGame>, SgfError> {
    read_text(&decode(bytes)?)
}

/// The same, of text.
///
/// # Errors
/// The first thing that is wrong.
pub fn read_text(text: &str) -> Result<Vec<SgfGame>, SgfError> {
    let scan = scan(text)?;
    scan.games
        .iter()
        .zip(&scan.nodes)
        .map(|(range, nodes)| {
            let here = |kind| error(text, range.start, kind);
            let trees = parse(&text[range.clone()])
                .map_err(|fault| here(SgfErrorKind::Other(fault.to_string())))?;
            let tree = trees.into_iter().next().ok_or_else(|| here(SgfErrorKind::NoGame))?;
            let root = tree.into_go_node().map_err(|_| {
                let (offset, value) = value_of(text, &nodes[0], "GM").unwrap_or_default();
                error(text, offset, SgfErrorKind::NotGo(value.to_owned()))
            })?;
            Reader { text, nodes, size: Size::new(19, 19).expect("19x19") }.game(&root)
        })
        .collect()
}

/// The first value of a property and where it is.
fn value_of<'t>(text: &'t str, node: &[Property], name: &str) -> Option<(usize, &'t str)> {
    let offset = *node.iter().find(|property| property.name == name)?.values.first()?;
    let length = text[offset..].find(']')?;
    Some((offset, &text[offset..offset + length]))
}

struct Reader<'t> {
    text: &'t str,
    nodes: &'t [Vec<Property>],
    size: Size,
}

impl Reader<'_> {
    fn game(mut self, root: &SgfNode<Prop>) -> Result<SgfGame, SgfError> {
        self.size = self.board_size()?;
        let (size, nodes) = (self.size, Vec::new());
        let mut game = SgfGame { size, komi: None, handicap: 0, title: None, nodes };
        // The parser's nodes are met in the order of the text.
        let mut stack: Vec<(&SgfNode<Prop>, Option<usize>)> = vec![(root, None)];
        while let Some((from, parent)) = stack.pop() {
            let number = game.nodes.len();
            let mut node = self.node(from, number)?;
            node.parent = parent;
            if let Some(parent) = parent {
                game.nodes[parent].children.push(number);
            } else {
                for property in from.properties() {
                    match property {
                        Prop::KM(komi) => game.komi = Some(*komi),
                        Prop::HA(stones) => game.handicap = u8::try_from(*stones).unwrap_or(0),
                        Prop::GN(name) => game.title = Some(name.to_string()),
                        _ => {}
                    }
                }
            }
            game.nodes.push(node);
            let children: Vec<_> = from.children().collect();
            stack.extend(children.into_iter().rev().map(|child| (child, Some(number))));
        }
        game.gather_setup();
        Ok(game)
    }

    fn error(&self, node: usize, property: &str, kind: SgfErrorKind) -> SgfError {
        let offset = value_of(self.text, &self.nodes[node], property).map_or(0, |(at, _)| at);
        error(self.text, offset, kind)
    }

    /// `SZ`, read here: the parser takes what cannot be read for an unknown property.
    fn board_size(&self) -> Result<Size, SgfError> {
        let Some((offset, value)) = value_of(self.text, &self.nodes[0], "SZ") else {
            return Ok(self.size);
        };
        let wrong = || error(self.text, offset, SgfErrorKind::Size(value.to_owned()));
        let (columns, rows) = value.split_once(':').unwrap_or((value, value));
        let number = |text: &str| text.trim().parse().map_err(|_| wrong());
        Size::new(number(rows)?, number(columns)?).map_err(|_| wrong())
    }

    fn node(&self, from: &SgfNode<Prop>, number: usize) -> Result<Node, SgfError> {
        let mut node = Node::default();
        let properties = self.nodes[number].iter().flat_map(|p| &p.values).next();
        (node.line, node.column) = place(self.text, properties.copied().unwrap_or(0));
        for property in from.properties() {
            let name = property.identifier();
            let points = |set: &HashSet<SgfPoint>| self.points(number, &name, set);
            match property {
                Prop::AB(set) => node.setup[0] |= points(set)?,
                Prop::AW(set) => node.setup[1] |= points(set)?,
                Prop::AE(set) => node.erased |= points(set)?,
                Prop::PL(Color::Black) => node.to_play = Some(Colour::Black),
                Prop::PL(Color::White) => node.to_play = Some(Colour::White),
                Prop::B(m) => node.moves.push((Colour::Black, self.played(number, &name, *m)?)),
                Prop::W(m) => node.moves.push((Colour::White, self.played(number, &name, *m)?)),
                Prop::MA(set) => node.marks[Mark::Cross as usize] |= points(set)?,
                Prop::TR(set) => node.marks[Mark::Triangle as usize] |= points(set)?,
                Prop::SQ(set) => node.marks[Mark::Square as usize] |= points(set)?,
                Prop::CR(set) => node.marks[Mark::Circle as usize] |= points(set)?,
                Prop::SL(set) => node.marks[Mark::Selected as usize] |= points(set)?,
                Prop::C(text) => node.comment = Some(text.to_string()),
                Prop::N(text) => node.name = Some(text.to_string()),
                Prop::GB(_) | Prop::GW(_) | Prop::TE(_) | Prop::BM(_) | Prop::DO | Prop::IT => {
                    node.evaluations.push(name);
                }
                Prop::Invalid(name, values) => self.invalid(&mut node, number, name, values)?,
                _ => {}
            }
        }
        Ok(node)
    }

    /// What the parser could not read. Where the board depends on it that is an error, elsewhere it
    /// does no harm.
    fn invalid(
        &self,
        node: &mut Node,
        number: usize,
        name: &str,
        values: &[String],
    ) -> Result<(), SgfError> {
        let value = values.first().map(String::as_str).unwrap_or_default().trim();
        let expected = match name {
            // `PL[]` is in use and says nothing; words are too.
            "PL" => match value.to_ascii_lowercase().as_str() {
                "" => return Ok(()),
                "b" | "black" | "1" => {
                    node.to_play = Some(Colour::Black);
                    return Ok(());
                }
                "w" | "white" | "2" => {
                    node.to_play = Some(Colour::White);
                    return Ok(());
                }
                _ => "B or W",
            },
            "AB" | "AW" | "AE" | "MA" | "TR" | "SQ" | "CR" | "SL" if value.is_empty() => {
                return Ok(());
            }
            // A point in several lists of a property, which the parser refuses, is no harm.
            "AB" | "AW" | "AE" | "MA" | "TR" | "SQ" | "CR" | "SL" => {
                "points, as in [aa] or [aa:bc]"
            }
            "B" | "W" => "one point, as in [aa], or nothing for a pass",
            _ => return Ok(()),
        };
        let kind =
            SgfErrorKind::Value { property: name.to_owned(), value: value.to_owned(), expected };
        Err(self.error(number, name, kind))
    }

    fn point(&self, number: usize, name: &str, point: SgfPoint) -> Result<Point, SgfError> {
        let (row, column) = (point.y as usize, point.x as usize);
        if row < self.size.rows() && column < self.size.columns() {
            return Ok(self.size.at(row, column));
        }
        let letter = |i: u8| char::from(if i < 26 { b'a' + i } else { b'A' + (i - 26) });
        let kind = SgfErrorKind::OffBoard {
            property: name.to_owned(),
            value: [letter(point.x), letter(point.y)].iter().collect(),
            size: self.size.to_string(),
        };
        Err(self.error(number, name, kind))
    }

    fn points(&self, number: usize, name: &str, set: &HashSet<SgfPoint>) -> Result<Wide, SgfError> {
        // In order, so that of several faults the same one is reported each time.
        let mut points: Vec<&SgfPoint> = set.iter().collect();
        points.sort_by_key(|point| (point.y, point.x));
        points.into_iter().try_fold(Wide::EMPTY, |all, &point| {
            Ok(all | Wide::single(self.point(number, name, point)?))
        })
    }

    /// A move; `tt` is a pass on boards up to 19x19, as in old files.
    fn played(&self, number: usize, name: &str, m: go::Move) -> Result<GoMove, SgfError> {
        match m {
            SgfMove::Pass | SgfMove::Move(SgfPoint { x: 19, y: 19 }) => Ok(GoMove::Pass),
            SgfMove::Move(point) => self.point(number, name, point).map(GoMove::Play),
        }
    }
}
