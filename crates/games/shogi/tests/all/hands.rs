//! The lemmas about pieces in hand (`docs/ghi-hands.md`), without any table: a search that knows
//! nothing but its path finds results and their bounds, and exhaustive search is asked about the
//! other hands.
//!
//! *Proof of Lemma 2.* By induction over the proof: with *h ≥ b* the move that decides is legal
//! (the piece is in *b*) and leads to a hand of at least *b'*. Where the defender is to move, every
//! reply that he has in *(B, h)* he has in the position that was searched: on the board the same;
//! drops of kinds that he holds there; others, by the rule of monopoly, he does not hold with *h ≥
//! b*, or could not drop. Whether a dropped pawn mates depends on the board alone, and so do two
//! pawns on a file. A disproof is the same with the sides exchanged, but it is no tree. Take Lemma
//! 2 as the claim *d(B, b) ≥ 1 + min d(S)* in the invariant of section 2, the bound of a repetition
//! being the hand of the ancestor *A* that it repeats or is worse than. Each step keeps it. When *P
//! = (B, g)* itself is struck off, *g ≤ b* gives *d(B, g) ≥ d(B, b) ≥ 1 + d(B, g)*: infinite, and
//! *d(B, b)* with it. ∎

use threefold_game::{Game, History, Outcome, Player, Searchable};
use threefold_oracle::exhaustive;
use threefold_shogi::{Color, Kind, Piece, Position, Setup, Square, Tsume};

use crate::common::Random;
use crate::properties::QUESTION;

/// A search that keeps to the path: what the position is, and for which hands of the attacker.
struct Plain {
    game: Tsume,
    /// Whether it is counted in what whoever has to answer could drop and does not have.
    monopoly: bool,
    path: Vec<Position>,
    nodes: u32,
}

impl Plain {
    fn hand(&self, position: &Position) -> u32 {
        self.game.hand(position, Player::First)
    }

    /// The position repeats one of the path, or has the same board and no more in the attacker's
    /// hand.
    fn is_no_better(&self, position: &Position) -> bool {
        self.path.iter().any(|before| {
            self.game.key(before) == self.game.key(position)
                && self.game.dominates(self.hand(before), self.hand(position))
        })
    }

    fn bound_of_moves(&self, position: &Position, proven: bool) -> u32 {
        match (self.monopoly, proven) {
            (true, _) => self.game.bound_of_moves(position, Player::First, proven),
            (false, true) => 0,
            (false, false) => self.hand(position) + self.game.hand(position, Player::Second),
        }
    }

    /// Whether the attacker wins, and the bound; `None` if there is too much to search.
    fn solve(&mut self, position: &Position) -> Option<(bool, u32)> {
        self.nodes = self.nodes.checked_sub(1)?;
        let mover = self.game.player_to_move(position);
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        // Who is to move decides with one move, or everything goes against him.
        let wanted = mover == Player::First;
        let mut bound = self.bound_of_moves(position, !wanted);
        assert_eq!(self.game.stuck(position), Outcome::Win(mover.opponent()));
        self.path.push(position.clone());
        for m in moves {
            let mut after = position.clone();
            after.make(m);
            let (proven, behind) = if self.is_no_better(&after) {
                (false, self.hand(&after))
            } else {
                self.solve(&after)?
            };
            let here = self.game.bound_before(position, Player::First, m, behind, proven);
            if proven == wanted {
                self.path.pop();
                return Some((proven, here));
            }
            bound = self.game.tighter(bound, here, proven);
        }
        self.path.pop();
        Some((!wanted, bound))
    }
}

