//! Scratch.
use threefold_certificate::check;
use threefold_chess::{Chess, ChessPosition};
use threefold_game::{History, Player, Question, RepetitionRule};
use threefold_search::{Limits, Options, Solver};
use std::time::Instant;

fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<_> = text.rsplit(')').next().unwrap().split_whitespace().collect();
    (fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap()) / 100.0
}
fn rss() -> String {
    let text = std::fs::read_to_string("/proc/self/status").unwrap();
    text.lines().find(|l| l.starts_with("VmHWM")).unwrap().to_owned()
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let position: ChessPosition = args[1].parse().unwrap();
    let attacker = if args.get(2).is_some_and(|a| a == "black") { Player::Second } else { Player::First };
    let bytes = args.get(3).map_or(64, |a| a.parse::<usize>().unwrap()) << 20;
    let options = Options { components: true, table_bytes: bytes, ..Options::default() };
    let mut solver = Solver::new(&Chess, Question::new(attacker, RepetitionRule::Draw), options);
    let history = History::new(position);
    solver.limit(Limits { time: Some(std::time::Duration::from_secs(args.get(4).map_or(60, |a| a.parse().unwrap()))), ..Limits::default() });
    let t = Instant::now();
    let answer = solver.solve(&history);
    println!("{:?} nodes {} lookups {} wall {:.2} cpu {:.2} used {} MB {}", answer.verdict, answer.stats.nodes, answer.stats.lookups, t.elapsed().as_secs_f64(), cpu(), solver.used_bytes() >> 20, rss());
    if let Some(proven) = answer.verdict.decided() {
        match solver.certificate(&history, proven, RepetitionRule::Draw) {
            Ok(extracted) => {
                println!("certificate {} positions {} lines cpu {:.2} {}", extracted.positions, extracted.block.moves.len(), cpu(), rss());
                match check(&Chess, &extracted.block) { Ok(_) => println!("VERIFIED cpu {:.2}", cpu()), Err(e) => println!("{e}") }
            }
            Err(error) => println!("{error}"),
        }
    }
}
