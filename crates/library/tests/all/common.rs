//! Certificates to put into libraries.

use tempfile::TempDir;
use threefold_certificate::{Block, Certificate, Claim, Goal, Header, MoveLines, Omitted};
use threefold_game::RepetitionRule;
use threefold_library::{Checked, Library};
use threefold_session::check::Checker;

/// A mate in one.
pub const MATE: &str = "threefold certificate 1\ngame: chess\nclaim: white wins\n\
    repetition: draw\nroot: 7k/5Q2/6K1/8/8/8/8/8 w - -\nmoves: 1\n---\nf7g7\n";

pub fn library() -> (TempDir, Library) {
    let directory = tempfile::tempdir().unwrap();
    let library = Library::create(directory.path()).unwrap();
    (directory, library)
}

pub fn block(text: &str) -> Block {
    Certificate::read(text.as_bytes()).unwrap().blocks.remove(0)
}

pub fn checked(block: &Block) -> Checked {
    Checked::new(block, &mut Checker::new()).unwrap()
}

/// A position with a knight: nobody can win, and White does not lose. As many as there are numbers
/// below 3,000.
pub fn dead(number: usize) -> Block {
    // Knight anywhere in four rows, the kings far from each other.
    let (king, rest) = (number % 8, number / 8);
    let (other, square) = (rest % 8, rest / 8);
    let row = |file: usize, piece: char| {
        let (before, after) = (file, 7 - file);
        let digit = |n: usize| if n == 0 { String::new() } else { n.to_string() };
        format!("{}{piece}{}", digit(before), digit(after))
    };
    let middle: Vec<String> = (0..4)
        .map(|n| if n == square / 8 % 4 { row(square % 8, 'N') } else { "8".to_owned() })
        .collect();
    let root = format!("{}/8/{}/8/{} b - -", row(king, 'k'), middle.join("/"), row(other, 'K'));
    block_of(&root, "white", Goal::Holds)
}

/// A claim without a move.
pub fn block_of(root: &str, player: &str, goal: Goal) -> Block {
    let header = Header {
        game: "chess".to_owned(),
        parameters: String::new(),
        claim: Claim { player: player.to_owned(), goal },
        plies: None,
        omitted: Omitted::NOTHING,
        repetition: RepetitionRule::Draw,
        attacker: None,
        footprints: None,
        root: root.to_owned(),
        history: None,
        database: None,
        moves: 0,
    };
    Block::new(header, MoveLines::new())
}
