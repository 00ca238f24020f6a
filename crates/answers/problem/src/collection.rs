//! Solution trees of SGF files against the solver.
//!
//! The player who moves first is the solver of the problem. A move of his is *right* if the tree
//! says so (`TE`, a good position for him, a comment like RIGHT; or a right end somewhere below),
//! and wrong otherwise. Without any such mark the main line is the solution, as far as no move of
//! it is marked as wrong or doubtful (`DO`). What is right has to keep the best result that he can
//! get, what is wrong must not.

use threefold_game::{Game, History};
use threefold_go::problem::{CellSet, Knowledge, Problem, ProblemMove, ProblemPosition};
use threefold_go::sgf::{Node, SgfGame};
use threefold_go::{Colour, GoMove};

use crate::first_moves::MoveQuestion;
use crate::grade::{Fate, Grader};
use crate::solution::grader;
use crate::subject::SizedProblem;
use crate::tree::KO_THREAT;
use crate::with_subject;
use threefold_answer::effort::Effort;
use threefold_answer::observer::Observer;
use threefold_answer_go::ko::Ko;

/// Moves of a variation that are followed, one inside the other.
const DEEPEST: usize = 500;

/// What a tree can get wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A move that is marked right is not.
    Fails,
    /// A move that is not in the tree, or not marked right, is.
    AlsoSolves,
    /// A wrong move is not answered.
    NoRefutation,
    /// None of the answers to a wrong move refutes it.
    BadRefutation,
    /// A move that cannot be played.
    Illegal,
    /// A limit was hit.
    Unknown,
}

impl Kind {
    /// In words, as they are shown.
    pub const fn words(self) -> &'static str {
        match self {
            Kind::Fails => "FAILS",
            Kind::AlsoSolves => "ALSO SOLVES",
            Kind::NoRefutation => "NO REFUTATION",
            Kind::BadRefutation => "DOES NOT REFUTE",
            Kind::Illegal => "ILLEGAL",
            Kind::Unknown => "UNKNOWN",
        }
    }

    /// The name in output for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Fails => "fails",
            Kind::AlsoSolves => "also-solves",
            Kind::NoRefutation => "no-refutation",
            Kind::BadRefutation => "does-not-refute",
            Kind::Illegal => "illegal",
            Kind::Unknown => "unknown",
        }
    }
}

/// Something wrong at a node.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What it is.
    pub kind: Kind,
    /// The number of the node in the game.
    pub node: usize,
    /// The moves, and what is to be said of them.
    pub text: String,
}

/// What is asked about a tree.
#[derive(Clone, Copy, Debug)]
pub struct TreeRequest {
    /// The rule.
    pub ko: Ko,
    /// How many moves of the solver deep other solutions are looked for; 0 for no moves that are
    /// not in the tree.
    pub alternatives: usize,
    /// How many more ko threats are tried.
    pub more_threats: u8,
}

/// What was found out about a tree.
#[derive(Debug)]
pub struct TreeAnswer {
    /// What is right or wrong with the problem itself, in words.
    pub verdict: String,
    /// What became of the tree; the error says what is wrong with an answer of the solver.
    pub findings: Result<Findings, String>,
}

/// What a tree gets wrong.
#[derive(Debug)]
pub enum Findings {
    /// The verdict is not known, and nothing was compared with it.
    Unknown,
    /// So many moves were looked at, and these are wrong.
    Checked(u64, Vec<Finding>),
}

/// Checks the solution tree of a problem.
pub fn check(
    game: &SgfGame,
    problem: &SizedProblem,
    effort: &Effort,
    request: TreeRequest,
    observer: &mut dyn Observer,
) -> TreeAnswer {
    with_subject!(problem, |subject| of_sets(game, &grader(subject, effort), request, observer))
}

