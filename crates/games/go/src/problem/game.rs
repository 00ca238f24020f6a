//! A problem as a game: which moves there are and when it is over.

use threefold_game::{Game, Leaf, NotationError, Outcome, Player, RepetitionRule, Searchable};

use super::death;
use super::definition::{Definition, Knowledge, ProblemError, ProblemGoal};
use super::estimate;
use super::footprint::ProblemFootprint;
use super::life::alive;
use super::likely;
use super::lines::Lines;
use super::local::{CellSet, Local, MOST_CELLS};
use super::miai;
use super::notation;
use super::position::{NO_KO, ProblemMove, ProblemPosition, ProblemSituation, ko_key};
use super::region::Region;
use super::zone::Zone;
use crate::{Board, Colour, Geometry, Point, Points, Size, Wide};

/// In large regions, moves that are more steps from the target wait for one another. With 4 one of
/// three problems of 153 points was not solved that takes 716 nodes with 5 and 2,095 without.
const NEAR: usize = 5;

/// They do not wait so many steps from a stone of the defender.
const BESIDE: usize = 2;

/// The most ko threats a player may have: one bit each in the situation.
pub const MOST_THREATS: u8 = 16;

/// A problem of life and death on a board: the rules of the game that is played for it.
///
/// - Stones are put on the points of the *region* only, and what is outside never changes. Suicide
///   is forbidden. The defender does not fill the marked eyes.
/// - The defender has lost when no point of the *target* has a stone of his.
/// - Under [`ProblemGoal::Live`] he has won when a stone on such a point is unconditionally alive
///   (Benson 1976; connected to safe stones outside, or with two vital regions). He may not pass:
///   the attacker would pass too, and the game would be over without two eyes. The attacker may.
/// - Under [`ProblemGoal::Survive`] it is the attacker who may not pass, since the defender would
///   pass too and live in seki at least.
/// - Under [`ProblemGoal::Survive`], superko and without marked eyes, the attacker has also won
///   where no two eyes can fit any more and he has a move to spare.
/// - Under superko and without marked eyes, stones of the attacker that cannot be kept from
///   connecting to safe ones count as such where eyes are to fit.
/// - Who has no legal move has lost: only one who may not pass can be in that position.
/// - A player who has ko threats left may play one in place of a move; the answer to it is forced
///   and he is to move again. What was before the threat cannot recur.
///
/// Because nobody ends the game by passing, a position needs no counter of passes, and positions
/// that situational superko takes for the same are the same.
///
/// ```
/// use threefold_game::{Game, History, Question, RepetitionRule};
/// use threefold_go::problem::{Definition, Knowledge, Problem, ProblemGoal};
/// use threefold_go::{Board, Colour, Geometry, GoPosition, Points, Size, Wide};
///
/// // Black has an eye at A1 and wants another one.
/// let geometry = Geometry::<Wide>::new(Size::new(3, 5)?)?;
/// let board = *GoPosition::parse("OOOO./XXXOO/.X.O. B", &geometry)?.board();
/// let point = |text| geometry.size().point(text).map(Wide::single);
/// let problem: Problem = Problem::new(geometry.clone(), &board, Definition {
///     goal: ProblemGoal::Live,
///     defender: Colour::Black,
///     target: point("B1")?,
///     region: None,
///     eyes: point("A1")?,
///     declared: Wide::EMPTY,
///     basic_ko: false,
///     knowledge: Knowledge::default(),
/// })?;
/// // White's two eyes make the wall safe. C1 is next to it: there will be no eye.
/// let root = problem.root(Colour::Black, [0, 0]);
/// assert_eq!(problem.position_text(&root), "OOOO./XXXOO/.X.O. B");
/// assert!(problem.terminal(&root).unwrap().is_win_of(Colour::White.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Problem<S: CellSet = u64> {
    pub(super) geometry: Geometry<Wide>,
    pub(super) definition: Definition,
    pub(super) region: Region<S>,
    /// The stones outside the region.
    pub(super) outside: [Wide; 2],
    /// The stones inside it, to begin with.
    pub(super) start: [S; 2],
    pub(super) target: S,
    pub(super) eyes: S,
    /// The place of each cell in the order of notation.
    pub(super) ranks: Vec<u16>,
    pub(super) lines: Lines<S>,
    /// Cells of a large region that are far from the stones of the target.
    pub(super) distant: S,
    /// What this game leaves out of the region.
    pub(super) zone: Option<Box<Zone<S>>>,
}

