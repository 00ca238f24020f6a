//! What the crate says of positions and games, for a comparison with another program
//! (`tests/compare_notation.py`).
//!
//! Without arguments it reads a FEN a line, and writes for each one line with the position as it
//! writes it, why the game is over there or `-`, and its legal moves as `UCI=SAN`, separated by
//! tabs. With `pgn` it reads a file of games, and writes for each one line: where it starts, the
//! moves in UCI notation, the result or `*`. What cannot be read becomes `error: ` and what is
//! wrong with it.

use std::io::{self, BufWriter, Read, Write};

use threefold_chess::{Chess, pgn, san};
use threefold_game::Game;

fn main() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    if std::env::args().nth(1).as_deref() == Some("pgn") {
        games(&mut out)
    } else {
        positions(&mut out)
    }?;
    out.flush()
}

fn games(out: &mut impl Write) -> io::Result<()> {
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    for game in pgn::read(&pgn::decode(&bytes)) {
        match game {
            Ok(game) => {
                let history = game.history();
                let result = game.result().unwrap_or("*");
                writeln!(out, "{}\t{}\t{result}", history.start(), history.notation(&Chess))?;
            }
            Err(error) => writeln!(out, "error: {error}")?,
        }
    }
    Ok(())
}

fn positions(out: &mut impl Write) -> io::Result<()> {
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
    Ok(())
}
