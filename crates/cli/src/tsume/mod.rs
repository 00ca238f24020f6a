//! What is said of mate problems of shogi besides the answer: the end of the line, other solutions,
//! lengths by convention, whether a problem is sound, and records of all that.

pub mod args;
pub mod japanese;
mod judged;

use std::mem;

use threefold::session::asked::Proof;
use threefold::session::attacker::Attacker;
use threefold::session::effort::Effort;
use threefold::session::error::Error;
use threefold::session::games::tsume::TsumeSubject;
use threefold::session::mate::{Goal, Length, Side};
use threefold::session::registry::{Subject, Task};
use threefold::session::tsume::{self, Conventional, Notes, Yozume, Yozumes};
use threefold_files::{Kind, Output};
use threefold_report::tsume::Further as Report;
use threefold_terminal::names::AttackerName;

use crate::files::{self, Desk, Wanted};
use crate::page::{self, Paged};
use crate::solve::args::SolveArgs;
use crate::solve::look::Look;
use threefold_terminal::units::count;

/// Where the records of a run go.
pub struct Extras<'a> {
    args: &'a SolveArgs,
    trees: Vec<Option<Output>>,
}

/// What is said of one position.
#[derive(Debug, Default)]
pub struct Further {
    report: Report,
    /// The verdict by convention or in Japanese, in place of the literal one.
    pub verdict: Option<String>,
    /// The line that belongs to it, in USI and as players write it.
    pub line: Option<(Vec<String>, Vec<String>)>,
    /// Further rows.
    pub rows: Vec<(&'static str, String)>,
    /// What became of the page.
    pub page_row: Option<String>,
    /// Why the record or the page was not written.
    pub not_written: Vec<String>,
}

impl<'a> Extras<'a> {
    /// Plans the records of all positions.
    pub fn plan(args: &'a SolveArgs, tasks: &[Task], desk: &mut Desk) -> Result<Self, String> {
        let tree = args.problem.tree.as_deref();
        if tree.is_some() && !tasks.iter().all(|task| problem(&task.subject).is_some()) {
            return Err("--tree is for problems of Go and of shogi".to_owned());
        }
        let of_shogi = args.tsume.kenshou || args.is_conventional();
        if of_shogi && !tasks.iter().all(|task| problem(&task.subject).is_some()) {
            return Err("--kenshou and --length are for problems of shogi".to_owned());
        }
        let tree = tree.map(|path| Wanted { flag: "--tree", path, kind: Kind::Record });
        let names = tasks.iter().map(|task| (task.id.as_deref(), task.stem.as_str()));
        Ok(Extras { args, trees: desk.file_or_directory(tree, false, names)? })
    }

    fn attacker(&self) -> Option<Attacker> {
        self.args.attacker.map(AttackerName::attacker)
    }

    /// What is to be said of a line and of the certificates that it comes from.
    pub fn of(
        &self,
        number: usize,
        task: &Task,
        line: &[String],
        proofs: &[Proof],
        of_players: bool,
    ) -> Result<Further, Error> {
        let mut further = Further::default();
        let Some(subject) = problem(&task.subject) else { return Ok(further) };
        if let Some(notes) = tsume::notes(subject, self.attacker(), line)? {
            further.note(notes, of_players);
        }
        // Where the problem is judged the record is that of the judgement.
        if let Some(output) = self.trees[number].as_ref().filter(|_| !self.args.tsume.kenshou) {
            let most = self.args.tsume.tree_lines as usize;
            match tsume::tree(subject, self.attacker(), task.id.as_deref(), proofs, most)? {
                None => further.rows.push(("tree", "none: no certificate of a mate".to_owned())),
                Some(tree) => match files::write(output, &tree.kif) {
                    Ok(place) => {
                        let lines = count(tree.lines as u64, "line");
                        let rest = if tree.is_complete { "" } else { ", and the rest left out" };
                        further.rows.push(("tree", format!("{place}: {lines}{rest}")));
                        further.report.tree = Some(place);
                    }
                    Err(error) => further.not_written.push(error),
                },
            }
        }
        Ok(further)
    }

    /// The same, and what else mates within `plies` along the line.
    pub fn with_yozume(
        &self,
        mut further: Further,
        task: &Task,
        line: &[String],
        plies: u32,
        effort: &Effort,
        of_players: bool,
    ) -> Result<Further, Error> {
        let Some(subject) = problem(&task.subject) else { return Ok(further) };
        if let Some(found) = tsume::yozume(subject, self.attacker(), line, plies, effort)? {
            further.take_yozume(found, of_players);
        }
        Ok(further)
    }

    /// The same with the length by convention, if that is asked for.
    pub fn with_length(
        &self,
        mut further: Further,
        task: &Task,
        side: &Side,
        goal: Goal,
        effort: &Effort,
        in_japanese: bool,
    ) -> Result<Further, Error> {
        let Some(subject) = problem(&task.subject) else { return Ok(further) };
        if !self.args.is_conventional() {
            further.verdict = in_japanese.then(|| japanese::verdict(side));
            return Ok(further);
        }
        let asked = match goal {
            Goal::Within(Length::Plies(plies)) => Some(plies),
            _ => None,
        };
        // It is never more than the literal length.
        let most = side.at_most.or(side.at_least.and(asked));
        let Some(most) = most else { return Ok(further) };
        let found = tsume::conventional(subject, self.attacker(), most, effort, effort.check)?;
        further.take_length(found, asked, side, in_japanese);
        Ok(further)
    }