impl<S: CellSet> std::fmt::Debug for Problem<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Problem").field(&self.parameters()).finish()
    }
}

impl<S: CellSet> Problem<S> {
    /// A problem on a board.
    ///
    /// # Errors
    /// [`ProblemError`] says why it cannot be asked: a target without stones, a region that is not
    /// closed, a wall that is not safe.
    pub fn new(
        geometry: Geometry<Wide>,
        board: &Board<Wide>,
        definition: Definition,
    ) -> Result<Self, ProblemError> {
        Problem::with_limit(geometry, board, definition, S::CAPACITY)
    }

    /// The same with a region of so many points at most.
    pub(super) fn with_limit(
        geometry: Geometry<Wide>,
        board: &Board<Wide>,
        mut definition: Definition,
        most: usize,
    ) -> Result<Self, ProblemError> {
        let region = Region::find(&geometry, board, &definition, most)?;
        // One way to say it: what does not border on the region does not matter.
        definition.declared = region.declared;
        let start: [S; 2] = Colour::ALL.map(|colour| region.cells(board.stones(colour)));
        let outside = Colour::ALL.map(|colour| board.stones(colour) & !region.set);
        let ranks = order_of_notation(geometry.size(), &region.points);
        let target = region.cells(definition.target);
        let eyes = region.cells(definition.eyes);
        let lines = Lines::new(&geometry, &region.points, region.set);
        let distant = distant(&region.local, target);
        Ok(Problem {
            geometry,
            definition,
            region,
            outside,
            start,
            target,
            eyes,
            ranks,
            lines,
            distant,
            zone: None,
        })
    }

    /// The position of the board that the problem was made from, with ko threats for black and
    /// white, at most [`MOST_THREATS`] each.
    ///
    /// # Panics
    /// There are more.
    pub fn root(&self, turn: Colour, threats: [u8; 2]) -> ProblemPosition<S> {
        assert!(threats.iter().all(|&n| n <= MOST_THREATS), "at most {MOST_THREATS} ko threats");
        ProblemPosition::new(&self.region.local, self.start, turn, threats)
    }

    /// A board as a position of this problem, if it differs from the one that the problem was made
    /// from in the region only.
    pub fn position_on(&self, board: &Board<Wide>, turn: Colour) -> Option<ProblemPosition<S>> {
        let is_same = Colour::ALL
            .into_iter()
            .all(|colour| board.stones(colour) & !self.region.set == self.outside[colour.index()]);
        let stones = Colour::ALL.map(|colour| self.region.cells(board.stones(colour)));
        is_same.then(|| ProblemPosition::new(&self.region.local, stones, turn, [0, 0]))
    }

    /// What is asked.
    pub fn definition(&self) -> &Definition {
        &self.definition
    }

    /// The same problem with another goal.
    pub fn with_goal(&self, goal: ProblemGoal) -> Self {
        let mut problem = self.clone();
        problem.definition.goal = goal;
        problem
    }

    /// The same problem with or without the rule of basic ko.
    pub fn with_basic_ko(&self, basic_ko: bool) -> Self {
        let mut problem = self.clone();
        problem.definition.basic_ko = basic_ko;
        problem
    }

    /// The same problem with other static knowledge.
    pub fn with_knowledge(&self, knowledge: Knowledge) -> Self {
        let mut problem = self.clone();
        problem.definition.knowledge = knowledge;
        problem
    }

