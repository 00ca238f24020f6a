//! Solutions as variations of an SGF file.

use std::collections::VecDeque;
use std::fmt::Write;

use threefold_certificate::{Block, Event, Terms, Walk};
use threefold_game::{Game, History};
use threefold_go::problem::{
    CellSet, Problem, ProblemMove, ProblemPosition, parse_points, sgf_point,
};
use threefold_go::{Colour, Points, Size, Wide};

use crate::zones::zone_of;

/// Lines of a certificate that are read for a tree: the tree shows the beginning of a strategy.
const MOST_LINES: u64 = 50_000;

/// The name of a node whose pass is a ko threat elsewhere, and the next pass the answer.
pub const KO_THREAT: &str = "ko threat";

/// A strategy as a tree of moves, the root without one.
#[derive(Debug)]
pub struct Strategy {
    nodes: Vec<Node>,
}

#[derive(Debug)]
struct Node {
    m: Option<ProblemMove>,
    children: Vec<usize>,
    /// Moves below it are left out.
    is_cut: bool,
}

impl Strategy {
    /// The moves of a certificate about the root of `history`.
    pub fn of<S: CellSet>(
        problem: &Problem<S>,
        history: &History<Problem<S>>,
        terms: Terms,
        block: &Block,
    ) -> Self {
        let mut strategy = Strategy { nodes: vec![Node::new(None)] };
        let mut walk = Walk::new(problem, history, terms);
        let mut lines = block.moves.iter();
        while walk.step() == Event::NeedMove && walk.lines() < MOST_LINES {
            let Some(line) = lines.next() else { break };
            let Ok(m) = problem.parse_move(walk.position(), line) else { break };
            let path: Vec<ProblemMove> =
                walk.path().filter_map(|step| step.entered_by).chain([m]).collect();
            strategy.add(&path);
            if walk.play(m).is_err() {
                break;
            }
        }
        strategy
    }

    /// The same of a certificate that may be about a zone of the problem: then it shows what is
    /// played in the zone. Nothing of one that is about something else.
    pub fn in_zone_of<S: CellSet>(
        problem: &Problem<S>,
        history: &History<Problem<S>>,
        terms: Terms,
        block: &Block,
    ) -> Self {
        let Some(points) = zone_of(block) else {
            return Strategy::of(problem, history, terms, block);
        };
        let zone = parse_points(problem.size(), points).ok();
        let zone = zone.and_then(|zone| problem.within::<Wide>(zone).ok());
        let Some(zone) = zone else { return Strategy { nodes: vec![Node::new(None)] } };
        let Some(within) = problem.history_within(history, &zone) else {
            return Strategy { nodes: vec![Node::new(None)] };
        };
        let mut strategy = Strategy::of(&zone, &within, terms, block);
        for node in &mut strategy.nodes {
            // Passes and threats are the same in both.
            let here = |m| match zone.point(m) {
                Some(point) => problem.move_at(point),
                None => Some(m),
            };
            node.m = node.m.and_then(here);
        }
        // The attacker has moved elsewhere, and the defender passes.
        if within.root().turn() != history.root().turn() {
            for node in &mut strategy.nodes {
                node.children.iter_mut().for_each(|child| *child += 1);
            }
            strategy.nodes[0].m = Some(ProblemMove::PASS);
            strategy.nodes.insert(0, Node { children: vec![1], ..Node::new(None) });
        }
        strategy
    }

    /// What it plays at the root, if that is the turn of the player whose strategy it is. Where the
    /// other player has one move only it is that.
    pub fn first_move(&self) -> Option<ProblemMove> {
        match self.nodes[0].children[..] {
            [first] => self.nodes[first].m,
            _ => None,
        }
    }

    /// What it has at the root: the move that it plays, or all that it answers.
    pub fn first_moves(&self) -> impl Iterator<Item = ProblemMove> {
        self.nodes[0].children.iter().filter_map(|&child| self.nodes[child].m)
    }

