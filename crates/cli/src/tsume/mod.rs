//! What is said of mate problems of shogi besides the answer: the end of the line, other solutions,
//! the solution as a record.

pub mod args;

use std::mem;

use threefold::session::asked::Proof;
use threefold::session::attacker::Attacker;
use threefold::session::effort::Effort;
use threefold::session::error::Error;
use threefold::session::games::tsume::TsumeSubject;
use threefold::session::registry::{Subject, Task};
use threefold::session::tsume::{self, Notes, Yozume, Yozumes};
use threefold_files::{Kind, Output};
use threefold_report::tsume::Further as Report;
use threefold_terminal::names::AttackerName;

use self::args::Mudaai;
use crate::files::{self, Desk, Wanted};
use crate::page::{self, Paged};
use crate::solve::args::SolveArgs;
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
    /// Plies at the end of the line that are not shown.
    pub hidden: usize,
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
    ) -> Result<Further, Error> {
        let mut further = Further::default();
        let Some(subject) = problem(&task.subject) else { return Ok(further) };
        if let Some(notes) = tsume::notes(subject, self.attacker(), line)? {
            further.note(notes, line.len(), self.args.tsume.mudaai);
        }
        if let Some(output) = &self.trees[number] {
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
    ) -> Result<Further, Error> {
        let Some(subject) = problem(&task.subject) else { return Ok(further) };
        if let Some(found) = tsume::yozume(subject, self.attacker(), line, plies, effort)? {
            further.take_yozume(found);
        }
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

    fn note(&mut self, notes: Notes, plies: usize, mudaai: Mudaai) {
        let Notes { left_in_hand, futile_plies } = &notes;
        let hand = if left_in_hand.is_empty() { "nothing" } else { left_in_hand };
        self.rows.push(("left in hand", hand.to_owned()));
        if *futile_plies > 0 {
            let tail = count(*futile_plies as u64, "ply");
            let rest = count((plies - futile_plies) as u64, "ply");
            self.rows.push(match mudaai {
                Mudaai::Literal => ("", format!("futile in the narrow sense: the last {tail}")),
                Mudaai::Narrow => {
                    ("narrow", format!("{rest}, without the last {tail}: futile interpositions"))
                }
            });
            self.hidden = if mudaai == Mudaai::Narrow { *futile_plies } else { 0 };
        }
        self.report.notes = Some(notes);
    }

    fn take_yozume(&mut self, all: Yozumes) {
        let Yozumes { found, certified, uncertified, .. } = &all;
        if found.is_empty() {
            let unique = "none: the only way to mate in time against this defence";
            self.rows.push(("yozume", unique.to_owned()));
        }
        for (number, one) in found.iter().enumerate() {
            let Yozume { ply, played, others, open } = one;
            let mut texts = Vec::new();
            if !others.is_empty() {
                texts.push(format!("also {}", others.join(" ")));
            }
            if !open.is_empty() {
                texts.push(format!("not known of {}", open.join(" ")));
            }
            let label = if number == 0 { "yozume" } else { "" };
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
