//! Whether a problem is sound (検証): every other move along the intended line.
//!
//! At every move of the attacker but the last each other check is asked whether it mates at all,
//! however long that takes: such a move is a second solution (余詰). At every move of the defender
//! each other reply is asked how long it lasts, by [`convention`](super::convention).

use threefold_game::{Game, History, Player, Question, RepetitionRule};
use threefold_search::{Limits, Reason, longest_resistance};
use threefold_shogi::record::{Line, Record, write_kif};
use threefold_shogi::{Move, Position, Tsume, japanese};

use super::convention::{Convention, Defences, Sense};
use super::strategy::after;
use super::{left_in_hand, played};
use crate::row::TsumeSubject;
use threefold_answer::ask::{ask, solver};
use threefold_answer::asked::Wanted;
use threefold_answer::attacker::Attacker;
use threefold_answer::effort::Effort;
use threefold_answer::error::Error;

/// Nodes for each move where a request has no limit: what is left open is called so.
const NODES: u64 = 1_000_000;

/// What a move that is not in the line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Another move of the attacker that mates: the problem is unsound.
    Yozume,
    /// The same move with or without promotion, which mates as well: allowed.
    Promotion,
    /// Another mate at the last move: allowed.
    LastMove,
    /// A reply after which there is no mate: the problem has no solution.
    Escape,
    /// A reply that lasts longer than the line.
    Longer,
    /// One that does, with something left in the attacker's hand: a flaw that many let pass.
    LongerWithRest,
    /// A reply that lasts as long, with nothing left in hand: a second main line, a flaw.
    Equal,
    /// A reply that lasts as long, with something left in hand.
    EqualWithRest,
    /// A reply that is mated sooner.
    Shorter,
    /// A drop that changes nothing.
    Futile,
    /// It is not known.
    Open,
}

impl Finding {
    /// Its name in `--json`, in English, and in Japanese.
    pub const fn names(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Finding::Yozume => ("yozume", "mates, too", "余詰"),
            Finding::Promotion => ("promotion", "promotion makes no difference", "成不成"),
            Finding::LastMove => ("last-move", "another last move", "最終手余詰"),
            Finding::Escape => ("escape", "no mate", "不詰"),
            Finding::Longer => ("longer", "lasts longer", "変長"),
            Finding::LongerWithRest => {
                ("longer-with-rest", "lasts longer, pieces left in hand", "変長駒余り")
            }
            Finding::Equal => ("equal", "lasts as long", "変同"),
            Finding::EqualWithRest => {
                ("equal-with-rest", "lasts as long, pieces left in hand", "同手数駒余り")
            }
            Finding::Shorter => ("shorter", "mated sooner", "早詰"),
            Finding::Futile => ("futile", "futile interposition", "無駄合"),
            Finding::Open => ("open", "not known", "未解明"),
        }
    }

    /// How much it says against a problem: 0 nothing, 1 a flaw, 2 it is unsound, 3 not known.
    pub const fn weight(self) -> u8 {
        match self {
            Finding::Open => 3,
            Finding::Yozume | Finding::Escape => 2,
            Finding::Longer | Finding::LongerWithRest | Finding::Equal => 1,
            _ => 0,
        }
    }
}

/// A move that is not in the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The number of the move in whose place it is played, from 1.
    pub ply: usize,
    /// The move, and what follows down to mate, as far as that is known.
    pub line: Vec<String>,
    /// The same as players write it.
    pub written: Vec<String>,
    /// What it is.
    pub finding: Finding,
    /// Plies to mate, this move included: of the attacker's moves at most.
    pub plies: Option<usize>,
    /// Where what follows comes back to the intended line: behind so many of its moves.
    pub joins: Option<usize>,
    moves: Vec<Move>,
}

