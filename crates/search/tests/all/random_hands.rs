//! Random games with pieces in hand: dominance, together with repetition, against retrograde
//! analysis, and what it does to certificates.

use threefold_game::{
    ExactFootprint, Game, History, Leaf, NotationError, Outcome, Packed, Player, Question,
    RepetitionRule, Searchable,
};
use threefold_oracle::Retrograde;
use threefold_search::{Options, Policy};

use crate::common::{Random, certified, small, solver};

/// A board: whose turn it is, how many pieces stand on it, and the boards to which moves lead.
#[derive(Clone, Debug)]
struct Board {
    turn: Player,
    pieces: u8,
    result: Option<Player>,
    moves: Vec<u8>,
}

/// A random graph of boards. A move to a board with one piece more is a drop, for which the player
/// has to have one in hand; with one piece less it is a capture, which gives him one. So who has
/// more in hand has every move that he has with less, and his opponent none that he would not have.
#[derive(Clone, Debug)]
struct Drops {
    boards: Vec<Board>,
    /// Pieces on the board and in both hands.
    pieces: u8,
    /// Whether it is said that more in hand is never worse.
    dominance: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Place {
    board: u8,
    hands: [u8; 2],
}

impl Drops {
    fn random(seed: u64) -> Drops {
        let mut random = Random(seed);
        let count = 6 + random.below(8) as usize;
        let most = 1 + random.below(3);
        let mut boards: Vec<Board> = (0..count)
            .map(|_| Board {
                turn: random.choose(&Player::ALL),
                pieces: random.below(most + 1) as u8,
                result: random
                    .choose(&[None, None, None, None, None, None, Some(true), Some(false)])
                    .map(|first| if first { Player::First } else { Player::Second }),
                moves: Vec::new(),
            })
            .collect();
        boards[0].result = None;
        for i in 0..count {
            for _ in 0..1 + random.below(4) {
                let to = random.below(count as u64) as usize;
                let may = boards[to].pieces.abs_diff(boards[i].pieces) <= 1;
                if to != i && may && !boards[i].moves.contains(&(to as u8)) {
                    boards[i].moves.push(to as u8);
                }
            }
        }
        let pieces = boards[0].pieces + 2 + random.below(3) as u8;
        Drops { boards, pieces, dominance: true }
    }

    fn board(&self, place: &Place) -> &Board {
        &self.boards[place.board as usize]
    }

    /// The places with the first board, for each division of what is in hand.
    fn roots(&self) -> Vec<Place> {
        let in_hand = self.pieces - self.boards[0].pieces;
        (0..=in_hand).map(|first| Place { board: 0, hands: [first, in_hand - first] }).collect()
    }
}

impl Game for Drops {
    type Position = Place;
    type Move = u8;
    type Undo = Place;
    type Situation = Place;
    type Footprint = ExactFootprint;

