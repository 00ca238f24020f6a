//! Go as a [`Game`]: does Black score at least so many points?

use std::fmt;
use std::str::FromStr;

use threefold_game::{Game, Leaf, NotationError, Outcome, Player, RepetitionRule, Searchable};

use crate::symmetry::Symmetries;
use crate::{
    Board, Colour, Geometry, GoMove, GoPosition, Interval, Life, Point, Points, Situation, Size,
    Suicide,
};

/// What a question about a board is made of, apart from the repetition rule.
///
/// Written as in the header of certificates: `3x3 at-least 4`, then `suicide` where that is
/// allowed, `basic-ko` where that is the rule, and `played-out` where games are played to their
/// end.
///
/// ```
/// use threefold_go::Terms;
/// let terms: Terms = "3x3 at-least -2 suicide".parse()?;
/// assert_eq!(terms.at_least, -2);
/// assert_eq!(terms.to_string(), "3x3 at-least -2 suicide");
/// # Ok::<(), threefold_game::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Terms {
    /// Rows and columns.
    pub size: Size,
    /// Black wins if his area minus White's is at least this.
    pub at_least: i32,
    /// Whether a move may take the own chain's last liberty.
    pub suicide: Suicide,
    /// Whether the rule of basic ko applies, instead of a superko rule: a ko may not be retaken by
    /// the next move, and games may go on for ever.
    pub basic_ko: bool,
    /// Whether the game goes on until both pass. Otherwise it also ends where unconditional life
    /// has decided it.
    pub played_out: bool,
}

impl Terms {
    /// The question whether Black scores at least so many points, without suicide; the game ends
    /// where unconditional life has decided it.
    pub const fn new(size: Size, at_least: i32) -> Self {
        let suicide = Suicide::Forbidden;
        Terms { size, at_least, suicide, basic_ko: false, played_out: false }
    }

    /// Whether a game ends where one side has enough points that live unconditionally ([`Life`]):
    /// under rules for which it is proved that this side wins then, by passing, whatever was played
    /// before.
    ///
    /// Say that it always passes.
    ///
    /// 1. Its living chains are never taken, and nothing stays on its eyes of one point: that is
    ///    Benson's theorem with [`Life`]'s conditions, which differ where suicide is allowed. Bans
    ///    on repetition only take moves away from the opponent. A pass is legal under every rule.
    /// 2. So at an end the score is enough. It remains that the game ends, with the opponent
    ///    playing alone, since his first pass answers one and is the end.
    ///    - Under superko it does, with suicide or without: each stone of his creates a situation
    ///      that was not there before, and there are finitely many.
    ///    - Under basic ko without suicide it does: each stone of his stays, because nobody but the
    ///      side that passes could take it, and there is only so much room.
    ///    - Under basic ko with suicide it need not: he fills an eye of two points, gives up both
    ///      stones, and does it again. There life decides nothing.
    ///
    /// Played out, nothing but two passes ends a game. That a rule goes with the terms at all is
    /// checked where games are read: superko without `basic_ko`, [`RepetitionRule::Draw`] with it.
    pub const fn life_decides(&self) -> bool {
        let ends = !self.basic_ko || matches!(self.suicide, Suicide::Forbidden);
        ends && !self.played_out
    }
}

impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at-least {}", self.size, self.at_least)?;
        if self.suicide == Suicide::Allowed {
            f.write_str(" suicide")?;
        }
        if self.basic_ko {
            f.write_str(" basic-ko")?;
        }
        if self.played_out {
            f.write_str(" played-out")?;
        }
        Ok(())
    }
}

impl FromStr for Terms {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Terms, NotationError> {
        let wrong = || {
            NotationError::new(format!(
                "expected a size, 'at-least' and a score, as in '3x3 at-least 4', found '{text}'"
            ))
        };
        let mut words = text.split(' ');
        let size = words.next().ok_or_else(wrong)?.parse()?;
        if words.next() != Some("at-least") {
            return Err(wrong());
        }
        let at_least = words.next().and_then(|word| word.parse().ok()).ok_or_else(wrong)?;
        let mut terms = Terms::new(size, at_least);
        for word in words {
            match word {
                "suicide" if terms == Terms::new(size, at_least) => {
                    terms.suicide = Suicide::Allowed;
                }
                "basic-ko" if !terms.basic_ko && !terms.played_out => terms.basic_ko = true,
                "played-out" if !terms.played_out => terms.played_out = true,
                _ => return Err(wrong()),
            }
        }
        Ok(terms)
    }
}