    /// The same with a judgement of the problem, if that is asked for.
    pub fn with_kenshou(
        &self,
        mut further: Further,
        number: usize,
        task: &Task,
        line: &[String],
        effort: &Effort,
        look: Look,
    ) -> Result<Further, Error> {
        let Some(subject) = problem(&task.subject) else { return Ok(further) };
        if !self.args.tsume.kenshou {
            return Ok(further);
        }
        let Some(found) = tsume::kenshou(subject, self.attacker(), line, effort)? else {
            let none = "there is no line that mates";
            further.rows.push(("kenshou", none.to_owned()));
            return Ok(further);
        };
        further.rows.extend(judged::rows(&found, look.of_players, look.in_japanese));
        if let Some(output) = &self.trees[number] {
            match files::write(output, &found.kif(task.id.as_deref())) {
                Ok(place) => {
                    further.rows.push(("tree", place.clone()));
                    further.report.tree = Some(place);
                }
                Err(error) => further.not_written.push(error),
            }
        }
        further.report.kenshou = Some(found);
        Ok(further)
    }
}

fn problem(subject: &Subject) -> Option<&TsumeSubject> {
    match subject {
        Subject::Tsume(subject) => Some(subject),
        _ => None,
    }
}

impl Further {
    /// Adds the certificates of a length by convention to those of an answer.
    pub fn certify(&self, side: &mut Side) {
        if let Some(found) = &self.report.conventional {
            side.proofs.extend(found.proofs.iter().cloned());
            side.uncertified.extend(found.uncertified.iter().cloned());
        }
    }

    /// What programs get of it.
    pub fn take_report(&mut self) -> Report {
        mem::take(&mut self.report)
    }

    /// The same, and what became of the page, if one was wanted.
    pub fn with_page(mut self, wanted: bool, paged: Option<Paged>) -> Self {
        self.page_row = page::row(wanted, paged.as_ref());
        match paged {
            Some(Ok(place)) => self.report.page = Some(place),
            Some(Err(error)) => self.not_written.push(error),
            None => {}
        }
        self
    }

    fn note(&mut self, notes: Notes, of_players: bool) {
        let hand = if of_players { &notes.written } else { &notes.left_in_hand };
        let hand = if hand.is_empty() { "nothing" } else { hand };
        self.rows.push(("left in hand", hand.to_owned()));
        self.report.notes = Some(notes);
    }

    fn take_length(
        &mut self,
        found: Conventional,
        asked: Option<u32>,
        side: &Side,
        in_japanese: bool,
    ) {
        let verdict = match (found.plies, found.reason) {
            (Some(plies), _) => {
                let in_time = |asked| found.lenient.unwrap_or(plies) <= asked;
                let words = japanese::length(plies, found.lenient, in_japanese);
                match asked.filter(|&asked| !in_time(asked)) {
                    Some(asked) if in_japanese => format!("{asked}手以内では詰まない（{words}）"),
                    Some(asked) => {
                        format!("no mate in {} by convention ({words})", count(asked.into(), "ply"))
                    }
                    None => words,
                }
            }
            (None, Some(reason)) => format!("not known by convention: {reason}"),
            (None, None) => {
                let within = asked.or(side.asked).map(|asked| count(asked.into(), "ply"));
                let within = within.map(|plies| format!(" in {plies}")).unwrap_or_default();
                format!("no mate{within} by convention")
            }
        };
        self.verdict = Some(verdict);
        let literal = if in_japanese { japanese::verdict(side) } else { side.words.clone() };
        self.rows.insert(0, ("literal", literal));
        for one in &found.futile {
            let tsume::Futile { ply, drop, taken_by, plies, .. } = one;
            let what = format!("ply {ply}, {drop}: {taken_by}, and mate in {plies} without it");
            self.rows.push(("futile", what));
        }
        if found.plies.is_some() {
            self.line = Some((found.line.clone(), found.written.clone()));
        }
        self.report.conventional = Some(found);
    }

    fn take_yozume(&mut self, all: Yozumes, of_players: bool) {
        let Yozumes { found, certified, uncertified, .. } = &all;
        if found.is_empty() {
            let unique =
                "no other way to mate in time against this defence (slower ones: --kenshou)";
            self.rows.push(("in time", unique.to_owned()));
        }
        for (number, one) in found.iter().enumerate() {
            let Yozume { ply, written, .. } = one;
            let [played, others, open] = match of_players {
                true => written,
                false => &[vec![one.played.clone()], one.others.clone(), one.open.clone()],
            };
            let played = played.join(" ");
            let mut texts = Vec::new();
            if !others.is_empty() {
                texts.push(format!("also {}", others.join(" ")));
            }
            if !open.is_empty() {
                texts.push(format!("not known of {}", open.join(" ")));
            }
            let label = if number == 0 { "in time" } else { "" };
            self.rows.push((label, format!("ply {ply}, {played}: {}", texts.join("; "))));
        }
        let answers = count(u64::from(*certified), "answer");
        if *certified > 0 || !uncertified.is_empty() {
            let text = match uncertified.as_slice() {
                [] => format!("{answers} about single moves, each with a certificate, VERIFIED"),
                rest => format!("{answers} VERIFIED; from the search alone: {}", rest.join("; ")),
            };
            self.rows.push(("", text));
        }
        self.report.yozume = Some(all);
    }
}
