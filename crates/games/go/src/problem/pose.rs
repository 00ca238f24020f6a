//! From a file to a problem: what is marked, what is asked for, and what is found out.

use super::definition::{Definition, Knowledge, ProblemError, ProblemGoal};
use super::frame::{self, Frame, Framing};
use super::hint::Hint;
use super::in_game::STEPS;
use super::local::{CellSet, MOST_CELLS};
use super::model::Problem;
use super::region::is_one_point_eye;
use super::wall;
use crate::sgf::{Mark, SgfGame};
use crate::{Board, Colour, Geometry, GoMove, Life, Point, Points, Suicide, Wide};

/// What a user asks about a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// Can the defender make one more eye?
    Eye,
    /// Can the defender live?
    Live,
    /// Can the attacker kill?
    Kill,
    /// Can the attacker capture the target?
    Capture,
}

impl Aim {
    /// All of them.
    pub const ALL: [Aim; 4] = [Aim::Eye, Aim::Live, Aim::Kill, Aim::Capture];

    /// The name in options: `eye`, `live`, `kill`, `capture`.
    pub const fn name(self) -> &'static str {
        match self {
            Aim::Eye => "eye",
            Aim::Live => "live",
            Aim::Kill => "kill",
            Aim::Capture => "capture",
        }
    }

    /// Whether it is the defender who wants it.
    pub const fn is_defenders(self) -> bool {
        matches!(self, Aim::Eye | Aim::Live)
    }

    /// The goal of the defender in the game that decides it.
    pub const fn goal(self) -> ProblemGoal {
        match self {
            Aim::Eye | Aim::Live => ProblemGoal::Live,
            Aim::Kill | Aim::Capture => ProblemGoal::Survive,
        }
    }
}

/// Points that are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// What is found out.
    Auto,
    /// Those with a mark in the file.
    Marked(Mark),
    /// These.
    Points(Wide),
}

/// Which stones are declared safe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Safe {
    /// These.
    Place(Place),
    /// The attacker's chains that enclose the region: those between what can be reached from the
    /// target and the outside. Never a stone inside; one in atari, or with shared liberties only,
    /// is refused by name.
    Wall,
}

/// What is asked about a position of a file. What is `None` is as the file's marks say: a cross
/// for the target, triangles for the region, squares for safe stones, circles for the eyes that the
/// target has elsewhere; without marks it is found out.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// What the question is.
    pub aim: Option<Aim>,
    /// The points on which may be played.
    pub region: Option<Place>,
    /// Stones of the defender.
    pub target: Option<Place>,
    /// Stones that are declared safe.
    pub safe: Option<Safe>,
    /// Eyes that the target has elsewhere.
    pub eyes: Option<Place>,
    /// Whose turn it is.
    pub to_play: Option<Colour>,
    /// Whose stones are in question, where neither a target nor the question says so.
    pub defender: Option<Colour>,
    /// A point where the solution begins: of several groups that may be the target of a diagram
    /// without a wall, one of those near it is.
    pub solution: Option<Point>,
    /// Whether a diagram without a wall gets one.
    pub framing: Framing,
    /// How many outside liberties a target in a frame has: the frame is next to it then.
    pub outside_liberties: Option<u8>,
    /// Whether basic ko applies, instead of superko.
    pub basic_ko: bool,
    /// What is known without playing on.
    pub knowledge: Knowledge,
}

/// A problem with the question about it.
#[derive(Clone, Debug)]
pub struct Posed<S: CellSet = u64> {
    /// The game that decides the question.
    pub problem: Problem<S>,
    /// The question.
    pub aim: Aim,
    /// Whose turn it is.
    pub to_play: Colour,
    /// What was put around the stones, and is no part of the diagram.
    pub frame: Option<Frame>,
    /// In a race, where the target is of the player to move's opponent: the same question about his
    /// own stones, in the same region.
    pub rival: Option<Box<Posed<S>>>,
}

/// The problem that the first position of a game is.
///
/// # Errors
/// [`ProblemError`] says what is missing or not safe.
pub fn pose(game: &SgfGame, request: &Request) -> Result<Posed, ProblemError> {
    pose_as(game, request)
}

