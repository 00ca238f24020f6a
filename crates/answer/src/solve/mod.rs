//! One position: its questions, its moves, its certificate.
//!
//! ```text
//!                     Posed --questions--> one Solver each --ask--> Asked: verdict, certificate
//!                                               |                      |
//!                                               +--- moves, likewise   +--> Answer
//! ```

mod moves;

use std::time::Duration;

use threefold_game::clock::Instant;

use threefold_certificate::{Block, CheckLimits, Claim, Terms};
use threefold_game::{Player, Question, RepetitionRule, Searchable};
use threefold_search::{INFINITY, Limits, Solver, Stats, Verdict, longest_resistance};

use crate::alone::{self, Alone};
pub use crate::answer::{Answer, MoveAnswer};
use crate::ask::{go_on, solver};
use crate::asked::{Asked, Fault, Proof, Wanted};
use crate::attacker::Attacker;
use crate::effort::Effort;
use crate::error::{Error, Unusable};
use crate::leaves::{Leaves, Room, is_usable};
use crate::library::Library;
use crate::observer::Observer;
use crate::posed::Posed;
use crate::record::{Proved, Recorded};
use crate::slices;
use crate::standing::{Claimed, Standing, all_certified};
use crate::words::{Value, Words, moves_of};

/// What is asked about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Whether a player can win; without one, the player whom the source asks about.
    Win(Option<Attacker>),
    /// The value for the side to move: can it win, and can the other side?
    Value,
}

/// A question about a position.
#[derive(Clone, Debug)]
pub struct Request {
    /// What is asked.
    pub goal: Goal,
    /// Whether it is asked about every legal move as well.
    pub moves: bool,
    /// What may be spent: nodes on each question, the time on all of them together, certificates
    /// and checks included.
    pub effort: Effort,
}

impl Default for Request {
    fn default() -> Self {
        Request { goal: Goal::Win(None), moves: false, effort: Effort::for_positions() }
    }
}

/// Answers a question about a position of any game.
///
/// # Errors
/// The position cannot be asked about so, or the database is not what it should be.
pub fn position<G: Searchable>(
    posed: &Posed<'_, G>,
    request: &Request,
    observer: &mut dyn Observer,
) -> Result<Answer, Error> {
    position_with(posed, request, None, observer)
}

/// The same with a library, and how many positions of it the search may know of.
///
/// # Errors
/// As for [`position`], or the library is not what it should be.
pub fn position_with<G: Searchable>(
    posed: &Posed<'_, G>,
    request: &Request,
    library: Option<(&dyn Library, usize)>,
    observer: &mut dyn Observer,
) -> Result<Answer, Error> {
    let started = Instant::now();
    let mut limits = request.effort.limits.clone().together();
    let sitting = Sitting { posed, request };
    sitting.plays_by_the_rule()?;
    sitting.undamaged()?;
    let questions = sitting.questions()?;
    // What a move owes to a certificate that is read late is not asked again without it.
    let mut refused = Refused { all: Vec::new(), unread: !request.moves };
    loop {
        let answer =
            sitting.answered(&questions, library, &mut refused, &mut limits, started, observer)?;
        if let Some(answer) = answer {
            return Ok(answer);
        }
    }
}

/// The certificates of a library that are not used for a request.
struct Refused {
    all: Vec<Unusable>,
    /// Whether some are read only when the search has used them.
    unread: bool,
}

impl Refused {
    fn note(&mut self, one: &Unusable, observer: &mut dyn Observer) {
        if !self.all.contains(one) {
            observer.warning(&format!("{one}; going on without it"));
            self.all.push(one.clone());
        }
    }
}

/// A position and what is asked about it.
struct Sitting<'a, G: Searchable> {
    posed: &'a Posed<'a, G>,
    request: &'a Request,
}

