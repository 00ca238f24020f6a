//! Random small games against brute force: strategies that win are certified, and whatever passes
//! the checker is a proof.

use std::collections::HashMap;

use crate::common::{IntervalFootprint, Net, Node, Situation};
use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use threefold_certificate::{Block, Event, Goal, Header, MoveLines, Omitted, Terms, Walk, check};
use threefold_game::{ExactFootprint, Footprint, Game, History, Outcome, Player, RepetitionRule};

/// A game of 5 to 10 positions with loops, shared boards and a few passes, and three results.
/// Passes lead to positions with larger numbers only, so that they cannot go round.
fn random_net<F>(rng: &mut SmallRng) -> Net<F> {
    let n = rng.random_range(5..=10u32);
    let boards = rng.random_range(n / 2..=n);
    let results = [Outcome::Win(Player::First), Outcome::Win(Player::Second), Outcome::Draw];
    let mut nodes = Vec::new();
    for i in 0..n + results.len() as u32 {
        let over = i.checked_sub(n).map(|i| results[i as usize]);
        let mut edges = Vec::new();
        if over.is_none() {
            let mut targets: Vec<u32> = (0..n).filter(|&to| to != i).collect();
            targets.shuffle(rng);
            targets.truncate(rng.random_range(1..=3));
            if rng.random_ratio(1, 3) {
                targets.push(rng.random_range(n..n + 3));
            }
            edges.extend(targets.into_iter().map(|to| (to, to > i && rng.random_ratio(1, 8))));
        }
        nodes.push(Node {
            name: format!("{i}"),
            turn: *Player::ALL.choose(rng).unwrap(),
            over,
            known: None,
            stones: [if i < n { rng.random_range(0..boards) } else { boards + i }, 0],
            edges,
        });
    }
    Net::from_nodes(nodes)
}

/// A few moves that can have been played under the rule.
fn random_history<G: Game<Move = u32>>(
    net: &G,
    start: G::Position,
    rule: RepetitionRule,
    rng: &mut SmallRng,
) -> History<G> {
    let mut history = History::new(start);
    for _ in 0..rng.random_range(0..4) {
        let mut moves = Vec::new();
        if net.terminal(history.root()).is_none() {
            net.moves(history.root(), &mut moves);
            moves.retain(|&m| !history.is_banned(net, m, rule));
        }
        match moves.choose(rng) {
            Some(&m) => history.push(net, m),
            None => break,
        }
    }
    history
}

/// The rules without any table: plays out everything.
struct Brute<'n, F> {
    net: &'n Net<F>,
    terms: Terms,
    path: Vec<u32>,
    /// Situations of the path, history included (superko).
    situations: Vec<Situation>,
    /// Positions that draw because of the history (other rules).
    drawn: Vec<u32>,
    budget: u64,
}

impl<'n, F: Footprint<Situation>> Brute<'n, F> {
    fn new(net: &'n Net<F>, history: &History<Net<F>>, terms: Terms) -> Self {
        let enough = net.occurrences as usize - 1;
        let positions = history.positions();
        let count = |p: &u32| positions.iter().filter(|&q| q == p).count();
        Brute {
            net,
            terms,
            path: Vec::new(),
            situations: positions.iter().map(|p| net.situation(p, terms.rule)).collect(),
            drawn: positions.iter().copied().filter(|p| count(p) >= enough).collect(),
            budget: 300_000,
        }
    }

    /// Sets the path to the positions before `position`; `history` situations stay.
    fn on_path(mut self, path: &[u32]) -> Self {
        for p in path {
            self.situations.push(self.net.situation(p, self.terms.rule));
        }
        self.path = path.to_vec();
        self
    }

