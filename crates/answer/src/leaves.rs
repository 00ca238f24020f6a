//! Positions that a library has proved, as leaves of a search, and their strategies.
//!
//! A certificate proves every position in it, not its root alone: the claimant's strategy from
//! there is a part of it. So all of them are leaves, as many as there is room for.
//!
//! **Splicing.** What a search has proved with such leaves is a strategy with open ends. It is
//! walked once more without the library: at a position that the library knows the claimant plays
//! the library's move, elsewhere that of the search. That proves the claim:
//!
//! - *holds*: each strategy is a closed set, and a union of closed sets is one, whichever of its
//!   moves is played at a position that is in several.
//! - *wins*: the positions of the certificates are numbered in the order in which they were read,
//!   each by the first that has it, and everything else by the search. A move of a certificate
//!   leads to positions of the same or an earlier one, where every certificate by itself has no
//!   circle: so the numbers fall, and nothing goes round. The search's own part ends in the
//!   library's.
//!
//! Neither depends on the path: repetitions count for the walk alone. Where a position has occurred
//! so often before the root that it draws when it is met again, a win might have to go through it,
//! and the library is not used ([`is_usable`]); under superko never.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use threefold_game::clock::Instant;

use threefold_certificate::{
    Block, CheckError, CheckLimit, CheckLimits, Checker, Claim, Event, Goal, Header, MoveLines,
    Omitted, Terms, Walk, unfolded,
};
use threefold_game::{
    Game, History, Knowledge, Occurrences, Outcome, Question, RepetitionRule, Searchable,
};

use crate::error::{Error, Unusable};
use crate::library::{About, Kept, Library};

/// Whether what holds of positions, whatever came before, can be relied on below this root.
pub fn is_usable<G: Game>(game: &G, history: &History<G>, rule: RepetitionRule) -> bool {
    let recurring = history.recurring().iter();
    !rule.is_superko()
        && Occurrences::count(game, RepetitionRule::Draw, recurring).deciding().next().is_none()
}

/// What is known of a position for the sake of a question.
#[derive(Clone, Copy, Debug)]
struct Fact<M> {
    /// Whether the attacker succeeds.
    succeeds: bool,
    support: Support<M>,
}

#[derive(Clone, Copy, Debug)]
enum Support<M> {
    /// A certificate about this position that has not been read: its number.
    Unread(usize),
    /// What the claimant plays.
    Move(M),
    /// The other player is to move.
    Replies,
}

/// How much of a library is read.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// As many positions, or about so.
    pub positions: usize,
    /// What reading one certificate may take.
    pub limits: CheckLimits,
    /// Whether positions are known of whose certificates are read only when the search has used
    /// them, as far as there is no room for the others.
    pub unread: bool,
}

/// Positions whose answer to a question is proved in a library.
pub struct Leaves<'a, G: Searchable> {
    game: &'a G,
    question: Question,
    library: &'a dyn Library,
    /// What is known from beside the game and the library: databases.
    base: &'a dyn Knowledge<G>,
    facts: HashMap<G::Position, Fact<G::Move>>,
    /// Certificates that have not been read, with the positions that they should be about.
    unread: Vec<(String, String)>,
    /// The certificate that answers the question about the root.
    answer: Option<(Kept, Block)>,
    room: Room,
    /// What was not used, since something is wrong with it, or it is too large.
    refused: Vec<Unusable>,
    hits: AtomicU64,
}

