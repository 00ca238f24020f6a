//! What dividing a question costs: nodes of all jobs against those of one search.
//!
//! Workers are simulated: each does one job at a time, which lasts as long as it has nodes.
//!
//! `cargo run --release -p threefold-jobs -F measure --example simulate --
//! NODES BYTES FILE...`: nodes of the
//! first job, bytes of each table, files of positions. A line for each position that one search of
//! 20 million nodes answers, and the sums. With LEAST=N in the environment only those that take one
//! search at least N nodes, with ALONE=N one search of N nodes, with OPEN=N also those that it does
//! not answer: divided, until workers have had N nodes.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::io::Write;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use threefold_jobs::{Answer, Job, JobId, JobResult, Settings};
use threefold_search::Interrupt;
use threefold_session::jobs::{Asked, Campaign, Lead, Said, lead, whole, work, work_through};
use threefold_session::problem::question::ProblemQuestion;
use threefold_session::registry::read_file;
use threefold_session::task::Document;

#[derive(Clone, Copy, Default)]
struct Cost {
    single: u64,
    nodes: u64,
    time: u64,
    jobs: u64,
    /// Bytes of jobs.
    sent: u64,
    /// What the leader took for reports.
    leader: Duration,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [nodes, memory, files @ ..] = arguments.as_slice() else {
        return Err("simulate NODES BYTES FILE...".into());
    };
    let settings =
        Settings { nodes: nodes.parse()?, memory: memory.parse()?, ..Settings::default() };
    let none = Interrupt::default();
    let count = |name, otherwise| std::env::var(name).map_or(Ok(otherwise), |text| text.parse());
    let (least, alone): (u64, u64) = (count("LEAST", 0)?, count("ALONE", 20_000_000)?);
    let open = count("OPEN", 0)?;
    let mut sums = [Cost::default(); 4];
    for name in files {
        let bytes = std::fs::read(name)?;
        let read = read_file(&Document::new(name, &bytes), None, &ProblemQuestion::default());
        for task in read.tasks {
            let campaign = Campaign { settings: settings.clone(), ..Campaign::default() };
            let mut job = whole(&task.subject, &campaign, 0)?;
            job.nodes = alone;
            let alone = work(&job, &none)?;
            let is_open = matches!(alone, JobResult::Open { .. } | JobResult::Failed { .. });
            if is_open && open == 0 {
                println!("{}: no answer of one search", task.input);
                continue;
            }
            let single = alone.nodes().max(1);
            if single < least {
                continue;
            }
            let most = if is_open { open } else { u64::MAX };
            print!("{}: one search {single}{}", task.input, if is_open { ", open" } else { "" });
            for (sum, workers) in sums.iter_mut().zip([1, 2, 4, 8]) {
                let drive = |leader: &mut dyn Lead| simulated(leader, workers, most);
                let cost = match lead(&task.subject, &campaign, None, drive)? {
                    Ok(cost) => cost,
                    Err(reason) => {
                        print!("; {workers}: {reason}");
                        continue;
                    }
                };
                std::io::stdout().flush()?;
                print!("; {workers}: {} nodes, {} jobs, {} long", cost.nodes, cost.jobs, cost.time);
                sum.single += single;
                sum.nodes += cost.nodes;
                sum.time += cost.time;
                sum.jobs += cost.jobs;
                sum.sent += cost.sent;
                sum.leader += cost.leader;
            }
            println!();
        }
    }
    for (workers, Cost { single, nodes, time, jobs, sent, leader }) in
        [1, 2, 4, 8].into_iter().zip(sums)
    {
        let (share, faster) = (nodes as f64 / single as f64, single as f64 / time as f64);
        println!(
            "{workers} workers: {share:.2} x the nodes, {faster:.2} x as fast, {jobs} jobs of {} \
             bytes, {:.2} ms of the leader each",
            sent / jobs.max(1),
            leader.as_secs_f64() * 1000.0 / jobs.max(1) as f64,
        );
    }
    Ok(())
}

/// A worker in a thread, which keeps its table as long as the question is the same.
struct Hand {
    jobs: Sender<Asked>,
    said: Receiver<Said>,
}

impl Hand {
    fn new() -> Self {
        let ((jobs, inbox), (outbox, said)) = (channel::<Asked>(), channel());
        std::thread::spawn(move || {
            work_through(&mut |_| Ok(None), &mut |said| {
                if let Some(said) = said {
                    outbox.send(said).ok()?;
                }
                inbox.recv().ok()
            });
        });
        Hand { jobs, said }
    }

    fn work(&self, job: Job) -> Result<JobResult, String> {
        self.jobs.send((job, Interrupt::default())).map_err(|error| error.to_string())?;
        self.said.recv().map_err(|error| error.to_string())?.map_err(|error| error.to_string())
    }
}

/// Until there is an answer. A job that is cancelled has had the nodes that it had time for.
fn simulated(leader: &mut dyn Lead, workers: usize, most: u64) -> Result<Cost, String> {
    let mut cost = Cost::default();
    let hands: Vec<Hand> = (0..workers).map(|_| Hand::new()).collect();
    let mut busy: HashMap<JobId, usize> = HashMap::new();
    let mut ends: BinaryHeap<Reverse<(u64, JobId)>> = BinaryHeap::new();
    let mut running: HashMap<JobId, (u64, JobResult)> = HashMap::new();
    loop {
        for job in leader.next(workers - running.len()) {
            let free = (0..workers).find(|hand| !busy.values().any(|one| one == hand));
            let free = free.ok_or("more jobs than workers")?;
            let (id, bytes) = (job.id, serde_json::to_string(&job).map_or(0, |text| text.len()));
            let result = hands[free].work(job)?;
            cost.sent += bytes as u64;
            ends.push(Reverse((cost.time + result.nodes().max(1), id)));
            running.insert(id, (cost.time, result));
            busy.insert(id, free);
            cost.jobs += 1;
        }
        if !matches!(leader.answer(), Answer::Unknown { .. }) {
            leader.certificate().map_err(|error| error.to_string())?;
            cost.nodes += running.values().map(|(began, _)| cost.time - began).sum::<u64>();
            return Ok(cost);
        }
        if cost.nodes > most {
            return Err(format!("open after {} nodes", cost.nodes));
        }
        let Some(Reverse((end, id))) = ends.pop() else {
            return Err("nothing to do".to_owned());
        };
        let Some((_, result)) = running.remove(&id) else { continue };
        busy.remove(&id);
        cost.time = end;
        cost.nodes += result.nodes();
        let began = Instant::now();
        let cancelled = leader.report(id, result);
        cost.leader += began.elapsed();
        if let Some(reason) = leader.refusal() {
            println!("refused: {reason}");
        }
        for cancelled in cancelled {
            busy.remove(&cancelled);
            if let Some((began, _)) = running.remove(&cancelled) {
                cost.nodes += cost.time - began;
            }
        }
    }
}
