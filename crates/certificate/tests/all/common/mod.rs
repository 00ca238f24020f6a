//! A game of a few named positions, written down edge by edge, with everything that a
//! certificate can depend on: boards, passes, a database, a history, two kinds of footprints.

use std::collections::HashMap;
use std::marker::PhantomData;

use threefold_certificate::{Block, Certificate, CheckError, Checker, Refuted, Verified};
use threefold_game::{
    ExactFootprint, Footprint, Game, Knowledge, NotationError, Outcome, Player, RepetitionRule,
};

/// What superko compares: two sets of stones and, under situational superko, whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Situation {
    pub stones: [u32; 2],
    pub turn: Option<Player>,
}

/// The AND and the OR of the stones of each colour.
#[derive(Clone, Default)]
pub struct IntervalFootprint(Option<[(u32, u32); 2]>);

impl Footprint<Situation> for IntervalFootprint {
    const KIND: &'static str = "interval";
    const MOST: usize = 0;

    fn insert(&mut self, situation: &Situation) {
        self.merge(&IntervalFootprint(Some(situation.stones.map(|s| (s, s)))));
    }

    fn merge(&mut self, other: &Self) {
        match (&mut self.0, &other.0) {
            (_, None) => {}
            (None, Some(other)) => self.0 = Some(*other),
            (Some(mine), Some(other)) => {
                for (mine, other) in mine.iter_mut().zip(other) {
                    *mine = (mine.0 & other.0, mine.1 | other.1);
                }
            }
        }
    }

    fn contains(&self, situation: &Situation) -> bool {
        self.0.is_some_and(|bounds| {
            bounds
                .iter()
                .zip(situation.stones)
                .all(|(&(and, or), s)| s & and == and && s & !or == 0)
        })
    }
}

#[derive(Clone, Debug)]
pub struct Node {
    pub name: String,
    pub turn: Player,
    pub over: Option<Outcome>,
    pub known: Option<Outcome>,
    pub stones: [u32; 2],
    /// Target and whether the move is a pass.
    pub edges: Vec<(u32, bool)>,
}

#[derive(Clone, Debug)]
pub struct Net<F = ExactFootprint> {
    pub nodes: Vec<Node>,
    names: HashMap<String, u32>,
    pub parameters: String,
    pub occurrences: u32,
    pub has_databases: bool,
    pub database: Option<String>,
    /// What being unable to move means; `None`: it loses.
    pub stuck: Option<Outcome>,
    pub rules: &'static [RepetitionRule],
    footprint: PhantomData<fn() -> F>,
}

impl<F> Net<F> {
    pub fn from_nodes(nodes: Vec<Node>) -> Self {
        let names = (0u32..).zip(&nodes).map(|(i, node)| (node.name.clone(), i)).collect();
        Net {
            nodes,
            names,
            parameters: String::new(),
            occurrences: 2,
            has_databases: true,
            database: None,
            stuck: None,
            rules: &RepetitionRule::ALL,
            footprint: PhantomData,
        }
    }

    /// Lines of `name first|second: target target !target` (`!` marks a pass), or
    /// `name first-wins|second-wins|draw`. After the name, `@1.2` gives the stones (otherwise every
    /// position has a board of its own) and `=first|second|draw` what the database says.
    pub fn parse(text: &str) -> Self {
        let lines: Vec<&str> =
            text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let mut nodes = Vec::new();
        for (i, line) in (0u32..).zip(&lines) {
            let head = line.split(':').next().unwrap();
            let mut words = head.split_whitespace();
            let mut node = Node {
                name: words.next().unwrap().to_owned(),
                turn: Player::First,
                over: None,
                known: None,
                stones: [0x100 + i, 0],
                edges: Vec::new(),
            };
            for word in words {
                match word {
                    "first" => node.turn = Player::First,
                    "second" => node.turn = Player::Second,
                    "first-wins" => node.over = Some(Outcome::Win(Player::First)),
                    "second-wins" => node.over = Some(Outcome::Win(Player::Second)),
                    "draw" => node.over = Some(Outcome::Draw),
                    "=first" => node.known = Some(Outcome::Win(Player::First)),
                    "=second" => node.known = Some(Outcome::Win(Player::Second)),
                    "=draw" => node.known = Some(Outcome::Draw),
                    stones => {
                        let (a, b) = stones.strip_prefix('@').unwrap().split_once('.').unwrap();
                        node.stones = [a, b].map(|s| u32::from_str_radix(s, 16).unwrap());
                    }
                }
            }
            nodes.push(node);
        }
        let mut net = Net::from_nodes(nodes);
        for (i, line) in lines.iter().enumerate() {
            for target in line.split_once(':').map_or("", |(_, t)| t).split_whitespace() {
                let pass = target.starts_with('!');
                let to = net.names[target.trim_start_matches('!')];
                net.nodes[i].edges.push((to, pass));
            }
        }
        net
    }