/// What is to be said of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kenshou {
    /// The line that is judged.
    pub line: Vec<String>,
    /// The same as players write it.
    pub written: Vec<String>,
    /// Whether it is the line of the record, and not one that was found.
    pub is_intended: bool,
    /// What is left in hand at its end.
    pub left_in_hand: String,
    /// Other moves, in the order of the line; none that are refuted.
    pub found: Vec<Judged>,
    /// Moves of the attacker that do not mate.
    pub refuted: usize,
    /// Answers about moves of the attacker that have a certificate, which was checked.
    pub certified: u32,
    /// Nodes of all searches.
    pub nodes: u64,
    start: Position,
    moves: Vec<Move>,
}

impl Kenshou {
    /// Whether nothing speaks against the problem; `None` if something is not known.
    pub fn is_sound(&self) -> Option<bool> {
        let has = |weight| self.found.iter().any(|one| one.finding.weight() == weight);
        if has(2) { Some(false) } else { (!has(3)).then_some(true) }
    }

    /// How often something was found.
    pub fn count(&self, finding: Finding) -> usize {
        self.found.iter().filter(|one| one.finding == finding).count()
    }

    /// The verdict as a magazine would have it, in Japanese.
    pub fn words_japanese(&self) -> String {
        let mut words = match self.is_sound() {
            Some(true) => "余詰なし".to_owned(),
            Some(false) if self.count(Finding::Escape) > 0 => "不詰".to_owned(),
            Some(false) => format!("余詰{}箇所", self.count(Finding::Yozume)),
            None => "余詰は見つからないが、未解明の手がある".to_owned(),
        };
        for finding in [Finding::Longer, Finding::LongerWithRest, Finding::Equal, Finding::Open] {
            if self.count(finding) > 0 {
                words += &format!("、{}{}", finding.names().2, self.count(finding));
            }
        }
        if !self.left_in_hand.is_empty() {
            words += "、駒余り";
        }
        words
    }

    /// The same in English.
    pub fn words(&self) -> String {
        let mut words = match self.is_sound() {
            Some(true) => "sound: no other move of the attacker mates".to_owned(),
            Some(false) if self.count(Finding::Escape) > 0 => "no mate (fuzume)".to_owned(),
            Some(false) => format!("unsound: {} yozume", self.count(Finding::Yozume)),
            None => "no yozume found, but not all is known".to_owned(),
        };
        for (finding, name) in [
            (Finding::Longer, "longer defences (hencho)"),
            (Finding::LongerWithRest, "longer defences with pieces left"),
            (Finding::Equal, "equally long defences (hendo)"),
            (Finding::Open, "open moves"),
        ] {
            if self.count(finding) > 0 {
                words += &format!(", {name}: {}", self.count(finding));
            }
        }
        if !self.left_in_hand.is_empty() {
            words += ", pieces left in hand";
        }
        words
    }

    /// As KIF: the line, with every finding as a variation and a comment.
    pub fn kif(&self, title: Option<&str>) -> String {
        let comment = |one: &Judged| {
            let plies = one.plies.map_or(String::new(), |plies| format!(" {plies}手"));
            let joins =
                one.joins.map_or(String::new(), |joins| format!("、{joins}手目の局面に合流"));
            format!("{}：{}{plies}{joins}", one.finding.names().2, one.written[0])
        };
        let mut main = Line { moves: self.moves.clone(), ..Line::default() };
        main.comments.push((0, format!("検証：{}", self.words_japanese())));
        main.comments.extend(self.found.iter().map(|one| (one.ply - 1, comment(one))));
        let mut lines = vec![main];
        // A variation stands behind those that leave the line later.
        let mut found: Vec<&Judged> = self.found.iter().collect();
        found.sort_by_key(|one| std::cmp::Reverse(one.ply));
        for one in found {
            let shared = one.ply - 1;
            let moves = [&self.moves[..shared], &one.moves].concat();
            lines.push(Line { moves, shared, comments: vec![(one.ply, comment(one))] });
        }
        let headers = title.map(|title| ("作品名".to_owned(), title.to_owned()));
        let headers = headers.into_iter().collect();
        write_kif(&Record { start: self.start.clone(), lines, headers })
    }
}

