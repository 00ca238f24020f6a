//! The line to show for a win.

use std::hash::{BuildHasher, RandomState};

use hashbrown::HashTable;
use threefold_certificate::{Block, Goal, Header, Terms, Walk};
use threefold_game::{Game, History, Knowledge, Player};

/// The moves of the game in which the defender resists as long as he can **within the
/// certificate**: of a block that claims a win, the longest way from the root of `history` to the
/// end of the game, or to where the certificate relies on `knowledge`. Its length bounds the length
/// of the win from above. It is not the length of the shortest win, because the certificate need
/// not go the shortest way.
///
/// The certificate of a win is a graph without cycles: one walk over it suffices, and the memory
/// is linear in its positions, some 50 bytes each: they are told apart by fingerprints of 128 bits
/// with keys of their own each time, since there may be millions, and nothing is proved by a line.
///
/// `None` if the block does not claim a win or does not check; and under superko, where what
/// can be played in a position depends on how it was reached, so that there is no such graph.
///
/// ```
/// use threefold_game::{Game, History, Player, Question, RepetitionRule};
/// use threefold_search::{Options, Solver, longest_resistance};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let file = threefold_graph::parse(
///     "threefold game 1\nrule: draw\nroot: A\n\
///      A first: B\nB second: C D\nC first: W\nD first: B C\nW win-first\n",
/// )?;
/// let question = Question::new(Player::First, RepetitionRule::Draw);
/// let mut solver = Solver::new(&file.game, question, Options::default());
/// assert_eq!(solver.solve(&file.history).verdict.decided(), Some(true));
/// let certificate = solver.certificate(&file.history, true, file.rule)?;
/// let line = longest_resistance(&file.game, &(), &file.history, &certificate.block).unwrap();
/// let names: Vec<_> = line.iter().map(|&m| file.game.node(m).name()).collect();
/// assert_eq!(names, ["B", "D", "C", "W"]);
/// # Ok(())
/// # }
/// ```
pub fn longest_resistance<G: Game>(
    game: &G,
    knowledge: &dyn Knowledge<G>,
    history: &History<G>,
    block: &Block,
) -> Option<Vec<G::Move>> {
    let header = &block.header;
    if header.claim.goal != Goal::Wins || header.repetition.is_superko() {
        return None;
    }
    if header.omitted.hands {
        return resistance_with_hands(game, history, block);
    }
    let claimant =
        Player::ALL.into_iter().find(|&player| game.player_name(player) == header.claim.player)?;
    let mut walk = Longest {
        game,
        claimant,
        knowledge: header.database.as_ref().map(|_| knowledge),
        current: history.root().clone(),
        open: Vec::new(),
        moves: Vec::new(),
        numbers: Numbers::new(),
        finished: Vec::new(),
    };
    walk.run(block.moves.iter())
}

/// The same where positions answer for others: not every reply in a position is one in those that
/// it answers for, so that the moves are looked for in the positions that are met.
fn resistance_with_hands<G: Game>(
    game: &G,
    history: &History<G>,
    block: &Block,
) -> Option<Vec<G::Move>> {
    let Header { claim, repetition, omitted, .. } = &block.header;
    let claimant = Player::ALL.into_iter().find(|&p| game.player_name(p) == claim.player)?;
    let (goal, rule, omitted) = (claim.goal, *repetition, *omitted);
    let terms = Terms { claimant, goal, rule, database: false, plies: None, omitted };
    let mut walk = Walk::new(game, history, terms);
    walk.follow(block.moves.iter())?;
    let (mut line, mut replies) = (Vec::new(), Vec::new());
    let mut position = history.root().clone();
    while game.terminal(&position).is_none() {
        let answer = walk.finished(&position)?.0;
        replies.clear();
        game.moves(&position, &mut replies);
        let left = |&m: &G::Move| {
            let mut after = position.clone();
            game.make(&mut after, m);
            walk.finished(&after).map_or(0, |(_, plies)| plies)
        };
        let is_his = game.player_to_move(&position) == claimant;
        let best = if is_his { answer } else { replies.iter().copied().max_by_key(left) };
        let Some(m) = best else { break };
        line.push(m);
        game.make(&mut position, m);
    }
    Some(line)
}