fn of_sets<S: CellSet>(
    game: &SgfGame,
    grader: &Grader<'_, S>,
    request: TreeRequest,
    observer: &mut dyn Observer,
) -> TreeAnswer {
    let TreeRequest { ko, alternatives, more_threats: most } = request;
    let graded = grader.grade(ko, most, observer);
    let verdict = graded.words(grader.posed().aim, grader.defender(), grader.threats);
    if let Some(fault) = graded.each().find_map(|graded| graded.fault.clone()) {
        return TreeAnswer { verdict, findings: Err(fault) };
    }
    let (grader, graded) = grader.judged(&graded);
    let Some(fate) = graded.fate else {
        return TreeAnswer { verdict, findings: Ok(Findings::Unknown) };
    };
    // What is lost without ko threats and not with some is right with these.
    let MoveQuestion { goal, keeps, more } = grader.move_question(graded, fate);
    let (problem, root) = (grader.problem(goal, ko), grader.root(more));
    let mut checker = Checker {
        game,
        grader: &grader,
        ko,
        alternatives,
        problem,
        keeps,
        withstands: match more {
            None if fate != Fate::Seki => graded.withstands(most),
            _ => 0,
        },
        right: right_nodes(game, grader.posed().to_play),
        observer,
        findings: Vec::new(),
        checked: 0,
    };
    checker.below(0, &History::new(root));
    TreeAnswer { verdict, findings: Ok(Findings::Checked(checker.checked, checker.findings)) }
}

/// What a node says of its move, for the player who solves.
fn judged(node: &Node, solver: Colour) -> Option<bool> {
    let (good, bad) = match solver {
        Colour::Black => ("GB", "GW"),
        Colour::White => ("GW", "GB"),
    };
    let has = |name: &str| node.judgements().iter().any(|property| property == name);
    let text = [node.comment(), node.name()].map(|text| text.unwrap_or_default().to_lowercase());
    let says = |words: &[&str]| {
        let begins = |text: &String| {
            words
                .iter()
                .any(|word| text.trim_start().starts_with(word) || text.trim_end().ends_with(word))
        };
        text.iter().any(begins)
    };
    let of_solver = node.played().is_none_or(|(colour, _)| colour == solver);
    if has(bad) || has("BM") && of_solver || says(&["wrong", "incorrect", "fail", "失败", "失敗"])
    {
        return Some(false);
    }
    if has(good) || has("TE") && of_solver || says(&["right", "correct", "success", "正解"]) {
        return Some(true);
    }
    None
}

/// Which nodes belong to the solution.
fn right_nodes(game: &SgfGame, solver: Colour) -> Vec<bool> {
    let judged: Vec<Option<bool>> =
        (0..game.nodes()).map(|i| judged(game.node(i), solver)).collect();
    let mut right = vec![false; game.nodes()];
    if !judged.contains(&Some(true)) {
        let is_doubtful = |i: usize| game.node(i).judgements().iter().any(|name| name == "DO");
        let line = game.main_line().into_iter();
        line.take_while(|&i| judged[i] != Some(false) && !is_doubtful(i))
            .for_each(|i| right[i] = true);
        return right;
    }
    // Down from what is marked, as far as nothing else is said; parents come before children.
    for i in 0..game.nodes() {
        let above = game.node(i).parent().is_some_and(|parent| right[parent]);
        right[i] = judged[i].unwrap_or(above);
    }
    // And up: what leads to a right end is right.
    for i in (1..game.nodes()).rev() {
        if let Some(parent) = game.node(i).parent().filter(|_| right[i]) {
            right[parent] |= judged[parent] != Some(false);
        }
    }
    right
}

struct Checker<'a, S: CellSet> {
    game: &'a SgfGame,
    grader: &'a Grader<'a, S>,
    ko: Ko,
    /// Moves of the solver deep to which other solutions are looked for.
    alternatives: usize,
    problem: Problem<S>,
    keeps: bool,
    /// Ko threats of the other player that the best first move withstands.
    withstands: u8,
    right: Vec<bool>,
    observer: &'a mut dyn Observer,
    findings: Vec<Finding>,
    checked: u64,
}