    /// What follows a move at the root. Nothing where it has none such.
    pub fn after(&self, m: ProblemMove) -> Self {
        let mut children = self.nodes[0].children.iter().copied();
        let mut below = Strategy { nodes: vec![Node::new(None)] };
        let Some(child) = children.find(|&child| self.nodes[child].m == Some(m)) else {
            return below;
        };
        // Each node with the number that its copy has.
        let mut queue = VecDeque::from([(child, 0)]);
        while let Some((from, to)) = queue.pop_front() {
            below.nodes[to].is_cut = self.nodes[from].is_cut;
            for &child in &self.nodes[from].children {
                let copy = below.nodes.len();
                below.nodes.push(Node::new(self.nodes[child].m));
                below.nodes[to].children.push(copy);
                queue.push_back((child, copy));
            }
        }
        below
    }

    fn add(&mut self, path: &[ProblemMove]) {
        let mut at = 0;
        for &m in path {
            let known = self.nodes[at].children.iter().copied();
            at = match known.into_iter().find(|&child| self.nodes[child].m == Some(m)) {
                Some(child) => child,
                None => {
                    self.nodes.push(Node::new(Some(m)));
                    let new = self.nodes.len() - 1;
                    self.nodes[at].children.push(new);
                    new
                }
            };
        }
    }

    /// Keeps so many nodes, those nearest the root.
    pub fn cut(&mut self, most: usize) {
        let mut queue = VecDeque::from([0]);
        let mut kept = 0;
        while let Some(at) = queue.pop_front() {
            let room = most.saturating_sub(kept);
            if self.nodes[at].children.len() > room {
                self.nodes[at].children.truncate(room);
                self.nodes[at].is_cut = true;
            }
            kept += self.nodes[at].children.len();
            queue.extend(self.nodes[at].children.iter().copied());
        }
    }
}

impl Node {
    fn new(m: Option<ProblemMove>) -> Self {
        Node { m, children: Vec::new(), is_cut: false }
    }
}

/// An SGF file that is being written.
#[derive(Debug)]
pub struct Sgf {
    out: String,
    size: Size,
}

impl Sgf {
    /// A file that begins with a position: the first node is left open for more properties.
    pub fn new<S: CellSet>(problem: &Problem<S>, root: &ProblemPosition<S>, title: &str) -> Self {
        let size = problem.size();
        let mut sgf = Sgf { out: String::new(), size };
        let shape = if size.rows() == size.columns() {
            size.rows().to_string()
        } else {
            format!("{}:{}", size.columns(), size.rows())
        };
        let _ = write!(
            sgf.out,
            "(;GM[1]FF[4]CA[UTF-8]AP[threefold:{}]SZ[{shape}]",
            env!("CARGO_PKG_VERSION")
        );
        sgf.text("GN", title);
        sgf.points("AB", problem.stones(root, Colour::Black));
        sgf.points("AW", problem.stones(root, Colour::White));
        let _ = write!(sgf.out, "PL[{}]", root.turn().letter());
        sgf
    }

    /// A property with points; nothing without any.
    pub fn points(&mut self, name: &str, set: Wide) {
        if set.is_empty() {
            return;
        }
        self.out.push_str(name);
        for point in set.iter() {
            let _ = write!(self.out, "[{}]", sgf_point(self.size, point));
        }
    }

    /// A property with text.
    pub fn text(&mut self, name: &str, text: &str) {
        let escaped = text.replace('\\', "\\\\").replace(']', "\\]");
        let _ = write!(self.out, "{name}[{escaped}]");
    }

    /// Labels on moves: A, B, ..., Z, A1, B1, ...
    pub fn labels<S: CellSet>(&mut self, problem: &Problem<S>, moves: &[ProblemMove]) {
        if moves.is_empty() {
            return;
        }
        self.out.push_str("LB");
        for (i, point) in moves.iter().filter_map(|&m| problem.point(m)).enumerate() {
            let letter = char::from(b'A' + (i % 26) as u8);
            let round = if i < 26 { String::new() } else { (i / 26).to_string() };
            let _ = write!(self.out, "[{}:{letter}{round}]", sgf_point(self.size, point));
        }
    }

    /// A variation: a move at the root, judged, with a comment, and the strategy below it.
    pub fn variation<S: CellSet>(
        &mut self,
        problem: &Problem<S>,
        root: &ProblemPosition<S>,
        m: ProblemMove,
        judgement: &str,
        comment: &str,
        strategy: Option<&Strategy>,
    ) {
        let mut position = *root;
        self.out.push_str("\n(");
        problem.make(&mut position, m);
        self.played(problem, root.turn(), m, judgement, vec![comment.to_owned()]);
        if let Some(strategy) = strategy {
            self.below(problem, position, strategy);
        }
        self.out.push(')');
    }

