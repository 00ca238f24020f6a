//! What the defender wins in a zone he wins in the whole region (docs/certificate.md, section 8).
//! Each step of the proof is asked of all moves of each position in games on the board of the whole
//! region beside the game of the zone, and a move at random goes on.
//!
//! The defender plays in the whole region, called *the board* here, what he plays in the zone. Two
//! kinds of chains differ: those on the board, and those of the zone's game, where points left out
//! are stones of the attacker. *Filled* are the points left out on which the defender had no stone
//! to begin with. The following holds whenever somebody is to move, but between a move of the
//! attacker elsewhere and the defender's pass:
//!
//! - (a) The stones in the zone are those of the zone's game, and the same player is to move.
//! - (b) The defender has no stone on a filled point, and so none next to the zone that is not
//!   in it: his chains that meet the zone are the same in both.
//! - (c) Each of these chains is walled or has a liberty in the zone.
//!
//! It holds at the beginning, since that is what a zone has to fit, and (b) ever after, since he
//! never plays elsewhere.
//!
//! *Captures by the defender are the same in the zone.* Let a chain of the attacker in the zone's
//! game have a stone in the zone. If no filled point belongs to it, all that is next to it is in
//! the zone or outside the region. So it is a chain of the board too, with the same liberties, and
//! both games capture it or neither does. If filled points belong to it, call it K: the zone's game
//! never captures it. Say that on the board the defender's stone at *p* captures a chain C that has
//! one of the stones of K in the zone. C has no liberty left. So a filled point next to C is not
//! empty, and by (b) not the defender's: it belongs to C. So does every stone of the attacker in
//! the zone next to C. K is connected, so all of K belongs to C. Hence K is not walled (what is
//! connected with safe stones is not captured), and no point of the zone next to K is empty: K is
//! taken, and has a stone in the zone. Since C is captured now, *p* is next to one of its stones.
//! This one is in the zone, or on a point left out next to the zone, which is a filled one by (b);
//! let it belong to K' in the zone's game. K' is part of C as K is; if no filled point belonged to
//! it, it would be all of C. So K' is taken as well, and next to *p*: the move is barred. (K' may
//! be another chain than K: they can be connected through points where the defender had stones that
//! have been captured.) Stones left out that he captures change nothing in the zone.
//!
//! *A move of the defender in the zone* is legal on the board. Either his stone has a liberty in
//! the zone or is walled there: so it is on the board. Or it captures, and captures the same. (a)
//! and (c) still hold. It repeats nothing: say the board had been the same before, with the same
//! threats and, where that counts, player to move. Each situation of the board, from the start of
//! the history, has the stones in the zone, and the defender's threats, of a situation on the path
//! of the zone's game. The player to move is the same as well, except after a move of the attacker
//! elsewhere that the defender answers by a pass; then it is the defender, and after the move in
//! question it is the attacker. So the zone's game would have repeated a situation, in which it
//! bans the defender's moves as well. (The attacker's threats do not change there.) A threat of the
//! defender's is a move in both games, and repeats nothing, since it leaves him fewer than he ever
//! had.
//!
//! *A move of the attacker in the zone* that is legal on the board is legal in the zone, where no
//! repetition bans it and he needs no liberty if a filled point belongs to the chain of his stone.
//! If none does, it is the chain of the board and has the same liberties, or it captures on the
//! board. It captures the same: what has no liberty on the board has none in the zone. What has
//! none in the zone and is captured there had one such liberty before, is not walled, and has no
//! open point: otherwise it would have been given up when the attacker was to move, and the zone's
//! game would have been over. So all its liberties on the board are in the zone. (a) and (c) hold
//! again. Outside the zone it captures nothing, by (b).
//!
//! *A move of the attacker elsewhere* captures nothing in the zone, by (c). Under `live` it is a
//! pass in the zone, which he may always play. Under `survive` the defender passes; all is as
//! before in the zone, with the attacker to move, to whom no ban applies there. A threat of his
//! changes nothing there either, with him to move.
//!
//! *The end.* The game of the zone is finite, each of its moves is one of the board, and between
//! two of them there are finitely many others, since the attacker's moves elsewhere repeat no
//! situation under superko. Regions that are vital in the zone have no open point, so on the board
//! they are the same and vital to the same chains: the target lives. If the attacker cannot move in
//! the zone (`survive`), he cannot move there on the board either; he has finitely many moves
//! elsewhere, to which the defender passes, and then none. The target is captured on the board only
//! if it is in the zone, by (a).
//!
//! Of what is outside the zone only this was used: the defender has no stones there except on
//! points that are not filled. So the same is true of boards on which he has lost some of them, or
//! on which the attacker has moved elsewhere.

