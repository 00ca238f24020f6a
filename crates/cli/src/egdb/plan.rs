//! `threefold egdb plan`: the tasks of a build as others read them.

use std::fmt::Write;
use std::path::Path;

use serde_json::json;
use threefold::checkers::egdb::{BuildOptions, SliceTask};

use super::args::PlanFormat;
use threefold_terminal::output::Stop;

/// Of memory and time, what is asked for beyond what is reckoned.
const MARGIN: f64 = 1.5;
/// The least that is asked for.
const LEAST_MEMORY: u64 = 256 << 20;
const LEAST_SECONDS: f64 = 300.0;

pub fn text(
    format: PlanFormat,
    tasks: &[SliceTask],
    options: &BuildOptions,
    directory: &Path,
) -> Result<String, Stop> {
    let Some(directory) = directory.to_str() else {
        return Err(Stop::Message(format!("{}: not UTF-8", directory.display())));
    };
    if directory.chars().any(char::is_control) {
        return Err(Stop::Message("--dir: a control character in it".to_owned()));
    }
    let plan = Plan { tasks, options, directory };
    match format {
        PlanFormat::Json => Ok(plan.json()),
        PlanFormat::Make => plan.make(),
        PlanFormat::Slurm => Ok(plan.slurm()),
        PlanFormat::Hyperqueue => Ok(plan.hyperqueue()),
    }
}

struct Plan<'p> {
    tasks: &'p [SliceTask],
    options: &'p BuildOptions,
    directory: &'p str,
}

impl Plan<'_> {
    /// The command of a task, as words.
    fn command(&self, task: &SliceTask) -> Vec<String> {
        let BuildOptions { depths, threads, .. } = *self.options;
        let (slice, depths) = (task.material.to_string(), depths.to_string());
        let threads = threads.to_string();
        let words = ["threefold", "egdb", "build", "--slice", &slice, "--dir", self.directory];
        let flags = ["--depths", &depths, "--threads", &threads];
        words.iter().chain(&flags).map(|&word| word.to_owned()).collect()
    }

    fn json(&self) -> String {
        let mut out = String::from("[\n");
        for (number, task) in self.tasks.iter().enumerate() {
            let inputs: Vec<_> = task.inputs.iter().map(ToString::to_string).collect();
            let row = json!({
                "task": task.material.to_string(),
                "command": self.command(task),
                "after": inputs,
                "outputs": task.outputs,
                "positions": task.positions,
                "depths": task.depths,
                "threads": self.options.threads,
                "memory_bytes": task.memory,
                "disk_bytes": task.disk,
                "seconds": task.seconds,
            });
            let comma = if number + 1 < self.tasks.len() { "," } else { "" };
            let _ = writeln!(out, "{row}{comma}");
        }
        out + "]\n"
    }

    /// A makefile. A target is the file of a task that is written last.
    fn make(&self) -> Result<String, Stop> {
        if self.directory.contains([' ', '\t', '#', '$', ':', '%', '\\', '\'', '"', ';']) {
            let message = "--dir: make cannot have such names; expected one without spaces, signs \
                           of the shell and colons";
            return Err(Stop::Message(message.to_owned()));
        }
        let mut out =
            format!("{}THREEFOLD ?= threefold\nDIR ?= {}\n\n", self.head(), self.directory);
        let file = |task: &dyn std::fmt::Display| format!("$(DIR)/{task}.wld");
        let all: Vec<_> = self.tasks.iter().map(|task| file(&task.material)).collect();
        let _ = writeln!(out, ".PHONY: all\nall: {}", all.join(" "));
        let BuildOptions { depths, threads, .. } = *self.options;
        for task in self.tasks {
            let inputs: Vec<_> = task.inputs.iter().map(|input| file(input)).collect();
            let slice = task.material;
            let _ = writeln!(out, "\n{}: {}", file(&slice), inputs.join(" "));
            let _ = writeln!(
                out,
                "\t$(THREEFOLD) egdb build --slice {slice} --dir $(DIR) --depths {depths} \
                 --threads {threads}\n\t@touch $@"
            );
        }
        Ok(out)
    }

    fn slurm(&self) -> String {
        let mut out = format!("#!/bin/sh\n{}set -e\n", self.head());
        for task in self.tasks {
            let name = variable(&task.material.to_string());
            let after: Vec<_> = task.inputs.iter().map(|m| variable(&m.to_string())).collect();
            let after = match after.is_empty() {
                true => String::new(),
                false => format!(" --dependency=afterok:${{{}}}", after.join("}:${")),
            };
            let command: Vec<_> = self.command(task).iter().map(|word| quoted(word)).collect();
            let _ = writeln!(
                out,
                "{name}=$(sbatch --parsable --job-name=egdb-{} --cpus-per-task={} --mem={}M \
                 --time={}{after} --wrap={})",
                task.material,
                self.options.threads,
                memory(task).div_ceil(1 << 20),
                (self.time(task) / 60.0).ceil(),
                quoted(&command.join(" "))
            );
        }
        out
    }

    fn hyperqueue(&self) -> String {
        let mut out = format!("{}name = \"egdb\"\n", self.head());
        for (id, task) in self.tasks.iter().enumerate() {
            let place = |m| self.tasks.iter().position(|other| other.material == m);
            let after: Vec<_> = task.inputs.iter().filter_map(|&m| place(m)).collect();
            let command = json!(self.command(task));
            let _ = write!(
                out,
                "\n[[task]]\nid = {id}\ncommand = {command}\ndeps = {after:?}\n\n\
                 [[task.request]]\nresources = {{ \"cpus\" = {}, \"mem\" = {} }}\n\
                 time_request = \"{}s\"\n",
                self.options.threads,
                memory(task).div_ceil(1 << 20),
                self.time(task).ceil()
            );
        }
        out
    }

    /// What a text for people begins with.
    fn head(&self) -> String {
        let sum = |of: fn(&SliceTask) -> f64| self.tasks.iter().map(of).sum::<f64>();
        let most = self.tasks.iter().map(|task| task.memory).max().unwrap_or_default();
        format!(
            "# {} tasks: {:.1} hours of processor time (estimated), {:.1} GB of disk, {:.2} GB of \
             memory for the\n# largest. What is there already is left alone.\n",
            self.tasks.len(),
            sum(|task| task.seconds) / 3600.0,
            sum(|task| task.disk as f64) / 1e9,
            most as f64 / 1e9
        )
    }

    /// Seconds to ask for.
    fn time(&self, task: &SliceTask) -> f64 {
        (MARGIN * task.seconds).max(LEAST_SECONDS)
    }
}

/// Bytes to ask for.
fn memory(task: &SliceTask) -> u64 {
    (MARGIN * task.memory as f64) as u64 + LEAST_MEMORY
}

fn variable(slice: &str) -> String {
    format!("job_{}", slice.replace('-', "_"))
}

/// A word for a shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./,:=+@%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}
