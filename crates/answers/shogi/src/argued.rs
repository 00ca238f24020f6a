//! Certificates of lengths by convention: the search plays the arguments.

use threefold_answer::ask::check_limits;
use threefold_answer::asked::Proof;
use threefold_answer::effort::Effort;
use threefold_certificate::{
    Block, CheckError, CheckLimits, Checker, Event, Header, MoveLines, Terms, Walk,
};
use threefold_game::{Game, History, Player, Question, RepetitionRule};
use threefold_search::Reason;
use threefold_shogi::{Argument, Conventional, Position, Stage};

use super::convention::{Convention, Sense};

impl Convention<'_> {
    /// Whether who acts as the attacker is right.
    fn is_right(&mut self, game: &Conventional, argument: &Argument) -> Result<bool, Reason> {
        let Argument { ref position, plies, nearer_than, stage, .. } = *argument;
        match stage {
            Stage::Play if game.attacks(argument) => self.mates(Sense::Plain, position, plies),
            Stage::Play => Ok(!self.lasts(position, nearer_than, plies + 2)?),
            Stage::Drop(_) => {
                let mut words = Vec::new();
                game.moves(argument, &mut words);
                for word in words {
                    if self.is_right(game, &game.after(argument, word))? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Stage::Taken(by) => {
                let drop = game.candidate(argument, by);
                let Some(taken) = drop.and_then(|one| one.without(by)) else { return Ok(false) };
                Ok(self.is_mated(Sense::Plain, &taken, plies)?
                    && self.lasts(position, nearer_than, plies)?)
            }
        }
    }

    /// The proof of what a length by convention is said to be: that the attacker mates within
    /// `plies`, or that he does not. `None` if it does not come out.
    pub fn proof(
        &mut self,
        root: &Position,
        plies: u32,
        mates: bool,
        effort: &Effort,
    ) -> Result<Option<Proof>, Reason> {
        let game = Conventional::new(self.attacker(), plies);
        let question = Question { attacker: Player::First, rule: RepetitionRule::AttackerLoses };
        let terms = Terms::of(question, mates);
        let history = History::new(game.argument(root.clone()));
        let mut walk = Walk::new(&game, &history, terms);
        let mut lines = MoveLines::new();
        loop {
            match walk.step() {
                Event::Done => break,
                Event::NeedMove => {}
                _ => return Ok(None),
            }
            if walk.memory() + lines.memory() > effort.options.budget() {
                return Err(Reason::Memory);
            }
            let argument = walk.position().clone();
            let mut words = Vec::new();
            game.moves(&argument, &mut words);
            let mut chosen = None;
            for word in words {
                let next = game.after(&argument, word);
                if self.is_right(&game, &next)? == (mates != next.is_swapped) {
                    chosen = Some(word);
                    break;
                }
            }
            let Some(word) = chosen else { return Ok(None) };
            lines.push(&game.move_text(&argument, word));
            if walk.play(word).is_err() {
                return Ok(None);
            }
        }
        let positions = walk.positions();
        let block = Block::new(Header::new(&game, &history, terms), lines);
        let memory = Some(effort.options.budget());
        let limits = CheckLimits { memory, ..check_limits(&effort.limits) };
        match Checker::new(&game).limits(limits).block(&block) {
            Ok(_) => Ok(Some(Proof { block, positions, checked: true })),
            Err(CheckError::Limit(_)) => Err(Reason::Memory),
            Err(_) => Ok(None),
        }
    }
}
