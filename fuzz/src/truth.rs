//! VERIFIED implies the claim: the truth of a small question is found by exhaustive search, and
//! then every strategy for the false claim has to be refuted.
//!
//! The first bytes of an input are a game, the moves before the root and a question; the others
//! choose the order in which the moves of the claimant are tried, and lines of a certificate that
//! no walk would write.

use threefold::certificate::{
    Block, CertificateReader, Checker, Event, Header, MoveLines, Terms, Verified, Walk, check,
    write_block,
};
use threefold::game::{Game, History, Outcome, Player, Question, RepetitionRule};
use threefold::go::{self, Go, Size, Suicide};
use threefold::graph::{Edge, GraphBuilder, GraphGame, Status};
use threefold_oracle::exhaustive;

use crate::bytes::Bytes;

/// Positions that the exhaustive search may expand; an input that needs more is skipped.
const ORACLE_NODES: u64 = 3_000;
/// Steps of the walk, over all strategies for one claim.
const STEPS: u32 = 1_000;

/// A graph game of up to seven positions, under every rule.
pub fn graph(bytes: &[u8]) {
    let mut bytes = Bytes::new(bytes);
    let rule = RepetitionRule::ALL[bytes.below(RepetitionRule::ALL.len())];
    let attacker = Player::ALL[bytes.below(2)];
    let Some(game) = graph_game(&mut bytes, rule) else { return };
    let nodes: Vec<_> = game.ids().collect();
    let start = nodes[bytes.below(nodes.len())];
    let history = played(&game, start, rule, &mut bytes, 6);
    let question = Question::new(attacker, rule);
    let Some(success) = exhaustive(&game, &history, question, ORACLE_NODES) else { return };
    judge(&game, &history, question, rule, success, &mut bytes, |bytes, _| {
        game.node(nodes[bytes.below(nodes.len())]).name().to_owned()
    });
}

fn graph_game(bytes: &mut Bytes<'_>, rule: RepetitionRule) -> Option<GraphGame> {
    const NAMES: [&str; 7] = ["A", "B", "C", "D", "E", "F", "G"];
    let names = &NAMES[..2 + bytes.below(NAMES.len() - 1)];
    let mut builder = GraphBuilder::new();
    let mut ids = Vec::new();
    for name in names {
        let status = match bytes.below(12) {
            0 => Status::Over(Outcome::Win(Player::First)),
            1 => Status::Over(Outcome::Win(Player::Second)),
            2 => Status::Over(Outcome::Draw),
            n => Status::Turn(Player::ALL[n % 2]),
        };
        ids.push((builder.position(name, status).ok()?, status));
    }
    if rule == RepetitionRule::PositionalSuperko {
        for &(id, _) in &ids {
            builder.board(id, NAMES[bytes.below(names.len())]).ok()?;
        }
    }
    for &(from, status) in &ids {
        if matches!(status, Status::Over(_)) {
            continue;
        }
        let successors = bytes.byte();
        let passes = if rule.is_superko() { bytes.byte() } else { 0 };
        // Few moves are irreversible; what is marked so and is not makes no game.
        let irreversible = bytes.byte().saturating_sub(128);
        for (i, &(to, _)) in ids.iter().enumerate() {
            if successors >> i & 1 == 0 {
                continue;
            }
            let mut edge = Edge::new(to);
            if passes >> i & 1 == 1 {
                edge = edge.pass();
            }
            if irreversible >> i & 1 == 1 {
                edge = edge.irreversible();
            }
            builder.edge(from, edge).ok()?;
        }
    }
    builder.build().ok()
}