    /// The same problem with sets of another kind; `None` if its region has more points than those.
    /// The moves are the same.
    pub fn with_sets<T: CellSet>(&self) -> Option<Problem<T>> {
        let Problem {
            geometry, definition, region, outside, start, target, eyes, ranks, zone, ..
        } = self.clone();
        let of = |set: S| set.cells().fold(T::EMPTY, |all, cell| all | T::cell(cell));
        let Region { points, set, local, alive, declared } = region;
        (points.len() <= T::CAPACITY).then(|| Problem {
            lines: Lines::new(&geometry, &points, set),
            distant: of(self.distant),
            geometry,
            definition,
            region: Region { points, set, local: local.map(of), alive, declared },
            outside,
            start: start.map(of),
            target: of(target),
            eyes: of(eyes),
            ranks,
            zone: zone.map(|zone| {
                let Zone { whole, open, wall, sides } = *zone;
                let sides = sides.iter().map(|&side| of(side)).collect();
                Box::new(Zone { whole, open: of(open), wall: of(wall), sides })
            }),
        })
    }

    /// Rows and columns of the board.
    pub fn size(&self) -> Size {
        self.geometry.size()
    }

    /// The points on which may be played.
    pub fn region(&self) -> Wide {
        self.region.set
    }

    /// Whether no stone of the target is on the board.
    pub fn is_captured(&self, position: &ProblemPosition<S>) -> bool {
        !position.stones[self.definition.defender.index()].meets(self.target)
    }

    /// Stones next to the region that are safe only because they are declared to be.
    pub fn trusted(&self) -> Wide {
        let whole = self.whole_region();
        let border = self.geometry.neighbours(whole) & !whole;
        border & (self.outside[0] | self.outside[1]) & !self.region.alive
    }

    /// What is assumed and not proved, in words: `assuming that white B15 C15 never die`. `None` if
    /// nothing is. An answer holds only as far as that does, so that it is said before it.
    pub fn assumptions(&self) -> Option<String> {
        let trusted = self.trusted();
        let of_colour = |colour: Colour| {
            let stones = trusted & self.outside[colour.index()];
            let name = |point| format!(" {}", self.size().coordinates(point));
            let names: String = stones.iter().map(name).collect();
            (!stones.is_empty()).then(|| format!("{colour}{names}"))
        };
        let each: Vec<String> = Colour::ALL.into_iter().filter_map(of_colour).collect();
        let mut assumed = Vec::new();
        if !each.is_empty() {
            let verb = if trusted.count() == 1 { "dies" } else { "die" };
            assumed.push(format!("{} never {verb}", each.join(" and ")));
        }
        let name = |point| format!(" {}", self.size().coordinates(point));
        let eyes: String = self.definition.eyes.iter().map(name).collect();
        if !eyes.is_empty() {
            assumed.push(format!("{} never fills{eyes}", self.definition.defender));
        }
        (!assumed.is_empty()).then(|| format!("assuming that {}", assumed.join(", and that ")))
    }

    /// The point of a move, if it is a stone.
    pub fn point(&self, m: ProblemMove) -> Option<Point> {
        m.cell().map(|cell| self.region.points[cell])
    }

    /// The move that puts a stone on a point, if it is in the region. Whether it is legal is
    /// another question.
    pub fn move_at(&self, point: Point) -> Option<ProblemMove> {
        self.region.cell(point).map(|cell| ProblemMove(cell as u16))
    }

    /// The stones of a colour on the whole board.
    pub fn stones(&self, position: &ProblemPosition<S>, colour: Colour) -> Wide {
        self.outside[colour.index()] | self.region.on_board(position.stones[colour.index()])
    }

    /// Whether the player may pass.
    #[inline]
    fn may_pass(&self, colour: Colour) -> bool {
        (colour == self.definition.defender) == (self.definition.goal == ProblemGoal::Survive)
    }

    /// The empty cells on which the player to move may put a stone, liberties apart.
    #[inline]
    pub(super) fn candidates(&self, position: &ProblemPosition<S>) -> S {
        let mut cells = position.empty(&self.region.local);
        if position.turn == self.definition.defender {
            cells &= !self.eyes;
        }
        if position.ko != NO_KO {
            cells &= !S::cell(usize::from(position.ko));
        }
        cells
    }

