//! Tsume as a [`Game`]: mate by checks alone.

use threefold_game::{
    ExactFootprint, Game, Leaf, NotationError, Outcome, Packed, Player, RepetitionRule, Searchable,
    quote,
};

use crate::{Color, Hand, Move, Position, Undo, estimate, movegen, sfen, tsume_bounds};

/// The rules of tsume-shogi for an attacker of one colour.
///
/// - The attacker gives check with every move. Where he cannot, he has failed.
/// - The defender plays any legal move, which answers the check; where he has none he is mated and
///   the attacker has won. (A root with the defender to move need not be a check. Whoever has no
///   legal move loses, as in a game.)
/// - A position that occurs again, board, side to move and both hands, is a failure of the attacker
///   ([`RepetitionRule::AttackerLoses`], the only rule there is).
/// - Everything else is shogi: two pawns on a file, mate by a dropped pawn and moves that leave
///   the own king in check are illegal; promotion is a choice, but for pieces that could not move
///   again. The attacker may have a king or none; then the defender cannot give check.
/// - Nothing is left out as futile: a piece put between that the attacker takes at once prolongs
///   the play and is a move like any other.
///
/// [`Player::First`] is the attacker, [`Player::Second`] the defender, whatever their colours.
/// Certificates name the colour behind the name of the game: `tsume black`.
///
/// ```
/// use threefold_game::{Game, Leaf, Player, Searchable};
/// use threefold_shogi::{Color, Tsume};
///
/// let game = Tsume::new(Color::Black);
/// let mut position = game.parse_position("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1")?;
/// let mut checks = Vec::new();
/// game.moves(&position, &mut checks);
/// assert_eq!(checks.len(), 7); // five drops of the gold, the pawn with and without promotion
/// let Leaf::WinsBy(mate) = game.leaf(&mut position, Player::First) else { panic!() };
/// assert_eq!(game.move_text(&position, mate), "G*5b");
/// # Ok::<(), threefold_game::NotationError>(())
/// ```
///
/// # What more in hand is worth
/// Let P and Q be positions with the same board, the same side to move and the same pieces in all,
/// and let the attacker have in P at least as many of each kind in hand as in Q; so the defender
/// has at most as many. Then **what wins in Q wins in P**, and what the defender holds in P he
/// holds in Q. Proof: the attacker plays in P what he plays in Q.
///
/// 1. *His move is legal in P.* A move on the board depends on the board alone. A drop needs the
///    piece, which he has in P if he has it in Q, and an empty square, and is checked against the
///    rules of two pawns and of no moves, which are about the board.
/// 2. *Mate by a dropped pawn is forbidden in both or in neither.* Nothing can be put between a
///    pawn and the king in front of it, so that only moves of pieces on the board can answer:
///    whether it is mate depends on the board alone, for the pawns of both sides.
/// 3. *It gives check in P as in Q*, because that depends on the board.
/// 4. *The defender's replies in P are replies in Q*: on the board the same, drops of pieces that
///    he has in P, which he also has in Q. If he has none in Q, he has none in P: mate is mate.
/// 5. *After both moves P and Q are again such a pair*, with the same difference of the hands,
///    because a move takes from a hand or adds to it in both alike.
///
/// So a finite strategy that ends in mate is one in P. As the difference stays the same along a
/// play, positions repeat in P exactly where they do in Q: the strategy meets no repetition of its
/// own. What follows for positions *before* P, for results that rely on one of them, and for which
/// hands a result holds, is in `docs/ghi-hands.md`. The proof is also why the pieces in all must
/// be the same, which [`Searchable::key`] sees to: with a pawn less in the box, the defender's hand
/// would not be what the attacker's leaves. The argument is symmetric, so that more in the
/// defender's hand is never worse for him.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tsume {
    attacker: Color,
}

impl Tsume {
    /// Mate problems in which this colour gives the checks.
    pub const fn new(attacker: Color) -> Tsume {
        Tsume { attacker }
    }

    /// The problem that a position is without further words: the side to move attacks.
    pub fn of(position: &Position) -> Tsume {
        Tsume::new(position.side_to_move())
    }