    /// Whether the claim holds in `position`, to which `path` has led. `None`: too much work.
    fn solve(&mut self, position: u32) -> Option<bool> {
        self.budget = self.budget.checked_sub(1)?;
        let superko = self.terms.rule.is_superko();
        if !superko && (self.path.contains(&position) || self.drawn.contains(&position)) {
            return Some(self.terms.goal == Goal::Holds);
        }
        if let Some(outcome) = self.net.terminal(&position) {
            return Some(self.terms.is_supported_by(outcome));
        }
        let mut moves = Vec::new();
        self.net.moves(&position, &mut moves);
        self.path.push(position);
        self.situations.push(self.net.situation(&position, self.terms.rule));
        if superko {
            moves.retain(|&m| {
                let to = self.net.situation(&m, self.terms.rule);
                self.net.is_pass(&position, m) || !self.situations.contains(&to)
            });
        }
        let value = if moves.is_empty() {
            Some(self.terms.is_supported_by(self.net.stuck(&position)))
        } else {
            let claimant = self.net.player_to_move(&position) == self.terms.claimant;
            let mut value = Some(!claimant);
            for m in moves {
                match self.solve(m) {
                    Some(v) if v == claimant => {
                        value = Some(claimant);
                        break;
                    }
                    None => value = None,
                    Some(_) => {}
                }
                if value.is_none() {
                    break;
                }
            }
            value
        };
        self.path.pop();
        self.situations.pop();
        value
    }
}

/// Runs a walk in which `choose` picks the claimant's moves.
fn record<F: Footprint<Situation>>(
    net: &Net<F>,
    history: &History<Net<F>>,
    terms: Terms,
    mut choose: impl FnMut(&mut Walk<Net<F>>) -> Option<u32>,
) -> (Event, Block) {
    let mut walk = Walk::new(net, history, terms).with_rollback();
    let mut moves = MoveLines::new();
    loop {
        let event = walk.step();
        if event == Event::NeedMove
            && moves.len() < 300
            && let Some(m) = choose(&mut walk)
        {
            moves.push(&net.move_text(walk.position(), m));
            walk.play(m).unwrap();
            continue;
        }
        assert_eq!(walk.lines(), moves.len());
        return (event, Block::new(Header::new(net, history, terms), moves));
    }
}

/// Every play under the strategy of a verified certificate, one by one, without skipping.
/// Only for rules under which a strategy needs no path.
fn holds_in_every_play<F: Footprint<Situation>>(
    net: &Net<F>,
    history: &History<Net<F>>,
    terms: Terms,
    block: &Block,
) -> bool {
    let mut lines = block.moves.iter();
    let mut strategy = HashMap::new();
    let (event, _) = record(net, history, terms, |walk| {
        let m = net.parse_move(walk.position(), lines.next()?).ok()?;
        strategy.insert(*walk.position(), m);
        Some(m)
    });
    assert_eq!(event, Event::Done);
    fn follow<F: Footprint<Situation>>(
        brute: &mut Brute<F>,
        strategy: &HashMap<u32, u32>,
        position: u32,
    ) -> bool {
        if brute.path.contains(&position) || brute.drawn.contains(&position) {
            return brute.terms.goal == Goal::Holds;
        }
        if let Some(outcome) = brute.net.terminal(&position) {
            return brute.terms.is_supported_by(outcome);
        }
        let mut moves = Vec::new();
        brute.net.moves(&position, &mut moves);
        if moves.is_empty() {
            return brute.terms.is_supported_by(brute.net.stuck(&position));
        }
        if brute.net.player_to_move(&position) == brute.terms.claimant {
            moves = vec![strategy[&position]];
        }
        brute.path.push(position);
        let good = moves.into_iter().all(|m| follow(brute, strategy, m));
        brute.path.pop();
        good
    }
    follow(&mut Brute::new(net, history, terms), &strategy, *history.root())
}

/// Changes, drops, duplicates or swaps lines.
fn mutate<F: Footprint<Situation>>(net: &Net<F>, block: &Block, rng: &mut SmallRng) -> Block {
    let mut lines: Vec<String> = block.moves.iter().map(str::to_owned).collect();
    let i = rng.random_range(0..=lines.len());
    let j = rng.random_range(0..=lines.len());
    match rng.random_range(0..4) {
        0 if i < lines.len() => {
            lines[i] = net.nodes.choose(rng).unwrap().name.clone();
        }
        1 if i < lines.len() => {
            lines.remove(i);
        }
        2 if i < lines.len() => lines.insert(j, lines[i].clone()),
        3 if i < lines.len() && j < lines.len() => lines.swap(i, j),
        _ => lines.push(net.nodes.choose(rng).unwrap().name.clone()),
    }
    Block::new(block.header.clone(), lines.iter().collect())
}

