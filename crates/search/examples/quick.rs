//! Temporary fuzz.
use threefold_game::*;
use threefold_graph::*;
use threefold_search::*;
fn main() {
    let n: u64 = std::env::args().nth(1).unwrap().parse().unwrap();
    for rule in [RepetitionRule::AttackerLoses, RepetitionRule::AttackerWins, RepetitionRule::SituationalSuperko, RepetitionRule::PositionalSuperko] {
        for (name, o) in [
            ("default", Options { table_bytes: 1<<16, ..Options::default() }),
            ("exactpath", Options { table_bytes: 1<<16, twins: TwinKind::ExactPath, path_code: PathCodeKind::MoveDepth, ..Options::default() }),
            ("noclosing", Options { table_bytes: 1<<16, loop_closing:false, ..Options::default() }),
            ("drop", Options { table_bytes: 1<<16, drop_256ths: 64, ..Options::default() }),
            ("notca", Options { table_bytes: 1<<16, threshold_control: false, ..Options::default() }),
            ("ignore", Options { table_bytes: 1<<16, policy: Policy::Ignore, ..Options::default() }),
        ] {
            let (mut wrong, mut unknown, mut skipped) = (0, 0, 0);
            let (mut certs, mut holes, mut verified, mut refuted, mut bad, mut caught) = (0,0,0,0,0,0); let mut stats = Stats::default();
            for seed in 0..n {
                let size = 4 + (seed % 11) as u32;
                let kind = RandomGraph { shared_boards: if rule == RepetitionRule::PositionalSuperko {40} else {0}, draws: 20, passes: if rule.is_superko() {10} else {0}, irreversible: 50, ..RandomGraph::new(size) };
                let game = kind.generate(seed);
                let q = Question::new(Player::First, rule);
                let h = History::new(RandomGraph::ROOT);
                let Some(truth) = threefold_oracle::exhaustive(&game, &h, q, 1_000_000) else { skipped += 1; continue };
                let mut s = Solver::new(&game, q, o.clone());
                s.limit(Limits::nodes(100_000));
                let a = s.solve(&h);
                stats.add(&a.stats);
                if let Some(v) = a.verdict.decided() {
                    match s.certificate(&h, v, rule) {
                        Ok(e) => { certs += 1; holes += e.stats.holes; match threefold_certificate::check(&game, &e.block) { Ok(_) => { verified += 1; if v != truth { println!("VERIFIED WRONG") } }, Err(r) => { refuted += 1; if refuted < 3 && name != "ignore" { println!("seed {seed} size {size} {r}"); } } } }
                        Err(ExtractError::Wrong) => { if v == truth { println!("seed {seed}: right answer called wrong") ; bad += 1 } else { caught += 1 } }
                        Err(e) => { bad += 1; if bad < 3 { println!("seed {seed} size {size} {e}") } }
                    }
                }
                match a.verdict.decided() { Some(v) if v == truth => {}, Some(_) => { wrong += 1; if name != "ignore" && wrong == 1 { println!("first wrong seed {seed} size {size}") } }, None => unknown += 1 }
            }
            println!("{rule} {name}: certs {certs} verified {verified} refuted {refuted} noextract {bad} caught {caught} holes {holes} wrong {wrong} unknown {unknown} skipped {skipped} nodes {} sims {}/{} twins {} hits {} promoted {}", stats.nodes, stats.simulations_succeeded, stats.simulations_failed, stats.twin_stores, stats.twin_hits, stats.twins_promoted);
        }
    }
}
