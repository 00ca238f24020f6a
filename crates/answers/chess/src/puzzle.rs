//! Puzzles: is there the mate, is it that long, and is each move of the solver the only one?
//!
//! Read are the table of lichess.org (CSV: the position before the opponent's move, that move and
//! the line, and among the themes `mateIn3`), where all moves but a mate in one have to be the only
//! ones, and EPD, where `bm` names the right moves, if it names any.

use threefold_answer::asked::Proof;
use threefold_answer::effort::Effort;
use threefold_answer::error::Error;
use threefold_answer::mate::{self, Goal, Key, Length, Request, Side};
use threefold_answer::observer::Observer;
use threefold_answer::record::Expected;
use threefold_answer::task::{Document, Tasks};
use threefold_chess::{Chess, ChessPosition, Ending, epd, pgn};
use threefold_game::{Game, HistoryReader, RepetitionRule};
use threefold_search::Verdict;

use crate::{ChessSubject, OfPlayers, posed};

/// A puzzle.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// In how many moves it is a mate; `None` if it is about something else.
    pub mate: Option<u32>,
    /// The positions in which the solver moves; each expects its move, if that has to be the only
    /// one.
    steps: Vec<ChessSubject>,
    /// What is wrong with the line.
    fault: Option<String>,
}

/// What was found out about a puzzle.
#[derive(Clone, Debug, Default)]
pub struct Audit {
    /// What is proved to be wrong.
    pub faults: Vec<String>,
    /// What is not known.
    pub open: Vec<String>,
    /// Certificates of the mate, and that there is no shorter one.
    pub proofs: Vec<Proof>,
    /// An answer that its own certificate does not bear out.
    pub refuted: Option<String>,
    /// Nodes of all searches.
    pub nodes: u64,
}

impl Puzzle {
    /// The first position in which the solver moves.
    pub fn root(&self) -> Option<String> {
        let step = self.steps.first()?;
        Some(Chess.position_text(step.history().root()))
    }

    /// Looks for what is wrong. Limits hold for each position; certificates are about the first.
    ///
    /// # Errors
    /// As for [`mate::position`].
    pub fn audit(&self, effort: &Effort, observer: &mut dyn Observer) -> Result<Audit, Error> {
        let mut audit = Audit { faults: self.fault.iter().cloned().collect(), ..Audit::default() };
        for (number, step) in (1..).zip(&self.steps) {
            let is_first = number == 1;
            let wanted = step.expected.as_ref().and_then(|expected| expected.mate);
            let moves = wanted.unwrap_or_default().unsigned_abs();
            let goal = Goal::Within(Length::Moves(moves));
            let (check, keep) = (effort.check && is_first, effort.keep && is_first);
            let effort = Effort { check, keep, ..effort.clone() };
            let request = Request { keys: true, shorter: is_first, effort, ..Request::new(goal) };
            let posed = posed(step, &Chess, step.history(), None, step.attacker);
            let mut answer = mate::position(&posed, &request, observer)?;
            let side = answer.sides.remove(0);
            audit.nodes += answer.nodes;
            audit.refuted = audit.refuted.or(side.fault.clone());
            audit.take(&side, moves, number, step);
            if is_first {
                audit.proofs = side.proofs;
            }
            // What follows from there is another puzzle.
            if side.verdict != Verdict::Proven || !audit.faults.is_empty() {
                break;
            }
        }
        Ok(audit)
    }
}

impl Audit {
    /// What the answer about a move of the solver says, with which he is to mate in so many.
    fn take(&mut self, side: &Side, moves: u32, number: usize, step: &ChessSubject) {
        let shortest = side.at_most.map(|plies| Length::moves(plies, side.moves_first));
        match (side.verdict, shortest) {
            (Verdict::Disproven, _) => return self.faults.push(format!("no mate in {moves}")),
            (Verdict::Unknown(_), _) => return self.open.push(format!("mate in {moves}?")),
            (Verdict::Proven, Some(fewer)) if number == 1 && fewer < moves => {
                return self.faults.push(format!("mate in {fewer}, not in {moves}"));
            }
            _ if number == 1 && side.exact().is_none() => {
                self.open.push(format!("mate in fewer than {moves}?"));
            }
            _ => {}
        }
        let best = step.expected.as_ref().map_or(&[][..], |expected| &expected.best);
        let keys = side.first_moves.as_deref().unwrap_or_default();
        let written = |key: &&Key| key.written.clone().unwrap_or_else(|| key.text.clone());
        let of = |verdict: fn(Verdict) -> bool, is_best: bool| {
            let all = keys.iter().filter(|key| best.contains(&key.text) == is_best);
            all.filter(|key| verdict(key.verdict)).map(|key| written(&key)).collect::<Vec<_>>()
        };
        if best.is_empty() {
            return;
        }
        let wrong = of(|verdict| verdict == Verdict::Disproven, true);
        if !wrong.is_empty() {
            self.faults.push(format!("move {number}: {} does not mate in time", wrong.join(", ")));
        }
        let also = of(|verdict| verdict == Verdict::Proven, false);
        if !also.is_empty() {
            self.faults.push(format!("move {number}: {} in time as well", also.join(", ")));
        }
        let open = of(|verdict| matches!(verdict, Verdict::Unknown(_)), false);
        if !open.is_empty() {
            self.open.push(format!("move {number}: {}?", open.join(", ")));
        }
    }
}

