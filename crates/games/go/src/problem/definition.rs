//! What a problem asks, and the errors of a problem that cannot be asked.

use std::fmt;

use thiserror::Error;

use crate::{Colour, Points, Wide};

/// What the defender of the target wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProblemGoal {
    /// That a stone on a point of the target becomes unconditionally alive. If it already has an
    /// eye elsewhere, that is one more eye: the one-eye problem.
    Live,
    /// That not every stone on the points of the target is captured: alive or seki.
    Survive,
}

impl ProblemGoal {
    /// Both goals.
    pub const ALL: [ProblemGoal; 2] = [ProblemGoal::Live, ProblemGoal::Survive];

    /// The name in certificates: `live`, `survive`.
    pub const fn name(self) -> &'static str {
        match self {
            ProblemGoal::Live => "live",
            ProblemGoal::Survive => "survive",
        }
    }
}

/// What is known of a position without playing on. Answers do not depend on it, the work does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Knowledge {
    /// Under [`ProblemGoal::Live`]: the attacker has won where no two eyes can fit any more.
    pub eye_space: bool,
    /// Under [`ProblemGoal::Survive`]: the defender has won where the target lives
    /// unconditionally. Without it play goes on until the attacker has no move left.
    pub life: bool,
    /// Under [`ProblemGoal::Survive`] with a superko rule and without marked eyes: the attacker has
    /// won where no two eyes can fit any more and he has a move to spare.
    pub death: bool,
    /// With a superko rule and without marked eyes: the attacker's stones that cannot be kept from
    /// connecting to safe ones count as such where no two eyes can fit any more, and under
    /// [`ProblemGoal::Live`] the defender's stones as no place for them where the attacker can
    /// pass.
    pub miai: bool,
    /// Initial numbers by the distance from eyes and captures.
    pub estimates: bool,
    /// A capture of the target by the next move is seen at once.
    pub captures: bool,
    /// What the next move decides, or whatever is played the one after it, is seen at once.
    pub at_once: bool,
    /// Moves that connect to safe stones are irreversible: what was before cannot recur.
    pub irreversible: bool,
}

impl Default for Knowledge {
    fn default() -> Self {
        Knowledge {
            eye_space: true,
            life: true,
            death: true,
            miai: true,
            estimates: true,
            captures: true,
            at_once: true,
            irreversible: true,
        }
    }
}

impl Knowledge {
    /// Nothing but the rules.
    pub const NONE: Knowledge = Knowledge {
        eye_space: false,
        life: false,
        death: false,
        miai: false,
        estimates: false,
        captures: false,
        at_once: false,
        irreversible: false,
    };
}

/// A problem on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// What the defender wants.
    pub goal: ProblemGoal,
    /// Who defends.
    pub defender: Colour,
    /// Points with stones of the defender. He has lost when none of them has one any more.
    pub target: Wide,
    /// The points on which may be played, or nothing: then they are all that can be reached from
    /// the target without crossing safe stones.
    pub region: Option<Wide>,
    /// Empty one-point eyes of the target that the defender does not fill.
    pub eyes: Wide,
    /// Stones that are declared safe, with their chains; the others have to be unconditionally
    /// alive. In a [`Problem`](super::Problem) those of them that border on the region, which is
    /// all that matters.
    pub declared: Wide,
    /// Whether the rule of basic ko applies, instead of a superko rule.
    pub basic_ko: bool,
    /// What is known without playing on.
    pub knowledge: Knowledge,
}

impl Definition {
    /// Whether [`Knowledge::death`] is about such a problem.
    pub(super) fn admits_death(&self) -> bool {
        self.goal == ProblemGoal::Survive && self.admits_miai()
    }

    /// Whether [`Knowledge::miai`] is about such a problem.
    pub(super) fn admits_miai(&self) -> bool {
        !self.basic_ko && self.eyes.is_empty()
    }

    /// Whether it is used.
    pub(super) fn sees_death(&self) -> bool {
        self.knowledge.death && self.admits_death()
    }

    /// Whether that is.
    pub(super) fn sees_miai(&self) -> bool {
        self.knowledge.miai && self.admits_miai()
    }
}

/// What a wall lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Leak {
    /// A stone of the attacker on this point would close it.
    At(String),
    /// Stones of the attacker enclose the target, but nothing says that they are safe.
    Unsafe,
    /// There is nothing like a wall.
    Open,
}

impl Leak {
    const fn cure(&self) -> &'static str {
        match self {
            Leak::At(_) => "; mark the region, or have a frame (--frame 0)",
            Leak::Unsafe => {
                ": the stones that enclose the target could be captured; --safe wall believes them"
            }
            Leak::Open => {
                ": there is no safe wall around it; mark the region, name it (--region auto takes \
                 all that can be reached), or declare stones safe"
            }
        }
    }
}

/// What the message begins with.
impl fmt::Display for Leak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Leak::At(point) => write!(f, "the wall has a gap at {point}: "),
            Leak::Unsafe | Leak::Open => Ok(()),
        }
    }
}

