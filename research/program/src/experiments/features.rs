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
    /// He plays on a false eye, to capture there or to connect: a point with the defender's stones
    /// on all sides, of two chains or more, of which one has no other liberty.
    pub false_eye: bool,
}

impl Features {
    /// The features by name.
    pub fn list(&self) -> [(&'static str, bool); 6] {
        [
            ("ko", self.ko),
            ("double ko", self.double_ko),
            ("throw-in", self.throw_in),
            ("snapback", self.snapback),
            ("approach move", self.approach),
            ("false eye", self.false_eye),
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
        self.false_eye |= board.is_false_eye(&now, point);
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
    /// The defender's stones are on all sides of the point, and one chain of several has no other
    /// liberty.
    fn is_false_eye(&self, position: &ProblemPosition, point: Point) -> bool {
        let own = self.problem.stones(position, self.problem.definition().defender);
        let theirs = self.problem.stones(position, self.problem.definition().defender.opponent());
        let beside = self.geometry.neighbours(Wide::single(point));
        if !(beside & !own).is_empty() {
            return false;
        }
        let (mut chains, mut in_atari) = (0, false);
        let mut rest = beside;
        while let Some(stone) = rest.first() {
            let chain = self.geometry.connected(Wide::single(stone), own);
            rest &= !chain;
            chains += 1;
            let liberties = self.geometry.neighbours(chain) & !(own | theirs);
            in_atari |= liberties.count() == 1;
        }
        chains > 1 && in_atari
    }

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

#[cfg(test)]
mod tests {
    use threefold_go::problem::{Request, parse_points, pose};
    use threefold_go::sgf;

    use super::*;

    /// The corner that is enclosed, with more stones of the attacker's.
    fn is_false_eye(more: &str, point: &str) -> bool {
        let text = format!(
            "(;SZ[19]AB[pq][qp][qr][rq][rr][rs][sr]AW[ol][pl][ql][rl][sl][om][qm][sm][on][pn][qn]\
             [rn][sn][no][oo][po][ro][np][op][sp][nq][pp][nr][or][ns]{more}PL[B]MA[rr]CR[ss])"
        );
        let games = sgf::read(text.as_bytes()).expect("a game");
        let posed = pose(&games[0], &Request::default()).expect("a problem");
        let problem = posed.problem;
        let geometry = Geometry::new(problem.size()).expect("every board fits");
        let root = problem.root(posed.to_play, [0, 0]);
        let point = parse_points(problem.size(), point).expect("a point").first();
        Boards { problem: &problem, geometry }.is_false_eye(&root, point.expect("one"))
    }

    #[test]
    fn an_eye_is_false_if_one_of_its_chains_is_in_atari() {
        assert!(is_false_eye("[qo][rp]", "R3"));
        // The chain above has another liberty.
        assert!(!is_false_eye("[qo]", "R3"));
        // One chain is around it.
        assert!(!is_false_eye("[qo][rp]", "T1"));
        // Beside it are an empty point and a stone of the attacker's.
        assert!(!is_false_eye("[qo][rp]", "Q2"));
    }
}
