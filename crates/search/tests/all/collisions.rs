//! Keys that collide: found by the mode for it, and never certified.

use crate::common::{NODES, truth};
use threefold_certificate::check;
use threefold_game::{
    ExactFootprint, Game, History, Leaf, NotationError, Outcome, Player, Question, RepetitionRule,
    Searchable,
};
use threefold_graph::{GraphGame, NodeId, RandomGraph};
use threefold_search::{Limits, Options, Solver};

/// A graph game that misleads the search. What the checker looks at (positions, situations) is
/// untouched.
pub struct Misleading {
    pub game: GraphGame,
    /// Keys have few bits, so that many positions share one.
    pub key_bits: Option<u32>,
}

impl Misleading {
    fn spoil(&self, key: u64) -> u64 {
        let Some(bits) = self.key_bits else { return key };
        (key & ((1 << bits) - 1)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

impl Game for Misleading {
    type Position = NodeId;
    type Move = NodeId;
    type Undo = NodeId;
    type Situation = u32;
    type Footprint = ExactFootprint;

    fn name(&self) -> &str {
        self.game.name()
    }
    fn player_name(&self, player: Player) -> &str {
        self.game.player_name(player)
    }
    fn repetition_rules(&self) -> &[RepetitionRule] {
        self.game.repetition_rules()
    }
    fn player_to_move(&self, position: &NodeId) -> Player {
        self.game.player_to_move(position)
    }
    fn terminal(&self, position: &NodeId) -> Option<Outcome> {
        self.game.terminal(position)
    }
    fn moves(&self, position: &NodeId, moves: &mut Vec<NodeId>) {
        self.game.moves(position, moves);
    }
    fn stuck(&self, position: &NodeId) -> Outcome {
        self.game.stuck(position)
    }
    fn make(&self, position: &mut NodeId, m: NodeId) -> NodeId {
        self.game.make(position, m)
    }
    fn undo(&self, position: &mut NodeId, m: NodeId, undo: NodeId) {
        self.game.undo(position, m, undo);
    }
    fn situation(&self, position: &NodeId, rule: RepetitionRule) -> u32 {
        self.game.situation(position, rule)
    }
    fn write_move(&self, position: &NodeId, m: NodeId, out: &mut String) {
        self.game.write_move(position, m, out);
    }
    fn write_position(&self, position: &NodeId, out: &mut String) {
        self.game.write_position(position, out);
    }
    fn parse_position(&self, text: &str) -> Result<NodeId, NotationError> {
        self.game.parse_position(text)
    }
}

impl Searchable for Misleading {
    fn key(&self, position: &NodeId) -> u64 {
        self.spoil(self.game.key(position))
    }
    fn repetition_key(&self, position: &NodeId, rule: RepetitionRule) -> u64 {
        self.spoil(self.game.repetition_key(position, rule))
    }
    fn leaf(&self, position: &mut NodeId, attacker: Player) -> Leaf<NodeId> {
        self.game.leaf(position, attacker)
    }
    fn encode_move(&self, position: &NodeId, m: NodeId) -> u32 {
        self.game.encode_move(position, m)
    }
    fn decode_move(&self, position: &NodeId, code: u32) -> Option<NodeId> {
        self.game.decode_move(position, code)
    }
}

#[derive(Default, Debug)]
struct Tally {
    asked: u32,
    collisions: u32,
    wrong: u32,
    wrong_unseen: u32,
    certified: u32,
}

fn run(bits: u32, rule: RepetitionRule) -> Tally {
    let mut tally = Tally::default();
    for seed in 0..150 {
        let game = RandomGraph { min_moves: 2, ..RandomGraph::new(12) }.generate(seed);
        let root = History::new(RandomGraph::ROOT);
        let truth = truth(&game, &root, Player::First, rule);
        let game = Misleading { game, key_bits: Some(bits) };
        let root = History::new(RandomGraph::ROOT);
        let options =
            Options { table_bytes: 64 << 10, detect_collisions: true, ..Options::default() };
        let mut solver = Solver::new(&game, Question::new(Player::First, rule), options);
        let answer = solver.limit(Limits::nodes(NODES / 500)).solve(&root);
        tally.asked += 1;
        tally.collisions += u32::from(answer.stats.collisions > 0);
        let Some(proven) = answer.verdict.decided() else { continue };
        tally.wrong += u32::from(proven != truth);
        tally.wrong_unseen += u32::from(proven != truth && answer.stats.collisions == 0);
        let verified = solver
            .certificate(&root, proven, rule)
            .is_ok_and(|extracted| check(&game.game, &extracted.block).is_ok());
        if verified {
            tally.certified += 1;
            assert_eq!(proven, truth, "{rule}, seed {seed}: a wrong answer is certified");
        }
    }
    tally
}

#[test]
fn keys_of_few_bits_collide_and_the_certificate_decides() {
    for rule in [
        RepetitionRule::AttackerLoses,
        RepetitionRule::AttackerWins,
        RepetitionRule::SituationalSuperko,
    ] {
        for bits in [4, 6] {
            let tally = run(bits, rule);
            assert!(tally.collisions > tally.asked / 20, "{rule}, {bits} bits: {tally:?}");
            assert!(tally.wrong > 0, "{rule}, {bits} bits: {tally:?}");
            assert!(tally.certified > tally.asked / 10, "{rule}, {bits} bits: {tally:?}");
        }
    }
}

#[test]
fn keys_of_all_bits_do_not_collide() {
    let tally = run(63, RepetitionRule::AttackerLoses);
    assert_eq!((tally.collisions, tally.wrong), (0, 0), "{tally:?}");
    assert_eq!(tally.certified, tally.asked, "{tally:?}");
}
