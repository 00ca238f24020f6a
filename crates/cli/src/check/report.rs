//! What `threefold check` prints: the verdict, and the whole question that it is about.

use serde::Serialize;
use threefold::certificate::{FiftyMoves, Header};
use threefold::checkers::egdb::Database;
use threefold::session::check::finding::{Finding, Outcome};
use threefold::session::check::questions::{QuestionAnswer, Questions, goal};
use threefold::session::registry::GameName;
use threefold::session::words::one_line;

use crate::args::CheckArgs;
use crate::exit::Exit;
use crate::output::{Stop, complain, json_line, print};

/// What a claim means for the exit status.
pub const fn exit(outcome: &Outcome) -> Exit {
    match outcome {
        Outcome::Verified(_) => Exit::Fine,
        Outcome::Refuted(_) => Exit::Failed,
        Outcome::Limit(_) => Exit::Unknown,
    }
}

/// One claim, for programs; `docs/json.md` describes it.
#[derive(Serialize)]
struct Checked<'a> {
    file: &'a str,
    game: String,
    root: &'a str,
    history: Option<&'a str>,
    repetition: &'a str,
    attacker: Option<&'a str>,
    database: Option<&'a str>,
    database_known: Option<bool>,
    assuming: Option<&'a str>,
    claim: String,
    verified: bool,
    line: Option<u64>,
    kind: Option<&'static str>,
    detail: Option<&'a str>,
    limit: Option<&'static str>,
    positions: Option<u64>,
    moves: Option<u64>,
    /// Only if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    fifty_moves: Option<Clock>,
}

/// Whether a mate stands under the fifty-move rule.
#[derive(Serialize)]
struct Clock {
    /// The largest halfmove clock in the root with which it does; `null`: with none.
    largest: Option<u32>,
    /// That of the question, if it says one.
    clock: Option<u32>,
    stands: bool,
}

impl Clock {
    fn new(found: FiftyMoves, clock: Option<u32>) -> Self {
        let largest = match found {
            FiftyMoves::UpTo(largest) => Some(largest),
            FiftyMoves::TooSlow => None,
        };
        Clock { largest, clock, stands: found.stands_with(clock.unwrap_or(0)) }
    }

    fn words(&self) -> String {
        let clock = self.clock.map(|clock| format!(", which is {clock} here")).unwrap_or_default();
        match (self.largest, self.stands) {
            (None, _) => "does not stand: a line goes fifty moves without progress".to_owned(),
            // No clock reaches a mate that is there.
            (Some(u32::MAX), _) => "stands".to_owned(),
            (Some(most), true) => format!("stands with a clock of at most {most}{clock}"),
            (Some(most), false) => format!("does not stand: at most {most} on the clock{clock}"),
        }
    }
}

/// A question with the certificates that answer it, for programs.
#[derive(Serialize)]
struct Question<'a> {
    question: &'a str,
    id: Option<&'a str>,
    answered: bool,
    answers: Vec<Answer<'a>>,
    /// What leaves it open: for how many plies the defender holds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bounds: Vec<Bound<'a>>,
}

#[derive(Serialize)]
struct Answer<'a> {
    file: &'a str,
    game: String,
    claim: String,
    repetition: &'a str,
    proven: bool,
}

#[derive(Serialize)]
struct Bound<'a> {
    file: &'a str,
    game: String,
    claim: String,
    repetition: &'a str,
    plies: Option<u32>,
}

pub fn show(
    finding: &Finding,
    asked: Option<&Questions>,
    args: &CheckArgs,
    names: bool,
) -> Result<(), Stop> {
    let Finding { file, header, outcome, assuming } = finding;
    let (verified, refuted, limit) = match outcome {
        Outcome::Verified(verified) => (Some(verified), None, None),
        Outcome::Refuted(refuted) => (None, Some(refuted), None),
        Outcome::Limit(limit) => (None, None, Some(limit)),
    };
    let fifty_moves = verified.and_then(|verified| verified.fifty_moves);
    let clock = fifty_moves.map(|found| Clock::new(found, asked.and_then(|a| a.clock(header))));
    if args.json {
        return print(&json_line(&Checked {
            file,
            game: game_of(header),
            root: &header.root,
            history: header.history.as_deref(),
            repetition: header.repetition.name(),
            attacker: header.attacker.as_deref(),
            database: header.database.as_deref(),
            database_known: header.database.as_deref().map(Database::is_known),
            assuming: assuming.as_deref(),
            claim: header.claim_text(),
            verified: verified.is_some(),
            line: refuted.map(|refuted| refuted.line),
            kind: refuted.map(|refuted| refuted.kind.name()),
            detail: refuted.map(|refuted| refuted.detail.as_str()).filter(|text| !text.is_empty()),
            limit: limit.map(|limit| limit.name()),
            positions: verified.map(|verified| verified.positions),
            moves: verified.map(|verified| verified.lines),
            fifty_moves: clock,
        })?);
    }
    let mut text = match outcome {
        Outcome::Verified(verified) => verified.to_string(),
        Outcome::Refuted(refuted) => refuted.to_string(),
        Outcome::Limit(limit) => limit.to_string(),
    };
    if names {
        text = format!("{file}: {text}");
    }
    text.push('\n');
    if verified.is_some() && !args.quiet {
        text += &question_of(header, assuming.as_deref(), args);
    }
    if let Some(clock) = clock {
        text += &format!("  fifty-move rule: {}\n", clock.words());
    }
    print(&text)?;
    if let Some(refuted) = refuted
        && !refuted.detail.is_empty()
    {
        complain(format_args!("{file}: line {}: {}", refuted.line, refuted.detail));
    }
    Ok(())
}