impl<'a, G: Searchable> Leaves<'a, G> {
    /// What a library knows: if it has an answer about `root` that alone, and else as many
    /// positions as `room` says. A certificate that is not there any more, does not hold or is too
    /// large is as good as none ([`Leaves::refused`]).
    ///
    /// # Errors
    /// The library cannot be read.
    pub fn new(
        game: &'a G,
        question: Question,
        root: Option<&G::Position>,
        library: &'a dyn Library,
        base: &'a dyn Knowledge<G>,
        room: Room,
    ) -> Result<Self, Error> {
        let mut leaves = Leaves {
            game,
            question,
            library,
            base,
            facts: HashMap::new(),
            unread: Vec::new(),
            answer: None,
            room,
            refused: Vec::new(),
            hits: AtomicU64::new(0),
        };
        let declared = base.declaration();
        let parameters = game.parameters();
        let about =
            About { game: game.name(), parameters: &parameters, database: declared.as_deref() };
        let at_root = match root {
            Some(root) => library.find(&about, &game.position_text(root))?,
            None => Vec::new(),
        };
        for kept in at_root {
            let Some(succeeds) = leaves.answers(&kept) else { continue };
            // Checked now: the index alone says nothing.
            match leaves.verified(&kept) {
                Ok((root, block)) => {
                    let support = Support::Unread(leaves.unread.len());
                    leaves.unread.push((kept.name.clone(), kept.position.clone()));
                    leaves.facts.insert(root, Fact { succeeds, support });
                    leaves.answer = Some((kept, block));
                    return Ok(leaves);
                }
                Err(error) => leaves.refuse(error)?,
            }
        }
        leaves.load(&about)?;
        Ok(leaves)
    }

    /// A certificate that says what the index says, and holds.
    fn verified(&self, kept: &Kept) -> Result<(G::Position, Block), Error> {
        let root = self.parse(&kept.name, &kept.position)?;
        let limits = self.room.limits;
        let block = self.library.block(&kept.name, &limits)?;
        let header = &block.header;
        let is_alone = header.history.is_none() && !header.repetition.is_superko();
        let says = (&header.claim, &header.root, header.plies);
        if says != (&kept.claim, &kept.position, kept.plies) || !is_alone {
            return Err(damaged(&kept.name, ELSEWHERE));
        }
        let limits = CheckLimits {
            memory: limits.memory.map(|bytes| bytes.saturating_sub(block.moves.memory())),
            ..limits
        };
        let checker = Checker::new(self.game).knowledge(self.base).limits(limits);
        match checker.block(&block) {
            Ok(_) => Ok((root, block)),
            Err(CheckError::Limit(limit)) => Err(too_much(&kept.name, limit)),
            Err(error) => Err(damaged(&kept.name, error)),
        }
    }

    /// Goes on without a certificate.
    fn refuse(&mut self, error: Error) -> Result<(), Error> {
        let Error::Unusable(one) = error else { return Err(error) };
        if !self.refused.contains(&one) {
            self.refused.push(one);
        }
        Ok(())
    }

    /// The certificates that are not used, with what is wrong with each.
    pub fn refused(&self) -> &[Unusable] {
        &self.refused
    }

    /// What a certificate says about the question.
    fn answers(&self, kept: &Kept) -> Option<bool> {
        let plies = kept.plies.filter(|_| kept.claim.goal == Goal::Holds);
        let terms = Terms { plies, ..self.terms_of(&kept.claim)? };
        terms.answer(self.question)
    }

    /// The terms of a claim, as far as positions are concerned.
    fn terms_of(&self, claim: &Claim) -> Option<Terms> {
        use threefold_game::Player::{First, Second};
        let is_his = |&player: &_| self.game.player_name(player) == claim.player;
        let claimant = [First, Second].into_iter().find(is_his)?;
        let rule = self.question.rule;
        let (goal, omitted) = (claim.goal, Omitted::NOTHING);
        Some(Terms { claimant, goal, rule, database: false, plies: None, omitted })
    }

    /// Reads the library, the largest certificates first. What there is no room for is known by its
    /// root alone, and read if it is used.
    fn load(&mut self, about: &About<'_>) -> Result<(), Error> {
        let mut wrong = None;
        self.library.each(about, &mut |kept| {
            let taken = self.take(kept);
            match taken.or_else(|error| self.refuse(error)) {
                Ok(()) => self.facts.len() < self.room.positions,
                Err(error) => {
                    wrong = Some(error);
                    false
                }
            }
        })?;
        wrong.map_or(Ok(()), Err)
    }

    /// Takes in what a certificate proves, as far as there is room.
    fn take(&mut self, kept: Kept) -> Result<(), Error> {
        if self.refused.iter().any(|one| one.name == kept.name) {
            return Ok(());
        }
        let room = self.room.positions;
        let Some(succeeds) = self.answers(&kept) else { return Ok(()) };
        let root = self.parse(&kept.name, &kept.position)?;
        if self.facts.contains_key(&root) {
            return Ok(());
        }
        if usize::try_from(kept.positions).is_ok_and(|n| n <= room.saturating_sub(self.facts.len()))
        {
            return self.read(&kept.name, &kept.position, succeeds);
        }
        if !self.room.unread {
            return Ok(());
        }
        let support = Support::Unread(self.unread.len());
        self.unread.push((kept.name, kept.position));
        self.facts.insert(root, Fact { succeeds, support });
        Ok(())
    }

