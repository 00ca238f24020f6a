//! Problems of Go: the verdict under each ko rule, the right first moves, the solutions as a tree.

use threefold_certificate::Block;
use threefold_game::Game;
use threefold_go::problem::{CellSet, Problem, ProblemGoal, ProblemMove, ProblemPosition};
use threefold_go::{Point, Points, Wide};
use threefold_search::Stats;

use crate::at_hand::{AtHand, FrameChange};
use crate::first_moves::{ByKo, FirstMove, strategy};
use crate::grade::{Fate, Graded, Grader, Unless};
use crate::subject::ProblemSubject;
use crate::tree::Sgf;
use crate::zones::zone_of;
use threefold_answer::asked::{Fault, Proof};
use threefold_answer::effort::Effort;
use threefold_answer::error::Error;
use threefold_answer::observer::Observer;
use threefold_answer::words::capital;
use threefold_answer_go::ko::Ko;

/// Nodes of the question about another frame, where the answer took fewer.
const COMPARED_NODES: u64 = 5_000;

/// What is asked about a problem.
#[derive(Clone, Debug)]
pub struct ProblemRequest {
    /// How many more ko threats are tried, for the verdict and for each right first move.
    pub more_threats: u8,
    /// Whether only the verdict is asked for, and not which first moves are right.
    pub verdict_only: bool,
    /// What may be spent: nodes on each search, the time on the whole answer.
    pub effort: Effort,
}

impl Default for ProblemRequest {
    fn default() -> Self {
        ProblemRequest { more_threats: 2, verdict_only: false, effort: Effort::for_problems() }
    }
}

/// Solves a problem.
pub fn solve<'a, S: CellSet>(
    subject: &'a ProblemSubject<S>,
    request: &'a ProblemRequest,
    observer: &mut dyn Observer,
) -> Solution<'a, S> {
    solve_with(grader(subject, &request.effort), subject, request, observer, &mut |_| {})
}

/// The same with what answers single questions about it, of which some may be known already;
/// `known` has the verdict as soon as it is there, before first moves are asked about.
pub fn solve_with<'a, S: CellSet>(
    grader: Grader<'a, S>,
    subject: &'a ProblemSubject<S>,
    request: &ProblemRequest,
    observer: &mut dyn Observer,
    known: &mut dyn FnMut(&Solution<'a, S>),
) -> Solution<'a, S> {
    let kos = subject.question.kos();
    let mut solution = Solution::verdict_of(grader.together(), &kos, request, observer);
    solution.compare_frames(observer);
    known(&solution);
    solution.ask_first_moves(request, observer);
    let blocks: Vec<Block> = solution.proofs().map(|(_, proof)| proof.block.clone()).collect();
    if solution.fault().is_none() && !blocks.is_empty() {
        observer.certificate(&blocks);
    }
    solution
}

/// What answers single questions about a problem.
pub fn grader<'a, S: CellSet>(subject: &'a ProblemSubject<S>, effort: &'a Effort) -> Grader<'a, S> {
    let (at_hand, threats) = (&subject.at_hand, subject.question.threats);
    Grader { at_hand, effort, deadline: None, threats, kept: None }
}

/// All that was found out about a problem.
#[derive(Debug)]
pub struct Solution<'a, S: CellSet = u64> {
    /// The problem, and what answers further questions about it.
    pub grader: Grader<'a, S>,
    /// By rule; the first is that of the verdict.
    pub graded: Vec<Graded>,
    /// A rule under which the moves before the position could not have been played, and why.
    pub refused: Option<(Ko, Error)>,
    /// What the first moves get, if they were asked about.
    pub first_moves: Option<Vec<FirstMove>>,
    /// First moves that were not asked about ([`Grader::left_out`]).
    pub left_out: Vec<ProblemMove>,
    /// Whether the player to move need not move here.
    pub may_tenuki: Option<bool>,
    /// What a diagram comes to with other frames, if that was asked.
    pub other_frames: Vec<(FrameChange, Compared)>,
}

/// The verdict with another frame.
#[derive(Debug)]
pub enum Compared {
    /// What was found out, under the rule of the verdict.
    Graded(Box<Graded>),
    /// Why there is none.
    NotPosed(Error),
}