/// Reads a table of puzzles, or a position on every line.
pub fn read(document: &Document<'_>) -> Tasks<Puzzle> {
    let (input, stem, text) = (document.input(), document.stem(), document.text());
    let text = text.trim_start_matches('\u{feff}');
    let mut tasks = Tasks::default();
    let Some(header) = text.lines().next().filter(|line| line.starts_with("PuzzleId,")) else {
        for (line, record) in epd::read(text) {
            match record {
                Ok(record) => {
                    let id = record.id().map(str::to_owned);
                    let puzzle = of_subject(ChessSubject::of_record(record));
                    tasks.push(format!("{input}:{line}"), id, format!("{stem}-{line}"), puzzle);
                }
                Err(error) => {
                    tasks.error(format!("{input}:{line}:{}", error.column()), error.kind());
                }
            }
        }
        return tasks;
    };
    let columns: Vec<&str> = header.trim_end().split(',').collect();
    for (line, row) in (2..).zip(text.lines().skip(1)).filter(|(_, row)| !row.is_empty()) {
        let fields: Vec<&str> = row.trim_end().split(',').collect();
        let field = |name: &str| {
            let place = columns.iter().position(|&column| column == name);
            place.and_then(|place| fields.get(place)).copied().unwrap_or_default()
        };
        match of_row(field("FEN"), field("Moves"), field("Themes")) {
            Ok(puzzle) => {
                let id = field("PuzzleId");
                tasks.push(format!("{input}:{line}"), Some(id.to_owned()), id.to_owned(), puzzle);
            }
            Err(error) => tasks.error(format!("{input}:{line}"), error),
        }
    }
    tasks
}

fn of_subject(subject: ChessSubject) -> Puzzle {
    let mate = subject.expected.as_ref().and_then(|expected| expected.mate);
    let mate = mate.map(i32::unsigned_abs);
    Puzzle { mate, steps: mate.map(|_| subject).into_iter().collect(), fault: None }
}

fn of_row(fen: &str, moves: &str, themes: &str) -> Result<Puzzle, String> {
    let start: ChessPosition = fen.parse().map_err(|error| format!("FEN: {error}"))?;
    let said =
        themes.split_whitespace().find_map(|theme| theme.strip_prefix("mateIn")?.parse().ok());
    let mut puzzle = Puzzle { mate: said, steps: Vec::new(), fault: None };
    let Some(mut mate) = said else { return Ok(puzzle) };
    let moves: Vec<&str> = moves.split_whitespace().collect();
    let solvers = moves.len() / 2;
    // The theme of five moves has the longer ones, too.
    if mate == 5 {
        mate = mate.max(solvers as u32);
    }
    puzzle.mate = Some(mate);
    let number = |text: Option<&str>| text.and_then(|text| text.parse::<u32>().ok());
    let mut fields = fen.split_whitespace().skip(4);
    let (mut clock, first) = (number(fields.next()), number(fields.next()));
    let mut reader = HistoryReader::new(&Chess, start, RepetitionRule::Draw);
    for (ply, text) in moves.iter().enumerate() {
        let history = reader.history();
        let is_solvers = ply % 2 == 1;
        let m =
            Chess.parse_move(history.root(), text).map_err(|error| format!("Moves: {error}"))?;
        let left = mate.saturating_sub(ply as u32 / 2);
        if is_solvers && left > 0 {
            // Any mate will do in the end.
            let best = if left > 1 { vec![(*text).to_owned()] } else { Vec::new() };
            let mate = i32::try_from(left).ok();
            puzzle.steps.push(ChessSubject {
                history: history.clone(),
                attacker: Chess.player_to_move(history.root()),
                clock,
                written: OfPlayers { number: pgn::numbered(first, history.start(), ply) },
                said: None,
                operations: None,
                expected: Some(Expected { mate, best, avoid: Vec::new() }),
            });
        }
        let resets = Chess.resets_clock(history.root(), m);
        clock = if resets { Some(0) } else { clock.map(|clock| clock.saturating_add(1)) };
        reader.push(m).map_err(|error| format!("Moves: {error}"))?;
    }
    let last = reader.finish();
    let is_mate = matches!(last.root().ending(), Some(Ending::Checkmate { .. }));
    if !is_mate || moves.len() % 2 == 1 {
        puzzle.fault = Some("the line does not end in mate".to_owned());
    } else if solvers as u32 != mate {
        puzzle.fault = Some(format!("a line of {solvers} moves, not of {mate}"));
    }
    Ok(puzzle)
}