/// A position of the certificate that is finished.
struct Finished<M> {
    /// Plies to the end of the game if the defender resists as long as the certificate lets him.
    plies: u32,
    /// The first of these plies and the number of the position it leads to; nothing at a leaf.
    next: Option<(M, u32)>,
}

/// Stands for the number of a position that is open.
const OPEN: u32 = u32::MAX;

/// The numbers of positions, by their fingerprints.
struct Numbers {
    hashers: [RandomState; 2],
    table: HashTable<([u64; 2], u32)>,
}

impl Numbers {
    fn new() -> Self {
        Numbers { hashers: [RandomState::new(), RandomState::new()], table: HashTable::new() }
    }

    fn fingerprint<P: std::hash::Hash>(&self, position: &P) -> [u64; 2] {
        self.hashers.each_ref().map(|hasher| hasher.hash_one(position))
    }

    fn get<P: std::hash::Hash>(&self, position: &P) -> Option<u32> {
        let print = self.fingerprint(position);
        self.table.find(print[0], |(other, _)| *other == print).map(|&(_, number)| number)
    }

    /// Gives a position a number, in place of the one that it had.
    fn set<P: std::hash::Hash>(&mut self, position: &P, number: u32) {
        let print = self.fingerprint(position);
        match self.table.find_mut(print[0], |(other, _)| *other == print) {
            Some(entry) => entry.1 = number,
            None => {
                self.table.insert_unique(print[0], (print, number), |(other, _)| other[0]);
            }
        }
    }
}

/// An open position.
struct Open<G: Game> {
    /// Where its moves begin in the stack of moves, and the next of them to play.
    moves_from: usize,
    next: usize,
    /// The move that is being looked at.
    played: Option<(G::Move, G::Undo)>,
    /// The move to the end that is furthest away, of those looked at, and where it leads.
    best: Option<(G::Move, u32)>,
}

/// A position that was entered.
enum Entered {
    /// Its moves have to be looked at.
    Open,
    /// It is finished, and has this number.
    Finished(u32),
}

/// A depth-first walk in the order of the certificate's lines.
struct Longest<'g, G: Game> {
    game: &'g G,
    claimant: Player,
    /// What leaves rely on, if the certificate says so.
    knowledge: Option<&'g dyn Knowledge<G>>,
    current: G::Position,
    open: Vec<Open<G>>,
    /// The moves of all open positions, the root's first.
    moves: Vec<G::Move>,
    /// The number of each finished position; [`OPEN`] for those that are.
    numbers: Numbers,
    finished: Vec<Finished<G::Move>>,
}