/// The same with sets of the kind that is wanted: with [`Wide`] the region has any size, if
/// somebody has said what it is, as points, by marks, as `auto`, or by a frame. Otherwise it has as
/// few points as for [`pose`].
///
/// # Errors
/// As [`pose`].
pub fn pose_as<S: CellSet>(game: &SgfGame, request: &Request) -> Result<Posed<S>, ProblemError> {
    let geometry = Geometry::new(game.size()).expect("every board fits");
    let root = game.root();
    let [black, white] = Colour::ALL.map(|colour| root.stones(colour));
    let board = Board::new(&geometry, black, white)
        .map_err(|error| ProblemError::Board(error.to_string()))?;
    let marks = Mark::ALL.map(|mark| root.marked(mark));
    let hint = Hint::of(game);
    let known = request.to_play.or(game.to_play()).or(hint.to_play);
    let to_play = known.unwrap_or(game.usual_turn());
    let of_other = hint.to_play.is_some_and(|player| player != to_play);
    let solution = request.solution.or_else(|| solution(game));
    let plain = Request { solution, ..request.clone() };
    let defender = request.defender.or(hint.defender.filter(|_| !of_other));
    let hinted = Request { defender, ..plain.clone() };
    let posed = |request: &Request| {
        pose_on_as(&geometry, &board, to_play, |mark| marks[mark as usize], request)
    };
    // A hint that leads to no problem is none.
    posed(&hinted).or_else(|error| match defender == request.defender {
        true => Err(error),
        false => posed(&plain).map_err(|_| error),
    })
}

/// The first point that is played on in the main line.
fn solution(game: &SgfGame) -> Option<Point> {
    let played = |node: usize| game.node(node).played();
    game.main_line().into_iter().find_map(played).and_then(|(_, m)| match m {
        GoMove::Play(point) => Some(point),
        GoMove::Pass => None,
    })
}

/// The problem on a board; `marked` says which points have a mark.
///
/// # Errors
/// [`ProblemError`] says what is missing or not safe.
pub fn pose_on(
    geometry: &Geometry<Wide>,
    board: &Board<Wide>,
    to_play: Colour,
    marked: impl Fn(Mark) -> Wide,
    request: &Request,
) -> Result<Posed, ProblemError> {
    pose_on_as(geometry, board, to_play, marked, request)
}

/// The same with sets of the kind that is wanted, as [`pose_as`].
///
/// # Errors
/// As [`pose_on`].
pub fn pose_on_as<S: CellSet>(
    geometry: &Geometry<Wide>,
    board: &Board<Wide>,
    to_play: Colour,
    marked: impl Fn(Mark) -> Wide,
    request: &Request,
) -> Result<Posed<S>, ProblemError> {
    let place = |place: Option<Place>, mark: Mark| match place {
        Some(Place::Auto) => None,
        Some(Place::Marked(mark)) => Some(marked(mark)),
        Some(Place::Points(points)) => Some(points),
        None => Some(marked(mark)).filter(|points| !points.is_empty()),
    };
    let target = place(request.target, Mark::Cross);
    let eyes = place(request.eyes, Mark::Circle);
    // Triangles without two empty points among them mark stones, or a move, and no region.
    let triangles = (marked(Mark::Triangle) & !board.occupied()).count();
    let region =
        place(request.region, Mark::Triangle).filter(|_| request.region.is_some() || triangles > 1);
    let declared = match request.safe {
        Some(Safe::Wall) => None,
        Some(Safe::Place(safe)) => Some(place(Some(safe), Mark::Square).unwrap_or_default()),
        None => Some(place(None, Mark::Square).unwrap_or_default()),
    };
    // All that is open around a target is hardly ever what is meant.
    let is_said = region.is_some() || request.region.is_some();
    let most_points = if is_said { usize::MAX } else { MOST_CELLS };
    let posing =
        Posing { geometry, board, to_play, target, eyes, region, declared, request, most_points };
    let is_race = |target: &Wide| Colour::ALL.iter().all(|&c| target.meets(board.stones(c)));
    if let Some(target) = target.filter(is_race) {
        return posing.race(target);
    }
    let of_target = target.and_then(|target| {
        let owns = |colour: &Colour| target.meets(board.stones(*colour));
        Colour::ALL.into_iter().find(owns)
    });
    let of_aim =
        request.aim.map(|aim| if aim.is_defenders() { to_play } else { to_play.opponent() });
    let known = of_target.or(of_aim).or(request.defender);
    let with_liberties = request.outside_liberties.is_some();
    if request.framing == Framing::Never {
        // What is assumed is never left out in silence.
        return match with_liberties {
            true => Err(ProblemError::LibertiesWithoutFrame),
            false => posing.without_frame(known),
        };
    }
    let is_marked = region.is_some() || request.safe.is_some() || !marked(Mark::Square).is_empty();
    let framed = || posing.with_frame(known);
    match request.framing {
        Framing::Lines(_) if is_marked => Err(ProblemError::FrameAndMarks),
        Framing::Steps(_) if is_marked => Err(ProblemError::FrameAndMarks),
        Framing::Lines(1..) | Framing::Steps(_) if with_liberties => {
            Err(ProblemError::LibertiesAndLines)
        }
        Framing::Lines(_) | Framing::Steps(_) => framed(),
        Framing::Auto | Framing::Never => match posing.without_frame(known) {
            // What is said of the diagram as it is helps more than what is said of a frame.
            Err(error) if error.is_about_a_wall() && !is_marked => {
                framed().map_err(|of_frame| match of_frame {
                    ProblemError::TooLarge { .. }
                    | ProblemError::FewLiberties { .. }
                    | ProblemError::NeedsLiberties => of_frame,
                    _ => error,
                })
            }
            Ok(_) if with_liberties => Err(ProblemError::LibertiesWithoutFrame),
            posed => posed,
        },
    }
}

