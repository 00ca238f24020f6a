//! A problem as a game: which moves there are and when it is over.

use threefold_game::{Game, Leaf, NotationError, Outcome, Player, RepetitionRule, Searchable};

use super::death;
use super::definition::{Definition, ProblemGoal};
use super::estimate;
use super::footprint::ProblemFootprint;
use super::life::alive;
use super::likely;
use super::local::CellSet;
use super::miai;
use super::model::{MOST_THREATS, Problem, within};
use super::notation;
use super::position::{ProblemMove, ProblemPosition, ProblemSituation, ko_key};
use crate::Colour;

/// They do not wait so many steps from a stone of the defender.
const BESIDE: usize = 2;

impl<S: CellSet> std::fmt::Debug for Problem<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Problem").field(&self.parameters()).finish()
    }
}

impl<S: CellSet> Game for Problem<S> {
    type Position = ProblemPosition<S>;
    type Move = ProblemMove;
    type Undo = ProblemPosition<S>;
    type Situation = ProblemSituation<S>;
    type Footprint = ProblemFootprint<S>;

    fn name(&self) -> &str {
        "go-problem"
    }

    fn parameters(&self) -> String {
        notation::parameters(self)
    }

    fn player_name(&self, player: Player) -> &str {
        Colour::from(player).name()
    }

    /// As for boards.
    fn repetition_rules(&self) -> &[RepetitionRule] {
        if self.definition.basic_ko { &[RepetitionRule::Draw] } else { &RepetitionRule::SUPERKO }
    }

    fn player_to_move(&self, position: &ProblemPosition<S>) -> Player {
        position.turn.into()
    }

    fn terminal(&self, position: &ProblemPosition<S>) -> Option<Outcome> {
        let Definition { defender, goal, knowledge, .. } = self.definition;
        let own = position.stones[defender.index()];
        let target = self.target & own;
        if self.is_captured(position) {
            return Some(self.loser(defender));
        }
        let local = &self.region.local;
        let sees_life = goal == ProblemGoal::Live || knowledge.life;
        if sees_life && alive(local, position.stones, defender).meets(target) {
            return Some(self.loser(defender.opponent()));
        }
        if self.is_over(position) {
            return Some(self.loser(defender));
        }
        let sees_miai = self.definition.sees_miai();
        if goal == ProblemGoal::Live && (knowledge.eye_space || sees_miai) {
            let taken = if sees_miai { own } else { S::EMPTY };
            if !estimate::has_eye_space(local, position, defender, taken) {
                return Some(self.loser(defender));
            }
        }
        if sees_miai && miai::is_lost(local, position, defender) {
            return Some(self.loser(defender));
        }
        if self.definition.sees_death() && death::is_dead(local, position, defender) {
            return Some(self.loser(defender));
        }
        None
    }

    /// Nothing keeps anybody from playing on: neither life that is seen, nor a target that is not
    /// there, because the game is older than the group, or that has been captured. Only where a
    /// chain is given up in a zone nobody can say how the board would go on.
    fn is_over(&self, position: &ProblemPosition<S>) -> bool {
        let (local, defender) = (&self.region.local, self.definition.defender);
        self.zone.as_ref().is_some_and(|zone| zone.is_given_up(local, position, defender))
    }

    fn moves(&self, position: &ProblemPosition<S>, moves: &mut Vec<ProblemMove>) {
        let cells = self.candidates(position).cells();
        moves.extend(
            cells.filter(|&cell| self.may_put(position, cell)).map(|cell| ProblemMove(cell as u16)),
        );
        if self.may_pass(position.turn) {
            moves.push(ProblemMove::PASS);
        }
        if self.may_threaten(position) {
            moves.push(ProblemMove::THREAT);
        }
    }

    fn stuck(&self, position: &ProblemPosition<S>) -> Outcome {
        self.loser(position.turn)
    }

    #[inline]
    fn make(&self, position: &mut ProblemPosition<S>, m: ProblemMove) -> ProblemPosition<S> {
        let before = *position;
        self.play(position, m);
        before
    }

    #[inline]
    fn undo(&self, position: &mut ProblemPosition<S>, _: ProblemMove, before: ProblemPosition<S>) {
        *position = before;
    }

    fn situation(
        &self,
        position: &ProblemPosition<S>,
        rule: RepetitionRule,
    ) -> ProblemSituation<S> {
        let turn = (rule != RepetitionRule::PositionalSuperko).then_some(position.turn);
        ProblemSituation { stones: position.stones, turn, threats: position.threats }
    }

    /// A threat changes the board elsewhere, and a stone that is connected to safe ones stays: the
    /// positions before had another one in its place, or none.
    fn is_irreversible(&self, position: &ProblemPosition<S>, m: ProblemMove) -> bool {
        match m.cell() {
            None => m == ProblemMove::THREAT,
            Some(cell) => {
                let local = &self.region.local;
                self.definition.knowledge.irreversible
                    && (local.beside_safe(position.turn).has(cell)
                        || local.beside(cell).meets(position.safe[position.turn.index()]))
            }
        }
    }