/// The whole question, a line each: a claim alone says nothing.
fn question_of(header: &Header, assuming: Option<&str>, args: &CheckArgs) -> String {
    let expanded = args.expand_database;
    let mut game = game_of(header);
    // Names of positions mean nothing without the file.
    if header.game == GameName::Graph.name() {
        let file = args.graph.as_ref().map(|path| path.display().to_string());
        let file = file.or_else(|| args.question.clone()).unwrap_or_default();
        game += &format!(" of {}", one_line(&file));
    }
    let database = header.database.as_ref().map(|database| {
        let note = match (expanded, Database::is_known(database)) {
            (true, _) => "played out, not relied on",
            (false, true) => "the hash built into this program",
            (false, false) => "not known to this program",
        };
        format!("{database} ({note})")
    });
    let lines = [
        // What everything else hangs on.
        ("assuming", assuming),
        ("game", Some(game.as_str())),
        ("root", Some(&header.root)),
        ("history", header.history.as_deref()),
        ("repetition", Some(header.repetition.name())),
        ("attacker", header.attacker.as_deref()),
        ("database", database.as_deref()),
    ];
    let mut text = String::new();
    for (key, value) in lines {
        if let Some(value) = value {
            text += &format!("  {key}: {value}\n");
        }
    }
    text
}

/// Which questions are answered, by what, and which are not.
pub fn show_questions(asked: &Questions, args: &CheckArgs) -> Result<(), Stop> {
    for question in asked.all() {
        if args.json {
            let answers =
                question.answers.iter().map(|QuestionAnswer { file, header, proven }| Answer {
                    file,
                    game: game_of(header),
                    claim: header.claim_text(),
                    repetition: header.repetition.name(),
                    proven: *proven,
                });
            let bounds = question.bounds.iter().map(|QuestionAnswer { file, header, .. }| Bound {
                file,
                game: game_of(header),
                claim: header.claim_text(),
                repetition: header.repetition.name(),
                plies: header.plies,
            });
            print(&json_line(&Question {
                question: &question.input,
                id: question.id.as_deref(),
                answered: question.is_answered(),
                answers: answers.collect(),
                bounds: bounds.collect(),
            })?)?;
            continue;
        }
        let name = match &question.id {
            Some(id) => format!("{} ({id})", question.input),
            None => question.input.clone(),
        };
        let is_answered = question.is_answered();
        if question.answers.is_empty() && question.bounds.is_empty() {
            print(&format!("{name}: MISSING\n"))?;
            continue;
        }
        let word = if is_answered { "ANSWERED" } else { "IN PART" };
        for QuestionAnswer { file, header, .. } in &question.answers {
            // A problem of Go has answers that differ with the game, the rule and the ko threats.
            let which = match goal(header) {
                Some(goal) => {
                    let threats = header.root.split(' ').find(|word| word.starts_with("threats:"));
                    let parts = [Some(goal), Some(header.repetition.name()), threats];
                    format!(" ({})", parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
                }
                None => String::new(),
            };
            print(&format!("{name}: {word} {}{which} by {file}\n", header.claim_text()))?;
        }
        let word = if is_answered { "ALSO" } else { "IN PART" };
        for QuestionAnswer { file, header, .. } in &question.bounds {
            print(&format!("{name}: {word} {} by {file}\n", header.claim_text()))?;
        }
    }
    Ok(())
}

/// The game with its parameters, as the header has it: `go 3x3 at-least 4`.
fn game_of(header: &Header) -> String {
    format!("{} {}", header.game, header.parameters).trim_end().to_owned()
}
