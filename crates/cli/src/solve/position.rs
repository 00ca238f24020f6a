//! One position: its questions, its moves, its certificate.

use std::collections::HashSet;
use std::time::Instant;

use threefold::certificate::Block;
use threefold::checkers::Checkers;
use threefold::chess::Chess;
use threefold::game::{Game, History, Knowledge, Player, Question, RepetitionRule, Searchable};
use threefold::search::{INFINITY, Progress, Solver, Stats, Verdict, longest_resistance};

use super::Settings;
use super::question::{Asked, Proof, ask};
use super::report::{ForPeople, MoveReport, Report, Value};
use crate::database;
use crate::files::CertificateOutput;
use crate::input::{Subject, Task, default_attacker};
use crate::words::Words;

type Watch<'w> = &'w mut dyn FnMut(&Progress);

/// Solves a position. The error is one line about input that cannot be solved.
pub fn solve_task(
    task: &Task,
    output: Option<&CertificateOutput>,
    settings: &Settings,
    watch: Watch<'_>,
) -> Result<Report, String> {
    match &task.subject {
        Subject::Chess(record) => {
            let said = ["bm", "dm"].iter().find_map(|name| record.operation(name));
            Sitting {
                game: &Chess,
                knowledge: &(),
                history: record.history(),
                rule: RepetitionRule::Draw,
                attacker: default_attacker(record),
                said: said.map(|said| said.to_string().trim_end_matches(';').to_owned()),
                ending: &|_| Vec::new(),
                damage: &|| None,
            }
            .solve(task, output, settings, watch)
        }
        Subject::Checkers(history, said) => {
            let game = &Checkers::new();
            let endgames = settings.endgames.as_deref();
            let damage = || database::damage(endgames);
            let knowledge = endgames.filter(|database| database.holds_after(game, history));
            Sitting {
                game,
                knowledge: &knowledge,
                history,
                rule: RepetitionRule::Draw,
                attacker: game.player_to_move(history.root()),
                said: said.clone(),
                ending: &|position| {
                    knowledge.map(|database| database.line(position)).unwrap_or_default()
                },
                damage: &damage,
            }
            .solve(task, output, settings, watch)
        }
        Subject::Problem(_) => Err(format!("{}: a problem of Go, apart from others", task.input)),
        Subject::Board(asked) => {
            let rule = asked.rule();
            let (game, history) =
                asked.under(rule).map_err(|message| format!("{}: {message}", task.input))?;
            Sitting {
                game: &game,
                knowledge: &(),
                history: &history,
                rule,
                attacker: Player::First,
                said: None,
                ending: &|_| Vec::new(),
                damage: &|| None,
            }
            .solve(task, output, settings, watch)
        }
        Subject::Graph(file) => Sitting {
            game: &file.game,
            knowledge: &(),
            history: &file.history,
            rule: file.rule,
            attacker: file.attacker,
            said: None,
            ending: &|_| Vec::new(),
            damage: &|| None,
        }
        .solve(task, output, settings, watch),
    }
}

/// A position with what its source says about it.
struct Sitting<'a, G: Searchable> {
    game: &'a G,
    knowledge: &'a dyn Knowledge<G>,
    history: &'a History<G>,
    rule: RepetitionRule,
    attacker: Player,
    said: Option<String>,
    /// How the game goes on from a position that the endgame database knows.
    ending: &'a dyn Fn(&G::Position) -> Vec<G::Move>,
    /// What is wrong with the endgame database, as far as it has been used.
    damage: &'a dyn Fn() -> Option<String>,
}

/// The answers to the questions about a position: one, or with a value two.
struct Findings {
    asked: Vec<Asked>,
    /// `None` without `--value`, `Some(None)` if unknown.
    value: Option<Option<Value>>,
}