impl Compared {
    /// In words: `alive`, `unknown: time limit reached`, `not asked: ...`.
    pub fn words<S: CellSet>(&self, grader: &Grader<'_, S>) -> String {
        match self {
            Compared::Graded(graded) => {
                graded.words(grader.posed().aim, grader.defender(), grader.threats)
            }
            Compared::NotPosed(error) => format!("not asked: {error}"),
        }
    }

    fn graded(&self) -> Option<&Graded> {
        match self {
            Compared::Graded(graded) => Some(graded),
            Compared::NotPosed(_) => None,
        }
    }
}

impl<'a, S: CellSet> Solution<'a, S> {
    /// The verdict under each of the rules; the first is the one that counts.
    pub fn verdict_of(
        grader: Grader<'a, S>,
        kos: &[Ko],
        request: &ProblemRequest,
        observer: &mut dyn Observer,
    ) -> Self {
        let mut rules = kos.to_vec();
        // The first one has been checked. Under the second one the game may not have been possible.
        let mut refused = None;
        if let [first, second] = rules[..]
            && let Err(error) = grader.at_hand.could_be(second)
        {
            refused = Some((second, error));
            rules = vec![first];
        }
        let mut graded: Vec<Graded> = Vec::new();
        for (i, &ko) in rules.iter().enumerate() {
            // The second rule is only to see whether it says the same.
            let more = if i == 0 { request.more_threats } else { 0 };
            graded.push(grader.grade(ko, more, &mut *observer));
        }
        let (first_moves, left_out, may_tenuki, other_frames) = (None, vec![], None, vec![]);
        Solution { grader, graded, refused, first_moves, left_out, may_tenuki, other_frames }
    }

    /// Asks which first moves are right, if that is wanted and the verdict is known.
    fn ask_first_moves(&mut self, request: &ProblemRequest, observer: &mut dyn Observer) {
        let most = request.more_threats;
        let (grader, graded) = self.judged();
        let Some(fate) = graded.fate.filter(|_| !request.verdict_only) else { return };
        // The rest of the time is for a tenuki.
        let moves = grader.part(0.9).first_moves(graded, fate, most, &mut *observer);
        let mut may_tenuki = None;
        if let Some(keep) = grader.to_keep(fate) {
            // As good as moving: what life or death withstands; for seki, what the best move does.
            let against = match fate {
                Fate::Seki => 0,
                _ => graded.withstands(most),
            };
            may_tenuki = grader.may_tenuki(graded, keep, against, observer);
        }
        self.left_out = grader.left_out(graded, grader.move_question(graded, fate));
        (self.first_moves, self.may_tenuki) = (Some(moves), may_tenuki);
    }

    /// What the first moves are about, under the rule of the verdict ([`Grader::judged`]).
    pub fn judged(&self) -> (Grader<'a, S>, &Graded) {
        self.grader.judged(&self.graded[0])
    }

    /// Asks the question of the verdict again with other frames, where there are some. No search
    /// for that takes more than the answer did, or than is done in a moment.
    pub fn compare_frames(&mut self, observer: &mut dyn Observer) {
        let first = &self.graded[0];
        let at_hand: &'a AtHand<S> = self.grader.at_hand;
        if first.outcome().is_none() {
            return;
        }
        let mut effort = self.grader.effort.clone();
        let spent = first.asked.iter().map(|asked| asked.stats.nodes).sum::<u64>();
        effort.limits.nodes = effort.limits.nodes.min(spent.max(COMPARED_NODES));
        for other in &at_hand.other_frames {
            let compared = match &other.at_hand {
                Ok(at_hand) => {
                    let (at_hand, effort) = (at_hand.as_ref(), &effort);
                    let grader = Grader { at_hand, effort, ..self.grader.part(0.25) };
                    Compared::Graded(Box::new(grader.grade(first.ko, 0, &mut *observer)))
                }
                Err(error) => Compared::NotPosed(error.clone()),
            };
            self.other_frames.push((other.change, compared));
        }
    }

