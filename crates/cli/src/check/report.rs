//! What `threefold check` prints: the verdict, and the whole question that it is about.

use serde::Serialize;
use threefold::certificate::{CheckLimit, Header, Refuted, Verified};
use threefold::go::Points;
use threefold::go::problem::Problem;

use crate::args::CheckArgs;
use crate::check::asked::Asked;
use crate::exit::Exit;
use crate::output::{Stop, complain, json_line, print};

/// What was found out about a claim.
pub struct Finding {
    pub file: String,
    pub header: Header,
    pub outcome: Outcome,
    /// What the question takes for granted.
    pub assuming: Option<String>,
}

pub enum Outcome {
    Verified(Verified),
    Refuted(Refuted),
    Limit(CheckLimit),
}

impl Outcome {
    pub const fn exit(&self) -> Exit {
        match self {
            Outcome::Verified(_) => Exit::Fine,
            Outcome::Refuted(_) => Exit::Failed,
            Outcome::Limit(_) => Exit::Unknown,
        }
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
    assuming: Option<&'a str>,
    claim: String,
    verified: bool,
    line: Option<u64>,
    kind: Option<&'static str>,
    detail: Option<&'a str>,
    limit: Option<&'static str>,
    positions: Option<u64>,
    moves: Option<u64>,
}

/// A question with the certificates that answer it, for programs.
#[derive(Serialize)]
struct Question<'a> {
    question: &'a str,
    id: Option<&'a str>,
    answers: Vec<Answer<'a>>,
}

#[derive(Serialize)]
struct Answer<'a> {
    file: &'a str,
    claim: String,
    repetition: &'a str,
    proven: bool,
}

pub fn show(finding: &Finding, args: &CheckArgs, names: bool) -> Result<(), Stop> {
    let Finding { file, header, outcome, assuming } = finding;
    let (verified, refuted, limit) = match outcome {
        Outcome::Verified(verified) => (Some(verified), None, None),
        Outcome::Refuted(refuted) => (None, Some(refuted), None),
        Outcome::Limit(limit) => (None, None, Some(limit)),
    };
    if args.json {
        return print(&json_line(&Checked {
            file,
            game: game_of(header),
            root: &header.root,
            history: header.history.as_deref(),
            repetition: header.repetition.name(),
            attacker: header.attacker.as_deref(),
            database: header.database.as_deref(),
            assuming: assuming.as_deref(),
            claim: header.claim.to_string(),
            verified: verified.is_some(),
            line: refuted.map(|refuted| refuted.line),
            kind: refuted.map(|refuted| refuted.kind.name()),
            detail: refuted.map(|refuted| refuted.detail.as_str()).filter(|text| !text.is_empty()),
            limit: limit.map(|limit| limit.name()),
            positions: verified.map(|verified| verified.positions),
            moves: verified.map(|verified| verified.lines),
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
        text += &question_of(header, assuming.as_deref(), args.expand_database);
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
fn question_of(header: &Header, assuming: Option<&str>, expanded: bool) -> String {
    let game = game_of(header);
    let database = header.database.as_ref().map(|database| match expanded {
        true => format!("{database} (played out, not relied on)"),
        false => database.clone(),
    });
    let lines = [
        ("game", Some(game.as_str())),
        ("root", Some(&header.root)),
        ("history", header.history.as_deref()),
        ("repetition", Some(header.repetition.name())),
        ("attacker", header.attacker.as_deref()),
        ("database", database.as_deref()),
        ("assuming", assuming),
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
pub fn show_questions(asked: &Asked, args: &CheckArgs) -> Result<(), Stop> {
    for question in &asked.questions {
        if args.json {
            let answers = question.answers.iter().map(|(file, header, proven)| Answer {
                file,
                claim: header.claim.to_string(),
                repetition: header.repetition.name(),
                proven: *proven,
            });
            print(&json_line(&Question {
                question: &question.input,
                id: question.id.as_deref(),
                answers: answers.collect(),
            })?)?;
            continue;
        }
        let name = match &question.id {
            Some(id) => format!("{} ({id})", question.input),
            None => question.input.clone(),
        };
        if question.answers.is_empty() {
            print(&format!("{name}: MISSING\n"))?;
        }
        for (file, header, _) in &question.answers {
            print(&format!("{name}: ANSWERED {} by {file}\n", header.claim))?;
        }
    }
    Ok(())
}

/// The game with its parameters, as the header has it: `go 3x3 at-least 4`.
fn game_of(header: &Header) -> String {
    format!("{} {}", header.game, header.parameters).trim_end().to_owned()
}

/// What the question about a problem of Go takes for granted.
pub fn assumptions(problem: &Problem) -> Option<String> {
    let size = problem.size();
    let name = |point| size.coordinates(point).to_string();
    let names: Vec<String> = problem.definition().declared.iter().map(name).collect();
    (!names.is_empty()).then(|| format!("{} never die", names.join(" ")))
}
