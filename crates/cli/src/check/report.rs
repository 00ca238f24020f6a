//! What `threefold check` prints: the verdict, and the whole question that it is about.

use threefold::certificate::Header;
use threefold::session::check::finding::{Finding, Outcome};
use threefold::session::check::questions::{QuestionAnswer, Questions, goal};
use threefold::session::games::row::AnyDatabase;
use threefold::session::registry::GameName;
use threefold::session::words::one_line;
use threefold_report::Object;
use threefold_report::check::{Checked, game_of};

use super::args::CheckArgs;
use threefold_terminal::exit::Exit;
use threefold_terminal::output::{Stop, complain, json_line, print};

/// What a claim means for the exit status.
pub const fn exit(outcome: &Outcome) -> Exit {
    match outcome {
        Outcome::Verified(_) => Exit::Fine,
        Outcome::Refuted(_) => Exit::Failed,
        Outcome::Limit(_) => Exit::Unknown,
    }
}

pub fn show(finding: &Finding, args: &CheckArgs, names: bool) -> Result<(), Stop> {
    let Finding { file, header, outcome, assuming } = finding;
    let checked = Checked { file: Some(file), finding };
    if args.json {
        return print(&json_line(&Object(&checked))?);
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
    if checked.verified().is_some() && !args.quiet {
        text += &question_of(header, assuming.as_deref(), args);
    }
    print(&text)?;
    if let Some(refuted) = checked.refuted()
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
        let note = match (expanded, AnyDatabase::is_known(database)) {
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
            print(&json_line(&Object(question))?)?;
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