#[derive(Default, Debug)]
struct Tally {
    true_claims: u32,
    false_claims: u32,
    mutants: u32,
    mutants_verified: u32,
    lucky: u32,
    rolled_back: u32,
    reused: u64,
    rewalked: u64,
}

fn one_game<F: Footprint<Situation>>(seed: u64, tally: &mut Tally) {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut net: Net<F> = random_net(&mut rng);
    net.occurrences = rng.random_range(2..=3);
    let terms = Terms {
        claimant: *Player::ALL.choose(&mut rng).unwrap(),
        goal: *[Goal::Wins, Goal::Holds].choose(&mut rng).unwrap(),
        rule: *RepetitionRule::ALL.choose(&mut rng).unwrap(),
        database: false,
        plies: None,
        omitted: Omitted::NOTHING,
    };
    let history = random_history(&net, 0, terms.rule, &mut rng);
    let Some(truth) = Brute::new(&net, &history, terms).solve(*history.root()) else { return };
    let is_proof = |block: &Block| {
        truth && (terms.rule.is_superko() || holds_in_every_play(&net, &history, terms, block))
    };

    if truth {
        tally.true_claims += 1;
        // The brute-force strategy has no hole and is verified.
        let (event, block) = record(&net, &history, terms, |walk| {
            let path: Vec<u32> = walk.path().map(|step| *step.position).collect();
            walk.legal_moves().to_vec().into_iter().find(|&m| {
                let mut brute = Brute::new(&net, &history, terms).on_path(&path);
                brute.solve(m) == Some(true)
            })
        });
        assert_eq!(event, Event::Done, "seed {seed} {terms:?}");
        let verified = check(&net, &block).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        assert!(is_proof(&block), "seed {seed}");
        tally.reused += verified.lemmas_reused;
        tally.rewalked += verified.lemmas_rewalked;
        for _ in 0..4 {
            let mutant = mutate(&net, &block, &mut rng);
            tally.mutants += 1;
            if check(&net, &mutant).is_ok() {
                tally.mutants_verified += 1;
                assert!(is_proof(&mutant), "seed {seed}: a mutant is no proof");
            }
        }
    } else {
        tally.false_claims += 1;
    }

    // Random strategies prove nothing that is false.
    for _ in 0..4 {
        let (event, block) =
            record(&net, &history, terms, |walk| walk.legal_moves().choose(&mut rng).copied());
        assert_eq!(check(&net, &block).is_ok(), event == Event::Done, "seed {seed}");
        if event == Event::Done {
            tally.lucky += 1;
            assert!(is_proof(&block), "seed {seed}: a false claim is verified");
        }
    }
    // Neither do those found by going back; writer and checker still agree.
    if let Some(block) = by_rolling_back(&net, &history, terms, &mut rng) {
        tally.rolled_back += 1;
        assert!(check(&net, &block).is_ok(), "seed {seed}: a rolled back walk is another walk");
        assert!(is_proof(&block), "seed {seed}");
    }
}

/// Random moves, and a random choice of the path again after each fault and now and then
/// without one.
fn by_rolling_back<F: Footprint<Situation>>(
    net: &Net<F>,
    history: &History<Net<F>>,
    terms: Terms,
    rng: &mut SmallRng,
) -> Option<Block> {
    let mut walk = Walk::new(net, history, terms).with_rollback();
    let mut moves = MoveLines::new();
    for _ in 0..200 {
        let event = walk.step();
        match event {
            Event::Done => return Some(Block::new(Header::new(net, history, terms), moves)),
            Event::NeedMove if rng.random_ratio(7, 8) => {
                let m = *walk.legal_moves().choose(rng).unwrap();
                moves.push(&net.move_text(walk.position(), m));
                walk.play(m).unwrap();
            }
            _ => {
                let choices: Vec<usize> =
                    (0..).zip(walk.path()).filter(|(_, s)| s.is_choice).map(|(i, _)| i).collect();
                let depth = *choices.choose(rng)?;
                walk.rollback_to(depth).unwrap();
                assert_eq!(walk.depth(), depth);
                moves.truncate(walk.lines());
            }
        }
    }
    None
}