use crate::death::{Kind, SUPERKO, random};
use crate::problems::Random;

use threefold_game::{Game, History, Player, RepetitionRule};
use threefold_go::problem::{Knowledge, Problem, ProblemGoal, ProblemMove};
use threefold_go::{Colour, Geometry, Point, Points, Wide};

const REGIONS: [(usize, usize); 8] =
    [(2, 4), (4, 2), (3, 3), (2, 5), (3, 4), (4, 3), (4, 4), (3, 5)];

const OWN: Colour = Colour::Black;
const THEIR: Colour = Colour::White;

/// Which moves the defender may not play.
#[derive(Clone, Copy, Debug)]
enum Bar {
    /// As the game of the zone has it.
    Now,
    /// Until 28 November 2026: the last liberty in the zone of a chain with an open point, where a
    /// chain is what is connected in the zone.
    Before,
    /// None.
    Never,
}

/// A zone, from its definition and with nothing of the crate's own games of zones.
struct Shape {
    geometry: Geometry<Wide>,
    whole: Wide,
    zone: Wide,
    /// Points left out that count as stones of the attacker.
    filled: Wide,
    open: Wide,
    /// Stones that are safe outside the region.
    safe: [Wide; 2],
}

impl Shape {
    fn of(whole: &Problem, zone: Wide) -> Self {
        let geometry = Geometry::<Wide>::new(whole.size()).unwrap();
        let root = whole.root(OWN, [0, 0]);
        let region = whole.region();
        let left_out = region & !zone;
        let ring = geometry.neighbours(zone) & left_out;
        Shape {
            filled: left_out & !whole.stones(&root, OWN),
            open: geometry.neighbours(ring) & zone,
            safe: Colour::ALL.map(|colour| whole.stones(&root, colour) & !region),
            whole: region,
            zone,
            geometry,
        }
    }

    fn is_walled(&self, chain: Wide, colour: Colour) -> bool {
        self.geometry.neighbours(chain).meets(self.safe[colour.index()])
    }

    /// Whether the defender may not put a stone there, on a board with these stones.
    fn is_barred(&self, stones: [Wide; 2], point: Point, bar: Bar) -> bool {
        let geometry = &self.geometry;
        let inside = stones[THEIR.index()] & self.zone;
        let (theirs, elsewhere) = match bar {
            Bar::Now => (inside | self.filled, self.filled),
            Bar::Before => (inside, self.open),
            Bar::Never => return false,
        };
        let empty = self.zone & !(stones[0] | stones[1] | Wide::single(point));
        let taken: Vec<Wide> = geometry
            .parts(theirs)
            .filter(|&chain| chain.meets(elsewhere) && !self.is_walled(chain, THEIR))
            .filter(|&chain| !geometry.neighbours(chain).meets(empty))
            .collect();
        taken.iter().any(|&chain| geometry.around(point).meets(chain))
            && taken.iter().any(|chain| chain.meets(self.zone))
    }
}

#[derive(Debug, Default)]
struct Found {
    games: u32,
    positions: u32,
    /// Moves of the defender that were compared, and how many capture.
    answers: u32,
    captures: u32,
    /// Moves of the attacker in the zone and elsewhere.
    inside: u32,
    elsewhere: u32,
    /// Moves that the bar forbids.
    barred: u32,
    /// Ends of the zone's game, by what the defender has.
    lives: u32,
    given_up: u32,
    /// Positions that were read as roots.
    roots: u32,
    /// Steps that do not hold.
    wrong: Vec<String>,
}

struct Play<'a> {
    shape: &'a Shape,
    rule: RepetitionRule,
    whole: &'a Problem,
    zone: &'a Problem,
    board: History<Problem>,
    within: History<Problem>,
    /// Whether something outside has changed: the attacker has moved there, or has lost stones.
    is_other_board: bool,
    found: &'a mut Found,
}