    /// Who gives the checks.
    pub const fn attacker(&self) -> Color {
        self.attacker
    }

    /// The rules that the parameters in a certificate name: `black` or `white`.
    ///
    /// # Errors
    /// Anything else.
    pub fn from_parameters(text: &str) -> Result<Tsume, NotationError> {
        let attacker = Color::ALL.into_iter().find(|color| color.name() == text);
        attacker.map(Tsume::new).ok_or_else(|| {
            let message =
                format!("expected the attacker's colour, black or white, not {}", quote(text));
            NotationError::new(message)
        })
    }

    /// Whether the position is one of tsume: the defender has a king.
    ///
    /// # Errors
    /// He has none.
    pub fn accept(&self, position: &Position) -> Result<(), NotationError> {
        let defender = self.attacker.opponent();
        match position.king(defender) {
            Some(_) => Ok(()),
            None => Err(NotationError::new(format!(
                "{}, who is to be mated, has no king",
                defender.name()
            ))),
        }
    }

    #[inline]
    fn player(&self, color: Color) -> Player {
        if color == self.attacker { Player::First } else { Player::Second }
    }

    #[inline]
    fn color(&self, player: Player) -> Color {
        match player {
            Player::First => self.attacker,
            Player::Second => self.attacker.opponent(),
        }
    }
}

impl Game for Tsume {
    type Position = Position;
    type Move = Move;
    type Undo = Undo;
    type Situation = Position;
    type Footprint = ExactFootprint;

    fn name(&self) -> &str {
        "tsume"
    }

    fn parameters(&self) -> String {
        self.attacker.name().to_owned()
    }

    fn player_name(&self, player: Player) -> &str {
        match player {
            Player::First => "attacker",
            Player::Second => "defender",
        }
    }

    fn repetition_rules(&self) -> &[RepetitionRule] {
        &[RepetitionRule::AttackerLoses]
    }

    #[inline]
    fn player_to_move(&self, position: &Position) -> Player {
        self.player(position.side_to_move())
    }

    #[inline]
    fn terminal(&self, _position: &Position) -> Option<Outcome> {
        None
    }

    #[inline]
    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        if position.side_to_move() == self.attacker {
            movegen::checks(position, |m| moves.push(m));
        } else {
            movegen::legal(position, |m| moves.push(m));
        }
    }

    /// No check, or no answer to one: whoever is to move has lost.
    #[inline]
    fn stuck(&self, position: &Position) -> Outcome {
        Outcome::Win(self.player_to_move(position).opponent())
    }

    #[inline]
    fn make(&self, position: &mut Position, m: Move) -> Undo {
        position.make(m)
    }

    #[inline]
    fn undo(&self, position: &mut Position, m: Move, undo: Undo) {
        position.undo(m, undo);
    }

    fn wins_at_once(&self, position: &mut Position) -> Option<bool> {
        (position.side_to_move() == self.attacker).then(|| position.mate_in_one().is_some())
    }

    fn pack(&self, position: &Position) -> Option<Packed> {
        Some(position.packed())
    }

    const HANDS: bool = true;

    #[inline]
    fn hand(&self, position: &Position, player: Player) -> u32 {
        position.hand(self.color(player)).packed()
    }

    /// At least as many of each kind; the type's description has the proof.
    #[inline]
    fn dominates(&self, more: u32, less: u32) -> bool {
        Hand::from_packed(more).contains(Hand::from_packed(less))
    }

    fn board(&self, position: &Position) -> Option<Packed> {
        Some(position.packed_board())
    }

    fn situation(&self, position: &Position, _rule: RepetitionRule) -> Position {
        position.clone()
    }

    fn write_move(&self, _position: &Position, m: Move, out: &mut String) {
        m.write_usi(out);
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let Some(m) = Move::from_usi(text) else {
            let message = format!("{} is no move in USI, as 7g7f, 8h2b+ or P*5e", quote(text));
            return Err(NotationError::new(message));
        };
        let attacks = position.side_to_move() == self.attacker;
        // A certificate of a mate has hardly any other moves than checks.
        if attacks && is_check(position, m) || !attacks && position.is_legal(m) {
            return Ok(m);
        }
        let message = match attacks && position.is_legal(m) {
            true => format!("'{text}' gives no check, which the attacker has to"),
            false => format!("'{text}' is not a legal move here"),
        };
        Err(NotationError::new(message))
    }

    fn sort_by_notation(&self, _position: &Position, moves: &mut [Move]) {
        moves.sort_unstable_by_key(|m| m.sort_key());
    }

    fn write_position(&self, position: &Position, out: &mut String) {
        sfen::write(position, out);
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let position = sfen::parse(text)?;
        self.accept(&position)?;
        Ok(position)
    }
}

