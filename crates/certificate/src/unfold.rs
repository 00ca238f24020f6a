//! Certificates in which what is left out for the hands is written down.

use threefold_game::{Game, History};

use crate::block::{Block, MoveLines};
use crate::header::{Goal, Header, Omitted, Terms};
use crate::walk::{Event, Walk};

/// A verified block that claims a win on these terms, with lines for the positions that it skips
/// since others answer for them ([`Omitted::hands`]): for whoever wants to see what is played in
/// every position. Any other block is returned as it is. `has_room` is told how many bytes it
/// takes, and says whether it may go on; `None` if not, or if the block does not hold.
pub fn unfolded<G: Game>(
    game: &G,
    history: &History<G>,
    terms: Terms,
    block: &Block,
    has_room: &mut dyn FnMut(usize) -> bool,
) -> Option<Block> {
    if !terms.omitted.hands || terms.goal == Goal::Holds {
        return Some(block.clone());
    }
    let mut folded = Walk::new(game, history, terms);
    folded.follow(block.moves.iter())?;
    let omitted = Omitted { hands: false, ..terms.omitted };
    let terms = Terms { omitted, ..terms };
    let mut walk = Walk::new(game, history, terms);
    let mut moves = MoveLines::new();
    let mut text = String::new();
    loop {
        match walk.step() {
            Event::Done => break,
            Event::NeedMove => {
                let (m, _) = folded.finished(walk.position())?;
                text.clear();
                game.write_move(walk.position(), m?, &mut text);
                moves.push(&text);
                walk.play(m?).ok()?;
            }
            _ => return None,
        }
        if !has_room(folded.memory() + walk.memory() + moves.memory()) {
            return None;
        }
    }
    let header = Header { omitted, ..block.header.clone() };
    Some(Block::new(header, moves))
}
