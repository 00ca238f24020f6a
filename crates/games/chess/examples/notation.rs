//! What the crate says of positions, for a comparison with another program
//! (`tests/compare_notation.py`): reads a FEN a line, and writes for each one line with the
//! position as it writes it, why the game is over there or `-`, and its legal moves as `UCI=SAN`,
//! separated by tabs. A line that is no position becomes `error: ` and what is wrong with it.

use std::io::{self, BufWriter, Write};

use threefold_chess::{Chess, san};
use threefold_game::Game;

fn main() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lines() {
        let position = match Chess.parse_position(&line?) {
            Ok(position) => position,
            Err(error) => {
                writeln!(out, "error: {error}")?;
                continue;
            }
        };
        let ending = position.ending().map_or("-".to_owned(), |ending| ending.to_string());
        write!(out, "{position}\t{ending}")?;
        let mut moves = Vec::new();
        if Chess.terminal(&position).is_none() {
            Chess.moves(&position, &mut moves);
        }
        Chess.sort_by_notation(&position, &mut moves);
        for m in moves {
            write!(out, "\t{}={}", Chess.move_text(&position, m), san::text(&position, m))?;
        }
        writeln!(out)?;
    }
    out.flush()
}
