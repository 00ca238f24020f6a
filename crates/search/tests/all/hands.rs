//! Games with pieces in hand, as shogi is one: what holds with less in hand holds with more, and
//! positions that are equal but for the hands do not repeat each other.

use threefold_game::{
    ExactFootprint, Game, History, NotationError, Outcome, Packed, Player, Question,
    RepetitionRule, Searchable,
};
use threefold_oracle::{Retrograde, exhaustive};
use threefold_search::Options;

use crate::common::{Random, certified, small, solver};

/// Fields in a row, from 0, where First's runner is home, to the last, where it is lost.
const FIELDS: u8 = 6;
/// Pieces that are on the row, or in somebody's hand.
const PIECES: u8 = 3;

/// First leads a runner home; Second drops pieces in its way, and takes them up again. The runner
/// steps to an empty field next to it, and jumps over a piece, which First takes in hand; for a
/// piece, which goes to Second, it moves three fields at once.
#[derive(Clone, Copy)]
struct Runner {
    /// Whether it is said that more in hand is never worse.
    dominance: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Row {
    runner: u8,
    /// Fields with a piece.
    pieces: u8,
    hands: [u8; 2],
    turn: Player,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Move {
    Wait,
    /// The runner moves so many fields: 1 a step, 2 a jump, 3 for a piece.
    Run(i8),
    Drop(u8),
    TakeUp(u8),
}

impl Row {
    fn has_piece(&self, field: u8) -> bool {
        self.pieces >> field & 1 == 1
    }

    /// Where the runner gets by moving so many fields, if there is an empty field.
    fn target(&self, fields: i8) -> Option<u8> {
        let target = u8::try_from(self.runner as i8 + fields).ok()?;
        (target < FIELDS && !self.has_piece(target)).then_some(target)
    }

    fn between(&self, fields: i8) -> u8 {
        (self.runner as i8 + fields / 2) as u8
    }
}

impl Game for Runner {
    type Position = Row;
    type Move = Move;
    type Undo = Row;
    type Situation = Row;
    type Footprint = ExactFootprint;

    fn name(&self) -> &str {
        "runner"
    }
    fn player_name(&self, player: Player) -> &str {
        ["first", "second"][player.index()]
    }
    fn repetition_rules(&self) -> &[RepetitionRule] {
        &RepetitionRule::WITHOUT_SUPERKO
    }
    fn player_to_move(&self, row: &Row) -> Player {
        row.turn
    }
    fn terminal(&self, row: &Row) -> Option<Outcome> {
        match row.runner {
            0 => Some(Outcome::Win(Player::First)),
            field if field == FIELDS - 1 => Some(Outcome::Win(Player::Second)),
            _ => None,
        }
    }
    fn moves(&self, row: &Row, moves: &mut Vec<Move>) {
        moves.push(Move::Wait);
        match row.turn {
            Player::First => {
                for fields in [-1, 1] {
                    moves.extend(row.target(fields).map(|_| Move::Run(fields)));
                    let jump = 2 * fields;
                    if row.target(jump).is_some() && row.has_piece(row.between(jump)) {
                        moves.push(Move::Run(jump));
                    }
                    if row.hands[0] > 0 && row.target(3 * fields).is_some() {
                        moves.push(Move::Run(3 * fields));
                    }
                }
            }
            Player::Second => {
                for field in 1..FIELDS - 1 {
                    if row.has_piece(field) {
                        moves.push(Move::TakeUp(field));
                    } else if row.hands[1] > 0 && field != row.runner {
                        moves.push(Move::Drop(field));
                    }
                }
            }
        }
    }
    /// Nobody is: one may always wait.
    fn stuck(&self, row: &Row) -> Outcome {
        Outcome::Win(row.turn.opponent())
    }
    fn make(&self, row: &mut Row, m: Move) -> Row {
        let before = *row;
        match m {
            Move::Wait => {}
            Move::Run(fields) => {
                match fields.abs() {
                    2 => {
                        row.pieces &= !(1 << row.between(fields));
                        row.hands[0] += 1;
                    }
                    3 => row.hands = [row.hands[0] - 1, row.hands[1] + 1],
                    _ => {}
                }
                row.runner = (row.runner as i8 + fields) as u8;
            }
            Move::Drop(field) => {
                row.pieces |= 1 << field;
                row.hands[1] -= 1;
            }
            Move::TakeUp(field) => {
                row.pieces &= !(1 << field);
                row.hands[1] += 1;
            }
        }
        row.turn = row.turn.opponent();
        before
    }
    fn undo(&self, row: &mut Row, _m: Move, before: Row) {
        *row = before;
    }
    fn hand(&self, row: &Row, player: Player) -> u32 {
        u32::from(row.hands[player.index()])
    }
    const HANDS: bool = true;
    fn dominates(&self, more: u32, less: u32) -> bool {
        if self.dominance { more >= less } else { more == less }
    }
    fn board(&self, row: &Row) -> Option<Packed> {
        let mut words = Packed::default();
        words[0] =
            u64::from(row.runner) << 16 | u64::from(row.pieces) << 8 | row.turn.index() as u64;
        Some(words)
    }
    fn situation(&self, row: &Row, _rule: RepetitionRule) -> Row {
        *row
    }
    fn write_move(&self, _row: &Row, m: Move, out: &mut String) {
        out.push_str(&match m {
            Move::Wait => "wait".to_owned(),
            Move::Run(fields) => format!("run{fields:+}"),
            Move::Drop(field) => format!("drop{field}"),
            Move::TakeUp(field) => format!("take{field}"),
        });
    }
    fn write_position(&self, row: &Row, out: &mut String) {
        let Row { runner, pieces, hands: [first, second], turn } = row;
        let turn = self.player_name(*turn);
        out.push_str(&format!("{runner} {pieces} {first} {second} {turn}"));
    }
    fn parse_position(&self, text: &str) -> Result<Row, NotationError> {
        let bad = || NotationError::new("expected '<runner> <pieces> <hand> <hand> first|second'");
        let words: Vec<&str> = text.split(' ').collect();
        let &[runner, pieces, first, second, turn] = &words[..] else { return Err(bad()) };
        let number = |word: &str| word.parse().map_err(|_| bad());
        Ok(Row {
            runner: number(runner)?,
            pieces: number(pieces)?,
            hands: [number(first)?, number(second)?],
            turn: if turn == "first" { Player::First } else { Player::Second },
        })
    }
}

impl Searchable for Runner {
    /// The row without the hands.
    fn key(&self, row: &Row) -> u64 {
        let bits = u64::from(row.runner) << 16 | u64::from(row.pieces) << 8;
        Random(bits | row.turn.index() as u64).next()
    }
    fn encode_move(&self, _row: &Row, m: Move) -> u32 {
        match m {
            Move::Wait => 0,
            Move::Run(fields) => 0x100 | u32::from(fields as u8),
            Move::Drop(field) => 0x200 | u32::from(field),
            Move::TakeUp(field) => 0x300 | u32::from(field),
        }
    }
}

const BY_DOMINANCE: Runner = Runner { dominance: true };
const HAND_BY_HAND: Runner = Runner { dominance: false };

/// The runner in the middle, all pieces in Second's hand: every position of the game comes about.
const START: Row = Row { runner: 2, pieces: 0, hands: [0, PIECES], turn: Player::First };

/// All that the rules and both players' questions say of every position.
fn oracle() -> Retrograde<Runner> {
    Retrograde::solve(&BY_DOMINANCE, [START], 100_000).expect("there are a few hundred")
}

/// In an order that has nothing to do with the hands, and is always the same.
fn positions(oracle: &Retrograde<Runner>) -> Vec<Row> {
    let mut all: Vec<Row> = oracle.iter().map(|(row, _, _)| *row).collect();
    let number = |row: &Row| {
        let hands = u64::from(row.hands[0]) << 32 | u64::from(row.hands[1]) << 24;
        let row =
            u64::from(row.runner) << 16 | u64::from(row.pieces) << 8 | row.turn.index() as u64;
        Random(hands | row).next()
    };
    all.sort_by_key(number);
    all
}

const QUESTIONS: [(Player, RepetitionRule); 4] = [
    (Player::First, RepetitionRule::AttackerLoses),
    (Player::Second, RepetitionRule::AttackerLoses),
    (Player::First, RepetitionRule::AttackerWins),
    (Player::Second, RepetitionRule::AttackerWins),
];

#[test]
fn positions_that_differ_in_the_hands_do_not_repeat_each_other() {
    let oracle = oracle();
    let all = positions(&oracle);
    let (game, rule) = (BY_DOMINANCE, RepetitionRule::Draw);
    let mut same_board = 0;
    for a in &all {
        for b in &all {
            let same_key = game.key(a) == game.key(b);
            assert_eq!(game.repetition_key(a, rule) == game.repetition_key(b, rule), a == b);
            // Together with the hand of either player the key says which position it is.
            for player in Player::ALL {
                assert_eq!(same_key && game.hand(a, player) == game.hand(b, player), a == b);
            }
            same_board += u32::from(same_key && a != b);
        }
    }
    assert!(same_board > 100, "{same_board} pairs with the same board");
}

/// More in hand is never worse in this game: what the other tests take for granted.
#[test]
fn more_in_hand_is_never_worse() {
    let oracle = oracle();
    let mut better = 0;
    for (row, value, _) in oracle.iter() {
        let with_more = Row { hands: [row.hands[0] + 1, row.hands[1].wrapping_sub(1)], ..*row };
        if let Some(more) = oracle.value(&with_more) {
            let rank = |value: Outcome| {
                i32::from(value.is_win_of(Player::First))
                    - i32::from(value.is_win_of(Player::Second))
            };
            assert!(rank(more) >= rank(value), "{row:?}");
            better += u32::from(rank(more) > rank(value));
        }
    }
    assert!(better > 10, "{better} positions in which a piece in hand makes a difference");
}

/// One table for all positions of the game, one solver after the other asked about each.
#[test]
fn answers_are_those_of_retrograde_analysis_with_every_table() {
    let oracle = oracle();
    let all = positions(&oracle);
    for (attacker, rule) in QUESTIONS {
        let question = Question::new(attacker, rule);
        for game in [BY_DOMINANCE, HAND_BY_HAND] {
            let mut shared = solver(&game, attacker, rule, &small());
            for row in &all {
                let what = || format!("{attacker:?} under {rule}: {}", game.position_text(row));
                let history = History::new(*row);
                let expected = oracle.answer(row, question).expect("it is reachable");
                let (answer, ..) = certified(&game, &mut shared, &history, rule, &what);
                assert_eq!(answer, expected, "{}", what());
                let mut fresh = solver(&game, attacker, rule, &small());
                let (answer, ..) = certified(&game, &mut fresh, &history, rule, &what);
                assert_eq!(answer, expected, "{}, alone", what());
            }
        }
    }
}

#[test]
fn what_is_known_with_less_in_hand_answers_for_more() {
    let oracle = oracle();
    let all = positions(&oracle);
    let nodes = |game: &Runner| -> u64 {
        let mut nodes = 0;
        for (attacker, rule) in QUESTIONS {
            let mut shared =
                solver(game, attacker, rule, &Options { table_bytes: 1 << 20, ..small() });
            let solve = |row: &Row| shared.solve(&History::new(*row)).stats.nodes;
            nodes += all.iter().map(solve).sum::<u64>();
        }
        nodes
    };
    let (with, without) = (nodes(&BY_DOMINANCE), nodes(&HAND_BY_HAND));
    assert!(4 * with < 3 * without, "{with} nodes with dominance, {without} without");
}

/// A position of the history counts as a repetition with the hands that it had: with more in hand
/// the attacker might come to it where with less he does not.
#[test]
fn answers_after_a_history_are_those_of_exhaustive_search() {
    let (game, mut random) = (BY_DOMINANCE, Random(1));
    let all = positions(&oracle());
    let (mut answered, mut changed) = (0, 0);
    for (attacker, rule) in QUESTIONS {
        let question = Question::new(attacker, rule);
        let mut shared = solver(&game, attacker, rule, &small());
        for _ in 0..CASES {
            let mut history = History::new(random.choose(&all));
            for _ in 0..1 + random.below(8) {
                let mut moves = Vec::new();
                if game.terminal(history.root()).is_none() {
                    game.moves(history.root(), &mut moves);
                    history.push(&game, random.choose(&moves));
                }
            }
            let Some(expected) = exhaustive(&game, &history, question, ORACLE_NODES) else {
                continue;
            };
            answered += 1;
            let alone = shared.solve(&History::new(*history.root())).verdict.decided();
            changed += u32::from(alone != Some(expected));
            let what = || format!("{attacker:?} under {rule}: {}", history.notation(&game));
            let (answer, ..) = certified(&game, &mut shared, &history, rule, &what);
            assert_eq!(answer, expected, "{}", what());
            let options = Options { threads: 3, alone: 0, ..small() };
            let mut threads = solver(&game, attacker, rule, &options);
            let (answer, ..) = certified(&game, &mut threads, &history, rule, &what);
            assert_eq!(answer, expected, "{}, three threads", what());
        }
    }
    assert!(answered > 100 && changed > 10, "{answered} answers, {changed} changed by the history");
}

/// Histories for each question.
const CASES: u32 = 300;
/// Nodes that exhaustive search may expand: where it takes more, another case is tried.
const ORACLE_NODES: u64 = 20_000;