    /// Whether a stone may be put on one of the [`Problem::candidates`].
    #[inline]
    pub(super) fn may_put(&self, position: &ProblemPosition<S>, cell: usize) -> bool {
        let local = &self.region.local;
        position.is_legal(local, cell)
            && self.zone.as_ref().is_none_or(|zone| {
                let defender = self.definition.defender;
                position.turn != defender || !zone.is_barred(local, position, defender, cell)
            })
    }

    pub(super) fn is_legal(&self, position: &ProblemPosition<S>, m: ProblemMove) -> bool {
        match m.cell() {
            Some(cell) => self.candidates(position).has(cell) && self.may_put(position, cell),
            None if m == ProblemMove::PASS => self.may_pass(position.turn),
            None => self.may_threaten(position),
        }
    }

    /// Whether the player to move has a ko threat. In a zone the attacker needs none: nothing bans
    /// him.
    #[inline]
    pub(super) fn may_threaten(&self, position: &ProblemPosition<S>) -> bool {
        position.threats[position.turn.index()] > 0
            && (self.zone.is_none() || position.turn == self.definition.defender)
    }

    /// Plays a legal move.
    #[inline]
    pub(super) fn play(&self, position: &mut ProblemPosition<S>, m: ProblemMove) {
        position.play(&self.region.local, m, self.definition.basic_ko);
    }

    fn loser(&self, colour: Colour) -> Outcome {
        Outcome::Win(colour.opponent().into())
    }
}

/// For each point its place in the order of notation.
pub(super) fn order_of_notation(size: Size, points: &[Point]) -> Vec<u16> {
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by_key(|&cell| size.coordinates(points[cell]).to_string());
    let mut ranks = vec![0; points.len()];
    for (rank, &cell) in order.iter().enumerate() {
        ranks[cell] = rank as u16;
    }
    ranks
}

/// The cells that are far from the target in a large region; in a small one everything is near.
pub(super) fn distant<S: CellSet>(local: &Local<S>, target: S) -> S {
    if local.cells() <= MOST_CELLS {
        return S::EMPTY;
    }
    local.all() & !within(local, target, NEAR)
}

/// The cells that are at most so many steps from the set.
fn within<S: CellSet>(local: &Local<S>, set: S, steps: usize) -> S {
    (0..steps).fold(set, |set, _| set | local.around(set))
}

impl<S: CellSet> Game for Problem<S> {
    type Position = ProblemPosition<S>;
    type Move = ProblemMove;
    type Undo = ProblemPosition<S>;
    type Situation = ProblemSituation<S>;
    type Footprint = ProblemFootprint<S>;

    fn name(&self) -> &str {
        "go-problem"
    }

    fn parameters(&self) -> String {
        notation::parameters(self)
    }

    fn player_name(&self, player: Player) -> &str {
        Colour::from(player).name()
    }

    /// As for boards.
    fn repetition_rules(&self) -> &[RepetitionRule] {
        if self.definition.basic_ko { &[RepetitionRule::Draw] } else { &RepetitionRule::SUPERKO }
    }

    fn player_to_move(&self, position: &ProblemPosition<S>) -> Player {
        position.turn.into()
    }

    fn terminal(&self, position: &ProblemPosition<S>) -> Option<Outcome> {
        let Definition { defender, goal, knowledge, .. } = self.definition;
        let own = position.stones[defender.index()];
        let target = self.target & own;
        if self.is_captured(position) {
            return Some(self.loser(defender));
        }
        let local = &self.region.local;
        let sees_life = goal == ProblemGoal::Live || knowledge.life;
        if sees_life && alive(local, position.stones, defender).meets(target) {
            return Some(self.loser(defender.opponent()));
        }
        if self.is_over(position) {
            return Some(self.loser(defender));
        }
        let sees_miai = self.definition.sees_miai();
        if goal == ProblemGoal::Live && (knowledge.eye_space || sees_miai) {
            let taken = if sees_miai { own } else { S::EMPTY };
            if !estimate::has_eye_space(local, position, defender, taken) {
                return Some(self.loser(defender));
            }
        }
        if sees_miai && miai::is_lost(local, position, defender) {
            return Some(self.loser(defender));
        }
        if self.definition.sees_death() && death::is_dead(local, position, defender) {
            return Some(self.loser(defender));
        }
        None
    }

