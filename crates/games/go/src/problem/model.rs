//! A problem: what is asked, and the region that it is asked about.

use threefold_game::Outcome;

use super::definition::{Definition, Knowledge, ProblemError, ProblemGoal};
use super::lines::Lines;
use super::local::{CellSet, Local, MOST_CELLS};
use super::position::{NO_KO, ProblemMove, ProblemPosition};
use super::region::Region;
use crate::{Board, Colour, Geometry, Point, Points, Size, Wide};

/// In large regions, moves that are more steps from the target wait for one another. With 4 one of
/// three problems of 153 points was not solved that takes 716 nodes with 5 and 2,095 without.
const NEAR: usize = 5;

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

/// What a zone has besides its points.
#[derive(Clone, Debug)]
pub(super) struct Zone<S> {
    /// The points of the whole region.
    pub whole: Wide,
    /// Cells next to a point of it that is not in the zone.
    pub open: S,
    /// Cells next to stones of the attacker that are safe outside the whole region, or to points
    /// left out that count as connected with such stones.
    pub wall: S,
    /// Of the other points left out that count as stones of the attacker, each chain: the cells
    /// next to it.
    pub sides: Box<[S]>,
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

    /// What is known without playing on.
    pub(super) fn knowledge(&self) -> Knowledge {
        self.definition.knowledge
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
    pub(super) fn may_pass(&self, colour: Colour) -> bool {
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

    pub(super) fn loser(&self, colour: Colour) -> Outcome {
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
pub(super) fn within<S: CellSet>(local: &Local<S>, set: S, steps: usize) -> S {
    (0..steps).fold(set, |set, _| set | local.around(set))
}