    /// The frames with which the fate is known to be another one, and what was found out there.
    pub fn contradicting_frames(&self) -> impl Iterator<Item = (FrameChange, &Graded)> {
        let own = self.graded[0].outcome();
        let graded = self
            .other_frames
            .iter()
            .filter_map(|(change, compared)| compared.graded().map(|graded| (*change, graded)));
        graded.filter(move |(_, graded)| graded.outcome().is_some_and(|fate| Some(fate) != own))
    }

    /// Whether the fate is known to be another one with another frame.
    pub fn depends_on_frame(&self) -> bool {
        self.contradicting_frames().next().is_some()
    }

    /// The verdict with another frame, in words, if it was asked for.
    pub fn with_frame(&self, change: FrameChange) -> Option<String> {
        let found = self.other_frames.iter().find(|(other, _)| *other == change)?;
        Some(found.1.words(&self.grader))
    }

    /// Whether the rules disagree.
    pub fn depends_on_rule(&self) -> bool {
        let fates: Vec<Fate> = self.graded.iter().filter_map(Graded::outcome).collect();
        fates.windows(2).any(|two| two[0] != two[1])
    }

    /// The verdict in words.
    pub fn verdict(&self) -> String {
        let grader = &self.grader;
        let words =
            |graded: &Graded| graded.words(grader.posed().aim, grader.defender(), grader.threats);
        if self.depends_on_rule() {
            let each: Vec<String> = self
                .graded
                .iter()
                .map(|graded| format!("{} under {}", words(graded), graded.ko.words()))
                .collect();
            return format!("depends on the rule: {}", each.join(", "));
        }
        let verdict = words(&self.graded[0]);
        let others: Vec<String> = self
            .contradicting_frames()
            .map(|(change, graded)| format!("{} {}", words(graded), change.words()))
            .collect();
        if !others.is_empty() {
            return format!("depends on the surroundings: {verdict}, {}", others.join(", "));
        }
        // More room only helps the defender.
        let is_open = |(change, compared): &(FrameChange, Compared)| {
            let is_known = compared.graded().is_some_and(|graded| graded.fate.is_some());
            *change == FrameChange::Further && !is_known
        };
        match self.graded[0].fate.is_some_and(|fate| fate != Fate::Alive)
            && self.other_frames.iter().any(is_open)
        {
            true => format!("{verdict} (unknown {})", FrameChange::Further.words()),
            false => verdict,
        }
    }

    /// What is wrong with one of the answers.
    pub fn fault(&self) -> Option<String> {
        let asked = self.first_moves.iter().flatten().filter_map(|first| first.asked.as_ref());
        let of_moves = asked.filter_map(|asked| asked.fault.as_ref()).next();
        let mut grades = self.graded.iter().flat_map(Graded::each);
        let of_grades = grades.find_map(|graded| graded.fault.clone());
        let of_threats = self.first_moves.iter().flatten().find_map(|first| first.fault.clone());
        let mut others = self.other_frames.iter().filter_map(|(_, compared)| compared.graded());
        let of_others = others.find_map(|graded| graded.fault.clone());
        of_grades.or_else(|| of_moves.map(Fault::words)).or(of_threats).or(of_others)
    }

    /// The work of all searches.
    pub fn stats(&self) -> Stats {
        let mut stats = Stats::default();
        let others = self.other_frames.iter().filter_map(|(_, compared)| compared.graded());
        for graded in self.graded.iter().chain(others).flat_map(Graded::each) {
            stats.add(&graded.stats);
            graded.asked.iter().for_each(|asked| stats.add(&asked.stats));
        }
        for first in self.first_moves.iter().flatten() {
            first.asked.iter().for_each(|asked| stats.add(&asked.stats));
            stats.add(&first.extra);
        }
        stats
    }

    /// What the verdict rests on: the answers under one rule, or under each where they disagree.
    pub fn answers(&self) -> &[Graded] {
        if self.depends_on_rule() { &self.graded } else { &self.graded[..1] }
    }

    /// The first moves that succeed by ko, best first.
    pub fn moves_by_ko(&self) -> Vec<&FirstMove> {
        let moves = self.first_moves.iter().flatten();
        let mut by_ko: Vec<_> = moves.filter(|first| first.by_ko.is_some()).collect();
        by_ko.sort_by_key(|first| first.by_ko.map(ByKo::rank));
        by_ko
    }