/// Go on a board of up to [`Points::CAPACITY`] points, as a game that Black wins if he scores at
/// least so many points, and White otherwise.
///
/// - A move is a stone on an empty point or a pass. Chains of the opponent without liberties are
///   removed first, then the own chain if it has none; unless [`Terms::suicide`] allows that, such
///   a move is illegal.
/// - Two passes end the game. The score is the area: stones, and empty regions that touch one
///   colour only. Nothing is removed as dead.
/// - Unless it is [played out](Terms::played_out) the game also ends where one side's
///   unconditionally alive stones and their single-point eyes ([`Life`]) are enough: that side
///   can pass for ever and wins, whatever the history; under rules for which that is proved
///   ([`Terms::life_decides`]).
/// - Repetition: a stone must not recreate a board (positional superko), or a board with the same
///   side to move (situational superko). A pass is always legal, and the board with the side to
///   move that it leads to has occurred then. The root has occurred.
/// - Under [basic ko](Terms::basic_ko), without superko, the point of a single stone that was taken
///   by a single stone may not be played on by the next move if that would take this stone back and
///   nothing else. A game may then go on for ever, and what that means is up to the question: no
///   success of the attacker ([`RepetitionRule::Draw`]). The moves before the root do not matter
///   but for the ko.
///
/// ```
/// use threefold_game::{Game, Outcome, Player};
/// use threefold_go::{Go, Terms};
///
/// let game = Go::<u64>::new(Terms::new("1x3".parse()?, 3))?;
/// let mut position = game.parse_position("... B")?;
/// for text in ["B1", "pass", "pass"] {
///     let m = game.parse_move(&position, text)?;
///     game.make(&mut position, m);
/// }
/// assert_eq!(game.position_text(&position), ".X. W over");
/// assert_eq!(game.terminal(&position), Some(Outcome::Win(Player::First)));
/// # Ok::<(), threefold_game::NotationError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Go<P: Points> {
    terms: Terms,
    geometry: Geometry<P>,
    /// How many points black and white need.
    needed: [i32; 2],
    /// If mirrored positions share what is known of them.
    symmetries: Option<Symmetries>,
}

impl<P: Points> Go<P> {
    /// The game of these terms.
    ///
    /// # Errors
    /// The board has more points than a set `P` holds.
    pub fn new(terms: Terms) -> Result<Self, NotationError> {
        let geometry = Geometry::new(terms.size)?;
        let points = terms.size.points() as i32;
        // Far beyond what a board can give, so that the sums below stay small.
        let at_least = terms.at_least.clamp(-1_000, 1_000);
        // A side that is sure of `p` points scores at least p - (points - p) for itself.
        let needed = [at_least, 1 - at_least].map(|score| (points + score + 1).div_euclid(2));
        let symmetries = Some(Symmetries::of(terms.size));
        Ok(Go { terms, geometry, needed, symmetries })
    }

    /// Whether turned and mirrored positions share what is known of them
    /// ([`Searchable::symmetries`]); they do if nothing is said. It changes the work, never an
    /// answer.
    #[must_use]
    pub fn with_symmetry(mut self, on: bool) -> Self {
        self.symmetries = on.then(|| Symmetries::of(self.terms.size));
        self
    }

    /// Sets what stands for the board in the table.
    #[inline]
    fn find_image(&self, position: &mut GoPosition<P>) {
        (position.image, position.symmetry) = match &self.symmetries {
            Some(symmetries) => symmetries.smallest(&position.board, position.ko),
            None => (position.placed_key(), 0),
        };
    }

