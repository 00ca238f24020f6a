//! Whoever drives a leader as badly as can be: answers come in any order, late, twice, or not at
//! all, some of them lies, and now and then everything but the saved text is lost.

use threefold_game::{History, Player, RepetitionRule, Searchable, SplitMix};
use threefold_jobs::{Answer, Job, JobId, JobResult, Leader, Part, Settings};
use threefold_search::{Interrupt, Options};
use threefold_session::jobs::{Desk, work_on};

/// What goes wrong, in a hundred steps.
#[derive(Clone, Copy, Debug)]
pub struct Chaos {
    /// Results that get lost.
    pub lost: u32,
    /// Results that come a second time.
    pub twice: u32,
    /// Results that are false.
    pub false_results: u32,
    /// Saved, killed, loaded.
    pub reloads: u32,
}

impl Chaos {
    /// Nothing.
    pub const NONE: Chaos = Chaos { lost: 0, twice: 0, false_results: 0, reloads: 0 };
}

/// A question, and how it is driven.
pub struct Driven<'g, G: Searchable> {
    pub game: &'g G,
    pub history: &'g History<G>,
    pub rule: RepetitionRule,
    pub attacker: Player,
    pub settings: Settings,
    pub slots: usize,
    pub chaos: Chaos,
    pub seed: u64,
}

/// What came of it.
#[derive(Debug)]
pub struct Outcome {
    pub proven: bool,
    pub jobs: u64,
    pub refused: u64,
}

/// A result as an honest worker gives it.
pub fn honest<G: Searchable>(game: &G, job: &Job) -> JobResult {
    work_on(game, job, Options::default(), &Interrupt::default()).expect("jobs can be read")
}

impl<'g, G: Searchable> Driven<'g, G> {
    /// Until there is an answer, whose certificate is made and verified.
    pub fn run(&self) -> Outcome {
        let Driven { game, history, rule, attacker, slots, chaos, .. } = *self;
        let settings = || self.settings.clone();
        let what = || format!("seed {}, {rule}, {attacker:?}, {:?}", self.seed, self.settings);
        let mut random = SplitMix::new(self.seed ^ 0x1ead);
        let mut leader = Leader::new(game, history, rule, attacker, settings()).expect("served");
        // In flight, as the driver sees it; and results that were already brought.
        let mut flying: Vec<Job> = Vec::new();
        let mut sent: Vec<(JobId, JobResult)> = Vec::new();
        // Workers that keep their tables, and what they were told by leaders that are dead.
        let mut desks: Vec<Desk<'_, G>> = Vec::new();
        for _ in 0..100_000 {
            flying.extend(leader.next(slots.saturating_sub(flying.len())));
            if !matches!(leader.answer(), Answer::Unknown { .. }) {
                break;
            }
            assert!(!flying.is_empty(), "nothing to do: {}", what());
            if random.percent(chaos.reloads) {
                let text = leader.save();
                leader = Leader::load(game, history, rule, attacker, settings(), &text)
                    .unwrap_or_else(|error| panic!("{error}: {}", what()));
                assert!(leader.positions() > 0 && leader.in_flight().len() == 0);
                // Those who do not know it bring their results all the same.
                sent.extend(flying.drain(..).map(|job| (job.id, honest(game, &job))));
                continue;
            }
            if random.percent(chaos.twice) && !sent.is_empty() {
                let (id, result) = sent[random.index(sent.len())].clone();
                assert!(leader.report(id, result).is_empty(), "{}", what());
            }
            let job = flying.swap_remove(random.index(flying.len()));
            let result = if random.percent(chaos.lost) {
                JobResult::Failed { reason: "lost".to_owned() }
            } else if random.percent(chaos.false_results) {
                self.lie(&job, &mut random)
            } else if random.percent(20) {
                honest(game, &job)
            } else {
                let options = Options::default();
                if desks.len() < slots {
                    desks.push(Desk::new(game, &job, options).expect("jobs can be read"));
                }
                let desk = random.index(desks.len());
                assert!(desks[desk].serves(&job), "{}", what());
                desks[desk].work(&job, &Interrupt::default()).expect("jobs can be read")
            };
            let cancelled = leader.report(job.id, result.clone());
            sent.push((job.id, result));
            // Half of those who are to stop do not hear it.
            for job in flying.extract_if(.., |job| cancelled.contains(&job.id)) {
                if random.percent(50) {
                    sent.push((job.id, honest(game, &job)));
                }
            }
            if sent.len() > 20 {
                sent.remove(0);
            }
        }
        let proven = match leader.answer() {
            Answer::Proven => true,
            Answer::Disproven => false,
            open => panic!("{open:?}: {}", what()),
        };
        leader.certificate().unwrap_or_else(|error| panic!("{error}: {}", what()));
        // An answer is kept.
        if chaos.reloads > 0 {
            let text = leader.save();
            let again = Leader::load(game, history, rule, attacker, settings(), &text);
            let again = again.unwrap_or_else(|error| panic!("{error}: {}", what()));
            assert_eq!(again.answer(), leader.answer(), "{}", what());
            again.certificate().unwrap_or_else(|error| panic!("{error}: {}", what()));
        }
        let account = leader.account();
        Outcome { proven, jobs: account.jobs, refused: account.refused }
    }

