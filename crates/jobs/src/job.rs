//! Jobs and what comes of them: plain values, which any engine carries as text.

use serde::{Deserialize, Serialize};

/// The number of a job. One leader never gives a number twice, not even after it has been loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct JobId(pub u64);

/// A position to be searched, within limits.
///
/// It says all that a worker needs: the same job gives the same answer wherever it runs, and may
/// run any number of times.
///
/// ```
/// use threefold_jobs::Job;
/// let line = r#"{"job": 7, "game": "chess", "start": "7k/8/6KQ/8/8/8/8/8 w - -",
///     "root": "7k/8/6KQ/8/8/8/8/8 w - -", "repetition": "draw", "attacker": "white",
///     "nodes": 1000, "memory": 1048576, "seed": 0}"#;
/// let job: Job = serde_json::from_str(line).unwrap();
/// assert_eq!((job.id.0, job.assume.len()), (7, 0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// Its number.
    #[serde(rename = "job")]
    pub id: JobId,
    /// The line `game:` of certificates: the name of the game, and its parameters.
    pub game: String,
    /// The position of the leader's question: some games take a part of their rules from it.
    pub start: String,
    /// The position to be searched.
    pub root: String,
    /// Under superko: how it came about, as headers of certificates say it: a position, `moves`,
    /// and the moves from there to `root`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub history: Option<String>,
    /// The rule of repetition: its name.
    pub repetition: String,
    /// The player whose success is in question: his name.
    pub attacker: String,
    /// Positions that may be taken for held by the player who does not have to win: coming back to
    /// one of them counts like coming back to a position of the path.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assume: Vec<String>,
    /// Positions in which the attacker is known to succeed, whatever comes before them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub proven: Vec<String>,
    /// Positions in which he is known not to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disproven: Vec<String>,
    /// The endgame database that the search is to use, as certificates declare it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub database: Option<String>,
    /// Positions that may be expanded.
    pub nodes: u64,
    /// Bytes of the table.
    pub memory: u64,
    /// What the search is varied by; 0: not at all.
    pub seed: u64,
    /// The text that the game is read from, where it is one that comes from a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// A certificate of a job, as text, of one block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The position that it is about, behind a move of the job's root, which counts as assumed
    /// there.
    pub root: String,
    /// The certificate.
    pub certificate: String,
    /// As of the other certificates.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub solved: Vec<String>,
}

/// What came of a job. Certificates are texts, each of one block about the job's root. Where
/// assumptions or solved positions are leaves of one, it declares them in its line `database:`, as
/// [`Assumed`](crate::Assumed) says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "result", rename_all = "kebab-case", deny_unknown_fields)]
pub enum JobResult {
    /// One of the players wins, and nothing was assumed for it.
    Wins {
        /// The certificate.
        certificate: String,
        /// Solved positions that the certificate rests on: some that a leader has said are.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        solved: Vec<String>,
        /// Positions that were expanded.
        nodes: u64,
    },
    /// One of the players holds, if those positions do that were assumed to.
    Holds {
        /// The certificate. If it declares assumptions, it does so for all of [`Job::assume`].
        certificate: String,
        /// Solved positions that it rests on.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        solved: Vec<String>,
        /// Which of [`Job::assume`] it rests on. The leader finds that out itself.
        #[serde(default)]
        used: Vec<String>,
        /// Positions that were expanded.
        nodes: u64,
    },
    /// Neither: a limit was hit.
    Open {
        /// The proof number of the attacker's success.
        pn: u32,
        /// Its disproof number.
        dn: u32,
        /// Both numbers behind each move, in the game's order; or nothing.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        moves: Vec<(u32, u32)>,
        /// Positions behind moves that were solved.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        parts: Vec<Part>,
        /// Positions that were expanded.
        nodes: u64,
    },
    /// There is no result, and never will be from this worker.
    Failed {
        /// Why, in one line.
        reason: String,
    },
}

impl JobResult {
    /// Nothing but numbers.
    pub fn open(pn: u32, dn: u32, nodes: u64) -> Self {
        JobResult::Open { pn, dn, moves: Vec::new(), parts: Vec::new(), nodes }
    }

    /// Positions that were expanded.
    pub fn nodes(&self) -> u64 {
        match *self {
            JobResult::Wins { nodes, .. }
            | JobResult::Holds { nodes, .. }
            | JobResult::Open { nodes, .. } => nodes,
            JobResult::Failed { .. } => 0,
        }
    }
}

/// A result with the number of its job: what a worker sends back, as one line of JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// The job.
    pub job: JobId,
    /// What came of it.
    #[serde(flatten)]
    pub result: JobResult,
}