    /// Size, threshold, and choices of rules.
    #[inline]
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The geometry of the board.
    #[inline]
    pub fn geometry(&self) -> &Geometry<P> {
        &self.geometry
    }

    /// The board without stones, Black to move.
    pub fn start(&self) -> GoPosition<P> {
        self.position(GoPosition::new(Board::EMPTY, Colour::Black))
    }

    /// The position as the search wants it: positions that were not made by this game are found
    /// among their mirror images once they have gone through here.
    pub fn position(&self, mut position: GoPosition<P>) -> GoPosition<P> {
        self.find_image(&mut position);
        position
    }

    /// Who wins a game that ends with this board.
    #[inline]
    fn winner(&self, board: &Board<P>) -> Player {
        if board.score(&self.geometry) >= self.terms.at_least {
            Player::First
        } else {
            Player::Second
        }
    }

    /// The side whose unconditional life decides the game, where that is proved
    /// ([`Terms::life_decides`]).
    fn decided(&self, board: &Board<P>) -> Option<Colour> {
        let points = self.terms.size.points() as i32;
        let is_open = (1 - points..=points).contains(&self.terms.at_least);
        // No score reaches that far, or every one does. Under superko that decides the game, since
        // all games end; under basic ko none has to.
        if !self.terms.life_decides() || self.terms.basic_ko && !is_open {
            return None;
        }
        if self.terms.at_least > points {
            return Some(Colour::White);
        }
        if self.terms.at_least <= -points {
            return Some(Colour::Black);
        }
        Colour::ALL.into_iter().find(|&colour| {
            let needed = self.needed[colour.index()];
            self.could_live(board, colour) >= needed
                && Life::of(board, &self.geometry, colour, self.terms.suicide).points() as i32
                    >= needed
        })
    }

    /// Initial numbers: how far the score is from the threshold, how far each side is from the
    /// points that it would have to own alive, and for the side to move its choice.
    ///
    /// The weights were found by trying: on 1x8 to 3x4 they need less than half the nodes that the
    /// number of replies alone needs. Life weighs most, because it is what ends the game.
    fn estimate(
        &self,
        position: &GoPosition<P>,
        attacker_moves: bool,
        attacker: Player,
    ) -> Leaf<GoMove> {
        const SCORE: i32 = 2;
        const LIFE: i32 = 8;
        let board = &position.board;
        let gap = self.terms.at_least.clamp(-1_000, 1_000) - board.score(&self.geometry);
        // By colour: points missing to win by the score, and by life.
        let score = [gap.max(0), (1 - gap).max(0)];
        let life = Colour::ALL
            .map(|colour| (self.needed[colour.index()] - self.could_live(board, colour)).max(0));
        let number = |colour: Colour| {
            let i = colour.index();
            (1 + SCORE * score[i] + LIFE * life[i]) as u32
        };
        let colour = Colour::from(attacker);
        let (mut pn, mut dn) = (number(colour), number(colour.opponent()));
        let choice = board.empty(&self.geometry).count().div_ceil(2);
        if attacker_moves {
            dn += choice;
        } else {
            pn += choice;
        }
        Leaf::Estimate { pn, dn }
    }

    /// At least as many points as [`Life::points`], from a glance: stones, and empty points with
    /// nothing but such stones around them.
    #[inline]
    fn could_live(&self, board: &Board<P>, colour: Colour) -> i32 {
        let ours = board.stones(colour);
        let free = self.geometry.board() & !ours;
        let eyes = board.empty(&self.geometry) & !self.geometry.neighbours(free);
        (ours.count() + eyes.count()) as i32
    }
}

impl<P: Points> Game for Go<P> {
    type Position = GoPosition<P>;
    type Move = GoMove;
    type Undo = GoPosition<P>;
    type Situation = Situation<P>;
    type Footprint = Interval<P>;

    fn name(&self) -> &str {
        "go"
    }

    fn parameters(&self) -> String {
        self.terms.to_string()
    }

    fn player_name(&self, player: Player) -> &str {
        Colour::from(player).name()
    }

