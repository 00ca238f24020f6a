//! Every choice the search offers, in one table.

/// What the table stores of a result that met a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Policy {
    /// Base and twin entries with simulation (Kishimoto and Mueller 2004): right.
    BaseTwin,
    /// One plain entry per position, whatever the path: ignores GHI and is sometimes wrong.
    /// For comparison only.
    Ignore,
}

impl Policy {
    /// The name used in options and output.
    pub const fn name(self) -> &'static str {
        match self {
            Policy::BaseTwin => "base-twin",
            Policy::Ignore => "ignore",
        }
    }
}

/// How a path is turned into a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PathCodeKind {
    /// Kishimoto and Mueller 2004: exclusive or of a random number per move and depth, from the
    /// root on.
    MoveDepth,
    /// A chain over the positions that restarts at every irreversible move: paths with the same
    /// reversible tail share their results.
    Chain,
}

/// What a twin entry is valid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TwinKind {
    /// The one path with its code (Kishimoto and Mueller 2004).
    ExactPath,
    /// Every path that contains the ancestors the result relies on: two of them by key, more by
    /// the code of the path down to the deepest. Under superko, where this would be wrong, it is
    /// `ExactPath`.
    Ancestors,
}

/// How the numbers of a position follow from those of its children where they add up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Combine {
    /// The sum (Allis 1994). Counts a position that is reached in two ways twice.
    Sum,
    /// The largest, plus one for each further unsolved child (Ueda et al. 2008, weak proof
    /// numbers): no double counting, less information.
    Weak,
    /// The largest, plus this fraction of the sum of the others: 1 is [`Combine::Sum`], more and
    /// more is [`Combine::Weak`], below which it never falls.
    Damped(u32),
}

/// Every choice the search offers. The defaults are what was measured to be best.
#[derive(Clone, Debug)]
pub struct Options {
    /// Memory for the table, in bytes, at least 4 KiB. The table begins smaller and grows up to
    /// this. Any size gives the same verdicts.
    pub table_bytes: usize,
    /// Base and twin entries, or the plain table.
    pub policy: Policy,
    /// How paths are coded.
    pub path_code: PathCodeKind,
    /// What twins are valid for.
    pub twins: TwinKind,
    /// Whether a result that relies on no ancestor above the position goes to the base entry
    /// (never done under superko, where it is wrong).
    pub loop_closing: bool,
    /// Positions that one simulation may visit; 0 switches simulation off. For time, not for
    /// correctness: a stopped simulation counts as failed.
    pub simulation_budget: u32,
    /// Whether the threshold controlling algorithm (Kishimoto 2010) is on. Without it df-pn walks
    /// round in circles on some games until its numbers saturate.
    pub threshold_control: bool,
    /// The search stays in a child until its number exceeds that of the second best child by
    /// this share, in 1/16: the epsilon of Pawlewicz and Lew (2007). 0 switches it off.
    pub epsilon_16ths: u32,
    /// Proof numbers of the defender's positions.
    pub pn_combine: Combine,
    /// Disproof numbers of the attacker's positions.
    pub dn_combine: Combine,
    /// Remembers every position that was stored and counts look-ups that find an entry of
    /// another position with the same key. Slow, and needs memory without bound.
    pub detect_collisions: bool,
    /// For tests: the share of stores that are dropped, in 1/256. Dropping any entry at any time
    /// changes the work, never an answer.
    pub drop_256ths: u32,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            table_bytes: 64 << 20,
            policy: Policy::BaseTwin,
            path_code: PathCodeKind::Chain,
            twins: TwinKind::Ancestors,
            loop_closing: true,
            simulation_budget: 30,
            threshold_control: true,
            epsilon_16ths: 3,
            pn_combine: Combine::Damped(2),
            dn_combine: Combine::Damped(4),
            detect_collisions: false,
            drop_256ths: 0,
        }
    }
}
