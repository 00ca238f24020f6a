//! Under superko: which kind of hit makes a plain table wrong about random games.
//!
//! ```sh
//! cargo run --release -p threefold-lab -F measure --example causes -- 20000
//! ```

use std::collections::BTreeMap;

use threefold_game::RepetitionRule;
use threefold_lab::RandomStudy;
use threefold_lab::dfpn::plain::cause;
use threefold_search::Limits;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let games: u64 = std::env::args().nth(1).unwrap_or("10000".to_owned()).parse()?;
    for rule in &RepetitionRule::ALL[1..] {
        let study = RandomStudy::new(*rule, (4, 14), 1);
        let mut causes = BTreeMap::new();
        for index in 0..games {
            let case = study.case(index);
            let Some(truth) = study.truth(&case) else { continue };
            let question = case.file(Vec::new()).question();
            let limits = Limits::nodes(study.nodes);
            let oracle = study.oracle_nodes;
            let found = cause(&case.game, question, &case.history, truth, &limits, oracle);
            if let Some(cause) = found {
                *causes.entry(cause).or_insert(0) += 1;
            }
        }
        println!("{rule}: {games} games, wrong because of {causes:?}");
    }
    Ok(())
}
