//! The flags about problems of Go, the same for every subcommand.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use threefold::game::RepetitionRule;
use threefold::go::problem::{Aim, MOST_THREATS, Place, Request, Safe, parse_points};
use threefold::go::sgf::Mark;
use threefold::go::{Colour, Size};

/// What is asked about a problem.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
#[command(next_help_heading = "Problems of Go (.sgf)")]
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
    /// safe.
    #[arg(long, value_name = "WHERE", hide_short_help = true)]
    pub target: Option<String>,

    /// The eyes that the target has elsewhere: auto, a mark, or points
    ///
    /// By default those with circles (CR); for --goal eye also the one-point eyes of the target.
    #[arg(long, value_name = "WHERE", hide_short_help = true)]
    pub eye: Option<String>,

    /// Stones that are declared safe: auto, wall, a mark, or points
    ///
    /// By default those with squares (SQ), and else only what lives unconditionally. `wall`
    /// believes the attacker's chains that keep the region and the outside apart, none inside; what
    /// is believed is said first.
    #[arg(long, value_name = "WHERE", hide_short_help = true)]
    pub safe: Option<String>,

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

/// What is asked about a problem, and what is to be found out.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Problems of Go (.sgf)")]
pub struct ProblemArgs {
    #[command(flatten)]
    pub question: QuestionArgs,

    /// How many more ko threats are tried, for the verdict and for each right first move
    #[arg(
        long,
        value_name = "N",
        default_value_t = 2,
        value_parser = clap::value_parser!(u8).range(0..=8),
        hide_short_help = true
    )]
    pub more_threats: u8,

    /// Only find the verdict, not which first moves are right
    #[arg(long, hide_short_help = true)]
    pub verdict_only: bool,

    /// Write the solutions as variations: to FILE.sgf or - for one problem, into DIR for several
    #[arg(long, value_name = "FILE|DIR", hide_short_help = true)]
    pub tree: Option<PathBuf>,

    /// Nodes of each tree
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1000,
        requires = "tree",
        hide_short_help = true
    )]
    pub tree_nodes: usize,
}

/// Ko threats of black and white.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threats(pub [u8; 2]);

fn parse_threats(text: &str) -> Result<Threats, String> {
    let wrong = || format!("expected numbers up to {}, as in B=1,W=0", MOST_THREATS / 2);
    let mut threats = [0, 0];
    for part in text.split(',') {
        let (name, number) = part.split_once('=').ok_or_else(wrong)?;
        let colour = match name.trim().to_ascii_lowercase().as_str() {
            "b" | "black" => Colour::Black,
            "w" | "white" => Colour::White,
            _ => return Err(wrong()),
        };
        let number = number.trim().parse().ok().filter(|&n| n <= MOST_THREATS / 2);
        threats[colour.index()] = number.ok_or_else(wrong)?;
    }
    Ok(Threats(threats))
}

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

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColourName {
    Black,
    White,
}

impl ColourName {
    pub const fn colour(self) -> Colour {
        match self {
            ColourName::Black => Colour::Black,
            ColourName::White => Colour::White,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum KoName {
    /// Situational superko
    Ssk,
    /// Positional superko
    Psk,
    /// Basic ko; what goes round in circles beyond that is no success of anybody
    #[value(alias = "basic-ko")]
    Basic,
}

impl KoName {
    pub const fn rule(self) -> RepetitionRule {
        match self {
            KoName::Ssk => RepetitionRule::SituationalSuperko,
            KoName::Psk => RepetitionRule::PositionalSuperko,
            KoName::Basic => RepetitionRule::Draw,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            KoName::Ssk => "situational superko",
            KoName::Psk => "positional superko",
            KoName::Basic => "basic ko",
        }
    }
}

impl QuestionArgs {
    /// The request about a board of that size.
    pub fn request(&self, size: Size) -> Result<Request, String> {
        let place = |flag: &str, text: &Option<String>| match text {
            None => Ok(None),
            Some(text) => place(size, text).map(Some).map_err(|e| format!("--{flag}: {e}")),
        };
        let safe = match self.safe.as_deref() {
            Some("wall") => Some(Safe::Wall),
            _ => place("safe", &self.safe)?.map(Safe::Place),
        };
        Ok(Request {
            aim: self.goal.map(GoalName::aim),
            region: place("region", &self.region)?,
            target: place("target", &self.target)?,
            safe,
            eyes: place("eye", &self.eye)?,
            to_play: self.to_play.map(ColourName::colour),
            basic_ko: self.ko == Some(KoName::Basic),
            ..Request::default()
        })
    }

    /// Whether a flag says what the problem is.
    pub fn is_specific(&self) -> bool {
        let places = [&self.region, &self.target, &self.eye, &self.safe];
        self.goal.is_some() || places.iter().any(|place| place.is_some())
    }

    pub fn threats(&self) -> [u8; 2] {
        self.threats.map_or([0, 0], |threats| threats.0)
    }
}

fn place(size: Size, text: &str) -> Result<Place, String> {
    if text == "auto" {
        return Ok(Place::Auto);
    }
    if let Some(mark) = Mark::ALL.into_iter().find(|mark| mark.property() == text) {
        return Ok(Place::Marked(mark));
    }
    parse_points(size, text).map(Place::Points).map_err(|error| {
        format!("{error}; expected auto, a mark (MA, TR, SQ, CR, SL), or points (A1,B1)")
    })
}