#[test]
fn exact_footprints() {
    let mut tally = Tally::default();
    for seed in 0..60_000 {
        one_game::<ExactFootprint>(seed, &mut tally);
    }
    println!("{tally:?}");
    // The test is worth something only if all of this happens.
    assert!(tally.true_claims > 1000 && tally.false_claims > 1000);
    assert!(tally.mutants_verified > 100 && tally.lucky > 100 && tally.rolled_back > 100);
    assert!(tally.reused > 100 && tally.rewalked > 100);
}

#[test]
fn interval_footprints() {
    let mut tally = Tally::default();
    for seed in 1_000_000..1_030_000 {
        one_game::<IntervalFootprint>(seed, &mut tally);
    }
    println!("{tally:?}");
    assert!(tally.reused > 100 && tally.rewalked > 100);
}

/// Whether the claimant has not lost within so many plies, by the definition.
fn is_kept<F>(net: &Net<F>, terms: Terms, drawn: &[u32], position: u32, plies: u32) -> bool
where
    F: Footprint<Situation>,
{
    if drawn.contains(&position) {
        return true;
    }
    let mut moves = Vec::new();
    let over = net.terminal(&position).or_else(|| {
        net.moves(&position, &mut moves);
        moves.is_empty().then(|| net.stuck(&position))
    });
    match over {
        Some(outcome) => terms.is_supported_by(outcome),
        None if plies == 0 => true,
        None => {
            let own = net.player_to_move(&position) == terms.claimant;
            let holds = |&m: &u32| is_kept(net, terms, drawn, m, plies - 1);
            if own { moves.iter().any(holds) } else { moves.iter().all(holds) }
        }
    }
}

#[test]
fn who_holds_for_some_plies_does_so_by_lines_and_leaves() {
    let (mut held, mut lost, mut lucky, mut left_out) = (0, 0, 0, 0);
    for seed in 0..20_000 {
        let mut rng = SmallRng::seed_from_u64(seed);
        let mut net: Net<ExactFootprint> = random_net(&mut rng);
        net.occurrences = rng.random_range(2..=3);
        let plies = rng.random_range(0..7);
        let mut terms = Terms {
            claimant: *Player::ALL.choose(&mut rng).unwrap(),
            goal: Goal::Holds,
            rule: RepetitionRule::Draw,
            database: false,
            plies: Some(plies),
            omitted: Omitted::NOTHING,
        };
        let history = random_history(&net, 0, terms.rule, &mut rng);
        let drawn = Brute::new(&net, &history, terms).drawn;
        let truth = is_kept(&net, terms, &drawn, *history.root(), plies);
        let mut lines = None;
        for leaf_plies in 0..=3 {
            terms.omitted = Omitted { leaf_plies, hands: false };
            if truth {
                held += 1;
                let (event, block) = record(&net, &history, terms, |walk| {
                    let left = walk.plies_left().unwrap() - 1;
                    let holds = |&m: &u32| is_kept(&net, terms, &drawn, m, left);
                    walk.legal_moves().to_vec().into_iter().find(holds)
                });
                assert_eq!(event, Event::Done, "seed {seed} {terms:?}");
                let verified = check(&net, &block).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
                left_out += u32::from(lines.is_some_and(|lines| lines > verified.lines));
                lines = Some(verified.lines);
            } else {
                lost += 1;
            }
            for _ in 0..4 {
                let (event, block) = record(&net, &history, terms, |walk| {
                    walk.legal_moves().choose(&mut rng).copied()
                });
                assert_eq!(check(&net, &block).is_ok(), event == Event::Done, "seed {seed}");
                assert!(truth || event != Event::Done, "seed {seed}: a false claim is verified");
                lucky += u32::from(event == Event::Done);
            }
        }
    }
    println!("{held} held, {lost} lost, {lucky} lucky, {left_out} shorter");
    assert!(held > 1000 && lost > 1000 && lucky > 1000 && left_out > 1000);
}
