//! Random games with a clock, as chess with the fifty-move rule: after so many plies without
//! progress the game is a draw. Against exhaustive search, whose positions carry the clock.

use threefold_game::{
    ExactFootprint, Game, History, Leaf, NotationError, Outcome, Packed, Player, Question,
    RepetitionRule, Searchable,
};
use threefold_oracle::Retrograde;
use threefold_search::Options;

use crate::common::{Random, certified, small, solver};

/// A board: whose turn it is, how it ends if it does, and where moves lead; those that set the
/// clock back lead to a board with a larger number, so that no board comes back behind them.
#[derive(Clone, Debug)]
struct Board {
    turn: Player,
    result: Option<Outcome>,
    moves: Vec<u8>,
    stage: u8,
}

/// A random graph of boards with a clock. Whether the clock is told to be a hand: without, each
/// clock is a position of its own; and whether the search is told of it at all.
#[derive(Clone, Debug)]
struct Clocks {
    boards: Vec<Board>,
    limit: u8,
    dominance: bool,
    forgets: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct At {
    board: u8,
    clock: u8,
}

impl Clocks {
    fn random(seed: u64) -> Clocks {
        let mut random = Random(seed);
        let count = 6 + random.below(9) as usize;
        let stages = 1 + random.below(3);
        let mut boards: Vec<Board> = (0..count)
            .map(|number| Board {
                turn: random.choose(&Player::ALL),
                result: random.choose(&[
                    None,
                    None,
                    None,
                    None,
                    None,
                    Some(Outcome::Win(Player::First)),
                    Some(Outcome::Win(Player::Second)),
                    Some(Outcome::Draw),
                ]),
                moves: Vec::new(),
                stage: (number as u64 * stages / count as u64) as u8,
            })
            .collect();
        boards[0].result = None;
        for i in 0..count {
            for _ in 0..1 + random.below(4) {
                let to = random.below(count as u64) as usize;
                let may = boards[to].stage >= boards[i].stage;
                if to != i && may && !boards[i].moves.contains(&(to as u8)) {
                    boards[i].moves.push(to as u8);
                }
            }
        }
        let limit = 4 + random.below(5) as u8;
        Clocks { boards, limit, dominance: true, forgets: false }
    }

    fn board(&self, at: &At) -> &Board {
        &self.boards[at.board as usize]
    }

    fn resets(&self, at: &At, to: u8) -> bool {
        self.boards[to as usize].stage > self.board(at).stage
    }

    fn left(&self, at: &At) -> u32 {
        u32::from(self.limit - at.clock)
    }

    /// The first board with each clock.
    fn roots(&self) -> Vec<At> {
        (0..=self.limit).map(|clock| At { board: 0, clock }).collect()
    }
}

impl Game for Clocks {
    type Position = At;
    type Move = u8;
    type Undo = At;
    type Situation = At;
    type Footprint = ExactFootprint;