    /// Basic ko takes the place of superko, and what goes on for ever is then nobody's win.
    fn repetition_rules(&self) -> &[RepetitionRule] {
        if self.terms.basic_ko { &[RepetitionRule::Draw] } else { &RepetitionRule::SUPERKO }
    }

    #[inline]
    fn player_to_move(&self, position: &GoPosition<P>) -> Player {
        position.turn.into()
    }

    #[inline]
    fn terminal(&self, position: &GoPosition<P>) -> Option<Outcome> {
        if position.is_over() {
            return Some(Outcome::Win(self.winner(&position.board)));
        }
        self.decided(&position.board).map(|colour| Outcome::Win(colour.into()))
    }

    /// After two passes. Nothing keeps players from going on where life has decided the game.
    fn is_over(&self, position: &GoPosition<P>) -> bool {
        position.is_over()
    }

    fn moves(&self, position: &GoPosition<P>, moves: &mut Vec<GoMove>) {
        let mut legal = position.board.legal(&self.geometry, position.turn, self.terms.suicide);
        if let Some(ko) = position.ko {
            legal &= !P::single(ko);
        }
        moves.extend(legal.iter().map(GoMove::Play));
        moves.push(GoMove::Pass);
    }

    /// Never asked for: a pass is always legal.
    fn stuck(&self, position: &GoPosition<P>) -> Outcome {
        Outcome::Win(self.player_to_move(position).opponent())
    }

    #[inline]
    fn make(&self, position: &mut GoPosition<P>, m: GoMove) -> GoPosition<P> {
        let before = *position;
        if self.terms.basic_ko {
            position.play_basic_ko(&self.geometry, m);
        } else {
            position.play(&self.geometry, m);
        }
        if m != GoMove::Pass || before.ko.is_some() {
            self.find_image(position);
        }
        before
    }

    #[inline]
    fn undo(&self, position: &mut GoPosition<P>, _m: GoMove, before: GoPosition<P>) {
        *position = before;
    }

    fn situation(&self, position: &GoPosition<P>, rule: RepetitionRule) -> Situation<P> {
        let turn = (rule != RepetitionRule::PositionalSuperko).then_some(position.turn);
        Situation { board: position.board, turn }
    }

    /// Under basic ko a game has to go on for ever to go round in circles: how often a position was
    /// met before the root does not matter.
    fn occurrences(&self) -> u32 {
        if self.terms.basic_ko { u32::MAX } else { 2 }
    }

    #[inline]
    fn is_pass(&self, _position: &GoPosition<P>, m: GoMove) -> bool {
        m == GoMove::Pass
    }

    fn write_move(&self, _position: &GoPosition<P>, m: GoMove, out: &mut String) {
        use fmt::Write;
        write!(out, "{}", m.text(self.terms.size)).expect("strings can be written to");
    }

    fn parse_move(&self, position: &GoPosition<P>, text: &str) -> Result<GoMove, NotationError> {
        let m = GoMove::parse(text, self.terms.size)?;
        let GoMove::Play(point) = m else { return Ok(m) };
        if position.board.occupied().contains(point) {
            return Err(NotationError::new(format!("there is already a stone on '{text}'")));
        }
        let (turn, suicide) = (position.turn, self.terms.suicide);
        if !position.board.is_legal(&self.geometry, turn, point, suicide) {
            return Err(NotationError::new(format!("'{text}' is suicide, which is forbidden")));
        }
        if position.ko == Some(point) {
            return Err(NotationError::new(format!("'{text}' retakes the ko, which is forbidden")));
        }
        Ok(m)
    }

    fn write_position(&self, position: &GoPosition<P>, out: &mut String) {
        crate::text::write(position, &self.geometry, out);
    }

    fn parse_position(&self, text: &str) -> Result<GoPosition<P>, NotationError> {
        let position = GoPosition::parse(text, &self.geometry)?;
        if position.ko.is_some() && !self.terms.basic_ko {
            let at = text.find("ko:").unwrap_or(0);
            return Err(NotationError::at(at, "a ko is part of the position under basic ko only"));
        }
        Ok(self.position(position))
    }
}

