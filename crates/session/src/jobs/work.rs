//! What a worker does: one search of the ordinary kind.

use threefold_certificate::{Claim, Goal, Header, write_block};
use threefold_game::{History, Player, Question, RepetitionRule, Searchable, SplitMix};
use threefold_graph::GraphFile;
use threefold_jobs::{Assumed, Job, JobResult};
use threefold_search::{Combine, Interrupt, Limits, Options, Solver};

use crate::effort::Effort;
use crate::error::Error;
use crate::games;
use crate::games::row::{GameVisitor, Known, Made};
use crate::registry::GameName;
use crate::task::Document;

/// Does a job about a game of the registry.
///
/// ```
/// use threefold_jobs::{Job, JobResult};
/// use threefold_search::Interrupt;
/// use threefold_session::jobs::work;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # // Without serde_json: the fields one by one.
/// let job = Job {
///     id: threefold_jobs::JobId(1),
///     game: "chess".to_owned(),
///     start: "7k/8/6K1/8/8/8/8/1Q6 w - -".to_owned(),
///     root: "7k/8/6K1/8/8/8/8/1Q6 w - -".to_owned(),
///     repetition: "draw".to_owned(),
///     attacker: "white".to_owned(),
///     assume: Vec::new(),
///     nodes: 1000,
///     memory: 1 << 20,
///     seed: 0,
///     file: None,
/// };
/// let result = work(&job, &Interrupt::default())?;
/// assert!(matches!(result, JobResult::Wins { .. }));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// The job says something that is no question about a game.
pub fn work(job: &Job, interrupt: &Interrupt) -> Result<JobResult, Error> {
    let (name, parameters) = job.game.split_once(' ').unwrap_or((&job.game, ""));
    let game = GameName::of(name).ok_or_else(|| Error::UnknownGame(name.to_owned()))?;
    let header = Header {
        game: name.to_owned(),
        parameters: parameters.to_owned(),
        claim: Claim { player: job.attacker.clone(), goal: Goal::Wins },
        plies: None,
        repetition: rule(job)?,
        attacker: None,
        footprints: None,
        root: job.start.clone(),
        history: None,
        database: None,
        moves: 0,
    };
    let file: Option<GraphFile> = match &job.file {
        None => None,
        Some(text) => Some(games::graph::read(&Document::new("file", text.as_bytes()))?),
    };
    let none = &mut |_: &str| Ok(None);
    let mut known = Known { graph: file.as_ref(), databases: none };
    game.made(&header, &mut known, Work { job, interrupt })?
}

struct Work<'w> {
    job: &'w Job,
    interrupt: &'w Interrupt,
}

impl GameVisitor for Work<'_> {
    type Output = Result<JobResult, Error>;

    fn visit<G: Searchable>(self, made: Made<'_, G>) -> Self::Output {
        let effort = match made.game.name() {
            "go-problem" => Effort::for_problems(),
            _ => Effort::for_positions(),
        };
        work_on(made.game, self.job, effort.options, self.interrupt)
    }
}

/// Does a job about any game. Memory and seed of `options` are those of the job.
///
/// # Errors
/// The job says something that is no question about the game.
pub fn work_on<G: Searchable>(
    game: &G,
    job: &Job,
    options: Options,
    interrupt: &Interrupt,
) -> Result<JobResult, Error> {
    let rule = rule(job)?;
    let attacker = Player::ALL.into_iter().find(|&one| game.player_name(one) == job.attacker);
    let attacker = attacker.ok_or_else(|| {
        let what = format!("{} has no player '{}'", game.name(), job.attacker);
        Error::field("attacker", what)
    })?;
    let question = Question::new(attacker, rule);
    if !question.is_of(game) {
        let what = format!("{} is never played under {rule}", game.name());
        return Err(Error::field("repetition", what));
    }
    let position =
        |field, text: &str| game.parse_position(text).map_err(|error| Error::field(field, error));
    let history = History::new(position("root", &job.root)?);
    let assume: Result<Vec<_>, _> =
        job.assume.iter().map(|text| position("assume", text)).collect();
    let assumed: Assumed<G> = Assumed::new(assume?);
    if !job.assume.is_empty() && rule.is_superko() {
        return Err(Error::field("assume", format!("there is nothing to assume under {rule}")));
    }
    let memory = usize::try_from(job.memory).unwrap_or(usize::MAX).max(4 << 10);
    let options = varied(Options { table_bytes: memory, ..options }, job.seed);
    let mut solver = Solver::new(game, question, options).knowledge(&assumed);
    solver.limit(Limits::nodes(job.nodes)).interrupt_by(interrupt.clone());
    let answer = solver.solve(&history);
    let nodes = answer.stats.nodes;
    let Some(proven) = answer.verdict.decided() else {
        return Ok(JobResult::Open { pn: answer.pn, dn: answer.dn, nodes });
    };
    // Holes are what the table has forgotten: searching them again is no part of the budget.
    solver.limit(Limits::nodes(job.nodes.saturating_mul(4).max(1_000_000)));
    let extracted = match solver.certificate(&history, proven, rule) {
        Ok(extracted) => extracted,
        Err(error) => return Ok(JobResult::Failed { reason: error.to_string() }),
    };
    let nodes = nodes + extracted.stats.nodes;
    let block = extracted.block;
    let mut text = Vec::new();
    write_block(&mut text, &block.header, block.moves.iter()).map_err(Error::other)?;
    let certificate = String::from_utf8(text).map_err(Error::other)?;
    Ok(match block.header.claim.goal {
        Goal::Wins => JobResult::Wins { certificate, nodes },
        // Which assumptions are met is found out by who verifies the certificate.
        Goal::Holds => JobResult::Holds { certificate, used: Vec::new(), nodes },
    })
}

fn rule(job: &Job) -> Result<RepetitionRule, Error> {
    job.repetition.parse().map_err(|error| Error::field("repetition", error))
}

/// Other choices than the best ones, so that of several searches for the same one may be lucky.
fn varied(options: Options, seed: u64) -> Options {
    if seed == 0 {
        return options;
    }
    let mut random = SplitMix::new(seed);
    let mut one_of = |choices: &[u32]| choices[random.index(choices.len())];
    Options {
        epsilon_16ths: one_of(&[1, 2, 3, 4, 6, 8]),
        pn_combine: Combine::Damped(one_of(&[1, 2, 3, 4])),
        dn_combine: Combine::Damped(one_of(&[2, 3, 4, 6, 8])),
        ..options
    }
}