impl<G: Searchable> Sitting<'_, G> {
    /// The answer; `None` if it relies on a certificate of the library that is of no use, and has
    /// to be looked for without it.
    fn answered(
        &self,
        questions: &[Question],
        library: Option<(&dyn Library, usize)>,
        refused: &mut Refused,
        limits: &mut Limits,
        started: Instant,
        observer: &mut dyn Observer,
    ) -> Result<Option<Answer>, Error> {
        let Sitting { posed, request } = *self;
        let leaves = self.leaves(questions, library, refused.unread)?;
        let all = leaves.iter().flat_map(Leaves::refused);
        all.for_each(|one| refused.note(one, observer));
        let mut asking = self.asking(questions, &leaves);
        let Effort { check, keep, .. } = request.effort;
        let wanted = Wanted { check, keep };
        let mut before = slices::resume(&mut asking[0].solver, posed.history, observer)?;
        let (mut answer, findings, asking) = loop {
            let begun = Instant::now();
            // The other half of the time is for the moves.
            let own = if request.moves { limits.part(0.5) } else { limits.clone() };
            let mut findings = self.find(&mut asking, &own, wanted, before, observer);
            let late = findings.asked.iter().find_map(|one| match &one.fault {
                Some(Fault::Library(Error::Unusable(unusable))) => Some(unusable),
                _ => None,
            });
            if let Some(late) = late.filter(|_| refused.unread) {
                refused.note(late, observer);
                refused.unread = false;
                return Ok(None);
            }
            findings.note_damage(refused);
            let mut answer = self.answer(questions[0], &findings, limits);
            self.compare_with_alone(questions, &findings, limits, &mut answer);
            self.undamaged()?;
            if answer.fault.is_none() && !answer.proofs.is_empty() {
                let blocks: Vec<Block> =
                    answer.proofs.iter().map(|proof| proof.block.clone()).collect();
                observer.certificate(&blocks);
            }
            if request.moves {
                break (answer, findings, asking);
            }
            answer.recorded = self.recorded(&answer, &findings);
            answer.time = begun.elapsed();
            let Some(again) = observer.again(&answer) else {
                return Ok(Some(answer));
            };
            before += answer.stats.nodes;
            *limits = again.limits.together();
            for Asking { solver, .. } in &mut asking {
                solver.interrupt_by(again.interrupt.clone());
            }
        };
        answer.time = started.elapsed();
        observer.answered(&answer);
        answer.moves = Some(self.moves(questions, asking, limits, observer, &mut answer.stats));
        self.undamaged()?;
        answer.recorded = self.recorded(&answer, &findings);
        answer.time = started.elapsed();
        Ok(Some(answer))
    }
}

/// A question, with what answers it.
struct Asking<'a, G: Searchable> {
    solver: Solver<'a, G>,
    leaves: Option<&'a Leaves<'a, G>>,
}

/// A line, and what its length says.
#[derive(Default)]
struct Line {
    moves: Option<Vec<String>>,
    written: Option<Vec<String>>,
    bound: Option<String>,
    within: Option<u32>,
}

/// The answers to the questions about a position: one, or with a value two.
struct Findings {
    asked: Vec<Asked>,
    /// `None` without `--value`, `Some(None)` if unknown.
    value: Option<Option<Value>>,
}