impl<G: Searchable> Sitting<'_, G> {
    fn solve(
        &self,
        task: &Task,
        output: Option<&CertificateOutput>,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<Report, String> {
        let started = Instant::now();
        let undamaged = || match (self.damage)() {
            Some(damage) => Err(format!("{}: no answer: {damage}", task.input)),
            None => Ok(()),
        };
        undamaged()?;
        let questions = self.questions(task, settings)?;
        let mut solvers: Vec<Solver<'_, G>> = Vec::new();
        for &question in &questions {
            let mut solver = Solver::new(self.game, question, settings.options.clone())
                .knowledge(self.knowledge);
            solver.limit(settings.limits.clone()).interrupt_by(settings.interrupt.clone());
            solvers.push(solver);
        }
        let findings = self.find(&mut solvers, self.history, output.is_some(), settings, watch);
        let mut report = self.report(task, questions[0], &findings, settings);
        undamaged()?;
        if let Some(output) = output {
            write(output, &findings, &mut report);
        }
        if settings.moves {
            report.moves = Some(self.moves(&mut solvers, settings, watch, &mut report.stats));
            report.nodes = report.stats.nodes;
            report.lookups = report.stats.lookups;
            undamaged()?;
        }
        report.time_s = started.elapsed().as_secs_f64();
        Ok(report)
    }

    fn questions(&self, task: &Task, settings: &Settings) -> Result<Vec<Question>, String> {
        let mover = self.game.player_to_move(self.history.root());
        if settings.value {
            if matches!(self.rule, RepetitionRule::AttackerLoses | RepetitionRule::AttackerWins) {
                let (input, rule) = (&task.input, self.rule);
                return Err(format!(
                    "{input}: --value needs the rule of a game (draw or superko), and '{rule}' is \
                     only about its attacker"
                ));
            }
            return Ok([mover, mover.opponent()].map(|p| Question::new(p, self.rule)).to_vec());
        }
        let attacker = match settings.attacker {
            None => self.attacker,
            Some(named) => named
                .player(self.game, self.history.root())
                .map_err(|message| format!("{}: {message}", task.input))?,
        };
        Ok(vec![Question::new(attacker, self.rule)])
    }

    fn find(
        &self,
        solvers: &mut [Solver<'_, G>],
        history: &History<G>,
        keep: bool,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Findings {
        let mut asked: Vec<Asked> = Vec::new();
        for solver in solvers.iter_mut() {
            let one = ask(self.game, solver, history, self.rule, keep, settings.check, watch);
            let is_proven = one.verdict == Verdict::Proven;
            asked.push(one);
            // Who wins leaves nothing to the other one.
            if is_proven {
                break;
            }
        }
        let value = (solvers.len() == 2).then(|| value(&asked));
        Findings { asked, value }
    }

    fn report(
        &self,
        task: &Task,
        question: Question,
        findings: &Findings,
        settings: &Settings,
    ) -> Report {
        let words = Words::new(self.game);
        let root = self.history.root();
        let mover = self.game.player_to_move(root);
        let proofs = findings.proofs();
        let (line, bound) = self.line(&words, &proofs);
        let (pn, dn) = findings.numbers();
        let stats = findings.stats();
        let is_chess = self.game.name() == "chess";
        Report {
            input: task.input.clone(),
            game: self.game.name().to_owned(),
            root: self.game.position_text(root),
            claim: words.claim(question),
            verdict: findings.verdict(),
            value: findings.value,
            reason: findings.reason(),
            pn,
            dn,
            line,
            nodes: stats.nodes,
            lookups: stats.lookups,
            time_s: 0.0,
            certificate: None,
            certificate_positions: findings.positions(),
            checked: findings.checked(settings),
            stats,
            moves: None,
            people: ForPeople {
                id: task.id.clone(),
                said: self.said.clone(),
                is_chess,
                verdict: match findings.value {
                    Some(Some(value)) => words.value(mover, value),
                    _ => words.verdict(findings.telling()),
                },
                bound,
                fault: findings.fault(),
                claims: proofs.iter().map(|proof| proof.block.header.claim.to_string()).collect(),
                not_written: None,
                collisions: settings.options.detect_collisions,
            },
        }
    }

    /// The line to show, and what its length says.
    fn line(
        &self,
        words: &Words<'_, G>,
        proofs: &[&Proof],
    ) -> (Option<Vec<String>>, Option<String>) {
        let mover = self.game.player_to_move(self.history.root());
        let is_of_mover = |block: &Block| block.header.claim.player == words.player(mover);
        let Some(first) = proofs.first() else { return (None, None) };
        // `None` for what is held, not won.
        if let Some(mut line) =
            longest_resistance(self.game, self.knowledge, self.history, &first.block)
        {
            let mut last = self.history.root().clone();
            for &m in &line {
                self.game.make(&mut last, m);
            }
            if first.block.header.database.is_some() && self.knowledge.probe(&last).is_some() {
                // Another line may be longer: the certificate does not say what comes after it.
                let (proof, ending) = (line.len(), (self.ending)(&last));
                line.extend(&ending);
                return (
                    Some(self.notation(&line)),
                    Some(Words::<G>::with_ending(proof, ending.len())),
                );
            }
            let bound = words.bound(line.len(), is_of_mover(&first.block));
            return (Some(self.notation(&line)), Some(bound));
        }
        // The first line of the claimant's strategy is what he plays in the root.
        let ours = proofs.iter().find(|proof| is_of_mover(&proof.block));
        let line = ours.and_then(|proof| proof.block.moves.iter().next());
        (line.map(|m| vec![m.to_owned()]), None)
    }

    fn notation(&self, line: &[G::Move]) -> Vec<String> {
        let mut position = self.history.root().clone();
        let mut texts = Vec::with_capacity(line.len());
        for &m in line {
            texts.push(self.game.move_text(&position, m));
            self.game.make(&mut position, m);
        }
        texts
    }

    /// The verdict of every move that can be played in the root.
    fn moves(
        &self,
        solvers: &mut [Solver<'_, G>],
        settings: &Settings,
        watch: Watch<'_>,
        stats: &mut Stats,
    ) -> Vec<MoveReport> {
        let root = self.history.root();
        let mut reports = Vec::new();
        for m in self.legal_moves() {
            let started = Instant::now();
            let mut history = self.history.clone();
            history.push(self.game, m);
            let findings = self.find(solvers, &history, false, settings, watch);
            let (pn, dn) = findings.numbers();
            let work = findings.stats();
            stats.add(&work);
            reports.push(MoveReport {
                text: self.game.move_text(root, m),
                verdict: findings.verdict(),
                value: findings.value,
                reason: findings.reason(),
                pn,
                dn,
                nodes: work.nodes,
                time_s: started.elapsed().as_secs_f64(),
                certificate_positions: findings.positions(),
                checked: findings.checked(settings),
                words: findings.words_for_move(self.game.player_to_move(root)),
                fault: findings.fault(),
            });
        }
        reports
    }

    /// The legal moves of the root in the order of their notation; under superko without those
    /// that repeat.
    fn legal_moves(&self) -> Vec<G::Move> {
        let (game, root) = (self.game, self.history.root());
        let mut moves = Vec::new();
        if game.terminal(root).is_some() {
            return moves;
        }
        game.moves(root, &mut moves);
        game.sort_by_notation(root, &mut moves);
        if self.rule.is_superko() {
            let before = self.history.positions().iter().chain([root]);
            let met: HashSet<_> = before.map(|p| game.situation(p, self.rule)).collect();
            moves.retain(|&m| {
                let mut position = root.clone();
                game.make(&mut position, m);
                game.is_pass(root, m) || !met.contains(&game.situation(&position, self.rule))
            });
        }
        moves
    }
}

/// Writes the certificate of the answer, if there is one and nothing is wrong with it.
fn write(output: &CertificateOutput, findings: &Findings, report: &mut Report) {
    let blocks: Vec<Block> = findings.proofs().iter().map(|proof| proof.block.clone()).collect();
    if blocks.is_empty() || findings.fault().is_some() {
        return;
    }
    match output.write(blocks) {
        Ok(places) => report.certificate = places.into_iter().next(),
        Err(error) => report.people.not_written = Some(error),
    }
}

/// The value that follows from the answers to both questions, for who was asked about first.
fn value(asked: &[Asked]) -> Option<Value> {
    let answers: Vec<Option<bool>> = asked.iter().map(|one| one.verdict.decided()).collect();
    match answers[..] {
        [Some(true), ..] => Some(Value::Win),
        [_, Some(true)] => Some(Value::Loss),
        [Some(false), Some(false)] => Some(Value::Draw),
        _ => None,
    }
}

impl Findings {
    /// The questions whose answers make up what is reported.
    fn relevant(&self) -> &[Asked] {
        match self.value {
            Some(Some(Value::Loss)) => &self.asked[1..],
            _ => &self.asked,
        }
    }

    /// The question that the verdict in words is about: an open one if there is one.
    fn telling(&self) -> &Asked {
        self.asked.iter().find(|one| one.open().is_some()).unwrap_or(&self.asked[0])
    }

    /// The verdict of the first question.
    fn verdict(&self) -> Verdict {
        match self.value {
            Some(Some(Value::Loss)) => Verdict::Disproven,
            _ => self.asked[0].verdict,
        }
    }

    fn is_decided(&self) -> bool {
        self.relevant().iter().all(|one| one.open().is_none())
    }

    fn reason(&self) -> Option<&'static str> {
        let fault = self.relevant().iter().find_map(|one| one.fault.as_ref());
        let open = || self.relevant().iter().find_map(Asked::open);
        fault.map(|fault| fault.name()).or_else(|| open().map(|reason| reason.name()))
    }

    fn fault(&self) -> Option<String> {
        self.relevant().iter().find_map(|one| one.fault.as_ref()).map(|fault| fault.words())
    }

    /// Proof and disproof number of the open question; of the first one if all are answered.
    fn numbers(&self) -> (u32, u32) {
        match self.verdict() {
            Verdict::Disproven if self.is_decided() => (INFINITY, 0),
            _ => (self.telling().pn, self.telling().dn),
        }
    }

    fn stats(&self) -> Stats {
        let mut stats = Stats::default();
        self.asked.iter().for_each(|one| stats.add(&one.stats));
        stats
    }

    /// The certificates of the answer; none while a part of it is open.
    fn proofs(&self) -> Vec<&Proof> {
        if !self.is_decided() {
            return Vec::new();
        }
        self.relevant().iter().filter_map(|one| one.proof.as_ref()).collect()
    }

    fn positions(&self) -> Option<u64> {
        let proofs = self.proofs();
        (!proofs.is_empty()).then(|| proofs.iter().map(|proof| proof.positions).sum())
    }

    /// Whether the certificates hold: `None` if there is nothing to check.
    fn checked(&self, settings: &Settings) -> Option<bool> {
        if self.relevant().iter().any(|one| one.fault.is_some()) {
            return Some(false);
        }
        (settings.check && self.is_decided())
            .then(|| self.proofs().iter().all(|proof| proof.checked))
    }

    /// What a move is worth for the player who makes it.
    fn words_for_move(&self, mover: Player) -> &'static str {
        if let Some(value) = self.value {
            return value.map_or("unknown", Value::name);
        }
        let asked = &self.asked[0];
        let holds = asked.question.rule == RepetitionRule::AttackerWins;
        let is_ours = asked.question.attacker == mover;
        match asked.verdict.decided() {
            None => "unknown",
            Some(proven) => match (holds, is_ours, proven) {
                (false, true, true) | (true, false, false) => "wins",
                (false, true, false) | (true, false, true) => "does not win",
                (false, false, true) | (true, true, false) => "loses",
                (false, false, false) | (true, true, true) => "does not lose",
            },
        }
    }
}