    /// A move with what is said of it. A ko threat and its answer are two passes, so that the
    /// players take turns as readers of SGF expect, and the first has a name ([`KO_THREAT`]).
    fn played<S: CellSet>(
        &mut self,
        problem: &Problem<S>,
        player: Colour,
        m: ProblemMove,
        judgement: &str,
        mut words: Vec<String>,
    ) {
        let at = problem.point(m).map(|point| sgf_point(self.size, point)).unwrap_or_default();
        let _ = write!(self.out, ";{}[{at}]{judgement}", player.letter());
        let is_threat = m == ProblemMove::THREAT;
        if is_threat {
            self.text("N", KO_THREAT);
            words.insert(0, format!("{player} plays a ko threat elsewhere, which is answered."));
        }
        if !words.is_empty() {
            self.text("C", &words.join(" "));
        }
        if is_threat {
            let _ = write!(self.out, ";{}[]", player.opponent().letter());
        }
    }

    /// What follows a move, without recursion: lines are as deep as a game is long.
    fn below<S: CellSet>(
        &mut self,
        problem: &Problem<S>,
        position: ProblemPosition<S>,
        strategy: &Strategy,
    ) {
        enum Step<S> {
            Open(usize, ProblemPosition<S>, bool),
            Close,
        }
        let mut stack = vec![Step::Open(0, position, false)];
        while let Some(step) = stack.pop() {
            let (at, mut position, is_branch) = match step {
                Step::Close => {
                    self.out.push(')');
                    continue;
                }
                Step::Open(at, position, is_branch) => (at, position, is_branch),
            };
            if is_branch {
                self.out.push('(');
                stack.push(Step::Close);
            }
            let node = &strategy.nodes[at];
            if let Some(m) = node.m {
                let player = position.turn();
                problem.make(&mut position, m);
                let mut words = Vec::new();
                if let Some(end) = ending(problem, &position) {
                    words.push(end);
                } else if node.children.is_empty() && !node.is_cut {
                    words.push("What follows is decided at once or shown elsewhere.".to_owned());
                }
                if node.is_cut {
                    words.push("More variations are left out.".to_owned());
                }
                self.played(problem, player, m, "", words);
            }
            let branches = node.children.len() > 1;
            for &child in node.children.iter().rev() {
                stack.push(Step::Open(child, position, branches));
            }
        }
    }

    /// The whole text.
    pub fn finish(mut self) -> String {
        self.out.push_str(")\n");
        self.out
    }
}

/// Why the game is over.
fn ending<S: CellSet>(problem: &Problem<S>, position: &ProblemPosition<S>) -> Option<String> {
    let outcome = problem.terminal(position)?;
    let definition = problem.definition();
    let defender = definition.defender;
    Some(if outcome.is_win_of(defender.into()) {
        format!("{defender} lives unconditionally.")
    } else if problem.stones(position, defender).meets(definition.target) {
        format!("There is no room left for the eyes of {defender}.")
    } else {
        format!("{defender} has been captured.")
    })
}

#[cfg(test)]
mod tests {
    use threefold_go::problem::{Definition, Knowledge, ProblemGoal};
    use threefold_go::{Geometry, GoPosition};

    use super::*;

    #[test]
    fn no_two_moves_have_the_same_label() {
        let size = Size::new(6, 5).unwrap();
        let geometry = Geometry::<Wide>::new(size).unwrap();
        let board =
            *GoPosition::parse("X..../...../...../...../...../..... B", &geometry).unwrap().board();
        let definition = Definition {
            goal: ProblemGoal::Live,
            defender: Colour::Black,
            target: Wide::single(size.point("A6").unwrap()),
            region: None,
            eyes: Wide::EMPTY,
            declared: Wide::EMPTY,
            basic_ko: false,
            knowledge: Knowledge::default(),
        };
        let problem: Problem = Problem::new(geometry, &board, definition).unwrap();
        let root = problem.root(Colour::Black, [0, 0]);
        let mut moves = Vec::new();
        problem.moves(&root, &mut moves);
        let mut sgf = Sgf::new(&problem, &root, "labels");
        sgf.labels(&problem, &moves);
        let text = sgf.finish();
        assert!(text.contains(":Z]") && text.contains(":A1]") && text.contains(":C1]"), "{text}");
    }
}