impl<G: Searchable> Sitting<'_, G> {
    fn plays_by_the_rule(&self) -> Result<(), Error> {
        let Posed { game, rule, .. } = *self.posed;
        if game.has_rule(rule) {
            return Ok(());
        }
        let names: Vec<_> = game.repetition_rules().iter().map(|rule| rule.name()).collect();
        let (name, names) = (game.name(), names.join(", "));
        let what = format!("{name} is never played under {rule}, expected one of {names}");
        Err(Error::field("rule", what))
    }

    /// An answer that was found with a damaged database counts for nothing.
    fn undamaged(&self) -> Result<(), Error> {
        match self.posed.endings.and_then(|endings| endings.damage()) {
            Some(damage) => Err(Error::Damage(damage)),
            None => Ok(()),
        }
    }

    fn mover(&self) -> Player {
        self.posed.game.player_to_move(self.posed.history.root())
    }

    fn questions(&self) -> Result<Vec<Question>, Error> {
        let rule = self.posed.rule;
        let attacker = match self.request.goal {
            Goal::Value
                if matches!(rule, RepetitionRule::AttackerLoses | RepetitionRule::AttackerWins) =>
            {
                return Err(Error::NoValue(rule));
            }
            Goal::Value => {
                let players = [self.mover(), self.mover().opponent()];
                return Ok(players.map(|player| Question::new(player, rule)).to_vec());
            }
            Goal::Win(None) => self.posed.attacker,
            Goal::Win(Some(named)) => self.posed.player(named)?,
        };
        Ok(vec![Question::new(attacker, rule)])
    }

    /// What a library has proved for the sake of each question.
    fn leaves<'s>(
        &'s self,
        questions: &[Question],
        library: Option<(&'s dyn Library, usize)>,
        unread: bool,
    ) -> Result<Vec<Leaves<'s, G>>, Error> {
        let Posed { game, history, rule, knowledge, .. } = *self.posed;
        let Some((library, positions)) = library.filter(|_| is_usable(game, history, rule)) else {
            return Ok(Vec::new());
        };
        let Effort { options, limits, .. } = &self.request.effort;
        let limits = CheckLimits { memory: Some(options.budget()), time: limits.time };
        let room = Room { positions, limits, unread };
        // The answer about the position is not all that its moves may need.
        let root = (!self.request.moves).then(|| history.root());
        let leaves = questions
            .iter()
            .map(|&question| Leaves::new(game, question, root, library, knowledge, room));
        leaves.collect()
    }

    /// A solver for each question.
    fn asking<'s>(
        &'s self,
        questions: &[Question],
        leaves: &'s [Leaves<'s, G>],
    ) -> Vec<Asking<'s, G>> {
        let Posed { game, knowledge, .. } = *self.posed;
        let mut effort = self.request.effort.clone();
        if self.request.moves && questions.len() > 1 {
            // Both are asked about each move in turn.
            effort.options = effort.options.part(questions.len());
        }
        let asking = questions.iter().enumerate().map(|(number, &question)| {
            let solver = solver(game, question, &effort);
            let leaves = leaves.get(number);
            // What knows nothing costs time all the same.
            let solver = solver.knowledge(match leaves.filter(|leaves| !leaves.is_empty()) {
                Some(leaves) => leaves,
                None => knowledge,
            });
            Asking { solver, leaves }
        });
        asking.collect()
    }

    fn find(
        &self,
        asking: &mut [Asking<'_, G>],
        limits: &Limits,
        wanted: Wanted,
        before: u64,
        observer: &mut dyn Observer,
    ) -> Findings {
        let Posed { game, history, rule, .. } = *self.posed;
        let mut asked: Vec<Asked> = Vec::new();
        let questions = asking.len();
        for (number, Asking { solver, leaves }) in asking.iter_mut().enumerate() {
            // Of the time one question leaves half to the other.
            solver.limit(limits.part(1.0 / (questions - number) as f64));
            asked.push(go_on(game, solver, history, rule, wanted, before, *leaves, observer));
            // One question after the other has all the memory.
            let is_asked_on = self.request.moves || observer.may_ask_again();
            if self.request.goal == Goal::Value && !is_asked_on {
                solver.clear();
            }
            if is_settled(&asked) {
                break;
            }
        }
        Findings::new(asked, asking.len())
    }

    fn answer(&self, question: Question, findings: &Findings, limits: &Limits) -> Answer {
        let Posed { game, history, idiom, .. } = *self.posed;
        let words = Words::new(game, idiom);
        let proofs = findings.proofs();
        let Line { moves: line, written, bound, within } = self.line(&words, &proofs, limits);
        let ending = self.posed.convention.and_then(|one| one.ending(history.root()));
        let fault = findings.fault();
        let best = self.best(&words, findings);
        let (pn, dn) = findings.numbers();
        let claims = self.claims(findings);
        Answer {
            game: game.name().to_owned(),
            idiom,
            root: game.position_text(history.root()),
            said: self.posed.said.clone(),
            claim: words.claim(question),
            verdict: findings.verdict(),
            value: findings.value,
            alone: None,
            words: match (findings.value, ending) {
                (Some(Some(value)), Some(ending)) if fault.is_none() => {
                    format!("{}: {ending}", value.name())
                }
                (Some(Some(value)), _) => words.value(self.mover(), value),
                (None, Some(ending)) if fault.is_none() && findings.is_decided() => {
                    words.over(findings.telling(), ending)
                }
                _ => words.verdict(findings.telling()),
            },
            reason: findings.reason(),
            pn,
            dn,
            ending,
            best,
            line,
            written,
            within,
            recorded: None,
            bound,
            checked: findings.checked(self.request.effort.check, &claims),
            claims,
            fault,
            proofs: proofs.into_iter().cloned().collect(),
            owed: findings.asked.iter().filter_map(|one| one.owed.clone()).collect(),
            moves: None,
            stats: findings.stats(),
            time: Duration::ZERO,
        }
    }

    /// Asks about the position without the moves before it, where they could have decided.
    fn compare_with_alone(
        &self,
        questions: &[Question],
        findings: &Findings,
        limits: &Limits,
        answer: &mut Answer,
    ) {
        if !answer.is_answered() || answer.fault.is_some() {
            return;
        }
        let Some(history) = alone::history(self.posed) else { return };
        let posed = self.posed.with_history(&history);
        let sitting = Sitting { posed: &posed, request: self.request };
        // Claimed only with a certificate, as the answer itself.
        let wanted = Wanted { check: self.request.effort.check, ..Wanted::NOTHING };
        let limits = alone::limits(limits, findings.stats().nodes);
        let mut asking = sitting.asking(questions, &[]);
        let found = sitting.find(&mut asking, &limits, wanted, 0, &mut ());
        answer.stats.add(&found.stats());
        if found.fault().is_some() || !found.is_decided() {
            return;
        }
        let alone = Alone {
            verdict: found.verdict(),
            value: found.value.flatten(),
            words: match found.value.flatten() {
                Some(value) => Words::new(posed.game, posed.idiom).value(self.mover(), value),
                None => Words::new(posed.game, posed.idiom).verdict(found.telling()),
            },
        };
        let is_other = (alone.verdict, alone.value) != (answer.verdict, answer.value.flatten());
        answer.alone = is_other.then_some(alone);
    }

    /// What is claimed, question by question.
    fn claims(&self, findings: &Findings) -> Vec<Claimed> {
        let Posed { game, idiom, .. } = *self.posed;
        let one = |asked: &Asked| {
            let Some(proven) = asked.verdict.decided().filter(|_| asked.fault.is_none()) else {
                let claim = Words::new(game, idiom).claim(asked.question);
                return Claimed::new(claim, Standing::Unknown);
            };
            match &asked.proof {
                Some(proof) => Claimed::of(proof),
                None => {
                    let Terms { claimant, goal, .. } = Terms::of(asked.question, proven);
                    let claim = Claim { player: game.player_name(claimant).to_owned(), goal };
                    Claimed::new(claim.to_string(), Standing::Searched)
                }
            }
        };
        findings.relevant().iter().map(one).collect()
    }

    /// The line to show, and what its length says.
    fn line(&self, words: &Words<'_, G>, proofs: &[&Proof], limits: &Limits) -> Line {
        let Posed { game, history, knowledge, .. } = *self.posed;
        let player = words.player(self.mover());
        let is_of_mover = |block: &Block| block.header.claim.player == player;
        let Some(first) = proofs.first() else { return Line::default() };
        // `None` for what is held, not won. It takes as long as another check.
        let longest = || longest_resistance(game, knowledge, history, &first.block);
        if let Some(mut line) = (!limits.is_late()).then(longest).flatten() {
            let mut last = history.root().clone();
            for &m in &line {
                game.make(&mut last, m);
            }
            if first.block.header.database.is_some() && knowledge.probe(&last).is_some() {
                // Another line may be longer: the certificate does not say what comes after it.
                let endings = self.posed.endings.map(|endings| endings.line(&last));
                let (proof, ending) = (line.len(), endings.unwrap_or_default());
                line.extend(&ending);
                let bound = Words::<G>::with_ending(proof, ending.len());
                return Line { bound: Some(bound), ..self.notation(&line) };
            }
            let of_mover = is_of_mover(&first.block);
            return Line {
                bound: Some(words.bound(line.len(), of_mover)),
                within: u32::try_from(match self.posed.idiom.in_plies {
                    true => line.len(),
                    false => moves_of(line.len(), of_mover),
                })
                .ok(),
                ..self.notation(&line)
            };
        }
        // The first line of the claimant's strategy is what he plays in the root.
        let ours = proofs.iter().find(|proof| is_of_mover(&proof.block));
        let Some(text) = ours.and_then(|proof| proof.block.moves.iter().next()) else {
            return Line::default();
        };
        let written = self.posed.convention.and_then(|convention| {
            let m = game.parse_move(history.root(), text).ok()?;
            Some(convention.line(history.root(), &[m]))
        });
        Line { moves: Some(vec![text.to_owned()]), written, ..Line::default() }
    }

    /// The first move of a strategy of the player to move: he wins, or holds.
    fn best(&self, words: &Words<'_, G>, findings: &Findings) -> Option<String> {
        let player = words.player(self.mover());
        let sound = findings.asked.iter().filter(|asked| asked.fault.is_none());
        let mut blocks = sound.filter_map(|asked| Some(&asked.proof.as_ref()?.block));
        let block = blocks.find(|block| block.header.claim.player == player)?;
        Some(block.moves.iter().next()?.to_owned())
    }

    fn notation(&self, line: &[G::Move]) -> Line {
        let Posed { game, history, convention, .. } = *self.posed;
        let written = convention.map(|convention| convention.line(history.root(), line));
        let mut position = history.root().clone();
        let mut texts = Vec::with_capacity(line.len());
        for &m in line {
            texts.push(game.move_text(&position, m));
            game.make(&mut position, m);
        }
        Line { moves: Some(texts), written, ..Line::default() }
    }

    /// What the answer says of what the record says: only what is proved, and was checked.
    fn recorded(&self, answer: &Answer, findings: &Findings) -> Option<Recorded> {
        let expected = self.posed.expected?;
        let mover = self.mover();
        let is_checked = answer.checked == Some(true);
        let wins = |player: Player| {
            let one = |asked: &Asked| {
                let proven = asked.verdict.decided()?;
                let is_his = asked.question.attacker == player;
                // Who does not win may draw: of the other one nothing follows.
                if is_his { Some(proven) } else { proven.then_some(false) }
            };
            findings.relevant().iter().find_map(one).filter(|_| is_checked)
        };
        let best = match answer.value {
            Some(value) => value,
            None => (wins(mover) == Some(true)).then_some(Value::Win),
        };
        let keeps = |one: &MoveAnswer| {
            best.filter(|_| is_checked && one.is_certified())?;
            match one.value {
                Some(value) => value.map(|value| Some(value) == best),
                None => one.verdict.decided(),
            }
        };
        let moves = answer.moves.as_deref().unwrap_or_default();
        let moves: Vec<_> = moves.iter().map(|one| (one.text.as_str(), keeps(one))).collect();
        let within = answer.within;
        Some(expected.compare(&Proved { mover, wins: &wins, within, moves: &moves }))
    }
}

/// Whether nothing is left to ask: who wins leaves nothing to the other one.
fn is_settled(asked: &[Asked]) -> bool {
    asked.last().is_some_and(|one| one.verdict == Verdict::Proven)
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
    /// Of so many questions those that had to be asked.
    fn new(asked: Vec<Asked>, questions: usize) -> Self {
        let value = (questions == 2).then(|| value(&asked));
        Findings { asked, value }
    }

    /// Notes in what is owed to a library which of its certificates were of no use.
    fn note_damage(&mut self, refused: &Refused) {
        let damaged = refused.all.iter().filter(|one| !one.is_limit).map(|one| one.name.clone());
        if let Some(owed) = self.asked.iter_mut().find_map(|one| one.owed.as_mut()) {
            owed.damaged = damaged.collect();
        }
    }

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

    /// Whether the certificates hold: `None` if there is nothing to check, or not of each claim.
    fn checked(&self, check: bool, claims: &[Claimed]) -> Option<bool> {
        if self.relevant().iter().any(|one| one.fault.is_some()) {
            return Some(false);
        }
        (check && all_certified(claims)).then_some(true)
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
