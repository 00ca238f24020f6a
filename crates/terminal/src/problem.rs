//! The flags about problems of Go, the same for every subcommand.

use clap::{Args, ValueEnum};
use threefold_go::Colour;
use threefold_go::problem::{Aim, Framing, MOST_THREATS};
use threefold_session::go::ko::Ko;
use threefold_session::problem::question::ProblemQuestion;

/// The heading of these flags.
pub const HEADING: &str = "Problems of Go (.sgf)";

/// What is asked about a problem.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
#[command(next_help_heading = HEADING)]
pub struct QuestionArgs {
    /// What is asked
    ///
    /// By default whether the target lives, or one more eye where eyes are marked.
    #[arg(long, value_enum, hide_short_help = true)]
    pub goal: Option<GoalName>,

    /// Where may be played: auto, a mark (MA, TR, SQ, CR, SL), or points (A1,B1)
    ///
    /// By default the points with triangles (TR); without any, all that can be reached from the
    /// target without crossing stones that are safe.
    #[arg(long, value_name = "WHERE", hide_short_help = true)]
    pub region: Option<String>,

    /// The stones in question: auto, a mark, or points
    ///
    /// By default those with crosses (MA); without any, all stones of the defender that are not
    /// safe. With stones of both players: who captures whom.
    #[arg(long, value_name = "WHERE", hide_short_help = true)]
    pub target: Option<String>,

    /// The eyes that the target has elsewhere: auto, a mark, or points
    ///
    /// By default those with circles (CR); for --goal eye also the one-point eyes of the target.
    #[arg(long, value_name = "WHERE", hide_short_help = true)]
    pub eye: Option<String>,

    /// Stones that are declared safe: auto, wall, a mark, or points
    ///
    /// By default those with squares (SQ), and else only what lives unconditionally. `wall` assumes
    /// that the attacker's chains between the region and the outside are safe, none inside; what is
    /// assumed is printed first.
    #[arg(long, value_name = "WHERE", hide_short_help = true)]
    pub safe: Option<String>,

    /// Whether a diagram gets a frame of the attacker's stones that are declared safe: none, auto,
    /// how many steps from the defender's stones it is (steps:3), or how many lines there are
    /// between the stones and a frame that is a rectangle
    ///
    /// auto, the default of `solve`, `check-sgf` and `compare`, makes one where nothing is marked
    /// or declared, and neither stones nor the edges of a small board leave the target at most 64
    /// points: `steps:2`. What is added is printed first.
    #[arg(long, value_name = "WHICH", value_parser = Framing::parse, hide_short_help = true)]
    pub frame: Option<Framing>,

    /// How many outside liberties the target has in such a frame, which is next to the stones then
    ///
    /// So many of the frame's points next to the target stay empty, the first on the board. A frame
    /// that is not asked for is tried with none and with 2 as well.
    #[arg(
        long,
        value_name = "K",
        value_parser = clap::value_parser!(u8).range(..=9),
        hide_short_help = true
    )]
    pub outside_liberties: Option<u8>,

    /// Who moves first, instead of what the file says
    #[arg(long, value_enum, hide_short_help = true)]
    pub to_play: Option<ColourName>,

    /// The ko rule
    ///
    /// By default situational superko, for `solve` with a second answer under positional superko,
    /// to see whether the rule matters.
    #[arg(long, value_enum, hide_short_help = true)]
    pub ko: Option<KoName>,

    /// Ko threats that the players have elsewhere: B=1,W=2
    #[arg(long, value_name = "B=N,W=N", value_parser = parse_threats, hide_short_help = true)]
    pub threats: Option<Threats>,
}

/// Ko threats of black and white.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threats(pub [u8; 2]);

fn parse_threats(text: &str) -> Result<Threats, String> {
    let wrong = || format!("expected numbers up to {}, as in B=1,W=0", MOST_THREATS / 2);
    let mut threats = [None, None];
    for part in text.split(',') {
        let (name, number) = part.split_once('=').ok_or_else(wrong)?;
        let colour = match name.trim().to_ascii_lowercase().as_str() {
            "b" | "black" => Colour::Black,
            "w" | "white" => Colour::White,
            _ => return Err(wrong()),
        };
        let number = number.trim().parse().ok().filter(|&n| n <= MOST_THREATS / 2);
        if threats[colour.index()].replace(number.ok_or_else(wrong)?).is_some() {
            return Err(format!("the threats of {colour} are given twice"));
        }
    }
    Ok(Threats(threats.map(Option::unwrap_or_default)))
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GoalName {
    /// The defender makes one more eye
    Eye,
    /// The defender lives
    Live,
    /// The attacker kills
    Kill,
    /// The attacker captures the target
    Capture,
}

impl GoalName {
    const fn aim(self) -> Aim {
        match self {
            GoalName::Eye => Aim::Eye,
            GoalName::Live => Aim::Live,
            GoalName::Kill => Aim::Kill,
            GoalName::Capture => Aim::Capture,
        }
    }
}

/// A player.
// Comments on the variants would be shown as help.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColourName {
    Black,
    White,
}

impl ColourName {
    /// The colour that is meant.
    pub const fn colour(self) -> Colour {
        match self {
            ColourName::Black => Colour::Black,
            ColourName::White => Colour::White,
        }
    }
}

/// A ko rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum KoName {
    /// Situational superko
    Ssk,
    /// Positional superko
    Psk,
    /// Basic ko; a longer cycle is a success of neither player
    #[value(alias = "basic-ko")]
    Basic,
}

impl KoName {
    /// The rule that is meant.
    pub const fn ko(self) -> Ko {
        match self {
            KoName::Ssk => Ko::Situational,
            KoName::Psk => Ko::Positional,
            KoName::Basic => Ko::Basic,
        }
    }
}

impl QuestionArgs {
    /// The question that they ask of diagrams from books, which seldom have a wall.
    pub fn question_of_diagrams(&self) -> ProblemQuestion {
        ProblemQuestion { framing: self.frame.unwrap_or(Framing::Auto), ..self.question() }
    }

    /// The question that they ask.
    pub fn question(&self) -> ProblemQuestion {
        ProblemQuestion {
            aim: self.goal.map(GoalName::aim),
            region: self.region.clone(),
            target: self.target.clone(),
            eye: self.eye.clone(),
            safe: self.safe.clone(),
            to_play: self.to_play.map(ColourName::colour),
            framing: self.frame.unwrap_or_default(),
            outside_liberties: self.outside_liberties,
            ko: self.ko.map(KoName::ko),
            threats: self.threats.map_or([0, 0], |threats| threats.0),
        }
    }
}