    fn parse(&self, name: &str, position: &str) -> Result<G::Position, Error> {
        self.game
            .parse_position(position)
            .map_err(|error| damaged(name, format_args!("'{position}': {error}")))
    }

    /// Takes in all positions of a certificate that are not known yet.
    fn read(&mut self, name: &str, position: &str, succeeds: bool) -> Result<(), Error> {
        let found = self.strategy(name, position, succeeds)?;
        take_in(&mut self.facts, found, succeeds);
        Ok(())
    }

    /// All positions of a certificate about a position, if it is whole: a part of a strategy is
    /// none.
    fn strategy(&self, name: &str, position: &str, succeeds: bool) -> Result<Strategy<G>, Error> {
        let game = self.game;
        let CheckLimits { memory, time, .. } = self.room.limits;
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        let block = self.library.block(name, &self.room.limits)?;
        let header = &block.header;
        if header.root != position {
            return Err(damaged(name, ELSEWHERE));
        }
        let does_not_hold = || damaged(name, "it does not hold");
        let root = self.parse(name, &header.root)?;
        let terms = self.terms_of(&header.claim).ok_or_else(does_not_hold)?;
        let terms = Terms { database: header.database.is_some(), ..terms };
        if terms.answer(self.question) != Some(succeeds) {
            return Err(does_not_hold());
        }
        let history = History::new(root.clone());
        let folded = Terms { omitted: header.omitted, ..terms };
        let mut has_room = |bytes| memory.is_none_or(|memory| bytes <= memory);
        let block = unfolded(game, &history, folded, &block, &mut has_room);
        let moves = block.ok_or_else(|| too_much(name, CheckLimit::Memory))?.moves;
        let mut walk = Walk::new(game, &history, terms).knowledge(self.base);
        let mut lines = moves.iter();
        let mut found = Vec::new();
        if game.player_to_move(&root) != terms.claimant || moves.is_empty() {
            found.push((root, Support::Replies));
        }
        let mut until_look = LOOK;
        loop {
            let event = walk.step_within(STEPS);
            let each = size_of::<(G::Position, Support<G::Move>)>();
            let bytes = walk.memory() + moves.memory() + found.capacity() * each;
            if memory.is_some_and(|memory| bytes > memory) {
                return Err(too_much(name, CheckLimit::Memory));
            }
            until_look -= 1;
            if until_look == 0 {
                until_look = LOOK;
                if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    return Err(too_much(name, CheckLimit::Time));
                }
            }
            let Some(event) = event else { continue };
            match event {
                Event::Done => break,
                Event::NeedMove => {
                    let line = lines.next().ok_or_else(does_not_hold)?;
                    let position = walk.position().clone();
                    let m = game.parse_move(&position, line).map_err(|_| does_not_hold())?;
                    walk.play(m).map_err(|_| does_not_hold())?;
                    let mut after = position.clone();
                    game.make(&mut after, m);
                    found.push((position, Support::Move(m)));
                    // In some games a player moves twice.
                    if game.player_to_move(&after) != terms.claimant {
                        found.push((after, Support::Replies));
                    }
                }
                _ => return Err(does_not_hold()),
            }
        }
        Ok(found)
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }

    /// How many positions are known.
    pub fn len(&self) -> usize {
        let of_answer = self.answer.as_ref().map_or(0, |(kept, _)| kept.positions);
        self.facts.len().max(of_answer as usize)
    }

    /// The answer about a position, if it is known, and the certificate that is about it alone.
    pub fn answer(&self, root: &G::Position) -> Option<(bool, Option<&str>)> {
        let fact = self.facts.get(root)?;
        Some((fact.succeeds, self.answer.as_ref().map(|(kept, _)| &kept.name[..])))
    }

    /// How often a search was told something.
    pub fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }

    /// What is known from beside the game and the library.
    pub fn base(&self) -> &'a dyn Knowledge<G> {
        self.base
    }

    /// The certificate of an answer without the library: the search's own, which relies on what is
    /// known here, with the strategies of the library in it. `None` in place of `block`: the answer
    /// itself is the library's. It may take as many bytes as there is room for.
    ///
    /// # Errors
    /// [`Error::Unusable`]: a certificate of the library cannot be read. [`Error::Limit`]: there is
    /// not enough room. Else something does not fit together, which the check would have found.
    pub fn splice(
        &self,
        history: &History<G>,
        succeeds: bool,
        rule: RepetitionRule,
        block: Option<&Block>,
        has_room: &mut dyn FnMut(usize) -> bool,
    ) -> Result<Spliced, Error> {
        let game = self.game;
        let mut terms = Terms::of(self.question, succeeds);
        if rule == RepetitionRule::Draw {
            terms.rule = rule;
        }
        let of_base = Terms { database: self.base.declaration().is_some(), ..terms };
        let header = Header::new(game, history, of_base).relying_on(self.base, of_base);
        if let (None, Some((kept, block))) = (block, &self.answer) {
            // Word for word what is asked for: nothing has to be put together.
            let header = Header { omitted: block.header.omitted, ..header.clone() };
            if (Header { moves: 0, ..block.header.clone() }) == header {
                let (block, positions, owed) = (block.clone(), kept.positions, block.header.moves);
                return Ok(Spliced { block, positions, owed });
            }
        }
        let (own, mut unread) = match block {
            Some(block) => {
                self.own_moves(history, Terms { database: true, ..terms }, block, has_room)?
            }
            None => (HashMap::new(), BTreeSet::new()),
        };
        unread.extend(self.unread_at(history.root()));
        // Behind what was read before, in the order of the numbers.
        let mut further = HashMap::new();
        for number in unread {
            let (name, position) = &self.unread[number];
            take_in(&mut further, self.strategy(name, position, succeeds)?, succeeds);
        }
        let of_library = |position: &G::Position| {
            let facts = [&self.facts, &further].into_iter();
            facts.filter_map(|facts| facts.get(position)).find_map(|fact| match fact.support {
                Support::Move(m) if fact.succeeds == succeeds => Some(m),
                _ => None,
            })
        };
        let mut walk = Walk::new(game, history, of_base).knowledge(self.base);
        let (mut lines, mut owed) = (MoveLines::new(), 0);
        let mut text = String::new();
        let not_whole = || Error::Other("the library's strategies do not fit together".to_owned());
        let each = size_of::<(G::Position, Fact<G::Move>, u64)>();
        let beside = 2 * each * (own.capacity() + further.capacity());
        loop {
            let event = walk.step();
            if !has_room(beside + walk.memory() + lines.memory()) {
                return Err(Error::Limit(CheckLimit::Memory));
            }
            match event {
                Event::Done => break,
                Event::NeedMove => {
                    let position = walk.position();
                    let m = match of_library(position) {
                        Some(m) => {
                            owed += 1;
                            m
                        }
                        None => *own.get(position).ok_or_else(not_whole)?,
                    };
                    text.clear();
                    game.write_move(position, m, &mut text);
                    walk.play(m).map_err(|_| not_whole())?;
                    lines.push(&text);
                }
                _ => return Err(not_whole()),
            }
        }
        Ok(Spliced { block: Block::new(header, lines), positions: walk.positions(), owed })
    }

    /// The moves of a certificate that relies on what is known here, and the certificates behind
    /// its leaves that have not been read.
    fn own_moves(
        &self,
        history: &History<G>,
        terms: Terms,
        block: &Block,
        has_room: &mut dyn FnMut(usize) -> bool,
    ) -> Result<Own<G>, Error> {
        let game = self.game;
        let not_its_own = || Error::Other("a search's own certificate does not hold".to_owned());
        let mut own = HashMap::new();
        let known = Recording { leaves: self, met: Mutex::new(BTreeSet::new()) };
        let mut walk = Walk::new(game, history, terms).knowledge(&known);
        let mut lines = block.moves.iter();
        let each = 2 * size_of::<(G::Position, G::Move, u64)>();
        loop {
            let event = walk.step();
            if !has_room(walk.memory() + own.capacity() * each) {
                return Err(Error::Limit(CheckLimit::Memory));
            }
            match event {
                Event::Done => break,
                Event::NeedMove => {
                    let line = lines.next().ok_or_else(not_its_own)?;
                    let position = walk.position().clone();
                    let m = game.parse_move(&position, line).map_err(|_| not_its_own())?;
                    walk.play(m).map_err(|_| not_its_own())?;
                    own.insert(position, m);
                }
                _ => return Err(not_its_own()),
            }
        }
        drop(walk);
        Ok((own, known.met.into_inner().unwrap_or_else(PoisonError::into_inner)))
    }

    /// The certificate about a position, if there is one that has not been read.
    fn unread_at(&self, position: &G::Position) -> Option<usize> {
        match self.facts.get(position)?.support {
            Support::Unread(number) => Some(number),
            _ => None,
        }
    }
}