    /// Nothing keeps anybody from playing on: neither life that is seen, nor a target that is not
    /// there, because the game is older than the group, or that has been captured. Only where a
    /// chain is given up in a zone nobody can say how the board would go on.
    fn is_over(&self, position: &ProblemPosition<S>) -> bool {
        let (local, defender) = (&self.region.local, self.definition.defender);
        self.zone.as_ref().is_some_and(|zone| zone.is_given_up(local, position, defender))
    }

    fn moves(&self, position: &ProblemPosition<S>, moves: &mut Vec<ProblemMove>) {
        let cells = self.candidates(position).cells();
        moves.extend(
            cells.filter(|&cell| self.may_put(position, cell)).map(|cell| ProblemMove(cell as u16)),
        );
        if self.may_pass(position.turn) {
            moves.push(ProblemMove::PASS);
        }
        if self.may_threaten(position) {
            moves.push(ProblemMove::THREAT);
        }
    }

    fn stuck(&self, position: &ProblemPosition<S>) -> Outcome {
        self.loser(position.turn)
    }

    #[inline]
    fn make(&self, position: &mut ProblemPosition<S>, m: ProblemMove) -> ProblemPosition<S> {
        let before = *position;
        self.play(position, m);
        before
    }

    #[inline]
    fn undo(&self, position: &mut ProblemPosition<S>, _: ProblemMove, before: ProblemPosition<S>) {
        *position = before;
    }

    fn situation(
        &self,
        position: &ProblemPosition<S>,
        rule: RepetitionRule,
    ) -> ProblemSituation<S> {
        let turn = (rule != RepetitionRule::PositionalSuperko).then_some(position.turn);
        ProblemSituation { stones: position.stones, turn, threats: position.threats }
    }

    /// A threat changes the board elsewhere, and a stone that is connected to safe ones stays: the
    /// positions before had another one in its place, or none.
    fn is_irreversible(&self, position: &ProblemPosition<S>, m: ProblemMove) -> bool {
        match m.cell() {
            None => m == ProblemMove::THREAT,
            Some(cell) => {
                let local = &self.region.local;
                self.definition.knowledge.irreversible
                    && (local.beside_safe(position.turn).has(cell)
                        || local.beside(cell).meets(position.safe[position.turn.index()]))
            }
        }
    }

    /// In a zone nothing bans the attacker: elsewhere something has changed.
    fn is_pass(&self, position: &ProblemPosition<S>, m: ProblemMove) -> bool {
        m == ProblemMove::PASS || self.zone.is_some() && position.turn != self.definition.defender
    }

    fn may_claim(&self, player: Player) -> bool {
        self.zone_speaks_for(player)
    }

    fn write_move(&self, _: &ProblemPosition<S>, m: ProblemMove, out: &mut String) {
        notation::write_move(self, m, out);
    }

    fn parse_move(
        &self,
        position: &ProblemPosition<S>,
        text: &str,
    ) -> Result<ProblemMove, NotationError> {
        let m = notation::parse_move(self, text)?;
        if self.is_legal(position, m) {
            return Ok(m);
        }
        Err(NotationError::new(format!("'{text}' is not a legal move here")))
    }

    fn sort_by_notation(&self, _: &ProblemPosition<S>, moves: &mut [ProblemMove]) {
        // Coordinates are capital letters: before `pass` and `threat`.
        moves.sort_unstable_by_key(|&m| match m.cell() {
            Some(cell) => self.ranks[cell],
            None => m.0,
        });
    }

    fn write_position(&self, position: &ProblemPosition<S>, out: &mut String) {
        notation::write_position(self, position, out);
    }