/// A board of Go of up to four points, under every rule.
pub fn go(bytes: &[u8]) {
    const SIZES: [(usize, usize); 6] = [(1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (1, 4)];
    let mut bytes = Bytes::new(bytes);
    let (rows, columns) = SIZES[bytes.below(SIZES.len())];
    let size = Size::new(rows, columns).expect("a small board");
    let points = size.points() as i32;
    let mut terms = go::Terms::new(size, bytes.below(2 * points as usize + 3) as i32 - points - 1);
    let kind = bytes.byte();
    let rule = match kind % 3 {
        0 => RepetitionRule::SituationalSuperko,
        1 => RepetitionRule::PositionalSuperko,
        _ => RepetitionRule::Draw,
    };
    terms.basic_ko = rule == RepetitionRule::Draw;
    terms.played_out = kind & 64 != 0;
    if kind & 128 != 0 {
        terms.suicide = Suicide::Allowed;
    }
    let attacker = Player::ALL[bytes.below(2)];
    let game = Go::<u64>::new(terms).expect("a small board");
    // Without the knowledge that ends games early.
    let played_out = go::Terms { played_out: true, ..terms };
    let oracle = Go::<u64>::new(played_out).expect("a small board");
    let history = played(&game, game.start(), rule, &mut bytes, 24);
    let again = History::from_notation(
        &oracle,
        oracle.start(),
        history.notation(&game).split_ascii_whitespace(),
        rule,
    );
    let question = Question::new(attacker, rule);
    let again = again.expect("the same moves");
    let Some(success) = exhaustive(&oracle, &again, question, ORACLE_NODES) else { return };
    judge(&game, &history, question, rule, success, &mut bytes, |bytes, position| {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        game.move_text(position, moves[bytes.below(moves.len())])
    });
}

/// Up to `most` moves that the rule allows, the number and each of them a byte.
fn played<G: Game>(
    game: &G,
    start: G::Position,
    rule: RepetitionRule,
    bytes: &mut Bytes<'_>,
    most: usize,
) -> History<G> {
    let mut history = History::new(start);
    for _ in 0..bytes.below(most + 1) {
        if game.is_over(history.root()) {
            break;
        }
        let mut moves = Vec::new();
        game.moves(history.root(), &mut moves);
        moves.retain(|&m| !history.is_banned(game, m, rule));
        if moves.is_empty() {
            break;
        }
        let m = moves[bytes.below(moves.len())];
        history.push(game, m);
    }
    history
}

/// Tries to prove what is true, and what is not.
fn judge<G: Game>(
    game: &G,
    history: &History<G>,
    question: Question,
    rule: RepetitionRule,
    success: bool,
    bytes: &mut Bytes<'_>,
    mut line: impl FnMut(&mut Bytes<'_>, &G::Position) -> String,
) {
    let terms = |success| {
        let mut terms = Terms::of(question, success);
        if rule == RepetitionRule::Draw {
            terms.rule = rule;
        }
        terms
    };
    let raw_lines = bytes.below(8);
    let about = |block: &Block| {
        let mut text = Vec::new();
        write_block(&mut text, &block.header, block.moves.iter()).expect("it was read");
        String::from_utf8_lossy(&text).into_owned()
    };
    // The false claim: no strategy, and no lines that are none.
    let mut tried = MoveLines::new();
    if let Proof::Found(block) = prove(game, history, terms(!success), bytes, &mut tried) {
        panic!("a false claim has a proof:\n{}", about(&block));
    }
    let root = history.root();
    let mut lines: Vec<String> = tried.iter().map(str::to_owned).collect();
    for _ in 0..raw_lines {
        let place = bytes.below(lines.len() + 1);
        let line = line(bytes, root);
        match lines.get_mut(place) {
            Some(old) if bytes.byte() & 1 == 0 => *old = line,
            _ => lines.insert(place, line),
        }
    }
    let header = Header::new(game, history, terms(!success));
    for lines in [tried, lines.iter().collect()] {
        let block = Block::new(header.clone(), lines);
        assert!(verdict(game, &block).is_none(), "VERIFIED and false:\n{}", about(&block));
    }
    // The true claim: what is found is accepted, and there is something to be found.
    match prove(game, history, terms(success), bytes, &mut MoveLines::new()) {
        Proof::Found(block) => {
            let verified = verdict(game, &block);
            assert!(
                verified.is_some(),
                "a walk that came to its end is refuted:\n{}",
                about(&block)
            );
        }
        Proof::None => {
            let block = Block::new(Header::new(game, history, terms(success)), MoveLines::new());
            panic!("no strategy for a true claim:\n{}", about(&block));
        }
        Proof::Unknown => {}
    }
}

/// What the checker says, of the block and of its text.
fn verdict<G: Game>(game: &G, block: &Block) -> Option<Verified> {
    let verdict = check(game, block);
    let mut text = Vec::new();
    write_block(&mut text, &block.header, block.moves.iter()).expect("moves can be written");
    let mut reader = CertificateReader::new(&text[..]);
    let header = reader.next_block().expect("what was written");
    assert_eq!(header.as_ref(), Some(&block.header));
    let streamed = Checker::new(game).stream(&mut reader);
    let message = verdict.as_ref().map_err(ToString::to_string);
    assert_eq!(message, streamed.as_ref().map_err(ToString::to_string));
    verdict.ok()
}

enum Proof {
    Found(Box<Block>),
    /// Every strategy has a fault.
    None,
    /// There were too many.
    Unknown,
}

/// Tries the claimant's strategies one after the other: from a fault back to the last choice of the
/// path in which there is another move. What was played until the last fault stays in `lines`.
fn prove<G: Game>(
    game: &G,
    history: &History<G>,
    terms: Terms,
    bytes: &mut Bytes<'_>,
    lines: &mut MoveLines,
) -> Proof {
    let mut walk = Walk::new(game, history, terms).with_rollback();
    // The choices of the path: where, and what is left to try.
    let mut choices: Vec<(usize, Vec<G::Move>)> = Vec::new();
    for _ in 0..STEPS {
        let event = walk.step();
        let depth = walk.depth();
        match event {
            Event::Done => {
                let header = Header::new(game, history, terms);
                return Proof::Found(Box::new(Block::new(header, std::mem::take(lines))));
            }
            Event::NeedMove => {
                choices.retain(|&(at, _)| at < depth);
                let mut moves = walk.legal_moves().to_vec();
                let first = bytes.below(moves.len());
                moves.rotate_left(first);
                choices.push((depth, moves));
            }
            _fault => {}
        }
        // Choices of positions that are finished are final.
        let on_path: Vec<bool> = walk.path().map(|step| step.is_choice).collect();
        choices.retain(|&(at, _)| on_path.get(at) == Some(&true));
        while choices.last().is_some_and(|(_, moves)| moves.is_empty()) {
            choices.pop();
        }
        let Some((at, moves)) = choices.last_mut() else { return Proof::None };
        let (at, m) = (*at, moves.pop().expect("there is one left"));
        if event != Event::NeedMove || at != depth {
            walk.rollback_to(at).expect("the claimant has chosen there");
        }
        lines.truncate(walk.lines());
        lines.push(&game.move_text(walk.position(), m));
        walk.play(m).expect("a legal move");
    }
    Proof::Unknown
}