/// Steps of a walk between two looks at its memory, and those looks between two at the clock.
const STEPS: u32 = 256;
const LOOK: u32 = 256;

/// Positions with what the claimant does there.
type Strategy<G> = Vec<(<G as Game>::Position, Support<<G as Game>::Move>)>;
/// A search's own moves, and the numbers of certificates.
type Own<G> = (HashMap<<G as Game>::Position, <G as Game>::Move>, BTreeSet<usize>);

/// What was known before stays: see the module.
fn take_in<P: Eq + std::hash::Hash, M>(
    facts: &mut HashMap<P, Fact<M>>,
    found: Vec<(P, Support<M>)>,
    succeeds: bool,
) {
    for (position, support) in found {
        let fact = Fact { succeeds, support };
        match facts.entry(position) {
            Entry::Vacant(place) => {
                place.insert(fact);
            }
            Entry::Occupied(mut place) => {
                if matches!(place.get().support, Support::Unread(_)) {
                    place.insert(fact);
                }
            }
        }
    }
}

/// A certificate with the library's strategies in it.
#[derive(Clone, Debug)]
pub struct Spliced {
    /// It relies on nothing of the library.
    pub block: Block,
    /// Different positions in it.
    pub positions: u64,
    /// In so many of them the claimant's move is the library's.
    pub owed: u64,
}