    fn parse_position(&self, text: &str) -> Result<ProblemPosition<S>, NotationError> {
        notation::parse_position(self, text)
    }
}

impl<S: CellSet> Searchable for Problem<S> {
    #[inline]
    fn key(&self, position: &ProblemPosition<S>) -> u64 {
        position.key ^ ko_key(position.ko)
    }

    #[inline]
    fn repetition_key(&self, position: &ProblemPosition<S>, rule: RepetitionRule) -> u64 {
        match rule {
            RepetitionRule::PositionalSuperko => position.board_key(),
            _ => self.key(position),
        }
    }

    fn keys_after(
        &self,
        position: &ProblemPosition<S>,
        m: ProblemMove,
        rule: RepetitionRule,
    ) -> Option<[u64; 2]> {
        // The ko of the position behind it would have to be known.
        if self.definition.basic_ko {
            return None;
        }
        let key = position.key_after(&self.region.local, m);
        match rule {
            RepetitionRule::PositionalSuperko => Some([key, position.board_key_of(m, key)]),
            _ => Some([key, key]),
        }
    }

    /// A captured target may be older than the capture: the stone that it takes back a ko from.
    const PLAYS_ON: bool = true;

    const CHAINS: bool = true;

    /// Moves far from the target wait for one another: they are most of the moves of a large
    /// region, and mostly one refutation answers them all.
    fn chain(&self, position: &ProblemPosition<S>, m: ProblemMove) -> u8 {
        let Some(cell) = m.cell().filter(|&cell| self.distant.has(cell)) else { return 0 };
        // A ladder takes the defender far away.
        let near = within(&self.region.local, S::cell(cell), BESIDE);
        u8::from(!near.meets(position.stones[self.definition.defender.index()]))
    }

    const FACTORS: bool = true;

    fn factors(&self, position: &ProblemPosition<S>, moves: &[ProblemMove], factors: &mut Vec<u8>) {
        likely::factors(self, position, moves, factors);
    }

    const SITUATION_WORDS: usize = S::SITUATION_WORDS;

    fn situation_bits(
        &self,
        position: &ProblemPosition<S>,
        rule: RepetitionRule,
        bits: &mut [u64],
    ) {
        let words = S::WORDS;
        let (black_and_white, bits) = bits.split_at_mut(2 * words);
        for (bits, stones) in black_and_white.chunks_exact_mut(words).zip(position.stones) {
            stones.write_words(bits);
        }
        let compares_turn = rule != RepetitionRule::PositionalSuperko;
        let turn = if compares_turn { 1 << position.turn.index() } else { 4 };
        let [black, white] = position.threats.map(|n| (1u64 << n.min(MOST_THREATS)) - 1);
        bits[0] = turn | black << 8 | white << 32;
        for (bits, stones) in bits[1..].chunks_exact_mut(words).zip(position.stones) {
            S::first_cells(stones.count() as usize).write_words(bits);
        }
    }

    /// Under situational superko the situation is the whole position: there is no basic ko then,
    /// and passes are not counted.
    fn repetition_is_exact(&self, rule: RepetitionRule) -> bool {
        rule != RepetitionRule::PositionalSuperko
    }

    fn leaf(&self, position: &mut ProblemPosition<S>, attacker: Player) -> Leaf<ProblemMove> {
        estimate::leaf(self, position, attacker)
    }

    fn encode_move(&self, _: &ProblemPosition<S>, m: ProblemMove) -> u32 {
        m.0.into()
    }

    fn decode_move(&self, position: &ProblemPosition<S>, code: u32) -> Option<ProblemMove> {
        let m = ProblemMove(u16::try_from(code).ok()?);
        let exists =
            m.cell().map_or(m.0 <= ProblemMove::THREAT.0, |cell| self.region.local.has(cell));
        (exists && self.is_legal(position, m)).then_some(m)
    }
}

impl<S: CellSet> Problem<S> {
    /// What is known without playing on.
    pub(super) fn knowledge(&self) -> Knowledge {
        self.definition.knowledge
    }
}