/// Judges the line of the record, or `line` where it has none: one that mates, futile drops apart.
/// `None` if neither does. The limit of nodes counts for each move; of those of the attacker
/// certificates are made and checked with [`Effort::check`].
///
/// # Errors
/// The position has no such attacker.
pub fn kenshou(
    subject: &TsumeSubject,
    attacker: Option<Attacker>,
    line: &[String],
    effort: &Effort,
) -> Result<Option<Kenshou>, Error> {
    let game = subject.game(attacker)?;
    let limits = effort.limits.clone().together();
    let nodes = if limits.nodes == u64::MAX { NODES } else { limits.nodes };
    let effort = Effort { limits: Limits { nodes, ..limits }, ..effort.clone() };
    // Half for the lengths, half for whether there is any mate.
    let half = Effort { options: effort.options.part(2), ..effort.clone() };
    let mut convention = Convention::new(&game, &half);
    let root = subject.position();
    let mut judged = None;
    for (line, is_intended) in [(subject.solution(), true), (line, false)] {
        let Some((moves, last)) = played(root, line) else { continue };
        let is_end = game.player_to_move(&last) == Player::Second
            && last.is_in_check(last.side_to_move())
            && convention.is_mated(Sense::Plain, &last, 0).unwrap_or(false);
        if is_end && !moves.is_empty() {
            judged = Some((moves, last, is_intended));
            break;
        }
    }
    let Some((moves, last, is_intended)) = judged else { return Ok(None) };
    let mut positions = vec![root.clone()];
    for &m in &moves {
        positions.push(after(&positions[positions.len() - 1], m));
    }
    let mut judge = Judge {
        game: &game,
        effort: &half,
        convention,
        positions: &positions,
        found: Vec::new(),
        refuted: 0,
        certified: 0,
        nodes: 0,
    };
    let question = Question { attacker: Player::First, rule: RepetitionRule::AttackerLoses };
    let mut any = solver(&game, question, &half);
    for (number, &m) in moves.iter().enumerate() {
        match game.player_to_move(&positions[number]) {
            Player::First => judge.attacker(&mut any, number, m, moves.len()),
            Player::Second => judge.defender(number, m, moves.len()),
        }
    }
    let Judge { convention, found, refuted, certified, nodes, .. } = judge;
    Ok(Some(Kenshou {
        line: moves.iter().map(ToString::to_string).collect(),
        written: japanese::line(root, &moves, None),
        is_intended,
        left_in_hand: left_in_hand(&game, &last),
        found,
        refuted,
        certified,
        nodes: nodes + convention.nodes,
        start: root.clone(),
        moves,
    }))
}

struct Judge<'j, 'g> {
    game: &'g Tsume,
    effort: &'j Effort,
    convention: Convention<'g>,
    /// Those of the line.
    positions: &'j [Position],
    found: Vec<Judged>,
    refuted: usize,
    certified: u32,
    nodes: u64,
}