    /// In a zone nothing bans the attacker: elsewhere something has changed.
    fn is_pass(&self, position: &ProblemPosition<S>, m: ProblemMove) -> bool {
        m == ProblemMove::PASS || self.zone.is_some() && position.turn != self.definition.defender
    }

    fn may_claim(&self, player: Player) -> bool {
        self.zone_speaks_for(player)
    }

    fn write_move(&self, _: &ProblemPosition<S>, m: ProblemMove, out: &mut String) {
        notation::write_move(self, m, out);
    }

    fn parse_move(
        &self,
        position: &ProblemPosition<S>,
        text: &str,
    ) -> Result<ProblemMove, NotationError> {
        let m = notation::parse_move(self, text)?;
        if self.is_legal(position, m) {
            return Ok(m);
        }
        Err(NotationError::new(format!("'{text}' is not a legal move here")))
    }

    fn sort_by_notation(&self, _: &ProblemPosition<S>, moves: &mut [ProblemMove]) {
        // Coordinates are capital letters: before `pass` and `threat`.
        moves.sort_unstable_by_key(|&m| match m.cell() {
            Some(cell) => self.ranks[cell],
            None => m.0,
        });
    }

    fn write_position(&self, position: &ProblemPosition<S>, out: &mut String) {
        notation::write_position(self, position, out);
    }

    fn parse_position(&self, text: &str) -> Result<ProblemPosition<S>, NotationError> {
        notation::parse_position(self, text)
    }
}

impl<S: CellSet> Searchable for Problem<S> {
    #[inline]
    fn key(&self, position: &ProblemPosition<S>) -> u64 {
        position.key ^ ko_key(position.ko)
    }

    #[inline]
    fn repetition_key(&self, position: &ProblemPosition<S>, rule: RepetitionRule) -> u64 {
        match rule {
            RepetitionRule::PositionalSuperko => position.board_key(),
            _ => self.key(position),
        }
    }

    fn keys_after(
        &self,
        position: &ProblemPosition<S>,
        m: ProblemMove,
        rule: RepetitionRule,
    ) -> Option<[u64; 2]> {
        // The ko of the position behind it would have to be known.
        if self.definition.basic_ko {
            return None;
        }
        let key = position.key_after(&self.region.local, m);
        match rule {
            RepetitionRule::PositionalSuperko => Some([key, position.board_key_of(m, key)]),
            _ => Some([key, key]),
        }
    }

    /// A captured target may be older than the capture: the stone that it takes back a ko from.
    const PLAYS_ON: bool = true;

    const CHAINS: bool = true;

    /// Moves far from the target wait for one another: they are most of the moves of a large
    /// region, and mostly one refutation answers them all.
    fn chain(&self, position: &ProblemPosition<S>, m: ProblemMove) -> u8 {
        let Some(cell) = m.cell().filter(|&cell| self.distant.has(cell)) else { return 0 };
        // A ladder takes the defender far away.
        let near = within(&self.region.local, S::cell(cell), BESIDE);
        u8::from(!near.meets(position.stones[self.definition.defender.index()]))
    }

    const FACTORS: bool = true;

    fn factors(&self, position: &ProblemPosition<S>, moves: &[ProblemMove], factors: &mut Vec<u8>) {
        likely::factors(self, position, moves, factors);
    }

    const SITUATION_WORDS: usize = S::SITUATION_WORDS;

    fn situation_bits(
        &self,
        position: &ProblemPosition<S>,
        rule: RepetitionRule,
        bits: &mut [u64],
    ) {
        let words = S::WORDS;
        let (black_and_white, bits) = bits.split_at_mut(2 * words);
        for (bits, stones) in black_and_white.chunks_exact_mut(words).zip(position.stones) {
            stones.write_words(bits);
        }
        let compares_turn = rule != RepetitionRule::PositionalSuperko;
        let turn = if compares_turn { 1 << position.turn.index() } else { 4 };
        let [black, white] = position.threats.map(|n| (1u64 << n.min(MOST_THREATS)) - 1);
        bits[0] = turn | black << 8 | white << 32;
        for (bits, stones) in bits[1..].chunks_exact_mut(words).zip(position.stones) {
            S::first_cells(stones.count() as usize).write_words(bits);
        }
    }

    /// Under situational superko the situation is the whole position: there is no basic ko then,
    /// and passes are not counted.
    fn repetition_is_exact(&self, rule: RepetitionRule) -> bool {
        rule != RepetitionRule::PositionalSuperko
    }

    fn leaf(&self, position: &mut ProblemPosition<S>, attacker: Player) -> Leaf<ProblemMove> {
        estimate::leaf(self, position, attacker)
    }

    fn encode_move(&self, _: &ProblemPosition<S>, m: ProblemMove) -> u32 {
        m.0.into()
    }

    fn decode_move(&self, position: &ProblemPosition<S>, code: u32) -> Option<ProblemMove> {
        let m = ProblemMove(u16::try_from(code).ok()?);
        let exists =
            m.cell().map_or(m.0 <= ProblemMove::THREAT.0, |cell| self.region.local.has(cell));
        (exists && self.is_legal(position, m)).then_some(m)
    }
}