/// The same knowledge, which notes what of it was asked for and has not been read.
struct Recording<'p, 'a, G: Searchable> {
    leaves: &'p Leaves<'a, G>,
    met: Mutex<BTreeSet<usize>>,
}

impl<G: Searchable> Knowledge<G> for Recording<'_, '_, G> {
    fn probe(&self, position: &G::Position) -> Option<Outcome> {
        if let Some(number) = self.leaves.unread_at(position) {
            self.met.lock().unwrap_or_else(PoisonError::into_inner).insert(number);
        }
        self.leaves.probe(position)
    }

    fn declaration(&self) -> Option<String> {
        self.leaves.declaration()
    }
}

const ELSEWHERE: &str = "it is about something else";

fn damaged(name: &str, what: impl ToString) -> Error {
    Error::Unusable(Unusable { name: name.to_owned(), what: what.to_string(), is_limit: false })
}

fn too_much(name: &str, limit: CheckLimit) -> Error {
    Error::Unusable(Unusable { name: name.to_owned(), what: limit.to_string(), is_limit: true })
}

impl<G: Searchable> Knowledge<G> for Leaves<'_, G> {
    fn probe(&self, position: &G::Position) -> Option<Outcome> {
        if let Some(outcome) = self.base.probe(position) {
            return Some(outcome);
        }
        let succeeds = self.facts.get(position)?.succeeds;
        self.hits.fetch_add(1, Ordering::Relaxed);
        let attacker = self.question.attacker;
        // Which of them it is does not matter to the question.
        Some(match (self.question.rule == RepetitionRule::AttackerWins, succeeds) {
            (false, true) => Outcome::Win(attacker),
            (true, false) => Outcome::Win(attacker.opponent()),
            _ => Outcome::Draw,
        })
    }

    /// Its own certificates are given another form before anybody sees them.
    fn declaration(&self) -> Option<String> {
        Some(match self.base.declaration() {
            Some(base) => format!("library, {base}"),
            None => "library".to_owned(),
        })
    }
}