    fn name(&self) -> &str {
        "clocks"
    }
    fn player_name(&self, player: Player) -> &str {
        ["first", "second"][player.index()]
    }
    fn repetition_rules(&self) -> &[RepetitionRule] {
        &RepetitionRule::WITHOUT_SUPERKO
    }
    fn player_to_move(&self, at: &At) -> Player {
        self.board(at).turn
    }
    /// A win on the last ply comes before the draw.
    fn terminal(&self, at: &At) -> Option<Outcome> {
        let is_late = at.clock >= self.limit && !self.board(at).moves.is_empty();
        self.board(at).result.or(is_late.then_some(Outcome::Draw))
    }
    fn moves(&self, at: &At, moves: &mut Vec<u8>) {
        moves.extend(&self.board(at).moves);
    }
    fn stuck(&self, at: &At) -> Outcome {
        Outcome::Win(self.board(at).turn.opponent())
    }
    fn make(&self, at: &mut At, to: u8) -> At {
        let before = *at;
        at.clock = if self.resets(at, to) { 0 } else { at.clock + 1 };
        at.board = to;
        before
    }
    fn undo(&self, at: &mut At, _to: u8, before: At) {
        *at = before;
    }
    const HANDS: bool = true;
    const CLOCK: bool = true;
    fn hand(&self, at: &At, _player: Player) -> u32 {
        if self.forgets { 0 } else { self.left(at) }
    }
    fn dominates(&self, more: u32, less: u32) -> bool {
        if self.dominance { more >= less } else { more == less }
    }
    fn board(&self, at: &At) -> Option<Packed> {
        let mut words = Packed::default();
        words[0] = u64::from(at.board);
        Some(words)
    }
    fn is_irreversible(&self, at: &At, to: u8) -> bool {
        self.resets(at, to)
    }
    fn situation(&self, at: &At, _rule: RepetitionRule) -> At {
        *at
    }
    fn write_move(&self, _at: &At, to: u8, out: &mut String) {
        out.push_str(&to.to_string());
    }
    fn write_position(&self, at: &At, out: &mut String) {
        out.push_str(&format!("{} {}", at.board, at.clock));
    }
    fn parse_position(&self, text: &str) -> Result<At, NotationError> {
        let bad = || NotationError::new("expected '<board> <clock>'");
        let numbers: Vec<u8> = text.split(' ').filter_map(|word| word.parse().ok()).collect();
        let &[board, clock] = &numbers[..] else { return Err(bad()) };
        Ok(At { board, clock })
    }
}

impl Searchable for Clocks {
    fn key(&self, at: &At) -> u64 {
        Random(u64::from(at.board)).next()
    }
    /// A win at once is seen.
    fn leaf(&self, at: &mut At, _attacker: Player) -> Leaf<u8> {
        let turn = self.board(at).turn;
        let wins = |&&to: &&u8| self.boards[to as usize].result == Some(Outcome::Win(turn));
        match self.board(at).moves.iter().find(wins) {
            Some(&to) => Leaf::WinsBy(to),
            None => Leaf::Estimate { pn: 1, dn: 1 },
        }
    }
    fn bound_before(&self, at: &At, _player: Player, to: u8, bound: u32, proven: bool) -> u32 {
        match (self.resets(at, to), proven) {
            (true, true) => 1,
            (true, false) => u32::from(self.limit),
            (false, _) => (bound + 1).min(u32::from(self.limit)),
        }
    }
    fn bound_of_moves(&self, at: &At, _player: Player, proven: bool) -> u32 {
        let board = self.board(at);
        let is_over = board.result.is_some();
        match (proven, is_over || at.clock < self.limit) {
            (true, _) => u32::from(!is_over && !board.moves.is_empty()),
            (false, true) => u32::from(self.limit),
            (false, false) => 0,
        }
    }
    fn tighter(&self, one: u32, other: u32, proven: bool) -> u32 {
        if proven { one.max(other) } else { one.min(other) }
    }
    fn encode_move(&self, _at: &At, to: u8) -> u32 {
        u32::from(to)
    }
}

/// Random games for each test; `CLOCK_GAMES` says how many instead.
fn games() -> u64 {
    std::env::var("CLOCK_GAMES").map_or(1500, |games| games.parse().expect("a number"))
}

/// Both players' wins from every root of random games, and what the oracle says of them.
fn each(mut ask: impl FnMut(&Clocks, Question, &At, bool)) {
    for seed in 0..games() {
        let game = Clocks::random(seed);
        let oracle = Retrograde::solve(&game, game.roots(), 100_000).expect("there are few");
        for attacker in Player::ALL {
            let question = Question::new(attacker, RepetitionRule::AttackerLoses);
            for root in game.roots() {
                let truth = oracle.answer(&root, question).expect("it is reachable");
                ask(&game, question, &root, truth);
            }
        }
    }
}

/// With every certificate checked, tables that forget, and one table for all clocks of a board.
#[test]
fn answers_are_those_of_exhaustive_search() {
    let forgetful = Options { table_bytes: 4096, drop_256ths: 40, ..small() };
    let by_turns = Options { first_turn: 2, ..small() };
    for options in [small(), by_turns, forgetful] {
        let mut seen = [0, 0];
        each(|game, question, root, truth| {
            let (attacker, rule) = (question.attacker, question.rule);
            let what = || format!("{attacker:?}: {} in {game:?}", game.position_text(root));
            let mut solver = solver(game, attacker, rule, &options);
            let history = History::new(*root);
            solver.solve(&history);
            let (answer, ..) = certified(game, &mut solver, &history, rule, &what);
            assert_eq!(answer, truth, "{}", what());
            seen[usize::from(truth)] += 1;
        });
        assert!(seen[0] > 1000 && seen[1] > 1000, "{seen:?}");
    }
}

/// What was found with one clock answers for others, in one table.
#[test]
fn results_are_shared_between_clocks() {
    for seed in 0..games() {
        let game = Clocks::random(seed);
        let oracle = Retrograde::solve(&game, game.roots(), 100_000).expect("there are few");
        for attacker in Player::ALL {
            let question = Question::new(attacker, RepetitionRule::AttackerLoses);
            let mut solver = solver(&game, attacker, question.rule, &small());
            for turned in [false, true] {
                let mut roots = game.roots();
                if turned {
                    roots.reverse();
                }
                for root in roots {
                    let truth = oracle.answer(&root, question);
                    let answer = solver.solve(&History::new(root)).verdict.decided();
                    assert_eq!(answer, truth, "{attacker:?}: {root:?} in {game:?}");
                }
            }
        }
    }
}

/// The net catches a table that ignores the clock.
#[test]
fn a_table_without_the_clock_is_wrong_somewhere() {
    let mut wrong = [0, 0];
    each(|game, question, root, truth| {
        let game = Clocks { forgets: true, ..game.clone() };
        let mut solver = solver(&game, question.attacker, question.rule, &small());
        let answer = solver.solve(&History::new(*root)).verdict.decided();
        wrong[usize::from(truth)] += u32::from(answer.is_some_and(|answer| answer != truth));
    });
    assert!(wrong[0] + wrong[1] > 0, "{wrong:?}");
}