impl<S: CellSet> Checker<'_, S> {
    /// Whether the solver keeps his result after the history, and the answer that shows why not.
    fn keeps(&mut self, history: &History<Problem<S>>) -> (Option<bool>, Option<String>) {
        self.checked += 1;
        let asked = self.grader.ask(&self.problem, history, self.ko, self.observer);
        let first = asked.proof.as_ref().and_then(|proof| proof.block.moves.iter().next());
        (asked.verdict.decided().map(|proven| proven == self.keeps), first.map(str::to_owned))
    }

    /// Whether a move that keeps the result does so against as many ko threats as the best one:
    /// what solves by ko does not solve where something else needs no ko.
    fn is_best(&mut self, history: &History<Problem<S>>) -> bool {
        if self.withstands == 0 {
            return true;
        }
        let other = self.grader.posed().to_play.opponent();
        let mut again = self.grader.history(&self.problem, Some((other, self.withstands)));
        history.moves().iter().for_each(|&m| again.push(&self.problem, m));
        self.keeps(&again).0 == Some(true)
    }

    fn find(&mut self, kind: Kind, node: usize, text: String) {
        self.findings.push(Finding { kind, node, text });
    }

    /// The moves from the root to the end of a history.
    fn line(&self, history: &History<Problem<S>>) -> String {
        history.notation(&self.problem)
    }

    /// Whether the pass of a node is a ko threat elsewhere: it is called so, or its player may not
    /// pass, or moves once more.
    fn is_threat(&self, node: usize, position: &ProblemPosition<S>) -> bool {
        let mut moves = Vec::new();
        self.problem.moves(position, &mut moves);
        let node = self.game.node(node);
        let is_called = || node.name().is_some_and(|name| name.eq_ignore_ascii_case(KO_THREAT));
        let next = || node.children().first().and_then(|&next| self.game.node(next).played());
        let goes_on = || next().is_some_and(|(colour, _)| colour == position.turn());
        moves.contains(&ProblemMove::THREAT)
            && (is_called() || goes_on() || !moves.contains(&ProblemMove::PASS))
    }

    /// The history after the move of a node, and the node behind which the tree goes on: of a ko
    /// threat that of its answer.
    fn after(
        &mut self,
        node: usize,
        history: &History<Problem<S>>,
    ) -> Option<(History<Problem<S>>, usize)> {
        let next = self.played(node, history)?;
        let is_threat = next.moves().last() == Some(&ProblemMove::THREAT);
        let answer = self.game.node(node).children().first().filter(|_| is_threat);
        let other = next.root().turn().opponent();
        let answer = answer.filter(|&&n| self.game.node(n).played() == Some((other, GoMove::Pass)));
        Some((next, answer.copied().unwrap_or(node)))
    }

    /// The history after the move of a node.
    fn played(
        &mut self,
        node: usize,
        history: &History<Problem<S>>,
    ) -> Option<History<Problem<S>>> {
        let (colour, m) = self.game.node(node).played()?;
        let position = history.root();
        let found: Result<ProblemMove, String> = match m {
            _ if colour != position.turn() => Err(format!("it is {}'s turn", position.turn())),
            GoMove::Pass if self.is_threat(node, position) => Ok(ProblemMove::THREAT),
            GoMove::Pass => Ok(ProblemMove::PASS),
            GoMove::Play(point) => match self.problem.move_at(point) {
                Some(m) => Ok(m),
                None => Err("it is not in the region, and what follows was not checked".to_owned()),
            },
        };
        let rule = self.ko.rule();
        let found = found.and_then(|m| {
            let mut moves = Vec::new();
            if !self.problem.is_captured(position) {
                self.problem.moves(position, &mut moves);
            }
            if !moves.contains(&m) {
                return Err("it cannot be played".to_owned());
            }
            match history.is_banned(&self.problem, m, rule) {
                true => Err(format!("it repeats, under {}", self.ko.words())),
                false => Ok(m),
            }
        });
        match found {
            Ok(m) => {
                let mut next = history.clone();
                next.push(&self.problem, m);
                Some(next)
            }
            Err(error) => {
                let line = self.line(history);
                let name = m.text(self.game.size()).to_string();
                let text =
                    format!("{line}{}{name}: {error}", if line.is_empty() { "" } else { " " });
                self.find(Kind::Illegal, node, text);
                None
            }
        }
    }

    /// Checks the variations below a node.
    /// The depth of the recursion is that of the tree's variations, which people have written.
    fn below(&mut self, node: usize, history: &History<Problem<S>>) {
        let solver = self.grader.posed().to_play;
        if history.moves().len() > DEEPEST {
            let text = format!("more than {DEEPEST} moves in a row");
            return self.find(Kind::Unknown, node, text);
        }
        let children: Vec<usize> = self.game.node(node).children().to_vec();
        if history.root().turn() != solver {
            for child in children {
                if let Some((next, at)) = self.after(child, history) {
                    self.below(at, &next);
                }
            }
            return;
        }
        let mut tried: Vec<ProblemMove> = Vec::new();
        for child in children {
            let Some((next, at)) = self.after(child, history) else { continue };
            tried.extend(next.moves().last());
            let (kept, refutation) = self.keeps(&next);
            let line = self.line(&next);
            match (kept, self.right[child]) {
                (None, _) => self.find(Kind::Unknown, child, line),
                (Some(true), true) => self.below(at, &next),
                (Some(false), true) => {
                    let answer =
                        refutation.map(|m| format!(", refuted by {m}")).unwrap_or_default();
                    self.find(Kind::Fails, child, format!("{line} is marked right{answer}"));
                }
                (Some(true), false) => {
                    if self.is_best(&next) {
                        self.find(Kind::AlsoSolves, child, format!("{line} is not marked right"));
                    }
                }
                (Some(false), false) => self.refuted(at, &next, refutation),
            }
        }
        // Other moves that solve. Where the tree ends it need not show them.
        let is_open = self.is_open(history);
        let number = history.moves().len() / 2;
        if is_open && number < self.alternatives && (number == 0 || !tried.is_empty()) {
            let mut moves = Vec::new();
            self.problem.moves(history.root(), &mut moves);
            moves.retain(|m| self.problem.point(*m).is_some() && !tried.contains(m));
            for m in moves {
                if history.is_banned(&self.problem, m, self.ko.rule()) {
                    continue;
                }
                let mut next = history.clone();
                next.push(&self.problem, m);
                if self.keeps(&next).0 == Some(true) && self.is_best(&next) {
                    let line = self.line(&next);
                    self.find(Kind::AlsoSolves, node, format!("{line} is not in the tree"));
                }
            }
        }
    }

    /// Whether a tree has to go on: it need not where the game is over, unless that is only known
    /// because of chains that cannot be cut off, which readers want to see.
    fn is_open(&self, history: &History<Problem<S>>) -> bool {
        let knowledge = Knowledge { miai: false, ..self.problem.definition().knowledge };
        self.problem.with_knowledge(knowledge).terminal(history.root()).is_none()
    }

    /// Checks the answers to a wrong move.
    fn refuted(&mut self, node: usize, history: &History<Problem<S>>, refutation: Option<String>) {
        // A ko threat that does not help: what the solver plays then is not the answer to it.
        if history.root().turn() == self.grader.posed().to_play {
            return;
        }
        let line = self.line(history);
        let answer = refutation.map(|m| format!(": {m}")).unwrap_or_default();
        let children: Vec<usize> = self.game.node(node).children().to_vec();
        if children.is_empty() {
            if self.is_open(history)
                && judged(self.game.node(node), self.grader.posed().to_play).is_none()
            {
                self.find(Kind::NoRefutation, node, format!("{line} is not answered{answer}"));
            }
            return;
        }
        let mut refutes = false;
        for &child in &children {
            let Some((next, _)) = self.after(child, history) else { continue };
            refutes |= self.keeps(&next).0 == Some(false);
        }
        if !refutes {
            let text = format!("no answer to {line} refutes it{answer}");
            self.find(Kind::BadRefutation, node, text);
        }
    }
}