/// Why a problem cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// The stones cannot stand on a board like that.
    #[error("{0}")]
    Board(String),
    /// The question is about one more eye, and there is none yet.
    #[error("the target has no one-point eye elsewhere; mark it, or ask for life")]
    NoEyeElsewhere,
    /// There is no target.
    #[error("no target: expected a point with a stone of {0}, the defender")]
    NoTarget(Colour),
    /// A point of the target has no stone of the defender.
    #[error("the target {point} has no stone of {defender}, the defender")]
    NotDefender {
        /// The point.
        point: String,
        /// The defender.
        defender: Colour,
    },
    /// There is nothing to ask.
    #[error("the target at {point} is already unconditionally alive, and nothing encloses it")]
    Alive {
        /// A point of the target.
        point: String,
    },
    /// The stones of the target do not lie in one region.
    #[error("{point}, a stone of the target, is not in the region")]
    TargetOutside {
        /// The point.
        point: String,
    },
    /// The region is not closed.
    #[error("the region is open: {outside}, next to {inside}, is empty and not in it")]
    Open {
        /// A point of the region.
        inside: String,
        /// Its empty neighbour.
        outside: String,
    },
    /// A part of the region has nothing to do with the target.
    #[error("the region falls apart: {point} is not connected with the target inside it")]
    Apart {
        /// A point of the part.
        point: String,
    },
    /// The region is closed by stones that could be captured.
    #[error(
        "the wall is not safe: the {colour} chain at {point} is not unconditionally alive; \
         declare it safe, or take it into the region with all its liberties"
    )]
    Unsafe {
        /// The chain's colour.
        colour: Colour,
        /// One of its points.
        point: String,
    },
    /// The region is too large.
    #[error(
        "{leak}the region has {points} points, and at most {most} are taken unasked{}",
        leak.cure()
    )]
    TooLarge {
        /// How many points it has.
        points: u32,
        /// How many it may have.
        most: usize,
        /// What keeps it from being smaller.
        leak: Leak,
    },
    /// A stone that is declared safe cannot be.
    #[error("{point} cannot be declared safe: {why}")]
    NotDeclared {
        /// The point.
        point: String,
        /// What it is instead.
        why: String,
    },
    /// A chain that would have to be part of the wall is not likely to live.
    #[error("{colour} {point} cannot be believed safe: {why}; name the safe stones with --safe")]
    NotBelieved {
        /// The chain's colour.
        colour: Colour,
        /// One of its points.
        point: String,
        /// Why not.
        why: String,
    },
    /// There is no chain that could be believed.
    #[error(
        "no stones of {whose} enclose the target with room outside; name the safe stones with \
         --safe"
    )]
    NoWall {
        /// The attacker, or both.
        whose: String,
    },
    /// It cannot be told which of two sides is outside.
    #[error(
        "the region keeps {one} and {other} apart, and which of them is outside is not clear; name \
         the safe stones with --safe"
    )]
    TwoSides {
        /// A stone on one side, with its colour.
        one: String,
        /// A stone on the other side.
        other: String,
    },
    /// Stones of both players are in question, and not which of them are captured.
    #[error(
        "the target has stones of both players: who captures whom is asked with --goal capture, \
         without --frame and eyes"
    )]
    TwoTargets,
    /// Outside liberties are asked for where there is no frame.
    #[error(
        "outside liberties are points within a frame, and this diagram gets none: it has a wall, \
         marks or stones declared safe, the board is so small that all of it is the problem, or \
         --frame none says so; expected a diagram without these, or --frame 0"
    )]
    LibertiesWithoutFrame,
    /// Outside liberties are asked for, and lines between the stones and the frame.
    #[error(
        "outside liberties are those in a frame next to the stones: it leaves no lines (--frame \
         auto or 0)"
    )]
    LibertiesAndLines,
    /// The target borders on too few points of the frame.
    #[error(
        "the frame borders on the target at {places} {}, so that there cannot be {number} outside \
         {}",
        if *.places == 1 { "point" } else { "points" },
        if *.number == 1 { "liberty" } else { "liberties" }
    )]
    FewLiberties {
        /// At how many.
        places: u32,
        /// Outside liberties that are asked for.
        number: u8,
    },
    /// With the frame next to it a chain has no liberty.
    #[error(
        "with the frame next to the stones a chain would have no liberty; ask for more outside"
    )]
    NeedsLiberties,
    /// There is no room for a frame.
    #[error("there is no room on the board for a frame around the stones")]
    NoFrame,
    /// A frame is asked for, and something else is said about what encloses the target.
    #[error("a frame is for diagrams without a marked region and without stones declared safe")]
    FrameAndMarks,
    /// A zone is asked for where there is none.
    #[error("a zone is for superko, without marked eyes")]
    NoZone,
    /// A point of a zone is none of the region.
    #[error("{point} of the zone is not in the region")]
    ZoneOutside {
        /// The point.
        point: String,
    },
    /// A zone leaves out stones of the target.
    #[error("{point}, a stone of the target, is not in the zone")]
    TargetOutsideZone {
        /// The point.
        point: String,
    },
    /// A chain of the defender reaches out of a zone, or could be connected with something in it.
    #[error("{point}, next to the zone, is a stone of {colour}, the defender, and not in it")]
    BesideZone {
        /// The defender.
        colour: Colour,
        /// The point.
        point: String,
    },
    /// A chain of the defender lives by what is outside a zone.
    #[error("the {colour} chain at {point} has no liberty in the zone")]
    NoLibertyInZone {
        /// The defender.
        colour: Colour,
        /// One of the chain's points.
        point: String,
    },
    /// A zone has too many points for its sets.
    #[error("the zone has {points} points, and at most {most} are taken")]
    ZoneTooLarge {
        /// How many points it has.
        points: u32,
        /// How many it may have.
        most: usize,
    },
    /// A marked eye is none.
    #[error("{point} is no one-point eye of the target")]
    NoEye {
        /// The point.
        point: String,
    },
}

impl ProblemError {
    /// Whether what is missing is something safe around the target.
    pub(super) fn is_about_a_wall(&self) -> bool {
        matches!(
            self,
            ProblemError::Open { .. }
                | ProblemError::Unsafe { .. }
                | ProblemError::TooLarge { .. }
                | ProblemError::NotBelieved { .. }
                | ProblemError::NoWall { .. }
                | ProblemError::TwoSides { .. }
        )
    }
}