impl Judge<'_, '_> {
    /// The other checks in the place of the move behind `number` moves.
    fn attacker(
        &mut self,
        any: &mut threefold_search::Solver<'_, Tsume>,
        number: usize,
        played: Move,
        of: usize,
    ) {
        let position = &self.positions[number];
        let mut checks = Vec::new();
        self.game.moves(position, &mut checks);
        self.game.sort_by_notation(position, &mut checks);
        for check in checks.into_iter().filter(|&check| check != played) {
            let history = History::new(after(position, check));
            let wanted = Wanted { check: self.effort.check, ..Wanted::NOTHING };
            any.limit(self.effort.limits.clone());
            let asked =
                ask(self.game, any, &history, RepetitionRule::AttackerLoses, wanted, &mut ());
            self.nodes += asked.stats.nodes;
            let decided = asked.verdict.decided().filter(|_| asked.fault.is_none());
            self.certified += u32::from(asked.proof.as_ref().is_some_and(|proof| proof.checked));
            let is_same = (check.from(), check.to()) == (played.from(), played.to())
                && check.from().is_some();
            let finding = match decided {
                Some(false) => {
                    self.refuted += 1;
                    continue;
                }
                None => Finding::Open,
                Some(true) if is_same => Finding::Promotion,
                Some(true) if number + 1 == of => Finding::LastMove,
                Some(true) => Finding::Yozume,
            };
            let block = asked.proof.as_ref().map(|proof| &proof.block);
            let rest = block.and_then(|block| longest_resistance(self.game, &(), &history, block));
            let plies = (finding != Finding::Open).then_some(1).zip(rest.as_ref());
            let plies = plies.map(|(one, rest)| one + rest.len());
            self.note(number, check, rest.unwrap_or_default(), finding, plies);
        }
    }

    /// The other replies in the place of the move behind `number` moves.
    fn defender(&mut self, number: usize, played: Move, of: usize) {
        let position = &self.positions[number];
        let left = (of - number) as u32;
        self.convention.begin();
        // Two plies more than the line has, to name what lasts longer.
        let Defences { real, futile } = match self.convention.defences(position, left + 1) {
            Ok(defences) => defences,
            Err(_) => {
                let mut replies = Vec::new();
                position.legal_moves(&mut replies);
                for reply in replies.into_iter().filter(|&reply| reply != played) {
                    self.note(number, reply, Vec::new(), Finding::Open, None);
                }
                return;
            }
        };
        for (reply, plies) in real.into_iter().filter(|(reply, _)| *reply != played) {
            self.convention.begin();
            let (finding, plies, rest) = self
                .reply(&after(position, reply), plies, left)
                .unwrap_or((Finding::Open, None, Vec::new()));
            self.note(number, reply, rest, finding, plies);
        }
        for reply in futile.into_iter().filter(|&reply| reply != played) {
            self.note(number, reply, Vec::new(), Finding::Futile, None);
        }
    }

    /// What a reply is, with which so many plies were left, and what follows it.
    fn reply(
        &mut self,
        behind: &Position,
        plies: Option<u32>,
        left: u32,
    ) -> Result<(Finding, Option<usize>, Vec<Move>), Reason> {
        let Some(plies) = plies else {
            let is_escape = self.convention.never_mates(behind)?;
            let finding = if is_escape { Finding::Escape } else { Finding::Longer };
            return Ok((finding, None, Vec::new()));
        };
        let with_rest = plies >= left && self.convention.mates(Sense::Rest, behind, plies - 1)?;
        let finding = match (plies.cmp(&left), with_rest) {
            (std::cmp::Ordering::Less, _) => Finding::Shorter,
            (std::cmp::Ordering::Equal, false) => Finding::Equal,
            (std::cmp::Ordering::Equal, true) => Finding::EqualWithRest,
            (std::cmp::Ordering::Greater, false) => Finding::Longer,
            (std::cmp::Ordering::Greater, true) => Finding::LongerWithRest,
        };
        Ok((finding, Some(plies as usize), self.convention.line(behind, plies - 1)?))
    }

    fn note(
        &mut self,
        number: usize,
        m: Move,
        rest: Vec<Move>,
        finding: Finding,
        plies: Option<usize>,
    ) {
        let mut moves = vec![m];
        moves.extend(rest);
        let start = &self.positions[number];
        let mut position = start.clone();
        let joins = moves.iter().find_map(|&m| {
            position.make(m);
            self.positions.iter().position(|one| *one == position)
        });
        self.found.push(Judged {
            ply: number + 1,
            line: moves.iter().map(ToString::to_string).collect(),
            written: japanese::line(start, &moves, None),
            finding,
            plies,
            joins,
            moves,
        });
    }
}