    /// The certificates of those answers, with the rules that they hold under.
    pub fn proofs(&self) -> impl Iterator<Item = (Ko, &Proof)> {
        self.answers().iter().flat_map(Graded::each).flat_map(|graded| {
            let proofs = graded.asked.iter().filter_map(|one| one.proof.as_ref());
            proofs.map(|proof| (graded.ko, proof))
        })
    }

    /// The points of the zone to which the first of them that has one is confined, whatever is
    /// played elsewhere.
    pub fn zone(&self) -> Option<&str> {
        self.proofs().find_map(|(_, proof)| zone_of(&proof.block))
    }

    /// Different positions in the certificates; `None` without one.
    pub fn certificate_positions(&self) -> Option<u64> {
        self.proofs().map(|(_, proof)| proof.positions).reduce(|sum, positions| sum + positions)
    }

    /// The solutions as variations of an SGF file: at most so many nodes. Without a title it is
    /// called `name`. Its marks say what the question is: read again, it is the same one. If
    /// nothing was asked about first moves, it is what the certificate of the verdict plays.
    pub fn tree(&self, title: Option<&str>, name: &str, most: usize) -> String {
        let (grader, graded) = self.judged();
        let to_play = grader.posed().to_play;
        let (ko, fate) = (graded.ko, graded.fate);
        let root = grader.root(None);
        let question = fate.map(|fate| grader.move_question(graded, fate));
        let goal = question.map_or_else(|| grader.shows_failure().0, |question| question.goal);
        let problem = grader.problem(goal, ko);
        let mut sgf = Sgf::new(&problem, &root, title.unwrap_or(name));
        let definition = problem.definition();
        let rivals = self.grader.rival().map(|rival| [self.grader, rival]);
        let targets = rivals.map(|two| two.map(|one| one.posed().problem.definition().target));
        sgf.points("MA", targets.map_or(definition.target, |[one, other]| one | other));
        sgf.points("CR", definition.eyes);
        // Otherwise whoever reads the tree would put a frame around the frame.
        sgf.points("TR", problem.region());
        sgf.points("SQ", definition.declared);
        let moves = self.first_moves.as_deref().unwrap_or_default();
        let right: Vec<_> =
            moves.iter().filter(|m| m.is_right == Some(true)).map(|m| m.m).collect();
        sgf.labels(&problem, &right);
        sgf.text("C", &self.comment(&problem, ko));
        let share = most / moves.len().max(1);
        // What the answer to the question of the verdict plays, for moves that it judges.
        let judges = moves.iter().any(|first| first.asked.is_none());
        let answer = grader.answer(graded, goal).filter(|_| judges);
        let verdicts =
            answer.and_then(|a| strategy(&problem, &grader.history(&problem, None), a, ko));
        let zone = answer.and_then(|asked| grader.zone(asked));
        let mut by_worth: Vec<&FirstMove> = moves.iter().collect();
        by_worth.sort_by_key(|first| first.rank());
        for first in by_worth {
            let name = problem.move_text(&root, first.m);
            let (judgement, words) = first.judged(&name, to_play, grader.threats);
            let strategy = match &first.asked {
                Some(asked) => {
                    let mut history = grader.history(&problem, first.more);
                    history.push(&problem, first.m);
                    strategy(&problem, &history, asked, ko)
                }
                None => {
                    // In a zone a move elsewhere comes to a pass.
                    let point = problem.point(first.m);
                    let is_in_zone = point.zip(zone).is_none_or(|(at, zone)| zone.contains(at));
                    let m = if is_in_zone { first.m } else { ProblemMove::PASS };
                    verdicts.as_ref().map(|strategy| strategy.after(m))
                }
            };
            let strategy = strategy.map(|mut strategy| {
                strategy.cut(share);
                strategy
            });
            let root = grader.root(first.more);
            sgf.variation(&problem, &root, first.m, judgement, &words, strategy.as_ref());
        }
        if self.first_moves.is_none() {
            self.verdict_in(&mut sgf, goal, most);
        }
        sgf.finish()
    }