    pub fn id(&self, name: &str) -> u32 {
        self.names[name]
    }
}

impl<F: Footprint<Situation>> Game for Net<F> {
    type Position = u32;
    type Move = u32;
    type Undo = u32;
    type Situation = Situation;
    type Footprint = F;

    fn name(&self) -> &str {
        "net"
    }
    fn parameters(&self) -> String {
        self.parameters.clone()
    }
    fn player_name(&self, player: Player) -> &str {
        ["first", "second"][player.index()]
    }
    fn repetition_rules(&self) -> &[RepetitionRule] {
        self.rules
    }
    fn has_databases(&self) -> bool {
        self.has_databases
    }
    fn player_to_move(&self, position: &u32) -> Player {
        self.nodes[*position as usize].turn
    }
    fn terminal(&self, position: &u32) -> Option<Outcome> {
        self.nodes[*position as usize].over
    }
    fn moves(&self, position: &u32, moves: &mut Vec<u32>) {
        moves.extend(self.nodes[*position as usize].edges.iter().map(|&(to, _)| to));
    }
    fn stuck(&self, position: &u32) -> Outcome {
        self.stuck.unwrap_or(Outcome::Win(self.player_to_move(position).opponent()))
    }
    fn make(&self, position: &mut u32, m: u32) -> u32 {
        std::mem::replace(position, m)
    }
    fn undo(&self, position: &mut u32, _m: u32, undo: u32) {
        *position = undo;
    }
    fn situation(&self, position: &u32, rule: RepetitionRule) -> Situation {
        let node = &self.nodes[*position as usize];
        let turn = (rule != RepetitionRule::PositionalSuperko).then_some(node.turn);
        Situation { stones: node.stones, turn }
    }
    fn is_pass(&self, position: &u32, m: u32) -> bool {
        self.nodes[*position as usize].edges.contains(&(m, true))
    }
    fn occurrences(&self) -> u32 {
        self.occurrences
    }
    fn write_move(&self, _position: &u32, m: u32, out: &mut String) {
        out.push_str(&self.nodes[m as usize].name);
    }
    fn write_position(&self, position: &u32, out: &mut String) {
        out.push_str(&self.nodes[*position as usize].name);
    }
    fn parse_position(&self, text: &str) -> Result<u32, NotationError> {
        self.names.get(text).copied().ok_or_else(|| NotationError::new("no such position"))
    }
}

/// What the marks of the nodes say.
impl<F: Footprint<Situation>> Knowledge<Net<F>> for Net<F> {
    fn probe(&self, position: &u32) -> Option<Outcome> {
        self.nodes[*position as usize].known
    }
    fn declaration(&self) -> Option<String> {
        self.database.clone()
    }
}

/// The text of a block: header lines without `moves`, which is counted; then the moves.
pub fn text(header: &str, moves: &[&str]) -> String {
    let mut out = String::from("threefold certificate 1\ngame: net\n");
    for line in header.split(';') {
        out.push_str(line.trim());
        out.push('\n');
    }
    out.push_str(&format!("moves: {}\n---\n", moves.len()));
    for m in moves {
        out.push_str(m);
        out.push('\n');
    }
    out
}

pub fn read(text: &str) -> Block {
    Certificate::read(text.as_bytes()).unwrap().blocks.remove(0)
}

pub fn checked<F: Footprint<Situation>>(
    net: &Net<F>,
    header: &str,
    moves: &[&str],
) -> Result<Verified, Refuted> {
    refuted(Checker::new(net).knowledge(net).block(&read(&text(header, moves))))
}

/// A verdict of the checker, where it comes to one.
pub fn refuted(result: Result<Verified, CheckError>) -> Result<Verified, Refuted> {
    result.map_err(|error| match error {
        CheckError::Refuted(refuted) => refuted,
        error => panic!("no verdict: {error}"),
    })
}

/// The verdict as it is printed.
pub fn verdict<F: Footprint<Situation>>(net: &Net<F>, header: &str, moves: &[&str]) -> String {
    match checked(net, header, moves) {
        Ok(verified) => verified.to_string(),
        Err(refuted) => refuted.to_string(),
    }
}
