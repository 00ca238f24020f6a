//! The flags about the length of a win.

use clap::Args;
use threefold::chess::{Aim, AttackerMoves, Stipulation};
use threefold::session::mate::{Goal, Length, SolutionOptions};
use threefold::session::words::Idiom;

/// The flags that ask for the length of a win.
pub const LENGTHS: [&str; 11] = [
    "kenshou",
    "length",
    "mate",
    "stipulation",
    "attacker_moves",
    "shortest",
    "keys",
    "solution",
    "tries",
    "duals",
    "set_play",
];

/// The heading of these flags.
pub const HEADING: &str = "Mate in N, and problems of chess";

/// What the flags cannot stand beside.
const APART: [&str; 3] = ["value", "moves", "policy"];

/// How far is the win?
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = HEADING)]
pub struct MateArgs {
    /// Does the attacker mate in N moves? `record`: in as many as the record says
    ///
    /// The answer is proved both ways: a mate within N moves, or none. In other games a win, in N
    /// moves of the attacker; in shogi N counts the moves of both sides, as in every title of a
    /// tsume problem. Where a mate is proved, a shorter one is looked for, so that the
    /// answer can be `mate in N` and not `in at most N`. A record says N with `bm #N`, `dm N` or a
    /// comment like `mate in 3`. The limits count for all that is asked about a position.
    #[arg(
        long,
        value_name = "N|record",
        value_parser = parse_moves,
        conflicts_with_all = ["shortest", "stipulation"],
        conflicts_with_all = APART
    )]
    pub mate: Option<Moves>,

    /// What a problem asks for: #N mate, s#N selfmate, =N stalemate, in N moves
    ///
    /// A selfmate is a mate of the attacker by a defender who does not want it. Without a number
    /// --shortest asks for the shortest, `s#` and `=`. The aim is part of the question, and of its
    /// certificate. Helpmates are out of scope: they have no defender.
    #[arg(long, value_name = "TEXT", conflicts_with_all = APART, hide_short_help = true)]
    pub stipulation: Option<Stipulation>,

    /// Only some moves of the attacker are tried: checks, replies<=K or king-moves<=K
    ///
    /// Moves that check, or after which the other side, or its king, has at most K moves. A mate
    /// that is found so is one by the rules, with an ordinary certificate. Where none is found the
    /// answer is unknown.
    #[arg(long, value_name = "WHICH", conflicts_with_all = APART, hide_short_help = true)]
    pub attacker_moves: Option<AttackerMoves>,

    /// How short is the shortest mate?
    ///
    /// Both ends of what is printed are proved (`mate in 4 to 6 moves`), and a limit widens it.
    #[arg(long, conflicts_with_all = APART)]
    pub shortest: bool,

    /// Every first move that mates in time, and what refutes the others
    ///
    /// Within the N of --mate, the shortest mate of --shortest, or else as many moves as the record
    /// says. More than one key is a cook.
    #[arg(long, conflicts_with_all = APART)]
    pub keys: bool,

    /// The solution as a tree: keys, what they threaten, variations
    ///
    /// In the layout of Popeye, with an N for the knight: a key has a !, a try a ? and its
    /// refutation behind `but`, a reply stands below the move that it answers. Replies that do not
    /// meet the threat are left out; --json has them.
    #[arg(long, conflicts_with_all = APART, hide_short_help = true)]
    pub solution: bool,

    /// With tries in the solution: first moves that at most K replies refute, 1 if left out
    #[arg(
        long,
        value_name = "K",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "1",
        value_parser = clap::value_parser!(u32).range(1..=100),
        conflicts_with_all = APART,
        hide_short_help = true
    )]
    pub tries: Option<u32>,

    /// With every move that mates in time in the solution, not one that mates soonest: duals
    #[arg(long, conflicts_with_all = APART, hide_short_help = true)]
    pub duals: bool,

    /// With the play in the solution that there would be if the other side were to move
    #[arg(long, conflicts_with_all = APART, hide_short_help = true)]
    pub set_play: bool,
}

/// The N of `--mate`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    Number(u32),
    /// As the record says.
    Record,
}

pub fn parse_moves(text: &str) -> Result<Moves, String> {
    match text.parse() {
        _ if text == "record" => Ok(Moves::Record),
        Ok(moves @ 1..=10_000) => Ok(Moves::Number(moves)),
        _ => Err("expected a number of moves from 1 to 10000, or `record`".to_owned()),
    }
}

impl MateArgs {
    /// Whether the flags ask for the length of a win.
    pub fn is_asked(&self) -> bool {
        self.mate.is_some()
            || self.stipulation.is_some()
            || self.attacker_moves.is_some()
            || self.shortest
            || self.keys
            || self.wants_solution()
    }

    pub fn wants_solution(&self) -> bool {
        self.solution || self.tries.is_some() || self.duals || self.set_play
    }

    /// What is asked. In games in which mates are counted in plies N is a number of plies.
    pub fn goal(&self, idiom: Idiom) -> Goal {
        let stipulated = self.stipulation.and_then(|stipulation| stipulation.moves);
        match (self.mate, stipulated, self.shortest) {
            (Some(Moves::Number(number)), ..) => Goal::Within(Length::counted(number, idiom)),
            (_, Some(moves), false) => Goal::Within(Length::Moves(moves)),
            (_, _, true) => Goal::Shortest,
            _ => Goal::Stated,
        }
    }

    pub fn aim(&self) -> Aim {
        self.stipulation.map_or(Aim::Mate, |stipulation| stipulation.aim)
    }

    /// What does not fit together, if something does not.
    pub fn contradiction(&self) -> Option<&'static str> {
        let stipulated = self.stipulation.and_then(|stipulation| stipulation.moves);
        (self.shortest && stipulated.is_some())
            .then_some("--stipulation: with --shortest without a number: #, s# or =")
    }

    /// How much of the solution is wanted.
    pub fn solution(&self) -> Option<SolutionOptions> {
        self.wants_solution().then(|| SolutionOptions {
            depth: SolutionOptions::DEEPEST,
            duals: self.duals,
            threats: true,
            set_play: self.set_play,
            tries: self.tries.unwrap_or(0) as usize,
            ..SolutionOptions::default()
        })
    }
}