impl<P: Points> Searchable for Go<P> {
    #[inline]
    fn key(&self, position: &GoPosition<P>) -> u64 {
        position.image_key()
    }

    /// Under basic ko mirrored positions are the same to the search, what repeats included: which
    /// moves there are does not depend on the path, so that whoever wins a position wins its mirror
    /// images, and does it without meeting one of them again. Numbers of moves are translated all
    /// the same.
    fn symmetries(&self) -> u32 {
        match &self.symmetries {
            Some(symmetries) if !self.terms.basic_ko => symmetries.count() as u32,
            _ => 1,
        }
    }

    #[inline]
    fn symmetry(&self, position: &GoPosition<P>) -> u8 {
        if self.terms.basic_ko { 0 } else { position.symmetry }
    }

    #[inline]
    fn repetition_key(&self, position: &GoPosition<P>, rule: RepetitionRule) -> u64 {
        match rule {
            RepetitionRule::PositionalSuperko => position.board.key(),
            RepetitionRule::SituationalSuperko => position.situation_key(),
            _ => position.image_key(),
        }
    }

    #[inline]
    fn repetition_image(&self, position: &GoPosition<P>, rule: RepetitionRule) -> u64 {
        match rule.is_superko() {
            true => self.repetition_key(position, rule) ^ position.placed_key() ^ position.image,
            false => position.image_key(),
        }
    }

    const SITUATION_WORDS: usize = 2 * P::WORDS + 1;

    /// The stones of each colour; then how many there are, up to 31, and the side to move where it
    /// is compared.
    #[inline]
    fn situation_bits(&self, position: &GoPosition<P>, rule: RepetitionRule, bits: &mut [u64]) {
        let [black, white] = Colour::ALL.map(|colour| position.board.stones(colour));
        black.write_words(&mut bits[..P::WORDS]);
        white.write_words(&mut bits[P::WORDS..2 * P::WORDS]);
        let count = |stones: P| (1u64 << stones.count().min(31)) - 1;
        let turn = match rule {
            RepetitionRule::PositionalSuperko => 0,
            _ => 1 << position.turn.index(),
        };
        bits[2 * P::WORDS] = count(black) << 2 | count(white) << 33 | turn;
    }

    /// Of turned boards the numbers of stones are the same, and the side to move.
    fn widen_to_images(&self, all: &mut [u64], any: &mut [u64]) {
        all[..2 * P::WORDS].fill(0);
        any[..2 * P::WORDS].fill(u64::MAX);
    }

    /// Never under superko: neither rule compares whether the last move was a pass.
    fn repetition_is_exact(&self, rule: RepetitionRule) -> bool {
        !rule.is_superko()
    }

    #[inline]
    fn leaf(&self, position: &mut GoPosition<P>, attacker: Player) -> Leaf<GoMove> {
        let mover = self.player_to_move(position);
        if position.passes == 1 && self.winner(&position.board) == mover {
            return Leaf::WinsBy(GoMove::Pass);
        }
        self.estimate(position, mover == attacker, attacker)
    }

    #[inline]
    fn encode_move(&self, position: &GoPosition<P>, m: GoMove) -> u32 {
        match (m, &self.symmetries) {
            (GoMove::Pass, _) => 0,
            (GoMove::Play(point), None) => 1 + point.index() as u32,
            (GoMove::Play(point), Some(symmetries)) => {
                1 + symmetries.image(position.symmetry, point).index() as u32
            }
        }
    }

    fn decode_move(&self, position: &GoPosition<P>, code: u32) -> Option<GoMove> {
        let Some(index) = (code as usize).checked_sub(1) else { return Some(GoMove::Pass) };
        if index >= self.terms.size.points() {
            return None;
        }
        let point = Point::from_index(index);
        let point = match &self.symmetries {
            Some(symmetries) => symmetries.origin(position.symmetry, point),
            None => point,
        };
        let (turn, suicide) = (position.turn, self.terms.suicide);
        let legal = position.board.is_legal(&self.geometry, turn, point, suicide);
        (legal && position.ko != Some(point)).then_some(GoMove::Play(point))
    }
}
