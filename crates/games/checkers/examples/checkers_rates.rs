//! How fast things are: building a database, and looking positions up.
//!
//! ```sh
//! cargo run --release -p threefold-checkers -F measure --example checkers_rates -- \
//!     DIR PIECES [DEPTH_PIECES [THREADS [CACHE_MIB]]]
//! ```

use std::path::Path;
use std::time::Instant;

use threefold_checkers::egdb::{BuildOptions, Database};
use threefold_checkers::{Checkers, CheckersPosition};
use threefold_game::{Game, Player};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, otherwise: u8| args.get(i).map_or(Ok(otherwise), |text| text.parse());
    let directory = args.first().ok_or("expected a directory for the database")?;
    let pieces = number(1, 4)?;
    let depths = number(2, pieces.min(5))?;
    let threads = usize::from(number(3, 0)?);

    let started = Instant::now();
    let options = BuildOptions { pieces, depths, threads };
    let cache = args.get(4).map_or(Ok(Database::CACHE >> 20), |text| text.parse::<u64>())?;
    let database = Database::build(Path::new(directory), &options, &())?.with_cache(cache << 20);
    println!("{}", database.declaration());
    println!("built or opened in {:.2} s", started.elapsed().as_secs_f64());

    let positions = random_positions(1_000_000, u32::from(pieces));
    for time in ["for the first time", "again"] {
        let started = Instant::now();
        let known = positions.iter().filter(|position| database.probe(position).is_some()).count();
        let rate = positions.len() as f64 / started.elapsed().as_secs_f64() / 1e6;
        let all = positions.len();
        println!("{known} of {all} random positions looked up {time}, {rate:.2} million/s");
    }

    let started = Instant::now();
    let game = Checkers::new();
    let mut moves = Vec::new();
    let mut count = 0;
    for position in &positions {
        moves.clear();
        game.moves(position, &mut moves);
        count += moves.len();
    }
    let rate = positions.len() as f64 / started.elapsed().as_secs_f64() / 1e6;
    println!("{count} moves generated, {rate:.1} million positions/s");
    Ok(())
}

/// Positions with `pieces` pieces on random squares; a xorshift generator is random enough.
fn random_positions(count: usize, pieces: u32) -> Vec<CheckersPosition> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state >> 32
    };
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        let (mut men, mut kings, mut taken) = ([0u32; 2], [0u32; 2], 0u32);
        while taken.count_ones() < pieces {
            let bit = 1u32 << (next() & 31);
            if taken & bit == 0 {
                taken |= bit;
                let side = (next() & 1) as usize;
                if next() & 1 == 0 { men[side] |= bit } else { kings[side] |= bit }
            }
        }
        let turn = if next() & 1 == 0 { Player::First } else { Player::Second };
        positions.extend(CheckersPosition::new(men, kings, turn));
    }
    positions
}
