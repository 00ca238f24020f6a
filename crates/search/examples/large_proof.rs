//! How much memory a proof of many positions takes: search, certificate, file, check.
//!
//! ```text
//! cargo run --release -p threefold-search -F measure --example large_proof -- 24 5 2147483648
//! ```
//!
//! The game is a tree: Second chooses one of WIDTH branches, First goes on along it, and after
//! DEPTH such turns First has won. The certificate has a line for each way, and nothing of it can
//! be left out: of the numbers above 8.3 million lines about 16.6 million positions.

use threefold_certificate::{
    Certificate, CertificateReader, CheckLimits, Checker, decompressed, write_file,
};
use threefold_game::{
    ExactFootprint, Game, History, NotationError, Outcome, Player, Question, RepetitionRule,
    Searchable,
};
use threefold_search::{Options, Solver};

struct Tree {
    width: u64,
    depth: u32,
}

/// The branches so far, as digits to the base of the width, and how many moves have been made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Position {
    way: u64,
    plies: u32,
}

impl Game for Tree {
    type Position = Position;
    type Move = u32;
    type Undo = Position;
    type Situation = Position;
    type Footprint = ExactFootprint;

    fn name(&self) -> &str {
        "tree"
    }

    fn parameters(&self) -> String {
        format!("{}-{}", self.width, self.depth)
    }

    fn player_name(&self, player: Player) -> &str {
        ["first", "second"][player.index()]
    }

    fn repetition_rules(&self) -> &[RepetitionRule] {
        &[RepetitionRule::Draw]
    }

    fn player_to_move(&self, position: &Position) -> Player {
        if position.plies.is_multiple_of(2) { Player::Second } else { Player::First }
    }

    fn terminal(&self, position: &Position) -> Option<Outcome> {
        (position.plies == 2 * self.depth).then_some(Outcome::Win(Player::First))
    }

    fn moves(&self, position: &Position, moves: &mut Vec<u32>) {
        let width = if position.plies.is_multiple_of(2) { self.width as u32 } else { 1 };
        moves.extend(0..width);
    }

    fn stuck(&self, _position: &Position) -> Outcome {
        Outcome::Draw
    }

    fn make(&self, position: &mut Position, m: u32) -> Position {
        let before = *position;
        if position.plies.is_multiple_of(2) {
            position.way = position.way * self.width + u64::from(m);
        }
        position.plies += 1;
        before
    }

    fn undo(&self, position: &mut Position, _m: u32, before: Position) {
        *position = before;
    }

    fn situation(&self, position: &Position, _rule: RepetitionRule) -> Position {
        *position
    }

    fn write_move(&self, position: &Position, m: u32, out: &mut String) {
        out.push_str(&if position.plies.is_multiple_of(2) {
            format!("b{m:03}")
        } else {
            "on".to_owned()
        });
    }

    fn write_position(&self, position: &Position, out: &mut String) {
        out.push_str(&format!("{} {}", position.way, position.plies));
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let numbers = text.split_once(' ').and_then(|(way, plies)| {
            Some(Position { way: way.parse().ok()?, plies: plies.parse().ok()? })
        });
        numbers.ok_or_else(|| NotationError::new("expected two numbers"))
    }
}

impl Searchable for Tree {
    fn key(&self, position: &Position) -> u64 {
        let mut key = (position.way << 8 | u64::from(position.plies)).wrapping_add(1);
        key = (key ^ (key >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        key = (key ^ (key >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        key ^ (key >> 31)
    }

    fn encode_move(&self, _position: &Position, m: u32) -> u32 {
        m
    }
}

/// The most memory that the process has had since it was asked for last, where the system says
/// that.
fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    // From now on it counts anew.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    line.map_or_else(|| "unknown".to_owned(), |text| text.trim().to_owned())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let mut next = |usual| numbers.next().unwrap_or(Ok(usual));
    let (width, depth, bytes) = (next(24)?, next(3)? as u32, next(64 << 20)? as usize);
    let game = Tree { width, depth };
    let history = History::new(Position { way: 0, plies: 0 });
    let path = std::env::temp_dir().join(format!("large-{}.cert", std::process::id()));
    {
        let question = Question::new(Player::First, RepetitionRule::Draw);
        let options = Options { table_bytes: bytes, ..Options::default() };
        let mut solver = Solver::new(&game, question, options);
        let answer = solver.solve(&history);
        let verdict = answer.verdict.name();
        println!("search: {verdict}, {} nodes, peak {}", answer.stats.nodes, peak());
        let Some(proven) = answer.verdict.decided() else { return Ok(()) };
        let made = solver.certificate(&history, proven, RepetitionRule::Draw)?;
        let (lines, positions) = (made.block.moves.len(), made.positions);
        println!("certificate: {lines} lines, {positions} positions, peak {}", peak());
        write_file(&path, &Certificate::new(vec![made.block]))?;
        println!("file: {} bytes, peak {}", std::fs::metadata(&path)?.len(), peak());
    }
    let file = std::fs::File::open(&path)?;
    let mut reader = CertificateReader::new(decompressed(file)?);
    reader.next_block()?;
    let limits = CheckLimits { memory: Some(bytes), ..CheckLimits::default() };
    let verified = Checker::new(&game).limits(limits).stream(&mut reader)?;
    println!("check: {verified}, peak {}", peak());
    std::fs::remove_file(&path)?;
    Ok(())
}