/// White's king near a corner, a rook, a bishop or a lance that see him from afar, some pieces of
/// Black's around him, and few kinds in hand, mostly all of a kind in one hand.
fn random_position(random: &mut Random) -> Position {
    let piece = |color, kind| Piece { color, kind };
    loop {
        let mut setup = Setup::new(Color::ALL[random.below(2)]);
        let mut put = |random: &mut Random, piece, within: usize| {
            let (file, rank) = (1 + random.below(within) as u8, 1 + random.below(within) as u8);
            let square = Square::at(file, rank).unwrap();
            if setup.piece_at(square).is_none() {
                setup.put(square, piece);
            }
        };
        put(random, piece(Color::White, Kind::King), 2);
        for kind in [Kind::Rook, Kind::Bishop, Kind::Lance, Kind::Dragon] {
            if random.chance(40) {
                put(random, piece(Color::Black, kind), 6);
            }
        }
        for kind in [Kind::Gold, Kind::Silver, Kind::ProPawn, Kind::Pawn] {
            if random.chance(60) {
                put(random, piece(Color::Black, kind), 4);
            }
        }
        for kind in [Kind::Pawn, Kind::Knight, Kind::Silver] {
            if random.chance(50) {
                put(random, piece(Color::White, kind), 3);
            }
        }
        for kind in [Kind::Pawn, Kind::Gold, Kind::Knight, Kind::Lance] {
            setup.add_to_hand(Color::ALL[random.below(2)], kind, random.below(3) as u32);
        }
        match setup.position() {
            Ok(position) if position.king(Color::White).is_some() => return position,
            _ => {}
        }
    }
}

/// The same board with every division of what is in both hands.
fn divisions(position: &Position) -> Vec<Position> {
    let text = position.to_string();
    let (board, rest) = text.split_once(' ').unwrap();
    let side = &rest[..1];
    let mut all = vec![String::new()];
    for kind in Kind::IN_HAND {
        let count = Color::ALL.map(|color| position.hand(color).count(kind)).iter().sum::<u32>();
        let letter = "PLNSGBR".as_bytes()[kind.index()] as char;
        let mut longer = Vec::new();
        for hands in &all {
            for black in 0..=count {
                let mut hands = hands.clone();
                (0..black).for_each(|_| hands.push(letter));
                (black..count).for_each(|_| hands.push(letter.to_ascii_lowercase()));
                longer.push(hands);
            }
        }
        all = longer;
    }
    let position = |hands: String| {
        let hands = if hands.is_empty() { "-" } else { &hands };
        format!("{board} {side} {hands} 1").parse().unwrap()
    };
    all.into_iter().map(position).collect()
}

/// What comes of the bounds of random positions: how many hands they answer for that dominance
/// alone does not, of proofs and of disproofs, and the ones about which they are wrong.
fn beyond_dominance(monopoly: bool) -> ([u32; 2], Vec<String>) {
    let game = Tsume::new(Color::Black);
    let mut random = Random(35);
    let (mut more, mut wrong) = ([0, 0], Vec::new());
    for _ in 0..3000 {
        let position = random_position(&mut random);
        let mut plain = Plain { game, monopoly, path: Vec::new(), nodes: 500 };
        let Some((proven, bound)) = plain.solve(&position) else { continue };
        let own = plain.hand(&position);
        for other in divisions(&position) {
            let hand = plain.hand(&other);
            let within = |bound: u32| {
                if proven { game.dominates(hand, bound) } else { game.dominates(bound, hand) }
            };
            if !within(bound) {
                assert!(hand != own, "a result holds for its own hand: {position}");
                continue;
            }
            if within(own) && hand != own {
                continue;
            }
            let history = History::new(other.clone());
            let Some(truth) = exhaustive(&game, &history, QUESTION, 3000) else { continue };
            more[usize::from(proven)] += u32::from(hand != own);
            if truth != proven {
                wrong.push(format!("{other}: {truth}, by the bound of {position}"));
            }
        }
    }
    (more, wrong)
}

#[test]
fn proof_hands_and_disproof_hands_answer_for_what_lies_within() {
    let (more, wrong) = beyond_dominance(true);
    assert!(wrong.is_empty(), "{} wrong: {}", wrong.len(), wrong[0]);
    assert!(more[0] > 30 && more[1] > 1000, "{more:?}");
}

/// What the test above would say of bounds that forget what the other side has none of.
#[test]
fn without_the_rule_of_monopoly_bounds_are_wrong_somewhere() {
    let (_, wrong) = beyond_dominance(false);
    assert!(!wrong.is_empty());
}