    /// What is said of the whole at the root of the tree.
    fn comment(&self, problem: &Problem<S>, ko: Ko) -> String {
        let (grader, _) = self.judged();
        let to_play = grader.posed().to_play;
        let mut comment = String::new();
        if let Some(frame) = &grader.posed().frame {
            comment += &format!("Assuming that {}.\n", frame.words());
        }
        if let Some(assuming) = grader.posed().problem.assumptions() {
            comment += &format!("{}.\n", capital(&assuming));
        }
        comment += &format!(
            "{}: {}.\nKo rule: {}. Certificate: {} positions.",
            to_play.name(),
            self.verdict(),
            ko.words(),
            self.certificate_positions().unwrap_or(0)
        );
        if !grader.at_hand.before.is_empty() {
            let moves = grader.history(problem, None).notation(problem);
            comment += &format!("\nPlayed before: {moves}. Their positions may not recur.");
        }
        if self.may_tenuki == Some(true) {
            comment += &format!("\n{} need not move here.", to_play.name());
        }
        comment
    }

    /// What the certificate of the verdict plays, as variations: that about the game of a goal, or
    /// where it shows a failure without a move, the other one.
    fn verdict_in(&self, sgf: &mut Sgf, goal: ProblemGoal, most: usize) {
        let (grader, graded) = self.judged();
        let of = |goal| {
            let (problem, answer) = (grader.problem(goal, graded.ko), grader.answer(graded, goal)?);
            let found = strategy(&problem, &grader.history(&problem, None), answer, graded.ko)?;
            let has_moves = found.first_moves().next().is_some();
            has_moves.then_some((problem, found))
        };
        let gets = graded.fate.and_then(|fate| grader.to_keep(fate)).is_some();
        // Who gets something does so by one of the two; who gets nothing fails in both.
        let mut goals = match gets {
            true => vec![goal],
            false => vec![goal, ProblemGoal::Live, ProblemGoal::Survive],
        }
        .into_iter();
        let Some((problem, mut strategy)) = goals.find_map(of) else { return };
        strategy.cut(most);
        let (judgement, word) = match graded.unless {
            _ if gets => ("TE[1]", "Right"),
            Unless::Never => ("BM[1]", "Wrong"),
            // Which of them those threats help was not asked.
            _ => ("DO[]", "Wrong without ko threats"),
        };
        let root = grader.root(None);
        // That passes fail need not be shown, where moves do.
        let mut moves: Vec<ProblemMove> = strategy.first_moves().collect();
        if moves.iter().any(|&m| problem.point(m).is_some()) {
            moves.retain(|&m| problem.point(m).is_some());
        }
        for m in moves {
            let words = format!("{word}: {}.", problem.move_text(&root, m));
            sgf.variation(&problem, &root, m, judgement, &words, Some(&strategy.after(m)));
        }
    }
}

/// The part of the board around the region, with coordinates.
pub fn diagram<S: CellSet>(problem: &Problem<S>, root: &ProblemPosition<S>) -> String {
    let size = problem.size();
    let region = problem.region();
    let range = |at: &dyn Fn(Point) -> usize, most: usize| {
        let least = region.iter().map(at).min().unwrap_or(0).saturating_sub(2);
        let last = region.iter().map(at).max().unwrap_or(0) + 2;
        least..=last.min(most - 1)
    };
    let rows = range(&|point| size.row(point), size.rows());
    let columns = range(&|point| size.column(point), size.columns());
    let text = problem.diagram(root);
    let lines: Vec<&str> = text.lines().collect();
    let mut out = String::new();
    for row in rows {
        out.push_str(&format!("{:>2} ", size.rows() - row));
        for column in columns.clone() {
            let at = Wide::single(size.at(row, column));
            let c = lines[row].as_bytes()[column];
            // Empty points where nobody may play are blank.
            let c = if c == b'.' && !region.meets(at) { ' ' } else { char::from(c) };
            out.push(' ');
            out.push(c);
        }
        out.push('\n');
    }
    out.push_str("   ");
    for column in columns {
        let name = size.coordinates(size.at(0, column)).to_string();
        out.push(' ');
        out.push_str(&name[..1]);
    }
    out.push('\n');
    out
}