struct Posing<'a> {
    geometry: &'a Geometry<Wide>,
    board: &'a Board<Wide>,
    to_play: Colour,
    target: Option<Wide>,
    eyes: Option<Wide>,
    region: Option<Wide>,
    declared: Option<Wide>,
    request: &'a Request,
    /// Of the region.
    most_points: usize,
}

impl Posing<'_> {
    /// As the diagram is.
    fn without_frame<S: CellSet>(
        &self,
        defender: Option<Colour>,
    ) -> Result<Posed<S>, ProblemError> {
        let (posing, to_play) = (self, self.to_play);
        match defender {
            Some(defender) => posing.with(defender),
            // Whose stones are surrounded is found out by trying: the smaller region is meant.
            None => match Colour::ALL.map(|colour| posing.with::<S>(colour)) {
                [Ok(black), Ok(white)] => {
                    let [b, w] = [&black, &white].map(|posed| posed.problem.region().count());
                    let is_black = b < w || b == w && to_play == Colour::Black;
                    Ok(if is_black { black } else { white })
                }
                [Ok(posed), Err(_)] | [Err(_), Ok(posed)] => Ok(posed),
                [Err(black), Err(white)] => {
                    Err(if to_play == Colour::Black { black } else { white })
                }
            },
        }
    }

    /// A race between two targets: the walls around both are believed where nothing else encloses
    /// them and assumptions are not ruled out.
    fn race<S: CellSet>(&self, target: Wide) -> Result<Posed<S>, ProblemError> {
        let Request { aim, framing, outside_liberties, safe, .. } = *self.request;
        let is_framed = matches!(framing, Framing::Lines(_) | Framing::Steps(_));
        let is_other = aim.is_some_and(|aim| aim != Aim::Capture) || self.eyes.is_some();
        if is_other || is_framed || outside_liberties.is_some() {
            return Err(ProblemError::TwoTargets);
        }
        let between = |declared| self.between(target, declared);
        let believed = || {
            let whole = self.geometry.connected(target, self.board.stones(Colour::Black))
                | self.geometry.connected(target, self.board.stones(Colour::White));
            let theirs = self.board.occupied() & !whole;
            wall::find(self.geometry, self.board, whole, theirs, self.region)
        };
        let Some(declared) = self.declared else { return between(believed()?) };
        let may_believe = framing == Framing::Auto && safe.is_none() && declared.is_empty();
        between(declared).or_else(|error| match may_believe && error.is_about_a_wall() {
            true => between(believed().map_err(|_| error)?),
            false => Err(error),
        })
    }

    /// The two questions of a race, inside stones that are declared safe.
    fn between<S: CellSet>(&self, target: Wide, declared: Wide) -> Result<Posed<S>, ProblemError> {
        let of = |colour: Colour, region| {
            let request = &Request { aim: Some(Aim::Capture), ..self.request.clone() };
            let target = Some(target & self.board.stones(colour));
            let declared = Some(declared);
            Posing { target, declared, region, request, ..*self }.with::<S>(colour)
        };
        let other = of(self.to_play.opponent(), self.region)?;
        let region = other.problem.region();
        let own = of(self.to_play, Some(region))?;
        if own.problem.region() != region {
            let point = other.problem.definition().target.first().expect("it has stones");
            let point = self.geometry.size().coordinates(point).to_string();
            return Err(ProblemError::Alive { point });
        }
        Ok(Posed { rival: Some(Box::new(own)), ..other })
    }

    /// With a frame, as close as it can be if nothing else is asked for.
    fn with_frame<S: CellSet>(&self, defender: Option<Colour>) -> Result<Posed<S>, ProblemError> {
        let size = self.geometry.size();
        let attacker = match defender {
            Some(defender) => defender.opponent(),
            None => frame::attacker(size, self.board, self.request.solution),
        };
        let liberties = self.request.outside_liberties;
        let (lines, steps) = match self.request.framing {
            Framing::Lines(lines) => (Some(lines), None),
            Framing::Steps(steps) => (None, Some(steps)),
            Framing::Auto | Framing::Never if liberties.is_some() => (None, None),
            Framing::Auto | Framing::Never => (None, Some(STEPS)),
        };
        let Request { solution, .. } = *self.request;
        let wanted = frame::Wanted { lines, steps, liberties, target: self.target, solution };
        let (board, frame, target) = frame::framed(self.geometry, self.board, attacker, wanted)?;
        let posing = Posing {
            board: &board,
            target: Some(target),
            declared: Some(frame.declared),
            most_points: usize::MAX,
            ..*self
        };
        let posed = posing.with(attacker.opponent())?;
        Ok(Posed { frame: Some(frame), ..posed })
    }

    fn with<S: CellSet>(&self, defender: Colour) -> Result<Posed<S>, ProblemError> {
        let (geometry, board) = (self.geometry, self.board);
        let aim = self.request.aim.unwrap_or(match self.eyes {
            Some(_) => Aim::Eye,
            None if defender == self.to_play => Aim::Live,
            None => Aim::Kill,
        });
        let own = board.stones(defender);
        let eyes = self.eyes.unwrap_or_default();
        let target = match self.target {
            Some(target) => target,
            None if !eyes.is_empty() => geometry.neighbours(eyes) & own,
            None => {
                let safe = Life::of(board, geometry, defender, Suicide::Forbidden).stones
                    | geometry.connected(self.declared.unwrap_or_default(), own);
                let inside = self
                    .region
                    .map_or(geometry.board(), |region| region | geometry.neighbours(region));
                own & !safe & inside
            }
        };
        let target_chains = geometry.connected(target, own);
        let eyes = match self.eyes {
            None if aim == Aim::Eye => one_point_eyes(geometry, board, target_chains),
            _ => eyes,
        };
        if aim == Aim::Eye && eyes.is_empty() {
            return Err(ProblemError::NoEyeElsewhere);
        }
        let declared = match self.declared {
            Some(declared) => declared,
            // That there is no target is said by the problem.
            None if target_chains.is_empty() => Wide::EMPTY,
            None => wall::find(
                geometry,
                board,
                target_chains,
                board.stones(defender.opponent()),
                self.region,
            )?,
        };
        let problem = Problem::with_limit(
            geometry.clone(),
            board,
            Definition {
                goal: aim.goal(),
                defender,
                target,
                region: self.region,
                eyes,
                declared,
                basic_ko: self.request.basic_ko,
                knowledge: self.request.knowledge,
            },
            self.most_points,
        )?;
        Ok(Posed { problem, aim, to_play: self.to_play, frame: None, rival: None })
    }
}

/// The empty points all of whose neighbours are stones of one chain of the target.
fn one_point_eyes(geometry: &Geometry<Wide>, board: &Board<Wide>, target: Wide) -> Wide {
    let near = geometry.neighbours(target) & !board.occupied();
    near.iter()
        .filter(|&point| is_one_point_eye(geometry, target, point))
        .fold(Wide::EMPTY, |all, point| all | Wide::single(point))
}
