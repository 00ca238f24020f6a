//! What happens in the strategy of a certificate about a problem of Go.

use threefold_certificate::{Block, Event, Terms, Walk};
use threefold_game::{Game, History};
use threefold_go::problem::{Problem, ProblemMove, ProblemPosition};
use threefold_go::{Colour, Geometry, Point, Points, Wide};

/// Which of these the claimant's moves are somewhere in the strategy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features {
    /// He takes a ko.
    pub ko: bool,
    /// On one path, kos are taken on two points.
    pub double_ko: bool,
    /// He puts a stone where it can be captured at once.
    pub throw_in: bool,
    /// It is captured, and he captures two stones or more in return.
    pub snapback: bool,
    /// He captures by a move that was no legal one before his last: that approached it.
    pub approach: bool,
}

impl Features {
    /// The features by name.
    pub fn list(&self) -> [(&'static str, bool); 5] {
        [
            ("ko", self.ko),
            ("double ko", self.double_ko),
            ("throw-in", self.throw_in),
            ("snapback", self.snapback),
            ("approach move", self.approach),
        ]
    }

    /// What the strategy of a block about the root of `history` has in its first `plies`.
    pub fn of(
        problem: &Problem,
        history: &History<Problem>,
        terms: Terms,
        block: &Block,
        plies: usize,
    ) -> Self {
        let board =
            Boards { problem, geometry: Geometry::new(problem.size()).expect("every board fits") };
        let mut features = Features::default();
        let mut walk = Walk::new(problem, history, terms);
        let mut lines = block.moves.iter();
        while walk.step() == Event::NeedMove {
            let Some(m) =
                lines.next().and_then(|line| problem.parse_move(walk.position(), line).ok())
            else {
                break;
            };
            let path: Vec<(ProblemPosition, Option<ProblemMove>)> =
                walk.path().map(|step| (*step.position, step.entered_by)).collect();
            if path.len() <= plies {
                features.note(&board, &path, m);
            }
            if walk.play(m).is_err() {
                break;
            }
        }
        features
    }

    /// The claimant plays `m` at the end of the path; each step has the move that led to it.
    fn note(
        &mut self,
        board: &Boards<'_>,
        path: &[(ProblemPosition, Option<ProblemMove>)],
        m: ProblemMove,
    ) {
        let now = path[path.len() - 1].0;
        let Some(point) = board.problem.point(m) else { return };
        let played = board.play(&now, m);
        self.throw_in |= played.captured.is_empty() && played.liberties.count() == 1;
        if played.is_ko(point) {
            self.ko = true;
            let ko_points = played.captured | Wide::single(point);
            self.double_ko |= path.windows(2).any(|steps| {
                let Some(m) = steps[1].1 else { return false };
                let Some(point) = board.problem.point(m) else { return false };
                board.play(&steps[0].0, m).is_ko(point) && !ko_points.contains(point)
            });
        }
        // His move before, and the answer to it.
        let [.., (before, _), (between, Some(own)), (_, Some(answer))] = path else { return };
        let (Some(own_point), Some(_)) = (board.problem.point(*own), board.problem.point(*answer))
        else {
            return;
        };
        let thrown = board.play(before, *own);
        let taken = board.play(between, *answer);
        self.snapback |= thrown.captured.is_empty()
            && thrown.liberties.count() == 1
            && taken.captured == Wide::single(own_point)
            && played.captured.count() >= 2;
        let mut legal = Vec::new();
        board.problem.moves(before, &mut legal);
        let was_empty =
            Colour::ALL.iter().all(|&c| !board.problem.stones(before, c).contains(point));
        self.approach |= was_empty && !legal.contains(&m) && !played.captured.is_empty();
    }
}

struct Boards<'a> {
    problem: &'a Problem,
    geometry: Geometry<Wide>,
}

/// What a move does.
struct Played {
    captured: Wide,
    /// The chain of the new stone.
    chain: Wide,
    liberties: Wide,
}

impl Played {
    /// A single stone takes a single stone and could be taken back there.
    fn is_ko(&self, point: Point) -> bool {
        self.captured.count() == 1
            && self.chain == Wide::single(point)
            && self.liberties == self.captured
    }
}

impl Boards<'_> {
    fn play(&self, position: &ProblemPosition, m: ProblemMove) -> Played {
        let colour = position.turn();
        let theirs = |p: &ProblemPosition| self.problem.stones(p, colour.opponent());
        let mut after = *position;
        self.problem.make(&mut after, m);
        let own = self.problem.stones(&after, colour);
        let seed = self.problem.point(m).map_or(Wide::EMPTY, Wide::single);
        let chain = self.geometry.connected(seed, own);
        let occupied = own | theirs(&after);
        Played {
            captured: theirs(position) & !theirs(&after),
            chain,
            liberties: self.geometry.neighbours(chain) & !occupied,
        }
    }
}
