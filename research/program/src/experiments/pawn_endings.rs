//! A generator of small pawn endings, with the truth about them where it can be had exactly.

use std::collections::HashSet;
use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;
use threefold_chess::cozy_chess::{Color, File, Piece, Rank, Square};
use threefold_chess::{Chess, ChessPosition};
use threefold_game::{Game, Outcome, SplitMix};
use threefold_oracle::Retrograde;

use super::endings::{position, retrograde};
use super::failure::Failure;
use super::random::random;
use super::whole::write_whole;

#[derive(Debug, Args)]
pub struct PawnEndings {
    /// How many positions
    #[arg(long, default_value_t = 200)]
    count: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// 3: king and pawn against king. 4: also with a second pawn, of either colour
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(3..=4))]
    men: u8,
    /// The file to write
    #[arg(long)]
    out: PathBuf,
}

/// Kinds of endings; the attacker is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// King and pawn against king: the truth is known.
    Pawn,
    /// A pawn each, facing each other on one file: the truth is known, because neither can promote
    /// as long as the other is there.
    Opposed,
    /// A pawn each, on different files. To know the truth takes all endings of queen against queen.
    Free,
    /// Two pawns against none: the same.
    Two,
}

/// A pawn ending is decided at once if the mate is shorter than this, in plies.
const LONG: u32 = 15;

pub fn run(args: &PawnEndings) -> Result<(), Failure> {
    let kinds: &[Kind] = match args.men {
        3 => &[Kind::Pawn],
        _ => &[Kind::Pawn, Kind::Opposed, Kind::Opposed, Kind::Free, Kind::Two],
    };
    let mut lines = Vec::new();
    let mut seen = HashSet::new();
    for (number, &kind) in kinds.iter().enumerate() {
        let share = (args.count + kinds.len() - 1 - number) / kinds.len();
        let mut random = random(args.seed, number as u64);
        let oracle = oracle(kind, &mut random)?;
        // Half of them won, half drawn, where that is known.
        let mut wanted = [share / 2, share - share / 2];
        let mut tries = 0_u64;
        while wanted[0] + wanted[1] > 0 {
            tries += 1;
            if tries > 100_000_000 {
                return Err(Failure::usage(format!("there are not {share} such positions")));
            }
            let Some(position) = candidate(kind, &mut random) else { continue };
            let truth = match &oracle {
                Some(oracle) => match truth(oracle, &position) {
                    Some(truth) => Some(truth),
                    None => continue,
                },
                None => None,
            };
            let side = match truth {
                Some(won) => usize::from(won),
                None => usize::from(wanted[0] == 0),
            };
            if wanted[side] == 0 || !is_open(&position) || !seen.insert(position.clone()) {
                continue;
            }
            wanted[side] -= 1;
            let said = match truth {
                Some(true) => "won",
                Some(false) => "drawn",
                None => "unknown",
            };
            lines.push(format!("{position} c0 \"{said}\"; id \"{kind:?}.{}\";", lines.len() + 1));
        }
    }
    let mut text = format!(
        "# threefold-lab pawn-endings --count {} --seed {} --men {}\n",
        args.count, args.seed, args.men
    );
    for line in &lines {
        let _ = writeln!(text, "{line}");
    }
    write_whole(&args.out, &text)?;
    let count = |word: &str| lines.iter().filter(|line| line.contains(word)).count();
    println!(
        "{} positions: {} won, {} drawn, {} unknown",
        lines.len(),
        count("\"won\""),
        count("\"drawn\""),
        count("\"unknown\"")
    );
    Ok(())
}

/// Solves all positions of the kind, or as many as are needed, if it can be done.
fn oracle(kind: Kind, random: &mut SplitMix) -> Result<Option<Retrograde<Chess>>, Failure> {
    let roots: Vec<ChessPosition> = match kind {
        Kind::Pawn => "KPvK".parse::<super::endings::Ending>().expect("an ending").positions(),
        Kind::Opposed => {
            // From pawns on their first squares everything else on the file is reached.
            let mut roots = Vec::new();
            for file in File::ALL {
                let pawns = [
                    ((Piece::Pawn, Color::White), Square::new(file, Rank::Second)),
                    ((Piece::Pawn, Color::Black), Square::new(file, Rank::Seventh)),
                ];
                let before = roots.len();
                while roots.len() < before + 2 {
                    let mut men = pawns.to_vec();
                    men.push(((Piece::King, Color::White), square(random)));
                    men.push(((Piece::King, Color::Black), square(random)));
                    let different: HashSet<Square> = men.iter().map(|man| man.1).collect();
                    if different.len() == 4 {
                        roots.extend(position(&men, random.choose(&[Color::White, Color::Black])));
                    }
                }
            }
            roots
        }
        Kind::Free | Kind::Two => return Ok(None),
    };
    retrograde(roots).map(Some)
}

fn square(random: &mut SplitMix) -> Square {
    random.choose(&Square::ALL)
}

/// A random legal position of the kind.
fn candidate(kind: Kind, random: &mut SplitMix) -> Option<ChessPosition> {
    let attacker = random.choose(&[Color::White, Color::Black]);
    let pawn = |color, random: &mut SplitMix| {
        let file = random.choose(&File::ALL);
        let rank = random.choose(&Rank::ALL[1..7]);
        ((Piece::Pawn, color), Square::new(file, rank))
    };
    let mut men = vec![
        ((Piece::King, Color::White), square(random)),
        ((Piece::King, Color::Black), square(random)),
    ];
    // The oracle of one pawn knows White's only.
    let attacker = if kind == Kind::Pawn { Color::White } else { attacker };
    men.push(pawn(attacker, random));
    let first = men[2].1;
    match kind {
        Kind::Pawn => {}
        Kind::Two => men.push(pawn(attacker, random)),
        Kind::Free | Kind::Opposed => {
            let other = pawn(!attacker, random);
            let (white, black) =
                if attacker == Color::White { (first, other.1) } else { (other.1, first) };
            let opposed = white.file() == black.file() && white.rank() < black.rank();
            if opposed != (kind == Kind::Opposed) {
                return None;
            }
            men.push(other);
        }
    }
    let different: HashSet<Square> = men.iter().map(|man| man.1).collect();
    if different.len() < men.len() { None } else { position(&men, attacker) }
}

/// Whether the side to move wins; `None` if it loses, wins soon, or was not reached.
fn truth(oracle: &Retrograde<Chess>, position: &ChessPosition) -> Option<bool> {
    match oracle.value(position)? {
        Outcome::Draw => Some(false),
        Outcome::Win(player) if player == Chess.player_to_move(position) => {
            (oracle.plies(position)? >= LONG).then_some(true)
        }
        Outcome::Win(_) => None,
    }
}

/// Whether something is left to play for: there are moves, none of them promotes, and after some
/// of them no pawn can be captured at once and there are replies.
fn is_open(position: &ChessPosition) -> bool {
    let mut position = position.clone();
    let mut moves = Vec::new();
    Chess.moves(&position, &mut moves);
    if moves.iter().any(|m| m.promotion.is_some()) {
        return false;
    }
    moves.into_iter().any(|m| {
        let undo = Chess.make(&mut position, m);
        let mut replies = Vec::new();
        let over = Chess.terminal(&position).is_some();
        if !over {
            Chess.moves(&position, &mut replies);
        }
        let board = position.board();
        let quiet = !over
            && !replies.is_empty()
            && replies.iter().all(|r| !board.occupied().has(r.to) && r.promotion.is_none());
        Chess.undo(&mut position, m, undo);
        quiet
    })
}