    /// Something that the job does not bear out, or only by chance.
    fn lie(&self, job: &Job, random: &mut SplitMix) -> JobResult {
        let game = self.game;
        let other = match job.attacker.as_str() == game.player_name(Player::First) {
            true => game.player_name(Player::Second),
            false => game.player_name(Player::First),
        };
        let anything = Job { nodes: 1 << 20, ..job.clone() };
        match random.index(10) {
            0 => JobResult::Wins {
                certificate: "threefold certificate 1\n---\n".into(),
                solved: Vec::new(),
                nodes: 1,
            },
            1 => {
                let (used, solved) = (vec!["?".into()], vec![job.root.clone(), "?".into()]);
                JobResult::Holds { certificate: String::new(), used, solved, nodes: 1 }
            }
            2 => JobResult::Failed { reason: "no memory".into() },
            // The right strategy for something else.
            3 => honest(game, &Job { attacker: other.into(), ..anything }),
            4 => {
                let (root, assume) = (job.start.clone(), Vec::new());
                honest(game, &Job { root, assume, history: None, ..anything })
            }
            // As many assumptions, but others.
            5 => {
                let mut assume = job.assume.clone();
                let mut moves = Vec::new();
                let mut position = self.history.root().clone();
                for other in &mut assume {
                    moves.clear();
                    if game.terminal(&position).is_none() {
                        game.moves(&position, &mut moves);
                    }
                    if moves.is_empty() {
                        break;
                    }
                    game.make(&mut position, moves[random.index(moves.len())]);
                    *other = game.position_text(&position);
                }
                assume.retain(|text| *text != job.root);
                honest(game, &Job { assume, ..anything })
            }
            // The right strategy on another way, passed off as one on this.
            8 if self.rule.is_superko() => {
                let certificate = honest(game, &Job { history: None, ..anything });
                let header = job.history.as_ref().map(|way| format!("history: {way}\n---\n"));
                let header = header.unwrap_or_else(|| "---\n".to_owned());
                match certificate {
                    JobResult::Wins { certificate, solved, nodes } => {
                        let certificate = certificate.replacen("---\n", &header, 1);
                        JobResult::Wins { certificate, solved, nodes }
                    }
                    JobResult::Holds { certificate, used, solved, nodes } => {
                        let certificate = certificate.replacen("---\n", &header, 1);
                        JobResult::Holds { certificate, used, solved, nodes }
                    }
                    open => open,
                }
            }
            // What nobody has said: all positions solved, one way or the other.
            8 => {
                let all = self.anything_solved(random);
                let (proven, disproven) =
                    if random.percent(50) { (all, vec![]) } else { (vec![], all) };
                honest(game, &Job { proven, disproven, ..anything })
            }
            // Certificates of other positions as those of the moves, or about other ways.
            9 => {
                let few = Job { nodes: 1, ..job.clone() };
                let JobResult::Open { pn, dn, mut moves, mut parts, nodes } = honest(game, &few)
                else {
                    return honest(game, &few);
                };
                moves.reverse();
                let mut assume = vec![job.root.clone()];
                assume.retain(|text| *text != job.start && !self.rule.is_superko());
                let (root, history) = (job.start.clone(), None);
                let other = Job { root, assume, history, ..anything };
                let (JobResult::Wins { certificate, solved, .. }
                | JobResult::Holds { certificate, solved, .. }) = honest(game, &other)
                else {
                    return JobResult::open(pn, dn, nodes);
                };
                let mut position = game.parse_position(&job.root).expect("a job's root");
                let mut list = Vec::new();
                game.moves(&position, &mut list);
                game.make(&mut position, list[random.index(list.len())]);
                let root = game.position_text(&position);
                parts.push(Part { root, certificate, solved });
                JobResult::Open { pn, dn, moves, parts, nodes }
            }
            // Lines exchanged, or one left out, or the claim turned round.
            kind => match honest(game, &anything) {
                JobResult::Wins { certificate, solved, nodes } => {
                    let certificate = spoilt(&certificate, kind, random);
                    JobResult::Wins { certificate, solved, nodes }
                }
                JobResult::Holds { certificate, used, solved, nodes } => {
                    let certificate = spoilt(&certificate, kind, random);
                    JobResult::Holds { certificate, used, solved, nodes }
                }
                open => open,
            },
        }
    }
}

impl<G: Searchable> Driven<'_, G> {
    /// Positions that play can come to.
    fn anything_solved(&self, random: &mut SplitMix) -> Vec<String> {
        let (mut position, mut texts) = (self.history.root().clone(), Vec::new());
        let mut moves = Vec::new();
        for _ in 0..10 {
            moves.clear();
            if self.game.terminal(&position).is_none() {
                self.game.moves(&position, &mut moves);
            }
            if moves.is_empty() {
                break;
            }
            self.game.make(&mut position, moves[random.index(moves.len())]);
            texts.push(self.game.position_text(&position));
        }
        texts
    }
}

fn spoilt(certificate: &str, kind: usize, random: &mut SplitMix) -> String {
    let mut lines: Vec<&str> = certificate.lines().collect();
    let one = random.index(lines.len());
    match kind {
        6 => {
            let other = random.index(lines.len());
            lines.swap(one, other);
        }
        _ => drop(lines.remove(one)),
    }
    lines.join("\n") + "\n"
}