impl Play<'_> {
    fn stones(&self) -> [Wide; 2] {
        Colour::ALL.map(|colour| self.whole.stones(self.board.root(), colour))
    }

    fn legal(&self, game: &Problem, history: &History<Problem>) -> Vec<ProblemMove> {
        let mut moves = Vec::new();
        game.moves(history.root(), &mut moves);
        moves.retain(|&m| !history.is_banned(game, m, self.rule));
        moves
    }

    /// The defender's moves in the zone. Barred ones are played where another bar is tried.
    fn answers(&mut self, bar: Bar) -> Result<Vec<ProblemMove>, String> {
        let game = self.zone;
        let root = *self.within.root();
        let legal = self.legal(game, &self.within);
        let stones = self.stones();
        let mut answers: Vec<ProblemMove> =
            legal.iter().copied().filter(|&m| game.point(m).is_none()).collect();
        for point in (self.shape.zone & !stones[0] & !stones[1]).iter() {
            let m = game.move_at(point).unwrap();
            let mut after = root;
            game.make(&mut after, m);
            let own = game.stones(&after, OWN);
            let chain = self.shape.geometry.connected(Wide::single(point), own);
            let theirs = game.stones(&after, THEIR);
            let empty = self.shape.zone & !own & !theirs;
            let has_liberty = self.shape.geometry.neighbours(chain).meets(empty);
            if !has_liberty && !self.shape.is_walled(chain, OWN) {
                continue;
            }
            if self.within.is_banned(game, m, self.rule) {
                continue;
            }
            let is_now = self.shape.is_barred(stones, point, Bar::Now);
            if is_now == legal.contains(&m) {
                return Err(format!("the bar is another one at {}", game.move_text(&root, m)));
            }
            if self.shape.is_barred(stones, point, bar) {
                self.found.barred += 1;
            } else {
                answers.push(m);
            }
        }
        Ok(answers)
    }

    /// The move of the board that is this one of the zone.
    fn on_board(&self, m: ProblemMove) -> ProblemMove {
        self.zone.point(m).map_or(m, |point| self.whole.move_at(point).unwrap())
    }

    /// The board and the zone have the same stones, and the defender's are as the argument has it.
    fn compare(&mut self) -> Result<(), String> {
        self.found.positions += 1;
        let Shape { geometry, zone, whole, .. } = self.shape;
        let stones = self.stones();
        for colour in Colour::ALL {
            let within = self.zone.stones(self.within.root(), colour) & *zone;
            if within != stones[colour.index()] & *zone {
                return Err(format!("{colour} has other stones in the zone"));
            }
        }
        let empty = *zone & !stones[0] & !stones[1];
        let own = stones[OWN.index()];
        for chain in geometry.parts(own & *whole).filter(|chain| chain.meets(*zone)) {
            if !chain.is_within(*zone) {
                return Err("a chain of the defender reaches out".to_owned());
            }
            if !geometry.neighbours(chain).meets(empty) && !self.shape.is_walled(chain, OWN) {
                return Err("a chain of the defender has no liberty in the zone".to_owned());
            }
        }
        if self.board.root().turn() != self.within.root().turn() {
            return Err("it is another one's turn".to_owned());
        }
        if self.is_other_board {
            return Ok(());
        }
        // Nothing has changed outside, so that this is a position of both games.
        let text = self.whole.position_text(self.board.root());
        let there = self.zone.position_text(self.within.root());
        self.found.roots += 1;
        if self.board.root().threats() == self.within.root().threats() && text != there {
            return Err(format!("{there} is another board"));
        }
        let read = self.zone.parse_position(&there);
        if read.ok() != Some(*self.within.root()) {
            return Err(format!("{there} is not read"));
        }
        let as_root = |game: &Problem| Problem::<u64>::parse(&game.parameters(), &there).is_ok();
        if as_root(self.whole) && !as_root(self.zone) {
            return Err(format!("{there} is a root of the region only"));
        }
        Ok(())
    }

    /// What the end of the zone's game says, if it is over.
    fn end(&mut self) -> Result<bool, String> {
        let root = *self.within.root();
        let defender = Player::from(OWN);
        if self.zone.is_over(&root) {
            self.found.given_up += 1;
            return Ok(true);
        }
        if self.zone.is_captured(&root) != self.whole.is_captured(self.board.root()) {
            return Err("the target is captured in one of them".to_owned());
        }
        if self.zone.terminal(&root).is_some_and(|end| end.is_win_of(defender)) {
            self.found.lives += 1;
            let there = self.whole.terminal(self.board.root());
            if !there.is_some_and(|end| end.is_win_of(defender)) {
                return Err("who lives in the zone does not live".to_owned());
            }
            return Ok(true);
        }
        Ok(self.zone.is_captured(&root))
    }

    fn push(&mut self, m: ProblemMove) {
        self.board.push(self.whole, self.on_board(m));
        self.within.push(self.zone, m);
    }

    /// A move of the defender, each of which is one of the board with the same captures.
    fn answer(&mut self, numbers: &mut Random, bar: Bar) -> Result<bool, String> {
        let (before, legal) = (self.stones(), self.legal(self.whole, &self.board));
        let answers = self.answers(bar)?;
        for &m in &answers {
            let text = self.zone.move_text(self.within.root(), m);
            let there = self.on_board(m);
            if !legal.contains(&there) {
                return Err(format!("{text} is illegal on the board"));
            }
            self.found.answers += 1;
            let [mut within, mut board] = [*self.within.root(), *self.board.root()];
            self.zone.make(&mut within, m);
            self.whole.make(&mut board, there);
            for colour in Colour::ALL {
                let stones = self.whole.stones(&board, colour);
                if (stones ^ self.zone.stones(&within, colour)).meets(self.shape.zone) {
                    return Err(format!("{text} captures something else on the board"));
                }
                let is_less = !before[colour.index()].is_within(stones);
                self.found.captures += u32::from(is_less);
            }
        }
        // What gives nothing up goes on for longer.
        let holds = |&m: &ProblemMove| {
            let mut within = *self.within.root();
            self.zone.make(&mut within, m);
            !self.zone.is_over(&within)
        };
        let holding: Vec<ProblemMove> = answers.iter().copied().filter(holds).collect();
        let list = if holding.is_empty() { answers } else { holding };
        let Some(&m) = list.get(numbers.below(list.len().max(1) as u64) as usize) else {
            return Ok(false);
        };
        self.push(m);
        let after = self.stones()[THEIR.index()];
        self.is_other_board |= (before[THEIR.index()] & !after).meets(!self.shape.zone);
        Ok(true)
    }

    /// A move of the attacker: one in the zone is one there, one elsewhere changes nothing there.
    fn attack(&mut self, numbers: &mut Random) -> Result<bool, String> {
        let legal = self.legal(self.whole, &self.board);
        let within = self.legal(self.zone, &self.within);
        let before = self.stones();
        let is_live = self.whole.definition().goal == ProblemGoal::Live;
        if is_live != within.contains(&ProblemMove::PASS) {
            return Err("the attacker may pass where he may not, or the other way round".to_owned());
        }
        for &m in &legal {
            let text = self.whole.move_text(self.board.root(), m);
            let Some(point) = self.whole.point(m) else { continue };
            let mut board = *self.board.root();
            self.whole.make(&mut board, m);
            let mut after = *self.within.root();
            if self.shape.zone.contains(point) {
                self.found.inside += 1;
                let m = self.zone.move_at(point).unwrap();
                if !within.contains(&m) {
                    return Err(format!("{text} is illegal in the zone"));
                }
                self.zone.make(&mut after, m);
            } else {
                self.found.elsewhere += 1;
            }
            for colour in Colour::ALL {
                let stones = self.whole.stones(&board, colour);
                if (stones ^ self.zone.stones(&after, colour)).meets(self.shape.zone) {
                    return Err(format!("{text} changes something else in the zone"));
                }
                let is_outside = (stones ^ before[colour.index()]).meets(!self.shape.zone);
                if is_outside && self.shape.zone.contains(point) {
                    return Err(format!("{text} captures something outside"));
                }
            }
        }
        // One of three moves is elsewhere, where there is one.
        let (inside, elsewhere): (Vec<ProblemMove>, Vec<ProblemMove>) =
            legal.into_iter().partition(|&m| {
                self.whole.point(m).is_some_and(|point| self.shape.zone.contains(point))
            });
        let choose_elsewhere = numbers.below(3) == 0;
        let list = match inside.is_empty() || choose_elsewhere && !elsewhere.is_empty() {
            true => &elsewhere,
            false => &inside,
        };
        let Some(&m) = list.get(numbers.below(list.len().max(1) as u64) as usize) else {
            return Ok(false);
        };
        match self.whole.point(m) {
            Some(point) if self.shape.zone.contains(point) => {
                self.within.push(self.zone, self.zone.move_at(point).unwrap());
                self.board.push(self.whole, m);
            }
            // He is to move again, and nothing is different.
            None if m == ProblemMove::THREAT => self.board.push(self.whole, m),
            point => {
                self.is_other_board |= point.is_some();
                self.board.push(self.whole, m);
                if is_live {
                    self.within.push(self.zone, ProblemMove::PASS);
                } else {
                    self.board.push(self.whole, ProblemMove::PASS);
                }
            }
        }
        Ok(true)
    }

    fn play(&mut self, numbers: &mut Random, bar: Bar) -> Result<(), String> {
        self.found.games += 1;
        for _ in 0..40 {
            self.compare()?;
            if self.end()? {
                return Ok(());
            }
            let goes_on = match self.within.root().turn() {
                OWN => self.answer(numbers, bar)?,
                THEIR => self.attack(numbers)?,
            };
            if !goes_on {
                return Ok(());
            }
        }
        Ok(())
    }
}