    fn name(&self) -> &str {
        "drops"
    }
    fn player_name(&self, player: Player) -> &str {
        ["first", "second"][player.index()]
    }
    fn repetition_rules(&self) -> &[RepetitionRule] {
        &RepetitionRule::WITHOUT_SUPERKO
    }
    fn player_to_move(&self, place: &Place) -> Player {
        self.board(place).turn
    }
    fn terminal(&self, place: &Place) -> Option<Outcome> {
        self.board(place).result.map(Outcome::Win)
    }
    fn moves(&self, place: &Place, moves: &mut Vec<u8>) {
        let board = self.board(place);
        let in_hand = place.hands[board.turn.index()];
        let legal = |&to: &u8| self.boards[to as usize].pieces <= board.pieces || in_hand > 0;
        moves.extend(board.moves.iter().copied().filter(legal));
    }
    fn stuck(&self, place: &Place) -> Outcome {
        Outcome::Win(self.board(place).turn.opponent())
    }
    fn make(&self, place: &mut Place, to: u8) -> Place {
        let (before, board) = (*place, self.board(place));
        let hand = &mut place.hands[board.turn.index()];
        *hand = *hand + board.pieces - self.boards[to as usize].pieces;
        place.board = to;
        before
    }
    fn undo(&self, place: &mut Place, _to: u8, before: Place) {
        *place = before;
    }
    fn hand(&self, place: &Place, player: Player) -> u32 {
        u32::from(place.hands[player.index()])
    }
    const HANDS: bool = true;
    fn dominates(&self, more: u32, less: u32) -> bool {
        if self.dominance { more >= less } else { more == less }
    }
    fn board(&self, place: &Place) -> Option<Packed> {
        let mut words = Packed::default();
        words[0] = u64::from(place.board);
        Some(words)
    }
    fn situation(&self, place: &Place, _rule: RepetitionRule) -> Place {
        *place
    }
    fn write_move(&self, _place: &Place, to: u8, out: &mut String) {
        out.push_str(&to.to_string());
    }
    fn write_position(&self, place: &Place, out: &mut String) {
        let Place { board, hands: [first, second] } = place;
        out.push_str(&format!("{board} {first} {second}"));
    }
    fn parse_position(&self, text: &str) -> Result<Place, NotationError> {
        let bad = || NotationError::new("expected '<board> <hand> <hand>'");
        let numbers: Vec<u8> = text.split(' ').filter_map(|word| word.parse().ok()).collect();
        let &[board, first, second] = &numbers[..] else { return Err(bad()) };
        Ok(Place { board, hands: [first, second] })
    }
}

impl Searchable for Drops {
    fn key(&self, place: &Place) -> u64 {
        Random(u64::from(place.board)).next()
    }
    const CHAINS: bool = true;
    const SOURCES: bool = true;
    /// Drops wait for one another.
    fn chain(&self, place: &Place, to: u8) -> u8 {
        u8::from(self.boards[to as usize].pieces > self.board(place).pieces)
    }
    const FACTORS: bool = true;
    /// Any at all: none of them may change an answer.
    fn factors(&self, place: &Place, moves: &[u8], factors: &mut Vec<u8>) {
        let factor = |to: &u8| Random(u64::from(place.board) << 8 | u64::from(*to)).next() as u8;
        factors.extend(moves.iter().map(factor));
    }
    /// A move that wins at once is seen.
    fn leaf(&self, place: &mut Place, _attacker: Player) -> Leaf<u8> {
        let (turn, mut moves) = (self.board(place).turn, Vec::new());
        self.moves(place, &mut moves);
        match moves.into_iter().find(|&to| self.boards[to as usize].result == Some(turn)) {
            Some(to) => Leaf::WinsBy(to),
            None => Leaf::Estimate { pn: 1, dn: 1 },
        }
    }
    fn bound_before(&self, place: &Place, player: Player, to: u8, bound: u32, proven: bool) -> u32 {
        let (board, after) = (self.board(place), self.boards[to as usize].pieces);
        let in_hand = u32::from(self.pieces - board.pieces);
        if board.turn != player {
            let most = if after > board.pieces { in_hand - 1 } else { in_hand };
            return if proven { bound } else { bound.min(most) };
        }
        (bound + u32::from(after)).saturating_sub(u32::from(board.pieces))
    }
    fn bound_of_moves(&self, place: &Place, player: Player, proven: bool) -> u32 {
        let board = self.board(place);
        let in_hand = u32::from(self.pieces - board.pieces);
        let is_drop = |&to: &u8| self.boards[to as usize].pieces > board.pieces;
        if board.result.is_some() {
            return if proven { 0 } else { in_hand };
        }
        if proven == (board.turn == player) {
            return self.hand(place, player);
        }
        // The mover has nothing to drop, but would if he had.
        if place.hands[board.turn.index()] == 0 && board.moves.iter().any(is_drop) {
            return self.hand(place, player);
        }
        if proven { 0 } else { in_hand }
    }
    fn tighter(&self, one: u32, other: u32, proven: bool) -> u32 {
        if proven { one.max(other) } else { one.min(other) }
    }
    fn encode_move(&self, _place: &Place, to: u8) -> u32 {
        u32::from(to)
    }
}

const QUESTIONS: [(Player, RepetitionRule); 4] = [
    (Player::First, RepetitionRule::AttackerLoses),
    (Player::Second, RepetitionRule::AttackerLoses),
    (Player::First, RepetitionRule::AttackerWins),
    (Player::Second, RepetitionRule::AttackerWins),
];

/// Random games for each test; `HANDS_GAMES` says how many instead.
fn games() -> u64 {
    std::env::var("HANDS_GAMES").map_or(1500, |games| games.parse().expect("a number"))
}

/// Every question about every root of random games, and what the oracle says of it.
fn each(mut ask: impl FnMut(&Drops, Question, &Place, bool)) {
    for seed in 0..games() {
        let game = Drops::random(seed);
        let oracle = Retrograde::solve(&game, game.roots(), 100_000).expect("there are few");
        for (attacker, rule) in QUESTIONS {
            let question = Question::new(attacker, rule);
            for root in game.roots() {
                let truth = oracle.answer(&root, question).expect("it is reachable");
                ask(&game, question, &root, truth);
            }
        }
    }
}

#[test]
fn answers_are_those_of_retrograde_analysis() {
    let forgetful = Options { table_bytes: 4096, drop_256ths: 40, ..small() };
    let by_turns = Options { move_factors: true, first_turn: 2, ..small() };
    for options in [small(), Options { move_factors: true, ..small() }, by_turns, forgetful] {
        let (mut seen, mut turns) = ([0, 0], 0);
        each(|game, question, root, truth| {
            let (attacker, rule) = (question.attacker, question.rule);
            let what =
                || format!("{attacker:?} under {rule}: {} in {game:?}", game.position_text(root));
            let mut solver = solver(game, attacker, rule, &options);
            let history = History::new(*root);
            turns += solver.solve(&history).stats.turns;
            let (answer, ..) = certified(game, &mut solver, &history, rule, &what);
            assert_eq!(answer, truth, "{}", what());
            seen[usize::from(truth)] += 1;
        });
        assert!(seen[0] > 1000 && seen[1] > 1000, "{seen:?}");
        // Most are answered within two nodes.
        assert_eq!(turns > 1000, options.first_turn == 2, "{turns}");
    }
}

/// What is proven with less in hand is played with more, and each time a position comes up the
/// table has several proofs of it: one for these hands, one for smaller ones. Taking whichever
/// stands first can go round in a circle, although each of them is right. Taking the one that was
/// shortest when it was found cannot: what it leads to had a proof that was shorter still.
#[test]
fn strategies_are_read_from_the_table_without_going_round() {
    let mut proven = 0;
    each(|game, question, root, truth| {
        let (attacker, rule) = (question.attacker, question.rule);
        if !truth || rule != RepetitionRule::AttackerLoses {
            return;
        }
        let options = Options { table_bytes: 1 << 20, ..Options::default() };
        let mut solver = solver(game, attacker, rule, &options);
        let history = History::new(*root);
        assert_eq!(solver.solve(&history).verdict.decided(), Some(true));
        let extracted = solver.certificate(&history, true, rule).unwrap();
        assert_eq!(extracted.repairs, 0, "{attacker:?}: {} in {game:?}", game.position_text(root));
        proven += 1;
    });
    assert!(proven > 500, "{proven}");
}

/// What holds where an ancestor is on the path holds where another is with the same board and more
/// in hand, and on every path once that one is disproven itself. Answers are those of the oracle
/// above; this sees to it that it comes up.
#[test]
fn twins_become_base_entries_once_what_they_rely_on_is_solved() {
    let (mut promoted, mut hits) = (0, 0);
    each(|game, question, root, _| {
        let mut solver = solver(game, question.attacker, question.rule, &small());
        let answer = solver.solve(&History::new(*root));
        promoted += answer.stats.twins_promoted;
        hits += answer.stats.twin_hits;
    });
    assert!(promoted > 10 && hits > 100, "{promoted} {hits}");
}

/// All from the first node on, with tables that hold everything and that forget most of it.
#[test]
fn several_threads_are_as_right_as_one() {
    let sets = [
        small(),
        Options { table_bytes: 4096, drop_256ths: 40, ..small() },
        Options { move_factors: true, first_turn: 2, ..small() },
    ];
    let (mut asked, mut seen) = (0, [0, 0]);
    each(|game, question, root, truth| {
        asked += 1;
        if asked % 5 > 0 {
            return;
        }
        let (threads, set) = ([2, 4][asked / 5 % 2], asked / 10 % sets.len());
        let options = Options { threads, alone: 0, ..sets[set].clone() };
        let (attacker, rule) = (question.attacker, question.rule);
        let root_text = || game.position_text(root);
        let what =
            || format!("{threads} threads, {attacker:?} under {rule}: {} in {game:?}", root_text());
        let mut solver = solver(game, attacker, rule, &options);
        assert_eq!(solver.threads(), threads);
        let (answer, ..) = certified(game, &mut solver, &History::new(*root), rule, &what);
        assert_eq!(answer, truth, "{}", what());
        seen[usize::from(truth)] += 1;
    });
    assert!(seen[0] > 200 && seen[1] > 200, "{seen:?}");
}

/// What each thread keeps beside a large table has room, however many there are.
#[test]
fn many_threads_have_room_beside_a_large_table() {
    let (attacker, rule) = QUESTIONS[0];
    let options = Options { threads: 16, alone: 0, table_bytes: 512 << 20, ..Options::default() };
    for seed in 0..20 {
        let game = Drops::random(seed);
        let history = History::new(game.roots()[0]);
        let verdict = solver(&game, attacker, rule, &options).solve(&history).verdict;
        assert!(verdict.decided().is_some(), "{verdict:?}: {game:?}");
    }
}

#[test]
fn a_plain_table_is_wrong_somewhere() {
    let mut wrong = [0, 0];
    each(|game, question, root, truth| {
        let options = Options { policy: Policy::Ignore, ..small() };
        let mut solver = solver(game, question.attacker, question.rule, &options);
        let answer = solver.solve(&History::new(*root)).verdict.decided();
        wrong[usize::from(truth)] += u32::from(answer.is_some_and(|answer| answer != truth));
    });
    assert!(wrong[0] + wrong[1] > 0, "{wrong:?}");
}
