//! Small Go boards by df-pn without threshold control: which of them it leaves open, and that it
//! answers none of them wrong.

use clap::Args;
use threefold_game::{Player, Question, RepetitionRule};
use threefold_go::{Go, Size, Terms};
use threefold_search::{Combine, Limits, Options, Solver, Verdict};

use super::failure::Failure;
use super::go_oracle::random_history;
use super::parallel::for_each;
use super::random::random;
use crate::columns::Columns;

#[derive(Debug, Args)]
pub struct GoCircles {
    /// The boards
    #[arg(long, value_delimiter = ',', default_value = "1x5,1x6,1x7,2x2,2x3,2x4,3x3")]
    boards: Vec<Size>,
    /// How many random games on each board under each rule; the first has no moves
    #[arg(long, default_value_t = 50)]
    games: u64,
    /// Which games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The questions of this rule only: situational-superko, positional-superko, or draw (basic ko)
    #[arg(long)]
    rule: Option<RepetitionRule>,
    /// Nodes that a search without threshold control may take, in those of one with it
    #[arg(long, default_value_t = 50)]
    factor: u64,
    /// Nodes that it may take at least
    #[arg(long, default_value_t = 20_000)]
    least: u64,
    /// Threads
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

const RULES: [RepetitionRule; 3] =
    [RepetitionRule::SituationalSuperko, RepetitionRule::PositionalSuperko, RepetitionRule::Draw];

/// Ways in which numbers add up and thresholds are set.
const WAYS: [(&str, u32, Combine, Combine); 4] = [
    ("as it is", 3, Combine::Damped(2), Combine::Damped(4)),
    ("epsilon 0", 0, Combine::Damped(2), Combine::Damped(4)),
    ("epsilon 0, plain sums", 0, Combine::Sum, Combine::Sum),
    ("plain sums", 3, Combine::Sum, Combine::Sum),
];

#[derive(Clone, Default)]
struct Row {
    asked: u64,
    unknown: u64,
    saturated: u64,
    restarts: u64,
    wrong: u64,
    /// The smallest case that was left open: nodes with threshold control, and its words.
    first: Option<(u64, String)>,
}

/// By board, rule and way.
type Rows = Vec<Row>;

pub fn run(args: &GoCircles) -> Result<(), Failure> {
    let rules: Vec<RepetitionRule> = match args.rule {
        None => RULES.to_vec(),
        Some(rule) if RULES.contains(&rule) => vec![rule],
        Some(rule) => return Err(Failure::usage(format!("--rule: {rule} is no rule of boards"))),
    };
    let places = args.boards.len() * rules.len();
    let rows: Rows = for_each(
        places as u64 * args.games,
        args.threads,
        "games",
        |index, rows: &mut Rows| {
            rows.resize(places * WAYS.len(), Row::default());
            let place = (index / args.games) as usize;
            let (board, rule) = (args.boards[place / rules.len()], rules[place % rules.len()]);
            let rows = &mut rows[place * WAYS.len()..][..WAYS.len()];
            ask(args, board, rule, index % args.games, rows);
        },
        |all: &mut Rows, rows: Rows| {
            all.resize(places * WAYS.len(), Row::default());
            for (all, row) in all.iter_mut().zip(rows) {
                all.asked += row.asked;
                all.unknown += row.unknown;
                all.saturated += row.saturated;
                all.restarts += row.restarts;
                all.wrong += row.wrong;
                all.first = [all.first.take(), row.first].into_iter().flatten().min();
            }
        },
    );
    let mut columns = Columns::new([
        "board and rule",
        "numbers",
        "questions",
        "unknown",
        "saturated",
        "restarts",
        "wrong",
        "the smallest that is unknown (nodes with control)",
    ]);
    let mut wrong = 0;
    for (i, row) in rows.iter().enumerate() {
        let place = i / WAYS.len();
        wrong += row.wrong;
        let first = row.first.as_ref().map(|(nodes, text)| format!("{text} ({nodes})"));
        columns.row([
            format!("{} {}", args.boards[place / rules.len()], rules[place % rules.len()]),
            WAYS[i % WAYS.len()].0.to_owned(),
            row.asked.to_string(),
            row.unknown.to_string(),
            row.saturated.to_string(),
            row.restarts.to_string(),
            row.wrong.to_string(),
            first.unwrap_or_default(),
        ]);
    }
    print!("{}", columns.to_text());
    if wrong > 0 {
        return Err(Failure::check(format!("{wrong} answers differ")));
    }
    Ok(())
}

/// Every threshold of the position after a random game.
fn ask(args: &GoCircles, board: Size, rule: RepetitionRule, number: u64, rows: &mut [Row]) {
    let points = board.points() as i32;
    let mut random = random(args.seed, number);
    let plies = if number == 0 { 0 } else { random.below(4 * points as u64) };
    let basic_ko = !rule.is_superko();
    let game = |at_least| {
        Go::<u64>::new(Terms { basic_ko, ..Terms::new(board, at_least) }).expect("a small board")
    };
    let history = random_history(&game(0), rule, plies, &mut random);
    for at_least in 1 - points..=points {
        let game = game(at_least);
        let mut own = threefold_game::History::new(game.position(*history.start()));
        history.moves().iter().for_each(|&m| own.push(&game, m));
        let question = Question::new(Player::First, rule);
        let solve = |options: Options, nodes: u64| {
            let mut solver = Solver::new(&game, question, options);
            solver.limit(Limits::nodes(nodes));
            solver.solve(&own)
        };
        let controlled = solve(Options { table_bytes: 4 << 20, ..Options::default() }, u64::MAX);
        let nodes = controlled.stats.nodes;
        for (row, (_, epsilon_16ths, pn_combine, dn_combine)) in rows.iter_mut().zip(WAYS) {
            let options = Options {
                table_bytes: 4 << 20,
                threshold_control: false,
                epsilon_16ths,
                pn_combine,
                dn_combine,
                ..Options::default()
            };
            let answer = solve(options, (nodes * args.factor).max(args.least));
            row.asked += 1;
            row.restarts += answer.stats.restarts;
            match answer.verdict {
                Verdict::Unknown(reason) => {
                    row.unknown += 1;
                    row.saturated += u64::from(reason.name() == "saturated");
                    let text = format!("{}, moves {}", game.terms(), own.notation(&game));
                    let first = Some((nodes, text));
                    row.first = [row.first.take(), first].into_iter().flatten().min();
                }
                verdict => row.wrong += u64::from(verdict != controlled.verdict),
            }
        }
    }
}