impl<G: Game> Longest<'_, G> {
    fn run<'b>(&mut self, mut lines: impl Iterator<Item = &'b str>) -> Option<Vec<G::Move>> {
        let mut entered = self.enter(&mut lines)?;
        loop {
            entered = match (entered, self.open.last_mut()) {
                (Entered::Finished(root), None) => return Some(self.line(root)),
                (Entered::Finished(child), Some(parent)) => {
                    let (m, undo) = parent.played.take()?;
                    self.game.undo(&mut self.current, m, undo);
                    let plies = self.finished[child as usize].plies;
                    let is_longer = |best: u32| self.finished[best as usize].plies < plies;
                    if parent.best.is_none_or(|(_, best)| is_longer(best)) {
                        parent.best = Some((m, child));
                    }
                    Entered::Open
                }
                (Entered::Open, last) => {
                    let last = last?;
                    match self.moves.get(last.next) {
                        Some(&m) => {
                            last.next += 1;
                            last.played = Some((m, self.game.make(&mut self.current, m)));
                            self.enter(&mut lines)?
                        }
                        None => Entered::Finished(self.finish()),
                    }
                }
            }
        }
    }

    /// Looks at the position at hand. `None` if the certificate does not hold here.
    fn enter<'b>(&mut self, lines: &mut impl Iterator<Item = &'b str>) -> Option<Entered> {
        if let Some(number) = self.numbers.get(&self.current) {
            // An open position is met again where the strategy goes round in circles.
            return (number != OPEN).then_some(Entered::Finished(number));
        }
        let (game, moves_from) = (self.game, self.moves.len());
        let mut end = game.terminal(&self.current);
        if end.is_none() {
            end = self.knowledge.and_then(|knowledge| knowledge.probe(&self.current));
        }
        if end.is_none() {
            game.moves(&self.current, &mut self.moves);
            if self.moves.len() == moves_from {
                end = Some(game.stuck(&self.current));
            }
        }
        if let Some(outcome) = end {
            return outcome
                .is_win_of(self.claimant)
                .then(|| Entered::Finished(self.number(Finished { plies: 0, next: None })));
        }
        if game.player_to_move(&self.current) == self.claimant {
            let m = game.parse_move(&self.current, lines.next()?).ok()?;
            self.moves.truncate(moves_from);
            self.moves.push(m);
        } else {
            game.sort_by_notation(&self.current, &mut self.moves[moves_from..]);
        }
        self.numbers.set(&self.current, OPEN);
        self.open.push(Open { moves_from, next: moves_from, played: None, best: None });
        Some(Entered::Open)
    }

    /// Closes the last open position, all of whose moves have been looked at.
    fn finish(&mut self) -> u32 {
        let Open { moves_from, best, .. } = self.open.pop().expect("a position is open");
        self.moves.truncate(moves_from);
        let plies = best.map_or(0, |(_, child)| self.finished[child as usize].plies + 1);
        self.number(Finished { plies, next: best })
    }

    /// Gives the position at hand its number.
    fn number(&mut self, finished: Finished<G::Move>) -> u32 {
        let number = u32::try_from(self.finished.len()).expect("a certificate has fewer positions");
        self.finished.push(finished);
        self.numbers.set(&self.current, number);
        number
    }

    fn line(&self, root: u32) -> Vec<G::Move> {
        let mut line = Vec::with_capacity(self.finished[root as usize].plies as usize);
        let mut number = root;
        while let Some((m, next)) = self.finished[number as usize].next {
            line.push(m);
            number = next;
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use threefold_certificate::{Claim, Header, MoveLines, Omitted};
    use threefold_game::RepetitionRule;
    use threefold_graph::{GraphFile, parse};

    use super::*;

    fn file(positions: &str) -> GraphFile {
        parse(&format!("threefold game 1\nrule: draw\nroot: A\n{positions}")).unwrap()
    }

    fn line(file: &GraphFile, claim: &str, moves: &[&str]) -> Option<Vec<String>> {
        let claim: Claim = claim.parse().unwrap();
        let header = Header {
            game: "graph".into(),
            parameters: String::new(),
            claim,
            plies: None,
            omitted: Omitted::NOTHING,
            repetition: RepetitionRule::Draw,
            attacker: None,
            footprints: None,
            root: "A".into(),
            history: None,
            database: None,
            moves: 0,
        };
        let block = Block::new(header, moves.iter().collect::<MoveLines>());
        let line = longest_resistance(&file.game, &(), &file.history, &block)?;
        Some(line.iter().map(|&m| file.game.node(m).name().to_owned()).collect())
    }

    /// Two ways from B meet in D, which the shorter one reaches first.
    #[test]
    fn the_longest_way_of_the_defender_is_found_where_ways_meet() {
        let file =
            file("A first: B\nB second: C D\nC first: E\nD first: W\nE second: D\nW win-first\n");
        let found = line(&file, "first wins", &["B", "E", "W"]).unwrap();
        assert_eq!(found, ["B", "C", "E", "D", "W"]);
    }

    #[test]
    fn what_does_not_check_has_no_line() {
        let file = file("A first: B W\nB second: A\nW win-first\n");
        assert_eq!(line(&file, "first wins", &["W"]).unwrap(), ["W"]);
        for (claim, moves) in [
            ("first wins", &["B"][..]),
            ("first wins", &[]),
            ("first wins", &["A"]),
            ("second wins", &[]),
            ("first holds", &["W"]),
            ("nobody wins", &["W"]),
        ] {
            assert_eq!(line(&file, claim, moves), None, "{claim} {moves:?}");
        }
    }

    /// A hundred thousand plies need neither the stack of the machine nor more than a little memory
    /// each.
    #[test]
    fn long_lines_do_no_harm() {
        const LENGTH: usize = 100_000;
        let mut text = String::from("A first: N1\n");
        for i in 1..LENGTH {
            text += &format!("N{i} first: N{}\n", i + 1);
        }
        text += &format!("N{LENGTH} win-first\n");
        let file = file(&text);
        let names: Vec<String> = (1..=LENGTH).map(|i| format!("N{i}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(line(&file, "first wins", &names).unwrap().len(), LENGTH);
    }
}