fn games(number: u32, bar: Bar) -> Found {
    // Nothing but the rules, and the life that is asked about: what ends the game otherwise would
    // end it too early.
    let knowledge = Knowledge { life: true, ..Knowledge::NONE };
    let mut numbers = Random(51);
    let mut found = Found::default();
    while found.games < number {
        let goal = ProblemGoal::ALL[numbers.below(2) as usize];
        let black = 1 + numbers.below(3);
        let kind = Kind { goal, regions: &REGIONS, black, with: knowledge, without: None };
        let Some(whole) = random(&mut numbers, kind) else { continue };
        let whole = whole.with_knowledge(knowledge);
        let out = 2 + numbers.below(6);
        let zone = whole
            .region()
            .iter()
            .filter(|_| numbers.below(out) != 0)
            .fold(whole.definition().target, |zone, point| zone | Wide::single(point));
        if zone == whole.region() {
            continue;
        }
        let Ok(zone) = whole.within::<u64>(zone) else { continue };
        let shape = Shape::of(&whole, zone.region());
        let threats = [0, 1].map(|_| u8::from(numbers.below(8) == 0));
        let turn = Colour::ALL[numbers.below(2) as usize];
        let rule = SUPERKO[numbers.below(2) as usize];
        let mut play = Play {
            shape: &shape,
            rule,
            board: History::new(whole.root(turn, threats)),
            within: History::new(zone.root(turn, threats)),
            whole: &whole,
            zone: &zone,
            is_other_board: false,
            found: &mut found,
        };
        if let Err(what) = play.play(&mut numbers, bar) {
            let moves = play.board.notation(&whole);
            let root = whole.position_text(play.board.start());
            let game = zone.parameters();
            found.wrong.push(format!("{what}: {rule} {root} after {moves}: {game}"));
        }
    }
    found
}

/// `ZONE_NET=1000000` plays more games.
#[test]
fn each_step_of_the_argument_about_zones_holds() {
    let number = std::env::var("ZONE_NET").ok().and_then(|text| text.parse().ok());
    let found = games(number.unwrap_or(4_000), Bar::Now);
    println!("{found:?}");
    assert!(found.wrong.is_empty(), "{:#?}", found.wrong);
    assert!(found.captures > 500 && found.elsewhere > 5_000 && found.barred > 100, "{found:?}");
    assert!(found.lives > 100 && found.given_up > 100 && found.roots > 1_000, "{found:?}");
}

/// The search finds what is wrong with other bars.
#[test]
fn a_bar_that_does_not_do_is_found_out() {
    for bar in [Bar::Before, Bar::Never] {
        let found = games(3_000, bar);
        let is_capture = |what: &&String| what.contains("captures something else on the board");
        let captures: Vec<&String> = found.wrong.iter().filter(is_capture).collect();
        println!("{bar:?}: {} of {}: {:#?}", captures.len(), found.wrong.len(), captures.first());
        assert!(!captures.is_empty(), "{bar:?}");
    }
}