impl Searchable for Tsume {
    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.board_key()
    }

    #[inline]
    fn key_after(&self, position: &Position, m: Move) -> Option<u64> {
        Some(position.key_after(m))
    }

    #[inline]
    fn hands_after(&self, position: &Position, m: Move) -> [u32; 2] {
        let us = position.side_to_move();
        let hands = [position.hand_after(m), position.hand(us.opponent())].map(Hand::packed);
        match self.player(us) {
            Player::First => hands,
            Player::Second => [hands[1], hands[0]],
        }
    }

    fn bound_before(
        &self,
        position: &Position,
        player: Player,
        m: Move,
        bound: u32,
        proven: bool,
    ) -> u32 {
        let bound = Hand::from_packed(bound);
        tsume_bounds::before(position, self.color(player), m, bound, proven).packed()
    }

    fn bound_of_moves(&self, position: &Position, player: Player, proven: bool) -> u32 {
        let checks = position.side_to_move() == self.attacker;
        tsume_bounds::of_moves(position, self.color(player), proven, checks).packed()
    }

    fn tighter(&self, one: u32, other: u32, proven: bool) -> u32 {
        let (one, other) = (Hand::from_packed(one), Hand::from_packed(other));
        if proven { one.most(other).packed() } else { one.least(other).packed() }
    }

    /// Of the 104 odd problems of the Muso and the Zuko, a million nodes each, this solves 95 in
    /// place of 93.
    const SOURCES: bool = true;

    const CHAINS: bool = true;

    /// The defender's drops are one chain, whatever the square: the attacker mostly takes what is
    /// put between, and what he does then answers the others, too. Chains of their own for squares
    /// that a piece of the defender protects solve as many problems with as many nodes; chains of a
    /// move with and without promotion cost a quarter more nodes.
    fn chain(&self, position: &Position, m: Move) -> u8 {
        let interposes = m.dropped().is_some() && position.side_to_move() != self.attacker;
        u8::from(interposes)
    }

    /// The position with both hands is what a repetition compares.
    fn repetition_is_exact(&self, _rule: RepetitionRule) -> bool {
        true
    }

    #[inline]
    fn leaf(&self, position: &mut Position, attacker: Player) -> Leaf<Move> {
        let leaf = if position.side_to_move() == self.attacker {
            estimate::attacker_to_move(position, Player::First)
        } else {
            estimate::defender_to_move(position, Player::First)
        };
        match (leaf, attacker) {
            // The question is whether the defender wins.
            (Leaf::Estimate { pn, dn }, Player::Second) => Leaf::Estimate { pn: dn, dn: pn },
            (leaf, _) => leaf,
        }
    }

    #[inline]
    fn encode_move(&self, _position: &Position, m: Move) -> u32 {
        u32::from(m.code())
    }

    fn decode_move(&self, position: &Position, code: u32) -> Option<Move> {
        let m = u16::try_from(code).ok().and_then(Move::from_code)?;
        let mut found = false;
        if position.side_to_move() == self.attacker {
            movegen::checks(position, |check| found |= check == m);
        } else {
            movegen::legal(position, |legal| found |= legal == m);
        }
        found.then_some(m)
    }
}

/// Whether a legal move gives check.
fn is_check(position: &Position, m: Move) -> bool {
    let mut found = false;
    movegen::checks(position, |check| found |= check == m);
    found
}
